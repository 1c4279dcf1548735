/** The built action as a process that can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FakeGitHub } from '../github/server.ts';
import { executeThread, parseOutputs } from '../runner/action.ts';
import { isLong } from '../sample.ts';

const entry = join(process.cwd(), 'dist/index.js');

export type Ended = {
  /** Null for a process that was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
};

export type Running = { readonly child: ChildProcess; readonly ended: Promise<Ended> };

export type Job = {
  readonly payload: unknown;
  readonly inputs?: Readonly<Record<string, string>> | undefined;
  /** A program that starts the action and looks after it, with its arguments. */
  readonly under?: readonly string[];
};

/** Starts a run of the manifest repository by a repository_dispatch with this payload. */
export async function runAction(
  { environment }: Pick<FakeGitHub, 'environment'>,
  repository: string,
  { payload, inputs, under = [] }: Job,
): Promise<Running> {
  const { folder, env } = await prepare({ environment, repository }, { payload, inputs });
  const [program = '', ...words] = [...under, process.execPath, entry];
  const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env });
  return { child, ended: end(child, env.GITHUB_OUTPUT).finally(() => rm(folder, { recursive: true, force: true })) };
}

/** Runs it to its end, in the fast suite as a thread. */
export async function finishAction(
  github: Pick<FakeGitHub, 'environment'>,
  repository: string,
  job: Job,
): Promise<Ended> {
  if (isLong) return (await runAction(github, repository, job)).ended;
  const { folder, env } = await prepare({ environment: github.environment, repository }, job);
  const ran = await executeThread(entry, env);
  const outputs = parseOutputs(await readFile(env.GITHUB_OUTPUT, 'utf8'));
  await rm(folder, { recursive: true, force: true });
  return { ...ran, outputs };
}

type Surroundings = Pick<FakeGitHub, 'environment'> & { readonly repository: string };

const prepare = async (
  { environment, repository }: Surroundings,
  { payload, inputs = {} }: Pick<Job, 'payload' | 'inputs'>,
) => {
  const folder = await mkdtemp(join(tmpdir(), 'action-'));
  const at = (name: string): string => join(folder, name);
  await writeFile(at('event.json'), JSON.stringify({ action: 'promote', branch: 'main', client_payload: payload }));
  for (const name of ['output', 'summary.md']) await writeFile(at(name), '');
  const env = {
    ...environment,
    INPUTS: JSON.stringify({ command: 'promote', token: 'token', ...inputs }),
    SOURCE_TOKEN: 'token',
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'repository_dispatch',
    GITHUB_EVENT_PATH: at('event.json'),
    GITHUB_OUTPUT: at('output'),
    GITHUB_STEP_SUMMARY: at('summary.md'),
    GITHUB_REPOSITORY: repository,
    GITHUB_REF: 'refs/heads/main',
    GITHUB_RUN_ID: '9001',
    GITHUB_RUN_NUMBER: '17',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_ACTOR: 'octocat',
    GITHUB_TRIGGERING_ACTOR: 'octocat',
    RUNNER_TEMP: folder,
  };
  return { folder, env };
};

const end = (child: ChildProcess, output: string): Promise<Ended> =>
  new Promise((resolve, reject) => {
    let [stdout, stderr] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject).on('close', (code) => {
      readFile(output, 'utf8').then(
        (text) => resolve({ code, stdout, stderr, outputs: code === null ? {} : parseOutputs(text) }),
        reject,
      );
    });
  });
