import { describe, expect, it } from 'vitest';
import { serverError } from '../github/faults.ts';
import { BRANCH, begin, proposing, repositoryOnGitHub, web, worker } from './repository-on-github.ts';
import { build, kustomization, NAME, outcomesOf, overlay, violationsOf, WORKER } from './test-repository.ts';

describe('a new pull request', () => {
  it('takes four requests: read, branch, verified commit, open', async () => {
    await using place = await repositoryOnGitHub();
    const promoted = await place.ask({ images: [web('v2')], source: build(2), settings: proposing });
    expect(outcomesOf(promoted)).toEqual(['prod: proposed']);
    expect(place.requests()).toEqual([
      'POST /graphql query viewer repository → 200',
      'POST /graphql mutation createRef → 200',
      'POST /graphql mutation createCommitOnBranch → 200',
      'POST /graphql mutation createPullRequest → 200',
    ]);
    const [pullRequest] = place.open();
    expect(pullRequest).toMatchObject({ head: BRANCH, base: 'main', title: 'Promote shop to prod: web v1 → v2' });
    const [head, parent] = await place.repository.log(BRANCH);
    expect(head).toMatchObject({ verified: true, parents: [await place.repository.head()] });
    expect(parent?.oid).toBe(await place.repository.head());
    expect(promoted).toMatchObject({
      changed: true,
      commit: head?.oid,
      pullRequests: [{ number: 1, url: `${place.fake.serverUrl}/acme/manifests/pull/1` }],
      violations: [],
    });
    expect(await place.tags('prod', BRANCH)).toEqual(['v2', 'v1']);
    expect(await place.tags('prod')).toEqual(['v1', 'v1']);
    expect(pullRequest?.body).toContain(`Promotion: prod ${NAME}:v2 from acme/shop@`);
  });

  it('names the actor in its commit and its description, as a commit onto the branch does', async () => {
    await using place = await repositoryOnGitHub();
    const source = build(2, { actor: 'octocat' });
    await place.ask({ images: [web('v2')], source, settings: proposing });
    expect(await place.message(BRANCH)).toMatch(/^Promotion-Actor: octocat$/m);
    expect(place.open()[0]?.body).toMatch(/^Promotion-Actor: octocat$/m);
    await place.ask({ images: [web('v2')], source, environments: ['dev'] });
    expect(await place.message()).toMatch(/^Promotion-Actor: octocat$/m);
  });

  it('has a first line in the form of the organization, as a commit onto the branch has', async () => {
    await using place = await repositoryOnGitHub({ config: 'commit-message: "chore(deploy): {summary}"\n' });
    await place.ask({ images: [web('v2')], settings: proposing });
    expect(place.open()).toMatchObject([{ title: 'chore(deploy): Promote shop to prod: web v1 → v2' }]);
    expect(await place.message(BRANCH)).toMatch(/^chore\(deploy\): Promote shop to prod: web v1 → v2\n\n/);
    await place.ask({ images: [web('v2')], environments: ['dev'] });
    expect(await place.message()).toMatch(/^chore\(deploy\): Promote shop to dev/);
  });

  it('is named after all requested environments, in the order of promotion', async () => {
    await using place = await repositoryOnGitHub({ config: 'environments:\n  stg:\n  prod:\n' });
    await place.repository.commit('main', { [overlay('stg')]: kustomization(web('v2'), worker('v1')) });
    await place.ask({ environments: ['prod', 'stg'], images: [web('v2')], settings: proposing });
    expect(place.open().map(({ head }) => head)).toEqual(['promotion/shop/stg+prod']);
  });

  it('is not opened if nothing changes, and no branch is created', async () => {
    await using place = await repositoryOnGitHub();
    const promoted = await place.ask({ images: [web('v1')], settings: proposing });
    expect(promoted).toMatchObject({ changed: false, pullRequests: [], environments: [{ outcome: 'unchanged' }] });
    expect(place.requests()).toHaveLength(1);
    expect(Object.keys(await place.repository.refs())).toEqual(['refs/heads/main']);
  });

  it('is unchanged by the same request', async () => {
    await using place = await repositoryOnGitHub();
    const order = { images: [web('v2')], source: build(2), settings: proposing };
    const first = await place.ask(order);
    const again = await place.ask(order);
    expect(place.requests()).toHaveLength(2);
    expect(again).toMatchObject({ changed: false, commit: first.commit, pullRequests: first.pullRequests });
    expect(outcomesOf(again)).toEqual(['prod: proposed']);
  });
});

