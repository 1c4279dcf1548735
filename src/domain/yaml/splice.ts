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
