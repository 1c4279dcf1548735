import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tunnelProxy } from './proxy.ts';
import { rawServer } from './raw.ts';

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Answers once on each connection, and closes it when it is used again. */
const onceEach = () => {
  const used = new WeakSet<Socket>();
  return rawServer((socket) => {
    if (used.has(socket)) return void socket.resetAndDestroy();
    used.add(socket);
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  });
};

const askFourTimes = async (url: URL): Promise<unknown[]> => {
  const { send } = await import('../../../src/adapters/http/http.ts');
  const ask = () => send({ method: 'GET', url, headers: {} }, { signal: AbortSignal.timeout(10_000) });
  const outcomes: unknown[] = [];
  for (let time = 0; time < 4; time++) {
    const [settled] = await Promise.allSettled([ask()]);
    outcomes.push(settled.status === 'fulfilled' ? settled.value.status : settled.reason.code);
  }
  return outcomes;
};

describe('an idle connection', () => {
  it('is not reused after another one was closed', async () => {
    await using server = await onceEach();
    expect(await askFourTimes(new URL(server.url))).toEqual([200, 'ECONNRESET', 200, 200]);
  });

  it('is not reused through a proxy either', async () => {
    await using proxy = await tunnelProxy();
    await using server = await onceEach();
    vi.stubEnv('HTTP_PROXY', `http://${proxy.address}`);
    const url = new URL(server.url.replace('127.0.0.1', 'github.invalid'));
    expect(await askFourTimes(url)).toEqual([200, 'ECONNRESET', 200, 200]);
  });
});
