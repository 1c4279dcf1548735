import { LARGEST_MANIFEST } from '../../domain/limits.ts';
import type { DirectoryEntry, Entry } from '../../ports.ts';
import { type Git, must } from './git.ts';

/** Entries of another commit, in the order of the paths; undefined where the checkout has no such commit: a clone of limited
 * depth lacks the older ones. */
export async function readRevision(
  git: Git,
  revision: string,
  paths: readonly string[],
): Promise<readonly Entry[] | undefined> {
  const answer = await git(['rev-parse', '--quiet', '--verify', `${revision}^{commit}`]).catch(() => undefined);
  const commit = answer?.code === 0 ? answer.output.trim() : '';
  // A branch or a tag may have a name of hexadecimal digits, and git prefers it to a shortened id.
  if (commit === '' || (!revision.endsWith('^') && !commit.startsWith(revision))) return undefined;
  return Promise.all(paths.map((path) => readEntry(git, commit, path)));
}

/** How many states of a manifest are read at the same time. */
const TOGETHER = 8;

/** What stood at the path in each of the commits. */
export async function readStates(git: Git, path: string, commits: readonly string[]): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let at = 0; at < commits.length; at += TOGETHER) {
    const some = commits.slice(at, at + TOGETHER).map((commit) => readEntry(git, commit, path));
    entries.push(...(await Promise.all(some)));
  }
  return entries;
}

type Listed = { readonly mode: string; readonly id: string; readonly size: number; readonly name: string };

const readEntry = async (git: Git, commit: string, path: string): Promise<Entry> => {
  if (path === '') return listing(git, [commit]);
  const [entry] = parse(await must(git, ['ls-tree', '-z', '-l', commit, '--', path]));
  if (entry === undefined) return { kind: 'absent' };
  const kind = kindOf(entry);
  if (kind === 'directory') return listing(git, ['--full-tree', entry.id]);
  if (kind !== 'file') return { kind };
  if (entry.size > LARGEST_MANIFEST) return { kind: 'too-large', size: entry.size };
  const text = await must(git, ['cat-file', 'blob', entry.id]);
  if ((await blobId(text, entry.id.length)) !== entry.id || text.includes('\0')) return { kind: 'binary' };
  return { kind: 'file', text, executable: entry.mode === '100755' };
};

/** Paths are relative to the directory of the checkout, unless git is told that a tree is meant as a whole. */
const listing = async (git: Git, tree: readonly string[]): Promise<Entry> => ({
  kind: 'directory',
  entries: parse(await must(git, ['ls-tree', '-z', '-l', ...tree])).map((entry) => ({
    name: entry.name,
    kind: kindOf(entry),
  })),
});

const parse = (output: string): Listed[] =>
  output.split('\0').flatMap((line) => {
    const [, mode = '', id = '', size = '', name = ''] = /^(\d+) \w+ ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(line) ?? [];
    return line === '' ? [] : [{ mode, id, size: Number(size), name }];
  });

const kindOf = ({ mode }: Listed): DirectoryEntry['kind'] => {
  if (mode === '040000') return 'directory';
  if (mode === '120000') return 'symlink';
  return mode === '160000' ? 'submodule' : 'file';
};

/** Text that was not UTF-8 does not hash to what it came from. */
const blobId = async (text: string, length: number): Promise<string> => {
  const { createHash } = await import('node:crypto');
  const bytes = Buffer.from(text, 'utf8');
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
};
