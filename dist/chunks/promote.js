import { a as fail, i as dispositionOf, n as alongWith, o as gather$1, r as collect, t as PromotionError } from "./errors.js";
import { a as parseReference, l as sameReference, o as printImage, s as printReference, u as splitReference } from "./image.js";
import { A as isGlob, C as decide$1, D as learn, G as parseTrailers, H as buildOf, I as LONGEST_CONTENTION, J as isName, K as printTrailer, L as MOST_BYTES, M as matches, N as rewrite, O as resolve, P as compose, R as MOST_FILES$1, S as travellingSource, T as printFrozen, U as entriesOf, V as shortReference, a as isNamed, b as configPaths, c as onlyReference, d as likely, f as readConfig, h as targetOf, i as tell, l as refuseUnlisted, m as spotsOf, n as gatheredLines, o as isReference, p as readManifests, r as snapshotLines, s as listedIn, t as decidedLines, u as historyPathOf, v as inOrder, w as frozenAt, x as recordOf$1, y as emptyConfig, z as printPlace } from "./tell.js";
import { n as nearest, r as quote, t as listed } from "./text.js";
import { a as prose, c as statusReportOf, i as link, n as code, o as row, r as fence, t as address } from "./markdown.js";

// src/domain/proposal/branch.ts
const BRANCHES = "promotion/";
function branchesOf(product) {
	return `${BRANCHES}${product}/`;
}
function branchOf(product, environments) {
	return `${branchesOf(product)}${environments.join("+")}`;
}

// src/domain/report/outcome.ts
const precedence = [
	"failed",
	"refused",
	"proposed",
	"armed",
	"superseded",
	"promoted",
	"unchanged"
];
function outcomeOf(environments, violations) {
	const found = environments.map(({ outcome }) => outcome);
	if (violations.length === 0) return firstOf(found);
	return firstOf([...found, dispositionOf(violations) === "refused" ? "refused" : "failed"]);
}
function firstOf(outcomes) {
	return precedence.find((outcome) => outcomes.includes(outcome)) ?? "unchanged";
}
function actionExitCode({ outcome, violations }) {
	return violations.length > 0 || unsuccessful.has(outcome) ? 1 : 0;
}
function commandLineExitCode({ outcome, violations }) {
	if (violations.length > 0) return {
		failed: 1,
		usage: 2,
		refused: 3
	}[dispositionOf(violations)];
	if (outcome === "refused") return 3;
	return unsuccessful.has(outcome) ? 1 : 0;
}
const unsuccessful = /* @__PURE__ */ new Set([
	"failed",
	"refused",
	"failure",
	"cancelled",
	"timed_out",
	"action_required",
	"stale",
	"startup_failure"
]);
function moodOf({ outcome }) {
	if (unsuccessful.has(outcome)) return "bad";
	if (outcome === "proposed" || outcome === "armed" || outcome === "dispatched" || outcome === "missing") return "waiting";
	return outcome === "unchanged" || outcome === "superseded" || outcome === "skipped" ? "quiet" : "good";
}

