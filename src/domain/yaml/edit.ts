/** Edits of a tree, as data, the splices of its text that carry them out, and where each character of a value is in its source. */
import { addSection, appendAfter, checkRemovable, type Field, insertAfter, removeEntry, spellKey } from './layout.ts';
import { lineBreakOf, type Splice } from './lines.ts';
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
  /** The entry gets another key and value where it is. */
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
  const parsed = parseTrees(String(node.value), place, {
    tree,
    node,
    toOuter: (splice) => outerSplice(splice, source),
  });
  return parsed.trees?.filter(({ root }) => root !== null && !isText(root));
}

/** A splice of the value in the outer text; undefined if the value's style cannot express it. */
export function outerSplice(
  { start, end, text }: Splice,
  { offsetOf, encode, newLine }: TextSource,
): Splice | undefined {
  const [first = '', ...rest] = text.split('\n');
  const lines = rest.map(newLine);
  const outerStart = offsetOf(start);
  const outerEnd = offsetOf(end);
  if (outerStart === undefined || outerEnd === undefined || lines.includes(undefined)) return undefined;
  return { start: outerStart, end: outerEnd, text: `${encode(first)}${lines.join('')}` };
}

export type TextSource = {
  /** The offset outside of a character of the value, or of its end. */
  readonly offsetOf: (index: number) => number | undefined;
  /** The source of a text without line breaks. */
  readonly encode: (text: string) => string;
  /** The source of a new line with this text; undefined if the style cannot express it. */
  readonly newLine: (line: string) => string | undefined;
};

/** Undefined for a value that cannot be followed character by character. A value without a type is the whole text. */
export function sourceOf(tree: Tree, node: Text): TextSource | undefined {
  if (node.type === undefined)
    return { offsetOf: (index) => index, encode: (text) => text, newLine: (line) => `\n${line}` };
  if (isBlock(node)) return blockSource(tree, node);
  if (node.type === 'QUOTE_DOUBLE') return doubleSource(tree, node);
  return node.type === 'QUOTE_SINGLE' ? singleSource(tree, node) : plainSource(tree, node);
}

export function isBlock({ type }: Text): boolean {
  return type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
}

const blockSource = (tree: Tree, node: Text): TextSource | undefined => {
  const value = String(node.value);
  const start = tree.text.indexOf('\n', node.range[0]) + 1;
  const lines = linesOf(tree.text, start, node.range[1]);
  const indent = indentOf(lines, value);
  if (indent === undefined) return undefined;
  const offsets: number[] = [];
  let end = start;
  for (const line of lines) {
    const content = line.text.slice(indent);
    if (content === '') continue;
    const at = positionOf(value, offsets.length, content);
    if (at === undefined) return undefined;
    while (offsets.length < at) offsets.push(end);
    end = line.start + indent;
    for (let index = 0; index < content.length; index++) offsets.push(end++);
  }
  while (offsets.length <= value.length) offsets.push(end);
  const prefix = `${lineBreakOf(tree.text)}${' '.repeat(indent)}`;
  // Between lines that are not indented a single line break would be folded into a blank.
  const isKept = (line: string): boolean => node.type === 'BLOCK_LITERAL' || line.startsWith(' ');
  const newLine = (line: string): string | undefined => (isKept(line) ? prefix + line : undefined);
  return { offsetOf: (index) => offsets[index], encode: (text) => text, newLine };
};

type Line = { readonly start: number; readonly text: string };

const linesOf = (text: string, start: number, end: number): Line[] => {
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const feed = text.indexOf('\n', at);
    const next = feed < 0 || feed >= end ? end : feed + 1;
    lines.push({ start: at, text: text.slice(at, next).replace(/\r?\n$/, '') });
    at = next;
  }
  return lines;
};

