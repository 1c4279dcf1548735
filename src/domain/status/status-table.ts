/** The status as lines for a terminal, and the words and marks that it shares with the summary. */

import { printReference, type Reference } from '../image.ts';
import { visible } from '../text.ts';
import type { Freeze, RunningImage, Status, StatusRow, VersionRelation } from './rows.ts';

const MINUTE = 60_000;

const steps = [
  { unit: 'y', size: 365 * 24 * 60 * MINUTE },
  { unit: 'd', size: 24 * 60 * MINUTE },
  { unit: 'h', size: 60 * MINUTE },
  { unit: 'm', size: MINUTE },
] as const;

/** `3d`: how long ago it was, in the largest whole unit; empty for an unknown time. */
export function age(at: string | undefined, now: Date): string {
  const passed = now.getTime() - Date.parse(at ?? '');
  if (Number.isNaN(passed)) return '';
  const step = steps.find(({ size }) => passed >= size);
  return step === undefined ? '<1m' : `${Math.floor(passed / step.size)}${step.unit}`;
}

/** The tag, else the digest, and git's short form for a tag that is a whole commit id. */
export function version({ tag, digest, repository }: Reference): string {
  if (tag !== undefined) return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tag) ? tag.slice(0, 7) : tag;
  return digest === undefined ? `${repository} without a tag` : digest.slice(0, digest.indexOf(':') + 8);
}

/** The commit in the image, by its build provenance or else by its sender, unless the tag says it already. */
export function sourceCommit({ set, reference }: RunningImage): string | undefined {
  const sha = set?.built?.sha ?? set?.source.sha;
  if (sha === undefined || (reference.tag !== undefined && sha.startsWith(reference.tag))) return undefined;
  return sha.slice(0, 7);
}

/** A mark on a reference, for the reader. */
export type StatusMark = Exclude<VersionRelation, 'same'> | 'edited' | 'held' | 'several';

/** The marks of an image in an environment. */
export function marksOf({ runs, relations }: StatusRow, environment: string): StatusMark[] {
  const all = runs.get(environment) ?? [];
  const relation = relations.get(environment) ?? 'same';
  return [
    ...(relation === 'same' ? [] : [relation]),
    ...(new Set(all.map(({ reference }) => printReference(reference))).size > 1 ? (['several'] as const) : []),
    ...(all.some(({ record }) => record === 'edited') ? (['edited'] as const) : []),
    ...(all.some(({ held }) => held.length > 0) ? (['held'] as const) : []),
  ];
}

type MarkMeaning = {
  readonly sign: string /** Beside the sign, where there is room. */;
  readonly word: string;
  readonly text: string;
};

export const markMeanings: Readonly<Record<StatusMark, MarkMeaning>> = {
  behind: { sign: '↓', word: 'older', text: 'older than in the environment before' },
  ahead: { sign: '↑', word: 'newer', text: 'newer than in the environment before' },
  different: { sign: '≠', word: 'differs', text: 'not the same as in the environment before' },
  several: { sign: '+', word: 'more', text: 'other manifests run another reference' },
  edited: { sign: '✎', word: 'by hand', text: 'changed by hand, and not by a promotion' },
  held: { sign: '!', word: 'held', text: 'automation leaves something out, see what is held' },
};

/** The marks that a reader of the status meets. */
export function usedMarks({ rows, environments }: Pick<Status, 'rows' | 'environments'>): StatusMark[] {
  const used = new Set(rows.flatMap((row) => environments.flatMap((environment) => marksOf(row, environment))));
  return (Object.keys(markMeanings) as StatusMark[]).filter((mark) => used.has(mark));
}

/** A line about references whose record may be older than the history that was read. */
export function printUnread({ rows }: Pick<Status, 'rows'>): string[] {
  const count = rows
    .flatMap(({ runs }) => [...runs.values()].flat())
    .filter(({ record }) => record === 'unread').length;
  if (count === 0) return [];
  const which = count === 1 ? 'one reference runs' : `${count.toLocaleString('en')} references run`;
  return [`Since when ${which} is not known: older commits are not read.`];
}

