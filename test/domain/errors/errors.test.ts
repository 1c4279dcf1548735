import { describe, expect, test } from 'vitest';
import { collect, dispositionOf, fail, gather, PromotionError, type Violation } from '../../../src/domain/errors.ts';
import { codesOf, problemsOf } from './problems.ts';

const violation = (code: Violation['code']): Violation => ({ code, message: 'What.', hint: 'Way out.' });

describe('the error', () => {
  test('carries every problem, and prints their messages one a line', () => {
    const error = new PromotionError([
      { code: 'tag-invalid', message: 'The tag is bad.', hint: 'Use another.' },
      { code: 'image-invalid', message: 'The image is bad.', hint: 'Use another.' },
    ]);
    expect(error.message).toBe('The tag is bad.\nThe image is bad.');
    expect(error.name).toBe('PromotionError');
    expect(error.violations).toHaveLength(2);
  });

  test('keeps its cause', () => {
    const cause = new Error('underneath');
    expect(new PromotionError([violation('internal')], { cause }).cause).toBe(cause);
  });

  test('fail() takes code, message, hint and place', () => {
    expect(problemsOf(() => fail('config-invalid', 'Wrong.', 'Mend it.', { path: 'a.yml', line: 3 }))).toEqual([
      { code: 'config-invalid', message: 'Wrong.', hint: 'Mend it.', path: 'a.yml', line: 3 },
    ]);
  });
});

describe('the outcome of a run', () => {
  test.each([
    [['tag-invalid'], 'refused'],
    [['tag-invalid', 'input-unknown'], 'usage'],
    [['input-unknown', 'host-unavailable', 'tag-invalid'], 'failed'],
    [[], 'failed'],
  ] as const)('%j is %s', (codes, disposition) => {
    expect(dispositionOf(codes.map(violation))).toBe(disposition);
  });
});

describe('collect', () => {
  test('gives the results in order', () => {
    expect(collect([() => 1, () => 2])).toEqual([1, 2]);
  });

  test('runs every check and throws all their problems together', () => {
    const checks = [() => fail('tag-invalid', 'a', 'b'), () => 1, () => fail('digest-invalid', 'c', 'd')];
    expect(codesOf(() => collect(checks))).toEqual(['tag-invalid', 'digest-invalid']);
  });

  test('rethrows a defect', () => {
    const defect = new TypeError('not ours');
    expect(() =>
      collect([
        () => {
          throw defect;
        },
      ]),
    ).toThrow(defect);
  });
});

describe('gather', () => {
  test('gives results as they come and finishes without an error if there are no problems', () => {
    const { attempt, finish } = gather();
    expect(attempt(() => 'text')).toBe('text');
    expect(attempt(() => 7)).toBe(7);
    finish();
  });

  test('keeps problems until it finishes', () => {
    const { attempt, finish } = gather();
    expect(attempt(() => fail('tag-invalid', 'a', 'b'))).toBeUndefined();
    attempt(() => fail('digest-invalid', 'c', 'd'));
    expect(codesOf(finish)).toEqual(['tag-invalid', 'digest-invalid']);
  });
});
