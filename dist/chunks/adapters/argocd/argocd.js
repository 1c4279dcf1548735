import { i as textAt, n as at, r as listAt } from "../../declared-applications.js";
import { Dn as fail, K as isObject, Sn as visible, bn as quote, fn as isLoopback } from "../../common.js";
import { St as connectionFailure, wt as send, xt as TOO_LARGE } from "../../action.js";

// src/domain/await/live-application.ts
function readApplication(body) {
	const name = textAt(body, "metadata", "name");
	if (name === void 0) return void 0;
	const resources = listAt(body, "status", "resources");
	return {
		name,
		namespace: textAt(body, "metadata", "namespace"),
		project: textAt(body, "spec", "project"),
		applicationSet: ownerOf(body),
		cluster: textAt(body, "spec", "destination", "name") ?? textAt(body, "spec", "destination", "server"),
		automated: isAutomated(at(body, "spec", "syncPolicy", "automated")),
		sources: sourcesOf(body),
		sync: textAt(body, "status", "sync", "status") ?? "Unknown",
		revisions: revisionsOf(at(body, "status", "sync")),
		isRequested: at(body, "operation") !== void 0 && at(body, "operation") !== null,
		operation: operationOf(at(body, "status", "operationState")),
		health: textAt(body, "status", "health", "status") ?? "Unknown",
		healthMessage: textAt(body, "status", "health", "message") ?? "",
		healthSince: moment(body, "status", "health", "lastTransitionTime"),
		images: listAt(body, "status", "summary", "images").filter((image) => typeof image === "string"),
		errors: listAt(body, "status", "conditions").flatMap(errorOf),
		degraded: resources.flatMap((resource) => problemOf(resource, "Degraded")),
		suspended: resources.flatMap((resource) => problemOf(resource, "Suspended")),
		reconciledAt: moment(body, "status", "reconciledAt")
	};
}
const isAutomated = (automated) => automated !== void 0 && automated !== null && at(automated, "enabled") !== false;
const ownerOf = (body) => {
	const owner = listAt(body, "metadata", "ownerReferences").find((one) => textAt(one, "kind") === "ApplicationSet");
	return textAt(owner, "name") ?? textAt(body, "metadata", "labels", "argocd.argoproj.io/application-set-name");
};
const sourcesOf = (body) => {
	const several = listAt(body, "spec", "sources");
	const one = at(body, "spec", "source");
	return (several.length > 0 ? several : one === void 0 ? [] : [one]).map((source) => ({
		repository: textAt(source, "repoURL"),
		path: textAt(source, "path")
	}));
};
const revisionsOf = (value) => {
	const several = listAt(value, "revisions").map(String);
	const one = textAt(value, "revision");
	return several.length > 0 ? several : one === void 0 ? [] : [one];
};
const operationOf = (state) => {
	const phase = textAt(state, "phase");
	if (phase === void 0) return void 0;
	const synced = revisionsOf(at(state, "syncResult"));
	return {
		phase,
		message: textAt(state, "message") ?? "",
		revisions: synced.length > 0 ? synced : revisionsOf(at(state, "operation", "sync")),
		startedAt: moment(state, "startedAt"),
		finishedAt: moment(state, "finishedAt")
	};
};
const errorOf = (condition) => {
	const subject = textAt(condition, "type") ?? "";
	if (!subject.endsWith("Error")) return [];
	return [{
		subject,
		message: textAt(condition, "message") ?? "",
		since: moment(condition, "lastTransitionTime")
	}];
};
const problemOf = (resource, health) => {
	if (textAt(resource, "health", "status") !== health) return [];
	return [{
		subject: [textAt(resource, "kind"), textAt(resource, "name")].filter(Boolean).join(" "),
		message: textAt(resource, "health", "message") ?? "",
		since: moment(resource, "health", "lastTransitionTime")
	}];
};
const moment = (value, ...keys) => {
	const found = new Date(textAt(value, ...keys) ?? NaN);
	return Number.isNaN(found.getTime()) ? void 0 : found;
};

