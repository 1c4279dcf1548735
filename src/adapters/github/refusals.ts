/** Refusals of GitHub: the temporary ones, and for all others the reason and the setting or permission to change. */

import { type ErrorCode, fail, PromotionError, type Violation } from '../../domain/errors.ts';
import { listed, quote } from '../../domain/text.ts';
import { type GitHubProblem, githubMessage, violatedRules } from './answers.ts';
import { fullName, type GitHubPlace, type TokenKind } from './client.ts';

/** The action that GitHub refused. */
export type GitHubAction = 'read' | 'commit' | 'branch' | 'open' | 'update' | 'arm' | 'merge' | 'event' | 'start';

export type Refused = {
  readonly doing: GitHubAction;
  readonly repository: string;
  readonly tokenKind: TokenKind;
  /** The branch that was written: the one that is promoted to, or one under `promotion/`. */
  readonly branch?: string | undefined;
  /** The branch that a pull request is merged into. */
  readonly base?: string | undefined;
  /** Of the pull request. */
  readonly number?: number | undefined;
  readonly paths?: readonly string[] | undefined;
  /** The workflow that was to start, and the default branch that it must be on. */
  readonly workflow?: string | undefined;
  readonly ref?: string | undefined;
};

/** `passing`: it ends by itself, or by a fresh start. `right`: the token lacks a permission. `rule`: a rule of the repository or
 * its organization. */
type Kind = 'passing' | 'right' | 'rule' | 'final';

type Row = {
  readonly kind: Kind;
  readonly code: ErrorCode;
  /** Every one, if the list is empty. */
  readonly doing?: readonly GitHubAction[];
  readonly applies: (problem: GitHubProblem, refused: Refused) => boolean;
  readonly why: (refused: Refused) => string;
  readonly hint: (refused: Refused) => string;
  /** GitHub's message adds nothing. */
  readonly bare?: true;
};

/** Names of checks, branches and the like stand in quotation marks and are free text: they explain nothing. Some refusals come as the
 * JSON of a list. */
const wordsIn = (message: string): string => message.replace(/^\["(.*)"\]$/s, '$1').replace(/"[^"\n]*"/g, '""');

const says =
  (pattern: RegExp) =>
  ({ message }: GitHubProblem): boolean =>
    pattern.test(wordsIn(message));

const UNSIGNED = /verified signature|requires? signed commits|must be signed/i;

const READING: readonly GitHubAction[] = ['read', 'commit'];
const COMMIT: readonly GitHubAction[] = ['commit'];
const DISPATCH: readonly GitHubAction[] = ['event', 'start'];
const PULL_REQUEST: readonly GitHubAction[] = ['branch', 'open', 'update', 'arm', 'merge'];

/** The answer to a refusal that passes by itself or by a fresh start. `start-over`: somebody else was faster, and a fresh read
 * decides. `ask-again`: after a while, the same. `done`: somebody else has done it. `merge-now`: there is nothing to wait for.
 * `look-behind` and `look-mergeable`: the state of the pull request decides. */
export type RefusalReaction = 'start-over' | 'ask-again' | 'done' | 'merge-now' | 'look-behind' | 'look-mergeable';

type PassingRow = {
  readonly doing: readonly (GitHubAction | 'disarm' | 'close')[];
  readonly applies: (problem: GitHubProblem) => boolean;
  readonly passage: RefusalReaction;
};

