import { a as fail } from "./errors.js";
import { r as quote, t as listed } from "./text.js";

// src/adapters/github/answer.ts
function answered(data, problems = []) {
	return {
		kind: "answered",
		data,
		problems
	};
}
function lost(reason, { overloaded }) {
	return {
		kind: "lost",
		reason,
		overloaded
	};
}
function graphqlAnswer(body) {
	if (typeof body !== "object" || body === null) return lost("the answer is not JSON", { overloaded: false });
	const { data, errors } = body;
	if (data === void 0 && errors === void 0) return lost("the answer is empty", { overloaded: false });
	const problems = (errors ?? []).map(({ message, type, path }) => ({
		message: String(message),
		type,
		path
	}));
	const exhausted = problems.find(isExhausted);
	if (exhausted !== void 0) return lost(exhausted.message, { overloaded: true });
	return answered(data ?? void 0, problems);
}
const isExhausted = ({ type, message }) => type === "RESOURCE_LIMITS_EXCEEDED" || type === "MAX_NODE_LIMIT_EXCEEDED" || type === void 0 && /something went wrong while executing your query|timeout|timed out/i.test(message);
function unavailable(doing, reason) {
	fail("host-unavailable", `GitHub does not answer while ${doing}: ${quote(reason)}.`, "Run it again; see https://www.githubstatus.com, or the network between the runner and GitHub.");
}

// src/adapters/github/token.ts
function tokenKind(token) {
	if (token.startsWith("ghs_")) return "installation";
	if (token.startsWith("github_pat_")) return "fine-grained";
	if (token.startsWith("ghp_")) return "classic";
	return "other";
}
function grantHint(kind, { access, repository }) {
	const workflow = `the workflow's own token needs "permissions: contents: ${access}" in the workflow and reaches its own repository only`;
	const app = `a GitHub App needs Contents: ${access}, accepted by the installation, which must include ${quote(repository)}`;
	const fineGrained = `a fine-grained personal access token needs Contents: ${access} for ${quote(repository)}`;
	return sentence({
		installation: [workflow, app],
		"fine-grained": [fineGrained],
		classic: ["a classic personal access token needs the scope repo, and its owner the role"],
		other: [
			workflow,
			app,
			fineGrained
		]
	}[kind].join("; "));
}
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

// src/adapters/github/place.ts
function placeOf(client, clock, repository) {
	const [owner = "", name = ""] = repository.split("/");
	return {
		client,
		clock,
		owner,
		name
	};
}
function fullName({ owner, name }) {
	return `${owner}/${name}`;
}
function pause(clock, attempt) {
	return clock.sleep(Math.min(8e3, 1e3 * 2 ** (attempt - 1)));
}
function isAbout(problem, part) {
	return (problem.path ?? []).some((step) => typeof part === "string" ? step === part : part.test(String(step)));
}

// src/adapters/github/refusal.ts
function sceneOf(place) {
	return {
		repository: fullName(place),
		access: "read",
		tokenKind: place.client.tokenKind
	};
}
const explanations = [
	{
		code: "repository-missing",
		applies: ({ message }) => /could not resolve to a repository/i.test(message),
		message: ({ repository }) => `GitHub shows this token no repository ${quote(repository)}.`,
		hint: (scene) => `Check the spelling of the input repository. If the repository exists, the token has no access to it: ${uncapitalized(grantHint(scene.tokenKind, scene))}`
	},
	{
		code: "branch-missing",
		applies: ({ message }) => /^branch not found|reference does not exist/i.test(message),
		message: ({ repository, branch = "" }) => `The repository ${quote(repository)} has no branch ${quote(branch)}.`,
		hint: () => "Check the input branch; a promotion never creates the branch that it commits to."
	},
	{
		code: "permission-missing",
		applies: (problem, scene) => /without .?workflows?. (permission|scope)/i.test(problem.message) || isForbidden(problem, scene) && touchesWorkflows(scene),
		message: ({ repository }, words) => `The token may not change workflow files of ${quote(repository)}: ${words}.`,
		hint: () => "A change below .github/workflows needs a GitHub App with Workflows: write or a personal access token with the workflow scope, never the workflow's own token; better, keep manifests out of that folder."
	},
	{
		code: "branch-protected",
		applies: ({ type, message }) => type === "BRANCH_PROTECTION_RULE_VIOLATION" || /rule violations? found|protected branch|through a pull request|through the merge queue/i.test(message),
		message: ({ repository, branch = "" }, words) => `The rules of branch ${quote(branch)} in ${quote(repository)} refuse the commit: ${words}.`,
		hint: () => "Let a GitHub App commit that is on the bypass list of this rule (Settings, Rules), or set delivery: pull-request."
	},
	{
		code: "permission-missing",
		applies: ({ message }) => /\bSAML\b|single sign-on/i.test(message),
		message: ({ repository }, words) => `The organization of ${quote(repository)} has not authorized the token: ${words}.`,
		hint: () => "Authorize the personal access token for single sign-on of the organization (its settings, Configure SSO)."
	},
	{
		code: "permission-missing",
		applies: ({ message }) => /IP allow list/i.test(message),
		message: ({ repository }, words) => `The organization of ${quote(repository)} does not let this runner in: ${words}.`,
		hint: () => "Run the job on a runner whose address is on the organization's IP allow list."
	},
	{
		code: "permission-missing",
		applies: ({ message }) => /archived/i.test(message),
		message: ({ repository }, words) => `The repository ${quote(repository)} is read-only: ${words}.`,
		hint: () => "Unarchive the repository in its settings, or name another one in the input repository."
	},
	{
		code: "permission-missing",
		applies: (problem, scene) => isForbidden(problem, scene),
		message: ({ repository, access }, words) => `The token may not ${access} the contents of ${quote(repository)}: ${words}.`,
		hint: (scene) => grantHint(scene.tokenKind, scene)
	}
];
function refuse(problem, scene) {
	const words = ownWords(problem.message);
	const explanation = explanations.find(({ applies }) => applies(problem, scene));
	if (explanation !== void 0) fail(explanation.code, explanation.message(scene, words), explanation.hint(scene));
	const doing = scene.access === "write" ? "change" : "read";
	fail("host-unexpected", `GitHub refuses to ${doing} ${quote(scene.repository)}: ${words}${kindOf(problem)}.`, "Nothing was written. Run it again; if it stays so, report this message.");
}
function isFinal(problem, scene) {
	return explanations.some(({ applies }) => applies(problem, scene));
}
const isForbidden = ({ type, status, message }, { access }) => type === "FORBIDDEN" || status === 403 || status === 404 && access === "write" || /resource not accessible/i.test(message);
const touchesWorkflows = ({ paths = [] }) => paths.some((path) => path.startsWith(".github/workflows/"));
const ownWords = (message) => {
	const lines = message.split(/[\r\n]+/).map((line) => line.trim().replace(/\.$/, "")).filter((line) => line !== "");
	const rules = /rule violations? found/i.test(lines[0] ?? "") ? lines.slice(1) : lines;
	return listed((rules.length > 0 ? rules : lines).slice(0, 5).map(quote));
};
const kindOf = ({ type, status }) => {
	const kind = type ?? status;
	return kind === void 0 ? "" : ` (${kind})`;
};
const uncapitalized = (text) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

export { isAbout as a, tokenKind as c, lost as d, unavailable as f, fullName as i, answered as l, refuse as n, pause as o, sceneOf as r, placeOf as s, isFinal as t, graphqlAnswer as u };