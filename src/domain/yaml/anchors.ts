import { type Entry, isLink, isMapping, isSequence, isText, type Link, type Mapping, type Node } from './nodes.ts';
import type { ParseProblem } from './tree.ts';

/** What a document's anchors mean, and what is wrong with them or with its keys. */
export type Index = {
  readonly anchors: Map<string, Node>;
  readonly targets: Map<Link, Node>;
  readonly links: Map<Node, Link[]>;
  readonly heirs: Map<Mapping, Mapping[]>;
  problem: ParseProblem | undefined;
};

export function indexOf(root: Node | null): Index {
  const index: Index = {
    anchors: new Map(),
    targets: new Map(),
    links: new Map(),
    heirs: new Map(),
    problem: undefined,
  };
  visit(root, index);
  return index;
}

/** In the order of the text, since an anchor may be set anew. */
const visit = (node: Node | null, index: Index): void => {
  if (node === null || index.problem !== undefined) return;
  if (isLink(node)) {
    visitLink(node, index);
    return;
  }
  if (node.anchor !== undefined) index.anchors.set(node.anchor, node);
  if (isMapping(node)) visitMapping(node, index);
  if (isSequence(node)) for (const item of node.items) visit(item, index);
};

const visitLink = (link: Link, index: Index): void => {
  const target = index.anchors.get(link.source);
  if (target === undefined) {
    index.problem = { message: 'has an alias without an anchor before it', offset: link.range[0] };
    return;
  }
  index.targets.set(link, target);
  push(index.links, target, link);
};

const visitMapping = (mapping: Mapping, index: Index): void => {
  const keys = new Set<string>();
  for (const { key, value } of mapping.items) {
    visit(key, index);
    const name = follow(key, index.targets);
    if (isText(name)) {
      const text = String(name.value);
      if (keys.has(text))
        index.problem ??= { message: `repeats the key ${JSON.stringify(text)}`, offset: key.range[0] };
      keys.add(text);
    }
    visit(value, index);
  }
  for (const source of mergedBy(mapping, index.targets)) push(index.heirs, source, mapping);
};

const push = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
};

/** The mappings that `<<` merges into this one, the strongest first. */
export function mergedBy(mapping: Mapping, targets: ReadonlyMap<Link, Node>): Mapping[] {
  const merge = mapping.items.find(isMerge);
  if (merge === undefined) return [];
  const value = follow(merge.value, targets);
  const sources = isSequence(value) ? value.items.map((item) => follow(item, targets)) : [value];
  return sources.filter((source) => isMapping(source));
}

/** Whether the key is `<<` as readers understand it: plain, and no text by its YAML tag. */
export const isMerge = ({ key }: Entry): boolean =>
  isText(key) &&
  key.value === '<<' &&
  key.type === 'PLAIN' &&
  (key.tag === undefined || key.tag === 'tag:yaml.org,2002:merge');

const follow = (node: Node | null, targets: ReadonlyMap<Link, Node>): Node | null =>
  isLink(node) ? (targets.get(node) ?? null) : node;
