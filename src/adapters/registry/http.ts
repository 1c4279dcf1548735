import { isSafe } from '../../domain/registry/location.ts';
import type { Clock, Log } from '../../ports.ts';
import { send, TOO_LARGE } from '../http/send.ts';

export type Request = {
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly authorization?: string | undefined;
  readonly body?: Uint8Array | string | undefined;
};

export type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Whether it came from the origin that was asked, and not from one that a redirect led to. */
  readonly own: boolean;
};

/** No answer, and what the server does instead, to be read after its name. */
export type Failure = {
  readonly kind: 'failure';
  readonly cause: 'unreachable' | 'timeout' | 'unexpected';
  readonly detail: string;
  readonly status?: number | undefined;
};

export type Exchange = (request: Request) => Promise<Answer | Failure>;

export type HttpOptions = {
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds for one request with the answer's body. */
  readonly timeout: number;
};

const ATTEMPTS = 3;
/** Of all that a server may ask us to wait for, in milliseconds. */
const LONGEST_WAIT = 30_000;
const MOST_REDIRECTS = 5;
/** A manifest has at most 4 MiB by the distribution specification. */
const LARGEST_BODY = 4 * 1024 * 1024;

/** Sends requests, follows redirects without carrying credentials to another origin, and tries again, three times in all, what is
 * likely to pass: a lost connection, 5xx, and 429 when the wait that is asked for is at most 30 seconds. */
export function createExchange(options: HttpOptions): Exchange {
  const { clock, log } = options;
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const began = clock.now().getTime();
      const result = await followed(request, options);
      const said = result.kind === 'answer' ? result.status : result.detail;
      log.debug(
        `${request.method} ${request.url.host}${request.url.pathname}: ${said}, ${clock.now().getTime() - began} ms`,
      );
      const wait = attempt < ATTEMPTS ? waitFor(result, attempt, clock) : undefined;
      if (wait === undefined) return result;
      await clock.sleep(wait);
    }
  };
}

/** Milliseconds to wait before another attempt; undefined where there shall be none. */
const waitFor = (result: Answer | Failure, attempt: number, clock: Clock): number | undefined => {
  const pause = 500 * 2 ** (attempt - 1) * (1 + clock.random());
  if (result.kind === 'failure') return result.cause === 'unreachable' ? pause : undefined;
  if (result.status !== 429 && result.status < 500) return undefined;
  if (result.status === 501) return undefined;
  const asked = retryAfter(result.headers['retry-after'], clock);
  if (asked === undefined) return pause;
  return asked <= LONGEST_WAIT ? Math.max(asked, pause) : undefined;
};

const retryAfter = (header: string | undefined, clock: Clock): number | undefined => {
  if (header === undefined) return undefined;
  if (/^\s*[0-9]{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now().getTime());
};

const followed = async (request: Request, options: HttpOptions): Promise<Answer | Failure> => {
  let current = request;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const answer = await once(current, options, current.url.origin === request.url.origin);
    if (answer.kind === 'failure' || ![301, 302, 303, 307, 308].includes(answer.status)) return answer;
    const next = redirected(current, answer, request.url.origin);
    if (typeof next === 'string') return { kind: 'failure', cause: 'unexpected', status: answer.status, detail: next };
    current = next;
  }
  return { kind: 'failure', cause: 'unexpected', detail: `redirects more than ${MOST_REDIRECTS} times` };
};

/** The request at its new address, or what is wrong with that. */
const redirected = (request: Request, answer: Answer, origin: string): Request | string => {
  const location = answer.headers.location ?? '';
  if (request.body !== undefined) return `answers ${answer.status}, a redirect, to something that is sent to it alone`;
  if (location === '' || !URL.canParse(location, request.url.href))
    return `answers ${answer.status} without a proper address`;
  const url = new URL(location, request.url);
  if (!isSafe(url, origin)) return `answers ${answer.status}, a redirect to an address that is not https`;
  const { authorization: _, ...anonymous } = request;
  return url.origin === request.url.origin ? { ...request, url } : { ...anonymous, url };
};

const once = async (request: Request, { timeout }: HttpOptions, own: boolean): Promise<Answer | Failure> => {
  const { method, url, authorization, body } = request;
  const headers = {
    'user-agent': 'image-promotion',
    ...request.headers,
    ...(authorization === undefined ? {} : { authorization }),
  };
  try {
    const sending = { signal: AbortSignal.timeout(timeout), most: LARGEST_BODY };
    return { kind: 'answer', ...(await send({ method, url, headers, body }, sending)), own };
  } catch (error) {
    return failureOf(error, timeout);
  }
};

const failureOf = (error: unknown, timeout: number): Failure => {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { kind: 'failure', cause: 'timeout', detail: `does not answer within ${timeout / 1000} seconds` };
  }
  // Only the code: the message of an error may repeat what was sent.
  const { code, status } = error as { readonly code?: unknown; readonly status?: number };
  if (code === TOO_LARGE)
    return { kind: 'failure', cause: 'unexpected', status, detail: 'answers with more than 4 MiB' };
  const [, answered] = /^PROXY_(\d+)$/.exec(String(code)) ?? [];
  if (answered !== undefined) {
    const detail = `cannot be reached, since the proxy of the environment answers ${answered}`;
    return { kind: 'failure', cause: 'unreachable', detail };
  }
  const why = typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '';
  return { kind: 'failure', cause: 'unreachable', detail: `cannot be reached${why}` };
};
