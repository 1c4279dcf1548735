import type { SourceRule } from '../config/schema.ts';
import type { Violation } from '../errors.ts';
import { printReference, type Reference, registryOf } from '../image.ts';
import type { PlannedItem } from '../plan/plan-promotion.ts';
import { type AttestationAnswer, referrersTag } from '../provenance/attestation.ts';
import { type Demand, judgeBundle } from '../provenance/judge-bundle.ts';
import type { BuildCommit } from '../records/trailer.ts';
import { explainUnattested } from '../registry/explain.ts';
import type { Unknown } from '../registry/verdict.ts';
import { counted, quoteWords } from '../text.ts';
import { placesOf, type TargetSettings } from './facts.ts';

/** One image under one rule. */
export type ProvenanceQuestion = {
  readonly reference: Reference & { readonly digest: string };
  readonly items: readonly PlannedItem[];
  /** All that have the rule. */
  readonly spots: readonly [TargetSettings, ...TargetSettings[]];
  readonly demand: Demand;
};

/** The attestations in the registry. */
export type Attested = ProvenanceQuestion & { readonly answer: AttestationAnswer | Unknown };

/** Where signatures count: the server whose workflows build. */
export type Signing = Pick<Demand, 'issuer' | 'server'>;

/** The questions of the rules for the items, each once: about images that change and have a digest. */
export function provenanceQuestions(
  items: readonly PlannedItem[],
  spots: readonly TargetSettings[],
  signing: Signing,
): readonly ProvenanceQuestion[] {
  const questions = new Map<string, ProvenanceQuestion>();
  for (const item of items.filter(({ state }) => state === 'changed')) {
    for (const spot of spotsOf(item, spots)) {
      const { digest } = item.to;
      const { provenance: rule, sources } = spot.settings;
      if (rule === undefined || sources === undefined || digest === undefined) continue;
      const demand = { ...signing, digest, rule, sources };
      const key = JSON.stringify([item.to.repository, demand]);
      const known = questions.get(key);
      questions.set(key, {
        reference: { ...item.to, digest },
        demand,
        items: [...(known?.items ?? []), item],
        spots: known === undefined ? [spot] : [...known.spots, spot],
      });
    }
  }
  return [...questions.values()];
}

/** Places where a build provenance is demanded and nobody is named whose builds count. */
export function unnamedBuilders(items: readonly PlannedItem[], spots: readonly TargetSettings[]): readonly Violation[] {
  const open = items.flatMap((item) => spotsOf(item, spots)).filter(isOpen);
  return [...new Set(open)].map(nobodyNamed);
}

const isOpen = ({ settings: { provenance, sources } }: TargetSettings): boolean =>
  provenance !== undefined && sources === undefined;

/** An item that changes without anybody having looked at its build. Every other refusal comes before: this is the last look. */
export function unattested(
  items: readonly PlannedItem[],
  spots: readonly TargetSettings[],
  attested: readonly Attested[],
): PlannedItem | undefined {
  return items.find(
    (item) =>
      item.state === 'changed' &&
      spotsOf(item, spots).some(
        (spot) =>
          spot.settings.provenance !== undefined &&
          !attested.some((one) => one.items.includes(item) && one.spots.includes(spot) && builtFrom(one) !== undefined),
      ),
  );
}

const spotsOf = (item: PlannedItem, spots: readonly TargetSettings[]): TargetSettings[] =>
  spots.filter(({ product, environment }) =>
    [item, ...(item.owners ?? [])].some((one) => one.product === product && one.environment === environment),
  );

const nobodyNamed = (spot: TargetSettings): Violation => ({
  code: 'config-invalid',
  message: `The configuration demands a build provenance for ${placesOf([spot])} and names no \`sources\`, which say whose builds count.`,
  hint: 'List the repositories that build the images under `sources`.',
  ...spot.settings.origin.provenance,
});

/** The commit that the image was built from, by the first bundle that holds. */
export function builtFrom({ demand, answer }: Attested): BuildCommit | undefined {
  if (answer.verdict !== 'examined') return undefined;
  return answer.examined.flatMap((one) => {
    const judgement = judgeBundle(one, demand);
    return judgement.kind === 'holds' ? [judgement.built] : [];
  })[0];
}

