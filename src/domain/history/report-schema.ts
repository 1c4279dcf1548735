/** The form of a history in the report. */
import * as v from 'valibot';

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
