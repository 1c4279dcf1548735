/** The documents of a text, read within bounds, as trees of nodes with what their anchors, aliases and merge keys mean. */
import {
  type Alias,
  Composer,
  type Document,
  type DocumentOptions,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type LineCounter,
  type Pair,
  type ParseOptions,
  Parser,
  type Scalar,
  type SchemaOptions,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { ErrorPlace } from '../errors.ts';
import { visible } from '../text.ts';
import type { Splice } from './lines.ts';
/** Nodes as they come from the parser. Offsets count UTF-16 units of the tree's text. */
export type Text = Scalar.Parsed;

export type Link = Alias.Parsed;

export type Mapping = YAMLMap.Parsed;

export type Sequence = YAMLSeq.Parsed;

export type Node = Text | Link | Mapping | Sequence;

/** One key with its value; the value is null only where not even a colon follows the key. */
export type Entry = Pair<Node, Node | null>;

export function isText(node: Node | null | undefined): node is Text {
  return isScalar(node);
}

export function isLink(node: Node | null | undefined): node is Link {
  return isAlias(node);
}

export function isMapping(node: Node | null | undefined): node is Mapping {
  return isMap(node);
}

export function isSequence(node: Node | null | undefined): node is Sequence {
  return isSeq(node);
}

/** The text of a key, undefined for a key that is an alias or a collection. */
export function keyOf(entry: Entry): string | undefined {
  return isText(entry.key) ? String(entry.key.value) : undefined;
}

/** A shallow copy with the same prototype: its children can be replaced without changing the original. */
export function cloneOf<T extends object>(node: T): T {
  return Object.create(Object.getPrototypeOf(node), Object.getOwnPropertyDescriptors(node)) as T;
}

const nulls = new Set(['', '~', 'null', 'Null', 'NULL']);

/** Whether readers see no value at all. */
export function isNull(node: Text): boolean {
  return node.type === 'PLAIN' && (node.tag === undefined || node.tag.endsWith(':null')) && nulls.has(node.source);
}

/** One document of a text. All offsets count in `text`, which holds the other documents, too. */
export type Tree = {
  readonly text: string;
  /** Which document of the text it is, from 0. */
  readonly index: number;
  /** For messages: the path of the manifest and the line in it. */
  readonly place: (offset: number) => ErrorPlace;
  /** Of values that several texts make, where offsets tell nothing: the line of a value and the path of its text. */
  readonly lineOf?: (node: Node) => string;
  /** Where the text is, if it is a value of another tree. */
  readonly outer?: Outer | undefined;
  readonly root: Node | null;
  /** Where the document's content ends: comments, its end marker or the next document may follow. */
  readonly end: number;
  /** JSON has no plain text. */
  readonly isJson: boolean;
  /** The anchor of each alias: the last one of its name before it. */
  readonly targets: ReadonlyMap<Link, Node>;
  /** The aliases of each anchored node, in order. */
  readonly links: ReadonlyMap<Node, readonly Link[]>;
  /** The mappings that merge each mapping by `<<`. */
  readonly heirs: ReadonlyMap<Mapping, readonly Mapping[]>;
};

/** A text inside of a text: the value that holds it, and how a splice of it looks from outside (undefined where the value's
 * style cannot express it). */
type Outer = {
  readonly tree: Tree;
  readonly node: Text;
  readonly toOuter: (splice: Splice) => Splice | undefined;
};

/** The reason why a text is no valid YAML: a predicate without its subject and full stop. */
type ParseProblem = { readonly message: string; readonly offset: number };

/** Text that is not YAML has no tokens. */
export type Parsed =
  | { readonly trees: readonly Tree[]; readonly tokens?: Tokens | undefined; readonly problem?: undefined }
  | { readonly trees?: undefined; readonly problem: ParseProblem };

/** Other parsers end the value before a final carriage return; this library includes it. */
const HALF = 'ends in a carriage return, half of a line break';

/** Parses strictly: a repeated key, at any depth, and an alias without an anchor are problems, too. Aliases are never
 * expanded, so that no text can grow. Plain values stay text: their types (number, boolean) matter only for quoting. */
export function parseTrees(text: string, place: (offset: number) => ErrorPlace, outer?: Outer): Parsed {
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

/** A stack overflow before our own bound also means that the text nests too deep. */
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

/** The node itself, or the anchor of the alias. */
export function resolve(tree: Tree, node: Node | null): Node | null {
  return isLink(node) ? (tree.targets.get(node) ?? null) : node;
}

/** The text of a key, through an alias; undefined for a key that is a collection. */
export function nameOf(tree: Tree, { key }: Entry): string | undefined {
  const text = resolve(tree, key);
  return isText(text) ? String(text.value) : undefined;
}

/** The meaning of a document's anchors, and the problems of anchors and keys. */
type AnchorIndex = {
  readonly anchors: Map<string, Node>;
  readonly targets: Map<Link, Node>;
  readonly links: Map<Node, Link[]>;
  readonly heirs: Map<Mapping, Mapping[]>;
  problem: ParseProblem | undefined;
};

function indexOf(root: Node | null): AnchorIndex {
  const index: AnchorIndex = {
    anchors: new Map(),
    targets: new Map(),
    links: new Map(),
    heirs: new Map(),
    problem: undefined,
  };
  visit(root, index);
  return index;
}

/** In the order of the text, since an anchor may be set anew. */
const visit = (node: Node | null, index: AnchorIndex): void => {
  if (node === null || index.problem !== undefined) return;
  if (isLink(node)) {
    visitLink(node, index);
    return;
  }
  if (node.anchor !== undefined) index.anchors.set(node.anchor, node);
  if (isMapping(node)) visitMapping(node, index);
  if (isSequence(node)) for (const item of node.items) visit(item, index);
};

const visitLink = (link: Link, index: AnchorIndex): void => {
  const target = index.anchors.get(link.source);
  if (target === undefined) {
    index.problem = { message: 'has an alias without an anchor before it', offset: link.range[0] };
    return;
  }
  index.targets.set(link, target);
  push(index.links, target, link);
};

const visitMapping = (mapping: Mapping, index: AnchorIndex): void => {
  const keys = new Set<string>();
  for (const { key, value } of mapping.items) {
    visit(key, index);
    const name = follow(key, index.targets);
    if (isText(name)) {
      const text = String(name.value);
      if (keys.has(text))
        index.problem ??= { message: `repeats the key ${JSON.stringify(text)}`, offset: key.range[0] };
      keys.add(text);
    }
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
  const merge = mapping.items.find(isMerge);
  if (merge === undefined) return [];
  const value = follow(merge.value, targets);
  const sources = isSequence(value) ? value.items.map((item) => follow(item, targets)) : [value];
  return sources.filter((source) => isMapping(source));
}

/** Whether the key is `<<` as readers understand it: plain, and no text by its YAML tag. */
export const isMerge = ({ key }: Entry): boolean =>
  isText(key) &&
  key.value === '<<' &&
  key.type === 'PLAIN' &&
  (key.tag === undefined || key.tag === 'tag:yaml.org,2002:merge');

const follow = (node: Node | null, targets: ReadonlyMap<Link, Node>): Node | null =>
  isLink(node) ? (targets.get(node) ?? null) : node;

/** The text of a value, through an alias. A plain number counts by its source; undefined for null and for collections. */
export function textOf(tree: Tree, node: Entry['value'] | undefined): string | undefined {
  const value = resolve(tree, node ?? null);
  return isText(value) && !isNull(value) ? String(value.value) : undefined;
}

/** Far beyond any manifest. Deeper texts are not parsed: the composer and the walks over its trees recurse, and where the stack
 * ends within the compiler of regular expressions the process is aborted; no error can be caught then. */
const DEEPEST = 500;

const MOST_DOCUMENTS = 10_000;

/** The tokens of a text, and the lexer that made them, to read another text in the same way. */
export type Tokens = { readonly words: readonly string[]; readonly lex: (text: string) => readonly string[] };

type Composed = { readonly documents: readonly Document.Parsed[]; readonly tokens: Tokens };

type Options = ParseOptions & DocumentOptions & SchemaOptions;

/** As the library's `parseAllDocuments`, within bounds and with its tokens; an empty text has no document. What the library refuses is
 * read again as other parsers read it, who make the same tokens of everything else; where that fails as well, the errors are those of the library, which end at the first
 * line that misses a quote or a bracket.
 * @throws RangeError for a text that nests too deep or has too many documents; its message is a predicate without a subject. */
export function compose(text: string, { lineCounter, ...options }: Options & { lineCounter?: LineCounter }): Composed {
  const strict = composeWith(lexStrictly, text, { options, lineCounter });
  // The library does not report each flow collection that its lexer has cut off.
  if (isRead(strict) && !strict.tokens.words.includes(CUT_OFF)) return strict;
  const lenient = composeWith(lexLeniently, text, { options });
  return isRead(strict) || isRead(lenient) ? lenient : strict;
}

const isRead = ({ documents }: Composed): boolean => documents.every(({ errors }) => errors.length === 0);

const lexStrictly = (text: string): string[] => [...new Lexer().lex(text)];

type Composing = { readonly options: Options; readonly lineCounter?: LineCounter | undefined };

const composeWith = (lexer: Tokens['lex'], text: string, { options, lineCounter }: Composing): Composed => {
  const words = lexer(text);
  lineCounter?.addNewLine(0);
  const parser = new Parser(lineCounter?.addNewLine);
  const composer = new Composer(options);
  const documents: Document.Parsed[] = [];
  const take = (composed: Iterable<unknown>): void => {
    documents.push(...(composed as Iterable<Document.Parsed>));
    if (documents.length > MOST_DOCUMENTS) throw new RangeError(`holds more than ${MOST_DOCUMENTS} documents`);
  };
  for (const word of words) {
    for (const node of parser.next(word)) take(composer.next(node));
    if (parser.stack.length > DEEPEST) throw new RangeError('nests too deep');
  }
  for (const node of parser.end()) take(composer.next(node));
  take(composer.end());
  return { documents, tokens: { words, lex: lexer } };
};

/** The internal state of the library's lexer. */
type LexerState = { indentNext: number; readonly flowLevel: number };
type LexerMethod = (this: LexerState) => Generator<string, unknown>;

/** YAML wants every line of quoted text and of a flow collection deeper than its key. libyaml and its kin, by which kubectl,
 * kustomize, Helm and Argo CD read, do not look at the indentation there, and files that rely on it are common. */
const anyIndent = (method: LexerMethod, isFree: (state: LexerState) => boolean): LexerMethod =>
  function* read() {
    const indent = this.indentNext;
    if (isFree(this)) this.indentNext = 0;
    const next = yield* method.call(this);
    this.indentNext = indent;
    return next;
  };

const { parseFlowCollection, parsePlainScalar, parseQuotedScalar } = Lexer.prototype as unknown as Readonly<
  Record<'parseFlowCollection' | 'parsePlainScalar' | 'parseQuotedScalar', LexerMethod>
>;

const readings = {
  parseFlowCollection: anyIndent(parseFlowCollection, () => true),
  parsePlainScalar: anyIndent(parsePlainScalar, ({ flowLevel }) => flowLevel > 0),
  parseQuotedScalar: anyIndent(parseQuotedScalar, () => true),
};

/** The tokens of a text as kubectl, kustomize and Helm read it. */
export const lexLeniently = (text: string): string[] => [
  ...Object.assign(new Lexer() as Pick<Lexer, 'lex'>, readings).lex(text),
];

/** Announces that the next token is a plain value. */
export const PLAIN = '\x1f';

/** Ends a flow collection that misses its bracket. */
const CUT_OFF = '\x18';

/** Tokens that stand for no character; the first is the start of a document. */
const WITHOUT_LENGTH = new Set(['\x02', PLAIN, CUT_OFF]);

export const lengthOf = (word: string): number => {
  if (word.length === 1 && WITHOUT_LENGTH.has(word)) return 0;
  return word.length - (word.startsWith(PLAIN) ? PLAIN.length : 0);
};

/** Where each comment begins. */
export function* commentsIn(text: string): Iterable<number> {
  let offset = 0;
  let previous = '';
  for (const token of lexLeniently(text)) {
    if (token.startsWith('#') && previous !== PLAIN) yield offset;
    offset += lengthOf(token);
    previous = token;
  }
}