/** An image goes only where somebody who may build it has signed its digest.
 * @returns nothing where one bundle holds; the others are a notice then */
export function judgeProvenance(attested: Attested): Violation | undefined {
  const { reference, spots, demand, answer } = attested;
  if (answer.verdict === 'unknown') return { ...explainUnattested(reference, answer), ...placeOf(attested) };
  if (builtFrom(attested) !== undefined) return undefined;
  const wanted = `${placesOf(spots)} ${new Set(spots.map(({ environment }) => environment)).size > 1 ? 'demand' : 'demands'} a build provenance`;
  const image = quoteWords(printReference(reference));
  if (answer.examined.length === 0) return { ...missing(attested, answer), ...placeOf(attested) };
  return {
    code: 'provenance-rejected',
    message: `${wanted}, and no attestation of ${image} holds: ${problemsOf(answer, demand)}.`,
    hint: hintFor(demand),
    ...placeOf(attested),
  };
}

const placeOf = ({ spots: [{ settings }] }: ProvenanceQuestion) => settings.origin.provenance;

const missing = ({ reference, spots }: Attested, { listing }: AttestationAnswer): Violation => {
  const image = quoteWords(printReference(reference));
  const where = `the tag ${referrersTag(reference.digest)}`;
  const registry = registryOf(reference.repository) ?? 'docker.io';
  const looked =
    listing === 'api'
      ? `the registry lists no Sigstore bundle that refers to it, and has none under ${where}`
      : `the registry ${registry} does not serve the referrers API, and has no Sigstore bundle under ${where} either`;
  return {
    code: 'provenance-missing',
    message: `${placesOf(spots)} demands a build provenance, and ${image} has no attestation: ${looked}.`,
    hint: `Add two lines to the job that pushes the image, after the push: \`- uses: actions/attest-build-provenance@v3\` and \`  with: { subject-name: ${reference.repository}, subject-digest: "\${{ steps.build.outputs.digest }}", push-to-registry: true }\`, and give that job the permissions id-token: write and attestations: write. An image that was built before has to be built again.`,
  };
};

const MOST_PROBLEMS = 5;

/** Each fault once, with the first attestation that has it. */
const problemsOf = ({ examined, unread }: AttestationAnswer, demand: Demand): string => {
  const faults = new Map<string, string[]>();
  for (const one of examined) {
    const judgement = judgeBundle(one, demand);
    if (judgement.kind === 'fails') {
      faults.set(judgement.problem, [...(faults.get(judgement.problem) ?? []), one.attestation]);
    }
  }
  const told = [...faults].slice(0, MOST_PROBLEMS).map(([problem, [first = '', ...others]]) => {
    const more = others.length === 0 ? '' : ` (as ${counted(others.length, 'other')})`;
    return `${first.slice(0, 'sha256:'.length + 12)} ${problem}${more}`;
  });
  const rest = faults.size - told.length;
  return [
    ...told,
    ...(rest > 0 ? [`${rest} more fail for other reasons`] : []),
    ...(unread > 0 ? [`${unread} more were not read, because there are too many`] : []),
  ].join('; ');
};

const hintFor = ({ sources, server, rule: { workflow, refs, trustedRoot } }: Demand): string => {
  const from = sources.map(({ repository }: SourceRule) => repository).join(', ') || 'nobody';
  const by = workflow === undefined ? '' : ` by ${workflow}`;
  const at = refs === undefined ? '' : ` at ${refs.join(', ') || 'no ref'}`;
  return `Promote an image that was built${by} in ${from} on ${server}${at} and attested with actions/attest-build-provenance. If this build is right, correct \`sources\` or \`provenance\`; if its signer is, renew ${trustedRoot} with \`gh attestation trusted-root\`. An attestation that nobody can explain is a reason to look who pushes to the registry.`;
};

/** Of bundles that do not hold beside one that does. */
export function ignoredBundles({ reference, demand, answer }: Attested): string | undefined {
  if (answer.verdict !== 'examined') return undefined;
  const failing = answer.examined.filter((one) => judgeBundle(one, demand).kind === 'fails');
  if (failing.length === 0) return undefined;
  return `${counted(failing.length, 'attestation')} of ${quoteWords(printReference(reference))} did not hold before one that does: ${problemsOf({ ...answer, examined: failing }, demand)}.`;
}
