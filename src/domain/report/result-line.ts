/** One line of the log by which another workflow learns how a run ended. */

import { dig, isObject } from '../request/json.ts';
import type { Report } from './report-schema.ts';

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
  const [command, outcome, list] = [dig(value, 'command'), dig(value, 'outcome'), dig(value, 'environments')];
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
