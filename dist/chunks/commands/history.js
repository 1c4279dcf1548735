import { M as listedIn, Q as readConfig, Y as foundSpot, bt as inOrder, c as logStep, f as presentName, p as worldOf, tt as spotsOf, u as snapshotLines, yt as imageAllowed } from "../promotion.js";
import { Cn as PromotionError, It as setBy, Kt as canonicalReference, Mt as landingsOf, Sn as visible, _n as counted, in as printReference, kt as askedIn, on as sameReference, ot as branchesOf, qt as canonicalRepository, ut as productOf, vn as listed } from "../common.js";
import { S as row, T as bytesOf, _ as link, b as prose, f as address, h as code, x as rangeOf } from "../action.js";
import { _ as marksOf, b as shortImages, c as status, f as nothingFound, g as markMeanings, h as groupFreezes, l as statusAsked, m as age, n as findPairs, o as readLeniently, p as ordered, t as concludeStatus, u as statusWanted, v as printTable, x as version, y as printUnread } from "../status.js";

// src/domain/history/figures.ts
const WEEK$1 = 6048e5;
function figuresOf(entries, window) {
	const groups = /* @__PURE__ */ new Map();
	for (const entry of entries) {
		const key = `${entry.product} ${entry.environment}`;
		const group = groups.get(key);
		if (group === void 0) groups.set(key, [entry]);
		else group.push(entry);
	}
	return [...groups.values()].map((group) => figuresOfGroup(group, window));
}
const figuresOfGroup = (entries, { since, until }) => {
	const { product = "", environment = "" } = entries[0] ?? {};
	const commits = (kind) => byCommit(entries.filter((entry) => entry.kind === kind));
	const promotions = commits("promotion");
	const rollbacks = commits("rollback");
	const weeks = (Date.parse(until) - Date.parse(since)) / WEEK$1;
	return {
		product,
		environment,
		promotions: promotions.length,
		rollbacks: rollbacks.length,
		byHand: commits("by-hand").length,
		unknown: commits("unknown").length,
		promotionsPerWeek: weeks > 0 ? promotions.length / weeks : 0,
		shareRolledBack: promotions.length > 0 ? rollbacks.length / promotions.length : void 0,
		leadTime: durationsOf(promotions.map((group) => longest(group.map(({ leadTime }) => leadTime)))),
		timeToRollback: durationsOf(rollbacks.map((group) => longest(group.map((rollback) => secondsSincePromotion(rollback, entries)))))
	};
};
const byCommit = (entries) => {
	const groups = /* @__PURE__ */ new Map();
	for (const entry of entries) {
		const others = groups.get(entry.commit);
		if (others === void 0) groups.set(entry.commit, [entry]);
		else others.push(entry);
	}
	return [...groups.values()];
};
const longest = (seconds) => {
	const known = seconds.filter((one) => one !== void 0);
	return known.length === 0 ? void 0 : Math.max(...known);
};
const secondsSincePromotion = (rollback, entries) => {
	const { from } = rollback;
	if (from === void 0) return void 0;
	const end = Date.parse(rollback.at);
	const starts = entries.filter(({ kind, to, path }) => kind === "promotion" && path === rollback.path && to && sameReference(to, from)).map(({ at }) => Date.parse(at)).filter((start) => start <= end);
	return starts.length === 0 ? void 0 : Math.round((end - Math.max(...starts)) / 1e3);
};
const durationsOf = (seconds) => {
	const known = seconds.filter((one) => one !== void 0).sort((a, b) => a - b);
	const middle = known.length / 2;
	const [low, high] = [known[Math.ceil(middle) - 1], known[Math.floor(middle)]];
	return {
		median: low === void 0 || high === void 0 ? void 0 : (low + high) / 2,
		percentile90: known[Math.ceil(known.length * .9) - 1],
		known: known.length,
		unknown: seconds.length - known.length
	};
};

// src/domain/history/follow-manifest.ts
function followManifest(question) {
	const { steps, states, current } = question;
	const oldest = steps.at(-1);
	if (oldest === void 0) return {
		kind: "followed",
		changes: []
	};
	const start = `${oldest.landed}^`;
	const missing = new Set(states.has(start) ? [] : [start]);
	const changes = [];
	let before = states.get(start) ?? [];
	for (const step of [...steps].reverse()) {
		const after = stateAfter(step, before, question);
		if (after === void 0) missing.add(step.landed);
		else {
			changes.push(...changesBetween(before, after, {
				step,
				environment: question.environment
			}));
			before = after;
		}
	}
	if (missing.size > 0) return {
		kind: "more",
		revisions: [...missing]
	};
	const unread = steps.map(({ landed }) => landed).filter((revision) => !states.has(revision));
	const isTrue = changesBetween(before, current, void 0).length === 0;
	const told = question.begins ? changes.filter(({ step, trailer }) => step !== oldest || trailer !== void 0) : changes;
	return isTrue || unread.length === 0 ? {
		kind: "followed",
		changes: told
	} : {
		kind: "more",
		revisions: unread
	};
}
const stateAfter = (step, before, { states, environment }) => {
	if (states.has(step.landed)) return states.get(step.landed) ?? before;
	const trailers = setBy(step, environment);
	return trailers.length === 0 ? void 0 : withTrailers(before, trailers);
};
const withTrailers = (images, trailers) => {
	const groups = byRepository(images);
	return trailers.every((trailer) => apply(trailer, groups)) ? referencesSet(images, groups) : void 0;
};
const byRepository = (images) => {
	const groups = /* @__PURE__ */ new Map();
	for (const [position, { reference }] of images.entries()) {
		const key = canonicalRepository(reference.repository);
		const group = groups.get(key);
		if (group === void 0) groups.set(key, { positions: [position] });
		else group.positions.push(position);
	}
	return groups;
};
const apply = (trailer, groups) => {
	const repositories = [trailer.reference, ...trailer.kind === "rollback" ? [trailer.instead] : []];
	const keys = [...new Set(repositories.map(({ repository }) => canonicalRepository(repository)))];
	const [meant, ...others] = keys.flatMap((key) => groups.get(key) ?? []);
	if (meant === void 0) return false;
	for (const { positions } of others) for (const position of positions) meant.positions.push(position);
	for (const key of keys) groups.delete(key);
	meant.reference = trailer.reference;
	groups.set(canonicalRepository(trailer.reference.repository), meant);
	return true;
};
const referencesSet = (images, groups) => {
	const after = [...images];
	for (const { positions, reference } of groups.values()) {
		if (reference === void 0) continue;
		for (const position of positions) after[position] = {
			...images[position],
			reference
		};
	}
	return after;
};
const changesBetween = (before, after, context) => {
	const { take, rest } = takenFrom(before);
	const pairs = after.map((to) => {
		const from = take(to);
		return from === void 0 ? { to } : {
			from,
			to
		};
	});
	const gone = rest();
	const added = pairs.filter(({ from }) => from === void 0);
	if (gone.length === 1 && added.length === 1 && added[0] && gone[0]) added[0].from = gone.splice(0, 1)[0];
	const all = [...pairs, ...gone.map((from) => ({ from }))];
	const changes = /* @__PURE__ */ new Map();
	for (const { from, to } of all) {
		if (from && to && sameReference(from.reference, to.reference)) continue;
		const change = {
			image: (to ?? from)?.reference.repository ?? "",
			from: from?.reference,
			to: to?.reference
		};
		const key = JSON.stringify(change);
		if (changes.has(key)) continue;
		const trailer = context && change.to && trailerFor(change.to, context);
		changes.set(key, {
			...change,
			step: context?.step ?? nothing,
			trailer
		});
	}
	return [...changes.values()];
};
const nothing = {
	commit: "",
	landed: "",
	at: "",
	author: "",
	lines: "",
	record: "readable"
};
const takenFrom = (images) => {
	const taken = /* @__PURE__ */ new Set();
	const queues = /* @__PURE__ */ new Map();
	const keysOf = ({ names, reference }) => [...names.map((name) => `name ${name}`), `runs ${canonicalRepository(reference.repository)}`];
	const exactly = (image) => keysOf(image).map((key) => `${key} at ${canonicalReference(image.reference)}`);
	for (const [position, image] of images.entries()) for (const key of /* @__PURE__ */ new Set([...keysOf(image), ...exactly(image)])) {
		const queue = queues.get(key);
		if (queue === void 0) queues.set(key, {
			positions: [position],
			next: 0
		});
		else queue.positions.push(position);
	}
	const first = (keys) => Math.min(...keys.map((key) => {
		const queue = queues.get(key);
		if (queue === void 0) return Number.POSITIVE_INFINITY;
		while (taken.has(queue.positions[queue.next] ?? -1)) queue.next++;
		return queue.positions[queue.next] ?? Number.POSITIVE_INFINITY;
	}));
	return {
		take: (image) => {
			const exact = first(exactly(image));
			const position = Number.isFinite(exact) ? exact : first(keysOf(image));
			taken.add(position);
			return images[position];
		},
		rest: () => images.filter((_, position) => !taken.has(position))
	};
};
const trailerFor = (to, { step, environment }) => {
	const { byReference, byTag, trailers } = lastSet(step, environment);
	const exact = byReference.get(canonicalReference(to)) ?? -1;
	const tagged = to.tag === void 0 ? -1 : byTag.get(`${canonicalRepository(to.repository)} ${to.tag}`) ?? -1;
	return trailers[Math.max(exact, tagged)];
};
const lastSet = (step, environment) => {
	const known = knownLastSet.get(step) ?? /* @__PURE__ */ new Map();
	knownLastSet.set(step, known);
	const found = known.get(environment) ?? lastSetIn(setBy(step, environment));
	known.set(environment, found);
	return found;
};
const lastSetIn = (trailers) => ({
	trailers,
	byReference: new Map(trailers.map(({ reference }, at) => [canonicalReference(reference), at])),
	byTag: new Map(trailers.map(({ reference: { repository, tag } }, at) => [`${canonicalRepository(repository)} ${tag ?? ""}`, at]))
});
const knownLastSet = /* @__PURE__ */ new WeakMap();
function entriesFrom(place, changes, site) {
	return changes.map(({ step, image, from, to, trailer }) => {
		const { server, repository } = site;
		const at = utcSeconds$1(step.at);
		const source = trailer?.kind === "promotion" ? sourceOf(trailer.source, server) : void 0;
		const { pullRequest } = step;
		const asked = trailer === void 0 ? {} : askedIn(step);
		const link = (kind, id) => repository === void 0 ? void 0 : address(server, [
			repository,
			kind,
			id
		]);
		return {
			at,
			product: place.product,
			environment: place.environment,
			image,
			path: place.path,
			from,
			to,
			kind: kindOf(step, trailer),
			commit: step.commit,
			url: link("commit", step.commit),
			author: step.author === "" ? void 0 : step.author,
			source,
			built: trailer?.kind === "promotion" ? builtOf(trailer.built, server) : void 0,
			...asked,
			pullRequest: pullRequest && {
				...pullRequest,
				url: link("pull", String(pullRequest.number))
			},
			leadTime: leadTimeOf(source?.committedAt, at)
		};
	});
}
const kindOf = (step, trailer) => {
	if (trailer !== void 0) return trailer.kind;
	return step.record === "hidden" ? "unknown" : "by-hand";
};
const sourceOf = (source, server) => {
	const { repository, sha } = source;
	if (Object.values(source).every((value) => value === void 0)) return void 0;
	const url = repository && sha ? address(server, [
		repository,
		"commit",
		sha
	]) : void 0;
	return url === void 0 ? source : {
		...source,
		url
	};
};
const builtOf = (built, server) => built && {
	...built,
	url: address(server, [
		built.repository,
		"commit",
		built.sha
	])
};
const utcSeconds$1 = (time) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
const leadTimeOf = (committedAt, at) => {
	const seconds = Math.round((Date.parse(at) - Date.parse(committedAt ?? "")) / 1e3);
	return seconds >= 0 ? seconds : void 0;
};

