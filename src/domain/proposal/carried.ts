/** The items that a pull request carries, read from its commit and its description. */

import { canonicalRepository } from '../image.ts';
import type { Delivery } from '../model.ts';
import { isName, isStateTrailer, parseTrailers, printTrailerLines, type StateTrailer } from '../records/trailer.ts';
import { isOneOf } from './branch-claim.ts';

/** An item that a pull request carries. */
export type ProposedItem = {
  readonly trailer: StateTrailer;
  /** The requested delivery; an item without one awaits a review. */
  readonly delivery: Exclude<Delivery, 'commit'>;
};

type DescribedHead = {
  readonly head: { readonly message: string };
  readonly pullRequest?:
    | {
        readonly description: string;
        readonly author?: string | undefined;
        readonly editor?: string | undefined;
      }
    | undefined;
};

/** The items of a proposal, each image of an environment once. How its items are to be delivered is in the commit, since a run
 * can end before it has written more, and in the description, which counts while it is about this very commit: that can change
 * without a change of the commit, which would lose the reviews that it has. Of what none of `ours` has written and edited only
 * that counts which the commit says, too: so nobody gets past a review. */
export function carriedBy({ head, pullRequest }: DescribedHead, ours: readonly string[]): ProposedItem[] {
  const { message } = head;
  const { description = '', author, editor = author } = pullRequest ?? {};
  const isCurrent = idIn(message) !== undefined && idIn(description) === idIn(message);
  const isOurs = isOneOf(author, ours) && isOneOf(editor, ours);
  const own = deliveriesIn(message);
  const told = isCurrent ? deliveriesIn(description) : own;
  const deliveries = new Map([...told].filter(([key, delivery]) => !isCurrent || isOurs || own.get(key) === delivery));
  const byItem = new Map<string, ProposedItem>();
  for (const trailer of parseTrailers(message)) {
    if (!isStateTrailer(trailer)) continue;
    const key = itemKey(trailer.environment, trailer.reference.repository);
    byItem.set(key, { trailer, delivery: deliveries.get(key) ?? 'pull-request' });
  }
  return [...byItem.values()];
}

/** The key of an item, the same for every spelling of its image. */
export function itemKey(environment: string, image: string): string {
  return `${environment} ${canonicalRepository(image)}`;
}

/** The lines of a commit or a description that let its items be merged without a review. An item without
 * such a line is never merged by us: to remove a line only makes the pull request wait. */
export function deliveryLines(carried: readonly ProposedItem[]): string[] {
  const lines = carried
    .filter(({ delivery }) => delivery !== 'pull-request')
    .map(({ trailer, delivery }) => `Delivery: ${delivery} ${trailer.environment} ${trailer.reference.repository}`);
  return [...new Set(lines)];
}

const deliveriesIn = (text: string) => new Map(text.split(/\r?\n/).flatMap(parseDelivery));

const parseDelivery = (line: string): [string, 'auto-merge' | 'merge'][] => {
  const [, delivery, environment = '', image = ''] = /^Delivery: (auto-merge|merge) (\S+) (\S+)$/.exec(line) ?? [];
  if (!isName(environment)) return [];
  return [[itemKey(environment, image), delivery === 'merge' ? 'merge' : 'auto-merge']];
};

/** Whether two proposals carry the same items, by any sender, time and delivery. */
export function sameCarried(one: readonly ProposedItem[], other: readonly ProposedItem[]): boolean {
  return same(one, other, ({ trailer }) => printTrailerLines(trailer).join('\n'));
}

/** Whether their items have the same delivery. */
export function sameDeliveries(one: readonly ProposedItem[], other: readonly ProposedItem[]): boolean {
  return same(one, other, (carried) => deliveryLines([carried]).join(''));
}

const same = (
  one: readonly ProposedItem[],
  other: readonly ProposedItem[],
  print: (carried: ProposedItem) => string,
): boolean => {
  const [some, more] = [one, other].map((carried) => [...new Set(carried.map(print))].sort().join('\n'));
  return some === more;
};

/** The `Promotion-Id` of a commit or a description. */
export function idIn(text: string): string | undefined {
  return parseTrailers(text).find((trailer) => trailer.kind === 'id')?.id;
}

/** The reason that a commit gives. */
export function reasonIn(message: string): string | undefined {
  return /^Reason: (.+)$/m.exec(message)?.[1];
}
