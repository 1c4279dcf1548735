import type { Sync } from '../domain/argocd/model.ts';
import type { Violation } from '../domain/errors.ts';
import type { Delivery, EnvironmentOutcome, Notice } from '../domain/model.ts';
import { violationsOf } from '../domain/report/report.ts';
import type { BranchMoved, Clock, Host, Log, Snapshot, Wanted } from '../ports.ts';
import { findSyncs } from './applications.ts';
import { startOver } from './attempts.ts';
import { environmentsOf, type Totals, totalsOf } from './deliver/outcomes.ts';
import { deliver, givenDelivery, type Ledger, type Shipment, type Unfinished } from './deliver.ts';
import type { Gathered } from './gather.ts';
import type { Decided } from './supersede.ts';
import { decidedLines, gatheredLines, snapshotLines, tell } from './tell.ts';

/** A product in an environment, and how changes there are delivered. */
export type Concerned = Pick<EnvironmentOutcome, 'product' | 'name' | 'delivery'>;

export type World = {
  readonly host: Host;
  readonly log: Log;
  readonly clock: Clock;
  /** Hears what is concerned as soon as that is known: whoever throws later can tell no more. */
  readonly hear?: ((concerned: readonly Concerned[]) => void) | undefined;
  /** Rejects where the run is ended early; what has been delivered by then is told. */
  readonly stopped?: Promise<never> | undefined;
};

/** What a command that changes manifests does with one commit of the manifest repository. */
export type Course<Found extends Gathered = Gathered> = {
  /** What the first query reads. `earlier` is what an attempt found before the branch moved. */
  wanted(earlier: Found | undefined): Wanted;
  /** `first` is what the first attempt found, where this is another one. */
  gather(snapshot: Snapshot, first: Found | undefined): Promise<Found>;
  decide(gathered: Found): Promise<Decided>;
  ship(gathered: Found): Shipment;
};

/** What came of it. */
export type Promoted = Totals & {
  /** By its present name; undefined for a checkout. */
  readonly repository?: string | undefined;
  readonly branch: string;
  readonly configuration: Gathered['configuration'];
  readonly environments: readonly EnvironmentOutcome[];
};

/** The latest attempt, as far as it got, and what the first one found. */
type Attempts<Found> = { first?: Found; gathered?: Found; decided?: Decided };

/** Follows the course to its end, from a fresh read whenever the branch moves under way.
 * @throws PromotionError when the request is refused or cannot be carried out before anything is written; after that, what went
 * wrong stands in the violations, beside what has been delivered. */
export async function follow<Found extends Gathered>(course: Course<Found>, world: World): Promise<Promoted> {
  const ledger: Ledger = new Map();
  const unfinished = new Map<string, Unfinished>();
  const last: Attempts<Found> = {};
  const memory = { ledger, unfinished, last };
  const { notices, violations } = await orStopped(
    startOver(world, () => attempt(course, world, memory), memory),
    world,
  ).catch((error: unknown): Pick<Promoted, 'notices' | 'violations'> => {
    if (ledger.size === 0 && unfinished.size === 0) throw error;
    return { notices: [], violations: violationsOf(error) };
  });
  const { gathered, decided } = last;
  if (gathered === undefined || decided === undefined) throw new Error('nothing has been decided');
  const parts = { results: [...ledger.values()], unfinished: violations.length > 0 ? [...unfinished.values()] : [] };
  const given = givenDelivery(course.ship(gathered).settings, world.host);
  const environments = environmentsOf({ gathered, decided, given }, parts, violations);
  const changed = environments.flatMap(({ changes }) => changes);
  const { syncs, notices: unread } = await findSyncs(changed, gathered);
  const totals = totalsOf(parts, {
    decided,
    notices: [...gathered.notices, ...decided.notices, ...notices, ...unread],
    violations,
  });
  return {
    ...totals,
    repository: gathered.snapshot.repository,
    branch: gathered.snapshot.branch,
    configuration: gathered.configuration,
    environments: environments.map((environment) => withSyncs(environment, syncs)),
  };
}

const orStopped = <T>(work: Promise<T>, { stopped }: World): Promise<T> =>
  stopped === undefined ? work : Promise.race([work, stopped]);

const withSyncs = (environment: EnvironmentOutcome, syncs: readonly Sync[]): EnvironmentOutcome => {
  const own = syncs.filter((sync) => sync.product === environment.product && sync.environment === environment.name);
  return own.length === 0 ? environment : { ...environment, applications: own };
};

const concernedBy = ({ targets }: Gathered, given: Delivery | undefined): Concerned[] =>
  targets.map(({ product, environment, settings }) => ({
    product,
    name: environment,
    delivery: given ?? settings.delivery,
  }));

type Memory<Found> = {
  readonly ledger: Ledger;
  readonly unfinished: Map<string, Unfinished>;
  readonly last: Attempts<Found>;
};

type Ended = { readonly kind: 'ended'; readonly notices: readonly Notice[]; readonly violations: readonly Violation[] };

const attempt = async <Found extends Gathered>(
  course: Course<Found>,
  { host, log, clock, hear }: World,
  { ledger, unfinished, last }: Memory<Found>,
): Promise<Ended | BranchMoved> => {
  for (;;) {
    const snapshot = await tell(log, 'Read the manifest repository', {
      step: () => host.snapshot(course.wanted(last.gathered)),
      lines: snapshotLines,
    });
    const gathered = await tell(log, 'Find the manifests', {
      step: () => course.gather(snapshot, last.first),
      lines: gatheredLines,
    });
    const shipment = course.ship(gathered);
    hear?.(concernedBy(gathered, givenDelivery(shipment.settings, host)));
    const decided = await tell(log, 'Plan the changes', { step: () => course.decide(gathered), lines: decidedLines });
    Object.assign(last, { first: last.first ?? gathered, gathered, decided });
    const scene = { shipment, gathered, decided, host, log, clock, unfinished };
    const delivered = await log.group('Deliver', () => deliver(scene, ledger));
    if (delivered.kind === 'branch-moved') return delivered;
    if (delivered.kind === 'delivered') return { kind: 'ended', notices: delivered.notices, violations: [] };
  }
};
