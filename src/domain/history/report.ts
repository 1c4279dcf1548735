/** A history as a part of the report. */
import * as v from 'valibot';
import { printReference } from '../image.ts';
import type { HistoryEntry } from './entry.ts';
import type { DeliveryFigures, Durations } from './figures.ts';
import type { DeliveryHistory } from './model.ts';

const described = (text: string) => v.pipe(v.string(), v.description(text));
const count = (text: string) => v.pipe(v.number(), v.integer(), v.minValue(0), v.description(text));
const amount = (text: string) => v.pipe(v.number(), v.minValue(0), v.description(text));

const EntrySource = v.pipe(
  v.strictObject({
    repository: v.optional(described('owner/name of the application repository.')),
    sha: v.optional(described('The commit that was built.')),
    ref: v.optional(described('The branch or tag that was built, under refs/.')),
    committed_at: v.optional(described('RFC 3339, UTC.')),
    workflow: v.optional(described('File name of the workflow that built.')),
    run_number: v.optional(count('Number of the run that built, within its workflow.')),
    url: v.optional(described('The address of the commit.')),
  }),
  v.description('Where the build comes from, as far as its record says.'),
);

const EntryBuild = v.pipe(
  v.strictObject({
    repository: described('owner/name of the application repository.'),
    sha: described('The commit.'),
    url: v.optional(described('The address of the commit.')),
  }),
  v.description('The commit that the image was built from, where its build provenance was verified.'),
);

const HistoryRow = v.pipe(
  v.strictObject({
    at: described('When the change reached the branch, RFC 3339, UTC.'),
    product: described('The product.'),
    environment: described('The environment.'),
    image: described('The repository that runs after the change.'),
    path: described('Path of the manifest.'),
    from: v.optional(described('What ran before, an image reference; absent for an image that is new there.')),
    to: v.optional(described('What runs since, an image reference; absent for an image that is gone.')),
    kind: v.pipe(
      v.picklist(['promotion', 'rollback', 'by-hand', 'unknown']),
      v.description('by-hand: no record speaks of it. unknown: a record may stand where it cannot be read.'),
    ),
    commit: described('The commit of the manifest repository that made the change.'),
    'commit-url': v.optional(described('Its address.')),
    author: v.optional(described('The author of that commit, by the name that git has.')),
    source: v.optional(EntrySource),
    built: v.optional(EntryBuild),
    run: v.optional(described('The address of the run that asked.')),
    actor: v.optional(described('The login of the person or App that asked.')),
    reason: v.optional(described('The reason that was given.')),
    'pull-request-number': v.optional(count('The pull request that brought the commit.')),
    'pull-request-url': v.optional(described('Its address.')),
    'lead-time-seconds': v.optional(count('From the source commit to the branch.')),
  }),
  v.description('One image that changed in one environment.'),
);

const DurationFigures = v.strictObject({
  'median-seconds': v.optional(amount('The median.')),
  'percentile-90-seconds': v.optional(amount('Nine in ten take no longer.')),
  known: count('How many durations these are of.'),
  unknown: count('How many are left out, because a date is not known.'),
});

const FigureRow = v.pipe(
  v.strictObject({
    product: described('The product.'),
    environment: described('The environment.'),
    promotions: count('Commits that promoted something.'),
    rollbacks: count('Commits that took something back.'),
    'by-hand': count('Commits without a record.'),
    unknown: count('Commits whose record may stand where it cannot be read.'),
    'promotions-per-week': amount('Promotions over the weeks from since to until.'),
    'share-rolled-back': v.optional(amount('Rollbacks over promotions.')),
    'lead-time': v.pipe(DurationFigures, v.description('From the source commit to the branch.')),
    'time-to-rollback': v.pipe(DurationFigures, v.description('From the promotion to its rollback.')),
  }),
  v.description('The figures that DORA names, of one product in one environment.'),
);

export const HistoryReport = v.pipe(
  v.strictObject({
    since: described('RFC 3339, UTC.'),
    until: described('RFC 3339, UTC.'),
    unknown: count('Entries of the kind unknown.'),
    entries: v.pipe(v.array(HistoryRow), v.description('Newest first.')),
    figures: v.array(FigureRow),
  }),
  v.description('What reached which environment. Only of the command history.'),
);

export type HistoryReport = v.InferOutput<typeof HistoryReport>;

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
