import type { Delivery, DeliverySettings } from '../model.ts';
import { branchOf } from './branch.ts';

/** One product in one environment, with what is set there. */
type Spot = { readonly product: string; readonly environment: string; readonly settings: DeliverySettings };

/** What of a request is delivered in one piece. */
export type CommitPart<T> = { readonly kind: 'commit'; readonly key: string; readonly targets: readonly T[] };

export type ProposalPart<T> = {
  readonly kind: 'proposal';
  /** Its branch. */
  readonly key: string;
  readonly product: string;
  readonly environments: readonly string[];
  readonly delivery: Exclude<Delivery, 'commit'>;
  readonly targets: readonly T[];
};

export type Part<T> = CommitPart<T> | ProposalPart<T>;

/** One commit for all that is committed, first, and a pull request for each product and way of delivery. The branch is named
 * after the environments that are asked for, whether or not each of them changes. */
export function partsOf<T extends Spot>(targets: readonly T[], given: Delivery | undefined): Part<T>[] {
  const deliveryOf = ({ settings }: Spot): Delivery => given ?? settings.delivery ?? 'commit';
  const committed = targets.filter((target) => deliveryOf(target) === 'commit');
  const groups = new Map<string, T[]>();
  for (const target of targets) {
    const key = `${target.product} ${deliveryOf(target)}`;
    if (deliveryOf(target) !== 'commit') groups.set(key, [...(groups.get(key) ?? []), target]);
  }
  return [
    ...(committed.length > 0 ? [{ kind: 'commit' as const, key: 'commit', targets: committed }] : []),
    ...[...groups.values()].flatMap((members) => proposalOf(members, deliveryOf)),
  ];
}

const proposalOf = <T extends Spot>(targets: readonly T[], deliveryOf: (spot: Spot) => Delivery): ProposalPart<T>[] => {
  const [first] = targets;
  const delivery = first === undefined ? 'commit' : deliveryOf(first);
  if (first === undefined || delivery === 'commit') return [];
  const { product } = first;
  const environments = targets.map(({ environment }) => environment);
  return [{ kind: 'proposal', key: branchOf(product, environments), product, environments, delivery, targets }];
};

/** How a pull request is to look: what the step says, else what is set for its environments, together. */
export type Looks = {
  readonly labels: readonly string[];
  readonly reviewers: readonly string[];
  readonly assignees: readonly string[];
  readonly draft: boolean;
  readonly mergeMethod?: DeliverySettings['mergeMethod'];
};

export function looksOf<T extends Spot>({ targets }: ProposalPart<T>, given: DeliverySettings): Looks {
  const all = targets.map(({ settings }) => settings);
  const united = (name: 'labels' | 'reviewers' | 'assignees'): string[] => [
    ...new Set(given[name] ?? all.flatMap((settings) => settings[name] ?? [])),
  ];
  return {
    labels: united('labels'),
    reviewers: united('reviewers'),
    assignees: united('assignees'),
    draft: given.draft ?? all.some(({ draft }) => draft === true),
    mergeMethod: given.mergeMethod ?? all.find(({ mergeMethod }) => mergeMethod !== undefined)?.mergeMethod,
  };
}
