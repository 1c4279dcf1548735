/** Images in several values: under the keys of a mapping as charts have them, and as entries of kustomize. */
import { fail } from '../errors.ts';
import { type Reference, splitReference } from '../image.ts';
import {
  type Entry,
  isLink,
  isMapping,
  isText,
  type Mapping,
  mergedBy,
  type Node,
  nameOf,
  resolve,
  type Sequence,
  type Tree,
  textOf,
} from '../yaml/tree.ts';
import {
  type Cell,
  filledInImage,
  type ImagePart,
  isTemplated,
  looksLikeReference,
  type PartsShape,
  type Site,
} from './site.ts';
/** The entry that gives a key its value, and the mapping that it is in: this one or one merged into it. */
export type Effective = { readonly entry: Entry; readonly mapping: Mapping };

export function effective(tree: Tree, mapping: Mapping, key: string): Effective | undefined {
  for (const entry of mapping.items) if (nameOf(tree, entry) === key) return { entry, mapping };
  if (tree.heirs.size === 0) return undefined;
  for (const layer of mergeChain(tree, mapping).slice(1)) {
    const entry = layer.items.find((item) => nameOf(tree, item) === key);
    if (entry !== undefined) return { entry, mapping: layer };
  }
  return undefined;
}

/** The entry of a key of a mapping, through merge keys and aliases; null if it is missing, and for any other value than a
 * mapping. */
export function childOf(tree: Tree, node: Node | null, key: string): Node | null {
  return isMapping(node) ? resolve(tree, effective(tree, node, key)?.entry.value ?? null) : null;
}

/** All keys of a mapping with the entries of their values. */
export function effectiveEntries(tree: Tree, mapping: Mapping): Map<string, Effective> {
  const entries = new Map<string, Effective>();
  for (const layer of mergeChain(tree, mapping)) {
    for (const entry of layer.items) {
      const key = nameOf(tree, entry);
      if (key !== undefined && !entries.has(key)) entries.set(key, { entry, mapping: layer });
    }
  }
  return entries;
}

/** The mapping and those merged into it, the strongest first.
 * @throws PromotionError `manifest-invalid` beyond a hundred merges, so that no text can make the search long. */
