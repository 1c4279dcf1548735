/** The audience of a proof, which binds it to the manifest repository and the request in one canonical text. */

import { isLoopback } from '../loopback.ts';
import { open, own } from '../request/json.ts';

/** The JSON Canonicalization Scheme, RFC 8785, of a value that came out of a JSON parser. Numbers and texts are what JSON.stringify
 * makes of them, by which the RFC defines them; keys are sorted by UTF-16 code units. A lone surrogate, at which the RFC gives up,
 * stays an escape: no two values share a text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** The prefix of the audience of a proof; the hash of `boundText` in hexadecimal digits follows. */
export const AUDIENCE = 'image-promotion:';

/** The text that a proof is bound to, before it is hashed with SHA-256: the manifest repository and the request. The request is the object
 * that holds `proof`, without `proof`: the payload, or what is nested in it under `promotion`.
 * @throws PromotionError `payload-invalid` for a payload that is no object. */
export function boundText(repository: string, payload: unknown): string {
  const outer = open(payload, 'The payload');
  const inner = own(outer, 'promotion');
  const holder = inner === undefined ? outer : open(inner, 'The key "promotion" of the payload');
  const request = Object.fromEntries(Object.entries(holder).filter(([key]) => key !== 'proof'));
  return `${repository.toLowerCase()}\n${canonicalJson(request)}`;
}

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
