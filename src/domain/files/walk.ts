import { isGlob, matcher } from '../config/glob.ts';
import { fail } from '../errors.ts';
import { quote } from '../text.ts';
import type { DirectoryEntry, Look, Target } from './entry.ts';
import { join, KUSTOMIZATIONS } from './paths.ts';
import { ambiguous, missing, withoutKustomization } from './refusals.ts';

const MOST_DIRECTORIES = 1_000;
const DEEPEST = 30;

/** Paths of files, as far as they are known. */
export type Resolved = { readonly paths: readonly string[]; readonly skipped: readonly string[] };

type Search = { readonly target: Target; readonly look: Look };

/** @throws PromotionError for what the pattern leads to and no manifest can be. */
export function resolve(pattern: string, { target, look }: Search): Resolved {
  return isGlob(pattern) ? globbed(pattern, look) : { paths: named(pattern, { target, look }), skipped: [] };
}

const named = (path: string, { target, look }: Search): string[] => {
  const entry = look(path);
  if (entry === undefined) return [];
  if (entry.kind === 'absent') return missing(path, { target, look });
  if (entry.kind !== 'directory') return [path];
  const kustomization = kustomizationOf(path, entry.entries);
  if (kustomization === undefined) return withoutKustomization(path, entry.entries);
  look(kustomization);
  return [kustomization];
};

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
  const skipped = new Set<string>();
  const visited = new Set<string>();
  const directories = new Set<string>();

  const list = (path: string): readonly DirectoryEntry[] => {
    const entry = look(path);
    if (entry?.kind === 'symlink' || entry?.kind === 'submodule') skipped.add(path);
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
    else below(join(path, segment), rest);
  };

  const anywhere = (path: string, rest: readonly string[]): void => {
    const entries = list(path);
    const [next = '*'] = rest;
    if (isGlob(next) || entries.some(({ name }) => name === next)) below(path, rest);
    for (const { name, kind } of entries.filter((entry) => !entry.name.startsWith('.'))) {
      if (kind === 'directory') below(join(path, name), ['**', ...rest]);
      else if (kind !== 'file') skipped.add(join(path, name));
    }
  };

  const matching = (path: string, segment: string, rest: readonly string[]): void => {
    const last = rest.length === 0;
    const fits = matcher(segment);
    for (const { name, kind } of list(path).filter((entry) => fits(entry.name))) {
      if (kind === 'directory' || (last && isManifestName(segment, name))) below(join(path, name), rest);
      else if (kind !== 'file') skipped.add(join(path, name));
    }
  };

  const take = (path: string): void => {
    const entry = look(path);
    if (entry === undefined || entry.kind === 'absent') return;
    const file = entry.kind === 'directory' ? kustomizationOf(path, entry.entries) : path;
    if (file === undefined) return;
    look(file);
    paths.add(file);
  };

  below('', pattern.split('/'));
  return { paths: [...paths], skipped: [...skipped] };
};

/** A bare `*` at the end means manifests, not every README beside them; `*.tpl` means what it says. */
const isManifestName = (segment: string, name: string): boolean =>
  !segment.endsWith('*') || /\.(?:ya?ml|json)$/.test(name) || KUSTOMIZATIONS.includes(name);

const tooWide = (pattern: string): never =>
  fail(
    'manifest-too-many',
    `The glob ${quote(pattern)} leads through more than ${MOST_DIRECTORIES} directories or deeper than ${DEEPEST}.`,
    'Let files begin nearer to the manifests, with fewer wildcards.',
  );
