/** The command line: its flags, and how arguments become the inputs of a command. */

import { fail, gather } from '../errors.ts';
import { listed, nearest, quote } from '../text.ts';
import {
  boolean,
  type Command,
  commands as everyCommand,
  type InputName,
  type Inputs,
  inputNames,
  inputTable,
  localCommands,
} from './input-table.ts';
import { inputsOf, parseInputs } from './parse-inputs.ts';

/** A flag of the command line that is no input. */
type FlagDefinition = {
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
  csv: {
    commands: ['history'],
    form: 'boolean',
    description: 'Print the entries as CSV, and nothing else, on standard output.',
  },
  help: { commands: localCommands, form: 'boolean', description: 'Print how to use the command.' },
  version: { commands: localCommands, form: 'boolean', description: 'Print the version.' },
} as const satisfies Record<string, FlagDefinition>;

type OptionName = keyof typeof optionTable;

const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** One flag as it was written: `value` is undefined where none follows, and `true` for a bare boolean. */
export type Flag = { readonly name: string; readonly value: string | undefined };

/** A command line as flags and other words, not judged yet. */
export type Words = { readonly flags: readonly Flag[]; readonly positions: readonly string[] };

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

/** Every flag that has a meaning, be it in a workflow only. */
export const knownFlags: readonly string[] = [...inputNames.filter(isInput), ...optionNames];

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

/** The request of a command line. `payload` and `dir` are paths as they were written, `-` is standard input. */
export type Arguments =
  | { readonly kind: 'help'; readonly command?: Command | undefined }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'run';
      readonly inputs: Inputs;
      readonly dir: string;
      readonly payload?: string | undefined;
      readonly json: boolean;
      readonly csv: boolean;
    };

/** Parses a command line.
 * @throws PromotionError with every wrong flag, value and combination */
export function parseArguments({ flags, positions }: Words): Arguments {
  const command = localCommands.find((candidate) => candidate === positions[0]);
  const asks = (name: OptionName): boolean => flags.some((flag) => flag.name === name && flag.value !== 'false');
  const topic = positions[0] === 'help' ? positions[1] : positions[0];
  if (asks('help') || positions[0] === 'help') {
    return { kind: 'help', command: everyCommand.find((candidate) => candidate === topic) };
  }
  if (asks('version')) return { kind: 'version' };
  const { attempt, finish } = gather();
  if (command === undefined) attempt(() => failCommand(positions[0]));
  for (const extra of positions.slice(1)) attempt(() => failPosition(extra));
  for (const flag of flags) attempt(() => checkFlag(flag, { flags, command }));
  const json = attempt(() => boolean.read(valueOfFlag(flags, 'json') || 'false', '--json'));
  const csv = attempt(() => boolean.read(valueOfFlag(flags, 'csv') || 'false', '--csv'));
  if (json && csv) attempt(failForms);
  const inputs = command === undefined ? undefined : attempt(() => parseInputs(rawOf(flags, command), 'cli'));
  finish();
  return {
    kind: 'run',
    inputs: inputs as Inputs,
    dir: valueOfFlag(flags, 'dir') || '.',
    payload: valueOfFlag(flags, 'payload') || undefined,
    json: json ?? false,
    csv: csv ?? false,
  };
}

const failForms = (): never =>
  fail('inputs-conflict', '--json and --csv are both given, and one of them prints.', 'Leave out one of the two.');

const valueOfFlag = (flags: readonly Flag[], name: OptionName): string | undefined =>
  flags.find((flag) => flag.name === name)?.value;

const rawOf = (flags: readonly Flag[], command: Command): Record<string, string> => {
  const raw: Record<string, string> = { command };
  for (const { name, value } of flags) {
    if (!isInput(name) || value === undefined) continue;
    const before = raw[name];
    if (before === undefined) raw[name] = value;
    else if (formOf(name) === 'list') raw[name] = `${before}\n${value}`;
  }
  return raw;
};

type FlagContext = { readonly flags: readonly Flag[]; readonly command: Command | undefined };

const checkFlag = (flag: Flag, { flags, command }: FlagContext): void => {
  const { name, value } = flag;
  const form = formOf(name);
  if (form === undefined) failUnknown(name, command);
  if (value === undefined) {
    fail('input-missing', `--${name} has no value.`, `Write --${name}=VALUE, or leave it out.`);
  }
  const first = flags.find((other) => other.name === name);
  if (form !== 'list' && first !== flag) {
    fail('input-invalid', `--${name} is given more than once.`, 'Give it once: it is no list.');
  }
  const users: readonly Command[] = isOption(name) ? optionTable[name].commands : localCommands;
  if (command === undefined || users.includes(command)) return;
  fail(
    'inputs-conflict',
    `--${name} is given, and the command ${command} does not use it.`,
    `Leave out --${name}, or use a command that takes it: ${listed(users)}.`,
  );
};

const failUnknown = (name: string, command: Command | undefined): never => {
  const offered = flagsOf(command);
  const near = nearest(name.replace(/^-+/, ''), offered)[0];
  return fail(
    'input-unknown',
    `The flag ${quote(name.startsWith('-') ? name : `--${name}`)} is not known.`,
    near === undefined ? `The flags are ${listed(offered.map((flag) => `--${flag}`))}.` : `Did you mean --${near}?`,
  );
};

const failCommand = (word: string | undefined): never => {
  const commands = `The commands are ${listed(localCommands)}.`;
  if (word === undefined) return fail('input-missing', 'No command is given.', commands);
  const near = nearest(word, localCommands)[0];
  return fail(
    'input-invalid',
    everyCommand.some((command) => command === word)
      ? `The command ${word} runs in a workflow only.`
      : `The command ${quote(word)} is not known.`,
    near === undefined ? commands : `Did you mean ${near}? ${commands}`,
  );
};

const failPosition = (word: string): never =>
  fail(
    'input-unknown',
    `The argument ${quote(word)} belongs to no flag.`,
    'Write values as --flag value, and booleans as --flag or --flag=false.',
  );
