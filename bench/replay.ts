/** A server with prepared answers, so that only our own time is measured. */
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FakeGitHub } from '../test/github/server.ts';

type Answer = { readonly status: number; readonly type: string; readonly body: Buffer };

/** Sends each new request to the fake once, and repeats its answer later. */
export async function replaying(github: FakeGitHub) {
  const answers = new Map<string, Answer>();
  const server = createServer(async (question, response) => {
    const body = await buffer(question);
    const key = `${question.method} ${question.url} ${body}`;
    const answer = answers.get(key) ?? (await forwarded(question, body, github));
    answers.set(key, answer);
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { host: origin } = new URL(github.url);
  const environment = Object.entries(github.environment).map(([name, value]) => [name, value.replace(origin, host)]);
  return {
    environment: Object.fromEntries(environment) as FakeGitHub['environment'],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const forwarded = (question: IncomingMessage, body: Buffer, { url }: FakeGitHub): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method, headers } = question;
    request(new URL(question.url ?? '/', url), { method, headers }, async (answer) => {
      const { statusCode: status = 0, headers: given } = answer;
      resolve({ status, type: given['content-type'] ?? 'application/json', body: await buffer(answer) });
    })
      .on('error', reject)
      .end(body);
  });
