import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../src/domain/report/diff.ts';
import { drop, type Fault, before as justBefore } from '../github/faults.ts';
import type { Permissions, Token } from '../github/world.ts';
import { BRANCH, begin, proposing, repositoryOnGitHub, web, worker } from './repository-on-github.ts';
import { build, kustomization, outcomesOf, violationsOf } from './test-repository.ts';

const order = { images: [web('v2')], source: build(2), settings: proposing };
const tokenWith = (permissions: Permissions, kind: Token['kind'] = 'app'): Record<string, Token> => ({
  token: {
    login: kind === 'actions' ? 'github-actions[bot]' : 'promoter[bot]',
    kind,
    permissions: { '*': permissions },
  },
});
const answers = (field: string, type: string, message: string): Fault => ({
  kind: 'answer',
  when: 'before',
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ data: { [field]: null }, errors: [{ type, path: [field], message }] }),
});

describe('opening a pull request', () => {
  it("names the setting that forbids it to the workflow's own token, and continues from the branch later", async () => {
    const tokens = tokenWith({ contents: 'write', pull_requests: 'write' }, 'actions');
    await using place = await repositoryOnGitHub({ tokens });
    const [violation] = (await place.ask(order)).violations;
    expect(violation).toMatchObject({ code: 'permission-missing' });
    expect(violation?.message).toContain('GitHub Actions is not permitted to create or approve pull requests');
    expect(violation?.hint).toContain('Settings, Actions, General');
    place.repository.settings.actionsMayCreatePullRequests = true;
    expect(outcomesOf(await place.ask(order))).toEqual(['prod: proposed']);
    expect(place.requests()).toHaveLength(3);
  });

  it('names the permission that the token lacks', async () => {
    await using place = await repositoryOnGitHub({ tokens: tokenWith({ contents: 'write', pull_requests: 'read' }) });
    const [violation] = (await place.ask(order)).violations;
    expect(violation).toMatchObject({ code: 'permission-missing' });
    expect(violation?.hint).toContain('Pull requests: write');
  });

  it('needs the right to read pull requests, which a commit does not need', async () => {
    await using place = await repositoryOnGitHub({ tokens: tokenWith({ contents: 'write' }) });
    const head = await place.repository.commit(BRANCH, { 'a.txt': 'x' });
    await place.repository.openPullRequest({ head: BRANCH });
    const [violation] = await violationsOf(place.ask(order));
    expect(violation).toMatchObject({ code: 'permission-missing' });
    expect(violation?.message).toContain('may not read pull requests');
    expect(await place.repository.head(BRANCH)).toBe(head);
    const committed = await place.ask({ images: [web('v2')] });
    expect(outcomesOf(committed)).toEqual(['prod: promoted']);
    expect(place.requests()).toHaveLength(2);
  });

  it.each(['promotion', 'promotion/shop', `${BRANCH}/old`])(
    'names the branch %s that is in the way',
    async (branch) => {
      await using place = await repositoryOnGitHub();
      await place.repository.commit(branch, { 'a.txt': 'x' });
      const [violation] = await violationsOf(place.ask(order));
      expect(violation).toMatchObject({ code: 'branch-taken' });
      expect(violation?.message).toContain('Ref cannot be created');
      expect(violation?.hint).toContain('"promotion", "promotion/shop"');
    },
  );

  it('names the ruleset that guards the branches', async () => {
    const guard = { kind: 'ruleset', pattern: 'promotion/**', blocksCreations: true } as const;
    await using place = await repositoryOnGitHub({ settings: { protections: [guard] } });
    const [violation] = await violationsOf(place.ask(order));
    expect(violation).toMatchObject({ code: 'branch-protected' });
    expect(violation?.message).toContain('Cannot create ref due to creations being restricted');
    expect(violation?.hint).toContain('bypass list of the ruleset for promotion/**');
  });

  it.each([
    'A pull request already exists for acme:promotion/shop/prod.',
    'No commits between main and promotion/shop/prod',
    "Head sha can't be blank, Base sha can't be blank, No commits between the two, Head ref must be a branch",
  ])('starts over if GitHub refuses with %j', async (message) => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.next({ field: 'createPullRequest' }, answers('createPullRequest', 'UNPROCESSABLE', message));
    expect(outcomesOf(await place.ask(order))).toEqual(['prod: proposed']);
    expect(place.open()).toHaveLength(1);
  });

  it('opens no draft if the plan of the organization has none, and reports it', async () => {
    await using place = await repositoryOnGitHub();
    const message = 'Draft pull requests are not supported in this repository.';
    place.fake.faults.next({ field: 'createPullRequest' }, answers('createPullRequest', 'UNPROCESSABLE', message));
    const promoted = await place.ask({ ...order, settings: { ...proposing, draft: true } });
    expect(promoted.notices).toMatchObject([{ message: expect.stringContaining(message) }]);
    expect(place.open()).toMatchObject([{ draft: false }]);
  });

  it('gives way to a faster request', async () => {
    await using place = await repositoryOnGitHub();
    const rival = { images: [web('v3')], source: build(3), settings: proposing };
    const [one, other] = await Promise.all([place.ask(order), place.ask(rival)]);
    expect(place.open()).toHaveLength(1);
    expect(await place.tags('prod', BRANCH)).toEqual(['v3', 'v1']);
    expect([one, other].flatMap(outcomesOf)).toContain('prod: proposed');
  });
});

