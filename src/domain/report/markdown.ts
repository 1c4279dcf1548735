import { visible } from '../text.ts';

/** GitHub-flavoured Markdown from text of unknown origin. What these functions return is inert: it stays on its line and in
 * its cell and makes no HTML, no link, no mention, no reference to an issue and no formatting of its own. */

/** Keeps GitHub from reading a name after `@`, a number after `#` or a formula after `$` once Markdown is rendered. */
const GAP = '&#8203;';

/** Text that is to be copied, such as a reference or a path. */
export function code(text: string): string {
  const shown = visible(text);
  if (/^[^\s`|\\]([^`|\\]*[^\s`|\\])?$/.test(shown)) return `\`${shown}\``;
  // A code span cannot hold a backtick or, in a table, a bar after a backslash; an element with entities can.
  return `<code>${[...shown].map(entity).join('').replaceAll('&#64;', `&#64;${GAP}`)}</code>`;
}

/** A sentence. Its parts in double quotes, which is how text of unknown origin is quoted, become code, and so do those in
 * backticks, which is how inputs are named. */
export function prose(text: string): string {
  return text
    .split(/("(?:[^"\\\r\n]|\\.)*"|`[^`"\r\n]+`)/)
    .map((part, index) => (index % 2 === 1 && part.length > 2 ? code(unquoted(part)) : inert(part)))
    .join('');
}

/** Code needs no quotes, so those within need no backslash. */
const unquoted = (part: string): string =>
  part.startsWith('"') ? part.slice(1, -1).replace(/\\(["\\])/g, '$1') : part.slice(1, -1);

const inert = (text: string): string =>
  visible(text.replace(/\r?\n/g, ' '))
    .replace(/[^\p{L}\p{N} .,;'"()=+-]/gu, entity)
    .replace(/www\./gi, (match) => match.replace('.', '&#46;'))
    .replace(/&#(?:64|35|36);/g, `$&${GAP}`);

const entity = (character: string): string =>
  /^[\p{L}\p{N}]$/u.test(character) ? character : `&#${character.codePointAt(0)};`;

/** A link. The address must be built from checked parts, see `address`; without one the label stands alone. */
export function link(label: string, address: string | undefined): string {
  return address === undefined ? label : `[${label}](${address})`;
}

/** `server/part/part`, every part escaped. Undefined where the server is not the address of a web server. */
export function address(server: string, parts: readonly string[]): string | undefined {
  if (!/^https?:\/\/[A-Za-z0-9.-]+(:\d+)?\/?$/.test(server)) return undefined;
  return [server.replace(/\/$/, ''), ...parts.flatMap((part) => part.split('/')).map(escapedPart)].join('/');
}

const escapedPart = (part: string): string =>
  encodeURIComponent(part.replace(/\p{Cs}/gu, '\u{fffd}')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );

export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** A block that shows the lines as they are. Control characters must be gone already. */
export function fence(language: string, lines: readonly string[]): string[] {
  const longest = lines.reduce((most, line) => Math.max(most, ...(line.match(/`+/g) ?? []).map(lengthOf)), 2);
  const ticks = '`'.repeat(longest + 1);
  return [ticks + language, ...lines, ticks];
}

const lengthOf = ({ length }: string): number => length;
