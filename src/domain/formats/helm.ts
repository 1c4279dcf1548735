/** Values as charts have them: mappings with a repository, and references under keys for images. */
import { type ImageRequest, isDigest, isRepository, isTag, registryOf } from '../image.ts';
import { quote } from '../text.ts';
import {
  type Entry,
  isLink,
  isMapping,
  isMerge,
  isSequence,
  isText,
  type Link,
  type Mapping,
  type Node,
  nameOf,
  resolve,
  type Sequence,
  type Text,
  type Tree,
  textOf,
} from '../yaml/tree.ts';
import {
  type Entries,
  isSources,
  keysOf,
  listOfImages,
  mayBeSharedTag,
  mayBeSharedVersion,
  mayHoldReference,
  mayListReferences,
  mayNameRepository,
  namesRepository,
  namingOf,
  otherVersion,
  type PartKeys,
  registriesOf,
  singleImage,
} from './chart-keys.ts';
import {
  cellsOf,
  effective,
  effectiveEntries,
  entriesOf,
  entrySite,
  helmSite,
  isEntry,
  mayHoldEntries,
} from './image-parts.ts';
import { isTemplated, markerHint, type PartsShape, referenceSite, type Site, type Unbound } from './site.ts';

/** All images of values as charts have them, at any depth: a mapping with a repository, whose tag and digest stand beside it, or
 * a reference under a key for images. Annotations, labels and environment values are no images. */
export function findValues(tree: Tree, node: Node | null, { searched, alsoSkipped, values }: FindOptions): Site[] {
  const sites: Site[] = [];
  const all = alsoSkipped === undefined ? skipped : new RegExp(`${skipped.source}|${alsoSkipped.source}`, 'i');
  const isOfChart = alsoSkipped === undefined;
  walk({ tree, sites, skipped: all, isOfChart, values, near: new Map(), searched }, node, {
    key: '',
    around: undefined,
  });
  return sites;
}

/** `searched`: the parts of the manifest that were searched before; `values`: those of a chart, within an object. */
type FindOptions = { readonly searched: Searched; readonly alsoSkipped?: RegExp; readonly values?: Node | undefined };

/** The searched parts of a manifest, so that an alias is followed only if its anchor was not searched. */
export type Searched = {
  /** Collections, by the role that a key gives them: one that holds images under one key may hold none under another. */
  readonly collections: Readonly<Record<Role, Set<Node>>>;
  /** The mappings and values that are images. */
  readonly images: Set<Node>;
  /** References whose version is filled in, and tags without a repository. */
  readonly unbound: Unbound[];
};

export function searchedNothing(): Searched {
  return {
    collections: { image: new Set(), part: new Set(), list: new Set(), other: new Set() },
    images: new Set(),
    unbound: [],
  };
}

/** A mapping, the key that it is under and those around it, the nearest first. */
type MappingPlace = { readonly mapping: Mapping; readonly key: string; readonly around: MappingPlace | undefined };

type ValuesSearch = {
  readonly tree: Tree;
  readonly sites: Site[];
  readonly skipped: RegExp;
  /** Whether it is values of a chart, where a whole reference may be under any key, and no custom resource. */
  readonly isOfChart: boolean;
  /** The values of a chart, within a custom resource. */
  readonly values: Node | undefined;
  /** What is near the images of a mapping, once that was asked. */
  readonly near: Map<Mapping, VersionsNear>;
  /** The alias or `<<` through which the search came to this node. */
  readonly user?: Node | undefined;
  readonly searched: Searched;
};

type WalkContext = Omit<MappingPlace, 'mapping'>;

/** Keys whose values are never images. */
const skipped = /(?:annotations|labels|(?:env|environment)[-_]?var(?:iable)?s)$|^(?:envs?|envfrom|extraenv.*)$/i;

const walk = (search: ValuesSearch, node: Node | null, context: WalkContext): void => {
  if (isLink(node)) {
    // Its anchor may be where no image is looked for, or where its key gives it another role.
    walk({ ...search, user: search.user ?? node }, resolve(search.tree, node), context);
    return;
  }
  if (!(isMapping(node) || isSequence(node)) || !startSearch(search.tree, search.searched, { node, key: context.key }))
    return;
  if (isSequence(node)) walkList(search, node, context);
  else
    walkMapping(node === search.values ? { ...search, skipped, isOfChart: true } : search, {
      ...context,
      mapping: node,
    });
};

