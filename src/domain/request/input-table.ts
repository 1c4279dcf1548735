/** Every input of the action and flag of the command line: its commands, the meaning of its text, and its
 * documentation. */

import { collect, fail } from '../errors.ts';
import { type ImageRequest, parseImage } from '../image.ts';
import type { RollbackTo } from '../records/rollback-target.ts';
import { listed, nearest, quote } from '../text.ts';
import {
  branch,
  checkEnvironment,
  checkProduct,
  eventType,
  fullName,
  type Grammar,
  label,
  login,
  relativePath,
  reviewer,
  workflowFile,
} from './grammar.ts';
import { moment } from './payload.ts';
import { parseTemplate } from './placeholders.ts';

/** Where the configuration is unless an input names another path. */
export const USUAL_CONFIG = '.github/promotion.yml';

/** Reads the text of an input. `shown` is the input's name as the person knows it.
 * @throws PromotionError from `read`, for a text that is no such value */
type InputKind<T> = {
  readonly form: 'text' | 'list' | 'boolean' | 'choice' | 'seconds';
  readonly choices?: readonly string[] | undefined;
  readonly read: (text: string, shown: string) => T;
};

const anyText: InputKind<string> = { form: 'text', read: (text) => text };

const environment: InputKind<string> = { form: 'text', read: (text) => checkEnvironment(text) };

const template = { form: 'text', read: (text: string) => parseTemplate(text) } as const;

function textOf(grammar: Grammar): InputKind<string> {
  return { form: 'text', read: (text, shown) => written(text, { grammar, shown }) };
}

function listOf<T>(read: (entry: string, shown: string) => T): InputKind<readonly T[]> {
  return {
    form: 'list',
    read: (text, shown) => collect(splitList(text).map((entry) => () => read(entry, shown))),
  };
}

function listWritten(grammar: Grammar): InputKind<readonly string[]> {
  return listOf((entry, shown) => written(entry, { grammar, shown }));
}

const written = (text: string, { grammar, shown }: { readonly grammar: Grammar; readonly shown: string }): string => {
  const problem = grammar.problem(text);
  return problem === undefined
    ? text
    : fail('input-invalid', `The value ${quote(text)} of ${shown} ${problem}.`, grammar.hint);
};

/** Entries of a list that people write: separated by commas or lines, each once. */
function splitList(text: string): string[] {
  const entries = text.split(/[\n,]/).map((entry) => entry.trim());
  return [...new Set(entries)].filter((entry) => entry !== '');
}

const LONGEST_LINE = 300;

const line: InputKind<string> = {
  form: 'text',
  read: (text, shown) => {
    if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) {
      fail('input-invalid', `The value of ${shown} has a line break or a control character.`, 'Write one line.');
    }
    const { length } = [...text];
    if (length <= LONGEST_LINE) return text;
    return fail(
      'input-invalid',
      `The value of ${shown} has ${length} characters.`,
      `Write at most ${LONGEST_LINE} characters.`,
    );
  },
};

/** The spellings of YAML 1.2's core schema, so that an unquoted value means what its reader says. */
export const boolean: InputKind<boolean> = {
  form: 'boolean',
  read: (text, shown) => {
    if (/^(?:true|True|TRUE)$/.test(text)) return true;
    if (/^(?:false|False|FALSE)$/.test(text)) return false;
    return fail('input-invalid', `The value ${quote(text)} of ${shown} is no boolean.`, 'Write true or false.');
  },
};

const LONGEST_WAIT = 5 * 24 * 60 * 60;

const seconds: InputKind<number> = {
  form: 'seconds',
  read: (text, shown) => {
    const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value <= LONGEST_WAIT) return value;
    return fail(
      'input-invalid',
      `The value ${quote(text)} of ${shown} is no number of seconds.`,
      `Write a whole number from 0 to ${LONGEST_WAIT}.`,
    );
  },
};

/** How far back to look: so many days, or to a moment, RFC 3339. */
export type Since = { readonly days: number } | { readonly moment: string };

const LONGEST_SPAN = 3_660;

