import type { Violation } from '../../domain/errors.ts';
import { annotationsOf } from '../../domain/report/annotations.ts';
import { outputsOf } from '../../domain/report/outputs.ts';
import { buildReport, type Result, violationsOf } from '../../domain/report/report.ts';
import { printResultLine } from '../../domain/report/result-line.ts';
import type { Report } from '../../domain/report/schema.ts';
import type { Section } from '../../domain/report/sections.ts';
import { renderSummary } from '../../domain/report/summary.ts';
import { renderText } from '../../domain/report/text.ts';
import type { Log } from '../../ports.ts';
import { writeAnnotations } from './annotate.ts';
import { reportFile, writeOutputs, writeReport, writeSummary } from './files.ts';

export type Presented = {
  readonly result: Result;
  readonly diff?: string | undefined;
  readonly access?: 'unrestricted' | undefined;
  readonly sections?: readonly Section[] | undefined;
  readonly lines?: readonly string[] | undefined;
};

export type Stage = {
  readonly log: Log;
  /** Address of the GitHub server. */
  readonly server: string;
  /** The repository that the workflow runs in. */
  readonly repository: string | undefined;
};

export type Shown = {
  readonly report: Report;
  /** Files of the runner that did not take what they are for: later steps do not learn what happened. */
  readonly unwritten: readonly Violation[];
};

/** Shows how a run ended wherever people and later steps look: log, annotations, summary, outputs. What one place does not take
 * stands in the others. */
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

/** Writes the summary of a run that goes on; a file that does not take it is told at the end. */
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
