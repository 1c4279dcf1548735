import type { Clock } from '../../src/ports.ts';

/** Uniform in [0, 1), the same row for the same seed: the generator of Lehmer. */
export function randomOf(seed: number): () => number {
  let state = ((seed + 1) * 48271) % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return (state - 1) / 2147483646;
  };
}

export type SharedClock = Clock & {
  /** Work that sleeps by this clock. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

type Sleeper = { readonly until: number; readonly wake: () => void };

/** Time for many that work side by side: it passes only while all of them sleep, and then at once, so that ten minutes take no
 * longer than the work in them, and a slow machine makes nobody late. Who wakes within the same tick works at the same time.
 * @param tick in milliseconds */
export function sharedClock(seed: number, tick = 100): SharedClock {
  let now = Date.parse('2026-11-30T12:00:00Z');
  let awake = 0;
  let sleepers: Sleeper[] = [];
  const rest = (): void => {
    awake -= 1;
    if (awake > 0 || sleepers.length === 0) return;
    now = Math.min(...sleepers.map(({ until }) => until));
    const due = sleepers.filter(({ until }) => until === now);
    sleepers = sleepers.filter(({ until }) => until > now);
    awake = due.length;
    for (const { wake } of due) wake();
  };
  return {
    now: () => new Date(now),
    random: randomOf(seed),
    sleep: (milliseconds) =>
      new Promise((wake) => {
        sleepers.push({ until: Math.ceil((now + milliseconds) / tick) * tick, wake });
        rest();
      }),
    run: (work) => {
      awake += 1;
      return work().finally(rest);
    },
  };
}
