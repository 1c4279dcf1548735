import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { openClient } from '../../../src/adapters/github/client.ts';
import { PromotionError } from '../../../src/domain/errors.ts';
import { routeCall } from './calls.ts';
import { testClock } from './clock.ts';
import { scriptedServer } from './server.ts';

const open = (url: string, more: object = {}) =>
  openClient({
    token: 'ghs_secret',
    apiUrl: `${url}/api/v3`,
    graphqlUrl: `${url}/api/graphql`,
    clock: testClock(),
    ...more,
  });
const query = { document: 'query($a: Int) { x }', variables: { a: 1 } };
const repository = { owner: 'acme', repo: 'manifests' };
const read = routeCall('GET /repos/{owner}/{repo}', repository);
const violation = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(PromotionError);
  return (error as PromotionError).violations[0];
};
const limit = (remaining: number, reset: number) => ({
  'x-ratelimit-limit': '1000',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(Date.parse('2026-11-30T12:00:00Z') / 1000 + reset),
});

describe('what goes out', () => {
  it('uses the addresses of the server, the version of the API and the token', async () => {
    await using server = await scriptedServer({ body: { data: { x: 1 } } }, { body: { id: 1 } });
    const client = open(server.url);
    expect(await client.graphql(query)).toEqual({ kind: 'answered', data: { x: 1 }, problems: [] });
    expect(await client.rest(read)).toEqual({ kind: 'answered', data: { id: 1 }, problems: [] });
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/graphql',
      'GET /api/v3/repos/acme/manifests',
    ]);
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ query: query.document, variables: { a: 1 } });
    for (const { headers } of server.seen) {
      expect(headers).toMatchObject({ 'x-github-api-version': '2022-11-28', authorization: 'token ghs_secret' });
      expect(headers['user-agent']).toMatch(/^image-promotion /);
    }
  });

  it('is counted, with what remains of the limits', async () => {
    await using server = await scriptedServer(
      { body: { data: {} }, headers: { ...limit(998, 60), 'x-ratelimit-resource': 'graphql' } },
      { body: { data: {} }, headers: { ...limit(997, 60), 'x-ratelimit-resource': 'graphql' } },
    );
    const client = open(server.url);
    await client.graphql(query);
    await client.graphql(query);
    expect(client.requests()).toEqual({
      count: 2,
      calls: [200, 200].map((status) => ({ request: 'POST /graphql query x', status, milliseconds: 0 })),
      limits: [{ resource: 'graphql', limit: 1000, remaining: 997, resetsAt: new Date('2026-11-30T12:01:00Z') }],
    });
  });

  it('goes out ten at a time', async () => {
    const held: ServerResponse[] = [];
    const crowds: number[] = [];
    const server = createServer((_, response) => {
      held.push(response);
      // Whatever else would come has come by then.
      if (held.length === 10) setTimeout(release, 50);
    }).listen(0, '127.0.0.1');
    const release = (): void => {
      crowds.push(held.length);
      for (const response of held.splice(0)) response.writeHead(204).end();
    };
    await once(server, 'listening');
    const client = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await Promise.all(Array.from({ length: 20 }, async () => client.rest(read)));
    expect(crowds).toEqual([10, 10]);
    server.closeAllConnections();
    server.close();
  });

  it('needs a token', async () => {
    expect(await violation((async () => open('http://127.0.0.1:1', { token: '' }))())).toMatchObject({
      code: 'token-missing',
    });
  });

  it.each(['gho_“pasted”', 'two\nlines'])('needs one that can be sent, before it asks: %j', async (token) => {
    expect(await violation((async () => open('http://127.0.0.1:1', { token }))())).toMatchObject({
      code: 'token-invalid',
      message: 'The GitHub token holds characters that no token has.',
    });
  });
});

