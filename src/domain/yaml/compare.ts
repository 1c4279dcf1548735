/** Reading back: the new text must be the old one but for the planned edits, in values that hold YAML themselves, too. */
import { fail } from '../errors.ts';
import { type Edit, splicesOf } from './edit.ts';
import type { Field } from './layout.ts';
import { applySplices, type Splice } from './lines.ts';
import { isUnsafe, readsAs } from './scalar.ts';
import {
  type Entry,
  isLink,
  isMapping,
  isSequence,
  isText,
  keyOf,
  lengthOf,
  type Mapping,
  type Node,
  PLAIN,
  parseTrees,
  type Sequence,
  type Text,
  type Tokens,
  type Tree,
} from './tree.ts';

/** Whether nodes, keys, YAML tags, anchors, values and their quotes are the same in both trees, except that each edit has
 * been carried out and reads as the text that was asked for. */
export function differsAsPlanned(before: Tree, after: Tree, edits: readonly Edit[]): boolean {
  return sameNode(before.root, after.root, planOf(after, edits));
}

/** Whether the new text has the tokens of the old one but for the values that the edits set. Undefined where tokens cannot
 * tell: for other edits than of values that are one token, and for texts that need escapes. */
export function holdsTokens(
  tokens: Tokens,
  after: string,
  edits: ReadonlyMap<Tree, readonly Edit[]>,
): boolean | undefined {
  const values = valuesOf(edits);
  if (values === undefined) return undefined;
  return isPlanned(tokens.words, tokens.lex(after), values);
}

type PlannedEdits = {
  readonly after: Tree;
  readonly texts: Map<Node, string>;
  readonly nested: Map<Node, string>;
  readonly swaps: Map<Entry, Field>;
  readonly removed: Set<Entry>;
  readonly inserted: Map<Entry, readonly Field[]>;
  readonly appended: Map<Sequence, Extract<Edit, { kind: 'append' }>[]>;
  readonly sections: Map<Mapping, Extract<Edit, { kind: 'section' }>>;
};

const planOf = (after: Tree, edits: readonly Edit[]): PlannedEdits => {
  const plan: PlannedEdits = {
    after,
    texts: new Map(),
    nested: new Map(),
    swaps: new Map(),
    removed: new Set(),
    inserted: new Map(),
    appended: new Map(),
    sections: new Map(),
  };
  for (const edit of edits) enter(plan, edit);
  return plan;
};

const enter = (plan: PlannedEdits, edit: Edit): void => {
  switch (edit.kind) {
    case 'set':
      plan.texts.set(edit.node, edit.text);
      return;
    case 'nested':
      plan.nested.set(edit.node, edit.text);
      return;
    case 'swap':
      plan.swaps.set(edit.entry, edit);
      return;
    case 'remove':
      plan.removed.add(edit.entry);
      return;
    case 'insert':
      plan.inserted.set(edit.after, [...(plan.inserted.get(edit.after) ?? []), ...edit.fields]);
      return;
    case 'append':
      plan.appended.set(edit.sequence, [...(plan.appended.get(edit.sequence) ?? []), edit]);
      return;
    case 'section':
      plan.sections.set(edit.mapping, edit);
  }
};

const sameNode = (before: Node | null, after: Node | null, plan: PlannedEdits): boolean => {
  if (before === null || after === null) return before === after;
  const text = plan.texts.get(before);
  if (text !== undefined) return isSet(before, after, { text, plan });
  if (isLink(before)) return isLink(after) && before.source === after.source;
  if (isLink(after) || before.anchor !== after.anchor || before.tag !== after.tag) return false;
  if (isText(before)) {
    return isText(after) && before.type === after.type && (plan.nested.get(before) ?? before.value) === after.value;
  }
  if (isMapping(before)) return isMapping(after) && sameMapping(before, after, plan);
  return isSequence(after) && sameSequence(before, after, plan);
};

const isSet = (before: Node, after: Node, { text, plan }: { text: string; plan: PlannedEdits }): boolean => {
  if (!isText(after) || !readsAs(plan.after, after, text)) return false;
  if (isLink(before)) return after.anchor === undefined && after.tag === undefined;
  return before.anchor === after.anchor && before.tag === after.tag && sameQuotes(before as typeof after, after);
};

