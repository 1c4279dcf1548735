/** Single values of the configuration, each with its grammar. Regular expressions appear in the published schema,
 * checks do not. */

import * as v from 'valibot';
import { checkRepository } from '../image.ts';
import * as grammar from '../request/grammar.ts';
import { isLoopback, relativePath } from '../request/grammar.ts';
import { listed, nearest, quote } from '../text.ts';
import { globProblem, isGlob, type ValueProblem } from './glob.ts';

/** A message that carries its remedy through valibot, which knows only one text; `decodeProblem` takes it apart. */
export function encodeProblem({ what, hint }: ValueProblem): string {
  return `${what}\n${hint}`;
}

export function decodeProblem(message: string): ValueProblem {
  const [what = '', hint = ''] = message.split('\n', 2);
  return { what, hint };
}

/** A check of text by a function that finds the problem. */
export function rule(find: (text: string) => ValueProblem | undefined) {
  return v.check<string, (issue: v.CheckIssue<string>) => string>(
    (text) => find(text) === undefined,
    (issue) => encodeProblem(find(issue.input) ?? { what: 'is invalid', hint: 'Correct it.' }),
  );
}

const NAME = /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

const LINE = /^[^\n\r]{1,300}$/;

const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const END_TIME = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

const textMatching = (pattern: RegExp, problem: ValueProblem) =>
  v.pipe(v.string(), v.regex(pattern, encodeProblem(problem)));

const spelled = ({ problem, hint }: grammar.Grammar) =>
  v.pipe(
    v.string(),
    rule((text) => {
      const what = problem(text);
      return what === undefined ? undefined : { what, hint };
    }),
  );

/** A product or an environment. */
export const name = textMatching(NAME, {
  what: 'is not a name of a product or environment',
  hint: 'Use letters, digits, ".", "_" and "-", at most 63, first and last a letter or digit, without ".." and not ending in ".lock".',
});

export const login = spelled(grammar.login);

export const actor = spelled(grammar.actor);

export const loginOrTeam = spelled(grammar.reviewer);

export const label = spelled(grammar.label);

export const line = textMatching(LINE, { what: 'is not one line of 1 to 300 characters', hint: 'Shorten it.' });

const LONGEST_TEMPLATE = 200;

/** The first line of commits, with placeholders. */
export const headlineTemplate = v.pipe(
  v.string(),
  rule((text) => headlineProblem(text)),
);

/** A moment, of RFC 3339, where seconds may be missing. */
export const instant = v.pipe(
  textMatching(INSTANT, {
    what: 'is not a date and time with its zone',
    hint: 'Write it like 2026-12-24T00:00+09:00.',
  }),
  rule((text) =>
    !INSTANT.test(text) || isRealInstant(text)
      ? undefined
      : { what: 'is no date of the calendar', hint: 'Correct the month, the day or the time.' },
  ),
);

/** GitHub's number of a repository. */
export const repositoryId = v.pipe(
  v.number(),
  v.check(
    (number) => Number.isSafeInteger(number) && number > 0,
    encodeProblem({ what: 'is not the number of a repository', hint: 'Write a whole number above 0, without quotes.' }),
  ),
);

export const time = textMatching(TIME, {
  what: 'is not a time of day',
  hint: 'Write hours and minutes like 17:00, from 00:00 to 23:59.',
});

export const endTime = textMatching(END_TIME, {
  what: 'is not a time of day',
  hint: 'Write hours and minutes like 17:00, up to 24:00.',
});

export const timezone = v.pipe(
  v.string(),
  rule((text) =>
    isTimezone(text)
      ? undefined
      : { what: 'is not a time zone', hint: 'Use a name of the IANA database such as Asia/Tokyo.' },
  ),
);

/** A workflow file of the repository that builds, or the path of a workflow in any repository, with a ref or a commit. */
export const builder = textMatching(
  /^(?:[A-Za-z0-9_][A-Za-z0-9_.+-]*\.ya?ml|[A-Za-z0-9][A-Za-z0-9_-]*\/[A-Za-z0-9._-]+\/\.github\/workflows\/[A-Za-z0-9_][A-Za-z0-9_.+-]*\.ya?ml(?:@(?:refs\/\S+|[0-9a-f]{40}|[0-9a-f]{64}))?)$/,
  {
    what: 'is not a workflow',
    hint: 'Write a file name such as release.yml, or acme/workflows/.github/workflows/build.yml@refs/heads/main for a reusable workflow.',
  },
);

/** An https address; http only for this machine. */
export const address = v.pipe(
  v.string(),
  rule((text) => addressProblem(text)),
);

const isRealInstant = (text: string): boolean => {
  const wall = `${text.slice(0, 16).toUpperCase()}Z`;
  const parsed = new Date(wall);
  // `Date` takes 30 February for 2 March; printing it back shows that.
  return (
    !Number.isNaN(Date.parse(text)) &&
    !Number.isNaN(parsed.getTime()) &&
    parsed.toISOString().startsWith(wall.slice(0, 16))
  );
};

