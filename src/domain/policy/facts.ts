/** The facts that the policies judge, and the proof of a requirement. */
import type { Settings } from '../config/settings.ts';
import type { Violation } from '../errors.ts';
import { keepsVersion, printImage, printReference, type Reference, sameReference, sameRepository } from '../image.ts';
import type { Delivery, Promotion, Source } from '../model.ts';
import type { PlannedItem } from '../plan/plan-promotion.ts';
import type { ProofVerdict } from '../proof/token-claims.ts';
import { type Build, buildsIn, entriesOf, type History } from '../records/history.ts';
import { listed } from '../text.ts';

/** The kind of request. Only some policies judge rollbacks. */
export type RequestKind = 'promotion' | 'rollback';

/** One product in one environment, and the settings that hold there. */
export type TargetSettings = { readonly product: string; readonly environment: string; readonly settings: Settings };

/** The actors of the run, by the runner; undefined where it names none. */
export type Actors = {
  /** The actor of the first attempt. */
  readonly actor?: string | undefined;
  /** The actor of this attempt. */
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
  readonly asker: Actors;
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
  readonly testimonies: readonly RequirementFact[];
};

/** A policy returns a violation for everything in the facts that it forbids. */
export type Policy = (facts: Facts) => readonly Violation[];

/** The same for a policy about senders. */
export type AdmissionPolicy = (facts: Admission) => readonly Violation[];

export type TargetName = Pick<TargetSettings, 'product' | 'environment'>;

export function isAt({ product, environment }: TargetName): (other: TargetName) => boolean {
  return (other) => other.product === product && other.environment === environment;
}

const indexes = new WeakMap<readonly TargetName[], ReadonlyMap<string, TargetName[]>>();

/** All of the list at a place, from an index that is made once for each list: a request may have a thousand places. */
export function allAt<T extends TargetName>(things: readonly T[], place: TargetName): readonly T[] {
  const index = (indexes.get(things) as ReadonlyMap<string, T[]> | undefined) ?? indexed(things);
  indexes.set(things, index);
  return index.get(keyOf(place)) ?? [];
}

const indexed = <T extends TargetName>(things: readonly T[]): ReadonlyMap<string, T[]> => {
  const index = new Map<string, T[]>();
  for (const thing of things) {
    const others = index.get(keyOf(thing));
    if (others === undefined) index.set(keyOf(thing), [thing]);
    else others.push(thing);
  }
  return index;
};

/** No name of a product or an environment has a slash. */
const keyOf = ({ product, environment }: TargetName): string => `${environment}/${product}`;

/** Targets under the same rule, reported together: one broken rule is one violation for all of them. */
export type RuleGroup = { readonly settings: Settings; readonly where: string };

export function grouped(spots: readonly TargetSettings[], ruleOf: (settings: Settings) => unknown): RuleGroup[] {
  const groups = new Map<string, TargetSettings[]>();
  for (const spot of spots) {
    const key = JSON.stringify(ruleOf(spot.settings)) ?? '';
    const others = groups.get(key);
    if (others === undefined) groups.set(key, [spot]);
    else others.push(spot);
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

/** One image of a required environment, in one manifest. */
export type RequiredImage = {
  readonly product: string;
  readonly environment: string;
  readonly path: string;
  readonly line: number;
  /** The names by which a request may match it. */
  readonly names: readonly string[];
  readonly current: Reference;
  /** Of the manifest; undefined where nobody has read it. */
  readonly history?: History | undefined;
};

/** The result for a requested image: it runs there now, has run there, or did and was rolled back, with the
 * commit that tells so. */
type Testimony =
  | { readonly kind: 'runs' | 'unknown' }
  | { readonly kind: 'has-run' | 'rolled-back'; readonly commit: string };

/** The result for the items that ask the same of the environment that they require: a manifest may list an image many times. */
export type RequirementFact = {
  /** The first of them. */
  readonly item: PlannedItem;
  readonly standing: RequiredImage;
  readonly testimony: Testimony;
};

/** The same for items that ask the same of the environment that they require. */
export function requirementKey({ product, environment, image, request, to }: PlannedItem): string {
  return JSON.stringify([product, environment, image, printImage(request), printReference(to)]);
}

/** Whether it is the same image: by the running repository or by name, since an environment may have a registry of its own. */
export function isAbout(image: string, called: readonly string[]): (standing: RequiredImage) => boolean {
  return ({ current, names }) =>
    sameRepository(current.repository, image) || called.some((name) => names.includes(name));
}

/** The requested image, and the build that it comes from. */
type AskedImage = Pick<PlannedItem, 'to' | 'image'> & {
  readonly source?: Pick<Source, 'repository' | 'sha'> | undefined;
};

/** Two builds of an image are the same when reference, digest or source commit is. */
export function requirementProof({ environment, path, current, history }: RequiredImage, asked: AskedImage): Testimony {
  if (isSame(current, asked.to)) return { kind: 'runs' };
  if (history === undefined) return { kind: 'unknown' };
  const entries = entriesOf({ environment, path, current, history, image: asked.image });
  const builds = buildsIn(entries);
  if (cameFrom(builds(current), asked)) return { kind: 'runs' };
  const matchesAt = (reference: Reference, index: number): boolean =>
    isSame(reference, asked.to) || cameFrom(builds(reference, index), asked);
  for (const [index, { trailer, commit }] of entries.entries()) {
    if (trailer.kind === 'rollback' && matchesAt(trailer.instead, index)) {
      return { kind: 'rolled-back', commit: commit.id };
    }
    if (matchesAt(trailer.reference, index)) return { kind: 'has-run', commit: commit.id };
  }
  return { kind: 'unknown' };
}

/** Whether two requests in one promotion bring the same image: the same words, or the same image. */
export function bringsSame(a: PlannedItem, b: PlannedItem): boolean {
  const isSaid = !keepsVersion(a.request) && printImage(a.request) === printImage(b.request);
  return isSaid || isSame(a.to, b.to);
}

/** Where both name a digest it alone decides: a tag can be moved. */
const isSame = (a: Reference, b: Reference): boolean => {
  if (a.digest !== undefined && b.digest !== undefined) return a.digest === b.digest;
  return a.tag !== undefined && sameReference({ ...a, digest: undefined }, { ...b, digest: undefined });
};

/** A commit is one of a repository: a proof shows the repository of a sender, not its commits. The commit that the provenance of
 * an image proves counts before the one that a sender names. */
const cameFrom = (record: Build | undefined, { source }: AskedImage): boolean => {
  const build = record?.built ?? record?.source;
  const repositories = [source?.repository, build?.repository].flatMap((name) => name?.toLowerCase() ?? []);
  return source?.sha !== undefined && build?.sha === source.sha && new Set(repositories).size < 2;
};
