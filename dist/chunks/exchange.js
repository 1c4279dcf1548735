import { Ct as follow, St as connectionFailure, bt as REDIRECTED, wt as send, xt as TOO_LARGE } from "./action.js";
import { Dn as fail, Sn as visible, bn as quote } from "./common.js";
import { t as isSafe } from "./location.js";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { homedir } from "node:os";

// src/domain/registry/verdict.ts
const digestGrammar = /^(?:sha256:[0-9a-f]{64}|sha384:[0-9a-f]{96}|sha512:[0-9a-f]{128})$/;
function isDigest(text) {
	return text !== void 0 && digestGrammar.test(text);
}
function judgeHead(answer, asked, wanted) {
	if (answer.status === 200) return isDigest(answer.digest) ? judgeDigest(answer.digest, asked, wanted) : "read";
	if (answer.status === 404) return answer.marked ? { verdict: "absent" } : "read";
	if (answer.status === 405 || answer.status === 501) return "read";
	if (answer.marked && answer.status >= 400 && answer.status < 429) return "read";
	return judgeStatus(answer.status, asked);
}
const judgeDigest = (digest, { registry }, wanted) => wanted === void 0 || digest.split(":")[0] !== wanted.split(":")[0] || digest === wanted ? {
	verdict: "present",
	digest: wanted ?? digest
} : unexpected(registry, "answers with another digest than the one that it was asked for", 200);
function judgeNotFound(body, { registry }) {
	if (body.trim() === "" || isObject(body)) return { verdict: "absent" };
	return unexpected(registry, "answers 404 with a page that is not a registry’s", 404);
}
function isObject(text) {
	return isRecord(parseJson$1(text));
}
function judgeStatus(status, { registry, loggedIn }, body = "") {
	const words = wordsOf(body);
	const unknown = {
		verdict: "unknown",
		registry,
		status,
		cause: causeOf({
			status,
			loggedIn,
			words
		}),
		detail: `answers ${status}`
	};
	return words === void 0 ? unknown : {
		...unknown,
		words: words.text
	};
}
const causeOf = (refusal) => {
	const { status, loggedIn, words } = refusal;
	if (status === 429) return "rate-limit";
	if (status >= 500) return "unavailable";
	const rule = ruleOf(refusal);
	if (rule !== void 0) return rule;
	if (status === 401 || status === 403) return loggedIn ? "no-permission" : "not-logged-in";
	return words === void 0 ? "unexpected" : "refused";
};
const ruleOf = ({ status, loggedIn, words }) => {
	if (words === void 0) return void 0;
	if (status === 412 || /\bimmutab/i.test(words.text)) return "immutable";
	if (/\bquota\b|storage limit/i.test(words.text)) return "quota";
	if (status === 405) return "locked";
	return loggedIn && /\bexpired\b/i.test(words.text) ? "login-expired" : void 0;
};
function unexpected(registry, detail, status) {
	return {
		verdict: "unknown",
		registry,
		status,
		cause: "unexpected",
		detail
	};
}
const LONGEST_WORDS = 1e3;
function wordsOf(body) {
	const answer = parseJson$1(body);
	if (!isRecord(answer)) return void 0;
	const errors = Array.isArray(answer.errors) ? answer.errors.filter(isRecord) : [];
	const said = errors.length > 0 ? errors.map(printError) : [firstText(answer) ?? ""];
	const text = [...visible(said.filter((one) => one !== "").join("; "))];
	if (text.length === 0) return void 0;
	const codes = errors.flatMap(({ code }) => typeof code === "string" ? [code.toUpperCase()] : []);
	return {
		text: text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS).join("")}…` : text.join(""),
		codes
	};
}
const printError = ({ code, message, detail }) => {
	const told = [code, message].filter(isText$1).join(": ");
	return isText$1(detail) && detail !== message ? `${told} (${detail})` : told;
};
const firstText = (answer) => [
	answer.message,
	answer.error_description,
	answer.details,
	answer.detail,
	answer.error
].find(isText$1);
const parseJson$1 = (body) => {
	try {
		return JSON.parse(body);
	} catch {
		return;
	}
};
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText$1 = (value) => typeof value === "string" && value.trim() !== "";

// src/domain/registry/login.ts
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const schemeStart = new RegExp(`^[\\s,]*(${token})(?=[\\s,]|$)`);
const parameterStart = new RegExp(`^[\\s,]*(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,"=][^\\s,"]*))(?=[\\s,]|$)`);
const token68 = /^\s+[A-Za-z0-9._~+/-]+=*(?=\s*(?:,|$))/;
function parseChallenges(header) {
	const challenges = [];
	let rest = header;
	for (let scheme = schemeStart.exec(rest); scheme !== null; scheme = schemeStart.exec(rest)) {
		const read = readParameters(rest.slice(scheme[0].length));
		rest = read.parameters.size === 0 ? read.rest.replace(token68, "") : read.rest;
		if (!/^\s*(?:,|$)/.test(rest)) break;
		challenges.push({
			scheme: (scheme[1] ?? "").toLowerCase(),
			parameters: read.parameters
		});
	}
	return challenges;
}
const readParameters = (text) => {
	const parameters = /* @__PURE__ */ new Map();
	let rest = text;
	for (let match = parameterStart.exec(rest); match !== null; match = parameterStart.exec(rest)) {
		const [whole, name = "", quoted, plain = ""] = match;
		const key = name.toLowerCase();
		if (!parameters.has(key)) parameters.set(key, quoted === void 0 ? plain : quoted.replace(/\\(.)/g, "$1"));
		rest = rest.slice(whole.length);
	}
	return {
		parameters,
		rest
	};
};
function chooseLogin(header, location, access) {
	const challenges = parseChallenges(header ?? "");
	const bearer = challenges.find(({ scheme }) => scheme === "bearer");
	if (bearer !== void 0) return readBearer(bearer.parameters, location, access);
	if (challenges.some(({ scheme }) => scheme === "basic")) return { kind: "basic" };
	return {
		kind: "unusable",
		detail: `answers 401 and asks for a login ${header === void 0 || header.trim() === "" ? "without saying how" : "in a way that is not understood"}`
	};
}
const readBearer = (parameters, location, access) => {
	const text = parameters.get("realm") ?? "";
	if (!URL.canParse(text)) return {
		kind: "unusable",
		detail: "answers 401 and asks for a token without a proper address to get it from"
	};
	const realm = new URL(text);
	if (!isSafe(realm, location.origin)) return {
		kind: "unusable",
		detail: "answers 401 and asks for a token from an address that is not https"
	};
	const asked = (parameters.get("scope") ?? "").split(" ").filter((scope) => scope !== "");
	const scopes = union([...asked, `repository:${location.name}:${access}`]);
	return {
		kind: "bearer",
		realm,
		service: parameters.get("service"),
		scopes
	};
};
const union = (scopes) => {
	const resources = /* @__PURE__ */ new Map();
	for (const scope of scopes) {
		const [, resource = scope, actions] = /^(.+):([^:]*)$/.exec(scope) ?? [];
		const known = resources.get(resource) ?? /* @__PURE__ */ new Set();
		for (const action of actions?.split(",") ?? []) known.add(action);
		resources.set(resource, known);
	}
	return [...resources].map(([resource, actions]) => [resource, [...actions].join(",")].filter(Boolean).join(":"));
};
function tokenParameters({ service, scopes }) {
	return [...service === void 0 ? [] : [["service", service]], ...scopes.map((scope) => ["scope", scope])];
}
function readToken(body) {
	try {
		const answer = JSON.parse(body);
		if (typeof answer !== "object" || answer === null) return void 0;
		const fields = answer;
		return [fields.token, fields.access_token].find(isToken);
	} catch {
		return;
	}
}
const isToken = (value) => typeof value === "string" && /^[\x21-\x7e]+$/.test(value);

// src/adapters/registry/authorization.ts
function createAuthorizer(exchange, find) {
	const confidences = /* @__PURE__ */ new Set();
	const findCredentials = async (query) => {
		const found = await find(query);
		for (const secret of found === void 0 ? [] : secretsOf(found)) confidences.add(secret);
		return found;
	};
	const tokens = /* @__PURE__ */ new Map();
	const remembered = /* @__PURE__ */ new Map();
	const passwordOrigins = /* @__PURE__ */ new Set();
	const requestOnce = (key, request) => {
		const token = tokens.get(key) ?? request();
		tokens.set(key, token);
		return token;
	};
	const authorize = async (login, location, stale) => {
		if (login.kind === "unusable") return unexpected(location.registry, login.detail, 401);
		if (login.kind === "basic") return basic(await findCredentials(queryOf(location)), location);
		const key = `${location.credentialKey} ${login.realm.href} ${JSON.stringify(tokenParameters(login))}`;
		if (stale !== void 0 && await tokens.get(key) === stale) tokens.delete(key);
		return requestOnce(key, async () => requestToken(login, {
			exchange,
			location,
			credentials: await findCredentials(queryOf(location))
		}));
	};
	const withPassword = async (location) => {
		if (!passwordOrigins.has(location.origin)) return void 0;
		const credentials = await findCredentials(queryOf(location));
		const authorization = basic(credentials, location);
		return "verdict" in authorization ? void 0 : {
			login: { kind: "basic" },
			authorization
		};
	};
	const send = async (request, location, access) => {
		const repository = `${location.origin}/${location.name}`;
		const keys = {
			basic: repository,
			bearer: `${repository} ${access}`,
			unusable: ""
		};
		const known = remembered.get(keys.bearer) ?? remembered.get(keys.basic) ?? await withPassword(location);
		const answer = await exchange({
			...request,
			authorization: known?.authorization.header
		});
		const first = {
			answer,
			loggedIn: known?.authorization.loggedIn ?? false
		};
		if (answer.kind === "failure" || answer.status !== 401 || !answer.own) return first;
		const login = known?.login ?? chooseLogin(answer.headers["www-authenticate"], location, access);
		if (login.kind === "basic" && known !== void 0) return first;
		const authorization = await authorize(login, location, known?.authorization);
		if ("verdict" in authorization) return authorization;
		remembered.set(keys[login.kind], {
			login,
			authorization
		});
		if (login.kind === "basic") passwordOrigins.add(location.origin);
		const { header, loggedIn } = authorization;
		confidences.add(header.replace(/^\w+ /, ""));
		return {
			answer: await exchange({
				...request,
				authorization: header
			}),
			loggedIn
		};
	};
	return {
		send,
		conceal: (text) => [...confidences].reduce(hide, text)
	};
}
const hide = (text, secret) => text.replace(new RegExp(secret.replace(/[^A-Za-z0-9]/g, "\\$&"), "gi"), "***");
const secretsOf = (credentials) => {
	if (credentials.kind === "identity-token") return [credentials.token];
	const { username, password } = credentials;
	return [
		basicHeader(credentials).replace(/^Basic /, ""),
		password,
		...username.length > 5 ? [username] : []
	];
};
const queryOf = ({ credentialKey, name }) => ({
	key: credentialKey,
	name
});
const basic = (credentials, { registry }) => {
	if (credentials === void 0) return judgeStatus(401, {
		registry,
		loggedIn: false
	});
	if (credentials.kind === "password") return {
		header: basicHeader(credentials),
		loggedIn: true
	};
	return unexpected(registry, "asks for a name and a password, where the docker configuration has an identity token", 401);
};
const basicHeader = ({ username, password }) => `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
const requestToken = async (login, context) => {
	const { registry } = context.location;
	const loggedIn = context.credentials !== void 0;
	const server = `uses the token server ${login.realm.host}, which`;
	const answer = await context.exchange(tokenRequest(login, context.credentials));
	if (answer.kind === "failure") return {
		verdict: "unknown",
		registry,
		status: answer.status,
		cause: answer.cause,
		detail: `${server} ${answer.detail}`,
		remedy: answer.remedy
	};
	if (answer.status !== 200) {
		const judged = judgeStatus(answer.status, {
			registry,
			loggedIn
		}, new TextDecoder().decode(answer.body));
		return {
			...judged,
			detail: `${server} ${judged.detail}`
		};
	}
	const token = readToken(new TextDecoder().decode(answer.body));
	if (token === void 0) return unexpected(registry, `${server} answers without a token`, 200);
	return {
		header: `Bearer ${token}`,
		loggedIn
	};
};
const tokenRequest = (login, credentials) => {
	const parameters = tokenParameters(login);
	if (credentials?.kind === "identity-token") {
		const scope = login.scopes.join(" ");
		const form = new URLSearchParams({
			grant_type: "refresh_token",
			client_id: "image-promotion",
			service: login.service ?? "",
			scope,
			refresh_token: credentials.token
		});
		return {
			method: "POST",
			url: login.realm,
			headers: {
				"content-type": "application/x-www-form-urlencoded",
				accept: "application/json"
			},
			body: form.toString()
		};
	}
	const url = new URL(login.realm);
	for (const [name, value] of parameters) url.searchParams.append(name, value);
	return {
		method: "GET",
		url,
		headers: { accept: "application/json" },
		authorization: credentials === void 0 ? void 0 : basicHeader(credentials)
	};
};

