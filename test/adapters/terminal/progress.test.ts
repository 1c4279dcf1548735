import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { terminal } from '../../../src/adapters/terminal/terminal.ts';
import { commandLine, root } from '../../cli/commandline.ts';
import { hostile } from '../../domain/report/samples.ts';

type Setting = { readonly tty: boolean; readonly columns?: number; readonly environment?: Record<string, string> };

/** The log, and what it writes to standard error. */
const progress = ({ tty, columns, environment = {} }: Setting) => {
  const written: string[] = [];
  const stderr = {
    ...(tty ? { isTTY: true } : {}),
    ...(columns === undefined ? {} : { columns }),
    write: (text: string) => written.push(text),
  };
  const stdout = {
    write: (): never => {
      throw new Error('Standard output is for the result.');
    },
  };
  return { log: terminal({ stdout, stderr }, environment).log, written };
};

const plain = { NO_COLOR: '1' };
const cleared = '\r\u001b[K';

describe('progress in a pipe', () => {
  it('is absent', async () => {
    const { log, written } = progress({ tty: false });
    const result = await log.group('Plan', async () => {
      log.info('two changes');
      log.debug('3 requests');
      return 7;
    });
    expect(result).toBe(7);
    expect(written).toEqual([]);
  });

  it('is complete with RUNNER_DEBUG=1, line by line', async () => {
    const { log, written } = progress({ tty: false, environment: { RUNNER_DEBUG: '1' } });
    await log.group('Plan', async () => {
      log.info('two changes');
      log.debug('3 requests');
    });
    expect(written).toEqual(['Plan\n', 'two changes\n', '3 requests\n']);
  });

  it.each([['status'], ['promote', '--product', 'shop', '--environments', 'dev', '--images', 'shop/wep:1']])(
    'leaves standard error empty: %s',
    async (...words) => {
      const run = await commandLine(words, { directory: `${root}/examples/manifests` });
      expect(run.stderr).toBe('');
      expect(run.stdout).not.toBe('');
    },
  );
});

describe('progress on a terminal', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is one line that disappears at the end, also after a failure', async () => {
    const { log, written } = progress({ tty: true, environment: plain });
    await log.group('Plan', async () => log.info('two changes'));
    expect(written).toEqual([`${cleared}Plan…`, `${cleared}two changes`, cleared]);
    await log.group('Deliver', () => Promise.reject(new Error('no'))).catch(() => undefined);
    expect(written.slice(3)).toEqual([`${cleared}Deliver…`, cleared]);
  });

  it('counts the seconds of a long step', async () => {
    const { log, written } = progress({ tty: true, environment: plain });
    await log.group('Ask the registries', () => vi.advanceTimersByTimeAsync(2_500));
    expect(written.slice(1)).toEqual([
      `${cleared}Ask the registries… 1 s`,
      `${cleared}Ask the registries… 2 s`,
      cleared,
    ]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(written).toHaveLength(4);
  });

  it('fits the width, so that one cleared line is enough', async () => {
    const { log, written } = progress({ tty: true, columns: 20, environment: plain });
    await log.group('Look at registry.example.com/shop/web', async () => {});
    expect(written[0]).toBe(`${cleared}Look at registry.e…`);
  });

  it('has colours unless NO_COLOR is set', async () => {
    const { log, written } = progress({ tty: true });
    await log.group('Plan', async () => {});
    expect(written[0]).toBe(`${cleared}\u001b[2mPlan…\u001b[0m`);
  });

  it('needs a terminal that can clear a line', async () => {
    const { log, written } = progress({ tty: true, environment: { TERM: 'dumb' } });
    await log.group('Plan', async () => log.info('two changes'));
    expect(written).toEqual([]);
  });

  it('never writes a control character from outside', () => {
    const { log, written } = progress({ tty: true, environment: plain });
    fc.assert(
      fc.property(hostile, (text) => {
        log.info(text);
        expect(written.at(-1)?.slice(cleared.length)).not.toMatch(/[^\P{C}\t]/u);
      }),
    );
  });
});
