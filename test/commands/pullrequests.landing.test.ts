import { describe, expect, it } from 'vitest';
import { drop, type Fault, type Match, before as meanwhile } from '../github/faults.ts';
import type { Protection } from '../github/world.ts';
import { BRANCH, proposing, repositoryOnGitHub, web, worker } from './repository-on-github.ts';
import { build, kustomization, NAME, outcomesOf, overlay, WORKER } from './test-repository.ts';

const merging = { delivery: 'merge' } as const;
const arming = { delivery: 'auto-merge' } as const;
const MERGE: Match = { method: 'PUT', path: /\/merge$/ };
const approval: Protection = { kind: 'ruleset', pattern: 'main', requiresPullRequest: true, requiredApprovals: 1 };
const checked: Protection = { kind: 'classic', pattern: 'main', requiresPullRequest: true, requiredChecks: ['ci'] };
const refusal = (status: number, message: string): Fault => ({
  kind: 'answer',
  when: 'before',
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ message }),
});
const order = { images: [web('v2')], source: build(2) };

describe('delivery merge', () => {
  it('takes one request more than a proposal, and keeps the trailers', async () => {
    await using place = await repositoryOnGitHub();
    const promoted = await place.ask({ ...order, settings: merging });
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(place.requests()).toHaveLength(5);
    expect(place.requests().at(-1)).toBe('PUT /repos/acme/manifests/pulls/1/merge → 200');
    const [head] = await place.repository.log();
    expect(promoted).toMatchObject({ commit: head?.oid, changed: true, violations: [] });
    expect(head?.message).toMatch(/^Promote shop to prod: web v1 → v2 \(#1\)\n/);
    expect(head?.message).toContain(`Promotion: prod ${NAME}:v2 from acme/shop@`);
    expect(head?.message).not.toContain('Delivery: ');
    expect(await place.tags('prod')).toEqual(['v2', 'v1']);
  });

  it.each(['merge', 'squash', 'rebase'] as const)('leaves records with the method %s', async (mergeMethod) => {
    await using place = await repositoryOnGitHub();
    await place.ask({ ...order, settings: { ...merging, mergeMethod } });
    const older = await place.ask({ images: [web('v1.5')], source: build(1) });
    expect(outcomesOf(older)).toEqual(['prod: superseded, older']);
  });

  it('uses an allowed method if none is set', async () => {
    await using place = await repositoryOnGitHub({ settings: { squashMergeAllowed: false } });
    await place.ask({ ...order, settings: merging });
    const [head] = await place.repository.log();
    expect(head?.parents).toHaveLength(2);
  });

  it('starts over from a fresh read when the base was modified', async () => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.next(MERGE, refusal(405, 'Base branch was modified. Review and try the merge again.'));
    const promoted = await place.ask({ ...order, settings: merging });
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(place.repository.pullRequests).toHaveLength(1);
  });

  it('updates a conflicting pull request, and then merges it', async () => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.next(
      MERGE,
      meanwhile(() => place.repository.commit('main', { [overlay('prod')]: kustomization(web('v0'), worker('v1')) })),
    );
    const promoted = await place.ask({ ...order, settings: merging });
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(await place.tags('prod')).toEqual(['v2', 'v1']);
    expect(place.repository.pullRequests).toMatchObject([{ number: 1, state: 'MERGED' }]);
  });

  it('updates a pull request that must be up to date, after the base has moved', async () => {
    const strict = { kind: 'ruleset', pattern: 'main', strict: true } as const;
    await using place = await repositoryOnGitHub({ settings: { protections: [strict] } });
    place.fake.faults.next(
      MERGE,
      meanwhile(() => place.repository.commit('main', { 'readme.md': 'x' })),
    );
    expect(outcomesOf(await place.ask({ ...order, settings: merging }))).toEqual(['prod: promoted']);
    expect(place.repository.pullRequests).toMatchObject([{ number: 1, state: 'MERGED' }]);
  });

  it('waits while GitHub computes whether it can be merged', async () => {
    await using place = await repositoryOnGitHub({ settings: { unknownMergeable: 3 } });
    place.fake.faults.next(MERGE, refusal(405, 'Pull Request is not mergeable'));
    expect(outcomesOf(await place.ask({ ...order, settings: merging }))).toEqual(['prod: promoted']);
  });

  it('starts over if another login has changed the head', async () => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.next(MERGE, refusal(409, 'Head branch was modified. Review and try the merge again.'));
    expect(outcomesOf(await place.ask({ ...order, settings: merging }))).toEqual(['prod: promoted']);
  });

  it('is done if only its answer was lost', async () => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.next(MERGE, drop('after'));
    const promoted = await place.ask({ ...order, settings: merging });
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(promoted.commit).toBe(await place.repository.head());
  });

  it.each<[string, Partial<Protection>, RegExp, RegExp]>([
    ['a review', { requiredApprovals: 1 }, /approving review is required/, /delivery: auto-merge.*bypass list/],
    ['a check', { requiredChecks: ['ci'] }, /Required status check \\"ci\\" is expected/, /auto-merge.*GitHub App/],
    ['the queue', { mergeQueue: 'squash' }, /through the merge queue/, /auto-merge`, which adds it to the queue/],
  ])('leaves the pull request open if the rules require %s', async (_, rule, words, hint) => {
    await using place = await repositoryOnGitHub({
      settings: { protections: [{ kind: 'ruleset', pattern: 'main', ...rule }] },
    });
    const promoted = await place.ask({ ...order, settings: merging });
    expect(outcomesOf(promoted)).toEqual(['prod: proposed']);
    expect(promoted).toMatchObject({ outcome: 'proposed', violations: [{ code: 'not-merged' }] });
    expect(promoted.violations[0]?.message).toMatch(words);
    expect(promoted.violations[0]?.hint).toMatch(hint);
    expect(place.open()).toHaveLength(1);
  });

  it('explains the refusal of a classic protection', async () => {
    await using place = await repositoryOnGitHub({ settings: { protections: [checked] } });
    const promoted = await place.ask({ ...order, settings: merging });
    expect(promoted.violations).toMatchObject([
      { code: 'not-merged', message: expect.stringContaining('Required status check \\"ci\\" is expected') },
    ]);
  });

  it.each([
    [
      'the settings',
      { squashMergeAllowed: false },
      'The settings of the manifest repository allow no merge-method squash.',
    ],
    [
      'a ruleset',
      { protections: [{ kind: 'ruleset', pattern: 'main', mergeMethods: ['merge'] } satisfies Protection] },
      'The rules of the branch "main" allow no merge-method squash.',
    ],
  ])('names %s that do not allow the method, without a try', async (_, settings, message) => {
    await using place = await repositoryOnGitHub({ settings });
    const promoted = await place.ask({ ...order, settings: { ...merging, mergeMethod: 'squash' } });
    expect(promoted).toMatchObject({ outcome: 'proposed', violations: [{ code: 'not-merged', message }] });
    expect(promoted.violations[0]?.hint).toContain('or set `merge-method` to merge');
    expect(place.requests()).toHaveLength(4);
  });

  it.each([
    ['Squash merges are not allowed on this repository.', 'Allow it under Settings, General, Pull Requests'],
    ['Repository rule violations found\n\nThe merge method squash is not allowed.\n\n', 'set `merge-method`'],
    ['Pull Request is still a draft', 'ready for review'],
  ])('explains the refusal %j', async (message, hint) => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.next(MERGE, refusal(405, message));
    const promoted = await place.ask({ ...order, settings: merging });
    expect(promoted).toMatchObject({ outcome: 'proposed', violations: [{ code: 'not-merged' }] });
    expect(promoted.violations[0]?.hint).toContain(hint);
  });

  it('never merges changes that were proposed for review', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [worker('v2')], source: build(2), settings: proposing });
    const promoted = await place.ask({ ...order, settings: merging });
    expect(promoted).toMatchObject({ outcome: 'proposed', violations: [{ code: 'not-merged' }] });
    expect(promoted.violations[0]?.message).toContain('shop/worker for prod');
    expect(await place.tags('prod')).toEqual(['v1', 'v1']);
    const all = await place.ask({ images: [web('v2'), worker('v2')], source: build(3), settings: merging });
    expect(outcomesOf(all)).toEqual(['prod: promoted']);
  });

  it.each(['alice', 'ghost'])('never merges changes because of a description that %s has edited', async (login) => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [worker('v2')], source: build(2), settings: proposing });
    const [pullRequest] = place.open();
    const body = `${pullRequest?.body}\n\nDelivery: merge prod ${WORKER}`;
    await place.repository.describePullRequest(1, body, login);
    const promoted = await place.ask({ ...order, settings: merging });
    expect(promoted).toMatchObject({ outcome: 'proposed', violations: [{ code: 'not-merged' }] });
    expect(await place.tags('prod')).toEqual(['v1', 'v1']);
  });

  it('merges changes that another merge has left', async () => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.next(MERGE, refusal(405, 'Squash merges are not allowed on this repository.'));
    await place.ask({ images: [worker('v2')], source: build(2), settings: merging });
    const promoted = await place.ask({ ...order, settings: merging });
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(await place.tags('prod')).toEqual(['v2', 'v2']);
  });
});

describe('delivery auto-merge', () => {
  const allowed = { autoMergeAllowed: true, protections: [approval] };

  it('is armed in one request, with the message of the commit', async () => {
    await using place = await repositoryOnGitHub({ settings: allowed });
    const promoted = await place.ask({ ...order, settings: arming });
    expect(outcomesOf(promoted)).toEqual(['prod: armed']);
    expect(place.requests()).toHaveLength(5);
    await place.repository.review(1, 'alice', 'APPROVED');
    const [head] = await place.repository.log();
    expect(head?.message).toContain(`Promotion: prod ${NAME}:v2 from acme/shop@`);
    expect(head?.parents).toHaveLength(1);
  });

  it('also rolls back, and the removed image is held', async () => {
    await using place = await repositoryOnGitHub({ settings: allowed });
    await place.ask({ ...order, settings: arming });
    await place.repository.review(1, 'alice', 'APPROVED');
    expect(outcomesOf(await place.back({ settings: arming }))).toEqual(['prod: armed']);
    await place.repository.review(2, 'alice', 'APPROVED');
    expect(await place.tags('prod')).toEqual(['v1', 'v1']);
    expect(outcomesOf(await place.ask({ ...order, settings: arming }))).toEqual(['prod: superseded, held']);
  });

  it('keeps the pull request armed if the same is requested again', async () => {
    await using place = await repositoryOnGitHub({ settings: allowed });
    await place.ask({ ...order, settings: arming });
    const again = await place.ask({ ...order, settings: arming });
    expect(again).toMatchObject({ changed: false, environments: [{ outcome: 'armed' }] });
    expect(place.requests()).toHaveLength(2);
  });

  it('disarms before a change and arms after it, in six requests', async () => {
    await using place = await repositoryOnGitHub({ settings: allowed });
    await place.ask({ ...order, settings: arming });
    await place.ask({ images: [web('v3')], source: build(3), settings: arming });
    expect(place.requests()).toEqual([
      'POST /graphql query viewer repository → 200',
      'POST /graphql query repository → 200',
      'POST /graphql mutation createRef createCommitOnBranch → 200',
      'POST /graphql mutation disablePullRequestAutoMerge updateRefs → 200',
      'POST /graphql mutation updatePullRequest → 200',
      'POST /graphql mutation enablePullRequestAutoMerge → 200',
    ]);
    expect(place.open()[0]?.autoMerge?.body).toContain(`${NAME}:v3`);
  });

  it('disarms if a request wants a review, with or without a change', async () => {
    await using place = await repositoryOnGitHub({ settings: allowed });
    await place.ask({ ...order, settings: arming });
    const promoted = await place.ask({ ...order, settings: proposing });
    expect(outcomesOf(promoted)).toEqual(['prod: proposed']);
    expect(place.open()[0]?.autoMerge).toBeUndefined();
    const mixed = await place.ask({ images: [worker('v2')], source: build(3), settings: arming });
    expect(mixed).toMatchObject({ outcome: 'proposed', violations: [{ code: 'not-merged' }] });
    expect(place.open()[0]?.autoMerge).toBeUndefined();
  });

  it('merges a pull request in clean status at once', async () => {
    const unprotected = { kind: 'ruleset', pattern: 'main', requiresPullRequest: true } as const;
    await using place = await repositoryOnGitHub({ settings: { autoMergeAllowed: true, protections: [unprotected] } });
    const promoted = await place.ask({ ...order, settings: arming });
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(place.requests().slice(-2)).toEqual([
      'POST /graphql mutation enablePullRequestAutoMerge → 200 UNPROCESSABLE',
      'PUT /repos/acme/manifests/pulls/1/merge → 200',
    ]);
  });

  it('leaves the pull request open if the repository does not allow it, and names the setting', async () => {
    await using place = await repositoryOnGitHub({ settings: { protections: [approval] } });
    const promoted = await place.ask({ ...order, settings: arming });
    expect(promoted).toMatchObject({ outcome: 'proposed', changed: true, environments: [{ outcome: 'proposed' }] });
    expect(promoted.violations).toEqual([
      {
        code: 'not-merged',
        message:
          'Pull request 1 stays open and is not armed, since the repository does not allow auto-merge: "Auto merge is not allowed for this repository".',
        hint: 'Tick "Allow auto-merge" under Settings, General, Pull Requests, or set `delivery: merge`.',
      },
    ]);
  });

  it('leaves the pull request open if no rules protect the branch', async () => {
    await using place = await repositoryOnGitHub({ settings: { autoMergeAllowed: true } });
    const promoted = await place.ask({ ...order, settings: arming });
    expect(promoted.violations[0]?.message).toContain('Protected branch rules not configured for this branch');
    expect(promoted.violations[0]?.hint).toContain('Require reviews or checks in the rules of "main"');
  });

  it('leaves the pull request open in unstable status, since only the delivery merge ignores checks', async () => {
    const unprotected = { kind: 'ruleset', pattern: 'main', requiresPullRequest: true } as const;
    await using place = await repositoryOnGitHub({ settings: { autoMergeAllowed: true, protections: [unprotected] } });
    await place.ask({ ...order, settings: proposing });
    await place.repository.setCheck(`refs/heads/${BRANCH}`, 'lint', 'FAILURE');
    const promoted = await place.ask({ ...order, settings: arming });
    expect(promoted.violations[0]?.message).toContain('Pull request Pull request is in unstable status');
    expect(promoted.violations[0]?.hint).toContain('set `delivery: merge`');
    expect(outcomesOf(await place.ask({ ...order, settings: merging }))).toEqual(['prod: promoted']);
  });

  it('uses the merge queue, and leaves it before a change', async () => {
    const queue = { kind: 'ruleset', pattern: 'main', requiresPullRequest: true, mergeQueue: 'squash' } as const;
    await using place = await repositoryOnGitHub({ settings: { protections: [queue], squashMessage: 'blank' } });
    const promoted = await place.ask({ ...order, settings: arming });
    expect(outcomesOf(promoted)).toEqual(['prod: armed']);
    expect(place.requests().at(-1)).toBe('POST /graphql mutation enqueuePullRequest → 200');
    const enqueued = place.fake.requests.at(-1)?.variables?.input;
    expect(enqueued).not.toHaveProperty('mergeMethod');
    await place.ask({ images: [web('v3')], source: build(3), settings: arming });
    expect(place.requests()).toHaveLength(6);
    await place.repository.runMergeQueue();
    expect(await place.tags('prod')).toEqual(['v3', 'v1']);
    const older = await place.ask({ ...order, settings: { delivery: 'commit' } });
    expect(outcomesOf(older)).toEqual(['prod: superseded, older']);
  });

  it('does not arm a draft', async () => {
    await using place = await repositoryOnGitHub({ settings: allowed });
    const promoted = await place.ask({ ...order, settings: { ...arming, draft: true } });
    expect(promoted.violations[0]?.message).toBe('Pull request 1 stays open: it is a draft.');
  });

  it('is done if the answer to arming was lost', async () => {
    await using place = await repositoryOnGitHub({ settings: allowed });
    place.fake.faults.next({ field: 'enablePullRequestAutoMerge' }, drop('after'));
    expect(outcomesOf(await place.ask({ ...order, settings: arming }))).toEqual(['prod: armed']);
  });

  it('reports that checks await approval if the token is that of the workflow', async () => {
    const permissions = { '*': { contents: 'write', pull_requests: 'write' } } as const;
    const tokens = { token: { login: 'github-actions[bot]', kind: 'actions', permissions } } as const;
    await using place = await repositoryOnGitHub({
      tokens,
      settings: { ...allowed, actionsMayCreatePullRequests: true },
    });
    const promoted = await place.ask({ ...order, settings: arming });
    expect(promoted.notices).toMatchObject([
      { message: expect.stringContaining('wait until somebody with write access approves them') },
    ]);
  });
});

describe('a frozen environment', () => {
  const config =
    'environments:\n  prod: { freeze: [{ from: 2026-11-01T00:00Z, until: 2026-12-31T00:00Z, reason: sale }] }\n';

  it.each([merging, arming])('may be proposed, but not armed or merged: %j', async (settings) => {
    await using place = await repositoryOnGitHub({ config, settings: { autoMergeAllowed: true, protections: [] } });
    const promoted = await place.ask({ ...order, settings });
    expect(promoted).toMatchObject({
      outcome: 'proposed',
      violations: [{ code: 'frozen', message: 'Pull request 1 stays open: prod of shop is frozen.' }],
    });
    expect(place.requests()).toHaveLength(4);
    expect(outcomesOf(await place.ask({ ...order, settings: proposing }))).toEqual(['prod: proposed']);
  });

  it('disarms its pull requests', async () => {
    await using place = await repositoryOnGitHub({ settings: { autoMergeAllowed: true, protections: [approval] } });
    await place.ask({ ...order, settings: arming });
    await place.repository.commit('main', { '.github/promotion.yml': config });
    const promoted = await place.ask({ ...order, settings: arming });
    expect(promoted.violations).toMatchObject([{ code: 'frozen' }]);
    expect(place.open()[0]?.autoMerge).toBeUndefined();
  });
});
