import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Describes tests with real programs. If one is not installed, the run says at its end how to install it, and fails if
 * REQUIRE_SERVICES is set, as it is where they must be there. */
export const describeWithPrograms = (name: string, programs: readonly string[], tests: () => void): void =>
  describeOrTell(name, { programs, required: process.env.REQUIRE_SERVICES ?? '' }, tests);

/** As `describeWithPrograms`, for programs that no machine must have. */
export const describeWhereInstalled = (name: string, programs: readonly string[], tests: () => void): void =>
  describeOrTell(name, { programs, required: '' }, tests);

type Needed = { readonly programs: readonly string[]; readonly required: string };

const describeOrTell = (name: string, { programs, required }: Needed, tests: () => void): void => {
  const missing = programs.filter((program) => spawnSync('sh', ['-c', 'command -v "$0"', program]).status !== 0);
  if (missing.length === 0) {
    describe(name, tests);
    return;
  }
  const could = `could not run here: ${name} (not installed: ${missing.join(', ')})`;
  it(could, ({ task }) => {
    task.meta.missing = missing;
    expect(required, could).toBe('');
  });
};
