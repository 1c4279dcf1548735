import { et as describes } from "./promotion.js";
import { Cr as fail, Lt as isObject, Zn as splitReference, gr as quote, mr as listed } from "./common.js";

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

export { readAwaited as a, namesRepository as i, childrenOf as n, isOpenName as r, applicationsOf as t };