/** Writes the branch of a pull request, then opens the pull request or updates its texts. */

import { PromotionError } from '../../../domain/errors.ts';
import type { Notice } from '../../../domain/model.ts';
import { isLeftOver, TEMPORARY_BRANCHES, temporaryBranch } from '../../../domain/proposal/delivery-parts.ts';
import { quoteWords } from '../../../domain/text.ts';
import type { Announced, Announcement, BranchMoved, Committed, Draft, PullRequest } from '../../../ports.ts';
import { type GitHubProblem, type LostAnswer, limitedIn, unavailable, unseen } from '../answers.ts';
import type { BaseCommit } from '../client.ts';
import {
  type CommitBody,
  commitFiles,
  commitIn,
  commitInput,
  findLanded,
  fitsMutation,
  makeCommit,
} from '../commit.ts';
import { type Refused, reactionTo, readingOf, refuse } from '../refusals.ts';
import { ANNOUNCED, listOf, PULL_REQUEST, type RawPullRequest } from './proposal-queries.ts';
import { pullRequestOf, readBranch } from './read.ts';

type RefUpdate = {
  readonly name: string;
  readonly beforeOid: string;
  readonly afterOid: string;
  readonly force?: boolean;
};

const UPDATE = 'mutation Update($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }';

/** Brings the branch to the commit, which GitHub signs for any token. A new one begins at the base and is committed to; one that is
 * there moves once, from where it was seen to the finished commit, which is made on a branch of its own: if ours were at the base
 * for a moment, GitHub would close its pull request. Only a commit that `createCommitOnBranch` cannot make is made on no branch.
 * @throws PromotionError when GitHub refuses. */
export async function writeBranch(
  base: BaseCommit,
  draft: Draft,
  losses: LostAnswerHandler,
): Promise<Committed | BranchMoved> {
  const attempted: Refused = { ...readingOf(base.place), doing: 'branch', branch: draft.branch, base: base.branch };
  const writing: Writing = { base, draft, attempted, losses };
  if (!fitsMutation(draft.commit)) return moveToMade(writing);
  return draft.standing === undefined ? create(writing) : replace(writing);
}

type Writing = {
  readonly base: BaseCommit;
  readonly draft: Draft;
  readonly attempted: Refused;
  readonly losses: LostAnswerHandler;
};

const CREATE = 'mutation Create($input: CreateRefInput!) { createRef(input: $input) { clientMutationId } }';

const create = async (writing: Writing): Promise<Committed | BranchMoved> => {
  const { base, draft, losses } = writing;
  const input = { repositoryId: base.repository, name: nameOf(draft.branch), oid: base.commit };
  const answer = await base.place.client.graphql<{ createRef: object | null }>({
    document: CREATE,
    variables: { input },
    ages: true,
  });
  if (answer.kind === 'lost') return losses('a branch is made', answer);
  if (!answer.data?.createRef) return limitedIn(answer.problems) ?? judge(writing, answer.problems[0]);
  return commitFiles({ ...base, branch: draft.branch }, draft.commit).catch(async (error: unknown) => {
    await discard(base, draft.branch, base.commit);
    return goneIsMoved(error);
  });
};

/** A branch that another login deletes at once counts as moved. */
const goneIsMoved = (error: unknown): BranchMoved => {
  if (error instanceof PromotionError && error.violations.every(({ code }) => code === 'branch-missing'))
    return { kind: 'branch-moved' };
  throw error;
};

/** Both in one request, and along with it the branches that were left by runs which came to no end. */
const CREATE_AND_COMMIT = `mutation Create($ref: CreateRefInput!, $prefix: String!, $input: CreateCommitOnBranchInput!) {
  createRef(input: $ref) {
    ref { repository { refs(refPrefix: $prefix, first: 20) {
      nodes { name prefix target { oid ... on Commit { message committedDate } } }
    } } }
  }
  createCommitOnBranch(input: $input) { commit { oid url } }
}`;

type RawWorkbench = {
  readonly name: string;
  readonly prefix: string;
  readonly target: { readonly oid: string; readonly message?: string; readonly committedDate?: string } | null;
};

type Created = CommitBody & {
  readonly createRef: {
    readonly ref: {
      readonly repository: { readonly refs: { readonly nodes: (RawWorkbench | null)[] | null } | null };
    } | null;
  } | null;
};