/** The last part of each repository, or the whole one where that is not enough to tell it from the others. */
export function shortImages(images: readonly string[]): (image: string) => string {
  const last = (image: string): string => image.slice(image.lastIndexOf('/') + 1);
  const counts = new Map<string, number>();
  for (const image of new Set(images)) counts.set(last(image), (counts.get(last(image)) ?? 0) + 1);
  return (image) => (counts.get(last(image)) === 1 ? last(image) : image);
}

export type TableOptions = {
  /** In characters; undefined where nothing has to fit. */
  readonly width?: number | undefined;
  readonly now: Date;
};

const GAP = '  ';

/** The content of a cell: the reference alone, or also since when and from which source commit. */
type CellDetail = 'reference' | 'all';

/** The status as lines for a terminal of the given width: a table, then the legend, and the held, frozen and proposed images.
 * Where the table is too wide for it, a cell shows its reference alone. */
export function statusLines(status: Status, { width = Number.POSITIVE_INFINITY, now }: TableOptions): string[] {
  if (status.rows.length === 0) {
    const isTold = status.problems[0]?.message.startsWith('No manifest was found.');
    const lead = isTold ? [] : ['No image is listed by any manifest.'];
    return [...lead, ...problemLines(status)];
  }
  const parts = [
    fittingTable(status, { width, now }),
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

const fittingTable = (status: Status, options: { readonly width: number; readonly now: Date }): string[] => {
  const whole = printTable(tableOf(status, 'all', options));
  const fits = whole.every((line) => lengthOf(line) <= options.width);
  return fits ? whole : printTable(tableOf(status, 'reference', options));
};

const tableOf = (
  { environments, rows }: Status,
  detail: CellDetail,
  { width, now }: { readonly width: number; readonly now: Date },
): string[][] => {
  // A person sees that a line goes on with the product above it; a program that reads a pipe takes each line by itself.
  const isRead = Number.isFinite(width);
  let product: string | undefined;
  const byProduct = new Map<string, string[]>();
  for (const { product: name, image } of rows) {
    const images = byProduct.get(name);
    if (images === undefined) byProduct.set(name, [image]);
    else images.push(image);
  }
  const shortNames = new Map([...byProduct].map(([name, images]) => [name, shortImages(images)]));
  const lines = rows.map((row): string[] => {
    const name = isRead && row.product === product ? '' : row.product;
    product = row.product;
    const short = shortNames.get(row.product)?.(row.image) ?? row.image;
    return [name, short, ...environments.map((environment) => cell(row, environment, { detail, now }))];
  });
  return [['PRODUCT', 'IMAGE', ...environments], ...lines].map((line) => line.map(visible));
};

const cell = (
  row: StatusRow,
  environment: string,
  { detail, now }: { readonly detail: CellDetail; readonly now: Date },
): string => {
  const [running] = row.runs.get(environment) ?? [];
  if (running === undefined) return '-';
  const signs = marksOf(row, environment).map((mark) => markMeanings[mark].sign);
  const further = detail === 'all' ? [age(running.set?.at, now), sourceCommit(running) ?? ''] : [];
  return [version(running.reference), ...further, signs.join('')].filter((part) => part !== '').join(' ');
};

/** Columns as wide as their widest cell. */
export function printTable(table: readonly (readonly string[])[]): string[] {
  const columns = (table[0] ?? []).map((_, column) =>
    table.reduce((most, line) => Math.max(most, lengthOf(line[column] ?? '')), 0),
  );
  const padded = (text: string, size = 0): string => text + ' '.repeat(size - lengthOf(text));
  return table.map((line) =>
    line
      .map((text, column) => padded(text, columns[column]))
      .join(GAP)
      .trimEnd(),
  );
}

const lengthOf = (text: string): number => [...text].length;

const legendOf = (status: Status): string[] => {
  const used = usedMarks(status).map((mark) => `${markMeanings[mark].sign} ${markMeanings[mark].text}`);
  return [...used, ...printUnread(status)];
};

const heldLines = ({ rows }: Status): string[] =>
  rows.flatMap(({ product, runs }) =>
    [...runs.values()]
      .flat()
      .flatMap(({ environment, held }: RunningImage) =>
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
