import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import type { FileChange } from '../model.ts';

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
