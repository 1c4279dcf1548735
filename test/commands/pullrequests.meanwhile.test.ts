import { describe, expect, it } from 'vitest';
import { before, drop, primaryLimit, refused, refusedGraphql, secondaryLimit, stale } from '../github/faults.ts';
import type { Protection } from '../github/world.ts';
import { BRANCH, proposing, type RepositoryOnGitHub, repositoryOnGitHub, web, worker } from './repository-on-github.ts';
import { build, kustomization, NAME, outcomesOf, overlay } from './test-repository.ts';

const first = { images: [web('v2')], source: build(2), settings: proposing };
const second = { images: [worker('v2')], source: build(3), settings: proposing };

/** With one pull request that is open. */
const opened = async (): Promise<RepositoryOnGitHub> => {
  const place = await repositoryOnGitHub();
  await place.ask(first);
  return place;
};

describe('a pull request that another login merges during its update', () => {
  it('keeps the texts of the merged changes, and the rest gets a new pull request', async () => {
    await using place = await opened();
    const [merged] = place.repository.pullRequests;
    const told = { title: merged?.title, body: merged?.body };
    place.fake.faults.next(
      { field: 'updateRefs' },
      before(() => place.repository.mergePullRequest(1, { method: 'squash' })),
    );
    expect(outcomesOf(await place.ask(second))).toEqual(['prod: proposed']);
    expect(merged).toMatchObject({ state: 'MERGED', ...told });
    expect(await place.tags('prod')).toEqual(['v2', 'v1']);
    expect(place.open()).toMatchObject([{ number: 2, title: 'Promote shop to prod: worker v1 → v2' }]);
    expect(await place.tags('prod', BRANCH)).toEqual(['v2', 'v2']);
  });
});

describe('a branch that another login commits to before its pull request is opened', () => {
  it('is not reported as proposed', async () => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.next(
      { field: 'createPullRequest' },
      before(() => place.repository.commit(BRANCH, { 'note.md': 'by hand\n' })),
    );
    expect(await place.ask(first)).toMatchObject({ violations: [{ code: 'foreign-commit' }], pullRequests: [] });
    expect(await place.repository.read('note.md', BRANCH)).toBe('by hand\n');
  });
});

describe('a branch that another login deletes right after its creation', () => {
  it('is created again', async () => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.next(
      { field: 'createCommitOnBranch' },
      before(() => place.repository.setRef(`refs/heads/${BRANCH}`, undefined)),
    );
    expect(outcomesOf(await place.ask(first))).toEqual(['prod: proposed']);
    expect(place.open()).toMatchObject([{ number: 1 }]);
  });
});

describe('a lost race for the branch', () => {
  it('starts over although reads still show the old branch', async () => {
    await using place = await opened();
    const { fake } = place;
    fake.faults.next(
      { field: 'updateRefs' },
      before(async () => {
        await place.ask({ ...second, images: [web('v3')], source: build(4) });
        fake.faults.next({ name: 'Look' }, stale());
      }),
    );
    expect(outcomesOf(await place.ask(second))).toEqual(['prod: proposed']);
    expect(await place.tags('prod', BRANCH)).toEqual(['v3', 'v2']);
  });
});

describe('a refusal without a reason', () => {
  it.each(['auto-merge', 'merge'] as const)('starts over from a fresh read with the delivery %s', async (delivery) => {
    await using place = await repositoryOnGitHub({ settings: { autoMergeAllowed: true } });
    const armed = { field: 'enablePullRequestAutoMerge' };
    place.fake.faults.next(
      delivery === 'merge' ? { method: 'PUT' } : armed,
      before(() => close(place)),
    );
    place.fake.faults.next({ name: 'State' }, refused(200, 'What now?'));
    const { violations, pullRequests } = await place.ask({ ...first, settings: { delivery } });
    expect(pullRequests).toEqual([expect.objectContaining({ number: 2 })]);
    expect(violations.map(({ message }) => message).join()).not.toContain('Pull request 1 ');
  });

  const close = (place: RepositoryOnGitHub) => place.repository.closePullRequest(1);
});

describe('an answer to a merge without a commit', () => {
  it('does not count as merged', async () => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.next({ method: 'PUT' }, refused(200, 'What now?'));
    expect(await place.ask({ ...first, settings: { delivery: 'merge' } })).toMatchObject({
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      violations: [],
    });
    expect(await place.tags('prod')).toEqual(['v2', 'v1']);
  });
});

