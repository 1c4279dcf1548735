import { fail } from '../domain/errors.ts';
import { commitMessage } from '../domain/message.ts';
import type { DeliverySettings } from '../domain/model.ts';
import { changeOf, type PlannedItem } from '../domain/plan/plan.ts';
import type { Trailer } from '../domain/records/trailer.ts';
import type { BranchMoved, Committed, Host, Written } from '../ports.ts';
import type { Gathered } from './gather.ts';
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
};

export type Delivered = Committed | Written | BranchMoved | { readonly kind: 'nothing' };

/** Carries out a decided plan; the only step of a command that writes.
 * @throws PromotionError when the host refuses. */
export async function deliver(
  shipment: Shipment,
  { gathered, decided, host }: { gathered: Gathered; decided: Decided; host: Host },
): Promise<Delivered> {
  refuseUnsupported(shipment);
  if (shipment.mode === 'dry-run' || decided.files.length === 0) return { kind: 'nothing' };
  const changed = decided.items.filter(({ state }) => state === 'changed');
  const message = commitMessage({
    kind: shipment.kind,
    changes: changed.map(changeOf),
    reason: shipment.reason,
    trailers: trailersOf(shipment, changed),
  });
  return host.commit(gathered.snapshot, { id: shipment.id, message, files: decided.files });
}

const refuseUnsupported = ({ settings }: Shipment): void => {
  if ((settings.delivery ?? 'commit') === 'commit') return;
  fail('input-invalid', `delivery: ${settings.delivery} is not supported yet.`, 'Use delivery: commit.');
};

const trailersOf = ({ trailerOf, run, id }: Shipment, changed: readonly PlannedItem[]): Trailer[] => [
  ...changed.map(trailerOf),
  ...(run === undefined ? [] : [run]),
  { kind: 'id', id },
];
