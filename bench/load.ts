/** Writers that promote at the same time onto one branch, by the clock that the load tests use. */
import { REPOSITORY } from '../test/adapters/github/github.ts';
import { kustomization, overlay } from '../test/commands/stage.ts';
import { type Crowd, crowd, historyOf, imageOf } from '../test/load/writers.ts';
import { closing, median } from './measure.ts';

export type Loaded = {
  readonly writers: number;
  readonly landed: number;
  readonly requests: number;
  readonly seconds: number;
  readonly slowest: number;
};

export async function load(): Promise<readonly Loaded[]> {
  const rows: Loaded[] = [];
  for (const writers of [1, 8, 32, 100]) {
    const all = Array.from({ length: writers }, (_, at) => at);
    const files = all.map((at) => [
      overlay('dev', `product${at}`),
      kustomization(`registry.example.com/shop/image${at}:v1`),
    ]);
    rows.push(await closing(crowd(Object.fromEntries(files)), measured));
  }
  return rows;
}

const measured = async (stage: Crowd): Promise<Loaded> => {
  const endings = await stage.promote(
    Object.keys(await stage.fake.repository(REPOSITORY).files()).map((_, at) => ({
      products: [`product${at}`],
      images: [imageOf(`image${at}`, 'v2')],
    })),
  );
  const { ids, linear, flaws } = await historyOf(stage.fake);
  if (!linear || flaws !== '') throw new Error(`the history is broken: ${flaws}`);
  return {
    writers: endings.length,
    landed: ids.length,
    requests: endings.reduce((sum, ending) => sum + ending.requests, 0) / endings.length,
    seconds: median(endings.map(({ seconds }) => seconds)),
    slowest: Math.max(...endings.map(({ seconds }) => seconds)),
  };
};
