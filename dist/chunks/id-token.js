import { createHash } from "node:crypto";
import { Dn as fail, K as isObject } from "./common.js";
import { St as connectionFailure, n as boundText, t as AUDIENCE, wt as send, xt as TOO_LARGE } from "./action.js";

// src/adapters/oidc/id-token.ts
const ATTEMPTS = 3;
const TIMEOUT = 1e4;
const LARGEST_BODY = 1048576;
async function getJson(url, asking) {
	for (let attempt = 1;; attempt++) {
		const answer = await once(url, asking);
		if (answer.kind === "answer" || !mayPass(answer) || attempt === ATTEMPTS) return answer;
		await asking.clock.sleep(500 * 2 ** (attempt - 1) * (1 + asking.clock.random()));
	}
}
const mayPass = ({ status, remedy }) => remedy === void 0 && (status === void 0 || status >= 500 || status === 429);
const once = async (url, { authorization }) => {
	try {
		const headers = {
			accept: "application/json",
			"user-agent": "image-promotion",
			...authorization === void 0 ? {} : { authorization }
		};
		const sending = {
			signal: AbortSignal.timeout(TIMEOUT),
			most: LARGEST_BODY
		};
		const { status, body } = await send({
			method: "GET",
			url,
			headers
		}, sending);
		if (status !== 200) return {
			kind: "failure",
			reason: `${url.host} answers with status ${status}`,
			status
		};
		return {
			kind: "answer",
			body: JSON.parse(new TextDecoder().decode(body))
		};
	} catch (error) {
		return failureOf(error, url);
	}
};
const failureOf = (error, { host }) => {
	if (error instanceof SyntaxError) return {
		kind: "failure",
		reason: `${host} answers with no JSON`,
		status: 200
	};
	if (error instanceof Error && error.name === "TimeoutError") return {
		kind: "failure",
		reason: `${host} does not answer in time`
	};
	const { code, status } = error;
	if (code === "ERR_BODY_TOO_LARGE") return {
		kind: "failure",
		reason: `${host} answers with more than 1 MiB`,
		status
	};
	const { detail, remedy } = connectionFailure(error);
	return {
		kind: "failure",
		reason: `${host} ${detail}`,
		remedy
	};
};
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
function proofAudience(repository, payload) {
	return AUDIENCE + createHash("sha256").update(boundText(repository, payload)).digest("hex");
}

export { proofAudience as n, requestIdToken as r, getJson as t };