import type { JSONWebKeySet } from 'jose';
import { isTrustworthy } from '../../domain/proof/issuer.ts';
import { isObject } from '../../domain/request/json.ts';
import { quote } from '../../domain/text.ts';
import type { Clock } from '../../ports.ts';
import { getJson, type JsonAnswer, type Unanswered } from './http.ts';

export type Keys =
  | { readonly kind: 'keys'; readonly keys: JSONWebKeySet }
  | ({ readonly kind: 'failure' } & Unanswered);

/** The keys of an issuer as they are now, from itself alone: GitHub's place for them first, else the one that its discovery document
 * names, which may be another path of the same origin but no other. */
export async function fetchKeys(issuer: string, clock: Clock): Promise<Keys> {
  if (!isTrustworthy(issuer)) return failure(`${quote(issuer)} is no https address`);
  const base = issuer.replace(/\/+$/, '');
  const usual = await getJson(new URL(`${base}/.well-known/jwks`), { clock });
  if (usual.kind === 'answer' || usual.status !== 404) return keysOf(usual);
  const discovery = await getJson(new URL(`${base}/.well-known/openid-configuration`), { clock });
  if (discovery.kind === 'failure') return discovery;
  const address = isObject(discovery.body) ? discovery.body.jwks_uri : undefined;
  if (typeof address !== 'string' || !URL.canParse(address)) return failure('its discovery document names no jwks_uri');
  const url = new URL(address);
  if (url.origin !== new URL(issuer).origin) return failure(`its discovery document leads away to ${quote(url.host)}`);
  return keysOf(await getJson(url, { clock }));
}

const keysOf = (answer: JsonAnswer): Keys => {
  if (answer.kind === 'failure') return answer;
  const { body } = answer;
  if (!isObject(body) || !Array.isArray(body.keys)) return failure('its answer is no set of keys');
  return { kind: 'keys', keys: { keys: body.keys.filter(isObject) } };
};

const failure = (reason: string): Keys => ({ kind: 'failure', reason });