describe('an open pull request', () => {
  it('moves once to a commit on the head of the base, in five requests', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2')], source: build(2), settings: proposing });
    await place.repository.commit('main', { 'readme.md': 'other\n' });
    await place.ask({ images: [web('v3')], source: build(3), settings: proposing });
    expect(place.requests()).toEqual([
      'POST /graphql query viewer repository → 200',
      'POST /graphql query repository → 200',
      'POST /graphql mutation createRef createCommitOnBranch → 200',
      'POST /graphql mutation updateRefs → 200',
      'POST /graphql mutation updatePullRequest → 200',
    ]);
    expect(place.open()).toMatchObject([{ number: 1, title: 'Promote shop to prod: web v1 → v3' }]);
    const [head] = await place.repository.log(BRANCH);
    expect(head?.parents).toEqual([await place.repository.head()]);
    expect(Object.keys(await place.repository.refs())).toEqual(['refs/heads/main', `refs/heads/${BRANCH}`]);
    expect(await place.tags('prod', BRANCH)).toEqual(['v3', 'v1']);
  });

  it.each([
    ['web then worker', [web('v2'), worker('v2')]],
    ['worker then web', [worker('v2'), web('v2')]],
  ])('accumulates the images of two repositories: %s', async (_, images) => {
    await using place = await repositoryOnGitHub();
    for (const [index, image] of images.entries()) {
      const source = build(7 + index, { repository: `acme/app${index}` });
      await place.ask({ images: [image], source, settings: proposing });
    }
    expect(place.open()).toHaveLength(1);
    expect(await place.tags('prod', BRANCH)).toEqual(['v2', 'v2']);
    const message = await place.message(BRANCH);
    expect(message).toContain(`Promotion: prod ${NAME}:v2 from acme/app`);
    expect(message).toContain(`Promotion: prod ${WORKER}:v2 from acme/app`);
    expect(await place.repository.log(BRANCH)).toHaveLength(2);
  });

  it('keeps a newer image', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v3')], source: build(3), settings: proposing });
    const promoted = await place.ask({ images: [web('v2')], source: build(2), settings: proposing });
    expect(outcomesOf(promoted)).toEqual(['prod: superseded, older']);
    expect(promoted.environments[0]?.superseded[0]?.message).toMatch(
      /v2 .* is older than .*v3 .*, which waits in pull request 1; it is left out\.$/,
    );
    const running = await place.ask({ images: [web('v1')], source: build(1), settings: proposing });
    expect(outcomesOf(running)).toEqual(['prod: superseded, older']);
    expect(await place.tags('prod', BRANCH)).toEqual(['v3', 'v1']);
    const committed = await place.ask({ images: [web('v2')], source: build(2), settings: { delivery: 'commit' } });
    expect(outcomesOf(committed)).toEqual(['prod: superseded, older']);
    expect(await place.tags('prod')).toEqual(['v1', 'v1']);
  });

  it('keeps a newer image, and proposes the rest of the request', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v3')], source: build(3), settings: proposing });
    const promoted = await place.ask({ images: [web('v2'), worker('v2')], source: build(2), settings: proposing });
    expect(outcomesOf(promoted)).toEqual(['prod: proposed, older']);
    expect(await place.tags('prod', BRANCH)).toEqual(['v3', 'v2']);
  });

  it('is planned from the base, and drops changes that the base has', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2'), worker('v2')], source: build(2), settings: proposing });
    await place.repository.commit('main', { [overlay('prod')]: kustomization(web('v2'), worker('v1')) });
    await place.ask({ images: [worker('v3')], source: build(3), settings: proposing });
    const message = await place.message(BRANCH);
    expect(message).not.toContain(`Promotion: prod ${NAME}`);
    expect(await place.tags('prod', BRANCH)).toEqual(['v2', 'v3']);
  });

  it("follows today's configuration, and reports dropped changes", async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2'), worker('v2')], source: build(2), settings: proposing });
    await place.repository.commit('main', { '.github/promotion.yml': `images: [${NAME}]\n` });
    const promoted = await place.ask({ images: [web('v3')], source: build(3), settings: proposing });
    expect(promoted.notices.map(({ message }) => message)).toEqual([
      `Pull request 1 no longer carries ${WORKER}:v2 for prod: the configuration does not allow it in prod.`,
    ]);
    expect(await place.tags('prod', BRANCH)).toEqual(['v3', 'v1']);
  });

  describe('in an environment that requires another', () => {
    const config = 'environments:\n  stg:\n  prod: { requires: stg }\n';
    const later = { images: [worker('v2')], source: build(3), settings: proposing };

    it('drops an image that was rolled back there', async () => {
      await using place = await repositoryOnGitHub({ config });
      await place.ask({ images: [web('v2')], source: build(2), environments: ['stg'] });
      await place.ask({ images: [web('v2')], source: build(2), settings: proposing });
      await place.back({ images: [NAME], environments: ['stg'] });
      await place.ask({ images: [worker('v2')], source: build(3), environments: ['stg'] });
      const promoted = await place.ask(later);
      expect(promoted.notices.map(({ message }) => message)).toEqual([
        expect.stringMatching(
          /^Pull request 1 no longer carries .*:v2 for prod: prod requires stg to run ".*:v2" first; it was rolled back there/,
        ),
      ]);
      expect(place.requests().length).toBeLessThanOrEqual(5);
      expect(await place.tags('prod', BRANCH)).toEqual(['v1', 'v2']);
    });

    it('keeps an image that has run there, under any name, and one that both environments get together', async () => {
      const files = {
        [overlay('stg')]: kustomization('web=registry.example.com/stg/web:v1', worker('v1')),
        [overlay('prod')]: kustomization('web=registry.example.com/prod/web:v1', worker('v1')),
      };
      await using place = await repositoryOnGitHub({ config, files });
      await place.ask({ images: ['web:v2'], source: build(2), environments: ['stg'] });
      await place.ask({ images: ['web:v2'], source: build(2), settings: proposing });
      await place.ask({ images: ['web:v3'], source: build(4), environments: ['stg'] });
      await place.ask({ images: [worker('v2')], source: build(3), environments: ['stg'] });
      expect((await place.ask(later)).notices).toEqual([]);
      expect(await place.tags('prod', BRANCH)).toEqual(['v2', 'v2']);
      const both = { environments: ['stg', 'prod'], settings: proposing };
      await place.ask({ ...both, images: [worker('v4')], source: build(5) });
      const promoted = await place.ask({ ...both, images: ['web:v5'], source: build(6) });
      expect(promoted.notices).toEqual([]);
      expect(await place.tags('prod', 'promotion/shop/stg+prod')).toEqual(['v5', 'v4']);
    });
  });

  it('with a foreign commit is refused and unchanged', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2')], settings: proposing });
    const head = await place.repository.commit(BRANCH, { 'fix.txt': 'x' });
    const violations = await violationsOf(place.ask({ images: [web('v3')], settings: proposing }));
    expect(violations).toMatchObject([{ code: 'foreign-commit' }]);
    expect(violations[0]?.message).toContain(`"${BRANCH}" of pull request 1`);
    expect(await place.repository.head(BRANCH)).toBe(head);
    expect(place.requests()).toHaveLength(1);
  });

  it.each(['octocat', 'promoter[bot]'])(
    'amended by another login is foreign, with %s as the author',
    async (author) => {
      await using place = await repositoryOnGitHub();
      await place.ask({ images: [web('v2')], settings: proposing });
      const message = await place.message(BRANCH);
      const base = (await place.repository.head()) ?? '';
      await place.repository.setRef('refs/heads/side', base);
      const options = { message, author, committer: 'octocat' };
      const other = await place.repository.commit('side', { 'fix.txt': 'x' }, options);
      await place.repository.setRef(`refs/heads/${BRANCH}`, other);
      const violations = await violationsOf(place.ask({ images: [web('v3')], settings: proposing }));
      expect(violations).toMatchObject([{ code: 'foreign-commit' }]);
    },
  );

  it('that was approved gets a comment and a new review request after a change', async () => {
    await using place = await repositoryOnGitHub({ collaborators: { alice: 'write', bob: 'write' } });
    const settings = { ...proposing, reviewers: ['bob'] };
    await place.ask({ images: [web('v2')], settings });
    await place.repository.review(1, 'alice', 'APPROVED');
    await place.ask({ images: [web('v2')], settings });
    expect(place.open()[0]?.comments).toEqual([]);
    await place.ask({ images: [web('v3')], settings });
    expect(place.requests()).toHaveLength(6);
    expect(place.open()[0]?.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining('has changed after it was approved'),
    ]);
    expect(place.open()[0]?.reviewers).toEqual(['bob', 'alice']);
  });

  it('with a conflict is rebuilt on the new base even if nothing else changes', async () => {
    await using place = await repositoryOnGitHub();
    const order = { images: [web('v2')], source: build(2), settings: proposing };
    await place.ask(order);
    await place.repository.commit('main', { [overlay('prod')]: kustomization(web('v0'), worker('v5')) });
    await place.ask(order);
    expect(place.open()).toMatchObject([{ number: 1, title: 'Promote shop to prod: web v0 → v2' }]);
    expect(await place.tags('prod', BRANCH)).toEqual(['v2', 'v5']);
  });
});

