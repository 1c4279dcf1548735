import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const needed = ['docker-registry', 'skopeo', 'htpasswd', 'openssl'];
const missing = needed.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0);

/** Describes what a real registry does. Where the programs for one are not installed, the suite says so in its place, and fails if
 * REQUIRE_SERVICES is set, as it is where they must be there. */
export function describeWithRegistry(name: string, tests: () => void): void {
  if (missing.length === 0) {
    describe(name, tests);
    return;
  }
  const could = `COULD NOT RUN: ${name} (not installed: ${missing.join(', ')})`;
  it(could, () => {
    process.stderr.write(`${could}\n`);
    expect(process.env.REQUIRE_SERVICES ?? '', could).toBe('');
  });
}
