import { spawnSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout, commandLine, commandLineHere, root } from './commandline.ts';

const stg = 'applications/shop/overlays/stg/kustomization.yaml';
const dev = 'applications/shop/overlays/dev/kustomization.yaml';
const web = 'registry.example.com/shop/web';
const examples = join(root, 'examples/manifests');
const toDev = ['promote', '--product', 'shop', '--environments', 'dev', '--images', `${web}:0123456`];

describe('the command promote on a checkout', () => {
  it('rewrites the files without git and without a token', async () => {
    await using place = await checkout('files');
    const before = await place.read(dev);
    const run = await commandLine([...toDev, '--dir', place.directory]);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^1 file changed, nothing committed\n {2}shop dev: changed\n/);
    expect(await place.read(dev)).toBe(before.replace('"0362525"', '"0123456"'));
  });

  it('prints a unified diff that git applies, and changes nothing, in a dry run', async () => {
    await using place = await checkout('git');
    const payload = await readFile(join(root, 'examples/payload.json'), 'utf8');
    const words = ['promote', '--dir', place.directory, '--payload', '-', '--dry-run'];
    const run = await commandLine(words, { input: payload });
    expect(run.code).toBe(0);
    expect(place.git('status', '--porcelain')).toBe('');
    const diff = run.stdout.slice(0, run.stdout.indexOf('Dry run:'));
    await writeFile(join(place.directory, 'change.diff'), diff);
    place.git('apply', 'change.diff');
    expect(await place.read(stg)).toContain('newTag: v1.5.0 # the storefront');
  });

  it('commits only the manifests, with the trailers, and leaves other staged files', async () => {
    await using place = await checkout('git');
    await writeFile(join(place.directory, 'staged.txt'), 'mine');
    place.git('add', 'staged.txt');
    const run = await commandLine([...toDev, '--dir', place.directory, '--delivery', 'commit', '--reason', 'a try']);
    expect(run.code).toBe(0);
    expect(place.git('show', '--format=', '--name-only', 'HEAD').trim()).toBe(dev);
    expect(place.git('log', '-1', '--format=%B')).toMatch(
      /^Promote shop to dev: web 0362525 → 0123456\n\n- .*\n\nReason: a try\n\nPromotion: dev .*:0123456\nPromotion-Id: [0-9a-f-]{36}\n/,
    );
    expect(place.git('status', '--porcelain').trim()).toBe('A  staged.txt');
  });

  it('warns if later runs will not trust the trailers of a commit on this branch', async () => {
    const lines = /warning: The commit is on "[^"]+"\. If a pull request brings it to (.+), its lines do not count/;
    const promoteOn = async (branch: string, defaultBranch?: string) => {
      await using place = await checkout('git');
      if (defaultBranch !== undefined) {
        place.git('symbolic-ref', 'refs/remotes/origin/HEAD', `refs/remotes/origin/${defaultBranch}`);
      }
      place.git('checkout', '--quiet', '-B', branch);
      const run = await commandLineHere([...toDev, '--dir', place.directory, '--delivery', 'commit']);
      expect(run.code).toBe(0);
      return lines.exec(run.stdout + run.stderr)?.[1];
    };
    expect(await promoteOn('topic')).toBe('the branch that Argo CD follows');
    expect(await promoteOn('topic', 'trunk')).toBe('"trunk"');
    expect(await promoteOn('trunk', 'trunk')).toBeUndefined();
    expect(await promoteOn('main')).toBeUndefined();
    expect(await promoteOn('promotion/shop/dev', 'trunk')).toBeUndefined();
  });

  it('says that a commit is not pushed, and warns if the configuration wants a pull request', async () => {
    await using place = await checkout('git');
    await mkdir(join(place.directory, '.github'), { recursive: true });
    const config = 'environments:\n  dev: { delivery: pull-request }\n  stg:\n  prod:\n';
    await writeFile(join(place.directory, '.github/promotion.yml'), config);
    const { stdout } = await commandLineHere([...toDev, '--dir', place.directory, '--delivery', 'commit']);
    expect(stdout).toMatch(/^ {2}commit [0-9a-f]{40}, not pushed$/m);
    expect(stdout).toContain(
      'warning: The configuration delivers dev of shop by pull-request, and --delivery commit commits to the checkout instead.\n  at .github/promotion.yml:2\n',
    );
    const stg = toDev.map((word) => (word === 'dev' ? 'stg' : word));
    const other = await commandLineHere([...stg, '--dir', place.directory, '--delivery', 'commit']);
    expect(other.stdout).toContain(', not pushed');
    expect(other.stdout).not.toContain('The configuration delivers');
  });

  it('leaves out changes that were not committed before', async () => {
    await using place = await checkout('git');
    await writeFile(join(place.directory, dev), `${await place.read(dev)}# half-way\n`);
    const run = await commandLine([...toDev, '--dir', place.directory, '--delivery', 'commit']);
    expect(run.code).toBe(3);
    expect(run.stdout).toContain('[manifest-uncommitted]');
    expect(await place.read(dev)).toContain('0362525');
  });

  describe('after a promotion that changed files and committed nothing', () => {
    const commitIt = (directory: string) => commandLineHere([...toDev, '--dir', directory, '--delivery', 'commit']);

    it('names the file with the change, and commits it on request', async () => {
      await using place = await checkout('git');
      await commandLineHere([...toDev, '--dir', place.directory]);
      const again = await commandLineHere([...toDev, '--dir', place.directory]);
      expect(again.stdout).toContain(`"${dev}" has what was asked for, and changes that are not committed.`);
      expect(again.stdout).toContain('Add --delivery commit');
      const run = await commitIt(place.directory);
      expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('Promoted shop in dev') });
      expect(run.stdout).toContain(`"${dev}" had the change already, and now it is committed.`);
      expect(place.git('status', '--porcelain')).toBe('');
      expect(place.git('log', '-1', '--format=%B')).toMatch(
        /^Promote shop to dev: web 0362525 → 0123456\n[\s\S]*\nPromotion: dev/,
      );
      expect((await commitIt(place.directory)).stdout).toContain('Nothing to change');
    });

    it('commits earlier changes together with new ones, staged or not', async () => {
      await using place = await checkout('git');
      await commandLineHere([...toDev, '--dir', place.directory]);
      place.git('add', dev);
      const both = toDev.map((word) => (word === 'dev' ? 'dev,stg' : word));
      const run = await commandLineHere([...both, '--dir', place.directory, '--delivery', 'commit']);
      expect(run.code).toBe(0);
      expect(place.git('show', '--format=', '--name-only', 'HEAD').trim().split('\n')).toEqual([dev, stg]);
      expect(place.git('status', '--porcelain')).toBe('');
    });

    it.each(['worktree', 'index'])('refuses a file with other edits in the %s, and names it', async (where) => {
      await using place = await checkout('git');
      await commandLineHere([...toDev, '--dir', place.directory]);
      const promoted = await place.read(dev);
      await writeFile(join(place.directory, dev), `${promoted}# half-way\n`);
      if (where === 'index') {
        place.git('add', dev);
        await writeFile(join(place.directory, dev), promoted);
      }
      const before = [place.git('rev-parse', 'HEAD'), place.git('diff', 'HEAD'), place.git('diff', '--cached')];
      const run = await commitIt(place.directory);
      expect(run.code).toBe(3);
      expect(run.stdout).toContain(`${dev} has changes that are not committed and not of this promotion.`);
      expect([place.git('rev-parse', 'HEAD'), place.git('diff', 'HEAD'), place.git('diff', '--cached')]).toEqual(
        before,
      );
    });

    it('reads the configuration from the working tree, in a directory below the root of a repository', async () => {
      await using place = await checkout('git');
      const directory = join(place.directory, 'copy/manifests');
      place.git('clone', '--quiet', '--no-local', '.', 'copy');
      place.git('-C', 'copy', 'config', 'user.name', 'Somebody');
      place.git('-C', 'copy', 'config', 'user.email', 'somebody@example.com');
      await mkdir(directory);
      place.git('-C', 'copy', 'mv', 'applications', 'argocd', 'manifests');
      await mkdir(join(directory, '.github'));
      const config = join(directory, '.github/promotion.yml');
      await writeFile(config, 'environments: { dev: { tags: ["v*"] } }\n');
      place.git('-C', 'copy', 'add', '--all');
      place.git('-C', 'copy', 'commit', '--quiet', '--message=Move');
      await writeFile(config, 'environments: { dev: { tags: ["0*"] } }\n');
      expect((await commandLineHere([...toDev, '--dir', directory])).code).toBe(0);
      expect(await commitIt(directory)).toMatchObject({ code: 0, stdout: expect.stringContaining('had the change') });
      expect(place.git('-C', 'copy', 'status', '--porcelain').trim()).toBe('M manifests/.github/promotion.yml');
    });
  });

  it('keeps the mode of a file, and changes no file if one cannot be written', async () => {
    await using place = await checkout('files');
    await chmod(join(place.directory, dev), 0o755);
    await commandLineHere([...toDev, '--dir', place.directory]);
    expect((await stat(join(place.directory, dev))).mode & 0o777).toBe(0o755);
  });

  it('works in a worktree, and through a link to the directory', async () => {
    await using place = await checkout('git');
    const worktree = join(place.directory, 'worktree');
    place.git('worktree', 'add', '--quiet', worktree);
    await symlink('worktree', join(place.directory, 'link'));
    const run = await commandLine([...toDev, '--dir', join(place.directory, 'link'), '--delivery', 'commit']);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('Promoted shop in dev') });
    expect(place.git('show', '--format=', '--name-only', 'worktree', '--').trim()).toBe(dev);
  });

  it('writes nothing through a symbolic link with any name', async () => {
    await using place = await checkout('files');
    const outside = join(place.directory, 'outside');
    await writeFile(outside, 'mine');
    await symlink(outside, join(place.directory, `${dev}.promotion-new`));
    const run = await commandLineHere([...toDev, '--dir', place.directory]);
    expect(run.code).toBe(0);
    expect(await readFile(outside, 'utf8')).toBe('mine');
    expect((await lstat(join(place.directory, dev))).isFile()).toBe(true);
    const names = await readdir(join(place.directory, 'applications/shop/overlays/dev'));
    expect(names.sort()).toEqual(['kustomization.yaml', 'kustomization.yaml.promotion-new']);
  });

  it('reports on the second run that there is nothing to do', async () => {
    await using place = await checkout('files');
    await commandLineHere([...toDev, '--dir', place.directory]);
    const run = await commandLineHere([...toDev, '--dir', place.directory]);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing to change') });
  });

  it('prints only the report with --json', async () => {
    await using place = await checkout('files');
    const run = await commandLineHere([...toDev, '--dir', place.directory, '--json']);
    const report = JSON.parse(run.stdout);
    expect(report).toMatchObject({ command: 'promote', outcome: 'promoted', changed: true, violations: [] });
    expect(report.environments[0].changes[0]).toMatchObject({ path: dev, line: 11, to: `${web}:0123456` });
  });
});

