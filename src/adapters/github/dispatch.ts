/** Starts runs in another repository, and reads their state. */

import { explainUnknownRun } from '../../domain/dispatch/dispatch-summary.ts';
import { type Dispatch, inputsOf } from '../../domain/dispatch/plan-dispatch.ts';
import { fail, PromotionError } from '../../domain/errors.ts';
import { parseResultLines, type ResultLine } from '../../domain/report/action-outputs.ts';
import { quote, quoteWords } from '../../domain/text.ts';
import type { Clock, Dispatches, RunState, Sent } from '../../ports.ts';
import { type Answered, unavailable } from './answers.ts';
import { fullName, type GitHubClient, type GitHubPlace, placeOf, type RestCall, waitBeforeRetry } from './client.ts';
import { type Refused, readingOf, refuse, refuseRunRead } from './refusals.ts';

/** How often a request is sent at most when its answers are lost. */
const MOST_SENDINGS = 3;

/** Starts runs through the API of GitHub.
 *
 * A lost answer (a broken connection, 5xx) leaves open whether GitHub took the request. It is sent again all the same, the very same
 * bytes, twice at most, and the result says so. A promotion that never arrives is what this tool is to prevent, while one
 * that arrives twice does no harm: the later of two runs for one request finds nothing to change, or finds a newer build or a
 * rollback and leaves it alone, for both are known by the same `source`. That goes for workflow_dispatch as well. There it is
 * the later run that is followed, and it succeeds only if the images are in place. What GitHub refused is never repeated. */
export function githubDispatches(client: GitHubClient, clock: Clock, repository: string): Dispatches {
  const given = placeOf(client, clock, repository);
  let found: Promise<FoundRepository> | undefined;
  const find = (dispatch: Dispatch): Promise<FoundRepository> => {
    found ??= findRepository(given, dispatch);
    return found;
  };
  const place = async (): Promise<GitHubPlace> => (await found)?.place ?? given;
  return {
    find: async (dispatch) => fullName((await find(dispatch)).place),
    send: async (dispatch) =>
      dispatch.kind === 'repository_dispatch'
        ? sendEvent(await place(), dispatch)
        : startWorkflow(await find(dispatch), dispatch),
    look: async (run) => look(await place(), run),
    results: async (run) => resultsOf(await place(), run),
  };
}

/** A repository by its present name. */
type FoundRepository = { readonly place: GitHubPlace; readonly defaultBranch: string };

type Of<Kind extends Dispatch['kind']> = Extract<Dispatch, { readonly kind: Kind }>;

const sendEvent = async (place: GitHubPlace, dispatch: Of<'repository_dispatch'>): Promise<Sent> => {
  const { answer, times } = await sendSurely(place, {
    ask: ({ rest }, options) =>
      rest.repos.createDispatchEvent({
        ...coordinates(place),
        event_type: dispatch.eventType,
        client_payload: dispatch.payload,
        ...options,
      }),
  });
  const [problem] = answer.problems;
  return problem === undefined ? { times } : refuse(problem, sendingOf(place, dispatch));
};

type RunDetails = { readonly workflow_run_id?: number };

const startWorkflow = async (
  { place, defaultBranch: ref }: FoundRepository,
  dispatch: Of<'workflow_dispatch'>,
): Promise<Sent> => {
  const start = { ...coordinates(place), workflow_id: dispatch.workflow, ref, inputs: inputsOf(dispatch.payload) };
  const call: RestCall = {
    ask: ({ rest }, options) => rest.actions.createWorkflowDispatch({ ...start, ...options }),
  };
  const first = await sendSurely<RunDetails>(place, {
    ask: ({ rest }, options) => rest.actions.createWorkflowDispatch({ ...start, return_run_details: true, ...options }),
  });
  const { answer, times } = isTooOld(first.answer) ? await sendPlainly(place, { dispatch, call }) : first;
  const [problem] = answer.problems;
  if (problem !== undefined) return refuse(problem, sendingOf(place, dispatch, ref));
  return { run: answer.data?.workflow_run_id, times };
};

/** GitHub Enterprise Server before 3.20 refuses the key, and so has started nothing.
 * https://github.com/benc-uk/workflow-dispatch/issues/86 */
const isTooOld = ({ problems }: Answered<unknown>): boolean =>
  problems.some(({ message }) => message.includes('return_run_details'));

type Plain = { readonly dispatch: Of<'workflow_dispatch'>; readonly call: RestCall };

