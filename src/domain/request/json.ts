/** JSON of unknown origin: parsed within bounds, read by own keys only, with a warning for each unknown key. */

import { fail } from '../errors.ts';
import type { Notice } from '../model.ts';
import { nearest, quote } from '../text.ts';

const LONGEST_TEXT = 1024 * 1024;

const DEEPEST = 16;

const MOST_VALUES = 100_000;

export type JsonObject = Readonly<Record<string, unknown>>;

/** @throws PromotionError `payload-invalid` for a text that is not JSON or too large; the text itself is never shown, since
 * it may carry a proof */
export function parseJson(text: string, what: string): unknown {
  if (text.length > LONGEST_TEXT) {
    fail('payload-invalid', `${what} is longer than ${LONGEST_TEXT} characters.`, 'Send fewer images in one request.');
  }
  const value = decode(text, what);
  checkBounds(value);
  return value;
}

const decode = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    return fail(
      'payload-invalid',
      `${what} is not JSON${placeOf(text, error)}.`,
      'Print it with a JSON tool, such as jq or toJSON(), instead of putting it together as text.',
    );
  }
};

/** V8 names the position in most of its messages, counted from 0. */
const placeOf = (text: string, error: unknown): string => {
  const position = error instanceof Error ? / at position (\d+)/.exec(error.message)?.[1] : undefined;
  if (position === undefined) return '';
  const lines = text.slice(0, Number(position)).split('\n');
  return `: line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
};

/** Walks level by level, so that no nesting can exhaust the stack.
 * @throws PromotionError `payload-invalid` for more nesting or values than any request has */
export function checkBounds(value: unknown): void {
  let level = [value];
  let seen = 0;
  for (let depth = 0; level.length > 0; depth++) {
    seen += level.length;
    if (depth > DEEPEST) fail('payload-invalid', `The payload is nested deeper than ${DEEPEST} levels.`, tooMuch);
    if (seen > MOST_VALUES) fail('payload-invalid', `The payload has more than ${MOST_VALUES} values.`, tooMuch);
    level = level.flatMap((entry) => (typeof entry === 'object' && entry !== null ? Object.values(entry) : []));
  }
}

const tooMuch = 'Send the keys that the documentation of the payload lists, and nothing else.';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object's own value of the key; null and the empty text count as unset. */
export function ownValue(object: JsonObject, key: string): unknown {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return value === null || value === '' ? undefined : value;
}

/** Follows own keys through objects; undefined where there is none. */
export function ownValueAt(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((found, key) => (isObject(found) ? ownValue(found, key) : undefined), value);
}

export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

const MOST_NAMED = 10;

/** Keys that a payload cannot decide, with the spellings that senders use. */
const decidedHere = new Set([
  ...[
    'delivery',
    'config',
    'branch',
    'command',
    'token',
    'repository',
    'labels',
    'reviewers',
    'assignees',
    'draft',
    'override',
  ],
  ...['merge-method', 'merge_method', 'mergeMethod', 'dry-run', 'dry_run', 'dryRun', 'reason', 'from', 'to'],
]);

type KnownKeys = {
  readonly keys: readonly string[];
  readonly where: string;
  /** Names that others have for the keys. */
  readonly synonyms?: Readonly<Record<string, string>> | undefined;
};

/** A warning for each key that means nothing here. */
export function findUnknown(object: JsonObject, known: KnownKeys): Notice[] {
  const { keys, where } = known;
  const unknown = Object.keys(object).filter((key) => !keys.includes(key));
  const named = unknown.slice(0, MOST_NAMED).map((key) => describeUnknown(key, known));
  const rest = unknown.length - named.length;
  return rest === 0 ? named : [...named, { message: `${rest} more keys of ${where} are not known and are ignored.` }];
}

const describeUnknown = (key: string, { keys, where, synonyms = {} }: KnownKeys): Notice => {
  const synonym = Object.hasOwn(synonyms, key) ? synonyms[key] : undefined;
  if (synonym === undefined && decidedHere.has(key)) {
    return {
      message: `The key ${quote(key)} of ${where} is ignored.`,
      hint: 'A payload says what is promoted and where; how it is done stands in the configuration or on the step.',
    };
  }
  const near = synonym ?? nearest(key, keys)[0];
  return {
    message: `The key ${quote(key)} of ${where} is not known and is ignored.`,
    hint: near === undefined ? 'Leave it out.' : `Did you mean ${near}? Otherwise leave it out.`,
  };
};

/** Opens an object that may have been printed as JSON twice, as `toJSON(toJSON(…))` does.
 * @throws PromotionError `payload-invalid` for anything else */
export function open(value: unknown, what: string): JsonObject {
  let opened = value;
  for (let times = 0; times < 2 && typeof opened === 'string'; times++) opened = parseJson(opened, what);
  if (isObject(opened)) return opened;
  return fail(
    'payload-invalid',
    `${what} is ${kindOf(opened)}, not an object.`,
    'Send an object with product, environments and images.',
  );
}
