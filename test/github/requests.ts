/** The requests of clients, in the order of arrival. */
import type { Incoming } from './faults.ts';

export type LoggedRequest = {
  readonly method: string;
  readonly path: string;
  /** Of the query, as sent. */
  readonly search: string;
  /** Of a GraphQL request. */
  readonly kind?: 'query' | 'mutation' | undefined;
  readonly name?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The login behind the token, where it is known. */
  readonly login: string | undefined;
  readonly at: Date;
  /** Set when answered; stays undefined for a dropped or hanging connection. */
  status?: number | undefined;
  /** Its points of the hourly limit, by GitHub's formula. */
  points?: number | undefined;
  /** How many nodes a query may bring. */
  nodes?: number | undefined;
  /** Types (or messages) of GraphQL errors, or the message of a REST refusal. */
  errors?: readonly string[] | undefined;
  faults?: readonly string[] | undefined;
};

export function logOf(incoming: Incoming, { login, at }: { login: string | undefined; at: Date }): LoggedRequest {
  const { method, path, query, body, headers, operation, variables } = incoming;
  return {
    method,
    path,
    search: query.toString(),
    kind: operation?.kind,
    name: operation?.name,
    fields: operation?.fields,
    variables,
    body,
    headers,
    login,
    at,
  };
}

/** One line per request, for snapshots: `POST /graphql mutation createCommitOnBranch → 200 STALE_DATA`. */
export const transcript = (requests: readonly LoggedRequest[]): string[] =>
  requests.map(({ method, path, kind, fields, status, errors }) =>
    [method, path, kind, ...(fields ?? []), '→', status ?? 'no answer', ...(errors ?? [])]
      .filter((part) => part !== undefined)
      .join(' '),
  );

/** The points of these requests. */
export const pointsOf = (requests: readonly LoggedRequest[]): number =>
  requests.reduce((sum, { path, points = 0 }) => sum + (path === '/graphql' ? points : 0), 0);
