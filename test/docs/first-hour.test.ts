/** The files and names that docs/first-hour-on-github.md sends maintainers to exist. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './pages.ts';

const page = await readFile(join(root, 'docs/first-hour-on-github.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\| (?!do \||---)/.test(line));

/** Files stand below the adapter of GitHub unless they say otherwise, each with the name to look for behind it in brackets. */
const places = rows.flatMap((row) =>
  [...(row.split(' | ')[2] ?? '').matchAll(/`([\w./-]+\.ts)`(?: \(`(\w+)`\))?/g)].map(([, file = '', name]) => ({
    path: /^(?:src|test)\//.test(file) ? file : `src/adapters/github/${file}`,
    name,
  })),
);

describe('the first hour on GitHub', () => {
  it('has a command, an observation and a file for each line, on one page', () => {
    expect(rows.length).toBeGreaterThan(10);
    expect(places.length).toBeGreaterThan(rows.length);
    for (const row of rows) {
      const cells = row.split(' | ');
      expect(cells, row).toHaveLength(3);
      expect(cells[2], row).toMatch(/`[\w./-]+\.ts`|the workflow/);
    }
    expect(page.split('\n').length).toBeLessThan(50);
  });

  it.each(places)('names $path $name, which exists', async ({ path, name = '' }) => {
    expect(existsSync(join(root, path))).toBe(true);
    expect(await readFile(join(root, path), 'utf8')).toContain(name);
  });

  it('names limits of the code', async () => {
    const text = await readFile(join(root, 'src/adapters/github/histories.ts'), 'utf8');
    expect(text).toContain('const COMMITS_TOGETHER = 50;');
  });
});
