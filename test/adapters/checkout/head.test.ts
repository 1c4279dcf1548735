import { describe, expect, it } from 'vitest';
import { headOfCheckout } from '../../../src/adapters/checkout/head.ts';
import { checkout } from './checkout.ts';

describe('the head of a checkout', () => {
  it('is a commit and a branch', async () => {
    await using repository = await checkout({ 'k.yaml': 'one\n' });
    const sha = repository.git('rev-parse', 'HEAD').trim();
    expect(await headOfCheckout(repository.directory)).toEqual({ sha, ref: 'refs/heads/main' });
  });

  it('is a commit alone where no branch is checked out', async () => {
    await using repository = await checkout({ 'k.yaml': 'one\n' });
    const sha = repository.git('rev-parse', 'HEAD').trim();
    repository.git('checkout', '--quiet', '--detach');
    expect(await headOfCheckout(repository.directory)).toEqual({ sha, ref: undefined });
  });

  it('is a branch alone before its first commit', async () => {
    await using repository = await checkout({ 'k.yaml': 'one\n' });
    repository.git('checkout', '--quiet', '--orphan', 'new');
    expect(await headOfCheckout(repository.directory)).toEqual({ sha: undefined, ref: 'refs/heads/new' });
  });

  it('is not confused by a branch, a tag or a file of that name', async () => {
    await using repository = await checkout({ HEAD: 'a file\n' });
    const sha = repository.git('rev-parse', 'HEAD').trim();
    repository.git('update-ref', 'refs/heads/HEAD', sha);
    repository.git('update-ref', 'refs/tags/HEAD', sha);
    await repository.commit({ 'k.yaml': 'one\n' });
    const head = repository.git('rev-parse', 'HEAD').trim();
    expect(head).not.toBe(sha);
    expect(await headOfCheckout(repository.directory)).toEqual({ sha: head, ref: 'refs/heads/main' });
  });

  it('is nothing where there is no repository', async () => {
    expect(await headOfCheckout('/')).toEqual({ sha: undefined, ref: undefined });
  });
});
