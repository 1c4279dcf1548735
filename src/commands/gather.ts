import { literalImages } from '../domain/config/images.ts';
import { configPaths, locateConfig } from '../domain/config/locate.ts';
import { type Config, emptyConfig, parseConfig } from '../domain/config/parse.ts';
import { inOrder, type Settings, settingsOf } from '../domain/config/settings.ts';
import { fail, gather as gatherProblems } from '../domain/errors.ts';
import { findManifests, type Known, learn, probablePaths } from '../domain/files.ts';
import type { ImageRequest } from '../domain/image.ts';
import type { Promotion } from '../domain/model.ts';
import type { Target } from '../domain/plan/plan.ts';
import { quote } from '../domain/text.ts';
import type { Snapshot, Wanted } from '../ports.ts';

/** What is asked, and where its configuration is. */
export type Asked = { readonly promotion: Promotion; readonly config?: string | undefined };

export type ConfiguredTarget = Target & {
  readonly settings: Settings;
  /** What the globs met and did not follow. */
  readonly skipped: readonly string[];
};

/** Everything that one commit of the manifest repository says about a promotion. */
export type Gathered = {
  readonly snapshot: Snapshot;
  readonly config: Config;
  /** Whether there is a configuration file at all. */
  readonly configuration: 'present' | 'absent';
  readonly targets: readonly ConfiguredTarget[];
};

type Spot = { readonly product: string; readonly environment: string; readonly settings: Settings };

/** What the first query reads: all that is needed if the configuration is as it was in an earlier attempt, and before that, if
 * there is none. */
export function wantedFor({ promotion, config }: Asked, earlier?: Gathered): Wanted {
  const spots = spotsOf(promotion, earlier?.config ?? emptyConfig(''), promotion.environments);
  const manifests = earlier?.targets.flatMap((target) => target.files.map((file) => file.path)) ?? [];
  const likely = spots.flatMap(({ settings }) => probablePaths(settings.files));
  return {
    paths: [...new Set([...configPaths(config), ...likely, ...manifests])],
    histories: promotion.trigger === 'by-hand' ? [] : [...new Set(spots.flatMap((spot) => historiesOf(spot.settings)))],
  };
}

/** @throws PromotionError with everything that is wrong with the configuration, or else with the manifests. */
export async function gather({ promotion, config: given }: Asked, snapshot: Snapshot): Promise<Gathered> {
  const located = locateConfig(given, await snapshot.read(configPaths(given)));
  const config = located === undefined ? emptyConfig('') : parseConfig(located);
  const spots = spotsOf(promotion, config, inOrder(config, promotion.environments));
  const found = await findAll(snapshot, spots);
  const { attempt, finish } = gatherProblems();
  const targets = spots.map((spot, index) =>
    attempt(() => ({
      ...spot,
      images: imagesOf(promotion, spot),
      files: found[index]?.manifests ?? [],
      skipped: found[index]?.skipped ?? [],
      additions: spot.settings.addImages ? ('allowed' as const) : ('refused' as const),
    })),
  );
  finish();
  return {
    snapshot,
    config,
    configuration: located === undefined ? 'absent' : 'present',
    targets: targets.filter((target) => target !== undefined),
  };
}

/** The path whose history tells what set the manifest: of a directory that is named, the directory's own, since that can ride
 * in the first query. */
export function historyPathOf({ files }: Pick<Settings, 'files'>, manifest: string): string {
  return historiesOf({ files }).find((path) => path === manifest || manifest.startsWith(`${path}/`)) ?? manifest;
}

const historiesOf = ({ files }: Pick<Settings, 'files'>): string[] =>
  files.filter((pattern) => probablePaths([pattern]).includes(pattern));

const spotsOf = (promotion: Promotion, config: Config, environments: readonly string[]): Spot[] =>
  promotion.products.flatMap((product) =>
    environments.map((environment) => ({ product, environment, settings: settingsOf(config, product, environment) })),
  );

const findAll = async (snapshot: Snapshot, spots: readonly Spot[]) => {
  const targets = spots.map(({ product, environment, settings }) => ({ product, environment, files: settings.files }));
  let known: Known = new Map();
  for (;;) {
    const step = findManifests(targets, known);
    if (step.kind === 'done') return step.found;
    known = learn(known, step.paths, await snapshot.read(step.paths));
  }
};

/** A tag or a digest alone means the images that the configuration names literally. */
const imagesOf = (
  { images, tag, digest }: Promotion,
  { product, environment, settings }: Spot,
): readonly ImageRequest[] => {
  if (images.length > 0) return images;
  const names = literalImages(settings);
  if (names.length > 0) return names.map((name) => ({ name, tag, digest }));
  return fail(
    'image-missing',
    `No image is requested, and the configuration names none for ${quote(product)} in ${quote(environment)}.`,
    'Send images with the request, or list them under images in the configuration, without wildcards.',
    settings.origin.images,
  );
};