export function mergeChain(tree: Tree, mapping: Mapping): Mapping[] {
  const layers = [mapping];
  if (tree.heirs.size === 0) return layers;
  for (let next = 0; next < layers.length; next++) {
    // Depth first: the merges of a mapping are stronger than its later siblings.
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

const MOST_MERGES = 100;

const tooManyMerges = (tree: Tree, mapping: Mapping): never =>
  fail(
    'manifest-invalid',
    `A mapping merges more than ${MOST_MERGES} others.`,
    'Write the merged keys out, and promote again.',
    tree.place(mapping.range[0]),
  );

/** The cells of the parts that a mapping has; a part that is missing or a collection has none. */
export function cellsOf(
  tree: Tree,
  keys: PartsShape['keys'],
  find: (key: string) => Effective | undefined,
): PartsShape['cells'] {
  const cells: Partial<Record<ImagePart, Cell>> = {};
  for (const [part, key] of Object.entries(keys) as [ImagePart, string][]) {
    const cell = cellOf(tree, find(key));
    if (cell !== undefined) cells[part] = cell;
  }
  return cells;
}

/** The found entry as a cell; undefined if the value is a collection. */
export function cellOf(tree: Tree, found: Effective | undefined): Cell | undefined {
  const node = found?.entry.value;
  if (found === undefined || !(isText(node) || isLink(node)) || !isText(resolve(tree, node))) return undefined;
  return { node, ...found };
}

type HelmParts = Pick<PartsShape, 'cells' | 'keys' | 'place' | 'withoutTag'> & {
  readonly problem?: string | undefined;
};

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
export function helmSite(tree: Tree, group: object, { problem, ...parts }: HelmParts): Site | undefined {
  const { cells, keys } = parts;
  const text = (part: ImagePart): string => textOf(tree, cells[part]?.node) ?? '';
  // Some charts join the two without a slash.
  const registry = isTemplated(text('registry')) ? '' : text('registry').replace(/\/+$/, '');
  const repository = registry === '' ? text('repository') : text('repository').replace(/^\/+/, '');
  if (repository.includes('://')) return undefined;
  const isPlain = looksLikeReference(repository) && !isTemplated(repository);
  const split = isPlain ? splitReference(repository) : filledInImage(repository);
  if (split === undefined) return undefined;
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
    shape: { kind: 'parts', naming: 'helm', clearing: 'empty', ...parts },
  };
}

export const entryKeys = { name: 'name', newName: 'newName', tag: 'newTag', digest: 'digest' } as const;

type EntryMapping = { readonly mapping: Mapping; readonly entries: ReadonlyMap<string, Effective> };

/** The image of one entry; undefined where it has no name. */
export function entrySite(tree: Tree, group: object, { mapping, entries }: EntryMapping): Site | undefined {
  const read = (key: string): string | undefined => textOf(tree, entries.get(key)?.entry.value) || undefined;
  const name = read(entryKeys.name);
  const newName = read(entryKeys.newName);
  if (name === undefined) return undefined;
  const cells = cellsOf(tree, entryKeys, (key) => entries.get(key));
  return {
    tree,
    group,
    first: [name],
    second: newName === undefined ? [] : [...new Set([newName, splitReference(newName).repository])],
    image: { repository: newName ?? name, tag: read(entryKeys.tag), digest: read(entryKeys.digest) },
    offset: cells.name?.entry.key.range[0] ?? mapping.range[0],
    problem: entryProblem(tree, entries),
    isFilledIn: entryVersions(tree, entries).some(isTemplated),
    shape: { kind: 'parts', cells, keys: entryKeys, naming: 'kustomize', clearing: 'line', place: { mapping } },
  };
}

const entryVersions = (tree: Tree, entries: ReadonlyMap<string, Effective>): string[] => {
  const read = (key: string): string => textOf(tree, entries.get(key)?.entry.value) ?? '';
  const { tag = '', digest = '' } = splitReference(read(entryKeys.newName));
  return [read(entryKeys.tag), read(entryKeys.digest), tag, digest];
};

const entryProblem = (tree: Tree, entries: ReadonlyMap<string, Effective>): string | undefined => {
  const read = (key: string): string => textOf(tree, entries.get(key)?.entry.value) ?? '';
  // `{name: web, newTag}` is a way to say null, which leaves no place for a value.
  const isBare = Object.values(entryKeys).some((key) => entries.get(key)?.entry.value === null);
  if (isBare) return 'has a key without a colon in its entry';
  if (read('tagSuffix') !== '') return 'has a "tagSuffix", so that another tag would run';
  const { tag, digest } = splitReference(read(entryKeys.newName));
  return tag === undefined && digest === undefined ? undefined : 'has its tag or digest within its "newName"';
};

/** The keys that only entries of kustomize have. */
const ownKeys = [entryKeys.tag, entryKeys.newName];

/** Whether a text may hold entries at all, which few do outside of kustomizations. */
export function mayHoldEntries({ text }: Tree): boolean {
  if (searchedText.text !== text) {
    searchedText = { text, holds: [...ownKeys, entryKeys.digest].some((key) => text.includes(key)) };
  }
  return searchedText.holds;
}

/** Asked of the same text for each of its lists and maps, and a text is searched once. */
let searchedText = { text: '', holds: false };

type ListedEntry = { readonly item: Node; readonly site: Site };

/** The images of a list outside of kustomizations: of all named items where one of them is an entry, else of those that have a name and
 * a digest. The latter may be of anything that calls its tag by another name, so that none is added. */
export function entriesOf(tree: Tree, list: Sequence): ListedEntry[] {
  const all = (list.items as Node[]).flatMap((item) => {
    const mapping = resolve(tree, item);
    return isMapping(mapping) ? [{ item, mapping, entries: effectiveEntries(tree, mapping) }] : [];
  });
  const isOfKustomize = all.some(({ entries }) => isEntry(tree, entries));
  return all.flatMap(({ item, mapping, entries }) => {
    const site = entrySite(tree, list, { mapping, entries });
    if (site === undefined || !(isOfKustomize || isDigestAlone(tree, entries))) return [];
    return [{ item, site: isOfKustomize ? site : { ...site, shape: { ...site.shape, keys: keysWithoutTag } } }];
  });
}

const keysWithoutTag = { name: entryKeys.name, digest: entryKeys.digest };

const isDigestAlone = (tree: Tree, entries: ReadonlyMap<string, Effective>): boolean =>
  /^sha(?:256|512):[0-9a-f]+$/.test(textOf(tree, entries.get(entryKeys.digest)?.entry.value) ?? '') &&
  !['tag', 'repository', 'registry', 'image', 'repo'].some((key) => entries.has(key));

/** Whether the keys of a mapping are those of an entry of kustomize. */
export function isEntry(tree: Tree, entries: ReadonlyMap<string, Effective>): boolean {
  return (
    textOf(tree, entries.get(entryKeys.name)?.entry.value) !== undefined && ownKeys.some((key) => entries.has(key))
  );
}
