/** The policies of images: which repositories, tags and renames may be promoted. */

import { matchesAny } from '../config/glob.ts';
import { imageAllowed, type Settings } from '../config/settings.ts';
import type { Violation } from '../errors.ts';
import { AS_IS, sameRepository } from '../image.ts';
import type { Trigger } from '../model.ts';
import type { PlannedItem } from '../plan/plan-promotion.ts';
import { listed, quote } from '../text.ts';
import { allAt, type Policy, placesOf, type TargetSettings } from './facts.ts';

/** Only images that the configuration lists, by the repository that runs afterwards. */
export const images: Policy = ({ items, spots }) => {
  const violations = items.flatMap((item): Violation[] => {
    const settings = allAt(spots, item)[0]?.settings;
    if (settings === undefined || imageAllowed(settings, item.image)) return [];
    const { product, environment, image, path, line } = item;
    return [
      {
        code: 'image-not-allowed',
        message: `The configuration does not let ${quote(image)} be promoted to ${environment} for ${product} (${path}, line ${line}).`,
        hint: `Add it to \`images\`, which has ${listed((settings.images ?? []).map(quote)) || 'no entry'}, or correct the request.`,
        ...settings.origin.images,
      },
    ];
  });
  return [...new Map(violations.map((violation) => [violation.message, violation])).values()];
};

/** Only tags that the globs describe. A digest alone would get around them, and is refused. */
export const tags: Policy = ({ items, spots }) => {
  const broken = items.flatMap((item) => {
    const [spot] = allAt(spots, item);
    return spot?.settings.tags === undefined || isTagAllowed(item, spot.settings.tags) ? [] : [{ item, spot }];
  });
  const groups = new Map<string, typeof broken>();
  for (const one of broken) {
    const key = JSON.stringify([
      one.item.request,
      tagOf(one.item),
      one.spot.settings.tags,
      one.spot.settings.origin.tags,
    ]);
    const others = groups.get(key);
    if (others === undefined) groups.set(key, [one]);
    else others.push(one);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [tagViolation(first.item, first.spot, placesOf(group.map(({ item }) => item)))];
  });
};

const isTagAllowed = (item: PlannedItem, globs: readonly string[]): boolean => {
  const tag = tagOf(item);
  return tag !== undefined && matchesAny(globs, tag);
};

const tagOf = ({ request, to }: PlannedItem): string | undefined => (request.tag === AS_IS ? to.tag : request.tag);

const tagViolation = (item: PlannedItem, { settings }: TargetSettings, where: string): Violation => {
  const { image } = item;
  const tag = tagOf(item);
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

/** Automation changes the repository of an image only to one that the configuration lists, so that no sender can bring in a
 * registry of its own; where `images` are listed, the policy of that name judges. Nor can it add an image whose registry would
 * then be asked about it. */
export const renames: Policy = ({ items, spots, promotion: { trigger } }) =>
  items.flatMap((item) => {
    const settings = allAt(spots, item)[0]?.settings;
    if (settings === undefined || !isFree(settings, trigger)) return [];
    if (isRename(item)) return [renamed(item)];
    return item.added === true && settings.verify !== false ? [addedUnseen(item, settings)] : [];
  });

/** Whether the registry of the image may be asked about it: no request makes the runner call a host that nobody has listed. */
export function isListed(item: PlannedItem, settings: Pick<Settings, 'images'>, trigger: Trigger): boolean {
  return imageAllowed(settings, item.image) && !(isFree(settings, trigger) && (isRename(item) || item.added === true));
}

/** Whether only the manifests limit the images of automation. */
const isFree = ({ images }: Pick<Settings, 'images'>, trigger: Trigger): boolean =>
  trigger === 'automatic' && images === undefined;

const isRename = ({ from, image }: PlannedItem): boolean => !sameRepository(from.repository, image);

const renamed = ({ product, environment, image, from, path, line }: PlannedItem): Violation => ({
  code: 'rename-not-allowed',
  message: `An automatic request changes ${quote(from.repository)} to ${quote(image)} in ${environment} of ${product}, and the configuration lists no images.`,
  hint: 'List the new name under `images` of the configuration, or let a person promote it once.',
  path,
  line,
});

const addedUnseen = ({ product, environment, image }: PlannedItem, { origin }: Settings): Violation => ({
  code: 'image-not-allowed',
  message: `An automatic request adds ${quote(image)} to ${environment} of ${product}, where images are verified, and the configuration lists no images.`,
  hint: 'List it under `images` of the configuration, so that its registry may be asked, or let a person promote it once.',
  ...origin.verify,
});
