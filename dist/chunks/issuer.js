// src/domain/proof/issuer.ts
function issuerOf(server) {
	const { hostname, origin } = new URL(server);
	if (hostname === "github.com") return "https://token.actions.githubusercontent.com";
	if (hostname.endsWith(".ghe.com")) return `https://token.actions.${hostname}`;
	return `${origin}/_services/token`;
}
function isTrustworthy(address) {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname } = new URL(address);
	return protocol === "https:" || protocol === "http:" && [
		"localhost",
		"127.0.0.1",
		"[::1]"
	].includes(hostname);
}

export { issuerOf as n, isTrustworthy as t };