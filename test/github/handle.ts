/** One request: who asks, what goes wrong, who answers. */
import { randomBytes } from 'node:crypto';
import { badCredentials, isRefusal, loginRequired, noQuery, noUserAgent, type Refusal } from './errors.ts';
import { type Fault, type FaultList, type Incoming, secondaryLimit } from './faults.ts';
import { answerGraphql, type GraphqlRequest } from './graphql.ts';
import type { Gate } from './limits.ts';
import type { LoggedRequest } from './requests.ts';
import { type Answer, answerRest, namedPath } from './rest/index.ts';
import type { Token, Viewer, World } from './world.ts';

/** What becomes of the connection: an answer, or none. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: RawAnswer }
  | { readonly kind: 'drop' }
  | { readonly kind: 'hang' };
export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

export type Desk = { readonly world: World; readonly faults: FaultList; readonly gate: Gate };

export async function handle(desk: Desk, incoming: Incoming, logged: LoggedRequest): Promise<Outcome> {
  const faults = desk.faults.take(incoming);
  logged.faults = faults.map(({ kind }) => kind);
  for (const fault of faults) if (fault.kind === 'run') await fault.callback();
  const token = incoming.token === undefined ? undefined : desk.world.tokens.get(incoming.token);
  if (token && faults.some(({ kind }) => kind === 'revoke')) token.revoked = true;
  const early = faults.map((fault) => struck(fault, 'before')).find(Boolean);
  if (early) return early;
  const over = desk.gate.enter(incoming);
  try {
    const outcome = over
      ? limited(incoming, over.retryAfter)
      : { kind: 'answer' as const, answer: await answer(desk, incoming, { token, faults, logged }) };
    return faults.map((fault) => struck(fault, 'after')).find(Boolean) ?? outcome;
  } finally {
    desk.gate.leave();
  }
}

const limited = ({ operation }: Incoming, retryAfter: number): Outcome =>
  struck(secondaryLimit({ status: operation ? 200 : 403, retryAfter }), 'before') ?? { kind: 'drop' };

const struck = (fault: Fault, when: 'before' | 'after'): Outcome | undefined => {
  if (!('when' in fault) || fault.when !== when) return undefined;
  if (fault.kind !== 'answer') return { kind: fault.kind };
  const { status, headers, body } = fault;
  return { kind: 'answer', answer: { status, headers, body } };
};

type Circumstances = {
  readonly token: Token | undefined;
  readonly faults: readonly Fault[];
  readonly logged: LoggedRequest;
};

const answer = async (
  { world }: Desk,
  incoming: Incoming,
  { token, faults, logged }: Circumstances,
): Promise<RawAnswer> => {
  const used = count(world, token, incoming);
  const viewer: Viewer = { token, stale: faults.some(({ kind }) => kind === 'stale') };
  try {
    if (!incoming.headers['user-agent']) throw noUserAgent();
    if (incoming.token !== undefined && (!token || token.revoked)) throw badCredentials();
    if (incoming.path !== '/graphql') {
      const named = { ...incoming, path: namedPath(world, incoming.path) };
      return print(await answerRest({ world, viewer, incoming: named }), used);
    }
    if (!token) throw loginRequired();
    if (typeof (incoming.body as Partial<GraphqlRequest> | undefined)?.query !== 'string') throw noQuery();
    const exhausted = faults.flatMap((fault) => (fault.kind === 'exhaust' ? [fault.path] : []));
    const context = {
      used,
      world,
      viewer,
      exhausted: (path: readonly (string | number)[]) => exhausted.some((chosen) => chosen(path)),
    };
    const body = await answerGraphql(incoming.body as GraphqlRequest, context);
    logged.errors = (body.errors ?? []).map(({ type, message }) => String(type ?? message));
    return print({ status: 200, body }, used);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logged.errors = [error.message];
    return print({ status: error.status, body: refusalBody(error) }, used);
  }
};

export const HOURLY = 5000;

/** Points so far: GraphQL's and REST's budgets are counted apart. */
const count = (world: World, token: Token | undefined, { operation, path }: Incoming): number => {
  const resource = `${path === '/graphql' ? 'graphql' : 'core'} ${token?.login}`;
  const used = (world.used.get(resource) ?? 0) + (operation || path !== '/graphql' ? 1 : 0);
  world.used.set(resource, used);
  return used;
};

const refusalBody = ({ message, errors, status }: Refusal): unknown => ({
  message: status === 404 ? 'Not Found' : errors ? 'Validation Failed' : message,
  ...(errors && { errors }),
  documentation_url: 'https://docs.github.com/rest',
  status: String(status),
});

const print = ({ status, body, headers }: Answer, used: number): RawAnswer => ({
  status,
  headers: {
    'x-github-request-id': randomBytes(8).toString('hex'),
    'x-ratelimit-limit': String(HOURLY),
    'x-ratelimit-remaining': String(HOURLY - used),
    'x-ratelimit-used': String(used),
    'x-ratelimit-reset': '4102444800',
    'x-ratelimit-resource': 'core',
    ...(body !== undefined && !Buffer.isBuffer(body) && { 'content-type': 'application/json; charset=utf-8' }),
    ...headers,
  },
  body: body === undefined ? '' : Buffer.isBuffer(body) ? body : JSON.stringify(body),
});
