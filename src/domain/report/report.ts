/** Builds the report of a run from the result of its command. */
import { PromotionError, type Violation } from '../errors.ts';
import type { HistoryEntry } from '../history/entry.ts';
import type { DeliveryFigures, DeliveryHistory, Durations } from '../history/figures.ts';
import type { HistoryReport } from '../history/report-schema.ts';
import { printReference } from '../image.ts';
import type { EnvironmentOutcome, Notice, Source } from '../model.ts';
import type { RunningImage, Status } from '../status/rows.ts';
import type { ValidatedImage } from '../status/status-summary.ts';
import { quote } from '../text.ts';
import { outcomeOf } from './outcome.ts';
import type {
  Report,
  ReportAwaited,
  ReportCommand,
  ReportEnvironment,
  ReportImage,
  ReportOutcome,
  ReportSource,
  StatusReport,
} from './report-schema.ts';

/** The findings and effects of a command, as far as it got; fields that do not apply are left out. */
export type CommandResult = {
  readonly command: ReportCommand;
  readonly dryRun?: boolean | undefined;
  /** Set if neither environments nor violations give it: check, retag, dispatch, status, and a pull request that stays `proposed`
   * although arming it was refused. */
  readonly outcome?: ReportOutcome | undefined;
  readonly environments?: readonly EnvironmentOutcome[] | undefined;
  /** Whether a commit or a pull request was made or updated; by default, whether `commit` is there. */
  readonly changed?: boolean | undefined;
  readonly commit?: string | undefined;
  readonly pullRequests?: readonly { readonly number: number; readonly url: string }[] | undefined;
  /** Of a check: whether every image was found, and the references that count as missing. */
  readonly built?: boolean | undefined;
  readonly missing?: readonly string[] | undefined;
  /** Of exactly one image. */
  readonly digest?: string | undefined;
  /** The results of check and retag. */
  readonly images?: readonly ReportImage[] | undefined;
  /** The Applications that await has looked at. */
  readonly awaited?: readonly ReportAwaited[] | undefined;
  /** The images that validate has found. */
  readonly found?: readonly ValidatedImage[] | undefined;
  /** The status. */
  readonly status?: Status | undefined;
  /** The history. */
  readonly history?: DeliveryHistory | undefined;
  readonly violations?: readonly Violation[] | undefined;
  readonly notices?: readonly Notice[] | undefined;
  readonly requests?: number | undefined;
  readonly repository?: string | undefined;
  readonly branch?: string | undefined;
  readonly reason?: string | undefined;
  readonly source?: Source | undefined;
};

/** Any error of a run as violations. An error that is no PromotionError is reported as a defect of ours. */
export function violationsOf(error: unknown): readonly Violation[] {
  if (error instanceof PromotionError) return error.violations;
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return [
    {
      code: 'internal',
      message: `The run ended unexpectedly: ${quote(said)}.`,
      hint: 'This is a defect of image-promotion. Run the job again with debug logging and report what the log says.',
    },
  ];
}

export function buildReport(result: CommandResult): Report {
  const { environments = [], violations = [], notices = [], images = [], pullRequests = [] } = result;
  return given({
    command: result.command,
    outcome: result.outcome ?? outcomeOf(environments, violations),
    changed: result.changed ?? result.commit !== undefined,
    'dry-run': result.dryRun ?? false,
    repository: result.repository,
    branch: result.branch,
    reason: result.reason,
    source: result.source === undefined ? undefined : sourceOf(result.source),
    commit: result.commit,
    'pull-request-number': pullRequests.map(({ number }) => number),
    'pull-request-url': pullRequests.map(({ url }) => url),
    built: result.command === 'check' ? (result.built ?? false) : undefined,
    missing: [...(result.missing ?? [])],
    digest: result.digest,
    images: images.map(given),
    environments: environments.map(environmentOf),
    awaited: result.awaited?.map(given),
    found: result.found === undefined ? undefined : [...result.found],
    status: result.status === undefined ? undefined : statusReportOf(result.status),
    history: result.history === undefined ? undefined : historyReportOf(result.history),
    violations: violations.map(({ code, message, hint, path, line }) => given({ code, message, hint, path, line })),
    notices: notices.map(({ message, hint, path, line }) => given({ message, hint, path, line })),
    requests: result.requests ?? 0,
  });
}

const environmentOf = (environment: EnvironmentOutcome): ReportEnvironment =>
  given({
    name: environment.name,
    product: environment.product,
    delivery: environment.delivery,
    outcome: environment.outcome,
    'pull-request-number': environment.pullRequest,
    changes: environment.changes.map(({ path, line, image, from, to }) => ({
      path,
      line,
      image,
      from: printReference(from),
      to: printReference(to),
    })),
    superseded: environment.superseded.map(({ image, requested, current, reason, message }) => ({
      image,
      requested: printReference(requested),
      current: printReference(current),
      reason,
      message,
    })),
    images: environment.unchanged?.map(printReference),
    commit: environment.commit,
    applications: environment.applications?.map(({ name, file, sync, url, ...more }) =>
      given({
        name,
        file,
        sync,
        url,
        namespace: more.namespace,
        project: more.project,
        'application-set': more.applicationSet,
        'rolling-sync': more.rollingSync,
      }),
    ),
  });

const sourceOf = (source: Source): ReportSource =>
  given({
    repository: source.repository,
    sha: source.sha,
    ref: source.ref,
    committed_at: source.committedAt,
    event: source.event,
    workflow: source.workflow,
    run_id: source.runId,
    run_number: source.runNumber,
    run_attempt: source.runAttempt,
    actor: source.actor,
  });

/** Without the keys that are undefined, so that a report is the same before and after it was JSON. */
const given = <T extends object>(facts: T): T =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as T;

/** Empty keys are undefined. */
function statusReportOf({ environments, rows, freezes, proposals }: Status): StatusReport {
  return {
    environments: [...environments],
    images: rows.flatMap(({ product, runs, relations }) =>
      [...runs.values()].flat().map((running) =>
        given({
          product,
          environment: running.environment,
          image: running.reference.repository,
          reference: printReference(running.reference),
          path: running.path,
          line: running.line,
          record: running.record,
          by: running.set?.by,
          commit: running.set?.commit,
          since: running.set && utc(running.set.at),
          source: sourceOfRunning(running),
          built: running.set?.built && { ...running.set.built },
          relation: relations.get(running.environment),
          held: [...running.held],
        }),
      ),
    ),
    frozen: freezes.map((freeze) => ({ ...freeze })),
    'pull-requests': proposals.map(({ number, url, branch }) => ({ number, url, branch })),
  };
}

/** To the second, as the rest of the report has it; git uses the time zone of the committer. */
const utc = (time: string): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

const sourceOfRunning = ({ set }: RunningImage): StatusReport['images'][number]['source'] => {
  const { repository, sha, ref, committedAt, workflow, runNumber } = set?.source ?? {};
  const source = given({ repository, sha, ref, committed_at: committedAt, workflow, run_number: runNumber });
  return Object.keys(source).length === 0 ? undefined : source;
};

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