describe('a rate limit during a proposal', () => {
  const steps = [
    { step: 'the commit is made', match: { field: 'createCommitOnBranch' } },
    { step: 'the branch is moved', match: { field: 'updateRefs' } },
    { step: 'the texts are changed', match: { field: 'updatePullRequest' } },
  ];

  it.each(steps)(
    'before $step starts over from a fresh read, since others may have changed the branch',
    async ({ match }) => {
      await using place = await opened();
      place.fake.faults.next(match, secondaryLimit({ status: 403, retryAfter: 30 }));
      expect(outcomesOf(await place.ask(second))).toEqual(['prod: proposed']);
      const requests = place.fake.requests;
      const limited = requests.findIndex(({ faults }) => faults?.includes('answer'));
      expect(requests[limited]?.status).toBe(403);
      expect(requests[limited + 1]?.fields).toEqual(['viewer', 'repository']);
      expect(await place.tags('prod', BRANCH)).toEqual(['v2', 'v2']);
      expect(place.repository.pullRequests).toHaveLength(1);
    },
  );
});

describe('a finished pull request that another writer changes before it is closed', () => {
  const closing = { field: 'addComment' };
  const carriesOn = async (
    place: RepositoryOnGitHub,
    add: () => Promise<unknown>,
    close: () => ReturnType<RepositoryOnGitHub['ask']>,
  ) => {
    place.fake.faults.next(closing, before(add));
    const { notices } = await close();
    expect(notices).toMatchObject([{ message: expect.stringMatching(/^Pull request 1 .* is left alone\.$/) }]);
    expect(place.open()).toMatchObject([{ number: 1, title: expect.stringContaining('worker v1 → v2'), comments: [] }]);
  };

  it('stays open with the new change when the base has the old one', async () => {
    await using place = await opened();
    await place.repository.commit('main', { [overlay('prod')]: kustomization(web('v2'), worker('v1')) });
    await carriesOn(
      place,
      () => place.ask(second),
      () => place.ask(first),
    );
    expect(await place.tags('prod', BRANCH)).toEqual(['v2', 'v2']);
  });

  it('stays open with the new change when a commit has overtaken the old one', async () => {
    await using place = await opened();
    await carriesOn(
      place,
      () => place.ask(second),
      () => place.ask({ images: [web('v4')], source: build(4) }),
    );
  });
});

/** Runs a change before the next of these mutations. */
const just = ({ fake }: RepositoryOnGitHub, field: string, act: () => Promise<unknown>): void =>
  fake.faults.next({ field }, before(act));

describe('two writers that arm a pull request at once', () => {
  it('leave it armed with the message of all its changes, so that each gets its record', async () => {
    const approval: Protection = { kind: 'ruleset', pattern: 'main', requiresPullRequest: true, requiredApprovals: 1 };
    await using place = await repositoryOnGitHub({ settings: { autoMergeAllowed: true, protections: [approval] } });
    const arming = { settings: { delivery: 'auto-merge' } } as const;
    let later: ReturnType<RepositoryOnGitHub['ask']> | undefined;
    let ready = (): void => undefined;
    let arm = (): void => undefined;
    // The second one has made its commit when the first one arms, and moves the branch after that.
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const isArmed = new Promise<void>((resolve) => {
      arm = resolve;
    });
    const waitForArm = (): Promise<void> => {
      ready();
      return isArmed;
    };
    const startSecond = (): Promise<void> => {
      just(place, 'updateRefs', waitForArm);
      later = place.ask({ ...second, ...arming });
      return isReady;
    };
    just(place, 'enablePullRequestAutoMerge', startSecond);
    expect(outcomesOf(await place.ask({ ...first, ...arming }))).toEqual(['prod: armed']);
    arm();
    expect(outcomesOf((await later) ?? { environments: [] })).toEqual(['prod: armed']);
    await place.repository.review(1, 'octocat', 'APPROVED');
    expect(await place.tags('prod')).toEqual(['v2', 'v2']);
    expect((await place.message()).match(/^Promotion: .*$/gm)).toHaveLength(2);
  });
});

describe('two builds of one image that are proposed at once', () => {
  it('leave the newer one, although the older one reads before its pull request is open and writes after that', async () => {
    await using place = await repositoryOnGitHub();
    const [older, newer] = [2, 3].map((at) => ({ images: [web(`v${at}`)], source: build(at), settings: proposing }));
    let late: ReturnType<RepositoryOnGitHub['ask']> | undefined;
    let looked = (): void => undefined;
    let go = (): void => undefined;
    const hasLooked = new Promise<void>((resolve) => {
      looked = resolve;
    });
    const mayGo = new Promise<void>((resolve) => {
      go = resolve;
    });
    const wait = (): Promise<void> => {
      looked();
      return mayGo;
    };
    const startOlder = (): Promise<void> => {
      just(place, 'createPullRequest', wait);
      just(place, 'updateRefs', wait);
      late = place.ask(older ?? {});
      return hasLooked;
    };
    just(place, 'createPullRequest', startOlder);
    expect(outcomesOf(await place.ask(newer ?? {}))).toEqual(['prod: proposed']);
    go();
    expect(outcomesOf((await late) ?? { environments: [] })).toEqual(['prod: superseded, older']);
    expect(place.open()).toMatchObject([{ number: 1 }]);
    expect(await place.tags('prod', BRANCH)).toEqual(['v3', 'v1']);
  });
});

