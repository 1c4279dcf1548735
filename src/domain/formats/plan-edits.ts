/** Plans the edits for the wanted references, within the limits of anchors, aliases and merge keys. */
import { fail } from '../errors.ts';
import type { ImageRequest } from '../image.ts';
import { quote } from '../text.ts';
import { type Edit, outerSplice, sourceOf } from '../yaml/edit.ts';
import type { Field } from '../yaml/layout.ts';
import { applySplices, type Splice } from '../yaml/lines.ts';
import { readsAs } from '../yaml/scalar.ts';
import {
  type Entry,
  isLink,
  isText,
  type Link,
  type Mapping,
  type Node,
  nameOf,
  resolve,
  type Text,
  type Tree,
  textOf,
} from '../yaml/tree.ts';
import { effective, mergeChain } from './image-parts.ts';
import { type Hit, partsWanted, referenceWanted, spotWanted, type Wants } from './match.ts';
import {
  type Additions,
  type Cell,
  type ImagePart,
  type MarkedSpot,
  markersHint,
  type PartsShape,
  type Site,
  spotEntries,
} from './site.ts';

/** The new text of one value; without a text its entry is removed. */
type Want = {
  readonly tree: Tree;
  readonly text: string | undefined;
  readonly cell?: Cell | undefined;
  /** The key and value that take the place of the entry that goes. */
  readonly swap?: Field | undefined;
  /** Where only passages of the value change: these, in its text. */
  readonly passages?: readonly Splice[] | undefined;
};

/** Parts that a site gets as new keys. */
type Insertion = {
  readonly site: Site;
  readonly shape: PartsShape;
  readonly texts: Partial<Record<ImagePart, string>>;
};

/** The wanted text of each value, before anchors and merge keys are checked. */
export type EditPlan = {
  readonly wants: Map<Text | Link, Want>;
  readonly insertions: Map<Mapping | Entry, Insertion>;
  /** Mappings that shall get the new value of an entry that they merge. */
  readonly followers: Map<Entry, Set<Mapping>>;
};

/** @throws PromotionError `images-disagree`, `image-ambiguous`. */
export function planOf(hits: readonly Hit[]): EditPlan {
  const plan: EditPlan = { wants: new Map(), insertions: new Map(), followers: new Map() };
  const parts = hits.flatMap(partsHit);
  const bases = basesOf(parts);
  for (const hit of hits) planOwn(plan, hit);
  for (const one of parts) planParts(plan, one, bases);
  for (const one of parts) planMerged(plan, one);
  planPassages(plan, hits);
  return plan;
}

/** A hit whose image is in several values, with what each of them shall be. */
type PartsHit = { readonly hit: Hit; readonly shape: PartsShape; readonly wants: Wants };

const partsHit = (hit: Hit): PartsHit[] => {
  const { shape } = hit.site;
  return shape.kind === 'parts' ? [{ hit, shape, wants: partsWanted(shape, hit) }] : [];
};

type Bases = ReadonlyMap<Mapping, Pick<PartsHit, 'shape' | 'wants'>>;

/** The changes of the requested mappings, which others may merge. */
const basesOf = (parts: readonly PartsHit[]): Bases =>
  new Map(parts.flatMap((one) => ('mapping' in one.shape.place ? [[one.shape.place.mapping, one] as const] : [])));

/** Whether a mapping that it merges gets the new key with the same text. */
const isInherited = (bases: Bases, { site, shape, part, text }: NewPart): boolean => {
  if (!('mapping' in shape.place)) return false;
  const layers = mergeChain(site.tree, shape.place.mapping).slice(1);
  const base = layers.map((layer) => bases.get(layer)).find((found) => found?.wants[part] !== undefined);
  return base !== undefined && base.wants[part] === text && base.shape.keys[part] === shape.keys[part];
};

const planOwn = (plan: EditPlan, hit: Hit): void => {
  const { tree, shape } = hit.site;
  if (shape.kind === 'reference') {
    want(plan, shape.node, { tree, text: referenceWanted(shape, hit) });
    return;
  }
  for (const { node, passage, text } of spotsOf(hit)) {
    if (passage === undefined) want(plan, node, { tree, text });
  }
};

const planParts = (plan: EditPlan, { hit, shape, wants }: PartsHit, bases: Bases): void => {
  const { tree } = hit.site;
  const swapped = planSwap(plan, { shape, wants, tree });
  for (const [part, text] of Object.entries(wants) as [ImagePart, string | undefined][]) {
    const cell = shape.cells[part];
    if (swapped.includes(part)) continue;
    const added = { site: hit.site, shape, part, text };
    if (cell === undefined && isInherited(bases, added)) continue;
    if (cell === undefined) insert(plan, added);
    else if (isOwn(shape, cell)) wantCell(plan, { tree, shape, cell, text });
  }
};

