#!/usr/bin/env node
import { $ as newId, C as concludeFailure, Cn as PromotionError, Dn as fail, En as dispositionOf, Ft as refuseMoment, G as outcomeSign, H as commandLineExitCode, I as renderText, Lt as stepsByMessage, Nt as lineOf, On as gather, Pt as promotersOf, T as inertLines, Z as exit, a as inputsOf, bn as quote, c as USUAL_CONFIG, d as inFlags, et as systemClock, f as inputNames, h as payloadOf, i as commandOf, it as BRANCHES, j as diffLines, jt as landingCommits, k as buildReport, l as boolean, m as localCommands, n as usesRun, o as parseInputs, p as inputTable, r as withCommit, t as readRequest, u as commands, vn as listed, w as startCommand, y as LARGEST_MANIFEST, yn as nearest, z as shownDiff } from "./chunks/common.js";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { createHash } from "node:crypto";
import { isUtf8 } from "node:buffer";
import { chmodSync, lstatSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { t as writePage } from "./chunks/page-file.js";
import { parseArgs } from "node:util";

// package.json
var package_default = {
	name: "image-promotion",
	version: "0.1.0",
	description: "Carries container images through dev, stg and prod in a GitOps manifest repository, byte for byte and without a clone.",
	license: "MIT",
	"private": true,
	type: "module",
	engines: { "node": ">=20" },
	bin: { "image-promotion": "dist/cli.js" },
	scripts: {
		"build": "rolldown --config rolldown.config.js && node scripts/schemas.js",
		"test": "vitest run --project pure --project real",
		"test:long": "vitest run --project long",
		"bench": "node bench/run.js",
		"demo": "node demo/run.js",
		"pictures": "node scripts/pictures.js",
		"types": "tsc --noEmit",
		"lint": "biome check --error-on-warnings .",
		"format": "biome check --write .",
		"unused": "knip",
		"dist": "node scripts/check-dist.js",
		"docs": "node scripts/docs.js",
		"check": "npm run types && npm run lint && npm run unused && npm run docs -- --check && npm run dist"
	},
	dependencies: {
		"@actions/core": "3.0.1",
		"@actions/github": "9.1.1",
		"@octokit/rest": "22.0.1",
		"@sigstore/bundle": "4.0.0",
		"@sigstore/core": "3.2.1",
		"@sigstore/protobuf-specs": "0.5.2",
		"@sigstore/verify": "3.1.1",
		"@valibot/to-json-schema": "1.8.0",
		"diff": "9.0.0",
		"https-proxy-agent": "9.1.0",
		"jose": "6.2.18",
		"picomatch": "4.0.7",
		"proxy-from-env": "2.1.0",
		"valibot": "1.5.0",
		"yaml": "2.9.1"
	},
	devDependencies: {
		"@actions/expressions": "0.3.61",
		"@actions/workflow-parser": "0.3.61",
		"@biomejs/biome": "2.6.8",
		"@octokit/graphql-schema": "15.26.1",
		"@sigstore/mock": "0.12.1",
		"@types/node": "20.19.43",
		"@types/picomatch": "4.0.3",
		"@types/proxy-from-env": "1.0.4",
		"@vitest/coverage-v8": "4.1.12",
		"ajv": "8.20.0",
		"axe-core": "4.14.1",
		"emulate": "0.12.2",
		"fast-check": "4.11.0",
		"graphql": "16.15.0",
		"js-yaml": "5.5.0",
		"knip": "6.44.2",
		"marked": "18.2.1",
		"playwright-core": "1.65.1",
		"rolldown": "1.3.3",
		"rollup-plugin-license": "3.7.1",
		"typescript": "7.0.2",
		"vitest": "4.1.12",
		"yaml-js": "0.3.1"
	},
	overrides: { "content-type": "2.1.0" }
};

// src/adapters/checkout/git.ts
const LONGEST_OUTPUT = 67108864;
function gitIn(directory) {
	return async (arguments_, input) => {
		const { execFile } = await import("node:child_process");
		return new Promise((resolve, reject) => {
			const child = execFile("git", [
				"--literal-pathspecs",
				"-c",
				"core.quotePath=false",
				"-c",
				"log.follow=false",
				...arguments_
			], {
				cwd: directory,
				maxBuffer: LONGEST_OUTPUT,
				encoding: "utf8"
			}, (error, output, errorOutput) => {
				if (error === null) return resolve({
					code: 0,
					output,
					error: errorOutput
				});
				if (typeof error.code === "number") return resolve({
					code: error.code,
					output,
					error: errorOutput
				});
				return reject(notStarted(error));
			});
			child.stdin?.on("error", () => void 0);
			child.stdin?.end(input);
		});
	};
}
const notStarted = (error) => new PromotionError([{
	code: "not-a-checkout",
	message: `git cannot be run: ${quote(error.message)}.`,
	hint: "Install git, or leave out --delivery commit to change the files alone."
}], { cause: error });
async function outputOf(git, arguments_, input) {
	const answer = await git(arguments_, input);
	if (answer.code === 0) return answer.output;
	throw new PromotionError([{
		code: "not-a-checkout",
		message: `git ${arguments_[0]} fails: ${quote(answer.error.trim() || answer.output.trim())}.`,
		hint: "Run the command in a checkout of the manifest repository that git can work with."
	}]);
}
async function headOfCheckout(git) {
	try {
		const told = await git([
			"rev-parse",
			"HEAD^{commit}",
			"--is-shallow-repository",
			"--symbolic-full-name",
			"HEAD"
		]);
		const [sha, shallow, full] = told.code === 0 ? told.output.trim().split("\n") : [];
		const isShallow = shallow === "true";
		if (full !== void 0) return {
			sha,
			ref: full === "HEAD" ? void 0 : full,
			isShallow
		};
		const symbolic = await git([
			"symbolic-ref",
			"--quiet",
			"HEAD"
		]);
		return {
			sha,
			ref: symbolic.code === 0 && symbolic.output.trim() || void 0,
			isShallow
		};
	} catch {
		return { isShallow: false };
	}
}
async function readRevision(git, revision, paths) {
	const answer = await git([
		"rev-parse",
		"--quiet",
		"--verify",
		`${revision}^{commit}`
	]).catch(() => void 0);
	const commit = answer?.code === 0 ? answer.output.trim() : "";
	if (commit === "" || !revision.endsWith("^") && !commit.startsWith(revision)) return void 0;
	return Promise.all(paths.map((path) => readEntry(git, commit, path)));
}
const readEntry = async (git, commit, path) => {
	if (path === "") return listing(git, [commit]);
	const [entry] = parse(await outputOf(git, [
		"ls-tree",
		"-z",
		"-l",
		commit,
		"--",
		path
	]));
	if (entry === void 0) return { kind: "absent" };
	const kind = kindOf$1(entry);
	if (kind === "directory") return listing(git, ["--full-tree", entry.id]);
	if (kind !== "file") return { kind };
	if (entry.size > 4194304) return {
		kind: "too-large",
		size: entry.size
	};
	const text = await outputOf(git, [
		"cat-file",
		"blob",
		entry.id
	]);
	if (await blobId(text, entry.id.length) !== entry.id || text.includes("\0")) return { kind: "binary" };
	return {
		kind: "file",
		text,
		executable: entry.mode === "100755"
	};
};
const listing = async (git, tree) => ({
	kind: "directory",
	entries: parse(await outputOf(git, [
		"ls-tree",
		"-z",
		"-l",
		...tree
	])).map((entry) => ({
		name: entry.name,
		kind: kindOf$1(entry)
	}))
});
const parse = (output) => output.split("\0").flatMap((line) => {
	const [, mode = "", id = "", size = "", name = ""] = /^(\d+) \w+ ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(line) ?? [];
	return line === "" ? [] : [{
		mode,
		id,
		size: Number(size),
		name
	}];
});
const kindOf$1 = ({ mode }) => {
	if (mode === "040000") return "directory";
	if (mode === "120000") return "symlink";
	return mode === "160000" ? "submodule" : "file";
};
const blobId = async (text, length) => {
	const { createHash } = await import("node:crypto");
	const bytes = Buffer.from(text, "utf8");
	return createHash(length === 64 ? "sha256" : "sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
};
function historiesIn(git, { from = "HEAD", most = 500, isShallow = false } = {}) {
	const known = /* @__PURE__ */ new Map();
	let batch;
	const read = async (paths) => {
		await new Promise((resolve) => setImmediate(resolve));
		batch = void 0;
		const { commits = paths.map(() => []), isRead } = await readAll(git, paths, {
			from,
			most: most + 1
		}).then((commits) => ({
			commits,
			isRead: true
		}), () => ({
			isRead: false,
			commits: void 0
		}));
		return commits.map((all) => ({
			commits: all.slice(0, most),
			complete: isRead && all.length <= most && !isShallow
		}));
	};
	const ask = async (path) => {
		if (batch === void 0) {
			const paths = [];
			batch = {
				paths,
				answers: read(paths)
			};
		}
		const { paths, answers } = batch;
		const index = paths.push(path) - 1;
		return (await answers)[index] ?? {
			commits: [],
			complete: true
		};
	};
	return (path) => {
		const answer = known.get(path) ?? ask(path);
		known.set(path, answer);
		return answer;
	};
}
const FORMAT = ["--no-show-signature", "--format=%H%n%cI%n%B"];
const PATHS_TOGETHER = 4e3;
const readAll = async (git, paths, range) => {
	const all = [];
	for (let at = 0; at < paths.length; at += PATHS_TOGETHER) {
		const some = paths.slice(at, at + PATHS_TOGETHER);
		const read = await (some.length === 1 ? readOne(git, some[0] ?? "", range) : readTogether(git, some, range));
		if (read === void 0) return void 0;
		all.push(...read);
	}
	return all;
};
const readOne = async (git, path, { from, most }) => {
	const answer = await git([
		"log",
		"-z",
		`--max-count=${most}`,
		...FORMAT,
		from,
		"--",
		path || "."
	]);
	return answer.code === 0 ? [parseCommits(answer.output)] : void 0;
};
const parseCommits = (output) => output.split("\0").flatMap((text) => {
	const [id = "", committedAt = "", ...message] = text.split("\n");
	return text === "" ? [] : [{
		id,
		committedAt,
		message: message.join("\n")
	}];
});
const readTogether = async (git, paths, { from, most }) => {
	const places = {
		paths: new Set(paths),
		words: paths.map((path) => path || ".")
	};
	const graph = await graphOf$1(git, from, places);
	const sides = (graph?.filter(({ parents }) => parents.length > 1) ?? []).flatMap(({ id, parents }) => parents.map((parent) => `${id} ${parent}`));
	const changes = sides.length > 0 ? await changesOf(git, sides, places) : [];
	if (graph === void 0 || changes === void 0) return void 0;
	const steps = /* @__PURE__ */ new Map();
	let at = 0;
	for (const { id, parents, changed } of graph) {
		const count = parents.length > 1 ? parents.length : 0;
		steps.set(id, {
			id,
			parents,
			changed: count === 0 ? [changed] : changes.slice(at, at + count)
		});
		at += count;
	}
	const touching = paths.map((path) => touchingCommits(path, {
		head: graph[0]?.id,
		steps,
		most
	}));
	const messages = await messagesOf(git, [...new Set(touching.flat())]);
	return messages && touching.map((ids) => ids.flatMap((id) => messages.get(id) ?? []));
};
const NAMES = [
	"-z",
	"--root",
	"--name-only",
	"--no-renames",
	"--relative"
];
const graphOf$1 = async (git, from, places) => {
	const answer = await git([
		...[
			"log",
			"--no-show-signature",
			"--full-history",
			"--parents",
			"--date-order",
			"--format=%x00%H %P"
		],
		...NAMES,
		from,
		"--",
		...places.words
	]);
	if (answer.code !== 0) return void 0;
	return blocksOf(answer.output).map(([head = "", ...names]) => {
		const [id = "", ...parents] = head.split(" ").filter((word) => word !== "");
		return {
			id,
			parents,
			changed: pathsIn(names, places)
		};
	});
};
const changesOf = async (git, sides, places) => {
	const answer = await git([
		"diff-tree",
		"--stdin",
		"--always",
		"-r",
		"--format=%x00%H",
		...NAMES,
		"--",
		...places.words
	], sides.map((side) => `${side}\n`).join(""));
	if (answer.code !== 0) return void 0;
	const blocks = blocksOf(answer.output);
	return blocks.length === sides.length ? blocks.map(([, ...names]) => pathsIn(names, places)) : void 0;
};
const blocksOf = (output) => {
	const blocks = [];
	let isHead = false;
	for (const word of output.split("\0")) {
		const block = blocks.at(-1);
		if (isHead) blocks.push([word.trimEnd()]);
		else if (word !== "") block?.push(block.length === 1 ? word.replace("\n", "") : word);
		isHead = !isHead && word === "";
	}
	return blocks;
};
const pathsIn = (names, { paths }) => new Set(names.flatMap(pathsAbove).filter((path) => paths.has(path)));
const pathsAbove = (path) => {
	if (path === "") return [];
	const parts = path.split("/");
	return parts.map((_, index) => parts.slice(0, index).join("/")).concat(path);
};
const touchingCommits = (path, { head, steps, most }) => {
	const reached = new Set(head === void 0 ? [] : [head]);
	const found = [];
	for (const { id, parents, changed } of steps.values()) {
		if (!reached.has(id)) continue;
		const same = parents.findIndex((_, index) => changed[index]?.has(path) === false);
		if (same >= 0) reached.add(parents[same]);
		else {
			for (const parent of parents) reached.add(parent);
			if (parents.length > 0 || changed[0]?.has(path) === true) found.push(id);
		}
		if (found.length === most) break;
	}
	return found;
};
const messagesOf = async (git, ids) => {
	if (ids.length === 0) return /* @__PURE__ */ new Map();
	const answer = await git([
		"log",
		"-z",
		"--no-walk=unsorted",
		"--stdin",
		...FORMAT
	], ids.map((id) => `${id}\n`).join(""));
	if (answer.code !== 0) return void 0;
	return new Map(parseCommits(answer.output).map((commit) => [commit.id, commit]));
};

// src/adapters/checkout/branch-history.ts
function checkoutHistory(git) {
	return {
		steps: async ({ paths, since, onProgress }) => {
			const { sha, isShallow } = await headOfCheckout(git);
			if (sha === void 0) return {
				histories: paths.map(() => ({
					steps: [],
					complete: false
				})),
				problems: [withoutCommits]
			};
			const facts = await factsOf(git);
			const read = historiesIn(git, { most: ALL });
			const histories = await Promise.all(paths.map(read));
			onProgress(paths.length, paths.length);
			const all = histories.map(({ commits }) => commits.map(({ id, message, committedAt }) => ({
				id,
				message,
				committedAt,
				author: facts.authors.get(id) ?? "",
				merge: facts.merges.get(id)
			})));
			const promoters = promotersOf(all.flat());
			return {
				histories: all.map((steps) => ({
					steps: stepsByMessage(steps, promoters).filter(({ at }) => Date.parse(at) >= Date.parse(since)),
					complete: !isShallow
				})),
				problems: isShallow ? [shallow] : []
			};
		},
		states: (questions) => readStates(git, questions)
	};
}
const withoutCommits = { message: "The checkout has no commit, so it has no history." };
const shallow = {
	message: "The checkout has only a part of the history: its oldest commit seems to have made all files.",
	hint: "Run git fetch --unshallow, or check out with fetch-depth: 0."
};
const ALL = 1e6;
const factsOf = async (git) => {
	const commits = await graphOf(git);
	const landings = landingCommits(commits, lineOf(commits, earlier));
	return {
		authors: new Map([...commits].map(([id, { author }]) => [id, author])),
		merges: new Map([...landings].filter(([id, landing]) => landing.id !== id))
	};
};
const graphOf = async (git) => {
	const output = await outputOf(git, [
		"log",
		"-z",
		"--format=%H%n%P%n%cI%n%an%n%s",
		"HEAD"
	]);
	return new Map(output.split("\0").flatMap((text) => {
		const [id = "", parents = "", committedAt = "", author = "", message = ""] = text.split("\n");
		const commit = {
			id,
			parents: parents.split(" ").filter(Boolean),
			committedAt,
			author,
			message
		};
		return id === "" ? [] : [[id, commit]];
	}));
};
const earlier = ({ parents: [first, second], message }) => second !== void 0 && isPull(message) ? second : first;
const isPull = (message) => /^Merge (?:remote-tracking )?branch '(?:[^'/]+\/)?(?:main|master)'(?: of \S+)?$/.test(message);
async function headAt(git, moment) {
	return lineOf(await graphOf(git), earlier).find(({ committedAt }) => Date.parse(committedAt) <= Date.parse(moment))?.id;
}
async function statesOnLine(git, path, from) {
	const line = [
		"rev-list",
		"--first-parent",
		`--max-count=${500 + 1}`,
		from,
		"--",
		path
	];
	const commits = (await outputOf(git, line)).split("\n").filter(Boolean);
	const some = commits.slice(0, 500).map((revision) => ({
		revision,
		path
	}));
	return {
		entries: await readStates(git, some),
		complete: some.length === commits.length
	};
}
const readStates = async (git, questions) => {
	const entries = [];
	for (let at = 0; at < questions.length; at += TOGETHER) {
		const some = questions.slice(at, at + TOGETHER);
		const names = some.map(({ revision, path }) => `${revision}:./${path}\n`).join("");
		const output = Buffer.from(await outputOf(git, ["cat-file", "--batch"], names), "utf8");
		const whole = entriesIn(output, some.length);
		entries.push(...whole ?? await Promise.all(some.map((question) => readAlone(git, question))));
	}
	return entries;
};
const TOGETHER = 200;
const entriesIn = (output, count) => {
	const entries = [];
	for (let at = 0; entries.length < count;) {
		const end = output.indexOf("\n", at);
		if (end < 0) return void 0;
		const header = output.subarray(at, end).toString("utf8");
		const [, id = "", type = "", size = ""] = /^([0-9a-f]{40}|[0-9a-f]{64}) (\w+) (\d+)$/.exec(header) ?? [];
		at = end + 1;
		if (id === "") {
			if (!header.endsWith(" missing")) return void 0;
			entries.push({ kind: "absent" });
			continue;
		}
		const bytes = output.subarray(at, at + Number(size));
		if (output[at + Number(size)] !== 10) return void 0;
		at += Number(size) + 1;
		const entry = entryOf({
			id,
			type,
			bytes
		});
		if (entry === void 0) return void 0;
		entries.push(entry);
	}
	return entries;
};
const entryOf = ({ id, type, bytes }) => {
	if (type !== "blob") return {
		kind: "directory",
		entries: []
	};
	if (bytes.length > 4194304) return {
		kind: "too-large",
		size: bytes.length
	};
	if (createHash(id.length === 64 ? "sha256" : "sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex") !== id) return void 0;
	const text = bytes.toString("utf8");
	return text.includes("\0") ? { kind: "binary" } : {
		kind: "file",
		text,
		executable: false
	};
};
const readAlone = async (git, { revision, path }) => {
	const answer = await git(["cat-file", "--batch"], `${revision}:./${path}\n`);
	return entriesIn(Buffer.from(answer.output, "utf8"), 1)?.[0] ?? { kind: "binary" };
};

