/** Jobs of the example repository on a fake GitHub: action.yml as it is committed, dist as it is built. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FakeGitHub, fakeGitHub, type GitHubOptions } from '../github/server.ts';
import { type Job, readAction, runAction, type StepResult } from '../runner/action.ts';
import { isLong } from '../sample.ts';

export const MANIFESTS = 'acme/manifests';
const root = join(import.meta.dirname, '../..');

/** The example manifest repository, with additional files. */
export async function manifestsOnGitHub(
  added: Readonly<Record<string, string>> = {},
  options: GitHubOptions = {},
): Promise<FakeGitHub> {
  const files = { ...(await filesBelow(join(root, 'examples/manifests'))), ...added };
  return fakeGitHub({ ...options, repositories: { [MANIFESTS]: { files }, ...options.repositories } });
}

const filesBelow = async (directory: string): Promise<Record<string, string>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return Object.fromEntries(files.map((file, index) => [file.slice(directory.length + 1), texts[index] ?? '']));
};

export type Run = {
  readonly with?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly github?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ending?: Job['ending'];
  readonly as?: Job['as'];
};

/** A run that a repository_dispatch started in the manifest repository. */
export function dispatched(github: FakeGitHub, payload: unknown, run: Run = {}): Promise<StepResult> {
  const event = { action: 'promote', branch: 'main', client_payload: payload, repository: { full_name: MANIFESTS } };
  return start(github, { ...run, event: { name: 'repository_dispatch', payload: event } });
}

/** A run that a person started in the manifest repository. */
export function byHand(
  github: FakeGitHub,
  inputs: Readonly<Record<string, string>>,
  run: Run = {},
): Promise<StepResult> {
  return start(github, { ...run, event: { name: 'workflow_dispatch', payload: { inputs, ref: 'refs/heads/main' } } });
}

/** In the fast suite as a thread, unless the test says otherwise or needs a process. */
export async function start(github: FakeGitHub, job: Run & Pick<Job, 'event'>): Promise<StepResult> {
  const action = await readAction(join(root, 'action.yml'));
  return runAction(action, {
    event: job.event,
    with: job.with ?? {},
    github: {
      token: job.token ?? 'token',
      repository: MANIFESTS,
      ref: 'refs/heads/main',
      sha: (await github.repository(MANIFESTS).head('main')) ?? '',
      workflow_ref: `${MANIFESTS}/.github/workflows/promote.yml@refs/heads/main`,
      run_id: '9001',
      run_number: '17',
      run_attempt: '1',
      actor: 'octocat',
      triggering_actor: 'octocat',
      server_url: github.serverUrl,
      api_url: github.url,
      graphql_url: github.graphqlUrl,
      ...job.github,
    },
    environment: job.environment ?? {},
    ...(job.ending === undefined ? {} : { ending: job.ending }),
    as: job.as ?? (isLong || needsProcess(job) ? 'process' : 'thread'),
  });
}

/** A signal goes to a process, and a page to its working directory. */
const needsProcess = (job: Run): boolean => job.ending !== undefined || job.with?.page !== undefined;
