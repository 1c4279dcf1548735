import { Cr as fail, Gn as printImage, Nt as bytesOf } from "./common.js";

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

export { printDispatch as i, payloadOf as n, planDispatch as r, inputsOf as t };