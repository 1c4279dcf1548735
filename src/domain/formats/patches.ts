/** Images that the inline patches of a kustomization set. Only what the patches say counts, not their comments. */
import { splitReference } from '../image.ts';
import { isMapping, isSequence, isText, keyOf, type Mapping, type Node, type Text } from '../yaml/nodes.ts';
import { parseTrees, resolve, type Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { effective } from './parts.ts';
import { looksLikeReference } from './references.ts';
import type { Pin } from './site.ts';

export function findPins(tree: Tree, root: Mapping): Pin[] {
  const items = (key: string): Node[] => {
    const list = resolve(tree, effective(tree, root, key)?.entry.value ?? null);
    return isSequence(list) ? (list.items as Node[]).map((item) => resolve(tree, item) ?? item) : [];
  };
  const inside = [...items('patches'), ...items('patchesJson6902')].map((item) =>
    isMapping(item) ? resolve(tree, effective(tree, item, 'patch')?.entry.value ?? null) : null,
  );
  const texts = [...inside, ...items('patchesStrategicMerge')].filter((node) => isText(node));
  return texts.flatMap((text) => pinsOf(tree, text));
}

const pinsOf = (tree: Tree, text: Text): Pin[] => {
  const source = String(text.value);
  // A file name, not a patch.
  if (!/[:{[]/.test(source)) return [];
  const { trees = [] } = parseTrees(source, () => tree.place(text.range[0]));
  return trees.flatMap((patch) => imagesOf(patch, patch.root).map((image) => pin(tree, text, image)));
};

const pin = (tree: Tree, text: Text, image: string): Pin => ({
  repository: splitReference(image).repository,
  place: tree.place(text.range[0]),
});

const imagesOf = (tree: Tree, node: Node | null): string[] => {
  if (isSequence(node)) return (node.items as Node[]).flatMap((item) => imagesOf(tree, item));
  if (!isMapping(node)) return [];
  const isImage = isImageOperation(tree, node) ? 'value' : 'image';
  return node.items.flatMap((entry) => {
    const text = keyOf(entry) === isImage ? textOf(tree, entry.value) : undefined;
    return text !== undefined && looksLikeReference(text) ? [text] : imagesOf(tree, entry.value);
  });
};

const isImageOperation = (tree: Tree, node: Mapping): boolean =>
  /\/image$/.test(textOf(tree, effective(tree, node, 'path')?.entry.value) ?? '');
