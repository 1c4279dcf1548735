/** The two repositories of the examples on a fake GitHub, a registry, and an issuer of proofs: what example workflows meet. */
import { join } from 'node:path';
import { manifestsOnGitHub, start } from '../action/job.ts';
import type { Handle } from '../github/handles.ts';
import type { FakeGitHub, GitHubOptions } from '../github/server.ts';
import type { Permissions } from '../github/world.ts';
import { startMemoryRegistry } from '../registry/memory.ts';
import { respondJson, startServer } from '../registry/server.ts';
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
  /** The commit of the application's main branch, which the tag v1.5.0 stands for, too. */
  readonly sha: string;
  /** Runs an example of the application's or of the manifest repository. */
  readonly application: (file: string, event: Event) => Promise<Told[]>;
  readonly manifest: (file: string, event: Event) => Promise<Told[]>;
};

/** `manifests` adds files to the manifest repository, such as a configuration; `settings` change it. */
export async function exampleWorld(
  manifests: Readonly<Record<string, string>> = {},
  settings: NonNullable<GitHubOptions['repositories']>[string]['settings'] = {},
): Promise<ExampleWorld> {
  const registry = await startMemoryRegistry();
  const issuer = await startServer((_, response) => respondJson(response, 200, { value: 'e30.e30.c2ln' }));
  const github = await manifestsOnGitHub(manifests, { teams: { [`acme/${TEAM}`]: ['octocat'] } });
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
  const run = (folder: string, repository: string) => async (file: string, event: Event) => {
    const workflow = await readWorkflow(join(examples, folder, file), (text) =>
      text.replaceAll('registry.example.com', registry.host),
    );
    const ref = event.ref ?? 'refs/heads/main';
    const context = {
      repository,
      ref,
      ref_name: ref.replace(/^refs\/(heads|tags)\//, ''),
      sha: (await github.repository(repository).head()) ?? '',
      workflow_ref: `${repository}/.github/workflows/${file}@${ref}`,
      server_url: github.serverUrl,
      run_id: '7001',
    };
    return runWorkflow(workflow, {
      event,
      github: context,
      secrets: { DISPATCH_TOKEN: 'dispatch-token', REGISTRY_PASSWORD: 'x', SLACK_WEBHOOK: 'https://slack.example.com' },
      vars: { REGISTRY_USER: 'shop', PROMOTER_CLIENT_ID: 'Iv1', DEPLOYER_CLIENT_ID: 'Iv2' },
      token: (permissions) => tokenOf(github, repository, permissions),
      execute: ({ with: given, token, permissions, environment }) =>
        start(github, {
          event,
          with: given,
          token,
          github: context,
          environment: { ...environment, ...(permissions['id-token'] === 'write' ? proving(issuer.host) : {}) },
        }),
      pretend: (step) => pretended(github, repository, step),
    });
  };
  return {
    github,
    manifests: github.repository(MANIFESTS),
    registry,
    sha,
    application: run('application', SHOP),
    manifest: run('manifests', MANIFESTS),
    [Symbol.asyncDispose]: async () => {
      await github.close();
      await issuer.close();
      await registry.close();
    },
  };
}

const proving = (host: string) => ({
  ACTIONS_ID_TOKEN_REQUEST_URL: `http://${host}/token?api-version=2`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner',
});

/** What the job's own token may do: what the workflow says, in its own repository, and not a thing more. */
const tokenOf = (github: FakeGitHub, repository: string, permissions: Readonly<Record<string, string>>): string => {
  const text = `job-token ${repository} ${JSON.stringify(permissions)}`;
  const granted = permissionsOf(permissions);
  github.tokens.set(text, { login: 'github-actions[bot]', kind: 'actions', permissions: { [repository]: granted } });
  return text;
};

const permissionsOf = (named: Readonly<Record<string, string>>): Permissions =>
  Object.fromEntries(Object.entries(named).map(([name, level]) => [name.replaceAll('-', '_'), level]));

/** actions/create-github-app-token really narrows its token to the permissions and repositories that it is asked for. */
const pretended = (
  github: FakeGitHub,
  repository: string,
  step: Step & { readonly with: Readonly<Record<string, string>> },
): Record<string, string> => {
  if (!step.uses?.startsWith('actions/create-github-app-token@')) return {};
  const asked = Object.entries(step.with).filter(([name]) => name.startsWith('permission-'));
  const permissions = permissionsOf(
    Object.fromEntries(asked.map(([name, level]) => [name.slice('permission-'.length), level])),
  );
  const [owner = ''] = repository.split('/');
  const reached = step.with.repositories === undefined ? repository : `${owner}/${step.with.repositories}`;
  const text = `app-token ${reached} ${JSON.stringify(permissions)}`;
  github.tokens.set(text, {
    login: 'promoter[bot]',
    kind: 'app',
    permissions: { [reached]: permissions, [owner]: permissions },
  });
  return { token: text };
};

/** What became of the steps that use this action: the outcome, or the problems where it failed. */
export function outcomes(told: readonly Told[]): string[] {
  return told.flatMap(({ what, result }) =>
    what === 'executed' && result !== undefined
      ? [result.code === 0 ? (result.outputs.outcome ?? '') : result.stdout]
      : [],
  );
}

/** What became of every step, one line each. */
export function outline(told: readonly Told[]): string[] {
  return told.map(({ job, step, what, result }) => {
    const name = step.replace(/@.*/, '');
    return `${job} / ${name}: ${what}${result === undefined ? '' : `, ${result.outputs.outcome}`}`;
  });
}
