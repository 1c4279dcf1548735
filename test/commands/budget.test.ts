/** How many requests a promotion takes: docs/scaling.md says the same. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Token } from '../github/world.ts';
import { BRANCH, begin, proposing, type RepositoryOnGitHub, repositoryOnGitHub, web } from './repository-on-github.ts';
import { build, overlay } from './test-repository.ts';

const manifest = overlay('prod');

/** Requests of one promotion after another; the last one requests the present image. */
const requestsOf = async (place: RepositoryOnGitHub, settings: object): Promise<string[][]> => {
  const requests: string[][] = [];
  for (const [tag, run] of [
    ['v2', 2],
    ['v3', 3],
    ['v4', 4],
    ['v4', 4],
  ] as const) {
    await place.ask({ images: [web(tag)], source: build(run), settings });
    requests.push(place.requests());
  }
  return requests;
};

const named = (requests: readonly string[]): string[] =>
  requests.map((request) => request.replace(/^POST \/graphql | → \d+$/g, '').replace('/repos/acme/manifests', '…'));

/** GitHub signs the API's commits for an App, not for a person. */
const personal: Token = {
  login: 'alice',
  kind: 'user',
  permissions: { '*': { contents: 'write', pull_requests: 'write' } },
};

describe('the requests of a promotion', () => {
  it('are two for a commit, and one if nothing changes', async () => {
    await using place = await repositoryOnGitHub();
    expect((await requestsOf(place, {})).map(({ length }) => length)).toEqual([2, 2, 2, 1]);
  });

  it('are at most five for a pull request, and two if it is up to date', async () => {
    await using place = await repositoryOnGitHub();
    const [opened = [], updated = [], again = [], unchanged = []] = await requestsOf(place, proposing);
    expect([opened.length, updated.length, again.length, unchanged.length]).toEqual([4, 5, 5, 2]);
    // The files of the branch are compared with its message, since names and messages prove nothing.
    expect(named(unchanged)).toEqual(['query viewer repository', 'query repository']);
  });

  it('are seven for an update that GitHub does not sign, each of them needed', async () => {
    const file = { text: begin[manifest] ?? '', mode: '100755' as const };
    const files = { ...begin, [manifest]: file } as unknown as Record<string, string>;
    await using place = await repositoryOnGitHub({ files, tokens: { token: personal } });
    const [opened = [], updated = [], again = []] = await requestsOf(place, proposing);
    expect([opened.length, updated.length, again.length]).toEqual([5, 7, 7]);
    expect(named(again).sort()).toEqual(
      [
        'query viewer repository',
        'query repository',
        'GET …/activity',
        'POST …/git/trees',
        'POST …/git/commits',
        'mutation updateRefs',
        'mutation updatePullRequest',
      ].sort(),
    );
    expect(await place.repository.mode(manifest, BRANCH)).toBe('100755');
    const page = await readFile(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8');
    for (const call of ['/activity', 'git/trees', 'git/commits', 'updateRefs', 'updatePullRequest'])
      expect(page).toContain(call);
  });
});
