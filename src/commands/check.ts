import type { Violation } from '../domain/errors.ts';
import { type ImageRequest, printReference } from '../domain/image.ts';
import type { Notice } from '../domain/model.ts';
import { explainUnknown } from '../domain/registry/explain.ts';
import { referencesOf } from '../domain/registry/location.ts';
import type { Log, Registry } from '../ports.ts';
import type { Ended, Job, KnownFacts } from './job.ts';
import { type Inspected, sideBySideUntil } from './promotion/verify.ts';

export type CheckRequest = {
  /** Each with tag or digest, placeholders filled in. */
  readonly images: readonly ImageRequest[];
  /** Whether an image that a registry says nothing certain about fails the check or counts as missing. */
  readonly onUnknown: 'fail' | 'missing';
  readonly registry: Registry;
  readonly log: Log;
  /** Rejects when the run is ended early: the report then has the answers of the registries so far. */
  readonly stopped?: Promise<never> | undefined;
};

export type CheckResult = {
  readonly outcome: 'built' | 'missing' | 'failed';
  /** True only if every image was found. */
  readonly built: boolean;
  /** Missing references and, with `onUnknown: missing`, those in unknown state. */
  readonly missing: readonly string[];
  /** The digest, if exactly one image was found. */
  readonly digest?: string | undefined;
  readonly images: readonly Inspected[];
  readonly violations: readonly Violation[];
  readonly notices: readonly Notice[];
};

/** Asks the registries whether the images are there.
 * @throws PromotionError for images that no registry can have, and `credentials-invalid`; what a registry answers is a result. */
export async function check({ images, onUnknown, registry, log, stopped }: CheckRequest): Promise<CheckResult> {
  const references = referencesOf(images);
  const asked = await log.group('Ask the registries', async () => {
    const answers = await sideBySideUntil(stopped, references, async (reference) => ({
      reference,
      verdict: await registry.inspect(reference),
    }));
    const inspected = answers.results.filter((answer) => answer !== undefined);
    for (const answer of inspected) log.info(describe(answer));
    return { inspected, stopped: answers.stopped };
  });
  return conclude(asked.inspected, { onUnknown, stopped: asked.stopped });
}

const describe = ({ reference, verdict }: Inspected): string => {
  const found = verdict.verdict === 'present' ? `present, ${verdict.digest}` : verdict.verdict;
  const why = verdict.verdict === 'unknown' ? `, ${verdict.registry} ${verdict.detail}` : '';
  return `${printReference(reference)}: ${found}${why}`;
};

type CheckContext = Pick<CheckRequest, 'onUnknown'> & { readonly stopped: readonly Violation[] };

const conclude = (images: readonly Inspected[], { onUnknown, stopped }: CheckContext): CheckResult => {
  const unknown = images.flatMap(({ reference, verdict }) =>
    verdict.verdict === 'unknown' ? [explainUnknown(reference, verdict)] : [],
  );
  const counted = onUnknown === 'missing' ? ['absent', 'unknown'] : ['absent'];
  const missing = images.filter(({ verdict }) => counted.includes(verdict.verdict));
  const violations = [...stopped, ...(onUnknown === 'fail' ? unknown.map(offerMissing) : [])];
  const built = stopped.length === 0 && images.every(({ verdict }) => verdict.verdict === 'present');
  return {
    outcome: violations.length > 0 ? 'failed' : built ? 'built' : 'missing',
    built,
    missing: missing.map(({ reference }) => printReference(reference)),
    digest: built ? digestOf(images) : undefined,
    images,
    violations,
    notices: onUnknown === 'missing' ? unknown.map(({ message, hint }) => ({ message, hint })) : [],
  };
};

const digestOf = ([image, ...others]: readonly Inspected[]): string | undefined =>
  others.length === 0 && image?.verdict.verdict === 'present' ? image.verdict.digest : undefined;

const offerMissing = (violation: Violation): Violation => ({
  ...violation,
  hint: `${violation.hint} With the input \`on-unknown: missing\` such an image counts as missing.`,
});

/** Runs the command for a job. */
export async function startCheck({ inputs, read, dependencies, known }: Job): Promise<Ended> {
  const { images } = (await read()).promotion;
  const onUnknown = inputs['on-unknown'] ?? 'fail';
  const { log, stopped } = dependencies;
  return concludeCheck(
    await check({ images, onUnknown, registry: await dependencies.registry(), log, stopped }),
    known,
  );
}

const concludeCheck = (checked: CheckResult, known: KnownFacts): Ended => {
  const { outcome, built, missing, digest, images, violations, notices } = checked;
  const shown = images.map(({ reference, verdict }) => ({
    image: printReference(reference),
    verdict: verdict.verdict,
    digest: verdict.verdict === 'present' ? verdict.digest : undefined,
  }));
  const result = { command: 'check' as const, outcome, built, missing, digest, images: shown, violations };
  return { result: { ...result, notices: [...known.notices, ...notices] } };
};