describe('exit codes and messages', () => {
  it('names the misspelt key of a payload next to the missing keys', async () => {
    const input = JSON.stringify({ product: 'shop', enviroments: 'dev', image: `${web}:v1` });
    const run = await commandLineHere(['promote', '--payload', '-'], input);
    expect(run.code).toBe(3);
    expect(run.stdout).toContain('[environment-missing]');
    expect(run.stdout).toMatch(/"enviroments" .* not known .*\n.*Did you mean environments/);
  });

  it.each<[string, string[], number, RegExp]>([
    ['no command', [], 2, /No command is given[\s\S]*^Usage: /m],
    ['an unknown command', ['promot'], 2, /Did you mean promote\?[\s\S]*^Usage: /m],
    ['an abbreviated flag', ['promote', '--env', 'dev'], 2, /Did you mean --environments\?/],
    ['an unknown flag', ['promote', '--enviroments', 'dev'], 2, /Did you mean --environments\?/],
    ['a flag without value', ['promote', '--product'], 2, /--product has no value/],
    ['an unknown value', [...toDev, '--delivery', 'merge'], 2, /commit/],
    ['a payload that is absent', ['promote', '--payload', 'nowhere.json'], 3, /payload-invalid/],
    ['a directory that is absent', [...toDev, '--dir', 'nowhere'], 1, /not-a-checkout/],
    [
      'an unknown product',
      [...['promote', '--product', 'shpo', '--environments', 'dev', '--images', 'a:1', '--dir'], examples],
      3,
      /Did you mean "shop"/,
    ],
    [
      'an illegal tag',
      ['promote', '--product', 'shop', '--environments', 'dev', '--images', 'web:-rc1'],
      3,
      /starts with a dot or a dash/,
    ],
  ])('%s', async (_, words, code, message) => {
    const run = await commandLineHere(words);
    expect(run.stdout).toMatch(message);
    expect(run.stdout).not.toMatch(/ {4}at .*\.js:/);
    expect(run.code).toBe(code);
  });

  it('end the process with the same code', async () => {
    expect((await commandLine(['promote', '--product'])).code).toBe(2);
    expect((await commandLine([...toDev, '--dir', 'nowhere'])).code).toBe(1);
  });

  it('ends without an error if the reader closes its pipe', () => {
    const script = `"$0" "$1" status --dir "$2" | (exec 0<&-; sleep 1)`;
    const words = [process.execPath, join(root, 'dist/cli.js'), examples];
    const { stderr } = spawnSync('bash', ['-c', script, ...words], { encoding: 'utf8' });
    expect(stderr).toBe('');
  });

  it('prints its version and its flags', async () => {
    expect(await commandLine(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    const help = await commandLineHere(['--help']);
    expect(help).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused.'),
    });
    const promote = await commandLineHere(['promote', '--help']);
    expect(promote.stdout).toContain('--payload');
    expect(promote.stdout).not.toContain('--token');
  });
});
