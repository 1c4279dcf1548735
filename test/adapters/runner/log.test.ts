import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inertLines, runnerLog } from '../../../src/adapters/runner/log.ts';
import { hostile } from '../../domain/report/samples.ts';
import { captured, commandsIn } from './capture.ts';

afterEach(() => vi.unstubAllEnvs());

describe('inertLines', () => {
  it.each([
    ['plain text: fine, also a::b', ['plain text: fine, also a::b']],
    ['::error::x', [': :error::x']],
    ['  \t::set-output name=a::b', ['  \t: :set-output name=a::b']],
    ['see ##[error]x', ['see # #[error]x']],
    ['two\r\nlines\rand\nmore', ['two', 'lines', 'and', 'more']],
    ['\u001b[31mred', ['\\u{1b}[31mred']],
    [' + image: web', [' + image: web']],
  ])('%j → %j', (text, lines) => {
    expect(inertLines(text)).toEqual(lines);
  });

  it('leaves no workflow command', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(commandsIn(inertLines(text).join('\n'))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('runnerLog', () => {
  it('writes lines of text', async () => {
    expect(await captured(() => runnerLog().info('Reading acme/manifests\n::error::no'))).toBe(
      'Reading acme/manifests\n: :error::no\n',
    );
  });

  it('keeps debug lines for debug logging', async () => {
    vi.stubEnv('RUNNER_DEBUG', '');
    expect(await captured(() => runnerLog().debug('3 requests'))).toBe('');
    vi.stubEnv('RUNNER_DEBUG', '1');
    expect(commandsIn(await captured(() => runnerLog().debug('3 requests')))).toEqual([
      { name: 'debug', properties: {}, data: '3 requests' },
    ]);
  });

  it('folds a step under its heading, and closes the group even if it throws', async () => {
    const log = runnerLog();
    const fold = () => log.group('Plan', async () => log.info('two changes'));
    expect(await captured(fold)).toBe('::group::Plan\ntwo changes\n::endgroup::\n');
    const fall = () => log.group('Plan', () => Promise.reject(new Error('no'))).catch(() => undefined);
    expect(await captured(fall)).toBe('::group::Plan\n::endgroup::\n');
  });

  it('returns the result of the step', async () => {
    let result: number | undefined;
    await captured(async () => {
      result = await runnerLog().group('Count', async () => 7);
    });
    expect(result).toBe(7);
  });
});
