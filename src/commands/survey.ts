import { isGlob } from '../domain/config/glob.ts';
import { PromotionError, type Violation } from '../domain/errors.ts';
import { findManifests, type Known, learn } from '../domain/files.ts';
import type { Snapshot } from '../ports.ts';
import { type FoundSpot, foundSpot, type Spot } from './manifests.ts';

type Surveyed = { readonly found: readonly FoundSpot[]; readonly problems: readonly Violation[] };

/** The manifests of all spots, as far as they can be read; a spot without manifests is no problem, since not every product is
 * everywhere. Looks first at the usual file of each directory alone, which is a file for each spot and no more.
 * @throws PromotionError for a product of those that must be there and has no manifest anywhere. */
export async function readLeniently(
  snapshot: Snapshot,
  spots: readonly Spot[],
  required: readonly string[],
): Promise<Surveyed> {
  const usual = spots.map(({ settings }) => settings.files.map(usualPath));
  const read = await readAll(snapshot, [...new Set(usual.flat().filter((path) => path !== undefined))]);
  const quick = spots.map((spot, index) => quickly(spot, usual[index] ?? [], read));
  const rest = spots.filter((_, index) => quick[index] === undefined);
  const thorough = await readThoroughly(snapshot, rest);
  const failed = thorough.flatMap(({ spot, error }) => (error === undefined ? [] : [{ spot, error }]));
  const found = spots.flatMap((spot, index) => quick[index] ?? thorough.find((one) => one.spot === spot)?.found ?? []);
  const lacking = required.filter((product) => !found.some((spot) => spot.product === product));
  const missing = failed.filter(({ spot }) => lacking.includes(spot.product)).flatMap(({ error }) => error.violations);
  if (missing.length > 0) throw new PromotionError(distinct(missing));
  const problems = failed.flatMap(({ error }) => error.violations).filter(({ code }) => !isAbsence(code));
  return { found, problems: distinct(problems) };
}

const usualPath = (pattern: string): string | undefined => {
  if (isGlob(pattern)) return undefined;
  return /\.(?:ya?ml|json)$/.test(pattern) ? pattern : `${pattern}/kustomization.yaml`;
};

const readAll = async (snapshot: Snapshot, paths: readonly string[]): Promise<Known> =>
  learn(new Map(), paths, await snapshot.read(paths));

const quickly = (spot: Spot, paths: readonly (string | undefined)[], read: Known): FoundSpot | undefined => {
  const files = paths.flatMap((path) => {
    const entry = path === undefined ? undefined : read.get(path);
    if (path === undefined || entry?.kind !== 'file') return [];
    return [{ path, text: entry.text, executable: entry.executable }];
  });
  return files.length === paths.length ? foundSpot(spot, files, []) : undefined;
};

type Thorough = { readonly spot: Spot; readonly found?: FoundSpot; readonly error?: PromotionError };

const readThoroughly = async (snapshot: Snapshot, spots: readonly Spot[]): Promise<Thorough[]> => {
  let known: Known = new Map();
  for (;;) {
    const steps = spots.map((spot) => find(spot, known));
    const paths = [...new Set(steps.flatMap((step) => (step.kind === 'more' ? step.paths : [])))];
    if (paths.length === 0) return steps.flatMap((step) => (step.kind === 'done' ? [step.result] : []));
    known = learn(known, paths, await snapshot.read(paths));
  }
};

type Step =
  | { readonly kind: 'more'; readonly paths: readonly string[] }
  | { readonly kind: 'done'; readonly result: Thorough };

const find = (spot: Spot, known: Known): Step => {
  const { product, environment, settings } = spot;
  try {
    const step = findManifests([{ product, environment, files: settings.files }], known);
    if (step.kind === 'more') return step;
    const [first] = step.found;
    return {
      kind: 'done',
      result: { spot, found: foundSpot(spot, first?.manifests ?? [], first?.skipped ?? []) },
    };
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return { kind: 'done', result: { spot, error } };
  }
};

const isAbsence = (code: Violation['code']): boolean => code === 'manifest-missing' || code === 'product-unknown';

const distinct = (violations: readonly Violation[]): Violation[] => [
  ...new Map(violations.map((violation) => [violation.message, violation])).values(),
];
