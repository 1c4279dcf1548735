/** Finds the manifests of products in a snapshot of the repository, without reading more of it than their paths need. */
import { isGlob, matcher, matches } from '../config/glob.ts';
import { type ErrorCode, fail, gather, onceEach } from '../errors.ts';
import { isTextName } from '../formats/markers.ts';
import { LARGEST_MANIFEST } from '../limits.ts';
import { listed, nearest, quote } from '../text.ts';

/** The entry at a path of a snapshot. */
export type SnapshotEntry =
  | { readonly kind: 'file'; readonly text: string; readonly executable: boolean }
  | { readonly kind: 'directory'; readonly entries: readonly DirectoryEntry[] }
  /** `binary` is not UTF-8, or has a NUL byte. */
  | { readonly kind: 'absent' | 'symlink' | 'submodule' | 'binary' }
  /** Over the limit of a manifest, and so not read. `size` in bytes. */
  | { readonly kind: 'too-large'; readonly size: number };

export type DirectoryEntry = { readonly name: string; readonly kind: 'file' | 'directory' | 'symlink' | 'submodule' };

/** A product and environment with the paths and globs of its manifests, without placeholders. */
export type ManifestTarget = {
  readonly product: string;
  readonly environment: string;
  readonly files: readonly string[];
  /** The products that the configuration lists. */
  readonly products?: readonly string[] | undefined;
};

export type Manifest = { readonly path: string; readonly text: string; readonly executable: boolean };

/** The manifests of a target, sorted by path, at least one. */
export type FoundManifests = ManifestTarget & {
  readonly manifests: readonly Manifest[];
  /** The entries that the setting leaves out: files of other names, hidden directories (with a slash), symbolic links and
   * submodules. */
  readonly passedOver: readonly string[];
};

/** The entry at a path; undefined until it is read, and then wanted in the next step. */
export type Look = (path: string) => SnapshotEntry | undefined;

/** The entries of a snapshot that were read so far, by path; the root is the empty path. */
export type KnownEntries = ReadonlyMap<string, SnapshotEntry>;

type FindStep =
  | { readonly kind: 'more'; readonly paths: readonly string[] }
  /** In the order of the targets. */
  | { readonly kind: 'done'; readonly found: readonly FoundManifests[] };

/** The paths that are enough to find the manifests in the usual case, without wildcards: worth reading with the first query. */
export function probablePaths(files: readonly string[]): readonly string[] {
  return [...new Set(files.flatMap(probable))];
}

/** Whether the path is where one of the settings puts a manifest, be it there or not. */
export function isManifestOf(files: readonly string[], path: string): boolean {
  const directory = KUSTOMIZATIONS.some((name) => path.endsWith(`/${name}`))
    ? path.slice(0, path.lastIndexOf('/'))
    : path;
  return files.some((pattern) =>
    isGlob(pattern) ? matches(pattern, path) || matches(pattern, directory) : probable(pattern).includes(path),
  );
}

/** Finds the manifests of all targets among the known entries, or names the paths to read next: the caller reads the paths, adds
 * them with `learn` and calls again. A glob takes one step for each of its levels.
 * @throws PromotionError with everything that cannot be used as a manifest, and with the existing entries if nothing is found. */
export function findManifests(targets: readonly ManifestTarget[], known: KnownEntries): FindStep {
  const wanted = new Set<string>();
  const look: Look = (path) => {
    const entry = known.get(path);
    if (entry === undefined) wanted.add(path);
    return entry;
  };
  const { attempt, finish } = gather();
  const found = targets.map((target) => attempt(() => manifestsOf(target, look)));
  if (wanted.size > 0) return { kind: 'more', paths: [...wanted].sort() };
  // An unknown product is unknown in each of its environments: it is reported once.
  onceEach(finish);
  return { kind: 'done', found: found.filter((one) => one !== undefined) };
}

/** Adds the read entries to the known ones. The entries are in the order of the paths. */
export function learn(known: KnownEntries, paths: readonly string[], entries: readonly SnapshotEntry[]): KnownEntries {
  return new Map([...known, ...paths.map((path, index) => [path, entries[index] ?? { kind: 'absent' }] as const)]);
}

const probable = (pattern: string): string[] => {
  if (isGlob(pattern)) return [baseOf(pattern)];
  if (/\.(?:ya?ml|json)$/.test(pattern) || isTextName(pattern)) return [pattern];
  return [pattern, ...KUSTOMIZATIONS.map((name) => `${pattern}/${name}`)];
};

