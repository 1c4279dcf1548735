import { fail } from '../errors.ts';
import { quote } from '../text.ts';
import { isMapping, type Mapping } from '../yaml/nodes.ts';
import type { Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { findEntries, imagesOf } from './kustomization.ts';
import { effective } from './parts.ts';
import type { Found } from './site.ts';

/** All images of a manifest, found by what its documents hold; the path decides only where they do not say.
 * @throws PromotionError `manifest-format` for a manifest that fits no format, `manifest-invalid` for a section of a wrong type. */
export function find(path: string, trees: readonly Tree[]): Found {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [first] = trees;
  if (first !== undefined && isMapping(first.root) && isKustomization(first, first.root, name)) {
    const images = imagesOf(first, first.root);
    return {
      formats: ['kustomization'],
      sites: images === undefined ? [] : findEntries(first, images),
      pins: [],
      unbound: [],
      additions: { tree: first, root: first.root, images },
    };
  }
  return fail('manifest-format', `The manifest ${quote(path)} fits no format.`, 'x', { path });
}

const fileNames = new Set(['kustomization.yaml', 'kustomization.yml', 'Kustomization']);

const isKustomization = (tree: Tree, root: Mapping, name: string): boolean => {
  const kind = textOf(tree, effective(tree, root, 'kind')?.entry.value);
  const apiVersion = textOf(tree, effective(tree, root, 'apiVersion')?.entry.value);
  if (kind === undefined) return fileNames.has(name);
  const isOwn = apiVersion === undefined || apiVersion.startsWith('kustomize.config.k8s.io/');
  return isOwn && (kind === 'Kustomization' || kind === 'Component');
};
