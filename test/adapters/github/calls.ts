/** Calls of the client by their route, and the request that a call makes. */

import { Octokit } from '@octokit/rest';
import type { RestCall } from '../../../src/adapters/github/client.ts';

/** For requests that the adapter does not send: to prepare, to check, and to test the transport. */
export const routeCall = (route: string, parameters: object = {}): RestCall => ({
  ask: (octokit, options) => octokit.request(route, { ...parameters, ...options }),
});

/** Method and path of a call, without sending it. */
export async function requestOf({ ask }: RestCall): Promise<{ readonly method: string; readonly path: string }> {
  const octokit = new Octokit();
  const seen: { method: string; path: string }[] = [];
  octokit.hook.wrap('request', (_, options) => {
    const { method, url } = octokit.request.endpoint(options);
    seen.push({ method, path: decodeURIComponent(new URL(url).pathname) });
    return { status: 204, url, headers: {}, data: undefined };
  });
  await ask(octokit, { headers: {}, request: {} });
  const [request] = seen;
  if (request === undefined) throw new Error('the call sends nothing');
  return request;
}

/** Every named method of Octokit by its name, as `repos.get`, with its route. */
export function routeOf(name: string): string {
  const [group = '', method = ''] = name.split('.');
  const methods = new Octokit().rest as unknown as Record<string, Record<string, RouteMethod | undefined> | undefined>;
  const { method: verb, url } = methods[group]?.[method]?.endpoint.DEFAULTS ?? {};
  return `${verb} ${url}`;
}

type RouteMethod = { readonly endpoint: { readonly DEFAULTS: { readonly method?: string; readonly url?: string } } };
