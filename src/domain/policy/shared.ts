import type { Violation } from '../errors.ts';
import type { Delivery } from '../model.ts';
import type { PlannedItem } from '../plan/plan.ts';
import { listed, quote } from '../text.ts';
import { type Facts, isAt, type Place, type Policy, placesOf } from './facts.ts';

/** What several environments have in common changes only for a request that names them all, and for all in one way: otherwise a
 * request for one would be a way around the rules of another. */
export const shared: Policy = (facts) => {
  const violations = facts.items.flatMap((item) =>
    item.state === 'changed' && (item.owners ?? []).length > 0 ? judge(item, facts) : [],
  );
  // Each owner finds the same of a place: the first tells it.
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

type Way = { readonly delivery: Delivery; readonly places: readonly Place[] };

const byDelivery = (item: PlannedItem, { spots, delivery: given }: Facts): Way[] => {
  const own = spots.filter(isAt(item));
  const ways = new Map<Delivery, Place[]>();
  for (const { product, environment, settings } of [...own, ...(item.owners ?? [])]) {
    const delivery = given ?? settings.delivery;
    ways.set(delivery, [...(ways.get(delivery) ?? []), { product, environment }]);
  }
  return [...ways].map(([delivery, places]) => ({ delivery, places }));
};
