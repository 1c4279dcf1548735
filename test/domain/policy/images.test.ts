import { describe, expect, it } from 'vitest';
import { factsOf, judged, verdictOf, WEB } from './support.ts';

const listed =
  'environments:\n  dev:\n    images: [registry.example.com/shop/web, "registry.example.com/{product}/worker*"]\n';

describe('images', () => {
  it.each([
    ['a literal entry', listed, [`${WEB}:v2`], 'passes'],
    ['a glob, with the product filled in', listed, ['registry.example.com/shop/worker-mail:v2'], 'passes'],
    ['another one', listed, ['registry.example.com/shop/admin:v2'], 'image-not-allowed'],
    ['a part of a name', listed, ['registry.example.com/shop/webhook:v2'], 'image-not-allowed'],
    ['another registry', listed, ['evil.example.com/shop/web:v2'], 'image-not-allowed'],
    ['anything under an open list', '', ['registry.example.com/shop/admin:v2'], 'passes'],
    ['anything under an empty list', 'images: []', [`${WEB}:v2`], 'image-not-allowed'],
  ])('%s: %s', (_, config, images, expected) => {
    expect(verdictOf(factsOf(config, { images }))).toBe(expected);
    expect(verdictOf(factsOf(config, { images, trigger: 'by-hand' }))).toBe(expected);
    expect(verdictOf(factsOf(config, { images }, { kind: 'rollback' }))).toBe(expected);
  });

  it('apply to the image that runs afterwards, under any name in the request', () => {
    expect(verdictOf(factsOf(listed, { images: ['web:v2'], before: [`${WEB}:v1`] }))).toBe('passes');
    expect(verdictOf(factsOf(listed, { images: [`${WEB}=evil.example.com/web:v2`] }))).toBe('image-not-allowed');
  });

  it('report the line of the configuration and of the manifest, once for each environment', () => {
    const facts = factsOf('images: [a/*]\nenvironments: { dev: , stg: }', { environments: ['dev', 'stg'] });
    expect(judged(facts)).toEqual([
      'image-not-allowed 1: The configuration does not let "registry.example.com/shop/web" be promoted to dev for shop (applications/shop/overlays/dev/kustomization.yaml, line 5).',
      'image-not-allowed 1: The configuration does not let "registry.example.com/shop/web" be promoted to stg for shop (applications/shop/overlays/stg/kustomization.yaml, line 5).',
    ]);
  });
});

describe('a new name', () => {
  const images = ['web=mirror.example.com/shop/web:v2'];
  const before = ['registry.example.com/shop/web:v1'];

  it.each([
    ['automation, not listed', '', 'automatic', 'rename-not-allowed'],
    ['automation, listed', 'images: ["*.example.com/shop/web"]', 'automatic', 'passes'],
    ['automation, listed but for that', `images: ["${before[0]?.split(':')[0]}"]`, 'automatic', 'image-not-allowed'],
    ['a person', '', 'by-hand', 'passes'],
    ['a step of the run itself', '', 'direct', 'passes'],
  ] as const)('by %s: %s', (_, config, trigger, expected) => {
    expect(verdictOf(factsOf(config, { images, before, trigger }))).toBe(expected);
  });

  it('may equal the old one', () => {
    expect(verdictOf(factsOf('', { images: [`web=${WEB}:v2`], before: [`${WEB}:v1`] }))).toBe('passes');
  });

  it('returns in a rollback, since it was allowed before', () => {
    expect(verdictOf(factsOf('', { images, before }, { kind: 'rollback' }))).toBe('passes');
  });
});
