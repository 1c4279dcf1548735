import { imageAllowed } from '../config/images.ts';
import type { Settings } from '../config/settings.ts';
import type { Trigger } from '../model.ts';
import type { PlannedItem } from '../plan/plan.ts';
import { quote } from '../text.ts';
import { isAt, type Policy } from './facts.ts';

/** Automation changes the repository of an image only to one that the configuration lists, so that no sender can bring in a
 * registry of its own; where `images` are listed, the policy of that name judges. */
export const renames: Policy = ({ items, spots, promotion }) =>
  items
    .filter((item) => isUnlistedRename(item, spots.find(isAt(item))?.settings, promotion.trigger))
    .map(({ product, environment, image, from, path, line }) => ({
      code: 'rename-not-allowed',
      message: `An automatic request changes ${quote(from.repository)} to ${quote(image)} in ${environment} of ${product}, and the configuration lists no images.`,
      hint: 'List the new name under images of the configuration, or let a person promote it once.',
      path,
      line,
    }));

/** Whether the registry of the image may be asked about it: no request makes the runner call a host that nobody has listed. */
export function isListed(item: PlannedItem, settings: Pick<Settings, 'images'>, trigger: Trigger): boolean {
  return imageAllowed(settings, item.image) && !isUnlistedRename(item, settings, trigger);
}

const isUnlistedRename = (
  { from, image }: PlannedItem,
  settings: Pick<Settings, 'images'> | undefined,
  trigger: Trigger,
): boolean => trigger === 'automatic' && from.repository !== image && settings?.images === undefined;