// src/domain/history/print.ts
const MINUTE = 60;
const HOUR = 3600;
const DAY$1 = 24 * HOUR;
function printDuration$1(seconds) {
	if (seconds === void 0) return "-";
	const units = [
		{
			unit: "d",
			size: DAY$1
		},
		{
			unit: "h",
			size: HOUR
		},
		{
			unit: "m",
			size: MINUTE
		},
		{
			unit: "s",
			size: 1
		}
	];
	const first = units.findIndex(({ size }) => seconds >= size);
	if (first < 0) return "0s";
	let left = Math.round(seconds);
	return units.slice(first, first + 2).flatMap(({ unit, size }) => {
		const count = Math.floor(left / size);
		left -= count * size;
		return count === 0 ? [] : [`${count}${unit}`];
	}).join(" ");
}
const kinds$1 = {
	promotion: "promotion",
	rollback: "rollback",
	"by-hand": "by hand",
	unknown: "unknown"
};
const minute = (at) => `${at.slice(0, 10)} ${at.slice(11, 16)}Z`;
const shown = (reference) => reference === void 0 ? "-" : version(reference);
const whoOf = ({ actor, author }) => actor ?? author ?? "-";
const figureCells = (one) => [
	String(one.promotions),
	perWeek(one),
	printDuration$1(one.leadTime.median),
	printDuration$1(one.leadTime.percentile90),
	share(one),
	printDuration$1(one.timeToRollback.median)
];
const perWeek = ({ promotionsPerWeek }) => promotionsPerWeek.toFixed(1);
const share = ({ shareRolledBack }) => shareRolledBack === void 0 ? "-" : `${Math.round(shareRolledBack * 100)}%`;
function missingLines({ figures, entries }) {
	const unknown = entries.filter(({ kind }) => kind === "unknown").length;
	const sum = (of) => figures.reduce((total, one) => total + of(one).unknown, 0);
	const leadTimes = sum(({ leadTime }) => leadTime);
	const rollbacks = sum(({ timeToRollback }) => timeToRollback);
	return [
		...unknown === 0 ? [] : [`${unknown === 1 ? "1 entry" : `${unknown} entries`} may have a record in a place that cannot be read.`],
		...leadTimes === 0 ? [] : [`The lead time of ${counted(leadTimes, "promotion")} is not known and left out.`],
		...rollbacks === 0 ? [] : [`The time to ${counted(rollbacks, "rollback")} is not known and left out.`]
	];
}
const emptyLine = ({ since }) => `No image has changed since ${minute(since)}.`;
function historyLines(history) {
	const { entries, figures, problems } = history;
	const warnings = problems.flatMap(({ message, hint }) => [`warning: ${message}`, ...hint === void 0 ? [] : [`  ${hint}`]]);
	if (entries.length === 0) return [emptyLine(history), ...warnings].map(visible);
	const table = [[
		"WHEN",
		"PRODUCT",
		"WHERE",
		"IMAGE",
		"CHANGE",
		"KIND",
		"BY",
		"LEAD TIME",
		"COMMIT",
		""
	], ...entries.map((entry) => [
		minute(entry.at),
		entry.product,
		entry.environment,
		entry.image.slice(entry.image.lastIndexOf("/") + 1),
		`${shown(entry.from)} → ${shown(entry.to)}`,
		kinds$1[entry.kind],
		whoOf(entry),
		printDuration$1(entry.leadTime),
		entry.commit.slice(0, 7),
		entry.pullRequest === void 0 ? "" : `#${entry.pullRequest.number}`
	])];
	const numbers = figures.map((one) => [
		one.product,
		one.environment,
		...figureCells(one)
	]);
	return [
		printTable(table.map((line) => line.map(visible))),
		printTable([[
			"PRODUCT",
			"WHERE",
			"PROMOTIONS",
			"A WEEK",
			"LEAD TIME",
			"90%",
			"ROLLED BACK",
			"AFTER"
		], ...numbers].map((line) => line.map(visible))),
		missingLines(history),
		warnings
	].filter((part) => part.length > 0).flatMap((part, index) => index === 0 ? part : ["", ...part]).map((line) => visible(line).trimEnd());
}
function historySections(history, server) {
	const { entries, figures, since } = history;
	if (entries.length === 0) return [{
		lead: [
			"### History",
			"",
			prose(emptyLine(history))
		],
		rows: []
	}];
	return [{
		lead: [
			`### Figures since ${prose(minute(since))}`,
			"",
			row([
				"Product",
				"Environment",
				"Promotions",
				"A week",
				"Lead time",
				"90 %",
				"Rolled back",
				"Rolled back after"
			]),
			row([
				"---",
				"---",
				"--:",
				"--:",
				"--:",
				"--:",
				"--:",
				"--:"
			])
		],
		rows: figures.map((one) => row([
			prose(one.product),
			prose(one.environment),
			...figureCells(one)
		])),
		tail: ["", missingLines(history).map(prose).join("<br>")]
	}, {
		lead: [
			"### History",
			"",
			row([
				"When",
				"Product",
				"Environment",
				"Image",
				"Change",
				"Kind",
				"By",
				"Source",
				"Lead time",
				"Commit",
				"Reason"
			]),
			row(Array.from({ length: 11 }, () => "---"))
		],
		rows: entries.map((entry) => entryRow(entry, server))
	}];
}
const entryRow = (entry, server) => {
	const { at, product, environment, image, from, to, kind, commit, url, source, pullRequest, reason } = entry;
	const { sha, url: shaUrl } = entry.built ?? source ?? {};
	const run = entry.run === void 0 ? void 0 : runAddress(server, entry.run);
	const change = [from, to].map((reference) => reference === void 0 ? "none" : code(version(reference)));
	return row([
		prose(minute(at)),
		prose(product),
		prose(environment),
		code(image),
		change.join(" → "),
		run === void 0 ? kinds$1[kind] : link(kinds$1[kind], run),
		prose(whoOf(entry)),
		sha === void 0 ? "" : link(code(sha.slice(0, 7)), shaUrl),
		printDuration$1(entry.leadTime),
		[link(code(commit.slice(0, 7)), url), pullRequest === void 0 ? "" : link(prose(`#${pullRequest.number}`), pullRequest.url)].filter((part) => part !== "").join(" "),
		prose(reason ?? "")
	]);
};
const runAddress = (server, run) => {
	const path = /^https?:\/\/[^/]+\/(.+)$/.exec(run)?.[1];
	const own = path === void 0 ? void 0 : address(server, [path]);
	return own === run ? own : void 0;
};
const columns = {
	at: ({ at }) => at,
	product: ({ product }) => product,
	environment: ({ environment }) => environment,
	image: ({ image }) => image,
	from: ({ from }) => printed(from),
	to: ({ to }) => printed(to),
	kind: ({ kind }) => kind,
	commit: ({ commit }) => commit,
	"commit-url": ({ url }) => url,
	author: ({ author }) => author,
	"source-repository": ({ source }) => source?.repository,
	"source-commit": ({ source }) => source?.sha,
	"source-url": ({ source }) => source?.url,
	"source-ref": ({ source }) => source?.ref,
	"source-committed-at": ({ source }) => source?.committedAt,
	workflow: ({ source }) => source?.workflow,
	"run-number": ({ source }) => source?.runNumber,
	run: ({ run }) => run,
	actor: ({ actor }) => actor,
	reason: ({ reason }) => reason,
	"pull-request-number": ({ pullRequest }) => pullRequest?.number,
	"pull-request-url": ({ pullRequest }) => pullRequest?.url,
	"lead-time-seconds": ({ leadTime }) => leadTime,
	path: ({ path }) => path,
	"built-repository": ({ built }) => built?.repository,
	"built-commit": ({ built }) => built?.sha
};
const printed = (reference) => reference === void 0 ? void 0 : printReference(reference);
function historyCsv(entries) {
	const rows = entries.map((entry) => Object.values(columns).map((value) => csvField(value(entry))));
	return [Object.keys(columns), ...rows].map((fields) => `${fields.join(",")}\r\n`).join("");
}
function csvField(value) {
	const text = String(value ?? "");
	const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll("\"", "\"\"")}"` : safe;
}

