/** The archive that runners download for each job, made by git as GitHub makes it. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;
const GOAL = 700_000;

const git = (...args: readonly string[]): Buffer =>
  execFileSync('git', ['-C', root, ...args], { maxBuffer: 64 * 1024 * 1024 });

describe('the archive of the repository', () => {
  it('is at most 0.7 MB, compressed', () => {
    expect(git('archive', '--worktree-attributes', '--format=tar.gz', 'HEAD').length).toBeLessThan(GOAL);
  });

  it('holds every file that a step runs, and no sources or tests', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'archive-'));
    try {
      const archive = git('archive', '--worktree-attributes', '--format=tar', 'HEAD');
      execFileSync('tar', ['-x', '-C', folder], { input: archive });
      const names = await readdir(folder);
      expect(names).toEqual(expect.arrayContaining(['action.yml', 'dist', 'package.json', 'LICENSE', 'README.md']));
      expect(names).not.toEqual(expect.arrayContaining(['src']));
      expect(names).not.toEqual(expect.arrayContaining(['test']));
      const version = execFileSync('node', [join(folder, 'dist/cli.js'), '--version'], { encoding: 'utf8' });
      expect(version).toMatch(/\d+\.\d+\.\d+/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
