/** Histories that are asked for together are those that git tells of each path, for a handful of processes. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkoutHost } from '../../../src/adapters/checkout/checkout.ts';
import { gitIn, historiesIn } from '../../../src/adapters/checkout/git.ts';
import { build, inCheckout, kustomization, NAME, outcomesOf, overlay } from '../../commands/test-repository.ts';
import { oneOf, sample } from '../../sample.ts';

const paths = ['a/one', 'a/two', 'b/one', 'b/two', 'c'];

/** Commits and merges, in which a side may be thrown away, at dates that go back now and then. */
const stream = (seed: number): string => {
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const commits = Array.from({ length: 80 }, (_, index) => {
    const mark = index + 1;
    const from = index === 0 ? [] : [`from :${Math.max(1, mark - 1 - random(4))}`];
    const merge = index > 3 && random(3) === 0 ? [`merge :${1 + random(index)}`] : [];
    const changed = index === 0 ? paths : paths.filter(() => random(merge.length > 0 ? 8 : 4) === 0);
    const files = changed.map((path) => `M 100644 inline ${path}\ndata 2\n${random(3)}\n`);
    const time = 1_760_000_000 + index * 60 - random(3) * 200;
    const message = `Change ${mark}\n`;
    const head = `commit refs/heads/main\nmark :${mark}\ncommitter A <a@example.com> ${time} +0000\ndata ${message.length}\n${message}`;
    return [head + [...from, ...merge].join('\n'), ...files].join('\n');
  });
  return `${commits.join('\n')}\n`;
};

const repositoryOf = async (seed: number) => {
  const directory = await mkdtemp(join(tmpdir(), 'histories-'));
  const git = (words: readonly string[], input?: string): string =>
    execFileSync('git', words, { cwd: directory, encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'ignore'] });
  git(['init', '--quiet', '--initial-branch=main']);
  git(['fast-import', '--quiet', '--force'], stream(seed));
  git(['reset', '--quiet', '--hard']);
  return { directory, git, [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) };
};

describe('histories that are read together', () => {
  it.each(sample([1, 2, 3, 4]))('equal those of each path, through merges (%i)', async (seed) => {
    await using repository = await repositoryOf(seed);
    const history = historiesIn(gitIn(repository.directory));
    const asked = [...paths, 'a', 'b', '', 'absent'];
    const together = await Promise.all(asked.map((path) => history(path)));
    for (const [index, path] of asked.entries()) {
      const alone = repository
        .git(['log', '--format=%H', 'HEAD', '--', path || '.'])
        .split('\n')
        .filter(Boolean);
      expect(together[index]?.commits.map(({ id }) => id).sort(), path).toEqual(alone.sort());
      expect(together[index]?.complete).toBe(true);
    }
    expect(together[0]?.commits[0]?.message).toMatch(/^Change \d+\n/);
  });

  it('are relative to the directory of the checkout', async () => {
    await using repository = await repositoryOf(5);
    const whole = historiesIn(gitIn(repository.directory));
    const below = historiesIn(gitIn(join(repository.directory, 'a')));
    expect(await Promise.all(['one', 'two', ''].map(below))).toEqual(
      await Promise.all(['a/one', 'a/two', 'a'].map(whole)),
    );
  });

  it('are empty if git has no commit', async () => {
    await using repository = await repositoryOf(6);
    repository.git(['checkout', '--quiet', '--orphan', 'other']);
    const history = historiesIn(gitIn(repository.directory));
    const none = { commits: [], complete: true };
    expect(await Promise.all(['a', 'b'].map(history))).toEqual([none, none]);
  });
});

describe('a promotion in a checkout', () => {
  const before = process.env.GIT_TRACE2_EVENT;
  afterEach(() => {
    if (before === undefined) delete process.env.GIT_TRACE2_EVENT;
    else process.env.GIT_TRACE2_EVENT = before;
  });

  /** The processes that were started, without those that git starts by itself. */
  const counting = async (work: () => Promise<unknown>): Promise<number> => {
    const directory = await mkdtemp(join(tmpdir(), 'trace-'));
    process.env.GIT_TRACE2_EVENT = join(directory, 'events');
    await work();
    delete process.env.GIT_TRACE2_EVENT;
    const events = (await readFile(join(directory, 'events'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
    await rm(directory, { recursive: true });
    const started = events.map((line) => JSON.parse(line) as { event: string; sid: string });
    return started.filter(({ event, sid }) => event === 'start' && !sid.includes('/')).length;
  };

  const many = (prefix: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  it.each(
    oneOf(3, [
      { images: 3, products: 5 },
      { images: 40, products: 1 },
      { images: 1, products: 30 },
    ]),
  )('starts git at most ten times, for $images images and $products products', async ({ images, products }) => {
    const names = many(`${NAME}-`, images);
    const owners = many('shop-', products);
    const environments = ['dev', 'stg', 'prod'];
    const files = owners.flatMap((product) =>
      environments.map((environment) => [
        overlay(environment, product),
        kustomization(...names.map((name) => `${name}:v1`)),
      ]),
    );
    await using stage = await inCheckout(Object.fromEntries(files));
    const asking = (tag: string) => ({ products: owners, environments, images: names.map((name) => `${name}:${tag}`) });
    await stage.promote({ ...asking('v2'), source: build(1) });
    let outcomes: readonly string[] = [];
    const started = await counting(async () => {
      outcomes = outcomesOf(await stage.promote({ ...asking('v3'), source: build(2) }));
    });
    expect(outcomes).toHaveLength(products * environments.length);
    expect(new Set(outcomes.map((outcome) => outcome.split(': ')[1]))).toEqual(new Set(['promoted']));
    expect(started).toBeGreaterThan(0);
    expect(started).toBeLessThanOrEqual(10);
  });

  it('reads only the head if there is no repository', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'plain-'));
    await writeFile(join(directory, 'kustomization.yaml'), kustomization(`${NAME}:v1`));
    const host = checkoutHost({ directory, writes: 'files' });
    const started = await counting(async () => {
      const { history } = await host.snapshot({ paths: [], histories: [] });
      expect(await history('kustomization.yaml')).toEqual({ commits: [], complete: true });
    });
    await rm(directory, { recursive: true });
    expect(started).toBe(2);
  });
});