/** A plain value may have gained quotes. */
const sameQuotes = (before: { type?: unknown }, after: { type?: unknown }): boolean =>
  before.type === after.type || (before.type === 'PLAIN' && after.type === 'QUOTE_DOUBLE');

const sameMapping = (before: Mapping, after: Mapping, plan: PlannedEdits): boolean => {
  let position = 0;
  const next = (): Entry | undefined => after.items[position++];
  const section = plan.sections.get(before);
  const isNew = section !== undefined && !before.items.some((entry) => keyOf(entry) === section.key);
  const isHeld = (entry: Entry): boolean =>
    section !== undefined && keyOf(entry) === section.key
      ? isSection(next(), section, plan)
      : sameEntry(entry, next, plan) && insertedAfter(entry, next, plan);
  return (
    before.flow === after.flow &&
    before.items.every(isHeld) &&
    (!isNew || isSection(next(), section, plan)) &&
    position === after.items.length
  );
};

const insertedAfter = (entry: Entry, next: () => Entry | undefined, plan: PlannedEdits): boolean =>
  (plan.inserted.get(entry) ?? []).every((field) => isField(next(), field, plan));

const sameEntry = (entry: Entry, next: () => Entry | undefined, plan: PlannedEdits): boolean => {
  if (plan.removed.has(entry)) return true;
  const after = next();
  if (after === undefined) return false;
  const swap = plan.swaps.get(entry);
  if (swap !== undefined) return isField(after, swap, plan);
  return sameNode(entry.key, after.key, plan) && sameNode(entry.value, after.value, plan);
};

const isField = (entry: Entry | undefined, { key, text }: Field, plan: PlannedEdits): boolean =>
  entry !== undefined && keyOf(entry) === key && isText(entry.value) && readsAs(plan.after, entry.value, text);

const isSection = (
  entry: Entry | undefined,
  { key, items }: Extract<Edit, { kind: 'section' }>,
  plan: PlannedEdits,
): boolean =>
  entry !== undefined &&
  keyOf(entry) === key &&
  isSequence(entry.value) &&
  entry.value.items.length === items.length &&
  items.every((item, index) => isItem((entry.value as Sequence).items[index] as Node | undefined, item, plan));

const isItem = (node: Node | undefined, fields: readonly Field[], plan: PlannedEdits): boolean =>
  isMapping(node) &&
  node.items.length === fields.length &&
  fields.every((field, index) => isField(node.items[index], field, plan));

const sameSequence = (before: Sequence, after: Sequence, plan: PlannedEdits): boolean => {
  if (before.flow !== after.flow) return false;
  const appended = plan.appended.get(before) ?? [];
  let position = 0;
  for (const [index, item] of before.items.entries()) {
    if (!sameNode(item as Node, (after.items[position++] ?? null) as Node | null, plan)) return false;
    const items = appended.filter((edit) => edit.after === index).flatMap((edit) => edit.items);
    if (!items.every((fields) => isItem(after.items[position++] as Node | undefined, fields, plan))) return false;
  }
  return position === after.items.length;
};

type PlannedValue = { readonly end: number; readonly spellings: readonly string[] };

const isPlanned = (
  old: readonly string[],
  now: readonly string[],
  values: ReadonlyMap<number, PlannedValue>,
): boolean => {
  let offset = 0;
  let at = 0;
  let found = 0;
  for (let index = 0; index < old.length; ) {
    const token = old[index] ?? '';
    const value = values.get(offset);
    const word = value === undefined ? '' : wordAt(old, index);
    if (value === undefined || lengthOf(word) === 0) {
      if (now[at++] !== token) return false;
      offset += lengthOf(token);
      index++;
      continue;
    }
    const other = wordAt(now, at);
    offset += lengthOf(word);
    if (offset !== value.end || !value.spellings.includes(other)) return false;
    index += tokensIn(word);
    at += tokensIn(other);
    found++;
  }
  return at === now.length && found === values.size;
};

/** A token, or a plain value with its announcement. */
const wordAt = (tokens: readonly string[], index: number): string => {
  const token = tokens[index] ?? '';
  return token === PLAIN ? `${PLAIN}${tokens[index + 1] ?? ''}` : token;
};

const tokensIn = (word: string): number => (word.startsWith(PLAIN) ? 2 : 1);

