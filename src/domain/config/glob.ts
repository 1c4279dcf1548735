import picomatch from 'picomatch';
import { quote } from '../text.ts';

/** What is wrong with a value, to follow its name, and the way out. */
export type Problem = { readonly what: string; readonly hint: string };

const LONGEST = 1_000;

// `regex: false` keeps a plus behind a bracket literal; extended globs would let regular expressions in again. Only with `posix`
// does `[!a]` exclude.
const options = {
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

/** Whether the whole text is what the glob describes. `*` and `?` stop at a slash, `**` does not.
 * The pattern is one that `globProblem` finds nothing wrong with. */
export function matches(pattern: string, text: string): boolean {
  return matcher(pattern)(text);
}

/** `matches` for many texts. */
export function matcher(pattern: string): (text: string) => boolean {
  const test = picomatch(pattern, options);
  return (text) => test(text);
}

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
  return compileProblem(pattern);
}

const compileProblem = (pattern: string): Problem | undefined => {
  try {
    picomatch.makeRe(pattern, options);
    return undefined;
  } catch {
    return { what: `is not a glob: ${quote(pattern)}`, hint: 'Close every [ and {, and write ranges upwards.' };
  }
};
