import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { PromotionError } from '../../../src/domain/errors.ts';
import { bytesOf, outputsOf } from '../../../src/domain/report/action-outputs.ts';
import { buildReport, violationsOf } from '../../../src/domain/report/report.ts';
import { COMMIT, checked, environment, promoted, refused, reportOf, web } from './samples.ts';

const schema = JSON.parse(readFileSync('report.schema.json', 'utf8'));
const valid = new Ajv({ allErrors: true, strict: true }).compile(schema);

describe('buildReport', () => {
  it('prints references and keeps the lines of changes', () => {
    const [stg] = buildReport(promoted).environments;
    expect(stg).toEqual({
      name: 'stg',
      product: 'shop',
      delivery: 'commit',
      outcome: 'promoted',
      changes: [
        {
          path: 'applications/shop/overlays/stg/kustomization.yaml',
          line: 12,
          image: web,
          from: `${web}:v1.3.0`,
          to: `${web}:v1.4.0`,
        },
      ],
      superseded: [],
    });
  });

  it('has changed: true if there is a commit, unless the command sets it', () => {
    expect(buildReport(promoted).changed).toBe(true);
    expect(buildReport({ ...promoted, commit: undefined }).changed).toBe(false);
    expect(buildReport({ ...promoted, changed: false }).changed).toBe(false);
  });

  it('has the outcome of the command if neither environments nor violations give one', () => {
    const unarmed = { ...refused, outcome: 'proposed' } as const;
    expect(buildReport(unarmed).outcome).toBe('proposed');
  });

  it('has built: true only for a check that found every image', () => {
    expect(buildReport({ ...checked, built: true }).built).toBe(true);
    expect(buildReport({ command: 'check', violations: refused.violations }).built).toBe(false);
    expect(buildReport(promoted)).not.toHaveProperty('built');
  });

  it.each(Object.entries({ promoted, refused, checked, nothing: { command: 'status', outcome: 'reported' } as const }))(
    'follows report.schema.json, before and after JSON: %s',
    (_, result) => {
      const report = buildReport(result);
      expect(valid(report), JSON.stringify(valid.errors)).toBe(true);
      expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    },
  );

  it('is rejected by the schema if it has another form', () => {
    expect(valid({ ...buildReport(promoted), outcome: 'maybe' })).toBe(false);
    expect(valid({ ...buildReport(promoted), colour: 'red' })).toBe(false);
  });
});

describe('report.schema.json', () => {
  it('matches the code', () => {
    const { stderr } = spawnSync(process.execPath, ['scripts/schemas.js', '--check'], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => !line.startsWith('promotion.schema.json'))).toEqual(['']);
  });
});

describe('violationsOf', () => {
  it('gives the violations of our own error, and treats any other error as a defect', () => {
    const [violation] = refused.violations ?? [];
    expect(violation && violationsOf(new PromotionError([violation]))).toEqual([violation]);
    expect(violationsOf(new TypeError('x is\nnot a function'))).toMatchObject([
      { code: 'internal', message: 'The run ended unexpectedly: "TypeError: x is\\nnot a function".' },
    ]);
    expect(violationsOf('just a string')).toMatchObject([{ code: 'internal' }]);
  });
});

describe('outputsOf', () => {
  it('has every output, with an empty value if it does not apply', () => {
    const { outputs, whole } = outputsOf(buildReport(promoted));
    expect(outputs).toEqual({
      outcome: 'promoted',
      changed: 'true',
      commit: COMMIT,
      'pull-request-number': '',
      'pull-request-url': '',
      built: '',
      missing: '',
      digest: '',
      report: JSON.stringify(buildReport(promoted)),
    });
    expect(whole).toBeUndefined();
  });

  it('lists several pull requests and missing images one a line', () => {
    const pullRequests = [7, 8].map((number) => ({ number, url: `https://github.com/acme/manifests/pull/${number}` }));
    expect(outputsOf(buildReport({ ...promoted, pullRequests })).outputs).toMatchObject({
      'pull-request-number': '7\n8',
      'pull-request-url': 'https://github.com/acme/manifests/pull/7\nhttps://github.com/acme/manifests/pull/8',
    });
    expect(outputsOf(buildReport(checked)).outputs).toMatchObject({
      built: 'false',
      missing: `${web}:v1.5.0`,
      changed: '',
    });
  });

  it('cuts a report over 512 kB to counts and gives the whole beside it', () => {
    const environments = Array.from({ length: 3_000 }, (_, index) => environment({ name: `env-${index}` }));
    const report = buildReport({ ...promoted, environments });
    const { outputs, whole } = outputsOf(report, '/runner/temp/promotion-report.json');
    const cut = JSON.parse(outputs.report);
    expect(bytesOf(outputs.report)).toBeLessThan(2_000);
    expect(cut).toMatchObject({
      outcome: 'promoted',
      commit: COMMIT,
      environments: [],
      cut: { environments: 3_000, changes: 3_000, file: '/runner/temp/promotion-report.json' },
    });
    expect(valid(cut), JSON.stringify(valid.errors)).toBe(true);
    expect(JSON.parse(whole ?? '')).toEqual(report);
  });

  it('measures bytes, not characters', () => {
    const report = reportOf('界'.repeat(15_000));
    expect(JSON.stringify(report).length).toBeLessThan(512_000);
    expect(outputsOf(report).whole).toBeDefined();
  });
});
