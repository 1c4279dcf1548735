import * as v from 'valibot';
import { isLoopback } from '../loopback.ts';
import * as grammar from '../request/grammar.ts';
import { quote } from '../text.ts';
import type { Problem } from './glob.ts';
import { rule, says } from './shapes.ts';

/** Values of the configuration, each with its grammar. Regular expressions appear in the published schema, checks do not. */

const NAME = /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const LINE = /^[^\n\r]{1,300}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const END_TIME = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

const must = (pattern: RegExp, problem: Problem) => v.pipe(v.string(), v.regex(pattern, says(problem)));

const spelled = ({ problem, hint }: grammar.Grammar) =>
  v.pipe(
    v.string(),
    rule((text) => {
      const what = problem(text);
      return what === undefined ? undefined : { what, hint };
    }),
  );

/** A product or an environment. */
export const name = must(NAME, {
  what: 'is not a name of a product or environment',
  hint: 'Use letters, digits, ".", "_" and "-", at most 63, first and last a letter or digit, without ".." and not ending in ".lock".',
});

export const login = spelled(grammar.login);
export const actor = spelled(grammar.actor);
export const loginOrTeam = spelled(grammar.reviewer);
export const label = spelled(grammar.label);

export const line = must(LINE, { what: 'is not one line of 1 to 300 characters', hint: 'Shorten it.' });

const LONGEST_TEMPLATE = 200;

/** The first line of commits, with placeholders. */
export const headlineTemplate = v.pipe(
  v.string(),
  rule((text) => headlineProblem(text)),
);

/** A moment, of RFC 3339, where seconds may be missing. */
export const instant = v.pipe(
  must(INSTANT, { what: 'is not a date and time with its zone', hint: 'Write it like 2026-12-24T00:00+09:00.' }),
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
    says({ what: 'is not the number of a repository', hint: 'Write a whole number above 0, without quotes.' }),
  ),
);

export const time = must(TIME, {
  what: 'is not a time of day',
  hint: 'Write hours and minutes like 17:00, from 00:00 to 23:59.',
});

export const endTime = must(END_TIME, {
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

/** An https address; http only for this machine. */
export const address = v.pipe(
  v.string(),
  rule((text) => addressProblem(text)),
);

const isRealInstant = (text: string): boolean => {
  const wall = `${text.slice(0, 16).toUpperCase()}Z`;
  const parsed = new Date(wall);
  // `Date` takes 30 February for 2 March; printing it back tells.
  return (
    !Number.isNaN(Date.parse(text)) &&
    !Number.isNaN(parsed.getTime()) &&
    parsed.toISOString().startsWith(wall.slice(0, 16))
  );
};

const headlineProblem = (text: string): Problem | undefined => {
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

const addressProblem = (text: string): Problem | undefined => {
  const hint = 'Write it like https://argocd.example.com, without user, query or fragment.';
  if (!URL.canParse(text) || /[\p{C}\p{Z}]/u.test(text)) return { what: 'is not an address', hint };
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    return { what: 'is more than an address', hint };
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
    ? undefined
    : { what: 'is not an https address', hint };
};
