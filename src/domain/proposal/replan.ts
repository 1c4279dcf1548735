/** Plans an item that a pull request carries again, from the base as it is now. */

import { matches } from '../config/glob.ts';
import { imageAllowed } from '../config/settings.ts';
import { PromotionError } from '../errors.ts';
import { type ImageRequest, printReference, sameReference } from '../image.ts';
import { type PlannedItem, type PlanTarget, planPromotion } from '../plan/plan-promotion.ts';
import type { ProposedItem } from './carried.ts';

type ReplanTarget = PlanTarget & {
  readonly settings: {
    readonly images?: readonly string[] | undefined;
    readonly tags?: readonly string[] | undefined;
  };
};

/** The result for a carried item when it is planned from the present base. */
export type ReplannedItem =
  | { readonly kind: 'changes'; readonly request: ImageRequest; readonly item: PlannedItem }
  /** The base has it. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'dropped'; readonly why: string };

/** Plans a carried item once more, on its own, under today's configuration. */
export function replanItem({ trailer }: ProposedItem, targets: readonly ReplanTarget[]): ReplannedItem {
  const { reference, environment } = trailer;
  const target = targets.find((candidate) => candidate.environment === environment);
  if (target === undefined) return { kind: 'dropped', why: `${environment} is not asked for any more` };
  const problem = problemOf(target, trailer);
  if (problem !== undefined) return { kind: 'dropped', why: problem };
  const request: ImageRequest = { name: reference.repository, tag: reference.tag, digest: reference.digest };
  const items = attempt({ ...target, images: [request] });
  if (typeof items === 'string') return { kind: 'dropped', why: items };
  const item = items.find(({ state }) => state === 'changed');
  if (item === undefined) return { kind: 'settled' };
  const others = (item.owners ?? []).map((owner) => problemOf(owner, trailer));
  const [why] = others.filter((one) => one !== undefined);
  if (why !== undefined) return { kind: 'dropped', why };
  const overtaken = trailer.kind === 'rollback' && !sameReference(item.from, trailer.instead);
  return overtaken
    ? { kind: 'dropped', why: `${environment} runs ${printReference(item.from)} by now` }
    : { kind: 'changes', request, item };
}

/** A rollback goes wherever the image may run. */
const problemOf = (
  { settings: { images, tags }, environment }: Pick<ReplanTarget, 'settings' | 'environment'>,
  trailer: ProposedItem['trailer'],
): string | undefined => {
  const { reference, kind } = trailer;
  const { tag } = reference;
  if (!imageAllowed({ images }, reference.repository)) return `the configuration does not allow it in ${environment}`;
  if (kind === 'rollback' || tags === undefined) return undefined;
  const isAllowed = tag !== undefined && tags.some((pattern) => matches(pattern, tag));
  return isAllowed ? undefined : `the configuration does not allow its tag in ${environment}`;
};

const attempt = (target: PlanTarget): readonly PlannedItem[] | string => {
  try {
    return planPromotion([target]).items;
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.message.replace(/\.$/, '').replace(/^./, (first) => first.toLowerCase());
  }
};