const manifestsOf = (target: ManifestTarget, look: Look): FoundManifests => {
  const { attempt, finish } = gather();
  for (const path of probablePaths(target.files)) look(path);
  const resolved = target.files.map((pattern) => attempt(() => resolvePattern(pattern, { target, look })));
  const paths = unique(resolved.flatMap((one) => one?.paths ?? []));
  const manifests = paths.map((path) => attempt(() => readable(path, look(path))));
  finish();
  const over = unique(resolved.flatMap((one) => one?.passedOver ?? []));
  const passedOver = over.filter((path) => !paths.includes(path));
  if (paths.length === 0) foundNothing(target, { look, passedOver });
  return { ...target, manifests: manifests.filter((manifest) => manifest !== undefined), passedOver };
};

const unique = (paths: readonly string[]): string[] => [...new Set(paths)].sort();

const MOST_DIRECTORIES = 1_000;

const MOST_BESIDES = 100;

const DEEPEST = 30;

/** Paths of files, as far as they are known. */
type Resolved = { readonly paths: readonly string[]; readonly passedOver: readonly string[] };

type PathSearch = { readonly target: ManifestTarget; readonly look: Look };

/** @throws PromotionError for entries of the pattern that cannot be manifests. */
export function resolvePattern(pattern: string, { target, look }: PathSearch): Resolved {
  return isGlob(pattern) ? globbed(pattern, look) : named(pattern, { target, look });
}

const named = (path: string, { target, look }: PathSearch): Resolved => {
  const entry = look(path);
  if (entry === undefined) return { paths: [], passedOver: [] };
  if (entry.kind === 'absent') return { paths: missing(path, { target, look }), passedOver: [] };
  if (entry.kind !== 'directory') return { paths: [path], passedOver: [] };
  const kustomization = kustomizationOf(path, entry.entries);
  if (kustomization === undefined) return withoutKustomization(path, entry.entries);
  look(kustomization);
  return { paths: [kustomization], passedOver: besideKustomization(path, entry.entries) };
};

/** The other files of a directory that may hold an image. */
const besideKustomization = (path: string, entries: readonly DirectoryEntry[]): string[] =>
  entries
    .filter(({ name, kind }) => kind === 'file' && !KUSTOMIZATIONS.includes(name) && distance(name) < LEAST_LIKE)
    .map(({ name }) => join(path, name));

const kustomizationOf = (path: string, entries: readonly DirectoryEntry[]): string | undefined => {
  const names = KUSTOMIZATIONS.filter((name) =>
    entries.some((entry) => entry.name === name && entry.kind !== 'directory'),
  );
  if (names.length > 1) return ambiguous(path, names);
  return names[0] === undefined ? undefined : join(path, names[0]);
};

