/** The other places that an edit changes, through an alias or a merge key. The tree is read as parsers see it, with the content
 * of aliases and merge keys in their place. */
import { fail } from '../errors.ts';
import type { Layers } from '../yaml/compare.ts';
import type { Edit } from '../yaml/edit.ts';
import type { Field } from '../yaml/layout.ts';
import {
  cloneOf,
  type Entry,
  isLink,
  isMapping,
  isMerge,
  isSequence,
  isText,
  type Link,
  type Mapping,
  type Node,
  nameOf,
  type Sequence,
  type Text,
  type Tree,
} from '../yaml/tree.ts';
import { findValues, searchedNothing } from './helm.ts';
import { effectiveEntries, mergeChain } from './image-parts.ts';
import { type Hit, match, partsWanted, type RequestedSites } from './match.ts';
import { type EditPlan, planOf } from './plan-edits.ts';
import type { Found, ImagePart, PartsShape, Site } from './site.ts';

type SharedChange = {
  readonly trees: readonly Tree[];
  readonly hits: readonly Hit[];
  readonly layers: Layers;
  /** The request of each reader of the manifest. */
  readonly asks: readonly (Pick<RequestedSites, 'images'> & {
    /** The images that the reader finds in the trees. */
    readonly find: (trees: readonly Tree[]) => Found;
    /** Which of the sites the reader sees. */
    readonly see: (sites: readonly Site[]) => readonly Site[];
  })[];
};

/** Reads the trees as their readers do, with the content in the place of its aliases, and looks whether the request names
 * all that would change there, with the same values.
 * @throws PromotionError `image-shared` where it does not. */
export function checkShared(change: SharedChange): void {
  const edits = [...change.layers.outer, ...change.layers.inner];
  const gone = new Set(edits.flatMap(([, own]) => own.flatMap(replacedBy)));
  for (const [tree, own] of edits) {
    if (tree.links.size === 0) continue;
    const links = linksTo(tree, own.map(changedBy), gone);
    if (links.size > 0) checkTree(change, { tree, edits: own, links });
  }
}

/** The values that follow no anchor afterwards. */
const replacedBy = (edit: Edit): Node[] => {
  if (edit.kind === 'set') return [edit.node];
  return (edit.kind === 'swap' || edit.kind === 'remove') && edit.entry.value !== null ? [edit.entry.value] : [];
};

const changedBy = (edit: Edit): Node => {
  switch (edit.kind) {
    case 'set':
    case 'nested':
      return edit.node;
    case 'swap':
      return edit.entry.value ?? edit.entry.key;
    case 'append':
      return edit.sequence;
    default:
      return edit.mapping;
  }
};

type Affected = { readonly tree: Tree; readonly edits: readonly Edit[]; readonly links: ReadonlySet<Link> };

/** The plan for the view, which has no relevant aliases. */
type PlannedView = {
  readonly tree: Tree;
  readonly plan: EditPlan;
  readonly hits: readonly Hit[];
  /** The images of a mapping in several values. */
  readonly inParts: ReadonlyMap<Node, readonly InParts[]>;
  /** The lists that get new items. */
  readonly grown: ReadonlySet<Node>;
};

type InParts = { readonly hit: Hit; readonly shape: PartsShape };

const checkTree = (change: SharedChange, { tree, edits, links }: Affected): void => {
  const view = expand(tree, links);
  const there = planThere(change, tree, view);
  for (const edit of edits) {
    const node = edit.kind === 'remove' ? (edit.entry.value ?? edit.mapping) : changedBy(edit);
    const stray = (view.copies.get(node) ?? []).find((copy) => !isNamed(edit, copy, { change, there }));
    if (stray !== undefined) shared(tree, node, stray.user);
  }
};

const planThere = ({ trees, asks }: SharedChange, tree: Tree, view: ExpandedTree): PlannedView => {
  const there = trees.map((other) => (other === tree ? view.tree : other));
  const founds = asks.map(({ find, see }): Pick<Found, 'sites' | 'additions'> => {
    if (tree.outer === undefined) return find(there);
    return { sites: see(findValues(view.tree, view.tree.root, { searched: searchedNothing() })) };
  });
  const hits = match(asks.map(({ images }, index) => ({ images, sites: founds[index]?.sites ?? [] }))).flat();
  const plan = planOf(hits);
  return { tree: view.tree, plan, hits, inParts: partsOf(hits), grown: grownBy(plan, founds[0]?.additions) };
};

/** Asked for every copy of every edit, which may be as many as there are hits. */
const partsOf = (hits: readonly Hit[]): Map<Node, InParts[]> => {
  const all = new Map<Node, InParts[]>();
  for (const hit of hits) {
    const { shape } = hit.site;
    if (shape.kind !== 'parts' || !('mapping' in shape.place)) continue;
    const others = all.get(shape.place.mapping);
    if (others === undefined) all.set(shape.place.mapping, [{ hit, shape }]);
    else others.push({ hit, shape });
  }
  return all;
};

const grownBy = ({ insertions }: EditPlan, additions: Found['additions']): Set<Node> => {
  const lists = [...insertions.values()].flatMap(({ shape: { place } }) =>
    'parameters' in place ? [place.parameters] : [],
  );
  return new Set(additions?.images === undefined ? lists : [...lists, additions.images]);
};

