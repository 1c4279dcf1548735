import type { HistoryEntry, HistoryWindow } from '../history/entry.ts';
import { type DeliveryFigures, figuresOf } from '../history/figures.ts';
import { bytesOf } from '../report/action-outputs.ts';
import { address } from '../report/markdown.ts';
import type { Status } from '../status/rows.ts';
import { counted } from '../text.ts';
import { type ChartSource, leadTimesChart, promotionsChart } from './charts.ts';
import { type Detail, packData } from './data.ts';
import { embeddedJson, escapeHtml, fragment, printDuration, printMoment, printNumber } from './escape.ts';
import { legendHtml, matrixHtml, remarksHtml, waitingOf } from './matrix.ts';
import { pageScript, scriptHash } from './script.ts';
import { pageStyle, styleHash } from './style.ts';

export type PageContent = {
  readonly now: Date;
  /** Address of the GitHub server, such as `https://github.com`. */
  readonly server: string;
  /** The manifest repository, owner/name; undefined for a checkout. */
  readonly repository?: string | undefined;
  /** Name of the directory of a checkout. */
  readonly directory?: string | undefined;
  readonly branch: string;
  readonly status: Status;
  readonly window: HistoryWindow;
  readonly entries: readonly HistoryEntry[];
  readonly figures: readonly DeliveryFigures[];
};

/** Bytes of UTF-8. */
const LARGEST_PAGE = 1_000_000;
const MOST_ENTRIES = 5_000;

/** The detail of each change, from all of it to the least. */
type Fit = Detail & { readonly entries: number /** Products that have pictures. */; readonly pictures: number };

const whole: Fit = {
  entries: MOST_ENTRIES,
  pictures: Number.POSITIVE_INFINITY,
  reason: 3_000,
  version: 64,
  commit: 12,
};
const tighter: readonly Partial<Fit>[] = [
  { reason: 120 },
  { reason: 60, version: 40 },
  { reason: 60, version: 24, commit: 10, pictures: 100 },
  { reason: 0, version: 20, commit: 10, pictures: 30 },
];
/** Where even that is too much, the older half of the changes is left out, and so on. */
const HALVINGS = 14;

/** The status page: one HTML text that asks nothing of any server. It has at most 1 MB unless the matrix alone is larger. Of more
 * than 5,000 changes it keeps the newest of each product, and says how many are left out.  */
export function renderPage(content: PageContent): string {
  const entries = content.entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const everywhere = figuresOf(
    entries.map((entry) => ({ ...entry, product: '' })),
    content.window,
  );
  let page = '';
  for (const fit of fits()) {
    page = pageWith({ ...content, entries, everywhere }, fit);
    if (bytesOf(page) <= LARGEST_PAGE) break;
  }
  return page;
}

function* fits(): Generator<Fit> {
  yield whole;
  let fit = whole;
  for (const step of tighter) {
    fit = { ...fit, ...step };
    yield fit;
  }
  for (let halving = 1; halving <= HALVINGS; halving++) yield { ...fit, entries: MOST_ENTRIES >> halving, pictures: 0 };
}

type Sorted = PageContent & { /** Of all products together. */ readonly everywhere: readonly DeliveryFigures[] };