const valuesOf = (edits: ReadonlyMap<Tree, readonly Edit[]>): Map<number, PlannedValue> | undefined => {
  const values = new Map<number, PlannedValue>();
  for (const edit of [...edits.values()].flat()) {
    if (edit.kind !== 'set' || !isText(edit.node) || !/^[\w.:@/+=-]+$/.test(edit.text)) return undefined;
    const spellings = spellingsOf(edit.node, edit.text);
    const [start, end] = edit.node.range;
    if (spellings.length === 0 || start === end || edit.node.tag !== undefined) return undefined;
    values.set(start, { end, spellings });
  }
  return values;
};

/** The tokens that may replace the text of the node. */
const spellingsOf = (node: Text, text: string): string[] => {
  if (node.type === 'QUOTE_SINGLE') return [`'${text}'`];
  if (node.type === 'QUOTE_DOUBLE') return [`"${text}"`];
  if (node.type !== 'PLAIN') return [];
  return isUnsafe(text) ? [`"${text}"`] : [`"${text}"`, `${PLAIN}${text}`];
};

/** Edits of texts inside of values, as edits of the trees that hold those values. `inner` are the texts' own edits. */
export type Layers = {
  readonly outer: ReadonlyMap<Tree, readonly Edit[]>;
  readonly inner: ReadonlyMap<Tree, readonly Edit[]>;
};

/** @throws PromotionError `image-ambiguous` for an edit that the value's style cannot express. */
export function layersOf(edits: ReadonlyMap<Tree, readonly Edit[]>): Layers {
  const outer = new Map<Tree, Edit[]>();
  const inner = new Map<Tree, readonly Edit[]>();
  const nested = new Map<unknown, { tree: Tree; splices: Splice[] }>();
  const add = (tree: Tree, added: readonly Edit[]): void => {
    const others = outer.get(tree);
    if (others === undefined) outer.set(tree, [...added]);
    else others.push(...added);
  };
  for (const [tree, own] of edits) {
    if (tree.outer === undefined) {
      add(tree, own);
      continue;
    }
    inner.set(tree, own);
    const gathered = nested.get(tree.outer.node) ?? { tree, splices: [] };
    gathered.splices.push(...own.flatMap((edit) => splicesOf(tree, edit)));
    nested.set(tree.outer.node, gathered);
  }
  for (const { tree, splices } of nested.values()) {
    if (tree.outer !== undefined) add(tree.outer.tree, [nestedEdit(tree, splices)]);
  }
  return { outer, inner };
}

const nestedEdit = (tree: Tree, splices: readonly Splice[]): Edit => {
  const text = applySplices(tree.text, splices);
  const outward = splices.map((splice) => tree.outer?.toOuter(splice));
  if (tree.outer === undefined || text === undefined || outward.includes(undefined)) {
    return fail(
      'image-ambiguous',
      'The change needs a new line in text that is folded or quoted.',
      'Write the text as a literal block ("|"), and promote again.',
      tree.place(0),
    );
  }
  return { kind: 'nested', node: tree.outer.node, text, splices: outward.filter((splice) => splice !== undefined) };
};

/** Whether the new trees are the old ones but for the edits, in values that hold YAML, too. */
export function holdsTrees(before: readonly Tree[], after: readonly Tree[], { outer, inner }: Layers): boolean {
  const isOuter =
    after.length === before.length && before.every((tree, index) => holds(tree, after[index], outer.get(tree)));
  const nested = [...outer.values()].flat().filter((edit) => edit.kind === 'nested');
  const layers = layersByValue(inner);
  return isOuter && nested.every(({ node, text }) => holdsNested(layers.get(node) ?? [], text));
}

type InnerEdits = readonly [tree: Tree, edits: readonly Edit[]];

const layersByValue = (inner: Layers['inner']): Map<Node | undefined, InnerEdits[]> => {
  const layers = new Map<Node | undefined, InnerEdits[]>();
  for (const layer of inner) {
    const value = layer[0].outer?.node;
    const others = layers.get(value);
    if (others === undefined) layers.set(value, [layer]);
    else others.push(layer);
  }
  return layers;
};

const holds = (before: Tree, after: Tree | undefined, edits: readonly Edit[] = []): boolean =>
  after !== undefined && differsAsPlanned(before, after, edits);

const holdsNested = (layers: readonly InnerEdits[], text: string): boolean => {
  const { trees = [] } = parseTrees(text, () => ({}));
  return layers.every(([tree, edits]) => holds(tree, trees[tree.index], edits));
};
