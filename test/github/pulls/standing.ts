/** The state of a pull request: computed with real merges, never stored. */
import { plainMerge } from '../merging.ts';
import { isAncestor, readRef } from '../repository.ts';
import { protectionsOf, type Standing, unmet } from '../rules.ts';
import type { PullRequest, Repository, Review } from '../world.ts';

export type Mergeable = 'MERGEABLE' | 'CONFLICTING' | 'UNKNOWN';
export type MergeState = 'BEHIND' | 'BLOCKED' | 'CLEAN' | 'DIRTY' | 'DRAFT' | 'UNKNOWN' | 'UNSTABLE';

export const baseOid = async (repository: Repository, { baseOid, base }: PullRequest): Promise<string | undefined> =>
  baseOid ?? readRef(repository, `refs/heads/${base}`);

const merges = new WeakMap<Repository, Map<string, string | undefined>>();

const gitMerge = async ({ git }: Repository, ours: string, theirs: string): Promise<string | undefined> => {
  const ran = await git.run(['merge-tree', '--write-tree', '--allow-unrelated-histories', ours, theirs]);
  return ran.code === 0 ? ran.stdout.slice(0, 40) : undefined;
};

/** The tree that merging both would make; undefined for a conflict. */
export async function mergedTree(repository: Repository, ours: string, theirs: string): Promise<string | undefined> {
  const known = merges.get(repository) ?? new Map<string, string | undefined>();
  merges.set(repository, known);
  const key = `${ours} ${theirs}`;
  if (!known.has(key)) {
    known.set(key, (await plainMerge(repository.git, ours, theirs)) ?? (await gitMerge(repository, ours, theirs)));
  }
  return known.get(key);
}

/** Every look at an unknown state brings the computation nearer, as polling does. */
export async function mergeableOf(repository: Repository, pullRequest: PullRequest): Promise<Mergeable> {
  const base = await baseOid(repository, pullRequest);
  if (!base || pullRequest.state !== 'OPEN') return 'UNKNOWN';
  if (pullRequest.unknownReads > 0) {
    pullRequest.unknownReads -= 1;
    return 'UNKNOWN';
  }
  return (await mergedTree(repository, base, pullRequest.headOid)) ? 'MERGEABLE' : 'CONFLICTING';
}

/** The state after GitHub's computation. */
export const settled = (pullRequest: PullRequest): PullRequest => ({ ...pullRequest, unknownReads: 0 });

/** The last review of each reviewer. */
export const opinions = ({ reviews }: PullRequest): Review[] => [
  ...new Map(reviews.filter(({ state }) => state !== 'COMMENTED').map((review) => [review.login, review])).values(),
];

export async function standingOf(repository: Repository, pullRequest: PullRequest): Promise<Standing> {
  const base = await baseOid(repository, pullRequest);
  const checks = repository.checks.get(pullRequest.headOid);
  const last = opinions(pullRequest);
  return {
    approvals: last.filter(({ state }) => state === 'APPROVED').length,
    changesRequested: last.some(({ state }) => state === 'CHANGES_REQUESTED'),
    green: (check) => checks?.get(check) === 'SUCCESS',
    behind: base !== undefined && !(await isAncestor(repository, base, pullRequest.headOid)),
  };
}

export async function mergeStateOf(repository: Repository, pullRequest: PullRequest): Promise<MergeState> {
  if (pullRequest.state !== 'OPEN' || pullRequest.unknownReads > 0) return 'UNKNOWN';
  if ((await mergeableOf(repository, pullRequest)) === 'CONFLICTING') return 'DIRTY';
  if (pullRequest.draft) return 'DRAFT';
  const standing = await standingOf(repository, pullRequest);
  const protections = protectionsOf(repository, pullRequest.base);
  if (standing.behind && protections.some(({ strict }) => strict)) return 'BEHIND';
  if (protections.some((protection) => unmet(protection, standing).length > 0)) return 'BLOCKED';
  const checks = [...(repository.checks.get(pullRequest.headOid)?.values() ?? [])];
  return checks.some((state) => state !== 'SUCCESS') ? 'UNSTABLE' : 'CLEAN';
}

export const reviewDecision = (repository: Repository, pullRequest: PullRequest): string | null => {
  const needed = Math.max(
    0,
    ...protectionsOf(repository, pullRequest.base).map(({ requiredApprovals }) => requiredApprovals ?? 0),
  );
  const last = opinions(pullRequest);
  if (last.some(({ state }) => state === 'CHANGES_REQUESTED')) return 'CHANGES_REQUESTED';
  if (needed === 0) return null;
  return last.filter(({ state }) => state === 'APPROVED').length >= needed ? 'APPROVED' : 'REVIEW_REQUIRED';
};
