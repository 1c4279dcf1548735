/** Requests to registries: redirects, retries and limits of size and time. */

import { isSafe } from '../../domain/registry/location.ts';
import type { Clock, Log } from '../../ports.ts';
import { connectionFailure, follow, REDIRECTED, type Redirect, type Reply, send, TOO_LARGE } from '../http/http.ts';
export type RegistryRequest = {
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly authorization?: string | undefined;
  readonly body?: Uint8Array | string | undefined;
};

export type RegistryAnswer = {
  readonly kind: 'answer';
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Whether it came from the origin that was asked, and not from one that a redirect led to. */
  readonly own: boolean;
};

/** No answer; `detail` follows the name of the server. */
export type RegistryFailure = {
  readonly kind: 'failure';
  readonly cause: 'unreachable' | 'timeout' | 'unexpected';
  readonly detail: string;
  readonly status?: number | undefined;
  /** The remedy, if the failure is permanent. */
  readonly remedy?: string | undefined;
};

export type Exchange = (request: RegistryRequest) => Promise<RegistryAnswer | RegistryFailure>;

type ExchangeOptions = {
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds for one request with the answer's body. */
  readonly timeout: number;
};

const ATTEMPTS = 3;

/** The sum of all waits that a server may ask for, in milliseconds. */
const LONGEST_WAIT = 30_000;

/** A manifest has at most 4 MiB by the distribution specification. */
const LARGEST_BODY = 4 * 1024 * 1024;

/** Sends requests, follows redirects without carrying credentials to another origin, and repeats, three times in all, after
 * temporary failures: a lost connection, 5xx, and 429 when the wait that is asked for is at most 30 seconds. */
export function createExchange(options: ExchangeOptions): Exchange {
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
const waitFor = (result: RegistryAnswer | RegistryFailure, attempt: number, clock: Clock): number | undefined => {
  const pause = 500 * 2 ** (attempt - 1) * (1 + clock.random());
  if (result.kind === 'failure')
    return result.cause === 'unreachable' && result.remedy === undefined ? pause : undefined;
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

const followed = async (
  request: RegistryRequest,
  { timeout }: ExchangeOptions,
): Promise<RegistryAnswer | RegistryFailure> => {
  const { origin } = request.url;
  try {
    const { message, reply } = await follow(request, {
      ask: (asked) => once(asked, timeout),
      next: (asked, redirect) => redirected(asked, redirect, origin),
    });
    return { kind: 'answer', ...reply, own: message.url.origin === origin };
  } catch (error) {
    return failureOf(error, timeout);
  }
};

const redirected = (request: RegistryRequest, { to }: Redirect, origin: string): RegistryRequest | string => {
  if (request.body !== undefined) return 'a redirect, to something that is sent to it alone';
  if (!isSafe(to, origin)) return 'a redirect to an address that is not https';
  const { authorization: _, ...anonymous } = request;
  return to.origin === request.url.origin ? { ...request, url: to } : { ...anonymous, url: to };
};

const once = ({ method, url, authorization, body, ...request }: RegistryRequest, timeout: number): Promise<Reply> => {
  const headers = {
    'user-agent': 'image-promotion',
    ...request.headers,
    ...(authorization === undefined ? {} : { authorization }),
  };
  return send({ method, url, headers, body }, { signal: AbortSignal.timeout(timeout), most: LARGEST_BODY });
};

const failureOf = (error: unknown, timeout: number): RegistryFailure => {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { kind: 'failure', cause: 'timeout', detail: `does not answer within ${timeout / 1000} seconds` };
  }
  const { code, status, message } = error as Error & { readonly code?: unknown; readonly status?: number };
  if (code === TOO_LARGE)
    return { kind: 'failure', cause: 'unexpected', status, detail: 'answers with more than 4 MiB' };
  if (code === REDIRECTED) return { kind: 'failure', cause: 'unexpected', status, detail: message };
  return { kind: 'failure', cause: 'unreachable', ...connectionFailure(error) };
};
