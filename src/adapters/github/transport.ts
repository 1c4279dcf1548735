/** The transport of the GitHub client: every request passes through the one hook of this plugin, which sends it within its time
 * limit, counts it, waits for rate limits, repeats requests that may be repeated, and gives up at once after a permanent failure.
 * Octokit's own plugins for that pass each request through several queues, whose timers come to more than ten milliseconds. */

import type { Octokit } from '@octokit/rest';
import { fail } from '../../domain/errors.ts';
import { isLoopback } from '../../domain/request/grammar.ts';
import { quote } from '../../domain/text.ts';
import type { Clock } from '../../ports.ts';
import {
  connectionFailure,
  follow,
  isUnsent,
  type Message,
  REDIRECTED,
  type Redirect,
  type Reply,
  send,
  TOO_LARGE,
} from '../http/http.ts';
import { type Limited, limitedBy, type RateLimit, rateLimitOf } from './rate-limits.ts';

type TransportSettings = {
  readonly transport: {
    readonly clock: Clock;
    /** Milliseconds that one request may take. */
    readonly timeout: number;
    /** Whether a request that a limit stopped is worth so many seconds; `waits` were before. */
    readonly isWorth: (request: object, seconds: number, waits: number) => boolean;
  };
};

/** The requests that went out so far, repetitions included, and the limits as last seen. */
export type RequestLog = {
  readonly count: number;
  readonly calls: readonly Call[];
  readonly limits: readonly RateLimit[];
};

type Call = {
  /** Method and path with its placeholders, and of GraphQL the operation: `POST /graphql mutation createCommitOnBranch`. */
  readonly request: string;
  /** Undefined for one that got no answer. */
  readonly status: number | undefined;
  readonly milliseconds: number;
};

/** How often a request is repeated that may be, and how many are under way at once. */
const RETRIES = 2;

const MOST_AT_ONCE = 10;

/** @throws in the hook: the error of Octokit, one with the limit behind it, or PromotionError for an obstacle */
export function transport(octokit: Pick<Octokit, 'hook'>, options: object): { requestLog(): RequestLog } {
  const { clock, timeout, isWorth } = (options as TransportSettings).transport;
  const inTurn = atMost(MOST_AT_ONCE);
  const stopAtObstacle = reachability();
  const limits = new Map<string, RateLimit>();
  const calls: Call[] = [];

  const record = (request: OctokitRequest, response: OctokitAnswer | undefined, started: number): void => {
    const milliseconds = clock.now().getTime() - started;
    calls.push({ request: nameOf(request), status: response?.status, milliseconds });
    const limit = rateLimitOf(response?.headers ?? {});
    if (limit !== undefined) limits.set(limit.resource, limit);
  };

  octokit.hook.wrap('request', async (send, request) => {
    const { retries = RETRIES } = request.request as { readonly retries?: number };
    const tries = { waits: 0, failures: 0 };

    const sendOnce = async (): Promise<Attempt> => {
      const started = clock.now().getTime();
      request.request.signal = AbortSignal.timeout(timeout);
      const { response, error } = await outcomeOf(async () => send(request) as Promise<OctokitAnswer>);
      record(request as OctokitRequest, response, started);
      const limited = response && limitedBy(response, clock.now(), tries.waits);
      return { response, error, limited };
    };

    const pauseAfter = (attempt: Attempt): number | undefined => {
      const { limited } = attempt;
      if (limited !== undefined) return isWorth(request, limited.seconds, tries.waits++) ? limited.seconds : undefined;
      return hasFailed(attempt) && tries.failures < retries ? (++tries.failures) ** 2 : undefined;
    };

    for (;;) {
      const attempt = await inTurn(sendOnce);
      stopAtObstacle(attempt, request as OctokitRequest);
      const seconds = pauseAfter(attempt);
      if (seconds === undefined) return responseOf(attempt) as Awaited<ReturnType<typeof send>>;
      await clock.sleep(seconds * 1000);
    }
  });
  return { requestLog: () => ({ count: calls.length, calls: [...calls], limits: [...limits.values()] }) };
}

type OctokitAnswer = {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
};

type OctokitRequest = {
  readonly method: string;
  readonly url: string;
  readonly baseUrl: string;
  readonly query?: unknown;
};

