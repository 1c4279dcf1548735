/** The issue fields of a pull request: labels, assignees and comments. */
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

const issueBody = async (call: RepositoryCall, pullRequest: PullRequest) => {
  const { head, base, requested_reviewers, requested_teams, merge_commit_sha, auto_merge, merged_at, url, ...issue } =
    await shortBody(call, pullRequest);
  const { html_url } = issue;
  return {
    ...issue,
    url: url.replace(/(?<=\/)pulls(?=\/\d+$)/, 'issues'),
    pull_request: { url, html_url, diff_url: `${html_url}.diff`, patch_url: `${html_url}.patch`, merged_at },
  };
};

const answerIssue = async (call: RepositoryCall, status = 200): Promise<Answer> => ({
  status,
  body: await issueBody(call, find(call)),
});

export const issueRoutes: Routes = {
  'GET /issues/{number}': (call) => answerIssue(call),
  'PATCH /issues/{number}': async (call) => {
    await edit(call);
    return answerIssue(call);
  },
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
    assign(call, find(call), call.input.assignees ?? []);
    return answerIssue(call, 201);
  },
  'GET /issues/{number}/comments': (call) => paged(call, find(call).comments, async (each) => commentBody(each, 1)),
  'POST /issues/{number}/comments': (call) => {
    const pullRequest = find(call);
    const added = comment(call, pullRequest, call.input.body);
    return { status: 201, body: commentBody(added, pullRequest.comments.length) };
  },
};
