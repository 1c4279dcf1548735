import { Dn as fail, P as printPlace, R as shortReference, Wt as printTrailerLines, bn as quote, in as printReference, vn as listed } from "./common.js";
import { S as row, _ as link, b as prose, f as address, g as fence, h as code, x as rangeOf } from "./action.js";

// src/domain/proposal/description.ts
const LONGEST = 62e3;
const MOST_RECORDED = 56e3;
function refuseUnrecorded(branch, trailers, deliveries) {
	const length = recordLines(trailers, deliveries).join("\n").length;
	if (length <= MOST_RECORDED) return;
	const items = trailers.filter(({ kind }) => kind === "promotion" || kind === "rollback").length;
	fail("too-many-changes", `The pull request of ${quote(branch)} would carry ${items} items, whose records take ${length} characters; its description can hold ${MOST_RECORDED} of them.`, "Promote fewer images or environments at once, or merge the pull request first; a commit (`delivery: commit`) has no such limit.");
}
const recordLines = (trailers, deliveries) => [.../* @__PURE__ */ new Set([...trailers.flatMap(printTrailerLines), ...deliveries])];
function describe(parts) {
	const trailers = fence("text", recordLines(parts.trailers, parts.deliveries));
	const frame = [
		...introduction(parts),
		"",
		...header,
		...facts(parts),
		"",
		...trailers
	].join("\n");
	const rows = [];
	let length = frame.length + 200;
	for (const item of parts.items) {
		const next = rowOf(item, parts);
		length += next.length + 1;
		if (length > LONGEST) break;
		rows.push(next);
	}
	const rest = parts.items.length - rows.length;
	return [
		...introduction(parts),
		"",
		...header,
		...rows,
		...rest > 0 ? ["", `And ${rest} more, see the commit.`] : [],
		"",
		...facts(parts),
		"",
		...trailers
	].join("\n");
}
const introduction = ({ kind, product, items }) => {
	const environments = listed([...new Set(items.map(({ change }) => prose(change.environment)))]);
	return [`${kind === "promotion" ? "Promotes" : "Rolls back"} **${prose(product)}** ${kind === "promotion" ? "to" : "in"} **${environments}**.`];
};
const header = [row([
	"Environment",
	"Image",
	"From",
	"To",
	"Source",
	"Where"
]), row([
	"---",
	"---",
	"---",
	"---",
	"---",
	"---"
])];
const rowOf = (item, parts) => {
	const { change, trailer } = item;
	const { path, line } = change;
	const file = address(parts.server, [
		parts.repository,
		"blob",
		parts.commit,
		path
	]);
	const comparison = compare(item, parts.server);
	const to = code(shortReference(printReference(change.to), change.image));
	return row([
		prose(change.environment),
		code(change.image),
		printReference(change.from) === change.image ? "" : code(shortReference(printReference(change.from), change.image)),
		comparison === void 0 ? to : `${to} (${link("compare", comparison)})`,
		trailer.kind === "rollback" ? "rollback" : sourceOf(trailer, parts.server),
		link(code(printPlace({
			path,
			line
		})), file === void 0 ? void 0 : `${file}#L${line}`)
	]);
};
const sourceOf = ({ source, built }, server) => {
	const { repository, sha, ref, workflow, runNumber } = source;
	const commit = repository === void 0 || sha === void 0 ? void 0 : [
		repository,
		"commit",
		sha
	];
	const place = [repository, sha?.slice(0, 7)].filter((part) => part !== void 0).join("@");
	const run = [workflow, runNumber && `#${runNumber}`].filter(Boolean).join(" ");
	return [
		place === "" ? "" : link(code(place), commit && address(server, commit)),
		ref === void 0 ? "" : code(ref.replace(/^refs\/(heads|tags)\//, "")),
		run === "" ? "" : prose(run),
		built === void 0 ? "" : `built from ${link(code(`${built.repository}@${built.sha.slice(0, 7)}`), address(server, [
			built.repository,
			"commit",
			built.sha
		]))}`
	].filter((part) => part !== "").join(" ");
};
const compare = ({ change, trailer, before }, server) => {
	if (trailer.kind !== "promotion" || trailer.source.repository === void 0) return void 0;
	const { repository, sha } = trailer.source;
	const range = (before?.repository?.toLowerCase() === repository.toLowerCase() && before?.sha !== void 0 && sha !== void 0 ? `${before.sha}...${sha}` : void 0) ?? rangeOf({
		from: printReference(change.from),
		to: printReference(change.to)
	}, trailer.source);
	return range === void 0 ? void 0 : address(server, [
		repository,
		"compare",
		range
	]);
};
const facts = ({ reason, asker, run, delivery, base, items }) => {
	const files = new Set(items.map(({ change }) => change.path)).size;
	const asked = [asker === void 0 ? void 0 : code(asker), run === void 0 ? void 0 : link("this run", run)].filter((part) => part !== void 0);
	const branch = code(base);
	const after = `it changes ${files === 1 ? "one file" : `${files} files`} on ${branch}, which is what Argo CD follows.`;
	const ways = {
		"pull-request": `Somebody has to merge it; then ${after}`,
		"auto-merge": `GitHub merges it when its requirements are met; then ${after}`,
		merge: `It is to be merged at once; then ${after}`
	};
	return [
		...asked.length > 0 ? [`- **Asked for by:** ${asked.join(" in ")}`] : [],
		...reason === void 0 ? [] : [`- **Reason:** ${prose(reason)}`],
		`- **What happens next:** ${ways[delivery]}`
	];
};

export { refuseUnrecorded as n, describe as t };