import { describe, expect, it } from 'vitest';
import { needsProof } from '../../../src/domain/policy/sources.ts';
import type { ProofVerdict } from '../../../src/domain/proof/token-claims.ts';
import { factsOf, judged, verdictOf } from './support.ts';

const source = { repository: 'acme/shop', ref: 'refs/heads/main' };
const limited = 'sources: [{ repository: acme/shop }]';
const accepted: ProofVerdict = { kind: 'accepted' };
const rejected: ProofVerdict = {
  kind: 'rejected',
  rejections: [{ code: 'proof-rejected', message: 'The proof has expired.', hint: 'Dispatch again.' }],
};

describe('a proof', () => {
  it.each<[string, string, ProofVerdict | undefined, string]>([
    ['that holds', limited, accepted, 'passes'],
    ['that does not', limited, rejected, 'proof-rejected'],
    ['that was not verified', limited, undefined, 'proof-rejected'],
    ['that is not required', '', undefined, 'passes'],
    ['that is demanded of every source', 'proof: required', rejected, 'proof-rejected'],
    ['that is not demanded, although sources are limited', `proof: none\n${limited}`, rejected, 'passes'],
  ])('%s', (_, config, proof, expected) => {
    expect(verdictOf(factsOf(config, { source, proof: 'a.b.c' }, { proof }))).toBe(expected);
  });

  it('is required if sources are limited, and only for automatic requests', () => {
    expect(judged(factsOf(limited, { source }))).toEqual([
      'proof-missing 1: The request proves no source, and the configuration requires it for dev of shop.',
    ]);
    expect(verdictOf(factsOf(limited, { source, trigger: 'direct' }))).toBe('passes');
    expect(verdictOf(factsOf(limited, { source, trigger: 'by-hand' }))).toBe('passes');
    expect(verdictOf(factsOf(limited, { source }, { kind: 'rollback' }))).toBe('proof-missing');
    expect(verdictOf(factsOf(limited, { trigger: 'by-hand' }, { kind: 'rollback' }))).toBe('passes');
    expect(verdictOf(factsOf(limited, { trigger: 'direct' }, { kind: 'rollback' }))).toBe('passes');
  });

  it('is verified only if it decides something', () => {
    expect(needsProof(factsOf(limited))).toBe(true);
    expect(needsProof(factsOf(''))).toBe(false);
    expect(needsProof(factsOf(`proof: none\n${limited}`))).toBe(false);
    expect(needsProof(factsOf(limited, { trigger: 'by-hand' }))).toBe(false);
  });

  it('that is not required leaves the payload unproven, and the report says so', () => {
    const config = `${limited}\nproof: required\nenvironments:\n  dev: { proof: none }\n  stg: { proof: none }\n  prod:`;
    const facts = factsOf(
      config,
      { source, environments: ['dev', 'stg', 'prod'], proof: 'a.b.c' },
      { proof: accepted },
    );
    expect(judged(facts)).toEqual([
      'passes',
      'For dev of shop the source of the request is believed without a proof: every holder of the dispatch token may claim any.',
      'For stg of shop the source of the request is believed without a proof: every holder of the dispatch token may claim any.',
    ]);
  });

  it('is reported together with a source that is not allowed', () => {
    expect(verdictOf(factsOf(limited, { source: { repository: 'evil/shop' } }))).toBe(
      'source-not-allowed, proof-missing',
    );
  });
});
