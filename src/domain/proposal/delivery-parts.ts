/** The parts of a delivery: one commit, and a pull request for each product. Names of branches, merge methods and
 * options of pull requests. */

import type { Delivery, DeliverySettings, MergeMethod } from '../model.ts';
import { isUuid } from '../records/trailer.ts';
import { idIn } from './carried.ts';

/** Where all of these branches are, below `refs/heads/`. */
export const BRANCHES = 'promotion/';

/** Where the branches of a product's pull requests are, below `refs/heads/`. */
export function branchesOf(product: string): string {
  return `${BRANCHES}${product}/`;
}

/** The product whose branch it is. */
export function productOf(branch: string): string {
  return branch.slice(BRANCHES.length).split('/', 1).join();
}

/** The branch of the one pull request for a product and its environments, which are in the order of promotion. */
function branchOf(product: string, environments: readonly string[]): string {
  return `${branchesOf(product)}${environments.join('+')}`;
}

/** Where the branches are, below `refs/heads/`, on which a commit is made before another branch moves to it. No product has this
 * name. */
export const TEMPORARY_BRANCHES = `${BRANCHES}_/`;

export function temporaryBranch(id: string): string {
  return `${TEMPORARY_BRANCHES}${id}`;
}

const HOUR = 3_600_000;

type Workbench = {
  readonly branch: string;
  /** Of its head, and when that was committed, RFC 3339. */
  readonly message: string;
  readonly committedAt: string;
};

/** Whether a run that came to no end has left the branch, over an hour ago. One that has no commit of its own yet is as old as the
 * id in its name says, which begins with a time (RFC 9562, version 7). */
export function isLeftOver({ branch, message, committedAt }: Workbench, now: Date): boolean {
  const id = branch.startsWith(TEMPORARY_BRANCHES) ? branch.slice(TEMPORARY_BRANCHES.length) : '';
  const made = idIn(message) === id ? Date.parse(committedAt) : timeIn(id);
  return isUuid(id) && now.getTime() - made > HOUR;
}

const timeIn = (id: string): number =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 13).replace('-', ''), 16) : Number.NaN;

/** The merge methods that are allowed, as far as they are known. */
type MergeMethods = {
  readonly settings: readonly MergeMethod[];
  readonly rules?: readonly MergeMethod[] | undefined;
};

type MethodChoice =
  | { readonly kind: 'chosen'; readonly method: MergeMethod }
  /** Whether the settings or the rules forbid the requested method, or all methods. */
  | { readonly kind: 'refused'; readonly by: 'settings' | 'rules'; readonly allowed: readonly MergeMethod[] };

/** Records are read best from one commit with our message. */
const preferred: readonly MergeMethod[] = ['squash', 'merge', 'rebase'];

/** The method that is asked for, or else the best of those that the repository and the rules of the branch allow. */
export function chooseMethod(wanted: MergeMethod | undefined, { settings, rules }: MergeMethods): MethodChoice {
  const allowed = preferred.filter((method) => settings.includes(method) && (rules?.includes(method) ?? true));
  const method = wanted ?? allowed[0];
  if (method !== undefined && allowed.includes(method)) return { kind: 'chosen', method };
  const bySettings = wanted === undefined ? settings.length === 0 : !settings.includes(wanted);
  return { kind: 'refused', by: bySettings ? 'settings' : 'rules', allowed };
}

/** One product in one environment, with its settings. */
type DeliveryTarget = { readonly product: string; readonly environment: string; readonly settings: DeliverySettings };

/** A part of a request that is delivered by one commit. */
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

export type DeliveryPart<T> = CommitPart<T> | ProposalPart<T>;

/** One commit for all that is committed, first, and a pull request for each product and kind of delivery. The branch is named
 * after the environments that are asked for, whether or not each of them changes. */
export function partsOf<T extends DeliveryTarget>(
  targets: readonly T[],
  given: Delivery | undefined,
): DeliveryPart<T>[] {
  const deliveryOf = ({ settings }: DeliveryTarget): Delivery => given ?? settings.delivery ?? 'commit';
  const committed = targets.filter((target) => deliveryOf(target) === 'commit');
  const groups = new Map<string, T[]>();
  for (const target of targets) {
    const key = `${target.product} ${deliveryOf(target)}`;
    if (deliveryOf(target) === 'commit') continue;
    const others = groups.get(key);
    if (others === undefined) groups.set(key, [target]);
    else others.push(target);
  }
  return [
    ...(committed.length > 0 ? [{ kind: 'commit' as const, key: 'commit', targets: committed }] : []),
    ...[...groups.values()].flatMap((members) => proposalOf(members, deliveryOf)),
  ];
}

const proposalOf = <T extends DeliveryTarget>(
  targets: readonly T[],
  deliveryOf: (spot: DeliveryTarget) => Delivery,
): ProposalPart<T>[] => {
  const [first] = targets;
  const delivery = first === undefined ? 'commit' : deliveryOf(first);
  if (first === undefined || delivery === 'commit') return [];
  const { product } = first;
  const environments = targets.map(({ environment }) => environment);
  return [{ kind: 'proposal', key: branchOf(product, environments), product, environments, delivery, targets }];
};

/** The options of a pull request: those of the step, else the united settings of its environments. */
export type PullRequestOptions = {
  readonly labels: readonly string[];
  readonly reviewers: readonly string[];
  readonly assignees: readonly string[];
  readonly draft: boolean;
  readonly mergeMethod?: DeliverySettings['mergeMethod'];
};

export function pullRequestOptionsOf<T extends DeliveryTarget>(
  { targets }: ProposalPart<T>,
  given: DeliverySettings,
): PullRequestOptions {
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
