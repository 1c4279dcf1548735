import { At as findManifests, Ft as isTextName, Lt as isGlob, M as listedIn, Mt as learn, Q as readConfig, Rt as matcher, St as unconfigured, T as printFrozen, X as historyPathOf, Y as foundSpot, Z as likelyReads, _t as filesOf, at as recordOf, bt as inOrder, c as logStep, f as presentName, gt as environmentsOf, ht as eachPattern, jt as join, lt as deadMarkersIn, mt as configPaths, p as worldOf, tt as spotsOf, u as snapshotLines, w as frozenAt, wt as lineAt, xt as patternsOf, yt as imageAllowed } from "./promotion.js";
import { Bt as isName, Cn as PromotionError, Sn as visible, _n as counted, bn as quote, in as printReference, nt as entriesOf, on as sameReference, rt as stateTrailers, vn as listed } from "./common.js";
import { S as row, _ as link, b as prose, f as address, h as code } from "./action.js";

// src/domain/status/status-table.ts
const MINUTE = 6e4;
const steps = [
	{
		unit: "y",
		size: 525600 * MINUTE
	},
	{
		unit: "d",
		size: 1440 * MINUTE
	},
	{
		unit: "h",
		size: 60 * MINUTE
	},
	{
		unit: "m",
		size: MINUTE
	}
];
function age(at, now) {
	const passed = now.getTime() - Date.parse(at ?? "");
	if (Number.isNaN(passed)) return "";
	const step = steps.find(({ size }) => passed >= size);
	return step === void 0 ? "<1m" : `${Math.floor(passed / step.size)}${step.unit}`;
}
function version({ tag, digest, repository }) {
	if (tag !== void 0) return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tag) ? tag.slice(0, 7) : tag;
	return digest === void 0 ? `${repository} without a tag` : digest.slice(0, digest.indexOf(":") + 8);
}
function sourceCommit({ set, reference }) {
	const sha = set?.built?.sha ?? set?.source.sha;
	if (sha === void 0 || reference.tag !== void 0 && sha.startsWith(reference.tag)) return void 0;
	return sha.slice(0, 7);
}
function marksOf({ runs, relations }, environment) {
	const all = runs.get(environment) ?? [];
	const relation = relations.get(environment) ?? "same";
	return [
		...relation === "same" ? [] : [relation],
		...new Set(all.map(({ reference }) => printReference(reference))).size > 1 ? ["several"] : [],
		...all.some(({ record }) => record === "edited") ? ["edited"] : [],
		...all.some(({ held }) => held.length > 0) ? ["held"] : []
	];
}
const markMeanings = {
	behind: {
		sign: "↓",
		word: "older",
		text: "older than in the environment before"
	},
	ahead: {
		sign: "↑",
		word: "newer",
		text: "newer than in the environment before"
	},
	different: {
		sign: "≠",
		word: "differs",
		text: "not the same as in the environment before"
	},
	several: {
		sign: "+",
		word: "more",
		text: "other manifests run another reference"
	},
	edited: {
		sign: "✎",
		word: "by hand",
		text: "changed by hand, and not by a promotion"
	},
	held: {
		sign: "!",
		word: "held",
		text: "automation leaves something out, see what is held"
	}
};
function usedMarks({ rows, environments }) {
	const used = new Set(rows.flatMap((row) => environments.flatMap((environment) => marksOf(row, environment))));
	return Object.keys(markMeanings).filter((mark) => used.has(mark));
}
function printUnread({ rows }) {
	const count = rows.flatMap(({ runs }) => [...runs.values()].flat()).filter(({ record }) => record === "unread").length;
	if (count === 0) return [];
	return [`Since when ${count === 1 ? "one reference runs" : `${count.toLocaleString("en")} references run`} is not known: older commits are not read.`];
}
function shortImages(images) {
	const last = (image) => image.slice(image.lastIndexOf("/") + 1);
	const counts = /* @__PURE__ */ new Map();
	for (const image of new Set(images)) counts.set(last(image), (counts.get(last(image)) ?? 0) + 1);
	return (image) => counts.get(last(image)) === 1 ? last(image) : image;
}
const GAP = "  ";
function statusLines(status, { width = Number.POSITIVE_INFINITY, now }) {
	if (status.rows.length === 0) return [...status.problems[0]?.message.startsWith("No manifest was found.") ? [] : ["No image is listed by any manifest."], ...problemLines(status)];
	return [
		fittingTable(status, {
			width,
			now
		}),
		legendOf$1(status),
		[
			...heldLines(status),
			...frozenLines(status.freezes),
			...status.proposals.map(({ number, branch, url }) => `open: #${number} ${branch} ${url}`),
			...problemLines(status)
		]
	].filter((part) => part.length > 0).flatMap((part, index) => index === 0 ? part : ["", ...part]).map((line) => visible(line).trimEnd());
}
const fittingTable = (status, options) => {
	const whole = printTable(tableOf(status, "all", options));
	return whole.every((line) => lengthOf(line) <= options.width) ? whole : printTable(tableOf(status, "reference", options));
};
const tableOf = ({ environments, rows }, detail, { width, now }) => {
	const isRead = Number.isFinite(width);
	let product;
	const byProduct = /* @__PURE__ */ new Map();
	for (const { product: name, image } of rows) {
		const images = byProduct.get(name);
		if (images === void 0) byProduct.set(name, [image]);
		else images.push(image);
	}
	const shortNames = new Map([...byProduct].map(([name, images]) => [name, shortImages(images)]));
	const lines = rows.map((row) => {
		const name = isRead && row.product === product ? "" : row.product;
		product = row.product;
		return [
			name,
			shortNames.get(row.product)?.(row.image) ?? row.image,
			...environments.map((environment) => cell$1(row, environment, {
				detail,
				now
			}))
		];
	});
	return [[
		"PRODUCT",
		"IMAGE",
		...environments
	], ...lines].map((line) => line.map(visible));
};
const cell$1 = (row, environment, { detail, now }) => {
	const [running] = row.runs.get(environment) ?? [];
	if (running === void 0) return "-";
	const signs = marksOf(row, environment).map((mark) => markMeanings[mark].sign);
	const further = detail === "all" ? [age(running.set?.at, now), sourceCommit(running) ?? ""] : [];
	return [
		version(running.reference),
		...further,
		signs.join("")
	].filter((part) => part !== "").join(" ");
};
function printTable(table) {
	const columns = (table[0] ?? []).map((_, column) => table.reduce((most, line) => Math.max(most, lengthOf(line[column] ?? "")), 0));
	const padded = (text, size = 0) => text + " ".repeat(size - lengthOf(text));
	return table.map((line) => line.map((text, column) => padded(text, columns[column])).join(GAP).trimEnd());
}
const lengthOf = (text) => [...text].length;
const legendOf$1 = (status) => {
	return [...usedMarks(status).map((mark) => `${markMeanings[mark].sign} ${markMeanings[mark].text}`), ...printUnread(status)];
};
const heldLines = ({ rows }) => rows.flatMap(({ product, runs }) => [...runs.values()].flat().flatMap(({ environment, held }) => held.map((reference) => `held: ${product} ${environment}: ${reference}`)));
const frozenLines = (freezes) => groupFreezes(freezes).map(({ where, frozen }) => `frozen: ${where} ${frozen}`);
function groupFreezes(freezes) {
	const groups = /* @__PURE__ */ new Map();
	for (const { product, environment, frozen } of freezes) {
		const group = groups.get(`${environment} ${frozen}`) ?? {
			environment,
			frozen,
			products: []
		};
		group.products.push(product);
		groups.set(`${environment} ${frozen}`, group);
	}
	return [...groups.values()].map(({ environment, frozen, products }) => {
		return {
			where: `${environment} of ${products.length > 3 ? `${products.length} products` : products.join(", ")}`,
			frozen
		};
	});
}
const problemLines = ({ problems }) => problems.flatMap(({ message, hint }) => [`warning: ${message}`, ...hint === void 0 ? [] : [`  ${hint}`]]);

