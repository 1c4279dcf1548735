import { printReference, type Reference } from '../image.ts';
import { differsAsPlanned } from '../yaml/compare.ts';
import type { Edit } from '../yaml/edit.ts';
import type { Node } from '../yaml/nodes.ts';
import { parseTrees, type Tree } from '../yaml/tree.ts';
import type { Layers } from './nesting.ts';
import type { Site } from './site.ts';

/** Whether the new trees are the old ones but for the edits, in values that hold YAML, too. */
export function holdsTrees(before: readonly Tree[], after: readonly Tree[], { outer, inner }: Layers): boolean {
  const isOuter =
    after.length === before.length && before.every((tree, index) => holds(tree, after[index], outer.get(tree)));
  const nested = [...outer.values()].flat().filter((edit) => edit.kind === 'nested');
  const layers = layersByValue(inner);
  return isOuter && nested.every(({ node, text }) => holdsNested(layers.get(node) ?? [], text));
}

type Layer = readonly [tree: Tree, edits: readonly Edit[]];

const layersByValue = (inner: Layers['inner']): Map<Node | undefined, Layer[]> => {
  const layers = new Map<Node | undefined, Layer[]>();
  for (const layer of inner) {
    const value = layer[0].outer?.node;
    const others = layers.get(value);
    if (others === undefined) layers.set(value, [layer]);
    else others.push(layer);
  }
  return layers;
};

const holds = (before: Tree, after: Tree | undefined, edits: readonly Edit[] = []): boolean =>
  after !== undefined && differsAsPlanned(before, after, edits);

const holdsNested = (layers: readonly Layer[], text: string): boolean => {
  const { trees = [] } = parseTrees(text, () => ({}));
  return layers.every(([tree, edits]) => holds(tree, trees[tree.index], edits));
};

/** Finds each site again, in order: those that were asked for as they are wanted, all others as they were. Between them only the
 * added ones may stand. Undefined if that does not hold. */
export function pairSites(
  before: readonly { readonly site: Site; readonly wanted: Reference }[],
  after: readonly Site[],
  added: readonly Reference[],
): { readonly paired: readonly Site[]; readonly added: readonly Site[] } | undefined {
  const paired: Site[] = [];
  const extra: Site[] = [];
  for (const site of after) {
    const next = before[paired.length];
    if (next !== undefined && printReference(next.wanted) === printReference(site.image)) paired.push(site);
    else if (printReference(added[extra.length] ?? { repository: '' }) === printReference(site.image)) extra.push(site);
    else return undefined;
  }
  return paired.length === before.length && extra.length === added.length ? { paired, added: extra } : undefined;
}
