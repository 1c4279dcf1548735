/** From the texts of inputs to their values, with every illegal value and combination; in a run by hand, the workflow's inputs stand in
 * for those that the step leaves unset. */
import { type ErrorCode, fail, gather, PromotionError, type Violation } from '../errors.ts';
import type { ImageRequest } from '../image.ts';
import type { Notice } from '../model.ts';
import { listed, nearest, quote } from '../text.ts';
import { type TriggerEvent, triggerOf } from './event.ts';
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
import { ownValueAt } from './json.ts';

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

/** `token` is the one input that may be where it is not used: action.yml gives it always. */
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
    message: 'On a checkout {delivery} takes commit alone: there are no pull requests.',
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

/** Reads the inputs of a step; in a run by hand, the workflow's own inputs replace those that the step leaves unset.
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
    .map((spelling) => ownValueAt(payload, 'inputs', spelling))
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
