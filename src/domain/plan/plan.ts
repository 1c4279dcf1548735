import { type Owner, shares } from '../config/owners.ts';
import { fail, gather, onceEach, PromotionError, type Violation } from '../errors.ts';
import { fileKey, type View } from '../formats/view.ts';
import { type ImageRequest, printImage, type Reference } from '../image.ts';
import { MOST_BYTES, MOST_FILES } from '../limits.ts';
import type { Change, FileChange, Item, Notice } from '../model.ts';
import { type Rewritten, rewriteFor } from '../rewrite.ts';
import { listed } from '../text.ts';
import { additionsFor, isFoundIn, leftIn, missingImages, refuseMissing } from './missing.ts';
import { refuseOverridden } from './overridden.ts';

export type ManifestFile = {
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
  /** `glob`: it only happened to match, and may be something else than a manifest; by default it was named. */
  readonly match?: 'named' | 'glob' | undefined;
  /** By default the file stands for itself. */
  readonly view?: View | undefined;
  /** All that the file belongs to; by default the target alone. */
  readonly owners?: readonly Owner[] | undefined;
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
  /** The place in the file; items with the same are one value. */
  readonly place: string;
  /** Whose the place is besides, in a file that others have, too. */
  readonly owners?: readonly Owner[] | undefined;
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

/** What the files come to, by `fileKey`. */
export type RewrittenFiles = ReadonlyMap<string, Rewritten>;

/** Plans all targets together: a file that several of them share is rewritten once.
 * @throws PromotionError with everything that is wrong in any target. */
export function planPromotion(targets: readonly Target[]): Plan {
  const files = new Map(targets.flatMap((target) => target.files.map((file) => [fileKey(file), file] as const)));
  const { rewritten: listing, foreign } = rewriteFiles(files, imagesByFile(targets), 'refused');
  const additions = additionsFor(missingImages(targets, listing), listing);
  const added = rewriteFiles(files, withOthers(additions, { files, listing }), 'allowed');
  const rewritten = new Map([...listing, ...added.rewritten]);
  refuseMissing(missingImages(targets, rewritten), rewritten, foreign);
  refuseOverridden(targets, rewritten);
  const changed = changedFiles(files, rewritten);
  refuseTooMuch(changed);
  return {
    items: targets.flatMap((target) => itemsOf(target, rewritten)),
    files: changed,
    notices: distinctNotices([
      ...targets.flatMap((target) => noticesOf(target, rewritten)),
      ...markerNotices(rewritten),
    ]),
  };
}

export function changeOf({ product, environment, path, line, image, from, to }: PlannedItem): Change {
  return { product, environment, path, line, image, from, to };
}

type ImagesByFile = ReadonlyMap<string, readonly ImageRequest[]>;
type FilesByKey = ReadonlyMap<string, ManifestFile>;

const imagesByFile = (targets: readonly Target[]): ImagesByFile => {
  const byFile = new Map<string, Map<string, ImageRequest>>();
  for (const { files, images } of targets) {
    for (const file of files) {
      const key = fileKey(file);
      const asked = byFile.get(key) ?? new Map<string, ImageRequest>();
      for (const image of images) asked.set(printImage(image), image);
      byFile.set(key, asked);
    }
  }
  return new Map([...byFile].map(([key, asked]) => [key, [...asked.values()]]));
};

/** A file that gains an entry is written for all its readers at once. */
const withOthers = (
  additions: ImagesByFile,
  { files, listing }: { readonly files: FilesByKey; readonly listing: RewrittenFiles },
): ImagesByFile => {
  if (additions.size === 0) return additions;
  const paths = new Set([...additions.keys()].map((key) => files.get(key)?.path));
  const kin = [...files].filter(([, { path }]) => paths.has(path));
  return new Map(
    kin.map(([key]) => [key, additions.get(key) ?? listing.get(key)?.found.map(({ request }) => request) ?? []]),
  );
};

/** `foreign`: why files that a glob met by the way are no manifests, should that matter. */
const rewriteFiles = (
  files: FilesByKey,
  imagesOf: ImagesByFile,
  additions: Target['additions'],
): { readonly rewritten: Map<string, Rewritten>; readonly foreign: readonly Violation[] } => {
  const foreign: Violation[] = [];
  const rewritten = new Map<string, Rewritten>();
  const { attempt, finish } = gather();
  for (const readers of byPath(files, imagesOf)) {
    const [{ file }] = readers;
    attempt(() => {
      try {
        const asks = readers.map(({ key, file: { view } }) => ({ images: imagesOf.get(key) ?? [], view }));
        const results = rewriteFor(file, asks, additions);
        for (const [index, result] of results.entries()) rewritten.set(readers[index]?.key ?? '', result);
      } catch (error) {
        if (readers.some((reader) => reader.file.match !== 'glob') || !isForeign(error)) throw error;
        foreign.push(...error.violations);
      }
    });
  }
  onceEach(finish);
  return { rewritten, foreign };
};

type Reader = { readonly key: string; readonly file: ManifestFile };

/** The readers of each file together, in order. */
const byPath = (files: FilesByKey, imagesOf: ImagesByFile): (readonly [Reader, ...Reader[]])[] => {
  const found = new Map<string, [Reader, ...Reader[]]>();
  for (const key of imagesOf.keys()) {
    const file = files.get(key);
    if (file === undefined) continue;
    const others = found.get(file.path);
    if (others === undefined) found.set(file.path, [{ key, file }]);
    else others.push({ key, file });
  }
  return [...found.values()];
};

const isForeign = (error: unknown): error is PromotionError =>
  error instanceof PromotionError && error.violations.every(({ code }) => code === 'manifest-format');

const changedFiles = (files: FilesByKey, rewritten: RewrittenFiles): FileChange[] => {
  const changes = [...files].flatMap(([key, { path, executable, text: before }]) => {
    const after = rewritten.get(key)?.text ?? before;
    return after === before ? [] : [{ path, executable, before, after }];
  });
  return [...new Map(changes.map((change) => [change.path, change])).values()];
};

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
  return files.flatMap((file) =>
    (rewritten.get(fileKey(file))?.found ?? [])
      .filter(({ request }) => asked.has(printImage(request)))
      .map(({ request, line, from, to, place, environment: own, changed, added }) => ({
        product,
        environment,
        request,
        image: to.repository,
        path: file.path,
        line,
        from,
        to,
        place,
        owners: file.owners?.filter(
          (owner) =>
            (own === undefined || owner.environment === own) &&
            !(owner.product === product && owner.environment === environment) &&
            shares(owner, product, [from.repository, to.repository]),
        ),
        state: changed ? 'changed' : 'unchanged',
        added,
      })),
  );
};

