import { describe, expect, it } from 'vitest';
import { closedProducts } from '../../../src/domain/config/products.ts';
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
  ])('is let in by %s', (files) => {
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
  ])('is kept out by %s, which may hold the manifests of another', (files) => {
    expect(asked(listing(files), ['shop', 'shop2'])).toMatchObject([
      { code: 'product-unknown', path: '.github/promotion.yml', line: 2, hint: expect.stringContaining('"shop"') },
    ]);
  });

  it('is kept out where one of several patterns, or one of several environments, is shared', () => {
    const list = 'files: ["apps/{product}", "envs/{environment}"]\nproducts:\n  shop:\n';
    expect(asked(list, ['blog'])).toHaveLength(1);
    const one = 'environments:\n  dev:\n  prod: { files: envs/prod }\nproducts:\n  shop:\n';
    expect(asked(one, ['blog'], ['dev'])).toEqual([]);
    expect(asked(one, ['blog'], ['dev', 'prod'])).toHaveLength(1);
  });

  it('is let in where no products are listed, or none is asked for that is not', () => {
    expect(asked('files: envs/{environment}\n', ['blog'])).toEqual([]);
    expect(asked('files: envs/{environment}\nproducts:\n', ['blog'])).toEqual([]);
    expect(asked(listing('envs/{environment}'), ['shop'])).toEqual([]);
  });

  it('is named, each by itself', () => {
    expect(asked(listing('envs/{environment}'), ['constructor', 'toString', 'shop'])).toHaveLength(2);
  });
});
