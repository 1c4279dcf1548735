import { describe, expect, it } from 'vitest';
import { blank, forbidden } from '../github/faults.ts';
import type { Permissions, Token } from '../github/world.ts';
import { BRANCH, proposing, type RepositoryOnGitHub, repositoryOnGitHub, web, worker } from './repository-on-github.ts';
import { build, kustomization, NAME, outcomesOf, overlay, violationsOf } from './test-repository.ts';

const path = overlay('prod');
const newest = `Promotion: prod ${NAME}:v2 from acme/shop refs/heads/main by ci.yml#9007199254740991`;
const ID = 'Promotion-Id: 11111111-2222-4333-8444-555555555555';
const next = { images: [web('v3')], source: build(5) };

/** A pull request of a stranger sets v2 and says that a very new build did. */
const strangers = async (
  place: RepositoryOnGitHub,
  method: 'merge' | 'squash' | 'rebase',
  head = 'tidy-up',
): Promise<void> => {
  const files = { [path]: kustomization(web('v2'), worker('v1')) };
  await place.repository.commit(head, files, { message: `Tidy up\n\n${newest}\n${ID}`, author: 'mallory' });
  const { number } = await place.repository.openPullRequest({ head, body: newest });
  await place.repository.mergePullRequest(number, { method });
};

const tokenWith = (permissions: Permissions): Record<string, Token> => ({
  token: { login: 'promoter[bot]', kind: 'app', permissions: { '*': permissions } },
});

describe('the trailers of a commit in a pull request of another login', () => {
  it.each(['merge', 'squash', 'rebase'] as const)('make no build older, with a %s', async (method) => {
    await using place = await repositoryOnGitHub();
    await strangers(place, method);
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: promoted']);
    expect(place.requests().length).toBeLessThanOrEqual(3);
  });

  it('make no build older if other pull requests have the same commit', async () => {
    await using place = await repositoryOnGitHub();
    const { repository } = place;
    await repository.setRef('refs/heads/old', await repository.head());
    const noise = Array.from({ length: 21 }, (_, at) => `noise${at}`);
    for (const head of noise) {
      await repository.commit(head, { 'readme.md': head });
      await repository.openPullRequest({ head, base: 'old' });
    }
    const files = { [path]: kustomization(web('v2'), worker('v1')) };
    const carried = await repository.commit('tidy-up', files, { message: `Tidy up\n\n${newest}\n${ID}` });
    for (const head of noise) await repository.setRef(`refs/heads/${head}`, carried);
    const { number } = await repository.openPullRequest({ head: 'tidy-up' });
    await repository.mergePullRequest(number, { method: 'merge' });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: promoted']);
  });

  it('satisfy no requirement', async () => {
    await using place = await repositoryOnGitHub({ config: 'environments:\n  prod:\n  stg: { requires: prod }\n' });
    await strangers(place, 'merge');
    await place.repository.commit('main', { [path]: kustomization(web('v1'), worker('v1')) });
    const violations = await violationsOf(place.ask({ ...next, images: [web('v2')], environments: ['stg'] }));
    expect(violations).toMatchObject([{ code: 'requirement-unmet' }]);
  });

  it('do not count if the branch has a name like ours', async () => {
    await using place = await repositoryOnGitHub();
    await strangers(place, 'squash', 'promotion/shop/other');
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: promoted']);
  });

  it('do not count, with a notice, if the token may not read the pull request', async () => {
    await using place = await repositoryOnGitHub({ tokens: tokenWith({ contents: 'write' }) });
    await strangers(place, 'merge');
    const promoted = await place.ask(next);
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(promoted.notices).toMatchObject([
      { message: expect.stringMatching(/The pull request behind commit .* cannot be read/) },
    ]);
  });
});

