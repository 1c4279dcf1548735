import { spellingsOf } from '../image.ts';
import { isGlob, matchesAny } from './glob.ts';
import type { Settings } from './settings.ts';

/** Whether the configuration lets the image be promoted. `image` is its identity: the repository that runs afterwards. */
export function imageAllowed({ images }: Pick<Settings, 'images'>, image: string): boolean {
  return images === undefined || spellingsOf(image).some((name) => matchesAny(images, name));
}

/** The images that a request with a tag alone means: the entries of `images` without wildcards. */
export function literalImages({ images }: Pick<Settings, 'images'>): readonly string[] {
  return [...new Set((images ?? []).filter((pattern) => !isGlob(pattern)))];
}
