/** A status and a history of a size to choose, always the same for the same choice. */
import type { HistoryEntry } from '../../../src/domain/history/entry.ts';
import { figuresOf } from '../../../src/domain/history/figures.ts';
import { parseReference } from '../../../src/domain/image.ts';
import type { PageContent } from '../../../src/domain/page/page.ts';
import type { RunningImage, StatusRow, VersionRelation } from '../../../src/domain/status/rows.ts';

export const NOW = new Date('2026-12-01T08:00:00Z');
const DAY = 24 * 3_600_000;
const SINCE = new Date(NOW.getTime() - 90 * DAY);

export type Size = {
  readonly products?: readonly string[];
  readonly environments?: readonly string[];
  readonly entries?: number;
  readonly reason?: (index: number) => string | undefined;
  readonly version?: (index: number) => string;
};

export const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${['shop', 'billing', 'search', 'mail'][index % 4]}-${index}`);

const hex = (seed: number, length: number): string =>
  Array.from({ length }, (_, index) =>
    (((Math.imul(seed + 1, 2_654_435_761) >>> (index % 28)) & 15) ^ (index % 7)).toString(16),
  ).join('');

const before = (milliseconds: number): string =>
  new Date(NOW.getTime() - milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');

const kindOf = (index: number): HistoryEntry['kind'] => {
  if (index % 17 === 3) return 'rollback';
  if (index % 23 === 5) return 'by-hand';
  return index % 31 === 7 ? 'unknown' : 'promotion';
};

const buildOf = (product: string, index: number): Pick<HistoryEntry, 'source' | 'run' | 'leadTime'> => ({
  source: {
    repository: `acme/${product}`,
    sha: hex(Math.floor(index / 3), 40),
    workflow: 'merge.yml',
    runNumber: index + 1,
  },
  run: `https://github.com/acme/${product}/actions/runs/${9_000_000_000 + index}`,
  leadTime: 90 + ((index * 7919) % 400) ** 2,
});

/** Products by environments, with something of every kind, and changes spread evenly over ninety days. */
export function contentOf({
  products = ['billing', 'search', 'shop'],
  environments = ['dev', 'stg', 'prod'],
  entries = 120,
  reason = (index) => (index % 9 === 0 ? 'Checkout fails for guests' : undefined),
  version = (index) => `v1.${Math.floor(index / 3)}.0`,
}: Size = {}): PageContent {
  const imageOf = (product: string): string => `registry.example.com/${product}/web`;
  const reference = (product: string, tag: string) => parseReference(`${imageOf(product)}:${tag}`);
  const changes = Array.from({ length: entries }, (_, index): HistoryEntry => {
    const product = products[index % products.length] ?? '';
    const place = Math.floor(index / products.length) % environments.length;
    const kind = kindOf(index);
    const isOurs = kind === 'promotion' || kind === 'rollback';
    return {
      at: before(((index + 0.3) * 90 * DAY) / entries),
      product,
      environment: environments[place] ?? '',
      image: imageOf(product),
      path: `applications/${product}/overlays/${environments[place]}/kustomization.yaml`,
      from: reference(product, version(entries - index)),
      to: reference(product, version(entries - index + 3)),
      kind,
      commit: hex(index, 40),
      url: `https://github.com/acme/manifests/commit/${hex(index, 40)}`,
      ...(isOurs ? { actor: ['octocat', 'hubot', 'deploy[bot]'][index % 3], reason: reason(index) } : {}),
      ...(kind === 'promotion' ? buildOf(product, index) : {}),
      ...(place === environments.length - 1 && isOurs ? { pullRequest: { number: 100 + index } } : {}),
    };
  });
  const rows = products.map((product, number): StatusRow => {
    const runs = environments.map((environment, place): [string, RunningImage[]] => [
      environment,
      [
        {
          environment,
          reference: reference(product, version(entries + 3 - place * (number % 3) * 3)),
          path: `applications/${product}/overlays/${environment}/kustomization.yaml`,
          line: 7,
          record: number % 5 === 2 && place === 0 ? 'edited' : number % 7 === 6 ? 'unread' : 'recorded',
          set: {
            by: 'promotion',
            commit: hex(number * 10 + place, 40),
            at: before((number + place * 3 + 0.2) * DAY * 0.7),
            source: { repository: `acme/${product}`, sha: hex(number, 40) },
          },
          held: number % 4 === 1 && place === environments.length - 1 ? [`${imageOf(product)}:v9.9.9`] : [],
        },
      ],
    ]);
    const relation = (place: number): VersionRelation =>
      number % 3 === 0 ? 'same' : number % 8 === 5 && place === 1 ? 'ahead' : 'behind';
    return {
      product,
      image: imageOf(product),
      runs: new Map(runs.filter((_, place) => number % 6 !== 5 || place < 2)),
      relations: new Map(
        environments
          .slice(1, number % 6 === 5 ? 2 : undefined)
          .map((environment, place) => [environment, relation(place + 1)]),
      ),
    };
  });
  const last = environments.at(-1) ?? '';
  const window = { since: SINCE.toISOString(), until: NOW.toISOString() };
  return {
    now: NOW,
    server: 'https://github.com',
    repository: 'acme/manifests',
    branch: 'main',
    window,
    entries: changes,
    figures: figuresOf(changes, window),
    status: {
      environments,
      rows,
      freezes: products
        .slice(0, 2)
        .map((product) => ({ product, environment: last, frozen: 'until 2027-01-04T08:00:00Z (year end)' })),
      proposals: products.slice(-1).map((product) => ({
        branch: `promotion/${product}/${last}`,
        number: 214,
        url: 'https://github.com/acme/manifests/pull/214',
      })),
      problems: [],
    },
  };
}
