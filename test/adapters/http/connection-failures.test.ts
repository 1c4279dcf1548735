import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectionFailure, isUnsent, send } from '../../../src/adapters/http/http.ts';
import { scriptedServer } from '../github/server.ts';
import { tunnelProxy } from './proxy.ts';
import { rawServer } from './raw.ts';
import { secured } from './secure.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const post = (url: string) => ({
  method: 'POST',
  url: new URL(url),
  headers: { authorization: 'secret' },
  body: 'body',
});

/** The failure of a request to that server. */
const troubleAt = async (url: string) => {
  const error = await send(post(url), { signal: AbortSignal.timeout(10_000) }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { ...connectionFailure(error), unsent: isUnsent(error) };
};

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });

describe('a certificate that does not verify', () => {
  it('is permanent, and the request is not sent', async () => {
    await using plain = await scriptedServer({});
    await using server = await secured(plain.url);
    expect(await troubleAt(server.url)).toEqual({
      detail: 'has a certificate of an authority that is not known here (DEPTH_ZERO_SELF_SIGNED_CERT)',
      remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
      unsent: true,
    });
    expect([server.connections(), server.received(), plain.seen]).toEqual([1, '', []]);
  });

  it.each([
    ['SELF_SIGNED_CERT_IN_CHAIN', 'has a certificate of an authority that is not known here'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'has a certificate of an authority that is not known here'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'has a certificate of an authority that is not known here'],
    ['CERT_HAS_EXPIRED', 'has a certificate that does not verify'],
    ['CERT_NOT_YET_VALID', 'has a certificate that does not verify'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'has a certificate that does not verify'],
    ['HOSTNAME_MISMATCH', 'has a certificate that does not verify'],
    ['CERT_REVOKED', 'has a certificate that does not verify'],
    ['INVALID_CA', 'has a certificate that does not verify'],
  ])('is recognized by its code %s', (code, detail) => {
    expect(connectionFailure(coded(code))).toEqual({ detail: `${detail} (${code})`, remedy: expect.any(String) });
  });
});

describe('a TLS failure', () => {
  it('is permanent if the server does not speak TLS', async () => {
    await using server = await scriptedServer({});
    expect(await troubleAt(server.url.replace('http', 'https'))).toEqual({
      detail: expect.stringMatching(/^speaks no TLS that this runner speaks \((EPROTO|ERR_SSL_\w+)\)$/),
      remedy: expect.stringContaining('versions of TLS'),
      unsent: true,
    });
  });

  it('is permanent if the server has another version', () => {
    const words = 'write EPROTO 80:error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:';
    expect(connectionFailure(coded('EPROTO', words))).toMatchObject({
      detail: 'speaks no TLS that this runner speaks (EPROTO)',
    });
  });

  it('is temporary if the connection breaks', () => {
    expect(connectionFailure(coded('EPROTO', 'decryption failed or bad record mac'))).toEqual({
      detail: 'cannot be reached (EPROTO)',
      remedy: undefined,
    });
  });
});

describe('a proxy', () => {
  it.each([407, 403])('that answers %i is permanent, and the request is not sent', async (status) => {
    await using proxy = await rawServer((socket) => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`));
    for (const [name, url] of [
      ['HTTPS_PROXY', 'https://github.invalid'],
      ['HTTP_PROXY', 'http://github.invalid'],
    ] as const) {
      vi.stubEnv(name, proxy.url);
      expect(await troubleAt(url)).toEqual({
        detail: `cannot be reached, since the proxy of the environment answers ${status}`,
        remedy: expect.stringContaining('HTTPS_PROXY'),
        unsent: true,
      });
    }
  });

  it.each([429, 502, 503])('that answers %i is temporary', (status) => {
    expect(connectionFailure(coded(`PROXY_${status}`))).toEqual({
      detail: `cannot be reached, since the proxy of the environment answers ${status}`,
      remedy: undefined,
    });
  });

  it('with an invalid address is permanent', async () => {
    vi.stubEnv('HTTPS_PROXY', 'socks5://127.0.0.1:1');
    expect(await troubleAt('https://github.invalid')).toEqual({
      detail: 'cannot be reached, since the proxy of the environment has no proper address',
      remedy: expect.stringContaining('@HOST:PORT'),
      unsent: true,
    });
  });

  it('that is absent is temporary', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1');
    expect(await troubleAt('https://github.invalid')).toEqual({
      detail: 'cannot be reached, since the proxy of the environment cannot be reached (ECONNREFUSED)',
      remedy: undefined,
      unsent: true,
    });
  });

  it('with an unverified certificate differs from a server with one', async () => {
    await using plain = await scriptedServer({});
    await using behind = await secured(plain.url);
    vi.stubEnv('HTTPS_PROXY', behind.url);
    const { detail } = await troubleAt('https://github.invalid');
    expect(detail).toMatch(/^cannot be reached, since the proxy of the environment has a certificate of/);
    await using proxy = await tunnelProxy();
    vi.stubEnv('HTTPS_PROXY', `http://${proxy.address}`);
    const { port } = new URL(behind.url);
    expect((await troubleAt(`https://github.invalid:${port}`)).detail).toMatch(/^has a certificate of/);
  });
});

describe('a temporary failure', () => {
  it('has its code and no remedy', async () => {
    expect(await troubleAt('https://127.0.0.1:1')).toEqual({
      detail: 'cannot be reached (ECONNREFUSED)',
      remedy: undefined,
      unsent: true,
    });
  });

  it('may have been sent if there was a connection', async () => {
    await using server = await scriptedServer({ instead: 'drop' });
    expect(await troubleAt(server.url)).toMatchObject({ detail: 'cannot be reached (ECONNRESET)', unsent: false });
  });

  it.each([undefined, 7, 'a secret', 'x'.repeat(70)])('never shows an invalid code: %j', (code) => {
    expect(connectionFailure({ code, message: 'secret' })).toEqual({ detail: 'cannot be reached', remedy: undefined });
  });
});
