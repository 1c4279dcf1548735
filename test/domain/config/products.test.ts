import { describe, expect, it } from 'vitest';
import { closedProducts, refuseForeignManifests } from '../../../src/domain/config/owners.ts';
import { problemsOf } from '../errors/problems.ts';
import { configOf } from './support.ts';

const asked = (config: string, products: readonly string[], environments: readonly string[] = ['prod']) =>
  problemsOf(() => closedProducts(configOf(config), { products, environments }));
const listing = (files: string) => `files: ${JSON.stringify(files)}\nproducts:\n  shop: { images: [] }\n`;

describe('a product that the configuration does not list', () => {
  it.each([
    'applications/{product}/overlays/{environment}',
    'apps/*/{product}/values.yaml',
    'apps/**/{product}/values.yaml',
    'apps/{environment}/{product}.yaml',
    'apps/{environment}/values-{product}.yaml',
    'apps/{environment}/{product}-values.yaml',
    'apps/x_{product}_y/kustomization.yaml',
    'apps/{environment}-{product}/*.yaml',
    'apps/{product}/{product}*.yaml',
  ])('is allowed by %s', (files) => {
    expect(asked(listing(files), ['shop2'])).toEqual([]);
  });

  it.each([
    'envs/{environment}',
    'envs/{environment}/values.yaml',
    'apps/{product}*/kustomization.yaml',
    'apps/*{product}/kustomization.yaml',
    'apps/{product}-*/kustomization.yaml',
    'apps/{product}-?.yaml',
    'apps/{product}-[ab].yaml',
    'apps/x{product}.yaml',
    'apps/{product}x.yaml',
    'apps/{product}{environment}.yaml',
    'apps/{environment}{product}/values.yaml',
  ])('is refused by %s, which may hold the manifests of another product', (files) => {
    expect(asked(listing(files), ['shop', 'shop2'])).toMatchObject([
      { code: 'product-unknown', path: '.github/promotion.yml', line: 2, hint: expect.stringContaining('"shop"') },
    ]);
  });

  it('is refused if one of several patterns, or one of several environments, is shared', () => {
    const list = 'files: ["apps/{product}", "envs/{environment}"]\nproducts:\n  shop:\n';
    expect(asked(list, ['blog'])).toHaveLength(1);
    const one = 'environments:\n  dev:\n  prod: { files: envs/prod }\nproducts:\n  shop:\n';
    expect(asked(one, ['blog'], ['dev'])).toEqual([]);
    expect(asked(one, ['blog'], ['dev', 'prod'])).toHaveLength(1);
  });

  it('is allowed if no products are listed, or the request names listed ones alone', () => {
    expect(asked('files: envs/{environment}\n', ['blog'])).toEqual([]);
    expect(asked('files: envs/{environment}\nproducts:\n', ['blog'])).toEqual([]);
    expect(asked(listing('envs/{environment}'), ['shop'])).toEqual([]);
  });

  it('is named in a problem of its own', () => {
    expect(asked(listing('envs/{environment}'), ['constructor', 'toString', 'shop'])).toHaveLength(2);
  });
});

describe('the manifests of another product', () => {
  const met = (config: string, product: string, path: string) =>
    problemsOf(() => refuseForeignManifests(configOf(config), [{ product, environment: 'prod', paths: [path] }])).map(
      ({ message }) => message,
    );
  const named = 'products:\n  shop: { files: "applications/web/overlays/{environment}", images: [] }\n';
  const owned = (product: string, path: string) => [
    `The configuration does not list the product "${product}", and "${path}" belongs to "shop", which it lists.`,
  ];

  it.each([
    ['a directory', named, 'web', 'applications/web/overlays/prod/kustomization.yaml'],
    ['a file', 'products:\n  shop: { files: apps/web.yaml }\n', 'web', 'apps/web.yaml'],
    ['a glob', 'products:\n  shop: { files: "apps/*/values.yaml" }\n', 'web', 'apps/web/values.yaml'],
    [
      'two placeholders in one name',
      'files: "envs/{product}-{environment}.yaml"\nenvironments: { prod: , eu-prod: }\nproducts: { shop: { images: [] } }\n',
      'shop-eu',
      'envs/shop-eu-prod.yaml',
    ],
  ])('are not changed through another name, by %s', (_, config, product, path) => {
    expect(met(config, product, path)).toEqual(owned(product, path));
    expect(met(config, 'shop', path)).toEqual([]);
  });

  const both = 'environments: { prod: , eu-prod: }\n';
  it.each([
    [
      'two placeholders in one name',
      `files: "envs/{product}-{environment}.yaml"\n${both}`,
      'shop-eu',
      'envs/shop-eu-prod.yaml',
    ],
    ['a directory', `files: "{product}-{environment}"\n${both}`, 'shop-eu', 'shop-eu-prod/kustomization.yaml'],
    ['a glob', `files: "envs/{product}-{environment}/*.yaml"\n${both}`, 'shop-eu', 'envs/shop-eu-prod/values.yaml'],
    [
      'a path of each environment',
      'environments: { prod: { files: "{product}.yaml" }, eu-prod: { files: "eu-{product}.yaml" } }\n',
      'eu-shop',
      'eu-shop.yaml',
    ],
    [
      'a list of others',
      `files: "{product}-{environment}.yaml"\n${both}products: { blog: }\n`,
      'shop-eu',
      'shop-eu-prod.yaml',
    ],
  ])('are not changed through another environment, by %s', (_, config, product, path) => {
    expect(met(config, product, path)).toEqual([
      `The configuration does not list the product "${product}", and "${path}" may be the manifest of another product in "eu-prod" as well.`,
    ]);
    expect(met(`${config.replace('products: { blog: }', '')}products: { ${product}: }\n`, product, path)).toEqual([]);
  });

  it.each([
    [`files: "envs/{product}-{environment}.yaml"\n${both}`, 'shop', 'envs/shop-prod.yaml'],
    [`files: "{product}/{product}-{environment}.yaml"\n${both}`, 'shop-eu', 'shop-eu/shop-eu-prod.yaml'],
    [`files: "envs/{product}/{environment}/values.yaml"\n${both}`, 'eu-prod', 'envs/eu-prod/prod/values.yaml'],
    [`files: "envs/{product}.yaml"\n${both}`, 'eu-prod', 'envs/eu-prod.yaml'],
    [
      'environments: { prod: { files: "{product}/v.yaml" }, eu-prod: { files: "manifests-{product}" } }\n',
      'manifests-a',
      'manifests-a/v.yaml',
    ],
  ])('are changed if no other environment has them: %s', (config, product, path) => {
    expect(met(config, product, path)).toEqual([]);
  });

  it('are protected, and no others', () => {
    expect(met(named, 'blog', 'applications/blog/overlays/prod/kustomization.yaml')).toEqual([]);
    expect(met('files: apps/web.yaml\n', 'web', 'apps/web.yaml')).toEqual([]);
  });
});
