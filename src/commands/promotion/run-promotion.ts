import type { Sync } from '../../domain/argocd/declared-applications.ts';
import { fail, orStopped, type Violation } from '../../domain/errors.ts';
import { printReference } from '../../domain/image.ts';
import { LONGEST_CONTENTION } from '../../domain/limits.ts';
import type { Delivery, DeliverySettings, EnvironmentOutcome, Notice } from '../../domain/model.ts';
import type { PlannedItem, PromotionPlan } from '../../domain/plan/plan-promotion.ts';
import { printPlace, shortReference } from '../../domain/report/plain-text.ts';
import { violationsOf } from '../../domain/report/report.ts';
import type { BranchMoved, Clock, Host, Log, Snapshot, Wanted } from '../../ports.ts';
import { type DeliveredParts, givenDelivery, type Shipment, type Unfinished } from '../deliver/context.ts';
import { deliver, environmentsOf, type Promoted, totalsOf } from '../deliver/deliver.ts';
import type { PromotionFacts } from './read-manifests.ts';

/** A product in an environment, and how changes there are delivered. */
export type KnownTarget = Pick<EnvironmentOutcome, 'product' | 'name' | 'delivery'>;

export type World = {
  readonly host: Host;
  readonly log: Log;
  readonly clock: Clock;
  /** Called with the targets as soon as they are known, so that a later failure can name them. */
  readonly onTargetsKnown?: ((concerned: readonly KnownTarget[]) => void) | undefined;
  /** Rejects when the run is ended early; the report then has the delivered parts. */
  readonly stopped?: Promise<never> | undefined;
};

/** The steps of a command that changes manifests, on one commit of the manifest repository. */
type Steps<Found extends PromotionFacts = PromotionFacts> = {
  /** The reads of the first query. `earlier` is the result of the attempt before the branch moved. */
  wanted(earlier: Found | undefined): Wanted;
  /** `first` is the result of the first attempt, if this is a later one. */
  gather(snapshot: Snapshot, first: Found | undefined): Promise<Found>;
  decide(gathered: Found): Promise<PromotionPlan>;
  readonly settings: DeliverySettings;
  ship(gathered: Found, decided: PromotionPlan): Shipment;
};

/** The latest attempt, as far as it got, and the facts of the first one. */
type Attempts<Found> = { first?: Found; gathered?: Found; decided?: PromotionPlan };

/** Runs the steps to the end, and starts over from a fresh read when the branch moves.
 * @throws PromotionError when the request is refused or cannot be carried out before anything is written; later failures are in
 * the violations, next to the delivered parts. */
