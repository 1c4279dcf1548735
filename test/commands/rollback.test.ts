import { describe, expect, it } from 'vitest';
import {
  build,
  hosts,
  kustomization,
  NAME,
  onGitHub,
  onOneHost,
  outcomesOf,
  overlay,
  REPOSITORY,
  type TestRepository,
  violationsOf,
  WORKER,
} from './test-repository.ts';

const path = overlay('prod');
const begin = (...images: readonly string[]) => ({ [path]: kustomization(...images) });
/** The tags that prod runs, in the order of the file. */
const runs = async (stage: TestRepository): Promise<string[]> =>
  [...((await stage.read(path)) ?? '').matchAll(/newTag: "(.*)"/g)].map(([, tag = '']) => tag);
const promoteAll = async (stage: TestRepository, ...tags: readonly string[]): Promise<void> => {
  for (const [index, tag] of tags.entries()) {
    await stage.promote({ images: [`${NAME}:${tag}`], source: build(index + 1) });
  }
};

describe.each(hosts)('the command rollback, %s', (_, open) => {
  it('goes to the value before the last promotion; twice, two steps back; and then reports no target', async () => {
    await using stage = await open(begin(`${NAME}:v0`));
    await promoteAll(stage, 'v1', 'v2', 'v3');
    const { environments, changed } = await stage.rollback({ reason: 'pages are blank' });
    expect(environments).toMatchObject([
      { outcome: 'promoted', changes: [{ from: { tag: 'v3' }, to: { tag: 'v2' } }] },
    ]);
    expect(changed).toBe(true);
    const [message] = await stage.messages();
    expect(message).toMatch(/^Roll back shop in prod: web v3 → v2\n/);
    expect(message).toContain('Reason: pages are blank\n');
    expect(message).toContain(`Rollback: prod ${NAME}:v2 instead of ${NAME}:v3\n`);
    expect(message).toMatch(/^Promotion-Id: /m);
    await stage.rollback({});
    expect(await runs(stage)).toEqual(['v1']);
    await stage.rollback({});
    expect(await runs(stage)).toEqual(['v0']);
    expect(await violationsOf(stage.rollback({}))).toMatchObject([{ code: 'rollback-impossible', path }]);
    expect(await runs(stage)).toEqual(['v0']);
  });

  it('holds the removed image and older ones until a newer build or a promotion by hand', async () => {
    await using stage = await open(begin(`${NAME}:v0`));
    await promoteAll(stage, 'v1', 'v2', 'v3');
    await stage.rollback({});
    const ask = async (tag: string, number: number, trigger: 'automatic' | 'direct' | 'by-hand' = 'automatic') =>
      outcomesOf(await stage.promote({ images: [`${NAME}:${tag}`], source: build(number), trigger }));
    expect(await ask('v3', 3)).toEqual(['prod: superseded, held']);
    expect(await ask('v2.5', 2, 'direct')).toEqual(['prod: superseded, held']);
    expect(await ask('v4', 4)).toEqual(['prod: promoted']);
    await stage.rollback({});
    expect(await runs(stage)).toEqual(['v2']);
    expect(await ask('v3', 3, 'by-hand')).toEqual(['prod: promoted']);
    expect(await ask('v4', 4)).toEqual(['prod: promoted']);
  });

  it('is mentioned when a person promotes the removed image again, in a dry run as well', async () => {
    await using stage = await open(begin(`${NAME}:v0`));
    await promoteAll(stage, 'v1', 'v2');
    await stage.rollback({ reason: 'Bad index' });
    const ask = async (tag: string, mode: 'deliver' | 'dry-run') =>
      (await stage.promote({ images: [`${NAME}:${tag}`], trigger: 'by-hand', mode })).notices.map((one) => one.message);
    const ended = expect.stringMatching(
      /\/web:v2 was rolled back in prod in commit [0-9a-f]{7} \("Bad index"\), and this promotion ends its hold\.$/,
    );
    expect(await ask('v3', 'dry-run')).toEqual([]);
    expect(await ask('v2', 'dry-run')).toEqual([ended]);
    expect(await ask('v2', 'deliver')).toEqual([ended]);
    expect(await ask('v1', 'deliver')).toEqual([]);
    expect(await ask('v2', 'deliver')).toEqual([]);
  });

  it('goes to a tag that has run there, by a record or an earlier state of the manifest', async () => {
    await using stage = await open(begin(`${NAME}:v0`));
    await stage.commit(begin(`${NAME}:by-hand`));
    await promoteAll(stage, 'v1', 'v2', 'v3');
    await stage.rollback({ to: 'v1' });
    expect(await runs(stage)).toEqual(['v1']);
    expect(outcomesOf(await stage.rollback({ to: 'v1' }))).toEqual(['prod: unchanged']);
    await stage.rollback({ to: 'by-hand' });
    expect(await runs(stage)).toEqual(['by-hand']);
    await stage.rollback({ to: 'v0' });
    expect(await runs(stage)).toEqual(['v0']);
  });

  it('refuses a tag that has not run there, and lists those that have', async () => {
    await using stage = await open(begin(`${NAME}:v0`, `${WORKER}:w0`));
    await stage.commit(begin(`${NAME}:2.1.0`, `${WORKER}:w0`));
    await promoteAll(stage, 'v3');
    for (const asked of [{ to: '2.1' }, { to: '2.1', images: [NAME] }, { to: 'w0', images: [NAME] }]) {
      const violations = await violationsOf(stage.rollback(asked));
      expect(violations).toMatchObject([
        {
          code: 'rollback-impossible',
          message: `${NAME} has not run at the tag "${asked.to}" in prod.`,
          hint: expect.stringMatching(
            /^There ran \S+web:v3, \S+web:2\.1\.0 and \S+web:v0: go back to one of them\. Anything else/,
          ),
        },
      ]);
    }
    expect(await runs(stage)).toEqual(['v3', 'w0']);
    await stage.rollback({ to: '2.1.0' });
    expect(await runs(stage)).toEqual(['2.1.0', 'w0']);
  });

  it('refuses a tag that has not run there, if nothing is recorded and several images match', async () => {
    await using stage = await open(begin(`${NAME}:v0`, `${WORKER}:w0`));
    await stage.commit(begin(`${NAME}:v1`, `${WORKER}:w0`));
    expect(await violationsOf(stage.rollback({ to: 'v9' }))).toHaveLength(2);
    await stage.rollback({ to: 'v0' });
    expect(await runs(stage)).toEqual(['v0', 'w0']);
  });

  it('goes to the values of a commit', async () => {
    await using stage = await open(begin(`${NAME}:v0`, `${WORKER}:w0`));
    const id = await stage.commit({ [path]: kustomization(`${NAME}:v7`, `${WORKER}:w7`) });
    await promoteAll(stage, 'v8', 'v9');
    await stage.rollback({ to: `commit:${id.slice(0, 10)}` });
    expect(await runs(stage)).toEqual(['v7', 'w7']);
    expect(await violationsOf(stage.rollback({ to: 'commit:0123456' }))).toMatchObject([
      { code: 'rollback-impossible', message: expect.stringContaining('no commit "0123456"') },
      { code: 'rollback-impossible' },
    ]);
  });

  it('refuses a tag that was only on a merged branch, and goes to the one that the merge brought', async () => {
    await using stage = await open(begin(`${NAME}:v0`));
    const [tried] = await stage.strand(begin(`${NAME}:tried`), begin(`${NAME}:v1`));
    await stage.commit({ 'readme.md': 'Meanwhile' });
    await stage.join();
    await promoteAll(stage, 'v2');
    for (const to of ['tried', `commit:${tried}`]) {
      expect(await violationsOf(stage.rollback({ to, images: [NAME] }))).toMatchObject([
        {
          code: 'rollback-impossible',
          hint: expect.stringMatching(/^There ran \S+web:v2, \S+web:v1 and \S+web:v0: /),
        },
      ]);
    }
    await stage.rollback({ to: 'v1' });
    expect(await runs(stage)).toEqual(['v1']);
  });

  it('refuses a commit that was never on the branch', async () => {
    await using stage = await open(begin(`${NAME}:v0`));
    await promoteAll(stage, 'v1');
    const [evil] = await stage.strand(begin(`${NAME}:evil`));
    for (const images of [[], [NAME]]) {
      expect(await violationsOf(stage.rollback({ to: `commit:${evil}`, images }))).toMatchObject([
        { code: 'rollback-impossible', message: `${NAME} has not run at "${NAME}:evil" in prod.` },
      ]);
    }
    expect(await runs(stage)).toEqual(['v1']);
  });

  it('reads the earlier file if an edit came between two promotions', async () => {
    await using stage = await open(begin(`${NAME}:v0`));
    await promoteAll(stage, 'v1');
    await stage.commit(begin(`${NAME}:patched`));
    await promoteAll(stage, 'v2');
    await stage.rollback({});
    expect(await runs(stage)).toEqual(['patched']);
  });

  it('restores the earlier repository and digest', async () => {
    const digest = `sha256:${'d'.repeat(64)}`;
    await using stage = await open(begin(`web=${NAME}:v1`));
    await stage.promote({ images: [`web=${NAME}:v2@${digest}`], source: build(1) });
    await stage.promote({ images: [`web=mirror.example.com/web:v3`], source: build(2), trigger: 'by-hand' });
    const [{ changes } = { changes: [] }] = (await stage.rollback({})).environments;
    expect(changes).toMatchObject([
      { image: NAME, from: { repository: 'mirror.example.com/web', tag: 'v3' }, to: { tag: 'v2', digest } },
    ]);
    expect(await stage.read(path)).toContain(`newName: ${NAME}\n`);
    expect(await stage.read(path)).toContain(`digest: ${digest}\n`);
    await stage.rollback({});
    expect(await stage.read(path)).toBe(kustomization(`web=${NAME}:v1`));
  });

  it('shows the changes in a dry run, and writes nothing', async () => {
    await using stage = await open(begin(`${NAME}:v0`));
    await promoteAll(stage, 'v1');
    const { files, changed } = await stage.rollback({ mode: 'dry-run' });
    expect(files).toMatchObject([{ path, after: kustomization(`${NAME}:v0`) }]);
    expect(changed).toBe(false);
    expect(await runs(stage)).toEqual(['v1']);
  });
});

