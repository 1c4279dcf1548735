/** The entries of a history as CSV (RFC 4180), for spreadsheets. */
import { printReference, type Reference } from '../image.ts';
import type { HistoryEntry } from './entry.ts';

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
