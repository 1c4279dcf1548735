import { fail, isInterruption, orStopped, PromotionError, type Violation } from '../../domain/errors.ts';
import { type ImageRequest, printImage, printReference, type Reference } from '../../domain/image.ts';
import type { Notice, Trigger } from '../../domain/model.ts';
import { type PlannedItem, type PromotionPlan, planPromotion } from '../../domain/plan/plan-promotion.ts';
import { allAt, isAt, type RequestKind } from '../../domain/policy/facts.ts';
import { isListed } from '../../domain/policy/images.ts';
import { isOwnedBy } from '../../domain/policy/shared-places.ts';
import { explainAbsent, explainUnknown } from '../../domain/registry/explain.ts';
import type { Verdict } from '../../domain/registry/verdict.ts';
import { listed, quote } from '../../domain/text.ts';
import type { Registry } from '../../ports.ts';
import type { ConfiguredTarget, PromotionFacts } from './read-manifests.ts';

type Verified = {
  /** With the digests that the setting asks for. */
  readonly decided: PromotionPlan;
  readonly violations: readonly Violation[];
  readonly notices: readonly Notice[];
};

type Subject = {
  readonly kind: RequestKind;
  readonly trigger: Trigger;
  readonly gathered: PromotionFacts;
  readonly decided: PromotionPlan;
};

/** Asks the registries for images with the setting `verify`, and adds the digest with `verify: digest`. A rollback must not
 * depend on a registry that does not answer, nor on its login: it is refused only if the image is missing. An image that may not
 * be promoted is not asked about, so that no sender chooses what the runner calls. No registry is opened where nothing is to be
 * verified.
 * @throws PromotionError `credentials-invalid` for a promotion; what registries answer is a result. */
export async function verify(
  { kind, trigger, gathered, decided }: Subject,
  open: (() => Promise<Registry>) | undefined,
): Promise<Verified> {
  const modeOf = (item: PlannedItem) => {
    const settings = allAt(gathered.targets, item)[0]?.settings;
    if (settings === undefined || (kind === 'promotion' && !isListed(item, settings, trigger))) return false;
    const modes = [settings, ...(item.owners ?? []).map((owner) => owner.settings)].map((one) => one.verify);
    return modes.find((mode) => mode === 'digest') ?? modes.includes(true);
  };
  // An unchanged item was not left out by a freeze, but gets no digest before its end either.
  const isFrozen = (item: PlannedItem): boolean => decided.frozen?.some((spot) => isOwnedBy(item, spot)) ?? false;
  const mayChange = (item: PlannedItem): boolean => item.state === 'changed' || !isFrozen(item);
  const pinned = (item: PlannedItem): boolean => kind === 'promotion' && modeOf(item) === 'digest' && mayChange(item);
  const asked = decided.items.filter((item) => pinned(item) || (modeOf(item) !== false && item.state === 'changed'));
  if (asked.length === 0) return { decided, violations: [], notices: [] };
  if (open === undefined) throw new Error('no registry can be asked');
  const references = asked.map(({ to }) => to);
  const looking = verifyImages(await open(), references);
  const { digests, violations } = await (kind === 'rollback' ? looking.catch(withoutDigests) : looking);
  const fatal = violations.filter(({ code }) => kind === 'promotion' || code === 'image-absent');
  const rest = violations.filter((violation) => !fatal.includes(violation));
  return {
    decided: pin(decided, { items: asked.filter(pinned), digests, targets: gathered.targets }),
    violations: fatal,
    notices: rest.map(({ message, hint }) => ({ message, hint })),
  };
}

const withoutDigests = (error: unknown): Verification => {
  if (!(error instanceof PromotionError)) throw error;
  return { digests: new Map(), violations: error.violations };
};

type Pins = {
  readonly items: readonly PlannedItem[];
  /** By the printed reference. */
  readonly digests: ReadonlyMap<string, string>;
  readonly targets: readonly ConfiguredTarget[];
};

