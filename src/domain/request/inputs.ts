import { fail, gather, PromotionError } from '../errors.ts';
import { listed, nearest, quote } from '../text.ts';
import { findConflicts } from './conflicts.ts';
import {
  type Command,
  commands,
  type Edge,
  type InputName,
  type Inputs,
  inputNames,
  inputTable,
  localCommands,
  shownInput,
} from './table.ts';

/** Reads the inputs of a step or command line, by their names; an empty text is an unset input.
 * @throws PromotionError with every unknown name, illegal value, input that the command does not use and illegal
 * combination */
export function parseInputs(raw: Readonly<Record<string, string>>, edge: Edge): Inputs {
  const { attempt, finish } = gather();
  const given = Object.entries(raw)
    .map(([name, text]) => ({ name, text: text.trim() }))
    .filter(({ text }) => text !== '');
  const command = attempt(() => parseCommand(given.find(({ name }) => name === 'command')?.text, edge));
  const names = new Set<InputName>();
  const values: Record<string, unknown> = {};
  for (const { name, text } of given.filter((entry) => entry.name !== 'command')) {
    attempt(() => {
      const known = checkUse(name, { command, edge });
      names.add(known);
      values[known] = inputTable[known].kind.read(text, shownInput(known, edge));
    });
  }
  const inputs = { ...values, command: command ?? 'promote' } as Inputs;
  attempt(() => {
    const conflicts = command === undefined ? [] : findConflicts({ inputs, names, edge });
    if (conflicts.length > 0) throw new PromotionError(conflicts);
  });
  finish();
  return inputs;
}

const parseCommand = (text: string | undefined, edge: Edge): Command => {
  const offered: readonly Command[] = edge === 'cli' ? localCommands : commands;
  const found = offered.find((command) => command === (text ?? 'promote'));
  if (found !== undefined) return found;
  const near = nearest(text ?? '', offered)[0];
  const offer = near === undefined ? '' : `Did you mean ${near}? `;
  return fail(
    'input-invalid',
    `The command ${quote(text ?? '')} is not known.`,
    `${offer}The commands are ${listed(offered)}.`,
  );
};

type Use = { readonly command: Command | undefined; readonly edge: Edge };

/** `token` is the one input that may stand where it is not used: action.yml gives it always. */
const checkUse = (name: string, { command, edge }: Use): InputName => {
  const known = inputNames.find((candidate) => candidate === name);
  if (known === undefined) return failUnknown(name, { command, edge });
  if (!isOffered(known, edge)) {
    return fail(
      'inputs-conflict',
      `${shownInput(known, edge)} is for workflows, and the command line works on a checkout.`,
      `Leave out ${shownInput(known, edge)}, or run the command as a step of a workflow.`,
    );
  }
  const users: readonly Command[] = inputTable[known].commands;
  if (command === undefined || known === 'token' || users.includes(command)) return known;
  return fail(
    'inputs-conflict',
    `${shownInput(known, edge)} is given, and the command ${command} does not use it.`,
    `Leave out ${shownInput(known, edge)}, or use a command that takes it: ${listed(users)}.`,
  );
};

const failUnknown = (name: string, { command, edge }: Use): never => {
  const offered = command === undefined ? inputNames : inputsOf(command, edge);
  const near = nearest(name, offered)[0];
  return fail(
    'input-unknown',
    `The input ${quote(name)} is not known.`,
    near === undefined
      ? `The inputs are ${listed(offered)}.`
      : `Did you mean ${shownInput(near, edge)}? Otherwise leave it out.`,
  );
};

const isOffered = (name: InputName, edge: Edge): boolean => {
  const edges: readonly Edge[] | undefined = inputTable[name].edges;
  return edges === undefined || edges.includes(edge);
};

/** The inputs that the command takes at the edge, in the order of the table. */
export function inputsOf(command: Command, edge: Edge): readonly InputName[] {
  return inputNames.filter((name) => {
    const users: readonly Command[] = inputTable[name].commands;
    return isOffered(name, edge) && users.includes(command);
  });
}
