import { alongWith } from '../domain/errors.ts';
import type { DeliverySettings, EnvironmentOutcome, FileChange } from '../domain/model.ts';
import { type PlannedItem, type PromotionPlan, planPromotion } from '../domain/plan/plan-promotion.ts';
import { runTrailer, type Trailer } from '../domain/records/trailer.ts';
import type { PromotionRequest } from '../domain/request/request.ts';
import type { Creation } from '../ports.ts';
import { givenDelivery, type Shipment } from './deliver/context.ts';
import type { Promoted } from './deliver/deliver.ts';
import { type Ended, type Job, type KnownFacts, presentName, worldOf } from './job.ts';
import { type Authorities, preflight, type Sender } from './promotion/admission.ts';
import { freeze } from './promotion/freeze.ts';
import { sourceOf } from './promotion/from.ts';
import { enforcePolicies } from './promotion/policies.ts';
import type { BuildRequest, Builds } from './promotion/provenance.ts';
import type { PromotionFacts } from './promotion/read-manifests.ts';
import { gather, wantedFor } from './promotion/read-repository.ts';
import { runPromotion, type World } from './promotion/run-promotion.ts';
import { supersede } from './promotion/supersede.ts';
import { verify } from './promotion/verify.ts';

export type { Promoted } from './deliver/deliver.ts';
export type { World } from './promotion/run-promotion.ts';

/** A request with its sender, and the facts of this run. */
export type PromotionRun = Sender & {
  readonly settings: DeliverySettings;
  /** Path of the configuration, where one is given. */
  readonly config?: string | undefined;
  readonly mode: 'deliver' | 'dry-run';
  /** The `Promotion-Id` of this run. */
  readonly id: string;
  /** The address of the requesting run, if it is known. */
  readonly run?: Trailer | undefined;
  /** When this run started, RFC 3339. */
  readonly start: string;
  /** Asks when this run was created; undefined in the first attempt of a run. Answers the same however often it is asked. */
  readonly creation?: (() => Promise<Creation>) | undefined;
};

/** Rewrites the requested images in the manifests of each product and environment, and delivers the change.
 * @throws PromotionError when the request is refused or cannot be carried out; nothing is written then. */
export async function promote(request: PromotionRun, world: World & Authorities): Promise<Promoted> {
  await preflight({ ...request, kind: 'promotion' }, world.host, world);
  return runPromotion(
    {
      wanted: (earlier) => wantedFor(request, earlier),
      gather: (snapshot) => gather(request, snapshot, world),
      decide: (gathered) => decide(request, gathered, world),
      settings: request.settings,
      ship: (gathered, decided) => shipmentOf(request, gathered, decided),
    },
    world,
  );
}

const decide = async (
  request: PromotionRun,
  gathered: PromotionFacts,
  world: World & Authorities,
): Promise<PromotionPlan> => {
  const plan = planPromotion(gathered.targets);
  const current = await supersede(plan, request, gathered);
  const { promotion, settings } = request;
  const delivery = givenDelivery(settings, world.host);
  const thawed = freeze(current, { promotion, gathered, delivery, now: world.clock.now() });
  const verified = await verify(
    { kind: 'promotion', trigger: promotion.trigger, gathered, decided: thawed },
    world.registry,
  );
  const { decided } = verified;
  const { environments, trigger } = promotion;
  const { config, snapshot, targets } = gathered;
  const builds = await buildsOf({ items: decided.items, targets, environments, trigger, config, snapshot }, world);
  const matter = {
    kind: 'promotion',
    asking: request,
    gathered,
    items: plan.items,
    remaining: decided.items,
    delivery,
    builtOf: builds?.builtOf,
  } as const;
  const violations = [...verified.violations, ...(builds?.violations ?? [])];
  const notices = await alongWith(violations, () => enforcePolicies(matter, world));
  builds?.refuseUnattested();
  const all = [...decided.notices, ...verified.notices, ...(builds?.notices ?? []), ...notices];
  return { ...decided, notices: all, builtOf: builds?.builtOf };
};

/** Loads the code for attestations only if a setting requires them. */
const buildsOf = async (matter: BuildRequest, world: Authorities): Promise<Builds | undefined> => {
  const settings = [...matter.targets, ...matter.items.flatMap(({ owners = [] }) => owners)].map((one) => one.settings);
  if (settings.every(({ provenance }) => provenance === undefined)) return undefined;
  const { examineBuilds } = await import('./promotion/provenance.ts');
  return examineBuilds(matter, world);
};

const shipmentOf = (request: PromotionRun, gathered: PromotionFacts, { builtOf }: PromotionPlan): Shipment => {
  const { promotion, settings, mode, id, run } = request;
  const trailerOf = (item: PlannedItem): Trailer => ({
    kind: 'promotion',
    environment: item.environment,
    reference: item.to,
    source: sourceOf(item, promotion, gathered),
    built: builtOf?.(item),
  });
  return { kind: 'promotion', settings, mode, reason: promotion.reason, id, run, trailerOf, asker: actorOf(request) };
};

/** The login of the actor; for an automatic request, the actor in the application's repository. */
export function actorOf({ promotion, asker }: Sender): string | undefined {
  if (promotion.trigger !== 'by-hand') return promotion.source?.actor;
  return asker?.triggeringActor ?? asker?.actor;
}

/** Runs the command for a job. */
export async function startPromotion(job: Job): Promise<Ended> {
  const request = await job.read();
  return concludePromotion(await promote(await promotionRunOf(job, request), worldOf(job)), job.known);
}

/** The request of a job, as promote and rollback take it. */
export async function promotionRunOf(
  { inputs, asking, dependencies, run }: Job,
  { promotion, settings, dryRun }: PromotionRequest,
): Promise<PromotionRun> {
  return {
    ...asking,
    promotion,
    settings,
    config: inputs.config,
    mode: dryRun ? 'dry-run' : 'deliver',
    id: dryRun ? NO_ID : await dependencies.id(),
    run: promotion.source === undefined ? undefined : runTrailer(dependencies.server, promotion.source),
    start: dependencies.start,
    creation: (run.runAttempt ?? 1) > 1 ? dependencies.creation : undefined,
  };
}

/** Of a run that writes no record: the UUID that stands for none, by RFC 9562. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The end of a command that changes manifests. */
export async function concludePromotion(promoted: Promoted, known: KnownFacts): Promise<Ended> {
  const { configuration, files, notices, environments, ...facts } = promoted;
  const { command, promotion, dryRun } = known;
  const { repository, renamed } = presentName(promoted, known);
  return {
    result: {
      ...facts,
      command,
      dryRun,
      repository,
      environments: dryRun ? environments.map(untouched) : environments,
      notices: [...known.notices, ...renamed, ...notices],
      reason: promotion?.reason,
      source: promotion?.source,
    },
    diff: dryRun && files.length > 0 ? await diffOf(files) : undefined,
    access: configuration === 'absent' && promotion?.trigger === 'automatic' ? 'unrestricted' : undefined,
  };
}

const diffOf = async (files: readonly FileChange[]): Promise<string> => {
  const { unifiedDiff } = await import('../domain/report/diff.ts');
  return unifiedDiff(files);
};

/** A dry run has promoted and proposed nothing. */
const untouched = (environment: EnvironmentOutcome): EnvironmentOutcome =>
  ['promoted', 'proposed', 'armed'].includes(environment.outcome)
    ? { ...environment, outcome: 'unchanged' }
    : environment;
