/** The time and memory of a request: proportional up to the caps of a payload, and almost nothing beyond them. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MANIFESTS } from '../action/job.ts';
import { kustomization, overlay } from '../commands/test-repository.ts';
import { fakeGitHub } from '../github/server.ts';
import { runAction } from './action.ts';

const each = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const nameOf = (at: number): string => `registry.example.com/shop/image${at}`;

type Taken = { readonly kilobytes: number; readonly milliseconds: number };
type Measured = Taken & {
  readonly code: number | null;
  readonly stdout: string;
  readonly outcome: string | undefined;
  readonly requests: number;
};

/** The built action as a process whose heap may have no more than so many megabytes. */
const measure = async (
  { files, payload }: { readonly files: Readonly<Record<string, string>>; readonly payload: unknown },
  megabytes = 256,
): Promise<Measured> => {
  const folder = await mkdtemp(join(tmpdir(), 'measure-'));
  const file = join(folder, 'taken.json');
  await using github = await fakeGitHub({ repositories: { [MANIFESTS]: { files } } });
  const environment = {
    ...github.environment,
    NODE_OPTIONS: `--max-old-space-size=${megabytes} --import ${pathToFileURL(join(import.meta.dirname, 'measure.js'))}`,
    MEASURE: file,
  };
  try {
    const running = await runAction({ environment }, MANIFESTS, { payload });
    const { code, stdout, outputs } = await running.ended;
    const taken = JSON.parse(await readFile(file, 'utf8')) as Taken;
    return { ...taken, code, stdout, outcome: outputs.outcome, requests: github.requests.length };
  } finally {
    await rm(folder, { recursive: true });
  }
};

const environments = ['dev', 'stg', 'prod'];

/** A third of so many products with three environments each, and so many images in each of their manifests. */
const spread = (size: number, imagesOf: (product: number) => readonly string[]) => {
  const products = each(Math.floor(size / 3), (at) => `product${at}`);
  const files = products.flatMap((product, at) =>
    environments.map((environment) => [
      overlay(environment, product),
      kustomization(...imagesOf(at).map((name) => `${name}:v1`)),
    ]),
  );
  const images = [...new Set(products.flatMap((_, at) => imagesOf(at)))].map((name) => `${name}:v2`);
  return { files: Object.fromEntries(files), payload: { products, environments, images } };
};

/** Requests of a size in which 1000 is the cap, and how much the work grows where the size grows fourfold. */
const growing: Readonly<
  Record<string, readonly [(size: number) => { files: Record<string, string>; payload: unknown }, number]>
> = {
  images: [
    (size) => ({
      files: { [overlay('dev')]: kustomization(...each(size, (at) => `${nameOf(at)}:v1`)) },
      payload: { product: 'shop', environment: 'dev', images: each(size, (at) => `${nameOf(at)}:v2`) },
    }),
    4,
  ],
  'products and environments': [(size) => spread(size, () => [nameOf(0)]), 4],
  // Each image is looked for in each of the manifests.
  'images and many products and environments': [
    (size) => spread(size, (at) => each(3, (one) => nameOf(3 * at + one))),
    16,
  ],
};

/** The share of garbage collection and other work on the machine; work that is a power worse grows four times as much. */
const TOLERANCE = 2;

describe.each(Object.entries(growing))('a request for many %s', (_, [requestOf, growth]) => {
  it('takes memory and time in proportion to its size, up to the cap', { timeout: 300_000, retry: 2 }, async () => {
    const small = await measure(requestOf(3));
    const takenBy = async (size: number): Promise<Taken> => {
      const { kilobytes, milliseconds, ...run } = await measure(requestOf(size));
      expect(run).toMatchObject({ code: 0, outcome: 'promoted' });
      return { kilobytes: kilobytes - small.kilobytes, milliseconds: milliseconds - small.milliseconds };
    };
    const quarter = await takenBy(250);
    const whole = await takenBy(1000);
    expect(whole.kilobytes).toBeLessThan(4 * TOLERANCE * Math.max(quarter.kilobytes, 16_000));
    expect(whole.milliseconds).toBeLessThan(growth * TOLERANCE * Math.max(quarter.milliseconds, 100));
  });
});

const names = (count: number, name: string) => each(count, (at) => `${name}-${at}`);

describe('a request beyond the caps', () => {
  it.each<[string, unknown]>([
    ['1001 images', { product: 'shop', environment: 'dev', images: names(1001, 'registry.example.com/a'), tag: 'v1' }],
    [
      'a million products and environments',
      { products: names(1000, 'p'), environments: names(1000, 'e'), image: 'a:v1' },
    ],
    [
      'a thousand images of a million places',
      { products: names(1000, 'p'), environments: names(1000, 'e'), images: names(1000, 'a'), tag: 'v1' },
    ],
    ['100,000 images', { product: 'shop', environment: 'dev', images: names(100_000, 'a'), tag: 'v1' }],
    ['200,000 products', { products: names(200_000, 'p'), environment: 'dev', image: 'a:v1' }],
    ['words without end', { product: 'shop', environment: 'dev', image: `a:${'v'.repeat(5_000_000)}` }],
  ])('of %s is refused before any read, in little memory', { timeout: 60_000 }, async (_name, payload) => {
    const files = { [overlay('dev')]: kustomization('a:v1') };
    const small = await measure({ files, payload: { product: 'shop', environment: 'dev', image: 'a:v2' } });
    const { kilobytes, milliseconds, ...run } = await measure({ files, payload }, 64);
    expect(run).toMatchObject({ code: 1, outcome: 'refused', requests: 0 });
    expect(kilobytes).toBeLessThan(small.kilobytes + 64_000);
    expect(milliseconds).toBeLessThan(small.milliseconds + 1000);
  });
});
