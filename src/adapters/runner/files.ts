import { appendFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setOutput } from '@actions/core';
import { fail } from '../../domain/errors.ts';
import { quote } from '../../domain/text.ts';

/** Sets the outputs of the step through the file that the runner named; without one, outside of a job, nothing happens.
 * @throws PromotionError `file-unwritable` when that file cannot be written, or a value holds the random delimiter. */
export function writeOutputs(outputs: Readonly<Record<string, string>>): void {
  const file = process.env.GITHUB_OUTPUT;
  if (!file) return;
  written(file, () => {
    for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
  });
}

/** Puts the summary at the end of that of the step, in place of one that was written before; without a file for it, nothing
 * happens.
 * @throws PromotionError `file-unwritable` */
export function writeSummary(markdown: string): void {
  const file = process.env.GITHUB_STEP_SUMMARY;
  if (!file) return;
  written(file, () => {
    if (before?.file === file) truncateSync(file, before.size);
    else before = { file, size: statSync(file, { throwIfNoEntry: false })?.size ?? 0 };
    appendFileSync(file, `${markdown}\n`);
  });
}

/** The size of the file before our summary. */
let before: { readonly file: string; readonly size: number } | undefined;

/** Where the report stands whole for later steps, also one that is too large for an output or a variable; undefined outside of a
 * job. */
export function reportFile(): string | undefined {
  const folder = process.env.RUNNER_TEMP;
  return folder ? join(folder, 'promotion-report.json') : undefined;
}

/** @throws PromotionError `file-unwritable` */
export function writeReport(json: string): void {
  const file = reportFile();
  if (file !== undefined) written(file, () => writeFileSync(file, json));
}

const written = (file: string, write: () => void): void => {
  try {
    write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fail(
      'file-unwritable',
      `The runner's file ${quote(file)} cannot be written: ${quote(reason)}.`,
      'Check the disk of the runner and what sets the variable of that file. The log of this step says what was done.',
    );
  }
};
