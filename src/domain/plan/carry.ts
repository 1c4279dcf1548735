/** Requests from other places: the images of another environment, and those of an open pull request. */

import { matches } from '../config/glob.ts';
import { imageAllowed } from '../config/settings.ts';
import { collect, type ErrorCode, fail, PromotionError, type Violation } from '../errors.ts';
import {
  canonicalRepository,
  type ImageRequest,
  parseReference,
  printReference,
  type Reference,
  sameReference,
  sameRepository,
} from '../image.ts';
import type { Notice } from '../model.ts';
import type { ProposedItem } from '../proposal/carried.ts';
import { inspect, type Listed } from '../rewrite.ts';
import { listed as enumerated, nearest, quote } from '../text.ts';
import { type ManifestFile, type PlannedItem, type PlanTarget, planPromotion } from './plan-promotion.ts';

/** One product: its images in the environment that they are taken from, and in the one that they go to. */
type Crossing = {
  readonly product: string;
  readonly from: string;
  readonly to: string;
  readonly there: readonly ListedAt[];
  readonly here: readonly ListedAt[];
  /** The names that were asked for; none of them means all images. */
  readonly names: readonly string[];
  /** Whether the configuration lets the image, by its repository, be promoted. */
  readonly allowed: (image: string) => boolean;
};

/** An image that is taken along, with where it is. */
export type CarriedImage = { readonly request: ImageRequest; readonly origin: ListedAt };

/** The images of one environment, as requests for another. Without names these are the images that both list and the configuration
 * lets through, and notices tell of the others; a named image must go.
 * @throws PromotionError `image-ambiguous` for an image that runs at several references, `tag-missing` and the like for a
 * named one that cannot be asked for. */
export function carriedImages(crossing: Crossing): { carried: readonly CarriedImage[]; notices: readonly Notice[] } {
  const { there, names } = crossing;
  const wanted = names.length === 0 ? there : imagesNamed(there, names);
  const here = indexOf(crossing.here);
  const groups = [...indexOf(wanted).byRepository.values()].map((images) => ({
    images,
    reason: names.length > 0 ? undefined : obstacle(images, crossing, here),
  }));
  const going = groups.filter(({ reason }) => reason === undefined);
  return {
    carried: collect(
      going.map(
        ({ images }) =>
          () =>
            carriedOf(images, crossing, here),
      ),
    ).flat(),
    notices: groups.flatMap(({ images, reason }) => (reason === undefined ? [] : noticeOf(images, reason))),
  };
}

/** Images by the repository that runs, in one spelling, and by the names that a request may match. */
type ImageIndex = {
  readonly byRepository: ReadonlyMap<string, readonly ListedAt[]>;
  readonly byName: ReadonlyMap<string, readonly ListedAt[]>;
};

const indexOf = (images: readonly ListedAt[]): ImageIndex => {
  const byRepository = new Map<string, ListedAt[]>();
  const byName = new Map<string, ListedAt[]>();
  for (const image of images) {
    enter(byRepository, canonicalRepository(image.image.repository), image);
    for (const name of image.names) enter(byName, name, image);
  }
  return { byRepository, byName };
};

const enter = (map: Map<string, ListedAt[]>, key: string, image: ListedAt): void => {
  const others = map.get(key);
  if (others === undefined) map.set(key, [image]);
  else others.push(image);
};

const obstacle = (
  images: readonly ListedAt[],
  { to, product, allowed }: Crossing,
  here: ImageIndex,
): string | undefined => {
  if (!images.some((image) => isIn(image, here))) {
    return `no manifest of ${product} in ${to} lists it`;
  }
  if (images.every(({ image }) => !isReference(image))) return 'it has no tag or digest that can be promoted';
  const isAllowed = images.every(({ image }) => allowed(image.repository));
  return isAllowed ? undefined : `the configuration does not let it be promoted to ${to}`;
};

const noticeOf = ([image]: readonly ListedAt[], reason: string): Notice[] =>
  image === undefined
    ? []
    : [{ message: `${quote(image.image.repository)} is left out: ${reason}.`, path: image.path, line: image.line }];

const isIn = ({ image: { repository }, names }: ListedAt, { byRepository, byName }: ImageIndex): boolean =>
  byRepository.has(canonicalRepository(repository)) || [...names, repository].some((name) => byName.has(name));

const carriedOf = (images: readonly ListedAt[], crossing: Crossing, here: ImageIndex): CarriedImage[] => {
  const { from, product } = crossing;
  const way = 'Promote it with its tag, or let the manifests agree.';
  const reference = onlyReference(images, `${product} in ${from}`, way);
  const [origin] = images;
  if (reference === undefined || origin === undefined) return [];
  checkReference(reference, origin, crossing);
  const candidates = [...new Set(images.flatMap(({ names }) => names)), reference.repository];
  const known = candidates.filter((name) => here.byName.has(name));
  const names = known.length > 0 ? known.slice(0, 1) : candidates.slice(0, 1);
  return names.map((name) => ({ request: requestOf(name, reference, here), origin }));
};

