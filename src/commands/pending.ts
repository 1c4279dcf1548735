import { sameRepository } from '../domain/image.ts';
import { branchesOf } from '../domain/proposal/branch.ts';
import { type Carried, carriedBy, ownershipOf } from '../domain/proposal/carried.ts';
import { type Decision, decide, type Question } from '../domain/records/order.ts';
import type { ItemRecord } from '../domain/records/record.ts';
import { quote } from '../domain/text.ts';
import type { Proposal, Proposals } from '../ports.ts';

type Pending = { readonly proposal: Proposal; readonly carried: Carried };

/** Where a product's builds wait. */
export type Waiting = {
  readonly product: string;
  readonly proposals: Proposals | undefined;
  /** The branches that the request itself is delivered to: there somebody may be about to open the pull request. */
  readonly own: ReadonlySet<string>;
};

/** Decides whether an item may be set, or a newer build of it waits in a pull request of the product; so does a rollback, which
 * holds what it is to take away. */
export function decidePending(question: Omit<Question, 'record' | 'current'>, waiting: Waiting): Decision {
  for (const { proposal, carried } of pendingOf(waiting)) {
    const { environment, reference } = carried.trailer;
    if (environment !== question.environment || !sameRepository(reference.repository, question.image)) continue;
    const decision = decide({ ...question, current: reference, record: recordOf(carried, proposal) });
    if (decision.kind === 'superseded') return told(decision, proposal);
  }
  return { kind: 'pass' };
}

const pendingOf = ({ product, proposals, own }: Waiting): Pending[] =>
  (proposals?.list ?? [])
    .filter(
      (proposal) =>
        (proposal.pullRequest !== undefined || (own.has(proposal.branch) && !proposal.declined)) &&
        proposal.branch.startsWith(branchesOf(product)) &&
        ownershipOf(proposal, proposals?.self ?? '') === 'ours',
    )
    .flatMap((proposal) => carriedBy(proposal).map((carried) => ({ proposal, carried })));

/** As if the pull request had been merged. */
const recordOf = ({ trailer }: Carried, { head }: Proposal): ItemRecord =>
  trailer.kind === 'promotion'
    ? { set: { commit: head.id, build: { source: trailer.source, recordedAt: head.committedAt } }, holds: [] }
    : { holds: [{ reference: trailer.instead, because: 'rollback', commit: head.id }] };

const told = (decision: Extract<Decision, { kind: 'superseded' }>, { branch, pullRequest }: Proposal): Decision => {
  const { superseded } = decision;
  const where = pullRequest === undefined ? quote(branch) : `pull request ${pullRequest.number}`;
  const message =
    superseded.reason === 'older'
      ? superseded.message.replace(/, which \S+ runs; /, `, which waits in ${where}; `)
      : `${superseded.message.replace(/\.$/, '')} (in ${where}, which is open).`;
  return { ...decision, superseded: { ...superseded, message } };
};
