/** A small runner of workflows: validates them with GitHub's own parser, evaluates their conditions and contexts, and
 * executes the steps that use this action, and scripts where there is a shell. Steps of others are not executed, and said so. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { convertWorkflowTemplate } from '@actions/workflow-parser/model/convert';
import { NoOperationTraceWriter } from '@actions/workflow-parser/templates/trace-writer';
import { parseWorkflow } from '@actions/workflow-parser/workflows/workflow-parser';
import { parse } from 'yaml';
import { parseOutputs, type StepResult } from './action.ts';
import { type Contexts, evaluate, holds, type Status } from './expressions.ts';

type Texts = Readonly<Record<string, string>>;

export type Step = {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Texts;
  readonly 'continue-on-error'?: boolean;
};

export type WorkflowJob = {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly permissions?: Texts;
  readonly outputs?: Texts;
  readonly concurrency?: { readonly group: string; readonly queue?: string };
  readonly strategy?: { readonly matrix?: Readonly<Record<string, readonly unknown[]>> };
  readonly steps: readonly Step[];
};

export type Workflow = {
  readonly file: string;
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>> & {
    readonly workflow_run?: { readonly workflows: readonly string[] };
  };
  readonly permissions?: Texts;
  readonly concurrency?: { readonly group: string; readonly queue?: string };
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
};

/** Reads a workflow; `edit` changes its text, such as the host of a registry.
 * @throws Error with all that GitHub would find wrong with it */
export async function readWorkflow(path: string, edit = (text: string): string => text): Promise<Workflow> {
  const content = edit(await readFile(path, 'utf8'));
  const problems = await problemsOf(path, content);
  if (problems.length > 0) throw new Error(`${path}:\n${problems.join('\n')}`);
  return { file: basename(path), ...parse(content) };
}

/** GitHub's errors about the workflow. */
export async function problemsOf(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  const template = value === undefined ? undefined : await convertWorkflowTemplate(context, value);
  const converted = template?.errors?.map((error) => error.Message) ?? [];
  return [...new Set([...context.errors.getErrors().map((error) => error.message), ...converted])];
}

/** The inputs and surroundings of a step of this action. */
export type Started = {
  readonly with: Texts;
  readonly environment: Texts;
  readonly token: string;
  /** Permissions of the job. */
  readonly permissions: Texts;
};

export type World = {
  readonly event: { readonly name: string; readonly payload: unknown };
  readonly github: Texts;
  readonly secrets: Texts;
  readonly vars: Texts;
  /** The token of a job with these permissions. */
  readonly token: (permissions: Texts) => string;
  readonly execute: (started: Started) => Promise<StepResult>;
  /** The environment of scripts; without it they are not executed. */
  readonly shell?: Texts;
  /** Outputs that a step of others would have. */
  readonly pretend: (step: Step & { readonly with: Texts }) => Texts;
};

export type Told = {
  readonly job: string;
  readonly step: string;
  /** `not taken`: its condition does not hold. `not ours`: somebody else's, which this runner does not execute. */
  readonly what: 'executed' | 'not taken' | 'not ours';
  readonly result?: StepResult;
};

/** This action, also in a copy of the user's organization. */
export const isOurs = ({ uses = '' }: Step): boolean => /^(?:OWNER|acme)\/image-promotion@/.test(uses);

/** Runs all jobs of the workflow, one after the other, and returns the result of each step. */
export async function runWorkflow(workflow: Workflow, world: World): Promise<Told[]> {
  const told: Told[] = [];
  const results: Record<string, Status> = {};
  const outputs: Record<string, Texts> = {};
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const needs = [job.needs ?? []].flat();
    const status = needs.every((need) => results[need] === 'success') ? 'success' : 'failure';
    const known = needs.map((need) => [need, { result: results[need] ?? 'skipped', outputs: outputs[need] ?? {} }]);
    const contexts = { ...contextsOf(workflow, job, world), needs: Object.fromEntries(known) };
    if (!holds(job.if, contexts, status)) continue;
    results[name] = 'success';
    for (const matrix of combinations(job.strategy?.matrix ?? {})) {
      const run = await runJob({ name, job, world, contexts: { ...contexts, matrix } }, workflow);
      told.push(...run.told);
      outputs[name] = run.outputs;
      if (run.status === 'failure') results[name] = 'failure';
    }
  }
  return told;
}

