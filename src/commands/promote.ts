import { alongWith } from '../domain/errors.ts';
import type { DeliverySettings } from '../domain/model.ts';
import { type PlannedItem, planPromotion } from '../domain/plan/plan-promotion.ts';
import type { Trailer } from '../domain/records/trailer.ts';
import type { Creation } from '../ports.ts';
import { givenDelivery, type Shipment } from './deliver/context.ts';
import { type Asking, type Authorities, preflight } from './promotion/admission.ts';
import { freeze } from './promotion/freeze.ts';
import { sourceOf } from './promotion/from.ts';
import { enforcePolicies } from './promotion/policies.ts';
import type { Gathered } from './promotion/read-manifests.ts';
import { gather, wantedFor } from './promotion/read-repository.ts';
import { type Promoted, runPromotion, type World } from './promotion/run-promotion.ts';
import { type Decided, supersede } from './promotion/supersede.ts';
import { verify } from './promotion/verify.ts';

export type { Promoted, World } from './promotion/run-promotion.ts';

export type PromoteRequest = Asking & {
  readonly settings: DeliverySettings;
  /** Path of the configuration, where one is given. */
  readonly config?: string | undefined;
  readonly mode: 'deliver' | 'dry-run';
  /** The `Promotion-Id` of this run. */
  readonly id: string;
  /** Of the run that asked, where it is known. */
  readonly run?: Trailer | undefined;
  /** When this run started, RFC 3339. */
  readonly start: string;
  /** Asks when this run was created; undefined in the first attempt of a run. Answers the same however often it is asked. */
  readonly creation?: (() => Promise<Creation>) | undefined;
};

/** Rewrites the requested images in the manifests of each product and environment, and delivers the change.
 * @throws PromotionError when the request is refused or cannot be carried out; nothing is written then. */
export async function promote(request: PromoteRequest, world: World & Authorities): Promise<Promoted> {
  await preflight({ ...request, kind: 'promotion' }, world.host, world);
  return runPromotion(
    {
      wanted: (earlier) => wantedFor({ ...request, histories: historiesFor(request) }, earlier),
      gather: (snapshot) => gather(request, snapshot, world),
      decide: (gathered) => decide(request, gathered, world),
      ship: (gathered) => shipmentOf(request, gathered),
    },
    world,
  );
}

/** A pull request says where its builds come from, whoever asks. */
const historiesFor = ({ settings }: PromoteRequest): 'always' | undefined =>
  settings.delivery === 'commit' ? undefined : 'always';

const decide = async (request: PromoteRequest, gathered: Gathered, world: World & Authorities): Promise<Decided> => {
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
  const matter = {
    kind: 'promotion',
    asking: request,
    gathered,
    items: plan.items,
    remaining: decided.items,
    delivery,
  } as const;
  const notices = await alongWith(verified.violations, () => enforcePolicies(matter, world));
  return { ...decided, notices: [...decided.notices, ...verified.notices, ...notices] };
};

const shipmentOf = (request: PromoteRequest, gathered: Gathered): Shipment => {
  const { promotion, settings, mode, id, run } = request;
  const trailerOf = (item: PlannedItem): Trailer => ({
    kind: 'promotion',
    environment: item.environment,
    reference: item.to,
    source: sourceOf(item, promotion, gathered),
  });
  return { kind: 'promotion', settings, mode, reason: promotion.reason, id, run, trailerOf, asker: askedBy(request) };
};

/** Login of who asked: of an automatic request, in the application's repository. */
export function askedBy({ promotion, asker }: Asking): string | undefined {
  if (promotion.trigger !== 'by-hand') return promotion.source?.actor;
  return asker?.triggeringActor ?? asker?.actor;
}
