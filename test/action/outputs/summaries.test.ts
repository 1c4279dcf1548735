import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type Report, reportSchema } from '../../../src/domain/report/report-schema.ts';
import { commandsIn } from '../../adapters/runner/capture.ts';
import { renderPage } from '../../domain/report/page.ts';
import type { StepResult } from '../../runner/action.ts';
import { isLong } from '../../sample.ts';
import { type Scenario, scenarios } from './scenarios.ts';

/** A text as the page shows it: quotes have become code. */
const shown = (text: string): string =>
  text
    .replaceAll(/["\\`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const pageOf = ({ summary }: StepResult) => {
  const page = renderPage(summary);
  return { ...page, text: shown(page.text) };
};

/** Every violation is on the page, with its hint. */
const tellsProblems = ({ violations }: Report, text: string): void => {
  for (const { message, hint, path } of violations) {
    expect(text).toContain(shown(message));
    expect(text).toContain(shown(hint));
    expect(text).toContain(path ?? '');
  }
};

/** Each problem is an annotation, and the groups of the log are closed. */
const tellsRunner = ({ violations }: Report, stdout: string): void => {
  const commands = commandsIn(stdout);
  const errors = commands.filter(({ name }) => name === 'error');
  expect(errors.map(({ properties, data }) => [properties.title, data])).toEqual(
    violations.map(({ code, message, hint }) => [code, `${message} ${hint}`]),
  );
  const count = (wanted: string) => commands.filter(({ name }) => name === wanted).length;
  expect(count('group')).toBe(count('endgroup'));
};

const usual = ({ outcome }: Scenario): 0 | 1 =>
  ['refused', 'failed', 'failure', 'cancelled'].includes(outcome) ? 1 : 0;

/** Of each command the first end and the last in the fast suite, every one in the long suite. */
const examples = scenarios.filter(({ command }, at) => {
  const ends = scenarios.flatMap((other, index) => (other.command === command ? [index] : []));
  return isLong || at === ends[0] || at === ends.at(-1);
});

describe.concurrent('the summary of', { timeout: 120_000 }, () => {
  it.each(
    examples.map((scenario) => [`${scenario.command}, ${scenario.outcome}: ${scenario.when}`, scenario] as const),
  )('%s', async (_, scenario) => {
    const result = await scenario.run();
    const { html, rows, text } = pageOf(result);
    expect(result).toMatchObject({ code: scenario.code ?? usual(scenario), outputs: { outcome: scenario.outcome } });
    expect(html).toMatch(/^<h2>\S+ \S/);
    for (const words of scenario.says) {
      if (typeof words === 'string') expect(text).toContain(shown(words));
      else expect(text).toMatch(words);
    }
    expect(text).not.toMatch(/undefined|\[object|NaN/);
    expect(rows.filter((cells) => cells.every((cell) => cell === ''))).toEqual([]);
    const report = v.parse(reportSchema, JSON.parse(result.outputs.report ?? ''));
    expect(report).toMatchObject({ command: scenario.command, outcome: scenario.outcome });
    tellsProblems(report, text);
    tellsRunner(report, result.stdout);
    expect(result.stderr).toBe('');
  });

  it('every command with each of its outcomes', () => {
    const covered = new Set(scenarios.map(({ command, outcome }) => `${command} ${outcome}`));
    const ends: Record<string, string[]> = {
      promote: ['promoted', 'proposed', 'armed', 'unchanged', 'superseded', 'refused', 'failed'],
      rollback: ['promoted', 'proposed', 'unchanged', 'refused', 'failed'],
      check: ['built', 'missing', 'failed'],
      retag: ['tagged', 'unchanged', 'refused', 'failed'],
      dispatch: ['dispatched', 'success', 'failure', 'cancelled', 'unchanged', 'refused', 'failed'],
      status: ['reported', 'refused', 'failed'],
    };
    const all = Object.entries(ends).flatMap(([command, outcomes]) =>
      outcomes.map((outcome) => `${command} ${outcome}`),
    );
    expect(all.filter((end) => !covered.has(end))).toEqual([]);
  });
});
