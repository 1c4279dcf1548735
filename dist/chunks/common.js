import { t as __commonJSMin } from "./rolldown-runtime.js";
import * as m from "util";
import * as os from "os";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import * as fs from "fs";
import * as crypto from "crypto";

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
	"file-shared": "refused",
	"image-not-allowed": "refused",
	"image-patched": "refused",
	"marker-invalid": "refused",
	"too-many-changes": "refused",
	"readback-differs": "failed",
	"rename-not-allowed": "refused",
	"tag-not-allowed": "refused",
	"requirement-unmet": "refused",
	"source-not-allowed": "refused",
	"proof-missing": "refused",
	"proof-rejected": "refused",
	"provenance-missing": "refused",
	"provenance-rejected": "refused",
	"trusted-root-invalid": "refused",
	"issuer-unavailable": "failed",
	"actor-not-allowed": "refused",
	frozen: "refused",
	"rollback-impossible": "refused",
	"rollback-overtaken": "refused",
	"foreign-commit": "refused",
	"branch-taken": "failed",
	"pull-request-refused": "failed",
	"not-merged": "failed",
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
	"report-invalid": "usage",
	"application-missing": "failed",
	"application-degraded": "failed",
	"application-timed-out": "failed",
	"argocd-refused": "failed",
	"argocd-unavailable": "failed",
	"image-absent": "refused",
	"tag-taken": "refused",
	"registry-unknown": "failed",
	"registry-refused": "refused",
	"credentials-invalid": "failed",
	interrupted: "failed",
	internal: "failed"
};
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
function onceEach(work) {
	try {
		return work();
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		const different = new Map(error.violations.map((one) => [`${one.code} ${one.path} ${one.message}`, one]));
		throw new PromotionError([...different.values()]);
	}
}
function collect(checks) {
	const { attempt, finish } = gather();
	const results = checks.map((check) => attempt(check));
	finish();
	return results;
}
async function alongWith(known, work) {
	const result = await work().catch((error) => {
		if (!(error instanceof PromotionError)) throw error;
		throw new PromotionError([...known, ...error.violations]);
	});
	if (known.length > 0) throw new PromotionError(known);
	return result;
}
function interruption(signal) {
	return new PromotionError([{
		code: "interrupted",
		message: `The run was stopped (${signal}) before it had ended. A request that was under way may still take effect.`,
		hint: "Run it again: what has reached its place already is found there and changes nothing."
	}]);
}
function isInterruption(error) {
	return error instanceof PromotionError && error.violations.some(({ code }) => code === "interrupted");
}
function orStopped(work, stopped) {
	return stopped === void 0 ? work : Promise.race([work, stopped]);
}

