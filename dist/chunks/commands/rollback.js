import { Cn as PromotionError, Dn as fail, Gt as runTrailer, Ht as isStateTrailer, Tn as collect, Ut as parseTrailers, bn as quote, in as printReference, nt as entriesOf, on as sameReference, qt as canonicalRepository, rt as stateTrailers, sn as sameRepository, vn as listed, wn as alongWith } from "../common.js";
import { $ as readManifests, A as imagesNamed, I as verify, M as listedIn, N as refuseUnlisted, X as historyPathOf, b as admitRequest, ct as planPromotion, ft as refuseForeignManifests, h as givenDelivery, i as promotionRunOf, j as isReference, l as runPromotion, n as concludePromotion, nt as targetOf, o as pathsOf, p as worldOf, s as wantedFor, t as actorOf, v as enforcePolicies, x as preflight, yt as imageAllowed } from "../promotion.js";

// src/domain/records/rollback-target.ts
function rollbackTarget(place, to) {
	const entries = entriesOf(place);
	if (to?.kind === "commit") return {
		kind: "revision",
		revision: to.id
	};
	if (to?.kind === "tag") return {
		kind: "reference",
		reference: tagged(place, to.tag)
	};
	const index = indexOfPromotion(place, entries);
	const entry = entries[index];
	if (entry === void 0) return refuseRollback(place, "no promotion is known to have set it");
	return isInOrder(place, entries) ? valueBefore(place, entries.slice(index)) : before(entry);
}
function commitGoneBack(place, { id, repeats }) {
	return entriesOf(place).find(({ trailer, commit }) => processTrailers(commit).some((one) => one.kind === "id" && one.id === id || one.kind === "run" && one.address === repeats && trailer.kind === "rollback"))?.commit.id;
}
const processTrailers = (commit) => {
	const { message, description = "", lines } = commit;
	const known = parsedOf.get(commit) ?? parseTrailers(lines ?? `${message}\n${description}`).filter((one) => !isStateTrailer(one));
	parsedOf.set(commit, known);
	return known;
};
const parsedOf = /* @__PURE__ */ new WeakMap();
function presentPromotion(place) {
	const entries = entriesOf(place);
	const entry = entries[indexOfPromotion(place, entries)];
	return entry?.trailer.kind === "promotion" ? {
		...entry,
		trailer: entry.trailer
	} : void 0;
}
const indexOfPromotion = ({ current }, entries) => entries.findIndex(({ trailer }) => trailer.kind === "promotion" && sameReference(trailer.reference, current));
function rollbackTrailer(environment, reference, instead) {
	return {
		kind: "rollback",
		environment,
		reference,
		instead
	};
}
function refuseRollback(place, reason) {
	const { environment, image, path, current } = place;
	const known = haveRun(place).filter((other) => !sameReference(other, current)).slice(0, 5).map(printReference);
	const recorded = known.length === 0 ? "" : ` Recorded are ${listed(known)}.`;
	return fail("rollback-impossible", `There is nothing to go back to from ${quote(printReference(current))} of ${image} in ${environment}: ${reason}${extentOf(place)}.`, `Name the target with the input \`to\`: a tag, or commit:<id> of the manifest repository.${recorded}`, { path });
}
const extentOf = ({ history }) => history.complete ? "" : ` within the last ${history.commits.length} commits of the file`;
function refuseNeverRun(place, wanted) {
	const { environment, image, path, history } = place;
	const known = haveRun(place).map(printReference);
	const shown = known.length > MOST_SHOWN ? [...known.slice(0, MOST_SHOWN), `${known.length - MOST_SHOWN} more`] : known;
	const older = history.complete ? "" : " Older states are not read.";
	return fail("rollback-impossible", `${image} has not run at ${wanted} in ${environment}${extentOf(place)}.`, `There ran ${listed(shown)}: go back to one of them.${older} Anything else is a promotion by hand.`, { path });
}
const MOST_SHOWN = 20;
const valueBefore = (place, entries) => {
	const { commits, complete } = place.history;
	let first = entries[0];
	for (const entry of entries) {
		if (first === void 0 || isEditedBetween(place, first, entry)) break;
		const { reference } = entry.trailer;
		if (!sameReference(reference, place.current)) return {
			kind: "reference",
			reference
		};
		first = entry;
	}
	if (first === void 0 || complete && first.position === commits.length - 1) return refuseRollback(place, "the promotion that set it made the file");
	return before(first);
};
const before = ({ commit }) => ({
	kind: "revision",
	revision: `${commit.id}^`
});
const isInOrder = (place, entries) => {
	const [newest] = entries;
	if (newest === void 0 || sameReference(newest.trailer.reference, place.current)) return true;
	return place.history.commits.slice(0, newest.position).some((commit) => stateTrailers(commit).length === 0);
};
const isEditedBetween = ({ history }, newer, older) => history.commits.slice(newer.position + 1, older.position).some((commit) => stateTrailers(commit).length === 0);
const tagged = (place, tag) => haveRun(place).find((reference) => reference.tag === tag) ?? refuseNeverRun(place, `the tag ${quote(tag)}`);
function haveRun(place) {
	const all = [
		...entriesOf(place).flatMap(({ trailer }) => trailer.kind === "rollback" ? [trailer.reference, trailer.instead] : [trailer.reference]),
		...place.states ?? [],
		place.current
	];
	return [...new Map(all.map((reference) => [printReference(reference), reference])).values()];
}
function hasRun(place, tag) {
	return haveRun(place).some((reference) => reference.tag === tag);
}

