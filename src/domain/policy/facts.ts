import type { Settings } from '../config/settings.ts';
import type { Violation } from '../errors.ts';
import type { Delivery, Promotion } from '../model.ts';
import type { PlannedItem } from '../plan/plan.ts';
import type { ProofVerdict } from '../proof/verdict.ts';
import { listed } from '../text.ts';
import type { Testified } from './standing.ts';

/** What is asked for. Of a rollback only some policies speak. */
export type Kind = 'promotion' | 'rollback';

/** One product in one environment, and the settings that hold there. */
export type Spot = { readonly product: string; readonly environment: string; readonly settings: Settings };

/** Who started the run, as the runner tells it; both undefined where nobody does. */
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

/** What is known as soon as the configuration is read, before any manifest is. */
export type Admission = {
  readonly kind: Kind;
  readonly promotion: Promotion;
  readonly spots: readonly Spot[];
  readonly asker: Asker;
  /** Undefined where nobody has looked at one. */
  readonly proof?: ProofVerdict | undefined;
};

/** What the other policies judge by. */
export type Facts = Omit<Admission, 'proof'> & {
  /** What wins over the delivery of the configuration. */
  readonly delivery?: Delivery | undefined;
  /** All that is asked for. */
  readonly items: readonly PlannedItem[];
  /** Without what is left out. */
  readonly remaining: readonly PlannedItem[];
  readonly memberships: readonly Membership[];
  /** What the environments say that others require, of the remaining items. */
  readonly testimonies: readonly Testified[];
};

/** A policy names everything in the facts that it does not let through. */
export type Policy = (facts: Facts) => readonly Violation[];

/** The same of a policy that decides who may ask at all. */
export type AdmissionPolicy = (facts: Admission) => readonly Violation[];

export type Place = Pick<Spot, 'product' | 'environment'>;

export function isAt({ product, environment }: Place): (other: Place) => boolean {
  return (other) => other.product === product && other.environment === environment;
}

/** Spots under the same rule, told together: one rule that is broken is one violation, however many places it stands for. */
export type Group = { readonly settings: Settings; readonly where: string };

export function grouped(spots: readonly Spot[], ruleOf: (settings: Settings) => unknown): Group[] {
  const groups = new Map<string, Spot[]>();
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
export function placesOf(places: readonly Place[]): string {
  const products = [...new Set(places.map(({ product }) => product))];
  const shown = products.slice(0, MOST_PRODUCTS).map((product) => {
    const environments = places.filter((place) => place.product === product).map(({ environment }) => environment);
    return `${listed([...new Set(environments)])} of ${product}`;
  });
  const rest = products.length - shown.length;
  return listed(rest > 0 ? [...shown, `${rest} more products`] : shown);
}
