import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { GLOB_OPTIONS, globProblem, isGlob, linearMatcher, matches } from '../../../src/domain/config/glob.ts';

describe('matches', () => {
  it.each([
    ['v*', 'v1.2.3', true],
    ['v*', 'w1', false],
    ['v*', 'xv1', false],
    ['v1.2', 'v1x2', false],
    ['registry.example.com/shop/worker*', 'registry.example.com/shop/worker-mail', true],
    ['registry.example.com/shop/worker*', 'registry.example.com/shop/worker/mail', false],
    ['registry.example.com/**', 'registry.example.com/shop/worker/mail', true],
    ['registry.example.com/**', 'registry.example.com.evil.example/web', false],
    ['refs/heads/release-?', 'refs/heads/release-1', true],
    ['refs/heads/release-?', 'refs/heads/release-12', false],
    ['[0-9a-f][0-9a-f]', '0f', true],
    ['[0-9a-f][0-9a-f]', '0g', false],
    ['[!v]*', 'w1', true],
    ['[!v]*', 'v1', false],
    ['{main,release}-*', 'release-7', true],
    ['{main,release}-*', 'other-7', false],
    // The meaning of these in a regular expression
    ['v[0-9]+', 'v12', false],
    ['v[0-9]+', 'v1+', true],
    ['.*', 'anything', false],
    ['^v', 'v', false],
    ['V*', 'v1', false],
  ])('%s against %s: %s', (pattern, text, expected) => {
    expect(globProblem(pattern)).toBeUndefined();
    expect(matches(pattern, text)).toBe(expected);
  });
});

describe('globProblem', () => {
  it.each([
    ['', 'is empty'],
    ['a b', 'has a blank or a control character: "a b"'],
    ['a\u0007', 'has a blank or a control character: "a\\u{7}"'],
    ['!v*', 'excludes instead of allowing: "!v*"'],
    ['v(1|2)', 'reads like a regular expression: "v(1|2)"'],
    ['v\\d', 'reads like a regular expression: "v\\\\d"'],
    ['+(a|b)', 'reads like a regular expression: "+(a|b)"'],
    ['v[', 'is not a glob: "v["'],
    ['v{a,b', 'is not a glob: "v{a,b"'],
    ['[z-a]', 'is not a glob: "[z-a]"'],
  ])('%s %s', (pattern, what) => {
    expect(globProblem(pattern)?.what).toBe(what);
  });

  it.each([
    ['*a*a*a*a*a*a*a*a', undefined],
    ['*a*a*a*a*a*a*a*a*', 'has 9 wildcards, and 8 are the most: "*a*a*a*a*a*a*a*a*"'],
    ['**/*/?/[ab]/{a,b}/*/**/x*', undefined],
    ['**/*/?/[ab]/{a,b}/*/**/x*y*', 'has 9 wildcards, and 8 are the most: "**/*/?/[ab]/{a,b}/*/**/x*y*"'],
    ['*'.repeat(1000), undefined],
  ])('%s %s', (pattern, what) => {
    expect(globProblem(pattern)?.what).toBe(what);
  });

  it('has a limit', () => {
    expect(globProblem('a'.repeat(1000))).toBeUndefined();
    expect(globProblem('a'.repeat(1001))?.what).toBe('is longer than 1000 characters');
  });
});

describe('isGlob', () => {
  it.each([
    ['a/*', true],
    ['a/?', true],
    ['a/[b]', true],
    ['a/{b,c}', true],
    ['a/b-c_d.e+f', false],
  ])('%s: %s', (text, expected) => {
    expect(isGlob(text)).toBe(expected);
  });
});

describe('the time that a glob takes', () => {
  const timeOf = (pattern: string, text: string): number => {
    const began = performance.now();
    for (let round = 0; round < 5; round++) matches(pattern, text);
    return performance.now() - began;
  };

  it.each([
    ['a name of 128 characters', `${'*a'.repeat(8)}b`, 'a'.repeat(128)],
    ['a long path', `${'*/'.repeat(4)}${'*a'.repeat(4)}b`, 'a/'.repeat(500)],
    ['many directories', '**/a/**/a/**/a/**/a/**/b', 'a/'.repeat(500)],
    ['alternatives', '{a*,*a}{a*,*a}*{b,c}', 'a'.repeat(1000)],
  ])('does not explode for %s', (_, pattern, text) => {
    expect(globProblem(pattern)).toBeUndefined();
    expect(matches(pattern, text)).toBe(false);
    expect(timeOf(pattern, text)).toBeLessThan(3000);
  });

  it('grows linearly, with the same answers as the library', () => {
    const pieces = [
      'a',
      'b',
      '.',
      '/',
      '*',
      '**',
      '?',
      '[ab]',
      '[!a]',
      '{a,b}',
      '{a,*}',
      '{1..3}',
      '{b,{a,c*}}',
      '-',
      '+',
      '^',
      '$',
    ];
    const texts = fc.array(fc.constantFrom('a', 'b', '.', '/', 'c', '1', '-', '+', '^', '$'), { maxLength: 8 });
    const globs = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(globs, fc.array(texts, { minLength: 1, maxLength: 10 }), (parts, samples) => {
        const pattern = parts.join('');
        fc.pre(globProblem(pattern) === undefined);
        const expression = picomatch.makeRe(pattern, GLOB_OPTIONS);
        const fits = linearMatcher(expression.source);
        for (const sample of samples) expect(fits(sample.join(''))).toBe(expression.test(sample.join('')));
      }),
      { numRuns: 2000 },
    );
  });
});
