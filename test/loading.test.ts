/** The modules that a start loads: each command is a separate part of `dist`, and so is each large feature. */
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../dist');

/** Built files that are loaded before a line of the edge runs, by their static imports. */
const loadedBy = async (file: string, found: Map<string, string> = new Map()): Promise<Map<string, string>> => {
  if (found.has(file)) return found;
  const text = await readFile(join(dist, file), 'utf8');
  found.set(file, text);
  for (const [, path = ''] of text.matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]+)";/gm)) {
    await loadedBy(normalize(join(dirname(file), path)), found);
  }
  return found;
};

it.each(['index.js', 'cli.js'])('%s starts without the modules that read manifests', async (edge) => {
  const regions = [...(await loadedBy(edge)).values()].flatMap((text) => text.match(/^\/\/ (src|node_modules)\/.+$/gm));
  expect(regions).toContain(`// src/${edge === 'index.js' ? 'action' : 'cli'}.ts`);
  expect(regions.filter((region) => /node_modules\/yaml|domain\/(yaml|formats|plan)\//.test(region ?? ''))).toEqual([]);
});

/** Features that few runs need, and the libraries that they bring along. */
const LARGE = /node_modules\/(valibot|jose|diff|@sigstore)\//;

it.each(['index.js', 'cli.js'])('%s starts without the libraries of large features', async (edge) => {
  const texts = [...(await loadedBy(edge)).values()];
  const regions = texts.flatMap((text) => text.match(/^\/\/ (src|node_modules)\/.+$/gm) ?? []);
  expect(regions.filter((region) => LARGE.test(region))).toEqual([]);
});

it('a promotion loads Sigstore only for a place that demands a build provenance', async () => {
  const files = [...(await loadedBy('chunks/commands/promote.js')).values()];
  expect(files.filter((text) => text.includes('node_modules/@sigstore'))).toEqual([]);
  expect(await readFile(join(dist, 'chunks/adapters/provenance/attestations.js'), 'utf8')).toContain(
    '@sigstore/verify',
  );
});

it('a promotion loads the configuration reader, diffs and proofs only when it needs them', async () => {
  const texts = [...(await loadedBy('chunks/commands/promote.js')).values()];
  const regions = texts.flatMap((text) => text.match(/^\/\/ (src|node_modules)\/.+$/gm) ?? []);
  expect(regions).toContain('// src/commands/promote.ts');
  expect(regions.filter((region) => LARGE.test(region))).toEqual([]);
});

const source = join(import.meta.dirname, '../src');

/** Adds the modules that a module imports for values; imports of types and later imports do not count. */
const collectModules = async (file: string, found: Set<string>): Promise<Set<string>> => {
  if (found.has(file)) return found;
  found.add(file);
  const text = await readFile(join(source, file), 'utf8');
  for (const [, names = '', path = ''] of text.matchAll(
    /^(?:import|export) (?!type )([^;]*?) from '(\.[^']+\.ts)';/gm,
  )) {
    const isOfTypes = /^\{.*\}$/s.test(names) && names.split(',').every((name) => /^[{\s]*(type |\}?$)/.test(name));
    if (!isOfTypes) await collectModules(normalize(join(dirname(file), path)), found);
  }
  return found;
};

it('a dispatched commit runs at most 110 modules', async () => {
  const run = new Set<string>();
  for (const file of ['action.ts', 'commands/promote.ts', 'domain/config/parse.ts']) await collectModules(file, run);
  expect(run).toContain('commands/deliver/deliver.ts');
  expect(run.size).toBeLessThanOrEqual(110);
});
