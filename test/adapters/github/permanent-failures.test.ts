import { afterEach, describe, expect, it, vi } from 'vitest';
import { openClient } from '../../../src/adapters/github/client.ts';
import { secured } from '../http/secure.ts';
import { routeCall } from './calls.ts';
import { testClock } from './clock.ts';
import { violationsOf } from './github.ts';
import { type Scripted, scriptedServer } from './server.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const open = (url: string) => {
  const clock = testClock();
  const apiUrl = `${url}/api/v3`;
  return { clock, client: openClient({ token: 'ghs_secret', apiUrl, graphqlUrl: `${url}/api/graphql`, clock }) };
};
const query = { document: 'query { x }', variables: {} };
const mutation = { document: 'mutation { x }', variables: {} };
const read = { ...routeCall('GET /repos/{owner}/{repo}', { owner: 'acme', repo: 'a' }), repeat: true } as const;
const write = routeCall('POST /repos/{owner}/{repo}/dispatches', { owner: 'acme', repo: 'a' });
const page: Scripted = { headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>Log in</html>') };
const away: Scripted = { status: 302, headers: { location: 'https://login.example.com/' } };
const fine: Scripted = { body: { data: { x: 1 } } };

describe('a permanent failure', () => {
  it('is reported by the first read, once, with the remedy', async () => {
    await using plain = await scriptedServer({});
    await using server = await secured(plain.url);
    const { client, clock } = open(server.url);
    expect(await violationsOf(client.rest(read))).toEqual([
      {
        code: 'host-unavailable',
        message: `GitHub cannot be asked: "${server.host}" has a certificate of an authority that is not known here (DEPTH_ZERO_SELF_SIGNED_CERT).`,
        hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
      },
    ]);
    expect([server.connections(), clock.slept]).toEqual([1, []]);
  });

  it('is reported by the first write, which was not sent', async () => {
    await using plain = await scriptedServer({});
    await using server = await secured(plain.url);
    const { client } = open(server.url);
    for (const writing of [() => client.rest(write), () => client.graphql(mutation)]) {
      expect(await violationsOf(writing())).toMatchObject([{ code: 'host-unavailable' }]);
    }
    expect(plain.seen).toEqual([]);
  });

  it.each<[string, Scripted, string]>([
    ['a page', page, 'answers 200 with a web page'],
    ['a page that refuses', { ...page, status: 403 }, 'answers 403 with a web page'],
    ['404', { status: 404, body: Buffer.from('404 page not found') }, 'answers 404'],
  ])('is %s at the address of the API', async (_, answer, words) => {
    await using server = await scriptedServer(answer);
    const { client, clock } = open(server.url);
    for (const [reading, path] of [
      [() => client.rest(read), '/api/v3/repos/acme/a'],
      [() => client.graphql(query), '/api/graphql'],
    ] as const) {
      expect(await violationsOf(reading())).toMatchObject([
        {
          code: 'host-unavailable',
          message: `GitHub cannot be asked: "${server.url}${path}" ${words}.`,
          hint: expect.stringContaining('GITHUB_API_URL'),
        },
      ]);
    }
    expect([server.seen.length, clock.slept]).toEqual([2, []]);
  });

  it('is a missing GraphQL API, from any server', async () => {
    await using server = await scriptedServer({ status: 404, body: { message: 'Not Found' } });
    expect(await violationsOf(open(server.url).client.graphql(query))).toMatchObject([{ code: 'host-unavailable' }]);
  });

  it('is a redirect to another server', async () => {
    await using server = await scriptedServer(away);
    expect(await violationsOf(open(server.url).client.graphql(query))).toMatchObject([
      {
        message: `GitHub cannot be asked: "${new URL(server.url).host}" answers 302, a redirect to another server.`,
        hint: expect.stringContaining('GITHUB_API_URL'),
      },
    ]);
    expect(server.seen).toHaveLength(1);
  });

  it.each(['github.example.com/api/v3', 'ftp://github.example.com', ''])('is the invalid address %j', (apiUrl) => {
    const opening = async () =>
      openClient({ token: 'token', apiUrl, graphqlUrl: 'https://github.example.com/api/graphql', clock: testClock() });
    return expect(violationsOf(opening())).resolves.toMatchObject([
      { code: 'host-unavailable', message: `The API of GitHub has no proper address: "${apiUrl}".` },
    ]);
  });
});

describe('an answer of GitHub', () => {
  it.each<[string, Scripted, object]>([
    ['404 for a repository', { status: 404, body: { message: 'Not Found' } }, { kind: 'answered' }],
    ['a page of its own failure', { ...page, status: 502 }, { kind: 'lost', overloaded: true }],
  ])('such as %s does not mean a wrong address', async (_, answer, expected) => {
    await using server = await scriptedServer(answer);
    expect(await open(server.url).client.rest(read)).toMatchObject(expected);
  });

  it('proves the address, so that a later failure counts as temporary', async () => {
    await using server = await scriptedServer(fine, page, away, fine);
    const { client } = open(server.url);
    expect(await client.graphql(query)).toMatchObject({ kind: 'answered' });
    expect(await client.graphql(query)).toMatchObject({ kind: 'lost', reason: 'the answer is not JSON' });
    expect(await client.graphql({ ...query, repeat: true })).toMatchObject({ kind: 'answered' });
  });

  it('by REST does not prove the address of GraphQL', async () => {
    await using server = await scriptedServer({ body: { id: 1 } }, page);
    const { client } = open(server.url);
    await client.rest(read);
    expect(await violationsOf(client.graphql(query))).toMatchObject([{ code: 'host-unavailable' }]);
  });
});

describe('a write that may have landed', () => {
  it.each<[string, Scripted]>([
    ['a page', page],
    ['a redirect', away],
    ['no answer', { instead: 'drop' }],
    ['502', { ...page, status: 502 }],
  ])('after %s is looked for by its caller, after any failure', async (_, answer) => {
    await using server = await scriptedServer(answer, page);
    const { client } = open(server.url);
    expect(await client.graphql(mutation)).toMatchObject({ kind: 'lost' });
    expect(await client.graphql(query)).toMatchObject({ kind: 'lost' });
    expect(await client.rest({ ...read, repeat: true })).toMatchObject({ kind: 'lost' });
  });
});

describe('a temporary failure', () => {
  it('is repeated before it is reported', async () => {
    const { client, clock } = open('http://127.0.0.1:1');
    expect(await client.rest(read)).toMatchObject({ kind: 'lost', reason: expect.stringContaining('ECONNREFUSED') });
    expect(clock.slept).toEqual([1000, 4000]);
  });
});
