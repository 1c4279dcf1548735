/** OpenID Connect tokens of the running workflow, and the JSON requests of this folder. */

import { createHash } from 'node:crypto';
import { fail } from '../../domain/errors.ts';
import { AUDIENCE, boundText } from '../../domain/proof/token-claims.ts';
import { isObject } from '../../domain/request/json.ts';
import type { Clock } from '../../ports.ts';
import { connectionFailure, send, TOO_LARGE } from '../http/http.ts';
export type JsonAnswer =
  | { readonly kind: 'answer'; readonly body: unknown }
  /** `reason` follows "because" and never repeats sent text. */
  | ({ readonly kind: 'failure'; readonly status?: number | undefined } & Unanswered);

export type Unanswered = {
  readonly reason: string;
  /** The remedy, if the failure is permanent. */
  readonly remedy?: string | undefined;
};

type Asking = { readonly clock: Clock; readonly authorization?: string | undefined };

const ATTEMPTS = 3;

const TIMEOUT = 10_000;

/** Keys and tokens take some kilobytes. */
const LARGEST_BODY = 1024 * 1024;

/** Follows no redirect: keys come from their issuer alone, and a token is sent to no other server. Asks again, three times in
 * all, where a connection is lost or the server fails. */
export async function getJson(url: URL, asking: Asking): Promise<JsonAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await once(url, asking);
    if (answer.kind === 'answer' || !mayPass(answer) || attempt === ATTEMPTS) return answer;
    await asking.clock.sleep(500 * 2 ** (attempt - 1) * (1 + asking.clock.random()));
  }
}

const mayPass = ({ status, remedy }: Extract<JsonAnswer, { kind: 'failure' }>): boolean =>
  remedy === undefined && (status === undefined || status >= 500 || status === 429);

const once = async (url: URL, { authorization }: Asking): Promise<JsonAnswer> => {
  try {
    const headers = {
      accept: 'application/json',
      'user-agent': 'image-promotion',
      ...(authorization === undefined ? {} : { authorization }),
    };
    const sending = { signal: AbortSignal.timeout(TIMEOUT), most: LARGEST_BODY };
    const { status, body } = await send({ method: 'GET', url, headers }, sending);
    if (status !== 200) return { kind: 'failure', reason: `${url.host} answers with status ${status}`, status };
    return { kind: 'answer', body: JSON.parse(new TextDecoder().decode(body)) };
  } catch (error) {
    return failureOf(error, url);
  }
};

const failureOf = (error: unknown, { host }: URL): JsonAnswer => {
  if (error instanceof SyntaxError) return { kind: 'failure', reason: `${host} answers with no JSON`, status: 200 };
  if (error instanceof Error && error.name === 'TimeoutError')
    return { kind: 'failure', reason: `${host} does not answer in time` };
  const { code, status } = error as { readonly code?: unknown; readonly status?: number };
  if (code === TOO_LARGE) return { kind: 'failure', reason: `${host} answers with more than 1 MiB`, status };
  const { detail, remedy } = connectionFailure(error);
  return { kind: 'failure', reason: `${host} ${detail}`, remedy };
};

/** The service that the runner offers to a job with the permission id-token: write. */
export type TokenService = {
  /** `ACTIONS_ID_TOKEN_REQUEST_URL` */
  readonly url: string | undefined;
  /** `ACTIONS_ID_TOKEN_REQUEST_TOKEN` */
  readonly token: string | undefined;
  readonly clock: Clock;
};

/** An OpenID Connect token of the running workflow, valid for five minutes. The caller must mask it.
 * @throws PromotionError `permission-missing` where the job may not have one, and `issuer-unavailable`. */
export async function requestIdToken({ url, token, clock }: TokenService, audience: string): Promise<string> {
  if (!url || !token || !URL.canParse(url)) {
    return fail(
      'permission-missing',
      'The job may not have an OpenID Connect token, which proves where the request comes from.',
      'Give it "permissions: id-token: write"; runs of pull requests from forks never get one.',
    );
  }
  const address = new URL(url);
  address.searchParams.set('audience', audience);
  const answer = await getJson(address, { clock, authorization: `bearer ${token}` });
  const value = answer.kind === 'answer' && isObject(answer.body) ? answer.body.value : undefined;
  if (typeof value === 'string' && value !== '') return value;
  const { reason, remedy }: Unanswered = answer.kind === 'failure' ? answer : { reason: 'its answer holds none' };
  return fail(
    'issuer-unavailable',
    `The runner gives no OpenID Connect token: ${reason}.`,
    remedy ?? 'Run it again; see https://www.githubstatus.com.',
  );
}

/** The one audience of a proof for this payload at this manifest repository, `owner/name`; a proof in the payload does not count.
 * @throws PromotionError `payload-invalid` for a payload that is no object. */
export function proofAudience(repository: string, payload: unknown): string {
  return AUDIENCE + createHash('sha256').update(boundText(repository, payload)).digest('hex');
}
