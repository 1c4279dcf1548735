import {
  dispatchSections,
  explainRepeated,
  explainUndated,
  explainUnknownRun,
  explainUnproved,
  explainUnproven,
} from '../domain/dispatch/dispatch-summary.ts';
import {
  type Dispatch,
  payloadOf,
  planDispatch,
  printDispatch,
  type SentPayload,
} from '../domain/dispatch/plan-dispatch.ts';
import {
  type Conclusion,
  conclusionOf,
  describeStatus,
  judgeEnd,
  judgeTimeUp,
  nextLook,
} from '../domain/dispatch/wait-for-run.ts';
import { orStopped, PromotionError, type Violation } from '../domain/errors.ts';
import type { Notice, Promotion } from '../domain/model.ts';
import type { ResultLine } from '../domain/report/action-outputs.ts';
import { address } from '../domain/report/markdown.ts';
import { moment } from '../domain/request/payload.ts';
import { counted, quote } from '../domain/text.ts';
import type { Clock, Creation, Dispatches, Log, Prover, RunState } from '../ports.ts';
import { type Ended, explainRenamed, type Job, type KnownFacts } from './job.ts';

export type DispatchRequest = {
  /** Complete: placeholders filled in, products, environments and source named. */
  readonly promotion: Promotion;
  /** The manifest repository, `owner/name`. */
  readonly repository: string;
  /** File name of a workflow there; without it, a repository_dispatch. */
  readonly workflow?: string | undefined;
  readonly eventType?: string | undefined;
  /** Seconds to wait for the run to end, only with `workflow`. 0: do not wait. */
  readonly wait?: number | undefined;
  readonly dryRun: boolean;
  /** Undefined where the job may not ask for OpenID Connect tokens. */
  readonly prover?: Prover | undefined;
  /** Creation time of this run; undefined if it cannot be read. */
  readonly creation?: (() => Promise<Creation>) | undefined;
  /** Address of the GitHub server, such as `https://github.com`. */
  readonly server: string;
  readonly dispatches: Dispatches;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with the sent request before the wait begins. */
  readonly onSent?: ((sent: DispatchResult) => void) | undefined;
  /** Rejects where this run is ended early: then the other one is no longer awaited. */
  readonly stopped?: Promise<never> | undefined;
};

export type DispatchResult = {
  /** `dispatched` unless the awaited run ended. It stays `dispatched` if something fails after sending, and the violations say what:
   * an error would mean that nothing was sent. */
  readonly outcome: 'dispatched' | Conclusion;
  /** The sent or planned request, for people; without the proof. */
  readonly request: string;
  /** The manifest repository by its present name, once something was sent. */
  readonly repository?: string | undefined;
  readonly run?: { readonly id: number; readonly url: string } | undefined;
  /** The report of the awaited run. */
  readonly results: readonly ResultLine[];
  readonly violations: readonly Violation[];
  readonly notices: readonly Notice[];
};

/** Asks the manifest repository for a promotion, and follows the run that it starts where that is wanted. When the time is up
 * the outcome is `dispatched` with a notice and without a violation: the request was sent and its result is not known yet. A
 * caller that needs a result checks for `success`.
 * @throws PromotionError for a payload that is too large and for each refusal of GitHub; nothing was started then. */
export async function dispatch(request: DispatchRequest): Promise<DispatchResult> {
  const { repository, log } = request;
  const dated = await date(request);
  const bare = payloadOf(dated.promotion);
  const plan = planDispatch(request, bare);
  const printed = printDispatch(plan, repository);
  await log.group('Write the request', async () => log.info(printed));
  if (request.dryRun)
    return { outcome: 'dispatched', request: printed, results: [], violations: [], notices: dated.notices };
  const present = await orStopped(request.dispatches.find(plan), request.stopped);
  const there = { ...request, repository: present };
  const renamed = explainRenamed(repository, present);
  const proved = await orStopped(
    log.group('Prove where it comes from', () => prove(there, bare)),
    request.stopped,
  );
  const sent = await orStopped(
    log.group('Send the request', () => send(there, planDispatch(request, proved.payload))),
    request.stopped,
  );
  const done: DispatchResult = {
    outcome: 'dispatched',
    request: printDispatch(plan, present),
    repository: present,
    run: sent.run,
    results: [],
    violations: sent.violations,
    notices: [...dated.notices, ...renamed, ...proved.notices, ...sent.notices],
  };
  request.onSent?.(done);
  const ended = await waitForEnd(there, sent.run);
  return {
    ...done,
    outcome: ended.conclusion ?? 'dispatched',
    results: ended.conclusion === undefined ? [] : await readResults(there, sent.run),
    violations: [...done.violations, ...ended.violations],
    notices: [...done.notices, ...ended.notices],
  };
}

type Dated = Pick<DispatchRequest, 'promotion'> & { readonly notices: readonly Notice[] };

/** A re-run sends the time at which the run was created, so that it cannot revert newer changes. */
const date = async ({ promotion, creation }: DispatchRequest): Promise<Dated> => {
  const { source } = promotion;
  if ((source?.runAttempt ?? 1) < 2 || creation === undefined) return { promotion, notices: [] };
  const created = await creation();
  if (created.kind === 'unknown') return { promotion, notices: [explainUndated(created.reason)] };
  return {
    promotion: { ...promotion, source: { ...source, createdAt: moment(created.at.toISOString()) } },
    notices: [],
  };
};

