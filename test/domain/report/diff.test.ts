import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../../src/domain/report/diff.ts';
import { diffLines, shownDiff } from '../../../src/domain/report/plain-text.ts';

const file = (before: string, after: string, path = 'dev/kustomization.yaml') => ({ path, before, after });

describe('unifiedDiff', () => {
  it('shows three lines around each change', () => {
    const before = 'a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\ng: 7\nh: 8\n';
    expect(unifiedDiff([file(before, before.replace('e: 5', 'e: 50'))])).toBe(
      [
        '--- a/dev/kustomization.yaml',
        '+++ b/dev/kustomization.yaml',
        '@@ -2,7 +2,7 @@',
        ' b: 2',
        ' c: 3',
        ' d: 4',
        '-e: 5',
        '+e: 50',
        ' f: 6',
        ' g: 7',
        ' h: 8',
        '',
      ].join('\n'),
    );
  });

  it('omits an unchanged file', () => {
    expect(unifiedDiff([file('a\n', 'a\n')])).toBe('');
  });

  it.each([
    ['CRLF', 'a: 1\r\ntag: old\r\nb: 2\r\n'],
    ['no final newline', 'a: 1\ntag: old'],
    ['a byte-order mark', '\ufefftag: old\nb: 2\n'],
    ['a lone carriage return', 'a: 1\rx\ntag: old\n'],
    ['lines that look like a header', '-- a\n++ b\ntag: old\n-- c\n'],
    ['a single line', 'tag: old\n'],
  ])('is taken by git apply byte for byte: %s', (_, before) => {
    const after = before.replace('old', 'new');
    expect(applied([file(before, after)])).toEqual([after]);
  });

  it('covers several files, also with unusual names', () => {
    const files = [
      file('a\n', 'b\n', 'one.yaml'),
      file('c\n', 'd\n', 'Größe/two.yaml'),
      file('e\n', 'f\n', 'a "quoted" name.yaml'),
      file('e\n', 'f\n', 'a name.yaml'),
    ];
    expect(applied(files)).toEqual(['b\n', 'd\n', 'f\n', 'f\n']);
  });
});

/** The files after git has applied the diff. */
const applied = (files: readonly ReturnType<typeof file>[]): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'diff-'));
  try {
    for (const { path, before } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), before);
    }
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
      cwd: folder,
      input: unifiedDiff(files),
      stdio: 'pipe',
    });
    return files.map(({ path }) => readFileSync(join(folder, path), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

describe('shownDiff', () => {
  it('escapes characters that a terminal would execute', () => {
    expect(shownDiff('+tag: v1\r\n+\u001b[31mred\ta\rb\u202e\n')).toBe('+tag: v1␍\n+\\u{1b}[31mred\ta\\rb\\u{202e}\n');
  });

  it('shows a byte-order mark and a missing final newline', () => {
    expect(
      shownDiff(unifiedDiff([file('\ufefftag: old', '\ufefftag: new')]))
        .split('\n')
        .slice(2),
    ).toEqual([
      '@@ -1,1 +1,1 @@',
      '-\\u{feff}tag: old',
      '\\ No newline at end of file',
      '+\\u{feff}tag: new',
      '\\ No newline at end of file',
      '',
    ]);
  });

  it('never leaves a control character but tab and newline', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(shownDiff(text)).not.toMatch(/[^\P{C}\t\n]/u);
      }),
    );
  });
});

describe('diffLines', () => {
  it('distinguishes headers from removed lines that look like them', () => {
    const diff = unifiedDiff([file('-- a\nx\n', '++ b\nx\n'), file('y\n', 'z', 'other.yaml')]);
    expect(diffLines(diff).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'header --- a/dev/kustomization.yaml',
      'header +++ b/dev/kustomization.yaml',
      'hunk @@ -1,2 +1,2 @@',
      'removed --- a',
      'added +++ b',
      'same  x',
      'header --- a/other.yaml',
      'header +++ b/other.yaml',
      'hunk @@ -1,1 +1,1 @@',
      'removed -y',
      'added +z',
      'header \\ No newline at end of file',
      'header ',
    ]);
  });
});
