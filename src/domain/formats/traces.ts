/** From the images of a filled-in template back to the fields of the element that they come from. */
import type { Mapping } from '../yaml/nodes.ts';
import type { Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { fieldOf, lastExpression, type Origin, type Rendering, UNKNOWN } from './rendering.ts';
import type { Cell, Part, PartsShape, ReferenceShape, Site } from './site.ts';

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
  const filled = (Object.entries(shape.cells) as [Part, Cell][]).flatMap(([part, { node }]) => {
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
  const cells = (Object.entries(shape.cells) as [Part, Cell][])
    .filter(([part]) => isNamed || isVersion(part))
    .map(([part, cell]) => [part, found.get(part) ?? cell]);
  const offset = fields[0]?.cell.node.range[0] ?? site.offset;
  const parts = partsOf(rendering, Object.fromEntries(cells), shape.keys);
  return { origin: first.origin, fields, site: { ...site, offset, shape: parts } };
};

const isVersion = (part: Part): boolean => part === 'tag' || part === 'digest';

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
