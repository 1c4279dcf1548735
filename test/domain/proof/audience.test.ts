import { describe, expect, it } from 'vitest';
import { proofAudience } from '../../../src/adapters/oidc/id-token.ts';
import { PromotionError } from '../../../src/domain/errors.ts';
import { boundText } from '../../../src/domain/proof/token-claims.ts';

const payload = { product: 'shop', environments: ['dev'], images: ['web:v1'], source: { run_number: 42 } };
const text = 'acme/manifests\n{"environments":["dev"],"images":["web:v1"],"product":"shop","source":{"run_number":42}}';

describe('the binding of a proof', () => {
  it.each<[string, unknown]>([
    ['the payload', payload],
    ['without the proof that it carries', { ...payload, proof: 'a.b.c' }],
    ['in any order of keys', Object.fromEntries(Object.entries(payload).toReversed())],
    ['as a JSON text', JSON.stringify({ ...payload, proof: 'a.b.c' })],
    ['the object under `promotion` with the proof', { promotion: { ...payload, proof: 'a.b.c' } }],
    ['and nothing beside it', { promotion: payload, note: 'ignored, with a warning' }],
    ['nested as a text', { promotion: JSON.stringify(payload) }],
  ])('%s', (_, sent) => {
    expect(boundText('Acme/Manifests', sent)).toBe(text);
  });

  it.each<[string, string, unknown]>([
    ['another repository', 'acme/other', payload],
    ['another image', 'acme/manifests', { ...payload, images: ['web:v2'] }],
    ['another environment', 'acme/manifests', { ...payload, environments: ['prod'] }],
    ['another source', 'acme/manifests', { ...payload, source: { run_number: 43 } }],
    ['one key more', 'acme/manifests', { ...payload, tag: 'v1' }],
    [
      'a proof that is not where the request is',
      'acme/manifests',
      { promotion: { ...payload, source: { proof: 'x' } } },
    ],
  ])('changes with %s', (_, repository, sent) => {
    expect(proofAudience(repository, sent)).not.toBe(proofAudience('acme/manifests', payload));
  });

  it('is an audience of a prefix and a hash, which other tools can compute', () => {
    // printf 'acme/manifests\n{"environments":…}' | sha256sum
    expect(proofAudience('acme/manifests', payload)).toBe(
      'image-promotion:11a678dfb74ed4f09323d3d9a2e53209d02093320bc468c48e03bd508d3f128c',
    );
  });

  it('refuses a value that is no object', () => {
    expect(() => boundText('acme/manifests', ['web:v1'])).toThrow(PromotionError);
  });
});