type Proved = { readonly payload: SentPayload; readonly notices: readonly Notice[] };

const prove = async ({ prover, repository, log }: DispatchRequest, payload: SentPayload): Promise<Proved> => {
  if (prover === undefined) {
    log.info('This job may not ask for an OpenID Connect token (id-token: write), so the request has no proof.');
    return { payload, notices: [] };
  }
  try {
    const proof = await prover.token(await prover.audience(repository, payload));
    log.info('An OpenID Connect token of this run goes along as proof.');
    return { payload: { ...payload, proof }, notices: [] };
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return { payload, notices: [explainUnproved(error)] };
  }
};

/** An unreadable log is no reason to fail: the conclusion decides. */
const readResults = async (
  { dispatches, log }: DispatchRequest,
  run: DispatchResult['run'],
): Promise<readonly ResultLine[]> => {
  if (run === undefined) return [];
  return dispatches.results(run.id).catch((error: unknown) => {
    if (!(error instanceof PromotionError)) throw error;
    log.debug(`The log of the run cannot be read: ${error.message}`);
    return [];
  });
};

type Started = Pick<DispatchResult, 'run' | 'violations' | 'notices'>;

const send = async ({ dispatches, repository, server, log }: DispatchRequest, plan: Dispatch): Promise<Started> => {
  const { run: id, times } = await dispatches.send(plan);
  const repeated = times > 1 ? [explainRepeated(times)] : [];
  if (id !== undefined) {
    const run = { id, url: address(server, [repository, 'actions/runs', String(id)]) ?? `${id} of ${repository}` };
    log.info(`It started the run ${run.url}`);
    return { run, violations: [], notices: repeated };
  }
  log.info(`${repository} has taken the request.`);
  const awaited = plan.kind === 'workflow_dispatch' && plan.run === 'required';
  if (awaited) return { violations: [explainUnknownRun('sent')], notices: repeated };
  return { violations: [], notices: [...repeated, explainUnproven(plan, repository)] };
};

const waitForEnd = async (request: DispatchRequest, run: DispatchResult['run']): Promise<RunEnd> => {
  const { wait: seconds = 0, dispatches, clock, log, stopped } = request;
  if (run === undefined || seconds === 0) return { violations: [], notices: [] };
  return log.group(`Wait for the end of the run, at most ${counted(seconds, 'second')}`, () =>
    waitForRun({ run, seconds, dispatches, clock, log, stopped }),
  );
};

type RunWait = {
  readonly run: { readonly id: number; readonly url: string };
  /** The end of the wait. */
  readonly seconds: number;
  readonly dispatches: Dispatches;
  readonly clock: Clock;
  readonly log: Log;
  readonly stopped?: Promise<never> | undefined;
};

type RunEnd = {
  /** Undefined if the run did not end in time, or could not be read. */
  readonly conclusion?: Conclusion | undefined;
  readonly violations: readonly Violation[];
  readonly notices: readonly Notice[];
};

/** Waits for a run to its end, or until the time is up. The run has been started by now, so a failure here is a result. */
async function waitForRun(waiting: RunWait): Promise<RunEnd> {
  try {
    return await orStopped(lookUntilEnd(waiting), waiting.stopped);
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return { violations: error.violations, notices: [] };
  }
}

const lookUntilEnd = async ({ run, seconds, dispatches, clock, log }: RunWait): Promise<RunEnd> => {
  const start = clock.now().getTime();
  const passed = () => clock.now().getTime() - start;
  let last = 'nothing has been seen of it';
  for (;;) {
    const left = seconds * 1000 - passed();
    if (left <= 0) return { violations: [], notices: [judgeTimeUp({ url: run.url, seconds, last })] };
    await clock.sleep(Math.min(left, nextLook(passed())));
    const state = await dispatches.look(run.id);
    if (state.kind === 'seen' && state.status === 'completed') {
      const conclusion = conclusionOf(state.conclusion);
      log.info(`The run ${run.url} ended as ${conclusion}.`);
      return { conclusion, ...judgeEnd(conclusion, run.url) };
    }
    const described = describe(state);
    if (described !== last) log.info(`After ${counted(Math.round(passed() / 1000), 'second')}: ${described}.`);
    last = described;
  }
};

const describe = (state: RunState): string =>
  state.kind === 'seen' ? describeStatus(state.status) : `GitHub does not show it (${quote(state.reason)})`;

/** Runs the command for a job. */
export async function startDispatch({ inputs, read, dependencies, known }: Job): Promise<Ended> {
  const { promotion, dryRun } = await read();
  const { workflow, wait, repository = '' } = inputs;
  const { dispatches, prover, creation, server, clock, log, stopped, preview } = dependencies;
  const onSent = (sent: DispatchResult) => preview?.(concludeDispatch(sent, known));
  const asked = { promotion, repository, workflow, eventType: inputs['event-type'], wait, dryRun };
  const means = { dispatches: await dispatches(), prover: await prover() };
  return concludeDispatch(await dispatch({ ...asked, ...means, creation, server, clock, log, stopped, onSent }), known);
}

/** A dry run reports that it has sent nothing. */
export function concludeDispatch(dispatched: DispatchResult, known: KnownFacts): Ended {
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
