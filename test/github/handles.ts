/** The interface of tests to a repository, as that of its owners or other people. */
import { ZERO } from './git.ts';
import { historyOf } from './history.ts';
import { editPullRequest, type NewPullRequest, openPullRequest } from './pulls/changes.ts';
import { afterMove, mergeWhatIsReady, runMergeQueue, setCheck } from './pulls/effects.ts';
import { type Merge, mergePullRequest } from './pulls/merge.ts';
import {
  type FileContent,
  listRefs,
  moveRefs,
  person as personOf,
  readRef,
  webFlow,
  writeCommit,
} from './repository.ts';
import { type CommitData, findEntry, type Mode, readCommit, readTree } from './tree.ts';
import {
  type CheckState,
  type Deployment,
  type Dispatch,
  nameOf,
  type PullRequest,
  type Repository,
  type Review,
  type Run,
  type Settings,
  type Token,
  type WorkflowDispatch,
  type World,
} from './world.ts';
import { type By, commitOnBranch } from './writes.ts';

export type LoggedCommit = CommitData & { readonly oid: string; readonly verified: boolean };

export interface Handle {
  readonly repository: Repository;
  /** Of the bare repository, for `git` and for clones. */
  readonly directory: string;
  readonly settings: Settings;
  readonly pullRequests: readonly PullRequest[];
  readonly dispatches: readonly Dispatch[];
  readonly deployments: readonly Deployment[];
  readonly workflowDispatches: readonly WorkflowDispatch[];
  readonly runs: Map<number, Run>;
  /** Renames it; the old name redirects. */
  rename(nameWithOwner: string): void;
  /** Content at the ref, by default the default branch; undefined where there is no file. */
  read(path: string, ref?: string): Promise<string | undefined>;
  bytes(path: string, ref?: string): Promise<Buffer | undefined>;
  mode(path: string, ref?: string): Promise<Mode | undefined>;
  /** All files, as `path → text`. */
  files(ref?: string): Promise<Record<string, string>>;
  /** Id of the commit at the branch; undefined where there is none. */
  head(branch?: string): Promise<string | undefined>;
  /** Newest first. */
  log(ref?: string): Promise<LoggedCommit[]>;
  /** Commits as somebody else would push, past all rules; the branch is created if need be, from the default branch.
   * `null` deletes a file. The id. */
  commit(branch: string, files: Readonly<Record<string, FileContent | null>>, options?: PushOptions): Promise<string>;
  /** Moves, creates (any ref) or deletes (`undefined`) as somebody else would. */
  setRef(name: string, oid: string | undefined, login?: string): Promise<void>;
  /** As GitHub's editor does: it makes and signs the commit, of the given login. */
  editOnSite(
    branch: string,
    files: Readonly<Record<string, string>>,
    by: { readonly login: string; readonly message: string },
  ): Promise<string>;
  refs(): Promise<Record<string, string>>;
  /** Reports a status check on a commit or ref, which may set off auto-merge. */
  setCheck(ref: string, name: string, state: CheckState): Promise<void>;
  review(number: number, login: string, state: Review['state']): Promise<void>;
  /** A change in the browser by a maintainer, under all rules of the branch. */
  openPullRequest(opened: Pick<NewPullRequest, 'head'> & Partial<NewPullRequest>): Promise<PullRequest>;
  mergePullRequest(number: number, merge?: Partial<Merge>): Promise<string>;
  closePullRequest(number: number): Promise<void>;
  describePullRequest(number: number, body: string, login?: string): Promise<void>;
  runMergeQueue(): Promise<void>;
  /** The complaints of `git fsck --strict`; empty for a sound repository. */
  fsck(): Promise<string>;
}

const octocat: Token = {
  login: 'octocat',
  kind: 'user',
  permissions: { '*': { contents: 'write', pull_requests: 'write', issues: 'write' } },
};

export type PushOptions = {
  readonly message?: string;
  readonly author?: string;
  /** The author, unless another login has amended the commit; `GitHub` for commits on its site. */
  readonly committer?: string;
  readonly date?: Date;
  /** As a commit that GitHub has made and signed for the author. */
  readonly signed?: true;
};