describe('updating a pull request', () => {
  it('names the ruleset that forbids it', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask(order);
    place.repository.settings.protections.push({ kind: 'ruleset', pattern: 'promotion/**', blocksForcePushes: true });
    const [violation] = await violationsOf(place.ask({ ...order, images: [web('v3')], source: build(3) }));
    expect(violation).toMatchObject({ code: 'branch-protected' });
    expect(violation?.message).toContain('Cannot force-push to this branch');
    expect(await place.tags('prod', BRANCH)).toEqual(['v2', 'v1']);
  });

  it('ignores a pull request to another base', async () => {
    await using place = await repositoryOnGitHub();
    await place.repository.commit('live', { 'a.txt': 'x' });
    await place.ask({ ...order, branch: 'live' });
    const [violation] = await violationsOf(place.ask(order));
    expect(violation).toMatchObject({ code: 'branch-taken' });
    expect(violation?.message).toContain('is open for the branch "live", not for "main"');
  });
});

describe('updating a pull request that another login changes', () => {
  const later = { images: [worker('v2')], source: build(3), settings: proposing };
  const steps = ['updateRefs', 'updatePullRequest'];

  it.each(steps)('opens a new one if it is merged before %s', async (field) => {
    await using place = await repositoryOnGitHub();
    await place.ask(order);
    place.fake.faults.next(
      { field },
      justBefore(() => place.repository.mergePullRequest(1, { method: 'squash' })),
    );
    const promoted = await place.ask(later);
    const isIn = field === 'updatePullRequest';
    expect(outcomesOf(promoted)).toEqual([isIn ? 'prod: unchanged' : 'prod: proposed']);
    expect(place.open().map(({ title }) => title)).toEqual(isIn ? [] : ['Promote shop to prod: worker v1 → v2']);
    expect(await place.tags('prod')).toEqual(['v2', isIn ? 'v2' : 'v1']);
  });

  it.each(steps)('opens a new one if it is closed before %s', async (field) => {
    await using place = await repositoryOnGitHub();
    await place.ask(order);
    place.fake.faults.next(
      { field },
      justBefore(() => place.repository.closePullRequest(1)),
    );
    expect(outcomesOf(await place.ask(later))).toEqual(['prod: proposed']);
    expect(place.open()).toMatchObject([{ number: 2 }]);
    expect((await place.tags('prod', BRANCH))[1]).toBe('v2');
  });

  it('describes the final branch, after any order of writers', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask(order);
    place.fake.faults.next(
      { field: 'updatePullRequest' },
      justBefore(() => place.ask({ images: [web('v4')], source: build(4), settings: proposing })),
    );
    expect(outcomesOf(await place.ask(later))).toEqual(['prod: proposed']);
    expect(await place.tags('prod', BRANCH)).toEqual(['v4', 'v2']);
    const [pullRequest] = place.open();
    expect(pullRequest?.title).toBe((await place.message(BRANCH)).split('\n')[0]);
    expect(pullRequest?.body).toContain(`Promotion: prod ${web('v4')} from`);
  });
});

describe('closing a pull request', () => {
  it('reports a failure, and the promotion remains promoted', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask(order);
    place.repository.settings.protections.push({ kind: 'ruleset', pattern: 'promotion/**', blocksDeletions: true });
    const promoted = await place.ask({ images: [web('v3')], source: build(3) });
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(promoted.notices).toMatchObject([{ message: expect.stringContaining('Cannot delete this branch') }]);
    expect(place.open()).toEqual([]);
  });
});

