import { PromotionError, type Violation } from '../errors.ts';
import { printReference } from '../image.ts';
import type { EnvironmentOutcome, Notice, Source } from '../model.ts';
import type { Status } from '../status/model.ts';
import { statusReportOf } from '../status/report.ts';
import type { FoundImage } from '../status/validation.ts';
import { quote } from '../text.ts';
import { outcomeOf } from './outcome.ts';
import type {
  Command,
  Report,
  ReportAwaited,
  ReportEnvironment,
  ReportImage,
  ReportOutcome,
  ReportSource,
} from './schema.ts';

/** What a command found and did, as far as it got; what does not apply to it is left out. */
export type Result = {
  readonly command: Command;
  readonly dryRun?: boolean | undefined;
  /** Where neither environments nor violations tell: check, retag, dispatch, status, and a pull request that stays
   * `proposed` although arming it was refused. */
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
  /** What check and retag learned. */
  readonly images?: readonly ReportImage[] | undefined;
  /** What await saw of each Application. */
  readonly awaited?: readonly ReportAwaited[] | undefined;
  /** What validate has found. */
  readonly found?: readonly FoundImage[] | undefined;
  /** What runs where. */
  readonly status?: Status | undefined;
  readonly violations?: readonly Violation[] | undefined;
  readonly notices?: readonly Notice[] | undefined;
  readonly requests?: number | undefined;
  readonly repository?: string | undefined;
  readonly branch?: string | undefined;
  readonly reason?: string | undefined;
  readonly source?: Source | undefined;
};

/** Whatever a run threw, as violations. What is no PromotionError is a defect of ours and says so. */
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

export function buildReport(result: Result): Report {
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
