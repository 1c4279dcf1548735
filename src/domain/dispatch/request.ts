import { fail } from '../errors.ts';
import { bytesOf } from '../report/outputs.ts';
import type { SentPayload } from './payload.ts';

/** What is sent to start a run of the manifest repository. */
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

export type Means = {
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

/** @throws PromotionError `payload-too-large` for what GitHub would not take. */
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
