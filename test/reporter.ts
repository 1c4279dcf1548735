/** The notes of a run about the machine: programs that are missing, and the slowest files where they are asked for. */
import type { Reporter, TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** Programs without which the tests could not run. */
    missing?: readonly string[];
  }
}

/** Debian's packages, where they are not named as their program. */
const packages: Readonly<Record<string, string>> = { htpasswd: 'apache2-utils' };

export const reportMachine: Reporter = {
  onTestRunEnd(modules) {
    const missing = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => test.meta().missing ?? []),
    );
    for (const line of [...slowest(modules), ...install(missing)]) process.stdout.write(`${line}\n`);
  },
};

const install = (missing: readonly string[]): string[] => {
  if (missing.length === 0) return [];
  const names = [...new Set(missing.map((program) => packages[program] ?? program))].sort();
  return [`Some tests could not run here. To run them: sudo apt-get install ${names.join(' ')}`];
};

const slowest = (modules: readonly TestModule[]): string[] => {
  const count = Number(process.env.SLOWEST_FILES ?? 0);
  if (count === 0) return [];
  const rows = modules
    .map((module) => {
      const { collectDuration, duration } = module.diagnostic();
      return { path: module.relativeModuleId, seconds: (collectDuration + duration) / 1000 };
    })
    .sort((one, other) => other.seconds - one.seconds);
  return [
    '',
    'Slowest files',
    ...rows.slice(0, count).map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`),
  ];
};
