import { Xt as printReference } from "../common.js";
import { a as explainUnknown, r as explainAbsent, t as inspectAll } from "../images.js";

// src/commands/verify.ts
const PATIENCE = 3e3;
async function verifyImages(registry, references) {
	const distinct = [...new Map(references.map((reference) => [printReference(reference), reference])).values()];
	const inspected = await inspectAll(registry, distinct, PATIENCE);
	return {
		digests: new Map(inspected.flatMap(({ reference, verdict }) => verdict.verdict === "present" ? [[printReference(reference), verdict.digest]] : [])),
		violations: inspected.flatMap(explain)
	};
}
const explain = ({ reference, verdict }) => {
	if (verdict.verdict === "present") return [];
	return [verdict.verdict === "absent" ? explainAbsent(reference) : explainUnknown(reference, verdict)];
};

export { verifyImages };