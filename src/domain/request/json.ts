import { fail } from '../errors.ts';

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
export function own(object: JsonObject, key: string): unknown {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return value === null || value === '' ? undefined : value;
}

/** Follows own keys through objects; undefined where there is none. */
export function dig(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((found, key) => (isObject(found) ? own(found, key) : undefined), value);
}

export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  if (value === undefined) return 'empty';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
