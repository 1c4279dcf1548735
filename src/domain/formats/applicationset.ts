/** ApplicationSets: the images of their templates, and those whose version the elements of generators fill in. */
import {
  cloneOf,
  isMapping,
  isSequence,
  isText,
  type Link,
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
import { cellOf, childOf, effective } from './image-parts.ts';
import {
  type Cell,
  type ImagePart,
  isTemplated,
  nodesOf,
  type PartsShape,
  type Pin,
  type ReferenceShape,
  type Site,
} from './site.ts';

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

/** The images of each template for each element, and without one; and all placeholders. */
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

/** The parameters that generators of other kinds pass to the templates unchanged: everything below their key `values`. */
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

/** The values under a key, at any depth. */
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

/** Whether the image has been found as one that is filled in: then the findings there count. */
const isTraced = (tree: Tree, { tree: other, shape, isFilledIn }: Site): boolean =>
  other === tree && isFilledIn === true && nodesOf(shape).some((node) => (textOf(tree, node) ?? '').includes('{{'));

/** Text of several lines, such as values, is searched approximately; nothing is changed in it. */
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

/** The replacement for an expression of unknown value: legal in a reference, and absent from real ones. */
export const UNKNOWN = '0unknown0value0';

/** The value in the template that a rendered one was made of. */
export type Origin = { readonly node: Text | Link; readonly template: string };

export type Rendering = {
  readonly root: Node;
  readonly element: Mapping | undefined;
  readonly origins: ReadonlyMap<Node, Origin>;
};

type RenderContext = {
  readonly tree: Tree;
  readonly element: Mapping | undefined;
  readonly origins: Map<Node, Origin>;
};

const expressions = /\{\{-?\s*([^{}]*?)\s*-?\}\}/g;

const noImages = /(?:annotations|labels)$/i;

/** Without an element no expression is known. Text of several lines stays as it is. */
export function render(tree: Tree, root: Node, element?: Mapping): Rendering {
  const origins = new Map<Node, Origin>();
  return { root: renderNode({ tree, element, origins }, root), element, origins };
}

const renderNode = (context: RenderContext, node: Node): Node => {
  if (isSequence(node)) {
    const copy = cloneOf(node);
    copy.items = (node.items as Node[]).map((item) => renderNode(context, item)) as typeof node.items;
    return copy;
  }
  if (!isMapping(node)) return renderText(context, node);
  const copy = cloneOf(node);
  copy.items = node.items.map((entry) => {
    const pair = cloneOf(entry);
    const isLeft = entry.value === null || noImages.test(nameOf(context.tree, entry) ?? '');
    pair.value = isLeft ? entry.value : renderNode(context, entry.value as Node);
    return pair;
  }) as typeof node.items;
  return copy;
};

const renderText = ({ tree, element, origins }: RenderContext, node: Text | Link): Node => {
  const text = resolve(tree, node);
  const template = isText(text) ? String(text.value) : '';
  if (!isText(text) || !template.includes('{{')) return node;
  const copy = cloneOf(text);
  origins.set(copy, { node, template });
  if (!template.includes('\n')) {
    copy.value = template.replace(expressions, (_, inside: string) => fieldText(tree, element, inside) ?? UNKNOWN);
  }
  return copy;
};

const fieldText = (tree: Tree, element: Mapping | undefined, inside: string): string | undefined =>
  textOf(tree, fieldOf(tree, element, inside)?.node);

const field = /^\.?((?:[A-Za-z_][\w-]*\.)*[A-Za-z_][\w-]*)$/;

/** The field of an element that an expression names, in either of Argo CD's two languages of templates. Undefined for anything
 * more than a name, and for a field that is filled in itself. */
export function fieldOf(tree: Tree, element: Mapping | undefined, name: string): Cell | undefined {
  const keys = field.exec(name)?.[1]?.split('.') ?? [];
  let at: Node | null = element ?? null;
  for (const key of keys.slice(0, -1)) {
    at = isMapping(at) ? resolve(tree, effective(tree, at, key)?.entry.value ?? null) : null;
  }
  const cell = isMapping(at) ? cellOf(tree, effective(tree, at, keys.at(-1) ?? '')) : undefined;
  return isTemplated(textOf(tree, cell?.node) ?? '') ? undefined : cell;
}

/** The one expression of a text that is nothing else, or ends in it after a colon, as a tag does. */
export function lastExpression(template: string): { readonly name: string; readonly isWhole: boolean } | undefined {
  const match = /^(?:([^:{}]*=)?|(.*):)\{\{-?\s*([^{}]*?)\s*-?\}\}$/.exec(template);
  return match === null ? undefined : { name: plain(match[3] ?? ''), isWhole: match[2] === undefined };
}

/** The names of all fields that a text may take from an element, and everything else between its braces. */
export function expressionsOf(template: string): string[] {
  return [...template.matchAll(expressions)].flatMap(([, inside = '']) => inside.split(/[^\w.-]+/).map(plain));
}

const plain = (inside: string): string => inside.replace(/^\./, '');

/** An approximation of a text of several lines without an element: lines that only steer the template are left out. */
export function renderBlind(text: string): string {
  return text.replace(/^[ \t]*(?:\{\{[^{}]*\}\}[ \t]*)+$/gm, '').replace(expressions, UNKNOWN);
}

/** An image of a template with an expression in it. */
export type Trace = {
  /** Changed in the element, unless it has a problem. */
  readonly site: Site;
  /** The value of the template that tells its version, or else its name. */
  readonly origin: Origin;
  /** The fields of the element that tell its version; empty where they cannot be followed. */
  readonly fields: readonly Field[];
};

type Field = { readonly cell: Cell; readonly name: string; readonly origin: Origin };

/** Undefined for an image in which nothing is filled in. */
export function traceOf(tree: Tree, site: Site, rendering: Rendering): Trace | undefined {
  const { shape } = site;
  if (shape.kind === 'marked') return undefined;
  return shape.kind === 'reference'
    ? traceReference(tree, { site, shape, rendering })
    : traceParts(tree, { site, shape, rendering });
}

type Filled<Shape> = { readonly site: Site; readonly shape: Shape; readonly rendering: Rendering };

const traceReference = (tree: Tree, { site, shape, rendering }: Filled<ReferenceShape>): Trace | undefined => {
  const origin = rendering.origins.get(shape.node);
  if (origin === undefined) return undefined;
  const last = lastExpression(origin.template);
  const cell = fieldOf(tree, rendering.element, last?.name ?? '');
  if (last === undefined || cell === undefined) return stuck(site, origin);
  const fields = [{ cell, name: last.name, origin }];
  const traced = { ...site, offset: cell.node.range[0] };
  if (last.isWhole) return { origin, fields, site: { ...traced, shape: { ...shape, node: cell.node } } };
  if (site.image.digest !== undefined || textOf(tree, cell.node) !== site.image.tag) return stuck(site, origin);
  return { origin, fields, site: { ...traced, shape: partsOf(rendering, { tag: cell }, { tag: last.name }) } };
};

const partsOf = ({ element }: Rendering, cells: PartsShape['cells'], keys: PartsShape['keys']): PartsShape => ({
  kind: 'parts',
  cells,
  keys,
  naming: 'helm',
  clearing: 'empty',
  place: { element: element as Mapping },
});

const traceParts = (tree: Tree, { site, shape, rendering }: Filled<PartsShape>): Trace | undefined => {
  const filled = (Object.entries(shape.cells) as [ImagePart, Cell][]).flatMap(([part, { node }]) => {
    const origin = rendering.origins.get(node);
    return origin === undefined ? [] : [{ part, origin, field: fieldIn(tree, rendering, origin) }];
  });
  const versions = filled.filter(({ part }) => isVersion(part));
  const [first = filled[0]] = versions;
  if (first === undefined) return undefined;
  const fields = versions.flatMap(({ field }) => field ?? []);
  if (versions.length === 0 || fields.length < versions.length) return stuck(site, first.origin);
  const found = new Map(filled.map(({ part, field }) => [part, field?.cell]));
  // A name of which a part is not followed cannot be changed.
  const isNamed = filled.every(({ field }) => field !== undefined);
  const cells = (Object.entries(shape.cells) as [ImagePart, Cell][])
    .filter(([part]) => isNamed || isVersion(part))
    .map(([part, cell]) => [part, found.get(part) ?? cell]);
  const offset = fields[0]?.cell.node.range[0] ?? site.offset;
  const parts = partsOf(rendering, Object.fromEntries(cells), shape.keys);
  return { origin: first.origin, fields, site: { ...site, offset, shape: parts } };
};

const isVersion = (part: ImagePart): boolean => part === 'tag' || part === 'digest';

const fieldIn = (tree: Tree, { element }: Rendering, origin: Origin): Field | undefined => {
  const last = lastExpression(origin.template);
  const cell = last?.isWhole === true ? fieldOf(tree, element, last.name) : undefined;
  return last === undefined || cell === undefined ? undefined : { cell, name: last.name, origin };
};

/** Nothing but its repository is known: as far as that is. */
export function stuck(site: Site, origin: Origin): Trace {
  const repository = withoutUnknown(site.image.repository);
  const image = { repository, tag: /\{\{.*\}\}/.exec(origin.template)?.[0] };
  const names = { first: site.first.map(withoutUnknown), second: site.second.map(withoutUnknown) };
  return { origin, fields: [], site: { ...site, ...names, image, offset: origin.node.range[0], isFilledIn: true } };
}

/** A registry that is not known is left out, as it is where the parts of an image stand apart. */
const withoutUnknown = (name: string): string =>
  name.startsWith(`${UNKNOWN}/`) ? name.slice(UNKNOWN.length + 1) : name;
