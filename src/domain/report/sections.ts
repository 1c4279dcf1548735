import { bytesOf } from './outputs.ts';

/** A part of a Markdown page that may lose rows at its end. */
export type Section = {
  readonly lead: readonly string[];
  readonly rows: readonly string[];
  readonly tail?: readonly string[] | undefined;
};

/** Bytes kept free for the line about what was left out. */
const NOTE = 100;

/** One page of at most `budget` bytes of UTF-8. A section may take half of what its predecessors left, the last one all of it;
 * rows beyond are left out with their number, so that a long list cannot push a short one off the page. */
export function assemble(sections: readonly Section[], budget: number): string {
  let left = budget;
  const shown = sections.map((section, index) => {
    const allowance = index === sections.length - 1 ? left : Math.floor(left / 2);
    const text = fitted(section, allowance);
    left -= bytesOf(text);
    return text;
  });
  return shown.join('');
}

const fitted = ({ lead, rows, tail = [] }: Section, allowance: number): string => {
  let left = allowance - NOTE - bytesOf([...lead, ...tail].join('\n')) - 3;
  const kept: string[] = [];
  for (const row of rows) {
    left -= bytesOf(row) + 1;
    if (left < 0) break;
    kept.push(row);
  }
  const missing = rows.length - kept.length;
  const note =
    missing === 0 ? [] : ['', `${missing} more of ${rows.length} are not shown here; the report has them all.`];
  return `${[...lead, ...kept, ...tail, ...note].join('\n')}\n\n`;
};
