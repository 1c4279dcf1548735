/** Writes the results of a run to the runner: outputs, summary, report and annotations. */

import { appendFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setOutput } from '@actions/core';
import { fail, type Violation } from '../../domain/errors.ts';
import { outputsOf, printResultLine } from '../../domain/report/action-outputs.ts';
import { annotationsOf } from '../../domain/report/annotations.ts';
import type { Section } from '../../domain/report/markdown.ts';
import { renderText } from '../../domain/report/plain-text.ts';
import { buildReport, type CommandResult, violationsOf } from '../../domain/report/report.ts';
import type { Report } from '../../domain/report/report-schema.ts';
import { renderSummary } from '../../domain/report/summary.ts';
import { quote } from '../../domain/text.ts';
import type { Log } from '../../ports.ts';
import { writeAnnotations } from './log.ts';

/** Sets the outputs of the step through the file that the runner named; without one, outside of a job, nothing happens.
 * @throws PromotionError `file-unwritable` when that file cannot be written, or a value holds the random delimiter. */
export function writeOutputs(outputs: Readonly<Record<string, string>>): void {
  const file = process.env.GITHUB_OUTPUT;
  if (!file) return;
  written(file, () => {
    for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
  });
}

/** Appends the summary to that of the step, and replaces one that was written before; does nothing without a file.
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

/** Where the report is whole for later steps, also one that is too large for an output or a variable; undefined outside of a
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

type Presented = {
  readonly result: CommandResult;
  readonly diff?: string | undefined;
  readonly access?: 'unrestricted' | undefined;
  readonly sections?: readonly Section[] | undefined;
  readonly lines?: readonly string[] | undefined;
};

type Stage = {
  readonly log: Log;
  /** Address of the GitHub server. */
  readonly server: string;
  /** The repository that the workflow runs in. */
  readonly repository: string | undefined;
};

type Shown = {
  readonly report: Report;
  /** Files of the runner that could not be written: later steps lack the results. */
  readonly unwritten: readonly Violation[];
};

/** Writes the result of a run to log, annotations, summary and outputs. A failure at one of them does not stop the others. */
export function present(
  { result, diff, access, sections, lines }: Presented,
  { log, server, repository }: Stage,
): Shown {
  const report = buildReport(result);
  const places = report.repository === repository ? 'here' : 'elsewhere';
  log.info(lines?.join('\n') ?? renderText(report).trimEnd());
  const marked = printResultLine(report);
  if (marked !== undefined) log.info(marked);
  if (diff) log.info(diff.trimEnd());
  writeAnnotations(annotationsOf(report, places));
  const { outputs, whole } = outputsOf(report, reportFile());
  const unwritten = [
    () => writeSummary(renderSummary(report, { server, diff, access, sections })),
    () => writeOutputs(outputs),
    () => writeReport(whole ?? outputs.report),
  ].flatMap(problemsOf);
  writeAnnotations(annotationsOf({ violations: unwritten, notices: [] }, places));
  return { report, unwritten };
}

/** Writes the summary of a run that continues; an unwritable file is reported at the end. */
export function preview({ result, sections }: Presented, { server }: Stage): void {
  problemsOf(() => writeSummary(renderSummary(buildReport(result), { server, sections })));
}

const problemsOf = (write: () => void): readonly Violation[] => {
  try {
    write();
    return [];
  } catch (error) {
    return violationsOf(error);
  }
};