// src/adapters/checkout/files.ts
const EXECUTABLE = 64;
function readerOf(directory) {
	const folder = folderOf(directory);
	return async (path) => {
		if (path === "") return readRoot(directory, folder);
		switch (folder.kindAt(path)) {
			case "file": return readManifest(join(directory, path));
			case "directory": return {
				kind: "directory",
				entries: folder.list(path)
			};
			case "symlink": return { kind: "symlink" };
			case "submodule": return { kind: "submodule" };
			default: return { kind: "absent" };
		}
	};
}
const folderOf = (directory) => {
	const kinds = /* @__PURE__ */ new Map();
	const listed = /* @__PURE__ */ new Map();
	const look = (path) => {
		const above = path.lastIndexOf("/");
		const parent = above < 0 ? "" : path.slice(0, above);
		if (parent !== "" && kindAt(parent) !== "directory") return void 0;
		return listed.has(parent) ? void 0 : kindOf(join(directory, path));
	};
	const kindAt = (path) => {
		if (kinds.has(path)) return kinds.get(path);
		const kind = look(path);
		kinds.set(path, kind);
		return kind;
	};
	const list = (path) => {
		const known = listed.get(path);
		if (known !== void 0) return known;
		const location = join(directory, path);
		const entries = readdirSync(location, { withFileTypes: true }).filter(({ name }) => name !== ".git").sort((one, other) => one.name < other.name ? -1 : 1).flatMap((entry) => {
			const kind = kindOfEntry(entry, join(location, entry.name));
			return kind === void 0 ? [] : [{
				name: entry.name,
				kind
			}];
		});
		for (const { name, kind } of entries) kinds.set(path === "" ? name : `${path}/${name}`, kind);
		listed.set(path, entries);
		return entries;
	};
	return {
		kindAt,
		list
	};
};
const readRoot = async (directory, folder) => {
	return await stat(directory).then((status) => status.isDirectory(), refuseUnlessAbsent) ? {
		kind: "directory",
		entries: folder.list("")
	} : { kind: "absent" };
};
const refuseUnlessAbsent = (error) => {
	if (isAbsent(error)) return false;
	throw error;
};
const kindOf = (location) => {
	const status = statusOf$1(location);
	return status && kindOfEntry(status, location);
};
const kindOfEntry = (entry, location) => {
	if (entry.isSymbolicLink()) return "symlink";
	if (entry.isFile()) return "file";
	if (!entry.isDirectory()) return void 0;
	return statusOf$1(join(location, ".git"))?.isFile() ? "submodule" : "directory";
};
const statusOf$1 = (location) => {
	try {
		return lstatSync(location, { throwIfNoEntry: false });
	} catch (error) {
		if (isAbsent(error)) return void 0;
		throw error;
	}
};
const isAbsent = (error) => error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
const readManifest = (location) => {
	const { size, mode } = lstatSync(location);
	if (size > 4194304) return {
		kind: "too-large",
		size
	};
	const bytes = readFileSync(location);
	if (!isUtf8(bytes) || bytes.includes(0)) return { kind: "binary" };
	return {
		kind: "file",
		text: bytes.toString("utf8"),
		executable: (mode & EXECUTABLE) !== 0
	};
};
async function writeFiles(directory, files) {
	const stagedAt = stagingIn(directory, await newId());
	const masked = process.umask() | 3584;
	const staged = [];
	const replaced = [];
	try {
		for (const file of files) {
			staged.push(file);
			const mode = modeOf(join(directory, file.path));
			writeFileSync(stagedAt(file), file.after, {
				flag: "wx",
				mode
			});
			if ((mode & masked) !== 0) chmodSync(stagedAt(file), mode);
		}
		for (const file of files) {
			renameSync(stagedAt(file), join(directory, file.path));
			replaced.push(file);
		}
	} catch (error) {
		await Promise.all(staged.map((file) => rm(stagedAt(file), { force: true })));
		for (const file of replaced) await restore(directory, file);
		throw unwritable(error);
	}
}
async function restoreFiles(directory, files) {
	for (const file of files) await restore(directory, file);
}
function areUnchanged(directory, files) {
	return files.every((file) => textOf$1(join(directory, file.path)) === file.before);
}
const textOf$1 = (location) => {
	try {
		return readFileSync(location, "utf8");
	} catch {
		return;
	}
};
const stagingIn = (directory, id) => (file) => join(directory, `${file.path}.promotion-${id}`);
const modeOf = (location) => lstatSync(location).mode & 4095;
const restore = async (directory, file) => {
	await writeFile(join(directory, file.path), file.before);
};
const unwritable = (error) => new PromotionError([{
	code: "file-unwritable",
	message: `A manifest cannot be written: ${quote(error instanceof Error ? error.message : String(error))}.`,
	hint: "Check the permissions and the free space of the checkout; no file has been changed."
}], { cause: error });