// src/domain/plan/rollback-choice.ts
function chooseCandidates(candidates, to) {
	if (to?.kind === "commit") return {
		chosen: candidates,
		notices: []
	};
	const back = candidates.filter(({ goneBack }) => goneBack !== void 0);
	if (back.length > 0) return {
		chosen: back,
		notices: []
	};
	const known = to === void 0 ? [] : candidates.filter(({ place }) => hasRun(place, to.tag));
	if (known.length > 0) return {
		chosen: known,
		notices: []
	};
	const promoted = candidates.flatMap((candidate) => {
		const promotion = presentPromotion(candidate.place);
		return promotion === void 0 ? [] : [{
			candidate,
			promotion
		}];
	});
	const [last] = promoted.map(({ promotion }) => promotion).sort((a, b) => Date.parse(b.commit.committedAt) - Date.parse(a.commit.committedAt) || a.position - b.position);
	if (last === void 0) return {
		chosen: candidates,
		notices: []
	};
	const isLast = ({ promotion }) => promotion.commit.id === last.commit.id || isSameSource(promotion.trailer.source, last.trailer.source);
	return {
		chosen: promoted.filter(isLast).map(({ candidate }) => candidate),
		notices: promoted.filter((one) => !isLast(one)).map(({ candidate, promotion }) => stays(candidate, promotion.commit.id))
	};
}
const isSameSource = (a, b) => a.sha !== void 0 && a.sha === b.sha && a.repository === b.repository;
const stays = ({ listed, place }, commit) => ({
	message: `${place.image} stays as it is in ${place.environment}: an earlier promotion set it, in commit ${commit.slice(0, 7)}.`,
	hint: "Name it in the input `images` to take it back as well.",
	path: listed.path,
	line: listed.line
});
function referencesIn(candidate, states) {
	return states.flatMap((entry) => {
		try {
			return [referenceAt(candidate, "", entry)];
		} catch (error) {
			if (error instanceof PromotionError) return [];
			throw error;
		}
	});
}
function referenceAt({ listed, place }, revision, entry) {
	const when = printRevision(revision);
	if (entry === void 0) return refuseRollback(place, `there is no commit ${quote(revision)} in the repository`);
	if (entry.kind === "absent") return refuseRollback(place, `the file was not there ${when}`);
	if (entry.kind !== "file") return refuseRollback(place, `no manifest stood there ${when}`);
	const there = imagesThere(entry, listed);
	if (there === void 0) return refuseRollback(place, `the manifest could not be read ${when}`);
	const [name] = listed.names;
	const exact = name === void 0 ? [] : there.byFirstName.get(name) ?? [];
	const alike = exact.length > 0 ? exact : alikeIn(there, listed);
	const [first] = alike;
	if (first === void 0) return refuseRollback(place, `the manifest did not list it ${when}`);
	if (!agree(alike)) return refuseRollback(place, `the manifest listed it at several references ${when}`);
	return isReference(first.image) ? first.image : refuseRollback(place, `it had no tag or digest ${when}`);
}
const printRevision = (revision) => revision.endsWith("^") ? `before commit ${revision.slice(0, 7)}` : `at commit ${revision.slice(0, 7)}`;
const imagesThere = (entry, { path, view }) => {
	const known = readStates.get(entry)?.find((one) => one.path === path && one.view === view);
	if (known !== void 0) return known.there;
	const there = parseState({
		path,
		text: entry.text,
		executable: false,
		view
	});
	readStates.set(entry, [...readStates.get(entry) ?? [], {
		path,
		view,
		there
	}]);
	return there;
};
const readStates = /* @__PURE__ */ new WeakMap();
const parseState = (file) => {
	try {
		const images = listedIn([file]);
		return {
			byFirstName: groupsOf(images, ({ names: [first] }) => first === void 0 ? [] : [first]),
			byKey: groupsOf(images, keysOf)
		};
	} catch (error) {
		if (error instanceof PromotionError) return void 0;
		throw error;
	}
};
const groupsOf = (images, keysIn) => {
	const groups = /* @__PURE__ */ new Map();
	for (const image of images) for (const key of new Set(keysIn(image))) {
		const group = groups.get(key);
		if (group === void 0) groups.set(key, [image]);
		else group.push(image);
	}
	return groups;
};
const keysOf = ({ names, image }) => [...names.map((name) => `name ${name}`), `runs ${canonicalRepository(image.repository)}`];
const agree = (images) => {
	const [first] = images;
	const known = agreeing.get(images) ?? images.every(({ image }) => first !== void 0 && sameReference(image, first.image));
	agreeing.set(images, known);
	return known;
};
const agreeing = /* @__PURE__ */ new WeakMap();
const alikeIn = ({ byKey }, listed) => [...new Set(keysOf(listed).flatMap((key) => byKey.get(key) ?? []))];
function requestsOf(returns) {
	const requests = /* @__PURE__ */ new Map();
	for (const { candidate, reference } of returns) {
		const { listed, place } = candidate;
		const name = listed.names[0] ?? listed.image.repository;
		const request = {
			name,
			newName: newNameOf(place, reference),
			tag: reference.tag,
			digest: reference.digest
		};
		const other = requests.get(name);
		if (other !== void 0 && !isSameRequest(other, request)) refuseDifferent(candidate);
		requests.set(name, request);
	}
	return [...requests.values()];
}
const newNameOf = ({ current }, { repository }) => sameRepository(repository, current.repository) ? void 0 : repository;
const isSameRequest = (a, b) => a.newName === b.newName && a.tag === b.tag && a.digest === b.digest;
const refuseDifferent = ({ listed, place }) => fail("image-ambiguous", `${place.environment} runs ${quote(place.image)} at several references, which would return to different ones.`, "Name the target with the input `to`.", {
	path: listed.path,
	line: listed.line
});
function refuseOvertaken(began, now) {
	const before = byPlace(began.all);
	const after = byPlace(now.all);
	const violations = [...byPlace([...began.chosen, ...now.chosen])].flatMap(([key, [candidate]]) => {
		const then = before.get(key) ?? [];
		const present = after.get(key) ?? [];
		if (candidate === void 0 || present.some(({ goneBack }) => goneBack !== void 0)) return [];
		const [was, is] = [referencesOf(then), referencesOf(present)];
		if (was.join() === is.join()) return [];
		return [overtaken(present[0] ?? candidate, was, is)];
	});
	if (violations.length > 0) throw new PromotionError(violations);
}
const byPlace = (candidates) => {
	const found = /* @__PURE__ */ new Map();
	for (const candidate of candidates) {
		const { product, listed, place } = candidate;
		const key = JSON.stringify([
			product,
			place.environment,
			listed.path,
			listed.names[0] ?? place.image
		]);
		const others = found.get(key);
		if (others === void 0) found.set(key, [candidate]);
		else others.push(candidate);
	}
	return found;
};
const referencesOf = (candidates) => [...new Set(candidates.map(({ place }) => quote(printReference(place.current))))];
const overtaken = ({ listed, place }, was, is) => ({
	code: "rollback-overtaken",
	message: `${place.environment} ran ${printReferences(was, place.image)} when the rollback began and runs ${printReferences(is, place.image)} now.`,
	hint: "Look at what came in meanwhile and run the rollback again, or name the version to go back to with the input `to`.",
	path: listed.path,
	line: is.length > 0 ? listed.line : void 0
});
const printReferences = (references, image) => references.length > 0 ? listed(references) : `no ${quote(image)}`;

