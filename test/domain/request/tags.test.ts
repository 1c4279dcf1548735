import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  expandTemplate,
  literalTemplate,
  needsCommit,
  type Placeholders,
  parseTemplate,
} from '../../../src/domain/request/placeholders.ts';
import { codesOf, problemsOf, shownBy, unprintable } from '../errors/problems.ts';

const sha = '0123456789abcdef0123456789abcdef01234567';
const onBranch: Placeholders = { sha, ref: 'refs/heads/main' };
const onTag: Placeholders = { sha, ref: 'refs/tags/v1.4.0' };

test.each([
  ['v1.4.0', onBranch, 'v1.4.0'],
  ['{sha}', onBranch, sha],
  ['{sha:7}', onBranch, '0123456'],
  ['{sha:64}', onBranch, sha],
  ['sha-{sha:12}-amd64', onBranch, 'sha-0123456789ab-amd64'],
  ['{ref}', onBranch, 'main'],
  ['{ref}-{sha:4}', onBranch, 'main-0123'],
  ['{ref}', onTag, 'v1.4.0'],
  ['{version}', onTag, '1.4.0'],
  ['{version}', { ref: 'refs/tags/1.4.0' }, '1.4.0'],
  ['{version}', { ref: 'refs/tags/vienna' }, 'vienna'],
])('%s at %j is %s', (text, placeholders, tag) => {
  expect(expandTemplate(parseTemplate(text), placeholders)).toBe(tag);
});

test.each([
  '{SHA}',
  '{}',
  '{sha:}',
  '{sha:0}',
  '{sha:3}',
  '{sha:65}',
  '{sha:-7}',
  '{sha:07}',
  '{branch}',
  '{{sha}}',
  '$({sha})',
])('refuses %s, which is unknown or no tag', (text) => {
  expect(codesOf(() => parseTemplate(text))).toEqual([expect.stringMatching(/placeholder-unknown|tag-invalid/)]);
});

test('lists the known placeholders for an unknown one', () => {
  expect(problemsOf(() => parseTemplate('{short-sha}'))).toEqual([
    {
      code: 'placeholder-unknown',
      message: 'The placeholder "{short-sha}" is not known.',
      hint: 'The placeholders are {sha}, {sha:N} with N from 4 to 64, {ref} and {version}.',
    },
  ]);
});

test.each(['v1+{sha}', '-{sha}', 'a b', '{sha', 'sha}', `{sha}${'a'.repeat(128)}`])(
  'refuses a tag at once if no value can make it valid: %j',
  (text) => {
    expect(codesOf(() => parseTemplate(text))).toEqual(['tag-invalid']);
  },
);

describe('a placeholder without a value', () => {
  test.each([
    ['{version}', onBranch, 'the run is at "refs/heads/main"'],
    ['{version}', { sha }, 'this run has no branch or tag'],
    ['{ref}', { sha }, 'this run has no branch or tag'],
    ['{ref}', { sha, ref: 'refs/pull/5/merge' }, 'the run is at "refs/pull/5/merge"'],
    ['{sha}', { ref: 'refs/heads/main' }, 'the commit of this run is not known'],
  ])('%s at %j is refused', (text, placeholders, why) => {
    const [problem] = problemsOf(() => expandTemplate(parseTemplate(text), placeholders));
    expect(problem).toMatchObject({ code: 'placeholder-unset', message: expect.stringContaining(why) });
  });
});

describe('a placeholder with a value that no tag may have', () => {
  test.each([
    ['{ref}', 'refs/heads/feature/x'],
    ['{ref}', 'refs/tags/1.5.0+build.7'],
    ['{version}', 'refs/tags/v1.5.0+build.7'],
    ['{ref}', `refs/heads/${'a'.repeat(129)}`],
  ])('%s at %s is refused, not replaced', (text, ref) => {
    const [problem] = problemsOf(() => expandTemplate(parseTemplate(text), { sha, ref }));
    expect(problem).toMatchObject({ code: 'tag-invalid', message: expect.stringContaining('refs/') });
  });
});

test('needs a request only for a commit', () => {
  expect(needsCommit(parseTemplate('a-{sha:7}'))).toBe(true);
  expect(needsCommit(parseTemplate('{ref}-{version}'))).toBe(false);
  expect(needsCommit(literalTemplate('v1'))).toBe(false);
});

test('gives only legal tags, and messages quote any text', () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom('{sha}', '{ref}', '{version}', '{sha:7}', '{', '}', 'v1', '-'),
        fc.string({ unit: 'binary' }),
      ),
    )
    .map((parts) => parts.join(''));
  const ref = fc.string({ unit: 'binary' }).map((name) => `refs/tags/${name}`);
  fc.assert(
    fc.property(text, ref, (template, at) => {
      const expand = () => expandTemplate(parseTemplate(template), { sha, ref: at });
      expect(shownBy(expand)).not.toMatch(unprintable);
      if (codesOf(expand).length === 0) expect(expand()).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/);
    }),
  );
});