/** Every refusal that passes; the first row that applies decides. None of these words is documented. */
const passing: readonly PassingRow[] = [
  // GitHub's own failures come without a type or as INTERNAL; so do fields that a server does not know, but then without any data.
  {
    doing: ['read'],
    applies: ({ type, path }) =>
      (type === undefined && path !== undefined) || type === 'INTERNAL' || type === 'SERVICE_UNAVAILABLE',
    passage: 'ask-again',
  },
  {
    doing: ['commit', 'branch'],
    applies: ({ type, message }) =>
      type === 'STALE_DATA' ||
      /expected branch to point to|is at [0-9a-f]{40,64} but expected|no commit exists with specified expectedHeadOid/i.test(
        message,
      ),
    passage: 'start-over',
  },
  // With the same pull request, with merging, or with deleting the branch.
  {
    doing: ['open'],
    applies: says(/already exists for|no commits between|head sha can't be blank|head ref must be a branch/i),
    passage: 'start-over',
  },
  {
    doing: ['merge'],
    applies: (problem) =>
      problem.status === 409 || says(/base branch was modified|merge already in progress/i)(problem),
    passage: 'start-over',
  },
  { doing: ['merge'], applies: says(/is not mergeable|merge conflict/i), passage: 'look-mergeable' },
  { doing: ['merge'], applies: says(/not up[ -]to[ -]date|out[ -]of[ -]date/i), passage: 'look-behind' },
  { doing: ['arm'], applies: says(/in (?:clean|has_hooks) status/i), passage: 'merge-now' },
  { doing: ['arm'], applies: says(/in unknown status/i), passage: 'ask-again' },
  {
    doing: ['disarm'],
    applies: says(/can't disable|not in clean|not enabled|is not open/i),
    passage: 'start-over',
  },
  { doing: ['close'], applies: says(/reference does not exist/i), passage: 'done' },
];

/** Undefined for a refusal that is final by its message. */
export function reactionTo(problem: GitHubProblem, doing: PassingRow['doing'][number]): RefusalReaction | undefined {
  return passing.find((row) => row.doing.includes(doing) && row.applies(problem))?.passage;
}

/** Every refusal of GitHub that is known, in its own words; the first row that applies explains. Types and statuses alone do not tell:
 * a ruleset's refusal carries another type than that of classic branch protection, and 403 is said for a dozen reasons. */
const table: readonly Row[] = [
  // Another writer was faster each time.
  {
    kind: 'passing',
    code: 'branch-contended',
    doing: ['commit', 'branch'],
    applies: (problem, { doing }) => reactionTo(problem, doing) === 'start-over',
    why: ({ branch = '' }) => `the branch ${quote(branch)} has moved meanwhile`,
    hint: () => 'Run it again.',
  },

  // Rules of an organization about tokens, for every action.
  {
    kind: 'rule',
    code: 'permission-missing',
    applies: says(/\bSAML\b|single sign-on/i),
    why: ({ repository }) => `the organization of ${quote(repository)} has not authorized the token`,
    hint: () =>
      'Authorize the personal access token for single sign-on of the organization (its settings, Configure SSO).',
  },
  {
    kind: 'rule',
    code: 'permission-missing',
    applies: says(/IP allow ?list/i),
    why: ({ repository }) => `the organization of ${quote(repository)} does not let this runner in`,
    hint: () => 'Run the job on a runner whose address is on the IP allow list of the organization or its enterprise.',
  },
  {
    kind: 'rule',
    code: 'permission-missing',
    applies: says(/lifetime/i),
    why: ({ repository }) => `the owner of ${quote(repository)} forbids tokens that live so long`,
    hint: () =>
      'Shorten the lifetime of the personal access token to what is allowed, or set the input `token` to that of a GitHub App.',
  },
  {
    kind: 'rule',
    code: 'permission-missing',
    applies: says(/forbids access via a (?:personal access tokens? \(classic\)|fine-grained)/i),
    why: ({ repository }) => `the owner of ${quote(repository)} forbids this kind of token`,
    hint: () =>
      'Set the input `token` to that of a GitHub App, or to a personal access token of the kind that is allowed.',
  },
  {
    kind: 'rule',
    code: 'permission-missing',
    applies: says(/OAuth App access restrictions/i),
    why: ({ repository }) => `the organization of ${quote(repository)} has not approved the app that made the token`,
    hint: () => 'Set the input `token` to that of a GitHub App or to a personal access token.',
  },
  {
    kind: 'rule',
    code: 'permission-missing',
    applies: says(/fine[ -]grained access do(?:es)? not support the GraphQL API/i),
    why: () => 'this server does not take a fine-grained token for GraphQL',
    hint: () => 'Set the input `token` to that of a GitHub App or to a classic personal access token.',
  },
  {
    kind: 'rule',
    code: 'permission-missing',
    applies: says(/installation (?:has been|is|was) suspended/i),
    why: ({ repository }) => `the installation of the GitHub App at ${quote(repository)} is suspended`,
    hint: () => 'Unsuspend it in the settings of the organization (GitHub Apps, Configure).',
  },
  {
    kind: 'rule',
    code: 'permission-missing',
    applies: says(/account (?:has been|is|was) suspended/i),
    why: () => 'the account that owns the token is suspended',
    hint: () => 'Set the input `token` to that of a GitHub App or of another account.',
  },
  {
    kind: 'rule',
    code: 'permission-missing',
    applies: says(/(?:was|is|has been) archived/i),
    why: ({ repository }) => `the repository ${quote(repository)} is read-only`,
    hint: () => 'Unarchive the repository in its settings, or name another one in the input `repository`.',
  },
  {
    kind: 'right',
    code: 'permission-missing',
    applies: (problem) =>
      problem.type === 'INSUFFICIENT_SCOPES' || says(/has not been granted the required scopes/i)(problem),
    why: ({ repository }) => `the classic token lacks a scope for ${quote(repository)}`,
    hint: () => 'Give the classic personal access token the scope that GitHub names, or use the token of a GitHub App.',
  },

  // Starting runs.
  {
    kind: 'right',
    code: 'workflow-missing',
    doing: ['start'],
    applies: ({ status }, { ref }) => status === 404 && ref !== undefined,
    why: ({ repository, workflow = '', ref = '' }) =>
      `the repository ${quote(repository)} has no workflow ${quote(workflow)} on its default branch ${quote(ref)}`,
    hint: (refused) =>
      `Check the input \`workflow\`: it is the name of a file in .github/workflows of ${refused.repository}, which must be on the default branch. If it is there, the token may not start it. ${grantDispatch(refused)}`,
    bare: true,
  },
  {
    kind: 'right',
    code: 'repository-missing',
    doing: DISPATCH,
    applies: ({ status }) => status === 404,
    why: ({ repository }) => `GitHub shows this token no repository ${quote(repository)} to send anything to`,
    hint: (refused) =>
      `Check the spelling of the input \`repository\`. If the repository exists, the token has no access to it. ${grantDispatch(refused)}`,
    bare: true,
  },
  {
    kind: 'final',
    code: 'workflow-unfit',
    doing: DISPATCH,
    applies: says(/does not have 'workflow_dispatch' trigger/i),
    why: (refused) => `the workflow ${workflowOf(refused)} cannot be started`,
    hint: () =>
      'Add "on: workflow_dispatch" with the input payload to the workflow on the default branch; the documentation of the set-up shows it whole.',
  },
  {
    kind: 'final',
    code: 'workflow-unfit',
    doing: DISPATCH,
    applies: says(/unexpected inputs? provided/i),
    why: (refused) => `the workflow ${workflowOf(refused)} has no input payload`,
    hint: () =>
      'Add an input named payload, of type string and not required, below "on: workflow_dispatch: inputs:" on the default branch.',
  },
  {
    kind: 'final',
    code: 'workflow-unfit',
    doing: DISPATCH,
    applies: says(/required input .*not provided/i),
    why: (refused) => `the workflow ${workflowOf(refused)} demands more than the input payload`,
    hint: () => 'Take "required: true" off the other inputs of the workflow: a dispatch fills in payload alone.',
  },
  {
    kind: 'final',
    code: 'workflow-unfit',
    doing: DISPATCH,
    applies: says(/disabled workflow|workflow is disabled/i),
    why: (refused) => `the workflow ${workflowOf(refused)} is switched off`,
    hint: ({ repository }) => `Enable it under Actions of ${repository}.`,
  },
  {
    kind: 'final',
    code: 'payload-too-large',
    doing: DISPATCH,
    applies: ({ status, message }) => status === 413 || /too large|too long|no more than \d+ properties/i.test(message),
    why: () => 'GitHub does not take a payload of this size',
    hint: () => 'Dispatch fewer images or products in one step.',
  },
  {
    kind: 'right',
    code: 'permission-missing',
    doing: DISPATCH,
    applies: isMissingRight,
    why: ({ doing, repository }) =>
      doing === 'start'
        ? `the token may not start workflows of ${quote(repository)}`
        : `the token may not send events to ${quote(repository)}`,
    hint: (refused) => grantDispatch(refused),
  },

  // Reading, and committing to the branch that is promoted to.
  {
    kind: 'final',
    code: 'repository-missing',
    applies: says(/could not resolve to a repository/i),
    why: ({ repository }) => `GitHub shows this token no repository ${quote(repository)}`,
    hint: (refused) =>
      `Check the spelling of the input \`repository\`. If the repository exists, the token has no access to it: ${uncapitalized(grantContents(refused))}`,
    bare: true,
  },
  {
    kind: 'final',
    code: 'branch-missing',
    doing: READING,
    applies: says(/^branch not found|reference does not exist/i),
    why: ({ repository, branch = '' }) => `the repository ${quote(repository)} has no branch ${quote(branch)}`,
    hint: () => 'Check the input `branch`; a promotion never creates the branch that it commits to.',
    bare: true,
  },
  {
    kind: 'right',
    code: 'permission-missing',
    doing: ['commit', 'branch'],
    applies: (problem, refused) =>
      /without .?workflows?. (permission|scope)/i.test(problem.message) ||
      (isMissingRight(problem, refused) && touchesWorkflows(refused)),
    why: ({ repository }) => `the token may not change workflow files of ${quote(repository)}`,
    hint: () =>
      "A change below .github/workflows needs a GitHub App with Workflows: write or a personal access token with the workflow scope, never the workflow's own token; better, keep manifests out of that folder.",
  },
  {
    kind: 'rule',
    code: 'branch-protected',
    doing: COMMIT,
    applies: says(/commit message/i),
    why: refusedCommit,
    hint: () => 'Set `commit-message` in the configuration so that the first line of the commit fits the pattern.',
  },
  {
    kind: 'rule',
    code: 'branch-protected',
    doing: ['commit', 'branch'],
    applies: says(UNSIGNED),
    why: (refused) => (refused.doing === 'commit' ? refusedCommit(refused) : refusedBranch(refused)),
    hint: ({ tokenKind }) =>
      tokenKind === 'installation'
        ? 'Put the App on the bypass list of this rule (Settings, Rules). A GitHub Enterprise Server signs commits only where that is switched on.'
        : 'Use the token of a GitHub App, whose commits GitHub signs, or put the owner of the token on the bypass list of this rule (Settings, Rules).',
  },
  {
    kind: 'rule',
    code: 'branch-protected',
    doing: COMMIT,
    applies: (problem) =>
      problem.type === 'BRANCH_PROTECTION_RULE_VIOLATION' ||
      says(
        /rule violations?|protected[ -](?:branch|ref)|not authorized to push|through a pull request|through the merge queue/i,
      )(problem),
    why: refusedCommit,
    hint: () =>
      'Let a GitHub App commit that is on the bypass list of this rule (Settings, Rules), or set `delivery: pull-request`.',
  },
  {
    kind: 'right',
    code: 'permission-missing',
    doing: READING,
    applies: isMissingRight,
    why: ({ doing, repository }) =>
      `the token may not ${doing === 'read' ? 'read' : 'write'} the contents of ${quote(repository)}`,
    hint: (refused) => grantContents(refused),
  },

  // Branches under promotion/, and pull requests.
  {
    kind: 'rule',
    code: 'permission-missing',
    doing: PULL_REQUEST,
    applies: says(/not permitted to create or approve pull requests/i),
    why: () => "the repository does not let the workflow's own token open pull requests",
    hint: () =>
      'Tick "Allow GitHub Actions to create and approve pull requests" under Settings, Actions, General (an organization may forbid it), or use the token of a GitHub App in the input `token`.',
  },
  {
    kind: 'final',
    code: 'branch-taken',
    doing: ['branch'],
    applies: says(/reference update failed|ref cannot be created|cannot lock ref/i),
    why: ({ branch = '' }) => `another branch is in the way of the name ${quote(branch)}`,
    hint: ({ branch = '' }) =>
      `Delete or rename branches such as ${listed([...parentsOf(branch), `${branch}/…`].map((name) => quote(name)))}: git cannot have a branch and a folder of one name.`,
  },
  {
    kind: 'rule',
    code: 'branch-protected',
    doing: ['branch'],
    applies: says(/through a pull request/i),
    why: ({ branch = '' }) => `the rules want a pull request for ${quote(branch)}, which is the branch of one`,
    hint: () =>
      'Leave promotion/** out of the branches that this rule is about, or put the GitHub App of the input `token` on its bypass list (Settings, Rules).',
  },
  {
    kind: 'rule',
    code: 'branch-protected',
    doing: ['branch'],
    applies: says(/commit message/i),
    why: ({ branch = '' }) => `the rules of ${quote(branch)} want another commit message`,
    hint: () => 'Set `commit-message` in the configuration so that the first line of the commit fits the pattern.',
  },
  {
    kind: 'rule',
    code: 'branch-protected',
    doing: ['branch'],
    applies: says(
      /rule violations?|protected[ -](?:branch|ref)|not authorized to push|cannot (?:force-push|create ref|delete)/i,
    ),
    why: refusedBranch,
    hint: () =>
      'Put the GitHub App of the input `token` on the bypass list of the ruleset for promotion/** (Settings, Rules).',
  },
  {
    kind: 'right',
    code: 'permission-missing',
    doing: ['branch'],
    applies: isMissingRight,
    why: mayNot,
    hint: () => 'Give the token Contents: write (for the workflow\'s own token "permissions: contents: write").',
  },
  {
    kind: 'right',
    code: 'permission-missing',
    doing: ['open', 'update'],
    applies: isMissingRight,
    why: mayNot,
    hint: () =>
      'Give the token Pull requests: write (for the workflow\'s own token "permissions: pull-requests: write").',
  },
  {
    kind: 'right',
    code: 'permission-missing',
    doing: ['arm', 'merge'],
    applies: isMissingRight,
    why: mayNot,
    hint: ({ doing }) =>
      `${doing === 'arm' ? 'Auto-merge takes Contents: write and Pull requests: write' : 'Merging takes Contents: write'}, and Workflows: write where the base has changed a workflow meanwhile: use the token of a GitHub App, or merge by hand.`,
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: ['merge', 'arm'],
    applies: says(/cannot be automatically signed/i),
    why: () => 'the base wants signed commits, and GitHub cannot sign those of a rebase',
    hint: () => 'Set `merge-method` to squash or merge: GitHub signs these itself.',
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: ['merge', 'arm'],
    applies: says(UNSIGNED),
    why: ({ base = '' }) => `the rules of ${quote(base)} want signed commits, and one of its commits is not signed`,
    hint: () => 'Set `merge-method` to squash: GitHub signs the one commit that this makes.',
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: ['merge', 'arm'],
    applies: says(/must not contain merge commits|linear history/i),
    why: ({ base = '' }) => `the rules of ${quote(base)} want a linear history`,
    hint: () => 'Set `merge-method` to squash or rebase.',
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: ['merge', 'arm'],
    applies: says(/not (?:authorized|allowed) to (?:push|merge)/i),
    why: ({ base = '' }) => `the owner of the token is not among those who may push to ${quote(base)}`,
    hint: ({ base = '' }) =>
      `Add it to those who may push to ${quote(base)} in the protection of the branch (Settings, Branches, or Rules), or merge by hand.`,
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: ['merge', 'arm'],
    applies: says(/commit message/i),
    why: ({ base = '' }) => `the rules of ${quote(base)} want another commit message`,
    hint: () => 'Set `commit-message` in the configuration so that the first line of the commit fits the pattern.',
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: PULL_REQUEST,
    applies: says(/auto.?merge is not allowed/i),
    why: () => 'the repository does not allow auto-merge',
    hint: () => 'Tick "Allow auto-merge" under Settings, General, Pull Requests, or set `delivery: merge`.',
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: PULL_REQUEST,
    applies: says(/correct state to enable auto-merge|can't enable auto-merge/i),
    why: () => 'GitHub arms nothing that it could merge at once, that is a draft or that is closed',
    hint: () => 'Look at the pull request; if it can be merged now, set `delivery: merge`.',
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: PULL_REQUEST,
    applies: says(/in unstable status/i),
    why: () =>
      'its checks have not succeeded, and none of them is required, so that there is nothing for auto-merge to wait for',
    hint: ({ base = '' }) =>
      `Require the checks in the rules of ${quote(base)} (Settings, Rules), or set \`delivery: merge\` to merge whatever the checks say.`,
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: PULL_REQUEST,
    applies: says(/rules not configured/i),
    why: ({ base = '' }) => `no rules protect ${quote(base)}, so that there is nothing for auto-merge to wait for`,
    hint: ({ base = '' }) =>
      `Require reviews or checks in the rules of ${quote(base)} (Settings, Rules), or set \`delivery: merge\`.`,
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: PULL_REQUEST,
    applies: says(/merges? (?:commits )?are not allowed|merge method/i),
    why: () => 'the repository or the rules of the branch do not allow this merge method',
    hint: () =>
      'Allow it under Settings, General, Pull Requests, and in the rulesets of the branch, or set `merge-method` to one that is allowed.',
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: ['merge'],
    applies: says(/merge queue/i),
    why: ({ base = '' }) => `a merge queue stands before ${quote(base)}`,
    hint: () => 'Set `delivery: auto-merge`, which adds it to the queue.',
  },
  {
    kind: 'final',
    code: 'not-merged',
    doing: PULL_REQUEST,
    applies: says(/still a draft|in draft (?:status|state)|draft pull request|is a draft/i),
    why: () => 'it is a draft',
    hint: () => 'Mark it as ready for review, or do not set `draft`.',
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: ['merge'],
    applies: says(/status check|required (?:deployment|workflow)|code (?:scanning|quality)/i),
    why: ({ base = '' }) => `the rules of ${quote(base)} require checks that have not succeeded`,
    hint: () =>
      "Set `delivery: auto-merge`, which waits for them. Checks of what the workflow's own token has pushed wait until somebody approves them: use the token of a GitHub App.",
  },
  {
    kind: 'rule',
    code: 'not-merged',
    doing: ['merge'],
    applies: says(
      /rule violations?|review|protected[ -]branch|required|must be resolved|up[ -]to[ -]date|out[ -]of[ -]date/i,
    ),
    why: ({ base = '' }) => `the rules of ${quote(base)} are not met`,
    hint: () =>
      'Set `delivery: auto-merge`, which waits until they are, or put the GitHub App of the input `token` on their bypass list (Settings, Rules).',
  },
];

const rowFor = (problem: GitHubProblem, refused: Refused): Row | undefined =>
  table.find(
    ({ doing, applies }) => (doing === undefined || doing.includes(refused.doing)) && applies(problem, refused),
  );

/** The rows for each rule that a ruleset names, one at least. */
const rowsFor = (problem: GitHubProblem, refused: Refused): readonly Row[] => {
  const rules = violatedRules(problem.message).map((rule) => `Repository rule violations found\n${rule}`);
  const rows = (rules.length === 0 ? [problem.message] : rules).map((message) =>
    rowFor({ ...problem, message }, refused),
  );
  return [...new Set(rows)].filter((row) => row !== undefined);
};

/** The action of reading the repository. */
export function readingOf(place: GitHubPlace): Refused {
  return { doing: 'read', repository: fullName(place), tokenKind: place.client.tokenKind };
}

/** Whether the problem is final: neither waiting nor a fresh read changes it. */
export function isFinal(problem: GitHubProblem, refused: Refused): boolean {
  const row = rowFor(problem, refused);
  return row === undefined ? isForbidden(problem) : row.kind !== 'passing';
}

/** The refusal in GitHub's own words, with the setting or permission to change. */
export function explainRefusal(problem: GitHubProblem, refused: Refused): Violation {
  const rows = rowsFor(problem, refused);
  const [row] = rows;
  const words = githubMessage(problem);
  if (row === undefined) return unexplained(problem, refused);
  const why = row.why(refused);
  const undone = undoneOf(refused);
  const end = row.bare ? '.' : `: ${words}.`;
  const message = undone === undefined ? `${capitalized(why)}${end}` : `${undone}, since ${why}${end}`;
  return { code: row.code, message, hint: rows.map(({ hint }) => hint(refused)).join(' ') };
}

/** @throws PromotionError, always. */
export function refuse(problem: GitHubProblem, refused: Refused): never {
  throw new PromotionError([explainRefusal(problem, refused)]);
}

/** @throws PromotionError, always: the run goes on, and this token may not see it. */
export function refuseRunRead(problem: GitHubProblem, place: GitHubPlace): never {
  fail(
    'permission-missing',
    `The run was started, but the token may not look at runs of ${quote(fullName(place))}: ${githubMessage(problem)}.`,
    'Give the token Actions: read, or leave out `wait`.',
  );
}

const NO_GUESS =
  'These are the words of GitHub. Apart from the rights of the token, rules of the repository, its organization or its enterprise can say no.';

/** An unknown refusal is shown as it is, without a guess. */
const unexplained = (problem: GitHubProblem, refused: Refused): Violation => {
  const { code, message, hint } = unknownWhile(problem, refused);
  return isForbidden(problem) ? { code: 'permission-missing', message, hint: NO_GUESS } : { code, message, hint };
};

const unknownWhile = (
  problem: GitHubProblem,
  refused: Refused,
): Pick<Violation, 'code' | 'message'> & { hint: string } => {
  const { doing, repository } = refused;
  const words = githubMessage(problem);
  const undone = undoneOf(refused);
  if (undone !== undefined) {
    return {
      code: doing === 'arm' || doing === 'merge' ? 'not-merged' : 'pull-request-refused',
      message: `${undone}: ${words}.`,
      hint: 'Run it again; if it stays so, look at the pull request or report this message.',
    };
  }
  const end = `${quote(repository)}: ${words}${kindOf(problem, refused)}.`;
  if (DISPATCH.includes(doing)) {
    return {
      code: 'host-unexpected',
      message: `GitHub refuses the ${doing === 'start' ? 'workflow_dispatch' : 'repository_dispatch'} to ${end}`,
      hint: 'Nothing was started. If the words do not tell what to change, report this message.',
    };
  }
  return {
    code: 'host-unexpected',
    message: `GitHub refuses to ${doing === 'read' ? 'read' : 'change'} ${end}`,
    hint: 'Run it again; if it stays so, report this message.',
  };
};

const undoneOf = ({ doing, number, branch = '' }: Refused): string | undefined => {
  const what = number === undefined ? `The pull request of ${quote(branch)}` : `Pull request ${number}`;
  const undone: Partial<Record<GitHubAction, string>> = {
    branch: `The branch ${quote(branch)} cannot be written`,
    open: `${what} cannot be opened, although its branch is there`,
    update: `${what} cannot be updated`,
    arm: `${what} stays open and is not armed`,
    merge: `${what} stays open and is not merged`,
  };
  return undone[doing];
};

const kindOf = ({ type, status }: GitHubProblem, { doing }: Refused): string => {
  const kind = type ?? status ?? (DISPATCH.includes(doing) ? 'no status' : undefined);
  return kind === undefined ? '' : ` (${kind})`;
};

function refusedCommit({ repository, branch = '' }: Refused): string {
  return `the rules of branch ${quote(branch)} in ${quote(repository)} refuse the commit`;
}

function refusedBranch({ branch = '' }: Refused): string {
  return `the rules of ${quote(branch)} do not let the token write it`;
}

function mayNot({ repository }: Refused): string {
  return `the token may not do that in ${quote(repository)}`;
}

const isForbidden = ({ type, status }: GitHubProblem): boolean => type === 'FORBIDDEN' || status === 403;

/** In the words for tokens of all kinds. To a token that may read but not write, REST denies that the address exists. */
function isMissingRight({ status, message }: GitHubProblem, { doing }: Refused): boolean {
  return (
    (status === 404 && doing !== 'read') ||
    /resource not accessible|must have \w+ (?:access|rights)|must be a collaborator|does not have the correct permissions|(?<!reviewers? with )write access/i.test(
      wordsIn(message),
    )
  );
}

const touchesWorkflows = ({ paths = [] }: Refused): boolean =>
  paths.some((path) => path.startsWith('.github/workflows/'));

/** The change after which a token of this kind may read or write the contents of the repository. */
export const grantContents = ({ tokenKind, doing, repository }: Refused): string =>
  grantHint(tokenKind, { access: doing === 'read' ? 'read' : 'write', repository });

const workflowOf = ({ workflow = '', repository }: Refused): string => `${quote(workflow)} of ${quote(repository)}`;

function grantHint(kind: TokenKind, { access, repository }: { access: 'read' | 'write'; repository: string }): string {
  const workflow = `the workflow's own token needs "permissions: contents: ${access}" in the workflow and reaches its own repository only`;
  const app = `a GitHub App needs Contents: ${access}, accepted by the installation, which must include ${quote(repository)}`;
  const fineGrained = `a fine-grained personal access token needs Contents: ${access} for ${quote(repository)}`;
  const classic = `a classic personal access token needs ${SCOPE}, and its owner the role ${access === 'read' ? 'Read' : 'Write'}`;
  const hints: Record<TokenKind, readonly string[]> = {
    installation: [workflow, app],
    'fine-grained': [fineGrained],
    classic: [classic],
    other: [workflow, app, fineGrained],
  };
  return sentence(hints[kind].join('; '));
}

const SCOPE = 'the scope repo (public_repo is enough for a public repository)';

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The grant that lets a token of this kind send the dispatch. The workflow's own token can do it nowhere but in its own repository. */
const grantDispatch = ({ doing, repository, tokenKind }: Refused): string => {
  const permission = doing === 'start' ? 'Actions: write' : 'Contents: write';
  const app = `Set the input \`token\` to that of a GitHub App with ${permission} whose installation includes ${repository}, made by actions/create-github-app-token with owner and repositories; the workflow's own token reaches its own repository alone.`;
  if (tokenKind === 'fine-grained')
    return `Give the fine-grained personal access token ${permission} for ${repository}.`;
  if (tokenKind === 'classic') {
    return `Give the classic personal access token ${SCOPE}, and its owner the role Write in ${repository}.`;
  }
  return app;
};

const parentsOf = (branch: string): string[] =>
  branch
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const uncapitalized = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
