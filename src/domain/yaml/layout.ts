/** Where new lines and keys go, and what goes with a removed one: the spaces, commas and line breaks of block, flow and JSON. */
import type { Field } from './edit.ts';
import { checkImplicit, checkRemovable } from './keys.ts';
import { lineBreakOf, lineEnd, lineStart } from './lines.ts';
import { type Entry, isMapping, isSequence, type Mapping, type Node, type Text } from './nodes.ts';
import { spell } from './scalar.ts';
import type { Splice } from './splice.ts';
import type { Tree } from './tree.ts';

/** Where the characters of a node end, without the comments and blank lines that follow a block. */
export function endOf(tree: Tree, node: Node | null): number {
  if (isMapping(node) && node.flow !== true) return endOfEntry(tree, node.items.at(-1));
  if (isSequence(node) && node.flow !== true) return endOf(tree, (node.items.at(-1) ?? null) as Node | null);
  let end = node?.range[1] ?? 0;
  // The span of a block scalar takes its last line break along.
  while (end > 0 && /\s/.test(tree.text[end - 1] ?? '')) end--;
  return end;
}

export function endOfEntry(tree: Tree, entry: Entry | undefined): number {
  if (entry === undefined) return 0;
  const key = entry.key.range[1];
  return entry.value === null ? key : Math.max(key, endOf(tree, entry.value));
}

/** The source of a key in the quotes of its neighbour. */
export function spellKey(key: string, neighbour: Node): string {
  const type = (neighbour as Text).type;
  if (type === 'QUOTE_DOUBLE') return spell(key, 'double');
  return type === 'QUOTE_SINGLE' ? spell(key, 'single') : key;
}

/** New keys right after an entry.
 * @throws PromotionError `image-ambiguous` next to a key that is written with `?`. */
export function insertAfter(tree: Tree, mapping: Mapping, entry: Entry, fields: readonly Field[]): Splice {
  checkImplicit(tree, entry);
  return mapping.flow === true ? insertInFlow(tree, mapping, entry, fields) : insertLines(tree, mapping, entry, fields);
}

const insertLines = (tree: Tree, mapping: Mapping, entry: Entry, fields: readonly Field[]): Splice => {
  const at = lineEnd(tree.text, endOfEntry(tree, entry));
  const indent = indentOf(tree, mapping);
  const lines = fields.map(({ key, text }) => `${indent}${spellKey(key, entry.key)}: ${spell(text, 'plain')}`);
  return { start: at, end: at, text: lines.map((line) => `${lineBreakAt(tree.text, at)}${line}`).join('') };
};

/** The line break that ends the line, or the text's own where the last line has none. */
export function lineBreakAt(text: string, end: number): string {
  if (text.startsWith('\r\n', end)) return '\r\n';
  return text[end] === '\n' ? '\n' : lineBreakOf(text);
}

/** The blanks before the keys of a block mapping. */
export function indentOf(tree: Tree, mapping: Mapping): string {
  const own = mapping.items
    .map((entry) => leading(tree.text, entry.key.range[0]))
    .find((blanks) => blanks !== undefined);
  const first = startOf(mapping);
  return own ?? ' '.repeat(columnOf(tree.text, first));
}

/** The library has a mapping whose first key is in no brackets begin at its colon. */
const startOf = (node: Node): number => {
  const first = isMapping(node) && node.flow !== true ? node.items[0] : undefined;
  return first === undefined ? node.range[0] : startOf(first.key);
};

/** An anchor, a YAML tag or a question mark before a key belongs to its entry, which begins there. */
const columnOf = (text: string, key: number): number =>
  text
    .slice(lineStart(text, key), key)
    .replace(/^\uFEFF/, '')
    .replace(/(?:(?:\?|[&!]\S*)\s+)+$|\?$/, '').length;

/** What stands before the offset on its line, if it is only blanks. */
export function leading(text: string, offset: number): string | undefined {
  const before = text.slice(lineStart(text, offset), offset).replace(/^\uFEFF/, '');
  return /^[ \t]*$/.test(before) ? before : undefined;
}

const insertInFlow = (tree: Tree, mapping: Mapping, entry: Entry, fields: readonly Field[]): Splice => {
  const style = flowStyleOf(tree, mapping, entry);
  const pairs = fields.map(({ key, text }) => spellPair(style, key, text));
  const next = mapping.items[mapping.items.indexOf(entry) + 1];
  const end = endOfEntry(tree, entry);
  const gap = next === undefined ? '' : tree.text.slice(end, next.key.range[0]);
  if (next !== undefined && gap.includes('#')) {
    const at = next.key.range[0];
    return { start: at, end: at, text: pairs.map((pair) => `${pair},${style.gap}`).join('') };
  }
  return { start: end, end, text: pairs.map((pair) => `,${style.gap}${pair}`).join('') };
};

