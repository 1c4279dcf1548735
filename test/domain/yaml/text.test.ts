import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applySplices, lineBreakOf, lineEnd, lineFinder, lineStart } from '../../../src/domain/yaml/lines.ts';

describe('lines', () => {
  const text = 'one\r\ntwo\n\nfour';

  test('are counted from 1', () => {
    const lineOf = lineFinder(text);
    expect([0, 4, 5, 8, 9, 10, 13].map(lineOf)).toEqual([1, 1, 2, 2, 3, 4, 4]);
    expect(lineFinder('')(0)).toBe(1);
  });

  test('begin after a break and end before the next', () => {
    expect([0, 2, 5, 9, 13].map((offset) => lineStart(text, offset))).toEqual([0, 0, 5, 9, 10]);
    expect([0, 2, 5, 9, 10].map((offset) => lineEnd(text, offset))).toEqual([3, 3, 8, 9, 14]);
  });

  test('use the first break of the file', () => {
    expect([text, 'a\nb\r\n', 'a'].map(lineBreakOf)).toEqual(['\r\n', '\n', '\n']);
  });
});

describe('splices', () => {
  test('may come in any order, and insertions at one place keep theirs', () => {
    const splices = [
      { start: 3, end: 4, text: 'D' },
      { start: 0, end: 0, text: '1' },
      { start: 3, end: 3, text: '2' },
      { start: 3, end: 3, text: '3' },
    ];
    expect(applySplices('abcd', splices)).toBe('1abc23D');
  });

  test('that overlap are a defect', () => {
    expect(
      applySplices('abcd', [
        { start: 0, end: 2, text: '' },
        { start: 1, end: 3, text: '' },
      ]),
    ).toBeUndefined();
  });

  test('keep all other bytes', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), (text, a, b) => {
        const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
        expect(applySplices(text, [{ start, end, text: '*' }])).toBe(`${text.slice(0, start)}*${text.slice(end)}`);
      }),
    );
  });
});
