import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/domain/model.ts';
import { before, serverError } from '../github/faults.ts';
import {
  build,
  type GitHubTestRepository,
  hosts,
  kustomization,
  NAME,
  onGitHub,
  outcomesOf,
  overlay,
  type PromoteOptions,
  REPOSITORY,
  type TestRepository,
} from './test-repository.ts';

const path = overlay('prod');
const begin = { [path]: kustomization(`${NAME}:v0`) };
const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString().replace(/\.\d+/, '');

const ask = async (stage: TestRepository, tag: string, source: Source, more: PromoteOptions = {}): Promise<string> => {
  const [outcome = ''] = outcomesOf(await stage.promote({ images: [`${NAME}:${tag}`], source, ...more }));
  return outcome.replace('prod: ', '');
};
const runs = async (stage: TestRepository): Promise<string | undefined> =>
  /newTag: "(.*)"/.exec((await stage.read(path)) ?? '')?.[1];

const dated = (committedAt: string, more: Source = {}): Source => ({
  ...{ repository: 'acme/shop', ref: 'refs/heads/main', event: 'push', committedAt },
  ...more,
});
const morning = '2026-11-01T08:00:00Z';
const noon = '2026-11-01T12:00:00Z';
const release = (runNumber: number, tag: string, committedAt?: string): Source =>
  build(runNumber, { workflow: 'release.yml', ref: `refs/tags/${tag}`, ...(committedAt && { committedAt }) });

type Step = { readonly tag: string; readonly source: Source; readonly outcome: string };
const step = (tag: string, source: Source, outcome: string): Step => ({ tag, source, outcome });
const older = 'superseded, older';

const cases: readonly { readonly what: string; readonly steps: readonly Step[]; readonly end: string }[] = [
  {
    what: 'two builds that finish in the wrong order',
    steps: [step('b43', build(43), 'promoted'), step('b42', build(42), older)],
    end: 'b43',
  },
  {
    what: 'a re-run of an old workflow',
    steps: [
      step('b41', build(41), 'promoted'),
      step('b42', build(42), 'promoted'),
      step('b41', build(41, { runAttempt: 2 }), older),
    ],
    end: 'b42',
  },
  {
    what: 'a redelivery',
    steps: [step('b42', build(42), 'promoted'), step('b42', build(42), 'unchanged')],
    end: 'b42',
  },
  {
    what: 'a hotfix branch of the same workflow',
    steps: [
      step('b42', build(42, { committedAt: noon }), 'promoted'),
      step('fix', build(43, { ref: 'refs/heads/hotfix', committedAt: morning }), 'promoted'),
      step('b42', build(42, { committedAt: noon }), older),
    ],
    end: 'fix',
  },
  {
    what: 'the release of an older commit',
    steps: [
      step('b42', build(42, { committedAt: noon }), 'promoted'),
      step('v1.3.9', release(5, 'v1.3.9', morning), 'promoted'),
    ],
    end: 'v1.3.9',
  },
  {
    what: 'a run started by hand on an old branch',
    steps: [
      step('b42', build(42, { committedAt: noon }), 'promoted'),
      step('old', build(3, { workflow: 'manual.yml', event: 'workflow_dispatch', committedAt: morning }), 'promoted'),
    ],
    end: 'old',
  },
  {
    what: 'senders that give no numbers',
    steps: [
      step('b2', dated(noon), 'promoted'),
      step('b1', dated(morning), older),
      step('b0', dated(noon, { committedAt: undefined }), 'promoted'),
    ],
    end: 'b0',
  },
  {
    what: 'two repositories that build one image',
    steps: [
      step('b2', build(90, { committedAt: noon }), 'promoted'),
      step('b1', build(91, { repository: 'acme/fork', committedAt: morning }), older),
      step('b3', build(3, { repository: 'acme/fork', committedAt: '2026-11-01T13:00:00Z' }), 'promoted'),
      step('b4', build(89, { committedAt: morning }), older),
    ],
    end: 'b3',
  },
];

