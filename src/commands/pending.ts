import { sameRepository } from '../domain/image.ts';
import type { PlannedItem } from '../domain/plan/plan.ts';
import { branchesOf } from '../domain/proposal/branch.ts';
import { type Carried, carriedBy } from '../domain/proposal/carried.ts';
import { type Decision, decide, type Question } from '../domain/records/order.ts';
import type { ItemRecord } from '../domain/records/record.ts';
import { quote } from '../domain/text.ts';
import type { Proposal, Proposals } from '../ports.ts';

type Pending = { readonly proposal: Proposal; readonly carried: Carried };

/** Where a product's builds wait. */
export type Waiting = {
  readonly product: string;
  /** Those of all products that are ours. */
  readonly proposals: readonly Proposal[];
};

/** The proposals that may have something to say of the items: of others nobody has to know whose they are.
 * @param own the branches that the request itself is delivered to: there somebody may be about to open the pull request. */
export function concernedProposals(
  items: readonly Pick<PlannedItem, 'product' | 'environment' | 'image'>[],
  proposals: Proposals | undefined,
  own: ReadonlySet<string>,
): Proposal[] {
  return (proposals?.list ?? []).filter((proposal) => {
    const { branch, pullRequest, declined } = proposal;
    if (pullRequest === undefined && (!own.has(branch) || declined)) return false;
    return carriedBy(proposal, []).some(({ trailer: { environment, reference } }) =>
      items.some(
        (item) =>
          branch.startsWith(branchesOf(item.product)) &&
          item.environment === environment &&
          sameRepository(item.image, reference.repository),
      ),
    );
  });
}

/** Decides whether an item may be set, or a newer build of it waits in a pull request of the product; so does a rollback, which
 * holds what it is to take away. */
export function decidePending(
  question: Omit<Question, 'record' | 'current'>,
  { product, proposals }: Waiting,
): Decision {
  const pending = proposals
    .filter(({ branch }) => branch.startsWith(branchesOf(product)))
    .flatMap((proposal) => carriedBy(proposal, []).map((carried): Pending => ({ proposal, carried })));
  for (const { proposal, carried } of pending) {
    const { environment, reference } = carried.trailer;
    if (environment !== question.environment || !sameRepository(reference.repository, question.image)) continue;
    const decision = decide({ ...question, current: reference, record: recordOf(carried, proposal) });
    if (decision.kind === 'superseded') return told(decision, proposal);
  }
  return { kind: 'pass' };
}

/** As if the pull request had been merged. */
const recordOf = ({ trailer }: Carried, { head }: Proposal): ItemRecord =>
  trailer.kind === 'promotion'
    ? {
        set: { commit: head.id, at: head.committedAt, build: { source: trailer.source, recordedAt: head.committedAt } },
        holds: [],
      }
    : { holds: [{ reference: trailer.instead, because: 'rollback', commit: head.id }] };

const told = (decision: Extract<Decision, { kind: 'superseded' }>, { branch, pullRequest }: Proposal): Decision => {
  const { superseded } = decision;
  const where = pullRequest === undefined ? quote(branch) : `pull request ${pullRequest.number}`;
  const message =
    superseded.reason === 'older'
      ? superseded.message.replace(/, which \S+ runs; /, `, which waits in ${where}; `)
      : superseded.reason === 'repeated'
        ? superseded.message.replace(/, which \S+ runs, came later/, `, which waits in ${where}, came later`)
        : `${superseded.message.replace(/\.$/, '')} (in ${where}, which is open).`;
  return { ...decision, superseded: { ...superseded, message } };
};
