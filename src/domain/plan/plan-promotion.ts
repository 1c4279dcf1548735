/** Plans the changed files from requested images and manifests, or reports every reason against it. */
import { type ManifestOwnership, type Owner, shares } from '../config/owners.ts';
import type { Settings } from '../config/settings.ts';
import { fail, gather, onceEach, PromotionError, type Violation } from '../errors.ts';
import { fileKey, type View } from '../formats/find-images.ts';
import { isTextName } from '../formats/markers.ts';
import { findParts, type NamePart, type PartIndex, partIndex, versionNear } from '../formats/mentions.ts';
import { type ImageRequest, printImage, type Reference, sameRepository, splitReference } from '../image.ts';
import { MOST_BYTES, MOST_FILES } from '../limits.ts';
import { type Manifest, passedOverHint } from '../manifests/find-manifests.ts';
import type { Change, FileChange, Item, Notice, Superseded } from '../model.ts';
import type { BuildCommit } from '../records/trailer.ts';
import { type LeftAlone, type Rewritten, rewriteFor, whereListed } from '../rewrite.ts';
import { listed, nearest, quote } from '../text.ts';
export type ManifestFile = {
  readonly path: string;
  readonly text: string;
  readonly executable: boolean;
  /** `glob`: it only happened to match, and may be something else than a manifest; by default it was named. */
  readonly match?: 'named' | 'glob' | undefined;
  /** By default the file has no other layers. */
  readonly view?: View | undefined;
  /** All that the file belongs to; by default the target alone. */
  readonly owners?: readonly Owner[] | undefined;
};

/** One product in one environment: the images that are requested there, and the manifests that may list them. */
export type PlanTarget = {
  readonly product: string;
  readonly environment: string;
  readonly images: readonly ImageRequest[];
  readonly files: readonly ManifestFile[];
  /** The entries that the setting `files` leaves out, to explain why an image was not found. */
  readonly passedOver?: readonly string[] | undefined;
  /** Whether an image that no file lists may be added to the kustomization. */
  readonly additions: 'allowed' | 'refused';
};

/** An item at its place: before and after, whether or not that differs. */
export type PlannedItem = Item & {
  readonly path: string;
  readonly line: number;
  readonly from: Reference;
  readonly to: Reference;
  /** The place in the file; items with the same are one value. */
  readonly place: string;
  /** The other owners of this place, if the file is shared. */
  readonly owners?: readonly Owner[] | undefined;
  readonly state: 'changed' | 'unchanged';
  /** Whether the manifest has an entry for it only from now on. */
  readonly added?: boolean | undefined;
};

/** An item that is left out, with the reason. */
export type LeftOut = { readonly item: PlannedItem; readonly superseded: Superseded };

export type Override = { readonly product: string; readonly environment: string; readonly text: string };

/** The changes of a promotion, and its items that are left out. */
export type PromotionPlan = {
  readonly items: readonly PlannedItem[];
  readonly files: readonly FileChange[];
  readonly notices: readonly Notice[];
  readonly leftOut: readonly LeftOut[];
  /** The environments where nothing may be merged now, although it may be proposed. */
  readonly frozen?: readonly { readonly product: string; readonly environment: string }[] | undefined;
  /** The freezes that a person overrides with a reason, for the message of the commit. */
  readonly overrides?: readonly Override[] | undefined;
  /** The violations of the refused part; the rest is promoted. */
  readonly violations?: readonly Violation[] | undefined;
  /** The proven commit of an item, if builds were examined. */
  readonly builtOf?: ((item: PlannedItem) => BuildCommit | undefined) | undefined;
};

/** The rewritten files, by `fileKey`. */
type RewrittenFiles = ReadonlyMap<string, Rewritten>;

/** Plans all targets together: a file that several of them share is rewritten once.
 * @throws PromotionError with everything that is wrong in any target. */
