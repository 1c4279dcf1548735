import { describe, expect, it } from 'vitest';
import { globProblem, isGlob, matches } from '../../../src/domain/config/glob.ts';

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
    // What a regular expression would make of these
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
