/** The images that markers tie to values: a comment `# image-promotion: NAME` reaches any place, and wins over a format. */
import { type ErrorPlace, PromotionError } from '../errors.ts';
import { canonicalRepository } from '../image.ts';
import { quote } from '../text.ts';
import { isBlock, nestedTrees, sourceOf, type TextSource } from '../yaml/edit.ts';
import { lineFinder, linesOf } from '../yaml/lines.ts';
import {
  commentsIn,
  isMapping,
  isSequence,
  isText,
  type Link,
  type Mapping,
  type Node,
  nameOf,
  resolve,
  type Sequence,
  type Text,
  type Tree,
  textOf,
} from '../yaml/tree.ts';
import {
  type Holding,
  holdingsInLine,
  holdingsOf,
  isWholeText,
  looseComments,
  type Marker,
  type MarkerComment,
  markerComments,
  mayHaveMarkers,
  type Nothing,
  type Span,
} from './markers.ts';
import { type DeadMarker, type Found, type Lines, type MarkedSpot, nodesOf, type Site } from './site.ts';

/** The images that formats and markers find.
 * @param find throws `manifest-format` for a manifest that fits no format, where markers may still reach something. */
export function withMarkers(trees: readonly Tree[], find: () => Found): Found {
  if (!mayHaveMarkers(trees[0]?.text ?? '')) return find();
  const found = attempt(find);
  const marks: Marks = { live: [], dead: [], ignored: [] };
  const nested =
    'problem' in found ? [] : found.sites.map(({ tree }) => tree).filter(({ outer }) => outer !== undefined);
  readText(trees, { marks, nested: new Set(nested) });
  if (!('problem' in found)) return join(found, marks);
  if (marks.live.length + marks.dead.length === 0) throw found.problem;
  return join({ formats: ['text'], sites: [], pins: [], unbound: [] }, marks);
}

const attempt = (find: () => Found): Found | { readonly problem: PromotionError } => {
  try {
    return find();
  } catch (error) {
    const isForeign =
      error instanceof PromotionError && error.violations.every(({ code }) => code === 'manifest-format');
    if (isForeign) return { problem: error };
    throw error;
  }
};

/** A value, or a part of one, that a marker has tied to an image. */
type Mark = Pick<Holding, 'part' | 'version' | 'repository'> & {
  readonly name: string;
  readonly tree: Tree;
  readonly spot: MarkedSpot;
  /** The common identity of a tag and a digest of one image. */
  readonly scope: Node;
  readonly marker: Omit<DeadMarker, 'message'>;
};

type Marks = { readonly live: Mark[]; readonly dead: DeadMarker[]; readonly ignored: Lines[] };
/** `nested`: the trees in which formats have found something within values. */
type MarkerPass = { readonly marks: Marks; readonly nested: ReadonlySet<Tree> };

/** A value of a tree, and the lines on which a marker may speak of it. */
type MarkableValue = {
  readonly tree: Tree;
  readonly node: Text | Link;
  readonly key: string;
  readonly mapping: Mapping | undefined;
};
type Block = { readonly node: Node | null; readonly isItem: boolean };
type LineIndex = {
  readonly values: Map<number, MarkableValue[]>;
  readonly blocks: Map<number, Block>;
  readonly lineOf: (offset: number) => number;
};
type Around = {
  readonly key: string;
  readonly above: string;
  readonly mapping: Mapping | undefined;
  readonly line: number;
};

const top: Around = { key: '', above: '', mapping: undefined, line: 0 };

/** Reads the documents of one text: its comments, and the comments in the texts that its values hold. */
const readText = (trees: readonly Tree[], reading: MarkerPass): void => {
  const [first] = trees;
  if (first === undefined) return;
  const index: LineIndex = { values: new Map(), blocks: new Map(), lineOf: lineFinder(first.text) };
  for (const tree of trees) visit(tree.root, top, { tree, index, reading });
  const lines = linesOf(first.text);
  if (isWholeText(first)) return;
  for (const comment of markerComments(first.text, lines, commentsIn(first.text))) {
    for (const marker of comment.markers) readMarker({ comment, marker }, { tree: first, index, reading });
  }
};

