import { countImages, type HistoryOf, indexed, isKnown } from '../domain/status/standing.ts';
import type { Snapshot } from '../ports.ts';
import { historyPathOf, type Spot } from './manifests.ts';
import type { Survey } from './status.ts';

type Reading = { readonly snapshot: Snapshot; readonly histories: readonly string[] };

/** From so many spots on it is certain enough that one page of the history does not tell of all. */
const MANY = 100;

/** Reads the history of the branch as far as it will be needed, while the manifests are read: until it tells of as many images as
 * there are spots. */
export async function readAhead(spots: readonly Spot[], { snapshot, histories }: Reading): Promise<void> {
  if (spots.length < MANY || !histories.includes('')) return;
  await snapshot.history('', (commits) => countImages({ commits, complete: false }) >= spots.length);
}

/** The past of each image: of its own manifest where that came with the first query, else from the history of the branch, which
 * tells of all manifests at once, as far back as it is read. */
export async function readPast(
  surveys: readonly Survey[],
  { snapshot, histories }: Reading,
): Promise<(spot: Spot, path: string) => HistoryOf> {
  const paths = surveys.flatMap(({ spot, images }) => images.map(({ path }) => historyPathOf(spot.settings, path)));
  const own = [...new Set(paths)].filter((path) => histories.includes(path));
  const separate = await Promise.all(own.map(async (path) => [path, indexed(await snapshot.history(path))] as const));
  const known = new Map<string, HistoryOf>(separate);
  const rest = surveys.filter(({ spot, images }) =>
    images.some(({ path }) => !known.has(historyPathOf(spot.settings, path))),
  );
  const common = rest.length === 0 ? undefined : await readCommon(rest, snapshot);
  const nothing: HistoryOf = () => ({ commits: [], complete: false });
  return (spot, path) => known.get(historyPathOf(spot.settings, path)) ?? common ?? nothing;
}

const readCommon = async (surveys: readonly Survey[], snapshot: Snapshot): Promise<HistoryOf> =>
  indexed(
    await snapshot.history('', (commits) => {
      const historyOf = indexed({ commits, complete: false });
      return surveys.every(({ spot, images }) => images.every((image) => isKnown(spot.environment, image, historyOf)));
    }),
  );
