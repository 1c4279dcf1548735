import { _n as counted, bn as quote } from "./common.js";

// src/domain/dispatch/wait-for-run.ts
const conclusions = [
	"success",
	"failure",
	"neutral",
	"cancelled",
	"skipped",
	"timed_out",
	"action_required",
	"stale",
	"startup_failure"
];
function nextLook(elapsed) {
	return Math.min(3e4, Math.max(2e3, Math.round(elapsed / 10)));
}
function conclusionOf(text) {
	return conclusions.find((conclusion) => conclusion === text) ?? "failure";
}
function judgeEnd(conclusion, url) {
	const message = `The run ${url} ended as ${conclusion}.`;
	if (conclusion === "success") return {
		violations: [],
		notices: []
	};
	if (conclusion === "skipped" || conclusion === "neutral") return {
		violations: [],
		notices: [{
			message,
			hint: "Nothing was promoted if no job of it ran: look at the conditions (`if:`) of its jobs."
		}]
	};
	return {
		violations: [{
			code: "run-unsuccessful",
			message,
			hint: hints[conclusion]
		}],
		notices: []
	};
}
const hints = {
	failure: "Its summary says why; once that is mended, run this job again.",
	cancelled: "Somebody cancelled it, or a newer run of the same concurrency group took its place: with \"queue: max\" in the group no run is lost. Run this job again.",
	timed_out: "Its job took longer than `timeout-minutes` allows: look at its log, then run this job again.",
	action_required: "It waits for somebody to approve it.",
	stale: "GitHub gave up on it, as no runner took its job: see whether a runner with its labels is online.",
	startup_failure: "Its workflow file is not valid: the page of the run says where."
};
function judgeTimeUp({ url, seconds, last }) {
	return {
		message: `After ${counted(seconds, "second")} the run ${url} has not ended: ${last}. Whether the promotion succeeds is not known yet.`,
		hint: "Follow the run at its address, or raise the input `wait`. Steps that need the promotion ask whether the output `outcome` is `success`."
	};
}
function describeStatus(status) {
	return `it is ${quote(status)}${meanings[status] ?? ""}`;
}
const meanings = {
	queued: ", so no runner has taken it",
	pending: ", so another run of its concurrency group is under way",
	waiting: ", so a protection rule of its deployment environment holds it",
	requested: ", so GitHub is about to start it"
};

export { nextLook as a, judgeTimeUp as i, describeStatus as n, judgeEnd as r, conclusionOf as t };