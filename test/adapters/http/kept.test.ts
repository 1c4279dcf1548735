import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { send } from '../../../src/adapters/http/send.ts';
import { rawServer } from './raw.ts';

const message = (url: string) => ({ method: 'GET', url: new URL(url), headers: {} });
const sending = () => ({ signal: AbortSignal.timeout(10_000) });

describe('a connection that was kept', () => {
  it('is not used again after one that was has been closed', async () => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
    const used = new WeakSet<Socket>();
    await using server = await rawServer((socket) => {
      if (used.has(socket)) return void socket.resetAndDestroy();
      used.add(socket);
      socket.write(answer);
    });
    const outcomes = [];
    for (let time = 0; time < 4; time++) {
      outcomes.push(
        await send(message(server.url), sending()).then(
          ({ status }) => status,
          ({ code }) => code,
        ),
      );
    }
    expect(outcomes).toEqual([200, 'ECONNRESET', 200, 200]);
  });
});
