import { fail } from '../errors.ts';
import { quote } from '../text.ts';
import type { Field } from '../yaml/edit.ts';
import type { Entry, Link, Mapping, Text } from '../yaml/nodes.ts';
import { applySplices, type Splice } from '../yaml/splice.ts';
import type { Tree } from '../yaml/tree.ts';
import { readsAs, textOf } from '../yaml/value.ts';
import type { Hit } from './match.ts';
import { layersOf } from './parts.ts';
import { type Cell, type Part, type PartsShape, type Site, type Spot, spotEntries } from './site.ts';
import { partsWanted, referenceWanted, spotWanted, type Wants } from './wants.ts';

/** What one value shall say; without a text its entry goes. */
export type Want = {
  readonly tree: Tree;
  readonly text: string | undefined;
  readonly cell?: Cell | undefined;
  /** The key and value that take the place of the entry that goes. */
  readonly swap?: Field | undefined;
  /** Where only passages of the value change: these, in its text. */
  readonly passages?: readonly Splice[] | undefined;
};

/** Parts that a site gets as new keys. */
export type Insertion = {
  readonly site: Site;
  readonly shape: PartsShape;
  readonly texts: Partial<Record<Part, string>>;
};

/** What is wanted of each value, before anchors and merge keys are asked whether that can be. */
export type Plan = {
  readonly wants: Map<Text | Link, Want>;
  readonly insertions: Map<Mapping | Entry, Insertion>;
  /** Mappings that shall get the new value of an entry that they merge. */
  readonly followers: Map<Entry, Set<Mapping>>;
};

/** @throws PromotionError `images-disagree`, `image-ambiguous`. */
export function planOf(hits: readonly Hit[]): Plan {
  const plan: Plan = { wants: new Map(), insertions: new Map(), followers: new Map() };
  const bases = basesOf(hits);
  for (const hit of hits) planOwn(plan, hit, bases);
  for (const hit of hits) planMerged(plan, hit);
  planPassages(plan, hits);
  return plan;
}

type Bases = ReadonlyMap<Mapping, { readonly keys: PartsShape['keys']; readonly wants: Wants }>;

/** What the mappings of the request get, which others may merge. */
const basesOf = (hits: readonly Hit[]): Bases =>
  new Map(
    hits.flatMap((hit) => {
      const { shape } = hit.site;
      if (shape.kind !== 'parts' || !('mapping' in shape.place)) return [];
      return [[shape.place.mapping, { keys: shape.keys, wants: partsWanted(shape, hit) }] as const];
    }),
  );

/** Whether a mapping that it merges gets the new key with the same text. */
const isInherited = (bases: Bases, { site, shape, part, text }: NewPart): boolean => {
  if (!('mapping' in shape.place)) return false;
  const layers = layersOf(site.tree, shape.place.mapping).slice(1);
  const base = layers.map((layer) => bases.get(layer)).find((found) => found?.wants[part] !== undefined);
  return base !== undefined && base.wants[part] === text && base.keys[part] === shape.keys[part];
};

const planOwn = (plan: Plan, hit: Hit, bases: Bases): void => {
  const { tree, shape } = hit.site;
  if (shape.kind === 'reference') {
    want(plan, shape.node, { tree, text: referenceWanted(shape, hit) });
    return;
  }
  if (shape.kind === 'marked') {
    for (const { node, text } of spotsOf(hit).filter(({ passage }) => passage === undefined)) {
      want(plan, node, { tree, text });
    }
    return;
  }
  planParts(plan, { hit, shape, bases });
};

type PartsHit = { readonly hit: Hit; readonly shape: PartsShape; readonly bases: Bases };

const planParts = (plan: Plan, { hit, shape, bases }: PartsHit): void => {
  const { tree } = hit.site;
  const wants = partsWanted(shape, hit);
  const swapped = planSwap(plan, { shape, wants, tree });
  for (const [part, text] of Object.entries(wants) as [Part, string | undefined][]) {
    const cell = shape.cells[part];
    if (swapped.includes(part)) continue;
    const added = { site: hit.site, shape, part, text };
    if (cell === undefined && isInherited(bases, added)) continue;
    if (cell === undefined) insert(plan, added);
    else if (isOwn(shape, cell)) wantCell(plan, { tree, shape, cell, text });
  }
};