/** How a flow mapping is laid out: between comma and key, between key and value, and its quotes. */
export type FlowStyle = { readonly gap: string; readonly colon: string; readonly quoted: boolean; readonly key: Node };

/** The style around an entry of a flow mapping. */
export function flowStyleOf(tree: Tree, mapping: Mapping, entry: Entry): FlowStyle {
  const index = mapping.items.indexOf(entry);
  const key = entry.key;
  const between = entry.value === null ? ': ' : tree.text.slice(key.range[1], entry.value.range[0]);
  const colon = /^[ \t]*:[ \t]*$/.test(between) ? between : ': ';
  const quoted = tree.isJson || (key as Text).type === 'QUOTE_DOUBLE';
  return { gap: gapOf(tree, mapping, index) ?? (colon === ':' ? '' : ' '), colon, quoted, key };
}

/** The blanks between a comma and the key after it, as the neighbours have them. */
const gapOf = (tree: Tree, mapping: Mapping, index: number): string | undefined => {
  const next = mapping.items[index + 1];
  const before = mapping.items[index - 1];
  const own = mapping.items[index]?.key.range[0] ?? 0;
  if (before !== undefined) return lastBlanks(tree.text.slice(endOfEntry(tree, before), own));
  if (next !== undefined) {
    return lastBlanks(tree.text.slice(endOfEntry(tree, mapping.items[index]), next.key.range[0]));
  }
  const opening = lastBlanks(tree.text.slice(mapping.range[0] + 1, own));
  return opening.includes('\n') ? opening : undefined;
};

const lastBlanks = (text: string): string => /(?:\r?\n)?[ \t]*$/.exec(text)?.[0] ?? '';

export function spellPair(style: FlowStyle, key: string, text: string): string {
  return `${spellKey(key, style.key)}${style.colon}${spell(text, style.quoted ? 'double' : 'plain')}`;
}

/** An entry with its line and the comment on it, or with its comma. Comments on lines of their own stay.
 * @throws PromotionError `image-ambiguous` for a key that is written with `?` or has an anchor. */
export function removeEntry(tree: Tree, mapping: Mapping, entry: Entry): Splice {
  checkRemovable(tree, entry);
  if (mapping.flow === true) return removeFromFlow(tree, mapping, entry);
  const key = entry.key.range[0];
  const end = lineEnd(tree.text, endOfEntry(tree, entry));
  const start = lineStart(tree.text, key);
  if (leading(tree.text, key) === undefined) {
    // The first key of a list item: what follows moves up to the dash.
    const following = /^\s*/.exec(tree.text.slice(end))?.[0].length ?? 0;
    return { start: key, end: end + following, text: '' };
  }
  if (start > 0) return { start: start - (tree.text[start - 2] === '\r' ? 2 : 1), end, text: '' };
  return { start, end: end + lineBreakAt(tree.text, end).length, text: '' };
}

const removeFromFlow = (tree: Tree, mapping: Mapping, entry: Entry): Splice => {
  const index = mapping.items.indexOf(entry);
  const next = mapping.items[index + 1];
  const before = mapping.items[index - 1];
  const end = endOfEntry(tree, entry);
  if (next !== undefined) {
    const line = commaEnd(tree, end) > end ? ownLine(tree, entry) : undefined;
    return line ?? { start: entry.key.range[0], end: next.key.range[0], text: '' };
  }
  if (before === undefined) return { start: entry.key.range[0], end, text: '' };
  const start = endOfEntry(tree, before);
  const isCommented = tree.text.slice(start, entry.key.range[0]).includes('#');
  if (!isCommented) return { start, end, text: '' };
  // A comment may follow the comma before the entry: that comma stays, and the one after the entry goes.
  return ownLine(tree, entry) ?? { start: entry.key.range[0], end: commaEnd(tree, end), text: '' };
};

const commaEnd = (tree: Tree, offset: number): number =>
  offset + (/^\s*,/.exec(tree.text.slice(offset))?.[0].length ?? 0);

/** The line of an entry with its comma and comment, if nothing else stands on it. */
const ownLine = (tree: Tree, entry: Entry): Splice | undefined => {
  const start = lineStart(tree.text, entry.key.range[0]);
  const comma = commaEnd(tree, endOfEntry(tree, entry));
  const end = lineEnd(tree.text, comma);
  const isAlone = start > 0 && leading(tree.text, entry.key.range[0]) !== undefined;
  if (!isAlone || !/^[ \t]*(?:#.*)?$/.test(tree.text.slice(comma, end))) return undefined;
  return { start: start - (tree.text[start - 2] === '\r' ? 2 : 1), end, text: '' };
};
