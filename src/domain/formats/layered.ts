/** Helm values in layers, of which each file is one: the images that several of them make together. */
import { fail } from '../errors.ts';
import type { ImageRequest } from '../image.ts';
import { listed, quote } from '../text.ts';
import { lineFinder } from '../yaml/lines.ts';
import { printScalar } from '../yaml/scalar.ts';
import {
  cloneOf,
  type Entry,
  isMapping,
  isNull,
  isSequence,
  isText,
  type Mapping,
  type Node,
  nameOf,
  parseTrees,
  resolve,
  type Tree,
  textOf,
} from '../yaml/tree.ts';
import { findValues, searchedNothing } from './helm.ts';
import { cellOf, effectiveEntries } from './image-parts.ts';
import { headOf } from './kubernetes.ts';
import { anchorOf, holdsNode, keysTo } from './shared-manifests.ts';
import { type Found, type ImagePart, nodesOf, type PartsShape, type Site } from './site.ts';

type LayerText = { readonly path: string; readonly text: string };

/** The layers below and above a file, each base first. */
export type Stack = { readonly below: readonly LayerText[]; readonly above: readonly LayerText[] };

/** The images whose version this file sets, as the last of its layers. A repository, registry or version that is missing beside it
 * is that of another layer at the same keys. An image whose version no layer sets is in the last one, with the reason.
 * @throws PromotionError `manifest-format` for a layer that is no file of values, `manifest-invalid`. */
export function findLayered(path: string, trees: readonly Tree[], { below, above }: Stack): Found {
  const layers = [...below.map(parse), layerOf(path, trees), ...above.map(parse)];
  const own = below.length;
  const merged = mergeAll(layers);
  const searched = searchedNothing();
  const sites = findValues(merged.tree, merged.tree.root, { searched }).map((site) => settle(site, { layers, merged }));
  const alone = searchedNothing();
  findValues(treeOf(layers, own), layers[own]?.root ?? null, { searched: alone });
  const isLoose = searched.unbound.some(({ repository, isWeak }) => repository === undefined && isWeak !== true);
  return {
    formats: ['helm values'],
    sites: withoutMerged(sites).flatMap(({ site, layer }) => (layer === own ? [site] : [])),
    pins: [],
    unbound: alone.unbound.filter(({ repository }) => repository !== undefined || isLoose),
  };
}

/** Skips a mapping without a version if another mapping merges its repository. */
const withoutMerged = (settled: readonly Settled[]): Settled[] => {
  const merged = new Set(settled.flatMap(({ name, isSet }) => (isSet ? [name] : [])));
  return settled.filter(({ name, isSet }) => isSet || !merged.has(name));
};

type Layer = { readonly path: string; readonly tree: Tree | undefined; readonly root: Mapping | undefined };

const parse = ({ path, text }: LayerText): Layer => {
  const lineOf = lineFinder(text);
  const parsed = parseTrees(text, (offset) => ({ path, line: lineOf(offset) }));
  if (parsed.problem !== undefined) {
    const { message, offset } = parsed.problem;
    return fail('manifest-invalid', `The manifest ${quote(path)} ${message}.`, 'Repair the file, and promote again.', {
      path,
      line: lineOf(offset),
    });
  }
  return layerOf(path, parsed.trees);
};

const layerOf = (path: string, trees: readonly Tree[]): Layer => {
  const documents = trees.filter(({ root }) => !(root === null || (isText(root) && isNull(root))));
  const [tree, ...others] = documents;
  if (tree === undefined) return { path, tree: trees[0], root: undefined };
  const { root } = tree;
  const head = isMapping(root) ? headOf(tree, root) : undefined;
  const isObject = head?.kind !== undefined && head.apiVersion !== undefined;
  if (others.length === 0 && isMapping(root) && !isObject && !/kustomization/i.test(path.split('/').at(-1) ?? ''))
    return { path, tree, root };
  return fail(
    'manifest-format',
    `${quote(path)} is a layer of helm values by the setting "files", and holds something else.`,
    'List other manifests outside of the list of layers.',
    { path, line: tree.place(0).line },
  );
};

type Merged = {
  readonly tree: Tree;
  /** Of each mapping that several layers make, their own mappings by layer, and the keys that lead there. */
  readonly made: ReadonlyMap<Node, { readonly from: Contributions; readonly keys: readonly string[] }>;
};

/** By the number of the layer. */
type Contributions = readonly (Mapping | undefined)[];

const mergeAll = (layers: readonly Layer[]): Merged => {
  const trees = layers.flatMap(({ tree }) => tree ?? []);
  const made = new Map<Node, { from: Contributions; keys: readonly string[] }>();
  const roots = layers.map(({ root }) => root);
  const root = merge(layers, { from: roots, keys: [] }, made);
  const tree: Tree = {
    text: '',
    index: 0,
    place: () => ({}),
    lineOf: (node) => lineIn(layers[originOf(layers, node)], node),
    root,
    end: 0,
    isJson: false,
    targets: new Map(trees.flatMap(({ targets }) => [...targets])),
    links: new Map(trees.flatMap(({ links }) => [...links])),
    heirs: new Map(trees.flatMap(({ heirs }) => [...heirs])),
  };
  return { tree, made };
};