/** Level by level: a directory is listed only when all above it are known, so that nothing is read that cannot match. */
const globbed = (pattern: string, look: Look): Resolved => {
  const paths = new Set<string>();
  const passedOver = new Set<string>();
  const visited = new Set<string>();
  const directories = new Set<string>();
  const besides = new Set<string>();

  const list = (path: string): readonly DirectoryEntry[] => {
    const entry = look(path);
    if (entry?.kind === 'symlink' || entry?.kind === 'submodule') passedOver.add(path);
    if (entry?.kind !== 'directory') return [];
    directories.add(path);
    if (directories.size > MOST_DIRECTORIES || path.split('/').length > DEEPEST) tooWide(pattern);
    return entry.entries;
  };

  const below = (path: string, segments: readonly string[]): void => {
    const [segment, ...rest] = segments;
    const step = `${segments.join('/')} ${path}`;
    if (visited.has(step)) return;
    visited.add(step);
    if (segment === undefined) take(path);
    else if (segment === '**') anywhere(path, rest.length === 0 ? ['*'] : rest);
    else if (isGlob(segment)) matching(path, segment, rest);
    else {
      if (rest.length === 0) passBeside(path, segment);
      below(join(path, segment), rest);
    }
  };

  /** Beside a file whose name is known: its directory is listed in the same request, unless there are many. */
  const passBeside = (path: string, segment: string): void => {
    if (besides.add(path).size > MOST_BESIDES) return;
    const entry = look(path);
    if (entry?.kind !== 'directory') return;
    const isPassed = isPassedBy({ segment, isLast: true, isDeep: false });
    for (const { name } of entry.entries.filter(isPassed)) passedOver.add(join(path, name));
  };

  const anywhere = (path: string, rest: readonly string[]): void => {
    const entries = list(path);
    const [next = '*'] = rest;
    if (isGlob(next) || entries.some(({ name }) => name === next)) below(path, rest);
    passBy(path, { segment: next, isLast: rest.length === 1, isDeep: true });
    for (const { name, kind } of entries.filter((entry) => !entry.name.startsWith('.'))) {
      if (kind === 'directory') below(join(path, name), ['**', ...rest]);
      else if (kind !== 'file') passedOver.add(join(path, name));
    }
  };

  const passBy = (path: string, wanted: WantedNames): void => {
    for (const entry of list(path).filter(isPassedBy(wanted))) {
      passedOver.add(entry.kind === 'directory' ? `${join(path, entry.name)}/` : join(path, entry.name));
    }
  };

  const matching = (path: string, segment: string, rest: readonly string[]): void => {
    const last = rest.length === 0;
    const fits = matcher(segment);
    passBy(path, { segment, isLast: last, isDeep: /^[*?]/.test(segment) });
    for (const { name, kind } of list(path).filter((entry) => fits(entry.name))) {
      if (kind === 'directory' || (last && isManifestName(segment, name))) below(join(path, name), rest);
      else if (kind !== 'file') passedOver.add(join(path, name));
    }
  };

  const take = (path: string): void => {
    const entry = look(path);
    if (entry === undefined || entry.kind === 'absent') return;
    const file = entry.kind === 'directory' ? kustomizationOf(path, entry.entries) : path;
    if (entry.kind === 'directory') for (const other of besideKustomization(path, entry.entries)) passedOver.add(other);
    if (file === undefined) return;
    look(file);
    paths.add(file);
  };

  below('', pattern.split('/'));
  return { paths: [...paths], passedOver: [...passedOver] };
};

/** A name up to its ending, without a dot in front; of a glob whose braces hold the ending, anything. */
const stemOf = (name: string): string => {
  const stem = name.replace(/^\./, '').split('.')[0] ?? '';
  return /\{[^}]*$|\[[^\]]*$/.test(stem) ? '*' : stem;
};

type WantedNames = {
  readonly segment: string;
  /** Whether the segment names files, not the directories on the way to them. */
  readonly isLast: boolean;
  /** Whether the glob goes on into any directory. */
  readonly isDeep: boolean;
};

/** Whether an entry would match if it had another ending, or no dot in front. */
const isPassedBy = ({ segment, isLast, isDeep }: WantedNames): ((entry: DirectoryEntry) => boolean) => {
  const fits = matcher(stemOf(segment));
  return ({ name, kind }) => {
    if (kind === 'directory') return isDeep && name.startsWith('.') && !/^\.git(?:hub)?$/.test(name);
    return isLast && kind === 'file' && fits(stemOf(name)) && !isManual.test(name);
  };
};

/** Files for people and tools, which no glob for manifests is meant for. */
const isManual =
  /\.(?:md|adoc|rst|png|svg)$|^(?:licen[cs]e|codeowners|owners|makefile|\.git\w+|\.editorconfig|\.helmignore)$/i;

const LEAST_LIKE = 3;

/** How far a name is from that of a manifest: 0 is nearest. */
const distance = (name: string): number => {
  if (/^\.?kustomization\b/i.test(name)) return 0;
  if (/\.(?:ya?ml|json)$/i.test(name)) return 1;
  return /\.(?:ya?ml|json)\b/i.test(name) ? 2 : LEAST_LIKE;
};

/** Lists the entries that the setting `files` leaves out, for a user whose image is missing; empty if there are none. */
export function passedOverHint(paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/', path.length - 2) + 1);
  const ranked = [...paths].sort((a, b) => distance(nameOf(a)) - distance(nameOf(b)));
  const shown = ranked.slice(0, MOST_NAMES);
  const rest = ranked.length - shown.length;
  return `Passed over: ${listed(rest > 0 ? [...shown, `${rest} more`] : shown)}. A glob takes no name with a dot in front, and with a \`*\` at its end only .yaml, .yml and .json; a directory stands for its kustomization.yaml, kustomization.yml or Kustomization.`;
}

