import { Cn as PromotionError, Dn as fail, K as isObject, R as shortReference, Ut as parseTrailers, _n as counted, an as registryOf, bn as quote, in as printReference, jn as orStopped, ln as splitReference, vn as listed } from "../common.js";
import { _ as link, b as prose, h as code, m as clip, w as table } from "../action.js";
import { r as describes, t as completeApplications } from "../applications.js";
import { a as nextLook } from "../wait-for-run.js";

// src/domain/await/await-summary.ts
function awaitSections(applications) {
	const header = [
		"Application",
		"Product",
		"Environment",
		"Cluster",
		"State",
		"From commit to running",
		"Not observed"
	];
	const rows = applications.map((one) => [
		link(code(one.name), one.url),
		prose(one.product),
		prose(one.environment),
		one.cluster === void 0 ? "" : code(one.cluster),
		`**${one.state}:** ${prose(clip(`it ${one.detail}`))}`,
		one.seconds === void 0 ? "" : printDuration(one.seconds),
		one.unobserved.map((reference) => code(reference)).join(", ")
	]);
	return [table("Applications", header, rows)].filter((section) => section !== void 0);
}
function awaitLines(applications) {
	return applications.map(({ name, product, environment, cluster, state, detail, seconds, unobserved, url }) => {
		return `${state}: ${name}${cluster === void 0 ? "" : ` on ${cluster}`} (${environment} of ${product}) ${detail}${seconds === void 0 ? "" : `, ${printDuration(seconds)} after the commit`}${unobserved.length === 0 ? "" : ` (not observed: ${unobserved.map(short).join(", ")})`}.${url === void 0 ? "" : ` ${url}`}`;
	});
}
const short = (reference) => shortReference(reference, splitReference(reference).repository);
function printDuration(seconds) {
	if (seconds < 60) return counted(seconds, "second");
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
	return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// src/domain/await/awaited.ts
const OPEN_HINT = "Make the output `report` of the step that promoted an output of its job, and pass `needs.promote.outputs.report` in `report`.";
function readAwaited(text, only) {
	const report = parsed(text);
	const { repository, commit } = report;
	const environments = objects(report.environments);
	if (report.cut !== void 0) fail("report-invalid", "The report is too large for an output and holds counts alone.", "Hand over the file \"promotion-report.json\" of the promoting job as an artifact, and give its path in `report`.");
	if (report.command !== "promote" && report.command !== "rollback") fail("report-invalid", `The report is of the command ${quote(String(report.command))}, which promotes nothing.`, OPEN_HINT);
	if (typeof repository !== "string" || !/^[^/\s]+\/[^/\s]+$/.test(repository)) fail("report-invalid", "The report names no manifest repository on GitHub.", OPEN_HINT);
	const names = [...new Set(environments.map(({ name }) => String(name)))];
	const missing = (only ?? []).filter((name) => !names.includes(name));
	if (missing.length > 0) fail("input-invalid", `The report does not have the environment ${listed(missing.map((name) => quote(name)))}.`, names.length === 0 ? "It has no environment." : `Its environments are ${listed(names.map((name) => quote(name)))}.`);
	const asked = environments.filter(({ name }) => only === void 0 || only.includes(String(name)));
	const isDryRun = report["dry-run"] === true;
	const awaited = isDryRun ? [] : asked.filter(isOnBranch);
	return {
		repository,
		branch: typeof report.branch === "string" ? report.branch : void 0,
		environments: awaited.map((environment) => environmentOf(environment, textOf(commit))),
		passedOver: isDryRun ? ["The promotion was a dry run, so nothing has to run."] : asked.filter((environment) => !isOnBranch(environment)).map(reasonOf)
	};
}
const parsed = (text) => {
	try {
		const value = JSON.parse(text);
		if (isObject(value)) return value;
	} catch {}
	return fail("report-invalid", "The report is not the JSON object that a promotion writes.", OPEN_HINT);
};
const isOnBranch = ({ outcome }) => outcome === "promoted" || outcome === "unchanged";
const reasonOf = ({ product, name, outcome }) => {
	return `${`${quote(String(name))} of ${quote(String(product))}`} is not awaited: it ${{
		proposed: "is proposed in a pull request, which somebody has to merge first",
		armed: "waits in a pull request that merges when its requirements are met",
		superseded: "was left out, since something newer is there",
		refused: "was refused",
		failed: "failed"
	}[String(outcome)] ?? `ended as ${quote(String(outcome))}`}.`;
};
const environmentOf = (environment, commit) => {
	const changes = objects(environment.changes);
	const images = Array.isArray(environment.images) ? environment.images.filter((one) => typeof one === "string") : [];
	const references = [...changes.map(({ to }) => String(to)), ...images];
	const isPromoted = environment.outcome === "promoted";
	return {
		product: String(environment.product),
		environment: String(environment.name),
		commit: textOf(environment.commit) ?? (isPromoted ? commit : void 0),
		references: [...new Set(references)].filter((one) => splitReference(one).repository !== ""),
		paths: [...new Set(changes.map(({ path }) => String(path)))],
		applications: objects(environment.applications).map((application) => ({
			name: String(application.name),
			namespace: textOf(application.namespace),
			project: textOf(application.project),
			applicationSet: textOf(application["application-set"]),
			rollingSync: application["rolling-sync"] === true ? true : void 0,
			url: textOf(application.url)
		}))
	};
};
function applicationsOf(environments) {
	return environments.flatMap(({ applications, ...environment }) => applications.map((application) => ({
		...environment,
		...application
	})));
}
const objects = (value) => Array.isArray(value) ? value.filter(isObject) : [];
const textOf = (value) => typeof value === "string" && value !== "" ? value : void 0;
function isOpenName(name) {
	return name.includes("{{");
}
function namesRepository(address, repository) {
	const [, name] = /([^/:]+\/[^/:]+?)(?:\.git)?\/?$/.exec(address ?? "") ?? [];
	return name?.toLowerCase() === repository.toLowerCase();
}
function childrenOf(awaited, listing) {
	const named = listing.filter(({ applicationSet }) => awaited.applicationSet === void 0 || applicationSet === awaited.applicationSet).filter(({ name }) => describes(awaited.name, name));
	const holding = named.filter(({ sources }) => sources.some(({ path }) => holds(path, awaited.paths)));
	return (holding.length > 0 || awaited.paths.length > 0 ? holding : named).map(({ name, namespace, project }) => ({
		...awaited,
		name,
		namespace,
		project
	}));
}
const holds = (path, manifests) => {
	const directory = (path ?? "").replace(/^\.?\/+|\/+$/g, "");
	return directory !== "" && manifests.some((manifest) => manifest.startsWith(`${directory}/`));
};

// src/domain/await/judge-application.ts
function judge(awaited, live, facts) {
	return failure(live, facts) ?? notThere(live, facts) ?? overtaken(awaited, live, facts) ?? suspended(live) ?? unsynced(live, facts) ?? unhealthy(live) ?? images(remaining(awaited, live, facts), live);
}
const judged = (state, detail, unobserved = []) => ({
	state,
	detail,
	unobserved
});
const failure = (live, facts) => {
	const { operation, errors } = live;
	const hasOperation = operation !== void 0 && reaches(operation.revisions, facts, operation.finishedAt);
	if (hasOperation && (operation.phase === "Failed" || operation.phase === "Error")) return judged("degraded", `did not sync: ${operation.message || operation.phase}`);
	const error = errors.find(({ since }) => since === void 0 || since >= facts.since);
	if (error !== void 0) return {
		...judged("degraded", `has a ${error.subject}: ${error.message}`),
		isProvisional: true
	};
	if (live.health !== "Degraded" || !isSynced(live) || !isAt(live, facts) || isOperating(live)) return void 0;
	const begun = hasOperation ? operation.startedAt ?? facts.since : facts.since;
	const causes = live.degraded.filter(({ since }) => since === void 0 || since >= begun);
	if (live.healthSince !== void 0 && live.healthSince < begun && causes.every(({ since }) => since === void 0)) return void 0;
	return {
		...judged("degraded", `is degraded: ${wordsOf(causes, live.healthMessage)}`),
		isProvisional: live.healthSince === void 0 ? true : void 0
	};
};
const reaches = (revisions, facts, at) => {
	const { relations, since } = facts;
	if (relations === void 0) return at !== void 0 && at >= since;
	const own = revisions.flatMap((revision) => relations.get(revision) ?? []);
	return own.length > 0 && own.every((relation) => relation === "same" || relation === "later");
};
const isAt = (live, facts) => reaches(live.revisions, facts, live.reconciledAt);
const isSynced = ({ sync }) => sync === "Synced";
const isOperating = ({ operation, isRequested }) => isRequested || operation?.phase === "Running" || operation?.phase === "Terminating";
const notThere = (live, facts) => {
	if (isAt(live, facts)) return void 0;
	const seen = live.revisions.find((revision) => facts.relations?.has(revision)) ?? live.revisions[0];
	return judged("pending", seen === void 0 ? "has not been compared yet" : `is at ${seen.slice(0, 7)}`);
};
const overtaken = (awaited, live, facts) => {
	const newer = live.revisions.find((revision) => facts.overtaken.has(revision));
	if (newer === void 0 || remaining(awaited, live, facts).length > 0) return void 0;
	return judged("overtaken", `is at ${newer.slice(0, 7)}, where a newer promotion took the place of this one`);
};
const remaining = ({ references }, live, facts) => references.filter((reference) => !live.revisions.some((revision) => facts.overtaken.get(revision)?.has(reference)));
const suspended = (live) => {
	if (live.health !== "Suspended" || isOperating(live)) return void 0;
	const what = wordsOf(live.suspended, live.healthMessage);
	return judged("waiting", `is suspended: ${what}. Somebody has to resume it, for example a paused rollout`);
};
const unsynced = (live, facts) => {
	if (isOperating(live)) return judged("pending", `syncs${live.operation?.message ? `: ${live.operation.message}` : ""}`);
	if (isSynced(live)) return void 0;
	const isManual = live.sync === "OutOfSync" && !live.automated;
	if (isManual && facts.rolling === "no") return judged("waiting", "is out of sync, and somebody has to sync it");
	if (isManual && facts.rolling === "yes") return judged("pending", "is out of sync until its ApplicationSet syncs it");
	if (isManual) return judged("pending", "is out of sync, and who syncs it cannot be read from its ApplicationSet");
	return judged("pending", live.sync === "OutOfSync" ? "is out of sync" : `has the sync status ${live.sync}`);
};
const unhealthy = (live) => {
	const { health, operation, reconciledAt } = live;
	if (health !== "Healthy") {
		const detail = live.healthMessage === "" ? "" : `: ${live.healthMessage}`;
		return judged("pending", `is ${health.toLowerCase()}${detail}`);
	}
	const finished = operation?.finishedAt;
	if (finished !== void 0 && (reconciledAt === void 0 || reconciledAt < finished)) return judged("pending", "is synced, and Argo CD has not looked at it since");
};
const images = (references, { images: run }) => {
	const unseen = references.filter((reference) => !run.some((image) => isRunBy(reference, image)));
	const others = unseen.filter((reference) => run.some((image) => sameRepository(reference, image)));
	if (others.length === 0) return judged("running", "runs what was promoted", unseen);
	const [first = ""] = others;
	const instead = run.filter((image) => sameRepository(first, image));
	return judged("pending", `runs ${instead.join(", ")} and not yet ${first}`);
};
const wordsOf = (problems, otherwise) => {
	return problems.map(({ subject, message }) => message === "" ? subject : `${subject}: ${message}`).join("; ") || otherwise || "Argo CD gives no reason";
};
function isRunBy(promoted, image) {
	const wanted = splitReference(promoted);
	const run = splitReference(image);
	if (canonical(wanted) !== canonical(run)) return false;
	if (wanted.digest !== void 0) return wanted.digest === run.digest;
	return wanted.tag === run.tag;
}
function sameRepository(one, other) {
	return canonical(splitReference(one)) === canonical(splitReference(other));
}
const canonical = ({ repository }) => {
	const registry = registryOf(repository);
	const path = registry === void 0 ? repository : repository.slice(registry.length + 1);
	if (registry !== void 0 && registry !== "docker.io" && registry !== "index.docker.io") return repository;
	return `docker.io/${path.includes("/") ? path : `library/${path}`}`;
};

// src/commands/await.ts
const ONE_BY_ONE = 10;
const precedence = [
	"failed",
	"degraded",
	"timed-out",
	"waiting",
	"overtaken",
	"running"
];
async function awaitPromotion(request, world) {
	const { awaited, timeout } = request;
	const passedOver = awaited.passedOver.map((message) => ({ message }));
	if (awaited.environments.length === 0) {
		const notices = [{ message: "Nothing is awaited: the report has no environment whose promotion is on the branch." }, ...passedOver];
		for (const { message } of notices) world.log.info(message);
		return {
			outcome: "unchanged",
			applications: [],
			violations: [],
			notices
		};
	}
	for (const { message } of passedOver) world.log.info(message);
	const start = world.clock.now();
	const watched = (await world.log.group("Find the Applications", async () => {
		const complete = await completeApplications(awaited, world.host);
		requireApplications(complete);
		return findApplications(complete, {
			awaited,
			start,
			timeout
		}, world);
	})).map((one) => ({
		awaited: one,
		judgement: {
			state: "pending",
			detail: "has not been looked at",
			unobserved: []
		},
		isSuspect: false
	}));
	const heading = `Wait for ${counted(watched.length, "Application")}, at most ${counted(timeout, "second")}`;
	const ended = await world.log.group(heading, () => orStopped(watch(watched, {
		awaited,
		start,
		timeout
	}, world), world.stopped).catch((error) => {
		if (error instanceof PromotionError) return error;
		throw error;
	}));
	const left = ended instanceof PromotionError ? "failed" : ended;
	const applications = watched.map((one) => resultOf(one, left));
	return {
		outcome: precedence.find((state) => applications.some((one) => one.state === state)) ?? "running",
		applications,
		violations: ended instanceof PromotionError ? ended.violations : applications.flatMap(violationOf),
		notices: passedOver
	};
}
const requireApplications = ({ environments }) => {
	const without = environments.filter(({ applications }) => applications.length === 0);
	if (without.length === 0) return;
	const places = without.map(({ product, environment }) => `${quote(environment)} of ${quote(product)}`);
	fail("application-missing", `No Argo CD Application is known that syncs ${listed(places)}.`, "Let `argocd.applications` in the configuration of the manifest repository name the files of Applications whose source is the directory or the values file of the manifest; an image in the file of an Application itself cannot be awaited. Or name the other environments in `environments`.");
};
const findApplications = async (awaited, waiting, { argocd, clock, log }) => {
	const all = applicationsOf(awaited.environments);
	const open = all.filter(({ name }) => isOpenName(name));
	const listing = open.length === 0 ? [] : await listAll(open, waiting, {
		argocd,
		clock
	});
	return all.flatMap((one) => {
		const found = isOpenName(one.name) ? childrenOf(one, listing) : [one];
		if (found.length === 0) fail("application-missing", `Argo CD shows no Application of the ApplicationSet ${quote(one.applicationSet ?? one.name)} that syncs ${quote(one.environment)} of ${quote(one.product)}.`, "See whether the ApplicationSet makes one, and whether the account may see it: it needs the right \"applications, get\" for its project.");
		for (const { name, product, environment } of found) log.info(`${name} syncs ${environment} of ${product}.`);
		return found;
	});
};
const projectsOf = (applications) => {
	const projects = applications.map(({ project }) => project);
	return projects.every((project) => project !== void 0) ? [...new Set(projects)] : [];
};
const listAll = async (open, { start, timeout }, { argocd, clock }) => {
	for (;;) {
		const answer = await argocd.applications(projectsOf(open));
		if (answer.kind === "found") return answer.value;
		const reason = answer.kind === "unavailable" ? answer.reason : "the list is missing";
		const passed = clock.now().getTime() - start.getTime();
		const left = timeout * 1e3 - passed;
		if (left <= 0) fail("argocd-unavailable", `Argo CD does not list its Applications: ${quote(reason)}.`, "Run the job again.");
		await clock.sleep(Math.min(left, nextLook(passed)));
	}
};
const watch = async (watched, waiting, world) => {
	const { clock } = world;
	const { start, timeout } = waiting;
	const facts = factsFor(waiting, world);
	const passed = () => clock.now().getTime() - start.getTime();
	for (;;) {
		const pending = watched.filter(({ judgement }) => judgement.state === "pending");
		await look(pending, {
			facts,
			waiting
		}, world);
		if (watched.every(({ judgement }) => judgement.state !== "pending") || watched.some(({ judgement }) => judgement.state === "degraded")) return "pending";
		const left = timeout * 1e3 - passed();
		if (left <= 0) return "timed-out";
		await clock.sleep(Math.min(left, nextLook(passed())));
	}
};
const look = async (pending, looking, world) => {
	const answers = await answersFor(pending, world.argocd);
	await Promise.all(pending.map(async (one, index) => {
		const answer = answers[index];
		if (answer === void 0) return;
		const judgement = await judgementOf(one, answer, looking.facts);
		if (judgement.state === "running") one.seconds = await secondsFor(one.awaited, looking, world);
		if (judgement.detail !== one.judgement.detail) world.log.info(`${one.awaited.name} ${judgement.detail}.`);
		one.judgement = judgement;
	}));
};
const answersFor = async (pending, argocd) => {
	if (pending.length <= ONE_BY_ONE) return Promise.all(pending.map(({ awaited }) => {
		const { name, namespace, project } = awaited;
		return argocd.application({
			name,
			namespace,
			project
		}, { refresh: true });
	}));
	const list = await argocd.applications(projectsOf(pending.map(({ awaited }) => awaited)));
	if (list.kind !== "found") return pending.map(() => list);
	const isSame = ({ awaited }) => (live) => live.name === awaited.name && (awaited.namespace === void 0 || live.namespace === awaited.namespace);
	return pending.map((one) => {
		const live = list.value.find(isSame(one));
		return live === void 0 ? { kind: "missing" } : {
			kind: "found",
			value: live
		};
	});
};
const judgementOf = async (one, answer, facts) => {
	const pending = (detail) => ({
		state: "pending",
		detail,
		unobserved: []
	});
	if (answer.kind === "missing") return pending("is not there yet");
	if (answer.kind === "unavailable") return pending(`cannot be looked at: ${answer.reason}`);
	one.live = answer.value;
	const judgement = judge(one.awaited, answer.value, await facts(one.awaited, answer.value));
	const wasSuspect = one.isSuspect;
	one.isSuspect = judgement.isProvisional === true;
	return judgement.isProvisional && !wasSuspect ? pending(judgement.detail) : judgement;
};
const factsFor = ({ awaited: { repository }, start }, { commits, argocd }) => {
	const compare = memoized((commit, revision) => commits.compare(commit, revision));
	const date = memoized((commit) => commits.date(commit));
	const rolling = memoized((applicationSet, namespace) => argocd.rollingSync(applicationSet, namespace || void 0));
	return async (awaited, live) => {
		const { commit } = awaited;
		const isInDoubt = live.sync === "OutOfSync" && !live.automated;
		const known = commit === void 0 ? [] : ownRevisions(live, repository);
		const compared = await Promise.all(known.map(async (revision) => ({
			revision,
			ancestry: await ancestryOf(commit ?? "", revision, compare)
		})));
		return {
			relations: commit === void 0 ? void 0 : new Map(compared.flatMap(relationIn)),
			overtaken: new Map(compared.map((one) => [one.revision, overtakenBy(one.ancestry, awaited)])),
			since: (commit === void 0 ? void 0 : await date(commit, "")) ?? start,
			rolling: isInDoubt ? await rollingOf(awaited, live, rolling) : "no"
		};
	};
};
const SAME = {
	kind: "known",
	relation: "same",
	messages: []
};
const ancestryOf = async (commit, revision, compare) => revision === commit ? SAME : compare(commit, revision);
const relationIn = ({ revision, ancestry }) => ancestry.kind === "known" ? [[revision, ancestry.relation]] : [];
const rollingOf = async (awaited, live, ask) => {
	if (awaited.rollingSync) return "yes";
	if (live.applicationSet === void 0) return "no";
	return ask(live.applicationSet, live.namespace ?? "");
};
const ownRevisions = ({ sources, revisions, operation }, repository) => {
	const isOwn = sources.map((source) => namesRepository(source.repository, repository));
	const pick = (list) => isOwn.includes(true) && list.length === sources.length ? list.filter((_, index) => isOwn[index]) : list;
	const all = [...pick(revisions), ...pick(operation?.revisions ?? [])];
	return [...new Set(all)].filter((revision) => /^[0-9a-f]{40,64}$/.test(revision));
};
const overtakenBy = (ancestry, { environment, references }) => {
	if (ancestry.kind === "unknown" || ancestry.relation !== "later") return /* @__PURE__ */ new Set();
	const set = ancestry.messages.flatMap(parseTrailers).flatMap((trailer) => {
		return (trailer.kind === "promotion" || trailer.kind === "rollback") && trailer.environment === environment ? [printReference(trailer.reference)] : [];
	});
	return new Set(references.filter((reference) => {
		const last = set.findLast((other) => sameRepository(other, reference));
		return last !== void 0 && last !== reference;
	}));
};
const secondsFor = async ({ commit }, { waiting }, { commits, clock }) => {
	const made = commit === void 0 ? waiting.start : await commits.date(commit);
	return made === void 0 ? void 0 : Math.max(0, Math.round((clock.now().getTime() - made.getTime()) / 1e3));
};
const memoized = (ask) => {
	const asked = /* @__PURE__ */ new Map();
	return async (one, other) => {
		const key = JSON.stringify([one, other]);
		const pending = asked.get(key) ?? ask(one, other);
		asked.set(key, pending);
		const answer = await pending;
		if (isUnknown(answer)) asked.delete(key);
		return answer;
	};
};
const isUnknown = (answer) => answer === void 0 || answer.kind === "unknown";
const resultOf = ({ awaited, live, judgement, seconds }, left) => {
	const { product, environment, name, url, commit, references } = awaited;
	const { state, detail, unobserved } = judgement;
	return {
		product,
		environment,
		name,
		cluster: live?.cluster,
		url,
		state: state === "pending" ? left : state,
		detail,
		commit,
		references: [...references],
		unobserved: [...unobserved],
		seconds
	};
};
const violationOf = ({ name, product, environment, state, detail }) => {
	const place = `${quote(name)} (${environment} of ${product})`;
	if (state === "degraded") return [{
		code: "application-degraded",
		message: `The Application ${place} ${detail}.`,
		hint: "Promote a build that works, or go back with the command rollback."
	}];
	if (state !== "timed-out") return [];
	return [{
		code: "application-timed-out",
		message: `The time is up and the Application ${place} ${detail}.`,
		hint: "Look at it in Argo CD; where rollouts take longer, raise the input `timeout`."
	}];
};
const DEFAULT_TIMEOUT = 600;
async function startAwait({ inputs, dependencies, known }) {
	const awaited = readAwaited(await dependencies.report(), inputs.environments);
	const { repository, branch } = awaited;
	known.repository = repository;
	known.branch = branch;
	const { clock, log, stopped } = dependencies;
	const argocd = await dependencies.argocd();
	const world = {
		host: dependencies.host(repository),
		argocd,
		commits: await dependencies.commits(repository),
		clock,
		log,
		stopped
	};
	const { timeout = DEFAULT_TIMEOUT } = inputs;
	return concludeAwait(await awaitPromotion({
		awaited,
		timeout
	}, world), known);
}
const concludeAwait = (waited, known) => {
	const { outcome, applications, violations, notices } = waited;
	const { repository, branch } = known;
	return {
		result: {
			command: "await",
			outcome,
			repository,
			branch,
			awaited: applications,
			violations,
			notices: [...known.notices, ...notices]
		},
		sections: awaitSections(applications),
		lines: awaitLines(applications)
	};
};

export { startAwait };