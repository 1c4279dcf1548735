/** A manifest repository on GitHub, with its pull requests. */

import type { BranchMoved, Clock, Host, PullRequest, PullRequests, Snapshot } from '../../ports.ts';
import { githubPast } from './branch-history.ts';
import { type BaseCommit, type GitHubClient, type GitHubPlace, placeOf } from './client.ts';
import { commitFiles } from './commit.ts';
import { closeProposal } from './pulls/close.ts';
import { decoratePullRequest } from './pulls/decorate.ts';
import { armPullRequest, mergePullRequest } from './pulls/merge.ts';
import { announcePullRequest, countLosses, type Losses, writeBranch } from './pulls/write.ts';
import { passageOf, readingOf, refuse } from './refusals.ts';
import { readSnapshot } from './snapshot.ts';

export type GitHubHostOptions = {
  readonly client: GitHubClient;
  readonly clock: Clock;
  /** `owner/name`. */
  readonly repository: string;
  /** The default branch where it is not given. */
  readonly branch?: string | undefined;
};

/** A manifest repository on GitHub: read in one query, committed to in one mutation. */
export function githubHost({ client, clock, repository, branch }: GitHubHostOptions): Host {
  const place = placeOf(client, clock, repository);
  const bases = new WeakMap<Snapshot, BaseCommit>();
  const baseOf = (snapshot: Snapshot): BaseCommit => {
    const base = bases.get(snapshot);
    if (base === undefined) throw new Error('the snapshot is of another host');
    return base;
  };
  return {
    snapshot: async (wanted) => {
      const { snapshot, base } = await readSnapshot(place, branch, wanted);
      bases.set(snapshot, base);
      return snapshot;
    },
    commit: async (snapshot, request) => commitFiles(baseOf(snapshot), request),
    pullRequests: githubPullRequests(place, baseOf),
    past: (snapshot) => githubPast(baseOf(snapshot)),
  };
}

/** The pull requests of a manifest repository on GitHub. */
function githubPullRequests(place: GitHubPlace, baseOf: (snapshot: Snapshot) => BaseCommit): PullRequests {
  const losses = countLosses();
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
  losses: Losses,
): Promise<BranchMoved | { readonly kind: 'disarmed' }> => {
  const [document, input] = waits === 'queued' ? [DEQUEUE, { id: key }] : [DISARM, { pullRequestId: key }];
  const answer = await place.client.graphql<Record<string, object | null>>({ document, variables: { input } });
  if (answer.kind === 'lost') return losses('a pull request is disarmed', answer);
  if (Object.values(answer.data ?? {}).some((value) => value !== null)) return { kind: 'disarmed' };
  const problem = answer.problems[0] ?? { message: 'an empty answer' };
  // Somebody else was faster, or it has been merged: a fresh read tells.
  if (passageOf(problem, 'disarm') === 'start-over') return { kind: 'branch-moved' };
  return refuse(problem, { ...readingOf(place), doing: 'update', branch: `#${number}`, base, number });
};
