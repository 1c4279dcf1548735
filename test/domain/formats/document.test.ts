import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { changedLines, rewriting } from './rewriting.ts';

const text = readFileSync(fileURLToPath(new URL('../../../docs/formats.md', import.meta.url)), 'utf8');
const example = /^`([^`\n]+)`\n\n```(?:yaml|properties)\n(.*?)```\n\n`([^`\n]+)`\n\n```diff\n(.*?)```$/gms;
const examples = [...text.matchAll(example)];

test('the document has an example for each format', () => {
  expect(examples).toHaveLength(6);
  // One block is a configuration, which the tests of the examples execute.
  expect(text.match(/^```(?:yaml|properties)$/gm)).toHaveLength(7);
});

test.each(
  examples.map(([, path = '', before = '', image = '', difference = '']) => ({ path, before, image, difference })),
)('$path becomes what the document says', ({ path, before, image, difference }) => {
  const after = rewriting(before, image, { path }).text;
  expect(`${changedLines(before, after).join('\n')}\n`).toBe(difference);
});
