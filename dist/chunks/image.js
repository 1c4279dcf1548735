// src/domain/errors.ts
const dispositions = {
	"input-unknown": "usage",
	"input-invalid": "usage",
	"input-missing": "usage",
	"inputs-conflict": "usage",
	"payload-invalid": "refused",
	"event-unsupported": "refused",
	"product-missing": "refused",
	"product-invalid": "refused",
	"product-unknown": "refused",
	"environment-missing": "refused",
	"environment-invalid": "refused",
	"environment-unknown": "refused",
	"image-missing": "refused",
	"image-invalid": "refused",
	"tag-missing": "refused",
	"tag-invalid": "refused",
	"digest-invalid": "refused",
	"images-disagree": "refused",
	"placeholder-unknown": "refused",
	"placeholder-unset": "refused",
	"source-invalid": "refused",
	"payload-too-large": "refused",
	"workflow-missing": "failed",
	"workflow-unfit": "failed",
	"wait-impossible": "failed",
	"run-unsuccessful": "failed",
	"config-missing": "refused",
	"config-misplaced": "refused",
	"config-invalid": "refused",
	"config-unsupported": "refused",
	"path-escapes": "refused",
	"manifest-missing": "refused",
	"manifest-ambiguous": "refused",
	"manifest-too-many": "refused",
	"manifest-symlink": "refused",
	"manifest-submodule": "refused",
	"manifest-lfs": "refused",
	"manifest-binary": "refused",
	"manifest-too-large": "refused",
	"manifest-invalid": "refused",
	"manifest-format": "refused",
	"image-not-listed": "refused",
	"image-ambiguous": "refused",
	"image-shared": "refused",
	"image-not-allowed": "refused",
	"image-patched": "refused",
	"too-many-changes": "refused",
	"readback-differs": "failed",
	"rename-not-allowed": "refused",
	"tag-not-allowed": "refused",
	"requirement-unmet": "refused",
	"source-not-allowed": "refused",
	"proof-missing": "refused",
	"proof-rejected": "refused",
	"issuer-unavailable": "failed",
	"actor-not-allowed": "refused",
	frozen: "refused",
	"rollback-impossible": "refused",
	"token-missing": "failed",
	"token-invalid": "failed",
	"permission-missing": "failed",
	"repository-missing": "failed",
	"branch-missing": "failed",
	"branch-protected": "failed",
	"branch-contended": "failed",
	"rate-limited": "failed",
	"host-unavailable": "failed",
	"host-unexpected": "failed",
	"not-a-checkout": "failed",
	"file-unwritable": "failed",
	"manifest-uncommitted": "refused",
	"image-absent": "refused",
	"tag-taken": "refused",
	"registry-unknown": "failed",
	"credentials-invalid": "failed",
	internal: "failed"
};
/** The only error of the project: all problems that were found, at least one. */
var PromotionError = class extends Error {
	violations;
	constructor(violations, options) {
		super(violations.map((violation) => violation.message).join("\n"), options);
		this.name = "PromotionError";
		this.violations = violations;
	}
};
function fail(code, message, hint, place = {}) {
	throw new PromotionError([{
		code,
		message,
		hint,
		...place
	}]);
}
/** The gravest of the violations decides: a failure over wrong usage over a refusal. */
function dispositionOf(violations) {
	const found = new Set(violations.map((violation) => dispositions[violation.code]));
	return [
		"failed",
		"usage",
		"refused"
	].find((disposition) => found.has(disposition)) ?? "failed";
}
function gather() {
	const violations = [];
	return {
		attempt: (check) => {
			try {
				return check();
			} catch (error) {
				if (!(error instanceof PromotionError)) throw error;
				violations.push(...error.violations);
				return;
			}
		},
		finish: () => {
			if (violations.length > 0) throw new PromotionError(violations);
		}
	};
}
/** Runs every check and gathers what they throw, so that all problems of a kind are reported at once.
* @throws PromotionError with the violations of all checks; anything else that a check throws passes through. */
function collect(checks) {
	const { attempt, finish } = gather();
	const results = checks.map((check) => attempt(check));
	finish();
	return results;
}