describe('the trailers of a commit', () => {
  it('count if a person pushed it directly, without a further request while it is the newest of its file', async () => {
    await using place = await repositoryOnGitHub();
    const files = { [path]: kustomization(web('v2'), worker('v1')) };
    await place.repository.commit('main', files, { message: `Promote by hand\n\n${newest}\n${ID}` });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
    expect(place.requests()).toHaveLength(1);
    await place.repository.commit('main', { [path]: `# Ask us first.\n${files[path]}` }, { message: 'Say more' });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
    expect(place.requests()).toHaveLength(2);
  });

  it('count if a pull request has merged the branch into another one', async () => {
    await using place = await repositoryOnGitHub();
    const { repository } = place;
    await repository.setRef('refs/heads/release', await repository.head());
    const files = { [path]: kustomization(web('v2'), worker('v1')) };
    await repository.commit('main', files, { message: `Promote by hand\n\n${newest}\n${ID}` });
    const { number } = await repository.openPullRequest({ head: 'main', base: 'release' });
    await repository.mergePullRequest(number, { method: 'merge' });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
  });

  it('count at once if we committed it', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v4')], source: build(9) });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
    expect(place.requests()).toHaveLength(1);
  });

  it('count at once if the former login committed it and `writers` lists that', async () => {
    const old: Token = { login: 'alice', kind: 'user', permissions: { '*': { contents: 'write' } } };
    await using place = await repositoryOnGitHub({ tokens: { ...tokenWith({ contents: 'write' }), ghp_old: old } });
    await place.ask({ images: [web('v4')], source: build(9), token: 'ghp_old' });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
    expect(place.requests()).toHaveLength(1);
    await place.repository.commit('main', { '.github/promotion.yml': 'writers: [alice]\n' });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
    expect(place.requests()).toHaveLength(1);
  });
});