const pageWith = (content: Sorted, fit: Fit): string => {
  const { status, now, branch, repository, directory = 'Checkout', window } = content;
  const server = content.server.replace(/\/$/, '');
  const home = repository === undefined ? undefined : address(server, [repository]);
  const waiting = waitingOf(status, { server, repository });
  const kept = newestOfEach(content.entries, fit.entries);
  const data = packData(
    { server: home === undefined ? '' : server, repository, branch, status, waiting, ...kept },
    fit,
  );
  const name = escapeHtml(repository ?? directory);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">',
    `<title>${name}: what runs where</title>`,
    `<style>${pageStyle}</style></head>`,
    `<body${status.environments.length > 5 ? ' class="many"' : ''}>`,
    '<a class="skip" href="#-chosen">Skip to the history</a>',
    '<header>',
    `<h1>${home === undefined ? name : `<a href="${escapeHtml(home)}">${name}</a>`} <small>${escapeHtml(branch)}</small></h1>`,
    `<p>As of <time id="-now" datetime="${escapeHtml(now.toISOString())}">${printMoment(now.toISOString())} UTC</time><span id="-old"></span></p>`,
    '</header><main>',
    '<section id="-now-runs" aria-label="What runs where">',
    '<p class="filter" id="-filter" hidden><label for="-find">Filter</label> <input type="search" id="-find" autocomplete="off" placeholder="product, version or sign"> <span id="-found" role="status"></span></p>',
    legendHtml(status, { waiting }),
    status.rows.length === 0 ? '<p>No image is listed by any manifest.</p>' : matrixHtml(status, { waiting, now }),
    remarksHtml(status, { waiting }),
    '</section>',
    `<section id="-chosen" aria-label="History" tabindex="-1"><p id="-missing" role="status"></p>`,
    '<p class="needs">The filter and the lists of changes need JavaScript, which comes with this page.</p>',
    ...partsOf(content, { fit, left: kept.left }),
    '</section></main>',
    `<footer><p>History since ${printMoment(window.since)} UTC. All times are UTC. Made by image-promotion; the records are in the git history.</p></footer>`,
    `<script type="application/json" id="-data">${embeddedJson(data)}</script>`,
    `<script>${pageScript}</script>`,
    '</body></html>\n',
  ].join('\n');
};

/** Allows the style and the script of the page alone, so that a hostile name can run nothing. */
const policy = [
  "default-src 'none'",
  `style-src '${styleHash}'`,
  `script-src '${scriptHash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

type Kept = { readonly entries: readonly HistoryEntry[]; readonly left: ReadonlyMap<string, number> };

/** At most so many entries, which are ordered from the newest: each product keeps the same number of its newest, or all it has. */
export function newestOfEach(entries: readonly HistoryEntry[], most: number): Kept {
  const counts = new Map<string, number>();
  for (const { product } of entries) counts.set(product, (counts.get(product) ?? 0) + 1);
  const share = shareOf([...counts.values()], most);
  const taken = new Map<string, number>();
  // The remaining share goes to the newest of those that have more.
  let spare = most - sum([...counts.values()].map((count) => Math.min(count, share)));
  const kept = entries.filter(({ product }) => {
    const before = taken.get(product) ?? 0;
    if (before >= share && (before > share || spare === 0)) return false;
    if (before === share) spare -= 1;
    taken.set(product, before + 1);
    return true;
  });
  const left = [...counts].map(([product, count]) => [product, count - (taken.get(product) ?? 0)] as const);
  return { entries: kept, left: new Map(left.filter(([, count]) => count > 0)) };
}

/** The largest number for each that keeps the sum within bounds. */
const shareOf = (counts: readonly number[], most: number): number => {
  let [low, high] = [0, Math.max(0, ...counts)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sum(counts.map((count) => Math.min(count, middle))) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

type Parts = { readonly fit: Fit; readonly left: Kept['left'] };

/** The part about all products, then one for each. */
const partsOf = (content: Sorted, { fit, left }: Parts): string[] => {
  const { status, window, entries, figures, everywhere } = content;
  const { environments } = status;
  const total = sum([...left.values()]);
  const notes = [
    ...(total === 0
      ? []
      : [`Of ${counted(entries.length, 'change')}, ${total.toLocaleString('en')} older ones are not on this page.`]),
    ...(fit.reason < whole.reason && entries.some(({ reason }) => reason !== undefined)
      ? [
          fit.reason === 0
            ? 'Reasons are left out, so that the page stays small.'
            : 'Long reasons are cut, so that the page stays small.',
        ]
      : []),
  ];
  const byProduct = new Map(status.rows.map(({ product }) => [product, [] as HistoryEntry[]]));
  for (const entry of entries) {
    const own = byProduct.get(entry.product);
    if (own === undefined) byProduct.set(entry.product, [entry]);
    else own.push(entry);
  }
  const pictured = new Set(
    [...byProduct]
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, fit.pictures)
      .map(([product]) => product),
  );
  const rest = [...byProduct].map(([product, own]) => {
    const source = { entries: own, figures: figures.filter((one) => one.product === product), window, environments };
    const older = left.get(product) ?? 0;
    return partHtml(product, {
      title: product,
      source,
      environments,
      isPictured: pictured.has(product),
      notes: older === 0 ? [] : [`${counted(older, 'older change')} not on this page.`],
    });
  });
  const source = { entries, figures: everywhere, window, environments };
  return [partHtml('-all', { title: 'All products', source, environments, isPictured: true, notes }), ...rest];
};

type Part = {
  readonly title: string;
  readonly source: ChartSource;
  readonly environments: readonly string[];
  readonly isPictured: boolean;
  readonly notes: readonly string[];
};

const partHtml = (id: string, { title, source, environments, isPictured, notes }: Part): string => {
  const pictures =
    isPictured && source.entries.length > 0 ? [promotionsChart(source), leadTimesChart(source) ?? ''] : [];
  const product = id === '-all' ? '' : id;
  const links = environments.map((name) => `<a href="${fragment(product, name)}">${escapeHtml(name)}</a>`);
  const all = product === '' ? [] : ['<a href="#">all products</a>'];
  const everything = `<a href="${fragment(product)}">all environments</a>`;
  return [
    `<article class="part" id="${escapeHtml(id)}"><h2 tabindex="-1">${escapeHtml(title)}</h2>`,
    `<nav aria-label="Environments of ${escapeHtml(title)}">${[...all, everything, ...links].join(' ')}</nav>`,
    ...notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`),
    '<div class="runs"></div>',
    ...(pictures.length === 0 ? [] : [`<div class="pictures">${pictures.join('')}</div>`]),
    figuresHtml(source.figures, environments),
    '<div class="changes"></div></article>',
  ].join('\n');
};

