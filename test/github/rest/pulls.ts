/** Pull requests, their merging, labels, assignees, reviewers and comments. */
import { demand } from '../access.ts';
import { expectedHeadDiffers, invalid, noSuchRoute, nothingToUpdate, updateConflicts } from '../errors.ts';
import { editPullRequest, openPullRequest, requestReviews } from '../pulls/changes.ts';
import { commitsOf } from '../pulls/commits.ts';
import { afterMove } from '../pulls/effects.ts';
import { mergePullRequest } from '../pulls/merge.ts';
import { baseOid, mergeableOf, mergedTree, mergeStateOf } from '../pulls/standing.ts';
import { commitTree, isAncestor, moveRefs, person, webFlow } from '../repository.ts';
import { actorId, pullRequestId } from '../resolvers/identities.ts';
import { timestamp } from '../resolvers/scalars.ts';
import { nameOf, type PullRequest } from '../world.ts';
import { commitBody } from './commits.ts';
import type { Answer, RepositoryCall, Routes } from './index.ts';
import { paged } from './paging.ts';

export const userBody = (login: string) => ({
  login,
  id: 1000 + login.length,
  node_id: actorId(login),
  type: login.endsWith('[bot]') ? 'Bot' : 'User',
  site_admin: false,
});
const when = (date: Date | undefined): string | null => (date ? timestamp(date) : null);

export const find = ({ repository, viewer, parameters }: RepositoryCall): PullRequest => {
  const all = (viewer.stale ? repository.past.pullRequests : undefined) ?? repository.pullRequests;
  const found = all.find(({ number }) => String(number) === parameters.number);
  if (!found) throw noSuchRoute();
  return found;
};

const side = ({ repository }: RepositoryCall, ref: string, sha: string | undefined) => ({
  label: `${repository.owner}:${ref}`,
  ref,
  sha,
  user: userBody(repository.owner),
  repo: { id: repository.id, name: repository.name, full_name: nameOf(repository), owner: userBody(repository.owner) },
});

export const labelBody = ({ repository }: RepositoryCall, name: string) => ({
  id: name.length,
  name,
  color: repository.labels.get(name) ?? 'ededed',
  default: false,
});

export const shortBody = async (call: RepositoryCall, pullRequest: PullRequest) => {
  const { repository, world } = call;
  const { number, autoMerge, reviewers } = pullRequest;
  const at = `${nameOf(repository)}/pulls/${number}`;
  return {
    id: 5000 + number,
    node_id: pullRequestId(repository, pullRequest),
    number,
    url: `${world.url}/repos/${at}`,
    html_url: `${world.serverUrl}/${nameOf(repository)}/pull/${number}`,
    state: pullRequest.state === 'OPEN' ? 'open' : 'closed',
    locked: false,
    draft: pullRequest.draft,
    title: pullRequest.title,
    body: pullRequest.body === '' ? null : pullRequest.body,
    user: userBody(pullRequest.author),
    labels: pullRequest.labels.map((name) => labelBody(call, name)),
    assignees: pullRequest.assignees.map(userBody),
    requested_reviewers: reviewers.filter((reviewer) => !reviewer.startsWith('team:')).map(userBody),
    requested_teams: reviewers
      .filter((reviewer) => reviewer.startsWith('team:'))
      .map((team) => ({ slug: team.slice(5), name: team.slice(5) })),
    head: side(call, pullRequest.head, pullRequest.headOid),
    base: side(call, pullRequest.base, await baseOid(repository, pullRequest)),
    merge_commit_sha: pullRequest.mergeCommit ?? null,
    auto_merge: autoMerge
      ? {
          enabled_by: userBody(autoMerge.login),
          merge_method: autoMerge.method,
          commit_title: autoMerge.headline ?? null,
          commit_message: autoMerge.body ?? null,
        }
      : null,
    created_at: when(pullRequest.createdAt),
    updated_at: when(pullRequest.updatedAt),
    closed_at: when(pullRequest.closedAt),
    merged_at: when(pullRequest.mergedAt),
  };
};

const mergeableValues = { MERGEABLE: true, CONFLICTING: false, UNKNOWN: null } as const;

const fullBody = async (call: RepositoryCall, pullRequest: PullRequest) => {
  const state = await mergeStateOf(call.repository, pullRequest);
  return {
    ...(await shortBody(call, pullRequest)),
    merged: pullRequest.state === 'MERGED',
    mergeable: mergeableValues[await mergeableOf(call.repository, pullRequest)],
    mergeable_state: state.toLowerCase(),
    merged_by: pullRequest.mergedBy ? userBody(pullRequest.mergedBy) : null,
    comments: pullRequest.comments.length,
  };
};

