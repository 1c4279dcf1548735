import { diffLines, shownDiff } from '../../domain/report/diff.ts';
import { moodOf } from '../../domain/report/outcome.ts';
import type { Report } from '../../domain/report/schema.ts';
import { renderText } from '../../domain/report/text.ts';
import type { Log } from '../../ports.ts';
import { inertLines } from '../runner/lines.ts';
import { type Environment, type Output, type Paint, paintFor } from './colours.ts';
import { progressOn } from './progress.ts';
import { wrap } from './wrap.ts';

export type Terminal = {
  /** Progress on standard error, for people alone. */
  readonly log: Log;
  /** The report for people on standard output; other lines in its place, where there are some. */
  printReport(report: Report, instead?: readonly string[]): void;
  /** The report as JSON, and nothing else, on standard output. */
  printJson(report: Report): void;
  /** A unified diff on standard output: coloured and with every control character made visible for people, byte for byte for
   * a pipe, so that `git apply` takes it. */
  printDiff(diff: string): void;
};

export type Streams = { readonly stdout: Output; readonly stderr: Output };

/** The command line's edge. Within a job of GitHub Actions no line can be taken for a workflow command. */
export function terminal({ stdout, stderr }: Streams, environment: Environment): Terminal {
  const inJob = environment.GITHUB_ACTIONS === 'true';
  const lines = (text: string): string[] => (inJob ? inertLines(text) : shownDiff(text).split('\n'));
  const paint = paintFor(stdout, environment);
  return {
    log: progressOn({ output: stderr, environment, lines }),
    printReport: (report, instead) => {
      const text = instead?.join('\n') ?? flagsFor(renderText(report).replace(/\n$/, ''));
      const columns = stdout.isTTY === true ? stdout.columns : undefined;
      const [first = '', ...others] = lines(text).flatMap((line) =>
        columns === undefined ? line : wrap(line, columns),
      );
      const title = instead === undefined ? paint(moods[moodOf(report)], first) : first;
      for (const line of [title, ...others]) stdout.write(`${paintLine(paint, line)}\n`);
    },
    printJson: (report) => {
      stdout.write(`${calm(JSON.stringify(report, undefined, 2))}\n`);
    },
    printDiff: (diff) => {
      if (stdout.isTTY !== true && !inJob) stdout.write(diff);
      else stdout.write(shownTo(paint, diff, lines));
    },
  };
}

/** What is an input of the step is a flag here. */
const flagsFor = (text: string): string => text.replace(/\bthe input `(?=[a-z-]+`)/g, 'the flag `--');

const moods = { good: 'green', waiting: 'yellow', quiet: 'bold', bad: 'red' } as const;

const paintLine = (paint: Paint, line: string): string =>
  line.replace(/^(error|warning):/, (label, level: string) => paint(level === 'error' ? 'red' : 'yellow', label));

const diffColours = { header: 'bold', hunk: 'cyan', removed: 'red', added: 'green', same: undefined } as const;

const shownTo = (paint: Paint, diff: string, lines: (text: string) => string[]): string =>
  diffLines(shownDiff(diff))
    .map(({ kind, text }) => {
      const shown = lines(text).join(' ');
      const colour = diffColours[kind];
      return colour === undefined || shown === '' ? shown : paint(colour, shown);
    })
    .join('\n');

/** The same JSON without what a terminal or the runner would act upon; JSON itself escapes only the first 32 characters. */
const calm = (json: string): string =>
  json
    .replaceAll('##[', '#\\u0023[')
    .replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