type OctokitError = Error & { readonly status?: number; readonly response?: OctokitAnswer; readonly cause?: Cause };

type Cause = Error & { readonly code?: unknown };

/** One request that went out: an answer of status 400 and more comes with its error. */
type Attempt = {
  readonly response?: OctokitAnswer | undefined;
  readonly error?: OctokitError | undefined;
  /** Every form of rate limit, also those that come with status 200 or without the words "secondary rate", and GraphQL's on GitHub
   * Enterprise Server. */
  readonly limited?: Limited | undefined;
};

const outcomeOf = async (send: () => Promise<OctokitAnswer>): Promise<Attempt> => {
  try {
    return { response: await send() };
  } catch (thrown) {
    const error = thrown as OctokitError;
    const isLate = error.cause?.name === 'TimeoutError';
    return { response: error.response, error: isLate ? Object.assign(error, { status: 504 }) : error };
  }
};

const responseOf = ({ response, error, limited }: Attempt): OctokitAnswer => {
  if (limited !== undefined) throw Object.assign(new Error('rate limit'), { limited });
  if (response === undefined || error !== undefined) throw error;
  return response;
};

/** The limit behind an error of the transport, once the waiting is over. */
export function limitBehind(error: unknown): Limited | undefined {
  return typeof error === 'object' && error !== null && 'limited' in error ? (error.limited as Limited) : undefined;
}

/** Whether a repetition may succeed. Octokit gives an error without an answer the status 500. */
const hasFailed = ({ response, error }: Attempt): boolean => {
  if (response === undefined || error !== undefined) return Number(error?.status) >= 500 && !isTooLarge(error);
  const { errors } = (response.data ?? {}) as { readonly errors?: readonly { readonly message?: unknown }[] };
  return /something went wrong while executing your query/i.test(String(errors?.[0]?.message));
};

/** Whether the answer was larger than may be read; it would be so again. */
export function isTooLarge(error: unknown): boolean {
  return (error as OctokitError).cause?.code === TOO_LARGE;
}