// src/adapters/argocd/argocd.ts
const TIMEOUT = 3e4;
const LARGEST_ANSWER = 67108864;
const LONGEST_WORDS = 1e3;
const RIGHT = "Give its account the right to read Applications: \"p, ACCOUNT, applications, get, PROJECT/*, allow\" in argocd-rbac-cm. Argo CD answers the same for an Application that does not exist, so check its name as well.";
const ADDRESS = "Set the input `argocd-server` to the address of Argo CD, such as https://argocd.example.com.";
function argocdServer({ server, token }) {
	const base = baseOf(server);
	if (/[^ -~]/.test(token)) fail("argocd-refused", "The input `argocd-token` holds characters that no token has.", "Check the secret.");
	const get = (path, query) => ask(urlOf(base, path, query), token);
	return {
		application: async ({ name, namespace, project }, look) => {
			const query = {
				appNamespace: namespace,
				project,
				refresh: look?.refresh && "normal"
			};
			return read(await get(`applications/${encodeURIComponent(name)}`, query), readApplication);
		},
		applications: async (projects) => read(await get("applications", { projects }), readList),
		rollingSync: async (applicationSet, namespace) => {
			const path = `applicationsets/${encodeURIComponent(applicationSet)}`;
			const answer = await get(path, { appsetNamespace: namespace }).catch(() => void 0);
			if (answer?.kind !== "found") return "unknown";
			return at(answer.value, "spec", "strategy", "type") === "RollingSync" ? "yes" : "no";
		}
	};
}
const baseOf = (server) => {
	const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(server) ? server : `https://${server}`;
	const url = URL.canParse(text) ? new URL(text) : void 0;
	if (url === void 0 || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "") return fail("argocd-unavailable", `Argo CD has no proper address: ${quote(server)}.`, ADDRESS);
	if (url.protocol === "https:" || isLoopback(url.hostname)) return url;
	return fail("argocd-unavailable", `The address of Argo CD is not https: ${quote(server)}.`, ADDRESS);
};
const urlOf = (base, path, query) => {
	const url = new URL(`api/v1/${path}`, base.href.replace(/\/?$/, "/"));
	for (const [name, value] of Object.entries(query)) for (const one of typeof value === "string" ? [value] : value ?? []) url.searchParams.append(name, one);
	return url;
};
const ask = async (url, token) => {
	try {
		const headers = {
			accept: "application/json",
			"user-agent": "image-promotion",
			authorization: `Bearer ${token}`
		};
		const sending = {
			signal: AbortSignal.timeout(TIMEOUT),
			most: LARGEST_ANSWER
		};
		return answerIn(await send({
			method: "GET",
			url,
			headers
		}, sending), url);
	} catch (error) {
		return troubleIn(error, url);
	}
};
const answerIn = (reply, { host }) => {
	const { status, body } = reply;
	const value = jsonOf(body);
	if (status === 200 && isObject(value)) return {
		kind: "found",
		value
	};
	if (status >= 300 && status < 400) {
		const detail = `answers ${status}, a redirect, which is not followed, as the token goes to no other address`;
		return fail("argocd-unavailable", `Argo CD at ${quote(host)} ${detail}.`, ADDRESS);
	}
	const words = wordsOf(value);
	if (status === 401) return fail("argocd-refused", `Argo CD at ${quote(host)} does not accept the token: ${words}.`, "Check the input `argocd-token`: it is mistyped, expired or revoked, or belongs to another server.");
	if (status === 403) return fail("argocd-refused", `Argo CD at ${quote(host)} refuses to tell: ${words}.`, RIGHT);
	if (status === 404 && isObject(value)) return { kind: "missing" };
	if (status === 200 || status === 404) {
		const detail = `answers ${status} with something else than JSON`;
		return fail("argocd-unavailable", `The server ${quote(host)} ${detail}, so it is not Argo CD.`, ADDRESS);
	}
	return {
		kind: "unavailable",
		reason: `${host} answers ${status}: ${words}`
	};
};
const troubleIn = (error, { host }) => {
	const { name, code } = error;
	if (name === "PromotionError") throw error;
	if (name === "TimeoutError") return {
		kind: "unavailable",
		reason: `${host} does not answer in time`
	};
	if (code === "ERR_BODY_TOO_LARGE") return {
		kind: "unavailable",
		reason: `${host} answers with more than 64 MiB`
	};
	const { detail, remedy } = connectionFailure(error);
	if (remedy !== void 0) return fail("argocd-unavailable", `Argo CD at ${quote(host)} ${detail}.`, remedy);
	return {
		kind: "unavailable",
		reason: `${host} ${detail}`
	};
};
const jsonOf = (body) => {
	try {
		return JSON.parse(new TextDecoder().decode(body));
	} catch {
		return;
	}
};
const wordsOf = (body) => {
	const message = at(body, "message") ?? at(body, "error");
	return typeof message === "string" && message !== "" ? visible(message).slice(0, LONGEST_WORDS) : "it gives no reason";
};
const read = (answer, parse) => {
	if (answer.kind !== "found") return answer;
	const value = parse(answer.value);
	return value === void 0 ? {
		kind: "unavailable",
		reason: "the answer is no Application"
	} : {
		kind: "found",
		value
	};
};
const readList = (body) => {
	const items = at(body, "items");
	return (Array.isArray(items) ? items : []).flatMap((item) => readApplication(item) ?? []);
};

export { argocdServer };