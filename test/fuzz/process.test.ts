/** The built command line with hostile input. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlay } from '../commands/test-repository.ts';
import { isLong } from '../sample.ts';
import { CONTROL, type Ran, run, UNFIT } from './process.ts';

const good = 'images:\n- name: registry.example.com/shop/web\n  newTag: v1\n';

type Scene = {
  readonly manifest?: string | Uint8Array;
  readonly config?: string | Uint8Array;
  readonly payload?: string | Uint8Array;
};

const promote = async ({ manifest = good, config, payload }: Scene): Promise<Ran> => {
  const directory = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const put = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  };
  try {
    await put(overlay('dev'), manifest);
    if (config !== undefined) await put('.github/promotion.yml', config);
    if (payload !== undefined) await put('payload.json', payload);
    const asked = ['--product', 'shop', '--environments', 'dev', '--images', 'registry.example.com/shop/web:v2'];
    const words = payload === undefined ? asked : ['--payload', 'payload.json'];
    return await run(directory, ['promote', '--dir', directory, ...words]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

const bytes = (...values: readonly number[]): Uint8Array => Buffer.concat([Buffer.from(good), Buffer.from(values)]);
const bomb = Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}*a${at}]\n`).join(
  '',
);
const large = `${good}# ${'x'.repeat(5 * 1024 * 1024)}\n`;

const scenes: Readonly<Record<string, Scene>> = {
  'a manifest of 100,000 brackets': { manifest: '['.repeat(100_000) },
  'a manifest of 100,000 dashes': { manifest: '- '.repeat(100_000) },
  'a manifest over four megabytes': { manifest: large },
  'a manifest of a million documents': { manifest: '---\n'.repeat(1_000_000) },
  'a manifest that is not UTF-8': { manifest: bytes(0x23, 0xff, 0xfe, 0x0a) },
  'a manifest with an overlong encoding': { manifest: bytes(0x23, 0xc0, 0xaf, 0x0a) },
  'a manifest with half a surrogate': { manifest: bytes(0x23, 0xed, 0xa0, 0x80, 0x0a) },
  'a manifest with a NUL': { manifest: bytes(0x23, 0, 0x0a) },
  'a manifest in UTF-16': { manifest: Buffer.from(`\uFEFF${good}`, 'utf16le') },
  'a manifest that is only a byte-order mark': { manifest: '\uFEFF' },
  'an empty manifest': { manifest: '' },
  'a configuration of 100,000 brackets': { config: '['.repeat(100_000) },
  'a configuration with a bomb of aliases': { config: `a0: &a0 x\n${bomb}` },
  'a configuration with the keys of a prototype': { config: '__proto__: {delivery: merge}\nconstructor: {}\n' },
  'a configuration that is not UTF-8': { config: Buffer.from([0xff, 0xfe, 0x00]) },
  'a payload of 100,000 brackets': { payload: '['.repeat(100_000) },
  'a payload of 100,000 closed brackets': { payload: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
  'a payload over a megabyte': { payload: JSON.stringify({ product: 'x'.repeat(2 * 1024 * 1024) }) },
  'a payload that is not UTF-8': { payload: Buffer.from([0x7b, 0xff, 0x7d]) },
  'a payload with the keys of a prototype': {
    payload: '{"__proto__": {"product": "shop"}, "constructor": {"name": "x"}}',
  },
  'an empty payload': { payload: '' },
};

const examples = new Set([
  'a manifest of 100,000 brackets',
  'a configuration with a bomb of aliases',
  'a payload that is not UTF-8',
]);

describe('the command line', () => {
  it.each(isLong ? Object.entries(scenes) : Object.entries(scenes).filter(([name]) => examples.has(name)))(
    '%s: refuses with a reason, within its limits of time and memory',
    { timeout: 90_000 },
    async (_, scene) => {
      const { code, said } = await promote(scene);
      expect(said).not.toMatch(UNFIT);
      expect(said).not.toMatch(CONTROL);
      expect([1, 2, 3]).toContain(code);
      expect(said.length).toBeLessThan(20_000);
    },
  );

  it('promotes next to aliases that would multiply, and follows none of them', async () => {
    expect(await promote({ manifest: `${good}a0: &a0 x\n${bomb}` })).toMatchObject({ code: 0 });
  });
});
