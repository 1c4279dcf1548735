import { settingsOf } from '../../domain/config/settings.ts';
import { PromotionError } from '../../domain/errors.ts';
import { isManifestOf, type Manifest, probablePaths } from '../../domain/manifests/find-manifests.ts';
import type { FileChange } from '../../domain/model.ts';
import { planPromotion } from '../../domain/plan/plan-promotion.ts';
import { isAt } from '../../domain/policy/facts.ts';
import {
  claimOf,
  explainForeign,
  requestsFor,
  type ToldChange,
  toldChanges,
} from '../../domain/proposal/branch-claim.ts';
import { carriedBy } from '../../domain/proposal/carried.ts';
import { branchesOf, productOf } from '../../domain/proposal/delivery-parts.ts';
import { isName, type StateTrailer } from '../../domain/records/trailer.ts';
import type { Evidence, Examination, Proposal, SnapshotEntry } from '../../ports.ts';
import { type ConfiguredTarget, foundSpot, type PromotionFacts, spotsOf, targetOf } from './read-manifests.ts';

/** `foreign`: the reason why it is not ours, although it looks so. */
type Ownership =
  | { readonly kind: 'ours' }
  | { readonly kind: 'spent' }
  | { readonly kind: 'foreign'; readonly why?: string | undefined };

/** Logins whose commits and pull requests are ours. */
export function oursIn({ snapshot, config }: Pick<PromotionFacts, 'snapshot' | 'config'>): readonly string[] {
  return [...(snapshot.proposals?.logins ?? []), ...(config.value.writers ?? [])];
}

/** A branch is examined once: a proposal stands for one commit. */
const known = new WeakMap<Proposal, Ownership>();

/** The owner of the branch, if it has been examined. */
export function knownOwnership(proposal: Proposal): Ownership {
  return known.get(proposal) ?? { kind: 'foreign' };
}

/** Determines the owner of each branch, with one request for those that look like ours. */
export async function examineOwnership(proposals: readonly Proposal[], gathered: PromotionFacts): Promise<void> {
  const ours = oursIn(gathered);
  const questions: Question[] = [];
  for (const proposal of proposals) {
    if (known.has(proposal)) continue;
    const claim = claimOf(proposal, ours);
    if (claim === 'claimed') questions.push(questionOf(proposal, gathered));
    else known.set(proposal, { kind: claim });
  }
  if (questions.length === 0 || gathered.snapshot.proposals === undefined) return;
  const evidence = await gathered.snapshot.proposals.examine(questions);
  questions.forEach((question, at) => {
    known.set(question.proposal, judge(question, evidence[at], gathered));
  });
}

/** Those of them that are ours. */
export async function oursAmong(
  proposals: readonly Proposal[],
  gathered: PromotionFacts,
): Promise<readonly Proposal[]> {
  await examineOwnership(proposals, gathered);
  return proposals.filter((proposal) => knownOwnership(proposal).kind === 'ours');
}

type Question = Examination & { readonly proposal: Proposal; readonly told: readonly ToldChange[] };

/** The commit itself names the files that it changes, at most 500 of them; the usual ones are looked at as well. */
const questionOf = (proposal: Proposal, gathered: PromotionFacts): Question => {
  const { branch, head } = proposal;
  const told = toldChanges(head.message);
  const usual = environmentsIn(proposal).flatMap((environment) => {
    const target = gathered.targets.find((one) => one.product === productOf(branch) && one.environment === environment);
    return target?.files.map(({ path }) => path) ?? probablePaths(settingsFor(proposal, environment, gathered).files);
  });
  const paths = [...new Set([...told.map(({ path }) => path), ...usual])];
  return { proposal, told, branch, head, parent: head.parents[0] ?? '', paths: paths.filter(isClean) };
};

const isClean = (path: string): boolean =>
  !path.split('/').some((part) => part === '' || part === '.' || part === '..');

/** Those that the branch has in its name: its commit can carry nothing for another one. */
const environmentsIn = ({ branch }: Proposal): string[] =>
  branch
    .slice(branchesOf(productOf(branch)).length)
    .split('+')
    .filter(isName);

const settingsFor = ({ branch }: Proposal, environment: string, { config }: PromotionFacts) =>
  settingsOf(config, productOf(branch), environment);

const judge = (question: Question, evidence: Evidence | undefined, gathered: PromotionFacts): Ownership => {
  if (evidence === undefined) return { kind: 'foreign' };
  const examined = { ...evidence, paths: question.paths };
  const plan = () => planOn(question, evidence.before, gathered);
  const why = explainForeign(question.head, examined, { ours: oursIn(gathered), plan });
  return why === undefined ? { kind: 'ours' } : { kind: 'foreign', why };
};

/** The plan of the commit's items on its own base, or the reason why they cannot be planned there. */
const planOn = (
  { proposal, paths, told }: Question,
  before: readonly SnapshotEntry[],
  gathered: PromotionFacts,
): readonly FileChange[] | string => {
  const product = productOf(proposal.branch);
  const environments = environmentsIn(proposal);
  const trailers = new Map(environments.map((environment): [string, StateTrailer[]] => [environment, []]));
  for (const { trailer } of carriedBy(proposal, [])) {
    const here = trailers.get(trailer.environment);
    if (here === undefined) return `its branch is not for ${trailer.environment}`;
    here.push(trailer);
  }
  const carrying = environments.filter((environment) => (trailers.get(environment) ?? []).length > 0);
  const targetIn = (environment: string): ConfiguredTarget[] => {
    const settings = settingsFor(proposal, environment, gathered);
    const files = paths.flatMap((path, at): Manifest[] => {
      const entry = before[at];
      if (entry?.kind !== 'file' || !isManifestOf(settings.files, path)) return [];
      return [{ path, text: entry.text, executable: entry.executable }];
    });
    const held = new Set(files.map(({ path }) => path));
    const images = requestsFor(
      trailers.get(environment) ?? [],
      told.filter(({ path }) => held.has(path)),
    );
    // As a promotion reads them: layered values with each other, and of a shared file only the own places.
    const spots = spotsOf(gathered.config, { products: [product], environments }).filter(
      isAt({ product, environment }),
    );
    return spots.map((spot) => targetOf(foundSpot(spot, files, []), images));
  };
  try {
    return planPromotion(carrying.flatMap(targetIn)).files;
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.message.replace(/\.$/, '');
  }
};
