import type { Agent, AgentOptions } from 'node:http';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';
import { PROXY_ADDRESS } from './trouble.ts';

const agents = new Map<string, Agent>();

/** @returns undefined where the environment leaves the address out
 * @throws Error for an address of a proxy that is none */
export function tunnelTo(url: URL, { keepAlive }: AgentOptions): Agent | undefined {
  const proxy = getProxyForUrl(url.href);
  if (proxy === '') return undefined;
  const key = `${keepAlive} ${proxy}`;
  const known = agents.get(key);
  if (known !== undefined) return known;
  if (!isAddress(proxy))
    throw Object.assign(
      new Error(
        'the address of the proxy in the environment is not one of http or https, with its login percent-encoded',
      ),
      { code: PROXY_ADDRESS },
    );
  const agent = new HttpsProxyAgent<string>(proxy, { keepAlive });
  agents.set(key, agent);
  return agent;
}

/** The agent decodes the login only when it already connects, where its error would end the process. */
const isAddress = (proxy: string): boolean => {
  try {
    const { protocol, username, password } = new URL(proxy);
    decodeURIComponent(`${username}:${password}`);
    return protocol === 'http:' || protocol === 'https:';
  } catch {
    return false;
  }
};
