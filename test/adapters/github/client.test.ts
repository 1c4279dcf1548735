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

describe('the requests of the client', () => {
  it('use the addresses of the server, the version of the API and the token', async () => {
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

  it('are counted, with the remaining limits', async () => {
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

  it('are sent ten at a time', async () => {
    const held: ServerResponse[] = [];
    const crowds: number[] = [];
    const server = createServer((_, response) => {
      held.push(response);
      // All other requests would have arrived by then.
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

  it('require a token', async () => {
    expect(await violation((async () => open('http://127.0.0.1:1', { token: '' }))())).toMatchObject({
      code: 'token-missing',
    });
  });

  it.each(['gho_“pasted”', 'two\nlines'])('require a token of valid characters: %j', async (token) => {
    expect(await violation((async () => open('http://127.0.0.1:1', { token }))())).toMatchObject({
      code: 'token-invalid',
      message: 'The GitHub token holds characters that no token has.',
    });
  });
});

describe('a failed request', () => {
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

  it.each(failures)('is sent once if it is a write, after $what', async ({ answer, overloaded }) => {
    await using server = await scriptedServer(answer);
    expect(await open(server.url).graphql(query)).toMatchObject({ kind: 'lost', overloaded });
    expect(server.seen).toHaveLength(1);
  });

  it('is sent once if the answer would fill the memory, since a smaller request may succeed', async () => {
    const body = gzipSync(Buffer.alloc(129 * 1024 * 1024, ' '));
    await using server = await scriptedServer({ headers: { 'content-encoding': 'gzip' }, body });
    const answer = await open(server.url).graphql({ ...query, repeat: true });
    expect(answer).toEqual({ kind: 'lost', overloaded: true, reason: 'the answer is larger than 128 MiB' });
    expect(server.seen).toHaveLength(1);
  });

  it('ends if no answer comes', async () => {
    await using server = await scriptedServer({ instead: 'hang' });
    const answer = await open(server.url, { timeout: 50 }).graphql(query);
    expect(answer).toMatchObject({ kind: 'lost', overloaded: true, reason: expect.stringContaining('timeout') });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    { what: 'a dropped connection', failure: { instead: 'drop' }, more: {} },
    { what: 'status 502', failure: { status: 502 }, more: {} },
    { what: 'an answer that does not come', failure: { instead: 'hang' }, more: { timeout: 500 } },
  ] as const)('is repeated if it is a read, after $what', async ({ failure, more }) => {
    await using server = await scriptedServer(failure, { body: { id: 7 } });
    const answer = await open(server.url, more).rest({ ...read, repeat: true });
    expect(answer).toEqual({ kind: 'answered', data: { id: 7 }, problems: [] });
    expect(server.seen).toHaveLength(2);
  });

  it('is repeated twice if it is a read, with growing waits', async () => {
    await using server = await scriptedServer({ status: 502 });
    const clock = testClock();
    expect(await open(server.url, { clock }).rest({ ...read, repeat: true })).toMatchObject({ kind: 'lost' });
    expect(server.seen).toHaveLength(3);
    expect(clock.slept).toEqual([1000, 4000]);
  });

  it('is repeated if it is a query that may be repeated', async () => {
    const [failed] = failures.flatMap(({ what, answer }) =>
      what === 'a query that failed on the way' ? [answer] : [],
    );
    await using server = await scriptedServer(failed ?? {}, { body: { data: { x: 1 } } });
    expect(await open(server.url).graphql({ ...query, repeat: true })).toMatchObject({ data: { x: 1 } });
    expect(server.seen).toHaveLength(2);
  });

  it('is not repeated after a refusal, and has the message of GitHub', async () => {
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

  it('is an error if GitHub does not know the token', async () => {
    await using server = await scriptedServer({ status: 401, body: { message: 'Bad credentials' } });
    expect(await violation(open(server.url).graphql(query))).toEqual({
      code: 'token-invalid',
      message: 'GitHub does not accept the token: "Bad credentials".',
      hint: 'Check the input `token`: it is mistyped, expired or revoked, or belongs to another server; an App token lasts an hour.',
    });
  });

  it('is a success if the answer has no content', async () => {
    await using server = await scriptedServer({ status: 204 });
    const answer = await open(server.url).rest(routeCall('POST /repos/{owner}/{repo}/dispatches', repository));
    expect(answer).toEqual({ kind: 'answered', data: undefined, problems: [] });
  });

  it('returns bytes unchanged', async () => {
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
  ])('waits for the end of $what by the clock, even for a write', async ({ answer, seconds }) => {
    await using server = await scriptedServer(answer, { body: { data: { done: true } } });
    const clock = testClock();
    const client = open(server.url, { clock });
    expect(await client.graphql(query)).toEqual({ kind: 'answered', data: { done: true }, problems: [] });
    expect(client.requests().count).toBe(2);
    expect(clock.slept).toEqual([seconds * 1000]);
  });

  it('names the end of a limit that is longer than the allowed wait', async () => {
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

  it('does not wait forever', async () => {
    await using server = await scriptedServer({ status: 429, headers: { 'retry-after': '1' }, body: {} });
    expect(await violation(open(server.url).graphql(query))).toMatchObject({ code: 'rate-limited' });
    expect(server.seen.length).toBeLessThan(12);
  });

  it('releases every waiting request', async () => {
    await using server = await scriptedServer({ body: { data: {} } });
    const client = open(server.url);
    const timer = vi.spyOn(globalThis, 'setTimeout');
    for (let write = 0; write < 3; write++) await client.graphql(query);
    await client.rest(routeCall('POST /repos/{owner}/{repo}/pulls', repository));
    expect(timer).not.toHaveBeenCalled();
    timer.mockRestore();
  });
});
