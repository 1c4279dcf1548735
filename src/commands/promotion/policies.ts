import type { Delivery, Notice } from '../../domain/model.ts';
import type { PlannedItem } from '../../domain/plan/plan-promotion.ts';
import { openMemberships } from '../../domain/policy/actors.ts';
import { enforce, type PolicyName } from '../../domain/policy/enforce.ts';
import type { Membership, RequestKind } from '../../domain/policy/facts.ts';
import { silentOwners, withSilent } from '../../domain/policy/shared-places.ts';
import type { BuildCommit } from '../../domain/records/trailer.ts';
import { type Asking, type Authorities, admitTo } from './admission.ts';
import { sourceOf } from './from.ts';
import type { Gathered } from './read-manifests.ts';
import { type Identity, readTestimonies } from './requirements.ts';

export type Matter = {
  readonly kind: RequestKind;
  readonly asking: Asking;
  readonly gathered: Gathered;
  /** All that is asked for. */
  readonly items: readonly PlannedItem[];
  /** Without what is left out. */
  readonly remaining: readonly PlannedItem[];
  /** What wins over the delivery of the configuration. */
  readonly delivery: Delivery | undefined;
  /** The commit that an item was built from, where that is proven. */
  readonly builtOf?: ((item: PlannedItem) => BuildCommit | undefined) | undefined;
};

/** Gathers what the policies judge by, and enforces them.
 * @throws PromotionError with everything that the configuration does not let through. */
export async function enforcePolicies(matter: Matter, authorities: Authorities): Promise<Notice[]> {
  const { kind, asking, gathered, delivery } = matter;
  const { promotion, asker = {}, reported = [] } = asking;
  const silent = silentOwners(matter.items, gathered.targets, promotion.environments);
  const [items, remaining] = [withSilent(matter.items, silent), withSilent(matter.remaining, silent)];
  const spots = [...gathered.targets, ...silent];
  const facts = { kind, promotion, spots, items, remaining, asker, delivery };
  const enforced = (name: PolicyName): boolean => !reported.includes(name);
  const { config, snapshot } = gathered;
  const [memberships, testimonies, admitted] = await Promise.all([
    enforced('actors') ? askMemberships(openMemberships(facts, spots), authorities) : [],
    kind === 'promotion' ? readTestimonies(remaining, { config, snapshot, targets: spots }, identityIn(matter)) : [],
    silent.length === 0
      ? []
      : admitTo({ ...asking, kind }, { spots: silent, config, repository: snapshot.repository }, authorities),
  ]);
  return [...admitted, ...enforce({ ...facts, memberships, testimonies }, reported)];
}

/** The commit that is proven to be in an image comes before the one that its sender names. */
const identityIn =
  ({ asking: { promotion }, gathered, builtOf }: Matter) =>
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
