import { type Alias, isAlias, isMap, isScalar, isSeq, type Pair, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';

/** Nodes as they come from the parser. Offsets count UTF-16 units of the tree's text. */
export type Text = Scalar.Parsed;
export type Link = Alias.Parsed;
export type Mapping = YAMLMap.Parsed;
export type Sequence = YAMLSeq.Parsed;
export type Node = Text | Link | Mapping | Sequence;
/** One key with its value; the value is null only where not even a colon follows the key. */
export type Entry = Pair<Node, Node | null>;

export function isText(node: Node | null | undefined): node is Text {
  return isScalar(node);
}

export function isLink(node: Node | null | undefined): node is Link {
  return isAlias(node);
}

export function isMapping(node: Node | null | undefined): node is Mapping {
  return isMap(node);
}

export function isSequence(node: Node | null | undefined): node is Sequence {
  return isSeq(node);
}

/** The text of a key, undefined for a key that is an alias or a collection. */
export function keyOf(entry: Entry): string | undefined {
  return isText(entry.key) ? String(entry.key.value) : undefined;
}

/** With its prototype and properties, so that children of its own can be set. */
export function cloneOf<T extends object>(node: T): T {
  return Object.create(Object.getPrototypeOf(node), Object.getOwnPropertyDescriptors(node)) as T;
}

const nulls = new Set(['', '~', 'null', 'Null', 'NULL']);

/** Whether readers see no value at all. */
export function isNull(node: Text): boolean {
  return node.type === 'PLAIN' && (node.tag === undefined || node.tag.endsWith(':null')) && nulls.has(node.source);
}
