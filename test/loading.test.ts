/** What a start loads: each command reads its own part of dist when it is asked for. */
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../dist');

/** Built files that are loaded before a line of the edge runs, by what they import statically. */
const loadedBy = async (file: string, found: Map<string, string> = new Map()): Promise<Map<string, string>> => {
  if (found.has(file)) return found;
  const text = await readFile(join(dist, file), 'utf8');
  found.set(file, text);
  for (const [, path = ''] of text.matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]+)";/gm)) {
    await loadedBy(normalize(join(dirname(file), path)), found);
  }
  return found;
};

it.each(['index.js', 'cli.js'])('%s starts with itself and what the edges share', async (edge) => {
  const loaded = await loadedBy(edge);
  expect([...loaded.keys()]).toEqual([edge, 'chunks/common.js']);
});

it.each(['index.js', 'cli.js'])('%s starts without what reads manifests', async (edge) => {
  const regions = [...(await loadedBy(edge)).values()].flatMap((text) => text.match(/^\/\/ (src|node_modules)\/.+$/gm));
  expect(regions).toContain(`// src/${edge === 'index.js' ? 'action' : 'cli'}.ts`);
  expect(regions.filter((region) => /node_modules\/yaml|domain\/(yaml|formats|plan)\//.test(region ?? ''))).toEqual([]);
});

it('the command line starts without what speaks to servers', async () => {
  const texts = [...(await loadedBy('cli.js')).values()].join('\n');
  expect(texts.match(/^import\b.*"(node:)?(https?|net|tls|zlib)";$/gm)).toBeNull();
});

it('a promotion loads neither the reader of configurations, nor diffs, nor pull requests, until it meets one', async () => {
  const texts = [...(await loadedBy('chunks/commands/promote.js')).values()];
  const regions = texts.flatMap((text) => text.match(/^\/\/ (src|node_modules)\/.+$/gm) ?? []);
  expect(regions).toContain('// src/commands/promote.ts');
  expect(
    regions.filter((region) => /node_modules\/(valibot|diff|jose)\/|config\/schema|deliver\/propose/.test(region)),
  ).toEqual([]);
});