/** Of tag and digest, the line of the one that goes becomes the line of the one that comes. */
const planSwap = (
  plan: EditPlan,
  { shape, wants, tree }: { shape: PartsShape; wants: Wants; tree: Tree },
): ImagePart[] => {
  const [goes, comes] = wants.tag === undefined ? (['tag', 'digest'] as const) : (['digest', 'tag'] as const);
  const cell = shape.cells[goes];
  const text = wants[comes];
  const key = shape.keys[comes];
  if (shape.clearing !== 'line' || wants[goes] !== undefined || text === undefined || key === undefined) return [];
  if (cell === undefined || shape.cells[comes] !== undefined) return [];
  if (!isOwn(shape, cell) || isBlank(tree, cell)) return [];
  want(plan, cell.node, { tree, text: undefined, cell, swap: { key, text } });
  return [goes, comes];
};

const spotsOf = ({ site: { shape }, wanted }: Hit): (MarkedSpot & { readonly text: string })[] =>
  shape.kind === 'marked'
    ? spotEntries(shape).map(([part, spot]) => ({ ...spot, text: spotWanted(part, wanted) }))
    : [];

/** One value may hold passages of several images: its new text is known once all of them are. */
const planPassages = (plan: EditPlan, hits: readonly Hit[]): void => {
  const all = new Map<Text | Link, { tree: Tree; splices: Map<number, Splice> }>();
  for (const hit of hits) {
    for (const { node, passage, text } of spotsOf(hit)) {
      if (passage === undefined) continue;
      const { tree } = hit.site;
      const { splices } = all.get(node) ?? { splices: new Map<number, Splice>() };
      if ((splices.get(passage.start)?.text ?? text) !== text) disagreeing(tree, node);
      all.set(node, { tree, splices: splices.set(passage.start, { ...passage, text }) });
    }
  }
  for (const [node, { tree, splices }] of all) {
    const passages = [...splices.values()];
    want(plan, node, { tree, text: applySplices(textOf(tree, node) ?? '', passages) ?? '', passages });
  }
};

type CellWant = {
  readonly tree: Tree;
  readonly shape: PartsShape;
  readonly cell: Cell;
  readonly text: string | undefined;
};

const wantCell = (plan: EditPlan, { tree, shape, cell, text }: CellWant): void => {
  if (text === undefined && isBlank(tree, cell)) return;
  want(plan, cell.node, { tree, cell, text: text ?? clearedText(shape) });
};

const clearedText = (shape: PartsShape): string | undefined => (shape.clearing === 'empty' ? '' : undefined);

const isBlank = (tree: Tree, cell: Cell): boolean => (textOf(tree, cell.node) ?? '') === '';

const isOwn = ({ place }: PartsShape, cell: Cell): boolean => !('mapping' in place) || place.mapping === cell.mapping;

const want = (plan: EditPlan, node: Text | Link, wanted: Want): void => {
  const other = plan.wants.get(node);
  const isOther = other !== undefined && (other.text !== wanted.text || other.swap?.text !== wanted.swap?.text);
  if (isOther) disagreeing(wanted.tree, node);
  plan.wants.set(node, wanted);
};

const disagreeing = (tree: Tree, node: Text | Link): never =>
  fail(
    'images-disagree',
    `Two requests want different texts for the value ${quote(textOf(tree, node) ?? '')}.`,
    'Request one tag or digest for each image.',
    tree.place(node.range[0]),
  );

const planMerged = (plan: EditPlan, { hit, shape, wants }: PartsHit): void => {
  const { tree } = hit.site;
  if (!('mapping' in shape.place)) return;
  const { mapping } = shape.place;
  for (const [part, text] of Object.entries(wants) as [ImagePart, string | undefined][]) {
    const cell = shape.cells[part];
    if (cell === undefined || isOwn(shape, cell)) continue;
    if (isFollowed(plan, { tree, shape, cell, text })) {
      plan.followers.set(cell.entry, (plan.followers.get(cell.entry) ?? new Set()).add(mapping));
    } else if (!isMergedAlready(plan, { tree, shape, cell, text })) {
      insert(plan, { site: hit.site, shape, part, text: text ?? '' });
    }
  }
};

/** Whether the value, where it is, changes to the wanted one. Otherwise the mapping gets a key of its own. */
const isFollowed = (plan: EditPlan, { shape, cell, text }: CellWant): boolean => {
  const direct = plan.wants.get(cell.node);
  // An entry that goes is gone for those that merge it, even if another one replaces it.
  const isSame = direct?.swap === undefined || text === undefined;
  return direct !== undefined && isSame && direct.text === (text ?? clearedText(shape));
};

const isMergedAlready = (plan: EditPlan, { tree, cell, text }: CellWant): boolean => {
  if (plan.wants.has(cell.node)) return false;
  return text === undefined ? isBlank(tree, cell) : readsAs(tree, cell.node, text);
};

type NewPart = {
  readonly site: Site;
  readonly shape: PartsShape;
  readonly part: ImagePart;
  readonly text: string | undefined;
};

