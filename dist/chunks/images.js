import { An as quote, Nn as PromotionError, Xt as printReference } from "./common.js";

// src/domain/registry/explain.ts
function explainUnknown(reference, unknown) {
	return explain(`Whether ${quote(printReference(reference))} exists is unknown`, unknown);
}
function explainUnset(reference, unknown) {
	return explain(`The tag ${quote(printReference(reference))} cannot be set`, unknown);
}
const explain = (what, { registry, detail, cause, remedy, words }) => ({
	code: final.has(cause) ? "registry-refused" : "registry-unknown",
	message: `${what}: the registry ${registry} ${detail}${likely[cause]}.${words === void 0 ? "" : ` It says: ${words}`}`,
	hint: remedy ?? (cause === "not-logged-in" || cause === "no-permission" ? neverPushed(registry) : "") + hints[cause](registry)
});
const final = /* @__PURE__ */ new Set([
	"immutable",
	"locked",
	"quota"
]);
const neverPushed = (registry) => registry === "ghcr.io" ? "A package that was never pushed is refused in the same way: if this is its first build, push it. " : "";
const likely = {
	"not-logged-in": ", and this job is not logged in to it",
	"no-permission": ", although this job is logged in to it: the account lacks the permission or its login has expired",
	"rate-limit": ": too many requests, a rate limit",
	unavailable: ": it has a problem of its own",
	unreachable: "",
	timeout: "",
	"login-expired": ": the login of this job has expired",
	immutable: ": its tags are immutable",
	locked: ": the tag or its repository is locked",
	quota: ": its quota is used up",
	refused: "",
	unexpected: ""
};
const hints = {
	"not-logged-in": (registry) => `Log in to ${registry} with docker/login-action in a step before this one. Registries answer alike for repositories that are private and for those that do not exist.`,
	"no-permission": (registry) => `Give the account access to this repository at ${registry}, or log in again. Registries answer alike for repositories that are private and for those that do not exist.`,
	"rate-limit": (registry) => `Log in to ${registry}, so that the limit of an account counts and not that of the runner’s address, or run the job again later.`,
	unavailable: (registry) => `Run the job again; if it stays, see whether ${registry} is in order.`,
	unreachable: (registry) => `See whether ${registry} is the right name, and whether the runner may reach it.`,
	timeout: (registry) => `Run the job again; if it stays, see whether ${registry} is in order and the runner may reach it.`,
	"login-expired": (registry) => `Log in to ${registry} again, in a step shortly before this one.`,
	immutable: () => "Choose a tag that was never used, or change the rule of the repository that makes tags immutable.",
	locked: () => "Choose another tag, or unlock the tag or the repository at the registry.",
	quota: (registry) => `Delete images that nobody needs from ${registry}, or let its administrators raise the quota.`,
	refused: (registry) => `Change what ${registry} says; running the job again will not help.`,
	unexpected: (registry) => `See whether ${registry} is the right name and really a registry, and not a proxy or a web page.`
};
function explainAbsent(reference) {
	return {
		code: "image-absent",
		message: `The image ${quote(printReference(reference))} is not in its registry.`,
		hint: "Push the image first, or name a tag or digest that was pushed."
	};
}
function explainMisplaced(reference, digest, found) {
	const instead = found.verdict === "present" ? `names ${found.digest}` : "is absent";
	return {
		code: "readback-differs",
		message: `The tag ${quote(printReference(reference))} ${instead} after it was set to ${digest}.`,
		hint: "See whether somebody else sets the same tag, and run the job again."
	};
}

// src/commands/images.ts
const AT_ONCE = 8;
async function inspectAll(registry, references, patience = 0) {
	return sideBySide(references, async (reference) => ({
		reference,
		verdict: await registry.inspect(reference, patience)
	}));
}
async function sideBySide(items, work) {
	const results = [];
	const violations = [];
	const waiting = items.entries();
	const worker = async () => {
		for (const [index, item] of waiting) try {
			results[index] = await work(item);
		} catch (error) {
			if (!(error instanceof PromotionError)) throw error;
			violations.push(...error.violations);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	if (violations.length > 0) throw new PromotionError(distinct(violations));
	return results;
}
const distinct = (violations) => [...new Map(violations.map((violation) => [violation.message, violation])).values()];

export { explainUnknown as a, explainMisplaced as i, sideBySide as n, explainUnset as o, explainAbsent as r, inspectAll as t };