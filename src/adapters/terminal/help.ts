/** The help texts of the command line, wrapped to the width of the terminal. */

import { flagsOf, isInput, isOption, optionTable } from '../../domain/request/arguments.ts';
import { type Command, inputTable, localCommands } from '../../domain/request/input-table.ts';

const PURPOSES: Readonly<Partial<Record<Command, string>>> = {
  promote: 'rewrite image tags in the manifests of a checkout',
  rollback: 'bring back what ran before',
  status: 'show what runs where',
  check: 'ask the registry whether images exist',
  retag: 'give an image further tags',
};

const WIDTH = 22;

const MARGINAL = 20;

/** How to use the command line, or one of its commands, within so many columns where there is a limit. */
export function printHelp(command: Command | undefined, columns = Number.POSITIVE_INFINITY): string {
  const lines = command === undefined ? overview(columns) : usage(command, columns);
  return `${lines.join('\n')}\n`;
}

const overview = (columns: number): string[] => [
  'Usage: node dist/cli.js COMMAND [--FLAG VALUE]…',
  '',
  'Commands:',
  ...localCommands.flatMap((command) => row(command, PURPOSES[command] ?? '', columns)),
  '',
  ...wrap(
    'node dist/cli.js COMMAND --help shows the flags of a command. Lists repeat their flag or take commas.',
    columns,
  ),
  'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused.',
];

const usage = (command: Command, columns: number): string[] => [
  `Usage: node dist/cli.js ${command} [--FLAG VALUE]…`,
  '',
  `${command}: ${PURPOSES[command] ?? ''}`,
  '',
  ...flagsOf(command).flatMap((name) => row(`--${name}`, describe(name), columns)),
];

const describe = (name: string): string => {
  if (isInput(name)) return sentence(inputTable[name]);
  return isOption(name) ? sentence(optionTable[name]) : '';
};

type Described = { readonly description: string; readonly fallback?: string };

const sentence = ({ description, fallback }: Described): string =>
  (fallback === undefined ? description : `${description} Default: ${fallback}.`).replaceAll('`', '');

/** The description stays in its column. */
const row = (label: string, description: string, columns: number): string[] => {
  const margin = `  ${label}`.padEnd(WIDTH + 2);
  const room = Math.max(columns - margin.length, MARGINAL);
  const [first = '', ...others] = wrap(description, room, '');
  return [`${margin}${first}`, ...others.map((line) => `${' '.repeat(margin.length)}${line}`)];
};
/** Breaks a line at its blanks, so that each part fits the columns and stands a little deeper than the first, or by `further`. A
 * word that is too long alone, such as a path, stays whole: it is to be copied. */
export function wrap(line: string, columns: number, further = '  '): string[] {
  if (lengthOf(line) <= columns) return [line];
  const [indent = ''] = /^ */.exec(line) ?? [];
  const deeper = `${indent}${further}`;
  const lines: string[] = [];
  let current = '';
  for (const word of line.slice(indent.length).split(' ')) {
    const start = lines.length === 0 ? indent : deeper;
    const longer = current === '' ? `${start}${word}` : `${current} ${word}`;
    if (current !== '' && lengthOf(longer) > columns) {
      lines.push(current);
      current = `${deeper}${word}`;
    } else current = longer;
  }
  return [...lines, current];
}

const lengthOf = (text: string): number => [...text].length;
