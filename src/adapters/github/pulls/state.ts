import { lost } from '../answer.ts';
import type { Base } from '../place.ts';

/** How a pull request stands after something went wrong with it. */
export type State = {
  readonly state: 'OPEN' | 'CLOSED' | 'MERGED';
  readonly headRefOid: string;
  readonly mergeable: 'MERGEABLE' | 'CONFLICTING' | 'UNKNOWN';
  readonly mergeCommit: { readonly oid: string } | null;
  readonly autoMergeRequest: object | null;
  readonly isInMergeQueue: boolean;
  /** Of the branch that it is merged into, now. */
  readonly baseRef: { readonly target: { readonly oid: string } | null } | null;
};

const DOCUMENT = `query State($id: ID!) {
  node(id: $id) {
    ... on PullRequest {
      state headRefOid mergeable mergeCommit { oid } autoMergeRequest { enabledAt } isInMergeQueue
      baseRef { target { oid } }
    }
  }
}`;

/** What is to be said where it cannot be: a refusal that may be about something else than what was seen. */
export const UNREAD = lost('the pull request cannot be read', { overloaded: false });

/** Undefined where it cannot be read. */
export async function readState({ place }: Base, key: string): Promise<State | undefined> {
  const answer = await place.client.graphql<{ readonly node: State | null }>({
    document: DOCUMENT,
    variables: { id: key },
    repeat: true,
  });
  return answer.kind === 'answered' ? (answer.data?.node ?? undefined) : undefined;
}
