/** Ancestry and history by reading commits through the long-lived reader. The answers are git's own (a test compares
 * them); only the processes are saved, of which a hundred concurrent clients would start hundreds. */
import type { Git } from './git.ts';
import { findEntry, readCommit } from './tree.ts';

export async function isAncestorOf(git: Git, ancestor: string, descendant: string): Promise<boolean> {
  const seen = new Set<string>();
  const waiting = [descendant];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    if (oid === ancestor) return true;
    if (seen.has(oid)) continue;
    seen.add(oid);
    if ((await git.object(oid))?.type === 'commit') waiting.push(...(await readCommit(git, oid)).parents);
  }
  return false;
}

/** The commit and all that it comes from. */
async function ancestorsOf(git: Git, oid: string): Promise<Set<string>> {
  const found = new Set<string>();
  const waiting = [oid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(await readCommit(git, next)).parents);
  }
  return found;
}

/** The commits of `base..head`, newest first. */
export async function commitsBetween(git: Git, base: string, head: string): Promise<string[]> {
  const without = await ancestorsOf(git, base);
  const all = await historyOf(git, head, { path: '', limit: Number.POSITIVE_INFINITY });
  return all.filter((oid) => !without.has(oid));
}

/** The newest common ancestors of both: one where git has one merge base, none for histories without a relation. */
export async function mergeBasesOf(git: Git, ours: string, theirs: string): Promise<string[]> {
  const others = await ancestorsOf(git, theirs);
  const common = [...(await ancestorsOf(git, ours))].filter((oid) => others.has(oid));
  const older = new Set<string>();
  for (const oid of common) {
    if (older.has(oid)) continue;
    for (const ancestor of await ancestorsOf(git, oid)) if (ancestor !== oid) older.add(ancestor);
  }
  return common.filter((oid) => !older.has(oid));
}

type Step = { readonly shown: boolean; readonly next: readonly string[]; readonly date: number };
const steps = new WeakMap<Git, Map<string, Promise<Step>>>();

/** The commits that `git rev-list` gives for the path (or all, for an empty one), newest first: at most so many. */
export async function historyOf(
  git: Git,
  from: string,
  { path, limit }: { path: string; limit: number },
): Promise<string[]> {
  const known = steps.get(git) ?? new Map<string, Promise<Step>>();
  steps.set(git, known);
  const stepAt = (oid: string): Promise<Step> => {
    const key = `${oid} ${path}`;
    const step = known.get(key) ?? takeStep(git, oid, path);
    known.set(key, step);
    return step;
  };
  const found: string[] = [];
  const seen = new Set([from]);
  const waiting = [{ oid: from, step: await stepAt(from) }];
  while (found.length < limit) {
    const current = waiting.shift();
    if (!current) break;
    if (current.step.shown) found.push(current.oid);
    for (const oid of current.step.next) {
      if (seen.has(oid)) continue;
      seen.add(oid);
      const step = await stepAt(oid);
      const behind = waiting.findIndex((other) => other.step.date < step.date);
      waiting.splice(behind < 0 ? waiting.length : behind, 0, { oid, step });
    }
  }
  return found;
}

/** Git's simplification of histories: a commit that leaves the path as one of its parents has it is not shown, and only
 * that parent is followed. */
const takeStep = async (git: Git, oid: string, path: string): Promise<Step> => {
  const { parents, tree, committer } = await readCommit(git, oid);
  const date = committer.date.getTime();
  if (path === '') return { shown: true, next: parents, date };
  const here = await at(git, tree, path);
  for (const parent of parents) {
    if ((await at(git, (await readCommit(git, parent)).tree, path)) === here)
      return { shown: false, next: [parent], date };
  }
  return { shown: parents.length > 0 || here !== undefined, next: parents, date };
};

const at = async (git: Git, tree: string, path: string): Promise<string | undefined> => {
  const entry = await findEntry(git, tree, path);
  return entry && `${entry.mode} ${entry.oid}`;
};
