import { diffLines, shownDiff } from '../../domain/report/diff.ts';
import type { Report } from '../../domain/report/schema.ts';
import { renderText } from '../../domain/report/text.ts';
import type { Log } from '../../ports.ts';
import { inertLines } from '../runner/lines.ts';
import { type Colour, type Environment, type Output, type Paint, paintFor } from './colours.ts';

export type Terminal = {
  /** Progress on standard error. */
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

/** The command line's edge. Debug lines appear with RUNNER_DEBUG=1. Within a job of GitHub Actions no line can be taken for a
 * workflow command. */
export function terminal({ stdout, stderr }: Streams, environment: Environment): Terminal {
  const inJob = environment.GITHUB_ACTIONS === 'true';
  const lines = (text: string): string[] => (inJob ? inertLines(text) : shownDiff(text).split('\n'));
  const tell = (text: string, paint: Paint, colour?: Colour): void => {
    for (const line of lines(text)) stderr.write(`${colour === undefined ? line : paint(colour, line)}\n`);
  };
  const paintError = paintFor(stderr, environment);
  const paint = paintFor(stdout, environment);
  return {
    log: {
      info: (message) => tell(message, paintError),
      debug: (message) => {
        if (environment.RUNNER_DEBUG === '1') tell(message, paintError, 'dim');
      },
      group: async (heading, step) => {
        tell(heading, paintError, 'bold');
        return await step();
      },
    },
    printReport: (report, instead) => {
      const text = instead?.join('\n') ?? renderText(report).replace(/\n$/, '');
      for (const line of lines(text)) stdout.write(`${paintLine(paint, line)}\n`);
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
