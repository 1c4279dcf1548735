import type { Settings } from '../config/settings.ts';
import { fail } from '../errors.ts';
import type { Manifest } from '../files.ts';
import { quote } from '../text.ts';
import type { ManifestFile } from './plan.ts';

type Viewed = Manifest & Pick<ManifestFile, 'view'>;

/** How each manifest of an environment is read: with the other layers of its values, where it is one of several.
 * @throws PromotionError `manifest-format` for a layer that is a directory. */
export function viewedBy(
  { layers, origin }: Pick<Settings, 'layers' | 'origin'>,
  manifests: readonly Manifest[],
): Viewed[] {
  if (layers.length === 0) return [...manifests];
  const byPath = new Map(manifests.map((manifest) => [manifest.path, manifest]));
  const layered = layers.map((paths) => paths.map((path) => byPath.get(path) ?? noFile(path, origin.files)));
  return manifests.map((manifest) => {
    const stacks = layered.flatMap((list) => {
      const at = list.indexOf(manifest);
      return at < 0 ? [] : [{ below: list.slice(0, at), above: list.slice(at + 1) }];
    });
    return stacks.length === 0 ? manifest : { ...manifest, view: { stacks } };
  });
}

const noFile = (path: string, place: Settings['origin']['files']): never =>
  fail(
    'manifest-format',
    `The layer ${quote(path)} is a directory, and layers are files of helm values.`,
    'Name a file in the list of layers, or list the directory outside of it.',
    place,
  );
