import { collect, fail } from '../errors.ts';
import { checkDigest, checkTag, type ImageRequest, printImage, type Reference } from '../image.ts';
import { quote } from '../text.ts';
import { locate } from './location.ts';

/** The references that the requests ask for in their registries, each once.
 * @throws PromotionError with every name, tag and digest that no registry can have, and every image without tag and digest. */
export function referencesOf(images: readonly ImageRequest[]): Reference[] {
  if (images.length === 0) fail('image-missing', 'No image is named.', 'Set the input `images`.');
  const references = collect(images.map((image) => () => referenceOf(image)));
  return [...new Map(references.map((reference) => [JSON.stringify(reference), reference])).values()];
}

const referenceOf = (image: ImageRequest): Reference => {
  const { name, newName, tag, digest } = image;
  const repository = newName ?? name;
  locate(repository);
  if (tag !== undefined) checkTag(tag);
  if (digest !== undefined) checkDigest(digest);
  if (tag === undefined && digest === undefined) {
    fail(
      'tag-missing',
      `The image ${quote(printImage(image))} has no tag.`,
      'Write it as NAME:TAG, or set the input `tag`.',
    );
  }
  return { repository, tag, digest };
};
