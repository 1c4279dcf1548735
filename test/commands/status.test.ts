import { describe, expect, it } from 'vitest';
import { type Reported, type StatusRequest, status } from '../../src/commands/status.ts';
import { testClock } from '../adapters/github/clock.ts';
import {
  build,
  hosts,
  kustomization,
  NAME,
  onGitHub,
  onOneHost,
  overlay,
  REPOSITORY,
  type TestRepository,
  violationsOf,
  WORKER,
} from './test-repository.ts';

const report = (stage: TestRepository, request: StatusRequest = {}): Promise<Reported> =>
  status(request, { ...stage.world, clock: testClock('2026-12-25T12:00:00Z') });

/** `shop web dev: v1 recorded behind` … */
const told = ({ status: { rows } }: Reported): string[] =>
  rows.flatMap(({ product, image, runs, relations }) =>
    [...runs].flatMap(([environment, all]) =>
      all.map(({ reference, record }) =>
        [product, image.split('/').at(-1), `${environment}:`, reference.tag, record, relations.get(environment) ?? '']
          .join(' ')
          .trimEnd(),
      ),
    ),
  );

const everywhere = (...images: readonly string[]) =>
  Object.fromEntries(['dev', 'stg', 'prod'].map((name) => [overlay(name), kustomization(...images)]));

describe.each(hosts)('the command status, %s', (_, open) => {
  it('reports every product, with the promotion of each image and the differences between environments', async () => {
    await using stage = await open({
      ...everywhere(`${NAME}:v0`, 'docker.io/library/redis:7'),
      [overlay('dev', 'blog')]: kustomization('blog:b0'),
    });
    await stage.promote({ environments: ['dev', 'stg'], images: [`${NAME}:v1`], source: build(1) });
    await stage.promote({ environments: ['dev'], images: [`${NAME}:v2`], source: build(2) });
    await stage.commit({ [overlay('prod')]: kustomization(`${NAME}:v0.1`, 'docker.io/library/redis:7') });
    const reported = await report(stage);
    expect(reported.status.environments).toEqual(['dev', 'stg', 'prod']);
    expect(told(reported)).toEqual([
      'blog blog dev: b0 unrecorded',
      'shop web dev: v2 recorded',
      'shop web stg: v1 recorded behind',
      'shop web prod: v0.1 unrecorded behind',
      'shop redis dev: 7 unrecorded',
      'shop redis stg: 7 unrecorded same',
      'shop redis prod: 7 unrecorded same',
    ]);
    const [running] = reported.status.rows[1]?.runs.get('dev') ?? [];
    expect(running?.set).toMatchObject({ by: 'promotion', source: { repository: 'acme/shop', runNumber: 2 } });
    expect(running?.set?.at).toMatch(/^2026-/);
  });

  it('reports held images and edits by hand', async () => {
    await using stage = await open(everywhere(`${NAME}:v0`));
    for (const [index, tag] of ['v1', 'v2'].entries()) {
      await stage.promote({ environments: ['dev', 'prod'], images: [`${NAME}:${tag}`], source: build(index + 1) });
    }
    await stage.rollback({ environments: ['prod'] });
    await stage.commit({ [overlay('dev')]: kustomization(`${NAME}:mine`) });
    const { status: found } = await report(stage, { products: ['shop'], environments: ['dev', 'prod'] });
    const of = (name: string) => found.rows[0]?.runs.get(name)?.[0];
    expect(of('dev')).toMatchObject({ record: 'edited', held: [`${NAME}:v2`] });
    expect(of('prod')).toMatchObject({ record: 'recorded', set: { by: 'rollback' }, held: [`${NAME}:v2`] });
    expect(of('prod')?.set?.source).toMatchObject({ runNumber: 1 });
  });
});

describe('the products and environments of a status', () => {
  it('are the requested ones', async () => {
    await using stage = await onOneHost({
      ...everywhere(`${NAME}:v0`),
      [overlay('dev', 'blog')]: kustomization('blog:b0'),
    });
    expect(told(await report(stage, { products: ['blog'] }))).toEqual(['blog blog dev: b0 unrecorded']);
    expect(told(await report(stage, { environments: ['prod'] }))).toEqual(['shop web prod: v0 unrecorded']);
  });

  it('are those of the configuration, in its order', async () => {
    await using stage = await onOneHost({
      '.github/promotion.yml': [
        'files: "deploy/{environment}/{product}/kustomization.yaml"',
        'environments: { test: , live: }',
        'products: { odd: { files: "odd/{environment}" } }',
        '',
      ].join('\n'),
      'deploy/live/shop/kustomization.yaml': kustomization(`${NAME}:v1`),
      'deploy/test/shop/kustomization.yaml': kustomization(`${NAME}:v2`),
      'deploy/old/shop/kustomization.yaml': kustomization(`${NAME}:v0`),
      'odd/live/kustomization.yml': kustomization('odd:o1'),
    });
    const reported = await report(stage);
    expect(reported.status.environments).toEqual(['test', 'live']);
    expect(told(reported)).toEqual([
      'odd odd live: o1 unrecorded',
      'shop web test: v2 unrecorded',
      'shop web live: v1 unrecorded behind',
    ]);
  });

  it('are refused if a product is absent, or an environment not in the list', async () => {
    await using stage = await onOneHost({
      ...everywhere(`${NAME}:v0`),
      '.github/promotion.yml': 'environments: { dev: , prod: }\n',
    });
    expect(await violationsOf(report(stage, { products: ['shpo'] }))).toMatchObject([
      { code: 'product-unknown', hint: expect.stringContaining('"shop"') },
    ]);
    expect(await violationsOf(report(stage, { environments: ['stage'] }))).toMatchObject([
      { code: 'environment-unknown' },
    ]);
  });

  it('may have images under several names and references', async () => {
    await using stage = await onOneHost({
      '.github/promotion.yml': 'files: ["applications/{product}/overlays/{environment}/**"]\n',
      [overlay('dev')]: kustomization(`web=${NAME}:v1`),
      [overlay('prod')]: kustomization(`${NAME}:v1`),
      'applications/shop/overlays/prod/job/kustomization.yaml': kustomization(`${NAME}:v0`),
    });
    const reported = await report(stage);
    expect(told(reported)).toEqual([
      'shop web dev: v1 unrecorded',
      // As old as its oldest image: another manifest is level with dev.
      'shop web prod: v0 unrecorded behind',
      'shop web prod: v1 unrecorded behind',
    ]);
  });
});

