import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  branch,
  checkEnvironment,
  checkProduct,
  commitId,
  eventName,
  eventType,
  fullName,
  fullRef,
  type Grammar,
  label,
  login,
  refProblem,
  relativePath,
  reviewer,
  shortName,
  workflowFile,
} from '../../../src/domain/request/grammar.ts';
import { moment } from '../../../src/domain/request/payload.ts';
import { isLong } from '../../sample.ts';
import { codesOf, shownBy, unprintable } from '../errors/problems.ts';

const grammars: readonly (readonly [string, Grammar, readonly string[], readonly string[]])[] = [
  [
    'owner/name',
    fullName,
    ['acme/shop', 'Acme-1/shop.web_2', 'acme_corp/.github', 'a/b'],
    [
      '',
      'acme',
      'acme/',
      '/shop',
      'acme/shop/web',
      'acme/..',
      'acme/.',
      'acme/shop.git',
      '-a/b',
      'a b/c',
      'acme/shop\n',
      'https://github.com/acme/shop',
    ],
  ],
  [
    'login',
    login,
    ['octocat', 'octo-cat', 'octocat_acme', 'dependabot[bot]', 'a'],
    ['', '@octocat', '-octocat', 'octo cat', 'octocat[bot', 'octocat[bot]x', '[bot]', 'octocat\n', 'a'.repeat(101)],
  ],
  [
    'reviewer',
    reviewer,
    ['octocat', 'team:sre', 'team:shop.web', 'dependabot[bot]'],
    ['', 'team:', 'acme/sre', 'team:acme/sre', 'Team:sre', '@sre'],
  ],
  [
    'label',
    label,
    ['release', 'kind: release 🚀', 'a'.repeat(50)],
    ['', 'a'.repeat(51), 'a\nb', 'a\u2028b', 'a\u200bb'],
  ],
  ['event name', eventName, ['push', 'workflow_run'], ['', 'Push', 'push\n', '1push', 'a'.repeat(51)]],
  ['event type', eventType, ['promote', 'promote shop'], ['', 'a'.repeat(101), 'a\nb']],
  [
    'workflow file',
    workflowFile,
    ['release.yml', 'Release-1.2_x.yaml', 'a+b.yml'],
    [
      '',
      'release',
      '.github/workflows/release.yml',
      '../release.yml',
      '.yml',
      'a b.yml',
      'release.yml#1',
      'release.yml\n',
      'x.json',
    ],
  ],
  [
    'commit id',
    commitId,
    ['0123456789abcdef0123456789abcdef01234567', 'a'.repeat(64)],
    ['', 'main', 'a'.repeat(39), 'a'.repeat(41), 'A'.repeat(40), '0'.repeat(40), '0'.repeat(64), `${'a'.repeat(40)}\n`],
  ],
  [
    'branch',
    branch,
    ['main', 'release/1.x', 'feature/ünïcode', 'a@b'],
    ['', 'refs/heads/main', '-x', 'HEAD', '@', 'a..b', 'a b', 'a/', '/a', 'a.lock', 'a~1', 'main\n'],
  ],
  [
    'relative path',
    relativePath,
    ['.github/promotion.yml', 'a', 'a/b..c', 'a b/c', 'ü.yml'],
    [
      '',
      '/etc/passwd',
      '..',
      '../a',
      'a/../b',
      './a',
      'a//b',
      'a/',
      '.git/config',
      'a/.GIT/b',
      'a\\b',
      'a\nb',
      'a'.repeat(1025),
    ],
  ],
];

describe.each(grammars)('%s', (_, grammar, legal, illegal) => {
  test.each(legal)('accepts %j', (text) => {
    expect(grammar.problem(text)).toBeUndefined();
  });

  test.each(illegal)('refuses %j', (text) => {
    expect(grammar.problem(text)).toEqual(expect.any(String));
  });
});

