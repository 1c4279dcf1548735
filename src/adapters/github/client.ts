/** The client of GitHub that all adapters share: GraphQL, REST and raw bytes by one token. */

import { Octokit } from '@octokit/rest';
import { fail, PromotionError } from '../../domain/errors.ts';
import { quoteWords } from '../../domain/text.ts';
import type { Clock } from '../../ports.ts';
import { answered, type GitHubAnswer, graphqlAnswer, lostAnswer, mutationAnswer } from './answers.ts';
import type { Limited } from './rate-limits.ts';
import {
  checkAddress,
  fetchGitHub,
  isTooLarge,
  LARGEST_ANSWER,
  limitBehind,
  type RequestLog,
  transport,
} from './transport.ts';

type Connection = {
  readonly token: string;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  readonly apiUrl: string;
  /** `https://api.github.com/graphql`, or `https://HOST/api/graphql`. */
  readonly graphqlUrl: string;
  readonly clock: Clock;
  /** Milliseconds from now in which waiting for a rate limit may end; ten minutes. */
  readonly patience?: number | undefined;
  /** Milliseconds that one request may take; a minute. GitHub itself gives up after ten seconds. */
  readonly timeout?: number | undefined;
};

/** `repeat` sends again after a failure, and is for reads alone: the caller of a lost write looks whether it landed. A request
 * that a rate limit stopped was not executed and is sent again, unless it `ages`: it names a commit that others soon replace, so
 * its problem gives the seconds instead of waiting. */
type Sending = { readonly repeat?: true | undefined; readonly ages?: true | undefined };

type GraphqlCall = Sending & {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
};

/** The options that the client adds to the parameters of a method. */
type SendingOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly request: Readonly<Record<string, unknown>>;
};

/** `ask` calls one named method and passes the options on to it. */
export type RestCall = Sending & {
  readonly ask: (
    octokit: Octokit,
    options: SendingOptions,
  ) => Promise<{ readonly status: number; readonly data: unknown }>;
};

/** Answers are values, refusals included. Every method throws PromotionError for a token that GitHub does not know, for a rate
 * limit longer than the allowed wait, and for a permanent failure of the first requests. */
export interface GitHubClient {
  readonly tokenKind: TokenKind;
  graphql<T>(call: GraphqlCall): Promise<GitHubAnswer<T>>;
  rest<T>(call: RestCall): Promise<GitHubAnswer<T>>;
  /** The body as it is, undecoded. */
  bytes(call: RestCall): Promise<GitHubAnswer<Uint8Array>>;
  requests(): RequestLog;
}

const CHECK_TOKEN =
  'Check the input `token`: it is mistyped, expired or revoked, or belongs to another server; an App token lasts an hour.';

const TOO_MUCH = `the answer is larger than ${LARGEST_ANSWER / 1024 ** 2} MiB`;

const MINUTE = 60_000;

/** Upper bound of waits; a real rate limit uses up the time before. */
const MOST_WAITS = 8;

const Client = Octokit.plugin(transport);

/** @throws PromotionError without a token or for an address that is none. */
export function openClient(connection: Connection): GitHubClient {
  const { token, clock, patience = 10 * MINUTE } = connection;
  if (token === '') fail('token-missing', 'There is no GitHub token.', 'Set the input `token`.');
  if (/[^ -~]/.test(token)) fail('token-invalid', 'The GitHub token holds characters that no token has.', CHECK_TOKEN);
  for (const url of [connection.apiUrl, connection.graphqlUrl]) checkAddress(url);
  const deadline = clock.now().getTime() + patience;
  const isInTime = (seconds: number): boolean => clock.now().getTime() + seconds * 1000 <= deadline;
  const isWorth = (options: object, seconds: number, waits: number): boolean =>
    waits < MOST_WAITS && isInTime(seconds) && !ages(options);

  const octokit = new Client({
    auth: token,
    baseUrl: connection.apiUrl.replace(/\/+$/, ''),
    userAgent: 'image-promotion',
    log: silent,
    request: { log: silent, fetch: fetchGitHub },
    transport: { clock, timeout: connection.timeout ?? MINUTE, isWorth },
  });

  const optionsOf = ({ ages, repeat }: Sending, request: object = {}): SendingOptions => ({
    headers: { 'x-github-api-version': '2022-11-28' },
    request: { ...request, ages, ...(repeat ? {} : { retries: 0 }) },
  });

  const graphql = graphqlRoute(connection.graphqlUrl);
  return {
    tokenKind: tokenKind(token),
    graphql: <T>(call: GraphqlCall) =>
      attempt<T>(async () => {
        const { document: query, variables, ...sending } = call;
        const parameters = { baseUrl: graphql.baseUrl, query, variables };
        const response = await octokit.request(graphql.route, { ...parameters, ...optionsOf(sending) });
        const answer = graphqlAnswer<T>(response.data);
        return /^\s*mutation\b/.test(query) ? mutationAnswer(answer) : answer;
      }, call.ages && isInTime),
    rest: (call) =>
      attempt(async () => {
        const { data, status } = await call.ask(octokit, optionsOf(call));
        if (status === 204) return answered(undefined);
        return typeof data === 'object'
          ? answered(data as never)
          : lostAnswer('the answer is not JSON', { overloaded: false });
      }, call.ages && isInTime),
    bytes: (call) =>
      attempt(async () => {
        const { data } = await call.ask(octokit, optionsOf(call, { parseSuccessResponseBody: false }));
        return answered(data as Uint8Array);
      }),
    requests: () => octokit.requestLog(),
  };
}