const insert = (plan: EditPlan, { site, shape, part, text }: NewPart): void => {
  if (text === undefined) return;
  if ('element' in shape.place) {
    fail(
      'image-ambiguous',
      `The template that fills in the image ${quote(site.image.repository)} has no place for its ${part}.`,
      `Give the template a place for the ${part}, or promote the image without it.`,
      site.tree.place(site.offset),
    );
  }
  if (part === 'tag' && shape.withoutTag !== undefined) {
    fail(
      'image-ambiguous',
      `The image ${quote(site.image.repository)} ${shape.withoutTag}.`,
      markersHint(site.image.repository),
      site.tree.place(site.offset),
    );
  }
  if (shape.keys[part] === undefined) {
    fail(
      'image-ambiguous',
      `The image ${quote(site.image.repository)} has no key for its ${part === 'tag' ? 'tag' : 'new name'} beside its name.`,
      'Write its tag beside its name by hand, under the key that its reader expects, and promote again.',
      site.tree.place(site.offset),
    );
  }
  const owner = 'mapping' in shape.place ? shape.place.mapping : neighbourOf(shape)?.entry;
  if (owner === undefined) return;
  const texts = plan.insertions.get(owner)?.texts ?? {};
  plan.insertions.set(owner, { site, shape, texts: { ...texts, [part]: text } });
};

/** The parameter that new ones go after: the one that names the repository, or else what there is. */
function neighbourOf({ cells }: PartsShape): Cell | undefined {
  return cells.repository ?? cells.tag ?? cells.digest;
}

const order: readonly ImagePart[] = ['registry', 'repository', 'newName', 'tag', 'digest'];

/** The new keys in the order in which they are written. */
function fieldsOf({ shape, texts }: Insertion): Field[] {
  return order.flatMap((part) => {
    const text = texts[part];
    const key = shape.keys[part];
    return text === undefined || key === undefined ? [] : [{ key, text }];
  });
}

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

const editsFor = (plan: EditPlan, node: Text | Link, want: Want): Edit[] => {
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
  const splices = passages.flatMap((passage) => (source && outerSplice(passage, source)) ?? []);
  return { kind: 'nested', node, text, splices };
};

/** Whether the alias gets the wanted text from its anchor. */
const isFollowing = (plan: EditPlan, link: Link, want: Want): boolean => {
  const anchor = plan.wants.get(resolve(want.tree, link) as Text);
  return anchor !== undefined && want.text !== undefined && anchor.text === want.text;
};

const mustDiffer = (plan: EditPlan, link: Link, want: Want): boolean => {
  if (want.text === undefined || !readsAs(want.tree, link, want.text)) return true;
  return plan.wants.has(resolve(want.tree, link) as Text);
};

/** A mapping that merges the entry gets its new value, too: it must have been asked for. */
const checkHeirs = (plan: EditPlan, { tree, cell }: Want): void => {
  if (cell === undefined) return;
  for (const heir of heirsOf(tree, cell.mapping)) {
    const key = nameOf(tree, cell.entry) ?? '';
    const inherits = effective(tree, heir, key)?.entry === cell.entry;
    const isPlanned = plan.followers.get(cell.entry)?.has(heir) === true || getsOwn(plan, heir, key);
    if (inherits && !isPlanned) shared(tree, cell.node, heir);
  }
};

const getsOwn = (plan: EditPlan, heir: Mapping, key: string): boolean => {
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

/** The key that new keys go after: the one that names the running repository. */
const lastNameOf = (shape: PartsShape, mapping: Mapping): Entry | undefined => {
  const parts = (['newName', 'name', 'repository', 'registry'] as const).map((part) => shape.cells[part]);
  const own = parts.find((cell) => cell?.mapping === mapping);
  return own?.entry ?? mapping.items.at(-1);
};

/** The edit that adds an entry for each image to a kustomization; undefined without images.
 * @throws PromotionError `images-disagree`, `image-shared`. */
export function additionOf({ tree, root, images }: Additions, requests: readonly ImageRequest[]): Edit | undefined {
  const entries = new Map<string, Field[]>();
  for (const request of requests) {
    const fields = entryFields(request);
    const other = entries.get(request.name);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(fields)) {
      fail(
        'images-disagree',
        `The image ${quote(request.name)} is requested twice, with different values.`,
        'Request one tag or digest for each image.',
      );
    }
    entries.set(request.name, fields);
  }
  if (entries.size === 0) return undefined;
  const items = [...entries.values()];
  if (images === undefined) return { kind: 'section', mapping: root, key: 'images', items };
  const [link] = tree.links.get(images) ?? [];
  if (link !== undefined) {
    fail(
      'image-shared',
      'The list "images" is also used elsewhere in the file.',
      'Write the list out where it is used, or add the entry by hand.',
      tree.place(link.range[0]),
    );
  }
  return { kind: 'append', sequence: images, after: images.items.length - 1, items };
}

const entryFields = ({ name, newName, tag, digest }: ImageRequest): Field[] => [
  { key: 'name', text: name },
  ...(newName === undefined || newName === name ? [] : [{ key: 'newName', text: newName }]),
  ...(tag === undefined ? [] : [{ key: 'newTag', text: tag }]),
  ...(digest === undefined ? [] : [{ key: 'digest', text: digest }]),
];
