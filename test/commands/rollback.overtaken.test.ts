import { describe, expect, it } from 'vitest';
import { before as meanwhile, secondaryLimit } from '../github/faults.ts';
import {
  proposing,
  type RepositoryOnGitHub,
  type RepositoryOnGitHubOptions,
  repositoryOnGitHub,
  web,
  worker,
} from './repository-on-github.ts';
import { build, kustomization, outcomesOf, overlay, violationsOf } from './test-repository.ts';

const path = overlay('prod');

/** prod has had three versions of one image, and two of another before. */
const promoted = async (options: RepositoryOnGitHubOptions = {}): Promise<RepositoryOnGitHub> => {
  const place = await repositoryOnGitHub(options);
  await place.ask({ images: [worker('v2')], source: build(1) });
  for (const [at, tag] of ['v2', 'v3'].entries()) await place.ask({ images: [web(tag)], source: build(at + 2) });
  return place;
};

/** Makes a change after the first read and before the write that follows it. */
const interrupt = ({ fake }: RepositoryOnGitHub, act: () => Promise<unknown>): void =>
  fake.faults.next({ kind: 'mutation' }, meanwhile(act));

describe('a rollback that another change overtakes', () => {
  it('does not remove an image that came after its first read', async () => {
    await using place = await promoted();
    interrupt(place, () => place.ask({ images: [web('v4')], source: build(4) }));
    expect(await violationsOf(place.back({}))).toEqual([
      {
        code: 'rollback-overtaken',
        message: `prod ran "${web('v3')}" when the rollback began and runs "${web('v4')}" now.`,
        hint: expect.stringContaining('run the rollback again, or name the version'),
        path,
        line: 5,
      },
    ]);
    expect(await place.tags('prod')).toEqual(['v4', 'v2']);
  });

  it('goes to a given target after any other change', async () => {
    await using place = await promoted();
    interrupt(place, () => place.ask({ images: [web('v4')], source: build(4) }));
    expect(outcomesOf(await place.back({ to: 'v2' }))).toEqual(['prod: promoted']);
    expect(await place.tags('prod')).toEqual(['v2', 'v2']);
  });

  it('goes back one step if two people roll back at once', async () => {
    await using place = await promoted();
    interrupt(place, () => place.back({}));
    expect(await violationsOf(place.back({}))).toMatchObject([
      { message: `prod ran "${web('v3')}" when the rollback began and runs "${web('v2')}" now.` },
    ]);
    expect(await place.tags('prod')).toEqual(['v2', 'v2']);
  });

  it('does not switch to another image that was promoted last', async () => {
    await using place = await promoted();
    interrupt(place, () => place.ask({ images: [worker('v3')], source: build(4) }));
    expect(await violationsOf(place.back({}))).toMatchObject([
      { message: `prod ran "${worker('v2')}" when the rollback began and runs "${worker('v3')}" now.` },
    ]);
    expect(await place.tags('prod')).toEqual(['v3', 'v3']);
  });

  it('does not switch to another image if the first one is removed', async () => {
    await using place = await promoted();
    interrupt(place, () => place.repository.commit('main', { [path]: kustomization(worker('v2')) }));
    expect(await violationsOf(place.back({}))).toMatchObject([
      { code: 'rollback-overtaken', message: expect.stringContaining(`runs no "${web('v1').split(':')[0]}" now`) },
    ]);
    expect(await place.tags('prod')).toEqual(['v2']);
  });

  it('continues if the other change does not affect its images', async () => {
    await using place = await promoted();
    interrupt(place, () => place.ask({ images: [worker('v3')], source: build(4) }));
    expect(outcomesOf(await place.back({ images: [web('v3').split(':')[0] ?? ''] }))).toEqual(['prod: promoted']);
    expect(await place.tags('prod')).toEqual(['v2', 'v3']);
  });

  it('continues if only the line of the image changed', async () => {
    await using place = await promoted();
    interrupt(place, () =>
      place.repository.commit('main', { [path]: `# by hand\n${kustomization(worker('v2'), web('v3'))}` }),
    );
    expect(outcomesOf(await place.back({}))).toEqual(['prod: promoted']);
    expect(await place.tags('prod')).toEqual(['v2', 'v2']);
  });

  it('applies to pull requests as well', async () => {
    await using place = await promoted();
    place.fake.faults.next(
      { kind: 'mutation' },
      meanwhile(() => place.ask({ images: [web('v4')], source: build(4) })),
    );
    place.fake.faults.next({ field: 'createPullRequest' }, secondaryLimit({ status: 403, retryAfter: 30 }));
    const { violations } = await place.back({ settings: proposing });
    expect(violations).toMatchObject([{ code: 'rollback-overtaken' }]);
    expect(place.open()).toEqual([]);
  });
});

describe('a rollback of several environments, one of them overtaken', () => {
  it('reports the rollbacks that it has finished', async () => {
    await using place = await repositoryOnGitHub({
      config: 'environments:\n  stg: {}\n  prod: {delivery: pull-request}\n',
    });
    const environments = ['stg', 'prod'];
    const settings = { delivery: 'commit' } as const;
    for (const [at, tag] of ['v2', 'v3'].entries()) {
      await place.ask({ environments, images: [web(tag)], source: build(at + 1), settings });
    }
    const opening = { field: 'createPullRequest' };
    place.fake.faults.next(
      opening,
      meanwhile(() => place.ask({ images: [web('v4')], source: build(3), settings })),
    );
    place.fake.faults.next(opening, secondaryLimit({ status: 403, retryAfter: 30 }));
    const back = await place.back({ environments });
    expect(outcomesOf(back)).toEqual(['stg: promoted', 'prod: refused']);
    expect(back.violations).toMatchObject([{ code: 'rollback-overtaken', path }]);
    expect(await Promise.all(environments.map((name) => place.tags(name)))).toEqual([
      ['v2', 'v1'],
      ['v4', 'v1'],
    ]);
  });
});
