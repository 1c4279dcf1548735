import { R as isOwnedBy, et as readRecord, it as promotedSource, ot as changeOf } from "../../promotion.js";
import { Ct as plainLogin, bn as quote, gt as itemKey, ht as idIn, mt as deliveryLines, st as chooseMethod, vn as listed, yt as sameDeliveries } from "../../common.js";
import { t as describe } from "../../description.js";
import { t as closeOwn } from "../../close-settled.js";

// src/commands/deliver/propose.ts
async function propose(draft, context) {
	const { part, items, standing } = draft;
	const { files } = draft.plan;
	const { targets, delivery } = part;
	const result = {
		kind: "delivered",
		delivery,
		targets,
		items: requested(draft, context),
		files,
		violations: []
	};
	if (context.shipment.mode === "dry-run") return {
		...result,
		...wouldBe(draft),
		changed: false,
		notices: draft.notices
	};
	if (items.length === 0) {
		const closed = await closeOwn(draft, context);
		return {
			...result,
			...closed,
			outcome: "unchanged",
			notices: [...draft.notices, ...closed.notices]
		};
	}
	const left = leftBy(context, standing);
	const open = standing?.pullRequest;
	note(draft, {
		commit: left,
		pullRequest: open
	}, context);
	const branch = await write(draft, context);
	if (branch.kind === "branch-moved") return branch;
	note(draft, {
		commit: branch.isNew ? branch.commit : left,
		pullRequest: open
	}, context);
	const decorated = open === void 0 ? [] : await decorate(draft, open, isStale(open, branch) ? "again" : "once");
	const announced = await announce(draft, branch, context);
	if (announced.kind === "branch-moved") return announced;
	const { pullRequest, isAnnounced } = announced;
	const changed = branch.isNew || isAnnounced;
	note(draft, {
		commit: changed ? branch.commit : left,
		pullRequest
	}, context);
	const added = open === void 0 ? await decorate(draft, pullRequest, "once") : [];
	const landed = await mergeOrArm({
		draft,
		pullRequest,
		message: branch.message,
		commit: branch.commit
	}, context);
	if (landed.kind === "branch-moved") return landed;
	const { number, url } = pullRequest;
	context.log.info(`Pull request ${number} is ${landed.outcome}: ${url}`);
	return {
		...result,
		outcome: landed.outcome,
		violations: landed.violations,
		changed: changed || landed.outcome === "promoted" || isOurs(branch.message, context),
		commit: landed.commit ?? branch.commit,
		pullRequest: {
			number,
			url
		},
		notices: [
			...draft.notices,
			...announced.notices,
			...decorated,
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
const leftBy = (context, standing) => standing !== void 0 && isOurs(standing.head.message, context) ? standing.head.id : void 0;
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
const announce = async (draft, branch, context) => {
	const { part, standing, looks, pullRequests } = draft;
	const open = standing?.pullRequest;
	if (open !== void 0 && !isStale(open, branch) && sameDeliveries(draft.items, draft.carried)) return {
		kind: "announced",
		pullRequest: open,
		notices: [],
		isAnnounced: false
	};
	const announced = await pullRequests.announce(context.gathered.snapshot, {
		branch: part.key,
		commit: branch.commit,
		standing: standing && open && {
			pullRequest: open,
			head: standing.head.id
		},
		title: branch.message.split("\n", 1).join(),
		description: await description(draft, branch, context),
		draft: looks.draft,
		comment: open?.approved && isStale(open, branch) ? COMMENT : void 0
	});
	return announced.kind === "branch-moved" ? announced : {
		...announced,
		isAnnounced: true
	};
};
const COMMENT = "This pull request has changed after it was approved: see its description for what it carries now. Please review it again.";
const description = async (draft, branch, context) => {
	const { part, proposals, reason, trailers } = draft;
	const { shipment, gathered } = context;
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
		items: await Promise.all(draft.items.map(async (item) => described(item, context))),
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
		before: record && promotedSource(record)
	};
};
const approvalNotice = ({ proposals, part }, changed, outcome) => !changed || outcome === "promoted" || plainLogin(proposals.self) !== "github-actions" ? [] : [{
	message: `The checks of ${part.key} wait until somebody with write access approves them: it was written with the workflow's own token.`,
	hint: "Use the token of a GitHub App in the input `token`, so that checks start by themselves."
}];
async function decorate({ looks, pullRequests }, pullRequest, asking) {
	const again = asking === "again" ? pullRequest.approvers : [];
	const attributes = {
		labels: missing(looks.labels, pullRequest.labels),
		assignees: missing(looks.assignees, pullRequest.assignees),
		reviewers: [.../* @__PURE__ */ new Set([...missing(looks.reviewers, pullRequest.reviewers), ...again])]
	};
	return Object.values(attributes).every(({ length }) => length === 0) ? [] : pullRequests.decorate(pullRequest, attributes);
}
const missing = (wanted, present) => {
	const there = new Set(present.map(plainLogin));
	return wanted.filter((name) => !there.has(plainLogin(name)));
};
async function mergeOrArm(open, context) {
	const { draft, pullRequest } = open;
	const { delivery } = draft.part;
	const obstacle = delivery === "pull-request" ? void 0 : obstacleOf(open, context);
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
	return carryOut(open, delivery, context);
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

export { propose };