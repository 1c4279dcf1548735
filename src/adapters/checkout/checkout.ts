import { basename, resolve } from 'node:path';
import { fail } from '../../domain/errors.ts';
import { refuseMoment } from '../../domain/history/steps.ts';
import type { FileChange, Notice } from '../../domain/model.ts';
import { BRANCHES } from '../../domain/proposal/delivery-parts.ts';
import { listed, quote } from '../../domain/text.ts';
import type {
  BranchMoved,
  CommitMessage,
  CommitRequest,
  Committed,
  History,
  Host,
  PastStates,
  Snapshot,
  SnapshotEntry,
  Written,
} from '../../ports.ts';
import { checkoutHistory, headAt, statesOnLine } from './branch-history.ts';
import { areUnchanged, readerOf, restoreFiles, writeFiles } from './files.ts';
import { type Git, gitIn, headOfCheckout, historiesIn, outputOf, readRevision } from './git.ts';

/** A checkout on disk as the host of the manifests. `files` changes the working tree alone and needs no git; `commit` makes a git commit of just the
 * changed manifests and leaves everything else that is staged. */
type CheckoutOptions = {
  readonly directory: string;
  readonly writes: 'files' | 'commit';
  /** Path of the configuration, which is read from the working tree. */
  readonly config?: string | undefined;
};

export function checkoutHost({ directory, writes, config }: CheckoutOptions): Host {
  const git = gitIn(directory);
  const readNow = (): Reader => {
    const read = readerOf(directory);
    return writes === 'commit' ? committedOf(read, { git, config }) : read;
  };
  return {
    snapshot: ({ at }) => (at === undefined ? snapshotOf(directory, git, readNow()) : snapshotAt(directory, git, at)),
    past: () => checkoutHistory(git),
    commit: async (snapshot, request) => {
      if (writes === 'commit') return commit(directory, git, { snapshot, request });
      if (!areUnchanged(directory, request.files)) return { kind: 'branch-moved' };
      await writeFiles(directory, request.files);
      return { kind: 'written' };
    },
    uncommitted: async (paths) => {
      const changed = writes === 'files' ? await changedSince(git) : undefined;
      return paths.filter((path) => changed?.has(path));
    },
  };
}

type Reader = (path: string) => Promise<SnapshotEntry>;

/** Reads an uncommitted manifest from HEAD: a commit is planned on HEAD, and then compared with the working tree. */
const committedOf = (
  read: Reader,
  { git, config }: { readonly git: Git; readonly config: string | undefined },
): Reader => {
  let changed: Promise<ReadonlyMap<string, SnapshotEntry>> | undefined;
  return async (path) => {
    changed ??= entriesAtHead(git);
    const entry = path === config ? undefined : (await changed).get(path);
    return entry === undefined || entry.kind === 'absent' ? read(path) : entry;
  };
};

const entriesAtHead = async (git: Git): Promise<ReadonlyMap<string, SnapshotEntry>> => {
  const paths = [...((await changedSince(git)) ?? [])];
  if (paths.length === 0) return new Map();
  const entries = await checkoutHistory(git).states(paths.map((path) => ({ revision: 'HEAD', path })));
  return new Map(paths.map((path, index) => [path, entries[index] ?? { kind: 'absent' }]));
};

/** Paths below the directory that differ from HEAD; undefined where there is no commit, or no git. */
const changedSince = async (git: Git): Promise<ReadonlySet<string> | undefined> => {
  const answer = await git(['diff', '--name-only', '-z', '--relative', '--ignore-submodules', 'HEAD']).catch(
    () => undefined,
  );
  return answer?.code === 0 ? new Set(answer.output.split('\0').filter(Boolean)) : undefined;
};

