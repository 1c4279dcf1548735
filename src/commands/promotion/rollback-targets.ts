import { refuseForeignManifests } from '../../domain/config/owners.ts';
import { imageAllowed } from '../../domain/config/settings.ts';
import { collect, fail, PromotionError, type Violation } from '../../domain/errors.ts';
import { printReference, sameReference } from '../../domain/image.ts';
import type { Notice } from '../../domain/model.ts';
import { imagesNamed, isReference, listedIn, refuseUnlisted } from '../../domain/plan/carry.ts';
import {
  type ChosenRollback,
  chooseCandidates,
  type RollbackCandidate,
  type RollbackChoice,
  referenceAt,
  referencesIn,
  refuseOvertaken,
  requestsOf,
} from '../../domain/plan/rollback-choice.ts';
import type { ImagePlace } from '../../domain/records/history.ts';
import {
  commitGoneBack,
  hasRun,
  haveRun,
  type RollbackTarget,
  type RollbackTo,
  refuseNeverRun,
  refuseRollback,
  rollbackTarget,
} from '../../domain/records/rollback-target.ts';
import { quote } from '../../domain/text.ts';
import type { Snapshot, SnapshotEntry } from '../../ports.ts';
import type { PromotionRun } from '../promote.ts';
import { type Authorities, admitRequest } from './admission.ts';
import {
  type ConfiguredTarget,
  type FoundSpot,
  historyPathOf,
  type PromotionFacts,
  readManifests,
  targetOf,
} from './read-manifests.ts';
import { pathsOf } from './read-repository.ts';

/** A request that may name images but no versions; `to` is the target of the rollback. */
export type RollbackRun = PromotionRun & {
  readonly to?: RollbackTo | undefined;
  /** Address of the run, where it is executed again: a rollback of an earlier attempt is not repeated. */
  readonly repeats?: string | undefined;
};

/** The images that go back. */
export type RollbackFacts = PromotionFacts & {
  /** The targets of each manifest: manifests may have held different references. */
  readonly returns: readonly ConfiguredTarget[];
  readonly choice: RollbackChoice;
};

type Search = {
  readonly request: RollbackRun;
  readonly snapshot: Snapshot;
  /** The result of the first attempt, if the run started over. */
  readonly first?: RollbackFacts | undefined;
};

/** Finds the target of each image.
 * @throws PromotionError with everything that cannot go back, together with the problems of configuration and manifests. */
export async function findRollbackTargets(
  { request, snapshot, first }: Search,
  authorities: Authorities,
): Promise<RollbackFacts> {
  const { promotion, to } = request;
  const admitted = await admitRequest({ ...request, kind: 'rollback' }, snapshot, authorities);
  const { config, configuration } = admitted;
  const spots = await readManifests(snapshot, admitted.spots);
  refuseForeignManifests(config, spots.map(pathsOf));
  const chosen = await choose(request, spots, snapshot);
  const choice = {
    all: chosen.flatMap(({ all }) => all),
    chosen: chosen.flatMap(({ candidates }) => candidates),
  };
  if (first !== undefined && to === undefined) refuseOvertaken(first.choice, choice);
  const aims = collect(choice.chosen.map((candidate) => () => ({ candidate, target: targetFor(candidate, to) })));
  const entries = await readRevisions(aims, snapshot);
  const lenient = to?.kind === 'commit' && promotion.images.length === 0;
  const { returns, notices } = lenient ? settleLeniently(aims, entries) : settle(aims, entries, to);
  if (to?.kind === 'commit') await checkAll(chosen, returns, snapshot);
  const targets = collect(
    chosen.map(
      ({ spot }) =>
        () =>
          partsOf(spot, returns),
    ),
  );
  return {
    snapshot,
    config,
    configuration,
    targets: chosen.map(({ spot }, index) => targetOf(spot, targets[index]?.flatMap(({ images }) => images) ?? [])),
    returns: targets.flat(),
    choice,
    notices: [
      ...admitted.notices,
      ...chosen.flatMap((one) => [...one.notices, ...one.candidates.flatMap(alreadyBack)]),
      ...notices,
    ],
  };
}

