/** Progress, reports and diffs on a terminal, or for a pipe. */

import { dispositionOf, type Violation } from '../../domain/errors.ts';
import { outcomeSign } from '../../domain/report/outcome.ts';
import { diffLines, renderText, shownDiff } from '../../domain/report/plain-text.ts';
import type { Report } from '../../domain/report/report-schema.ts';
import type { Log } from '../../ports.ts';
import { inertLines } from '../runner/log.ts';
import { wrap } from './help.ts';

export type Terminal = {
  /** Progress on standard error, for people alone. */
  readonly log: Log;
  /** The report for people on standard output; other lines in its place, where there are some. */
  printReport(report: Report, instead?: readonly string[]): void;
  /** The report as JSON, and nothing else, on standard output. */
  printJson(report: Report): void;
  /** A table as CSV, and nothing else, on standard output; notices, or the report of a failure, on standard error. */
  printCsv(csv: string | undefined, report: Report): void;
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
      const text = instead?.join('\n') ?? textOf(report);
      const columns = stdout.isTTY === true ? stdout.columns : undefined;
      const [first = '', ...others] = lines(text).flatMap((line) =>
        columns === undefined ? line : wrap(line, columns),
      );
      const title = instead === undefined ? paint(moods[outcomeSign(report)], first) : first;
      stdout.write([title, ...others].map((line) => `${paintLine(paint, line)}\n`).join(''));
    },
    printJson: (report) => {
      stdout.write(`${calm(JSON.stringify(report, undefined, 2))}\n`);
    },
    printCsv: (csv, report) => {
      if (csv !== undefined)
        stdout.write(stdout.isTTY !== true && !inJob ? csv : `${lines(csv.replace(/\r\n/g, '\n')).join('\n')}\n`);
      const told = csv === undefined ? textOf(report) : noticeText(report);
      for (const line of lines(told.replace(/\n$/, ''))) if (line !== '') stderr.write(`${line}\n`);
    },
    printDiff: (diff) => {
      if (stdout.isTTY !== true && !inJob) stdout.write(diff);
      else stdout.write(shownTo(paint, diff, lines));
    },
  };
}

const noticeText = ({ notices }: Report): string => notices.map(({ message }) => `warning: ${message}`).join('\n');

/** Wrong usage is no failure of the command itself. */
const textOf = (report: Report): string => {
  const text = renderText(report).replace(/\n$/, '');
  const isUsage = report.violations.length > 0 && dispositionOf(report.violations as readonly Violation[]) === 'usage';
  return isUsage ? text.replace(/^.*/, 'Wrong usage') : text;
};

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

/** The same JSON without characters that a terminal or the runner would execute; JSON itself escapes only the first 32
 * characters. */
const calm = (json: string): string =>
  json
    .replaceAll('##[', '#\\u0023[')
    .replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);

/** A stream that may be a terminal, such as `process.stderr`. */
export type Output = { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };

export type Environment = Readonly<Record<string, string | undefined>>;

const codes = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const;

type Colour = keyof typeof codes;

/** Colours the text, or leaves it as it is. */
type Paint = (colour: Colour, text: string) => string;

/** Colours for a terminal, none for a pipe or a file, none where NO_COLOR is set (no-color.org) or the terminal is dumb. */
export function paintFor(output: Output, environment: Environment): Paint {
  const coloured = output.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
  return coloured ? (colour, text) => `\u001b[${codes[colour]}m${text}\u001b[0m` : (_, text) => text;
}

const SECOND = 1000;

/** Moves to the start of the line and clears it. */
const CLEARED = '\r\u001b[K';

type Progress = {
  readonly output: Output;
  readonly environment: Environment;
  /** Text of unknown origin as lines that a terminal shows as they are. */
  readonly lines: (text: string) => readonly string[];
};

/** Shows progress to people alone: on a terminal in one line that is gone when the work is done, as the report has the rest. A pipe or a file gets nothing. With RUNNER_DEBUG=1 everything is written down for good. */
function progressOn(progress: Progress): Log {
  const { output, environment } = progress;
  if (environment.RUNNER_DEBUG === '1') return transcript(progress);
  return output.isTTY === true && environment.TERM !== 'dumb' ? statusLine(progress) : silent;
}

const silent: Log = { info: () => {}, debug: () => {}, group: (_, step) => step() };

const transcript = ({ output, environment, lines }: Progress): Log => {
  const paint = paintFor(output, environment);
  const write = (text: string, colour?: Colour): void => {
    for (const line of lines(text)) output.write(`${colour === undefined ? line : paint(colour, line)}\n`);
  };
  return {
    info: (message) => write(message),
    debug: (message) => write(message, 'dim'),
    group: async (heading, step) => {
      write(heading, 'bold');
      return await step();
    },
  };
};

const statusLine = ({ output, environment, lines }: Progress): Log => {
  const paint = paintFor(output, environment);
  const show = (text: string): void => {
    const [line = ''] = lines(text);
    const room = (output.columns ?? 80) - 1;
    const characters = [...line];
    const fitting = characters.length > room ? `${characters.slice(0, room - 1).join('')}…` : line;
    output.write(`${CLEARED}${paint('dim', fitting)}`);
  };
  const current = { text: '', start: 0 };
  return {
    info: (message) => {
      current.text = message;
      show(message);
    },
    debug: () => {},
    group: async (heading, step) => {
      Object.assign(current, { text: heading, start: Date.now() });
      show(`${heading}…`);
      const passed = () => Math.round((Date.now() - current.start) / SECOND);
      const ticking = setInterval(() => show(`${current.text}… ${passed()} s`), SECOND);
      ticking.unref();
      try {
        return await step();
      } finally {
        clearInterval(ticking);
        output.write(CLEARED);
      }
    },
  };
};
