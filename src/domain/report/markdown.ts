/** GitHub-flavoured Markdown from text of unknown origin. The results of these functions are inert: each stays on its line and in
 * its cell and makes no HTML, no link, no mention, no reference to an issue and no formatting of its own. */

import { type Reference, splitReference } from '../image.ts';
import { visible } from '../text.ts';
import { bytesOf } from './action-outputs.ts';
import { printPlace, shortPath } from './plain-text.ts';
import type { Report } from './report-schema.ts';

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

/** A link. The address must be built from checked parts, see `address`; without one the label is plain text. */
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

/** Addresses of the things in a report, on a server such as `https://github.com`; undefined where a part is not known. */
export type Links = {
  readonly repository: string | undefined;
  readonly commit: string | undefined;
  pullRequest(number: number): string | undefined;
  file(path: string, line?: number): string | undefined;
  readonly sourceCommit: string | undefined;
  readonly sourceRun: string | undefined;
  /** The comparison of the two references of a change in the application. */
  compare(change: { readonly from: string; readonly to: string }): string | undefined;
};

export function linksOf({ repository, branch, commit, source }: Report, server: string): Links {
  const to = (owned: string | undefined, ...parts: readonly (string | undefined)[]): string | undefined => {
    const known = [owned, ...parts].filter((part) => part !== undefined);
    return known.length < parts.length + 1 ? undefined : address(server, known);
  };
  return {
    repository: to(repository),
    commit: to(repository, 'commit', commit),
    pullRequest: (number) => to(repository, 'pull', String(number)),
    file: (path, line) => {
      // HEAD stands for the default branch, which is the one that counts where none is given.
      const found = to(repository, 'blob', commit ?? branch ?? 'HEAD', path);
      return found === undefined || line === undefined ? found : `${found}#L${line}`;
    },
    sourceCommit: to(source?.repository, 'commit', source?.sha),
    sourceRun: to(source?.repository, 'actions/runs', source?.run_id?.toString()),
    compare: (change) => to(source?.repository, 'compare', rangeOf(change, source)),
  };
}

/** `old...new` of the application, where the image tags tell: they are commit ids, or named after the git tag that was built. */
export const rangeOf = (
  change: { readonly from: string; readonly to: string },
  source: Pick<NonNullable<Report['source']>, 'sha' | 'ref'> | undefined,
): string | undefined => {
  const { tag: before }: Reference = splitReference(change.from);
  const { tag: after }: Reference = splitReference(change.to);
  if (before === undefined || after === undefined || before === after) return undefined;
  const commit = /^[0-9a-f]{7,64}$/;
  if (commit.test(before) && commit.test(after)) {
    return source?.sha?.startsWith(after) ? `${before}...${after}` : undefined;
  }
  const tag = source?.ref?.startsWith('refs/tags/') ? source.ref.slice('refs/tags/'.length) : undefined;
  if (tag === undefined || commit.test(before)) return undefined;
  if (tag === after) return `${before}...${tag}`;
  return tag === `v${after}` ? `v${before}...${tag}` : undefined;
};

const LONGEST_CELL = 2_000;

/** A table without the columns that are empty in every row; none without rows. Cells are Markdown. */
export function table(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Section | undefined {
  if (rows.length === 0) return undefined;
  const used = header.map((_, column) => column).filter((column) => rows.some((cells) => (cells[column] ?? '') !== ''));
  const cut = (cells: readonly string[]): string => row(used.map((column) => cells[column] ?? ''));
  return { lead: [`### ${title}`, '', cut(header), row(used.map(() => '---'))], rows: rows.map(cut) };
}

/** No cell is a page of its own. */
export function clip(text: string): string {
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
}

type LinkedPlace = { readonly path?: string | undefined; readonly line?: number | undefined };

/** The place, linked where its repository is known. */
export function placeCell({ path, line }: LinkedPlace, links: Links): string {
  return path === undefined ? '' : link(code(printPlace({ path, line })), links.file(path, line));
}

/** The same in a wide table: the end of a long path, as the link leads to the whole. */
export function shortPlaceCell({ path, line }: LinkedPlace, links: Links): string {
  const address = path === undefined ? undefined : links.file(path, line);
  if (path === undefined || address === undefined) return placeCell({ path, line }, links);
  return link(code(printPlace({ path: shortPath(path), line })), address);
}

/** A part of a Markdown page that may lose rows at its end. */
export type Section = {
  readonly lead: readonly string[];
  readonly rows: readonly string[];
  readonly tail?: readonly string[] | undefined;
};

/** Bytes kept free for the line about rows that were left out. */
const NOTE = 100;

/** One page of at most `budget` bytes of UTF-8. A section may take half of the space that its predecessors left, the last one all of it;
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
