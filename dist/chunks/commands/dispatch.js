import { J as printDispatch, Q as explainUnproven, X as explainUnknownRun, Y as explainRepeated, Z as explainUnproved, q as planDispatch } from "../promotion.js";
import { G as array, I as address, J as description, K as boolean, Lt as printImage, W as StatusReport, X as integer, at as picklist, dn as PromotionError, dt as string, ft as title, it as optional, ln as quote, on as counted, ot as pipe, rt as number, tt as minValue, ut as strictObject } from "../common.js";

// src/domain/dispatch/payload.ts
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
	event: source.event,
	workflow: source.workflow,
	run_id: source.runId,
	run_number: source.runNumber,
	run_attempt: source.runAttempt,
	actor: source.actor
});
const given = (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== void 0));

// src/domain/report/schema.ts
const described = (text) => pipe(string(), description(text));
const count = (text) => pipe(number(), integer(), minValue(0), description(text));
const lineNumber = pipe(number(), integer(), minValue(1), description("Counted from 1."));
const reference = (text) => described(`${text} An image reference: repository:tag@digest.`);
const path = described("Path of a file in the manifest repository.");
const Change = pipe(strictObject({
	path,
	line: pipe(lineNumber, description("Line of the changed value in the changed file, counted from 1.")),
	image: described("The repository that runs after the change."),
	from: reference("What stood there."),
	to: reference("What stands there now.")
}), description("One changed value of a manifest."));
const Superseded = pipe(strictObject({
	image: described("The repository that was asked for."),
	requested: reference("What was asked for."),
	current: reference("What stays."),
	reason: picklist([
		"older",
		"held",
		"frozen"
	]),
	message: described("The reason as a sentence.")
}), description("An image that was left out although it was asked for."));
const outcomes = [
	"promoted",
	"proposed",
	"armed",
	"unchanged",
	"superseded",
	"refused",
	"built",
	"missing",
	"tagged",
	"dispatched",
	"reported",
	"failed"
];
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
const Application = pipe(strictObject({
	name: described("The Argo CD Application."),
	file: path,
	sync: pipe(picklist(["automatic", "manual"]), description("Whether it syncs by itself, or when a person syncs it.")),
	url: optional(described("Of the Application in the user interface of Argo CD."))
}), description("What syncs the changed manifests."));
const Environment = pipe(strictObject({
	name: described("The environment."),
	product: described("The product."),
	delivery: picklist([
		"commit",
		"pull-request",
		"auto-merge",
		"merge"
	]),
	outcome: picklist(outcomes),
	"pull-request-number": optional(count("The pull request that carries the changes.")),
	changes: array(Change),
	superseded: array(Superseded),
	applications: optional(array(Application))
}), description("What happened in one environment of one product."));
const Violation = pipe(strictObject({
	code: described("A stable name for this kind of problem."),
	message: described("What is wrong, and where."),
	hint: described("What to do about it."),
	path: optional(path),
	line: optional(lineNumber)
}), description("Something that stopped the run or a part of it."));
const Notice = pipe(strictObject({
	message: described("What to know."),
	hint: optional(described("What to do about it.")),
	path: optional(path),
	line: optional(lineNumber)
}), description("Something that did not stop the run but that somebody should read."));
const Image = pipe(strictObject({
	image: reference("What was looked up or tagged."),
	verdict: picklist([
		"present",
		"absent",
		"unknown",
		"tagged",
		"unchanged"
	]),
	digest: optional(described("The digest that the registry named."))
}), description("What the registry said of one image."));
const Source = pipe(strictObject({
	repository: optional(described("owner/name of the application repository.")),
	sha: optional(described("The commit that was built.")),
	ref: optional(described("The branch or tag that was built, under refs/.")),
	committed_at: optional(described("RFC 3339, UTC.")),
	event: optional(described("The event that started the build.")),
	workflow: optional(described("File name of the workflow that built.")),
	run_id: optional(count("The run that built.")),
	run_number: optional(count("Number of that run within its workflow.")),
	run_attempt: optional(count("Attempt of that run.")),
	actor: optional(described("Who started the build."))
}), description("Where the build comes from, as far as its sender said."));
const Cut = pipe(strictObject({
	environments: count("Environments, of all products."),
	changes: count("Changed values."),
	superseded: count("Images left out."),
	violations: count("Violations."),
	notices: count("Notices."),
	images: count("Images looked up or tagged."),
	missing: count("References not found."),
	status: optional(count("Images in manifests.")),
	file: optional(described("Where the whole report stands, on the machine of the run."))
}), description("Present when the report was too large for an output: how many there were of the lists that are now empty."));
const reportSchema = pipe(strictObject({
	command: picklist([
		"promote",
		"check",
		"retag",
		"dispatch",
		"rollback",
		"status"
	]),
	outcome: pipe(picklist([...outcomes, ...conclusions]), description("As the output `outcome`.")),
	changed: pipe(boolean(), description("As the output `changed`.")),
	"dry-run": pipe(boolean(), description("True when nothing was to be changed.")),
	repository: optional(described("owner/name of the manifest repository; absent for a checkout.")),
	branch: optional(described("The branch that Argo CD follows.")),
	reason: optional(described("The reason that the request gave.")),
	source: optional(Source),
	commit: optional(described("As the output `commit`.")),
	"pull-request-number": pipe(array(count("A number.")), description("The pull requests of the run.")),
	"pull-request-url": pipe(array(described("A URL.")), description("Their URLs, in the same order.")),
	built: optional(pipe(boolean(), description("As the output `built`."))),
	missing: pipe(array(reference("Not found.")), description("As the output `missing`.")),
	digest: optional(described("As the output `digest`.")),
	images: array(Image),
	environments: array(Environment),
	status: optional(StatusReport),
	violations: array(Violation),
	notices: array(Notice),
	requests: count("Requests that were made to the host and to registries."),
	cut: optional(Cut)
}), title("Report of image-promotion"), description("What one run did: the output `report` of the action and what --json prints."));

