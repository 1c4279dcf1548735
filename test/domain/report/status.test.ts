import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { outputsOf } from '../../../src/domain/report/action-outputs.ts';
import { buildReport } from '../../../src/domain/report/report.ts';
import { reportSchema } from '../../../src/domain/report/report-schema.ts';
import type { Status } from '../../../src/domain/status/rows.ts';
import { rowOf, running, sample, set, web } from '../status/samples.ts';

const reportOf = (status: Status) => buildReport({ command: 'status', outcome: 'reported', status });

describe('a status in the report', () => {
  it('has an entry for each image in each manifest, with its record', () => {
    const report = reportOf(sample);
    expect(v.parse(reportSchema, report)).toEqual(report);
    expect(report.status?.images[1]).toEqual({
      product: 'shop',
      environment: 'stg',
      image: web,
      reference: `${web}:v1.4.0`,
      path: 'applications/shop/overlays/stg/kustomization.yaml',
      line: 7,
      record: 'recorded',
      by: 'promotion',
      commit: 'c'.repeat(40),
      since: '2026-11-27T12:00:00Z',
      source: {
        repository: 'acme/shop',
        sha: '3f2c1ab9d04e5f60718293a4b5c6d7e8f9a0b1c2',
        ref: 'refs/heads/main',
        workflow: 'ci.yml',
        run_number: 42,
      },
      relation: 'same',
      held: [],
    });
    expect(report.status?.images[2]).toMatchObject({ record: 'edited', relation: 'behind', held: [`${web}:v1.4.0`] });
    expect(report.status).toMatchObject({
      environments: ['dev', 'stg', 'prod'],
      frozen: [{ environment: 'prod' }],
      'pull-requests': [{ number: 12 }],
    });
  });

  it('gives times in UTC', () => {
    const row = rowOf([running('dev', 'v1', { set: set('2026-11-30T21:00:00+09:00') })]);
    expect(reportOf({ ...sample, rows: [row] }).status?.images[0]?.since).toBe('2026-11-30T12:00:00Z');
  });

  it('is cut to counts if it is too large for an output', () => {
    const rows = Array.from({ length: 3_000 }, () => rowOf([running('dev', 'v1')]));
    const { outputs, whole } = outputsOf(reportOf({ ...sample, rows }));
    const report = JSON.parse(outputs.report);
    expect(report.cut.status).toBe(3_000);
    expect(report.status.images).toEqual([]);
    expect(v.parse(reportSchema, report)).toEqual(report);
    expect(JSON.parse(whole ?? '').status.images).toHaveLength(3_000);
  });
});
