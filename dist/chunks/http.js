import { Tn as send, hn as troubleOf, wn as TOO_LARGE } from "./common.js";

// src/adapters/oidc/http.ts
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
	const { detail, remedy } = troubleOf(error);
	return {
		kind: "failure",
		reason: `${host} ${detail}`,
		remedy
	};
};

export { getJson as t };