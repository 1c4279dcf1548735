import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { terminal } from '../../../src/adapters/terminal/terminal.ts';
import { unifiedDiff } from '../../../src/domain/report/diff.ts';
import { buildReport } from '../../../src/domain/report/report.ts';
import { hostile, promoted, refused, reportOf } from '../../domain/report/samples.ts';
import { commandsIn } from '../runner/capture.ts';

type Environment = Readonly<Record<string, string>>;

const recorded = (isTTY: boolean | undefined, environment: Environment = {}, columns = 200) => {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => ({
    ...(isTTY === undefined ? {} : { isTTY, columns }),
    write: (text: string) => {
      written[name] += text;
    },
  });
  const edge = terminal({ stdout: output('stdout'), stderr: output('stderr') }, environment);
  return { edge, written };
};

const diff = unifiedDiff([{ path: 'dev/k.yaml', before: 'a: 1\r\ntag: old\r\n', after: 'a: 1\r\ntag: new\r\n' }]);

describe('a report on the terminal', () => {
  it('is text, with colours for people', () => {
    const piped = recorded(undefined);
    piped.edge.printReport(buildReport(refused));
    expect(piped.written.stdout).toMatch(/^Refused the promotion\nerror: No file of "stg"/);
    const shown = recorded(true);
    shown.edge.printReport(buildReport(refused));
    expect(shown.written.stdout).toMatch(/^\u001b\[31mRefused the promotion\u001b\[0m\n/);
    expect(shown.written.stdout).toMatch(/\n\u001b\[31merror:\u001b\[0m No file/);
  });

  it('breaks between words where the terminal is narrow, and never in a pipe', () => {
    const shown = recorded(true, { NO_COLOR: '1' }, 60);
    shown.edge.printReport(buildReport(refused));
    expect(shown.written.stdout).toContain(
      'error: No file of "stg" lists the image\n  "registry.example.com/shop/wep". [image-not-listed]\n',
    );
    const piped = recorded(undefined, {}, 60);
    piped.edge.printReport(buildReport(refused));
    expect(piped.written.stdout).toContain('the image "registry.example.com/shop/wep". [image-not-listed]\n');
  });

  it('puts a heading on wrong usage alone', () => {
    const headed = (code: 'input-missing' | 'config-missing'): string => {
      const { edge, written } = recorded(undefined);
      edge.printReport(buildReport({ ...refused, violations: [{ code, message: 'There is none.', hint: '' }] }));
      return written.stdout.split('\n')[0] ?? '';
    };
    expect([headed('input-missing'), headed('config-missing')]).toEqual(['Wrong usage', 'Refused the promotion']);
  });

  it('comes after the lines of the command, and begins in the colour of its outcome', () => {
    const table = recorded(true);
    table.edge.printReport(buildReport(promoted), ['PRODUCT  dev', 'shop     v1']);
    expect(table.written.stdout).toBe('PRODUCT  dev\nshop     v1\n');
    const text = recorded(true);
    text.edge.printReport(buildReport(promoted));
    expect(text.written.stdout).toMatch(/^\u001b\[32mPromoted shop in stg\u001b\[0m\n/);
  });

  it('is only JSON with --json, unchanged for any value', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { edge, written } = recorded(true);
        const report = reportOf(text);
        edge.printJson(report);
        expect(JSON.parse(written.stdout)).toEqual(report);
        expect(written.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
        expect(commandsIn(written.stdout)).toEqual([]);
        expect(written.stderr).toBe('');
      }),
    );
  });
});

describe('a diff on the terminal', () => {
  it('is coloured for people, with visible line ends', () => {
    const { edge, written } = recorded(true);
    edge.printDiff(diff);
    expect(written.stdout).toBe(
      [
        '\u001b[1m--- a/dev/k.yaml\u001b[0m',
        '\u001b[1m+++ b/dev/k.yaml\u001b[0m',
        '\u001b[36m@@ -1,2 +1,2 @@\u001b[0m',
        ' a: 1␍',
        '\u001b[31m-tag: old␍\u001b[0m',
        '\u001b[32m+tag: new␍\u001b[0m',
        '',
      ].join('\n'),
    );
  });

  it.each<Environment>([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('has no colours with %j', (environment) => {
    const { edge, written } = recorded(true, environment);
    edge.printDiff(diff);
    expect(written.stdout).toContain('\n-tag: old␍\n+tag: new␍\n');
  });

  it('reads an empty NO_COLOR as unset', () => {
    const { edge, written } = recorded(true, { NO_COLOR: '' });
    edge.printDiff(diff);
    expect(written.stdout).toContain('\u001b[31m');
  });

  it('goes byte for byte into a pipe', () => {
    const { edge, written } = recorded(undefined);
    edge.printDiff(diff);
    expect(written.stdout).toBe(diff);
  });

  it('has no workflow commands in a job', () => {
    fc.assert(
      fc.property(hostile, hostile, (before, after) => {
        const { edge, written } = recorded(undefined, { GITHUB_ACTIONS: 'true' });
        edge.printDiff(
          unifiedDiff([{ path: 'k.yaml', before: `::error::x\n${before}`, after: `::error::x\n${after}` }]),
        );
        edge.printReport(buildReport(promoted));
        edge.printReport(reportOf(after));
        expect(commandsIn(written.stdout)).toEqual([]);
      }),
    );
  });
});
