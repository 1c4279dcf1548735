/** What else changes with an edit: the places that an alias or a merge key gives the same content. */
import { fail } from '../errors.ts';
import type { Edit, Field } from '../yaml/edit.ts';
import type { Link, Node, Text } from '../yaml/nodes.ts';
import { nameOf, type Tree } from '../yaml/tree.ts';
import { type Copy, expand, linksTo, type View } from './expand.ts';
import { findValues } from './helm.ts';
import { type Hit, match, type Question } from './match.ts';
import type { Layers } from './nesting.ts';
import { type Plan, planOf } from './plan.ts';
import { searchedNothing } from './searched.ts';
import type { Found, Part, PartsShape, Site } from './site.ts';
import { partsWanted } from './wants.ts';

type Change = {
  readonly trees: readonly Tree[];
  readonly hits: readonly Hit[];
  readonly layers: Layers;
  /** What is asked by each reader of the manifest. */
  readonly asks: readonly (Pick<Question, 'images'> & {
    /** What the reader finds in the trees. */
    readonly find: (trees: readonly Tree[]) => Found;
    /** Which of the sites the reader sees. */
    readonly see: (sites: readonly Site[]) => readonly Site[];
  })[];
};

/** Reads the trees as their readers do, with the content in the place of its aliases, and looks whether the request names
 * all that would change there, with the same values.
 * @throws PromotionError `image-shared` where it does not. */
export function checkShared(change: Change): void {
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
/** What is planned for the view, in which nothing has an alias that matters. */
type There = {
  readonly tree: Tree;
  readonly plan: Plan;
  readonly hits: readonly Hit[];
  /** The images that a mapping has in parts. */
  readonly inParts: ReadonlyMap<Node, readonly InParts[]>;
  /** The lists that get new items. */
  readonly grown: ReadonlySet<Node>;
};
type InParts = { readonly hit: Hit; readonly shape: PartsShape };

const checkTree = (change: Change, { tree, edits, links }: Affected): void => {
  const view = expand(tree, links);
  const there = planThere(change, tree, view);
  for (const edit of edits) {
    const node = edit.kind === 'remove' ? (edit.entry.value ?? edit.mapping) : changedBy(edit);
    const stray = (view.copies.get(node) ?? []).find((copy) => !isNamed(edit, copy, { change, there }));
    if (stray !== undefined) shared(tree, node, stray.user);
  }
};

const planThere = ({ trees, asks }: Change, tree: Tree, view: View): There => {
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

const grownBy = ({ insertions }: Plan, additions: Found['additions']): Set<Node> => {
  const lists = [...insertions.values()].flatMap(({ shape: { place } }) =>
    'parameters' in place ? [place.parameters] : [],
  );
  return new Set(additions?.images === undefined ? lists : [...lists, additions.images]);
};

type Both = { readonly change: Change; readonly there: There };

/** Whether the request asks for the edit in the copy, too. What is merged may get another value by a key of its own. */
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

const isInserted = ({ key, text }: Field, copy: Copy, { tree, inParts }: There): boolean => {
  const { node, isMerged, stronger = [] } = copy;
  if (stronger.some((layer) => layer.items.some((entry) => nameOf(tree, entry) === key))) return true;
  return (inParts.get(node) ?? []).some(({ hit, shape }) => {
    const wants = Object.entries(partsWanted(shape, hit)) as [Part, string | undefined][];
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
