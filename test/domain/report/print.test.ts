import { describe, expect, it } from 'vitest';
import { printPlace, shortPath, shortReference } from '../../../src/domain/report/plain-text.ts';

describe('printPlace', () => {
  it.each([
    [{ path: 'a.yaml', line: 3 }, 'a.yaml:3'],
    [{ path: 'a.yaml' }, 'a.yaml'],
    [{}, ''],
  ])('%j → %s', (place, text) => {
    expect(printPlace(place)).toBe(text);
  });
});

describe('shortReference', () => {
  it.each([
    ['acme/web:v1', 'acme/web', 'v1'],
    ['acme/web-admin:v1', 'acme/web', 'acme/web-admin:v1'],
    [`acme/web@sha256:${'a'.repeat(64)}`, 'acme/web', `@sha256:${'a'.repeat(12)}…`],
  ])('%s of %s → %s', (reference, image, text) => {
    expect(shortReference(reference, image)).toBe(text);
  });
});

describe('shortPath', () => {
  it.each([
    ['stg/values.yaml', 'stg/values.yaml'],
    ['applications/shop/overlays/stg/kustomization.yaml', '…/kustomization.yaml'],
    [`clusters/${'x'.repeat(60)}.yaml`, `…/${'x'.repeat(60)}.yaml`],
    [`${'x'.repeat(60)}.yaml`, `${'x'.repeat(60)}.yaml`],
  ])('%s → %s', (path, text) => {
    expect(shortPath(path)).toBe(text);
  });
});
