/** The adapter's requests of the REST API before three judges: our fake, an emulator by others, and GitHub's own description. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openClient } from '../../../src/adapters/github/client.ts';
import { githubDispatches } from '../../../src/adapters/github/dispatch.ts';
import { emulator, README } from '../../github/emulate.ts';
import { operationAt, standingOf } from '../../github/openapi.ts';
import type { LoggedRequest } from '../../github/requests.ts';
import { routeCall, routeOf } from './calls.ts';
import { testClock } from './clock.ts';
import { clientOf, github, REPOSITORY } from './github.ts';
import { blinded, type Read, walk, watched } from './rest.ts';

const WORKFLOW = '.github/workflows/promote.yml';

const fake = () =>
  github(
    { files: { 'README.md': README, [WORKFLOW]: 'on: push\n' }, collaborators: { hubot: 'write' } },
    { teams: { 'acme/members': ['hubot'] } },
  );

const emulated = async () => {
  const server = await emulator();
  const { url } = server;
  const client = openClient({
    token: 'token',
    apiUrl: url,
    graphqlUrl: `${url}/graphql`,
    clock: testClock(),
  });
  const content = Buffer.from('on: push\n').toString('base64');
  await client.rest(routeCall(`PUT /repos/acme/manifests/contents/${WORKFLOW}`, { message: 'Begin', content }));
  return { client, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};

/** The differences of the emulator from GitHub, with the results of the adapter. */
const known: Readonly<Record<string, unknown>> = {
  // It answers JSON for every accepted media type; GitHub knows `application/vnd.github.raw+json` here.
  'a blob': expect.stringContaining('"content":"77u/YTogMQo="'),
  // GitHub: 422 "No commit found for SHA: heads/nope". For a name without a slash the emulator even shows the default branch.
  'a ref that is not there': ['repository-missing'],
  // GraphQL of it does not show the pull request, so that nobody can look why it refuses.
  'a merge of what is no longer the head': { kind: 'branch-moved', unsure: true },
  // GitHub assigns pull requests as issues, which the emulator refuses.
  'an assignee': 1,
  // It has no repository_dispatch, and no way to make a workflow.
  'a repository_dispatch': ['repository-missing'],
  'a workflow_dispatch': ['workflow-missing'],
  'a run': { kind: 'unseen', reason: 'Not Found' },
  // It keeps no record of who moves refs.
  'who has pushed a branch': undefined,
  'when a run was created': 'unknown',
};

describe('the REST requests of the adapter', () => {
  it('work with another emulator as with our fake, down to the ids of trees', async () => {
    await using ours = await fake();
    await using theirs = await emulated();
    const [here, there] = [await walk(clientOf(ours)), await walk(theirs.client)];
    expect(there).toEqual({ ...here, ...known });
    // Every listed difference must be real.
    for (const step of Object.keys(known)) expect(here[step]).not.toEqual(there[step]);
    expect(here).toMatchObject({
      'a commit of three files': { message: 'Promote shop to dev\n\nPromotion: dev web:v1', onHead: [true], url: true },
      'a blob': '\uFEFFa: 1\n',
      'a ref': { head: true, date: true },
      'a ref that is not there': ['source-invalid'],
      'commits since the base': [1],
      'a stranger as reviewer': 1,
      'a merge of what is no longer the head': { kind: 'branch-moved' },
      'a merge': { message: 'Subject\n\nBody', parents: 1 },
      'a workflow_dispatch': { run: 7000, times: 1 },
      'a member': { state: 'member' },
    });
  });

  it('read only the fields that GitHub promises, and work without the others', async () => {
    await using ours = await fake();
    const { client, reads } = watched(clientOf(ours));
    await walk(client, clientOf(ours));
    const standings = reads().map((read) => ({ ...read, ...standingIn(ours.requests, read) }));
    expect(
      standings.map(({ operation, place, standing }) => `${operation} ${place.join('/')}: ${standing}`).toSorted(),
    ).toEqual([
      'GET /orgs/{org}/teams/{team_slug}/memberships/{username} state: always',
      'GET … default_branch: always',
      'GET … full_name: always',
      'GET …/actions/runs/{run_id} conclusion: perhaps',
      'GET …/actions/runs/{run_id} created_at: always',
      'GET …/actions/runs/{run_id} status: perhaps',
      'GET …/actions/runs/{run_id}/jobs jobs: always',
      'GET …/activity */actor/login: always',
      'GET …/activity */actor: perhaps',
      'GET …/activity */after: always',
      'GET …/commits/{ref} commit/committer/date: perhaps',
      'GET …/commits/{ref} commit/committer: perhaps',
      'GET …/commits/{ref} commit: always',
      'GET …/commits/{ref} sha: always',
      'GET …/compare/{basehead} ahead_by: always',
      'POST …/actions/workflows/{workflow_id}/dispatches workflow_run_id: always',
      'POST …/git/blobs sha: always',
      'POST …/git/commits html_url: always',
      'POST …/git/commits sha: always',
      'POST …/git/trees sha: always',
      'POST …/issues/{issue_number}/assignees assignees/*/login: always',
      'POST …/issues/{issue_number}/assignees assignees: perhaps',
      'PUT …/pulls/{pull_number}/merge sha: always',
    ]);
    const uncertain = standings.filter(({ standing }) => standing === 'perhaps');
    for (const left of ['nothing', 'null'] as const) {
      await using others = await fake();
      // Anything else than a refusal in words fails the walk.
      const told = await walk(blinded(clientOf(others), uncertain, left), clientOf(others));
      expect(told['a run']).toEqual({ kind: 'seen', status: 'unknown' });
    }
  });

  it('are all part of this test', async () => {
    await using ours = await fake();
    await walk(clientOf(ours));
    // Only a run that has ended has logs, which nobody serves here.
    const ended = { id: 7001, status: 'completed', conclusion: 'success', createdAt: new Date(0) };
    ours.repository(REPOSITORY).runs.set(7001, { ...ended, logs: ['http://127.0.0.1:1/log'] });
    expect(await githubDispatches(clientOf(ours), testClock(), REPOSITORY).results(7001)).toEqual([]);
    const asked = ours.requests.map(({ method, path }) => `${method} ${path}`);
    const folder = join(import.meta.dirname, '../../../src/adapters/github');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const methods = sources.flatMap((path) => readFileSync(join(folder, path), 'utf8').match(METHOD) ?? []);
    const routes = methods.map((method) => routeOf(method.replace(/^rest\./, '')));
    expect(routes.length).toBeGreaterThan(10);
    expect(routes.filter((route) => !asked.some((request) => patternOf(route).test(request)))).toEqual([]);
  });
});

/** A call of one of Octokit's named methods. */
const METHOD = /\brest\.\w+\.\w+(?=\()/g;

const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replace('{ref}', '.+').replace(/\{\w+\}/g, '[^/]+')}$`);

const standingIn = (requests: readonly LoggedRequest[], { method, path, place }: Read) => {
  const operation = operationAt(method, path) ?? '';
  const answered = requests.find(
    (request) =>
      request.method === method && request.path === path && request.status !== undefined && request.status < 300,
  );
  const standing = standingOf(operation, answered?.status ?? 0, place);
  return { operation: operation.replace('/repos/{owner}/{repo}', '…'), standing };
};
