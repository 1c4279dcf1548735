import { describe, expect, it } from 'vitest';
import type { DeliverySettings } from '../../../src/domain/model.ts';
import { chooseMethod, partsOf, pullRequestOptionsOf } from '../../../src/domain/proposal/delivery-parts.ts';

const spot = (product: string, environment: string, settings: DeliverySettings = {}) => ({
  product,
  environment,
  settings,
});
const keysOf = (...parameters: Parameters<typeof partsOf>) => partsOf(...parameters).map(({ key }) => key);

describe('the parts of a request', () => {
  it.each([
    ['all commits together', [spot('a', 'stg'), spot('b', 'prod')], ['commit']],
    [
      'a pull request for each product',
      [
        spot('a', 'stg', { delivery: 'merge' }),
        spot('a', 'prod', { delivery: 'merge' }),
        spot('b', 'prod', { delivery: 'merge' }),
      ],
      ['promotion/a/stg+prod', 'promotion/b/prod'],
    ],
    [
      'commits first, and each delivery of a product apart',
      [spot('a', 'stg', { delivery: 'auto-merge' }), spot('a', 'prod', { delivery: 'pull-request' }), spot('a', 'dev')],
      ['commit', 'promotion/a/stg', 'promotion/a/prod'],
    ],
  ])('are %s', (_, targets, keys) => {
    expect(keysOf(targets, undefined)).toEqual(keys);
  });

  it('take the delivery of the step before that of the configuration', () => {
    const targets = [spot('a', 'stg', { delivery: 'commit' }), spot('a', 'prod', { delivery: 'merge' })];
    expect(partsOf(targets, 'pull-request')).toMatchObject([{ delivery: 'pull-request', key: 'promotion/a/stg+prod' }]);
    expect(keysOf(targets, 'commit')).toEqual(['commit']);
  });
});

describe('the options of a pull request', () => {
  const [part] = partsOf(
    [
      spot('a', 'stg', { labels: ['x'], mergeMethod: 'squash' }),
      spot('a', 'prod', { labels: ['x', 'y'], draft: true }),
    ],
    'merge',
  );

  it('combine those of its environments', () => {
    if (part?.kind !== 'proposal') throw new Error('no proposal');
    expect(pullRequestOptionsOf(part, {})).toEqual({
      ...{ labels: ['x', 'y'], reviewers: [], assignees: [] },
      ...{ draft: true, mergeMethod: 'squash' },
    });
  });

  it('are those of the step if it sets them', () => {
    if (part?.kind !== 'proposal') throw new Error('no proposal');
    expect(pullRequestOptionsOf(part, { labels: [], draft: false, mergeMethod: 'rebase' })).toMatchObject({
      ...{ labels: [], draft: false, mergeMethod: 'rebase' },
    });
  });
});

describe('the merge method', () => {
  const all = ['merge', 'squash', 'rebase'] as const;
  it.each([
    [undefined, { settings: all }, { kind: 'chosen', method: 'squash' }],
    [undefined, { settings: all, rules: ['rebase', 'merge'] }, { kind: 'chosen', method: 'merge' }],
    ['rebase', { settings: all }, { kind: 'chosen', method: 'rebase' }],
    ['squash', { settings: ['merge'] }, { kind: 'refused', by: 'settings', allowed: ['merge'] }],
    ['squash', { settings: all, rules: ['merge'] }, { kind: 'refused', by: 'rules', allowed: ['merge'] }],
    [undefined, { settings: ['squash'], rules: ['merge'] }, { kind: 'refused', by: 'rules', allowed: [] }],
    [undefined, { settings: [] }, { kind: 'refused', by: 'settings', allowed: [] }],
  ] as const)('with the request %s and the methods %j is %j', (wanted, methods, choice) => {
    expect(chooseMethod(wanted, methods)).toEqual(choice);
  });
});
