import type { ErrorCode, Violation } from '../errors.ts';
import type { ImageRequest } from '../image.ts';
import { type Edge, type InputName, type Inputs, shownInput } from './table.ts';

/** What is given: names with any text, and the values of those that could be read. */
export type Given = { readonly inputs: Inputs; readonly names: ReadonlySet<InputName>; readonly edge: Edge };

/** A combination that cannot be meant. Texts name inputs in braces. */
type Rule = {
  readonly applies: (given: Given) => boolean;
  readonly message: string;
  readonly hint: string;
  readonly code?: ErrorCode | undefined;
};

const both =
  (one: InputName, other: InputName) =>
  ({ names }: Given): boolean =>
    names.has(one) && names.has(other);

const without =
  (one: InputName, other: InputName) =>
  ({ names }: Given): boolean =>
    names.has(one) && !names.has(other);

const needs = (command: Inputs['command'], name: InputName, hint: string): Rule => ({
  applies: ({ inputs, names }) => inputs.command === command && !names.has(name),
  code: 'input-missing',
  message: `The command ${command} needs {${name}}.`,
  hint,
});

const pullRequestInputs = ['merge-method', 'labels', 'reviewers', 'assignees', 'draft'] as const;

const rules: readonly Rule[] = [
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
  ...pullRequestInputs.map((name) => ({
    applies: ({ inputs, names }: Given) => inputs.delivery === 'commit' && names.has(name),
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
export function findConflicts(given: Given): Violation[] {
  const name = (text: string): string =>
    text.replace(/\{([a-z-]+)\}/g, (_, input: string) => shownInput(input, given.edge));
  return rules
    .filter((rule) => rule.applies(given))
    .map(({ code = 'inputs-conflict', message, hint }) => ({ code, message: name(message), hint: name(hint) }));
}
