import { type ErrorCode, fail } from '../errors.ts';
import { LARGEST_MANIFEST } from '../limits.ts';
import { listed, nearest, quote } from '../text.ts';
import type { DirectoryEntry, Entry, Look, Manifest, Target } from './entry.ts';
import { baseOf } from './paths.ts';

/** Why something is no manifest, each with its way out. */

const LFS_POINTER = 'version https://git-lfs';
const MOST_NAMES = 10;

/** The manifest at the path; undefined until it has been read.
 * @throws PromotionError for what must not be edited as text: what a link, a submodule or Git LFS keeps elsewhere, what is no
 * text, or too much of it. */
export function readable(path: string, entry: Entry | undefined): Manifest | undefined {
  if (entry === undefined) return undefined;
  if (entry.kind !== 'file') return refused(path, entry);
  if (!entry.text.startsWith(LFS_POINTER)) return { path, text: entry.text, executable: entry.executable };
  const hint = 'Keep manifests out of Git LFS: remove the pattern from .gitattributes and commit the file itself.';
  return fail('manifest-lfs', `${quote(path)} is a pointer of Git LFS.`, hint, { path });
}

const reasons: Readonly<Record<Exclude<Entry['kind'], 'file'>, readonly [ErrorCode, string, string]>> = {
  symlink: ['manifest-symlink', 'is a symbolic link', 'Let files name what the link leads to.'],
  submodule: ['manifest-submodule', 'is a submodule', 'Promote in the repository of the submodule.'],
  binary: ['manifest-binary', 'is not UTF-8 text', 'Save it as UTF-8.'],
  'too-large': ['manifest-too-large', `is larger than ${LARGEST_MANIFEST / 1024 ** 2} MiB`, 'Split it.'],
  directory: ['manifest-missing', 'is a directory', 'Let files name the file in it.'],
  absent: ['manifest-missing', 'does not exist', 'Correct files in the configuration.'],
};

export function refused(path: string, entry: Exclude<Entry, { kind: 'file' }>): never {
  const [code, what, hint] = reasons[entry.kind];
  return fail(code, `${quote(path)} ${what}.`, hint, { path });
}

export function ambiguous(path: string, names: readonly string[]): never {
  const message = `The directory ${quote(path)} has ${listed(names)}, of which kustomize takes only one.`;
  return fail('manifest-ambiguous', message, 'Keep one of them.', { path: `${path}/${names[0]}` });
}

export function withoutKustomization(path: string, entries: readonly DirectoryEntry[]): never {
  const hint = `${contents(path, entries)} Let files name a file, or add a kustomization.yaml.`;
  return fail('manifest-missing', `The directory ${quote(path)} has no kustomization file.`, hint, { path });
}

/** Refuses a path at which nothing is, with the names that stand where it leaves what is there. Returns while the directories
 * above are not known yet. */
export function missing(path: string, { target, look }: { target: Target; look: Look }): [] {
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
  const meant = nearest(
    name,
    siblings.map((sibling) => sibling.name),
  );
  const guess = meant.length > 0 ? `Did you mean ${meant.map(quote).join(' or ')}? ` : '';
  const hint = entry?.kind === 'directory' ? `${guess}${contents(there, siblings)}` : `${quote(there)} is a file.`;
  const gone = segments.slice(0, last + 1).join('/');
  const absent = `there is no ${quote(gone)}`;
  if (name === target.product) {
    return fail('product-unknown', `The product ${quote(name)} is unknown: ${absent}.`, hint, { path: gone });
  }
  const whose = `The manifests of ${quote(target.product)} in ${quote(target.environment)} are missing`;
  // Of an environment that is misspelt, or new, the layout is right.
  const elsewhere =
    meant.length > 0 || name === target.environment ? '' : ' Let `files` in the configuration say where they are.';
  return fail('manifest-missing', `${whose}: ${absent}.`, `${hint}${elsewhere}`, { path });
}

/** Refuses a target whose globs match nothing. Returns while it is not known yet why. */
export function foundNothing(target: Target, look: Look): void {
  const base = baseOf(target.files[0] ?? '');
  const entry = look(base);
  if (entry === undefined) return;
  if (entry.kind === 'symlink' || entry.kind === 'submodule') refused(base, entry);
  if (entry.kind === 'absent') missing(base, { target, look });
  else {
    const whose = `${quote(target.product)} in ${quote(target.environment)}`;
    const message = `The manifests of ${whose} are missing: no file matches ${listed(target.files.map(quote))}.`;
    const hint = entry.kind === 'directory' ? contents(base, entry.entries) : `${quote(base)} is no directory.`;
    fail('manifest-missing', message, hint);
  }
}

const contents = (path: string, entries: readonly DirectoryEntry[]): string => {
  const where = path === '' ? 'The repository' : quote(path);
  if (entries.length === 0) return `${where} is empty.`;
  const names = entries.slice(0, MOST_NAMES).map(({ name }) => quote(name));
  const rest = entries.length - names.length;
  return `${where} has ${listed(rest > 0 ? [...names, `${rest} more`] : names)}.`;
};
