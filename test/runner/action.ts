/** A small runner: executes a composite action's run steps as GitHub's does, as processes in a clean environment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { parseAction } from '@actions/workflow-parser/actions/index';
import { NoOperationTraceWriter } from '@actions/workflow-parser/templates/trace-writer';
import { parse } from 'yaml';
import { type Contexts, evaluate } from './expressions.ts';

type Input = { readonly description: string; readonly default?: string; readonly required?: boolean };
type Step = {
  readonly id: string;
  readonly shell: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
};

export type ActionFile = {
  readonly directory: string;
  readonly inputs: Readonly<Record<string, Input>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};

const warm = join(import.meta.dirname, 'warm.js');
const actions = new Map<string, Promise<ActionFile>>();

/** Reads action.yml and holds it against GitHub's own schema, once for each file. */
export function readAction(path: string): Promise<ActionFile> {
  const action = actions.get(path) ?? readActionFile(path);
  actions.set(path, action);
  return action;
}

const readActionFile = async (path: string): Promise<ActionFile> => {
  const content = await readFile(path, 'utf8');
  const { context } = parseAction({ name: path, content }, new NoOperationTraceWriter());
  const problems = context.errors.getErrors().map((error) => error.message);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { directory: dirname(path), ...parse(content) };
};

export type Job = {
  readonly with?: Readonly<Record<string, string>>;
  readonly event: { readonly name: string; readonly payload: unknown };
  /** Of the `github` context: token, repository, ref, sha, … and the values that the runner derives. */
  readonly github: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** A signal that the process gets as soon as the log says this, or something else has happened. */
  readonly ending?: { readonly signal: NodeJS.Signals; readonly at: string | Promise<unknown> };
  /** A thread runs dist/index.js with the environment of the step, without its shell and without starting Node.js for it: a tenth of
   * the work. It has no signals and no working directory of its own. */
  readonly as?: 'process' | 'thread';
};

export type StepResult = {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
};

/** Runs the one step of the action. */
export async function runAction(action: ActionFile, job: Job): Promise<StepResult> {
  const [step] = action.runs.steps;
  if (step === undefined) throw new Error('The action has no step.');
  const folder = await mkdtemp(join(tmpdir(), 'runner-'));
  try {
    const files = await prepare(folder, job, step);
    const environment = { ...environmentOf(action, job, files), ...stepEnvironment(action, job, step) };
    const process =
      job.as === 'thread'
        ? await executeThread(join(action.directory, 'dist/index.js'), environment)
        : await execute(files.script, folder, { environment, ending: job.ending });
    const outputs = parseOutputs(await readFile(files.output, 'utf8'));
    return {
      ...process,
      outputs: actionOutputs(action, step, outputs),
      summary: await readFile(files.summary, 'utf8'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Files = Readonly<Record<'script' | 'event' | 'output' | 'summary' | 'temp' | 'env', string>>;

const prepare = async (folder: string, job: Job, step: Step): Promise<Files> => {
  if (step.shell !== 'bash') throw new Error(`The shell ${step.shell} is not known to this runner.`);
  const at = (name: string) => join(folder, name);
  const files = {
    script: at('step.sh'),
    event: at('event.json'),
    output: at('output'),
    summary: at('summary.md'),
    env: at('env'),
    temp: at('temp'),
  };
  await mkdir(files.temp);
  await writeFile(files.script, step.run);
  await writeFile(files.event, JSON.stringify(job.event.payload));
  for (const file of [files.output, files.summary, files.env]) await writeFile(file, '');
  return files;
};

const environmentOf = (action: ActionFile, job: Job, files: Files): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: files.temp,
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_ACTION_PATH: action.directory,
  GITHUB_EVENT_NAME: job.event.name,
  GITHUB_EVENT_PATH: files.event,
  GITHUB_OUTPUT: files.output,
  GITHUB_STEP_SUMMARY: files.summary,
  GITHUB_ENV: files.env,
  GITHUB_WORKSPACE: files.temp,
  RUNNER_TEMP: files.temp,
  ...Object.fromEntries(
    Object.entries(job.github)
      .filter(([name]) => name !== 'token')
      .map(([name, value]) => [`GITHUB_${name.toUpperCase()}`, value]),
  ),
  ...job.environment,
});

const stepEnvironment = (action: ActionFile, job: Job, step: Step): Record<string, string> => {
  const contexts: Contexts = { github: job.github, inputs: inputsOf(action, job) };
  return Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluate(value, contexts)]));
};

const inputsOf = (action: ActionFile, job: Job): Record<string, string> =>
  Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [
      name,
      job.with?.[name] ?? evaluate(String(input.default ?? ''), { github: job.github }),
    ]),
  );

type Ran = Pick<StepResult, 'code' | 'stdout' | 'stderr'>;
type Execution = { readonly environment: Record<string, string>; readonly ending: Job['ending'] };

const execute = (script: string, folder: string, { environment, ending }: Execution) =>
  new Promise<Ran>((resolve, reject) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    if (typeof ending?.at === 'object') void ending.at.then(() => child.kill(ending.signal));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (typeof ending?.at === 'string' && stdout.includes(ending.at)) child.kill(ending.signal);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject).on('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });

/** Threads that are between two runs. */
const idle: Worker[] = [];

/** Runs the built action in a thread. */
export const executeThread = async (entry: string, environment: Record<string, string>): Promise<Ran> => {
  const thread = idle.pop() ?? new Worker(warm, { env: {}, execArgv: [] });
  thread.unref();
  thread.postMessage({ entry, environment });
  const [ran] = await once(thread, 'message');
  idle.push(thread);
  return ran;
};

/** The file format of GITHUB_OUTPUT: `name=value`, or `name<<delimiter`, lines, `delimiter`. */
export function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  while (lines.length > 0) {
    const line = lines.shift() ?? '';
    const [, name, delimiter] = /^([^=<]+)<<(.+)$/.exec(line) ?? [];
    if (name !== undefined && delimiter !== undefined) {
      const end = lines.indexOf(delimiter);
      if (end < 0) throw new Error(`The delimiter ${delimiter} is not found.`);
      outputs[name] = lines
        .splice(0, end + 1)
        .slice(0, -1)
        .join('\n');
    } else if (line !== '') {
      const equals = line.indexOf('=');
      if (equals < 1) throw new Error(`Not an output: ${line}`);
      outputs[line.slice(0, equals)] = line.slice(equals + 1);
    }
  }
  return outputs;
}

const actionOutputs = (action: ActionFile, step: Step, outputs: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(action.outputs).map(([name, output]) => [
      name,
      evaluate(output.value, { steps: { [step.id]: { outputs } } }),
    ]),
  );
