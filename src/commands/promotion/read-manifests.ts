import { isGlob } from '../../domain/config/glob.ts';
import { type ManifestOwnership, type Owner, ownershipIn } from '../../domain/config/owners.ts';
import {
  type Config,
  configPaths,
  locateConfig,
  type Settings,
  settingsOf,
  unconfigured,
} from '../../domain/config/settings.ts';
import { collect, PromotionError } from '../../domain/errors.ts';
import { type ImageRequest, sameReference } from '../../domain/image.ts';
import {
  findManifests,
  type KnownEntries,
  learn,
  type Manifest,
  probablePaths,
} from '../../domain/manifests/find-manifests.ts';
import type { Notice } from '../../domain/model.ts';
import { type ManifestFile, type PlanTarget, viewedBy } from '../../domain/plan/plan-promotion.ts';
import { entriesOf, type ImagePlace } from '../../domain/records/history.ts';
import { type ItemRecord, recordOf } from '../../domain/records/record.ts';
import type { RecordedSource } from '../../domain/records/trailer.ts';
import type { HistoryCommit, Snapshot, Wanted } from '../../ports.ts';
/** One product in one environment, with the settings that hold there. */
export type Spot = Owner & {
  /** Of the manifests; by default each belongs to the spot alone. */
  readonly ownership?: ManifestOwnership | undefined;
};

/** A manifest, and how to read it. */
export type ReadManifest = Manifest & Pick<ManifestFile, 'view' | 'owners'>;

/** A spot with its manifests. */
export type FoundSpot = Spot & {
  readonly files: readonly ReadManifest[];
  /** The entries that the globs matched and did not follow. */
  readonly passedOver: readonly string[];
};

/** A target with its requested images. */
export type ConfiguredTarget = PlanTarget &
  FoundSpot & {
    /** The sources of the images of another environment, by their requested names: a digest may be added later. */
    readonly sources?: ReadonlyMap<string, RecordedSource> | undefined;
  };

export type Configured = {
  readonly config: Config;
  /** Whether there is a configuration file at all. */
  readonly configuration: 'present' | 'absent';
};

export type Named = { readonly products: readonly string[]; readonly environments: readonly string[] };

/** @throws PromotionError with everything that is wrong with the configuration. */
export async function readConfig(given: string | undefined, snapshot: Snapshot): Promise<Configured> {
  const located = locateConfig(given, await snapshot.read(configPaths(given)));
  if (located === undefined) return { config: unconfigured, configuration: 'absent' };
  const { parseConfig } = await import('../../domain/config/parse.ts');
  const config = parseConfig(located);
  snapshot.trust(config.value.writers ?? []);
  return { config, configuration: 'present' };
}

export function spotsOf(config: Config, { products, environments }: Named): Spot[] {
  const ownership = ownershipIn(config, { products, environments });
  return products.flatMap((product) =>
    environments.map((environment) => ({
      product,
      environment,
      settings: settingsOf(config, product, environment),
      ownership,
    })),
  );
}

/** The reads that are known in advance: the usual manifests of the targets, and their histories. */
export function likelyReads(spots: readonly Spot[]): Wanted {
  return {
    paths: [...new Set(spots.flatMap(({ settings }) => probablePaths(settings.files)))],
    histories: [...new Set(spots.flatMap(({ settings }) => historiesOf(settings)))],
  };
}

/** Reads `along` in the same requests: a later question to the snapshot for these paths costs nothing.
 * @throws PromotionError with everything that cannot be used as a manifest, or is not there; additional reads may be missing. */
export async function readManifests(
  snapshot: Snapshot,
  spots: readonly Spot[],
  along: readonly Spot[] = [],
): Promise<FoundSpot[]> {
  let known: KnownEntries = new Map();
  const { histories } = likelyReads([...spots, ...along]);
  for (;;) {
    const step = findManifests(spots.map(whereOf), known);
    const paths = [...new Set([...(step.kind === 'more' ? step.paths : []), ...along.flatMap(missingIn(known))])];
    if (paths.length > 0) {
      known = learn(known, paths, await snapshot.read(paths, histories));
      continue;
    }
    const found = step.kind === 'done' ? step.found : [];
    return collect(
      spots.map((spot, index) => () => foundSpot(spot, found[index]?.manifests ?? [], found[index]?.passedOver ?? [])),
    );
  }
}

/** @throws PromotionError `manifest-format` for a layer that is a directory. */
export function foundSpot(spot: Spot, manifests: readonly Manifest[], passedOver: readonly string[]): FoundSpot {
  const files = viewedBy(spot, manifests);
  return { ...spot, files, passedOver };
}

const whereOf = ({ product, environment, settings: { files }, ownership }: Spot) => ({
  product,
  environment,
  files,
  products: ownership?.products,
});

const missingIn =
  (known: KnownEntries) =>
  (spot: Spot): readonly string[] => {
    try {
      const step = findManifests([whereOf(spot)], known);
      return step.kind === 'more' ? step.paths : [];
    } catch (error) {
      if (error instanceof PromotionError) return [];
      throw error;
    }
  };

export function targetOf(spot: FoundSpot, images: readonly ImageRequest[]): ConfiguredTarget {
  const files = spot.files.map((file) => ({ ...file, match: matchOf(spot.settings, file.path) }));
  return { ...spot, files, images, additions: spot.settings.addImages ? 'allowed' : 'refused' };
}

/** The path whose history has the record of the manifest: of a directory that is named, the directory's own, since that can ride
 * in the first query. */
export function historyPathOf(settings: Pick<Settings, 'files'>, manifest: string): string {
  return namedFor(settings, manifest) ?? manifest;
}

const matchOf = (settings: Settings, manifest: string): 'named' | 'glob' =>
  namedFor(settings, manifest) === undefined ? 'glob' : 'named';

const namedFor = (settings: Pick<Settings, 'files'>, manifest: string): string | undefined =>
  historiesOf(settings).find((path) => path === manifest || manifest.startsWith(`${path}/`));

const historiesOf = ({ files }: Pick<Settings, 'files'>): string[] => files.filter((pattern) => !isGlob(pattern));

/** All facts of one commit of the manifest repository about a promotion. */
export type PromotionFacts = Configured & {
  readonly snapshot: Snapshot;
  readonly targets: readonly ConfiguredTarget[];
  readonly notices: readonly Notice[];
};

/** The record of an image, from the needed part of the history. */
export async function readRecord(
  item: Omit<ImagePlace, 'history'>,
  settings: Pick<Settings, 'files'>,
  snapshot: Snapshot,
): Promise<ItemRecord> {
  const history = await snapshot.history(historyPathOf(settings, item.path), (commits) => suffices(item, commits));
  return recordOf({ ...item, history });
}

/** If the newest trailer is the promotion that set the file's reference, older ones do not matter. */
const suffices = (item: Omit<ImagePlace, 'history'>, commits: readonly HistoryCommit[]): boolean => {
  const [newest] = entriesOf({ ...item, history: { commits, complete: false } });
  return newest?.trailer.kind === 'promotion' && sameReference(newest.trailer.reference, item.current);
};
