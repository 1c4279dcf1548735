/** Merging, arming and queueing. */
import { demand } from '../access.ts';
import {
  alreadyInStatus,
  autoMergeNotAllowed,
  headModified,
  methodNarrowed,
  methodOff,
  noMergeQueue,
  notArmed,
  nothingProtects,
  notMergeable,
  notOpen,
  stillDraft,
} from '../errors.ts';
import { ZERO } from '../git.ts';
import { moveRefs, readRef } from '../repository.ts';
import { mergeRefusal, protectionsOf } from '../rules.ts';
import type { MergeMethod, Protection, PullRequest, Repository } from '../world.ts';
import type { By } from '../writes.ts';
import { remember } from './changes.ts';
import { makeMerge } from './commits.ts';
import { afterMove, mergeWhatIsReady } from './effects.ts';
import { mergeableOf, mergeStateOf, settled, standingOf } from './standing.ts';

export type Merge = {
  readonly method: MergeMethod;
  /** The head must still be this. */
  readonly expectedHeadOid?: string | undefined;
  readonly headline?: string | undefined;
  readonly body?: string | undefined;
  readonly as?: 'queue' | 'person';
};

/** Merges now, or throws GitHub's reason why not. The id of the merge commit. */
export async function mergePullRequest(by: By, pullRequest: PullRequest, merge: Merge): Promise<string> {
  const { world, repository, viewer } = by;
  const login = viewer.token?.login ?? '';
  demand(viewer, repository, 'write', 'contents');
  if (pullRequest.state !== 'OPEN') throw notMergeable();
  if (merge.expectedHeadOid && merge.expectedHeadOid !== pullRequest.headOid) throw headModified();
  if (pullRequest.draft) throw stillDraft();
  demandMethod(repository, pullRequest, merge.method);
  if ((await mergeableOf(repository, settled(pullRequest))) !== 'MERGEABLE') throw notMergeable();
  const protections = rulesFor(repository, pullRequest, login);
  const refusal = mergeRefusal(protections, await standingOf(repository, pullRequest), merge.as ?? 'person');
  if (refusal) throw refusal;
  const name = `refs/heads/${pullRequest.base}`;
  const base = (await readRef(repository, name)) ?? ZERO;
  const oid = await makeMerge(by, pullRequest, { ...merge, base });
  const mover = { login, at: world.now(), type: 'pr_merge' } as const;
  if ((await moveRefs(repository, [{ name, before: base, after: oid }], mover)) !== 'moved') throw notMergeable();
  remember(repository);
  const at = world.now();
  Object.assign(pullRequest, {
    state: 'MERGED',
    baseOid: base,
    mergeCommit: oid,
    mergedBy: login,
    mergedAt: at,
    closedAt: at,
    updatedAt: at,
    autoMerge: undefined,
    queued: undefined,
  } satisfies Partial<PullRequest>);
  await afterMove(world, repository, [{ name, after: oid }]);
  if (repository.settings.deleteBranchOnMerge) await deleteHead(by, pullRequest);
  return oid;
}

const deleteHead = async ({ world, repository, viewer }: By, { head }: PullRequest): Promise<void> => {
  const mover = { login: viewer.token?.login ?? '', at: world.now() };
  const change = { name: `refs/heads/${head}`, after: ZERO };
  if ((await readRef(repository, change.name)) && (await moveRefs(repository, [change], mover)) === 'moved') {
    await afterMove(world, repository, [change]);
  }
};

const rulesFor = (repository: Repository, { base }: PullRequest, login: string): readonly Protection[] =>
  protectionsOf(repository, base).filter(({ bypass }) => !bypass?.includes(login));

const demandMethod = (repository: Repository, { base }: PullRequest, method: MergeMethod): void => {
  const { mergeCommitAllowed, squashMergeAllowed, rebaseMergeAllowed } = repository.settings;
  if (!{ merge: mergeCommitAllowed, squash: squashMergeAllowed, rebase: rebaseMergeAllowed }[method])
    throw methodOff(method);
  for (const { mergeMethods } of protectionsOf(repository, base)) {
    if (mergeMethods && !mergeMethods.includes(method)) throw methodNarrowed(method);
  }
};

export const queueOf = (repository: Repository, { base }: PullRequest): MergeMethod | undefined =>
  protectionsOf(repository, base).find(({ mergeQueue }) => mergeQueue)?.mergeQueue;

/** Arms auto-merge as far as GitHub lets it. */
export async function arm(by: By, pullRequest: PullRequest, merge: Merge): Promise<void> {
  const { world, repository, viewer } = by;
  demand(viewer, repository, 'write', 'contents');
  demand(viewer, repository, 'write', 'pull_requests');
  if (!repository.settings.autoMergeAllowed) throw autoMergeNotAllowed();
  if (pullRequest.state !== 'OPEN') throw notOpen();
  if (merge.expectedHeadOid && merge.expectedHeadOid !== pullRequest.headOid) throw headModified();
  const queued = queueOf(repository, pullRequest) !== undefined;
  if (!queued) {
    demandMethod(repository, pullRequest, merge.method);
    await demandWaiting(by, pullRequest);
  }
  remember(repository);
  const { method, headline, body } = merge;
  pullRequest.autoMerge = {
    method,
    login: viewer.token?.login ?? '',
    at: world.now(),
    ...(!queued && headline !== undefined && { headline }),
    ...(!queued && body !== undefined && { body }),
  };
  await mergeWhatIsReady(world, repository);
}

/** Nothing to wait for is a refusal, too. */
const demandWaiting = async ({ world, repository }: By, pullRequest: PullRequest): Promise<void> => {
  const state = await mergeStateOf(repository, settled(pullRequest));
  const unprotected = protectionsOf(repository, pullRequest.base).length === 0;
  if (unprotected && world.assumptions.unprotectedAutoMerge === 'not-configured') throw nothingProtects();
  if (state === 'CLEAN' || state === 'UNSTABLE') throw alreadyInStatus(state.toLowerCase());
};

export function disarm({ viewer, repository }: By, pullRequest: PullRequest): void {
  demand(viewer, repository, 'write', 'pull_requests');
  if (!pullRequest.autoMerge) throw notArmed();
  remember(repository);
  pullRequest.autoMerge = undefined;
}

export function enqueue(by: By, pullRequest: PullRequest, expectedHeadOid: string | undefined): void {
  const { world, repository, viewer } = by;
  demand(viewer, repository, 'write', 'contents');
  if (!queueOf(repository, pullRequest)) throw noMergeQueue();
  if (pullRequest.state !== 'OPEN' || pullRequest.draft) throw notOpen();
  if (expectedHeadOid && expectedHeadOid !== pullRequest.headOid) throw headModified();
  remember(repository);
  pullRequest.queued ??= { login: viewer.token?.login ?? '', at: world.now() };
}

export function dequeue({ viewer, repository }: By, pullRequest: PullRequest): void {
  demand(viewer, repository, 'write', 'contents');
  remember(repository);
  pullRequest.queued = undefined;
}