// src/domain/status/discover.ts
const MOST_DIRECTORIES = 1e3;
const placeholders = ["product", "environment"];
function discover({ patterns, products, environments }, known) {
	const wanted = /* @__PURE__ */ new Set();
	const given = {
		product: products,
		environment: environments
	};
	const look = (path) => {
		const entry = known.get(path);
		if (entry === void 0) wanted.add(path);
		return entry?.kind === "directory" ? entry.entries : [];
	};
	const found = patterns.flatMap((pattern) => {
		const segments = pattern.split("/");
		let branches = [{
			path: "",
			bound: {}
		}];
		for (const [index, segment] of segments.entries()) {
			const last = index === segments.length - 1;
			branches = branches.flatMap((branch) => follow(branch, segment, {
				given,
				look,
				last
			}));
		}
		return branches.map(({ bound }) => bound);
	});
	if (wanted.size > 0) return {
		kind: "more",
		paths: [...wanted].sort()
	};
	const named = (name, all = []) => name === void 0 ? all : [name];
	const pairs = found.flatMap((bound) => named(bound.product, products).flatMap((product) => named(bound.environment, environments).map((environment) => ({
		product,
		environment
	}))));
	return {
		kind: "done",
		pairs: [...new Map(pairs.map((pair) => [`${pair.product}/${pair.environment}`, pair])).values()]
	};
}
const follow = (branch, segment, ground) => {
	const { path, bound } = branch;
	if (bound.product !== void 0 && bound.environment !== void 0) return [branch];
	const open = placeholders.find((name) => bound[name] === void 0 && segment.includes(`{${name}}`));
	const values = open === void 0 ? void 0 : ground.given[open];
	if (open !== void 0 && values !== void 0) return values.flatMap((value) => follow({
		path,
		bound: {
			...bound,
			[open]: value
		}
	}, segment, ground));
	const filled = fill(segment, bound);
	if (open === void 0 && filled === "**") return anywhere(branch, ground.look);
	if (open === void 0 && !isGlob(filled)) return [{
		path: join(path, filled),
		bound
	}];
	return matching({
		path,
		bound
	}, filled, ground);
};
const fill = (segment, bound) => placeholders.reduce((text, name) => text.replaceAll(`{${name}}`, () => bound[name] ?? `{${name}}`), segment);
const anywhere = (start, look) => {
	const found = [start];
	for (let index = 0; index < found.length && found.length < MOST_DIRECTORIES; index++) {
		const { path, bound } = found[index] ?? start;
		const directories = look(path).filter(({ kind, name }) => kind === "directory" && !name.startsWith("."));
		found.push(...directories.map(({ name }) => ({
			path: join(path, name),
			bound
		})));
	}
	return found;
};
const matching = ({ path, bound }, segment, { look, last }) => {
	const fits = matcher(segment.replace(/\{(?:product|environment)\}/g, "*"));
	const names = namesIn(segment);
	const files = last && (/\.(?:ya?ml|json)$/.test(segment) || isTextName(segment));
	return look(path).filter(({ kind, name }) => (kind === "directory" || files && kind === "file") && fits(name)).flatMap(({ name }) => {
		const groups = names.exec(name)?.groups;
		if (groups === void 0 && /\{(?:product|environment)\}/.test(segment)) return [];
		return Object.values(groups ?? {}).every(isName) ? [{
			path: join(path, name),
			bound: {
				...bound,
				...groups
			}
		}] : [];
	});
};
const namesIn = (segment) => {
	const seen = /* @__PURE__ */ new Set();
	const source = segment.split(/(\{product\}|\{environment\}|\{[^{}]*\}|\[[^\]]*\]|[*?]+)/).map((part, index) => {
		if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
		const [, name] = /^\{(product|environment)\}$/.exec(part) ?? [];
		if (name === void 0) return ".*?";
		if (seen.has(name)) return `\\k<${name}>`;
		seen.add(name);
		return `(?<${name}>[A-Za-z0-9._-]+?)`;
	}).join("");
	return new RegExp(`^${source}$`);
};
const USUAL = [
	"dev",
	"stg",
	"prod"
];
function searchesOf(config, { products, environments }) {
	const { value } = config;
	const listed = environmentsOf(config);
	const names = environments ?? listed;
	const own = names?.filter((name) => value.environments?.[name]?.files !== void 0) ?? [];
	const rest = names?.filter((name) => !own.includes(name));
	const general = {
		patterns: eachPattern(filesOf(value)),
		products,
		environments: rest
	};
	return [...rest?.length === 0 ? [] : [general], ...own.map((name) => ({
		patterns: eachPattern(filesOf(value.environments?.[name] ?? {})),
		products,
		environments: [name]
	}))];
}
function configuredPairs(config, { products, environments }) {
	return Object.entries(config.value.products ?? {}).filter(([product]) => products?.includes(product) ?? true).flatMap(([product, own]) => {
		const names = environments ?? environmentsOf(config) ?? Object.keys(own?.environments ?? {});
		const isOwn = own?.files !== void 0 || Object.values(own?.environments ?? {}).some((scope) => scope?.files !== void 0);
		const isHidden = (environment) => !patternsOf(config, environment).some((pattern) => pattern.includes("{product}"));
		return names.flatMap((environment) => isOwn || isHidden(environment) ? [{
			product,
			environment
		}] : []);
	});
}
function nothingFound(config, asked, found) {
	const empty = (asked.environments ?? environmentsOf(config) ?? []).filter((name) => !found.some(({ environment }) => environment === name));
	if (found.length > 0) return empty.map((name) => nothingIn(config, asked, name));
	const patterns = searchesOf(config, asked).flatMap((search) => search.patterns);
	if (asked.products === void 0 && patterns.every((pattern) => !pattern.includes("{product}"))) {
		const named = [...new Set(patterns)].map(quote);
		return [{
			message: `No manifest was found. ${listed(named)} ${named.length === 1 ? "names" : "name"} no product, and the configuration lists none.`,
			hint: "Write {product} in `files`, or list the products, such as `products: { shop: }`.",
			...placeOf(config)
		}];
	}
	return [{
		message: `No manifest was found. Looked for ${listed([...new Set(patterns)].map(quote))}${asked.products === void 0 ? "" : `, with the product ${listed(asked.products)}`}.`,
		hint: config.path === "" ? `${where} There is no configuration.` : where,
		...placeOf(config)
	}];
}
const where = "Say under `files` of .github/promotion.yml where the manifests are, such as deploy/{environment}/{product}.yaml.";
const nothingIn = (config, asked, environment) => {
	const filled = searchesOf(config, {
		...asked,
		environments: [environment]
	}).flatMap((search) => search.patterns).map((pattern) => quote(pattern.replaceAll("{environment}", () => environment)));
	return {
		message: `No manifest was found for ${environment}. Looked for ${listed([...new Set(filled)])}.`,
		hint: "Correct `files`, or take the environment out of the list.",
		...placeOf(config)
	};
};
const placeOf = ({ path, tree }) => path === "" ? {} : {
	path,
	line: lineAt(tree, ["files"])
};
function ordered(config, environments) {
	const order = environmentsOf(config) ?? USUAL;
	const rank = (name) => order.includes(name) ? order.indexOf(name) : order.length;
	return [...new Set(environments)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

// src/domain/status/rows.ts
function rowsOf(listings, environments) {
	const drafts = /* @__PURE__ */ new Map();
	for (const { product, images } of listings) {
		const known = drafts.get(product) ?? [];
		drafts.set(product, known);
		for (const image of images) {
			const names = [...image.listed.names, image.listed.image.repository];
			const draft = known.find((candidate) => names.some((name) => candidate.names.has(name)));
			if (draft === void 0) known.push({
				product,
				names: new Set(names),
				listings: [image]
			});
			else {
				draft.listings.push(image);
				for (const name of names) draft.names.add(name);
			}
		}
	}
	return [...drafts.values()].flat().map((draft) => rowOf(draft, environments));
}
const rowOf = ({ product, listings }, environments) => {
	const all = listings.map(({ running }) => running);
	const there = environments.filter((environment) => all.some((running) => running.environment === environment));
	const runs = new Map(there.map((name) => [name, all.filter((running) => running.environment === name)]));
	const repositories = new Set(listings.map(({ listed }) => listed.image.repository));
	const [first] = listings;
	return {
		product,
		image: (repositories.size === 1 ? first?.listed.image.repository : first?.listed.names[0]) ?? "",
		runs,
		relations: relationsOf(runs, environments)
	};
};
const relationsOf = (runs, environments) => {
	const relations = /* @__PURE__ */ new Map();
	let before;
	for (const environment of environments) {
		const [here] = runs.get(environment) ?? [];
		if (here === void 0) continue;
		if (before !== void 0) relations.set(environment, relationOf(here, before));
		before = here;
	}
	return relations;
};
function standingOf(environment, image, history) {
	const { image: reference, path, line } = image;
	const place = {
		environment,
		image: reference.repository,
		path,
		current: reference,
		history
	};
	const entries = entriesOf(place);
	const entry = entries.find(({ trailer }) => sameReference(trailer.reference, reference));
	const { set, holds } = recordOf(place);
	return {
		environment,
		reference,
		path,
		line,
		record: entry !== void 0 ? "recorded" : entries.length > 0 ? "edited" : history.complete ? "unrecorded" : "unread",
		set: entry && {
			by: entry.trailer.kind,
			commit: entry.commit.id,
			at: entry.commit.committedAt,
			source: set?.build?.source ?? {},
			built: set?.build?.built
		},
		held: [...new Set(holds.map((hold) => printReference(hold.reference)))]
	};
}
function isKnown(environment, { image }, historyOf) {
	return historyOf(environment, image.repository).commits.flatMap(stateTrailers).some((trailer) => trailer.environment === environment && sameReference(trailer.reference, image));
}
function indexed(history) {
	const index = /* @__PURE__ */ new Map();
	for (const commit of history.commits) {
		const keys = new Set(stateTrailers(commit).flatMap(keysOf));
		for (const key of keys) {
			const known = index.get(key);
			if (known === void 0) index.set(key, [commit]);
			else known.push(commit);
		}
	}
	return (environment, repository) => ({
		commits: index.get(`${environment} ${repository}`) ?? [],
		complete: history.complete
	});
}
function countImages({ commits }) {
	return new Set(commits.flatMap(stateTrailers).flatMap(keysOf)).size;
}
const keysOf = (trailer) => [`${trailer.environment} ${trailer.reference.repository}`, ...trailer.kind === "rollback" ? [`${trailer.environment} ${trailer.instead.repository}`] : []];
function relationOf(here, before) {
	if (isSameImage(here, before)) return "same";
	const order = orderOf(here, before);
	if (Number.isNaN(order)) return "different";
	return order === 0 ? "same" : order < 0 ? "behind" : "ahead";
}
const isSameImage = (a, b) => {
	if (sameReference(a.reference, b.reference)) return true;
	const [one, other] = [a.reference, b.reference];
	if (one.digest !== void 0 && other.digest !== void 0) return one.digest === other.digest;
	return one.tag !== void 0 && one.tag === other.tag && !isMoving(one.tag);
};
const isMoving = (tag) => tag === "latest";
const orderOf = (a, b) => {
	const [one, other] = [a.set?.source ?? {}, b.set?.source ?? {}];
	if (isSameCommit(one, other)) return 0;
	if (isSameWorkflow(one, other)) return (one.runNumber ?? NaN) - (other.runNumber ?? NaN);
	const dates = Date.parse(one.committedAt ?? "") - Date.parse(other.committedAt ?? "");
	return Number.isNaN(dates) ? compareVersions(a.reference, b.reference) : dates;
};
const isSameCommit = (a, b) => a.sha !== void 0 && a.sha === b.sha && a.repository?.toLowerCase() === b.repository?.toLowerCase();
const isSameWorkflow = (a, b) => a.repository !== void 0 && a.repository.toLowerCase() === b.repository?.toLowerCase() && a.workflow !== void 0 && a.workflow === b.workflow && a.runNumber !== void 0 && b.runNumber !== void 0;
const compareVersions = (a, b) => {
	const [one, other] = [versionOf(a.tag), versionOf(b.tag)];
	if (one === void 0 || other === void 0) return NaN;
	return one.map((number, index) => number - (other[index] ?? 0)).find((number) => number !== 0) ?? NaN;
};
const versionOf = (tag = "") => {
	const [, ...numbers] = /^(?=v|.*\.)v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/.exec(tag) ?? [];
	return numbers.length === 0 ? void 0 : numbers.map((number) => Number(number ?? 0));
};

// src/domain/status/status-summary.ts
function statusSections(status, options) {
	const { environments, rows, freezes, proposals } = status;
	const header = [
		"Product",
		"Image",
		...environments.map(prose)
	];
	const lines = rows.map((line) => {
		const cells = environments.map((environment) => cell(line, environment, options));
		return row([
			prose(line.product),
			code(line.image),
			...cells
		]);
	});
	return [
		{
			lead: [
				"### Products and environments",
				"",
				row(header),
				row(header.map(() => "---"))
			],
			rows: lines.length > 0 ? lines : [row(["nothing is listed", ...header.slice(1).map(() => "")])],
			tail: legendOf(status)
		},
		...list("Held", heldOf(rows)),
		...list("Frozen", groupFreezes(freezes).map(({ where, frozen }) => prose(`${where} ${frozen}`))),
		...list("Open promotions", proposals.map(({ number, branch }) => {
			const { server, repository } = options;
			const url = repository === void 0 ? void 0 : address(server, [
				repository,
				"pull",
				String(number)
			]);
			return `${link(prose(`#${number}`), url)} ${code(branch)}`;
		}))
	];
}
const legendOf = (status) => {
	const lines = [...usedMarks(status).map((mark) => `${signed(mark)}: ${markMeanings[mark].text}`), ...printUnread(status)];
	return lines.length === 0 ? [] : ["", lines.join("<br>")];
};
const signed = (mark) => `${markMeanings[mark].sign} ${markMeanings[mark].word}`;
const list = (title, items) => items.length === 0 ? [] : [{
	lead: [`### ${title}`, ""],
	rows: items.map((item) => `- ${item}`)
}];
const heldOf = (rows) => rows.flatMap(({ product, runs }) => [...runs.values()].flat().flatMap(({ environment, held }) => held.map((reference) => `${code(reference)} in ${prose(environment)} of ${prose(product)}`)));
const cell = (line, environment, options) => {
	const all = line.runs.get(environment) ?? [];
	const marks = marksOf(line, environment).map(signed);
	return [...all.map((running) => told(running, options)), ...marks].join("<br>");
};
const told = (running, { server, repository, branch, now }) => {
	const { reference, path, line, set } = running;
	const file = repository === void 0 ? void 0 : address(server, [
		repository,
		"blob",
		branch,
		path
	]);
	const since = age(set?.at, now);
	const commit = set && repository !== void 0 ? address(server, [
		repository,
		"commit",
		set.commit
	]) : void 0;
	return [
		link(code(version(reference)), file === void 0 ? void 0 : `${file}#L${line}`),
		since === "" ? "" : link(since === "<1m" ? "just now" : `${since} ago`, commit),
		builtFrom(running, server)
	].filter((part) => part !== "").join(" ");
};
const builtFrom = (running, server) => {
	const { repository, sha } = running.set?.built ?? running.set?.source ?? {};
	const short = sourceCommit(running) ?? sha?.slice(0, 7);
	if (short === void 0 || sha === void 0) return "";
	return `from ${link(code(short), repository === void 0 ? void 0 : address(server, [
		repository,
		"commit",
		sha
	]))}`;
};
function validationSections(found, options) {
	const { server, repository, branch } = options;
	const header = [
		"Product",
		"Environment",
		"Image",
		"Manifest"
	];
	const lines = found.map(({ product, environment, path, line, image }) => {
		const file = repository === void 0 ? void 0 : address(server, [
			repository,
			"blob",
			branch,
			path
		]);
		return row([
			prose(product),
			prose(environment),
			code(image),
			`${link(code(path), file)}, line ${line}`
		]);
	});
	return [{
		lead: [
			"### What a promotion would find",
			"",
			row(header),
			row(header.map(() => "---"))
		],
		rows: lines.length > 0 ? lines : [row([
			"nothing",
			"",
			"",
			""
		])]
	}];
}

// src/commands/status.ts
const MOST_HISTORIES = 20;
async function status(request, { host, log, clock }) {
	const { at } = request;
	const now = at === void 0 ? clock.now() : new Date(at);
	const wanted = {
		...statusWanted(request),
		at,
		...at === void 0 ? {} : { products: void 0 }
	};
	const snapshot = await logStep(log, "Read the manifest repository", {
		step: () => host.snapshot(wanted),
		lines: snapshotLines
	});
	const { config, configuration } = await readConfig(request.config, snapshot);
	if (request.environments !== void 0) inOrder(config, request.environments);
	const spots = (await logStep(log, "Find the products", {
		step: () => findPairs(request, config, snapshot),
		lines: (found) => [`Found ${counted(new Set(found.map(({ product }) => product)).size, "product")}.`]
	})).flatMap(({ product, environment }) => spotsOf(config, {
		products: [product],
		environments: [environment]
	}));
	const reading = {
		snapshot,
		histories: wanted.histories
	};
	const [{ found, problems }] = await log.group("Find the manifests", () => Promise.all([readLeniently(snapshot, spots, request.products ?? []), prefetchHistories(spots, reading)]));
	const listings = listingsOf(found);
	const past = await log.group("Read the records", () => readBranchHistories(listings, reading));
	const environments = ordered(config, [...request.environments ?? [], ...found.map((spot) => spot.environment)]);
	return {
		repository: snapshot.repository,
		directory: snapshot.directory,
		branch: snapshot.branch,
		configuration,
		status: {
			environments,
			rows: rowsOf(listings.flatMap((listing) => standing(listing, past)), environments),
			freezes: found.flatMap((spot) => freezeOf(spot, now)),
			proposals: proposalsOf(snapshot),
			problems: [
				...nothingFound(config, request, found),
				...nothingListed(listings),
				...withoutCodes(distinct([...problems, ...listings.flatMap((one) => one.problems)]))
			]
		}
	};
}
function statusWanted(request) {
	const { products, environments } = request;
	const steps = searchesOf(unconfigured, request).map((search) => discover(search, /* @__PURE__ */ new Map()));
	const directories = steps.flatMap((step) => step.kind === "more" ? step.paths : []);
	const pairs = steps.flatMap((step) => step.kind === "done" ? step.pairs : []);
	const spots = products && environments ? spotsOf(unconfigured, {
		products,
		environments
	}) : [];
	const usual = likelyReads(spots);
	return {
		paths: [.../* @__PURE__ */ new Set([
			...configPaths(request.config),
			...directories,
			...usual.paths
		])],
		histories: pairs.length > 0 && usual.histories.length <= MOST_HISTORIES ? usual.histories : [""],
		products: products ?? "all"
	};
}
async function findPairs(request, config, snapshot) {
	const searches = searchesOf(config, request);
	let known = /* @__PURE__ */ new Map();
	for (;;) {
		const steps = searches.map((search) => discover(search, known));
		const paths = [...new Set(steps.flatMap((step) => step.kind === "more" ? step.paths : []))];
		if (paths.length === 0) {
			const pairs = [...steps.flatMap((step) => step.kind === "done" ? step.pairs : []), ...configuredPairs(config, request)];
			return [...new Map(pairs.map((pair) => [`${pair.product}/${pair.environment}`, pair])).values()].sort((a, b) => a.product === b.product ? 0 : a.product < b.product ? -1 : 1);
		}
		known = learn(known, paths, await snapshot.read(paths));
	}
}
function listingsOf(found) {
	return found.map((spot) => {
		try {
			return {
				spot,
				images: ownImages(spot),
				problems: spot.files.flatMap(deadMarkersIn)
			};
		} catch (error) {
			if (!(error instanceof PromotionError)) throw error;
			return {
				spot,
				images: [],
				problems: error.violations
			};
		}
	});
}
const MOST_PATHS = 10;
const nothingListed = (listings) => {
	const paths = [...new Set(listings.flatMap(({ spot }) => spot.files.map(({ path }) => path)))];
	if (paths.length === 0 || listings.some(({ images, problems }) => images.length + problems.length > 0)) return [];
	const rest = paths.length > MOST_PATHS ? [`${paths.length - MOST_PATHS} more`] : [];
	return [{
		message: `Looked for images in ${listed([...paths.slice(0, MOST_PATHS).map(quote), ...rest])}.`,
		hint: "List the images there, or correct `files`; `validate` says more.",
		path: paths[0]
	}];
};
const withoutCodes = (violations) => violations.map(({ code: _, ...notice }) => notice);
const ownImages = (spot) => spot.files.flatMap((file) => {
	const images = listedIn([file]);
	return file.owners?.some(({ product }) => product !== spot.product) ?? false ? images.filter(({ image }) => imageAllowed(spot.settings, image.repository)) : images;
});
const standing = ({ spot, images }, historyOf) => {
	const { product, environment } = spot;
	return [{
		product,
		environment,
		images: images.map((listed) => {
			const history = historyOf(spot, listed.path)(environment, listed.image.repository);
			return {
				listed,
				running: standingOf(environment, listed, history)
			};
		})
	}];
};
const freezeOf = ({ product, environment, settings }, now) => {
	const frozen = frozenAt(settings, now);
	return frozen === void 0 ? [] : [{
		product,
		environment,
		frozen: printFrozen(frozen)
	}];
};
const proposalsOf = ({ proposals }) => (proposals?.list ?? []).flatMap(({ branch, pullRequest }) => pullRequest === void 0 ? [] : [{
	branch,
	number: pullRequest.number,
	url: pullRequest.url
}]);
const MANY = 100;
async function prefetchHistories(spots, { snapshot, histories }) {
	if (spots.length < MANY || !histories.includes("")) return;
	await snapshot.history("", (commits) => countImages({
		commits,
		complete: false
	}) >= spots.length);
}
async function readBranchHistories(surveys, { snapshot, histories }) {
	const paths = surveys.flatMap(({ spot, images }) => images.map(({ path }) => historyPathOf(spot.settings, path)));
	const own = [...new Set(paths)].filter((path) => histories.includes(path));
	const separate = await Promise.all(own.map(async (path) => [path, indexed(await snapshot.history(path))]));
	const known = new Map(separate);
	const rest = surveys.filter(({ spot, images }) => images.some(({ path }) => !known.has(historyPathOf(spot.settings, path))));
	const common = rest.length === 0 ? void 0 : await readCommon(rest, snapshot);
	const nothing = () => ({
		commits: [],
		complete: false
	});
	return (spot, path) => known.get(historyPathOf(spot.settings, path)) ?? common ?? nothing;
}
const readCommon = async (surveys, snapshot) => indexed(await snapshot.history("", (commits) => {
	const historyOf = indexed({
		commits,
		complete: false
	});
	return surveys.every(({ spot, images }) => images.every((image) => isKnown(spot.environment, image, historyOf)));
}));
async function readLeniently(snapshot, spots, required) {
	const usual = spots.map(({ settings }) => settings.files.map(usualPath));
	const read = await readAll(snapshot, [...new Set(usual.flat().filter((path) => path !== void 0))]);
	const quick = spots.map((spot, index) => quickly(spot, usual[index] ?? [], read));
	const rest = spots.filter((_, index) => quick[index] === void 0);
	const thorough = await readThoroughly(snapshot, rest);
	const failed = thorough.flatMap(({ spot, error }) => error === void 0 ? [] : [{
		spot,
		error
	}]);
	const found = spots.flatMap((spot, index) => quick[index] ?? thorough.find((one) => one.spot === spot)?.found ?? []);
	const lacking = required.filter((product) => !found.some((spot) => spot.product === product));
	const missing = failed.filter(({ spot }) => lacking.includes(spot.product)).flatMap(({ error }) => error.violations);
	if (missing.length > 0) throw new PromotionError(distinct(missing));
	const problems = failed.flatMap(({ error }) => error.violations).filter(({ code }) => !isAbsence(code));
	return {
		found,
		problems: distinct(problems)
	};
}
const usualPath = (pattern) => {
	if (isGlob(pattern)) return void 0;
	return /\.(?:ya?ml|json)$/.test(pattern) ? pattern : `${pattern}/kustomization.yaml`;
};
const readAll = async (snapshot, paths) => learn(/* @__PURE__ */ new Map(), paths, await snapshot.read(paths));
const quickly = (spot, paths, read) => {
	const files = paths.flatMap((path) => {
		const entry = path === void 0 ? void 0 : read.get(path);
		if (path === void 0 || entry?.kind !== "file") return [];
		return [{
			path,
			text: entry.text,
			executable: entry.executable
		}];
	});
	return files.length === paths.length ? foundSpot(spot, files, []) : void 0;
};
const readThoroughly = async (snapshot, spots) => {
	let known = /* @__PURE__ */ new Map();
	for (;;) {
		const steps = spots.map((spot) => find(spot, known));
		const paths = [...new Set(steps.flatMap((step) => step.kind === "more" ? step.paths : []))];
		if (paths.length === 0) return steps.flatMap((step) => step.kind === "done" ? [step.result] : []);
		known = learn(known, paths, await snapshot.read(paths));
	}
};
const find = (spot, known) => {
	const { product, environment, settings } = spot;
	try {
		const step = findManifests([{
			product,
			environment,
			files: settings.files
		}], known);
		if (step.kind === "more") return step;
		const [first] = step.found;
		return {
			kind: "done",
			result: {
				spot,
				found: foundSpot(spot, first?.manifests ?? [], first?.passedOver ?? [])
			}
		};
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return {
			kind: "done",
			result: {
				spot,
				error
			}
		};
	}
};
const isAbsence = (code) => code === "manifest-missing" || code === "product-unknown";
const distinct = (violations) => [...new Map(violations.map((violation) => [violation.message, violation])).values()];
async function startStatus(job) {
	return concludeStatus(await status(statusAsked(job), worldOf(job)), job);
}
function statusAsked({ inputs }) {
	const { product: products, environments, config, at } = inputs;
	return {
		products,
		environments,
		config,
		at
	};
}
function concludeStatus(reported, { inputs: { at }, dependencies, known }, page) {
	const { server, clock, width } = dependencies;
	const table = {
		width,
		now: at === void 0 ? clock.now() : new Date(at)
	};
	const { branch, status } = reported;
	const { repository, renamed } = presentName(reported, known);
	return {
		result: {
			command: "status",
			outcome: "reported",
			repository,
			branch,
			status,
			notices: [
				...known.notices,
				...renamed,
				...status.problems
			]
		},
		sections: [...statusSections(status, {
			server,
			repository,
			branch,
			now: table.now
		}), ...page === void 0 ? [] : [{
			lead: [],
			rows: [`This page as a file: ${code(page)}`]
		}]],
		lines: [...statusLines(status, table), ...page === void 0 ? [] : ["", visible(`The page is in ${page}.`)]]
	};
}

export { marksOf as _, readBranchHistories as a, shortImages as b, status as c, validationSections as d, nothingFound as f, markMeanings as g, groupFreezes as h, prefetchHistories as i, statusAsked as l, age as m, findPairs as n, readLeniently as o, ordered as p, listingsOf as r, startStatus as s, concludeStatus as t, statusWanted as u, printTable as v, version as x, printUnread as y };