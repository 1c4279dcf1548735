import { awaitLines, awaitSections } from '../domain/await/await-summary.ts';
import { dispatchSections, explainRenamed } from '../domain/dispatch/dispatch-summary.ts';
import { dispositionOf } from '../domain/errors.ts';
import { historyCsv, historyLines, historySections } from '../domain/history/print.ts';
import { printReference } from '../domain/image.ts';
import type { Delivery, EnvironmentOutcome, FileChange, Notice, Promotion } from '../domain/model.ts';
import { runTrailer } from '../domain/records/trailer.ts';
import { code, type Section } from '../domain/report/markdown.ts';
import { type CommandResult, violationsOf } from '../domain/report/report.ts';
import type { ReportCommand } from '../domain/report/report-schema.ts';
import type { RunContext } from '../domain/request/event.ts';
import type { Command, Inputs } from '../domain/request/input-table.ts';
import type { PromotionRequest } from '../domain/request/request.ts';
import { statusSections, validationSections } from '../domain/status/status-summary.ts';
import { statusLines, type TableOptions } from '../domain/status/status-table.ts';
import { visible } from '../domain/text.ts';
import type { ArgoCD, Attestations, Clock, Commits, Creation, Dispatches, Host, Log, Registry } from '../ports.ts';
import type { AwaitResult } from './await.ts';
import type { CheckResult } from './check.ts';
import type { DispatchResult, Prover } from './dispatch.ts';
import type { HistoryResult } from './history.ts';
import type { Promoted, PromoteRequest } from './promote.ts';
import type { Asking, Authorities } from './promotion/admission.ts';
import type { KnownTarget } from './promotion/run-promotion.ts';
import type { RetagResult } from './retag.ts';
import type { Reported } from './status.ts';
import type { Validated } from './validate.ts';

/** What an edge hands to the commands. What not every command needs is opened by the one that does. */
export type Dependencies = {
  /** The manifest repository; that of the inputs unless another one is named. */
  readonly host: (repository?: string) => Host;
  readonly registry: () => Promise<Registry>;
  readonly attestations: () => Promise<Attestations>;
  readonly dispatches: () => Promise<Dispatches>;
  /** Undefined where the job may not ask for OpenID Connect tokens. */
  readonly prover: () => Promise<Prover | undefined>;
  /** @throws PromotionError for an address that is not https, or none. */
  readonly argocd: () => Promise<ArgoCD>;
  readonly commits: (repository: string) => Promise<Commits>;
  /** The text of the report that await is given, or of the file that an earlier step has written.
   * @throws PromotionError `report-invalid` where there is no such file */
  readonly report: () => Promise<string>;
  /** Undefined where nobody can tell who belongs to a team, and what is proven. */
  readonly teams?: Authorities['teams'];
  readonly proofs?: Authorities['proofs'];
  /** When the run of the workflow was created; undefined where there is none. Answers the same however often it is asked. */
  readonly creation?: (() => Promise<Creation>) | undefined;
  /** Writes the status page to a file.
   * @throws PromotionError `file-unwritable` */
  readonly savePage: (path: string, html: string) => Promise<void>;
  readonly log: Log;
  readonly clock: Clock;
  /** Makes the `Promotion-Id` of this run. */
  readonly id: () => Promise<string>;
  /** When this run started, RFC 3339. */
  readonly start: string;
  /** Address of the GitHub server, such as `https://github.com`. */
  readonly server: string;
  /** Shows how far the run has come, before something that takes long. */
  readonly preview?: ((so: Ended) => void) | undefined;
  /** Rejects where the run is ended early. */
  readonly stopped?: Promise<never> | undefined;
  /** Columns of what shows the log; undefined where nothing has to fit. */
  readonly width?: number | undefined;
};

type Job = {
  readonly inputs: Inputs;
  /** Reads what is asked for, which every command needs but status. */
  readonly read: () => Promise<PromotionRequest>;
  /** Who asks, and what the policies may not take for granted. */
  readonly asking: Omit<Asking, 'promotion'>;
  readonly dependencies: Dependencies;
  /** The commit that validate reads instead of the branch.
   * @throws PromotionError `event-unsupported` */
  readonly proposed?: (() => string | undefined) | undefined;
  /** The run of the workflow, as far as there is one. */
  readonly run: Pick<RunContext, 'repository' | 'runId' | 'runAttempt'>;
  /** What a report of failure may say by then. */
  readonly known: Known;
};

