import { visible } from '../text.ts';
import type { Freeze, Row, Running, Status } from './model.ts';
import { age, marksOf, meanings, printUnread, shortImages, sourceCommit, usedMarks, version } from './print.ts';

export type TableOptions = { readonly width: number; readonly now: Date };

type Line = readonly string[];

const GAP = '  ';
const NARROWEST = 6;
/** How much a cell tells: the reference, since when, and from which source commit. */
const details = [3, 2, 1] as const;

/** The status as lines for a terminal of the given width: a table, then what its signs mean, what is held, frozen and proposed.
 * Where the table is too wide it tells less of each reference, and only then are its columns cut. */
export function statusLines(status: Status, { width, now }: TableOptions): string[] {
  if (status.rows.length === 0) return ['No image is listed by any manifest.', ...problemLines(status)];
  const tables = details.map((detail) => tableOf(status, detail, now));
  const fitting = tables.find((table) => widthOf(columnsOf(table)) <= width) ?? tables.at(-1) ?? [];
  return [
    ...printTable(fitting, width),
    ...legendOf(status),
    ...heldLines(status),
    ...frozenLines(status.freezes),
    ...status.proposals.map(({ number, branch, url }) => `open: #${number} ${branch} ${url}`),
    ...problemLines(status),
  ].map((line) => visible(line).trimEnd());
}

const tableOf = ({ environments, rows }: Status, detail: number, now: Date): Line[] => {
  const header = ['PRODUCT', 'IMAGE', ...environments];
  let product: string | undefined;
  const byProduct = new Map<string, string[]>();
  for (const row of rows) byProduct.set(row.product, [...(byProduct.get(row.product) ?? []), row.image]);
  const lines = rows.map((row): Line => {
    const name = row.product === product ? '' : row.product;
    product = row.product;
    const short = shortImages(byProduct.get(row.product) ?? []);
    return [name, short(row.image), ...environments.map((environment) => cell(row, environment, { detail, now }))];
  });
  return [header, ...lines].map((line) => line.map(visible));
};

type Telling = { readonly detail: number; readonly now: Date };

const cell = (row: Row, environment: string, { detail, now }: Telling): string => {
  const [running] = row.runs.get(environment) ?? [];
  if (running === undefined) return '-';
  const signs = marksOf(row, environment).map((mark) => meanings[mark].sign);
  const parts = [version(running.reference), age(running.set?.at, now), sourceCommit(running) ?? ''];
  return [...parts.slice(0, detail), signs.join('')].filter((part) => part !== '').join(' ');
};

const columnsOf = (table: readonly Line[]): number[] =>
  (table[0] ?? []).map((_, column) => Math.max(...table.map((line) => lengthOf(line[column] ?? ''))));

const widthOf = (columns: readonly number[]): number =>
  columns.reduce((sum, column) => sum + column, 0) + GAP.length * (columns.length - 1);

const printTable = (table: readonly Line[], width: number): string[] => {
  const columns = narrowed(columnsOf(table), width);
  return table.map((line) => line.map((text, column) => fitted(text, columns[column] ?? 0)).join(GAP));
};

/** Takes from the widest column first, a character at a time. */
const narrowed = (columns: readonly number[], width: number): number[] => {
  const left = [...columns];
  while (widthOf(left) > width) {
    const widest = Math.max(...left);
    if (widest <= NARROWEST) break;
    left[left.indexOf(widest)] = widest - 1;
  }
  return left;
};

const lengthOf = (text: string): number => [...text].length;

const fitted = (text: string, size: number): string => {
  const characters = [...text];
  if (characters.length <= size) return text + ' '.repeat(size - characters.length);
  return `${characters.slice(0, size - 1).join('')}…`;
};

const legendOf = (status: Status): string[] => {
  const used = usedMarks(status).map((mark) => `${meanings[mark].sign} ${meanings[mark].text}`);
  const lines = [...used, ...printUnread(status)];
  return lines.length === 0 ? [] : ['', ...lines];
};

const heldLines = ({ rows }: Status): string[] =>
  rows.flatMap(({ product, runs }) =>
    [...runs.values()]
      .flat()
      .flatMap(({ environment, held }: Running) =>
        held.map((reference) => `held: ${product} ${environment}: ${reference}`),
      ),
  );

const frozenLines = (freezes: readonly Freeze[]): string[] =>
  groupFreezes(freezes).map(({ where, frozen }) => `frozen: ${where} ${frozen}`);

/** One line for each window and environment, however many products there are. */
export function groupFreezes(freezes: readonly Freeze[]): { readonly where: string; readonly frozen: string }[] {
  const groups = new Map<
    string,
    { readonly environment: string; readonly frozen: string; readonly products: string[] }
  >();
  for (const { product, environment, frozen } of freezes) {
    const group = groups.get(`${environment} ${frozen}`) ?? { environment, frozen, products: [] };
    group.products.push(product);
    groups.set(`${environment} ${frozen}`, group);
  }
  return [...groups.values()].map(({ environment, frozen, products }) => {
    const named = products.length > 3 ? `${products.length} products` : products.join(', ');
    return { where: `${environment} of ${named}`, frozen };
  });
}

const problemLines = ({ problems }: Status): string[] =>
  problems.flatMap(({ message, hint }) => [`warning: ${message}`, ...(hint === undefined ? [] : [`  ${hint}`])]);
