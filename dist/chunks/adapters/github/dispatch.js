import { o as explainUnknownRun, t as inputsOf } from "../../request.js";
import { An as fail, En as PromotionError, X as parseResultLines, _n as unavailable, an as pause, nn as sceneOf, on as placeOf, rn as fullName, tn as refuse, wn as quote } from "../../common.js";

// src/adapters/github/undispatched.ts
const explanations = [
	{
		code: "workflow-missing",
		applies: ({ status }, attempt) => status === 404 && attempt.ref !== void 0,
		message: ({ place, dispatch, ref = "" }) => `The repository ${quote(fullName(place))} has no workflow ${quote(workflowOf(dispatch))} on its default branch ${quote(ref)}.`,
		hint: (attempt) => `Check the input \`workflow\`: it is the name of a file in .github/workflows of ${fullName(attempt.place)}, which must be on the default branch. If it is there, the token may not start it. ${grant(attempt)}`
	},
	{
		code: "repository-missing",
		applies: ({ status }) => status === 404,
		message: ({ place }) => `GitHub shows this token no repository ${quote(fullName(place))} to send anything to.`,
		hint: (attempt) => `Check the spelling of the input \`repository\`. If the repository exists, the token has no access to it. ${grant(attempt)}`
	},
	{
		code: "workflow-unfit",
		applies: ({ message }) => /does not have 'workflow_dispatch' trigger/i.test(message),
		message: ({ place, dispatch }, words) => `The workflow ${quote(workflowOf(dispatch))} of ${quote(fullName(place))} cannot be started: ${words}.`,
		hint: () => "Add \"on: workflow_dispatch\" with the input payload to the workflow on the default branch; the documentation of the set-up shows it whole."
	},
	{
		code: "workflow-unfit",
		applies: ({ message }) => /unexpected inputs? provided/i.test(message),
		message: ({ place, dispatch }, words) => `The workflow ${quote(workflowOf(dispatch))} of ${quote(fullName(place))} has no input payload: ${words}.`,
		hint: () => "Add an input named payload, of type string and not required, below \"on: workflow_dispatch: inputs:\" on the default branch."
	},
	{
		code: "workflow-unfit",
		applies: ({ message }) => /required input .*not provided/i.test(message),
		message: ({ place, dispatch }, words) => `The workflow ${quote(workflowOf(dispatch))} of ${quote(fullName(place))} demands more than the input payload: ${words}.`,
		hint: () => "Take \"required: true\" off the other inputs of the workflow: a dispatch fills in payload alone."
	},
	{
		code: "workflow-unfit",
		applies: ({ message }) => /disabled workflow|workflow is disabled/i.test(message),
		message: ({ place, dispatch }, words) => `The workflow ${quote(workflowOf(dispatch))} of ${quote(fullName(place))} is switched off: ${words}.`,
		hint: ({ place }) => `Enable it under Actions of ${fullName(place)}.`
	},
	{
		code: "payload-too-large",
		applies: ({ status, message }) => status === 413 || /too large|too long|no more than \d+ properties/i.test(message),
		message: (_, words) => `GitHub does not take a payload of this size: ${words}.`,
		hint: () => "Dispatch fewer images or products in one step."
	},
	{
		code: "permission-missing",
		applies: ({ status, message }) => status === 403 && !isOfOrganization(message),
		message: ({ place, dispatch }, words) => dispatch.kind === "workflow_dispatch" ? `The token may not start workflows of ${quote(fullName(place))}: ${words}.` : `The token may not send events to ${quote(fullName(place))}: ${words}.`,
		hint: (attempt) => grant(attempt)
	}
];
function refuseDispatch(problem, attempt) {
	const words = quote(problem.message.trim().replace(/\.$/, ""));
	const explanation = explanations.find(({ applies }) => applies(problem, attempt));
	if (explanation !== void 0) fail(explanation.code, explanation.message(attempt, words), explanation.hint(attempt));
	if (isOfOrganization(problem.message)) return refuse(problem, {
		...sceneOf(attempt.place),
		access: "write"
	});
	fail("host-unexpected", `GitHub refuses the ${attempt.dispatch.kind} to ${quote(fullName(attempt.place))}: ${words} (${problem.status ?? "no status"}).`, "Nothing was started. If the words do not tell what to change, report this message.");
}
function refuseLook(problem, place) {
	fail("permission-missing", `The run was started, but the token may not look at runs of ${quote(fullName(place))}: ${quote(problem.message)}.`, "Give the token Actions: read, or leave out `wait`.");
}
const isOfOrganization = (message) => /\bSAML\b|single sign-on|IP allow list|archived/i.test(message);
const workflowOf = (dispatch) => dispatch.kind === "workflow_dispatch" ? dispatch.workflow : "";
const grant = ({ place, dispatch }) => {
	const permission = dispatch.kind === "workflow_dispatch" ? "Actions: write" : "Contents: write";
	const repository = fullName(place);
	const app = `Set the input \`token\` to that of a GitHub App with ${permission} whose installation includes ${repository}, made by actions/create-github-app-token with owner and repositories; the workflow's own token reaches its own repository alone.`;
	const { tokenKind } = place.client;
	if (tokenKind === "fine-grained") return `Give the fine-grained personal access token ${permission} for ${repository}.`;
	if (tokenKind === "classic") return `Give the classic personal access token the scope repo, and its owner the role Write in ${repository}.`;
	return app;
};

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
	const { answer, times } = await sendSurely(place, {
		route: "POST /repos/{owner}/{repo}/dispatches",
		parameters: {
			...coordinates(place),
			event_type: dispatch.eventType,
			client_payload: dispatch.payload
		}
	});
	const [problem] = answer.problems;
	return problem === void 0 ? { times } : refuseDispatch(problem, {
		place,
		dispatch
	});
};
const startWorkflow = async ({ place, defaultBranch: ref }, dispatch) => {
	const call = {
		route: "POST /repos/{owner}/{repo}/actions/workflows/{workflow}/dispatches",
		parameters: {
			...coordinates(place),
			workflow: dispatch.workflow,
			ref,
			inputs: inputsOf(dispatch.payload)
		}
	};
	const first = await sendSurely(place, {
		...call,
		parameters: {
			...call.parameters,
			return_run_details: true
		}
	});
	const { answer, times } = isTooOld(first.answer) ? await sendPlainly(place, {
		dispatch,
		call
	}) : first;
	const [problem] = answer.problems;
	if (problem !== void 0) return refuseDispatch(problem, {
		place,
		dispatch,
		ref
	});
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
		route: "GET /repos/{owner}/{repo}",
		parameters: coordinates(place),
		repeat: true
	});
	const doing = `${quote(fullName(place))} is looked up`;
	if (answer.kind === "lost") return unavailable(doing, answer.reason);
	const [problem] = answer.problems;
	if (problem !== void 0) return refuseDispatch(problem, {
		place,
		dispatch
	});
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
		await pause(place.clock, times);
	}
};
const failUnanswered = (place, reason) => fail("host-unavailable", `GitHub does not answer while the request is sent to ${quote(fullName(place))}: ${quote(reason)}. Whether it arrived is not known.`, "Run this job again: a request that arrives twice changes nothing the second time. See https://www.githubstatus.com, or the network between the runner and GitHub.");
const look = async (place, run) => {
	const answer = await place.client.rest({
		route: "GET /repos/{owner}/{repo}/actions/runs/{run}",
		parameters: {
			...coordinates(place),
			run
		},
		repeat: true
	});
	if (answer.kind === "lost") return {
		kind: "unseen",
		reason: answer.reason
	};
	const [problem] = answer.problems;
	if (problem?.status === 403) return refuseLook(problem, place);
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
		route: "GET /repos/{owner}/{repo}/actions/runs/{run}/jobs",
		parameters: {
			...coordinates(place),
			run,
			per_page: MOST_JOBS
		},
		repeat: true
	});
	const jobs = answer.kind === "answered" ? answer.data?.jobs ?? [] : [];
	return (await Promise.all(jobs.map(({ id }) => logOf(place, id)))).flatMap(parseResultLines);
};
const logOf = async (place, job) => {
	const answer = await place.client.bytes({
		route: "GET /repos/{owner}/{repo}/actions/jobs/{job}/logs",
		parameters: {
			...coordinates(place),
			job
		},
		repeat: true
	});
	return answer.kind === "answered" && answer.data !== void 0 ? new TextDecoder().decode(answer.data) : "";
};

export { githubDispatches };