/** A tree as its readers see it: with what aliases and merge keys stand for in their place. */
import { fail } from '../errors.ts';
import { isMerge } from '../yaml/anchors.ts';
import {
  cloneOf,
  type Entry,
  isLink,
  isMapping,
  isSequence,
  isText,
  type Link,
  type Mapping,
  type Node,
  type Sequence,
} from '../yaml/nodes.ts';
import type { Tree } from '../yaml/tree.ts';
import { effectiveEntries, layersOf } from './parts.ts';

/** What a reader sees of a node in another place. */
export type Copy = {
  readonly node: Node;
  /** The alias by which it gets there. */
  readonly user: Link;
  /** Whether it is merged, so that a key of the mapping's own would hide it. For a mapping: the one that merges it. */
  readonly isMerged: boolean;
  /** The mappings whose keys hide those of a merged mapping. */
  readonly stronger?: readonly Mapping[] | undefined;
};

export type View = { readonly tree: Tree; readonly copies: ReadonlyMap<Node, readonly Copy[]> };

/** Far more than a manifest needs, so that aliases of aliases cannot grow without end. */
const MOST_COPIES = 100_000;

/** The aliases whose meaning changes with the nodes. Those in `gone` are aliases no more. */
export function linksTo(tree: Tree, nodes: readonly Node[], gone: ReadonlySet<Node>): Set<Link> {
  const parents = new Map<Node, Node>();
  if (tree.root !== null) enterParents(tree.root, parents);
  const links = new Set<Link>();
  const seen = new Set<Node>();
  const queue = [...nodes];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const users = (tree.links.get(next) ?? []).filter((link) => !gone.has(link));
    for (const link of users) links.add(link);
    const parent = parents.get(next);
    queue.push(...users, ...(parent === undefined ? [] : [parent]));
  }
  return links;
}

const enterParents = (node: Node, parents: Map<Node, Node>): void => {
  for (const child of childrenOf(node)) {
    parents.set(child, node);
    enterParents(child, parents);
  }
};

const childrenOf = (node: Node): Node[] => {
  if (isSequence(node)) return node.items as Node[];
  return isMapping(node) ? node.items.flatMap(({ value }) => (value === null ? [] : [value])) : [];
};

type Expansion = {
  readonly tree: Tree;
  readonly links: ReadonlySet<Link>;
  readonly copies: Map<Node, Copy[]>;
  readonly targets: Map<Link, Node>;
  /** What stands in the place of each node, for the aliases that stay. */
  readonly stays: Map<Node, Node>;
  readonly users: Map<Node, readonly Link[]>;
  readonly heirs: Map<Mapping, readonly Mapping[]>;
  /** What is being expanded, which may hold an alias of itself. */
  readonly open: Set<Node>;
  count: number;
};

/** How a place is reached: without a user it is where the text has it. */
type Way = Pick<Copy, 'isMerged' | 'stronger'> & { readonly user: Link | undefined };

const here: Way = { user: undefined, isMerged: false };

/** @throws PromotionError `image-shared` where the text would grow without end. */
export function expand(tree: Tree, links: ReadonlySet<Link>): View {
  const copies = new Map<Node, Copy[]>();
  const targets = new Map(tree.targets);
  const users = new Map(tree.links);
  const heirs = new Map(tree.heirs);
  const stays = new Map<Node, Node>();
  const expansion = { tree, links, copies, targets, stays, users, heirs, open: new Set<Node>(), count: 0 };
  const root = tree.root === null ? null : copy(expansion, tree.root, here);
  return { tree: { ...tree, root, targets, links: users, heirs }, copies };
}

const copy = (expansion: Expansion, node: Node, way: Way): Node => {
  if (isLink(node)) return copyLink(expansion, node, way);
  if (isText(node) && way.user === undefined) return node;
  const copied = cloneOf(node);
  if (way.user === undefined) expansion.stays.set(node, copied);
  record(expansion, node, { copied, way });
  const links = expansion.tree.links.get(node);
  if (links !== undefined) expansion.users.set(copied, links);
  const inside = { ...way, isMerged: false };
  if (isMapping(node)) copyEntries(expansion, { from: node, to: copied as Mapping, way: inside });
  if (isSequence(node)) {
    const items = (node.items as Node[]).map((item) => copy(expansion, item, inside));
    (copied as Sequence).items = items as Sequence['items'];
  }
  return copied;
};

const copyLink = (expansion: Expansion, link: Link, way: Way): Node => {
  const target = expansion.tree.targets.get(link);
  if (target !== undefined && expansion.links.has(link) && !expansion.open.has(target)) {
    expansion.open.add(target);
    const copied = copy(expansion, target, { ...way, user: way.user ?? link });
    expansion.open.delete(target);
    return copied;
  }
  if (target === undefined) return link;
  const copied = way.user === undefined ? link : cloneOf(link);
  expansion.targets.set(copied, expansion.stays.get(target) ?? target);
  record(expansion, link, { copied, way });
  return copied;
};

type Mappings = { readonly from: Mapping; readonly to: Mapping; readonly way: Way };

const copyEntries = (expansion: Expansion, { from, to, way }: Mappings): void => {
  const { tree, links, heirs } = expansion;
  const mergedInto = tree.heirs.get(from);
  if (mergedInto !== undefined) heirs.set(to, mergedInto);
  const merge = mergeLinksOf(from).find((link) => links.has(link));
  if (merge === undefined) {
    to.items = from.items.map((entry) => copyEntry(expansion, entry, way)) as Mapping['items'];
    return;
  }
  const merged = { user: way.user ?? merge, isMerged: true };
  const entries = [...effectiveEntries(tree, from)].filter(([key]) => key !== '<<');
  to.items = entries.map(([, { entry, mapping }]) =>
    copyEntry(expansion, entry, mapping === from ? way : merged),
  ) as Mapping['items'];
  const layers = layersOf(tree, from);
  for (const [index, layer] of layers.entries()) {
    const stronger = layers.slice(0, index);
    if (index > 0) record(expansion, layer, { copied: to, way: { ...merged, stronger } });
  }
};

const mergeLinksOf = (mapping: Mapping): Link[] => {
  const value = mapping.items.find(isMerge)?.value ?? null;
  return (isSequence(value) ? (value.items as Node[]) : [value]).filter((node) => isLink(node));
};

const copyEntry = (expansion: Expansion, entry: Entry, way: Way): Entry => {
  const copied = cloneOf(entry);
  copied.value = entry.value === null ? null : copy(expansion, entry.value, way);
  return copied;
};

const record = (expansion: Expansion, node: Node, { copied, way }: { copied: Node; way: Way }): void => {
  const { user, isMerged, stronger } = way;
  if (user === undefined) return;
  const others = expansion.copies.get(node);
  if (others === undefined) expansion.copies.set(node, [{ node: copied, user, isMerged, stronger }]);
  else others.push({ node: copied, user, isMerged, stronger });
  if (++expansion.count <= MOST_COPIES) return;
  fail(
    'image-shared',
    'The image stands in a mapping or list whose aliases multiply beyond what can be followed.',
    'Write the image out where it is used, and promote again.',
    expansion.tree.place(node.range[0]),
  );
};
