import { describe, expect, it } from 'vitest';
import { fetchGitHub } from '../../../src/adapters/github/transport.ts';
import { scriptedServer } from './server.ts';

const asked = (method: string) => ({
  method,
  headers: { authorization: 'token secret' },
  signal: AbortSignal.timeout(10_000),
  body: method === 'GET' ? undefined : '{"a":1}',
});
const moved = (status: number, location: string) => ({ status, headers: { location } });

describe('a file of a renamed repository', () => {
  it.each([301, 302, 307, 308])('is read at its new address, status %i', async (status) => {
    await using server = await scriptedServer(moved(status, '/repositories/1'), { body: { here: true } });
    const answer = await fetchGitHub(`${server.url}/repos/acme/old`, asked('GET'));
    expect({ status: answer.status, url: answer.url }).toEqual({ status: 200, url: `${server.url}/repositories/1` });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['token secret', 'token secret']);
  });

  it.each([307, 308])('is written there in the same way, status %i', async (status) => {
    await using server = await scriptedServer(moved(status, '/repositories/1'), {});
    await fetchGitHub(`${server.url}/repos/acme/old`, asked('POST'));
    expect(server.seen.at(-1)).toMatchObject({ method: 'POST', path: '/repositories/1', body: '{"a":1}' });
  });

  it('is not written if the redirect would turn the write into a read', async () => {
    await using server = await scriptedServer(moved(302, '/repositories/1'), {});
    await expect(fetchGitHub(server.url, asked('POST'))).rejects.toThrow(
      'answers 302, a redirect that drops what was sent',
    );
    expect(server.seen).toHaveLength(1);
  });
});

describe('a redirect', () => {
  it('to another server is followed without the token', async () => {
    await using other = await scriptedServer({});
    await using server = await scriptedServer(moved(307, `${other.url}/repositories/1`));
    await expect(fetchGitHub(server.url, asked('GET'))).rejects.toThrow('answers 307, a redirect to another server');
    expect(other.seen).toEqual([]);
  });

  it.each([
    ['', 'a redirect without a proper address'],
    ['http://', 'a redirect without a proper address'],
    ['mailto:a', 'a redirect to another server'],
  ])('to %j is not followed', async (location, words) => {
    await using server = await scriptedServer(moved(301, location));
    await expect(fetchGitHub(server.url, asked('GET'))).rejects.toThrow(words);
  });

  it('in a circle ends with an error', async () => {
    await using server = await scriptedServer(moved(301, '/'));
    await expect(fetchGitHub(server.url, asked('GET'))).rejects.toThrow('more than 5 times');
  });
});
