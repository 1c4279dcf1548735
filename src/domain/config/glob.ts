/** Globs: their grammar, and a matcher whose time grows with the length of the text only. */

import picomatch from 'picomatch';
import { quote } from '../text.ts';

/** The problem of a value, as a clause that follows its name, and the way out. */
export type ValueProblem = { readonly what: string; readonly hint: string };

const LONGEST = 1_000;

const MOST_WILDCARDS = 8;

// `regex: false` keeps a plus behind a bracket literal; extended globs would let regular expressions in again. Only with `posix`
// does `[!a]` exclude.
export const GLOB_OPTIONS = {
  posix: true,
  nonegate: true,
  noextglob: true,
  regex: false,
  strictBrackets: true,
  strictSlashes: true,
  windows: false,
  debug: true,
} as const;

/** Whether the text has a wildcard: `*`, `?`, `[…]` or `{…}`. */
export function isGlob(text: string): boolean {
  return /[*?[\]{}]/.test(text);
}

/** How many wildcards a glob has; `**` is one. */
const wildcardsIn = (pattern: string): number => pattern.match(/\*+|[?[{]/g)?.length ?? 0;

/** Whether the glob matches the whole text. `*` and `?` stop at a slash, `**` does not.
 * The pattern is one that `globProblem` finds nothing wrong with. */
export function matches(pattern: string, text: string): boolean {
  return matcher(pattern)(text);
}

/** `matches` for many texts. A pattern without wildcards is compared as text. */
export function matcher(pattern: string): (text: string) => boolean {
  if (!isGlob(pattern)) return (text) => text === pattern;
  const known = matchers.get(pattern);
  if (known !== undefined) return known;
  const compiled = compile(pattern);
  const [oldest] = matchers.size < MOST_MATCHERS ? [] : matchers.keys();
  if (oldest !== undefined) matchers.delete(oldest);
  matchers.set(pattern, compiled);
  return compiled;
}

/** Whether a text fits any of the patterns. A list of patterns is looked through once, however many texts it meets. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  const known = lists.get(patterns) ?? listOf(patterns);
  lists.set(patterns, known);
  return known.literals.has(text) || known.globs.some((fits) => fits(text));
}

type PatternList = { readonly literals: ReadonlySet<string>; readonly globs: readonly ((text: string) => boolean)[] };

const lists = new WeakMap<readonly string[], PatternList>();

const listOf = (patterns: readonly string[]): PatternList => ({
  literals: new Set(patterns),
  globs: patterns.filter(isGlob).map(matcher),
});

/** A pattern meets many texts: the images of a request, say, or the files of a directory. */
const matchers = new Map<string, (text: string) => boolean>();

const MOST_MATCHERS = 10_000;

/** A regular expression tries as many ways as there are places for its stars. Up to two of them it is the faster engine. */
const compile = (pattern: string): ((text: string) => boolean) => {
  const expression = picomatch.makeRe(pattern, GLOB_OPTIONS);
  const fits =
    wildcardsIn(pattern) > 2 ? linearMatcher(expression.source) : (text: string): boolean => expression.test(text);
  return (text) => text === pattern || fits(text);
};

/** The reason why a text is no glob: patterns are globs, never regular expressions. */
export function globProblem(pattern: string): ValueProblem | undefined {
  if (pattern === '') return { what: 'is empty', hint: 'Write a glob, such as v*.' };
  if (pattern.length > LONGEST) return { what: `is longer than ${LONGEST} characters`, hint: 'Write a shorter glob.' };
  if (/[\p{C}\p{Z}]/u.test(pattern)) {
    return { what: `has a blank or a control character: ${quote(pattern)}`, hint: 'Remove it.' };
  }
  if (pattern.startsWith('!')) {
    return {
      what: `excludes instead of allowing: ${quote(pattern)}`,
      hint: 'List what is allowed; there is no negation.',
    };
  }
  if (/[\\()|]/.test(pattern)) {
    return {
      what: `reads like a regular expression: ${quote(pattern)}`,
      hint: 'Write a glob: * and ** for anything, ? for one character, [a-z] for a range, {a,b} for alternatives.',
    };
  }
  const wildcards = wildcardsIn(pattern);
  if (wildcards > MOST_WILDCARDS) {
    return {
      what: `has ${wildcards} wildcards, and ${MOST_WILDCARDS} are the most: ${quote(pattern)}`,
      hint: 'Write a simpler glob, or several.',
    };
  }
  return compileProblem(pattern);
}

const compileProblem = (pattern: string): ValueProblem | undefined => {
  try {
    compile(pattern);
    return undefined;
  } catch {
    return { what: `is not a glob: ${quote(pattern)}`, hint: 'Close every [ and {, and write ranges upwards.' };
  }
};

/** Matches the regular expressions that picomatch makes of globs, in time that grows with the length of the text. The engine of
 * JavaScript tries one way after the other, and for `*a*a*a*b` there are more ways than anybody can wait for; here all ways are
 * followed at once, as the set of positions that they have reached. */

/** From positions in the text to those that may come next. */
type MatchStep = (text: string, from: ReadonlySet<number>) => ReadonlySet<number>;

/** Whether the expression matches the whole text.
 * @throws SyntaxError for an expression that is none of picomatch's */
export function linearMatcher(source: string): (text: string) => boolean {
  const reader = { source, at: 0 };
  const step = alternatives(reader);
  if (reader.at < source.length) throw new SyntaxError(`unexpected ${source.slice(reader.at)}`);
  return (text) => step(text, new Set([0])).has(text.length);
}

type ExpressionReader = { readonly source: string; at: number };

const take = (reader: ExpressionReader, token: string): boolean => {
  if (!reader.source.startsWith(token, reader.at)) return false;
  reader.at += token.length;
  return true;
};

const alternatives = (reader: ExpressionReader): MatchStep => {
  const steps = [sequence(reader)];
  while (take(reader, '|')) steps.push(sequence(reader));
  return (text, from) => new Set(steps.flatMap((step) => [...step(text, from)]));
};

const sequence = (reader: ExpressionReader): MatchStep => {
  const steps: MatchStep[] = [];
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source.charAt(reader.at)))
    steps.push(repeated(reader));
  return (text, from) =>
    steps.reduce((positions, step) => (positions.size === 0 ? positions : step(text, positions)), from);
};

