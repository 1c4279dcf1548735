/** The git program on a checkout: its HEAD, other commits, and the histories of many paths, for which git walks the history once. */

import { PromotionError } from '../../domain/errors.ts';
import { LARGEST_MANIFEST, LONGEST_HISTORY } from '../../domain/limits.ts';
import { quote } from '../../domain/text.ts';
import type { DirectoryEntry, History, HistoryCommit, SnapshotEntry } from '../../ports.ts';

const LONGEST_OUTPUT = 64 * 1024 * 1024;

/** The result of a git command; a non-zero exit is a value, since git answers questions with it. */
type GitAnswer = { readonly code: number; readonly output: string; readonly error: string };

export type Git = (arguments_: readonly string[], input?: string) => Promise<GitAnswer>;

/** The git program on the checkout at `directory`. Paths are taken literally, never as patterns. */
export function gitIn(directory: string): Git {
  return async (arguments_, input) => {
    const { execFile } = await import('node:child_process');
    return new Promise((resolve, reject) => {
      const child = execFile(
        'git',
        ['--literal-pathspecs', '-c', 'core.quotePath=false', '-c', 'log.follow=false', ...arguments_],
        { cwd: directory, maxBuffer: LONGEST_OUTPUT, encoding: 'utf8' },
        (error, output, errorOutput) => {
          if (error === null) return resolve({ code: 0, output, error: errorOutput });
          if (typeof error.code === 'number') return resolve({ code: error.code, output, error: errorOutput });
          return reject(notStarted(error));
        },
      );
      // A git that ends before it has read everything says why by its exit code.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  };
}

const notStarted = (error: Error): PromotionError =>
  new PromotionError(
    [
      {
        code: 'not-a-checkout',
        message: `git cannot be run: ${quote(error.message)}.`,
        hint: 'Install git, or leave out --delivery commit to change the files alone.',
      },
    ],
    { cause: error },
  );

/** The output of a command that must succeed.
 * @throws PromotionError `not-a-checkout` with git's own words. */
export async function outputOf(git: Git, arguments_: readonly string[], input?: string): Promise<string> {
  const answer = await git(arguments_, input);
  if (answer.code === 0) return answer.output;
  throw new PromotionError([
    {
      code: 'not-a-checkout',
      message: `git ${arguments_[0]} fails: ${quote(answer.error.trim() || answer.output.trim())}.`,
      hint: 'Run the command in a checkout of the manifest repository that git can work with.',
    },
  ]);
}

/** The commit and the full ref of a checkout, as a workflow's run would name them; absent where git has none. */
type Head = {
  readonly sha?: string | undefined;
  readonly ref?: string | undefined;
  /** A clone of limited depth ends in a commit that seems to have made all files. */
  readonly isShallow: boolean;
};

/** HEAD, in one process; empty where there is no commit, no branch, or no git at all. */
export async function headOfCheckout(git: Git): Promise<Head> {
  try {
    const told = await git(['rev-parse', 'HEAD^{commit}', '--is-shallow-repository', '--symbolic-full-name', 'HEAD']);
    const [sha, shallow, full] = told.code === 0 ? told.output.trim().split('\n') : [];
    const isShallow = shallow === 'true';
    if (full !== undefined) return { sha, ref: full === 'HEAD' ? undefined : full, isShallow };
    // Without a commit there is nothing to name, and another ref of that name makes it ambiguous.
    const symbolic = await git(['symbolic-ref', '--quiet', 'HEAD']);
    return { sha, ref: (symbolic.code === 0 && symbolic.output.trim()) || undefined, isShallow };
  } catch {
    return { isShallow: false };
  }
}

/** Entries of another commit, in the order of the paths; undefined where the checkout has no such commit: a clone of limited
 * depth lacks the older ones. */
export async function readRevision(
  git: Git,
  revision: string,
  paths: readonly string[],
): Promise<readonly SnapshotEntry[] | undefined> {
  const answer = await git(['rev-parse', '--quiet', '--verify', `${revision}^{commit}`]).catch(() => undefined);
  const commit = answer?.code === 0 ? answer.output.trim() : '';
  // A branch or a tag may have a name of hexadecimal digits, and git prefers it to a shortened id.
  if (commit === '' || (!revision.endsWith('^') && !commit.startsWith(revision))) return undefined;
  return Promise.all(paths.map((path) => readEntry(git, commit, path)));
}

type Listed = { readonly mode: string; readonly id: string; readonly size: number; readonly name: string };

const readEntry = async (git: Git, commit: string, path: string): Promise<SnapshotEntry> => {
  if (path === '') return listing(git, [commit]);
  const [entry] = parse(await outputOf(git, ['ls-tree', '-z', '-l', commit, '--', path]));
  if (entry === undefined) return { kind: 'absent' };
  const kind = kindOf(entry);
  if (kind === 'directory') return listing(git, ['--full-tree', entry.id]);
  if (kind !== 'file') return { kind };
  if (entry.size > LARGEST_MANIFEST) return { kind: 'too-large', size: entry.size };
  const text = await outputOf(git, ['cat-file', 'blob', entry.id]);
  if ((await blobId(text, entry.id.length)) !== entry.id || text.includes('\0')) return { kind: 'binary' };
  return { kind: 'file', text, executable: entry.mode === '100755' };
};

/** Paths are relative to the directory of the checkout, unless git takes a tree as a whole. */
const listing = async (git: Git, tree: readonly string[]): Promise<SnapshotEntry> => ({
  kind: 'directory',
  entries: parse(await outputOf(git, ['ls-tree', '-z', '-l', ...tree])).map((entry) => ({
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

/** Text that was not UTF-8 has another hash than its bytes. */
const blobId = async (text: string, length: number): Promise<string> => {
  const { createHash } = await import('node:crypto');
  const bytes = Buffer.from(text, 'utf8');
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
};

/** The commit that the histories end in, and how many commits of each path are read. */
type HistoryRange = { readonly from: string; readonly most: number };

type Checkout = HistoryRange & Pick<Head, 'isShallow'>;

/** Reads each path once; all questions of one turn of the event loop are read together. */
export function historiesIn(
  git: Git,
  { from = 'HEAD', most = LONGEST_HISTORY, isShallow = false }: Partial<Checkout> = {},
): (path: string) => Promise<History> {
  const known = new Map<string, Promise<History>>();
  let batch: { readonly paths: string[]; readonly answers: Promise<readonly History[]> } | undefined;
  const read = async (paths: readonly string[]): Promise<readonly History[]> => {
    // All questions of this turn are collected before it ends.
    await new Promise<void>((resolve) => setImmediate(resolve));
    batch = undefined;
    const { commits = paths.map(() => []), isRead } = await readAll(git, paths, { from, most: most + 1 }).then(
      (commits) => ({ commits, isRead: true }),
      // Such as more output than a string can hold.
      () => ({ isRead: false, commits: undefined }),
    );
    return commits.map((all) => ({
      commits: all.slice(0, most),
      complete: isRead && all.length <= most && !isShallow,
    }));
  };
  const ask = async (path: string): Promise<History> => {
    if (batch === undefined) {
      const paths: string[] = [];
      batch = { paths, answers: read(paths) };
    }
    const { paths, answers } = batch;
    const index = paths.push(path) - 1;
    return (await answers)[index] ?? { commits: [], complete: true };
  };
  return (path) => {
    const answer = known.get(path) ?? ask(path);
    known.set(path, answer);
    return answer;
  };
}

const FORMAT = ['--no-show-signature', '--format=%H%n%cI%n%B'];

/** So many paths fit on a command line. */
const PATHS_TOGETHER = 4_000;

const readAll = async (
  git: Git,
  paths: readonly string[],
  range: HistoryRange,
): Promise<HistoryCommit[][] | undefined> => {
  const all: HistoryCommit[][] = [];
  for (let at = 0; at < paths.length; at += PATHS_TOGETHER) {
    const some = paths.slice(at, at + PATHS_TOGETHER);
    const read = await (some.length === 1 ? readOne(git, some[0] ?? '', range) : readTogether(git, some, range));
    if (read === undefined) return undefined;
    all.push(...read);
  }
  return all;
};

const readOne = async (
  git: Git,
  path: string,
  { from, most }: HistoryRange,
): Promise<HistoryCommit[][] | undefined> => {
  const answer = await git(['log', '-z', `--max-count=${most}`, ...FORMAT, from, '--', path || '.']);
  return answer.code === 0 ? [parseCommits(answer.output)] : undefined;
};

const parseCommits = (output: string): HistoryCommit[] =>
  output.split('\0').flatMap((text) => {
    const [id = '', committedAt = '', ...message] = text.split('\n');
    return text === '' ? [] : [{ id, committedAt, message: message.join('\n') }];
  });

/** A commit with its parents, as far as they touch the paths, and its changes against each of them. */
type Step = {
  readonly id: string;
  readonly parents: readonly string[];
  readonly changed: readonly ReadonlySet<string>[];
};

const readTogether = async (
  git: Git,
  paths: readonly string[],
  { from, most }: HistoryRange,
): Promise<HistoryCommit[][] | undefined> => {
  const places = { paths: new Set(paths), words: paths.map((path) => path || '.') };
  const graph = await graphOf(git, from, places);
  const merges = graph?.filter(({ parents }) => parents.length > 1) ?? [];
  const sides = merges.flatMap(({ id, parents }) => parents.map((parent) => `${id} ${parent}`));
  const changes = sides.length > 0 ? await changesOf(git, sides, places) : [];
  if (graph === undefined || changes === undefined) return undefined;
  const steps = new Map<string, Step>();
  let at = 0;
  for (const { id, parents, changed } of graph) {
    const count = parents.length > 1 ? parents.length : 0;
    steps.set(id, { id, parents, changed: count === 0 ? [changed] : changes.slice(at, at + count) });
    at += count;
  }
  const touching = paths.map((path) => touchingCommits(path, { head: graph[0]?.id, steps, most }));
  const messages = await messagesOf(git, [...new Set(touching.flat())]);
  return messages && touching.map((ids) => ids.flatMap((id) => messages.get(id) ?? []));
};

/** The paths of a question, and how git takes them. */
type Places = { readonly paths: ReadonlySet<string>; readonly words: readonly string[] };

type Walked = { readonly id: string; readonly parents: readonly string[]; readonly changed: ReadonlySet<string> };

const NAMES = ['-z', '--root', '--name-only', '--no-renames', '--relative'];

/** The commits that touch the paths, with what each changes; of a merge that is not told. */
const graphOf = async (git: Git, from: string, places: Places): Promise<readonly Walked[] | undefined> => {
  const walk = ['log', '--no-show-signature', '--full-history', '--parents', '--date-order', '--format=%x00%H %P'];
  const answer = await git([...walk, ...NAMES, from, '--', ...places.words]);
  if (answer.code !== 0) return undefined;
  return blocksOf(answer.output).map(([head = '', ...names]) => {
    const [id = '', ...parents] = head.split(' ').filter((word) => word !== '');
    return { id, parents, changed: pathsIn(names, places) };
  });
};

/** The paths that differ between the two commits of each line. */
const changesOf = async (
  git: Git,
  sides: readonly string[],
  places: Places,
): Promise<readonly ReadonlySet<string>[] | undefined> => {
  const question = ['diff-tree', '--stdin', '--always', '-r', '--format=%x00%H', ...NAMES, '--', ...places.words];
  const answer = await git(question, sides.map((side) => `${side}\n`).join(''));
  if (answer.code !== 0) return undefined;
  const blocks = blocksOf(answer.output);
  return blocks.length === sides.length ? blocks.map(([, ...names]) => pathsIn(names, places)) : undefined;
};

/** What git says of one commit after another: its head, and the names of what it changes. An empty word, which no name is, stands
 * before each of them, and a line break before its first name. */
const blocksOf = (output: string): (readonly string[])[] => {
  const blocks: string[][] = [];
  let isHead = false;
  for (const word of output.split('\0')) {
    const block = blocks.at(-1);
    if (isHead) blocks.push([word.trimEnd()]);
    else if (word !== '') block?.push(block.length === 1 ? word.replace('\n', '') : word);
    isHead = !isHead && word === '';
  }
  return blocks;
};

const pathsIn = (names: readonly string[], { paths }: Places): ReadonlySet<string> =>
  new Set(names.flatMap(pathsAbove).filter((path) => paths.has(path)));

/** The path itself, the directories above it, and the root. */
const pathsAbove = (path: string): string[] => {
  if (path === '') return [];
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index).join('/')).concat(path);
};

type Walk = {
  readonly head: string | undefined;
  readonly steps: ReadonlyMap<string, Step>;
  readonly most: number;
};

/** As git simplifies the history of one path: a merge that took it over from one side leads on to that side alone. */
const touchingCommits = (path: string, { head, steps, most }: Walk): string[] => {
  const reached = new Set(head === undefined ? [] : [head]);
  const found: string[] = [];
  for (const { id, parents, changed } of steps.values()) {
    if (!reached.has(id)) continue;
    const same = parents.findIndex((_, index) => changed[index]?.has(path) === false);
    if (same >= 0) reached.add(parents[same] as string);
    else {
      for (const parent of parents) reached.add(parent);
      if (parents.length > 0 || changed[0]?.has(path) === true) found.push(id);
    }
    if (found.length === most) break;
  }
  return found;
};

const messagesOf = async (git: Git, ids: readonly string[]): Promise<Map<string, HistoryCommit> | undefined> => {
  if (ids.length === 0) return new Map();
  const answer = await git(
    ['log', '-z', '--no-walk=unsorted', '--stdin', ...FORMAT],
    ids.map((id) => `${id}\n`).join(''),
  );
  if (answer.code !== 0) return undefined;
  return new Map(parseCommits(answer.output).map((commit) => [commit.id, commit]));
};