const walkList = (search: ValuesSearch, list: Sequence, context: WalkContext): void => {
  if (search.searched.images.has(list)) return;
  const found = mayHoldEntries(search.tree) ? entriesOf(search.tree, list) : [];
  for (const { item, site } of found) addSite(search, resolve(search.tree, item) ?? item, site);
  const entries = new Set(found.map(({ item }) => item));
  for (const item of list.items as Node[]) if (!entries.has(item)) walkItem(search, item, context);
};

const walkMapping = (search: ValuesSearch, place: MappingPlace): void => {
  const used = addEntry(search, place) ?? addParts(search, place);
  for (const entry of place.mapping.items) if (!isMerge(entry)) walkEntry(search, entry, { place, used });
  const merge = place.mapping.items.find(isMerge);
  if (merge === undefined) return;
  const merging = { ...search, user: search.user ?? merge.key };
  for (const { entry, mapping } of effectiveEntries(search.tree, place.mapping).values()) {
    const isHere = mapping === place.mapping || isSearched(search.searched, mapping, place.key);
    if (!isHere) walkEntry(merging, entry, { place, used });
  }
};

const walkEntry = (
  search: ValuesSearch,
  entry: Entry,
  { place, used }: { place: MappingPlace; used: Set<Entry> },
): void => {
  const key = nameOf(search.tree, entry) ?? '';
  if (search.skipped.test(key)) return;
  const naming = used.has(entry) || !mayBeText(entry.value) ? 'none' : namingFor(search, key, place);
  if (naming !== 'none') addReference(search, entry.value, { naming, place, key });
  walk(search, entry.value, { key, around: place });
};

const namingFor = ({ isOfChart }: ValuesSearch, key: string, place: MappingPlace): KeyContext['naming'] | 'none' => {
  const naming = namingOf(key, place);
  return naming === 'none' && isOfChart && mayHoldReference(key, place) ? 'exact' : naming;
};

const addSite = ({ tree, sites, searched, user }: ValuesSearch, node: Node, site: Site): void => {
  if (tree.links.size > 0) searched.images.add(node);
  if (user === undefined) sites.push(site);
  else sites.push({ ...site, offset: user.range[0], problem: byAlias });
};

const walkItem = (search: ValuesSearch, item: Node, context: WalkContext): void => {
  const isImage = listOfImages.test(context.key);
  if (isImage) addReference(search, item, { naming: 'whole', place: context.around });
  else if (search.isOfChart && mayListReferences(context))
    addReference(search, item, { naming: 'exact', place: undefined });
  walk(search, item, { ...context, key: isImage ? 'image' : '' });
};

const mayBeText = (node: Node | null): boolean => isText(node) || isLink(node);

type KeyContext = {
  /** `exact`: only references by the grammar, with a path and a version. */
  readonly naming: 'whole' | 'versioned' | 'located' | 'exact';
  readonly place: MappingPlace | undefined;
  readonly key?: string;
};

const addReference = (search: ValuesSearch, node: Node | null, { naming, place, key = '' }: KeyContext): void => {
  const { tree, searched } = search;
  if (!(isText(node) || isLink(node)) || !isText(resolve(tree, node)) || searched.images.has(node)) return;
  const site = besideRegistry(search, referenceSite(tree, node as Text | Link, tree), { key, place });
  if (site === undefined) return;
  const isWhole = site.image.tag !== undefined || site.image.digest !== undefined;
  if (!isNamed(site, { naming, isWhole })) return;
  const problem =
    isWhole || place === undefined
      ? undefined
      : missing(search, place, { entries: effectiveEntries(tree, place.mapping), owner: key });
  addSite(search, node, problem === undefined ? site : { ...site, problem, way: byMarker });
};

type Naming = Pick<KeyContext, 'naming'> & { readonly isWhole: boolean };

const isNamed = (site: Site, { naming, isWhole }: Naming): boolean => {
  const { repository } = site.image;
  if (naming === 'whole') return isWhole || !machine.test(repository);
  if (!isWhole || naming === 'versioned') return isWhole;
  return repository.includes('/') && (naming === 'located' || isExact(site));
};

