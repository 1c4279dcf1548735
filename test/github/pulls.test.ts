import { describe, expect, it } from 'vitest';
import { clientOf, type Reply } from './client.ts';
import { type FakeGitHub, fakeGitHub } from './server.ts';
import type { Protection, Settings, Token } from './world.ts';

const NAME = 'acme/manifests';
const PULLS = `/repos/${NAME}/pulls`;

const start = async (settings: Partial<Settings> = {}, tokens?: Record<string, Token>): Promise<FakeGitHub> => {
  const github = await fakeGitHub({
    repositories: { [NAME]: { files: { a: '1\n', b: '1\n' }, settings, collaborators: { reviewer: 'write' } } },
    teams: { 'acme/sre': ['reviewer'] },
    ...(tokens && { tokens }),
  });
  await github.repository(NAME).commit('feature', { a: '2\n' }, { message: 'Change a\n\nTrailer: yes' });
  return github;
};

const says = ({ status, body }: Reply): string => `${status} ${body.errors?.[0]?.message ?? body.message}`;
const open = (github: FakeGitHub, more: Record<string, unknown> = {}): Promise<Reply> =>
  clientOf(github).rest(`POST ${PULLS}`, { title: 'Promote', body: 'B', head: 'feature', base: 'main', ...more });
const see = async (github: FakeGitHub, fields: string) => {
  const { body } = await clientOf(github).graphql(
    `{ repository(owner: "acme", name: "manifests") { pullRequest(number: 1) { ${fields} } } }`,
  );
  return body.data.repository.pullRequest;
};
const mutate = async (github: FakeGitHub, mutation: string, more: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await see(github, 'id');
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  return clientOf(github).refusal(`mutation($input: ${type}!) { ${mutation}(input: $input) { clientMutationId } }`, {
    input: { pullRequestId: id, ...more },
  });
};
const checked: Protection = { kind: 'classic', pattern: 'main', requiredChecks: ['ci'] };

