import { visible } from '../text.ts';
import type { Freeze, Row, Running, Status } from './model.ts';
import { age, marksOf, meanings, printUnread, shortImages, sourceCommit, usedMarks, version } from './print.ts';

export type TableOptions = {
  /** In characters; undefined where nothing has to fit. */
  readonly width?: number | undefined;
  readonly now: Date;
};

/** Whatever else is cut, the signs at its end stay. */
type Cell = { readonly text: string; readonly signs: string };
type Line = readonly Cell[];

const GAP = '  ';
const NARROWEST = 6;

/** How much a cell tells: the reference, since when, and from which source commit; and how long a name in it may be. */
type Telling = { readonly detail: 1 | 2 | 3; readonly longest?: number };

/** The first that fits is taken, else the last one and its columns are cut. */
const tellings: readonly Telling[] = [
  { detail: 3 },
  { detail: 2 },
  { detail: 1 },
  { detail: 3, longest: 20 },
  { detail: 2, longest: 20 },
  { detail: 1 },
];

/** The status as lines for a terminal of the given width: a table, then what its signs mean, what is held, frozen and proposed.
 * Where the table is too wide it tells less of each reference, and only then are names and columns cut. */
export function statusLines(status: Status, { width = Number.POSITIVE_INFINITY, now }: TableOptions): string[] {
  if (status.rows.length === 0) {
    const isTold = status.problems[0]?.message.startsWith('No manifest was found.');
    const lead = isTold ? [] : ['No image is listed by any manifest.'];
    return [...lead, ...problemLines(status)];
  }
  const parts = [
    printTable(fittingTable(status, { width, now }), width),
    legendOf(status),
    [
      ...heldLines(status),
      ...frozenLines(status.freezes),
      ...status.proposals.map(({ number, branch, url }) => `open: #${number} ${branch} ${url}`),
      ...problemLines(status),
    ],
  ];
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : ['', ...part]))
    .map((line) => visible(line).trimEnd());
}

const fittingTable = (status: Status, { width, now }: { readonly width: number; readonly now: Date }): Line[] => {
  let table: Line[] = [];
  for (const telling of tellings) {
    table = tableOf(status, telling, { width, now });
    if (widthOf(columnsOf(table)) <= width) break;
  }
  return table;
};

const tableOf = (
  { environments, rows }: Status,
  telling: Telling,
  { width, now }: { readonly width: number; readonly now: Date },
): Line[] => {
  // A person sees that a line goes on with the product above it; what reads a pipe takes each by itself.
  const isRead = Number.isFinite(width);
  const header = ['PRODUCT', 'IMAGE', ...environments].map(plain);
  let product: string | undefined;
  const byProduct = new Map<string, string[]>();
  for (const row of rows) byProduct.set(row.product, [...(byProduct.get(row.product) ?? []), row.image]);
  const lines = rows.map((row): Line => {
    const name = isRead && row.product === product ? '' : row.product;
    product = row.product;
    const short = shortImages(byProduct.get(row.product) ?? []);
    const names = [name, short(row.image)].map((text) => plain(cut(text, telling.longest)));
    return [...names, ...environments.map((environment) => cell(row, environment, { ...telling, now }))];
  });
  return [header, ...lines];
};

const plain = (text: string): Cell => ({ text: visible(text), signs: '' });

const cell = (row: Row, environment: string, { detail, longest, now }: Telling & { readonly now: Date }): Cell => {
  const [running] = row.runs.get(environment) ?? [];
  if (running === undefined) return plain('-');
  const signs = marksOf(row, environment).map((mark) => meanings[mark].sign);
  const parts = [
    cut(version(running.reference), longest),
    age(running.set?.at, now),
    sourceCommit(running) ?? '',
  ].slice(0, detail);
  return {
    ...plain(parts.filter((part) => part !== '').join(' ')),
    signs: signs.length === 0 ? '' : ` ${signs.join('')}`,
  };
};

const columnsOf = (table: readonly Line[]): number[] =>
  (table[0] ?? []).map((_, column) => table.reduce((most, line) => Math.max(most, sizeOf(line[column])), 0));

const sizeOf = (cell: Cell | undefined): number =>
  cell === undefined ? 0 : lengthOf(cell.text) + lengthOf(cell.signs);

const widthOf = (columns: readonly number[]): number =>
  columns.reduce((sum, column) => sum + column, 0) + GAP.length * (columns.length - 1);

const printTable = (table: readonly Line[], width: number): string[] => {
  const columns = narrowed(columnsOf(table), width);
  return table.map((line) => line.map((one, column) => fitted(one, columns[column] ?? 0)).join(GAP));
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

const fitted = ({ text, signs }: Cell, size: number): string => {
  const shown = cut(text, size - lengthOf(signs)) + signs;
  return shown + ' '.repeat(Math.max(0, size - lengthOf(shown)));
};

const cut = (text: string, longest = Number.POSITIVE_INFINITY): string =>
  lengthOf(text) <= longest ? text : `${[...text].slice(0, Math.max(0, longest - 1)).join('')}…`;

const legendOf = (status: Status): string[] => {
  const used = usedMarks(status).map((mark) => `${meanings[mark].sign} ${meanings[mark].text}`);
  return [...used, ...printUnread(status)];
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
