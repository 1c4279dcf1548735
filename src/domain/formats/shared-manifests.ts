/** Manifests that several environments share: the owner of each place, which other environments may not change. */

import { isMapping, isSequence, type Mapping, type Node, nameOf, type Tree, textOf } from '../yaml/tree.ts';
import { effective } from './image-parts.ts';
import { nodesOf, type Site } from './site.ts';

/** How one environment reads a shared manifest. */
export type Scope = {
  readonly environment: string;
  /** The names that tell whose a place is. */
  readonly environments: readonly string[];
};

/** The keys by which the element of a list names its environment. */
const NAMING = ['env', 'environment', 'stage', 'cluster', 'namespace', 'name'];

/** The environment that the innermost list element or mapping key around the place names. Undefined for a place that is common to
 * all of them, and for an element that names several. */
export function environmentOf(site: Site, environments: readonly string[]): string | undefined {
  const names = new Set(environments);
  let at: Position | undefined = { tree: site.tree, node: anchorOf(site) };
  while (at !== undefined) {
    const { tree, node }: Position = at;
    const around = parentsOf(tree).get(node);
    const named = around === undefined ? [] : namesAt(at, around, names);
    if (named.length > 0) return named.length === 1 ? named[0] : undefined;
    at = around === undefined ? tree.outer : { tree, node: around.parent };
  }
  return undefined;
}

/** Text within a value goes on in the tree of that value. */
type Position = { readonly tree: Tree; readonly node: Node };

const namesAt = ({ tree, node }: Position, { key }: Surrounding, names: ReadonlySet<string>): string[] => {
  if (key === undefined) return namedBy(tree, node, names);
  return names.has(key) ? [key] : [];
};

/** The sites that an environment may change or reads: its own, and those that are common. */
export function seenBy(sites: readonly Site[], scope: Scope | undefined): readonly Site[] {
  if (scope === undefined) return sites;
  return sites.filter((site) => [undefined, scope.environment].includes(environmentOf(site, scope.environments)));
}

/** The keys that lead to a node of the tree, or undefined for a node of another one. Items of lists count from 0. */
export function keysTo(tree: Tree, node: Node): readonly string[] | undefined {
  if (node === tree.root) return [];
  const around = parentsOf(tree).get(node);
  if (around === undefined) return undefined;
  const key = around.key ?? String(isSequence(around.parent) ? around.parent.items.indexOf(node as never) : '');
  return [...(keysTo(tree, around.parent) ?? []), key];
}

/** Whether the node is in the tree. */
export function holdsNode(tree: Tree, node: Node): boolean {
  return node === tree.root || parentsOf(tree).has(node);
}

/** The value or mapping by which a place is known. */
export function anchorOf({ tree, shape }: Site): Node {
  if (shape.kind !== 'parts') return nodesOf(shape)[0] as Node;
  const { place } = shape;
  const own = 'mapping' in place ? place.mapping : 'element' in place ? place.element : place.parameters;
  // Of the parameters of a generator only the values are in the tree.
  return holdsNode(tree, own) ? own : (nodesOf(shape).find((node) => holdsNode(tree, node)) ?? own);
}

const namedBy = (tree: Tree, element: Node, names: ReadonlySet<string>): string[] => {
  if (!isMapping(element)) return [];
  const values = NAMING.map((key) => textOf(tree, effective(tree, element, key)?.entry.value) ?? '');
  return [...new Set(values.filter((value) => names.has(value)))];
};

/** The collection around a node; `key` where that is a mapping. */
type Surrounding = { readonly parent: Node; readonly key?: string | undefined };

const known = new WeakMap<Node, ReadonlyMap<Node, Surrounding>>();

const parentsOf = (tree: Tree): ReadonlyMap<Node, Surrounding> => {
  if (tree.root === null) return new Map();
  const parents = known.get(tree.root) ?? enterParents(tree, tree.root);
  known.set(tree.root, parents);
  return parents;
};

const enterParents = (tree: Tree, root: Node): Map<Node, Surrounding> => {
  const parents = new Map<Node, Surrounding>();
  const queue: Node[] = [root];
  for (let parent = queue.pop(); parent !== undefined; parent = queue.pop()) {
    for (const [node, key] of childrenOf(tree, parent)) {
      parents.set(node, { parent, key });
      queue.push(node);
    }
  }
  return parents;
};

const childrenOf = (tree: Tree, node: Node): (readonly [Node, string | undefined])[] => {
  if (isSequence(node)) return (node.items as Node[]).map((item) => [item, undefined] as const);
  return isMapping(node) ? membersOf(tree, node) : [];
};

const membersOf = (tree: Tree, mapping: Mapping): (readonly [Node, string])[] =>
  mapping.items.flatMap((entry) => (entry.value === null ? [] : [[entry.value, nameOf(tree, entry) ?? ''] as const]));
