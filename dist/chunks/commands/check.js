import { dr as printReference } from "../common.js";
import { F as inspectAll, K as explainUnknown } from "../promotion.js";
import { r as referencesOf } from "../location.js";

// src/commands/check.ts
async function check({ images, onUnknown, registry, log }) {
	const references = referencesOf(images);
	const inspected = await log.group("Ask the registries", async () => {
		const answers = await inspectAll(registry, references);
		for (const answer of answers) log.info(describe(answer));
		return answers;
	});
	return conclude(inspected, onUnknown);
}
const describe = ({ reference, verdict }) => {
	const found = verdict.verdict === "present" ? `present, ${verdict.digest}` : verdict.verdict;
	const why = verdict.verdict === "unknown" ? `, ${verdict.registry} ${verdict.detail}` : "";
	return `${printReference(reference)}: ${found}${why}`;
};
const conclude = (images, onUnknown) => {
	const unknown = images.flatMap(({ reference, verdict }) => verdict.verdict === "unknown" ? [explainUnknown(reference, verdict)] : []);
	const counted = onUnknown === "missing" ? ["absent", "unknown"] : ["absent"];
	const missing = images.filter(({ verdict }) => counted.includes(verdict.verdict));
	const violations = onUnknown === "fail" ? unknown.map(offerMissing) : [];
	const built = images.every(({ verdict }) => verdict.verdict === "present");
	return {
		outcome: violations.length > 0 ? "failed" : built ? "built" : "missing",
		built,
		missing: missing.map(({ reference }) => printReference(reference)),
		digest: digestOf(images),
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
	hint: `${violation.hint} With \`on-unknown: missing\` such an image counts as missing.`
});
async function startCheck({ inputs, read, dependencies, known }) {
	const { images } = (await read()).promotion;
	const onUnknown = inputs["on-unknown"] ?? "fail";
	return concludeCheck(await check({
		images,
		onUnknown,
		registry: await dependencies.registry(),
		log: dependencies.log
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