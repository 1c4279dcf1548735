import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { serverError } from '../../github/faults.ts';
import { pointsOf } from '../../github/requests.ts';
import type { FakeGitHub } from '../../github/server.ts';
import { githubToken } from '../../github/tokens.ts';
import { github, hostOf, REPOSITORY, read, violationsOf } from './github.ts';

const files = { 'a.yaml': '0\n', 'b.yaml': '0\n' };
/** Puts commits on top that change one file, a second apart, by way of git itself: there may be many. */
const grow = async (fake: FakeGitHub, count: number, path = 'a.yaml'): Promise<void> => {
  const { directory, head } = fake.repository(REPOSITORY);
  const parent = await head();
  const start = Date.parse('2026-11-01T00:00:00Z') / 1000;
  const commits = Array.from({ length: count }, (_, at) => {
    const [message, text] = [`Change ${at + 1}`, `${path} ${at + 1}`];
    return [
      'commit refs/heads/main',
      `committer Somebody <somebody@example.com> ${start + at + 1} +0000`,
      `data ${message.length}\n${message}`,
      ...(at === 0 ? [`from ${parent}`] : []),
      `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`,
    ].join('\n');
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: directory, input: `${commits.join('\n')}\n` });
};

describe('the history of a path', () => {
  it('has the commits of that path alone, newest first, up to the commit of the snapshot', async () => {
    await using fake = await github({ files }, { now: () => new Date('2026-10-01T00:00:00Z') });
    await grow(fake, 3);
    await grow(fake, 1, 'b.yaml');
    const snapshot = await read(fake, [], ['a.yaml']);
    await grow(fake, 1);
    const { commits, complete } = await snapshot.history('a.yaml');
    expect(commits.map(({ message }) => message.trim().split('\n')[0])).toEqual([
      'Change 3',
      'Change 2',
      'Change 1',
      'Begin',
    ]);
    expect(commits[0]?.committedAt).toBe('2026-11-01T00:00:03Z');
    expect(complete).toBe(true);
    expect(fake.requests).toHaveLength(1);
  });

  it('is empty for a path that never existed', async () => {
    await using fake = await github({ files });
    expect(await (await read(fake, [], ['none.yaml'])).history('none.yaml')).toEqual({ commits: [], complete: true });
  });

  it('is read a hundred commits at a time, until there are enough', async () => {
    await using fake = await github({ files }, { now: () => new Date('2026-10-01T00:00:00Z') });
    await grow(fake, 210);
    const snapshot = await read(fake, [], ['a.yaml']);
    const some = await snapshot.history('a.yaml', () => true);
    expect([some.commits.length, some.complete, fake.requests.length]).toEqual([100, false, 1]);
    const more = await snapshot.history('a.yaml', (commits) =>
      commits.some(({ message }) => message.startsWith('Change 90')),
    );
    expect([more.commits.length, more.complete, fake.requests.length]).toEqual([200, false, 2]);
    const all = await snapshot.history('a.yaml');
    expect([all.commits.length, all.complete, fake.requests.length]).toEqual([211, true, 3]);
    expect(all.commits.at(-1)?.message).toContain('Begin');
  });

  it('is read separately if it makes the first query too large', async () => {
    await using fake = await github({ files });
    fake.faults.always(({ body }) => JSON.stringify(body).includes('h1: history'), serverError(502));
    const snapshot = await read(fake, ['a.yaml'], ['a.yaml', 'b.yaml']);
    expect((await snapshot.history('b.yaml')).commits).toHaveLength(1);
    expect((await snapshot.history('a.yaml')).commits).toHaveLength(1);
  });

  it('is correct for many concurrent reads', async () => {
    await using fake = await github({ files });
    await grow(fake, 3);
    const paths = ['a.yaml', 'b.yaml'];
    const snapshot = await read(fake, [], []);
    const asked = await Promise.all([...paths, ...paths].map((path) => snapshot.history(path)));
    expect(asked.map(({ commits }) => commits.length)).toEqual([4, 1, 4, 1]);
  });

  it('is read in smaller pages if a hundred are too many', async () => {
    await using fake = await github({ files }, { now: () => new Date('2026-10-01T00:00:00Z') });
    await grow(fake, 60);
    fake.faults.always(({ variables }) => variables?.size === 100, serverError(504));
    const snapshot = await read(fake, [], []);
    const { commits, complete } = await snapshot.history('a.yaml');
    expect([commits.length, complete]).toEqual([61, true]);
  });

  it('is an error if it cannot be read', async () => {
    await using fake = await github({ files });
    const snapshot = await read(fake, [], []);
    fake.faults.always({ kind: 'query' }, serverError(502));
    expect(await violationsOf(snapshot.history('a.yaml'))).toMatchObject([
      { code: 'host-unavailable', message: expect.stringContaining('the history is read') },
    ]);
  });
});

