import { isGlob, matches } from './config/glob.ts';
import { gather, onceEach } from './errors.ts';
import type { Entry, Found, Look, Target } from './files/entry.ts';
import { baseOf, KUSTOMIZATIONS } from './files/paths.ts';
import { foundNothing, readable } from './files/refusals.ts';
import { resolve } from './files/walk.ts';
import { isTextName } from './formats/text-file.ts';

export type { DirectoryEntry, Entry, Found, Manifest, Target } from './files/entry.ts';

/** What has been read of a snapshot so far, by path; the root is the empty path. */
export type Known = ReadonlyMap<string, Entry>;

export type Step =
  | { readonly kind: 'more'; readonly paths: readonly string[] }
  /** In the order of the targets. */
  | { readonly kind: 'done'; readonly found: readonly Found[] };

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

/** Finds the manifests of all targets in what is known, or says what else must be read: whoever calls reads the paths, adds them
 * with `learn` and calls again. A glob takes one step for each of its levels.
 * @throws PromotionError with everything that cannot be used as a manifest, and where nothing is found, what is there instead. */
export function findManifests(targets: readonly Target[], known: Known): Step {
  const wanted = new Set<string>();
  const look: Look = (path) => {
    const entry = known.get(path);
    if (entry === undefined) wanted.add(path);
    return entry;
  };
  const { attempt, finish } = gather();
  const found = targets.map((target) => attempt(() => manifestsOf(target, look)));
  if (wanted.size > 0) return { kind: 'more', paths: [...wanted].sort() };
  onceEach(finish);
  return { kind: 'done', found: found.filter((one) => one !== undefined) };
}

/** Adds what was read to what is known. The entries are in the order of the paths. */
export function learn(known: Known, paths: readonly string[], entries: readonly Entry[]): Known {
  return new Map([...known, ...paths.map((path, index) => [path, entries[index] ?? { kind: 'absent' }] as const)]);
}

const probable = (pattern: string): string[] => {
  if (isGlob(pattern)) return [baseOf(pattern)];
  if (/\.(?:ya?ml|json)$/.test(pattern) || isTextName(pattern)) return [pattern];
  return [pattern, ...KUSTOMIZATIONS.map((name) => `${pattern}/${name}`)];
};

const manifestsOf = (target: Target, look: Look): Found => {
  const { attempt, finish } = gather();
  for (const path of probablePaths(target.files)) look(path);
  const resolved = target.files.map((pattern) => attempt(() => resolve(pattern, { target, look })));
  const paths = unique(resolved.flatMap((one) => one?.paths ?? []));
  const manifests = paths.map((path) => attempt(() => readable(path, look(path))));
  finish();
  if (paths.length === 0) foundNothing(target, look);
  const skipped = unique(resolved.flatMap((one) => one?.skipped ?? []));
  return { ...target, manifests: manifests.filter((manifest) => manifest !== undefined), skipped };
};

const unique = (paths: readonly string[]): string[] => [...new Set(paths)].sort();

/** An unknown product is unknown in each of its environments: once is enough. */
