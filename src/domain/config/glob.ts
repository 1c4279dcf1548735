import picomatch from 'picomatch';
import { quote } from '../text.ts';
import { linearMatcher } from './linear.ts';

/** What is wrong with a value, to follow its name, and the way out. */
export type Problem = { readonly what: string; readonly hint: string };

const LONGEST = 1_000;
const MOST_WILDCARDS = 8;

// `regex: false` keeps a plus behind a bracket literal; extended globs would let regular expressions in again. Only with `posix`
// does `[!a]` exclude.
export const options = {
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

/** Whether the whole text is what the glob describes. `*` and `?` stop at a slash, `**` does not.
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

type List = { readonly literals: ReadonlySet<string>; readonly globs: readonly ((text: string) => boolean)[] };

const lists = new WeakMap<readonly string[], List>();

const listOf = (patterns: readonly string[]): List => ({
  literals: new Set(patterns),
  globs: patterns.filter(isGlob).map(matcher),
});

/** A pattern meets many texts: the images of a request, say, or the files of a directory. */
const matchers = new Map<string, (text: string) => boolean>();
const MOST_MATCHERS = 10_000;

/** A regular expression tries as many ways as there are places for its stars. Up to two of them it is the faster engine. */
const compile = (pattern: string): ((text: string) => boolean) => {
  const expression = picomatch.makeRe(pattern, options);
  const fits =
    wildcardsIn(pattern) > 2 ? linearMatcher(expression.source) : (text: string): boolean => expression.test(text);
  return (text) => text === pattern || fits(text);
};

/** What keeps the text from being a glob: patterns are globs, never regular expressions. */
export function globProblem(pattern: string): Problem | undefined {
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

const compileProblem = (pattern: string): Problem | undefined => {
  try {
    compile(pattern);
    return undefined;
  } catch {
    return { what: `is not a glob: ${quote(pattern)}`, hint: 'Close every [ and {, and write ranges upwards.' };
  }
};
