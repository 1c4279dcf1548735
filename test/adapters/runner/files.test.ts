import crypto from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportFile, writeOutputs, writeReport, writeSummary } from '../../../src/adapters/runner/outputs.ts';
import { hostile } from '../../domain/report/samples.ts';
import { captured } from './capture.ts';

let folder: string;
const fileOf = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runner-'));
  for (const name of ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY']) {
    writeFileSync(fileOf(name), '');
    vi.stubEnv(name, fileOf(name));
  }
  vi.stubEnv('RUNNER_TEMP', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true, force: true });
});

/** The outputs as the runner reads them: `name<<delimiter`, lines, `delimiter`. */
const outputsIn = (text: string): Record<string, string> => {
  const found: Record<string, string> = {};
  const lines = text.split('\n');
  while (lines.length > 1) {
    const [name = '', delimiter = ''] = (lines.shift() ?? '').split('<<');
    const end = lines.indexOf(delimiter);
    found[name] = lines.splice(0, end).join('\n');
    lines.shift();
  }
  return found;
};

describe('writeOutputs', () => {
  it('sets exactly the given outputs', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        writeFileSync(fileOf('GITHUB_OUTPUT'), '');
        const outputs = { outcome: text, report: `x\n${text}\nEOF\noutcome=promoted`, commit: '' };
        writeOutputs(outputs);
        const read = outputsIn(readFileSync(fileOf('GITHUB_OUTPUT'), 'utf8'));
        expect(read).toEqual(
          Object.fromEntries(Object.entries(outputs).map(([key, value]) => [key, Buffer.from(value).toString()])),
        );
      }),
    );
  });

  it('refuses a value that holds the delimiter', () => {
    const known = '00000000-0000-4000-8000-000000000000';
    vi.spyOn(crypto, 'randomUUID').mockReturnValue(known);
    syncBuiltinESMExports();
    expect(() => writeOutputs({ missing: `x\nghadelimiter_${known}\noutcome=promoted` })).toThrow('cannot be written');
    expect(readFileSync(fileOf('GITHUB_OUTPUT'), 'utf8')).toBe('');
  });

  it('does nothing outside of a job, and fails if the file is missing', async () => {
    vi.stubEnv('GITHUB_OUTPUT', '');
    expect(await captured(() => writeOutputs({ outcome: 'promoted' }))).toBe('');
    vi.stubEnv('GITHUB_OUTPUT', fileOf('gone'));
    expect(() => writeOutputs({ outcome: 'promoted' })).toThrow(/runner's file ".*gone" cannot be written/);
  });
});

describe('writeSummary', () => {
  it('appends', () => {
    writeFileSync(fileOf('GITHUB_STEP_SUMMARY'), 'of before\n');
    writeSummary('## Promoted\n');
    expect(readFileSync(fileOf('GITHUB_STEP_SUMMARY'), 'utf8')).toBe('of before\n## Promoted\n\n');
  });

  it('does nothing outside of a job', () => {
    vi.stubEnv('GITHUB_STEP_SUMMARY', '');
    expect(() => writeSummary('## Promoted\n')).not.toThrow();
  });
});

describe('writeReport', () => {
  it('writes the whole report to the path in the cut one', () => {
    writeReport('{"outcome":"promoted"}');
    expect(reportFile()).toBe(join(folder, 'promotion-report.json'));
    expect(readFileSync(reportFile() ?? '', 'utf8')).toBe('{"outcome":"promoted"}');
  });

  it('has no path outside of a job', () => {
    vi.stubEnv('RUNNER_TEMP', '');
    expect(reportFile()).toBeUndefined();
    expect(() => writeReport('{}')).not.toThrow();
  });
});
