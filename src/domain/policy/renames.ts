import { quote } from '../text.ts';
import { isAt, type Policy } from './facts.ts';

/** Automation changes the repository of an image only to one that the configuration lists, so that no sender can bring in a
 * registry of its own; where `images` are listed, the policy of that name judges. */
export const renames: Policy = ({ items, spots, promotion }) => {
  if (promotion.trigger !== 'automatic') return [];
  return items
    .filter((item) => item.from.repository !== item.image && spots.find(isAt(item))?.settings.images === undefined)
    .map(({ product, environment, image, from, path, line }) => ({
      code: 'rename-not-allowed',
      message: `An automatic request changes ${quote(from.repository)} to ${quote(image)} in ${environment} of ${product}, and the configuration lists no images.`,
      hint: 'List the new name under images of the configuration, or let a person promote it once.',
      path,
      line,
    }));
};