// src/domain/dispatch/wait.ts
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

// src/commands/follow.ts
async function followRun(following) {
	try {
		return await follow$1(following);
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return {
			violations: error.violations,
			notices: []
		};
	}
}
const follow$1 = async ({ run, seconds, dispatches, clock, log }) => {
	const start = clock.now().getTime();
	const passed = () => clock.now().getTime() - start;
	let last = "nothing has been seen of it";
	for (;;) {
		const left = seconds * 1e3 - passed();
		if (left <= 0) return {
			violations: [],
			notices: [judgeTimeUp({
				url: run.url,
				seconds,
				last
			})]
		};
		await clock.sleep(Math.min(left, nextLook(passed())));
		const state = await dispatches.look(run.id);
		if (state.kind === "seen" && state.status === "completed") {
			const conclusion = conclusionOf(state.conclusion);
			log.info(`The run ${run.url} ended as ${conclusion}.`);
			return {
				conclusion,
				...judgeEnd(conclusion, run.url)
			};
		}
		const described = describe(state);
		if (described !== last) log.info(`After ${counted(Math.round(passed() / 1e3), "second")}: ${described}.`);
		last = described;
	}
};
const describe = (state) => state.kind === "seen" ? describeStatus(state.status) : `GitHub does not show it (${quote(state.reason)})`;

// src/commands/dispatch.ts
async function dispatch(request) {
	const { repository, log } = request;
	const bare = payloadOf(request.promotion);
	const plan = planDispatch(request, bare);
	const printed = printDispatch(plan, repository);
	await log.group("Write the request", async () => log.info(printed));
	if (request.dryRun) return {
		outcome: "dispatched",
		request: printed,
		violations: [],
		notices: []
	};
	const proved = await log.group("Prove where it comes from", () => prove(request, bare));
	const sent = await log.group("Send the request", () => send(request, planDispatch(request, proved.payload)));
	const followed = await follow(request, sent.run);
	return {
		outcome: followed.conclusion ?? "dispatched",
		request: printed,
		run: sent.run,
		violations: [...sent.violations, ...followed.violations],
		notices: [
			...proved.notices,
			...sent.notices,
			...followed.notices
		]
	};
}
const prove = async ({ prover, repository, log }, payload) => {
	if (prover === void 0) {
		log.info("This job may not ask for an OpenID Connect token (id-token: write), so the request has no proof.");
		return {
			payload,
			notices: []
		};
	}
	try {
		const proof = await prover.token(await prover.audience(repository, payload));
		log.info("An OpenID Connect token of this run goes along as proof.");
		return {
			payload: {
				...payload,
				proof
			},
			notices: []
		};
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return {
			payload,
			notices: [explainUnproved(error)]
		};
	}
};
const send = async ({ dispatches, repository, server, log }, plan) => {
	const { run: id, times } = await dispatches.send(plan);
	const repeated = times > 1 ? [explainRepeated(times)] : [];
	if (id !== void 0) {
		const run = {
			id,
			url: address(server, [
				repository,
				"actions/runs",
				String(id)
			]) ?? `${id} of ${repository}`
		};
		log.info(`It started the run ${run.url}`);
		return {
			run,
			violations: [],
			notices: repeated
		};
	}
	log.info(`${repository} has taken the request.`);
	if (plan.kind === "workflow_dispatch" && plan.run === "required") return {
		violations: [explainUnknownRun("sent")],
		notices: repeated
	};
	return {
		violations: [],
		notices: [...repeated, explainUnproven(plan, repository)]
	};
};
const follow = async (request, run) => {
	const { wait: seconds = 0, dispatches, clock, log } = request;
	if (run === void 0 || seconds === 0) return {
		violations: [],
		notices: []
	};
	return log.group(`Wait for the end of the run, at most ${counted(seconds, "second")}`, () => followRun({
		run,
		seconds,
		dispatches,
		clock,
		log
	}));
};

export { dispatch };