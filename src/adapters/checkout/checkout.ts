import { fail } from '../../domain/errors.ts';
import { refuseMoment } from '../../domain/history/steps.ts';
import { listed } from '../../domain/text.ts';
import type { BranchMoved, CommitMessage, CommitRequest, Committed, Host, Snapshot, Written } from '../../ports.ts';
import { checkoutPast, standingAt } from './branch-history.ts';
import { areUnchanged, readerOf, restoreFiles, writeFiles } from './files.ts';
import { type Git, gitIn, headOfCheckout, historiesIn, must, readRevision, readStates } from './git.ts';

/** A checkout on disk as the host of the manifests. `files` changes the working tree alone and needs no git; `commit` makes a git commit of just the
 * changed manifests, whatever else is staged. */
type CheckoutOptions = { readonly directory: string; readonly writes: 'files' | 'commit' };

export function checkoutHost({ directory, writes }: CheckoutOptions): Host {
  const git = gitIn(directory);
  return {
    snapshot: ({ at }) => (at === undefined ? snapshotOf(directory, git) : snapshotAt(directory, git, at)),
    past: () => checkoutPast(git),
    commit: async (snapshot, request) => {
      if (!areUnchanged(directory, request.files)) return { kind: 'branch-moved' };
      if (writes === 'commit') return commit(directory, git, { snapshot, request });
      await writeFiles(directory, request.files);
      return { kind: 'written' };
    },
  };
}

const snapshotOf = async (directory: string, git: Git): Promise<Snapshot> => {
  const read = readerOf(directory);
  if ((await read('')).kind !== 'directory') {
    fail(
      'not-a-checkout',
      `There is no directory ${directory}.`,
      'Give the checkout of the manifest repository with --dir.',
    );
  }
  const { sha = '', ref = 'HEAD' } = await headOfCheckout(directory);
  return {
    commit: sha,
    branch: ref.replace(/^refs\/heads\//, ''),
    read: (paths) => Promise.all(paths.map(read)),
    history: historiesIn(git),
    // A local user can write the history directly, so no author has to be trusted.
    trust: () => undefined,
    readAt: (revision, paths) => readRevision(git, revision, paths),
    statesOf: (path, commits) => readStates(git, path, commits),
  };
};

/** Reads the commit at which the branch stood at the moment, whatever is in the working tree. */
const snapshotAt = async (directory: string, git: Git, moment: string): Promise<Snapshot> => {
  const { ref = 'HEAD' } = await headOfCheckout(directory);
  const commit = (await standingAt(git, moment)) ?? refuseMoment(moment);
  return {
    commit,
    branch: ref.replace(/^refs\/heads\//, ''),
    read: async (paths) => (await readRevision(git, commit, paths)) ?? refuseMoment(moment),
    history: historiesIn(git, { from: commit }),
    trust: () => undefined,
    readAt: (revision, paths) => readRevision(git, revision, paths),
    statesOf: (path, commits) => readStates(git, path, commits),
  };
};

const commit = async (
  directory: string,
  git: Git,
  { snapshot, request }: { snapshot: Snapshot; request: CommitRequest },
): Promise<Committed | BranchMoved | Written> => {
  if ((await commitOf(git)) !== snapshot.commit) return { kind: 'branch-moved' };
  const paths = request.files.map((file) => file.path);
  await refuseUncommitted(git, paths);
  await writeFiles(directory, request.files);
  try {
    await must(
      git,
      ['commit', '--quiet', '--only', '--cleanup=verbatim', '--file=-', '--', ...paths],
      print(request.message),
    );
  } catch (error) {
    await restoreFiles(directory, request.files);
    throw error;
  }
  return { kind: 'committed', commit: await commitOf(git) };
};

const commitOf = async (git: Git): Promise<string> => (await must(git, ['rev-parse', '--verify', 'HEAD'])).trim();

const print = ({ headline, body }: CommitMessage): string => `${headline}\n\n${body}\n`;

/** Changes that somebody has not committed yet would travel along in ours. */
const refuseUncommitted = async (git: Git, paths: readonly string[]): Promise<void> => {
  const status = await must(git, ['status', '--porcelain', '-z', '--untracked-files=all', '--', ...paths]);
  if (status === '') return;
  const changed = status.split('\0').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
  fail(
    'manifest-uncommitted',
    `${listed(changed)} ${changed.length === 1 ? 'has' : 'have'} changes that are not committed.`,
    'Commit or stash them first, or leave out --delivery commit to change the files alone.',
    { path: changed[0] },
  );
};