type JobRun = { readonly name: string; readonly job: WorkflowJob; readonly world: World; readonly contexts: Contexts };

const runJob = async (run: JobRun, workflow: Workflow) => {
  const temporary = await mkdtemp(join(tmpdir(), 'job-'));
  try {
    return await runSteps(run, workflow, temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
};

const runSteps = async ({ name, job, world, contexts }: JobRun, workflow: Workflow, temporary: string) => {
  const told: Told[] = [];
  const steps: Record<string, StepOutcome> = {};
  const permissions = job.permissions ?? workflow.permissions ?? {};
  let status: Status = 'success';
  for (const [index, step] of job.steps.entries()) {
    const here = { job: name, step: step.id ?? step.uses ?? step.name ?? `step ${index + 1}` };
    const known = { ...contexts, steps };
    if (!holds(step.if, known, status)) {
      told.push({ ...here, what: 'not taken' });
      continue;
    }
    const given = { ...step, with: textsOf(step.with, known), env: textsOf(step.env, known) };
    const { result, ...ended } = await runStep(given, { world, permissions, temporary });
    if (ended.outcome === 'failure' && step['continue-on-error'] !== true) status = 'failure';
    if (step.id !== undefined) steps[step.id] = ended;
    told.push({ ...here, what: result === undefined ? 'not ours' : 'executed', ...(result && { result }) });
  }
  return { told, status, outputs: textsOf(job.outputs, { ...contexts, steps }) };
};

type Given = Step & { readonly with: Texts; readonly env: Texts };
type StepOutcome = { readonly outputs: Texts; readonly outcome: Status };

const runStep = async (
  step: Given,
  { world, permissions, temporary }: { readonly world: World; readonly permissions: Texts; readonly temporary: string },
): Promise<StepOutcome & { readonly result?: StepResult }> => {
  if (step.run !== undefined && world.shell !== undefined) {
    return endedWith(await runScript(step.run, { ...world.shell, ...step.env, RUNNER_TEMP: temporary }));
  }
  if (!isOurs(step)) return { outputs: world.pretend(step), outcome: 'success' };
  const token = world.token(permissions);
  const environment = { ...step.env, RUNNER_TEMP: temporary };
  return endedWith(await world.execute({ with: step.with, environment, token, permissions }));
};

const endedWith = (result: StepResult): StepOutcome & { readonly result: StepResult } => ({
  outputs: result.outputs,
  outcome: result.code === 0 ? 'success' : 'failure',
  result,
});

/** As the runner does without `shell`: bash -e. */
const runScript = async (script: string, environment: Texts): Promise<StepResult> => {
  const output = join(environment.RUNNER_TEMP ?? '', 'output');
  await writeFile(output, '');
  const { status, stdout, stderr } = await finished('bash', ['-e', '-c', script], {
    ...environment,
    GITHUB_OUTPUT: output,
  });
  return { code: status, stdout, stderr, outputs: parseOutputs(await readFile(output, 'utf8')), summary: '' };
};

const finished = (program: string, args: readonly string[], env: Texts) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve, reject) => {
    execFile(program, args, { env }, (error, stdout, stderr) => {
      if (typeof error?.code === 'string') reject(error);
      else resolve({ status: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });

const contextsOf = (workflow: Workflow, job: WorkflowJob, world: World): Contexts => ({
  github: {
    ...world.github,
    token: world.token(job.permissions ?? workflow.permissions ?? {}),
    event_name: world.event.name,
    event: world.event.payload,
    repository_owner: world.github.repository?.split('/')[0],
  },
  inputs: (world.event.payload as { inputs?: unknown }).inputs ?? {},
  secrets: world.secrets,
  vars: world.vars,
  matrix: {},
  steps: {},
});

const textsOf = (values: Readonly<Record<string, unknown>> = {}, contexts: Contexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, evaluate(String(value), contexts, 'success')]),
  );

const combinations = (matrix: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown>[] =>
  Object.entries(matrix).reduce<Record<string, unknown>[]>(
    (found, [name, values]) => found.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
