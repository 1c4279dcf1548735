import { A as oursIn, C as overridesIn, D as examineOwnership, E as travellingSource, F as looksOf, I as changeOf, L as planPromotion, M as isOwnedBy, O as knownOwnership, R as commitMessage, S as targetsOf, Z as headlineFor, _ as listedIn, at as imageAllowed, ht as matches, j as decide, k as oursAmong, m as unmet, p as readTestimonies, w as readRecord, x as planOf, y as closingTrailers, z as inert } from "../../promotion.js";
import { $t as sameRepository, An as quote, At as sameCarried, Bt as canonicalRepository, Dt as idIn, Et as deliveryLines, J as fence, K as address, Ln as fail, Mt as claimOf, Nn as PromotionError, On as listed, Ot as itemKey, P as rangeOf, Pt as plainLogin, Qt as sameReference, Tt as carriedBy, X as prose, Xt as printReference, Y as link, Z as row, dt as shortReference, jt as sameDeliveries, kt as reasonIn, q as code, ut as printPlace, xt as branchesOf, zt as printTrailer } from "../../common.js";

// src/domain/proposal/description.ts
const LONGEST = 62e3;
const MOST_RECORDED = 56e3;
function refuseUnrecorded(branch, trailers, deliveries) {
	const length = recordLines(trailers, deliveries).join("\n").length;
	if (length <= MOST_RECORDED) return;
	const items = trailers.filter(({ kind }) => kind === "promotion" || kind === "rollback").length;
	fail("too-many-changes", `The pull request of ${quote(branch)} would carry ${items} items, whose records take ${length} characters; its description can hold ${MOST_RECORDED} of them.`, "Promote fewer images or environments at once, or merge the pull request first; a commit (`delivery: commit`) has no such limit.");
}
const recordLines = (trailers, deliveries) => [.../* @__PURE__ */ new Set([...trailers.map(printTrailer), ...deliveries])];
function describe(parts) {
	const trailers = fence("text", recordLines(parts.trailers, parts.deliveries));
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
	const items = attempt({
		...target,
		images: [request]
	});
	if (typeof items === "string") return {
		kind: "dropped",
		why: items
	};
	const item = items.find(({ state }) => state === "changed");
	if (item === void 0) return { kind: "settled" };
	const [why] = (item.owners ?? []).map((owner) => problemOf(owner, trailer)).filter((one) => one !== void 0);
	if (why !== void 0) return {
		kind: "dropped",
		why
	};
	return trailer.kind === "rollback" && !sameReference(item.from, trailer.instead) ? {
		kind: "dropped",
		why: `${environment} runs ${printReference(item.from)} by now`
	} : {
		kind: "changes",
		request,
		item
	};
}
const problemOf = ({ settings: { images, tags }, environment }, trailer) => {
	const { reference, kind } = trailer;
	const { tag } = reference;
	if (!imageAllowed({ images }, reference.repository)) return `the configuration does not allow it in ${environment}`;
	if (kind === "rollback" || tags === void 0) return void 0;
	return tag !== void 0 && tags.some((pattern) => matches(pattern, tag)) ? void 0 : `the configuration does not allow its tag in ${environment}`;
};
const attempt = (target) => {
	try {
		return planPromotion([target]).items;
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return error.message.replace(/\.$/, "").replace(/^./, (first) => first.toLowerCase());
	}
};