describe('failures', () => {
  const failures = [
    { what: 'a dropped connection', answer: { instead: 'drop' }, overloaded: true },
    { what: 'status 500', answer: { status: 500, body: { message: 'Server Error' } }, overloaded: true },
    { what: 'status 502', answer: { status: 502, body: { message: 'Server Error' } }, overloaded: true },
    { what: 'status 503', answer: { status: 503, body: { message: 'Service unavailable' } }, overloaded: false },
    {
      what: 'an answer that breaks off',
      answer: { instead: 'cut', body: { data: { x: 'y'.repeat(1000) } } },
      overloaded: true,
    },
    {
      what: 'a query that failed on the way',
      answer: {
        body: {
          data: null,
          errors: [
            {
              message:
                'Something went wrong while executing your query. This may be the result of a timeout, or it could be a GitHub bug.',
            },
          ],
        },
      },
      overloaded: true,
    },
    {
      what: 'a query that takes too much',
      answer: {
        body: {
          data: {},
          errors: [{ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Resource limits for this query exceeded.' }],
        },
      },
      overloaded: true,
    },
  ] as const;

  it.each(failures)('$what is sent once and is lost', async ({ answer, overloaded }) => {
    await using server = await scriptedServer(answer);
    expect(await open(server.url).graphql(query)).toMatchObject({ kind: 'lost', overloaded });
    expect(server.seen).toHaveLength(1);
  });

  it('reads no answer that could fill the memory, and asks for it once: less may succeed', async () => {
    const body = gzipSync(Buffer.alloc(129 * 1024 * 1024, ' '));
    await using server = await scriptedServer({ headers: { 'content-encoding': 'gzip' }, body });
    const answer = await open(server.url).graphql({ ...query, repeat: true });
    expect(answer).toEqual({ kind: 'lost', overloaded: true, reason: 'the answer is larger than 128 MiB' });
    expect(server.seen).toHaveLength(1);
  });

  it('gives up on an answer that does not come', async () => {
    await using server = await scriptedServer({ instead: 'hang' });
    const answer = await open(server.url, { timeout: 50 }).graphql(query);
    expect(answer).toMatchObject({ kind: 'lost', overloaded: true, reason: expect.stringContaining('timeout') });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    { what: 'a dropped connection', failure: { instead: 'drop' }, more: {} },
    { what: 'status 502', failure: { status: 502 }, more: {} },
    { what: 'an answer that does not come', failure: { instead: 'hang' }, more: { timeout: 500 } },
  ] as const)('a read is repeated after $what', async ({ failure, more }) => {
    await using server = await scriptedServer(failure, { body: { id: 7 } });
    const answer = await open(server.url, more).rest({ ...read, repeat: true });
    expect(answer).toEqual({ kind: 'answered', data: { id: 7 }, problems: [] });
    expect(server.seen).toHaveLength(2);
  });

  it('a read is repeated twice, later each time', async () => {
    await using server = await scriptedServer({ status: 502 });
    const clock = testClock();
    expect(await open(server.url, { clock }).rest({ ...read, repeat: true })).toMatchObject({ kind: 'lost' });
    expect(server.seen).toHaveLength(3);
    expect(clock.slept).toEqual([1000, 4000]);
  });

  it('a query that failed on the way is repeated if it may be', async () => {
    const [failed] = failures.flatMap(({ what, answer }) =>
      what === 'a query that failed on the way' ? [answer] : [],
    );
    await using server = await scriptedServer(failed ?? {}, { body: { data: { x: 1 } } });
    expect(await open(server.url).graphql({ ...query, repeat: true })).toMatchObject({ data: { x: 1 } });
    expect(server.seen).toHaveLength(2);
  });

  it('a refusal is not repeated, and comes in the words of GitHub', async () => {
    await using server = await scriptedServer({
      status: 422,
      body: {
        message: 'Validation Failed',
        errors: [{ message: 'No commits between main and x' }],
        documentation_url: 'https://x',
      },
    });
    expect(await open(server.url).rest({ ...read, repeat: true })).toEqual({
      kind: 'answered',
      data: undefined,
      problems: [{ status: 422, message: 'Validation Failed No commits between main and x' }],
    });
    expect(server.seen).toHaveLength(1);
  });

  it('a token that GitHub does not know is an error', async () => {
    await using server = await scriptedServer({ status: 401, body: { message: 'Bad credentials' } });
    expect(await violation(open(server.url).graphql(query))).toEqual({
      code: 'token-invalid',
      message: 'GitHub does not accept the token: "Bad credentials".',
      hint: 'Check the input `token`: it is mistyped, expired or revoked, or belongs to another server; an App token lasts an hour.',
    });
  });

  it('takes an answer without content for done', async () => {
    await using server = await scriptedServer({ status: 204 });
    const answer = await open(server.url).rest(routeCall('POST /repos/{owner}/{repo}/dispatches', repository));
    expect(answer).toEqual({ kind: 'answered', data: undefined, problems: [] });
  });

  it('reads bytes as they are', async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00, 0x0d, 0x0a]);
    await using server = await scriptedServer({
      body: bytes,
      headers: { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' },
    });
    const answer = await open(server.url).bytes(read);
    expect(answer).toEqual({ kind: 'answered', data: bytes, problems: [] });
  });
});

describe('rate limits', () => {
  const secondary = {
    message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
  };

  it.each([
    {
      what: 'a primary limit of GraphQL',
      answer: {
        headers: limit(0, 120),
        body: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] },
      },
      seconds: 121,
    },
    {
      what: 'a secondary limit of GraphQL',
      answer: { headers: limit(900, 120), body: { errors: [secondary] } },
      seconds: 60,
    },
    {
      what: 'a secondary limit',
      answer: { status: 403, headers: limit(900, 120), body: secondary },
      seconds: 60,
    },
    {
      what: 'status 429',
      answer: { status: 429, headers: { 'retry-after': '5' }, body: { message: 'Too many requests' } },
      seconds: 5,
    },
  ])('$what is waited for by the clock, even by a write', async ({ answer, seconds }) => {
    await using server = await scriptedServer(answer, { body: { data: { done: true } } });
    const clock = testClock();
    const client = open(server.url, { clock });
    expect(await client.graphql(query)).toEqual({ kind: 'answered', data: { done: true }, problems: [] });
    expect(client.requests().count).toBe(2);
    expect(clock.slept).toEqual([seconds * 1000]);
  });

  it('one that outlasts the patience names when it ends', async () => {
    await using server = await scriptedServer({
      status: 403,
      headers: limit(0, 1800),
      body: { message: 'API rate limit exceeded' },
    });
    expect(await violation(open(server.url).rest(read))).toEqual({
      code: 'rate-limited',
      message: 'GitHub limits the requests of this token until 2026-11-30T12:30:01Z.',
      hint: 'Run it again after that time; a token of a GitHub App has a limit of its own, apart from the other workflows.',
    });
    expect(server.seen).toHaveLength(1);
  });

  it('is not waited for without end', async () => {
    await using server = await scriptedServer({ status: 429, headers: { 'retry-after': '1' }, body: {} });
    expect(await violation(open(server.url).graphql(query))).toMatchObject({ code: 'rate-limited' });
    expect(server.seen.length).toBeLessThan(12);
  });

  it('keeps nothing waiting without a reason', async () => {
    await using server = await scriptedServer({ body: { data: {} } });
    const client = open(server.url);
    const timer = vi.spyOn(globalThis, 'setTimeout');
    for (let write = 0; write < 3; write++) await client.graphql(query);
    await client.rest(routeCall('POST /repos/{owner}/{repo}/pulls', repository));
    expect(timer).not.toHaveBeenCalled();
    timer.mockRestore();
  });
});