/** `ubuntu-22.04`, `windows-latest`: a machine that runs builds, whatever the key says. */
const machine = /^(?:ubuntu|windows|macos)-[\w.-]+$/i;

/** Text such as `data/web:ro` may look like a reference: a name without a registry needs a tag with a digit. */
const isExact = ({ image: { repository, tag, digest }, isFilledIn }: Site): boolean => {
  if (isFilledIn === true || !isRepository(repository)) return false;
  if (digest !== undefined) return isDigest(digest) && (tag === undefined || isTag(tag));
  return isTag(tag ?? '') && (registryOf(repository) !== undefined || /\d/.test(tag ?? ''));
};

/** A reference without a host runs from the registry beside it. */
const besideRegistry = (
  { tree }: ValuesSearch,
  site: Site | undefined,
  { key, place }: Pick<KeyContext, 'key' | 'place'>,
): Site | undefined => {
  if (site === undefined || place === undefined || key === undefined) return site;
  if (site.shape.kind !== 'reference' || registryOf(site.image.repository) !== undefined) return site;
  const names = registriesOf(key).map((name) => textOf(tree, effective(tree, place.mapping, name)?.entry.value));
  const registry = names.find((name) => name !== undefined && name !== '')?.replace(/\/+$/, '');
  if (registry === undefined || isTemplated(registry)) return site;
  const { repository } = site.image;
  const whole = `${registry}/${repository}`;
  const image = { ...site.image, repository: whole };
  return { ...site, first: [whole], second: [repository], image, shape: { ...site.shape, registry } };
};

/** Values of an environment often have the tag alone, since the chart has the repository. */
const explainTags = ({ tree, searched, isOfChart }: ValuesSearch, place: MappingPlace): void => {
  for (const entry of place.mapping.items) {
    const key = nameOf(tree, entry) ?? '';
    if (!loneVersion.test(key) || textOf(tree, entry.value) === undefined) continue;
    const isPlain = plainVersion.test(key) || !versionKey.test(key);
    const isWeak = isPlain && !singleImage.test(place.key);
    // What is called a version or a digest and not under an image may be that of anything.
    if (isWeak && (!isOfChart || /^(?:version|digest)$/i.test(key))) continue;
    const line = tree.place(entry.key.range[0]).line ?? 1;
    const part = partOf(key);
    const message = `The ${part} on line ${line} has no repository beside it, so that its image is not known.`;
    searched.unbound.push({ line, message, part, keys: keysOfPlace(place), key, isWeak });
  }
};

const partOf = (key: string): 'tag' | 'digest' | 'version' => {
  if (/tag$/i.test(key)) return 'tag';
  return /digest$/i.test(key) ? 'digest' : 'version';
};

const versionKey = /^(?:image[-_]?)?(?:tag|digest|version)$|^(?:docker|default|container)[-_]?tag$/i;

const loneVersion =
  /^(?:(?:image|app)[-_]?)?(?:tag|digest|version)$|^(?:docker|default|container)[-_]?tag$|[a-z][-_]?tag$/i;

const plainVersion = /^(?:tag|digest|version)$/i;

/** Undefined within lists, which no other file continues. */
const keysOfPlace = ({ key, around }: MappingPlace): readonly string[] | undefined => {
  if (around === undefined) return key === '' ? [] : [key];
  const before = key === '' ? undefined : keysOfPlace(around);
  return before && [...before, key];
};

/** Adds an entry of kustomize that is in no list. Undefined for another mapping. */
const addEntry = (search: ValuesSearch, { mapping }: MappingPlace): Set<Entry> | undefined => {
  const { tree, searched } = search;
  if (!mayHoldEntries(tree) || searched.images.has(mapping)) return undefined;
  const entries = effectiveEntries(tree, mapping);
  const site = isEntry(tree, entries) ? entrySite(tree, mapping, { mapping, entries }) : undefined;
  if (site === undefined) return undefined;
  addSite(search, mapping, site);
  return new Set(mapping.items);
};