// src/domain/registry/docker-config.ts
function parseDockerConfig(text, path) {
	const config = fieldsOf(parseJson(text.replace(/^\uFEFF/, "")));
	if (config === void 0) return broken(path, "is not a JSON object");
	const { auths = {}, credHelpers = {}, credsStore } = config;
	const [entries, helpers] = [fieldsOf(auths ?? {}), fieldsOf(credHelpers ?? {})];
	if (entries === void 0) return broken(path, "has \"auths\" that are not an object");
	if (helpers === void 0) return broken(path, "has \"credHelpers\" that are not an object");
	return {
		path,
		auths: entries,
		credHelpers: helpers,
		credsStore
	};
}
function findHelper({ path, credHelpers, credsStore }, key) {
	const helper = Object.entries(credHelpers).find(([written]) => sameKey(written, key))?.[1] ?? credsStore ?? "";
	if (helper === "") return void 0;
	if (typeof helper === "string" && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(helper)) return helper;
	return broken(path, `names a credential helper for ${quote(key)} in a way that is not understood`);
}
function findEntry({ auths }, { key, name }) {
	const subject = `${bare(key)}/${name}`;
	const fits = (written) => `${subject}/`.startsWith(`${bare(written)}/`);
	const found = Object.keys(auths).filter((written) => bare(written) !== "" && fits(written));
	const exact = found.indexOf(key);
	if (exact > 0) found.unshift(...found.splice(exact, 1));
	return found.reduce((longest, written) => lengthOf(written) > lengthOf(longest) ? written : longest, void 0);
}
function lengthOf(key) {
	return key === void 0 ? 0 : bare(key).split("/").length;
}
function readCredentials({ path, auths }, key) {
	const entry = fieldsOf(auths[key]);
	if (entry === void 0) return broken(path, `has an entry for ${quote(key)} that is not an object`);
	const { identitytoken, auth, username, password } = entry;
	if (isText(identitytoken)) return {
		kind: "identity-token",
		token: identitytoken
	};
	if (isText(auth)) return decode(auth) ?? broken(path, `has an entry for ${quote(key)} whose "auth" cannot be read`);
	if (isText(username) && isText(password)) return {
		kind: "password",
		username,
		password
	};
}
function parseHelperAnswer(text) {
	const { Username: username, Secret: secret } = fieldsOf(parseJson(text)) ?? {};
	if (typeof username !== "string" || !isText(secret)) return void 0;
	return username === "<token>" ? {
		kind: "identity-token",
		token: secret
	} : {
		kind: "password",
		username,
		password: secret
	};
}
const sameKey = (written, key) => bare(written) === bare(key);
const bare = (key) => key.toLowerCase().replace(/^https?:\/\//, "").replace(/^([^/]+)\/(?:v[12]\/?)?$/, "$1").replace(/\/+$/, "").replace(/^(?:registry-1\.)?docker\.io(?=\/|$)/, "index.docker.io");
const decode = (auth) => {
	try {
		const bytes = Uint8Array.from(atob(auth), (character) => character.charCodeAt(0));
		const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\0+$/, "");
		const colon = text.indexOf(":");
		if (colon <= 0) return void 0;
		return {
			kind: "password",
			username: text.slice(0, colon),
			password: text.slice(colon + 1)
		};
	} catch {
		return;
	}
};
const isText = (value) => typeof value === "string" && value !== "";
const fieldsOf = (value) => typeof value === "object" && value !== null && !Array.isArray(value) ? value : void 0;
const parseJson = (text) => {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
};
const broken = (path, problem) => fail("credentials-invalid", `The docker configuration ${quote(path)} ${problem}.`, "Let docker/login-action or docker login write it.");

