import { headlineFor } from '../../domain/config/settings.ts';
import { collect } from '../../domain/errors.ts';
import { commitMessage } from '../../domain/message.ts';
import type { Notice } from '../../domain/model.ts';
import { changeOf, type PromotionPlan } from '../../domain/plan/plan-promotion.ts';
import { type CommitPart, partsOf } from '../../domain/proposal/delivery-parts.ts';
import type { BranchMoved } from '../../ports.ts';
import { overridesIn } from '../promotion/freeze.ts';
import { examineOwnership } from '../promotion/ownership.ts';
import type { ConfiguredTarget } from '../promotion/read-manifests.ts';
import { closeSettled } from './close-settled.ts';
import {
  closingTrailers,
  type DeliveredParts,
  type DeliveryContext,
  givenDelivery,
  type PartResult,
  planOf,
  targetsOf,
} from './context.ts';
import { planProposal } from './draft.ts';
import { propose } from './propose.ts';

type Delivered =
  | { readonly kind: 'delivered'; readonly notices: readonly Notice[] }
  | BranchMoved
  /** A part has moved the branch itself: the others need a fresh read. */
  | { readonly kind: 'underway' };

/** How many writes an attempt comes to: a proposal is a tree, a commit, the move of its branch and its texts. */
const WRITES = { commit: 1, proposal: 4 };

/** Carries out a decided plan, part by part; the only step of a command that writes. All parts are planned before the first is
 * written, and what an earlier attempt has delivered is not touched again.
 * @throws PromotionError when the host refuses; what is in `deliveredParts` by then has been delivered. */
export async function deliver(context: DeliveryContext, deliveredParts: DeliveredParts): Promise<Delivered> {
  const { shipment, gathered, host } = context;
  const parts = partsOf(gathered.targets, givenDelivery(shipment.settings, host));
  const pending = parts.filter(({ key }) => !deliveredParts.has(key));
  const standing = new Set(pending.map(({ key }) => key));
  await examineOwnership(
    (gathered.snapshot.proposals?.list ?? []).filter(({ branch }) => standing.has(branch)),
    gathered,
  );
  const drafts = await all(
    pending.map(async (part) => (part.kind === 'commit' ? planCommit(part, context) : planProposal(part, context))),
  );
  for (const [index, draft] of drafts.entries()) {
    const result = draft.kind === 'commit' ? await commitPart(draft, context) : await propose(draft, context);
    if (result.kind === 'branch-moved') return { ...result, writes: WRITES[draft.kind] };
    deliveredParts.set(draft.part.key, { ...result, leftOut: context.decided.leftOut });
    context.unfinished.delete(draft.part.key);
    const isMoved = result.outcome === 'promoted' && shipment.mode === 'deliver';
    if (isMoved && index < drafts.length - 1) return { kind: 'underway' };
  }
  const isSettling = shipment.mode === 'deliver' && (gathered.snapshot.proposals?.list.length ?? 0) > 0;
  return {
    kind: 'delivered',
    notices: isSettling ? await closeSettled(parts, context, deliveredParts) : [],
  };
}

/** What all of them come to.
 * @throws PromotionError with the problems of all of them. */
const all = async <T>(pending: readonly Promise<T>[]): Promise<T[]> => {
  const settled = await Promise.allSettled(pending);
  return collect(
    settled.map((one) => () => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    }),
  );
};

type CommitDraft = {
  readonly kind: 'commit';
  readonly part: CommitPart<ConfiguredTarget>;
  readonly plan: PromotionPlan;
};

function planCommit(part: CommitPart<ConfiguredTarget>, context: DeliveryContext): CommitDraft {
  return { kind: 'commit', part, plan: planOf(part.targets, context) };
}

/** Commits straight onto the branch that was read. */
async function commitPart(
  { part, plan }: CommitDraft,
  { shipment, gathered, decided, host, log }: DeliveryContext,
): Promise<PartResult | BranchMoved> {
  const { files, items } = plan;
  const { targets } = part;
  const result = { kind: 'delivered', delivery: 'commit', targets, items, files, notices: [], violations: [] } as const;
  if (files.length === 0) return { ...result, outcome: 'unchanged', changed: false };
  if (shipment.mode === 'dry-run') return { ...result, outcome: 'promoted', changed: false };
  const changed = items.filter(({ state }) => state === 'changed');
  const { kind, reason, id, trailerOf } = shipment;
  const trailers = [...changed.map(trailerOf), ...closingTrailers(shipment)];
  const overrides = overridesIn(decided, changed);
  const headline = headlineFor(gathered.config, targetsOf(targets, changed));
  const message = commitMessage({ kind, changes: changed.map(changeOf), reason, overrides, trailers, headline });
  const written = await host.commit(gathered.snapshot, { id, message, files });
  if (written.kind === 'branch-moved') return written;
  const commit = written.kind === 'committed' ? written.commit : undefined;
  log.info(commit === undefined ? `Changed ${files.length} files.` : `Committed ${commit}.`);
  return { ...result, outcome: 'promoted', changed: true, commit };
}