/** The repository goes along where it differs, so that the same image runs in both. */
const requestOf = (name: string, reference: Reference, { byName }: ImageIndex): ImageRequest => {
  const { repository, tag, digest } = reference;
  const targets = byName.get(name) ?? [];
  const runs = targets.length === 0 ? [name] : targets.map(({ image }) => image.repository);
  const isThere = runs.every((other) => sameRepository(other, repository));
  return { name, newName: isThere ? undefined : repository, tag, digest };
};

const checkReference = (reference: Reference, { path, line }: ListedAt, { from, product }: Crossing): void => {
  if (reference.tag === undefined && reference.digest === undefined) {
    fail(
      'tag-missing',
      `${product} in ${from} lists ${quote(reference.repository)} without a tag or a digest.`,
      'Promote it with its tag.',
      { path, line },
    );
  }
  parseReference(printReference(reference));
};

/** An image where it is. */
export type ListedAt = Listed & Pick<ManifestFile, 'path' | 'view'>;

const MOST_NAMES = 10;

/** Everything that the manifests list.
 * @throws PromotionError as `inspect` does. */
export function listedIn(files: readonly ManifestFile[]): ListedAt[] {
  return files.flatMap((file) => inspect(file).map((image) => ({ ...image, path: file.path, view: file.view })));
}

/** The images that a person means by the names: as a request would match them, or by what runs. */
export function imagesNamed(images: readonly ListedAt[], names: readonly string[]): ListedAt[] {
  const literal = new Set(names);
  const repositories = new Set(names.map(canonicalRepository));
  return images.filter(
    (one) => repositories.has(canonicalRepository(one.image.repository)) || one.names.some((name) => literal.has(name)),
  );
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
  const { byRepository, byName } = indexOf(images);
  const known = [...byName.keys()];
  const violations = names
    .filter((name) => !byRepository.has(canonicalRepository(name)) && !byName.has(name))
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

/** The one reference that all of the images have.
 * @throws PromotionError `image-ambiguous` where there are several. */
function onlyReference(images: readonly ListedAt[], environment: string, hint: string): Reference | undefined {
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

type ReplanTarget = PlanTarget & {
  readonly settings: {
    readonly images?: readonly string[] | undefined;
    readonly tags?: readonly string[] | undefined;
  };
};

/** The result for a carried item when it is planned from the present base. */
export type ReplannedItem =
  | { readonly kind: 'changes'; readonly request: ImageRequest; readonly item: PlannedItem }
  /** The base has it. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'dropped'; readonly why: string };

/** Plans a carried item once more, on its own, under today's configuration. */
export function replanItem({ trailer }: ProposedItem, targets: readonly ReplanTarget[]): ReplannedItem {
  const { reference, environment } = trailer;
  const target = targets.find((candidate) => candidate.environment === environment);
  if (target === undefined) return { kind: 'dropped', why: `${environment} is not asked for any more` };
  const problem = problemOf(target, trailer);
  if (problem !== undefined) return { kind: 'dropped', why: problem };
  const request: ImageRequest = { name: reference.repository, tag: reference.tag, digest: reference.digest };
  const items = attempt({ ...target, images: [request] });
  if (typeof items === 'string') return { kind: 'dropped', why: items };
  const item = items.find(({ state }) => state === 'changed');
  if (item === undefined) return { kind: 'settled' };
  const others = (item.owners ?? []).map((owner) => problemOf(owner, trailer));
  const [why] = others.filter((one) => one !== undefined);
  if (why !== undefined) return { kind: 'dropped', why };
  const overtaken = trailer.kind === 'rollback' && !sameReference(item.from, trailer.instead);
  return overtaken
    ? { kind: 'dropped', why: `${environment} runs ${printReference(item.from)} by now` }
    : { kind: 'changes', request, item };
}

/** A rollback goes wherever the image may run. */
const problemOf = (
  { settings: { images, tags }, environment }: Pick<ReplanTarget, 'settings' | 'environment'>,
  trailer: ProposedItem['trailer'],
): string | undefined => {
  const { reference, kind } = trailer;
  const { tag } = reference;
  if (!imageAllowed({ images }, reference.repository)) return `the configuration does not allow it in ${environment}`;
  if (kind === 'rollback' || tags === undefined) return undefined;
  const isAllowed = tag !== undefined && tags.some((pattern) => matches(pattern, tag));
  return isAllowed ? undefined : `the configuration does not allow its tag in ${environment}`;
};

const attempt = (target: PlanTarget): readonly PlannedItem[] | string => {
  try {
    return planPromotion([target]).items;
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.message.replace(/\.$/, '').replace(/^./, (first) => first.toLowerCase());
  }
};
