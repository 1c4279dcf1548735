/** Handles one request: the token, the faults, the answer. */
import { randomBytes } from 'node:crypto';
import { type Budget, spend } from './budget.ts';
import {
  badCredentials,
  budgetSpent,
  isRefusal,
  loginRequired,
  noQuery,
  noUserAgent,
  type Refusal,
  tookTooLong,
} from './errors.ts';
import { type Fault, type FaultList, type Incoming, secondaryLimit, unicorn } from './faults.ts';
import {
  answerGraphql,
  type Context,
  type GraphqlAnswer,
  type GraphqlRequest,
  type Prepared,
  prepare,
} from './graphql.ts';
import type { Gate } from './limits.ts';
import type { LoggedRequest } from './requests.ts';
import { type Answer, answerRest, namedPath } from './rest/index.ts';
import type { Token, Viewer, World } from './world.ts';

/** The fate of the connection: an answer, or none. */
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
  const viewer: Viewer = { token, stale: faults.some(({ kind }) => kind === 'stale') };
  const asked = priced(incoming, viewer);
  const resource = incoming.path === '/graphql' ? 'graphql' : 'core';
  const budget = spend(world, { token, resource, points: asked.points });
  logged.points = asked.points;
  if (asked.prepared?.kind === 'prepared') logged.nodes = asked.prepared.cost.nodes;
  try {
    if (!incoming.headers['user-agent']) throw noUserAgent();
    if (incoming.token !== undefined && (!token || token.revoked)) throw badCredentials();
    if (budget.exceeded) throw budgetSpent(resource);
    if (incoming.path !== '/graphql') {
      const named = { ...incoming, path: namedPath(world, incoming.path) };
      return print(await answerRest({ world, viewer, incoming: named }), budget);
    }
    if (!token) throw loginRequired();
    const body = await run(asked, {
      world,
      viewer,
      budget,
      exhausted: pathsOf(faults, 'exhaust'),
      forbidden: pathsOf(faults, 'forbid'),
      blank: pathsOf(faults, 'blank'),
    });
    logged.errors = (body.errors ?? []).map(({ type, message }) => String(type ?? message));
    return print({ status: 200, body }, budget);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logged.errors = [error.message];
    return print(refusedWith(error), budget);
  }
};

type Priced = {
  readonly points: number;
  readonly request?: GraphqlRequest | undefined;
  readonly prepared?: Prepared | undefined;
};

const priced = ({ path, body }: Incoming, viewer: Viewer): Priced => {
  if (path !== '/graphql') return { points: 1 };
  if (typeof (body as Partial<GraphqlRequest> | undefined)?.query !== 'string') return { points: 0 };
  const request = body as GraphqlRequest;
  const prepared = prepare(request, viewer);
  return { points: prepared.kind === 'prepared' ? prepared.cost.points : 1, request, prepared };
};

/** Commits of one request whose pull requests GitHub still finds in its time: others had to go down to one on large repositories. */
const MOST_WALKS = 50;

const run = async ({ request, prepared }: Priced, context: Omit<Context, 'cost'>): Promise<GraphqlAnswer> => {
  if (request === undefined || prepared === undefined) throw noQuery();
  if (prepared.kind === 'refused') return prepared.answer;
  const { cost, document } = prepared;
  if (cost.walks > MOST_WALKS) throw tookTooLong();
  return answerGraphql(document, request, { ...context, cost });
};

const pathsOf = (faults: readonly Fault[], kind: 'exhaust' | 'forbid' | 'blank'): Context['exhausted'] => {
  const chosen = faults.flatMap((fault) => (fault.kind === kind ? [fault.path] : []));
  return (path) => chosen.some((isChosen) => isChosen(path));
};

const refusedWith = (error: Refusal): Answer => {
  const { status, type, message } = error;
  if (status === 200) return { status, body: { errors: [{ type, message }] } };
  if (status === 502) return { status, body: Buffer.from(unicorn), headers: { 'content-type': 'text/html' } };
  return { status, body: refusalBody(error) };
};

const refusalBody = ({ message, errors, status }: Refusal): unknown => ({
  message: status === 404 ? 'Not Found' : errors ? 'Validation Failed' : message,
  ...(errors && { errors }),
  documentation_url: 'https://docs.github.com/rest',
  status: String(status),
});

const print = ({ status, body, headers }: Answer, { limit, used, reset, resource }: Budget): RawAnswer => ({
  status,
  headers: {
    'x-github-request-id': randomBytes(8).toString('hex'),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(limit - used),
    'x-ratelimit-used': String(used),
    'x-ratelimit-reset': String(Math.ceil(reset.getTime() / 1000)),
    'x-ratelimit-resource': resource,
    ...(body !== undefined && !Buffer.isBuffer(body) && { 'content-type': 'application/json; charset=utf-8' }),
    ...headers,
  },
  body: body === undefined ? '' : Buffer.isBuffer(body) ? body : JSON.stringify(body),
});