describe('the images of a rollback', () => {
  it('are those of the last promotion, unless some are named', async () => {
    await using stage = await onOneHost(begin(`${NAME}:v0`, `${WORKER}:w0`, 'docker.io/library/redis:7'));
    await stage.promote({ images: [`${NAME}:v1`, `${WORKER}:w1`], source: build(1) });
    await stage.promote({ images: [`${NAME}:v2`], source: build(2) });
    const { notices } = await stage.rollback({});
    expect(await runs(stage)).toEqual(['v1', 'w1', '7']);
    expect(notices).toMatchObject([
      { message: expect.stringContaining(`${WORKER} stays as it is in prod`), hint: expect.stringContaining('images') },
    ]);
    await stage.rollback({});
    expect(await runs(stage)).toEqual(['v0', 'w0', '7']);
  });

  it('include all from one commit of the application, in several promotions', async () => {
    await using stage = await onOneHost(begin(`${NAME}:v0`, `${WORKER}:w0`));
    await stage.promote({
      images: [`${WORKER}:w1`],
      source: build(8, { sha: 'c'.repeat(40), workflow: 'worker.yml' }),
    });
    await stage.promote({ images: [`${NAME}:v1`], source: build(3, { sha: 'c'.repeat(40), workflow: 'web.yml' }) });
    await stage.rollback({});
    expect(await runs(stage)).toEqual(['v0', 'w0']);
  });

  it('are only the named ones', async () => {
    await using stage = await onOneHost(begin(`${NAME}:v0`, `${WORKER}:w0`));
    await stage.promote({ images: [`${NAME}:v1`, `${WORKER}:w1`], source: build(1) });
    await stage.rollback({ images: [WORKER] });
    expect(await runs(stage)).toEqual(['v1', 'w0']);
    expect(await violationsOf(stage.rollback({ images: ['wrker'] }))).toMatchObject([{ code: 'image-not-listed' }]);
  });

  it('are those that have run the tag', async () => {
    await using stage = await onOneHost(begin(`${NAME}:v0`, `${WORKER}:w0`));
    await stage.promote({ images: [`${NAME}:v1`, `${WORKER}:v1`], source: build(1) });
    await stage.promote({ images: [`${NAME}:v2`], source: build(2) });
    await stage.promote({ images: [`${WORKER}:w2`], source: build(3) });
    await stage.rollback({ to: 'v1' });
    expect(await runs(stage)).toEqual(['v1', 'v1']);
  });

  it('are those in the commit; others stay and are reported', async () => {
    await using stage = await onOneHost(begin(`${NAME}:v0`));
    const id = await stage.commit(begin(`${NAME}:v1`));
    await stage.commit(begin(`${NAME}:v2`, `${WORKER}:w2`));
    const { notices } = await stage.rollback({ to: `commit:${id}` });
    expect(await runs(stage)).toEqual(['v1', 'w2']);
    expect(notices).toMatchObject([{ message: expect.stringContaining(`the manifest did not list it at commit`) }]);
    const named = stage.rollback({ to: `commit:${id}`, images: [WORKER] });
    expect(await violationsOf(named)).toMatchObject([{ code: 'rollback-impossible' }]);
  });

  it('are those that the configuration allows', async () => {
    await using stage = await onOneHost({
      ...begin(`${NAME}:v0`, `${WORKER}:w0`),
      '.github/promotion.yml': `images: ["${NAME}"]\n`,
    });
    const id = await stage.commit(begin(`${NAME}:v1`, `${WORKER}:w1`));
    await stage.commit(begin(`${NAME}:v2`, `${WORKER}:w2`));
    await stage.rollback({ to: `commit:${id}` });
    expect(await runs(stage)).toEqual(['v1', 'w2']);
    const named = stage.rollback({ to: 'w1', images: [WORKER] });
    expect(await violationsOf(named)).toMatchObject([{ code: 'image-not-allowed' }]);
  });

  it('go back together in several environments and products', async () => {
    const blog = overlay('prod', 'blog');
    await using stage = await onOneHost({
      ...begin(`${NAME}:v0`),
      [blog]: kustomization('blog:b0'),
      [overlay('stg')]: kustomization(`${NAME}:v0`),
      [overlay('stg', 'blog')]: kustomization('blog:b0'),
    });
    const images = [`${NAME}:v1`, 'blog:b1'];
    const both = { products: ['shop', 'blog'], environments: ['stg', 'prod'] };
    await stage.promote({ ...both, images, source: build(1) });
    expect(outcomesOf(await stage.rollback(both))).toEqual(
      ['stg', 'prod', 'stg', 'prod'].map((name) => `${name}: promoted`),
    );
    expect(await stage.read(blog)).toBe(kustomization('blog:b0'));
    expect((await stage.messages())[0]?.match(/^Rollback: /gm)).toHaveLength(4);
  });

  it('may be in several manifests with different histories', async () => {
    const values = 'applications/shop/overlays/prod/job/kustomization.yaml';
    await using stage = await onOneHost({
      '.github/promotion.yml': 'files: ["applications/{product}/overlays/{environment}/**"]\n',
      ...begin(`${NAME}:v0`),
      [values]: kustomization(`${NAME}:j0`),
    });
    await stage.promote({ images: [`${NAME}:v1`], source: build(1) });
    await stage.rollback({});
    expect([await stage.read(path), await stage.read(values)]).toEqual([
      kustomization(`${NAME}:v0`),
      kustomization(`${NAME}:j0`),
    ]);
  });
});

