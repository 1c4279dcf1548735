import { describe, expect, it } from 'vitest';
import { type Progress, startOver } from '../../src/commands/promotion/run-promotion.ts';
import type { BranchMoved } from '../../src/ports.ts';
import { testClock } from '../adapters/github/clock.ts';
import { silent, violationsOf } from './test-repository.ts';

const moved: BranchMoved = { kind: 'branch-moved' };
const done = { kind: 'done' } as const;

/** Attempts that take `seconds` each and end as listed, the last one again and again. */
const steps = (answers: readonly (BranchMoved | typeof done)[], seconds = 1, progress?: Progress) => {
  const clock = testClock();
  let attempts = 0;
  const attempt = async () => {
    await clock.sleep(seconds * 1000);
    clock.slept.pop();
    return answers[Math.min(attempts++, answers.length - 1)] ?? done;
  };
  return { clock, count: () => attempts, end: startOver({ clock, log: silent }, attempt, progress) };
};

describe('an attempt that found a moved branch', () => {
  it('is repeated until it succeeds', async () => {
    const { end, count } = steps([moved, moved, done]);
    expect(await end).toEqual(done);
    expect(count()).toBe(3);
  });

  it('waits a random time of up to four attempts, then twice as many each time, and a minute at most', async () => {
    const { end, clock } = steps([moved, moved, moved, moved, moved, moved, done]);
    await end;
    expect(clock.slept).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('waits in proportion to the duration of an attempt', async () => {
    const { end, clock } = steps([moved, done], 3);
    await end;
    expect(clock.slept).toEqual([6000]);
  });

  it('waits as long as a rate limit asks, and a random time of up to a minute', async () => {
    const { end, clock } = steps([{ ...moved, wait: 45_000 }, moved, done]);
    await end;
    expect(clock.slept).toEqual([75_000, 2000]);
  });

  it('waits up to a minute for each of its writes, since limits count them by the minute, and up to two the first time', async () => {
    const limited = { ...moved, wait: 45_000, writes: 4 };
    const { end, clock } = steps([limited, limited, done]);
    await end;
    expect(clock.slept).toEqual([105_000, 165_000]);
  });

  it('waits at most the rest of the ten minutes, and then tries once more', async () => {
    const { end, clock } = steps([{ ...moved, wait: 580_000 }, done]);
    expect(await end).toEqual(done);
    expect(clock.slept).toEqual([589_000]);
  });

  it('gives up before ten minutes are over, and reports it', async () => {
    const { end, clock } = steps([moved]);
    const started = clock.now().getTime();
    expect(await violationsOf(end)).toMatchObject([
      { code: 'branch-contended', message: expect.stringMatching(/\d+ attempts.*; nothing has been written\.$/) },
    ]);
    expect(clock.now().getTime() - started).toBeLessThan(600_000);
    expect(clock.now().getTime() - started).toBeGreaterThan(500_000);
  });

  it('reports its commit on the branch of a pull request', async () => {
    const { end } = steps([moved], 1, {
      deliveredParts: { size: 0 },
      unfinished: new Map([['shop', { commit: 'c0ffee' }]]),
    });
    const [violation] = await violationsOf(end);
    expect(violation?.message).toMatch(/the branch of the pull request was brought to c0ffee/);
    expect(violation?.message).not.toMatch(/nothing has been written/);
  });

  it('does not claim that nothing was written if an answer was lost, or a part was delivered', async () => {
    const lost = steps([{ ...moved, unsure: true }]);
    expect((await violationsOf(lost.end))[0]?.message).toMatch(/; .* is not known\.$/);
    const part = steps([moved], 1, { deliveredParts: { size: 1 }, unfinished: new Map() });
    expect((await violationsOf(part.end))[0]?.message).toMatch(/; beyond what is told as delivered nothing/);
  });

  it('rethrows errors at once', async () => {
    const failing = async (): Promise<typeof done> => {
      throw new Error('no');
    };
    await expect(startOver({ clock: testClock(), log: silent }, failing)).rejects.toThrow('no');
  });
});
