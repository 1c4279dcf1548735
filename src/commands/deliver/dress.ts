import type { Notice } from '../../domain/model.ts';
import { plainLogin } from '../../domain/proposal/ownership.ts';
import type { Attributes, PullRequest } from '../../ports.ts';
import type { ProposalDraft } from './draft.ts';

/** Labels, reviewers and assignees that are not there yet. Who has approved what has changed is asked `again`. */
export async function dress(
  { looks, pullRequests }: ProposalDraft,
  pullRequest: PullRequest,
  asking: 'once' | 'again',
): Promise<readonly Notice[]> {
  const again = asking === 'again' ? pullRequest.approvers : [];
  const attributes: Attributes = {
    labels: missing(looks.labels, pullRequest.labels),
    assignees: missing(looks.assignees, pullRequest.assignees),
    reviewers: [...new Set([...missing(looks.reviewers, pullRequest.reviewers), ...again])],
  };
  const isDressed = Object.values(attributes).every(({ length }) => length === 0);
  return isDressed ? [] : pullRequests.dress(pullRequest, attributes);
}

/** Labels and logins are the same in capitals. */
const missing = (wanted: readonly string[], present: readonly string[]): string[] => {
  const there = new Set(present.map(plainLogin));
  return wanted.filter((name) => !there.has(plainLogin(name)));
};
