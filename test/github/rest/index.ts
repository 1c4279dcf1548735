/** The REST routes in use. */
import { demand, formerly, visibleRepository } from '../access.ts';
import { invalidRequest, loginRequired, noSuchRoute, notAccessible } from '../errors.ts';
import type { Incoming } from '../faults.ts';
import { complaintAbout, type Operation, operationAt, strayings } from '../openapi.ts';
import type { Untyped } from '../resolvers/types.ts';
import { nameOf, type Repository, type Viewer, type World } from '../world.ts';
import { commitRoutes } from './commits.ts';
import { deploymentRoutes } from './deployments.ts';
import { gitRoutes } from './git.ts';
import { issueRoutes } from './issues.ts';
import { pullRoutes, userBody } from './pulls.ts';
import { repositoryRoutes } from './repositories.ts';

export type Answer = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Call = { readonly world: World; readonly viewer: Viewer; readonly incoming: Incoming };
export type RepositoryCall = Call & {
  readonly repository: Repository;
  /** The values of the route's placeholders. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly input: Untyped;
};

/** `GET /git/blobs/{sha}`, below the repository; `{ref*}` takes slashes. */
export type Routes = Readonly<Record<string, (call: RepositoryCall) => Promise<Answer> | Answer>>;

const routes: Routes = {
  ...gitRoutes,
  ...commitRoutes,
  ...pullRoutes,
  ...issueRoutes,
  ...deploymentRoutes,
  ...repositoryRoutes,
};

const compiled = Object.entries(routes).map(([route, answer]) => {
  const [method = '', template = ''] = route.split(' ');
  const source = template.replace(/\{(\w+)(\*?)\}/g, (_, name, star) => `(?<${name}>${star ? '.+' : '[^/]+'})`);
  return { method, pattern: new RegExp(`^${source}$`), answer };
});

/** @throws Error, which is a defect of the fake, for an answer that GitHub would not give. */
export async function answerRest(call: Call): Promise<Answer> {
  const led = leadOn(call);
  if (led !== undefined) return led;
  const { method, path } = call.incoming;
  const operation = operationAt(method, path);
  if (operation === undefined) throw noSuchRoute();
  const answer = await route(call, operation);
  const strayed = Buffer.isBuffer(answer.body) ? [] : strayings(operation, answer);
  if (strayed.length > 0) throw new Error(strayed.join('\n'));
  return answer;
}

/** A renamed repository answers 301 to GET and 307 to everything else, with its address by number. */
const leadOn = ({ incoming, world, viewer }: Call): Answer | undefined => {
  const [, nameWithOwner = '', below = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(incoming.path) ?? [];
  const repository = world.repositories.has(nameWithOwner.toLowerCase()) ? undefined : formerly(world, nameWithOwner);
  if (repository === undefined) return undefined;
  visibleRepository(world, viewer, nameWithOwner);
  const query = incoming.query.size > 0 ? `?${incoming.query}` : '';
  const url = `${world.url}/repositories/${repository.id}${below}${query}`;
  const message = incoming.method === 'GET' ? 'Moved Permanently' : 'Temporary Redirect';
  const body = {
    message,
    url,
    documentation_url: 'https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects',
  };
  return { status: incoming.method === 'GET' ? 301 : 307, body, headers: { location: url } };
};

/** A path below the number of a repository, as one below its name. */
export const namedPath = (world: World, path: string): string => {
  const [, id, below = ''] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
  const found = [...world.repositories.values()].find((repository) => String(repository.id) === id);
  return found === undefined ? path : `/repos/${nameOf(found)}${below}`;
};

/** The routes that need Contents: read. */
const CONTENTS = /^\/(?:branches|commits|compare|contents|git)\b/;

const route = async (call: Call, operation: Operation): Promise<Answer> => {
  const { incoming, world, viewer } = call;
  const [, nameWithOwner, below = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(incoming.path) ?? [];
  if (!nameWithOwner) return elsewhere(call);
  const repository = visibleRepository(world, viewer, nameWithOwner);
  const complaint = complaintAbout(operation, incoming.body);
  if (complaint !== undefined) throw invalidRequest(complaint);
  if (incoming.method === 'GET' && CONTENTS.test(below)) demand(viewer, repository, 'read', 'contents');
  for (const { method, pattern, answer } of compiled) {
    const found = method === incoming.method ? pattern.exec(below) : null;
    if (!found) continue;
    const request = { ...call, repository, parameters: { ...found.groups }, input: incoming.body ?? {} };
    return method === 'GET' ? answer(request) : world.exclusive(async () => answer(request));
  }
  throw noSuchRoute();
};

/** The routes outside of repositories: the viewer, users, teams and limits. */
const elsewhere = ({ incoming, viewer, world }: Call): Answer => {
  const { method, path } = incoming;
  if (method !== 'GET') throw noSuchRoute();
  if (path === '/rate_limit') {
    const core = { limit: 5000, remaining: 4999, used: 1, reset: 4102444800 };
    return { status: 200, body: { resources: { core, graphql: core }, rate: core } };
  }
  if (path === '/user') {
    if (!viewer.token) throw loginRequired();
    // An App's installation is nobody.
    if (viewer.token.kind !== 'user') throw notAccessible(viewer.token.kind);
    return { status: 200, body: userBody(viewer.token.login) };
  }
  const user = /^\/users\/([^/]+)$/.exec(path)?.[1];
  if (user) return { status: 200, body: userBody(user) };
  const [, organisation = '', team = '', login = ''] =
    /^\/orgs\/([^/]+)\/teams\/([^/]+)\/memberships\/([^/]+)$/.exec(path) ?? [];
  // Without the right to read members, every login looks like a stranger.
  if (!viewer.token?.permissions[organisation]?.members && !viewer.token?.permissions['*']?.members)
    throw noSuchRoute();
  if (!world.teams.get(`${organisation}/${team}`)?.includes(login)) throw noSuchRoute();
  return { status: 200, body: { url: `${world.url}${path}`, role: 'member', state: 'active' } };
};
