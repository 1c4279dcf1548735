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
