import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrap } from '../../../src/adapters/terminal/help.ts';

describe('wrap', () => {
  it.each([
    ['fits', 20, ['fits']],
    ['error: The image is not there.', 20, ['error: The image is', '  not there.']],
    ['  Correct the name, or list it.', 20, ['  Correct the name,', '    or list it.']],
    ['  applications/shop/overlays/dev is it', 20, ['  applications/shop/overlays/dev', '    is it']],
    ['', 20, ['']],
  ])('%j in %i columns', (line, columns, lines) => {
    expect(wrap(line, columns)).toEqual(lines);
  });

  it('keeps every word, and exceeds the columns only with longer words', () => {
    const words = fc.array(
      fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((text) => text.replaceAll(' ', '_')),
    );
    fc.assert(
      fc.property(words, fc.integer({ min: 10, max: 60 }), (list, columns) => {
        const lines = wrap(list.join(' '), columns);
        expect(lines.map((line) => line.trim()).join(' ')).toBe(list.join(' '));
        for (const line of lines) if (line.length > columns) expect(line.trim()).not.toContain(' ');
      }),
    );
  });
});
