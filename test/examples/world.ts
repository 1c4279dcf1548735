/** The two repositories of the examples on a fake GitHub, a registry, and an issuer of proofs: the surroundings of example
 * workflows. */
import { basename, join } from 'node:path';
import { manifestsOnGitHub, start } from '../action/job.ts';
import { type Key, newKey, sign, startIssuer } from '../adapters/oidc/issuer.ts';
import type { Handle } from '../github/handles.ts';
import type { FakeGitHub, GitHubOptions } from '../github/server.ts';
import type { Permissions } from '../github/world.ts';
import { startMemoryRegistry } from '../registry/memory.ts';
import { readWorkflow, runWorkflow, type Step, type Told } from '../runner/workflow.ts';

export const examples = join(import.meta.dirname, '../../examples/workflows');

export const MANIFESTS = 'acme/manifests';
export const SHOP = 'acme/shop';
/** Of those who start workflows here. */
const TEAM = 'developers';

export type Event = { readonly name: string; readonly payload: unknown; readonly ref?: string };

export type ExampleWorld = AsyncDisposable & {
  readonly github: FakeGitHub;
  readonly manifests: Handle;
  readonly registry: Awaited<ReturnType<typeof startMemoryRegistry>>;
  /** The commit of the application's main branch, to which the tag v1.5.0 points as well. */
  readonly sha: string;
  /** Runs an example of the application's or of the manifest repository. */
  readonly application: (file: string, event: Event) => Promise<Told[]>;
  readonly manifest: (file: string, event: Event) => Promise<Told[]>;
  /** Runs a workflow file in the repository. */
  readonly run: (repository: string, path: string, event: Event) => Promise<Told[]>;
  /** Address of the issuer that signs the proofs of runs. */
  readonly issuer: string;
};

export type Surroundings = {
  /** The environment of the workflows' scripts; without it they are not executed. */
  readonly shell?: Readonly<Record<string, string>>;
  /** A Unix socket where this GitHub listens as well. */
  readonly socket?: string;
  /** Changes the text of a workflow, such as the address of Argo CD. */
  readonly edit?: (text: string) => string;
};

