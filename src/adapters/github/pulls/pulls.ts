import type { BranchMoved, PullRequest, PullRequests, Snapshot } from '../../../ports.ts';
import type { Base, Place } from '../place.ts';
import { readingOf, refuse } from '../refusals.ts';
import { announcePullRequest } from './announce.ts';
import { armPullRequest } from './arm.ts';
import { closeProposal } from './close.ts';
import { dressPullRequest } from './dress.ts';
import { countLosses, type Losses } from './lost.ts';
import { mergePullRequest } from './merge.ts';
import { writeBranch } from './write.ts';

/** The pull requests of a manifest repository on GitHub. */
export function githubPullRequests(place: Place, baseOf: (snapshot: Snapshot) => Base): PullRequests {
  const losses = countLosses();
  return {
    write: (snapshot, draft) => writeBranch(baseOf(snapshot), draft, losses),
    announce: (snapshot, announcement) => announcePullRequest(baseOf(snapshot), announcement, losses),
    dress: (pullRequest, attributes) => dressPullRequest(place, pullRequest, attributes),
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
  place: Place,
  { key, waits, number, base }: PullRequest,
  losses: Losses,
): Promise<BranchMoved | { readonly kind: 'disarmed' }> => {
  const [document, input] = waits === 'queued' ? [DEQUEUE, { id: key }] : [DISARM, { pullRequestId: key }];
  const answer = await place.client.graphql<Record<string, object | null>>({ document, variables: { input } });
  if (answer.kind === 'lost') return losses('a pull request is disarmed', answer);
  if (Object.values(answer.data ?? {}).some((value) => value !== null)) return { kind: 'disarmed' };
  const problem = answer.problems[0] ?? { message: 'an empty answer' };
  // Somebody else was faster, or it has been merged: a fresh read tells.
  if (/can't disable|not in clean|not enabled|is not open/i.test(problem.message)) return { kind: 'branch-moved' };
  return refuse(problem, { ...readingOf(place), doing: 'update', branch: `#${number}`, base, number });
};
