import { a as fail } from "./errors.js";
import { r as quote } from "./text.js";

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
function sameReference(a, b) {
	return a.repository === b.repository && a.tag === b.tag && a.digest === b.digest;
}
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

export { parseReference as a, registryOf as c, parseImage as i, sameReference as l, checkRepository as n, printImage as o, checkTag as r, printReference as s, checkDigest as t, splitReference as u };