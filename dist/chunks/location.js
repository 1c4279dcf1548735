import { Dn as fail, Jt as checkDigest, Tn as collect, Xt as checkTag, Yt as checkRepository, Zt as dockerHubPath, an as registryOf, bn as quote, fn as isLoopback, rn as printImage } from "./common.js";

// src/domain/registry/location.ts
const hub = {
	registry: "docker.io",
	origin: "https://registry-1.docker.io",
	credentialKey: "https://index.docker.io/v1/"
};
function locate(repository) {
	checkRepository(repository);
	const path = dockerHubPath(repository);
	if (path !== void 0) return {
		...hub,
		name: path
	};
	const named = registryOf(repository) ?? "";
	const registry = named.toLowerCase();
	const name = repository.slice(named.length + 1);
	if (!/[.:]/.test(registry) && registry !== "localhost") refuse(repository, "has upper-case letters in its first part");
	const origin = `${isLoopback(hostOf(registry)) ? "http" : "https"}://${registry}`;
	if (!URL.canParse(origin)) refuse(repository, "names a registry with an impossible address");
	return {
		registry,
		origin,
		name,
		credentialKey: registry
	};
}
const refuse = (repository, problem) => fail("image-invalid", `The image name ${quote(repository)} ${problem}.`, repository === repository.toLowerCase() ? "Name the registry as host or host:port, such as registry.example.com/shop/web." : `Write it in lower case: ${quote(repository.toLowerCase())}.`);
const hostOf = (registry) => registry.replace(/:[0-9]+$/, "");
function isSafe(address, origin) {
	if (address.username !== "" || address.password !== "") return false;
	if (address.protocol === "https:") return true;
	return address.protocol === "http:" && isLoopback(address.hostname) && isLoopback(new URL(origin).hostname);
}
function referencesOf(images) {
	if (images.length === 0) fail("image-missing", "No image is named.", "Set the input `images`.");
	const references = collect(images.map((image) => () => referenceOf(image)));
	return [...new Map(references.map((reference) => [JSON.stringify(reference), reference])).values()];
}
const referenceOf = (image) => {
	const { name, newName, tag, digest } = image;
	const repository = newName ?? name;
	locate(repository);
	if (tag !== void 0) checkTag(tag);
	if (digest !== void 0) checkDigest(digest);
	if (tag === void 0 && digest === void 0) fail("tag-missing", `The image ${quote(printImage(image))} has no tag.`, "Write it as NAME:TAG, or set the input `tag`.");
	return {
		repository,
		tag,
		digest
	};
};

export { locate as n, referencesOf as r, isSafe as t };