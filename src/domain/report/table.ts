import type { Links } from './links.ts';
import { code, link, row } from './markdown.ts';
import { printPlace, shortPath } from './print.ts';
import type { Section } from './sections.ts';

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

type Place = { readonly path?: string | undefined; readonly line?: number | undefined };

/** The place, linked where its repository is known. */
export function placeCell({ path, line }: Place, links: Links): string {
  return path === undefined ? '' : link(code(printPlace({ path, line })), links.file(path, line));
}

/** The same in a wide table: the end of a long path, as the link leads to the whole. */
export function shortPlaceCell({ path, line }: Place, links: Links): string {
  const address = path === undefined ? undefined : links.file(path, line);
  if (path === undefined || address === undefined) return placeCell({ path, line }, links);
  return link(code(printPlace({ path: shortPath(path), line })), address);
}
