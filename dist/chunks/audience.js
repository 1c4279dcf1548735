import { createHash } from "node:crypto";
import { a as own } from "./json.js";
import { n as open } from "./payload.js";

// src/domain/proof/canonical.ts
/** The JSON Canonicalization Scheme, RFC 8785, of a value that came out of a JSON parser. Numbers and texts are what JSON.stringify
* makes of them, by which the RFC defines them; keys are sorted by UTF-16 code units. A lone surrogate, at which the RFC gives up,
* stays an escape: no two values share a text. */
function canonicalJson(value) {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
	return `{${Object.entries(value).filter(([, member]) => member !== void 0).sort(([a], [b]) => a < b ? -1 : 1).map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(",")}}`;
}

// src/domain/proof/audience.ts
/** What the audience of a proof begins with; the hash of `boundText` in hexadecimal digits follows. */
const AUDIENCE = "image-promotion:";
/** What a proof is bound to, before it is hashed with SHA-256: the manifest repository and the request. The request is the object
* that holds `proof`, without `proof`: the payload, or what is nested in it under `promotion`.
* @throws PromotionError `payload-invalid` for a payload that is no object. */
function boundText(repository, payload) {
	const outer = open(payload, "The payload");
	const inner = own(outer, "promotion");
	const holder = inner === void 0 ? outer : open(inner, "The key \"promotion\" of the payload");
	const request = Object.fromEntries(Object.entries(holder).filter(([key]) => key !== "proof"));
	return `${repository.toLowerCase()}\n${canonicalJson(request)}`;
}

// src/adapters/oidc/audience.ts
/** The one audience of a proof for this payload at this manifest repository, `owner/name`; a proof in the payload does not count.
* @throws PromotionError `payload-invalid` for a payload that is no object. */
function proofAudience(repository, payload) {
	return AUDIENCE + createHash("sha256").update(boundText(repository, payload)).digest("hex");
}

export { AUDIENCE as n, proofAudience as t };