/** Finds the name of an image in a manifest where it is no image. */
import { type Reference, registryOf, spellingsOf, splitReference } from '../image.ts';
import { isMapping, isSequence, isText, type Mapping, type Node, nameOf, type Text, type Tree } from '../yaml/tree.ts';
import { otherVersion } from './chart-keys.ts';
import { effectiveEntries } from './image-parts.ts';
import { headOf, isWithoutContainers } from './kubernetes.ts';
import { nodesOf, type Site } from './site.ts';

/** `unmarked`: in text, environment values or arguments, which may run. `aside`: in places that run nothing, such as comments and
 * labels. */
type Mention = {
  readonly line: number;
  readonly kind: 'unmarked' | 'named' | 'aside';
  /** Of a name alone: the line of what may be its version. */
  readonly versionLine?: number | undefined;
};

type Searching = {
  readonly trees: readonly Tree[];
  readonly sites: readonly Site[];
  /** `layered`: a value that is the image alone may belong to one that another layer has. */
  readonly reading: 'alone' | 'layered';
};

/** Finds the lines on which a name is, with a version if it has no slash, since other things have such names, too. The common
 * facts of the manifest are gathered when the first name occurs. */
export function mentionFinder(searching: Searching): (repository: Reference['repository']) => Mention[] {
  const [first] = searching.trees;
  if (first === undefined) return () => [];
  let known: KnownValues | undefined;
  let isListed: ((offset: number) => boolean) | undefined;
  return (repository) => {
    const offsets: number[] = [];
    for (const offset of occurrences(first.text, repository)) {
      isListed ??= listedAt(searching.sites);
      if (!isListed(offset) && isWhole(first.text, offset, repository)) offsets.push(offset);
    }
    if (offsets.length === 0) return [];
    known ??= { values: searching.trees.flatMap(valuesOf), ...coveredBy(searching.sites) };
    const { values, nodes, lines, owners } = known;
    const isComment = commentsIn(first.text);
    return offsets.flatMap((offset): Mention[] => {
      const line = first.place(offset).line ?? 1;
      const value = valueAt(values, offset);
      const isImage = value !== undefined && (nodes.has(value.node) || lines.has(line));
      if (isImage || (searching.reading === 'layered' && isAlone(value, repository))) return [];
      if (value === undefined || value.isAside || isComment(offset)) return [{ line, kind: 'aside' as const }];
      return mentionIn(value, { line, repository, owners });
    });
  };
}

/** Whether an offset lies in a value of an image, as nearly all do: then nothing else of the manifest has to be looked at. */
const listedAt = (sites: readonly Site[]): ((offset: number) => boolean) => {
  const ranges = new Map<number, number>();
  for (const { tree, shape } of sites) {
    if (tree.outer !== undefined || shape.kind === 'marked') continue;
    for (const { range } of nodesOf(shape)) ranges.set(range[0], range[1]);
  }
  const starts = [...ranges.keys()].sort((a, b) => a - b);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const end = ranges.get(starts[low - 1] ?? -1);
    return end !== undefined && offset < end;
  };
};

type KnownValues = Covered & { readonly values: readonly TextValue[] };

const isAlone = (value: TextValue | undefined, repository: string): boolean => {
  const text = String(value?.node.value ?? '');
  return text === repository || (text.startsWith(repository) && /^[:@]\S+$/.test(text.slice(repository.length)));
};

const occurrences = (text: string, name: string): number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) found.push(at);
  return found;
};

const LONGEST_VERSION = 300;

