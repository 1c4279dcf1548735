import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../adapters/github/github.ts';
import { kustomization, overlay } from '../commands/test-repository.ts';
import { pointsOf } from '../github/requests.ts';
import { isLong } from '../sample.ts';
import { type Crowd, crowd, type Ending, historyOf, imageOf } from './writers.ts';

const counts = isLong ? [1, 8, 32, 100] : [1, 8];
const each = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const nameOf = (index: number): string => `registry.example.com/shop/image${index}`;

/** One manifest for each product, or one for all. */
const layouts = {
  'different products': {
    files: (count: number) =>
      Object.fromEntries(each(count, (at) => [overlay('dev', `product${at}`), kustomization(`${nameOf(at)}:v1`)])),
    promotion: (at: number) => ({ products: [`product${at}`], images: [imageOf(`image${at}`, 'v2')] }),
  },
  'different images of one file': {
    files: (count: number) => ({
      [overlay('dev')]: kustomization(...each(count, (at) => `${nameOf(at)}:v1`)),
    }),
    promotion: (at: number) => ({ products: ['shop'], images: [imageOf(`image${at}`, 'v2')] }),
  },
} as const;

const promotedOf = async ({ fake }: Crowd): Promise<number> => {
  const files = await fake.repository(REPOSITORY).files();
  return Object.values(files).join('').split('newTag: "v2"').length - 1;
};

/** Each number is tried once, whichever test asks first. */
const onceEach = <T>(make: (count: number) => Promise<T>): ((count: number) => Promise<T>) => {
  const made = new Map<number, Promise<T>>();
  return (count) => {
    const one = made.get(count) ?? make(count);
    made.set(count, one);
    return one;
  };
};

const requestsOf = (endings: readonly Ending[]): number =>
  endings.reduce((sum, { requests }) => sum + requests, 0) / endings.length;

describe.each(Object.entries(layouts))('concurrent writers: %s', (_, { files, promotion }) => {
  /** Requests for each writer, by the number of writers. */
  const told = onceEach(async (count: number): Promise<number> => {
    await using stage = await crowd(files(count));
    const endings = await stage.promote(each(count, promotion));
    const landed = endings.filter(({ outcome }) => outcome === 'promoted');
    const others = new Set(endings.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'promoted'));
    expect([...others].filter((code) => !['branch-contended', 'rate-limited'].includes(code))).toEqual([]);
    const history = await historyOf(stage.fake);
    expect(history.ids.toSorted()).toEqual(landed.map(({ id }) => id).toSorted());
    expect(history).toMatchObject({ linear: true, flaws: '' });
    expect(await promotedOf(stage)).toBe(landed.length);
    expect(landed).toHaveLength(count);
    // The hourly points of `GITHUB_TOKEN`.
    expect(pointsOf(stage.fake.requests)).toBeLessThan(1000);
    return requestsOf(endings);
  });

  it.each(counts)('%i: each commits once, or ends with a documented reason', { timeout: 600_000 }, async (count) => {
    await told(count);
  });

  it('takes requests roughly in proportion to the writers', { timeout: 900_000 }, async () => {
    expect(await told(1)).toBe(2);
    const eight = await told(8);
    expect(eight).toBeLessThan(8);
    if (isLong) expect(await told(100)).toBeLessThan(3 * eight);
  });
});

describe('concurrent builds of one image', () => {
  it('end with the newest; an older one that comes later ends as superseded', async () => {
    const source = { repository: 'acme/shop', ref: 'refs/heads/main', workflow: 'ci.yml', event: 'push' };
    await using stage = await crowd({ [overlay('dev')]: kustomization('registry.example.com/shop/web:v0') });
    const builds = each(12, (at) => ({
      images: [imageOf('web', `v${at + 1}`)],
      source: { ...source, sha: (at + 1).toString(16).padStart(40, '0'), runNumber: at + 1 },
    }));
    const endings = await stage.promote(builds);
    expect(new Set(endings.map(({ outcome }) => outcome))).toEqual(new Set(['promoted', 'superseded']));
    expect(endings.at(-1)?.outcome).toBe('promoted');
    expect(await stage.fake.repository(REPOSITORY).read(overlay('dev'))).toContain('newTag: "v12"');
    const log = (await stage.fake.repository(REPOSITORY).log()).slice(0, -1).reverse();
    const landed = log.map(({ message }) => Number(/web:v(\d+)/.exec(message)?.[1]));
    expect(landed).toEqual(landed.toSorted((a, b) => a - b));
    expect(await historyOf(stage.fake)).toMatchObject({ linear: true, flaws: '' });
  });
});
