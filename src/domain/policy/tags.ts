import { matchesAny } from '../config/glob.ts';
import type { Violation } from '../errors.ts';
import type { PlannedItem } from '../plan/plan.ts';
import { listed, quote } from '../text.ts';
import { isAt, type Policy, placesOf, type Spot } from './facts.ts';

/** Only tags that the globs describe. A digest alone would get around them, and is refused. */
export const tags: Policy = ({ items, spots }) => {
  const broken = items.flatMap((item) => {
    const spot = spots.find(isAt(item));
    return spot?.settings.tags === undefined || allowed(item, spot.settings.tags) ? [] : [{ item, spot }];
  });
  const groups = new Map<string, typeof broken>();
  for (const one of broken) {
    const key = JSON.stringify([one.item.request, one.spot.settings.tags, one.spot.settings.origin.tags]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [violationOf(first.item, first.spot, placesOf(group.map(({ item }) => item)))];
  });
};

const allowed = ({ request: { tag } }: PlannedItem, globs: readonly string[]): boolean =>
  tag !== undefined && matchesAny(globs, tag);

const violationOf = ({ image, request: { tag } }: PlannedItem, { settings }: Spot, where: string): Violation => {
  const globs = listed((settings.tags ?? []).map(quote)) || 'no entry';
  const message =
    tag === undefined
      ? `${quote(image)} is asked for by its digest alone, and the configuration limits the tags for ${where}.`
      : `The configuration does not let the tag ${quote(tag)} of ${quote(image)} be promoted to ${where}.`;
  const hint =
    tag === undefined
      ? `Give the tag with the digest; \`tags\` has ${globs}.`
      : `Promote a tag that matches \`tags\`, which has ${globs}, or add one there.`;
  return { code: 'tag-not-allowed', message, hint, ...settings.origin.tags };
};
