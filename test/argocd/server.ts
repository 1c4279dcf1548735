/** A fake Argo CD on this machine: its answers are checked against Argo CD's published description of its API, and follow a
 * script. It refuses every request but GET with the right token. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';

type Schema = { readonly [key: string]: unknown };
type Description = {
  readonly paths: Readonly<Record<string, { readonly parameters: readonly string[] }>>;
  readonly definitions: Readonly<Record<string, Schema>>;
};

const description: Description = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/swagger.json'), 'utf8'));

/** A key that is not described is a mistake. */
const closed = (schema: Schema): Schema =>
  'properties' in schema && !('additionalProperties' in schema) ? { ...schema, additionalProperties: false } : schema;

const definitions = Object.fromEntries(
  Object.entries(description.definitions).map(([name, schema]) => [name, closed(schema)]),
);
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
const isApplication = ajv.compile({ $ref: '#/definitions/v1alpha1Application', definitions });

export type Described = {
  readonly name?: string;
  readonly namespace?: string;
  readonly project?: string;
  /** The ApplicationSet that owns it. */
  readonly owner?: string;
  readonly repository?: string;
  readonly path?: string;
  readonly cluster?: string;
  readonly automated?: boolean;
  readonly sync?: string;
  /** Of the one source, or of each. */
  readonly revision?: string;
  readonly sources?: readonly { readonly repository: string; readonly path?: string; readonly revision: string }[];
  readonly health?: string;
  readonly healthMessage?: string;
  readonly healthSince?: string;
  readonly images?: readonly string[];
  readonly operation?: {
    readonly phase: string;
    readonly message?: string;
    readonly revision: string;
    readonly startedAt?: string;
    readonly finishedAt?: string;
  };
  readonly requested?: boolean;
  readonly conditions?: readonly { readonly type: string; readonly message: string; readonly since?: string }[];
  readonly resources?: readonly {
    readonly kind: string;
    readonly name: string;
    readonly health: string;
    readonly message?: string;
  }[];
  readonly reconciledAt?: string;
};

/** An Application as Argo CD answers it: synced by itself, Synced and Healthy unless it is described otherwise. */
export function application(described: Described = {}): Schema {
  const body: Schema = JSON.parse(
    JSON.stringify({
      metadata: metadataOf(described),
      spec: specOf(described),
      operation: described.requested ? { sync: {} } : undefined,
      status: statusOf(described),
    }),
  );
  if (!isApplication(body)) throw new Error(`not an Application of Argo CD: ${ajv.errorsText(isApplication.errors)}`);
  return body;
}

const metadataOf = ({ name = 'shop-prod', namespace = 'argocd', owner }: Described) => ({
  name,
  namespace,
  ownerReferences: owner && [{ apiVersion: 'argoproj.io/v1alpha1', kind: 'ApplicationSet', name: owner, uid: 'u' }],
});

const MANIFESTS = 'https://github.com/acme/manifests.git';

const specOf = ({ project = 'store', cluster = 'blue', automated = true, sources, repository, path }: Described) => {
  const source = (from: { readonly repository?: string | undefined; readonly path?: string | undefined }) => ({
    repoURL: from.repository ?? MANIFESTS,
    targetRevision: 'HEAD',
    path: from.path,
  });
  return {
    project,
    destination: { name: cluster, namespace: 'shop' },
    sources: sources?.map(source),
    source: sources ? undefined : source({ repository, path: path ?? 'applications/shop/overlays/prod' }),
    syncPolicy: automated ? { automated: { selfHeal: true } } : {},
  };
};

