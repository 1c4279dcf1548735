/** The facts that the policies judge. */

import type { Settings } from '../config/settings.ts';
import type { Violation } from '../errors.ts';
import type { Delivery, Promotion } from '../model.ts';
import type { PlannedItem } from '../plan/plan-promotion.ts';
import type { ProofVerdict } from '../proof/claims.ts';
import { listed } from '../text.ts';
import type { Testified } from './standing.ts';

/** The kind of request. Only some policies judge rollbacks. */
export type RequestKind = 'promotion' | 'rollback';

/** One product in one environment, and the settings that hold there. */
export type TargetSettings = { readonly product: string; readonly environment: string; readonly settings: Settings };

/** The actors of the run, by the runner; undefined where it names none. */
export type Asker = {
  /** Who caused the first attempt. */
  readonly actor?: string | undefined;
  /** Who caused this attempt. */
  readonly triggeringActor?: string | undefined;
  /** GitHub's number of the repository in which the run is. */
  readonly repositoryId?: string | undefined;
};

/** Whether a login belongs to a team. `unseen`: GitHub shows no membership, because there is none or because the token may not
 * see it. */
export type Member =
  | { readonly state: 'member' | 'unseen' }
  | { readonly state: 'unreadable' /** A sentence. */; readonly reason: string };

export type Membership = { readonly team: string; readonly login: string; readonly answer: Member };

/** The facts that are known before any manifest is read. */
export type Admission = {
  readonly kind: RequestKind;
  readonly promotion: Promotion;
  readonly spots: readonly TargetSettings[];
  readonly asker: Asker;
  /** Undefined where no proof was verified. */
  readonly proof?: ProofVerdict | undefined;
};

/** The facts for all other policies. */
export type Facts = Omit<Admission, 'proof'> & {
  /** The delivery of the request, which wins over that of the configuration. */
  readonly delivery?: Delivery | undefined;
  /** All requested items. */
  readonly items: readonly PlannedItem[];
  /** The items that are not left out. */
  readonly remaining: readonly PlannedItem[];
  readonly memberships: readonly Membership[];
  /** The results of the required environments for the remaining items. */
  readonly testimonies: readonly Testified[];
};

/** A policy names everything in the facts that it does not let through. */
export type Policy = (facts: Facts) => readonly Violation[];

/** The same of a policy that decides who may ask at all. */
export type AdmissionPolicy = (facts: Admission) => readonly Violation[];

export type TargetName = Pick<TargetSettings, 'product' | 'environment'>;

export function isAt({ product, environment }: TargetName): (other: TargetName) => boolean {
  return (other) => other.product === product && other.environment === environment;
}

/** Targets under the same rule, reported together: one broken rule is one violation for all of them. */
export type RuleGroup = { readonly settings: Settings; readonly where: string };

export function grouped(spots: readonly TargetSettings[], ruleOf: (settings: Settings) => unknown): RuleGroup[] {
  const groups = new Map<string, TargetSettings[]>();
  for (const spot of spots) {
    const key = JSON.stringify(ruleOf(spot.settings)) ?? '';
    groups.set(key, [...(groups.get(key) ?? []), spot]);
  }
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : [{ settings: first.settings, where: placesOf(members) }];
  });
}

const MOST_PRODUCTS = 5;

/** `dev and stg of shop`. */
export function placesOf(places: readonly TargetName[]): string {
  const products = [...new Set(places.map(({ product }) => product))];
  const shown = products.slice(0, MOST_PRODUCTS).map((product) => {
    const environments = places.filter((place) => place.product === product).map(({ environment }) => environment);
    return `${listed([...new Set(environments)])} of ${product}`;
  });
  const rest = products.length - shown.length;
  return listed(rest > 0 ? [...shown, `${rest} more products`] : shown);
}