describe('opening', () => {
  it('opens one pull request for a head and base', async () => {
    await using github = await start();
    expect((await open(github)).body).toMatchObject({
      number: 1,
      state: 'open',
      mergeable: true,
      mergeable_state: 'clean',
      head: { ref: 'feature' },
    });
    expect(says(await open(github))).toBe('422 A pull request already exists for acme:feature.');
    const found = await clientOf(github).rest(`GET ${PULLS}?head=acme:feature&state=open`);
    expect(found.body.map(({ number }: { number: number }) => number)).toEqual([1]);
  });

  it.each([
    [{ head: 'main' }, '422 No commits between main and main'],
    [{ head: 'nope' }, /^422 Head sha can't be blank/],
    [{ base: 'nope' }, '422 Validation Failed'],
  ])('refuses %o', async (more, message) => {
    await using github = await start();
    expect(says(await open(github, more))).toMatch(message);
  });

  it('allows the Actions token only with the setting for it', async () => {
    const token: Token = {
      login: 'github-actions[bot]',
      kind: 'actions',
      permissions: { '*': { contents: 'write', pull_requests: 'write' } },
    };
    await using github = await start({}, { token });
    expect(says(await open(github))).toBe('403 GitHub Actions is not permitted to create or approve pull requests.');
    github.repository(NAME).settings.actionsMayCreatePullRequests = true;
    expect((await open(github)).status).toBe(201);
  });

  it('requests all reviews or none, from collaborators and teams', async () => {
    await using github = await start();
    await open(github);
    const ask = (reviewers: string[], teams: string[] = []) =>
      clientOf(github).rest(`POST ${PULLS}/1/requested_reviewers`, { reviewers, team_reviewers: teams });
    expect(says(await ask(['reviewer', 'stranger']))).toBe(
      '422 Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the acme/manifests repository.',
    );
    expect(await see(github, 'reviewRequests(first: 1) { totalCount }')).toEqual({ reviewRequests: { totalCount: 0 } });
    expect((await ask(['reviewer'], ['sre'])).status).toBe(201);
    expect(github.repository(NAME).pullRequests[0]?.reviewers).toEqual(['reviewer', 'team:sre']);
  });

  it('accepts new labels, assignable people and comments', async () => {
    await using github = await start();
    const client = clientOf(github);
    await open(github);
    await client.rest(`POST /repos/${NAME}/issues/1/labels`, { labels: ['release'] });
    await client.rest(`POST /repos/${NAME}/issues/1/assignees`, { assignees: ['reviewer', 'stranger'] });
    await client.rest(`POST /repos/${NAME}/issues/1/comments`, { body: 'hello' });
    expect(github.repository(NAME).pullRequests[0]).toMatchObject({
      labels: ['release'],
      assignees: ['reviewer'],
      comments: [{ body: 'hello' }],
    });
  });
});

describe('branches that move under a pull request', () => {
  it('closes it when the head equals its base, even for a moment', async () => {
    await using github = await start();
    await open(github);
    const repository = github.repository(NAME);
    const head = await repository.head('feature');
    await repository.setRef('refs/heads/feature', await repository.head());
    await repository.setRef('refs/heads/feature', head);
    expect(await see(github, 'state merged')).toEqual({ state: 'CLOSED', merged: false });
  });

  it('closes it when the head vanishes, and calls it merged when the base contains it', async () => {
    await using github = await start();
    await open(github);
    const repository = github.repository(NAME);
    await repository.commit('other', { b: '2\n' });
    await open(github, { head: 'other' });
    await repository.setRef('refs/heads/other', undefined);
    await repository.setRef('refs/heads/main', await repository.head('feature'));
    expect(repository.pullRequests.map(({ state }) => state)).toEqual(['MERGED', 'CLOSED']);
  });

  it('detects real conflicts', async () => {
    await using github = await start();
    await open(github);
    await github.repository(NAME).commit('main', { a: '3\n' });
    expect(await see(github, 'mergeable mergeStateStatus')).toEqual({
      mergeable: 'CONFLICTING',
      mergeStateStatus: 'DIRTY',
    });
    expect(says(await clientOf(github).rest(`PUT ${PULLS}/1/merge`, {}))).toBe('405 Pull Request is not mergeable');
    expect(says(await clientOf(github).rest(`PUT ${PULLS}/1/update-branch`, {}))).toBe(
      '422 merge conflict between base and head',
    );
  });

  it('reports an unknown mergeability for a while, if so configured', async () => {
    await using github = await start({ unknownMergeable: 2 });
    await open(github);
    expect([await see(github, 'mergeable'), await see(github, 'mergeable')]).toEqual([
      { mergeable: 'UNKNOWN' },
      { mergeable: 'MERGEABLE' },
    ]);
  });

  it('updates a branch that is behind, and reports a branch that is up to date', async () => {
    await using github = await start({ protections: [{ ...checked, requiredChecks: [], strict: true }] });
    const client = clientOf(github);
    await open(github);
    expect(says(await client.rest(`PUT ${PULLS}/1/update-branch`, {}))).toBe(
      '422 There are no new commits on the base branch.',
    );
    await github.repository(NAME).commit('main', { b: '2\n' });
    expect(await see(github, 'mergeStateStatus')).toEqual({ mergeStateStatus: 'BEHIND' });
    expect(says(await client.rest(`PUT ${PULLS}/1/update-branch`, { expected_head_sha: '1'.repeat(40) }))).toBe(
      '422 expected head sha didn’t match current head ref.',
    );
    expect(says(await client.rest(`PUT ${PULLS}/1/update-branch`, {}))).toBe('202 Updating pull request branch.');
    expect(await see(github, 'mergeStateStatus')).toEqual({ mergeStateStatus: 'CLEAN' });
  });
});

describe('merging', () => {
  it.each([
    ['merge', ['Merge pull request #1 from acme/feature\n\nPromote', 'Change b', 'Change a\n\nTrailer: yes', 'Begin']],
    [
      'squash',
      [
        'Change a (#1)\n\nTrailer: yes\n\n---------\n\nCo-authored-by: octocat <octocat@example.com>',
        'Change b',
        'Begin',
      ],
    ],
    ['rebase', ['Change a\n\nTrailer: yes', 'Change b', 'Begin']],
  ])('by %s makes the commits', async (method, messages) => {
    await using github = await start();
    const repository = github.repository(NAME);
    await open(github);
    await repository.commit('main', { b: '2\n' }, { message: 'Change b' });
    const { status, body } = await clientOf(github).rest(`PUT ${PULLS}/1/merge`, { merge_method: method });
    expect([status, body.merged, body.sha]).toEqual([200, true, await repository.head()]);
    expect((await repository.log()).map(({ message }) => message).sort()).toEqual([...messages].sort());
    expect(await repository.files()).toEqual({ a: '2\n', b: '2\n' });
    expect(await see(github, 'state mergeCommit { oid }')).toEqual({ state: 'MERGED', mergeCommit: { oid: body.sha } });
    expect(await repository.fsck()).toBe('');
  });

  it('keeps title and message unchanged', async () => {
    await using github = await start({ deleteBranchOnMerge: true });
    await open(github);
    await clientOf(github).rest(`PUT ${PULLS}/1/merge`, {
      merge_method: 'squash',
      commit_title: 'T',
      commit_message: 'M',
    });
    expect((await github.repository(NAME).log())[0]?.message).toBe('T\n\nM');
    expect(await github.repository(NAME).head('feature')).toBeUndefined();
  });

  it.each([
    [{}, { sha: '1'.repeat(40) }, '409 Head branch was modified. Review and try the merge again.'],
    [
      { squashMergeAllowed: false },
      { merge_method: 'squash' },
      '405 Squash merges are not allowed on this repository.',
    ],
    [
      { protections: [{ kind: 'ruleset', pattern: 'main', mergeMethods: ['squash'] }] },
      {},
      /^405 Repository rule violations found\n\n/,
    ],
    [{ protections: [checked] }, {}, '405 Required status check "ci" is expected.'],
    [
      { protections: [{ kind: 'ruleset', pattern: 'main', requiredApprovals: 1 }] },
      {},
      /^405 Repository rule violations found\n\nAt least 1 approving review is required/,
    ],
    [
      { protections: [{ kind: 'ruleset', pattern: 'main', mergeQueue: 'squash' }] },
      {},
      '405 Repository rule violations found\n\nChanges must be made through the merge queue\n\n',
    ],
  ] as [Partial<Settings>, object, string | RegExp][])('under %o refuses %o', async (settings, body, message) => {
    await using github = await start(settings);
    await open(github);
    expect(says(await clientOf(github).rest(`PUT ${PULLS}/1/merge`, body))).toMatch(message);
    expect(await see(github, 'state')).toEqual({ state: 'OPEN' });
  });

  it('does not merge a merged pull request again', async () => {
    await using github = await start();
    await open(github);
    await github.repository(NAME).mergePullRequest(1);
    expect(says(await clientOf(github).rest(`PUT ${PULLS}/1/merge`, {}))).toBe('405 Pull Request is not mergeable');
  });
});

describe('auto-merge', () => {
  const settings: Partial<Settings> = { autoMergeAllowed: true, protections: [checked] };

  it('merges with the armed method and message when the checks turn green', async () => {
    await using github = await start(settings);
    await open(github);
    expect(await see(github, 'mergeStateStatus')).toEqual({ mergeStateStatus: 'BLOCKED' });
    expect(
      await mutate(github, 'enablePullRequestAutoMerge', {
        mergeMethod: 'SQUASH',
        commitHeadline: 'H',
        commitBody: 'B',
      }),
    ).toBe('');
    expect(await see(github, 'state autoMergeRequest { mergeMethod commitHeadline }')).toEqual({
      state: 'OPEN',
      autoMergeRequest: { mergeMethod: 'SQUASH', commitHeadline: 'H' },
    });
    await github.repository(NAME).setCheck('feature', 'ci', 'FAILURE');
    expect(await see(github, 'state')).toEqual({ state: 'OPEN' });
    await github.repository(NAME).setCheck('feature', 'ci', 'SUCCESS');
    expect(await see(github, 'state')).toEqual({ state: 'MERGED' });
    expect((await github.repository(NAME).log())[0]?.message).toBe('H\n\nB');
  });

  it('is disarmed once', async () => {
    await using github = await start(settings);
    await open(github);
    await mutate(github, 'enablePullRequestAutoMerge');
    expect(await mutate(github, 'disablePullRequestAutoMerge')).toBe('');
    expect(await mutate(github, 'disablePullRequestAutoMerge')).toMatch(/^UNPROCESSABLE: /);
    await github.repository(NAME).setCheck('feature', 'ci', 'SUCCESS');
    expect(await see(github, 'state')).toEqual({ state: 'OPEN' });
  });

  it('is refused if there is nothing to wait for', async () => {
    await using github = await start(settings);
    const repository = github.repository(NAME);
    await open(github);
    await repository.setCheck('feature', 'ci', 'SUCCESS');
    expect(await mutate(github, 'enablePullRequestAutoMerge')).toBe(
      'UNPROCESSABLE: ["Pull request Pull request is in clean status"]',
    );
    await repository.setCheck('feature', 'lint', 'PENDING');
    expect(await mutate(github, 'enablePullRequestAutoMerge')).toBe(
      'UNPROCESSABLE: ["Pull request Pull request is in unstable status"]',
    );
    repository.settings.protections = [];
    expect(await mutate(github, 'enablePullRequestAutoMerge')).toBe(
      'UNPROCESSABLE: Protected branch rules not configured for this branch',
    );
    repository.settings.autoMergeAllowed = false;
    expect(await mutate(github, 'enablePullRequestAutoMerge')).toBe(
      'UNPROCESSABLE: Auto merge is not allowed for this repository',
    );
  });

  it('hands over to a merge queue, which has its own method and message', async () => {
    await using github = await start({
      autoMergeAllowed: true,
      protections: [{ ...checked, kind: 'ruleset', mergeQueue: 'squash' }],
    });
    const repository = github.repository(NAME);
    await open(github);
    expect(await see(github, 'isMergeQueueEnabled isInMergeQueue')).toEqual({
      isMergeQueueEnabled: true,
      isInMergeQueue: false,
    });
    await mutate(github, 'enablePullRequestAutoMerge', { commitHeadline: 'ignored' });
    await repository.setCheck('feature', 'ci', 'SUCCESS');
    expect(await see(github, 'state isInMergeQueue')).toEqual({ state: 'OPEN', isInMergeQueue: true });
    await repository.runMergeQueue();
    expect(await see(github, 'state')).toEqual({ state: 'MERGED' });
    expect((await repository.log())[0]?.message).toMatch(/^Change a \(#1\)/);
  });

  it('joins an existing queue directly', async () => {
    await using github = await start();
    await open(github);
    expect(await mutate(github, 'enqueuePullRequest')).toMatch(/^UNPROCESSABLE: /);
    github.repository(NAME).settings.protections.push({ kind: 'ruleset', pattern: 'main', mergeQueue: 'merge' });
    expect(await mutate(github, 'enqueuePullRequest')).toBe('');
    await github.repository(NAME).runMergeQueue();
    expect(await see(github, 'state')).toEqual({ state: 'MERGED' });
  });
});

describe('dispatches and runs', () => {
  it('records repository dispatches within the limits', async () => {
    await using github = await start();
    const client = clientOf(github);
    const send = (payload: unknown) =>
      client.rest(`POST /repos/${NAME}/dispatches`, { event_type: 'promote', client_payload: payload });
    expect((await send({ promotion: { product: 'shop' } })).status).toBe(204);
    expect(github.repository(NAME).dispatches).toEqual([
      { eventType: 'promote', clientPayload: { promotion: { product: 'shop' } }, login: 'promoter[bot]' },
    ]);
    expect((await send(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [n, n])))).status).toBe(422);
    expect((await send({ a: 'x'.repeat(70_000) })).status).toBe(422);
  });

  it('starts existing workflows, and returns the run on request', async () => {
    await using github = await start();
    const client = clientOf(github);
    await github.repository(NAME).commit('main', { '.github/workflows/promote.yml': '' });
    const path = `/repos/${NAME}/actions/workflows`;
    expect((await client.rest(`POST ${path}/nope.yml/dispatches`, { ref: 'main' })).status).toBe(404);
    expect(
      (await client.rest(`POST ${path}/promote.yml/dispatches`, { ref: 'main', inputs: { payload: '{}' } })).status,
    ).toBe(204);
    const told = await client.rest(`POST ${path}/promote.yml/dispatches`, { ref: 'main', return_run_details: true });
    expect(told.status).toBe(200);
    const run = await client.rest(`GET /repos/${NAME}/actions/runs/${told.body.workflow_run_id}`);
    expect(run.body).toMatchObject({ id: told.body.workflow_run_id, status: 'queued', conclusion: null });
  });

  it('knows members of teams if the token may read them', async () => {
    await using github = await start();
    const path = '/orgs/acme/teams/sre/memberships';
    expect((await clientOf(github).rest(`GET ${path}/reviewer`)).body).toMatchObject({ state: 'active' });
    expect((await clientOf(github).rest(`GET ${path}/stranger`)).status).toBe(404);
    github.tokens.set('actions', {
      login: 'github-actions[bot]',
      kind: 'actions',
      permissions: { '*': { contents: 'write' } },
    });
    expect((await clientOf(github, 'actions').rest(`GET ${path}/reviewer`)).status).toBe(404);
  });
});
