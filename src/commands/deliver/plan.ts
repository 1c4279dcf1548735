import { type ImageRequest, printImage } from '../../domain/image.ts';
import { type Plan, type PlannedItem, planPromotion } from '../../domain/plan/plan.ts';
import { isAt } from '../../domain/policy/facts.ts';
import type { Scene } from '../deliver.ts';
import type { ConfiguredTarget } from '../gather.ts';

/** What is asked besides, by environment. */
export type Additional = ReadonlyMap<string, readonly ImageRequest[]>;

/** What remains of the decided plan in some of its targets, with what else is asked there. */
export function planOf(
  targets: readonly ConfiguredTarget[],
  { decided, gathered }: Pick<Scene, 'decided' | 'gathered'>,
  additional: Additional = new Map(),
): Plan {
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
  return targets.filter((target) => items.some(isAt(target)));
}
