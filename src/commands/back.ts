import { refuseBorrowed } from '../domain/config/products.ts';
import { collect, PromotionError, type Violation } from '../domain/errors.ts';
import { sameReference } from '../domain/image.ts';
import type { Notice } from '../domain/model.ts';
import { type Candidate, type Return, referenceAt, requestsOf } from '../domain/plan/back.ts';
import { type Choice, refuseOvertaken } from '../domain/plan/overtaken.ts';
import { type RollbackTarget, type RollbackTo, refuseRollback, rollbackTarget } from '../domain/records/rollback.ts';
import type { Entry, Snapshot } from '../ports.ts';
import { type Authorities, admitRequest } from './admission.ts';
import { type Chosen, checkHasRun, choose } from './candidates.ts';
import { type Gathered, pathsOf } from './gather.ts';
import { type ConfiguredTarget, type FoundSpot, readManifests, targetOf } from './manifests.ts';
import type { RollbackRequest } from './rollback.ts';

/** What goes back. */
export type Returning = Gathered & {
  /** The targets manifest by manifest: what one of them held need not be what another one held. */
  readonly returns: readonly ConfiguredTarget[];
  readonly choice: Choice;
};

type Search = {
  readonly request: RollbackRequest;
  readonly snapshot: Snapshot;
  /** What the first attempt of the run found, where it started over. */
  readonly first?: Returning | undefined;
};

/** Finds out for each image what it goes back to.
 * @throws PromotionError with everything that cannot go back, among what is wrong with configuration and manifests. */
export async function findReturns({ request, snapshot, first }: Search, authorities: Authorities): Promise<Returning> {
  const { promotion, to } = request;
  const admitted = await admitRequest({ ...request, kind: 'rollback' }, snapshot, authorities);
  const { config, configuration } = admitted;
  const spots = await readManifests(snapshot, admitted.spots);
  refuseBorrowed(config, spots.map(pathsOf));
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
  returns: readonly Return[],
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

const targetFor = ({ place, goneBack }: Candidate, to: RollbackTo | undefined): RollbackTarget =>
  goneBack === undefined ? rollbackTarget(place, to) : { kind: 'reference', reference: place.current };

const alreadyBack = ({ listed, place, goneBack }: Candidate): Notice[] =>
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

type Aim = { readonly candidate: Candidate; readonly target: RollbackTarget };

/** By revision and path. */
type Revisions = ReadonlyMap<string, ReadonlyMap<string, Entry> | undefined>;

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

type Settled = { readonly returns: readonly Return[]; readonly notices: readonly Notice[] };

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

/** Nobody named these images: what the commit did not have stays, unless it had none of them. */
const settleLeniently = (aims: readonly Aim[], entries: Revisions): Settled => {
  const returns: Return[] = [];
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

const partsOf = (spot: FoundSpot, returns: readonly Return[]): ConfiguredTarget[] =>
  spot.files.flatMap((file) => {
    const own = returns.filter(
      ({ candidate: { product, listed, place } }) =>
        product === spot.product && place.environment === spot.environment && listed.path === file.path,
    );
    return own.length === 0 ? [] : [{ ...targetOf({ ...spot, files: [file] }, requestsOf(own)), additions: 'refused' }];
  });
