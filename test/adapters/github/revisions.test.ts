import { describe, expect, it } from 'vitest';
import { serverError } from '../../github/faults.ts';
import { github, REPOSITORY, read, violationsOf } from './github.ts';

const file = (text: string) => ({ kind: 'file', text, executable: false });

describe('another commit', () => {
  it('is read in one request by its id, a short id, or as the commit after another', async () => {
    await using fake = await github({ files: { 'a/k.yaml': 'one\n' } });
    const { commit, head } = fake.repository(REPOSITORY);
    const first = await head();
    const second = await commit('main', { 'a/k.yaml': 'two\n' });
    await commit('main', { 'a/k.yaml': null, 'b.yaml': '' });
    const snapshot = await read(fake, []);
    fake.resetRequests();
    expect(await snapshot.readAt(second, ['a/k.yaml', 'a', 'none'])).toEqual([
      file('two\n'),
      { kind: 'directory', entries: [{ name: 'k.yaml', kind: 'file' }] },
      { kind: 'absent' },
    ]);
    expect(fake.requests).toHaveLength(1);
    expect(await snapshot.readAt(`${second}^`, ['a/k.yaml'])).toEqual([file('one\n')]);
    expect(await snapshot.readAt(String(first).slice(0, 7), ['a/k.yaml'])).toEqual([file('one\n')]);
    expect(fake.requests).toHaveLength(3);
  });

  it('is read in batches if the paths are many', async () => {
    const paths = Array.from({ length: 250 }, (_, at) => `${at}.yaml`);
    await using fake = await github({ files: Object.fromEntries(paths.map((path) => [path, path])) });
    const snapshot = await read(fake, []);
    fake.resetRequests();
    expect(await snapshot.readAt(snapshot.commit, paths)).toEqual(paths.map(file));
    expect(fake.requests).toHaveLength(3);
  });

  it('is absent before the first commit, for an unknown id, and for a branch of that name', async () => {
    await using fake = await github({ files: { 'k.yaml': '' } });
    const { setRef, head } = fake.repository(REPOSITORY);
    await setRef('refs/heads/deadbeef', await head());
    const snapshot = await read(fake, []);
    expect(await snapshot.readAt(`${snapshot.commit}^`, ['k.yaml'])).toBeUndefined();
    expect(await snapshot.readAt('0123456789', ['k.yaml'])).toBeUndefined();
    expect(await snapshot.readAt('deadbeef', ['k.yaml'])).toBeUndefined();
  });

  it('is read again after a failure of GitHub, and given up in the end', async () => {
    await using fake = await github({ files: { 'k.yaml': 'k' } });
    const snapshot = await read(fake, []);
    fake.faults.next({ kind: 'query' }, serverError(502));
    expect(await snapshot.readAt(snapshot.commit, ['k.yaml'])).toEqual([file('k')]);
    fake.faults.always({ kind: 'query' }, serverError(502));
    expect(await violationsOf(snapshot.readAt(snapshot.commit, ['k.yaml']))).toMatchObject([
      { code: 'host-unavailable', message: expect.stringContaining('an earlier commit is read') },
    ]);
  });
});

describe('the past states of a path', () => {
  it('are those of the branch alone, which is read in pages and only once', async () => {
    await using fake = await github({ files: { 'k.yaml': 'one\n' } });
    const { commit, openPullRequest, mergePullRequest } = fake.repository(REPOSITORY);
    await commit('aside', { 'k.yaml': 'tried\n' });
    await commit('aside', { 'k.yaml': 'two\n' });
    const { number } = await openPullRequest({ head: 'aside' });
    await mergePullRequest(number, { method: 'merge' });
    for (let at = 0; at < 110; at++) await commit('main', { 'readme.md': String(at) });
    const snapshot = await read(fake, []);
    const { commits } = await snapshot.history('k.yaml');
    expect(commits).toHaveLength(3);
    fake.resetRequests();
    fake.faults.next({ kind: 'query' }, serverError(502));
    const ids = commits.map(({ id }) => id);
    for (let time = 1; time <= 2; time++)
      expect(await snapshot.statesOf('k.yaml', ids)).toEqual({
        entries: [file('two\n'), file('one\n')],
        complete: true,
      });
    // The lost one, a page of 50 commits and one of 100, and the states.
    expect(fake.requests).toHaveLength(4);
    expect((await snapshot.statesOf('k.yaml', [...ids, '0'.repeat(40)])).complete).toBe(false);
  });
});
