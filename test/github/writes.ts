/** Changes of refs as GitHub allows them, the same for GraphQL and REST. */
import { demand, may } from './access.ts';
import {
  badPath,
  badReference,
  defaultBranchStays,
  noBranch,
  noExpectedHead,
  noFastForward,
  noObject,
  noReference,
  noSuchDeletion,
  pathTwice,
  type Refusal,
  referenceConflict,
  referenceExists,
  refMoved,
  staleData,
  tooMuch,
  workflowsPermission,
} from './errors.ts';
import { isRefName, ZERO } from './git.ts';
import { afterMove } from './pulls/effects.ts';
import { type FileContent, isAncestor, moveRefs, person, readRef, webFlow, writeCommit } from './repository.ts';
import { type Push, pushRefusal } from './rules.ts';
import { findEntry, readCommit } from './tree.ts';
import type { Repository, Viewer, World } from './world.ts';

export type By = { readonly world: World; readonly viewer: Viewer; readonly repository: Repository };

export type BranchCommit = {
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly expectedHeadOid: string;
  readonly message: string;
  readonly additions: readonly { readonly path: string; readonly contents: string }[];
  readonly deletions: readonly string[];
};

/** Request bodies of 40 MiB are known to fail; the bound here is on the decoded contents. */
const LARGEST = 30 * 1024 * 1024;

export async function commitOnBranch(by: By, commit: BranchCommit): Promise<string> {
  const { world, viewer, repository } = by;
  const { branch, expectedHeadOid } = commit;
  const name = `refs/heads/${branch}`;
  const head = await readRef(repository, name);
  if (!head) throw noBranch();
  demand(viewer, repository, 'write', 'contents');
  if ((await repository.git.resolve(expectedHeadOid))?.type !== 'commit') throw noExpectedHead(expectedHeadOid);
  if (head !== expectedHeadOid) throw staleData(expectedHeadOid);
  const files = await filesOf(by, commit);
  obey(pushRefusal(repository, viewer, { branch, kind: 'update' }));
  const oid = await writeCommit(repository, {
    files,
    parents: [head],
    message: commit.message,
    author: person(viewer.token?.login ?? '', world.now()),
    committer: webFlow(world.now()),
  });
  repository.verified.add(oid);
  await moved(by, [{ name, before: head, after: oid }]);
  return oid;
}

const filesOf = async (
  { world, viewer, repository }: By,
  commit: BranchCommit,
): Promise<Record<string, FileContent | null>> => {
  const files = new Map<string, FileContent | null>();
  const { tree } = await readCommit(repository.git, commit.expectedHeadOid);
  let size = 0;
  const claim = (path: string, content: FileContent | null): void => {
    if (path === '' || path.split('/').some((part) => ['', '.', '..', '.git'].includes(part))) throw badPath(path);
    if (files.has(path)) throw pathTwice(path);
    if (
      path.startsWith('.github/workflows/') &&
      viewer.token?.kind !== 'user' &&
      !may(viewer, repository, 'workflows', 'write')
    ) {
      throw workflowsPermission(path);
    }
    files.set(path, content);
  };
  for (const { path, contents } of commit.additions) {
    const bytes = Buffer.from(contents, 'base64');
    size += bytes.length;
    const existing = path ? await findEntry(repository.git, tree, path) : undefined;
    const keeps = existing?.mode === '100755' && world.assumptions.executableBit === 'kept';
    claim(path, { bytes, mode: keeps ? '100755' : '100644' });
  }
  if (size > LARGEST) throw tooMuch();
  for (const path of commit.deletions) {
    const existing = path ? await findEntry(repository.git, tree, path) : undefined;
    if (!existing || existing.mode === '40000') throw noSuchDeletion(commit.expectedHeadOid);
    claim(path, null);
  }
  return Object.fromEntries(files);
};

/** `before`: zeroes for "must not exist", absent for "wherever it is". `after`: zeroes delete. */
export type RefUpdate = {
  readonly name: string;
  readonly before?: string | undefined;
  readonly after: string;
  readonly force: boolean;
};

/** Moves the refs as far as permissions, ancestry and rules allow: all or none. */
export async function updateRefs(by: By, updates: readonly RefUpdate[], api: 'rest' | 'graphql'): Promise<void> {
  demand(by.viewer, by.repository, 'write', 'contents');
  const changes = [];
  for (const update of updates) changes.push(await checked(by, update));
  await moved(by, changes, api);
}

type RefMove = { readonly name: string; readonly before: string; readonly after: string };

const checked = async ({ viewer, repository }: By, update: RefUpdate): Promise<RefMove> => {
  const { name, before, after, force } = update;
  if (!isRefName(name)) throw badReference(name);
  const at = (await readRef(repository, name)) ?? ZERO;
  if (before !== undefined && before !== at) throw before === ZERO ? referenceExists() : refMoved(name, at, before);
  if (at === ZERO && after === ZERO) throw noReference();
  const branch = /^refs\/heads\/(.+)$/.exec(name)?.[1];
  if (after === ZERO && branch === repository.defaultBranch) throw defaultBranchStays();
  await demandObject(repository, after, branch ? 'commit' : 'any');
  const move = { name, before: at, after };
  const kind = await kindOf(repository, move);
  if (kind === 'force' && !force) throw noFastForward();
  if (branch && at !== after) obey(pushRefusal(repository, viewer, { branch, kind }));
  return move;
};

const obey = (refusal: Refusal | undefined): void => {
  if (refusal) throw refusal;
};

const demandObject = async (repository: Repository, oid: string, type: 'commit' | 'any'): Promise<void> => {
  if (oid === ZERO) return;
  const object = await repository.git.resolve(oid);
  if (!object || (type === 'commit' && object.type !== 'commit')) throw noObject();
};

const kindOf = async (repository: Repository, { name, before, after }: RefMove): Promise<Push['kind']> => {
  if (before === ZERO) return 'create';
  if (after === ZERO) return 'delete';
  const forward = !name.startsWith('refs/heads/') || (await isAncestor(repository, before, after));
  return forward ? 'update' : 'force';
};

const moved = async (
  { world, repository, viewer }: By,
  changes: readonly RefMove[],
  api: 'rest' | 'graphql' = 'graphql',
): Promise<void> => {
  const mover = { login: viewer.token?.login ?? '', at: world.now() };
  const result = await moveRefs(repository, changes, mover);
  const [first] = changes;
  if (result === 'conflict') throw referenceConflict(api);
  if (result === 'differs') throw refMoved(first?.name ?? '', 'another commit', first?.before ?? '');
  await afterMove(world, repository, changes);
};