// src/domain/text.ts
const LONGEST = 80;
const LONGEST_WORDS = 1e3;
function quote(text) {
	return quoteUpTo(text, LONGEST);
}
function quoteWords(text) {
	return quoteUpTo(text, LONGEST_WORDS);
}
const quoteUpTo = (text, longest) => {
	const characters = [...text];
	const shown = characters.slice(0, longest).join("").replace(/[\p{C}\p{Z}"\\]/gu, escaped);
	return characters.length > longest ? `"${shown}…" (${characters.length} characters)` : `"${shown}"`;
};
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
function nearest(meant, candidates) {
	const allowed = Math.max(2, Math.floor(meant.length / 3));
	return [...new Set(candidates)].map((candidate) => ({
		candidate,
		distance: distanceOf(meant.toLowerCase(), candidate.toLowerCase())
	})).filter(({ candidate, distance }) => distance <= allowed || related(meant, candidate)).sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1)).slice(0, 3).map(({ candidate }) => candidate);
}
const related = (meant, candidate) => meant !== "" && (candidate.endsWith(`/${meant}`) || meant.endsWith(`/${candidate}`)) || meant.length >= 3 && candidate.toLowerCase().startsWith(meant.toLowerCase());
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
function listed(words) {
	if (words.length < 2) return words.join("");
	return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
function counted(number, noun) {
	return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

// src/domain/request/grammar.ts
const matching = (pattern, problem, hint) => ({
	problem: (text) => pattern.test(text) ? void 0 : problem,
	hint
});
const fullName = matching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\/(?!\.{1,2}$)(?!.*\.git$)[A-Za-z0-9._-]{1,100}$/, "is not owner/name", "Name the repository as acme/manifests, without a server and without \".git\".");
const login$1 = matching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?$/, "is not a login", "Write the login alone, such as octocat or shop-builds[bot].");
const reviewer = matching(/^(?:team:[A-Za-z0-9][A-Za-z0-9_.-]{0,99}|[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?)$/, "is neither a login nor a team", "Write a login, or a team as team:slug, without its organization.");
const actor = matching(/^(?:event:schedule|team:[A-Za-z0-9][A-Za-z0-9_.-]{0,99}|[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?)$/, "is neither a login nor a team nor event:schedule", "Write a login, a team as team:slug without its organization, or event:schedule.");
const label = matching(/^[^\p{C}\p{Zl}\p{Zp}]{1,50}$/u, "is not one line of at most 50 characters", "Use the label as it is named in the manifest repository.");
const eventName = matching(/^[a-z][a-z_]{0,49}$/, "is not the name of an event", "Use a name such as push.");
const eventType = matching(/^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u, "is not one line of at most 100 characters", "Use a type that the manifest repository listens to, such as promote.");
const workflowFile = matching(/^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,249}\.ya?ml$/, "is not a workflow's file name", "Use the name of the file alone, such as release.yml, without .github/workflows/.");
const commitId = {
	problem: (text) => {
		if (/^0+$/.test(text)) return "stands for no commit";
		if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)) return void 0;
		if (/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(text)) return "has upper-case digits";
		return "is not 40 or 64 hexadecimal digits";
	},
	hint: "Use the whole commit id in lower case, as git rev-parse prints it."
};
const fullRef = {
	problem: refProblem,
	hint: "Use the full name, such as refs/heads/main or refs/tags/v1.4.0."
};
const branch = {
	problem: branchProblem,
	hint: "Use the name of the branch alone, such as main."
};
const relativePath = {
	problem: (text) => {
		if (text === "") return "is empty";
		if (text.length > 1024) return "is longer than 1024 characters";
		if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return "has a control or invisible character";
		if (text.includes("\\")) return "has a backslash";
		if (text.startsWith("/")) return "is absolute";
		if (text.split("/").some((part) => /^(?:|\.|\.\.|\.git)$/i.test(part))) return "has a part that is empty, \".\", \"..\" or \".git\"";
	},
	hint: "Use a path from the root of the manifest repository, such as .github/promotion.yml."
};
const name$1 = {
	problem: (text) => {
		if (text === "") return "is empty";
		if (text.length > 63) return "is longer than 63 characters";
		if (!/^[A-Za-z0-9._-]+$/.test(text)) return "has characters other than letters, digits, \".\", \"_\" and \"-\"";
		if (!/^[A-Za-z0-9](?:.*[A-Za-z0-9])?$/.test(text)) return "does not start and end with a letter or digit";
		if (text.includes("..")) return "has two dots in a row";
		if (text.endsWith(".lock")) return "ends in \".lock\", which no git reference may";
	},
	hint: "Use at most 63 letters, digits, \".\", \"_\" and \"-\"."
};
function checkProduct(text) {
	const problem = name$1.problem(text);
	return problem === void 0 ? text : fail("product-invalid", `The product ${quote(text)} ${problem}.`, name$1.hint);
}
function checkEnvironment(text) {
	const problem = name$1.problem(text);
	if (problem === void 0) return text;
	return fail("environment-invalid", `The environment ${quote(text)} ${problem}.`, name$1.hint);
}
const refRules = [
	{
		broken: /[\p{C}\p{Z}]/u,
		problem: "has a blank, a control or an invisible character"
	},
	{
		broken: /[~^:?*[\\]/,
		problem: "has one of the characters ~ ^ : ? * [ \\"
	},
	{
		broken: /(?:^|\/)(?:\/|$)/,
		problem: "has an empty part between slashes"
	},
	{
		broken: /(?:^|\/)\./,
		problem: "has a part that starts with a dot"
	},
	{
		broken: /\.\./,
		problem: "has two dots in a row"
	},
	{
		broken: /\.lock(?:\/|$)/,
		problem: "has a part that ends in \".lock\""
	},
	{
		broken: /\.$/,
		problem: "ends in a dot"
	},
	{
		broken: /@\{/,
		problem: "has \"@{\""
	}
];
const LONGEST_REF = 255;
function refProblem(text) {
	if (!text.startsWith("refs/")) return "does not start with refs/";
	if (text.split("/").length < 3) return "names no branch or tag";
	if (text.length > LONGEST_REF) return `is longer than ${LONGEST_REF} characters`;
	return refRules.find(({ broken }) => broken.test(text))?.problem;
}
function branchProblem(text) {
	if (text === "") return "is empty";
	if (text.startsWith("refs/")) return "is a full reference";
	if (text.startsWith("-")) return "starts with a dash";
	if (text === "HEAD" || text === "@") return "is a name that git keeps for itself";
	return refProblem(`refs/heads/${text}`);
}
function shortName(ref) {
	if (ref.startsWith("refs/heads/")) return {
		kind: "branch",
		name: ref.slice(11)
	};
	if (ref.startsWith("refs/tags/")) return {
		kind: "tag",
		name: ref.slice(10)
	};
}
function isLoopback(host) {
	return host === "localhost" || host === "[::1]" || /^127(?:\.(?:0|[1-9][0-9]{0,2})){3}$/.test(host);
}

// builtin:esm-external-require-util
var require_builtin_esm_external_require_util = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = m.default;
}));

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
function registryOf(repository) {
	const [first = "", ...rest] = repository.split("/");
	return rest.length > 0 && (/[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase()) && host.test(first) ? first : void 0;
}
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
	if (/^[0-9a-f]{64}$/.test(repository)) return "is 64 hexadecimal digits, which tools read as the id of an image";
	const path = repository.split("/").slice(registryOf(repository) === void 0 ? 0 : 1);
	if (path.some((part) => part === "")) return "has an empty part between slashes";
	if (path.at(-1)?.includes(":")) return "carries a tag";
	if (carriesBranch(repository)) return "carries a tag with a slash in it, which no tag may have";
	if (path.some((part) => /[A-Z]/.test(part))) return "has upper-case letters, which a repository may not have";
	if (path.some((part) => !component.test(part))) return "has a part that is not lower-case letters and digits, separated by one of \".\", \"_\", \"__\" or dashes";
};
const carriesBranch = (repository) => repository.split("/").slice(1, -1).some((part) => part.includes(":"));
const repositoryHint = (repository) => {
	if (carriesBranch(repository)) return "Give the tag under which the image was pushed.";
	if (/^[A-Z][A-Z0-9_]*$/.test(repository)) return "It looks like a placeholder of a kustomization: give its entry a name in lower case, or promote by its `newName`.";
	if (/^[\x21-\x7e]+$/.test(repository) && repository !== repository.toLowerCase()) return `Write it in lower case: ${quote(repository.toLowerCase())}.`;
	return "Name the repository alone, such as registry.example.com/shop/web, and give tag and digest apart from it.";
};
function isRepository(text) {
	return repositoryProblem(text) === void 0;
}
function isTag(text) {
	return tagProblem(text) === void 0;
}
function isDigest(text) {
	return digestProblem(text) === void 0;
}
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
const hubHosts = /* @__PURE__ */ new Set([
	"docker.io",
	"index.docker.io",
	"registry-1.docker.io"
]);
function dockerHubPath(repository) {
	const host = registryOf(repository);
	if (host !== void 0 && !hubHosts.has(host.toLowerCase())) return void 0;
	const path = host === void 0 ? repository : repository.slice(host.length + 1);
	return path.includes("/") ? path : `library/${path}`;
}
function canonicalRepository(repository) {
	const path = dockerHubPath(repository);
	return path === void 0 ? repository : `docker.io/${path}`;
}
function spellingsOf(repository) {
	const path = dockerHubPath(repository);
	if (path === void 0) return [repository];
	const short = path.replace(/^library\/(?=[^/]+$)/, "");
	const hosts = [
		"docker.io/",
		"index.docker.io/",
		""
	];
	return [.../* @__PURE__ */ new Set([repository, ...[path, short].flatMap((name) => hosts.map((host) => `${host}${name}`))])];
}
function sameRepository(a, b) {
	return a === b || canonicalRepository(a) === canonicalRepository(b);
}
function sameReference(a, b) {
	return a.tag === b.tag && a.digest === b.digest && sameRepository(a.repository, b.repository);
}
function canonicalReference(reference) {
	return printReference({
		...reference,
		repository: canonicalRepository(reference.repository)
	});
}
const AS_IS = "*";
function keepsVersion({ tag, digest }) {
	return tag === "*" || digest === "*";
}
function parseImage(text) {
	const equals = text.indexOf("=");
	const { repository, tag, digest } = splitReference(text.slice(equals + 1));
	const isSameName = repository === "*" && equals > 0;
	if (!isSameName) checkRepository(repository);
	if (tag !== void 0 && tag !== "*") checkTag(tag);
	if (digest !== void 0 && digest !== "*") checkDigest(digest);
	if (equals < 0) return {
		name: repository,
		tag,
		digest
	};
	return {
		name: checkRepository(text.slice(0, equals)),
		newName: isSameName ? void 0 : repository,
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

// src/domain/records/trailer.ts
function isStateTrailer(trailer) {
	return trailer.kind === "promotion" || trailer.kind === "rollback";
}
function printTrailer(trailer) {
	const line = printed(trailer);
	const [parsed] = parseTrailers(line);
	if (parsed !== void 0 && printed(parsed) === line) return line;
	return fail("internal", `A trailer cannot hold ${quote(line)}.`, "Report this as a defect of image-promotion.");
}
function printTrailerLines(trailer) {
	const line = printTrailer(trailer);
	if (trailer.kind !== "promotion" || trailer.built === void 0) return [line];
	const { environment, reference, built } = trailer;
	const second = `Built: ${environment} ${printReference(reference)} from ${built.repository}@${built.sha}`;
	return parseBuilt(second) === void 0 ? [line] : [line, second];
}
const printed = (trailer) => {
	switch (trailer.kind) {
		case "promotion": {
			const { environment, reference, source } = trailer;
			return [
				"Promotion:",
				environment,
				printReference(reference),
				...sourceParts(source)
			].join(" ");
		}
		case "rollback": {
			const { environment, reference, instead } = trailer;
			return `Rollback: ${environment} ${printReference(reference)} instead of ${printReference(instead)}`;
		}
		case "run": return `Promotion-Run: ${trailer.address}`;
		case "actor": return `Promotion-Actor: ${trailer.login}`;
		case "id": return `Promotion-Id: ${trailer.id}`;
	}
};
const sourceParts = (source) => {
	const { repository, sha, ref, committedAt, workflow, runNumber } = fitting(source);
	const from = `${repository ?? ""}${sha === void 0 ? "" : `@${sha}`}`;
	const by = `${workflow ?? ""}${runNumber === void 0 ? "" : `#${runNumber}`}`;
	return [
		...from === "" ? [] : ["from", from],
		...ref === void 0 ? [] : [printRef(ref)],
		...committedAt === void 0 ? [] : ["committed", committedAt],
		...by === "" ? [] : ["by", by]
	];
};
function runTrailer(server, { repository, runId }) {
	const address = `${server.replace(/\/$/, "")}/${repository}/actions/runs/${runId}`;
	return repository !== void 0 && isRun(address) ? {
		kind: "run",
		address
	} : void 0;
}
function actorTrailer(login) {
	return login !== void 0 && isLogin(login) ? {
		kind: "actor",
		login
	} : void 0;
}
const fitting = (source) => {
	const { repository, sha, ref, committedAt, workflow, runNumber } = source;
	return {
		...repository !== void 0 && isOwned(repository) ? { repository } : {},
		...sha !== void 0 && isCommit(sha) ? { sha } : {},
		...ref !== void 0 && isRef(ref) ? { ref } : {},
		...committedAt !== void 0 && isTime(committedAt) ? { committedAt } : {},
		...workflow !== void 0 && isWorkflow(workflow) ? { workflow } : {},
		...runNumber !== void 0 && isCount(runNumber) ? { runNumber } : {}
	};
};
function parseTrailers(text) {
	const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
	const builds = new Map(lines.flatMap((line) => parseBuilt(line) ?? []));
	return lines.flatMap((line) => {
		const trailer = parseLine(line);
		if (trailer === void 0) return [];
		const built = trailer.kind === "promotion" ? builds.get(buildKey(trailer)) : void 0;
		return [built === void 0 ? trailer : {
			...trailer,
			built
		}];
	});
}
const buildKey = ({ environment, reference }) => `${environment} ${printReference(reference)}`;
const parseBuilt = (line) => {
	const [, environment = "", image, repository = "", sha = ""] = /^Built: (\S+) (\S+) from ([^\s@]+)@(\S+)$/.exec(line) ?? [];
	const reference = referenceIn$1(image);
	if (reference === void 0 || !isName(environment)) return void 0;
	if (!isOwned(repository) || !isCommit(sha)) return void 0;
	return [[buildKey({
		environment,
		reference
	}), {
		repository,
		sha
	}]];
};
const parseLine = (line) => {
	const colon = line.indexOf(": ");
	const value = line.slice(colon + 2);
	switch (line.slice(0, Math.max(0, colon))) {
		case "Promotion": return parsePromotion(value);
		case "Rollback": return parseRollback(value);
		case "Promotion-Run": return isRun(value) ? {
			kind: "run",
			address: value
		} : void 0;
		case "Promotion-Actor": return isLogin(value) ? {
			kind: "actor",
			login: value
		} : void 0;
		case "Promotion-Id": return isUuid(value) ? {
			kind: "id",
			id: value
		} : void 0;
		default: return;
	}
};
const promotion = /^(?<environment>\S+) (?<image>\S+)(?: from (?<repository>[^\s@]*)(?:@(?<sha>\S+))?)?(?: (?<ref>refs\/\S+))?(?: committed (?<committedAt>\S+))?(?: by (?<workflow>[^\s#]*)(?:#(?<runNumber>[1-9]\d*))?)?$/;
const parsePromotion = (value) => {
	const parts = promotion.exec(value)?.groups;
	const reference = referenceIn$1(parts?.image);
	const environment = parts?.environment ?? "";
	if (parts === void 0 || reference === void 0 || !isName(environment)) return void 0;
	const { repository, sha, committedAt, workflow } = parts;
	const ref = parts.ref === void 0 ? void 0 : parseRef(parts.ref);
	const runNumber = parts.runNumber === void 0 ? void 0 : Number(parts.runNumber);
	const trailer = {
		kind: "promotion",
		environment,
		reference,
		source: fitting({
			repository,
			sha,
			ref,
			committedAt,
			workflow,
			runNumber
		})
	};
	return printed(trailer) === `Promotion: ${value}` ? trailer : void 0;
};
const parseRollback = (value) => {
	const [, environment = "", to, from] = /^(\S+) (\S+) instead of (\S+)$/.exec(value) ?? [];
	const [reference, instead] = [referenceIn$1(to), legalReference(from)];
	if (reference === void 0 || instead === void 0 || !isName(environment)) return void 0;
	return {
		kind: "rollback",
		environment,
		reference,
		instead
	};
};
const referenceIn$1 = (text) => {
	const reference = legalReference(text);
	return reference?.tag === void 0 && reference?.digest === void 0 ? void 0 : reference;
};
const legalReference = (text) => {
	if (text === void 0) return void 0;
	try {
		return parseReference(text);
	} catch (error) {
		if (error instanceof PromotionError) return void 0;
		throw error;
	}
};
const name = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const owned = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?\/[A-Za-z0-9._-]{1,100}$/;
const commit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const workflow = /^[A-Za-z0-9_][A-Za-z0-9_.+-]*\.ya?ml$/;
const run = /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/([^/\s]+\/[^/\s]+)\/actions\/runs\/[1-9]\d{0,15}$/;
const login = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?(?:\[bot\])?$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
function isName(text) {
	return text.length <= 63 && name.test(text) && !text.includes("..") && !text.endsWith(".lock");
}
function isOwned(text) {
	return owned.test(text) && !/\/\.{1,2}$/.test(text);
}
function isCommit(text) {
	return commit.test(text);
}
function isTime(text) {
	const milliseconds = time.test(text) ? Date.parse(text) : NaN;
	return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().replace(".000Z", "Z") === text;
}
function isWorkflow(text) {
	return workflow.test(text);
}
function isCount(number) {
	return Number.isSafeInteger(number) && number > 0;
}
function isRun(text) {
	return isOwned(run.exec(text)?.[1] ?? "");
}
function isLogin(text) {
	return login.test(text);
}
function isUuid(text) {
	return uuid.test(text);
}
function isRef(text) {
	if (text.length > 255 || /[\p{C}\p{Z}~^:?*[\\]|\.\.|@\{/u.test(text)) return false;
	const [first, ...parts] = text.split("/");
	return first === "refs" && parts.length > 1 && parts.every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock")) && !text.endsWith(".");
}
function printRef(ref) {
	return ref.replace(/[@#%]/g, encodeURIComponent);
}
function parseRef(text) {
	if (/[@#]|%(?!40|23|25)/.test(text)) return void 0;
	const ref = text.replace(/%(?:40|23|25)/g, decodeURIComponent);
	return isRef(ref) ? ref : void 0;
}

// src/domain/history/steps.ts
function landingsOf(steps) {
	const groups = /* @__PURE__ */ new Map();
	for (const step of steps) {
		const group = groups.get(step.landed);
		if (group === void 0) groups.set(step.landed, [step]);
		else group.push(step);
	}
	return [...groups.values()].map(together).map((step, index) => ({
		step,
		index
	})).sort((a, b) => Date.parse(b.step.at) - Date.parse(a.step.at) || a.index - b.index).map(({ step }) => step);
}
const together = (group) => {
	const leading = group.find((step) => trailersOf(step).some(isState)) ?? group[0];
	if (leading === void 0) throw new Error("a group has a step");
	if (group.length === 1) return leading;
	const lines = [...group].reverse().map((step) => step.lines);
	const isHidden = group.every(({ record }) => record === "hidden");
	return {
		...leading,
		lines: lines.join("\n"),
		record: isHidden ? "hidden" : "readable"
	};
};
function lineOf(commits, parentOf = ({ parents }) => parents[0]) {
	const line = [];
	let commit = commits.values().next().value;
	while (commit !== void 0) {
		line.push(commit);
		commit = commits.get(parentOf(commit) ?? "");
	}
	return line;
}
function landingCommits(commits, line) {
	const landings = /* @__PURE__ */ new Map();
	for (const commit of [...line].reverse()) {
		landings.set(commit.id, commit);
		const waiting = [...commit.parents];
		for (let next = waiting.pop(); next !== void 0; next = waiting.pop()) {
			if (landings.has(next)) continue;
			landings.set(next, commit);
			waiting.push(...commits.get(next)?.parents ?? []);
		}
	}
	return landings;
}
function setBy(step, environment) {
	return trailersOf(step).filter(isState).filter((trailer) => trailer.environment === environment);
}
function askedIn(step) {
	const found = askings.get(step) ?? findAsking(step);
	askings.set(step, found);
	return found;
}
const askings = /* @__PURE__ */ new WeakMap();
const findAsking = (step) => {
	const trailers = trailersOf(step);
	return {
		run: trailers.findLast((trailer) => trailer.kind === "run")?.address,
		actor: trailers.findLast((trailer) => trailer.kind === "actor")?.login,
		reason: reasonIn$1(step.lines)
	};
};
const reasonIn$1 = (lines) => {
	const plain = /^[ \t]*Reason: (.+?)[ \t\r]*$/m.exec(lines)?.[1];
	if (plain !== void 0) return plain;
	return (/^- \*\*Reason:\*\* (.+?)\r?$/m.exec(lines)?.[1])?.replace(/&#8203;/g, "").replace(/<\/?code>|`/g, "").replace(/&#(\d{1,7});/g, (entity, number) => Number(number) <= 1114111 ? String.fromCodePoint(Number(number)) : entity);
};
const trailersOf = (step) => {
	const found = known$1.get(step) ?? parseTrailers(step.lines);
	known$1.set(step, found);
	return found;
};
const known$1 = /* @__PURE__ */ new WeakMap();
const isState = (trailer) => trailer.kind === "promotion" || trailer.kind === "rollback";
function stepsByMessage(commits, promoters) {
	return commits.map((commit) => {
		const { id, committedAt, author, message, merge = {
			id,
			committedAt
		} } = commit;
		const brought = broughtBy(commit);
		const isForeign = brought?.branch !== void 0 && !brought.branch.startsWith("promotion/");
		const mayHaveLost = brought !== void 0 && (brought.branch !== void 0 || isPromotion(commit, promoters));
		return {
			commit: id,
			landed: merge.id,
			at: merge.committedAt,
			author,
			lines: isForeign ? "" : message,
			record: mayHaveLost && !isForeign && !hasRecord(message) ? "hidden" : "readable",
			pullRequest: brought && { number: brought.number }
		};
	});
}
const broughtBy = ({ message, merge }) => {
	const [, number, branch] = /^Merge pull request #(\d{1,15}) from [^/\s]+\/(\S+)/.exec(merge?.message ?? "") ?? [];
	if (number !== void 0) return {
		number: Number(number),
		branch
	};
	const squashed = /\(#(\d{1,15})\)$/.exec(headlineOf$2(message))?.[1];
	return squashed === void 0 ? void 0 : { number: Number(squashed) };
};
function promotersOf(commits) {
	return new Set(commits.filter(({ message }) => hasRecord(message)).map(({ author }) => author));
}
function hasRecord(text) {
	return parseTrailers(text).some(isState);
}
const headlineOf$2 = (message) => message.split("\n", 1).join().trimEnd();
const isPromotion = ({ author, message }, promoters) => promoters.has(author) || author.endsWith("[bot]") || /\b(?:Promote|Roll back) /.test(headlineOf$2(message));
function refuseMoment(moment) {
	return fail("input-invalid", `The branch had no commit yet at ${moment}.`, "Give a later moment in the input `at`; a clone of limited depth lacks the older commits.");
}

// src/domain/message.ts
const LONGEST_HEADLINE = 72;
const MOST_LINES = 500;
function commitMessage(parts) {
	const { changes, reason, overrides = [], trailers } = parts;
	const passed = overrides.map((override) => `Override: ${inert(override)}`);
	const paragraphs = [
		changeLines(changes),
		[...reasonLines(reason), ...passed],
		trailerLines(trailers)
	];
	return {
		headline: filledIn(parts),
		body: paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")
	};
}
const filledIn = ({ headline = "{summary}", ...parts }) => {
	const values = {
		summary: headlineOf$1(parts),
		product: distinct(parts.changes.map(({ product }) => product)).join(", "),
		environments: distinct(parts.changes.map(({ environment }) => environment)).join(", ")
	};
	return headline.replace(/\{(summary|product|environments)\}/g, (_, name) => values[name] ?? "");
};
function headlineOf$1({ kind, changes }) {
	const products = distinct(changes.map(({ product }) => product));
	const environments = distinct(changes.map(({ environment }) => environment));
	const images = distinct(changes.map(({ image }) => image));
	const [verb, to] = kind === "promotion" ? ["Promote", "to"] : ["Roll back", "in"];
	const where = `${verb} ${products.join(", ")} ${to} ${environments.join(", ")}`;
	const countedImages = counted(images.length, "image");
	const last = `${verb} ${counted(products.length, "product")} ${to} ${counted(environments.length, "environment")}: ${countedImages}`;
	const candidates = [
		...where.length + 3 * images.length <= LONGEST_HEADLINE ? [
			() => `${where}: ${steps(changes, "whole")}`,
			() => `${where}: ${steps(changes, "target")}`,
			() => `${where}: ${images.map(shortNameAmong(images)).join(", ")}`
		] : [],
		() => `${where}: ${countedImages}`,
		() => `${verb} ${counted(products.length, "product")} ${to} ${environments.join(", ")}: ${countedImages}`
	];
	for (const candidate of candidates) {
		const headline = candidate();
		if ([...headline].length <= LONGEST_HEADLINE) return headline;
	}
	return last;
}
function changeLines(changes) {
	const lines = distinct(changes.map(({ path, from, to }) => `- ${inert(path)}: ${inertReference(from)} → ${inertReference(to)}`));
	const rest = lines.length - 500;
	return rest > 0 ? [...lines.slice(0, 500), `- and ${rest} more`] : lines;
}
function reasonLines(reason) {
	const text = inert(reason ?? "");
	return text === "" ? [] : [`Reason: ${text}`];
}
function trailerLines(trailers) {
	return distinct(trailers.flatMap(printTrailerLines));
}
function hasOwnForm(message) {
	const [headline = "", ...lines] = message.split("\n");
	return /\b(?:Promote .+ to|Roll back .+ in) .+: /.test(headline) && lines.every(isOwnLine);
}
const isOwnLine = (line) => /^(?:- .*→.*|- and \d+ more|(?:Reason|Override|Built|Delivery): .*|[A-Z][a-z]+(?:-[a-z]+)*-by: .+|)$/.test(line) || parseTrailers(line).length > 0;
function inert(text) {
	if (PLAIN.test(text)) return text;
	const calmed = calm(text);
	return calmed === text ? text : inert(calmed);
}
const PLAIN = /^(?!.*(?:www\.|gh-|skip-checks))[a-z\d_/.-]*$/;
const calm = (text) => text.replace(/\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}/gu, "").replace(/\[/g, "(").replace(/\]/g, ")").replace(/\*{2,}/g, "*").replace(/skip-checks/gi, (words) => words.replace("-", " ")).replace(/[a-z][a-z0-9+.-]*:\/\//gi, "").replace(/:\/\//g, ": //").replace(/www\.(?=\S)/gi, "$& ").replace(/(?:mailto|xmpp):(?=\S)/gi, "$& ").replace(/[@#](?=\S)/g, "$& ").replace(/(?<![A-Z0-9])GH-(?=\d)/gi, "$& ").replace(/[\p{C}\p{Z}]+/gu, " ").trim();
const inertReference = (reference) => {
	const text = printReference(reference);
	return /^[\w./:-]+(?<=\w)(?:@[\w.:+-]+)?$/.test(text) && !text.includes("://") ? text : inert(text);
};
const steps = (changes, detail) => {
	const images = distinct(changes.map(({ image }) => image));
	const nameOf = shortNameAmong(images);
	const each = images.map((image) => {
		const own = changes.filter((change) => change.image === image);
		return {
			name: nameOf(image),
			step: stepOf$1(own, detail)
		};
	});
	return distinct(each.map(({ step }) => step)).map((step) => {
		return `${each.filter((candidate) => candidate.step === step).map(({ name }) => name).join(", ")} ${step}`.trimEnd();
	}).join(", ");
};
const stepOf$1 = (changes, detail) => {
	const spelling = changes.some(({ from, to }) => from.tag === to.tag) ? "digest" : "tag";
	const before = distinct(changes.map(({ from }) => shortVersion(from, spelling)));
	const after = distinct(changes.map(({ to }) => shortVersion(to, spelling))).join(", ");
	const [only = ""] = before;
	return detail === "target" || before.length > 1 || only === "" ? after : `${only} → ${after}`;
};
const shortVersion = ({ tag, digest }, spelling) => {
	if (digest !== void 0 && (tag === void 0 || spelling === "digest")) return inert(shortDigest(digest));
	return tag === void 0 ? "" : inert(shortTag(tag));
};
const shortTag = (tag) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tag) ? tag.slice(0, 7) : tag;
const shortDigest = (digest) => digest.slice(0, digest.indexOf(":") + 8);
const shortNameAmong = (images) => (image) => {
	const parts = image.split("/");
	const unique = parts.map((_, index) => index + 1).find((length) => {
		const suffix = parts.slice(-length).join("/");
		return images.every((other) => other === image || !`/${other}`.endsWith(`/${suffix}`));
	});
	return inert(parts.slice(-(unique ?? parts.length)).join("/"));
};
const distinct = (texts) => [...new Set(texts)];

// src/domain/proposal/branch-claim.ts
function isOneOf(login, logins) {
	return login !== void 0 && logins.some((one) => one.toLowerCase() === login.toLowerCase());
}
function plainLogin(login) {
	return login.toLowerCase().replace(/\[bot\]$/, "");
}
function claimOf({ head, commits }, ours) {
	if (commits === 0) return "spent";
	const { message, author, vouched, signed, parents } = head;
	const kinds = parseTrailers(message).map(({ kind }) => kind);
	const tells = kinds.includes("id") && (kinds.includes("promotion") || kinds.includes("rollback"));
	const names = signed ? [vouched] : [author, `${author}[bot]`];
	return commits === 1 && parents.length === 1 && tells && names.some((name) => isOneOf(name, ours)) ? "claimed" : "foreign";
}
function explainForeign({ vouched, signed }, { broughtBy, pusher, paths, before, after, others }, { ours, plan }) {
	if (broughtBy === "unknown") return "not all pull requests that it belongs to can be seen";
	if (broughtBy !== void 0) return `it was made by merging pull request ${broughtBy}`;
	if (!signed && pusher === void 0) return "it is not signed, and the server does not tell who has pushed it";
	if (!signed && !isOneOf(pusher, ours)) return `it is not signed, and ${quote(pusher ?? "")} has pushed it`;
	if (signed && !isOneOf(vouched, ours)) return "GitHub names another author";
	const planned = plan();
	if (typeof planned === "string") return `its lines and its files do not belong together (${planned})`;
	const wanted = new Map(planned.map((file) => [file.path, file]));
	const unexpected = [...paths.filter((path, at) => !isAsPlanned(wanted.get(path), before[at], after[at])), ...others];
	if (unexpected.length === 0) return void 0;
	return `it does not change ${listed(unexpected.slice(0, 3).map(quote))} as its lines say`;
}
const isAsPlanned = (change, before, after) => {
	if (before?.kind !== "file") return before?.kind === after?.kind && change === void 0;
	const text = change?.after ?? before.text;
	return after?.kind === "file" && after.executable === before.executable && after.text === text;
};
function toldChanges(message) {
	const told = [];
	for (const line of message.split("\n")) {
		const [, path, from = "", to = ""] = /^- (.+): (\S*) → (\S+)$/.exec(line) ?? [];
		const reference = referenceIn(to);
		if (path === void 0 || reference === void 0) continue;
		told.push({
			path,
			from: referenceIn(from),
			to: reference
		});
		if (told.length === 500) break;
	}
	return told;
}
function requestsFor(trailers, told) {
	const names = /* @__PURE__ */ new Map();
	for (const { from, to } of told) {
		const key = printReference(to);
		names.set(key, (names.get(key) ?? /* @__PURE__ */ new Set()).add(from?.repository ?? to.repository));
	}
	return trailers.flatMap(({ reference }) => {
		const { repository, tag, digest } = reference;
		return [...names.get(printReference(reference)) ?? [repository]].map((name) => name === repository ? {
			name,
			tag,
			digest
		} : {
			name,
			newName: repository,
			tag,
			digest
		});
	});
}
const referenceIn = (text) => {
	try {
		return parseReference(text);
	} catch (error) {
		if (error instanceof PromotionError) return void 0;
		throw error;
	}
};

// src/domain/proposal/carried.ts
function carriedBy({ head, pullRequest }, ours) {
	const { message } = head;
	const { description = "", author, editor = author } = pullRequest ?? {};
	const isCurrent = idIn(message) !== void 0 && idIn(description) === idIn(message);
	const isOurs = isOneOf(author, ours) && isOneOf(editor, ours);
	const own = deliveriesIn(message);
	const told = isCurrent ? deliveriesIn(description) : own;
	const deliveries = new Map([...told].filter(([key, delivery]) => !isCurrent || isOurs || own.get(key) === delivery));
	const byItem = /* @__PURE__ */ new Map();
	for (const trailer of parseTrailers(message)) {
		if (!isStateTrailer(trailer)) continue;
		const key = itemKey(trailer.environment, trailer.reference.repository);
		byItem.set(key, {
			trailer,
			delivery: deliveries.get(key) ?? "pull-request"
		});
	}
	return [...byItem.values()];
}
function itemKey(environment, image) {
	return `${environment} ${canonicalRepository(image)}`;
}
function deliveryLines$1(carried) {
	const lines = carried.filter(({ delivery }) => delivery !== "pull-request").map(({ trailer, delivery }) => `Delivery: ${delivery} ${trailer.environment} ${trailer.reference.repository}`);
	return [...new Set(lines)];
}
const deliveriesIn = (text) => new Map(text.split(/\r?\n/).flatMap(parseDelivery));
const parseDelivery = (line) => {
	const [, delivery, environment = "", image = ""] = /^Delivery: (auto-merge|merge) (\S+) (\S+)$/.exec(line) ?? [];
	if (!isName(environment)) return [];
	return [[itemKey(environment, image), delivery === "merge" ? "merge" : "auto-merge"]];
};
function sameCarried(one, other) {
	return same(one, other, ({ trailer }) => printTrailerLines(trailer).join("\n"));
}
function sameDeliveries(one, other) {
	return same(one, other, (carried) => deliveryLines$1([carried]).join(""));
}
const same = (one, other, print) => {
	const [some, more] = [one, other].map((carried) => [...new Set(carried.map(print))].sort().join("\n"));
	return some === more;
};
function idIn(text) {
	return parseTrailers(text).find((trailer) => trailer.kind === "id")?.id;
}
function reasonIn(message) {
	return /^Reason: (.+)$/m.exec(message)?.[1];
}

// src/domain/proposal/delivery-parts.ts
const BRANCHES = "promotion/";
function branchesOf(product) {
	return `${BRANCHES}${product}/`;
}
function productOf(branch) {
	return branch.slice(10).split("/", 1).join();
}
function branchOf(product, environments) {
	return `${branchesOf(product)}${environments.join("+")}`;
}
const TEMPORARY_BRANCHES = `${BRANCHES}_/`;
function temporaryBranch(id) {
	return `${TEMPORARY_BRANCHES}${id}`;
}
const HOUR = 36e5;
function isLeftOver({ branch, message, committedAt }, now) {
	const id = branch.startsWith("promotion/_/") ? branch.slice(TEMPORARY_BRANCHES.length) : "";
	const made = idIn(message) === id ? Date.parse(committedAt) : timeIn(id);
	return isUuid(id) && now.getTime() - made > HOUR;
}
const timeIn = (id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 13).replace("-", ""), 16) : NaN;
const preferred = [
	"squash",
	"merge",
	"rebase"
];
function chooseMethod(wanted, { settings, rules }) {
	const allowed = preferred.filter((method) => settings.includes(method) && (rules?.includes(method) ?? true));
	const method = wanted ?? allowed[0];
	if (method !== void 0 && allowed.includes(method)) return {
		kind: "chosen",
		method
	};
	return {
		kind: "refused",
		by: (wanted === void 0 ? settings.length === 0 : !settings.includes(wanted)) ? "settings" : "rules",
		allowed
	};
}
function partsOf(targets, given) {
	const deliveryOf = ({ settings }) => given ?? settings.delivery ?? "commit";
	const committed = targets.filter((target) => deliveryOf(target) === "commit");
	const groups = /* @__PURE__ */ new Map();
	for (const target of targets) {
		const key = `${target.product} ${deliveryOf(target)}`;
		if (deliveryOf(target) === "commit") continue;
		const others = groups.get(key);
		if (others === void 0) groups.set(key, [target]);
		else others.push(target);
	}
	return [...committed.length > 0 ? [{
		kind: "commit",
		key: "commit",
		targets: committed
	}] : [], ...[...groups.values()].flatMap((members) => proposalOf(members, deliveryOf))];
}
const proposalOf = (targets, deliveryOf) => {
	const [first] = targets;
	const delivery = first === void 0 ? "commit" : deliveryOf(first);
	if (first === void 0 || delivery === "commit") return [];
	const { product } = first;
	const environments = targets.map(({ environment }) => environment);
	return [{
		kind: "proposal",
		key: branchOf(product, environments),
		product,
		environments,
		delivery,
		targets
	}];
};
function pullRequestOptionsOf({ targets }, given) {
	const all = targets.map(({ settings }) => settings);
	const united = (name) => [...new Set(given[name] ?? all.flatMap((settings) => settings[name] ?? []))];
	return {
		labels: united("labels"),
		reviewers: united("reviewers"),
		assignees: united("assignees"),
		draft: given.draft ?? all.some(({ draft }) => draft === true),
		mergeMethod: given.mergeMethod ?? all.find(({ mergeMethod }) => mergeMethod !== void 0)?.mergeMethod
	};
}

// src/domain/records/history.ts
function stateTrailers(commit) {
	const known = parsed.get(commit) ?? parse(commit);
	parsed.set(commit, known);
	return known;
}
const parsed = /* @__PURE__ */ new WeakMap();
const parse = ({ message, description, lines }) => {
	if (lines !== void 0) return parseTrailers(lines).filter(isStateTrailer);
	const own = parseTrailers(message).filter(isStateTrailer);
	return own.length > 0 ? own : parseTrailers(description ?? "").filter(isStateTrailer);
};
function entriesOf$1({ environment, image, current, history }) {
	const repositories = [...new Set([image, current.repository].map(canonicalRepository))];
	return history.commits.flatMap((commit, position) => {
		const about = trailersByItem(commit);
		return [...new Set(repositories.flatMap((repository) => about.get(`${environment} ${repository}`) ?? []))].sort((a, b) => a.index - b.index).map(({ trailer }) => ({
			trailer,
			commit,
			position
		})).reverse();
	});
}
const trailersByItem = (commit) => {
	const known = byItem.get(commit);
	if (known !== void 0) return known;
	const found = /* @__PURE__ */ new Map();
	for (const [index, trailer] of stateTrailers(commit).entries()) {
		const repositories = [trailer.reference, ...trailer.kind === "rollback" ? [trailer.instead] : []];
		for (const key of new Set(repositories.map(({ repository }) => canonicalRepository(repository)))) {
			const item = `${trailer.environment} ${key}`;
			const others = found.get(item);
			if (others === void 0) found.set(item, [{
				index,
				trailer
			}]);
			else others.push({
				index,
				trailer
			});
		}
	}
	byItem.set(commit, found);
	return found;
};
const byItem = /* @__PURE__ */ new WeakMap();
function buildsIn(entries) {
	const promotions = /* @__PURE__ */ new Map();
	for (const [index, { trailer, commit }] of entries.entries()) {
		if (trailer.kind !== "promotion") continue;
		const { source, built } = trailer;
		const build = {
			source,
			...built === void 0 ? {} : { built },
			recordedAt: commit.committedAt
		};
		const key = canonicalReference(trailer.reference);
		const others = promotions.get(key);
		if (others === void 0) promotions.set(key, [{
			index,
			build
		}]);
		else others.push({
			index,
			build
		});
	}
	return (reference, from = 0) => {
		const all = promotions.get(canonicalReference(reference)) ?? [];
		let [low, high] = [0, all.length];
		while (low < high) {
			const middle = low + high >> 1;
			if ((all[middle]?.index ?? 0) < from) low = middle + 1;
			else high = middle;
		}
		return all[low]?.build;
	};
}

// src/adapters/process.ts
const systemClock = {
	now: () => /* @__PURE__ */ new Date(),
	sleep: async (milliseconds) => {
		await setTimeout$1(milliseconds);
	},
	random: Math.random
};
async function exit(code) {
	process.exitCode = code;
	await Promise.all([process.stdout, process.stderr].map(flushed));
	setTimeout(() => process.exit(), 1e3).unref();
}
const flushed = async (stream) => {
	if (stream.writableLength > 0) await new Promise((done) => void stream.write("", () => done()));
};
async function newId() {
	const { randomUUID } = await import("node:crypto");
	const time = Date.now().toString(16).padStart(12, "0");
	return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
function listenForSignals() {
	let received = false;
	const stopped = new Promise((_, reject) => {
		for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {
			received = true;
			reject(interruption(signal));
		});
	});
	stopped.catch(() => {});
	return {
		stopped,
		received: () => received
	};
}

// node_modules/@actions/core/lib/utils.js
function toCommandValue(input) {
	if (input === null || input === void 0) return "";
	else if (typeof input === "string" || input instanceof String) return input;
	return JSON.stringify(input);
}
function toCommandProperties(annotationProperties) {
	if (!Object.keys(annotationProperties).length) return {};
	return {
		title: annotationProperties.title,
		file: annotationProperties.file,
		line: annotationProperties.startLine,
		endLine: annotationProperties.endLine,
		col: annotationProperties.startColumn,
		endColumn: annotationProperties.endColumn
	};
}

// node_modules/@actions/core/lib/command.js
function issueCommand(command, properties, message) {
	const cmd = new Command(command, properties, message);
	process.stdout.write(cmd.toString() + os.EOL);
}
function issue(name, message = "") {
	issueCommand(name, {}, message);
}
const CMD_STRING = "::";
var Command = class {
	constructor(command, properties, message) {
		if (!command) command = "missing.command";
		this.command = command;
		this.properties = properties;
		this.message = message;
	}
	toString() {
		let cmdStr = CMD_STRING + this.command;
		if (this.properties && Object.keys(this.properties).length > 0) {
			cmdStr += " ";
			let first = true;
			for (const key in this.properties) if (this.properties.hasOwnProperty(key)) {
				const val = this.properties[key];
				if (val) {
					if (first) first = false;
					else cmdStr += ",";
					cmdStr += `${key}=${escapeProperty(val)}`;
				}
			}
		}
		cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
		return cmdStr;
	}
};
function escapeData(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
function escapeProperty(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
}

// node_modules/@actions/core/lib/file-command.js
function issueFileCommand(command, message) {
	const filePath = process.env[`GITHUB_${command}`];
	if (!filePath) throw new Error(`Unable to find environment variable for file command ${command}`);
	if (!fs.existsSync(filePath)) throw new Error(`Missing file at path: ${filePath}`);
	fs.appendFileSync(filePath, `${toCommandValue(message)}${os.EOL}`, { encoding: "utf8" });
}
function prepareKeyValueMessage(key, value) {
	const delimiter = `ghadelimiter_${crypto.randomUUID()}`;
	const convertedValue = toCommandValue(value);
	if (key.includes(delimiter)) throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
	if (convertedValue.includes(delimiter)) throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
	return `${key}<<${delimiter}${os.EOL}${convertedValue}${os.EOL}${delimiter}`;
}

// node_modules/@actions/core/lib/core.js
var __awaiter = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
var ExitCode;
(function(ExitCode) {
	ExitCode[ExitCode["Success"] = 0] = "Success";
	ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
function setSecret(secret) {
	issueCommand("add-mask", {}, secret);
}
function setOutput(name, value) {
	if (process.env["GITHUB_OUTPUT"] || "") return issueFileCommand("OUTPUT", prepareKeyValueMessage(name, value));
	process.stdout.write(os.EOL);
	issueCommand("set-output", { name }, toCommandValue(value));
}
function isDebug() {
	return process.env["RUNNER_DEBUG"] === "1";
}
function debug(message) {
	issueCommand("debug", {}, message);
}
function error(message, properties = {}) {
	issueCommand("error", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function warning(message, properties = {}) {
	issueCommand("warning", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function startGroup(name) {
	issue("group", name);
}
function endGroup() {
	issue("endgroup");
}

// src/domain/request/json.ts
const LONGEST_TEXT = 1048576;
const DEEPEST = 16;
const MOST_VALUES = 1e5;
function parseJson(text, what) {
	if (text.length > LONGEST_TEXT) fail("payload-invalid", `${what} is longer than ${LONGEST_TEXT} characters.`, "Send fewer images in one request.");
	const value = decode(text, what);
	checkBounds(value);
	return value;
}
const decode = (text, what) => {
	try {
		return JSON.parse(text);
	} catch (error) {
		return fail("payload-invalid", `${what} is not JSON${placeOf$1(text, error)}.`, "Print it with a JSON tool, such as jq or toJSON(), instead of putting it together as text.");
	}
};
const placeOf$1 = (text, error) => {
	const position = error instanceof Error ? / at position (\d+)/.exec(error.message)?.[1] : void 0;
	if (position === void 0) return "";
	const lines = text.slice(0, Number(position)).split("\n");
	return `: line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
};
function checkBounds(value) {
	let level = [value];
	let seen = 0;
	for (let depth = 0; level.length > 0; depth++) {
		seen += level.length;
		if (depth > DEEPEST) fail("payload-invalid", `The payload is nested deeper than ${DEEPEST} levels.`, tooMuch);
		if (seen > MOST_VALUES) fail("payload-invalid", `The payload has more than ${MOST_VALUES} values.`, tooMuch);
		level = level.flatMap((entry) => typeof entry === "object" && entry !== null ? Object.values(entry) : []);
	}
}
const tooMuch = "Send the keys that the documentation of the payload lists, and nothing else.";
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function ownValue(object, key) {
	const value = Object.hasOwn(object, key) ? object[key] : void 0;
	return value === null || value === "" ? void 0 : value;
}
function ownValueAt(value, ...keys) {
	return keys.reduce((found, key) => isObject(found) ? ownValue(found, key) : void 0, value);
}
function kindOf$1(value) {
	if (Array.isArray(value)) return "a list";
	if (value === null) return "null";
	if (value === void 0) return "missing";
	if (typeof value === "object") return "an object";
	return typeof value === "string" ? "a text" : `a ${typeof value}`;
}
const MOST_NAMED = 10;
const decidedHere = /* @__PURE__ */ new Set([...[
	"delivery",
	"config",
	"branch",
	"command",
	"token",
	"repository",
	"labels",
	"reviewers",
	"assignees",
	"draft",
	"override"
], ...[
	"merge-method",
	"merge_method",
	"mergeMethod",
	"dry-run",
	"dry_run",
	"dryRun",
	"reason",
	"from",
	"to"
]]);
function findUnknown(object, known) {
	const { keys, where } = known;
	const unknown = Object.keys(object).filter((key) => !keys.includes(key));
	const named = unknown.slice(0, MOST_NAMED).map((key) => describeUnknown(key, known));
	const rest = unknown.length - named.length;
	return rest === 0 ? named : [...named, { message: `${rest} more keys of ${where} are not known and are ignored.` }];
}
const describeUnknown = (key, { keys, where, synonyms = {} }) => {
	const synonym = Object.hasOwn(synonyms, key) ? synonyms[key] : void 0;
	if (synonym === void 0 && decidedHere.has(key)) return {
		message: `The key ${quote(key)} of ${where} is ignored.`,
		hint: "A payload says what is promoted and where; how it is done stands in the configuration or on the step."
	};
	const near = synonym ?? nearest(key, keys)[0];
	return {
		message: `The key ${quote(key)} of ${where} is not known and is ignored.`,
		hint: near === void 0 ? "Leave it out." : `Did you mean ${near}? Otherwise leave it out.`
	};
};
function open(value, what) {
	let opened = value;
	for (let times = 0; times < 2 && typeof opened === "string"; times++) opened = parseJson(opened, what);
	if (isObject(opened)) return opened;
	return fail("payload-invalid", `${what} is ${kindOf$1(opened)}, not an object.`, "Send an object with product, environments and images.");
}

// src/domain/report/outcome.ts
const precedence = [
	"failed",
	"refused",
	"proposed",
	"armed",
	"superseded",
	"promoted",
	"unchanged"
];
function outcomeOf(environments, violations) {
	const found = environments.map(({ outcome }) => outcome);
	if (violations.length === 0) return firstOf(found);
	return firstOf([...found, dispositionOf(violations) === "refused" ? "refused" : "failed"]);
}
function firstOf(outcomes) {
	return precedence.find((outcome) => outcomes.includes(outcome)) ?? "unchanged";
}
function actionExitCode({ outcome, violations }) {
	return violations.length > 0 || unsuccessful.has(outcome) ? 1 : 0;
}
function commandLineExitCode({ outcome, violations }) {
	if (violations.length > 0) return {
		failed: 1,
		usage: 2,
		refused: 3
	}[dispositionOf(violations)];
	if (outcome === "refused") return 3;
	return unsuccessful.has(outcome) ? 1 : 0;
}
const unsuccessful = /* @__PURE__ */ new Set([
	"failed",
	"refused",
	"failure",
	"cancelled",
	"timed_out",
	"action_required",
	"stale",
	"startup_failure",
	"degraded",
	"timed-out"
]);
function outcomeSign({ outcome }) {
	if (unsuccessful.has(outcome)) return "bad";
	if ([
		"proposed",
		"armed",
		"dispatched",
		"missing",
		"waiting"
	].includes(outcome)) return "waiting";
	return [
		"unchanged",
		"superseded",
		"skipped",
		"overtaken"
	].includes(outcome) ? "quiet" : "good";
}
const MOST_NAMES = 5;
function headlineOf(report) {
	const foreseen = report["dry-run"] ? prospectOf(report) : void 0;
	if (foreseen !== void 0) return `Dry run: ${foreseen}`;
	const { command, outcome } = report;
	return sentenceOf(report) ?? `The ${nouns[command]} ended as ${outcome.replaceAll("_", " ")}`;
}
const prospectOf = ({ command, outcome, environments, images }) => {
	if (outcome === "failed" || outcome === "refused") return void 0;
	if (command === "dispatch") return "the promotion would be dispatched";
	if (command === "retag") {
		const free = images.filter(({ verdict }) => verdict === "tagged");
		return free.length === 0 ? "nothing to change, the tags are there" : `${counted(free.length, "tag")} would be set`;
	}
	const changing = environments.filter(({ changes }) => changes.length > 0);
	return changing.length === 0 ? `nothing to change for the ${nouns[command]}` : `${namesOf(changing)} would change`;
};
const nouns = {
	promote: "promotion",
	rollback: "rollback",
	check: "check",
	retag: "retag",
	dispatch: "dispatch",
	status: "status",
	history: "history",
	validate: "validation",
	await: "wait"
};
const sentenceOf = (report) => {
	const { command, outcome } = report;
	if (command === "promote" || command === "rollback") return ofEnvironments(report)[outcome];
	if (command === "check") return ofCheck(report)[outcome];
	if (command === "retag") return ofTags(report)[outcome];
	if (command === "validate") return ofValidation(report)[outcome];
	if (command === "await") return ofAwait(report)[outcome];
	if (command === "history") return ofHistory(report)[outcome];
	return command === "dispatch" ? ofDispatch(outcome) : ofStatus[outcome];
};
const ofEnvironments = (report) => {
	const noun = nouns[report.command];
	const place = placeOf(report);
	const files = uncommittedFiles(report);
	const what = place === "" ? noun : `${noun} of ${place}`;
	return {
		promoted: files > 0 ? `${counted(files, "file")} changed, nothing committed` : `${report.command === "rollback" ? "Rolled back" : "Promoted"} ${place}`.trimEnd(),
		proposed: `Proposed the ${what} in a pull request`,
		armed: `The ${what} merges when its requirements are met`,
		unchanged: `Nothing to change for the ${what}`,
		superseded: `Left out the ${what}`,
		refused: `Refused the ${what}`,
		failed: `The ${what} failed`
	};
};
const uncommittedFiles = (report) => isUncommitted(report) ? new Set(report.environments.flatMap(({ changes }) => changes.map(({ path }) => path))).size : 0;
const ofCheck = ({ images, missing }) => ({
	built: `Found ${counted(images.length, "image")} in the registry`,
	missing: `Missing: ${missing.length} of ${counted(images.length, "image")}`,
	refused: "Refused the check",
	failed: "The check failed"
});
const ofTags = ({ images }) => ({
	tagged: `Set ${counted(images.filter(({ verdict }) => verdict === "tagged").length, "tag")}`,
	unchanged: `Nothing to change: ${images.length === 1 ? "the tag is" : "the tags are"} there`,
	refused: "Refused to set the tags",
	failed: "Setting the tags failed"
});
const ofDispatch = (outcome) => {
	return {
		dispatched: "Dispatched the promotion",
		success: "Dispatched the promotion, and its run succeeded",
		failure: "Dispatched the promotion, and its run failed",
		cancelled: "Dispatched the promotion, and its run was cancelled",
		refused: "Refused to dispatch the promotion",
		failed: "Dispatching the promotion failed"
	}[outcome] ?? `Dispatched the promotion, and its run ended as ${outcome.replaceAll("_", " ")}`;
};
const ofAwait = ({ awaited = [] }) => {
	const places = awaited.map(({ product, environment }) => ({
		product,
		name: environment
	}));
	const what = places.length === 0 ? "The promotion" : `The promotion of ${namesOf(places)}`;
	const of = (state) => counted(awaited.filter((one) => one.state === state).length, "Application");
	return {
		running: `${what} runs`,
		unchanged: "Nothing to wait for",
		waiting: `${what} waits for a person: ${of("waiting")}`,
		overtaken: `${what} was overtaken by a newer one`,
		degraded: `${what} does not run: ${of("degraded")} degraded`,
		"timed-out": `${what} did not run in time: ${of("timed-out")} left`,
		refused: "Refused to wait for the promotion",
		failed: "Waiting for the promotion failed"
	};
};
const ofValidation = ({ found = [], violations }) => ({
	valid: found.length === 0 ? "Nothing is wrong, and no image is listed" : `Valid: ${counted(distinctOf(found.map(repositoryIn)), "image")} in ${counted(distinctOf(found.map(({ environment }) => environment)), "environment")} can be promoted`,
	refused: `Found ${counted(violations.length, "problem")}`,
	failed: "The manifests could not be validated"
});
const distinctOf = (names) => new Set(names).size;
const repositoryIn = ({ product, image }) => `${product} ${image.replace(/@.*$/, "").replace(/:[^:/]*$/, "")}`;
const ofHistory = ({ history }) => ({
	reported: `${counted(history?.entries.length ?? 0, "change")} since ${history?.since.slice(0, 10) ?? "then"}`,
	refused: "Refused to read the history",
	failed: "The history could not be read"
});
const ofStatus = {
	reported: "What runs where",
	refused: "Refused to say what runs where",
	failed: "What runs where could not be found out"
};
const placeOf = ({ environments, outcome }) => {
	const causes = environments.filter((environment) => environment.outcome === outcome);
	const named = causes.length === 0 ? environments : causes;
	return named.length === 0 ? "" : namesOf(named);
};
const namesOf = (environments) => `${enumerated(environments.map(({ product }) => product))} in ${enumerated(environments.map(({ name }) => name))}`;
const enumerated = (words) => {
	const unique = [...new Set(words)];
	if (unique.length <= MOST_NAMES) return listed(unique);
	return listed([...unique.slice(0, MOST_NAMES), `${unique.length - MOST_NAMES} more`]);
};
function isUncommitted({ repository, commit, changed }) {
	return repository === void 0 && commit === void 0 && changed;
}

// src/domain/report/plain-text.ts
function renderText(report) {
	return [
		headlineOf(report),
		...environmentLines(report),
		...imageLines(report),
		...foundLines(report),
		...deliveryLines(report),
		...problemLines("error", report.violations),
		...problemLines("warning", otherNotices(report))
	].map((line) => `${visible(line)}\n`).join("");
}
const environmentLines = (report) => report.environments.flatMap((each) => linesOf(each, report));
const linesOf = (environment, report) => {
	const { name, product, changes, superseded, applications = [] } = environment;
	return [
		`  ${product} ${name}: ${outcomeWord(environment, report)}`,
		...changes.flatMap((change) => [`    ${change.image} ${stepOf(change)}`, `      ${printPlace(change)}`]),
		...superseded.flatMap((item) => [`    ${item.image} ${shortReference(item.requested, item.image)} left out: ${item.reason}`, `      ${reasonFor(item)}`]),
		...applications.map(({ name: application, sync, url }) => {
			return `    Application ${application} ${sync === "automatic" ? "syncs by itself" : "waits for a person to sync it"}${url === void 0 ? "" : `: ${url}`}`;
		})
	];
};
const stepOf = ({ from, to, image }) => `${from === image ? "" : `${shortReference(from, image)} `}→ ${shortReference(to, image)}`;
const imageLines = (report) => report.images.map((image) => [
	` `,
	image.image,
	verdictWord(image, report),
	image.digest
].filter((part) => part !== void 0).join(" "));
const foundLines = ({ found = [] }) => found.map(({ product, environment, image, ...place }) => `  ${product} ${environment}: ${image} (${printPlace(place)})`);
const deliveryLines = ({ repository, commit, "pull-request-url": urls }) => [...commit === void 0 ? [] : [`  commit ${commit}${repository === void 0 ? ", not pushed" : ""}`], ...urls.map((url) => `  pull request ${url}`)];
const problemLines = (level, problems) => problems.flatMap(({ code, message, hint, path, line }) => [
	`${level}: ${message}${code === void 0 ? "" : ` [${code}]`}`,
	...path === void 0 ? [] : [`  at ${printPlace({
		path,
		line
	})}`],
	...hint === void 0 ? [] : hint.split("\n").map((text) => `  ${text}`)
]);
function outcomeWord({ outcome, changes }, report) {
	if (report["dry-run"] && changes.length > 0) return "would change";
	if (outcome === "promoted" && isUncommitted(report)) return "changed";
	return report.command === "rollback" && outcome === "promoted" ? "rolled back" : outcome;
}
function verdictWord({ verdict }, report) {
	return report["dry-run"] && verdict === "tagged" ? "would be set" : verdict;
}
function reasonFor({ image, message }) {
	return image === "" ? message : message.replaceAll(`${image}:`, "").replaceAll(`${image}@`, "@");
}
function otherNotices({ environments, notices }) {
	const told = new Set(environments.flatMap(({ superseded }) => superseded.map(({ message }) => message)));
	return notices.filter(({ message }) => !told.has(message));
}
function printPlace({ path, line }) {
	if (path === void 0) return "";
	return line === void 0 ? path : `${path}:${line}`;
}
function shortReference(reference, image) {
	return (reference.startsWith(image) && /^[:@]/.test(reference.slice(image.length)) ? reference.slice(image.length).replace(/^:/, "") : reference).replace(/(@[a-z0-9]+:[0-9a-f]{12})[0-9a-f]+$/i, "$1…");
}
const LONGEST_PATH = 20;
function shortPath(path) {
	if (path.length <= LONGEST_PATH) return path;
	const parts = path.split("/");
	let shown = parts.at(-1) ?? "";
	for (const part of parts.slice(0, -1).reverse()) {
		if (shown.length + part.length + 1 > LONGEST_PATH) break;
		shown = `${part}/${shown}`;
	}
	return shown === path ? path : `…/${shown}`;
}
function shownDiff(diff) {
	return diff.split("\n").map(shownLine).join("\n");
}
const shownLine = (line) => {
	const text = line.endsWith("\r") ? line.slice(0, -1) : line;
	const shown = text.split("	").map(visible).join("	");
	return text === line ? shown : `${shown}␍`;
};
function diffLines(diff) {
	let left = 0;
	return diff.split("\n").map((text) => {
		if (left === 0) {
			left = announced(text);
			return {
				kind: left === 0 ? "header" : "hunk",
				text
			};
		}
		if (text.startsWith("\\")) return {
			kind: "same",
			text
		};
		left -= text.startsWith(" ") ? 2 : 1;
		return {
			kind: kindOf(text),
			text
		};
	});
}
const announced = (text) => {
	const [, before = "0", after = "0"] = /^@@ -\d+,(\d+) \+\d+,(\d+) @@$/.exec(text) ?? [];
	return Number(before) + Number(after);
};
const kindOf = (text) => {
	if (text.startsWith("+")) return "added";
	return text.startsWith("-") ? "removed" : "same";
};

// src/domain/report/report.ts
function violationsOf(error) {
	if (error instanceof PromotionError) return error.violations;
	const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
	return [{
		code: "internal",
		message: `The run ended unexpectedly: ${quote(said)}.`,
		hint: "This is a defect of image-promotion. Run the job again with debug logging and report what the log says."
	}];
}
function buildReport(result) {
	const { environments = [], violations = [], notices = [], images = [], pullRequests = [] } = result;
	return given$1({
		command: result.command,
		outcome: result.outcome ?? outcomeOf(environments, violations),
		changed: result.changed ?? result.commit !== void 0,
		"dry-run": result.dryRun ?? false,
		repository: result.repository,
		branch: result.branch,
		reason: result.reason,
		source: result.source === void 0 ? void 0 : sourceOf$1(result.source),
		commit: result.commit,
		"pull-request-number": pullRequests.map(({ number }) => number),
		"pull-request-url": pullRequests.map(({ url }) => url),
		built: result.command === "check" ? result.built ?? false : void 0,
		missing: [...result.missing ?? []],
		digest: result.digest,
		images: images.map(given$1),
		environments: environments.map(environmentOf),
		awaited: result.awaited?.map(given$1),
		found: result.found === void 0 ? void 0 : [...result.found],
		status: result.status === void 0 ? void 0 : statusReportOf(result.status),
		history: result.history === void 0 ? void 0 : historyReportOf(result.history),
		violations: violations.map(({ code, message, hint, path, line }) => given$1({
			code,
			message,
			hint,
			path,
			line
		})),
		notices: notices.map(({ message, hint, path, line }) => given$1({
			message,
			hint,
			path,
			line
		})),
		requests: result.requests ?? 0
	});
}
const environmentOf = (environment) => given$1({
	name: environment.name,
	product: environment.product,
	delivery: environment.delivery,
	outcome: environment.outcome,
	"pull-request-number": environment.pullRequest,
	changes: environment.changes.map(({ path, line, image, from, to }) => ({
		path,
		line,
		image,
		from: printReference(from),
		to: printReference(to)
	})),
	superseded: environment.superseded.map(({ image, requested, current, reason, message }) => ({
		image,
		requested: printReference(requested),
		current: printReference(current),
		reason,
		message
	})),
	images: environment.unchanged?.map(printReference),
	commit: environment.commit,
	applications: environment.applications?.map(({ name, file, sync, url, ...more }) => given$1({
		name,
		file,
		sync,
		url,
		namespace: more.namespace,
		project: more.project,
		"application-set": more.applicationSet,
		"rolling-sync": more.rollingSync
	}))
});
const sourceOf$1 = (source) => given$1({
	repository: source.repository,
	sha: source.sha,
	ref: source.ref,
	committed_at: source.committedAt,
	event: source.event,
	workflow: source.workflow,
	run_id: source.runId,
	run_number: source.runNumber,
	run_attempt: source.runAttempt,
	actor: source.actor
});
const given$1 = (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== void 0));
function statusReportOf({ environments, rows, freezes, proposals }) {
	return {
		environments: [...environments],
		images: rows.flatMap(({ product, runs, relations }) => [...runs.values()].flat().map((running) => given$1({
			product,
			environment: running.environment,
			image: running.reference.repository,
			reference: printReference(running.reference),
			path: running.path,
			line: running.line,
			record: running.record,
			by: running.set?.by,
			commit: running.set?.commit,
			since: running.set && utc(running.set.at),
			source: sourceOfRunning(running),
			built: running.set?.built && { ...running.set.built },
			relation: relations.get(running.environment),
			held: [...running.held]
		}))),
		frozen: freezes.map((freeze) => ({ ...freeze })),
		"pull-requests": proposals.map(({ number, url, branch }) => ({
			number,
			url,
			branch
		}))
	};
}
const utc = (time) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
const sourceOfRunning = ({ set }) => {
	const { repository, sha, ref, committedAt, workflow, runNumber } = set?.source ?? {};
	const source = given$1({
		repository,
		sha,
		ref,
		committed_at: committedAt,
		workflow,
		run_number: runNumber
	});
	return Object.keys(source).length === 0 ? void 0 : source;
};
function historyReportOf({ since, until, entries, figures }) {
	return {
		since,
		until,
		unknown: entries.filter(({ kind }) => kind === "unknown").length,
		entries: entries.map(entryRow),
		figures: figures.map(figureRow)
	};
}
const entryRow = (entry) => present({
	at: entry.at,
	product: entry.product,
	environment: entry.environment,
	image: entry.image,
	path: entry.path,
	from: entry.from && printReference(entry.from),
	to: entry.to && printReference(entry.to),
	kind: entry.kind,
	commit: entry.commit,
	"commit-url": entry.url,
	author: entry.author,
	source: entry.source && sourceRow(entry.source),
	built: entry.built && present({ ...entry.built }),
	run: entry.run,
	actor: entry.actor,
	reason: entry.reason,
	"pull-request-number": entry.pullRequest?.number,
	"pull-request-url": entry.pullRequest?.url,
	"lead-time-seconds": entry.leadTime
});
const sourceRow = (source) => {
	const { repository, sha, ref, committedAt, workflow, runNumber, url } = source;
	return present({
		repository,
		sha,
		ref,
		committed_at: committedAt,
		workflow,
		run_number: runNumber,
		url
	});
};
const figureRow = (figures) => present({
	product: figures.product,
	environment: figures.environment,
	promotions: figures.promotions,
	rollbacks: figures.rollbacks,
	"by-hand": figures.byHand,
	unknown: figures.unknown,
	"promotions-per-week": rounded(figures.promotionsPerWeek),
	"share-rolled-back": figures.shareRolledBack === void 0 ? void 0 : rounded(figures.shareRolledBack),
	"lead-time": durationsRow(figures.leadTime),
	"time-to-rollback": durationsRow(figures.timeToRollback)
});
const durationsRow = ({ median, percentile90, known, unknown }) => present({
	"median-seconds": median,
	"percentile-90-seconds": percentile90,
	known,
	unknown
});
const rounded = (number) => Math.round(number * 1e3) / 1e3;
const present = (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== void 0));

// src/adapters/runner/log.ts
function runnerLog() {
	return {
		info: (message) => {
			process.stdout.write(inertLines(message).map((line) => `${line}\n`).join(""));
		},
		debug: (message) => {
			if (isDebug()) for (const line of inertLines(message)) debug(line);
		},
		group: async (heading, step) => {
			startGroup(inertLines(heading).join(" "));
			try {
				return await step();
			} finally {
				endGroup();
			}
		}
	};
}
function writeAnnotations(annotations) {
	for (const { level, title, message, path, line } of annotations) (level === "error" ? error : warning)(message, {
		title,
		...path === void 0 ? {} : { file: path },
		...line === void 0 ? {} : { startLine: line }
	});
}
function mask(value) {
	const lines = value.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
	for (const secret of new Set(lines.length > 1 ? [value, ...lines] : lines)) setSecret(secret);
}
function inertLines(text) {
	return text.split(/\r\n|\n|\r/).map((line) => {
		return line.split("	").map(visible).join("	").replace(/^(\s*:)(?=:)/, "$1 ").replaceAll("##[", "# #[");
	});
}

// src/commands/start-command.ts
function startCommand(job) {
	return starters[job.inputs.command](job);
}
const starters = {
	promote: async (job) => (await import("./commands/promote.js")).startPromotion(job),
	check: async (job) => (await import("./commands/check.js")).startCheck(job),
	retag: async (job) => (await import("./commands/retag.js")).startRetag(job),
	dispatch: async (job) => (await import("./commands/dispatch.js")).startDispatch(job),
	rollback: async (job) => (await import("./commands/rollback.js")).startRollback(job),
	status: async (job) => job.inputs.page === void 0 ? (await import("./commands/status.js")).startStatus(job) : (await import("./commands/history.js")).startStatusPage(job),
	history: async (job) => (await import("./commands/history.js")).startHistory(job),
	validate: async (job) => (await import("./commands/validate.js")).startValidation(job),
	await: async (job) => (await import("./commands/await.js")).startAwait(job)
};
function concludeFailure(error, known) {
	const violations = violationsOf(error);
	const { command, promotion, repository, branch, dryRun, notices, concerned = [] } = known;
	const outcome = dispositionOf(violations) === "refused" ? "refused" : "failed";
	return { result: {
		command,
		dryRun,
		environments: (promotion?.products ?? []).flatMap((product) => (promotion?.environments ?? []).map((name) => {
			return {
				product,
				name,
				delivery: concerned.find((one) => one.product === product && one.name === name)?.delivery ?? known.delivery ?? "commit",
				outcome,
				changes: [],
				superseded: []
			};
		})),
		violations,
		notices,
		repository,
		branch,
		reason: promotion?.reason,
		source: promotion?.source
	} };
}

// src/domain/limits.ts
const LARGEST_MANIFEST = 4194304;
const MOST_FILES = 5e3;
const MOST_BYTES = 20971520;
const LONGEST_CONTENTION = 6e5;
const MOST_IMAGES = 1e3;
const MOST_PLACES = 1e3;

// src/domain/request/requested-images.ts
function readImages(value) {
	const { attempt, finish } = gather();
	const warnings = [];
	const images = distinctEntries(value).map((entry, index) => attempt(() => {
		if (typeof entry === "string") return parseImage(entry);
		if (!isObject(entry)) return fail("image-invalid", `Image ${index + 1} of the payload is ${kindOf$1(entry)}.`, "Write each image as a text such as NAME:TAG, or as an object with name, newName, tag and digest.");
		warnings.push(...findUnknown(entry, {
			keys: keys$1,
			where: `image ${index + 1} of the payload`,
			synonyms
		}));
		return readImage(entry, index);
	}));
	finish();
	return {
		images: images.filter((image) => image !== void 0),
		warnings
	};
}
const distinctEntries = (value) => {
	const distinct = new Map(entriesOf(value).map((entry) => [JSON.stringify(entry), entry]));
	checkCount(distinct.size, {
		most: MOST_IMAGES,
		what: "images"
	});
	return [...distinct.values()];
};
function checkCount(count, { most, what }) {
	if (count <= most) return;
	fail("payload-too-large", `The request names ${count} ${what}, and one request may name ${most}.`, "Split it into several requests.");
}
const keys$1 = [
	"name",
	"newName",
	"tag",
	"digest"
];
const synonyms = {
	image: "name",
	repository: "name",
	newTag: "tag",
	tags: "tag",
	version: "tag",
	sha256: "digest"
};
const entriesOf = (value) => {
	if (Array.isArray(value)) return value;
	if (isObject(value)) return [value];
	if (typeof value !== "string") return fail("payload-invalid", `The payload's images are ${kindOf$1(value)}.`, "Send a list of images.");
	if (/^\s*[[{"]/.test(value)) {
		const parsed = parseJson(value, "The text of the payload's images");
		if (typeof parsed === "string") return splitText(parsed);
		return entriesOf(parsed);
	}
	return splitText(value);
};
function splitText(text) {
	return text.split(",").map((entry) => entry.replace(/^[ \t]+|[ \t\r\n]+$/g, "")).filter((entry) => entry !== "");
}
const readImage = (image, index) => {
	const { attempt, finish } = gather();
	const text = (key) => textOf$1(image, {
		key,
		where: `image ${index + 1} of the payload`
	});
	const name = attempt(() => checkRepository(text("name") ?? failNameless(image, index)));
	const renaming = text("newName");
	const newName = renaming === "*" ? void 0 : attempt(() => given(renaming, checkRepository));
	const tag = attempt(() => given(text("tag"), orAsIs(checkTag)));
	const digest = attempt(() => given(text("digest"), orAsIs(checkDigest)));
	finish();
	return {
		name: name ?? "",
		newName,
		tag,
		digest
	};
};
const orAsIs = (check) => (text) => text === "*" ? text : check(text);
const MOST_KEYS = 5;
const failNameless = (image, index) => {
	const others = Object.keys(image).slice(0, MOST_KEYS).map(quote);
	return fail("image-invalid", `Image ${index + 1} of the payload has no name.`, `Give the name that stands in the manifest as "name"${others.length === 0 ? "" : `; there is ${listed(others)}`}.`);
};
const given = (text, check) => text === void 0 ? void 0 : check(text);
function textOf$1(object, { key, where }) {
	const value = ownValue(object, key);
	if (value === void 0 || typeof value === "string") return value;
	return fail("payload-invalid", `The key ${quote(key)} of ${where} is ${kindOf$1(value)}.`, "Send a text, in quotes.");
}
function isUnpinned({ tag, digest }) {
	return tag === void 0 && digest === void 0;
}
function pinImages(images, pin) {
	const settled = images.map((image) => isUnpinned(image) ? {
		...image,
		tag: pin.tag,
		digest: pin.digest
	} : image);
	return [...new Map(settled.map((image) => [printImage(image), image])).values()];
}
function settleImages(images, pin) {
	const distinct = pinImages(images, pin);
	const { attempt, finish } = gather();
	for (const [name, requests] of groupByName(distinct)) if (requests.length > 1) attempt(() => failDisagreeing(name, requests));
	finish();
	return distinct;
}
const groupByName = (images) => {
	const groups = /* @__PURE__ */ new Map();
	for (const image of images) {
		const group = groups.get(image.name);
		if (group === void 0) groups.set(image.name, [image]);
		else group.push(image);
	}
	return groups;
};
const failDisagreeing = (name, requests) => fail("images-disagree", `The image ${quote(name)} is asked for as ${listed(requests.slice(0, 3).map((image) => quote(printImage(image))))}.`, "Ask for each image once.");

// src/domain/request/payload.ts
const keys = [
	"product",
	"products",
	"environment",
	"environments",
	"image",
	"images",
	"tag",
	"digest",
	"source",
	"proof"
];
const LONGEST_PROOF = 16384;
function checkPinned(images, hint) {
	const names = images.filter(isUnpinned).map(({ name }) => quote(name));
	if (names.length === 0) return;
	const shown = names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
	fail("tag-missing", `No tag or digest is given for ${listed(shown)}.`, hint);
}
function readPayload(value) {
	checkBounds(value);
	const { content, beside } = unwrap(value);
	const { attempt, finish } = gather();
	const products = attempt(() => readNames(content, {
		one: "product",
		many: "products",
		check: checkProduct
	}));
	const environments = attempt(() => readNames(content, {
		one: "environment",
		many: "environments",
		check: checkEnvironment
	}));
	const read = attempt(() => {
		const images = either(content, "image", "images");
		return images === void 0 ? void 0 : readImages(images);
	});
	const where = "the payload";
	const tag = attempt(() => given(textOf$1(content, {
		key: "tag",
		where
	}), checkTag));
	const digest = attempt(() => given(textOf$1(content, {
		key: "digest",
		where
	}), checkDigest));
	const sent = attempt(() => {
		const source = ownValue(content, "source");
		return source === void 0 ? void 0 : readSource(source);
	});
	const proof = attempt(() => readProof(content));
	finish();
	return {
		products: products ?? [],
		environments: environments ?? [],
		images: read?.images ?? [],
		tag,
		digest,
		source: sent?.source,
		proof,
		warnings: [
			...beside,
			...findUnknown(content, {
				keys,
				where
			}),
			...read?.warnings ?? [],
			...sent?.warnings ?? []
		]
	};
}
const unwrap = (value) => {
	const outer = open(value, "The payload");
	const inner = ownValue(outer, "promotion");
	if (inner === void 0) return {
		content: Object.fromEntries(Object.entries(outer).filter(([key]) => key !== "promotion")),
		beside: []
	};
	const beside = Object.keys(outer).filter((key) => key !== "promotion").slice(0, 10).map((key) => ({
		message: `The key ${quote(key)} stands beside "promotion" in the payload and is ignored.`,
		hint: "Move it into promotion, or leave it out."
	}));
	return {
		content: open(inner, "The key \"promotion\" of the payload"),
		beside
	};
};
const either = (content, one, many) => {
	const [single, several] = [ownValue(content, one), ownValue(content, many)];
	if (single === void 0 || several === void 0) return single ?? several;
	return fail("payload-invalid", `The payload has both ${one} and ${many}.`, `Send ${many} alone.`);
};
const readNames = (content, { one, many, check }) => {
	const value = either(content, one, many);
	if (value === void 0) return [];
	if (typeof value !== "string" && !Array.isArray(value)) return fail("payload-invalid", `The payload's ${many} are ${kindOf$1(value)}.`, "Send a list of names.");
	const entries = [...new Set(typeof value === "string" ? splitText(value) : value)];
	checkCount(entries.length, {
		most: MOST_PLACES,
		what: many
	});
	const { attempt, finish } = gather();
	const names = entries.map((entry) => attempt(() => {
		if (typeof entry === "string") return check(entry);
		return fail("payload-invalid", `The payload's ${many} hold ${kindOf$1(entry)}.`, "Send each name as a text.");
	}));
	finish();
	return [...new Set(names.filter((name) => name !== void 0))];
};
const readProof = (content) => {
	const proof = textOf$1(content, {
		key: "proof",
		where: "the payload"
	});
	if (proof === void 0 || proof.length <= LONGEST_PROOF && /^[\x21-\x7e]+$/.test(proof)) return proof;
	return fail("payload-invalid", "The proof of the payload is no token.", "Send the token as GitHub issued it.");
};
const grammar = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
function moment(text) {
	const found = grammar.exec(text);
	if (found === null) return void 0;
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
	const [offsetHour = 0, offsetMinute = 0] = found.slice(8, 10).map((part) => Number(part ?? 0));
	if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return void 0;
	if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return void 0;
	const local = /* @__PURE__ */ new Date(0);
	local.setUTCFullYear(year, month - 1, day);
	local.setUTCHours(hour, minute, Math.min(second, 59), 0);
	const offset = (found[7] === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 6e4;
	const printed = new Date(local.getTime() - offset).toISOString();
	return /^\d{4}-/.test(printed) ? printed.replace(".000Z", "Z") : void 0;
}
const daysOf = (year, month) => {
	const last = /* @__PURE__ */ new Date(0);
	last.setUTCFullYear(year, month, 0);
	return last.getUTCDate();
};
const instant = (hint) => ({
	problem: (text) => moment(text) === void 0 ? "is no moment of RFC 3339" : void 0,
	hint
});
const texts = {
	repository: fullName,
	sha: commitId,
	ref: fullRef,
	committed_at: instant("Write it as git prints %cI, such as 2026-11-30T09:00:00Z."),
	created_at: instant("Write it as GitHub prints created_at of the run, such as 2026-11-30T09:05:00Z."),
	event: eventName,
	workflow: workflowFile,
	actor: login$1
};
const sourceKeys = [
	...Object.keys(texts),
	"run_id",
	"run_number",
	"run_attempt"
];
function readSource(value) {
	if (!isObject(value)) return fail("source-invalid", `The payload's source is ${kindOf$1(value)}.`, "Send an object, or leave it out.");
	const { attempt, finish } = gather();
	const text = (key) => attempt(() => checkText(value, key));
	const count = (key) => attempt(() => checkInteger(value, key));
	const date = (key) => {
		const value = text(key);
		return value === void 0 ? void 0 : moment(value);
	};
	const source = {
		repository: text("repository"),
		sha: text("sha"),
		ref: text("ref"),
		committedAt: date("committed_at"),
		createdAt: date("created_at"),
		event: text("event"),
		workflow: text("workflow"),
		runId: count("run_id"),
		runNumber: count("run_number"),
		runAttempt: count("run_attempt"),
		actor: text("actor")
	};
	finish();
	return {
		source,
		warnings: findUnknown(value, {
			keys: sourceKeys,
			where: "the payload's source"
		})
	};
}
function keepLegal(value) {
	const legal = sourceKeys.filter((key) => isLegal(value, key));
	return readSource(Object.fromEntries(legal.map((key) => [key, ownValue(value, key)]))).source;
}
const isLegal = (value, key) => {
	try {
		readSource({ [key]: ownValue(value, key) });
		return true;
	} catch {
		return false;
	}
};
const checkText = (source, key) => {
	const value = ownValue(source, key);
	if (value === void 0) return void 0;
	const grammar = texts[key];
	const { hint } = grammar;
	if (typeof value !== "string") return fail("source-invalid", `${key} of the payload's source is ${kindOf$1(value)}.`, `Send a text. ${hint}`);
	const problem = grammar.problem(value);
	if (problem === void 0) return value;
	return fail("source-invalid", `${key} of the payload's source, ${quote(value)}, ${problem}.`, hint);
};
const checkInteger = (source, key) => {
	const value = ownValue(source, key);
	if (value === void 0) return void 0;
	if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
	const shown = typeof value === "number" ? quote(String(value)) : kindOf$1(value);
	return fail("source-invalid", `${key} of the payload's source is ${shown}, not a whole number.`, "Send the number that github has, without quotes.");
};

// src/domain/request/event.ts
function triggerOf(event) {
	if (event.name === "repository_dispatch" || payloadOf(event) !== void 0) return "automatic";
	return event.name === "workflow_dispatch" || event.name === "command-line" ? "by-hand" : "direct";
}
function payloadOf({ name, payload }) {
	if (name === "workflow_dispatch") return ownValueAt(payload, "inputs", "payload");
	return name === "repository_dispatch" || name === "command-line" ? ownValueAt(payload, "client_payload") : void 0;
}
function revisionOf({ event, run }) {
	if (event.name === "push") return ofPush({
		event,
		run
	});
	if (event.name === "release") return ofTag(ownValueAt(event.payload, "release", "tag_name"));
	if (event.name === "workflow_run") return ofWorkflowRun({
		event,
		run
	});
	if (event.name.startsWith("pull_request")) return ofPullRequest(event);
	return ofRun(run);
}
const ofPush = ({ event, run }) => {
	if (ownValueAt(event.payload, "deleted") === true) return none("The push deletes a branch or tag, and so has no commit.", "Leave out runs of deletions by an if:.");
	const head = ownValueAt(event.payload, "head_commit", "id");
	return head === void 0 ? ofRun(run) : ofCommit(head, "The head commit of the push");
};
const ofTag = (name) => {
	const ref = `refs/tags/${typeof name === "string" ? name : ""}`;
	const problem = fullRef.problem(ref);
	if (problem === void 0) return {
		kind: "ref",
		ref
	};
	return none(`The tag of the release, ${quote(ref)}, ${problem}.`, "Start the run from a release that has a tag.");
};
const ofWorkflowRun = ({ event, run }) => {
	const foreign = foreignRun({
		event,
		run
	});
	if (foreign !== void 0) return {
		kind: "none",
		violation: foreign
	};
	return ofCommit(ownValueAt(event.payload, "workflow_run", "head_sha"), "The head commit of the workflow run");
};
function foreignRun({ event, run }) {
	if (event.name !== "workflow_run") return void 0;
	const head = ownValueAt(event.payload, "workflow_run", "head_repository", "full_name");
	const here = run.repository ?? ownValueAt(event.payload, "repository", "full_name");
	if (typeof head === "string" && typeof here === "string" && head.toLowerCase() === here.toLowerCase()) return;
	return {
		code: "event-unsupported",
		message: `The workflow run is of ${typeof head === "string" ? quote(head) : "a repository that is gone"}, not of this repository.`,
		hint: "Promote only what this repository has built: leave out runs of forks by an if:."
	};
}
function strayRef({ event, run }, branch) {
	if (event.name !== "workflow_dispatch" || payloadOf(event) === void 0) return void 0;
	const named = ownValueAt(event.payload, "repository", "default_branch");
	const expected = typeof named === "string" ? named : branch;
	if (expected === void 0 || run.ref === `refs/heads/${expected}`) return void 0;
	return {
		code: "event-unsupported",
		message: `The payload arrived in a run at ${run.ref === void 0 ? "an unknown ref" : quote(run.ref)}, not at the default branch ${quote(expected)}.`,
		hint: `Start the workflow at ${quote(expected)}: a sender may not choose other rules by choosing another ref.`
	};
}
const ofPullRequest = ({ name, payload }) => {
	if (!(ownValueAt(payload, "action") === "closed" && ownValueAt(payload, "pull_request", "merged") === true)) return none(`The event ${quote(name)} is not of a pull request that was merged, and so has no commit of its own.`, "Run it on push, or on a pull request that is closed and merged, or name the tag.");
	return ofCommit(ownValueAt(payload, "pull_request", "merge_commit_sha"), "The merge commit of the pull request");
};
const ofRun = ({ repository, ref, sha }) => {
	if (repository !== void 0 && ref?.startsWith("refs/tags/")) return ofTag(ref.slice(10));
	return ofCommit(sha, "The commit of the run");
};
const ofCommit = (sha, what) => {
	if (typeof sha !== "string") return none(`${what} is not known.`, "Name the tag instead of using {sha}.");
	const problem = commitId.problem(sha);
	return problem === void 0 ? {
		kind: "commit",
		sha
	} : none(`${what}, ${quote(sha)}, ${problem}.`, commitId.hint);
};
const none = (message, hint) => ({
	kind: "none",
	violation: {
		code: "event-unsupported",
		message,
		hint
	}
});
function proposedCommit({ event, run }) {
	if (event.name === "pull_request_target") fail("event-unsupported", "The event pull_request_target runs with the rights of the base and on its commit, so it checks nothing of the pull request.", "Run the check on pull_request: it needs no right but reading, in pull requests of forks as well.");
	const proposed = event.name === "merge_group" ? ownValueAt(event.payload, "merge_group", "head_sha") ?? run.sha : run.sha;
	if (event.name !== "merge_group" && event.name !== "pull_request") return void 0;
	return typeof proposed === "string" && commitId.problem(proposed) === void 0 ? proposed : void 0;
}
function refOf({ event, run }) {
	if (event.name === "release") return prefixed("refs/tags/", ownValueAt(event.payload, "release", "tag_name"));
	if (event.name === "workflow_run") return prefixed("refs/heads/", ownValueAt(event.payload, "workflow_run", "head_branch"));
	return run.ref;
}
const prefixed = (prefix, name) => typeof name === "string" ? `${prefix}${name}` : void 0;
function sourceOf({ event, run }) {
	const revision = revisionOf({
		event,
		run
	});
	return keepLegal({
		repository: run.repository,
		sha: revision.kind === "commit" ? revision.sha : void 0,
		ref: run.ref,
		event: event.name,
		workflow: run.workflowRef?.split("@")[0]?.split("/").at(-1),
		run_id: run.runId,
		run_number: run.runNumber,
		run_attempt: run.runAttempt,
		actor: run.actor
	});
}
function defaultEnvironments({ event, run }) {
	const { name, payload } = event;
	const released = preReleaseOf({
		event,
		run
	}) === void 0 ? ["stg", "prod"] : ["stg"];
	if (name === "release" && ownValueAt(payload, "action") === "published") return released;
	const pushed = name === "push" && run.ref !== void 0 ? shortName(run.ref) : void 0;
	if (pushed === void 0 || ownValueAt(payload, "deleted") === true) return [];
	if (pushed.kind === "tag") return released;
	return pushed.name === ownValueAt(payload, "repository", "default_branch") ? ["dev"] : [];
}
function preReleaseOf({ event, run }) {
	const ref = refOf({
		event,
		run
	});
	const tag = ref?.startsWith("refs/tags/") ? ref.slice(10) : "";
	if (isPreRelease(tag)) return {
		tag,
		by: "tag"
	};
	return event.name === "release" && ownValueAt(event.payload, "release", "prerelease") === true ? {
		tag,
		by: "flag"
	} : void 0;
}
function explainPreRelease(occasion, environments = []) {
	const found = preReleaseOf(occasion);
	const [first = ""] = environments;
	if (found === void 0 || environments.length < 2 && !/^(?:prod|live)/i.test(first)) return [];
	const condition = found.by === "tag" ? "contains(github.ref_name, '-')" : "github.event.release.prerelease";
	return [{
		message: `${quote(found.tag)} is a pre-release, and this step sends it to ${listed(environments)}.`,
		hint: environments.length < 2 ? `If ${first} is not meant to get it, give the step an \`if:\` with !${condition}.` : `If only ${first} is meant to get it, write environments: \${{ ${condition} && '${first}' || '${environments.join(", ")}' }}.`
	}];
}
const isPreRelease = (tag) => /(?:^|[^0-9.])\d+\.\d+\.\d+-[0-9A-Za-z.-]+(?:\+[0-9A-Za-z.-]+)?$/.test(tag);

// src/domain/request/placeholders.ts
const known = "The placeholders are {sha}, {sha:N} with N from 4 to 64, {ref} and {version}.";
function parseTemplate(text) {
	const parts = text.split(/(\{[^{}]*\})/).filter((part) => part !== "").map((part) => parsePart(part));
	checkTag(parts.map((part) => part.kind === "literal" ? part.text : "x").join(""));
	return {
		text,
		parts
	};
}
const parsePart = (text) => {
	if (!text.startsWith("{") || !text.endsWith("}")) return {
		kind: "literal",
		text
	};
	if (text === "{sha}" || text === "{ref}" || text === "{version}") return { kind: text.slice(1, -1) };
	const length = Number(/^\{sha:([1-9][0-9]?)\}$/.exec(text)?.[1]);
	if (length >= 4 && length <= 64) return {
		kind: "sha",
		length
	};
	return fail("placeholder-unknown", `The placeholder ${quote(text)} is not known.`, known);
};
function literalTemplate(text) {
	return {
		text,
		parts: [{
			kind: "literal",
			text
		}]
	};
}
function isLiteral(template) {
	return template.parts.every((part) => part.kind === "literal");
}
function needsCommit(template) {
	return template.parts.some((part) => part.kind === "sha");
}
function expandTemplate(template, placeholders) {
	const tag = template.parts.map((part) => resolve(part, placeholders)).join("");
	try {
		return checkTag(tag);
	} catch (error) {
		if (!(error instanceof PromotionError) || placeholders.ref === void 0) throw error;
		const [violation] = error.violations;
		return fail("tag-invalid", `${violation?.message.replace(/\.$/, "")}: ${quote(template.text)} stands for it at ${quote(placeholders.ref)}.`, "Use {sha}, or write the tag out under which the image was pushed.");
	}
}
const resolve = (part, { sha, ref }) => {
	if (part.kind === "literal") return part.text;
	if (part.kind === "sha") return sha?.slice(0, part.length) ?? unset("{sha}", "the commit of this run is not known");
	const found = ref === void 0 ? void 0 : shortName(ref);
	const where = ref === void 0 ? "this run has no branch or tag" : `the run is at ${quote(ref)}`;
	if (part.kind === "ref") return found?.name ?? unset("{ref}", where);
	return found?.kind === "tag" ? found.name.replace(/^v(?=[0-9])/, "") : unset("{version}", where);
};
const unset = (placeholder, why) => fail("placeholder-unset", `The placeholder ${placeholder} has no value: ${why}.`, placeholder === "{version}" ? "Use {version} in runs of a tag or a release only, or name another tag." : "Name another tag, or start the run from a push, a tag or a release.");

// src/domain/request/input-table.ts
const USUAL_CONFIG = ".github/promotion.yml";
const anyText = {
	form: "text",
	read: (text) => text
};
const environment = {
	form: "text",
	read: (text) => checkEnvironment(text)
};
const template = {
	form: "text",
	read: (text) => parseTemplate(text)
};
function textOf(grammar) {
	return {
		form: "text",
		read: (text, shown) => written(text, {
			grammar,
			shown
		})
	};
}
function listOf(read) {
	return {
		form: "list",
		read: (text, shown) => collect(splitList(text).map((entry) => () => read(entry, shown)))
	};
}
function listWritten(grammar) {
	return listOf((entry, shown) => written(entry, {
		grammar,
		shown
	}));
}
const written = (text, { grammar, shown }) => {
	const problem = grammar.problem(text);
	return problem === void 0 ? text : fail("input-invalid", `The value ${quote(text)} of ${shown} ${problem}.`, grammar.hint);
};
function splitList(text) {
	const entries = text.split(/[\n,]/).map((entry) => entry.trim());
	return [...new Set(entries)].filter((entry) => entry !== "");
}
const LONGEST_LINE = 300;
const line = {
	form: "text",
	read: (text, shown) => {
		if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) fail("input-invalid", `The value of ${shown} has a line break or a control character.`, "Write one line.");
		const { length } = [...text];
		if (length <= LONGEST_LINE) return text;
		return fail("input-invalid", `The value of ${shown} has ${length} characters.`, `Write at most ${LONGEST_LINE} characters.`);
	}
};
const boolean = {
	form: "boolean",
	read: (text, shown) => {
		if (/^(?:true|True|TRUE)$/.test(text)) return true;
		if (/^(?:false|False|FALSE)$/.test(text)) return false;
		return fail("input-invalid", `The value ${quote(text)} of ${shown} is no boolean.`, "Write true or false.");
	}
};
const LONGEST_WAIT = 432e3;
const seconds = {
	form: "seconds",
	read: (text, shown) => {
		const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : NaN;
		if (value <= LONGEST_WAIT) return value;
		return fail("input-invalid", `The value ${quote(text)} of ${shown} is no number of seconds.`, `Write a whole number from 0 to ${LONGEST_WAIT}.`);
	}
};
const LONGEST_SPAN = 3660;
const since = {
	form: "text",
	read: (text, shown) => {
		const [, count, unit] = /^(\d{1,4})([dw])$/.exec(text) ?? [];
		const days = Number(count) * (unit === "w" ? 7 : 1);
		if (days >= 1 && days <= LONGEST_SPAN) return { days };
		const found = count === void 0 ? dayOrMoment(text) : void 0;
		if (found !== void 0) return { moment: found };
		return fail("input-invalid", `The value ${quote(text)} of ${shown} is no span of time.`, "Write days such as 90d, weeks such as 12w, or a date such as 2026-11-30.");
	}
};
const pointInTime = {
	form: "text",
	read: (text, shown) => dayOrMoment(text) ?? fail("input-invalid", `The value ${quote(text)} of ${shown} is no moment.`, "Write it as RFC 3339 has it, such as 2026-11-30T09:00:00Z.")
};
const dayOrMoment = (text) => {
	if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return moment(`${text}T00:00:00Z`);
	return moment(text.replace(/^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2})(?=[Zz+-])/, "$1:00"));
};
function choice(...choices) {
	return {
		form: "choice",
		choices,
		read: (text, shown) => {
			const found = choices.find((candidate) => candidate === text);
			if (found !== void 0) return found;
			const [near] = nearest(text, choices);
			return fail("input-invalid", `The value ${quote(text)} of ${shown} is not known.`, `${near === void 0 ? "" : `Did you mean ${near}? `}It is one of ${listed(choices)}.`);
		}
	};
}
const images = listOf((entry) => {
	if (!/\{[^{}]*\}/.test(entry)) return parseImage(entry);
	return fail("tag-invalid", `The image ${quote(entry)} has a placeholder in its tag.`, "Name the image alone, and give the placeholder in the input `tag`.");
});
const target = {
	form: "text",
	read: (text, shown) => {
		if (!text.startsWith("commit:")) return {
			kind: "tag",
			tag: parseTag(text, shown)
		};
		const id = text.slice(7);
		if (/^[0-9a-f]{7,64}$/.test(id)) return {
			kind: "commit",
			id
		};
		return fail("input-invalid", `The value ${quote(text)} of ${shown} names no commit.`, "Write commit: and 7 to 64 hexadecimal digits in lower case.");
	}
};
const parseTag = (text, shown) => {
	const { parts } = parseTemplate(text);
	if (parts.every((part) => part.kind === "literal")) return text;
	return fail("input-invalid", `The value ${quote(text)} of ${shown} has a placeholder.`, "Write out the tag to go back to, or commit: and the id of a commit of the manifest repository.");
};
const commands = [
	"promote",
	"check",
	"retag",
	"dispatch",
	"rollback",
	"status",
	"history",
	"validate",
	"await"
];
const localCommands = [
	"promote",
	"rollback",
	"status",
	"history",
	"validate",
	"check",
	"retag"
];
const define = (definition) => definition;
const writers = ["promote", "rollback"];
const readers = [
	"promote",
	"rollback",
	"status",
	"history",
	"validate"
];
const action = ["action"];
const configuration = "the configuration";
const event = "the event";
const inputTable = {
	command: define({
		commands,
		kind: choice(...commands),
		description: "What to do: promote, check, retag, dispatch, rollback, status, history, validate or await.",
		fallback: "`promote`",
		edges: action
	}),
	token: define({
		commands: [
			"promote",
			"dispatch",
			"rollback",
			"status",
			"history",
			"validate",
			"await"
		],
		kind: anyText,
		description: "GitHub token for the manifest repository.",
		fallback: "the token of the run, `github.token`",
		edges: action
	}),
	repository: define({
		commands: [
			"promote",
			"dispatch",
			"rollback",
			"status",
			"history",
			"validate"
		],
		kind: textOf(fullName),
		description: "The manifest repository, owner/name; dispatch needs it.",
		fallback: "the current repository",
		edges: action
	}),
	branch: define({
		commands: readers,
		kind: textOf(branch),
		description: "The branch of the manifest repository that Argo CD follows.",
		fallback: "the default branch",
		edges: action
	}),
	config: define({
		commands: readers,
		kind: textOf(relativePath),
		description: "Path of the configuration file in the manifest repository; a path that is given must exist.",
		fallback: `\`${USUAL_CONFIG}\`, which may be absent`
	}),
	product: define({
		commands: [
			"promote",
			"dispatch",
			"rollback",
			"status",
			"history",
			"validate"
		],
		kind: listOf(checkProduct),
		description: "The product, or a list of them: each image goes to the products whose files list it.",
		fallback: `${event}; status, history and validate: all`
	}),
	environments: define({
		commands: [
			"promote",
			"dispatch",
			"rollback",
			"status",
			"history",
			"validate",
			"await"
		],
		kind: listOf(checkEnvironment),
		description: "List of environments.",
		fallback: `${event}; dispatch: dev on a push to the default branch, stg and prod on a tag or release; status, history and validate: all; await: all of the report`
	}),
	images: define({
		commands: [
			"promote",
			"check",
			"retag",
			"dispatch",
			"rollback"
		],
		kind: images,
		description: "List of images, one per line or comma: NAME, NAME:TAG, NAME@DIGEST, NAME:TAG@DIGEST or NAME=NEWNAME:TAG.",
		fallback: event
	}),
	tag: define({
		commands: [
			"promote",
			"check",
			"retag",
			"dispatch"
		],
		kind: template,
		description: "Tag for each image that names none, with the placeholders {sha}, {sha:N}, {ref} and {version}.",
		fallback: `${event}; check and dispatch: \`{sha}\``
	}),
	from: define({
		commands: ["promote"],
		kind: environment,
		description: "By hand or on `schedule`: the environment whose present images are promoted, all listed ones or those of `images`.",
		fallback: "none"
	}),
	delivery: define({
		commands: writers,
		kind: choice("commit", "pull-request", "auto-merge", "merge"),
		description: "How the change is delivered: commit, pull-request, auto-merge or merge; to a checkout only commit.",
		fallback: `${configuration}, else \`commit\`; a checkout: nothing is committed, the files change`
	}),
	"merge-method": define({
		commands: writers,
		kind: choice("merge", "squash", "rebase"),
		description: "How pull requests are merged: merge, squash or rebase.",
		fallback: configuration,
		edges: action
	}),
	labels: define({
		commands: writers,
		kind: listWritten(label),
		description: "List of labels of pull requests.",
		fallback: configuration,
		edges: action
	}),
	reviewers: define({
		commands: writers,
		kind: listWritten(reviewer),
		description: "List of logins, and of teams as team:slug, that are asked to review pull requests.",
		fallback: configuration,
		edges: action
	}),
	assignees: define({
		commands: writers,
		kind: listWritten(login$1),
		description: "List of logins that pull requests are assigned to.",
		fallback: configuration,
		edges: action
	}),
	draft: define({
		commands: writers,
		kind: boolean,
		description: "Whether pull requests are opened as drafts.",
		fallback: configuration,
		edges: action
	}),
	override: define({
		commands: ["promote"],
		kind: choice("freeze"),
		description: "By hand: freeze promotes during a freeze window; needs `reason`.",
		fallback: "none"
	}),
	reason: define({
		commands: writers,
		kind: line,
		description: "One line of at most 300 characters for the commit and the pull request.",
		fallback: "none"
	}),
	"dry-run": define({
		commands: [
			"promote",
			"rollback",
			"retag",
			"dispatch"
		],
		kind: boolean,
		description: "Show the diff or the request and change nothing.",
		fallback: "`false`"
	}),
	"on-unknown": define({
		commands: ["check"],
		kind: choice("fail", "missing"),
		description: "What a registry answer that proves nothing means: fail or missing.",
		fallback: "`fail`"
	}),
	tags: define({
		commands: ["retag"],
		kind: listOf((entry) => parseTemplate(entry)),
		description: "List of new tags for the image, with the placeholders of `tag`.",
		fallback: "none; retag needs it"
	}),
	workflow: define({
		commands: ["dispatch"],
		kind: textOf(workflowFile),
		description: "File name of a workflow of the manifest repository, which is started by workflow_dispatch.",
		fallback: "a repository_dispatch",
		edges: action
	}),
	"event-type": define({
		commands: ["dispatch"],
		kind: textOf(eventType),
		description: "Type of the repository_dispatch.",
		fallback: "`promote`",
		edges: action
	}),
	wait: define({
		commands: ["dispatch"],
		kind: seconds,
		description: "With `workflow`: seconds to wait for the end of the run that it starts.",
		fallback: "`0`, none",
		edges: action
	}),
	to: define({
		commands: ["rollback"],
		kind: target,
		description: "What to go back to: an image tag, or commit:ID of the manifest repository.",
		fallback: "what stood before the last promotion"
	}),
	since: define({
		commands: ["history", "status"],
		kind: since,
		description: "How far back history and the page of status look: days such as 90d, weeks such as 12w, or a date.",
		fallback: "`90d`"
	}),
	at: define({
		commands: ["status"],
		kind: pointInTime,
		description: "A moment, RFC 3339: shows what ran then.",
		fallback: "now"
	}),
	page: define({
		commands: ["status"],
		kind: anyText,
		description: "Path of an HTML file to write: a page of what runs where, with its history.",
		fallback: "none is written"
	}),
	report: define({
		commands: ["await"],
		kind: anyText,
		description: "The report of the promotion that is awaited, as JSON or as the path of a file.",
		fallback: "`promotion-report.json` in `RUNNER_TEMP`, which a step before in the same job has written",
		edges: action
	}),
	"argocd-server": define({
		commands: ["await"],
		kind: anyText,
		description: "Address of the API of Argo CD.",
		fallback: "none; await needs it",
		edges: action
	}),
	"argocd-token": define({
		commands: ["await"],
		kind: anyText,
		description: "Token of an account of Argo CD that may read the Applications.",
		fallback: "none; await needs it",
		edges: action
	}),
	timeout: define({
		commands: ["await"],
		kind: seconds,
		description: "Seconds to wait until everything runs.",
		fallback: "`600`",
		edges: action
	})
};
const inputNames = Object.keys(inputTable);
function shownInput(name, edge) {
	return edge === "cli" ? `--${name}` : `\`${name}\``;
}
function inFlags(text) {
	return text.replace(/\b[Tt]he input `([a-z-]+)(?:: ([^`]+))?`/g, (_, name, value) => value === void 0 ? `--${name}` : `--${name} ${value}`);
}

// src/domain/request/parse-inputs.ts
function parseInputs(raw, edge) {
	const { attempt, finish } = gather();
	const given = Object.entries(raw).map(([name, text]) => ({
		name,
		text: text.trim()
	})).filter(({ text }) => text !== "");
	const command = attempt(() => parseCommand(given.find(({ name }) => name === "command")?.text, edge));
	const names = /* @__PURE__ */ new Set();
	const values = {};
	for (const { name, text } of given.filter((entry) => entry.name !== "command")) attempt(() => {
		const known = checkUse(name, {
			command,
			edge
		});
		names.add(known);
		values[known] = inputTable[known].kind.read(text, shownInput(known, edge));
	});
	const inputs = {
		...values,
		command: command ?? "promote"
	};
	attempt(() => {
		const conflicts = command === void 0 ? [] : findConflicts({
			inputs,
			names,
			edge
		});
		if (conflicts.length > 0) throw new PromotionError(conflicts);
	});
	finish();
	return inputs;
}
const parseCommand = (text, edge) => {
	const offered = edge === "cli" ? localCommands : commands;
	const found = offered.find((command) => command === (text ?? "promote"));
	if (found !== void 0) return found;
	const near = nearest(text ?? "", offered)[0];
	const offer = near === void 0 ? "" : `Did you mean ${near}? `;
	return fail("input-invalid", `The command ${quote(text ?? "")} is not known.`, `${offer}The commands are ${listed(offered)}.`);
};
const checkUse = (name, { command, edge }) => {
	const known = inputNames.find((candidate) => candidate === name);
	if (known === void 0) return failUnknown(name, {
		command,
		edge
	});
	if (!isOffered(known, edge)) return fail("inputs-conflict", `${shownInput(known, edge)} is for workflows, and the command line works on a checkout.`, `Leave out ${shownInput(known, edge)}, or run the command as a step of a workflow.`);
	const users = inputTable[known].commands;
	if (command === void 0 || known === "token" || users.includes(command)) return known;
	return fail("inputs-conflict", `${shownInput(known, edge)} is given, and the command ${command} does not use it.`, `Leave out ${shownInput(known, edge)}, or use a command that takes it: ${listed(users)}.`);
};
const failUnknown = (name, { command, edge }) => {
	const offered = command === void 0 ? inputNames : inputsOf(command, edge);
	const near = nearest(name, offered)[0];
	return fail("input-unknown", `The input ${quote(name)} is not known.`, near === void 0 ? `The inputs are ${listed(offered)}.` : `Did you mean ${shownInput(near, edge)}? Otherwise leave it out.`);
};
const isOffered = (name, edge) => {
	const edges = inputTable[name].edges;
	return edges === void 0 || edges.includes(edge);
};
function inputsOf(command, edge) {
	return inputNames.filter((name) => {
		const users = inputTable[name].commands;
		return isOffered(name, edge) && users.includes(command);
	});
}
const both = (one, other) => ({ names }) => names.has(one) && names.has(other);
const without = (one, other) => ({ names }) => names.has(one) && !names.has(other);
const needs = (command, name, hint) => ({
	applies: ({ inputs, names }) => inputs.command === command && !names.has(name),
	code: "input-missing",
	message: `The command ${command} needs {${name}}.`,
	hint
});
const rules = [
	{
		applies: both("from", "tag"),
		message: "{from} takes the tags that another environment runs, and {tag} names one.",
		hint: "Leave out {tag} to promote what that environment runs, or {from} to promote that tag."
	},
	{
		applies: ({ inputs }) => inputs.from !== void 0 && (inputs.images ?? []).some(isPinned),
		message: "{from} takes the tags that another environment runs, and {images} names tags, digests or new names.",
		hint: "Name the images alone in {images}, or leave out {from}."
	},
	{
		applies: ({ inputs }) => inputs.from !== void 0 && (inputs.environments ?? []).includes(inputs.from),
		message: "{from} names an environment that is also in {environments}.",
		hint: "Take it out of {environments}, or name another one in {from}."
	},
	{
		applies: without("override", "reason"),
		message: "{override} is given without {reason}.",
		hint: "Give {reason}, which the commit records, or leave out {override}."
	},
	{
		applies: both("workflow", "event-type"),
		message: "{workflow} sends a workflow_dispatch, and {event-type} is for a repository_dispatch.",
		hint: "Leave out {event-type} to start the workflow, or {workflow} to send the event."
	},
	{
		applies: without("wait", "workflow"),
		message: "{wait} is given without {workflow}: a repository_dispatch does not tell which run it starts.",
		hint: "Give {workflow}, or leave out {wait}."
	},
	{
		applies: ({ inputs, names }) => inputs.command === "status" && names.has("since") && !names.has("page"),
		message: "{since} says how far back the page of status looks, and {page} is not given.",
		hint: "Give the file to write in {page}, leave out {since}, or use the command history."
	},
	...[
		"merge-method",
		"labels",
		"reviewers",
		"assignees",
		"draft"
	].map((name) => ({
		applies: ({ inputs, names }) => inputs.delivery === "commit" && names.has(name),
		message: `{${name}} is for pull requests, and {delivery} is commit.`,
		hint: `Leave out {${name}}, or deliver by pull-request, auto-merge or merge.`
	})),
	{
		applies: ({ inputs: { draft, delivery } }) => draft === true && (delivery === "auto-merge" || delivery === "merge"),
		message: "{draft} opens a pull request that cannot be merged, and {delivery} wants it merged.",
		hint: "Leave out {draft}, or deliver by pull-request."
	},
	{
		applies: ({ inputs, edge }) => edge === "cli" && inputs.delivery !== void 0 && inputs.delivery !== "commit",
		message: "On a checkout {delivery} takes commit alone: there are no pull requests.",
		hint: "Use {delivery} commit to make the commit, or leave it out to change the working tree alone."
	},
	{
		applies: ({ inputs }) => inputs.command === "rollback" && (inputs.images ?? []).some(isPinned),
		message: "{images} names tags, digests or new names, and rollback finds what to go back to by itself.",
		hint: "Name the images alone in {images}, and give the tag in {to} if it must be a certain one."
	},
	needs("dispatch", "repository", "Give the manifest repository, owner/name, in {repository}."),
	needs("check", "images", "Name the images to look for in {images}."),
	needs("retag", "images", "Name the image that is there already in {images}."),
	needs("await", "argocd-server", "Give the address of Argo CD in {argocd-server}: a report never says where the token goes."),
	needs("await", "argocd-token", "Give a token of an account that may read the Applications in {argocd-token}."),
	needs("retag", "tags", "Name the new tags of the image in {tags}.")
];
const isPinned = ({ newName, tag, digest }) => newName !== void 0 || tag !== void 0 || digest !== void 0;
function findConflicts(given) {
	const name = (text) => text.replace(/\{([a-z-]+)\}/g, (_, input) => shownInput(input, given.edge));
	return rules.filter((rule) => rule.applies(given)).map(({ code = "inputs-conflict", message, hint }) => ({
		code,
		message: name(message),
		hint: name(hint)
	}));
}
const readable = [
	{
		name: "product",
		spellings: ["product"]
	},
	{
		name: "environments",
		spellings: ["environments", "environment"]
	},
	{
		name: "images",
		spellings: ["images", "image"]
	},
	{
		name: "tag",
		spellings: ["tag"]
	},
	{
		name: "from",
		spellings: ["from"]
	},
	{
		name: "to",
		spellings: ["to"]
	},
	{
		name: "reason",
		spellings: ["reason"]
	},
	{
		name: "dry-run",
		spellings: ["dry-run"]
	}
];
function readInputs(step, event) {
	const byHand = event.name === "workflow_dispatch" && triggerOf(event) === "by-hand";
	const command = commandOf(step.command);
	const found = (byHand && command !== void 0 ? readable.filter(({ name }) => !isSet(step[name])) : []).map(({ name, spellings }) => ({
		name,
		spellings,
		texts: findInputs(event, spellings)
	})).filter(({ texts }) => texts.length > 0);
	const used = found.filter(({ name }) => command !== void 0 && isUsed(name, command));
	const { attempt, finish } = gather();
	for (const { spellings, texts } of used) if (texts.length > 1) attempt(() => failSpeltTwice(spellings));
	const raw = Object.fromEntries(used.map(({ name, texts }) => [name, texts[0] ?? ""]));
	const inputs = attempt(() => parseInputs({
		...step,
		...raw
	}, "action"));
	finish();
	return {
		inputs,
		warnings: found.filter((entry) => !used.includes(entry)).flatMap(({ name }) => warnUnused(name, command))
	};
}
function commandOf(text) {
	return commands.find((candidate) => candidate === (text?.trim() || "promote"));
}
const isSet = (text) => text !== void 0 && text.trim() !== "";
const isUsed = (name, command) => {
	return inputTable[name].commands.includes(command);
};
const findInputs = ({ payload }, spellings) => spellings.map((spelling) => ownValueAt(payload, "inputs", spelling)).filter((value) => typeof value === "string" || typeof value === "boolean" || typeof value === "number").map(String).filter(isSet);
const warnUnused = (name, command) => {
	if (command !== "promote" && command !== "rollback") return [];
	return [{
		message: `The workflow's input \`${name}\` is filled in, and the command ${command} does not use it.`,
		hint: "Leave it empty."
	}];
};
const failSpeltTwice = (spellings) => fail("inputs-conflict", `The workflow's inputs ${spellings.map((spelling) => `\`${spelling}\``).join(" and ")} are both filled in.`, "Fill in one of them.");

// src/domain/request/request.ts
function mergeRequested(input, payload) {
	const { inputs } = input;
	const images = inputs.images ?? payload.images;
	const open = inputs.from === void 0 && (images.length === 0 || images.some(isUnpinned));
	return {
		products: inputs.product ?? payload.products,
		environments: inputs.environments ?? (inputs.command === "dispatch" ? defaultEnvironments(input) : payload.environments),
		images,
		tag: open ? tagOf(inputs, payload) : void 0,
		digest: open && inputs.tag === void 0 ? payload.digest : void 0,
		tags: inputs.tags ?? []
	};
}
function usesRun(inputs) {
	return [tagOf(inputs), ...inputs.tags ?? []].some((tag) => tag !== void 0 && !isLiteral(tag));
}
const tagOf = ({ command, tag }, payload) => {
	if (tag !== void 0) return tag;
	if (payload?.tag !== void 0) return literalTemplate(payload.tag);
	return command === "check" || command === "dispatch" ? parseTemplate("{sha}") : void 0;
};
function checkRequested({ input, payload, requested, revision, ref }) {
	const { attempt, finish } = gather();
	attempt(() => checkByHand(input, "from"));
	attempt(() => checkByHand(input, "override"));
	attempt(() => checkPlaces(input, requested));
	attempt(() => checkSize(requested));
	attempt(() => checkNamed(input, requested));
	attempt(() => checkRollback(input, payload));
	const templates = [...requested.tag === void 0 ? [] : [requested.tag], ...requested.tags];
	const untold = revision.kind === "none" && templates.some(needsCommit) ? revision.violation : void 0;
	attempt(() => refuse(untrusted(input) ?? untold));
	const [tag] = templates.map((template) => attempt(() => expandTemplate(template, {
		sha: anyCommit,
		ref
	})));
	if (requested.tag === void 0 || tag !== void 0 && !needsCommit(requested.tag)) attempt(() => settle(input.inputs)(requested.images, {
		tag: requested.tag && tag,
		digest: requested.digest
	}));
	finish();
}
function settle({ command }) {
	return command === "check" ? pinImages : settleImages;
}
const refuse = (violation) => {
	if (violation !== void 0) throw new PromotionError([violation]);
};
const untrusted = (input) => {
	const { command } = input.inputs;
	if (command === "promote" || command === "rollback") return strayRef(input) ?? (triggerOf(input.event) === "direct" ? foreignRun(input) : void 0);
	return command === "dispatch" || command === "retag" ? foreignRun(input) : void 0;
};
const anyCommit = "a".repeat(40);
function isScheduled({ event, inputs, run }) {
	if (event.name !== "schedule" || inputs.command !== "promote") return false;
	return inputs.repository === void 0 || inputs.repository.toLowerCase() === run.repository?.toLowerCase();
}
const checkByHand = (input, name) => {
	if (input.inputs[name] === void 0 || triggerOf(input.event) === "by-hand") return;
	if (name === "from" && isScheduled(input)) return;
	const shown = shownInput(name, edgeOf(input));
	fail("inputs-conflict", `${shown} is for promotions by hand${name === "from" ? " or on a schedule of the manifest repository" : ""}, and this one was started by ${startedBy(input)}.`, `Leave out ${shown}, or start the promotion by hand.`);
};
const startedBy = ({ event }) => event.name === "command-line" ? "a payload" : `the event ${quote(event.name)}`;
const checkPlaces = (input, requested) => {
	const { attempt, finish } = gather();
	if (![
		"promote",
		"dispatch",
		"rollback"
	].includes(input.inputs.command)) return;
	if (requested.products.length === 0) attempt(() => fail(missing(input, "product-missing"), "The request names no product.", wayIn(input, "product")));
	if (requested.environments.length === 0) {
		const hint = wayIn(input, "environments");
		attempt(() => fail(missing(input, "environment-missing"), "The request names no environment.", hint));
	}
	finish();
};
const checkSize = ({ products, environments, images }) => {
	const { attempt, finish } = gather();
	const places = new Set(products).size * new Set(environments).size;
	attempt(() => checkCount(places, {
		most: MOST_PLACES,
		what: "products × environments"
	}));
	attempt(() => checkCount(images.length, {
		most: MOST_IMAGES,
		what: "images"
	}));
	finish();
};
const checkNamed = (input, { images, tag, digest }) => {
	const { inputs } = input;
	if (inputs.from !== void 0 || inputs.command === "rollback") return;
	if (tag !== void 0 || digest !== void 0) return;
	const hint = wayIn(input, "tag");
	checkPinned(images, `Write NAME:TAG, or ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`);
	if (images.length > 0) return;
	fail(missing(input, "image-missing"), "The request names no image and no tag.", wayIn(input, "images"));
};
const missing = ({ event }, code) => event.name === "command-line" && payloadOf(event) === void 0 ? "input-missing" : code;
const checkRollback = ({ inputs }, { images, tag, digest }) => {
	if (inputs.command !== "rollback") return;
	if (tag === void 0 && digest === void 0 && images.every(isUnpinned)) return;
	fail("payload-invalid", "The payload names tags or digests, and rollback finds what to go back to by itself.", "Name the images alone, and give the tag in the input `to` if it must be a certain one.");
};
const wayIn = (input, name) => {
	const { event } = input;
	const edge = edgeOf(input);
	const give = edge === "cli" ? `give ${shownInput(name, edge)}` : `set the input ${shownInput(name, edge)} on the step`;
	if ((input.inputs.command === "promote" || input.inputs.command === "rollback") && (event.name === "repository_dispatch" || payloadOf(event) !== void 0)) return `Add \`${name}\` to the payload, or ${give}.`;
	if (event.name === "workflow_dispatch") return `Fill in the workflow's input \`${name}\`, or ${give}.`;
	return `${give.charAt(0).toUpperCase()}${give.slice(1)}.`;
};
const edgeOf = ({ event }) => event.name === "command-line" ? "cli" : "action";
const nothing = {
	products: [],
	environments: [],
	images: [],
	warnings: []
};
function readRequest(input, tell = () => void 0) {
	const { inputs, event } = input;
	const trigger = triggerOf(event);
	const payload = (inputs.command === "promote" || inputs.command === "rollback") && trigger === "automatic" ? readPayload(payloadOf(event)) : nothing;
	const early = inputs.command === "dispatch" ? explainPreRelease(input, inputs.environments) : [];
	const warnings = [...payload.warnings, ...early];
	tell(warnings);
	const requested = mergeRequested(input, payload);
	const revision = revisionOf(input);
	const ref = refOf(input);
	checkRequested({
		input,
		payload,
		requested,
		revision,
		ref
	});
	const { tag, tags, ...named } = requested;
	const placeholders = {
		sha: revision.kind === "commit" ? revision.sha : void 0,
		ref
	};
	return {
		request: {
			promotion: {
				trigger,
				...named,
				from: inputs.from,
				...isScheduled(input) ? { scheduled: true } : {},
				override: inputs.override,
				reason: inputs.reason,
				source: isOwn(input) ? sourceOf(input) : payload.source,
				proof: payload.proof
			},
			tags: [],
			settings: settingsOf(inputs),
			dryRun: inputs["dry-run"] ?? false,
			to: inputs.to,
			warnings
		},
		question: questionOf(input, {
			revision,
			needed: [...tags, ...tag === void 0 ? [] : [tag]].some(needsCommit)
		}),
		open: {
			tag,
			tags,
			placeholders,
			settle: settle(inputs)
		}
	};
}
const isOwn = (input) => {
	const { inputs, event, run } = input;
	if (inputs.command === "dispatch") return true;
	if (inputs.command !== "promote" || isScheduled(input)) return false;
	const trigger = triggerOf(event);
	if (trigger !== "by-hand") return trigger === "direct";
	return inputs.repository !== void 0 && inputs.repository.toLowerCase() !== run.repository?.toLowerCase();
};
const questionOf = (input, { revision, needed }) => {
	const { repository } = input.run;
	if (repository === void 0 || revision.kind === "none") return void 0;
	if (revision.kind === "ref" && (needed || isOwn(input))) return {
		repository,
		revision: revision.ref,
		required: needed
	};
	if (revision.kind === "commit" && isOwn(input)) return {
		repository,
		revision: revision.sha,
		required: false
	};
};
const settingsOf = (inputs) => ({
	delivery: inputs.delivery,
	mergeMethod: inputs["merge-method"],
	labels: inputs.labels,
	reviewers: inputs.reviewers,
	assignees: inputs.assignees,
	draft: inputs.draft
});
function withCommit({ request, open }, commit) {
	const answer = commit === void 0 ? void 0 : checkAnswer(commit);
	const placeholders = {
		...open.placeholders,
		sha: answer?.sha ?? open.placeholders.sha
	};
	const { attempt, finish } = gather();
	const tag = attempt(() => open.tag === void 0 ? void 0 : expandTemplate(open.tag, placeholders));
	const tags = open.tags.map((template) => attempt(() => expandTemplate(template, placeholders)));
	finish();
	const { promotion } = request;
	const { digest, images, source } = promotion;
	const alone = images.length === 0;
	return {
		...request,
		tags: [...new Set(tags.filter((entry) => entry !== void 0))],
		promotion: {
			...promotion,
			images: open.settle(images, {
				tag,
				digest
			}),
			tag: alone ? tag : void 0,
			digest: alone ? digest : void 0,
			source: promotion.trigger === "automatic" || answer === void 0 ? source : complete(source, answer)
		}
	};
}
const complete = (source, { sha, committedAt }) => source === void 0 ? void 0 : {
	...source,
	sha,
	committedAt
};
const checkAnswer = ({ sha, committedAt }) => {
	const problem = commitId.problem(sha);
	if (problem !== void 0) fail("source-invalid", `The commit ${quote(sha)} ${problem}.`, commitId.hint);
	return {
		sha,
		committedAt: committedAt === void 0 ? void 0 : moment(committedAt)
	};
};

export { newId as $, isRepository as $t, violationsOf as A, onceEach as An, hasRecord as At, verdictWord as B, isName as Bt, concludeFailure as C, PromotionError as Cn, plainLogin as Ct, runnerLog as D, fail as Dn, hasOwnForm as Dt, mask as E, dispositionOf as En, commitMessage as Et, reasonFor as F, refuseMoment as Ft, outcomeSign as G, runTrailer as Gt, commandLineExitCode as H, isStateTrailer as Ht, renderText as I, setBy as It, ownValue as J, checkDigest as Jt, isObject as K, canonicalReference as Kt, shortPath as L, stepsByMessage as Lt, otherNotices as M, landingsOf as Mt, outcomeWord as N, lineOf as Nt, writeAnnotations as O, gather as On, inert as Ot, printPlace as P, promotersOf as Pt, listenForSignals as Q, isDigest as Qt, shortReference as R, actorTrailer as Rt, MOST_FILES as S, visible as Sn, isOneOf as St, inertLines as T, collect as Tn, toldChanges as Tt, firstOf as U, parseTrailers as Ut, actionExitCode as V, isOwned as Vt, headlineOf as W, printTrailerLines as Wt, setOutput as X, checkTag as Xt, ownValueAt as Y, checkRepository as Yt, exit as Z, dockerHubPath as Zt, strayRef as _, counted as _n, reasonIn as _t, inputsOf as a, registryOf as an, TEMPORARY_BRANCHES as at, LONGEST_CONTENTION as b, quote as bn, claimOf as bt, USUAL_CONFIG as c, spellingsOf as cn, isLeftOver as ct, inFlags as d, actor as dn, pullRequestOptionsOf as dt, isTag as en, systemClock as et, inputNames as f, isLoopback as fn, temporaryBranch as ft, proposedCommit as g, reviewer as gn, itemKey as gt, payloadOf as h, relativePath as hn, idIn as ht, commandOf as i, printReference as in, BRANCHES as it, diffLines as j, orStopped as jn, landingCommits as jt, buildReport as k, isInterruption as kn, askedIn as kt, boolean as l, splitReference as ln, partsOf as lt, localCommands as m, login$1 as mn, deliveryLines$1 as mt, usesRun as n, parseReference as nn, entriesOf$1 as nt, parseInputs as o, sameReference as on, branchesOf as ot, inputTable as p, label as pn, carriedBy as pt, open as q, canonicalRepository as qt, withCommit as r, printImage as rn, stateTrailers as rt, readInputs as s, sameRepository as sn, chooseMethod as st, readRequest as t, keepsVersion as tn, buildsIn as tt, commands as u, require_builtin_esm_external_require_util as un, productOf as ut, moment as v, listed as vn, sameCarried as vt, startCommand as w, alongWith as wn, requestsFor as wt, MOST_BYTES as x, quoteWords as xn, explainForeign as xt, LARGEST_MANIFEST as y, nearest as yn, sameDeliveries as yt, shownDiff as z, isCommit as zt };