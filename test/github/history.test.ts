import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLong } from '../sample.ts';
import { createGit, type Git, ZERO } from './git.ts';
import { commitsBetween, historyOf, isAncestorOf, mergeBasesOf } from './history.ts';
import { judge } from './judge.ts';
import { plainMerge } from './merging.ts';
import { type Change, editTree, printCommit } from './tree.ts';

const withGit = async (check: (git: Git) => Promise<void>): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'history-'));
  const git = createGit(join(directory, 'bare.git'), 'main');
  try {
    await check(git);
  } finally {
    await git.close();
    await rm(directory, { recursive: true, force: true });
  }
};

const files = ['a', 'dir/b', 'dir/c', 'dir/in/d', 'e/f'];
/** A commit: how far back its parents are, which file it gives which content, or takes away. */
const commits = fc.array(
  fc.record({
    parents: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
    file: fc.nat({ max: 4 }),
    content: fc.nat({ max: 2 }),
  }),
  { minLength: 1, maxLength: 12 },
);

type Plan = typeof commits extends fc.Arbitrary<infer T> ? T : never;

/** The ids of the commits, oldest first. */
const make = async (git: Git, plan: Plan): Promise<string[]> => {
  const made: { oid: string; tree: string }[] = [];
  for (const [index, { parents, file, content }] of plan.entries()) {
    const found = parents.flatMap((back) => made[index - back] ?? []);
    const [oid = ''] = await git.write([{ type: 'blob', bytes: Buffer.from(`${content}\n`.repeat(20)) }]);
    const change: Change = content === 2 ? 'delete' : { mode: '100644', oid };
    const tree = await editTree(git, found[0]?.tree, new Map([[files[file] ?? '', change]]));
    const person = { name: 'p', email: 'p@example.com', date: new Date(Date.UTC(2030, 0, 1, 0, index)) };
    const ids = found.map((parent) => parent.oid);
    const commit = { tree, parents: ids, author: person, committer: person, message: String(index) };
    const [commitId = ''] = await git.write([printCommit(commit)]);
    made.push({ oid: commitId, tree });
  }
  return made.map(({ oid }) => oid);
};

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

it('the repository in memory has the history and ancestry that git reports', async () => {
  await withGit(async (git) => {
    await fc.assert(
      fc.asyncProperty(commits, async (plan) => {
        const ids = await make(git, plan);
        const [first = '', head = ''] = [ids[0], ids.at(-1)];
        for (const path of ['', 'a', 'dir', 'dir/b']) {
          const expected = await git.output(['rev-list', head, '--', ...(path ? [path] : [])]);
          expect(await historyOf(git, head, { path, limit: Number.POSITIVE_INFINITY })).toEqual(linesOf(expected));
        }
        const { code } = await git.run(['merge-base', '--is-ancestor', first, head]);
        expect(await isAncestorOf(git, first, head)).toBe(code === 0);
        const middle = ids[ids.length >> 1] ?? '';
        const between = await git.output(['rev-list', `${middle}..${head}`]);
        expect(await commitsBetween(git, middle, head)).toEqual(linesOf(between));
      }),
      { numRuns: isLong ? 20 : 5 },
    );
  });
});

it('the repository in memory merges as git does, or leaves the merge to git', async () => {
  let merged = 0;
  await withGit(async (git) => {
    await fc.assert(
      fc.asyncProperty(commits, fc.nat(), async (plan, at) => {
        const ids = await make(git, plan);
        const [ours = '', theirs = ''] = [ids[at % ids.length], ids.at(-1)];
        const bases = await git.run(['merge-base', '--all', ours, theirs]);
        expect((await mergeBasesOf(git, ours, theirs)).toSorted()).toEqual(linesOf(bases.stdout).toSorted());
        const tree = await plainMerge(git, ours, theirs);
        if (tree === undefined) return;
        merged += 1;
        expect(await git.output(['merge-tree', '--write-tree', ours, theirs])).toBe(tree);
      }),
      { numRuns: isLong ? 60 : 15 },
    );
  });
  expect(merged).toBeGreaterThan(isLong ? 12 : 0);
});

it('the repository in memory refuses changes with the messages of git', async () => {
  await withGit(async (git) => {
    const [one = '', two = ''] = await make(git, [
      { parents: [], file: 0, content: 0 },
      { parents: [1], file: 0, content: 1 },
    ]);
    expect(await git.updateRefs([`update refs/heads/a ${one} ${ZERO}`, `update refs/tags/t ${two} ${ZERO}`])).toBe(
      undefined,
    );
    expect(await git.refs()).toEqual([
      { name: 'refs/heads/a', oid: one },
      { name: 'refs/tags/t', oid: two },
    ]);
    expect(await git.resolve('a')).toEqual({ oid: one, type: 'commit' });
    expect(await git.updateRefs([`update refs/heads/a ${two} ${two}`])).toMatch(/is at .* but expected/);
    expect(await git.updateRefs([`update refs/heads/a/b ${two} ${ZERO}`])).toMatch(/exists; cannot create/);
    expect(await git.updateRefs([`update refs/heads/a ${two} ${one}`, `delete refs/tags/t ${two}`])).toBe(undefined);
    expect(await git.output(['for-each-ref', '--format=%(refname) %(objectname)'])).toBe(`refs/heads/a ${two}`);
  });
});

it('the repository in memory accepts only objects that git accepts', async () => {
  const missing = 'a'.repeat(40);
  await withGit(async (git) => {
    const [tree = ''] = await git.write([{ type: 'tree', bytes: Buffer.alloc(0) }]);
    const person = { name: 'p', email: 'p@example.com', date: new Date(0) };
    const commit = { tree, parents: [missing], author: person, committer: person, message: 'x' };
    await git.write([printCommit(commit)]);
  });
  await expect(judge()).rejects.toThrow(missing);
});