/** Without the closing tags that HTML does not need: there may be hundreds of these. */
const figuresHtml = (figures: readonly DeliveryFigures[], environments: readonly string[]): string => {
  if (figures.length === 0) return '';
  const place = ({ environment }: DeliveryFigures): number => environments.indexOf(environment);
  const lines = figures
    .toSorted((a, b) => place(a) - place(b))
    .map((one) => {
      const { leadTime, timeToRollback, shareRolledBack } = one;
      const cells = [
        `${printNumber(one.promotionsPerWeek)} <small>${one.promotions}</small>`,
        duration(leadTime.median),
        `${duration(leadTime.percentile90)}${leadTime.unknown === 0 ? '' : ` <small>${leadTime.unknown} unknown</small>`}`,
        shareRolledBack === undefined ? '–' : `${printNumber(shareRolledBack * 100)} % <small>${one.rollbacks}</small>`,
        `${duration(timeToRollback.median)}${timeToRollback.unknown === 0 ? '' : ` <small>${timeToRollback.unknown} unknown</small>`}`,
      ];
      return `<tr><th scope="row">${escapeHtml(one.environment)}${cells.map((cell) => `<td>${cell}`).join('')}`;
    });
  const heads = [
    '<span class="unseen">Environment</span>',
    'Promotions a week',
    'Lead time',
    '90th percentile',
    'Rolled back',
    'Time to rollback',
  ];
  const head = heads.map((text) => `<th scope="col">${text}`).join('');
  return `<table class="figures"><caption class="unseen">Figures</caption><thead><tr>${head}<tbody>${lines.join('\n')}</table>`;
};

const duration = (seconds: number | undefined): string => (seconds === undefined ? '–' : printDuration(seconds));