export function planPromotion(targets: readonly PlanTarget[]): PromotionPlan {
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
      ...targets.flatMap((target) => noticesOf(target, { rewritten, foreign })),
      ...foreignNotices(foreign),
      ...markerNotices(rewritten),
      ...newKeyNotices(files, rewritten),
    ]),
    leftOut: [],
  };
}

export function changeOf({ product, environment, path, line, image, from, to }: PlannedItem): Change {
  return { product, environment, path, line, image, from, to };
}

/** The images by their printed form. It is kept, since a thousand targets may share one list. */
const printedBy = (images: readonly ImageRequest[]): ReadonlyMap<string, ImageRequest> => {
  const known = printed.get(images) ?? new Map(images.map((image) => [printImage(image), image]));
  printed.set(images, known);
  return known;
};

const printed = new WeakMap<readonly ImageRequest[], ReadonlyMap<string, ImageRequest>>();

type ImagesByFile = ReadonlyMap<string, readonly ImageRequest[]>;

type FilesByKey = ReadonlyMap<string, ManifestFile>;

const imagesByFile = (targets: readonly PlanTarget[]): ImagesByFile => {
  const byFile = new Map<string, Map<string, ImageRequest>>();
  for (const { files, images } of targets) {
    for (const file of files) {
      const key = fileKey(file);
      const asked = byFile.get(key) ?? new Map<string, ImageRequest>();
      for (const [printed, image] of printedBy(images)) asked.set(printed, image);
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

/** `foreign`: the reasons why other files that a glob matched are no manifests. */
type RewrittenAll = { readonly rewritten: RewrittenFiles; readonly foreign: readonly Violation[] };

/** One notice for each reason, at the first file. */
const foreignNotices = (foreign: readonly Violation[]): Notice[] => {
  const groups = new Map<string, Violation[]>();
  for (const one of foreign) {
    const others = groups.get(one.hint);
    if (others === undefined) groups.set(one.hint, [one]);
    else others.push(one);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { message, hint, path, line } = first;
    const more = others.length === 0 ? '' : ` The same holds for ${others.length} more of the files.`;
    return [{ message: `${message}${more}`, hint, path, line }];
  });
};

const rewriteFiles = (
  files: FilesByKey,
  imagesOf: ImagesByFile,
  additions: PlanTarget['additions'],
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

type FileReader = { readonly key: string; readonly file: ManifestFile };

/** The readers of each file together, in order. */
const byPath = (files: FilesByKey, imagesOf: ImagesByFile): (readonly [FileReader, ...FileReader[]])[] => {
  const found = new Map<string, [FileReader, ...FileReader[]]>();
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

const itemsOf = ({ product, environment, images, files }: PlanTarget, rewritten: RewrittenFiles): PlannedItem[] => {
  const asked = printedBy(images);
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

/** If the chart does not read the new key, it ignores the version and uses its default. */
const newKeyNotices = (files: FilesByKey, rewritten: RewrittenFiles): Notice[] =>
  [...rewritten].flatMap(([file, { found }]) =>
    found.flatMap(({ to, newKeys = [] }) =>
      newKeys.map(({ key, line }) => ({
        message: `${to.repository} gets the key ${quote(key)} on line ${line} of ${files.get(file)?.path}, which was not there before.`,
        hint: 'Make sure that the chart or controller reads this key: if it does not, it runs its default version.',
        path: files.get(file)?.path,
        line,
      })),
    ),
  );

/** Some templates of Helm parse as YAML. */
const chartTemplate = /\{\{-?[ \t]*(?:include|template|toYaml|if|range|with|define|\.(?:Values|Release|Chart)\b)/;

/** Names manifests and products without any requested image. Text files are skipped: they hold only the images that their markers name,
 * and these need no other file. */
const noticesOf = (
  { product, environment, images, files }: PlanTarget,
  { rewritten, foreign }: RewrittenAll,
): Notice[] => {
  const strange = new Set(foreign.map(({ path }) => path));
  const asked = printedBy(images);
  const found = foundIn(files, rewritten);
  const isText = (file: ManifestFile): boolean => rewritten.get(fileKey(file))?.format === 'text';
  const without = [...asked].flatMap(([key, image]) => {
    const holding = found.get(key) ?? [];
    if (holding.every(isText)) return [];
    const known = new Set(holding.flatMap((file) => [file.path, ...layersBeside(file)]));
    const lacking = files.filter((file) => !known.has(file.path) && !strange.has(file.path) && !isText(file));
    const templates = lacking.filter(({ text }) => chartTemplate.test(text)).map(({ path }) => path);
    return lacking.length > 0 ? [{ image, paths: lacking.map(({ path }) => path), templates }] : [];
  });
  const left = new Set(
    files.flatMap((file) => rewritten.get(fileKey(file))?.leftAlone ?? []).map(({ request }) => printImage(request)),
  );
  const idle = images.length > 0 && files.every((file) => (rewritten.get(fileKey(file))?.found.length ?? 0) === 0);
  return [
    ...[...asked].flatMap(([key, image]) => (left.has(key) ? leftNotices(leftIn(files, { image, rewritten })) : [])),
    ...without.map(({ image, paths, templates }) => ({
      message: `${image.name} is not listed by ${listed(paths)}, which the files of ${product} in ${environment} include.`,
      hint:
        templates.length > 0
          ? `Leave the templates of a Helm chart out of \`files\` of ${product} in ${environment}: ${listed(templates)}.`
          : `List it there as well, or let \`files\` of ${product} in ${environment} leave out what does not run it.`,
      path: paths[0],
    })),
    ...(idle
      ? [{ message: `${product} lists none of the requested images in ${environment}; it stays as it is.` }]
      : []),
  ];
};

/** The files that list an image, by its printed form. */
const foundIn = (
  files: readonly ManifestFile[],
  rewritten: RewrittenFiles,
): ReadonlyMap<string, readonly ManifestFile[]> => {
  const found = new Map<string, ManifestFile[]>();
  for (const file of files) {
    const keys = (rewritten.get(fileKey(file))?.found ?? []).map(({ request }) => printImage(request));
    for (const key of new Set(keys)) {
      const others = found.get(key);
      if (others === undefined) found.set(key, [file]);
      else others.push(file);
    }
  }
  return found;
};

/** An image of layered values is in one of the layers. */
const layersBeside = ({ view }: ManifestFile): string[] =>
  (view?.stacks ?? []).flatMap(({ below, above }) => [...below, ...above].map(({ path }) => path));

const MOST_LINES = 5;

const leftMessages: Readonly<Record<(typeof leftReasons)[number], (name: string, where: string) => string>> = {
  'filled-in': (name, where) => `${name} on ${where} stays as it is: something else fills in its version.`,
  unmarked: (name, where) => `${name} also stands on ${where}, in text that never changes without a marker.`,
  named: (name, where) => `${name} also stands on ${where}, without a version that is known to be its own.`,
};

/** One notice for each file and reason, at its first line. */
const leftNotices = (left: ReturnType<typeof leftIn>): Notice[] => {
  const groups = new Map<string, (typeof left)[number][]>();
  for (const one of left) {
    const key = `${one.path} ${one.reason}`;
    const others = groups.get(key);
    if (others === undefined) groups.set(key, [one]);
    else others.push(one);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || first.reason === 'aside') return [];
    const lines = [...new Set(group.map(({ line }) => line))];
    const rest = lines.length > MOST_LINES ? [`${lines.length - MOST_LINES} more`] : [];
    const where = `${lines.length === 1 ? 'line' : 'lines'} ${listed([...lines.slice(0, MOST_LINES).map(String), ...rest])}`;
    const message = leftMessages[first.reason](first.request.name, `${where} of ${first.path}`);
    return [{ message, path: first.path, line: first.line }];
  });
};

/** A file that several targets share says the same to each of them. */
const distinctNotices = (notices: readonly Notice[]): Notice[] => [
  ...new Map(notices.map((notice) => [notice.message, notice])).values(),
];

const MOST_PATHS = 10;

const MOST_REASONS = 3;

/** An image that no manifest of an environment lists, with the targets that asked for it. */
type MissingImage = {
  readonly environment: string;
  readonly image: ImageRequest;
  readonly targets: readonly PlanTarget[];
};

/** An image has to be found once in each environment, in some product: each goes to the products whose files list it. */
function missingImages(targets: readonly PlanTarget[], rewritten: RewrittenFiles): MissingImage[] {
  const found = new Set(
    targets.flatMap(({ environment, images, files }) => {
      const asked = printedBy(images);
      return [...foundIn(files, rewritten).keys()]
        .filter((key) => asked.has(key))
        .map((key) => `${environment} ${key}`);
    }),
  );
  const missing = new Map<string, MissingImage & { readonly targets: PlanTarget[] }>();
  for (const target of targets) {
    const { environment } = target;
    for (const [printed, image] of printedBy(target.images)) {
      const key = `${environment} ${printed}`;
      if (found.has(key)) continue;
      const others = missing.get(key);
      if (others === undefined) missing.set(key, { environment, image, targets: [target] });
      else others.targets.push(target);
    }
  }
  return [...missing.values()];
}

/** The images by file for the kustomizations that may gain entries, along with what these list already. An image is added
 * only where that leaves no choice: one product asks for it, and the product has one kustomization. */
function additionsFor(missing: readonly MissingImage[], listing: RewrittenFiles): Map<string, ImageRequest[]> {
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
function leftIn(
  files: PlanTarget['files'],
  { image, rewritten }: { readonly image: ImageRequest; readonly rewritten: RewrittenFiles },
): LeftAt[] {
  return files.flatMap((file) =>
    (rewritten.get(fileKey(file))?.leftAlone ?? [])
      .filter(({ request }) => printImage(request) === printImage(image))
      .map((left) => ({ ...left, path: file.path })),
  );
}

/** @throws PromotionError `image-not-listed` for each missing image, with the searched files and the images that they list, along
 * with the files that could not be searched. */
function refuseMissing(
  missing: readonly MissingImage[],
  rewritten: RewrittenFiles,
  foreign: readonly Violation[] = [],
): void {
  if (missing.length === 0) return;
  const files = missing.flatMap(({ targets }) => targets.flatMap((target) => target.files));
  const searching = { rewritten, parts: partIndex(files) };
  throw new PromotionError([...missing.map((image) => missingViolation(image, searching)), ...foreign]);
}

type Searching = { readonly rewritten: RewrittenFiles; readonly parts: PartIndex };

const missingViolation = ({ environment, image, targets }: MissingImage, searching: Searching): Violation => {
  const { rewritten } = searching;
  const files = targets.flatMap((target) => target.files);
  const paths = [...new Set(files.map(({ path }) => path))];
  const left = leftIn(files, { image, rewritten });
  const known = leftViolation(image, environment, left);
  if (known !== undefined) return known;
  const inParts = partsViolation(image, { environment, files, ...searching });
  if (inParts !== undefined) return inParts;
  const aside = left.map(({ path, line }) => `${path}:${line}`);
  const searched =
    paths.length > MOST_PATHS ? [...paths.slice(0, MOST_PATHS), `${paths.length - MOST_PATHS} more`] : paths;
  const products = listed([...new Set(targets.map(({ product }) => product))]);
  return {
    code: 'image-not-listed',
    message: `The image ${quote(image.name)} is listed by no manifest of ${products} in ${environment}; searched: ${listed(searched)}.`,
    hint: hintOf(image, {
      files,
      rewritten,
      aside,
      passedOver: [...new Set(targets.flatMap((target) => target.passedOver ?? []))],
      additions: targets.some(({ additions }) => additions === 'allowed') ? 'allowed' : 'refused',
    }),
    path: paths[0],
  };
};

type PartsContext = Searching & { readonly environment: string; readonly files: readonly ManifestFile[] };

/** A refusal of an image whose name is in parts: another name that has some of them is not meant. */
const partsViolation = (
  { name }: ImageRequest,
  { environment, files, rewritten, parts: index }: PartsContext,
): Violation | undefined => {
  const parts = findParts(index, name, new Set(files.map(({ path }) => path))) ?? [];
  const [first] = parts;
  if (first === undefined) return undefined;
  const places = [...new Set(parts.map(({ path, line }) => `${path}:${line}`))];
  return {
    code: 'image-not-listed',
    message: `The image ${quote(name)} of ${environment} has its name in parts that nothing ties together: ${listed(places)}.`,
    hint: partsHint(name, parts, { files, rewritten, index }),
    path: first.path,
    line: first.line,
  };
};

type PartsHintContext = Pick<PartsContext, 'files' | 'rewritten'> & { readonly index: PartIndex };

/** A version beside the last part may be promoted by that part alone, too. */
const partsHint = (name: string, parts: readonly NamePart[], { files, rewritten, index }: PartsHintContext): string => {
  const { path = '', text = '' } = parts.at(-1) ?? {};
  const last = splitReference(text);
  const entries = files.flatMap((file) => (file.path === path ? (rewritten.get(fileKey(file))?.listed ?? []) : []));
  const entry = entries.find(({ image }) => image.repository === last.repository && (image.tag ?? image.digest));
  const request = `Request it as ${quote(last.repository)}`;
  if (entry !== undefined && (last.tag ?? last.digest) !== undefined)
    return `${request}, since no marker fits a whole reference to another name.`;
  const version = entry === undefined ? versionNear(index, parts) : { path, line: entry.line };
  const isOneFile = parts.every((part) => part.path === version?.path);
  const where = version && `, such as ${isOneFile ? 'line ' : `${version.path}:`}${version.line}`;
  const marker = `the comment "# image-promotion: ${name}" at the end of the line of its version${where ?? ''}, or on a line of its own above that.`;
  return entry === undefined ? `Put ${marker}` : `${request}, or put ${marker}`;
};

/** A refusal that names the places at which the image is. */
const leftViolation = (image: ImageRequest, environment: string, left: readonly LeftAt[]): Violation | undefined => {
  const reason = leftReasons.find((each) => left.some((one) => one.reason === each));
  const places = left.filter((one) => one.reason === reason);
  const [first] = places;
  if (reason === undefined || first === undefined) return undefined;
  const { code, problem, hint } = refusals[reason](image.name, {
    isText: isTextName(first.path),
    versionLine: first.versionLine,
  });
  const where = listed(places.slice(0, MOST_PATHS).map(({ path, line }) => `${path}:${line}`));
  const message = `The image ${quote(image.name)} of ${environment} ${problem}: ${where}.`;
  return { code, message, hint, path: first.path, line: first.line };
};

const leftReasons = ['filled-in', 'unmarked', 'named'] as const;

type LeftRefusal = Pick<Violation, 'code' | 'hint'> & { readonly problem: string };

type LeftPlace = { readonly isText: boolean; readonly versionLine: number | undefined };

const refusals: Readonly<Record<(typeof leftReasons)[number], (name: string, place: LeftPlace) => LeftRefusal>> = {
  'filled-in': () => ({
    code: 'image-ambiguous',
    problem: 'has a version that something else fills in, wherever it stands',
    hint: 'Promote it where that version comes from, or write the version out in the manifest.',
  }),
  named: (name, { versionLine }) => ({
    code: 'image-not-listed',
    problem: 'is named without a tag or digest that is known to be its own',
    hint: `Put the comment "# image-promotion: ${name}" at the end of the line of its version${versionLine === undefined ? '' : `, such as line ${versionLine}`}, or on a line of its own above that.`,
  }),
  unmarked: (name, { isText }) => ({
    code: 'image-not-listed',
    problem: 'stands only in text, environment values or arguments, which never change without a marker',
    hint: `Put the comment "# image-promotion: ${name}" ${isText ? '' : 'at the end of the line, or '}on a line of its own above it.`,
  }),
};

type HintContext = {
  readonly files: readonly ManifestFile[];
  readonly rewritten: RewrittenFiles;
  /** Places where the name occurs but is not read as an image. If there are any, no similar name is suggested. */
  readonly aside: readonly string[];
  readonly passedOver: readonly string[];
  readonly additions: PlanTarget['additions'];
};

const hintOf = (image: ImageRequest, { files, rewritten, aside, passedOver, additions }: HintContext): string => {
  const read = files.map((file) => ({ file, ...rewritten.get(fileKey(file)) }));
  const names = read.flatMap(({ listed: entries = [] }) => entries.flatMap((entry) => entry.names));
  const near = nearest(image.name, names);
  const loose = read.flatMap(({ unbound = [] }) => unbound);
  const own = loose.filter(({ repository }) => repository !== undefined && sameRepository(repository, image.name));
  const any = loose.filter(({ repository }) => repository === undefined);
  const weak = any.filter(({ isWeak }) => isWeak === true);
  const reasons = [...own, ...any.filter(({ isWeak }) => isWeak !== true), ...weak].map(({ message }) => message);
  const way =
    additions === 'refused'
      ? 'Correct the name, list the image in the manifest, or set `add-images: true` where a kustomization may gain entries.'
      : 'Correct the name, or list the image in the manifest: `add-images` adds it only where one product with one kustomization is asked.';
  if (near.length > 0 && own.length === 0 && aside.length === 0)
    return [`Did you mean ${near.map(quote).join(' or ')}?`, passedOverHint(passedOver), way].filter(Boolean).join(' ');
  const all = [...new Set(names)].slice(0, MOST_PATHS);
  return [
    ...(aside.length > 0
      ? [`Its name stands at ${listed(aside.slice(0, MOST_PATHS))}, where no image is read from.`]
      : []),
    ...reasons.slice(0, MOST_REASONS),
    ...read.flatMap(({ file, unbound = [] }) => layeringHint(file, unbound)).slice(0, 1),
    all.length > 0 ? `Listed there: ${listed(all.map(quote))}.` : 'No image is listed there.',
    ...(passedOver.length > 0 ? [passedOverHint(passedOver)] : []),
    way,
  ].join(' ');
};

/** The way out where a file has a tag, and another one its repository. */
export function layeringHint({ path, view }: ManifestFile, unbound: Rewritten['unbound']): string[] {
  const isLoose = unbound.some(({ keys, part, isWeak }) => keys !== undefined && part !== 'version' && isWeak !== true);
  if (!isLoose || view?.stacks !== undefined) return [];
  return [`If the repository is in a base file, layer the two: files: [["base.yaml", ${JSON.stringify(path)}]].`];
}

/** Files that are not declared as layers are read separately. A tag without a repository, at the same keys as the image of another file
 * of the environment, would override the new tag.
 * @throws PromotionError `image-ambiguous` for each such tag, with the list of layers to write. */
function refuseOverridden(targets: readonly PlanTarget[], rewritten: RewrittenFiles): void {
  const violations = targets.flatMap((target) => overridingViolations(target, rewritten));
  if (violations.length > 0) {
    throw new PromotionError([...new Map(violations.map((one) => [one.message, one])).values()]);
  }
}

const overridingViolations = ({ files, images }: PlanTarget, rewritten: RewrittenFiles): Violation[] => {
  const single = files.filter(({ view }) => view?.stacks === undefined);
  const loose = single.flatMap((file) =>
    (rewritten.get(fileKey(file))?.unbound ?? []).flatMap(({ keys, key, line, part, isWeak }) => {
      if (keys === undefined || key === undefined) return [];
      const at = [[...keys, key], ...(isWeak ? [] : [[...keys, '']])];
      return [{ file, at: at.map((one) => JSON.stringify(one)), keys, line, part }];
    }),
  );
  if (loose.length === 0 || single.length < 2) return [];
  const asked = new Set(images.map(printImage));
  const holding = single.filter((file) =>
    rewritten.get(fileKey(file))?.found.some(({ request }) => asked.has(printImage(request))),
  );
  return holding.flatMap((base) => {
    const places = namedPlaces(base, { asked, rewritten });
    return loose.flatMap(({ file, at, keys, line, part }) => {
      const image = file.path === base.path ? undefined : at.map((one) => places.get(one)).find(Boolean);
      return image === undefined ? [] : [overridingViolation({ base, file, image, keys, line, part })];
    });
  });
};

type RewrittenImages = { readonly asked: ReadonlySet<string>; readonly rewritten: RewrittenFiles };

/** The images that are asked for, by the keys of their versions; a reference may have one under any key beside it. */
const namedPlaces = (base: ManifestFile, { asked, rewritten }: RewrittenImages): Map<string, string> => {
  const found = rewritten.get(fileKey(base))?.found ?? [];
  const repositories = new Set(
    found.filter(({ request }) => asked.has(printImage(request))).map(({ from }) => from.repository),
  );
  return new Map(
    whereListed(base).flatMap(({ keys, versions, image: { repository } }) =>
      repositories.has(repository)
        ? [...versions, ''].map((version) => [JSON.stringify([...keys, version]), repository] as const)
        : [],
    ),
  );
};

type Overriding = {
  readonly base: ManifestFile;
  readonly file: ManifestFile;
  readonly image: string;
  readonly keys: readonly string[];
  readonly line: number;
  readonly part: string | undefined;
};

const overridingViolation = ({ base, file, image, keys, line, part = 'tag' }: Overriding): Violation => {
  const where = keys.length === 0 ? '' : ` under ${quote(keys.join('.'))}`;
  return {
    code: 'image-ambiguous',
    message: `${quote(file.path)} has a ${part}${where} without a repository, which would override that of ${quote(image)} in ${quote(base.path)}.`,
    hint: `If the files are layered, write them as a nested list, base first: files: [[${base.path}, ${file.path}]]. Otherwise take the ${part} out.`,
    path: file.path,
    line,
  };
};

type ViewedManifest = Manifest & Pick<ManifestFile, 'view' | 'owners'>;

type ViewContext = {
  readonly environment: string;
  readonly settings: Pick<Settings, 'layers' | 'origin'>;
  readonly ownership?: ManifestOwnership | undefined;
};

/** How each manifest of an environment is read: with the other layers of its values, where it is one of several, and as its share
 * of a manifest that others have, too.
 * @throws PromotionError `manifest-format` for a layer that is a directory. */
export function viewedBy(
  { environment, settings, ownership }: ViewContext,
  manifests: readonly Manifest[],
): ViewedManifest[] {
  return layered(settings, manifests).map((manifest) => {
    const owners = ownership?.ownersOf(manifest.path) ?? [];
    if (owners.length < 2) return manifest;
    const isShared = owners.some((owner) => owner.environment !== environment);
    const environments = [
      ...new Set([...(ownership?.environments ?? []), ...owners.map((owner) => owner.environment)]),
    ];
    const scope = isShared ? { environment, environments } : undefined;
    return { ...manifest, owners, view: scope === undefined ? manifest.view : { ...manifest.view, scope } };
  });
}

const layered = ({ layers, origin }: ViewContext['settings'], manifests: readonly Manifest[]): ViewedManifest[] => {
  if (layers.length === 0) return [...manifests];
  const byPath = new Map(manifests.map((manifest) => [manifest.path, manifest]));
  const lists = layers.map((paths) => paths.map((path) => byPath.get(path) ?? noFile(path, origin.files)));
  return manifests.map((manifest) => {
    const stacks = lists.flatMap((list) => {
      const at = list.indexOf(manifest);
      return at < 0 ? [] : [{ below: list.slice(0, at), above: list.slice(at + 1) }];
    });
    return stacks.length === 0 ? manifest : { ...manifest, view: { stacks } };
  });
};

const noFile = (path: string, place: Settings['origin']['files']): never =>
  fail(
    'manifest-format',
    `The layer ${quote(path)} is a directory, and layers are files of helm values.`,
    'Name a file in the list of layers, or list the directory outside of it.',
    place,
  );
