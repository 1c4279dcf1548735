/** Blobs, trees, commits and refs. */
import { demand } from '../access.ts';
import { badObjectState, invalid, malformedTreePath, noReference, noSuchRoute, refusal } from '../errors.ts';
import { objectId, ZERO } from '../git.ts';
import { commitTree, listRefs, person, readRef, webFlow } from '../repository.ts';
import { timestamp } from '../resolvers/scalars.ts';
import { type Change, editTree, findEntry, type Mode, type Person, readCommit, readTree, typeOf } from '../tree.ts';
import { nameOf, type Repository } from '../world.ts';
import { updateRefs } from '../writes.ts';
import type { Answer, RepositoryCall, Routes } from './index.ts';

const base = ({ world, repository }: Pick<RepositoryCall, 'world' | 'repository'>): string =>
  `${world.url}/repos/${nameOf(repository)}`;

const wanted = async (repository: Repository, expression: string, type: string) => {
  const found = await repository.git.resolve(`${expression}^{${type}}`);
  if (!found) throw noSuchRoute();
  return found.oid;
};

const getBlob = async (call: RepositoryCall): Promise<Answer> => {
  const { repository, parameters, incoming } = call;
  const blob = await repository.git.object(parameters.sha ?? '');
  if (blob?.type !== 'blob') throw noSuchRoute();
  if (/\braw\b/.test(incoming.headers.accept ?? '')) {
    return { status: 200, body: blob.bytes, headers: { 'content-type': 'application/vnd.github.raw; charset=utf-8' } };
  }
  const content = blob.bytes.toString('base64').replace(/.{60}(?=.)/g, '$&\n');
  return {
    status: 200,
    body: {
      sha: blob.oid,
      size: blob.bytes.length,
      encoding: 'base64',
      content: `${content}\n`,
      url: `${base(call)}/git/blobs/${blob.oid}`,
    },
  };
};

const postBlob = async (call: RepositoryCall): Promise<Answer> => {
  demand(call.viewer, call.repository, 'write', 'contents');
  const { content, encoding = 'utf-8' } = call.input;
  const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
  const [sha] = await call.repository.git.write([{ type: 'blob', bytes }]);
  return { status: 201, body: { sha, url: `${base(call)}/git/blobs/${sha}` } };
};

const treeBody = async (call: RepositoryCall, oid: string): Promise<unknown> => {
  const { repository, incoming } = call;
  const recursive = incoming.query.has('recursive');
  const tree: unknown[] = [];
  const walk = async (id: string, prefix: string): Promise<void> => {
    for (const { mode, name, oid: sha } of await readTree(repository.git, id)) {
      const path = prefix + name;
      const size = typeOf(mode) === 'blob' ? (await repository.git.object(sha))?.bytes.length : undefined;
      tree.push({
        path,
        mode: mode.padStart(6, '0'),
        type: typeOf(mode),
        sha,
        ...(size !== undefined && { size }),
        url: `${base(call)}/git/${typeOf(mode)}s/${sha}`,
      });
      if (recursive && mode === '40000') await walk(sha, `${path}/`);
    }
  };
  await walk(oid, '');
  return {
    sha: oid,
    url: `${base(call)}/git/trees/${oid}`,
    tree: tree.slice(0, 100_000),
    truncated: tree.length > 100_000,
  };
};

const getTree = async (call: RepositoryCall): Promise<Answer> => {
  const oid = await wanted(call.repository, call.parameters.sha ?? '', 'tree');
  return { status: 200, body: await treeBody(call, oid) };
};

type TreeItem = {
  readonly path: string;
  readonly mode: Mode | '040000';
  readonly type?: string;
  readonly sha?: string | null;
  readonly content?: string;
};

const postTree = async (call: RepositoryCall): Promise<Answer> => {
  const { repository, viewer, input } = call;
  demand(viewer, repository, 'write', 'contents');
  const { git } = repository;
  if (!Array.isArray(input.tree))
    throw refusal('Invalid request.\n\n"tree" wasn\'t supplied.', { type: 'UNPROCESSABLE', status: 422 });
  const root = input.base_tree ? (await git.resolve(`${input.base_tree}^{tree}`))?.oid : undefined;
  if (input.base_tree && !root) throw badObjectState();
  const changes = new Map<string, Change>();
  for (const item of input.tree as TreeItem[]) changes.set(item.path, await treeChange(repository, root, item));
  const oid = await editTree(git, root, changes);
  return {
    status: 201,
    body: await treeBody({ ...call, incoming: { ...call.incoming, query: new URLSearchParams() } }, oid),
  };
};

const modes = new Set(['100644', '100755', '120000', '160000', '040000']);

