import { MANIFESTS } from '../test/action/job.ts';
import { overlay } from '../test/commands/test-repository.ts';
import { timed } from './contest.ts';
import { type Contestant, ours, pile } from './contestants.ts';
import { ENVIRONMENTS, type Manifests, manifestsOf } from './manifests.ts';
import { closing, type Row, type Section } from './measure.ts';

/** Seconds after which unfinished writers are stopped. */
const LIMIT = 90;

type Crowd = { readonly time: number; readonly requests: number; readonly landed: number };

/** Promotions of different products at once, onto one branch. */
export async function together(latency: number): Promise<Section> {
  const rows: Row[] = [];
  for (const writers of [10, 50]) {
    const ask = (contestant: Contestant): Promise<Crowd> =>
      closing(manifestsOf(100), (manifests) => {
        manifests.github.setLatency(latency);
        return crowd(manifests, contestant, writers);
      });
    const other = await ask(pile({ clone: 'shallow', edit: 'sed' }));
    const own = await ask(ours());
    const row = (what: string, unit: Row['unit'], of: keyof Crowd): Row => ({
      what: `${writers} at once, ${what}`,
      ours: own[of],
      other: other[of],
      unit,
    });
    rows.push(row('landed', 'promotions', 'landed'), row('until the last has ended', 'ms', 'time'));
    rows.push(row('requests', 'requests', 'requests'));
  }
  return {
    title: 'Promotions at the same time',
    notes: [
      `Each of another product onto the same branch of 100 files, at ${latency} ms a request, against a shallow clone + sed + push that pulls and pushes again until it is through. Who has not landed after ${LIMIT} s is stopped. All processes share the cores of this machine with GitHub's stand-in, which sets no limits here; with GitHub's limits, see below.`,
    ],
    rows,
  };
}

const crowd = async (manifests: Manifests, contestant: Contestant, writers: number): Promise<Crowd> => {
  const { github } = manifests;
  const tag = 'v2';
  const under = ['timeout', '--kill-after=5', String(LIMIT)];
  const products = Array.from({ length: writers }, () => manifests.nextProduct());
  const start = performance.now();
  await Promise.all(products.map((product) => timed(manifests, contestant, { product, tag, under })));
  const time = performance.now() - start;
  const requests = github.requests.length;
  const landed = await Promise.all(products.map((product) => hasLanded(manifests, product, tag)));
  return { time, requests, landed: landed.filter(Boolean).length };
};

const hasLanded = async ({ github }: Manifests, product: string, tag: string): Promise<boolean> => {
  const paths = ENVIRONMENTS.map((environment) => overlay(environment, product));
  const texts = await Promise.all(paths.map((path) => github.repository(MANIFESTS).read(path)));
  return texts.every((text) => text?.includes(`"${tag}"`));
};