// src/commands/deliver/required.ts
async function unmetAmong(kept, { gathered, decided }) {
	const requiring = kept.filter(({ carried }) => carried.trailer.kind === "promotion");
	const kin = new Map(requiring.map((one) => [one.again.item, one]));
	const testimonies = await readTestimonies([...kin.keys()], gathered, (item) => ({
		source: sourceOf(kin.get(item)),
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
const sourceOf = (one) => one?.carried.trailer.kind === "promotion" ? one.carried.trailer.source : {};
const namesOf = ({ product, environment, path, from }, targets) => targets.filter((target) => target.product === product && target.environment === environment).flatMap(({ files }) => listedIn(files.filter((file) => file.path === path))).filter(({ image }) => sameRepository(image.repository, from.repository)).flatMap(({ names }) => names);

// src/commands/deliver/keep.ts
async function keep(carried, { proposal, targets }, scene) {
	const products = new Set(targets.map(({ product }) => product));
	const named = new Set(scene.decided.items.filter(({ product }) => products.has(product)).map(({ environment, image }) => itemKey(environment, image)));
	const unnamed = carried.filter(({ trailer }) => !named.has(itemKey(trailer.environment, trailer.reference.repository)));
	const judged = await Promise.all(unnamed.map(async (one) => ({
		one,
		again: await judge(one, {
			proposal,
			targets
		}, scene)
	})));
	const changing = judged.flatMap(({ one, again }) => again.kind === "changes" ? [{
		carried: one,
		again
	}] : []);
	const { whole: passing, torn } = withoutTorn(changing, scene.decided.items);
	const unmet = await unmetAmong(passing, scene);
	return {
		kept: passing.filter((kept) => !unmet.some(({ one }) => one === kept)),
		notices: [
			...judged.flatMap(({ one, again }) => again.kind === "dropped" ? [dropped(one, proposal, again.why)] : []),
			...torn.map((one) => dropped(one.carried, proposal, tornApart(one))),
			...unmet.map(({ one, why }) => dropped(one.carried, proposal, why))
		]
	};
}
const withoutTorn = (kept, named) => {
	const items = [...named, ...kept.map(({ again }) => again.item)];
	const isTorn = ({ again: { item } }) => (item.owners ?? []).some(({ environment }) => environment !== item.environment && !items.some((other) => isPart(item, environment, other)));
	const torn = kept.filter(isTorn);
	if (torn.length === 0) return {
		whole: kept,
		torn
	};
	const rest = withoutTorn(kept.filter((one) => !torn.includes(one)), named);
	return {
		whole: rest.whole,
		torn: [...torn, ...rest.torn]
	};
};
const isPart = (item, environment, other) => other.environment === environment && other.path === item.path && other.place === item.place && sameReference(other.to, item.to);
const tornApart = ({ again: { item } }) => `its place in ${item.path} is common to other environments, for which it is not carried`;
const judge = async (carried, { proposal, targets }, scene) => {
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
	if (decide({
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
	return kept.find(({ again }) => again.item.environment === environment && sameRepository(again.item.image, image));
}

// src/commands/deliver/whole.ts
async function isWhole({ files, items }, parent, { snapshot, targets }) {
	if (parent === void 0 || parent === snapshot.commit) return parent !== void 0;
	const entries = await snapshot.readAt(parent, files.map(({ path }) => path));
	const images = new Set(items.flatMap(({ image, from }) => [image, from.repository]).map(canonicalRepository));
	return files.every((file, at) => {
		const entry = entries?.[at];
		const readers = targets.flatMap((target) => target.files.filter(({ path }) => path === file.path));
		return entry?.kind === "file" && readers.every((reader) => isAlike(reader, entry.text, images));
	});
}
const isAlike = (file, former, images) => {
	if (file.text === former) return true;
	const count = (text) => listedIn([{
		...file,
		text
	}]).filter(({ image }) => images.has(canonicalRepository(image.repository))).length;
	try {
		return count(file.text) === count(former);
	} catch (error) {
		if (error instanceof PromotionError) return false;
		throw error;
	}
};

// src/commands/deliver/draft.ts
async function planProposal(part, scene) {
	const { shipment, gathered, host } = scene;
	const { proposals } = gathered.snapshot;
	if (host.pullRequests === void 0 || proposals === void 0) return unreadable(part);
	const standing = proposals.list.find(({ branch }) => branch === part.key);
	const ours = oursIn(gathered);
	if (standing !== void 0) await examineOwnership([standing], gathered);
	const carried = carriedOf(standing, ours);
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
	if (standing !== void 0 && items.length > 0) await refuseForeign(standing, scene);
	const reason = reasonOf$1(shipment.reason, keeping.kept, standing);
	const { kind } = shipment;
	const trailers = [...items.map(({ trailer }) => trailer), ...closingTrailers(shipment)];
	refuseUnrecorded(part.key, trailers, deliveryLines(items));
	const changes = items.map(({ item }) => changeOf(item));
	const changing = targetsOf(part.targets, items.map(({ item }) => item));
	const { headline, body } = commitMessage({
		kind,
		headline: headlineFor(gathered.config, changing),
		changes,
		reason,
		overrides: overridesIn(scene.decided, items.map(({ item }) => item)),
		trailers
	});
	const isCurrent = standing !== void 0 && sameCarried(items, carried) && isUpToDate(standing, scene) && await isWhole(plan, standing.head.parents[0], gathered);
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
const unreadable = ({ product }) => fail("permission-missing", `The token may not read pull requests, so none can be opened for ${quote(product)}.`, "Give the token Pull requests: write (\"permissions: pull-requests: write\" for the workflow's own token), or set `delivery: commit`.");
const carriedOf = (standing, ours) => standing !== void 0 && !standing.declined && knownOwnership(standing).kind === "ours" ? carriedBy(standing, ours) : [];
const checkBase = ({ branch, pullRequest }, base) => {
	if (pullRequest === void 0 || pullRequest.base === base) return;
	fail("branch-taken", `Pull request ${pullRequest.number} from ${quote(branch)} is open for the branch ${quote(pullRequest.base)}, not for ${quote(base)}.`, "Merge or close it, then run this again.");
};
const refuseForeign = async (standing, scene) => {
	const ownership = knownOwnership(standing);
	if (ownership.kind !== "foreign") return;
	const { branch, head, pullRequest } = standing;
	const where = pullRequest === void 0 ? "" : ` of pull request ${pullRequest.number}`;
	const why = ownership.why === void 0 ? "" : `: ${ownership.why}`;
	const self = scene.gathered.snapshot.proposals?.self ?? "";
	fail("foreign-commit", `The branch ${quote(branch)}${where} has a commit that ${quote(self)} has not made (${head.id.slice(0, 7)} by ${quote(head.author)})${why}; an update would lose it.${await disarm(standing, scene)}`, "Merge or close the pull request and delete its branch, or take the commit off it; then run this again. If a token of another login has made it, list that login under `writers` in the configuration.");
};
const disarm = async ({ pullRequest }, { host, shipment }) => {
	if (pullRequest === void 0 || pullRequest.waits === "idle" || shipment.mode === "dry-run") return "";
	return await host.pullRequests?.disarm(pullRequest).then(({ kind }) => kind === "disarmed", (error) => {
		if (error instanceof PromotionError) return false;
		throw error;
	}) ? " It was armed and is no longer." : " It is armed, and the token cannot change that.";
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
const isUpToDate = ({ head, pullRequest, commits }, { gathered }) => commits === 1 && (head.parents[0] === gathered.snapshot.commit || pullRequest?.merges === "clean");
const reasonOf$1 = (own, kept, standing) => {
	const earlier = kept.length > 0 && standing !== void 0 ? reasonIn(standing.head.message) : void 0;
	if (own === void 0 || earlier === void 0 || earlier.includes(own)) return own ?? earlier;
	return `${own}; ${earlier}`.slice(0, 300);
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
	const there = new Set(present.map(plainLogin));
	return wanted.filter((name) => !there.has(plainLogin(name)));
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
	const stays = delivery === "pull-request" || obstacle !== void 0;
	const waits = pullRequest.waits !== "idle" && (stays || delivery === "auto-merge");
	if (waits && !stays && !isArmedForAnother(open)) return {
		kind: "landed",
		outcome: "armed",
		violations: []
	};
	if (waits) {
		const disarmed = await draft.pullRequests.disarm(pullRequest);
		if (disarmed.kind === "branch-moved") return disarmed;
	}
	if (stays) return {
		kind: "landed",
		outcome: "proposed",
		violations: obstacle === void 0 ? [] : [obstacle]
	};
	return carryOut(open, delivery, scene);
}
const isArmedForAnother = ({ pullRequest, message }) => {
	const armedFor = idIn(pullRequest.armedWith ?? "");
	return armedFor !== void 0 && armedFor !== idIn(message);
};
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
	const frozen = (decided.frozen ?? []).find((spot) => draft.items.some(({ item }) => isOwnedBy(item, spot)));
	if (frozen !== void 0) return {
		code: "frozen",
		message: `Pull request ${number} stays open: ${frozen.environment} of ${frozen.product} is frozen.`,
		hint: "Run it again when the freeze is over."
	};
	if (!pullRequest.draft) return void 0;
	return {
		code: "not-merged",
		message: `Pull request ${number} stays open: it is a draft.`,
		hint: "Mark it as ready for review, or do not set `draft` together with the delivery auto-merge or merge."
	};
};
const methodViolation = ({ by, allowed }, wanted, branch) => {
	const method = wanted === void 0 ? "no merge method" : `no merge-method ${wanted}`;
	const others = allowed.length === 0 ? "" : `, or set \`merge-method\` to ${allowed.join(" or ")}`;
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
async function closeOwn({ standing, pullRequests }, { gathered, log }) {
	if (standing === void 0 || knownOwnership(standing).kind !== "ours") return {
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
	const settled = proposals.list.filter((proposal) => proposal.pullRequest?.base === gathered.snapshot.branch && !own.has(proposal.branch) && claimOf(proposal, oursIn(gathered)) === "claimed").filter((proposal) => reasonsToClose(proposal, {
		scene,
		parts,
		ledger
	}) !== void 0);
	const notices = [];
	for (const proposal of await oursAmong(settled, gathered)) {
		const reasons = reasonsToClose(proposal, {
			scene,
			parts,
			ledger
		}) ?? [];
		log.info(`Closing pull request ${proposal.pullRequest?.number}: all that it carries is settled.`);
		notices.push(...await pullRequests.close(gathered.snapshot, proposal, commentOf(reasons)));
	}
	return notices;
}
const reasonsToClose = (proposal, circumstances) => {
	const carried = carriedBy(proposal, []);
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
	"Nothing of this is left to do:",
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
	const left = leftBy(scene, standing);
	const open = standing?.pullRequest;
	note(draft, {
		commit: left,
		pullRequest: open
	}, scene);
	const branch = await write(draft, scene);
	if (branch.kind === "branch-moved") return branch;
	note(draft, {
		commit: branch.isNew ? branch.commit : left,
		pullRequest: open
	}, scene);
	const dressed = open === void 0 ? [] : await dress(draft, open, isStale(open, branch) ? "again" : "once");
	const announced = await announce(draft, branch, scene);
	if (announced.kind === "branch-moved") return announced;
	const { pullRequest, isAnnounced } = announced;
	const changed = branch.isNew || isAnnounced;
	note(draft, {
		commit: changed ? branch.commit : left,
		pullRequest
	}, scene);
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
const note = ({ part: { key, delivery, targets } }, { commit, pullRequest }, { unfinished }) => {
	if (commit === void 0) return;
	const shown = pullRequest && {
		number: pullRequest.number,
		url: pullRequest.url
	};
	unfinished.set(key, {
		delivery,
		targets,
		commit,
		pullRequest: shown
	});
};
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
const leftBy = (scene, standing) => standing !== void 0 && isOurs(standing.head.message, scene) ? standing.head.id : void 0;
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
const isStale = ({ description }, { message, isNew }) => isNew || idIn(description) !== idIn(message);
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
const approvalNotice = ({ proposals, part }, changed, outcome) => !changed || outcome === "promoted" || plainLogin(proposals.self) !== "github-actions" ? [] : [{
	message: `The checks of ${part.key} wait until somebody with write access approves them: it was written with the workflow's own token.`,
	hint: "Use the token of a GitHub App in the input `token`, so that checks start by themselves."
}];

export { closeSettled, planProposal, propose };