import { imageAllowed } from '../config/images.ts';
import type { Settings } from '../config/settings.ts';
import { PromotionError, type Violation } from '../errors.ts';
import type { Promotion } from '../model.ts';
import type { PlannedItem } from '../plan/plan.ts';
import { listed, quote } from '../text.ts';

/** What the policies judge by. */
export type Facts = {
  readonly promotion: Promotion;
  readonly items: readonly PlannedItem[];
  readonly targets: readonly { readonly product: string; readonly environment: string; readonly settings: Settings }[];
};

/** A policy names everything in the facts that it does not let through. */
type Policy = (facts: Facts) => readonly Violation[];

const images: Policy = ({ items, targets }) =>
  items.flatMap(({ product, environment, image, path, line }) => {
    const target = targets.find((candidate) => candidate.product === product && candidate.environment === environment);
    if (target === undefined || imageAllowed(target.settings, image)) return [];
    const { settings } = target;
    return [
      {
        code: 'image-not-allowed' as const,
        message: `The configuration does not let ${quote(image)} be promoted to ${environment} for ${product} (${path}, line ${line}).`,
        hint: `Add it to images, which has ${listed((settings.images ?? []).map(quote)) || 'no entry'}, or correct the request.`,
        ...settings.origin.images,
      },
    ];
  });

const policies: readonly Policy[] = [images];

/** @throws PromotionError with the violations of all policies. */
export function enforce(facts: Facts): void {
  const violations = policies.flatMap((policy) => policy(facts));
  if (violations.length > 0) throw new PromotionError(violations);
}