const isWhole = (text: string, at: number, name: string): boolean => {
  const before = text.slice(Math.max(0, at - 3), at);
  const after = text.slice(at + name.length, at + name.length + LONGEST_VERSION);
  const begins = !/[\w.@/-]$/.test(before) || before === '://' || /\\[nrt]$/.test(before);
  if (!begins || /^(?:[\w/]|[.-]+\w)/.test(after)) return false;
  // A name without a path may be that of a host, whose port is no tag.
  return name.includes('/') || (before !== '://' && /^(?::(?!\d{1,5}(?![\w.-]))[\w{$<[]|@sha)/.test(after));
};

type MentionPlace = { readonly line: number; readonly repository: string } & Pick<Covered, 'owners'>;

const mentionIn = ({ node, owner }: TextValue, { line, repository, owners }: MentionPlace): Mention[] => {
  if (owner === undefined || node.value !== repository) return [{ line, kind: 'unmarked' }];
  return owners.has(owner.mapping) ? [] : [{ line, kind: 'named', versionLine: versionLine(owner) }];
};

const versionLine = ({ tree, mapping, key }: Owner): number | undefined => {
  const version = otherVersion(tree, effectiveEntries(tree, mapping), key);
  return version && tree.place(version.found.entry.key.range[0]).line;
};

/** `owners`: the mappings of values that have a marker. */
type Covered = {
  readonly nodes: ReadonlySet<Node>;
  readonly lines: ReadonlySet<number>;
  readonly owners: ReadonlySet<object>;
};

/** The values of images, and the lines of those that are within other values or have a marker. */
const coveredBy = (sites: readonly Site[]): Covered => {
  const nodes = sites.flatMap(({ shape }) => (shape.kind === 'marked' ? [] : nodesOf(shape)));
  const lines = sites.flatMap(({ tree, shape }) => {
    const isInner = shape.kind !== 'marked' && tree.outer !== undefined;
    const marked = shape.kind === 'marked' ? Object.values(shape.spots).map(({ offset }) => offset) : [];
    const offsets = isInner ? nodesOf(shape).map(({ range }) => range[0]) : marked;
    return offsets.map((offset) => tree.place(offset).line ?? 0);
  });
  const owners = sites.flatMap(({ shape, group }) => (shape.kind === 'marked' ? [group] : []));
  return { nodes: new Set(nodes), lines: new Set(lines), owners: new Set(owners) };
};

/** The mapping that has a value under a key of its own; that of a pair with `name` and `value` is in the list of such pairs. */
type Owner = { readonly tree: Tree; readonly mapping: Mapping; readonly key: string };

type TextValue = { readonly node: Text; readonly isAside: boolean; readonly owner: Owner | undefined };

/** All values of a document, in their order. */
const valuesOf = (tree: Tree): TextValue[] => {
  const values: TextValue[] = [];
  addValues(tree, tree.root, { values, isAside: runsNothing(tree), owner: undefined });
  return values;
};

type Into = Omit<TextValue, 'node'> & { readonly values: TextValue[] };

const addValues = (tree: Tree, node: Node | null, { values, isAside, owner }: Into): void => {
  if (isText(node)) values.push({ node, isAside, owner });
  if (isSequence(node)) {
    for (const item of node.items) addValues(tree, item as Node, { values, isAside, owner: undefined });
  }
  if (!isMapping(node)) return;
  for (const entry of node.items) {
    const key = nameOf(tree, entry) ?? '';
    const own = key === 'value' ? undefined : { tree, mapping: node, key };
    addValues(tree, entry.value, { values, isAside: isAside || aside.test(key), owner: own });
  }
};

/** The value in which an offset lies; undefined for a key and for a comment. */
const valueAt = (values: readonly TextValue[], offset: number): TextValue | undefined => {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle]?.node.range[0] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const value = values[low - 1];
  return value !== undefined && offset < value.node.range[1] ? value : undefined;
};

const aside = /^(?:metadata|status|openapiv3schema|.*annotations|.*labels|description)$/i;

const runsNothing = (tree: Tree): boolean =>
  isMapping(tree.root) && isWithoutContainers(headOf(tree, tree.root as Mapping));

/** Whether an offset lies on a line of its own that is a comment, as there are within text, too. The offsets ascend: a line with many
 * of them is looked at once. */
const commentsIn = (text: string): ((offset: number) => boolean) => {
  let line = { end: -1, isComment: false };
  return (offset) => {
    if (offset > line.end) {
      const start = text.lastIndexOf('\n', offset - 1) + 1;
      const end = text.indexOf('\n', offset);
      line = { end: end < 0 ? text.length : end, isComment: /^\s*#/.test(text.slice(start, offset)) };
    }
    return line.isComment;
  };
};

/** A value under a key, in a text of any format: it may be a part of a name. */
export type NamePart = { readonly path: string; readonly line: number; readonly key: string; readonly text: string };

type TextFile = { readonly path: string; readonly text: string };

/** The values of files, to find the names that stand there in parts; `versions` by path. */
export type PartIndex = {
  readonly values: ReadonlyMap<string, readonly NamePart[]>;
  readonly versions: ReadonlyMap<string, readonly NamePart[]>;
};

export function partIndex(files: readonly TextFile[]): PartIndex {
  const values = new Map<string, NamePart[]>();
  const versions = new Map<string, NamePart[]>();
  for (const file of new Map(files.map((one) => [one.path, one])).values()) {
    for (const value of keyedValues(file)) {
      const text = value.text.replace(/^\/+|(?<!\/)\/+$/g, '');
      for (const each of new Set([text, splitReference(text).repository])) enter(values, each, value);
      if (ofVersion.test(value.key)) enter(versions, file.path, value);
    }
  }
  return { values, versions };
}

const enter = (map: Map<string, NamePart[]>, key: string, value: NamePart): void => {
  const others = map.get(key);
  if (others === undefined) map.set(key, [value]);
  else others.push(value);
};

const ofVersion = /^(?!.*(?:api|chart|kube|schema)[-_]?version$).*(?:tag|version)$/i;

const keyed = /(?<![\w.-])([\w.-]+)["']?[ \t]*[:=][ \t]*["']?([^\s"',{}[\]#]+)/g;

/** Line by line, since it may be text within a value, too. A pair with `name` and `value` has the name as its key. */
function* keyedValues({ path, text }: TextFile): Iterable<NamePart> {
  let name = '';
  for (const [index, content] of text.split('\n').entries()) {
    if (/^\s*#/.test(content)) continue;
    for (const [, key = '', value = ''] of content.matchAll(keyed)) {
      yield { path, line: index + 1, key: key === 'value' ? name : key, text: value };
      if (key === 'name') name = value;
    }
  }
}

const ofBeginning =
  /(?:registry|hub|host|domain|server|project|org|organi[sz]ation|owner|group|team|account|tenant|[a-z][-_]?namespace|path|prefix|repo|repository|base)$/i;

const ofImage = /image|repo/i;

const ofAddress = /^(?!.*registry).*(?:url|server)$/i;

const ofOthers = /^(?:kind|apiVersion|namespace|app|environment|env|stage|cluster)$/;

/** Under other keys a part is near the one before. */
const ofNames = /image|repo|registry|hub|organi[sz]ation|prefix|namespace/i;

const NEAR = 10;

/** The parts of a name that are values of several keys, from the first to the last, such as a registry, a project and a name; undefined
 * if one of them is missing in the files with these paths. */
export function findParts(
  { values }: PartIndex,
  repository: Reference['repository'],
  paths: ReadonlySet<string>,
): NamePart[] | undefined {
  const named = (text: string): NamePart[] => (values.get(text) ?? []).filter(({ path }) => paths.has(path));
  for (const spelling of spellingsOf(repository)) {
    const found = split(named, spelling.split('/'), []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A registry, an organisation, a project and a name. */
const MOST_PARTS = 4;

const split = (
  named: (text: string) => NamePart[],
  components: readonly string[],
  before: readonly NamePart[],
): NamePart[] | undefined => {
  const previous = before.at(-1);
  const isNear = ({ path }: NamePart): boolean => previous?.path === path;
  const mayFollow = (part: NamePart): boolean =>
    previous === undefined || ofNames.test(part.key) || (isNear(part) && Math.abs(part.line - previous.line) <= NEAR);
  const rank = (part: NamePart): number => (ofImage.test(part.key) ? 2 : 0) + (isNear(part) ? 1 : 0);
  if (before.length > 0) {
    const ends = named(components.join('/')).filter((one) => !ofOthers.test(one.key) && mayFollow(one));
    const end = ends.reduce<NamePart | undefined>(
      (best, one) => (best !== undefined && rank(best) >= rank(one) ? best : one),
      undefined,
    );
    if (end !== undefined) return [...before, end];
  }
  if (before.length + 1 === MOST_PARTS) return undefined;
  for (let length = components.length - 1; length > 0; length--) {
    const text = components.slice(0, length).join('/');
    const isHost = before.length === 0 && registryOf(`${text}/x`) !== undefined;
    const isPart = (key: string): boolean => ofBeginning.test(key) || (isHost && !ofAddress.test(key));
    const all = named(text).filter((one) => isPart(one.key) && mayFollow(one));
    const part = all.find(isNear) ?? all[0];
    const found = part && split(named, components.slice(length), [...before, part]);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The version nearest to the parts of a name. */
export function versionNear({ versions }: PartIndex, parts: readonly NamePart[]): NamePart | undefined {
  const all = parts.flatMap(({ path, line }) =>
    (versions.get(path) ?? []).map((value) => ({ value, distance: Math.abs(value.line - line) })),
  );
  const nearest = all.reduce<(typeof all)[number] | undefined>(
    (best, one) => (one.distance < (best?.distance ?? FAR) ? one : best),
    undefined,
  );
  return nearest?.value;
}

/** Lines further apart are hardly of one image. */
const FAR = 30;
