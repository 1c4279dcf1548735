import { imageAllowed } from '../config/images.ts';
import type { Violation } from '../errors.ts';
import type { PlannedItem } from '../plan/plan.ts';
import { listed, quote } from '../text.ts';
import { type Facts, isAt, type Policy, type Spot } from './facts.ts';

/** Only images that the configuration lists, by the repository that runs afterwards; and automation changes the repository of an
 * image only to one that is listed there, so that no sender can bring in a registry of its own. */
export const images: Policy = (facts) => {
  const violations = facts.items.flatMap((item) => {
    const spot = facts.spots.find(isAt(item));
    return spot === undefined ? [] : judge(item, spot, facts);
  });
  return [...new Map(violations.map((violation) => [violation.message, violation])).values()];
};

const judge = (item: PlannedItem, { settings }: Spot, { kind, promotion }: Facts): Violation[] => {
  const { product, environment, image, from, path, line } = item;
  if (!imageAllowed(settings, image)) {
    return [
      {
        code: 'image-not-allowed',
        message: `The configuration does not let ${quote(image)} be promoted to ${environment} for ${product} (${path}, line ${line}).`,
        hint: `Add it to images, which has ${listed((settings.images ?? []).map(quote)) || 'no entry'}, or correct the request.`,
        ...settings.origin.images,
      },
    ];
  }
  if (kind === 'rollback' || promotion.trigger !== 'automatic') return [];
  if (settings.images !== undefined || from.repository === image) return [];
  return [
    {
      code: 'rename-not-allowed',
      message: `An automatic request changes ${quote(from.repository)} to ${quote(image)} in ${environment} of ${product}, and the configuration lists no images.`,
      hint: 'List the new name under images of the configuration, or let a person promote it once.',
      path,
      line,
    },
  ];
};
