import { printImage } from '../domain/image.ts';
import type { Notice, Promotion, Superseded } from '../domain/model.ts';
import { type Plan, type PlannedItem, planPromotion } from '../domain/plan/plan.ts';
import { decide as decideItem } from '../domain/records/order.ts';
import type { ConfiguredTarget, Gathered } from './gather.ts';
import { readRecord } from './records.ts';

/** An item that stays as it is, and why. */
export type LeftOut = { readonly item: PlannedItem; readonly superseded: Superseded };

export type Decided = Plan & { readonly leftOut: readonly LeftOut[] };

/** Leaves out of a plan what newer builds have set and what is held. */
export async function supersede(
  plan: Plan,
  { promotion, start }: { readonly promotion: Promotion; readonly start: string },
  gathered: Gathered,
): Promise<Decided> {
  if (promotion.trigger === 'by-hand') return { ...plan, leftOut: [] };
  const judged = await Promise.all(plan.items.map((item) => judge({ promotion, start, item }, gathered)));
  const leftOut = judged.flatMap(({ superseded }) => (superseded === undefined ? [] : [superseded]));
  const remaining = leftOut.length === 0 ? plan : planPromotion(without(gathered.targets, plan, leftOut));
  return { ...remaining, notices: [...plan.notices, ...judged.flatMap(({ notices }) => notices)], leftOut };
}

type Judgement = { readonly superseded?: LeftOut | undefined; readonly notices: readonly Notice[] };

const judge = async (
  { promotion, start, item }: { promotion: Promotion; start: string; item: PlannedItem },
  gathered: Gathered,
): Promise<Judgement> => {
  const target = gathered.targets.find(belongsTo(item));
  if (target === undefined || item.state === 'unchanged') return { notices: [] };
  const { environment, image, path, from: current, to: requested } = item;
  const record = await readRecord({ environment, image, path, current }, target.settings, gathered.snapshot);
  const decision = decideItem({
    trigger: promotion.trigger,
    order: target.settings.order,
    source: promotion.source,
    environment,
    image,
    requested,
    current,
    record,
    start,
  });
  const notices = record.notice === undefined ? [] : [record.notice];
  if (decision.kind === 'pass') return { notices };
  const { superseded, severity } = decision;
  const warning = severity === 'warning' ? [{ message: superseded.message, path: item.path, line: item.line }] : [];
  return { superseded: { item, superseded }, notices: [...notices, ...warning] };
};

const belongsTo =
  ({ product, environment }: { product: string; environment: string }) =>
  (target: { product: string; environment: string }): boolean =>
    target.product === product && target.environment === environment;

/** The targets with what remains of what was found in them. An item that is left out in one of its manifests is left out in all
 * of them, and so is everything else that is asked of the same value. */
const without = (
  targets: readonly ConfiguredTarget[],
  { items }: Plan,
  leftOut: readonly LeftOut[],
): ConfiguredTarget[] => {
  const isLeftOut = (item: PlannedItem): boolean =>
    leftOut.some(({ item: out }) => out.image === item.image && (belongsTo(out)(item) || out.path === item.path));
  return targets.map((target) => {
    const remaining = items.filter((item) => belongsTo(item)(target) && !isLeftOut(item));
    const asked = new Set(remaining.map(({ request }) => printImage(request)));
    return { ...target, images: target.images.filter((image) => asked.has(printImage(image))) };
  });
};