const replace = async (writing: Writing): Promise<Committed | BranchMoved> => {
  const { base, draft } = writing;
  const workbench = temporaryBranch(draft.commit.id);
  const begun = await begin(writing, workbench);
  if (begun.kind === 'branch-moved') return begun;
  const { leftOver } = begun;
  const made =
    begun.made ??
    (await commitFiles({ ...base, branch: workbench }, draft.commit).catch(async (error: unknown) => {
      await discard(base, workbench, base.commit);
      return goneIsMoved(error);
    }));
  if (made.kind === 'branch-moved') return made;
  const cleared = { name: nameOf(workbench), beforeOid: made.commit, afterOid: nothing(base) };
  const moved = await move(writing, { made, along: [cleared], leftOver });
  if (moved.kind !== 'refused') return moved;
  await discard(base, workbench, made.commit);
  return judge(writing, moved.problem);
};

type Begun = {
  readonly kind: 'begun';
  /** Undefined if it takes a request of its own. */
  readonly made?: Committed | undefined;
  readonly leftOver: readonly RefUpdate[];
};

const begin = async (writing: Writing, workbench: string): Promise<Begun | BranchMoved> => {
  const { base, draft, losses } = writing;
  const ref = { repositoryId: base.repository, name: nameOf(workbench), oid: base.commit };
  const input = commitInput({ ...base, branch: workbench }, draft.commit);
  const answer = await base.place.client.graphql<Created>({
    document: CREATE_AND_COMMIT,
    variables: { ref, prefix: nameOf(TEMPORARY_BRANCHES), input },
    ages: true,
  });
  if (answer.kind === 'lost') return losses('a commit is made', answer);
  if (!answer.data?.createRef) return limitedIn(answer.problems) ?? beginAgain(writing, workbench, answer.problems[0]);
  const leftOver = leftOverAmong(listOf(answer.data.createRef.ref?.repository.refs), writing, workbench);
  const made = commitIn(answer.data.createCommitOnBranch, answer.problems);
  if (made.kind === 'answered')
    return { kind: 'begun', made: made.data && { kind: 'committed', ...made.data }, leftOver };
  const fate = await findLanded({ ...base, branch: workbench }, draft.commit.id);
  return fate.kind === 'committed' ? { kind: 'begun', made: fate, leftOver } : losses('a commit is made', made);
};

/** An earlier attempt of this run may have left its own behind. */
const beginAgain = async (
  writing: Writing,
  workbench: string,
  problem: GitHubProblem | undefined,
): Promise<Begun | BranchMoved> => {
  const { base, losses } = writing;
  const at = await readBranch(base.place, workbench);
  if (at === undefined) return judge(writing, problem);
  const reset = { name: nameOf(workbench), beforeOid: at, afterOid: base.commit, force: true };
  const answer = await updateRefs(base, [reset]);
  if (answer.kind === 'lost') return losses('a branch is made', answer);
  return answer.data?.updateRefs ? { kind: 'begun', leftOver: [] } : { kind: 'branch-moved' };
};