const snapshotOf = async (directory: string, git: Git, read: Reader): Promise<Snapshot> => {
  if ((await read('')).kind !== 'directory') {
    fail(
      'not-a-checkout',
      `There is no directory ${directory}.`,
      'Give the checkout of the manifest repository with --dir.',
    );
  }
  const { sha = '', ref = 'HEAD', isShallow } = await headOfCheckout(git);
  return {
    commit: sha,
    branch: ref.replace(/^refs\/heads\//, ''),
    directory: basename(resolve(directory)),
    read: (paths) => Promise.all(paths.map(read)),
    history: sha === '' ? async () => WITHOUT_COMMITS : historiesIn(git, { isShallow }),
    // A local user can write the history directly, so authors are not checked.
    trust: () => undefined,
    readAt: (revision, paths) => readRevision(git, revision, paths),
    statesOf: sha === '' ? async () => NO_STATES : once((path) => statesOnLine(git, path, sha)),
  };
};

const NO_STATES: PastStates = { entries: [], complete: true };

/** Each image of a manifest asks for the same states. */
const once = <T>(read: (path: string) => Promise<T>): ((path: string) => Promise<T>) => {
  const known = new Map<string, Promise<T>>();
  return (path) => {
    const answer = known.get(path) ?? read(path);
    known.set(path, answer);
    return answer;
  };
};

const WITHOUT_COMMITS: History = { commits: [], complete: true };

/** Reads the commit that the branch was at, and ignores the working tree. */
const snapshotAt = async (directory: string, git: Git, moment: string): Promise<Snapshot> => {
  const { ref = 'HEAD', isShallow } = await headOfCheckout(git);
  const commit = (await headAt(git, moment)) ?? refuseMoment(moment);
  return {
    commit,
    branch: ref.replace(/^refs\/heads\//, ''),
    directory: basename(resolve(directory)),
    read: async (paths) => (await readRevision(git, commit, paths)) ?? refuseMoment(moment),
    history: historiesIn(git, { from: commit, isShallow }),
    trust: () => undefined,
    readAt: (revision, paths) => readRevision(git, revision, paths),
    statesOf: once((path) => statesOnLine(git, path, commit)),
  };
};

const commit = async (
  directory: string,
  git: Git,
  { snapshot, request }: { snapshot: Snapshot; request: CommitRequest },
): Promise<Committed | BranchMoved | Written> => {
  const paths = request.files.map((file) => file.path);
  const { head, changed } = await statusOf(git, paths);
  if (head !== snapshot.commit) return { kind: 'branch-moved' };
  const isDone = (file: FileChange): boolean => areUnchanged(directory, [{ ...file, before: file.after }]);
  const done = request.files.filter(isDone);
  const files = request.files.filter((file) => !done.includes(file));
  await refuseOthers(git, changed, new Set(done.map(({ path }) => path)));
  if (!areUnchanged(directory, files)) return { kind: 'branch-moved' };
  await writeFiles(directory, files);
  try {
    await outputOf(
      git,
      ['commit', '--quiet', '--only', '--cleanup=verbatim', '--file=-', '--', ...paths],
      print(request.message),
    );
  } catch (error) {
    await restoreFiles(directory, files);
    throw error;
  }
  const [id, notices] = await Promise.all([commitOf(git), apart(git, snapshot.branch)]);
  return { kind: 'committed', commit: id, found: done.map(({ path }) => path), notices };
};

/** The lines of a commit count where it is pushed to the branch that Argo CD follows, or comes there from `promotion/…`. From any other
 * branch a pull request brings it, and its lines are text. Where the checkout does not know the default branch, that is taken for
 * one of the usual ones. */
const apart = async (git: Git, branch: string): Promise<readonly Notice[]> => {
  if (branch === 'HEAD' || branch.startsWith(BRANCHES)) return [];
  const answer = await git(['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']);
  const known = answer.code === 0 ? answer.output.trim().replace(/^origin\//, '') : undefined;
  if (known === undefined ? USUAL.includes(branch) : branch === known) return [];
  const base = known === undefined ? 'the branch that Argo CD follows' : quote(known);
  return [
    {
      message: `The commit is on ${quote(branch)}. If a pull request brings it to ${base}, its lines do not count as a record: later runs do not know what it has set.`,
      hint: `Commit on ${base} and push it there, or on a branch under ${BRANCHES}, or promote in a workflow.`,
    },
  ];
};

const USUAL = ['main', 'master'];

const commitOf = async (git: Git): Promise<string> => (await outputOf(git, ['rev-parse', '--verify', 'HEAD'])).trim();

const print = ({ headline, body }: CommitMessage): string => `${headline}\n\n${body}\n`;

type Status = {
  readonly head: string;
  /** Paths from the root of the repository; of a file with changes in the working tree or in the index alone, `isPlain`. */
  readonly changed: readonly { readonly path: string; readonly isPlain: boolean }[];
};

/** The head and the uncommitted changes, in one process. */
const statusOf = async (git: Git, paths: readonly string[]): Promise<Status> => {
  const words = ['--porcelain=v2', '--branch', '--no-ahead-behind', '--no-renames', '-z', '--untracked-files=all'];
  const lines = (await outputOf(git, ['status', ...words, '--', ...paths])).split('\0').filter(Boolean);
  const head = lines.find((line) => line.startsWith(HEAD_LINE))?.slice(HEAD_LINE.length) ?? '';
  const changed = lines.flatMap((line) => {
    const [kind = '', state = '', ...fields] = line.split(' ');
    const before = FIELDS_BEFORE_PATH[kind];
    if (before === undefined) return [];
    const path = [state, ...fields].slice(before).join(' ');
    return [{ path, isPlain: kind === '1' && /^(?:\.M|M\.)$/.test(state) }];
  });
  return { head, changed };
};

const HEAD_LINE = '# branch.oid ';

/** Changed, unmerged and untracked files, as `git status --porcelain=v2` prints them. */
const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { '1': 7, u: 9, '?': 0 };

/** Changes that somebody has not committed yet would travel along in ours. `done` has exactly the change of this promotion in the working tree;
 * the index holds it as well, or nothing. */
const refuseOthers = async (git: Git, changes: Status['changed'], done: ReadonlySet<string>): Promise<void> => {
  const top = changes.length === 0 ? '' : (await outputOf(git, ['rev-parse', '--show-prefix'])).trimEnd();
  const changed = changes.flatMap(({ path, isPlain }) => (isPlain && done.has(path.slice(top.length)) ? [] : [path]));
  if (changed.length === 0) return;
  fail(
    'manifest-uncommitted',
    `${listed(changed)} ${changed.length === 1 ? 'has' : 'have'} changes that are not committed and not of this promotion.`,
    'Look at them with git diff HEAD and commit or stash them first, or leave out --delivery commit to change the files alone.',
    { path: changed[0] },
  );
};
