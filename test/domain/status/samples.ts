import type { RecordedSource } from '../../../src/domain/records/trailer.ts';
import type { RunningImage, Status, StatusRow, VersionRelation } from '../../../src/domain/status/rows.ts';

export const now = new Date('2026-11-30T12:00:00Z');
export const web = 'registry.example.com/shop/web';

export function running(environment: string, tag: string, more: Partial<RunningImage> = {}): RunningImage {
  return {
    environment,
    reference: { repository: web, tag },
    path: `applications/shop/overlays/${environment}/kustomization.yaml`,
    line: 7,
    record: 'recorded',
    held: [],
    ...more,
  };
}

export function set(at: string, source: RecordedSource = {}) {
  return { by: 'promotion', commit: 'c'.repeat(40), at, source } as const;
}

export function rowOf(
  runs: readonly RunningImage[],
  relations: Readonly<Record<string, VersionRelation>> = {},
): StatusRow {
  const environments = [...new Set(runs.map(({ environment }) => environment))];
  return {
    product: 'shop',
    image: runs[0]?.reference.repository ?? web,
    runs: new Map(environments.map((name) => [name, runs.filter(({ environment }) => environment === name)])),
    relations: new Map(Object.entries(relations)),
  };
}

export const empty: Status = { environments: [], rows: [], freezes: [], proposals: [], problems: [] };

const sha = '3f2c1ab9d04e5f60718293a4b5c6d7e8f9a0b1c2';
const source = { repository: 'acme/shop', sha, ref: 'refs/heads/main', workflow: 'ci.yml', runNumber: 42 };

export const sample: Status = {
  environments: ['dev', 'stg', 'prod'],
  rows: [
    rowOf(
      [
        running('dev', sha, { set: set('2026-11-30T11:55:00Z', source) }),
        running('stg', 'v1.4.0', { set: set('2026-11-27T12:00:00Z', source) }),
        running('prod', 'v1.3.0', { record: 'edited', held: [`${web}:v1.4.0`] }),
      ],
      { stg: 'same', prod: 'behind' },
    ),
    {
      ...rowOf([
        running('dev', '7', { reference: { repository: 'docker.io/library/redis', tag: '7' }, record: 'unrecorded' }),
      ]),
      image: 'docker.io/library/redis',
    },
  ],
  freezes: [{ product: 'shop', environment: 'prod', frozen: 'until 2027-01-05T00:00:00Z (year end)' }],
  proposals: [{ branch: 'promotion/shop/prod', number: 12, url: 'https://github.com/acme/manifests/pull/12' }],
  problems: [{ message: 'The manifest "x.yaml" is not YAML.', hint: 'Repair it.', path: 'x.yaml' }],
};
