import { C as overridesIn, D as knownOwnership, E as examineOwnership, M as listedIn, P as replanItem, S as unmetFinder, _ as targetsOf, et as readRecord, g as planOf, k as oursIn, m as closingTrailers, ot as changeOf, rt as decide, vt as headlineFor, y as readRequirements } from "../../promotion.js";
import { Cn as PromotionError, Dn as fail, Et as commitMessage, St as isOneOf, _t as reasonIn, bn as quote, dt as pullRequestOptionsOf, gt as itemKey, in as printReference, mt as deliveryLines, on as sameReference, pt as carriedBy, qt as canonicalRepository, sn as sameRepository, vn as listed, vt as sameCarried } from "../../common.js";
import { n as refuseUnrecorded } from "../../description.js";

// src/commands/deliver/carry-over.ts
async function keep(carried, { proposal, targets }, context) {
	const products = new Set(targets.map(({ product }) => product));
	const named = new Set(context.decided.items.filter(({ product }) => products.has(product)).map(({ environment, image }) => itemKey(environment, image)));
	const unnamed = carried.filter(({ trailer }) => !named.has(itemKey(trailer.environment, trailer.reference.repository)));
	const judged = await Promise.all(unnamed.map(async (one) => ({
		one,
		again: await judge(one, {
			proposal,
			targets
		}, context)
	})));
	const changing = judged.flatMap(({ one, again }) => again.kind === "changes" ? [{
		carried: one,
		again
	}] : []);
	const { whole: passing, torn } = withoutTorn(changing, context.decided.items);
	const unmet = await unmetAmong(passing, context);
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
const judge = async (carried, { proposal, targets }, context) => {
	const again = replanItem(carried, targets);
	const target = targets.find(({ environment }) => environment === carried.trailer.environment);
	if (again.kind !== "changes" || target === void 0 || carried.trailer.kind === "rollback") return again;
	if (target.settings.provenance !== void 0 && carried.trailer.built === void 0) return {
		kind: "dropped",
		why: `its build provenance, which ${target.environment} demands by now, was not verified when it was asked for`
	};
	const { environment, image, path, from: current } = again.item;
	const record = await readRecord({
		environment,
		image,
		path,
		current
	}, target.settings, context.gathered.snapshot);
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
async function unmetAmong(kept, { gathered, decided }) {
	const requiring = kept.filter(({ carried }) => carried.trailer.kind === "promotion");
	const kin = new Map(requiring.map((one) => [one.again.item, one]));
	const testimonies = await readRequirements([...kin.keys()], gathered, (item) => ({
		source: sourceOf(kin.get(item)),
		names: namesOf(item, gathered.targets)
	}));
	return leaving(requiring, [...decided.items, ...kept.map(({ again }) => again.item)], {
		spots: gathered.targets,
		testimonies
	});
}
const leaving = (kept, remaining, grounds) => {
	const unmetOf = unmetFinder({
		...grounds,
		items: remaining,
		remaining
	});
	const out = kept.flatMap((one) => {
		const violation = unmetOf(one.again.item);
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

// src/commands/deliver/draft.ts
async function planProposal(part, context) {
	const { shipment, gathered, host } = context;
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
	}, context);
	const plan = planOf(part.targets, context, requestsOf(keeping.kept));
	const items = plan.items.filter(({ state }) => state === "changed").map((item) => carriedItem(item, {
		part,
		context,
		carried,
		kept: keeping.kept
	}));
	if (standing !== void 0 && items.length > 0) await refuseForeign(standing, context);
	const reason = reasonOf(shipment.reason, keeping.kept, standing);
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
		overrides: overridesIn(context.decided, items.map(({ item }) => item)),
		trailers
	});
	const isCurrent = standing !== void 0 && sameCarried(items, carried) && isUpToDate(standing, context) && await isWhole(plan, standing.head.parents[0], gathered);
	return {
		kind: "proposal",
		part,
		pullRequests: host.pullRequests,
		proposals,
		standing,
		plan,
		items,
		looks: pullRequestOptionsOf(part, shipment.settings),
		reason,
		trailers,
		message: {
			headline,
			body: [body, ...deliveryLines(items)].join("\n")
		},
		carried,
		state: isCurrent ? "current" : "outdated",
		notices: [
			...keeping.notices,
			...openedByOthers(standing, ours),
			...unseenOwners(items, context)
		]
	};
}
const openedByOthers = (standing, ours) => {
	const { branch = "", pullRequest } = standing ?? {};
	if (pullRequest === void 0 || isOneOf(pullRequest.author, ours)) return [];
	const opener = pullRequest.author === void 0 ? "somebody unknown" : quote(pullRequest.author);
	const way = pullRequest.author === void 0 ? "" : `, or list ${opener} under \`writers\` in the configuration`;
	return [{
		message: `Pull request ${pullRequest.number} of the branch ${quote(branch)} was opened by ${opener}: after a squash or a rebase its lines do not count as a record, and later runs do not know what it has set.`,
		hint: `Close it and run this again, so that the token opens a pull request of its own${way}.`
	}];
};
const unseenOwners = (items, { gathered }) => {
	const named = new Set(gathered.targets.map(({ product }) => product));
	const notices = items.flatMap(({ item }) => {
		const others = [...new Set((item.owners ?? []).map(({ product }) => product))].filter((name) => !named.has(name));
		if (others.length === 0) return [];
		const message = `The place of ${quote(item.image)} in ${quote(item.path)} belongs to ${listed(others)} as well: if a pull request of ${listed(others)} changes it, too, only the first of the two can be merged as it is.`;
		return [[message, {
			message,
			hint: `Ask for ${listed([...named, ...others])} in one request, or ask again for the one that conflicts: it is then planned anew.`,
			path: item.path,
			line: item.line
		}]];
	});
	return [...new Map(notices).values()];
};
const unreadable = ({ product }) => fail("permission-missing", `The token may not read pull requests, so none can be opened for ${quote(product)}.`, "Give the token Pull requests: write (\"permissions: pull-requests: write\" for the workflow's own token), or set `delivery: commit`.");
const carriedOf = (standing, ours) => standing !== void 0 && !standing.declined && knownOwnership(standing).kind === "ours" ? carriedBy(standing, ours) : [];
const checkBase = ({ branch, pullRequest }, base) => {
	if (pullRequest === void 0 || pullRequest.base === base) return;
	fail("branch-taken", `Pull request ${pullRequest.number} from ${quote(branch)} is open for the branch ${quote(pullRequest.base)}, not for ${quote(base)}.`, "Merge or close it, then run this again.");
};
const refuseForeign = async (standing, context) => {
	const ownership = knownOwnership(standing);
	if (ownership.kind !== "foreign") return;
	const { branch, head, pullRequest } = standing;
	const where = pullRequest === void 0 ? "" : ` of pull request ${pullRequest.number}`;
	const why = ownership.why === void 0 ? "" : `: ${ownership.why}`;
	const self = context.gathered.snapshot.proposals?.self ?? "";
	fail("foreign-commit", `The branch ${quote(branch)}${where} has a commit that ${quote(self)} has not made (${head.id.slice(0, 7)} by ${quote(head.author)})${why}; an update would lose it.${await disarm(standing, context)}`, "Merge or close the pull request and delete its branch, or take the commit off it; then run this again. If a token of another login has made it, list that login under `writers` in the configuration.");
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
		const others = requests.get(environment);
		if (others === void 0) requests.set(environment, [again.request]);
		else others.push(again.request);
	}
	return requests;
};
const carriedItem = (item, { part, context, carried, kept }) => {
	const stays = isKept(kept, item);
	if (stays !== void 0) return {
		...stays.carried,
		item
	};
	const key = itemKey(item.environment, item.image);
	const before = carried.find(({ trailer }) => itemKey(trailer.environment, trailer.reference.repository) === key);
	const trailer = context.shipment.trailerOf(item);
	return {
		item,
		delivery: part.delivery,
		trailer: isNews(trailer, before?.trailer) ? trailer : withBuild(before?.trailer ?? trailer, trailer)
	};
};
const withBuild = (trailer, latest) => trailer.kind === "promotion" && latest.kind === "promotion" && latest.built !== void 0 ? {
	...trailer,
	built: latest.built
} : trailer;
const isNews = (trailer, before) => {
	if (trailer.kind === "rollback" || before?.kind !== "promotion") return true;
	return !(trailer.reference.tag === before.reference.tag && trailer.reference.digest === before.reference.digest) || Object.values(trailer.source).some((part) => part !== void 0);
};
const isUpToDate = ({ head, pullRequest, commits }, { gathered }) => commits === 1 && (head.parents[0] === gathered.snapshot.commit || pullRequest?.merges === "clean");
const reasonOf = (own, kept, standing) => {
	const earlier = kept.length > 0 && standing !== void 0 ? reasonIn(standing.head.message) : void 0;
	if (own === void 0 || earlier === void 0 || earlier.includes(own)) return own ?? earlier;
	return `${own}; ${earlier}`.slice(0, 300);
};

export { planProposal };