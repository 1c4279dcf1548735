import { alongWith } from '../domain/errors.ts';
import { isReference } from '../domain/plan/listed.ts';
import { type PlannedItem, planPromotion } from '../domain/plan/plan.ts';
import { type RollbackTo, rollbackTrailer } from '../domain/records/rollback.ts';
import type { Trailer } from '../domain/records/trailer.ts';
import { type Authorities, preflight } from './admission.ts';
import { findReturns, type Returning } from './back.ts';
import { follow, type Promoted, type World } from './course.ts';
import { givenDelivery, type Shipment } from './deliver.ts';
import { wantedFor } from './gather.ts';
import { enforcePolicies } from './policies.ts';
import { askedBy, type PromoteRequest } from './promote.ts';
import type { Decided } from './supersede.ts';
import { verify } from './verification.ts';

/** A promotion whose images are named at most; `to` is where they go back to. */
export type RollbackRequest = PromoteRequest & {
  readonly to?: RollbackTo | undefined;
  /** Address of the run, where it is executed again: what an earlier attempt has taken back is not taken back once more. */
  readonly repeats?: string | undefined;
};

/** Goes back, by default to what ran before the last promotion, and delivers the change as a promotion would. What is taken back
 * is held from then on.
 * @throws PromotionError `rollback-impossible` where the history does not tell what to go back to, `rollback-overtaken` where something
 * else runs than when the run began, and as `promote` does. */
export async function rollback(request: RollbackRequest, world: World & Authorities): Promise<Promoted> {
  await preflight({ ...request, kind: 'rollback' }, world.host, world);
  const asked = { ...request, histories: 'always' } as const;
  return follow<Returning>(
    {
      wanted: (earlier) => wantedFor(asked, earlier),
      gather: (snapshot, first) => findReturns({ request, snapshot, first }, world),
      decide: (returning) => decide(request, returning, world),
      ship: () => shipmentOf(request),
    },
    world,
  );
}

const decide = async (request: RollbackRequest, returning: Returning, world: World & Authorities): Promise<Decided> => {
  const plan = planPromotion(returning.returns);
  const { items } = plan;
  const { trigger } = request.promotion;
  const subject = { kind: 'rollback', trigger, gathered: returning, decided: { ...plan, leftOut: [] } } as const;
  const { decided, violations, notices: unsure } = await verify(subject, world.registry);
  const delivery = givenDelivery(request.settings, world.host);
  const matter = { kind: 'rollback', asking: request, gathered: returning, items, remaining: items, delivery } as const;
  const notices = await alongWith(violations, () => enforcePolicies(matter, world));
  return { ...decided, notices: [...decided.notices, ...unsure, ...notices] };
};

const shipmentOf = (request: RollbackRequest): Shipment => {
  const { promotion, settings, mode, id, run } = request;
  return { kind: 'rollback', settings, mode, reason: promotion.reason, id, run, trailerOf, asker: askedBy(request) };
};

/** What was no reference, such as a placeholder of another tool, cannot be held. */
const trailerOf = ({ environment, from, to }: PlannedItem): Trailer =>
  isReference(from)
    ? rollbackTrailer(environment, to, from)
    : { kind: 'promotion', environment, reference: to, source: {} };
