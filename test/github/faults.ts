/** Failures between a client and GitHub, with their times. */

/** A request as faults and the log see it. */
export type Incoming = {
  readonly method: string;
  /** Without `/api/v3` and without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  readonly token: string | undefined;
  /** Of a GraphQL request. */
  readonly operation?:
    | { readonly kind: 'query' | 'mutation'; readonly name: string | undefined; readonly fields: readonly string[] }
    | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
};

export type Match =
  | ((request: Incoming) => boolean)
  | {
      readonly method?: string;
      readonly path?: string | RegExp;
      readonly kind?: 'query' | 'mutation';
      /** Name of the GraphQL operation. */
      readonly name?: string;
      /** A root field, such as `createCommitOnBranch`. */
      readonly field?: string;
      readonly token?: string;
    };

/** When the fault strikes: `before` GitHub has done anything, or `after` it has done all, so that only the answer is lost. */
export type When = 'before' | 'after';

export type Fault =
  | {
      readonly kind: 'answer';
      readonly when: When;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: 'drop'; readonly when: When }
  | { readonly kind: 'hang'; readonly when: When }
  | { readonly kind: 'exhaust'; readonly path: (path: readonly (string | number)[]) => boolean }
  | { readonly kind: 'forbid'; readonly path: (path: readonly (string | number)[]) => boolean }
  | { readonly kind: 'blank'; readonly path: (path: readonly (string | number)[]) => boolean }
  | { readonly kind: 'stale' }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'run'; readonly callback: () => unknown };

export const unicorn = '<html><body><h1>Whoa there!</h1><p>This page is taking too long to load.</p></body></html>';
const json = (body: unknown): string => JSON.stringify(body);
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** 500 and 503 come with JSON, 502 and 504 with a page from the load balancer. */
export const serverError = (status: 500 | 502 | 503 | 504, when: When = 'before'): Fault => ({
  kind: 'answer',
  when,
  status,
  headers: status === 502 || status === 504 ? { 'content-type': 'text/html' } : JSON_TYPE,
  body:
    status === 502 || status === 504
      ? unicorn
      : json({ message: status === 500 ? 'Server Error' : 'Service Unavailable' }),
});

/** Closes the connection without an answer. */
export const drop = (when: When): Fault => ({ kind: 'drop', when });
/** Never answers; the connection ends with the fake. */
export const hang = (when: When = 'before'): Fault => ({ kind: 'hang', when });
/** Makes the fields at these response paths null, each with an error, in an answer that is otherwise good. */
export const exhausted = (path: (path: readonly (string | number)[]) => boolean): Fault => ({ kind: 'exhaust', path });
/** The token may not read the fields at these response paths; the rest of the answer holds. */
export const forbidden = (path: (path: readonly (string | number)[]) => boolean): Fault => ({ kind: 'forbid', path });
/** Makes the fields at these response paths null without a word, where the schema lets them be null; a mutation is made nevertheless. */
export const blank = (path: (path: readonly (string | number)[]) => boolean): Fault => ({ kind: 'blank', path });
/** Reads refs and pull requests in their state before the last change. */
export const stale = (): Fault => ({ kind: 'stale' });
/** Revokes the token of this request. */
export const revoked = (): Fault => ({ kind: 'revoke' });
/** Runs the callback just before the request is looked at; the request itself goes on. */
export const before = (callback: () => unknown): Fault => ({ kind: 'run', callback });

/** A refusal of one's own choice over REST, such as a base that moved under a merge (405). */
export const refused = (status: number, message: string): Fault => ({
  kind: 'answer',
  when: 'before',
  status,
  headers: JSON_TYPE,
  body: json({ message, documentation_url: 'https://docs.github.com/rest', status: String(status) }),
});

/** A refusal of one's own choice over GraphQL: 200 with an error of the type. */
export const refusedGraphql = (type: string, message: string): Fault => ({
  kind: 'answer',
  when: 'before',
  status: 200,
  headers: JSON_TYPE,
  body: json({ data: null, errors: [{ type, message }] }),
});

type Limited = {
  /** 200 with errors is what GraphQL does; REST answers 403 or 429. */
  readonly status: 200 | 403 | 429;
  /** In seconds. */
  readonly retryAfter?: number;
  /** In seconds since 1970. */
  readonly reset?: number;
};

export const primaryLimit = ({ status, retryAfter, reset = 4102444800 }: Limited): Fault => {
  const message = 'API rate limit exceeded for installation ID 1.';
  return {
    kind: 'answer',
    when: 'before',
    status,
    headers: {
      ...JSON_TYPE,
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-used': '5000',
      'x-ratelimit-reset': String(reset),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: json(
      status === 200
        ? { errors: [{ type: 'RATE_LIMITED', message }] }
        : { message, documentation_url: 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api' },
    ),
  };
};

export const secondaryLimit = ({ status, retryAfter }: Limited): Fault => {
  const message =
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID 0000:0000.';
  const documentation =
    'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits';
  return {
    kind: 'answer',
    when: 'before',
    status,
    headers: { ...JSON_TYPE, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
    body: json(status === 200 ? { errors: [{ message }] } : { documentation_url: documentation, message }),
  };
};

type Entry = { readonly match: Match; readonly fault: Fault; readonly once: boolean };

export type Faults = {
  /** Strikes the next request that matches, once. */
  next(match: Match, fault: Fault): void;
  /** Strikes every request that matches, until `clear`. */
  always(match: Match, fault: Fault): void;
  clear(): void;
};

export type FaultList = Faults & { take(request: Incoming): Fault[] };

/** Callbacks, stale reads, revocations and exhausted fields go together with anything; of the faults that replace the
 * answer the first that was asked for strikes, the others wait. */
export function faultList(): FaultList {
  let entries: Entry[] = [];
  return {
    next: (match, fault) => void entries.push({ match, fault, once: true }),
    always: (match, fault) => void entries.push({ match, fault, once: false }),
    clear: () => {
      entries = [];
    },
    take(request) {
      const taken: Fault[] = [];
      for (const entry of [...entries]) {
        const replaces = ['answer', 'drop', 'hang'].includes(entry.fault.kind);
        const full = replaces && taken.some(({ kind }) => ['answer', 'drop', 'hang'].includes(kind));
        if (full || !matches(entry.match, request)) continue;
        taken.push(entry.fault);
        if (entry.once) entries = entries.filter((other) => other !== entry);
      }
      return taken;
    },
  };
}

const matches = (match: Match, request: Incoming): boolean => {
  if (typeof match === 'function') return match(request);
  const { operation } = request;
  return (
    (match.method === undefined || match.method === request.method) &&
    (match.path === undefined ||
      (typeof match.path === 'string' ? match.path === request.path : match.path.test(request.path))) &&
    (match.kind === undefined || match.kind === operation?.kind) &&
    (match.name === undefined || match.name === operation?.name) &&
    (match.field === undefined || operation?.fields.includes(match.field) === true) &&
    (match.token === undefined || match.token === request.token)
  );
};
