import { An as quote, En as isLoopback, Ht as checkRepository, Ln as fail, Wt as hubPath, Zt as registryOf } from "./common.js";

// src/domain/registry/location.ts
const hub = {
	registry: "docker.io",
	origin: "https://registry-1.docker.io",
	credentialKey: "https://index.docker.io/v1/"
};
function locate(repository) {
	checkRepository(repository);
	const path = hubPath(repository);
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

export { locate as n, isSafe as t };