/** A bare `*` at the end means manifests, not every README beside them; `*.tpl` means what it says. */
const isManifestName = (segment: string, name: string): boolean =>
  !segment.endsWith('*') || /\.(?:ya?ml|json)$/.test(name) || KUSTOMIZATIONS.includes(name);

const tooWide = (pattern: string): never =>
  fail(
    'manifest-too-many',
    `The glob ${quote(pattern)} leads through more than ${MOST_DIRECTORIES} directories or deeper than ${DEEPEST}.`,
    'Let files begin nearer to the manifests, with fewer wildcards.',
  );

/** By these names, in this order, kustomize looks for what a directory means. */
export const KUSTOMIZATIONS = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** The directory in which a glob begins, or the whole of a path without wildcards; the root is the empty path. */
function baseOf(pattern: string): string {
  const segments = pattern.split('/');
  const wild = segments.findIndex(isGlob);
  return segments.slice(0, wild < 0 ? segments.length : wild).join('/');
}

export function join(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}

const LFS_POINTER = 'version https://git-lfs';

const MOST_NAMES = 10;

/** The manifest at the path; undefined until it has been read.
 * @throws PromotionError for what must not be edited as text: links, submodules, Git LFS pointers, binary files, and files that
 * are too large. */
function readable(path: string, entry: SnapshotEntry | undefined): Manifest | undefined {
  if (entry === undefined) return undefined;
  if (entry.kind !== 'file') return refused(path, entry);
  if (!entry.text.startsWith(LFS_POINTER)) return { path, text: entry.text, executable: entry.executable };
  const hint = 'Keep manifests out of Git LFS: remove the pattern from .gitattributes and commit the file itself.';
  return fail('manifest-lfs', `${quote(path)} is a pointer of Git LFS.`, hint, { path });
}

const reasons: Readonly<Record<Exclude<SnapshotEntry['kind'], 'file'>, readonly [ErrorCode, string, string]>> = {
  symlink: ['manifest-symlink', 'is a symbolic link', 'Let files name what the link leads to.'],
  submodule: ['manifest-submodule', 'is a submodule', 'Promote in the repository of the submodule.'],
  binary: ['manifest-binary', 'is not UTF-8 text', 'Save it as UTF-8.'],
  'too-large': ['manifest-too-large', `is larger than ${LARGEST_MANIFEST / 1024 ** 2} MiB`, 'Split it.'],
  directory: ['manifest-missing', 'is a directory', 'Let files name the file in it.'],
  absent: ['manifest-missing', 'does not exist', 'Correct files in the configuration.'],
};

function refused(path: string, entry: Exclude<SnapshotEntry, { kind: 'file' }>): never {
  const [code, what, hint] = reasons[entry.kind];
  return fail(code, `${quote(path)} ${what}.`, hint, { path });
}

function ambiguous(path: string, names: readonly string[]): never {
  const message = `The directory ${quote(path)} has ${listed(names)}, of which kustomize takes only one.`;
  return fail('manifest-ambiguous', message, 'Keep one of them.', { path: `${path}/${names[0]}` });
}

function withoutKustomization(path: string, entries: readonly DirectoryEntry[]): never {
  const misspelt = entries.find(({ name, kind }) => kind === 'file' && distance(name) === 0);
  const way =
    misspelt === undefined
      ? 'Let files name a file, or add a kustomization.yaml.'
      : `Rename ${quote(misspelt.name)} to kustomization.yaml: kustomize reads no other spelling.`;
  const hint = `${contents(path, entries)} ${way}`;
  return fail('manifest-missing', `The directory ${quote(path)} has no kustomization file.`, hint, { path });
}

/** Refuses a path at which nothing is, with the names at the point where it leaves the existing directories. Returns while the directories
 * above are not known yet. */
function missing(path: string, { target, look }: { target: ManifestTarget; look: Look }): [] {
  const segments = path.split('/');
  const above = segments.map((_, index) => segments.slice(0, index).join('/'));
  const entries = above.map((directory) => look(directory));
  if (entries.includes(undefined)) return [];
  const last = entries.findLastIndex((entry) => entry?.kind !== 'absent');
  const entry = entries[last];
  const there = above[last] ?? '';
  const name = segments[last] ?? path;
  if (entry?.kind === 'symlink' || entry?.kind === 'submodule') return refused(there, entry);
  const siblings = entry?.kind === 'directory' ? entry.entries : [];
  const { hint, elsewhere } = explainMissing(name, { target, there, entry, siblings });
  const gone = segments.slice(0, last + 1).join('/');
  const absent = `there is no ${quote(gone)}`;
  if (name === target.product) {
    return fail('product-unknown', `The product ${quote(name)} is unknown: ${absent}.`, hint, { path: gone });
  }
  const whose = `The manifests of ${quote(target.product)} in ${quote(target.environment)} are missing`;
  return fail('manifest-missing', `${whose}: ${absent}.`, `${hint}${elsewhere}`, { path });
}