describe('products and environments', () => {
  test.each(['shop', 'a', 'Shop-2.0_x', '0', 'a'.repeat(63)])('%j is a name', (text) => {
    expect(checkProduct(text)).toBe(text);
    expect(checkEnvironment(text)).toBe(text);
  });

  test.each([
    '',
    '.',
    '..',
    '../dev',
    '../../../.github/workflows',
    '/etc',
    'a/b',
    'a\\b',
    'a..b',
    '.dev',
    'dev.',
    '-dev',
    'dev-',
    '_dev',
    'dev.lock',
    'a'.repeat(64),
    'dev\n',
    'dev\u0000',
    'dév',
    '*',
    '{product}',
  ])('%j is no name', (text) => {
    expect(codesOf(() => checkProduct(text))).toEqual(['product-invalid']);
    expect(codesOf(() => checkEnvironment(text))).toEqual(['environment-invalid']);
  });

  test('a refused name is shown in visible characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(shownBy(() => checkProduct(text))).not.toMatch(unprintable);
      }),
    );
  });
});

describe('full references', () => {
  test.each(['refs/heads/main', 'refs/tags/v1.4.0', 'refs/pull/5/merge', 'refs/tags/web@1.0.0', 'refs/heads/日本'])(
    'accept %s',
    (ref) => {
      expect(fullRef.problem(ref)).toBeUndefined();
    },
  );

  test.each([
    ['main', 'does not start with refs/'],
    ['refs/heads', 'names no branch or tag'],
    ['refs/heads/', 'empty part'],
    ['refs//main', 'empty part'],
    ['refs/heads/.a', 'starts with a dot'],
    ['refs/heads/a..b', 'two dots'],
    ['refs/heads/a.lock', 'ends in ".lock"'],
    ['refs/heads/a.lock/b', 'ends in ".lock"'],
    ['refs/heads/a.', 'ends in a dot'],
    ['refs/heads/a@{b', '"@{"'],
    ['refs/heads/a b', 'has a blank'],
    ['refs/heads/a\u007f', 'has a blank'],
    ['refs/heads/a\u2028b', 'has a blank'],
    [`refs/heads/${'a'.repeat(255)}`, 'is longer than'],
  ])('refuse %j: it %s', (ref, rule) => {
    expect(fullRef.problem(ref)).toContain(rule);
  });

  test.each([...'~^:?*[\\'])('refuse the character %s', (character) => {
    expect(fullRef.problem(`refs/heads/a${character}`)).toContain('has one of the characters');
  });

  test('are valid if git says so, in visible characters', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', '.', '/', '@', '{', '-', '~', '*', '\\', '.lock'),
      maxLength: 6,
    });
    const judgedByGit = (ref: string): boolean => spawnSync('git', ['check-ref-format', ref]).status === 0;
    fc.assert(
      fc.property(part, (rest) => {
        const ref = `refs/heads/${rest}`;
        expect(refProblem(ref) === undefined).toBe(judgedByGit(ref));
      }),
      { numRuns: isLong ? 150 : 25 },
    );
  });

  test.each([
    ['refs/heads/feature/x', { kind: 'branch', name: 'feature/x' }],
    ['refs/tags/v1', { kind: 'tag', name: 'v1' }],
    ['refs/pull/1/merge', undefined],
  ])('%s has the name %j', (ref, name) => {
    expect(shortName(ref)).toEqual(name);
  });
});

describe('moments', () => {
  test.each([
    ['2026-11-30T09:00:00Z', '2026-11-30T09:00:00Z'],
    ['2026-11-30t09:00:00z', '2026-11-30T09:00:00Z'],
    ['2026-11-30T09:00:00.987654Z', '2026-11-30T09:00:00Z'],
    ['2026-11-30T09:00:00+09:00', '2026-11-30T00:00:00Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z'],
    ['0050-01-01T00:00:00Z', '0050-01-01T00:00:00Z'],
  ])('%s is %s', (text, normal) => {
    expect(moment(text)).toBe(normal);
  });

  test.each([
    '',
    'yesterday',
    '2026-11-30',
    '2026-11-30T09:00:00',
    '2026-11-30 09:00:00 +0900',
    '2026-11-30T09:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-11-31T00:00:00Z',
    '2026-11-30T24:00:00Z',
    '2026-11-30T09:60:00Z',
    '2026-11-30T09:00:61Z',
    '2026-11-30T09:00:00+24:00',
    '0000-01-01T00:00:00+01:00',
    '2026-11-30T09:00:00Z\n',
    '1764493200',
  ])('%j is no moment', (text) => {
    expect(moment(text)).toBeUndefined();
  });

  test('of any date read back as the same second', () => {
    const date = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9998-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (value) => {
        const text = value.toISOString();
        expect(moment(text)).toBe(`${text.slice(0, 19)}Z`);
      }),
    );
  });
});
