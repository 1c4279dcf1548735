import { fail } from '../../domain/errors.ts';
import { isObject } from '../../domain/request/json.ts';
import type { Clock } from '../../ports.ts';
import { getJson, type Unanswered } from './http.ts';

/** What the runner gives to a job with the permission id-token: write. */
export type TokenService = {
  /** `ACTIONS_ID_TOKEN_REQUEST_URL` */
  readonly url: string | undefined;
  /** `ACTIONS_ID_TOKEN_REQUEST_TOKEN` */
  readonly token: string | undefined;
  readonly clock: Clock;
};

/** An OpenID Connect token of the running workflow, valid for five minutes. Whoever asks has to mask it.
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
