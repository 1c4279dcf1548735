import { collect, type Violation } from '../domain/errors.ts';
import type { Delivery, DeliverySettings, FileChange, Notice } from '../domain/model.ts';
import type { PlannedItem } from '../domain/plan/plan.ts';
import { partsOf } from '../domain/proposal/parts.ts';
import { actorTrailer, type Trailer } from '../domain/records/trailer.ts';
import type { BranchMoved, Clock, Host, Log } from '../ports.ts';
import { commitPart, planCommit } from './deliver/commit.ts';
import type { ConfiguredTarget, Gathered } from './gather.ts';
import { examineOwnership } from './ownership.ts';
import type { Decided } from './supersede.ts';

/** What a delivery writes besides the files, and how. */
export type Shipment = {
  readonly kind: 'promotion' | 'rollback';
  readonly settings: DeliverySettings;
  readonly mode: 'deliver' | 'dry-run';
  readonly reason?: string | undefined;
  /** The `Promotion-Id` of this run. */
  readonly id: string;
  /** The record of an item that changes. */
  readonly trailerOf: (item: PlannedItem) => Trailer;
  /** Of the run that asked, where it is known. */
  readonly run?: Trailer | undefined;
  /** Login of who asked, where it is known. */
  readonly asker?: string | undefined;
};

/** The trailers of a commit that say which process made it, which run asked for it, and who. */
export function closingTrailers({ run, asker, id }: Shipment): Trailer[] {
  return [run, actorTrailer(asker), { kind: 'id', id } as const].filter((trailer) => trailer !== undefined);
}

/** What came of one part of a request. */
export type PartResult = {
  readonly kind: 'delivered';
  readonly delivery: Delivery;
  readonly targets: readonly ConfiguredTarget[];
  /** Of the request, without what a pull request carries besides. */
  readonly items: readonly PlannedItem[];
  readonly outcome: 'promoted' | 'proposed' | 'armed' | 'unchanged';
  /** Whether a commit or a pull request was made or updated. */
  readonly changed: boolean;
  readonly commit?: string | undefined;
  readonly pullRequest?: { readonly number: number; readonly url: string } | undefined;
  readonly files: readonly FileChange[];
  readonly notices: readonly Notice[];
  /** Why a pull request could not be armed or merged as asked. */
  readonly violations: readonly Violation[];
  /** What it left out at that time, for what has been delivered can be overtaken before the rest is. */
  readonly leftOut?: Decided['leftOut'] | undefined;
};

/** What a part has written, should it not come to its end. */
export type Unfinished = Pick<PartResult, 'delivery' | 'targets' | 'pullRequest'> & { readonly commit: string };

/** What has been delivered so far, by the key of the part: it outlasts the attempts of a run. */
export type Ledger = Map<string, PartResult>;

export type Scene = {
  readonly shipment: Shipment;
  readonly gathered: Gathered;
  readonly decided: Decided;
  readonly host: Host;
  readonly log: Log;
  readonly clock: Clock;
  /** By the key of the part: it outlasts the attempts of a run, as the ledger does. */
  readonly unfinished: Map<string, Unfinished>;
};

export type Delivered =
  | { readonly kind: 'delivered'; readonly notices: readonly Notice[] }
  | BranchMoved
  /** A part has moved the branch itself: the others need a fresh read. */
  | { readonly kind: 'underway' };

/** What wins over the delivery of the configuration: what the step says, and a host that knows no pull requests. */
export function givenDelivery({ delivery }: DeliverySettings, { pullRequests }: Host): DeliverySettings['delivery'] {
  return pullRequests === undefined ? 'commit' : delivery;
}

/** How many writes an attempt comes to: a proposal is a tree, a commit, the move of its branch and its texts. */
const WRITES = { commit: 1, proposal: 4 };

/** Carries out a decided plan, part by part; the only step of a command that writes. All parts are planned before the first is
 * written, and what an earlier attempt has delivered is not touched again.
 * @throws PromotionError when the host refuses; what is in the ledger by then has been delivered. */
export async function deliver(scene: Scene, ledger: Ledger): Promise<Delivered> {
  const { shipment, gathered, host } = scene;
  const parts = partsOf(gathered.targets, givenDelivery(shipment.settings, host));
  const pending = parts.filter(({ key }) => !ledger.has(key));
  const standing = new Set(pending.map(({ key }) => key));
  await examineOwnership(
    (gathered.snapshot.proposals?.list ?? []).filter(({ branch }) => standing.has(branch)),
    gathered,
  );
  const drafts = await all(
    pending.map(async (part) =>
      part.kind === 'commit' ? planCommit(part, scene) : (await byProposal()).planProposal(part, scene),
    ),
  );
  for (const [index, draft] of drafts.entries()) {
    const result =
      draft.kind === 'commit' ? await commitPart(draft, scene) : await (await byProposal()).propose(draft, scene);
    if (result.kind === 'branch-moved') return { ...result, writes: WRITES[draft.kind] };
    ledger.set(draft.part.key, { ...result, leftOut: scene.decided.leftOut });
    scene.unfinished.delete(draft.part.key);
    const isMoved = result.outcome === 'promoted' && shipment.mode === 'deliver';
    if (isMoved && index < drafts.length - 1) return { kind: 'underway' };
  }
  const isSettling = shipment.mode === 'deliver' && (gathered.snapshot.proposals?.list.length ?? 0) > 0;
  return {
    kind: 'delivered',
    notices: isSettling ? await (await byProposal()).closeSettled(parts, scene, ledger) : [],
  };
}

const byProposal = () => import('./deliver/proposals.ts');

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
