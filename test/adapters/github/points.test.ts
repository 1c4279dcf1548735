import { describe, expect, it } from 'vitest';
import type { Wanted } from '../../../src/ports.ts';
import { type LoggedRequest, pointsOf } from '../../github/requests.ts';
import type { FakeGitHub } from '../../github/server.ts';
import { github, hostOf, REPOSITORY } from './github.ts';

const productsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `product-${at}`);

/** The cost of the first 20 histories and the products. */
const costOf = async (fake: FakeGitHub, products: Wanted['products'], paths: readonly string[] = []) => {
  fake.resetRequests();
  const { proposals } = await hostOf(fake).snapshot({ paths, histories: paths, products });
  const requests = fake.requests.filter(({ path }) => path === '/graphql');
  return { points: pointsOf(requests), requests: requests.length, names: proposals?.list.map(({ branch }) => branch) };
};

const branch = async (fake: FakeGitHub, name: string, state: 'open' | 'left' = 'open') => {
  const { commit, openPullRequest } = fake.repository(REPOSITORY);
  await commit(name, { 'a.yaml': `${name}\n` });
  if (state === 'open') await openPullRequest({ head: name });
};

describe('the points of a snapshot', () => {
  const paths = Array.from({ length: 20 }, (_, at) => `apps/${at}.yaml`);
  const files = { 'a.yaml': '0\n', ...Object.fromEntries(paths.map((path) => [path, '0\n'])) };

  it('are one for a product, with its branches and twenty histories', async () => {
    await using fake = await github({ files });
    for (const environments of ['dev', 'stg+prod']) await branch(fake, `promotion/product-0/${environments}`);
    expect(await costOf(fake, productsOf(1), paths)).toEqual({
      points: 1,
      requests: 1,
      names: ['promotion/product-0/dev', 'promotion/product-0/stg+prod'],
    });
  });

  it('are at most eight for fifty products, whose existing branches take a second query', async () => {
    await using fake = await github({ files });
    expect(await costOf(fake, productsOf(50), paths)).toMatchObject({ points: 1, requests: 1 });
    for (const product of productsOf(50)) await branch(fake, `promotion/${product}/dev`);
    const cost = await costOf(fake, productsOf(50), paths);
    expect(cost.requests).toBe(2);
    expect(cost.points).toBeLessThanOrEqual(8);
    expect(cost.names?.toSorted()).toEqual(
      productsOf(50)
        .map((product) => `promotion/${product}/dev`)
        .toSorted(),
    );
  });

  it('stay few for two hundred products in one request, each with its own branches', async () => {
    await using fake = await github({ files });
    for (const name of ['product-7/dev', 'product-199/dev', 'product-199/stg', 'product-200/dev', 'product-1999/dev'])
      await branch(fake, `promotion/${name}`);
    const cost = await costOf(fake, productsOf(200), paths);
    expect(cost).toMatchObject({ points: 2, requests: 2 });
    expect(cost.names?.toSorted()).toEqual(
      ['product-199/dev', 'product-199/stg', 'product-7/dev'].map((name) => `promotion/${name}`),
    );
  });

  it('are spent only on open pull requests if all products are read', async () => {
    await using fake = await github({ files });
    for (const product of productsOf(5)) await branch(fake, `promotion/${product}/dev`, 'left');
    await branch(fake, 'promotion/product-5/dev');
    expect(await costOf(fake, 'all', ['a.yaml'])).toEqual({
      points: 2,
      requests: 2,
      names: ['promotion/product-5/dev'],
    });
  });

  it('keep every query far from the limit of nodes', async () => {
    await using fake = await github({ files });
    for (let at = 0; at < 20; at++) await branch(fake, `promotion/product-0/env-${at}`);
    const { names, ...cost } = await costOf(fake, productsOf(1), paths);
    expect(names).toHaveLength(20);
    expect(cost).toEqual({ requests: 3, points: 4 });
    expect(Math.max(...fake.requests.map(nodesOf))).toBeLessThan(50_000);
  });
});

const nodesOf = ({ nodes = 0 }: LoggedRequest): number => nodes;
