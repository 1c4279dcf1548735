/** The payload of a dispatch: the promotion that a sender requests. */

import { fail, gather } from '../errors.ts';
import { checkDigest, checkTag, type ImageRequest } from '../image.ts';
import { MOST_PLACES } from '../limits.ts';
import type { Notice, Source } from '../model.ts';
import { listed, quote } from '../text.ts';
import { checkEnvironment, checkProduct } from './grammar.ts';
import { checkBounds, findUnknown, type JsonObject, kindOf, open, own } from './json.ts';
import { checkCount, given, isUnpinned, readImages, settleImages, splitText, textOf } from './requested-images.ts';
import { readSource } from './source.ts';

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
    const source = own(content, 'source');
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
  const inner = own(outer, 'promotion');
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
  const [single, several] = [own(content, one), own(content, many)];
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