/** `manifests` adds files to the manifest repository, such as a configuration; `settings` change it. */
export async function exampleWorld(
  manifests: Readonly<Record<string, string>> = {},
  settings: NonNullable<GitHubOptions['repositories']>[string]['settings'] = {},
  { shell, socket, edit = (text) => text }: Surroundings = {},
): Promise<ExampleWorld> {
  const registry = await startMemoryRegistry();
  const issuer = await startSigner();
  const github = await manifestsOnGitHub(manifests, {
    teams: { [`acme/${TEAM}`]: ['octocat'] },
    ...(socket && { socket }),
  });
  Object.assign(github.repository(MANIFESTS).settings, settings);
  await github.repository(MANIFESTS).commit('main', { '.github/workflows/promote.yml': 'on: workflow_dispatch\n' });
  const shop = await github.create(SHOP, { files: { Dockerfile: 'FROM scratch\n' } });
  const sha = (await shop.head()) ?? '';
  await shop.setRef('refs/tags/v1.5.0', sha);
  const dispatcher: Permissions = { actions: 'write' };
  github.tokens.set('dispatch-token', {
    login: 'dispatcher[bot]',
    kind: 'app',
    permissions: { [MANIFESTS]: dispatcher },
  });
  const run = async (repository: string, path: string, event: Event) => {
    const workflow = await readWorkflow(path, (text) => edit(text.replaceAll('registry.example.com', registry.host)));
    const ref = event.ref ?? 'refs/heads/main';
    const context = {
      repository,
      ref,
      ref_name: ref.replace(/^refs\/(heads|tags)\//, ''),
      sha: (await github.repository(repository).head()) ?? '',
      workflow_ref: `${repository}/.github/workflows/${basename(path)}@${ref}`,
      server_url: github.serverUrl,
      run_id: '7001',
    };
    return runWorkflow(workflow, {
      event,
      github: context,
      secrets: {
        ARGOCD_TOKEN: 'argocd-secret',
        DISPATCH_TOKEN: 'dispatch-token',
        REGISTRY_PASSWORD: 'x',
        SLACK_WEBHOOK: 'https://slack.example.com',
      },
      ...(shell && { shell }),
      vars: {
        REGISTRY_USER: 'shop',
        DISPATCHER_CLIENT_ID: 'dispatcher',
        PROMOTER_CLIENT_ID: 'promoter',
        DEPLOYER_CLIENT_ID: 'deployer',
      },
      token: (permissions) => tokenOf(github, repository, permissions),
      execute: ({ with: given, token, permissions, environment }) =>
        start(github, {
          event,
          with: given,
          token,
          github: context,
          environment: {
            ...environment,
            ...(permissions['id-token'] === 'write' ? proving(issuer.url, { ...context, event: event.name }) : {}),
          },
        }),
      pretend: (step) => pretended(github, repository, step),
    });
  };
  return {
    github,
    manifests: github.repository(MANIFESTS),
    registry,
    sha,
    application: (file, event) => run(SHOP, join(examples, 'application', file), event),
    manifest: (file, event) => run(MANIFESTS, join(examples, file.includes('/') ? file : `manifests/${file}`), event),
    run,
    issuer: issuer.url,
    [Symbol.asyncDispose]: async () => {
      await github.close();
      await issuer[Symbol.asyncDispose]();
      await registry.close();
    },
  };
}

/** The issuer of the server and the runner's token service in one: signs the claims in the address. */
const startSigner = async () => {
  let made: Promise<Key> | undefined;
  const key = () => {
    made ??= newKey('runner');
    return made;
  };
  const issuer = await startIssuer({
    '/.well-known/jwks': async () => ({ keys: [(await key()).jwk] }),
    '/token': async () => {
      const { audience, ...claims } = Object.fromEntries(new URL(issuer.seen.at(-1) ?? '', issuer.url).searchParams);
      const now = Math.floor(Date.now() / 1000);
      const times = { nbf: now - 600, iat: now, exp: now + 300 };
      return { value: await sign({ ...claims, ...times, iss: issuer.url, aud: audience }, await key()) };
    },
  });
  return issuer;
};

const proving = (issuer: string, run: Readonly<Record<'repository' | 'ref' | 'workflow_ref' | 'event', string>>) => ({
  ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/token?${new URLSearchParams({
    repository: run.repository,
    ref: run.ref,
    workflow_ref: run.workflow_ref,
    run_number: '17',
    event_name: run.event,
  })}`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner',
});

/** The rights of the job's own token: exactly the permissions of the workflow, in its own repository. */
const tokenOf = (github: FakeGitHub, repository: string, permissions: Readonly<Record<string, string>>): string => {
  const text = `job-token ${repository} ${JSON.stringify(permissions)}`;
  const granted = permissionsOf(permissions);
  github.tokens.set(text, { login: 'github-actions[bot]', kind: 'actions', permissions: { [repository]: granted } });
  return text;
};

const permissionsOf = (named: Readonly<Record<string, string>>): Permissions =>
  Object.fromEntries(Object.entries(named).map(([name, level]) => [name.replaceAll('-', '_'), level]));

/** The rights of the Apps of docs/getting-started.md and deployments.yml. */
const apps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  promoter: { contents: 'write', issues: 'write', 'pull-requests': 'write', members: 'read' },
  dispatcher: { actions: 'write' },
  deployer: { deployments: 'write' },
};

/** The repository that has the App. */
const installed: Readonly<Record<string, string>> = { deployer: SHOP };

/** actions/create-github-app-token narrows its token to the permissions and repositories that it is asked for, and fails where
 * the App has them not. With `owner` alone it reaches every repository of the owner that has the App. */
const pretended = (
  github: FakeGitHub,
  repository: string,
  step: Step & { readonly with: Readonly<Record<string, string>> },
): Record<string, string> => {
  if (!step.uses?.startsWith('actions/create-github-app-token@')) return {};
  const app = step.with['client-id'] ?? '';
  const asked = Object.entries(step.with)
    .filter(([name]) => name.startsWith('permission-'))
    .map(([name, level]) => [name.slice('permission-'.length), level] as const);
  const beyond = asked.filter(([name, level]) => apps[app]?.[name] !== level);
  if (beyond.length > 0) throw new Error(`The App ${app} has no permission ${beyond.join(' and ')}.`);
  const permissions = permissionsOf(Object.fromEntries(asked));
  const [owner = ''] = repository.split('/');
  const named = step.with.repositories === undefined ? repository : `${owner}/${step.with.repositories}`;
  const reached = step.with.owner === undefined ? named : (installed[app] ?? named);
  const text = `app-token ${app} ${reached} ${JSON.stringify(permissions)}`;
  github.tokens.set(text, {
    login: `${app}[bot]`,
    kind: 'app',
    permissions: { [reached]: permissions, [owner]: permissions },
  });
  return { token: text };
};

/** The results of the steps with this action: the outcome, or the problems of a failure. */
export function outcomes(told: readonly Told[]): string[] {
  return told.flatMap(({ what, result }) =>
    what === 'executed' && result !== undefined
      ? [result.code === 0 ? (result.outputs.outcome ?? '') : result.stdout]
      : [],
  );
}

/** The result of every step, one a line. */
export function outline(told: readonly Told[]): string[] {
  return told.map(({ job, step, what, result }) => {
    const name = step.replace(/@.*/, '');
    return `${job} / ${name}: ${what}${result === undefined ? '' : `, ${result.outputs.outcome}`}`;
  });
}
