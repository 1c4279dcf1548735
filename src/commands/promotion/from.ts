import { imageAllowed } from '../../domain/config/settings.ts';
import { collect, fail } from '../../domain/errors.ts';
import type { Notice, Promotion } from '../../domain/model.ts';
import { type CarriedImage, carriedImages, listedIn, refuseUnlisted } from '../../domain/plan/carry.ts';
import type { PlannedItem } from '../../domain/plan/plan-promotion.ts';
import { promotedSource } from '../../domain/records/record.ts';
import type { RecordedSource } from '../../domain/records/trailer.ts';
import { quote } from '../../domain/text.ts';
import type { Snapshot } from '../../ports.ts';
import { type ConfiguredTarget, type FoundSpot, readRecord, targetOf } from './read-manifests.ts';

type Origin = { readonly promotion: Promotion; readonly from: string; readonly snapshot: Snapshot };

type CarriedTargets = { readonly targets: readonly ConfiguredTarget[]; readonly notices: readonly Notice[] };

/** Requests for each target the images of another environment, with their sources.
 * @throws PromotionError for an image that runs at several references there, or is not listed. */
export async function carry(
  { promotion, from, snapshot }: Origin,
  spots: readonly FoundSpot[],
  origins: readonly FoundSpot[],
): Promise<CarriedTargets> {
  const names = promotion.images.map(({ name }) => name);
  const there = new Map(
    collect(
      origins.map(
        ({ product, files }) =>
          () =>
            [product, listedIn(files)] as const,
      ),
    ),
  );
  refuseUnlisted(names, [...there.values()].flat(), from);
  const crossings = collect(
    spots.map((spot) => () => {
      const { product, environment: to, settings, files } = spot;
      const allowed = (image: string) => imageAllowed(settings, image);
      const here = listedIn(files);
      return { spot, ...carriedImages({ product, from, to, there: there.get(product) ?? [], here, names, allowed }) };
    }),
  );
  if (crossings.every(({ carried }) => carried.length === 0)) refuseNothing(from, promotion);
  const targets = crossings.map(async ({ spot, carried }) => {
    const origin = origins.find(({ product }) => product === spot.product);
    const sources = origin === undefined ? undefined : await sourcesOf(carried, origin, snapshot);
    return {
      ...targetOf(
        spot,
        carried.map(({ request }) => request),
      ),
      sources,
    };
  });
  return { targets: await Promise.all(targets), notices: crossings.flatMap(({ notices }) => notices) };
}

/** The source of an item: an image of another environment keeps its source, any other has that of the run. */
export function sourceOf(
  { product, environment, request }: PlannedItem,
  { from, source = {} }: Promotion,
  { targets }: { readonly targets: readonly ConfiguredTarget[] },
): RecordedSource {
  if (from === undefined) return source;
  const target = targets.find((candidate) => candidate.product === product && candidate.environment === environment);
  return target?.sources?.get(request.name) ?? {};
}

const sourcesOf = async (
  carried: readonly CarriedImage[],
  { environment, settings }: FoundSpot,
  snapshot: Snapshot,
): Promise<Map<string, RecordedSource>> => {
  const sources = carried.map(async ({ request, origin: { image, path } }) => {
    const item = { environment, image: image.repository, path, current: image };
    return [request.name, promotedSource(await readRecord(item, settings, snapshot)) ?? {}] as const;
  });
  return new Map(await Promise.all(sources));
};

const refuseNothing = (from: string, { products, environments }: Promotion): never =>
  fail(
    'image-missing',
    `${from} runs no image of ${products.map(quote).join(', ')} that ${environments.join(', ')} could take over.`,
    'List the images in the manifests of both environments, or name an environment that runs some.',
  );
