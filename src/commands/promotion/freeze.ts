import type { Violation } from '../../domain/errors.ts';
import { printReference } from '../../domain/image.ts';
import type { DeliverySettings, Promotion } from '../../domain/model.ts';
import type { LeftOut, Override, PlannedItem, PromotionPlan } from '../../domain/plan/plan-promotion.ts';
import { isAt, type TargetName, type TargetSettings } from '../../domain/policy/facts.ts';
import { type Frozen, frozenAt, printFrozen } from '../../domain/policy/freeze-windows.ts';
import { isOwnedBy, otherOwners } from '../../domain/policy/shared-places.ts';
import { quote } from '../../domain/text.ts';
import type { ConfiguredTarget, PromotionFacts } from './read-manifests.ts';
import { leaveOut } from './supersede.ts';

/** The frozen environments. */
type FrozenSpot = {
  readonly product: string;
  readonly environment: string;
  readonly frozen: Frozen;
  readonly settings: ConfiguredTarget['settings'];
};

type FreezeRequest = {
  readonly promotion: Promotion;
  readonly gathered: PromotionFacts;
  /** The delivery that overrides the configuration. */
  readonly delivery: DeliverySettings['delivery'];
  readonly now: Date;
};

/** Leaves out items that would change the branch of a frozen environment. Proposed items stay: they may be merged later. A person
 * with a reason may override the freeze, and the commit records it. */
export function freeze(decided: PromotionPlan, { promotion, gathered, delivery, now }: FreezeRequest): PromotionPlan {
  const silent = otherOwners(decided.items, gathered.targets, promotion.environments);
  const frozen = [...gathered.targets, ...silent].flatMap((spot) => frozenSpot(spot, now) ?? []);
  if (promotion.override === 'freeze' && promotion.trigger === 'by-hand') {
    return { ...decided, overrides: frozen.map(overrideOf) };
  }
  const touched = frozen.filter((spot) =>
    decided.items.some((item) => isOwnedBy(item, spot) && item.state === 'changed'),
  );
  const closed = touched.filter((spot) => (delivery ?? spot.settings.delivery) === 'commit');
  const leftOut = decided.items.flatMap((item) => leftOutOf(item, closed) ?? []);
  return { ...leaveOut(decided, leftOut, gathered.targets), frozen, violations: closed.map(violationOf) };
}

/** The overridden freezes of the changed targets, for the message of the commit. */
export function overridesIn(
  { overrides = [] }: PromotionPlan,
  changed: readonly (TargetName & Pick<PlannedItem, 'owners'>)[],
): string[] {
  return overrides.filter((override) => changed.some((item) => isOwnedBy(item, override))).map(({ text }) => text);
}

const frozenSpot = ({ product, environment, settings }: TargetSettings, now: Date): FrozenSpot | undefined => {
  const frozen = frozenAt(settings, now);
  return frozen && { product, environment, frozen, settings };
};

const leftOutOf = (item: PlannedItem, closed: readonly FrozenSpot[]): LeftOut | undefined => {
  const spot = closed.find((one) => isOwnedBy(item, one));
  if (spot === undefined || item.state === 'unchanged') return undefined;
  const { image, environment, to: requested, from: current } = item;
  const whose = isAt(spot)(item) ? environment : `${spot.environment} of ${spot.product}, which shares its place,`;
  const message = `${printReference(requested)} is left out: ${whose} is frozen ${printFrozen(spot.frozen)}.`;
  return { item, superseded: { image, requested, current, reason: 'frozen', message } };
};

const violationOf = ({ product, environment, frozen, settings }: FrozenSpot): Violation => ({
  code: 'frozen',
  message: `${quote(environment)} of ${quote(product)} is frozen ${printFrozen(frozen)}.`,
  hint: 'Run it again after that, propose it with `delivery: pull-request`, or let a person promote it with the input `override: freeze` and the input `reason`.',
  ...settings.origin.freeze,
});

const overrideOf = ({ product, environment, frozen }: FrozenSpot): Override => ({
  product,
  environment,
  text: `freeze of ${environment} for ${product} ${printFrozen(frozen)}`,
});