describe.each(hosts)('an older build never wins, %s', (_, open) => {
  it.each(cases)('$what', async ({ steps, end }) => {
    await using stage = await open(begin);
    for (const { tag, source, outcome } of steps) expect(await ask(stage, tag, source)).toBe(outcome);
    expect(await runs(stage)).toBe(end);
  });

  it('a clock in 2099 wins once and not forever', async () => {
    await using stage = await open(begin);
    expect(await ask(stage, 'b1', dated('2099-01-01T00:00:00Z'))).toBe('promoted');
    expect(await ask(stage, 'b0', dated('2026-10-31T08:00:00Z'))).toBe(older);
    expect(await ask(stage, 'b2', dated(soon(30)), { start: soon(60) })).toBe('promoted');
  });

  it('an item that is left out does not block the others', async () => {
    const worker = 'registry.example.com/shop/worker';
    await using stage = await open({ [path]: kustomization(`${NAME}:v0`, `${worker}:v0`) });
    await ask(stage, 'b43', build(43));
    const { environments, changed } = await stage.promote({
      images: [`${NAME}:b42`, `${worker}:b42`],
      source: build(42),
    });
    expect(environments).toMatchObject([
      { outcome: 'superseded', changes: [{ image: worker }], superseded: [{ image: NAME, reason: 'older' }] },
    ]);
    expect(changed).toBe(true);
    expect(await stage.read(path)).toBe(kustomization(`${NAME}:b43`, `${worker}:b42`));
  });
});

describe.each(hosts)('manual changes, %s', (_, open) => {
  it('a reverted promotion is held alone, and the next build is promoted', async () => {
    await using stage = await open(begin);
    await ask(stage, 'b41', build(41));
    await ask(stage, 'b42', build(42));
    await stage.commit({ [path]: kustomization(`${NAME}:b41`) }, 'Revert "Promote shop to prod"');
    expect(await ask(stage, 'b42', build(42))).toBe('superseded, held');
    expect(await ask(stage, 'b43', build(43))).toBe('promoted');
  });

  it('an edit is no record, and every build that is not held is promoted', async () => {
    await using stage = await open(begin);
    await ask(stage, 'b42', build(42));
    await stage.commit({ [path]: kustomization(`${NAME}:try`) });
    expect(await ask(stage, 'b41', build(41))).toBe('promoted');
  });

  it('a message edited around its trailers still counts', async () => {
    await using stage = await open(begin);
    const message = `Promote (#7)\r\n\r\n* Promote\r\n  Promotion: prod ${NAME}:b43 from acme/shop by ci.yml#43\r\n\r\nCo-authored-by: Somebody <s@example.com>\r\n`;
    await stage.commit({ [path]: kustomization(`${NAME}:b43`) }, message);
    expect(await ask(stage, 'b42', build(42))).toBe(older);
  });
});

describe('a squash on GitHub', () => {
  it.each(['Ship it', 'Promotion: web b43 for Friday'])(
    'without trailers has the record of its pull request (%j)',
    async (headline) => {
      await using stage = await onGitHub(begin);
      const repository = stage.fake.repository(REPOSITORY);
      const head = 'promotion/shop/prod';
      await repository.commit(head, { [path]: kustomization(`${NAME}:b43`) }, { message: 'Promote' });
      const body = `Promotes web.\n\n\`\`\`\nPromotion: prod ${NAME}:b43 from acme/shop by ci.yml#43\n\`\`\`\n`;
      const pullRequest = await repository.openPullRequest({ head, body });
      pullRequest.author = 'promoter[bot]';
      await repository.mergePullRequest(pullRequest.number, { method: 'squash', headline, body: 'Looks good.' });
      expect((await stage.messages())[0]).not.toContain('Promotion: prod');
      stage.fake.resetRequests();
      expect(await ask(stage, 'b42', build(42))).toBe(older);
      // The pull request of the newest commit comes along; GitHub looks for others in the whole repository, so they are asked for
      // where they decide.
      expect(stage.fake.requests).toHaveLength(1);
    },
  );

  it('does not use the description of another pull request', async () => {
    await using stage = await onGitHub(begin);
    const repository = stage.fake.repository(REPOSITORY);
    await repository.commit('feature', { [path]: kustomization(`${NAME}:b43`) }, { message: 'Promote' });
    const body = `Promotion: prod ${NAME}:b43 from acme/shop by ci.yml#43`;
    const { number } = await repository.openPullRequest({ head: 'feature', body });
    await repository.mergePullRequest(number, { method: 'squash', headline: 'Ship it', body: 'Looks good.' });
    expect(await ask(stage, 'b42', build(42))).toBe('promoted');
  });
});