type Visit = { readonly tree: Tree; readonly index: LineIndex; readonly reading: MarkerPass };

const visit = (node: Node | null, around: Around, visiting: Visit): void => {
  if (isMapping(node)) visitMapping(node, around, visiting);
  else if (isSequence(node)) visitSequence(node, around, visiting);
  else if (isText(resolve(visiting.tree, node))) visitValue(node as Text | Link, around, visiting);
};

const visitMapping = (mapping: Mapping, { key: above }: Around, visiting: Visit): void => {
  for (const entry of mapping.items) {
    const line = visiting.index.lineOf(entry.key.range[0]);
    const key = nameOf(visiting.tree, entry) ?? '';
    addBlock(visiting, line, { node: entry.value, isItem: false });
    visit(entry.value, { key, above, mapping, line }, visiting);
  }
};

const visitSequence = ({ items }: Sequence, around: Around, visiting: Visit): void => {
  for (const node of items as Node[]) {
    const line = visiting.index.lineOf(node.range[0]);
    addBlock(visiting, line, { node, isItem: true });
    visit(node, { ...around, mapping: undefined, line }, visiting);
  }
};

/** The outermost of a line is the first that is visited. */
const addBlock = ({ index: { blocks } }: Visit, line: number, { node, isItem }: Block): void => {
  if (node !== null && !blocks.has(line)) blocks.set(line, { node, isItem });
};

const visitValue = (node: Text | Link, around: Around, { tree, index, reading }: Visit): void => {
  const value = { tree, node, key: around.key, mapping: around.mapping };
  const [start, end] = node.range;
  for (const line of new Set([around.line, index.lineOf(start), index.lineOf(Math.max(start, end - 1))])) {
    const others = index.values.get(line);
    if (others === undefined) index.values.set(line, [value]);
    else others.push(value);
  }
  if (!isText(node) || node.type === 'PLAIN' || !mayHaveMarkers(String(node.value))) return;
  const isValues = around.key === 'values' && around.above === 'helm';
  const nested = isValues ? nestedIn(tree, node, reading) : undefined;
  if (nested !== undefined) readText(nested, reading);
  else if (node.type === undefined || isBlock(node)) readLines(tree, node, reading);
};

/** Of each document that formats have found something in, their tree: two trees of one text cannot both change. */
const nestedIn = (tree: Tree, node: Text, { nested }: MarkerPass): Tree[] | undefined =>
  nestedTrees(tree, node)?.map(
    (own) => [...nested].find(({ outer, index }) => outer?.node === node && index === own.index) ?? own,
  );

type CommentedMarker = { readonly comment: MarkerComment; readonly marker: Marker };

const readMarker = ({ comment, marker }: CommentedMarker, { tree, index, reading: { marks } }: Visit): void => {
  const line = comment.line === undefined ? undefined : index.lineOf(comment.line.start);
  const values = (line === undefined ? undefined : index.values.get(line)) ?? [];
  if (marker.kind === 'ignore') {
    if (line !== undefined) marks.ignored.push(ignoredFrom(line, { tree, values, comment, index }));
    return;
  }
  const place = tree.place(comment.offset);
  const said = { name: marker.name, place };
  if (marker.kind === 'broken') marks.dead.push(brokenMarker(said));
  else settle(marks, said, choose(values.map((value) => marksIn(value, { marker, said }))));
};

type Ignoring = {
  readonly tree: Tree;
  readonly values: readonly MarkableValue[];
  readonly comment: MarkerComment;
  readonly index: LineIndex;
};

/** The line itself; above an item of a list, and where a line only begins a collection, all of that. */
const ignoredFrom = (line: number, { tree, values, comment, index }: Ignoring): Lines => {
  const block = index.blocks.get(line);
  const isWhole = block !== undefined && (values.length === 0 || (block.isItem && comment.position === 'above'));
  const nodes = [...values.map((value) => value.node), ...(isWhole && block.node !== null ? [block.node] : [])];
  const ends = nodes.map(({ range: [start, end] }) => tree.place(Math.max(start, end - 1)).line ?? 0);
  const first = tree.place(comment.line?.start ?? comment.offset).line ?? 0;
  return { first, last: Math.max(first, ...ends) };
};

