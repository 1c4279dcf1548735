/** Promotes in examples/layers, and compares the result with docs/formats.md. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/command-line.ts';

const root = join(import.meta.dirname, '../..');

const run = async (...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> => {
  const checkout = await mkdtemp(join(tmpdir(), 'layers-'));
  try {
    await cp(join(root, 'examples/layers'), checkout, { recursive: true });
    await mkdir(join(checkout, '.git/refs/heads'), { recursive: true });
    await writeFile(join(checkout, '.git/HEAD'), 'ref: refs/heads/main\n');
    await writeFile(join(checkout, '.git/refs/heads/main'), `${'1'.repeat(40)}\n`);
    let output = '';
    const stream = {
      write: (text: string): void => {
        output += text;
      },
    };
    const stdin = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
    const code = await runCommandLine([...args, '--dir', checkout], {
      stdout: stream,
      stderr: stream,
      env: {},
      stdin,
    });
    return { code, output };
  } finally {
    await rm(checkout, { recursive: true, force: true });
  }
};

const promotion = (environments: string, tag: string): readonly string[] => [
  ...['promote', '--product', 'shop', '--environments', environments],
  ...['--images', `registry.example.com/shop/web:${tag}`, '--dry-run'],
];

describe('the layered and shared files of the examples', () => {
  it('use the configuration of docs/formats.md', async () => {
    const page = await readFile(join(root, 'docs/formats.md'), 'utf8');
    const [, block = ''] = /^## Layered values$.*?^```yaml\n(.*?)^```$/ms.exec(page) ?? [];
    const configured = await readFile(join(root, 'examples/layers/.github/promotion.yml'), 'utf8');
    expect(block).toMatch(/^files:\n/);
    expect(configured).toContain(block);
  });

  it('change in the last layer, or at the place of their environment', async () => {
    const { code, output } = await run(...promotion('dev', 'b42'));
    expect(code).toBe(0);
    const lines = output.split('\n').filter((line) => /^(?:--- a|[-+] )/.test(line));
    expect(lines).toEqual([
      '--- a/argocd/shop.yaml',
      '-            image: registry.example.com/shop/web:b41',
      '+            image: registry.example.com/shop/web:b42',
      '--- a/charts/shop/values-dev.yaml',
      '-  tag: b41 # of main',
      '+  tag: b42 # of main',
    ]);
  });

  it('enforce the rules of prod', async () => {
    expect((await run(...promotion('prod', 'b42'))).code).toBe(3);
    const { code, output } = await run(...promotion('prod', 'v1.5.0'));
    expect(code).toBe(0);
    expect(output).toContain('+  tag: v1.5.0');
    expect(output).not.toContain('values-dev');
  });

  it('show in a status the images of each environment', async () => {
    const { code, output } = await run('status', '--product', 'shop');
    expect(code).toBe(0);
    expect(output).toMatch(/b41.*v1\.4\.0/s);
  });
});
