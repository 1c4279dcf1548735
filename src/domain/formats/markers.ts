/** The syntax of markers, the values that they can refer to, and files that are no YAML, in which only markers tell the images. */
import { Scalar } from 'yaml';
import { type ErrorPlace, fail } from '../errors.ts';
import { isDigest, isRepository, isTag, type Reference, spellingsOf, splitReference } from '../image.ts';
import { quote } from '../text.ts';
import { isText, type Text, type Tree } from '../yaml/tree.ts';
import { isTemplated, type SpotPart } from './site.ts';
export type Marker =
  | { readonly kind: 'image'; readonly name: string; readonly part: 'tag' | 'digest' }
  | { readonly kind: 'ignore' }
  /** A marker that says something else: `name` is the image that it may mean. */
  | { readonly kind: 'broken'; readonly name: string };

/** A comment with markers, and the line of which it speaks: its own, or the next one that is no comment. */
export type MarkerComment = {
  readonly markers: readonly Marker[];
  readonly offset: number;
  readonly position: 'end-of-line' | 'above';
  /** Of a comment at the end of a line, the text before it. Undefined above a blank line and above the end of the text. */
  readonly line: Span | undefined;
};

/** A part of a text, from `start` up to but not including `end`. */
export type Span = { readonly start: number; readonly end: number };

/** Whether it is worth looking for markers. */
export function mayHaveMarkers(text: string): boolean {
  return text.includes('image-promotion:');
}

/** The markers among these comments, which are given by their offsets and end with their lines.
 * @param lines all lines of the text, without their line breaks. */
export function markerComments(text: string, lines: readonly Span[], comments: Iterable<number>): MarkerComment[] {
  const below = contentBelow(text, lines);
  const found: MarkerComment[] = [];
  let index = 0;
  for (const offset of comments) {
    while (index + 1 < lines.length && (lines[index + 1] as Span).start <= offset) index++;
    const { start, end } = lines[index] ?? { start: 0, end: 0 };
    const markers = markersOf(text.slice(offset, end));
    if (markers.length === 0) continue;
    const isAlone = text.slice(start, offset).replace('\uFEFF', '').trim() === '';
    found.push(
      isAlone
        ? { markers, offset, position: 'above', line: below[index] }
        : { markers, offset, position: 'end-of-line', line: { start, end: offset } },
    );
  }
  return found;
}

/** The start of a comment with a marker, in text without parsed comments. */
export function* looseComments(text: string, lines: readonly Span[]): Iterable<number> {
  for (const { start, end } of lines) {
    const line = text.slice(start, end);
    const at = mayHaveMarkers(line) ? line.search(beginning) : -1;
    if (at === 0 || (at > 0 && /[\s\uFEFF]/.test(line[at - 1] ?? ''))) yield start + at;
  }
}

const beginning = /#[ \t]*image-promotion:/;

