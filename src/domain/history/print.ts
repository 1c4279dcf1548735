/** A history in print: for a terminal, for the summary of a job, and as CSV (RFC 4180) for spreadsheets. */
import { printReference, type Reference } from '../image.ts';
import { address, code, link, prose, row, type Section } from '../report/markdown.ts';
import { printTable, version } from '../status/status-table.ts';
import { counted, visible } from '../text.ts';
import type { HistoryEntry } from './entry.ts';
import type { DeliveryFigures, DeliveryHistory, Durations } from './figures.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `2d 3h`: the two largest units of a duration in seconds. */
export function printDuration(seconds: number | undefined): string {
  if (seconds === undefined) return '-';
  const units = [
    { unit: 'd', size: DAY },
    { unit: 'h', size: HOUR },
    { unit: 'm', size: MINUTE },
    { unit: 's', size: 1 },
  ];
  const first = units.findIndex(({ size }) => seconds >= size);
  if (first < 0) return '0s';
  let left = Math.round(seconds);
  const parts = units.slice(first, first + 2).flatMap(({ unit, size }) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [`${count}${unit}`];
  });
  return parts.join(' ');
}

const kinds = { promotion: 'promotion', rollback: 'rollback', 'by-hand': 'by hand', unknown: 'unknown' } as const;

const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)}Z`;

const shown = (reference: Reference | undefined): string => (reference === undefined ? '-' : version(reference));

/** The person or App that asked; of an edit by hand, the author of the commit. */
const whoOf = ({ actor, author }: HistoryEntry): string => actor ?? author ?? '-';

/** The figures of a product in an environment, in the order of their headings. */
const figureCells = (one: DeliveryFigures): string[] => [
  String(one.promotions),
  perWeek(one),
  printDuration(one.leadTime.median),
  printDuration(one.leadTime.percentile90),
  share(one),
  printDuration(one.timeToRollback.median),
];

const perWeek = ({ promotionsPerWeek }: DeliveryFigures): string => promotionsPerWeek.toFixed(1);

const share = ({ shareRolledBack }: DeliveryFigures): string =>
  shareRolledBack === undefined ? '-' : `${Math.round(shareRolledBack * 100)}%`;

/** The gaps of the entries. */
export function missingLines({ figures, entries }: Pick<DeliveryHistory, 'figures' | 'entries'>): string[] {
  const unknown = entries.filter(({ kind }) => kind === 'unknown').length;
  const sum = (of: (one: DeliveryFigures) => Durations): number =>
    figures.reduce((total, one) => total + of(one).unknown, 0);
  const leadTimes = sum(({ leadTime }) => leadTime);
  const rollbacks = sum(({ timeToRollback }) => timeToRollback);
  return [
    ...(unknown === 0
      ? []
      : [`${unknown === 1 ? '1 entry' : `${unknown} entries`} may have a record in a place that cannot be read.`]),
    ...(leadTimes === 0 ? [] : [`The lead time of ${counted(leadTimes, 'promotion')} is not known and left out.`]),
    ...(rollbacks === 0 ? [] : [`The time to ${counted(rollbacks, 'rollback')} is not known and left out.`]),
  ];
}

const emptyLine = ({ since }: DeliveryHistory): string => `No image has changed since ${minute(since)}.`;

/** The history as lines for a terminal: the entries, then the figures. */
export function historyLines(history: DeliveryHistory): string[] {
  const { entries, figures, problems } = history;
  const warnings = problems.flatMap(({ message, hint }) => [
    `warning: ${message}`,
    ...(hint === undefined ? [] : [`  ${hint}`]),
  ]);
  if (entries.length === 0) return [emptyLine(history), ...warnings].map(visible);
  const rows = entries.map((entry) => [
    minute(entry.at),
    entry.product,
    entry.environment,
    entry.image.slice(entry.image.lastIndexOf('/') + 1),
    `${shown(entry.from)} → ${shown(entry.to)}`,
    kinds[entry.kind],
    whoOf(entry),
    printDuration(entry.leadTime),
    entry.commit.slice(0, 7),
    entry.pullRequest === undefined ? '' : `#${entry.pullRequest.number}`,
  ]);
  const table = [['WHEN', 'PRODUCT', 'WHERE', 'IMAGE', 'CHANGE', 'KIND', 'BY', 'LEAD TIME', 'COMMIT', ''], ...rows];
  const numbers = figures.map((one) => [one.product, one.environment, ...figureCells(one)]);
  const header = ['PRODUCT', 'WHERE', 'PROMOTIONS', 'A WEEK', 'LEAD TIME', '90%', 'ROLLED BACK', 'AFTER'];
  const parts = [
    printTable(table.map((line) => line.map(visible))),
    printTable([header, ...numbers].map((line) => line.map(visible))),
    missingLines(history),
    warnings,
  ];
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : ['', ...part]))
    .map((line) => visible(line).trimEnd());
}

