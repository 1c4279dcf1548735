import { n as at, r as listAt, t as applicationsIn } from "./declared-applications.js";
import { $ as readManifests, Mt as learn, Pt as resolvePattern, Q as readConfig, mt as configPaths, tt as spotsOf, zt as matches } from "./promotion.js";
import { Cn as PromotionError } from "./common.js";

// src/domain/argocd/synced-by.ts
function findFiles(pattern, known) {
	const wanted = /* @__PURE__ */ new Set();
	const look = (path) => {
		const entry = known.get(path) ?? listedAt(path, known);
		if (entry === void 0) wanted.add(path);
		return entry;
	};
	const { paths } = resolvePattern(pattern, {
		target: {
			product: "",
			environment: "",
			files: [pattern]
		},
		look
	});
	return wanted.size > 0 ? {
		kind: "more",
		paths: [...wanted]
	} : {
		kind: "done",
		paths
	};
}
const listedAt = (path, known) => {
	const cut = path.lastIndexOf("/");
	const directory = known.get(path.slice(0, Math.max(0, cut)));
	if (directory?.kind !== "directory") return void 0;
	return directory.entries.find(({ name }) => name === path.slice(cut + 1))?.kind === "file" ? {
		kind: "file",
		text: "",
		executable: false
	} : void 0;
};
function worthReading(paths, products, most) {
	const manifests = paths.filter((path) => !/(^|\/)[Kk]ustomization(\.ya?ml)?$/.test(path));
	if (manifests.length <= most) return manifests;
	return manifests.filter((path) => products.some((product) => path.includes(product))).slice(0, most);
}
function syncsOf(changed, argocd) {
	const syncs = changed.flatMap(({ product, environment, path }) => nearestTo(path, argocd).map((application) => {
		const { name, namespace, project, applicationSet, rollingSync, file, sync } = application;
		const known = {
			namespace,
			project,
			applicationSet,
			rollingSync,
			url: addressOf(argocd.url, {
				name,
				namespace
			})
		};
		return {
			product,
			environment,
			name,
			file,
			sync,
			...withoutUndefined(known)
		};
	}));
	return [...new Map(syncs.map((sync) => [JSON.stringify(sync), sync])).values()];
}
const nearestTo = (path, argocd) => {
	const naming = path.endsWith("/values.yaml") ? [] : nearest(path, argocd, takesValues);
	return naming.length > 0 ? naming : nearest(path, argocd, isSource);
};
const nearest = (path, argocd, leads) => {
	const segments = path.split("/").slice(0, -1);
	for (let depth = segments.length; depth > 0; depth--) {
		const directory = segments.slice(0, depth).join("/");
		const found = argocd.applications.flatMap((application) => instances(application, {
			path,
			directory,
			argocd
		}, leads));
		if (found.length > 0) return found;
	}
	return [];
};
const withoutUndefined = (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== void 0));
const instances = (application, place, leads) => {
	const own = application.sources.filter((source) => follows(source, place.argocd));
	return (application.kind === "Application" ? [/* @__PURE__ */ new Map()] : parametersFor(application.generators, place.directory)).filter((one) => own.some((source) => leads(source, one, place))).map((one) => ({
		...application,
		name: renderTemplate(application.name, one),
		namespace: application.namespace === void 0 ? void 0 : renderTemplate(application.namespace, one),
		project: application.project === void 0 ? void 0 : renderTemplate(application.project, one)
	}));
};
const isSource = (source, parameters, place) => source.path !== void 0 && describes(baseOf(source, parameters), place.directory) || takesValues(source, parameters, place);
const takesValues = (source, parameters, { path }) => source.values.some((file) => describes(valuesPath(baseOf(source, parameters), renderTemplate(file, parameters)), path));
const baseOf = ({ path = "" }, parameters) => clean(renderTemplate(path, parameters));
const valuesPath = (base, file) => {
	const segments = file.startsWith("$") ? file.split("/").slice(1) : [...base.split("/"), ...file.split("/")];
	const walked = [];
	for (const segment of segments) if (segment === "..") walked.pop();
	else if (segment !== "." && segment !== "") walked.push(segment);
	return walked.join("/");
};
const clean = (path) => path.split("/").filter((segment) => segment !== "" && segment !== ".").join("/");
const follows = ({ repository, revision = "HEAD" }, argocd) => {
	const branches = [
		"HEAD",
		argocd.branch,
		`refs/heads/${argocd.branch}`
	];
	if (!isOpen(revision) && !branches.includes(revision)) return false;
	if (repository === void 0 || argocd.repository === void 0 || isOpen(repository)) return true;
	const [, name] = /([^/:]+\/[^/:]+?)(?:\.git)?\/?$/.exec(repository) ?? [];
	return name?.toLowerCase() === argocd.repository.toLowerCase();
};
const addressOf = (url, { name, namespace }) => {
	const parts = namespace === void 0 ? [name] : [namespace, name];
	if (url === void 0 || !parts.every((part) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(part))) return void 0;
	const { href } = new URL(`applications/${parts.join("/")}`, url.replace(/\/?$/, "/"));
	return href.replace(/[()|]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
};
const MOST = 1e4;
function parametersFor(generators, directory) {
	return generators.flatMap((generator) => oneGenerator(generator, directory)).slice(0, MOST);
}
const oneGenerator = (generator, directory) => {
	if (at(generator, "list") !== void 0) return listAt(generator, "list", "elements").map((element) => flat(element));
	const directories = listAt(generator, "git", "directories");
	if (directories.length > 0) return fits(directories, directory) ? [pathParameters(directory)] : [];
	const matrix = listAt(generator, "matrix", "generators");
	if (matrix.length > 0) return matrix.reduce((all, inner) => crossed(all, inner, directory), [/* @__PURE__ */ new Map()]);
	const merged = listAt(generator, "merge", "generators");
	if (merged.length > 0) return parametersFor(merged, directory);
	return [/* @__PURE__ */ new Map()];
};
const crossed = (all, generator, directory) => {
	const more = oneGenerator(generator, directory);
	return all.flatMap((one) => more.map((other) => new Map([...one, ...other]))).slice(0, MOST);
};
const fits = (directories, directory) => {
	const which = (excluded) => directories.filter((entry) => at(entry, "exclude") === true === excluded);
	const isOne = (entry) => {
		const path = at(entry, "path");
		return typeof path === "string" && isMatch(path, directory);
	};
	return which(false).some(isOne) && !which(true).some(isOne);
};
const isMatch = (pattern, directory) => {
	try {
		return matches(pattern.replace(/\/$/, ""), directory);
	} catch {
		return false;
	}
};
const pathParameters = (directory) => {
	const segments = directory.split("/");
	const last = segments.at(-1) ?? "";
	return new Map([
		["path", directory],
		["path.path", directory],
		["path.basename", last],
		["path.basenameNormalized", last.toLowerCase().replace(/[^a-z0-9.-]/g, "-")],
		...segments.flatMap((segment, index) => [[`path[${index}]`, segment], [`index .path.segments ${index}`, segment]])
	]);
};
const flat = (element, prefix = "") => {
	const entries = typeof element === "object" && element !== null ? Object.entries(element) : [];
	return new Map(entries.flatMap(([key, value]) => typeof value === "object" && value !== null ? [...flat(value, `${prefix}${key}.`)] : [[`${prefix}${key}`, String(value)]]));
};
const placeholder = /\{\{-?\s*(.*?)\s*-?\}\}/g;
function renderTemplate(template, parameters) {
	return template.replace(placeholder, (whole, expression) => {
		return parameters.get(expression) ?? parameters.get(expression.replace(/^\./, "")) ?? whole;
	});
}
function isOpen(text) {
	return text.includes("{{");
}
function describes(template, text) {
	if (!isOpen(template)) return template === text;
	const source = template.split(/(\{\{.*?\}\})/).map((part, index) => index % 2 === 1 ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("");
	return new RegExp(`^${source}$`).test(text);
}

// src/commands/promotion/applications.ts
const MOST_FILES = 100;
async function findSyncs(changed, { config, snapshot }) {
	const { applications: pattern, url } = config.value.argocd ?? {};
	if (pattern === void 0 || changed.length === 0) return {
		syncs: [],
		notices: []
	};
	try {
		const products = [...new Set(changed.map(({ product }) => product))];
		const applications = await readApplications(pattern, products, snapshot);
		const repository = snapshot.proposals?.repository;
		return {
			syncs: syncsOf(changed, {
				applications,
				url,
				repository,
				branch: snapshot.branch
			}),
			notices: []
		};
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return {
			syncs: [],
			notices: error.violations.map(({ message, hint, path, line }) => ({
				message: `The Argo CD Applications cannot be read: ${message}`,
				hint,
				path,
				line
			}))
		};
	}
}
const readApplications = async (pattern, products, snapshot) => {
	let known = /* @__PURE__ */ new Map();
	for (;;) {
		const step = findFiles(pattern, known);
		if (step.kind === "more") {
			known = learn(known, step.paths, await snapshot.read(step.paths));
			continue;
		}
		const paths = worthReading(step.paths, products, MOST_FILES);
		return (await snapshot.read(paths)).flatMap((entry, index) => entry.kind === "file" ? applicationsIn({
			path: paths[index] ?? "",
			text: entry.text
		}) : []);
	}
};
async function completeApplications(awaited, host) {
	const lacking = awaited.environments.filter(({ applications }) => applications.length === 0);
	if (lacking.length === 0) return awaited;
	const snapshot = await host.snapshot({
		paths: configPaths(void 0),
		histories: []
	});
	const { config } = await readConfig(void 0, snapshot);
	const spots = lacking.flatMap(({ product, environment }) => spotsOf(config, {
		products: [product],
		environments: [environment]
	}));
	const manifests = (await readManifests(snapshot, spots)).flatMap(({ product, environment, files }) => files.map(({ path }) => ({
		product,
		environment,
		path
	})));
	const { syncs } = await findSyncs(manifests, {
		config,
		snapshot
	});
	const isOf = (one) => (other) => one.product === other.product && one.environment === other.environment;
	const environments = awaited.environments.map((one) => one.applications.length > 0 ? one : {
		...one,
		paths: manifests.filter(isOf(one)).map(({ path }) => path),
		applications: syncs.filter(isOf(one))
	});
	return {
		...awaited,
		environments
	};
}

export { findSyncs as n, describes as r, completeApplications as t };