/** All of GraphQL has one address, so the operation names the request. */
const nameOf = ({ method, url, query }: OctokitRequest): string => {
  const [, kind, field] = /^\s*(query|mutation)\b[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/.exec(String(query ?? '')) ?? [];
  return [method, url, kind, field].filter((part) => part !== undefined).join(' ');
};

/** Lets that many run at once; the others wait in their order. */
const atMost = (most: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
};

/** A permanent obstacle; `detail` follows the name of the address. */
type Obstacle = { readonly where: string; readonly detail: string; readonly remedy: string };

const ADDRESS =
  "The runner names the API in GITHUB_API_URL and GITHUB_GRAPHQL_URL: see whether the workflow sets them to anything else, and whether a proxy or a page to log in answers in GitHub's place.";

/** @throws PromotionError for an address that can lead nowhere. */
export function checkAddress(url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  fail('host-unavailable', `The API of GitHub has no proper address: ${quote(url)}.`, ADDRESS);
}

/** Fails at once after a permanent failure, as with a proxy that refuses, a certificate that does not verify or an address that
 * is not GitHub's. That holds until GitHub has answered, or a write may have landed: from then on it is a failure like others,
 * which is repeated or left to the caller. */
const reachability = (): ((attempt: Attempt, request: OctokitRequest) => void) => {
  const open = new Set<string>();
  let inDoubt = false;
  return (attempt, request) => {
    const obstacle = obstacleIn(attempt, request);
    const harmless = isHarmless(attempt, request);
    if (obstacle !== undefined && harmless && !open.has(request.baseUrl) && !inDoubt) stop(obstacle);
    if (obstacle === undefined && isAnswered(attempt)) open.add(request.baseUrl);
    else inDoubt ||= !harmless;
  };
};

const stop = ({ where, detail, remedy }: Obstacle): never =>
  fail('host-unavailable', `GitHub cannot be asked: ${quote(where)} ${detail}.`, remedy);

const obstacleIn = ({ response, error, limited }: Attempt, request: OctokitRequest): Obstacle | undefined => {
  if (limited !== undefined) return undefined;
  if (response !== undefined) return foreign(response, request);
  const { detail, remedy } = connectionFailure(error?.cause);
  const where = new URL(request.baseUrl).host;
  if (error?.cause?.code === REDIRECTED) return { where, detail: error.cause.message, remedy: ADDRESS };
  return remedy === undefined ? undefined : { where, detail, remedy };
};

/** GitHub's API answers in JSON unless it fails, and always knows the address of GraphQL. */
const foreign = ({ url, status, headers, data }: OctokitAnswer, request: OctokitRequest): Obstacle | undefined => {
  if (status >= 500) return undefined;
  const isPage = /^text\/html\b/i.test(String(headers['content-type']));
  const isMissing = status === 404 && (isGraphql(request) || typeof data === 'string');
  if (!isPage && !isMissing) return undefined;
  return { where: url, detail: `answers ${status}${isPage ? ' with a web page' : ''}`, remedy: ADDRESS };
};

/** Whether the request cannot have taken effect. */
const isHarmless = ({ response, error }: Attempt, request: OctokitRequest): boolean => {
  const status = response?.status;
  return isRead(request) || isUnsent(error?.cause) || (status !== undefined && status >= 400 && status < 500);
};

const isAnswered = ({ response, limited }: Attempt): boolean =>
  limited !== undefined || (response?.status ?? 500) < 500;

const isGraphql = ({ url }: OctokitRequest): boolean => url === '/graphql';

const isRead = (request: OctokitRequest): boolean =>
  isGraphql(request)
    ? !/^\s*mutation\b/.test(String(request.query))
    : request.method === 'GET' || request.method === 'HEAD';

/** Bytes of the largest answer. A hundred files at 512,000 bytes, where GitHub cuts them, twice as long with JSON escapes: a
 * larger answer is asked for in parts, and nothing on the other side can fill the memory of the runner. */
export const LARGEST_ANSWER = 128 * 1024 * 1024;

type FetchRequest = Omit<Message, 'url'> & { readonly signal: AbortSignal };

/** The part of a web Response that Octokit reads. */
type FetchAnswer = {
  readonly status: number;
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
  text(): Promise<string>;
  arrayBuffer(): Promise<Uint8Array>;
};

/** Sends the requests of Octokit. GitHub redirects requests for a renamed repository within itself; a token goes nowhere else.
 * @throws Error as `send` and `follow` do */
export async function fetchGitHub(address: string, { signal, ...asked }: FetchRequest): Promise<FetchAnswer> {
  const { message, reply } = await follow<Message>(
    { ...asked, url: new URL(address) },
    { ask: (asked) => send(asked, { signal, most: LARGEST_ANSWER }), next: redirected },
  );
  return answeredBy(message.url, reply);
}

/** The API asks for the same method and body again at 307 and 308, and may not be asked for an effect at the others. */
const redirected = (message: Message, { status, to }: Redirect): Message | string => {
  if (isLog(message) && to.origin !== message.url.origin) return withoutToken(message, to);
  if (to.origin !== message.url.origin) return 'a redirect to another server';
  const repeats = status >= 307 || message.method === 'GET' || message.method === 'HEAD';
  return repeats ? { ...message, url: to } : 'a redirect that drops what was sent';
};

/** GitHub keeps the logs of jobs elsewhere, at an address that is its own credential.
 * https://docs.github.com/en/rest/actions/workflow-jobs#download-job-logs-for-a-workflow-run */
const isLog = ({ method, url }: Message): boolean =>
  method === 'GET' && /\/actions\/jobs\/\d+\/logs$/.test(url.pathname);

const withoutToken = ({ method, headers }: Message, to: URL): Message | string => {
  if (to.protocol !== 'https:' && !isLoopback(to.hostname)) return 'a redirect to an address without https';
  const kept = Object.entries(headers).filter(([name]) => !/^(authorization|cookie)$/i.test(name));
  return { method, url: to, headers: Object.fromEntries(kept) };
};

const answeredBy = ({ href }: URL, { status, headers, body }: Reply): FetchAnswer => ({
  status,
  url: href,
  headers: new Map(Object.entries(headers)),
  body,
  text: async () => new TextDecoder().decode(body),
  arrayBuffer: async () => body,
});
