import { visible } from '../../domain/text.ts';

/** Text of unknown origin as lines that the runner takes for nothing but text: control characters are shown as escapes, and
 * what looks like a workflow command is broken by a blank. The runner obeys `::` at the start of a line, behind blanks, and
 * `##[` anywhere in it (actions/runner, ActionCommand.cs). */
export function inertLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/).map((line) => {
    const shown = line.split('\t').map(visible).join('\t');
    return shown.replace(/^(\s*:)(?=:)/, '$1 ').replaceAll('##[', '# #[');
  });
}
