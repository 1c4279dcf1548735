/** The REST routes in use. */
import { visibleRepository } from '../access.ts';
import { noSuchRoute } from '../errors.ts';
import type { Incoming } from '../faults.ts';
import type { Untyped } from '../resolvers/types.ts';
import type { Repository, Viewer, World } from '../world.ts';
import { gitRoutes } from './git.ts';

export type Answer = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Call = { readonly world: World; readonly viewer: Viewer; readonly incoming: Incoming };
export type RepositoryCall = Call & {
  readonly repository: Repository;
  /** What the route's placeholders stand for. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly input: Untyped;
};

/** `GET /git/blobs/{sha}`, below the repository; `{ref*}` takes slashes. */
export type Routes = Readonly<Record<string, (call: RepositoryCall) => Promise<Answer> | Answer>>;

const routes: Routes = { ...gitRoutes };

const compiled = Object.entries(routes).map(([route, answer]) => {
  const [method = '', template = ''] = route.split(' ');
  const source = template.replace(/\{(\w+)(\*?)\}/g, (_, name, star) => `(?<${name}>${star ? '.+' : '[^/]+'})`);
  return { method, pattern: new RegExp(`^${source}$`), answer };
});

export async function answerRest(call: Call): Promise<Answer> {
  const { incoming, world, viewer } = call;
  const [, nameWithOwner, below = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(incoming.path) ?? [];
  if (!nameWithOwner) throw noSuchRoute();
  const repository = visibleRepository(world, viewer, nameWithOwner);
  for (const { method, pattern, answer } of compiled) {
    const found = method === incoming.method ? pattern.exec(below) : null;
    if (!found) continue;
    const request = { ...call, repository, parameters: { ...found.groups }, input: incoming.body ?? {} };
    return method === 'GET' ? answer(request) : world.exclusive(async () => answer(request));
  }
  throw noSuchRoute();
}
