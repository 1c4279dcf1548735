/** The owners of shared places that the request does not name: their rules hold as well. */
import type { PlannedItem } from '../plan/plan.ts';
import { isAt, type Place, type Spot } from './facts.ts';

/** The owners of the items that are no targets themselves, of environments that the request names: without the others it is refused
 * anyway. */
export function silentOwners(
  items: readonly PlannedItem[],
  targets: readonly Place[],
  environments: readonly string[],
): Spot[] {
  const known = new Set(targets.map(keyOf));
  const owners = items.flatMap((item) => (item.owners ?? []).map((owner) => [keyOf(owner), owner] as const));
  return [...new Map(owners).values()].filter(
    (owner) => environments.includes(owner.environment) && !known.has(keyOf(owner)),
  );
}

/** The items as they stand, and once more for each silent owner. */
export function withSilent(items: readonly PlannedItem[], silent: readonly Spot[]): PlannedItem[] {
  if (silent.length === 0) return [...items];
  return items.flatMap((item) => [
    item,
    ...silent
      .filter((spot) => isOwnedBy(item, spot))
      .map(({ product, environment }) => ({ ...item, product, environment, owners: undefined })),
  ]);
}

/** Whether the place of the item is that of the product in the environment, or belongs to it as well. */
export function isOwnedBy(item: Place & Pick<PlannedItem, 'owners'>, place: Place): boolean {
  return isAt(place)(item) || (item.owners?.some(isAt(place)) ?? false);
}

const keyOf = ({ product, environment }: Place): string => `${product} ${environment}`;
