/** A null in the answer to a mutation, with FORBIDDEN or without a word. With FORBIDDEN at its root the mutation was not made;
 * otherwise it was. In both cases the report has the actual state, and no moved branch is left unreported. */
import { describe, expect, it } from 'vitest';
import { PromotionError } from '../../src/domain/errors.ts';
import { blank, forbidden } from '../github/faults.ts';
import type { Settings } from '../github/world.ts';
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
import { build } from './test-repository.ts';

type Story = {
  readonly what: string;
  readonly options?: RepositoryOnGitHubOptions;
  readonly before?: (place: RepositoryOnGitHub) => Promise<unknown>;
  readonly order: Order;
};

const first: Order = { images: [web('v3')], source: build(3), settings: proposing };
const second: Order = { images: [web('v4')], source: build(4), settings: proposing };
const needsCheck: Partial<Settings> = {
  autoMergeAllowed: true,
  protections: [{ kind: 'ruleset', pattern: 'main', requiredChecks: ['test'] }],
};

const stories: readonly Story[] = [
  { what: 'a commit', order: { images: [web('v4')], source: build(4) } },
  {
    what: 'a commit that settles a pull request',
    before: (place) => place.ask(first),
    order: { images: [web('v4')], source: build(4) },
  },
  { what: 'a new pull request', order: second },
  {
    what: 'an update of an approved pull request',
    options: { collaborators: { alice: 'write' } },
    before: async (place) => {
      await place.ask(first);
      await place.repository.review(1, 'alice', 'APPROVED');
    },
    order: second,
  },
  { what: 'a merge', order: { ...second, settings: { delivery: 'merge' } } },
  {
    what: 'auto-merge',
    options: { settings: needsCheck },
    order: { ...second, settings: { delivery: 'auto-merge' } },
  },
  {
    what: 'an update of an armed pull request',
    options: { settings: needsCheck },
    before: (place) => place.ask({ ...first, settings: { delivery: 'auto-merge' } }),
    order: { ...second, settings: { delivery: 'auto-merge' } },
  },
  {
    what: 'a pull request for an armed one, which is disarmed',
    options: { settings: needsCheck },
    before: (place) => place.ask({ ...first, settings: { delivery: 'auto-merge' } }),
    order: second,
  },
];

type Told = {
  readonly outcome: string;
  /** The whole report as text. */
  readonly text: string;
};

const told = (place: RepositoryOnGitHub, order: Order): Promise<Told> =>
  place.ask(order).then(
    (promoted) => ({
      outcome: promoted.environments.map(({ outcome }) => outcome).join(),
      text: JSON.stringify([promoted.commit, promoted.pullRequests, promoted.violations, promoted.notices]),
    }),
    (error: unknown) => {
      if (!(error instanceof PromotionError)) throw error;
      return { outcome: 'thrown', text: JSON.stringify(error.violations) };
    },
  );

const stateOf = async (place: RepositoryOnGitHub) => {
  const [pullRequest] = place.open();
  return {
    main: await place.tags('prod'),
    head: await place.repository.head(BRANCH),
    branch: (await place.repository.head(BRANCH)) === undefined ? [] : await place.tags('prod', BRANCH),
    open: place.open().length,
    armed: pullRequest?.autoMerge !== undefined,
    body: pullRequest?.body ?? '',
  };
};

const nulls = {
  'with FORBIDDEN, once': { fault: forbidden, often: 1 },
  'with FORBIDDEN, always': { fault: forbidden, often: Number.POSITIVE_INFINITY },
  'without a word, once': { fault: blank, often: 1 },
  'without a word, always': { fault: blank, often: Number.POSITIVE_INFINITY },
} as const;

type Null = (typeof nulls)[keyof typeof nulls];

const play = async ({ options, before, order }: Story, { fault, often }: Null, chosen?: string) => {
  await using place = await repositoryOnGitHub(options);
  await before?.(place);
  const start = await stateOf(place);
  const seen = new Set<string>();
  let hits = 0;
  place.fake.faults.always(
    { kind: 'mutation' },
    fault((path) => {
      const printed = path.join('.');
      seen.add(printed);
      if (printed === chosen) hits += 1;
      return printed === chosen && hits <= often;
    }),
  );
  const result = await told(place, order);
  const ids = (await place.repository.log()).filter(({ message }) => message.includes('web:v4')).length;
  return { ...result, start, end: await stateOf(place), seen: [...seen], hits, ids };
};

const isBranchAsTold = ({ outcome, text, start, end }: Awaited<ReturnType<typeof play>>): boolean =>
  end.head === start.head || end.head === undefined || ['promoted', 'proposed', 'armed'].includes(outcome)
    ? true
    : text.includes(end.head ?? '');

const pairs = stories.flatMap((story) => Object.entries(nulls).map(([how, kind]) => ({ ...story, story, how, kind })));

describe('a mutation with a null in its answer', () => {
  it.each(oneOf(7, pairs))(
    'is reported by its result: $what, with a null $how',
    { timeout: 600_000 },
    async ({ story, kind }) => {
      const whole = await play(story, kind);
      expect(whole.outcome).toMatch(/^(?:promoted|proposed|armed)$/);
      const paths = oneOf(9, whole.seen);
      expect(paths.length).toBeGreaterThan(0);
      for (const path of paths) {
        const played = await play(story, kind, path);
        const { outcome, text, end, hits, ids, start } = played;
        expect(hits, path).toBeGreaterThan(0);
        const shown = { path, outcome, text };
        // The reported state is the actual one.
        if (outcome === 'promoted') expect({ ...shown, main: end.main }).toEqual({ ...shown, main: ['v4', 'v1'] });
        else expect({ ...shown, main: end.main }).toEqual({ ...shown, main: start.main });
        if (outcome === 'proposed' || outcome === 'armed') {
          expect({ ...shown, open: end.open, branch: end.branch }).toEqual({ ...shown, open: 1, branch: ['v4', 'v1'] });
          expect({ ...shown, armed: end.armed }).toEqual({ ...shown, armed: outcome === 'armed' });
          expect(end.body, path).toContain('web:v4');
        }
        // Every move is reported, and nothing is made twice.
        expect({ ...shown, told: isBranchAsTold(played) }).toEqual({ ...shown, told: true });
        expect({ ...shown, ids: ids <= 1 }).toEqual({ ...shown, ids: true });
        if (path === 'addComment' && kind.fault === forbidden) expect(text).toContain('Resource not accessible');
        if (end.open > start.open) expect({ ...shown, told: /pull\/1"/.test(text) }).toEqual({ ...shown, told: true });
      }
    },
  );
});
