import { Dn as fail, En as dispositionOf, Tn as collect, Xt as checkTag, bn as quote, in as printReference } from "../common.js";
import { F as sideBySideUntil, G as explainMisplaced, J as explainUnset, W as explainAbsent, q as explainUnknown } from "../promotion.js";
import { r as referencesOf } from "../location.js";

// src/domain/registry/plan-retag.ts
function planRetag(targets) {
	const plan = /* @__PURE__ */ new Map();
	const violations = [];
	for (const target of targets) {
		const name = printReference(target.reference);
		const planned = disagreement(target, plan.get(name)) ?? planTag(target);
		if ("code" in planned) violations.push(planned);
		else plan.set(name, planned);
	}
	return {
		plan: [...plan.values()],
		violations
	};
}
const disagreement = ({ reference, manifest }, other) => {
	if (other === void 0 || other.manifest.digest === manifest.digest) return void 0;
	return {
		code: "images-disagree",
		message: `Two images are to get the tag ${quote(printReference(reference))}: ${other.manifest.digest} and ${manifest.digest}.`,
		hint: "Name one image of each repository."
	};
};
const planTag = ({ reference, manifest, verdict }) => {
	if (verdict.verdict === "unknown") return explainUnknown(reference, verdict);
	if (verdict.verdict === "absent") return {
		reference,
		manifest,
		outcome: "tagged"
	};
	if (verdict.digest === manifest.digest) return {
		reference,
		manifest,
		outcome: "unchanged"
	};
	return {
		code: "tag-taken",
		message: `The tag ${quote(printReference(reference))} names another image already: ${verdict.digest} instead of ${manifest.digest}.`,
		hint: "Choose a tag that is free; a tag that somebody may run is not moved."
	};
};

// src/commands/retag.ts
async function retag(request) {
	const references = referencesOf(request.images);
	const tags = checkTags(request.tags);
	const { log } = request;
	const sources = await log.group("Read the images", () => readImages(request, references));
	const planned = await log.group("Look at the tags", () => planTags(request, sources.images, tags));
	const violations = [...sources.violations, ...planned.violations];
	const digest = references.length === 1 ? sources.images[0]?.manifest.digest : void 0;
	if (violations.length > 0) return conclude({
		digest,
		tags: [],
		violations
	});
	if (request.dryRun) return {
		outcome: "unchanged",
		digest,
		tags: planned.plan.map(outcomeOf),
		violations
	};
	const written = await log.group("Set the tags", () => setTags(request, planned.plan));
	return conclude({
		digest,
		...written
	});
}
const checkTags = (tags) => {
	if (tags.length === 0) fail("tag-missing", "No new tag is named.", "Set the input `tags`.");
	return [...new Set(collect(tags.map((tag) => () => checkTag(tag))))];
};
const readImages = async ({ registry, log, stopped }, references) => {
	const images = [];
	const found = await sideBySideUntil(stopped, references, (reference) => registry.read(reference));
	const violations = [...found.stopped];
	for (const [index, reference] of references.entries()) {
		const answer = found.results[index];
		if (answer?.verdict === "absent") violations.push(explainAbsent(reference));
		if (answer?.verdict === "unknown") violations.push(explainUnknown(reference, answer));
		if (answer?.verdict !== "present") continue;
		log.info(`${printReference(reference)}: ${answer.manifest.digest}`);
		images.push({
			reference,
			manifest: answer.manifest
		});
	}
	return {
		images,
		violations
	};
};
const planTags = async ({ registry, log, stopped }, images, tags) => {
	const wanted = images.flatMap(({ reference: { repository }, manifest }) => tags.map((tag) => ({
		reference: {
			repository,
			tag
		},
		manifest
	})));
	const targets = await sideBySideUntil(stopped, wanted, async (target) => ({
		...target,
		verdict: await registry.inspect(target.reference)
	}));
	const planned = planRetag(targets.results.filter((target) => target !== void 0));
	for (const { reference, manifest, outcome } of planned.plan) log.info(`${printReference(reference)}: ${outcome === "tagged" ? "free for" : "names already"} ${manifest.digest}`);
	return {
		plan: planned.plan,
		violations: [...targets.stopped, ...planned.violations]
	};
};
const setTags = async ({ registry, log, stopped }, plan) => {
	const set = await sideBySideUntil(stopped, plan, async (planned) => {
		const violation = planned.outcome === "tagged" ? await setTag(registry, planned) : void 0;
		log.info(`${printReference(planned.reference)}: ${violation === void 0 ? planned.outcome : violation.message}`);
		return violation ?? outcomeOf(planned);
	});
	const results = set.results.filter((result) => result !== void 0);
	return {
		tags: results.filter((result) => "outcome" in result),
		violations: [...set.stopped, ...results.filter((result) => "code" in result)]
	};
};
const setTag = async (registry, { reference, manifest }) => {
	const { repository, tag = "" } = reference;
	const set = await registry.tag({
		repository,
		tag,
		manifest
	});
	if (set.verdict === "unknown") {
		const now = set.cause === "immutable" ? await registry.inspect(reference) : void 0;
		return now?.verdict === "present" && now.digest === manifest.digest ? void 0 : explainUnset(reference, set);
	}
	const verdict = await registry.inspect(reference, SEEN_WITHIN);
	if (verdict.verdict === "unknown") return explainUnknown(reference, verdict);
	if (verdict.verdict === "present" && verdict.digest === manifest.digest) return void 0;
	return explainMisplaced(reference, manifest.digest, verdict);
};
const SEEN_WITHIN = 3e3;
const outcomeOf = ({ reference, manifest: { digest }, outcome }) => ({
	reference,
	digest,
	outcome
});
const conclude = (result) => {
	if (result.violations.length > 0) return {
		...result,
		outcome: dispositionOf(result.violations) === "refused" ? "refused" : "failed"
	};
	return {
		...result,
		outcome: result.tags.some(({ outcome }) => outcome === "tagged") ? "tagged" : "unchanged"
	};
};
async function startRetag({ read, dependencies, known }) {
	const { promotion, tags, dryRun } = await read();
	const registry = await dependencies.registry();
	const { log, stopped } = dependencies;
	return concludeRetag(await retag({
		images: promotion.images,
		tags,
		dryRun,
		registry,
		log,
		stopped
	}), known);
}
const concludeRetag = ({ outcome, digest, tags, violations }, known) => {
	const images = tags.map((tag) => ({
		image: printReference(tag.reference),
		verdict: tag.outcome,
		digest: tag.digest
	}));
	return { result: {
		command: "retag",
		dryRun: known.dryRun,
		outcome,
		digest,
		images,
		violations,
		notices: known.notices
	} };
};

export { startRetag };