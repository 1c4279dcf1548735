import { describe, expect, it } from 'vitest';
import type { Permissions, Token } from '../github/world.ts';
import { BRANCH, type Desk, desk, proposing, web, worker } from './desk.ts';
import { build, kustomization, NAME, outcomesOf, overlay, violationsOf } from './stage.ts';

const path = overlay('prod');
const newest = `Promotion: prod ${NAME}:v2 from acme/shop refs/heads/main by ci.yml#9007199254740991`;
const ID = 'Promotion-Id: 11111111-2222-4333-8444-555555555555';
const next = { images: [web('v3')], source: build(5) };

/** A pull request of a stranger sets v2 and says that a very new build did. */
const strangers = async (place: Desk, method: 'merge' | 'squash' | 'rebase', head = 'tidy-up'): Promise<void> => {
  const files = { [path]: kustomization(web('v2'), worker('v1')) };
  await place.repository.commit(head, files, { message: `Tidy up\n\n${newest}\n${ID}`, author: 'mallory' });
  const { number } = await place.repository.openPullRequest({ head, body: newest });
  await place.repository.mergePullRequest(number, { method });
};

const tokenWith = (permissions: Permissions): Record<string, Token> => ({
  token: { login: 'promoter[bot]', kind: 'app', permissions: { '*': permissions } },
});

describe('the lines of a commit that a pull request of somebody else has brought', () => {
  it.each(['merge', 'squash', 'rebase'] as const)('make no build older, by a %s', async (method) => {
    await using place = await desk();
    await strangers(place, method);
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: promoted']);
    expect(place.requests().length).toBeLessThanOrEqual(3);
  });

  it('make no build older behind other pull requests that carry the same commit', async () => {
    await using place = await desk();
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
    await using place = await desk({ config: 'environments:\n  prod:\n  stg: { requires: prod }\n' });
    await strangers(place, 'merge');
    await place.repository.commit('main', { [path]: kustomization(web('v1'), worker('v1')) });
    const violations = await violationsOf(place.ask({ ...next, images: [web('v2')], environments: ['stg'] }));
    expect(violations).toMatchObject([{ code: 'requirement-unmet' }]);
  });

  it('are text as well where its branch is named as ours are', async () => {
    await using place = await desk();
    await strangers(place, 'squash', 'promotion/shop/other');
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: promoted']);
  });

  it('do not count, with a notice, where the token may not see what has brought it', async () => {
    await using place = await desk({ tokens: tokenWith({ contents: 'write' }) });
    await strangers(place, 'merge');
    const promoted = await place.ask(next);
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(promoted.notices).toMatchObject([
      { message: expect.stringMatching(/The pull request behind commit .* cannot be read/) },
    ]);
  });
});

describe('the lines of a commit', () => {
  it('count where somebody has pushed it as such, which takes one request more', async () => {
    await using place = await desk();
    const files = { [path]: kustomization(web('v2'), worker('v1')) };
    await place.repository.commit('main', files, { message: `Promote by hand\n\n${newest}\n${ID}` });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
    expect(place.requests()).toHaveLength(2);
  });

  it('count at once where we have committed it', async () => {
    await using place = await desk();
    await place.ask({ images: [web('v4')], source: build(9) });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
    expect(place.requests()).toHaveLength(1);
  });

  it('count at once where the login before has committed it, if `writers` lists it', async () => {
    const old: Token = { login: 'alice', kind: 'user', permissions: { '*': { contents: 'write' } } };
    await using place = await desk({ tokens: { ...tokenWith({ contents: 'write' }), ghp_old: old } });
    await place.ask({ images: [web('v4')], source: build(9), token: 'ghp_old' });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
    expect(place.requests()).toHaveLength(2);
    await place.repository.commit('main', { '.github/promotion.yml': 'writers: [alice]\n' });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
    expect(place.requests()).toHaveLength(1);
  });
});

describe('a pull request of ours that somebody squashes', () => {
  const order = { images: [web('v2')], source: build(9), settings: proposing };
  const forged = `${newest}\n${ID}`;

  it.each(['in words of their own', 'with its description', 'with the message of the commit'])(
    '%s keeps its record',
    async (words) => {
      await using place = await desk({
        settings: { squashMessage: words.includes('description') ? 'body' : 'commits' },
      });
      await place.ask(order);
      const own = words.includes('own') ? { headline: 'Ship it', body: '' } : {};
      await place.repository.mergePullRequest(1, { method: 'squash', ...own });
      expect(outcomesOf(await place.ask(next))).toEqual(['prod: superseded, older']);
      expect(place.requests()).toHaveLength(2);
    },
  );

  it.each(['in words of their own', 'with its description'])(
    '%s keeps the record of its last version by us, although a stranger has edited the description',
    async (words) => {
      await using place = await desk({ settings: { squashMessage: 'body' } });
      await place.ask({ ...order, source: build(4) });
      await place.repository.describePullRequest(1, forged, 'mallory');
      const own = words.includes('own') ? { headline: 'Ship it', body: '' } : {};
      await place.repository.mergePullRequest(1, { method: 'squash', ...own });
      expect(outcomesOf(await place.ask({ ...next, mode: 'dry-run' }))).toEqual(['prod: promoted']);
      const older = await place.ask({ ...next, source: build(3) });
      expect(outcomesOf(older)).toEqual(['prod: superseded, older']);
      expect(place.requests()).toHaveLength(3);
    },
  );

  it.each(['its description', 'another description, of lines alone', 'the forged lines, one of them as a mention'])(
    'keeps the record of its last version by us under a headline without its number, with %s',
    async (kept) => {
      await using place = await desk();
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

  it('has no record of ours under our headline, where its description does not read as our commits do', async () => {
    await using place = await desk();
    await place.ask({ ...order, source: build(4) });
    const [{ body: own = '', title = '' } = {}] = place.open();
    const body = own.replace('by ci.yml#4', 'by ci.yml#9007199254740991');
    await place.repository.describePullRequest(1, body, 'mallory');
    await place.repository.mergePullRequest(1, { method: 'squash', headline: title, body });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: promoted']);
  });

  it('is not vouched for where somebody has merged it into a branch of their own, in words of their own', async () => {
    await using place = await desk();
    const { repository } = place;
    await place.ask(order);
    await repository.setRef('refs/heads/aside', await repository.head());
    for (const pullRequest of repository.pullRequests) Object.assign(pullRequest, { base: 'aside' });
    await repository.mergePullRequest(1, { method: 'squash', headline: 'Ship it', body: forged });
    const { number } = await repository.openPullRequest({ head: 'aside' });
    await repository.mergePullRequest(number, { method: 'merge' });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: promoted']);
  });

  it('has no record, with a notice, where no version of ours can be read', async () => {
    await using place = await desk({ settings: { squashMessage: 'body' } });
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

  it('is no longer ours where a stranger has opened it from our branch', async () => {
    await using place = await desk();
    await place.ask(order);
    await place.repository.closePullRequest(1);
    await place.repository.openPullRequest({ head: BRANCH, body: forged });
    await place.repository.mergePullRequest(2, { method: 'squash', headline: 'Ship it', body: forged });
    expect(outcomesOf(await place.ask(next))).toEqual(['prod: promoted']);
  });
});