/** Adds the images that the mapping has in parts, and tells the entries that name their repositories. */
const addParts = (search: ValuesSearch, place: MappingPlace): Set<Entry> => {
  const { tree, searched } = search;
  const used = new Set<Entry>();
  if (searched.images.has(place.mapping)) return new Set(place.mapping.items);
  if (!place.mapping.items.some((entry) => mayNameRepository(nameOf(tree, entry) ?? ''))) {
    explainTags(search, place);
    return used;
  }
  const entries = effectiveEntries(tree, place.mapping);
  if (isSources(place.key, entries)) return used;
  for (const { keys, cells } of partsOf(search, place, entries)) {
    if (cells.repository === undefined) continue;
    const isMerged = !hasVersion(cells) && isOnlyMerged(tree, place.mapping, keys);
    const site = isMerged ? undefined : partsSite(search, place, { entries, keys, cells });
    if (site !== undefined) addSite(search, place.mapping, site);
    if (site !== undefined || isMerged) used.add(cells.repository.entry);
  }
  return used;
};

const partsOf = (
  search: ValuesSearch,
  place: MappingPlace,
  entries: Entries,
): readonly Pick<PartsShape, 'keys' | 'cells'>[] => {
  const all = keysOf(search.tree, place, entries);
  if (all.length === 0 && ![...entries].some(namesRepository)) explainTags(search, place);
  return all.map((keys) => ({ keys, cells: cellsOf(search.tree, keys, (key) => entries.get(key)) }));
};

type Parts = Pick<PartsShape, 'keys' | 'cells'> & { readonly entries: Entries };

const partsSite = (search: ValuesSearch, place: MappingPlace, { entries, keys, cells }: Parts): Site | undefined => {
  const { tree } = search;
  const owner = keys.repository ?? '';
  const apart = hasVersion(cells) ? undefined : missing(search, place, { entries, owner });
  const problem = unreadable(keys, cells, entries) ?? apart;
  const isDigestAlone = problem === undefined && cells.tag === undefined && cells.digest !== undefined;
  const withoutTag = isDigestAlone ? elsewhereUnder(tree, entries, owner) : undefined;
  const site = helmSite(tree, tree, { cells, keys, place: { mapping: place.mapping }, problem, withoutTag });
  return site !== undefined && problem !== undefined && problem === apart ? { ...site, way: byMarker } : site;
};

const byMarker = ({ name }: ImageRequest): string => markerHint(name);

/** Whether a mapping without a version is there to be merged by others that have one: the image is found through those. */
const isOnlyMerged = (tree: Tree, mapping: Mapping, keys: PartKeys): boolean => {
  const heirs = tree.heirs.get(mapping) ?? [];
  if (heirs.length === 0 || (tree.links.get(mapping)?.length ?? 0) > heirs.length) return false;
  const all = heirs.map((heir) => effectiveEntries(tree, heir));
  const inherits = (entries: Entries): boolean => entries.get(keys.repository ?? '')?.mapping === mapping;
  return all.some(inherits) && all.every((entries) => entries.has(keys.tag ?? '') || entries.has(keys.digest ?? ''));
};

const unreadable = (keys: PartKeys, cells: PartsShape['cells'], entries: Entries): string | undefined =>
  (['tag', 'digest'] as const).some((part) => cells[part] === undefined && entries.has(keys[part] ?? ''))
    ? 'has a tag or digest that is not text'
    : undefined;

const missing = (search: ValuesSearch, place: MappingPlace, { entries, owner }: Owned): string | undefined =>
  elsewhereUnder(search.tree, entries, owner) ?? elsewhere(search, place);

/** The entries of a mapping, and the key of the repository among them. */
type Owned = { readonly entries: Entries; readonly owner: string };

/** Why no tag is added to a repository that has its version under a key that no chart is known to read. */
export function elsewhereUnder(tree: Tree, entries: Entries, owner: string): string | undefined {
  const version = otherVersion(tree, entries, owner);
  if (version === undefined) return undefined;
  return `has its version under ${quote(version.key)} on ${lineText(tree, version.found.entry)}, where no chart is known to read a tag`;
}

const lineText = (tree: Tree, { key, value }: Entry): string =>
  tree.lineOf?.(value ?? key) ?? `line ${tree.place(key.range[0]).line}`;

