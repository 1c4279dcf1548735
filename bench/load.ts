/** Writers at the same time, by the clock that the load tests use: onto one branch, and into one pull request. */
import { REPOSITORY } from '../test/adapters/github/github.ts';
import { build, kustomization, overlay } from '../test/commands/test-repository.ts';
import { type Crowd, crowd, imageOf, type Order } from '../test/load/writers.ts';
import { closing, median } from './measure.ts';

export type Loaded = {
  readonly what: string;
  readonly writers: number;
  /** On the branch or in the pull request. */
  readonly landed: number;
  /** Left out for a newer build. */
  readonly superseded: number;
  readonly requests: number;
  readonly seconds: number;
  readonly slowest: number;
};

type Kind = {
  readonly what: string;
  readonly writers: readonly number[];
  readonly files: (writers: number) => Readonly<Record<string, string>>;
  readonly order: (at: number) => Order;
};

const each = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const nameOf = (at: number): string => `registry.example.com/shop/image${at}`;
const proposing = { delivery: 'pull-request' } as const;

const kinds: readonly Kind[] = [
  {
    what: 'products on one branch',
    writers: [1, 8, 32, 100],
    files: (writers) =>
      Object.fromEntries(each(writers, (at) => [overlay('dev', `product${at}`), kustomization(`${nameOf(at)}:v1`)])),
    order: (at) => ({ products: [`product${at}`], images: [imageOf(`image${at}`, 'v2')] }),
  },
  {
    what: 'images in one pull request',
    writers: [1, 8, 32, 100],
    files: (writers) => ({ [overlay('dev')]: kustomization(...each(writers, (at) => `${nameOf(at)}:v1`)) }),
    order: (at) => ({ images: [imageOf(`image${at}`, 'v2')], ...proposing }),
  },
  {
    what: 'builds in one pull request',
    writers: [1, 8, 32, 100],
    files: () => ({ [overlay('dev')]: kustomization('registry.example.com/shop/web:v0') }),
    order: (at) => ({ images: [imageOf('web', `v${at + 1}`)], source: build(at + 1), ...proposing }),
  },
];

export async function load(): Promise<readonly Loaded[]> {
  const rows: Loaded[] = [];
  for (const kind of kinds) {
    for (const writers of kind.writers) {
      rows.push(await closing(crowd(kind.files(writers)), (stage) => measured(stage, kind, writers)));
    }
  }
  return rows;
}

const measured = async (stage: Crowd, { what, order }: Kind, writers: number): Promise<Loaded> => {
  const endings = await stage.promote(each(writers, order));
  const repository = stage.fake.repository(REPOSITORY);
  const flaws = await repository.fsck();
  const isLinear = (await repository.log()).every(({ parents }) => parents.length <= 1);
  const open = repository.pullRequests.filter(({ state }) => state === 'OPEN');
  if (flaws !== '' || !isLinear || open.length > 1) throw new Error(`the history is broken: ${flaws}`);
  const ended = (...outcomes: readonly string[]): number =>
    endings.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    what,
    writers,
    landed: ended('promoted', 'proposed'),
    superseded: ended('superseded'),
    requests: endings.reduce((sum, ending) => sum + ending.requests, 0) / writers,
    seconds: median(endings.map(({ seconds }) => seconds)),
    slowest: Math.max(...endings.map(({ seconds }) => seconds)),
  };
};