describe('an open pull request whose base has moved', () => {
  const config = 'files: "applications/{product}/overlays/{environment}/*.yaml"\n';
  const order = { images: [web('v2')], source: build(2), settings: proposing };
  const beside = 'applications/shop/overlays/prod/beside.yaml';
  const namespace = 'kind: Namespace\n';
  const pod = `kind: Pod\nspec:\n  containers:\n    - image: ${web('v1')}\n  hostname: shop\n  restartPolicy: Always\n`;
  const larger = `${pod}  initContainers:\n    - image: ${web('v1')}\n`;

  it('is unchanged if the moved base does not affect it', async () => {
    await using place = await repositoryOnGitHub({ config });
    const { commit } = await place.ask(order);
    const others = kustomization(web('v1'), worker('v1')).replace('images:', 'namespace: shop\nimages:');
    await place.repository.commit('main', { [overlay('prod')]: others });
    expect(await place.ask(order)).toMatchObject({ changed: false, commit });
  });

  it.each([
    ['another manifest', namespace, pod],
    ['another place in a manifest', pod, larger],
  ])('includes %s that lists the image since then, and would keep the old one otherwise', async (_, former, text) => {
    await using place = await repositoryOnGitHub({ config, files: { ...begin, [beside]: former } });
    await place.ask(order);
    await place.repository.commit('main', { [beside]: text });
    await place.ask(order);
    expect(await place.repository.read(beside, BRANCH)).toBe(text.replaceAll(web('v1'), web('v2')));
  });
});

