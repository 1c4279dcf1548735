import { type ErrorCode, fail, PromotionError, type Violation } from '../errors.ts';
import { parseReference, printReference, type Reference, sameRepository } from '../image.ts';
import { inspect, type Listed } from '../rewrite.ts';
import { listed as enumerated, nearest, quote } from '../text.ts';
import type { ManifestFile } from './plan.ts';

/** An image where it stands. */
export type ListedAt = Listed & Pick<ManifestFile, 'path' | 'view'>;

const MOST_NAMES = 10;

/** Everything that the manifests list.
 * @throws PromotionError as `inspect` does. */
export function listedIn(files: readonly ManifestFile[]): ListedAt[] {
  return files.flatMap((file) => inspect(file).map((image) => ({ ...image, path: file.path, view: file.view })));
}

/** Whether a person means the image by the name: as a request would match it, or by what runs. */
export function isNamed({ names, image }: Listed, name: string): boolean {
  return sameRepository(image.repository, name) || names.includes(name);
}

/** Whether the reference can be asked for: it has a tag or a digest, and no placeholder of another tool. */
export function isReference(reference: Reference): boolean {
  if (reference.tag === undefined && reference.digest === undefined) return false;
  try {
    parseReference(printReference(reference));
    return true;
  } catch (error) {
    if (error instanceof PromotionError) return false;
    throw error;
  }
}

/** @throws PromotionError `image-not-listed` for each name that no manifest of the environment lists. */
export function refuseUnlisted(names: readonly string[], images: readonly ListedAt[], environment: string): void {
  const known = [...new Set(images.flatMap((image) => image.names))];
  const violations = names
    .filter((name) => !images.some((image) => isNamed(image, name)))
    .map((name) => unlisted(name, known, environment));
  if (violations.length > 0) throw new PromotionError(violations);
}

const unlisted = (name: string, known: readonly string[], environment: string): Violation => {
  const meant = nearest(name, known);
  const guess = meant.length > 0 ? `Did you mean ${enumerated(meant.map(quote))}? ` : '';
  const there = known.slice(0, MOST_NAMES).map(quote);
  return {
    code: 'image-not-listed',
    message: `The image ${quote(name)} is listed by no manifest of ${environment}.`,
    hint: `${guess}${there.length > 0 ? `Listed there: ${enumerated(there)}.` : 'No image is listed there.'}`,
  };
};

/** The one reference that all of the images stand at.
 * @throws PromotionError `image-ambiguous` where there are several. */
export function onlyReference(images: readonly ListedAt[], environment: string, hint: string): Reference | undefined {
  const [first] = images;
  const references = new Map(images.map(({ image }) => [printReference(image), image]));
  if (first === undefined || references.size === 1) return first?.image;
  const code: ErrorCode = 'image-ambiguous';
  const shown = enumerated([...references.keys()].slice(0, MOST_NAMES).map(quote));
  return fail(code, `${environment} runs one image at several references: ${shown}.`, hint, {
    path: first.path,
    line: first.line,
  });
}
