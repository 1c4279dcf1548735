/** Images that the inline patches of a kustomization set. Only what the patches say counts, not their comments. */
import { splitReference } from '../image.ts';
import { isMapping, isSequence, isText, keyOf, type Mapping, type Node, type Text } from '../yaml/nodes.ts';
import { parseTrees, resolve, type Tree } from '../yaml/tree.ts';
import { textOf } from '../yaml/value.ts';
import { effective } from './parts.ts';
import { looksLikeReference } from './references.ts';
import type { Pin, Site } from './site.ts';

/** Without the images of containers that the list of images names: it is applied after the patches, so that it decides. */
export function findPins(tree: Tree, root: Mapping, entries: readonly Site[]): Pin[] {
  const items = (key: string): Node[] => {
    const list = resolve(tree, effective(tree, root, key)?.entry.value ?? null);
    return isSequence(list) ? (list.items as Node[]).map((item) => resolve(tree, item) ?? item) : [];
  };
  const inside = [...items('patches'), ...items('patchesJson6902')].map((item) =>
    isMapping(item) ? resolve(tree, effective(tree, item, 'patch')?.entry.value ?? null) : null,
  );
  const texts = [...inside, ...items('patchesStrategicMerge')].filter((node) => isText(node));
  const names = new Set(entries.flatMap(({ first }) => first));
  return texts.flatMap((text) =>
    imagesIn(tree, text)
      .filter(({ repository, isOfContainer }) => !(isOfContainer && names.has(repository)))
      .map(({ repository }) => ({ repository, place: tree.place(text.range[0]) })),
  );
}

/** `isOfContainer`: whether a build looks for it there. */
type Patched = { readonly repository: string; readonly isOfContainer: boolean };

const imagesIn = (tree: Tree, text: Text): Patched[] => {
  const source = String(text.value);
  // A file name, not a patch.
  if (!/[:{[]/.test(source)) return [];
  const { trees = [] } = parseTrees(source, () => tree.place(text.range[0]));
  return trees.flatMap((patch) => imagesOf(patch, patch.root, ''));
};

/** `path`: the keys that lead to the node, which for operations begin with a path of their own. */
const imagesOf = (tree: Tree, node: Node | null, path: string): Patched[] => {
  if (isSequence(node)) return (node.items as Node[]).flatMap((item) => imagesOf(tree, item, path));
  if (!isMapping(node)) return [];
  const operated = textOf(tree, effective(tree, node, 'path')?.entry.value) ?? '';
  const isOperation = operated.startsWith('/');
  const imageKey = isOperation && operated.endsWith('/image') ? 'value' : 'image';
  return node.items.flatMap((entry) => {
    const key = keyOf(entry);
    const here = isOperation ? operated : `${path}/${key}`;
    const text = key === imageKey ? textOf(tree, entry.value) : undefined;
    if (text === undefined || !looksLikeReference(text)) return imagesOf(tree, entry.value, here);
    return [{ repository: splitReference(text).repository, isOfContainer: ofContainer.test(here) }];
  });
};

const ofContainer = /\/(?:containers|initContainers)(?:\/(?:[0-9]+|-))?(?:\/image)?$/;
