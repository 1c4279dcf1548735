/** The owners of shared places that the request does not name: their rules hold as well. */

import type { Violation } from '../errors.ts';
import type { Delivery } from '../model.ts';
import type { PlannedItem } from '../plan/plan-promotion.ts';
import { listed, quote } from '../text.ts';
import { allAt, type Facts, isAt, type Policy, placesOf, type TargetName, type TargetSettings } from './facts.ts';

/** A place that several environments share changes only for a request that names them all, and with the same delivery for all:
 * otherwise a request for one would avoid the rules of another. */
export const shared: Policy = (facts) => {
  const violations = facts.items.flatMap((item) =>
    item.state === 'changed' && (item.owners ?? []).length > 0 ? judge(item, facts) : [],
  );
  // Each owner finds the same violation of a place: the first one is reported.
  const distinct = new Map(
    violations.toReversed().map((violation) => [`${violation.path} ${violation.line}`, violation]),
  );
  return [...distinct.values()].toReversed();
};

const judge = (item: PlannedItem, facts: Facts): Violation[] => {
  const owners = item.owners ?? [];
  const environments = [...new Set([item, ...owners].map(({ environment }) => environment))];
  const missing = environments.filter((environment) => !facts.promotion.environments.includes(environment));
  const place = { code: 'file-shared', path: item.path, line: item.line } as const;
  const what = `The place of ${quote(item.image)} in ${quote(item.path)}`;
  if (missing.length > 0) {
    return [
      {
        ...place,
        message: `${what} is common to ${listed(environments)}, and the request does not name ${listed(missing)}.`,
        hint: `Name ${listed(environments)} in one request, or give each environment a file, a list element or a key of its own.`,
      },
    ];
  }
  const deliveries = byDelivery(item, facts);
  if (deliveries.length < 2) return [];
  const shown = deliveries.map(({ delivery, places }) => `${delivery} for ${placesOf(places)}`);
  return [
    {
      ...place,
      message: `${what} is shared, and cannot change in two ways: ${listed(shown)}.`,
      hint: 'Give all of them the same `delivery`, or each a file, a list element or a key of its own.',
    },
  ];
};

type SharedDelivery = { readonly delivery: Delivery; readonly places: readonly TargetName[] };

const byDelivery = (item: PlannedItem, { spots, delivery: given }: Facts): SharedDelivery[] => {
  const own = allAt(spots, item);
  const ways = new Map<Delivery, TargetName[]>();
  for (const { product, environment, settings } of [...own, ...(item.owners ?? [])]) {
    const delivery = given ?? settings.delivery;
    ways.set(delivery, [...(ways.get(delivery) ?? []), { product, environment }]);
  }
  return [...ways].map(([delivery, places]) => ({ delivery, places }));
};

/** The owners of the items that are no targets themselves, of environments that the request names: without the others it is refused
 * anyway. */
export function silentOwners(
  items: readonly PlannedItem[],
  targets: readonly TargetName[],
  environments: readonly string[],
): TargetSettings[] {
  const known = new Set(targets.map(keyOf));
  const owners = items.flatMap((item) => (item.owners ?? []).map((owner) => [keyOf(owner), owner] as const));
  return [...new Map(owners).values()].filter(
    (owner) => environments.includes(owner.environment) && !known.has(keyOf(owner)),
  );
}

/** The items as they are, and once more for each silent owner. */
export function withSilent(items: readonly PlannedItem[], silent: readonly TargetSettings[]): PlannedItem[] {
  if (silent.length === 0) return [...items];
  return items.flatMap((item) => [
    item,
    ...silent
      .filter((spot) => isOwnedBy(item, spot))
      .map(({ product, environment }) => ({ ...item, product, environment, owners: undefined })),
  ]);
}

/** Whether the place of the item is that of the product in the environment, or belongs to it as well. */
export function isOwnedBy(item: TargetName & Pick<PlannedItem, 'owners'>, place: TargetName): boolean {
  return isAt(place)(item) || (item.owners?.some(isAt(place)) ?? false);
}

const keyOf = ({ product, environment }: TargetName): string => `${product} ${environment}`;