// src/commands/promotion/rollback-targets.ts
async function findRollbackTargets({ request, snapshot, first }, authorities) {
	const { promotion, to } = request;
	const admitted = await admitRequest({
		...request,
		kind: "rollback"
	}, snapshot, authorities);
	const { config, configuration } = admitted;
	const spots = await readManifests(snapshot, admitted.spots);
	refuseForeignManifests(config, spots.map(pathsOf));
	const chosen = await choose(request, spots, snapshot);
	const choice = {
		all: chosen.flatMap(({ all }) => all),
		chosen: chosen.flatMap(({ candidates }) => candidates)
	};
	if (first !== void 0 && to === void 0) refuseOvertaken(first.choice, choice);
	const aims = collect(choice.chosen.map((candidate) => () => ({
		candidate,
		target: targetFor(candidate, to)
	})));
	const entries = await readRevisions(aims, snapshot);
	const { returns, notices } = to?.kind === "commit" && promotion.images.length === 0 ? settleLeniently(aims, entries) : settle(aims, entries, to);
	if (to?.kind === "commit") await checkAll(chosen, returns, snapshot);
	const targets = collect(chosen.map(({ spot }) => () => partsOf(spot, returns)));
	return {
		snapshot,
		config,
		configuration,
		targets: chosen.map(({ spot }, index) => targetOf(spot, targets[index]?.flatMap(({ images }) => images) ?? [])),
		returns: targets.flat(),
		choice,
		notices: [
			...admitted.notices,
			...chosen.flatMap((one) => [...one.notices, ...one.candidates.flatMap(alreadyBack)]),
			...notices
		]
	};
}
const checkAll = async (chosen, returns, snapshot) => {
	const checks = returns.map(async (one) => {
		const spot = chosen.find(({ candidates }) => candidates.includes(one.candidate))?.spot;
		return spot === void 0 ? [] : problemsOf(checkHasRun(one, spot, snapshot));
	});
	const violations = (await Promise.all(checks)).flat();
	if (violations.length > 0) throw new PromotionError(violations);
};
const problemsOf = async (work) => {
	try {
		await work;
		return [];
	} catch (error) {
		if (error instanceof PromotionError) return error.violations;
		throw error;
	}
};
const targetFor = ({ place, goneBack }, to) => goneBack === void 0 ? rollbackTarget(place, to) : {
	kind: "reference",
	reference: place.current
};
const alreadyBack = ({ listed, place, goneBack }) => goneBack === void 0 ? [] : [{
	message: `This run has taken ${place.image} back in ${place.environment} before, in commit ${goneBack.slice(0, 7)}.`,
	hint: "Start another run to go back one step more.",
	path: listed.path,
	line: listed.line
}];
const readRevisions = async (aims, snapshot) => {
	const wanted = /* @__PURE__ */ new Map();
	for (const { candidate, target } of aims) {
		if (target.kind !== "revision") continue;
		const paths = wanted.get(target.revision) ?? /* @__PURE__ */ new Set();
		wanted.set(target.revision, paths.add(candidate.listed.path));
	}
	const found = [...wanted].map(async ([revision, names]) => {
		const paths = [...names];
		const entries = await snapshot.readAt(revision, paths);
		return [revision, entries && new Map(entries.map((entry, index) => [paths[index] ?? "", entry]))];
	});
	return new Map(await Promise.all(found));
};
const settle = (aims, entries, to) => ({
	returns: collect(aims.map((aim) => () => {
		const reference = reached(aim, entries);
		const { place, goneBack } = aim.candidate;
		if (to === void 0 && goneBack === void 0 && sameReference(reference, place.current)) return refuseRollback(place, "the file held the same before");
		return {
			candidate: aim.candidate,
			reference
		};
	})),
	notices: []
});
const settleLeniently = (aims, entries) => {
	const returns = [];
	const problems = [];
	for (const aim of aims) try {
		returns.push({
			candidate: aim.candidate,
			reference: reached(aim, entries)
		});
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		problems.push(error);
	}
	const violations = problems.flatMap((problem) => problem.violations);
	if (returns.length === 0) throw new PromotionError(violations);
	return {
		returns,
		notices: violations.map(({ message, path }) => ({
			message,
			path
		}))
	};
};
const reached = ({ candidate, target }, entries) => target.kind === "reference" ? target.reference : referenceAt(candidate, target.revision, entries.get(target.revision)?.get(candidate.listed.path));
const partsOf = (spot, returns) => spot.files.flatMap((file) => {
	const own = returns.filter(({ candidate: { product, listed, place } }) => product === spot.product && place.environment === spot.environment && listed.path === file.path);
	return own.length === 0 ? [] : [{
		...targetOf({
			...spot,
			files: [file]
		}, requestsOf(own)),
		additions: "refused"
	}];
});
async function choose({ promotion, to, id, repeats }, spots, snapshot) {
	const names = promotion.images.map(({ name }) => name);
	const listed = collect(spots.map((spot) => () => ({
		spot,
		images: listedIn(spot.files)
	})));
	const environments = [...new Set(spots.map(({ environment }) => environment))];
	const of = (environment) => listed.filter(({ spot }) => spot.environment === environment);
	collect(environments.map((environment) => () => {
		const images = of(environment).flatMap((one) => one.images);
		return refuseUnlisted(names, images, environment);
	}));
	const found = await Promise.all(listed.map(async ({ spot, images }) => {
		const named = imagesNamed(images, names);
		const usual = images.filter(({ image }) => isReference(image) && imageAllowed(spot.settings, image.repository));
		const candidates = (names.length > 0 ? named : usual).map(async (image) => {
			const { environment } = spot;
			const item = {
				environment,
				image: image.image.repository,
				path: image.path,
				current: image.image
			};
			const place = await placeOf(item, {
				spot,
				to,
				snapshot
			});
			const goneBack = to === void 0 ? commitGoneBack(place, {
				id,
				repeats
			}) : void 0;
			return {
				product: spot.product,
				listed: image,
				place,
				goneBack
			};
		});
		return {
			spot,
			candidates: await withStates(await Promise.all(candidates), to, snapshot)
		};
	}));
	return collect(found.map(({ spot, candidates }) => () => {
		if (names.length > 0) return {
			spot,
			candidates,
			all: candidates,
			notices: []
		};
		if (candidates.length === 0) return refuseNone(spot);
		const { chosen, notices } = chooseCandidates(candidates, to);
		return {
			spot,
			candidates: chosen,
			all: candidates,
			notices
		};
	}));
}
const withStates = async (candidates, to, snapshot) => {
	if (to?.kind !== "tag" || candidates.some(({ place }) => hasRun(place, to.tag))) return candidates;
	return Promise.all(candidates.map((candidate) => withPast(candidate, snapshot)));
};
async function withPast(candidate, snapshot) {
	const { place } = candidate;
	const { commits, complete } = place.history;
	const past = await snapshot.statesOf(place.path, commits.map(({ id }) => id));
	const history = {
		commits,
		complete: complete && past.complete
	};
	return {
		...candidate,
		place: {
			...place,
			history,
			states: referencesIn(candidate, past.entries)
		}
	};
}
async function checkHasRun({ candidate, reference }, { settings }, snapshot) {
	const isThere = (place) => haveRun(place).some((other) => sameReference(other, reference));
	if (isThere(candidate.place)) return;
	const history = await snapshot.history(historyPathOf(settings, candidate.listed.path));
	const { place } = await withPast({
		...candidate,
		place: {
			...candidate.place,
			history
		}
	}, snapshot);
	if (!isThere(place)) refuseNeverRun(place, quote(printReference(reference)));
}
const placeOf = async (item, { spot, to, snapshot }) => {
	const history = await snapshot.history(historyPathOf(spot.settings, item.path), (commits) => tells({
		...item,
		history: {
			commits,
			complete: false
		}
	}, to));
	return {
		...item,
		history
	};
};
const tells = (place, to) => {
	if (to?.kind === "commit") return true;
	if (to?.kind === "tag") return hasRun(place, to.tag);
	try {
		rollbackTarget(place);
		return true;
	} catch (error) {
		if (error instanceof PromotionError) return false;
		throw error;
	}
};
const refuseNone = ({ product, environment, files }) => fail("image-missing", `The manifests of ${quote(product)} in ${quote(environment)} list no image that could go back.`, "Name the image in the input `images`, or list it under `images` in the configuration.", { path: files[0]?.path });

