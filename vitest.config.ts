import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { reportMachine } from './test/reporter.ts';

/** Tests of decisions: they leave nothing behind in the modules that they import, so these are loaded once for all. */
const pure = ['test/domain/**/*.test.ts', 'test/docs/**/*.test.ts', 'test/adapters/terminal/**/*.test.ts'];
/** What takes minutes: a fault at every request, a kill at every point, load, storms, fuzz. */
const long = ['test/**/*.long.test.ts'];

type Files = {
  readonly include: string[];
  readonly exclude: readonly string[];
  readonly isolate: boolean;
  readonly setupFiles?: string[];
};

/** Where tests use the fake GitHub, real git judges at the end of each file what it has held. */
const setupFiles = ['test/setup.ts'];

const project = (name: string, { include, exclude, isolate, setupFiles = [] }: Files) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    isolate,
    maxWorkers: availableParallelism(),
    setupFiles,
    testTimeout: 30_000,
    hookTimeout: 60_000,
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
      project('pure', { include: pure, exclude: long, isolate: false }),
      project('real', { include: ['test/**/*.test.ts'], exclude: [...pure, ...long], isolate: true, setupFiles }),
      project('long', { include: long, exclude: [], isolate: true, setupFiles }),
    ],
  },
});