describe('a product with many pull requests', () => {
  it('has each of them updated, for any number', async () => {
    const names = Array.from({ length: 90 }, (_, at) => `customer${at + 10}`);
    const last = 'customer99';
    await using place = await repositoryOnGitHub({
      files: Object.fromEntries(names.map((name) => [overlay(name), kustomization(web('v1'), worker('v1'))])),
    });
    const order = { environments: [last], source: build(2), settings: proposing };
    await place.ask({ ...order, images: [web('v2')] });
    for (const name of names) {
      if (name !== last) await place.repository.commit(`promotion/shop/${name}`, { 'note.md': name });
    }
    place.fake.faults.next({ name: 'Proposals' }, serverError(502));
    await place.ask({ ...order, images: [worker('v2')] });
    expect(place.open()).toMatchObject([{ number: 1, title: expect.stringContaining('worker, web') }]);
    expect(await place.tags(last, `promotion/shop/${last}`)).toEqual(['v2', 'v2']);
  });
});

describe('a request for many products', () => {
  it('finds the pull request of each, for any number', async () => {
    const products = Array.from({ length: 55 }, (_, at) => `shop${at + 10}`);
    await using place = await repositoryOnGitHub({
      files: Object.fromEntries(products.map((name) => [overlay('prod', name), kustomization(web('v1'))])),
    });
    const order = { images: [web('v2')], settings: proposing };
    await place.ask({ ...order, products: products.slice(-1) });
    const { environments } = await place.ask({ ...order, products, mode: 'dry-run' });
    expect(environments.at(-1)).toMatchObject({ product: 'shop64', pullRequest: 1 });
  });
});

