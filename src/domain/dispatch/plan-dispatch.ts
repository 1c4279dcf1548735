/** The request that a dispatch sends to the manifest repository, within the limits of GitHub. */

import { fail } from '../errors.ts';
import { printImage } from '../image.ts';
import type { Promotion, Source } from '../model.ts';
import { bytesOf } from '../report/action-outputs.ts';

type SentSource = {
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

/** A request as JSON: no key is undefined, so that the payload is the same before and after it was text. */
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

/** A request that starts a run of the manifest repository. */
export type Dispatch =
  | { readonly kind: 'repository_dispatch'; readonly eventType: string; readonly payload: SentPayload }
  | {
      readonly kind: 'workflow_dispatch';
      /** File name. */
      readonly workflow: string;
      readonly payload: SentPayload;
      /** Whether the run must be known afterwards, or may be. */
      readonly run: 'required' | 'welcome';
    };

type Means = {
  readonly workflow?: string | undefined;
  /** `promote` where it is not given. */
  readonly eventType?: string | undefined;
  /** Seconds. */
  readonly wait?: number | undefined;
};

/** GitHub's limit of the `client_payload` of a repository_dispatch and of all inputs of a workflow_dispatch. It counts
 * characters of JSON; we count bytes, which are never fewer.
 * https://docs.github.com/en/rest/repos/repos#create-a-repository-dispatch-event */
const LARGEST = 65_535;

const MOST_KEYS = 10;

/** @throws PromotionError `payload-too-large` for a payload beyond GitHub's limit. */
export function planDispatch({ workflow, eventType = 'promote', wait = 0 }: Means, payload: SentPayload): Dispatch {
  const dispatch: Dispatch =
    workflow === undefined
      ? { kind: 'repository_dispatch', eventType, payload }
      : { kind: 'workflow_dispatch', workflow, payload, run: wait > 0 ? 'required' : 'welcome' };
  checkSize(dispatch);
  return dispatch;
}

/** The inputs of a workflow_dispatch: all that is asked, as one text. */
export function inputsOf(payload: SentPayload): { readonly payload: string } {
  return { payload: JSON.stringify(payload) };
}

const checkSize = ({ kind, payload }: Dispatch): void => {
  const keys = Object.keys(payload).length;
  if (kind === 'repository_dispatch' && keys > MOST_KEYS) {
    fail('payload-too-large', `The payload has ${keys} keys, and GitHub takes ${MOST_KEYS}.`, smaller);
  }
  const size = bytesOf(JSON.stringify(kind === 'workflow_dispatch' ? inputsOf(payload) : payload));
  if (size <= LARGEST) return;
  fail('payload-too-large', `The payload has ${size} bytes, and GitHub takes ${LARGEST} in a ${kind}.`, smaller);
};

const smaller =
  'Dispatch fewer images or products in one step; without images, the payload carries the tag alone and means all that the configuration lists.';

/** The request as people read it. A proof is never shown. */
export function printDispatch(dispatch: Dispatch, repository: string): string {
  const payload = JSON.stringify(shown(dispatch.payload), undefined, 2);
  if (dispatch.kind === 'repository_dispatch') {
    const eventType = JSON.stringify(dispatch.eventType);
    return `POST /repos/${repository}/dispatches\nevent_type: ${eventType}\nclient_payload: ${payload}`;
  }
  return `POST /repos/${repository}/actions/workflows/${dispatch.workflow}/dispatches\nref: the default branch\ninputs.payload: ${payload}`;
}

const shown = (payload: SentPayload): SentPayload =>
  payload.proof === undefined ? payload : { ...payload, proof: '(OpenID Connect token)' };
