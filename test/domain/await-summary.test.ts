import { expect, it } from 'vitest';
import { awaitLines, awaitSections } from '../../src/domain/await/await-summary.ts';
import { awaited, web } from './report/samples.ts';

const late = awaited({
  name: 'shop-green',
  cluster: 'green',
  url: undefined,
  state: 'timed-out',
  detail: 'is at 3f2c1ab | <b>',
  seconds: undefined,
  unobserved: [`${web}:v1.4.0`],
});

it('shows Application, cluster, state, time from commit to running and link, a row each', () => {
  const [table] = awaitSections([awaited(), late]);
  expect(table?.lead.at(-2)).toMatch(
    /Application \| Product \| Environment \| Cluster \| State \| From commit to running/,
  );
  expect(table?.rows).toEqual([
    '| [`shop-blue`](https://argocd.example.com/applications/argocd/shop-blue) | shop | prod | `blue` | **running:** it runs what was promoted | 3 min 5 s |  |',
    `| \`shop-green\` | shop | prod | \`green\` | **timed-out:** it is at 3f2c1ab &#124; &#60;b&#62; |  | \`${web}:v1.4.0\` |`,
  ]);
});

it('says the same in the log, a line each', () => {
  expect(awaitLines([awaited(), late])).toEqual([
    'running: shop-blue on blue (prod of shop) runs what was promoted, 3 min 5 s after the commit. https://argocd.example.com/applications/argocd/shop-blue',
    expect.stringMatching(
      /^timed-out: shop-green on green \(prod of shop\) is at 3f2c1ab .*\(not observed: .*v1\.4\.0\)\.$/,
    ),
  ]);
});