const markerNotices = (rewritten: RewrittenFiles): Notice[] => {
  const dead = [...rewritten.values()].flatMap(({ deadMarkers }) => deadMarkers);
  const notices = dead.map(({ message, place }) => ({ message, ...place }));
  return [...new Map(notices.map((notice) => [`${notice.path} ${notice.message}`, notice])).values()];
};

/** What a reader should know although nothing is wrong: manifests and products that none of the images concerns. Files of text are
 * there for the images that their markers name. */
const noticesOf = ({ product, environment, images, files }: Target, rewritten: RewrittenFiles): Notice[] => {
  const without = images.flatMap((image) => {
    const holding = files.filter((file) => isFoundIn(rewritten.get(fileKey(file)), image));
    const known = new Set(holding.flatMap((file) => [file.path, ...layersBeside(file)]));
    const lacking = files.filter((file) => !known.has(file.path) && rewritten.get(fileKey(file))?.format !== 'text');
    return lacking.length > 0 && holding.length > 0 ? [{ image, paths: lacking.map(({ path }) => path) }] : [];
  });
  const idle = images.length > 0 && files.every((file) => (rewritten.get(fileKey(file))?.found.length ?? 0) === 0);
  return [
    ...images.flatMap((image) => leftNotices(leftIn(files, { image, rewritten }))),
    ...without.map(({ image, paths }) => ({
      message: `${image.name} is not listed by ${listed(paths)}, which the files of ${product} in ${environment} include.`,
      path: paths[0],
    })),
    ...(idle
      ? [{ message: `${product} lists none of the requested images in ${environment}; it stays as it is.` }]
      : []),
  ];
};

/** An image of layered values stands in one of the layers. */
const layersBeside = ({ view }: ManifestFile): string[] =>
  (view?.stacks ?? []).flatMap(({ below, above }) => [...below, ...above].map(({ path }) => path));
const MOST_LINES = 5;

/** One notice for each file and reason, at its first line. */
const leftNotices = (left: ReturnType<typeof leftIn>): Notice[] => {
  const groups = new Map<string, typeof left>();
  for (const one of left) {
    const key = `${one.path} ${one.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || first.reason === 'aside') return [];
    const lines = [...new Set(group.map(({ line }) => line))];
    const rest = lines.length > MOST_LINES ? [`${lines.length - MOST_LINES} more`] : [];
    const where = `${lines.length === 1 ? 'line' : 'lines'} ${listed([...lines.slice(0, MOST_LINES).map(String), ...rest])}`;
    const message =
      first.reason === 'filled-in'
        ? `${first.request.name} on ${where} of ${first.path} stays as it is: something else fills in its version.`
        : `${first.request.name} also stands on ${where} of ${first.path}, in text that never changes without a marker.`;
    return [{ message, path: first.path, line: first.line }];
  });
};

/** A file that several targets share says the same to each of them. */
const distinctNotices = (notices: readonly Notice[]): Notice[] => [
  ...new Map(notices.map((notice) => [notice.message, notice])).values(),
];