const treeChange = async (repository: Repository, root: string | undefined, item: TreeItem): Promise<Change> => {
  const { git } = repository;
  const { path, mode, sha, content } = item;
  if (!modes.has(mode)) {
    throw refusal('Must supply a valid tree.mode', { type: 'UNPROCESSABLE', status: 422 });
  }
  if (!path || path.split('/').some((part) => ['', '.', '..', '.git'].includes(part))) throw malformedTreePath();
  if (sha === null) {
    if (!root || !(await findEntry(git, root, path))) throw badObjectState();
    return 'delete';
  }
  if (content !== undefined) {
    const blob = { type: 'blob' as const, bytes: Buffer.from(content) };
    await git.write([blob]);
    return { mode: mode as Mode, oid: objectId(blob) };
  }
  if (mode !== '160000' && !(await git.resolve(sha ?? ''))) throw badObjectState();
  return { mode: mode === '040000' ? '40000' : mode, oid: sha ?? '' };
};

const personBody = ({ name, email, date }: Person) => ({ name, email, date: timestamp(date) });

export const gitCommitBody = async (call: RepositoryCall, oid: string) => {
  const commit = await readCommit(call.repository.git, oid);
  const verified = call.repository.verified.has(oid);
  return {
    sha: oid,
    url: `${base(call)}/git/commits/${oid}`,
    html_url: `${call.world.serverUrl}/${nameOf(call.repository)}/commit/${oid}`,
    author: personBody(commit.author),
    committer: personBody(commit.committer),
    message: commit.message,
    tree: { sha: commit.tree, url: `${base(call)}/git/trees/${commit.tree}` },
    parents: commit.parents.map((sha) => ({ sha, url: `${base(call)}/git/commits/${sha}` })),
    verification: {
      verified,
      reason: verified ? 'valid' : 'unsigned',
      signature: null,
      payload: null,
      verified_at: null,
    },
  };
};

const postCommit = async (call: RepositoryCall): Promise<Answer> => {
  const { repository, viewer, input, world } = call;
  demand(viewer, repository, 'write', 'contents');
  if (typeof input.message !== 'string')
    throw invalid([{ resource: 'Commit', code: 'missing_field', field: 'message' }]);
  const tree = await repository.git.resolve(`${input.tree}^{tree}`);
  if (!tree) throw refusal('Tree SHA does not exist', { type: 'UNPROCESSABLE', status: 422 });
  for (const parent of input.parents ?? []) {
    if ((await repository.git.resolve(parent))?.type !== 'commit')
      throw refusal('Parent SHA does not exist or is not a commit object', { type: 'UNPROCESSABLE', status: 422 });
  }
  const given = (who: { name: string; email: string; date?: string }): Person => ({
    ...who,
    date: who.date ? new Date(who.date) : world.now(),
  });
  const login = person(viewer.token?.login ?? '', world.now());
  const unsigned = input.author || input.committer || input.signature || viewer.token?.kind === 'user';
  const author = input.author ? given(input.author) : login;
  const oid = await commitTree(repository, {
    tree: tree.oid,
    parents: input.parents ?? [],
    message: input.message,
    author,
    committer: input.committer ? given(input.committer) : unsigned ? author : webFlow(world.now()),
  });
  if (!unsigned) repository.verified.add(oid);
  return { status: 201, body: await gitCommitBody(call, oid) };
};

const refBody = async (call: RepositoryCall, name: string, oid: string) => {
  const type = (await call.repository.git.resolve(oid))?.type;
  return {
    ref: name,
    url: `${base(call)}/git/${name}`,
    object: { sha: oid, type, url: `${base(call)}/git/${type}s/${oid}` },
  };
};

const refAnswer = async (call: RepositoryCall, name: string, status: number): Promise<Answer> => {
  const oid = await readRef(call.repository, name, call.viewer);
  if (!oid) throw noSuchRoute();
  return { status, body: await refBody(call, name, oid) };
};

export const gitRoutes: Routes = {
  'GET /git/blobs/{sha}': getBlob,
  'POST /git/blobs': postBlob,
  'GET /git/trees/{sha*}': getTree,
  'POST /git/trees': postTree,
  'GET /git/commits/{sha}': async (call) => ({
    status: 200,
    body: await gitCommitBody(call, await wanted(call.repository, call.parameters.sha ?? '', 'commit')),
  }),
  'POST /git/commits': postCommit,
  'GET /git/ref/{ref*}': (call) => refAnswer(call, `refs/${call.parameters.ref}`, 200),
  'GET /git/matching-refs/{ref*}': async (call) => {
    const found = await listRefs(call.repository, `refs/${call.parameters.ref}`);
    return { status: 200, body: await Promise.all(found.map(({ name, oid }) => refBody(call, name, oid))) };
  },
  'POST /git/refs': async (call) => {
    await updateRefs(call, [{ name: call.input.ref, before: ZERO, after: call.input.sha, force: false }], 'rest');
    return refAnswer(call, call.input.ref, 201);
  },
  'PATCH /git/refs/{ref*}': async (call) => {
    const name = `refs/${call.parameters.ref}`;
    if (!(await readRef(call.repository, name))) throw noReference();
    await updateRefs(call, [{ name, after: call.input.sha, force: call.input.force === true }], 'rest');
    return refAnswer(call, name, 200);
  },
  'DELETE /git/refs/{ref*}': async (call) => {
    await updateRefs(call, [{ name: `refs/${call.parameters.ref}`, after: ZERO, force: true }], 'rest');
    return { status: 204 };
  },
};