describe('a run that gives up after a lost answer', () => {
  it('reports its commit on the branch', async () => {
    await using place = await repositoryOnGitHub();
    const refuse = (): void =>
      place.fake.faults.always(
        { field: 'createPullRequest' },
        refusedGraphql('UNPROCESSABLE', 'A pull request already exists for acme:x.'),
      );
    refuse();
    await place.ask(first);
    place.fake.faults.next({ field: 'updateRefs' }, drop('after'));
    const { violations } = await place.ask(second);
    expect(violations[0]).toMatchObject({
      code: 'branch-contended',
      message: expect.stringContaining(`was brought to ${await place.repository.head(BRANCH)}`),
    });
  });
});

describe('a pull request whose labels a limit refuses', () => {
  it('is merged', async () => {
    await using place = await repositoryOnGitHub();
    place.fake.faults.always({ path: /labels$/ }, primaryLimit({ status: 403 }));
    const merged = await place.ask({ ...first, settings: { delivery: 'merge', labels: ['release'] } });
    expect(outcomesOf(merged)).toEqual(['prod: promoted']);
    expect(merged.notices).toMatchObject([
      { message: expect.stringMatching(/^The label "release" could not be added: /) },
    ]);
  });
});

describe('a pull request that a limit keeps open', () => {
  it('is reported, and the promotion remains promoted', async () => {
    await using place = await opened();
    place.fake.faults.always({ field: 'addComment' }, primaryLimit({ status: 403 }));
    const promoted = await place.ask({ images: [web('v4')], source: build(4) });
    expect(outcomesOf(promoted)).toEqual(['prod: promoted']);
    expect(promoted).toMatchObject({
      violations: [],
      notices: [{ message: expect.stringMatching(/^Pull request 1 has nothing left to propose, but .*limits/) }],
    });
  });
});

describe('a merge that starts over after a change of its pull request', () => {
  it('describes in the texts the merged changes', async () => {
    await using place = await repositoryOnGitHub();
    const hotfix = { [overlay('prod')]: kustomization(web('v1.1'), worker('v1')) };
    place.fake.faults.next(
      { path: /merge$/ },
      before(() => place.repository.commit('main', hotfix)),
    );
    const merged = await place.ask({ ...first, settings: { delivery: 'merge' } });
    expect(outcomesOf(merged)).toEqual(['prod: promoted']);
    expect(place.repository.pullRequests).toMatchObject([
      { state: 'MERGED', title: 'Promote shop to prod: web v1.1 → v2', body: expect.stringContaining('v1.1') },
    ]);
  });
});

describe('two products whose pull requests change one place', () => {
  const file = 'apps/common/prod/kustomization.yaml';
  const own = `{ files: apps/common/prod, images: [${NAME}] }`;
  const config = `environments:\n  prod:\nproducts:\n  a: ${own}\n  b: ${own}\n`;
  const askFor = (place: RepositoryOnGitHub, product: string, number: number) =>
    place.ask({ products: [product], images: [web(`v${number}`)], source: build(number), settings: proposing });

  it('conflict once one is merged, and the next request updates or closes the other', async () => {
    await using place = await repositoryOnGitHub({ files: { [file]: kustomization(web('v1')) }, config });
    const [first, second] = [await askFor(place, 'a', 2), await askFor(place, 'b', 3)];
    for (const [promoted, other] of [
      [first, 'b'],
      [second, 'a'],
    ] as const) {
      expect(promoted.notices).toMatchObject([{ message: expect.stringContaining(`belongs to ${other} as well`) }]);
    }
    await place.repository.mergePullRequest(1, { method: 'squash' });
    await expect(place.repository.mergePullRequest(2, { method: 'squash' })).rejects.toThrow('not mergeable');
    await askFor(place, 'b', 3);
    expect(place.open()).toMatchObject([{ number: 2, title: 'Promote b to prod: web v2 → v3' }]);
    await askFor(place, 'a', 4);
    await place.repository.mergePullRequest(3, { method: 'squash' });
    expect(outcomesOf(await askFor(place, 'b', 3))).toEqual(['prod: superseded, older']);
    expect(place.open()).toEqual([]);
    expect(await place.repository.read(file)).toContain('newTag: "v4"');
  });

  it('are both merged if their changes are equal', async () => {
    await using place = await repositoryOnGitHub({ files: { [file]: kustomization(web('v1')) }, config });
    const images = [web('v2')];
    const both = await place.ask({ products: ['a', 'b'], images, source: build(2), settings: proposing });
    expect(both).toMatchObject({ pullRequests: [{ number: 1 }, { number: 2 }], notices: [] });
    for (const number of [1, 2]) await place.repository.mergePullRequest(number, { method: 'squash' });
    expect(await place.repository.read(file)).toContain('newTag: "v2"');
  });
});
