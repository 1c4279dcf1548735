import { describe, expect, it } from 'vitest';
import { environmentsOf, headlineFor, inOrder, settingsOf, unconfigured } from '../../../src/domain/config/settings.ts';
import { PromotionError } from '../../../src/domain/errors.ts';
import { problemsOf } from '../errors/problems.ts';
import { configOf, EXAMPLE, PATH } from './support.ts';

describe('settingsOf', () => {
  it('gives the same result without a configuration as with an empty one', () => {
    expect(configOf('')).toEqual({ ...unconfigured, path: PATH });
  });

  it('assumes the reference layout and commits if nothing is configured', () => {
    expect(settingsOf(unconfigured, 'shop', 'dev')).toEqual({
      files: ['applications/shop/overlays/dev'],
      layers: [],
      delivery: 'commit',
      addImages: false,
      order: 'newer',
      verify: false,
      freeze: [],
      origin: {},
    });
  });

  it('takes the first line that all items of a commit share, else that of the top level', () => {
    const config = configOf(
      'commit-message: "top: {summary}"\nenvironments:\n  dev: { commit-message: "dev: {summary}" }\n  stg: { commit-message: "dev: {summary}" }\n  prod:\n',
    );
    const headline = (...environments: string[]) =>
      headlineFor(
        config,
        environments.map((environment) => ({ settings: settingsOf(config, 'shop', environment) })),
      );
    expect(headline('dev', 'stg')).toBe('dev: {summary}');
    expect(headline('dev', 'prod')).toBe('top: {summary}');
    expect(headline('prod')).toBe('top: {summary}');
    expect(headlineFor(unconfigured, [{ settings: settingsOf(unconfigured, 'shop', 'dev') }])).toBeUndefined();
  });

  const all = `labels: [top]
environments:
  dev: { labels: [environment] }
  stg:
products:
  shop:
    labels: [product]
    environments:
      dev: { labels: [both] }
      stg:
  blog:
    labels: [product]
  docs:
    environments: { dev: { draft: true } }
`;

  it.each([
    ['product and environment', 'shop', 'dev', 'both', 9],
    ['environment over product', 'blog', 'dev', 'environment', 3],
    ['environment, where the product says nothing', 'docs', 'dev', 'environment', 3],
    ['product over top level', 'shop', 'stg', 'product', 7],
    ['top level', 'docs', 'stg', 'top', 1],
    ['top level, for an unlisted product', 'other', 'stg', 'top', 1],
    ['top level, for names that every object has', 'constructor', 'toString', 'top', 1],
  ])('searches %s', (_, product, environment, label, line) => {
    const settings = settingsOf(configOf(all), product, environment);
    expect(settings.labels).toEqual([label]);
    expect(settings.origin.labels).toEqual({ path: PATH, line });
  });

  it('takes the first setting found as a whole, even an empty list or false', () => {
    const config = configOf('labels: [a]\ndraft: true\nenvironments: { dev: { labels: [], draft: false } }');
    expect(settingsOf(config, 'shop', 'dev')).toMatchObject({ labels: [], draft: false });
  });

  it('fills in product and environment', () => {
    const layered = configOf('files: [a, [base.yaml, "{product}-{environment}.yaml"], [base.yaml, b.yaml]]\n');
    expect(settingsOf(layered, 'shop', 'dev')).toMatchObject({
      files: ['a', 'base.yaml', 'shop-dev.yaml', 'b.yaml'],
      layers: [
        ['base.yaml', 'shop-dev.yaml'],
        ['base.yaml', 'b.yaml'],
      ],
    });
    const config = configOf(`files: ["{environment}/{product}/{product}.yaml", "charts/{product}"]
images: ["registry.example.com/{product}/*", "r.example.com/{environment}-{product}"]
sources: [{ repository: "acme/{product}", refs: ["refs/heads/{environment}"] }, { repository: acme/* }]
`);
    expect(settingsOf(config, 'shop', 'dev')).toMatchObject({
      files: ['dev/shop/shop.yaml', 'charts/shop'],
      images: ['registry.example.com/shop/*', 'r.example.com/dev-shop'],
      sources: [{ repository: 'acme/shop', refs: ['refs/heads/dev'] }, { repository: 'acme/*' }],
    });
  });

  it('requires a proof if there are sources, unless the configuration says `none`', () => {
    const sources = 'sources: [{ repository: acme/* }]\n';
    expect(settingsOf(configOf(sources), 'shop', 'dev').proof).toBe('required');
    expect(settingsOf(configOf(`${sources}proof: none`), 'shop', 'dev').proof).toBe('none');
    expect(settingsOf(configOf('proof: required'), 'shop', 'dev').proof).toBe('required');
  });

  it('reads the example', () => {
    const config = configOf(EXAMPLE);
    expect(settingsOf(config, 'shop', 'prod')).toMatchObject({
      delivery: 'auto-merge',
      requires: 'stg',
      reviewers: ['team:sre'],
      verify: true,
      images: ['registry.example.com/shop/web', 'registry.example.com/shop/worker*'],
    });
    expect(settingsOf(config, 'blog', 'prod').delivery).toBe('pull-request');
    expect(settingsOf(config, 'blog', 'prod').images).toBeUndefined();
  });
});

describe('the list of environments', () => {
  it('is closed if the configuration has one, in its order', () => {
    const config = configOf('environments: { dev: , stg: , 10: , 9: }');
    expect(environmentsOf(config)).toEqual(['dev', 'stg', '10', '9']);
    expect(inOrder(config, ['9', 'stg', '10', 'stg', 'dev'])).toEqual(['dev', 'stg', '10', '9']);
  });

  it('is open otherwise, and keeps the requested names', () => {
    expect(environmentsOf(unconfigured)).toBeUndefined();
    expect(inOrder(unconfigured, ['stg', 'dev', 'stg'])).toEqual(['stg', 'dev']);
  });

  it('refuses every other name, with the nearest ones and its line', () => {
    const config = configOf('add-images: true\nenvironments:\n  dev:\n  stg:\n');
    try {
      inOrder(config, ['dev', 'sgt', 'production'], 'automatic');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(PromotionError);
      expect((error as PromotionError).violations).toEqual([
        {
          code: 'environment-unknown',
          message: 'The configuration lists no environment "sgt".',
          hint: 'Did you mean stg? There are dev and stg. If dispatch chose the name, set environments in its step.',
          path: PATH,
          line: 2,
        },
        {
          code: 'environment-unknown',
          message: 'The configuration lists no environment "production".',
          hint: 'There are dev and stg. If dispatch chose the name, set environments in its step.',
          path: PATH,
          line: 2,
        },
      ]);
    }
  });

  it('gives neither a line nor the remedy for a dispatch if the name was given by hand', () => {
    expect(problemsOf(() => inOrder(configOf('environments:\n  dev:\n  stg:\n'), ['production']))).toEqual([
      {
        code: 'environment-unknown',
        message: 'The configuration lists no environment "production".',
        hint: 'There are dev and stg.',
      },
    ]);
  });
});
