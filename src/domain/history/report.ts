/** A history as a part of the report. */
import { printReference } from '../image.ts';
import type { HistoryEntry } from './entry.ts';
import type { DeliveryFigures, DeliveryHistory, Durations } from './figures.ts';
import type { HistoryReport } from './report-schema.ts';

export function historyReportOf({ since, until, entries, figures }: DeliveryHistory): HistoryReport {
  return {
    since,
    until,
    unknown: entries.filter(({ kind }) => kind === 'unknown').length,
    entries: entries.map(entryRow),
    figures: figures.map(figureRow),
  };
}

const entryRow = (entry: HistoryEntry): HistoryReport['entries'][number] =>
  present({
    at: entry.at,
    product: entry.product,
    environment: entry.environment,
    image: entry.image,
    path: entry.path,
    from: entry.from && printReference(entry.from),
    to: entry.to && printReference(entry.to),
    kind: entry.kind,
    commit: entry.commit,
    'commit-url': entry.url,
    author: entry.author,
    source: entry.source && sourceRow(entry.source),
    built: entry.built && present({ ...entry.built }),
    run: entry.run,
    actor: entry.actor,
    reason: entry.reason,
    'pull-request-number': entry.pullRequest?.number,
    'pull-request-url': entry.pullRequest?.url,
    'lead-time-seconds': entry.leadTime,
  });

const sourceRow = (source: NonNullable<HistoryEntry['source']>) => {
  const { repository, sha, ref, committedAt, workflow, runNumber, url } = source;
  return present({ repository, sha, ref, committed_at: committedAt, workflow, run_number: runNumber, url });
};

const figureRow = (figures: DeliveryFigures): HistoryReport['figures'][number] =>
  present({
    product: figures.product,
    environment: figures.environment,
    promotions: figures.promotions,
    rollbacks: figures.rollbacks,
    'by-hand': figures.byHand,
    unknown: figures.unknown,
    'promotions-per-week': rounded(figures.promotionsPerWeek),
    'share-rolled-back': figures.shareRolledBack === undefined ? undefined : rounded(figures.shareRolledBack),
    'lead-time': durationsRow(figures.leadTime),
    'time-to-rollback': durationsRow(figures.timeToRollback),
  });

const durationsRow = ({ median, percentile90, known, unknown }: Durations) =>
  present({ 'median-seconds': median, 'percentile-90-seconds': percentile90, known, unknown });

const rounded = (number: number): number => Math.round(number * 1000) / 1000;

const present = <T extends object>(facts: T): T =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as T;
