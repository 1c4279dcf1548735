import { runTrailer } from '../domain/records/trailer.ts';
import type { Run } from '../domain/request/event.ts';
import type { Command, Inputs } from '../domain/request/table.ts';
import type { Request } from '../domain/request/trigger.ts';
import type { ArgoCD, Clock, Commits, Creation, Dispatches, Host, Log, Registry } from '../ports.ts';
import type { Asking, Authorities } from './admission.ts';
import {
  concludeAwait,
  concludeCheck,
  concludeDispatch,
  concludePromotion,
  concludeRetag,
  concludeStatus,
  concludeValidation,
  type Ended,
  type Known,
} from './conclude.ts';
import type { Concerned } from './course.ts';
import type { DispatchResult, Prover } from './dispatch.ts';
import type { PromoteRequest } from './promote.ts';

/** What an edge hands to the commands. What not every command needs is opened by the one that does. */
export type Doors = {
  /** The manifest repository; that of the inputs unless another one is named. */
  readonly host: (repository?: string) => Host;
  readonly registry: () => Promise<Registry>;
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

export type Job = {
  readonly inputs: Inputs;
  /** Reads what is asked for, which every command needs but status. */
  readonly read: () => Promise<Request>;
  /** Who asks, and what the policies may not take for granted. */
  readonly asking: Omit<Asking, 'promotion'>;
  readonly doors: Doors;
  /** The commit that validate reads instead of the branch.
   * @throws PromotionError `event-unsupported` */
  readonly proposed?: (() => string | undefined) | undefined;
  /** The run of the workflow, as far as there is one. */
  readonly run: Pick<Run, 'repository' | 'runId' | 'runAttempt'>;
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
  const run = runTrailer(job.doors.server, job.run);
  const repeats = run?.kind === 'run' && (job.run.runAttempt ?? 1) > 1 ? run.address : undefined;
  const returning = { ...asked, run: asked.run ?? run, to: request.to, repeats };
  return concludePromotion(await rollback(returning, worldOf(job)), job.known);
};

const askedOf = async (
  { inputs, asking, doors, run }: Job,
  { promotion, settings, dryRun }: Request,
): Promise<PromoteRequest> => ({
  ...asking,
  promotion,
  settings,
  config: inputs.config,
  mode: dryRun ? 'dry-run' : 'deliver',
  id: dryRun ? NO_ID : await doors.id(),
  run: promotion.source === undefined ? undefined : runTrailer(doors.server, promotion.source),
  start: doors.start,
  creation: (run.runAttempt ?? 1) > 1 ? doors.creation : undefined,
});

/** Of a run that writes no record: the UUID that stands for none, by RFC 9562. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

const worldOf = ({ doors, known }: Job) => ({
  ...doors,
  host: doors.host(),
  hear: (concerned: readonly Concerned[]): void => {
    known.concerned = concerned;
  },
});

const startStatus = async (job: Job): Promise<Ended> => {
  const { status } = await import('./status.ts');
  const { product: products, environments, config } = job.inputs;
  const { server, clock, width } = job.doors;
  const reported = await status({ products, environments, config }, worldOf(job));
  return concludeStatus(reported, job.known, { server, width, now: clock.now() });
};

const startCheck = async ({ inputs, read, doors, known }: Job): Promise<Ended> => {
  const { check } = await import('./check.ts');
  const { images } = (await read()).promotion;
  const onUnknown = inputs['on-unknown'] ?? 'fail';
  return concludeCheck(await check({ images, onUnknown, registry: await doors.registry(), log: doors.log }), known);
};

const startRetag = async ({ read, doors, known }: Job): Promise<Ended> => {
  const { retag } = await import('./retag.ts');
  const { promotion, tags, dryRun } = await read();
  const registry = await doors.registry();
  return concludeRetag(await retag({ images: promotion.images, tags, dryRun, registry, log: doors.log }), known);
};

const startDispatch = async ({ inputs, read, doors, known }: Job): Promise<Ended> => {
  const { dispatch } = await import('./dispatch.ts');
  const { promotion, dryRun } = await read();
  const { workflow, wait, repository = '' } = inputs;
  const { dispatches, prover, creation, server, clock, log, stopped, preview } = doors;
  const onSent = (sent: DispatchResult) => preview?.(concludeDispatch(sent, known));
  const asked = { promotion, repository, workflow, eventType: inputs['event-type'], wait, dryRun };
  const means = { dispatches: await dispatches(), prover: await prover() };
  return concludeDispatch(await dispatch({ ...asked, ...means, creation, server, clock, log, stopped, onSent }), known);
};

const startValidation = async ({ inputs, proposed, doors, known }: Job): Promise<Ended> => {
  const { validate } = await import('./validate.ts');
  const { product: products, environments, config } = inputs;
  const request = { products, environments, config, commit: proposed?.() };
  return concludeValidation(await validate(request, { ...doors, host: doors.host() }), known, doors.server);
};

const DEFAULT_TIMEOUT = 600;

const startAwait = async ({ inputs, doors, known }: Job): Promise<Ended> => {
  const { awaitPromotion } = await import('./await.ts');
  const { readAwaited } = await import('../domain/await/targets.ts');
  const awaited = readAwaited(await doors.report(), inputs.environments);
  const { repository, branch } = awaited;
  known.repository = repository;
  known.branch = branch;
  const { clock, log } = doors;
  const argocd = await doors.argocd();
  const world = { host: doors.host(repository), argocd, commits: await doors.commits(repository), clock, log };
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
  validate: startValidation,
  await: startAwait,
};
