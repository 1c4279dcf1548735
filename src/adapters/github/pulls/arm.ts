import type { BranchMoved, Landed } from '../../../ports.ts';
import type { Problem } from '../answer.ts';
import { pause } from '../place.ts';
import { explainRefusal } from '../refusals.ts';
import { landedIn, type Merging, mergePullRequest } from './merge.ts';
import { readState, UNREAD } from './state.ts';

const ARM = `mutation Arm($input: EnablePullRequestAutoMergeInput!) {
  enablePullRequestAutoMerge(input: $input) { clientMutationId }
}`;
const ENQUEUE = `mutation Enqueue($input: EnqueuePullRequestInput!) {
  enqueuePullRequest(input: $input) { clientMutationId }
}`;

const PATIENCE = 5;

/** Adds it to the merge queue where there is one, which picks method and message itself; what does not meet the requirements yet
 * is armed and queued by GitHub when it does. Where there is nothing to wait for, it is merged at once. */
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

type Outcome = Landed | BranchMoved | { readonly kind: 'problem'; readonly problem: Problem };

const arm = async (merging: Merging, input: object): Promise<Landed | BranchMoved> => {
  for (let attempt = 1; ; attempt++) {
    const outcome = await ask(merging, ARM, input);
    if (outcome.kind !== 'problem') return outcome;
    const { problem } = outcome;
    if (/in (?:clean|has_hooks) status/i.test(problem.message)) {
      return mergePullRequest({ ...merging, attempted: { ...merging.attempted, doing: 'merge' } });
    }
    if (!/in unknown status/i.test(problem.message)) return settle(merging, problem);
    if (attempt === PATIENCE) return { kind: 'branch-moved' };
    await pause(merging.base.place.clock, attempt);
  }
};

const ask = async (merging: Merging, document: string, input: object): Promise<Outcome> => {
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
const settle = async (merging: Merging, problem: Problem): Promise<Landed | BranchMoved> => {
  const { base, pullRequest, landing, attempted, losses } = merging;
  const state = await readState(base, pullRequest.key);
  const landed = landedIn(state, landing);
  if (landed !== undefined) return landed;
  if (state === undefined) return losses('a pull request is armed', UNREAD);
  if (state.state !== 'OPEN' || state.headRefOid !== landing.head) return { kind: 'branch-moved' };
  return { kind: 'refused', violation: explainRefusal(problem, attempted) };
};