export async function runPromotion<Found extends PromotionFacts>(steps: Steps<Found>, world: World): Promise<Promoted> {
  const deliveredParts: DeliveredParts = new Map();
  const unfinished = new Map<string, Unfinished>();
  const last: Attempts<Found> = {};
  const memory = { deliveredParts, unfinished, last };
  const { notices, violations } = await orStopped(
    startOver(world, () => attempt(steps, world, memory), memory),
    world.stopped,
  ).catch((error: unknown): Pick<Promoted, 'notices' | 'violations'> => {
    if (deliveredParts.size === 0 && unfinished.size === 0) throw error;
    return { notices: [], violations: violationsOf(error) };
  });
  const { gathered, decided } = last;
  if (gathered === undefined || decided === undefined) throw new Error('nothing has been decided');
  const parts = {
    results: [...deliveredParts.values()],
    unfinished: violations.length > 0 ? [...unfinished.values()] : [],
  };
  const given = givenDelivery(steps.settings, world.host);
  const environments = environmentsOf({ gathered, decided, given }, parts, violations);
  const changed = environments.flatMap(({ changes }) => changes);
  const { syncs, notices: unread } = await syncsOf(changed, gathered);
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

/** The code that reads Argo CD's Applications is loaded only if the configuration has `argocd`. */
const syncsOf = async (changed: EnvironmentOutcome['changes'], gathered: PromotionFacts) => {
  if (gathered.config.value.argocd === undefined) return { syncs: [], notices: [] };
  const { findSyncs } = await import('./applications.ts');
  return findSyncs(changed, gathered);
};

const withSyncs = (environment: EnvironmentOutcome, syncs: readonly Sync[]): EnvironmentOutcome => {
  const own = syncs.filter((sync) => sync.product === environment.product && sync.environment === environment.name);
  return own.length === 0 ? environment : { ...environment, applications: own };
};

const knownTargets = ({ targets }: PromotionFacts, given: Delivery | undefined): KnownTarget[] =>
  targets.map(({ product, environment, settings }) => ({
    product,
    name: environment,
    delivery: given ?? settings.delivery,
  }));

type Memory<Found> = {
  readonly deliveredParts: DeliveredParts;
  readonly unfinished: Map<string, Unfinished>;
  readonly last: Attempts<Found>;
};

type Ended = { readonly kind: 'ended'; readonly notices: readonly Notice[]; readonly violations: readonly Violation[] };

const attempt = async <Found extends PromotionFacts>(
  steps: Steps<Found>,
  { host, log, clock, onTargetsKnown }: World,
  { deliveredParts, unfinished, last }: Memory<Found>,
): Promise<Ended | BranchMoved> => {
  for (;;) {
    const snapshot = await logStep(log, 'Read the manifest repository', {
      step: () => host.snapshot(steps.wanted(last.gathered)),
      lines: snapshotLines,
    });
    const gathered = await logStep(log, 'Find the manifests', {
      step: () => steps.gather(snapshot, last.first),
      lines: gatheredLines,
    });
    onTargetsKnown?.(knownTargets(gathered, givenDelivery(steps.settings, host)));
    const decided = await logStep(log, 'Plan the changes', { step: () => steps.decide(gathered), lines: decidedLines });
    Object.assign(last, { first: last.first ?? gathered, gathered, decided });
    const shipment = steps.ship(gathered, decided);
    const context = { shipment, gathered, decided, host, log, clock, unfinished };
    const delivered = await log.group('Deliver', () => deliver(context, deliveredParts));
    if (delivered.kind === 'branch-moved') return delivered;
    if (delivered.kind === 'delivered') return { kind: 'ended', notices: delivered.notices, violations: [] };
  }
};

/** The first wait is random, up to FIRST times the length of an attempt; each loss multiplies that by GROWTH. */
const FIRST = 4;

const GROWTH = 2;

const WIDEST = 60_000;

/** Rate limits count writes by the minute: after one, a writer comes back at a random time within a minute for each write of an attempt,
 * and within two minutes the first time, since fewer writers may be waiting. */
const WIDTH_OF_LIMIT = 60_000;

/** Bounds for the measured length of an attempt, which other failures may distort. */
const SHORTEST_ATTEMPT = 250;

const LONGEST_ATTEMPT = 5_000;

/** The delivered parts of the request, and the unfinished ones. */
export type Progress = {
  readonly deliveredParts: { readonly size: number };
  readonly unfinished: ReadonlyMap<string, { readonly commit: string }>;
};

/** Repeats the attempt until the branch has not moved, each time from a fresh read, for up to ten minutes. Writers that lost
 * together must not come back together, and one can win in each length of an attempt: each waits a uniformly random time, and the
 * range grows with every loss, up to the rest of the ten minutes.
 * @throws PromotionError `branch-contended` with the number of attempts. */
export async function startOver<T extends { readonly kind: string }>(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  attempt: () => Promise<T | BranchMoved>,
  progress: Progress = { deliveredParts: { size: 0 }, unfinished: new Map() },
): Promise<Exclude<T, BranchMoved>> {
  const deadline = clock.now().getTime() + LONGEST_CONTENTION;
  let losses = 0;
  let limits = 0;
  for (let attempts = 1; ; attempts++) {
    const began = clock.now().getTime();
    const answer = await attempt();
    if (answer.kind !== 'branch-moved') return answer as Exclude<T, BranchMoved>;
    const ended = clock.now().getTime();
    const { wait, writes = 1, unsure } = answer as BranchMoved;
    const length = ended - began;
    const width = wait === undefined ? widthAfter(++losses, length) : WIDTH_OF_LIMIT * Math.min(2 ** ++limits, writes);
    const rest = deadline - length - ended - (wait ?? 0);
    if (rest <= 0) return giveUp(attempts, remains(progress, unsure));
    const pause = (wait ?? 0) + clock.random() * Math.min(width, rest);
    log.info(sentence(attempts, pause, wait));
    await clock.sleep(pause);
  }
}

const widthAfter = (losses: number, length: number): number => {
  const unit = Math.min(Math.max(length, SHORTEST_ATTEMPT), LONGEST_ATTEMPT);
  return Math.min(unit * FIRST * GROWTH ** (losses - 1), WIDEST);
};

const sentence = (attempts: number, pause: number, wait: number | undefined): string => {
  const why = wait === undefined ? 'The branch moved' : 'GitHub limited the writing';
  const seconds = Math.max(1, Math.round(pause / 1000));
  return `${why} while attempt ${attempts} was under way; starting over from a fresh read in about ${seconds} s.`;
};

const giveUp = (attempts: number, remaining: string): never =>
  fail(
    'branch-contended',
    `The branch moved, or a rate limit kept it from being moved, during each of ${attempts} attempts in ten minutes; ${remaining}.`,
    'Run the step again, and give its workflow a concurrency group with queue: max, so that promotions wait for each other.',
  );

const remains = ({ deliveredParts, unfinished }: Progress, unsure: true | undefined): string => {
  const [left] = unfinished.values();
  if (left !== undefined) {
    return `the branch of the pull request was brought to ${left.commit}, but not its description, or not all that was asked for after it`;
  }
  if (unsure) return 'an answer was lost last, so whether anything has been written is not known';
  return deliveredParts.size > 0
    ? 'beyond what is told as delivered nothing has been written'
    : 'nothing has been written';
};

/** Runs a step under its heading, and logs its result. */
export function logStep<T>(
  log: Log,
  heading: string,
  { step, lines }: { readonly step: () => Promise<T>; readonly lines: (result: T) => readonly string[] },
): Promise<T> {
  return log.group(heading, async () => {
    const result = await step();
    for (const line of lines(result)) log.info(line);
    return result;
  });
}

export function snapshotLines({ branch, commit }: Pick<Snapshot, 'branch' | 'commit'>): string[] {
  return [`${branch} is at ${commit}.`];
}

function gatheredLines({ config, configuration, targets }: PromotionFacts): string[] {
  return [
    configuration === 'absent' ? 'There is no configuration.' : `The configuration is ${config.path}.`,
    ...targets.flatMap(({ product, environment, files }) =>
      files.map(({ path }) => `${environment} of ${product} has ${path}.`),
    ),
  ];
}

function decidedLines({ items, leftOut }: Pick<PromotionPlan, 'items' | 'leftOut'>): string[] {
  const out = new Map(leftOut.map(({ item, superseded }) => [item, superseded.message]));
  return [
    ...items.filter((item) => !out.has(item)).map(plannedLine),
    ...leftOut.map(({ superseded }) => superseded.message),
  ];
}

const plannedLine = (item: PlannedItem): string => {
  const shown = (reference: PlannedItem['to']) => shortReference(printReference(reference), item.to.repository);
  const change = item.state === 'changed' ? `${shown(item.from)} → ${shown(item.to)}` : `${shown(item.to)} is there`;
  return `${printPlace(item)}: ${item.to.repository} ${change}`;
};