describe('the options of a pull request', () => {
  it('take one request each, and only if they are missing', async () => {
    await using place = await repositoryOnGitHub({
      collaborators: { alice: 'write' },
      teams: { 'acme/sre': ['alice'] },
    });
    const settings = { ...proposing, labels: ['release'], reviewers: ['team:sre', 'alice'], assignees: ['alice'] };
    const order = { images: [web('v2')], settings };
    const promoted = await place.ask(order);
    expect(promoted.notices).toEqual([]);
    expect(place.requests().slice(4)).toEqual([
      'POST /repos/acme/manifests/issues/1/labels → 200',
      'POST /repos/acme/manifests/pulls/1/requested_reviewers → 201',
      'POST /repos/acme/manifests/issues/1/assignees → 201',
    ]);
    expect(place.open()).toMatchObject([
      { labels: ['release'], reviewers: ['alice', 'team:sre'], assignees: ['alice'] },
    ]);
    await place.ask({ ...order, settings: { ...settings, labels: ['release', 'prod'] } });
    // Which teams were asked is read where one is set, and by itself: many tokens may not.
    expect(place.requests().slice(2)).toEqual([
      'POST /graphql query node → 200',
      'POST /repos/acme/manifests/issues/1/labels → 200',
    ]);
  });

  it('are requested one by one if GitHub refuses them together, and failures are reported', async () => {
    await using place = await repositoryOnGitHub({ collaborators: { alice: 'write' } });
    const labels = ['long'.repeat(13)];
    const settings = { ...proposing, labels, reviewers: ['stranger', 'alice'], assignees: ['nobody'] };
    const promoted = await place.ask({ images: [web('v2')], settings });
    expect(outcomesOf(promoted)).toEqual(['prod: proposed']);
    expect(promoted.violations).toEqual([]);
    // The token has every right, so no hint asks for one.
    expect(promoted.notices).toEqual([
      { message: expect.stringContaining('name is too long'), hint: expect.stringContaining('50 characters') },
      {
        message: expect.stringMatching(
          /^The reviewer "stranger" could not be added: "Reviews may only be requested from coll/,
        ),
        hint: expect.stringContaining('access to the repository'),
      },
      {
        message: 'The assignee "nobody" could not be added: "GitHub has left the login out".',
        hint: expect.stringContaining('write access'),
      },
    ]);
    expect(place.open()).toMatchObject([{ reviewers: ['alice'] }]);
  });

  it('include a draft', async () => {
    await using place = await repositoryOnGitHub({
      config: 'environments:\n  prod: { delivery: pull-request, draft: true }\n',
    });
    await place.ask({ images: [web('v2')] });
    expect(place.open()).toMatchObject([{ draft: true }]);
  });
});

