/** Entries of images as kustomize knows them, wherever a list of them stands. */
import { splitReference } from '../image.ts';
import { isMapping, type Mapping, type Node, type Sequence } from '../yaml/nodes.ts';
import { resolve, type Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { cellsOf, type Effective, effectiveEntries } from './parts.ts';
import { isTemplated } from './references.ts';
import type { Site } from './site.ts';

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
    problem: problemOf(tree, entries),
    isFilledIn: versionsOf(tree, entries).some(isTemplated),
    shape: { kind: 'parts', cells, keys: entryKeys, naming: 'kustomize', clearing: 'line', place: { mapping } },
  };
}

const versionsOf = (tree: Tree, entries: ReadonlyMap<string, Effective>): string[] => {
  const read = (key: string): string => textOf(tree, entries.get(key)?.entry.value) ?? '';
  const { tag = '', digest = '' } = splitReference(read(entryKeys.newName));
  return [read(entryKeys.tag), read(entryKeys.digest), tag, digest];
};

const problemOf = (tree: Tree, entries: ReadonlyMap<string, Effective>): string | undefined => {
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
  if (searched.text !== text) {
    searched = { text, holds: [...ownKeys, entryKeys.digest].some((key) => text.includes(key)) };
  }
  return searched.holds;
}

/** Asked of the same text for each of its lists and maps, and a text is searched once. */
let searched = { text: '', holds: false };

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
