/** The policy `requires`: an image reaches an environment only after the one before it. */

import type { Violation } from '../errors.ts';
import { printReference } from '../image.ts';
import type { PlannedItem } from '../plan/plan-promotion.ts';
import { listed, quote } from '../text.ts';
import { allAt, bringsSame, type Facts, isAt, type Policy, type RequirementFact, requirementKey } from './facts.ts';
/** An image reaches an environment only after the one that it requires: which runs it, has run it and did not go back, or gets it in
 * the same promotion. Items that are left out or unchanged require nothing. */
export const requires: Policy = (facts) => {
  const unmetOf = unmetFinder(facts);
  return facts.remaining.filter(({ state }) => state === 'changed').flatMap((item) => unmetOf(item) ?? []);
};

type RequirementFacts = Pick<Facts, 'spots' | 'items' | 'remaining' | 'testimonies'>;

/** Finds the unmet requirement of an item; undefined where there is none. */
export function unmetFinder(facts: RequirementFacts): (item: PlannedItem) => Violation | undefined {
  const known = new Map<string, Violation | undefined>();
  return (item) => {
    const key = requirementKey(item);
    if (!known.has(key)) known.set(key, unmet(item, facts));
    return known.get(key);
  };
}

const unmet = (item: PlannedItem, facts: RequirementFacts): Violation | undefined => {
  const settings = allAt(facts.spots, item)[0]?.settings;
  if (settings?.requires === undefined) return undefined;
  const lack = lackOf(item, settings.requires, facts);
  return lack && { ...violationOf(item, settings.requires, lack), ...settings.origin.requires };
};

type Lack = { readonly testimonies: readonly RequirementFact[]; readonly leftOut: readonly PlannedItem[] };

/** The facts against the item; undefined where the requirement is fulfilled. */
const lackOf = (item: PlannedItem, required: string, facts: RequirementFacts): Lack | undefined => {
  const there = isAt({ product: item.product, environment: required });
  const together = (other: PlannedItem): boolean => there(other) && bringsSame(other, item);
  if (facts.remaining.some(together)) return undefined;
  const testimonies = testimoniesFor(item, facts.testimonies);
  if (testimonies.some(({ testimony: { kind } }) => kind === 'runs' || kind === 'has-run')) return undefined;
  return { testimonies, leftOut: facts.items.filter(together) };
};

const testimoniesFor = (item: PlannedItem, all: readonly RequirementFact[]): readonly RequirementFact[] => {
  const byKey = testimoniesByKey.get(all) ?? new Map<string, RequirementFact[]>();
  if (!testimoniesByKey.has(all)) {
    testimoniesByKey.set(all, byKey);
    for (const one of all) {
      const key = requirementKey(one.item);
      const others = byKey.get(key);
      if (others === undefined) byKey.set(key, [one]);
      else others.push(one);
    }
  }
  return byKey.get(requirementKey(item)) ?? [];
};

/** Kept, since each item asks for its own. */
const testimoniesByKey = new WeakMap<readonly RequirementFact[], Map<string, RequirementFact[]>>();

const violationOf = (item: PlannedItem, required: string, lack: Lack): Violation => {
  const wanted = `${item.environment} requires ${required} to run ${quote(printReference(item.to))} first`;
  return {
    code: 'requirement-unmet',
    message: `${wanted}; ${reasonOf(item, required, lack)}.`,
    hint: hintOf(item, required, lack),
  };
};

const reasonOf = ({ product }: PlannedItem, required: string, { testimonies, leftOut }: Lack): string => {
  if (leftOut.length > 0) return `the same request asks for it in ${required}, where it is left out`;
  const back = testimonies.flatMap(({ testimony }) => (testimony.kind === 'rolled-back' ? [testimony.commit] : []))[0];
  if (back !== undefined) return `it was rolled back there in commit ${back.slice(0, 7)}`;
  const running = testimonies.map(
    ({ standing: { current, path, line } }) => `${quote(printReference(current))} (${path}, line ${line})`,
  );
  if (running.length === 0) return `the manifests of ${product} in ${required} list no such image`;
  const unread = testimonies.some(({ standing }) => standing.history?.complete === false);
  return `${required} runs ${listed([...new Set(running)])}${unread ? ', and older records are not read' : ''}`;
};

const hintOf = ({ product, environment }: PlannedItem, required: string, { testimonies, leftOut }: Lack): string => {
  if (leftOut.length > 0) return `Promote it to ${environment} when ${required} runs it.`;
  if (testimonies.length === 0)
    return `List the image in the manifests of ${product} in ${required}, and promote it there first.`;
  return `Promote it to ${required} first, or name ${required} and ${environment} in one request.`;
};
