/** Node ids: opaque to clients, a prefix and a name for us. */
import { nameOf, type PullRequest, type Repository } from '../world.ts';
export type NodeKind = 'R' | 'REF' | 'C' | 'T' | 'B' | 'PR' | 'LA' | 'U' | 'BOT' | 'ORG' | 'TEAM';

export const nodeId = (kind: NodeKind, ...parts: readonly (string | number)[]): string =>
  `${kind}_${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;

export const repositoryId = (repository: Repository): string => nodeId('R', nameOf(repository));
export const pullRequestId = (repository: Repository, pullRequest: PullRequest): string =>
  nodeId('PR', nameOf(repository), pullRequest.number);
export const actorId = (login: string): string => nodeId(login.endsWith('[bot]') ? 'BOT' : 'U', login);

export function readNodeId(id: string): { readonly kind: NodeKind; readonly parts: readonly string[] } | undefined {
  const [, kind, encoded] = /^([A-Z]+)_(.+)$/.exec(id) ?? [];
  try {
    const parts: unknown = JSON.parse(Buffer.from(encoded ?? '', 'base64url').toString());
    return Array.isArray(parts) ? { kind: kind as NodeKind, parts: parts.map(String) } : undefined;
  } catch {
    return undefined;
  }
}

/** The source of an actor's fields. */
export const actor = (login: string): Record<string, unknown> => ({
  __typename: login.endsWith('[bot]') ? 'Bot' : 'User',
  login: login.replace(/\[bot\]$/, ''),
  id: actorId(login),
  name: login,
  databaseId: 1000 + login.length,
  url: `https://github.com/${login}`,
  resourcePath: `/${login}`,
});

/** A field that names an account that is gone is null; the site shows it as `ghost`. */
export const actorOrNull = (login: string | undefined): Record<string, unknown> | null =>
  login === undefined || login === 'ghost' ? null : actor(login);
