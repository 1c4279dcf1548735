import { in as printReference } from "../common.js";
import { F as sideBySideUntil, q as explainUnknown } from "../promotion.js";
import { r as referencesOf } from "../location.js";

// src/commands/check.ts
async function check({ images, onUnknown, registry, log, stopped }) {
	const references = referencesOf(images);
	const asked = await log.group("Ask the registries", async () => {
		const answers = await sideBySideUntil(stopped, references, async (reference) => ({
			reference,
			verdict: await registry.inspect(reference)
		}));
		const inspected = answers.results.filter((answer) => answer !== void 0);
		for (const answer of inspected) log.info(describe(answer));
		return {
			inspected,
			stopped: answers.stopped
		};
	});
	return conclude(asked.inspected, {
		onUnknown,
		stopped: asked.stopped
	});
}
const describe = ({ reference, verdict }) => {
	const found = verdict.verdict === "present" ? `present, ${verdict.digest}` : verdict.verdict;
	const why = verdict.verdict === "unknown" ? `, ${verdict.registry} ${verdict.detail}` : "";
	return `${printReference(reference)}: ${found}${why}`;
};
const conclude = (images, { onUnknown, stopped }) => {
	const unknown = images.flatMap(({ reference, verdict }) => verdict.verdict === "unknown" ? [explainUnknown(reference, verdict)] : []);
	const counted = onUnknown === "missing" ? ["absent", "unknown"] : ["absent"];
	const missing = images.filter(({ verdict }) => counted.includes(verdict.verdict));
	const violations = [...stopped, ...onUnknown === "fail" ? unknown.map(offerMissing) : []];
	const built = stopped.length === 0 && images.every(({ verdict }) => verdict.verdict === "present");
	return {
		outcome: violations.length > 0 ? "failed" : built ? "built" : "missing",
		built,
		missing: missing.map(({ reference }) => printReference(reference)),
		digest: built ? digestOf(images) : void 0,
		images,
		violations,
		notices: onUnknown === "missing" ? unknown.map(({ message, hint }) => ({
			message,
			hint
		})) : []
	};
};
const digestOf = ([image, ...others]) => others.length === 0 && image?.verdict.verdict === "present" ? image.verdict.digest : void 0;
const offerMissing = (violation) => ({
	...violation,
	hint: `${violation.hint} With the input \`on-unknown: missing\` such an image counts as missing.`
});
async function startCheck({ inputs, read, dependencies, known }) {
	const { images } = (await read()).promotion;
	const onUnknown = inputs["on-unknown"] ?? "fail";
	const { log, stopped } = dependencies;
	return concludeCheck(await check({
		images,
		onUnknown,
		registry: await dependencies.registry(),
		log,
		stopped
	}), known);
}
const concludeCheck = (checked, known) => {
	const { outcome, built, missing, digest, images, violations, notices } = checked;
	return { result: {
		command: "check",
		outcome,
		built,
		missing,
		digest,
		images: images.map(({ reference, verdict }) => ({
			image: printReference(reference),
			verdict: verdict.verdict,
			digest: verdict.verdict === "present" ? verdict.digest : void 0
		})),
		violations,
		notices: [...known.notices, ...notices]
	} };
};

export { startCheck };