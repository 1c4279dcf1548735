/** Texts inside of values that hold YAML themselves: their edits as edits of the trees around them, and reading both back. */
import { fail } from '../errors.ts';
import { differsAsPlanned } from '../yaml/compare.ts';
import { type Edit, splicesOf } from '../yaml/edit.ts';
import { applySplices, type Splice } from '../yaml/lines.ts';
import { type Node, parseTrees, type Tree } from '../yaml/tree.ts';

/** Edits of texts inside of values, as edits of the trees that hold those values. `inner` are the texts' own edits. */
export type Layers = {
  readonly outer: ReadonlyMap<Tree, readonly Edit[]>;
  readonly inner: ReadonlyMap<Tree, readonly Edit[]>;
};

/** @throws PromotionError `image-ambiguous` for an edit that the value's style cannot express. */
export function layersOf(edits: ReadonlyMap<Tree, readonly Edit[]>): Layers {
  const outer = new Map<Tree, Edit[]>();
  const inner = new Map<Tree, readonly Edit[]>();
  const nested = new Map<unknown, { tree: Tree; splices: Splice[] }>();
  const add = (tree: Tree, added: readonly Edit[]): void => {
    const others = outer.get(tree);
    if (others === undefined) outer.set(tree, [...added]);
    else others.push(...added);
  };
  for (const [tree, own] of edits) {
    if (tree.outer === undefined) {
      add(tree, own);
      continue;
    }
    inner.set(tree, own);
    const gathered = nested.get(tree.outer.node) ?? { tree, splices: [] };
    gathered.splices.push(...own.flatMap((edit) => splicesOf(tree, edit)));
    nested.set(tree.outer.node, gathered);
  }
  for (const { tree, splices } of nested.values()) {
    if (tree.outer !== undefined) add(tree.outer.tree, [nestedEdit(tree, splices)]);
  }
  return { outer, inner };
}

const nestedEdit = (tree: Tree, splices: readonly Splice[]): Edit => {
  const text = applySplices(tree.text, splices);
  const outward = splices.map((splice) => tree.outer?.toOuter(splice));
  if (tree.outer === undefined || text === undefined || outward.includes(undefined)) {
    return fail(
      'image-ambiguous',
      'The change needs a new line in text that is folded or quoted.',
      'Write the text as a literal block ("|"), and promote again.',
      tree.place(0),
    );
  }
  return { kind: 'nested', node: tree.outer.node, text, splices: outward.filter((splice) => splice !== undefined) };
};

/** Whether the new trees are the old ones but for the edits, in values that hold YAML, too. */
export function holdsTrees(before: readonly Tree[], after: readonly Tree[], { outer, inner }: Layers): boolean {
  const isOuter =
    after.length === before.length && before.every((tree, index) => holds(tree, after[index], outer.get(tree)));
  const nested = [...outer.values()].flat().filter((edit) => edit.kind === 'nested');
  const layers = layersByValue(inner);
  return isOuter && nested.every(({ node, text }) => holdsNested(layers.get(node) ?? [], text));
}

type InnerEdits = readonly [tree: Tree, edits: readonly Edit[]];

const layersByValue = (inner: Layers['inner']): Map<Node | undefined, InnerEdits[]> => {
  const layers = new Map<Node | undefined, InnerEdits[]>();
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

const holdsNested = (layers: readonly InnerEdits[], text: string): boolean => {
  const { trees = [] } = parseTrees(text, () => ({}));
  return layers.every(([tree, edits]) => holds(tree, trees[tree.index], edits));
};
