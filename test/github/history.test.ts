import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGit, type Git } from './git.ts';
import { historyOf, isAncestorOf } from './history.ts';
import { editTree, printCommit } from './tree.ts';

const withGit = async (check: (git: Git) => Promise<void>): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'history-'));
  const git = await createGit(join(directory, 'bare.git'), 'main');
  try {
    await check(git);
  } finally {
    await git.close();
    await rm(directory, { recursive: true, force: true });
  }
};

const files = ['a', 'dir/b', 'dir/c'];
/** A commit: how far back its parents are, which file it gives which content. */
const commits = fc.array(
  fc.record({
    parents: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
    file: fc.nat({ max: 2 }),
    content: fc.nat({ max: 1 }),
  }),
  { minLength: 1, maxLength: 12 },
);

it('has the history and ancestry that git has', async () => {
  await withGit(async (git) => {
    await fc.assert(
      fc.asyncProperty(commits, async (plan) => {
        const made: { oid: string; tree: string }[] = [];
        for (const [index, { parents, file, content }] of plan.entries()) {
          const found = parents.flatMap((back) => made[index - back] ?? []);
          const [oid = ''] = await git.write([{ type: 'blob', bytes: Buffer.from(String(content)) }]);
          const tree = await editTree(git, found[0]?.tree, new Map([[files[file] ?? '', { mode: '100644', oid }]]));
          const person = { name: 'p', email: 'p@example.com', date: new Date(Date.UTC(2030, 0, 1, 0, index)) };
          const commit = {
            tree,
            parents: found.map((parent) => parent.oid),
            author: person,
            committer: person,
            message: String(index),
          };
          const [commitId = ''] = await git.write([printCommit(commit)]);
          made.push({ oid: commitId, tree });
        }
        const head = made.at(-1)?.oid ?? '';
        for (const path of ['', 'a', 'dir', 'dir/b']) {
          const expected = await git.output(['rev-list', head, '--', ...(path ? [path] : [])]);
          expect(await historyOf(git, head, { path, limit: Number.POSITIVE_INFINITY })).toEqual(
            expected.split('\n').filter(Boolean),
          );
        }
        const first = made[0]?.oid ?? '';
        const { code } = await git.run(['merge-base', '--is-ancestor', first, head]);
        expect(await isAncestorOf(git, first, head)).toBe(code === 0);
      }),
      { numRuns: 30 },
    );
  });
});