type MissingAt = {
  readonly target: ManifestTarget;
  /** The last existing directory of the path, and its entries. */
  readonly there: string;
  readonly entry: SnapshotEntry | undefined;
  readonly siblings: readonly DirectoryEntry[];
};

/** The hint for a missing name: similar names, and other places for the manifests. */
const explainMissing = (name: string, { target, there, entry, siblings }: MissingAt) => {
  const meant = nearest(
    name,
    siblings.map((sibling) => sibling.name),
  );
  // The directory of a product that is there is right, whether or not the configuration lists the product.
  const isProductMeant = isStranger(target) && (name === target.product || meant.length === 0);
  const guess = meant.length > 0 ? `Did you mean ${meant.map(quote).join(' or ')}? ` : '';
  const lead = isProductMeant ? strangerHint(target) : guess;
  const found = entry?.kind === 'directory' ? contents(there, siblings) : `${quote(there)} is a file.`;
  const isNameWrong = meant.length > 0 || isProductMeant;
  // Products of several kinds need lists of their own.
  const each =
    target.files.length > 1 && !isNameWrong
      ? ' Each entry of `files` must be there for each product and environment; set `files` under a product that has others.'
      : '';
  if (name === target.product) return { hint: `${lead}${found}${each}`, elsewhere: '' };
  // Of an environment that is misspelt, or new, the layout is right; so it is for the products that are listed.
  const isLayoutRight = isNameWrong || name === target.environment;
  const elsewhere = isLayoutRight ? '' : each || ' Let `files` in the configuration say where they are.';
  return { hint: `${lead}${found}`, elsewhere };
};

/** Whether the configuration lists products, and this one is not among them. */
const isStranger = ({ product, products = [] }: ManifestTarget): boolean =>
  products.length > 0 && !products.includes(product);

const strangerHint = (target: ManifestTarget): string =>
  isStranger(target) ? `${meantProduct(target.product, target.products ?? [])} ` : '';

/** Similar products, and those that the configuration lists. */
export function meantProduct(product: string, products: readonly string[]): string {
  const meant = nearest(product, products);
  const rest = products.length - MOST_NAMES;
  const names = rest > 0 ? [...products.slice(0, MOST_NAMES), `${rest} more`] : products;
  const guess = meant.length > 0 ? `Did you mean ${meant.map(quote).join(' or ')}? ` : '';
  return `${guess}The configuration lists ${listed(names)}.`;
}

/** Refuses a target whose globs match nothing. Returns while it is not known yet why. */
function foundNothing(
  target: ManifestTarget,
  { look, passedOver }: { readonly look: Look; readonly passedOver: readonly string[] },
): void {
  const base = baseOf(target.files[0] ?? '');
  const entry = look(base);
  if (entry === undefined) return;
  if (entry.kind === 'symlink' || entry.kind === 'submodule') refused(base, entry);
  if (entry.kind === 'absent') missing(base, { target, look });
  else {
    const whose = `${quote(target.product)} in ${quote(target.environment)}`;
    const message = `The manifests of ${whose} are missing: no file matches ${listed(target.files.map(quote))}.`;
    const hint = entry.kind === 'directory' ? contents(base, entry.entries) : `${quote(base)} is no directory.`;
    fail('manifest-missing', message, `${strangerHint(target)}${passedOverHint(passedOver) || hint}`);
  }
}

const contents = (path: string, entries: readonly DirectoryEntry[]): string => {
  const where = path === '' ? 'The repository' : quote(path);
  if (entries.length === 0) return `${where} is empty.`;
  const names = entries.slice(0, MOST_NAMES).map(({ name }) => quote(name));
  const rest = entries.length - names.length;
  return `${where} has ${listed(rest > 0 ? [...names, `${rest} more`] : names)}.`;
};