type Both = { readonly change: SharedChange; readonly there: PlannedView };

/** Whether the request asks for the edit in the copy, too. A merged value may be overridden by a key of its own. */
const isNamed = (edit: Edit, copy: Copy, { change, there }: Both): boolean => {
  const { node, isMerged } = copy;
  const want = there.plan.wants.get(node as Text | Link);
  switch (edit.kind) {
    case 'set':
      return want !== undefined && (isMerged || (want.text ?? '') === edit.text);
    case 'swap':
      return want !== undefined && (isMerged || want.swap?.text === edit.text);
    case 'remove':
      return want !== undefined && (isMerged || want.text === undefined);
    case 'insert':
      return edit.fields.every((field) => isInserted(field, copy, there));
    case 'append':
      return there.grown.has(node);
    case 'nested':
      return hitsIn(there.hits, node) === hitsIn(change.hits, edit.node);
    case 'section':
      return true;
  }
};

const isInserted = ({ key, text }: Field, copy: Copy, { tree, inParts }: PlannedView): boolean => {
  const { node, isMerged, stronger = [] } = copy;
  if (stronger.some((layer) => layer.items.some((entry) => nameOf(tree, entry) === key))) return true;
  return (inParts.get(node) ?? []).some(({ hit, shape }) => {
    const wants = Object.entries(partsWanted(shape, hit)) as [ImagePart, string | undefined][];
    return wants.some(([part, wanted]) => shape.keys[part] === key && (isMerged || (wanted ?? '') === text));
  });
};

const hitsIn = (hits: readonly Hit[], node: Node): number =>
  hits.filter(({ site }) => site.tree.outer?.node === node).length;

const shared = (tree: Tree, node: Node, user: Link): never =>
  fail(
    'image-shared',
    `What is to change here is also used on line ${tree.place(user.range[0]).line}, which the request does not name.`,
    'Request all images that share it, or write it out where it is used.',
    tree.place(node.range[0]),
  );

/** A node that a reader sees in another place. */
type Copy = {
  readonly node: Node;
  /** The alias by which it gets there. */
  readonly user: Link;
  /** Whether it is merged, so that a key of the mapping's own would hide it. For a mapping: the one that merges it. */
  readonly isMerged: boolean;
  /** The mappings whose keys hide those of a merged mapping. */
  readonly stronger?: readonly Mapping[] | undefined;
};

type ExpandedTree = { readonly tree: Tree; readonly copies: ReadonlyMap<Node, readonly Copy[]> };

/** Far more than a manifest needs, so that aliases of aliases cannot grow without end. */
const MOST_COPIES = 100_000;

/** The aliases whose meaning changes with the nodes. Those in `gone` are aliases no more. */
function linksTo(tree: Tree, nodes: readonly Node[], gone: ReadonlySet<Node>): Set<Link> {
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
  /** The content at each node, for the remaining aliases. */
  readonly stays: Map<Node, Node>;
  readonly users: Map<Node, readonly Link[]>;
  readonly heirs: Map<Mapping, readonly Mapping[]>;
  /** The nodes under expansion, which may have an alias of themselves. */
  readonly open: Set<Node>;
  count: number;
};

/** The path to a place: without a user it is the place in the text. */
type Reach = Pick<Copy, 'isMerged' | 'stronger'> & { readonly user: Link | undefined };

const here: Reach = { user: undefined, isMerged: false };

/** @throws PromotionError `image-shared` where the text would grow without end. */
function expand(tree: Tree, links: ReadonlySet<Link>): ExpandedTree {
  const copies = new Map<Node, Copy[]>();
  const targets = new Map(tree.targets);
  const users = new Map(tree.links);
  const heirs = new Map(tree.heirs);
  const stays = new Map<Node, Node>();
  const expansion = { tree, links, copies, targets, stays, users, heirs, open: new Set<Node>(), count: 0 };
  const root = tree.root === null ? null : copy(expansion, tree.root, here);
  return { tree: { ...tree, root, targets, links: users, heirs }, copies };
}

const copy = (expansion: Expansion, node: Node, way: Reach): Node => {
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

const copyLink = (expansion: Expansion, link: Link, way: Reach): Node => {
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

type Mappings = { readonly from: Mapping; readonly to: Mapping; readonly way: Reach };

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
  const layers = mergeChain(tree, from);
  for (const [index, layer] of layers.entries()) {
    const stronger = layers.slice(0, index);
    if (index > 0) record(expansion, layer, { copied: to, way: { ...merged, stronger } });
  }
};

const mergeLinksOf = (mapping: Mapping): Link[] => {
  const value = mapping.items.find(isMerge)?.value ?? null;
  return (isSequence(value) ? (value.items as Node[]) : [value]).filter((node) => isLink(node));
};

const copyEntry = (expansion: Expansion, entry: Entry, way: Reach): Entry => {
  const copied = cloneOf(entry);
  copied.value = entry.value === null ? null : copy(expansion, entry.value, way);
  return copied;
};

const record = (expansion: Expansion, node: Node, { copied, way }: { copied: Node; way: Reach }): void => {
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
