/** Breaks a line at its blanks, so that each part fits the columns and stands a little deeper than the first, or by `further`. A
 * word that is too long alone, such as a path, stays whole: it is to be copied. */
export function wrap(line: string, columns: number, further = '  '): string[] {
  if (lengthOf(line) <= columns) return [line];
  const [indent = ''] = /^ */.exec(line) ?? [];
  const deeper = `${indent}${further}`;
  const lines: string[] = [];
  let current = '';
  for (const word of line.slice(indent.length).split(' ')) {
    const start = lines.length === 0 ? indent : deeper;
    const longer = current === '' ? `${start}${word}` : `${current} ${word}`;
    if (current !== '' && lengthOf(longer) > columns) {
      lines.push(current);
      current = `${deeper}${word}`;
    } else current = longer;
  }
  return [...lines, current];
}

const lengthOf = (text: string): number => [...text].length;
