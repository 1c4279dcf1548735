/** The time to start, and the size of the shipped files. */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { MANIFESTS, manifestsOnGitHub } from '../test/action/job.ts';
import type { FakeGitHub } from '../test/github/server.ts';
import { runAction } from '../test/load/action.ts';
import { closing, race, run, type Section } from './measure.ts';
import { replaying } from './replay.ts';

const current = { product: 'shop', environment: 'dev', image: 'registry.example.com/shop/web:0362525' };

export function startup(): Promise<Section> {
  return closing(manifestsOnGitHub(), (github) => closing(replaying(github), start));
}

type Ready = Pick<FakeGitHub, 'environment'>;

const start = async (ready: Ready): Promise<Section> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const action = async (): Promise<void> => {
    const { ended } = await runAction(ready, MANIFESTS, { payload: current });
    const { code, outputs } = await ended;
    if (code !== 0) throw new Error(`the action ended with ${code}: ${outputs.outcome}`);
  };
  const empty = join(folder, 'empty.mjs');
  await writeFile(empty, '');
  await action();
  const node = (...words: readonly string[]) => run(process.execPath, words);
  const unchanged = ['--product', 'shop', '--environments', 'dev', '--images', 'registry.example.com/shop/web:0362525'];
  const [nothing = 0, version = 0, local = 0, whole = 0] = await race(
    [
      () => node(empty),
      () => node('dist/cli.js', '--version'),
      () => node('dist/cli.js', 'promote', '--dir', 'examples/manifests', '--dry-run', ...unchanged),
      action,
    ],
    { rounds: 15 },
  );
  await rm(folder, { recursive: true });
  return {
    title: 'Start-up',
    notes: [
      'Against a Node.js process with an empty script. The action reads GitHub once, on the same machine, which has the answer ready.',
    ],
    rows: [
      { what: 'command line, `--version`', ours: version, other: nothing, unit: 'ms', goal: 4 },
      { what: 'command line, dry run in a checkout', ours: local, other: nothing, unit: 'ms', goal: 4 },
      { what: 'action, nothing to change', ours: whole, other: nothing, unit: 'ms', goal: 4 },
    ],
  };
};

const GOAL = 450;

export async function size(): Promise<Section> {
  const files = (await readdir('dist', { recursive: true })).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(files.map((name) => stat(join('dist', name))));
  const total = sizes.reduce((sum, { size: bytes }) => sum + bytes, 0) / 1000;
  const parts = [...(await partsOf())].toSorted(([, a], [, b]) => b - a);
  return {
    title: 'Bytes of dist',
    notes: [
      'Against the goal. Not minified: people read what they run.',
      `Made of: ${parts.map(([name, bytes]) => `${name} ${(bytes / 1000).toFixed(0)} kB`).join(', ')}.`,
    ],
    rows: [{ what: 'all scripts', ours: total, other: GOAL, unit: 'kB', goal: 1 }],
  };
}

/** The parts of a build of the present sources, without those below 2 kB. */
const partsOf = async (): Promise<Map<string, number>> => {
  const path = join(process.cwd(), 'rolldown.config.js');
  const { output, plugins: _, ...input } = (await import(path)).default;
  const bundle = await rolldown({ ...input, logLevel: 'silent' });
  const { output: chunks } = await bundle.generate({ ...output, cleanDir: false });
  await bundle.close();
  const parts = new Map<string, number>();
  for (const chunk of chunks) {
    if (chunk.type !== 'chunk') continue;
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'src';
      parts.set(name, (parts.get(name) ?? 0) + renderedLength);
    }
  }
  return new Map([...parts].filter(([, bytes]) => bytes >= 2000));
};
