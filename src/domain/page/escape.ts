import { visible } from '../text.ts';

/** HTML from text of unknown origin: it stays text wherever it is, in an element as in a quoted attribute. Control, invisible
 * and direction-changing characters appear as escapes. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON that can be within a script element: nothing in it ends the element or begins a comment. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Where a product or one of its cells is found on the page. Names are made of letters, digits, `.`, `_` and `-`. */
export function fragment(...names: readonly string[]): string {
  return `#${names.map((name) => encodeURIComponent(name.replace(/\p{Cs}/gu, '\u{fffd}'))).join('/')}`;
}

/** At most so many characters, the last of them an ellipsis where something is cut. */
export function shorten(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, Math.max(0, longest - 1)).join('')}…`;
}

/** `45 s`, `12 min`, `3.5 h`, `2 d`. */
export function printDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 86_400) return `${printNumber(seconds / 3600)} h`;
  return `${printNumber(seconds / 86_400)} d`;
}

/** With one digit after the point where that says something. */
export function printNumber(number: number): string {
  return number >= 10 ? Math.round(number).toLocaleString('en') : String(Math.round(number * 10) / 10);
}

/** `2026-11-30 09:12`, UTC. */
export function printMoment(at: string): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
