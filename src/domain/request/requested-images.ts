/** The images of a request: read from a payload, and given their tags. */

import { fail, gather } from '../errors.ts';
import { AS_IS, checkDigest, checkRepository, checkTag, type ImageRequest, parseImage, printImage } from '../image.ts';
import { MOST_IMAGES } from '../limits.ts';
import type { Notice } from '../model.ts';
import { listed, quote } from '../text.ts';
import { findUnknown, isObject, type JsonObject, kindOf, ownValue, parseJson } from './json.ts';

type ReadImages = { readonly images: readonly ImageRequest[]; readonly warnings: readonly Notice[] };

/** Reads the images of a payload: a list, one object, a text with commas, or any of them printed as JSON.
 * @throws PromotionError with the problems of all images */
export function readImages(value: unknown): ReadImages {
  const { attempt, finish } = gather();
  const warnings: Notice[] = [];
  const images = distinctEntries(value).map((entry, index) =>
    attempt(() => {
      if (typeof entry === 'string') return parseImage(entry);
      if (!isObject(entry)) {
        return fail(
          'image-invalid',
          `Image ${index + 1} of the payload is ${kindOf(entry)}.`,
          'Write each image as a text such as NAME:TAG, or as an object with name, newName, tag and digest.',
        );
      }
      warnings.push(...findUnknown(entry, { keys, where: `image ${index + 1} of the payload`, synonyms }));
      return readImage(entry, index);
    }),
  );
  finish();
  return { images: images.filter((image) => image !== undefined), warnings };
}

/** Duplicates count once, before anything is read in them.
 * @throws PromotionError `payload-too-large` for more than a request may have */
const distinctEntries = (value: unknown): readonly unknown[] => {
  const distinct = new Map(entriesOf(value).map((entry) => [JSON.stringify(entry), entry]));
  checkCount(distinct.size, { most: MOST_IMAGES, what: 'images' });
  return [...distinct.values()];
};

/** @throws PromotionError `payload-too-large` for more of something than one request may name */
export function checkCount(count: number, { most, what }: { readonly most: number; readonly what: string }): void {
  if (count <= most) return;
  fail(
    'payload-too-large',
    `The request names ${count} ${what}, and one request may name ${most}.`,
    'Split it into several requests.',
  );
}

const keys = ['name', 'newName', 'tag', 'digest'];

const synonyms = { image: 'name', repository: 'name', newTag: 'tag', tags: 'tag', version: 'tag', sha256: 'digest' };

const entriesOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  if (isObject(value)) return [value];
  if (typeof value !== 'string') {
    return fail('payload-invalid', `The payload's images are ${kindOf(value)}.`, 'Send a list of images.');
  }
  if (/^\s*[[{"]/.test(value)) {
    const parsed = parseJson(value, "The text of the payload's images");
    if (typeof parsed === 'string') return splitText(parsed);
    return entriesOf(parsed);
  }
  return splitText(value);
};

/** Commas alone part the entries of a text: a line break in one is never meant, and its entry is refused. */
export function splitText(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.replace(/^[ \t]+|[ \t\r\n]+$/g, ''))
    .filter((entry) => entry !== '');
}

const readImage = (image: JsonObject, index: number): ImageRequest => {
  const { attempt, finish } = gather();
  const text = (key: string): string | undefined => textOf(image, { key, where: `image ${index + 1} of the payload` });
  const name = attempt(() => checkRepository(text('name') ?? failNameless(image, index)));
  const renaming = text('newName');
  const newName = renaming === AS_IS ? undefined : attempt(() => given(renaming, checkRepository));
  const tag = attempt(() => given(text('tag'), orAsIs(checkTag)));
  const digest = attempt(() => given(text('digest'), orAsIs(checkDigest)));
  finish();
  return { name: name ?? '', newName, tag, digest };
};

const orAsIs =
  (check: (text: string) => string) =>
  (text: string): string =>
    text === AS_IS ? text : check(text);

const MOST_KEYS = 5;

const failNameless = (image: JsonObject, index: number): never => {
  const others = Object.keys(image).slice(0, MOST_KEYS).map(quote);
  return fail(
    'image-invalid',
    `Image ${index + 1} of the payload has no name.`,
    `Give the name that stands in the manifest as "name"${others.length === 0 ? '' : `; there is ${listed(others)}`}.`,
  );
};

export const given = (text: string | undefined, check: (text: string) => string): string | undefined =>
  text === undefined ? undefined : check(text);

/** The object's text under the key, undefined where it is unset.
 * @throws PromotionError `payload-invalid` for a number and the like: 1.10 would arrive as 1.1 */
export function textOf(
  object: JsonObject,
  { key, where }: { readonly key: string; readonly where: string },
): string | undefined {
  const value = ownValue(object, key);
  if (value === undefined || typeof value === 'string') return value;
  return fail('payload-invalid', `The key ${quote(key)} of ${where} is ${kindOf(value)}.`, 'Send a text, in quotes.');
}

/** The tag or digest for images that name neither. */
type ImagePin = { readonly tag?: string | undefined; readonly digest?: string | undefined };

export function isUnpinned({ tag, digest }: ImageRequest): boolean {
  return tag === undefined && digest === undefined;
}

/** Each image once, with the tag or digest where it names none. */
export function pinImages(images: readonly ImageRequest[], pin: ImagePin): readonly ImageRequest[] {
  const settled = images.map((image) => (isUnpinned(image) ? { ...image, tag: pin.tag, digest: pin.digest } : image));
  return [...new Map(settled.map((image) => [printImage(image), image])).values()];
}

/** The same for images of an environment, where each name can have one reference only.
 * @throws PromotionError `images-disagree` where one name is asked for in two ways */
export function settleImages(images: readonly ImageRequest[], pin: ImagePin): readonly ImageRequest[] {
  const distinct = pinImages(images, pin);
  const { attempt, finish } = gather();
  for (const [name, requests] of groupByName(distinct)) {
    if (requests.length > 1) attempt(() => failDisagreeing(name, requests));
  }
  finish();
  return distinct;
}

const groupByName = (images: readonly ImageRequest[]): ReadonlyMap<string, readonly ImageRequest[]> => {
  const groups = new Map<string, ImageRequest[]>();
  for (const image of images) {
    const group = groups.get(image.name);
    if (group === undefined) groups.set(image.name, [image]);
    else group.push(image);
  }
  return groups;
};

const failDisagreeing = (name: string, requests: readonly ImageRequest[]): never =>
  fail(
    'images-disagree',
    `The image ${quote(name)} is asked for as ${listed(requests.slice(0, 3).map((image) => quote(printImage(image))))}.`,
    'Ask for each image once.',
  );
