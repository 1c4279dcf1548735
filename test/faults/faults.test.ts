import { describe, expect, it } from 'vitest';
import { randomOf } from '../load/clock.ts';
import { isLong, sample } from '../sample.ts';
import { faulty, troubles } from './faulty.ts';

const names = Object.keys(troubles);
/** FAULT_RUNS=5000 for a long run by hand, FAULT_SEED=… for another row. */
const RUNS = Number(process.env.FAULT_RUNS ?? (isLong ? 100 : 2));
const SEED = Number(process.env.FAULT_SEED ?? 20_261_130);

/** Failures that stop a promotion for now; a page in the place of the first answer looks like a wrong address. */
const hopeless = ['a revoked token', 'a deleted branch', 'the primary limit for an hour', 'a page instead of JSON'];
/** Failures that REST never has. A promotion that meets it ends there, with nothing written. */
const misplaced = [
  'RESOURCE_LIMITS_EXCEEDED without data',
  'an empty answer after the effect',
  'cut JSON after the effect',
];

const routes = [
  { route: 'the one mutation', manifests: 'plain', requests: 3, may: hopeless },
  { route: 'tree, commit and ref', manifests: 'executable', requests: 6, may: [...hopeless, ...misplaced] },
] as const;

describe.each(routes)('a promotion by $route', ({ manifests, requests, may }) => {
  it(`survives each fault at each of its first ${requests} requests`, { timeout: 300_000 }, async () => {
    await using place = await faulty(manifests);
    const endings = new Map<string, Set<string>>();
    const cases = names.flatMap((name) => Array.from({ length: requests }, (_, turn) => ({ name, turn })));
    for (const { name, turn } of sample(cases)) {
      const ending = await place.promote([...Array<undefined>(turn), troubles[name]]).catch((error: unknown) => {
        throw new Error(`${name} at request ${turn + 1}`, { cause: error });
      });
      endings.set(name, (endings.get(name) ?? new Set()).add(ending));
    }
    const failing = [...endings].filter(([, outcomes]) => [...outcomes].some((outcome) => outcome !== 'promoted'));
    expect(failing.map(([name]) => name).filter((name) => !may.includes(name))).toEqual([]);
    expect(await place.repository().fsck()).toBe('');
  });

  it(`survives faults in any order (${RUNS} sequences, seed ${SEED})`, { timeout: 0 }, async () => {
    const random = randomOf(SEED);
    const any = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(random() * choices.length)];
    await using place = await faulty(manifests);
    for (let run = 0; run < RUNS; run++) {
      const row = Array.from({ length: 2 + Math.floor(random() * 6) }, () => (random() < 0.5 ? any(names) : undefined));
      await place
        .promote(row.map((name) => (name === undefined ? undefined : troubles[name])))
        .catch((error: unknown) => {
          throw new Error(`row ${run}: ${JSON.stringify(row)}`, { cause: error });
        });
    }
    expect(await place.repository().fsck()).toBe('');
  });
});
