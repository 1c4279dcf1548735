/** Every claim of docs/security.md names a test; here it is seen whether that test exists. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPages, root } from './pages.ts';

const page = (await readPages()).get('docs/security.md') ?? '';

/** In each paragraph the paths of tests, and the titles in straight quotes that follow. */
const claims = page.split('\n\n').flatMap((paragraph) => {
  const [, ...parts] = paragraph.split(/`(test\/[\w/.-]+\.ts)`/);
  return parts.flatMap((path, index) => {
    if (index % 2 === 1) return [];
    const titles = [...(parts[index + 1] ?? '').matchAll(/"([^"]+)"/g)];
    return titles.length === 0 ? [{ path, title: '' }] : titles.map(([, title = '']) => ({ path, title }));
  });
});

describe('the claims of docs/security.md', () => {
  it('are many', () => {
    expect(claims.length).toBeGreaterThan(40);
  });

  it.each(claims)('$path $title', async ({ path, title }) => {
    const text = await readFile(join(root, path), 'utf8');
    expect(text).toContain(title.replaceAll(/\s+/g, ' '));
  });
});
