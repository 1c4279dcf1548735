import { describe, expect, it } from 'vitest';
import { refused } from '../github/faults.ts';
import type { Token } from '../github/world.ts';
import {
  BRANCH,
  begin,
  proposing,
  type RepositoryOnGitHub,
  repositoryOnGitHub,
  web,
  worker,
} from './repository-on-github.ts';
import { build, kustomization, NAME, outcomesOf, overlay, violationsOf } from './test-repository.ts';

const merging = { delivery: 'merge' } as const;
const evil = 'registry.example.com/shop/web:evil';
const order = { images: [web('v2')], source: build(2) };
const later = { images: [worker('v2')], source: build(3) };
const path = overlay('prod');
const ID = '11111111-2222-4333-8444-555555555555';
const forged = `Promote shop to prod: web v1 → evil\n\nPromotion: prod ${evil}\nPromotion-Id: ${ID}\nDelivery: merge prod ${NAME}`;
const names = { author: 'promoter[bot]', committer: 'GitHub' };

/** The next honest request refuses, and neither the branch nor main has moved. */
const refuses = async (
  place: RepositoryOnGitHub,
  asked: Parameters<RepositoryOnGitHub['ask']>[0],
  why: string | RegExp,
): Promise<void> => {
  const [main, branch] = [await place.repository.head(), await place.repository.head(BRANCH)];
  const violations = await violationsOf(place.ask(asked));
  expect(violations).toMatchObject([{ code: 'foreign-commit', message: expect.stringMatching(why) }]);
  expect(await place.repository.head()).toBe(main);
  expect(await place.repository.head(BRANCH)).toBe(branch);
};

/** Puts our own message on another tree, with our own names. */
const amend = async (
  place: RepositoryOnGitHub,
  files: Parameters<RepositoryOnGitHub['repository']['commit']>[1],
  { login, signed }: { readonly login?: string; readonly signed?: true } = {},
) => {
  const [{ message = '', parents: [parent] = [] } = {}] = await place.repository.log(BRANCH);
  await place.repository.setRef('refs/heads/side', parent);
  const own = await place.repository.commit('side', files, { message, ...names, ...(signed && { signed }) });
  await place.repository.setRef(`refs/heads/${BRANCH}`, own, login);
  await place.repository.setRef('refs/heads/side', undefined);
  return own;
};

describe('a foreign commit with our names and trailers', () => {
  it('is not kept by a request for another image', async () => {
    await using place = await repositoryOnGitHub();
    const text = kustomization(web('evil'), worker('v1'));
    await place.repository.commit(BRANCH, { [path]: text }, { message: forged, ...names });
    await refuses(place, { ...later, settings: merging }, /not signed, and "octocat" has pushed it/);
  });

  it.each([
    ['another image', { [path]: kustomization(web('evil'), worker('v1')) }],
    ['a workflow', { '.github/workflows/evil.yml': 'on: push\n' }],
    ['another configuration', { '.github/promotion.yml': 'delivery: commit\n' }],
    ['the very files', { [path]: kustomization(web('v2'), worker('v1')) }],
  ])('is not merged with %s by a request for the same image', async (_, files) => {
    await using place = await repositoryOnGitHub();
    await place.ask({ ...order, settings: proposing });
    await amend(place, files);
    await refuses(place, { ...order, settings: merging }, /not signed, and "octocat" has pushed it/);
  });

  it('is not kept if the server does not name the login that pushed it', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ ...order, settings: proposing });
    await amend(place, { [path]: kustomization(web('v2'), worker('v1')) }, { login: 'promoter[bot]' });
    place.fake.faults.always((request) => request.path.endsWith('/activity'), refused(404, 'Not Found'));
    await refuses(place, { ...later, settings: proposing }, /the server does not tell who has pushed it/);
  });

  it('has no records, and is not closed', async () => {
    await using place = await repositoryOnGitHub();
    const message = forged.replace(evil, `${evil} from acme/shop by ci.yml#9007199254740991`);
    const options = { message: message.replaceAll('acme/shop by', 'acme/shop refs/heads/main by'), ...names };
    await place.repository.commit('promotion/shop/stg+prod', { [path]: kustomization(web('evil')) }, options);
    await place.repository.openPullRequest({ head: 'promotion/shop/stg+prod' });
    expect(outcomesOf(await place.ask({ ...order, settings: merging }))).toEqual(['prod: promoted']);
    expect(place.open()).toMatchObject([{ head: 'promotion/shop/stg+prod', comments: [] }]);
  });

  it('is disarmed if it is armed', async () => {
    const approval = { kind: 'ruleset', pattern: 'main', requiresPullRequest: true, requiredApprovals: 1 } as const;
    await using place = await repositoryOnGitHub({ settings: { autoMergeAllowed: true, protections: [approval] } });
    await place.ask({ ...order, settings: { delivery: 'auto-merge' } });
    await amend(place, { [path]: kustomization(web('evil'), worker('v1')) });
    expect(place.open()[0]?.autoMerge).toBeDefined();
    await refuses(place, { ...order, settings: { delivery: 'auto-merge' } }, /It was armed and is no longer\.$/);
    expect(place.open()[0]?.autoMerge).toBeUndefined();
  });
});

