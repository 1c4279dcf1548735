import type { Violation } from '../../domain/errors.ts';
import { type ImageRequest, printImage } from '../../domain/image.ts';
import type { Delivery, DeliverySettings, FileChange, Notice } from '../../domain/model.ts';
import { type PlannedItem, type PromotionPlan, planPromotion } from '../../domain/plan/plan-promotion.ts';
import { allAt } from '../../domain/policy/facts.ts';
import { actorTrailer, type Trailer } from '../../domain/records/trailer.ts';
import type { Clock, Host, Log } from '../../ports.ts';
import type { ConfiguredTarget, Gathered } from '../promotion/read-manifests.ts';
import type { Decided } from '../promotion/supersede.ts';

/** What a delivery writes besides the files, and how. */
export type Shipment = {
  readonly kind: 'promotion' | 'rollback';
  readonly settings: DeliverySettings;
  readonly mode: 'deliver' | 'dry-run';
  readonly reason?: string | undefined;
  /** The `Promotion-Id` of this run. */
  readonly id: string;
  /** The record of an item that changes. */
  readonly trailerOf: (item: PlannedItem) => Trailer;
  /** Of the run that asked, where it is known. */
  readonly run?: Trailer | undefined;
  /** Login of who asked, where it is known. */
  readonly asker?: string | undefined;
};

/** The trailers of a commit that say which process made it, which run asked for it, and who. */
export function closingTrailers({ run, asker, id }: Shipment): Trailer[] {
  return [run, actorTrailer(asker), { kind: 'id', id } as const].filter((trailer) => trailer !== undefined);
}

/** What came of one part of a request. */
export type PartResult = {
  readonly kind: 'delivered';
  readonly delivery: Delivery;
  readonly targets: readonly ConfiguredTarget[];
  /** Of the request, without what a pull request carries besides. */
  readonly items: readonly PlannedItem[];
  readonly outcome: 'promoted' | 'proposed' | 'armed' | 'unchanged';
  /** Whether a commit or a pull request was made or updated. */
  readonly changed: boolean;
  readonly commit?: string | undefined;
  readonly pullRequest?: { readonly number: number; readonly url: string } | undefined;
  readonly files: readonly FileChange[];
  readonly notices: readonly Notice[];
  /** Why a pull request could not be armed or merged as asked. */
  readonly violations: readonly Violation[];
  /** What it left out at that time, for what has been delivered can be overtaken before the rest is. */
  readonly leftOut?: Decided['leftOut'] | undefined;
};

/** What a part has written, should it not come to its end. */
export type Unfinished = Pick<PartResult, 'delivery' | 'targets' | 'pullRequest'> & { readonly commit: string };

/** What has been delivered so far, by the key of the part: it outlasts the attempts of a run. */
export type DeliveredParts = Map<string, PartResult>;

export type DeliveryContext = {
  readonly shipment: Shipment;
  readonly gathered: Gathered;
  readonly decided: Decided;
  readonly host: Host;
  readonly log: Log;
  readonly clock: Clock;
  /** By the key of the part: it outlasts the attempts of a run, as the delivered parts do. */
  readonly unfinished: Map<string, Unfinished>;
};

/** What wins over the delivery of the configuration: what the step says, and a host that knows no pull requests. */
export function givenDelivery({ delivery }: DeliverySettings, { pullRequests }: Host): DeliverySettings['delivery'] {
  return pullRequests === undefined ? 'commit' : delivery;
}

/** What is asked besides, by environment. */
export type Additional = ReadonlyMap<string, readonly ImageRequest[]>;

/** What remains of the decided plan in some of its targets, with what else is asked there. */
export function planOf(
  targets: readonly ConfiguredTarget[],
  { decided, gathered }: Pick<DeliveryContext, 'decided' | 'gathered'>,
  additional: Additional = new Map(),
): PromotionPlan {
  if (additional.size === 0 && targets.length === gathered.targets.length) return decided;
  const asked = targets.map((target) => {
    const { product, environment } = target;
    const own = decided.items.filter((item) => item.product === product && item.environment === environment);
    const requests = new Map(own.map(({ request }) => [printImage(request), request]));
    return { ...target, images: [...requests.values(), ...(additional.get(environment) ?? [])] };
  });
  return planPromotion(asked.filter(({ images }) => images.length > 0));
}

/** The targets that the items are of. */
export function targetsOf(
  targets: readonly ConfiguredTarget[],
  items: readonly PlannedItem[],
): readonly ConfiguredTarget[] {
  return targets.filter((target) => allAt(items, target).length > 0);
}
