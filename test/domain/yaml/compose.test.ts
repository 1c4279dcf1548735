import { expect, it } from 'vitest';
import { parseImage } from '../../../src/domain/image.ts';
import { rewrite } from '../../../src/domain/rewrite.ts';
import { compose } from '../../../src/domain/yaml/tree.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it('composes what nests some hundred levels', () => {
  expect(compose(nested(400), {}).documents).toHaveLength(1);
});

it.each([nested(600), '['.repeat(100_000), '- '.repeat(600), '{a: '.repeat(600)])(
  'refuses what nests deeper',
  (text) => {
    expect(() => compose(text, {})).toThrow(new RangeError('nests too deep'));
  },
);

it('refuses more documents than any manifest has', () => {
  expect(() => compose('---\n'.repeat(10_002), {})).toThrow(new RangeError('holds more than 10000 documents'));
});

it('shows no control character of a broken text', () => {
  const broken = { path: 'kustomization.yaml', text: 'images: |\u0000-\n' };
  expect(() => rewrite(broken, { images: [], additions: 'refused' })).toThrow('|\\u{0}-');
});

it('adds a list where the whole text stands in from the left', () => {
  const text = '  resources:\n    - base\n';
  const asked = { images: [parseImage('web:v1')], additions: 'allowed' } as const;
  expect(rewrite({ path: 'kustomization.yaml', text }, asked).text).toBe(
    `${text}  images:\n    - name: web\n      newTag: v1\n`,
  );
});
