import { PromotionError, type Violation } from '../errors.ts';
import { fileKey } from '../formats/view.ts';
import { type ImageRequest, printImage, sameRepository } from '../image.ts';
import type { LeftAlone, Rewritten } from '../rewrite.ts';
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
    if (leftIn(target.files, { image, rewritten: listing }).some(({ reason }) => reason === 'filled-in')) continue;
    const [file, ...further] = target.files.map(fileKey).filter((key) => listing.get(key)?.format === 'kustomization');
    if (file === undefined || further.length > 0) continue;
    const listedThere = listing.get(file)?.found.map(({ request }) => request) ?? [];
    additions.set(file, [...(additions.get(file) ?? listedThere), image]);
  }
  return additions;
}

type LeftAt = LeftAlone & { readonly path: string };

/** The places of an image that stay as they are. */
export function leftIn(
  files: Target['files'],
  { image, rewritten }: { readonly image: ImageRequest; readonly rewritten: RewrittenFiles },
): LeftAt[] {
  return files.flatMap((file) =>
    (rewritten.get(fileKey(file))?.leftAlone ?? [])
      .filter(({ request }) => printImage(request) === printImage(image))
      .map((left) => ({ ...left, path: file.path })),
  );
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
  const left = leftIn(files, { image, rewritten });
  const known = violationOfLeft(image, environment, left);
  if (known !== undefined) return known;
  const aside = left.map(({ path, line }) => `${path}:${line}`);
  const searched =
    paths.length > MOST_PATHS ? [...paths.slice(0, MOST_PATHS), `${paths.length - MOST_PATHS} more`] : paths;
  const products = listed([...new Set(targets.map(({ product }) => product))]);
  return {
    code: 'image-not-listed',
    message: `The image ${quote(image.name)} is listed by no manifest of ${products} in ${environment}; searched: ${listed(searched)}.`,
    hint: hintOf(image, { files: files.map(fileKey), rewritten, aside }),
    path: paths[0],
  };
};

/** A refusal that names the places at which the image stands. */
const violationOfLeft = (image: ImageRequest, environment: string, left: readonly LeftAt[]): Violation | undefined => {
  const reason = leftReasons.find((each) => left.some((one) => one.reason === each));
  const places = left.filter((one) => one.reason === reason);
  const [first] = places;
  if (reason === undefined || first === undefined) return undefined;
  const { code, problem, hint } = refusals[reason](image.name);
  const where = listed(places.slice(0, MOST_PATHS).map(({ path, line }) => `${path}:${line}`));
  const message = `The image ${quote(image.name)} of ${environment} ${problem}: ${where}.`;
  return { code, message, hint, path: first.path, line: first.line };
};

const leftReasons = ['filled-in', 'unmarked'] as const;

type Refusal = Pick<Violation, 'code' | 'hint'> & { readonly problem: string };

const refusals: Readonly<Record<(typeof leftReasons)[number], (name: string) => Refusal>> = {
  'filled-in': () => ({
    code: 'image-ambiguous',
    problem: 'has a version that something else fills in, wherever it stands',
    hint: 'Promote it where that version comes from, or write the version out in the manifest.',
  }),
  unmarked: (name) => ({
    code: 'image-not-listed',
    problem: 'stands only in text, environment values or arguments, which never change without a marker',
    hint: `Put the comment "# image-promotion: ${name}" at the end of the line, or on a line of its own above it.`,
  }),
};

type Hinted = {
  /** By `fileKey`. */
  readonly files: readonly string[];
  readonly rewritten: RewrittenFiles;
  /** Where the name stands all the same, so that no other can be meant. */
  readonly aside: readonly string[];
};

const hintOf = (image: ImageRequest, { files, rewritten, aside }: Hinted): string => {
  const names = files.flatMap((file) => rewritten.get(file)?.listed.flatMap((entry) => entry.names) ?? []);
  const near = nearest(image.name, names);
  const loose = files.flatMap((file) => rewritten.get(file)?.unbound ?? []);
  const own = loose.filter(({ repository }) => repository !== undefined && sameRepository(repository, image.name));
  const reasons = [...own, ...loose.filter(({ repository }) => repository === undefined)].map(({ message }) => message);
  const way =
    'Correct the name, list the image in the manifest, or set `add-images: true` where a kustomization may gain entries.';
  if (near.length > 0 && own.length === 0 && aside.length === 0)
    return `Did you mean ${near.map(quote).join(' or ')}? ${way}`;
  const all = [...new Set(names)].slice(0, MOST_PATHS);
  return [
    ...(aside.length > 0
      ? [`Its name stands at ${listed(aside.slice(0, MOST_PATHS))}, where no image is read from.`]
      : []),
    ...reasons.slice(0, MOST_REASONS),
    all.length > 0 ? `Listed there: ${listed(all.map(quote))}.` : 'No image is listed there.',
    way,
  ].join(' ');
};