const indentOf = (lines: readonly Line[], value: string): number | undefined => {
  const outer = lines.find(({ text }) => text.trim() !== '')?.text;
  const inner = value.split('\n').find((line) => line.trim() !== '');
  if (outer === undefined || inner === undefined) return undefined;
  return outer.length - outer.trimStart().length - (inner.length - inner.trimStart().length);
};

/** Where the line goes on in the value: after line breaks, or after the blank that a line break was folded into. */
const positionOf = (value: string, from: number, content: string): number | undefined => {
  let at = from;
  while (value[at] === '\n') at++;
  if (value.startsWith(content, at)) return at;
  return value[from] === ' ' && value.startsWith(content, from + 1) ? from + 1 : undefined;
};

const doubleSource = (tree: Tree, node: Text): TextSource | undefined => {
  const pieceAt = (at: number): Piece => {
    const [whole = '', code = ''] = /^\\(x..|u.{4}|U.{8}|\r?\n[ \t]*|.)/s.exec(tree.text.slice(at, at + 200)) ?? [];
    if (/^\r?\n/.test(code)) return { length: whole.length, text: '' };
    const point = /^[xuU]/.test(code) ? Number.parseInt(code.slice(1), 16) : undefined;
    return { length: whole.length, text: point === undefined ? (escapes[code] ?? code) : String.fromCodePoint(point) };
  };
  const offsets = quotedOffsets(tree, node, (at) => (tree.text[at] === '\\' ? pieceAt(at) : undefined));
  const encode = (text: string): string => JSON.stringify(text).slice(1, -1);
  return offsets && { offsetOf: (index) => offsets[index], encode, newLine: (line) => `\\n${encode(line)}` };
};

const escapes: Readonly<Record<string, string>> = {
  0: '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

const singleSource = (tree: Tree, node: Text): TextSource | undefined => {
  const offsets = quotedOffsets(tree, node, (at) =>
    tree.text.startsWith("''", at) ? { length: 2, text: "'" } : undefined,
  );
  const encode = (text: string): string => text.replaceAll("'", "''");
  return offsets && { offsetOf: (index) => offsets[index], encode, newLine: () => undefined };
};

/** Only for text that stays plain where it is put. */
const plainSource = (tree: Tree, node: Text): TextSource | undefined => {
  const offsets = foldedOffsets(tree, node, { start: node.range[0], end: node.range[1], special: () => undefined });
  return offsets && { offsetOf: (index) => offsets[index], encode: (text) => text, newLine: () => undefined };
};

type Piece = { readonly length: number; readonly text: string };

type Special = (at: number) => Piece | undefined;

const quotedOffsets = (tree: Tree, node: Text, special: Special): readonly number[] | undefined =>
  foldedOffsets(tree, node, { start: node.range[0] + 1, end: node.range[1] - 1, special });

/** Follows text with its folded lines; undefined if the read text is not the value. */
const foldedOffsets = (
  tree: Tree,
  node: Text,
  { start, end, special }: { start: number; end: number; special: Special },
): readonly number[] | undefined => {
  const offsets: number[] = [];
  let read = '';
  for (let at = start; at < end; ) {
    const piece = special(at) ?? folded(tree.text, at) ?? { length: 1, text: tree.text[at] ?? '' };
    for (let index = 0; index < piece.text.length; index++) offsets.push(at);
    read += piece.text;
    at += piece.length;
  }
  offsets.push(end);
  return read === node.value ? offsets : undefined;
};

/** A line break within quotes, with the blanks around it: a blank, or one line break fewer than there are. */
const folded = (text: string, at: number): Piece | undefined => {
  if (!/[ \t\r\n]/.test(text[at] ?? '')) return undefined;
  const [whole = ''] = /^[ \t]*(?:\r?\n[ \t]*)+/.exec(text.slice(at, at + 4_000)) ?? [];
  if (whole === '') return undefined;
  const breaks = whole.split('\n').length - 1;
  return { length: whole.length, text: breaks === 1 ? ' ' : '\n'.repeat(breaks - 1) };
};
