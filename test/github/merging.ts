/** Merges in which git has nothing to decide: one merge base, no file changed on both sides, and none gone, so that none can have
 * been renamed. A test compares them with the merges of git. */
import type { Git } from './git.ts';
import { mergeBasesOf } from './history.ts';
import { printTree, readCommit, readTree, type TreeEntry } from './tree.ts';

/** The merged tree; undefined where git has to be asked. */
export async function plainMerge(git: Git, ours: string, theirs: string): Promise<string | undefined> {
  const [base, ...more] = await mergeBasesOf(git, ours, theirs);
  if (base === undefined || more.length > 0) return undefined;
  const [before, here, there] = await Promise.all(
    [base, ours, theirs].map(async (oid) => (await readCommit(git, oid)).tree),
  );
  if (before === undefined || here === undefined || there === undefined) return undefined;
  return base === ours ? there : base === theirs ? here : mergeTrees(git, [before, here, there]);
}

type Three<T> = readonly [before: T, ours: T, theirs: T];

const mergeTrees = async (git: Git, trees: Three<string>): Promise<string | undefined> => {
  const read = async (oid: string) => new Map((await readTree(git, oid)).map((entry) => [entry.name, entry]));
  const [before, ours, theirs] = [await read(trees[0]), await read(trees[1]), await read(trees[2])];
  const merged: TreeEntry[] = [];
  for (const name of new Set([...before.keys(), ...ours.keys(), ...theirs.keys()])) {
    const entry = await mergeEntries(git, [before.get(name), ours.get(name), theirs.get(name)]);
    if (!entry) return undefined;
    merged.push(entry);
  }
  const [oid] = await git.write([{ type: 'tree', bytes: printTree(merged) }]);
  return oid;
};

const mergeEntries = async (git: Git, entries: Three<TreeEntry | undefined>): Promise<TreeEntry | undefined> => {
  const [before, ours, theirs] = entries;
  if (isSame(ours, theirs)) return ours;
  if (!ours || !theirs) return before ? undefined : (ours ?? theirs);
  if (before && ours.mode === '40000' && theirs.mode === '40000' && before.mode === '40000') {
    const oid = await mergeTrees(git, [before.oid, ours.oid, theirs.oid]);
    return oid === undefined ? undefined : { ...ours, oid };
  }
  if (before === undefined || [before, ours, theirs].some(({ mode }) => mode === '40000')) return undefined;
  if (isSame(before, ours)) return theirs;
  return isSame(before, theirs) ? ours : undefined;
};

const isSame = (one: TreeEntry | undefined, other: TreeEntry | undefined): boolean =>
  one?.oid === other?.oid && one?.mode === other?.mode;
