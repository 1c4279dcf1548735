/** The outputs of the action, within the limits that GitHub has for them. */

import type { Report } from './report-schema.ts';

/** Bytes of UTF-8 that the output `report` may have; all outputs of a job share one MB. */
const LARGEST_REPORT = 512_000;

type OutputName =
  | 'outcome'
  | 'changed'
  | 'commit'
  | 'pull-request-number'
  | 'pull-request-url'
  | 'built'
  | 'missing'
  | 'digest'
  | 'report';

type Outputs = {
  readonly outputs: Readonly<Record<OutputName, string>>;
  /** The whole report, when the one of the outputs had to be cut: it belongs into the file that was named. */
  readonly whole?: string | undefined;
};

/** Every output of the action, empty where it does not apply to the command. `file` is where the whole report will stand
 * should it be too large; undefined where there is no such place. */
export function outputsOf(report: Report, file?: string): Outputs {
  const json = JSON.stringify(report);
  const fits = bytesOf(json) <= LARGEST_REPORT;
  const promotes = report.command === 'promote' || report.command === 'rollback';
  return {
    outputs: {
      outcome: report.outcome,
      changed: promotes ? String(report.changed) : '',
      commit: report.commit ?? '',
      'pull-request-number': report['pull-request-number'].join('\n'),
      'pull-request-url': report['pull-request-url'].join('\n'),
      built: report.built === undefined ? '' : String(report.built),
      missing: report.missing.join('\n'),
      digest: report.digest ?? '',
      report: fits ? json : JSON.stringify(cutReport(report, file)),
    },
    whole: fits ? undefined : json,
  };
}

/** The report with its long lists emptied and counted. */
function cutReport(report: Report, file?: string): Report {
  const { environments, violations, notices, images, missing, status, history } = report;
  const sum = (list: 'changes' | 'superseded') => environments.reduce((total, each) => total + each[list].length, 0);
  return {
    ...report,
    environments: [],
    violations: [],
    notices: [],
    images: [],
    missing: [],
    ...(status === undefined ? {} : { status: { ...status, images: [], frozen: [] } }),
    ...(history === undefined ? {} : { history: { ...history, entries: [] } }),
    cut: {
      environments: environments.length,
      changes: sum('changes'),
      superseded: sum('superseded'),
      violations: violations.length,
      notices: notices.length,
      images: images.length,
      missing: missing.length,
      ...(status === undefined ? {} : { status: status.images.length }),
      ...(history === undefined ? {} : { history: history.entries.length }),
      ...(file === undefined ? {} : { file }),
    },
  };
}

/** Length of the text in UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
