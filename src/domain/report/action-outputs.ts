/** The outputs of the action, within the limits that GitHub has for them, and the line of the log by which another workflow learns how a
 * run ended. */

import { isObject, ownValueAt } from '../request/json.ts';
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

/** The result of one command, for another workflow that waits for the run. */
export type ResultLine = {
  readonly command: string;
  readonly outcome: string;
  readonly environments: readonly { readonly product: string; readonly name: string; readonly outcome: string }[];
};

const MARK = 'image-promotion-result: ';
/** Characters of a line; a longer line keeps its outcome and loses its environments. */
const LONGEST = 60_000;
const MOST_ENVIRONMENTS = 200;

/** One line of the log that says how the command ended; undefined for commands that no workflow waits for. */
export function printResultLine(report: Report): string | undefined {
  const { command, outcome } = report;
  if (command !== 'promote' && command !== 'rollback' && command !== 'await') return undefined;
  const line = (environments: ResultLine['environments']): string =>
    `${MARK}${JSON.stringify({ command, outcome, environments })}`;
  const whole = line(environmentsOf(report));
  return whole.length <= LONGEST ? whole : line([]);
}

const environmentsOf = ({ command, environments, awaited = [] }: Report): ResultLine['environments'] =>
  command === 'await'
    ? awaited.map(({ product, environment, state }) => ({ product, name: environment, outcome: state }))
    : environments.map(({ product, name, outcome }) => ({ product, name, outcome }));

/** Every result in a job's log, in its order. A line begins with the time that GitHub puts before it. Anybody whose step runs in the
 * job can print such a line, so it is text to be shown and decides nothing. */
export function parseResultLines(log: string): ResultLine[] {
  return log.split(/\r?\n/).flatMap((line) => {
    const [, json] = /^(?:\ufeff?\d{4}-\d\d-\d\dT[\d:.]+Z )?image-promotion-result: (\{.*\})$/.exec(line) ?? [];
    return json === undefined || json.length > LONGEST ? [] : (resultIn(json) ?? []);
  });
}

const resultIn = (json: string): ResultLine | undefined => {
  const value = parsed(json);
  const [command, outcome, list] = [
    ownValueAt(value, 'command'),
    ownValueAt(value, 'outcome'),
    ownValueAt(value, 'environments'),
  ];
  if (typeof command !== 'string' || typeof outcome !== 'string' || !Array.isArray(list)) return undefined;
  const environments = list.filter(isObject).map(({ product, name, outcome: own }) => ({
    product: String(product),
    name: String(name),
    outcome: String(own),
  }));
  return { command, outcome, environments: environments.slice(0, MOST_ENVIRONMENTS) };
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};
