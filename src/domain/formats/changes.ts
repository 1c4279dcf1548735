/** From what is wanted to edits: what anchors, aliases and merge keys allow, and which keys come and go. */
import { fail } from '../errors.ts';
import { quote } from '../text.ts';
import type { Edit } from '../yaml/edit.ts';
import { outward } from '../yaml/nested.ts';
import { type Entry, isLink, isText, type Link, type Mapping, type Node, type Text } from '../yaml/nodes.ts';
import { sourceOf } from '../yaml/sources.ts';
import type { Splice } from '../yaml/splice.ts';
import { nameOf, resolve, type Tree } from '../yaml/tree.ts';
import { readsAs } from '../yaml/value.ts';
import type { Hit } from './match.ts';
import { effective } from './parts.ts';
import { fieldsOf, type Insertion, neighbourOf, type Plan, planOf, type Want } from './plan.ts';
import type { PartsShape } from './site.ts';

/** The edits that give each hit what is wanted, by tree.
 * @throws PromotionError `image-shared` where a change would reach something that was not requested; `images-disagree`;
 * `image-ambiguous`. */
export function editsOf(hits: readonly Hit[]): Map<Tree, Edit[]> {
  const plan = planOf(hits);
  const edits = new Map<Tree, Edit[]>();
  const add = (tree: Tree, edit: Edit): void => {
    const others = edits.get(tree);
    if (others === undefined) edits.set(tree, [edit]);
    else others.push(edit);
  };
  for (const [node, want] of plan.wants) for (const edit of editsFor(plan, node, want)) add(want.tree, edit);
  for (const insertion of plan.insertions.values())
    for (const edit of insertionsFor(insertion)) add(insertion.site.tree, edit);
  return edits;
}

const editsFor = (plan: Plan, node: Text | Link, want: Want): Edit[] => {
  const isChanged = want.text === undefined || !readsAs(want.tree, node, want.text);
  if (isChanged) checkHeirs(plan, want);
  if (isLink(node)) return isFollowing(plan, node, want) || !mustDiffer(plan, node, want) ? [] : [editOf(node, want)];
  if (!isChanged) return [];
  for (const link of want.tree.links.get(node) ?? []) if (!plan.wants.has(link)) shared(want.tree, node, link);
  return [editOf(node, want)];
};

const editOf = (node: Text | Link, { tree, cell, text, swap, passages }: Want): Edit => {
  if (passages !== undefined && text !== undefined && isText(node)) return passagesEdit(tree, node, { passages, text });
  if (text !== undefined || cell === undefined) return { kind: 'set', node, text: text ?? '' };
  if (swap !== undefined) return { kind: 'swap', entry: cell.entry, ...swap };
  return { kind: 'remove', mapping: cell.mapping, entry: cell.entry };
};

const passagesEdit = (
  tree: Tree,
  node: Text,
  { passages, text }: { passages: readonly Splice[]; text: string },
): Edit => {
  const source = sourceOf(tree, node);
  const splices = passages.flatMap((passage) => (source && outward(passage, source)) ?? []);
  return { kind: 'nested', node, text, splices };
};

/** Whether the alias gets what is wanted from its anchor. */
const isFollowing = (plan: Plan, link: Link, want: Want): boolean => {
  const anchor = plan.wants.get(resolve(want.tree, link) as Text);
  return anchor !== undefined && want.text !== undefined && anchor.text === want.text;
};

const mustDiffer = (plan: Plan, link: Link, want: Want): boolean => {
  if (want.text === undefined || !readsAs(want.tree, link, want.text)) return true;
  return plan.wants.has(resolve(want.tree, link) as Text);
};

/** A mapping that merges the entry gets its new value, too: it must have been asked for. */
const checkHeirs = (plan: Plan, { tree, cell }: Want): void => {
  if (cell === undefined) return;
  for (const heir of heirsOf(tree, cell.mapping)) {
    const key = nameOf(tree, cell.entry) ?? '';
    const inherits = effective(tree, heir, key)?.entry === cell.entry;
    const isPlanned = plan.followers.get(cell.entry)?.has(heir) === true || getsOwn(plan, heir, key);
    if (inherits && !isPlanned) shared(tree, cell.node, heir);
  }
};

const getsOwn = (plan: Plan, heir: Mapping, key: string): boolean => {
  const insertion = plan.insertions.get(heir);
  return insertion !== undefined && fieldsOf(insertion).some((field) => field.key === key);
};

const heirsOf = (tree: Tree, mapping: Mapping): Set<Mapping> => {
  const heirs = new Set<Mapping>();
  const queue = [mapping];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const heir of tree.heirs.get(next) ?? []) {
      if (heir !== mapping && !heirs.has(heir)) queue.push(heir);
      if (heir !== mapping) heirs.add(heir);
    }
  }
  return heirs;
};

const shared = (tree: Tree, node: Node, user: Node): never =>
  fail(
    'image-shared',
    `The value ${quote(tree.text.slice(node.range[0], node.range[1]))} is also used on line ${tree.place(user.range[0]).line}, which the request does not name.`,
    'Request all images that share the value, or write the value out where it is used.',
    tree.place(node.range[0]),
  );

const insertionsFor = (insertion: Insertion): Edit[] => {
  const { shape, site } = insertion;
  const fields = fieldsOf(insertion);
  if ('mapping' in shape.place) {
    const { mapping } = shape.place;
    const after = lastNameOf(shape, mapping);
    return after === undefined ? [] : [{ kind: 'insert', mapping, after, fields }];
  }
  if (!('parameters' in shape.place)) return [];
  const sequence = shape.place.parameters;
  const owner = neighbourOf(shape)?.mapping;
  const after = sequence.items.findIndex((item) => resolve(site.tree, item as Node) === owner);
  const items = fields.map(({ key, text }) => [
    { key: 'name', text: key },
    { key: 'value', text },
  ]);
  return [{ kind: 'append', sequence, after, items }];
};

/** The key that new keys go after: the one that names what runs. */
const lastNameOf = (shape: PartsShape, mapping: Mapping): Entry | undefined => {
  const parts = (['newName', 'name', 'repository', 'registry'] as const).map((part) => shape.cells[part]);
  const own = parts.find((cell) => cell?.mapping === mapping);
  return own?.entry ?? mapping.items.at(-1);
};
