/** Text for people: quoted, listed, counted. */
const LONGEST = 80;
const LONGEST_WORDS = 1000;

/** Shows text of unknown origin on one line: quoted, without control or invisible characters, at most 80 characters. */
export function quote(text: string): string {
  return quoteUpTo(text, LONGEST);
}

/** The same for the words of a service, whose remedy is often at their end: at most 1,000 characters. */
export function quoteWords(text: string): string {
  return quoteUpTo(text, LONGEST_WORDS);
}

const quoteUpTo = (text: string, longest: number): string => {
  const characters = [...text];
  const shown = characters
    .slice(0, longest)
    .join('')
    .replace(/[\p{C}\p{Z}"\\]/gu, escaped);
  return characters.length > longest ? `"${shown}…" (${characters.length} characters)` : `"${shown}"`;
};

/** Shows text of unknown origin as it is, on one line: control and invisible characters appear as escapes, no others. */
export function visible(text: string): string {
  return text.replace(/[\p{C}\p{Z}]/gu, escaped);
}

const escaped = (character: string): string => {
  if (character === ' ') return character;
  if (character === '"' || character === '\\') return `\\${character}`;
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
};

/** The nearest candidates to a misspelt name, at most three, nearest first. */
export function nearest(meant: string, candidates: Iterable<string>): string[] {
  const allowed = Math.max(2, Math.floor(meant.length / 3));
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, distance: distanceOf(meant.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= allowed || related(meant, candidate))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** One is the end of the other's path, or an abbreviation of it. */
const related = (meant: string, candidate: string): boolean =>
  (meant !== '' && (candidate.endsWith(`/${meant}`) || meant.endsWith(`/${candidate}`))) ||
  (meant.length >= 3 && candidate.toLowerCase().startsWith(meant.toLowerCase()));

/** Levenshtein's distance, one row at a time; names longer than 255 characters are as far apart as can be. */
const distanceOf = (from: string, to: string): number => {
  if (from.length > 255 || to.length > 255) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
};

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** `1 second`, `2 seconds`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
