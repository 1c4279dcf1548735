/** The pull requests of a manifest repository on GitHub: writing, arming, merging, disarming and closing them. */

import { PromotionError } from '../../../domain/errors.ts';
import type { Notice } from '../../../domain/model.ts';
import { listed, quote, quoteWords } from '../../../domain/text.ts';
import type { BranchMoved, Proposal, PullRequest, PullRequests, Snapshot } from '../../../ports.ts';
import type { GitHubAnswer } from '../answers.ts';
import type { BaseCommit, GitHubPlace } from '../client.ts';
import { reactionTo, readingOf, refuse } from '../refusals.ts';
import { decoratePullRequest } from './decorate.ts';
import { armPullRequest, mergePullRequest } from './merge.ts';
import { readBranch } from './read.ts';
import { announcePullRequest, countLostAnswers, type LostAnswerHandler, writeBranch } from './write.ts';

/** The pull requests of a manifest repository on GitHub. */
export function githubPullRequests(place: GitHubPlace, baseOf: (snapshot: Snapshot) => BaseCommit): PullRequests {
  const losses = countLostAnswers();
  return {
    write: (snapshot, draft) => writeBranch(baseOf(snapshot), draft, losses),
    announce: (snapshot, announcement) => announcePullRequest(baseOf(snapshot), announcement, losses),
    decorate: (pullRequest, attributes) => decoratePullRequest(place, pullRequest, attributes),
    land: (snapshot, pullRequest, landing) => {
      const base = baseOf(snapshot);
      const { number } = pullRequest;
      const attempted = { ...readingOf(place), doing: landing.how, branch: `#${number}`, base: base.branch, number };
      const merging = { base, pullRequest, landing, attempted, losses };
      return landing.how === 'arm' ? armPullRequest(merging) : mergePullRequest(merging);
    },
    disarm: (pullRequest) => disarm(place, pullRequest, losses),
    close: (snapshot, proposal, comment) => closeProposal(baseOf(snapshot), proposal, comment),
  };
}

const DISARM = `mutation Disarm($input: DisablePullRequestAutoMergeInput!) {
  disablePullRequestAutoMerge(input: $input) { clientMutationId }
}`;
const DEQUEUE = `mutation Dequeue($input: DequeuePullRequestInput!) {
  dequeuePullRequest(input: $input) { clientMutationId }
}`;

const disarm = async (
  place: GitHubPlace,
  { key, waits, number, base }: PullRequest,
  losses: LostAnswerHandler,
): Promise<BranchMoved | { readonly kind: 'disarmed' }> => {
  const [document, input] = waits === 'queued' ? [DEQUEUE, { id: key }] : [DISARM, { pullRequestId: key }];
  const answer = await place.client.graphql<Record<string, object | null>>({ document, variables: { input } });
  if (answer.kind === 'lost') return losses('a pull request is disarmed', answer);
  if (Object.values(answer.data ?? {}).some((value) => value !== null)) return { kind: 'disarmed' };
  const problem = answer.problems[0] ?? { message: 'an empty answer' };
  // Somebody else was faster, or it has been merged: a fresh read shows which.
  if (reactionTo(problem, 'disarm') === 'start-over') return { kind: 'branch-moved' };
  return refuse(problem, { ...readingOf(place), doing: 'update', branch: `#${number}`, base, number });
};

const DELETE = `mutation Delete($refs: UpdateRefsInput!) {
  updateRefs(input: $refs) { clientMutationId }
}`;

const DELETE_AND_SAY = `mutation Close($refs: UpdateRefsInput!, $comment: AddCommentInput!) {
  updateRefs(input: $refs) { clientMutationId }
  addComment(input: $comment) { commentEdge { node { id } } subject { ... on PullRequest { state } } }
}`;

const CLOSE = `mutation Shut($closed: ClosePullRequestInput!) {
  closePullRequest(input: $closed) { clientMutationId }
}`;

const RETRACT = `mutation Retract($comment: DeleteIssueCommentInput!) {
  deleteIssueComment(input: $comment) { clientMutationId }
}`;

type ClosedAnswer = {
  readonly updateRefs: object | null;
  readonly addComment?: {
    readonly commentEdge: { readonly node: { readonly id: string } | null } | null;
    readonly subject: { readonly state?: string } | null;
  } | null;
};

/** Deletes the branch where it was seen and says why, in one request. With its branch GitHub closes a pull request, and so it is
 * never closed after a new commit by another login. A failure is reported and does not fail the promotion. */
async function closeProposal(base: BaseCommit, proposal: Proposal, comment: string): Promise<readonly Notice[]> {
  try {
    return await close({ base, proposal, comment });
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return unfinished(
      proposal,
      error.violations.map(({ message }) => message),
    );
  }
}

type Closing = { readonly base: BaseCommit; readonly proposal: Proposal; readonly comment: string };

const close = async ({ base, proposal, comment }: Closing): Promise<readonly Notice[]> => {
  const { branch, head, pullRequest } = proposal;
  const gone = { name: `refs/heads/${branch}`, beforeOid: head.id, afterOid: '0'.repeat(head.id.length) };
  const refs = { repositoryId: base.repository, refUpdates: [gone] };
  const { client } = base.place;
  if (pullRequest === undefined) {
    const answer = await client.graphql<ClosedAnswer>({ document: DELETE, variables: { refs } });
    return unfinished(proposal, problemsOf(answer));
  }
  const said = { subjectId: pullRequest.key, body: comment };
  const answer = await client.graphql<ClosedAnswer>({ document: DELETE_AND_SAY, variables: { refs, comment: said } });
  const problems = problemsOf(answer);
  if (answer.kind === 'lost') return unfinished(proposal, problems);
  const { updateRefs, addComment } = answer.data ?? {};
  const isDeleted = updateRefs || problems.length === 0;
  if (!isDeleted && (await readBranch(base.place, branch)) !== head.id) {
    const id = addComment?.commentEdge?.node?.id;
    if (id !== undefined) await client.graphql({ document: RETRACT, variables: { comment: { id } } });
    return overtaken(pullRequest);
  }
  if (addComment?.subject?.state !== 'OPEN') return unfinished(proposal, problems);
  const closed = { pullRequestId: pullRequest.key };
  const shut = await client.graphql<object>({ document: CLOSE, variables: { closed } });
  return unfinished(proposal, [...problems, ...problemsOf(shut)]);
};

/** A branch that is already gone is no problem. */
const problemsOf = (answer: GitHubAnswer<object>): string[] => {
  const problems = answer.kind === 'lost' ? [{ message: answer.reason }] : answer.problems;
  return problems.filter((problem) => reactionTo(problem, 'close') !== 'done').map(({ message }) => message);
};

const unfinished = ({ branch, pullRequest }: Proposal, problems: readonly string[]): Notice[] => {
  if (problems.length === 0) return [];
  const what = pullRequest === undefined ? `The branch ${quote(branch)}` : `Pull request ${pullRequest.number}`;
  return [
    {
      message: `${what} has nothing left to propose, but closing it and deleting its branch went wrong: ${listed(problems.map(quoteWords))}.`,
      hint: 'Close it and delete its branch by hand, or run this again.',
    },
  ];
};

const overtaken = ({ number }: PullRequest): Notice[] => [
  {
    message: `Pull request ${number} had nothing left to propose, but somebody has changed its branch meanwhile, and so it is left alone.`,
    hint: 'Look at what it carries now.',
  },
];
