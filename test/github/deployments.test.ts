import { describe, expect, it } from 'vitest';
import { clientOf } from './client.ts';
import { fakeGitHub } from './server.ts';

const at = '/repos/acme/shop/deployments';

const open = async () => {
  const github = await fakeGitHub({ repositories: { 'acme/shop': { files: { a: '1\n' } } } });
  github.tokens.set('token', {
    login: 'deployer[bot]',
    kind: 'app',
    permissions: { 'acme/shop': { deployments: 'write' } },
  });
  const shop = github.repository('acme/shop');
  const { rest } = clientOf(github);
  return { github, shop, rest, [Symbol.asyncDispose]: () => github.close() };
};

describe('a deployment', () => {
  it('is refused for a commit that is behind, or whose checks are not green, unless the request allows it', async () => {
    await using world = await open();
    const old = (await world.shop.head()) ?? '';
    await world.shop.commit('main', { a: '2\n' });
    await world.shop.setCheck(old, 'test', 'FAILURE');
    const behind = await world.rest(`POST ${at}`, { ref: old });
    expect([behind.status, behind.body.message]).toEqual([409, `Conflict merging main into ${old}.`]);
    const red = await world.rest(`POST ${at}`, { ref: old, auto_merge: false });
    expect([red.status, red.body.message]).toEqual([409, `Conflict: Commit status checks failed for ${old}.`]);
    const created = await world.rest(`POST ${at}`, { ref: old, auto_merge: false, required_contexts: [] });
    expect([created.status, created.body.environment]).toEqual([201, 'production']);
    expect((await world.rest(`POST ${at}`, { ref: '1'.repeat(40) })).status).toBe(422);
  });

  it('becomes inactive after a later success, except in production', async () => {
    await using world = await open();
    const head = (await world.shop.head()) ?? '';
    const deploy = async (environment: string) => {
      const { body } = await world.rest(`POST ${at}`, { ref: head, environment });
      await world.rest(`POST ${at}/${body.id}/statuses`, { state: 'success' });
    };
    for (const environment of ['dev', 'production', 'dev', 'production']) await deploy(environment);
    const last = world.shop.deployments.map(({ statuses }) => statuses.at(-1)?.state);
    expect(last).toEqual(['inactive', 'success', 'success', 'success']);
  });

  it('refuses a description of more than 140 characters, an address other than http, and a token without the right', async () => {
    await using world = await open();
    const { body } = await world.rest(`POST ${at}`, { ref: 'main' });
    const set = (status: object) => world.rest(`POST ${at}/${body.id}/statuses`, { state: 'failure', ...status });
    expect((await set({ description: 'x'.repeat(141) })).status).toBe(422);
    expect((await set({ environment_url: 'shop.example.com' })).status).toBe(422);
    expect((await set({ description: 'x'.repeat(140), environment_url: 'https://shop.example.com' })).status).toBe(201);
    world.github.tokens.set('token', {
      login: 'x[bot]',
      kind: 'app',
      permissions: { 'acme/shop': { contents: 'write' } },
    });
    expect((await set({})).status).toBe(403);
  });
});
