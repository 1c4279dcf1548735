import { imageAllowed } from '../config/images.ts';
import type { Violation } from '../errors.ts';
import { listed, quote } from '../text.ts';
import { isAt, type Policy } from './facts.ts';

/** Only images that the configuration lists, by the repository that runs afterwards. */
export const images: Policy = ({ items, spots }) => {
  const violations = items.flatMap((item): Violation[] => {
    const settings = spots.find(isAt(item))?.settings;
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
