/** Values: which quotes a text needs so that every reader of YAML, of either version, sees the same, and how it is written in place. */
import { fail } from '../errors.ts';
import { quote } from '../text.ts';
import type { Splice } from './lines.ts';
import { isLink, isText, type Link, resolve, type Text, type Tree } from './tree.ts';

/** Whether some reader takes the plain value for something else than this text. */
export function isUnsafe(text: string): boolean {
  return isMistaken(text) || date.test(text);
}

/** Whether a plain value is no text for the readers that deploy it. A date still is, although readers of YAML 1.1 disagree. */
export function isMistaken(text: string): boolean {
  return words.has(text.toLowerCase()) || otherBases.test(text) || number.test(text) || sexagesimal.test(text);
}

/** How a value is written in the source. `typed` has an explicit tag that makes any plain value text. */
type Style = 'plain' | 'single' | 'double' | 'typed';

/** The source of a value without line breaks, in the style of the value whose place it takes. */
export function printScalar(text: string, style: Style): string {
  if (style === 'single') return `'${text.replaceAll("'", "''")}'`;
  if (style === 'double') return JSON.stringify(text);
  const plain = plainStart.test(text) && (style === 'typed' || !isUnsafe(text));
  return plain ? text : JSON.stringify(text);
}

/** Whether every reader that deploys takes the value for this text today. */
export function readsAs(tree: Tree, node: Text | Link, text: string): boolean {
  const value = resolve(tree, node);
  if (!isText(value) || String(value.value) !== text) return false;
  if (value.tag !== undefined) return isTypedText(value);
  return value.type !== 'PLAIN' || !isMistaken(text);
}

/** Puts a text in the place of a value, in the value's own style.
 * @throws PromotionError `image-ambiguous` for a value that cannot be changed in place. */
export function setValue(tree: Tree, node: Text | Link, text: string): Splice {
  const start = node.range[0];
  const end = node.range[1];
  if (isLink(node)) return { start, end, text: printScalar(text, tree.isJson ? 'double' : 'plain') };
  if (node.tag !== undefined && !isTypedText(node)) refuseValue(tree, node, `has the YAML tag ${quote(node.tag)}`);
  if (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') return setBlock(tree, node, text);
  if (tree.text.slice(start, end).includes('\n')) refuseValue(tree, node, 'spans several lines');
  const spelled = printScalar(text, styleOf(tree, node));
  if (start < end) return { start, end, text: spelled };
  // The parser puts an empty value before a comment; it belongs right after the colon, anchor or tag.
  const at = tree.text.slice(0, start).trimEnd().length;
  return { start: at, end: at, text: ` ${spelled}` };
}

const words = new Set(['null', '~', '', 'true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n']);

const otherBases = /^0[xob]/i;

const number = /^[0-9][0-9_]*(?:\.[0-9_]*)?(?:e[+-]?[0-9_]+)?$/i;

const date = /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}/;

// Readers of YAML 1.1 take 12:30 for a number to the base of sixty; no tag has a colon, but a reference may look so.
// Readers of YAML 1.1 take 12:30 for a number to the base of sixty; no tag has a colon, but a reference may look so.
const sexagesimal = /^[0-9][0-9_]*(?::[0-5]?[0-9])+$/;

const plainStart = /^[A-Za-z0-9_./]/;

const isTypedText = (value: Text): boolean => value.tag === '!' || value.tag === 'tag:yaml.org,2002:str';

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
    refuseValue(tree, node, 'is not a single line of text');
  }
  return { start, end: start + value.length, text };
};

const refuseValue = (tree: Tree, node: Text, problem: string): never =>
  fail(
    'image-ambiguous',
    `The value ${quote(String(node.value))} ${problem}.`,
    'Write the value on one line, as plain or quoted text, and promote again.',
    tree.place(node.range[0]),
  );