// src/adapters/registry/credentials.ts
function createCredentials(options) {
	const asked = /* @__PURE__ */ new Map();
	const known = /* @__PURE__ */ new Map();
	let configs;
	const ask = (helper, key) => {
		const answer = asked.get(`${helper} ${key}`) ?? askHelper(helper, key, options);
		asked.set(`${helper} ${key}`, answer);
		return answer;
	};
	return (subject) => {
		configs ??= readConfigs(options.environment);
		const id = `${subject.key} ${subject.name}`;
		const found = known.get(id) ?? configs.then((read) => lookUp(read, subject, ask));
		known.set(id, found);
		return found;
	};
}
const lookUp = async (configs, subject, ask) => {
	const entries = configs.flatMap((config) => {
		const key = findEntry(config, subject);
		return key === void 0 ? [] : [{
			config,
			key,
			length: lengthOf(key)
		}];
	});
	const helped = configs.flatMap((config) => {
		const helper = findHelper(config, subject.key);
		return helper === void 0 ? [] : [{
			config,
			helper,
			length: lengthOf(subject.key)
		}];
	});
	const order = (config) => configs.indexOf(config);
	const candidates = [...helped, ...entries].sort((a, b) => b.length - a.length || order(a.config) - order(b.config));
	for (const candidate of candidates) {
		const found = "helper" in candidate ? await ask(candidate.helper, subject.key) : readCredentials(candidate.config, candidate.key);
		if (found !== void 0) return found;
	}
};
const readConfigs = async (environment) => {
	const home = environment.HOME || environment.USERPROFILE || homedir();
	const runtime = environment.XDG_RUNTIME_DIR;
	const paths = [
		environment.REGISTRY_AUTH_FILE || void 0,
		join(environment.DOCKER_CONFIG || join(home, ".docker"), "config.json"),
		runtime ? join(runtime, "containers", "auth.json") : void 0
	];
	return (await Promise.all(paths.map((path) => path === void 0 ? void 0 : readConfig(path)))).filter((config) => config !== void 0);
};
const readConfig = async (path) => {
	try {
		return parseDockerConfig(await readFile(path, "utf8"), path);
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : void 0;
		if (code === "ENOENT" || code === "ENOTDIR") return void 0;
		if (typeof code !== "string") throw error;
		return fail("credentials-invalid", `The docker configuration ${quote(path)} cannot be read (${code}).`, "Let the user of this job read it.");
	}
};
const NOT_FOUND = "credentials not found in native keychain";
async function askHelper(name, key, options) {
	const program = `docker-credential-${name}`;
	const result = await run(program, key, options);
	if (result.kind === "failed") return result.output.includes(NOT_FOUND) ? void 0 : refuse(program, key, result.problem);
	return parseHelperAnswer(result.output) ?? refuse(program, key, "prints something other than a user name and a secret");
}
const run = (program, key, { environment, timeout }) => new Promise((resolve) => {
	const { INPUTS: _, SOURCE_TOKEN: __, ...env } = environment;
	const child = execFile(program, ["get"], {
		env,
		timeout,
		killSignal: "SIGKILL",
		maxBuffer: 1048576,
		windowsHide: true
	}, (error, output) => {
		if (error === null) resolve({
			kind: "done",
			output
		});
		else resolve({
			kind: "failed",
			output,
			problem: problemOf(error, timeout)
		});
	});
	child.stdin?.on("error", () => {});
	child.stdin?.end(key);
});
const problemOf = (error, timeout) => {
	if (error.code === "ENOENT") return "is not installed";
	if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return "prints more than 1 MiB";
	if (error.killed === true) return `does not end within ${timeout / 1e3} seconds`;
	return typeof error.code === "number" ? `fails with exit code ${error.code}` : "cannot be run";
};
const refuse = (program, key, problem) => fail("credentials-invalid", `The credential helper ${quote(program)}, which the docker configuration names for ${quote(key)}, ${problem}.`, `See what "${program} get" does on the runner, or log in with docker/login-action instead.`);

