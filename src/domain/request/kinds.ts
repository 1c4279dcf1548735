import { collect, fail } from '../errors.ts';
import { type ImageRequest, parseImage } from '../image.ts';
import { listed, nearest, quote } from '../text.ts';
import { checkEnvironment, type Grammar } from './grammar.ts';
import { parseTemplate } from './tags.ts';

/** How the text of an input becomes its value. `shown` is the input's name as the person knows it.
 * @throws PromotionError from `read`, for a text that is no such value */
export type Kind<T> = {
  readonly form: 'text' | 'list' | 'boolean' | 'choice' | 'seconds';
  readonly choices?: readonly string[] | undefined;
  readonly read: (text: string, shown: string) => T;
};

/** What a rollback goes back to: an image tag, or what stood in a commit of the manifest repository. */
export type Target = { readonly kind: 'tag'; readonly tag: string } | { readonly kind: 'commit'; readonly id: string };

export const anyText: Kind<string> = { form: 'text', read: (text) => text };

export const environment: Kind<string> = { form: 'text', read: (text) => checkEnvironment(text) };

export const template = { form: 'text', read: (text: string) => parseTemplate(text) } as const;

export function textOf(grammar: Grammar): Kind<string> {
  return { form: 'text', read: (text, shown) => written(text, { grammar, shown }) };
}

export function listOf<T>(read: (entry: string, shown: string) => T): Kind<readonly T[]> {
  return {
    form: 'list',
    read: (text, shown) => collect(splitList(text).map((entry) => () => read(entry, shown))),
  };
}

export function listWritten(grammar: Grammar): Kind<readonly string[]> {
  return listOf((entry, shown) => written(entry, { grammar, shown }));
}

const written = (text: string, { grammar, shown }: { readonly grammar: Grammar; readonly shown: string }): string => {
  const problem = grammar.problem(text);
  return problem === undefined
    ? text
    : fail('input-invalid', `The value ${quote(text)} of ${shown} ${problem}.`, grammar.hint);
};

/** Entries of a list that people write: separated by commas or lines, each once. */
export function splitList(text: string): string[] {
  const entries = text.split(/[\n,]/).map((entry) => entry.trim());
  return [...new Set(entries)].filter((entry) => entry !== '');
}

const LONGEST_LINE = 300;

export const line: Kind<string> = {
  form: 'text',
  read: (text, shown) => {
    if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) {
      fail('input-invalid', `The value of ${shown} has a line break or a control character.`, 'Write one line.');
    }
    const { length } = [...text];
    if (length <= LONGEST_LINE) return text;
    return fail(
      'input-invalid',
      `The value of ${shown} has ${length} characters.`,
      `Write at most ${LONGEST_LINE} characters.`,
    );
  },
};

/** The spellings of YAML 1.2's core schema, so that an unquoted value means what its reader says. */
export const boolean: Kind<boolean> = {
  form: 'boolean',
  read: (text, shown) => {
    if (/^(?:true|True|TRUE)$/.test(text)) return true;
    if (/^(?:false|False|FALSE)$/.test(text)) return false;
    return fail('input-invalid', `The value ${quote(text)} of ${shown} is no boolean.`, 'Write true or false.');
  },
};

const LONGEST_WAIT = 5 * 24 * 60 * 60;

export const seconds: Kind<number> = {
  form: 'seconds',
  read: (text, shown) => {
    const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value <= LONGEST_WAIT) return value;
    return fail(
      'input-invalid',
      `The value ${quote(text)} of ${shown} is no number of seconds.`,
      `Write a whole number from 0 to ${LONGEST_WAIT}.`,
    );
  },
};

export function choice<const T extends string>(...choices: readonly T[]): Kind<T> {
  return {
    form: 'choice',
    choices,
    read: (text, shown) => {
      const found = choices.find((candidate) => candidate === text);
      if (found !== undefined) return found;
      const [near] = nearest(text, choices);
      return fail(
        'input-invalid',
        `The value ${quote(text)} of ${shown} is not known.`,
        `${near === undefined ? '' : `Did you mean ${near}? `}It is one of ${listed(choices)}.`,
      );
    },
  };
}

export const images: Kind<readonly ImageRequest[]> = listOf((entry) => {
  if (!/\{[^{}]*\}/.test(entry)) return parseImage(entry);
  return fail(
    'tag-invalid',
    `The image ${quote(entry)} has a placeholder in its tag.`,
    'Name the image alone, and give the placeholder as `tag`.',
  );
});

export const target: Kind<Target> = {
  form: 'text',
  read: (text, shown) => {
    if (!text.startsWith('commit:')) return { kind: 'tag', tag: parseTag(text, shown) };
    const id = text.slice('commit:'.length);
    if (/^[0-9a-f]{7,64}$/.test(id)) return { kind: 'commit', id };
    return fail(
      'input-invalid',
      `The value ${quote(text)} of ${shown} names no commit.`,
      'Write commit: and 7 to 64 hexadecimal digits in lower case.',
    );
  },
};

const parseTag = (text: string, shown: string): string => {
  const { parts } = parseTemplate(text);
  if (parts.every((part) => part.kind === 'literal')) return text;
  return fail(
    'input-invalid',
    `The value ${quote(text)} of ${shown} has a placeholder.`,
    'Write out the tag to go back to, or commit: and the id of a commit of the manifest repository.',
  );
};
