import { Ot as inert, bt as claimOf, gt as itemKey, in as printReference, ot as branchesOf, pt as carriedBy } from "./common.js";
import { D as knownOwnership, O as oursAmong, P as replanItem, k as oursIn } from "./promotion.js";

// src/commands/deliver/close-settled.ts
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
async function closeSettled(parts, context, deliveredParts) {
	const { gathered, host, shipment, log } = context;
	const { proposals } = gathered.snapshot;
	const { pullRequests } = host;
	if (pullRequests === void 0 || proposals === void 0 || shipment.mode === "dry-run") return [];
	const own = new Set(parts.map(({ key }) => key));
	const settled = proposals.list.filter((proposal) => proposal.pullRequest?.base === gathered.snapshot.branch && !own.has(proposal.branch) && claimOf(proposal, oursIn(gathered)) === "claimed").filter((proposal) => reasonsToClose(proposal, {
		context,
		parts,
		deliveredParts
	}) !== void 0);
	const notices = [];
	for (const proposal of await oursAmong(settled, gathered)) {
		const reasons = reasonsToClose(proposal, {
			context,
			parts,
			deliveredParts
		}) ?? [];
		log.info(`Closing pull request ${proposal.pullRequest?.number}: all that it carries is settled.`);
		notices.push(...await pullRequests.close(gathered.snapshot, proposal, commentOf(reasons)));
	}
	return notices;
}
const reasonsToClose = (proposal, circumstances) => {
	const carried = carriedBy(proposal, []);
	const targets = circumstances.context.gathered.targets.filter(({ product }) => proposal.branch.startsWith(branchesOf(product)));
	const known = carried.map((one) => reasonOf(one, targets, circumstances)).filter((reason) => reason !== void 0);
	return known.length === carried.length && known.length > 0 ? known : void 0;
};
const reasonOf = (carried, targets, { context, parts, deliveredParts }) => {
	const { environment, reference } = carried.trailer;
	const target = targets.find((candidate) => candidate.environment === environment);
	if (target === void 0) return void 0;
	const what = `${printReference(reference)} for ${environment}`;
	const key = itemKey(environment, reference.repository);
	const named = context.decided.items.find((item) => item.product === target.product && itemKey(item.environment, item.image) === key);
	if (named === void 0) return replanItem(carried, [target]).kind === "settled" ? `${inert(what)} is on the branch already` : void 0;
	const part = parts.find(({ targets }) => targets.some((one) => one.product === target.product && one.environment === environment));
	const result = part === void 0 ? void 0 : deliveredParts.get(part.key);
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

export { closeSettled as n, closeOwn as t };