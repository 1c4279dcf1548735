import { imageAllowed } from '../config/images.ts';
import type { Settings } from '../config/settings.ts';
import type { Violation } from '../errors.ts';
import { sameRepository } from '../image.ts';
import type { Trigger } from '../model.ts';
import type { PlannedItem } from '../plan/plan.ts';
import { quote } from '../text.ts';
import { isAt, type Policy } from './facts.ts';

/** Automation changes the repository of an image only to one that the configuration lists, so that no sender can bring in a
 * registry of its own; where `images` are listed, the policy of that name judges. Nor can it add an image whose registry would
 * then be asked about it. */
export const renames: Policy = ({ items, spots, promotion: { trigger } }) =>
  items.flatMap((item) => {
    const settings = spots.find(isAt(item))?.settings;
    if (settings === undefined || !isFree(settings, trigger)) return [];
    if (isRename(item)) return [renamed(item)];
    return item.added === true && settings.verify !== false ? [addedUnseen(item, settings)] : [];
  });

/** Whether the registry of the image may be asked about it: no request makes the runner call a host that nobody has listed. */
export function isListed(item: PlannedItem, settings: Pick<Settings, 'images'>, trigger: Trigger): boolean {
  return imageAllowed(settings, item.image) && !(isFree(settings, trigger) && (isRename(item) || item.added === true));
}

/** Whether nothing but the manifests says what automation may promote. */
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
