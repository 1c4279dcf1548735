import { PromotionError, type Violation } from '../errors.ts';
import { printReference } from '../image.ts';
import { listed as enumerated, quote } from '../text.ts';
import type { Candidate } from './back.ts';

/** What one read found: the images that may go back, and those of them that do. */
export type Choice = { readonly all: readonly Candidate[]; readonly chosen: readonly Candidate[] };

/** A rollback that starts over must still be about what somebody saw when he asked for it: from what came since it would go one
 * step back as well, to what he wanted to be rid of. What this run has taken back itself is no surprise.
 * @throws PromotionError `rollback-overtaken` for each image of either choice that runs something else now. */
export function refuseOvertaken(began: Choice, now: Choice): void {
  const before = byPlace(began.all);
  const after = byPlace(now.all);
  const concerned = byPlace([...began.chosen, ...now.chosen]);
  const violations = [...concerned].flatMap(([key, [candidate]]): Violation[] => {
    const then = before.get(key) ?? [];
    const present = after.get(key) ?? [];
    if (candidate === undefined || present.some(({ goneBack }) => goneBack !== undefined)) return [];
    const [was, is] = [referencesOf(then), referencesOf(present)];
    if (was.join() === is.join()) return [];
    return [overtaken(present[0] ?? candidate, was, is)];
  });
  if (violations.length > 0) throw new PromotionError(violations);
}

/** Lines move when somebody else edits the file, and so may the repository; the name by which it is asked for does not. */
const byPlace = (candidates: readonly Candidate[]): ReadonlyMap<string, readonly Candidate[]> => {
  const found = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { product, listed, place } = candidate;
    const key = JSON.stringify([product, place.environment, listed.path, listed.names[0] ?? place.image]);
    found.set(key, [...(found.get(key) ?? []), candidate]);
  }
  return found;
};

const referencesOf = (candidates: readonly Candidate[]): string[] => [
  ...new Set(candidates.map(({ place }) => quote(printReference(place.current)))),
];

const overtaken = ({ listed, place }: Candidate, was: readonly string[], is: readonly string[]): Violation => ({
  code: 'rollback-overtaken',
  message: `${place.environment} ran ${shown(was, place.image)} when the rollback began and runs ${shown(is, place.image)} now.`,
  hint: 'Look at what came in meanwhile and run the rollback again, or name the version to go back to with the input `to`.',
  path: listed.path,
  line: is.length > 0 ? listed.line : undefined,
});

const shown = (references: readonly string[], image: string): string =>
  references.length > 0 ? enumerated(references) : `no ${quote(image)}`;
