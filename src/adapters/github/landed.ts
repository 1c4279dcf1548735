import type { Committed } from '../../ports.ts';
import { type Base, pause } from './place.ts';

const LOOKS = 4;
/** Pages of 100 commits that others may have put on top in the meantime. */
const PAGES = 5;

/** Where the branch is after a write whose fate is unknown: `moved` on from the base without our commit, `unmoved`, or `away`,
 * where the base is not below its head: thrown back, or seen as it was before the base. `unknown`: it could not be read. */
export type Landing =
  | Committed
  | { readonly kind: 'moved' }
  | { readonly kind: 'unmoved' }
  | { readonly kind: 'away' }
  | { readonly kind: 'unknown'; readonly reason: string };

type Commit = {
  readonly oid: string;
  readonly message: string;
  readonly url: string;
  readonly parents: { readonly nodes: readonly ({ readonly oid: string } | null)[] | null };
};
type Target = {
  readonly oid: string;
  readonly history: {
    readonly nodes: readonly (Commit | null)[] | null;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
};
type Body = { readonly repository: { readonly ref: { readonly target: Target | null } | null } | null };

const DOCUMENT = `query Landed($owner: String!, $name: String!, $branch: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $branch) {
      target {
        ... on Commit {
          oid
          history(first: 100, after: $after) {
            nodes { oid message url parents(first: 1) { nodes { oid } } }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
}`;

/** Looks for the commit on the base that carries this `Promotion-Id`. A read just after a write can still show the state before
 * it, so unless the branch has plainly moved on it is looked at again. */
export async function findLanded(base: Base, id: string): Promise<Landing> {
  let landing: Landing = { kind: 'unknown', reason: '' };
  for (let attempt = 1; attempt <= LOOKS; attempt++) {
    if (attempt > 1) await pause(base.place.clock, attempt - 1);
    const seen = await look(base, id);
    if (seen.kind === 'committed' || seen.kind === 'moved') return seen;
    if (seen.kind !== 'unknown' || landing.kind === 'unknown') landing = seen;
  }
  return landing;
}

/** One look: one request, unless more than a hundred commits came since the base. */
export async function look(base: Base, id: string): Promise<Landing> {
  let after: string | null = null;
  for (let page = 1; page <= PAGES; page++) {
    const target = await targetOf(base, after);
    if (typeof target === 'string') return { kind: 'unknown', reason: target };
    if (target?.oid === base.commit) return { kind: 'unmoved' };
    const commits = (target?.history.nodes ?? []).flatMap((node) => node ?? []);
    const ours = commits.find((commit) => standsOn(commit, base) && carries(commit.message, id));
    if (ours !== undefined) return { kind: 'committed', commit: ours.oid, url: ours.url };
    if (commits.some(({ oid }) => oid === base.commit)) return { kind: 'moved' };
    after = target?.history.pageInfo.endCursor ?? null;
    if (!target?.history.pageInfo.hasNextPage) break;
  }
  return { kind: 'away' };
}

/** Undefined for a branch that is gone, a reason for one that could not be read. */
const targetOf = async ({ place, branch }: Base, after: string | null): Promise<Target | string | undefined> => {
  const { client, owner, name } = place;
  const answer = await client.graphql<Body>({
    document: DOCUMENT,
    variables: { owner, name, branch: `refs/heads/${branch}`, after },
    repeat: true,
  });
  if (answer.kind === 'lost') return answer.reason;
  const [problem] = answer.problems;
  return problem?.message ?? answer.data?.repository?.ref?.target ?? undefined;
};

const standsOn = ({ parents }: Commit, { commit }: Base): boolean => parents.nodes?.[0]?.oid === commit;

const carries = (message: string, id: string): boolean =>
  message.split('\n').some((line) => line.trimEnd() === `Promotion-Id: ${id}`);
