import { PromotionError, type Violation } from '../domain/errors.ts';
import type { Reference } from '../domain/image.ts';
import type { Verdict } from '../domain/registry/verdict.ts';
import type { Registry } from '../ports.ts';

/** An image and what its registry says of it. */
export type Inspected = { readonly reference: Reference; readonly verdict: Verdict };

const AT_ONCE = 8;

/** Inspects all images side by side, at most eight at once, and answers in their order.
 * @throws PromotionError with what is wrong with the credentials of any registry, once all have been asked. */
export async function inspectAll(
  registry: Registry,
  references: readonly Reference[],
  patience = 0,
): Promise<Inspected[]> {
  return sideBySide(references, async (reference) => ({
    reference,
    verdict: await registry.inspect(reference, patience),
  }));
}

/** Does the work for every item, at most eight at once, in any order; the results are in order.
 * @throws PromotionError with the violations of all items, each once, when no work is under way any more. */
export async function sideBySide<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const violations: Violation[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) {
      try {
        results[index] = await work(item);
      } catch (error) {
        if (!(error instanceof PromotionError)) throw error;
        violations.push(...error.violations);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (violations.length > 0) throw new PromotionError(distinct(violations));
  return results;
}

const distinct = (violations: readonly Violation[]): Violation[] => [
  ...new Map(violations.map((violation) => [violation.message, violation])).values(),
];
