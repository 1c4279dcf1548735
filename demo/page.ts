import { wrap } from '../src/adapters/terminal/help.ts';
import { type Environment, type Output, paintFor } from '../src/adapters/terminal/terminal.ts';

/** Where the story is written: 80 columns, coloured on a terminal. */
export type Page = {
  readonly coloured: boolean;
  readonly title: (text: string) => void;
  /** A paragraph. */
  readonly say: (text: string) => void;
  /** The result of a run. */
  readonly outcome: (text: string) => void;
  readonly show: (text: string) => void;
  /** Lines that stay as they are, however long. */
  readonly quote: (text: string) => void;
};

const COLUMNS = 80;

export function pageOn(output: Output, environment: Environment): Page {
  const paint = paintFor(output, environment);
  const write = (...lines: readonly string[]): void => void output.write(`${lines.join('\n')}\n\n`);
  return {
    coloured: paint('bold', 'x') !== 'x',
    title: (text) => write('', paint('bold', text), paint('dim', '─'.repeat(text.length))),
    say: (text) => write(...paragraph(text)),
    outcome: (text) => write(...paragraph(`→ ${text}`).map((line) => paint('cyan', line))),
    show: (text) => write(...text.trimEnd().split('\n').flatMap(indented)),
    quote: (text) =>
      write(
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => `    ${line}`.trimEnd()),
      ),
  };
}

const paragraph = (text: string): string[] => wrap(text, COLUMNS).map((line) => line.trimStart());

const indented = (line: string): string[] => (line === '' ? [''] : wrap(`    ${line}`, COLUMNS));
