import { expect, it } from 'vitest';
import { proofAudience, requestIdToken } from '../../../src/adapters/oidc/id-token.ts';
import { testClock } from '../github/clock.ts';
import { violationsOf } from '../github/github.ts';
import { secured } from '../http/secure.ts';
import { startIssuer } from './issuer.ts';

const clock = testClock();

it('requests a token from the runner with the audience of the request', async () => {
  await using runner = await startIssuer({ '/token': { count: 1, value: 'a.b.c' } });
  const audience = proofAudience('acme/manifests', { product: 'shop' });
  const url = `${runner.url}/token?api-version=2.0`;
  expect(await requestIdToken({ url, token: 'secret', clock }, audience)).toBe('a.b.c');
  expect(runner.seen).toEqual([`/token?api-version=2.0&audience=${encodeURIComponent(audience)}`]);
  expect(runner.received[0]?.authorization).toBe('bearer secret');
});

it('retries after a failure of the service', async () => {
  await using runner = await startIssuer({ '/token': (count: number) => (count < 3 ? 500 : { value: 'a.b.c' }) });
  expect(await requestIdToken({ url: `${runner.url}/token`, token: 'secret', clock }, 'x')).toBe('a.b.c');
});

it.each([
  { url: undefined, token: 'secret' },
  { url: 'http://127.0.0.1:1/token', token: undefined },
  { url: 'token', token: 'secret' },
])('names the missing permission if the runner offers none: %j', async (service) => {
  expect(await violationsOf(requestIdToken({ ...service, clock }, 'x'))).toMatchObject([
    { code: 'permission-missing', hint: expect.stringContaining('id-token: write') },
  ]);
});

it.each([
  [403, 'answers with status 403'],
  [{ count: 1 }, 'its answer holds none'],
])('fails on %j without showing the secrets', async (page, reason) => {
  await using runner = await startIssuer({ '/token': page });
  const violations = await violationsOf(requestIdToken({ url: `${runner.url}/token`, token: 'secret', clock }, 'x'));
  expect(violations).toMatchObject([{ code: 'issuer-unavailable', message: expect.stringContaining(reason) }]);
  expect(JSON.stringify(violations)).not.toContain('secret');
});

it('reports why the service cannot be reached, and retries a temporary failure', async () => {
  const waiting = testClock();
  const service = { url: 'http://127.0.0.1:1/token', token: 'secret', clock: waiting };
  expect(await violationsOf(requestIdToken(service, 'x'))).toMatchObject([
    { message: 'The runner gives no OpenID Connect token: 127.0.0.1:1 cannot be reached (ECONNREFUSED).' },
  ]);
  expect(waiting.slept).toHaveLength(2);
});

it('reports a permanent failure at once with its remedy', async () => {
  await using runner = await startIssuer({});
  await using server = await secured(runner.url);
  const waiting = testClock();
  const service = { url: `${server.url}/token`, token: 'secret', clock: waiting };
  expect(await violationsOf(requestIdToken(service, 'x'))).toMatchObject([
    { message: expect.stringContaining('DEPTH_ZERO'), hint: expect.stringContaining('NODE_EXTRA_CA_CERTS') },
  ]);
  expect([server.connections(), waiting.slept]).toEqual([1, []]);
});

it('reads at most the size of a token', async () => {
  await using runner = await startIssuer({ '/token': { value: 'a'.repeat(2 * 1024 * 1024) } });
  const service = { url: `${runner.url}/token`, token: 'secret', clock };
  expect(await violationsOf(requestIdToken(service, 'x'))).toMatchObject([
    { message: expect.stringContaining('answers with more than 1 MiB') },
  ]);
  expect(runner.seen).toHaveLength(1);
});
