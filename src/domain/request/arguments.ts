import { fail, gather } from '../errors.ts';
import { listed, nearest, quote } from '../text.ts';
import { type Flag, flagsOf, formOf, isInput, isOption, type OptionName, optionTable, splitWords } from './flags.ts';
import { parseInputs } from './inputs.ts';
import { boolean } from './kinds.ts';
import { type Command, type Inputs, localCommands } from './table.ts';

/** What a command line asks for. `payload` and `dir` are paths as they were written, `-` is standard input. */
export type Arguments =
  | { readonly kind: 'help'; readonly command?: Command | undefined }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'run';
      readonly inputs: Inputs;
      readonly dir: string;
      readonly payload?: string | undefined;
      readonly json: boolean;
    };

/** Takes the arguments after the program's name apart: `--flag value`, `--flag=value`, booleans bare or with `=`.
 * @throws PromotionError with every wrong flag, value and combination */
export function parseArguments(argv: readonly string[]): Arguments {
  const { flags, positions } = splitWords(argv);
  const command = localCommands.find((candidate) => candidate === positions[0]);
  const asks = (name: OptionName): boolean => flags.some((flag) => flag.name === name && flag.value !== 'false');
  if (asks('help')) return { kind: 'help', command };
  if (asks('version')) return { kind: 'version' };
  const { attempt, finish } = gather();
  if (command === undefined) attempt(() => failCommand(positions[0]));
  for (const extra of positions.slice(1)) attempt(() => failPosition(extra));
  for (const flag of flags) attempt(() => checkFlag(flag, { flags, command }));
  const json = attempt(() => boolean.read(valueOfFlag(flags, 'json') || 'false', '--json'));
  const inputs = command === undefined ? undefined : attempt(() => parseInputs(rawOf(flags, command), 'cli'));
  finish();
  return {
    kind: 'run',
    inputs: inputs as Inputs,
    dir: valueOfFlag(flags, 'dir') || '.',
    payload: valueOfFlag(flags, 'payload') || undefined,
    json: json ?? false,
  };
}

const valueOfFlag = (flags: readonly Flag[], name: OptionName): string | undefined =>
  flags.find((flag) => flag.name === name)?.value;

const rawOf = (flags: readonly Flag[], command: Command): Record<string, string> => {
  const raw: Record<string, string> = { command };
  for (const { name, value } of flags) {
    if (!isInput(name) || value === undefined) continue;
    const before = raw[name];
    raw[name] = before === undefined ? value : `${before}\n${value}`;
  }
  return raw;
};

type Line = { readonly flags: readonly Flag[]; readonly command: Command | undefined };

const checkFlag = (flag: Flag, { flags, command }: Line): void => {
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
    word === 'dispatch' ? 'The command dispatch runs in a workflow only.' : `The command ${quote(word)} is not known.`,
    near === undefined ? commands : `Did you mean ${near}? ${commands}`,
  );
};

const failPosition = (word: string): never =>
  fail(
    'input-unknown',
    `The argument ${quote(word)} belongs to no flag.`,
    'Write values as --flag value, and booleans as --flag or --flag=false.',
  );
