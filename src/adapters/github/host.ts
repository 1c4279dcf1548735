import type { Clock, Host, Snapshot } from '../../ports.ts';
import type { GitHubClient } from './client.ts';
import { commitFiles } from './commit.ts';
import { type Base, placeOf } from './place.ts';
import { githubPullRequests } from './pulls/pulls.ts';
import { readSnapshot } from './snapshot.ts';

export type GitHubRepository = {
  readonly client: GitHubClient;
  readonly clock: Clock;
  /** `owner/name`. */
  readonly repository: string;
  /** The default branch where it is not given. */
  readonly branch?: string | undefined;
};

/** A manifest repository on GitHub: read in one query, committed to in one mutation. */
export function githubHost({ client, clock, repository, branch }: GitHubRepository): Host {
  const place = placeOf(client, clock, repository);
  const bases = new WeakMap<Snapshot, Base>();
  const baseOf = (snapshot: Snapshot): Base => {
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
  };
}
