import { G as inOrder, I as readConfig, N as foundSpot, R as spotsOf, W as imageAllowed, _ as listedIn, c as logStep, u as snapshotLines } from "./promotion.js";
import { Gn as sameRepository, Wn as sameReference, hr as PromotionError, lr as counted, tt as address, ur as listed, wn as setBy, xn as landingsOf, yn as askedIn } from "./common.js";
import { c as nothingFound, i as readLeniently, l as ordered, s as statusWanted, t as findPairs } from "./status.js";

// src/domain/history/entries.ts
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
	if (trailers.length === 0) return void 0;
	let after = before;
	for (const trailer of trailers) after = after && withTrailer(after, trailer);
	return after;
};
const withTrailer = (images, trailer) => {
	const repositories = [trailer.reference, ...trailer.kind === "rollback" ? [trailer.instead] : []];
	const isMeant = ({ reference }) => repositories.some(({ repository }) => sameRepository(repository, reference.repository));
	if (!images.some(isMeant)) return void 0;
	return images.map((image) => isMeant(image) ? {
		...image,
		reference: trailer.reference
	} : image);
};
const changesBetween = (before, after, context) => {
	const gone = [...before];
	const pairs = after.map((to) => {
		const exact = gone.findIndex((from) => isSameImage(from, to) && sameReference(from.reference, to.reference));
		const index = exact >= 0 ? exact : gone.findIndex((from) => isSameImage(from, to));
		const [from] = index < 0 ? [] : gone.splice(index, 1);
		return from === void 0 ? { to } : {
			from,
			to
		};
	});
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
		const trailer = context && change.to && trailerFor(change.to, context);
		changes.set(JSON.stringify(change), {
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
const isSameImage = (a, b) => a.names.some((name) => b.names.includes(name)) || sameRepository(a.reference.repository, b.reference.repository);
const trailerFor = (to, { step, environment }) => setBy(step, environment).findLast(({ reference }) => sameRepository(reference.repository, to.repository) && (sameReference(reference, to) || to.tag !== void 0 && reference.tag === to.tag));
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

// src/domain/history/figures.ts
const WEEK = 6048e5;
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
	const weeks = (Date.parse(until) - Date.parse(since)) / WEEK;
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
	for (const entry of entries) groups.set(entry.commit, [...groups.get(entry.commit) ?? [], entry]);
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
	return [{ message: `${shownPaths(paths)} ${paths.length === 1 ? "was" : "were"} made or renamed within this time; what somebody put there by hand then, and the history under an earlier name, are not listed.` }];
};
const shownPaths = (paths) => paths.length <= MOST_NAMED ? listed(paths) : listed([...paths.slice(0, MOST_NAMED), `${paths.length - MOST_NAMED} more files`]);
const cutNotice = (paths, problems) => paths.length === 0 || problems.length > 0 ? [] : [{ message: `The history of ${shownPaths(paths)} is not read to its end: older changes are missing.` }];

export { figuresOf as n, history as t };