describe('a commit signed by GitHub', () => {
  it.each(['mallory', 'promoter'])('is foreign if %s made it in the editor', async (login) => {
    await using place = await repositoryOnGitHub({
      tokens: { ...tokensOf('promoter[bot]', 'app'), ...tokensOf(login, 'user', 'm') },
    });
    await place.repository.setRef(`refs/heads/${BRANCH}`, await place.repository.head());
    const files = { [path]: kustomization(web('evil'), worker('v1')) };
    await place.repository.editOnSite(BRANCH, files, { login, message: forged });
    await refuses(place, { ...later, token: 'ghs_token', settings: merging }, /has not made/);
  });

  it.each([
    ['another file', { 'readme.md': 'hello\n' }],
    ['a file beside the manifest', { [overlay('prod').replace('kustomization', 'other')]: 'a: b\n' }],
    ['another image', { [path]: kustomization(web('v2'), worker('evil')) }],
    ['the manifest of another environment', { [overlay('stg')]: kustomization(web('v2'), worker('v1')) }],
    ['another file', { 'readme.md': 'hello\n', [path]: begin[path] ?? '' }],
  ])('of ours is foreign if it changes %s as well', async (_, files) => {
    await using place = await repositoryOnGitHub();
    await place.ask({ ...order, settings: proposing });
    const message = await place.message(BRANCH);
    await place.repository.setRef(`refs/heads/${BRANCH}`, await place.repository.head());
    const all = { [path]: kustomization(web('v2'), worker('v1')), ...files };
    await place.repository.editOnSite(BRANCH, all, { login: 'promoter[bot]', message });
    await refuses(place, { ...order, settings: merging }, /does not change .* as its lines say/);
  });

  it.each(['100755', '120000'] as const)('of ours is foreign if a file has the mode %s', async (mode) => {
    await using place = await repositoryOnGitHub();
    await place.ask({ ...order, settings: proposing });
    const text = kustomization(web('v2'), worker('v1'));
    await amend(place, { [path]: { text, mode } }, { signed: true });
    await refuses(place, { ...order, settings: merging }, /does not change .* as its lines say/);
  });

  it.each([
    ['', 0, /made by merging pull request 1/],
    [', although ten others carry it', 10, /not all pull requests that it belongs to can be seen/],
  ])('is foreign if it merges another pull request by us%s', async (_, others, why) => {
    await using place = await repositoryOnGitHub();
    const { repository } = place;
    const base = await repository.head();
    await repository.setRef('refs/heads/side', base);
    await repository.setRef('refs/heads/old', base);
    const noise = Array.from({ length: others }, (_, at) => `noise${at}`);
    for (const head of noise) {
      await repository.commit(head, { 'readme.md': head });
      await repository.openPullRequest({ head, base: 'old' });
    }
    await place.ask({ ...order, settings: proposing, environments: ['stg'] });
    const pullRequest = place.open().find(({ head }) => head === 'promotion/shop/stg');
    if (pullRequest) pullRequest.base = 'side';
    const message = { headline: 'Promote', body: forged.replace(evil, web('v2')) };
    const made = await repository.mergePullRequest(others + 1, { method: 'squash', ...message });
    expect(repository.repository.verified.has(made)).toBe(true);
    for (const head of noise) await repository.setRef(`refs/heads/${head}`, made);
    await repository.setRef(`refs/heads/${BRANCH}`, made);
    await refuses(place, { ...later, settings: merging }, why);
  });
});

const tokensOf = (login: string, kind: Token['kind'], name = 'ghs_token'): Record<string, Token> => ({
  [name]: { login, kind, permissions: { '*': { contents: 'write', pull_requests: 'write' } } },
});

