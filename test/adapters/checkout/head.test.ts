import { readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gitIn, headOfCheckout } from '../../../src/adapters/checkout/git.ts';
import { type Checkout, checkout } from './checkout.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the head of a checkout', () => {
  it('is a commit and a branch', async () => {
    await using repository = await checkout({ 'k.yaml': 'one\n' });
    const sha = repository.git('rev-parse', 'HEAD').trim();
    expect(await headOfCheckout(gitIn(repository.directory))).toEqual({
      sha,
      ref: 'refs/heads/main',
      isShallow: false,
    });
  });

  it('is a commit alone where no branch is checked out', async () => {
    await using repository = await checkout({ 'k.yaml': 'one\n' });
    const sha = repository.git('rev-parse', 'HEAD').trim();
    repository.git('checkout', '--quiet', '--detach');
    expect(await headOfCheckout(gitIn(repository.directory))).toEqual({ sha, ref: undefined, isShallow: false });
  });

  it('is a branch without a commit before the first one', async () => {
    await using repository = await checkout({ 'k.yaml': 'one\n' });
    repository.git('checkout', '--quiet', '--orphan', 'new');
    expect(await headOfCheckout(gitIn(repository.directory))).toEqual({
      sha: undefined,
      ref: 'refs/heads/new',
      isShallow: false,
    });
  });

  it('does not depend on a branch, a tag or a file of that name', async () => {
    await using repository = await checkout({ HEAD: 'a file\n' });
    const sha = repository.git('rev-parse', 'HEAD').trim();
    repository.git('update-ref', 'refs/heads/HEAD', sha);
    repository.git('update-ref', 'refs/tags/HEAD', sha);
    await repository.commit({ 'k.yaml': 'one\n' });
    const head = repository.git('rev-parse', 'HEAD').trim();
    expect(head).not.toBe(sha);
    expect(await headOfCheckout(gitIn(repository.directory))).toEqual({
      sha: head,
      ref: 'refs/heads/main',
      isShallow: false,
    });
  });

  it.each<[string, (repository: Checkout) => Promise<string> | string]>([
    ['a directory of it', () => 'a'],
    [
      'a link to a directory of it, from another repository',
      async ({ directory, git }) => {
        git('init', '--quiet', 'other');
        await symlink('../a', join(directory, 'other/link'));
        return 'other/link';
      },
    ],
    [
      'one whose refs are packed',
      ({ git }) => {
        git('pack-refs', '--all');
        return '';
      },
    ],
    [
      'another worktree',
      ({ git }) => {
        git('worktree', 'add', '--quiet', 'tree');
        git('commit', '--quiet', '--allow-empty', '--message=Go on');
        return 'tree';
      },
    ],
    [
      'a branch of an unusual name',
      ({ git }) => {
        git('checkout', '--quiet', '-b', 'renovate/web@v2');
        return '';
      },
    ],
    [
      'one with a link for a symbolic ref',
      async ({ directory, git }) => {
        git('config', 'core.preferSymlinkRefs', 'true');
        git('symbolic-ref', 'HEAD', 'refs/heads/main');
        expect(await readlink(join(directory, '.git/HEAD'))).toBe('refs/heads/main');
        return '';
      },
    ],
  ])('equals that of git in %s', async (_, prepare) => {
    await using repository = await checkout({ 'a/k.yaml': 'one\n' });
    const place = join(repository.directory, await prepare(repository));
    const git = (...words: string[]): string => repository.git('-C', place, ...words).trim();
    const said = { sha: git('rev-parse', 'HEAD'), ref: git('symbolic-ref', 'HEAD'), isShallow: false };
    expect(await headOfCheckout(gitIn(place))).toEqual(said);
  });

  it('is that of the repository in the environment variables', async () => {
    await using repository = await checkout({ 'k.yaml': 'one\n' });
    await using other = await checkout({ 'k.yaml': 'one\n' });
    const sha = await other.commit({ 'k.yaml': 'two\n' });
    vi.stubEnv('GIT_DIR', join(other.directory, '.git'));
    expect(await headOfCheckout(gitIn(repository.directory))).toEqual({
      sha,
      ref: 'refs/heads/main',
      isShallow: false,
    });
  });

  it('is absent if there is no repository', async () => {
    expect(await headOfCheckout(gitIn('/'))).toEqual({ sha: undefined, ref: undefined, isShallow: false });
  });
});
