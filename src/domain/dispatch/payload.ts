import { printImage } from '../image.ts';
import type { Promotion, Source } from '../model.ts';

export type SentSource = {
  readonly repository?: string;
  readonly sha?: string;
  readonly ref?: string;
  readonly committed_at?: string;
  readonly created_at?: string;
  readonly event?: string;
  readonly workflow?: string;
  readonly run_id?: number;
  readonly run_number?: number;
  readonly run_attempt?: number;
  readonly actor?: string;
};

/** A payload as we send it, in this order of keys. It has five keys at most, and so is not nested under `promotion`, which
 * others need to stay below GitHub's limit of ten. */
export type SentPayload = {
  readonly product?: string;
  /** Instead of `product` where there are several. */
  readonly products?: readonly string[];
  readonly environments: readonly string[];
  readonly images?: readonly string[];
  /** Only without images: for those that the configuration lists. */
  readonly tag?: string;
  readonly source?: SentSource;
  readonly proof?: string;
};

/** What a request says as JSON: no key is undefined, so that the payload is the same before and after it was text. */
export function payloadOf({ products, environments, images, tag, source }: Promotion): SentPayload {
  const [product, ...others] = products;
  return given({
    product: others.length === 0 ? product : undefined,
    products: others.length === 0 ? undefined : products,
    environments,
    images: images.length === 0 ? undefined : images.map(printImage),
    tag: images.length === 0 ? tag : undefined,
    source: source === undefined ? undefined : sentSource(source),
  }) as SentPayload;
}

const sentSource = (source: Source): SentSource =>
  given({
    repository: source.repository,
    sha: source.sha,
    ref: source.ref,
    committed_at: source.committedAt,
    created_at: source.createdAt,
    event: source.event,
    workflow: source.workflow,
    run_id: source.runId,
    run_number: source.runNumber,
    run_attempt: source.runAttempt,
    actor: source.actor,
  });

const given = (facts: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