type Made = { readonly from: Contributions; readonly keys: readonly string[] };
type LayeredValue = { entry: Entry; mappings: (Mapping | undefined)[] | undefined };

/** As Helm does: mappings are merged key by key, and everything else is replaced as a whole. */
const merge = (layers: readonly Layer[], made: Made, all: Map<Node, Made>): Mapping | null => {
  const present = made.from.filter((mapping) => mapping !== undefined);
  const [first] = present;
  if (first === undefined || (present.length === 1 && made.keys.length > 0)) return first ?? null;
  const merged = cloneOf(first);
  all.set(merged, made);
  merged.items = [...valuesOf(layers, made.from)].map(([key, { entry, mappings }]) => {
    if (mappings === undefined || mappings.filter((mapping) => mapping !== undefined).length < 2) return entry;
    const pair = cloneOf(entry);
    pair.value = merge(layers, { from: mappings, keys: [...made.keys, key] }, all) as Entry['value'];
    return pair;
  }) as Mapping['items'];
  return merged;
};

/** The merged value of each key, from the base to the last layer. */
const valuesOf = (layers: readonly Layer[], from: Contributions): Map<string, LayeredValue> => {
  const values = new Map<string, LayeredValue>();
  for (const [index, mapping] of from.entries()) {
    for (const [key, entry, value] of entriesOf(layers[index]?.tree, mapping)) {
      const mappings = isMapping(value) ? (values.get(key)?.mappings ?? layers.map(() => undefined)) : undefined;
      if (mappings !== undefined && isMapping(value)) mappings[index] = value;
      values.set(key, { entry, mappings });
    }
  }
  return values;
};

const entriesOf = (tree: Tree | undefined, mapping: Mapping | undefined): [string, Entry, Node | null][] => {
  if (tree === undefined || mapping === undefined) return [];
  const entries = [...effectiveEntries(tree, mapping)].filter(([key]) => key !== '<<');
  return entries.map(([key, { entry }]) => [key, entry, resolve(tree, entry.value)]);
};

type LayerReading = { readonly layers: readonly Layer[]; readonly merged: Merged };
type Settled = {
  readonly site: Site;
  readonly layer: number;
  /** The value that names the image. */
  readonly name: Node | undefined;
  /** Whether a layer sets its version. */
  readonly isSet: boolean;
};

const treeOf = (layers: readonly Layer[], layer: number): Tree => layers[layer]?.tree ?? NOTHING;

const NOTHING: Tree = {
  text: '',
  index: 0,
  place: () => ({ line: 1 }),
  root: null,
  end: 0,
  isJson: false,
  targets: new Map(),
  links: new Map(),
  heirs: new Map(),
};

/** The layer that a node of the merged values comes from. */
const originOf = (layers: readonly Layer[], node: Node): number =>
  layers.findIndex(({ tree }) => tree !== undefined && holdsNode(tree, node));

const settle = (site: Site, reading: LayerReading): Settled => {
  const { layers } = reading;
  if (site.shape.kind === 'parts') return settleParts(site, site.shape, reading);
  const name = anchorOf(site);
  const layer = originOf(layers, name);
  const isVersioned = site.image.tag !== undefined || site.image.digest !== undefined;
  const own = { ...site, tree: treeOf(layers, layer) };
  if (!isVersioned && site.problem === undefined) return unset(site, reading, undefined);
  return { site: own, layer, name, isSet: true };
};

const settleParts = (site: Site, shape: PartsShape, reading: LayerReading): Settled => {
  const { layers, merged } = reading;
  const { cells, keys } = shape;
  const mapping = anchorOf(site);
  const from = merged.made.get(mapping)?.from ?? contributionsOf(layers, mapping);
  const origins = Object.entries(cells).map(
    ([part, cell]) => [part as ImagePart, originOf(layers, cell.node)] as const,
  );
  const layer = Math.max(-1, ...origins.flatMap(([part, origin]) => (isVersion(part) ? [origin] : [])));
  if (layer < 0) return unset(site, reading, shape);
  const tree = treeOf(layers, layer);
  const own = from[layer];
  const name = cells.repository?.node;
  if (own === undefined) return { site: { ...site, tree }, layer, name, isSet: true };
  const entries = effectiveEntries(tree, own);
  const here = origins.flatMap(([part, origin]) => {
    const cell = origin === layer ? cellOf(tree, entries.get(keys[part] ?? '')) : undefined;
    return cell === undefined ? [] : [[part, cell] as const];
  });
  const elsewhere = origins.flatMap(([part, origin]) => {
    const node = cells[part]?.node;
    if (origin === layer || node === undefined || !textOf(merged.tree, node)) return [];
    return [[part, placeOf(layers[origin], node)] as const];
  });
  const ownCells: PartsShape['cells'] = Object.fromEntries(here);
  return {
    layer,
    name,
    isSet: true,
    site: {
      ...site,
      tree,
      offset: (ownCells.tag ?? ownCells.digest)?.node.range[0] ?? own.range[0],
      shape: {
        ...shape,
        cells: ownCells,
        place: { mapping: own },
        elsewhere: Object.fromEntries(elsewhere),
      },
    },
  };
};