// src/domain/report/report.ts
function violationsOf(error) {
	if (error instanceof PromotionError) return error.violations;
	const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
	return [{
		code: "internal",
		message: `The run ended unexpectedly: ${quote(said)}.`,
		hint: "This is a defect of image-promotion. Run the job again with debug logging and report what the log says."
	}];
}
function buildReport(result) {
	const { environments = [], violations = [], notices = [], images = [], pullRequests = [] } = result;
	return given({
		command: result.command,
		outcome: result.outcome ?? outcomeOf(environments, violations),
		changed: result.changed ?? result.commit !== void 0,
		"dry-run": result.dryRun ?? false,
		repository: result.repository,
		branch: result.branch,
		reason: result.reason,
		source: result.source === void 0 ? void 0 : sourceOf$3(result.source),
		commit: result.commit,
		"pull-request-number": pullRequests.map(({ number }) => number),
		"pull-request-url": pullRequests.map(({ url }) => url),
		built: result.command === "check" ? result.built ?? false : void 0,
		missing: [...result.missing ?? []],
		digest: result.digest,
		images: images.map(given),
		environments: environments.map(environmentOf),
		status: result.status === void 0 ? void 0 : statusReportOf(result.status),
		violations: violations.map(({ code, message, hint, path, line }) => given({
			code,
			message,
			hint,
			path,
			line
		})),
		notices: notices.map(({ message, hint, path, line }) => given({
			message,
			hint,
			path,
			line
		})),
		requests: result.requests ?? 0
	});
}
const environmentOf = (environment) => given({
	name: environment.name,
	product: environment.product,
	delivery: environment.delivery,
	outcome: environment.outcome,
	"pull-request-number": environment.pullRequest,
	changes: environment.changes.map(({ path, line, image, from, to }) => ({
		path,
		line,
		image,
		from: printReference(from),
		to: printReference(to)
	})),
	superseded: environment.superseded.map(({ image, requested, current, reason, message }) => ({
		image,
		requested: printReference(requested),
		current: printReference(current),
		reason,
		message
	})),
	applications: environment.applications?.map(({ name, file, sync, url }) => given({
		name,
		file,
		sync,
		url
	}))
});
const sourceOf$3 = (source) => given({
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

// src/domain/report/links.ts
function linksOf({ repository, branch, commit, source }, server) {
	const to = (owned, ...parts) => {
		const known = [owned, ...parts].filter((part) => part !== void 0);
		return known.length < parts.length + 1 ? void 0 : address(server, known);
	};
	return {
		repository: to(repository),
		commit: to(repository, "commit", commit),
		pullRequest: (number) => to(repository, "pull", String(number)),
		file: (path, line) => {
			const found = to(repository, "blob", commit ?? branch ?? "HEAD", path);
			return found === void 0 || line === void 0 ? found : `${found}#L${line}`;
		},
		sourceCommit: to(source?.repository, "commit", source?.sha),
		sourceRun: to(source?.repository, "actions/runs", source?.run_id?.toString()),
		compare: (change) => to(source?.repository, "compare", rangeOf(change, source))
	};
}
const rangeOf = (change, source) => {
	const { tag: before } = splitReference(change.from);
	const { tag: after } = splitReference(change.to);
	if (before === void 0 || after === void 0 || before === after) return void 0;
	const commit = /^[0-9a-f]{7,64}$/;
	if (commit.test(before) && commit.test(after)) return source?.sha?.startsWith(after) ? `${before}...${after}` : void 0;
	const tag = source?.ref?.startsWith("refs/tags/") ? source.ref.slice(10) : void 0;
	if (tag === void 0 || commit.test(before)) return void 0;
	if (tag === after) return `${before}...${tag}`;
	return tag === `v${after}` ? `v${before}...${tag}` : void 0;
};

// src/domain/plan/missing.ts
const MOST_PATHS = 10;
function missingImages(targets, rewritten) {
	const wanted = /* @__PURE__ */ new Map();
	for (const target of targets) for (const image of target.images) {
		const key = JSON.stringify([target.environment, printImage(image)]);
		const others = wanted.get(key)?.targets ?? [];
		wanted.set(key, {
			environment: target.environment,
			image,
			targets: [...others, target]
		});
	}
	return [...wanted.values()].filter(({ image, targets: asking }) => !asking.some(lists(image, rewritten)));
}
const lists = (image, rewritten) => (target) => target.files.some(({ path }) => isFoundIn(rewritten.get(path), image));
function isFoundIn(file, image) {
	return file?.found.some(({ request }) => printImage(request) === printImage(image)) ?? false;
}
function additionsFor(missing, listing) {
	const additions = /* @__PURE__ */ new Map();
	for (const { image, targets } of missing) {
		const [target, ...others] = targets;
		if (target === void 0 || others.length > 0 || target.additions === "refused") continue;
		const [file, ...further] = target.files.filter(({ path }) => listing.get(path)?.format === "kustomization");
		if (file === void 0 || further.length > 0) continue;
		const listedThere = listing.get(file.path)?.found.map(({ request }) => request) ?? [];
		additions.set(file.path, [...additions.get(file.path) ?? listedThere, image]);
	}
	return additions;
}
function refuseMissing(missing, rewritten, foreign = []) {
	if (missing.length === 0) return;
	throw new PromotionError([...missing.map((image) => violationOf$4(image, rewritten)), ...foreign]);
}
const violationOf$4 = ({ environment, image, targets }, rewritten) => {
	const paths = targets.flatMap((target) => target.files.map(({ path }) => path));
	const searched = paths.length > MOST_PATHS ? [...paths.slice(0, MOST_PATHS), `${paths.length - MOST_PATHS} more`] : paths;
	const products = listed([...new Set(targets.map(({ product }) => product))]);
	return {
		code: "image-not-listed",
		message: `The image ${quote(image.name)} is listed by no manifest of ${products} in ${environment}; searched: ${listed(searched)}.`,
		hint: hintOf$1(image, paths, rewritten),
		path: paths[0]
	};
};
const hintOf$1 = (image, paths, rewritten) => {
	const names = paths.flatMap((path) => rewritten.get(path)?.listed.flatMap((entry) => entry.names) ?? []);
	const near = nearest(image.name, names);
	const loose = paths.flatMap((path) => rewritten.get(path)?.unbound.map(({ message }) => message) ?? []);
	const way = "Correct the name, list the image in the manifest, or set add-images: true where a kustomization may gain entries.";
	if (near.length > 0) return `Did you mean ${near.map(quote).join(" or ")}? ${way}`;
	const all = [...new Set(names)].slice(0, MOST_PATHS);
	return [
		...loose,
		all.length > 0 ? `Listed there: ${listed(all.map(quote))}.` : "No image is listed there.",
		way
	].join(" ");
};

// src/domain/plan/plan.ts
function planPromotion(targets) {
	const files = new Map(targets.flatMap((target) => target.files.map((file) => [file.path, file])));
	const { rewritten: listing, foreign } = rewriteFiles(files, imagesByPath(targets), "refused");
	const additions = additionsFor(missingImages(targets, listing), listing);
	const added = rewriteFiles(files, additions, "allowed");
	const rewritten = new Map([...listing, ...added.rewritten]);
	refuseMissing(missingImages(targets, rewritten), rewritten, foreign);
	const changed = changedFiles(files, rewritten);
	refuseTooMuch(changed);
	return {
		items: targets.flatMap((target) => itemsOf(target, rewritten)),
		files: changed,
		notices: targets.flatMap((target) => noticesOf(target, rewritten))
	};
}
function changeOf({ product, environment, path, line, image, from, to }) {
	return {
		product,
		environment,
		path,
		line,
		image,
		from,
		to
	};
}
const imagesByPath = (targets) => {
	const byPath = /* @__PURE__ */ new Map();
	for (const { files, images } of targets) for (const { path } of files) {
		const asked = byPath.get(path) ?? /* @__PURE__ */ new Map();
		for (const image of images) asked.set(printImage(image), image);
		byPath.set(path, asked);
	}
	return new Map([...byPath].map(([path, asked]) => [path, [...asked.values()]]));
};
const rewriteFiles = (files, imagesOf, additions) => {
	const foreign = [];
	const rewritten = /* @__PURE__ */ new Map();
	const { attempt, finish } = gather$1();
	for (const [path, images] of imagesOf) {
		const file = files.get(path);
		if (file === void 0) continue;
		attempt(() => {
			try {
				rewritten.set(path, rewrite(file, {
					images,
					additions
				}));
			} catch (error) {
				if (file.match !== "glob" || !isForeign(error)) throw error;
				foreign.push(...error.violations);
			}
		});
	}
	finish();
	return {
		rewritten,
		foreign
	};
};
const isForeign = (error) => error instanceof PromotionError && error.violations.every(({ code }) => code === "manifest-format");
const changedFiles = (files, rewritten) => [...files.values()].flatMap(({ path, executable, text: before }) => {
	const after = rewritten.get(path)?.text ?? before;
	return after === before ? [] : [{
		path,
		executable,
		before,
		after
	}];
});
const refuseTooMuch = (files) => {
	const bytes = files.reduce((sum, file) => sum + byteLength(file.after), 0);
	if (files.length <= 5e3 && bytes <= 20971520) return;
	fail("too-many-changes", `The promotion changes ${files.length} files of ${bytes} bytes together; one commit may change ${MOST_FILES$1} files of ${MOST_BYTES} bytes.`, "Promote fewer products, environments or images at once.");
};
const byteLength = (text) => new TextEncoder().encode(text).length;
const itemsOf = ({ product, environment, images, files }, rewritten) => {
	const asked = new Set(images.map(printImage));
	return files.flatMap(({ path }) => (rewritten.get(path)?.found ?? []).filter(({ request }) => asked.has(printImage(request))).map(({ request, line, from, to, changed, added }) => ({
		product,
		environment,
		request,
		image: to.repository,
		path,
		line,
		from,
		to,
		state: changed ? "changed" : "unchanged",
		added
	})));
};
const noticesOf = ({ product, environment, images, files }, rewritten) => {
	const without = images.flatMap((image) => {
		const lacking = files.filter(({ path }) => !isFoundIn(rewritten.get(path), image));
		return lacking.length > 0 && lacking.length < files.length ? [{
			image,
			paths: lacking.map(({ path }) => path)
		}] : [];
	});
	const idle = images.length > 0 && files.every(({ path }) => (rewritten.get(path)?.found.length ?? 0) === 0);
	return [...without.map(({ image, paths }) => ({
		message: `${image.name} is not listed by ${listed(paths)}, which the files of ${product} in ${environment} include.`,
		path: paths[0]
	})), ...idle ? [{ message: `${product} lists none of the requested images in ${environment}; it stays as it is.` }] : []];
};

// src/domain/argocd/applications.ts
const MOST_ALIASES = 1e3;
function applicationsIn({ path, text }) {
	return valuesIn(text).flatMap((value) => applicationOf(value, path) ?? []);
}
const valuesIn = (text) => {
	try {
		const { documents } = compose(text, {
			schema: "core",
			logLevel: "silent",
			uniqueKeys: false
		});
		return documents.flatMap((document) => document.errors.length > 0 ? [] : [document.toJS({ maxAliasCount: MOST_ALIASES })]);
	} catch {
		return [];
	}
};
const applicationOf = (value, file) => {
	const kind = textAt(value, "kind");
	const name = textAt(value, "metadata", "name");
	if (!textAt(value, "apiVersion")?.startsWith("argoproj.io/") || name === void 0) return void 0;
	const namespace = textAt(value, "metadata", "namespace");
	const spec = at(value, "spec");
	if (kind === "Application") return {
		kind,
		name,
		namespace,
		file,
		sources: sourcesOf$1(spec),
		sync: syncOf(spec),
		generators: []
	};
	if (kind !== "ApplicationSet") return void 0;
	const template = at(spec, "template", "spec");
	const patch = textAt(spec, "templatePatch") ?? "";
	return {
		kind,
		name: textAt(spec, "template", "metadata", "name") ?? name,
		namespace: textAt(spec, "template", "metadata", "namespace") ?? namespace,
		file,
		sources: sourcesOf$1(template),
		sync: /\bautomated\b/.test(patch) ? "automatic" : syncOf(template),
		generators: listAt(spec, "generators")
	};
};
const syncOf = (spec) => {
	const automated = at(spec, "syncPolicy", "automated");
	if (automated === void 0 || automated === null) return "manual";
	return at(automated, "enabled") === false ? "manual" : "automatic";
};
const sourcesOf$1 = (spec) => {
	const several = listAt(spec, "sources");
	const one = at(spec, "source");
	return (several.length > 0 ? several : one === void 0 ? [] : [one]).map((source) => ({
		repository: textAt(source, "repoURL"),
		revision: textAt(source, "targetRevision"),
		path: textAt(source, "path"),
		values: listAt(source, "helm", "valueFiles").filter((file) => typeof file === "string")
	}));
};
function at(value, ...keys) {
	return keys.reduce((inner, key) => typeof inner === "object" && inner !== null && Object.hasOwn(inner, key) ? inner[key] : void 0, value);
}
function listAt(value, ...keys) {
	const list = at(value, ...keys);
	return Array.isArray(list) ? list : [];
}
const textAt = (value, ...keys) => {
	const text = at(value, ...keys);
	return typeof text === "string" && text !== "" ? text : void 0;
};

// src/domain/argocd/search.ts
function findFiles(pattern, known) {
	const wanted = /* @__PURE__ */ new Set();
	const look = (path) => {
		const entry = known.get(path) ?? listedAt(path, known);
		if (entry === void 0) wanted.add(path);
		return entry;
	};
	const { paths } = resolve(pattern, {
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

// src/domain/argocd/template.ts
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
function render(template, parameters) {
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

// src/domain/argocd/syncs.ts
function syncsOf(changed, argocd) {
	const syncs = changed.flatMap(({ product, environment, path }) => nearestTo(path, argocd).map(({ name, namespace, file, sync }) => {
		const url = addressOf(argocd.url, {
			name,
			namespace
		});
		return {
			product,
			environment,
			name,
			file,
			sync,
			...url === void 0 ? {} : { url }
		};
	}));
	return [...new Map(syncs.map((sync) => [JSON.stringify(sync), sync])).values()];
}
const nearestTo = (path, argocd) => {
	const segments = path.split("/").slice(0, -1);
	for (let depth = segments.length; depth > 0; depth--) {
		const directory = segments.slice(0, depth).join("/");
		const found = argocd.applications.flatMap((application) => instances(application, {
			path,
			directory,
			argocd
		}));
		if (found.length > 0) return found;
	}
	return [];
};
const instances = (application, place) => {
	const own = application.sources.filter((source) => follows(source, place.argocd));
	return (application.kind === "Application" ? [/* @__PURE__ */ new Map()] : parametersFor(application.generators, place.directory)).filter((one) => own.some((source) => isSource(source, one, place))).map((one) => ({
		...application,
		name: render(application.name, one),
		namespace: application.namespace === void 0 ? void 0 : render(application.namespace, one)
	}));
};
const isSource = (source, parameters, { path, directory }) => {
	const base = clean(render(source.path ?? "", parameters));
	if (source.path !== void 0 && describes(base, directory)) return true;
	return source.values.some((file) => describes(valuesPath(base, render(file, parameters)), path));
};
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

// src/commands/applications.ts
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

// src/commands/attempts.ts
const FIRST = 4;
const GROWTH = 3;
const WIDEST = 6e4;
const WIDTH_OF_LIMIT = 6e4;
const SHORTEST_ATTEMPT = 250;
const LONGEST_ATTEMPT = 5e3;
async function startOver({ clock, log }, attempt) {
	const deadline = clock.now().getTime() + LONGEST_CONTENTION;
	let losses = 0;
	for (let attempts = 1;; attempts++) {
		const began = clock.now().getTime();
		const answer = await attempt();
		if (answer.kind !== "branch-moved") return answer;
		const ended = clock.now().getTime();
		const { wait } = answer;
		if (wait === void 0) losses += 1;
		const pause = wait === void 0 ? clock.random() * widthAfter(losses, ended - began) : wait + clock.random() * WIDTH_OF_LIMIT;
		if (ended + pause > deadline) return giveUp(attempts);
		log.info(sentence(attempts, pause, wait));
		await clock.sleep(pause);
	}
}
const widthAfter = (losses, length) => {
	return Math.min(Math.min(Math.max(length, SHORTEST_ATTEMPT), LONGEST_ATTEMPT) * FIRST * GROWTH ** (losses - 1), WIDEST);
};
const sentence = (attempts, pause, wait) => {
	return `${wait === void 0 ? "The branch moved" : "GitHub limited the writing"} while attempt ${attempts} was under way; starting over from a fresh read in about ${Math.max(1, Math.round(pause / 1e3))} s.`;
};
const giveUp = (attempts) => fail("branch-contended", `The branch moved, or a rate limit kept it from being moved, during each of ${attempts} attempts in ten minutes; nothing has been written.`, "Run the step again, and give its workflow a concurrency group with queue: max, so that promotions wait for each other.");

// src/commands/deliver/outcomes.ts
function totalsOf(results, { decided, notices, violations }) {
	const landed = results.filter(({ outcome }) => outcome === "promoted");
	const refusals = [...violations, ...decided.violations ?? []];
	const unmerged = results.flatMap((result) => result.violations);
	return {
		changed: results.some(({ changed }) => changed),
		commit: [...landed.toReversed(), ...results.toReversed()].find(({ commit }) => commit !== void 0)?.commit,
		pullRequests: results.flatMap(({ pullRequest }) => pullRequest ?? []),
		files: distinct$1(results.length === 0 ? decided.files : results.flatMap(({ files }) => files)),
		notices: [...notices, ...results.flatMap((result) => result.notices)],
		violations: [...refusals, ...unmerged],
		outcome: refusals.length === 0 && unmerged.length > 0 ? "proposed" : void 0
	};
}
const distinct$1 = (files) => [...new Map(files.map((file) => [file.path, file])).values()];
function environmentsOf({ gathered, decided }, results, violations) {
	return gathered.targets.map((target) => {
		const { product, environment } = target;
		const isAt = (other) => other.product === product && other.environment === environment;
		const result = results.find(({ targets }) => targets.some(isAt));
		const changes = (result?.items ?? decided.items).filter((item) => isAt(item) && item.state === "changed").map(changeOf);
		const superseded = decided.leftOut.filter(({ item }) => isAt(item)).map((left) => left.superseded);
		const ended = result === void 0 && violations.length > 0 ? undelivered(violations) : void 0;
		const outcome = changes.length > 0 ? result?.outcome ?? "unchanged" : "unchanged";
		return {
			name: environment,
			product,
			delivery: result?.delivery ?? target.settings.delivery,
			outcome: ended ?? firstOf([outcome, ...superseded.length > 0 ? [leftOutcome(superseded)] : []]),
			pullRequest: changes.length > 0 ? result?.pullRequest?.number : void 0,
			changes,
			superseded
		};
	});
}
const leftOutcome = (superseded) => superseded.some(({ reason }) => reason === "frozen") ? "refused" : "superseded";
const undelivered = (violations) => dispositionOf(violations) === "refused" ? "refused" : "failed";

// src/domain/proposal/parts.ts
function partsOf(targets, given) {
	const deliveryOf = ({ settings }) => given ?? settings.delivery ?? "commit";
	const committed = targets.filter((target) => deliveryOf(target) === "commit");
	const groups = /* @__PURE__ */ new Map();
	for (const target of targets) {
		const key = `${target.product} ${deliveryOf(target)}`;
		if (deliveryOf(target) !== "commit") groups.set(key, [...groups.get(key) ?? [], target]);
	}
	return [...committed.length > 0 ? [{
		kind: "commit",
		key: "commit",
		targets: committed
	}] : [], ...[...groups.values()].flatMap((members) => proposalOf(members, deliveryOf))];
}
const proposalOf = (targets, deliveryOf) => {
	const [first] = targets;
	const delivery = first === void 0 ? "commit" : deliveryOf(first);
	if (first === void 0 || delivery === "commit") return [];
	const { product } = first;
	const environments = targets.map(({ environment }) => environment);
	return [{
		kind: "proposal",
		key: branchOf(product, environments),
		product,
		environments,
		delivery,
		targets
	}];
};
function looksOf({ targets }, given) {
	const all = targets.map(({ settings }) => settings);
	const united = (name) => [...new Set(given[name] ?? all.flatMap((settings) => settings[name] ?? []))];
	return {
		labels: united("labels"),
		reviewers: united("reviewers"),
		assignees: united("assignees"),
		draft: given.draft ?? all.some(({ draft }) => draft === true),
		mergeMethod: given.mergeMethod ?? all.find(({ mergeMethod }) => mergeMethod !== void 0)?.mergeMethod
	};
}

// src/domain/message.ts
const LONGEST_HEADLINE = 72;
const MOST_LINES = 500;
function commitMessage(parts) {
	const { changes, reason, overrides = [], trailers } = parts;
	const passed = overrides.map((override) => `Override: ${inert(override)}`);
	const paragraphs = [
		changeLines(changes),
		[...reasonLines(reason), ...passed],
		trailerLines(trailers)
	];
	return {
		headline: headlineOf(parts),
		body: paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")
	};
}
function headlineOf({ kind, changes }) {
	const products = distinct(changes.map(({ product }) => product));
	const environments = distinct(changes.map(({ environment }) => environment));
	const images = distinct(changes.map(({ image }) => image));
	const [verb, to] = kind === "promotion" ? ["Promote", "to"] : ["Roll back", "in"];
	const where = `${verb} ${products.join(", ")} ${to} ${environments.join(", ")}`;
	const countedImages = counted(images, "image");
	const candidates = [
		`${where}: ${steps(changes, "whole")}`,
		`${where}: ${steps(changes, "target")}`,
		`${where}: ${images.map(shortNameAmong(images)).join(", ")}`,
		`${where}: ${countedImages}`,
		`${verb} ${counted(products, "product")} ${to} ${environments.join(", ")}: ${countedImages}`
	];
	const last = `${verb} ${counted(products, "product")} ${to} ${counted(environments, "environment")}: ${countedImages}`;
	return candidates.find((headline) => [...headline].length <= LONGEST_HEADLINE) ?? last;
}
function changeLines(changes) {
	const lines = distinct(changes.map(({ path, from, to }) => `- ${inert(path)}: ${inertReference(from)} → ${inertReference(to)}`));
	const rest = lines.length - MOST_LINES;
	return rest > 0 ? [...lines.slice(0, MOST_LINES), `- and ${rest} more`] : lines;
}
function reasonLines(reason) {
	const text = inert(reason ?? "");
	return text === "" ? [] : [`Reason: ${text}`];
}
function trailerLines(trailers) {
	return distinct(trailers.map(printTrailer));
}
function inert(text) {
	const calmed = calm(text);
	return calmed === text ? text : inert(calmed);
}
const calm = (text) => text.replace(/\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}/gu, "").replace(/\[/g, "(").replace(/\]/g, ")").replace(/\*{2,}/g, "*").replace(/skip-checks/gi, (words) => words.replace("-", " ")).replace(/[a-z][a-z0-9+.-]*:\/\//gi, "").replace(/:\/\//g, ": //").replace(/www\.(?=\S)/gi, "$& ").replace(/(?:mailto|xmpp):(?=\S)/gi, "$& ").replace(/[@#](?=\S)/g, "$& ").replace(/(?<![A-Z0-9])GH-(?=\d)/gi, "$& ").replace(/[\p{C}\p{Z}]+/gu, " ").trim();
const inertReference = (reference) => {
	const text = printReference(reference);
	return /^[\w./:-]+(?<=\w)(?:@[\w.:+-]+)?$/.test(text) && !text.includes("://") ? text : inert(text);
};
const steps = (changes, detail) => {
	const images = distinct(changes.map(({ image }) => image));
	const nameOf = shortNameAmong(images);
	const each = images.map((image) => {
		const own = changes.filter((change) => change.image === image);
		return {
			name: nameOf(image),
			step: stepOf(own, detail)
		};
	});
	return distinct(each.map(({ step }) => step)).map((step) => {
		return `${each.filter((candidate) => candidate.step === step).map(({ name }) => name).join(", ")} ${step}`.trimEnd();
	}).join(", ");
};
const stepOf = (changes, detail) => {
	const spelling = changes.some(({ from, to }) => from.tag === to.tag) ? "digest" : "tag";
	const before = distinct(changes.map(({ from }) => shortVersion(from, spelling)));
	const after = distinct(changes.map(({ to }) => shortVersion(to, spelling))).join(", ");
	const [only = ""] = before;
	return detail === "target" || before.length > 1 || only === "" ? after : `${only} → ${after}`;
};
const shortVersion = ({ tag, digest }, spelling) => {
	if (digest !== void 0 && (tag === void 0 || spelling === "digest")) return inert(shortDigest(digest));
	return tag === void 0 ? "" : inert(shortTag(tag));
};
const shortTag = (tag) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tag) ? tag.slice(0, 7) : tag;
const shortDigest = (digest) => digest.slice(0, digest.indexOf(":") + 8);
const shortNameAmong = (images) => (image) => {
	const parts = image.split("/");
	const unique = parts.map((_, index) => index + 1).find((length) => {
		const suffix = parts.slice(-length).join("/");
		return images.every((other) => other === image || !`/${other}`.endsWith(`/${suffix}`));
	});
	return inert(parts.slice(-(unique ?? parts.length)).join("/"));
};
const counted = (things, noun) => `${things.length} ${things.length === 1 ? noun : `${noun}s`}`;
const distinct = (texts) => [...new Set(texts)];

// src/domain/policy/facts.ts
function isAt({ product, environment }) {
	return (other) => other.product === product && other.environment === environment;
}
function grouped(spots, ruleOf) {
	const groups = /* @__PURE__ */ new Map();
	for (const spot of spots) {
		const key = JSON.stringify(ruleOf(spot.settings)) ?? "";
		groups.set(key, [...groups.get(key) ?? [], spot]);
	}
	return [...groups.values()].flatMap((members) => {
		const [first] = members;
		return first === void 0 ? [] : [{
			settings: first.settings,
			where: placesOf(members)
		}];
	});
}
const MOST_PRODUCTS = 5;
function placesOf(places) {
	const products = [...new Set(places.map(({ product }) => product))];
	const shown = products.slice(0, MOST_PRODUCTS).map((product) => {
		const environments = places.filter((place) => place.product === product).map(({ environment }) => environment);
		return `${listed([...new Set(environments)])} of ${product}`;
	});
	const rest = products.length - shown.length;
	return listed(rest > 0 ? [...shown, `${rest} more products`] : shown);
}

// src/domain/proposal/carried.ts
function ownershipOf({ head, commits }, self) {
	if (commits === 0) return "spent";
	const trailers = parseTrailers(head.message);
	const signed = trailers.some(({ kind }) => kind === "id") && trailers.some(isState);
	const untouched = [
		self,
		"github",
		"web-flow"
	].map(loginOf).includes(loginOf(head.committer));
	return commits === 1 && signed && untouched && loginOf(head.author) === loginOf(self) ? "ours" : "foreign";
}
function loginOf(login) {
	return login.toLowerCase().replace(/\[bot\]$/, "");
}
function carriedBy({ head, pullRequest }, self) {
	const { message } = head;
	const { description = "", editor } = pullRequest ?? {};
	const isCurrent = idIn(message) !== void 0 && idIn(description) === idIn(message);
	const isOurs = editor === void 0 || loginOf(editor) === loginOf(self ?? "");
	const own = deliveriesIn(message);
	const told = isCurrent ? deliveriesIn(description) : own;
	const deliveries = new Map([...told].filter(([key, delivery]) => !isCurrent || isOurs || own.get(key) === delivery));
	const byItem = /* @__PURE__ */ new Map();
	for (const trailer of parseTrailers(message)) {
		if (!isState(trailer)) continue;
		const key = itemKey(trailer.environment, trailer.reference.repository);
		byItem.set(key, {
			trailer,
			delivery: deliveries.get(key) ?? "pull-request"
		});
	}
	return [...byItem.values()];
}
function itemKey(environment, image) {
	return `${environment} ${image}`;
}
function deliveryLines(carried) {
	const lines = carried.filter(({ delivery }) => delivery !== "pull-request").map(({ trailer, delivery }) => `Delivery: ${delivery} ${trailer.environment} ${trailer.reference.repository}`);
	return [...new Set(lines)];
}
const deliveriesIn = (text) => new Map(text.split(/\r?\n/).flatMap(parseDelivery));
const parseDelivery = (line) => {
	const [, delivery, environment = "", image = ""] = /^Delivery: (auto-merge|merge) (\S+) (\S+)$/.exec(line) ?? [];
	if (!isName(environment)) return [];
	return [[itemKey(environment, image), delivery === "merge" ? "merge" : "auto-merge"]];
};
function sameCarried(one, other) {
	return same(one, other, ({ trailer }) => printTrailer(trailer));
}
function sameDeliveries(one, other) {
	return same(one, other, (carried) => deliveryLines([carried]).join(""));
}
const same = (one, other, print) => {
	const [some, more] = [one, other].map((carried) => [...new Set(carried.map(print))].sort().join("\n"));
	return some === more;
};
function idIn(text) {
	return parseTrailers(text).find((trailer) => trailer.kind === "id")?.id;
}
function reasonIn(message) {
	return /^Reason: (.+)$/m.exec(message)?.[1];
}
const isState = (trailer) => trailer.kind === "promotion" || trailer.kind === "rollback";

// src/commands/pending.ts
function decidePending(question, product, proposals) {
	for (const { proposal, carried } of pendingOf(product, proposals)) {
		const { environment, reference } = carried.trailer;
		if (environment !== question.environment || reference.repository !== question.image) continue;
		const decision = decide$1({
			...question,
			current: reference,
			record: recordOf(carried, proposal)
		});
		if (decision.kind === "superseded") return told(decision, proposal);
	}
	return { kind: "pass" };
}
const pendingOf = (product, proposals) => (proposals?.list ?? []).filter((proposal) => proposal.pullRequest !== void 0 && proposal.branch.startsWith(branchesOf(product)) && ownershipOf(proposal, proposals?.self ?? "") === "ours").flatMap((proposal) => carriedBy(proposal).map((carried) => ({
	proposal,
	carried
})));
const recordOf = ({ trailer }, { head }) => trailer.kind === "promotion" ? {
	set: {
		commit: head.id,
		build: {
			source: trailer.source,
			recordedAt: head.committedAt
		}
	},
	holds: []
} : { holds: [{
	reference: trailer.instead,
	because: "rollback",
	commit: head.id
}] };
const told = (decision, { pullRequest }) => {
	const { superseded } = decision;
	const where = `pull request ${pullRequest?.number}`;
	const message = superseded.reason === "older" ? superseded.message.replace(/, which \S+ runs; /, `, which waits in ${where}; `) : `${superseded.message.replace(/\.$/, "")} (in ${where}, which is open).`;
	return {
		...decision,
		superseded: {
			...superseded,
			message
		}
	};
};

// src/commands/records.ts
async function readRecord(item, settings, snapshot) {
	const history = await snapshot.history(historyPathOf(settings, item.path), (commits) => suffices(item, commits));
	return recordOf$1({
		...item,
		history
	});
}
const suffices = (item, commits) => {
	const [newest] = entriesOf({
		...item,
		history: {
			commits,
			complete: false
		}
	});
	return newest?.trailer.kind === "promotion" && sameReference(newest.trailer.reference, item.current);
};

// src/commands/supersede.ts
async function supersede(plan, { promotion, start }, gathered) {
	if (promotion.trigger === "by-hand") return {
		...plan,
		leftOut: []
	};
	const judged = await Promise.all(plan.items.map((item) => judge$2({
		promotion,
		start,
		item
	}, gathered)));
	const leftOut = judged.flatMap(({ superseded }) => superseded === void 0 ? [] : [superseded]);
	return {
		...leaveOut({
			...plan,
			leftOut: []
		}, leftOut, gathered.targets),
		notices: [...plan.notices, ...judged.flatMap(({ notices }) => notices)]
	};
}
function leaveOut(decided, out, targets) {
	if (out.length === 0) return decided;
	const cause = (item) => out.find((one) => one.item === item) ?? out.find(({ item: other }) => other.image === item.image && (belongsTo(other)(item) || other.path === item.path));
	const along = decided.items.filter((item) => item.state === "changed" && !out.some((one) => one.item === item)).flatMap((item) => {
		const superseded = cause(item)?.superseded;
		return superseded === void 0 ? [] : [{
			item,
			superseded
		}];
	});
	const remaining = decided.items.filter((item) => cause(item) === void 0);
	const plan = planPromotion(targets.map((target) => only(remaining, target)));
	return {
		...decided,
		...plan,
		notices: decided.notices,
		leftOut: [
			...decided.leftOut,
			...out,
			...along
		]
	};
}
const judge$2 = async ({ promotion, start, item }, gathered) => {
	const target = gathered.targets.find(belongsTo(item));
	if (target === void 0) return { notices: [] };
	const { environment, image, path, from: current, to: requested, product } = item;
	const { order } = target.settings;
	const question = {
		trigger: promotion.trigger,
		order,
		source: promotion.source,
		environment,
		image,
		requested,
		start
	};
	const pending = decidePending(question, product, gathered.snapshot.proposals);
	if (pending.kind === "superseded") return leave(item, pending);
	if (item.state === "unchanged") return { notices: [] };
	const record = await readRecord({
		environment,
		image,
		path,
		current
	}, target.settings, gathered.snapshot);
	const decision = decide$1({
		...question,
		current,
		record
	});
	const notices = record.notice === void 0 ? [] : [record.notice];
	if (decision.kind === "pass") return { notices };
	const left = leave(item, decision);
	return {
		...left,
		notices: [...notices, ...left.notices]
	};
};
const leave = (item, { superseded, severity }) => ({
	superseded: {
		item,
		superseded
	},
	notices: severity === "warning" ? [{
		message: superseded.message,
		path: item.path,
		line: item.line
	}] : []
});
const belongsTo = ({ product, environment }) => (target) => target.product === product && target.environment === environment;
const only = (items, target) => {
	const asked = new Set(items.filter(belongsTo(target)).map(({ request }) => printImage(request)));
	return {
		...target,
		images: target.images.filter((image) => asked.has(printImage(image)))
	};
};

// src/commands/freeze.ts
function freeze(decided, { promotion, gathered, delivery, now }) {
	const frozen = gathered.targets.flatMap((target) => frozenSpot(target, now) ?? []);
	if (promotion.override === "freeze" && promotion.trigger === "by-hand") return {
		...decided,
		overrides: frozen.map(overrideOf)
	};
	const closed = frozen.filter((spot) => decided.items.some((item) => isAt(spot)(item) && item.state === "changed")).filter((spot) => (delivery ?? spot.settings.delivery) === "commit");
	const leftOut = decided.items.flatMap((item) => leftOutOf(item, closed) ?? []);
	return {
		...leaveOut(decided, leftOut, gathered.targets),
		frozen,
		violations: closed.map(violationOf$3)
	};
}
function overridesIn({ overrides = [] }, changed) {
	return overrides.filter((override) => changed.some(isAt(override))).map(({ text }) => text);
}
const frozenSpot = ({ product, environment, settings }, now) => {
	const frozen = frozenAt(settings, now);
	return frozen && {
		product,
		environment,
		frozen,
		settings
	};
};
const leftOutOf = (item, closed) => {
	const spot = closed.find(isAt(item));
	if (spot === void 0 || item.state === "unchanged") return void 0;
	const { image, environment, to: requested, from: current } = item;
	return {
		item,
		superseded: {
			image,
			requested,
			current,
			reason: "frozen",
			message: `${printReference(requested)} is left out: ${environment} is frozen ${printFrozen(spot.frozen)}.`
		}
	};
};
const violationOf$3 = ({ product, environment, frozen, settings }) => ({
	code: "frozen",
	message: `${quote(environment)} of ${quote(product)} is frozen ${printFrozen(frozen)}.`,
	hint: "Run it again after that, propose it with delivery: pull-request, or let a person promote it with override: freeze and a reason.",
	...settings.origin.freeze
});
const overrideOf = ({ product, environment, frozen }) => ({
	product,
	environment,
	text: `freeze of ${environment} for ${product} ${printFrozen(frozen)}`
});

// src/commands/deliver/plan.ts
function planOf(targets, { decided, gathered }, additional = /* @__PURE__ */ new Map()) {
	if (additional.size === 0 && targets.length === gathered.targets.length) return decided;
	const asked = targets.map((target) => {
		const { product, environment } = target;
		const own = decided.items.filter((item) => item.product === product && item.environment === environment);
		const requests = new Map(own.map(({ request }) => [printImage(request), request]));
		return {
			...target,
			images: [...requests.values(), ...additional.get(environment) ?? []]
		};
	});
	return planPromotion(asked.filter(({ images }) => images.length > 0));
}

// src/commands/deliver/commit.ts
function planCommit(part, scene) {
	return {
		kind: "commit",
		part,
		plan: planOf(part.targets, scene)
	};
}
async function commitPart({ part, plan }, { shipment, gathered, decided, host, log }) {
	const { files, items } = plan;
	const { targets } = part;
	const result = {
		kind: "delivered",
		delivery: "commit",
		targets,
		items,
		files,
		notices: [],
		violations: []
	};
	if (files.length === 0) return {
		...result,
		outcome: "unchanged",
		changed: false
	};
	if (shipment.mode === "dry-run") return {
		...result,
		outcome: "promoted",
		changed: false
	};
	const changed = items.filter(({ state }) => state === "changed");
	const { kind, reason, id, run, trailerOf } = shipment;
	const trailers = [
		...changed.map(trailerOf),
		...run === void 0 ? [] : [run],
		{
			kind: "id",
			id
		}
	];
	const overrides = overridesIn(decided, changed);
	const message = commitMessage({
		kind,
		changes: changed.map(changeOf),
		reason,
		overrides,
		trailers
	});
	const written = await host.commit(gathered.snapshot, {
		id,
		message,
		files
	});
	if (written.kind === "branch-moved") return written;
	const commit = written.kind === "committed" ? written.commit : void 0;
	log.info(commit === void 0 ? `Changed ${files.length} files.` : `Committed ${commit}.`);
	return {
		...result,
		outcome: "promoted",
		changed: true,
		commit
	};
}

// src/domain/config/images.ts
function imageAllowed({ images }, image) {
	return images === void 0 || images.some((pattern) => matches(pattern, image));
}
function literalImages({ images }) {
	return [...new Set((images ?? []).filter((pattern) => !isGlob(pattern)))];
}

// src/domain/proposal/again.ts
function planAgain({ trailer }, targets) {
	const { reference, environment } = trailer;
	const target = targets.find((candidate) => candidate.environment === environment);
	if (target === void 0) return {
		kind: "dropped",
		why: `${environment} is not asked for any more`
	};
	const problem = problemOf(target, trailer);
	if (problem !== void 0) return {
		kind: "dropped",
		why: problem
	};
	const request = {
		name: reference.repository,
		tag: reference.tag,
		digest: reference.digest
	};
	const items = attempt$1({
		...target,
		images: [request]
	});
	if (typeof items === "string") return {
		kind: "dropped",
		why: items
	};
	const item = items.find(({ state }) => state === "changed");
	if (item === void 0) return { kind: "settled" };
	return trailer.kind === "rollback" && !sameReference(item.from, trailer.instead) ? {
		kind: "dropped",
		why: `${environment} runs ${printReference(item.from)} by now`
	} : {
		kind: "changes",
		request,
		item
	};
}
const problemOf = ({ settings: { images, tags } }, trailer) => {
	const { reference, environment, kind } = trailer;
	const { tag } = reference;
	if (!imageAllowed({ images }, reference.repository)) return `the configuration does not allow it in ${environment}`;
	if (kind === "rollback" || tags === void 0) return void 0;
	return tag !== void 0 && tags.some((pattern) => matches(pattern, tag)) ? void 0 : `the configuration does not allow its tag in ${environment}`;
};
const attempt$1 = (target) => {
	try {
		return planPromotion([target]).items;
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return error.message.replace(/\.$/, "").replace(/^./, (first) => first.toLowerCase());
	}
};

// src/domain/policy/standing.ts
function isAbout(image, called) {
	return ({ current, names }) => current.repository === image || called.some((name) => names.includes(name));
}
function testimonyOf({ environment, path, current, history }, asked) {
	if (isSame$1(current, asked.to)) return { kind: "runs" };
	if (history === void 0) return { kind: "unknown" };
	const entries = entriesOf({
		environment,
		path,
		current,
		history,
		image: asked.image
	});
	if (cameFrom(current, entries, asked)) return { kind: "runs" };
	for (const [index, { trailer, commit }] of entries.entries()) {
		const older = entries.slice(index);
		if (trailer.kind === "rollback" && matchesAt(trailer.instead, older, asked)) return {
			kind: "rolled-back",
			commit: commit.id
		};
		if (matchesAt(trailer.reference, older, asked)) return {
			kind: "has-run",
			commit: commit.id
		};
	}
	return { kind: "unknown" };
}
function bringsSame(a, b) {
	return printImage(a.request) === printImage(b.request) || isSame$1(a.to, b.to);
}
const isSame$1 = (a, b) => {
	if (a.digest !== void 0 && b.digest !== void 0) return a.digest === b.digest;
	return a.tag !== void 0 && printReference({
		...a,
		digest: void 0
	}) === printReference({
		...b,
		digest: void 0
	});
};
const matchesAt = (reference, entries, asked) => isSame$1(reference, asked.to) || cameFrom(reference, entries, asked);
const cameFrom = (reference, entries, { source }) => {
	const build = buildOf(reference, entries)?.source;
	const repositories = [source?.repository, build?.repository].flatMap((name) => name?.toLowerCase() ?? []);
	return source?.sha !== void 0 && build?.sha === source.sha && new Set(repositories).size < 2;
};

// src/domain/policy/requires.ts
const requires = (facts) => facts.remaining.filter(({ state }) => state === "changed").flatMap((item) => unmet(item, facts) ?? []);
function unmet(item, facts) {
	const settings = facts.spots.find(isAt(item))?.settings;
	if (settings?.requires === void 0) return void 0;
	const lack = lackOf(item, settings.requires, facts);
	return lack && {
		...violationOf$2(item, settings.requires, lack),
		...settings.origin.requires
	};
}
const lackOf = (item, required, facts) => {
	const there = isAt({
		product: item.product,
		environment: required
	});
	const together = (other) => there(other) && bringsSame(other, item);
	if (facts.remaining.some(together)) return void 0;
	const testimonies = facts.testimonies.filter((one) => one.item === item);
	if (testimonies.some(({ testimony: { kind } }) => kind === "runs" || kind === "has-run")) return void 0;
	return {
		testimonies,
		leftOut: facts.items.filter(together)
	};
};
const violationOf$2 = (item, required, lack) => {
	return {
		code: "requirement-unmet",
		message: `${`${item.environment} requires ${required} to run ${quote(printReference(item.to))} first`}; ${reasonOf$2(item, required, lack)}.`,
		hint: hintOf(item, required, lack)
	};
};
const reasonOf$2 = ({ product }, required, { testimonies, leftOut }) => {
	if (leftOut.length > 0) return `the same request asks for it in ${required}, where it is left out`;
	const back = testimonies.flatMap(({ testimony }) => testimony.kind === "rolled-back" ? [testimony.commit] : [])[0];
	if (back !== void 0) return `it was rolled back there in commit ${back.slice(0, 7)}`;
	const running = testimonies.map(({ standing: { current, path, line } }) => `${quote(printReference(current))} (${path}, line ${line})`);
	if (running.length === 0) return `the manifests of ${product} in ${required} list no such image`;
	const unread = testimonies.some(({ standing }) => standing.history?.complete === false);
	return `${required} runs ${listed([...new Set(running)])}${unread ? ", and older records are not read" : ""}`;
};
const hintOf = ({ product, environment }, required, { testimonies, leftOut }) => {
	if (leftOut.length > 0) return `Promote it to ${environment} when ${required} runs it.`;
	if (testimonies.length === 0) return `List the image in the manifests of ${product} in ${required}, and promote it there first.`;
	return `Promote it to ${required} first, or name ${required} and ${environment} in one request.`;
};

// src/commands/standings.ts
function requiredSpots(config, spots) {
	const others = spots.flatMap(({ product, settings: { requires } }) => requires === void 0 ? [] : spotsOf(config, {
		products: [product],
		environments: [requires]
	})).filter((spot) => !spots.some(isAt(spot)));
	return [...new Map(others.map((spot) => [`${spot.product} ${spot.environment}`, spot])).values()];
}
async function readTestimonies(remaining, gathered, identityOf) {
	const questions = requirementsOf(remaining, gathered).map(async ({ spot, items }) => {
		const standings = await standingsIn(spot, gathered.snapshot);
		return items.flatMap((item) => {
			const { source, names } = identityOf(item);
			return standings.filter(isAbout(item.image, names)).map((standing) => ({
				item,
				standing,
				spot,
				source
			}));
		});
	});
	const asked = (await Promise.all(questions)).flat();
	return Promise.all(asked.map((question) => testify(question, gathered.snapshot)));
}
const requirementsOf = (remaining, { config, targets }) => {
	const changed = remaining.filter(({ state }) => state === "changed");
	return targets.flatMap((target) => {
		const { requires } = target.settings;
		const items = changed.filter(isAt(target));
		if (requires === void 0 || items.length === 0) return [];
		return spotsOf(config, {
			products: [target.product],
			environments: [requires]
		}).map((spot) => ({
			spot,
			items
		}));
	});
};
const standingsIn = async (spot, snapshot) => {
	try {
		const [found] = await readManifests(snapshot, [spot]);
		const { product, environment } = spot;
		return listedIn(found?.files ?? []).map(({ image: current, names, path, line }) => ({
			product,
			environment,
			path,
			line,
			names,
			current
		}));
	} catch (error) {
		if (error instanceof PromotionError) return [];
		throw error;
	}
};
const testify = async ({ item, standing, spot, source }, snapshot) => {
	const { to, image } = item;
	const judge = (history) => testimonyOf({
		...standing,
		history
	}, {
		to,
		image,
		source
	});
	if (judge().kind !== "unknown") return {
		item,
		standing,
		testimony: judge()
	};
	const tells = (commits) => judge({
		commits,
		complete: false
	}).kind !== "unknown";
	const history = await snapshot.history(historyPathOf(spot.settings, standing.path), tells);
	return {
		item,
		standing: {
			...standing,
			history
		},
		testimony: judge(history)
	};
};

// src/commands/deliver/required.ts
async function unmetAmong(kept, { gathered, decided }) {
	const requiring = kept.filter(({ carried }) => carried.trailer.kind === "promotion");
	const kin = new Map(requiring.map((one) => [one.again.item, one]));
	const testimonies = await readTestimonies([...kin.keys()], gathered, (item) => ({
		source: sourceOf$2(kin.get(item)),
		names: namesOf(item, gathered.targets)
	}));
	return leaving(requiring, [...decided.items, ...kept.map(({ again }) => again.item)], {
		spots: gathered.targets,
		testimonies
	});
}
const leaving = (kept, remaining, grounds) => {
	const out = kept.flatMap((one) => {
		const violation = unmet(one.again.item, {
			...grounds,
			items: remaining,
			remaining
		});
		return violation === void 0 ? [] : [{
			one,
			why: violation.message.replace(/\.$/, "")
		}];
	});
	if (out.length === 0) return [];
	const gone = new Set(out.map(({ one }) => one));
	const items = new Set(out.map(({ one }) => one.again.item));
	const staying = kept.filter((one) => !gone.has(one));
	return [...out, ...leaving(staying, remaining.filter((item) => !items.has(item)), grounds)];
};
const sourceOf$2 = (one) => one?.carried.trailer.kind === "promotion" ? one.carried.trailer.source : {};
const namesOf = ({ product, environment, path, from }, targets) => targets.filter((target) => target.product === product && target.environment === environment).flatMap(({ files }) => listedIn(files.filter((file) => file.path === path))).filter(({ image }) => image.repository === from.repository).flatMap(({ names }) => names);

// src/commands/deliver/keep.ts
async function keep(carried, { proposal, targets }, scene) {
	const products = new Set(targets.map(({ product }) => product));
	const named = new Set(scene.decided.items.filter(({ product }) => products.has(product)).map(({ environment, image }) => itemKey(environment, image)));
	const unnamed = carried.filter(({ trailer }) => !named.has(itemKey(trailer.environment, trailer.reference.repository)));
	const judged = await Promise.all(unnamed.map(async (one) => ({
		one,
		again: await judge$1(one, {
			proposal,
			targets
		}, scene)
	})));
	const passing = judged.flatMap(({ one, again }) => again.kind === "changes" ? [{
		carried: one,
		again
	}] : []);
	const unmet = await unmetAmong(passing, scene);
	return {
		kept: passing.filter((kept) => !unmet.some(({ one }) => one === kept)),
		notices: [...judged.flatMap(({ one, again }) => again.kind === "dropped" ? [dropped(one, proposal, again.why)] : []), ...unmet.map(({ one, why }) => dropped(one.carried, proposal, why))]
	};
}
const judge$1 = async (carried, { proposal, targets }, scene) => {
	const again = planAgain(carried, targets);
	const target = targets.find(({ environment }) => environment === carried.trailer.environment);
	if (again.kind !== "changes" || target === void 0 || carried.trailer.kind === "rollback") return again;
	const { environment, image, path, from: current } = again.item;
	const record = await readRecord({
		environment,
		image,
		path,
		current
	}, target.settings, scene.gathered.snapshot);
	if (decide$1({
		trigger: "automatic",
		order: target.settings.order,
		environment,
		image,
		requested: again.item.to,
		current,
		source: carried.trailer.source,
		record,
		start: proposal.head.committedAt
	}).kind === "pass") return again;
	return {
		kind: "dropped",
		why: `${environment} runs ${printReference(current)}, which is newer or was gone back to`
	};
};
const dropped = ({ trailer }, { pullRequest, branch }, why) => {
	return { message: `${pullRequest === void 0 ? branch : `Pull request ${pullRequest.number}`} no longer carries ${printReference(trailer.reference)} for ${trailer.environment}: ${why}.` };
};
function isKept(kept, { environment, image }) {
	return kept.find(({ again }) => again.item.environment === environment && again.item.image === image);
}

// src/commands/deliver/draft.ts
async function planProposal(part, scene) {
	const { shipment, gathered, host } = scene;
	const { proposals } = gathered.snapshot;
	if (host.pullRequests === void 0 || proposals === void 0) return unreadable(part);
	const standing = proposals.list.find(({ branch }) => branch === part.key);
	const carried = carriedOf$1(standing, proposals);
	if (standing?.pullRequest !== void 0) checkBase(standing, gathered.snapshot.branch);
	const keeping = standing === void 0 || carried.length === 0 ? {
		kept: [],
		notices: []
	} : await keep(carried, {
		proposal: standing,
		targets: part.targets
	}, scene);
	const plan = planOf(part.targets, scene, requestsOf(keeping.kept));
	const items = plan.items.filter(({ state }) => state === "changed").map((item) => carriedItem(item, {
		part,
		scene,
		carried,
		kept: keeping.kept
	}));
	if (standing !== void 0 && items.length > 0) checkForeign(standing, proposals);
	const reason = reasonOf$1(shipment.reason, keeping.kept, standing);
	const { run, id, kind } = shipment;
	const trailers = [
		...items.map(({ trailer }) => trailer),
		...run === void 0 ? [] : [run],
		{
			kind: "id",
			id
		}
	];
	const changes = items.map(({ item }) => changeOf(item));
	const { headline, body } = commitMessage({
		kind,
		changes,
		reason,
		overrides: overridesIn(scene.decided, changes),
		trailers
	});
	const isCurrent = standing !== void 0 && sameCarried(items, carried) && isUpToDate(standing, scene);
	return {
		kind: "proposal",
		part,
		pullRequests: host.pullRequests,
		proposals,
		standing,
		plan,
		items,
		looks: looksOf(part, shipment.settings),
		reason,
		trailers,
		message: {
			headline,
			body: [body, ...deliveryLines(items)].join("\n")
		},
		carried,
		state: isCurrent ? "current" : "outdated",
		notices: keeping.notices
	};
}
const unreadable = ({ product }) => fail("permission-missing", `The token may not read pull requests, so none can be opened for ${quote(product)}.`, "Give the token Pull requests: write (\"permissions: pull-requests: write\" for the workflow's own token), or set delivery: commit.");
const carriedOf$1 = (standing, { self }) => standing !== void 0 && !standing.declined && ownershipOf(standing, self) === "ours" ? carriedBy(standing, self) : [];
const checkBase = ({ branch, pullRequest }, base) => {
	if (pullRequest === void 0 || pullRequest.base === base) return;
	fail("branch-taken", `Pull request ${pullRequest.number} from ${quote(branch)} is open for the branch ${quote(pullRequest.base)}, not for ${quote(base)}.`, "Merge or close it, then run this again.");
};
const checkForeign = (standing, { self }) => {
	if (ownershipOf(standing, self) !== "foreign") return;
	const { branch, head, pullRequest } = standing;
	const where = pullRequest === void 0 ? "" : ` of pull request ${pullRequest.number}`;
	fail("foreign-commit", `The branch ${quote(branch)}${where} has a commit that ${quote(self)} has not made (${head.id.slice(0, 7)} by ${quote(head.author)}), which an update would lose.`, "Merge or close the pull request and delete its branch, or take the commit off it; then run this again.");
};
const requestsOf = (kept) => {
	const requests = /* @__PURE__ */ new Map();
	for (const { again, carried } of kept) {
		const { environment } = carried.trailer;
		requests.set(environment, [...requests.get(environment) ?? [], again.request]);
	}
	return requests;
};
const carriedItem = (item, { part, scene, carried, kept }) => {
	const stays = isKept(kept, item);
	if (stays !== void 0) return {
		...stays.carried,
		item
	};
	const key = itemKey(item.environment, item.image);
	const before = carried.find(({ trailer }) => itemKey(trailer.environment, trailer.reference.repository) === key);
	const trailer = scene.shipment.trailerOf(item);
	return {
		item,
		delivery: part.delivery,
		trailer: isNews(trailer, before?.trailer) ? trailer : before?.trailer ?? trailer
	};
};
const isNews = (trailer, before) => {
	if (trailer.kind === "rollback" || before?.kind !== "promotion") return true;
	return !(trailer.reference.tag === before.reference.tag && trailer.reference.digest === before.reference.digest) || Object.values(trailer.source).some((part) => part !== void 0);
};
const isUpToDate = ({ head, pullRequest, commits }, { gathered }) => commits === 1 && (head.parent === gathered.snapshot.commit || pullRequest?.merges === "clean");
const reasonOf$1 = (own, kept, standing) => {
	const earlier = kept.length > 0 && standing !== void 0 ? reasonIn(standing.head.message) : void 0;
	if (own === void 0 || earlier === void 0 || earlier.includes(own)) return own ?? earlier;
	return `${own}; ${earlier}`.slice(0, 300);
};

// src/domain/proposal/description.ts
const LONGEST = 6e4;
const MOST_TRAILERS = 3e4;
function describe(parts) {
	const trailers = fence("text", [...fitting(parts.trailers.map(printTrailer)), ...fitting(parts.deliveries)]);
	const frame = [
		...introduction(parts),
		"",
		...header,
		...facts(parts),
		"",
		...trailers
	].join("\n");
	const rows = [];
	let length = frame.length + 200;
	for (const item of parts.items) {
		const next = rowOf(item, parts);
		length += next.length + 1;
		if (length > LONGEST) break;
		rows.push(next);
	}
	const rest = parts.items.length - rows.length;
	return [
		...introduction(parts),
		"",
		...header,
		...rows,
		...rest > 0 ? ["", `And ${rest} more, see the commit.`] : [],
		"",
		...facts(parts),
		"",
		...trailers
	].join("\n");
}
const introduction = ({ kind, product, items }) => {
	const environments = listed([...new Set(items.map(({ change }) => prose(change.environment)))]);
	return [`${kind === "promotion" ? "Promotes" : "Rolls back"} **${prose(product)}** ${kind === "promotion" ? "to" : "in"} **${environments}**.`];
};
const header = [row([
	"Environment",
	"Image",
	"From",
	"To",
	"Source",
	"Where"
]), row([
	"---",
	"---",
	"---",
	"---",
	"---",
	"---"
])];
const rowOf = (item, parts) => {
	const { change, trailer } = item;
	const { path, line } = change;
	const file = address(parts.server, [
		parts.repository,
		"blob",
		parts.commit,
		path
	]);
	const comparison = compare(item, parts.server);
	const to = code(shortReference(printReference(change.to), change.image));
	return row([
		prose(change.environment),
		code(change.image),
		code(shortReference(printReference(change.from), change.image)),
		comparison === void 0 ? to : `${to} (${link("compare", comparison)})`,
		trailer.kind === "rollback" ? "rollback" : sourceOf$1(trailer.source, parts.server),
		link(code(printPlace({
			path,
			line
		})), file === void 0 ? void 0 : `${file}#L${line}`)
	]);
};
const sourceOf$1 = ({ repository, sha, ref, workflow, runNumber }, server) => {
	const commit = repository === void 0 || sha === void 0 ? void 0 : [
		repository,
		"commit",
		sha
	];
	const place = [repository, sha?.slice(0, 7)].filter((part) => part !== void 0).join("@");
	const run = [workflow, runNumber && `#${runNumber}`].filter(Boolean).join(" ");
	return [
		place === "" ? "" : link(code(place), commit && address(server, commit)),
		ref === void 0 ? "" : code(ref.replace(/^refs\/(heads|tags)\//, "")),
		run === "" ? "" : prose(run)
	].filter((part) => part !== "").join(" ");
};
const compare = ({ change, trailer, before }, server) => {
	if (trailer.kind !== "promotion" || trailer.source.repository === void 0) return void 0;
	const { repository, sha } = trailer.source;
	const range = (before?.repository?.toLowerCase() === repository.toLowerCase() && before?.sha !== void 0 && sha !== void 0 ? `${before.sha}...${sha}` : void 0) ?? rangeOf({
		from: printReference(change.from),
		to: printReference(change.to)
	}, trailer.source);
	return range === void 0 ? void 0 : address(server, [
		repository,
		"compare",
		range
	]);
};
const facts = ({ reason, asker, run, delivery, base, items }) => {
	const files = new Set(items.map(({ change }) => change.path)).size;
	const asked = [asker === void 0 ? void 0 : code(asker), run === void 0 ? void 0 : link("this run", run)].filter((part) => part !== void 0);
	const branch = code(base);
	const after = `it changes ${files === 1 ? "one file" : `${files} files`} on ${branch}, which is what Argo CD follows.`;
	const ways = {
		"pull-request": `Somebody has to merge it; then ${after}`,
		"auto-merge": `GitHub merges it when its requirements are met; then ${after}`,
		merge: `It is to be merged at once; then ${after}`
	};
	return [
		...asked.length > 0 ? [`- **Asked for by:** ${asked.join(" in ")}`] : [],
		...reason === void 0 ? [] : [`- **Reason:** ${prose(reason)}`],
		`- **What happens next:** ${ways[delivery]}`
	];
};
const fitting = (lines) => {
	const unique = [...new Set(lines)];
	let length = 0;
	const last = unique.slice(-2);
	return [...unique.slice(0, -2).filter((line) => {
		length += line.length + 1;
		return length < MOST_TRAILERS;
	}), ...last];
};

// src/commands/deliver/dress.ts
async function dress({ looks, pullRequests }, pullRequest, asking) {
	const again = asking === "again" ? pullRequest.approvers : [];
	const attributes = {
		labels: missing(looks.labels, pullRequest.labels),
		assignees: missing(looks.assignees, pullRequest.assignees),
		reviewers: [.../* @__PURE__ */ new Set([...missing(looks.reviewers, pullRequest.reviewers), ...again])]
	};
	return Object.values(attributes).every(({ length }) => length === 0) ? [] : pullRequests.dress(pullRequest, attributes);
}
const missing = (wanted, present) => {
	const there = new Set(present.map(loginOf));
	return wanted.filter((name) => !there.has(loginOf(name)));
};

// src/domain/proposal/method.ts
const preferred = [
	"squash",
	"merge",
	"rebase"
];
function chooseMethod(wanted, { settings, rules }) {
	const allowed = preferred.filter((method) => settings.includes(method) && (rules?.includes(method) ?? true));
	const method = wanted ?? allowed[0];
	if (method !== void 0 && allowed.includes(method)) return {
		kind: "chosen",
		method
	};
	return {
		kind: "refused",
		by: (wanted === void 0 ? settings.length === 0 : !settings.includes(wanted)) ? "settings" : "rules",
		allowed
	};
}

// src/commands/deliver/land.ts
async function land(open, scene) {
	const { draft, pullRequest } = open;
	const { delivery } = draft.part;
	const obstacle = delivery === "pull-request" ? void 0 : obstacleOf(open, scene);
	if (delivery === "pull-request" || obstacle !== void 0) {
		if (pullRequest.waits !== "idle") {
			const disarmed = await draft.pullRequests.disarm(pullRequest);
			if (disarmed.kind === "branch-moved") return disarmed;
		}
		return {
			kind: "landed",
			outcome: "proposed",
			violations: obstacle === void 0 ? [] : [obstacle]
		};
	}
	if (delivery === "auto-merge" && pullRequest.waits !== "idle") return {
		kind: "landed",
		outcome: "armed",
		violations: []
	};
	return carryOut(open, delivery, scene);
}
const carryOut = async ({ draft, pullRequest, message, commit }, delivery, { gathered }) => {
	const choice = chooseMethod(draft.looks.mergeMethod, pullRequest.methods);
	const how = delivery === "merge" ? "merge" : "arm";
	if (choice.kind === "refused" && !(how === "arm" && pullRequest.queue)) return {
		kind: "landed",
		outcome: "proposed",
		violations: [methodViolation(choice, draft.looks.mergeMethod, gathered.snapshot.branch)]
	};
	const landed = await draft.pullRequests.land(gathered.snapshot, pullRequest, {
		how,
		head: commit,
		method: choice.kind === "chosen" ? choice.method : "merge",
		message: mergeMessage(message, pullRequest.number)
	});
	switch (landed.kind) {
		case "branch-moved": return landed;
		case "merged": return {
			kind: "landed",
			outcome: "promoted",
			commit: landed.commit,
			violations: []
		};
		case "armed": return {
			kind: "landed",
			outcome: "armed",
			violations: []
		};
		case "refused": return {
			kind: "landed",
			outcome: "proposed",
			violations: [landed.violation]
		};
	}
};
const mergeMessage = (message, number) => {
	const [headline = "", ...rest] = message.split("\n");
	const body = rest.filter((line) => !/^Delivery: /.test(line));
	return {
		headline: `${headline} (#${number})`,
		body: body.join("\n").trim()
	};
};
const obstacleOf = ({ draft, pullRequest }, { decided }) => {
	const { number } = pullRequest;
	const reviewed = draft.items.filter(({ delivery }) => delivery === "pull-request").map(({ item }) => item);
	if (reviewed.length > 0) return {
		code: "not-merged",
		message: `Pull request ${number} stays open: it carries ${listed([...new Set(reviewed.map(({ image, environment }) => `${image} for ${environment}`))].map(quote))}, which was proposed for review.`,
		hint: "Review and merge it, or ask for all that it carries with the same delivery."
	};
	const frozen = (decided.frozen ?? []).find(({ product, environment }) => draft.items.some(({ item }) => item.product === product && item.environment === environment));
	if (frozen !== void 0) return {
		code: "frozen",
		message: `Pull request ${number} stays open: ${frozen.environment} of ${frozen.product} is frozen.`,
		hint: "Run it again when the freeze is over."
	};
	if (!pullRequest.draft) return void 0;
	return {
		code: "not-merged",
		message: `Pull request ${number} stays open: it is a draft.`,
		hint: "Mark it as ready for review, or do not set draft together with the delivery auto-merge or merge."
	};
};
const methodViolation = ({ by, allowed }, wanted, branch) => {
	const method = wanted === void 0 ? "no merge method" : `no merge-method ${wanted}`;
	const others = allowed.length === 0 ? "" : `, or set merge-method to ${allowed.join(" or ")}`;
	return by === "settings" ? {
		code: "not-merged",
		message: `The settings of the manifest repository allow ${method}.`,
		hint: `Allow it under Settings, General, Pull Requests${others}.`
	} : {
		code: "not-merged",
		message: `The rules of the branch ${quote(branch)} allow ${method}.`,
		hint: `Allow it in the ruleset under Settings, Rules${others}.`
	};
};

// src/commands/deliver/settled.ts
async function closeOwn({ standing, proposals, pullRequests }, { gathered, log }) {
	if (standing === void 0 || ownershipOf(standing, proposals.self) !== "ours") return {
		changed: false,
		notices: []
	};
	const comment = `Nothing of this is left to do: \`${inert(gathered.snapshot.branch)}\` has it all already.`;
	const notices = await pullRequests.close(gathered.snapshot, standing, comment);
	log.info(`${standing.branch} has nothing left to propose.`);
	return {
		changed: notices.length === 0,
		notices
	};
}
async function closeSettled(parts, scene, ledger) {
	const { gathered, host, shipment, log } = scene;
	const { proposals } = gathered.snapshot;
	const { pullRequests } = host;
	if (pullRequests === void 0 || proposals === void 0 || shipment.mode === "dry-run") return [];
	const own = new Set(parts.map(({ key }) => key));
	const others = proposals.list.filter((proposal) => proposal.pullRequest?.base === gathered.snapshot.branch && !own.has(proposal.branch) && ownershipOf(proposal, proposals.self) === "ours");
	const notices = [];
	for (const proposal of others) {
		const reasons = reasonsToClose(proposal, {
			scene,
			parts,
			ledger
		});
		if (reasons === void 0) continue;
		log.info(`Closing pull request ${proposal.pullRequest?.number}: all that it carries is settled.`);
		notices.push(...await pullRequests.close(gathered.snapshot, proposal, commentOf(reasons)));
	}
	return notices;
}
const reasonsToClose = (proposal, circumstances) => {
	const carried = carriedBy(proposal);
	const targets = circumstances.scene.gathered.targets.filter(({ product }) => proposal.branch.startsWith(branchesOf(product)));
	const known = carried.map((one) => reasonOf(one, targets, circumstances)).filter((reason) => reason !== void 0);
	return known.length === carried.length && known.length > 0 ? known : void 0;
};
const reasonOf = (carried, targets, { scene, parts, ledger }) => {
	const { environment, reference } = carried.trailer;
	const target = targets.find((candidate) => candidate.environment === environment);
	if (target === void 0) return void 0;
	const what = `${printReference(reference)} for ${environment}`;
	const key = itemKey(environment, reference.repository);
	const named = scene.decided.items.find((item) => item.product === target.product && itemKey(item.environment, item.image) === key);
	if (named === void 0) return planAgain(carried, [target]).kind === "settled" ? `${inert(what)} is on the branch already` : void 0;
	const part = parts.find(({ targets }) => targets.some((one) => one.product === target.product && one.environment === environment));
	const result = part === void 0 ? void 0 : ledger.get(part.key);
	if (result === void 0) return void 0;
	const { pullRequest, outcome } = result;
	const now = inert(printReference(named.to));
	if (pullRequest !== void 0 && outcome !== "promoted") return `${inert(what)} is covered by #${pullRequest.number}, which has ${now}`;
	return `${inert(what)} is overtaken: the branch has ${now}`;
};
const commentOf = (reasons) => [
	"Closed, since nothing of this is left to do:",
	"",
	...reasons.slice(0, 50).map((reason) => `- ${reason}`)
].join("\n");

// src/commands/deliver/propose.ts
async function propose(draft, scene) {
	const { part, items, standing } = draft;
	const { files } = draft.plan;
	const { targets, delivery } = part;
	const result = {
		kind: "delivered",
		delivery,
		targets,
		items: requested(draft, scene),
		files,
		violations: []
	};
	if (scene.shipment.mode === "dry-run") return {
		...result,
		...wouldBe(draft),
		changed: false,
		notices: draft.notices
	};
	if (items.length === 0) {
		const closed = await closeOwn(draft, scene);
		return {
			...result,
			...closed,
			outcome: "unchanged",
			notices: [...draft.notices, ...closed.notices]
		};
	}
	const branch = await write(draft, scene);
	if (branch.kind === "branch-moved") return branch;
	const open = standing?.pullRequest;
	const dressed = open === void 0 ? [] : await dress(draft, open, isStale(open, branch) ? "again" : "once");
	const announced = await announce(draft, branch, scene);
	if (announced.kind === "branch-moved") return announced;
	const { pullRequest, isAnnounced } = announced;
	const changed = branch.isNew || isAnnounced;
	const added = open === void 0 ? await dress(draft, pullRequest, "once") : [];
	const landed = await land({
		draft,
		pullRequest,
		message: branch.message,
		commit: branch.commit
	}, scene);
	if (landed.kind === "branch-moved") return landed;
	const { number, url } = pullRequest;
	scene.log.info(`Pull request ${number} is ${landed.outcome}: ${url}`);
	return {
		...result,
		outcome: landed.outcome,
		violations: landed.violations,
		changed: changed || landed.outcome === "promoted" || isOurs(branch.message, scene),
		commit: landed.commit ?? branch.commit,
		pullRequest: {
			number,
			url
		},
		notices: [
			...draft.notices,
			...announced.notices,
			...dressed,
			...added,
			...approvalNotice(draft, changed, landed.outcome)
		]
	};
}
const requested = ({ part, plan }, { decided }) => {
	const asked = new Set(decided.items.map(({ product, environment, image }) => `${product} ${itemKey(environment, image)}`));
	return plan.items.filter(({ environment, image }) => asked.has(`${part.product} ${itemKey(environment, image)}`));
};
const wouldBe = ({ items, part, standing }) => {
	const outcomes = {
		"pull-request": "proposed",
		"auto-merge": "armed",
		merge: "promoted"
	};
	if (items.length === 0) return { outcome: "unchanged" };
	const open = standing?.pullRequest;
	return {
		outcome: outcomes[part.delivery],
		pullRequest: open && {
			number: open.number,
			url: open.url
		}
	};
};
const isOurs = (message, { shipment }) => idIn(message) === shipment.id;
const write = async (draft, { shipment, gathered, log }) => {
	const { part, standing, message, plan, state, pullRequests } = draft;
	if (state === "current" && standing !== void 0) {
		log.info(`${part.key} is up to date.`);
		return {
			kind: "written",
			commit: standing.head.id,
			message: standing.head.message,
			isNew: false
		};
	}
	const request = {
		id: shipment.id,
		message,
		files: plan.files
	};
	const written = await pullRequests.write(gathered.snapshot, {
		branch: part.key,
		standing,
		commit: request
	});
	if (written.kind === "branch-moved") return written;
	log.info(`${part.key} has ${written.commit}.`);
	return {
		kind: "written",
		commit: written.commit,
		message: `${message.headline}\n\n${message.body}`,
		isNew: true
	};
};
const isStale = ({ description }, { message }) => idIn(description) !== idIn(message);
const announce = async (draft, branch, scene) => {
	const { part, standing, looks, pullRequests } = draft;
	const open = standing?.pullRequest;
	if (open !== void 0 && !isStale(open, branch) && sameDeliveries(draft.items, draft.carried)) return {
		kind: "announced",
		pullRequest: open,
		notices: [],
		isAnnounced: false
	};
	const announced = await pullRequests.announce(scene.gathered.snapshot, {
		branch: part.key,
		commit: branch.commit,
		standing: standing && open && {
			pullRequest: open,
			head: standing.head.id
		},
		title: branch.message.split("\n", 1).join(),
		description: await description(draft, branch, scene),
		draft: looks.draft,
		comment: open?.approved && isStale(open, branch) ? COMMENT : void 0
	});
	return announced.kind === "branch-moved" ? announced : {
		...announced,
		isAnnounced: true
	};
};
const COMMENT = "This pull request has changed after it was approved: see its description for what it carries now. Please review it again.";
const description = async (draft, branch, scene) => {
	const { part, proposals, reason, trailers } = draft;
	const { shipment, gathered } = scene;
	const { snapshot } = gathered;
	const run = trailers.find((trailer) => trailer.kind === "run");
	const id = {
		kind: "id",
		id: idIn(branch.message) ?? shipment.id
	};
	return describe({
		kind: shipment.kind,
		delivery: part.delivery,
		product: part.product,
		base: snapshot.branch,
		items: await Promise.all(draft.items.map(async (item) => described(item, scene))),
		reason,
		asker: shipment.asker,
		run: run?.kind === "run" ? run.address : void 0,
		trailers: [...trailers.filter(({ kind }) => kind !== "id"), id],
		deliveries: deliveryLines(draft.items),
		server: proposals.server,
		repository: proposals.repository,
		commit: branch.commit
	});
};
const described = async ({ item, trailer }, { gathered }) => {
	const { environment, image, path, from: current, product } = item;
	const target = gathered.targets.find((one) => one.product === product && one.environment === environment);
	const record = target === void 0 ? void 0 : await readRecord({
		environment,
		image,
		path,
		current
	}, target.settings, gathered.snapshot);
	return {
		change: changeOf(item),
		trailer,
		before: record && travellingSource(record)
	};
};
const approvalNotice = ({ proposals, part }, changed, outcome) => !changed || outcome === "promoted" || loginOf(proposals.self) !== "github-actions" ? [] : [{
	message: `The checks of ${part.key} wait until somebody with write access approves them: it was written with the workflow's own token.`,
	hint: "Use the token of a GitHub App in the input token, so that checks start by themselves."
}];

// src/commands/deliver.ts
function givenDelivery({ delivery }, { pullRequests }) {
	return pullRequests === void 0 ? "commit" : delivery;
}
async function deliver(scene, ledger) {
	const { shipment, gathered, host } = scene;
	const parts = partsOf(gathered.targets, givenDelivery(shipment.settings, host));
	const pending = parts.filter(({ key }) => !ledger.has(key));
	const drafts = await all(pending.map(async (part) => part.kind === "commit" ? planCommit(part, scene) : planProposal(part, scene)));
	for (const [index, draft] of drafts.entries()) {
		const result = draft.kind === "commit" ? await commitPart(draft, scene) : await propose(draft, scene);
		if (result.kind === "branch-moved") return result;
		ledger.set(draft.part.key, result);
		if (result.outcome === "promoted" && shipment.mode === "deliver" && index < drafts.length - 1) return { kind: "underway" };
	}
	return {
		kind: "delivered",
		notices: await closeSettled(parts, scene, ledger)
	};
}
const all = async (pending) => {
	const settled = await Promise.allSettled(pending);
	return collect(settled.map((one) => () => {
		if (one.status === "rejected") throw one.reason;
		return one.value;
	}));
};

// src/commands/course.ts
async function follow(course, world) {
	const ledger = /* @__PURE__ */ new Map();
	const last = {};
	const { notices, violations } = await startOver(world, () => attempt(course, world, {
		ledger,
		last
	})).catch((error) => {
		if (ledger.size === 0) throw error;
		return {
			notices: [],
			violations: violationsOf(error)
		};
	});
	const { gathered, decided } = last;
	if (gathered === void 0 || decided === void 0) throw new Error("nothing has been decided");
	const results = [...ledger.values()];
	const environments = environmentsOf({
		gathered,
		decided
	}, results, violations);
	const changed = environments.flatMap(({ changes }) => changes);
	const { syncs, notices: unread } = await findSyncs(changed, gathered);
	return {
		...totalsOf(results, {
			decided,
			notices: [
				...gathered.notices,
				...decided.notices,
				...notices,
				...unread
			],
			violations
		}),
		branch: gathered.snapshot.branch,
		configuration: gathered.configuration,
		environments: environments.map((environment) => withSyncs(environment, syncs))
	};
}
const withSyncs = (environment, syncs) => {
	const own = syncs.filter((sync) => sync.product === environment.product && sync.environment === environment.name);
	return own.length === 0 ? environment : {
		...environment,
		applications: own
	};
};
const attempt = async (course, { host, log, clock }, { ledger, last }) => {
	for (;;) {
		const snapshot = await tell(log, "Read the manifest repository", {
			step: () => host.snapshot(course.wanted(last.gathered)),
			lines: snapshotLines
		});
		const gathered = await tell(log, "Find the manifests", {
			step: () => course.gather(snapshot),
			lines: gatheredLines
		});
		const decided = await tell(log, "Plan the changes", {
			step: () => course.decide(gathered),
			lines: decidedLines
		});
		Object.assign(last, {
			gathered,
			decided
		});
		const scene = {
			shipment: course.ship(gathered),
			gathered,
			decided,
			host,
			log,
			clock
		};
		const delivered = await log.group("Deliver", () => deliver(scene, ledger));
		if (delivered.kind === "branch-moved") return delivered;
		if (delivered.kind === "delivered") return {
			kind: "ended",
			notices: delivered.notices,
			violations: []
		};
	}
};

// src/domain/plan/carry.ts
function carriedImages(crossing) {
	const { there, names } = crossing;
	const wanted = names.length === 0 ? there : there.filter((image) => names.some((name) => isNamed(image, name)));
	const groups = [...new Set(wanted.map(({ image }) => image.repository))].map((repository) => {
		const images = wanted.filter(({ image }) => image.repository === repository);
		return {
			images,
			reason: names.length > 0 ? void 0 : obstacle(images, crossing)
		};
	});
	const going = groups.filter(({ reason }) => reason === void 0);
	return {
		carried: collect(going.map(({ images }) => () => carriedOf(images, crossing))).flat(),
		notices: groups.flatMap(({ images, reason }) => reason === void 0 ? [] : noticeOf$1(images, reason))
	};
}
const obstacle = (images, { here, to, product, allowed }) => {
	if (!images.some((image) => here.some((other) => isSame(image, other)))) return `no manifest of ${product} in ${to} lists it`;
	if (images.every(({ image }) => !isReference(image))) return "it has no tag or digest that can be promoted";
	return images.every(({ image }) => allowed(image.repository)) ? void 0 : `the configuration does not let it be promoted to ${to}`;
};
const noticeOf$1 = ([image], reason) => image === void 0 ? [] : [{
	message: `${quote(image.image.repository)} is left out: ${reason}.`,
	path: image.path,
	line: image.line
}];
const isSame = (image, other) => [...image.names, image.image.repository].some((name) => other.names.includes(name));
const carriedOf = (images, crossing) => {
	const { from, product } = crossing;
	const reference = onlyReference(images, `${product} in ${from}`, "Promote it with its tag, or let the manifests agree.");
	const [origin] = images;
	if (reference === void 0 || origin === void 0) return [];
	checkReference(reference, origin, crossing);
	const candidates = [...new Set(images.flatMap(({ names }) => names)), reference.repository];
	const known = candidates.filter((name) => crossing.here.some(({ names }) => names.includes(name)));
	return (known.length > 0 ? known.slice(0, 1) : candidates.slice(0, 1)).map((name) => ({
		request: requestOf(name, reference, crossing.here),
		origin
	}));
};
const requestOf = (name, reference, here) => {
	const { repository, tag, digest } = reference;
	const targets = here.filter(({ names }) => names.includes(name));
	return {
		name,
		newName: (targets.length === 0 ? [name] : targets.map(({ image }) => image.repository)).every((other) => other === repository) ? void 0 : repository,
		tag,
		digest
	};
};
const checkReference = (reference, { path, line }, { from, product }) => {
	if (reference.tag === void 0 && reference.digest === void 0) fail("tag-missing", `${product} in ${from} lists ${quote(reference.repository)} without a tag or a digest.`, "Promote it with its tag.", {
		path,
		line
	});
	parseReference(printReference(reference));
};

// src/commands/from.ts
async function carry({ promotion, from, snapshot }, spots, origins) {
	const names = promotion.images.map(({ name }) => name);
	const there = new Map(collect(origins.map(({ product, files }) => () => [product, listedIn(files)])));
	refuseUnlisted(names, [...there.values()].flat(), from);
	const crossings = collect(spots.map((spot) => () => {
		const { product, environment: to, settings, files } = spot;
		const allowed = (image) => imageAllowed(settings, image);
		const here = listedIn(files);
		return {
			spot,
			...carriedImages({
				product,
				from,
				to,
				there: there.get(product) ?? [],
				here,
				names,
				allowed
			})
		};
	}));
	if (crossings.every(({ carried }) => carried.length === 0)) refuseNothing(from, promotion);
	const targets = crossings.map(async ({ spot, carried }) => {
		const origin = origins.find(({ product }) => product === spot.product);
		const sources = origin === void 0 ? void 0 : await sourcesOf(carried, origin, snapshot);
		return {
			...targetOf(spot, carried.map(({ request }) => request)),
			sources
		};
	});
	return {
		targets: await Promise.all(targets),
		notices: crossings.flatMap(({ notices }) => notices)
	};
}
function sourceOf({ product, environment, request }, { from, source = {} }, { targets }) {
	if (from === void 0) return source;
	return targets.find((candidate) => candidate.product === product && candidate.environment === environment)?.sources?.get(request.name) ?? {};
}
const sourcesOf = async (carried, { environment, settings }, snapshot) => {
	const sources = carried.map(async ({ request, origin: { image, path } }) => {
		const item = {
			environment,
			image: image.repository,
			path,
			current: image
		};
		return [request.name, travellingSource(await readRecord(item, settings, snapshot)) ?? {}];
	});
	return new Map(await Promise.all(sources));
};
const refuseNothing = (from, { products, environments }) => fail("image-missing", `${from} runs no image of ${products.map(quote).join(", ")} that ${environments.join(", ")} could take over.`, "List the images in the manifests of both environments, or name an environment that runs some.");

// src/commands/gather.ts
function wantedFor({ promotion, config: given, histories: needed }, earlier) {
	const config = earlier?.config ?? emptyConfig("");
	const spots = spotsOf(config, promotion);
	const asked = likely(spots);
	const required = likely(earlier === void 0 ? usuallyRequired(promotion) : requiredSpots(config, spots));
	const origin = likely(originSpots(config, promotion));
	const manifests = earlier?.targets.flatMap((target) => target.files.map((file) => file.path)) ?? [];
	const histories = promotion.trigger === "by-hand" && needed === void 0 ? [] : asked.histories;
	return {
		paths: [.../* @__PURE__ */ new Set([
			...configPaths(given),
			...asked.paths,
			...origin.paths,
			...required.paths,
			...manifests
		])],
		histories: [.../* @__PURE__ */ new Set([
			...histories,
			...origin.histories,
			...required.histories
		])],
		products: promotion.products
	};
}
async function gather({ promotion, config: given }, snapshot) {
	const { config, configuration } = await readConfig(given, snapshot);
	const { products, from } = promotion;
	const environments = inOrder(config, promotion.environments);
	if (from !== void 0) inOrder(config, [from]);
	const spots = spotsOf(config, {
		products,
		environments
	});
	const along = requiredSpots(config, spots);
	const found = await readManifests(snapshot, [...spots, ...originSpots(config, promotion)], along);
	const targets = found.slice(0, spots.length);
	if (from === void 0) return {
		snapshot,
		config,
		configuration,
		targets: targetsOf(promotion, targets),
		notices: []
	};
	return {
		snapshot,
		config,
		configuration,
		...await carry({
			promotion,
			from,
			snapshot
		}, targets, found.slice(spots.length))
	};
}
const usuallyRequired = ({ products, environments }) => {
	const others = environments.flatMap((environment) => USUAL_ORDER[USUAL_ORDER.indexOf(environment) - 1] ?? []).filter((environment) => !environments.includes(environment));
	return spotsOf(emptyConfig(""), {
		products,
		environments: [...new Set(others)]
	});
};
const USUAL_ORDER = [
	"dev",
	"stg",
	"prod"
];
const originSpots = (config, { products, from }) => from === void 0 ? [] : spotsOf(config, {
	products,
	environments: [from]
});
const targetsOf = (promotion, spots) => {
	const { attempt, finish } = gather$1();
	const targets = spots.map((spot) => attempt(() => targetOf(spot, imagesOf(promotion, spot))));
	finish();
	return targets.filter((target) => target !== void 0);
};
const imagesOf = ({ images, tag, digest }, { product, environment, settings }) => {
	if (images.length > 0) return images;
	const names = literalImages(settings);
	if (names.length > 0) return names.map((name) => ({
		name,
		tag,
		digest
	}));
	return fail("image-missing", `No image is requested, and the configuration names none for ${quote(product)} in ${quote(environment)}.`, "Send images with the request, or list them under images in the configuration, without wildcards.", settings.origin.images);
};

// src/domain/policy/actors.ts
const TEAM = "team:";
const actors = (facts) => {
	if (!concerns$1(facts)) return [];
	return grouped(facts.spots, ({ actors: list, origin }) => [list, origin.actors]).flatMap(({ settings, where }) => {
		if (settings.actors === void 0) return [];
		const logins = loginsOf(facts.asker);
		if (logins.length === 0) return [unknown(settings, where)];
		return logins.filter((login) => !isAmong(login, settings.actors ?? [], facts.memberships)).map((login) => refused({
			login,
			settings,
			where
		}, facts));
	});
};
function openMemberships(asking, spots) {
	if (!concerns$1(asking)) return [];
	const open = spots.flatMap(({ settings: { actors: list = [] } }) => loginsOf(asking.asker).filter((login) => !isAmong(login, list, [])).flatMap((login) => teamsOf(list).map((team) => ({
		team,
		login
	}))));
	return [...new Map(open.map((pair) => [JSON.stringify(pair), pair])).values()];
}
const concerns$1 = ({ kind, promotion }) => kind === "rollback" || promotion.trigger === "by-hand";
const loginsOf = ({ actor, triggeringActor }) => {
	const logins = [actor, triggeringActor].filter((login) => login !== void 0);
	return [...new Map(logins.map((login) => [login.toLowerCase(), login])).values()];
};
const teamsOf = (list) => list.filter((entry) => entry.startsWith(TEAM)).map((entry) => entry.slice(5));
const isAmong = (login, list, memberships) => list.some((entry) => entry.toLowerCase() === login.toLowerCase()) || teamsOf(list).some((team) => memberships.some((one) => one.team === team && one.login === login && one.answer.state === "member"));
const unknown = ({ origin }, where) => ({
	code: "actor-not-allowed",
	message: `Nobody says who asks, and the configuration limits who may ask for ${where}.`,
	hint: "Promote by a run of the workflow, which GitHub tells the actor of.",
	...origin.actors
});
const refused = ({ login, settings, where }, { asker, memberships, kind }) => {
	const list = settings.actors ?? [];
	const role = asker.actor?.toLowerCase() === login.toLowerCase() ? "" : ", who runs it again,";
	return {
		code: "actor-not-allowed",
		message: `The configuration does not let ${quote(login)}${role} ${kind === "rollback" ? "roll back" : "ask for"} ${where}.`,
		hint: [`Let somebody of actors do it, which has ${listed(list.map(quote)) || "no entry"}.`, ...doubts(login, memberships)].join(" "),
		...settings.origin.actors
	};
};
const doubts = (login, memberships) => {
	const own = memberships.filter((one) => one.login === login);
	const unseen = own.filter(({ answer }) => answer.state === "unseen").map(({ team }) => team);
	const reasons = own.flatMap(({ team, answer }) => answer.state === "unreadable" ? [`The team ${team} cannot be read: ${answer.reason}`] : []);
	if (unseen.length === 0) return reasons;
	return [`GitHub shows no membership of ${listed(unseen)}; if there is one, the token may not read it: a GitHub App with Members: read can, the workflow's own token cannot.`, ...reasons];
};

// src/domain/policy/images.ts
const images = ({ items, spots }) => {
	const violations = items.flatMap((item) => {
		const settings = spots.find(isAt(item))?.settings;
		if (settings === void 0 || imageAllowed(settings, item.image)) return [];
		const { product, environment, image, path, line } = item;
		return [{
			code: "image-not-allowed",
			message: `The configuration does not let ${quote(image)} be promoted to ${environment} for ${product} (${path}, line ${line}).`,
			hint: `Add it to images, which has ${listed((settings.images ?? []).map(quote)) || "no entry"}, or correct the request.`,
			...settings.origin.images
		}];
	});
	return [...new Map(violations.map((violation) => [violation.message, violation])).values()];
};

// src/domain/policy/proof.ts
const proof = (facts) => provable(facts).flatMap((group) => judge(group, facts));
function needsProof(facts) {
	return provable(facts).length > 0;
}
function believed({ promotion, spots }) {
	if (promotion.trigger !== "automatic") return [];
	const open = spots.filter(({ settings }) => settings.proof === "none");
	return grouped(open, ({ origin }) => origin.proof).map(({ settings, where }) => ({
		message: `For ${where} the source of the request is believed without a proof: every holder of the dispatch token may claim any.`,
		hint: "Set proof: required, and give the sending workflows the permission id-token: write.",
		...settings.origin.proof
	}));
}
const provable = ({ promotion, spots }) => {
	if (promotion.trigger !== "automatic") return [];
	const demanding = spots.filter(({ settings }) => settings.proof === "required");
	return grouped(demanding, ({ origin }) => [origin.proof, origin.sources]);
};
const judge = ({ settings, where }, { promotion, proof: verdict }) => {
	const place = settings.origin.proof ?? settings.origin.sources;
	if (promotion.proof === void 0) return [{
		code: "proof-missing",
		message: `The request proves no source, and the configuration requires it for ${where}.`,
		hint: "Send it with the command dispatch from a job with the permission id-token: write, or set proof: none to believe every holder of the dispatch token.",
		...place
	}];
	if (verdict === void 0) return [{
		code: "proof-rejected",
		message: `The proof of the request has not been verified, and the configuration requires it for ${where}.`,
		hint: "Promote in a workflow of the manifest repository, where proofs are verified.",
		...place
	}];
	return verdict.kind === "accepted" ? [] : verdict.rejections.map((rejection) => ({
		...rejection,
		...place
	}));
};

// src/domain/policy/renames.ts
const renames = ({ items, spots, promotion: { trigger } }) => items.flatMap((item) => {
	const settings = spots.find(isAt(item))?.settings;
	if (settings === void 0 || !isFree(settings, trigger)) return [];
	if (isRename(item)) return [renamed(item)];
	return item.added === true && settings.verify !== false ? [addedUnseen(item, settings)] : [];
});
function isListed(item, settings, trigger) {
	return imageAllowed(settings, item.image) && !(isFree(settings, trigger) && (isRename(item) || item.added === true));
}
const isFree = ({ images }, trigger) => trigger === "automatic" && images === void 0;
const isRename = ({ from, image }) => from.repository !== image;
const renamed = ({ product, environment, image, from, path, line }) => ({
	code: "rename-not-allowed",
	message: `An automatic request changes ${quote(from.repository)} to ${quote(image)} in ${environment} of ${product}, and the configuration lists no images.`,
	hint: "List the new name under images of the configuration, or let a person promote it once.",
	path,
	line
});
const addedUnseen = ({ product, environment, image }, { origin }) => ({
	code: "image-not-allowed",
	message: `An automatic request adds ${quote(image)} to ${environment} of ${product}, where images are verified, and the configuration lists no images.`,
	hint: "List it under images of the configuration, so that its registry may be asked, or let a person promote it once.",
	...origin.verify
});

// src/domain/policy/sources.ts
const sources = ({ promotion: { trigger, source }, spots }) => {
	if (trigger === "by-hand") return [];
	return grouped(spots, ({ sources: rules, origin }) => [rules, origin.sources]).flatMap(({ settings, where }) => {
		const rules = settings.sources;
		return rules === void 0 || rules.some((rule) => admits(rule, source)) ? [] : [violationOf$1(settings, source, where)];
	});
};
const admits = ({ repository, refs }, source = {}) => {
	if (source.repository === void 0) return false;
	if (!matches(repository.toLowerCase(), source.repository.toLowerCase())) return false;
	const { ref } = source;
	return refs === void 0 || ref !== void 0 && refs.some((glob) => matches(glob, ref));
};
const violationOf$1 = ({ sources: rules = [], origin }, source = {}, where) => {
	const { repository, ref } = source;
	const allowed = listed(rules.map(printRule)) || "nobody";
	return {
		code: "source-not-allowed",
		message: repository === void 0 ? `The request does not say which repository asks, and the configuration limits who may ask for ${where}.` : `The configuration does not let ${quote(repository)}${ref === void 0 ? " without a ref" : ` at ${quote(ref)}`} ask for ${where}.`,
		hint: `Ask from what sources lists, which is ${allowed}, or add it there.`,
		...origin.sources
	};
};
const printRule = ({ repository, refs }) => refs === void 0 ? quote(repository) : `${quote(repository)} at ${listed(refs.map(quote)) || "no ref"}`;

// src/domain/policy/tags.ts
const tags = ({ items, spots }) => {
	const broken = items.flatMap((item) => {
		const spot = spots.find(isAt(item));
		return spot?.settings.tags === void 0 || allowed(item, spot.settings.tags) ? [] : [{
			item,
			spot
		}];
	});
	const groups = /* @__PURE__ */ new Map();
	for (const one of broken) {
		const key = JSON.stringify([
			one.item.request,
			one.spot.settings.tags,
			one.spot.settings.origin.tags
		]);
		groups.set(key, [...groups.get(key) ?? [], one]);
	}
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		return first === void 0 ? [] : [violationOf(first.item, first.spot, placesOf(group.map(({ item }) => item)))];
	});
};
const allowed = ({ request: { tag } }, globs) => tag !== void 0 && globs.some((glob) => matches(glob, tag));
const violationOf = ({ image, request: { tag } }, { settings }, where) => {
	const globs = listed((settings.tags ?? []).map(quote)) || "no entry";
	return {
		code: "tag-not-allowed",
		message: tag === void 0 ? `${quote(image)} is asked for by its digest alone, and the configuration limits the tags for ${where}.` : `The configuration does not let the tag ${quote(tag)} of ${quote(image)} be promoted to ${where}.`,
		hint: tag === void 0 ? `Give the tag with the digest; tags has ${globs}.` : `Promote a tag that matches tags, which has ${globs}, or add one there.`,
		...settings.origin.tags
	};
};

// src/domain/policy/enforce.ts
const policies = {
	images,
	renames,
	tags,
	requires,
	sources,
	proof,
	actors
};
const judging = {
	promotion: [
		"images",
		"renames",
		"tags",
		"requires",
		"sources",
		"proof",
		"actors"
	],
	rollback: ["images", "actors"]
};
function enforce(facts, reported = []) {
	const judged = judging[facts.kind].map((name) => ({
		name,
		violations: policies[name](facts)
	}));
	const violations = judged.filter(({ name }) => !reported.includes(name)).flatMap((one) => one.violations);
	if (violations.length > 0) throw new PromotionError(violations);
	const notices = judged.flatMap((one) => one.violations.map(noticeOf));
	return facts.kind === "promotion" ? [...notices, ...believed(facts)] : notices;
}
const noticeOf = ({ message, hint, path, line }) => ({
	message: `Not enforced here: ${message}`,
	hint,
	path,
	line
});

// src/commands/policies.ts
async function enforcePolicies(matter, authorities) {
	const { kind, asking, gathered, items, remaining } = matter;
	const { promotion, asker = {}, reported = [] } = asking;
	const facts = {
		kind,
		promotion,
		spots: gathered.targets,
		items,
		remaining,
		asker
	};
	const enforced = (name) => !reported.includes(name);
	const [memberships, proof, testimonies] = await Promise.all([
		enforced("actors") ? askMemberships(openMemberships(facts, gathered.targets), authorities) : [],
		kind === "promotion" && enforced("proof") && needsProof(facts) ? verifyProof(matter, authorities) : void 0,
		kind === "promotion" ? readTestimonies(remaining, gathered, identityIn(promotion, gathered)) : []
	]);
	return enforce({
		...facts,
		memberships,
		proof,
		testimonies
	}, reported);
}
const identityIn = (promotion, gathered) => (item) => ({
	source: sourceOf(item, promotion, gathered),
	names: [item.request.name]
});
const askMemberships = async (pairs, { teams }) => {
	const asked = pairs.length === 0 ? void 0 : teams?.();
	const nobody = {
		state: "unreadable",
		reason: "nobody can be asked here."
	};
	return Promise.all(pairs.map(async ({ team, login }) => ({
		team,
		login,
		answer: await asked?.member(team, login) ?? nobody
	})));
};
const verifyProof = async ({ asking, gathered }, { proofs }) => {
	const { proof: token, source = {} } = asking.promotion;
	if (token === void 0 || proofs === void 0) return void 0;
	try {
		const { issuer } = gathered.config.value;
		return await (await proofs()).verify({
			token,
			payload: asking.payload,
			source,
			issuer
		});
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return {
			kind: "rejected",
			rejections: error.violations
		};
	}
};

// src/commands/verification.ts
async function verify({ kind, trigger, gathered, decided }, open) {
	const modeOf = (item) => {
		const settings = gathered.targets.find(isAt(item))?.settings;
		if (settings === void 0 || kind === "promotion" && !isListed(item, settings, trigger)) return false;
		return settings.verify;
	};
	const mayChange = (item) => item.state === "changed" || !decided.frozen?.some(isAt(item));
	const pinned = (item) => kind === "promotion" && modeOf(item) === "digest" && mayChange(item);
	const asked = decided.items.filter((item) => pinned(item) || modeOf(item) !== false && item.state === "changed");
	if (asked.length === 0) return {
		decided,
		violations: [],
		notices: []
	};
	if (open === void 0) throw new Error("no registry can be asked");
	const { verifyImages } = await import("./verify.js");
	const references = asked.map(({ to }) => to);
	const looking = verifyImages(await open(), references);
	const { digests, violations } = await (kind === "rollback" ? looking.catch(withoutDigests) : looking);
	const fatal = violations.filter(({ code }) => kind === "promotion" || code === "image-absent");
	const rest = violations.filter((violation) => !fatal.includes(violation));
	return {
		decided: pin(decided, {
			items: asked.filter(pinned),
			digests,
			targets: gathered.targets
		}),
		violations: fatal,
		notices: rest.map(({ message, hint }) => ({
			message,
			hint
		}))
	};
}
const withoutDigests = (error) => {
	if (!(error instanceof PromotionError)) throw error;
	return {
		digests: /* @__PURE__ */ new Map(),
		violations: error.violations
	};
};
const pin = (decided, { items, digests, targets }) => {
	if (items.length === 0) return decided;
	const again = targets.map((target) => {
		const own = decided.items.filter(isAt(target));
		const asked = new Set(own.map(({ request }) => printImage(request)));
		const images = target.images.filter((image) => asked.has(printImage(image)));
		return {
			...target,
			images: images.map((image) => pinned(image, items.filter(concerns(target)), digests))
		};
	});
	return {
		...decided,
		...planPromotion(again),
		notices: decided.notices
	};
};
const concerns = (target) => (item) => isAt(target)(item) || target.files.some(({ path }) => path === item.path);
const pinned = (image, items, digests) => {
	const references = items.filter(({ request }) => printImage(request) === printImage(image)).map(({ to }) => printReference(to));
	const [digest, ...others] = new Set(references.flatMap((reference) => digests.get(reference) ?? []));
	if (others.length > 0) fail("image-ambiguous", `${quote(image.name)} stands for ${listed([...new Set(references)].map(quote))}, which have different digests.`, "Name each of them by its own repository.");
	return {
		...image,
		digest: image.digest ?? digest
	};
};

// src/commands/promote.ts
function promote(request, world) {
	return follow({
		wanted: (earlier) => wantedFor({
			...request,
			histories: historiesFor(request)
		}, earlier),
		gather: (snapshot) => gather(request, snapshot),
		decide: (gathered) => decide(request, gathered, world),
		ship: (gathered) => shipmentOf(request, gathered)
	}, world);
}
const historiesFor = ({ settings }) => settings.delivery === "commit" ? void 0 : "always";
const decide = async (request, gathered, world) => {
	const plan = planPromotion(gathered.targets);
	const current = await supersede(plan, request, gathered);
	const { promotion, settings } = request;
	const delivery = givenDelivery(settings, world.host);
	const thawed = freeze(current, {
		promotion,
		gathered,
		delivery,
		now: world.clock.now()
	});
	const verified = await verify({
		kind: "promotion",
		trigger: promotion.trigger,
		gathered,
		decided: thawed
	}, world.registry);
	const { decided } = verified;
	const matter = {
		kind: "promotion",
		asking: request,
		gathered,
		items: plan.items,
		remaining: decided.items
	};
	const notices = await alongWith(verified.violations, () => enforcePolicies(matter, world));
	return {
		...decided,
		notices: [
			...decided.notices,
			...verified.notices,
			...notices
		]
	};
};
const shipmentOf = (request, gathered) => {
	const { promotion, settings, mode, id, run } = request;
	const trailerOf = (item) => ({
		kind: "promotion",
		environment: item.environment,
		reference: item.to,
		source: sourceOf(item, promotion, gathered)
	});
	return {
		kind: "promotion",
		settings,
		mode,
		reason: promotion.reason,
		id,
		run,
		trailerOf,
		asker: askedBy(request)
	};
};
function askedBy({ promotion, asker }) {
	if (promotion.trigger !== "by-hand") return promotion.source?.actor;
	return asker?.triggeringActor ?? asker?.actor;
}

export { wantedFor as a, planPromotion as c, violationsOf as d, actionExitCode as f, branchesOf as g, BRANCHES as h, enforcePolicies as i, linksOf as l, moodOf as m, promote as n, follow as o, commandLineExitCode as p, verify as r, imageAllowed as s, askedBy as t, buildReport as u };