import { fail } from '../errors.ts';
import { quote } from '../text.ts';
import { type Entry, isLink, isNull, isText, type Link, type Text } from './nodes.ts';
import { isMistaken, type Style, spell } from './scalar.ts';
import type { Splice } from './splice.ts';
import { resolve, type Tree } from './tree.ts';

/** The text of a value, through an alias. A plain number counts by its source; undefined for null and for collections. */
export function textOf(tree: Tree, node: Entry['value'] | undefined): string | undefined {
  const value = resolve(tree, node ?? null);
  return isText(value) && !isNull(value) ? String(value.value) : undefined;
}

/** Whether every reader that deploys takes the value for this text today. */
export function readsAs(tree: Tree, node: Text | Link, text: string): boolean {
  const value = resolve(tree, node);
  if (!isText(value) || String(value.value) !== text) return false;
  if (value.tag !== undefined) return isTypedText(value);
  return value.type !== 'PLAIN' || !isMistaken(text);
}

const isTypedText = (value: Text): boolean => value.tag === '!' || value.tag === 'tag:yaml.org,2002:str';

/** Puts a text in the place of a value, in the value's own style.
 * @throws PromotionError `image-ambiguous` for a value that cannot be changed in place. */
export function setValue(tree: Tree, node: Text | Link, text: string): Splice {
  const start = node.range[0];
  const end = node.range[1];
  if (isLink(node)) return { start, end, text: spell(text, tree.isJson ? 'double' : 'plain') };
  if (node.tag !== undefined && !isTypedText(node)) refuse(tree, node, `has the YAML tag ${quote(node.tag)}`);
  if (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') return setBlock(tree, node, text);
  if (tree.text.slice(start, end).includes('\n')) refuse(tree, node, 'spans several lines');
  const spelled = spell(text, styleOf(tree, node));
  if (start < end) return { start, end, text: spelled };
  // The parser puts an empty value before a comment; it belongs right after the colon, anchor or tag.
  const at = tree.text.slice(0, start).trimEnd().length;
  return { start: at, end: at, text: ` ${spelled}` };
}

const styleOf = (tree: Tree, node: Text): Style => {
  if (node.type === 'QUOTE_DOUBLE' || tree.isJson) return 'double';
  if (node.type === 'QUOTE_SINGLE') return 'single';
  return node.tag === undefined ? 'plain' : 'typed';
};

const setBlock = (tree: Tree, node: Text, text: string): Splice => {
  const value = String(node.value);
  const content = tree.text.indexOf('\n', node.range[0]);
  const start = tree.text.indexOf(value, content);
  if (value === '' || value.includes('\n') || start < 0 || start >= node.range[1]) {
    refuse(tree, node, 'is not a single line of text');
  }
  return { start, end: start + value.length, text };
};

const refuse = (tree: Tree, node: Text, problem: string): never =>
  fail(
    'image-ambiguous',
    `The value ${quote(String(node.value))} ${problem}.`,
    'Write the value on one line, as plain or quoted text, and promote again.',
    tree.place(node.range[0]),
  );