// src/adapters/registry/exchange.ts
const ATTEMPTS = 3;
const LONGEST_WAIT = 3e4;
const LARGEST_BODY = 4194304;
function createExchange(options) {
	const { clock, log } = options;
	return async (request) => {
		for (let attempt = 1;; attempt++) {
			const began = clock.now().getTime();
			const result = await followed(request, options);
			const said = result.kind === "answer" ? result.status : result.detail;
			log.debug(`${request.method} ${request.url.host}${request.url.pathname}: ${said}, ${clock.now().getTime() - began} ms`);
			const wait = attempt < ATTEMPTS ? waitFor(result, attempt, clock) : void 0;
			if (wait === void 0) return result;
			await clock.sleep(wait);
		}
	};
}
const waitFor = (result, attempt, clock) => {
	const pause = 500 * 2 ** (attempt - 1) * (1 + clock.random());
	if (result.kind === "failure") return result.cause === "unreachable" && result.remedy === void 0 ? pause : void 0;
	if (result.status !== 429 && result.status < 500) return void 0;
	if (result.status === 501) return void 0;
	const asked = retryAfter(result.headers["retry-after"], clock);
	if (asked === void 0) return pause;
	return asked <= LONGEST_WAIT ? Math.max(asked, pause) : void 0;
};
const retryAfter = (header, clock) => {
	if (header === void 0) return void 0;
	if (/^\s*[0-9]{1,9}\s*$/.test(header)) return Number(header) * 1e3;
	const date = Date.parse(header);
	return Number.isNaN(date) ? void 0 : Math.max(0, date - clock.now().getTime());
};
const followed = async (request, { timeout }) => {
	const { origin } = request.url;
	try {
		const { message, reply } = await follow(request, {
			ask: (asked) => once(asked, timeout),
			next: (asked, redirect) => redirected(asked, redirect, origin)
		});
		return {
			kind: "answer",
			...reply,
			own: message.url.origin === origin
		};
	} catch (error) {
		return failureOf(error, timeout);
	}
};
const redirected = (request, { to }, origin) => {
	if (request.body !== void 0) return "a redirect, to something that is sent to it alone";
	if (!isSafe(to, origin)) return "a redirect to an address that is not https";
	const { authorization: _, ...anonymous } = request;
	return to.origin === request.url.origin ? {
		...request,
		url: to
	} : {
		...anonymous,
		url: to
	};
};
const once = ({ method, url, authorization, body, ...request }, timeout) => {
	const headers = {
		"user-agent": "image-promotion",
		...request.headers,
		...authorization === void 0 ? {} : { authorization }
	};
	return send({
		method,
		url,
		headers,
		body
	}, {
		signal: AbortSignal.timeout(timeout),
		most: LARGEST_BODY
	});
};
const failureOf = (error, timeout) => {
	if (error instanceof Error && error.name === "TimeoutError") return {
		kind: "failure",
		cause: "timeout",
		detail: `does not answer within ${timeout / 1e3} seconds`
	};
	const { code, status, message } = error;
	if (code === "ERR_BODY_TOO_LARGE") return {
		kind: "failure",
		cause: "unexpected",
		status,
		detail: "answers with more than 4 MiB"
	};
	if (code === "ERR_REDIRECT") return {
		kind: "failure",
		cause: "unexpected",
		status,
		detail: message
	};
	return {
		kind: "failure",
		cause: "unreachable",
		...connectionFailure(error)
	};
};

export { isObject as a, judgeStatus as c, isDigest as i, unexpected as l, createCredentials as n, judgeHead as o, createAuthorizer as r, judgeNotFound as s, createExchange as t };