/** The history as parts of a summary: the figures, then the entries. */
export function historySections(history: DeliveryHistory, server: string): Section[] {
  const { entries, figures, since } = history;
  if (entries.length === 0) return [{ lead: ['### History', '', prose(emptyLine(history))], rows: [] }];
  return [
    {
      lead: [
        `### Figures since ${prose(minute(since))}`,
        '',
        row([
          'Product',
          'Environment',
          'Promotions',
          'A week',
          'Lead time',
          '90 %',
          'Rolled back',
          'Rolled back after',
        ]),
        row(['---', '---', '--:', '--:', '--:', '--:', '--:', '--:']),
      ],
      rows: figures.map((one) => row([prose(one.product), prose(one.environment), ...figureCells(one)])),
      tail: ['', missingLines(history).map(prose).join('<br>')],
    },
    {
      lead: [
        '### History',
        '',
        row([
          'When',
          'Product',
          'Environment',
          'Image',
          'Change',
          'Kind',
          'By',
          'Source',
          'Lead time',
          'Commit',
          'Reason',
        ]),
        row(Array.from({ length: 11 }, () => '---')),
      ],
      rows: entries.map((entry) => entryRow(entry, server)),
    },
  ];
}

const entryRow = (entry: HistoryEntry, server: string): string => {
  const { at, product, environment, image, from, to, kind, commit, url, source, pullRequest, reason } = entry;
  const { sha, url: shaUrl } = entry.built ?? source ?? {};
  const run = entry.run === undefined ? undefined : runAddress(server, entry.run);
  const change = [from, to].map((reference) => (reference === undefined ? 'none' : code(version(reference))));
  return row([
    prose(minute(at)),
    prose(product),
    prose(environment),
    code(image),
    change.join(' → '),
    run === undefined ? kinds[kind] : link(kinds[kind], run),
    prose(whoOf(entry)),
    sha === undefined ? '' : link(code(sha.slice(0, 7)), shaUrl),
    printDuration(entry.leadTime),
    [
      link(code(commit.slice(0, 7)), url),
      pullRequest === undefined ? '' : link(prose(`#${pullRequest.number}`), pullRequest.url),
    ]
      .filter((part) => part !== '')
      .join(' '),
    prose(reason ?? ''),
  ]);
};

/** Only a run on our own server is worth a link. */
const runAddress = (server: string, run: string): string | undefined => {
  const path = /^https?:\/\/[^/]+\/(.+)$/.exec(run)?.[1];
  const own = path === undefined ? undefined : address(server, [path]);
  return own === run ? own : undefined;
};

const columns: Readonly<Record<string, (entry: HistoryEntry) => string | number | undefined>> = {
  at: ({ at }) => at,
  product: ({ product }) => product,
  environment: ({ environment }) => environment,
  image: ({ image }) => image,
  from: ({ from }) => printed(from),
  to: ({ to }) => printed(to),
  kind: ({ kind }) => kind,
  commit: ({ commit }) => commit,
  'commit-url': ({ url }) => url,
  author: ({ author }) => author,
  'source-repository': ({ source }) => source?.repository,
  'source-commit': ({ source }) => source?.sha,
  'source-url': ({ source }) => source?.url,
  'source-ref': ({ source }) => source?.ref,
  'source-committed-at': ({ source }) => source?.committedAt,
  workflow: ({ source }) => source?.workflow,
  'run-number': ({ source }) => source?.runNumber,
  run: ({ run }) => run,
  actor: ({ actor }) => actor,
  reason: ({ reason }) => reason,
  'pull-request-number': ({ pullRequest }) => pullRequest?.number,
  'pull-request-url': ({ pullRequest }) => pullRequest?.url,
  'lead-time-seconds': ({ leadTime }) => leadTime,
  path: ({ path }) => path,
  'built-repository': ({ built }) => built?.repository,
  'built-commit': ({ built }) => built?.sha,
};

const printed = (reference: Reference | undefined): string | undefined =>
  reference === undefined ? undefined : printReference(reference);

/** A header and one line for each entry, each ending in CR LF. */
export function historyCsv(entries: readonly HistoryEntry[]): string {
  const rows = entries.map((entry) => Object.values(columns).map((value) => csvField(value(entry))));
  return [Object.keys(columns), ...rows].map((fields) => `${fields.join(',')}\r\n`).join('');
}

/** A spreadsheet takes a text that begins with one of these signs for a formula, in quotes as well: an apostrophe makes it text. */
export function csvField(value: string | number | undefined): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
