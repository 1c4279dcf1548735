import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { resolveCommit } from '../../../src/adapters/github/runs.ts';
import { serverError } from '../../github/faults.ts';
import { clientOf, github, REPOSITORY, violationsOf } from './github.ts';

const files = { 'a.yaml': 'a\n' };
const now = () => new Date('2026-11-30T09:00:00Z');

it('finds the commit and its date behind branches, tags, annotated tags and ids', async () => {
  await using fake = await github({ files }, { now });
  const repository = fake.repository(REPOSITORY);
  const sha = await repository.head();
  const tagger = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' };
  execFileSync('git', ['tag', '-a', 'v1', '-m', 'One', 'main'], {
    cwd: repository.directory,
    env: { ...process.env, ...tagger },
  });
  await repository.setRef('refs/tags/v2', sha);
  await repository.setRef('refs/heads/feature/x%y', sha);
  for (const ref of ['refs/tags/v1', 'refs/tags/v2', 'refs/heads/main', 'refs/heads/feature/x%y', 'main', sha ?? '']) {
    expect(await resolveCommit(clientOf(fake), REPOSITORY, ref)).toEqual({ sha, committedAt: '2026-11-30T09:00:00Z' });
  }
});

it('names a ref that does not exist', async () => {
  await using fake = await github({ files });
  expect(await violationsOf(resolveCommit(clientOf(fake), REPOSITORY, 'refs/tags/nope'))).toEqual([
    {
      code: 'source-invalid',
      message: 'The repository "acme/manifests" has no commit "refs/tags/nope".',
      hint: 'Check the branch, tag or commit: it has been deleted, or was never pushed.',
    },
  ]);
});

it('names a repository that the token cannot see', async () => {
  await using fake = await github({ files });
  expect(await violationsOf(resolveCommit(clientOf(fake), 'acme/shop', 'main'))).toMatchObject([
    { code: 'repository-missing', message: 'GitHub shows this token no commit "main" in a repository "acme/shop".' },
  ]);
});

it('retries after a failure of GitHub, and reports a lasting one', async () => {
  await using fake = await github({ files });
  fake.faults.next({ method: 'GET' }, serverError(502));
  expect(await resolveCommit(clientOf(fake), REPOSITORY, 'main')).toHaveProperty('sha');
  fake.faults.always({ method: 'GET' }, serverError(503));
  expect(await violationsOf(resolveCommit(clientOf(fake), REPOSITORY, 'main'))).toMatchObject([
    { code: 'host-unavailable' },
  ]);
});
