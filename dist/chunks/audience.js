import { createHash } from "node:crypto";
import { i as open, tt as own } from "./common.js";

// src/domain/proof/canonical.ts
function canonicalJson(value) {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
	return `{${Object.entries(value).filter(([, member]) => member !== void 0).sort(([a], [b]) => a < b ? -1 : 1).map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(",")}}`;
}

// src/domain/proof/audience.ts
const AUDIENCE = "image-promotion:";
function boundText(repository, payload) {
	const outer = open(payload, "The payload");
	const inner = own(outer, "promotion");
	const holder = inner === void 0 ? outer : open(inner, "The key \"promotion\" of the payload");
	const request = Object.fromEntries(Object.entries(holder).filter(([key]) => key !== "proof"));
	return `${repository.toLowerCase()}\n${canonicalJson(request)}`;
}

// src/adapters/oidc/audience.ts
function proofAudience(repository, payload) {
	return AUDIENCE + createHash("sha256").update(boundText(repository, payload)).digest("hex");
}

export { AUDIENCE as n, proofAudience as t };