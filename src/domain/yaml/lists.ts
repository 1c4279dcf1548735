/** New items of lists, in the style of their neighbours, and lists where none was. */
import type { Field } from './edit.ts';
import { checkImplicit } from './keys.ts';
import {
  endOf,
  endOfEntry,
  type FlowStyle,
  flowStyleOf,
  indentOf,
  leading,
  lineBreakAt,
  spellKey,
  spellPair,
} from './layout.ts';
import { lineBreakOf, lineEnd, lineStart } from './lines.ts';
import { type Entry, isMapping, isSequence, keyOf, type Mapping, type Node, type Sequence } from './nodes.ts';
import { spell } from './scalar.ts';
import type { Splice } from './splice.ts';
import type { Tree } from './tree.ts';

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
  const pairs = item.map((field) => `${key ? spellKey(field.key, key) : field.key}: ${spell(field.text, 'plain')}`);
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
    return `${style.quoted ? JSON.stringify(key) : key}${style.colon}${spell(text, style.quoted ? 'double' : 'plain')}`;
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

/** How far the first list of the text stands in from the key above it. */
const firstDashIndent = (tree: Tree, node: Node | null): string | undefined => {
  if (isSequence(node)) return firstOf(node.items as Node[], (item) => firstDashIndent(tree, item));
  if (!isMapping(node)) return undefined;
  return firstOf(node.items, ({ key, value }) => {
    const isBlock = isSequence(value) && value.flow !== true && value.items.length > 0;
    if (!isBlock) return firstDashIndent(tree, value);
    return ' '.repeat(Math.max(0, columnOf(tree, value.range[0]) - columnOf(tree, key.range[0])));
  });
};

const columnOf = (tree: Tree, offset: number): number => offset - lineStart(tree.text, offset);

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
