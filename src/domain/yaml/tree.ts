import { type Document, parseAllDocuments } from 'yaml';
import type { Place } from '../errors.ts';
import {
  isLink,
  isMapping,
  isSequence,
  isText,
  keyOf,
  type Link,
  type Mapping,
  type Node,
  type Text,
} from './nodes.ts';
import type { Splice } from './splice.ts';

/** One document of a text. All offsets count in `text`, which holds the other documents, too. */
export type Tree = {
  readonly text: string;
  /** Which document of the text it is, from 0. */
  readonly index: number;
  /** For messages: the path of the manifest and the line in it. */
  readonly place: (offset: number) => Place;
  /** Where the text stands, if it is a value of another tree. */
  readonly outer?: Outer | undefined;
  readonly root: Node | null;
  /** Where the document's content ends: comments, its end marker or the next document may follow. */
  readonly end: number;
  /** JSON has no plain text. */
  readonly isJson: boolean;
  /** What each alias stands for: the last anchor of its name before it. */
  readonly targets: ReadonlyMap<Link, Node>;
  /** The aliases of each anchored node, in order. */
  readonly links: ReadonlyMap<Node, readonly Link[]>;
  /** The mappings that merge each mapping by `<<`. */
  readonly heirs: ReadonlyMap<Mapping, readonly Mapping[]>;
};

/** A text inside of a text: the value that holds it, and how a splice of it looks from outside (undefined where the value's
 * style cannot express it). */
export type Outer = {
  readonly tree: Tree;
  readonly node: Text;
  readonly toOuter: (splice: Splice) => Splice | undefined;
};

/** Why a text is no valid YAML: a predicate without its subject and full stop. */
export type ParseProblem = { readonly message: string; readonly offset: number };
export type Parsed =
  | { readonly trees: readonly Tree[]; readonly problem?: undefined }
  | { readonly trees?: undefined; readonly problem: ParseProblem };

/** Parses strictly: a repeated key, at any depth, and an alias without an anchor are problems, too. Aliases are never
 * expanded, so that no text can grow. Plain values stay text: what readers take them for is for the rules of quoting. */
export function parseTrees(text: string, place: (offset: number) => Place, outer?: Outer): Parsed {
  try {
    // The library compares every key with every other key of its mapping; the index below asks a set.
    const documents = [
      ...parseAllDocuments(text, { schema: 'failsafe', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' }),
    ];
    const broken = documents.flatMap((document) => document.errors)[0];
    if (broken !== undefined) return { problem: { message: messageOf(text, broken.message), offset: broken.pos[0] } };
    const isJson = documents.length === 1 && /^\uFEFF?\s*\{/.test(text) && isJsonText(text);
    const indexed = documents.map((document) => ({ document, index: indexOf(document) }));
    const problem = indexed.find(({ index }) => index.problem !== undefined)?.index.problem;
    if (problem !== undefined) return { problem };
    return {
      trees: indexed.map(({ document, index }, position) => ({
        text,
        index: position,
        place,
        outer,
        root: rootOf(document),
        end: document.range?.[1] ?? text.length,
        isJson,
        targets: index.targets,
        links: index.links,
        heirs: index.heirs,
      })),
    };
  } catch (error) {
    // The parser and the walks over what it gives recurse as deep as the text nests.
    if (error instanceof RangeError) return { problem: { message: 'nests too deep', offset: 0 } };
    throw error;
  }
}

const messageOf = (text: string, message: string): string => {
  if (message.startsWith('Maximum call stack')) return 'nests too deep';
  const hasMarkers = /^<{7}(?: |\r?$)/m.test(text) && /^>{7}(?: |\r?$)/m.test(text);
  return hasMarkers
    ? 'holds the markers of a merge conflict'
    : `does not parse as YAML (${message.replace(/\.$/, '')})`;
};

const isJsonText = (text: string): boolean => {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
};

type AnyDocument = Document.Parsed | { contents: unknown };
const rootOf = (document: AnyDocument): Node | null => (document.contents ?? null) as Node | null;

type Index = {
  readonly anchors: Map<string, Node>;
  readonly targets: Map<Link, Node>;
  readonly links: Map<Node, Link[]>;
  readonly heirs: Map<Mapping, Mapping[]>;
  problem: ParseProblem | undefined;
};

const indexOf = (document: AnyDocument): Index => {
  const index: Index = {
    anchors: new Map(),
    targets: new Map(),
    links: new Map(),
    heirs: new Map(),
    problem: undefined,
  };
  visit(rootOf(document), index);
  return index;
};

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
    if (isText(key)) {
      const text = String(key.value);
      if (keys.has(text))
        index.problem ??= { message: `repeats the key ${JSON.stringify(text)}`, offset: key.range[0] };
      keys.add(text);
    }
    visit(key, index);
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
  const merge = mapping.items.find((entry) => keyOf(entry) === '<<' && isText(entry.key) && entry.key.type === 'PLAIN');
  if (merge === undefined) return [];
  const value = follow(merge.value, targets);
  const sources = isSequence(value) ? value.items.map((item) => follow(item, targets)) : [value];
  return sources.filter((source) => isMapping(source));
}

const follow = (node: Node | null, targets: ReadonlyMap<Link, Node>): Node | null =>
  isLink(node) ? (targets.get(node) ?? null) : node;

/** The node itself, or what the alias stands for. */
export function resolve(tree: Tree, node: Node | null): Node | null {
  return follow(node, tree.targets);
}