// src/domain/text.ts
const LONGEST = 80;
/** Shows text of unknown origin on one line: quoted, without control or invisible characters, at most 80 characters. */
function quote(text) {
	const characters = [...text];
	const shown = characters.slice(0, LONGEST).join("").replace(/[\p{C}\p{Z}"\\]/gu, escaped);
	return characters.length > LONGEST ? `"${shown}…" (${characters.length} characters)` : `"${shown}"`;
}
/** Shows text of unknown origin as it is, on one line: control and invisible characters appear as escapes, no others. */
function visible(text) {
	return text.replace(/[\p{C}\p{Z}]/gu, escaped);
}
const escaped = (character) => {
	if (character === " ") return character;
	if (character === "\"" || character === "\\") return `\\${character}`;
	if (character === "\n") return "\\n";
	if (character === "\r") return "\\r";
	if (character === "	") return "\\t";
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
};
/** Of the candidates, the at most three that look most like what was meant, nearest first. */
function nearest(meant, candidates) {
	const allowed = Math.max(2, Math.floor(meant.length / 3));
	return [...new Set(candidates)].map((candidate) => ({
		candidate,
		distance: distanceOf(meant.toLowerCase(), candidate.toLowerCase())
	})).filter(({ candidate, distance }) => distance <= allowed || related(meant, candidate)).sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1)).slice(0, 3).map(({ candidate }) => candidate);
}
const related = (meant, candidate) => meant !== "" && (candidate.endsWith(`/${meant}`) || meant.endsWith(`/${candidate}`));
/** Levenshtein's distance, one row at a time; names longer than 255 characters are as far apart as can be. */
const distanceOf = (from, to) => {
	if (from.length > 255 || to.length > 255) return Number.POSITIVE_INFINITY;
	let row = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (let i = 1; i <= from.length; i++) {
		const next = [i];
		for (let j = 1; j <= to.length; j++) {
			const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[to.length] ?? 0;
};
/** `a`, `a and b`, `a, b and c`. */
function listed(words) {
	if (words.length < 2) return words.join("");
	return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

// src/domain/image.ts
const LONGEST_REPOSITORY = 255;
const LONGEST_TAG = 128;
const hostLabel = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const host = new RegExp(`^(?:${hostLabel}(?:\\.${hostLabel})*|\\[[0-9A-Fa-f:]+\\])(?::[0-9]{1,5})?$`);
const component = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const tagGrammar = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const digestGrammar = /^[a-z][a-z0-9]*(?:[-_+.][a-z][a-z0-9]*)*:[0-9A-Fa-f]{32,}$/;
const digestLengths = {
	sha256: 64,
	sha384: 96,
	sha512: 128
};
/** The host of a repository's first component, as the distribution project tells it from a path: it has a dot or a port,
* is `localhost` or has an upper-case letter. Undefined where the repository names none. */
function registryOf(repository) {
	const [first = "", ...rest] = repository.split("/");
	return rest.length > 0 && (/[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase()) && host.test(first) ? first : void 0;
}
/** @throws PromotionError `image-invalid`, naming the rule that the repository breaks. */
function checkRepository(repository) {
	const problem = repositoryProblem(repository);
	if (problem === void 0) return repository;
	return fail("image-invalid", `The image name ${quote(repository)} ${problem}.`, repositoryHint(repository));
}
const repositoryProblem = (repository) => {
	if (repository === "") return "is empty";
	if (repository.length > LONGEST_REPOSITORY) return `is longer than ${LONGEST_REPOSITORY} characters`;
	if (/[^\x21-\x7e]/.test(repository)) return "has a blank, a control character or a character outside ASCII";
	if (repository.includes("@")) return "carries a digest";
	const path = repository.split("/").slice(registryOf(repository) === void 0 ? 0 : 1);
	if (path.some((part) => part === "")) return "has an empty part between slashes";
	if (path.at(-1)?.includes(":")) return "carries a tag";
	if (path.some((part) => /[A-Z]/.test(part))) return "has upper-case letters, which a repository may not have";
	if (path.some((part) => !component.test(part))) return "has a part that is not lower-case letters and digits, separated by one of \".\", \"_\", \"__\" or dashes";
};
const repositoryHint = (repository) => {
	if (/^[\x21-\x7e]+$/.test(repository) && repository !== repository.toLowerCase()) return `Write it in lower case: ${quote(repository.toLowerCase())}.`;
	return "Name the repository alone, such as registry.example.com/shop/web, and give tag and digest apart from it.";
};
/** @throws PromotionError `tag-invalid`, naming the rule that the tag breaks. */
function checkTag(tag) {
	const problem = tagProblem(tag);
	if (problem === void 0) return tag;
	return fail("tag-invalid", `The tag ${quote(tag)} ${problem}.`, "Use the tag under which the image was pushed.");
}
const tagProblem = (tag) => {
	if (tag === "") return "is empty";
	if (tag.length > LONGEST_TAG) return `is longer than ${LONGEST_TAG} characters`;
	if (/^[.-]/.test(tag)) return "starts with a dot or a dash";
	if (!tagGrammar.test(tag)) return "has characters other than letters, digits, \"_\", \".\" and \"-\"";
};
/** @throws PromotionError `digest-invalid`, naming the rule that the digest breaks. */
function checkDigest(digest) {
	const problem = digestProblem(digest);
	if (problem === void 0) return digest;
	return fail("digest-invalid", `The digest ${quote(digest)} ${problem}.`, "Use the whole digest: sha256: and 64 hexadecimal digits.");
}
const digestProblem = (digest) => {
	if (!digestGrammar.test(digest)) return "is not an algorithm in lower case, a colon and at least 32 hexadecimal digits";
	const [algorithm = "", encoded = ""] = digest.split(":");
	const length = digestLengths[algorithm];
	if (length === void 0) return void 0;
	if (encoded.length !== length) return `has ${encoded.length} digits where ${algorithm} has ${length}`;
	if (encoded !== encoded.toLowerCase()) return "has upper-case digits";
};
/** Splits a reference as it stands in a manifest, without judging its parts: the tag starts at a colon after the last slash,
* the digest at the first `@`. */
function splitReference(text) {
	const at = text.indexOf("@");
	const named = at < 0 ? text : text.slice(0, at);
	const digest = at < 0 ? void 0 : text.slice(at + 1);
	const colon = named.indexOf(":", named.lastIndexOf("/") + 1);
	if (colon < 0) return {
		repository: named,
		digest
	};
	return {
		repository: named.slice(0, colon),
		tag: named.slice(colon + 1),
		digest
	};
}
/** @throws PromotionError for what the grammar does not allow. */
function parseReference(text) {
	const { repository, tag, digest } = splitReference(text);
	checkRepository(repository);
	if (tag !== void 0) checkTag(tag);
	if (digest !== void 0) checkDigest(digest);
	return {
		repository,
		tag,
		digest
	};
}
function printReference({ repository, tag, digest }) {
	return `${repository}${tag === void 0 ? "" : `:${tag}`}${digest === void 0 ? "" : `@${digest}`}`;
}
function sameReference(a, b) {
	return a.repository === b.repository && a.tag === b.tag && a.digest === b.digest;
}
/** Parses `NAME`, `NAME:TAG`, `NAME@DIGEST`, `NAME:TAG@DIGEST` and the same with `NAME=NEWNAME` in place of `NAME`.
* @throws PromotionError for what the grammar does not allow. */
function parseImage(text) {
	const equals = text.indexOf("=");
	const { repository, tag, digest } = parseReference(equals < 0 ? text : text.slice(equals + 1));
	if (equals < 0) return {
		name: repository,
		tag,
		digest
	};
	return {
		name: checkRepository(text.slice(0, equals)),
		newName: repository,
		tag,
		digest
	};
}
function printImage({ name, newName, tag, digest }) {
	const reference = printReference({
		repository: newName ?? name,
		tag,
		digest
	});
	return newName === void 0 ? reference : `${name}=${reference}`;
}

export { dispositionOf as _, parseReference as a, registryOf as c, listed as d, nearest as f, collect as g, PromotionError as h, parseImage as i, sameReference as l, visible as m, checkRepository as n, printImage as o, quote as p, checkTag as r, printReference as s, checkDigest as t, splitReference as u, fail as v, gather as y };