import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counted, listed, nearest, quote } from '../../../src/domain/text.ts';
import { unprintable } from '../errors/problems.ts';

describe('quote', () => {
  test.each([
    ['web', '"web"'],
    ['', '""'],
    ['two words', '"two words"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['back\\slash', '"back\\\\slash"'],
    ['a\nb\r\tc', '"a\\nb\\r\\tc"'],
    ['\u001b[31mred', '"\\u{1b}[31mred"'],
    ['zero\u200bwidth', '"zero\\u{200b}width"'],
    ['right\u202eleft', '"right\\u{202e}left"'],
    ['no\u00a0break', '"no\\u{a0}break"'],
    ['next\u0085line\u2028separator', '"next\\u{85}line\\u{2028}separator"'],
    ['half \ud800 a pair', '"half \\u{d800} a pair"'],
    ['日本語 🚀', '"日本語 🚀"'],
  ])('%j is shown as %s', (text, shown) => {
    expect(quote(text)).toBe(shown);
  });

  test('cuts long texts by characters and says how long they are', () => {
    expect(quote('🚀'.repeat(80))).toBe(`"${'🚀'.repeat(80)}"`);
    expect(quote('🚀'.repeat(81))).toBe(`"${'🚀'.repeat(80)}…" (81 characters)`);
  });

  test('shows any text on one line without invisible characters, and never starts a workflow command', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const shown = quote(text);
        expect(shown).not.toMatch(unprintable);
        expect(shown.startsWith('"')).toBe(true);
      }),
    );
  });

  test('shows different texts differently', () => {
    const short = fc.string({ unit: 'binary', maxLength: 80 });
    fc.assert(fc.property(short, short, (a, b) => (quote(a) === quote(b)) === (a === b)));
  });
});

describe('nearest', () => {
  test.each([
    ['enviroments', ['environments', 'images', 'event-type'], ['environments']],
    ['prd', ['dev', 'stg', 'prod'], ['prod']],
    ['PROD', ['dev', 'stg', 'prod'], ['prod']],
    ['web', ['registry.example.com/shop/web', 'registry.example.com/shop/worker'], ['registry.example.com/shop/web']],
    ['registry.example.com/shop/web', ['shop/web', 'worker'], ['shop/web']],
    ['shop', ['shop', 'shop', 'ship'], ['shop', 'ship']],
    ['completely-different', ['dev', 'stg'], []],
    ['', ['dev'], []],
    ['x', [], []],
  ])('to %j among %j is %j', (meant, candidates, found) => {
    expect(nearest(meant, candidates)).toEqual(found);
  });

  test('offers at most three, the nearest first', () => {
    expect(nearest('tag', ['tags', 'tag', 'tog', 'stage', 'tug'])).toEqual(['tag', 'tags', 'tog']);
  });

  test('ignores texts that are too long for a name', () => {
    expect(nearest('x'.repeat(300), ['x'.repeat(299)])).toEqual([]);
  });

  test('suggests a name with one wrong letter', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(word, fc.nat(), (name, at) => {
        const index = at % name.length;
        expect(nearest(`${name.slice(0, index)}z${name.slice(index + 1)}`, [name])).toEqual([name]);
      }),
    );
  });
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('listed %j is %j', (words, text) => {
  expect(listed(words)).toBe(text);
});

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [2, '2 seconds'],
])('%j of something is %j', (number, text) => {
  expect(counted(number, 'second')).toBe(text);
});
