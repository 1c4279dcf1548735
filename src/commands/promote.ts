import type { DeliverySettings, Promotion } from '../domain/model.ts';
import { type PlannedItem, planPromotion } from '../domain/plan/plan.ts';
import { enforce } from '../domain/policy/enforce.ts';
import type { Trailer } from '../domain/records/trailer.ts';
import { follow, type Promoted, type World } from './course.ts';
import type { Shipment } from './deliver.ts';
import { sourceOf } from './from.ts';
import { type Gathered, gather, wantedFor } from './gather.ts';
import { type Decided, supersede } from './supersede.ts';

export type { Promoted, World } from './course.ts';

export type PromoteRequest = {
  readonly promotion: Promotion;
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
};

/** Rewrites the requested images in the manifests of each product and environment, and delivers the change.
 * @throws PromotionError when the request is refused or cannot be carried out; nothing is written then. */
export function promote(request: PromoteRequest, world: World): Promise<Promoted> {
  return follow(
    {
      wanted: (earlier) => wantedFor(request, earlier),
      gather: (snapshot) => gather(request, snapshot),
      decide: (gathered) => decide(request, gathered),
      ship: (gathered) => shipmentOf(request, gathered),
    },
    world,
  );
}

const decide = async (request: PromoteRequest, gathered: Gathered): Promise<Decided> => {
  const plan = planPromotion(gathered.targets);
  enforce({
    kind: 'promotion',
    promotion: request.promotion,
    spots: gathered.targets,
    items: plan.items,
    remaining: plan.items,
    asker: {},
    memberships: [],
    standings: [],
  });
  return supersede(plan, request, gathered);
};

const shipmentOf = (request: PromoteRequest, gathered: Gathered): Shipment => {
  const { promotion, settings, mode, id, run } = request;
  const trailerOf = (item: PlannedItem): Trailer => ({
    kind: 'promotion',
    environment: item.environment,
    reference: item.to,
    source: sourceOf(item, promotion, gathered),
  });
  return { kind: 'promotion', settings, mode, reason: promotion.reason, id, run, trailerOf };
};