describe('a rollback without a target', () => {
  it('reports every affected image, and writes nothing', async () => {
    await using stage = await onOneHost(begin(`${NAME}:v0`, `${WORKER}:w0`));
    expect(await violationsOf(stage.rollback({}))).toMatchObject([
      { message: expect.stringContaining(`"${NAME}:v0"`), hint: expect.stringContaining('to') },
      { message: expect.stringContaining(`"${WORKER}:w0"`) },
    ]);
    expect(await stage.messages()).toHaveLength(1);
  });

  it('reports that the present value was set by hand', async () => {
    await using stage = await onGitHub(begin(`${NAME}:v0`));
    await promoteAll(stage, 'v1');
    await stage.commit(begin(`${NAME}:mine`));
    expect(await violationsOf(stage.rollback({}))).toMatchObject([
      { code: 'rollback-impossible', hint: expect.stringContaining(`Recorded are ${NAME}:v1`) },
    ]);
  });

  it.each([
    { what: 'the manifest was not there', before: { [path]: null }, reason: 'the file was not there before commit' },
    { what: 'it was no YAML', before: { [path]: 'images: [' }, reason: 'could not be read before commit' },
    { what: 'it had no tag', before: begin(NAME), reason: 'it had no tag or digest before commit' },
  ])('reports that before the promotion $what', async ({ before, reason }) => {
    await using stage = await onOneHost({ 'README.md': '' });
    for (const [name, text] of Object.entries(before)) if (text !== null) await stage.commit({ [name]: text });
    const trailer = `Promotion: prod ${NAME}:v1`;
    await stage.commit(begin(`${NAME}:v1`), `Promote\n\n${trailer}`);
    // Somebody had touched the directory before, so that the promotion is not the oldest commit.
    const made = Object.values(before).includes(null as never);
    const expected = made ? 'the promotion that set it made the file' : reason;
    expect(await violationsOf(stage.rollback({}))).toMatchObject([{ message: expect.stringContaining(expected) }]);
  });
});

