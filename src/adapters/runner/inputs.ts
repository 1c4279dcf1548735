/** The inputs of the step, its event, and the report of an earlier step. */

import { readFile } from 'node:fs/promises';
import { fail } from '../../domain/errors.ts';
import type { TriggerEvent } from '../../domain/request/event.ts';
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

/** The event that started the workflow, as the runner wrote it to a file. */
export async function readEvent({ GITHUB_EVENT_NAME, GITHUB_EVENT_PATH }: Environment): Promise<TriggerEvent> {
  const name = GITHUB_EVENT_NAME ?? '';
  if (!GITHUB_EVENT_PATH) return { name, payload: {} };
  const text = await readFile(GITHUB_EVENT_PATH, 'utf8').catch(() => '');
  const payload = parsed(text);
  if (payload !== undefined) return { name, payload };
  return fail(
    'payload-invalid',
    `The event of this run (${quote(GITHUB_EVENT_PATH)}) is not JSON.`,
    'Check GITHUB_EVENT_PATH, which the runner sets to the file with the event.',
  );
}

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
