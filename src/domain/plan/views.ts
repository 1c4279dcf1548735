/** How each manifest of an environment is read: with its other layers, and as its share of a common file. */

import type { ManifestOwnership } from '../config/owners.ts';
import type { Settings } from '../config/settings.ts';
import { fail } from '../errors.ts';
import type { Manifest } from '../manifests/find-manifests.ts';
import { quote } from '../text.ts';
import type { ManifestFile } from './plan-promotion.ts';

type ViewedManifest = Manifest & Pick<ManifestFile, 'view' | 'owners'>;

type ViewContext = {
  readonly environment: string;
  readonly settings: Pick<Settings, 'layers' | 'origin'>;
  readonly ownership?: ManifestOwnership | undefined;
};

/** How each manifest of an environment is read: with the other layers of its values, where it is one of several, and as its share
 * of a manifest that others have, too.
 * @throws PromotionError `manifest-format` for a layer that is a directory. */
export function viewedBy(
  { environment, settings, ownership }: ViewContext,
  manifests: readonly Manifest[],
): ViewedManifest[] {
  return layered(settings, manifests).map((manifest) => {
    const owners = ownership?.ownersOf(manifest.path) ?? [];
    if (owners.length < 2) return manifest;
    const isShared = owners.some((owner) => owner.environment !== environment);
    const environments = [
      ...new Set([...(ownership?.environments ?? []), ...owners.map((owner) => owner.environment)]),
    ];
    const scope = isShared ? { environment, environments } : undefined;
    return { ...manifest, owners, view: scope === undefined ? manifest.view : { ...manifest.view, scope } };
  });
}

const layered = ({ layers, origin }: ViewContext['settings'], manifests: readonly Manifest[]): ViewedManifest[] => {
  if (layers.length === 0) return [...manifests];
  const byPath = new Map(manifests.map((manifest) => [manifest.path, manifest]));
  const lists = layers.map((paths) => paths.map((path) => byPath.get(path) ?? noFile(path, origin.files)));
  return manifests.map((manifest) => {
    const stacks = lists.flatMap((list) => {
      const at = list.indexOf(manifest);
      return at < 0 ? [] : [{ below: list.slice(0, at), above: list.slice(at + 1) }];
    });
    return stacks.length === 0 ? manifest : { ...manifest, view: { stacks } };
  });
};

const noFile = (path: string, place: Settings['origin']['files']): never =>
  fail(
    'manifest-format',
    `The layer ${quote(path)} is a directory, and layers are files of helm values.`,
    'Name a file in the list of layers, or list the directory outside of it.',
    place,
  );
