import { printReference, sameReference, sameRepository } from '../../domain/image.ts';
import type { Notice } from '../../domain/model.ts';
import type { PlannedItem } from '../../domain/plan/plan.ts';
import { type Again, planAgain } from '../../domain/proposal/again.ts';
import { type Carried, itemKey } from '../../domain/proposal/carried.ts';
import { decide } from '../../domain/records/order.ts';
import type { Proposal } from '../../ports.ts';
import type { Scene } from '../deliver.ts';
import type { ConfiguredTarget } from '../gather.ts';
import { readRecord } from '../records.ts';
import { unmetAmong } from './required.ts';

/** A carried item that stays in the pull request. */
export type Kept = { readonly carried: Carried; readonly again: Extract<Again, { readonly kind: 'changes' }> };

export type Keeping = { readonly kept: readonly Kept[]; readonly notices: readonly Notice[] };

/** What stays in a pull request of what the request does not name: all that the base does not have yet, that the configuration
 * still allows and that nothing newer has overtaken on the base. */
export async function keep(
  carried: readonly Carried[],
  { proposal, targets }: { readonly proposal: Proposal; readonly targets: readonly ConfiguredTarget[] },
  scene: Scene,
): Promise<Keeping> {
  const products = new Set(targets.map(({ product }) => product));
  const named = new Set(
    scene.decided.items
      .filter(({ product }) => products.has(product))
      .map(({ environment, image }) => itemKey(environment, image)),
  );
  const unnamed = carried.filter(
    ({ trailer }) => !named.has(itemKey(trailer.environment, trailer.reference.repository)),
  );
  const judged = await Promise.all(
    unnamed.map(async (one) => ({ one, again: await judge(one, { proposal, targets }, scene) })),
  );
  const changing = judged.flatMap(({ one, again }) => (again.kind === 'changes' ? [{ carried: one, again }] : []));
  const { whole: passing, torn } = withoutTorn(changing, scene.decided.items);
  const unmet = await unmetAmong(passing, scene);
  return {
    kept: passing.filter((kept) => !unmet.some(({ one }) => one === kept)),
    notices: [
      ...judged.flatMap(({ one, again }) => (again.kind === 'dropped' ? [dropped(one, proposal, again.why)] : [])),
      ...torn.map((one) => dropped(one.carried, proposal, tornApart(one))),
      ...unmet.map(({ one, why }) => dropped(one.carried, proposal, why)),
    ],
  };
}

/** A place that environments share changes for all of them or for none. What goes may take others with it. */
const withoutTorn = (
  kept: readonly Kept[],
  named: readonly PlannedItem[],
): { readonly whole: readonly Kept[]; readonly torn: readonly Kept[] } => {
  const items = [...named, ...kept.map(({ again }) => again.item)];
  const isTorn = ({ again: { item } }: Kept): boolean =>
    (item.owners ?? []).some(
      ({ environment }) => environment !== item.environment && !items.some((other) => isPart(item, environment, other)),
    );
  const torn = kept.filter(isTorn);
  if (torn.length === 0) return { whole: kept, torn };
  const rest = withoutTorn(
    kept.filter((one) => !torn.includes(one)),
    named,
  );
  return { whole: rest.whole, torn: [...torn, ...rest.torn] };
};

const isPart = (item: PlannedItem, environment: string, other: PlannedItem): boolean =>
  other.environment === environment &&
  other.path === item.path &&
  other.place === item.place &&
  sameReference(other.to, item.to);

const tornApart = ({ again: { item } }: Kept): string =>
  `its place in ${item.path} is common to other environments, for which it is not carried`;

const judge = async (
  carried: Carried,
  { proposal, targets }: { readonly proposal: Proposal; readonly targets: readonly ConfiguredTarget[] },
  scene: Scene,
): Promise<Again> => {
  const again = planAgain(carried, targets);
  const target = targets.find(({ environment }) => environment === carried.trailer.environment);
  if (again.kind !== 'changes' || target === undefined || carried.trailer.kind === 'rollback') return again;
  const { environment, image, path, from: current } = again.item;
  const record = await readRecord({ environment, image, path, current }, target.settings, scene.gathered.snapshot);
  const decision = decide({
    trigger: 'automatic',
    order: target.settings.order,
    environment,
    image,
    requested: again.item.to,
    current,
    source: carried.trailer.source,
    record,
    start: proposal.head.committedAt,
  });
  if (decision.kind === 'pass') return again;
  return { kind: 'dropped', why: `${environment} runs ${printReference(current)}, which is newer or was gone back to` };
};

const dropped = ({ trailer }: Carried, { pullRequest, branch }: Proposal, why: string): Notice => {
  const where = pullRequest === undefined ? branch : `Pull request ${pullRequest.number}`;
  return {
    message: `${where} no longer carries ${printReference(trailer.reference)} for ${trailer.environment}: ${why}.`,
  };
};

export function isKept(kept: readonly Kept[], { environment, image }: PlannedItem): Kept | undefined {
  return kept.find(({ again }) => again.item.environment === environment && sameRepository(again.item.image, image));
}
