import type { Clock } from '../../ports.ts';
import { send } from '../http/send.ts';

export type JsonAnswer =
  | { readonly kind: 'answer'; readonly body: unknown }
  /** `reason` follows "because" and never repeats what was sent. */
  | { readonly kind: 'failure'; readonly reason: string; readonly status?: number | undefined };

type Asking = { readonly clock: Clock; readonly authorization?: string | undefined };

const ATTEMPTS = 3;
const TIMEOUT = 10_000;

/** Follows no redirect: keys come from their issuer or from nobody, and a token goes nowhere else. Asks again, three times in all,
 * where a connection is lost or the server fails. */
export async function getJson(url: URL, asking: Asking): Promise<JsonAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await once(url, asking);
    const passing =
      answer.kind === 'failure' && (answer.status === undefined || answer.status >= 500 || answer.status === 429);
    if (!passing || attempt === ATTEMPTS) return answer;
    await asking.clock.sleep(500 * 2 ** (attempt - 1) * (1 + asking.clock.random()));
  }
}

const once = async (url: URL, { authorization }: Asking): Promise<JsonAnswer> => {
  try {
    const headers = {
      accept: 'application/json',
      'user-agent': 'image-promotion',
      ...(authorization === undefined ? {} : { authorization }),
    };
    const { status, body } = await send({ method: 'GET', url, headers }, { signal: AbortSignal.timeout(TIMEOUT) });
    if (status !== 200) return { kind: 'failure', reason: `${url.host} answers with status ${status}`, status };
    return { kind: 'answer', body: JSON.parse(new TextDecoder().decode(body)) };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { kind: 'failure', reason: `${url.host} answers with no JSON`, status: 200 };
    const timeout = error instanceof Error && error.name === 'TimeoutError';
    return {
      kind: 'failure',
      reason: timeout ? `${url.host} does not answer in time` : `${url.host} cannot be reached`,
    };
  }
};
