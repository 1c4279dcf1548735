import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Scripted = {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Instead of an answer. */
  readonly instead?: 'drop' | 'hang' | 'cut';
};
export type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

/** A server on loopback that gives the answers in turn, the last one for ever. */
export async function scriptedServer(...answers: readonly Scripted[]) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    seen.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(body).toString(),
    });
    give(answers[Math.min(seen.length, answers.length) - 1] ?? {}, request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const give = (answer: Scripted, request: IncomingMessage, response: ServerResponse): void => {
  if (answer.instead === 'drop') return void request.socket.destroy();
  if (answer.instead === 'hang') return;
  const body = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(JSON.stringify(answer.body ?? {}));
  const type = Buffer.isBuffer(answer.body) ? {} : { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(answer.status ?? 200, { ...type, 'content-length': String(body.length), ...answer.headers });
  if (answer.instead !== 'cut') return void response.end(body);
  response.write(body.subarray(0, Math.floor(body.length / 2)));
  response.socket?.end();
};
