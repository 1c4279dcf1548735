import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MANIFESTS } from '../action/job.ts';
import { kustomization, overlay } from '../commands/test-repository.ts';
import { type FakeGitHub, fakeGitHub } from '../github/server.ts';
import { isLong } from '../sample.ts';
import { type Ended, runAction } from './action.ts';

/** LOAD_PROCESSES=100 for as many at the same time: half a gigabyte of memory for every eight of them. */
const MOST = Number(process.env.LOAD_PROCESSES ?? 32);
const counts = isLong ? [1, 8, 32, 100].filter((count) => count <= MOST) : [2];
/** Each of them needs four writes out of the 80 of a minute: a hundred take the whole ten minutes. */
const MOST_IN_ONE = Number(process.env.LOAD_PROCESSES ?? 8);
const countsInOne = isLong ? [1, 8, 32, 100].filter((count) => count <= MOST_IN_ONE) : [2];

/** A minute of GitHub's limits, and of the processes, takes twelve seconds; of a crowd, which the machine is slow with, thirty. */
const paceOf = (count: number): number => (count > 32 ? 2 : 5);

const each = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const nameOf = (at: number): string => `registry.example.com/shop/image${at}`;

type Place = { readonly github: FakeGitHub; readonly hurried: Pick<FakeGitHub, 'environment'> };

const begin = async (files: Readonly<Record<string, string>>, pace: number): Promise<Place> => {
  const since = Date.now();
  const github = await fakeGitHub({
    limits: { contentPerMinute: 80, concurrent: 100 },
    now: () => new Date(since + (Date.now() - since) * pace),
    repositories: { [MANIFESTS]: { files } },
  });
  const environment = {
    ...github.environment,
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'hurry.js'))}`,
    HURRY: String(pace),
    HURRY_SINCE: String(since),
  };
  return { github, hurried: { environment } };
};

const all = async (
  { hurried }: Place,
  count: number,
  inputs: Readonly<Record<string, string>> = {},
): Promise<readonly Ended[]> => {
  const payloads = each(count, (at) => ({ product: 'shop', environment: 'dev', image: `${nameOf(at)}:v2` }));
  const running = await Promise.all(payloads.map((payload) => runAction(hurried, MANIFESTS, { payload, inputs })));
  return Promise.all(running.map(({ ended }) => ended));
};

const images = (count: number, tagOf: (at: number) => string) => ({
  [overlay('dev')]: kustomization(...each(count, (at) => `${nameOf(at)}:${tagOf(at)}`)),
});

describe('concurrent processes', () => {
  it.each(counts)('%i: each commits once to one file', { timeout: 600_000 }, async (count) => {
    const place = await begin(
      images(count, () => 'v1'),
      paceOf(count),
    );
    await using github = place.github;
    const ended = await all(place, count);
    // A machine that is slow enough makes some of them late for GitHub's limits, and then they say so.
    const late = ended.filter(({ outputs }) => outputs.outcome !== 'promoted');
    expect(late.filter(({ stdout }) => !/\[(?:branch-contended|rate-limited)\]/.test(stdout))).toEqual([]);
    if (count <= 8) expect(late).toEqual([]);
    const manifests = github.repository(MANIFESTS);
    expect(await manifests.files()).toEqual(images(count, (at) => (late.includes(ended[at] as Ended) ? 'v1' : 'v2')));
    const log = (await manifests.log()).slice(0, -1);
    const landed = ended.filter((one) => !late.includes(one));
    expect(log.map(({ oid }) => oid).toSorted()).toEqual(landed.map(({ outputs }) => outputs.commit).toSorted());
    expect(landed.map(({ code }) => code)).toEqual(landed.map(() => 0));
    expect(log.every(({ parents }) => parents.length === 1)).toBe(true);
    expect(github.requests.length).toBeLessThan(count * 14);
    expect(await manifests.fsck()).toBe('');
  });

  it.each(countsInOne)('%i: each changes one pull request', { timeout: 900_000 }, async (count) => {
    const place = await begin(
      images(count, () => 'v1'),
      paceOf(count),
    );
    await using github = place.github;
    const ended = await all(place, count, { delivery: 'pull-request' });
    const late = ended.filter(({ outputs }) => outputs.outcome !== 'proposed');
    expect(late.filter(({ stdout }) => !/\[(?:branch-contended|rate-limited)\]/.test(stdout))).toEqual([]);
    if (count <= 8) expect(late).toEqual([]);
    const proposed = ended.filter((one) => !late.includes(one));
    expect(proposed.map(({ code }) => code)).toEqual(proposed.map(() => 0));
    const manifests = github.repository(MANIFESTS);
    expect(manifests.pullRequests).toMatchObject([{ state: 'OPEN', head: 'promotion/shop/dev' }]);
    // Who has written the branch and came no further says that something has changed.
    const isThere = ({ outputs }: Ended): boolean => outputs.outcome === 'proposed' || outputs.changed === 'true';
    expect(await manifests.files('promotion/shop/dev')).toEqual(
      images(count, (at) => (isThere(ended[at] as Ended) ? 'v2' : 'v1')),
    );
    expect(await manifests.log('promotion/shop/dev')).toHaveLength(2);
    expect(await manifests.log()).toHaveLength(1);
    expect(github.requests.length).toBeLessThan(count * 28);
    expect(await manifests.fsck()).toBe('');
  });
});