describe('a status also reports', () => {
  it('frozen environments', async () => {
    await using stage = await onOneHost({
      ...everywhere(`${NAME}:v0`),
      '.github/promotion.yml':
        'environments:\n  dev:\n  prod: { freeze: [ { from: 2026-12-24T00:00Z, until: 2027-01-05T00:00Z, reason: year end } ] }\n',
    });
    expect((await report(stage)).status.freezes).toEqual([
      { product: 'shop', environment: 'prod', frozen: 'until 2027-01-05T00:00:00Z (year end)' },
    ]);
  });

  it.each([{}, { products: ['shop'] }])('open promotions, and no other pull requests: %j', async (request) => {
    await using stage = await onGitHub(everywhere(`${NAME}:v0`));
    const repository = stage.fake.repository(REPOSITORY);
    for (const head of ['promotion/shop/prod', 'promotion/shop/stg', 'feature']) {
      await repository.commit(head, { [overlay('prod')]: kustomization(`${NAME}:v1`) });
    }
    await repository.openPullRequest({ head: 'feature' });
    const { number } = await repository.openPullRequest({ head: 'promotion/shop/prod' });
    expect((await report(stage, request)).status.proposals).toEqual([
      { branch: 'promotion/shop/prod', number, url: expect.stringContaining(`/pull/${number}`) },
    ]);
  });

  it('unreadable manifests, next to the readable ones', async () => {
    await using stage = await onOneHost({
      ...everywhere(`${NAME}:v0`),
      [overlay('dev', 'blog')]: 'images: [',
      [overlay('dev', 'bin')]: 'a\0b',
    });
    const reported = await report(stage);
    expect(told(reported)).toHaveLength(3);
    expect(reported.status.problems).toMatchObject([{ path: overlay('dev', 'bin') }, { path: overlay('dev', 'blog') }]);
  });

  it('the searched paths in an empty repository', async () => {
    await using stage = await onOneHost({ 'README.md': '' });
    expect(await report(stage)).toMatchObject({
      status: {
        environments: [],
        rows: [],
        problems: [{ message: 'No manifest was found. Looked for "applications/{product}/overlays/{environment}".' }],
      },
    });
  });
});

describe('the cost of a status', () => {
  it('is one request for a product in given environments, two if the layout gives them', async () => {
    await using stage = await onGitHub(everywhere(`${NAME}:v0`, `${WORKER}:v0`));
    await report(stage, { products: ['shop'], environments: ['dev', 'prod'] });
    expect(stage.fake.requests).toHaveLength(1);
    stage.fake.resetRequests();
    await report(stage, { products: ['shop'] });
    expect(stage.fake.requests).toHaveLength(2);
  });

  it('is a few more if the layout gives the environments too', async () => {
    const products = Array.from({ length: 300 }, (_, at) => `product-${at}`);
    await using stage = await onGitHub(
      Object.fromEntries(
        products.flatMap((product) =>
          ['dev', 'prod'].map((name) => [overlay(name, product), kustomization(`${product}:v1`)]),
        ),
      ),
    );
    expect((await report(stage)).status.rows).toHaveLength(300);
    // One for the head and the products, two for the environments of these, two for the manifests.
    expect(stage.fake.requests).toHaveLength(5);
  });

  it('is no longer with a slow history', async () => {
    const products = Array.from({ length: 60 }, (_, at) => `product-${at}`);
    const files = products.flatMap((product) =>
      ['dev', 'prod'].map((name) => [overlay(name, product), kustomization(`${product}:v0`)]),
    );
    await using stage = await onGitHub({
      ...Object.fromEntries(files),
      '.github/promotion.yml': 'environments: { dev: , prod: }\n',
    });
    for (let at = 0; at < 110; at++) await stage.commit({ 'README.md': `${at}` });
    const { status: found } = await report(stage);
    expect(found.rows).toHaveLength(60);
    expect(found.rows[0]?.runs.get('dev')?.[0]?.record).toBe('unrecorded');
    const names = stage.fake.requests.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['History', 'Snapshot', 'Snapshot', 'Snapshot']);
    // The second page of the history is on its way before the manifests are all there.
    expect(names.indexOf('History')).toBeLessThan(names.lastIndexOf('Snapshot'));
  });

  it('is a handful for a thousand products in three environments', async () => {
    const products = Array.from({ length: 1_000 }, (_, at) => `product-${at}`);
    const files = products.flatMap((product) =>
      ['dev', 'stg', 'prod'].map((name) => [overlay(name, product), kustomization(`${product}:v1`)]),
    );
    await using stage = await onGitHub({
      ...Object.fromEntries(files),
      '.github/promotion.yml': 'environments: { dev: , stg: , prod: }\n',
    });
    const { status: found } = await report(stage);
    expect(found.rows).toHaveLength(1_000);
    expect(found.rows.every(({ runs }) => runs.size === 3)).toBe(true);
    // One for the head, the configuration, the products and the records, one for the first manifests, the others by hundreds.
    expect(stage.fake.requests).toHaveLength(8);
  }, 120_000);
});
