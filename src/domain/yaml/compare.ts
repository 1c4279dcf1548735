/** Reading back: the new tree must be the old one but for the planned edits. */
import type { Edit, Field } from './edit.ts';
import {
  type Entry,
  isLink,
  isMapping,
  isSequence,
  isText,
  keyOf,
  type Mapping,
  type Node,
  type Sequence,
} from './nodes.ts';
import type { Tree } from './tree.ts';
import { readsAs } from './value.ts';

type Plan = {
  readonly after: Tree;
  readonly texts: Map<Node, string>;
  readonly nested: Map<Node, string>;
  readonly swaps: Map<Entry, Field>;
  readonly removed: Set<Entry>;
  readonly inserted: Map<Entry, readonly Field[]>;
  readonly appended: Map<Sequence, Extract<Edit, { kind: 'append' }>[]>;
  readonly sections: Map<Mapping, Extract<Edit, { kind: 'section' }>>;
};

/** Whether nodes, keys, YAML tags, anchors, values and their quotes are the same in both trees, except that each edit has
 * been carried out and reads as the text that was asked for. */
export function differsAsPlanned(before: Tree, after: Tree, edits: readonly Edit[]): boolean {
  return sameNode(before.root, after.root, planOf(after, edits));
}

const planOf = (after: Tree, edits: readonly Edit[]): Plan => {
  const plan: Plan = {
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

const enter = (plan: Plan, edit: Edit): void => {
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

const sameNode = (before: Node | null, after: Node | null, plan: Plan): boolean => {
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

const isSet = (before: Node, after: Node, { text, plan }: { text: string; plan: Plan }): boolean => {
  if (!isText(after) || !readsAs(plan.after, after, text)) return false;
  if (isLink(before)) return after.anchor === undefined && after.tag === undefined;
  return before.anchor === after.anchor && before.tag === after.tag && sameQuotes(before as typeof after, after);
};

/** A plain value may have gained quotes. */
const sameQuotes = (before: { type?: unknown }, after: { type?: unknown }): boolean =>
  before.type === after.type || (before.type === 'PLAIN' && after.type === 'QUOTE_DOUBLE');

const sameMapping = (before: Mapping, after: Mapping, plan: Plan): boolean => {
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

const insertedAfter = (entry: Entry, next: () => Entry | undefined, plan: Plan): boolean =>
  (plan.inserted.get(entry) ?? []).every((field) => isField(next(), field, plan));

const sameEntry = (entry: Entry, next: () => Entry | undefined, plan: Plan): boolean => {
  if (plan.removed.has(entry)) return true;
  const after = next();
  if (after === undefined) return false;
  const swap = plan.swaps.get(entry);
  if (swap !== undefined) return isField(after, swap, plan);
  return sameNode(entry.key, after.key, plan) && sameNode(entry.value, after.value, plan);
};

const isField = (entry: Entry | undefined, { key, text }: Field, plan: Plan): boolean =>
  entry !== undefined && keyOf(entry) === key && isText(entry.value) && readsAs(plan.after, entry.value, text);

const isSection = (entry: Entry | undefined, { key, items }: Extract<Edit, { kind: 'section' }>, plan: Plan): boolean =>
  entry !== undefined &&
  keyOf(entry) === key &&
  isSequence(entry.value) &&
  entry.value.items.length === items.length &&
  items.every((item, index) => isItem((entry.value as Sequence).items[index] as Node | undefined, item, plan));

const isItem = (node: Node | undefined, fields: readonly Field[], plan: Plan): boolean =>
  isMapping(node) &&
  node.items.length === fields.length &&
  fields.every((field, index) => isField(node.items[index], field, plan));

const sameSequence = (before: Sequence, after: Sequence, plan: Plan): boolean => {
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
