/** The payload of a dispatch: the promotion that a sender requests, and the source that it names. */
import { fail, gather } from '../errors.ts';
import { checkDigest, checkTag, type ImageRequest } from '../image.ts';
import { MOST_PLACES } from '../limits.ts';
import type { Notice, Source } from '../model.ts';
import { listed, quote } from '../text.ts';
import {
  checkEnvironment,
  checkProduct,
  commitId,
  eventName,
  fullName,
  fullRef,
  type Grammar,
  login,
  workflowFile,
} from './grammar.ts';
import { checkBounds, findUnknown, isObject, type JsonObject, kindOf, open, ownValue } from './json.ts';
import { checkCount, given, isUnpinned, readImages, settleImages, splitText, textOf } from './requested-images.ts';
/** The promotion that a sender requests. Every part is optional, since the step can set it instead. */
export type Payload = {
  readonly products: readonly string[];
  readonly environments: readonly string[];
  readonly images: readonly ImageRequest[];
  /** For the images that name neither tag nor digest; without images, for those that the configuration lists. */
  readonly tag?: string | undefined;
  readonly digest?: string | undefined;
  readonly source?: Source | undefined;
  readonly proof?: string | undefined;
  readonly warnings: readonly Notice[];
};

const keys = [
  'product',
  'products',
  'environment',
  'environments',
  'image',
  'images',
  'tag',
  'digest',
  'source',
  'proof',
];

const LONGEST_PROOF = 16_384;

/** Reads a payload whose images all name a tag or a digest.
 * @throws PromotionError with everything that is wrong with it, `tag-missing` and `images-disagree` among it */
export function parsePayload(value: unknown): Payload {
  const payload = readPayload(value);
  const { tag, digest } = payload;
  if (tag === undefined && digest === undefined) checkPinned(payload.images, tagHint);
  return { ...payload, images: settleImages(payload.images, { tag, digest }) };
}

const tagHint = 'Give the image a tag or digest, or send `tag` next to the images.';

/** @throws PromotionError `tag-missing`, naming the images that have neither tag nor digest */
export function checkPinned(images: readonly ImageRequest[], hint: string): void {
  const names = images.filter(isUnpinned).map(({ name }) => quote(name));
  if (names.length === 0) return;
  const shown = names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
  fail('tag-missing', `No tag or digest is given for ${listed(shown)}.`, hint);
}

/** Reads a payload as it was sent: an image may still lack a tag, which the step can give.
 * @throws PromotionError with everything that is wrong with it */
export function readPayload(value: unknown): Payload {
  checkBounds(value);
  const { content, beside } = unwrap(value);
  const { attempt, finish } = gather();
  const products = attempt(() => readNames(content, { one: 'product', many: 'products', check: checkProduct }));
  const environments = attempt(() =>
    readNames(content, { one: 'environment', many: 'environments', check: checkEnvironment }),
  );
  const read = attempt(() => {
    const images = either(content, 'image', 'images');
    return images === undefined ? undefined : readImages(images);
  });
  const where = 'the payload';
  const tag = attempt(() => given(textOf(content, { key: 'tag', where }), checkTag));
  const digest = attempt(() => given(textOf(content, { key: 'digest', where }), checkDigest));
  const sent = attempt(() => {
    const source = ownValue(content, 'source');
    return source === undefined ? undefined : readSource(source);
  });
  const proof = attempt(() => readProof(content));
  finish();
  return {
    products: products ?? [],
    environments: environments ?? [],
    images: read?.images ?? [],
    tag,
    digest,
    source: sent?.source,
    proof,
    warnings: [
      ...beside,
      ...findUnknown(content, { keys, where }),
      ...(read?.warnings ?? []),
      ...(sent?.warnings ?? []),
    ],
  };
}

type PayloadContent = { readonly content: JsonObject; readonly beside: readonly Notice[] };

/** Everything may be nested under `promotion`, so that GitHub's limit of ten top-level keys never bites. */
const unwrap = (value: unknown): PayloadContent => {
  const outer = open(value, 'The payload');
  const inner = ownValue(outer, 'promotion');
  if (inner === undefined) {
    return { content: Object.fromEntries(Object.entries(outer).filter(([key]) => key !== 'promotion')), beside: [] };
  }
  const beside = Object.keys(outer)
    .filter((key) => key !== 'promotion')
    .slice(0, 10)
    .map((key) => ({
      message: `The key ${quote(key)} stands beside "promotion" in the payload and is ignored.`,
      hint: 'Move it into promotion, or leave it out.',
    }));
  return { content: open(inner, 'The key "promotion" of the payload'), beside };
};

const either = (content: JsonObject, one: string, many: string): unknown => {
  const [single, several] = [ownValue(content, one), ownValue(content, many)];
  if (single === undefined || several === undefined) return single ?? several;
  return fail('payload-invalid', `The payload has both ${one} and ${many}.`, `Send ${many} alone.`);
};

type NameKeys = { readonly one: string; readonly many: string; readonly check: (text: string) => string };