const leftOverAmong = (refs: readonly RawWorkbench[], { base }: Writing, own: string): RefUpdate[] =>
  refs.flatMap(({ name, prefix, target }) => {
    const branch = `${prefix}${name}`.replace(/^refs\/heads\//, '');
    if (branch === own || target === null) return [];
    const { oid, message = '', committedDate = '' } = target;
    if (!isLeftOver({ branch, message, committedAt: committedDate }, base.place.clock.now())) return [];
    return [{ name: nameOf(branch), beforeOid: oid, afterOid: nothing(base) }];
  });

/** Deletes a branch that was begun in vain. One that remains has nothing on it, and a later run goes on from it or deletes it. */
const discard = async (base: BaseCommit, branch: string, at: string): Promise<void> => {
  await updateRefs(base, [{ name: nameOf(branch), beforeOid: at, afterOid: nothing(base) }]);
};

const updateRefs = (base: BaseCommit, refUpdates: readonly RefUpdate[]) =>
  base.place.client.graphql<{ updateRefs: object | null }>({
    document: UPDATE,
    variables: { input: { repositoryId: base.repository, refUpdates } },
    ages: true,
  });

const moveToMade = async (writing: Writing): Promise<Committed | BranchMoved> => {
  const { base, draft } = writing;
  const attempted: Refused = { ...readingOf(base.place), doing: 'commit', branch: draft.branch };
  const made = await makeCommit(base, draft.commit, attempted);
  if (made.kind === 'branch-moved') return made;
  const moved = await move(writing, { made: { ...made, kind: 'committed' }, along: [], leftOver: [] });
  return moved.kind === 'refused' ? judge(writing, moved.problem) : moved;
};

type Move = {
  readonly made: Committed;
  /** In the same step, or not at all. */
  readonly along: readonly RefUpdate[];
  /** As far as they are still there. */
  readonly leftOver: readonly RefUpdate[];
};

const move = async (
  { base, draft, losses }: Writing,
  { made, along, leftOver }: Move,
): Promise<Committed | BranchMoved | { readonly kind: 'refused'; readonly problem: GitHubProblem | undefined }> => {
  const beforeOid = draft.standing?.head.id ?? nothing(base);
  const update = { name: nameOf(draft.branch), beforeOid, afterOid: made.commit, force: true };
  const answer = await base.place.client.graphql<{ updateRefs: object | null }>({
    document: documentFor(draft, leftOver),
    variables: {
      input: { repositoryId: base.repository, refUpdates: [update, ...along] },
      ...armedOf(draft),
      ...(leftOver.length === 0 ? {} : { leftOver: { repositoryId: base.repository, refUpdates: leftOver } }),
    },
    ages: true,
  });
  if (answer.kind === 'lost') return losses('a branch is moved', answer);
  if (answer.data?.updateRefs) return made;
  const limited = limitedIn(answer.problems);
  if (limited !== undefined) return limited;
  return {
    kind: 'refused',
    problem: answer.problems.find(({ path }) => path?.[0] === 'updateRefs') ?? answer.problems[0],
  };
};

/** Disarmed before it changes, in one request. */
const documentFor = ({ standing }: Draft, leftOver: readonly RefUpdate[]): string => {
  const disarm = {
    idle: undefined,
    armed: ['DisablePullRequestAutoMergeInput', 'disablePullRequestAutoMerge'],
    queued: ['DequeuePullRequestInput', 'dequeuePullRequest'],
  }[standing?.pullRequest?.waits ?? 'idle'];
  const declared = [
    '$input: UpdateRefsInput!',
    ...(disarm === undefined ? [] : [`$armed: ${disarm[0]}!`]),
    ...(leftOver.length === 0 ? [] : ['$leftOver: UpdateRefsInput!']),
  ];
  return [
    `mutation Move(${declared.join(', ')}) {`,
    ...(disarm === undefined ? [] : [`  ${disarm[1]}(input: $armed) { clientMutationId }`]),
    '  updateRefs(input: $input) { clientMutationId }',
    ...(leftOver.length === 0 ? [] : ['  swept: updateRefs(input: $leftOver) { clientMutationId }']),
    '}',
  ].join('\n');
};

const armedOf = ({ standing }: Draft): Record<string, object> => {
  const { waits, key } = standing?.pullRequest ?? { waits: 'idle', key: '' };
  if (waits === 'idle') return {};
  return { armed: waits === 'armed' ? { pullRequestId: key } : { id: key } };
};

/** Reads the branch to see whether somebody else has moved it. */
const judge = async (
  { base, draft, attempted }: Writing,
  problem: GitHubProblem = { message: 'an empty answer' },
): Promise<BranchMoved> => {
  const at = await readBranch(base.place, draft.branch);
  return at === draft.standing?.head.id && reactionTo(problem, 'branch') !== 'start-over'
    ? refuse(problem, attempted)
    : { kind: 'branch-moved' };
};

const nameOf = (branch: string): string => `refs/heads/${branch}`;

const nothing = ({ commit }: BaseCommit): string => '0'.repeat(commit.length);

/** The reaction to an answer that was lost: the caller starts over from a fresh read, which shows the effects. */
export type LostAnswerHandler = (doing: string, lost: LostAnswer) => BranchMoved;

const MOST = 4;

/** Counts them, over the whole run.
 * @throws PromotionError `host-unavailable` when there are too many. */
export function countLostAnswers(): LostAnswerHandler {
  let count = 0;
  return (doing, { reason }) => {
    count += 1;
    return count > MOST ? unavailable(doing, reason) : { kind: 'branch-moved', unsure: true };
  };
}

const OPEN = `mutation Open($input: CreatePullRequestInput!) {
  createPullRequest(input: $input) { ${ANNOUNCED} }
}
${PULL_REQUEST}`;

const EDIT = `mutation Edit($input: UpdatePullRequestInput!) {
  updatePullRequest(input: $input) { ${ANNOUNCED} }
}
${PULL_REQUEST}`;

const EDIT_AND_SAY = `mutation Edit($input: UpdatePullRequestInput!, $comment: AddCommentInput!) {
  updatePullRequest(input: $input) { ${ANNOUNCED} }
  addComment(input: $comment) { clientMutationId }
}
${PULL_REQUEST}`;

type RawAnnounced = { readonly pullRequest: RawPullRequest | null } | null;

type WrittenAnswer = { readonly createPullRequest?: RawAnnounced; readonly updatePullRequest?: RawAnnounced };

/** Opens the pull request, or brings its texts up to date.
 * @throws PromotionError when GitHub refuses. */
export async function announcePullRequest(
  base: BaseCommit,
  announcement: Announcement,
  losses: LostAnswerHandler,
): Promise<Announced | BranchMoved> {
  const { branch, standing } = announcement;
  const doing = standing === undefined ? 'open' : 'update';
  const attempted: Refused = {
    ...readingOf(base.place),
    doing,
    branch,
    base: base.branch,
    number: standing?.pullRequest.number,
  };
  return standing === undefined
    ? open({ base, announcement, attempted, losses })
    : edit({ base, announcement, attempted, losses }, standing);
}

type Announcing = {
  readonly base: BaseCommit;
  readonly announcement: Announcement;
  readonly attempted: Refused;
  readonly losses: LostAnswerHandler;
};

const open = async (announcing: Announcing): Promise<Announced | BranchMoved> => {
  const { base, announcement, attempted, losses } = announcing;
  const { branch, title, description, draft } = announcement;
  const input = {
    repositoryId: base.repository,
    headRefName: branch,
    baseRefName: base.branch,
    title,
    body: description,
    draft,
  };
  const answer = await base.place.client.graphql<WrittenAnswer>({ document: OPEN, variables: { input }, ages: true });
  if (answer.kind === 'lost') return losses('a pull request is opened', answer);
  const pullRequest = answer.data?.createPullRequest?.pullRequest;
  if (pullRequest === null) return losses('a pull request is opened', unseen(answer.problems));
  // A fresh read examines a commit that another login put on the branch before the pull request was opened.
  if (pullRequest && pullRequest.headRefOid !== announcement.commit) return { kind: 'branch-moved' };
  if (pullRequest) return { kind: 'announced', pullRequest: pullRequestOf(pullRequest), notices: [] };
  const limited = limitedIn(answer.problems);
  if (limited !== undefined) return limited;
  const problem = answer.problems[0] ?? { message: 'an empty answer' };
  if (draft && /draft/i.test(problem.message)) {
    const opened = await open({ ...announcing, announcement: { ...announcement, draft: false } });
    return opened.kind === 'announced' ? { ...opened, notices: [...opened.notices, notADraft(problem)] } : opened;
  }
  return reactionTo(problem, 'open') === 'start-over' ? { kind: 'branch-moved' } : refuse(problem, attempted);
};

const notADraft = ({ message }: GitHubProblem): Notice => ({
  message: `The pull request is no draft: GitHub says ${JSON.stringify(message)}.`,
  hint: 'Private repositories have drafts in some plans only; remove `draft`.',
});

const edit = async (
  { base, announcement, attempted, losses }: Announcing,
  { pullRequest: former, head }: NonNullable<Announcement['standing']>,
): Promise<Announced | BranchMoved> => {
  const { title, description, comment, commit } = announcement;
  const { key } = former;
  const answer = await base.place.client.graphql<WrittenAnswer>({
    document: comment === undefined ? EDIT : EDIT_AND_SAY,
    variables: {
      input: { pullRequestId: key, title, body: description },
      ...(comment === undefined ? {} : { comment: { subjectId: key, body: comment } }),
    },
    ages: true,
  });
  if (answer.kind === 'lost') return losses('a pull request is updated', answer);
  const pullRequest = answer.data?.updatePullRequest?.pullRequest;
  if (pullRequest === null) return losses('a pull request is updated', unseen(answer.problems));
  if (!pullRequest)
    return limitedIn(answer.problems) ?? refuse(answer.problems[0] ?? { message: 'an empty answer' }, attempted);
  const at = pullRequest.headRef?.target?.oid;
  // GitHub changes the texts also of a closed pull request, and of one whose branch has moved; right after a move both may still be seen where
  // they were.
  const isOurs = pullRequest.state === 'OPEN' && (at === undefined || at === commit || at === head);
  if (isOurs) {
    const notices = answer.problems.filter(({ path }) => path?.[0] === 'addComment').map((one) => unsaid(former, one));
    return { kind: 'announced', pullRequest: pullRequestOf(pullRequest), notices };
  }
  if (pullRequest.state !== 'OPEN' && pullRequest.headRefOid !== commit) await restore(base, former);
  return { kind: 'branch-moved' };
};

const unsaid = ({ number }: PullRequest, { message }: GitHubProblem): Notice => ({
  message: `Pull request ${number} has changed, and the comment that says so could not be added: ${quoteWords(message)}.`,
});

/** Records may be read from the description forever, so it must match the merged changes before the branch moves. */
const restore = async ({ place }: BaseCommit, { key, title, description }: PullRequest): Promise<void> => {
  const input = { pullRequestId: key, title, body: description };
  await place.client.graphql<WrittenAnswer>({ document: EDIT, variables: { input } });
};
