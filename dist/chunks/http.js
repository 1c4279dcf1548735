// src/adapters/oidc/http.ts
const ATTEMPTS = 3;
const TIMEOUT = 1e4;
async function getJson(url, asking) {
	for (let attempt = 1;; attempt++) {
		const answer = await once(url, asking);
		if (!(answer.kind === "failure" && (answer.status === void 0 || answer.status >= 500 || answer.status === 429)) || attempt === ATTEMPTS) return answer;
		await asking.clock.sleep(500 * 2 ** (attempt - 1) * (1 + asking.clock.random()));
	}
}
const once = async (url, { authorization }) => {
	try {
		const response = await fetch(url, {
			redirect: "manual",
			signal: AbortSignal.timeout(TIMEOUT),
			headers: {
				accept: "application/json",
				"user-agent": "image-promotion",
				...authorization === void 0 ? {} : { authorization }
			}
		});
		const text = await response.text();
		if (response.status !== 200) return {
			kind: "failure",
			reason: `${url.host} answers with status ${response.status}`,
			status: response.status
		};
		return {
			kind: "answer",
			body: JSON.parse(text)
		};
	} catch (error) {
		if (error instanceof SyntaxError) return {
			kind: "failure",
			reason: `${url.host} answers with no JSON`,
			status: 200
		};
		return {
			kind: "failure",
			reason: error instanceof Error && error.name === "TimeoutError" ? `${url.host} does not answer in time` : `${url.host} cannot be reached`
		};
	}
};

export { getJson as t };