import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asked, Contestant } from './contestants.ts';
import type { Manifests } from './manifests.ts';
import { median, type Ran } from './measure.ts';

/** Milliseconds, requests, and megabytes of the largest process; NaN where nothing tells. */
export type Measured = { readonly time: number; readonly requests: number; readonly memory: number };

/** Medians of ours and of one other. */
export type Pair = { readonly against: string; readonly ours: Measured; readonly other: Measured };

export type Contest = {
  readonly own: Contestant;
  /** Ours and the others, by name. */
  readonly others: Readonly<Record<string, Contestant>>;
  readonly rounds: number;
};

/** They take turns, so that a busy machine slows all of them. */
export async function contest(manifests: Manifests, { own, others, rounds }: Contest): Promise<readonly Pair[]> {
  const mine: Measured[] = [];
  const theirs = new Map<string, Measured[]>();
  for (let round = 0; round < rounds; round++) {
    mine.push(await measure(manifests, 'ours', own));
    for (const [name, contestant] of Object.entries(others)) {
      theirs.set(name, [...(theirs.get(name) ?? []), await measure(manifests, name, contestant)]);
    }
  }
  return [...theirs].map(([against, all]) => ({ against, ours: mediansOf(mine), other: mediansOf(all) }));
}

const mediansOf = (all: readonly Measured[]): Measured => {
  const of = (what: keyof Measured): number => median(all.map((one) => one[what]));
  return { time: of('time'), requests: of('requests'), memory: of('memory') };
};

const TIME = '/usr/bin/time';
const weighs = spawnSync(TIME, ['-f', '%M', 'true']).status === 0;

const measure = async (manifests: Manifests, name: string, contestant: Contestant): Promise<Measured> => {
  const { github } = manifests;
  const scale = join(manifests.ghFolder, 'memory');
  const asked = {
    product: manifests.nextProduct(),
    tag: 'v2',
    under: weighs ? [TIME, '-f', '%M', '-o', scale] : [],
  };
  github.resetRequests();
  const { code, output, time } = await timed(manifests, contestant, asked);
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`);
  const memory = weighs ? (Number(await readFile(scale, 'utf8')) * 1024) / 1_000_000 : Number.NaN;
  return { time, requests: github.requests.length, memory };
};

/** Milliseconds of the work itself; its files are removed after it. */
export async function timed(
  manifests: Manifests,
  contestant: Contestant,
  asked: Omit<Asked, 'folder'>,
): Promise<Ran & { readonly time: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'contest-'));
  const start = performance.now();
  const ran = await contestant(manifests, { ...asked, folder });
  const time = performance.now() - start;
  await rm(folder, { recursive: true, force: true });
  return { ...ran, time };
}
