import { type ErrorCode, PromotionError, type Violation } from '../../../domain/errors.ts';
import { listed, quote } from '../../../domain/text.ts';
import type { Problem } from '../answer.ts';
import { fullName, type Place } from '../place.ts';

/** What was tried when GitHub refused. */
export type Attempted = {
  readonly place: Place;
  readonly doing: 'branch' | 'open' | 'update' | 'arm' | 'merge';
  /** The branch under `promotion/`, and the one that it is merged into. */
  readonly branch: string;
  readonly base: string;
  readonly number?: number | undefined;
};

type Explanation = {
  readonly code: ErrorCode;
  readonly applies: (problem: Problem, attempted: Attempted) => boolean;
  readonly why: (attempted: Attempted) => string;
  readonly hint: (attempted: Attempted) => string;
};

const says =
  (pattern: RegExp, ...doing: readonly Attempted['doing'][]) =>
  ({ message }: Problem, attempted: Attempted): boolean =>
    pattern.test(message) && (doing.length === 0 || doing.includes(attempted.doing));

/** The first that applies explains; the texts are GitHub's own. */
const explanations: readonly Explanation[] = [
  {
    code: 'permission-missing',
    applies: says(/not permitted to create or approve pull requests/i),
    why: () => "the repository does not let the workflow's own token open pull requests",
    hint: () =>
      'Tick "Allow GitHub Actions to create and approve pull requests" under Settings, Actions, General (an organization may forbid it), or use the token of a GitHub App in the input `token`.',
  },
  {
    code: 'branch-taken',
    applies: says(/reference update failed|ref cannot be created|cannot lock ref/i, 'branch'),
    why: ({ branch }) => `another branch is in the way of the name ${quote(branch)}`,
    hint: ({ branch }) =>
      `Delete or rename branches such as ${listed([...parentsOf(branch), `${branch}/…`].map(quote))}: git cannot have a branch and a folder of one name.`,
  },
  {
    code: 'branch-protected',
    applies: says(/rule violations? found|protected branch|cannot (?:force-push|create ref|delete)/i, 'branch'),
    why: ({ branch }) => `the rules of ${quote(branch)} do not let the token write it`,
    hint: () =>
      'Put the GitHub App of the input `token` on the bypass list of the ruleset for promotion/** (Settings, Rules).',
  },
  {
    code: 'permission-missing',
    applies: ({ type, status, message }) =>
      type === 'FORBIDDEN' || status === 403 || status === 404 || /resource not accessible/i.test(message),
    why: ({ place }) => `the token may not do that in ${quote(fullName(place))}`,
    hint: ({ doing }) =>
      doing === 'open' || doing === 'update'
        ? 'Give the token Pull requests: write (for the workflow\'s own token "permissions: pull-requests: write").'
        : 'Give the token Contents: write and Pull requests: write (for the workflow\'s own token "permissions: contents: write" and "pull-requests: write").',
  },
  {
    code: 'not-merged',
    applies: says(/auto.?merge is not allowed/i),
    why: () => 'the repository does not allow auto-merge',
    hint: () => 'Tick "Allow auto-merge" under Settings, General, Pull Requests, or set `delivery: merge`.',
  },
  {
    code: 'not-merged',
    applies: says(/in unstable status/i),
    why: () =>
      'its checks have not succeeded, and none of them is required, so that there is nothing for auto-merge to wait for',
    hint: ({ base }) =>
      `Require the checks in the rules of ${quote(base)} (Settings, Rules), or set \`delivery: merge\` to merge whatever the checks say.`,
  },
  {
    code: 'not-merged',
    applies: says(/rules not configured/i),
    why: ({ base }) => `no rules protect ${quote(base)}, so that there is nothing for auto-merge to wait for`,
    hint: ({ base }) =>
      `Require reviews or checks in the rules of ${quote(base)} (Settings, Rules), or set \`delivery: merge\`.`,
  },
  {
    code: 'not-merged',
    applies: says(/merges? (?:commits )?are not allowed|merge method/i),
    why: () => 'the repository or the rules of the branch do not allow this merge method',
    hint: () =>
      'Allow it under Settings, General, Pull Requests, and in the rulesets of the branch, or set `merge-method` to one that is allowed.',
  },
  {
    code: 'not-merged',
    applies: says(/merge queue/i, 'merge'),
    why: ({ base }) => `a merge queue stands before ${quote(base)}`,
    hint: () => 'Set `delivery: auto-merge`, which adds it to the queue.',
  },
  {
    code: 'not-merged',
    applies: says(/still a draft|draft/i),
    why: () => 'it is a draft',
    hint: () => 'Mark it as ready for review, or do not set `draft`.',
  },
  {
    code: 'not-merged',
    applies: says(/status check|required (?:deployment|workflow)/i, 'merge'),
    why: ({ base }) => `the rules of ${quote(base)} require checks that have not succeeded`,
    hint: () =>
      "Set `delivery: auto-merge`, which waits for them. Checks of what the workflow's own token has pushed wait until somebody approves them: use the token of a GitHub App.",
  },
  {
    code: 'not-merged',
    applies: says(/rule violations? found|review|protected branch|required|up to date/i, 'merge'),
    why: ({ base }) => `the rules of ${quote(base)} are not met`,
    hint: () =>
      'Set `delivery: auto-merge`, which waits until they are, or put the GitHub App of the input `token` on their bypass list (Settings, Rules).',
  },
];

/** What GitHub refused, in its own words, and the setting or permission to change. */
export function explain(problem: Problem, attempted: Attempted): Violation {
  const { doing, number, branch } = attempted;
  const explanation = explanations.find(({ applies }) => applies(problem, attempted));
  const words = ownWords(problem.message);
  const what = number === undefined ? `The pull request of ${quote(branch)}` : `Pull request ${number}`;
  const undone = {
    branch: `The branch ${quote(branch)} cannot be written`,
    open: `${what} cannot be opened, although its branch is there`,
    update: `${what} cannot be updated`,
    arm: `${what} stays open and is not armed`,
    merge: `${what} stays open and is not merged`,
  }[doing];
  const code = explanation?.code ?? (doing === 'arm' || doing === 'merge' ? 'not-merged' : 'pull-request-refused');
  const why = explanation === undefined ? '' : `, since ${explanation.why(attempted)}`;
  const hint =
    explanation?.hint(attempted) ?? 'Run it again; if it stays so, look at the pull request or report this message.';
  return { code, message: `${undone}${why}: ${words}.`, hint };
}

/** @throws PromotionError, always. */
export function refuse(problem: Problem, attempted: Attempted): never {
  throw new PromotionError([explain(problem, attempted)]);
}

const parentsOf = (branch: string): string[] =>
  branch
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

const ownWords = (message: string): string => {
  const lines = message
    .split(/[\r\n]+/)
    .map((line) => line.trim().replace(/\.$/, ''))
    .filter((line) => line !== '');
  return listed(lines.slice(0, 5).map(quote));
};
