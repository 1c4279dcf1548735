import { s as printReference } from "./image.js";
import { a as explainUnknown, r as explainAbsent, t as inspectAll } from "./images.js";

// src/commands/verify.ts
/** Milliseconds that a fresh push may take to be seen everywhere in its registry. */
const PATIENCE = 3e3;
/** Looks every image up in its registry, as the setting `verify` asks for.
* @throws PromotionError `image-invalid` and `credentials-invalid`. */
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