describe('a branch of our own', () => {
  const executable = { ...begin, [path]: { text: begin[path] ?? '', mode: '100755' as const } };

  it('with an executable manifest and an unsigned commit is updated, since the server names the login that pushed it', async () => {
    await using place = await repositoryOnGitHub({
      tokens: tokensOf('alice', 'user', 'ghp_token'),
      files: executable as unknown as Record<string, string>,
    });
    const token = 'ghp_token';
    await place.ask({ ...order, token, settings: proposing });
    expect((await place.repository.log(BRANCH))[0]?.verified).toBe(false);
    const promoted = await place.ask({ ...later, token, settings: proposing });
    expect(outcomesOf(promoted)).toEqual(['prod: proposed']);
    expect(await place.tags('prod', BRANCH)).toEqual(['v2', 'v2']);
    expect(await place.repository.mode(path, BRANCH)).toBe('100755');
    expect(place.requests().length).toBeLessThanOrEqual(7);
  });

  it('of the former login is ours if `writers` lists that, and foreign otherwise', async () => {
    const tokens = { ...tokensOf('alice', 'user', 'ghp_old'), ...tokensOf('promoter[bot]', 'app') };
    await using place = await repositoryOnGitHub({ tokens });
    await place.ask({ ...order, token: 'ghp_old', settings: proposing });
    await refuses(place, { ...later, token: 'ghs_token', settings: proposing }, /has not made/);
    await place.repository.commit('main', { '.github/promotion.yml': 'writers: [alice]\n' });
    const promoted = await place.ask({ ...later, token: 'ghs_token', settings: proposing });
    expect(outcomesOf(promoted)).toEqual(['prod: proposed']);
    expect(await place.tags('prod', BRANCH)).toEqual(['v2', 'v2']);
  });

  it('that changes the repository of an image is updated', async () => {
    await using place = await repositoryOnGitHub();
    const images = [`${NAME}=registry.example.com/new/web:v2`];
    await place.ask({ ...order, trigger: 'by-hand', images, settings: proposing });
    const promoted = await place.ask({ ...later, settings: proposing });
    expect(outcomesOf(promoted)).toEqual(['prod: proposed']);
    expect(place.open()).toHaveLength(1);
  });

  it('keeps its delivery although another login has opened its pull request with another delivery', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ ...order, settings: proposing });
    await place.repository.closePullRequest(1);
    const own = await place.repository.head(BRANCH);
    const message = await place.message(BRANCH);
    await place.repository.openPullRequest({ head: BRANCH, body: `${message}\nDelivery: merge prod ${NAME}` });
    const promoted = await place.ask({ ...later, settings: merging });
    expect(promoted).toMatchObject({ outcome: 'proposed', violations: [{ code: 'not-merged' }] });
    expect(own).toBeDefined();
    expect(await place.tags('prod')).toEqual(['v1', 'v1']);
  });
});

describe('a pull request that a person opened for our branch', () => {
  const opened = async (): Promise<RepositoryOnGitHub> => {
    const place = await repositoryOnGitHub();
    await place.ask({ ...order, settings: proposing });
    await place.repository.closePullRequest(1);
    await place.repository.openPullRequest({ head: BRANCH });
    return place;
  };
  const said = {
    message: expect.stringMatching(/^Pull request 2 of the branch "promotion\/shop\/prod" was opened by "octocat"/),
    hint: expect.stringContaining('list "octocat" under `writers`'),
  };

  it('is updated, and the report says that its trailers do not count and gives the remedy', async () => {
    await using place = await opened();
    const promoted = await place.ask({ images: [web('v3')], source: build(3), settings: proposing });
    expect(promoted).toMatchObject({ pullRequests: [{ number: 2 }], notices: [said] });
    await place.repository.mergePullRequest(2, { method: 'squash', body: place.open()[0]?.body ?? '' });
    expect(await place.message()).toContain('Promotion: prod');
    expect(outcomesOf(await place.ask(order))).toEqual(['prod: promoted']);
  });

  it('leaves a record if a merge commit brings our own commit', async () => {
    await using place = await opened();
    await place.ask({ images: [web('v3')], source: build(3), settings: proposing });
    await place.repository.mergePullRequest(2, { method: 'merge' });
    expect(outcomesOf(await place.ask(order))).toEqual(['prod: superseded, older']);
  });

  it('is replaced by one of ours once it is closed, and is ours if `writers` lists the login', async () => {
    await using place = await opened();
    await place.repository.commit('main', { '.github/promotion.yml': 'writers: [octocat]\n' });
    expect(await place.ask({ ...order, settings: proposing })).toMatchObject({ notices: [] });
    await place.repository.closePullRequest(2);
    await place.repository.commit('main', { '.github/promotion.yml': null });
    const again = await place.ask({ ...order, settings: proposing });
    expect(again).toMatchObject({ notices: [], pullRequests: [{ number: 3 }] });
  });
});
