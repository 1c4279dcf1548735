import { error, setSecret, warning } from '@actions/core';
import type { Annotation } from '../../domain/report/annotations.ts';

/** Puts the annotations on the run and, where they name a file, on its line. The toolkit escapes what they hold. */
export function writeAnnotations(annotations: readonly Annotation[]): void {
  for (const { level, title, message, path, line } of annotations) {
    const write = level === 'error' ? error : warning;
    write(message, {
      title,
      ...(path === undefined ? {} : { file: path }),
      ...(line === undefined ? {} : { startLine: line }),
    });
  }
}

/** Hides the value, and each of its lines, wherever the job's log would show it from now on. */
export function mask(value: string): void {
  const lines = value.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  for (const secret of new Set(lines.length > 1 ? [value, ...lines] : lines)) setSecret(secret);
}