const isVersion = (part: ImagePart): boolean => part === 'tag' || part === 'digest';

const contributionsOf = (layers: readonly Layer[], mapping: Node): Contributions => {
  const layer = originOf(layers, mapping);
  return layers.map((_, index) => (index === layer ? (mapping as Mapping) : undefined));
};

const placeOf = (layer: Layer | undefined, node: Node): string => {
  const line = layer?.tree?.place(node.range[0]).line;
  return `${quote(layer?.path ?? '')}${line === undefined ? '' : `, line ${line}`}`;
};

const lineIn = (layer: Layer | undefined, node: Node): string =>
  `line ${layer?.tree?.place(node.range[0]).line ?? 1} of ${quote(layer?.path ?? '')}`;

/** A version can be added only to the last layer: lower layers may be shared by environments. */
const unset = (site: Site, { layers, merged }: LayerReading, shape: PartsShape | undefined): Settled => {
  const last = layers.length - 1;
  const { path = '', tree, root } = layers[last] ?? {};
  const anchor = anchorOf(site);
  const made = merged.made.get(anchor);
  const origin = originOf(layers, anchor);
  const keys = made?.keys ?? keysTo(treeOf(layers, origin), anchor) ?? [];
  const there = made?.from[last];
  const version = (request: ImageRequest): string => {
    if (shape === undefined) return line(keys.at(-1) ?? 'image', `${site.image.repository}:${request.tag ?? ''}`);
    return request.tag === undefined
      ? line(shape.keys.digest ?? 'digest', request.digest ?? '')
      : line(shape.keys.tag ?? 'tag', request.tag);
  };
  const above = shape === undefined ? keys.slice(0, -1) : keys;
  const where = above.length === 0 ? '' : ` under ${quote(above.join('.'))}`;
  const known = there === undefined ? '' : `, line ${tree?.place(there.range[0]).line ?? 1}`;
  return {
    layer: last,
    name: shape?.cells.repository?.node,
    isSet: false,
    site: {
      ...site,
      tree: tree === undefined ? NOTHING : tree,
      offset: there?.range[0] ?? root?.range[0] ?? 0,
      problem: site.problem ?? `has no tag or digest in ${listed(layers.map((layer) => quote(layer.path)))}`,
      way: (request) => `Add \`${version(request)}\`${where} to ${quote(path)}${known}, the last of the layers.`,
    },
  };
};

const line = (key: string, text: string): string => `${key}: ${printScalar(text, 'plain')}`;

/** Refuses the marked values of a layer that a later layer sets, since a change would have no effect. */
export function withoutOverridden(found: Found, { above }: Stack): Found {
  if (!found.sites.some(({ shape }) => shape.kind === 'marked')) return found;
  const layers = above.map(parse);
  const sites = found.sites.map((site) => {
    const place = site.shape.kind === 'marked' ? overridingPlace(site, layers) : undefined;
    if (place === undefined) return site;
    const way = (): string => 'Move the marker to the value of that layer, or take the value out there.';
    return { ...site, problem: `has a marked value that a later layer overrides (${place})`, way };
  });
  return { ...found, sites };
}

/** Where the last of the later layers sets one of the marked values, or something that it is in. */
const overridingPlace = ({ tree, shape }: Site, layers: readonly Layer[]): string | undefined => {
  const paths = nodesOf(shape).map((node) => mappingKeysTo(tree, tree.outer?.node ?? node));
  const places = layers.flatMap((layer) => paths.flatMap((keys) => setBy(layer, keys) ?? []));
  return places.at(-1);
};

const setBy = (layer: Layer, keys: readonly string[]): string | undefined => {
  let node: Node | null = layer.root ?? null;
  if (layer.tree === undefined || keys.length === 0) return undefined;
  for (const key of keys) {
    // A mapping is merged with that of the layer, and anything else takes its place.
    if (!isMapping(node)) break;
    const entry: Entry | undefined = effectiveEntries(layer.tree, node).get(key)?.entry;
    if (entry === undefined) return undefined;
    node = resolve(layer.tree, entry.value) ?? entry.key;
  }
  return node === null ? undefined : placeOf(layer, node);
};

/** The keys that lead to a value, up to the list that it is in. */
const mappingKeysTo = (tree: Tree, sought: Node): readonly string[] => {
  const search = (node: Node | null, keys: readonly string[]): readonly string[] | undefined => {
    if (node === null) return undefined;
    if (node === sought) return keys;
    if (isMapping(node))
      return node.items
        .map((entry) => search(entry.value, [...keys, nameOf(tree, entry) ?? '']))
        .find((one) => one !== undefined);
    if (isSequence(node))
      return (node.items as Node[]).some((item) => search(item, keys) !== undefined) ? keys : undefined;
    return undefined;
  };
  return search(tree.root, []) ?? [];
};