/** Commits on top that change something in the directory of the manifest, but not the manifest. */
const grow = async ({ fake }: GitHubTestRepository, count: number): Promise<void> => {
  const { directory, head } = fake.repository(REPOSITORY);
  const parent = await head();
  const start = Date.parse('2026-11-02T00:00:00Z') / 1000;
  const commits = Array.from({ length: count }, (_, at) =>
    [
      'commit refs/heads/main',
      `committer Somebody <somebody@example.com> ${start + at} +0000`,
      'data 5\nPatch',
      ...(at === 0 ? [`from ${parent}`] : []),
      `M 100644 inline applications/shop/overlays/prod/patch.yaml\ndata ${String(at).length}\n${at}\n`,
    ].join('\n'),
  );
  execFileSync('git', ['fast-import', '--quiet'], { cwd: directory, input: `${commits.join('\n')}\n` });
};

describe('the requests for records', () => {
  const count = async (stage: GitHubTestRepository, work: () => Promise<unknown>): Promise<number> => {
    stage.fake.resetRequests();
    await work();
    return stage.fake.requests.length;
  };

  it('are two for a promotion, one for unchanged images or ones left out', async () => {
    await using stage = await onGitHub(begin);
    expect(await count(stage, () => ask(stage, 'b42', build(42)))).toBe(2);
    expect(await count(stage, () => ask(stage, 'b43', build(43)))).toBe(2);
    expect(await count(stage, () => ask(stage, 'b43', build(43)))).toBe(1);
    expect(await count(stage, () => ask(stage, 'b42', build(42)))).toBe(1);
  });

  it('are no more with a configuration of the reference layout', async () => {
    await using stage = await onGitHub({
      ...begin,
      '.github/promotion.yml': 'files: applications/{product}/overlays/{environment}\n',
    });
    expect(await count(stage, () => ask(stage, 'b42', build(42)))).toBe(2);
  });

  it('are one more with a configuration of other files, whose history is read at once', async () => {
    await using stage = await onGitHub({
      'deploy/shop/prod/kustomization.yaml': kustomization(`${NAME}:b1`),
      '.github/promotion.yml': 'files: deploy/{product}/{environment}\n',
    });
    expect(await count(stage, () => ask(stage, 'b43', build(43)))).toBe(3);
    expect(await count(stage, () => ask(stage, 'b42', build(42)))).toBe(2);
  });

  it('are one more for each hundred commits, if the record is older', async () => {
    await using stage = await onGitHub(begin);
    await ask(stage, 'b42', build(42));
    await grow(stage, 230);
    expect(await count(stage, async () => expect(await ask(stage, 'b41', build(41))).toBe(older))).toBe(3);
    expect(await count(stage, async () => expect(await ask(stage, 'b43', build(43))).toBe('promoted'))).toBe(4);
    expect(await count(stage, async () => expect(await ask(stage, 'b41', build(41))).toBe(older))).toBe(1);
  });

  it('end after five hundred commits, and the request is allowed with a notice', async () => {
    await using stage = await onGitHub(begin);
    await ask(stage, 'b42', build(42));
    await grow(stage, 510);
    stage.fake.resetRequests();
    const { notices, environments } = await stage.promote({ images: [`${NAME}:b41`], source: build(41) });
    expect(environments).toMatchObject([{ outcome: 'promoted' }]);
    expect(notices).toMatchObject([{ message: expect.stringContaining('The last 500 commits'), path }]);
    expect(stage.fake.requests).toHaveLength(6);
  });

  it('are smaller on a slow history: files and history are read separately, in smaller pages', async () => {
    await using stage = await onGitHub(begin);
    await ask(stage, 'b43', build(43));
    stage.fake.faults.always(
      ({ body, variables }) =>
        JSON.stringify(body).includes('history(first') && (variables?.size === undefined || variables.size === 100),
      serverError(504),
    );
    expect(await ask(stage, 'b42', build(42))).toBe(older);
    expect(await ask(stage, 'b44', build(44))).toBe('promoted');
  });

  it('start over from a fresh read if the branch moved, with its new record', async () => {
    await using stage = await onGitHub(begin);
    const callback = () => ask(stage, 'b44', build(44));
    stage.fake.faults.next({ kind: 'mutation' }, before(callback));
    expect(await ask(stage, 'b43', build(43))).toBe(older);
    expect(await runs(stage)).toBe('b44');
  });
});
