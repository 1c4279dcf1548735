import { quote } from '../text.ts';
import { nestedTrees } from '../yaml/nested.ts';
import {
  isLink,
  isMapping,
  isSequence,
  isText,
  type Link,
  type Mapping,
  type Node,
  type Sequence,
  type Text,
} from '../yaml/nodes.ts';
import { nameOf, resolve, type Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { findValues } from './helm.ts';
import { findParameters, type Loose } from './parameters.ts';
import { effective } from './parts.ts';
import { findPins } from './patches.ts';
import { isTemplated, overrideSite, referenceSite } from './references.ts';
import { byAlias, type Searched, searchedNothing } from './searched.ts';
import type { Pin, Site, Unbound } from './site.ts';

export type FoundInApplication = { readonly sites: Site[]; readonly pins: Pin[]; readonly unbound: Unbound[] };

/** An alias leads to what has been searched at its anchor. */
type Search = FoundInApplication & {
  readonly seen: Set<Node>;
  readonly searched: Searched;
  /** The images of all values, which the parameters beside another alias of them may override, too. */
  readonly bases: Site[];
};

const skipped = /^(?:metadata|status|operation|.*annotations|.*labels)$/i;

/** All images that an Application, an ApplicationSet or a file of parameter overrides sets by itself: kustomize images, helm
 * parameters, values as text and as an object, in every source and template, and what generators hand to templates. */
export function findApplication(tree: Tree, node: Node | null): FoundInApplication {
  const found: FoundInApplication = { sites: [], pins: [], unbound: [] };
  walk(tree, node, { ...found, seen: new Set(), searched: searchedNothing(), bases: [] });
  return found;
}

const walk = (tree: Tree, node: Node | null, found: Search): void => {
  if (isSequence(node)) for (const item of node.items) visit(tree, { key: '', value: item as Node }, found);
  if (!isMapping(node)) return;
  for (const entry of node.items) {
    const key = nameOf(tree, entry) ?? '';
    if (!skipped.test(key)) visit(tree, { key, value: entry.value }, found);
  }
};

const visit = (tree: Tree, { key, value }: { key: string; value: Node | null }, found: Search): void => {
  const target = resolve(tree, value);
  if (target === null || found.seen.has(target)) return;
  found.seen.add(target);
  if (key === 'kustomize' && isMapping(target)) addOverrides(tree, target, found);
  else if (key === 'helm' && isMapping(target)) addHelm(tree, target, found);
  else if (key === 'elements' || key === 'values') addElements(tree, target, found);
  else walk(tree, target, found);
};

const addOverrides = (tree: Tree, kustomize: Mapping, { sites, pins, searched }: Search): void => {
  const images = resolve(tree, effective(tree, kustomize, 'images')?.entry.value ?? null);
  const overrides = isSequence(images) ? overridesOf(tree, images) : [];
  for (const { item } of overrides) searched.images.add(item);
  const own = overrides.map(({ site }) => site);
  sites.push(...own);
  pins.push(...findPins(tree, kustomize, own));
};

const overridesOf = (tree: Tree, images: Sequence): { readonly item: Node; readonly site: Site }[] =>
  (images.items as Node[]).flatMap((item) => {
    const site = isText(item) || isLink(item) ? overrideSite(tree, item, images) : undefined;
    return site === undefined ? [] : [{ item, site }];
  });

const addHelm = (tree: Tree, helm: Mapping, found: Search): void => {
  const get = (key: string): Node | null => effective(tree, helm, key)?.entry.value ?? null;
  const values = [...textValues(tree, get('values'), found), { tree, root: resolve(tree, get('valuesObject')) }];
  const sites = values.flatMap((layer) => findValues(layer.tree, layer.root, found).map(stated(layer)));
  found.bases.push(...sites);
  const parameters = resolve(tree, get('parameters'));
  const { sites: own, loose } = isSequence(parameters) ? findParameters(tree, parameters) : { sites: [], loose: [] };
  const bound = loose.map((group) => ({ group, base: baseOf(values, found.bases, group) }));
  const overridden = new Set(bound.map(({ base }) => base).filter((base) => base !== undefined && !hasVersion(base)));
  found.sites.push(...sites.filter((site) => !overridden.has(site)), ...own);
  for (const { group, base } of bound) {
    if (base === undefined) found.unbound.push(unboundOf(tree, group));
    else found.sites.push(override(tree, group, base));
  }
};

type Layer = {
  readonly tree: Tree;
  readonly root: Node | null;
  /** The alias that gives the text, if its anchor is no place for images. */
  readonly user?: Link | undefined;
};

const stated =
  ({ user }: Layer) =>
  (site: Site): Site =>
    user === undefined ? site : { ...site, problem: byAlias };

const textValues = (tree: Tree, node: Node | null, { unbound, seen }: Search): Layer[] => {
  const values = resolve(tree, node);
  if (!isText(values) || seen.has(values)) return [];
  seen.add(values);
  const user = isLink(node) ? node : undefined;
  const trees = nestedTrees(tree, values);
  if (trees !== undefined) return trees.map((inner) => ({ tree: inner, root: inner.root, user }));
  const line = tree.place(values.range[0]).line ?? 1;
  unbound.push({
    line,
    message: 'The text under "values" does not parse as YAML, so that no image is looked for in it.',
  });
  return [];
};

/** The values' image whose tag the parameters override: the one at the path that their names begin with. */
const baseOf = (layers: readonly Layer[], sites: readonly Site[], { path }: Loose): Site | undefined => {
  for (const { tree, root } of layers) {
    const node = path === '' ? root : path.split('.').reduce<Node | null>((at, key) => child(tree, at, key), root);
    const base = sites.find(
      ({ shape }) =>
        shape.kind === 'parts' && 'mapping' in shape.place && shape.place.mapping === node && shape.keys.tag === 'tag',
    );
    if (base !== undefined) return base;
  }
  return undefined;
};

const child = (tree: Tree, node: Node | null, key: string): Node | null =>
  isMapping(node) ? resolve(tree, effective(tree, node, key)?.entry.value ?? null) : null;

const hasVersion = ({ shape }: Site): boolean =>
  shape.kind === 'parts' && (shape.cells.tag ?? shape.cells.digest) !== undefined;

const override = (tree: Tree, { keys, cells, place }: Loose, base: Site): Site => ({
  tree,
  group: base.group,
  first: base.first,
  second: base.second,
  image: {
    repository: base.image.repository,
    tag: textOf(tree, cells.tag?.node) || undefined,
    digest: textOf(tree, cells.digest?.node) || undefined,
  },
  offset: (cells.tag ?? cells.digest)?.node.range[0] ?? 0,
  isFilledIn: [cells.tag, cells.digest].some((cell) => isTemplated(textOf(tree, cell?.node) ?? '')),
  shape: { kind: 'parts', cells, keys, naming: 'helm', clearing: 'empty', place },
});

const unboundOf = (tree: Tree, { keys, cells }: Loose): Unbound => {
  const [cell, key] = cells.tag === undefined ? [cells.digest, keys.digest] : [cells.tag, keys.tag];
  return {
    line: tree.place(cell?.node.range[0] ?? 0).line ?? 1,
    message: `The parameter ${quote(key ?? '')} has no parameter with a repository beside it, so that its image is not known.`,
  };
};

/** What generators hand to templates: values as charts have them, and references under any key. */
const addElements = (tree: Tree, node: Node | null, { sites, searched }: Search): void => {
  const own = findValues(tree, node, { searched });
  const known = new Set(own.flatMap(({ shape }) => (shape.kind === 'reference' ? [shape.node] : [])));
  const elements = isSequence(node) ? (node.items as Node[]) : [node];
  const values = elements.flatMap((element) => (isMapping(element) ? element.items.map((entry) => entry.value) : []));
  const others = values.filter((value) => (isText(value) || isLink(value)) && !known.has(value)) as (Text | Link)[];
  sites.push(...own, ...others.flatMap((value) => elementSite(tree, value) ?? []));
};

/** Only a reference with a path and a version, since an element holds hosts and revisions, too. */
const elementSite = (tree: Tree, value: Text | Link): Site | undefined => {
  const site = referenceSite(tree, value, tree);
  const isVersioned = site?.image.tag !== undefined || site?.image.digest !== undefined;
  return isVersioned && site?.image.repository.includes('/') === true ? site : undefined;
};
