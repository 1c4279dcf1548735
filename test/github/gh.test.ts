/** GitHub's own command line drives the fake, so that the fake cannot agree with our mistakes alone. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeWithPrograms } from '../programs.ts';
import { gitEnvironment } from './environment.ts';
import { fakeGitHub } from './server.ts';

const NAME = 'acme/manifests';

const start = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'gh-'));
  const socket = join(directory, 'github.sock');
  await writeFile(join(directory, 'config.yml'), `http_unix_socket: ${socket}\n`);
  spawnSync('git', ['init', '-q', directory], { env: gitEnvironment() });
  spawnSync('git', ['remote', 'add', 'origin', `http://github.localhost/${NAME}.git`], {
    cwd: directory,
    env: gitEnvironment(),
  });
  const github = await fakeGitHub({
    socket,
    repositories: { [NAME]: { files: { a: '1\n' }, settings: { autoMergeAllowed: true } } },
    tokens: {
      secret: {
        login: 'octocat',
        kind: 'user',
        permissions: { '*': { contents: 'write', pull_requests: 'write', issues: 'write' } },
      },
    },
  });
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    GH_CONFIG_DIR: directory,
    GH_HOST: 'github.localhost',
    GH_REPO: `github.localhost/${NAME}`,
    GH_TOKEN: 'secret',
    GH_PROMPT_DISABLED: '1',
    GH_NO_UPDATE_NOTIFIER: '1',
  };
  const gh = (...args: string[]): Promise<{ code: number | null; out: string }> =>
    new Promise((resolve, reject) => {
      const child = spawn('gh', args, { cwd: directory, env });
      let out = '';
      child.stdout.on('data', (chunk) => (out += chunk));
      child.stderr.on('data', (chunk) => (out += chunk));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, out }));
    });
  const stop = async (): Promise<void> => {
    await github.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { github, gh, repository: github.repository(NAME), [Symbol.asyncDispose]: stop };
};

describeWithPrograms('gh', ['gh'], () => {
  it('gh uses REST and GraphQL of the fake', async () => {
    await using world = await start();
    expect((await world.gh('api', `repos/${NAME}`, '--jq', '.full_name')).out).toBe(`${NAME}\n`);
    expect((await world.gh('api', 'graphql', '-f', 'query={viewer{login}}', '--jq', '.data.viewer.login')).out).toBe(
      'octocat\n',
    );
    const head = await world.repository.head();
    expect((await world.gh('api', `repos/${NAME}/git/ref/heads/main`, '--jq', '.object.sha')).out).toBe(`${head}\n`);
    const wrong = await world.gh('api', 'graphql', '-f', 'query={viewer{nope}}');
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining("Field 'nope' doesn't exist on type 'User'")]);
  });

  it('gh takes a pull request from its creation to its merge', async () => {
    await using world = await start();
    const { gh, repository } = world;
    await repository.commit('feature', { a: '2\n' }, { message: 'Change a' });
    const created = await gh(
      'pr',
      'create',
      '--title',
      'Promote',
      '--body',
      'Body',
      '--head',
      'feature',
      '--base',
      'main',
    );
    expect(created.out).toContain(`/${NAME}/pull/1`);
    expect(
      (await gh('pr', 'create', '--title', 'P', '--body', 'B', '--head', 'feature', '--base', 'main')).out,
    ).toContain('already exists');
    expect((await gh('pr', 'edit', '1', '--add-label', 'bug', '--title', 'Promote shop')).code).toBe(0);
    expect((await gh('pr', 'comment', '1', '--body', 'hello')).code).toBe(0);
    const listed = await gh(
      'pr',
      'list',
      '--json',
      'number,title,headRefName,mergeable,mergeStateStatus,labels',
      '--jq',
      '.[0] | [.number, .title, .headRefName, .mergeable, .mergeStateStatus, .labels[0].name] | @csv',
    );
    expect(listed.out).toBe('1,"Promote shop","feature","MERGEABLE","CLEAN","bug"\n');
    expect((await gh('pr', 'view', '1')).out).toContain('title:\tPromote shop');
    expect((await gh('pr', 'diff', '1')).out).toContain('-1\n+2');
    expect((await gh('pr', 'merge', '1', '--squash', '--subject', 'Subject', '--body', 'Body')).code).toBe(0);
    expect((await gh('pr', 'view', '1', '--json', 'state', '--jq', '.state')).out).toBe('MERGED\n');
    expect((await repository.log())[0]?.message).toBe('Subject\n\nBody');
    expect(await repository.fsck()).toBe('');
  });

  it('gh waits for checks', async () => {
    await using world = await start();
    const { gh, repository } = world;
    repository.settings.protections.push({ kind: 'classic', pattern: 'main', requiredChecks: ['ci'] });
    await repository.commit('feature', { a: '2\n' });
    await repository.openPullRequest({ head: 'feature' });
    expect((await gh('pr', 'merge', '1', '--squash')).out).toContain('the base branch policy prohibits the merge');
    expect((await gh('pr', 'merge', '1', '--auto', '--squash')).code).toBe(0);
    await repository.setCheck('feature', 'ci', 'SUCCESS');
    expect((await gh('pr', 'view', '1', '--json', 'state', '--jq', '.state')).out).toBe('MERGED\n');
  });
});
