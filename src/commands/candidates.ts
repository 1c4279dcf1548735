import { imageAllowed } from '../domain/config/images.ts';
import { collect, fail, PromotionError } from '../domain/errors.ts';
import { printReference, sameReference } from '../domain/image.ts';
import type { Notice } from '../domain/model.ts';
import { type Candidate, chooseBack, type Return, referencesIn } from '../domain/plan/back.ts';
import { isNamed, isReference, listedIn, refuseUnlisted } from '../domain/plan/listed.ts';
import type { Place } from '../domain/records/history.ts';
import {
  commitGoneBack,
  hasRun,
  haveRun,
  type RollbackTo,
  refuseUnrun,
  rollbackTarget,
} from '../domain/records/rollback.ts';
import { quote } from '../domain/text.ts';
import type { Snapshot } from '../ports.ts';
import { type FoundSpot, historyPathOf } from './manifests.ts';
import type { RollbackRequest } from './rollback.ts';

export type Chosen = {
  readonly spot: FoundSpot;
  /** Those that go back. */
  readonly candidates: readonly Candidate[];
  /** Those that might have been chosen as well. */
  readonly all: readonly Candidate[];
  readonly notices: readonly Notice[];
};

/** The images that may go back, in each product and environment, with the history of each.
 * @throws PromotionError for a named image that an environment does not list, and for a place without any. */
export async function choose(
  { promotion, to, id, repeats }: RollbackRequest,
  spots: readonly FoundSpot[],
  snapshot: Snapshot,
): Promise<Chosen[]> {
  const names = promotion.images.map(({ name }) => name);
  const listed = collect(spots.map((spot) => () => ({ spot, images: listedIn(spot.files) })));
  const environments = [...new Set(spots.map(({ environment }) => environment))];
  const of = (environment: string) => listed.filter(({ spot }) => spot.environment === environment);
  collect(
    environments.map((environment) => () => {
      const images = of(environment).flatMap((one) => one.images);
      return refuseUnlisted(names, images, environment);
    }),
  );
  const found = await Promise.all(
    listed.map(async ({ spot, images }) => {
      const named = images.filter((image) => names.some((name) => isNamed(image, name)));
      const usual = images.filter(({ image }) => isReference(image) && imageAllowed(spot.settings, image.repository));
      const wanted = names.length > 0 ? named : usual;
      const candidates = wanted.map(async (image): Promise<Candidate> => {
        const { environment } = spot;
        const item = { environment, image: image.image.repository, path: image.path, current: image.image };
        const place = await placeOf(item, { spot, to, snapshot });
        const goneBack = to === undefined ? commitGoneBack(place, { id, repeats }) : undefined;
        return { product: spot.product, listed: image, place, goneBack };
      });
      return { spot, candidates: await withStates(await Promise.all(candidates), to, snapshot) };
    }),
  );
  return collect(
    found.map(({ spot, candidates }) => () => {
      if (names.length > 0) return { spot, candidates, all: candidates, notices: [] };
      if (candidates.length === 0) return refuseNone(spot);
      const { chosen, notices } = chooseBack(candidates, to);
      return { spot, candidates: chosen, all: candidates, notices };
    }),
  );
}

/** Where no record knows the tag that is wanted, the earlier states of the manifest may: somebody may have set it by hand. */
const withStates = async (
  candidates: readonly Candidate[],
  to: RollbackTo | undefined,
  snapshot: Snapshot,
): Promise<readonly Candidate[]> => {
  if (to?.kind !== 'tag' || candidates.some(({ place }) => hasRun(place, to.tag))) return candidates;
  return Promise.all(candidates.map((candidate) => withPast(candidate, snapshot)));
};

/** With what the image was at in every state of its manifest that the history tells of. */
async function withPast(candidate: Candidate, snapshot: Snapshot): Promise<Candidate> {
  const { place } = candidate;
  const commits = place.history.commits.map(({ id }) => id);
  const states = referencesIn(candidate, await snapshot.statesOf(place.path, commits));
  return { ...candidate, place: { ...place, states } };
}

/** Whether an image has run at a reference, by everything that the branch tells.
 * @throws PromotionError `rollback-impossible` where it has not: any commit that the server knows can be named, also of a fork. */
export async function checkHasRun(
  { candidate, reference }: Return,
  { settings }: Pick<FoundSpot, 'settings'>,
  snapshot: Snapshot,
): Promise<void> {
  const isThere = (place: Place): boolean => haveRun(place).some((other) => sameReference(other, reference));
  if (isThere(candidate.place)) return;
  const history = await snapshot.history(historyPathOf(settings, candidate.listed.path));
  const { place } = await withPast({ ...candidate, place: { ...candidate.place, history } }, snapshot);
  if (!isThere(place)) refuseUnrun(place, quote(printReference(reference)));
}

type Reading = { readonly spot: FoundSpot; readonly to: RollbackTo | undefined; readonly snapshot: Snapshot };

const placeOf = async (item: Omit<Place, 'history'>, { spot, to, snapshot }: Reading): Promise<Place> => {
  const history = await snapshot.history(historyPathOf(spot.settings, item.path), (commits) =>
    tells({ ...item, history: { commits, complete: false } }, to),
  );
  return { ...item, history };
};

/** Whether as much of the history is enough to go back. */
const tells = (place: Place, to: RollbackTo | undefined): boolean => {
  if (to?.kind === 'commit') return true;
  if (to?.kind === 'tag') return hasRun(place, to.tag);
  try {
    rollbackTarget(place);
    return true;
  } catch (error) {
    if (error instanceof PromotionError) return false;
    throw error;
  }
};

const refuseNone = ({ product, environment, files }: FoundSpot): never =>
  fail(
    'image-missing',
    `The manifests of ${quote(product)} in ${quote(environment)} list no image that could go back.`,
    'Name the image in `images`, or list it under `images` in the configuration.',
    { path: files[0]?.path },
  );
