/** The tests for each claim of docs/security.md are listed beside this file. Here they are looked up. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './pages.ts';

const page = await readFile(join(import.meta.dirname, 'security-claims.md'), 'utf8');

/** In each paragraph the paths of tests, and the titles in straight quotes that follow. */
const claims = page.split('\n\n').flatMap((paragraph) => {
  const [, ...parts] = paragraph.split(/`(test\/[\w/.-]+\.ts)`/);
  return parts.flatMap((path, index) => {
    if (index % 2 === 1) return [];
    const titles = [...(parts[index + 1] ?? '').matchAll(/"([^"]+)"/g)];
    return titles.length === 0 ? [{ path, title: '' }] : titles.map(([, title = '']) => ({ path, title }));
  });
});

it.each(['getting-started', 'security'])('%s.md warns against a dispatch token that `actors` allows', async (name) => {
  const text = await readFile(join(root, `docs/${name}.md`), 'utf8');
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/dispatch with (?:the|no) token of a person whom (?:it|`actors`) names/);
});

describe('the tests for each claim of docs/security.md', () => {
  it('are many', () => {
    expect(claims.length).toBeGreaterThan(40);
  });

  it.each(claims)('$path $title', async ({ path, title }) => {
    const text = await readFile(join(root, path), 'utf8');
    expect(text).toContain(title.replaceAll(/\s+/g, ' '));
  });
});