export function repositoryHandle(world: World, repository: Repository): Handle {
  const { git } = repository;
  const treeOf = async (ref = `refs/heads/${repository.defaultBranch}`): Promise<string | undefined> => {
    const found = await git.resolve(`${ref}^{commit}`);
    return found && (await readCommit(git, found.oid)).tree;
  };
  const entryOf = async (path: string, ref?: string) => {
    const tree = await treeOf(ref);
    return tree ? findEntry(git, tree, path) : undefined;
  };
  const bytes: Handle['bytes'] = async (path, ref) => {
    const entry = await entryOf(path, ref);
    return entry && entry.mode !== '40000' && entry.mode !== '160000'
      ? (await git.object(entry.oid))?.bytes
      : undefined;
  };
  const move = async (name: string, after: string, login = octocat.login): Promise<void> => {
    const result = await moveRefs(repository, [{ name, after }], { login, at: world.now() });
    if (result !== 'moved') throw new Error(`${name} cannot move: ${result}`);
    await afterMove(world, repository, [{ name, after }]);
  };
  const maintainer: By = { world, repository, viewer: { token: octocat, stale: false } };
  const numbered = (number: number): PullRequest => {
    const found = repository.pullRequests.find((pullRequest) => pullRequest.number === number);
    if (!found) throw new Error(`there is no pull request ${number}`);
    return found;
  };
  return {
    repository,
    get directory() {
      return git.directory;
    },
    settings: repository.settings,
    pullRequests: repository.pullRequests,
    dispatches: repository.dispatches,
    deployments: repository.deployments,
    workflowDispatches: repository.workflowDispatches,
    runs: repository.runs,
    rename: (nameWithOwner) => {
      const [owner = '', name = ''] = nameWithOwner.split('/');
      const former = nameOf(repository);
      world.repositories.delete(former.toLowerCase());
      world.renamed.set(former.toLowerCase(), repository);
      for (const { permissions } of world.tokens.values()) {
        if (permissions[former]) permissions[nameWithOwner] = permissions[former];
      }
      Object.assign(repository, { owner, name });
      world.repositories.set(nameWithOwner.toLowerCase(), repository);
      world.renamed.delete(nameWithOwner.toLowerCase());
    },
    bytes,
    read: async (path, ref) => (await bytes(path, ref))?.toString(),
    mode: async (path, ref) => (await entryOf(path, ref))?.mode,
    files: async (ref) => {
      const found: Record<string, string> = {};
      const walk = async (tree: string, prefix: string): Promise<void> => {
        for (const { mode, name, oid } of await readTree(git, tree)) {
          if (mode === '40000') await walk(oid, `${prefix}${name}/`);
          else found[prefix + name] = mode === '160000' ? oid : ((await git.object(oid))?.bytes.toString() ?? '');
        }
      };
      const tree = await treeOf(ref);
      if (tree) await walk(tree, '');
      return found;
    },
    head: (branch = repository.defaultBranch) => readRef(repository, `refs/heads/${branch}`),
    log: async (ref = `refs/heads/${repository.defaultBranch}`) => {
      const head = await git.resolve(`${ref}^{commit}`);
      if (!head) throw new Error(`there is no commit at ${ref}`);
      const ids = await historyOf(git, head.oid, { path: '', limit: Number.POSITIVE_INFINITY });
      return Promise.all(
        ids.map(async (oid) => ({ oid, verified: repository.verified.has(oid), ...(await readCommit(git, oid)) })),
      );
    },
    commit: (
      branch,
      files,
      { message = 'Change by somebody else', author = 'octocat', committer = author, date = world.now(), signed } = {},
    ) =>
      world.exclusive(async () => {
        const name = `refs/heads/${branch}`;
        const parent =
          (await readRef(repository, name)) ?? (await readRef(repository, `refs/heads/${repository.defaultBranch}`));
        const person = (name: string) =>
          name === 'GitHub' ? webFlow(date) : { name, email: `${name}@example.com`, date };
        const oid = await writeCommit(repository, {
          files,
          parents: parent ? [parent] : [],
          message,
          author: signed ? personOf(author, date) : person(author),
          committer: signed ? webFlow(date) : person(committer),
        });
        if (signed) repository.verified.add(oid);
        await move(name, oid);
        return oid;
      }),
    editOnSite: (branch, files, { login, message }) =>
      world.exclusive(() => {
        const additions = Object.entries(files).map(([path, text]) => ({
          path,
          contents: Buffer.from(text).toString('base64'),
        }));
        const viewer = { token: { ...octocat, login }, stale: false };
        return readRef(repository, `refs/heads/${branch}`).then((head = '') =>
          commitOnBranch(
            { world, repository, viewer },
            { branch, expectedHeadOid: head, message, additions, deletions: [] },
          ),
        );
      }),
    setRef: (name, oid, login) => world.exclusive(() => move(name, oid ?? ZERO, login)),
    refs: async () => Object.fromEntries((await listRefs(repository, 'refs/')).map(({ name, oid }) => [name, oid])),
    setCheck: (ref, name, state) =>
      world.exclusive(async () => {
        const oid = (await git.resolve(`${ref}^{commit}`))?.oid ?? ref;
        await setCheck(world, repository, { oid, name, state });
      }),
    review: (number, login, state) =>
      world.exclusive(async () => {
        numbered(number).reviews.push({ login, state, body: '' });
        await mergeWhatIsReady(world, repository);
      }),
    openPullRequest: ({ head, base = repository.defaultBranch, title = `Merge ${head}`, body = '', draft = false }) =>
      world.exclusive(() => openPullRequest(maintainer, { head, base, title, body, draft })),
    mergePullRequest: (number, merge) =>
      world.exclusive(() => mergePullRequest(maintainer, numbered(number), { method: 'merge', ...merge })),
    closePullRequest: (number) =>
      world.exclusive(() => editPullRequest(maintainer, numbered(number), { state: 'closed' })),
    describePullRequest: (number, body, login = octocat.login) =>
      world.exclusive(() => {
        const viewer = { token: { ...octocat, login }, stale: false };
        return editPullRequest({ world, repository, viewer }, numbered(number), { body });
      }),
    runMergeQueue: () => world.exclusive(() => runMergeQueue(world, repository)),
    fsck: async () => {
      const ran = await git.run(['fsck', '--strict', '--no-dangling', '--no-progress']);
      return ran.code === 0 ? ran.stdout + ran.stderr : `${ran.code} ${ran.stdout}${ran.stderr}`;
    },
  };
}
