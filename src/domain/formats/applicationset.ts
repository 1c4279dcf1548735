/** ApplicationSets: the images of their templates, and those whose version the elements of generators fill in. */
import {
  cloneOf,
  isMapping,
  isSequence,
  isText,
  type Mapping,
  type Node,
  nameOf,
  parseTrees,
  resolve,
  type Text,
  type Tree,
  textOf,
} from '../yaml/tree.ts';
import { type FoundInApplication, findApplication } from './argocd-application.ts';
import { findValues, searchedNothing } from './helm.ts';
import { childOf } from './image-parts.ts';
import { expressionsOf, type Origin, render, renderBlind, stuck, type Trace, traceOf, UNKNOWN } from './rendering.ts';
import { nodesOf, type Pin, type Site } from './site.ts';

/** As `findApplication`, with the images whose version the template takes from the elements of generators: it is changed there. */
export function findSet(tree: Tree, root: Mapping): FoundInApplication {
  const own = findApplication(tree, root);
  const spec = childOf(tree, root, 'spec');
  if (!isMapping(spec) || !/\{\{|templatePatch/.test(tree.text)) return own;
  const patch = childOf(tree, spec, 'templatePatch');
  const { traces, origins } = traceAll(tree, spec);
  const followed = traces.filter(({ fields }) => fields.length > 0);
  const ways = new Set(followed.flatMap(({ fields }) => fields.map(({ origin }) => origin.node)));
  const others = origins.filter(({ node }) => !ways.has(node)).map(({ template }) => template);
  const busy = new Set([...others, isText(patch) ? String(patch.value) : ''].flatMap(expressionsOf));
  const lost = [...traces.filter(({ fields, origin }) => fields.length === 0 && !ways.has(origin.node))];
  const blocks = origins.flatMap((origin) => tracesInText(tree, origin, own.sites));
  const known = [...lost, ...blocks].filter(isKnown);
  const sites = [
    ...own.sites.filter((site) => !isTraced(tree, site)),
    ...checked(unlisted(followed, own.sites), busy),
    ...uniqueBy(known, ({ origin, site }) => [origin.node, site.image.repository]).map(({ site }) => site),
  ];
  const places = new Set(known.map(({ origin }) => origin.node));
  const unknown = uniqueBy(lost, ({ origin }) => [origin.node, '']).filter(({ origin }) => !places.has(origin.node));
  return {
    sites,
    pins: [...own.pins, ...findTemplatePins(tree, patch, sites)],
    unbound: [...own.unbound, ...unknown.map((trace) => unboundOf(tree, trace))],
  };
}

/** The images of each template for each element, and without one; and what is filled in at all. */
const traceAll = (tree: Tree, spec: Mapping): { readonly traces: Trace[]; readonly origins: Origin[] } => {
  const generators = childOf(tree, spec, 'generators');
  const lists = under(tree, generators, 'elements').filter((list) => isSequence(list));
  const items = lists.flatMap((list) => (list.items as Node[]).map((item) => resolve(tree, item)));
  const elements = [...items.filter((item) => isMapping(item)), ...valuesOf(tree, generators), undefined];
  const templates = [childOf(tree, spec, 'template'), ...under(tree, generators, 'template')].filter(
    (node) => node !== null,
  );
  const renderings = templates.flatMap((template) => elements.map((element) => render(tree, template, element)));
  const traces = renderings.flatMap((rendering) =>
    findApplication(tree, rendering.root).sites.flatMap((site) =>
      site.tree === tree ? (traceOf(tree, site, rendering) ?? []) : [],
    ),
  );
  const blind = renderings.filter(({ element }) => element === undefined);
  return { traces, origins: blind.flatMap((rendering) => [...rendering.origins.values()]) };
};

/** What generators of other kinds hand to the templates as it stands: all that is below their key `values`. */
const valuesOf = (tree: Tree, node: Node | null): Mapping[] => {
  if (isSequence(node)) return (node.items as Node[]).flatMap((item) => valuesOf(tree, resolve(tree, item)));
  if (!isMapping(node)) return [];
  return node.items.flatMap((entry) => {
    const key = nameOf(tree, entry) ?? '';
    if (notHandedOn.test(key)) return [];
    if (key !== 'values') return valuesOf(tree, resolve(tree, entry.value));
    const alone = cloneOf(node);
    alone.items = [entry];
    return [alone];
  });
};

const notHandedOn = /^(?:elements|template|selector)$/;

/** What stands under a key, at any depth. */
const under = (tree: Tree, node: Node | null, key: string): Node[] => {
  if (isSequence(node)) return (node.items as Node[]).flatMap((item) => under(tree, item, key));
  if (!isMapping(node)) return [];
  return node.items.flatMap((entry) => {
    const value = resolve(tree, entry.value);
    if (nameOf(tree, entry) !== key) return under(tree, entry.value, key);
    return value === null ? [] : [value];
  });
};

const isKnown = ({ site }: Trace): boolean => !site.image.repository.includes(UNKNOWN);

/** Whether the image has been found as one that is filled in: then what was found of it there counts. */
const isTraced = (tree: Tree, { tree: other, shape, isFilledIn }: Site): boolean =>
  other === tree && isFilledIn === true && nodesOf(shape).some((node) => (textOf(tree, node) ?? '').includes('{{'));

/** Text of several lines, such as values, is searched as nearly as it can be told; nothing is changed in it. */
const tracesInText = (tree: Tree, origin: Origin, listed: readonly Site[]): Trace[] => {
  const text = resolve(tree, origin.node);
  if (!isText(text) || !origin.template.includes('\n')) return [];
  const place: Tree['place'] = () => tree.place(text.range[0]);
  const isParsed = parseTrees(origin.template, place).problem === undefined;
  const inside = parseTrees(renderBlind(origin.template), place).trees ?? [];
  const seen = new Set(
    listed.filter((site) => isIn(site, text) && (site.problem ?? site.isFilledIn)).map(({ image }) => image.repository),
  );
  return inside
    .flatMap((inner) => findValues(inner, inner.root, { searched: searchedNothing() }))
    .filter(
      ({ image }) => !seen.has(image.repository) && (!isParsed || `${image.tag} ${image.digest}`.includes(UNKNOWN)),
    )
    .map((site) => stuck({ ...site, tree }, origin));
};

const isIn = ({ tree }: Site, text: Text): boolean => tree.outer?.node === text;

/** Without those that are images of an element by themselves, and each once. */
const unlisted = (traces: readonly Trace[], listed: readonly Site[]): Trace[] => {
  const known = new Set(listed.flatMap(({ shape }) => nodesOf(shape)));
  const news = traces.filter(({ fields }) => !fields.some(({ cell }) => known.has(cell.node)));
  return uniqueBy(news, ({ fields, site }) => [fields[0]?.cell.node, `${site.first[0]} ${site.image.repository}`]);
};

const uniqueBy = <T>(
  values: readonly T[],
  keyOf: (value: T) => readonly [node: Node | undefined, name: string],
): T[] => {
  const seen = new Map<Node | undefined, Set<string>>();
  return values.filter((value) => {
    const [node, name] = keyOf(value);
    const names = seen.get(node) ?? new Set();
    seen.set(node, names);
    return !names.has(name) && names.add(name);
  });
};

/** Fields that say something else, too, and elements that are apart already, are left to a person. */
const checked = (traces: readonly Trace[], busy: ReadonlySet<string>): Site[] => {
  const versions = new Map<Node, Map<string, Set<string>>>();
  for (const { origin, site } of traces) {
    const images = versions.get(origin.node) ?? new Map<string, Set<string>>();
    const { repository, tag, digest } = site.image;
    versions.set(origin.node, images.set(repository, (images.get(repository) ?? new Set()).add(`${tag}@${digest}`)));
  }
  return traces.map(({ site, origin, fields }) => {
    const field = fields.find(({ name }) => busy.has(name));
    if (field !== undefined)
      return {
        ...site,
        problem: `has its version in a field ("${field.name}") that the template uses for something else, too`,
      };
    const isOne = versions.get(origin.node)?.get(site.image.repository)?.size === 1;
    return isOne ? site : { ...site, problem: 'has different versions in the elements that fill in its template' };
  });
};

const unboundOf = (tree: Tree, { origin }: Trace): FoundInApplication['unbound'][number] => ({
  line: tree.place(origin.node.range[0]).line ?? 1,
  message: 'A template fills in the name of an image, so that it is not known which one it is.',
});

const mentionsVersion = /(?:tag|digest|images?)\b/i;

/** The images whose version the patch of an ApplicationSet's template says: if it is not certain which, all of them. */
export function findTemplatePins(tree: Tree, patch: Node | null, sites: readonly Site[]): Pin[] {
  if (!isText(patch)) return [];
  const source = renderBlind(String(patch.value)).replace(/(?:^|\s)#.*$/gm, '');
  if (!mentionsVersion.test(source)) return [];
  const { trees = [] } = parseTrees(source, () => tree.place(patch.range[0]));
  const found = trees.map((inner) => findApplication(inner, inner.root));
  const stated = found.flatMap((application) => application.sites.map(({ image }) => image.repository));
  const isCertain = stated.length > 0 && found.every(({ unbound }) => unbound.length === 0);
  const all = isCertain ? stated : [...stated, ...sites.map(({ image }) => image.repository)];
  return all.map((repository) => ({ repository, place: tree.place(patch.range[0]) }));
}