describe('our pull request that a person squashes', () => {
  const order = { images: [web('v2')], source: build(9), settings: proposing };
  const forged = `${newest}\n${ID}`;

  it.each(['in words of their own', 'with its description', 'with the message of the commit'])(
    '%s keeps its record',
    async (words) => {
      await using place = await repositoryOnGitHub({
        settings: { squashMessage: words.includes('description') ? 'body' : 'commits' },
      });
      await place.ask(order);
      const own = words.includes('own') ? { headline: 'Ship it', body: '' } : {};
      await place.repository.mergePullRequest(1, { method: 'squash', ...own });
      expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
      expect(place.requests()).toHaveLength(1);
    },
  );

  it.each([
    { words: 'in words of their own', login: 'mallory' },
    { words: 'with its description', login: 'mallory' },
    { words: 'in words of their own', login: 'ghost' },
    { words: 'with its description', login: 'ghost' },
  ])(
    '$words keeps the record of our last version, although $login has edited the description',
    async ({ words, login }) => {
      await using place = await repositoryOnGitHub({ settings: { squashMessage: 'body' } });
      await place.ask({ ...order, source: build(4) });
      await place.repository.describePullRequest(1, forged, login);
      const own = words.includes('own') ? { headline: 'Ship it', body: '' } : {};
      await place.repository.mergePullRequest(1, { method: 'squash', ...own });
      expect(outcomesOf(await place.ask({ ...next, mode: 'dry-run' }))).toEqual(['prod: promoted']);
      const older = await place.ask({ ...next, source: build(3) });
      expect(outcomesOf(older)).toEqual(['prod: superseded, older']);
      expect(place.requests()).toHaveLength(3);
    },
  );

  it.each(['its description', 'another description, of lines alone', 'the forged lines, one of them as a mention'])(
    'keeps the record of our last version under a first line without its number, with %s',
    async (kept) => {
      await using place = await repositoryOnGitHub();
      await place.ask({ ...order, source: build(4) });
      const [{ body: own = '' } = {}] = place.open();
      const number = own.replace('by ci.yml#4', 'by ci.yml#9007199254740991');
      const body = kept === 'its description' ? number : kept.includes('mention') ? `See:\n${forged}` : forged;
      await place.repository.describePullRequest(1, body, 'mallory');
      await place.repository.mergePullRequest(1, { method: 'squash', headline: 'Ship it', body });
      expect(outcomesOf(await place.ask({ ...next, mode: 'dry-run' }))).toEqual(['prod: promoted']);
      expect(outcomesOf(await place.ask({ ...next, source: build(3) }))).toEqual(['prod: superseded, older']);
      expect(place.requests()).toHaveLength(3);
    },
  );

  it.each(['the number of the pull request', 'another first line'])(
    'keeps the record of its description if that person writes other lines into the message, with %s',
    async (headline) => {
      await using place = await repositoryOnGitHub();
      await place.ask({ ...order, source: build(4) });
      const own = headline.includes('number') ? {} : { headline: 'Ship it' };
      await place.repository.mergePullRequest(1, { method: 'squash', ...own, body: forged });
      expect(outcomesOf(await place.ask({ ...next, mode: 'dry-run' }))).toEqual(['prod: promoted']);
      expect(outcomesOf(await place.ask({ ...next, source: build(3) }))).toEqual(['prod: superseded, older']);
      expect(place.requests()).toHaveLength(1);
    },
  );

  it.each(['author', 'editor', 'lastEditedAt', 'mergeCommit'])(
    'has no record, with a notice, if the %s of the pull request may not be read',
    async (field) => {
      await using place = await repositoryOnGitHub({ settings: { squashMessage: 'body' } });
      await place.ask(order);
      await place.repository.describePullRequest(1, forged, 'mallory');
      await place.repository.mergePullRequest(1, { method: 'squash' });
      const isPart = (path: readonly (string | number)[]) =>
        path.includes('associatedPullRequests') && path.at(-1) === field;
      place.fake.faults.always({ kind: 'query' }, forbidden(isPart));
      const promoted = await place.ask(next);
      expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
      expect(promoted.notices).toMatchObject([
        { message: expect.stringMatching(/The pull request behind commit .* cannot be read/) },
      ]);
    },
  );

  it('has no record under our first line if its description differs from our commits', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ ...order, source: build(4) });
    const [{ body: own = '', title = '' } = {}] = place.open();
    const body = own.replace('by ci.yml#4', 'by ci.yml#9007199254740991');
    await place.repository.describePullRequest(1, body, 'mallory');
    await place.repository.mergePullRequest(1, { method: 'squash', headline: title, body });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: promoted']);
  });

  it('is not vouched for if another login merged it into another branch with another message', async () => {
    await using place = await repositoryOnGitHub();
    const { repository } = place;
    await place.ask(order);
    await repository.setRef('refs/heads/aside', await repository.head());
    for (const pullRequest of repository.pullRequests) Object.assign(pullRequest, { base: 'aside' });
    await repository.mergePullRequest(1, { method: 'squash', headline: 'Ship it', body: forged });
    const { number } = await repository.openPullRequest({ head: 'aside' });
    await repository.mergePullRequest(number, { method: 'merge' });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: promoted']);
  });

  it('has no record, with a notice, if no version of ours can be read', async () => {
    await using place = await repositoryOnGitHub({ settings: { squashMessage: 'body' } });
    await place.ask(order);
    await place.repository.describePullRequest(1, forged, 'mallory');
    await place.repository.mergePullRequest(1, { method: 'squash' });
    for (const { edits } of place.repository.pullRequests) edits.shift();
    const promoted = await place.ask({ ...next, source: build(3) });
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(promoted.notices).toMatchObject([
      { message: expect.stringMatching(/The pull request behind commit .* cannot be read/) },
    ]);
  });

  it.each(['n0', 'n1'])(
    'keeps its record in two environments if the answer for one is missing: %s',
    async (missing) => {
      await using place = await repositoryOnGitHub();
      await place.ask({ ...order, environments: ['stg', 'prod'] });
      await place.repository.mergePullRequest(1, { method: 'squash', headline: 'Ship it', body: '' });
      const isMissing = (path: readonly (string | number)[]) =>
        path.includes(missing) && path.at(-1) === 'associatedPullRequests';
      place.fake.faults.always({ kind: 'query' }, blank(isMissing));
      const promoted = await place.ask({ ...next, environments: ['stg', 'prod'] });
      expect(outcomesOf(promoted)).toEqual(['stg: superseded, older', 'prod: superseded, older']);
    },
  );

  it('is not ours if another login opened it from our branch', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask(order);
    await place.repository.closePullRequest(1);
    await place.repository.openPullRequest({ head: BRANCH, body: forged });
    await place.repository.mergePullRequest(2, { method: 'squash', headline: 'Ship it', body: forged });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: promoted']);
  });
});
