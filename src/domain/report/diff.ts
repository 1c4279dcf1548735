/** A unified diff: for `git apply` byte for byte, and as people see it. */

import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import type { FileChange } from '../model.ts';
import { visible } from '../text.ts';

/** A unified diff for people: a carriage return at the end of a line is shown as ␍, a tab stays, and any other control or
 * invisible character appears as an escape. */
export function shownDiff(diff: string): string {
  return diff.split('\n').map(shownLine).join('\n');
}

const shownLine = (line: string): string => {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  const shown = text.split('\t').map(visible).join('\t');
  return text === line ? shown : `${shown}␍`;
};

/** What a line of a unified diff is, which colours go by. */
type DiffLine = { readonly kind: 'header' | 'hunk' | 'removed' | 'added' | 'same'; readonly text: string };

/** Tells the lines of a unified diff apart by the lengths that its hunks announce: a removed `-- x` is not a header. */
export function diffLines(diff: string): DiffLine[] {
  let left = 0;
  return diff.split('\n').map((text): DiffLine => {
    if (left === 0) {
      left = announced(text);
      return { kind: left === 0 ? 'header' : 'hunk', text };
    }
    if (text.startsWith('\\')) return { kind: 'same', text };
    left -= text.startsWith(' ') ? 2 : 1;
    return { kind: kindOf(text), text };
  });
}

/** How many lines of both sides follow a hunk's heading. */
const announced = (text: string): number => {
  const [, before = '0', after = '0'] = /^@@ -\d+,(\d+) \+\d+,(\d+) @@$/.exec(text) ?? [];
  return Number(before) + Number(after);
};

const kindOf = (text: string): DiffLine['kind'] => {
  if (text.startsWith('+')) return 'added';
  return text.startsWith('-') ? 'removed' : 'same';
};

/** A unified diff that `git apply` and `patch` take, byte for byte: carriage returns, marks and control characters stand in
 * it as they are, so it is for pipes and files alone. */
export function unifiedDiff(files: readonly Pick<FileChange, 'path' | 'before' | 'after'>[]): string {
  return files
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after }) => {
      const patch = structuredPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, { context: 3 });
      return formatPatch(patch, FILE_HEADERS_ONLY);
    })
    .join('');
}
