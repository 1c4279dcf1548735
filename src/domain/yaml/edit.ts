/** Edits of a tree, as data, and the splices of its text that carry them out. */
import { addSection, appendAfter, checkRemovable, type Field, insertAfter, removeEntry, spellKey } from './layout.ts';
import type { Splice } from './lines.ts';
import { sourceOf, type TextSource } from './offsets.ts';
import { setValue } from './scalar.ts';
import {
  type Entry,
  isLink,
  isText,
  type Link,
  type Mapping,
  parseTrees,
  type Sequence,
  type Text,
  type Tree,
} from './tree.ts';

/** A change of a tree, as data: it is turned into splices of the source, and the tree that is read back is held against it. */
export type Edit =
  /** An alias becomes a literal; its anchor stays. */
  | { readonly kind: 'set'; readonly node: Text | Link; readonly text: string }
  /** The entry gets another key and value where it stands. */
  | { readonly kind: 'swap'; readonly entry: Entry; readonly key: string; readonly text: string }
  | { readonly kind: 'remove'; readonly mapping: Mapping; readonly entry: Entry }
  | { readonly kind: 'insert'; readonly mapping: Mapping; readonly after: Entry; readonly fields: readonly Field[] }
  /** New items right after an item. */
  | {
      readonly kind: 'append';
      readonly sequence: Sequence;
      readonly after: number;
      readonly items: readonly (readonly Field[])[];
    }
  /** A value that is itself edited as YAML gets this text by these splices of the outer text. */
  | { readonly kind: 'nested'; readonly node: Text; readonly text: string; readonly splices: readonly Splice[] }
  /** A list under a key that is missing or empty so far. */
  | {
      readonly kind: 'section';
      readonly mapping: Mapping;
      readonly key: string;
      readonly items: readonly (readonly Field[])[];
    };

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

/** The documents in a value that holds YAML as text, for edits in place. Undefined where it holds none or cannot be followed. */
export function nestedTrees(tree: Tree, node: Text): readonly Tree[] | undefined {
  const source = node.type === 'PLAIN' ? undefined : sourceOf(tree, node);
  if (source === undefined) return undefined;
  const place: Tree['place'] = (offset) => tree.place(source.offsetOf(offset) ?? node.range[0]);
  const parsed = parseTrees(String(node.value), place, { tree, node, toOuter: (splice) => outward(splice, source) });
  return parsed.trees?.filter(({ root }) => root !== null && !isText(root));
}

/** How a splice of the value looks outside; undefined where the value's style cannot express it. */
export function outward({ start, end, text }: Splice, { offsetOf, encode, newLine }: TextSource): Splice | undefined {
  const [first = '', ...rest] = text.split('\n');
  const lines = rest.map(newLine);
  const outerStart = offsetOf(start);
  const outerEnd = offsetOf(end);
  if (outerStart === undefined || outerEnd === undefined || lines.includes(undefined)) return undefined;
  return { start: outerStart, end: outerEnd, text: `${encode(first)}${lines.join('')}` };
}
