import { PromotionError } from '../../domain/errors.ts';
import { canonicalRepository } from '../../domain/image.ts';
import { listedIn } from '../../domain/plan/listed.ts';
import type { ManifestFile, Plan } from '../../domain/plan/plan.ts';
import type { Gathered } from '../gather.ts';

/** Whether a branch that was made on the commit `parent` changes all that is to change. What its base has got since, such as
 * another manifest that lists the image, is not in it, and would stay as it is when the pull request is merged. */
export async function isWhole(
  { files, items }: Plan,
  parent: string | undefined,
  { snapshot, targets }: Pick<Gathered, 'snapshot' | 'targets'>,
): Promise<boolean> {
  if (parent === undefined || parent === snapshot.commit) return parent !== undefined;
  const entries = await snapshot.readAt(
    parent,
    files.map(({ path }) => path),
  );
  const images = new Set(items.flatMap(({ image, from }) => [image, from.repository]).map(canonicalRepository));
  return files.every((file, at) => {
    const entry = entries?.[at];
    const readers = targets.flatMap((target) => target.files.filter(({ path }) => path === file.path));
    return entry?.kind === 'file' && readers.every((reader) => isAlike(reader, entry.text, images));
  });
}

/** Whatever else has changed in the file, the merge brings together. */
const isAlike = (file: ManifestFile, former: string, images: ReadonlySet<string>): boolean => {
  if (file.text === former) return true;
  const count = (text: string): number =>
    listedIn([{ ...file, text }]).filter(({ image }) => images.has(canonicalRepository(image.repository))).length;
  try {
    return count(file.text) === count(former);
  } catch (error) {
    if (error instanceof PromotionError) return false;
    throw error;
  }
};
