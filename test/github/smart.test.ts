import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitEnvironment } from './environment.ts';
import { fakeGitHub } from './server.ts';

const git = (directory: string, ...args: string[]): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const identity = ['-c', 'user.name=octocat', '-c', 'user.email=octocat@example.com'];
    const child = spawn('git', [...identity, ...args], { cwd: directory, env: gitEnvironment(), stdio: 'ignore' });
    child.on('error', reject);
    child.on('close', resolve);
  });

it('git clones from and pushes to the fake, which then closes pull requests', async () => {
  await using github = await fakeGitHub({ repositories: { 'acme/manifests': { files: { a: '1\n' } } } });
  const repository = github.repository('acme/manifests');
  await repository.commit('feature', { a: '2\n' });
  await repository.openPullRequest({ head: 'feature' });
  const directory = await mkdtemp(join(tmpdir(), 'clone-'));
  try {
    const url = `${github.serverUrl.replace('//', '//x-access-token:token@')}/acme/manifests.git`;
    expect(await git(directory, 'clone', '-q', '--depth=1', '--no-single-branch', url, '.')).toBe(0);
    await writeFile(join(directory, 'b'), 'new\n');
    expect(await git(directory, 'add', 'b')).toBe(0);
    expect(await git(directory, 'commit', '-qm', 'Add b')).toBe(0);
    expect(await git(directory, 'push', '-q', 'origin', 'main', ':feature')).toBe(0);
    expect(await repository.files()).toEqual({ a: '1\n', b: 'new\n' });
    expect(repository.pullRequests[0]?.state).toBe('CLOSED');
    expect(await git(directory, 'fetch', '-q', `${github.serverUrl}/acme/manifests.git`)).not.toBe(0);
    expect(await git(directory, 'clone', '-q', '--filter=blob:none', '--no-checkout', url, 'partial')).toBe(0);
    expect(await git(join(directory, 'partial'), 'cat-file', '-e', 'HEAD:a')).toBe(0);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
