import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';

export type Key = { readonly id: string; readonly privateKey: CryptoKey; readonly jwk: JWK };

const keys = new Map<string, Promise<Key>>();

/** The key of this name, made once: a key of RSA costs as much as ten tests. */
export function newKey(id: string, algorithm = 'RS256'): Promise<Key> {
  const name = `${id} ${algorithm}`;
  const key = keys.get(name) ?? makeKey(id, algorithm);
  keys.set(name, key);
  return key;
}

const makeKey = async (id: string, algorithm: string): Promise<Key> => {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { id, privateKey, jwk: { ...(await exportJWK(publicKey)), kid: id, alg: algorithm, use: 'sig' } };
};

/** Bodies by path; a function is asked with the number of the request for it, counted from 1. */
export type Pages = Readonly<Record<string, unknown | ((count: number) => unknown)>>;

/** An issuer on this machine. A number is a status without a body, a text a redirect. */
export async function startIssuer(pages: Pages) {
  const seen: string[] = [];
  const received: IncomingMessage['headers'][] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    seen.push(path);
    received.push(request.headers);
    const page = pages[path.split('?')[0] ?? ''];
    const count = seen.filter((other) => other === path).length;
    const body = typeof page === 'function' ? await page(count) : (page ?? 404);
    if (typeof body === 'number') return void response.writeHead(body).end();
    if (typeof body === 'string') return void response.writeHead(302, { location: body }).end();
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Paths, with their queries. */
    seen,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export type Claims = Readonly<Record<string, unknown>>;

export function sign(
  claims: Claims | string,
  key: Key,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const text = typeof claims === 'string' ? claims : JSON.stringify(claims);
  return new CompactSign(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.id, ...header })
    .sign(key.privateKey);
}

/** A token with a header of the sender's choice and no signature worth the name. */
export function forge(header: object, claims: Claims, signature = ''): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}.${signature}`;
}
