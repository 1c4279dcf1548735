import type { Config } from '../../domain/config/settings.ts';
import { PromotionError } from '../../domain/errors.ts';
import { printReference } from '../../domain/image.ts';
import type { Delivery, Notice } from '../../domain/model.ts';
import { listedIn } from '../../domain/plan/carry.ts';
import type { PlannedItem } from '../../domain/plan/plan-promotion.ts';
import { openMemberships } from '../../domain/policy/actors.ts';
import { enforce, type PolicyName } from '../../domain/policy/enforce.ts';
import {
  isAbout,
  isAt,
  type Membership,
  type RequestKind,
  type RequiredImage,
  type RequirementFact,
  requirementKey,
  requirementProof,
} from '../../domain/policy/facts.ts';
import { otherOwners, withOtherOwners } from '../../domain/policy/shared-places.ts';
import type { BuildCommit, RecordedSource } from '../../domain/records/trailer.ts';
import type { History, Snapshot } from '../../ports.ts';
import { type Authorities, admitTo, type Sender } from './admission.ts';
import { sourceOf } from './from.ts';
import { historyPathOf, type PromotionFacts, readManifests, type Spot, spotsOf } from './read-manifests.ts';
export type PolicyRequest = {
  readonly kind: RequestKind;
  readonly asking: Sender;
  readonly gathered: PromotionFacts;
  /** All requested items. */
  readonly items: readonly PlannedItem[];
  /** The items that are not left out. */
  readonly remaining: readonly PlannedItem[];
  /** The delivery that overrides the configuration. */
  readonly delivery: Delivery | undefined;
  /** The proven commit of an item, if there is one. */
  readonly builtOf?: ((item: PlannedItem) => BuildCommit | undefined) | undefined;
};

/** Gathers the facts for the policies, and enforces them.
 * @throws PromotionError with everything that the configuration does not let through. */
export async function enforcePolicies(matter: PolicyRequest, authorities: Authorities): Promise<Notice[]> {
  const { kind, asking, gathered, delivery } = matter;
  const { promotion, asker = {}, reported = [] } = asking;
  const silent = otherOwners(matter.items, gathered.targets, promotion.environments);
  const [items, remaining] = [withOtherOwners(matter.items, silent), withOtherOwners(matter.remaining, silent)];
  const spots = [...gathered.targets, ...silent];
  const facts = { kind, promotion, spots, items, remaining, asker, delivery };
  const enforced = (name: PolicyName): boolean => !reported.includes(name);
  const { config, snapshot } = gathered;
  const [memberships, testimonies, admitted] = await Promise.all([
    enforced('actors') ? askMemberships(openMemberships(facts, spots), authorities) : [],
    kind === 'promotion' ? readRequirements(remaining, { config, snapshot, targets: spots }, identityIn(matter)) : [],
    silent.length === 0
      ? []
      : admitTo({ ...asking, kind }, { spots: silent, config, repository: snapshot.repository }, authorities),
  ]);
  return [...admitted, ...enforce({ ...facts, memberships, testimonies }, reported)];
}

/** The commit that is proven to be in an image comes before the one that its sender names. */
const identityIn =
  ({ asking: { promotion }, gathered, builtOf }: PolicyRequest) =>
  (item: PlannedItem): Identity => ({
    source: builtOf?.(item) ?? sourceOf(item, promotion, gathered),
    names: [item.request.name],
  });

const askMemberships = async (
  pairs: readonly Pick<Membership, 'team' | 'login'>[],
  { teams }: Authorities,
): Promise<Membership[]> => {
  const asked = pairs.length === 0 ? undefined : teams?.();
  const nobody = { state: 'unreadable', reason: 'nobody can be asked here.' } as const;
  return Promise.all(
    pairs.map(async ({ team, login }) => ({ team, login, answer: (await asked?.member(team, login)) ?? nobody })),
  );
};

/** The spots whose images others require, apart from those that are asked for themselves. */
export function requiredSpots(config: Config, spots: readonly Spot[]): Spot[] {
  const required = spots.flatMap(({ product, settings: { requires } }) =>
    requires === undefined ? [] : spotsOf(config, { products: [product], environments: [requires] }),
  );
  const others = required.filter((spot) => !spots.some(isAt(spot)));
  return [...new Map(others.map((spot) => [`${spot.product} ${spot.environment}`, spot])).values()];
}

/** The source of an item, and the names of its image. */
export type Identity = { readonly source: RecordedSource; readonly names: readonly string[] };

/** The images of the required environments. The manifests have been read along with the others; records are read only of an image
 * that does not run there. */
export async function readRequirements(
  remaining: readonly PlannedItem[],
  gathered: RequirementScope,
  identityOf: (item: PlannedItem) => Identity,
): Promise<RequirementFact[]> {
  const questions = requirementsOf(remaining, gathered).map(async ({ spot, items }) => {
    const standings = distinct(await standingsIn(spot, gathered.snapshot), standingKey);
    return distinct(items, requirementKey).flatMap((item) => {
      const { source, names } = identityOf(item);
      return standings.filter(isAbout(item.image, names)).map((standing) => ({ item, standing, spot, source }));
    });
  });
  const asked = (await Promise.all(questions)).flat();
  return Promise.all(asked.map((question) => testify(question, gathered.snapshot)));
}

/** The first of each kind. */
const distinct = <T>(all: readonly T[], keyOf: (one: T) => string): T[] => {
  const found = new Map<string, T>();
  for (const one of all) {
    const key = keyOf(one);
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
};

/** Images of a manifest with the same names and reference are one. */
const standingKey = ({ path, names, current }: RequiredImage): string =>
  JSON.stringify([path, names, printReference(current)]);

export type RequirementScope = Pick<PromotionFacts, 'config' | 'snapshot'> & { readonly targets: readonly Spot[] };

export type Requirement = { readonly spot: Spot; readonly items: readonly PlannedItem[] };

const requirementsOf = (remaining: readonly PlannedItem[], { config, targets }: RequirementScope): Requirement[] => {
  const changed = remaining.filter(({ state }) => state === 'changed');
  return targets.flatMap((target) => {
    const { requires } = target.settings;
    if (requires === undefined) return [];
    const items = changed.filter(isAt(target));
    if (items.length === 0) return [];
    return spotsOf(config, { products: [target.product], environments: [requires] }).map((spot) => ({ spot, items }));
  });
};

/** An environment without manifests runs nothing. */
const standingsIn = async (spot: Spot, snapshot: Snapshot): Promise<RequiredImage[]> => {
  try {
    const [found] = await readManifests(snapshot, [spot]);
    const { product, environment } = spot;
    return listedIn(found?.files ?? []).map(({ image: current, names, path, line }) => ({
      product,
      environment,
      path,
      line,
      names,
      current,
    }));
  } catch (error) {
    if (error instanceof PromotionError) return [];
    throw error;
  }
};

export type Question = {
  readonly item: PlannedItem;
  readonly standing: RequiredImage;
  readonly spot: Spot;
  readonly source: RecordedSource;
};

const testify = async ({ item, standing, spot, source }: Question, snapshot: Snapshot): Promise<RequirementFact> => {
  const { to, image } = item;
  const judge = (history?: History) => requirementProof({ ...standing, history }, { to, image, source });
  if (judge().kind !== 'unknown') return { item, standing, testimony: judge() };
  const tells = (commits: History['commits']): boolean => judge({ commits, complete: false }).kind !== 'unknown';
  const history = await snapshot.history(historyPathOf(spot.settings, standing.path), tells);
  return { item, standing: { ...standing, history }, testimony: judge(history) };
};