const readNames = (content: JsonObject, { one, many, check }: NameKeys): readonly string[] => {
  const value = either(content, one, many);
  if (value === undefined) return [];
  if (typeof value !== 'string' && !Array.isArray(value)) {
    return fail('payload-invalid', `The payload's ${many} are ${kindOf(value)}.`, 'Send a list of names.');
  }
  const entries = [...new Set<unknown>(typeof value === 'string' ? splitText(value) : value)];
  checkCount(entries.length, { most: MOST_PLACES, what: many });
  const { attempt, finish } = gather();
  const names = entries.map((entry) =>
    attempt(() => {
      if (typeof entry === 'string') return check(entry);
      return fail('payload-invalid', `The payload's ${many} hold ${kindOf(entry)}.`, 'Send each name as a text.');
    }),
  );
  finish();
  return [...new Set(names.filter((name) => name !== undefined))];
};

/** A proof is never shown, not even a broken one. */
const readProof = (content: JsonObject): string | undefined => {
  const proof = textOf(content, { key: 'proof', where: 'the payload' });
  if (proof === undefined || (proof.length <= LONGEST_PROOF && /^[\x21-\x7e]+$/.test(proof))) return proof;
  return fail('payload-invalid', 'The proof of the payload is no token.', 'Send the token as GitHub issued it.');
};

const grammar = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Normalises a moment of RFC 3339 to UTC and whole seconds, `2026-11-30T09:00:00Z`; undefined for anything else. A leap
 * second counts as the one before it. */
export function moment(text: string): string | undefined {
  const found = grammar.exec(text);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const [offsetHour = 0, offsetMinute = 0] = found.slice(8, 10).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, Math.min(second, 59), 0);
  const offset = (found[7] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 60_000;
  const printed = new Date(local.getTime() - offset).toISOString();
  return /^\d{4}-/.test(printed) ? printed.replace('.000Z', 'Z') : undefined;
}

const daysOf = (year: number, month: number): number => {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
};

const instant = (hint: string): Grammar => ({
  problem: (text) => (moment(text) === undefined ? 'is no moment of RFC 3339' : undefined),
  hint,
});

const texts = {
  repository: fullName,
  sha: commitId,
  ref: fullRef,
  committed_at: instant('Write it as git prints %cI, such as 2026-11-30T09:00:00Z.'),
  created_at: instant('Write it as GitHub prints created_at of the run, such as 2026-11-30T09:05:00Z.'),
  event: eventName,
  workflow: workflowFile,
  actor: login,
} as const satisfies Record<string, Grammar>;

const sourceKeys = [...Object.keys(texts), 'run_id', 'run_number', 'run_attempt'];

/** Reads `source` of a payload, field by field.
 * @throws PromotionError `source-invalid` for each illegal field */
export function readSource(value: unknown): { readonly source: Source; readonly warnings: readonly Notice[] } {
  if (!isObject(value)) {
    return fail('source-invalid', `The payload's source is ${kindOf(value)}.`, 'Send an object, or leave it out.');
  }
  const { attempt, finish } = gather();
  const text = (key: keyof typeof texts) => attempt(() => checkText(value, key));
  const count = (key: string) => attempt(() => checkInteger(value, key));
  const date = (key: 'committed_at' | 'created_at'): string | undefined => {
    const value = text(key);
    return value === undefined ? undefined : moment(value);
  };
  const source: Source = {
    repository: text('repository'),
    sha: text('sha'),
    ref: text('ref'),
    committedAt: date('committed_at'),
    createdAt: date('created_at'),
    event: text('event'),
    workflow: text('workflow'),
    runId: count('run_id'),
    runNumber: count('run_number'),
    runAttempt: count('run_attempt'),
    actor: text('actor'),
  };
  finish();
  return { source, warnings: findUnknown(value, { keys: sourceKeys, where: "the payload's source" }) };
}

/** The same for the facts of the runner about its own run: an illegal field is left out, since no sender can correct it. */
export function keepLegal(value: JsonObject): Source {
  const legal = sourceKeys.filter((key) => isLegal(value, key));
  return readSource(Object.fromEntries(legal.map((key) => [key, ownValue(value, key)]))).source;
}

const isLegal = (value: JsonObject, key: string): boolean => {
  try {
    readSource({ [key]: ownValue(value, key) });
    return true;
  } catch {
    return false;
  }
};

const checkText = (source: JsonObject, key: keyof typeof texts): string | undefined => {
  const value = ownValue(source, key);
  if (value === undefined) return undefined;
  const grammar: Grammar = texts[key];
  const { hint } = grammar;
  if (typeof value !== 'string') {
    return fail('source-invalid', `${key} of the payload's source is ${kindOf(value)}.`, `Send a text. ${hint}`);
  }
  const problem = grammar.problem(value);
  if (problem === undefined) return value;
  return fail('source-invalid', `${key} of the payload's source, ${quote(value)}, ${problem}.`, hint);
};

const checkInteger = (source: JsonObject, key: string): number | undefined => {
  const value = ownValue(source, key);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  const shown = typeof value === 'number' ? quote(String(value)) : kindOf(value);
  return fail(
    'source-invalid',
    `${key} of the payload's source is ${shown}, not a whole number.`,
    'Send the number that github has, without quotes.',
  );
};
