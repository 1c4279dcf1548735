import type { Edit } from './edit.ts';
import { checkRemovable } from './keys.ts';
import { insertAfter, removeEntry, spellKey } from './layout.ts';
import { addSection, appendAfter } from './lists.ts';
import { isLink, isText } from './nodes.ts';
import type { Splice } from './splice.ts';
import type { Tree } from './tree.ts';
import { setValue } from './value.ts';

/** The splices of the tree's text that carry out an edit.
 * @throws PromotionError `image-ambiguous` for a value that cannot be changed in place. */
export function splicesOf(tree: Tree, edit: Edit): Splice[] {
  switch (edit.kind) {
    case 'set':
      return [setValue(tree, edit.node, edit.text)];
    case 'swap':
      return swap(tree, edit);
    case 'remove':
      return [removeEntry(tree, edit.mapping, edit.entry)];
    case 'insert':
      return [insertAfter(tree, edit.mapping, edit.after, edit.fields)];
    case 'append':
      return [appendAfter(tree, edit.sequence, edit.after, edit.items)];
    case 'nested':
      return [...edit.splices];
    case 'section':
      return addSection(tree, edit.mapping, edit);
  }
}

const swap = (tree: Tree, { entry, key, text }: Extract<Edit, { kind: 'swap' }>): Splice[] => {
  checkRemovable(tree, entry);
  const [start, end] = entry.key.range;
  const renamed = { start, end, text: spellKey(key, entry.key) };
  return isText(entry.value) || isLink(entry.value) ? [renamed, setValue(tree, entry.value, text)] : [renamed];
};
