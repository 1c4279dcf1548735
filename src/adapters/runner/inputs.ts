/** The inputs of the step, its event, and the report of an earlier step. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
// The package's entry would bring an HTTP client along, and reads the event while it is loaded.
import { Context } from '../../../node_modules/@actions/github/lib/context.js';
import { fail } from '../../domain/errors.ts';
import type { RunContext, TriggerEvent } from '../../domain/request/event.ts';
import { quote } from '../../domain/text.ts';
import { reportFile } from './outputs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The inputs of the step, which action.yml hands over as JSON in the variable INPUTS.
 * @throws PromotionError `input-missing` outside of the action. */
export function readStep({ INPUTS }: Environment): Readonly<Record<string, string>> {
  const value = parsed(INPUTS ?? '');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail(
      'input-missing',
      'The variable INPUTS does not hold the inputs of a step.',
      'Run this as the step of a workflow that uses the action; on a machine of your own, run dist/cli.js.',
    );
  }
  return Object.fromEntries(Object.entries(value).map(([name, input]) => [name, String(input ?? '')]));
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The facts of the run, and the event that started it: read on demand, because the event may be missing or broken. */
export type Runner = { readonly run: RunContext; readonly event: () => TriggerEvent };

/** The runner's context as @actions/github reads it from the variables and the file with the event. Where that class fills in an
 * address of github.com, throws or gives NaN, the fact is undefined here. A file with the event that is missing or no JSON leaves
 * the other facts as they are, so that the failure can be reported in full. */
export function readRunner(): Runner {
  const { context, isBroken } = openContext();
  const { env } = process;
  const run: RunContext = {
    repository: env.GITHUB_REPOSITORY ? `${context.repo.owner}/${context.repo.repo}` : undefined,
    repositoryId: env.GITHUB_REPOSITORY_ID || undefined,
    ref: context.ref || undefined,
    sha: context.sha || undefined,
    workflowRef: env.GITHUB_WORKFLOW_REF || undefined,
    runId: integer(context.runId),
    runNumber: integer(context.runNumber),
    runAttempt: integer(context.runAttempt),
    actor: context.actor || undefined,
    triggeringActor: env.GITHUB_TRIGGERING_ACTOR || undefined,
    serverUrl: context.serverUrl || undefined,
    apiUrl: context.apiUrl || undefined,
    // The default of the class is of github.com, also on a server that names only its other addresses.
    graphqlUrl: env.GITHUB_GRAPHQL_URL ? context.graphqlUrl : undefined,
  };
  const event = (): TriggerEvent =>
    isBroken ? failEvent() : { name: context.eventName ?? '', payload: context.payload };
  return { run, event };
}

type OpenedContext = { readonly context: Context; readonly isBroken: boolean };

/** The class prints a line about a missing file and goes on with an empty event; it throws for one that is not JSON. */
const openContext = (): OpenedContext => {
  const { GITHUB_EVENT_PATH: path } = process.env;
  if (!path || existsSync(path)) {
    try {
      return { context: new Context(), isBroken: false };
    } catch {
      // Handled below, as a missing file is.
    }
  }
  delete process.env.GITHUB_EVENT_PATH;
  try {
    return { context: new Context(), isBroken: true };
  } finally {
    process.env.GITHUB_EVENT_PATH = path;
  }
};

const integer = (value: number): number | undefined => (Number.isSafeInteger(value) ? value : undefined);

const failEvent = (): never =>
  fail(
    'payload-invalid',
    `The event of this run (${quote(process.env.GITHUB_EVENT_PATH ?? '')}) is not JSON.`,
    'Check GITHUB_EVENT_PATH, which the runner sets to the file with the event.',
  );

/** The report that await is given: JSON, a path, or nothing for the file that an earlier step of the job has written.
 * @throws PromotionError `report-invalid` for a file that cannot be read */
export async function readReport(given: string | undefined): Promise<string> {
  if (given?.startsWith('{')) return given;
  const file = given ?? reportFile();
  try {
    if (file === undefined) throw new Error('RUNNER_TEMP is not set');
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(
      'report-invalid',
      `The report of the promotion cannot be read: ${quote(reason)}.`,
      'In another job, make the output `report` of the step that promoted an output of its job, and pass it in `report`.',
    );
  }
}