/** Of a commit that somebody names it is not known that it was ever on the branch. */
const checkAll = async (
  chosen: readonly Pick<Chosen, 'spot' | 'candidates'>[],
  returns: readonly ChosenRollback[],
  snapshot: Snapshot,
): Promise<void> => {
  const checks = returns.map(async (one) => {
    const spot = chosen.find(({ candidates }) => candidates.includes(one.candidate))?.spot;
    return spot === undefined ? [] : problemsOf(checkHasRun(one, spot, snapshot));
  });
  const violations = (await Promise.all(checks)).flat();
  if (violations.length > 0) throw new PromotionError(violations);
};

const problemsOf = async (work: Promise<void>): Promise<readonly Violation[]> => {
  try {
    await work;
    return [];
  } catch (error) {
    if (error instanceof PromotionError) return error.violations;
    throw error;
  }
};

const targetFor = ({ place, goneBack }: RollbackCandidate, to: RollbackTo | undefined): RollbackTarget =>
  goneBack === undefined ? rollbackTarget(place, to) : { kind: 'reference', reference: place.current };

const alreadyBack = ({ listed, place, goneBack }: RollbackCandidate): Notice[] =>
  goneBack === undefined
    ? []
    : [
        {
          message: `This run has taken ${place.image} back in ${place.environment} before, in commit ${goneBack.slice(0, 7)}.`,
          hint: 'Start another run to go back one step more.',
          path: listed.path,
          line: listed.line,
        },
      ];

type Aim = { readonly candidate: RollbackCandidate; readonly target: RollbackTarget };

/** By revision and path. */
type Revisions = ReadonlyMap<string, ReadonlyMap<string, SnapshotEntry> | undefined>;

const readRevisions = async (aims: readonly Aim[], snapshot: Snapshot): Promise<Revisions> => {
  const wanted = new Map<string, Set<string>>();
  for (const { candidate, target } of aims) {
    if (target.kind !== 'revision') continue;
    const paths = wanted.get(target.revision) ?? new Set();
    wanted.set(target.revision, paths.add(candidate.listed.path));
  }
  const found = [...wanted].map(async ([revision, names]) => {
    const paths = [...names];
    const entries = await snapshot.readAt(revision, paths);
    const byPath = entries && new Map(entries.map((entry, index) => [paths[index] ?? '', entry]));
    return [revision, byPath] as const;
  });
  return new Map(await Promise.all(found));
};

type Settled = { readonly returns: readonly ChosenRollback[]; readonly notices: readonly Notice[] };

const settle = (aims: readonly Aim[], entries: Revisions, to: RollbackTo | undefined): Settled => ({
  returns: collect(
    aims.map((aim) => () => {
      const reference = reached(aim, entries);
      const { place, goneBack } = aim.candidate;
      if (to === undefined && goneBack === undefined && sameReference(reference, place.current)) {
        return refuseRollback(place, 'the file held the same before');
      }
      return { candidate: aim.candidate, reference };
    }),
  ),
  notices: [],
});

/** These images were not named: those that the commit lacks stay unchanged, unless it has none of them. */
const settleLeniently = (aims: readonly Aim[], entries: Revisions): Settled => {
  const returns: ChosenRollback[] = [];
  const problems: PromotionError[] = [];
  for (const aim of aims) {
    try {
      returns.push({ candidate: aim.candidate, reference: reached(aim, entries) });
    } catch (error) {
      if (!(error instanceof PromotionError)) throw error;
      problems.push(error);
    }
  }
  const violations = problems.flatMap((problem) => problem.violations);
  if (returns.length === 0) throw new PromotionError(violations);
  return { returns, notices: violations.map(({ message, path }) => ({ message, path })) };
};

const reached = ({ candidate, target }: Aim, entries: Revisions) =>
  target.kind === 'reference'
    ? target.reference
    : referenceAt(candidate, target.revision, entries.get(target.revision)?.get(candidate.listed.path));

