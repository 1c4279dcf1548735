/** What a pull request has as an issue: labels, assignees and comments. */
import { demand } from '../access.ts';
import { noSuchRoute } from '../errors.ts';
import { addLabels, assign, comment } from '../pulls/changes.ts';
import { timestamp } from '../resolvers/scalars.ts';
import type { PullRequest } from '../world.ts';
import type { Answer, RepositoryCall, Routes } from './index.ts';
import { paged } from './paging.ts';
import { edit, find, labelBody, shortBody, userBody } from './pulls.ts';

const labelled = (call: RepositoryCall): Answer => {
  const pullRequest = find(call);
  addLabels(call, pullRequest, Array.isArray(call.input) ? call.input : call.input.labels);
  return { status: 200, body: pullRequest.labels.map((name) => labelBody(call, name)) };
};

const commentBody = ({ login, body, at }: PullRequest['comments'][number], id: number) => ({
  id,
  body,
  user: userBody(login),
  created_at: timestamp(at),
});

export const issueRoutes: Routes = {
  'GET /issues/{number}': async (call) => ({ status: 200, body: await shortBody(call, find(call)) }),
  'PATCH /issues/{number}': edit,
  'GET /issues/{number}/labels': async (call) => ({
    status: 200,
    body: find(call).labels.map((name) => labelBody(call, name)),
  }),
  'POST /issues/{number}/labels': labelled,
  'DELETE /issues/{number}/labels/{name}': (call) => {
    demand(call.viewer, call.repository, 'write', 'issues', 'pull_requests');
    const pullRequest = find(call);
    if (!pullRequest.labels.includes(call.parameters.name ?? '')) throw noSuchRoute();
    pullRequest.labels = pullRequest.labels.filter((label) => label !== call.parameters.name);
    return { status: 200, body: pullRequest.labels.map((name) => labelBody(call, name)) };
  },
  'POST /issues/{number}/assignees': async (call) => {
    const pullRequest = find(call);
    assign(call, pullRequest, call.input.assignees ?? []);
    return { status: 201, body: await shortBody(call, pullRequest) };
  },
  'GET /issues/{number}/comments': (call) => paged(call, find(call).comments, async (each) => commentBody(each, 1)),
  'POST /issues/{number}/comments': (call) => {
    const pullRequest = find(call);
    const added = comment(call, pullRequest, call.input.body);
    return { status: 201, body: commentBody(added, pullRequest.comments.length) };
  },
};
