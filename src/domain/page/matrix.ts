import { branchesOf, productOf } from '../proposal/delivery-parts.ts';
import { address } from '../report/markdown.ts';
import type { RunningImage, Status, StatusRow } from '../status/rows.ts';
import {
  age,
  groupFreezes,
  markMeanings,
  marksOf,
  printUnread,
  type StatusMark,
  shortImages,
  version,
} from '../status/status-table.ts';
import { counted } from '../text.ts';
import { escapeHtml, fragment, shorten } from './escape.ts';

/** A pull request that promotes a product and is not merged yet. */
export type Waiting = {
  readonly product: string;
  /** Of those that the page shows. */
  readonly environments: readonly string[];
  readonly number: number;
  readonly url?: string | undefined;
};

export type MatrixOptions = {
  readonly waiting: readonly Waiting[];
  readonly now: Date;
};

/** A version longer than this is cut in the matrix; the product's own part of the page has all of it. */
const LONGEST_VERSION = 40;

type Sign = { readonly sign: string; readonly word: string; readonly text: string };

const further = {
  frozen: { sign: '❄\u{fe0e}', word: 'frozen', text: 'no promotion before the end of a freeze window' },
  waiting: { sign: '○', word: 'waits', text: 'a pull request is open' },
} as const;

/** The pull requests of a status by product and environment, with addresses on the server. */
export function waitingOf(
  { proposals, environments }: Status,
  { server, repository }: { readonly server: string; readonly repository?: string | undefined },
): Waiting[] {
  return proposals.map(({ branch, number }) => {
    const product = productOf(branch);
    const [names = ''] = branch.slice(branchesOf(product).length).split('/');
    return {
      product,
      environments: names.split('+').filter((name) => environments.includes(name)),
      number,
      url: repository === undefined ? undefined : address(server, [repository, 'pull', String(number)]),
    };
  });
}

/** Products by environments: what runs, for how long, and what a reader should know of it, by sign and by word. */
export function matrixHtml(status: Status, options: MatrixOptions): string {
  const { environments, rows } = status;
  const products = new Map<string, StatusRow[]>();
  for (const row of rows) {
    const own = products.get(row.product);
    if (own === undefined) products.set(row.product, [row]);
    else own.push(row);
  }
  const frozen = new Set(status.freezes.map(({ product, environment }) => `${product} ${environment}`));
  const bodies = [...products].map(([product, own]) => {
    const short = shortImages(own.map(({ image }) => image));
    const lines = own.map((row, index) => {
      const cells = environments.map((environment) =>
        cellHtml(row, environment, { ...options, frozen, first: index === 0 }),
      );
      const link = `<a href="${fragment(product)}">${escapeHtml(product)}</a>`;
      const image = short(row.image) === product ? '' : ` <small>${escapeHtml(shorten(short(row.image), 60))}</small>`;
      return `<tr${index === 0 ? '' : ' class="next"'}><th scope="row">${link}${image}</th>${cells.join('')}</tr>`;
    });
    return `<tbody>${lines.join('\n')}</tbody>`;
  });
  const heads = environments.map((environment) => `<th scope="col">${escapeHtml(environment)}</th>`);
  return [
    '<table id="-matrix"><caption class="unseen">What runs where</caption>',
    `<thead><tr><th scope="col">Product</th>${heads.join('')}</tr></thead>`,
    ...bodies,
    '</table>',
  ].join('\n');
}

type CellOptions = MatrixOptions & { readonly frozen: ReadonlySet<string>; readonly first: boolean };

