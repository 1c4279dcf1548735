import { c as explainUnknownRun, t as inputsOf } from "../../plan-dispatch.js";
import { Cn as PromotionError, Dn as fail, bn as quote, xn as quoteWords } from "../../common.js";
import { D as parseResultLines, Dt as unavailable, dt as refuseRunRead, gt as fullName, lt as readingOf, ut as refuse, vt as placeOf, yt as waitBeforeRetry } from "../../action.js";

// src/adapters/github/dispatch.ts
const MOST_SENDINGS = 3;
function githubDispatches(client, clock, repository) {
	const given = placeOf(client, clock, repository);
	let found;
	const find = (dispatch) => {
		found ??= findRepository(given, dispatch);
		return found;
	};
	const place = async () => (await found)?.place ?? given;
	return {
		find: async (dispatch) => fullName((await find(dispatch)).place),
		send: async (dispatch) => dispatch.kind === "repository_dispatch" ? sendEvent(await place(), dispatch) : startWorkflow(await find(dispatch), dispatch),
		look: async (run) => look(await place(), run),
		results: async (run) => resultsOf(await place(), run)
	};
}
const sendEvent = async (place, dispatch) => {
	const { answer, times } = await sendSurely(place, { ask: ({ rest }, options) => rest.repos.createDispatchEvent({
		...coordinates(place),
		event_type: dispatch.eventType,
		client_payload: dispatch.payload,
		...options
	}) });
	const [problem] = answer.problems;
	return problem === void 0 ? { times } : refuse(problem, sendingOf(place, dispatch));
};
const startWorkflow = async ({ place, defaultBranch: ref }, dispatch) => {
	const start = {
		...coordinates(place),
		workflow_id: dispatch.workflow,
		ref,
		inputs: inputsOf(dispatch.payload)
	};
	const call = { ask: ({ rest }, options) => rest.actions.createWorkflowDispatch({
		...start,
		...options
	}) };
	const first = await sendSurely(place, { ask: ({ rest }, options) => rest.actions.createWorkflowDispatch({
		...start,
		return_run_details: true,
		...options
	}) });
	const { answer, times } = isTooOld(first.answer) ? await sendPlainly(place, {
		dispatch,
		call
	}) : first;
	const [problem] = answer.problems;
	if (problem !== void 0) return refuse(problem, sendingOf(place, dispatch, ref));
	return {
		run: answer.data?.workflow_run_id,
		times
	};
};
const isTooOld = ({ problems }) => problems.some(({ message }) => message.includes("return_run_details"));
const sendPlainly = async (place, { dispatch, call }) => {
	if (dispatch.run === "required") throw new PromotionError([explainUnknownRun("not-sent")]);
	return sendSurely(place, call);
};
const findRepository = async (place, dispatch) => {
	const answer = await place.client.rest({
		ask: ({ rest }, options) => rest.repos.get({
			...coordinates(place),
			...options
		}),
		repeat: true
	});
	const doing = `${quote(fullName(place))} is looked up`;
	if (answer.kind === "lost") return unavailable(doing, answer.reason);
	const [problem] = answer.problems;
	if (problem !== void 0) return refuse(problem, sendingOf(place, dispatch));
	const { default_branch: defaultBranch, full_name: name = fullName(place) } = answer.data ?? {};
	if (defaultBranch === void 0) return unavailable(doing, "its answer names no default branch");
	return {
		place: name.toLowerCase() === fullName(place).toLowerCase() ? place : placeOf(place.client, place.clock, name),
		defaultBranch
	};
};
const sendSurely = async (place, call) => {
	for (let times = 1;; times++) {
		const answer = await place.client.rest(call);
		if (answer.kind === "answered") return {
			answer,
			times
		};
		if (times === MOST_SENDINGS) return failUnanswered(place, answer.reason);
		await waitBeforeRetry(place.clock, times);
	}
};
const failUnanswered = (place, reason) => fail("host-unavailable", `GitHub does not answer while the request is sent to ${quote(fullName(place))}: ${quoteWords(reason)}. Whether it arrived is not known.`, "Run this job again: a request that arrives twice changes nothing the second time. See https://www.githubstatus.com, or the network between the runner and GitHub.");
const look = async (place, run) => {
	const answer = await place.client.rest({
		ask: ({ rest }, options) => rest.actions.getWorkflowRun({
			...coordinates(place),
			run_id: run,
			...options
		}),
		repeat: true
	});
	if (answer.kind === "lost") return {
		kind: "unseen",
		reason: answer.reason
	};
	const [problem] = answer.problems;
	if (problem?.status === 403) return refuseRunRead(problem, place);
	if (problem !== void 0) return {
		kind: "unseen",
		reason: problem.message
	};
	const { status, conclusion } = answer.data ?? {};
	return {
		kind: "seen",
		status: status ?? "unknown",
		conclusion: conclusion ?? void 0
	};
};
const coordinates = ({ owner, name }) => ({
	owner,
	repo: name
});
const MOST_JOBS = 20;
const resultsOf = async (place, run) => {
	const answer = await place.client.rest({
		ask: ({ rest }, options) => rest.actions.listJobsForWorkflowRun({
			...coordinates(place),
			run_id: run,
			per_page: MOST_JOBS,
			...options
		}),
		repeat: true
	});
	const jobs = answer.kind === "answered" ? answer.data?.jobs ?? [] : [];
	return (await Promise.all(jobs.map(({ id }) => logOf(place, id)))).flatMap(parseResultLines);
};
const logOf = async (place, job) => {
	const answer = await place.client.bytes({
		ask: ({ rest }, options) => rest.actions.downloadJobLogsForWorkflowRun({
			...coordinates(place),
			job_id: job,
			...options
		}),
		repeat: true
	});
	return answer.kind === "answered" && answer.data !== void 0 ? new TextDecoder().decode(answer.data) : "";
};
const sendingOf = (place, dispatch, ref) => ({
	...readingOf(place),
	doing: dispatch.kind === "workflow_dispatch" ? "start" : "event",
	workflow: dispatch.kind === "workflow_dispatch" ? dispatch.workflow : void 0,
	ref
});

export { githubDispatches };