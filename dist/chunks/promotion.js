import { $r as splitReference, A as isMapping, B as parseTrees, Ci as dispositionOf, Cr as toldChanges, D as commentsIn, E as cloneOf, Ei as onceEach, F as keyOf$1, Fn as entriesOf$2, Gr as isTag, Gt as violationsOf, H as textOf, I as lengthOf, Ir as printTrailerLines, Jr as printReference, Kr as parseReference, L as lex, Lr as runTrailer, M as isNull, N as isSequence, P as isText, Pn as buildOf, Qr as spellingsOf$2, Qt as shortReference, R as mergedBy, Rr as canonicalRepository, Si as collect, Sr as refute, T as treeAt, Ti as gather$2, U as Scalar, Ur as isDigest, V as resolve, Wr as isRepository, Xr as sameReference, Yr as registryOf, Yt as printPlace, Zr as sameRepository, _ as matcher, _i as quote, a as filesAt, ar as branchesOf, at as LARGEST_MANIFEST, b as keysOf$1, bi as PromotionError, c as imageAllowed, cr as partsOf$2, ct as MOST_FILES, d as locateConfig, f as patternsOf, fr as carriedBy, g as isGlob, gi as nearest, hi as listed, i as environmentsOf$1, it as moment, j as isMerge, jr as actorTrailer, k as isLink, l as inOrder, lr as productOf, m as unconfigured, mi as counted, n as configPaths, ot as LONGEST_CONTENTION, p as settingsOf, qr as printImage, rn as firstOf$1, s as headlineFor, st as MOST_BYTES, u as literalImages, v as matches, wi as fail, x as lineAt, xi as alongWith, y as matchesAny, yr as claimOf, z as nameOf } from "./common.js";

// src/domain/yaml/scalar.ts
function isUnsafe(text) {
	return isMistaken(text) || date.test(text);
}
function isMistaken(text) {
	return words.has(text.toLowerCase()) || otherBases.test(text) || number.test(text) || sexagesimal.test(text);
}
function spell(text, style) {
	if (style === "single") return `'${text.replaceAll("'", "''")}'`;
	if (style === "double") return JSON.stringify(text);
	return plainStart.test(text) && (style === "typed" || !isUnsafe(text)) ? text : JSON.stringify(text);
}
function readsAs(tree, node, text) {
	const value = resolve(tree, node);
	if (!isText(value) || String(value.value) !== text) return false;
	if (value.tag !== void 0) return isTypedText(value);
	return value.type !== "PLAIN" || !isMistaken(text);
}
function setValue(tree, node, text) {
	const start = node.range[0];
	const end = node.range[1];
	if (isLink(node)) return {
		start,
		end,
		text: spell(text, tree.isJson ? "double" : "plain")
	};
	if (node.tag !== void 0 && !isTypedText(node)) refuseValue(tree, node, `has the YAML tag ${quote(node.tag)}`);
	if (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED") return setBlock(tree, node, text);
	if (tree.text.slice(start, end).includes("\n")) refuseValue(tree, node, "spans several lines");
	const spelled = spell(text, styleOf(tree, node));
	if (start < end) return {
		start,
		end,
		text: spelled
	};
	const at = tree.text.slice(0, start).trimEnd().length;
	return {
		start: at,
		end: at,
		text: ` ${spelled}`
	};
}
const words = /* @__PURE__ */ new Set([
	"null",
	"~",
	"",
	"true",
	"false",
	"yes",
	"no",
	"on",
	"off",
	"y",
	"n"
]);
const otherBases = /^0[xob]/i;
const number = /^[0-9][0-9_]*(?:\.[0-9_]*)?(?:e[+-]?[0-9_]+)?$/i;
const date = /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}/;
const sexagesimal = /^[0-9][0-9_]*(?::[0-5]?[0-9])+$/;
const plainStart = /^[A-Za-z0-9_./]/;
const isTypedText = (value) => value.tag === "!" || value.tag === "tag:yaml.org,2002:str";
const styleOf = (tree, node) => {
	if (node.type === "QUOTE_DOUBLE" || tree.isJson) return "double";
	if (node.type === "QUOTE_SINGLE") return "single";
	return node.tag === void 0 ? "plain" : "typed";
};
const setBlock = (tree, node, text) => {
	const value = String(node.value);
	const content = tree.text.indexOf("\n", node.range[0]);
	const start = tree.text.indexOf(value, content);
	if (value === "" || value.includes("\n") || start < 0 || start >= node.range[1]) refuseValue(tree, node, "is not a single line of text");
	return {
		start,
		end: start + value.length,
		text
	};
};
const refuseValue = (tree, node, problem) => fail("image-ambiguous", `The value ${quote(String(node.value))} ${problem}.`, "Write the value on one line, as plain or quoted text, and promote again.", tree.place(node.range[0]));

// src/domain/formats/site.ts
function nodesOf(shape) {
	if (shape.kind === "reference") return [shape.node];
	return Object.values(shape.kind === "marked" ? shape.spots : shape.cells).map(({ node }) => node);
}
function spotEntries({ spots }) {
	return Object.entries(spots);
}
const reference = /^[A-Za-z0-9[][A-Za-z0-9._:/@+[\]-]*$/;
const placeholder = /#?[{}<>$%]|\[\[|@\w+@/;
function isTemplated(text) {
	return placeholder.test(text);
}
function looksLikeReference(text) {
	return reference.test(text) && !isMistaken(text) && !/\/\/|^[0-9a-f]{64}(?:[:@]|$)/.test(text);
}
function referenceSite(tree, node, group) {
	const text = textOf(tree, node) ?? "";
	const isWhole = looksLikeReference(text) && !isTemplated(text);
	const image = isWhole ? splitReference(text) : filledInImage(text);
	if (image === void 0) return void 0;
	return {
		tree,
		group,
		first: [image.repository],
		second: [],
		image,
		isFilledIn: !isWhole,
		offset: node.range[0],
		shape: {
			kind: "reference",
			node,
			renames: "whole"
		}
	};
}
function filledInImage(text) {
	const start = text.search(placeholder);
	const known = `${text.slice(0, start)}x`;
	const { repository, tag, digest } = splitReference(known);
	if (start < 0 || !looksLikeReference(known) || (tag ?? digest) === void 0) return void 0;
	return {
		repository,
		tag: text.slice(repository.length + 1)
	};
}
function overrideSite(tree, node, group) {
	const text = textOf(tree, node) ?? "";
	const equals = text.split(placeholder, 1)[0]?.indexOf("=") ?? -1;
	const right = text.slice(equals + 1);
	const isWhole = looksLikeReference(right) && !isTemplated(right);
	const image = isWhole ? splitReference(right) : filledInImage(right);
	if (image === void 0) return void 0;
	const matcher = equals < 0 ? void 0 : text.slice(0, equals);
	return {
		tree,
		group,
		first: [matcher ?? image.repository],
		second: matcher === void 0 ? [] : [image.repository],
		image,
		isFilledIn: !isWhole,
		offset: node.range[0],
		shape: {
			kind: "reference",
			node,
			matcher,
			renames: "beside"
		}
	};
}

// src/domain/formats/markers.ts
function mayHaveMarkers(text) {
	return text.includes("image-promotion:");
}
function markerComments(text, lines, comments) {
	const below = contentBelow(text, lines);
	const found = [];
	let index = 0;
	for (const offset of comments) {
		while (index + 1 < lines.length && lines[index + 1].start <= offset) index++;
		const { start, end } = lines[index] ?? {
			start: 0,
			end: 0
		};
		const markers = markersOf(text.slice(offset, end));
		if (markers.length === 0) continue;
		const isAlone = text.slice(start, offset).replace("﻿", "").trim() === "";
		found.push(isAlone ? {
			markers,
			offset,
			position: "above",
			line: below[index]
		} : {
			markers,
			offset,
			position: "end-of-line",
			line: {
				start,
				end: offset
			}
		});
	}
	return found;
}
function* looseComments(text, lines) {
	for (const { start, end } of lines) {
		const line = text.slice(start, end);
		const at = mayHaveMarkers(line) ? line.search(beginning$1) : -1;
		if (at === 0 || at > 0 && /[\s\uFEFF]/.test(line[at - 1] ?? "")) yield start + at;
	}
}
const beginning$1 = /#[ \t]*image-promotion:/;
const markersOf = (comment) => [...comment.matchAll(/#[ \t]*image-promotion:([^#]*)/g)].map(([, body = ""]) => markerOf(body.trim()));
const markerOf = (body) => {
	if (body === "ignore") return { kind: "ignore" };
	const [name = "", part = "tag", ...rest] = body.split(/\s+/);
	return isRepository(name) && (part === "digest" || body === name) && rest.length === 0 ? {
		kind: "image",
		name,
		part: part === "digest" ? "digest" : "tag"
	} : {
		kind: "broken",
		name: splitReference(name).repository
	};
};
const contentBelow = (text, lines) => {
	const below = [];
	let next;
	for (let index = lines.length - 1; index >= 0; index--) {
		below[index] = next;
		const line = lines[index];
		const content = text.slice(line.start, line.end).trim();
		if (content === "") next = void 0;
		else if (!content.startsWith("#")) next = line;
	}
	return below;
};
const filledInVersion = "has a version that something else fills in";
function holdingsOf(text, { name, part }) {
	const { references, isFilledIn } = referencesIn(text, name);
	if (references.length > 0) return references;
	if (isFilledIn || isTemplated(text)) return { reason: filledInVersion };
	if (text === name) return [{
		start: 0,
		end: text.length,
		part: "reference",
		version: {}
	}];
	const whole = part === "digest" ? digestIn(text) : tagIn$1(text);
	if (whole !== void 0) return [{
		start: 0,
		end: text.length,
		...whole
	}];
	return { reason: `is ${quote(text)}, which is neither a reference to ${quote(name)} nor a ${part}` };
}
const digestIn = (text) => text === "" || isDigest(text) ? {
	part: "digest",
	version: { digest: text || void 0 }
} : void 0;
const tagIn$1 = (text) => {
	if (text === "" || isTag(text)) return {
		part: "tag",
		version: { tag: text || void 0 }
	};
	const at = text.indexOf("@");
	const apart = {
		tag: text.slice(0, at),
		digest: text.slice(at + 1)
	};
	return at > 0 && isTag(apart.tag) && isDigest(apart.digest) ? {
		part: "version",
		version: apart
	} : void 0;
};
function holdingsInLine(line, asked) {
	const key = /^\s*(?:"[^"]*"|'[^']*')?[^=:]*/.exec(line)?.[0].length ?? 0;
	const separator = key < line.length ? key : -1;
	const { references } = referencesIn(line, asked.name);
	const own = references.filter(({ end }) => end > separator);
	if (own.length > 0) return own;
	const value = valueIn(line, separator);
	const holdings = holdingsOf(line.slice(value.start, value.end), asked);
	if ("reason" in holdings) return holdings;
	return holdings.map((one) => ({
		...one,
		start: value.start + one.start,
		end: value.start + one.end
	}));
}
const valueIn = (line, separator) => {
	const dash = separator < 0 ? /^\s*-\s/.exec(line)?.[0].length ?? 0 : 0;
	const rest = line.slice(Math.max(separator + 1, dash)).trimStart();
	const start = line.length - rest.length;
	const quoted = /^(["'])(.*?)\1[ \t]*(?:[,;][ \t]*)?(?:#.*)?$/.exec(rest.trimEnd());
	if (quoted !== null) return {
		start: start + 1,
		end: start + 1 + (quoted[2] ?? "").length
	};
	return {
		start,
		end: start + rest.replace(/(?:^|\s)#.*$/, "").trimEnd().length
	};
};
const FARTHEST$1 = 512;
const version = /^(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@([a-z][a-z0-9+._-]*:[0-9A-Fa-f]{32,}))?/;
const ofName = /[A-Za-z0-9._/@%+~$}\])>-]/;
const ofVersion = /[A-Za-z0-9_/:@$%{<[(]/;
const referencesIn = (text, name) => {
	const all = spellingsOf$2(name).map((spelling) => referencesBy(text, spelling));
	return {
		references: all.flatMap((one) => one.references).sort((a, b) => a.start - b.start),
		isFilledIn: all.some((one) => one.isFilledIn)
	};
};
const referencesBy = (text, repository) => {
	const references = [];
	let isFilledIn = false;
	for (let at = text.indexOf(repository); at >= 0; at = text.indexOf(repository, at + repository.length)) {
		const end = at + repository.length;
		const rest = text.slice(end, end + FARTHEST$1);
		if (!/^[:@]/.test(rest) || !mayBegin(text, at)) continue;
		const [whole = "", tag, digest] = version.exec(rest) ?? [];
		const dots = digest === void 0 ? /\.+$/.exec(whole)?.[0].length ?? 0 : 0;
		const length = whole.length - dots;
		if (length === 0 || ofVersion.test(rest[whole.length] ?? "")) {
			isFilledIn ||= /^[:@]?[\w.-]*[<[{$(]/.test(rest);
			continue;
		}
		const found = {
			tag: tag?.slice(0, tag.length - dots),
			digest
		};
		references.push({
			start: at,
			end: end + length,
			part: "reference",
			repository,
			version: found
		});
	}
	return {
		references,
		isFilledIn
	};
};
const mayBegin = (text, at) => {
	const before = text[at - 1] ?? "";
	return !ofName.test(before) || text.slice(Math.max(0, at - 3), at) === "://";
};
const texts$1 = /(?:^|\/)\.env(?:\.[^/]*)?$|\.(?:env|properties|tfvars|toml|ini|conf|cfg|hcl|tf|txt|sh)$/i;
const dockerfiles = /(?:^|\/)(?:(?:Docker|Container)file(?:[.-][^/]*)?|[^/]*\.(?:docker|container)file)$/i;
function isTextName(path) {
	return texts$1.test(path);
}
function isTextFile(path) {
	if (!dockerfiles.test(path)) return isTextName(path);
	return fail("manifest-format", `The manifest ${quote(path)} is a Dockerfile, in which nothing is promoted.`, "Name the manifest or the values that say which image runs.", {
		path,
		line: 1
	});
}
function textTree(text, place) {
	const root = new Scalar(text);
	root.range = [
		0,
		text.length,
		text.length
	];
	const nothing = {
		targets: /* @__PURE__ */ new Map(),
		links: /* @__PURE__ */ new Map(),
		heirs: /* @__PURE__ */ new Map()
	};
	return {
		text,
		index: 0,
		place,
		root,
		end: text.length,
		isJson: false,
		...nothing
	};
}
function isWholeText({ root }) {
	return isText(root) && root.type === void 0;
}

// src/domain/manifests/find-manifests.ts
function probablePaths(files) {
	return [...new Set(files.flatMap(probable))];
}
function isManifestOf(files, path) {
	const directory = KUSTOMIZATIONS.some((name) => path.endsWith(`/${name}`)) ? path.slice(0, path.lastIndexOf("/")) : path;
	return files.some((pattern) => isGlob(pattern) ? matches(pattern, path) || matches(pattern, directory) : probable(pattern).includes(path));
}
function findManifests(targets, known) {
	const wanted = /* @__PURE__ */ new Set();
	const look = (path) => {
		const entry = known.get(path);
		if (entry === void 0) wanted.add(path);
		return entry;
	};
	const { attempt, finish } = gather$2();
	const found = targets.map((target) => attempt(() => manifestsOf(target, look)));
	if (wanted.size > 0) return {
		kind: "more",
		paths: [...wanted].sort()
	};
	onceEach(finish);
	return {
		kind: "done",
		found: found.filter((one) => one !== void 0)
	};
}
function learn(known, paths, entries) {
	return new Map([...known, ...paths.map((path, index) => [path, entries[index] ?? { kind: "absent" }])]);
}
const probable = (pattern) => {
	if (isGlob(pattern)) return [baseOf$1(pattern)];
	if (/\.(?:ya?ml|json)$/.test(pattern) || isTextName(pattern)) return [pattern];
	return [pattern, ...KUSTOMIZATIONS.map((name) => `${pattern}/${name}`)];
};
const manifestsOf = (target, look) => {
	const { attempt, finish } = gather$2();
	for (const path of probablePaths(target.files)) look(path);
	const resolved = target.files.map((pattern) => attempt(() => resolvePattern(pattern, {
		target,
		look
	})));
	const paths = unique(resolved.flatMap((one) => one?.paths ?? []));
	const manifests = paths.map((path) => attempt(() => readable(path, look(path))));
	finish();
	const passedOver = unique(resolved.flatMap((one) => one?.passedOver ?? [])).filter((path) => !paths.includes(path));
	if (paths.length === 0) foundNothing(target, {
		look,
		passedOver
	});
	return {
		...target,
		manifests: manifests.filter((manifest) => manifest !== void 0),
		passedOver
	};
};
const unique = (paths) => [...new Set(paths)].sort();
const MOST_DIRECTORIES = 1e3;
const DEEPEST = 30;
function resolvePattern(pattern, { target, look }) {
	return isGlob(pattern) ? globbed(pattern, look) : named$2(pattern, {
		target,
		look
	});
}
const named$2 = (path, { target, look }) => {
	const entry = look(path);
	if (entry === void 0) return {
		paths: [],
		passedOver: []
	};
	if (entry.kind === "absent") return {
		paths: missing$1(path, {
			target,
			look
		}),
		passedOver: []
	};
	if (entry.kind !== "directory") return {
		paths: [path],
		passedOver: []
	};
	const kustomization = kustomizationOf(path, entry.entries);
	if (kustomization === void 0) return withoutKustomization(path, entry.entries);
	look(kustomization);
	return {
		paths: [kustomization],
		passedOver: besideKustomization(path, entry.entries)
	};
};
const besideKustomization = (path, entries) => entries.filter(({ name, kind }) => kind === "file" && !KUSTOMIZATIONS.includes(name) && likeness(name) < LEAST_LIKE).map(({ name }) => join$2(path, name));
const kustomizationOf = (path, entries) => {
	const names = KUSTOMIZATIONS.filter((name) => entries.some((entry) => entry.name === name && entry.kind !== "directory"));
	if (names.length > 1) return ambiguous(path, names);
	return names[0] === void 0 ? void 0 : join$2(path, names[0]);
};
const globbed = (pattern, look) => {
	const paths = /* @__PURE__ */ new Set();
	const passedOver = /* @__PURE__ */ new Set();
	const visited = /* @__PURE__ */ new Set();
	const directories = /* @__PURE__ */ new Set();
	const list = (path) => {
		const entry = look(path);
		if (entry?.kind === "symlink" || entry?.kind === "submodule") passedOver.add(path);
		if (entry?.kind !== "directory") return [];
		directories.add(path);
		if (directories.size > MOST_DIRECTORIES || path.split("/").length > DEEPEST) tooWide(pattern);
		return entry.entries;
	};
	const below = (path, segments) => {
		const [segment, ...rest] = segments;
		const step = `${segments.join("/")} ${path}`;
		if (visited.has(step)) return;
		visited.add(step);
		if (segment === void 0) take(path);
		else if (segment === "**") anywhere(path, rest.length === 0 ? ["*"] : rest);
		else if (isGlob(segment)) matching(path, segment, rest);
		else below(join$2(path, segment), rest);
	};
	const anywhere = (path, rest) => {
		const entries = list(path);
		const [next = "*"] = rest;
		if (isGlob(next) || entries.some(({ name }) => name === next)) below(path, rest);
		passBy(path, {
			segment: next,
			isLast: rest.length === 1,
			isDeep: true
		});
		for (const { name, kind } of entries.filter((entry) => !entry.name.startsWith("."))) if (kind === "directory") below(join$2(path, name), ["**", ...rest]);
		else if (kind !== "file") passedOver.add(join$2(path, name));
	};
	const passBy = (path, wanted) => {
		for (const entry of list(path).filter(isPassedBy(wanted))) passedOver.add(entry.kind === "directory" ? `${join$2(path, entry.name)}/` : join$2(path, entry.name));
	};
	const matching = (path, segment, rest) => {
		const last = rest.length === 0;
		const fits = matcher(segment);
		passBy(path, {
			segment,
			isLast: last,
			isDeep: /^[*?]/.test(segment)
		});
		for (const { name, kind } of list(path).filter((entry) => fits(entry.name))) if (kind === "directory" || last && isManifestName(segment, name)) below(join$2(path, name), rest);
		else if (kind !== "file") passedOver.add(join$2(path, name));
	};
	const take = (path) => {
		const entry = look(path);
		if (entry === void 0 || entry.kind === "absent") return;
		const file = entry.kind === "directory" ? kustomizationOf(path, entry.entries) : path;
		if (entry.kind === "directory") for (const other of besideKustomization(path, entry.entries)) passedOver.add(other);
		if (file === void 0) return;
		look(file);
		paths.add(file);
	};
	below("", pattern.split("/"));
	return {
		paths: [...paths],
		passedOver: [...passedOver]
	};
};
const stemOf$1 = (name) => {
	const stem = name.replace(/^\./, "").split(".")[0] ?? "";
	return /\{[^}]*$|\[[^\]]*$/.test(stem) ? "*" : stem;
};
const isPassedBy = ({ segment, isLast, isDeep }) => {
	const fits = matcher(stemOf$1(segment));
	return ({ name, kind }) => {
		if (kind === "directory") return isDeep && name.startsWith(".") && !/^\.git(?:hub)?$/.test(name);
		return isLast && kind === "file" && fits(stemOf$1(name)) && !isManual.test(name);
	};
};
const isManual = /\.(?:md|adoc|rst|png|svg)$|^(?:licen[cs]e|codeowners|owners|makefile|\.git\w+|\.editorconfig|\.helmignore)$/i;
const LEAST_LIKE = 3;
const likeness = (name) => {
	if (/^\.?kustomization\b/i.test(name)) return 0;
	if (/\.(?:ya?ml|json)$/i.test(name)) return 1;
	return /\.(?:ya?ml|json)\b/i.test(name) ? 2 : LEAST_LIKE;
};
function passedOverHint(paths) {
	if (paths.length === 0) return "";
	const nameOf = (path) => path.slice(path.lastIndexOf("/", path.length - 2) + 1);
	const ranked = [...paths].sort((a, b) => likeness(nameOf(a)) - likeness(nameOf(b)));
	const shown = ranked.slice(0, MOST_NAMES$1);
	const rest = ranked.length - shown.length;
	return `Passed over: ${listed(rest > 0 ? [...shown, `${rest} more`] : shown)}. A glob takes no name with a dot in front, and with a \`*\` at its end only .yaml, .yml and .json; a directory stands for its kustomization.yaml, kustomization.yml or Kustomization.`;
}
const isManifestName = (segment, name) => !segment.endsWith("*") || /\.(?:ya?ml|json)$/.test(name) || KUSTOMIZATIONS.includes(name);
const tooWide = (pattern) => fail("manifest-too-many", `The glob ${quote(pattern)} leads through more than ${MOST_DIRECTORIES} directories or deeper than ${DEEPEST}.`, "Let files begin nearer to the manifests, with fewer wildcards.");
const KUSTOMIZATIONS = [
	"kustomization.yaml",
	"kustomization.yml",
	"Kustomization"
];
function baseOf$1(pattern) {
	const segments = pattern.split("/");
	const wild = segments.findIndex(isGlob);
	return segments.slice(0, wild < 0 ? segments.length : wild).join("/");
}
function join$2(path, name) {
	return path === "" ? name : `${path}/${name}`;
}
const LFS_POINTER = "version https://git-lfs";
const MOST_NAMES$1 = 10;
function readable(path, entry) {
	if (entry === void 0) return void 0;
	if (entry.kind !== "file") return refused$1(path, entry);
	if (!entry.text.startsWith(LFS_POINTER)) return {
		path,
		text: entry.text,
		executable: entry.executable
	};
	return fail("manifest-lfs", `${quote(path)} is a pointer of Git LFS.`, "Keep manifests out of Git LFS: remove the pattern from .gitattributes and commit the file itself.", { path });
}
const reasons = {
	symlink: [
		"manifest-symlink",
		"is a symbolic link",
		"Let files name what the link leads to."
	],
	submodule: [
		"manifest-submodule",
		"is a submodule",
		"Promote in the repository of the submodule."
	],
	binary: [
		"manifest-binary",
		"is not UTF-8 text",
		"Save it as UTF-8."
	],
	"too-large": [
		"manifest-too-large",
		`is larger than ${LARGEST_MANIFEST / 1024 ** 2} MiB`,
		"Split it."
	],
	directory: [
		"manifest-missing",
		"is a directory",
		"Let files name the file in it."
	],
	absent: [
		"manifest-missing",
		"does not exist",
		"Correct files in the configuration."
	]
};
function refused$1(path, entry) {
	const [code, what, hint] = reasons[entry.kind];
	return fail(code, `${quote(path)} ${what}.`, hint, { path });
}
function ambiguous(path, names) {
	const message = `The directory ${quote(path)} has ${listed(names)}, of which kustomize takes only one.`;
	return fail("manifest-ambiguous", message, "Keep one of them.", { path: `${path}/${names[0]}` });
}
function withoutKustomization(path, entries) {
	const misspelt = entries.find(({ name, kind }) => kind === "file" && likeness(name) === 0);
	const way = misspelt === void 0 ? "Let files name a file, or add a kustomization.yaml." : `Rename ${quote(misspelt.name)} to kustomization.yaml: kustomize reads no other spelling.`;
	const hint = `${contents(path, entries)} ${way}`;
	return fail("manifest-missing", `The directory ${quote(path)} has no kustomization file.`, hint, { path });
}
function missing$1(path, { target, look }) {
	const segments = path.split("/");
	const above = segments.map((_, index) => segments.slice(0, index).join("/"));
	const entries = above.map((directory) => look(directory));
	if (entries.includes(void 0)) return [];
	const last = entries.findLastIndex((entry) => entry?.kind !== "absent");
	const entry = entries[last];
	const there = above[last] ?? "";
	const name = segments[last] ?? path;
	if (entry?.kind === "symlink" || entry?.kind === "submodule") return refused$1(there, entry);
	const siblings = entry?.kind === "directory" ? entry.entries : [];
	const meant = nearest(name, siblings.map((sibling) => sibling.name));
	const guess = meant.length > 0 ? `Did you mean ${meant.map(quote).join(" or ")}? ` : "";
	const hint = entry?.kind === "directory" ? `${guess}${contents(there, siblings)}` : `${quote(there)} is a file.`;
	const gone = segments.slice(0, last + 1).join("/");
	const absent = `there is no ${quote(gone)}`;
	if (name === target.product) return fail("product-unknown", `The product ${quote(name)} is unknown: ${absent}.`, hint, { path: gone });
	const whose = `The manifests of ${quote(target.product)} in ${quote(target.environment)} are missing`;
	const elsewhere = meant.length > 0 || name === target.environment ? "" : " Let `files` in the configuration say where they are.";
	return fail("manifest-missing", `${whose}: ${absent}.`, `${hint}${elsewhere}`, { path });
}
function foundNothing(target, { look, passedOver }) {
	const base = baseOf$1(target.files[0] ?? "");
	const entry = look(base);
	if (entry === void 0) return;
	if (entry.kind === "symlink" || entry.kind === "submodule") refused$1(base, entry);
	if (entry.kind === "absent") missing$1(base, {
		target,
		look
	});
	else {
		const message = `The manifests of ${`${quote(target.product)} in ${quote(target.environment)}`} are missing: no file matches ${listed(target.files.map(quote))}.`;
		const hint = entry.kind === "directory" ? contents(base, entry.entries) : `${quote(base)} is no directory.`;
		fail("manifest-missing", message, passedOverHint(passedOver) || hint);
	}
}
const contents = (path, entries) => {
	const where = path === "" ? "The repository" : quote(path);
	if (entries.length === 0) return `${where} is empty.`;
	const names = entries.slice(0, MOST_NAMES$1).map(({ name }) => quote(name));
	const rest = entries.length - names.length;
	return `${where} has ${listed(rest > 0 ? [...names, `${rest} more`] : names)}.`;
};

// src/domain/config/owners.ts
function ownershipIn(config, named) {
	const { products = {}, environments: listed } = config.value;
	const scoped = Object.values(products ?? {}).flatMap((product) => Object.keys(product?.environments ?? {}));
	const environments = environmentsOf$1(config) ?? [.../* @__PURE__ */ new Set([...named.environments, ...scoped])];
	const names = [.../* @__PURE__ */ new Set([...Object.keys(products ?? {}), ...named.products])];
	let index;
	const known = /* @__PURE__ */ new Map();
	const find = (path) => {
		index ??= indexOf$1(config, {
			products: names,
			environments: listed === void 0 ? environments : Object.keys(listed)
		});
		return lookUp(index, path).map(({ product, environment }) => ({
			product,
			environment,
			settings: settingsOf(config, product, environment)
		}));
	};
	return {
		environments,
		ownersOf: (path) => {
			const owners = known.get(path) ?? find(path);
			known.set(path, owners);
			return owners;
		}
	};
}
function shares(owner, product, repositories) {
	return owner.product === product || repositories.some((repository) => imageAllowed(owner.settings, repository));
}
const indexOf$1 = (config, { products, environments }) => {
	const patterns = /* @__PURE__ */ new Map();
	for (const product of products) for (const environment of environments) for (const pattern of filesAt(config, product, environment)) {
		const others = patterns.get(pattern);
		if (others === void 0) patterns.set(pattern, [{
			product,
			environment
		}]);
		else others.push({
			product,
			environment
		});
	}
	return {
		literal: patterns,
		globs: [...patterns].filter(([pattern]) => isGlob(pattern)).map(([pattern, pairs]) => ({
			fits: matcher(pattern),
			pairs
		}))
	};
};
const lookUp = ({ literal, globs }, path) => {
	const slash = path.lastIndexOf("/");
	const paths = KUSTOMIZATIONS.includes(path.slice(slash + 1)) ? [path, path.slice(0, Math.max(slash, 0))] : [path];
	const found = [...paths.flatMap((one) => literal.get(one) ?? []), ...globs.flatMap(({ fits, pairs }) => paths.some(fits) ? pairs : [])];
	return [...new Map(found.map((pair) => [`${pair.product} ${pair.environment}`, pair])).values()];
};
function closedProducts(config, { products, environments }) {
	const names = keysOf$1(treeAt(config.tree, ["products"]));
	if (names.length === 0) return products;
	const place = {
		path: config.path,
		line: lineAt(config.tree, ["products"])
	};
	const strangers = products.filter((product) => !names.includes(product));
	if (strangers.length === 0) return products;
	const [pattern] = environments.flatMap((environment) => patternsOf(config, environment).filter((pattern) => !separates(pattern)));
	if (pattern === void 0) return products;
	return collect(strangers.map((product) => () => refuseUnlisted$1(product, {
		names,
		pattern,
		place
	})));
}
function refuseBorrowed(config, spots) {
	const names = keysOf$1(treeAt(config.tree, ["products"]));
	const strangers = spots.filter(({ product, paths }) => paths.length > 0 && !names.includes(product));
	if (names.length === 0 || strangers.length === 0) return;
	const known = environmentsOf$1(config) ?? [...new Set(spots.map(({ environment }) => environment))];
	const patterns = new Map(names.flatMap((product) => known.flatMap((environment) => [settingsOf(config, product, environment).files].flat(2).map((pattern) => [pattern, product]))));
	const globs = [...patterns].filter(([pattern]) => isGlob(pattern));
	const ownerOf = (path) => patterns.get(path) ?? patterns.get(path.slice(0, Math.max(0, path.lastIndexOf("/")))) ?? globs.find(([pattern]) => matches(pattern, path) || matches(pattern, path.slice(0, path.lastIndexOf("/"))))?.[1];
	const place = {
		path: config.path,
		line: lineAt(config.tree, ["products"])
	};
	const taken = strangers.flatMap(({ product, paths }) => paths.flatMap((path) => {
		const owner = ownerOf(path);
		return owner === void 0 ? [] : [[product, {
			path,
			owner
		}]];
	}));
	collect([...new Map(taken)].map(([product, { path, owner }]) => () => refuseOwned(product, {
		path,
		owner,
		place
	})));
}
const refuseOwned = (product, { path, owner, place }) => fail("product-unknown", `The configuration does not list the product ${quote(product)}, and ${quote(path)} belongs to ${quote(owner)}, which it lists.`, `Ask for ${quote(owner)}, or list the product under \`products\`.`, place);
const refuseUnlisted$1 = (product, { names, pattern, place }) => {
	const [meant] = nearest(product, names);
	return fail("product-unknown", `The configuration lists products, and ${quote(product)} is not among them, while ${quote(pattern)} in \`files\` holds the manifests of several products.`, `${meant === void 0 ? "" : `Did you mean ${quote(meant)}? `}List the product under \`products\`, or write {product} as a whole part of each path in \`files\`.`, place);
};
const separates = (pattern) => pattern.split("/").some((part) => {
	const plain = part.replaceAll("{product}", "\0").replaceAll("{environment}", "x");
	return !/[*?[\]{}]/.test(plain) && /(?:^|[-_.])\0(?=[-_.]|$)/.test(plain);
});

// src/domain/yaml/lines.ts
function lineFinder(text) {
	let starts;
	return (offset) => {
		starts ??= lineStarts(text);
		let low = 0;
		let high = starts.length;
		while (high - low > 1) {
			const middle = low + high >> 1;
			if ((starts[middle] ?? 0) <= offset) low = middle;
			else high = middle;
		}
		return low + 1;
	};
}
function linesOf$1(text) {
	return lineStarts(text).map((start) => ({
		start,
		end: lineEnd(text, start)
	}));
}
const lineStarts = (text) => {
	const starts = [0];
	for (let feed = text.indexOf("\n"); feed >= 0; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
	return starts;
};
function lineStart(text, offset) {
	return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}
function lineEnd(text, offset) {
	const feed = text.indexOf("\n", offset);
	if (feed < 0) return text.length;
	return feed > offset && text[feed - 1] === "\r" ? feed - 1 : feed;
}
function lineBreakOf(text) {
	const feed = text.indexOf("\n");
	return feed > 0 && text[feed - 1] === "\r" ? "\r\n" : "\n";
}
function applySplices(text, splices) {
	const pieces = [];
	let position = 0;
	for (const splice of ordered(splices)) {
		if (splice.start < position) return void 0;
		pieces.push(text.slice(position, splice.start), splice.text);
		position = splice.end;
	}
	pieces.push(text.slice(position));
	return pieces.join("");
}
const ordered = (splices) => [...splices].sort((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start));

// src/domain/yaml/layout.ts
const indicator = /(?:^|[\n{,[]|[-?:][ \t])[ \t]*\?(?:\s+(?:[&!]\S*|#[^\n]*(?=\n)))*\s+$/;
const FARTHEST = 1e3;
function checkImplicit(tree, entry) {
	const start = entry.key.range[0];
	if (!indicator.test(tree.text.slice(Math.max(0, start - FARTHEST), start))) return;
	refuseKey(tree, entry, {
		problem: "is written with \"?\"",
		hint: "Write the entry without \"?\", and promote again."
	});
}
function checkRemovable(tree, entry) {
	checkImplicit(tree, entry);
	if (entry.key.anchor === void 0) return;
	refuseKey(tree, entry, {
		problem: "has an anchor",
		hint: "Write the key without an anchor, and promote again."
	});
}
const refuseKey = (tree, { key }, { problem, hint }) => {
	const [start, end] = key.range;
	return fail("image-ambiguous", `The key ${quote(tree.text.slice(start, end))} ${problem}.`, hint, tree.place(start));
};
function endOf$1(tree, node) {
	if (isMapping(node) && node.flow !== true) return endOfEntry(tree, node.items.at(-1));
	if (isSequence(node) && node.flow !== true) return endOf$1(tree, node.items.at(-1) ?? null);
	let end = node?.range[1] ?? 0;
	while (end > 0 && /\s/.test(tree.text[end - 1] ?? "")) end--;
	return end;
}
function endOfEntry(tree, entry) {
	if (entry === void 0) return 0;
	const key = entry.key.range[1];
	return entry.value === null ? key : Math.max(key, endOf$1(tree, entry.value));
}
function spellKey(key, neighbour) {
	const type = neighbour.type;
	if (type === "QUOTE_DOUBLE") return spell(key, "double");
	return type === "QUOTE_SINGLE" ? spell(key, "single") : key;
}
function insertAfter(tree, mapping, entry, fields) {
	checkImplicit(tree, entry);
	return mapping.flow === true ? insertInFlow(tree, mapping, entry, fields) : insertLines(tree, mapping, entry, fields);
}
const insertLines = (tree, mapping, entry, fields) => {
	const at = lineEnd(tree.text, endOfEntry(tree, entry));
	const indent = indentOf$1(tree, mapping);
	return {
		start: at,
		end: at,
		text: fields.map(({ key, text }) => `${indent}${spellKey(key, entry.key)}: ${spell(text, "plain")}`).map((line) => `${lineBreakAt(tree.text, at)}${line}`).join("")
	};
};
function lineBreakAt(text, end) {
	if (text.startsWith("\r\n", end)) return "\r\n";
	return text[end] === "\n" ? "\n" : lineBreakOf(text);
}
function indentOf$1(tree, mapping) {
	const own = mapping.items.map((entry) => leading(tree.text, entry.key.range[0])).find((blanks) => blanks !== void 0);
	const first = startOf(mapping);
	return own ?? " ".repeat(columnOf(tree.text, first));
}
const startOf = (node) => {
	const first = isMapping(node) && node.flow !== true ? node.items[0] : void 0;
	return first === void 0 ? node.range[0] : startOf(first.key);
};
const columnOf = (text, key) => text.slice(lineStart(text, key), key).replace(/^\uFEFF/, "").replace(/(?:(?:\?|[&!]\S*)\s+)+$|\?$/, "").length;
function leading(text, offset) {
	const before = text.slice(lineStart(text, offset), offset).replace(/^\uFEFF/, "");
	return /^[ \t]*$/.test(before) ? before : void 0;
}
const insertInFlow = (tree, mapping, entry, fields) => {
	const style = flowStyleOf(tree, mapping, entry);
	const pairs = fields.map(({ key, text }) => spellPair(style, key, text));
	const next = mapping.items[mapping.items.indexOf(entry) + 1];
	const end = endOfEntry(tree, entry);
	const gap = next === void 0 ? "" : tree.text.slice(end, next.key.range[0]);
	if (next !== void 0 && gap.includes("#")) {
		const at = next.key.range[0];
		return {
			start: at,
			end: at,
			text: pairs.map((pair) => `${pair},${style.gap}`).join("")
		};
	}
	return {
		start: end,
		end,
		text: pairs.map((pair) => `,${style.gap}${pair}`).join("")
	};
};
function flowStyleOf(tree, mapping, entry) {
	const index = mapping.items.indexOf(entry);
	const key = entry.key;
	const between = entry.value === null ? ": " : tree.text.slice(key.range[1], entry.value.range[0]);
	const colon = /^[ \t]*:[ \t]*$/.test(between) ? between : ": ";
	const quoted = tree.isJson || key.type === "QUOTE_DOUBLE";
	return {
		gap: gapOf(tree, mapping, index) ?? (colon === ":" ? "" : " "),
		colon,
		quoted,
		key
	};
}
const gapOf = (tree, mapping, index) => {
	const next = mapping.items[index + 1];
	const before = mapping.items[index - 1];
	const own = mapping.items[index]?.key.range[0] ?? 0;
	if (before !== void 0) return lastBlanks(tree.text.slice(endOfEntry(tree, before), own));
	if (next !== void 0) return lastBlanks(tree.text.slice(endOfEntry(tree, mapping.items[index]), next.key.range[0]));
	const opening = lastBlanks(tree.text.slice(mapping.range[0] + 1, own));
	return opening.includes("\n") ? opening : void 0;
};
const lastBlanks = (text) => /(?:\r?\n)?[ \t]*$/.exec(text)?.[0] ?? "";
function spellPair(style, key, text) {
	return `${spellKey(key, style.key)}${style.colon}${spell(text, style.quoted ? "double" : "plain")}`;
}
function removeEntry(tree, mapping, entry) {
	checkRemovable(tree, entry);
	if (mapping.flow === true) return removeFromFlow(tree, mapping, entry);
	const key = entry.key.range[0];
	const end = lineEnd(tree.text, endOfEntry(tree, entry));
	const start = lineStart(tree.text, key);
	if (leading(tree.text, key) === void 0) return {
		start: key,
		end: end + (/^\s*/.exec(tree.text.slice(end))?.[0].length ?? 0),
		text: ""
	};
	if (start > 0) return {
		start: start - (tree.text[start - 2] === "\r" ? 2 : 1),
		end,
		text: ""
	};
	return {
		start,
		end: end + lineBreakAt(tree.text, end).length,
		text: ""
	};
}
const removeFromFlow = (tree, mapping, entry) => {
	const index = mapping.items.indexOf(entry);
	const next = mapping.items[index + 1];
	const before = mapping.items[index - 1];
	const end = endOfEntry(tree, entry);
	if (next !== void 0) return (commaEnd(tree, end) > end ? ownLine(tree, entry) : void 0) ?? {
		start: entry.key.range[0],
		end: next.key.range[0],
		text: ""
	};
	if (before === void 0) return {
		start: entry.key.range[0],
		end,
		text: ""
	};
	const start = endOfEntry(tree, before);
	if (!tree.text.slice(start, entry.key.range[0]).includes("#")) return {
		start,
		end,
		text: ""
	};
	return ownLine(tree, entry) ?? {
		start: entry.key.range[0],
		end: commaEnd(tree, end),
		text: ""
	};
};
const commaEnd = (tree, offset) => offset + (/^\s*,/.exec(tree.text.slice(offset))?.[0].length ?? 0);
const ownLine = (tree, entry) => {
	const start = lineStart(tree.text, entry.key.range[0]);
	const comma = commaEnd(tree, endOfEntry(tree, entry));
	const end = lineEnd(tree.text, comma);
	if (!(start > 0 && leading(tree.text, entry.key.range[0]) !== void 0) || !/^[ \t]*(?:#.*)?$/.test(tree.text.slice(comma, end))) return void 0;
	return {
		start: start - (tree.text[start - 2] === "\r" ? 2 : 1),
		end,
		text: ""
	};
};
function appendAfter(tree, sequence, index, items) {
	const neighbour = sequence.items[index];
	const end = endOf$1(tree, neighbour);
	if (sequence.flow === true) {
		const gap = itemGapOf(tree, sequence, index);
		return {
			start: end,
			end,
			text: items.map((item) => `,${gap}${flowItem(tree, neighbour, item)}`).join("")
		};
	}
	const at = lineEnd(tree.text, end);
	const style = {
		...dashStyleOf(tree, sequence),
		lineBreak: lineBreakAt(tree.text, at)
	};
	return {
		start: at,
		end: at,
		text: items.map((item) => `${style.lineBreak}${blockItem(tree, neighbour, style, item)}`).join("")
	};
}
const dashStyleOf = (tree, sequence) => {
	const dash = sequence.range[0];
	const blanks = tree.text.slice(dash + 1, sequence.items[0]?.range[0] ?? dash + 1);
	return {
		indent: leading(tree.text, dash) ?? " ".repeat(dash - lineStart(tree.text, dash)),
		blanks: /^ +$/.test(blanks) ? blanks : " "
	};
};
const blockItem = (tree, neighbour, style, item) => {
	if (isMapping(neighbour) && neighbour.flow === true) return `${style.indent}-${style.blanks}${flowItem(tree, neighbour, item)}`;
	const key = isMapping(neighbour) ? neighbour.items[0]?.key : void 0;
	const pairs = item.map((field) => `${key ? spellKey(field.key, key) : field.key}: ${spell(field.text, "plain")}`);
	return `${style.indent}-${style.blanks}${pairs.join(`${style.lineBreak}${style.indent} ${style.blanks}`)}`;
};
const flowItem = (tree, neighbour, item) => {
	const first = isMapping(neighbour) && neighbour.flow === true ? neighbour.items[0] : void 0;
	if (!isMapping(neighbour) || first === void 0) return flowMapping(defaultStyle(tree), item, ["", ""]);
	const inside = tree.text.slice(endOfEntry(tree, neighbour.items.at(-1)), neighbour.range[1] - 1);
	const opening = /^\s*/.exec(tree.text.slice(neighbour.range[0] + 1, first.key.range[0]))?.[0] ?? "";
	return flowMapping(flowStyleOf(tree, neighbour, first), item, [opening, /\s*$/.exec(inside)?.[0] ?? ""]);
};
const defaultStyle = (tree) => ({
	gap: " ",
	colon: ": ",
	quoted: tree.isJson
});
const flowMapping = (style, item, [opening, closing]) => {
	return `{${opening}${item.map(({ key, text }) => {
		if (style.key !== void 0) return spellPair({
			...style,
			key: style.key
		}, key, text);
		return `${style.quoted ? JSON.stringify(key) : key}${style.colon}${spell(text, style.quoted ? "double" : "plain")}`;
	}).join(`,${style.gap}`)}${closing}}`;
};
const itemGapOf = (tree, sequence, index) => {
	const items = sequence.items;
	const own = items[index]?.range[0] ?? 0;
	const before = items[index - 1];
	const start = before === void 0 ? sequence.range[0] + 1 : endOf$1(tree, before);
	const blanks = /(?:\r?\n)?[ \t]*$/.exec(tree.text.slice(start, own))?.[0] ?? "";
	if (before !== void 0 || blanks.includes("\n")) return blanks;
	return /^\{\s*"[^"]*":\S/.test(tree.text.slice(own)) ? "" : " ";
};
function addSection(tree, root, { key, items }) {
	const entry = root.items.find((candidate) => keyOf$1(candidate) === key);
	if (root.flow === true) return [flowSection(tree, root, {
		key,
		items,
		entry
	})];
	if (entry !== void 0) return fillSection(tree, root, {
		entry,
		items
	});
	const at = endOfDocument(tree);
	const lineBreak = lineBreakOf(tree.text);
	const lines = [`${marginOf(tree, root)}${rootKey(root, key)}:`, ...sectionLines(tree, root, items)].join(lineBreak);
	return [{
		start: at,
		end: at,
		text: at === 0 || tree.text[at - 1] === "\n" ? `${lines}${lineBreak}` : `${lineBreak}${lines}`
	}];
}
const rootKey = (root, key) => root.items[0] === void 0 ? key : spellKey(key, root.items[0].key);
const fillSection = (tree, root, { entry, items }) => {
	if (entry.value === null) checkImplicit(tree, entry);
	const value = entry.value?.range ?? entry.key.range;
	const colon = tree.text.indexOf(":", entry.key.range[1]) + 1;
	const at = lineEnd(tree.text, value[1]);
	const lineBreak = lineBreakAt(tree.text, at);
	const lines = sectionLines(tree, root, items).map((line) => `${lineBreak}${line}`);
	return [...value[0] === value[1] ? [] : [{
		start: colon,
		end: value[1],
		text: ""
	}], {
		start: at,
		end: at,
		text: lines.join("")
	}];
};
const sectionLines = (tree, root, items) => {
	const style = {
		indent: `${marginOf(tree, root)}${firstDashIndent(tree, root) ?? ""}`,
		blanks: " ",
		lineBreak: lineBreakOf(tree.text)
	};
	return items.map((item) => blockItem(tree, void 0, style, item));
};
const marginOf = (tree, root) => root.items.length === 0 ? "" : indentOf$1(tree, root);
const firstDashIndent = (tree, node) => {
	if (isSequence(node)) return firstOf(node.items, (item) => firstDashIndent(tree, item));
	if (!isMapping(node)) return void 0;
	return firstOf(node.items, ({ key, value }) => {
		if (!(isSequence(value) && value.flow !== true && value.items.length > 0)) return firstDashIndent(tree, value);
		return " ".repeat(Math.max(0, columnIn(tree, value.range[0]) - columnIn(tree, key.range[0])));
	});
};
const columnIn = (tree, offset) => offset - lineStart(tree.text, offset);
const firstOf = (values, ask) => {
	for (const value of values) {
		const answer = ask(value);
		if (answer !== void 0) return answer;
	}
};
const endOfDocument = (tree) => {
	const marker = /^(?:---|\.\.\.)(?=\s|$)/m.exec(tree.text.slice(tree.end));
	return marker === null ? tree.text.length : tree.end + marker.index;
};
const flowSection = (tree, root, { key, items, entry }) => {
	const last = root.items.at(-1);
	const style = last === void 0 ? {
		...defaultStyle(tree),
		gap: ""
	} : flowStyleOf(tree, root, entry ?? last);
	const list = flowList(style, items);
	if (entry?.value) return {
		start: entry.value.range[0],
		end: entry.value.range[1],
		text: list
	};
	if (entry !== void 0) return {
		start: entry.key.range[1],
		end: entry.key.range[1],
		text: `${style.colon}${list}`
	};
	const end = last === void 0 ? root.range[0] + 1 : endOfEntry(tree, last);
	const name = last === void 0 || style.quoted ? JSON.stringify(key) : rootKey(root, key);
	return {
		start: end,
		end,
		text: `${last === void 0 ? "" : `,${style.gap}`}${name}${style.colon}${list}`
	};
};
const flowList = (style, items) => {
	if (!style.gap.includes("\n")) return `[${items.map((item) => flowMapping(style, item, ["", ""])).join(`,${style.gap}`)}]`;
	const unit = style.gap.replace(/^\r?\n/, "");
	const outer = `${style.gap}${unit}`;
	const inner = `${outer}${unit}`;
	return `[${items.map((item) => flowMapping({
		...style,
		gap: inner
	}, item, [inner, outer])).map((entry) => `${outer}${entry}`).join(",")}${style.gap}]`;
};

// src/domain/yaml/edit.ts
function splicesOf(tree, edit) {
	switch (edit.kind) {
		case "set": return [setValue(tree, edit.node, edit.text)];
		case "swap": return swap(tree, edit);
		case "remove": return [removeEntry(tree, edit.mapping, edit.entry)];
		case "insert": return [insertAfter(tree, edit.mapping, edit.after, edit.fields)];
		case "append": return [appendAfter(tree, edit.sequence, edit.after, edit.items)];
		case "nested": return [...edit.splices];
		case "section": return addSection(tree, edit.mapping, edit);
	}
}
const swap = (tree, { entry, key, text }) => {
	checkRemovable(tree, entry);
	const [start, end] = entry.key.range;
	const renamed = {
		start,
		end,
		text: spellKey(key, entry.key)
	};
	return isText(entry.value) || isLink(entry.value) ? [renamed, setValue(tree, entry.value, text)] : [renamed];
};
function nestedTrees(tree, node) {
	const source = node.type === "PLAIN" ? void 0 : sourceOf$1(tree, node);
	if (source === void 0) return void 0;
	const place = (offset) => tree.place(source.offsetOf(offset) ?? node.range[0]);
	return parseTrees(String(node.value), place, {
		tree,
		node,
		toOuter: (splice) => outward(splice, source)
	}).trees?.filter(({ root }) => root !== null && !isText(root));
}
function outward({ start, end, text }, { offsetOf, encode, newLine }) {
	const [first = "", ...rest] = text.split("\n");
	const lines = rest.map(newLine);
	const outerStart = offsetOf(start);
	const outerEnd = offsetOf(end);
	if (outerStart === void 0 || outerEnd === void 0 || lines.includes(void 0)) return void 0;
	return {
		start: outerStart,
		end: outerEnd,
		text: `${encode(first)}${lines.join("")}`
	};
}
function sourceOf$1(tree, node) {
	if (node.type === void 0) return {
		offsetOf: (index) => index,
		encode: (text) => text,
		newLine: (line) => `\n${line}`
	};
	if (isBlock(node)) return blockSource(tree, node);
	if (node.type === "QUOTE_DOUBLE") return doubleSource(tree, node);
	return node.type === "QUOTE_SINGLE" ? singleSource(tree, node) : plainSource(tree, node);
}
function isBlock({ type }) {
	return type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED";
}
const blockSource = (tree, node) => {
	const value = String(node.value);
	const start = tree.text.indexOf("\n", node.range[0]) + 1;
	const lines = linesOf(tree.text, start, node.range[1]);
	const indent = indentOf(lines, value);
	if (indent === void 0) return void 0;
	const offsets = [];
	let end = start;
	for (const line of lines) {
		const content = line.text.slice(indent);
		if (content === "") continue;
		const at = positionOf(value, offsets.length, content);
		if (at === void 0) return void 0;
		while (offsets.length < at) offsets.push(end);
		end = line.start + indent;
		for (let index = 0; index < content.length; index++) offsets.push(end++);
	}
	while (offsets.length <= value.length) offsets.push(end);
	const prefix = `${lineBreakOf(tree.text)}${" ".repeat(indent)}`;
	const isKept = (line) => node.type === "BLOCK_LITERAL" || line.startsWith(" ");
	const newLine = (line) => isKept(line) ? prefix + line : void 0;
	return {
		offsetOf: (index) => offsets[index],
		encode: (text) => text,
		newLine
	};
};
const linesOf = (text, start, end) => {
	const lines = [];
	for (let at = start; at < end;) {
		const feed = text.indexOf("\n", at);
		const next = feed < 0 || feed >= end ? end : feed + 1;
		lines.push({
			start: at,
			text: text.slice(at, next).replace(/\r?\n$/, "")
		});
		at = next;
	}
	return lines;
};
const indentOf = (lines, value) => {
	const outer = lines.find(({ text }) => text.trim() !== "")?.text;
	const inner = value.split("\n").find((line) => line.trim() !== "");
	if (outer === void 0 || inner === void 0) return void 0;
	return outer.length - outer.trimStart().length - (inner.length - inner.trimStart().length);
};
const positionOf = (value, from, content) => {
	let at = from;
	while (value[at] === "\n") at++;
	if (value.startsWith(content, at)) return at;
	return value[from] === " " && value.startsWith(content, from + 1) ? from + 1 : void 0;
};
const doubleSource = (tree, node) => {
	const pieceAt = (at) => {
		const [whole = "", code = ""] = /^\\(x..|u.{4}|U.{8}|\r?\n[ \t]*|.)/s.exec(tree.text.slice(at, at + 200)) ?? [];
		if (/^\r?\n/.test(code)) return {
			length: whole.length,
			text: ""
		};
		const point = /^[xuU]/.test(code) ? Number.parseInt(code.slice(1), 16) : void 0;
		return {
			length: whole.length,
			text: point === void 0 ? escapes[code] ?? code : String.fromCodePoint(point)
		};
	};
	const offsets = quotedOffsets(tree, node, (at) => tree.text[at] === "\\" ? pieceAt(at) : void 0);
	const encode = (text) => JSON.stringify(text).slice(1, -1);
	return offsets && {
		offsetOf: (index) => offsets[index],
		encode,
		newLine: (line) => `\\n${encode(line)}`
	};
};
const escapes = {
	0: "\0",
	a: "\x07",
	b: "\b",
	t: "	",
	n: "\n",
	v: "\v",
	f: "\f",
	r: "\r",
	e: "\x1B",
	N: "",
	_: "\xA0",
	L: "\u2028",
	P: "\u2029"
};
const singleSource = (tree, node) => {
	const offsets = quotedOffsets(tree, node, (at) => tree.text.startsWith("''", at) ? {
		length: 2,
		text: "'"
	} : void 0);
	const encode = (text) => text.replaceAll("'", "''");
	return offsets && {
		offsetOf: (index) => offsets[index],
		encode,
		newLine: () => void 0
	};
};
const plainSource = (tree, node) => {
	const offsets = foldedOffsets(tree, node, {
		start: node.range[0],
		end: node.range[1],
		special: () => void 0
	});
	return offsets && {
		offsetOf: (index) => offsets[index],
		encode: (text) => text,
		newLine: () => void 0
	};
};
const quotedOffsets = (tree, node, special) => foldedOffsets(tree, node, {
	start: node.range[0] + 1,
	end: node.range[1] - 1,
	special
});
const foldedOffsets = (tree, node, { start, end, special }) => {
	const offsets = [];
	let read = "";
	for (let at = start; at < end;) {
		const piece = special(at) ?? folded(tree.text, at) ?? {
			length: 1,
			text: tree.text[at] ?? ""
		};
		for (let index = 0; index < piece.text.length; index++) offsets.push(at);
		read += piece.text;
		at += piece.length;
	}
	offsets.push(end);
	return read === node.value ? offsets : void 0;
};
const folded = (text, at) => {
	if (!/[ \t\r\n]/.test(text[at] ?? "")) return void 0;
	const [whole = ""] = /^[ \t]*(?:\r?\n[ \t]*)+/.exec(text.slice(at, at + 4e3)) ?? [];
	if (whole === "") return void 0;
	const breaks = whole.split("\n").length - 1;
	return {
		length: whole.length,
		text: breaks === 1 ? " " : "\n".repeat(breaks - 1)
	};
};

// src/domain/formats/image-parts.ts
function effective(tree, mapping, key) {
	for (const entry of mapping.items) if (nameOf(tree, entry) === key) return {
		entry,
		mapping
	};
	if (tree.heirs.size === 0) return void 0;
	for (const layer of mergeChain(tree, mapping).slice(1)) {
		const entry = layer.items.find((item) => nameOf(tree, item) === key);
		if (entry !== void 0) return {
			entry,
			mapping: layer
		};
	}
}
function childOf(tree, node, key) {
	return isMapping(node) ? resolve(tree, effective(tree, node, key)?.entry.value ?? null) : null;
}
function effectiveEntries(tree, mapping) {
	const entries = /* @__PURE__ */ new Map();
	for (const layer of mergeChain(tree, mapping)) for (const entry of layer.items) {
		const key = nameOf(tree, entry);
		if (key !== void 0 && !entries.has(key)) entries.set(key, {
			entry,
			mapping: layer
		});
	}
	return entries;
}
function mergeChain(tree, mapping) {
	const layers = [mapping];
	if (tree.heirs.size === 0) return layers;
	for (let next = 0; next < layers.length; next++) {
		const before = layers.slice(0, next + 1);
		const merged = [...new Set(mergedBy(layers[next], tree.targets))].filter((source) => !before.includes(source));
		if (merged.length === 0) continue;
		layers.splice(next + 1, layers.length, .../* @__PURE__ */ new Set([...merged, ...layers.slice(next + 1)]));
		if (layers.length > MOST_MERGES + 1) tooManyMerges(tree, mapping);
	}
	return layers;
}
const MOST_MERGES = 100;
const tooManyMerges = (tree, mapping) => fail("manifest-invalid", `A mapping merges more than ${MOST_MERGES} others.`, "Write the merged keys out, and promote again.", tree.place(mapping.range[0]));
function cellsOf(tree, keys, find) {
	const cells = {};
	for (const [part, key] of Object.entries(keys)) {
		const cell = cellOf(tree, find(key));
		if (cell !== void 0) cells[part] = cell;
	}
	return cells;
}
function cellOf(tree, found) {
	const node = found?.entry.value;
	if (found === void 0 || !(isText(node) || isLink(node)) || !isText(resolve(tree, node))) return void 0;
	return {
		node,
		...found
	};
}
const bareDigest = "sha";
const versionOf = (keys, tag, digest) => {
	const at = tag.indexOf("@");
	if (digest === "" && at >= 0) return {
		tag: tag.slice(0, at) || void 0,
		digest: tag.slice(at + 1)
	};
	const isBare = digest !== "" && keys.digest === "sha";
	return {
		tag: tag || void 0,
		digest: isBare ? `sha256:${digest}` : digest || void 0
	};
};
function helmSite(tree, group, { cells, keys, place, problem }) {
	const text = (part) => textOf(tree, cells[part]?.node) ?? "";
	const repository = text("repository");
	if (repository.includes("://")) return void 0;
	const split = looksLikeReference(repository) && !isTemplated(repository) ? splitReference(repository) : filledInImage(repository);
	if (split === void 0) return void 0;
	const registry = isTemplated(text("registry")) ? "" : text("registry").replace(/\/+$/, "");
	const whole = registry === "" ? split.repository : `${registry}/${split.repository}`;
	const isWhole = split.tag === void 0 && split.digest === void 0;
	return {
		tree,
		group,
		first: [whole],
		second: registry === "" ? [] : [split.repository],
		image: {
			repository: whole,
			...versionOf(keys, text("tag"), text("digest"))
		},
		offset: cells.repository?.node.range[0] ?? 0,
		problem: problem ?? (isWhole ? void 0 : "has its tag inside of its repository"),
		isFilledIn: [
			split.tag,
			split.digest,
			text("tag"),
			text("digest")
		].some((version) => isTemplated(version ?? "")),
		shape: {
			kind: "parts",
			cells,
			keys,
			naming: "helm",
			clearing: "empty",
			place
		}
	};
}
const entryKeys = {
	name: "name",
	newName: "newName",
	tag: "newTag",
	digest: "digest"
};
function entrySite(tree, group, { mapping, entries }) {
	const read = (key) => textOf(tree, entries.get(key)?.entry.value) || void 0;
	const name = read(entryKeys.name);
	const newName = read(entryKeys.newName);
	if (name === void 0) return void 0;
	const cells = cellsOf(tree, entryKeys, (key) => entries.get(key));
	return {
		tree,
		group,
		first: [name],
		second: newName === void 0 ? [] : [.../* @__PURE__ */ new Set([newName, splitReference(newName).repository])],
		image: {
			repository: newName ?? name,
			tag: read(entryKeys.tag),
			digest: read(entryKeys.digest)
		},
		offset: cells.name?.entry.key.range[0] ?? mapping.range[0],
		problem: entryProblem(tree, entries),
		isFilledIn: entryVersions(tree, entries).some(isTemplated),
		shape: {
			kind: "parts",
			cells,
			keys: entryKeys,
			naming: "kustomize",
			clearing: "line",
			place: { mapping }
		}
	};
}
const entryVersions = (tree, entries) => {
	const read = (key) => textOf(tree, entries.get(key)?.entry.value) ?? "";
	const { tag = "", digest = "" } = splitReference(read(entryKeys.newName));
	return [
		read(entryKeys.tag),
		read(entryKeys.digest),
		tag,
		digest
	];
};
const entryProblem = (tree, entries) => {
	const read = (key) => textOf(tree, entries.get(key)?.entry.value) ?? "";
	if (Object.values(entryKeys).some((key) => entries.get(key)?.entry.value === null)) return "has a key without a colon in its entry";
	if (read("tagSuffix") !== "") return "has a \"tagSuffix\", so that another tag would run";
	const { tag, digest } = splitReference(read(entryKeys.newName));
	return tag === void 0 && digest === void 0 ? void 0 : "has its tag or digest within its \"newName\"";
};
const ownKeys = [entryKeys.tag, entryKeys.newName];
function mayHoldEntries({ text }) {
	if (searchedText.text !== text) searchedText = {
		text,
		holds: [...ownKeys, entryKeys.digest].some((key) => text.includes(key))
	};
	return searchedText.holds;
}
let searchedText = {
	text: "",
	holds: false
};
function entriesOf$1(tree, list) {
	const all = list.items.flatMap((item) => {
		const mapping = resolve(tree, item);
		return isMapping(mapping) ? [{
			item,
			mapping,
			entries: effectiveEntries(tree, mapping)
		}] : [];
	});
	const isOfKustomize = all.some(({ entries }) => isEntry(tree, entries));
	return all.flatMap(({ item, mapping, entries }) => {
		const site = entrySite(tree, list, {
			mapping,
			entries
		});
		if (site === void 0 || !(isOfKustomize || isDigestAlone(tree, entries))) return [];
		return [{
			item,
			site: isOfKustomize ? site : {
				...site,
				shape: {
					...site.shape,
					keys: keysWithoutTag
				}
			}
		}];
	});
}
const keysWithoutTag = {
	name: entryKeys.name,
	digest: entryKeys.digest
};
const isDigestAlone = (tree, entries) => /^sha(?:256|512):[0-9a-f]+$/.test(textOf(tree, entries.get(entryKeys.digest)?.entry.value) ?? "") && ![
	"tag",
	"repository",
	"registry",
	"image",
	"repo"
].some((key) => entries.has(key));
function isEntry(tree, entries) {
	return textOf(tree, entries.get(entryKeys.name)?.entry.value) !== void 0 && ownKeys.some((key) => entries.has(key));
}

// src/domain/formats/chart-keys.ts
const singleImage = /(?:^i|(?<!^x)[-_]i|I)mage$/;
const listOfImages = /(?:^i|(?<!^x)[-_]i|I)mages$/;
function mayHoldReference(key, place) {
	if (/^[A-Z0-9_]*$|^(?:value|default|args?|arguments|command|repo)$|epository$/.test(key)) return false;
	if (aside$1.test(key)) return false;
	for (let above = place; above !== void 0; above = above.around) if (aside$1.test(above.key)) return false;
	return true;
}
const aside$1 = /^x-|^(?:docs?|documentation|examples?|notes?|comments?|descriptions?)$/i;
const noNames = /pull[-_]?(?:policy|secrets?)$|^(?:registry|repository|tag|digest)$/i;
const referring = /(?:^i|(?<!^x)[-_]i|I)mage[-_]?(?:name|ref|reference|uri|url)$/i;
const further = /^image[A-Z]/;
const withinImage = /^(?:ref|uri|url)$/;
const ofMachines = /(?:^|[-_])(?:vms?|runner|os|ami|machine|disk|boot|iso|host|cloud|hero|background|logo|cover|banner|preview)[-_]?[iI]mage$|(?:Vm|VM|Runner|Os|OS|Ami|AMI|Machine|Disk|Boot)Image$/;
function namingOf(key, { key: above, around }) {
	if (ofMachines.test(key)) return "versioned";
	if (singleImage.test(key) || key === "reference" && above === "image") return "whole";
	if (listOfImages.test(above) || above === "tags" && listOfImages.test(around?.key ?? "")) return noNames.test(key) ? "none" : "whole";
	if (referring.test(key) || withinImage.test(key) && singleImage.test(above)) return "versioned";
	return further.test(key) ? "located" : "none";
}
const repositoryKey = /epository$|[rR]epo$|(?:^i|[-_]i|I)mage(?:[-_]?[nN]ame)?$/;
function mayNameRepository(key) {
	return key === "<<" || key === "name" || repositoryKey.test(key);
}
function namesRepository([key, { entry }]) {
	return /[rR]epo(?:sitory)?$/.test(key) || singleImage.test(key) && isText(entry.value);
}
const sources$1 = /^(?:git(?:hub|lab)?[-_]?(?:repo(?:sitory)?)?|scm|vcs)$/i;
const originsOfCharts = /^(?:sources?|charts?|helm)$/i;
function isSources(key, entries) {
	const isVersioned = ["digest", ...versionKeys].some((name) => entries.has(name));
	if (sources$1.test(key) || [
		"branch",
		"revision",
		"targetRevision"
	].some((name) => entries.has(name))) return !(entries.has("registry") || isVersioned && !/repo(?:sitory)?$/i.test(key));
	if (originsOfCharts.test(key)) return !(entries.has("tag") || entries.has("digest")) || entries.has("ref");
	return entries.has("ref") && !singleImage.test(key) && !entries.has("registry");
}
function keysOf(tree, { key: above, around }, entries) {
	const all = [...entries.keys()].flatMap((key) => keysBy(tree, key, entries));
	if (all.length > 0) return all;
	const isImage = singleImage.test(above) || listOfImages.test(around?.key ?? "");
	const tag = tagIn(entries);
	const repository = (isImage && (tag !== void 0 || entries.has("digest")) ? ["repo", "name"] : []).find((key) => entries.has(key));
	return repository === void 0 ? [] : [plainly(repository, tag ?? "tag")];
}
const keysBy = (tree, key, entries) => {
	if (key === "repository") {
		const tag = tagIn(entries) ?? "tag";
		return [{
			...plainly(key, tag),
			digest: isBareDigest(tree, entries) ? "sha" : "digest"
		}];
	}
	if (key.endsWith("epository")) return ofBeginning(key, entries);
	if (singleImage.test(key)) return besideTag(tree, entries, key);
	const short = /(?:^i|[-_]i|I)mage[-_]?([rR]epo|[nN]ame)$/.exec(key)?.[1];
	const keys = short === void 0 ? void 0 : beginning(key, short.length, entries);
	return keys !== void 0 && entries.has(keys.tag ?? "") ? [keys] : [];
};
const ofBeginning = (key, entries) => {
	const owner = key.replace(/[-_]?[rR]epository$/, "");
	const keys = beginning(key, 10, entries);
	if ((sources$1.test(owner) || originsOfCharts.test(owner)) && !entries.has(keys.registry ?? "")) return [];
	return singleImage.test(owner) || entries.has(keys.tag ?? "") || entries.has(keys.digest ?? "") ? [keys] : [];
};
const plainly = (repository, tag) => ({
	registry: "registry",
	repository,
	tag,
	digest: "digest"
});
const spellingsOf$1 = (first, last) => [
	`${first}${last.charAt(0).toUpperCase()}${last.slice(1)}`,
	`${first}_${last}`,
	`${first}-${last}`
];
const versionKeys = [
	"tag",
	...spellingsOf$1("image", "tag"),
	...spellingsOf$1("image", "version"),
	...spellingsOf$1("default", "tag"),
	...spellingsOf$1("docker", "tag"),
	...spellingsOf$1("container", "tag")
];
const tagIn = (entries) => versionKeys.find((name) => entries.has(name) && !isTaken(name, entries));
const isTaken = (version, entries) => {
	const [, stem = ""] = /^(.+?)[-_]?(?:tag|version)$/i.exec(version) ?? [];
	if (stem === "") return false;
	return [...[
		...spellingsOf$1(stem, "repository"),
		...spellingsOf$1(stem, "repo"),
		...spellingsOf$1(stem, "image")
	], ...stem === "image" ? [stem] : []].some((name) => entries.has(name));
};
const versionWord = /(?:^|[-_])(?:tag|version)(?:$|[-_])|(?:Tag|Version)(?:$|[A-Z])|^(?:tag|version)[A-Z]/;
const ofOthers = /^(?:api|kube|k8s|chart|schema|helm|min|max)|(?:policy|pattern|prefix|strategy)$/i;
function otherVersion(tree, entries) {
	for (const [key, found] of entries) if (versionWord.test(key) && !ofOthers.test(key) && !isTaken(key, entries) && textOf(tree, found.entry.value) !== void 0) return {
		key,
		found
	};
}
const beginning = (key, length, entries) => {
	const stem = key.slice(0, -length);
	const part = (name) => /[-_]$/.test(stem) ? `${stem}${name}` : `${stem}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
	const own = {
		registry: part("registry"),
		repository: key,
		tag: part("tag"),
		digest: part("digest")
	};
	return /^image[-_]?$/.test(stem) && !entries.has(own.tag) && entries.has("tag") && !entries.has("repository") ? {
		...own,
		tag: "tag",
		digest: "digest"
	} : own;
};
const isBareDigest = (tree, entries) => {
	const found = entries.get("sha");
	const text = textOf(tree, found?.entry.value) ?? "";
	return found !== void 0 && !entries.has("digest") && (text === "" || hexadecimal.test(text));
};
const hexadecimal = /^[0-9a-f]{64}$/;
const besideTag = (tree, entries, key) => {
	const text = textOf(tree, entries.get(key)?.entry.value);
	if (text === void 0) return [];
	const { tag, digest } = splitReference(text);
	if (tag !== void 0 || digest !== void 0) return [];
	const isAlone = key === "image" && !entries.has("repository");
	const stem = key.replace(/[iI]mage$/, "");
	const own = [
		`${key}Tag`,
		`${key}_tag`,
		`${key}-tag`,
		...spellingsOf$1(key, "version"),
		...stem === "" ? [] : [`${stem}Tag`, `${stem}tag`]
	].find((candidate) => entries.has(candidate));
	const beside = own ?? (isAlone ? tagIn(entries) : void 0);
	if (beside === void 0) return [];
	return [{
		registry: "registry",
		repository: key,
		tag: beside,
		digest: own === void 0 ? "digest" : digestBeside(own)
	}];
};
const digestBeside = (tag) => tag.replace(/(?:Tag|Version)$/, "Digest").replace(/(?:tag|version)$/, "digest");
function registriesOf(key) {
	if (!singleImage.test(key)) return [];
	const stem = key.replace(/[-_]?[iI]mage$/, "");
	return [
		...stem === "" ? [] : spellingsOf$1(stem, "registry"),
		...spellingsOf$1(key, "registry"),
		"registry"
	];
}

// src/domain/formats/helm.ts
function findValues(tree, node, { searched, alsoSkipped }) {
	const sites = [];
	const all = alsoSkipped === void 0 ? skipped$2 : new RegExp(`${skipped$2.source}|${alsoSkipped.source}`, "i");
	walk$1({
		tree,
		sites,
		skipped: all,
		isOfChart: alsoSkipped === void 0,
		near: /* @__PURE__ */ new Map(),
		searched
	}, node, {
		key: "",
		around: void 0
	});
	return sites;
}
function searchedNothing() {
	return {
		collections: {
			image: /* @__PURE__ */ new Set(),
			part: /* @__PURE__ */ new Set(),
			list: /* @__PURE__ */ new Set(),
			other: /* @__PURE__ */ new Set()
		},
		images: /* @__PURE__ */ new Set(),
		unbound: []
	};
}
const skipped$2 = /(?:annotations|labels|(?:env|environment)[-_]?var(?:iable)?s)$|^(?:envs?|envfrom|extraenv.*)$/i;
const walk$1 = (search, node, context) => {
	if (isLink(node)) {
		walk$1({
			...search,
			user: search.user ?? node
		}, resolve(search.tree, node), context);
		return;
	}
	if (!(isMapping(node) || isSequence(node)) || !startSearch(search.tree, search.searched, {
		node,
		key: context.key
	})) return;
	if (isSequence(node)) walkList(search, node, context);
	else walkMapping(search, {
		...context,
		mapping: node
	});
};
const walkList = (search, list, context) => {
	if (search.searched.images.has(list)) return;
	const found = mayHoldEntries(search.tree) ? entriesOf$1(search.tree, list) : [];
	for (const { item, site } of found) addSite(search, resolve(search.tree, item) ?? item, site);
	const entries = new Set(found.map(({ item }) => item));
	for (const item of list.items) if (!entries.has(item)) walkItem(search, item, context);
};
const walkMapping = (search, place) => {
	const used = addEntry(search, place) ?? addParts(search, place);
	for (const entry of place.mapping.items) if (!isMerge(entry)) walkEntry(search, entry, {
		place,
		used
	});
	const merge = place.mapping.items.find(isMerge);
	if (merge === void 0) return;
	const merging = {
		...search,
		user: search.user ?? merge.key
	};
	for (const { entry, mapping } of effectiveEntries(search.tree, place.mapping).values()) if (!(mapping === place.mapping || isSearched(search.searched, mapping, place.key))) walkEntry(merging, entry, {
		place,
		used
	});
};
const walkEntry = (search, entry, { place, used }) => {
	const key = nameOf(search.tree, entry) ?? "";
	if (search.skipped.test(key)) return;
	const naming = used.has(entry) || !mayBeText(entry.value) ? "none" : namingFor(search, key, place);
	if (naming !== "none") addReference(search, entry.value, {
		naming,
		place,
		key
	});
	walk$1(search, entry.value, {
		key,
		around: place
	});
};
const namingFor = ({ isOfChart }, key, place) => {
	const naming = namingOf(key, place);
	return naming === "none" && isOfChart && mayHoldReference(key, place) ? "exact" : naming;
};
const addSite = ({ tree, sites, searched, user }, node, site) => {
	if (tree.links.size > 0) searched.images.add(node);
	if (user === void 0) sites.push(site);
	else sites.push({
		...site,
		offset: user.range[0],
		problem: byAlias
	});
};
const walkItem = (search, item, context) => {
	const isImage = listOfImages.test(context.key);
	if (isImage) addReference(search, item, {
		naming: "whole",
		place: context.around
	});
	walk$1(search, item, {
		...context,
		key: isImage ? "image" : ""
	});
};
const mayBeText = (node) => isText(node) || isLink(node);
const addReference = (search, node, { naming, place, key = "" }) => {
	const { tree, searched } = search;
	if (!(isText(node) || isLink(node)) || !isText(resolve(tree, node)) || searched.images.has(node)) return;
	const site = besideRegistry(search, referenceSite(tree, node, tree), {
		key,
		place
	});
	if (site === void 0) return;
	const isWhole = site.image.tag !== void 0 || site.image.digest !== void 0;
	if (naming !== "whole" && !isWhole) return;
	if ((naming === "located" || naming === "exact") && !site.image.repository.includes("/")) return;
	if (naming === "exact" && !isExact(site)) return;
	const problem = isWhole || place === void 0 ? void 0 : missing(search, place, effectiveEntries(tree, place.mapping));
	addSite(search, node, problem === void 0 ? site : {
		...site,
		problem
	});
};
const isExact = ({ image: { repository, tag, digest }, isFilledIn }) => {
	if (isFilledIn === true || !isRepository(repository)) return false;
	if (digest !== void 0) return isDigest(digest) && (tag === void 0 || isTag(tag));
	return isTag(tag ?? "") && (registryOf(repository) !== void 0 || /\d/.test(tag ?? ""));
};
const besideRegistry = ({ tree }, site, { key, place }) => {
	if (site === void 0 || place === void 0 || key === void 0) return site;
	if (site.shape.kind !== "reference" || registryOf(site.image.repository) !== void 0) return site;
	const registry = registriesOf(key).map((name) => textOf(tree, effective(tree, place.mapping, name)?.entry.value)).find((name) => name !== void 0 && name !== "")?.replace(/\/+$/, "");
	if (registry === void 0 || isTemplated(registry)) return site;
	const { repository } = site.image;
	const whole = `${registry}/${repository}`;
	const image = {
		...site.image,
		repository: whole
	};
	return {
		...site,
		first: [whole],
		second: [repository],
		image,
		shape: {
			...site.shape,
			registry
		}
	};
};
const explainTag = ({ tree, searched }, place) => {
	const { mapping, key } = place;
	const entry = mapping.items.find((item) => {
		const name = nameOf(tree, item) ?? "";
		return versionKey.test(name) && (!plainVersion.test(name) || singleImage.test(key)) && textOf(tree, item.value);
	});
	if (entry === void 0) return;
	const line = tree.place(entry.key.range[0]).line ?? 1;
	const part = partOf(nameOf(tree, entry) ?? "");
	const message = `The ${part} on line ${line} has no repository beside it, so that its image is not known.`;
	const known = part === "version" ? {} : {
		part,
		keys: keysOfPlace(place)
	};
	searched.unbound.push({
		line,
		message,
		...known
	});
};
const partOf = (key) => {
	if (/tag$/i.test(key)) return "tag";
	return /digest$/i.test(key) ? "digest" : "version";
};
const versionKey = /^(?:image[-_]?)?(?:tag|digest|version)$/i;
const plainVersion = /^(?:tag|digest|version)$/i;
const keysOfPlace = ({ key, around }) => {
	if (around === void 0) return key === "" ? [] : [key];
	const before = key === "" ? void 0 : keysOfPlace(around);
	return before && [...before, key];
};
const addEntry = (search, { mapping }) => {
	const { tree, searched } = search;
	if (!mayHoldEntries(tree) || searched.images.has(mapping)) return void 0;
	const entries = effectiveEntries(tree, mapping);
	const site = isEntry(tree, entries) ? entrySite(tree, mapping, {
		mapping,
		entries
	}) : void 0;
	if (site === void 0) return void 0;
	addSite(search, mapping, site);
	return new Set(mapping.items);
};
const addParts = (search, place) => {
	const { tree, searched } = search;
	const used = /* @__PURE__ */ new Set();
	if (searched.images.has(place.mapping)) return new Set(place.mapping.items);
	if (!place.mapping.items.some((entry) => mayNameRepository(nameOf(tree, entry) ?? ""))) {
		explainTag(search, place);
		return used;
	}
	const entries = effectiveEntries(tree, place.mapping);
	if (isSources(place.key, entries)) return used;
	for (const keys of keysOf(tree, place, entries)) {
		const cells = cellsOf(tree, keys, (key) => entries.get(key));
		if (cells.repository !== void 0 && !hasVersion$2(cells) && isOnlyMerged(tree, place.mapping, keys)) {
			used.add(cells.repository.entry);
			continue;
		}
		const problem = unreadable$1(keys, cells, entries) ?? (hasVersion$2(cells) ? void 0 : missing(search, place, entries));
		const site = helmSite(tree, tree, {
			cells,
			keys,
			place: { mapping: place.mapping },
			problem
		});
		if (site === void 0 || cells.repository === void 0) continue;
		addSite(search, place.mapping, site);
		used.add(cells.repository.entry);
	}
	return used;
};
const isOnlyMerged = (tree, mapping, keys) => {
	const heirs = tree.heirs.get(mapping) ?? [];
	if (heirs.length === 0 || (tree.links.get(mapping)?.length ?? 0) > heirs.length) return false;
	const all = heirs.map((heir) => effectiveEntries(tree, heir));
	const inherits = (entries) => entries.get(keys.repository ?? "")?.mapping === mapping;
	return all.some(inherits) && all.every((entries) => entries.has(keys.tag ?? "") || entries.has(keys.digest ?? ""));
};
const unreadable$1 = (keys, cells, entries) => ["tag", "digest"].some((part) => cells[part] === void 0 && entries.has(keys[part] ?? "")) ? "has a tag or digest that is not text" : void 0;
const missing = (search, place, entries) => {
	const version = otherVersion(search.tree, entries);
	if (version === void 0) return elsewhere(search, place);
	const { line } = search.tree.place(version.found.entry.key.range[0]);
	return `has its version under ${quote(version.key)} on line ${line}, where no chart is known to read a tag`;
};
const hasVersion$2 = (cells) => cells.tag !== void 0 || cells.digest !== void 0;
const tagKey = /^(?:image[-_]?)?tag$/i;
const elsewhere = (search, { mapping, around }) => {
	const reason = "has its tag elsewhere, not beside its repository";
	if (childrenOf$2(mapping).some((node) => hasLooseTag(search.tree, node))) return reason;
	for (let place = around; place !== void 0; place = place.around) {
		const isNear = search.near.get(place.mapping) ?? isTagNear(search.tree, place.mapping);
		search.near.set(place.mapping, isNear);
		if (isNear) return reason;
	}
};
const isTagNear = (tree, mapping) => {
	const global = mapping.items.find((entry) => nameOf(tree, entry) === "global")?.value;
	return [
		mapping,
		...childrenOf$2(mapping),
		...isMapping(global) ? childrenOf$2(global) : []
	].some((node) => hasLooseTag(tree, node));
};
const childrenOf$2 = (mapping) => mapping.items.map((entry) => entry.value).filter((value) => isMapping(value));
const hasLooseTag = (tree, node) => node.items.some((entry) => tagKey.test(nameOf(tree, entry) ?? "") && textOf(tree, entry.value) !== void 0) && ![...effectiveEntries(tree, node)].some(namesRepository);
const byAlias = "stands here by an alias alone, whose anchor is no place for images";
const roleOf = (key) => {
	if (key === "image") return "image";
	if (singleImage.test(key)) return "part";
	return listOfImages.test(key) ? "list" : "other";
};
function isSearched({ collections }, node, key) {
	return collections[roleOf(key)].has(node);
}
function startSearch(tree, searched, { node, key }) {
	if (tree.links.size === 0) return true;
	if (isSearched(searched, node, key)) return false;
	searched.collections[roleOf(key)].add(node);
	return true;
}

// src/domain/formats/kustomization.ts
function imagesOf$1(tree, root) {
	const value = resolve(tree, effective(tree, root, "images")?.entry.value ?? null);
	if (value === null || isText(value) && isNull(value)) return void 0;
	if (!isSequence(value)) invalid(tree, value, "The section \"images\" is not a list.");
	return value.items.length === 0 ? void 0 : value;
}
function findEntries(tree, images) {
	return images.items.map((item) => siteOf$1(tree, images, item));
}
function findCharts(tree, root) {
	const charts = resolve(tree, effective(tree, root, "helmCharts")?.entry.value ?? null);
	if (!isSequence(charts)) return [];
	const searched = searchedNothing();
	return charts.items.flatMap((item) => {
		const chart = resolve(tree, item);
		const values = isMapping(chart) ? effective(tree, chart, "valuesInline")?.entry.value : void 0;
		return findValues(tree, resolve(tree, values ?? null), { searched });
	});
}
const siteOf$1 = (tree, group, item) => {
	const mapping = resolve(tree, item);
	if (!isMapping(mapping)) return invalid(tree, item, "An entry of \"images\" is not a mapping.");
	const entries = effectiveEntries(tree, mapping);
	for (const key of Object.values(entryKeys)) checkText(tree, entries.get(key)?.entry);
	return entrySite(tree, group, {
		mapping,
		entries
	}) ?? invalid(tree, item, "An entry of \"images\" has no name.");
};
const checkText = (tree, entry) => {
	const text = resolve(tree, entry?.value ?? null);
	if (entry !== void 0 && text !== null && !isText(text)) invalid(tree, text, `The value of ${JSON.stringify(nameOf(tree, entry))} is not text.`);
};
const invalid = (tree, node, message) => fail("manifest-invalid", message, "Write \"images\" as a list of entries, each with a name.", tree.place(node.range[0]));
function findPins(tree, root, entries) {
	const items = (key) => {
		const list = resolve(tree, effective(tree, root, key)?.entry.value ?? null);
		return isSequence(list) ? list.items.map((item) => resolve(tree, item) ?? item) : [];
	};
	const texts = [...[...items("patches"), ...items("patchesJson6902")].map((item) => isMapping(item) ? resolve(tree, effective(tree, item, "patch")?.entry.value ?? null) : null), ...items("patchesStrategicMerge")].filter((node) => isText(node));
	const names = new Set(entries.flatMap(({ first }) => first));
	return texts.flatMap((text) => imagesIn(tree, text).filter(({ repository, isOfContainer }) => !(isOfContainer && names.has(repository))).map(({ repository }) => ({
		repository,
		place: tree.place(text.range[0])
	})));
}
const imagesIn = (tree, text) => {
	const source = String(text.value);
	if (!/[:{[]/.test(source)) return [];
	const { trees = [] } = parseTrees(source, () => tree.place(text.range[0]));
	return trees.flatMap((patch) => patchedIn(patch, patch.root, ""));
};
const patchedIn = (tree, node, path) => {
	if (isSequence(node)) return node.items.flatMap((item) => patchedIn(tree, item, path));
	if (!isMapping(node)) return [];
	const operated = textOf(tree, effective(tree, node, "path")?.entry.value) ?? "";
	const isOperation = operated.startsWith("/");
	const imageKey = isOperation && operated.endsWith("/image") ? "value" : "image";
	return node.items.flatMap((entry) => {
		const key = keyOf$1(entry);
		const here = isOperation ? operated : `${path}/${key}`;
		const text = key === imageKey ? textOf(tree, entry.value) : void 0;
		if (text === void 0 || !looksLikeReference(text)) return patchedIn(tree, entry.value, here);
		return [{
			repository: splitReference(text).repository,
			isOfContainer: ofContainer.test(here)
		}];
	});
};
const ofContainer = /\/(?:containers|initContainers)(?:\/(?:[0-9]+|-))?(?:\/image)?$/;

// src/domain/formats/argocd-application.ts
function findApplication(tree, node) {
	const found = {
		sites: [],
		pins: [],
		unbound: []
	};
	walk(tree, node, {
		...found,
		seen: /* @__PURE__ */ new Set(),
		searched: searchedNothing(),
		bases: []
	});
	return found;
}
const skipped$1 = /^(?:metadata|status|operation|.*annotations|.*labels)$/i;
const walk = (tree, node, found) => {
	if (isSequence(node)) for (const item of node.items) visit$1(tree, {
		key: "",
		value: item
	}, found);
	if (!isMapping(node)) return;
	for (const entry of node.items) {
		const key = nameOf(tree, entry) ?? "";
		if (!skipped$1.test(key)) visit$1(tree, {
			key,
			value: entry.value
		}, found);
	}
};
const visit$1 = (tree, { key, value }, found) => {
	const target = resolve(tree, value);
	if (target === null || found.seen.has(target)) return;
	found.seen.add(target);
	if (key === "kustomize" && isMapping(target)) addOverrides(tree, target, found);
	else if (key === "helm" && isMapping(target)) addHelm(tree, target, found);
	else if (key === "elements" || key === "values") addElements(tree, target, found);
	else walk(tree, target, found);
};
const addOverrides = (tree, kustomize, { sites, pins, searched }) => {
	const images = resolve(tree, effective(tree, kustomize, "images")?.entry.value ?? null);
	const overrides = isSequence(images) ? overridesOf(tree, images) : [];
	for (const { item } of overrides) searched.images.add(item);
	const own = overrides.map(({ site }) => site);
	sites.push(...own);
	pins.push(...findPins(tree, kustomize, own));
};
const overridesOf = (tree, images) => images.items.flatMap((item) => {
	const site = isText(item) || isLink(item) ? overrideSite(tree, item, images) : void 0;
	return site === void 0 ? [] : [{
		item,
		site
	}];
});
const addHelm = (tree, helm, found) => {
	const get = (key) => effective(tree, helm, key)?.entry.value ?? null;
	const values = [...textValues(tree, get("values"), found), {
		tree,
		root: resolve(tree, get("valuesObject"))
	}];
	const sites = values.flatMap((layer) => findValues(layer.tree, layer.root, found).map(stated(layer)));
	found.bases.push(...sites);
	const parameters = resolve(tree, get("parameters"));
	const { sites: own, loose } = isSequence(parameters) ? findParameters(tree, parameters) : {
		sites: [],
		loose: []
	};
	const bound = loose.map((group) => ({
		group,
		base: baseOf(values, found.bases, group)
	}));
	const overridden = new Set(bound.map(({ base }) => base).filter((base) => base !== void 0 && !hasVersion$1(base)));
	found.sites.push(...sites.filter((site) => !overridden.has(site)), ...own);
	for (const { group, base } of bound) if (base === void 0) found.unbound.push(unboundOf$1(tree, group));
	else found.sites.push(override(tree, group, base));
};
const stated = ({ user }) => (site) => user === void 0 ? site : {
	...site,
	problem: byAlias
};
const textValues = (tree, node, { unbound, seen }) => {
	const values = resolve(tree, node);
	if (!isText(values) || seen.has(values)) return [];
	seen.add(values);
	const user = isLink(node) ? node : void 0;
	const trees = nestedTrees(tree, values);
	if (trees !== void 0) return trees.map((inner) => ({
		tree: inner,
		root: inner.root,
		user
	}));
	const line = tree.place(values.range[0]).line ?? 1;
	unbound.push({
		line,
		message: "The text under \"values\" does not parse as YAML, so that no image is looked for in it."
	});
	return [];
};
const baseOf = (layers, sites, { path }) => {
	for (const { tree, root } of layers) {
		const node = path === "" ? root : path.split(".").reduce((at, key) => childOf(tree, at, key), root);
		const base = sites.find(({ shape }) => shape.kind === "parts" && "mapping" in shape.place && shape.place.mapping === node && shape.keys.tag === "tag");
		if (base !== void 0) return base;
	}
};
const hasVersion$1 = ({ shape }) => shape.kind === "parts" && (shape.cells.tag ?? shape.cells.digest) !== void 0;
const override = (tree, { keys, cells, place }, base) => ({
	tree,
	group: base.group,
	first: base.first,
	second: base.second,
	image: {
		repository: base.image.repository,
		tag: textOf(tree, cells.tag?.node) || void 0,
		digest: textOf(tree, cells.digest?.node) || void 0
	},
	offset: (cells.tag ?? cells.digest)?.node.range[0] ?? 0,
	isFilledIn: [cells.tag, cells.digest].some((cell) => isTemplated(textOf(tree, cell?.node) ?? "")),
	shape: {
		kind: "parts",
		cells,
		keys,
		naming: "helm",
		clearing: "empty",
		place
	}
});
const unboundOf$1 = (tree, { keys, cells }) => {
	const [cell, key] = cells.tag === void 0 ? [cells.digest, keys.digest] : [cells.tag, keys.tag];
	return {
		line: tree.place(cell?.node.range[0] ?? 0).line ?? 1,
		message: `The parameter ${quote(key ?? "")} has no parameter with a repository beside it, so that its image is not known.`
	};
};
const addElements = (tree, node, { sites, searched }) => {
	const own = findValues(tree, node, { searched });
	const known = new Set(own.flatMap(({ shape }) => shape.kind === "reference" ? [shape.node] : []));
	const others = (isSequence(node) ? node.items : [node]).flatMap((element) => isMapping(element) ? element.items.map((entry) => entry.value) : []).filter((value) => (isText(value) || isLink(value)) && !known.has(value));
	sites.push(...own, ...others.flatMap((value) => elementSite(tree, value) ?? []));
};
const elementSite = (tree, value) => {
	const site = referenceSite(tree, value, tree);
	return (site?.image.tag !== void 0 || site?.image.digest !== void 0) && site?.image.repository.includes("/") === true ? site : void 0;
};
function findParameters(tree, list) {
	const names = namesOf$1(tree, list);
	const groups = [...new Set([...names.keys()].flatMap(stemOf))].flatMap((stem) => groupsOf(tree, names, stem));
	const place = { parameters: list };
	const inParts = groups.flatMap(({ keys, cells }) => helmSite(tree, list, {
		cells,
		keys,
		place
	}) ?? []);
	const used = new Set(groups.map(({ keys, cells }) => cells.repository && keys.repository));
	const whole = [...names].flatMap(([name, cells]) => wholeImage.test(name) && !used.has(name) ? cells.flatMap(({ node }) => referenceSite(tree, node, list) ?? []) : []);
	const loose = groups.filter(({ cells }) => cells.repository === void 0 && (cells.tag ?? cells.digest) !== void 0);
	return {
		sites: [...inParts, ...whole],
		loose: loose.map(({ stem, keys, cells }) => ({
			path: stem.replace(/\.$/, ""),
			keys,
			cells,
			place
		}))
	};
}
const wholeImage = /(?:^|\.)image$|Image$/;
const partName = /^(|.*\.)(?:registry|repository|tag|digest)$|^(.*[^.])(?:Registry|Repository|Tag|Digest)$/;
const stemOf = (name) => {
	const match = partName.exec(name);
	return match === null ? [] : [match[1] ?? match[2] ?? ""];
};
const namesOf$1 = (tree, list) => {
	const names = /* @__PURE__ */ new Map();
	for (const item of list.items) {
		const parameter = resolve(tree, item);
		if (!isMapping(parameter)) continue;
		const name = textOf(tree, effective(tree, parameter, "name")?.entry.value);
		const cell = cellOf(tree, effective(tree, parameter, "value"));
		if (name === void 0 || cell === void 0) continue;
		const others = names.get(name);
		if (others === void 0) names.set(name, [cell]);
		else others.push(cell);
	}
	return names;
};
const groupsOf = (tree, names, stem) => {
	const isCapital = stem !== "" && !stem.endsWith(".");
	const nameOf = (part) => `${stem}${isCapital ? part.charAt(0).toUpperCase() + part.slice(1) : part}`;
	const repository = [nameOf("repository"), ...namesWithoutTag(tree, names, stem)].find((name) => names.has(name));
	const keys = {
		registry: nameOf("registry"),
		repository: repository ?? nameOf("repository"),
		tag: nameOf("tag"),
		digest: nameOf("digest")
	};
	const all = Object.entries(keys).map(([part, name]) => [part, names.get(name) ?? []]);
	const most = Math.max(...all.map(([, cells]) => cells.length));
	return Array.from({ length: most }, (_, index) => {
		const chosen = all.flatMap(([part, cells]) => {
			const cell = cells[cells.length - most + index];
			const last = cells.at(-1);
			const found = part === "tag" || part === "digest" || textOf(tree, cell?.node) === textOf(tree, last?.node) ? cell ?? last : last;
			return found === void 0 ? [] : [[part, found]];
		});
		return {
			stem,
			keys,
			cells: Object.fromEntries(chosen)
		};
	});
};
const namesWithoutTag = (tree, names, stem) => {
	const path = stem.replace(/\.$/, "");
	const short = singleImage.test(path.slice(path.lastIndexOf(".") + 1)) ? [
		`${stem}repo`,
		`${stem}Repo`,
		`${stem}Name`
	] : [];
	return [
		`${stem}name`,
		...short,
		path,
		`${stem}image`
	].filter((name) => {
		const { tag, digest } = splitReference(textOf(tree, names.get(name)?.at(-1)?.node) ?? "");
		return tag === void 0 && digest === void 0;
	});
};

// src/domain/formats/applicationset.ts
function findSet(tree, root) {
	const own = findApplication(tree, root);
	const spec = childOf(tree, root, "spec");
	if (!isMapping(spec) || !/\{\{|templatePatch/.test(tree.text)) return own;
	const patch = childOf(tree, spec, "templatePatch");
	const { traces, origins } = traceAll(tree, spec);
	const followed = traces.filter(({ fields }) => fields.length > 0);
	const ways = new Set(followed.flatMap(({ fields }) => fields.map(({ origin }) => origin.node)));
	const others = origins.filter(({ node }) => !ways.has(node)).map(({ template }) => template);
	const busy = new Set([...others, isText(patch) ? String(patch.value) : ""].flatMap(expressionsOf));
	const lost = [...traces.filter(({ fields, origin }) => fields.length === 0 && !ways.has(origin.node))];
	const blocks = origins.flatMap((origin) => tracesInText(tree, origin, own.sites));
	const known = [...lost, ...blocks].filter(isKnown$1);
	const sites = [
		...own.sites.filter((site) => !isTraced(tree, site)),
		...checked(unlisted$1(followed, own.sites), busy),
		...uniqueBy(known, ({ origin, site }) => [origin.node, site.image.repository]).map(({ site }) => site)
	];
	const places = new Set(known.map(({ origin }) => origin.node));
	const unknown = uniqueBy(lost, ({ origin }) => [origin.node, ""]).filter(({ origin }) => !places.has(origin.node));
	return {
		sites,
		pins: [...own.pins, ...findTemplatePins(tree, patch, sites)],
		unbound: [...own.unbound, ...unknown.map((trace) => unboundOf(tree, trace))]
	};
}
const traceAll = (tree, spec) => {
	const generators = childOf(tree, spec, "generators");
	const elements = [
		...under(tree, generators, "elements").filter((list) => isSequence(list)).flatMap((list) => list.items.map((item) => resolve(tree, item))).filter((item) => isMapping(item)),
		...valuesOf$4(tree, generators),
		void 0
	];
	const renderings = [childOf(tree, spec, "template"), ...under(tree, generators, "template")].filter((node) => node !== null).flatMap((template) => elements.map((element) => render(tree, template, element)));
	return {
		traces: renderings.flatMap((rendering) => findApplication(tree, rendering.root).sites.flatMap((site) => site.tree === tree ? traceOf(tree, site, rendering) ?? [] : [])),
		origins: renderings.filter(({ element }) => element === void 0).flatMap((rendering) => [...rendering.origins.values()])
	};
};
const valuesOf$4 = (tree, node) => {
	if (isSequence(node)) return node.items.flatMap((item) => valuesOf$4(tree, resolve(tree, item)));
	if (!isMapping(node)) return [];
	return node.items.flatMap((entry) => {
		const key = nameOf(tree, entry) ?? "";
		if (notHandedOn.test(key)) return [];
		if (key !== "values") return valuesOf$4(tree, resolve(tree, entry.value));
		const alone = cloneOf(node);
		alone.items = [entry];
		return [alone];
	});
};
const notHandedOn = /^(?:elements|template|selector)$/;
const under = (tree, node, key) => {
	if (isSequence(node)) return node.items.flatMap((item) => under(tree, item, key));
	if (!isMapping(node)) return [];
	return node.items.flatMap((entry) => {
		const value = resolve(tree, entry.value);
		if (nameOf(tree, entry) !== key) return under(tree, entry.value, key);
		return value === null ? [] : [value];
	});
};
const isKnown$1 = ({ site }) => !site.image.repository.includes(UNKNOWN);
const isTraced = (tree, { tree: other, shape, isFilledIn }) => other === tree && isFilledIn === true && nodesOf(shape).some((node) => (textOf(tree, node) ?? "").includes("{{"));
const tracesInText = (tree, origin, listed) => {
	const text = resolve(tree, origin.node);
	if (!isText(text) || !origin.template.includes("\n")) return [];
	const place = () => tree.place(text.range[0]);
	const isParsed = parseTrees(origin.template, place).problem === void 0;
	const inside = parseTrees(renderBlind(origin.template), place).trees ?? [];
	const seen = new Set(listed.filter((site) => isIn(site, text) && (site.problem ?? site.isFilledIn)).map(({ image }) => image.repository));
	return inside.flatMap((inner) => findValues(inner, inner.root, { searched: searchedNothing() })).filter(({ image }) => !seen.has(image.repository) && (!isParsed || `${image.tag} ${image.digest}`.includes("0unknown0value0"))).map((site) => stuck({
		...site,
		tree
	}, origin));
};
const isIn = ({ tree }, text) => tree.outer?.node === text;
const unlisted$1 = (traces, listed) => {
	const known = new Set(listed.flatMap(({ shape }) => nodesOf(shape)));
	const news = traces.filter(({ fields }) => !fields.some(({ cell }) => known.has(cell.node)));
	return uniqueBy(news, ({ fields, site }) => [fields[0]?.cell.node, `${site.first[0]} ${site.image.repository}`]);
};
const uniqueBy = (values, keyOf) => {
	const seen = /* @__PURE__ */ new Map();
	return values.filter((value) => {
		const [node, name] = keyOf(value);
		const names = seen.get(node) ?? /* @__PURE__ */ new Set();
		seen.set(node, names);
		return !names.has(name) && names.add(name);
	});
};
const checked = (traces, busy) => {
	const versions = /* @__PURE__ */ new Map();
	for (const { origin, site } of traces) {
		const images = versions.get(origin.node) ?? /* @__PURE__ */ new Map();
		const { repository, tag, digest } = site.image;
		versions.set(origin.node, images.set(repository, (images.get(repository) ?? /* @__PURE__ */ new Set()).add(`${tag}@${digest}`)));
	}
	return traces.map(({ site, origin, fields }) => {
		const field = fields.find(({ name }) => busy.has(name));
		if (field !== void 0) return {
			...site,
			problem: `has its version in a field ("${field.name}") that the template uses for something else, too`
		};
		return versions.get(origin.node)?.get(site.image.repository)?.size === 1 ? site : {
			...site,
			problem: "has different versions in the elements that fill in its template"
		};
	});
};
const unboundOf = (tree, { origin }) => ({
	line: tree.place(origin.node.range[0]).line ?? 1,
	message: "A template fills in the name of an image, so that it is not known which one it is."
});
const mentionsVersion = /(?:tag|digest|images?)\b/i;
function findTemplatePins(tree, patch, sites) {
	if (!isText(patch)) return [];
	const source = renderBlind(String(patch.value)).replace(/(?:^|\s)#.*$/gm, "");
	if (!mentionsVersion.test(source)) return [];
	const { trees = [] } = parseTrees(source, () => tree.place(patch.range[0]));
	const found = trees.map((inner) => findApplication(inner, inner.root));
	const stated = found.flatMap((application) => application.sites.map(({ image }) => image.repository));
	return (stated.length > 0 && found.every(({ unbound }) => unbound.length === 0) ? stated : [...stated, ...sites.map(({ image }) => image.repository)]).map((repository) => ({
		repository,
		place: tree.place(patch.range[0])
	}));
}
const UNKNOWN = "0unknown0value0";
const expressions = /\{\{-?\s*([^{}]*?)\s*-?\}\}/g;
const noImages = /(?:annotations|labels)$/i;
function render(tree, root, element) {
	const origins = /* @__PURE__ */ new Map();
	return {
		root: renderNode({
			tree,
			element,
			origins
		}, root),
		element,
		origins
	};
}
const renderNode = (context, node) => {
	if (isSequence(node)) {
		const copy = cloneOf(node);
		copy.items = node.items.map((item) => renderNode(context, item));
		return copy;
	}
	if (!isMapping(node)) return renderText(context, node);
	const copy = cloneOf(node);
	copy.items = node.items.map((entry) => {
		const pair = cloneOf(entry);
		pair.value = entry.value === null || noImages.test(nameOf(context.tree, entry) ?? "") ? entry.value : renderNode(context, entry.value);
		return pair;
	});
	return copy;
};
const renderText = ({ tree, element, origins }, node) => {
	const text = resolve(tree, node);
	const template = isText(text) ? String(text.value) : "";
	if (!isText(text) || !template.includes("{{")) return node;
	const copy = cloneOf(text);
	origins.set(copy, {
		node,
		template
	});
	if (!template.includes("\n")) copy.value = template.replace(expressions, (_, inside) => fieldText(tree, element, inside) ?? "0unknown0value0");
	return copy;
};
const fieldText = (tree, element, inside) => textOf(tree, fieldOf(tree, element, inside)?.node);
const field = /^\.?((?:[A-Za-z_][\w-]*\.)*[A-Za-z_][\w-]*)$/;
function fieldOf(tree, element, name) {
	const keys = field.exec(name)?.[1]?.split(".") ?? [];
	let at = element ?? null;
	for (const key of keys.slice(0, -1)) at = isMapping(at) ? resolve(tree, effective(tree, at, key)?.entry.value ?? null) : null;
	const cell = isMapping(at) ? cellOf(tree, effective(tree, at, keys.at(-1) ?? "")) : void 0;
	return isTemplated(textOf(tree, cell?.node) ?? "") ? void 0 : cell;
}
function lastExpression(template) {
	const match = /^(?:([^:{}]*=)?|(.*):)\{\{-?\s*([^{}]*?)\s*-?\}\}$/.exec(template);
	return match === null ? void 0 : {
		name: plain(match[3] ?? ""),
		isWhole: match[2] === void 0
	};
}
function expressionsOf(template) {
	return [...template.matchAll(expressions)].flatMap(([, inside = ""]) => inside.split(/[^\w.-]+/).map(plain));
}
const plain = (inside) => inside.replace(/^\./, "");
function renderBlind(text) {
	return text.replace(/^[ \t]*(?:\{\{[^{}]*\}\}[ \t]*)+$/gm, "").replace(expressions, UNKNOWN);
}
function traceOf(tree, site, rendering) {
	const { shape } = site;
	if (shape.kind === "marked") return void 0;
	return shape.kind === "reference" ? traceReference(tree, {
		site,
		shape,
		rendering
	}) : traceParts(tree, {
		site,
		shape,
		rendering
	});
}
const traceReference = (tree, { site, shape, rendering }) => {
	const origin = rendering.origins.get(shape.node);
	if (origin === void 0) return void 0;
	const last = lastExpression(origin.template);
	const cell = fieldOf(tree, rendering.element, last?.name ?? "");
	if (last === void 0 || cell === void 0) return stuck(site, origin);
	const fields = [{
		cell,
		name: last.name,
		origin
	}];
	const traced = {
		...site,
		offset: cell.node.range[0]
	};
	if (last.isWhole) return {
		origin,
		fields,
		site: {
			...traced,
			shape: {
				...shape,
				node: cell.node
			}
		}
	};
	if (site.image.digest !== void 0 || textOf(tree, cell.node) !== site.image.tag) return stuck(site, origin);
	return {
		origin,
		fields,
		site: {
			...traced,
			shape: partsOf$1(rendering, { tag: cell }, { tag: last.name })
		}
	};
};
const partsOf$1 = ({ element }, cells, keys) => ({
	kind: "parts",
	cells,
	keys,
	naming: "helm",
	clearing: "empty",
	place: { element }
});
const traceParts = (tree, { site, shape, rendering }) => {
	const filled = Object.entries(shape.cells).flatMap(([part, { node }]) => {
		const origin = rendering.origins.get(node);
		return origin === void 0 ? [] : [{
			part,
			origin,
			field: fieldIn(tree, rendering, origin)
		}];
	});
	const versions = filled.filter(({ part }) => isVersion$1(part));
	const [first = filled[0]] = versions;
	if (first === void 0) return void 0;
	const fields = versions.flatMap(({ field }) => field ?? []);
	if (versions.length === 0 || fields.length < versions.length) return stuck(site, first.origin);
	const found = new Map(filled.map(({ part, field }) => [part, field?.cell]));
	const isNamed = filled.every(({ field }) => field !== void 0);
	const cells = Object.entries(shape.cells).filter(([part]) => isNamed || isVersion$1(part)).map(([part, cell]) => [part, found.get(part) ?? cell]);
	const offset = fields[0]?.cell.node.range[0] ?? site.offset;
	const parts = partsOf$1(rendering, Object.fromEntries(cells), shape.keys);
	return {
		origin: first.origin,
		fields,
		site: {
			...site,
			offset,
			shape: parts
		}
	};
};
const isVersion$1 = (part) => part === "tag" || part === "digest";
const fieldIn = (tree, { element }, origin) => {
	const last = lastExpression(origin.template);
	const cell = last?.isWhole === true ? fieldOf(tree, element, last.name) : void 0;
	return last === void 0 || cell === void 0 ? void 0 : {
		cell,
		name: last.name,
		origin
	};
};
function stuck(site, origin) {
	const image = {
		repository: withoutUnknown(site.image.repository),
		tag: /\{\{.*\}\}/.exec(origin.template)?.[0]
	};
	const names = {
		first: site.first.map(withoutUnknown),
		second: site.second.map(withoutUnknown)
	};
	return {
		origin,
		fields: [],
		site: {
			...site,
			...names,
			image,
			offset: origin.node.range[0],
			isFilledIn: true
		}
	};
}
const withoutUnknown = (name) => name.startsWith(`${"0unknown0value0"}/`) ? name.slice(16) : name;

// src/domain/formats/kubernetes.ts
function headOf(tree, mapping) {
	const read = (key) => textOf(tree, effective(tree, mapping, key)?.entry.value);
	const apiVersion = read("apiVersion");
	return {
		kind: read("kind"),
		apiVersion,
		group: apiVersion?.includes("/") ? apiVersion.split("/")[0] : apiVersion && ""
	};
}
function findObject(tree, node, searched) {
	if (!isMapping(node)) return [];
	const head = headOf(tree, node);
	if (texts.has(head.kind ?? "") || isWithoutContainers(head)) return [];
	return findValues(tree, node, {
		searched,
		alsoSkipped: skipped
	});
}
function findArtifacts(tree, root, { kind, group }) {
	const spec = childOf(tree, root, "spec");
	if (!isMapping(spec)) return [];
	if (group === "source.toolkit.fluxcd.io" && kind === "OCIRepository") return artifactOf(tree, spec);
	if (group !== "pkg.crossplane.io") return [];
	const node = effective(tree, spec, "package")?.entry.value ?? null;
	if (!(isText(node) || isLink(node))) return [];
	const site = referenceSite(tree, node, tree);
	return site === void 0 ? [] : [site];
}
function isWithoutContainers({ kind = "", group = "" }) {
	return withoutImages.has(kind) || withoutContainers.test(group);
}
const texts = /* @__PURE__ */ new Set(["ConfigMap", "Secret"]);
const withoutImages = /* @__PURE__ */ new Set([
	"CustomResourceDefinition",
	"ImageRepository",
	"ImagePolicy",
	"ClusterImagePolicy",
	"ImageUpdateAutomation"
]);
const withoutContainers = /^(?:.*\.)?(?:kyverno\.io|gatekeeper\.sh|sigstore\.dev|shipwright\.io|aquasecurity\.github\.io|eraser\.sh|kargo\.akuity\.io|argocd-image-updater\.argoproj\.io)$/;
const skipped = /^(?:metadata|status|data|stringdata|binarydata|openapiv3schema|selector|args|command)$/i;
const artifactKeys = {
	tag: "tag",
	digest: "digest"
};
const artifactOf = (tree, spec) => {
	const url = effective(tree, spec, "url");
	const [, name = ""] = /^oci:\/\/(.+?)\/*$/.exec(textOf(tree, url?.entry.value) ?? "") ?? [];
	if (!looksLikeReference(name) || url === void 0) return [];
	const ref = childOf(tree, spec, "ref");
	const mapping = isMapping(ref) ? ref : spec;
	const entries = isMapping(ref) ? effectiveEntries(tree, ref) : /* @__PURE__ */ new Map();
	const read = (key) => textOf(tree, entries.get(key)?.entry.value) || void 0;
	const { repository, tag, digest } = splitReference(name);
	return [{
		tree,
		group: tree,
		first: [repository],
		second: [],
		image: {
			repository,
			tag: read(artifactKeys.tag) ?? tag,
			digest: read(artifactKeys.digest) ?? digest
		},
		offset: (url.entry.value ?? url.entry.key).range[0],
		isFilledIn: [read(artifactKeys.tag), read(artifactKeys.digest)].some((text) => isTemplated(text ?? "")),
		problem: artifactProblem(ref, [...entries.keys()], tag ?? digest),
		shape: {
			kind: "parts",
			cells: cellsOf(tree, artifactKeys, (key) => entries.get(key)),
			keys: artifactKeys,
			naming: "kustomize",
			clearing: "line",
			place: { mapping }
		}
	}];
};
const artifactProblem = (ref, names, within) => {
	if (within !== void 0) return "has its tag or digest within its \"url\", where none is read";
	if (!isMapping(ref) || ref.items.length === 0) return "has no \"ref\" with a tag or a digest";
	if (names.includes("semver")) return "follows a range (\"semver\"), which is stronger than a tag";
	return names.includes("tag") || names.includes("digest") ? void 0 : "has no tag and no digest in its \"ref\"";
};

// src/domain/formats/layered.ts
function findLayered(path, trees, { below, above }) {
	const layers = [
		...below.map(parse),
		layerOf(path, trees),
		...above.map(parse)
	];
	const own = below.length;
	const merged = mergeAll(layers);
	const searched = searchedNothing();
	const sites = findValues(merged.tree, merged.tree.root, { searched }).map((site) => settle$2(site, {
		layers,
		merged
	}));
	const alone = searchedNothing();
	findValues(treeOf(layers, own), layers[own]?.root ?? null, { searched: alone });
	const isLoose = searched.unbound.some(({ repository }) => repository === void 0);
	return {
		formats: ["helm values"],
		sites: withoutMerged(sites).flatMap(({ site, layer }) => layer === own ? [site] : []),
		pins: [],
		unbound: alone.unbound.filter(({ repository }) => repository !== void 0 || isLoose)
	};
}
const withoutMerged = (settled) => {
	const merged = new Set(settled.flatMap(({ name, isSet }) => isSet ? [name] : []));
	return settled.filter(({ name, isSet }) => isSet || !merged.has(name));
};
const parse = ({ path, text }) => {
	const lineOf = lineFinder(text);
	const parsed = parseTrees(text, (offset) => ({
		path,
		line: lineOf(offset)
	}));
	if (parsed.problem !== void 0) {
		const { message, offset } = parsed.problem;
		return fail("manifest-invalid", `The manifest ${quote(path)} ${message}.`, "Repair the file, and promote again.", {
			path,
			line: lineOf(offset)
		});
	}
	return layerOf(path, parsed.trees);
};
const layerOf = (path, trees) => {
	const [tree, ...others] = trees.filter(({ root }) => !(root === null || isText(root) && isNull(root)));
	if (tree === void 0) return {
		path,
		tree: trees[0],
		root: void 0
	};
	const { root } = tree;
	const head = isMapping(root) ? headOf(tree, root) : void 0;
	const isObject = head?.kind !== void 0 && head.apiVersion !== void 0;
	if (others.length === 0 && isMapping(root) && !isObject && !/kustomization/i.test(path.split("/").at(-1) ?? "")) return {
		path,
		tree,
		root
	};
	return fail("manifest-format", `${quote(path)} is a layer of helm values by the setting "files", and holds something else.`, "List other manifests outside of the list of layers.", {
		path,
		line: tree.place(0).line
	});
};
const mergeAll = (layers) => {
	const trees = layers.flatMap(({ tree }) => tree ?? []);
	const made = /* @__PURE__ */ new Map();
	const roots = layers.map(({ root }) => root);
	return {
		tree: {
			text: "",
			index: 0,
			place: () => ({}),
			root: merge(layers, {
				from: roots,
				keys: []
			}, made),
			end: 0,
			isJson: false,
			targets: new Map(trees.flatMap(({ targets }) => [...targets])),
			links: new Map(trees.flatMap(({ links }) => [...links])),
			heirs: new Map(trees.flatMap(({ heirs }) => [...heirs]))
		},
		made
	};
};
const merge = (layers, made, all) => {
	const present = made.from.filter((mapping) => mapping !== void 0);
	const [first] = present;
	if (first === void 0 || present.length === 1 && made.keys.length > 0) return first ?? null;
	const merged = cloneOf(first);
	all.set(merged, made);
	merged.items = [...valuesOf$3(layers, made.from)].map(([key, { entry, mappings }]) => {
		if (mappings === void 0 || mappings.filter((mapping) => mapping !== void 0).length < 2) return entry;
		const pair = cloneOf(entry);
		pair.value = merge(layers, {
			from: mappings,
			keys: [...made.keys, key]
		}, all);
		return pair;
	});
	return merged;
};
const valuesOf$3 = (layers, from) => {
	const values = /* @__PURE__ */ new Map();
	for (const [index, mapping] of from.entries()) for (const [key, entry, value] of entriesOf(layers[index]?.tree, mapping)) {
		const mappings = isMapping(value) ? values.get(key)?.mappings ?? layers.map(() => void 0) : void 0;
		if (mappings !== void 0 && isMapping(value)) mappings[index] = value;
		values.set(key, {
			entry,
			mappings
		});
	}
	return values;
};
const entriesOf = (tree, mapping) => {
	if (tree === void 0 || mapping === void 0) return [];
	return [...effectiveEntries(tree, mapping)].filter(([key]) => key !== "<<").map(([key, { entry }]) => [
		key,
		entry,
		resolve(tree, entry.value)
	]);
};
const treeOf = (layers, layer) => layers[layer]?.tree ?? NOTHING;
const NOTHING = {
	text: "",
	index: 0,
	place: () => ({ line: 1 }),
	root: null,
	end: 0,
	isJson: false,
	targets: /* @__PURE__ */ new Map(),
	links: /* @__PURE__ */ new Map(),
	heirs: /* @__PURE__ */ new Map()
};
const originOf = (layers, node) => layers.findIndex(({ tree }) => tree !== void 0 && holdsNode(tree, node));
const settle$2 = (site, reading) => {
	const { layers } = reading;
	if (site.shape.kind === "parts") return settleParts(site, site.shape, reading);
	const name = anchorOf(site);
	const layer = originOf(layers, name);
	const isVersioned = site.image.tag !== void 0 || site.image.digest !== void 0;
	const own = {
		...site,
		tree: treeOf(layers, layer)
	};
	if (!isVersioned && site.problem === void 0) return unset(site, reading, void 0);
	return {
		site: own,
		layer,
		name,
		isSet: true
	};
};
const settleParts = (site, shape, reading) => {
	const { layers, merged } = reading;
	const { cells, keys } = shape;
	const mapping = anchorOf(site);
	const from = merged.made.get(mapping)?.from ?? contributionsOf(layers, mapping);
	const origins = Object.entries(cells).map(([part, cell]) => [part, originOf(layers, cell.node)]);
	const layer = Math.max(-1, ...origins.flatMap(([part, origin]) => isVersion(part) ? [origin] : []));
	if (layer < 0) return unset(site, reading, shape);
	const tree = treeOf(layers, layer);
	const own = from[layer];
	const name = cells.repository?.node;
	if (own === void 0) return {
		site: {
			...site,
			tree
		},
		layer,
		name,
		isSet: true
	};
	const entries = effectiveEntries(tree, own);
	const here = origins.flatMap(([part, origin]) => {
		const cell = origin === layer ? cellOf(tree, entries.get(keys[part] ?? "")) : void 0;
		return cell === void 0 ? [] : [[part, cell]];
	});
	const elsewhere = origins.flatMap(([part, origin]) => {
		const node = cells[part]?.node;
		if (origin === layer || node === void 0 || !textOf(merged.tree, node)) return [];
		return [[part, placeOf$1(layers[origin], node)]];
	});
	const ownCells = Object.fromEntries(here);
	return {
		layer,
		name,
		isSet: true,
		site: {
			...site,
			tree,
			offset: (ownCells.tag ?? ownCells.digest)?.node.range[0] ?? own.range[0],
			shape: {
				...shape,
				cells: ownCells,
				place: { mapping: own },
				elsewhere: Object.fromEntries(elsewhere)
			}
		}
	};
};
const isVersion = (part) => part === "tag" || part === "digest";
const contributionsOf = (layers, mapping) => {
	const layer = originOf(layers, mapping);
	return layers.map((_, index) => index === layer ? mapping : void 0);
};
const placeOf$1 = (layer, node) => {
	const line = layer?.tree?.place(node.range[0]).line;
	return `${quote(layer?.path ?? "")}${line === void 0 ? "" : `, line ${line}`}`;
};
const unset = (site, { layers, merged }, shape) => {
	const last = layers.length - 1;
	const { path = "", tree, root } = layers[last] ?? {};
	const anchor = anchorOf(site);
	const made = merged.made.get(anchor);
	const origin = originOf(layers, anchor);
	const keys = made?.keys ?? keysTo(treeOf(layers, origin), anchor) ?? [];
	const there = made?.from[last];
	const version = (request) => {
		if (shape === void 0) return line(keys.at(-1) ?? "image", `${site.image.repository}:${request.tag ?? ""}`);
		return request.tag === void 0 ? line(shape.keys.digest ?? "digest", request.digest ?? "") : line(shape.keys.tag ?? "tag", request.tag);
	};
	const above = shape === void 0 ? keys.slice(0, -1) : keys;
	const where = above.length === 0 ? "" : ` under ${quote(above.join("."))}`;
	const known = there === void 0 ? "" : `, line ${tree?.place(there.range[0]).line ?? 1}`;
	return {
		layer: last,
		name: shape?.cells.repository?.node,
		isSet: false,
		site: {
			...site,
			tree: tree === void 0 ? NOTHING : tree,
			offset: there?.range[0] ?? root?.range[0] ?? 0,
			problem: site.problem ?? `has no tag or digest in ${listed(layers.map((layer) => quote(layer.path)))}`,
			way: (request) => `Add \`${version(request)}\`${where} to ${quote(path)}${known}, the last of the layers.`
		}
	};
};
const line = (key, text) => `${key}: ${spell(text, "plain")}`;
function withoutOverridden(found, { above }) {
	if (!found.sites.some(({ shape }) => shape.kind === "marked")) return found;
	const layers = above.map(parse);
	const sites = found.sites.map((site) => {
		const place = site.shape.kind === "marked" ? overridingPlace(site, layers) : void 0;
		if (place === void 0) return site;
		const way = () => "Move the marker to the value of that layer, or take the value out there.";
		return {
			...site,
			problem: `has a marked value that a later layer overrides (${place})`,
			way
		};
	});
	return {
		...found,
		sites
	};
}
const overridingPlace = ({ tree, shape }, layers) => {
	const paths = nodesOf(shape).map((node) => mappingKeysTo(tree, tree.outer?.node ?? node));
	return layers.flatMap((layer) => paths.flatMap((keys) => setBy(layer, keys) ?? [])).at(-1);
};
const setBy = (layer, keys) => {
	let node = layer.root ?? null;
	if (layer.tree === void 0 || keys.length === 0) return void 0;
	for (const key of keys) {
		if (!isMapping(node)) break;
		const entry = effectiveEntries(layer.tree, node).get(key)?.entry;
		if (entry === void 0) return void 0;
		node = resolve(layer.tree, entry.value) ?? entry.key;
	}
	return node === null ? void 0 : placeOf$1(layer, node);
};
const mappingKeysTo = (tree, sought) => {
	const search = (node, keys) => {
		if (node === null) return void 0;
		if (node === sought) return keys;
		if (isMapping(node)) return node.items.map((entry) => search(entry.value, [...keys, nameOf(tree, entry) ?? ""])).find((one) => one !== void 0);
		if (isSequence(node)) return node.items.some((item) => search(item, keys) !== void 0) ? keys : void 0;
	};
	return search(tree.root, []) ?? [];
};
const NAMING = [
	"env",
	"environment",
	"stage",
	"cluster",
	"namespace",
	"name"
];
function environmentOf(site, environments) {
	const names = new Set(environments);
	let at = {
		tree: site.tree,
		node: anchorOf(site)
	};
	while (at !== void 0) {
		const { tree, node } = at;
		const around = parentsOf(tree).get(node);
		const named = around === void 0 ? [] : namesAt(at, around, names);
		if (named.length > 0) return named.length === 1 ? named[0] : void 0;
		at = around === void 0 ? tree.outer : {
			tree,
			node: around.parent
		};
	}
}
const namesAt = ({ tree, node }, { key }, names) => {
	if (key === void 0) return namedBy(tree, node, names);
	return names.has(key) ? [key] : [];
};
function seenBy(sites, scope) {
	if (scope === void 0) return sites;
	return sites.filter((site) => [void 0, scope.environment].includes(environmentOf(site, scope.environments)));
}
function keysTo(tree, node) {
	if (node === tree.root) return [];
	const around = parentsOf(tree).get(node);
	if (around === void 0) return void 0;
	const key = around.key ?? String(isSequence(around.parent) ? around.parent.items.indexOf(node) : "");
	return [...keysTo(tree, around.parent) ?? [], key];
}
function holdsNode(tree, node) {
	return node === tree.root || parentsOf(tree).has(node);
}
function anchorOf({ tree, shape }) {
	if (shape.kind !== "parts") return nodesOf(shape)[0];
	const { place } = shape;
	const own = "mapping" in place ? place.mapping : "element" in place ? place.element : place.parameters;
	return holdsNode(tree, own) ? own : nodesOf(shape).find((node) => holdsNode(tree, node)) ?? own;
}
const namedBy = (tree, element, names) => {
	if (!isMapping(element)) return [];
	const values = NAMING.map((key) => textOf(tree, effective(tree, element, key)?.entry.value) ?? "");
	return [...new Set(values.filter((value) => names.has(value)))];
};
const known$1 = /* @__PURE__ */ new WeakMap();
const parentsOf = (tree) => {
	if (tree.root === null) return /* @__PURE__ */ new Map();
	const parents = known$1.get(tree.root) ?? enterParents$1(tree, tree.root);
	known$1.set(tree.root, parents);
	return parents;
};
const enterParents$1 = (tree, root) => {
	const parents = /* @__PURE__ */ new Map();
	const queue = [root];
	for (let parent = queue.pop(); parent !== void 0; parent = queue.pop()) for (const [node, key] of childrenOf$1(tree, parent)) {
		parents.set(node, {
			parent,
			key
		});
		queue.push(node);
	}
	return parents;
};
const childrenOf$1 = (tree, node) => {
	if (isSequence(node)) return node.items.map((item) => [item, void 0]);
	return isMapping(node) ? membersOf(tree, node) : [];
};
const membersOf = (tree, mapping) => mapping.items.flatMap((entry) => entry.value === null ? [] : [[entry.value, nameOf(tree, entry) ?? ""]]);

// src/domain/formats/marked.ts
function withMarkers(trees, find) {
	if (!mayHaveMarkers(trees[0]?.text ?? "")) return find();
	const found = attempt$2(find);
	const marks = {
		live: [],
		dead: [],
		ignored: []
	};
	const nested = "problem" in found ? [] : found.sites.map(({ tree }) => tree).filter(({ outer }) => outer !== void 0);
	readText(trees, {
		marks,
		nested: new Set(nested)
	});
	if (!("problem" in found)) return join$1(found, marks);
	if (marks.live.length + marks.dead.length === 0) throw found.problem;
	return join$1({
		formats: ["text"],
		sites: [],
		pins: [],
		unbound: []
	}, marks);
}
const attempt$2 = (find) => {
	try {
		return find();
	} catch (error) {
		if (error instanceof PromotionError && error.violations.every(({ code }) => code === "manifest-format")) return { problem: error };
		throw error;
	}
};
const top = {
	key: "",
	above: "",
	mapping: void 0,
	line: 0
};
const readText = (trees, reading) => {
	const [first] = trees;
	if (first === void 0) return;
	const index = {
		values: /* @__PURE__ */ new Map(),
		blocks: /* @__PURE__ */ new Map(),
		lineOf: lineFinder(first.text)
	};
	for (const tree of trees) visit(tree.root, top, {
		tree,
		index,
		reading
	});
	const lines = linesOf$1(first.text);
	if (isWholeText(first)) return;
	for (const comment of markerComments(first.text, lines, commentsIn(first.text))) for (const marker of comment.markers) readMarker({
		comment,
		marker
	}, {
		tree: first,
		index,
		reading
	});
};
const visit = (node, around, visiting) => {
	if (isMapping(node)) visitMapping(node, around, visiting);
	else if (isSequence(node)) visitSequence(node, around, visiting);
	else if (isText(resolve(visiting.tree, node))) visitValue(node, around, visiting);
};
const visitMapping = (mapping, { key: above }, visiting) => {
	for (const entry of mapping.items) {
		const line = visiting.index.lineOf(entry.key.range[0]);
		const key = nameOf(visiting.tree, entry) ?? "";
		addBlock(visiting, line, {
			node: entry.value,
			isItem: false
		});
		visit(entry.value, {
			key,
			above,
			mapping,
			line
		}, visiting);
	}
};
const visitSequence = ({ items }, around, visiting) => {
	for (const node of items) {
		const line = visiting.index.lineOf(node.range[0]);
		addBlock(visiting, line, {
			node,
			isItem: true
		});
		visit(node, {
			...around,
			mapping: void 0,
			line
		}, visiting);
	}
};
const addBlock = ({ index: { blocks } }, line, { node, isItem }) => {
	if (node !== null && !blocks.has(line)) blocks.set(line, {
		node,
		isItem
	});
};
const visitValue = (node, around, { tree, index, reading }) => {
	const value = {
		tree,
		node,
		key: around.key,
		mapping: around.mapping
	};
	const [start, end] = node.range;
	for (const line of /* @__PURE__ */ new Set([
		around.line,
		index.lineOf(start),
		index.lineOf(Math.max(start, end - 1))
	])) {
		const others = index.values.get(line);
		if (others === void 0) index.values.set(line, [value]);
		else others.push(value);
	}
	if (!isText(node) || node.type === "PLAIN" || !mayHaveMarkers(String(node.value))) return;
	const nested = around.key === "values" && around.above === "helm" ? nestedIn(tree, node, reading) : void 0;
	if (nested !== void 0) readText(nested, reading);
	else if (node.type === void 0 || isBlock(node)) readLines(tree, node, reading);
};
const nestedIn = (tree, node, { nested }) => nestedTrees(tree, node)?.map((own) => [...nested].find(({ outer, index }) => outer?.node === node && index === own.index) ?? own);
const readMarker = ({ comment, marker }, { tree, index, reading: { marks } }) => {
	const line = comment.line === void 0 ? void 0 : index.lineOf(comment.line.start);
	const values = (line === void 0 ? void 0 : index.values.get(line)) ?? [];
	if (marker.kind === "ignore") {
		if (line !== void 0) marks.ignored.push(ignoredFrom(line, {
			tree,
			values,
			comment,
			index
		}));
		return;
	}
	const place = tree.place(comment.offset);
	const said = {
		name: marker.name,
		place
	};
	if (marker.kind === "broken") marks.dead.push(brokenMarker(said));
	else settle$1(marks, said, choose(values.map((value) => marksIn(value, {
		marker,
		said
	}))));
};
const ignoredFrom = (line, { tree, values, comment, index }) => {
	const block = index.blocks.get(line);
	const isWhole = block !== void 0 && (values.length === 0 || block.isItem && comment.position === "above");
	const ends = [...values.map((value) => value.node), ...isWhole && block.node !== null ? [block.node] : []].map(({ range: [start, end] }) => tree.place(Math.max(start, end - 1)).line ?? 0);
	const first = tree.place(comment.line?.start ?? comment.offset).line ?? 0;
	return {
		first,
		last: Math.max(first, ...ends)
	};
};
const brokenMarker = ({ name, place }) => ({
	name,
	place,
	message: `The marker on line ${place.line} cannot be read: after "image-promotion:" stands the name of an image, without tag or digest, and "digest" or nothing.`
});
const deadMarker = ({ name, place }, reason) => ({
	name,
	place,
	message: `The marker for ${quote(name)} on line ${place.line} leads to no value: ${reason}.`
});
const settle$1 = (marks, said, chosen) => {
	if ("reason" in chosen) marks.dead.push(deadMarker(said, chosen.reason));
	else marks.live.push(...chosen);
};
const choose = (all) => {
	const live = all.filter((one) => !("reason" in one));
	const references = live.filter(([first]) => first?.part === "reference" && hasVersion(first));
	if (references.length > 0) return references.flat();
	const versions = live.filter(([first]) => first?.part !== "reference");
	const [only, ...others] = versions.length > 0 ? versions : live;
	if (others.length > 0) return { reason: "the line has several values, of which none refers to the image" };
	const reason = all.find((one) => "reason" in one);
	return only ?? { reason: reason === void 0 ? "there is no value" : `the value ${reason.reason}` };
};
const marksIn = (value, { marker, said }) => {
	const { tree, node, key, mapping } = value;
	const text = textOf(tree, node) ?? "";
	const holdings = holdingsOf(text, marker);
	if ("reason" in holdings) return holdings;
	if (/^(?:name|key|id)$/i.test(key) && (mapping?.items.length ?? 0) > 1 && holdings[0]?.part !== "reference") return { reason: `is ${quote(text)}, the name of what stands beside it` };
	const isPart = holdings.some(({ start, end }) => start > 0 || end < text.length);
	const source = isPart && isText(node) ? sourceOf$1(tree, node) : void 0;
	if (isPart && isText(node) && source === void 0) return { reason: "cannot be followed from character to character" };
	return holdings.map((holding) => ({
		...holding,
		name: marker.name,
		marker: said,
		tree,
		scope: mapping ?? node,
		spot: {
			node,
			passage: isPart ? {
				start: holding.start,
				end: holding.end
			} : void 0,
			offset: source?.offsetOf(holding.start) ?? node.range[0]
		}
	}));
};
const readLines = (tree, node, { marks }) => {
	const text = String(node.value);
	const source = sourceOf$1(tree, node);
	if (source === void 0) return;
	const lines = node.type === "BLOCK_FOLDED" ? foldedLines(tree, text, source) : linesOf$1(text);
	for (const comment of markerComments(text, lines, looseComments(text, lines))) for (const marker of comment.markers) readLine({
		tree,
		node,
		source
	}, {
		comment,
		marker
	}, marks);
};
const readLine = (lined, { comment: { offset, position, line }, marker }, marks) => {
	const { tree, node, source } = lined;
	const place = (at) => tree.place(source.offsetOf(at) ?? node.range[0]);
	if (marker.kind === "ignore") {
		const only = place(line?.start ?? offset).line ?? 0;
		if (line !== void 0) marks.ignored.push({
			first: only,
			last: only
		});
		return;
	}
	const said = {
		name: marker.name,
		place: place(offset)
	};
	if (marker.kind === "broken") marks.dead.push(brokenMarker(said));
	else if (line === void 0) settle$1(marks, said, { reason: "no line of text stands right below it" });
	else if (node.type === void 0 && position === "end-of-line") settle$1(marks, said, endOfLine);
	else settle$1(marks, said, marksInLine({
		...lined,
		line
	}, {
		marker,
		said
	}));
};
const endOfLine = { reason: "in such a file it stands on a line of its own, above that of the value" };
const foldedLines = (tree, text, source) => {
	const lines = [];
	let start = 0;
	for (let at = 0; at <= text.length; at++) {
		const character = text[at];
		const isFolded = character === " " && /[\r\n]/.test(tree.text[source.offsetOf(at) ?? 0] ?? "");
		if (character !== void 0 && character !== "\n" && !isFolded) continue;
		lines.push({
			start,
			end: at
		});
		start = at + 1;
	}
	return lines;
};
const marksInLine = ({ tree, node, source, line }, { marker, said }) => {
	const holdings = holdingsInLine(String(node.value).slice(line.start, line.end), marker);
	if ("reason" in holdings) return { reason: `the value ${holdings.reason}` };
	return holdings.map((holding) => {
		const passage = {
			start: line.start + holding.start,
			end: line.start + holding.end
		};
		const offset = source.offsetOf(passage.start) ?? node.range[0];
		return {
			...holding,
			name: marker.name,
			marker: said,
			tree,
			scope: node,
			spot: {
				node,
				passage,
				offset
			}
		};
	});
};
const join$1 = (found, { live, dead, ignored }) => {
	const isQuiet = (line) => line !== void 0 && ignored.some(({ first, last }) => first <= line && line <= last);
	const isIgnored = (site) => [site.offset, ...nodesOf(site.shape).map(({ range }) => range[0])].some((at) => isQuiet(site.tree.place(at).line));
	const sites = found.sites.filter((site) => !isIgnored(site));
	const byNode = sitesByNode(sites);
	const agreed = live.filter(({ name, spot }) => isAgreed(name, byNode.get(spot.node) ?? []));
	const known = new Map(agreed.map(({ name, spot }) => [spot.node, name]));
	const own = live.filter(({ name, spot }) => known.get(spot.node) !== name);
	const { paired, lost } = pair(own);
	const taken = new Map(paired.flatMap((marks) => marks.map(({ spot, name }) => [spot.node, name])));
	const names = new Set(paired.flatMap((marks) => marks.map(({ name }) => canonicalRepository(name))));
	const lines = new Set(live.map(({ tree, spot }) => tree.place(spot.offset).line));
	return {
		...found,
		sites: [...sites.flatMap((site) => withoutTaken(site, {
			taken,
			names
		})).map(named$1(known)), ...paired.map(siteOf)],
		pins: found.pins.filter(({ place: { line } }) => !lines.has(line) && !isQuiet(line)),
		unbound: found.unbound.filter(({ line }) => !lines.has(line) && !isQuiet(line)),
		ignored,
		deadMarkers: [...dead, ...lost.map(({ marker }) => deadMarker(marker, "the value is empty"))]
	};
};
const sitesByNode = (sites) => {
	const byNode = /* @__PURE__ */ new Map();
	for (const site of sites) for (const node of nodesOf(site.shape)) {
		const others = byNode.get(node);
		if (others === void 0) byNode.set(node, [site]);
		else others.push(site);
	}
	return byNode;
};
const namesOf = ({ first, second, image }) => [
	...first,
	...second,
	image.repository
].map(canonicalRepository);
const isAgreed = (name, sites) => sites.length > 0 && sites.every((site) => site.problem === void 0 && namesOf(site).includes(canonicalRepository(name)));
const named$1 = (known) => (site) => {
	const markedAs = nodesOf(site.shape).map((node) => known.get(node)).find((name) => name !== void 0);
	return markedAs === void 0 ? site : {
		...site,
		markedAs
	};
};
const withoutTaken = (site, { taken, names }) => {
	const { shape, image } = site;
	const other = nodesOf(shape).map((node) => taken.get(node)).find((name) => name !== void 0);
	const isOwn = namesOf(site).some((name) => other === void 0 ? names.has(name) : name === canonicalRepository(other));
	if (shape.kind === "parts" && other !== void 0 && !isOwn) {
		const problem = `has its version marked as that of ${quote(other)}`;
		return [{
			...site,
			image: { repository: image.repository },
			problem
		}];
	}
	if (other !== void 0) return [];
	const isVersioned = (image.tag ?? image.digest) !== void 0 || shape.kind === "parts" && shape.naming === "kustomize";
	const hasCell = shape.kind === "parts" && (shape.cells.tag ?? shape.cells.digest) !== void 0;
	return isOwn && !isVersioned && !hasCell ? [] : [site];
};
const pair = (marks) => {
	const partners = /* @__PURE__ */ new Map();
	const apart = marks.filter(({ part }) => part === "tag" || part === "digest");
	for (const group of grouped$1(apart, ({ scope }) => scope)) pairNearest(group, partners);
	const alone = apart.filter((mark) => !partners.has(mark));
	for (const group of grouped$1(alone, ({ tree }) => tree)) if (group.length === 2) pairNearest(group, partners);
	const lost = apart.filter((mark) => !partners.has(mark) && !hasVersion(mark));
	const gone = new Set(lost);
	return {
		paired: marks.flatMap((mark) => {
			const partner = partners.get(mark);
			if (gone.has(mark) || partner !== void 0 && mark.part === "digest") return [];
			return [partner === void 0 ? [mark] : [mark, partner]];
		}),
		lost
	};
};
const grouped$1 = (marks, by) => {
	const groups = /* @__PURE__ */ new Map();
	for (const mark of marks) {
		const names = groups.get(by(mark)) ?? /* @__PURE__ */ new Map();
		groups.set(by(mark), names);
		const others = names.get(mark.name);
		if (others === void 0) names.set(mark.name, [mark]);
		else others.push(mark);
	}
	return [...groups.values()].flatMap((names) => [...names.values()]);
};
const pairNearest = (marks, partners) => {
	const waiting = [];
	for (const mark of marks) {
		const other = waiting.at(-1);
		if (other === void 0 || other.part === mark.part) waiting.push(mark);
		else {
			waiting.pop();
			partners.set(mark, other).set(other, mark);
		}
	}
};
const hasVersion = ({ version }) => (version.tag ?? version.digest) !== void 0;
const siteOf = (marks) => {
	const [{ tree, name, scope, spot, repository }] = marks;
	const version = Object.assign({}, ...marks.map((mark) => defined(mark.version)));
	return {
		tree,
		group: scope,
		first: [name],
		second: [],
		image: {
			repository: repository ?? name,
			...version
		},
		offset: spot.offset,
		shape: {
			kind: "marked",
			spots: Object.fromEntries(marks.map((mark) => [mark.part, mark.spot]))
		}
	};
};
const defined = ({ tag, digest }) => ({
	...tag === void 0 ? {} : { tag },
	...digest === void 0 ? {} : { digest }
});

// src/domain/formats/find-images.ts
function findIn(path, trees, { stacks = [] }) {
	const [first, ...others] = stacks.map((stack) => withoutOverridden(withMarkers(trees, () => findLayered(path, trees, stack)), stack));
	if (first === void 0) return find(path, trees);
	return others.length === 0 ? first : others.reduce(union, first);
}
function stackKey({ stacks = [] }) {
	return JSON.stringify(stacks.map(({ below, above }) => [below.map(({ path }) => path), above.map(({ path }) => path)]));
}
function fileKey({ path, view }) {
	return view === void 0 ? path : `${path} ${view.scope?.environment ?? ""} ${stackKey(view)}`;
}
const union = (one, other) => ({
	...one,
	sites: [...one.sites, ...other.sites.filter((site) => !one.sites.some((known) => isSame$2(known, site)))],
	unbound: [...one.unbound, ...other.unbound]
});
const isSame$2 = (a, b) => anchorOf(a) === anchorOf(b) && a.image.repository === b.image.repository;
function find(path, trees) {
	return withMarkers(trees, () => findByFormat(path, trees));
}
const findByFormat = (path, trees) => {
	const name = path.slice(path.lastIndexOf("/") + 1);
	const [first] = trees;
	if (first !== void 0 && isWholeText(first)) return {
		formats: ["text"],
		sites: [],
		pins: [],
		unbound: []
	};
	if (first !== void 0 && isMapping(first.root) && isKustomization(headOf(first, first.root), name)) return findKustomization(first, first.root);
	const documents = trees.filter(({ root }) => !isEmpty(root));
	if (documents.length === 0) return unknown$1(path, "holds nothing", 1);
	const searched = searchedNothing();
	const found = join(documents.flatMap((tree) => findDocument(tree, {
		path,
		name,
		node: tree.root,
		searched
	})));
	return {
		...found,
		unbound: [...found.unbound, ...searched.unbound]
	};
};
const fileNames = /* @__PURE__ */ new Set([
	"kustomization.yaml",
	"kustomization.yml",
	"Kustomization"
]);
const isKustomization = ({ kind, apiVersion, group }, name) => {
	if (kind === void 0) return fileNames.has(name);
	return (apiVersion === void 0 || group === "kustomize.config.k8s.io") && (kind === "Kustomization" || kind === "Component");
};
const findKustomization = (tree, root) => {
	const images = imagesOf$1(tree, root);
	const entries = images === void 0 ? [] : findEntries(tree, images);
	return {
		formats: ["kustomization"],
		sites: [...entries, ...findCharts(tree, root)],
		pins: findPins(tree, root, entries),
		unbound: [],
		additions: {
			tree,
			root,
			images
		}
	};
};
const findDocument = (tree, document) => {
	const { path, name, node, searched } = document;
	const root = resolve(tree, node);
	if (!isMapping(root)) return notMapping(tree, root, {
		path,
		line: tree.place(node?.range[0] ?? 0).line
	});
	const head = headOf(tree, root);
	if (head.group === "argoproj.io" && /^Application(?:Set)?$/.test(head.kind ?? "") || /^\.argocd-source.*\.ya?ml$/.test(name)) return [{
		format: "argocd application",
		...head.kind === "ApplicationSet" ? findSet(tree, root) : findApplication(tree, root)
	}];
	if (head.kind === void 0 || head.apiVersion === void 0) return [{
		format: "helm values",
		sites: findValues(tree, root, { searched }),
		pins: [],
		unbound: []
	}];
	const items = head.kind === "List" ? childOf(tree, root, "items") : null;
	if (isSequence(items)) return items.items.flatMap((item) => findDocument(tree, {
		...document,
		node: item
	}));
	const artifacts = findArtifacts(tree, root, head);
	for (const { shape } of artifacts) for (const node of nodesOf(shape)) searched.images.add(node);
	const { sites, pins } = findFlux(tree, root, {
		head,
		searched
	});
	return [{
		format: "kubernetes manifest",
		sites: [
			...artifacts,
			...sites,
			...findObject(tree, root, searched)
		],
		pins,
		unbound: []
	}];
};
const notMapping = (tree, root, { path, line }) => isPatch(tree, root) ? fail("manifest-format", `The manifest ${quote(path)} is a JSON patch, whose operations kustomize applies to another file.`, "Leave patches out of `files`, and set the image in the list of images of the kustomization.", {
	path,
	line
}) : unknown$1(path, "holds something else than a mapping", line);
const isPatch = (tree, root) => isSequence(root) && root.items.length > 0 && root.items.every((item) => ["op", "path"].every((key) => isText(childOf(tree, resolve(tree, item), key))));
const findFlux = (tree, root, { head: { group }, searched }) => {
	if (group === void 0 || !/^(?:kustomize|helm)\.toolkit\.fluxcd\.io$/.test(group)) return {
		sites: [],
		pins: []
	};
	const spec = childOf(tree, root, "spec");
	const renderers = childOf(tree, spec, "postRenderers");
	const after = isSequence(renderers) ? renderers.items.map((item) => childOf(tree, resolve(tree, item), "kustomize")) : [];
	const found = [group.startsWith("kustomize") ? spec : null, ...after].filter((node) => isMapping(node)).map((kustomization) => {
		const images = imagesOf$1(tree, kustomization);
		const sites = images === void 0 ? [] : findEntries(tree, images);
		if (images !== void 0) searched.images.add(images);
		return {
			sites,
			pins: findPins(tree, kustomization, sites)
		};
	});
	return {
		sites: found.flatMap(({ sites }) => sites),
		pins: found.flatMap(({ pins }) => pins)
	};
};
const join = (parts) => ({
	formats: [...new Set(parts.map(({ format }) => format))],
	sites: parts.flatMap(({ sites }) => sites),
	pins: parts.flatMap(({ pins }) => pins),
	unbound: parts.flatMap(({ unbound }) => unbound)
});
const isEmpty = (root) => root === null || isText(root) && isNull(root);
const unknown$1 = (path, problem, line) => fail("manifest-format", `The manifest ${quote(path)} fits no format: it ${problem}.`, "Name a kustomization, helm values, a Kubernetes manifest or an Argo CD application in \"files\".", {
	path,
	line
});

// src/domain/formats/match.ts
function match(questions) {
	const found = questions.map(({ sites, images }) => {
		const index = indexOf(sites);
		return images.flatMap((request) => hitsOf(index, request)).filter(({ site }) => site.isFilledIn !== true);
	});
	const hits = distinctHits(found.flat());
	const sites = questions.length === 1 ? questions[0]?.sites ?? [] : questions.flatMap((question) => question.sites);
	const violations = [
		...problemsOf(hits),
		...limitsOf(found),
		...disagreementsOf(hits),
		...strangersOf(sites, hits)
	];
	if (violations.length > 0) throw new PromotionError(violations);
	return found;
}
function distinctHits(hits) {
	const seen = /* @__PURE__ */ new Map();
	return hits.filter(({ site, request }) => {
		const requests = seen.get(site) ?? /* @__PURE__ */ new Set();
		seen.set(site, requests);
		const key = printImage(request);
		return requests.has(key) ? false : requests.add(key);
	});
}
function filledInHits(sites, requests) {
	if (!sites.some(({ isFilledIn }) => isFilledIn)) return [];
	const index = indexOf(sites);
	return requests.flatMap((request) => hitsOf(index, request)).filter(({ site }) => site.isFilledIn === true);
}
const indexOf = (sites) => ({
	first: gather$1(sites, (site) => [...site.first.map(literally), ...isLiteral(site) ? [] : spelt(site, site.first)]),
	second: gather$1(sites, (site) => [...site.second.map(literally), ...spelt(site, site.second)]),
	running: gather$1(sites, (site) => [canonicalRepository(site.image.repository)])
});
const isLiteral = ({ shape }) => shape.kind === "reference" ? shape.renames === "beside" : shape.kind === "parts" && shape.naming === "kustomize";
const literally = (name) => ` ${name}`;
const spelt = ({ image }, names) => names.filter((name) => sameRepository(name, image.repository)).map(canonicalRepository);
const named = (sites, name) => [...new Set([literally(name), canonicalRepository(name)].flatMap((key) => sites.get(key) ?? []))];
const gather$1 = (sites, namesOf) => {
	const map = /* @__PURE__ */ new Map();
	for (const site of sites) for (const name of new Set(namesOf(site))) {
		const named = map.get(name);
		if (named === void 0) map.set(name, [site]);
		else named.push(site);
	}
	return map;
};
const hitsOf = (index, request) => {
	if (request.tag === void 0 && request.digest === void 0) fail("tag-missing", `The image ${quote(request.name)} is requested without a tag or a digest.`, "Add a tag or a digest to the image.");
	const first = named(index.first, request.name);
	const hidden = new Set(first.map((site) => site.group));
	const second = named(index.second, request.name).filter((site) => !hidden.has(site.group));
	const sites = [...first, ...second];
	return (sites.length > 0 ? sites : renamed$1(index, request)).map((site) => ({
		request,
		site,
		wanted: {
			repository: request.newName ?? site.image.repository,
			...heldOf(site, request)
		}
	}));
};
const heldOf = ({ shape }, { tag, digest }) => {
	if (shape.kind !== "marked" || shape.spots.reference !== void 0 || shape.spots.version !== void 0) return {
		tag,
		digest
	};
	return {
		tag: shape.spots.tag && tag,
		digest: shape.spots.digest && digest
	};
};
const renamed$1 = (index, { newName, tag, digest }) => {
	if (newName === void 0) return [];
	const wanted = {
		repository: newName,
		tag,
		digest
	};
	return (index.running.get(canonicalRepository(newName)) ?? []).filter((site) => sameReference(site.image, wanted));
};
const problemsOf = (hits) => hits.flatMap(({ request, site }) => site.problem === void 0 ? [] : [{
	code: "image-ambiguous",
	message: `The image ${quote(request.name)} ${site.problem}.`,
	hint: site.way?.(request) ?? "Write its tag and digest as plain values beside its repository, or promote it by hand.",
	...site.tree.place(site.offset)
}]);
const limitsOf = (found) => {
	const all = found.flatMap(limitsFor);
	return [...new Map(all.map((violation) => [violation.message, violation])).values()];
};
const limitsFor = (hits) => {
	const held = /* @__PURE__ */ new Map();
	for (const { request, wanted } of hits) {
		const before = held.get(request);
		const now = {
			tag: wanted.tag === request.tag,
			digest: wanted.digest === request.digest
		};
		held.set(request, {
			tag: now.tag || before?.tag === true,
			digest: now.digest || before?.digest === true
		});
	}
	return hits.flatMap((hit) => {
		const reason = limitOf(hit, held.get(hit.request) ?? {
			tag: true,
			digest: true
		});
		if (reason === void 0) return [];
		const place = hit.site.tree.place(hit.site.offset);
		const [problem, hint] = reason;
		return [{
			code: "image-ambiguous",
			message: `The marker for ${quote(hit.request.name)} on the value of line ${place.line} ${problem}.`,
			hint,
			...place
		}];
	});
};
const limitOf = ({ request: { name }, site, wanted }, held) => {
	const { shape, image } = site;
	if (wanted.repository !== image.repository && outlives(site)) return ["says which image it is, so that it cannot be renamed", "Change the name by hand, there and in the marker."];
	if (shape.kind !== "marked") return void 0;
	if (!held.digest) return ["has a place for the tag alone, and a digest is requested", `Mark the value of the digest with "# image-promotion: ${name} digest", too, or request the tag alone.`];
	if (!held.tag) return ["has a place for the digest alone, and a tag is requested", `Mark the value of the tag with "# image-promotion: ${name}", too, or request the digest alone.`];
	return shape.spots.version !== void 0 && wanted.tag === void 0 ? ["has its digest behind a tag, and a digest alone is requested", "Request the tag along with the digest."] : void 0;
};
const outlives = ({ shape, markedAs, first }) => {
	const isEntry = shape.kind === "parts" && shape.naming === "kustomize";
	return shape.kind === "marked" || markedAs !== void 0 && !(isEntry && first.includes(markedAs));
};
const disagreementsOf = (hits) => {
	const chosen = /* @__PURE__ */ new Map();
	return hits.flatMap((hit) => {
		const other = chosen.get(hit.site);
		chosen.set(hit.site, other ?? hit);
		return other === void 0 || sameReference(other.wanted, hit.wanted) ? [] : [disagreement(other, hit)];
	});
};
const disagreement = (one, other) => ({
	code: "images-disagree",
	message: `${quote(printImage(one.request))} and ${quote(printImage(other.request))} are both requested for ${quote(printReference(one.site.image))}.`,
	hint: "Request one tag or digest for each image.",
	...one.site.tree.place(one.site.offset)
});
const strangersOf = (sites, hits) => {
	const asked = new Set(hits.map(({ site }) => site));
	const fields = new Map(hits.flatMap(({ site }) => versionsInElement(site).map((node) => [node, site])));
	if (fields.size === 0) return [];
	return sites.flatMap((other) => {
		const site = versionsInElement(other).map((node) => fields.get(node)).find((found) => found !== void 0);
		return site === void 0 || asked.has(other) ? [] : [stranger(site, other)];
	});
};
const versionsInElement = ({ shape }) => shape.kind !== "parts" || !("element" in shape.place) ? [] : [shape.cells.tag, shape.cells.digest].flatMap((cell) => cell === void 0 ? [] : [cell.node]);
const stranger = (site, other) => ({
	code: "image-shared",
	message: `The version of ${quote(site.image.repository)} is also that of ${quote(other.image.repository)}, which the request does not name.`,
	hint: "Request both images, or give each of them a field of its own.",
	...site.tree.place(site.offset)
});
function referenceWanted(shape, { site, wanted }) {
	const reference = printReference({
		...wanted,
		repository: withoutRegistry(shape, {
			site,
			wanted
		})
	});
	if (shape.matcher !== void 0) return `${shape.matcher}=${reference}`;
	return shape.renames === "beside" && wanted.repository !== site.image.repository ? `${site.image.repository}=${reference}` : reference;
}
function spotWanted(part, wanted) {
	if (part === "reference") return printReference(wanted);
	if (part === "version") return printReference({
		...wanted,
		repository: ""
	}).replace(/^:/, "");
	return wanted[part] ?? "";
}
const withoutRegistry = ({ registry }, { site, wanted }) => {
	if (registry === void 0) return wanted.repository;
	if (wanted.repository.startsWith(`${registry}/`)) return wanted.repository.slice(registry.length + 1);
	return fail("image-ambiguous", `The image ${quote(site.image.repository)} has its registry beside it, and the new name ${quote(wanted.repository)} has another.`, "Change the registry and the name by hand.", site.tree.place(site.offset));
};
function partsWanted(shape, { site, wanted }) {
	const wants = versionWanted(shape, {
		site,
		wanted
	});
	if (wanted.repository === site.image.repository) return wants;
	return {
		...shape.naming === "kustomize" ? { newName: wanted.repository } : helmName(shape, site, wanted),
		...wants
	};
}
const versionWanted = (shape, { site, wanted }) => {
	const { tag, digest } = wanted;
	refuseUncovered(shape, {
		site,
		wanted
	});
	if (digest === void 0 && isDigestUsed(shape, site)) return refuseEmptied(site);
	if (digest === void 0) return {
		tag,
		digest
	};
	const present = textOf(site.tree, shape.cells.tag?.node) ?? "";
	if (present.includes("@") && shape.cells.digest === void 0) return inTag(present, {
		site,
		wanted
	});
	if (shape.keys.digest !== "sha") return {
		tag,
		digest
	};
	if (digest.startsWith("sha256:")) return {
		tag,
		digest: digest.slice(7)
	};
	return fail("image-ambiguous", `The image ${quote(site.image.repository)} has its digest under "${"sha"}", which stands for SHA-256, and another is requested.`, "Request a digest that begins with \"sha256:\".", site.tree.place(site.offset));
};
const isDigestUsed = ({ cells, place }, { tree }) => {
	if (!("mapping" in place) || (textOf(tree, cells.digest?.node) ?? "") === "") return false;
	return textOf(tree, effective(tree, place.mapping, "useDigest")?.entry.value) === "true";
};
const refuseUncovered = ({ elsewhere = {} }, { site, wanted }) => {
	for (const part of ["tag", "digest"]) {
		const place = elsewhere[part];
		if (place === void 0 || wanted[part] !== void 0) continue;
		const other = part === "tag" ? "digest" : "tag";
		fail("image-ambiguous", `The image ${quote(site.image.repository)} has its ${part} in another layer (${place}), where a ${other} alone would leave it.`, `Request the ${part} along with the ${other}, or take the ${part} out of that layer.`, site.tree.place(site.offset));
	}
};
const refuseEmptied = ({ tree, image, offset }) => fail("image-ambiguous", `The image ${quote(image.repository)} has "useDigest" beside its digest, which a tag alone would empty.`, "Request the digest along with the tag, or set \"useDigest\" to false.", tree.place(offset));
const inTag = (present, { site, wanted: { tag, digest } }) => {
	if (tag !== void 0 || present.startsWith("@")) return {
		tag: `${tag ?? ""}@${digest}`,
		digest: void 0
	};
	return fail("image-ambiguous", `The image ${quote(site.image.repository)} has its digest within its tag, and a digest alone is requested.`, "Request the tag along with the digest.", site.tree.place(site.offset));
};
const helmName = (shape, site, { repository }) => {
	const cell = shape.cells.registry;
	const written = cell === void 0 ? void 0 : textOf(site.tree, cell.node);
	const registry = written?.replace(/\/+$/, "");
	const slash = written?.endsWith("/") ? "/" : "";
	if (shape.cells.repository === void 0 || shape.elsewhere?.registry !== void 0) {
		const place = shape.elsewhere?.repository ?? shape.elsewhere?.registry;
		return fail("image-ambiguous", place === void 0 ? `The image ${quote(site.image.repository)} has its tag in a parameter and its repository elsewhere, so that it cannot be renamed.` : `The image ${quote(site.image.repository)} has its name in another layer than its version (${place}), so that it cannot be renamed.`, place === void 0 ? "Change the repository by hand, or give it as a parameter, too." : "Change the name by hand, or write it beside the version, too.", site.tree.place(site.offset));
	}
	if (registry === void 0 || registry === "") return { repository };
	if (repository.startsWith(`${registry}/`)) return { repository: repository.slice(registry.length + 1) };
	const host = registryOf(repository);
	if (host !== void 0) return {
		registry: `${host}${slash}`,
		repository: repository.slice(host.length + 1)
	};
	return fail("image-ambiguous", `The new name ${quote(repository)} has no registry, but the image has one beside its repository.`, `Give the new name with its registry, such as ${quote(`${registry}/${repository}`)}.`, site.tree.place(site.offset));
};

// src/domain/formats/plan-edits.ts
function planOf$2(hits) {
	const plan = {
		wants: /* @__PURE__ */ new Map(),
		insertions: /* @__PURE__ */ new Map(),
		followers: /* @__PURE__ */ new Map()
	};
	const bases = basesOf(hits);
	for (const hit of hits) planOwn(plan, hit, bases);
	for (const hit of hits) planMerged(plan, hit);
	planPassages(plan, hits);
	return plan;
}
const basesOf = (hits) => new Map(hits.flatMap((hit) => {
	const { shape } = hit.site;
	if (shape.kind !== "parts" || !("mapping" in shape.place)) return [];
	return [[shape.place.mapping, {
		keys: shape.keys,
		wants: partsWanted(shape, hit)
	}]];
}));
const isInherited = (bases, { site, shape, part, text }) => {
	if (!("mapping" in shape.place)) return false;
	const base = mergeChain(site.tree, shape.place.mapping).slice(1).map((layer) => bases.get(layer)).find((found) => found?.wants[part] !== void 0);
	return base !== void 0 && base.wants[part] === text && base.keys[part] === shape.keys[part];
};
const planOwn = (plan, hit, bases) => {
	const { tree, shape } = hit.site;
	if (shape.kind === "reference") {
		want(plan, shape.node, {
			tree,
			text: referenceWanted(shape, hit)
		});
		return;
	}
	if (shape.kind === "marked") {
		for (const { node, text } of spotsOf$1(hit).filter(({ passage }) => passage === void 0)) want(plan, node, {
			tree,
			text
		});
		return;
	}
	planParts(plan, {
		hit,
		shape,
		bases
	});
};
const planParts = (plan, { hit, shape, bases }) => {
	const { tree } = hit.site;
	const wants = partsWanted(shape, hit);
	const swapped = planSwap(plan, {
		shape,
		wants,
		tree
	});
	for (const [part, text] of Object.entries(wants)) {
		const cell = shape.cells[part];
		if (swapped.includes(part)) continue;
		const added = {
			site: hit.site,
			shape,
			part,
			text
		};
		if (cell === void 0 && isInherited(bases, added)) continue;
		if (cell === void 0) insert(plan, added);
		else if (isOwn(shape, cell)) wantCell(plan, {
			tree,
			shape,
			cell,
			text
		});
	}
};
const planSwap = (plan, { shape, wants, tree }) => {
	const [goes, comes] = wants.tag === void 0 ? ["tag", "digest"] : ["digest", "tag"];
	const cell = shape.cells[goes];
	const text = wants[comes];
	const key = shape.keys[comes];
	if (shape.clearing !== "line" || wants[goes] !== void 0 || text === void 0 || key === void 0) return [];
	if (cell === void 0 || shape.cells[comes] !== void 0) return [];
	if (!isOwn(shape, cell) || isBlank(tree, cell)) return [];
	want(plan, cell.node, {
		tree,
		text: void 0,
		cell,
		swap: {
			key,
			text
		}
	});
	return [goes, comes];
};
const spotsOf$1 = ({ site: { shape }, wanted }) => shape.kind === "marked" ? spotEntries(shape).map(([part, spot]) => ({
	...spot,
	text: spotWanted(part, wanted)
})) : [];
const planPassages = (plan, hits) => {
	const all = /* @__PURE__ */ new Map();
	for (const hit of hits) for (const { node, passage, text } of spotsOf$1(hit)) {
		if (passage === void 0) continue;
		const { tree } = hit.site;
		const { splices } = all.get(node) ?? { splices: /* @__PURE__ */ new Map() };
		if ((splices.get(passage.start)?.text ?? text) !== text) disagreeing(tree, node);
		all.set(node, {
			tree,
			splices: splices.set(passage.start, {
				...passage,
				text
			})
		});
	}
	for (const [node, { tree, splices }] of all) {
		const passages = [...splices.values()];
		want(plan, node, {
			tree,
			text: applySplices(textOf(tree, node) ?? "", passages) ?? "",
			passages
		});
	}
};
const wantCell = (plan, { tree, shape, cell, text }) => {
	if (text === void 0 && isBlank(tree, cell)) return;
	want(plan, cell.node, {
		tree,
		cell,
		text: text ?? clearedText(shape)
	});
};
const clearedText = (shape) => shape.clearing === "empty" ? "" : void 0;
const isBlank = (tree, cell) => (textOf(tree, cell.node) ?? "") === "";
const isOwn = ({ place }, cell) => !("mapping" in place) || place.mapping === cell.mapping;
const want = (plan, node, wanted) => {
	const other = plan.wants.get(node);
	if (other !== void 0 && (other.text !== wanted.text || other.swap?.text !== wanted.swap?.text)) disagreeing(wanted.tree, node);
	plan.wants.set(node, wanted);
};
const disagreeing = (tree, node) => fail("images-disagree", `Two requests want different texts for the value ${quote(textOf(tree, node) ?? "")}.`, "Request one tag or digest for each image.", tree.place(node.range[0]));
const planMerged = (plan, hit) => {
	const { tree, shape } = hit.site;
	if (shape.kind !== "parts" || !("mapping" in shape.place)) return;
	const { mapping } = shape.place;
	for (const [part, text] of Object.entries(partsWanted(shape, hit))) {
		const cell = shape.cells[part];
		if (cell === void 0 || isOwn(shape, cell)) continue;
		if (isFollowed(plan, {
			tree,
			shape,
			cell,
			text
		})) plan.followers.set(cell.entry, (plan.followers.get(cell.entry) ?? /* @__PURE__ */ new Set()).add(mapping));
		else if (!isMergedAlready(plan, {
			tree,
			shape,
			cell,
			text
		})) insert(plan, {
			site: hit.site,
			shape,
			part,
			text: text ?? ""
		});
	}
};
const isFollowed = (plan, { shape, cell, text }) => {
	const direct = plan.wants.get(cell.node);
	const isSame = direct?.swap === void 0 || text === void 0;
	return direct !== void 0 && isSame && direct.text === (text ?? clearedText(shape));
};
const isMergedAlready = (plan, { tree, cell, text }) => {
	if (plan.wants.has(cell.node)) return false;
	return text === void 0 ? isBlank(tree, cell) : readsAs(tree, cell.node, text);
};
const insert = (plan, { site, shape, part, text }) => {
	if (text === void 0) return;
	if ("element" in shape.place) fail("image-ambiguous", `The template that fills in the image ${quote(site.image.repository)} has no place for its ${part}.`, `Give the template a place for the ${part}, or promote the image without it.`, site.tree.place(site.offset));
	if (shape.keys[part] === void 0) fail("image-ambiguous", `The image ${quote(site.image.repository)} has no key for its ${part === "tag" ? "tag" : "new name"} beside its name.`, "Write its tag beside its name by hand, under the key that its reader expects, and promote again.", site.tree.place(site.offset));
	const owner = "mapping" in shape.place ? shape.place.mapping : neighbourOf(shape)?.entry;
	if (owner === void 0) return;
	const texts = plan.insertions.get(owner)?.texts ?? {};
	plan.insertions.set(owner, {
		site,
		shape,
		texts: {
			...texts,
			[part]: text
		}
	});
};
function neighbourOf({ cells }) {
	return cells.repository ?? cells.tag ?? cells.digest;
}
const order = [
	"registry",
	"repository",
	"newName",
	"tag",
	"digest"
];
function fieldsOf({ shape, texts }) {
	return order.flatMap((part) => {
		const text = texts[part];
		const key = shape.keys[part];
		return text === void 0 || key === void 0 ? [] : [{
			key,
			text
		}];
	});
}
function editsOf(hits) {
	const plan = planOf$2(hits);
	const edits = /* @__PURE__ */ new Map();
	const add = (tree, edit) => {
		const others = edits.get(tree);
		if (others === void 0) edits.set(tree, [edit]);
		else others.push(edit);
	};
	for (const [node, want] of plan.wants) for (const edit of editsFor(plan, node, want)) add(want.tree, edit);
	for (const insertion of plan.insertions.values()) for (const edit of insertionsFor(insertion)) add(insertion.site.tree, edit);
	return edits;
}
const editsFor = (plan, node, want) => {
	const isChanged = want.text === void 0 || !readsAs(want.tree, node, want.text);
	if (isChanged) checkHeirs(plan, want);
	if (isLink(node)) return isFollowing(plan, node, want) || !mustDiffer(plan, node, want) ? [] : [editOf(node, want)];
	if (!isChanged) return [];
	for (const link of want.tree.links.get(node) ?? []) if (!plan.wants.has(link)) shared$2(want.tree, node, link);
	return [editOf(node, want)];
};
const editOf = (node, { tree, cell, text, swap, passages }) => {
	if (passages !== void 0 && text !== void 0 && isText(node)) return passagesEdit(tree, node, {
		passages,
		text
	});
	if (text !== void 0 || cell === void 0) return {
		kind: "set",
		node,
		text: text ?? ""
	};
	if (swap !== void 0) return {
		kind: "swap",
		entry: cell.entry,
		...swap
	};
	return {
		kind: "remove",
		mapping: cell.mapping,
		entry: cell.entry
	};
};
const passagesEdit = (tree, node, { passages, text }) => {
	const source = sourceOf$1(tree, node);
	return {
		kind: "nested",
		node,
		text,
		splices: passages.flatMap((passage) => (source && outward(passage, source)) ?? [])
	};
};
const isFollowing = (plan, link, want) => {
	const anchor = plan.wants.get(resolve(want.tree, link));
	return anchor !== void 0 && want.text !== void 0 && anchor.text === want.text;
};
const mustDiffer = (plan, link, want) => {
	if (want.text === void 0 || !readsAs(want.tree, link, want.text)) return true;
	return plan.wants.has(resolve(want.tree, link));
};
const checkHeirs = (plan, { tree, cell }) => {
	if (cell === void 0) return;
	for (const heir of heirsOf(tree, cell.mapping)) {
		const key = nameOf(tree, cell.entry) ?? "";
		const inherits = effective(tree, heir, key)?.entry === cell.entry;
		const isPlanned = plan.followers.get(cell.entry)?.has(heir) === true || getsOwn(plan, heir, key);
		if (inherits && !isPlanned) shared$2(tree, cell.node, heir);
	}
};
const getsOwn = (plan, heir, key) => {
	const insertion = plan.insertions.get(heir);
	return insertion !== void 0 && fieldsOf(insertion).some((field) => field.key === key);
};
const heirsOf = (tree, mapping) => {
	const heirs = /* @__PURE__ */ new Set();
	const queue = [mapping];
	for (let next = queue.pop(); next !== void 0; next = queue.pop()) for (const heir of tree.heirs.get(next) ?? []) {
		if (heir !== mapping && !heirs.has(heir)) queue.push(heir);
		if (heir !== mapping) heirs.add(heir);
	}
	return heirs;
};
const shared$2 = (tree, node, user) => fail("image-shared", `The value ${quote(tree.text.slice(node.range[0], node.range[1]))} is also used on line ${tree.place(user.range[0]).line}, which the request does not name.`, "Request all images that share the value, or write the value out where it is used.", tree.place(node.range[0]));
const insertionsFor = (insertion) => {
	const { shape, site } = insertion;
	const fields = fieldsOf(insertion);
	if ("mapping" in shape.place) {
		const { mapping } = shape.place;
		const after = lastNameOf(shape, mapping);
		return after === void 0 ? [] : [{
			kind: "insert",
			mapping,
			after,
			fields
		}];
	}
	if (!("parameters" in shape.place)) return [];
	const sequence = shape.place.parameters;
	const owner = neighbourOf(shape)?.mapping;
	return [{
		kind: "append",
		sequence,
		after: sequence.items.findIndex((item) => resolve(site.tree, item) === owner),
		items: fields.map(({ key, text }) => [{
			key: "name",
			text: key
		}, {
			key: "value",
			text
		}])
	}];
};
const lastNameOf = (shape, mapping) => {
	return [
		"newName",
		"name",
		"repository",
		"registry"
	].map((part) => shape.cells[part]).find((cell) => cell?.mapping === mapping)?.entry ?? mapping.items.at(-1);
};
function additionOf({ tree, root, images }, requests) {
	const entries = /* @__PURE__ */ new Map();
	for (const request of requests) {
		const fields = entryFields(request);
		const other = entries.get(request.name);
		if (other !== void 0 && JSON.stringify(other) !== JSON.stringify(fields)) fail("images-disagree", `The image ${quote(request.name)} is requested twice, with different values.`, "Request one tag or digest for each image.");
		entries.set(request.name, fields);
	}
	if (entries.size === 0) return void 0;
	const items = [...entries.values()];
	if (images === void 0) return {
		kind: "section",
		mapping: root,
		key: "images",
		items
	};
	const [link] = tree.links.get(images) ?? [];
	if (link !== void 0) fail("image-shared", "The list \"images\" is also used elsewhere in the file.", "Write the list out where it is used, or add the entry by hand.", tree.place(link.range[0]));
	return {
		kind: "append",
		sequence: images,
		after: images.items.length - 1,
		items
	};
}
const entryFields = ({ name, newName, tag, digest }) => [
	{
		key: "name",
		text: name
	},
	...newName === void 0 || newName === name ? [] : [{
		key: "newName",
		text: newName
	}],
	...tag === void 0 ? [] : [{
		key: "newTag",
		text: tag
	}],
	...digest === void 0 ? [] : [{
		key: "digest",
		text: digest
	}]
];

// src/domain/formats/aliases.ts
function checkShared(change) {
	const edits = [...change.layers.outer, ...change.layers.inner];
	const gone = new Set(edits.flatMap(([, own]) => own.flatMap(replacedBy)));
	for (const [tree, own] of edits) {
		if (tree.links.size === 0) continue;
		const links = linksTo(tree, own.map(changedBy), gone);
		if (links.size > 0) checkTree(change, {
			tree,
			edits: own,
			links
		});
	}
}
const replacedBy = (edit) => {
	if (edit.kind === "set") return [edit.node];
	return (edit.kind === "swap" || edit.kind === "remove") && edit.entry.value !== null ? [edit.entry.value] : [];
};
const changedBy = (edit) => {
	switch (edit.kind) {
		case "set":
		case "nested": return edit.node;
		case "swap": return edit.entry.value ?? edit.entry.key;
		case "append": return edit.sequence;
		default: return edit.mapping;
	}
};
const checkTree = (change, { tree, edits, links }) => {
	const view = expand(tree, links);
	const there = planThere(change, tree, view);
	for (const edit of edits) {
		const node = edit.kind === "remove" ? edit.entry.value ?? edit.mapping : changedBy(edit);
		const stray = (view.copies.get(node) ?? []).find((copy) => !isNamed$1(edit, copy, {
			change,
			there
		}));
		if (stray !== void 0) shared$1(tree, node, stray.user);
	}
};
const planThere = ({ trees, asks }, tree, view) => {
	const there = trees.map((other) => other === tree ? view.tree : other);
	const founds = asks.map(({ find, see }) => {
		if (tree.outer === void 0) return find(there);
		return { sites: see(findValues(view.tree, view.tree.root, { searched: searchedNothing() })) };
	});
	const hits = match(asks.map(({ images }, index) => ({
		images,
		sites: founds[index]?.sites ?? []
	}))).flat();
	const plan = planOf$2(hits);
	return {
		tree: view.tree,
		plan,
		hits,
		inParts: partsOf(hits),
		grown: grownBy(plan, founds[0]?.additions)
	};
};
const partsOf = (hits) => {
	const all = /* @__PURE__ */ new Map();
	for (const hit of hits) {
		const { shape } = hit.site;
		if (shape.kind !== "parts" || !("mapping" in shape.place)) continue;
		const others = all.get(shape.place.mapping);
		if (others === void 0) all.set(shape.place.mapping, [{
			hit,
			shape
		}]);
		else others.push({
			hit,
			shape
		});
	}
	return all;
};
const grownBy = ({ insertions }, additions) => {
	const lists = [...insertions.values()].flatMap(({ shape: { place } }) => "parameters" in place ? [place.parameters] : []);
	return new Set(additions?.images === void 0 ? lists : [...lists, additions.images]);
};
const isNamed$1 = (edit, copy, { change, there }) => {
	const { node, isMerged } = copy;
	const want = there.plan.wants.get(node);
	switch (edit.kind) {
		case "set": return want !== void 0 && (isMerged || (want.text ?? "") === edit.text);
		case "swap": return want !== void 0 && (isMerged || want.swap?.text === edit.text);
		case "remove": return want !== void 0 && (isMerged || want.text === void 0);
		case "insert": return edit.fields.every((field) => isInserted(field, copy, there));
		case "append": return there.grown.has(node);
		case "nested": return hitsIn(there.hits, node) === hitsIn(change.hits, edit.node);
		case "section": return true;
	}
};
const isInserted = ({ key, text }, copy, { tree, inParts }) => {
	const { node, isMerged, stronger = [] } = copy;
	if (stronger.some((layer) => layer.items.some((entry) => nameOf(tree, entry) === key))) return true;
	return (inParts.get(node) ?? []).some(({ hit, shape }) => {
		return Object.entries(partsWanted(shape, hit)).some(([part, wanted]) => shape.keys[part] === key && (isMerged || (wanted ?? "") === text));
	});
};
const hitsIn = (hits, node) => hits.filter(({ site }) => site.tree.outer?.node === node).length;
const shared$1 = (tree, node, user) => fail("image-shared", `What is to change here is also used on line ${tree.place(user.range[0]).line}, which the request does not name.`, "Request all images that share it, or write it out where it is used.", tree.place(node.range[0]));
const MOST_COPIES = 1e5;
function linksTo(tree, nodes, gone) {
	const parents = /* @__PURE__ */ new Map();
	if (tree.root !== null) enterParents(tree.root, parents);
	const links = /* @__PURE__ */ new Set();
	const seen = /* @__PURE__ */ new Set();
	const queue = [...nodes];
	for (let next = queue.pop(); next !== void 0; next = queue.pop()) {
		if (seen.has(next)) continue;
		seen.add(next);
		const users = (tree.links.get(next) ?? []).filter((link) => !gone.has(link));
		for (const link of users) links.add(link);
		const parent = parents.get(next);
		queue.push(...users, ...parent === void 0 ? [] : [parent]);
	}
	return links;
}
const enterParents = (node, parents) => {
	for (const child of childrenOf(node)) {
		parents.set(child, node);
		enterParents(child, parents);
	}
};
const childrenOf = (node) => {
	if (isSequence(node)) return node.items;
	return isMapping(node) ? node.items.flatMap(({ value }) => value === null ? [] : [value]) : [];
};
const here = {
	user: void 0,
	isMerged: false
};
function expand(tree, links) {
	const copies = /* @__PURE__ */ new Map();
	const targets = new Map(tree.targets);
	const users = new Map(tree.links);
	const heirs = new Map(tree.heirs);
	const expansion = {
		tree,
		links,
		copies,
		targets,
		stays: /* @__PURE__ */ new Map(),
		users,
		heirs,
		open: /* @__PURE__ */ new Set(),
		count: 0
	};
	const root = tree.root === null ? null : copy(expansion, tree.root, here);
	return {
		tree: {
			...tree,
			root,
			targets,
			links: users,
			heirs
		},
		copies
	};
}
const copy = (expansion, node, way) => {
	if (isLink(node)) return copyLink(expansion, node, way);
	if (isText(node) && way.user === void 0) return node;
	const copied = cloneOf(node);
	if (way.user === void 0) expansion.stays.set(node, copied);
	record(expansion, node, {
		copied,
		way
	});
	const links = expansion.tree.links.get(node);
	if (links !== void 0) expansion.users.set(copied, links);
	const inside = {
		...way,
		isMerged: false
	};
	if (isMapping(node)) copyEntries(expansion, {
		from: node,
		to: copied,
		way: inside
	});
	if (isSequence(node)) copied.items = node.items.map((item) => copy(expansion, item, inside));
	return copied;
};
const copyLink = (expansion, link, way) => {
	const target = expansion.tree.targets.get(link);
	if (target !== void 0 && expansion.links.has(link) && !expansion.open.has(target)) {
		expansion.open.add(target);
		const copied = copy(expansion, target, {
			...way,
			user: way.user ?? link
		});
		expansion.open.delete(target);
		return copied;
	}
	if (target === void 0) return link;
	const copied = way.user === void 0 ? link : cloneOf(link);
	expansion.targets.set(copied, expansion.stays.get(target) ?? target);
	record(expansion, link, {
		copied,
		way
	});
	return copied;
};
const copyEntries = (expansion, { from, to, way }) => {
	const { tree, links, heirs } = expansion;
	const mergedInto = tree.heirs.get(from);
	if (mergedInto !== void 0) heirs.set(to, mergedInto);
	const merge = mergeLinksOf(from).find((link) => links.has(link));
	if (merge === void 0) {
		to.items = from.items.map((entry) => copyEntry(expansion, entry, way));
		return;
	}
	const merged = {
		user: way.user ?? merge,
		isMerged: true
	};
	to.items = [...effectiveEntries(tree, from)].filter(([key]) => key !== "<<").map(([, { entry, mapping }]) => copyEntry(expansion, entry, mapping === from ? way : merged));
	const layers = mergeChain(tree, from);
	for (const [index, layer] of layers.entries()) {
		const stronger = layers.slice(0, index);
		if (index > 0) record(expansion, layer, {
			copied: to,
			way: {
				...merged,
				stronger
			}
		});
	}
};
const mergeLinksOf = (mapping) => {
	const value = mapping.items.find(isMerge)?.value ?? null;
	return (isSequence(value) ? value.items : [value]).filter((node) => isLink(node));
};
const copyEntry = (expansion, entry, way) => {
	const copied = cloneOf(entry);
	copied.value = entry.value === null ? null : copy(expansion, entry.value, way);
	return copied;
};
const record = (expansion, node, { copied, way }) => {
	const { user, isMerged, stronger } = way;
	if (user === void 0) return;
	const others = expansion.copies.get(node);
	if (others === void 0) expansion.copies.set(node, [{
		node: copied,
		user,
		isMerged,
		stronger
	}]);
	else others.push({
		node: copied,
		user,
		isMerged,
		stronger
	});
	if (++expansion.count <= MOST_COPIES) return;
	fail("image-shared", "The image stands in a mapping or list whose aliases multiply beyond what can be followed.", "Write the image out where it is used, and promote again.", expansion.tree.place(node.range[0]));
};

// src/domain/formats/mentions.ts
function mentionFinder(searching) {
	const [first] = searching.trees;
	if (first === void 0) return () => [];
	let known;
	return (repository) => {
		const offsets = occurrences(first.text, repository);
		if (offsets.length === 0) return [];
		known ??= {
			values: searching.trees.flatMap(valuesOf$2),
			...coveredBy(searching.sites)
		};
		const { values, nodes, lines } = known;
		return offsets.flatMap((offset) => {
			const line = first.place(offset).line ?? 1;
			const value = valueAt(values, offset);
			if (value !== void 0 && (nodes.has(value.node) || lines.has(line)) || searching.reading === "layered" && isAlone(value, repository)) return [];
			return [{
				line,
				kind: value === void 0 || value.isAside || isComment(first.text, offset) ? "aside" : "unmarked"
			}];
		});
	};
}
const isAlone = (value, repository) => {
	const text = String(value?.node.value ?? "");
	return text === repository || text.startsWith(repository) && /^[:@]\S+$/.test(text.slice(repository.length));
};
const occurrences = (text, name) => {
	const found = [];
	for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) if (isWhole(text, at, name)) found.push(at);
	return found;
};
const LONGEST_VERSION = 300;
const isWhole = (text, at, name) => {
	const before = text.slice(Math.max(0, at - 3), at);
	const after = text.slice(at + name.length, at + name.length + LONGEST_VERSION);
	if (!(!/[\w.@/-]$/.test(before) || before === "://" || /\\[nrt]$/.test(before)) || /^(?:[\w/]|[.-]+\w)/.test(after)) return false;
	return name.includes("/") || before !== "://" && /^(?::(?!\d{1,5}(?![\w.-]))[\w{$<[]|@sha)/.test(after);
};
const coveredBy = (sites) => {
	const nodes = sites.flatMap(({ shape }) => shape.kind === "marked" ? [] : nodesOf(shape));
	const lines = sites.flatMap(({ tree, shape }) => {
		const isInner = shape.kind !== "marked" && tree.outer !== void 0;
		const marked = shape.kind === "marked" ? Object.values(shape.spots).map(({ offset }) => offset) : [];
		return (isInner ? nodesOf(shape).map(({ range }) => range[0]) : marked).map((offset) => tree.place(offset).line ?? 0);
	});
	return {
		nodes: new Set(nodes),
		lines: new Set(lines)
	};
};
const valuesOf$2 = (tree) => {
	const values = [];
	addValues(tree, tree.root, {
		values,
		isAside: runsNothing(tree)
	});
	return values;
};
const addValues = (tree, node, into) => {
	if (isText(node)) into.values.push({
		node,
		isAside: into.isAside
	});
	if (isSequence(node)) for (const item of node.items) addValues(tree, item, into);
	if (!isMapping(node)) return;
	for (const entry of node.items) addValues(tree, entry.value, {
		...into,
		isAside: into.isAside || aside.test(nameOf(tree, entry) ?? "")
	});
};
const valueAt = (values, offset) => {
	let low = 0;
	let high = values.length;
	while (low < high) {
		const middle = low + high >>> 1;
		if ((values[middle]?.node.range[0] ?? 0) <= offset) low = middle + 1;
		else high = middle;
	}
	const value = values[low - 1];
	return value !== void 0 && offset < value.node.range[1] ? value : void 0;
};
const aside = /^(?:metadata|status|openapiv3schema|.*annotations|.*labels|description)$/i;
const runsNothing = (tree) => isMapping(tree.root) && isWithoutContainers(headOf(tree, tree.root));
const isComment = (text, offset) => /^\s*#/.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset));

// src/domain/yaml/compare.ts
function differsAsPlanned(before, after, edits) {
	return sameNode(before.root, after.root, planOf$1(after, edits));
}
function holdsTokens(tokens, after, edits) {
	const values = valuesOf$1(edits);
	if (values === void 0) return void 0;
	return isPlanned(tokens, [...lex(after)], values);
}
const planOf$1 = (after, edits) => {
	const plan = {
		after,
		texts: /* @__PURE__ */ new Map(),
		nested: /* @__PURE__ */ new Map(),
		swaps: /* @__PURE__ */ new Map(),
		removed: /* @__PURE__ */ new Set(),
		inserted: /* @__PURE__ */ new Map(),
		appended: /* @__PURE__ */ new Map(),
		sections: /* @__PURE__ */ new Map()
	};
	for (const edit of edits) enter(plan, edit);
	return plan;
};
const enter = (plan, edit) => {
	switch (edit.kind) {
		case "set":
			plan.texts.set(edit.node, edit.text);
			return;
		case "nested":
			plan.nested.set(edit.node, edit.text);
			return;
		case "swap":
			plan.swaps.set(edit.entry, edit);
			return;
		case "remove":
			plan.removed.add(edit.entry);
			return;
		case "insert":
			plan.inserted.set(edit.after, [...plan.inserted.get(edit.after) ?? [], ...edit.fields]);
			return;
		case "append":
			plan.appended.set(edit.sequence, [...plan.appended.get(edit.sequence) ?? [], edit]);
			return;
		case "section": plan.sections.set(edit.mapping, edit);
	}
};
const sameNode = (before, after, plan) => {
	if (before === null || after === null) return before === after;
	const text = plan.texts.get(before);
	if (text !== void 0) return isSet(before, after, {
		text,
		plan
	});
	if (isLink(before)) return isLink(after) && before.source === after.source;
	if (isLink(after) || before.anchor !== after.anchor || before.tag !== after.tag) return false;
	if (isText(before)) return isText(after) && before.type === after.type && (plan.nested.get(before) ?? before.value) === after.value;
	if (isMapping(before)) return isMapping(after) && sameMapping(before, after, plan);
	return isSequence(after) && sameSequence(before, after, plan);
};
const isSet = (before, after, { text, plan }) => {
	if (!isText(after) || !readsAs(plan.after, after, text)) return false;
	if (isLink(before)) return after.anchor === void 0 && after.tag === void 0;
	return before.anchor === after.anchor && before.tag === after.tag && sameQuotes(before, after);
};
const sameQuotes = (before, after) => before.type === after.type || before.type === "PLAIN" && after.type === "QUOTE_DOUBLE";
const sameMapping = (before, after, plan) => {
	let position = 0;
	const next = () => after.items[position++];
	const section = plan.sections.get(before);
	const isNew = section !== void 0 && !before.items.some((entry) => keyOf$1(entry) === section.key);
	const isHeld = (entry) => section !== void 0 && keyOf$1(entry) === section.key ? isSection(next(), section, plan) : sameEntry(entry, next, plan) && insertedAfter(entry, next, plan);
	return before.flow === after.flow && before.items.every(isHeld) && (!isNew || isSection(next(), section, plan)) && position === after.items.length;
};
const insertedAfter = (entry, next, plan) => (plan.inserted.get(entry) ?? []).every((field) => isField(next(), field, plan));
const sameEntry = (entry, next, plan) => {
	if (plan.removed.has(entry)) return true;
	const after = next();
	if (after === void 0) return false;
	const swap = plan.swaps.get(entry);
	if (swap !== void 0) return isField(after, swap, plan);
	return sameNode(entry.key, after.key, plan) && sameNode(entry.value, after.value, plan);
};
const isField = (entry, { key, text }, plan) => entry !== void 0 && keyOf$1(entry) === key && isText(entry.value) && readsAs(plan.after, entry.value, text);
const isSection = (entry, { key, items }, plan) => entry !== void 0 && keyOf$1(entry) === key && isSequence(entry.value) && entry.value.items.length === items.length && items.every((item, index) => isItem(entry.value.items[index], item, plan));
const isItem = (node, fields, plan) => isMapping(node) && node.items.length === fields.length && fields.every((field, index) => isField(node.items[index], field, plan));
const sameSequence = (before, after, plan) => {
	if (before.flow !== after.flow) return false;
	const appended = plan.appended.get(before) ?? [];
	let position = 0;
	for (const [index, item] of before.items.entries()) {
		if (!sameNode(item, after.items[position++] ?? null, plan)) return false;
		if (!appended.filter((edit) => edit.after === index).flatMap((edit) => edit.items).every((fields) => isItem(after.items[position++], fields, plan))) return false;
	}
	return position === after.items.length;
};
const isPlanned = (old, now, values) => {
	let offset = 0;
	let at = 0;
	let found = 0;
	for (let index = 0; index < old.length;) {
		const token = old[index] ?? "";
		const value = values.get(offset);
		const word = value === void 0 ? "" : wordAt(old, index);
		if (value === void 0 || lengthOf(word) === 0) {
			if (now[at++] !== token) return false;
			offset += lengthOf(token);
			index++;
			continue;
		}
		const other = wordAt(now, at);
		offset += lengthOf(word);
		if (offset !== value.end || !value.spellings.includes(other)) return false;
		index += tokensIn(word);
		at += tokensIn(other);
		found++;
	}
	return at === now.length && found === values.size;
};
const wordAt = (tokens, index) => {
	const token = tokens[index] ?? "";
	return token === "" ? `${""}${tokens[index + 1] ?? ""}` : token;
};
const tokensIn = (word) => word.startsWith("") ? 2 : 1;
const valuesOf$1 = (edits) => {
	const values = /* @__PURE__ */ new Map();
	for (const edit of [...edits.values()].flat()) {
		if (edit.kind !== "set" || !isText(edit.node) || !/^[\w.:@/+=-]+$/.test(edit.text)) return void 0;
		const spellings = spellingsOf(edit.node, edit.text);
		const [start, end] = edit.node.range;
		if (spellings.length === 0 || start === end || edit.node.tag !== void 0) return void 0;
		values.set(start, {
			end,
			spellings
		});
	}
	return values;
};
const spellingsOf = (node, text) => {
	if (node.type === "QUOTE_SINGLE") return [`'${text}'`];
	if (node.type === "QUOTE_DOUBLE") return [`"${text}"`];
	if (node.type !== "PLAIN") return [];
	return isUnsafe(text) ? [`"${text}"`] : [`"${text}"`, `${""}${text}`];
};
function layersOf(edits) {
	const outer = /* @__PURE__ */ new Map();
	const inner = /* @__PURE__ */ new Map();
	const nested = /* @__PURE__ */ new Map();
	const add = (tree, added) => {
		const others = outer.get(tree);
		if (others === void 0) outer.set(tree, [...added]);
		else others.push(...added);
	};
	for (const [tree, own] of edits) {
		if (tree.outer === void 0) {
			add(tree, own);
			continue;
		}
		inner.set(tree, own);
		const gathered = nested.get(tree.outer.node) ?? {
			tree,
			splices: []
		};
		gathered.splices.push(...own.flatMap((edit) => splicesOf(tree, edit)));
		nested.set(tree.outer.node, gathered);
	}
	for (const { tree, splices } of nested.values()) if (tree.outer !== void 0) add(tree.outer.tree, [nestedEdit(tree, splices)]);
	return {
		outer,
		inner
	};
}
const nestedEdit = (tree, splices) => {
	const text = applySplices(tree.text, splices);
	const outward = splices.map((splice) => tree.outer?.toOuter(splice));
	if (tree.outer === void 0 || text === void 0 || outward.includes(void 0)) return fail("image-ambiguous", "The change needs a new line in text that is folded or quoted.", "Write the text as a literal block (\"|\"), and promote again.", tree.place(0));
	return {
		kind: "nested",
		node: tree.outer.node,
		text,
		splices: outward.filter((splice) => splice !== void 0)
	};
};
function holdsTrees(before, after, { outer, inner }) {
	const isOuter = after.length === before.length && before.every((tree, index) => holds$1(tree, after[index], outer.get(tree)));
	const nested = [...outer.values()].flat().filter((edit) => edit.kind === "nested");
	const layers = layersByValue(inner);
	return isOuter && nested.every(({ node, text }) => holdsNested(layers.get(node) ?? [], text));
}
const layersByValue = (inner) => {
	const layers = /* @__PURE__ */ new Map();
	for (const layer of inner) {
		const value = layer[0].outer?.node;
		const others = layers.get(value);
		if (others === void 0) layers.set(value, [layer]);
		else others.push(layer);
	}
	return layers;
};
const holds$1 = (before, after, edits = []) => after !== void 0 && differsAsPlanned(before, after, edits);
const holdsNested = (layers, text) => {
	const { trees = [] } = parseTrees(text, () => ({}));
	return layers.every(([tree, edits]) => holds$1(tree, trees[tree.index], edits));
};

// src/domain/rewrite.ts
function inspect(manifest) {
	const { view = {} } = manifest;
	return listedOf(seen(read(manifest, [view]), view));
}
function whereListed(manifest) {
	const { view = {} } = manifest;
	return seen(read(manifest, [view]), view).sites.map((site) => {
		const keys = keysTo(site.tree, anchorOf(site)) ?? [];
		return {
			image: site.image,
			keys: site.shape.kind === "parts" ? keys : keys.slice(0, -1)
		};
	});
}
function rewriteFor(manifest, asks, additions) {
	const { path } = manifest;
	const views = asks.map(({ view = {} }) => view);
	const before = read(manifest, views);
	const readers = asks.map(({ images }, index) => ({
		images,
		found: seen(before, views[index] ?? {})
	}));
	for (const { images, found } of readers) checkMarkers(found, images);
	const matched = match(readers.map(({ images, found }) => ({
		images,
		sites: found.sites
	})));
	for (const [index, { images, found }] of readers.entries()) checkPins(found, images, matched[index] ?? []);
	const all = matched.map((hits, index) => ({
		hits,
		added: missingFrom(readers[index], hits, additions)
	}));
	const hits = asks.length === 1 ? matched[0] ?? [] : distinctHits(matched.flat());
	const added = distinctRequests(all.flatMap((one) => one.added));
	const layers = layersOf(allEdits(readers[0]?.found, hits, added));
	checkShared({
		trees: before.trees,
		hits,
		layers,
		asks: asks.map(({ images, view = {} }) => ({
			images,
			find: (trees) => seenIn(findIn(path, trees, view), view),
			see: (sites) => seenBy(sites, view.scope)
		}))
	});
	const text = print(manifest, layers);
	const written = readBack({
		manifest,
		text,
		before,
		hits,
		added,
		layers
	});
	return all.map((one, index) => {
		const { found } = readers[index];
		return {
			text,
			found: foundOf(written, {
				...one,
				layers,
				scope: views[index]?.scope
			}),
			listed: listedOf(found),
			unbound: found.unbound,
			deadMarkers: found.deadMarkers ?? [],
			leftAlone: leftAlone(before, {
				view: views[index] ?? {},
				images: asks[index]?.images ?? [],
				hits: one.hits
			}),
			format: found.formats.join(" and ")
		};
	});
}
const seenIn = (found, { scope }) => ({
	...found,
	sites: seenBy(found.sites, scope)
});
const seen = ({ found }, view) => {
	const all = found.get(stackKey(view));
	if (all === void 0) throw new Error("a view was not read");
	return seenIn(all, view);
};
const read = ({ path, text }, views) => {
	const lineOf = lineFinder(text);
	const place = (offset) => ({
		path,
		line: lineOf(offset)
	});
	const parsed = isTextFile(path) ? {
		trees: [textTree(text, place)],
		tokens: []
	} : parseTrees(text, place);
	if (parsed.problem !== void 0) {
		const { message, offset } = parsed.problem;
		const [why, hint] = unparsed(text, message);
		return fail("manifest-invalid", `The manifest ${quote(path)} ${why}.`, hint, {
			path,
			line: lineOf(offset)
		});
	}
	const distinct = new Map(views.map((view) => [stackKey(view), view]));
	return {
		views,
		trees: parsed.trees,
		tokens: parsed.tokens,
		found: new Map([...distinct].map(([key, view]) => [key, findIn(path, parsed.trees, view)]))
	};
};
const unparsed = (text, message) => {
	if (/^[ \t]*\{\{-?[ \t]*(?:if|range|with|include|template|define|end|else|toYaml|\/\*|\$|\.)/m.test(text)) return ["is a template of a Helm chart, not a manifest", "Leave templates out of `files`: name the values of the chart."];
	return [message, "Repair the file, and promote again."];
};
const readAgain = (manifest, views) => {
	try {
		return read(manifest, views);
	} catch (error) {
		if (error instanceof PromotionError) return differs(manifest.path);
		throw error;
	}
};
const listedOf = ({ sites }) => sites.map((site) => ({
	image: site.image,
	names: [.../* @__PURE__ */ new Set([...site.first, ...site.second])],
	line: site.tree.place(site.offset).line ?? 1
}));
const leftAlone = (before, { view, images, hits }) => {
	const { trees } = before;
	const reading = (view.stacks ?? []).length > 0 ? "layered" : "alone";
	const filledIn = filledInHits(seen(before, view).sites, images);
	const { sites = [], ignored = [] } = before.found.get(stackKey(view)) ?? {};
	const isIgnored = ({ line }) => ignored.some(({ first, last }) => first <= line && line <= last);
	const mentionsOf = mentionFinder({
		trees,
		sites,
		reading
	});
	const unmarked = images.flatMap((request) => {
		const own = hits.filter((hit) => hit.request === request).map(({ site }) => site.image.repository);
		return [.../* @__PURE__ */ new Set([request.name, ...own])].flatMap((name) => mentionsOf(name)).map(({ line, kind }) => ({
			request,
			line,
			reason: kind
		}));
	});
	return [...filledIn.map(({ request, site }) => ({
		request,
		line: siteLine(site),
		reason: "filled-in"
	})), ...unmarked].filter((one) => !isIgnored(one)).sort((one, other) => one.line - other.line);
};
const siteLine = ({ shape, tree, offset }) => {
	const node = shape.kind === "parts" ? (shape.cells.tag ?? shape.cells.digest)?.node : nodesOf(shape)[0];
	return tree.place(node?.range[0] ?? offset).line ?? tree.place(offset).line ?? 1;
};
const checkMarkers = ({ deadMarkers = [] }, images) => {
	const requested = new Set(images.map(({ name }) => canonicalRepository(name)));
	const violations = deadMarkers.filter(({ name }) => requested.has(canonicalRepository(name))).map(({ message, place }) => ({
		code: "marker-invalid",
		message,
		hint: MARKER_HINT,
		...place
	}));
	if (violations.length > 0) throw new PromotionError(violations);
};
const MARKER_HINT = "Put the marker at the end of the line of a reference to the image, of its tag or of its digest, or on a line of its own above it; or remove it.";
const checkPins = ({ pins }, images, hits) => {
	if (pins.length === 0) return;
	const requested = /* @__PURE__ */ new Set([...images.flatMap(({ name, newName }) => [name, newName]), ...hits.flatMap(({ site, wanted }) => [wanted.repository, site.image.repository])]);
	const violations = pins.filter(({ repository }) => requested.has(repository)).map(({ repository, place }) => ({
		code: "image-patched",
		message: `An inline patch sets the image ${quote(repository)}.`,
		hint: "Take the image out of the patch, so that the list of images decides alone.",
		...place
	}));
	if (violations.length > 0) throw new PromotionError(violations);
};
const missingFrom = (reader, hits, allowed) => {
	if (allowed === "refused" || reader?.found.additions === void 0) return [];
	const filledIn = filledInHits(reader.found.sites, reader.images);
	const found = new Set([...hits, ...filledIn].map(({ request }) => request));
	return reader.images.filter((request) => !found.has(request));
};
const distinctRequests = (requests) => [...new Map(requests.map((request) => [printImage(request), request])).values()];
const allEdits = ({ additions } = {}, hits, added) => {
	const edits = editsOf(hits);
	const addition = additions === void 0 ? void 0 : additionOf(additions, added);
	if (additions !== void 0 && addition !== void 0) edits.set(additions.tree, [...edits.get(additions.tree) ?? [], addition]);
	return edits;
};
const print = ({ path, text }, { outer }) => {
	const splices = [...outer].flatMap(([tree, edits]) => edits.flatMap((edit) => splicesOf(tree, edit)));
	return applySplices(text, splices) ?? differs(path);
};
const readBack = ({ manifest: { path, text: old }, text, before, hits, added, layers }) => {
	const unmoved = {
		now: /* @__PURE__ */ new Map(),
		news: /* @__PURE__ */ new Map()
	};
	if (text === old) return unmoved;
	const verdict = hits.every(({ site, wanted }) => site.image.repository === wanted.repository) && added.length === 0 ? holdsTokens(before.tokens, text, layers.outer) : void 0;
	if (verdict !== void 0) return verdict ? unmoved : differs(path);
	return pairAll({
		before,
		after: readAgain({
			path,
			text
		}, before.views),
		hits,
		added,
		layers
	}) ?? differs(path);
};
const pairAll = ({ before, after, hits, added, layers }) => {
	const now = /* @__PURE__ */ new Map();
	const news = /* @__PURE__ */ new Map();
	const names = new Map(added.map((request) => [request.name, imageOf(request)]));
	for (const [key, { sites }] of before.found) {
		const pairs = pairSites(expectedOf(sites, hits), after.found.get(key)?.sites ?? [], [...names.values()]);
		if (pairs === void 0) return void 0;
		for (const [index, site] of sites.entries()) now.set(site, pairs.paired[index] ?? site);
		for (const [index, name] of [...names.keys()].entries()) news.set(name, pairs.added[index]);
	}
	return holdsTrees(before.trees, after.trees, layers) ? {
		now,
		news
	} : void 0;
};
function pairSites(before, after, added) {
	const paired = [];
	const extra = [];
	for (const site of after) {
		const next = before[paired.length];
		if (next !== void 0 && printReference(next.wanted) === printReference(site.image)) paired.push(site);
		else if (printReference(added[extra.length] ?? { repository: "" }) === printReference(site.image)) extra.push(site);
		else return void 0;
	}
	return paired.length === before.length && extra.length === added.length ? {
		paired,
		added: extra
	} : void 0;
}
const expectedOf = (sites, hits) => {
	const own = new Map(hits.map((hit) => [hit.site, hit.wanted]));
	const others = new Map(hits.map((hit) => [placeOf(hit.site), hit.wanted]));
	return sites.map((site) => ({
		site,
		wanted: own.get(site) ?? others.get(placeOf(site)) ?? site.image
	}));
};
const foundOf = ({ now, news }, { hits, added, layers, scope }) => {
	const changed = changedNodes(layers);
	return [...hits.map(({ request, site, wanted: to }) => ({
		request,
		place: placeOf(site),
		environment: scope && environmentOf(site, scope.environments),
		line: lineOf(now.get(site) ?? site, request),
		from: site.image,
		to,
		changed: !sameReference(site.image, to) || valuesOf(site).some((node) => changed.has(node))
	})), ...added.map((request) => ({
		request,
		place: `added ${request.name}`,
		line: lineOf(news.get(request.name), request),
		from: { repository: request.name },
		to: imageOf(request),
		changed: true,
		added: true
	}))];
};
const placeOf = ({ tree, offset, image }) => [
	tree.outer?.node.range[0] ?? "",
	tree.index,
	offset,
	image.repository
].join(" ");
const imageOf = ({ name, newName, tag, digest }) => ({
	repository: newName ?? name,
	tag,
	digest
});
const lineOf = (site, { tag }) => {
	if (site === void 0) return 1;
	const { shape, tree } = site;
	const version = tag === void 0 ? "digest" : "tag";
	if (shape.kind === "marked") return tree.place(shape.spots[version]?.offset ?? site.offset).line ?? 1;
	const node = shape.kind === "reference" ? shape.node : shape.cells[version]?.node;
	return tree.place(node?.range[0] ?? site.offset).line ?? 1;
};
const changedNodes = ({ outer, inner }) => {
	const edits = [...outer.values(), ...inner.values()].flat();
	return new Set(edits.flatMap((edit) => edit.kind === "set" ? [edit.node] : []));
};
const valuesOf = ({ shape, tree }) => nodesOf(shape).flatMap((node) => [node, resolve(tree, node) ?? node]);
const differs = (path) => fail("readback-differs", `The manifest ${quote(path)} would not read as planned after the change, so that nothing was written.`, "This is a defect of image-promotion: report it with the file and the request.", { path });

// src/domain/plan/plan-promotion.ts
function planPromotion(targets) {
	const files = new Map(targets.flatMap((target) => target.files.map((file) => [fileKey(file), file])));
	const { rewritten: listing, foreign } = rewriteFiles(files, imagesByFile(targets), "refused");
	const additions = additionsFor(missingImages(targets, listing), listing);
	const added = rewriteFiles(files, withOthers(additions, {
		files,
		listing
	}), "allowed");
	const rewritten = new Map([...listing, ...added.rewritten]);
	refuseMissing(missingImages(targets, rewritten), rewritten, foreign);
	refuseOverridden(targets, rewritten);
	const changed = changedFiles(files, rewritten);
	refuseTooMuch(changed);
	return {
		items: targets.flatMap((target) => itemsOf(target, rewritten)),
		files: changed,
		notices: distinctNotices([...targets.flatMap((target) => noticesOf(target, rewritten)), ...markerNotices(rewritten)])
	};
}
function changeOf({ product, environment, path, line, image, from, to }) {
	return {
		product,
		environment,
		path,
		line,
		image,
		from,
		to
	};
}
const printedBy = (images) => {
	const known = printed.get(images) ?? new Map(images.map((image) => [printImage(image), image]));
	printed.set(images, known);
	return known;
};
const printed = /* @__PURE__ */ new WeakMap();
const imagesByFile = (targets) => {
	const byFile = /* @__PURE__ */ new Map();
	for (const { files, images } of targets) for (const file of files) {
		const key = fileKey(file);
		const asked = byFile.get(key) ?? /* @__PURE__ */ new Map();
		for (const [printed, image] of printedBy(images)) asked.set(printed, image);
		byFile.set(key, asked);
	}
	return new Map([...byFile].map(([key, asked]) => [key, [...asked.values()]]));
};
const withOthers = (additions, { files, listing }) => {
	if (additions.size === 0) return additions;
	const paths = new Set([...additions.keys()].map((key) => files.get(key)?.path));
	const kin = [...files].filter(([, { path }]) => paths.has(path));
	return new Map(kin.map(([key]) => [key, additions.get(key) ?? listing.get(key)?.found.map(({ request }) => request) ?? []]));
};
const rewriteFiles = (files, imagesOf, additions) => {
	const foreign = [];
	const rewritten = /* @__PURE__ */ new Map();
	const { attempt, finish } = gather$2();
	for (const readers of byPath(files, imagesOf)) {
		const [{ file }] = readers;
		attempt(() => {
			try {
				const asks = readers.map(({ key, file: { view } }) => ({
					images: imagesOf.get(key) ?? [],
					view
				}));
				const results = rewriteFor(file, asks, additions);
				for (const [index, result] of results.entries()) rewritten.set(readers[index]?.key ?? "", result);
			} catch (error) {
				if (readers.some((reader) => reader.file.match !== "glob") || !isForeign(error)) throw error;
				foreign.push(...error.violations);
			}
		});
	}
	onceEach(finish);
	return {
		rewritten,
		foreign
	};
};
const byPath = (files, imagesOf) => {
	const found = /* @__PURE__ */ new Map();
	for (const key of imagesOf.keys()) {
		const file = files.get(key);
		if (file === void 0) continue;
		const others = found.get(file.path);
		if (others === void 0) found.set(file.path, [{
			key,
			file
		}]);
		else others.push({
			key,
			file
		});
	}
	return [...found.values()];
};
const isForeign = (error) => error instanceof PromotionError && error.violations.every(({ code }) => code === "manifest-format");
const changedFiles = (files, rewritten) => {
	const changes = [...files].flatMap(([key, { path, executable, text: before }]) => {
		const after = rewritten.get(key)?.text ?? before;
		return after === before ? [] : [{
			path,
			executable,
			before,
			after
		}];
	});
	return [...new Map(changes.map((change) => [change.path, change])).values()];
};
const refuseTooMuch = (files) => {
	const bytes = files.reduce((sum, file) => sum + byteLength(file.after), 0);
	if (files.length <= 5e3 && bytes <= 20971520) return;
	fail("too-many-changes", `The promotion changes ${files.length} files of ${bytes} bytes together; one commit may change ${MOST_FILES} files of ${MOST_BYTES} bytes.`, "Promote fewer products, environments or images at once.");
};
const byteLength = (text) => new TextEncoder().encode(text).length;
const itemsOf = ({ product, environment, images, files }, rewritten) => {
	const asked = printedBy(images);
	return files.flatMap((file) => (rewritten.get(fileKey(file))?.found ?? []).filter(({ request }) => asked.has(printImage(request))).map(({ request, line, from, to, place, environment: own, changed, added }) => ({
		product,
		environment,
		request,
		image: to.repository,
		path: file.path,
		line,
		from,
		to,
		place,
		owners: file.owners?.filter((owner) => (own === void 0 || owner.environment === own) && !(owner.product === product && owner.environment === environment) && shares(owner, product, [from.repository, to.repository])),
		state: changed ? "changed" : "unchanged",
		added
	})));
};
const markerNotices = (rewritten) => {
	const notices = [...rewritten.values()].flatMap(({ deadMarkers }) => deadMarkers).map(({ message, place }) => ({
		message,
		...place
	}));
	return [...new Map(notices.map((notice) => [`${notice.path} ${notice.message}`, notice])).values()];
};
const noticesOf = ({ product, environment, images, files }, rewritten) => {
	const asked = printedBy(images);
	const found = foundIn(files, rewritten);
	const without = [...asked].flatMap(([key, image]) => {
		const holding = found.get(key) ?? [];
		if (holding.length === 0) return [];
		const known = new Set(holding.flatMap((file) => [file.path, ...layersBeside(file)]));
		const lacking = files.filter((file) => !known.has(file.path) && rewritten.get(fileKey(file))?.format !== "text");
		return lacking.length > 0 ? [{
			image,
			paths: lacking.map(({ path }) => path)
		}] : [];
	});
	const left = new Set(files.flatMap((file) => rewritten.get(fileKey(file))?.leftAlone ?? []).map(({ request }) => printImage(request)));
	const idle = images.length > 0 && files.every((file) => (rewritten.get(fileKey(file))?.found.length ?? 0) === 0);
	return [
		...[...asked].flatMap(([key, image]) => left.has(key) ? leftNotices(leftIn(files, {
			image,
			rewritten
		})) : []),
		...without.map(({ image, paths }) => ({
			message: `${image.name} is not listed by ${listed(paths)}, which the files of ${product} in ${environment} include.`,
			path: paths[0]
		})),
		...idle ? [{ message: `${product} lists none of the requested images in ${environment}; it stays as it is.` }] : []
	];
};
const foundIn = (files, rewritten) => {
	const found = /* @__PURE__ */ new Map();
	for (const file of files) {
		const keys = (rewritten.get(fileKey(file))?.found ?? []).map(({ request }) => printImage(request));
		for (const key of new Set(keys)) {
			const others = found.get(key);
			if (others === void 0) found.set(key, [file]);
			else others.push(file);
		}
	}
	return found;
};
const layersBeside = ({ view }) => (view?.stacks ?? []).flatMap(({ below, above }) => [...below, ...above].map(({ path }) => path));
const MOST_LINES$1 = 5;
const leftNotices = (left) => {
	const groups = /* @__PURE__ */ new Map();
	for (const one of left) {
		const key = `${one.path} ${one.reason}`;
		groups.set(key, [...groups.get(key) ?? [], one]);
	}
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		if (first === void 0 || first.reason === "aside") return [];
		const lines = [...new Set(group.map(({ line }) => line))];
		const rest = lines.length > MOST_LINES$1 ? [`${lines.length - MOST_LINES$1} more`] : [];
		const where = `${lines.length === 1 ? "line" : "lines"} ${listed([...lines.slice(0, MOST_LINES$1).map(String), ...rest])}`;
		return [{
			message: first.reason === "filled-in" ? `${first.request.name} on ${where} of ${first.path} stays as it is: something else fills in its version.` : `${first.request.name} also stands on ${where} of ${first.path}, in text that never changes without a marker.`,
			path: first.path,
			line: first.line
		}];
	});
};
const distinctNotices = (notices) => [...new Map(notices.map((notice) => [notice.message, notice])).values()];
const MOST_PATHS = 10;
const MOST_REASONS = 3;
function missingImages(targets, rewritten) {
	const found = new Set(targets.flatMap(({ environment, images, files }) => {
		const asked = printedBy(images);
		return [...foundIn(files, rewritten).keys()].filter((key) => asked.has(key)).map((key) => `${environment} ${key}`);
	}));
	const missing = /* @__PURE__ */ new Map();
	for (const target of targets) {
		const { environment } = target;
		for (const [printed, image] of printedBy(target.images)) {
			const key = `${environment} ${printed}`;
			if (found.has(key)) continue;
			const others = missing.get(key);
			if (others === void 0) missing.set(key, {
				environment,
				image,
				targets: [target]
			});
			else others.targets.push(target);
		}
	}
	return [...missing.values()];
}
function additionsFor(missing, listing) {
	const additions = /* @__PURE__ */ new Map();
	for (const { image, targets } of missing) {
		const [target, ...others] = targets;
		if (target === void 0 || others.length > 0 || target.additions === "refused") continue;
		if (leftIn(target.files, {
			image,
			rewritten: listing
		}).some(({ reason }) => reason === "filled-in")) continue;
		const [file, ...further] = target.files.map(fileKey).filter((key) => listing.get(key)?.format === "kustomization");
		if (file === void 0 || further.length > 0) continue;
		const listedThere = listing.get(file)?.found.map(({ request }) => request) ?? [];
		additions.set(file, [...additions.get(file) ?? listedThere, image]);
	}
	return additions;
}
function leftIn(files, { image, rewritten }) {
	return files.flatMap((file) => (rewritten.get(fileKey(file))?.leftAlone ?? []).filter(({ request }) => printImage(request) === printImage(image)).map((left) => ({
		...left,
		path: file.path
	})));
}
function refuseMissing(missing, rewritten, foreign = []) {
	if (missing.length === 0) return;
	throw new PromotionError([...missing.map((image) => missingViolation(image, rewritten)), ...foreign]);
}
const missingViolation = ({ environment, image, targets }, rewritten) => {
	const files = targets.flatMap((target) => target.files);
	const paths = [...new Set(files.map(({ path }) => path))];
	const left = leftIn(files, {
		image,
		rewritten
	});
	const known = leftViolation(image, environment, left);
	if (known !== void 0) return known;
	const aside = left.map(({ path, line }) => `${path}:${line}`);
	const searched = paths.length > MOST_PATHS ? [...paths.slice(0, MOST_PATHS), `${paths.length - MOST_PATHS} more`] : paths;
	const products = listed([...new Set(targets.map(({ product }) => product))]);
	return {
		code: "image-not-listed",
		message: `The image ${quote(image.name)} is listed by no manifest of ${products} in ${environment}; searched: ${listed(searched)}.`,
		hint: hintOf$1(image, {
			files: files.map(fileKey),
			rewritten,
			aside,
			passedOver: [...new Set(targets.flatMap((target) => target.passedOver ?? []))]
		}),
		path: paths[0]
	};
};
const leftViolation = (image, environment, left) => {
	const reason = leftReasons.find((each) => left.some((one) => one.reason === each));
	const places = left.filter((one) => one.reason === reason);
	const [first] = places;
	if (reason === void 0 || first === void 0) return void 0;
	const { code, problem, hint } = refusals[reason](image.name);
	const where = listed(places.slice(0, MOST_PATHS).map(({ path, line }) => `${path}:${line}`));
	return {
		code,
		message: `The image ${quote(image.name)} of ${environment} ${problem}: ${where}.`,
		hint,
		path: first.path,
		line: first.line
	};
};
const leftReasons = ["filled-in", "unmarked"];
const refusals = {
	"filled-in": () => ({
		code: "image-ambiguous",
		problem: "has a version that something else fills in, wherever it stands",
		hint: "Promote it where that version comes from, or write the version out in the manifest."
	}),
	unmarked: (name) => ({
		code: "image-not-listed",
		problem: "stands only in text, environment values or arguments, which never change without a marker",
		hint: `Put the comment "# image-promotion: ${name}" at the end of the line, or on a line of its own above it.`
	})
};
const hintOf$1 = (image, { files, rewritten, aside, passedOver }) => {
	const names = files.flatMap((file) => rewritten.get(file)?.listed.flatMap((entry) => entry.names) ?? []);
	const near = nearest(image.name, names);
	const loose = files.flatMap((file) => rewritten.get(file)?.unbound ?? []);
	const own = loose.filter(({ repository }) => repository !== void 0 && sameRepository(repository, image.name));
	const reasons = [...own, ...loose.filter(({ repository }) => repository === void 0)].map(({ message }) => message);
	const way = "Correct the name, list the image in the manifest, or set `add-images: true` where a kustomization may gain entries.";
	if (near.length > 0 && own.length === 0 && aside.length === 0) return [
		`Did you mean ${near.map(quote).join(" or ")}?`,
		passedOverHint(passedOver),
		way
	].filter(Boolean).join(" ");
	const all = [...new Set(names)].slice(0, MOST_PATHS);
	return [
		...aside.length > 0 ? [`Its name stands at ${listed(aside.slice(0, MOST_PATHS))}, where no image is read from.`] : [],
		...reasons.slice(0, MOST_REASONS),
		all.length > 0 ? `Listed there: ${listed(all.map(quote))}.` : "No image is listed there.",
		...passedOver.length > 0 ? [passedOverHint(passedOver)] : [],
		way
	].join(" ");
};
function refuseOverridden(targets, rewritten) {
	const violations = targets.flatMap((target) => overridingViolations(target, rewritten));
	if (violations.length > 0) throw new PromotionError([...new Map(violations.map((one) => [one.message, one])).values()]);
}
const overridingViolations = ({ files, images }, rewritten) => {
	const single = files.filter(({ view }) => view?.stacks === void 0);
	const loose = single.flatMap((file) => (rewritten.get(fileKey(file))?.unbound ?? []).flatMap(({ keys, line, part }) => keys === void 0 ? [] : [{
		file,
		at: JSON.stringify(keys),
		keys,
		line,
		part
	}]));
	if (loose.length === 0 || single.length < 2) return [];
	const asked = new Set(images.map(printImage));
	return single.filter((file) => rewritten.get(fileKey(file))?.found.some(({ request }) => asked.has(printImage(request)))).flatMap((base) => {
		const places = namedPlaces(base, {
			asked,
			rewritten
		});
		return loose.flatMap(({ file, at, keys, line, part }) => {
			const image = file.path === base.path ? void 0 : places.get(at);
			return image === void 0 ? [] : [overridingViolation({
				base,
				file,
				image,
				keys,
				line,
				part
			})];
		});
	});
};
const namedPlaces = (base, { asked, rewritten }) => {
	const found = rewritten.get(fileKey(base))?.found ?? [];
	const repositories = new Set(found.filter(({ request }) => asked.has(printImage(request))).map(({ from }) => from.repository));
	return new Map(whereListed(base).flatMap(({ keys, image: { repository } }) => repositories.has(repository) ? [[JSON.stringify(keys), repository]] : []));
};
const overridingViolation = ({ base, file, image, keys, line, part = "tag" }) => {
	const where = keys.length === 0 ? "" : ` under ${quote(keys.join("."))}`;
	return {
		code: "image-ambiguous",
		message: `${quote(file.path)} has a ${part}${where} without a repository, which would override that of ${quote(image)} in ${quote(base.path)}.`,
		hint: `If the files are layered, write them as a nested list, base first: files: [[${base.path}, ${file.path}]]. Otherwise take the ${part} out.`,
		path: file.path,
		line
	};
};
function viewedBy({ environment, settings, ownership }, manifests) {
	return layered(settings, manifests).map((manifest) => {
		const owners = ownership?.ownersOf(manifest.path) ?? [];
		if (owners.length < 2) return manifest;
		const isShared = owners.some((owner) => owner.environment !== environment);
		const environments = [.../* @__PURE__ */ new Set([...ownership?.environments ?? [], ...owners.map((owner) => owner.environment)])];
		const scope = isShared ? {
			environment,
			environments
		} : void 0;
		return {
			...manifest,
			owners,
			view: scope === void 0 ? manifest.view : {
				...manifest.view,
				scope
			}
		};
	});
}
const layered = ({ layers, origin }, manifests) => {
	if (layers.length === 0) return [...manifests];
	const byPath = new Map(manifests.map((manifest) => [manifest.path, manifest]));
	const lists = layers.map((paths) => paths.map((path) => byPath.get(path) ?? noFile(path, origin.files)));
	return manifests.map((manifest) => {
		const stacks = lists.flatMap((list) => {
			const at = list.indexOf(manifest);
			return at < 0 ? [] : [{
				below: list.slice(0, at),
				above: list.slice(at + 1)
			}];
		});
		return stacks.length === 0 ? manifest : {
			...manifest,
			view: { stacks }
		};
	});
};
const noFile = (path, place) => fail("manifest-format", `The layer ${quote(path)} is a directory, and layers are files of helm values.`, "Name a file in the list of layers, or list the directory outside of it.", place);

// src/domain/records/record.ts
function recordOf(place) {
	const entries = entriesOf$2(place);
	const index = entries.findIndex(({ trailer }) => sameReference(trailer.reference, place.current));
	const entry = entries[index];
	return {
		set: entry && {
			commit: entry.commit.id,
			at: entry.commit.committedAt,
			build: buildOf(place.current, entries.slice(index)),
			...entry.trailer.kind === "rollback" ? { replaced: buildOf(entry.trailer.instead, entries.slice(index)) } : {}
		},
		holds: [...rollbackHolds(entries, place.current), ...removalHolds(entries, place.current)],
		notice: unreadable(place, entry) ?? (entry === void 0 && !place.history.complete ? unread(place) : void 0)
	};
}
function travellingSource(record) {
	return record.set?.build?.source;
}
const rollbackHolds = (entries, current) => {
	const holds = /* @__PURE__ */ new Map();
	const since = [];
	for (const { trailer, commit } of entries) {
		if (trailer.kind === "promotion") {
			since.push(trailer);
			continue;
		}
		const { instead: reference } = trailer;
		const hold = {
			reference,
			because: "rollback",
			build: buildOf(reference, entries),
			commit: commit.id
		};
		if (sameReference(reference, current) || since.some((promotion) => ends(promotion, hold))) continue;
		holds.set(printReference(reference), hold);
	}
	return [...holds.values()];
};
const ends = ({ reference, source }, hold) => {
	if (Object.keys(source).length === 0 || sameReference(reference, hold.reference)) return true;
	const [set, held] = [{ source }, hold.build];
	return held !== void 0 && (isEarlier(held, set) || isEarlier(set, held));
};
const isEarlier = ({ source }, build) => isOlder({
	source,
	build,
	start: LATEST
});
const LATEST = "9999-12-31T23:59:59Z";
const removalHolds = (entries, current) => {
	const last = entries.filter(({ position }) => position === entries[0]?.position);
	if (last.some(({ trailer }) => sameReference(trailer.reference, current))) return [];
	return last.map(({ trailer, commit }) => ({
		reference: trailer.reference,
		because: "removal",
		commit: commit.id
	}));
};
const unreadable = ({ environment, image, path, history }, entry) => {
	const commit = history.commits.slice(0, entry?.position).find((each) => each.unreadable);
	return commit && {
		message: `The pull request behind commit ${commit.id.slice(0, 7)} cannot be read, so it is not known whether it set ${image} in ${environment}; the request passes as if it had not.`,
		hint: "Give the token Pull requests: read (for the workflow's own token \"permissions: pull-requests: read\").",
		path
	};
};
const unread = ({ environment, image, path, history }) => ({
	message: `The last ${history.commits.length} commits of the manifest do not tell what set ${image} in ${environment}; older ones are not read, and the request passes.`,
	path
});
function decide$1(question) {
	const { trigger, order, requested, current, record } = question;
	if (trigger === "by-hand" || sameReference(requested, current)) return { kind: "pass" };
	const hold = record.holds.find((candidate) => holds(candidate, question));
	if (hold !== void 0) return superseded(question, "held", heldMessage(question, hold));
	const { set } = record;
	if (order === "any" || set === void 0) return { kind: "pass" };
	const { build } = set;
	if (build !== void 0 && isOlder({
		...question,
		build
	})) return superseded(question, "older", olderMessage(question, build));
	return isRepeated(question, set) ? superseded(question, "repeated", repeatedMessage(question, set)) : { kind: "pass" };
}
const isRepeated = (question, { at, build, replaced }) => {
	const { createdAt } = question;
	if (createdAt === void 0 || at === void 0 || !(Date.parse(createdAt) < Date.parse(at))) return false;
	return ![build, replaced].filter(isKnown).some((other) => isNewer({
		...question,
		build: other
	}) || isSameRun(question.source, other.source));
};
function isOlder(compared) {
	return difference(compared) < 0;
}
function isNewer(compared) {
	return difference(compared) > 0;
}
const difference = ({ source, build, start }) => {
	if (source === void 0) return NaN;
	if (haveSameWorkflow(source, build.source) && isKnown(source.runNumber) && isKnown(build.source.runNumber)) return source.runNumber - build.source.runNumber;
	if (!isBranch(source) || !isBranch(build.source) || source.event === "workflow_dispatch") return NaN;
	return committed(source, start, start) - committed(build.source, build.recordedAt ?? start, start);
};
const committed = ({ committedAt }, madeAt, start) => {
	const date = Date.parse(committedAt ?? "");
	return date > Date.parse(start) ? Math.min(Date.parse(madeAt), Date.parse(start)) : date;
};
const haveSameWorkflow = (a, b) => isKnown(a.repository) && isKnown(a.workflow) && a.repository.toLowerCase() === b.repository?.toLowerCase() && a.workflow === b.workflow;
const isSameRun = (source, build) => source?.runNumber !== void 0 && source.runNumber === build.runNumber && haveSameWorkflow(source, build);
const isBranch = ({ ref }) => ref?.startsWith("refs/heads/") ?? false;
const isKnown = (value) => value !== void 0;
const holds = ({ reference, because, build }, question) => {
	if (isSameImage(reference, question.requested)) return true;
	return because === "rollback" && build !== void 0 && isOlder({
		...question,
		build
	});
};
const isSameImage = (a, b) => {
	if (a.repository !== b.repository) return false;
	return isKnown(a.digest) && isKnown(b.digest) ? a.digest === b.digest : isKnown(a.tag) && a.tag === b.tag;
};
const superseded = (question, reason, message) => {
	const { image, requested, current, source } = question;
	const isRelease = source?.event === "release" || (source?.ref?.startsWith("refs/tags/") ?? false);
	return {
		kind: "superseded",
		superseded: {
			image,
			requested,
			current,
			reason,
			message
		},
		severity: isRelease ? "warning" : "notice"
	};
};
const olderMessage = ({ environment, requested, current, source }, build) => `${printReference(requested)}${origin(source)} is older than ${printReference(current)}${origin(build.source)}, which ${environment} runs; it is left out.`;
const repeatedMessage = ({ environment, requested, current, source, createdAt }, { commit, build }) => `${printReference(requested)}${origin(source)} comes from a run that was created at ${createdAt} and started again, and ${printReference(current)}${origin(build?.source)}, which ${environment} runs, came later, in commit ${commit.slice(0, 7)}. It is left out; a new run passes, and a person may promote it.`;
const heldMessage = ({ environment, requested }, { reference, because, build, commit }) => {
	const what = `${printReference(requested)} is held in ${environment}`;
	const where = `commit ${commit.slice(0, 7)}`;
	if (because === "removal") return `${what}: ${where} set it and somebody has taken it out by hand. Another build passes, and a person may promote it.`;
	return `${what}: ${isSameImage(reference, requested) ? "it was rolled back" : `it is older than ${printReference(reference)}${origin(build?.source)}, which was rolled back`} in ${where}. A newer build passes, and a person may promote it.`;
};
const origin = (source) => {
	const parts = [(source?.workflow === void 0 || source.runNumber === void 0 ? void 0 : `${source.workflow}#${source.runNumber}`) ?? source?.committedAt, source?.repository].filter(isKnown);
	return parts.length === 0 ? "" : ` (${parts.join(" of ")})`;
};

// src/commands/promotion/read-manifests.ts
async function readConfig(given, snapshot) {
	const located = locateConfig(given, await snapshot.read(configPaths(given)));
	if (located === void 0) return {
		config: unconfigured,
		configuration: "absent"
	};
	const { parseConfig } = await import("./domain/config/parse.js");
	const config = parseConfig(located);
	snapshot.trust(config.value.writers ?? []);
	return {
		config,
		configuration: "present"
	};
}
function spotsOf(config, { products, environments }) {
	const ownership = ownershipIn(config, {
		products,
		environments
	});
	return products.flatMap((product) => environments.map((environment) => ({
		product,
		environment,
		settings: settingsOf(config, product, environment),
		ownership
	})));
}
function likely$1(spots) {
	return {
		paths: [...new Set(spots.flatMap(({ settings }) => probablePaths(settings.files)))],
		histories: [...new Set(spots.flatMap(({ settings }) => historiesOf(settings)))]
	};
}
async function readManifests(snapshot, spots, along = []) {
	let known = /* @__PURE__ */ new Map();
	const { histories } = likely$1([...spots, ...along]);
	for (;;) {
		const step = findManifests(spots.map(whereOf), known);
		const paths = [.../* @__PURE__ */ new Set([...step.kind === "more" ? step.paths : [], ...along.flatMap(missingIn(known))])];
		if (paths.length > 0) {
			known = learn(known, paths, await snapshot.read(paths, histories));
			continue;
		}
		const found = step.kind === "done" ? step.found : [];
		return collect(spots.map((spot, index) => () => foundSpot(spot, found[index]?.manifests ?? [], found[index]?.passedOver ?? [])));
	}
}
function foundSpot(spot, manifests, passedOver) {
	const files = viewedBy(spot, manifests);
	return {
		...spot,
		files,
		passedOver
	};
}
const whereOf = ({ product, environment, settings: { files } }) => ({
	product,
	environment,
	files
});
const missingIn = (known) => (spot) => {
	try {
		const step = findManifests([whereOf(spot)], known);
		return step.kind === "more" ? step.paths : [];
	} catch (error) {
		if (error instanceof PromotionError) return [];
		throw error;
	}
};
function targetOf(spot, images) {
	const files = spot.files.map((file) => ({
		...file,
		match: matchOf(spot.settings, file.path)
	}));
	return {
		...spot,
		files,
		images,
		additions: spot.settings.addImages ? "allowed" : "refused"
	};
}
function historyPathOf(settings, manifest) {
	return namedFor(settings, manifest) ?? manifest;
}
const matchOf = (settings, manifest) => namedFor(settings, manifest) === void 0 ? "glob" : "named";
const namedFor = (settings, manifest) => historiesOf(settings).find((path) => path === manifest || manifest.startsWith(`${path}/`));
const historiesOf = ({ files }) => files.filter((pattern) => probablePaths([pattern]).includes(pattern));
async function readRecord(item, settings, snapshot) {
	const history = await snapshot.history(historyPathOf(settings, item.path), (commits) => suffices(item, commits));
	return recordOf({
		...item,
		history
	});
}
const suffices = (item, commits) => {
	const [newest] = entriesOf$2({
		...item,
		history: {
			commits,
			complete: false
		}
	});
	return newest?.trailer.kind === "promotion" && sameReference(newest.trailer.reference, item.current);
};

// src/domain/registry/explain.ts
function explainUnknown(reference, unknown) {
	return explain$1(`Whether ${quote(printReference(reference))} exists is unknown`, unknown);
}
function explainUnset(reference, unknown) {
	return explain$1(`The tag ${quote(printReference(reference))} cannot be set`, unknown);
}
function explainUnattested(reference, unknown) {
	return explain$1(`Whether ${quote(printReference(reference))} has a build provenance is unknown`, unknown);
}
const explain$1 = (what, { registry, detail, cause, remedy, words }) => ({
	code: final.has(cause) ? "registry-refused" : "registry-unknown",
	message: `${what}: the registry ${registry} ${detail}${likely[cause]}.${words === void 0 ? "" : ` It says: ${words}`}`,
	hint: remedy ?? (cause === "not-logged-in" || cause === "no-permission" ? neverPushed(registry) : "") + hints[cause](registry)
});
const final = /* @__PURE__ */ new Set([
	"immutable",
	"locked",
	"quota"
]);
const neverPushed = (registry) => registry === "ghcr.io" ? "A package that was never pushed is refused in the same way: if this is its first build, push it. " : "";
const likely = {
	"not-logged-in": ", and this job is not logged in to it",
	"no-permission": ", although this job is logged in to it: the account lacks the permission or its login has expired",
	"rate-limit": ": too many requests, a rate limit",
	unavailable: ": it has a problem of its own",
	unreachable: "",
	timeout: "",
	"login-expired": ": the login of this job has expired",
	immutable: ": its tags are immutable",
	locked: ": the tag or its repository is locked",
	quota: ": its quota is used up",
	refused: "",
	unexpected: ""
};
const hints = {
	"not-logged-in": (registry) => `Log in to ${registry} with docker/login-action in a step before this one. Registries answer alike for repositories that are private and for those that do not exist.`,
	"no-permission": (registry) => `Give the account access to this repository at ${registry}, or log in again. Registries answer alike for repositories that are private and for those that do not exist.`,
	"rate-limit": (registry) => `Log in to ${registry}, so that the limit of an account counts and not that of the runner’s address, or run the job again later.`,
	unavailable: (registry) => `Run the job again; if it stays, see whether ${registry} is in order.`,
	unreachable: (registry) => `See whether ${registry} is the right name, and whether the runner may reach it.`,
	timeout: (registry) => `Run the job again; if it stays, see whether ${registry} is in order and the runner may reach it.`,
	"login-expired": (registry) => `Log in to ${registry} again, in a step shortly before this one.`,
	immutable: () => "Choose a tag that was never used, or change the rule of the repository that makes tags immutable.",
	locked: () => "Choose another tag, or unlock the tag or the repository at the registry.",
	quota: (registry) => `Delete images that nobody needs from ${registry}, or let its administrators raise the quota.`,
	refused: (registry) => `Change what ${registry} says; running the job again will not help.`,
	unexpected: (registry) => `See whether ${registry} is the right name and really a registry, and not a proxy or a web page.`
};
function explainAbsent(reference) {
	return {
		code: "image-absent",
		message: `The image ${quote(printReference(reference))} is not in its registry.`,
		hint: "Push the image first, or name a tag or digest that was pushed."
	};
}
function explainMisplaced(reference, digest, found) {
	const instead = found.verdict === "present" ? `names ${found.digest}` : "is absent";
	return {
		code: "readback-differs",
		message: `The tag ${quote(printReference(reference))} ${instead} after it was set to ${digest}.`,
		hint: "See whether somebody else sets the same tag, and run the job again."
	};
}

// src/domain/policy/facts.ts
function isAt({ product, environment }) {
	return (other) => other.product === product && other.environment === environment;
}
function grouped(spots, ruleOf) {
	const groups = /* @__PURE__ */ new Map();
	for (const spot of spots) {
		const key = JSON.stringify(ruleOf(spot.settings)) ?? "";
		groups.set(key, [...groups.get(key) ?? [], spot]);
	}
	return [...groups.values()].flatMap((members) => {
		const [first] = members;
		return first === void 0 ? [] : [{
			settings: first.settings,
			where: placesOf(members)
		}];
	});
}
const MOST_PRODUCTS = 5;
function placesOf(places) {
	const products = [...new Set(places.map(({ product }) => product))];
	const shown = products.slice(0, MOST_PRODUCTS).map((product) => {
		const environments = places.filter((place) => place.product === product).map(({ environment }) => environment);
		return `${listed([...new Set(environments)])} of ${product}`;
	});
	const rest = products.length - shown.length;
	return listed(rest > 0 ? [...shown, `${rest} more products`] : shown);
}
function isAbout(image, called) {
	return ({ current, names }) => sameRepository(current.repository, image) || called.some((name) => names.includes(name));
}
function testimonyOf({ environment, path, current, history }, asked) {
	if (isSame$1(current, asked.to)) return { kind: "runs" };
	if (history === void 0) return { kind: "unknown" };
	const entries = entriesOf$2({
		environment,
		path,
		current,
		history,
		image: asked.image
	});
	if (cameFrom(current, entries, asked)) return { kind: "runs" };
	for (const [index, { trailer, commit }] of entries.entries()) {
		const older = entries.slice(index);
		if (trailer.kind === "rollback" && matchesAt(trailer.instead, older, asked)) return {
			kind: "rolled-back",
			commit: commit.id
		};
		if (matchesAt(trailer.reference, older, asked)) return {
			kind: "has-run",
			commit: commit.id
		};
	}
	return { kind: "unknown" };
}
function bringsSame(a, b) {
	return printImage(a.request) === printImage(b.request) || isSame$1(a.to, b.to);
}
const isSame$1 = (a, b) => {
	if (a.digest !== void 0 && b.digest !== void 0) return a.digest === b.digest;
	return a.tag !== void 0 && sameReference({
		...a,
		digest: void 0
	}, {
		...b,
		digest: void 0
	});
};
const matchesAt = (reference, entries, asked) => isSame$1(reference, asked.to) || cameFrom(reference, entries, asked);
const cameFrom = (reference, entries, { source }) => {
	const record = buildOf(reference, entries);
	const build = record?.built ?? record?.source;
	const repositories = [source?.repository, build?.repository].flatMap((name) => name?.toLowerCase() ?? []);
	return source?.sha !== void 0 && build?.sha === source.sha && new Set(repositories).size < 2;
};

// src/domain/policy/images.ts
const images = ({ items, spots }) => {
	const violations = items.flatMap((item) => {
		const settings = spots.find(isAt(item))?.settings;
		if (settings === void 0 || imageAllowed(settings, item.image)) return [];
		const { product, environment, image, path, line } = item;
		return [{
			code: "image-not-allowed",
			message: `The configuration does not let ${quote(image)} be promoted to ${environment} for ${product} (${path}, line ${line}).`,
			hint: `Add it to \`images\`, which has ${listed((settings.images ?? []).map(quote)) || "no entry"}, or correct the request.`,
			...settings.origin.images
		}];
	});
	return [...new Map(violations.map((violation) => [violation.message, violation])).values()];
};
const tags = ({ items, spots }) => {
	const broken = items.flatMap((item) => {
		const spot = spots.find(isAt(item));
		return spot?.settings.tags === void 0 || isTagAllowed(item, spot.settings.tags) ? [] : [{
			item,
			spot
		}];
	});
	const groups = /* @__PURE__ */ new Map();
	for (const one of broken) {
		const key = JSON.stringify([
			one.item.request,
			one.spot.settings.tags,
			one.spot.settings.origin.tags
		]);
		groups.set(key, [...groups.get(key) ?? [], one]);
	}
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		return first === void 0 ? [] : [tagViolation(first.item, first.spot, placesOf(group.map(({ item }) => item)))];
	});
};
const isTagAllowed = ({ request: { tag } }, globs) => tag !== void 0 && matchesAny(globs, tag);
const tagViolation = ({ image, request: { tag } }, { settings }, where) => {
	const globs = listed((settings.tags ?? []).map(quote)) || "no entry";
	return {
		code: "tag-not-allowed",
		message: tag === void 0 ? `${quote(image)} is asked for by its digest alone, and the configuration limits the tags for ${where}.` : `The configuration does not let the tag ${quote(tag)} of ${quote(image)} be promoted to ${where}.`,
		hint: tag === void 0 ? `Give the tag with the digest; \`tags\` has ${globs}.` : `Promote a tag that matches \`tags\`, which has ${globs}, or add one there.`,
		...settings.origin.tags
	};
};
const renames = ({ items, spots, promotion: { trigger } }) => items.flatMap((item) => {
	const settings = spots.find(isAt(item))?.settings;
	if (settings === void 0 || !isFree(settings, trigger)) return [];
	if (isRename(item)) return [renamed(item)];
	return item.added === true && settings.verify !== false ? [addedUnseen(item, settings)] : [];
});
function isListed(item, settings, trigger) {
	return imageAllowed(settings, item.image) && !(isFree(settings, trigger) && (isRename(item) || item.added === true));
}
const isFree = ({ images }, trigger) => trigger === "automatic" && images === void 0;
const isRename = ({ from, image }) => !sameRepository(from.repository, image);
const renamed = ({ product, environment, image, from, path, line }) => ({
	code: "rename-not-allowed",
	message: `An automatic request changes ${quote(from.repository)} to ${quote(image)} in ${environment} of ${product}, and the configuration lists no images.`,
	hint: "List the new name under `images` of the configuration, or let a person promote it once.",
	path,
	line
});
const addedUnseen = ({ product, environment, image }, { origin }) => ({
	code: "image-not-allowed",
	message: `An automatic request adds ${quote(image)} to ${environment} of ${product}, where images are verified, and the configuration lists no images.`,
	hint: "List it under `images` of the configuration, so that its registry may be asked, or let a person promote it once.",
	...origin.verify
});

// src/domain/policy/shared-places.ts
const shared = (facts) => {
	const violations = facts.items.flatMap((item) => item.state === "changed" && (item.owners ?? []).length > 0 ? judge$3(item, facts) : []);
	return [...new Map(violations.toReversed().map((violation) => [`${violation.path} ${violation.line}`, violation])).values()].toReversed();
};
const judge$3 = (item, facts) => {
	const owners = item.owners ?? [];
	const environments = [...new Set([item, ...owners].map(({ environment }) => environment))];
	const missing = environments.filter((environment) => !facts.promotion.environments.includes(environment));
	const place = {
		code: "file-shared",
		path: item.path,
		line: item.line
	};
	const what = `The place of ${quote(item.image)} in ${quote(item.path)}`;
	if (missing.length > 0) return [{
		...place,
		message: `${what} is common to ${listed(environments)}, and the request does not name ${listed(missing)}.`,
		hint: `Name ${listed(environments)} in one request, or give each environment a file, a list element or a key of its own.`
	}];
	const deliveries = byDelivery(item, facts);
	if (deliveries.length < 2) return [];
	const shown = deliveries.map(({ delivery, places }) => `${delivery} for ${placesOf(places)}`);
	return [{
		...place,
		message: `${what} is shared, and cannot change in two ways: ${listed(shown)}.`,
		hint: "Give all of them the same `delivery`, or each a file, a list element or a key of its own."
	}];
};
const byDelivery = (item, { spots, delivery: given }) => {
	const own = spots.filter(isAt(item));
	const ways = /* @__PURE__ */ new Map();
	for (const { product, environment, settings } of [...own, ...item.owners ?? []]) {
		const delivery = given ?? settings.delivery;
		ways.set(delivery, [...ways.get(delivery) ?? [], {
			product,
			environment
		}]);
	}
	return [...ways].map(([delivery, places]) => ({
		delivery,
		places
	}));
};
function silentOwners(items, targets, environments) {
	const known = new Set(targets.map(keyOf));
	const owners = items.flatMap((item) => (item.owners ?? []).map((owner) => [keyOf(owner), owner]));
	return [...new Map(owners).values()].filter((owner) => environments.includes(owner.environment) && !known.has(keyOf(owner)));
}
function withSilent(items, silent) {
	if (silent.length === 0) return [...items];
	return items.flatMap((item) => [item, ...silent.filter((spot) => isOwnedBy(item, spot)).map(({ product, environment }) => ({
		...item,
		product,
		environment,
		owners: void 0
	}))]);
}
function isOwnedBy(item, place) {
	return isAt(place)(item) || (item.owners?.some(isAt(place)) ?? false);
}
const keyOf = ({ product, environment }) => `${product} ${environment}`;

// src/commands/promotion/verify.ts
async function verify({ kind, trigger, gathered, decided }, open) {
	const modeOf = (item) => {
		const settings = gathered.targets.find(isAt(item))?.settings;
		if (settings === void 0 || kind === "promotion" && !isListed(item, settings, trigger)) return false;
		const modes = [settings, ...(item.owners ?? []).map((owner) => owner.settings)].map((one) => one.verify);
		return modes.find((mode) => mode === "digest") ?? modes.includes(true);
	};
	const isFrozen = (item) => decided.frozen?.some((spot) => isOwnedBy(item, spot)) ?? false;
	const mayChange = (item) => item.state === "changed" || !isFrozen(item);
	const pinned = (item) => kind === "promotion" && modeOf(item) === "digest" && mayChange(item);
	const asked = decided.items.filter((item) => pinned(item) || modeOf(item) !== false && item.state === "changed");
	if (asked.length === 0) return {
		decided,
		violations: [],
		notices: []
	};
	if (open === void 0) throw new Error("no registry can be asked");
	const references = asked.map(({ to }) => to);
	const looking = verifyImages(await open(), references);
	const { digests, violations } = await (kind === "rollback" ? looking.catch(withoutDigests) : looking);
	const fatal = violations.filter(({ code }) => kind === "promotion" || code === "image-absent");
	const rest = violations.filter((violation) => !fatal.includes(violation));
	return {
		decided: pin(decided, {
			items: asked.filter(pinned),
			digests,
			targets: gathered.targets
		}),
		violations: fatal,
		notices: rest.map(({ message, hint }) => ({
			message,
			hint
		}))
	};
}
const withoutDigests = (error) => {
	if (!(error instanceof PromotionError)) throw error;
	return {
		digests: /* @__PURE__ */ new Map(),
		violations: error.violations
	};
};
const pin = (decided, { items, digests, targets }) => {
	if (items.length === 0) return decided;
	const again = targets.map((target) => {
		const own = decided.items.filter(isAt(target));
		const asked = new Set(own.map(({ request }) => printImage(request)));
		const images = target.images.filter((image) => asked.has(printImage(image)));
		return {
			...target,
			images: images.map((image) => pinned(image, items.filter(concerns$1(own)), digests))
		};
	});
	return {
		...decided,
		...planPromotion(again),
		notices: decided.notices
	};
};
const concerns$1 = (own) => (item) => own.some((other) => isAt(other)(item) || other.path === item.path && other.place === item.place);
const pinned = (image, items, digests) => {
	const references = items.filter(({ request }) => printImage(request) === printImage(image)).map(({ to }) => printReference(to));
	const [digest, ...others] = new Set(references.flatMap((reference) => digests.get(reference) ?? []));
	if (others.length > 0) fail("image-ambiguous", `${quote(image.name)} stands for ${listed([...new Set(references)].map(quote))}, which have different digests.`, "Name each of them by its own repository.");
	return {
		...image,
		digest: image.digest ?? digest
	};
};
const PATIENCE = 3e3;
async function verifyImages(registry, references) {
	const inspected = await inspectAll(registry, [...new Map(references.map((reference) => [printReference(reference), reference])).values()], PATIENCE);
	return {
		digests: new Map(inspected.flatMap(({ reference, verdict }) => verdict.verdict === "present" ? [[printReference(reference), verdict.digest]] : [])),
		violations: inspected.flatMap(explain)
	};
}
const explain = ({ reference, verdict }) => {
	if (verdict.verdict === "present") return [];
	return [verdict.verdict === "absent" ? explainAbsent(reference) : explainUnknown(reference, verdict)];
};
const AT_ONCE = 8;
async function inspectAll(registry, references, patience = 0) {
	return sideBySide(references, async (reference) => ({
		reference,
		verdict: await registry.inspect(reference, patience)
	}));
}
async function sideBySide(items, work) {
	const results = [];
	const violations = [];
	const waiting = items.entries();
	const worker = async () => {
		for (const [index, item] of waiting) try {
			results[index] = await work(item);
		} catch (error) {
			if (!(error instanceof PromotionError)) throw error;
			violations.push(...error.violations);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	if (violations.length > 0) throw new PromotionError(eachOnce(violations));
	return results;
}
const eachOnce = (violations) => [...new Map(violations.map((violation) => [violation.message, violation])).values()];

// src/domain/message.ts
const LONGEST_HEADLINE = 72;
const MOST_LINES = 500;
function commitMessage(parts) {
	const { changes, reason, overrides = [], trailers } = parts;
	const passed = overrides.map((override) => `Override: ${inert(override)}`);
	const paragraphs = [
		changeLines(changes),
		[...reasonLines(reason), ...passed],
		trailerLines(trailers)
	];
	return {
		headline: filledIn(parts),
		body: paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")
	};
}
const filledIn = ({ headline = "{summary}", ...parts }) => {
	const values = {
		summary: headlineOf(parts),
		product: distinct$1(parts.changes.map(({ product }) => product)).join(", "),
		environments: distinct$1(parts.changes.map(({ environment }) => environment)).join(", ")
	};
	return headline.replace(/\{(summary|product|environments)\}/g, (_, name) => values[name] ?? "");
};
function headlineOf({ kind, changes }) {
	const products = distinct$1(changes.map(({ product }) => product));
	const environments = distinct$1(changes.map(({ environment }) => environment));
	const images = distinct$1(changes.map(({ image }) => image));
	const [verb, to] = kind === "promotion" ? ["Promote", "to"] : ["Roll back", "in"];
	const where = `${verb} ${products.join(", ")} ${to} ${environments.join(", ")}`;
	const countedImages = counted(images.length, "image");
	const candidates = [
		`${where}: ${steps(changes, "whole")}`,
		`${where}: ${steps(changes, "target")}`,
		`${where}: ${images.map(shortNameAmong(images)).join(", ")}`,
		`${where}: ${countedImages}`,
		`${verb} ${counted(products.length, "product")} ${to} ${environments.join(", ")}: ${countedImages}`
	];
	const last = `${verb} ${counted(products.length, "product")} ${to} ${counted(environments.length, "environment")}: ${countedImages}`;
	return candidates.find((headline) => [...headline].length <= LONGEST_HEADLINE) ?? last;
}
function changeLines(changes) {
	const lines = distinct$1(changes.map(({ path, from, to }) => `- ${inert(path)}: ${inertReference(from)} → ${inertReference(to)}`));
	const rest = lines.length - MOST_LINES;
	return rest > 0 ? [...lines.slice(0, MOST_LINES), `- and ${rest} more`] : lines;
}
function reasonLines(reason) {
	const text = inert(reason ?? "");
	return text === "" ? [] : [`Reason: ${text}`];
}
function trailerLines(trailers) {
	return distinct$1(trailers.flatMap(printTrailerLines));
}
function inert(text) {
	const calmed = calm(text);
	return calmed === text ? text : inert(calmed);
}
const calm = (text) => text.replace(/\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}/gu, "").replace(/\[/g, "(").replace(/\]/g, ")").replace(/\*{2,}/g, "*").replace(/skip-checks/gi, (words) => words.replace("-", " ")).replace(/[a-z][a-z0-9+.-]*:\/\//gi, "").replace(/:\/\//g, ": //").replace(/www\.(?=\S)/gi, "$& ").replace(/(?:mailto|xmpp):(?=\S)/gi, "$& ").replace(/[@#](?=\S)/g, "$& ").replace(/(?<![A-Z0-9])GH-(?=\d)/gi, "$& ").replace(/[\p{C}\p{Z}]+/gu, " ").trim();
const inertReference = (reference) => {
	const text = printReference(reference);
	return /^[\w./:-]+(?<=\w)(?:@[\w.:+-]+)?$/.test(text) && !text.includes("://") ? text : inert(text);
};
const steps = (changes, detail) => {
	const images = distinct$1(changes.map(({ image }) => image));
	const nameOf = shortNameAmong(images);
	const each = images.map((image) => {
		const own = changes.filter((change) => change.image === image);
		return {
			name: nameOf(image),
			step: stepOf(own, detail)
		};
	});
	return distinct$1(each.map(({ step }) => step)).map((step) => {
		return `${each.filter((candidate) => candidate.step === step).map(({ name }) => name).join(", ")} ${step}`.trimEnd();
	}).join(", ");
};
const stepOf = (changes, detail) => {
	const spelling = changes.some(({ from, to }) => from.tag === to.tag) ? "digest" : "tag";
	const before = distinct$1(changes.map(({ from }) => shortVersion(from, spelling)));
	const after = distinct$1(changes.map(({ to }) => shortVersion(to, spelling))).join(", ");
	const [only = ""] = before;
	return detail === "target" || before.length > 1 || only === "" ? after : `${only} → ${after}`;
};
const shortVersion = ({ tag, digest }, spelling) => {
	if (digest !== void 0 && (tag === void 0 || spelling === "digest")) return inert(shortDigest(digest));
	return tag === void 0 ? "" : inert(shortTag(tag));
};
const shortTag = (tag) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tag) ? tag.slice(0, 7) : tag;
const shortDigest = (digest) => digest.slice(0, digest.indexOf(":") + 8);
const shortNameAmong = (images) => (image) => {
	const parts = image.split("/");
	const unique = parts.map((_, index) => index + 1).find((length) => {
		const suffix = parts.slice(-length).join("/");
		return images.every((other) => other === image || !`/${other}`.endsWith(`/${suffix}`));
	});
	return inert(parts.slice(-(unique ?? parts.length)).join("/"));
};
const distinct$1 = (texts) => [...new Set(texts)];

// src/domain/plan/carry.ts
function carriedImages(crossing) {
	const { there, names } = crossing;
	const wanted = names.length === 0 ? there : there.filter((image) => names.some((name) => isNamed(image, name)));
	const groups = [...new Set(wanted.map(({ image }) => canonicalRepository(image.repository)))].map((repository) => {
		const images = wanted.filter(({ image }) => canonicalRepository(image.repository) === repository);
		return {
			images,
			reason: names.length > 0 ? void 0 : obstacle(images, crossing)
		};
	});
	const going = groups.filter(({ reason }) => reason === void 0);
	return {
		carried: collect(going.map(({ images }) => () => carriedOf(images, crossing))).flat(),
		notices: groups.flatMap(({ images, reason }) => reason === void 0 ? [] : noticeOf$1(images, reason))
	};
}
const obstacle = (images, { here, to, product, allowed }) => {
	if (!images.some((image) => here.some((other) => isSame(image, other)))) return `no manifest of ${product} in ${to} lists it`;
	if (images.every(({ image }) => !isReference(image))) return "it has no tag or digest that can be promoted";
	return images.every(({ image }) => allowed(image.repository)) ? void 0 : `the configuration does not let it be promoted to ${to}`;
};
const noticeOf$1 = ([image], reason) => image === void 0 ? [] : [{
	message: `${quote(image.image.repository)} is left out: ${reason}.`,
	path: image.path,
	line: image.line
}];
const isSame = (image, other) => sameRepository(image.image.repository, other.image.repository) || [...image.names, image.image.repository].some((name) => other.names.includes(name));
const carriedOf = (images, crossing) => {
	const { from, product } = crossing;
	const reference = onlyReference(images, `${product} in ${from}`, "Promote it with its tag, or let the manifests agree.");
	const [origin] = images;
	if (reference === void 0 || origin === void 0) return [];
	checkReference(reference, origin, crossing);
	const candidates = [...new Set(images.flatMap(({ names }) => names)), reference.repository];
	const known = candidates.filter((name) => crossing.here.some(({ names }) => names.includes(name)));
	return (known.length > 0 ? known.slice(0, 1) : candidates.slice(0, 1)).map((name) => ({
		request: requestOf(name, reference, crossing.here),
		origin
	}));
};
const requestOf = (name, reference, here) => {
	const { repository, tag, digest } = reference;
	const targets = here.filter(({ names }) => names.includes(name));
	return {
		name,
		newName: (targets.length === 0 ? [name] : targets.map(({ image }) => image.repository)).every((other) => sameRepository(other, repository)) ? void 0 : repository,
		tag,
		digest
	};
};
const checkReference = (reference, { path, line }, { from, product }) => {
	if (reference.tag === void 0 && reference.digest === void 0) fail("tag-missing", `${product} in ${from} lists ${quote(reference.repository)} without a tag or a digest.`, "Promote it with its tag.", {
		path,
		line
	});
	parseReference(printReference(reference));
};
const MOST_NAMES = 10;
function listedIn(files) {
	return files.flatMap((file) => inspect(file).map((image) => ({
		...image,
		path: file.path,
		view: file.view
	})));
}
function isNamed({ names, image }, name) {
	return sameRepository(image.repository, name) || names.includes(name);
}
function isReference(reference) {
	if (reference.tag === void 0 && reference.digest === void 0) return false;
	try {
		parseReference(printReference(reference));
		return true;
	} catch (error) {
		if (error instanceof PromotionError) return false;
		throw error;
	}
}
function refuseUnlisted(names, images, environment) {
	const known = [...new Set(images.flatMap((image) => image.names))];
	const violations = names.filter((name) => !images.some((image) => isNamed(image, name))).map((name) => unlisted(name, known, environment));
	if (violations.length > 0) throw new PromotionError(violations);
}
const unlisted = (name, known, environment) => {
	const meant = nearest(name, known);
	const guess = meant.length > 0 ? `Did you mean ${listed(meant.map(quote))}? ` : "";
	const there = known.slice(0, MOST_NAMES).map(quote);
	return {
		code: "image-not-listed",
		message: `The image ${quote(name)} is listed by no manifest of ${environment}.`,
		hint: `${guess}${there.length > 0 ? `Listed there: ${listed(there)}.` : "No image is listed there."}`
	};
};
function onlyReference(images, environment, hint) {
	const [first] = images;
	const references = new Map(images.map(({ image }) => [printReference(image), image]));
	if (first === void 0 || references.size === 1) return first?.image;
	const code = "image-ambiguous";
	const shown = listed([...references.keys()].slice(0, MOST_NAMES).map(quote));
	return fail(code, `${environment} runs one image at several references: ${shown}.`, hint, {
		path: first.path,
		line: first.line
	});
}
function replanItem({ trailer }, targets) {
	const { reference, environment } = trailer;
	const target = targets.find((candidate) => candidate.environment === environment);
	if (target === void 0) return {
		kind: "dropped",
		why: `${environment} is not asked for any more`
	};
	const problem = problemOf(target, trailer);
	if (problem !== void 0) return {
		kind: "dropped",
		why: problem
	};
	const request = {
		name: reference.repository,
		tag: reference.tag,
		digest: reference.digest
	};
	const items = attempt$1({
		...target,
		images: [request]
	});
	if (typeof items === "string") return {
		kind: "dropped",
		why: items
	};
	const item = items.find(({ state }) => state === "changed");
	if (item === void 0) return { kind: "settled" };
	const [why] = (item.owners ?? []).map((owner) => problemOf(owner, trailer)).filter((one) => one !== void 0);
	if (why !== void 0) return {
		kind: "dropped",
		why
	};
	return trailer.kind === "rollback" && !sameReference(item.from, trailer.instead) ? {
		kind: "dropped",
		why: `${environment} runs ${printReference(item.from)} by now`
	} : {
		kind: "changes",
		request,
		item
	};
}
const problemOf = ({ settings: { images, tags }, environment }, trailer) => {
	const { reference, kind } = trailer;
	const { tag } = reference;
	if (!imageAllowed({ images }, reference.repository)) return `the configuration does not allow it in ${environment}`;
	if (kind === "rollback" || tags === void 0) return void 0;
	return tag !== void 0 && tags.some((pattern) => matches(pattern, tag)) ? void 0 : `the configuration does not allow its tag in ${environment}`;
};
const attempt$1 = (target) => {
	try {
		return planPromotion([target]).items;
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return error.message.replace(/\.$/, "").replace(/^./, (first) => first.toLowerCase());
	}
};

// src/commands/promotion/ownership.ts
function oursIn({ snapshot, config }) {
	return [...snapshot.proposals?.logins ?? [], ...config.value.writers ?? []];
}
const known = /* @__PURE__ */ new WeakMap();
function knownOwnership(proposal) {
	return known.get(proposal) ?? { kind: "foreign" };
}
async function examineOwnership(proposals, gathered) {
	const ours = oursIn(gathered);
	const questions = [];
	for (const proposal of proposals) {
		if (known.has(proposal)) continue;
		const claim = claimOf(proposal, ours);
		if (claim === "claimed") questions.push(questionOf(proposal, gathered));
		else known.set(proposal, { kind: claim });
	}
	if (questions.length === 0 || gathered.snapshot.proposals === void 0) return;
	const evidence = await gathered.snapshot.proposals.examine(questions);
	questions.forEach((question, at) => {
		known.set(question.proposal, judge$2(question, evidence[at], gathered));
	});
}
async function oursAmong(proposals, gathered) {
	await examineOwnership(proposals, gathered);
	return proposals.filter((proposal) => knownOwnership(proposal).kind === "ours");
}
const questionOf = (proposal, gathered) => {
	const { branch, head } = proposal;
	const told = toldChanges(head.message);
	const usual = environmentsIn(proposal).flatMap((environment) => {
		return gathered.targets.find((one) => one.product === productOf(branch) && one.environment === environment)?.files.map(({ path }) => path) ?? probablePaths(settingsFor(proposal, environment, gathered).files);
	});
	const paths = [.../* @__PURE__ */ new Set([...told.map(({ path }) => path), ...usual])];
	return {
		proposal,
		told,
		branch,
		head,
		parent: head.parents[0] ?? "",
		paths: paths.filter(isClean)
	};
};
const isClean = (path) => !path.split("/").some((part) => part === "" || part === "." || part === "..");
const environmentsIn = (proposal) => [...new Set(carriedBy(proposal, []).map(({ trailer }) => trailer.environment))];
const settingsFor = ({ branch }, environment, { config }) => settingsOf(config, productOf(branch), environment);
const judge$2 = (question, evidence, gathered) => {
	if (evidence === void 0) return { kind: "foreign" };
	const planned = planOn(question, evidence.before, gathered);
	const examined = {
		...evidence,
		paths: question.paths
	};
	const why = refute(question.head, examined, {
		ours: oursIn(gathered),
		planned
	});
	return why === void 0 ? { kind: "ours" } : {
		kind: "foreign",
		why
	};
};
const planOn = ({ proposal, paths, told }, before, gathered) => {
	const product = productOf(proposal.branch);
	const trailers = carriedBy(proposal, []).map(({ trailer }) => trailer);
	const targets = environmentsIn(proposal).map((environment) => {
		const settings = settingsFor(proposal, environment, gathered);
		const files = paths.flatMap((path, at) => {
			const entry = before[at];
			if (entry?.kind !== "file" || !isManifestOf(settings.files, path)) return [];
			return [{
				path,
				text: entry.text,
				executable: entry.executable
			}];
		});
		const here = told.filter(({ path }) => files.some((file) => file.path === path));
		const images = trailers.filter((trailer) => trailer.environment === environment).flatMap((trailer) => requestsFor(trailer, here));
		return targetOf({
			product,
			environment,
			settings,
			files,
			passedOver: []
		}, images);
	});
	try {
		return planPromotion(targets).files;
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return error.message.replace(/\.$/, "");
	}
};
const requestsFor = ({ reference }, told) => {
	const { repository, tag, digest } = reference;
	const names = told.filter(({ to }) => printReference(to) === printReference(reference)).map(({ from }) => from?.repository ?? repository);
	return [...new Set(names.length > 0 ? names : [repository])].map((name) => name === repository ? {
		name,
		tag,
		digest
	} : {
		name,
		newName: repository,
		tag,
		digest
	});
};

// src/domain/policy/freeze-windows.ts
const DAY = 864e5;
const DAYS = [
	"sun",
	"mon",
	"tue",
	"wed",
	"thu",
	"fri",
	"sat"
];
const MOST_IN_A_ROW = 100;
function frozenAt({ freeze }, now) {
	const first = freeze.filter((window) => endOf(window, now.getTime()) !== void 0);
	if (first.length === 0) return void 0;
	const reason = first.find((window) => window.reason !== void 0)?.reason;
	let until = now.getTime();
	for (let row = 0; row < MOST_IN_A_ROW; row++) {
		const ends = freeze.flatMap((window) => endOf(window, until) ?? []);
		if (ends.length === 0) return {
			until: printInstant(until),
			reason
		};
		until = Math.max(...ends);
	}
	return { reason };
}
function printFrozen({ until, reason }) {
	const end = until === void 0 ? "without an end in sight" : `until ${until}`;
	return reason === void 0 ? end : `${end} (${reason})`;
}
const endOf = (window, now) => {
	if ("days" in window) return weeklyEnd(window, now);
	const until = instantOf(window.until);
	return instantOf(window.from) <= now && now < until ? until : void 0;
};
const weeklyEnd = ({ days, from, until, timezone }, now) => {
	const zone = zoneOf(timezone);
	const today = Math.floor(zone.wallAt(now) / DAY) * DAY;
	const ends = [
		today - DAY,
		today,
		today + DAY
	].filter((date) => days.some((day) => day === DAYS[new Date(date).getUTCDay()])).map((date) => ({
		start: zone.instantsOf(date + millisecondsOf(from)).first,
		end: zone.instantsOf(date + millisecondsOf(until) + (until <= from ? DAY : 0)).last
	})).filter(({ start, end }) => start <= now && now < end).map(({ end }) => end);
	return ends.length === 0 ? void 0 : Math.max(...ends);
};
const millisecondsOf = (time) => {
	const [hours = 0, minutes = 0] = time.split(":").map(Number);
	return (hours * 60 + minutes) * 6e4;
};
const instantOf = (text) => Date.parse(text.toUpperCase());
const printInstant = (instant) => new Date(instant).toISOString().replace(/\.\d+Z$/, "Z");
const SECOND = 1e3;
const HOUR = 3600 * SECOND;
function zoneOf(name) {
	const format = new Intl.DateTimeFormat("en-US", {
		timeZone: name,
		hourCycle: "h23",
		year: "numeric",
		month: "numeric",
		day: "numeric",
		hour: "numeric",
		minute: "numeric",
		second: "numeric"
	});
	const wallAt = (instant) => {
		const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
		const part = (type) => parts.get(type) ?? 0;
		return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
	};
	const offsetAt = (instant) => wallAt(instant) - Math.floor(instant / SECOND) * SECOND;
	const jumpOver = (wall, earliest, latest) => {
		let [before, after] = [earliest, latest];
		while (after - before > SECOND) {
			const middle = Math.floor((before + after) / 2 / SECOND) * SECOND;
			if (wallAt(middle) < wall) before = middle;
			else after = middle;
		}
		return after;
	};
	return {
		wallAt,
		instantsOf: (wall) => {
			const candidates = [offsetAt(wall - 36 * HOUR), offsetAt(wall + 36 * HOUR)].map((offset) => wall - offset);
			const found = candidates.filter((instant) => wallAt(instant) === wall);
			if (found.length > 0) return {
				first: Math.min(...found),
				last: Math.max(...found)
			};
			const jump = jumpOver(wall, Math.min(...candidates), Math.max(...candidates));
			return {
				first: jump,
				last: jump
			};
		}
	};
}

// src/commands/promotion/supersede.ts
async function supersede(plan, { promotion, start, settings, creation }, gathered) {
	if (promotion.trigger === "by-hand") return {
		...plan,
		leftOut: []
	};
	const { createdAt, notices: undated } = await repetitionOf(promotion, creation);
	const own = new Set(partsOf$2(gathered.targets, settings.delivery).map(({ key }) => key));
	const concerned = concernedProposals(plan.items, gathered.snapshot.proposals, own);
	const proposals = await oursAmong(concerned, gathered);
	const silent = silentOwners(plan.items, gathered.targets, promotion.environments);
	const spots = [...gathered.targets, ...silent];
	const judged = await Promise.all(plan.items.flatMap((item) => withSilent([item], silent).map(async (one) => {
		const judgement = await judge$1({
			promotion,
			start,
			createdAt,
			item: one,
			proposals,
			spots
		}, gathered.snapshot);
		const { superseded } = judgement;
		return {
			...judgement,
			superseded: superseded && {
				...superseded,
				item
			}
		};
	})));
	const leftOut = judged.flatMap(({ superseded }) => superseded === void 0 ? [] : [superseded]);
	return {
		...leaveOut({
			...plan,
			leftOut: []
		}, leftOut, gathered.targets),
		notices: [
			...plan.notices,
			...undated,
			...judged.flatMap(({ notices }) => notices)
		]
	};
}
const repetitionOf = async ({ source }, creation) => {
	const sent = (source?.runAttempt ?? 1) > 1 ? source?.createdAt : void 0;
	const received = await creation?.();
	const [createdAt] = [sent, received?.kind === "known" ? moment(received.at.toISOString()) : void 0].filter((one) => one !== void 0).sort();
	return {
		createdAt,
		notices: received?.kind === "unknown" ? [undatedRun(received.reason)] : []
	};
};
const undatedRun = (reason) => ({
	message: `This run was started again, and when it was created cannot be read: ${reason}. Whether it reverts something that came in since is not looked at.`,
	hint: "Give the workflow the permission actions: read."
});
function leaveOut(decided, out, targets) {
	if (out.length === 0) return decided;
	const causes = causesOf(decided.items, out);
	const along = decided.items.filter((item) => item.state === "changed" && !out.some((one) => one.item === item)).flatMap((item) => {
		const superseded = causes.get(item)?.superseded;
		return superseded === void 0 ? [] : [{
			item,
			superseded
		}];
	});
	const remaining = decided.items.filter((item) => !causes.has(item));
	const plan = planPromotion(targets.map((target) => only(remaining, target)));
	const distinct = [...new Map(out.map((one) => [one.item, one])).values()];
	return {
		...decided,
		...plan,
		notices: decided.notices,
		leftOut: [
			...decided.leftOut,
			...distinct,
			...along
		]
	};
}
const causesOf = (items, out) => {
	const kin = /* @__PURE__ */ new Map();
	for (const item of items) for (const key of kinKeys(item)) kin.set(key, [...kin.get(key) ?? [], item]);
	const causes = new Map(out.map((one) => [one.item, one]));
	for (const [item, cause] of causes) for (const other of kinKeys(item).flatMap((key) => kin.get(key) ?? [])) if (!causes.has(other)) causes.set(other, cause);
	return causes;
};
const kinKeys = ({ product, environment, image, path, place }) => {
	const repository = canonicalRepository(image);
	return [JSON.stringify([
		product,
		environment,
		repository
	]), JSON.stringify([
		path,
		place,
		repository
	])];
};
const judge$1 = async ({ promotion, start, createdAt, item, proposals, spots }, snapshot) => {
	const target = spots.find(belongsTo(item));
	if (target === void 0) return { notices: [] };
	const { environment, image, path, from: current, to: requested, product } = item;
	const { order } = target.settings;
	const question = {
		trigger: promotion.trigger,
		order,
		source: promotion.source,
		environment,
		image,
		requested,
		start,
		createdAt
	};
	const pending = decidePending(question, {
		product,
		proposals
	});
	if (pending.kind === "superseded") return leave(item, pending);
	if (item.state === "unchanged") return { notices: [] };
	const record = await readRecord({
		environment,
		image,
		path,
		current
	}, target.settings, snapshot);
	const decision = decide$1({
		...question,
		current,
		record
	});
	const notices = record.notice === void 0 ? [] : [record.notice];
	if (decision.kind === "pass") return { notices };
	const left = leave(item, decision);
	return {
		...left,
		notices: [...notices, ...left.notices]
	};
};
const leave = (item, { superseded, severity }) => ({
	superseded: {
		item,
		superseded
	},
	notices: severity === "warning" ? [{
		message: superseded.message,
		path: item.path,
		line: item.line
	}] : []
});
const belongsTo = ({ product, environment }) => (target) => target.product === product && target.environment === environment;
const only = (items, target) => {
	const asked = new Set(items.filter(belongsTo(target)).map(({ request }) => printImage(request)));
	return {
		...target,
		images: target.images.filter((image) => asked.has(printImage(image)))
	};
};
function concernedProposals(items, proposals, own) {
	return (proposals?.list ?? []).filter((proposal) => {
		const { branch, pullRequest, declined } = proposal;
		if (pullRequest === void 0 && (!own.has(branch) || declined)) return false;
		return carriedBy(proposal, []).some(({ trailer: { environment, reference } }) => items.some((item) => branch.startsWith(branchesOf(item.product)) && item.environment === environment && sameRepository(item.image, reference.repository)));
	});
}
function decidePending(question, { product, proposals }) {
	const pending = proposals.filter(({ branch }) => branch.startsWith(branchesOf(product))).flatMap((proposal) => carriedBy(proposal, []).map((carried) => ({
		proposal,
		carried
	})));
	for (const { proposal, carried } of pending) {
		const { environment, reference } = carried.trailer;
		if (environment !== question.environment || !sameRepository(reference.repository, question.image)) continue;
		const decision = decide$1({
			...question,
			current: reference,
			record: carriedRecord(carried, proposal)
		});
		if (decision.kind === "superseded") return told(decision, proposal);
	}
	return { kind: "pass" };
}
const carriedRecord = ({ trailer }, { head }) => trailer.kind === "promotion" ? {
	set: {
		commit: head.id,
		at: head.committedAt,
		build: {
			source: trailer.source,
			recordedAt: head.committedAt
		}
	},
	holds: []
} : { holds: [{
	reference: trailer.instead,
	because: "rollback",
	commit: head.id
}] };
const told = (decision, { branch, pullRequest }) => {
	const { superseded } = decision;
	const where = pullRequest === void 0 ? quote(branch) : `pull request ${pullRequest.number}`;
	const message = superseded.reason === "older" ? superseded.message.replace(/, which \S+ runs; /, `, which waits in ${where}; `) : superseded.reason === "repeated" ? superseded.message.replace(/, which \S+ runs, came later/, `, which waits in ${where}, came later`) : `${superseded.message.replace(/\.$/, "")} (in ${where}, which is open).`;
	return {
		...decision,
		superseded: {
			...superseded,
			message
		}
	};
};

// src/commands/promotion/freeze.ts
function freeze(decided, { promotion, gathered, delivery, now }) {
	const silent = silentOwners(decided.items, gathered.targets, promotion.environments);
	const frozen = [...gathered.targets, ...silent].flatMap((spot) => frozenSpot(spot, now) ?? []);
	if (promotion.override === "freeze" && promotion.trigger === "by-hand") return {
		...decided,
		overrides: frozen.map(overrideOf)
	};
	const closed = frozen.filter((spot) => decided.items.some((item) => isOwnedBy(item, spot) && item.state === "changed")).filter((spot) => (delivery ?? spot.settings.delivery) === "commit");
	const leftOut = decided.items.flatMap((item) => leftOutOf(item, closed) ?? []);
	return {
		...leaveOut(decided, leftOut, gathered.targets),
		frozen,
		violations: closed.map(violationOf$2)
	};
}
function overridesIn({ overrides = [] }, changed) {
	return overrides.filter((override) => changed.some((item) => isOwnedBy(item, override))).map(({ text }) => text);
}
const frozenSpot = ({ product, environment, settings }, now) => {
	const frozen = frozenAt(settings, now);
	return frozen && {
		product,
		environment,
		frozen,
		settings
	};
};
const leftOutOf = (item, closed) => {
	const spot = closed.find((one) => isOwnedBy(item, one));
	if (spot === void 0 || item.state === "unchanged") return void 0;
	const { image, environment, to: requested, from: current } = item;
	const whose = isAt(spot)(item) ? environment : `${spot.environment} of ${spot.product}, which shares its place,`;
	return {
		item,
		superseded: {
			image,
			requested,
			current,
			reason: "frozen",
			message: `${printReference(requested)} is left out: ${whose} is frozen ${printFrozen(spot.frozen)}.`
		}
	};
};
const violationOf$2 = ({ product, environment, frozen, settings }) => ({
	code: "frozen",
	message: `${quote(environment)} of ${quote(product)} is frozen ${printFrozen(frozen)}.`,
	hint: "Run it again after that, propose it with `delivery: pull-request`, or let a person promote it with `override: freeze` and a `reason`.",
	...settings.origin.freeze
});
const overrideOf = ({ product, environment, frozen }) => ({
	product,
	environment,
	text: `freeze of ${environment} for ${product} ${printFrozen(frozen)}`
});

// src/domain/policy/requires.ts
const requires = (facts) => facts.remaining.filter(({ state }) => state === "changed").flatMap((item) => unmet(item, facts) ?? []);
function unmet(item, facts) {
	const settings = facts.spots.find(isAt(item))?.settings;
	if (settings?.requires === void 0) return void 0;
	const lack = lackOf(item, settings.requires, facts);
	return lack && {
		...violationOf$1(item, settings.requires, lack),
		...settings.origin.requires
	};
}
const lackOf = (item, required, facts) => {
	const there = isAt({
		product: item.product,
		environment: required
	});
	const together = (other) => there(other) && bringsSame(other, item);
	if (facts.remaining.some(together)) return void 0;
	const testimonies = facts.testimonies.filter((one) => one.item === item);
	if (testimonies.some(({ testimony: { kind } }) => kind === "runs" || kind === "has-run")) return void 0;
	return {
		testimonies,
		leftOut: facts.items.filter(together)
	};
};
const violationOf$1 = (item, required, lack) => {
	return {
		code: "requirement-unmet",
		message: `${`${item.environment} requires ${required} to run ${quote(printReference(item.to))} first`}; ${reasonOf(item, required, lack)}.`,
		hint: hintOf(item, required, lack)
	};
};
const reasonOf = ({ product }, required, { testimonies, leftOut }) => {
	if (leftOut.length > 0) return `the same request asks for it in ${required}, where it is left out`;
	const back = testimonies.flatMap(({ testimony }) => testimony.kind === "rolled-back" ? [testimony.commit] : [])[0];
	if (back !== void 0) return `it was rolled back there in commit ${back.slice(0, 7)}`;
	const running = testimonies.map(({ standing: { current, path, line } }) => `${quote(printReference(current))} (${path}, line ${line})`);
	if (running.length === 0) return `the manifests of ${product} in ${required} list no such image`;
	const unread = testimonies.some(({ standing }) => standing.history?.complete === false);
	return `${required} runs ${listed([...new Set(running)])}${unread ? ", and older records are not read" : ""}`;
};
const hintOf = ({ product, environment }, required, { testimonies, leftOut }) => {
	if (leftOut.length > 0) return `Promote it to ${environment} when ${required} runs it.`;
	if (testimonies.length === 0) return `List the image in the manifests of ${product} in ${required}, and promote it there first.`;
	return `Promote it to ${required} first, or name ${required} and ${environment} in one request.`;
};

// src/domain/policy/actors.ts
const TEAM = "team:";
const SCHEDULE = "event:schedule";
const actors = (facts) => {
	if (!concerns(facts)) return [];
	return grouped(facts.spots, ({ actors: list, origin }) => [list, origin.actors]).flatMap(({ settings, where }) => {
		if (settings.actors === void 0) return [];
		if (facts.promotion.scheduled) return settings.actors.includes(SCHEDULE) ? [] : [unscheduled(settings, where)];
		const logins = loginsOf(facts.asker);
		if (logins.length === 0) return [unknown(settings, where)];
		return logins.filter((login) => !isAmong(login, settings.actors ?? [], facts.memberships)).map((login) => refused({
			login,
			settings,
			where
		}, facts));
	});
};
function openMemberships(asking, spots) {
	if (!concerns(asking) || asking.promotion.scheduled) return [];
	const open = spots.flatMap(({ settings: { actors: list = [] } }) => loginsOf(asking.asker).filter((login) => !isAmong(login, list, [])).flatMap((login) => teamsOf(list).map((team) => ({
		team,
		login
	}))));
	return [...new Map(open.map((pair) => [JSON.stringify(pair), pair])).values()];
}
const concerns = ({ kind, promotion }) => kind === "rollback" || promotion.trigger === "by-hand" || promotion.scheduled === true;
const loginsOf = ({ actor, triggeringActor }) => {
	const logins = [actor, triggeringActor].filter((login) => login !== void 0);
	return [...new Map(logins.map((login) => [login.toLowerCase(), login])).values()];
};
const teamsOf = (list) => list.filter((entry) => entry.startsWith(TEAM)).map((entry) => entry.slice(5));
const isAmong = (login, list, memberships) => list.some((entry) => entry.toLowerCase() === login.toLowerCase()) || teamsOf(list).some((team) => memberships.some((one) => one.team === team && one.login === login && one.answer.state === "member"));
const unknown = ({ origin }, where) => ({
	code: "actor-not-allowed",
	message: `Nobody says who asks, and the configuration limits who may ask for ${where}.`,
	hint: "Promote by a run of the workflow, which GitHub tells the actor of.",
	...origin.actors
});
const unscheduled = ({ actors = [], origin }, where) => ({
	code: "actor-not-allowed",
	message: `The configuration does not let a schedule ask for ${where}.`,
	hint: `Add ${SCHEDULE} to \`actors\`, which has ${listed(actors.map(quote)) || "no entry"}, or let somebody of it promote by hand.`,
	...origin.actors
});
const refused = ({ login, settings, where }, { asker, memberships, kind }) => {
	const list = settings.actors ?? [];
	const role = asker.actor?.toLowerCase() === login.toLowerCase() ? "" : ", who runs it again,";
	return {
		code: "actor-not-allowed",
		message: `The configuration does not let ${quote(login)}${role} ${kind === "rollback" ? "roll back" : "ask for"} ${where}.`,
		hint: [`Let somebody of \`actors\` do it, which has ${listed(list.map(quote)) || "no entry"}.`, ...doubts(login, memberships)].join(" "),
		...settings.origin.actors
	};
};
const doubts = (login, memberships) => {
	const own = memberships.filter((one) => one.login === login);
	const unseen = own.filter(({ answer }) => answer.state === "unseen").map(({ team }) => team);
	const reasons = own.flatMap(({ team, answer }) => answer.state === "unreadable" ? [`The team ${team} cannot be read: ${answer.reason}`] : []);
	if (unseen.length === 0) return reasons;
	return [`GitHub shows no membership of ${listed(unseen)}; if there is one, the token may not read it: a GitHub App with Members: read can, the workflow's own token cannot.`, ...reasons];
};

// src/domain/policy/sources.ts
const sources = (facts) => {
	const { promotion, spots } = facts;
	if (promotion.trigger === "by-hand" || promotion.scheduled) return [];
	return grouped(spots, ({ sources: rules, proof, origin }) => [
		rules,
		proof,
		origin.sources
	]).flatMap(({ settings, where }) => {
		const rules = settings.sources;
		if (rules === void 0) return [];
		const named = rules.filter((rule) => admits(rule, promotion.source));
		if (named.length === 0) return [violationOf(settings, promotion.source, where)];
		const known = idOf(facts, settings);
		return named.some(({ id }) => id === void 0 || known === "unjudged" || String(id) === known) ? [] : [otherId({
			settings,
			known,
			where
		}, promotion.source)];
	});
};
const admits = ({ repository, refs }, source = {}) => {
	if (source.repository === void 0) return false;
	if (!matches(repository.toLowerCase(), source.repository.toLowerCase())) return false;
	const { ref } = source;
	return refs === void 0 || ref !== void 0 && refs.some((glob) => matches(glob, ref));
};
const idOf = ({ promotion, asker, proof }, settings) => {
	if (promotion.trigger === "direct") return asker.repositoryId;
	if (settings.proof !== "required") return void 0;
	return proof?.kind === "accepted" ? proof.repositoryId : "unjudged";
};
const otherId = ({ settings, known, where }, { repository = "" } = {}) => ({
	code: "source-not-allowed",
	message: known === void 0 ? `Nothing proves which number the repository ${quote(repository)} has, and the configuration gives one for ${where}.` : `The repository ${quote(repository)} has the number ${quote(known)}, another one than the configuration gives for ${where}: the name was given up and taken again.`,
	hint: known === void 0 ? "Require a proof, which carries the number, or remove `id` from `sources`." : "Do not trust this repository before you know whose it is; if it is yours, correct `id` in `sources`.",
	...settings.origin.sources
});
const violationOf = ({ sources: rules = [], origin }, source = {}, where) => {
	const { repository, ref } = source;
	const allowed = listed(rules.map(printRule)) || "nobody";
	return {
		code: "source-not-allowed",
		message: repository === void 0 ? `The request does not say which repository asks, and the configuration limits who may ask for ${where}.` : `The configuration does not let ${quote(repository)}${ref === void 0 ? " without a ref" : ` at ${quote(ref)}`} ask for ${where}.`,
		hint: `Ask from what \`sources\` lists, which is ${allowed}, or add it there.`,
		...origin.sources
	};
};
const printRule = ({ repository, id, refs }) => {
	const name = id === void 0 ? quote(repository) : `${quote(repository)} (number ${id})`;
	return refs === void 0 ? name : `${name} at ${listed(refs.map(quote)) || "no ref"}`;
};
const proof = (facts) => provable(facts).flatMap((group) => judge(group, facts));
function needsProof(facts) {
	return provable(facts).length > 0;
}
function believed({ promotion, spots }) {
	if (promotion.trigger !== "automatic") return [];
	const open = spots.filter(({ settings }) => settings.proof === "none");
	return grouped(open, ({ origin }) => origin.proof).map(({ settings, where }) => ({
		message: `For ${where} the source of the request is believed without a proof: every holder of the dispatch token may claim any.`,
		hint: "Set `proof: required`, and give the sending workflows the permission `id-token: write`.",
		...settings.origin.proof
	}));
}
const provable = ({ promotion, spots }) => {
	if (promotion.trigger !== "automatic") return [];
	const demanding = spots.filter(({ settings }) => settings.proof === "required");
	return grouped(demanding, ({ origin }) => [origin.proof, origin.sources]);
};
const judge = ({ settings, where }, { promotion, proof: verdict }) => {
	const place = settings.origin.proof ?? settings.origin.sources;
	if (promotion.proof === void 0) return [{
		code: "proof-missing",
		message: `The request proves no source, and the configuration requires it for ${where}.`,
		hint: "Send it with the command `dispatch` from a job with the permission `id-token: write`, or set `proof: none` to believe every holder of the dispatch token.",
		...place
	}];
	if (verdict === void 0) return [{
		code: "proof-rejected",
		message: `The proof of the request has not been verified, and the configuration requires it for ${where}.`,
		hint: "Promote in a workflow of the manifest repository, where proofs are verified.",
		...place
	}];
	return verdict.kind === "accepted" ? [] : verdict.rejections.map((rejection) => ({
		...rejection,
		...place
	}));
};

// src/domain/policy/enforce.ts
const policies = {
	shared,
	images,
	renames,
	tags,
	requires,
	actors
};
const admissions = {
	sources,
	proof
};
const judging = {
	promotion: [
		"shared",
		"images",
		"renames",
		"tags",
		"requires",
		"actors"
	],
	rollback: [
		"shared",
		"images",
		"actors"
	]
};
function admit(facts, reported = []) {
	if (facts.kind === "rollback" && facts.promotion.trigger !== "automatic") return [];
	const judged = ["sources", "proof"].map((name) => ({
		name,
		violations: admissions[name](facts)
	}));
	return [...conclude(judged, reported), ...believed(facts)];
}
function enforce(facts, reported = []) {
	return conclude(judging[facts.kind].map((name) => ({
		name,
		violations: policies[name](facts)
	})), reported);
}
const conclude = (judged, reported) => {
	const violations = judged.filter(({ name }) => !reported.includes(name)).flatMap((one) => one.violations);
	if (violations.length > 0) throw new PromotionError(violations);
	return judged.flatMap((one) => one.violations.map(noticeOf));
};
const noticeOf = ({ message, hint, path, line }) => ({
	message: `Not enforced here: ${message}`,
	hint,
	path,
	line
});

// src/commands/promotion/admission.ts
async function admitRequest(applicant, snapshot, authorities) {
	const { promotion } = applicant;
	const { config, configuration } = await readConfig(applicant.config, snapshot);
	const [environments = []] = collect([
		() => inOrder(config, promotion.environments),
		() => refuseStray(applicant, snapshot),
		() => closedProducts(config, promotion)
	]);
	const spots = spotsOf(config, {
		products: promotion.products,
		environments
	});
	return {
		config,
		configuration,
		spots,
		notices: await admitTo(applicant, {
			config,
			spots,
			repository: snapshot.repository
		}, authorities)
	};
}
async function admitTo(applicant, { config, spots, repository }, authorities) {
	const { kind, promotion, asker = {}, reported = [] } = applicant;
	const facts = {
		kind,
		promotion,
		spots,
		asker
	};
	const judged = !reported.includes("proof") && needsProof(facts);
	const question = {
		issuer: config.value.issuer,
		repository
	};
	const proof = judged ? await verifyProof(applicant, question, authorities) : void 0;
	return admit({
		...facts,
		proof
	}, reported);
}
async function preflight(applicant, host, authorities) {
	const { promotion, config } = applicant;
	if (promotion.trigger !== "automatic" || promotion.products.length <= 50) return;
	await admitRequest(applicant, await host.snapshot({
		paths: configPaths(config),
		histories: []
	}), authorities);
}
function readAhead(promotion, wanted) {
	if (promotion.trigger !== "automatic") return wanted;
	return {
		...wanted,
		paths: wanted.paths.slice(0, 100)
	};
}
const refuseStray = ({ strayRef }, { defaultBranch }) => {
	const violation = defaultBranch === void 0 ? void 0 : strayRef?.(defaultBranch);
	if (violation !== void 0) throw new PromotionError([violation]);
	return [];
};
const verifyProof = async ({ promotion, payload }, question, { proofs }) => {
	const { proof: token, source = {} } = promotion;
	if (token === void 0 || proofs === void 0) return void 0;
	try {
		return await (await proofs()).verify({
			...question,
			token,
			payload,
			source
		});
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return {
			kind: "rejected",
			rejections: error.violations
		};
	}
};

// src/commands/promotion/from.ts
async function carry({ promotion, from, snapshot }, spots, origins) {
	const names = promotion.images.map(({ name }) => name);
	const there = new Map(collect(origins.map(({ product, files }) => () => [product, listedIn(files)])));
	refuseUnlisted(names, [...there.values()].flat(), from);
	const crossings = collect(spots.map((spot) => () => {
		const { product, environment: to, settings, files } = spot;
		const allowed = (image) => imageAllowed(settings, image);
		const here = listedIn(files);
		return {
			spot,
			...carriedImages({
				product,
				from,
				to,
				there: there.get(product) ?? [],
				here,
				names,
				allowed
			})
		};
	}));
	if (crossings.every(({ carried }) => carried.length === 0)) refuseNothing(from, promotion);
	const targets = crossings.map(async ({ spot, carried }) => {
		const origin = origins.find(({ product }) => product === spot.product);
		const sources = origin === void 0 ? void 0 : await sourcesOf(carried, origin, snapshot);
		return {
			...targetOf(spot, carried.map(({ request }) => request)),
			sources
		};
	});
	return {
		targets: await Promise.all(targets),
		notices: crossings.flatMap(({ notices }) => notices)
	};
}
function sourceOf({ product, environment, request }, { from, source = {} }, { targets }) {
	if (from === void 0) return source;
	return targets.find((candidate) => candidate.product === product && candidate.environment === environment)?.sources?.get(request.name) ?? {};
}
const sourcesOf = async (carried, { environment, settings }, snapshot) => {
	const sources = carried.map(async ({ request, origin: { image, path } }) => {
		const item = {
			environment,
			image: image.repository,
			path,
			current: image
		};
		return [request.name, travellingSource(await readRecord(item, settings, snapshot)) ?? {}];
	});
	return new Map(await Promise.all(sources));
};
const refuseNothing = (from, { products, environments }) => fail("image-missing", `${from} runs no image of ${products.map(quote).join(", ")} that ${environments.join(", ")} could take over.`, "List the images in the manifests of both environments, or name an environment that runs some.");

// src/commands/promotion/policies.ts
async function enforcePolicies(matter, authorities) {
	const { kind, asking, gathered, delivery } = matter;
	const { promotion, asker = {}, reported = [] } = asking;
	const silent = silentOwners(matter.items, gathered.targets, promotion.environments);
	const [items, remaining] = [withSilent(matter.items, silent), withSilent(matter.remaining, silent)];
	const spots = [...gathered.targets, ...silent];
	const facts = {
		kind,
		promotion,
		spots,
		items,
		remaining,
		asker,
		delivery
	};
	const enforced = (name) => !reported.includes(name);
	const { config, snapshot } = gathered;
	const [memberships, testimonies, admitted] = await Promise.all([
		enforced("actors") ? askMemberships(openMemberships(facts, spots), authorities) : [],
		kind === "promotion" ? readTestimonies(remaining, {
			config,
			snapshot,
			targets: spots
		}, identityIn(matter)) : [],
		silent.length === 0 ? [] : admitTo({
			...asking,
			kind
		}, {
			spots: silent,
			config,
			repository: snapshot.repository
		}, authorities)
	]);
	return [...admitted, ...enforce({
		...facts,
		memberships,
		testimonies
	}, reported)];
}
const identityIn = ({ asking: { promotion }, gathered, builtOf }) => (item) => ({
	source: builtOf?.(item) ?? sourceOf(item, promotion, gathered),
	names: [item.request.name]
});
const askMemberships = async (pairs, { teams }) => {
	const asked = pairs.length === 0 ? void 0 : teams?.();
	const nobody = {
		state: "unreadable",
		reason: "nobody can be asked here."
	};
	return Promise.all(pairs.map(async ({ team, login }) => ({
		team,
		login,
		answer: await asked?.member(team, login) ?? nobody
	})));
};
function requiredSpots(config, spots) {
	const others = spots.flatMap(({ product, settings: { requires } }) => requires === void 0 ? [] : spotsOf(config, {
		products: [product],
		environments: [requires]
	})).filter((spot) => !spots.some(isAt(spot)));
	return [...new Map(others.map((spot) => [`${spot.product} ${spot.environment}`, spot])).values()];
}
async function readTestimonies(remaining, gathered, identityOf) {
	const questions = requirementsOf(remaining, gathered).map(async ({ spot, items }) => {
		const standings = await standingsIn(spot, gathered.snapshot);
		return items.flatMap((item) => {
			const { source, names } = identityOf(item);
			return standings.filter(isAbout(item.image, names)).map((standing) => ({
				item,
				standing,
				spot,
				source
			}));
		});
	});
	const asked = (await Promise.all(questions)).flat();
	return Promise.all(asked.map((question) => testify(question, gathered.snapshot)));
}
const requirementsOf = (remaining, { config, targets }) => {
	const changed = remaining.filter(({ state }) => state === "changed");
	return targets.flatMap((target) => {
		const { requires } = target.settings;
		const items = changed.filter(isAt(target));
		if (requires === void 0 || items.length === 0) return [];
		return spotsOf(config, {
			products: [target.product],
			environments: [requires]
		}).map((spot) => ({
			spot,
			items
		}));
	});
};
const standingsIn = async (spot, snapshot) => {
	try {
		const [found] = await readManifests(snapshot, [spot]);
		const { product, environment } = spot;
		return listedIn(found?.files ?? []).map(({ image: current, names, path, line }) => ({
			product,
			environment,
			path,
			line,
			names,
			current
		}));
	} catch (error) {
		if (error instanceof PromotionError) return [];
		throw error;
	}
};
const testify = async ({ item, standing, spot, source }, snapshot) => {
	const { to, image } = item;
	const judge = (history) => testimonyOf({
		...standing,
		history
	}, {
		to,
		image,
		source
	});
	if (judge().kind !== "unknown") return {
		item,
		standing,
		testimony: judge()
	};
	const tells = (commits) => judge({
		commits,
		complete: false
	}).kind !== "unknown";
	const history = await snapshot.history(historyPathOf(spot.settings, standing.path), tells);
	return {
		item,
		standing: {
			...standing,
			history
		},
		testimony: judge(history)
	};
};

// src/commands/deliver/context.ts
function closingTrailers({ run, asker, id }) {
	return [
		run,
		actorTrailer(asker),
		{
			kind: "id",
			id
		}
	].filter((trailer) => trailer !== void 0);
}
function givenDelivery({ delivery }, { pullRequests }) {
	return pullRequests === void 0 ? "commit" : delivery;
}
function planOf(targets, { decided, gathered }, additional = /* @__PURE__ */ new Map()) {
	if (additional.size === 0 && targets.length === gathered.targets.length) return decided;
	const asked = targets.map((target) => {
		const { product, environment } = target;
		const own = decided.items.filter((item) => item.product === product && item.environment === environment);
		const requests = new Map(own.map(({ request }) => [printImage(request), request]));
		return {
			...target,
			images: [...requests.values(), ...additional.get(environment) ?? []]
		};
	});
	return planPromotion(asked.filter(({ images }) => images.length > 0));
}
function targetsOf$1(targets, items) {
	return targets.filter((target) => items.some(isAt(target)));
}

// src/commands/job.ts
function worldOf({ dependencies, known }) {
	return {
		...dependencies,
		host: dependencies.host(),
		onTargetsKnown: (concerned) => {
			known.concerned = concerned;
		}
	};
}
function presentName({ repository: present }, known) {
	return {
		repository: present ?? known.repository,
		renamed: present && known.repository ? explainRenamed(known.repository, present) : []
	};
}
function explainRenamed(given, present) {
	if (given.toLowerCase() === present.toLowerCase()) return [];
	return [{
		message: `The manifest repository ${quote(given)} is called ${quote(present)} now, and this run uses that name.`,
		hint: `Set the input \`repository\` to ${present}: GitHub forgets the old name when somebody makes another repository of it.`
	}];
}

// src/commands/deliver/deliver.ts
const WRITES = {
	commit: 1,
	proposal: 4
};
async function deliver(context, deliveredParts) {
	const { shipment, gathered, host } = context;
	const parts = partsOf$2(gathered.targets, givenDelivery(shipment.settings, host));
	const pending = parts.filter(({ key }) => !deliveredParts.has(key));
	const standing = new Set(pending.map(({ key }) => key));
	await examineOwnership((gathered.snapshot.proposals?.list ?? []).filter(({ branch }) => standing.has(branch)), gathered);
	const drafts = await all(pending.map(async (part) => part.kind === "commit" ? planCommit(part, context) : draftProposal(part, context)));
	for (const [index, draft] of drafts.entries()) {
		const result = draft.kind === "commit" ? await commitPart(draft, context) : await proposePart(draft, context);
		if (result.kind === "branch-moved") return {
			...result,
			writes: WRITES[draft.kind]
		};
		deliveredParts.set(draft.part.key, {
			...result,
			leftOut: context.decided.leftOut
		});
		context.unfinished.delete(draft.part.key);
		if (result.outcome === "promoted" && shipment.mode === "deliver" && index < drafts.length - 1) return { kind: "underway" };
	}
	return {
		kind: "delivered",
		notices: shipment.mode === "deliver" && (gathered.snapshot.proposals?.list.length ?? 0) > 0 ? await settle(parts, context, deliveredParts) : []
	};
}
const draftProposal = async (...asked) => (await import("./commands/deliver/draft.js")).planProposal(...asked);
const proposePart = async (...asked) => (await import("./commands/deliver/propose.js")).propose(...asked);
const settle = async (...asked) => (await import("./commands/deliver/close-settled.js")).closeSettled(...asked);
const all = async (pending) => {
	const settled = await Promise.allSettled(pending);
	return collect(settled.map((one) => () => {
		if (one.status === "rejected") throw one.reason;
		return one.value;
	}));
};
function planCommit(part, context) {
	return {
		kind: "commit",
		part,
		plan: planOf(part.targets, context)
	};
}
async function commitPart({ part, plan }, { shipment, gathered, decided, host, log }) {
	const { files, items } = plan;
	const { targets } = part;
	const result = {
		kind: "delivered",
		delivery: "commit",
		targets,
		items,
		files,
		notices: [],
		violations: []
	};
	if (files.length === 0) {
		const notices = uncommittedNotices(await host.uncommitted?.(pathsOf$1(items)) ?? []);
		return {
			...result,
			outcome: "unchanged",
			changed: false,
			notices
		};
	}
	if (shipment.mode === "dry-run") return {
		...result,
		outcome: "promoted",
		changed: false
	};
	const changed = items.filter(({ state }) => state === "changed");
	const { kind, reason, id, trailerOf } = shipment;
	const trailers = [...changed.map(trailerOf), ...closingTrailers(shipment)];
	const overrides = overridesIn(decided, changed);
	const headline = headlineFor(gathered.config, targetsOf$1(targets, changed));
	const message = commitMessage({
		kind,
		changes: changed.map(changeOf),
		reason,
		overrides,
		trailers,
		headline
	});
	const written = await host.commit(gathered.snapshot, {
		id,
		message,
		files
	});
	if (written.kind === "branch-moved") return written;
	if (written.kind === "written") {
		log.info(`Changed ${files.length} files.`);
		return {
			...result,
			outcome: "promoted",
			changed: true
		};
	}
	log.info(`Committed ${written.commit}.`);
	const notices = foundNotices(written.found ?? []);
	return {
		...result,
		outcome: "promoted",
		changed: true,
		commit: written.commit,
		notices
	};
}
const pathsOf$1 = (items) => [...new Set(items.map(({ path }) => path))];
const uncommittedNotices = (paths) => paths.map((path) => ({
	message: `${quote(path)} has what was asked for, and changes that are not committed.`,
	hint: "Add --delivery commit to commit what this promotion changes.",
	path
}));
const foundNotices = (paths) => paths.map((path) => ({
	message: `${quote(path)} had the change already, and now it is committed.`,
	path
}));
function totalsOf({ results, unfinished }, { decided, notices, violations }) {
	const landed = results.filter(({ outcome }) => outcome === "promoted");
	const refusals = [...violations, ...decided.violations ?? []];
	const unmerged = results.flatMap((result) => result.violations);
	return {
		changed: unfinished.length > 0 || results.some(({ changed }) => changed),
		commit: [
			...landed.toReversed(),
			...results.toReversed(),
			...unfinished
		].find(({ commit }) => commit !== void 0)?.commit,
		pullRequests: [...results, ...unfinished].flatMap(({ pullRequest }) => pullRequest ?? []),
		files: distinct(results.length === 0 ? decided.files : results.flatMap(({ files }) => files)),
		notices: [...notices, ...results.flatMap((result) => result.notices)],
		violations: [...refusals, ...unmerged],
		outcome: refusals.length === 0 && unmerged.length > 0 ? "proposed" : void 0
	};
}
const distinct = (files) => [...new Map(files.map((file) => [file.path, file])).values()];
function environmentsOf({ gathered, decided, given }, { results, unfinished }, violations) {
	return gathered.targets.map((target) => {
		const { product, environment } = target;
		const isAt = (other) => other.product === product && other.environment === environment;
		const result = results.find(({ targets }) => targets.some(isAt));
		const begun = result ?? unfinished.find(({ targets }) => targets.some(isAt));
		const items = (result?.items ?? decided.items).filter(isAt);
		const changes = items.filter(({ state }) => state === "changed").map(changeOf);
		const superseded = (result?.leftOut ?? decided.leftOut).flatMap((left) => isAt(left.item) ? left.superseded : []);
		const ended = result === void 0 && violations.length > 0 ? undelivered(violations) : void 0;
		const outcome = changes.length > 0 && result?.outcome || "unchanged";
		return {
			name: environment,
			product,
			delivery: begun?.delivery ?? given ?? target.settings.delivery,
			outcome: ended ?? firstOf$1([outcome, ...superseded.length > 0 ? [leftOutcome(superseded)] : []]),
			pullRequest: changes.length > 0 ? begun?.pullRequest?.number : void 0,
			changes,
			...standing({
				outcome: ended ?? outcome,
				items,
				commit: result?.commit,
				read: gathered.snapshot.commit
			}),
			superseded
		};
	});
}
const standing = ({ outcome, items, commit, read }) => {
	if (outcome !== "promoted" && outcome !== "unchanged") return {};
	const unchanged = items.filter(({ state }) => state === "unchanged").map(({ to }) => to);
	return {
		...unchanged.length > 0 ? { unchanged } : {},
		commit: outcome === "promoted" ? commit : read
	};
};
const leftOutcome = (superseded) => superseded.some(({ reason }) => reason === "frozen") ? "refused" : "superseded";
const undelivered = (violations) => dispositionOf(violations) === "refused" ? "refused" : "failed";

// src/commands/promotion/run-promotion.ts
async function runPromotion(steps, world) {
	const deliveredParts = /* @__PURE__ */ new Map();
	const unfinished = /* @__PURE__ */ new Map();
	const last = {};
	const memory = {
		deliveredParts,
		unfinished,
		last
	};
	const { notices, violations } = await orStopped(startOver(world, () => attempt(steps, world, memory), memory), world).catch((error) => {
		if (deliveredParts.size === 0 && unfinished.size === 0) throw error;
		return {
			notices: [],
			violations: violationsOf(error)
		};
	});
	const { gathered, decided } = last;
	if (gathered === void 0 || decided === void 0) throw new Error("nothing has been decided");
	const parts = {
		results: [...deliveredParts.values()],
		unfinished: violations.length > 0 ? [...unfinished.values()] : []
	};
	const given = givenDelivery(steps.ship(gathered).settings, world.host);
	const environments = environmentsOf({
		gathered,
		decided,
		given
	}, parts, violations);
	const changed = environments.flatMap(({ changes }) => changes);
	const { syncs, notices: unread } = await syncsOf(changed, gathered);
	return {
		...totalsOf(parts, {
			decided,
			notices: [
				...gathered.notices,
				...decided.notices,
				...notices,
				...unread
			],
			violations
		}),
		repository: gathered.snapshot.repository,
		branch: gathered.snapshot.branch,
		configuration: gathered.configuration,
		environments: environments.map((environment) => withSyncs(environment, syncs))
	};
}
const syncsOf = async (changed, gathered) => {
	if (gathered.config.value.argocd === void 0) return {
		syncs: [],
		notices: []
	};
	const { findSyncs } = await import("./commands/promotion/applications.js");
	return findSyncs(changed, gathered);
};
const orStopped = (work, { stopped }) => stopped === void 0 ? work : Promise.race([work, stopped]);
const withSyncs = (environment, syncs) => {
	const own = syncs.filter((sync) => sync.product === environment.product && sync.environment === environment.name);
	return own.length === 0 ? environment : {
		...environment,
		applications: own
	};
};
const knownTargets = ({ targets }, given) => targets.map(({ product, environment, settings }) => ({
	product,
	name: environment,
	delivery: given ?? settings.delivery
}));
const attempt = async (steps, { host, log, clock, onTargetsKnown }, { deliveredParts, unfinished, last }) => {
	for (;;) {
		const snapshot = await logStep(log, "Read the manifest repository", {
			step: () => host.snapshot(steps.wanted(last.gathered)),
			lines: snapshotLines
		});
		const gathered = await logStep(log, "Find the manifests", {
			step: () => steps.gather(snapshot, last.first),
			lines: gatheredLines
		});
		const shipment = steps.ship(gathered);
		onTargetsKnown?.(knownTargets(gathered, givenDelivery(shipment.settings, host)));
		const decided = await logStep(log, "Plan the changes", {
			step: () => steps.decide(gathered),
			lines: decidedLines
		});
		Object.assign(last, {
			first: last.first ?? gathered,
			gathered,
			decided
		});
		const context = {
			shipment,
			gathered,
			decided,
			host,
			log,
			clock,
			unfinished
		};
		const delivered = await log.group("Deliver", () => deliver(context, deliveredParts));
		if (delivered.kind === "branch-moved") return delivered;
		if (delivered.kind === "delivered") return {
			kind: "ended",
			notices: delivered.notices,
			violations: []
		};
	}
};
const FIRST = 4;
const GROWTH = 2;
const WIDEST = 6e4;
const WIDTH_OF_LIMIT = 6e4;
const SHORTEST_ATTEMPT = 250;
const LONGEST_ATTEMPT = 5e3;
async function startOver({ clock, log }, attempt, progress = {
	deliveredParts: { size: 0 },
	unfinished: /* @__PURE__ */ new Map()
}) {
	const deadline = clock.now().getTime() + LONGEST_CONTENTION;
	let losses = 0;
	let limits = 0;
	for (let attempts = 1;; attempts++) {
		const began = clock.now().getTime();
		const answer = await attempt();
		if (answer.kind !== "branch-moved") return answer;
		const ended = clock.now().getTime();
		const { wait, writes = 1, unsure } = answer;
		const length = ended - began;
		const width = wait === void 0 ? widthAfter(++losses, length) : WIDTH_OF_LIMIT * Math.min(2 ** ++limits, writes);
		const rest = deadline - length - ended - (wait ?? 0);
		if (rest <= 0) return giveUp(attempts, remains(progress, unsure));
		const pause = (wait ?? 0) + clock.random() * Math.min(width, rest);
		log.info(sentence(attempts, pause, wait));
		await clock.sleep(pause);
	}
}
const widthAfter = (losses, length) => {
	return Math.min(Math.min(Math.max(length, SHORTEST_ATTEMPT), LONGEST_ATTEMPT) * FIRST * GROWTH ** (losses - 1), WIDEST);
};
const sentence = (attempts, pause, wait) => {
	return `${wait === void 0 ? "The branch moved" : "GitHub limited the writing"} while attempt ${attempts} was under way; starting over from a fresh read in about ${Math.max(1, Math.round(pause / 1e3))} s.`;
};
const giveUp = (attempts, remaining) => fail("branch-contended", `The branch moved, or a rate limit kept it from being moved, during each of ${attempts} attempts in ten minutes; ${remaining}.`, "Run the step again, and give its workflow a concurrency group with queue: max, so that promotions wait for each other.");
const remains = ({ deliveredParts, unfinished }, unsure) => {
	const [left] = unfinished.values();
	if (left !== void 0) return `the branch of the pull request was brought to ${left.commit}, but not its description, or not all that was asked for after it`;
	if (unsure) return "an answer was lost last, so whether anything has been written is not known";
	return deliveredParts.size > 0 ? "beyond what is told as delivered nothing has been written" : "nothing has been written";
};
function logStep(log, heading, { step, lines }) {
	return log.group(heading, async () => {
		const result = await step();
		for (const line of lines(result)) log.info(line);
		return result;
	});
}
function snapshotLines({ branch, commit }) {
	return [`${branch} stands at ${commit}.`];
}
function gatheredLines({ config, configuration, targets }) {
	return [configuration === "absent" ? "There is no configuration." : `The configuration is ${config.path}.`, ...targets.flatMap(({ product, environment, files }) => files.map(({ path }) => `${environment} of ${product} has ${path}.`))];
}
function decidedLines({ items, leftOut }) {
	const out = new Map(leftOut.map(({ item, superseded }) => [item, superseded.message]));
	return [...items.filter((item) => !out.has(item)).map(plannedLine), ...leftOut.map(({ superseded }) => superseded.message)];
}
const plannedLine = (item) => {
	const shown = (reference) => shortReference(printReference(reference), item.to.repository);
	const change = item.state === "changed" ? `${shown(item.from)} → ${shown(item.to)}` : `${shown(item.to)} is there`;
	return `${printPlace(item)}: ${item.to.repository} ${change}`;
};

// src/commands/promotion/read-repository.ts
function wantedFor({ promotion, config: given, histories: needed }, earlier) {
	const config = earlier?.config ?? unconfigured;
	const spots = spotsOf(config, promotion);
	const asked = likely$1(spots);
	const required = likely$1(earlier === void 0 ? usuallyRequired(promotion) : requiredSpots(config, spots));
	const origin = likely$1(originSpots(config, promotion));
	const manifests = earlier?.targets.flatMap((target) => target.files.map((file) => file.path)) ?? [];
	const histories = promotion.trigger === "by-hand" && needed === void 0 ? [] : asked.histories;
	const wanted = {
		paths: [.../* @__PURE__ */ new Set([
			...configPaths(given),
			...asked.paths,
			...origin.paths,
			...required.paths,
			...manifests
		])],
		histories: [.../* @__PURE__ */ new Set([
			...histories,
			...origin.histories,
			...required.histories
		])],
		products: promotion.products
	};
	return earlier === void 0 ? readAhead(promotion, wanted) : wanted;
}
async function gather(asked, snapshot, authorities) {
	const { promotion } = asked;
	const { from } = promotion;
	const admitted = await admitRequest({
		...asked,
		kind: "promotion"
	}, snapshot, authorities);
	const { config, configuration, spots } = admitted;
	if (from !== void 0) inOrder(config, [from]);
	const along = requiredSpots(config, spots);
	const found = await readManifests(snapshot, [...spots, ...originSpots(config, promotion)], along);
	const targets = found.slice(0, spots.length);
	refuseBorrowed(config, targets.map(pathsOf));
	if (from === void 0) {
		const { notices } = admitted;
		return {
			snapshot,
			config,
			configuration,
			targets: targetsOf(promotion, targets),
			notices
		};
	}
	const carried = await carry({
		promotion,
		from,
		snapshot
	}, targets, found.slice(spots.length));
	const notices = [...admitted.notices, ...carried.notices];
	return {
		snapshot,
		config,
		configuration,
		...carried,
		notices
	};
}
function pathsOf({ product, environment, files }) {
	return {
		product,
		environment,
		paths: files.map(({ path }) => path)
	};
}
const usuallyRequired = ({ products, environments }) => {
	const others = environments.flatMap((environment) => USUAL_ORDER[USUAL_ORDER.indexOf(environment) - 1] ?? []).filter((environment) => !environments.includes(environment));
	return spotsOf(unconfigured, {
		products,
		environments: [...new Set(others)]
	});
};
const USUAL_ORDER = [
	"dev",
	"stg",
	"prod"
];
const originSpots = (config, { products, from }) => from === void 0 ? [] : spotsOf(config, {
	products,
	environments: [from]
});
const targetsOf = (promotion, spots) => {
	const { attempt, finish } = gather$2();
	const targets = spots.map((spot) => attempt(() => targetOf(spot, imagesOf(promotion, spot))));
	finish();
	return targets.filter((target) => target !== void 0);
};
const imagesOf = ({ images, tag, digest }, { product, environment, settings }) => {
	if (images.length > 0) return images;
	const names = literalImages(settings);
	if (names.length > 0) return names.map((name) => ({
		name,
		tag,
		digest
	}));
	return fail("image-missing", `No image is requested, and the configuration names none for ${quote(product)} in ${quote(environment)}.`, "Send images with the request, or list them under `images` in the configuration, without wildcards.", settings.origin.images);
};

// src/commands/promote.ts
async function promote(request, world) {
	await preflight({
		...request,
		kind: "promotion"
	}, world.host, world);
	const builds = /* @__PURE__ */ new WeakMap();
	return runPromotion({
		wanted: (earlier) => wantedFor({
			...request,
			histories: historiesFor(request)
		}, earlier),
		gather: (snapshot) => gather(request, snapshot, world),
		decide: async (gathered) => {
			const { decided, built } = await decide(request, gathered, world);
			builds.set(gathered, built);
			return decided;
		},
		ship: (gathered) => shipmentOf(request, gathered, () => builds.get(gathered))
	}, world);
}
const historiesFor = ({ settings }) => settings.delivery === "commit" ? void 0 : "always";
const decide = async (request, gathered, world) => {
	const plan = planPromotion(gathered.targets);
	const current = await supersede(plan, request, gathered);
	const { promotion, settings } = request;
	const delivery = givenDelivery(settings, world.host);
	const thawed = freeze(current, {
		promotion,
		gathered,
		delivery,
		now: world.clock.now()
	});
	const verified = await verify({
		kind: "promotion",
		trigger: promotion.trigger,
		gathered,
		decided: thawed
	}, world.registry);
	const { decided } = verified;
	const { environments, trigger } = promotion;
	const { config, snapshot, targets } = gathered;
	const builds = await buildsOf({
		items: decided.items,
		targets,
		environments,
		trigger,
		config,
		snapshot
	}, world);
	const matter = {
		kind: "promotion",
		asking: request,
		gathered,
		items: plan.items,
		remaining: decided.items,
		delivery,
		builtOf: builds?.builtOf
	};
	const violations = [...verified.violations, ...builds?.violations ?? []];
	const notices = await alongWith(violations, () => enforcePolicies(matter, world));
	builds?.refuseUnattested();
	const all = [
		...decided.notices,
		...verified.notices,
		...builds?.notices ?? [],
		...notices
	];
	return {
		decided: {
			...decided,
			notices: all
		},
		built: builds
	};
};
const buildsOf = async (matter, world) => {
	if ([...matter.targets, ...matter.items.flatMap(({ owners = [] }) => owners)].map((one) => one.settings).every(({ provenance }) => provenance === void 0)) return void 0;
	const { examineBuilds } = await import("./commands/promotion/provenance.js");
	return examineBuilds(matter, world);
};
const shipmentOf = (request, gathered, builds) => {
	const { promotion, settings, mode, id, run } = request;
	const trailerOf = (item) => ({
		kind: "promotion",
		environment: item.environment,
		reference: item.to,
		source: sourceOf(item, promotion, gathered),
		built: builds()?.builtOf(item)
	});
	return {
		kind: "promotion",
		settings,
		mode,
		reason: promotion.reason,
		id,
		run,
		trailerOf,
		asker: askedBy(request)
	};
};
function askedBy({ promotion, asker }) {
	if (promotion.trigger !== "by-hand") return promotion.source?.actor;
	return asker?.triggeringActor ?? asker?.actor;
}
async function startPromotion(job) {
	return concludePromotion(await promote(await askedOf(job, await job.read()), worldOf(job)), job.known);
}
async function askedOf({ inputs, asking, dependencies, run }, { promotion, settings, dryRun }) {
	return {
		...asking,
		promotion,
		settings,
		config: inputs.config,
		mode: dryRun ? "dry-run" : "deliver",
		id: dryRun ? NO_ID : await dependencies.id(),
		run: promotion.source === void 0 ? void 0 : runTrailer(dependencies.server, promotion.source),
		start: dependencies.start,
		creation: (run.runAttempt ?? 1) > 1 ? dependencies.creation : void 0
	};
}
const NO_ID = "00000000-0000-0000-0000-000000000000";
async function concludePromotion(promoted, known) {
	const { configuration, files, notices, environments, ...facts } = promoted;
	const { command, promotion, dryRun } = known;
	const { repository, renamed } = presentName(promoted, known);
	return {
		result: {
			...facts,
			command,
			dryRun,
			repository,
			environments: dryRun ? environments.map(untouched) : environments,
			notices: [
				...known.notices,
				...renamed,
				...notices
			],
			reason: promotion?.reason,
			source: promotion?.source
		},
		diff: dryRun && files.length > 0 ? await diffOf(files) : void 0,
		access: configuration === "absent" && promotion?.trigger === "automatic" ? "unrestricted" : void 0
	};
}
const diffOf = async (files) => {
	const { unifiedDiff } = await import("./domain/report/diff.js");
	return unifiedDiff(files);
};
const untouched = (environment) => [
	"promoted",
	"proposed",
	"armed"
].includes(environment.outcome) ? {
	...environment,
	outcome: "unchanged"
} : environment;

export { readConfig as $, isNamed as A, isOwnedBy as B, overridesIn as C, knownOwnership as D, examineOwnership as E, commitMessage as F, explainAbsent as G, isListed as H, inert as I, explainUnknown as J, explainMisplaced as K, inspectAll as L, listedIn as M, refuseUnlisted as N, oursAmong as O, replanItem as P, likely$1 as Q, sideBySide as R, unmet as S, printFrozen as T, isAt as U, silentOwners as V, placesOf as W, foundSpot as X, explainUnset as Y, historyPathOf as Z, targetsOf$1 as _, startPromotion as a, recordOf as at, admitRequest as b, logStep as c, planPromotion as ct, explainRenamed as d, join$2 as dt, readManifests as et, presentName as f, learn as ft, planOf as g, givenDelivery as h, isTextName as ht, promote as i, decide$1 as it, isReference as j, oursIn as k, runPromotion as l, refuseBorrowed as lt, closingTrailers as m, resolvePattern as mt, askedOf as n, spotsOf as nt, pathsOf as o, travellingSource as ot, worldOf as p, passedOverHint as pt, explainUnattested as q, concludePromotion as r, targetOf as rt, wantedFor as s, changeOf as st, askedBy as t, readRecord as tt, snapshotLines as u, findManifests as ut, enforcePolicies as v, frozenAt as w, preflight as x, readTestimonies as y, verify as z };