import type { Notice, Promotion } from '../domain/model.ts';
import type { PlannedItem } from '../domain/plan/plan.ts';
import { openMemberships } from '../domain/policy/actors.ts';
import { enforce, type PolicyName } from '../domain/policy/enforce.ts';
import type { Kind, Membership } from '../domain/policy/facts.ts';
import type { Asking, Authorities } from './admission.ts';
import { sourceOf } from './from.ts';
import type { Gathered } from './gather.ts';
import { type Identity, readTestimonies } from './standings.ts';

export type Matter = {
  readonly kind: Kind;
  readonly asking: Asking;
  readonly gathered: Gathered;
  /** All that is asked for. */
  readonly items: readonly PlannedItem[];
  /** Without what is left out. */
  readonly remaining: readonly PlannedItem[];
};

/** Gathers what the policies judge by, and enforces them.
 * @throws PromotionError with everything that the configuration does not let through. */
export async function enforcePolicies(matter: Matter, authorities: Authorities): Promise<Notice[]> {
  const { kind, asking, gathered, items, remaining } = matter;
  const { promotion, asker = {}, reported = [] } = asking;
  const facts = { kind, promotion, spots: gathered.targets, items, remaining, asker };
  const enforced = (name: PolicyName): boolean => !reported.includes(name);
  const [memberships, testimonies] = await Promise.all([
    enforced('actors') ? askMemberships(openMemberships(facts, gathered.targets), authorities) : [],
    kind === 'promotion' ? readTestimonies(remaining, gathered, identityIn(promotion, gathered)) : [],
  ]);
  return enforce({ ...facts, memberships, testimonies }, reported);
}

const identityIn =
  (promotion: Promotion, gathered: Gathered) =>
  (item: PlannedItem): Identity => ({ source: sourceOf(item, promotion, gathered), names: [item.request.name] });

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
