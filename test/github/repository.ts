/** Repositories: how they come to be, their refs, and commits onto them. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Ref } from './disk.ts';
import { createGit, isRefName, type NewObject, objectId, ZERO } from './git.ts';
import { isAncestorOf } from './history.ts';
import { type Change, editTree, type Mode, type Person, printCommit, readCommit } from './tree.ts';
import type { Repository, Settings, Viewer, World } from './world.ts';

export type FileContent = string | { readonly text?: string; readonly bytes?: Uint8Array; readonly mode?: Mode };
export type Files = Readonly<Record<string, FileContent>>;

export type RepositoryOptions = {
  /** Of the first commit. A submodule (`mode: '160000'`) has its commit as text. Absent: an empty repository. */
  readonly files?: Files;
  readonly defaultBranch?: string;
  readonly settings?: Partial<Settings>;
  readonly collaborators?: Readonly<Record<string, 'admin' | 'maintain' | 'write' | 'triage' | 'read'>>;
};

const defaults: Settings = {
  private: true,
  archived: false,
  mergeCommitAllowed: true,
  squashMergeAllowed: true,
  rebaseMergeAllowed: true,
  autoMergeAllowed: false,
  deleteBranchOnMerge: false,
  squashMessage: 'commits',
  actionsMayCreatePullRequests: false,
  protections: [],
  unknownMergeable: 0,
};

export type Birth = { readonly nameWithOwner: string; readonly directory: string; readonly options: RepositoryOptions };

export async function createRepository(
  world: World,
  { nameWithOwner, directory, options }: Birth,
): Promise<Repository> {
  const [owner = '', name = ''] = nameWithOwner.split('/');
  const defaultBranch = options.defaultBranch ?? 'main';
  const repository: Repository = {
    owner,
    name,
    id: 1000 + world.repositories.size,
    git: createGit(join(directory, `${randomUUID()}.git`), defaultBranch),
    defaultBranch,
    // A list of its own: owners add rules to it.
    settings: { ...defaults, protections: [], ...options.settings },
    pullRequests: [],
    labels: new Map([['bug', 'd73a4a']]),
    collaborators: new Map(Object.entries(options.collaborators ?? {})),
    checks: new Map(),
    verified: new Set(),
    activities: [],
    dispatches: [],
    deployments: [],
    workflowDispatches: [],
    runs: new Map(),
    past: { refs: new Map() },
  };
  world.repositories.set(nameWithOwner.toLowerCase(), repository);
  if (options.files) {
    const commit = await writeCommit(repository, {
      files: options.files,
      parents: [],
      message: 'Begin',
      author: person('octocat', world.now()),
    });
    const mover = { login: 'octocat', at: world.now() };
    await moveRefs(repository, [{ name: `refs/heads/${defaultBranch}`, after: commit }], mover);
  }
  return repository;
}

export const person = (login: string, date: Date): Person => ({
  name: login,
  email: `${1000 + login.length}+${login}@users.noreply.github.com`,
  date,
});

/** The committer of commits through the web or the API. */
export const webFlow = (date: Date): Person => ({ name: 'GitHub', email: 'noreply@github.com', date });

export type NewCommit = {
  /** `null` deletes. */
  readonly files: Readonly<Record<string, FileContent | null>>;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Person;
  readonly committer?: Person;
};

/** Writes a commit of the first parent's tree with the files changed, onto no branch; its id. */
export async function writeCommit(repository: Repository, commit: NewCommit): Promise<string> {
  const { git } = repository;
  const objects: NewObject[] = [];
  const changes = new Map<string, Change>();
  for (const [path, content] of Object.entries(commit.files)) {
    if (content === null) {
      changes.set(path, 'delete');
      continue;
    }
    const {
      mode = '100644',
      text = '',
      bytes = Buffer.from(text),
    } = typeof content === 'string' ? { text: content } : content;
    const blob: NewObject = { type: 'blob', bytes };
    if (mode !== '160000') objects.push(blob);
    changes.set(path, { mode, oid: mode === '160000' ? text : objectId(blob) });
  }
  await git.write(objects);
  const [parent] = commit.parents;
  const tree = await editTree(git, parent && (await readCommit(git, parent)).tree, changes);
  return commitTree(repository, { ...commit, tree });
}

export type TreeCommit = Omit<NewCommit, 'files'> & { readonly tree: string };

export async function commitTree(repository: Repository, commit: TreeCommit): Promise<string> {
  const { tree, parents, author, message, committer = commit.author } = commit;
  const [oid = ''] = await repository.git.write([printCommit({ tree, parents, author, committer, message })]);
  return oid;
}

/** `before`: the required present commit of the ref, zeroes for none; absent for any. `after`: zeroes delete. */
export type RefChange = { readonly name: string; readonly before?: string | undefined; readonly after: string };

/** Who moves refs, and when, for the server's own record. */
export type Mover = { readonly login: string; readonly at: Date; readonly type?: 'pr_merge' | undefined };

/** Moves the refs, all or none. `conflict`: a name conflicts with another (`a` and `a/b`). */
export async function moveRefs(
  repository: Repository,
  changes: readonly RefChange[],
  mover: Mover,
): Promise<'moved' | 'differs' | 'conflict'> {
  const past = new Map<string, string | undefined>();
  for (const { name } of changes) past.set(name, await readRef(repository, name));
  const lines = changes.map(({ name, before, after }) => {
    const old = before ?? past.get(name) ?? ZERO;
    return after === ZERO ? `delete ${name} ${old}` : `update ${name} ${after} ${old}`;
  });
  const complaint = await repository.git.updateRefs(lines);
  if (complaint !== undefined)
    return /exists; cannot create|cannot process both/.test(complaint) ? 'conflict' : 'differs';
  repository.past = { refs: past, pullRequests: structuredClone(repository.pullRequests) };
  for (const { name, before, after } of changes) {
    await recordMove(repository, { name, before: before ?? past.get(name) ?? ZERO, after }, mover);
  }
  return 'moved';
}

export async function recordMove(
  repository: Repository,
  { name, before, after }: Required<RefChange>,
  { login, at, type }: Mover,
): Promise<void> {
  if (before === after) return;
  const moved = (): Promise<boolean> => isAncestor(repository, before ?? ZERO, after);
  const kind = before === ZERO ? 'branch_creation' : after === ZERO ? 'branch_deletion' : undefined;
  repository.activities.push({
    id: repository.activities.length + 1,
    ref: name,
    before: before ?? ZERO,
    after,
    type: type ?? kind ?? ((await moved()) ? 'push' : 'force_push'),
    login,
    at,
  });
}

/** The object at the fully qualified ref. */
export async function readRef(repository: Repository, name: string, viewer?: Viewer): Promise<string | undefined> {
  if (viewer?.stale && repository.past.refs.has(name)) return repository.past.refs.get(name);
  if (!isRefName(name)) return undefined;
  return (await repository.git.resolve(name))?.oid;
}

/** Names and objects of the refs that start so, in the order of git. */
export async function listRefs(repository: Repository, prefix: string): Promise<readonly Ref[]> {
  return (await repository.git.refs()).filter(({ name }) => name.startsWith(prefix));
}

export const isAncestor = (repository: Repository, ancestor: string, descendant: string): Promise<boolean> =>
  isAncestorOf(repository.git, ancestor, descendant);