/** Plans again with the digest in each request; items that were left out stay left out. */
const pin = (decided: PromotionPlan, { items, digests, targets }: Pins): PromotionPlan => {
  if (items.length === 0) return decided;
  const again = targets.map((target) => {
    const own = allAt(decided.items, target);
    const asked = new Set(own.map(({ request }) => printImage(request)));
    const images = target.images.filter((image) => asked.has(printImage(image)));
    return { ...target, images: images.map((image) => pinned(image, items.filter(concerns(own)), digests)) };
  });
  const { items: planned, files } = planPromotion(again);
  return { ...decided, items: planned, files };
};

/** Items that share a place get the digest as well, since they share its value. */
const concerns =
  (own: readonly PlannedItem[]) =>
  (item: PlannedItem): boolean =>
    own.some((other) => isAt(other)(item) || (other.path === item.path && other.place === item.place));

const pinned = (
  image: ImageRequest,
  items: readonly PlannedItem[],
  digests: ReadonlyMap<string, string>,
): ImageRequest => {
  const references = items
    .filter(({ request }) => printImage(request) === printImage(image))
    .map(({ to }) => printReference(to));
  const found = new Set(references.flatMap((reference) => digests.get(reference) ?? []));
  const [digest, ...others] = found;
  if (others.length > 0) {
    fail(
      'image-ambiguous',
      `${quote(image.name)} stands for ${listed([...new Set(references)].map(quote))}, which have different digests.`,
      'Name each of them by its own repository.',
    );
  }
  return { ...image, digest: image.digest ?? digest };
};

type Verification = {
  /** The digest of every existing image, by its printed reference. */
  readonly digests: ReadonlyMap<string, string>;
  /** `image-absent` and `registry-unknown`, one for each other image. */
  readonly violations: readonly Violation[];
};

/** Milliseconds that a fresh push may take to be seen everywhere in its registry. */
const PATIENCE = 3_000;

/** Looks every image up in its registry, as the setting `verify` asks for.
 * @throws PromotionError `image-invalid` and `credentials-invalid`. */
export async function verifyImages(registry: Registry, references: readonly Reference[]): Promise<Verification> {
  const distinct = [...new Map(references.map((reference) => [printReference(reference), reference])).values()];
  const inspected = await inspectAll(registry, distinct, PATIENCE);
  return {
    digests: new Map(
      inspected.flatMap(({ reference, verdict }): [string, string][] =>
        verdict.verdict === 'present' ? [[printReference(reference), verdict.digest]] : [],
      ),
    ),
    violations: inspected.flatMap(explain),
  };
}

const explain = ({ reference, verdict }: Inspected): Violation[] => {
  if (verdict.verdict === 'present') return [];
  return [verdict.verdict === 'absent' ? explainAbsent(reference) : explainUnknown(reference, verdict)];
};
/** An image and the verdict of its registry. */
export type Inspected = { readonly reference: Reference; readonly verdict: Verdict };

const AT_ONCE = 8;

/** Inspects all images side by side, at most eight at once, and answers in their order.
 * @throws PromotionError with the problems of any registry's credentials, once all have been asked. */
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
  if (violations.length > 0) throw new PromotionError(eachOnce(violations));
  return results;
}

/** As far as the work comes before the run is stopped. */
type Begun<R> = {
  /** Undefined for unfinished work. */
  readonly results: readonly (R | undefined)[];
  readonly stopped: readonly Violation[];
};

/** The same, but begins nothing more once the run is stopped.
 * @throws PromotionError as `sideBySide` does. */
export async function sideBySideUntil<T, R>(
  stopped: Promise<never> | undefined,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<Begun<R>> {
  let stops: readonly Violation[] = [];
  const results = await sideBySide(items, async (item) => {
    if (stops.length > 0) return undefined;
    try {
      return await orStopped(work(item), stopped);
    } catch (error) {
      if (!isInterruption(error)) throw error;
      stops = error.violations;
      return undefined;
    }
  });
  return { results, stopped: stops };
}

const eachOnce = (violations: readonly Violation[]): Violation[] => [
  ...new Map(violations.map((violation) => [violation.message, violation])).values(),
];