const ignore = (): void => undefined;

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The log names `/graphql`; the rest of the address is the base. */
const graphqlRoute = (url: string): { readonly route: string; readonly baseUrl: string } => ({
  route: 'POST /graphql',
  baseUrl: url.replace(/\/graphql\/*$/, ''),
});

const ages = (options: unknown): boolean =>
  (options as { readonly request: { readonly ages?: true | undefined } }).request.ages === true;

type Bearable = ((seconds: number) => boolean) | undefined;

/** `isBearable`: whether the caller waits so many seconds itself. */
const attempt = async <T>(request: () => Promise<GitHubAnswer<T>>, isBearable?: Bearable): Promise<GitHubAnswer<T>> => {
  try {
    return await request();
  } catch (error) {
    return judge(error, isBearable);
  }
};

const judge = <T>(error: unknown, isBearable: Bearable): GitHubAnswer<T> => {
  if (error instanceof PromotionError) throw error;
  const limit = limitBehind(error);
  if (limit !== undefined) {
    const { seconds } = limit;
    return isBearable?.(seconds) ? answered<T>(undefined, [{ message: 'rate limit', seconds }]) : limited(limit);
  }
  const { message, status, response } = error as { message?: string; status?: number; response?: { data?: unknown } };
  if (isTooLarge(error)) return lostAnswer(TOO_MUCH, { overloaded: true });
  const text = wordsOf(response?.data) ?? message ?? String(error);
  if (status === undefined || response === undefined) return lostAnswer(text, { overloaded: true });
  if (status >= 500) return lostAnswer(`${status} ${text}`, { overloaded: status !== 503 });
  if (status === 401) unauthorized(text);
  return answered<T>(undefined, [{ message: text, status, documentation: documentationIn(response.data) }]);
};

/** GitHub's own message, without the address of its documentation that the client appends. */
const wordsOf = (data: unknown): string | undefined => {
  if (typeof data !== 'object' || data === null || !('message' in data)) return undefined;
  const details = 'errors' in data && Array.isArray(data.errors) ? data.errors : [];
  const words = details.map((detail) => (typeof detail === 'string' ? detail : detail?.message)).filter(Boolean);
  return [data.message, ...words].join(' ');
};

/** Where GitHub points to more than the front page of its documentation. */
const documentationIn = (data: unknown): string | undefined => {
  const { documentation_url: url } = (data ?? {}) as { readonly documentation_url?: unknown };
  return typeof url === 'string' && /^https:\/\/[\w.-]+\/[^/\s]+\/\S+$/.test(url) ? url.slice(0, 200) : undefined;
};

const unauthorized = (text: string): never =>
  fail('token-invalid', `GitHub does not accept the token: ${quoteWords(text)}.`, CHECK_TOKEN);

const limited = ({ until }: Limited): never =>
  fail(
    'rate-limited',
    `GitHub limits the requests of this token until ${until.toISOString().replace(/\.\d+Z$/, 'Z')}.`,
    'Run it again after that time; a token of a GitHub App has a limit of its own, apart from the other workflows.',
  );

/** The kinds of token by their prefixes; `ghs_` is the workflow's own token as well as a GitHub App's.
 * https://github.blog/engineering/behind-githubs-new-authentication-token-formats */
export type TokenKind = 'installation' | 'fine-grained' | 'classic' | 'other';

function tokenKind(token: string): TokenKind {
  if (token.startsWith('ghs_')) return 'installation';
  if (token.startsWith('github_pat_')) return 'fine-grained';
  if (token.startsWith('ghp_')) return 'classic';
  return 'other';
}

/** One repository on GitHub, with its client. */
export type GitHubPlace = {
  readonly client: GitHubClient;
  readonly clock: Clock;
  readonly owner: string;
  readonly name: string;
};

/** The head of a branch in the first query, on which a write is based. */
export type BaseCommit = {
  readonly place: GitHubPlace;
  /** Node id. */
  readonly repository: string;
  /** As GitHub spells it today: a renamed repository still answers queries by its old name, mutations do not. */
  readonly nameWithOwner: string;
  readonly branch: string;
  readonly commit: string;
  readonly tree: string;
};

export function placeOf(client: GitHubClient, clock: Clock, repository: string): GitHubPlace {
  const [owner = '', name = ''] = repository.split('/');
  return { client, clock, owner, name };
}

export function fullName({ owner, name }: GitHubPlace): string {
  return `${owner}/${name}`;
}

/** Before the attempt of this number, counted from 1: a second, two, four, at most eight. */
export function waitBeforeRetry(clock: Clock, attempt: number): Promise<void> {
  return clock.sleep(Math.min(8000, 1000 * 2 ** (attempt - 1)));
}
