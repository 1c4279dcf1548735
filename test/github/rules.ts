/** Branch protections and rulesets, and their refusals of a change. */
import { branchProtected, notMet, type Refusal, rulesViolated } from './errors.ts';
import type { Protection, Repository, Viewer } from './world.ts';

export type Push = { readonly branch: string; readonly kind: 'create' | 'update' | 'force' | 'delete' };

const THROUGH_PULL_REQUEST = 'Changes must be made through a pull request.';
const THROUGH_QUEUE = 'Changes must be made through the merge queue';

export const protectionsOf = (repository: Repository, branch: string): readonly Protection[] =>
  repository.settings.protections.filter(({ pattern }) => matches(pattern, branch));

const matches = (pattern: string, branch: string): boolean => {
  const source = pattern.replace(/\*\*\/?|[*?]|[.+^${}()|[\]\\]/g, (found) => {
    if (found.startsWith('**')) return '.*';
    if (found === '*') return '[^/]*';
    return found === '?' ? '[^/]' : `\\${found}`;
  });
  return new RegExp(`^${source}$`).test(branch);
};

/** The rule that forbids the push, with its message. */
export function pushRefusal(repository: Repository, viewer: Viewer, push: Push): Refusal | undefined {
  for (const protection of protectionsOf(repository, push.branch)) {
    const reason = protection.bypass?.includes(viewer.token?.login ?? '') ? undefined : pushReason(protection, push);
    if (reason) return protection.kind === 'classic' ? branchProtected(reason) : rulesViolated([reason]);
  }
  return undefined;
}

const pushReason = (protection: Protection, { kind }: Push): string | undefined => {
  if (kind === 'create')
    return protection.blocksCreations ? 'Cannot create ref due to creations being restricted.' : undefined;
  if (kind === 'delete') {
    const blocked = protection.blocksDeletions ?? protection.kind === 'classic';
    return blocked ? 'Cannot delete this branch' : undefined;
  }
  return protection.blocksUpdates ? 'Cannot update this protected ref.' : updateReason(protection, kind);
};

const updateReason = (protection: Protection, kind: 'update' | 'force'): string | undefined => {
  const blocksForce = protection.blocksForcePushes ?? protection.kind === 'classic';
  if (kind === 'force' && blocksForce) return 'Cannot force-push to this branch';
  if (protection.mergeQueue) return THROUGH_QUEUE;
  if (protection.requiresPullRequest) return THROUGH_PULL_REQUEST;
  const checks = protection.requiredChecks ?? [];
  if (checks.length === 0) return undefined;
  return checks.length === 1
    ? `Required status check "${checks[0]}" is expected.`
    : `${checks.length} of ${checks.length} required status checks are expected.`;
};

export type Standing = {
  readonly approvals: number;
  readonly changesRequested: boolean;
  readonly green: (check: string) => boolean;
  readonly behind: boolean;
};

/** The unmet requirements of a pull request. */
export const unmet = (protection: Protection, standing: Standing): string[] => {
  const reasons: string[] = [];
  const needed = protection.requiredApprovals ?? 0;
  if (standing.approvals < needed) {
    reasons.push(
      `At least ${needed} approving review${needed === 1 ? ' is' : 's are'} required by reviewers with write access.`,
    );
  } else if (needed > 0 && standing.changesRequested) reasons.push('Changes were requested by a reviewer.');
  const missing = (protection.requiredChecks ?? []).filter((check) => !standing.green(check));
  if (missing.length === 1) reasons.push(`Required status check "${missing[0]}" is expected.`);
  if (missing.length > 1)
    reasons.push(`${missing.length} of ${protection.requiredChecks?.length} required status checks are expected.`);
  if (protection.strict && standing.behind) reasons.push('The head branch is not up to date with the base branch.');
  return reasons;
};

/** The reason why a merge is refused now. The queue's own merges skip the rule that demands the queue. */
export function mergeRefusal(
  protections: readonly Protection[],
  standing: Standing,
  by: 'queue' | 'person',
): Refusal | undefined {
  for (const protection of protections) {
    const reasons = unmet(protection, standing);
    if (protection.mergeQueue && by === 'person') reasons.push(THROUGH_QUEUE);
    if (reasons.length === 0) continue;
    return protection.kind === 'classic' ? notMet(reasons.join(' ')) : rulesViolated(reasons, 405);
  }
  return undefined;
}
