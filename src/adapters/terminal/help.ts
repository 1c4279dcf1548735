/** The help texts of the command line, wrapped to the width of the terminal. */

import { flagsOf, isInput, isOption, optionTable } from '../../domain/request/arguments.ts';
import { type Command, type InputName, inputTable, localCommands } from '../../domain/request/input-table.ts';

const PURPOSES: Readonly<Record<(typeof localCommands)[number], string>> = {
  promote: 'rewrite image tags in the manifests of a checkout',
  rollback: 'bring back what ran before',
  status: 'show what runs where',
  history: 'show what reached which environment, and when',
  validate: 'check configuration and manifests before a promotion',
  check: 'ask the registry whether images exist',
  retag: 'give an image further tags',
};

const WIDTH = 22;

const MARGINAL = 20;

/** How to use the command line, or one of its commands, within so many columns where there is a limit. */
export function printHelp(command: Command | undefined, columns = Number.POSITIVE_INFINITY): string {
  const lines = command === undefined ? overview(columns) : linesOf(command, columns);
  return `${lines.join('\n')}\n`;
}

const linesOf = (command: Command, columns: number): string[] =>
  localCommands.some((candidate) => candidate === command)
    ? usage(command, columns)
    : [`The command ${command} runs in a workflow only: use it as a step.`, '', ...overview(columns)];

const overview = (columns: number): string[] => [
  'Usage: node dist/cli.js COMMAND [--FLAG VALUE]…',
  '',
  'Commands:',
  ...localCommands.flatMap((command) => row(command, PURPOSES[command], columns)),
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
  `${command}: ${purposeOf(command)}`,
  '',
  ...flagsOf(command).flatMap((name) => row(`--${name}`, describe(name, command), columns)),
];

const purposeOf = (command: Command): string => {
  const local = localCommands.find((candidate) => candidate === command);
  return local === undefined ? '' : PURPOSES[local];
};

type Described = { readonly description: string; readonly fallback?: string };

/** Where a checkout differs from a workflow. */
const here: Readonly<Partial<Record<InputName, Described>>> = {
  delivery: {
    description: 'commit also makes a git commit, with the lines that later runs decide by.',
    fallback: 'the files change, and nothing is committed',
  },
};

const describe = (name: string, command: Command): string => {
  if (isInput(name)) return sentence(here[name] ?? inputTable[name], { name, command });
  return isOption(name) ? sentence(optionTable[name], { name, command }) : '';
};

type FlagOf = { readonly name: string; readonly command: Command };

const sentence = ({ description, fallback }: Described, flag: FlagOf): string => {
  const text = fallback === undefined ? description : `${description} ${fallbackFor(fallback, flag)}.`;
  return text.replaceAll('`', '');
};

/** Of `general; check and dispatch: other` the part for the command. There is no event on the command line, but a payload. */
const fallbackFor = (fallback: string, { name, command }: FlagOf): string => {
  const [general = '', ...parts] = fallback.split('; ');
  const own = parts.find((part) =>
    new RegExp(`^(?:[\\w-]+(?:, | and ))*${command}(?:(?:, | and )[\\w-]+)*: `).test(part),
  );
  if (own !== undefined) return `Default: ${own.replace(/^[^:]*: /, '')}`;
  if (general !== 'the event') return `Default: ${general}`;
  if (!optionTable.payload.commands.some((user) => user === command)) return 'Default: none';
  return name === 'product' || name === 'environments' ? 'Required without --payload' : 'Default: the payload';
};

/** The description stays in its column. */
const row = (label: string, description: string, columns: number): string[] => {
  const margin = `  ${label}`.padEnd(WIDTH + 2);
  const room = Math.max(columns - margin.length, MARGINAL);
  const [first = '', ...others] = wrap(description, room, '');
  return [`${margin}${first}`, ...others.map((line) => `${' '.repeat(margin.length)}${line}`)];
};
/** Breaks a line at its blanks, so that each part fits the columns and is indented a little more than the first, or by `further`. A
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