// src/adapters/checkout/checkout.ts
function checkoutHost({ directory, writes, config }) {
	const git = gitIn(directory);
	const readNow = () => {
		const read = readerOf(directory);
		return writes === "commit" ? committedOf(read, {
			git,
			config
		}) : read;
	};
	return {
		snapshot: ({ at }) => at === void 0 ? snapshotOf(directory, git, readNow()) : snapshotAt(directory, git, at),
		past: () => checkoutHistory(git),
		commit: async (snapshot, request) => {
			if (writes === "commit") return commit(directory, git, {
				snapshot,
				request
			});
			if (!areUnchanged(directory, request.files)) return { kind: "branch-moved" };
			await writeFiles(directory, request.files);
			return { kind: "written" };
		},
		uncommitted: async (paths) => {
			const changed = writes === "files" ? await changedSince(git) : void 0;
			return paths.filter((path) => changed?.has(path));
		}
	};
}
const committedOf = (read, { git, config }) => {
	let changed;
	return async (path) => {
		changed ??= entriesAtHead(git);
		const entry = path === config ? void 0 : (await changed).get(path);
		return entry === void 0 || entry.kind === "absent" ? read(path) : entry;
	};
};
const entriesAtHead = async (git) => {
	const paths = [...await changedSince(git) ?? []];
	if (paths.length === 0) return /* @__PURE__ */ new Map();
	const entries = await checkoutHistory(git).states(paths.map((path) => ({
		revision: "HEAD",
		path
	})));
	return new Map(paths.map((path, index) => [path, entries[index] ?? { kind: "absent" }]));
};
const changedSince = async (git) => {
	const answer = await git([
		"diff",
		"--name-only",
		"-z",
		"--relative",
		"--ignore-submodules",
		"HEAD"
	]).catch(() => void 0);
	return answer?.code === 0 ? new Set(answer.output.split("\0").filter(Boolean)) : void 0;
};
const snapshotOf = async (directory, git, read) => {
	if ((await read("")).kind !== "directory") fail("not-a-checkout", `There is no directory ${directory}.`, "Give the checkout of the manifest repository with --dir.");
	const { sha = "", ref = "HEAD", isShallow } = await headOfCheckout(git);
	return {
		commit: sha,
		branch: ref.replace(/^refs\/heads\//, ""),
		directory: basename(resolve(directory)),
		read: (paths) => Promise.all(paths.map(read)),
		history: sha === "" ? async () => WITHOUT_COMMITS : historiesIn(git, { isShallow }),
		trust: () => void 0,
		readAt: (revision, paths) => readRevision(git, revision, paths),
		statesOf: sha === "" ? async () => NO_STATES : once((path) => statesOnLine(git, path, sha))
	};
};
const NO_STATES = {
	entries: [],
	complete: true
};
const once = (read) => {
	const known = /* @__PURE__ */ new Map();
	return (path) => {
		const answer = known.get(path) ?? read(path);
		known.set(path, answer);
		return answer;
	};
};
const WITHOUT_COMMITS = {
	commits: [],
	complete: true
};
const snapshotAt = async (directory, git, moment) => {
	const { ref = "HEAD", isShallow } = await headOfCheckout(git);
	const commit = await headAt(git, moment) ?? refuseMoment(moment);
	return {
		commit,
		branch: ref.replace(/^refs\/heads\//, ""),
		directory: basename(resolve(directory)),
		read: async (paths) => await readRevision(git, commit, paths) ?? refuseMoment(moment),
		history: historiesIn(git, {
			from: commit,
			isShallow
		}),
		trust: () => void 0,
		readAt: (revision, paths) => readRevision(git, revision, paths),
		statesOf: once((path) => statesOnLine(git, path, commit))
	};
};
const commit = async (directory, git, { snapshot, request }) => {
	const paths = request.files.map((file) => file.path);
	const { head, changed } = await statusOf(git, paths);
	if (head !== snapshot.commit) return { kind: "branch-moved" };
	const isDone = (file) => areUnchanged(directory, [{
		...file,
		before: file.after
	}]);
	const done = request.files.filter(isDone);
	const files = request.files.filter((file) => !done.includes(file));
	await refuseOthers(git, changed, new Set(done.map(({ path }) => path)));
	if (!areUnchanged(directory, files)) return { kind: "branch-moved" };
	await writeFiles(directory, files);
	try {
		await outputOf(git, [
			"commit",
			"--quiet",
			"--only",
			"--cleanup=verbatim",
			"--file=-",
			"--",
			...paths
		], print(request.message));
	} catch (error) {
		await restoreFiles(directory, files);
		throw error;
	}
	const [id, notices] = await Promise.all([commitOf(git), apart(git, snapshot.branch)]);
	return {
		kind: "committed",
		commit: id,
		found: done.map(({ path }) => path),
		notices
	};
};
const apart = async (git, branch) => {
	if (branch === "HEAD" || branch.startsWith("promotion/")) return [];
	const answer = await git([
		"symbolic-ref",
		"--quiet",
		"--short",
		"refs/remotes/origin/HEAD"
	]);
	const known = answer.code === 0 ? answer.output.trim().replace(/^origin\//, "") : void 0;
	if (known === void 0 ? USUAL.includes(branch) : branch === known) return [];
	const base = known === void 0 ? "the branch that Argo CD follows" : quote(known);
	return [{
		message: `The commit is on ${quote(branch)}. If a pull request brings it to ${base}, its lines do not count as a record: later runs do not know what it has set.`,
		hint: `Commit on ${base} and push it there, or on a branch under ${BRANCHES}, or promote in a workflow.`
	}];
};
const USUAL = ["main", "master"];
const commitOf = async (git) => (await outputOf(git, [
	"rev-parse",
	"--verify",
	"HEAD"
])).trim();
const print = ({ headline, body }) => `${headline}\n\n${body}\n`;
const statusOf = async (git, paths) => {
	const lines = (await outputOf(git, [
		"status",
		...[
			"--porcelain=v2",
			"--branch",
			"--no-ahead-behind",
			"--no-renames",
			"-z",
			"--untracked-files=all"
		],
		"--",
		...paths
	])).split("\0").filter(Boolean);
	return {
		head: lines.find((line) => line.startsWith(HEAD_LINE))?.slice(HEAD_LINE.length) ?? "",
		changed: lines.flatMap((line) => {
			const [kind = "", state = "", ...fields] = line.split(" ");
			const before = FIELDS_BEFORE_PATH[kind];
			if (before === void 0) return [];
			return [{
				path: [state, ...fields].slice(before).join(" "),
				isPlain: kind === "1" && /^(?:\.M|M\.)$/.test(state)
			}];
		})
	};
};
const HEAD_LINE = "# branch.oid ";
const FIELDS_BEFORE_PATH = {
	"1": 7,
	u: 9,
	"?": 0
};
const refuseOthers = async (git, changes, done) => {
	const top = changes.length === 0 ? "" : (await outputOf(git, ["rev-parse", "--show-prefix"])).trimEnd();
	const changed = changes.flatMap(({ path, isPlain }) => isPlain && done.has(path.slice(top.length)) ? [] : [path]);
	if (changed.length === 0) return;
	fail("manifest-uncommitted", `${listed(changed)} ${changed.length === 1 ? "has" : "have"} changes that are not committed and not of this promotion.`, "Look at them with git diff HEAD and commit or stash them first, or leave out --delivery commit to change the files alone.", { path: changed[0] });
};

// src/domain/request/arguments.ts
const optionTable = {
	dir: {
		commands: localCommands,
		form: "text",
		description: "The checkout of the manifest repository to work on.",
		fallback: "the current directory"
	},
	payload: {
		commands: ["promote", "rollback"],
		form: "text",
		description: "A file with the payload of a dispatch, or - for standard input.",
		fallback: "none"
	},
	json: {
		commands: localCommands,
		form: "boolean",
		description: "Print the report as JSON, and nothing else, on standard output."
	},
	csv: {
		commands: ["history"],
		form: "boolean",
		description: "Print the entries as CSV, and nothing else, on standard output."
	},
	help: {
		commands: localCommands,
		form: "boolean",
		description: "Print how to use the command."
	},
	version: {
		commands: localCommands,
		form: "boolean",
		description: "Print the version."
	}
};
const optionNames = Object.keys(optionTable);
function formOf$1(name) {
	if (isOption(name)) return optionTable[name].form;
	return isInput(name) ? inputTable[name].kind.form : void 0;
}
function isOption(name) {
	return optionNames.some((candidate) => candidate === name);
}
function isInput(name) {
	return name !== "command" && inputNames.some((candidate) => candidate === name);
}
const knownFlags = [...inputNames.filter(isInput), ...optionNames];
function flagsOf(command) {
	const inputs = localCommands.filter((candidate) => candidate === (command ?? candidate)).flatMap(inputFlags);
	const options = optionNames.filter((name) => {
		const users = optionTable[name].commands;
		return command === void 0 || users.includes(command);
	});
	return [.../* @__PURE__ */ new Set([...inputs, ...options])];
}
const inputFlags = (command) => inputsOf(command, "cli");
function parseArguments({ flags, positions }) {
	const command = localCommands.find((candidate) => candidate === positions[0]);
	const asks = (name) => flags.some((flag) => flag.name === name && flag.value !== "false");
	const topic = positions[0] === "help" ? positions[1] : positions[0];
	if (asks("help") || positions[0] === "help") return {
		kind: "help",
		command: commands.find((candidate) => candidate === topic)
	};
	if (asks("version")) return { kind: "version" };
	const { attempt, finish } = gather();
	if (command === void 0) attempt(() => failCommand(positions[0]));
	for (const extra of positions.slice(1)) attempt(() => failPosition(extra));
	for (const flag of flags) attempt(() => checkFlag(flag, {
		flags,
		command
	}));
	const json = attempt(() => boolean.read(valueOfFlag(flags, "json") || "false", "--json"));
	const csv = attempt(() => boolean.read(valueOfFlag(flags, "csv") || "false", "--csv"));
	if (json && csv) attempt(failForms);
	const inputs = command === void 0 ? void 0 : attempt(() => parseInputs(rawOf(flags, command), "cli"));
	finish();
	return {
		kind: "run",
		inputs,
		dir: valueOfFlag(flags, "dir") || ".",
		payload: valueOfFlag(flags, "payload") || void 0,
		json: json ?? false,
		csv: csv ?? false
	};
}
const failForms = () => fail("inputs-conflict", "--json and --csv are both given, and one of them prints.", "Leave out one of the two.");
const valueOfFlag = (flags, name) => flags.find((flag) => flag.name === name)?.value;
const rawOf = (flags, command) => {
	const raw = { command };
	for (const { name, value } of flags) {
		if (!isInput(name) || value === void 0) continue;
		const before = raw[name];
		if (before === void 0) raw[name] = value;
		else if (formOf$1(name) === "list") raw[name] = `${before}\n${value}`;
	}
	return raw;
};
const checkFlag = (flag, { flags, command }) => {
	const { name, value } = flag;
	const form = formOf$1(name);
	if (form === void 0) failUnknown(name, command);
	if (value === void 0) fail("input-missing", `--${name} has no value.`, `Write --${name}=VALUE, or leave it out.`);
	const first = flags.find((other) => other.name === name);
	if (form !== "list" && first !== flag) fail("input-invalid", `--${name} is given more than once.`, "Give it once: it is no list.");
	const users = isOption(name) ? optionTable[name].commands : localCommands;
	if (command === void 0 || users.includes(command)) return;
	fail("inputs-conflict", `--${name} is given, and the command ${command} does not use it.`, `Leave out --${name}, or use a command that takes it: ${listed(users)}.`);
};
const failUnknown = (name, command) => {
	const offered = flagsOf(command);
	const near = nearest(name.replace(/^-+/, ""), offered)[0];
	return fail("input-unknown", `The flag ${quote(name.startsWith("-") ? name : `--${name}`)} is not known.`, near === void 0 ? `The flags are ${listed(offered.map((flag) => `--${flag}`))}.` : `Did you mean --${near}?`);
};
const failCommand = (word) => {
	const commands$1 = `The commands are ${listed(localCommands)}.`;
	if (word === void 0) return fail("input-missing", "No command is given.", commands$1);
	const near = nearest(word, localCommands)[0];
	return fail("input-invalid", commands.some((command) => command === word) ? `The command ${word} runs in a workflow only.` : `The command ${quote(word)} is not known.`, near === void 0 ? commands$1 : `Did you mean ${near}? ${commands$1}`);
};
const failPosition = (word) => fail("input-unknown", `The argument ${quote(word)} belongs to no flag.`, "Write values as --flag value, and booleans as --flag or --flag=false.");

// src/adapters/terminal/help.ts
const PURPOSES = {
	promote: "rewrite image tags in the manifests of a checkout",
	rollback: "bring back what ran before",
	status: "show what runs where",
	history: "show what reached which environment, and when",
	validate: "check configuration and manifests before a promotion",
	check: "ask the registry whether images exist",
	retag: "give an image further tags"
};
const MARGINAL = 20;
function printHelp(command, columns = Number.POSITIVE_INFINITY) {
	return `${(command === void 0 ? overview(columns) : linesOf(command, columns)).join("\n")}\n`;
}
const linesOf = (command, columns) => localCommands.some((candidate) => candidate === command) ? usage(command, columns) : [
	`The command ${command} runs in a workflow only: use it as a step.`,
	"",
	...overview(columns)
];
const overview = (columns) => [
	"Usage: node dist/cli.js COMMAND [--FLAG VALUE]…",
	"",
	"Commands:",
	...localCommands.flatMap((command) => row(command, PURPOSES[command], columns)),
	"",
	...wrap("node dist/cli.js COMMAND --help shows the flags of a command. Lists repeat their flag or take commas.", columns),
	"Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused."
];
const usage = (command, columns) => [
	`Usage: node dist/cli.js ${command} [--FLAG VALUE]…`,
	"",
	`${command}: ${purposeOf(command)}`,
	"",
	...flagsOf(command).flatMap((name) => row(`--${name}`, describe(name, command), columns))
];
const purposeOf = (command) => {
	const local = localCommands.find((candidate) => candidate === command);
	return local === void 0 ? "" : PURPOSES[local];
};
const here = { delivery: {
	description: "commit also makes a git commit, with the lines that later runs decide by.",
	fallback: "the files change, and nothing is committed"
} };
const describe = (name, command) => {
	if (isInput(name)) return sentence(here[name] ?? inputTable[name], {
		name,
		command
	});
	return isOption(name) ? sentence(optionTable[name], {
		name,
		command
	}) : "";
};
const sentence = ({ description, fallback }, flag) => {
	return (fallback === void 0 ? description : `${description} ${fallbackFor(fallback, flag)}.`).replaceAll("`", "");
};
const fallbackFor = (fallback, { name, command }) => {
	const [general = "", ...parts] = fallback.split("; ");
	const own = parts.find((part) => new RegExp(`^(?:[\\w-]+(?:, | and ))*${command}(?:(?:, | and )[\\w-]+)*: `).test(part));
	if (own !== void 0) return `Default: ${own.replace(/^[^:]*: /, "")}`;
	if (general !== "the event") return `Default: ${general}`;
	if (!optionTable.payload.commands.some((user) => user === command)) return "Default: none";
	return name === "product" || name === "environments" ? "Required without --payload" : "Default: the payload";
};
const row = (label, description, columns) => {
	const margin = `  ${label}`.padEnd(24);
	const [first = "", ...others] = wrap(description, Math.max(columns - margin.length, MARGINAL), "");
	return [`${margin}${first}`, ...others.map((line) => `${" ".repeat(margin.length)}${line}`)];
};
function wrap(line, columns, further = "  ") {
	if (lengthOf(line) <= columns) return [line];
	const [indent = ""] = /^ */.exec(line) ?? [];
	const deeper = `${indent}${further}`;
	const lines = [];
	let current = "";
	for (const word of line.slice(indent.length).split(" ")) {
		const start = lines.length === 0 ? indent : deeper;
		const longer = current === "" ? `${start}${word}` : `${current} ${word}`;
		if (current !== "" && lengthOf(longer) > columns) {
			lines.push(current);
			current = `${deeper}${word}`;
		} else current = longer;
	}
	return [...lines, current];
}
const lengthOf = (text) => [...text].length;

// src/adapters/terminal/terminal.ts
function terminal({ stdout, stderr }, environment) {
	const inJob = environment.GITHUB_ACTIONS === "true";
	const lines = (text) => inJob ? inertLines(text) : shownDiff(text).split("\n");
	const paint = paintFor(stdout, environment);
	return {
		log: progressOn({
			output: stderr,
			environment,
			lines
		}),
		printReport: (report, instead) => {
			const text = instead?.join("\n") ?? textOf(report);
			const columns = stdout.isTTY === true ? stdout.columns : void 0;
			const [first = "", ...others] = lines(text).flatMap((line) => columns === void 0 ? line : wrap(line, columns));
			const title = instead === void 0 ? paint(moods[outcomeSign(report)], first) : first;
			stdout.write([title, ...others].map((line) => `${paintLine(paint, line)}\n`).join(""));
		},
		printJson: (report) => {
			stdout.write(`${calm(JSON.stringify(report, void 0, 2))}\n`);
		},
		printCsv: (csv, report) => {
			if (csv !== void 0) stdout.write(stdout.isTTY !== true && !inJob ? csv : `${lines(csv.replace(/\r\n/g, "\n")).join("\n")}\n`);
			const told = csv === void 0 ? textOf(report) : noticeText(report);
			for (const line of lines(told.replace(/\n$/, ""))) if (line !== "") stderr.write(`${line}\n`);
		},
		printDiff: (diff) => {
			if (stdout.isTTY !== true && !inJob) stdout.write(diff);
			else stdout.write(shownTo(paint, diff, lines));
		}
	};
}
const noticeText = ({ notices }) => notices.map(({ message }) => `warning: ${message}`).join("\n");
const textOf = (report) => {
	const text = renderText(report).replace(/\n$/, "");
	return report.violations.length > 0 && dispositionOf(report.violations) === "usage" ? text.replace(/^.*/, "Wrong usage") : text;
};
const moods = {
	good: "green",
	waiting: "yellow",
	quiet: "bold",
	bad: "red"
};
const paintLine = (paint, line) => line.replace(/^(error|warning):/, (label, level) => paint(level === "error" ? "red" : "yellow", label));
const diffColours = {
	header: "bold",
	hunk: "cyan",
	removed: "red",
	added: "green",
	same: void 0
};
const shownTo = (paint, diff, lines) => diffLines(shownDiff(diff)).map(({ kind, text }) => {
	const shown = lines(text).join(" ");
	const colour = diffColours[kind];
	return colour === void 0 || shown === "" ? shown : paint(colour, shown);
}).join("\n");
const calm = (json) => json.replaceAll("##[", "#\\u0023[").replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
const codes = {
	red: 31,
	green: 32,
	yellow: 33,
	cyan: 36,
	bold: 1,
	dim: 2
};
function paintFor(output, environment) {
	return output.isTTY === true && !environment.NO_COLOR && environment.TERM !== "dumb" ? (colour, text) => `\u001b[${codes[colour]}m${text}\u001b[0m` : (_, text) => text;
}
const SECOND = 1e3;
const CLEARED = "\r\x1B[K";
function progressOn(progress) {
	const { output, environment } = progress;
	if (environment.RUNNER_DEBUG === "1") return transcript(progress);
	return output.isTTY === true && environment.TERM !== "dumb" ? statusLine(progress) : silent;
}
const silent = {
	info: () => {},
	debug: () => {},
	group: (_, step) => step()
};
const transcript = ({ output, environment, lines }) => {
	const paint = paintFor(output, environment);
	const write = (text, colour) => {
		for (const line of lines(text)) output.write(`${colour === void 0 ? line : paint(colour, line)}\n`);
	};
	return {
		info: (message) => write(message),
		debug: (message) => write(message, "dim"),
		group: async (heading, step) => {
			write(heading, "bold");
			return await step();
		}
	};
};
const statusLine = ({ output, environment, lines }) => {
	const paint = paintFor(output, environment);
	const show = (text) => {
		const [line = ""] = lines(text);
		const room = (output.columns ?? 80) - 1;
		const characters = [...line];
		const fitting = characters.length > room ? `${characters.slice(0, room - 1).join("")}…` : line;
		output.write(`${CLEARED}${paint("dim", fitting)}`);
	};
	const current = {
		text: "",
		start: 0
	};
	return {
		info: (message) => {
			current.text = message;
			show(message);
		},
		debug: () => {},
		group: async (heading, step) => {
			Object.assign(current, {
				text: heading,
				start: Date.now()
			});
			show(`${heading}…`);
			const passed = () => Math.round((Date.now() - current.start) / SECOND);
			const ticking = setInterval(() => show(`${current.text}… ${passed()} s`), SECOND);
			ticking.unref();
			try {
				return await step();
			} finally {
				clearInterval(ticking);
				output.write(CLEARED);
			}
		}
	};
};

// src/adapters/terminal/words.ts
function splitWords(argv) {
	const flags = [];
	const positions = [];
	const tokens = tokensOf(argv);
	for (let at = 0; at < tokens.length; at++) {
		const token = tokens[at];
		if (token?.kind === "positional") positions.push(token.value);
		if (token?.kind !== "option") continue;
		if (isNextFlag(token)) {
			const rest = splitWords(argv.slice(token.index + 1));
			flags.push({
				name: token.name,
				value: void 0
			}, ...rest.flags);
			return {
				flags,
				positions: [...positions, ...rest.positions]
			};
		}
		flags.push(flagOf(token));
		if (isOfUnknown(token, tokens[at + 1])) at++;
	}
	return {
		flags,
		positions
	};
}
const tokensOf = (argv) => parseArgs({
	args: [...argv],
	options: {
		...Object.fromEntries(knownFlags.map((name) => [name, { type: formOf$1(name) === "boolean" ? "boolean" : "string" }])),
		help: {
			type: "boolean",
			short: "h"
		}
	},
	strict: false,
	allowPositionals: true,
	tokens: true
}).tokens;
const isNextFlag = ({ value, inlineValue }) => value !== void 0 && !inlineValue && /^-./.test(value);
const flagOf = ({ name, rawName, value }) => {
	if (formOf$1(name) === void 0) return {
		name: rawName.startsWith("--") ? name : rawName,
		value
	};
	return {
		name,
		value: value ?? (formOf$1(name) === "boolean" ? "true" : void 0)
	};
};
const isOfUnknown = (flag, next) => formOf$1(flag.name) === void 0 && !flag.inlineValue && next?.kind === "positional" && next.index === flag.index + 1 && !localCommands.some((command) => command === next.value);

// src/command-line.ts
async function runCommandLine(argv, surroundings) {
	const { stdout, env } = surroundings;
	const columns = stdout.isTTY ? stdout.columns : void 0;
	const session = {
		...terminal(surroundings, env),
		surroundings,
		start: systemClock.now().toISOString(),
		columns
	};
	const known = {
		command: commandOf(argv[0]) ?? "promote",
		notices: []
	};
	try {
		const parsed = parseArguments(splitWords(argv));
		if (parsed.kind === "version") stdout.write(`${version}\n`);
		if (parsed.kind === "help") stdout.write(printHelp(parsed.command, columns));
		if (parsed.kind !== "run") return 0;
		const ended = await perform(session, parsed, known).catch((error) => concludeFailure(error, known));
		return show(session, ended, formOf(parsed));
	} catch (error) {
		const form = argv.includes("--json") ? "json" : "text";
		const code = show(session, concludeFailure(error, known), form);
		const unclear = !localCommands.some((command) => command === argv[0]);
		if (form === "text" && unclear) stdout.write(`\n${printHelp(void 0, columns)}`);
		return code;
	}
}
const perform = async (session, running, known) => {
	const { inputs, dir, payload } = running;
	known.command = inputs.command;
	known.dryRun = inputs["dry-run"];
	const event = await readEvent(session, payload);
	const read = async () => {
		const run = usesRun(inputs) ? await headOfCheckout(gitIn(dir)) : {};
		const pending = readRequest({
			inputs,
			event,
			run
		}, (warnings) => {
			known.notices = warnings;
		});
		const request = withCommit(pending);
		known.promotion = request.promotion;
		return request;
	};
	const asking = {
		payload: payloadOf(event),
		reported: unenforced
	};
	return startCommand({
		inputs,
		read,
		asking,
		dependencies: dependenciesFor(session, running),
		run: {},
		known
	});
};
const unenforced = [
	"sources",
	"proof",
	"actors",
	"renames"
];
const readEvent = async ({ surroundings }, payload) => {
	if (payload === void 0) return {
		name: "command-line",
		payload: {}
	};
	try {
		return {
			name: "command-line",
			payload: { client_payload: payload === "-" ? await readInput(surroundings) : await readFile(payload, "utf8") }
		};
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return fail("payload-invalid", `The payload cannot be read: ${quote(reason)}.`, "Name a file that exists with --payload, or - for standard input.");
	}
};
const readInput = async ({ stdin }) => {
	const { text } = await import("node:stream/consumers");
	return text(stdin);
};
const dependenciesFor = ({ surroundings: { env }, log, start, columns }, { inputs, dir }) => ({
	host: () => {
		const writes = inputs.delivery === "commit" ? "commit" : "files";
		return checkoutHost({
			directory: dir,
			writes,
			config: inputs.config ?? ".github/promotion.yml"
		});
	},
	registry: async () => {
		const { createRegistry } = await import("./chunks/adapters/registry/registry.js");
		return createRegistry({
			clock: systemClock,
			log,
			environment: env
		});
	},
	attestations: async () => {
		const { createAttestations } = await import("./chunks/adapters/provenance/attestations.js");
		return createAttestations({
			clock: systemClock,
			log,
			environment: env
		});
	},
	dispatches: () => inWorkflowOnly("dispatch"),
	prover: async () => void 0,
	argocd: () => inWorkflowOnly("await"),
	commits: () => inWorkflowOnly("await"),
	report: () => inWorkflowOnly("await"),
	savePage: writePage,
	log,
	clock: systemClock,
	id: newId,
	start,
	server: env.GITHUB_SERVER_URL ?? "https://github.com",
	width: columns
});
const inWorkflowOnly = (command) => fail("input-invalid", `The command ${command} runs in a workflow only.`, "Use it as a step.");
const formOf = ({ json, csv }) => {
	if (json) return "json";
	return csv ? "csv" : "text";
};
const show = (session, { result, diff, lines, csv }, form) => {
	const report = spokenInFlags(buildReport(result));
	if (form === "json") session.printJson(report);
	else if (form === "csv") session.printCsv(csv, report);
	else {
		if (diff) session.printDiff(diff);
		session.printReport(report, lines?.map(inFlags));
	}
	return commandLineExitCode({
		outcome: report.outcome,
		violations: result.violations ?? []
	});
};
const spokenInFlags = (report) => {
	const told = (one) => ({
		...one,
		message: inFlags(one.message),
		...one.hint !== void 0 && { hint: inFlags(one.hint) }
	});
	const environments = report.environments.map((each) => ({
		...each,
		superseded: each.superseded.map(told)
	}));
	return {
		...report,
		environments,
		violations: report.violations.map(told),
		notices: report.notices.map(told)
	};
};
const { version } = package_default;

// src/cli.ts
process.stdout.on("error", (error) => {
	if (error.code !== "EPIPE") throw error;
	process.exit();
});
await exit(await runCommandLine(process.argv.slice(2), process));

export {  };