const cellHtml = (row: StatusRow, environment: string, { waiting, now, frozen, first }: CellOptions): string => {
  const { product } = row;
  const place = `data-e="${escapeHtml(environment)}"${first ? ` id="${escapeHtml(`${product}/${environment}`)}"` : ''}`;
  const all = row.runs.get(environment) ?? [];
  const isFrozen = frozen.has(`${product} ${environment}`);
  const open = waiting.filter((one) => one.product === product && one.environments.includes(environment));
  const marks = [
    ...marksOf(row, environment).map((mark) => signed(mark, markMeanings[mark])),
    ...(isFrozen ? [signed('frozen', further.frozen)] : []),
    ...open.map(({ number, url }) => {
      const label = `${further.waiting.sign} #${number} ${further.waiting.word}`;
      return url === undefined
        ? `<span class="m waiting">${label}</span>`
        : `<a class="m waiting" href="${escapeHtml(url)}">${label}</a>`;
    }),
  ];
  if (all.length === 0) return `<td ${place} class="none"><span class="unseen">nothing</span>${marks.join(' ')}</td>`;
  const versions = all.map((running, index) =>
    runningHtml(running, { now, href: index === 0 ? fragment(product, environment) : undefined }),
  );
  return `<td ${place}>${[...versions, ...marks].join(' ')}</td>`;
};

const runningHtml = (
  running: RunningImage,
  { now, href }: { readonly now: Date; readonly href?: string | undefined },
): string => {
  const { reference, set } = running;
  const label = escapeHtml(shorten(version(reference), LONGEST_VERSION));
  const shown = href === undefined ? `<b>${label}</b>` : `<a class="c" href="${href}">${label}</a>`;
  const since = age(set?.at, now);
  return since === '' ? shown : `${shown} <time>${escapeHtml(since)}</time>`;
};

const signed = (kind: StatusMark | 'frozen', { sign, word }: Sign): string =>
  `<span class="m ${kind}">${sign} ${word}</span>`;

/** The signs that are in the matrix, what they mean, and in how many cells; each can be chosen to see only these products. */
export function legendHtml(status: Status, { waiting }: Pick<MatrixOptions, 'waiting'>): string {
  const counts = new Map<StatusMark | keyof typeof further, number>();
  const count = (kind: StatusMark | keyof typeof further, more = 1): void =>
    void counts.set(kind, (counts.get(kind) ?? 0) + more);
  for (const row of status.rows) {
    for (const environment of status.environments) for (const mark of marksOf(row, environment)) count(mark);
  }
  if (status.freezes.length > 0) count('frozen', status.freezes.length);
  if (waiting.length > 0) count('waiting', waiting.length);
  const all: Readonly<Record<string, Sign>> = { ...markMeanings, ...further };
  const items = Object.entries(all).flatMap(([kind, { sign, word, text }]) => {
    const number = counts.get(kind as StatusMark);
    if (number === undefined) return [];
    return [
      `<li><button type="button" class="m ${kind}" data-filter="${word}">${sign} ${word}</button> <b>${number}</b> <span>${text}</span></li>`,
    ];
  });
  return items.length === 0
    ? '<p class="calm">Everything is in step, and nothing waits.</p>'
    : `<ul class="legend">${items.join('\n')}</ul>`;
}

/** The facts besides the signs: until when and why something is frozen, which pull requests have no cell, and what could not be
 * read. */
export function remarksHtml(status: Status, { waiting }: Pick<MatrixOptions, 'waiting'>): string {
  const products = new Set(status.rows.map(({ product }) => product));
  const elsewhere = waiting.filter(({ product, environments }) => environments.length === 0 || !products.has(product));
  const remarks = [
    ...elsewhere.map(({ number, product }) => `${further.waiting.sign} Pull request #${number} of ${product} waits.`),
    ...groupFreezes(status.freezes).map(({ where, frozen }) => `${further.frozen.sign} Frozen: ${where} ${frozen}`),
    ...status.problems.map(({ message, hint }) => [message, hint ?? ''].join(' ').trim()),
    ...printUnread(status),
  ];
  if (remarks.length === 0) return '';
  const items = remarks.map((remark) => `<li>${escapeHtml(shorten(remark, 1_000))}</li>`);
  const title = `<h2>${counted(remarks.length, 'remark')}</h2>`;
  return `<section class="remarks">${title}<ul>${items.join('\n')}</ul></section>`;
}
