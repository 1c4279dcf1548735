import { fail, PromotionError, type Violation } from '../domain/errors.ts';
import { type ImageRequest, printImage, printReference } from '../domain/image.ts';
import type { Notice, Trigger } from '../domain/model.ts';
import { type PlannedItem, planPromotion } from '../domain/plan/plan.ts';
import { isAt, type Kind } from '../domain/policy/facts.ts';
import { isOwnedBy } from '../domain/policy/owners.ts';
import { isListed } from '../domain/policy/renames.ts';
import { listed, quote } from '../domain/text.ts';
import type { Registry } from '../ports.ts';
import type { ConfiguredTarget, Gathered } from './gather.ts';
import type { Decided } from './supersede.ts';
import type { Verification } from './verify.ts';

export type Verified = {
  /** With the digests that the setting asks for. */
  readonly decided: Decided;
  readonly violations: readonly Violation[];
  readonly notices: readonly Notice[];
};

type Subject = {
  readonly kind: Kind;
  readonly trigger: Trigger;
  readonly gathered: Gathered;
  readonly decided: Decided;
};

/** Looks up in their registries what `verify` does not let through unseen, and writes the digest along where it is `digest`. Going
 * back must not depend on a registry that does not answer, nor on the login to it: it is refused only where the image is gone. An
 * image that may not be promoted is not asked about, so that no sender chooses what the runner calls. No registry code is loaded
 * where nothing is to be verified.
 * @throws PromotionError `credentials-invalid` for a promotion; what registries answer is a result. */
export async function verify(
  { kind, trigger, gathered, decided }: Subject,
  open: (() => Promise<Registry>) | undefined,
): Promise<Verified> {
  const modeOf = (item: PlannedItem) => {
    const settings = gathered.targets.find(isAt(item))?.settings;
    if (settings === undefined || (kind === 'promotion' && !isListed(item, settings, trigger))) return false;
    const modes = [settings, ...(item.owners ?? []).map((owner) => owner.settings)].map((one) => one.verify);
    return modes.find((mode) => mode === 'digest') ?? modes.includes(true);
  };
  // What stays as it is was not left out by a freeze, and gets no digest before it is over either.
  const isFrozen = (item: PlannedItem): boolean => decided.frozen?.some((spot) => isOwnedBy(item, spot)) ?? false;
  const mayChange = (item: PlannedItem): boolean => item.state === 'changed' || !isFrozen(item);
  const pinned = (item: PlannedItem): boolean => kind === 'promotion' && modeOf(item) === 'digest' && mayChange(item);
  const asked = decided.items.filter((item) => pinned(item) || (modeOf(item) !== false && item.state === 'changed'));
  if (asked.length === 0) return { decided, violations: [], notices: [] };
  if (open === undefined) throw new Error('no registry can be asked');
  const { verifyImages } = await import('./verify.ts');
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

/** Plans again with the digest in each request; what was left out stays so. */
const pin = (decided: Decided, { items, digests, targets }: Pins): Decided => {
  if (items.length === 0) return decided;
  const again = targets.map((target) => {
    const own = decided.items.filter(isAt(target));
    const asked = new Set(own.map(({ request }) => printImage(request)));
    const images = target.images.filter((image) => asked.has(printImage(image)));
    return { ...target, images: images.map((image) => pinned(image, items.filter(concerns(own)), digests)) };
  });
  return { ...decided, ...planPromotion(again), notices: decided.notices };
};

/** Whatever shares a place gets the digest along, as its value is one. */
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
