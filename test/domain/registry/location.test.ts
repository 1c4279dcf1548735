import { describe, expect, it } from 'vitest';
import { PromotionError } from '../../../src/domain/errors.ts';
import { isSafe, locate } from '../../../src/domain/registry/location.ts';

describe('locate', () => {
  it.each([
    ['ghcr.io/acme/web', 'ghcr.io', 'https://ghcr.io', 'acme/web', 'ghcr.io'],
    ['GHCR.io/acme/web', 'ghcr.io', 'https://ghcr.io', 'acme/web', 'ghcr.io'],
    ['registry.example.com:8443/web', 'registry.example.com:8443', 'https://registry.example.com:8443', 'web'],
    ['localhost/web', 'localhost', 'http://localhost', 'web'],
    ['localhost:5000/acme/web', 'localhost:5000', 'http://localhost:5000', 'acme/web'],
    ['127.0.0.1:5000/web', '127.0.0.1:5000', 'http://127.0.0.1:5000', 'web'],
    ['[::1]:5000/web', '[::1]:5000', 'http://[::1]:5000', 'web'],
  ])('finds %s at %s', (repository, registry, origin, name, credentialKey = registry) => {
    expect(locate(repository)).toEqual({ registry, origin, name, credentialKey });
  });

  it.each([
    ['nginx', 'library/nginx'],
    ['acme/web', 'acme/web'],
    ['docker.io/nginx', 'library/nginx'],
    ['docker.io/acme/web', 'acme/web'],
    ['index.docker.io/acme/web', 'acme/web'],
    ['registry-1.docker.io/acme/web', 'acme/web'],
  ])('finds %s on Docker Hub as %s', (repository, name) => {
    expect(locate(repository)).toEqual({
      registry: 'docker.io',
      origin: 'https://registry-1.docker.io',
      name,
      credentialKey: 'https://index.docker.io/v1/',
    });
  });

  it.each([
    ['ghcr.io/Acme/Web', 'ghcr.io/acme/web'],
    ['Acme/Web', 'acme/web'],
    ['Acme/web', 'acme/web'],
  ])('suggests the lower-case form of %s', (repository, lower) => {
    expect(() => locate(repository)).toThrow(PromotionError);
    expect(violationOf(() => locate(repository))).toMatchObject({
      code: 'image-invalid',
      hint: `Write it in lower case: "${lower}".`,
    });
  });

  it('refuses an impossible port', () => {
    expect(violationOf(() => locate('registry.example.com:99999/web'))).toMatchObject({
      message: 'The image name "registry.example.com:99999/web" names a registry with an impossible address.',
    });
  });
});

const violationOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof PromotionError) return error.violations[0];
  }
  return undefined;
};

describe('plain http', () => {
  it.each([
    ['https://auth.example.com/token', 'https://ghcr.io', true],
    ['http://auth.example.com/token', 'https://ghcr.io', false],
    ['http://127.0.0.1:5001/token', 'http://localhost:5000', true],
    ['http://127.0.0.1:5001/token', 'https://ghcr.io', false],
    ['https://user:word@auth.example.com/token', 'https://ghcr.io', false],
    ['file:///etc/passwd', 'http://localhost:5000', false],
  ])('%s for %s: %s', (address, origin, safe) => {
    expect(isSafe(new URL(address), origin)).toBe(safe);
  });
});
