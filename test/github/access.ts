/** The rights of tokens. */
import { archived, noSuchRepository, noSuchRoute, notAccessible } from './errors.ts';
import {
  type Level,
  nameOf,
  type Permissions,
  type Repository,
  type Role,
  type Scope,
  type Viewer,
  type World,
} from './world.ts';

const everybodys: Permissions = { contents: 'read', pull_requests: 'read', issues: 'read', actions: 'read' };

/** A public repository may be read by everybody. */
export const permissionsOf = (viewer: Viewer, repository: Repository): Permissions | undefined => {
  const granted = grantedTo(viewer, repository);
  return repository.settings.private ? granted : { ...everybodys, ...granted };
};

const grantedTo = ({ token }: Viewer, repository: Repository): Permissions | undefined => {
  const granted = token?.permissions[nameOf(repository)] ?? token?.permissions['*'];
  if (token?.scopes === undefined || token.scopes.includes('repo')) return granted;
  return !repository.settings.private && token.scopes.includes('public_repo') ? granted : undefined;
};

/** For a classic token without the scope, REST answers that nothing exists. */
const lacksScope = (viewer: Viewer, repository: Repository): boolean =>
  viewer.token?.scopes !== undefined && grantedTo(viewer, repository) === undefined;

export const may = (viewer: Viewer, repository: Repository, scope: Scope, level: Level): boolean => {
  const granted = permissionsOf(viewer, repository)?.[scope];
  return granted === 'write' || granted === level;
};

/** @throws Refusal where the repository is absent or invisible: GitHub does not tell which. */
export function visibleRepository(world: World, viewer: Viewer, nameWithOwner: string): Repository {
  const repository = world.repositories.get(nameWithOwner.toLowerCase()) ?? formerly(world, nameWithOwner);
  if (!repository || !permissionsOf(viewer, repository)) throw noSuchRepository(nameWithOwner);
  return repository;
}

/** The repository that had the name before, if it was renamed since. Queries find it; REST leads on to it; mutations do not know
 * the old name. */
export const formerly = (world: World, nameWithOwner: string): Repository | undefined =>
  world.renamed.get(nameWithOwner.toLowerCase());

/** @throws Refusal in the words for the kind of token. Several scopes: any of them will do. */
export function demand(viewer: Viewer, repository: Repository, ...[level, ...scopes]: [Level, ...Scope[]]): void {
  if (!scopes.some((scope) => may(viewer, repository, scope, level))) {
    throw lacksScope(viewer, repository) ? noSuchRoute() : notAccessible(viewer.token?.kind ?? 'user');
  }
  if (level === 'write' && repository.settings.archived) throw archived();
}

/** The role of a login, as far as the world knows it; a token that writes makes its owner a collaborator. */
export const roleOf = (world: World, repository: Repository, login: string): Role | undefined => {
  const named = repository.collaborators.get(login);
  if (named) return named;
  for (const token of world.tokens.values()) {
    const granted = token.permissions[nameOf(repository)] ?? token.permissions['*'];
    if (token.login === login && granted) return granted.contents === 'write' ? 'write' : 'read';
  }
  return undefined;
};
