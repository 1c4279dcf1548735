/** The owners of shared places that the request does not name: their rules hold as well. */

import type { Violation } from '../errors.ts';
import type { Delivery, Notice } from '../model.ts';
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
  const own = allAt(facts.spots, item);
  if (missing.length > 0) {
    return [
      {
        ...place,
        message: `${what} is common to ${listed(environments)}, and the request does not name ${listed(missing)}.`,
        hint: separationHint(item.path, [...own, ...owners], facts.delivery),
      },
    ];
  }
  const deliveries = byDelivery([...own, ...owners], facts.delivery);
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

const byDelivery = (owners: readonly TargetSettings[], given: Delivery | undefined): SharedDelivery[] => {
  const ways = new Map<Delivery, TargetName[]>();
  for (const { product, environment, settings } of owners) {
    const delivery = given ?? settings.delivery;
    const others = ways.get(delivery);
    if (others === undefined) ways.set(delivery, [{ product, environment }]);
    else others.push({ product, environment });
  }
  return [...ways].map(([delivery, places]) => ({ delivery, places }));
};

/** How a place that several environments have in common can change, or become a place of each. */
function separationHint(path: string, owners: readonly TargetSettings[], delivery?: Delivery | undefined): string {
  const environments = listed([...new Set(owners.map(({ environment }) => environment))]);
  const together =
    byDelivery(owners, delivery).length < 2
      ? `Name ${environments} in one request`
      : `Give ${environments} the same \`delivery\` and name them in one request`;
  const layers = owners.flatMap(({ settings }) => settings.layers.find((one) => one.includes(path))?.at(-1) ?? []);
  const last = [...new Set(layers)].filter((layer) => layer !== path).map(quote);
  const apart =
    last.length > 1
      ? `set its version in the last layer of each: ${listed(last)}`
      : 'give each environment a file, a list element or a key of its own';
  return `${together}, or ${apart}.`;
}

type ListedPlace = {
  readonly path: string;
  readonly line: number;
  /** The repository of the image. */
  readonly image: string;
};

/** The warning about an image whose place a promotion to one of its environments may not change, before somebody asks for it. */
export function commonPlace({ path, line, image }: ListedPlace, owners: readonly TargetSettings[]): Notice[] {
  const environments = [...new Set(owners.map(({ environment }) => environment))];
  if (environments.length < 2) return [];
  return [
    {
      message: `The place of ${quote(image)} in ${quote(path)} is common to ${listed(environments)}: a promotion that does not name all of them is refused.`,
      hint: separationHint(path, owners),
      path,
      line,
    },
  ];
}

/** The owners of the items that are no targets themselves, of environments that the request names: without the others it is refused
 * anyway. */
export function otherOwners(
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
export function withOtherOwners(items: readonly PlannedItem[], silent: readonly TargetSettings[]): PlannedItem[] {
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
