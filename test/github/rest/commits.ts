/** Commits as the web shows them, and comparisons. */

import { may } from '../access.ts';
import { noSuchCommit, noSuchRoute } from '../errors.ts';
import { pullRequestsOf } from '../resolvers/commits.ts';
import { nameOf } from '../world.ts';
import { gitCommitBody } from './git.ts';
import type { Answer, RepositoryCall, Routes } from './index.ts';
import { paged } from './paging.ts';
import { userBody } from './pulls.ts';

const resolve = async ({ repository }: RepositoryCall, ref: string): Promise<string> => {
  const found = await repository.git.resolve(`${ref}^{commit}`);
  if (!found) throw noSuchRoute();
  return found.oid;
};

export const commitBody = async (call: RepositoryCall, oid: string) => {
  const { author, committer, message, tree, verification, parents } = await gitCommitBody(call, oid);
  const { world, repository } = call;
  return {
    sha: oid,
    url: `${world.url}/repos/${nameOf(repository)}/commits/${oid}`,
    html_url: `${world.serverUrl}/${nameOf(repository)}/commit/${oid}`,
    commit: { author, committer, message, tree, verification },
    author: userBody(author.name),
    committer: userBody(committer.name),
    parents,
  };
};

const get = async (call: RepositoryCall): Promise<Answer> => {
  const { ref = '' } = call.parameters;
  const oid = (await call.repository.git.resolve(`${ref}^{commit}`))?.oid;
  if (oid === undefined) throw noSuchCommit(ref);
  if (/\bsha\b/.test(call.incoming.headers.accept ?? '')) return { status: 200, body: Buffer.from(oid) };
  return { status: 200, body: await commitBody(call, oid) };
};

const list = async (call: RepositoryCall): Promise<Answer> => {
  const { query } = call.incoming;
  const start = await resolve(call, query.get('sha') ?? `refs/heads/${call.repository.defaultBranch}`);
  const path = query.get('path');
  const listed = await call.repository.git.output(['rev-list', start, '--', ...(path ? [`:(literal)${path}`] : [])]);
  return paged(call, listed === '' ? [] : listed.split('\n'), (oid) => commitBody(call, oid));
};

const compare = async (call: RepositoryCall): Promise<Answer> => {
  const { git } = call.repository;
  const [from = '', to = ''] = (call.parameters.range ?? '').split('...');
  const base = await resolve(call, from);
  const head = await resolve(call, to);
  const counted = await git.output(['rev-list', '--left-right', '--count', `${base}...${head}`]);
  const [behind = 0, ahead = 0] = counted.split('\t').map(Number);
  const status = ahead > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical';
  const ids = await git.output(['rev-list', '--reverse', `${base}..${head}`]);
  const mergeBase = (await git.run(['merge-base', base, head])).stdout.trim();
  const names = await git.output(['diff', '--name-only', '-z', `${mergeBase || base}`, head]);
  return {
    status: 200,
    body: {
      status,
      ahead_by: ahead,
      behind_by: behind,
      total_commits: ahead,
      base_commit: await commitBody(call, base),
      merge_base_commit: mergeBase ? await commitBody(call, mergeBase) : null,
      commits: await Promise.all((ids === '' ? [] : ids.split('\n')).slice(0, 250).map((oid) => commitBody(call, oid))),
      files: names
        .split('\0')
        .filter(Boolean)
        .map((filename) => ({ filename, status: 'modified' })),
    },
  };
};

export const commitRoutes: Routes = {
  'GET /commits': list,
  'GET /commits/{ref*}/pulls': async (call) => {
    if (!may(call.viewer, call.repository, 'pull_requests', 'read')) return { status: 200, body: [] };
    const oid = await resolve(call, call.parameters.ref ?? '');
    const found = await pullRequestsOf(call.repository, oid);
    return paged(call, found, async ({ number, title, state, head }) => ({
      number,
      title,
      state: state === 'OPEN' ? 'open' : 'closed',
      head: { ref: head },
    }));
  },
  'GET /commits/{ref*}': get,
  'GET /compare/{range*}': compare,
};
