import { PromotionError, type Violation } from '../errors.ts';
import { fileKey } from '../formats/view.ts';
import { type ImageRequest, printImage, sameRepository } from '../image.ts';
import type { Rewritten } from '../rewrite.ts';
import { listed, nearest, quote } from '../text.ts';
import type { RewrittenFiles, Target } from './plan.ts';

const MOST_PATHS = 10;
const MOST_REASONS = 3;

/** An image that no manifest of an environment lists, with the targets that asked for it. */
export type MissingImage = {
  readonly environment: string;
  readonly image: ImageRequest;
  readonly targets: readonly Target[];
};

/** An image has to be found once in each environment, in some product: each goes to the products whose files list it. */
export function missingImages(targets: readonly Target[], rewritten: RewrittenFiles): MissingImage[] {
  const wanted = new Map<string, MissingImage>();
  for (const target of targets) {
    for (const image of target.images) {
      const key = JSON.stringify([target.environment, printImage(image)]);
      const others = wanted.get(key)?.targets ?? [];
      wanted.set(key, { environment: target.environment, image, targets: [...others, target] });
    }
  }
  return [...wanted.values()].filter(({ image, targets: asking }) => !asking.some(lists(image, rewritten)));
}

const lists =
  (image: ImageRequest, rewritten: RewrittenFiles) =>
  (target: Target): boolean =>
    target.files.some((file) => isFoundIn(rewritten.get(fileKey(file)), image));

export function isFoundIn(file: Rewritten | undefined, image: ImageRequest): boolean {
  return file?.found.some(({ request }) => printImage(request) === printImage(image)) ?? false;
}

/** The images by file for the kustomizations that may gain entries, along with what these list already. An image is added
 * only where that leaves no choice: one product asks for it, and the product has one kustomization. */
export function additionsFor(missing: readonly MissingImage[], listing: RewrittenFiles): Map<string, ImageRequest[]> {
  const additions = new Map<string, ImageRequest[]>();
  for (const { image, targets } of missing) {
    const [target, ...others] = targets;
    if (target === undefined || others.length > 0 || target.additions === 'refused') continue;
    const [file, ...further] = target.files.map(fileKey).filter((key) => listing.get(key)?.format === 'kustomization');
    if (file === undefined || further.length > 0) continue;
    const listedThere = listing.get(file)?.found.map(({ request }) => request) ?? [];
    additions.set(file, [...(additions.get(file) ?? listedThere), image]);
  }
  return additions;
}

/** @throws PromotionError `image-not-listed` for each missing image, with what was searched and what is listed there; along with
 * what could not be searched. */
export function refuseMissing(
  missing: readonly MissingImage[],
  rewritten: RewrittenFiles,
  foreign: readonly Violation[] = [],
): void {
  if (missing.length === 0) return;
  throw new PromotionError([...missing.map((image) => violationOf(image, rewritten)), ...foreign]);
}

const violationOf = ({ environment, image, targets }: MissingImage, rewritten: RewrittenFiles): Violation => {
  const files = targets.flatMap((target) => target.files);
  const paths = [...new Set(files.map(({ path }) => path))];
  const searched =
    paths.length > MOST_PATHS ? [...paths.slice(0, MOST_PATHS), `${paths.length - MOST_PATHS} more`] : paths;
  const products = listed([...new Set(targets.map(({ product }) => product))]);
  return {
    code: 'image-not-listed',
    message: `The image ${quote(image.name)} is listed by no manifest of ${products} in ${environment}; searched: ${listed(searched)}.`,
    hint: hintOf(image, files.map(fileKey), rewritten),
    path: paths[0],
  };
};

const hintOf = (image: ImageRequest, files: readonly string[], rewritten: RewrittenFiles): string => {
  const names = files.flatMap((file) => rewritten.get(file)?.listed.flatMap((entry) => entry.names) ?? []);
  const near = nearest(image.name, names);
  const loose = files.flatMap((file) => rewritten.get(file)?.unbound ?? []);
  const own = loose.filter(({ repository }) => repository !== undefined && sameRepository(repository, image.name));
  const reasons = [...own, ...loose.filter(({ repository }) => repository === undefined)].map(({ message }) => message);
  const way =
    'Correct the name, list the image in the manifest, or set `add-images: true` where a kustomization may gain entries.';
  if (near.length > 0 && own.length === 0) return `Did you mean ${near.map(quote).join(' or ')}? ${way}`;
  const all = [...new Set(names)].slice(0, MOST_PATHS);
  return [
    ...reasons.slice(0, MOST_REASONS),
    all.length > 0 ? `Listed there: ${listed(all.map(quote))}.` : 'No image is listed there.',
    way,
  ].join(' ');
};
