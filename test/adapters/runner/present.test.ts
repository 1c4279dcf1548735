import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runnerLog } from '../../../src/adapters/runner/log.ts';
import { present } from '../../../src/adapters/runner/outputs.ts';
import type { CommandResult } from '../../../src/domain/report/report.ts';
import { environment, promoted, refused } from '../../domain/report/samples.ts';
import { parseOutputs } from '../../runner/action.ts';
import { captured, commandsIn } from './capture.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'present-'));
  for (const [name, file] of [
    ['GITHUB_OUTPUT', 'output'],
    ['GITHUB_STEP_SUMMARY', 'summary.md'],
  ] as const) {
    writeFileSync(join(folder, file), '');
    vi.stubEnv(name, join(folder, file));
  }
  vi.stubEnv('RUNNER_TEMP', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const stage = { log: runnerLog(), server: 'https://github.com', repository: 'acme/manifests' };
const shown = (result: CommandResult) => captured(() => present({ result }, stage));

describe('present', () => {
  it('writes the log, the summary and the outputs', async () => {
    expect(await shown(promoted)).toMatch(/^Promoted shop in stg\n/);
    expect(read('summary.md')).toMatch(/^## ✅ Promoted shop in stg\n/);
    const { outcome, report } = parseOutputs(read('output'));
    expect(outcome).toBe('promoted');
    expect(JSON.parse(read('promotion-report.json'))).toEqual(JSON.parse(report ?? ''));
  });

  it('writes the whole of a report that is too large for an output', async () => {
    const environments = Array.from({ length: 3_000 }, (_, index) => environment({ name: `e${index}` }));
    await shown({ ...promoted, environments });
    const cut = JSON.parse(parseOutputs(read('output')).report ?? '');
    expect(cut).toMatchObject({
      environments: [],
      cut: { environments: 3_000, file: join(folder, 'promotion-report.json') },
    });
    expect(JSON.parse(read(`promotion-report.json`)).environments).toHaveLength(3_000);
  });

  it('annotates problems on the lines of this repository, and adds the place to the message for another one', async () => {
    const errors = async (repository: string) =>
      commandsIn(await shown({ ...refused, repository })).filter(({ name }) => name === 'error');
    const place = { file: 'applications/shop/overlays/stg/kustomization.yaml', line: '3' };
    expect(await errors('acme/manifests')).toMatchObject([{ properties: place }]);
    expect(await errors('acme/other')).toMatchObject([
      { properties: { title: 'image-not-listed' }, data: expect.stringContaining(`(${place.file}:3)`) },
    ]);
  });

  it.each([
    ['GITHUB_STEP_SUMMARY', ['output', 'promotion-report.json']],
    ['GITHUB_OUTPUT', ['summary.md', 'promotion-report.json']],
    ['RUNNER_TEMP', ['output', 'summary.md']],
  ])('continues with the rest and reports it, if the place of %s is missing', async (name, others) => {
    vi.stubEnv(name, join(folder, 'gone/file'));
    const commands = commandsIn(await shown(promoted));
    expect(commands).toMatchObject([
      { name: 'error', properties: { title: 'file-unwritable' }, data: expect.stringContaining('gone/file') },
    ]);
    for (const file of others) expect(read(file)).toContain('promoted');
  });
});
