/** The lines of a text, and replacements in it. */

/** Tells the line of an offset, counted from 1. The text is scanned once, at the first question. */
export function lineFinder(text: string): (offset: number) => number {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** All lines of a text, from their first character up to their line break. */
export function linesOf(text: string): { readonly start: number; readonly end: number }[] {
  return lineStarts(text).map((start) => ({ start, end: lineEnd(text, start) }));
}

const lineStarts = (text: string): number[] => {
  const starts = [0];
  for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) starts.push(feed + 1);
  return starts;
};

/** Where the line of the offset begins. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line of the offset ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  if (feed < 0) return text.length;
  return feed > offset && text[feed - 1] === '\r' ? feed - 1 : feed;
}

/** The line break that the text uses first. */
export function lineBreakOf(text: string): '\r\n' | '\n' {
  const feed = text.indexOf('\n');
  return feed > 0 && text[feed - 1] === '\r' ? '\r\n' : '\n';
}

/** A replacement of the characters from `start` up to but not including `end`. */
export type Splice = { readonly start: number; readonly end: number; readonly text: string };

/** Applies all splices at once; of several at one place the insertions come first, in the order given.
 * Overlapping splices are a defect of the caller: then nothing is returned. */
export function applySplices(text: string, splices: readonly Splice[]): string | undefined {
  const pieces: string[] = [];
  let position = 0;
  for (const splice of ordered(splices)) {
    if (splice.start < position) return undefined;
    pieces.push(text.slice(position, splice.start), splice.text);
    position = splice.end;
  }
  pieces.push(text.slice(position));
  return pieces.join('');
}

const ordered = (splices: readonly Splice[]): Splice[] =>
  [...splices].sort((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start));
