import { fail } from '../errors.ts';
import {
  type Entry,
  isMapping,
  isNull,
  isSequence,
  isText,
  type Mapping,
  type Node,
  type Sequence,
} from '../yaml/nodes.ts';
import { nameOf, resolve, type Tree } from '../yaml/tree.ts';
import { entrySite, entryKeys as keys } from './entries.ts';
import { findValues } from './helm.ts';
import { effective, effectiveEntries } from './parts.ts';
import { searchedNothing } from './searched.ts';
import type { Site } from './site.ts';

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
  for (const key of Object.values(keys)) checkText(tree, entries.get(key)?.entry);
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
