import { describe, expect, it } from 'vitest';
import { imageAllowed, literalImages } from '../../../src/domain/config/settings.ts';

const images = ['registry.example.com/shop/web', 'registry.example.com/shop/worker*'];

describe('images', () => {
  it.each([
    ['registry.example.com/shop/web', true],
    ['registry.example.com/shop/worker-mail', true],
    ['registry.example.com/shop/web2', false],
    ['evil.example/registry.example.com/shop/web', false],
    ['web', false],
  ])('allow %s: %s', (image, expected) => {
    expect(imageAllowed({ images }, image)).toBe(expected);
  });

  it('allow everything if they are not set, and nothing if the list is empty', () => {
    expect(imageAllowed({}, 'web')).toBe(true);
    expect(imageAllowed({ images: [] }, 'web')).toBe(false);
  });

  it('name the images of a request with a tag alone, as far as they are without wildcards', () => {
    expect(literalImages({ images })).toEqual(['registry.example.com/shop/web']);
    expect(literalImages({})).toEqual([]);
  });
});
