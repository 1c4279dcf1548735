/** Kustomizations: their list of images, the values of their charts, and the images that their inline patches set. */
import { fail } from '../errors.ts';
import { splitReference } from '../image.ts';
import {
  type Entry,
  isMapping,
  isNull,
  isSequence,
  isText,
  keyOf,
  type Mapping,
  type Node,
  nameOf,
  parseTrees,
  resolve,
  type Sequence,
  type Text,
  type Tree,
  textOf,
} from '../yaml/tree.ts';
import { findValues, searchedNothing } from './helm.ts';
import { effective, effectiveEntries, entryKeys, entrySite } from './image-parts.ts';
import { looksLikeReference, type Pin, type Site } from './site.ts';

/** The list of images of a kustomization; undefined where it is missing, null or empty.
 * @throws PromotionError `manifest-invalid` for a section of another type. */
export function imagesOf(tree: Tree, root: Mapping): Sequence | undefined {
  const value = resolve(tree, effective(tree, root, 'images')?.entry.value ?? null);
  if (value === null || (isText(value) && isNull(value))) return undefined;
  if (!isSequence(value)) invalid(tree, value, 'The section "images" is not a list.');
  return (value as Sequence).items.length === 0 ? undefined : (value as Sequence);
}

/** One site for each entry of a kustomization's images.
 * @throws PromotionError `manifest-invalid` for an entry without a name. */
export function findEntries(tree: Tree, images: Sequence): Site[] {
  return images.items.map((item) => siteOf(tree, images, item as Node));
}

/** The images in the values that a kustomization gives to charts. */
export function findCharts(tree: Tree, root: Mapping): Site[] {
  const charts = resolve(tree, effective(tree, root, 'helmCharts')?.entry.value ?? null);
  if (!isSequence(charts)) return [];
  const searched = searchedNothing();
  return (charts.items as Node[]).flatMap((item) => {
    const chart = resolve(tree, item);
    const values = isMapping(chart) ? effective(tree, chart, 'valuesInline')?.entry.value : undefined;
    return findValues(tree, resolve(tree, values ?? null), { searched });
  });
}

const siteOf = (tree: Tree, group: Sequence, item: Node): Site => {
  const mapping = resolve(tree, item);
  if (!isMapping(mapping)) return invalid(tree, item, 'An entry of "images" is not a mapping.');
  const entries = effectiveEntries(tree, mapping);
  for (const key of Object.values(entryKeys)) checkText(tree, entries.get(key)?.entry);
  const site = entrySite(tree, group, { mapping, entries });
  return site ?? invalid(tree, item, 'An entry of "images" has no name.');
};

const checkText = (tree: Tree, entry: Entry | undefined): void => {
  const text = resolve(tree, entry?.value ?? null);
  if (entry !== undefined && text !== null && !isText(text))
    invalid(tree, text, `The value of ${JSON.stringify(nameOf(tree, entry))} is not text.`);
};

const invalid = (tree: Tree, node: Node, message: string): never =>
  fail(
    'manifest-invalid',
    message,
    'Write "images" as a list of entries, each with a name.',
    tree.place(node.range[0]),
  );

/** Without the images of containers that the list of images names: it is applied after the patches, so that it decides. */
export function findPins(tree: Tree, root: Mapping, entries: readonly Site[]): Pin[] {
  const items = (key: string): Node[] => {
    const list = resolve(tree, effective(tree, root, key)?.entry.value ?? null);
    return isSequence(list) ? (list.items as Node[]).map((item) => resolve(tree, item) ?? item) : [];
  };
  const inside = [...items('patches'), ...items('patchesJson6902')].map((item) =>
    isMapping(item) ? resolve(tree, effective(tree, item, 'patch')?.entry.value ?? null) : null,
  );
  const texts = [...inside, ...items('patchesStrategicMerge')].filter((node) => isText(node));
  const names = new Set(entries.flatMap(({ first }) => first));
  return texts.flatMap((text) =>
    imagesIn(tree, text)
      .filter(({ repository, isOfContainer }) => !(isOfContainer && names.has(repository)))
      .map(({ repository }) => ({ repository, place: tree.place(text.range[0]) })),
  );
}

/** `isOfContainer`: whether a build looks for it there. */
type Patched = { readonly repository: string; readonly isOfContainer: boolean };

const imagesIn = (tree: Tree, text: Text): Patched[] => {
  const source = String(text.value);
  // A file name, not a patch.
  if (!/[:{[]/.test(source)) return [];
  const { trees = [] } = parseTrees(source, () => tree.place(text.range[0]));
  return trees.flatMap((patch) => patchedIn(patch, patch.root, ''));
};

/** `path`: the keys that lead to the node, which for operations begin with a path of their own. */
const patchedIn = (tree: Tree, node: Node | null, path: string): Patched[] => {
  if (isSequence(node)) return (node.items as Node[]).flatMap((item) => patchedIn(tree, item, path));
  if (!isMapping(node)) return [];
  const operated = textOf(tree, effective(tree, node, 'path')?.entry.value) ?? '';
  const isOperation = operated.startsWith('/');
  const imageKey = isOperation && operated.endsWith('/image') ? 'value' : 'image';
  return node.items.flatMap((entry) => {
    const key = keyOf(entry);
    const here = isOperation ? operated : `${path}/${key}`;
    const text = key === imageKey ? textOf(tree, entry.value) : undefined;
    if (text === undefined || !looksLikeReference(text)) return patchedIn(tree, entry.value, here);
    return [{ repository: splitReference(text).repository, isOfContainer: ofContainer.test(here) }];
  });
};

const ofContainer = /\/(?:containers|initContainers)(?:\/(?:[0-9]+|-))?(?:\/image)?$/;