const partsOf = (spot: FoundSpot, returns: readonly ChosenRollback[]): ConfiguredTarget[] =>
  spot.files.flatMap((file) => {
    const own = returns.filter(
      ({ candidate: { product, listed, place } }) =>
        product === spot.product && place.environment === spot.environment && listed.path === file.path,
    );
    return own.length === 0 ? [] : [{ ...targetOf({ ...spot, files: [file] }, requestsOf(own)), additions: 'refused' }];
  });

type Chosen = {
  readonly spot: FoundSpot;
  /** Those that go back. */
  readonly candidates: readonly RollbackCandidate[];
  /** Those that might have been chosen as well. */
  readonly all: readonly RollbackCandidate[];
  readonly notices: readonly Notice[];
};

/** The images that may go back, in each product and environment, with the history of each.
 * @throws PromotionError for a named image that an environment does not list, and for a place without any. */
async function choose(
  { promotion, to, id, repeats }: RollbackRun,
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
      const named = imagesNamed(images, names);
      const usual = images.filter(({ image }) => isReference(image) && imageAllowed(spot.settings, image.repository));
      const wanted = names.length > 0 ? named : usual;
      const candidates = wanted.map(async (image): Promise<RollbackCandidate> => {
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
      const { chosen, notices } = chooseCandidates(candidates, to);
      return { spot, candidates: chosen, all: candidates, notices };
    }),
  );
}

/** Where no record knows the tag that is wanted, the earlier states of the manifest may: somebody may have set it by hand. */
const withStates = async (
  candidates: readonly RollbackCandidate[],
  to: RollbackTo | undefined,
  snapshot: Snapshot,
): Promise<readonly RollbackCandidate[]> => {
  if (to?.kind !== 'tag' || candidates.some(({ place }) => hasRun(place, to.tag))) return candidates;
  return Promise.all(candidates.map((candidate) => withPast(candidate, snapshot)));
};

/** With the reference of the image in every state of its manifest on the branch. */
async function withPast(candidate: RollbackCandidate, snapshot: Snapshot): Promise<RollbackCandidate> {
  const { place } = candidate;
  const { commits, complete } = place.history;
  const past = await snapshot.statesOf(
    place.path,
    commits.map(({ id }) => id),
  );
  const history = { commits, complete: complete && past.complete };
  return { ...candidate, place: { ...place, history, states: referencesIn(candidate, past.entries) } };
}

/** Whether an image has run at a reference, by all that the branch shows.
 * @throws PromotionError `rollback-impossible` where it has not: any commit that the server knows can be named, also of a fork. */
async function checkHasRun(
  { candidate, reference }: ChosenRollback,
  { settings }: Pick<FoundSpot, 'settings'>,
  snapshot: Snapshot,
): Promise<void> {
  const isThere = (place: ImagePlace): boolean => haveRun(place).some((other) => sameReference(other, reference));
  if (isThere(candidate.place)) return;
  const history = await snapshot.history(historyPathOf(settings, candidate.listed.path));
  const { place } = await withPast({ ...candidate, place: { ...candidate.place, history } }, snapshot);
  if (!isThere(place)) refuseNeverRun(place, quote(printReference(reference)));
}

type Reading = { readonly spot: FoundSpot; readonly to: RollbackTo | undefined; readonly snapshot: Snapshot };

const placeOf = async (item: Omit<ImagePlace, 'history'>, { spot, to, snapshot }: Reading): Promise<ImagePlace> => {
  const history = await snapshot.history(historyPathOf(spot.settings, item.path), (commits) =>
    tells({ ...item, history: { commits, complete: false } }, to),
  );
  return { ...item, history };
};

/** Whether as much of the history is enough to go back. */
const tells = (place: ImagePlace, to: RollbackTo | undefined): boolean => {
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
    'Name the image in the input `images`, or list it under `images` in the configuration.',
    { path: files[0]?.path },
  );
