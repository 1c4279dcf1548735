import { collect, dispositionOf, fail, type Violation } from '../domain/errors.ts';
import { checkTag, type ImageRequest, printReference, type Reference } from '../domain/image.ts';
import { explainAbsent, explainMisplaced, explainUnknown, explainUnset } from '../domain/registry/explain.ts';
import { referencesOf } from '../domain/registry/location.ts';
import { type PlannedTag, planRetag } from '../domain/registry/plan-retag.ts';
import type { RegistryManifest } from '../domain/registry/verdict.ts';
import type { Log, Registry } from '../ports.ts';
import type { Ended, Job, KnownFacts } from './job.ts';
import { sideBySideUntil } from './promotion/verify.ts';

export type RetagRequest = {
  /** Each with tag or digest, placeholders filled in. */
  readonly images: readonly ImageRequest[];
  /** Further tags for each of the images. */
  readonly tags: readonly string[];
  readonly dryRun: boolean;
  readonly registry: Registry;
  readonly log: Log;
  /** Rejects when the run is ended early: the report then has the tags set so far. */
  readonly stopped?: Promise<never> | undefined;
};

export type TagOutcome = {
  readonly reference: Reference;
  readonly digest: string;
  /** In a dry run, `tagged` is the planned outcome. */
  readonly outcome: 'tagged' | 'unchanged';
};

export type RetagResult = {
  readonly outcome: 'tagged' | 'unchanged' | 'refused' | 'failed';
  /** Of exactly one image. */
  readonly digest?: string | undefined;
  /** Without the failed tags. */
  readonly tags: readonly TagOutcome[];
  readonly violations: readonly Violation[];
};

/** Gives images further tags in their repositories by storing the same manifest bytes under them. Everything is looked at before
 * anything is written; a tag that names another image already refuses the whole run. Registries have no way to set a tag only
 * if it is free: of two runs at the same moment the later wins.
 * @throws PromotionError for images and tags that no registry can have, and `credentials-invalid`. */
export async function retag(request: RetagRequest): Promise<RetagResult> {
  const references = referencesOf(request.images);
  const tags = checkTags(request.tags);
  const { log } = request;
  const sources = await log.group('Read the images', () => readImages(request, references));
  const planned = await log.group('Look at the tags', () => planTags(request, sources.images, tags));
  const violations = [...sources.violations, ...planned.violations];
  const digest = references.length === 1 ? sources.images[0]?.manifest.digest : undefined;
  if (violations.length > 0) return conclude({ digest, tags: [], violations });
  if (request.dryRun) return { outcome: 'unchanged', digest, tags: planned.plan.map(outcomeOf), violations };
  const written = await log.group('Set the tags', () => setTags(request, planned.plan));
  return conclude({ digest, ...written });
}

const checkTags = (tags: readonly string[]): string[] => {
  if (tags.length === 0) fail('tag-missing', 'No new tag is named.', 'Set the input `tags`.');
  return [...new Set(collect(tags.map((tag) => () => checkTag(tag))))];
};

type Image = { readonly reference: Reference; readonly manifest: RegistryManifest };

const readImages = async ({ registry, log, stopped }: RetagRequest, references: readonly Reference[]) => {
  const images: Image[] = [];
  const found = await sideBySideUntil(stopped, references, (reference) => registry.read(reference));
  const violations: Violation[] = [...found.stopped];
  for (const [index, reference] of references.entries()) {
    const answer = found.results[index];
    if (answer?.verdict === 'absent') violations.push(explainAbsent(reference));
    if (answer?.verdict === 'unknown') violations.push(explainUnknown(reference, answer));
    if (answer?.verdict !== 'present') continue;
    log.info(`${printReference(reference)}: ${answer.manifest.digest}`);
    images.push({ reference, manifest: answer.manifest });
  }
  return { images, violations };
};

const planTags = async (
  { registry, log, stopped }: RetagRequest,
  images: readonly Image[],
  tags: readonly string[],
) => {
  const wanted = images.flatMap(({ reference: { repository }, manifest }) =>
    tags.map((tag) => ({ reference: { repository, tag }, manifest })),
  );
  const targets = await sideBySideUntil(stopped, wanted, async (target) => ({
    ...target,
    verdict: await registry.inspect(target.reference),
  }));
  const planned = planRetag(targets.results.filter((target) => target !== undefined));
  for (const { reference, manifest, outcome } of planned.plan) {
    log.info(`${printReference(reference)}: ${outcome === 'tagged' ? 'free for' : 'names already'} ${manifest.digest}`);
  }
  return { plan: planned.plan, violations: [...targets.stopped, ...planned.violations] };
};

const setTags = async ({ registry, log, stopped }: RetagRequest, plan: readonly PlannedTag[]) => {
  const set = await sideBySideUntil(stopped, plan, async (planned) => {
    const violation = planned.outcome === 'tagged' ? await setTag(registry, planned) : undefined;
    log.info(`${printReference(planned.reference)}: ${violation === undefined ? planned.outcome : violation.message}`);
    return violation ?? outcomeOf(planned);
  });
  const results = set.results.filter((result) => result !== undefined);
  return {
    tags: results.filter((result) => 'outcome' in result),
    violations: [...set.stopped, ...results.filter((result) => 'code' in result)],
  };
};

/** Sets the tag and checks that it names the image. */
const setTag = async (registry: Registry, { reference, manifest }: PlannedTag): Promise<Violation | undefined> => {
  const { repository, tag = '' } = reference;
  const set = await registry.tag({ repository, tag, manifest });
  if (set.verdict === 'unknown') {
    // Somebody else may have set the same tag to the same image in between.
    const now = set.cause === 'immutable' ? await registry.inspect(reference) : undefined;
    const isDone = now?.verdict === 'present' && now.digest === manifest.digest;
    return isDone ? undefined : explainUnset(reference, set);
  }
  const verdict = await registry.inspect(reference, SEEN_WITHIN);
  if (verdict.verdict === 'unknown') return explainUnknown(reference, verdict);
  if (verdict.verdict === 'present' && verdict.digest === manifest.digest) return undefined;
  return explainMisplaced(reference, manifest.digest, verdict);
};

/** Milliseconds that a registry may take to show an accepted tag. */
const SEEN_WITHIN = 3_000;

const outcomeOf = ({ reference, manifest: { digest }, outcome }: PlannedTag): TagOutcome => ({
  reference,
  digest,
  outcome,
});

const conclude = (result: Omit<RetagResult, 'outcome'>): RetagResult => {
  if (result.violations.length > 0) {
    return { ...result, outcome: dispositionOf(result.violations) === 'refused' ? 'refused' : 'failed' };
  }
  return { ...result, outcome: result.tags.some(({ outcome }) => outcome === 'tagged') ? 'tagged' : 'unchanged' };
};

/** Runs the command for a job. */
export async function startRetag({ read, dependencies, known }: Job): Promise<Ended> {
  const { promotion, tags, dryRun } = await read();
  const registry = await dependencies.registry();
  const { log, stopped } = dependencies;
  return concludeRetag(await retag({ images: promotion.images, tags, dryRun, registry, log, stopped }), known);
}

const concludeRetag = ({ outcome, digest, tags, violations }: RetagResult, known: KnownFacts): Ended => {
  const images = tags.map((tag) => ({
    image: printReference(tag.reference),
    verdict: tag.outcome,
    digest: tag.digest,
  }));
  const result = { command: 'retag' as const, dryRun: known.dryRun, outcome, digest, images, violations };
  return { result: { ...result, notices: known.notices } };
};
