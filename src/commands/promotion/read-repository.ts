import { refuseForeignManifests } from '../../domain/config/owners.ts';
import { type Config, configPaths, inOrder, literalImages, unconfigured } from '../../domain/config/settings.ts';
import { fail, gather as gatherProblems } from '../../domain/errors.ts';
import type { ImageRequest } from '../../domain/image.ts';
import type { Promotion } from '../../domain/model.ts';
import { quote } from '../../domain/text.ts';
import type { Snapshot, Wanted } from '../../ports.ts';
import { type Authorities, admitRequest, readsBeforeAdmission, type Sender } from './admission.ts';
import { carry } from './from.ts';
import { requiredSpots } from './policies.ts';
import {
  type ConfiguredTarget,
  type FoundSpot,
  likelyReads,
  type PromotionFacts,
  readManifests,
  type Spot,
  spotsOf,
  targetOf,
} from './read-manifests.ts';

/** The request, its sender, and the path of the configuration. */
export type SentRequest = Sender & {
  readonly config?: string | undefined;
};

/** The reads of the first query: everything that is needed if the configuration is unchanged since the earlier attempt or, in the
 * first one, if there is none. */
export function wantedFor({ promotion, config: given }: SentRequest, earlier?: PromotionFacts): Wanted {
  const config = earlier?.config ?? unconfigured;
  const spots = spotsOf(config, promotion);
  const asked = likelyReads(spots);
  const required = likelyReads(earlier === undefined ? usuallyRequired(promotion) : requiredSpots(config, spots));
  const origin = likelyReads(originSpots(config, promotion));
  const manifests = earlier?.targets.flatMap((target) => target.files.map((file) => file.path)) ?? [];
  const wanted = {
    paths: [...new Set([...configPaths(given), ...asked.paths, ...origin.paths, ...required.paths, ...manifests])],
    histories: [...new Set([...asked.histories, ...origin.histories, ...required.histories])],
    products: promotion.products,
  };
  return earlier === undefined ? readsBeforeAdmission(promotion, wanted) : wanted;
}

/** @throws PromotionError with everything that is wrong with the configuration, or else with the request, or with the manifests. */
export async function gather(
  asked: SentRequest,
  snapshot: Snapshot,
  authorities: Authorities,
): Promise<PromotionFacts> {
  const { promotion } = asked;
  const { from } = promotion;
  const admitted = await admitRequest({ ...asked, kind: 'promotion' }, snapshot, authorities);
  const { config, configuration, spots } = admitted;
  if (from !== undefined) inOrder(config, [from]);
  const along = requiredSpots(config, spots);
  const found = await readManifests(snapshot, [...spots, ...originSpots(config, promotion)], along);
  const targets = found.slice(0, spots.length);
  refuseForeignManifests(config, targets.map(pathsOf));
  if (from === undefined) {
    const { notices } = admitted;
    return { snapshot, config, configuration, targets: targetsOf(promotion, targets), notices };
  }
  const carried = await carry({ promotion, from, snapshot }, targets, found.slice(spots.length));
  const notices = [...admitted.notices, ...carried.notices];
  return { snapshot, config, configuration, ...carried, notices };
}

/** The manifests of a target. */
export function pathsOf({ product, environment, files }: FoundSpot) {
  return { product, environment, paths: files.map(({ path }) => path) };
}

/** In the reference layout the required environment can be guessed before the configuration is read. */
const usuallyRequired = ({ products, environments }: Promotion): Spot[] => {
  const before = environments.flatMap((environment) => USUAL_ORDER[USUAL_ORDER.indexOf(environment) - 1] ?? []);
  const others = before.filter((environment) => !environments.includes(environment));
  return spotsOf(unconfigured, { products, environments: [...new Set(others)] });
};

const USUAL_ORDER = ['dev', 'stg', 'prod'];

/** The spots of the environment whose images are asked for. */
const originSpots = (config: Config, { products, from }: Promotion): Spot[] =>
  from === undefined ? [] : spotsOf(config, { products, environments: [from] });

const targetsOf = (promotion: Promotion, spots: readonly FoundSpot[]): ConfiguredTarget[] => {
  const { attempt, finish } = gatherProblems();
  const targets = spots.map((spot) => attempt(() => targetOf(spot, imagesOf(promotion, spot))));
  finish();
  return targets.filter((target) => target !== undefined);
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
    'Name them in the payload or in the input `images`, or list them under `images` in the configuration, without wildcards.',
    settings.origin.images,
  );
};
