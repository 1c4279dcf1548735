/** The repository itself, its branches, files, collaborators and dispatches. */
import { demand, may, roleOf } from '../access.ts';
import { invalid, noSuchRoute, refusal } from '../errors.ts';
import { repositoryId } from '../resolvers/identities.ts';
import { timestamp } from '../resolvers/scalars.ts';
import { protectionsOf } from '../rules.ts';
import { findEntry, readCommit } from '../tree.ts';
import { type Activity, nameOf } from '../world.ts';
import { commitBody } from './commits.ts';
import type { Answer, RepositoryCall, Routes } from './index.ts';
import { paged } from './paging.ts';
import { userBody } from './pulls.ts';

/** The merge settings are left out without the right to write. */
const repositoryBody = ({ repository, viewer, world }: RepositoryCall) => {
  const { settings } = repository;
  const push = may(viewer, repository, 'contents', 'write');
  return {
    id: repository.id,
    node_id: repositoryId(repository),
    name: repository.name,
    full_name: nameOf(repository),
    owner: userBody(repository.owner),
    private: settings.private,
    archived: settings.archived,
    visibility: settings.private ? 'private' : 'public',
    default_branch: repository.defaultBranch,
    html_url: `${world.serverUrl}/${nameOf(repository)}`,
    url: `${world.url}/repos/${nameOf(repository)}`,
    permissions: { admin: false, maintain: false, push, triage: push, pull: true },
    ...(push && {
      allow_merge_commit: settings.mergeCommitAllowed,
      allow_squash_merge: settings.squashMergeAllowed,
      allow_rebase_merge: settings.rebaseMergeAllowed,
      allow_auto_merge: settings.autoMergeAllowed,
      delete_branch_on_merge: settings.deleteBranchOnMerge,
    }),
  };
};

const branch = async (call: RepositoryCall): Promise<Answer> => {
  const { repository, parameters } = call;
  const name = parameters.branch ?? '';
  const found = await repository.git.resolve(`refs/heads/${name}`);
  if (!found) throw noSuchRoute();
  return {
    status: 200,
    body: { name, commit: await commitBody(call, found.oid), protected: protectionsOf(repository, name).length > 0 },
  };
};

const contents = async (call: RepositoryCall): Promise<Answer> => {
  const { repository, parameters, incoming } = call;
  const ref = incoming.query.get('ref') ?? `refs/heads/${repository.defaultBranch}`;
  const commit = await repository.git.resolve(`${ref}^{commit}`);
  const path = parameters.path ?? '';
  const entry = commit && (await findEntry(repository.git, (await readCommit(repository.git, commit.oid)).tree, path));
  const blob = entry && (await repository.git.object(entry.oid));
  if (blob?.type !== 'blob') throw noSuchRoute();
  if (/\braw\b/.test(incoming.headers.accept ?? '')) return { status: 200, body: blob.bytes };
  return {
    status: 200,
    body: {
      type: 'file',
      path,
      sha: blob.oid,
      size: blob.bytes.length,
      encoding: 'base64',
      content: blob.bytes.toString('base64'),
    },
  };
};

const permission = ({ world, repository, parameters }: RepositoryCall): Answer => {
  const login = parameters.login ?? '';
  const role = roleOf(world, repository, login);
  const coarse = { admin: 'admin', maintain: 'write', write: 'write', triage: 'read', read: 'read' } as const;
  return {
    status: 200,
    body: { permission: role ? coarse[role] : 'none', role_name: role ?? 'none', user: userBody(login) },
  };
};

const LONGEST_PAYLOAD = 65_535;

const dispatch = ({ repository, viewer, input }: RepositoryCall): Answer => {
  demand(viewer, repository, 'write', 'contents');
  const { event_type: eventType, client_payload: clientPayload = {} } = input;
  if (typeof eventType !== 'string' || eventType === '') {
    throw refusal('Invalid request.\n\n"event_type" wasn\'t supplied.', { type: 'UNPROCESSABLE', status: 422 });
  }
  if (eventType.length > 100) throw invalid([{ resource: 'RepositoryDispatch', field: 'event_type', code: 'invalid' }]);
  const keys = Object.keys(clientPayload).length;
  if (keys > 10) {
    const message = `No more than 10 properties are allowed; ${keys} were supplied.`;
    throw refusal(`Invalid request.\n\n${message}`, { type: 'UNPROCESSABLE', status: 422 });
  }
  if (JSON.stringify(clientPayload).length > LONGEST_PAYLOAD) {
    throw refusal('client_payload is too large.', { type: 'UNPROCESSABLE', status: 422 });
  }
  repository.dispatches.push({ eventType, clientPayload, login: viewer.token?.login ?? '' });
  return { status: 204 };
};

