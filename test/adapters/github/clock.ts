import type { Clock } from '../../../src/ports.ts';

export type TestClock = Clock & { readonly slept: number[] };

/** Time passes only by sleeping, and sleeping takes no time. */
export function testClock(start = '2026-11-30T12:00:00Z'): TestClock {
  let now = Date.parse(start);
  const slept: number[] = [];
  return {
    slept,
    now: () => new Date(now),
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
    },
    random: () => 0.5,
  };
}