// src/commands/rollback.ts
async function rollback(request, world) {
	await preflight({
		...request,
		kind: "rollback"
	}, world.host, world);
	return runPromotion({
		wanted: (earlier) => wantedFor(request, earlier),
		gather: (snapshot, first) => findRollbackTargets({
			request,
			snapshot,
			first
		}, world),
		decide: (returning) => decide(request, returning, world),
		settings: request.settings,
		ship: () => shipmentOf(request)
	}, world);
}
const decide = async (request, returning, world) => {
	const plan = planPromotion(returning.returns);
	const { items } = plan;
	const { trigger } = request.promotion;
	const { decided, violations, notices: unsure } = await verify({
		kind: "rollback",
		trigger,
		gathered: returning,
		decided: plan
	}, world.registry);
	const matter = {
		kind: "rollback",
		asking: request,
		gathered: returning,
		items,
		remaining: items,
		delivery: givenDelivery(request.settings, world.host)
	};
	const notices = await alongWith(violations, () => enforcePolicies(matter, world));
	return {
		...decided,
		notices: [
			...decided.notices,
			...unsure,
			...notices
		]
	};
};
const shipmentOf = (request) => {
	const { promotion, settings, mode, id, run } = request;
	return {
		kind: "rollback",
		settings,
		mode,
		reason: promotion.reason,
		id,
		run,
		trailerOf,
		asker: actorOf(request)
	};
};
const trailerOf = ({ environment, from, to }) => isReference(from) ? rollbackTrailer(environment, to, from) : {
	kind: "promotion",
	environment,
	reference: to,
	source: {}
};
async function startRollback(job) {
	const request = await job.read();
	const asked = await promotionRunOf(job, request);
	const run = runTrailer(job.dependencies.server, job.run);
	const repeats = run?.kind === "run" && (job.run.runAttempt ?? 1) > 1 ? run.address : void 0;
	const returning = {
		...asked,
		run: asked.run ?? run,
		to: request.to,
		repeats
	};
	return concludePromotion(await rollback(returning, worldOf(job)), job.known);
}

export { startRollback };