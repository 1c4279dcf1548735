import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { send, TOO_LARGE } from '../../../src/adapters/http/http.ts';
import { type Scripted, scriptedServer } from '../github/server.ts';
import { tunnelProxy } from './proxy.ts';
import { rawServer } from './raw.ts';

const message = (url: string) => ({ method: 'GET', url: new URL(url), headers: { 'user-agent': 'image-promotion' } });
const sending = (most?: number) => ({ signal: AbortSignal.timeout(10_000), most });
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const get = async (answer: Scripted, most?: number) => {
  await using server = await scriptedServer(answer);
  return await send(message(server.url), sending(most));
};

describe('an answer', () => {
  it('has its status, its headers in lower case and its body', async () => {
    const { status, headers, body } = await get({ status: 404, headers: { 'X-Thing': 'a' }, body: { b: 1 } });
    expect({ status, thing: headers['x-thing'], body: text(body) }).toEqual({
      status: 404,
      thing: 'a',
      body: '{"b":1}',
    });
  });

  it('may be compressed', async () => {
    const packed = { headers: { 'content-encoding': 'gzip' }, body: gzipSync('ä text') };
    expect(text((await get(packed)).body)).toBe('ä text');
  });

  it('may be compressed with gzip only', async () => {
    await using server = await scriptedServer({});
    await send(message(server.url), sending());
    expect(server.seen[0]?.headers['accept-encoding']).toBe('gzip');
  });

  it.each<[string, Scripted]>([
    ['as it comes', { body: Buffer.alloc(2000) }],
    ['unpacked', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(200_000)) }],
  ])('larger than the limit %s is an error', async (_, answer) => {
    await expect(get(answer, 1000)).rejects.toMatchObject({ code: TOO_LARGE, status: 200 });
  });

  it('that is compressed badly is an error', async () => {
    const broken = { headers: { 'content-encoding': 'gzip' }, body: Buffer.from('no gzip') };
    await expect(get(broken)).rejects.toMatchObject({ code: 'Z_DATA_ERROR' });
  });

  it('that breaks off is an error', async () => {
    await expect(get({ instead: 'cut', body: { long: 'x'.repeat(100) } })).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
  });
});

describe('a connection', () => {
  it('that changes to another protocol is an error', async () => {
    const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';
    await using server = await rawServer((socket) => socket.end(switching));
    await expect(send(message(server.url), sending())).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('a body', () => {
  it('is sent with its length in bytes', async () => {
    await using server = await scriptedServer({});
    await send({ ...message(server.url), method: 'POST', body: 'ä' }, sending());
    expect(server.seen).toMatchObject([{ method: 'POST', body: 'ä', headers: { 'content-length': '2' } }]);
  });
});

describe('a timeout', () => {
  it.each<[string, Scripted]>([['no answer comes', { instead: 'hang' }]])(
    'ends a request when %s',
    async (_, answer) => {
      await using server = await scriptedServer(answer);
      const failure = send(message(server.url), { signal: AbortSignal.timeout(200) });
      await expect(failure).rejects.toMatchObject({ name: 'TimeoutError' });
    },
  );

  it('ends a body without an end', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('short');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const failure = send(message(address), { signal: AbortSignal.timeout(200) });
      await expect(failure).rejects.toMatchObject({ name: 'TimeoutError' });
    } finally {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    }
  });
});

describe('a proxy from the environment', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  /** A name that this machine cannot resolve, on the port of a server. */
  const named = (url: string): string => url.replace('127.0.0.1', 'github.invalid');

  it.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])(
    'in %s reaches a server that only the proxy knows',
    async (name) => {
      await using server = await scriptedServer({ body: { reached: true } });
      await using proxy = await tunnelProxy();
      vi.stubEnv(name, `http://${proxy.address}`);
      const { body } = await send(message(named(server.url)), sending());
      expect(text(body)).toBe('{"reached":true}');
      expect(proxy.tunnels).toEqual([new URL(named(server.url)).host]);
    },
  );

  it('gets the login in its address', async () => {
    await using server = await scriptedServer({});
    await using proxy = await tunnelProxy('runner:secret');
    vi.stubEnv('HTTP_PROXY', `http://runner:secret@${proxy.address}`);
    expect((await send(message(named(server.url)), sending())).status).toBe(200);
  });

  it('that refuses is not taken for the server, and the request is not sent', async () => {
    await using server = await scriptedServer({});
    await using proxy = await tunnelProxy('runner:secret');
    vi.stubEnv('HTTP_PROXY', `http://${proxy.address}`);
    const refused = { code: 'PROXY_407', message: 'the proxy of the environment answers 407' };
    await expect(send(message(named(server.url)), sending())).rejects.toMatchObject(refused);
    expect(server.seen).toEqual([]);
  });

  it('is not used for the hosts of NO_PROXY', async () => {
    await using proxy = await tunnelProxy();
    vi.stubEnv('HTTP_PROXY', `http://${proxy.address}`);
    vi.stubEnv('NO_PROXY', '.invalid');
    await expect(send(message('http://github.invalid'), sending())).rejects.toMatchObject({ syscall: 'getaddrinfo' });
    expect(proxy.tunnels).toEqual([]);
  });

  it('is not used for this machine', async () => {
    await using server = await scriptedServer({});
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1');
    expect((await send(message(server.url), sending())).status).toBe(200);
  });

  it('that never answers is given up after the timeout', async () => {
    await using proxy = await rawServer(() => undefined);
    vi.stubEnv('HTTP_PROXY', proxy.url);
    const failure = send(message('http://github.invalid'), { signal: AbortSignal.timeout(200) });
    await expect(failure).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it.each(['http://a b', 'http://runner:100%@127.0.0.1:1', 'socks5://127.0.0.1:1'])(
    'with an invalid address is an error: %s',
    async (address) => {
      vi.stubEnv('HTTP_PROXY', address);
      await expect(send(message('http://github.invalid'), sending())).rejects.toThrow('address of the proxy');
    },
  );
});