// src/domain/page/escape.ts
function escapeHtml(text) {
	return visible(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
function embeddedJson(value) {
	return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
function fragment(...names) {
	return `#${names.map((name) => encodeURIComponent(name.replace(/\p{Cs}/gu, "�"))).join("/")}`;
}
function shorten(text, longest) {
	const characters = [...text];
	return characters.length <= longest ? text : `${characters.slice(0, Math.max(0, longest - 1)).join("")}…`;
}
function printDuration(seconds) {
	if (seconds < 60) return `${Math.round(seconds)} s`;
	if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
	if (seconds < 86400) return `${printNumber(seconds / 3600)} h`;
	return `${printNumber(seconds / 86400)} d`;
}
function printNumber(number) {
	return number >= 10 ? Math.round(number).toLocaleString("en") : String(Math.round(number * 10) / 10);
}
function printMoment(at) {
	return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

// src/domain/page/charts.ts
const WEEK = 6048e5;
const WIDTH = 400;
const LEFT = 70;
const RIGHT = 325;
const MOST_BARS = 60;
const ROW = 40;
const UP = 26;
function promotionsChart({ entries, figures, window, environments }) {
	const until = Date.parse(window.until);
	const weeks = Math.max(1, Math.ceil((until - Date.parse(window.since)) / WEEK));
	const each = Math.ceil(weeks / MOST_BARS);
	const count = Math.ceil(weeks / each);
	const binOf = ({ at }) => count - 1 - Math.floor((until - Date.parse(at)) / (WEEK * each));
	const rows = shownIn(environments, entries).map((environment) => {
		const own = entries.filter((entry) => entry.environment === environment);
		const bins = (kind) => {
			const commits = own.filter((entry) => entry.kind === kind);
			const distinct = new Map(commits.map((entry) => [`${entry.product} ${entry.commit}`, entry]));
			const numbers = new Array(count).fill(0);
			for (const entry of distinct.values()) numbers[binOf(entry)] = (numbers[binOf(entry)] ?? 0) + 1;
			return numbers.slice(0, count);
		};
		return {
			environment,
			promotions: bins("promotion"),
			rollbacks: bins("rollback")
		};
	});
	const most = Math.max(1, ...rows.flatMap(({ promotions, rollbacks }) => [...promotions, ...rollbacks]));
	const step = 255 / count;
	const width = round(Math.max(1, step - Math.min(3, step / 4)));
	const bars = (numbers, { base, room }) => numbers.map((number, index) => {
		if (number === 0) return "";
		const height = Math.sign(room) * Math.max(2, Math.round(Math.abs(room) * number / most));
		return `M${round(LEFT + (index + .5) * step)} ${base}v${-height}`;
	}).join("");
	const base = (index) => index * ROW + UP + 4;
	const told = rows.map(({ environment, promotions, rollbacks }) => {
		const rolledBack = sum$1(rollbacks) === 0 ? "" : `, ${sum$1(rollbacks)} rolled back`;
		return `${environment} ${sum$1(promotions)}${rolledBack}`;
	});
	const title = each === 1 ? "Promotions a week" : `Promotions every ${each} weeks`;
	const since = (/* @__PURE__ */ new Date(until - count * each * WEEK)).toISOString().slice(0, 10);
	const label = `${title} since ${since}: ${told.join("; ")}`;
	return figure(`${title}, rollbacks below the line`, {
		label,
		height: rows.length * ROW + 20,
		parts: [
			path("axis", rows.map((_, index) => `M${LEFT} ${base(index)}H${RIGHT}`).join("")),
			strokes("bars", {
				data: rows.map(({ promotions }, index) => bars(promotions, {
					base: base(index),
					room: UP
				})).join(""),
				width
			}),
			strokes("back", {
				data: rows.map(({ rollbacks }, index) => bars(rollbacks, {
					base: base(index),
					room: -9
				})).join(""),
				width
			}),
			...rows.map(({ environment }, index) => name(environment, base(index))),
			...rows.map(({ environment }, index) => {
				const average = figures.find((one) => one.environment === environment)?.promotionsPerWeek ?? 0;
				return words(`${printNumber(average)}/week`, {
					x: WIDTH,
					y: base(index),
					class: "end"
				});
			}),
			words(since, {
				x: LEFT,
				y: rows.length * ROW + 14,
				class: "soft"
			}),
			words("now", {
				x: RIGHT,
				y: rows.length * ROW + 14,
				class: "soft end"
			})
		]
	});
}
const ticks = [
	{
		text: "1 min",
		seconds: 60
	},
	{
		text: "1 h",
		seconds: 3600
	},
	{
		text: "1 d",
		seconds: 86400
	},
	{
		text: "1 w",
		seconds: 604800
	},
	{
		text: "1 mo",
		seconds: 2592e3
	}
];
const SHORTEST = 60;
const LONGEST = 5184e3;
function leadTimesChart({ entries, figures, environments }) {
	const timed = entries.filter(({ leadTime }) => leadTime !== void 0);
	if (timed.length === 0) return void 0;
	const rows = shownIn(environments, timed);
	const middle = (index) => index * ROW + 20;
	const dots = rows.flatMap((environment, index) => {
		const own = timed.filter((entry) => entry.environment === environment);
		return [...new Set(own.map(({ leadTime = 0 }, place) => `M${across(leadTime)} ${middle(index) + place * 7 % 5 * 3 - 6}h0`))];
	});
	const durationsOf = (environment) => figures.find((one) => one.environment === environment)?.leadTime;
	const marks = rows.flatMap((environment, index) => {
		const { median, percentile90 } = durationsOf(environment) ?? {};
		return [...median === void 0 ? [] : [`M${across(median)} ${middle(index) - 14}v28`], ...percentile90 === void 0 ? [] : [`M${across(percentile90)} ${middle(index) + 4}v10`]];
	});
	const told = rows.map((environment) => {
		const { median, percentile90 } = durationsOf(environment) ?? {};
		if (median === void 0 || percentile90 === void 0) return `${environment} unknown`;
		return `${environment} median ${printDuration(median)}, 90th percentile ${printDuration(percentile90)}`;
	});
	const bottom = rows.length * ROW;
	return figure("Lead time from commit to branch: long line median, short line 90th percentile", {
		label: `Lead times: ${told.join("; ")}`,
		height: bottom + 20,
		parts: [
			path("axis", ticks.map(({ seconds }) => `M${across(seconds)} 0V${bottom}`).join("")),
			path("dots", dots.join("")),
			path("mark", marks.join("")),
			...rows.map((environment, index) => name(environment, middle(index) + 5)),
			...rows.map((environment, index) => {
				const { median } = durationsOf(environment) ?? {};
				if (median === void 0) return "";
				return words(printDuration(median), {
					x: WIDTH,
					y: middle(index) + 5,
					class: "end"
				});
			}),
			...ticks.map(({ text, seconds }) => words(text, {
				x: across(seconds),
				y: bottom + 14,
				class: "soft middle"
			}))
		]
	});
}
const across = (seconds) => {
	return Math.round(LEFT + 255 * Math.log(Math.min(LONGEST, Math.max(SHORTEST, seconds)) / SHORTEST) / Math.log(LONGEST / SHORTEST));
};
const shownIn = (environments, entries) => {
	const present = new Set(entries.map(({ environment }) => environment));
	return [.../* @__PURE__ */ new Set([...environments, ...present])].filter((environment) => present.has(environment));
};
const figure = (caption, { label, height, parts }) => `<figure><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(label)}">${parts.join("")}</svg><figcaption>${escapeHtml(caption)}</figcaption></figure>`;
const path = (kind, data) => data === "" ? "" : `<path class="${kind}" d="${data}"/>`;
const strokes = (kind, { data, width }) => path(kind, data).replace("<path", `<path stroke-width="${width}"`);
const name = (environment, y) => `<text y="${y}">${escapeHtml(shorten(environment, 9))}</text>`;
const words = (text, { x, y, class: kind }) => `<text x="${x}" y="${y}" class="${kind}">${escapeHtml(text)}</text>`;
const round = (number) => Math.round(number * 10) / 10;
const sum$1 = (numbers) => numbers.reduce((total, number) => total + number, 0);

// src/domain/page/data.ts
const kinds = [
	"promotion",
	"rollback",
	"by-hand",
	"unknown"
];
const records = [
	"recorded",
	"edited",
	"unrecorded",
	"unread"
];
function packData(data, detail) {
	const { status, server } = data;
	const products = listOf(status.rows.map(({ product }) => product));
	const environments = listOf(status.environments);
	const [images, versions, people, sources, reasons, paths, repositories] = [
		listOf(),
		listOf(),
		listOf(),
		listOf(),
		listOf(),
		listOf(),
		listOf()
	];
	const sourceOf = (source) => source?.sha === void 0 ? 0 : sources.add(`${repositories.add(source.repository)} ${source.sha.slice(0, detail.commit)}`);
	const runOf = (run) => {
		const inside = run?.startsWith(`${server}/`) ? run.slice(server.length + 1) : void 0;
		const [, repository, id] = /^([^/]+\/[^/]+)\/actions\/runs\/(\d+)$/.exec(inside ?? "") ?? [];
		return repository === void 0 || id === void 0 ? 0 : `${repositories.add(repository)} ${id}`;
	};
	const shown = (reference, { image }) => versions.add(reference === void 0 ? void 0 : shorten(told(reference, image), detail.version));
	const secondsOf = ({ at }) => Math.round(Date.parse(at) / 1e3);
	const changes = data.entries.map((entry, index) => trimmed([
		secondsOf(data.entries[index - 1] ?? entry) - secondsOf(entry),
		products.add(entry.product),
		environments.add(entry.environment),
		images.add(entry.image),
		kinds.indexOf(entry.kind),
		shown(entry.from, entry),
		shown(entry.to, entry),
		entry.commit.slice(0, detail.commit),
		sourceOf(entry.source),
		runOf(entry.run),
		people.add(entry.actor ?? entry.author),
		reasons.add(cutBytes(entry.reason, detail.reason)),
		entry.pullRequest?.number ?? 0,
		entry.leadTime === void 0 ? 0 : entry.leadTime + 1,
		comparison(entry)
	]));
	const running = status.rows.flatMap(({ product, runs, relations }) => [...runs.values()].flat().map((one) => [
		products.add(product),
		environments.add(one.environment),
		printReference(one.reference),
		paths.add(one.path),
		one.line,
		records.indexOf(one.record),
		one.set?.commit ?? "",
		one.set === void 0 ? 0 : Math.round(Date.parse(one.set.at) / 1e3),
		sourceOf(one.set?.source),
		one.set?.by ?? "",
		relations.get(one.environment) ?? "",
		one.held.map(visible)
	]));
	return {
		server,
		repository: data.repository ?? "",
		branch: data.branch,
		products: products.all,
		environments: environments.all,
		images: images.all,
		versions: versions.all,
		people: people.all,
		sources: sources.all,
		repositories: repositories.all,
		reasons: reasons.all,
		paths: paths.all,
		running,
		frozen: status.freezes.map(({ product, environment, frozen }) => [
			products.add(product),
			environments.add(environment),
			visible(frozen)
		]),
		waiting: data.waiting.map(({ product, environments: where, number }) => [
			products.add(product),
			where.map((environment) => environments.add(environment)),
			number
		]),
		left: [...data.left].map(([product, count]) => [products.add(product), count]),
		newest: data.entries.slice(0, 1).map(secondsOf)[0] ?? 0,
		changes
	};
}
const told = (reference, image) => reference.repository === image ? version(reference) : `${reference.repository} ${version(reference)}`;
const comparison = ({ from, to, source }) => {
	if (from === void 0 || to === void 0 || source?.repository === void 0) return 0;
	const range = rangeOf({
		from: printReference(from),
		to: printReference(to)
	}, source);
	if (range === void 0) return 0;
	return range === `v${from.tag}...v${to.tag}` ? 2 : 1;
};
const listOf = (names = []) => {
	const all = [];
	const places = /* @__PURE__ */ new Map();
	const add = (name) => {
		if (name === void 0 || name === "") return 0;
		const known = places.get(name);
		if (known !== void 0) return known;
		all.push(visible(name));
		places.set(name, all.length);
		return all.length;
	};
	for (const name of names) add(name);
	return {
		all,
		add
	};
};
const cutBytes = (text, most) => {
	if (text === void 0 || embeddedBytes(text) <= most) return text;
	let kept = [...text].slice(0, most);
	while (kept.length > 0 && embeddedBytes(kept.join("")) > most) kept = kept.slice(0, Math.floor(kept.length * .9));
	return kept.length === 0 ? void 0 : `${kept.join("")}…`;
};
const embeddedBytes = (text) => bytesOf(embeddedJson(visible(text))) - 2;
const trimmed = (values) => {
	const kept = [...values];
	while (kept.at(-1) === 0) kept.pop();
	return kept;
};

// src/domain/page/matrix.ts
const LONGEST_VERSION = 40;
const further = {
	frozen: {
		sign: "❄︎",
		word: "frozen",
		text: "no promotion before the end of a freeze window"
	},
	waiting: {
		sign: "○",
		word: "waits",
		text: "a pull request is open"
	}
};
function waitingOf({ proposals, environments }, { server, repository }) {
	return proposals.map(({ branch, number }) => {
		const product = productOf(branch);
		const [names = ""] = branch.slice(branchesOf(product).length).split("/");
		return {
			product,
			environments: names.split("+").filter((name) => environments.includes(name)),
			number,
			url: repository === void 0 ? void 0 : address(server, [
				repository,
				"pull",
				String(number)
			])
		};
	});
}
function matrixHtml(status, options) {
	const { environments, rows } = status;
	const products = /* @__PURE__ */ new Map();
	for (const row of rows) {
		const own = products.get(row.product);
		if (own === void 0) products.set(row.product, [row]);
		else own.push(row);
	}
	const frozen = new Set(status.freezes.map(({ product, environment }) => `${product} ${environment}`));
	const bodies = [...products].map(([product, own]) => {
		const short = shortImages(own.map(({ image }) => image));
		return `<tbody>${own.map((row, index) => {
			const cells = environments.map((environment) => cellHtml(row, environment, {
				...options,
				frozen,
				first: index === 0
			}));
			const link = `<a href="${fragment(product)}">${escapeHtml(product)}</a>`;
			const image = short(row.image) === product ? "" : ` <small>${escapeHtml(shorten(short(row.image), 60))}</small>`;
			return `<tr${index === 0 ? "" : " class=\"next\""}><th scope="row">${link}${image}</th>${cells.join("")}</tr>`;
		}).join("\n")}</tbody>`;
	});
	return [
		"<table id=\"-matrix\"><caption class=\"unseen\">What runs where</caption>",
		`<thead><tr><th scope="col">Product</th>${environments.map((environment) => `<th scope="col">${escapeHtml(environment)}</th>`).join("")}</tr></thead>`,
		...bodies,
		"</table>"
	].join("\n");
}
const cellHtml = (row, environment, { waiting, now, frozen, first }) => {
	const { product } = row;
	const place = `data-e="${escapeHtml(environment)}"${first ? ` id="${escapeHtml(`${product}/${environment}`)}"` : ""}`;
	const all = row.runs.get(environment) ?? [];
	const isFrozen = frozen.has(`${product} ${environment}`);
	const open = waiting.filter((one) => one.product === product && one.environments.includes(environment));
	const marks = [
		...marksOf(row, environment).map((mark) => signed(mark, markMeanings[mark])),
		...isFrozen ? [signed("frozen", further.frozen)] : [],
		...open.map(({ number, url }) => {
			const label = `${further.waiting.sign} #${number} ${further.waiting.word}`;
			return url === void 0 ? `<span class="m waiting">${label}</span>` : `<a class="m waiting" href="${escapeHtml(url)}">${label}</a>`;
		})
	];
	if (all.length === 0) return `<td ${place} class="none"><span class="unseen">nothing</span>${marks.join(" ")}</td>`;
	return `<td ${place}>${[...all.map((running, index) => runningHtml(running, {
		now,
		href: index === 0 ? fragment(product, environment) : void 0
	})), ...marks].join(" ")}</td>`;
};
const runningHtml = (running, { now, href }) => {
	const { reference, set } = running;
	const label = escapeHtml(shorten(version(reference), LONGEST_VERSION));
	const shown = href === void 0 ? `<b>${label}</b>` : `<a class="c" href="${href}">${label}</a>`;
	const since = age(set?.at, now);
	return since === "" ? shown : `${shown} <time>${escapeHtml(since)}</time>`;
};
const signed = (kind, { sign, word }) => `<span class="m ${kind}">${sign} ${word}</span>`;
function legendHtml(status, { waiting }) {
	const counts = /* @__PURE__ */ new Map();
	const count = (kind, more = 1) => void counts.set(kind, (counts.get(kind) ?? 0) + more);
	for (const row of status.rows) for (const environment of status.environments) for (const mark of marksOf(row, environment)) count(mark);
	if (status.freezes.length > 0) count("frozen", status.freezes.length);
	if (waiting.length > 0) count("waiting", waiting.length);
	const all = {
		...markMeanings,
		...further
	};
	const items = Object.entries(all).flatMap(([kind, { sign, word, text }]) => {
		const number = counts.get(kind);
		if (number === void 0) return [];
		return [`<li><button type="button" class="m ${kind}" data-filter="${word}">${sign} ${word}</button> <b>${number}</b> <span>${text}</span></li>`];
	});
	return items.length === 0 ? "<p class=\"calm\">Everything is in step, and nothing waits.</p>" : `<ul class="legend">${items.join("\n")}</ul>`;
}
function remarksHtml(status, { waiting }) {
	const products = new Set(status.rows.map(({ product }) => product));
	const remarks = [
		...waiting.filter(({ product, environments }) => environments.length === 0 || !products.has(product)).map(({ number, product }) => `${further.waiting.sign} Pull request #${number} of ${product} waits.`),
		...groupFreezes(status.freezes).map(({ where, frozen }) => `${further.frozen.sign} Frozen: ${where} ${frozen}`),
		...status.problems.map(({ message, hint }) => [message, hint ?? ""].join(" ").trim()),
		...printUnread(status)
	];
	if (remarks.length === 0) return "";
	const items = remarks.map((remark) => `<li>${escapeHtml(shorten(remark, 1e3))}</li>`);
	return `<section class="remarks">${`<h2>${counted(remarks.length, "remark")}</h2>`}<ul>${items.join("\n")}</ul></section>`;
}

// src/domain/page/script.ts
const pageScript = String.raw`
(() => {
'use strict';
const find = (id) => document.getElementById(id);
const D = JSON.parse(find('-data').textContent);
let instant = D.newest;
for (const change of D.changes) change[0] = instant -= change[0];
const PORTION = 50;
const one = (list, place) => list[place - 1] || '';
const el = (name, given, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given || {})) if (value) made.setAttribute(key, value);
  made.append(...children.flat().filter((child) => child || child === 0).map((child) => typeof child === 'number' ? String(child) : child));
  return made;
};
const escaped = (part) => encodeURIComponent(part).replace(/[!'()*]/g, (sign) => '%' + sign.charCodeAt(0).toString(16));
const url = (...parts) => parts.every(Boolean) && D.server ? [D.server, ...parts.flatMap((part) => String(part).split('/')).map(escaped)].join('/') : '';
const link = (text, href, label) => href ? el('a', { href, 'aria-label': label }, text) : text;
const bdi = (text) => el('bdi', null, text);
const moment = (seconds) => new Date(seconds * 1000).toISOString();
const rounded = (number) => number >= 10 ? String(Math.round(number)) : String(Math.round(number * 10) / 10);
const duration = (seconds) => seconds < 60 ? seconds + ' s' : seconds < 3600 ? Math.round(seconds / 60) + ' min' : seconds < 86400 ? rounded(seconds / 3600) + ' h' : rounded(seconds / 86400) + ' d';
const joined = (parts) => parts.filter((part) => part && part.length !== 0).flatMap((part, index) => index ? [' · ', part] : [part]).flat();
const split = (code) => { const at = String(code || '').indexOf(' '); return at < 0 ? ['', ''] : [one(D.repositories, Number(code.slice(0, at))), code.slice(at + 1)]; };
const commitOf = (id) => link(el('code', null, id.slice(0, 7)), url(D.repository, D.repository && 'commit', id), 'commit ' + id.slice(0, 7));
const sourceOf = (place) => {
  const [repository, id] = split(one(D.sources, place));
  return id && ['built from ', repository && repository + ' ', link(el('code', null, id.slice(0, 7)), url(repository, 'commit', id), 'source commit ' + id.slice(0, 7))];
};
const KINDS = [['promotion', '→', 'promoted'], ['rollback', '↩', 'rolled back'], ['hand', '✎', 'by hand'], ['unknown', '?', 'unknown']];
const RECORDS = ['', 'changed by hand since its record', 'nothing is recorded of it', 'its record is older than what was read'];
const RELATIONS = { ahead: 'newer than in the environment before', behind: 'older than in the environment before', different: 'not the same as in the environment before' };

const changeItem = (change, isOverview) => {
  const [at, product, environment, image, kind, from, to, commit, source, run, actor, reason, pull, lead, comparison] = change;
  const [style, sign, word] = KINDS[kind];
  const name = one(D.products, product);
  const place = one(D.environments, environment);
  const [before, after] = [one(D.versions, from), one(D.versions, to)];
  const [runRepository, runId] = split(run || '');
  const [sourceRepository] = split(one(D.sources, source));
  const mark = comparison === 2 ? 'v' : '';
  const compare = comparison ? url(sourceRepository, 'compare', mark + before + '...' + mark + after) : '';
  const href = '#' + encodeURIComponent(name) + '/' + encodeURIComponent(place);
  return el('li', null,
    el('time', { datetime: moment(at) }, moment(at).slice(11, 16)),
    el('div', { class: 'what' },
      el('p', null, isOverview && [link(name, href), ' '], el('b', null, place), ' ', bdi(one(D.images, image).split('/').pop()), ' ',
        before ? bdi(before) : 'nothing', ' → ', el('b', null, after ? bdi(after) : 'nothing'), ' ', el('span', { class: 'm ' + style }, sign + ' ' + word)),
      reason ? el('p', { class: 'reason' }, bdi(one(D.reasons, reason))) : '',
      el('p', { class: 'facts' }, joined([
        actor && ['by ', bdi(one(D.people, actor))],
        lead && duration(lead - 1) + ' after its commit',
        source && sourceOf(source),
        compare && link('what is new', compare, 'what is new in ' + after),
        runId && link('run', url(runRepository, 'actions', 'runs', runId), 'run ' + runId),
        pull && link('#' + pull, url(D.repository, D.repository && 'pull', pull), 'pull request ' + pull),
        ['commit ', commitOf(commit)],
      ]))));
};

const showChanges = (box, product, environment) => {
  const own = D.changes.filter((change) => (!product || change[1] === product) && (!environment || change[2] === environment));
  const more = D.left.filter(([place]) => !product || place === product).reduce((sum, [, count]) => sum + count, 0);
  box.replaceChildren(el('h3', null, 'Changes'));
  let shown = 0;
  let day = '';
  let list;
  const button = el('button', { type: 'button', class: 'more' });
  const next = () => {
    const first = shown;
    let focus;
    for (const change of own.slice(first, first + PORTION)) {
      const date = moment(change[0]).slice(0, 10);
      if (date !== day) {
        day = date;
        list = el('ol', { 'aria-label': date });
        box.append(el('h3', null, date), list);
      }
      const item = changeItem(change, !product);
      if (shown === first) focus = item;
      list.append(item);
      shown += 1;
    }
    if (first > 0 && focus) { focus.tabIndex = -1; focus.focus(); }
    button.textContent = 'Show more of ' + own.length;
    if (shown < own.length) box.append(button); else button.remove();
  };
  button.addEventListener('click', next);
  next();
  if (own.length === 0) box.append(el('p', { class: 'soft' }, more ? 'None of the changes on this page.' : 'Nothing has changed here in this time.'));
};

const showRuns = (box, product, environment) => {
  const own = D.running.filter(([place, where]) => place === product && (!environment || where === environment));
  const list = el('dl');
  for (const [, where, reference, path, line, record, commit, since, source, by, relation, held] of own) {
    const file = url(D.repository, D.repository && 'blob', D.branch, one(D.paths, path));
    list.append(el('div', null, el('dt', null, one(D.environments, where)), el('dd', null, el('code', null, bdi(reference))),
      el('dd', { class: 'facts' }, joined([
        since && ['since ', el('time', { datetime: moment(since) }, moment(since).slice(0, 16).replace('T', ' ')), by === 'rollback' && ' by a rollback', ', commit ', commitOf(commit)],
        source && sourceOf(source),
        RECORDS[record],
        RELATIONS[relation],
        held.length > 0 && ['held: ', bdi(held.join(', '))],
        [link(one(D.paths, path) + ':' + line, file && file + '#L' + line)],
      ]))));
  }
  for (const [place, where, text] of D.frozen) {
    if (place === product && (!environment || where === environment)) list.append(el('div', null, el('dt', null, one(D.environments, where) + ' is frozen'), el('dd', null, bdi(text))));
  }
  for (const [place, places, number] of D.waiting) {
    if (place === product && (!environment || places.length === 0 || places.includes(environment))) {
      list.append(el('div', null, el('dt', null, 'A pull request waits'), el('dd', null, link('#' + number, url(D.repository, D.repository && 'pull', number), 'pull request ' + number), ' for ' + (places.map((name) => one(D.environments, name)).join(', ') || 'this product'))));
    }
  }
  box.replaceChildren(...(list.childElementCount ? [list] : []));
};

// Without their ids nothing jumps when a link of the table is followed: the part beside it changes, and the table stays.
const parts = new Map([...document.querySelectorAll('.part')].map((part) => [part.id, part]));
for (const named of document.querySelectorAll('.part,#-matrix td[id]')) named.removeAttribute('id');
const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
const title = document.title;
const choose = (isNavigation) => {
  const [name, where = ''] = location.hash.slice(1).split('/').map(decoded);
  if (name.startsWith('-')) return;
  const product = name && parts.has(name) ? D.products.indexOf(name) + 1 : 0;
  const environment = D.environments.indexOf(where) + 1;
  const isUnknown = (name && !product) || (where && !environment);
  find('-missing').textContent = isUnknown ? 'This page knows no ' + (name && !product ? 'product ' + name : 'environment ' + where) + '.' : '';
  for (const part of document.querySelectorAll('.part.shown')) part.classList.remove('shown');
  const part = parts.get(product ? name : '-all');
  part.classList.add('shown');
  if (product) showRuns(part.querySelector('.runs'), product, environment);
  showChanges(part.querySelector('.changes'), product, environment);
  const here = '#' + location.hash.slice(1);
  for (const marked of document.querySelectorAll('[aria-current]')) marked.removeAttribute('aria-current');
  for (const anchor of document.querySelectorAll('#-matrix a,.part.shown nav a')) {
    if (anchor.getAttribute('href') === here) anchor.setAttribute('aria-current', 'true');
  }
  document.title = product ? name + (environment ? ' in ' + where : '') + ': ' + title : title;
  find('-chosen').scrollTop = 0;
  if (!isNavigation && !location.hash) return;
  const heading = part.querySelector('h2');
  heading.focus({ preventScroll: true });
  const { top, bottom } = heading.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) heading.scrollIntoView();
  else document.querySelector('#-matrix td [aria-current]')?.closest('td').scrollIntoView({ block: 'nearest' });
};

const bodies = [...document.querySelectorAll('#-matrix tbody')];
const texts = bodies.map((body) => body.textContent.toLowerCase());
const input = find('-find');
const buttons = [...document.querySelectorAll('[data-filter]')];
const filter = () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  bodies.forEach((body, place) => {
    body.hidden = !words.every((word) => texts[place].includes(word));
    if (!body.hidden) count += 1;
  });
  find('-found').textContent = words.length ? count + ' of ' + bodies.length + ' products' : '';
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.filter === input.value));
};
input.addEventListener('input', filter);
input.addEventListener('keydown', (event) => { if (event.key === 'Escape') { input.value = ''; filter(); } });
for (const button of buttons) button.addEventListener('click', () => { input.value = input.value === button.dataset.filter ? '' : button.dataset.filter; filter(); });

const age = () => {
  const passed = (Date.now() - Date.parse(find('-now').dateTime)) / 1000;
  find('-old').textContent = passed >= 300 ? ', ' + duration(passed) + ' ago' : '';
};
document.documentElement.classList.add('js');
find('-filter').hidden = false;
filter();
age();
setInterval(age, 60000);
addEventListener('hashchange', () => choose(true));
choose(false);
})();
`;
const scriptHash = "sha256-KFaUsXo1arji+enoeQpFbWRbcIcwU8Ujh1BzCfFqMB4=";

// src/domain/page/style.ts
const pageStyle = `
:root{color-scheme:light dark;--bg:#fafaf8;--fg:#1b1e22;--soft:#59616b;--line:#dcdfe3;--panel:#fff;--link:#0a4fa8;--old:#8a4700;--new:#a3261c;--hand:#66399c;--cold:#0a5c70;--bar:#3f74b5;--mark:#eaf1fb}
@media (prefers-color-scheme:dark){:root{--bg:#101316;--fg:#e7e9eb;--soft:#a3abb5;--line:#2c3239;--panel:#171b20;--link:#93bff8;--old:#f2b866;--new:#ff958c;--hand:#cbabf7;--cold:#86d3e4;--bar:#6ea2e2;--mark:#1d2937}}
*{box-sizing:border-box}
html{font:clamp(1rem,.6rem + .5vw,2.2rem)/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;background:var(--bg);color:var(--fg);-webkit-text-size-adjust:100%}
body{margin:0;padding:1rem clamp(.75rem,2vw,3rem)}
a{color:var(--link);text-decoration-thickness:.06em;text-underline-offset:.18em}
a:focus-visible,button:focus-visible,input:focus-visible,[tabindex]:focus-visible{outline:.18em solid var(--link);outline-offset:.12em}
h1,h2,h3{line-height:1.2;margin:0;overflow-wrap:anywhere}
h1{font-size:1.5rem}h1 a,th a,td .c{color:inherit;text-decoration:none}h1 a:hover,th a:hover,td .c:hover{text-decoration:underline}
h1 small{font-weight:400;color:var(--soft)}
h2{font-size:1.35rem}h2:focus{outline:none}
h3{font-size:.9rem;color:var(--soft);margin:1.2rem 0 .3rem}
small{font-size:.85em}
p{margin:.4rem 0}
header{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;align-items:baseline;justify-content:space-between;padding-bottom:.6rem;border-bottom:1px solid var(--line)}
header p,footer,.note,.soft{color:var(--soft)}
footer{margin-top:2rem;border-top:1px solid var(--line);font-size:.85rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:.5rem;background:var(--panel);padding:.4rem .8rem;z-index:3}
main{display:grid;gap:1.5rem clamp(1rem,3vw,4rem);margin-top:1rem}
main>section{min-width:0}
#-chosen:focus{outline:none}
.filter{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:0 0 .6rem}
.filter[hidden]{display:none}
input{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--soft);border-radius:.35rem;padding:.3rem .6rem;flex:1 1 9rem;min-width:0;max-width:22rem}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.35rem 1.2rem;padding:0;margin:0 0 .8rem;font-size:.85rem;color:var(--soft)}
.m{font-size:.85em;white-space:nowrap;font-weight:600;color:var(--old)}
.m.ahead,.m.held{color:var(--new)}.m.edited,.m.several{color:var(--hand)}.m.frozen{color:var(--cold)}.m.waiting{color:var(--link)}
button{font:inherit;color:inherit;background:none;border:1px solid var(--line);border-radius:.35rem;padding:.1rem .5rem;min-height:1.75rem;cursor:pointer}
button[aria-pressed=true]{background:var(--mark);border-color:currentColor}
.more{padding:.4rem 1rem;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.4rem .7rem .4rem 0;overflow-wrap:anywhere}
thead th{color:var(--soft);font-size:.85rem;font-weight:600;border-bottom:2px solid var(--line)}
#-matrix thead th{position:sticky;top:0;background:var(--bg);z-index:2}
#-matrix tbody{border-bottom:1px solid var(--line)}
#-matrix th[scope=row]{font-weight:650;min-width:6.5rem}
#-matrix th small{display:block;font-weight:400;color:var(--soft)}
#-matrix .next th a{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}#-matrix .next th a:focus{position:static;width:auto;height:auto;clip-path:none}
#-matrix .next th,#-matrix .next td{padding-top:0}
#-matrix td{position:relative;min-width:5.5rem;scroll-margin:6rem 0}
#-matrix .c,#-matrix b{font-size:1.12em;font-weight:600;margin-right:.15em}
#-matrix .c::after{content:"";position:absolute;inset:0}
#-matrix td>a.m{position:relative;z-index:1}
#-matrix td .m{display:block;width:max-content;max-width:100%}
#-matrix time{color:var(--soft);font-size:.85em;white-space:nowrap}
#-matrix td:has(.c:hover),#-matrix td:has([aria-current]){background:var(--mark)}
#-matrix td:has([aria-current]){box-shadow:inset .2rem 0 var(--link)}
#-matrix td:has(.c){padding-left:.5rem}#-matrix td.none{padding-left:.5rem}#-matrix thead th+th{padding-left:.5rem}
.none::before{content:"–";color:var(--soft)}
.none .m{margin-top:.2rem}
.remarks{margin-top:1.2rem}.remarks h2{font-size:1rem}.remarks ul{padding-left:1.1rem;margin:.3rem 0;overflow-wrap:anywhere;font-size:.9rem}
.part{display:none}.part.shown,html:not(.js) .part{display:block}
html:not(.js) .part nav,.js .needs{display:none}
nav{display:flex;flex-wrap:wrap;gap:.3rem 1rem;margin:.5rem 0 .8rem}
nav a{padding:.15rem 0;min-height:1.6rem}nav a[aria-current]{color:inherit;font-weight:650;text-decoration-thickness:.15em}
.pictures{display:flex;flex-wrap:wrap;gap:1rem 2rem;margin:.8rem 0}
figure{margin:0;flex:1 1 17rem;max-width:30rem;min-width:0}
figcaption{font-size:.8rem;color:var(--soft)}
svg{display:block;width:100%;height:auto;overflow:visible}
text{font-size:12px;fill:currentColor}.end{text-anchor:end}.middle{text-anchor:middle}text.soft{fill:var(--soft);font-size:11px}
path{fill:none}.axis{stroke:var(--line)}.bars{stroke:var(--bar)}.back{stroke:var(--new)}.dots{stroke:var(--bar);stroke-width:5;stroke-linecap:round;opacity:.7}.mark{stroke:currentColor;stroke-width:2}
.figures{font-size:.85rem}.figures th{overflow-wrap:normal}.figures td{white-space:nowrap}.figures td small{white-space:normal}.figures th,.figures td{padding:.25rem .6rem .25rem 0}.figures small{color:var(--soft)}
.changes ol{list-style:none;padding:0;margin:0}
.changes li{display:grid;grid-template-columns:3.2rem minmax(0,1fr);gap:0 .8rem;padding:.45rem 0;border-top:1px solid var(--line)}
.changes time{color:var(--soft)}
.what{overflow-wrap:anywhere}
.what p{margin:0}.what .facts{color:var(--soft);font-size:.85rem}
.reason{font-style:italic}
.m.rollback{color:var(--new)}.m.promotion{color:var(--link)}.m.hand{color:var(--hand)}.m.unknown{color:var(--soft)}
dl{margin:.6rem 0;display:grid;gap:.8rem}dt{font-weight:650;overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}dd.facts{color:var(--soft);font-size:.85rem}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.92em}
@media (min-width:75rem){body:not(.many) main{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}body:not(.many) #-chosen{position:sticky;top:0;max-height:100vh;overflow:auto;padding:.2rem .3rem 1rem}}
@media (max-width:40rem){
#-matrix thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
#-matrix,#-matrix tbody{display:block}
#-matrix tr{display:grid;grid-template-columns:minmax(4.5rem,auto) minmax(0,1fr);padding:.5rem 0}
#-matrix th[scope=row]{grid-column:1/-1;padding:0 0 .2rem;font-size:1.1rem}
#-matrix td{grid-column:1/-1;display:grid;grid-template-columns:5rem minmax(0,max-content) minmax(max-content,1fr);gap:0 .5rem;padding:.35rem .4rem!important;align-items:baseline}
#-matrix td::before{content:attr(data-e);color:var(--soft);font-weight:400}
#-matrix td .m{grid-column:2/-1}
#-matrix .c::after{content:""}
.figures thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.figures tr{display:flex;flex-wrap:wrap;gap:.1rem .8rem;padding:.3rem 0}.figures th{flex:1 0 100%}
.figures td:nth-of-type(1)::after{content:" promotions a week"}.figures td:nth-of-type(2)::after{content:" lead time"}.figures td:nth-of-type(3)::after{content:" 90th percentile"}.figures td:nth-of-type(4)::after{content:" rolled back"}.figures td:nth-of-type(5)::after{content:" to rollback"}
}
@media print{
:root{color-scheme:light;--bg:#fff;--fg:#000;--soft:#444;--line:#bbb;--panel:#fff;--link:#000;--old:#000;--new:#000;--hand:#000;--cold:#000;--bar:#555;--mark:#fff}
html{font-size:10pt}body{padding:0}
.filter,.skip,nav,.more,.needs{display:none!important}
main{display:block!important}#-chosen{position:static!important;max-height:none!important;overflow:visible!important;margin-top:1rem}
#-matrix thead th{position:static}tr,li,figure,dl>*{break-inside:avoid}h2,h3{break-after:avoid}
}
@media (forced-colors:active){#-matrix td:has([aria-current]){outline:2px solid Highlight}.bars,.back{stroke:CanvasText}.dots{stroke:CanvasText;opacity:1}}
`;
const styleHash = "sha256-eNToB9SAkXcG5eq9FD6xMESCU4SssDSd6o0l5NYPMuI=";

// src/domain/page/page.ts
const LARGEST_PAGE = 1e6;
const MOST_ENTRIES = 5e3;
const whole = {
	entries: MOST_ENTRIES,
	pictures: Number.POSITIVE_INFINITY,
	reason: 3e3,
	version: 64,
	commit: 12
};
const tighter = [
	{ reason: 120 },
	{
		reason: 60,
		version: 40
	},
	{
		reason: 60,
		version: 24,
		commit: 10,
		pictures: 100
	},
	{
		reason: 0,
		version: 20,
		commit: 10,
		pictures: 30
	}
];
const HALVINGS = 14;
function renderPage(content) {
	const entries = content.entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
	const everywhere = figuresOf(entries.map((entry) => ({
		...entry,
		product: ""
	})), content.window);
	let page = "";
	for (const fit of fits()) {
		page = pageWith({
			...content,
			entries,
			everywhere
		}, fit);
		if (bytesOf(page) <= LARGEST_PAGE) break;
	}
	return page;
}
function* fits() {
	yield whole;
	let fit = whole;
	for (const step of tighter) {
		fit = {
			...fit,
			...step
		};
		yield fit;
	}
	for (let halving = 1; halving <= HALVINGS; halving++) yield {
		...fit,
		entries: MOST_ENTRIES >> halving,
		pictures: 0
	};
}
const pageWith = (content, fit) => {
	const { status, now, branch, repository, directory = "Checkout", window } = content;
	const server = content.server.replace(/\/$/, "");
	const home = repository === void 0 ? void 0 : address(server, [repository]);
	const waiting = waitingOf(status, {
		server,
		repository
	});
	const kept = newestOfEach(content.entries, fit.entries);
	const data = packData({
		server: home === void 0 ? "" : server,
		repository,
		branch,
		status,
		waiting,
		...kept
	}, fit);
	const name = escapeHtml(repository ?? directory);
	return [
		"<!doctype html>",
		"<html lang=\"en\"><head><meta charset=\"utf-8\">",
		`<meta http-equiv="Content-Security-Policy" content="${policy}">`,
		"<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">",
		"<meta name=\"referrer\" content=\"no-referrer\"><meta name=\"robots\" content=\"noindex\">",
		"<meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\">",
		`<title>${name}: what runs where</title>`,
		`<style>${pageStyle}</style></head>`,
		`<body${status.environments.length > 5 ? " class=\"many\"" : ""}>`,
		"<a class=\"skip\" href=\"#-chosen\">Skip to the history</a>",
		"<header>",
		`<h1>${home === void 0 ? name : `<a href="${escapeHtml(home)}">${name}</a>`} <small>${escapeHtml(branch)}</small></h1>`,
		`<p>As of <time id="-now" datetime="${escapeHtml(now.toISOString())}">${printMoment(now.toISOString())} UTC</time><span id="-old"></span></p>`,
		"</header><main>",
		"<section id=\"-now-runs\" aria-label=\"What runs where\">",
		"<p class=\"filter\" id=\"-filter\" hidden><label for=\"-find\">Filter</label> <input type=\"search\" id=\"-find\" autocomplete=\"off\" placeholder=\"product, version or sign\"> <span id=\"-found\" role=\"status\"></span></p>",
		legendHtml(status, { waiting }),
		status.rows.length === 0 ? "<p>No image is listed by any manifest.</p>" : matrixHtml(status, {
			waiting,
			now
		}),
		remarksHtml(status, { waiting }),
		"</section>",
		`<section id="-chosen" aria-label="History" tabindex="-1"><p id="-missing" role="status"></p>`,
		"<p class=\"needs\">The filter and the lists of changes need JavaScript, which comes with this page.</p>",
		...partsOf(content, {
			fit,
			left: kept.left
		}),
		"</section></main>",
		`<footer><p>History since ${printMoment(window.since)} UTC. All times are UTC. Made by image-promotion; the records are in the git history.</p></footer>`,
		`<script type="application/json" id="-data">${embeddedJson(data)}<\/script>`,
		`<script>${pageScript}<\/script>`,
		"</body></html>\n"
	].join("\n");
};
const policy = [
	"default-src 'none'",
	`style-src '${styleHash}'`,
	`script-src '${scriptHash}'`,
	"img-src data:",
	"base-uri 'none'",
	"form-action 'none'"
].join("; ");
function newestOfEach(entries, most) {
	const counts = /* @__PURE__ */ new Map();
	for (const { product } of entries) counts.set(product, (counts.get(product) ?? 0) + 1);
	const share = shareOf([...counts.values()], most);
	const taken = /* @__PURE__ */ new Map();
	let spare = most - sum([...counts.values()].map((count) => Math.min(count, share)));
	const kept = entries.filter(({ product }) => {
		const before = taken.get(product) ?? 0;
		if (before >= share && (before > share || spare === 0)) return false;
		if (before === share) spare -= 1;
		taken.set(product, before + 1);
		return true;
	});
	const left = [...counts].map(([product, count]) => [product, count - (taken.get(product) ?? 0)]);
	return {
		entries: kept,
		left: new Map(left.filter(([, count]) => count > 0))
	};
}
const shareOf = (counts, most) => {
	let [low, high] = [0, Math.max(0, ...counts)];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (sum(counts.map((count) => Math.min(count, middle))) <= most) low = middle;
		else high = middle - 1;
	}
	return low;
};
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const partsOf = (content, { fit, left }) => {
	const { status, window, entries, figures, everywhere } = content;
	const { environments } = status;
	const total = sum([...left.values()]);
	const notes = [...total === 0 ? [] : [`Of ${counted(entries.length, "change")}, ${total.toLocaleString("en")} older ones are not on this page.`], ...fit.reason < whole.reason && entries.some(({ reason }) => reason !== void 0) ? [fit.reason === 0 ? "Reasons are left out, so that the page stays small." : "Long reasons are cut, so that the page stays small."] : []];
	const byProduct = new Map(status.rows.map(({ product }) => [product, []]));
	for (const entry of entries) {
		const own = byProduct.get(entry.product);
		if (own === void 0) byProduct.set(entry.product, [entry]);
		else own.push(entry);
	}
	const pictured = new Set([...byProduct].sort(([, a], [, b]) => b.length - a.length).slice(0, fit.pictures).map(([product]) => product));
	const rest = [...byProduct].map(([product, own]) => {
		const source = {
			entries: own,
			figures: figures.filter((one) => one.product === product),
			window,
			environments
		};
		const older = left.get(product) ?? 0;
		return partHtml(product, {
			title: product,
			source,
			environments,
			isPictured: pictured.has(product),
			notes: older === 0 ? [] : [`${counted(older, "older change")} not on this page.`]
		});
	});
	return [partHtml("-all", {
		title: "All products",
		source: {
			entries,
			figures: everywhere,
			window,
			environments
		},
		environments,
		isPictured: true,
		notes
	}), ...rest];
};
const partHtml = (id, { title, source, environments, isPictured, notes }) => {
	const pictures = isPictured && source.entries.length > 0 ? [promotionsChart(source), leadTimesChart(source) ?? ""] : [];
	const product = id === "-all" ? "" : id;
	const links = environments.map((name) => `<a href="${fragment(product, name)}">${escapeHtml(name)}</a>`);
	const all = product === "" ? [] : ["<a href=\"#\">all products</a>"];
	const everything = `<a href="${fragment(product)}">all environments</a>`;
	return [
		`<article class="part" id="${escapeHtml(id)}"><h2 tabindex="-1">${escapeHtml(title)}</h2>`,
		`<nav aria-label="Environments of ${escapeHtml(title)}">${[
			...all,
			everything,
			...links
		].join(" ")}</nav>`,
		...notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`),
		"<div class=\"runs\"></div>",
		...pictures.length === 0 ? [] : [`<div class="pictures">${pictures.join("")}</div>`],
		figuresHtml(source.figures, environments),
		"<div class=\"changes\"></div></article>"
	].join("\n");
};
const figuresHtml = (figures, environments) => {
	if (figures.length === 0) return "";
	const place = ({ environment }) => environments.indexOf(environment);
	const lines = figures.toSorted((a, b) => place(a) - place(b)).map((one) => {
		const { leadTime, timeToRollback, shareRolledBack } = one;
		const cells = [
			`${printNumber(one.promotionsPerWeek)} <small>${one.promotions}</small>`,
			duration(leadTime.median),
			`${duration(leadTime.percentile90)}${leadTime.unknown === 0 ? "" : ` <small>${leadTime.unknown} unknown</small>`}`,
			shareRolledBack === void 0 ? "–" : `${printNumber(shareRolledBack * 100)} % <small>${one.rollbacks}</small>`,
			`${duration(timeToRollback.median)}${timeToRollback.unknown === 0 ? "" : ` <small>${timeToRollback.unknown} unknown</small>`}`
		];
		return `<tr><th scope="row">${escapeHtml(one.environment)}${cells.map((cell) => `<td>${cell}`).join("")}`;
	});
	return `<table class="figures"><caption class="unseen">Figures</caption><thead><tr>${[
		"<span class=\"unseen\">Environment</span>",
		"Promotions a week",
		"Lead time",
		"90th percentile",
		"Rolled back",
		"Time to rollback"
	].map((text) => `<th scope="col">${text}`).join("")}<tbody>${lines.join("\n")}</table>`;
};
const duration = (seconds) => seconds === void 0 ? "–" : printDuration(seconds);

// src/commands/history.ts
async function history(request, { host, log, clock, server }) {
	const now = clock.now();
	const window = {
		since: momentOf(request.since ?? { days: DEFAULT_DAYS }, now),
		until: utcSeconds(now)
	};
	const wanted = {
		...statusWanted(request),
		histories: [],
		products: void 0
	};
	const snapshot = await logStep(log, "Read the manifest repository", {
		step: () => host.snapshot(wanted),
		lines: snapshotLines
	});
	const past = host.past?.(snapshot);
	if (past === void 0) throw new Error("the host gives no account of the past");
	const { config } = await readConfig(request.config, snapshot);
	if (request.environments !== void 0) inOrder(config, request.environments);
	const { found, problems } = await log.group("Find the manifests", async () => {
		const spots = (await findPairs(request, config, snapshot)).flatMap(({ product, environment }) => spotsOf(config, {
			products: [product],
			environments: [environment]
		}));
		return readLeniently(snapshot, spots, request.products ?? []);
	});
	const places = found.flatMap(placesOf);
	const paths = [...new Set(places.map(({ path }) => path))];
	const answer = await log.group("Read the history", () => past.steps({
		paths,
		since: window.since,
		writers: config.value.writers ?? [],
		onProgress: (done, all) => log.info(`The history of ${done} of ${counted(all, "manifest")} is read.`)
	}));
	const steps = new Map(paths.map((path, index) => [path, landingsOf(answer.histories[index]?.steps ?? [])]));
	const incomplete = paths.filter((_, index) => answer.histories[index]?.complete === false);
	const questions = places.map((place) => ({
		...place,
		steps: steps.get(place.path) ?? []
	}));
	const site = {
		server,
		repository: snapshot.repository
	};
	const followed = await log.group("Follow the images", () => followAll(questions, past, site));
	const order = ordered(config, found.map(({ environment }) => environment));
	const rank = (name) => order.indexOf(name);
	const entries = followed.entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
	const figures = figuresOf(entries, window).sort((a, b) => (a.product < b.product ? -1 : a.product > b.product ? 1 : 0) || rank(a.environment) - rank(b.environment));
	return {
		repository: snapshot.repository,
		branch: snapshot.branch,
		history: {
			...window,
			entries,
			figures,
			problems: [
				...nothingFound(config, request, found),
				...problems.map(({ code: _, ...notice }) => notice),
				...answer.problems,
				...cutNotice(incomplete, answer.problems),
				...followed.problems
			]
		}
	};
}
const DEFAULT_DAYS = 90;
const DAY = 864e5;
const momentOf = (since, now) => "moment" in since ? since.moment : utcSeconds(/* @__PURE__ */ new Date(now.getTime() - since.days * DAY));
const utcSeconds = (date) => date.toISOString().replace(/\.\d+Z$/, "Z");
const placesOf = (spot) => spot.files.map(({ path }) => ({
	spot,
	path,
	product: spot.product,
	environment: spot.environment,
	current: imagesIn(spot, path) ?? []
}));
const imagesIn = (spot, path, text) => {
	try {
		const files = spot.files.map(({ path: other, text: current, executable }) => ({
			path: other,
			executable,
			text: other === path ? text ?? current : current
		}));
		return foundSpot(spot, files, []).files.flatMap((file) => ownImages(spot, file)).filter((image) => image.path === path).map(({ names, image }) => ({
			names,
			reference: image
		}));
	} catch (error) {
		if (error instanceof PromotionError) return void 0;
		throw error;
	}
};
const ownImages = (spot, file) => {
	const isShared = file.owners?.some(({ product }) => product !== spot.product) ?? false;
	const images = listedIn([file]);
	return isShared ? images.filter(({ image }) => imageAllowed(spot.settings, image.repository)) : images;
};
const followAll = async (questions, past, site) => {
	const states = new Map(questions.map(({ path }) => [path, /* @__PURE__ */ new Map()]));
	for (;;) {
		const results = questions.map((question) => followOne(question, states.get(question.path) ?? /* @__PURE__ */ new Map()));
		const wanted = results.flatMap((result, index) => {
			const path = questions[index]?.path ?? "";
			return result.kind === "more" ? result.revisions.map((revision) => ({
				revision,
				path
			})) : [];
		});
		const distinct = [...new Map(wanted.map((one) => [`${one.revision} ${one.path}`, one])).values()];
		if (distinct.length === 0) return {
			entries: results.flatMap((result, index) => {
				const question = questions[index];
				return question && result.kind === "followed" ? entriesFrom(question, result.changes, site) : [];
			}).reverse(),
			problems: begunNotice(questions, states)
		};
		const read = await past.states(distinct);
		distinct.forEach(({ revision, path }, index) => {
			states.get(path)?.set(revision, read[index] ?? { kind: "absent" });
		});
	}
};
const followOne = (question, entries) => {
	const { spot, path } = question;
	const states = new Map([...entries].map(([revision, entry]) => [revision, entry.kind === "file" ? imagesIn(spot, path, entry.text) : absent(entry)]));
	const begins = isBegun(question, entries) ? true : void 0;
	return followManifest({
		...question,
		states,
		begins
	});
};
const absent = ({ kind }) => kind === "absent" ? [] : void 0;
const MOST_NAMED = 5;
const isBegun = ({ steps }, entries) => {
	const oldest = steps.at(-1);
	return oldest !== void 0 && entries.get(`${oldest.landed}^`)?.kind === "absent";
};
const begunNotice = (questions, states) => {
	const begun = questions.filter((question) => isBegun(question, states.get(question.path) ?? /* @__PURE__ */ new Map()));
	const paths = [...new Set(begun.map(({ path }) => path))];
	if (paths.length === 0) return [];
	return [{ message: paths.length === 1 ? `${paths[0]} was made or renamed within this time; its earlier history is not shown.` : `${counted(paths.length, "file")} were made or renamed within this time; their earlier history is not shown.` }];
};
const shownPaths = (paths) => paths.length <= MOST_NAMED ? listed(paths) : listed([...paths.slice(0, MOST_NAMED), `${paths.length - MOST_NAMED} more files`]);
const cutNotice = (paths, problems) => paths.length === 0 || problems.length > 0 ? [] : [{ message: `The history of ${shownPaths(paths)} is not read to its end: older changes are missing.` }];
async function statusPage(request, world) {
	const { since, at, ...asked } = request;
	const told = await status({
		...asked,
		at
	}, world);
	const { history: past } = await history({
		...asked,
		since: beforeMoment(since, at)
	}, world);
	const known = new Set(told.status.problems.map(({ message }) => message));
	const problems = [...told.status.problems, ...past.problems.filter(({ message }) => !known.has(message))];
	const reported = {
		...told,
		status: {
			...told.status,
			problems
		}
	};
	const until = at ?? past.until;
	const entries = past.entries.filter((entry) => Date.parse(entry.at) <= Date.parse(until));
	const window = {
		since: past.since,
		until
	};
	return {
		reported,
		html: renderPage({
			now: at === void 0 ? world.clock.now() : new Date(at),
			server: world.server,
			repository: reported.repository,
			directory: reported.directory,
			branch: reported.branch,
			status: reported.status,
			window,
			entries,
			figures: at === void 0 ? past.figures : figuresOf(entries, window)
		})
	};
}
const beforeMoment = (since = { days: 90 }, at) => at === void 0 || "moment" in since ? since : { moment: (/* @__PURE__ */ new Date(Date.parse(at) - since.days * DAY)).toISOString().replace(/\.\d+Z$/, "Z") };
async function startHistory(job) {
	const { product: products, environments, config, since } = job.inputs;
	const { server } = job.dependencies;
	const result = await history({
		products,
		environments,
		config,
		since
	}, {
		...worldOf(job),
		server
	});
	return concludeHistory(result, job);
}
async function startStatusPage(job) {
	const { page = "", since } = job.inputs;
	const { server, savePage } = job.dependencies;
	const { reported, html } = await statusPage({
		...statusAsked(job),
		since
	}, {
		...worldOf(job),
		server
	});
	await savePage(page, html);
	return concludeStatus(reported, job, page);
}
const concludeHistory = (read, { dependencies, known }) => {
	const { server } = dependencies;
	const { branch, history } = read;
	const { repository, renamed } = presentName(read, known);
	return {
		result: {
			command: "history",
			outcome: "reported",
			repository,
			branch,
			history,
			notices: [
				...known.notices,
				...renamed,
				...history.problems
			]
		},
		sections: historySections(history, server),
		lines: historyLines(history),
		csv: historyCsv(history.entries)
	};
};

export { startHistory, startStatusPage };