const statusOf = (described: Described) => ({
  sync: {
    status: described.sync ?? 'Synced',
    revisions: described.sources?.map(({ revision }) => revision),
    revision: described.sources ? undefined : (described.revision ?? ''),
  },
  health: {
    status: described.health ?? 'Healthy',
    message: described.healthMessage,
    lastTransitionTime: described.healthSince,
  },
  operationState: described.operation && operationOf(described.operation),
  summary: { images: described.images ?? [] },
  conditions: described.conditions?.map(({ type, message, since }) => ({ type, message, lastTransitionTime: since })),
  resources: described.resources?.map(({ kind, name, health, message }) => ({
    kind,
    name,
    version: 'v1',
    health: { status: health, message },
  })),
  reconciledAt: described.reconciledAt ?? '2026-11-30T12:00:20Z',
});

const operationOf = ({ revision, ...operation }: NonNullable<Described['operation']>) => ({
  phase: operation.phase,
  message: operation.message ?? '',
  operation: { sync: { revision } },
  startedAt: operation.startedAt ?? '2026-11-30T12:00:10Z',
  finishedAt: operation.finishedAt,
  syncResult: { revision, resources: [] },
});

/** The Application at the request with this number, counted from 1; a number is the status of a refusal. */
export type Script = (count: number) => Schema | number | Promise<Schema>;

export type FakeArgoCD = AsyncDisposable & {
  readonly url: string;
  /** Method and path with its query of each request. */
  readonly requests: string[];
};

export type FakeArgoCDOptions = {
  readonly token?: string;
  /** By name. */
  readonly applications: Readonly<Record<string, Script>>;
  /** Whether the account may list; it may by default. `troubled`: the first ten times the answer is 503. */
  readonly list?: 'allowed' | 'forbidden' | 'troubled';
  /** Bodies by name. */
  readonly applicationSets?: Readonly<Record<string, Schema | number>>;
};

export async function fakeArgoCD(options: FakeArgoCDOptions): Promise<FakeArgoCD> {
  const { token = 'argocd-secret', applications, applicationSets = {}, list = 'allowed' } = options;
  const requests: string[] = [];
  const counts = new Map<string, number>();
  const next = async (name: string): Promise<Schema | number | undefined> => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return applications[name]?.(count);
  };
  const listing = async (projects: readonly string[]): Promise<Schema | number> => {
    if (list === 'forbidden') return 403;
    if (list === 'troubled' && requests.length <= 10) return 503;
    const all = await Promise.all(Object.keys(applications).map(next));
    const items = all.filter((body): body is Schema => typeof body === 'object');
    const isIn = ({ spec }: Schema) => projects.length === 0 || projects.includes(String((spec as Schema).project));
    return { items: items.filter(isIn), metadata: {} };
  };
  // An account that may not list is refused for missing Applications.
  const missing = list === 'forbidden' ? 403 : 404;
  const answer = async ({ pathname, searchParams }: URL): Promise<Schema | number> => {
    const [, kind = '', name] = /^\/api\/v1\/(applications|applicationsets)(?:\/([^/]+))?$/.exec(pathname) ?? [];
    const known = description.paths[name === undefined ? `/api/v1/${kind}` : `/api/v1/${kind}/{name}`]?.parameters;
    if (known === undefined || [...searchParams.keys()].some((key) => !known.includes(key))) return 404;
    if (kind === 'applicationsets') return applicationSets[name ?? ''] ?? 403;
    if (name !== undefined) return (await next(name)) ?? missing;
    return listing(searchParams.getAll('projects'));
  };
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const say = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method !== 'GET') return say(405, { message: 'Method Not Allowed', code: 12 });
    if (request.headers.authorization !== `Bearer ${token}`) {
      return say(401, { error: 'invalid session', code: 16, message: 'invalid session: token is malformed' });
    }
    const body = await answer(new URL(request.url ?? '', 'http://127.0.0.1'));
    if (typeof body === 'object') return say(200, body);
    const words: Readonly<Record<number, string>> = {
      403: 'permission denied: applications, get, store/shop-prod, sub: reader',
      404: 'applications.argoproj.io "shop-prod" not found',
    };
    return say(body, { error: words[body] ?? 'trouble', code: 5, message: words[body] ?? 'trouble' });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
