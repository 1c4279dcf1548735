import { a as dispatchSections, c as explainUnknownRun, i as printDispatch, l as explainUnproved, n as payloadOf, o as explainRepeated, r as planDispatch, s as explainUndated, u as explainUnproven } from "../plan-dispatch.js";
import { a as nextLook, i as judgeTimeUp, n as describeStatus, r as judgeEnd, t as conclusionOf } from "../wait-for-run.js";
import { Cn as PromotionError, _n as counted, bn as quote, jn as orStopped, v as moment } from "../common.js";
import { f as address } from "../action.js";
import { d as explainRenamed } from "../promotion.js";

// src/commands/dispatch.ts
async function dispatch(request) {
	const { repository, log } = request;
	const dated = await date(request);
	const bare = payloadOf(dated.promotion);
	const plan = planDispatch(request, bare);
	const printed = printDispatch(plan, repository);
	await log.group("Write the request", async () => log.info(printed));
	if (request.dryRun) return {
		outcome: "dispatched",
		request: printed,
		results: [],
		violations: [],
		notices: dated.notices
	};
	const present = await orStopped(request.dispatches.find(plan), request.stopped);
	const there = {
		...request,
		repository: present
	};
	const renamed = explainRenamed(repository, present);
	const proved = await orStopped(log.group("Prove where it comes from", () => prove(there, bare)), request.stopped);
	const sent = await orStopped(log.group("Send the request", () => send(there, planDispatch(request, proved.payload))), request.stopped);
	const done = {
		outcome: "dispatched",
		request: printDispatch(plan, present),
		repository: present,
		run: sent.run,
		results: [],
		violations: sent.violations,
		notices: [
			...dated.notices,
			...renamed,
			...proved.notices,
			...sent.notices
		]
	};
	request.onSent?.(done);
	const ended = await waitForEnd(there, sent.run);
	return {
		...done,
		outcome: ended.conclusion ?? "dispatched",
		results: ended.conclusion === void 0 ? [] : await readResults(there, sent.run),
		violations: [...done.violations, ...ended.violations],
		notices: [...done.notices, ...ended.notices]
	};
}
const date = async ({ promotion, creation }) => {
	const { source } = promotion;
	if ((source?.runAttempt ?? 1) < 2 || creation === void 0) return {
		promotion,
		notices: []
	};
	const created = await creation();
	if (created.kind === "unknown") return {
		promotion,
		notices: [explainUndated(created.reason)]
	};
	return {
		promotion: {
			...promotion,
			source: {
				...source,
				createdAt: moment(created.at.toISOString())
			}
		},
		notices: []
	};
};
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
const readResults = async ({ dispatches, log }, run) => {
	if (run === void 0) return [];
	return dispatches.results(run.id).catch((error) => {
		if (!(error instanceof PromotionError)) throw error;
		log.debug(`The log of the run cannot be read: ${error.message}`);
		return [];
	});
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
const waitForEnd = async (request, run) => {
	const { wait: seconds = 0, dispatches, clock, log, stopped } = request;
	if (run === void 0 || seconds === 0) return {
		violations: [],
		notices: []
	};
	return log.group(`Wait for the end of the run, at most ${counted(seconds, "second")}`, () => waitForRun({
		run,
		seconds,
		dispatches,
		clock,
		log,
		stopped
	}));
};
async function waitForRun(waiting) {
	try {
		return await orStopped(lookUntilEnd(waiting), waiting.stopped);
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return {
			violations: error.violations,
			notices: []
		};
	}
}
const lookUntilEnd = async ({ run, seconds, dispatches, clock, log }) => {
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
async function startDispatch({ inputs, read, dependencies, known }) {
	const { promotion, dryRun } = await read();
	const { workflow, wait, repository = "" } = inputs;
	const { dispatches, prover, creation, server, clock, log, stopped, preview } = dependencies;
	const onSent = (sent) => preview?.(concludeDispatch(sent, known));
	const asked = {
		promotion,
		repository,
		workflow,
		eventType: inputs["event-type"],
		wait,
		dryRun
	};
	const means = {
		dispatches: await dispatches(),
		prover: await prover()
	};
	return concludeDispatch(await dispatch({
		...asked,
		...means,
		creation,
		server,
		clock,
		log,
		stopped,
		onSent
	}), known);
}
function concludeDispatch(dispatched, known) {
	const { outcome, request, run, results, violations, notices } = dispatched;
	const { dryRun, promotion } = known;
	const repository = dispatched.repository ?? known.repository;
	return {
		result: {
			command: "dispatch",
			dryRun,
			outcome: dryRun ? "unchanged" : outcome,
			violations,
			notices: [...known.notices, ...notices],
			repository,
			source: promotion?.source
		},
		sections: dispatchSections({
			request,
			run,
			results
		})
	};
}

export { startDispatch };