const since: InputKind<Since> = {
  form: 'text',
  read: (text, shown) => {
    const [, count, unit] = /^(\d{1,4})([dw])$/.exec(text) ?? [];
    const days = Number(count) * (unit === 'w' ? 7 : 1);
    if (days >= 1 && days <= LONGEST_SPAN) return { days };
    const found = count === undefined ? dayOrMoment(text) : undefined;
    if (found !== undefined) return { moment: found };
    return fail(
      'input-invalid',
      `The value ${quote(text)} of ${shown} is no span of time.`,
      'Write days such as 90d, weeks such as 12w, or a date such as 2026-11-30.',
    );
  },
};

/** A moment of RFC 3339, whose seconds may be left out; a date alone is its first moment in UTC. */
const pointInTime: InputKind<string> = {
  form: 'text',
  read: (text, shown) =>
    dayOrMoment(text) ??
    fail(
      'input-invalid',
      `The value ${quote(text)} of ${shown} is no moment.`,
      'Write it as RFC 3339 has it, such as 2026-11-30T09:00:00Z.',
    ),
};

const dayOrMoment = (text: string): string | undefined => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return moment(`${text}T00:00:00Z`);
  return moment(text.replace(/^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2})(?=[Zz+-])/, '$1:00'));
};

function choice<const T extends string>(...choices: readonly T[]): InputKind<T> {
  return {
    form: 'choice',
    choices,
    read: (text, shown) => {
      const found = choices.find((candidate) => candidate === text);
      if (found !== undefined) return found;
      const [near] = nearest(text, choices);
      return fail(
        'input-invalid',
        `The value ${quote(text)} of ${shown} is not known.`,
        `${near === undefined ? '' : `Did you mean ${near}? `}It is one of ${listed(choices)}.`,
      );
    },
  };
}

const images: InputKind<readonly ImageRequest[]> = listOf((entry) => {
  if (!/\{[^{}]*\}/.test(entry)) return parseImage(entry);
  return fail(
    'tag-invalid',
    `The image ${quote(entry)} has a placeholder in its tag.`,
    'Name the image alone, and give the placeholder in the input `tag`.',
  );
});

const target: InputKind<RollbackTo> = {
  form: 'text',
  read: (text, shown) => {
    if (!text.startsWith('commit:')) return { kind: 'tag', tag: parseTag(text, shown) };
    const id = text.slice('commit:'.length);
    if (/^[0-9a-f]{7,64}$/.test(id)) return { kind: 'commit', id };
    return fail(
      'input-invalid',
      `The value ${quote(text)} of ${shown} names no commit.`,
      'Write commit: and 7 to 64 hexadecimal digits in lower case.',
    );
  },
};

const parseTag = (text: string, shown: string): string => {
  const { parts } = parseTemplate(text);
  if (parts.every((part) => part.kind === 'literal')) return text;
  return fail(
    'input-invalid',
    `The value ${quote(text)} of ${shown} has a placeholder.`,
    'Write out the tag to go back to, or commit: and the id of a commit of the manifest repository.',
  );
};

export const commands = [
  'promote',
  'check',
  'retag',
  'dispatch',
  'rollback',
  'status',
  'history',
  'validate',
  'await',
] as const;

export type Command = (typeof commands)[number];

export const localCommands = [
  'promote',
  'rollback',
  'status',
  'history',
  'validate',
  'check',
  'retag',
] as const satisfies readonly Command[];

/** The place of inputs: on the step of a workflow, or as flags of the command line, which works on a checkout. */
export type Edge = 'action' | 'cli';

/** One input: its commands, the meaning of its text, and its description. `fallback` describes the value of an unset input;
 * `edges` is where it can be given, both unless it says so. */
type InputDefinition<T> = {
  readonly commands: readonly Command[];
  readonly kind: InputKind<T>;
  readonly description: string;
  readonly fallback: string;
  readonly edges?: readonly Edge[] | undefined;
};

const define = <T>(definition: InputDefinition<T>): InputDefinition<T> => definition;

const writers = ['promote', 'rollback'] as const;

const readers = ['promote', 'rollback', 'status', 'history', 'validate'] as const;

const action = ['action'] as const;

const configuration = 'the configuration';

const event = 'the event';

