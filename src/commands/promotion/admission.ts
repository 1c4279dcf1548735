import { closedProducts } from '../../domain/config/owners.ts';
import { type Config, configPaths, inOrder } from '../../domain/config/settings.ts';
import { collect, PromotionError, type Violation } from '../../domain/errors.ts';
import { MOST_AHEAD, MOST_PRODUCTS_AHEAD } from '../../domain/limits.ts';
import type { Notice, Promotion } from '../../domain/model.ts';
import { admit, type PolicyName } from '../../domain/policy/enforce.ts';
import type { Actors, Admission, RequestKind } from '../../domain/policy/facts.ts';
import { needsProof } from '../../domain/policy/sources.ts';
import type { ProofVerdict } from '../../domain/proof/token-claims.ts';
import type { Attestations, Host, ProofQuestion, Proofs, Registry, Snapshot, Teams, Wanted } from '../../ports.ts';
import { type Configured, readConfig, type Spot, spotsOf } from './read-manifests.ts';
/** The sender of the request, and the limits of what can be proven. */
export type Sender = {
  readonly promotion: Promotion;
  readonly asker?: Actors | undefined;
  /** The payload of an automatic request, with its proof. */
  readonly payload?: unknown;
  /** The reason to refuse the ref of the run, if the given branch is the default branch; undefined if the ref is allowed. */
  readonly strayRef?: ((branch: string) => Violation | undefined) | undefined;
  /** Policies that are reported and not enforced, where nothing can be proven. */
  readonly reported?: readonly PolicyName[] | undefined;
};

/** Dependencies of some requests; without them no login is a member and nothing is proven. */
export type Authorities = {
  readonly teams?: (() => Teams) | undefined;
  readonly proofs?: (() => Promise<Proofs>) | undefined;
  readonly registry?: (() => Promise<Registry>) | undefined;
  readonly attestations?: (() => Promise<Attestations>) | undefined;
  /** Address of the GitHub server (`https://github.com`). */
  readonly server?: string | undefined;
};

export type AdmissionRequest = Sender & {
  readonly kind: RequestKind;
  /** Path of the configuration, where one is given. */
  readonly config?: string | undefined;
};

/** An admitted request, and its targets. */
export type Admitted = Configured & { readonly spots: readonly Spot[]; readonly notices: readonly Notice[] };

/** Judges the sender as soon as the configuration is read: for a request without proof the run must read nothing more.
 * @throws PromotionError with everything that is wrong with the configuration, else with the places or the source of the request. */
export async function admitRequest(
  applicant: AdmissionRequest,
  snapshot: Snapshot,
  authorities: Authorities,
): Promise<Admitted> {
  const { promotion } = applicant;
  const { config, configuration } = await readConfig(applicant.config, snapshot);
  const [environments = []] = collect<readonly string[]>([
    () => inOrder(config, promotion.environments, promotion.trigger),
    () => refuseStray(applicant, snapshot),
    () => closedProducts(config, promotion),
  ]);
  const spots = spotsOf(config, { products: promotion.products, environments });
  return {
    config,
    configuration,
    spots,
    notices: await admitTo(applicant, { config, spots, repository: snapshot.repository }, authorities),
  };
}

export type AdmissionPlaces = Pick<Snapshot, 'repository'> & {
  readonly config: Config;
  readonly spots: Admission['spots'];
};

/** Judges whether the sender may request these targets.
 * @throws PromotionError with the violations of the policies. */
export async function admitTo(
  applicant: Omit<AdmissionRequest, 'config'>,
  { config, spots, repository }: AdmissionPlaces,
  authorities: Authorities,
): Promise<Notice[]> {
  const { kind, promotion, asker = {}, reported = [] } = applicant;
  const facts: Admission = { kind, promotion, spots, asker };
  const judged = !reported.includes('proof') && needsProof(facts);
  const question = { issuer: config.value.issuer, repository };
  const proof = judged ? await verifyProof(applicant, question, authorities) : undefined;
  return admit({ ...facts, proof }, reported);
}

/** Many places are many reads, even in the first request: then the configuration is read alone, and judged, before them. */
export async function preflight(applicant: AdmissionRequest, host: Host, authorities: Authorities): Promise<void> {
  const { promotion, config } = applicant;
  if (promotion.trigger !== 'automatic' || promotion.products.length <= MOST_PRODUCTS_AHEAD) return;
  await admitRequest(applicant, await host.snapshot({ paths: configPaths(config), histories: [] }), authorities);
}

/** The reads of the first query, before the sender is judged. */
export function readsBeforeAdmission(promotion: Promotion, wanted: Wanted): Wanted {
  if (promotion.trigger !== 'automatic') return wanted;
  return { ...wanted, paths: wanted.paths.slice(0, MOST_AHEAD) };
}

const refuseStray = ({ strayRef }: Sender, { defaultBranch }: Snapshot): readonly string[] => {
  const violation = defaultBranch === undefined ? undefined : strayRef?.(defaultBranch);
  if (violation !== undefined) throw new PromotionError([violation]);
  return [];
};

const verifyProof = async (
  { promotion, payload }: Sender,
  question: Pick<ProofQuestion, 'issuer' | 'repository'>,
  { proofs }: Authorities,
): Promise<ProofVerdict | undefined> => {
  const { proof: token, source = {} } = promotion;
  if (token === undefined || proofs === undefined) return undefined;
  try {
    return await (await proofs()).verify({ ...question, token, payload, source });
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return { kind: 'rejected', rejections: error.violations };
  }
};