const dispatchWorkflow = async (call: RepositoryCall): Promise<Answer> => {
  const { repository, viewer, input, parameters, world } = call;
  demand(viewer, repository, 'write', 'actions');
  const workflow = parameters.workflow ?? '';
  const { ref, inputs = {}, return_run_details: details } = input;
  const branchName = String(ref ?? '').replace(/^refs\/(heads|tags)\//, '');
  const commit = await repository.git.resolve(`${branchName}^{commit}`);
  if (!commit) throw refusal(`No ref found for: ${ref}`, { type: 'UNPROCESSABLE', status: 422 });
  const { tree } = await readCommit(repository.git, commit.oid);
  if (!(await findEntry(repository.git, tree, `.github/workflows/${workflow}`))) throw noSuchRoute();
  if (Object.keys(inputs).length > 25 || JSON.stringify(inputs).length > LONGEST_PAYLOAD) {
    throw refusal('inputs are too large.', { type: 'UNPROCESSABLE', status: 422 });
  }
  const id = 7000 + repository.runs.size;
  repository.workflowDispatches.push({ workflow, ref: branchName, inputs, runId: id });
  repository.runs.set(id, { id, status: 'queued', conclusion: null, createdAt: world.now() });
  if (!details) return { status: 204 };
  const at = `${nameOf(repository)}/actions/runs/${id}`;
  return {
    status: 200,
    body: { workflow_run_id: id, run_url: `${world.url}/repos/${at}`, html_url: `${world.serverUrl}/${at}` },
  };
};

const run = ({ repository, viewer, parameters, world }: RepositoryCall): Answer => {
  demand(viewer, repository, 'read', 'actions');
  const found = repository.runs.get(Number(parameters.id));
  if (!found) throw noSuchRoute();
  const { createdAt, logs: _, ...rest } = found;
  const html_url = `${world.serverUrl}/${nameOf(repository)}/actions/runs/${found.id}`;
  return { status: 200, body: { html_url, run_attempt: 1, ...rest, created_at: timestamp(createdAt) } };
};

/** Newest first. */
const activities = (call: RepositoryCall): Promise<Answer> => {
  const { incoming, repository, viewer } = call;
  demand(viewer, repository, 'read', 'contents');
  const [ref, actor, type] = ['ref', 'actor', 'activity_type'].map((name) => incoming.query.get(name));
  const isAsked = (one: Activity): boolean =>
    (ref === null || one.ref === ref || one.ref === `refs/heads/${ref}`) &&
    (actor === null || one.login === actor) &&
    (type === null || one.type === type);
  return paged(
    call,
    repository.activities.filter(isAsked).reverse(),
    async ({ login, at, type: kind, id, ...one }) => ({
      ...one,
      id,
      node_id: `PSH_${id}`,
      timestamp: timestamp(at),
      activity_type: kind,
      actor: userBody(login),
    }),
  );
};

const jobs = ({ repository, viewer, parameters, world }: RepositoryCall): Answer => {
  demand(viewer, repository, 'read', 'actions');
  const found = repository.runs.get(Number(parameters.id));
  if (!found) throw noSuchRoute();
  const { id: run, status, conclusion, createdAt, logs = [] } = found;
  const at = timestamp(createdAt);
  const list = logs.map((_, index) => {
    const id = run * 100 + index;
    const url = `${world.url}/repos/${nameOf(repository)}/actions/jobs/${id}`;
    const html_url = `${world.serverUrl}/${nameOf(repository)}/actions/runs/${run}/job/${id}`;
    const names = { name: `job ${index}`, node_id: `J${id}`, workflow_name: 'promote', head_branch: 'main' };
    const runner = {
      runner_id: 1,
      runner_name: 'runner',
      runner_group_id: 1,
      runner_group_name: 'default',
      labels: [],
    };
    const times = { created_at: at, started_at: at, completed_at: at };
    const links = { run_id: run, run_url: url, url, html_url, check_run_url: url, head_sha: '0'.repeat(40) };
    return { id, ...names, ...runner, ...times, ...links, status, conclusion };
  });
  return { status: 200, body: { total_count: list.length, jobs: list } };
};

const jobLog = ({ repository, viewer, parameters }: RepositoryCall): Answer => {
  demand(viewer, repository, 'read', 'actions');
  const id = Number(parameters.id);
  const location = repository.runs.get(Math.floor(id / 100))?.logs?.[id % 100];
  if (location === undefined) throw noSuchRoute();
  return { status: 302, headers: { location } };
};

export const repositoryRoutes: Routes = {
  'GET /activity': activities,
  'GET ': (call) => ({ status: 200, body: repositoryBody(call) }),
  'GET /branches/{branch*}': branch,
  'GET /contents/{path*}': contents,
  'GET /collaborators/{login}/permission': permission,
  'GET /collaborators/{login}': ({ world, repository, parameters }) => {
    if (!roleOf(world, repository, parameters.login ?? '')) throw noSuchRoute();
    return { status: 204 };
  },
  'POST /dispatches': dispatch,
  'POST /actions/workflows/{workflow}/dispatches': dispatchWorkflow,
  'GET /actions/runs/{id}': run,
  'GET /actions/runs/{id}/attempts/{attempt}': run,
  'GET /actions/runs/{id}/jobs': jobs,
  'GET /actions/jobs/{id}/logs': jobLog,
};