/** Every input of the action, in the order in which it is documented; the flags of the command line are the same. */
export const inputTable = {
  command: define({
    commands,
    kind: choice(...commands),
    description: 'What to do: promote, check, retag, dispatch, rollback, status, history, validate or await.',
    fallback: '`promote`',
    edges: action,
  }),
  token: define({
    commands: ['promote', 'dispatch', 'rollback', 'status', 'history', 'validate', 'await'],
    kind: anyText,
    description: 'GitHub token for the manifest repository.',
    fallback: 'the token of the run, `github.token`',
    edges: action,
  }),
  repository: define({
    commands: ['promote', 'dispatch', 'rollback', 'status', 'history', 'validate'],
    kind: textOf(fullName),
    description: 'The manifest repository, owner/name; dispatch needs it.',
    fallback: 'the current repository',
    edges: action,
  }),
  branch: define({
    commands: readers,
    kind: textOf(branch),
    description: 'The branch of the manifest repository that Argo CD follows.',
    fallback: 'the default branch',
    edges: action,
  }),
  config: define({
    commands: readers,
    kind: textOf(relativePath),
    description: 'Path of the configuration file in the manifest repository; a path that is given must exist.',
    fallback: `\`${USUAL_CONFIG}\`, which may be absent`,
  }),
  product: define({
    commands: ['promote', 'dispatch', 'rollback', 'status', 'history', 'validate'],
    kind: listOf(checkProduct),
    description: 'The product, or a list of them: each image goes to the products whose files list it.',
    fallback: `${event}; status, history and validate: all`,
  }),
  environments: define({
    commands: ['promote', 'dispatch', 'rollback', 'status', 'history', 'validate', 'await'],
    kind: listOf(checkEnvironment),
    description: 'List of environments.',
    fallback: `${event}; dispatch: dev on a push to the default branch, stg and prod on a tag or release; status, history and validate: all; await: all of the report`,
  }),
  images: define({
    commands: ['promote', 'check', 'retag', 'dispatch', 'rollback'],
    kind: images,
    description:
      'List of images, one per line or comma: NAME, NAME:TAG, NAME@DIGEST, NAME:TAG@DIGEST or NAME=NEWNAME:TAG.',
    fallback: event,
  }),
  tag: define({
    commands: ['promote', 'check', 'retag', 'dispatch'],
    kind: template,
    description: 'Tag for each image that names none, with the placeholders {sha}, {sha:N}, {ref} and {version}.',
    fallback: `${event}; check and dispatch: \`{sha}\``,
  }),
  from: define({
    commands: ['promote'],
    kind: environment,
    description:
      'By hand or on `schedule`: the environment whose present images are promoted, all listed ones or those of `images`.',
    fallback: 'none',
  }),
  delivery: define({
    commands: writers,
    kind: choice('commit', 'pull-request', 'auto-merge', 'merge'),
    description: 'How the change is delivered: commit, pull-request, auto-merge or merge; to a checkout only commit.',
    fallback: `${configuration}, else \`commit\`; a checkout: nothing is committed, the files change`,
  }),
  'merge-method': define({
    commands: writers,
    kind: choice('merge', 'squash', 'rebase'),
    description: 'How pull requests are merged: merge, squash or rebase.',
    fallback: configuration,
    edges: action,
  }),
  labels: define({
    commands: writers,
    kind: listWritten(label),
    description: 'List of labels of pull requests.',
    fallback: configuration,
    edges: action,
  }),
  reviewers: define({
    commands: writers,
    kind: listWritten(reviewer),
    description: 'List of logins, and of teams as team:slug, that are asked to review pull requests.',
    fallback: configuration,
    edges: action,
  }),
  assignees: define({
    commands: writers,
    kind: listWritten(login),
    description: 'List of logins that pull requests are assigned to.',
    fallback: configuration,
    edges: action,
  }),
  draft: define({
    commands: writers,
    kind: boolean,
    description: 'Whether pull requests are opened as drafts.',
    fallback: configuration,
    edges: action,
  }),
  override: define({
    commands: ['promote'],
    kind: choice('freeze'),
    description: 'By hand: freeze promotes during a freeze window; needs `reason`.',
    fallback: 'none',
  }),
  reason: define({
    commands: writers,
    kind: line,
    description: 'One line of at most 300 characters for the commit and the pull request.',
    fallback: 'none',
  }),
  'dry-run': define({
    commands: ['promote', 'rollback', 'retag', 'dispatch'],
    kind: boolean,
    description: 'Show the diff or the request and change nothing.',
    fallback: '`false`',
  }),
  'on-unknown': define({
    commands: ['check'],
    kind: choice('fail', 'missing'),
    description: 'What a registry answer that proves nothing means: fail or missing.',
    fallback: '`fail`',
  }),
  tags: define({
    commands: ['retag'],
    kind: listOf((entry: string) => parseTemplate(entry)),
    description: 'List of new tags for the image, with the placeholders of `tag`.',
    fallback: 'none; retag needs it',
  }),
  workflow: define({
    commands: ['dispatch'],
    kind: textOf(workflowFile),
    description: 'File name of a workflow of the manifest repository, which is started by workflow_dispatch.',
    fallback: 'a repository_dispatch',
    edges: action,
  }),
  'event-type': define({
    commands: ['dispatch'],
    kind: textOf(eventType),
    description: 'Type of the repository_dispatch.',
    fallback: '`promote`',
    edges: action,
  }),
  wait: define({
    commands: ['dispatch'],
    kind: seconds,
    description: 'With `workflow`: seconds to wait for the end of the run that it starts.',
    fallback: '`0`, none',
    edges: action,
  }),
  to: define({
    commands: ['rollback'],
    kind: target,
    description: 'What to go back to: an image tag, or commit:ID of the manifest repository.',
    fallback: 'what stood before the last promotion',
  }),
  since: define({
    commands: ['history', 'status'],
    kind: since,
    description: 'How far back history and the page of status look: days such as 90d, weeks such as 12w, or a date.',
    fallback: '`90d`',
  }),
  at: define({
    commands: ['status'],
    kind: pointInTime,
    description: 'A moment, RFC 3339: shows what ran then.',
    fallback: 'now',
  }),
  page: define({
    commands: ['status'],
    kind: anyText,
    description: 'Path of an HTML file to write: a page of what runs where, with its history.',
    fallback: 'none is written',
  }),
  report: define({
    commands: ['await'],
    kind: anyText,
    description: 'The report of the promotion that is awaited, as JSON or as the path of a file.',
    fallback: '`promotion-report.json` in `RUNNER_TEMP`, which a step before in the same job has written',
    edges: action,
  }),
  'argocd-server': define({
    commands: ['await'],
    kind: anyText,
    description: 'Address of the API of Argo CD.',
    fallback: 'none; await needs it',
    edges: action,
  }),
  'argocd-token': define({
    commands: ['await'],
    kind: anyText,
    description: 'Token of an account of Argo CD that may read the Applications.',
    fallback: 'none; await needs it',
    edges: action,
  }),
  timeout: define({
    commands: ['await'],
    kind: seconds,
    description: 'Seconds to wait until everything runs.',
    fallback: '`600`',
    edges: action,
  }),
} as const;

export type InputName = keyof typeof inputTable;

export const inputNames = Object.keys(inputTable) as readonly InputName[];

type ValueOf<Name extends InputName> = ReturnType<(typeof inputTable)[Name]['kind']['read']>;

/** The inputs of one step or command line, each with its checked value; an unset one is undefined. */
export type Inputs = { readonly command: Command } & {
  readonly [Name in Exclude<InputName, 'command'>]?: ValueOf<Name> | undefined;
};

/** The input as the person knows it. */
export function shownInput(name: string, edge: Edge): string {
  return edge === 'cli' ? `--${name}` : `\`${name}\``;
}

/** A text that names inputs, such as "the input `tag`" or "the input `override: freeze`", with the flags of the command line. */
export function inFlags(text: string): string {
  return text.replace(/\b[Tt]he input `([a-z-]+)(?:: ([^`]+))?`/g, (_, name: string, value?: string) =>
    value === undefined ? `--${name}` : `--${name} ${value}`,
  );
}
