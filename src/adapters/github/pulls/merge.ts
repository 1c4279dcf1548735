/** Merges a pull request, or arms it for auto-merge or the merge queue. */

import type { BranchMoved, Landed, Landing, PullRequest } from '../../../ports.ts';
import { type GitHubProblem, lostAnswer } from '../answers.ts';
import { type BaseCommit, waitBeforeRetry } from '../client.ts';
import { explainRefusal, type Refused, reactionTo } from '../refusals.ts';
import { type PullRequestState, readState, UNREAD } from './read.ts';
import type { LostAnswerHandler } from './write.ts';

const ARM = `mutation Arm($input: EnablePullRequestAutoMergeInput!) {
  enablePullRequestAutoMerge(input: $input) { clientMutationId }
}`;

const ENQUEUE = `mutation Enqueue($input: EnqueuePullRequestInput!) {
  enqueuePullRequest(input: $input) { clientMutationId }
}`;

const ARM_ATTEMPTS = 5;

/** Adds it to the merge queue where there is one, which picks method and message itself; a pull request that does not meet the
 * requirements yet is armed, and queued by GitHub once it does. Where there is nothing to wait for, it is merged at once. */
export async function armPullRequest(merging: Merging): Promise<Landed | BranchMoved> {
  const { pullRequest, landing } = merging;
  if (pullRequest.queue) {
    const input = { pullRequestId: pullRequest.key, expectedHeadOid: landing.head };
    const outcome = await ask(merging, ENQUEUE, input);
    if (outcome.kind !== 'problem') return outcome;
    return arm(merging, input);
  }
  return arm(merging, {
    pullRequestId: pullRequest.key,
    expectedHeadOid: landing.head,
    mergeMethod: landing.method.toUpperCase(),
    ...(landing.method === 'rebase'
      ? {}
      : { commitHeadline: landing.message.headline, commitBody: landing.message.body }),
  });
}

type ArmOutcome = Landed | BranchMoved | { readonly kind: 'problem'; readonly problem: GitHubProblem };

const arm = async (merging: Merging, input: object): Promise<Landed | BranchMoved> => {
  for (let attempt = 1; ; attempt++) {
    const outcome = await ask(merging, ARM, input);
    if (outcome.kind !== 'problem') return outcome;
    const { problem } = outcome;
    const passage = reactionTo(problem, 'arm');
    if (passage === 'merge-now') {
      return mergePullRequest({ ...merging, attempted: { ...merging.attempted, doing: 'merge' } });
    }
    if (passage !== 'ask-again') return settle(merging, problem);
    if (attempt === ARM_ATTEMPTS) return { kind: 'branch-moved' };
    await waitBeforeRetry(merging.base.place.clock, attempt);
  }
};

const ask = async (merging: Merging, document: string, input: object): Promise<ArmOutcome> => {
  const { base, pullRequest, landing, losses } = merging;
  const answer = await base.place.client.graphql<Record<string, object | null>>({ document, variables: { input } });
  if (answer.kind === 'answered') {
    const isDone = Object.values(answer.data ?? {}).some((value) => value !== null);
    if (isDone) return { kind: 'armed' };
    return { kind: 'problem', problem: answer.problems[0] ?? { message: 'an empty answer' } };
  }
  const state = await readState(base, pullRequest.key);
  const isArmed = state?.headRefOid === landing.head && (state.autoMergeRequest !== null || state.isInMergeQueue);
  return landedIn(state, landing) ?? (isArmed ? { kind: 'armed' } : losses('a pull request is armed', answer));
};

/** A head that has moved meanwhile, or a pull request that is no longer open, is no refusal. */
const settle = async (merging: Merging, problem: GitHubProblem): Promise<Landed | BranchMoved> => {
  const { base, pullRequest, landing, attempted, losses } = merging;
  const state = await readState(base, pullRequest.key);
  const landed = landedIn(state, landing);
  if (landed !== undefined) return landed;
  if (state === undefined) return losses('a pull request is armed', UNREAD);
  if (state.state !== 'OPEN' || state.headRefOid !== landing.head) return { kind: 'branch-moved' };
  return { kind: 'refused', violation: explainRefusal(problem, attempted) };
};

/** While GitHub computes whether a pull request can be merged, it says that it cannot. */
const MERGE_ATTEMPTS = 5;

type Merging = {
  readonly base: BaseCommit;
  readonly pullRequest: PullRequest;
  readonly landing: Landing;
  readonly attempted: Refused;
  readonly losses: LostAnswerHandler;
};

/** Merges the very head that was decided on, with our title and body. Of the refusals that GitHub gives the same status some
 * pass with time or a fresh start, and the others are final. */
export async function mergePullRequest(merging: Merging): Promise<Landed | BranchMoved> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryOnce(merging);
    if (outcome.kind !== 'computing') return outcome;
    if (attempt === MERGE_ATTEMPTS) return { kind: 'branch-moved' };
    await waitBeforeRetry(merging.base.place.clock, attempt);
  }
}

type MergeOutcome = Landed | BranchMoved | { readonly kind: 'computing' };

const tryOnce = async (merging: Merging): Promise<MergeOutcome> => {
  const { base, pullRequest, landing, losses, attempted } = merging;
  const { client, owner, name } = base.place;
  const { head, method, message } = landing;
  const texts = method === 'rebase' ? {} : { commit_title: message.headline, commit_message: message.body };
  const answer = await client.rest<{ readonly sha?: string }>({
    ask: ({ rest }, options) =>
      rest.pulls.merge({
        owner,
        repo: name,
        pull_number: pullRequest.number,
        sha: head,
        merge_method: method,
        ...texts,
        ...options,
      }),
  });
  if (answer.kind === 'answered' && answer.data?.sha) return { kind: 'merged', commit: answer.data.sha };
  if (answer.kind === 'lost' || answer.data) {
    const state = await readState(base, pullRequest.key);
    const loss = answer.kind === 'lost' ? answer : lostAnswer('the answer names no commit', { overloaded: false });
    return landedIn(state, landing) ?? losses('a pull request is merged', loss);
  }
  const problem = answer.problems[0] ?? { message: 'an empty answer' };
  return (await judge(problem, merging)) ?? { kind: 'refused', violation: explainRefusal(problem, attempted) };
};

/** Undefined for a refusal that is final. */
const judge = async (
  problem: GitHubProblem,
  { base, pullRequest, landing, losses }: Merging,
): Promise<MergeOutcome | undefined> => {
  const passage = reactionTo(problem, 'merge');
  if (passage === undefined) return undefined;
  if (passage === 'start-over') return { kind: 'branch-moved' };
  const state = await readState(base, pullRequest.key);
  const landed = landedIn(state, landing);
  if (landed !== undefined) return landed;
  if (state === undefined) return losses('a pull request is merged', UNREAD);
  if (state.state === 'CLOSED' || state.headRefOid !== landing.head) return { kind: 'branch-moved' };
  const isBehind = state.baseRef?.target?.oid !== base.commit;
  if (passage === 'look-behind') return isBehind ? { kind: 'branch-moved' } : undefined;
  if (state.mergeable === 'UNKNOWN') return { kind: 'computing' };
  return state.mergeable === 'CONFLICTING' && isBehind ? { kind: 'branch-moved' } : undefined;
};

/** Whether it is merged by now, perhaps by a request whose answer was lost. */
const landedIn = (state: PullRequestState | undefined, { head }: Landing): Landed | undefined =>
  state?.state === 'MERGED' && state.headRefOid === head && state.mergeCommit !== null
    ? { kind: 'merged', commit: state.mergeCommit.oid }
    : undefined;
