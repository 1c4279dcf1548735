import { inputsOf } from './inputs.ts';
import { type Command, type InputName, inputNames, inputTable, localCommands } from './table.ts';

/** A flag of the command line that is no input. */
type Option = {
  readonly commands: readonly Command[];
  readonly form: 'text' | 'boolean';
  readonly description: string;
  readonly fallback?: string;
};

/** Every flag that the command line has besides the inputs, in the order in which it is documented. */
export const optionTable = {
  dir: {
    commands: localCommands,
    form: 'text',
    description: 'The checkout of the manifest repository to work on.',
    fallback: 'the current directory',
  },
  payload: {
    commands: ['promote', 'rollback'],
    form: 'text',
    description: 'A file with the payload of a dispatch, or - for standard input.',
    fallback: 'none',
  },
  json: {
    commands: localCommands,
    form: 'boolean',
    description: 'Print the report as JSON, and nothing else, on standard output.',
  },
  help: { commands: localCommands, form: 'boolean', description: 'Print how to use the command.' },
  version: { commands: localCommands, form: 'boolean', description: 'Print the version.' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof optionTable;

const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** One flag as it was written, its value undefined where none follows. */
export type Flag = { readonly name: string; readonly value: string | undefined };

export type Words = { readonly flags: readonly Flag[]; readonly positions: readonly string[] };

/** Parts the arguments after the program's name into flags and other words, without judging them. */
export function splitWords(argv: readonly string[]): Words {
  const flags: Flag[] = [];
  const positions: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? '';
    const flag = readFlag(word, argv[index + 1]);
    if (flag === undefined) positions.push(word);
    else flags.push(flag);
    if (flag?.taken) index++;
  }
  return { flags, positions };
}

/** An unknown flag is taken to have a value, lest that is reported as well. */
const readFlag = (word: string, next: string | undefined): (Flag & { readonly taken: boolean }) | undefined => {
  if (word === '-h') return { name: 'help', value: 'true', taken: false };
  if (!/^-./.test(word)) return undefined;
  const [, name = word, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  if (value !== undefined) return { name, value, taken: false };
  const form = formOf(name);
  if (form === 'boolean') return { name, value: 'true', taken: false };
  const isValue = next !== undefined && (next === '-' || !next.startsWith('-'));
  const isSpared = form === undefined && localCommands.some((command) => command === next);
  return isValue && !isSpared ? { name, value: next, taken: true } : { name, value: undefined, taken: false };
};

/** Undefined for a flag that no command has. */
export function formOf(name: string): string | undefined {
  if (isOption(name)) return optionTable[name].form;
  return isInput(name) ? inputTable[name].kind.form : undefined;
}

export function isOption(name: string): name is OptionName {
  return optionNames.some((candidate) => candidate === name);
}

/** The command is a word of its own on the command line. */
export function isInput(name: string): name is InputName {
  return name !== 'command' && inputNames.some((candidate) => candidate === name);
}

/** Every flag that the command takes, inputs first; without a command those of any. */
export function flagsOf(command: Command | undefined): readonly string[] {
  const inputs = localCommands.filter((candidate) => candidate === (command ?? candidate)).flatMap(inputFlags);
  const options = optionNames.filter((name) => {
    const users: readonly Command[] = optionTable[name].commands;
    return command === undefined || users.includes(command);
  });
  return [...new Set<string>([...inputs, ...options])];
}

const inputFlags = (command: Command): readonly string[] => inputsOf(command, 'cli');