const brokenMarker = ({ name, place }: Omit<DeadMarker, 'message'>): DeadMarker => ({
  name,
  place,
  message: `The marker on line ${place.line} cannot be read: after "image-promotion:" stands the name of an image, without tag or digest, and "digest" or nothing.`,
});

const deadMarker = ({ name, place }: Omit<DeadMarker, 'message'>, reason: string): DeadMarker => ({
  name,
  place,
  message: `The marker for ${quote(name)} on line ${place.line} leads to no value: ${reason}.`,
});

type Chosen = readonly Mark[] | Nothing;

const settle = (marks: Marks, said: Omit<DeadMarker, 'message'>, chosen: Chosen): void => {
  if ('reason' in chosen) marks.dead.push(deadMarker(said, chosen.reason));
  else marks.live.push(...chosen);
};

/** Of the values on a line: all references to the image, else the only one that can be replaced. */
const choose = (all: readonly Chosen[]): Chosen => {
  const live = all.filter((one) => !('reason' in one)) as (readonly Mark[])[];
  const references = live.filter(([first]) => first?.part === 'reference' && hasVersion(first));
  if (references.length > 0) return references.flat();
  const versions = live.filter(([first]) => first?.part !== 'reference');
  const [only, ...others] = versions.length > 0 ? versions : live;
  if (others.length > 0) return { reason: 'the line has several values, of which none refers to the image' };
  const reason = all.find((one) => 'reason' in one) as Nothing | undefined;
  return only ?? { reason: reason === undefined ? 'there is no value' : `the value ${reason.reason}` };
};

type MarkerReading = {
  readonly marker: Extract<Marker, { kind: 'image' }>;
  readonly said: Omit<DeadMarker, 'message'>;
};

const marksIn = (value: MarkableValue, { marker, said }: MarkerReading): Chosen => {
  const { tree, node, key, mapping } = value;
  const text = textOf(tree, node) ?? '';
  const holdings = holdingsOf(text, marker);
  if ('reason' in holdings) return holdings;
  const isName = /^(?:name|key|id)$/i.test(key) && (mapping?.items.length ?? 0) > 1;
  if (isName && holdings[0]?.part !== 'reference')
    return { reason: `is ${quote(text)}, the name of what stands beside it` };
  const isPart = holdings.some(({ start, end }) => start > 0 || end < text.length);
  const source = isPart && isText(node) ? sourceOf(tree, node) : undefined;
  if (isPart && isText(node) && source === undefined)
    return { reason: 'cannot be followed from character to character' };
  return holdings.map((holding) => ({
    ...holding,
    name: marker.name,
    marker: said,
    tree,
    scope: mapping ?? node,
    spot: {
      node,
      passage: isPart ? { start: holding.start, end: holding.end } : undefined,
      offset: source?.offsetOf(holding.start) ?? node.range[0],
    },
  }));
};

/** Reads text without a syntax of its own: of a block, or of a whole file, where a marker is above its value. */
const readLines = (tree: Tree, node: Text, { marks }: MarkerPass): void => {
  const text = String(node.value);
  const source = sourceOf(tree, node);
  if (source === undefined) return;
  const lines = node.type === 'BLOCK_FOLDED' ? foldedLines(tree, text, source) : linesOf(text);
  for (const comment of markerComments(text, lines, looseComments(text, lines))) {
    for (const marker of comment.markers) readLine({ tree, node, source }, { comment, marker }, marks);
  }
};

type Lined = { readonly tree: Tree; readonly node: Text; readonly source: TextSource };

const readLine = (
  lined: Lined,
  { comment: { offset, position, line }, marker }: CommentedMarker,
  marks: Marks,
): void => {
  const { tree, node, source } = lined;
  const place = (at: number): ErrorPlace => tree.place(source.offsetOf(at) ?? node.range[0]);
  if (marker.kind === 'ignore') {
    const only = place(line?.start ?? offset).line ?? 0;
    if (line !== undefined) marks.ignored.push({ first: only, last: only });
    return;
  }
  const said = { name: marker.name, place: place(offset) };
  if (marker.kind === 'broken') marks.dead.push(brokenMarker(said));
  else if (line === undefined) settle(marks, said, { reason: 'no line of text stands right below it' });
  else if (node.type === undefined && position === 'end-of-line') settle(marks, said, endOfLine);
  else settle(marks, said, marksInLine({ ...lined, line }, { marker, said }));
};

