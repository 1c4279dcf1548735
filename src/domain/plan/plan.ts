import { fail, gather, PromotionError, type Violation } from '../errors.ts';
import { type ImageRequest, printImage, type Reference } from '../image.ts';
import { MOST_BYTES, MOST_FILES } from '../limits.ts';
import type { Change, FileChange, Item, Notice } from '../model.ts';
import { type Rewritten, rewrite } from '../rewrite.ts';
import { listed } from '../text.ts';
import { additionsFor, isFoundIn, missingImages, refuseMissing } from './missing.ts';

export type ManifestFile = {
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
  /** `glob`: it only happened to match, and may be something else than a manifest; by default it was named. */
  readonly match?: 'named' | 'glob' | undefined;
};

/** One product in one environment: what is asked there, and the manifests that may list it. */
export type Target = {
  readonly product: string;
  readonly environment: string;
  readonly images: readonly ImageRequest[];
  readonly files: readonly ManifestFile[];
  /** Whether an image that no file lists may be added to the kustomization. */
  readonly additions: 'allowed' | 'refused';
};

/** An item where it stands: before and after, whether or not that differs. */
export type PlannedItem = Item & {
  readonly path: string;
  readonly line: number;
  readonly from: Reference;
  readonly to: Reference;
  readonly state: 'changed' | 'unchanged';
  /** Whether the manifest has an entry for it only from now on. */
  readonly added?: boolean | undefined;
};

/** The changes that a promotion needs. */
export type Plan = {
  readonly items: readonly PlannedItem[];
  readonly files: readonly FileChange[];
  readonly notices: readonly Notice[];
};

/** What the files come to, by path. */
export type RewrittenFiles = ReadonlyMap<string, Rewritten>;

/** Plans all targets together: a file that several of them share is rewritten once.
 * @throws PromotionError with everything that is wrong in any target. */
export function planPromotion(targets: readonly Target[]): Plan {
  const files = new Map(targets.flatMap((target) => target.files.map((file) => [file.path, file] as const)));
  const { rewritten: listing, foreign } = rewriteFiles(files, imagesByPath(targets), 'refused');
  const additions = additionsFor(missingImages(targets, listing), listing);
  const added = rewriteFiles(files, additions, 'allowed');
  const rewritten = new Map([...listing, ...added.rewritten]);
  refuseMissing(missingImages(targets, rewritten), rewritten, foreign);
  const changed = changedFiles(files, rewritten);
  refuseTooMuch(changed);
  return {
    items: targets.flatMap((target) => itemsOf(target, rewritten)),
    files: changed,
    notices: targets.flatMap((target) => noticesOf(target, rewritten)),
  };
}

export function changeOf({ product, environment, path, line, image, from, to }: PlannedItem): Change {
  return { product, environment, path, line, image, from, to };
}

const imagesByPath = (targets: readonly Target[]): Map<string, ImageRequest[]> => {
  const byPath = new Map<string, Map<string, ImageRequest>>();
  for (const { files, images } of targets) {
    for (const { path } of files) {
      const asked = byPath.get(path) ?? new Map<string, ImageRequest>();
      for (const image of images) asked.set(printImage(image), image);
      byPath.set(path, asked);
    }
  }
  return new Map([...byPath].map(([path, asked]) => [path, [...asked.values()]]));
};

/** `foreign`: why files that a glob met by the way are no manifests, should that matter. */
const rewriteFiles = (
  files: ReadonlyMap<string, ManifestFile>,
  imagesOf: ReadonlyMap<string, readonly ImageRequest[]>,
  additions: Target['additions'],
): { readonly rewritten: Map<string, Rewritten>; readonly foreign: readonly Violation[] } => {
  const foreign: Violation[] = [];
  const rewritten = new Map<string, Rewritten>();
  const { attempt, finish } = gather();
  for (const [path, images] of imagesOf) {
    const file = files.get(path);
    if (file === undefined) continue;
    attempt(() => {
      try {
        rewritten.set(path, rewrite(file, { images, additions }));
      } catch (error) {
        if (file.match !== 'glob' || !isForeign(error)) throw error;
        foreign.push(...error.violations);
      }
    });
  }
  finish();
  return { rewritten, foreign };
};

const isForeign = (error: unknown): error is PromotionError =>
  error instanceof PromotionError && error.violations.every(({ code }) => code === 'manifest-format');

const changedFiles = (files: ReadonlyMap<string, ManifestFile>, rewritten: RewrittenFiles): FileChange[] =>
  [...files.values()].flatMap(({ path, executable, text: before }) => {
    const after = rewritten.get(path)?.text ?? before;
    return after === before ? [] : [{ path, executable, before, after }];
  });

const refuseTooMuch = (files: readonly FileChange[]): void => {
  const bytes = files.reduce((sum, file) => sum + byteLength(file.after), 0);
  if (files.length <= MOST_FILES && bytes <= MOST_BYTES) return;
  fail(
    'too-many-changes',
    `The promotion changes ${files.length} files of ${bytes} bytes together; one commit may change ${MOST_FILES} files of ${MOST_BYTES} bytes.`,
    'Promote fewer products, environments or images at once.',
  );
};

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

const itemsOf = ({ product, environment, images, files }: Target, rewritten: RewrittenFiles): PlannedItem[] => {
  const asked = new Set(images.map(printImage));
  return files.flatMap(({ path }) =>
    (rewritten.get(path)?.found ?? [])
      .filter(({ request }) => asked.has(printImage(request)))
      .map(({ request, line, from, to, changed, added }) => ({
        product,
        environment,
        request,
        image: to.repository,
        path,
        line,
        from,
        to,
        state: changed ? 'changed' : 'unchanged',
        added,
      })),
  );
};

/** What a reader should know although nothing is wrong: manifests and products that none of the images concerns. */
const noticesOf = ({ product, environment, images, files }: Target, rewritten: RewrittenFiles): Notice[] => {
  const without = images.flatMap((image) => {
    const lacking = files.filter(({ path }) => !isFoundIn(rewritten.get(path), image));
    return lacking.length > 0 && lacking.length < files.length
      ? [{ image, paths: lacking.map(({ path }) => path) }]
      : [];
  });
  const idle = images.length > 0 && files.every(({ path }) => (rewritten.get(path)?.found.length ?? 0) === 0);
  return [
    ...without.map(({ image, paths }) => ({
      message: `${image.name} is not listed by ${listed(paths)}, which the files of ${product} in ${environment} include.`,
      path: paths[0],
    })),
    ...(idle
      ? [{ message: `${product} lists none of the requested images in ${environment}; it stays as it is.` }]
      : []),
  ];
};