/** @throws whatever keeps the command from its end; the edge tells it with `concludeFailure`. */
export function startCommand(job: Job): Promise<Ended> {
  return starters[job.inputs.command](job);
}

const startPromotion = async (job: Job): Promise<Ended> => {
  const request = await job.read();
  const { promote } = await import('./promote.ts');
  return concludePromotion(await promote(await askedOf(job, request), worldOf(job)), job.known);
};

const startRollback = async (job: Job): Promise<Ended> => {
  const request = await job.read();
  const { rollback } = await import('./rollback.ts');
  const asked = await askedOf(job, request);
  const run = runTrailer(job.dependencies.server, job.run);
  const repeats = run?.kind === 'run' && (job.run.runAttempt ?? 1) > 1 ? run.address : undefined;
  const returning = { ...asked, run: asked.run ?? run, to: request.to, repeats };
  return concludePromotion(await rollback(returning, worldOf(job)), job.known);
};

const askedOf = async (
  { inputs, asking, dependencies, run }: Job,
  { promotion, settings, dryRun }: PromotionRequest,
): Promise<PromoteRequest> => ({
  ...asking,
  promotion,
  settings,
  config: inputs.config,
  mode: dryRun ? 'dry-run' : 'deliver',
  id: dryRun ? NO_ID : await dependencies.id(),
  run: promotion.source === undefined ? undefined : runTrailer(dependencies.server, promotion.source),
  start: dependencies.start,
  creation: (run.runAttempt ?? 1) > 1 ? dependencies.creation : undefined,
});

/** Of a run that writes no record: the UUID that stands for none, by RFC 9562. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

const worldOf = ({ dependencies, known }: Job) => ({
  ...dependencies,
  host: dependencies.host(),
  onTargetsKnown: (concerned: readonly KnownTarget[]): void => {
    known.concerned = concerned;
  },
});

const startStatus = async (job: Job): Promise<Ended> => {
  const { product: products, environments, config, at, page: path, since } = job.inputs;
  const { server, clock, width, savePage } = job.dependencies;
  const request = { products, environments, config, at };
  const view = { server, width, now: at === undefined ? clock.now() : new Date(at) };
  if (path !== undefined) {
    const { statusPage } = await import('./history.ts');
    const { reported, html } = await statusPage({ ...request, since }, { ...worldOf(job), server });
    await savePage(path, html);
    return concludeStatus(reported, job.known, { ...view, page: path });
  }
  const { status } = await import('./status.ts');
  return concludeStatus(await status(request, worldOf(job)), job.known, view);
};

const startHistory = async (job: Job): Promise<Ended> => {
  const { history } = await import('./history.ts');
  const { product: products, environments, config, since } = job.inputs;
  const { server, width } = job.dependencies;
  const result = await history({ products, environments, config, since }, { ...worldOf(job), server });
  return concludeHistory(result, job.known, { server, width });
};

const startCheck = async ({ inputs, read, dependencies, known }: Job): Promise<Ended> => {
  const { check } = await import('./check.ts');
  const { images } = (await read()).promotion;
  const onUnknown = inputs['on-unknown'] ?? 'fail';
  return concludeCheck(
    await check({ images, onUnknown, registry: await dependencies.registry(), log: dependencies.log }),
    known,
  );
};

const startRetag = async ({ read, dependencies, known }: Job): Promise<Ended> => {
  const { retag } = await import('./retag.ts');
  const { promotion, tags, dryRun } = await read();
  const registry = await dependencies.registry();
  return concludeRetag(await retag({ images: promotion.images, tags, dryRun, registry, log: dependencies.log }), known);
};

const startDispatch = async ({ inputs, read, dependencies, known }: Job): Promise<Ended> => {
  const { dispatch } = await import('./dispatch.ts');
  const { promotion, dryRun } = await read();
  const { workflow, wait, repository = '' } = inputs;
  const { dispatches, prover, creation, server, clock, log, stopped, preview } = dependencies;
  const onSent = (sent: DispatchResult) => preview?.(concludeDispatch(sent, known));
  const asked = { promotion, repository, workflow, eventType: inputs['event-type'], wait, dryRun };
  const means = { dispatches: await dispatches(), prover: await prover() };
  return concludeDispatch(await dispatch({ ...asked, ...means, creation, server, clock, log, stopped, onSent }), known);
};

const startValidation = async ({ inputs, proposed, dependencies, known }: Job): Promise<Ended> => {
  const { validate } = await import('./validate.ts');
  const { product: products, environments, config } = inputs;
  const request = { products, environments, config, commit: proposed?.() };
  return concludeValidation(
    await validate(request, { ...dependencies, host: dependencies.host() }),
    known,
    dependencies.server,
  );
};

const DEFAULT_TIMEOUT = 600;

const startAwait = async ({ inputs, dependencies, known }: Job): Promise<Ended> => {
  const { awaitPromotion } = await import('./await.ts');
  const { readAwaited } = await import('../domain/await/awaited.ts');
  const awaited = readAwaited(await dependencies.report(), inputs.environments);
  const { repository, branch } = awaited;
  known.repository = repository;
  known.branch = branch;
  const { clock, log } = dependencies;
  const argocd = await dependencies.argocd();
  const world = {
    host: dependencies.host(repository),
    argocd,
    commits: await dependencies.commits(repository),
    clock,
    log,
  };
  const { timeout = DEFAULT_TIMEOUT } = inputs;
  return concludeAwait(await awaitPromotion({ awaited, timeout }, world), known);
};

const starters: Readonly<Record<Command, (job: Job) => Promise<Ended>>> = {
  promote: startPromotion,
  check: startCheck,
  retag: startRetag,
  dispatch: startDispatch,
  rollback: startRollback,
  status: startStatus,
  history: startHistory,
  validate: startValidation,
  await: startAwait,
};

/** How a command ended, for everyone who shows it. */
export type Ended = {
  readonly result: CommandResult;
  /** What a dry run would change, as a unified diff. */
  readonly diff?: string | undefined;
  /** Without a configuration nothing limits who may ask for what. */
  readonly access?: 'unrestricted' | undefined;
  /** Parts of the summary that only this command has. */
  readonly sections?: readonly Section[] | undefined;
  /** What a terminal or log shows in place of the report. */
  readonly lines?: readonly string[] | undefined;
  /** What `--csv` prints. */
  readonly csv?: string | undefined;
};

