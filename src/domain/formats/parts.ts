import { fail } from '../errors.ts';
import { type Reference, splitReference } from '../image.ts';
import { mergedBy } from '../yaml/anchors.ts';
import { type Entry, isLink, isText, type Mapping } from '../yaml/nodes.ts';
import { nameOf, resolve, type Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { filledInImage, isTemplated, looksLikeReference } from './references.ts';
import type { Cell, Part, PartsShape, Site } from './site.ts';

const MOST_MERGES = 100;

/** The mapping and those merged into it, the strongest first.
 * @throws PromotionError `manifest-invalid` beyond a hundred merges, so that no text can make the search long. */
export function layersOf(tree: Tree, mapping: Mapping): Mapping[] {
  const layers = [mapping];
  if (tree.heirs.size === 0) return layers;
  for (let next = 0; next < layers.length; next++) {
    // Depth first: what a mapping merges is stronger than its later siblings.
    const before = layers.slice(0, next + 1);
    const merged = [...new Set(mergedBy(layers[next] as Mapping, tree.targets))].filter(
      (source) => !before.includes(source),
    );
    if (merged.length === 0) continue;
    layers.splice(next + 1, layers.length, ...new Set([...merged, ...layers.slice(next + 1)]));
    if (layers.length > MOST_MERGES + 1) tooManyMerges(tree, mapping);
  }
  return layers;
}

const tooManyMerges = (tree: Tree, mapping: Mapping): never =>
  fail(
    'manifest-invalid',
    `A mapping merges more than ${MOST_MERGES} others.`,
    'Write the merged keys out, and promote again.',
    tree.place(mapping.range[0]),
  );

/** The entry that gives a key its value, and the mapping that it stands in: this one or one merged into it. */
export type Effective = { readonly entry: Entry; readonly mapping: Mapping };

export function effective(tree: Tree, mapping: Mapping, key: string): Effective | undefined {
  for (const entry of mapping.items) if (nameOf(tree, entry) === key) return { entry, mapping };
  if (tree.heirs.size === 0) return undefined;
  for (const layer of layersOf(tree, mapping).slice(1)) {
    const entry = layer.items.find((item) => nameOf(tree, item) === key);
    if (entry !== undefined) return { entry, mapping: layer };
  }
  return undefined;
}

/** All keys of a mapping with what gives them their value. */
export function effectiveEntries(tree: Tree, mapping: Mapping): Map<string, Effective> {
  const entries = new Map<string, Effective>();
  for (const layer of layersOf(tree, mapping)) {
    for (const entry of layer.items) {
      const key = nameOf(tree, entry);
      if (key !== undefined && !entries.has(key)) entries.set(key, { entry, mapping: layer });
    }
  }
  return entries;
}

/** The cells of the parts that a mapping has; a part that is missing or a collection has none. */
export function cellsOf(
  tree: Tree,
  keys: PartsShape['keys'],
  find: (key: string) => Effective | undefined,
): PartsShape['cells'] {
  const cells: Partial<Record<Part, Cell>> = {};
  for (const [part, key] of Object.entries(keys) as [Part, string][]) {
    const cell = cellOf(tree, find(key));
    if (cell !== undefined) cells[part] = cell;
  }
  return cells;
}

/** What was found as a cell; undefined where the value is a collection. */
export function cellOf(tree: Tree, found: Effective | undefined): Cell | undefined {
  const node = found?.entry.value;
  if (found === undefined || !(isText(node) || isLink(node)) || !isText(resolve(tree, node))) return undefined;
  return { node, ...found };
}

type HelmParts = Pick<PartsShape, 'cells' | 'keys' | 'place'> & { readonly problem?: string | undefined };

/** The key of a digest that some charts write without `sha256:`. */
export const bareDigest = 'sha';

/** Of a tag that has a digest in it, both. */
const versionOf = (keys: PartsShape['keys'], tag: string, digest: string): Pick<Reference, 'tag' | 'digest'> => {
  const at = tag.indexOf('@');
  if (digest === '' && at >= 0) return { tag: tag.slice(0, at) || undefined, digest: tag.slice(at + 1) };
  const isBare = digest !== '' && keys.digest === bareDigest;
  return { tag: tag || undefined, digest: isBare ? `sha256:${digest}` : digest || undefined };
};

/** An image in parts as charts have them; undefined where its repository is missing, templated or no repository at all. */
export function helmSite(tree: Tree, group: object, { cells, keys, place, problem }: HelmParts): Site | undefined {
  const text = (part: Part): string => textOf(tree, cells[part]?.node) ?? '';
  const repository = text('repository');
  if (repository.includes('://')) return undefined;
  const isPlain = looksLikeReference(repository) && !isTemplated(repository);
  const split = isPlain ? splitReference(repository) : filledInImage(repository);
  if (split === undefined) return undefined;
  // Some charts join the two without a slash.
  const registry = isTemplated(text('registry')) ? '' : text('registry').replace(/\/+$/, '');
  const whole = registry === '' ? split.repository : `${registry}/${split.repository}`;
  const isWhole = split.tag === undefined && split.digest === undefined;
  return {
    tree,
    group,
    first: [whole],
    second: registry === '' ? [] : [split.repository],
    image: { repository: whole, ...versionOf(keys, text('tag'), text('digest')) },
    offset: cells.repository?.node.range[0] ?? 0,
    problem: problem ?? (isWhole ? undefined : 'has its tag inside of its repository'),
    isFilledIn: [split.tag, split.digest, text('tag'), text('digest')].some((version) => isTemplated(version ?? '')),
    shape: { kind: 'parts', cells, keys, naming: 'helm', clearing: 'empty', place },
  };
}
