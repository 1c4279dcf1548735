/** Rate limits in GitHub's answers, and how long to wait for them. */

export type RateLimit = {
  /** `core`, `graphql` and so on. */
  readonly resource: string;
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
};

/** A request that was not executed because of a limit. */
export type Limited = { readonly seconds: number; readonly until: Date };

type Headers = Readonly<Record<string, string | number | undefined>>;

type Response = { readonly status: number; readonly headers: Headers; readonly data: unknown };

/** Where neither `retry-after` nor the reset says how long: GitHub asks for at least a minute, and longer each time. */
const MINUTE = 60;

/** Undefined for an answer without the headers, as GitHub Enterprise Server gives it with limits switched off. */
export function rateLimitOf(headers: Headers): RateLimit | undefined {
  const remaining = number(headers['x-ratelimit-remaining']);
  const reset = number(headers['x-ratelimit-reset']);
  if (remaining === undefined || reset === undefined) return undefined;
  return {
    resource: String(headers['x-ratelimit-resource'] ?? 'core'),
    limit: number(headers['x-ratelimit-limit']) ?? remaining,
    remaining,
    resetsAt: new Date(reset * 1000),
  };
}

/** GraphQL reports a limit with status 200 or 403, REST with 403 or 429. `attempt` counts from 0.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
export function limitedBy(response: Response, now: Date, attempt: number): Limited | undefined {
  if (!isLimited(response)) return undefined;
  const seconds = Math.max(1, secondsOf(response.headers, now) ?? MINUTE * 2 ** attempt);
  return { seconds, until: new Date(now.getTime() + seconds * 1000) };
}

const secondsOf = (headers: Headers, now: Date): number | undefined => {
  const after = number(headers['retry-after']);
  if (after !== undefined) return after;
  const limit = rateLimitOf(headers);
  if (limit?.remaining !== 0) return undefined;
  return Math.ceil((limit.resetsAt.getTime() - now.getTime()) / 1000) + 1;
};

const isLimited = ({ status, headers, data }: Response): boolean => {
  if (status === 429) return true;
  if (status === 403) {
    return 'retry-after' in headers || headers['x-ratelimit-remaining'] === '0' || speaksOfLimit(messageOf(data));
  }
  if (status === 422) return isTooQuick(messageOf(data)) || errorsOf(data).some((error) => isTooQuick(wordsOf(error)));
  return (
    status === 200 &&
    errorsOf(data).some(
      (error) =>
        /^RATE_LIMIT(?:ED)?$/.test(String(error.type)) ||
        speaksOfLimit(error.message) ||
        (isTooQuick(error.message) && !hasEffect(data)),
    )
  );
};

const speaksOfLimit = (text: unknown): boolean =>
  typeof text === 'string' && /secondary rate limit|rate limit exceeded|abuse detection/i.test(text);

/** The limit of content creation, as a mutation tells it: UNPROCESSABLE, without a time. https://github.com/cli/cli/issues/4801 */
const isTooQuick = (text: unknown): boolean => typeof text === 'string' && /submitted too quickly/i.test(text);

/** Of several mutations in one request the limit may stop the last alone. */
const hasEffect = (data: unknown): boolean => {
  const fields = (data as { readonly data?: Readonly<Record<string, unknown>> | null }).data ?? {};
  return Object.values(fields).some((field) => field !== null);
};

const wordsOf = (error: unknown): unknown => (typeof error === 'string' ? error : messageOf(error));

const messageOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'message' in data ? data.message : undefined;

const errorsOf = (data: unknown): readonly { readonly type?: unknown; readonly message?: unknown }[] =>
  typeof data === 'object' && data !== null && 'errors' in data && Array.isArray(data.errors) ? data.errors : [];

/** More seconds than a date can be away are not a number that a server means. */
const LARGEST_NUMBER = 1e11;

const number = (header: string | number | undefined): number | undefined => {
  const value = header === undefined || header === '' ? Number.NaN : Number(header);
  return Math.abs(value) < LARGEST_NUMBER ? value : undefined;
};
