/** Executes the examples and the table of docs/formats.md. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseImage } from '../../../src/domain/image.ts';
import { planPromotion } from '../../../src/domain/plan/plan-promotion.ts';
import { refusal, rewriting } from './rewriting.ts';

const page = readFileSync(fileURLToPath(new URL('../../../docs/formats.md', import.meta.url)), 'utf8');
const web = 'registry.example.com/shop/web';
const request = `${web}:v1.5.0`;
const examples = [...page.matchAll(/^`([^`\n]+)`\n\n```(?:yaml|properties)\n(.*?)```$/gms)].map(
  ([, path = '', text = '']) => ({ path, text }),
);

test('docs/formats.md has an example for each format', () => {
  expect(page).toContain(`\`${request}\``);
  expect(examples.map(({ path }) => path)).toEqual([
    'kustomization.yaml',
    'values.yaml',
    'manifest.yaml',
    'application.yaml',
    'marked.yaml',
    'images.env',
  ]);
  // One block is a configuration, which the tests of the examples execute.
  expect(page.match(/^```\w+$/gm)).toHaveLength(examples.length + 1);
});

test.each(examples)('$path changes as docs/formats.md shows', ({ path, text }) => {
  const expected = text.split('\n').flatMap((line) => {
    if (line.endsWith('# goes')) return [];
    return [line.endsWith('# stays') ? line : line.replaceAll('v1.4.0', 'v1.5.0')];
  });
  expect(rewriting(text, request, { path }).text).toBe(expected.join('\n'));
});

const [, table = ''] = /\n\| found \| result \|\n\|---\|---\|\n(.*)$/s.exec(page) ?? [];
const rows = new Map(
  table
    .trimEnd()
    .split('\n')
    .map((row) => /^\| (.*) \| (.*) \|$/.exec(row)?.slice(1, 3) as [string, string]),
);

const values = (version: string): string => `image:\n  repository: ${web}\n  tag: ${version}\n`;
const plan = (text: string, path = 'a.yaml') => {
  const files = [{ path, text, executable: false }];
  const images = [parseImage(request)];
  return planPromotion([{ product: 'shop', environment: 'dev', additions: 'refused', files, images }]);
};

/** The result of each row of the table. */
const proofs: Readonly<Record<string, (found: string) => void>> = {
  stays: (found) => {
    const notations = [...found.matchAll(/`([^`]+)`/g)].map(([, notation]) => notation);
    expect(notations).toHaveLength(7);
    for (const notation of notations) {
      const text = `${values(`"${notation}"`)}other: ${web}:v1.4.0\n`;
      expect(rewriting(text, request).text).toBe(text.replace('v1.4.0', 'v1.5.0'));
      expect(() => plan(values(`"${notation}"`))).toThrow('something else fills in');
    }
  },
  'named with line': () => {
    const pod = `kind: Pod\nmetadata: {labels: {a: "${web}:v1"}}\nspec:\n  containers:\n  - image: ${web}:v1.4.0\n`;
    const text = `${pod}    args: [--a=${web}:v1]\n    env:\n    - {name: A, value: "${web}:v1"}\n`;
    expect(plan(text).notices).toMatchObject([{ message: expect.stringContaining('lines 6 and 8'), line: 6 }]);
    expect(plan(text).files[0]?.after).toBe(text.replace('v1.4.0', 'v1.5.0'));
  },
  refused: () => {
    expect(() => plan(values('v1').replace(/ {2}repository.*\n/, ''))).toThrow();
    const own = `image:\n  repository: ${web}\n  webVersion: v1\n`;
    expect(refusal(own, request)).toEqual([{ code: 'image-ambiguous', line: 2 }]);
    const patch = `patches:\n- patch: |\n    kind: Pod\n    spec: {containers: [{name: a, image: "${web}:v1"}]}\n`;
    expect(() => plan(`images:\n- {name: web, newName: ${web}, newTag: v1}\n${patch}`, 'kustomization.yaml')).toThrow(
      'patch',
    );
  },
  'refused unless every alias is asked for': () => {
    const text = `a: {image: {repository: ${web}, tag: &a v1.4.0}}\nb: {image: {repository: x.example/b, tag: *a}}\n`;
    expect(refusal(text, request)).toEqual([{ code: 'image-shared', line: 1 }]);
    expect(rewriting(text.replace('x.example/b', web), request).text).toBe(
      text.replace('v1.4.0', 'v1.5.0').replace('x.example/b', web),
    );
  },
  'read, as by kubectl': () => {
    const text = `a:\n  args: ["\n    one\n  "]\n  image: ${web}:v1.4.0\n`;
    expect(rewriting(text, request).text).toBe(text.replace('v1.4.0', 'v1.5.0'));
  },
};

test.each([...rows])('%s: %s', (found, result) => {
  expect(proofs[result]).toBeDefined();
  proofs[result]?.(found);
});

test('the table of docs/formats.md has a row for every case', () => {
  expect([...new Set(rows.values())].sort()).toEqual(Object.keys(proofs).sort());
});