/** A lazy repetition reaches the same positions as a greedy one. */
const repeated = (reader: ExpressionReader): MatchStep => {
  const step = atom(reader);
  const sign = ['*', '+', '?', '{0,1}'].find((candidate) => take(reader, candidate));
  if (sign === undefined) return step;
  take(reader, '?');
  if (sign === '?' || sign === '{0,1}') return (text, from) => new Set([...from, ...step(text, from)]);
  return (text, from) => closure(text, { from: sign === '*' ? from : step(text, from), step });
};

/** Each position is passed on once, however often it is reached. */
const closure = (text: string, { from, step }: { from: ReadonlySet<number>; step: MatchStep }): ReadonlySet<number> => {
  const reached = new Set(from);
  for (let fresh: ReadonlySet<number> = from; fresh.size > 0; ) {
    fresh = new Set([...step(text, fresh)].filter((position) => !reached.has(position)));
    for (const position of fresh) reached.add(position);
  }
  return reached;
};

const atom = (reader: ExpressionReader): MatchStep => {
  if (take(reader, '(?!')) return ahead(group(reader), 'absent');
  if (take(reader, '(?=')) return ahead(group(reader), 'present');
  if (take(reader, '(?:') || take(reader, '(')) return group(reader);
  if (take(reader, '^')) return where((position) => position === 0);
  if (take(reader, '$')) return where((position, text) => position === text.length);
  const [single] = /^(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|[^\\()|[\]*+?{}])/s.exec(reader.source.slice(reader.at)) ?? [];
  if (single === undefined) throw new SyntaxError(`unexpected ${reader.source.slice(reader.at)}`);
  reader.at += single.length;
  const character = new RegExp(`^${single}$`);
  return (text, from) =>
    new Set([...from].filter((at) => at < text.length && character.test(text.charAt(at))).map((at) => at + 1));
};

const group = (reader: ExpressionReader): MatchStep => {
  const step = alternatives(reader);
  if (!take(reader, ')')) throw new SyntaxError('a group does not end');
  return step;
};

const ahead = (step: MatchStep, wanted: 'present' | 'absent'): MatchStep =>
  where((position, text) => step(text, new Set([position])).size > 0 === (wanted === 'present'));

const where =
  (holds: (position: number, text: string) => boolean): MatchStep =>
  (text, from) =>
    new Set([...from].filter((position) => holds(position, text)));
