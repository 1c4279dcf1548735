import { splitReference } from '../image.ts';
import { isMerge } from '../yaml/anchors.ts';
import {
  type Entry,
  isLink,
  isMapping,
  isSequence,
  isText,
  type Link,
  type Mapping,
  type Node,
  type Text,
} from '../yaml/nodes.ts';
import { nameOf, resolve, type Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { bareDigest, cellsOf, type Effective, effectiveEntries, helmSite } from './parts.ts';
import { referenceSite } from './references.ts';
import { byAlias, isSearched, listOfImages, type Searched, singleImage, startSearch } from './searched.ts';
import type { PartsShape, Site } from './site.ts';

type Keys = PartsShape['keys'];
type Entries = ReadonlyMap<string, Effective>;

/** A mapping, the key that it stands under and those around it, the nearest first. */
type Place = { readonly mapping: Mapping; readonly key: string; readonly around: Place | undefined };

type Search = {
  readonly tree: Tree;
  readonly sites: Site[];
  readonly skipped: RegExp;
  /** Whether a tag without a repository stands in a mapping or right below it, once that was asked. */
  readonly near: Map<Mapping, boolean>;
  /** Where an alias or `<<` stands by which the search came to what it looks at. */
  readonly user?: Node | undefined;
  readonly searched: Searched;
};
type Context = Omit<Place, 'mapping'>;

/** Keys whose values are never images, whatever they say. */
const skipped = /(?:annotations|labels|envvars)$|^(?:env|envfrom|extraenv.*)$/i;

/** All images of values as charts have them, at any depth: a mapping with a repository, whose tag and digest stand beside it, or
 * a reference under a key for images. Annotations, labels and environment values are no images. */
export function findValues(tree: Tree, node: Node | null, { searched, alsoSkipped }: Scope): Site[] {
  const sites: Site[] = [];
  const all = alsoSkipped === undefined ? skipped : new RegExp(`${skipped.source}|${alsoSkipped.source}`, 'i');
  walk({ tree, sites, skipped: all, near: new Map(), searched }, node, { key: '', around: undefined });
  return sites;
}

/** `searched`: what else of the manifest has been searched before. */
type Scope = { readonly searched: Searched; readonly alsoSkipped?: RegExp };

const walk = (search: Search, node: Node | null, context: Context): void => {
  if (isLink(node)) {
    // Its anchor may stand where no image is looked for, or where its key gives it another role.
    walk({ ...search, user: search.user ?? node }, resolve(search.tree, node), context);
    return;
  }
  if (!(isMapping(node) || isSequence(node)) || !startSearch(search.tree, search.searched, { node, key: context.key }))
    return;
  if (isSequence(node)) for (const item of node.items) walkItem(search, item as Node, context);
  else walkMapping(search, { ...context, mapping: node });
};

const walkMapping = (search: Search, place: Place): void => {
  const used = addParts(search, place);
  for (const entry of place.mapping.items) if (!isMerge(entry)) walkEntry(search, entry, { place, used });
  const merge = place.mapping.items.find(isMerge);
  if (merge === undefined) return;
  const merging = { ...search, user: search.user ?? merge.key };
  for (const { entry, mapping } of effectiveEntries(search.tree, place.mapping).values()) {
    const isHere = mapping === place.mapping || isSearched(search.searched, mapping, place.key);
    if (!isHere) walkEntry(merging, entry, { place, used });
  }
};

const walkEntry = (search: Search, entry: Entry, { place, used }: { place: Place; used: Set<Entry> }): void => {
  const key = nameOf(search.tree, entry) ?? '';
  if (search.skipped.test(key)) return;
  if (isReferenceKey(key, place.key) && !used.has(entry)) addReference(search, entry.value, place);
  walk(search, entry.value, { key, around: place });
};

const addSite = ({ tree, sites, searched, user }: Search, node: Node, site: Site): void => {
  if (tree.links.size > 0) searched.images.add(node);
  if (user === undefined) sites.push(site);
  else sites.push({ ...site, offset: user.range[0], problem: byAlias });
};

/** `image: …` and `webImage: …`, what stands under `images`, and the volume `image: { reference: … }`. */
const isReferenceKey = (key: string, above: string): boolean =>
  singleImage.test(key) || listOfImages.test(above) || (key === 'reference' && above === 'image');

const walkItem = (search: Search, item: Node, context: Context): void => {
  if (listOfImages.test(context.key)) addReference(search, item, context.around);
  walk(search, item, { ...context, key: '' });
};

const addReference = (search: Search, node: Node | null, place: Place | undefined): void => {
  const { tree, searched } = search;
  if (!(isText(node) || isLink(node)) || !isText(resolve(tree, node)) || searched.images.has(node)) return;
  const site = referenceSite(tree, node as Text | Link, tree);
  if (site === undefined) return;
  const isWhole = site.image.tag !== undefined || site.image.digest !== undefined;
  const problem = isWhole || place === undefined ? undefined : elsewhere(search, place);
  addSite(search, node, problem === undefined ? site : { ...site, problem });
};

/** Adds the images that the mapping has in parts, and tells the entries that name their repositories. */
const addParts = (search: Search, place: Place): Set<Entry> => {
  const { tree, searched } = search;
  const used = new Set<Entry>();
  if (searched.images.has(place.mapping)) return new Set(place.mapping.items);
  if (!place.mapping.items.some((entry) => mayNameRepository(nameOf(tree, entry) ?? ''))) return used;
  const entries = effectiveEntries(tree, place.mapping);
  if (isSources(place, entries)) return used;
  for (const keys of keysOf(tree, place, entries)) {
    const cells = cellsOf(tree, keys, (key) => entries.get(key));
    if (cells.repository !== undefined && !hasVersion(cells) && isOnlyMerged(tree, place.mapping, keys)) {
      used.add(cells.repository.entry);
      continue;
    }
    const problem =
      unreadable(keys, cells, entries) ?? (hasVersion(cells) ? undefined : missing(search, place, entries));
    const site = helmSite(tree, tree, { cells, keys, place: { mapping: place.mapping }, problem });
    if (site === undefined || cells.repository === undefined) continue;
    addSite(search, place.mapping, site);
    used.add(cells.repository.entry);
  }
  return used;
};

/** Whether a repository is one of sources, whose name may be that of an image. */
const isSources = ({ key }: Place, entries: Entries): boolean =>
  /^git(?:repo(?:sitory)?)?$/i.test(key) || ['branch', 'revision', 'targetRevision'].some((name) => entries.has(name));

/** Whether a mapping without a version is there to be merged by others that have one: the image is found through those. */
const isOnlyMerged = (tree: Tree, mapping: Mapping, keys: Keys): boolean => {
  const heirs = tree.heirs.get(mapping) ?? [];
  if (heirs.length === 0 || (tree.links.get(mapping)?.length ?? 0) > heirs.length) return false;
  const all = heirs.map((heir) => effectiveEntries(tree, heir));
  const inherits = (entries: Entries): boolean => entries.get(keys.repository ?? '')?.mapping === mapping;
  return all.some(inherits) && all.every((entries) => entries.has(keys.tag ?? '') || entries.has(keys.digest ?? ''));
};

const mayNameRepository = (key: string): boolean =>
  key === '<<' || key === 'name' || key.endsWith('epository') || singleImage.test(key);

/** How the mapping calls the parts of each of its images: `repository`, `webRepository`, or `image` and `name` with a tag beside. */
const keysOf = (tree: Tree, { key: above }: Place, entries: Entries): Keys[] => {
  const all: Keys[] = [];
  for (const key of entries.keys()) {
    if (key === 'repository') {
      const digest = isBareDigest(tree, entries) ? bareDigest : 'digest';
      all.push({ registry: 'registry', repository: key, tag: 'tag', digest });
    } else if (key.endsWith('Repository')) all.push(stemmed(key.slice(0, -'Repository'.length)));
    else if (singleImage.test(key)) all.push(...besideTag(tree, entries, key));
  }
  const isNamed = all.length === 0 && singleImage.test(above) && entries.has('name') && entries.has('tag');
  return isNamed ? [{ registry: 'registry', repository: 'name', tag: 'tag', digest: 'digest' }] : all;
};

/** Some charts have a digest without its algorithm. Of another length it is something else, such as a commit. */
const isBareDigest = (tree: Tree, entries: Entries): boolean => {
  const found = entries.get(bareDigest);
  const text = textOf(tree, found?.entry.value) ?? '';
  return found !== undefined && !entries.has('digest') && (text === '' || hexadecimal.test(text));
};

const hexadecimal = /^[0-9a-f]{64}$/;

const stemmed = (stem: string): Keys => ({
  registry: `${stem}Registry`,
  repository: `${stem}Repository`,
  tag: `${stem}Tag`,
  digest: `${stem}Digest`,
});

/** `image: registry/web` with its tag in a key beside it. */
const besideTag = (tree: Tree, entries: Entries, key: string): Keys[] => {
  const text = textOf(tree, entries.get(key)?.entry.value);
  if (text === undefined || entries.has('repository')) return [];
  const { tag, digest } = splitReference(text);
  const names = [`${key}Tag`, `${key}_tag`, `${key}-tag`, ...(key === 'image' ? ['tag'] : [])];
  const beside = names.find((candidate) => entries.has(candidate));
  if (tag !== undefined || digest !== undefined || beside === undefined) return [];
  const end = beside.endsWith('tag') ? 'digest' : 'Digest';
  return [{ registry: 'registry', repository: key, tag: beside, digest: `${beside.slice(0, -'tag'.length)}${end}` }];
};

const unreadable = (keys: Keys, cells: PartsShape['cells'], entries: Entries): string | undefined =>
  (['tag', 'digest'] as const).some((part) => cells[part] === undefined && entries.has(keys[part] ?? ''))
    ? 'has a tag or digest that is not text'
    : undefined;

const missing = (search: Search, place: Place, entries: Entries): string | undefined =>
  textOf(search.tree, entries.get('version')?.entry.value) === undefined
    ? elsewhere(search, place)
    : 'has a "version" beside its repository instead of a tag';

const hasVersion = (cells: PartsShape['cells']): boolean => cells.tag !== undefined || cells.digest !== undefined;

const tagKey = /^(?:image[-_]?)?tag$/i;

/** A repository without a tag beside it takes one, unless a tag without a repository stands near it: in a mapping below it, in one
 * around it or beside that, or for the image in `global`. Which of them the chart reads cannot be told. */
const elsewhere = (search: Search, { mapping, around }: Place): string | undefined => {
  const reason = 'has its tag elsewhere, not beside its repository';
  if (childrenOf(mapping).some((node) => hasLooseTag(search.tree, node))) return reason;
  for (let place = around; place !== undefined; place = place.around) {
    const isNear = search.near.get(place.mapping) ?? isTagNear(search.tree, place.mapping);
    search.near.set(place.mapping, isNear);
    if (isNear) return reason;
  }
  return undefined;
};

const isTagNear = (tree: Tree, mapping: Mapping): boolean => {
  const global = mapping.items.find((entry) => nameOf(tree, entry) === 'global')?.value;
  const near = [mapping, ...childrenOf(mapping), ...(isMapping(global) ? childrenOf(global) : [])];
  return near.some((node) => hasLooseTag(tree, node));
};

const childrenOf = (mapping: Mapping): Mapping[] =>
  mapping.items.map((entry) => entry.value).filter((value) => isMapping(value));

const namesRepository = ([key, { entry }]: readonly [string, Effective]): boolean =>
  key.endsWith('epository') || (singleImage.test(key) && isText(entry.value));

/** Whether a mapping has a tag of its own without the repository that it belongs to, which may be merged. */
const hasLooseTag = (tree: Tree, node: Mapping): boolean =>
  node.items.some((entry) => tagKey.test(nameOf(tree, entry) ?? '') && textOf(tree, entry.value) !== undefined) &&
  ![...effectiveEntries(tree, node)].some(namesRepository);
