/** Templates of an ApplicationSet, filled in with an element of a generator: the images of what comes of it are traced back to the fields
 * of the element. */
import {
  cloneOf,
  isMapping,
  isSequence,
  isText,
  type Link,
  type Mapping,
  type Node,
  nameOf,
  resolve,
  type Text,
  type Tree,
  textOf,
} from '../yaml/tree.ts';
import { cellOf, effective } from './image-parts.ts';
import { isTemplated } from './references.ts';
import type { Cell, ImagePart, PartsShape, ReferenceShape, Site } from './site.ts';

/** What stands for an expression whose value is not known: legal in a reference, and in no real one. */
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

/** The names of all fields that a text may take from an element, and whatever else stands between its braces. */
export function expressionsOf(template: string): string[] {
  return [...template.matchAll(expressions)].flatMap(([, inside = '']) => inside.split(/[^\w.-]+/).map(plain));
}

const plain = (inside: string): string => inside.replace(/^\./, '');

/** A text of several lines as nearly as it can be told without an element: lines that only steer the template are left out. */
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
