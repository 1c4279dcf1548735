/** A null that comes with FORBIDDEN is never read as an absence, at any place of the answer to a query. */
import { expect, it } from 'vitest';
import { PromotionError } from '../../src/domain/errors.ts';
import { forbidden } from '../github/faults.ts';
import { oneOf } from '../sample.ts';
import {
  BRANCH,
  type Order,
  proposing,
  type RepositoryOnGitHub,
  type RepositoryOnGitHubOptions,
  repositoryOnGitHub,
  web,
} from './repository-on-github.ts';

const source = (run: number): Order['source'] => ({
  repository: 'acme/shop',
  ref: 'refs/heads/main',
  workflow: 'ci.yml',
  event: 'push',
  runNumber: run,
  sha: run.toString(16).padStart(40, 'a'),
});

type Story = {
  readonly what: string;
  readonly options?: RepositoryOnGitHubOptions;
  readonly before: (place: RepositoryOnGitHub) => Promise<unknown>;
  readonly order: Order;
};

const stories: readonly Story[] = [
  {
    what: 'a commit of an older build over one whose trailers a squash has lost',
    before: async (place) => {
      await place.ask({ images: [web('v3')], source: source(3), settings: proposing });
      await place.repository.mergePullRequest(1, { method: 'squash', headline: 'Ship it', body: 'Fine.' });
    },
    order: { images: [web('v2')], source: source(2) },
  },
  {
    what: 'a commit while a pull request is open',
    before: (place) => place.ask({ images: [web('v3')], source: source(3), settings: proposing }),
    order: { images: [web('v4')], source: source(4) },
  },
  {
    what: 'an update of a pull request that somebody has approved',
    options: { collaborators: { alice: 'write' } },
    before: async (place) => {
      await place.ask({ images: [web('v3')], source: source(3), settings: proposing });
      await place.repository.review(1, 'alice', 'APPROVED');
    },
    order: { images: [web('v4')], source: source(4), settings: proposing },
  },
  {
    what: 'an update over an older build',
    before: (place) => place.ask({ images: [web('v3')], source: source(3), settings: proposing }),
    order: { images: [web('v2')], source: source(2), settings: proposing },
  },
];

type Path = string;

const play = async ({ options, before, order }: Story, chosen?: Path) => {
  await using place = await repositoryOnGitHub(options);
  await before(place);
  const treeNow = async () => ({
    main: await place.tags('prod'),
    branch: (await place.repository.head(BRANCH)) ? await place.tags('prod', BRANCH) : [],
  });
  const start = await treeNow();
  const seen = new Set<Path>();
  let hits = 0;
  place.fake.faults.always(
    { kind: 'query' },
    forbidden((path) => {
      const printed = path.join('.');
      seen.add(printed);
      hits += printed === chosen ? 1 : 0;
      return printed === chosen;
    }),
  );
  const result = await place.ask(order).then(
    ({ environments, notices }) => ({
      outcome: environments.map(({ name, outcome }) => `${name}: ${outcome}`).join(', '),
      warned: notices.some(({ message }) => message.includes('cannot be read')),
    }),
    (error: unknown) => {
      if (!(error instanceof PromotionError)) throw error;
      return { outcome: 'refused', warned: true };
    },
  );
  const wrote = place.fake.requests.some(({ kind, method }) => (kind ? kind === 'mutation' : method !== 'GET'));
  return { ...result, wrote, start, tree: await treeNow(), seen: [...seen], hits };
};

it.each(stories)('$what', { timeout: 600_000 }, async (story) => {
  const whole = await play(story);
  expect(whole.outcome).not.toBe('refused');
  const paths = oneOf(18, whole.seen);
  expect(paths.length).toBeGreaterThan(2);
  for (const path of paths) {
    const { outcome, wrote, tree, warned, hits } = await play(story, path);
    expect(hits, path).toBeGreaterThan(0);
    if (outcome === 'refused') expect({ path, wrote }).toEqual({ path, wrote: false });
    if (warned) continue;
    // A commit looks at pull requests if the token may: one that has nothing left to propose may stay.
    const branch = [whole.tree.branch, whole.start.branch];
    expect({ path, outcome, main: tree.main }).toEqual({ path, outcome: whole.outcome, main: whole.tree.main });
    expect(branch, path).toContainEqual(tree.branch);
  }
});
