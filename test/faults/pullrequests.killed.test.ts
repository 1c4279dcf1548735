import { describe, expect, it } from 'vitest';
import type { DeliverySettings } from '../../src/domain/model.ts';
import {
  proposing,
  type RepositoryOnGitHub,
  repositoryOnGitHub,
  web,
  worker,
} from '../commands/repository-on-github.ts';
import { build, kustomization, overlay } from '../commands/test-repository.ts';
import { drop } from '../github/faults.ts';
import type { Protection, PullRequest, Settings } from '../github/world.ts';
import { sample } from '../sample.ts';

const approval: Protection = { kind: 'ruleset', pattern: 'main', requiresPullRequest: true, requiredApprovals: 1 };
const dressed: DeliverySettings = { labels: ['release'], reviewers: ['bob'], assignees: ['alice'] };
const first = { images: [web('v2')], source: build(2) };
const second = { images: [worker('v2')], source: build(3) };

type Story = {
  readonly name: string;
  readonly settings?: Partial<Settings>;
  readonly config?: string;
  /** The history before. */
  readonly before?: (place: RepositoryOnGitHub) => Promise<unknown>;
  /** The request that is killed and asked again. */
  readonly order: Parameters<RepositoryOnGitHub['ask']>[0];
  readonly after?: (place: RepositoryOnGitHub) => Promise<unknown>;
};

const arming = { ...dressed, delivery: 'auto-merge' } as const;
const merging = { ...dressed, delivery: 'merge' } as const;
const reviewed = { ...dressed, ...proposing };

const stories: readonly Story[] = [
  { name: 'a new pull request', order: { ...first, settings: reviewed } },
  {
    name: 'an update of an approved one',
    before: async (place) => {
      await place.ask({ ...first, settings: proposing });
      await place.repository.review(1, 'alice', 'APPROVED');
      await place.repository.commit('main', { 'readme.md': 'x' });
    },
    order: { ...second, settings: reviewed },
  },
  { name: 'a merge', order: { ...first, settings: merging } },
  {
    name: 'a merge of what is open',
    before: (place) => place.ask({ ...first, settings: proposing }),
    order: { ...first, settings: merging },
  },
  {
    name: 'an armed one',
    settings: { autoMergeAllowed: true, protections: [approval] },
    order: { ...first, settings: arming },
  },
  {
    name: 'an update of an armed one',
    settings: { autoMergeAllowed: true, protections: [approval] },
    before: (place) => place.ask({ ...first, settings: arming }),
    order: { ...second, settings: arming },
  },
  {
    name: 'a review of what was armed',
    settings: { autoMergeAllowed: true, protections: [approval] },
    before: (place) => place.ask({ ...first, settings: arming }),
    order: { ...second, settings: reviewed },
  },
  {
    name: 'one in the queue',
    settings: { protections: [{ ...approval, requiredApprovals: 0, mergeQueue: 'squash' }] },
    before: (place) => place.ask({ ...first, settings: arming }),
    order: { ...second, settings: arming },
  },
  {
    name: 'one that covers another',
    before: (place) => place.ask({ ...first, settings: proposing }),
    order: { images: [web('v3')], source: build(4), environments: ['prod', 'stg'], settings: reviewed },
  },
  {
    name: 'a commit that overtakes one',
    before: (place) => place.ask({ ...first, settings: proposing }),
    order: { images: [web('v3')], source: build(4) },
  },
  {
    name: 'one with nothing left to do',
    before: async (place) => {
      await place.ask({ ...first, settings: proposing });
      await place.repository.commit('main', { [overlay('prod')]: kustomization(web('v2'), worker('v1')) });
    },
    order: { ...first, settings: reviewed },
  },
  {
    name: 'a commit and a pull request',
    config: 'environments:\n  dev:\n  stg:\n  prod: { delivery: pull-request }\n',
    order: { ...first, environments: ['stg', 'prod'], settings: dressed },
  },
];

const begin = async ({ settings, config, before }: Story): Promise<RepositoryOnGitHub> => {
  const place = await repositoryOnGitHub({
    collaborators: { alice: 'write', bob: 'write' },
    ...(settings === undefined ? {} : { settings }),
    ...(config === undefined ? {} : { config }),
  });
  await before?.(place);
  return place;
};

const timeless = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/[0-9a-f]{40}/g, 'SHA')
    .replace(/127\.0\.0\.1:\d+/g, 'HOST');

const pictureOf = async ({ repository }: RepositoryOnGitHub) => {
  const refs = Object.keys(await repository.refs());
  const branches = refs.map((ref) => ref.replace('refs/heads/', ''));
  const picture = ({ number, state, title, body, head, ...pullRequest }: PullRequest) => ({
    ...{ number, state, title, head, body: timeless(body) },
    ...{ labels: pullRequest.labels, assignees: pullRequest.assignees, reviewers: pullRequest.reviewers },
    ...{
      armed: pullRequest.autoMerge && timeless(pullRequest.autoMerge.body ?? ''),
      queued: pullRequest.queued?.login,
    },
    comments: pullRequest.comments.map(({ body }) => timeless(body)),
  });
  return {
    pullRequests: repository.pullRequests.map(picture),
    branches: await Promise.all(
      branches.map(async (branch) => [
        branch,
        (await repository.log(branch)).map(({ message }) => timeless(message)),
        await repository.files(branch),
      ]),
    ),
  };
};

/** A run that is killed leaves its commit on a branch of its own, which an update deletes an hour later. */
const withoutRemains = ({ branches, ...more }: Awaited<ReturnType<typeof pictureOf>>) => ({
  ...more,
  branches: branches.filter(([name]) => !String(name).startsWith('promotion/_/')),
});

/** The request of this number still reaches GitHub, but nobody hears of it, nor does anything come after it. */
const kill = ({ fake }: RepositoryOnGitHub, at: number): void => {
  let seen = 0;
  fake.faults.always(() => seen++ === at, drop('after'));
  fake.faults.always(() => seen > at + 1, drop('before'));
};

/** The requests at which a story can be cut off. */
const pointsOf = (requests: number, at: number): readonly number[] =>
  sample(
    Array.from({ length: requests - 1 }, (_, index) => index + 1),
    at,
  );

describe.each(stories.map((story, number) => ({ ...story, story, number })))('$name', ({ story, number }) => {
  it('ends in the same state when a run is killed at any request', { timeout: 120_000 }, async () => {
    await using clean = await begin(story);
    await clean.ask(story.order);
    const requests = clean.requests().length;
    const expected = await pictureOf(clean);
    for (const at of pointsOf(requests, number)) {
      await using place = await begin(story);
      kill(place, at);
      await place.ask(story.order).catch(() => {});
      place.fake.faults.clear();
      await place.ask(story.order);
      expect(withoutRemains(await pictureOf(place)), `killed after request ${at + 1} of ${requests}`).toEqual(expected);
    }
  });

  it('ends in the same state when any answer is lost', { timeout: 120_000 }, async () => {
    await using clean = await begin(story);
    const { environments } = await clean.ask(story.order);
    const requests = clean.requests().length;
    const expected = await pictureOf(clean);
    for (const at of pointsOf(requests, number)) {
      await using place = await begin(story);
      let seen = 0;
      place.fake.faults.always(() => seen++ === at, drop('after'));
      const promoted = await place.ask(story.order);
      expect(await pictureOf(place), `without the answer to request ${at + 1} of ${requests}`).toEqual(expected);
      expect(promoted.environments.map(({ outcome }) => outcome)).toEqual(environments.map(({ outcome }) => outcome));
    }
  });
});
