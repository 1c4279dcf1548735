/** Jobs with a write permission run no installed third-party code. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './pages.ts';

type Step = {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
};
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
    '$name installs packages, and has no write permission',
    ({ rights, steps }) => {
      expect(rights.filter(([name]) => name !== 'security-events')).toEqual([]);
      for (const { uses = '', with: given } of steps) {
        if (uses.startsWith('actions/checkout@')) expect(given).toMatchObject({ 'persist-credentials': false });
      }
    },
  );

  it.each(jobs.filter(({ rights }) => rights.some(([name]) => name === 'contents')))(
    '$name has a write permission, and compares the handed-over files before it publishes them',
    ({ steps }) => {
      const at = (found: (step: Step) => boolean): number => steps.findIndex(found);
      const compare = at(({ run = '' }) => /^cmp /m.test(run));
      expect(compare).toBeGreaterThan(at(({ uses = '' }) => uses.startsWith('actions/download-artifact@')));
      expect(at(({ run = '' }) => /\bgh release create\b/.test(run))).toBeGreaterThan(compare);
    },
  );

  it('publish in one job', () => {
    expect(jobs.filter(({ rights }) => rights.some(([name]) => name === 'contents'))).toHaveLength(1);
    expect(jobs.filter(({ steps }) => steps.some(installs)).length).toBeGreaterThan(2);
  });

  it.each(jobs)('$name pins actions to a commit', ({ steps }) => {
    for (const { uses = './' } of steps) expect(uses).toMatch(/^(?:\.\/|[\w.-]+\/[\w./-]+@[0-9a-f]{40}$)/);
  });
});

/** A commit of the shipped files, and an archive from the job with the dependencies. */
const handedOver = async (poison: (folder: string, archive: string) => Promise<unknown>) => {
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  const commit = join(folder, 'commit');
  const git = (...words: string[]): string => execFileSync('git', ['-C', commit, ...words], { encoding: 'utf8' });
  await mkdir(join(commit, 'dist'), { recursive: true });
  await mkdir(join(folder, 'release'));
  const names = ['action.yml', 'dist/index.js', 'promotion.schema.json', 'report.schema.json', 'LICENSE', 'README.md'];
  for (const name of names) await writeFile(join(commit, name), `${name}\n`);
  git('init', '-q');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'Release');
  const sha = git('rev-parse', 'HEAD').trim();
  const archive = join(folder, 'release/image-promotion-v1.2.3.tar.gz');
  const paths = ['action.yml', 'dist', ...names.slice(2)];
  git('archive', '--prefix=image-promotion-v1.2.3/', `--output=${archive}`, sha, '--', ...paths);
  await poison(folder, archive);
  const all = jobs.flatMap(({ steps }) => steps);
  const { run = 'exit 1' } = all.find(({ name }) => name === 'Compare what was handed over with the commit') ?? {};
  return {
    compare: () => {
      const env = { ...process.env, GITHUB_REF_NAME: 'v1.2.3', GITHUB_SHA: sha };
      return spawnSync('bash', ['-e', '-c', run], { cwd: folder, env, encoding: 'utf8' });
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
};

describe('the archive of the publishing job', () => {
  it('is published if it matches the commit', async () => {
    await using place = await handedOver(async () => undefined);
    expect(place.compare()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it.each<[string, (folder: string, archive: string) => Promise<unknown>]>([
    [
      'a file more',
      async (folder, archive) => {
        execFileSync('tar', ['-xzf', archive, '-C', folder]);
        await writeFile(join(folder, 'image-promotion-v1.2.3/postinstall.js'), 'evil\n');
        execFileSync('tar', ['-czf', archive, '-C', folder, 'image-promotion-v1.2.3']);
      },
    ],
    [
      'a link to the commit as its folder',
      async (folder, archive) => {
        await symlink('../commit', join(folder, 'image-promotion-v1.2.3'));
        execFileSync('tar', ['-czf', archive, '-C', folder, 'image-promotion-v1.2.3']);
      },
    ],
  ])('is refused with %s', async (_, poison) => {
    await using place = await handedOver(poison);
    expect(place.compare()).toMatchObject({ status: 1, stdout: expect.stringContaining('differ') });
  });
});