describe('a rollback by pull request', () => {
  it('is proposed, and holds the image once it is merged, even if the message lost its trailers', async () => {
    await using stage = await onGitHub(begin(`${NAME}:v0`));
    await promoteAll(stage, 'v1', 'v2');
    const { environments, pullRequests } = await stage.rollback({ delivery: 'pull-request' });
    expect(environments).toMatchObject([{ outcome: 'proposed', changes: [{ to: { tag: 'v1' } }] }]);
    expect(await runs(stage)).toEqual(['v2']);
    const repository = stage.fake.repository(REPOSITORY);
    const [{ number, body } = { number: 0, body: '' }] = repository.pullRequests;
    expect(pullRequests).toMatchObject([{ number }]);
    expect(body).toContain(`Rollback: prod ${NAME}:v1 instead of ${NAME}:v2`);
    await repository.mergePullRequest(number, { method: 'squash', headline: 'Back', body: 'As agreed.' });
    expect(await runs(stage)).toEqual(['v1']);
    const again = await stage.promote({ images: [`${NAME}:v2`], source: build(2) });
    expect(outcomesOf(again)).toEqual(['prod: superseded, held']);
    await stage.rollback({});
    expect(await runs(stage)).toEqual(['v0']);
  });

  it('can be merged at once', async () => {
    await using stage = await onGitHub(begin(`${NAME}:v0`));
    await promoteAll(stage, 'v1', 'v2');
    expect(outcomesOf(await stage.rollback({ delivery: 'merge' }))).toEqual(['prod: promoted']);
    expect(await runs(stage)).toEqual(['v1']);
    const again = await stage.promote({ images: [`${NAME}:v2`], source: build(2) });
    expect(outcomesOf(again)).toEqual(['prod: superseded, held']);
  });
});

describe('the requests of a rollback', () => {
  it('are two with trailers, and one more for each commit to read', async () => {
    await using stage = await onGitHub(begin(`${NAME}:v0`));
    await promoteAll(stage, 'v1', 'v2');
    stage.fake.resetRequests();
    await stage.rollback({});
    expect(stage.fake.requests).toHaveLength(2);
    await stage.commit(begin(`${NAME}:patched`));
    await stage.promote({ images: [`${NAME}:v3`], source: build(3) });
    stage.fake.resetRequests();
    await stage.rollback({});
    expect(stage.fake.requests).toHaveLength(3);
    expect(await runs(stage)).toEqual(['patched']);
  });

  it('start over from a fresh read if the branch moved', async () => {
    await using stage = await onGitHub(begin(`${NAME}:v0`));
    await promoteAll(stage, 'v1', 'v2');
    const callback = () => stage.commit({ 'README.md': 'meanwhile' });
    stage.fake.faults.next({ kind: 'mutation' }, { kind: 'run', callback });
    await stage.rollback({});
    expect(await runs(stage)).toEqual(['v1']);
    expect((await stage.messages()).filter((message) => message.startsWith('Roll back'))).toHaveLength(1);
  });
});