describe('a pull request without remaining changes', () => {
  it('is closed with a comment, and its branch deleted, if the base has its items', async () => {
    await using place = await repositoryOnGitHub();
    const order = { images: [web('v2')], source: build(2), settings: proposing };
    await place.ask(order);
    await place.repository.commit('main', { [overlay('prod')]: kustomization(web('v2'), worker('v1')) });
    const promoted = await place.ask(order);
    expect(outcomesOf(promoted)).toEqual(['prod: unchanged']);
    expect(place.requests()).toHaveLength(3);
    expect(place.open()).toEqual([]);
    expect(place.repository.pullRequests[0]).toMatchObject({ state: 'CLOSED', comments: [{ login: 'promoter[bot]' }] });
    expect(await place.repository.head(BRANCH)).toBeUndefined();
  });

  it('is closed if another request covers all of it', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2')], source: build(2), settings: proposing });
    await place.ask({ environments: ['prod', 'stg'], images: [web('v3')], source: build(3), settings: proposing });
    expect(place.open()).toMatchObject([{ number: 2, head: 'promotion/shop/prod+stg' }]);
    const [closed] = place.repository.pullRequests;
    expect(closed?.comments[0]?.body).toContain('covered by #2');
    expect(await place.repository.head(BRANCH)).toBeUndefined();
  });

  it('is left open if it has other changes', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2'), worker('v2')], source: build(2), settings: proposing });
    await place.ask({ environments: ['prod', 'stg'], images: [web('v3')], source: build(3), settings: proposing });
    expect(place.open().map(({ number }) => number)).toEqual([1, 2]);
  });

  it('is closed if a commit overtakes it, also on the second try', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2')], source: build(2), settings: proposing });
    const order = { images: [web('v3')], source: build(3) };
    const promoted = await place.ask(order);
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(place.requests()).toHaveLength(4);
    expect(place.open()).toEqual([]);
    expect(place.repository.pullRequests[0]?.comments[0]?.body).toContain(`the branch has ${web('v3')}`);
  });

  it('is unchanged if another login has changed it', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2')], source: build(2), settings: proposing });
    await place.repository.commit(BRANCH, { 'fix.txt': 'x' });
    await place.ask({ images: [web('v3')], source: build(3) });
    expect(place.open()).toHaveLength(1);
    expect(await place.repository.head(BRANCH)).toBeDefined();
  });
});

describe('a branch without an open pull request', () => {
  it.each(['merge', 'squash', 'rebase'] as const)('left by a %s is used again', async (method) => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2')], source: build(2), settings: proposing });
    await place.repository.mergePullRequest(1, { method });
    const promoted = await place.ask({ images: [web('v3')], source: build(3), settings: proposing });
    expect(outcomesOf(promoted)).toEqual(['prod: proposed']);
    expect(place.requests().length).toBeLessThanOrEqual(5);
    expect(place.open()).toMatchObject([{ number: 2, head: BRANCH }]);
    expect(await place.repository.log(BRANCH)).toHaveLength((await place.repository.log()).length + 1);
  });

  it('costs no further request with the delivery commit after its squash', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2')], settings: proposing });
    await place.repository.mergePullRequest(1, { method: 'squash' });
    await place.ask({ images: [web('v3')] });
    expect(place.requests()).toHaveLength(2);
  });

  it('of a closed pull request loses its changes', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2')], source: build(2), settings: proposing });
    await place.repository.closePullRequest(1);
    await place.ask({ images: [worker('v2')], source: build(3), settings: proposing });
    expect(place.requests().length).toBeLessThanOrEqual(5);
    expect(place.open()).toMatchObject([{ number: 2, title: 'Promote shop to prod: worker v1 → v2' }]);
    expect(await place.tags('prod', BRANCH)).toEqual(['v1', 'v2']);
  });

  it('of no pull request gets one', async () => {
    await using place = await repositoryOnGitHub();
    const order = { images: [web('v2')], source: build(2), settings: proposing };
    await place.ask(order);
    await place.repository.closePullRequest(1);
    await place.ask(order);
    expect(place.open()).toMatchObject([{ number: 2 }]);
  });
});

