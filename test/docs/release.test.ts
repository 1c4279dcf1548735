/** What may write to this repository runs nothing that somebody else wrote and that is installed by name. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './pages.ts';

type Step = { readonly uses?: string; readonly run?: string; readonly with?: Readonly<Record<string, unknown>> };
type Job = { readonly permissions?: Readonly<Record<string, string>>; readonly steps?: readonly Step[] };
type Workflow = {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
};

const folder = join(root, '.github/workflows');
const files = await readdir(folder);
const jobs = (
  await Promise.all(
    files.map(async (file) => {
      const { permissions, jobs: all } = parse(await readFile(join(folder, file), 'utf8')) as Workflow;
      return Object.entries(all).map(([name, job]) => ({
        name: `${name} of ${file}`,
        rights: Object.entries(job.permissions ?? permissions).filter(([, access]) => access === 'write'),
        steps: job.steps ?? [],
      }));
    }),
  )
).flat();

const installs = ({ uses = '', run = '' }: Step): boolean =>
  /^actions\/setup-node@/.test(uses) || /\b(?:npm|npx|yarn|pnpm|node|pip|apt-get)\b/.test(run);

describe('the workflows of this repository', () => {
  it.each(jobs.filter(({ steps }) => steps.some(installs)))(
    '$name installs, and may write nothing',
    ({ rights, steps }) => {
      expect(rights.filter(([name]) => name !== 'security-events')).toEqual([]);
      for (const { uses = '', with: given } of steps) {
        if (uses.startsWith('actions/checkout@')) expect(given).toMatchObject({ 'persist-credentials': false });
      }
    },
  );

  it.each(jobs.filter(({ rights }) => rights.some(([name]) => name === 'contents')))(
    '$name may write, and compares what was handed over before it publishes that',
    ({ steps }) => {
      const at = (found: (step: Step) => boolean): number => steps.findIndex(found);
      const compare = at(({ run = '' }) => /\bdiff --recursive\b/.test(run));
      expect(compare).toBeGreaterThan(at(({ uses = '' }) => uses.startsWith('actions/download-artifact@')));
      expect(at(({ run = '' }) => /\bgh release create\b/.test(run))).toBeGreaterThan(compare);
    },
  );

  it('publish in one job', () => {
    expect(jobs.filter(({ rights }) => rights.some(([name]) => name === 'contents'))).toHaveLength(1);
    expect(jobs.filter(({ steps }) => steps.some(installs)).length).toBeGreaterThan(2);
  });

  it.each(jobs)('$name uses actions by their commit', ({ steps }) => {
    for (const { uses = './' } of steps) expect(uses).toMatch(/^(?:\.\/|[\w.-]+\/[\w./-]+@[0-9a-f]{40}$)/);
  });
});
