/** The images that Applications of Argo CD set: kustomize images, helm parameters and values, in every source and template. */
import { splitReference } from '../image.ts';
import { quote } from '../text.ts';
import { nestedTrees } from '../yaml/edit.ts';
import {
  isLink,
  isMapping,
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
import { mayBeSharedVersion, singleImage, tagIn } from './chart-keys.ts';
import { byAlias, elsewhereUnder, findValues, type Searched, searchedNothing } from './helm.ts';
import { cellOf, childOf, effective, helmSite } from './image-parts.ts';
import { findPins } from './kustomization.ts';
import {
  type Cell,
  type ImagePart,
  isTemplated,
  markerHint,
  overrideSite,
  type PartsShape,
  type Pin,
  referenceSite,
  type Site,
  type Unbound,
} from './site.ts';
export type FoundInApplication = { readonly sites: Site[]; readonly pins: Pin[]; readonly unbound: Unbound[] };

/** All images that an Application, an ApplicationSet or a file of parameter overrides sets by itself: kustomize images, helm
 * parameters, values as text and as an object, in every source and template, and what generators hand to templates. */
export function findApplication(tree: Tree, node: Node | null): FoundInApplication {
  const found: FoundInApplication = { sites: [], pins: [], unbound: [] };
  walk(tree, node, { ...found, seen: new Set(), searched: searchedNothing(), bases: [] });
  return found;
}

/** The content of an alias has been searched at its anchor. */
type ApplicationSearch = FoundInApplication & {
  readonly seen: Set<Node>;
  readonly searched: Searched;
  /** The images of all values, which the parameters beside another alias of them may override, too. */
  readonly bases: Site[];
};

const skipped = /^(?:metadata|status|operation|.*annotations|.*labels)$/i;

const walk = (tree: Tree, node: Node | null, found: ApplicationSearch): void => {
  if (isSequence(node)) for (const item of node.items) visit(tree, { key: '', value: item as Node }, found);
  if (!isMapping(node)) return;
  for (const entry of node.items) {
    const key = nameOf(tree, entry) ?? '';
    if (!skipped.test(key)) visit(tree, { key, value: entry.value }, found);
  }
};

const visit = (tree: Tree, { key, value }: { key: string; value: Node | null }, found: ApplicationSearch): void => {
  const target = resolve(tree, value);
  if (target === null || found.seen.has(target)) return;
  found.seen.add(target);
  if (key === 'kustomize' && isMapping(target)) addOverrides(tree, target, found);
  else if (key === 'helm' && isMapping(target)) addHelm(tree, target, found);
  else if (key === 'elements' || key === 'values') addElements(tree, target, found);
  else walk(tree, target, found);
};

const addOverrides = (tree: Tree, kustomize: Mapping, { sites, pins, searched }: ApplicationSearch): void => {
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

const addHelm = (tree: Tree, helm: Mapping, found: ApplicationSearch): void => {
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

type ValuesLayer = {
  readonly tree: Tree;
  readonly root: Node | null;
  /** The alias that gives the text, if its anchor is no place for images. */
  readonly user?: Link | undefined;
};

const stated =
  ({ user }: ValuesLayer) =>
  (site: Site): Site =>
    user === undefined ? site : { ...site, problem: byAlias };

const textValues = (tree: Tree, node: Node | null, { unbound, seen }: ApplicationSearch): ValuesLayer[] => {
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
const baseOf = (layers: readonly ValuesLayer[], sites: readonly Site[], { path }: Loose): Site | undefined => {
  for (const { tree, root } of layers) {
    const node = path === '' ? root : path.split('.').reduce<Node | null>((at, key) => childOf(tree, at, key), root);
    const base = sites.find(
      ({ shape }) =>
        shape.kind === 'parts' && 'mapping' in shape.place && shape.place.mapping === node && shape.keys.tag === 'tag',
    );
    if (base !== undefined) return base;
  }
  return undefined;
};

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

/** The parameters that generators pass to templates: values as charts have them, and references under any key. */
const addElements = (tree: Tree, node: Node | null, { sites, searched }: ApplicationSearch): void => {
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

/** A tag or digest without a repository among the parameters; `path` is what their names have before that part. */
type Loose = Pick<PartsShape, 'keys' | 'cells' | 'place'> & { readonly path: string };

/** The parameters of one image, whose names differ only in the part that they name. */
type Group = { readonly stem: string; readonly keys: PartsShape['keys']; readonly cells: PartsShape['cells'] };

/** The values of each name, in order: of a name that is given twice the last one counts for helm, and all change. */
type Names = ReadonlyMap<string, readonly Cell[]>;

/** The images of a list of helm parameters `{name, value}`: in parts whose names begin alike, or as whole references. */
function findParameters(tree: Tree, list: Sequence): { readonly sites: Site[]; readonly loose: Loose[] } {
  const names = namesOf(tree, list);
  const stems = new Set([...names.keys()].flatMap(stemOf));
  const paths = pathsOf(names);
  const groups = [...stems].flatMap((stem) => groupsOf(tree, { names, paths }, stem));
  const place = { parameters: list };
  const loose = groups.filter(
    ({ cells }) => cells.repository === undefined && (cells.tag ?? cells.digest) !== undefined,
  );
  const tags = looseTags(loose);
  const inParts = groups.flatMap(({ stem, keys, cells }) => {
    const withoutTag = cells.tag === undefined ? versionApart(tree, paths, keys.repository ?? '') : undefined;
    const site = helmSite(tree, list, { cells, keys, place, withoutTag });
    return site === undefined ? [] : apart(site, () => looseNear(tree, tags, stem));
  });
  const used = new Set(groups.map(({ keys, cells }) => cells.repository && keys.repository));
  const whole = [...names].flatMap(([name, cells]) =>
    wholeImage.test(name) && !used.has(name)
      ? cells.flatMap(({ node }) => {
          const site = referenceSite(tree, node, list);
          return site === undefined ? [] : apart(site, () => versionApart(tree, paths, name));
        })
      : [],
  );
  return {
    sites: [...inParts, ...whole],
    loose: loose.map(({ stem, keys, cells }) => ({ path: stem.replace(/\.$/, ''), keys, cells, place })),
  };
}

/** With the reason why no version is added to an image that has none. */
const apart = (site: Site, reason: () => string | undefined): Site => {
  const { image, shape } = site;
  if (image.tag !== undefined || image.digest !== undefined || (shape.kind === 'parts' && shape.cells.tag)) return site;
  const problem = site.problem ?? (shape.kind === 'parts' ? shape.withoutTag : undefined) ?? reason();
  return problem === undefined ? site : { ...site, problem, way: ({ name }) => markerHint(name) };
};

/** The parameters by what is before the last dot of their names: those of one path are as the keys of one mapping. */
type Paths = ReadonlyMap<string, ReadonlyMap<string, Cell>>;

const pathsOf = (names: Names): Paths => {
  const paths = new Map<string, Map<string, Cell>>();
  for (const [name, cells] of names) {
    const { path, last } = splitName(name);
    const cell = cells.at(-1);
    const others = paths.get(path) ?? new Map<string, Cell>();
    if (cell !== undefined) paths.set(path, others.set(last, cell));
  }
  return paths;
};

const splitName = (name: string): { readonly path: string; readonly last: string } => {
  const dot = name.lastIndexOf('.');
  return { path: name.slice(0, Math.max(dot, 0)), last: name.slice(dot + 1) };
};

/** Beside the name of an image, around the mapping that has it, or in `global`. */
const versionApart = (tree: Tree, paths: Paths, name: string): string | undefined => {
  const { path, last } = splitName(name);
  const beside = elsewhereUnder(tree, paths.get(path) ?? new Map(), last);
  let found = beside ?? sharedUnder(tree, paths.get('global'), 'around');
  for (let above = path; above !== '' && found === undefined; ) {
    above = splitName(above).path;
    found = sharedUnder(tree, paths.get(above), above === splitName(path).path ? 'around' : 'above');
  }
  return found;
};

const sharedUnder = (
  tree: Tree,
  cells: ReadonlyMap<string, Cell> = new Map(),
  distance: 'around' | 'above',
): string | undefined => {
  const shared = [...cells].filter(([key, { node }]) => mayBeSharedVersion(key, textOf(tree, node) ?? '', distance));
  return elsewhereUnder(tree, new Map(shared), '');
};

/** The tags of none of the parameters' images, by what is before the last part of their names. */
const looseTags = (loose: readonly Group[]): ReadonlyMap<string, Cell> =>
  new Map(
    loose.flatMap(({ stem, cells: { tag } }) =>
      tag === undefined ? [] : [[GLOBAL.test(stem) ? 'global.' : stem, tag]],
    ),
  );

const GLOBAL = /^global\./;

/** A loose tag around an image, which the chart may read for it. */
const looseNear = (tree: Tree, tags: ReadonlyMap<string, Cell>, stem: string): string | undefined => {
  let cell = tags.get('global.') ?? tags.get('');
  for (let dot = stem.indexOf('.'); dot >= 0 && cell === undefined; dot = stem.indexOf('.', dot + 1)) {
    cell = tags.get(stem.slice(0, dot + 1));
  }
  if (cell === undefined) return undefined;
  return `has its tag elsewhere, on line ${tree.place(cell.node.range[0]).line}, not beside its repository`;
};

const wholeImage = /(?:^|\.)image$|Image$/;

const partName = /^(|.*\.)(?:registry|repository|tag|digest)$|^(.*[^.])(?:Registry|Repository|Tag|Digest)$/;

const stemOf = (name: string): string[] => {
  const match = partName.exec(name);
  return match === null ? [] : [match[1] ?? match[2] ?? ''];
};

const namesOf = (tree: Tree, list: Sequence): Names => {
  const names = new Map<string, Cell[]>();
  for (const item of list.items) {
    const parameter = resolve(tree, item as Node);
    if (!isMapping(parameter)) continue;
    const name = textOf(tree, effective(tree, parameter, 'name')?.entry.value);
    const cell = cellOf(tree, effective(tree, parameter, 'value'));
    if (name === undefined || cell === undefined) continue;
    const others = names.get(name);
    if (others === undefined) names.set(name, [cell]);
    else others.push(cell);
  }
  return names;
};

/** As many groups as the most frequent of the names has values, the one that counts last. */
const groupsOf = (tree: Tree, { names, paths }: { names: Names; paths: Paths }, stem: string): Group[] => {
  const isCapital = stem !== '' && !stem.endsWith('.');
  const nameOf = (part: ImagePart): string =>
    `${stem}${isCapital ? part.charAt(0).toUpperCase() + part.slice(1) : part}`;
  const repository = [nameOf('repository'), ...namesWithoutTag(tree, names, stem)].find((name) => names.has(name));
  const keys = {
    registry: nameOf('registry'),
    repository: repository ?? nameOf('repository'),
    tag: tagName({ names, paths }, stem) ?? nameOf('tag'),
    digest: nameOf('digest'),
  };
  const all = Object.entries(keys).map(([part, name]) => [part, names.get(name) ?? []] as const);
  const most = Math.max(...all.map(([, cells]) => cells.length));
  return Array.from({ length: most }, (_, index) => {
    const chosen = all.flatMap(([part, cells]) => {
      const cell = cells[cells.length - most + index];
      const last = cells.at(-1);
      const isVersion = part === 'tag' || part === 'digest';
      const isOwn = isVersion || textOf(tree, cell?.node) === textOf(tree, last?.node);
      const found = isOwn ? (cell ?? last) : last;
      return found === undefined ? [] : [[part, found]];
    });
    return { stem, keys, cells: Object.fromEntries(chosen) };
  });
};

/** The name of the tag, if it is another one that charts are known to read. */
const tagName = ({ names, paths }: { names: Names; paths: Paths }, stem: string): string | undefined => {
  if (stem === '' || stem.endsWith('.')) {
    const known = tagIn(paths.get(stem.slice(0, -1)) ?? new Map());
    return known && `${stem}${known}`;
  }
  const version = `${stem}Version`;
  return singleImage.test(stem) && names.has(version) && !names.has(`${stem}Tag`) ? version : undefined;
};

/** `image.name`, `image.repo` or `image` may name the repository for `image.tag`, if there is no tag in it. */
const namesWithoutTag = (tree: Tree, names: Names, stem: string): string[] => {
  const path = stem.replace(/\.$/, '');
  const isImage = singleImage.test(path.slice(path.lastIndexOf('.') + 1));
  const short = isImage ? [`${stem}repo`, `${stem}Repo`, `${stem}Name`] : [];
  const candidates = [`${stem}name`, ...short, path, `${stem}image`];
  return candidates.filter((name) => {
    const { tag, digest } = splitReference(textOf(tree, names.get(name)?.at(-1)?.node) ?? '');
    return tag === undefined && digest === undefined;
  });
};