const markersOf = (comment: string): Marker[] =>
  [...comment.matchAll(/#[ \t]*image-promotion:([^#]*)/g)].map(([, body = '']) => markerOf(body.trim()));

const markerOf = (body: string): Marker => {
  if (body === 'ignore') return { kind: 'ignore' };
  const [name = '', part = 'tag', ...rest] = body.split(/\s+/);
  const isRead = isRepository(name) && (part === 'digest' || body === name) && rest.length === 0;
  return isRead
    ? { kind: 'image', name, part: part === 'digest' ? 'digest' : 'tag' }
    : { kind: 'broken', name: splitReference(name).repository };
};

/** For each line the next one below that is no comment. */
const contentBelow = (text: string, lines: readonly Span[]): (Span | undefined)[] => {
  const below: (Span | undefined)[] = [];
  let next: Span | undefined;
  for (let index = lines.length - 1; index >= 0; index--) {
    below[index] = next;
    const line = lines[index] as Span;
    const content = text.slice(line.start, line.end).trim();
    if (content === '') next = undefined;
    else if (!content.startsWith('#')) next = line;
  }
  return below;
};

/** The part of an image that a text has. */
export type Holding = Span & {
  readonly part: SpotPart;
  readonly version: Omit<Reference, 'repository'>;
  /** As a reference spells it. */
  readonly repository?: string | undefined;
};

/** The reason why it has none: a predicate to "the value". */
export type Nothing = { readonly reason: string };

type MarkedImage = { readonly name: string; readonly part: 'tag' | 'digest' };

const filledInVersion = 'has a version that something else fills in';

/** The passages of a value that belong to the image: references to it, else the whole value. */
export function holdingsOf(text: string, { name, part }: MarkedImage): readonly Holding[] | Nothing {
  const { references, isFilledIn } = referencesIn(text, name);
  if (references.length > 0) return references;
  if (isFilledIn || isTemplated(text)) return { reason: filledInVersion };
  if (text === name) return [{ start: 0, end: text.length, part: 'reference', version: {} }];
  const whole = part === 'digest' ? digestIn(text) : tagIn(text);
  if (whole !== undefined) return [{ start: 0, end: text.length, ...whole }];
  return { reason: `is ${quote(text)}, which is neither a reference to ${quote(name)} nor a ${part}` };
}

type Whole = Pick<Holding, 'part' | 'version'>;

const digestIn = (text: string): Whole | undefined =>
  text === '' || isDigest(text) ? { part: 'digest', version: { digest: text || undefined } } : undefined;

const tagIn = (text: string): Whole | undefined => {
  if (text === '' || isTag(text)) return { part: 'tag', version: { tag: text || undefined } };
  const at = text.indexOf('@');
  const apart = { tag: text.slice(0, at), digest: text.slice(at + 1) };
  return at > 0 && isTag(apart.tag) && isDigest(apart.digest) ? { part: 'version', version: apart } : undefined;
};

/** The value of a line without a syntax of its own: its value follows the first `=` or `:`, in its quotes if it has some. */
export function holdingsInLine(line: string, asked: MarkedImage): readonly Holding[] | Nothing {
  const key = /^\s*(?:"[^"]*"|'[^']*')?[^=:]*/.exec(line)?.[0].length ?? 0;
  const separator = key < line.length ? key : -1;
  const { references } = referencesIn(line, asked.name);
  // A lone reference has its first colon within itself.
  const own = references.filter(({ end }) => end > separator);
  if (own.length > 0) return own;
  const value = valueIn(line, separator);
  const holdings = holdingsOf(line.slice(value.start, value.end), asked);
  if ('reason' in holdings) return holdings;
  return holdings.map((one) => ({ ...one, start: value.start + one.start, end: value.start + one.end }));
}

/** The value of a line: within its quotes, before a comment, and without the dash of a list where it has no key. */
const valueIn = (line: string, separator: number): Span => {
  const dash = separator < 0 ? (/^\s*-\s/.exec(line)?.[0].length ?? 0) : 0;
  const rest = line.slice(Math.max(separator + 1, dash)).trimStart();
  const start = line.length - rest.length;
  const quoted = /^(["'])(.*?)\1[ \t]*(?:[,;][ \t]*)?(?:#.*)?$/.exec(rest.trimEnd());
  if (quoted !== null) return { start: start + 1, end: start + 1 + (quoted[2] ?? '').length };
  return { start, end: start + rest.replace(/(?:^|\s)#.*$/, '').trimEnd().length };
};

const FARTHEST = 512;

const version = /^(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@([a-z][a-z0-9+._-]*:[0-9A-Fa-f]{32,}))?/;

/** Text right before a name belongs to its repository, or another tool fills it in. */
const ofName = /[A-Za-z0-9._/@%+~$}\])>-]/;

/** Characters that continue a version. Most of them begin a placeholder. */
const ofVersion = /[A-Za-z0-9_/:@$%{<[(]/;

type Referring = { readonly references: readonly Holding[]; readonly isFilledIn: boolean };

/** The references to an image in a text, as far as they have a version, in every spelling of its repository. */
const referencesIn = (text: string, name: string): Referring => {
  const all = spellingsOf(name).map((spelling) => referencesBy(text, spelling));
  const references = all.flatMap((one) => one.references).sort((a, b) => a.start - b.start);
  return { references, isFilledIn: all.some((one) => one.isFilledIn) };
};

const referencesBy = (text: string, repository: string): Referring => {
  const references: Holding[] = [];
  let isFilledIn = false;
  for (let at = text.indexOf(repository); at >= 0; at = text.indexOf(repository, at + repository.length)) {
    const end = at + repository.length;
    const rest = text.slice(end, end + FARTHEST);
    if (!/^[:@]/.test(rest) || !mayBegin(text, at)) continue;
    const [whole = '', tag, digest] = version.exec(rest) ?? [];
    // A full stop ends a sentence, not a tag.
    const dots = digest === undefined ? (/\.+$/.exec(whole)?.[0].length ?? 0) : 0;
    const length = whole.length - dots;
    if (length === 0 || ofVersion.test(rest[whole.length] ?? '')) {
      isFilledIn ||= /^[:@]?[\w.-]*[<[{$(]/.test(rest);
      continue;
    }
    const found = { tag: tag?.slice(0, tag.length - dots), digest };
    references.push({ start: at, end: end + length, part: 'reference', repository, version: found });
  }
  return { references, isFilledIn };
};

const mayBegin = (text: string, at: number): boolean => {
  const before = text[at - 1] ?? '';
  return !ofName.test(before) || text.slice(Math.max(0, at - 3), at) === '://';
};

const texts = /(?:^|\/)\.env(?:\.[^/]*)?$|\.(?:env|properties|tfvars|toml|ini|conf|cfg|hcl|tf|txt|sh)$/i;

const dockerfiles = /(?:^|\/)(?:(?:Docker|Container)file(?:[.-][^/]*)?|[^/]*\.(?:docker|container)file)$/i;

export function isTextName(path: string): boolean {
  return texts.test(path);
}

/** @throws PromotionError `manifest-format` for a Dockerfile. */
export function isTextFile(path: string): boolean {
  if (!dockerfiles.test(path)) return isTextName(path);
  return fail(
    'manifest-format',
    `The manifest ${quote(path)} is a Dockerfile, in which nothing is promoted.`,
    'Name the manifest or the values that say which image runs.',
    { path, line: 1 },
  );
}

/** The whole text as one value without a type. */
export function textTree(text: string, place: (offset: number) => ErrorPlace): Tree {
  const root = new Scalar(text) as Text;
  root.range = [0, text.length, text.length];
  const nothing = { targets: new Map(), links: new Map(), heirs: new Map() };
  return { text, index: 0, place, root, end: text.length, isJson: false, ...nothing };
}

export function isWholeText({ root }: Tree): boolean {
  return isText(root) && root.type === undefined;
}
