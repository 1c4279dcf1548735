import { a as fail } from "./errors.js";
import { r as quote } from "./text.js";

// src/domain/request/refs.ts
const rules = [
	{
		broken: /[\p{C}\p{Z}]/u,
		problem: "has a blank, a control or an invisible character"
	},
	{
		broken: /[~^:?*[\\]/,
		problem: "has one of the characters ~ ^ : ? * [ \\"
	},
	{
		broken: /(?:^|\/)(?:\/|$)/,
		problem: "has an empty part between slashes"
	},
	{
		broken: /(?:^|\/)\./,
		problem: "has a part that starts with a dot"
	},
	{
		broken: /\.\./,
		problem: "has two dots in a row"
	},
	{
		broken: /\.lock(?:\/|$)/,
		problem: "has a part that ends in \".lock\""
	},
	{
		broken: /\.$/,
		problem: "ends in a dot"
	},
	{
		broken: /@\{/,
		problem: "has \"@{\""
	}
];
const LONGEST = 255;
function refProblem(text) {
	if (!text.startsWith("refs/")) return "does not start with refs/";
	if (text.split("/").length < 3) return "names no branch or tag";
	if (text.length > LONGEST) return `is longer than ${LONGEST} characters`;
	return rules.find(({ broken }) => broken.test(text))?.problem;
}
function branchProblem(text) {
	if (text === "") return "is empty";
	if (text.startsWith("refs/")) return "is a full reference";
	if (text.startsWith("-")) return "starts with a dash";
	if (text === "HEAD" || text === "@") return "is a name that git keeps for itself";
	return refProblem(`refs/heads/${text}`);
}
function shortName(ref) {
	if (ref.startsWith("refs/heads/")) return {
		kind: "branch",
		name: ref.slice(11)
	};
	if (ref.startsWith("refs/tags/")) return {
		kind: "tag",
		name: ref.slice(10)
	};
}

// src/domain/request/grammar.ts
const matching = (pattern, problem, hint) => ({
	problem: (text) => pattern.test(text) ? void 0 : problem,
	hint
});
const fullName = matching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\/(?!\.{1,2}$)(?!.*\.git$)[A-Za-z0-9._-]{1,100}$/, "is not owner/name", "Name the repository as acme/manifests, without a server and without \".git\".");
const login = matching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?$/, "is not a login", "Write the login alone, such as octocat or shop-builds[bot].");
const reviewer = matching(/^(?:team:[A-Za-z0-9][A-Za-z0-9_.-]{0,99}|[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?)$/, "is neither a login nor a team", "Write a login, or a team as team:slug, without its organization.");
const label = matching(/^[^\p{C}\p{Zl}\p{Zp}]{1,50}$/u, "is not one line of at most 50 characters", "Use the label as it is named in the manifest repository.");
const eventName = matching(/^[a-z][a-z_]{0,49}$/, "is not the name of an event", "Use a name such as push.");
const eventType = matching(/^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u, "is not one line of at most 100 characters", "Use a type that the manifest repository listens to, such as promote.");
const workflowFile = matching(/^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,249}\.ya?ml$/, "is not a workflow's file name", "Use the name of the file alone, such as release.yml, without .github/workflows/.");
const commitId = {
	problem: (text) => {
		if (/^0+$/.test(text)) return "stands for no commit";
		if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)) return void 0;
		if (/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(text)) return "has upper-case digits";
		return "is not 40 or 64 hexadecimal digits";
	},
	hint: "Use the whole commit id in lower case, as git rev-parse prints it."
};
const fullRef = {
	problem: refProblem,
	hint: "Use the full name, such as refs/heads/main or refs/tags/v1.4.0."
};
const branch = {
	problem: branchProblem,
	hint: "Use the name of the branch alone, such as main."
};
const relativePath = {
	problem: (text) => {
		if (text === "") return "is empty";
		if (text.length > 1024) return "is longer than 1024 characters";
		if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return "has a control or invisible character";
		if (text.includes("\\")) return "has a backslash";
		if (text.startsWith("/")) return "is absolute";
		if (text.split("/").some((part) => /^(?:|\.|\.\.|\.git)$/i.test(part))) return "has a part that is empty, \".\", \"..\" or \".git\"";
	},
	hint: "Use a path from the root of the manifest repository, such as .github/promotion.yml."
};
const name = {
	problem: (text) => {
		if (text === "") return "is empty";
		if (text.length > 63) return "is longer than 63 characters";
		if (!/^[A-Za-z0-9._-]+$/.test(text)) return "has characters other than letters, digits, \".\", \"_\" and \"-\"";
		if (!/^[A-Za-z0-9](?:.*[A-Za-z0-9])?$/.test(text)) return "does not start and end with a letter or digit";
		if (text.includes("..")) return "has two dots in a row";
		if (text.endsWith(".lock")) return "ends in \".lock\", which no git reference may";
	},
	hint: "Use at most 63 letters, digits, \".\", \"_\" and \"-\"."
};
function checkProduct(text) {
	const problem = name.problem(text);
	return problem === void 0 ? text : fail("product-invalid", `The product ${quote(text)} ${problem}.`, name.hint);
}
function checkEnvironment(text) {
	const problem = name.problem(text);
	if (problem === void 0) return text;
	return fail("environment-invalid", `The environment ${quote(text)} ${problem}.`, name.hint);
}

export { eventName as a, fullRef as c, relativePath as d, reviewer as f, commitId as i, label as l, shortName as m, checkEnvironment as n, eventType as o, workflowFile as p, checkProduct as r, fullName as s, branch as t, login as u };