describe('a rollback', () => {
  it('is proposed like a promotion, and holds the image while it is open', async () => {
    await using place = await repositoryOnGitHub();
    await place.ask({ images: [web('v2')], source: build(2) });
    await place.back({ settings: proposing, images: [NAME] });
    expect(place.open()).toMatchObject([{ title: 'Roll back shop in prod: web v2 → v1' }]);
    const promoted = await place.ask({ images: [web('v2')], source: build(2), settings: proposing });
    expect(outcomesOf(promoted)).toEqual(['prod: superseded, held']);
    expect(place.open()).toHaveLength(1);
  });
});

describe('pull requests of several products', () => {
  it('are separate', async () => {
    const files = { ...begin, [overlay('prod', 'till')]: kustomization(web('v1')) };
    await using place = await repositoryOnGitHub({ files });
    const promoted = await place.ask({ products: ['shop', 'till'], images: [web('v2')], settings: proposing });
    expect(place.open().map(({ head }) => head)).toEqual(['promotion/shop/prod', 'promotion/till/prod']);
    expect(promoted.pullRequests.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('keep newer images, although another product gets an older one', async () => {
    const files = { ...begin, [overlay('prod', 'till')]: kustomization(web('v1')) };
    await using place = await repositoryOnGitHub({ files });
    await place.ask({ images: [web('v3')], source: build(3), settings: proposing });
    const both = { products: ['shop', 'till'], images: [web('v2')], source: build(2), settings: proposing };
    expect(outcomesOf(await place.ask(both))).toEqual(['prod: superseded, older', 'prod: proposed']);
    expect(place.open().map(({ title }) => title)).toEqual([
      'Promote shop to prod: web v1 → v3',
      'Promote till to prod: web v1 → v2',
    ]);
  });
});

describe('a pull request for manifests that are read together', () => {
  const layers = 'files: [["charts/{product}/values.yaml", "charts/{product}/values-{environment}.yaml"]]\n';
  const base = `web: { image: { repository: ${NAME} } }\nworker: { image: { repository: ${WORKER} } }\n`;
  const values = (one: string, other: string) =>
    `web: { image: { tag: ${one} } }\nworker: { image: { tag: ${other} } }\n`;
  const images = (one: string, other: string) => `  - image: ${web(one)}\n  - image: ${worker(other)}\n`;
  const shared = (one: string, other: string) => `dev:\n${images('v1', 'v1')}prod:\n${images(one, other)}`;

  it.each([
    ['layered values', layers, 'charts/shop/values-prod.yaml', values],
    ['a file of several environments', 'files: "{product}.yaml"\n', 'shop.yaml', shared],
  ])('is updated by the next promotion and keeps its other images, with %s', async (_, files, path, text) => {
    await using place = await repositoryOnGitHub({
      config: `${files}environments: {dev: , prod: }\n`,
      files: { 'charts/shop/values.yaml': base, [path]: text('v1', 'v1') },
    });
    for (const image of [web('v2'), web('v3'), worker('v4')])
      expect(outcomesOf(await place.ask({ images: [image], settings: proposing }))).toEqual(['prod: proposed']);
    expect(place.open()).toHaveLength(1);
    expect(await place.repository.read(path, BRANCH)).toBe(text('v3', 'v4'));
  });
});
