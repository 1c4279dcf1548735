import type { Violation } from '../../domain/errors.ts';
import { type ImageRequest, printImage } from '../../domain/image.ts';
import type { Delivery, DeliverySettings, FileChange, Notice } from '../../domain/model.ts';
import { type PlannedItem, type PromotionPlan, planPromotion } from '../../domain/plan/plan-promotion.ts';
import { allAt } from '../../domain/policy/facts.ts';
import { actorTrailer, type Trailer } from '../../domain/records/trailer.ts';
import type { Clock, Host, Log } from '../../ports.ts';
import type { ConfiguredTarget, PromotionFacts } from '../promotion/read-manifests.ts';

/** The texts and options of a delivery, besides the files. */
export type Shipment = {
  readonly kind: 'promotion' | 'rollback';
  readonly settings: DeliverySettings;
  readonly mode: 'deliver' | 'dry-run';
  readonly reason?: string | undefined;
  /** The `Promotion-Id` of this run. */
  readonly id: string;
  /** The record of an item that changes. */
  readonly trailerOf: (item: PlannedItem) => Trailer;
  /** The address of the requesting run, if it is known. */
  readonly run?: Trailer | undefined;
  /** The login of the requesting person or App, if it is known. */
  readonly asker?: string | undefined;
};

/** The trailers of a commit that name its process, the requesting run and the actor. */
export function closingTrailers({ run, asker, id }: Shipment): Trailer[] {
  return [run, actorTrailer(asker), { kind: 'id', id } as const].filter((trailer) => trailer !== undefined);
}

/** The result of one part of a request. */
export type PartResult = {
  readonly kind: 'delivered';
  readonly delivery: Delivery;
  readonly targets: readonly ConfiguredTarget[];
  /** The items of the request, without carried ones. */
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
  /** The items that were left out then: a delivered part can be overtaken before the rest is delivered. */
  readonly leftOut?: PromotionPlan['leftOut'] | undefined;
};

/** The writes of a part that did not finish. */
export type Unfinished = Pick<PartResult, 'delivery' | 'targets' | 'pullRequest'> & { readonly commit: string };

/** The delivered parts so far, by their keys; kept across the attempts of a run. */
export type DeliveredParts = Map<string, PartResult>;

export type DeliveryContext = {
  readonly shipment: Shipment;
  readonly gathered: PromotionFacts;
  readonly decided: PromotionPlan;
  readonly host: Host;
  readonly log: Log;
  readonly clock: Clock;
  /** By the key of the part; kept across the attempts of a run. */
  readonly unfinished: Map<string, Unfinished>;
};

/** The delivery that overrides the configuration: that of the step, or of a host without pull requests. */
export function givenDelivery({ delivery }: DeliverySettings, { pullRequests }: Host): DeliverySettings['delivery'] {
  return pullRequests === undefined ? 'commit' : delivery;
}

/** The other requests, by environment. */
export type Additional = ReadonlyMap<string, readonly ImageRequest[]>;

/** The part of the decided plan for some of its targets, with the other requests there. */
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
