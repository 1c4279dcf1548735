import type { Clock } from '../../ports.ts';
import { send, TOO_LARGE } from '../http/send.ts';
import { troubleOf } from '../http/trouble.ts';

export type JsonAnswer =
  | { readonly kind: 'answer'; readonly body: unknown }
  /** `reason` follows "because" and never repeats what was sent. */
  | ({ readonly kind: 'failure'; readonly status?: number | undefined } & Unanswered);

export type Unanswered = {
  readonly reason: string;
  /** What to change, where no waiting helps. */
  readonly remedy?: string | undefined;
};

type Asking = { readonly clock: Clock; readonly authorization?: string | undefined };

const ATTEMPTS = 3;
const TIMEOUT = 10_000;
/** Keys and tokens take some kilobytes. */
const LARGEST_BODY = 1024 * 1024;

/** Follows no redirect: keys come from their issuer or from nobody, and a token goes nowhere else. Asks again, three times in all,
 * where a connection is lost or the server fails. */
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
  const { detail, remedy } = troubleOf(error);
  return { kind: 'failure', reason: `${host} ${detail}`, remedy };
};
