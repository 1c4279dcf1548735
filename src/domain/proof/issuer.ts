import { isLoopback } from '../loopback.ts';

/** Who signs for the workflows of a GitHub server: github.com, a subdomain of ghe.com, or a GitHub Enterprise Server.
 * https://docs.github.com/en/actions/reference/security/oidc */
export function issuerOf(server: string): string {
  const { hostname, origin } = new URL(server);
  if (hostname === 'github.com') return 'https://token.actions.githubusercontent.com';
  if (hostname.endsWith('.ghe.com')) return `https://token.actions.${hostname}`;
  return `${origin}/_services/token`;
}

/** Keys are fetched over https alone; over http from this machine, for tests and tunnels. */
export function isTrustworthy(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