const endOfLine: Nothing = { reason: 'in such a file it stands on a line of its own, above that of the value' };

/** A blank that a line break was folded into ends a line, too. */
const foldedLines = (tree: Tree, text: string, source: TextSource): Span[] => {
  const lines: Span[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at];
    const isFolded = character === ' ' && /[\r\n]/.test(tree.text[source.offsetOf(at) ?? 0] ?? '');
    if (character !== undefined && character !== '\n' && !isFolded) continue;
    lines.push({ start, end: at });
    start = at + 1;
  }
  return lines;
};

const marksInLine = (
  { tree, node, source, line }: Lined & { readonly line: Span },
  { marker, said }: MarkerReading,
): Chosen => {
  const holdings = holdingsInLine(String(node.value).slice(line.start, line.end), marker);
  if ('reason' in holdings) return { reason: `the value ${holdings.reason}` };
  return holdings.map((holding) => {
    const passage = { start: line.start + holding.start, end: line.start + holding.end };
    const offset = source.offsetOf(passage.start) ?? node.range[0];
    return { ...holding, name: marker.name, marker: said, tree, scope: node, spot: { node, passage, offset } };
  });
};

/** Puts the marked places among those that formats have found. */
const join = (found: Found, { live, dead, ignored }: Marks): Found => {
  const isQuiet = (line: number | undefined): boolean =>
    line !== undefined && ignored.some(({ first, last }) => first <= line && line <= last);
  const isIgnored = (site: Site): boolean =>
    [site.offset, ...nodesOf(site.shape).map(({ range }) => range[0])].some((at) => isQuiet(site.tree.place(at).line));
  const sites = found.sites.filter((site) => !isIgnored(site));
  const byNode = sitesByNode(sites);
  const agreed = live.filter(({ name, spot }) => isAgreed(name, byNode.get(spot.node) ?? []));
  const known = new Map(agreed.map(({ name, spot }) => [spot.node as Node, name]));
  const own = live.filter(({ name, spot }) => known.get(spot.node) !== name);
  const { paired, lost } = pair(own);
  const taken = new Map(paired.flatMap((marks) => marks.map(({ spot, name }) => [spot.node, name] as const)));
  const names = new Set(paired.flatMap((marks) => marks.map(({ name }) => canonicalRepository(name))));
  const lines = new Set(live.map(({ tree, spot }) => tree.place(spot.offset).line));
  return {
    ...found,
    sites: [...sites.flatMap((site) => withoutTaken(site, { taken, names })).map(named(known)), ...paired.map(siteOf)],
    pins: found.pins.filter(({ place: { line } }) => !lines.has(line) && !isQuiet(line)),
    unbound: found.unbound.filter(({ line }) => !lines.has(line) && !isQuiet(line)),
    ignored,
    deadMarkers: [...dead, ...lost.map(({ marker }) => deadMarker(marker, 'the value is empty'))],
  };
};

const sitesByNode = (sites: readonly Site[]): Map<Node, Site[]> => {
  const byNode = new Map<Node, Site[]>();
  for (const site of sites) {
    for (const node of nodesOf(site.shape)) {
      const others = byNode.get(node);
      if (others === undefined) byNode.set(node, [site]);
      else others.push(site);
    }
  }
  return byNode;
};

/** In one spelling. */
const namesOf = ({ first, second, image }: Site): string[] =>
  [...first, ...second, image.repository].map(canonicalRepository);

/** Whether formats find the same without the marker, and more: they know where a digest goes, and how to rename. */
const isAgreed = (name: string, sites: readonly Site[]): boolean =>
  sites.length > 0 && sites.every((site) => isChangeable(site) && namesOf(site).includes(canonicalRepository(name)));

const isChangeable = ({ problem, shape }: Site): boolean =>
  problem === undefined && (shape.kind !== 'parts' || shape.withoutTag === undefined);

