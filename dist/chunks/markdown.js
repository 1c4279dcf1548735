import { i as visible } from "./text.js";
import { s as printReference } from "./image.js";
import { b as strictObject, d as minValue, g as pipe, h as picklist, i as description, m as optional, o as integer, p as number, t as array, x as string } from "./dist.js";

// src/domain/report/status.ts
const described = (text) => pipe(string(), description(text));
const count = (text) => pipe(number(), integer(), minValue(1), description(text));
const Source = pipe(strictObject({
	repository: optional(described("owner/name of the application repository.")),
	sha: optional(described("The commit that was built.")),
	ref: optional(described("The branch or tag that was built, under refs/.")),
	committed_at: optional(described("RFC 3339, UTC.")),
	workflow: optional(described("File name of the workflow that built.")),
	run_number: optional(count("Number of the run that built, within its workflow."))
}), description("Where the build comes from, as far as its record says."));
const Image = pipe(strictObject({
	product: described("The product."),
	environment: described("The environment."),
	image: described("The repository that runs."),
	reference: described("An image reference: repository:tag@digest."),
	path: described("Path of the manifest."),
	line: count("Counted from 1."),
	record: pipe(picklist([
		"recorded",
		"edited",
		"unrecorded",
		"unread"
	]), description("recorded: a promotion or a rollback set it. edited: somebody changed it by hand since. unrecorded: nothing is known of it. unread: the history was not read far enough.")),
	by: optional(picklist(["promotion", "rollback"])),
	commit: optional(described("The commit of the manifest repository that set it.")),
	since: optional(described("The time of that commit, RFC 3339, UTC.")),
	source: optional(Source),
	relation: optional(pipe(picklist([
		"same",
		"ahead",
		"behind",
		"different"
	]), description("How it stands to what the nearest earlier environment runs of it."))),
	held: pipe(array(described("An image reference.")), description("What automation leaves alone here."))
}), description("One image in one manifest of one environment."));
const StatusReport = pipe(strictObject({
	environments: pipe(array(described("A name.")), description("In the order of promotion.")),
	images: array(Image),
	frozen: array(strictObject({
		product: described("The product."),
		environment: described("The environment."),
		frozen: described("Until when and why, as a phrase.")
	})),
	"pull-requests": array(strictObject({
		number: count("The number."),
		url: described("The URL."),
		branch: described("The branch under promotion/.")
	}))
}), description("What runs where. Only of the command status."));
function statusReportOf({ environments, rows, freezes, proposals }) {
	return {
		environments: [...environments],
		images: rows.flatMap(({ product, runs, relations }) => [...runs.values()].flat().map((running) => given({
			product,
			environment: running.environment,
			image: running.reference.repository,
			reference: printReference(running.reference),
			path: running.path,
			line: running.line,
			record: running.record,
			by: running.set?.by,
			commit: running.set?.commit,
			since: running.set && utc(running.set.at),
			source: sourceOf(running),
			relation: relations.get(running.environment),
			held: [...running.held]
		}))),
		frozen: freezes.map((freeze) => ({ ...freeze })),
		"pull-requests": proposals.map(({ number, url, branch }) => ({
			number,
			url,
			branch
		}))
	};
}
const utc = (time) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
const sourceOf = ({ set }) => {
	const { repository, sha, ref, committedAt, workflow, runNumber } = set?.source ?? {};
	const source = given({
		repository,
		sha,
		ref,
		committed_at: committedAt,
		workflow,
		run_number: runNumber
	});
	return Object.keys(source).length === 0 ? void 0 : source;
};
const given = (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== void 0));

// src/domain/report/markdown.ts
const GAP = "&#8203;";
function code(text) {
	const shown = visible(text);
	if (/^[^\s`|\\]([^`|\\]*[^\s`|\\])?$/.test(shown)) return `\`${shown}\``;
	return `<code>${[...shown].map(entity).join("").replaceAll("&#64;", `&#64;${GAP}`)}</code>`;
}
function prose(text) {
	return text.split(/("(?:[^"\\\r\n]|\\.)*"|`[^`"\r\n]+`)/).map((part, index) => index % 2 === 1 && part.length > 2 ? code(unquoted(part)) : inert(part)).join("");
}
const unquoted = (part) => part.startsWith("\"") ? part.slice(1, -1).replace(/\\(["\\])/g, "$1") : part.slice(1, -1);
const inert = (text) => visible(text.replace(/\r?\n/g, " ")).replace(/[^\p{L}\p{N} .,;'"()=+-]/gu, entity).replace(/www\./gi, (match) => match.replace(".", "&#46;")).replace(/&#(?:64|35|36);/g, `$&${GAP}`);
const entity = (character) => /^[\p{L}\p{N}]$/u.test(character) ? character : `&#${character.codePointAt(0)};`;
function link(label, address) {
	return address === void 0 ? label : `[${label}](${address})`;
}
function address(server, parts) {
	if (!/^https?:\/\/[A-Za-z0-9.-]+(:\d+)?\/?$/.test(server)) return void 0;
	return [server.replace(/\/$/, ""), ...parts.flatMap((part) => part.split("/")).map(escapedPart)].join("/");
}
const escapedPart = (part) => encodeURIComponent(part.replace(/\p{Cs}/gu, "�")).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
function row(cells) {
	return `| ${cells.join(" | ")} |`;
}
function fence(language, lines) {
	const longest = lines.reduce((most, line) => Math.max(most, ...(line.match(/`+/g) ?? []).map(lengthOf)), 2);
	const ticks = "`".repeat(longest + 1);
	return [
		ticks + language,
		...lines,
		ticks
	];
}
const lengthOf = ({ length }) => length;

export { prose as a, statusReportOf as c, link as i, code as n, row as o, fence as r, StatusReport as s, address as t };