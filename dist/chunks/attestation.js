// src/domain/provenance/attestation.ts
const certificateExtensions = {
	"1.3.6.1.4.1.57264.1.8": "issuer",
	"1.3.6.1.4.1.57264.1.9": "buildSigner",
	"1.3.6.1.4.1.57264.1.12": "sourceRepository",
	"1.3.6.1.4.1.57264.1.13": "sourceCommit",
	"1.3.6.1.4.1.57264.1.14": "sourceRef",
	"1.3.6.1.4.1.57264.1.15": "sourceRepositoryId",
	"1.3.6.1.4.1.57264.1.18": "buildConfig"
};
const IN_TOTO = "application/vnd.in-toto+json";
function readStatement(payloadType, payload) {
	if (payloadType !== IN_TOTO) return "does not sign an in-toto statement";
	const { _type: type, predicateType, subject } = objectIn(payload);
	if (typeof type !== "string" || !/^https:\/\/in-toto\.io\/Statement\/v(?:0\.1|1)$/.test(type)) return "does not sign an in-toto statement";
	if (typeof predicateType !== "string" || !Array.isArray(subject)) return "signs a statement about nothing";
	return {
		predicateType,
		digests: subject.flatMap((one) => digestsOf(fieldsOf(fieldsOf(one).digest)))
	};
}
const digestsOf = (digest) => Object.entries(digest).flatMap(([algorithm, hex]) => typeof hex === "string" ? [`${algorithm}:${hex.toLowerCase()}`] : []);
const fieldsOf = (value) => typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
const objectIn = (text) => {
	try {
		return fieldsOf(JSON.parse(text));
	} catch {
		return {};
	}
};
const BUNDLE = /^application\/vnd\.dev\.sigstore\.bundle[.+]/;
function isBundleType(mediaType) {
	return typeof mediaType === "string" && BUNDLE.test(mediaType);
}
function readReferrers(text) {
	const { manifests } = objectIn(text);
	if (!Array.isArray(manifests)) return void 0;
	return manifests.flatMap((entry) => {
		const { digest, artifactType } = fieldsOf(entry);
		if (typeof digest !== "string" || !DIGEST.test(digest)) return [];
		if (artifactType === void 0 || artifactType === "") return [{ digest }];
		return isBundleType(artifactType) ? [{
			digest,
			artifactType: String(artifactType)
		}] : [];
	});
}
const DIGEST = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;
function bundleIn(manifest) {
	const { layers } = objectIn(manifest);
	const layer = Array.isArray(layers) ? layers.map(fieldsOf).find(({ mediaType }) => isBundleType(mediaType)) : void 0;
	return typeof layer?.digest === "string" && DIGEST.test(layer.digest) ? layer.digest : void 0;
}
function referrersTag(digest) {
	const [algorithm = "", hex = ""] = digest.split(":");
	return `${algorithm.slice(0, 32)}-${hex.slice(0, 64)}`;
}
function nextPage(link, from) {
	const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? "") ?? [];
	return target !== void 0 && URL.canParse(target, from.href) ? new URL(target, from) : void 0;
}

export { readStatement as a, readReferrers as i, certificateExtensions as n, referrersTag as o, nextPage as r, bundleIn as t };