/** How often patterns are compiled: once each, and not at all where they have no wildcards. */
import picomatch from 'picomatch';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { matches, matchesAny } from '../../../src/domain/config/glob.ts';
import { imageAllowed } from '../../../src/domain/config/settings.ts';

afterEach(() => vi.restoreAllMocks());

const images = (count: number, end = ''): string[] =>
  Array.from({ length: count }, (_, index) => `compiled.example/image-${index}${end}`);

describe('a list of patterns', () => {
  it('is compared as text if it has no wildcards', () => {
    const compiled = vi.spyOn(picomatch, 'makeRe');
    const patterns = images(2_000);
    expect(patterns.every((image) => imageAllowed({ images: patterns }, image))).toBe(true);
    expect(imageAllowed({ images: patterns }, 'compiled.example/image')).toBe(false);
    expect(matches('compiled.example/image', 'compiled.example/image')).toBe(true);
    expect(compiled).not.toHaveBeenCalled();
  });

  it('is compiled once for all texts, with any number of patterns', () => {
    const compiled = vi.spyOn(picomatch, 'makeRe');
    const patterns = images(2_000, '*');
    for (const text of images(3, '-x')) expect(matchesAny(patterns, text)).toBe(true);
    for (const text of images(3, '-x')) expect(matchesAny([...patterns], text)).toBe(true);
    expect(compiled).toHaveBeenCalledTimes(2_000);
  });
});
