import { T as bytesOf, _ as link, b as prose, g as fence, h as code, m as clip, w as table } from "./action.js";
import { Dn as fail, bn as quote, rn as printImage } from "./common.js";

// src/domain/dispatch/dispatch-summary.ts
function dispatchSections({ request, run, results = [] }) {
	const started = run === void 0 ? [] : [{
		lead: [
			"### Run",
			"",
			link(prose(`Run ${run.id}`), run.url)
		],
		rows: []
	}];
	const block = fence("", request.split("\n"));
	const sent = {
		lead: [
			"### Request",
			"",
			...block.slice(0, 1)
		],
		rows: block.slice(1, -1),
		tail: block.slice(-1)
	};
	return [
		...started,
		...reported(results),
		sent
	];
}
const reported = (results) => {
	const rows = results.flatMap(({ command, outcome, environments }) => (environments.length > 0 ? environments : [{
		product: "",
		name: "",
		outcome
	}]).map((one) => [
		code(command),
		prose(clip(one.product)),
		prose(clip(one.name)),
		prose(clip(one.outcome))
	]));
	return [table("The run reports", [
		"Command",
		"Product",
		"Environment",
		"Outcome"
	], rows)].filter((section) => section !== void 0);
};
function explainUnproven(dispatch, repository) {
	if (dispatch.kind === "workflow_dispatch") return {
		message: `The server has taken the request to start ${quote(dispatch.workflow)} of ${repository}, and does not tell which run it is.`,
		hint: `Look for it under Actions of ${repository}.`
	};
	const type = quote(dispatch.eventType);
	return {
		message: `GitHub has taken the event ${type} for ${repository}, which is no proof that a run started.`,
		hint: `One appears under Actions of ${repository} if a workflow on its default branch listens to repository_dispatch with the type ${type}. With the input \`workflow\`, this step can name the run and wait for it.`
	};
}
function explainRepeated(times) {
	return {
		message: `GitHub's answer was lost, so the request was sent ${times} times and may have arrived more than once.`,
		hint: "Of two runs for one request the second finds nothing to change."
	};
}
function explainUnknownRun(started) {
	return {
		code: "wait-impossible",
		message: `${started === "sent" ? "The run was started, but cannot be awaited" : "Nothing was sent"}: the server does not tell which run a workflow_dispatch starts, and \`wait\` asks to follow it.`,
		hint: "Leave out `wait`. GitHub Enterprise Server tells the run from version 3.20 on."
	};
}
function explainUndated(reason) {
	return {
		message: `This run was started again, and when it was created cannot be read: ${reason}. The manifest repository cannot tell whether something newer came in since.`,
		hint: "Give this job the permission actions: read."
	};
}
function explainUnproved({ violations }) {
	const [violation] = violations;
	return {
		message: `The request goes without a proof of its source. ${violation?.message ?? ""}`.trim(),
		hint: `A manifest repository that requires a proof refuses it. ${violation?.hint ?? ""}`.trim()
	};
}

// src/domain/dispatch/plan-dispatch.ts
function payloadOf({ products, environments, images, tag, source }) {
	const [product, ...others] = products;
	return given({
		product: others.length === 0 ? product : void 0,
		products: others.length === 0 ? void 0 : products,
		environments,
		images: images.length === 0 ? void 0 : images.map(printImage),
		tag: images.length === 0 ? tag : void 0,
		source: source === void 0 ? void 0 : sentSource(source)
	});
}
const sentSource = (source) => given({
	repository: source.repository,
	sha: source.sha,
	ref: source.ref,
	committed_at: source.committedAt,
	created_at: source.createdAt,
	event: source.event,
	workflow: source.workflow,
	run_id: source.runId,
	run_number: source.runNumber,
	run_attempt: source.runAttempt,
	actor: source.actor
});
const given = (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== void 0));
const LARGEST = 65535;
const MOST_KEYS = 10;
function planDispatch({ workflow, eventType = "promote", wait = 0 }, payload) {
	const dispatch = workflow === void 0 ? {
		kind: "repository_dispatch",
		eventType,
		payload
	} : {
		kind: "workflow_dispatch",
		workflow,
		payload,
		run: wait > 0 ? "required" : "welcome"
	};
	checkSize(dispatch);
	return dispatch;
}
function inputsOf(payload) {
	return { payload: JSON.stringify(payload) };
}
const checkSize = ({ kind, payload }) => {
	const keys = Object.keys(payload).length;
	if (kind === "repository_dispatch" && keys > MOST_KEYS) fail("payload-too-large", `The payload has ${keys} keys, and GitHub takes ${MOST_KEYS}.`, smaller);
	const size = bytesOf(JSON.stringify(kind === "workflow_dispatch" ? inputsOf(payload) : payload));
	if (size <= LARGEST) return;
	fail("payload-too-large", `The payload has ${size} bytes, and GitHub takes ${LARGEST} in a ${kind}.`, smaller);
};
const smaller = "Dispatch fewer images or products in one step; without images, the payload carries the tag alone and means all that the configuration lists.";
function printDispatch(dispatch, repository) {
	const payload = JSON.stringify(shown(dispatch.payload), void 0, 2);
	if (dispatch.kind === "repository_dispatch") return `POST /repos/${repository}/dispatches\nevent_type: ${JSON.stringify(dispatch.eventType)}\nclient_payload: ${payload}`;
	return `POST /repos/${repository}/actions/workflows/${dispatch.workflow}/dispatches\nref: the default branch\ninputs.payload: ${payload}`;
}
const shown = (payload) => payload.proof === void 0 ? payload : {
	...payload,
	proof: "(OpenID Connect token)"
};

export { dispatchSections as a, explainUnknownRun as c, printDispatch as i, explainUnproved as l, payloadOf as n, explainRepeated as o, planDispatch as r, explainUndated as s, inputsOf as t, explainUnproven as u };