import { spawn } from 'node:child_process';

/** One line of the table: two figures of the same run, and their required ratio. */
export type Row = {
  readonly what: string;
  readonly ours: number;
  readonly other: number;
  readonly unit: 'ms' | 'kB' | 'MB' | 'requests' | 'promotions';
  /** The ratio that is not to be exceeded. */
  readonly goal?: number | undefined;
};

export type Section = { readonly title: string; readonly notes: readonly string[]; readonly rows: readonly Row[] };

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Median milliseconds of each contestant, by the clock, or of this process's own work. They take turns, so that a busy machine
 * slows all of them. */
export async function race(
  contestants: readonly (() => unknown)[],
  { rounds = ROUNDS, time = () => performance.now() }: { rounds?: number; time?: () => number } = {},
): Promise<readonly number[]> {
  const times: number[][] = contestants.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, contestant] of contestants.entries()) {
      const start = time();
      await contestant();
      if (round > 0) times[index]?.push(time() - start);
    }
  }
  return times.map(median);
}

export type Ran = { readonly code: number | null; readonly output: string };

export function run(command: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...words], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject).on('close', (code) => resolve({ code, output }));
  });
}

/** Does the work and closes its resources; the bundle keeps to what Node.js 20 understands. */
export async function closing<R extends AsyncDisposable, T>(
  opened: Promise<R>,
  work: (resource: R) => Promise<T>,
): Promise<T> {
  const resource = await opened;
  try {
    return await work(resource);
  } finally {
    await resource[Symbol.asyncDispose]();
  }
}

/** Milliseconds that this process has worked so far. */
export function worked(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
