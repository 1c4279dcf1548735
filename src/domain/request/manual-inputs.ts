/** In a run by hand, the inputs of the workflow stand in for those that the step leaves unset. */

import { fail, gather } from '../errors.ts';
import type { Notice } from '../model.ts';
import { type TriggerEvent, triggerOf } from './event.ts';
import { type Command, commands, type InputName, type Inputs, inputTable } from './input-table.ts';
import { dig } from './json.ts';
import { parseInputs } from './parse-inputs.ts';

/** The workflow's inputs that a run by hand reads, each with the spellings that workflows use. */
const readable = [
  { name: 'product', spellings: ['product'] },
  { name: 'environments', spellings: ['environments', 'environment'] },
  { name: 'images', spellings: ['images', 'image'] },
  { name: 'tag', spellings: ['tag'] },
  { name: 'from', spellings: ['from'] },
  { name: 'to', spellings: ['to'] },
  { name: 'reason', spellings: ['reason'] },
  { name: 'dry-run', spellings: ['dry-run'] },
] as const satisfies readonly { readonly name: InputName; readonly spellings: readonly string[] }[];

/** Reads the inputs of a step; in a run by hand, the workflow's own inputs stand in for those that the step leaves unset.
 * @throws PromotionError as `parseInputs` does, with both spellings of a workflow's input at once among the problems */
export function readInputs(
  step: Readonly<Record<string, string>>,
  event: TriggerEvent,
): { readonly inputs: Inputs; readonly warnings: readonly Notice[] } {
  const byHand = event.name === 'workflow_dispatch' && triggerOf(event) === 'by-hand';
  const command = commandOf(step.command);
  const filled = byHand && command !== undefined ? readable.filter(({ name }) => !isSet(step[name])) : [];
  const found = filled
    .map(({ name, spellings }) => ({ name, spellings, texts: findInputs(event, spellings) }))
    .filter(({ texts }) => texts.length > 0);
  const used = found.filter(({ name }) => command !== undefined && isUsed(name, command));
  const { attempt, finish } = gather();
  for (const { spellings, texts } of used) if (texts.length > 1) attempt(() => failSpeltTwice(spellings));
  const raw = Object.fromEntries(used.map(({ name, texts }) => [name, texts[0] ?? '']));
  const inputs = attempt(() => parseInputs({ ...step, ...raw }, 'action'));
  finish();
  const unused = found.filter((entry) => !used.includes(entry));
  return { inputs: inputs as Inputs, warnings: unused.flatMap(({ name }) => warnUnused(name, command)) };
}

/** The command of that name, promote without one; undefined where there is none. */
export function commandOf(text: string | undefined): Command | undefined {
  return commands.find((candidate) => candidate === (text?.trim() || 'promote'));
}

const isSet = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

const isUsed = (name: InputName, command: Command): boolean => {
  const users: readonly Command[] = inputTable[name].commands;
  return users.includes(command);
};

const findInputs = ({ payload }: TriggerEvent, spellings: readonly string[]): string[] =>
  spellings
    .map((spelling) => dig(payload, 'inputs', spelling))
    .filter((value) => typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    .map(String)
    .filter(isSet);

/** Promotions and rollbacks have forms of their own; of any other command the workflow's inputs are not about us. */
const warnUnused = (name: InputName, command: Command | undefined): Notice[] => {
  if (command !== 'promote' && command !== 'rollback') return [];
  return [
    {
      message: `The workflow's input \`${name}\` is filled in, and the command ${command} does not use it.`,
      hint: 'Leave it empty.',
    },
  ];
};

const failSpeltTwice = (spellings: readonly string[]): never =>
  fail(
    'inputs-conflict',
    `The workflow's inputs ${spellings.map((spelling) => `\`${spelling}\``).join(' and ')} are both filled in.`,
    'Fill in one of them.',
  );
