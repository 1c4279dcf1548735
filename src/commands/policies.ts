import { PromotionError } from '../domain/errors.ts';
import type { Notice, Promotion } from '../domain/model.ts';
import type { PlannedItem } from '../domain/plan/plan.ts';
import { openMemberships } from '../domain/policy/actors.ts';
import { enforce, type PolicyName } from '../domain/policy/enforce.ts';
import type { Asker, Kind, Membership } from '../domain/policy/facts.ts';
import { needsProof } from '../domain/policy/proof.ts';
import type { ProofVerdict } from '../domain/proof/verdict.ts';
import type { Proofs, Registry, Teams } from '../ports.ts';
import { sourceOf } from './from.ts';
import type { Gathered } from './gather.ts';
import { type Identity, readTestimonies } from './standings.ts';

/** Who asks, and what the policies may not take for granted. */
export type Asking = {
  readonly promotion: Promotion;
  readonly asker?: Asker | undefined;
  /** What arrived with an automatic request, proof included. */
  readonly payload?: unknown;
  /** Policies that are told and not enforced, where nothing can be proven. */
  readonly reported?: readonly PolicyName[] | undefined;
};

/** What only some requests need; without them nobody is a member and nothing is proven. */
export type Authorities = {
  readonly teams?: (() => Teams) | undefined;
  readonly proofs?: (() => Promise<Proofs>) | undefined;
  readonly registry?: (() => Promise<Registry>) | undefined;
};

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
  const [memberships, proof, testimonies] = await Promise.all([
    enforced('actors') ? askMemberships(openMemberships(facts, gathered.targets), authorities) : [],
    kind === 'promotion' && enforced('proof') && needsProof(facts) ? verifyProof(matter, authorities) : undefined,
    kind === 'promotion' ? readTestimonies(remaining, gathered, identityIn(promotion, gathered)) : [],
  ]);
  return enforce({ ...facts, memberships, proof, testimonies }, reported);
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

const verifyProof = async (
  { asking, gathered }: Matter,
  { proofs }: Authorities,
): Promise<ProofVerdict | undefined> => {
  const { proof: token, source = {} } = asking.promotion;
  if (token === undefined || proofs === undefined) return undefined;
  try {
    const { issuer } = gathered.config.value;
    return await (await proofs()).verify({ token, payload: asking.payload, source, issuer });
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return { kind: 'rejected', rejections: error.violations };
  }
};
