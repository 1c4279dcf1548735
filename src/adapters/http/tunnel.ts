import type { Agent } from 'node:http';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';

const agents = new Map<string, Agent>();

/** @returns undefined where the environment leaves the address out
 * @throws Error for an address of a proxy that is none */
export function tunnelTo(url: URL): Agent | undefined {
  const proxy = getProxyForUrl(url.href);
  if (proxy === '') return undefined;
  const known = agents.get(proxy);
  if (known !== undefined) return known;
  if (!URL.canParse(proxy)) throw new Error('the address of the proxy in the environment is not one');
  const agent = new HttpsProxyAgent<string>(proxy, { keepAlive: true });
  agents.set(proxy, agent);
  return agent;
}