const named =
  (known: ReadonlyMap<Node, string>) =>
  (site: Site): Site => {
    const markedAs = nodesOf(site.shape)
      .map((node) => known.get(node))
      .find((name) => name !== undefined);
    return markedAs === undefined ? site : { ...site, markedAs };
  };

type Taking = { readonly taken: ReadonlyMap<Node, string>; readonly names: ReadonlySet<string> };

/** The places that a marker takes from a format: its own value, and a version that the format would write elsewhere. */
const withoutTaken = (site: Site, { taken, names }: Taking): Site[] => {
  const { shape, image } = site;
  const other = nodesOf(shape)
    .map((node) => taken.get(node))
    .find((name) => name !== undefined);
  const isOwn = namesOf(site).some((name) =>
    other === undefined ? names.has(name) : name === canonicalRepository(other),
  );
  if (shape.kind === 'parts' && other !== undefined && !isOwn) {
    const problem = `has its version marked as that of ${quote(other)}`;
    return [{ ...site, image: { repository: image.repository }, problem }];
  }
  if (other !== undefined) return [];
  const isVersioned =
    (image.tag ?? image.digest) !== undefined || (shape.kind === 'parts' && shape.naming === 'kustomize');
  const hasCell = shape.kind === 'parts' && (shape.cells.tag ?? shape.cells.digest) !== undefined;
  return isOwn && !isVersioned && !hasCell ? [] : [site];
};

/** Puts a tag and a digest together that are nearest in one mapping or text, or that are the only ones of their image. An empty
 * value has no version yet: it can take one only next to another place. */
const pair = (marks: readonly Mark[]): { readonly paired: readonly Mark[][]; readonly lost: readonly Mark[] } => {
  const partners = new Map<Mark, Mark>();
  const apart = marks.filter(({ part }) => part === 'tag' || part === 'digest');
  for (const group of grouped(apart, ({ scope }) => scope)) pairNearest(group, partners);
  const alone = apart.filter((mark) => !partners.has(mark));
  for (const group of grouped(alone, ({ tree }) => tree)) if (group.length === 2) pairNearest(group, partners);
  const lost = apart.filter((mark) => !partners.has(mark) && !hasVersion(mark));
  const gone = new Set(lost);
  const paired = marks.flatMap((mark) => {
    const partner = partners.get(mark);
    if (gone.has(mark) || (partner !== undefined && mark.part === 'digest')) return [];
    return [partner === undefined ? [mark] : [mark, partner]];
  });
  return { paired, lost };
};

/** By their common identity and their image. */
const grouped = (marks: readonly Mark[], by: (mark: Mark) => object): Mark[][] => {
  const groups = new Map<object, Map<string, Mark[]>>();
  for (const mark of marks) {
    const names = groups.get(by(mark)) ?? new Map<string, Mark[]>();
    groups.set(by(mark), names);
    const others = names.get(mark.name);
    if (others === undefined) names.set(mark.name, [mark]);
    else others.push(mark);
  }
  return [...groups.values()].flatMap((names) => [...names.values()]);
};

const pairNearest = (marks: readonly Mark[], partners: Map<Mark, Mark>): void => {
  const waiting: Mark[] = [];
  for (const mark of marks) {
    const other = waiting.at(-1);
    if (other === undefined || other.part === mark.part) waiting.push(mark);
    else {
      waiting.pop();
      partners.set(mark, other).set(other, mark);
    }
  }
};

const hasVersion = ({ version }: Pick<Holding, 'version'>): boolean => (version.tag ?? version.digest) !== undefined;

const siteOf = (marks: readonly Mark[]): Site => {
  const [{ tree, name, scope, spot, repository }] = marks as [Mark];
  const version = Object.assign({}, ...marks.map((mark) => defined(mark.version))) as Mark['version'];
  return {
    tree,
    group: scope,
    first: [name],
    second: [],
    image: { repository: repository ?? name, ...version },
    offset: spot.offset,
    shape: { kind: 'marked', spots: Object.fromEntries(marks.map((mark) => [mark.part, mark.spot])) },
  };
};

const defined = ({ tag, digest }: Mark['version']): Mark['version'] => ({
  ...(tag === undefined ? {} : { tag }),
  ...(digest === undefined ? {} : { digest }),
});
