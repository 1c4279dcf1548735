/** The automatic effects on pull requests: branches move, checks turn green, queues run. */
import { isRefusal } from '../errors.ts';
import { ZERO } from '../git.ts';
import { isAncestor, type RefChange, readRef } from '../repository.ts';
import { protectionsOf, unmet } from '../rules.ts';
import type { CheckState, PullRequest, Repository, Token, World } from '../world.ts';
import type { By } from '../writes.ts';
import { closePullRequest } from './changes.ts';
import { mergePullRequest, queueOf } from './merge.ts';
import { mergeStateOf, settled, standingOf } from './standing.ts';

const open = (repository: Repository, side: 'head' | 'base', branch: string): PullRequest[] =>
  repository.pullRequests.filter((pullRequest) => pullRequest.state === 'OPEN' && pullRequest[side] === branch);

/** To be called after every move of refs. */
export async function afterMove(world: World, repository: Repository, changes: readonly RefChange[]): Promise<void> {
  for (const { name, after } of changes) {
    const branch = /^refs\/heads\/(.+)$/.exec(name)?.[1];
    if (!branch) continue;
    for (const pullRequest of open(repository, 'head', branch))
      await headMoved({ world, repository }, pullRequest, after);
    for (const pullRequest of open(repository, 'base', branch))
      await baseMoved({ world, repository }, pullRequest, after);
  }
  await mergeWhatIsReady(world, repository);
}

type Place = Pick<By, 'world' | 'repository'>;

/** A branch that equals its base, even for a moment, has its pull request closed. */
const headMoved = async ({ world, repository }: Place, pullRequest: PullRequest, after: string): Promise<void> => {
  const base = await readRef(repository, `refs/heads/${pullRequest.base}`);
  if (after === ZERO) return closePullRequest({ world }, pullRequest);
  pullRequest.headOid = after;
  pullRequest.updatedAt = world.now();
  pullRequest.unknownReads = repository.settings.unknownMergeable;
  pullRequest.queued = undefined;
  if (protectionsOf(repository, pullRequest.base).some(({ dismissesStaleReviews }) => dismissesStaleReviews)) {
    for (const review of pullRequest.reviews) if (review.state === 'APPROVED') review.state = 'DISMISSED';
  }
  if (base && (await isAncestor(repository, after, base))) closePullRequest({ world }, pullRequest);
};

/** A base that has come to contain the head has merged it. */
const baseMoved = async ({ world, repository }: Place, pullRequest: PullRequest, after: string): Promise<void> => {
  if (after === ZERO) return closePullRequest({ world }, pullRequest);
  pullRequest.unknownReads = repository.settings.unknownMergeable;
  if (!(await isAncestor(repository, pullRequest.headOid, after))) return;
  closePullRequest({ world }, pullRequest);
  Object.assign(pullRequest, {
    state: 'MERGED',
    mergedAt: world.now(),
    mergeCommit: after,
    baseOid: after,
  } satisfies Partial<PullRequest>);
};

const as = ({ world, repository }: Place, login: string): By => {
  const known = [...world.tokens.values()].find((token) => token.login === login);
  const token: Token = known ?? {
    login,
    kind: 'app',
    permissions: { '*': { contents: 'write', pull_requests: 'write' } },
  };
  return { world, repository, viewer: { token, stale: false } };
};

/** Merges or queues armed pull requests that have nothing to wait for. */
export async function mergeWhatIsReady(world: World, repository: Repository): Promise<void> {
  for (const pullRequest of repository.pullRequests) {
    const { autoMerge, state } = pullRequest;
    if (!autoMerge || state !== 'OPEN') continue;
    const status = await mergeStateOf(repository, settled(pullRequest));
    if (status !== 'CLEAN' && status !== 'UNSTABLE') continue;
    pullRequest.autoMerge = undefined;
    if (queueOf(repository, pullRequest)) pullRequest.queued = { login: autoMerge.login, at: world.now() };
    else await attempt(mergePullRequest(as({ world, repository }, autoMerge.login), pullRequest, autoMerge));
  }
}

/** Runs the merge queue once: pull requests that meet the rules are merged in order, with the queue's method and GitHub's own
 * message; the rest is removed. */
export async function runMergeQueue(world: World, repository: Repository): Promise<void> {
  const waiting = repository.pullRequests
    .filter(({ queued }) => queued)
    .sort((a, b) => Number(a.queued?.at) - Number(b.queued?.at));
  for (const pullRequest of waiting) {
    const method = queueOf(repository, pullRequest) ?? 'merge';
    const login = pullRequest.queued?.login ?? '';
    pullRequest.queued = undefined;
    const standing = await standingOf(repository, pullRequest);
    if (
      protectionsOf(repository, pullRequest.base).some(
        (protection) => unmet({ ...protection, strict: false }, standing).length > 0,
      )
    )
      continue;
    await attempt(mergePullRequest(as({ world, repository }, login), pullRequest, { method, as: 'queue' }));
  }
}

const attempt = async (merging: Promise<unknown>): Promise<void> => {
  try {
    await merging;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
};

export async function setCheck(
  world: World,
  repository: Repository,
  check: { oid: string; name: string; state: CheckState },
): Promise<void> {
  const checks = repository.checks.get(check.oid) ?? new Map<string, CheckState>();
  repository.checks.set(check.oid, checks.set(check.name, check.state));
  await mergeWhatIsReady(world, repository);
}
