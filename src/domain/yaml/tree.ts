import type { Document } from 'yaml';
import type { Place } from '../errors.ts';
import { visible } from '../text.ts';
import { indexOf } from './anchors.ts';
import { compose } from './compose.ts';
import { type Entry, isLink, isText, type Link, type Mapping, type Node, type Text } from './nodes.ts';
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
  | { readonly trees: readonly Tree[]; readonly tokens: readonly string[]; readonly problem?: undefined }
  | { readonly trees?: undefined; readonly problem: ParseProblem };

/** Other readers end the last value there, and the library takes it for a part of that value. */
const HALF = 'ends in a carriage return, half of a line break';

/** Parses strictly: a repeated key, at any depth, and an alias without an anchor are problems, too. Aliases are never
 * expanded, so that no text can grow. Plain values stay text: what readers take them for is for the rules of quoting. */
export function parseTrees(text: string, place: (offset: number) => Place, outer?: Outer): Parsed {
  if (outer === undefined && text.endsWith('\r')) return { problem: { message: HALF, offset: text.length - 1 } };
  try {
    const { documents, tokens } = compose(text, options);
    const broken = documents.flatMap((document) => document.errors)[0];
    if (broken !== undefined) return { problem: { message: messageOf(text, broken.message), offset: broken.pos[0] } };
    const isJson = documents.length === 1 && /^\uFEFF?\s*\{/.test(text) && isJsonText(text);
    const indexed = documents.map((document) => ({ document, index: indexOf(rootOf(document)) }));
    const problem = indexed.find(({ index }) => index.problem !== undefined)?.index.problem;
    if (problem !== undefined) return { problem };
    return {
      tokens,
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
    if (error instanceof RangeError) return { problem: { message: boundOf(error), offset: 0 } };
    throw error;
  }
}

// The library compares every key with every other key of its mapping; the index asks a set.
const options = { schema: 'failsafe', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;

/** Where the stack ends before the bounds are met, it is for the depth, too. */
const boundOf = ({ message }: RangeError): string => (message.startsWith('holds') ? message : 'nests too deep');

const messageOf = (text: string, message: string): string => {
  if (message.startsWith('Maximum call stack')) return 'nests too deep';
  const hasMarkers = /^<{7}(?: |\r?$)/m.test(text) && /^>{7}(?: |\r?$)/m.test(text);
  return hasMarkers
    ? 'holds the markers of a merge conflict'
    : `does not parse as YAML (${message.replace(/\.$/, '').replace(/\p{C}/gu, visible)})`;
};

const isJsonText = (text: string): boolean => {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
};

const rootOf = (document: Document.Parsed): Node | null => (document.contents ?? null) as Node | null;

/** The node itself, or what the alias stands for. */
export function resolve(tree: Tree, node: Node | null): Node | null {
  return isLink(node) ? (tree.targets.get(node) ?? null) : node;
}

/** The text of a key, through an alias; undefined for a key that is a collection. */
export function nameOf(tree: Tree, { key }: Entry): string | undefined {
  const text = resolve(tree, key);
  return isText(text) ? String(text.value) : undefined;
}