describe('the description of the pull request behind a commit', () => {
  const body = 'Promotion: dev web:v2';
  const newest = async (fake: FakeGitHub, token = 'token') => {
    const snapshot = await hostOf(fake, { token }).snapshot({ paths: ['a.yaml'], histories: ['a.yaml'] });
    expect(fake.requests).toHaveLength(1);
    return (await snapshot.history('a.yaml', (commits) => commits.length > 0)).commits[0];
  };

  /** Of the commit before the newest one. */
  const earlier = async (fake: FakeGitHub) => {
    await grow(fake, 1);
    const snapshot = await hostOf(fake).snapshot({ paths: ['a.yaml'], histories: ['a.yaml'] });
    return (await snapshot.history('a.yaml')).commits[1];
  };

  it('replaces a message without trailers, and comes along for the newest commit', async () => {
    await using fake = await github({ files });
    await merge(fake, { head: 'promotion/shop/dev', body, message: 'Promote (#7)' });
    expect(await newest(fake)).toMatchObject({ message: expect.stringContaining('#7'), lines: body });
    expect([fake.requests.length, pointsOf(fake.requests)]).toEqual([1, 1]);
  });

  it('costs one request and one point for earlier commits', async () => {
    await using fake = await github({ files }, { now: () => new Date('2026-10-01T00:00:00Z') });
    await merge(fake, { head: 'promotion/shop/dev', body, message: 'Promote (#7)' });
    expect(await earlier(fake)).toMatchObject({ message: expect.stringContaining('#7'), lines: body });
    expect([fake.requests.length, pointsOf(fake.requests)]).toEqual([2, 2]);
  });

  it('comes only from a pull request of our own', async () => {
    await using fake = await github({ files });
    await merge(fake, { head: 'feature/promotion/shop', body, message: 'Promote (#7)' });
    expect(await newest(fake)).toMatchObject({ lines: '' });
  });

  it.each([
    ['is not read if the message reads as ours do', 'Roll back shop in dev: web v1', 1],
    ['is read if the trailers are below words of a person', 'Back to v1', 2],
  ])('%s', async (_, headline, requests) => {
    await using fake = await github({ files }, { now: () => new Date('2026-10-01T00:00:00Z') });
    const message = `${headline}\n\nRollback: dev web:v1 instead of web:v2`;
    await merge(fake, { head: 'promotion/shop/dev', body, message });
    expect(await earlier(fake)).not.toHaveProperty('lines');
    expect(fake.requests).toHaveLength(requests);
  });

  it('is not read if a person pushed the commit', async () => {
    await using fake = await github({ files });
    await grow(fake, 3);
    expect(await newest(fake)).not.toHaveProperty('lines');
    expect(fake.requests).toHaveLength(1);
  });

  it('is unreadable, not absent, for a token that may not read pull requests', async () => {
    const tokens = { token: { ...githubToken({ contents: 'write' }), login: 'promoter[bot]' } };
    await using fake = await github({ files }, { tokens });
    await merge(fake, { head: 'promotion/shop/dev', body, message: 'Promote (#7)' });
    expect(await newest(fake)).toMatchObject({ unreadable: true });
  });

  it('is read for fewer commits at once if GitHub takes too long, down to one', async () => {
    await using fake = await github({ files });
    for (const message of ['Promote (#7)', 'Promote (#8)', 'Promote (#9)'])
      await merge(fake, { head: 'promotion/shop/dev', body: `${body} ${message}`, message });
    fake.faults.always(({ variables }) => variables?.c1 !== undefined, serverError(502));
    const snapshot = await read(fake, [], ['a.yaml']);
    const { commits } = await snapshot.history('a.yaml');
    expect(commits.map(({ lines }) => lines)).toEqual([
      `${body} Promote (#9)`,
      `${body} Promote (#8)`,
      `${body} Promote (#7)`,
      undefined,
    ]);
  });
});

type Merged = { readonly body: string; readonly head: string; readonly message: string };

/** A pull request that somebody squashed into main. */
const merge = async (fake: FakeGitHub, { head, body, message }: Merged): Promise<void> => {
  const { repository, commit } = fake.repository(REPOSITORY);
  const at = new Date('2026-11-01T00:00:00Z');
  const mergeCommit = await commit(
    'main',
    { 'a.yaml': `${message}\n` },
    { message, author: 'promoter[bot]', signed: true },
  );
  repository.pullRequests.push({
    ...{
      number: repository.pullRequests.length + 1,
      title: 'Promote',
      body,
      state: 'MERGED',
      draft: false,
      author: 'promoter[bot]',
    },
    ...{ head, base: 'main', headOid: mergeCommit, baseOid: mergeCommit, mergeCommit },
    ...{ labels: [], assignees: [], reviewers: [], reviews: [], edits: [], comments: [], unknownReads: 0 },
    ...{ createdAt: at, updatedAt: at, closedAt: at, mergedAt: at },
  });
};
