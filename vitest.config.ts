import { statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { reportMachine } from './test/reporter.ts';

/** Tests of decisions: no process, no server. */
const pure = ['test/domain/**/*.test.ts', 'test/docs/**/*.test.ts', 'test/adapters/terminal/**/*.test.ts'];
/** The slow tests: a fault at every request, a kill at every point, load, storms, fuzz. */
const long = ['test/**/*.long.test.ts'];
/** Tests with an example of each story in the fast suite. */
const both = [
  'test/{faults,fuzz,load}/**/*.test.ts',
  'test/action/{refusals,outputs/summaries}.test.ts',
  'test/adapters/checkout/histories.test.ts',
  'test/commands/forbidden.test.ts',
  'test/domain/{request/grammar,rewrite.property}.test.ts',
  'test/examples/deployments.test.ts',
  'test/github/history.test.ts',
  // On GitHub in the fast suite, in a checkout as well in the long one.
  'test/commands/{from,markers,page,policies,records,rollback,status,verification}.test.ts',
  'test/provenance/{attestations,promote}.test.ts',
];

/** Thousands of small repositories are made and removed: in memory, where there is room for them. */
const inMemory = (): Record<string, string> => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2 * 1024 ** 3 ? { TMPDIR: '/dev/shm' } : {};
  } catch {
    return {};
  }
};

type Files = {
  readonly include: string[];
  readonly exclude?: readonly string[];
  readonly setupFiles?: string[];
  readonly env?: Record<string, string>;
};

const projects = ['pure', 'real', 'long'];

/** Loading GitHub's schema for every file would take longer than the tests: a worker loads what it needs once, so no test may leave
 * anything behind in a module. */
const project = (name: string, { include, exclude = [], setupFiles = [], env = {} }: Files) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    setupFiles,
    // One after another: a worker that changes from one project to another would load everything again.
    sequence: { groupOrder: projects.indexOf(name) },
    env: { ...inMemory(), ...env },
    isolate: false,
    maxWorkers: availableParallelism(),
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  // Packages that name source maps which they do not have are no news.
  logLevel: 'error',
  test: {
    reporters: ['default', reportMachine],
    // One line a file; the list of the slowest files names what is slow.
    slowTestThreshold: 600_000,
    silent: 'passed-only',
    coverage: {
      enabled: process.env.COVERAGE !== undefined,
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
    server: { deps: { inline: [/@actions\/(workflow-parser|expressions)/] } },
    projects: [
      project('pure', { include: pure, exclude: long }),
      project('real', { include: ['test/**/*.test.ts'], exclude: [...pure, ...long], setupFiles: ['test/setup.ts'] }),
      project('long', { include: [...long, ...both], setupFiles: ['test/setup.ts'], env: { SUITE: 'long' } }),
    ],
  },
});