describe('several deliveries of one request', () => {
  const config = 'environments:\n  dev:\n  stg:\n  prod: { delivery: pull-request }\n';
  const both = { images: [web('v2')], source: build(2), environments: ['stg', 'prod'] };

  it('are a commit and a pull request on top of it', async () => {
    await using place = await repositoryOnGitHub({ config });
    const promoted = await place.ask(both);
    expect(outcomesOf(promoted)).toEqual(['stg: promoted', 'prod: proposed']);
    expect(promoted.environments.map(({ delivery }) => delivery)).toEqual(['commit', 'pull-request']);
    expect(place.requests().length).toBeLessThanOrEqual(7);
    const head = await place.repository.head();
    expect(promoted).toMatchObject({ commit: head, changed: true, violations: [] });
    expect((await place.repository.log(BRANCH))[1]?.oid).toBe(head);
  });

  it('are both in the diff of a dry run if they change one file', async () => {
    const shared = (dev: string, prod: string) => `dev:\n  image: ${web(dev)}\nstg: {}\nprod:\n  image: ${web(prod)}\n`;
    const files = { 'all.yaml': shared('v1', 'v1') };
    await using place = await repositoryOnGitHub({ config: `${config}files: all.yaml\n`, files });
    const asked = { ...both, environments: ['dev', 'prod'], trigger: 'by-hand' as const };
    const foreseen = await place.ask({ ...asked, mode: 'dry-run' });
    expect(foreseen.files.map(({ after }) => after)).toEqual([shared('v2', 'v1'), shared('v1', 'v2')]);
    expect(unifiedDiff(foreseen.files).match(/^[-+] .*/gm)).toEqual(
      ['v1', 'v2', 'v1', 'v2'].map((tag, index) => `${index % 2 === 0 ? '-' : '+'}  image: ${web(tag)}`),
    );
    expect(outcomesOf(await place.ask(asked))).toEqual(['dev: promoted', 'prod: proposed']);
    expect(await place.repository.read('all.yaml', BRANCH)).toBe(shared('v2', 'v2'));
  });

  it('are reported as delivered, although a newer build has overtaken the first before the second', async () => {
    await using place = await repositoryOnGitHub({ config });
    const newer = { images: [web('v3')], source: build(3), environments: ['stg'] };
    const creating = { field: 'createRef' };
    place.fake.faults.next(
      creating,
      justBefore(() => place.ask(newer)),
    );
    place.fake.faults.next(creating, drop('before'));
    const promoted = await place.ask(both);
    expect(outcomesOf(promoted)).toEqual(['stg: promoted', 'prod: proposed']);
    expect(await place.tags('stg')).toEqual(['v3', 'v1']);
  });

  it('are reported one by one if the second fails, and the same request completes them', async () => {
    const tokens = tokenWith({ contents: 'write', pull_requests: 'write' }, 'actions');
    await using place = await repositoryOnGitHub({ config, tokens });
    const promoted = await place.ask(both);
    expect(outcomesOf(promoted)).toEqual(['stg: promoted', 'prod: failed']);
    expect(promoted).toMatchObject({ changed: true, violations: [{ code: 'permission-missing' }] });
    expect(promoted.commit).toBe(await place.repository.head());
    place.repository.settings.actionsMayCreatePullRequests = true;
    expect(outcomesOf(await place.ask(both))).toEqual(['stg: unchanged', 'prod: proposed']);
  });

  it('are all planned before the first write', async () => {
    await using place = await repositoryOnGitHub({ config });
    await place.ask({ ...both, environments: ['prod'] });
    await place.repository.commit(BRANCH, { 'fix.txt': 'x' });
    const head = await place.repository.head();
    const violations = await violationsOf(place.ask({ ...both, images: [web('v3')], source: build(3) }));
    expect(violations).toMatchObject([{ code: 'foreign-commit' }]);
    expect(await place.repository.head()).toBe(head);
  });

  it('do not write a place that environments share, even for a request with all of them', async () => {
    const shared = `${config}files: applications/{product}/all\n`;
    const files = { ...begin, 'applications/shop/all/kustomization.yaml': kustomization(web('v1')) };
    await using place = await repositoryOnGitHub({ config: shared, files });
    await expect(place.ask(both)).rejects.toMatchObject({ violations: [{ code: 'file-shared' }] });
    expect(place.open()).toEqual([]);
    expect(await place.repository.read('applications/shop/all/kustomization.yaml')).toBe(kustomization(web('v1')));
  });
});

describe('a dry run of a pull request', () => {
  it('reports the proposal, and writes nothing', async () => {
    await using place = await repositoryOnGitHub();
    const promoted = await place.ask({ ...order, mode: 'dry-run' });
    expect(promoted).toMatchObject({ changed: false, pullRequests: [], environments: [{ outcome: 'proposed' }] });
    expect(place.requests()).toHaveLength(1);
  });
});
