import { describe, expect, it } from 'vitest';
import type { Source } from '../../../src/domain/model.ts';
import type { ProofVerdict } from '../../../src/domain/proof/token-claims.ts';
import { factsOf, judged, verdictOf } from './support.ts';

const main = 'refs/heads/main';
const from = (repository: string, ref?: string): Source => ({ repository, ref });
/** A proof is another matter. */
const rules = (list: string) => `proof: none\nsources: ${list}`;
const shop = rules('[{ repository: "acme/{product}", refs: [refs/heads/main, "refs/tags/v*"] }]');

describe('a source', () => {
  it.each<[string, string, Source | undefined, string]>([
    ['that is named', shop, from('acme/shop', main), 'passes'],
    ['at a tag that matches', shop, from('acme/shop', 'refs/tags/v1.4.0'), 'passes'],
    ['in another case, which GitHub does not tell apart', shop, from('Acme/Shop', main), 'passes'],
    ['at a branch in another case, which git does', shop, from('acme/shop', 'refs/heads/Main'), 'source-not-allowed'],
    ['of another product', shop, from('acme/blog', main), 'source-not-allowed'],
    ['of another owner', shop, from('evil/shop', main), 'source-not-allowed'],
    ['at another branch', shop, from('acme/shop', 'refs/heads/feature'), 'source-not-allowed'],
    ['at a branch that is called like a tag', shop, from('acme/shop', 'refs/heads/v1.4.0'), 'source-not-allowed'],
    ['at a pull request', shop, from('acme/shop', 'refs/pull/7/merge'), 'source-not-allowed'],
    ['without a ref', shop, from('acme/shop'), 'source-not-allowed'],
    ['that says nothing', shop, undefined, 'source-not-allowed'],
    ['at any ref where none is named', rules('[{ repository: acme/* }]'), from('acme/shop', 'refs/heads/x'), 'passes'],
    ['without a ref where none is named', rules('[{ repository: Acme/Shop }]'), from('acme/shop'), 'passes'],
    [
      'by the second rule',
      rules('[{ repository: acme/a }, { repository: acme/shop }]'),
      from('acme/shop', main),
      'passes',
    ],
    [
      'across two rules',
      rules(`[{ repository: acme/shop, refs: [] }, { repository: x/y, refs: [${main}] }]`),
      from('acme/shop', main),
      'source-not-allowed',
    ],
    ['without any allowed source', rules('[]'), from('acme/shop', main), 'source-not-allowed'],
    ['where everybody may', '', undefined, 'passes'],
  ])('%s', (_, config, source, expected) => {
    expect(verdictOf(factsOf(config, { source }))).toBe(expected);
    expect(verdictOf(factsOf(config, { source, trigger: 'direct' }))).toBe(expected);
    expect(verdictOf(factsOf(config, { source, trigger: 'by-hand' }))).toBe('passes');
  });

  const numbered = 'sources: [{ repository: acme/shop, id: 74 }]';
  const proven = (repositoryId?: string): ProofVerdict => ({ kind: 'accepted', repositoryId });
  const unproven: ProofVerdict = {
    kind: 'rejected',
    rejections: [{ code: 'proof-rejected', message: 'No.', hint: 'No.' }],
  };

  it.each<[string, string, ProofVerdict | undefined, string]>([
    ['the number that is given', numbered, proven('74'), 'passes'],
    ['another number: the name was given up and taken', numbered, proven('75'), 'source-not-allowed'],
    ['no number', numbered, proven(), 'source-not-allowed'],
    ['a proof that does not hold', numbered, unproven, 'proof-rejected'],
    ['no proof, where none is demanded', `${numbered}\nproof: none`, undefined, 'source-not-allowed'],
    [
      'another number than the first rule, but a second one',
      `${numbered.slice(0, -1)}, { repository: acme/* }]`,
      proven('75'),
      'passes',
    ],
  ])('with %s', (_, config, proof, expected) => {
    expect(verdictOf(factsOf(config, { source: from('acme/shop'), proof: 'a.b.c' }, { proof }))).toBe(expected);
  });

  it('with a number is the run itself for a direct request', () => {
    const asked = (repositoryId?: string) =>
      verdictOf(factsOf(numbered, { source: from('acme/shop'), trigger: 'direct' }, { asker: { repositoryId } }));
    expect(asked('74')).toBe('passes');
    expect(asked('75')).toBe('source-not-allowed');
    expect(asked()).toBe('source-not-allowed');
  });

  it('lists the allowed sources, once for each rule', () => {
    const config = `proof: none\nsources: [{ repository: acme/* }]\nenvironments:\n  dev:\n  stg:\n  prod: { sources: [{ repository: acme/shop, refs: [${main}] }] }`;
    const facts = factsOf(config, { source: from('evil/shop', main), environments: ['dev', 'stg', 'prod'] });
    expect(judged(facts)).toEqual([
      'source-not-allowed 2: The configuration does not let "evil/shop" at "refs/heads/main" ask for dev and stg of shop.',
      'source-not-allowed 6: The configuration does not let "evil/shop" at "refs/heads/main" ask for prod of shop.',
    ]);
  });
});
