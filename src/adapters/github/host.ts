/** A manifest repository on GitHub, with its pull requests. */

import type { Clock, Host, PullRequests, Snapshot } from '../../ports.ts';
import { githubHistory } from './branch-history.ts';
import { type BaseCommit, type GitHubClient, type GitHubPlace, placeOf } from './client.ts';
import { commitFiles } from './commit.ts';
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
    pullRequests: pullRequestsOf(place, baseOf),
    past: (snapshot) => githubHistory(baseOf(snapshot)),
  };
}

/** Loads the code that writes, merges and closes pull requests at its first use: most promotions need none. */
const pullRequestsOf = (place: GitHubPlace, baseOf: (snapshot: Snapshot) => BaseCommit): PullRequests => {
  let opened: Promise<PullRequests> | undefined;
  const open = (): Promise<PullRequests> => {
    opened ??= import('./pulls/pull-requests.ts').then((pulls) => pulls.githubPullRequests(place, baseOf));
    return opened;
  };
  return {
    write: async (...asked) => (await open()).write(...asked),
    announce: async (...asked) => (await open()).announce(...asked),
    decorate: async (...asked) => (await open()).decorate(...asked),
    land: async (...asked) => (await open()).land(...asked),
    disarm: async (...asked) => (await open()).disarm(...asked),
    close: async (...asked) => (await open()).close(...asked),
  };
};
