import { alongWith } from '../domain/errors.ts';
import { isReference } from '../domain/plan/carry.ts';
import { type PlannedItem, type PromotionPlan, planPromotion } from '../domain/plan/plan-promotion.ts';
import { rollbackTrailer } from '../domain/records/rollback-target.ts';
import { runTrailer, type Trailer } from '../domain/records/trailer.ts';
import { givenDelivery, type Shipment } from './deliver/context.ts';
import type { Promoted } from './deliver/deliver.ts';
import { type Ended, type Job, worldOf } from './job.ts';
import { actorOf, concludePromotion, promotionRunOf } from './promote.ts';
import { type Authorities, preflight } from './promotion/admission.ts';
import { enforcePolicies } from './promotion/policies.ts';
import { wantedFor } from './promotion/read-repository.ts';
import { findRollbackTargets, type RollbackFacts, type RollbackRun } from './promotion/rollback-targets.ts';
import { runPromotion, type World } from './promotion/run-promotion.ts';
import { verify } from './promotion/verify.ts';

/** Goes back, by default to the images before the last promotion, and delivers the change like a promotion. The removed images
 * are held from then on.
 * @throws PromotionError `rollback-impossible` if the history has no target, `rollback-overtaken` if another image runs than when
 * the run began, and as `promote` does. */
export async function rollback(request: RollbackRun, world: World & Authorities): Promise<Promoted> {
  await preflight({ ...request, kind: 'rollback' }, world.host, world);
  return runPromotion<RollbackFacts>(
    {
      wanted: (earlier) => wantedFor(request, earlier),
      gather: (snapshot, first) => findRollbackTargets({ request, snapshot, first }, world),
      decide: (returning) => decide(request, returning, world),
      settings: request.settings,
      ship: () => shipmentOf(request),
    },
    world,
  );
}

const decide = async (
  request: RollbackRun,
  returning: RollbackFacts,
  world: World & Authorities,
): Promise<PromotionPlan> => {
  const plan = planPromotion(returning.returns);
  const { items } = plan;
  const { trigger } = request.promotion;
  const subject = { kind: 'rollback', trigger, gathered: returning, decided: plan } as const;
  const { decided, violations, notices: unsure } = await verify(subject, world.registry);
  const delivery = givenDelivery(request.settings, world.host);
  const matter = { kind: 'rollback', asking: request, gathered: returning, items, remaining: items, delivery } as const;
  const notices = await alongWith(violations, () => enforcePolicies(matter, world));
  return { ...decided, notices: [...decided.notices, ...unsure, ...notices] };
};

const shipmentOf = (request: RollbackRun): Shipment => {
  const { promotion, settings, mode, id, run } = request;
  return { kind: 'rollback', settings, mode, reason: promotion.reason, id, run, trailerOf, asker: actorOf(request) };
};

/** A value that was no reference, such as a placeholder of another tool, cannot be held. */
const trailerOf = ({ environment, from, to }: PlannedItem): Trailer =>
  isReference(from)
    ? rollbackTrailer(environment, to, from)
    : { kind: 'promotion', environment, reference: to, source: {} };

/** Runs the command for a job. */
export async function startRollback(job: Job): Promise<Ended> {
  const request = await job.read();
  const asked = await promotionRunOf(job, request);
  const run = runTrailer(job.dependencies.server, job.run);
  const repeats = run?.kind === 'run' && (job.run.runAttempt ?? 1) > 1 ? run.address : undefined;
  const returning = { ...asked, run: asked.run ?? run, to: request.to, repeats };
  return concludePromotion(await rollback(returning, worldOf(job)), job.known);
}