const hasVersion = (cells: PartsShape['cells']): boolean => cells.tag !== undefined || cells.digest !== undefined;

/** A repository without a tag beside it takes one, unless a tag without a repository is near it: in a mapping below it, in one
 * around it or beside that, or for the image in `global`; or a version in a mapping around it or in `global`. Which of them the chart
 * reads cannot be told. */
const elsewhere = (search: ValuesSearch, { mapping, around }: MappingPlace): string | undefined => {
  const { tree, near } = search;
  let loose = looseTag(tree, childrenOf(mapping));
  for (let place = around; place !== undefined && loose === undefined; place = place.around) {
    const found = near.get(place.mapping) ?? versionsNear(tree, place.mapping);
    near.set(place.mapping, found);
    loose = found.tag ?? (place === around ? found.around : found.above);
  }
  if (loose === undefined) return undefined;
  return `has its ${partOf(nameOf(tree, loose) ?? '')} elsewhere, on ${lineText(tree, loose)}, not beside its repository`;
};

/** Versions without the repository that they belong to: a tag in a mapping or right below it, and a version in it or in its `global`,
 * for an image right below the mapping and for one further down. */
type VersionsNear = {
  readonly tag: Entry | undefined;
  readonly around: Entry | undefined;
  readonly above: Entry | undefined;
};

const versionsNear = (tree: Tree, mapping: Mapping): VersionsNear => {
  const shared = mapping.items.flatMap((entry) =>
    /^(?:globals?|common)$/i.test(nameOf(tree, entry) ?? '') && isMapping(entry.value) ? [entry.value] : [],
  );
  const inShared = shared.reduce<Entry | undefined>(
    (found, node) => found ?? looseVersion(tree, node, 'around'),
    undefined,
  );
  return {
    tag: looseTag(tree, [mapping, ...childrenOf(mapping), ...shared.flatMap(childrenOf)]),
    around: looseVersion(tree, mapping, 'around') ?? inShared,
    above: looseVersion(tree, mapping, 'above') ?? inShared,
  };
};

const childrenOf = (mapping: Mapping): Mapping[] =>
  mapping.items.map((entry) => entry.value).filter((value) => isMapping(value));

const looseTag = (tree: Tree, nodes: readonly Mapping[]): Entry | undefined =>
  nodes.reduce<Entry | undefined>((found, node) => found ?? looseIn(tree, node, mayBeSharedTag), undefined);

/** Above the values of a chart stands the version of the chart. */
const looseVersion = (tree: Tree, node: Mapping, distance: 'around' | 'above'): Entry | undefined =>
  distance === 'above' && node.items.some((entry) => nameOf(tree, entry) === 'chart')
    ? undefined
    : looseIn(tree, node, (key, text) => mayBeSharedVersion(key, text, distance));

/** The version that a mapping has of its own without the repository that it belongs to, which may be merged. */
const looseIn = (tree: Tree, node: Mapping, isVersion: (key: string, text: string) => boolean): Entry | undefined => {
  const loose = node.items.find((entry) => {
    const text = textOf(tree, entry.value);
    return text !== undefined && isVersion(nameOf(tree, entry) ?? '', text);
  });
  return loose === undefined || [...effectiveEntries(tree, node)].some(namesRepository) ? undefined : loose;
};

/** Why an image cannot be changed that only an alias puts in its place: its anchor is in a label, say. */
export const byAlias = 'stands here by an alias alone, whose anchor is no place for images';

type Role = 'image' | 'part' | 'list' | 'other';

const roleOf = (key: string): Role => {
  if (key === 'image') return 'image';
  if (singleImage.test(key)) return 'part';
  return listOfImages.test(key) ? 'list' : 'other';
};

export function isSearched({ collections }: Searched, node: Node, key: string): boolean {
  return collections[roleOf(key)].has(node);
}

/** Whether a collection under a key is still to be searched; from now on it is no more. Without aliases there is one way to each. */
export function startSearch(tree: Tree, searched: Searched, { node, key }: Collection): boolean {
  if (tree.links.size === 0) return true;
  if (isSearched(searched, node, key)) return false;
  searched.collections[roleOf(key)].add(node);
  return true;
}

type Collection = { readonly node: Mapping | Sequence; readonly key: string };