const headlineProblem = (text: string): ValueProblem | undefined => {
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text) || text.trim() !== text) {
    return {
      what: 'is not one line without blanks around it',
      hint: 'Write one line, such as "chore(deploy): {summary}".',
    };
  }
  if (text.length > LONGEST_TEMPLATE) {
    return { what: `is longer than ${LONGEST_TEMPLATE} characters`, hint: 'Shorten it.' };
  }
  const placeholders = [...text.matchAll(/\{[^{}]*\}/g)].map(([placeholder]) => placeholder);
  const unknown = placeholders.find((placeholder) => !isHeadlinePlaceholder(placeholder));
  if (unknown !== undefined) {
    return {
      what: `has an unknown placeholder ${quote(unknown)}`,
      hint: 'There are {summary}, {product} and {environments}.',
    };
  }
  if (placeholders.filter((placeholder) => placeholder === '{summary}').length === 1) return undefined;
  return {
    what: 'does not have {summary} exactly once',
    hint: 'Write it where the usual line belongs, such as "chore(deploy): {summary}".',
  };
};

const isHeadlinePlaceholder = (text: string): boolean => ['{summary}', '{product}', '{environments}'].includes(text);

const isTimezone = (text: string): boolean => {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const addressProblem = (text: string): ValueProblem | undefined => {
  const hint = 'Write it like https://argocd.example.com, without user, query or fragment.';
  if (!URL.canParse(text) || /[\p{C}\p{Z}]/u.test(text)) return { what: 'is not an address', hint };
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    return { what: 'is more than an address', hint };
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
    ? undefined
    : { what: 'is not an https address', hint };
};

const PLACEHOLDERS = ['product', 'environment'];

/** A path or glob of manifests, with placeholders. */
export const files = v.pipe(
  v.string(),
  rule((text) => placeholderProblem(text) ?? filesProblem(filledIn(text))),
);

/** A file of values that is layered with others, with placeholders. */
export const layer = v.pipe(
  v.string(),
  rule((text) => placeholderProblem(text) ?? layerProblem(filledIn(text))),
);

/** A path or glob below the root, without placeholders. */
export const pathGlob = v.pipe(
  v.string(),
  rule((text) => filesProblem(text)),
);

/** One file below the root. */
export const literalPath = v.pipe(
  v.string(),
  rule((text) => (isGlob(text) ? { what: 'has a wildcard', hint: 'Name one file.' } : filesProblem(text))),
);

export const tagGlob = v.pipe(v.string(), rule(globProblem));

/** A glob over repositories of images, with placeholders; a literal one is a whole repository without tag or digest. */
export const imageGlob = v.pipe(
  v.string(),
  rule((text) => placeholderProblem(text) ?? globProblem(filledIn(text)) ?? imageProblem(filledIn(text))),
);

export const repositoryGlob = v.pipe(
  v.string(),
  rule((text) => placeholderProblem(text) ?? globProblem(filledIn(text)) ?? repositoryProblem(filledIn(text))),
);

export const refGlob = v.pipe(
  v.string(),
  rule((text) => placeholderProblem(text) ?? globProblem(filledIn(text)) ?? refProblem(filledIn(text))),
);

const filledIn = (text: string): string => text.replace(/\{(?:product|environment)\}/g, 'x');

/** `{word}` alone is a placeholder; with a comma or two dots inside it is a glob's own brace. */
const placeholderProblem = (text: string): ValueProblem | undefined => {
  const unknown = [...text.matchAll(/\{([^{},]*)\}/g)]
    .map(([, inner = '']) => inner)
    .filter((inner) => !inner.includes('..'));
  const wrong = unknown.find((inner) => !PLACEHOLDERS.includes(inner));
  if (wrong === undefined) return undefined;
  const meant = nearest(wrong, PLACEHOLDERS)[0];
  return {
    what: `has an unknown placeholder ${quote(`{${wrong}}`)}`,
    hint: meant === undefined ? 'There are {product} and {environment}.' : `Did you mean {${meant}}?`,
  };
};

const filesProblem = (text: string): ValueProblem | undefined => {
  const problem = relativePath.problem(text);
  if (problem !== undefined)
    return { what: problem, hint: 'Write a path from the root of the repository, such as applications/shop.' };
  if (!isGlob(text)) return undefined;
  if (/\{[^}]*\/[^{]*\}/.test(text)) return { what: 'has a slash between braces', hint: 'List the paths one by one.' };
  return globProblem(text);
};

const layerProblem = (text: string): ValueProblem | undefined =>
  isGlob(text)
    ? {
        what: 'has a wildcard in a list of layers',
        hint: 'Name each layer, the base first: [charts/shop/values.yaml, "charts/shop/values-{environment}.yaml"].',
      }
    : filesProblem(text);

const imageProblem = (text: string): ValueProblem | undefined => {
  if (text.includes('@')) return { what: 'carries a digest', hint: 'Name repositories only.' };
  if (isGlob(text)) return undefined;
  try {
    checkRepository(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      what: 'is not the repository of an image',
      hint: `${error.message} Name the repository without tag and digest.`,
    };
  }
};

const repositoryProblem = (text: string): ValueProblem | undefined =>
  text === '**' || /^[^/]+\/[^/]+$/.test(text)
    ? undefined
    : { what: 'is not a repository', hint: 'Write owner/name; globs such as acme/* are fine.' };

const refProblem = (text: string): ValueProblem | undefined =>
  /^(?:refs\/.|\*)/.test(text)
    ? undefined
    : {
        what: 'is not a full ref',
        hint: `Write ${listed([`refs/heads/${text}`, `refs/tags/${text}`].map(quote))} or one of them.`,
      };