type StatusView = {
  readonly server: string /** The file that the page was written to. */;
  readonly page?: string | undefined;
} & TableOptions;

/** What is known of a run so far: enough to tell what failed, should it fail now. */
export type Known = {
  command: ReportCommand;
  promotion?: Promotion | undefined;
  repository?: string | undefined;
  branch?: string | undefined;
  dryRun?: boolean | undefined;
  /** What the step asks for. */
  delivery?: Delivery | undefined;
  /** What is concerned, once the configuration has been read. */
  concerned?: readonly KnownTarget[] | undefined;
  notices: readonly Notice[];
};

async function concludePromotion(promoted: Promoted, known: Known): Promise<Ended> {
  const { configuration, files, notices, environments, ...facts } = promoted;
  const { command, promotion, dryRun } = known;
  const { repository, renamed } = presentName(promoted, known);
  return {
    result: {
      ...facts,
      command,
      dryRun,
      repository,
      environments: dryRun ? environments.map(untouched) : environments,
      notices: [...known.notices, ...renamed, ...notices],
      reason: promotion?.reason,
      source: promotion?.source,
    },
    diff: dryRun && files.length > 0 ? await diffOf(files) : undefined,
    access: configuration === 'absent' && promotion?.trigger === 'automatic' ? 'unrestricted' : undefined,
  };
}

/** Links lead to the repository by the name that it has now. */
const presentName = ({ repository: present }: { readonly repository?: string | undefined }, known: Known) => ({
  repository: present ?? known.repository,
  renamed: present && known.repository ? explainRenamed(known.repository, present) : [],
});

const diffOf = async (files: readonly FileChange[]): Promise<string> => {
  const { unifiedDiff } = await import('../domain/report/diff.ts');
  return unifiedDiff(files);
};

/** Nothing was promoted or proposed by a dry run, whatever it would change. */
const untouched = (environment: EnvironmentOutcome): EnvironmentOutcome =>
  ['promoted', 'proposed', 'armed'].includes(environment.outcome)
    ? { ...environment, outcome: 'unchanged' }
    : environment;

