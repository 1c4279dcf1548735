import { describe, expect, it } from 'vitest';
import { randomOf } from '../load/clock.ts';
import { isLong, sample } from '../sample.ts';
import { proposing, stories, troubles } from './proposing.ts';

const names = Object.keys(troubles);
/** FAULT_RUNS=5000 for a long run by hand, FAULT_SEED=… for another row. */
const RUNS = Number(process.env.FAULT_RUNS ?? (isLong ? 6 : 1));
const SEED = Number(process.env.FAULT_SEED ?? 20_261_130);

/** Failures that stop a promotion for now. */
const hopeless = ['a revoked token', 'a deleted branch', 'the primary limit for an hour'];
/** Failures that REST never has. */
const misplaced = [
  'RESOURCE_LIMITS_EXCEEDED without data',
  'an empty answer after the effect',
  'cut JSON after the effect',
  'a page instead of JSON',
];
const refused = ['a commit by somebody on its branch'];

describe.each(Object.entries(stories).map(([name, story], at) => ({ name, story, at })))('$name', ({ story, at }) => {
  it('survives each fault at each of its requests', { timeout: 1_800_000 }, async () => {
    await using place = await proposing(story);
    const cases = names.flatMap((name) => Array.from({ length: place.requests }, (_, turn) => ({ name, turn })));
    const broken: unknown[] = [];
    const failing = new Map<string, Set<string>>();
    for (const { name, turn } of sample(cases, at)) {
      const ending = await place.tell([...Array<undefined>(turn), troubles[name]]).catch((error: unknown) => {
        broken.push(new Error(`${name} at request ${turn + 1} of ${place.requests}`, { cause: error }));
        return 'unchanged';
      });
      if (!['proposed', 'armed', 'promoted', 'unchanged'].includes(ending))
        failing.set(name, (failing.get(name) ?? new Set()).add(ending));
    }
    if (broken.length > 0) throw new AggregateError(broken, String(broken), { cause: (broken[0] as Error).cause });
    const may = [...hopeless, ...misplaced, ...refused];
    expect([...failing].filter(([name]) => !may.includes(name))).toEqual([]);
    expect(await place.fsck()).toBe('');
  });

  it(`survives faults in any order (${RUNS} sequences, seed ${SEED})`, { timeout: 0 }, async () => {
    const random = randomOf(SEED);
    const any = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(random() * choices.length)];
    await using place = await proposing(story);
    for (let run = 0; run < RUNS; run++) {
      const row = Array.from({ length: 2 + Math.floor(random() * 8) }, () => (random() < 0.5 ? any(names) : undefined));
      await place.tell(row.map((name) => (name === undefined ? undefined : troubles[name]))).catch((error: unknown) => {
        throw new Error(`row ${run}: ${JSON.stringify(row)}`, { cause: error });
      });
    }
    expect(await place.fsck()).toBe('');
  });
});
