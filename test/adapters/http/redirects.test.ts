import { describe, expect, it } from 'vitest';
import { follow, type Redirect } from '../../../src/adapters/http/http.ts';

type Answers = Readonly<Record<string, readonly [status: number, location?: string | undefined]>>;

/** Follows the redirects of a server, and returns the requested paths. */
const followed = async (answers: Answers, next = ({ to }: Redirect): URL | string => to) => {
  const asked: string[] = [];
  const ended = await follow(
    { url: new URL('https://example.com/a') },
    {
      ask: async ({ url }) => {
        asked.push(url.href);
        const [status, location] = answers[url.pathname] ?? [404];
        return { status, headers: location === undefined ? {} : { location }, body: new Uint8Array() };
      },
      next: (_, redirect) => {
        const url = next(redirect);
        return typeof url === 'string' ? url : { url };
      },
    },
  ).then(
    ({ message, reply }) => ({ status: reply.status, url: message.url.href }),
    ({ code, status, message }) => ({ code, status, message }),
  );
  return { ...ended, asked };
};

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('with %i is followed, relative to the address of its answer', async (status) => {
    const answers: Answers = { '/a': [status, '/b/c'], '/b/c': [status, 'd'], '/b/d': [200] };
    expect(await followed(answers)).toMatchObject({ status: 200, url: 'https://example.com/b/d' });
  });

  it.each([300, 304, 400])('has another status than %i', async (status) => {
    expect(await followed({ '/a': [status, '/b'] })).toMatchObject({ status, url: 'https://example.com/a' });
  });

  it.each([undefined, '', 'https://'])('to %j is an error', async (location) => {
    expect(await followed({ '/a': [302, location] })).toMatchObject({
      code: 'ERR_REDIRECT',
      status: 302,
      message: 'answers 302, a redirect without a proper address',
    });
  });

  it("that the caller declines is an error with the caller's message", async () => {
    const decline = ({ to, status }: Redirect): string => `a redirect to ${to.host} by ${status}`;
    expect(await followed({ '/a': [307, '//other.example.com'] }, decline)).toEqual({
      code: 'ERR_REDIRECT',
      status: 307,
      message: 'answers 307, a redirect to other.example.com by 307',
      asked: ['https://example.com/a'],
    });
  });

  it('is followed five times', async () => {
    const { asked, message } = { message: '', ...(await followed({ '/a': [302, '/a'] })) };
    expect([message, asked.length]).toEqual(['redirects more than 5 times', 6]);
  });
});