const list = async (call: RepositoryCall): Promise<Answer> => {
  const { repository, viewer, incoming } = call;
  const { query } = incoming;
  const state = query.get('state') ?? 'open';
  const head = query.get('head')?.replace(`${repository.owner}:`, '');
  const base = query.get('base');
  const all = (viewer.stale ? repository.past.pullRequests : undefined) ?? repository.pullRequests;
  const found = all.filter(
    (pullRequest) =>
      (state === 'all' || (state === 'open') === (pullRequest.state === 'OPEN')) &&
      (!head || head === pullRequest.head) &&
      (!base || base === pullRequest.base),
  );
  const field = query.get('sort') === 'updated' ? 'updatedAt' : 'number';
  found.sort((a, b) => Number(a[field]) - Number(b[field]));
  if ((query.get('direction') ?? (query.has('sort') ? 'asc' : 'desc')) === 'desc') found.reverse();
  return paged(call, found, (pullRequest) => shortBody(call, pullRequest));
};

const get = async (call: RepositoryCall): Promise<Answer> => {
  const { repository, incoming } = call;
  const pullRequest = find(call);
  if (!/\bdiff\b/.test(incoming.headers.accept ?? '')) return { status: 200, body: await fullBody(call, pullRequest) };
  const base = await baseOid(repository, pullRequest);
  return {
    status: 200,
    body: Buffer.from(`${await repository.git.output(['diff', `${base}...${pullRequest.headOid}`])}\n`),
  };
};

const create = async (call: RepositoryCall): Promise<Answer> => {
  const { title, body, head, base, draft } = call.input;
  if (!head || !base)
    throw invalid([{ resource: 'PullRequest', code: 'missing_field', field: head ? 'base' : 'head' }]);
  const pullRequest = await openPullRequest(call, { title, body: body ?? '', head, base, draft: draft === true });
  return { status: 201, body: await fullBody(call, pullRequest) };
};

export const edit = async (call: RepositoryCall): Promise<Answer> => {
  const { title, body, base, state } = call.input;
  const pullRequest = find(call);
  await editPullRequest(call, pullRequest, { title, body: body === null ? '' : body, base, state });
  return { status: 200, body: await fullBody(call, pullRequest) };
};

const merge = async (call: RepositoryCall): Promise<Answer> => {
  const {
    merge_method: method = 'merge',
    sha: expectedHeadOid,
    commit_title: headline,
    commit_message: body,
  } = call.input;
  const sha = await mergePullRequest(call, find(call), { method, expectedHeadOid, headline, body });
  return { status: 200, body: { sha, merged: true, message: 'Pull Request successfully merged' } };
};

/** Merges the base into the head, at once; the real one takes a moment. */
const updateBranch = async (call: RepositoryCall): Promise<Answer> => {
  const { repository, viewer, world, input } = call;
  const pullRequest = find(call);
  demand(viewer, repository, 'write', 'pull_requests');
  if (input.expected_head_sha && input.expected_head_sha !== pullRequest.headOid) throw expectedHeadDiffers();
  const base = (await baseOid(repository, pullRequest)) ?? '';
  if (await isAncestor(repository, base, pullRequest.headOid)) throw nothingToUpdate();
  const tree = await mergedTree(repository, pullRequest.headOid, base);
  if (!tree) throw updateConflicts();
  const oid = await commitTree(repository, {
    tree,
    parents: [pullRequest.headOid, base],
    message: `Merge branch '${pullRequest.base}' into ${pullRequest.head}`,
    author: person(viewer.token?.login ?? '', world.now()),
    committer: webFlow(world.now()),
  });
  repository.verified.add(oid);
  const change = { name: `refs/heads/${pullRequest.head}`, after: oid };
  await moveRefs(repository, [change], { login: call.viewer.token?.login ?? '', at: call.world.now() });
  await afterMove(world, repository, [change]);
  return {
    status: 202,
    body: {
      message: 'Updating pull request branch.',
      url: `${world.url}/repos/${nameOf(repository)}/pulls/${pullRequest.number}`,
    },
  };
};

const requestReviewers = async (call: RepositoryCall): Promise<Answer> => {
  const { reviewers = [], team_reviewers: teams = [] } = call.input;
  const pullRequest = find(call);
  requestReviews(call, pullRequest, [...reviewers, ...teams.map((slug: string) => `team:${slug}`)]);
  return { status: 201, body: await shortBody(call, pullRequest) };
};

export const pullRoutes: Routes = {
  'GET /pulls': list,
  'POST /pulls': create,
  'GET /pulls/{number}': get,
  'PATCH /pulls/{number}': edit,
  'PUT /pulls/{number}/merge': merge,
  'GET /pulls/{number}/merge': async (call) => {
    if (find(call).state !== 'MERGED') throw noSuchRoute();
    return { status: 204 };
  },
  'PUT /pulls/{number}/update-branch': updateBranch,
  'POST /pulls/{number}/requested_reviewers': requestReviewers,
  'GET /pulls/{number}/reviews': (call) =>
    paged(call, find(call).reviews, async ({ login, state, body }) => ({ id: 1, user: userBody(login), state, body })),
  'GET /pulls/{number}/commits': async (call) => {
    const pullRequest = find(call);
    const base = (await baseOid(call.repository, pullRequest)) ?? pullRequest.headOid;
    return paged(call, await commitsOf(call.repository, base, pullRequest.headOid), (oid) => commitBody(call, oid));
  },
};
