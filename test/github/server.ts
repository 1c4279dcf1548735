/** A GitHub on 127.0.0.1: its published schema and the REST routes in use, over real bare repositories. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Faults, faultList, type Incoming } from './faults.ts';
import { type GraphqlRequest, operationOf } from './graphql.ts';
import { type Desk, handle, type RawAnswer } from './handle.ts';
import { type Handle, repositoryHandle } from './handles.ts';
import { type Limits, openGate } from './limits.ts';
import { createRepository, type RepositoryOptions } from './repository.ts';
import { type LoggedRequest, logOf } from './requests.ts';
import { isGitRequest, serveGit } from './smart.ts';
import type { Assumptions, Token, World } from './world.ts';

export type GitHubOptions = {
  /** By `owner/name`. */
  readonly repositories?: Readonly<Record<string, RepositoryOptions>>;
  /** By the token's text. Without any: `token`, an App that may do everything everywhere. */
  readonly tokens?: Readonly<Record<string, Token>>;
  /** Logins by `organisation/team`. */
  readonly teams?: Readonly<Record<string, readonly string[]>>;
  /** Milliseconds that every request takes longer. */
  readonly latency?: number;
  readonly limits?: Limits;
  readonly assumptions?: Partial<Assumptions>;
  /** Date of commits and pull requests, and of the limits' minutes. */
  readonly now?: () => Date;
  /** Also listens on this Unix socket. */
  readonly socket?: string;
};

export interface FakeGitHub extends AsyncDisposable {
  /** Base of the REST API, without a final slash. */
  readonly url: string;
  readonly graphqlUrl: string;
  readonly serverUrl: string;
  readonly environment: {
    readonly GITHUB_API_URL: string;
    readonly GITHUB_GRAPHQL_URL: string;
    readonly GITHUB_SERVER_URL: string;
  };
  readonly requests: LoggedRequest[];
  resetRequests(): void;
  readonly faults: Faults;
  /** Live: tokens may be added and revoked. */
  readonly tokens: Map<string, Token>;
  repository(nameWithOwner: string): Handle;
  create(nameWithOwner: string, options: RepositoryOptions): Promise<Handle>;
  setLatency(milliseconds: number): void;
  close(): Promise<void>;
}

const everything: Token = {
  login: 'promoter[bot]',
  kind: 'app',
  permissions: {
    '*': {
      contents: 'write',
      pull_requests: 'write',
      issues: 'write',
      actions: 'write',
      workflows: 'write',
      checks: 'write',
      members: 'read',
    },
  },
};

export async function fakeGitHub(options: GitHubOptions = {}): Promise<FakeGitHub> {
  const directory = await mkdtemp(join(tmpdir(), 'fake-github-'));
  const world = createWorld(options);
  for (const [nameWithOwner, repository] of Object.entries(options.repositories ?? {})) {
    await createRepository(world, { nameWithOwner, directory, options: repository });
  }
  const faults = faultList();
  const requests: LoggedRequest[] = [];
  const desk: Desk = { world, faults, gate: openGate(options.limits ?? {}, world.now) };
  const conditions = { latency: options.latency ?? 0 };
  const servers: Server[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void serve({ desk, requests, conditions }, request, response).catch((error: unknown) => crash(response, error));
  const listen = async (place: { port: number; host: string } | { path: string }): Promise<Server> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(place, resolve));
    return server;
  };
  const server = await listen({ port: 0, host: '127.0.0.1' });
  if (options.socket) await listen({ path: options.socket });
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world.serverUrl = world.url;
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= shut(servers, world, directory);
    return closed;
  };
  const repository = (nameWithOwner: string): Handle => {
    const found = world.repositories.get(nameWithOwner.toLowerCase()) ?? world.renamed.get(nameWithOwner.toLowerCase());
    if (!found) throw new Error(`the fake GitHub has no ${nameWithOwner}`);
    return repositoryHandle(world, found);
  };
  return {
    url: world.url,
    graphqlUrl: `${world.url}/graphql`,
    serverUrl: world.serverUrl,
    environment: {
      GITHUB_API_URL: world.url,
      GITHUB_GRAPHQL_URL: `${world.url}/graphql`,
      GITHUB_SERVER_URL: world.serverUrl,
    },
    requests,
    resetRequests: () => void requests.splice(0),
    faults,
    tokens: world.tokens,
    repository,
    create: async (nameWithOwner, born) => {
      await createRepository(world, { nameWithOwner, directory, options: born });
      return repository(nameWithOwner);
    },
    setLatency: (milliseconds) => {
      conditions.latency = milliseconds;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const createWorld = (options: GitHubOptions): World => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    repositories: new Map(),
    renamed: new Map(),
    tokens: new Map(
      Object.entries(options.tokens ?? { token: everything }).map(([text, token]) => [text, { ...token }]),
    ),
    teams: new Map(Object.entries(options.teams ?? {}).map(([team, logins]) => [team, [...logins]])),
    assumptions: { executableBit: 'lost', unprotectedAutoMerge: 'not-configured', ...options.assumptions },
    used: new Map(),
    now: options.now ?? (() => new Date()),
    url: '',
    serverUrl: '',
    exclusive: <T>(change: () => Promise<T>): Promise<T> => {
      const run = last.then(change);
      last = run.catch(() => {});
      return run;
    },
  };
};

type Service = { readonly desk: Desk; readonly requests: LoggedRequest[]; readonly conditions: { latency: number } };

const serve = async (
  { desk, requests, conditions }: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const git = isGitRequest(request);
  const incoming = parseIncoming(request, git ? Buffer.alloc(0) : bytes);
  const { world } = desk;
  const login = incoming.token === undefined ? undefined : world.tokens.get(incoming.token)?.login;
  const logged = logOf(incoming, { login, at: world.now() });
  requests.push(logged);
  if (conditions.latency > 0) await sleep(conditions.latency);
  if (git) {
    logged.status = await serveGit(world, { request, body: bytes, response });
    return;
  }
  if (incoming.body === undefined && chunks.length > 0)
    return send(response, { status: 400, headers: {}, body: '{"message":"Problems parsing JSON"}' }, logged);
  const outcome = await handle(desk, incoming, logged);
  if (outcome.kind === 'drop') response.destroy();
  if (outcome.kind === 'answer') send(response, outcome.answer, logged);
};

const parseIncoming = (request: IncomingMessage, bytes: Buffer): Incoming => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const path = decodeURI(url.pathname)
    .replace(/^\/api(?:\/v3)?(?=\/)/, '')
    .replace(/(.)\/$/, '$1');
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = bytes.length === 0 ? undefined : parseJson(bytes.toString());
  const graphql = path === '/graphql' && isRecord(body) ? (body as GraphqlRequest) : undefined;
  return {
    method: request.method ?? 'GET',
    path,
    query: url.searchParams,
    headers,
    body,
    token: /^(?:token|bearer) +(.+)$/i.exec(headers.authorization ?? '')?.[1],
    operation: graphql && operationOf(graphql),
    variables: graphql?.variables ?? undefined,
  };
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const send = (response: ServerResponse, { status, headers, body }: RawAnswer, logged: LoggedRequest): void => {
  logged.status = status;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
};

/** A defect of the fake must be seen, not taken for a fault of GitHub. */
const crash = (response: ServerResponse, error: unknown): void => {
  const message = `the fake GitHub is broken: ${error instanceof Error ? error.stack : error}`;
  response.writeHead(599, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
};

const shut = async (servers: readonly Server[], world: World, directory: string): Promise<void> => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await world.exclusive(async () => {});
  for (const { git } of world.repositories.values()) await git.close();
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
};
