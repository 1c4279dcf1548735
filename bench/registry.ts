/** The registry check: requests for each way to log in, and many images side by side. */

import { systemClock } from '../src/adapters/process.ts';
import { createRegistry } from '../src/adapters/registry/registry.ts';
import { check } from '../src/commands/check.ts';
import type { Log, Registry } from '../src/ports.ts';
import { type Respond, respondJson, startServer } from '../test/registry/server.ts';
import { type Row, race, type Section } from './measure.ts';

const IMAGES = 50;
/** Milliseconds that every answer takes. */
const LATENCY = 30;
const DIGEST = `sha256:${'a'.repeat(64)}`;

const silent: Log = { info: () => undefined, debug: () => undefined, group: (_, step) => step() };

const open = (): Registry =>
  createRegistry({ clock: systemClock, log: silent, environment: { DOCKER_CONFIG: '/nowhere' } });

const late =
  (respond: Respond): Respond =>
  (received, response) =>
    void setTimeout(() => respond(received, response), LATENCY);

const present: Respond = (_, response) => response.writeHead(200, { 'docker-content-digest': DIGEST }).end();

/** Asks for a token of its own, which it gives to everyone. */
const guarded: Respond = (received, response) => {
  if (received.path.startsWith('/token')) return respondJson(response, 200, { token: 'secret' });
  if (received.authorization === 'Bearer secret') return present(received, response);
  const realm = `http://127.0.0.1:${response.socket?.localPort}/token`;
  response.writeHead(401, { 'www-authenticate': `Bearer realm="${realm}",service="bench"` }).end();
};

const requestsWith = async (respond: Respond): Promise<readonly [number, number]> => {
  const server = await startServer(respond);
  const registry = open();
  const ask = async (): Promise<number> => {
    const before = server.received.length;
    await registry.inspect({ repository: `${server.host}/shop/web`, tag: 'v1' });
    return server.received.length - before;
  };
  const counts = [await ask(), await ask()] as const;
  await server.close();
  return counts;
};

export async function registry(): Promise<Section> {
  const [first, second] = await requestsWith(present);
  const [challenged, known] = await requestsWith(guarded);
  const server = await startServer(late(present));
  const references = Array.from({ length: IMAGES }, (_, at) => ({
    repository: `${server.host}/shop/image${at}`,
    tag: 'v1',
  }));
  const [together = 0, apart = 0] = await race(
    [
      () =>
        check({
          images: references.map(({ repository: name, tag }) => ({ name, tag })),
          onUnknown: 'fail',
          registry: open(),
          log: silent,
        }),
      async () => {
        const one = open();
        for (const reference of references) await one.inspect(reference);
      },
    ],
    { rounds: 3 },
  );
  await server.close();
  const rows: Row[] = [
    { what: `${IMAGES} images side by side, against one by one`, ours: together, other: apart, unit: 'ms' },
  ];
  return {
    title: 'The registry check',
    rows,
    notes: [
      `Requests for the first image and for the next: ${first} and ${second} on an open registry, ${challenged} and ${known} behind a challenge for a token. Every answer takes ${LATENCY} ms in the comparison.`,
    ],
  };
}