function concludeStatus(reported: Reported, known: Known, { server, page, ...table }: StatusView): Ended {
  const { branch, status } = reported;
  const { repository, renamed } = presentName(reported, known);
  return {
    result: {
      command: 'status',
      outcome: 'reported',
      repository,
      branch,
      status,
      notices: [...known.notices, ...renamed, ...status.problems],
    },
    sections: [
      ...statusSections(status, { server, repository, branch, now: table.now }),
      ...(page === undefined ? [] : [{ lead: [], rows: [`This page as a file: ${code(page)}`] }]),
    ],
    lines: [...statusLines(status, table), ...(page === undefined ? [] : ['', visible(`The page is in ${page}.`)])],
  };
}

function concludeHistory(read: HistoryResult, known: Known, { server, width }: Omit<StatusView, 'now'>): Ended {
  const { branch, history } = read;
  const { repository, renamed } = presentName(read, known);
  return {
    result: {
      command: 'history',
      outcome: 'reported',
      repository,
      branch,
      history,
      notices: [...known.notices, ...renamed, ...history.problems],
    },
    sections: historySections(history, server),
    lines: historyLines(history, { width }),
    csv: historyCsv(history.entries),
  };
}

/** What was found is shown as lines and as a table, beside everything that is wrong. */
function concludeValidation(validated: Validated, known: Known, server: string): Ended {
  const { branch, found, violations, notices } = validated;
  const { repository, renamed } = presentName(validated, known);
  return {
    result: {
      command: 'validate',
      outcome: violations.length > 0 ? 'refused' : 'valid',
      repository,
      branch,
      found,
      violations,
      notices: [...known.notices, ...renamed, ...notices],
    },
    sections: validationSections(found, { server, repository, branch }),
  };
}

function concludeCheck(checked: CheckResult, known: Known): Ended {
  const { outcome, built, missing, digest, images, violations, notices } = checked;
  const shown = images.map(({ reference, verdict }) => ({
    image: printReference(reference),
    verdict: verdict.verdict,
    digest: verdict.verdict === 'present' ? verdict.digest : undefined,
  }));
  const result = { command: 'check' as const, outcome, built, missing, digest, images: shown, violations };
  return { result: { ...result, notices: [...known.notices, ...notices] } };
}

function concludeRetag({ outcome, digest, tags, violations }: RetagResult, known: Known): Ended {
  const images = tags.map((tag) => ({
    image: printReference(tag.reference),
    verdict: tag.outcome,
    digest: tag.digest,
  }));
  const result = { command: 'retag' as const, dryRun: known.dryRun, outcome, digest, images, violations };
  return { result: { ...result, notices: known.notices } };
}

/** A dry run has sent nothing, whatever it would send. */
export function concludeDispatch(dispatched: DispatchResult, known: Known): Ended {
  const { outcome, request, run, results, violations, notices } = dispatched;
  const { dryRun, promotion } = known;
  const repository = dispatched.repository ?? known.repository;
  return {
    result: {
      command: 'dispatch',
      dryRun,
      outcome: dryRun ? 'unchanged' : outcome,
      violations,
      notices: [...known.notices, ...notices],
      repository,
      source: promotion?.source,
    },
    sections: dispatchSections({ request, run, results }),
  };
}

function concludeAwait(waited: AwaitResult, known: Known): Ended {
  const { outcome, applications, violations, notices } = waited;
  const { repository, branch } = known;
  return {
    result: {
      command: 'await',
      outcome,
      repository,
      branch,
      awaited: applications,
      violations,
      notices: [...known.notices, ...notices],
    },
    sections: awaitSections(applications),
    lines: awaitLines(applications),
  };
}

/** A run that threw, told as fully as one that did not. */
export function concludeFailure(error: unknown, known: Known): Ended {
  const violations = violationsOf(error);
  const { command, promotion, repository, branch, dryRun, notices, concerned = [] } = known;
  const outcome = dispositionOf(violations) === 'refused' ? 'refused' : 'failed';
  const environments = (promotion?.products ?? []).flatMap((product) =>
    (promotion?.environments ?? []).map((name): EnvironmentOutcome => {
      const place = concerned.find((one) => one.product === product && one.name === name);
      const delivery = place?.delivery ?? known.delivery ?? 'commit';
      return { product, name, delivery, outcome, changes: [], superseded: [] };
    }),
  );
  return {
    result: {
      command,
      dryRun,
      environments,
      violations,
      notices,
      repository,
      branch,
      reason: promotion?.reason,
      source: promotion?.source,
    },
  };
}
