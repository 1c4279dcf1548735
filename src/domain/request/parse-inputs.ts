/** From the texts of inputs to their values, with every illegal value and combination. */

import { type ErrorCode, fail, gather, PromotionError, type Violation } from '../errors.ts';
import type { ImageRequest } from '../image.ts';
import { listed, nearest, quote } from '../text.ts';
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
} from './input-table.ts';

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

type InputUse = { readonly command: Command | undefined; readonly edge: Edge };

/** `token` is the one input that may stand where it is not used: action.yml gives it always. */
const checkUse = (name: string, { command, edge }: InputUse): InputName => {
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

const failUnknown = (name: string, { command, edge }: InputUse): never => {
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

/** The given inputs: names with any text, and the values of those that could be read. */
type GivenInputs = { readonly inputs: Inputs; readonly names: ReadonlySet<InputName>; readonly edge: Edge };

/** A combination that cannot be meant. Texts name inputs in braces. */
type ConflictRule = {
  readonly applies: (given: GivenInputs) => boolean;
  readonly message: string;
  readonly hint: string;
  readonly code?: ErrorCode | undefined;
};

const both =
  (one: InputName, other: InputName) =>
  ({ names }: GivenInputs): boolean =>
    names.has(one) && names.has(other);

const without =
  (one: InputName, other: InputName) =>
  ({ names }: GivenInputs): boolean =>
    names.has(one) && !names.has(other);

const needs = (command: Inputs['command'], name: InputName, hint: string): ConflictRule => ({
  applies: ({ inputs, names }) => inputs.command === command && !names.has(name),
  code: 'input-missing',
  message: `The command ${command} needs {${name}}.`,
  hint,
});

const pullRequestInputs = ['merge-method', 'labels', 'reviewers', 'assignees', 'draft'] as const;

const rules: readonly ConflictRule[] = [
  {
    applies: both('from', 'tag'),
    message: '{from} takes the tags that another environment runs, and {tag} names one.',
    hint: 'Leave out {tag} to promote what that environment runs, or {from} to promote that tag.',
  },
  {
    applies: ({ inputs }) => inputs.from !== undefined && (inputs.images ?? []).some(isPinned),
    message: '{from} takes the tags that another environment runs, and {images} names tags, digests or new names.',
    hint: 'Name the images alone in {images}, or leave out {from}.',
  },
  {
    applies: ({ inputs }) => inputs.from !== undefined && (inputs.environments ?? []).includes(inputs.from),
    message: '{from} names an environment that is also in {environments}.',
    hint: 'Take it out of {environments}, or name another one in {from}.',
  },
  {
    applies: without('override', 'reason'),
    message: '{override} is given without {reason}.',
    hint: 'Give {reason}, which the commit records, or leave out {override}.',
  },
  {
    applies: both('workflow', 'event-type'),
    message: '{workflow} sends a workflow_dispatch, and {event-type} is for a repository_dispatch.',
    hint: 'Leave out {event-type} to start the workflow, or {workflow} to send the event.',
  },
  {
    applies: without('wait', 'workflow'),
    message: '{wait} is given without {workflow}: a repository_dispatch does not tell which run it starts.',
    hint: 'Give {workflow}, or leave out {wait}.',
  },
  {
    applies: ({ inputs, names }) => inputs.command === 'status' && names.has('since') && !names.has('page'),
    message: '{since} says how far back the page of status looks, and {page} is not given.',
    hint: 'Give the file to write in {page}, leave out {since}, or use the command history.',
  },
  ...pullRequestInputs.map((name) => ({
    applies: ({ inputs, names }: GivenInputs) => inputs.delivery === 'commit' && names.has(name),
    message: `{${name}} is for pull requests, and {delivery} is commit.`,
    hint: `Leave out {${name}}, or deliver by pull-request, auto-merge or merge.`,
  })),
  {
    applies: ({ inputs: { draft, delivery } }) => draft === true && (delivery === 'auto-merge' || delivery === 'merge'),
    message: '{draft} opens a pull request that cannot be merged, and {delivery} wants it merged.',
    hint: 'Leave out {draft}, or deliver by pull-request.',
  },
  {
    applies: ({ inputs, edge }) => edge === 'cli' && inputs.delivery !== undefined && inputs.delivery !== 'commit',
    message: '{delivery} is not commit, and a checkout has no pull requests.',
    hint: 'Use {delivery} commit to make the commit, or leave it out to change the working tree alone.',
  },
  {
    applies: ({ inputs }) => inputs.command === 'rollback' && (inputs.images ?? []).some(isPinned),
    message: '{images} names tags, digests or new names, and rollback finds what to go back to by itself.',
    hint: 'Name the images alone in {images}, and give the tag in {to} if it must be a certain one.',
  },
  needs('dispatch', 'repository', 'Give the manifest repository, owner/name, in {repository}.'),
  needs('check', 'images', 'Name the images to look for in {images}.'),
  needs('retag', 'images', 'Name the image that is there already in {images}.'),
  needs(
    'await',
    'argocd-server',
    'Give the address of Argo CD in {argocd-server}: a report never says where the token goes.',
  ),
  needs('await', 'argocd-token', 'Give a token of an account that may read the Applications in {argocd-token}.'),
  needs('retag', 'tags', 'Name the new tags of the image in {tags}.'),
];

const isPinned = ({ newName, tag, digest }: ImageRequest): boolean =>
  newName !== undefined || tag !== undefined || digest !== undefined;

/** Every rule that the inputs break, each naming both sides and both ways out. */
function findConflicts(given: GivenInputs): Violation[] {
  const name = (text: string): string =>
    text.replace(/\{([a-z-]+)\}/g, (_, input: string) => shownInput(input, given.edge));
  return rules
    .filter((rule) => rule.applies(given))
    .map(({ code = 'inputs-conflict', message, hint }) => ({ code, message: name(message), hint: name(hint) }));
}
