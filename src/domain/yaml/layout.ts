/** Adds and removes keys and items in the layout of their neighbours. */
import { fail } from '../errors.ts';
import { quote } from '../text.ts';
import { lineBreakOf, lineEnd, lineStart, type Splice } from './lines.ts';
import { printScalar } from './scalar.ts';
import {
  type Entry,
  isMapping,
  isSequence,
  keyOf,
  type Mapping,
  type Node,
  type Sequence,
  type Text,
  type Tree,
} from './tree.ts';

/** A key with the text that it gets. */
export type Field = { readonly key: string; readonly text: string };

/** A `?` that begins an entry, with what may be between it and the key: blanks, comments, an anchor or a YAML tag. */
const indicator = /(?:^|[\n{,[]|[-?:][ \t])[ \t]*\?(?:\s+(?:[&!]\S*|#[^\n]*(?=\n)))*\s+$/;

const FARTHEST = 1_000;

/** @throws PromotionError `image-ambiguous` for a key that is written with `?`. */
export function checkImplicit(tree: Tree, entry: Entry): void {
  const start = entry.key.range[0];
  if (!indicator.test(tree.text.slice(Math.max(0, start - FARTHEST), start))) return;
  refuseKey(tree, entry, { problem: 'is written with "?"', hint: 'Write the entry without "?", and promote again.' });
}

/** @throws PromotionError `image-ambiguous` for a key that is written with `?` or that an alias may stand for. */
export function checkRemovable(tree: Tree, entry: Entry): void {
  checkImplicit(tree, entry);
  if (entry.key.anchor === undefined) return;
  refuseKey(tree, entry, { problem: 'has an anchor', hint: 'Write the key without an anchor, and promote again.' });
}

const refuseKey = (tree: Tree, { key }: Entry, { problem, hint }: { problem: string; hint: string }): never => {
  const [start, end] = key.range;
  return fail('image-ambiguous', `The key ${quote(tree.text.slice(start, end))} ${problem}.`, hint, tree.place(start));
};

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
  if (type === 'QUOTE_DOUBLE') return printScalar(key, 'double');
  return type === 'QUOTE_SINGLE' ? printScalar(key, 'single') : key;
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
  const lines = fields.map(({ key, text }) => `${indent}${spellKey(key, entry.key)}: ${printScalar(text, 'plain')}`);
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

/** The blanks before the offset on its line; undefined if there is other text. */
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
  return `${spellKey(key, style.key)}${style.colon}${printScalar(text, style.quoted ? 'double' : 'plain')}`;
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
    // The first key of a list item: the next key moves up to the dash.
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

/** The line of an entry with its comma and comment, if nothing else is on it. */
const ownLine = (tree: Tree, entry: Entry): Splice | undefined => {
  const start = lineStart(tree.text, entry.key.range[0]);
  const comma = commaEnd(tree, endOfEntry(tree, entry));
  const end = lineEnd(tree.text, comma);
  const isAlone = start > 0 && leading(tree.text, entry.key.range[0]) !== undefined;
  if (!isAlone || !/^[ \t]*(?:#.*)?$/.test(tree.text.slice(comma, end))) return undefined;
  return { start: start - (tree.text[start - 2] === '\r' ? 2 : 1), end, text: '' };
};

type Items = readonly (readonly Field[])[];

/** New items right after the item at an index. */
export function appendAfter(tree: Tree, sequence: Sequence, index: number, items: Items): Splice {
  const neighbour = sequence.items[index] as Node;
  const end = endOf(tree, neighbour);
  if (sequence.flow === true) {
    const gap = itemGapOf(tree, sequence, index);
    return { start: end, end, text: items.map((item) => `,${gap}${flowItem(tree, neighbour, item)}`).join('') };
  }
  const at = lineEnd(tree.text, end);
  const style = { ...dashStyleOf(tree, sequence), lineBreak: lineBreakAt(tree.text, at) };
  const lines = items.map((item) => `${style.lineBreak}${blockItem(tree, neighbour, style, item)}`);
  return { start: at, end: at, text: lines.join('') };
}

type DashStyle = { readonly indent: string; readonly blanks: string; readonly lineBreak: string };

const dashStyleOf = (tree: Tree, sequence: Sequence): Omit<DashStyle, 'lineBreak'> => {
  const dash = sequence.range[0];
  const blanks = tree.text.slice(dash + 1, (sequence.items[0] as Node | undefined)?.range[0] ?? dash + 1);
  return {
    indent: leading(tree.text, dash) ?? ' '.repeat(dash - lineStart(tree.text, dash)),
    blanks: /^ +$/.test(blanks) ? blanks : ' ',
  };
};

const blockItem = (tree: Tree, neighbour: Node | undefined, style: DashStyle, item: readonly Field[]): string => {
  if (isMapping(neighbour) && neighbour.flow === true) {
    return `${style.indent}-${style.blanks}${flowItem(tree, neighbour, item)}`;
  }
  const key = isMapping(neighbour) ? neighbour.items[0]?.key : undefined;
  const pairs = item.map(
    (field) => `${key ? spellKey(field.key, key) : field.key}: ${printScalar(field.text, 'plain')}`,
  );
  return `${style.indent}-${style.blanks}${pairs.join(`${style.lineBreak}${style.indent} ${style.blanks}`)}`;
};

const flowItem = (tree: Tree, neighbour: Node, item: readonly Field[]): string => {
  const first = isMapping(neighbour) && neighbour.flow === true ? neighbour.items[0] : undefined;
  if (!isMapping(neighbour) || first === undefined) return flowMapping(defaultStyle(tree), item, ['', '']);
  const inside = tree.text.slice(endOfEntry(tree, neighbour.items.at(-1)), neighbour.range[1] - 1);
  const opening = /^\s*/.exec(tree.text.slice(neighbour.range[0] + 1, first.key.range[0]))?.[0] ?? '';
  return flowMapping(flowStyleOf(tree, neighbour, first), item, [opening, /\s*$/.exec(inside)?.[0] ?? '']);
};

const defaultStyle = (tree: Tree): Omit<FlowStyle, 'key'> => ({ gap: ' ', colon: ': ', quoted: tree.isJson });

const flowMapping = (
  style: Omit<FlowStyle, 'key'> & { readonly key?: Node },
  item: readonly Field[],
  [opening, closing]: readonly [string, string],
): string => {
  const pairs = item.map(({ key, text }) => {
    if (style.key !== undefined) return spellPair({ ...style, key: style.key }, key, text);
    return `${style.quoted ? JSON.stringify(key) : key}${style.colon}${printScalar(text, style.quoted ? 'double' : 'plain')}`;
  });
  return `{${opening}${pairs.join(`,${style.gap}`)}${closing}}`;
};

const itemGapOf = (tree: Tree, sequence: Sequence, index: number): string => {
  const items = sequence.items as Node[];
  const own = items[index]?.range[0] ?? 0;
  const before = items[index - 1];
  const start = before === undefined ? sequence.range[0] + 1 : endOf(tree, before);
  const blanks = /(?:\r?\n)?[ \t]*$/.exec(tree.text.slice(start, own))?.[0] ?? '';
  if (before !== undefined || blanks.includes('\n')) return blanks;
  return /^\{\s*"[^"]*":\S/.test(tree.text.slice(own)) ? '' : ' ';
};

/** A list under a key of the root that is missing, empty or null so far.
 * @throws PromotionError `image-ambiguous` for a key that is written with `?` and has no value. */
export function addSection(tree: Tree, root: Mapping, { key, items }: { key: string; items: Items }): Splice[] {
  const entry = root.items.find((candidate) => keyOf(candidate) === key);
  if (root.flow === true) return [flowSection(tree, root, { key, items, entry })];
  if (entry !== undefined) return fillSection(tree, root, { entry, items });
  const at = endOfDocument(tree);
  const lineBreak = lineBreakOf(tree.text);
  const lines = [`${marginOf(tree, root)}${rootKey(root, key)}:`, ...sectionLines(tree, root, items)].join(lineBreak);
  const isOwnLine = at === 0 || tree.text[at - 1] === '\n';
  return [{ start: at, end: at, text: isOwnLine ? `${lines}${lineBreak}` : `${lineBreak}${lines}` }];
}

const rootKey = (root: Mapping, key: string): string =>
  root.items[0] === undefined ? key : spellKey(key, root.items[0].key);

const fillSection = (tree: Tree, root: Mapping, { entry, items }: { entry: Entry; items: Items }): Splice[] => {
  if (entry.value === null) checkImplicit(tree, entry);
  const value = entry.value?.range ?? entry.key.range;
  const colon = tree.text.indexOf(':', entry.key.range[1]) + 1;
  const at = lineEnd(tree.text, value[1]);
  const lineBreak = lineBreakAt(tree.text, at);
  const lines = sectionLines(tree, root, items).map((line) => `${lineBreak}${line}`);
  const emptied = value[0] === value[1] ? [] : [{ start: colon, end: value[1], text: '' }];
  return [...emptied, { start: at, end: at, text: lines.join('') }];
};

const sectionLines = (tree: Tree, root: Mapping, items: Items): string[] => {
  const indent = `${marginOf(tree, root)}${firstDashIndent(tree, root) ?? ''}`;
  const style = { indent, blanks: ' ', lineBreak: lineBreakOf(tree.text) };
  return items.map((item) => blockItem(tree, undefined, style, item));
};

/** A text may as a whole stand in from the left. */
const marginOf = (tree: Tree, root: Mapping): string => (root.items.length === 0 ? '' : indentOf(tree, root));

/** How far the first list of the text is indented from the key above it. */
const firstDashIndent = (tree: Tree, node: Node | null): string | undefined => {
  if (isSequence(node)) return firstOf(node.items as Node[], (item) => firstDashIndent(tree, item));
  if (!isMapping(node)) return undefined;
  return firstOf(node.items, ({ key, value }) => {
    const isBlock = isSequence(value) && value.flow !== true && value.items.length > 0;
    if (!isBlock) return firstDashIndent(tree, value);
    return ' '.repeat(Math.max(0, columnIn(tree, value.range[0]) - columnIn(tree, key.range[0])));
  });
};

const columnIn = (tree: Tree, offset: number): number => offset - lineStart(tree.text, offset);

const firstOf = <T>(values: readonly T[], ask: (value: T) => string | undefined): string | undefined => {
  for (const value of values) {
    const answer = ask(value);
    if (answer !== undefined) return answer;
  }
  return undefined;
};

const endOfDocument = (tree: Tree): number => {
  const marker = /^(?:---|\.\.\.)(?=\s|$)/m.exec(tree.text.slice(tree.end));
  return marker === null ? tree.text.length : tree.end + marker.index;
};

type FlowSection = { readonly key: string; readonly items: Items; readonly entry: Entry | undefined };

const flowSection = (tree: Tree, root: Mapping, { key, items, entry }: FlowSection): Splice => {
  const last = root.items.at(-1);
  const style = last === undefined ? { ...defaultStyle(tree), gap: '' } : flowStyleOf(tree, root, entry ?? last);
  const list = flowList(style, items);
  if (entry?.value) return { start: entry.value.range[0], end: entry.value.range[1], text: list };
  if (entry !== undefined) return { start: entry.key.range[1], end: entry.key.range[1], text: `${style.colon}${list}` };
  const end = last === undefined ? root.range[0] + 1 : endOfEntry(tree, last);
  const name = last === undefined || style.quoted ? JSON.stringify(key) : rootKey(root, key);
  return { start: end, end, text: `${last === undefined ? '' : `,${style.gap}`}${name}${style.colon}${list}` };
};

/** One level deeper for each bracket where the text has a line for each key. */
const flowList = (style: Omit<FlowStyle, 'key'> & { readonly key?: Node }, items: Items): string => {
  if (!style.gap.includes('\n'))
    return `[${items.map((item) => flowMapping(style, item, ['', ''])).join(`,${style.gap}`)}]`;
  const unit = style.gap.replace(/^\r?\n/, '');
  const outer = `${style.gap}${unit}`;
  const inner = `${outer}${unit}`;
  const entries = items.map((item) => flowMapping({ ...style, gap: inner }, item, [inner, outer]));
  return `[${entries.map((entry) => `${outer}${entry}`).join(',')}${style.gap}]`;
};
