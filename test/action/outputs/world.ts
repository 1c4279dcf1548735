/** The surroundings of the scenarios: the example manifests on a fake GitHub, and a registry. */
import type { FakeGitHub, GitHubOptions } from '../../github/server.ts';
import type { Settings } from '../../github/world.ts';
import { type MemoryRegistry, startMemoryRegistry } from '../../registry/memory.ts';
import type { StepResult } from '../../runner/action.ts';
import { byHand, dispatched, MANIFESTS, manifestsOnGitHub, type Run, start } from '../job.ts';

export const WEB = 'registry.example.com/shop/web';
export const WORKER = 'registry.example.com/shop/worker';

export const overlay = (environment: string, product = 'shop'): string =>
  `applications/${product}/overlays/${environment}/kustomization.yaml`;

export type Configured = GitHubOptions & {
  readonly config?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Partial<Settings>;
};

/** Runs the work on the example manifests, with this configuration. */
export async function inManifests(
  { config, files = {}, settings = {}, ...options }: Configured,
  work: (github: FakeGitHub) => Promise<StepResult>,
): Promise<StepResult> {
  const configuration = config === undefined ? {} : { '.github/promotion.yml': config };
  await using github = await manifestsOnGitHub({ ...files, ...configuration }, options);
  Object.assign(github.repository(MANIFESTS).settings, settings);
  return await work(github);
}

/** Runs the work with a registry, whose name in the result is that of the examples. */
export async function withRegistry(work: (registry: MemoryRegistry) => Promise<StepResult>): Promise<StepResult> {
  const registry = await startMemoryRegistry();
  try {
    const result = await work(registry);
    const hosts = [registry.host, registry.host.replace(':', '&#58;')];
    const renamed = (text: string): string =>
      hosts.reduce((left, host) => left.replaceAll(host, 'registry.example.com'), text);
    const outputs = Object.fromEntries(Object.entries(result.outputs).map(([name, text]) => [name, renamed(text)]));
    return { ...result, outputs, stdout: renamed(result.stdout), summary: renamed(result.summary) };
  } finally {
    await registry.close();
  }
}

/** The request of a release of the shop. */
export const release = (version = 'v1.5.0', runNumber = 42) => ({
  product: 'shop',
  environments: ['stg', 'prod'],
  images: [`${WEB}:${version}`, `${WORKER}:${version}`],
  source: {
    repository: 'acme/shop',
    sha: '3f2c7d0a9b1e4c5d6f708192a3b4c5d6e7f80912',
    ref: `refs/tags/${version}`,
    committed_at: '2026-11-30T09:00:00Z',
    event: 'push',
    workflow: 'release.yml',
    run_id: 7001,
    run_number: runNumber,
    run_attempt: 1,
    actor: 'octocat',
  },
});

/** A step in the application's own workflow, which a push to main has started. */
export async function inApplication(github: FakeGitHub, given: Readonly<Record<string, string>>, run: Run = {}) {
  const shop = await github.create('acme/shop', { files: { Dockerfile: 'FROM scratch\n' } });
  const sha = (await shop.head()) ?? '';
  const payload = { ref: 'refs/heads/main', head_commit: { id: sha }, repository: { default_branch: 'main' } };
  return start(github, {
    ...run,
    event: { name: 'push', payload },
    with: given,
    github: { repository: 'acme/shop', sha, workflow_ref: 'acme/shop/.github/workflows/merge.yml@refs/heads/main' },
  });
}

/** Sends the release, then lets the work go on. */
export async function released(github: FakeGitHub, version?: string, runNumber?: number): Promise<StepResult> {
  return dispatched(github, release(version, runNumber));
}

/** A person rolls the shop back in prod. */
export async function takenBack(
  github: FakeGitHub,
  inputs: Readonly<Record<string, string>> = {},
  run: Run = {},
): Promise<StepResult> {
  const asked = { product: 'shop', environment: 'prod', reason: 'Checkout fails', ...inputs };
  return byHand(github, asked, { ...run, with: { command: 'rollback', ...run.with } });
}

/** Lets the runs that are dispatched end, as the manifest repository would. */
export async function ending<T>(github: FakeGitHub, conclusion: string, work: () => Promise<T>): Promise<T> {
  const { runs } = github.repository(MANIFESTS);
  const timer = setInterval(() => {
    for (const run of runs.values()) Object.assign(run, { status: 'completed', conclusion });
  }, 20);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
