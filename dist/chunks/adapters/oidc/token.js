import { Ln as fail, et as isObject } from "../../common.js";
import { t as getJson } from "../../http.js";

// src/adapters/oidc/token.ts
async function requestIdToken({ url, token, clock }, audience) {
	if (!url || !token || !URL.canParse(url)) return fail("permission-missing", "The job may not have an OpenID Connect token, which proves where the request comes from.", "Give it \"permissions: id-token: write\"; runs of pull requests from forks never get one.");
	const address = new URL(url);
	address.searchParams.set("audience", audience);
	const answer = await getJson(address, {
		clock,
		authorization: `bearer ${token}`
	});
	const value = answer.kind === "answer" && isObject(answer.body) ? answer.body.value : void 0;
	if (typeof value === "string" && value !== "") return value;
	const { reason, remedy } = answer.kind === "failure" ? answer : { reason: "its answer holds none" };
	return fail("issuer-unavailable", `The runner gives no OpenID Connect token: ${reason}.`, remedy ?? "Run it again; see https://www.githubstatus.com.");
}

export { requestIdToken };