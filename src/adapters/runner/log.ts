/** The log and the annotations of a job. */

import { debug, endGroup, error, isDebug, setSecret, startGroup, warning } from '@actions/core';
import type { Annotation } from '../../domain/report/annotations.ts';
import { visible } from '../../domain/text.ts';
import type { Log } from '../../ports.ts';

/** The log of a job. Debug lines appear where debug logging of the runner is on (RUNNER_DEBUG is 1). */
export function runnerLog(): Log {
  return {
    info: (message) => {
      process.stdout.write(
        inertLines(message)
          .map((line) => `${line}\n`)
          .join(''),
      );
    },
    debug: (message) => {
      if (isDebug()) for (const line of inertLines(message)) debug(line);
    },
    group: async (heading, step) => {
      startGroup(inertLines(heading).join(' '));
      try {
        return await step();
      } finally {
        endGroup();
      }
    },
  };
}

/** Puts the annotations on the run and, where they name a file, on its line. The toolkit escapes their text. */
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

/** Text of unknown origin as lines that the runner takes for nothing but text: control characters are shown as escapes, and a
 * blank breaks text that looks like a workflow command. The runner obeys `::` at the start of a line, behind blanks, and `##[`
 * anywhere in it (actions/runner, ActionCommand.cs). */
export function inertLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/).map((line) => {
    const shown = line.split('\t').map(visible).join('\t');
    return shown.replace(/^(\s*:)(?=:)/, '$1 ').replaceAll('##[', '# #[');
  });
}