const sendPlainly = async (place: GitHubPlace, { dispatch, call }: Plain): Promise<Surely<RunDetails>> => {
  if (dispatch.run === 'required') throw new PromotionError([explainUnknownRun('not-sent')]);
  return sendSurely(place, call);
};

type RepositoryBody = { readonly default_branch: string; readonly full_name?: string };

const findRepository = async (place: GitHubPlace, dispatch: Dispatch): Promise<FoundRepository> => {
  const answer = await place.client.rest<RepositoryBody>({
    ask: ({ rest }, options) => rest.repos.get({ ...coordinates(place), ...options }),
    repeat: true,
  });
  const doing = `${quote(fullName(place))} is looked up`;
  if (answer.kind === 'lost') return unavailable(doing, answer.reason);
  const [problem] = answer.problems;
  if (problem !== undefined) return refuse(problem, sendingOf(place, dispatch));
  const { default_branch: defaultBranch, full_name: name = fullName(place) } = answer.data ?? {};
  if (defaultBranch === undefined) return unavailable(doing, 'its answer names no default branch');
  const isSame = name.toLowerCase() === fullName(place).toLowerCase();
  return { place: isSame ? place : placeOf(place.client, place.clock, name), defaultBranch };
};

type Surely<T> = { readonly answer: Answered<T>; readonly times: number };

const sendSurely = async <T>(place: GitHubPlace, call: RestCall): Promise<Surely<T>> => {
  for (let times = 1; ; times++) {
    const answer = await place.client.rest<T>(call);
    if (answer.kind === 'answered') return { answer, times };
    if (times === MOST_SENDINGS) return failUnanswered(place, answer.reason);
    await waitBeforeRetry(place.clock, times);
  }
};

const failUnanswered = (place: GitHubPlace, reason: string): never =>
  fail(
    'host-unavailable',
    `GitHub does not answer while the request is sent to ${quote(fullName(place))}: ${quoteWords(reason)}. Whether it arrived is not known.`,
    'Run this job again: a request that arrives twice changes nothing the second time. See https://www.githubstatus.com, or the network between the runner and GitHub.',
  );

/** A run that has just been started may not be seen everywhere yet; a failure that may pass is no error. */
const look = async (place: GitHubPlace, run: number): Promise<RunState> => {
  const answer = await place.client.rest<{ readonly status?: string | null; readonly conclusion?: string | null }>({
    ask: ({ rest }, options) => rest.actions.getWorkflowRun({ ...coordinates(place), run_id: run, ...options }),
    repeat: true,
  });
  if (answer.kind === 'lost') return { kind: 'unseen', reason: answer.reason };
  const [problem] = answer.problems;
  if (problem?.status === 403) return refuseRunRead(problem, place);
  if (problem !== undefined) return { kind: 'unseen', reason: problem.message };
  const { status, conclusion } = answer.data ?? {};
  return { kind: 'seen', status: status ?? 'unknown', conclusion: conclusion ?? undefined };
};

const coordinates = ({ owner, name }: GitHubPlace): { readonly owner: string; readonly repo: string } => ({
  owner,
  repo: name,
});

const MOST_JOBS = 20;

type Jobs = { readonly jobs?: readonly { readonly id: number }[] };

const resultsOf = async (place: GitHubPlace, run: number): Promise<ResultLine[]> => {
  const answer = await place.client.rest<Jobs>({
    ask: ({ rest }, options) =>
      rest.actions.listJobsForWorkflowRun({ ...coordinates(place), run_id: run, per_page: MOST_JOBS, ...options }),
    repeat: true,
  });
  const jobs = answer.kind === 'answered' ? (answer.data?.jobs ?? []) : [];
  const logs = await Promise.all(jobs.map(({ id }) => logOf(place, id)));
  return logs.flatMap(parseResultLines);
};

/** Empty where it cannot be read, as for a job that was skipped. */
const logOf = async (place: GitHubPlace, job: number): Promise<string> => {
  const answer = await place.client.bytes({
    ask: ({ rest }, options) =>
      rest.actions.downloadJobLogsForWorkflowRun({ ...coordinates(place), job_id: job, ...options }),
    repeat: true,
  });
  return answer.kind === 'answered' && answer.data !== undefined ? new TextDecoder().decode(answer.data) : '';
};

const sendingOf = (place: GitHubPlace, dispatch: Dispatch, ref?: string): Refused => ({
  ...readingOf(place),
  doing: dispatch.kind === 'workflow_dispatch' ? 'start' : 'event',
  workflow: dispatch.kind === 'workflow_dispatch' ? dispatch.workflow : undefined,
  ref,
});