/** Of tag and digest, the line of the one that goes becomes the line of the one that comes. */
const planSwap = (plan: Plan, { shape, wants, tree }: { shape: PartsShape; wants: Wants; tree: Tree }): Part[] => {
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

const spotsOf = ({ site: { shape }, wanted }: Hit): (Spot & { readonly text: string })[] =>
  shape.kind === 'marked'
    ? spotEntries(shape).map(([part, spot]) => ({ ...spot, text: spotWanted(part, wanted) }))
    : [];

/** One value may hold passages of several images: what it shall say is known when all of them are. */
const planPassages = (plan: Plan, hits: readonly Hit[]): void => {
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

const wantCell = (plan: Plan, { tree, shape, cell, text }: CellWant): void => {
  if (text === undefined && isBlank(tree, cell)) return;
  want(plan, cell.node, { tree, cell, text: text ?? clearedText(shape) });
};

const clearedText = (shape: PartsShape): string | undefined => (shape.clearing === 'empty' ? '' : undefined);

const isBlank = (tree: Tree, cell: Cell): boolean => (textOf(tree, cell.node) ?? '') === '';

const isOwn = ({ place }: PartsShape, cell: Cell): boolean => !('mapping' in place) || place.mapping === cell.mapping;

const want = (plan: Plan, node: Text | Link, wanted: Want): void => {
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

const planMerged = (plan: Plan, hit: Hit): void => {
  const { tree, shape } = hit.site;
  if (shape.kind !== 'parts' || !('mapping' in shape.place)) return;
  const { mapping } = shape.place;
  for (const [part, text] of Object.entries(partsWanted(shape, hit)) as [Part, string | undefined][]) {
    const cell = shape.cells[part];
    if (cell === undefined || isOwn(shape, cell)) continue;
    if (isFollowed(plan, { tree, shape, cell, text })) {
      plan.followers.set(cell.entry, (plan.followers.get(cell.entry) ?? new Set()).add(mapping));
    } else if (!isMergedAlready(plan, { tree, shape, cell, text })) {
      insert(plan, { site: hit.site, shape, part, text: text ?? '' });
    }
  }
};

/** Whether the value changes where it stands to what is wanted here. Otherwise the mapping gets a key of its own. */
const isFollowed = (plan: Plan, { shape, cell, text }: CellWant): boolean => {
  const direct = plan.wants.get(cell.node);
  // An entry that goes is gone for those that merge it, whatever comes in its place.
  const isSame = direct?.swap === undefined || text === undefined;
  return direct !== undefined && isSame && direct.text === (text ?? clearedText(shape));
};

const isMergedAlready = (plan: Plan, { tree, cell, text }: CellWant): boolean => {
  if (plan.wants.has(cell.node)) return false;
  return text === undefined ? isBlank(tree, cell) : readsAs(tree, cell.node, text);
};

type NewPart = {
  readonly site: Site;
  readonly shape: PartsShape;
  readonly part: Part;
  readonly text: string | undefined;
};

const insert = (plan: Plan, { site, shape, part, text }: NewPart): void => {
  if (text === undefined) return;
  if ('element' in shape.place) {
    fail(
      'image-ambiguous',
      `The template that fills in the image ${quote(site.image.repository)} has no place for its ${part}.`,
      `Give the template a place for the ${part}, or promote the image without it.`,
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
export function neighbourOf({ cells }: PartsShape): Cell | undefined {
  return cells.repository ?? cells.tag ?? cells.digest;
}

const order: readonly Part[] = ['registry', 'repository', 'newName', 'tag', 'digest'];

/** The new keys in the order in which they are written. */
export function fieldsOf({ shape, texts }: Insertion): Field[] {
  return order.flatMap((part) => {
    const text = texts[part];
    const key = shape.keys[part];
    return text === undefined || key === undefined ? [] : [{ key, text }];
  });
}
