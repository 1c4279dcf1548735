import type { Agent, AgentOptions } from 'node:http';
import { isLoopback } from '../../domain/loopback.ts';

/** The way through the proxy that HTTPS_PROXY, HTTP_PROXY or ALL_PROXY names, unless NO_PROXY leaves the address out, as for curl
 * and git; undefined for a straight way. This machine itself is never behind a proxy.
 * @throws Error for an address of a proxy that is none */
export async function agentFor(url: URL, options: AgentOptions): Promise<Agent | undefined> {
  if (!isProxied(process.env) || isLoopback(url.hostname)) return undefined;
  const { tunnelTo } = await import('./tunnel.ts');
  return tunnelTo(url, options);
}

const isProxied = (environment: NodeJS.ProcessEnv): boolean =>
  Object.keys(environment).some((name) => /^(https?|all)_proxy$/i.test(name));
