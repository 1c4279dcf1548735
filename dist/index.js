import { $ as prose, $n as lost, A as hasTokenShape, At as writePage, B as startCommand, Bn as fullName, Bt as readingOf, Ct as printResultLine, Dt as listenForSignals, Et as exit, Gt as branchesOf, H as mask, Hn as pause, It as stateTrailers, J as code, K as assemble, Lt as explainRefusal, Mt as resolveCommit, N as issuerOf, Nt as runCreation, Ot as newId, Q as placeCell, Qn as limitedIn, Rt as isFinal, Tt as setOutput, U as runnerLog, Un as placeOf, Ut as BRANCHES, Vn as openClient, Vt as refuse, W as writeAnnotations, Wt as WORKBENCHES, X as link, Y as fence, Z as linksOf, Zn as answered, Zt as workbenchOf, _ as strayRef, ar as quoteWords, at as violationsOf, ct as outcomeWord, dn as hasRecord, dr as fail, dt as renderText, er as unavailable, ft as shortReference, g as proposedCommit, gn as stepsByMessage, h as payloadOf, ht as actionExitCode, i as readRequest, ir as quote, it as buildReport, kt as systemClock, lt as printPlace, mn as refuseMoment, mt as verdictWord, nr as listed, nt as shortPlaceCell, o as withCommit, on as isOneOf, pn as promotersOf, pt as shownDiff, q as clip, qt as isLeftOver, rt as table, s as commandOf, sr as PromotionError, st as otherNotices, tr as counted, u as readInputs, ut as reasonFor, vt as headlineOf, xn as parseTrailers, xt as outputsOf, yt as moodOf, z as concludeFailure, zt as passageOf } from "./chunks/common.js";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { existsSync as existsSync$1, readFileSync as readFileSync$1 } from "fs";
import { EOL } from "os";
import { join } from "node:path";

// src/adapters/github/pulls/proposal-queries.ts
const INLINE = 8;
const NAMES = 100;
const EVERY = "";
const MANY = "*";
const MOST_PRODUCTS = 50;
const listedFor = (products) => products.length > MOST_PRODUCTS ? [MANY] : products;
const prefixOf = (product) => `refs/heads/${product === "" || product === MANY ? BRANCHES : branchesOf(product)}`;
const PULL_REQUEST = `fragment Proposed on PullRequest {
  id number url title body author { __typename login } editor { __typename login } state isDraft isCrossRepository headRefOid baseRefName
  headRef { target { oid } }
  mergeable mergeStateStatus reviewDecision isInMergeQueue isMergeQueueEnabled
  autoMergeRequest { commitBody }
  commits { totalCount }
  labels(first: 100) { nodes { name } }
  assignees(first: 20) { nodes { login } }
  reviewRequests(first: 50) { nodes { requestedReviewer { __typename ... on User { login } ... on Bot { login } } } }
  latestOpinionatedReviews(first: 50) { nodes { state author { login } } }
  repository { mergeCommitAllowed squashMergeAllowed rebaseMergeAllowed }
}`;
const BRANCH_RULES = "rules(first: 100) { nodes { type parameters { ... on PullRequestParameters { allowedMergeMethods } } } }";
const ANNOUNCED = `pullRequest { ...Proposed baseRef { ${BRANCH_RULES} } }`;
const PROPOSAL = `fragment Proposal on Ref {
  name prefix
  target {
    ... on Commit { oid message committedDate author { name email user { login } } committer { name email user { login } }
      signature { isValid wasSignedByGitHub } parents(first: 2) { nodes { oid } } }
  }
  open: associatedPullRequests(first: 2, states: OPEN, orderBy: { field: CREATED_AT, direction: DESC }) {
    nodes { ...Proposed }
  }
  latest: associatedPullRequests(first: 1, orderBy: { field: CREATED_AT, direction: DESC }) {
    nodes { state isCrossRepository headRefOid commits { totalCount } }
  }
}
${PULL_REQUEST}`;
const PAGE_INFO = "pageInfo { hasNextPage endCursor }";
const OPEN_ONES = "open: associatedPullRequests(first: 1, states: OPEN) { totalCount }";
const namesOf = (product) => `{ nodes { name prefix ${product === "" ? OPEN_ONES : ""} } ${PAGE_INFO} }`;
const isInline = ([first, ...others]) => others.length === 0 && first !== void 0 && first !== "" && first !== MANY;
function proposalFields(products = []) {
	if (products.length === 0) return "";
	if (isInline(products)) return `url p0: refs(refPrefix: $p0, first: ${INLINE}) { nodes { ...Proposal } ${PAGE_INFO} }`;
	return products.map((product, at) => `p${at}: refs(refPrefix: $p${at}, first: ${NAMES}) ${namesOf(product)}`).join("\n  ");
}
const proposalFragments = (products) => isInline(products) ? [PROPOSAL] : [];
const moreNames = (product) => `query Names(
  $owner: String!, $name: String!, $prefix: String!, $after: String
) {
  repository(owner: $owner, name: $name) {
    id nameWithOwner
    p0: refs(refPrefix: $prefix, first: ${NAMES}, after: $after) ${namesOf(product)}
  }
}`;
const branchesQuery = (branches) => [
	`query Proposals($owner: String!, $name: String!, ${branches.map((_, at) => `$r${at}: String!`).join(", ")}) {`,
	"  repository(owner: $owner, name: $name) {",
	"    id nameWithOwner",
	...branches.map((_, at) => `    r${at}: ref(qualifiedName: $r${at}) { ...Proposal }`),
	"  }",
	"}",
	PROPOSAL
].join("\n");
const listOf = (connection) => (connection?.nodes ?? []).flatMap((node) => node === null ? [] : [node]);

// src/adapters/github/queries.ts
const ENTRY = `fragment Entry on TreeEntry {
  mode
  object { ... on Blob { oid byteSize isTruncated text } ... on Tree { entries { name mode } } }
}`;
const HISTORY = `fragment History on CommitHistoryConnection {
  nodes {
    oid message committedDate committedViaWeb
    author { name email user { login } } committer { name email user { login } }
    signature { isValid wasSignedByGitHub }
  }
  pageInfo { hasNextPage endCursor }
}`;
const PAGE = 100;
function headQuery(selected, branch) {
	const head = `name ${selected.products?.length ? BRANCH_RULES : ""} target { ... on Commit { oid tree { oid } ${fields(selected)} } }`;
	if (branch === void 0) {
		const selection = `id nameWithOwner url defaultBranchRef { ${head} } ${proposalFields(selected.products)}`;
		return {
			document: query(declarations(selected), selection, selected),
			variables: variables(selected)
		};
	}
	const selection = `id nameWithOwner url defaultBranchRef { name } ref(qualifiedName: $branch) { ${head} } ${proposalFields(selected.products)}`;
	return {
		document: query(["$branch: String!", ...declarations(selected)], selection, selected),
		variables: {
			branch: `refs/heads/${branch}`,
			...variables(selected)
		}
	};
}
function commitQuery(commit, selected) {
	return {
		document: query(["$commit: GitObjectID!", ...declarations(selected)], `object(oid: $commit) { ... on Commit { ${fields(selected)} } }`, selected),
		variables: {
			commit,
			...variables(selected)
		}
	};
}
function revisionQuery(revision, selected) {
	return {
		document: query(["$revision: String!", ...declarations(selected)], `object(expression: $revision) { ... on Commit { oid ${fields(selected)} } }`, selected),
		variables: {
			revision,
			...variables(selected)
		}
	};
}
function statesQuery(path, commits) {
	const states = commits.map((_, at) => `s${at}: object(oid: $s${at}) { ... on Commit { f0: file(path: $path) { ...Entry } } }`);
	return {
		document: [
			`query States($owner: String!, $name: String!, $path: String!, ${commits.map((_, at) => `$s${at}: GitObjectID!`).join(", ")}) {`,
			`  repository(owner: $owner, name: $name) { id nameWithOwner ${states.join(" ")} }`,
			"}",
			ENTRY
		].join("\n"),
		variables: {
			path,
			...Object.fromEntries(commits.map((commit, at) => [`s${at}`, commit]))
		}
	};
}
function pageQuery(commit, { path, size, after }) {
	const [declared, argument] = path === "" ? ["", ""] : ["$path: String!, ", ", path: $path"];
	return {
		document: `query History($owner: String!, $name: String!, $commit: GitObjectID!, ${declared}$size: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    object(oid: $commit) { ... on Commit { h0: history(first: $size, after: $after${argument}) { ...History } } }
  }
}
${HISTORY}`,
		variables: {
			commit,
			size,
			after,
			...path === "" ? {} : { path }
		}
	};
}
const query = (declared, selection, { paths, histories, products = [] }) => [
	`query Snapshot(${[
		"$owner: String!",
		"$name: String!",
		...declared
	].join(", ")}) {`,
	...products.length > 0 || isHead(selection) ? ["  viewer { login }"] : [],
	`  repository(owner: $owner, name: $name) { ${selection} }`,
	"}",
	...proposalFragments(products),
	...paths.some((path) => path !== "") ? [ENTRY] : [],
	...histories.length > 0 ? [HISTORY] : []
].join("\n");
const isHead = (selection) => selection.startsWith("id nameWithOwner url ");
const fields = ({ paths, histories }) => [
	"__typename",
	...paths.map((path, at) => path === "" ? `f${at}: tree { entries { name mode } }` : `f${at}: file(path: $f${at}) { ...Entry }`),
	...histories.map((path, at) => `h${at}: history(first: ${100}${path === "" ? "" : `, path: $h${at}`}) { ...History }`)
].join("\n    ");
const declarations = ({ paths, histories, products = [] }) => [
	...products.map((_, at) => `$p${at}: String!`),
	...paths.flatMap((path, at) => path === "" ? [] : [`$f${at}: String!`]),
	...histories.flatMap((path, at) => path === "" ? [] : [`$h${at}: String!`])
];
const variables = ({ paths, histories, products = [] }) => Object.fromEntries([
	...products.map((product, at) => [`p${at}`, prefixOf(product)]),
	...paths.flatMap((path, at) => path === "" ? [] : [[`f${at}`, path]]),
	...histories.flatMap((path, at) => path === "" ? [] : [[`h${at}`, path]])
]);
const originQuery = (commits) => ({
	document: [
		`query Origins($owner: String!, $name: String!, ${commits.map((_, at) => `$c${at}: GitObjectID!`).join(", ")}) {`,
		"  repository(owner: $owner, name: $name) {",
		"    id nameWithOwner",
		...commits.map((_, at) => `    c${at}: object(oid: $c${at}) { ...Origin }`),
		"  }",
		"}",
		"fragment Origin on Commit { associatedPullRequests(first: 5) { nodes {",
		"  number state headRefName isCrossRepository body mergeCommit { oid }",
		"  author { __typename login } editor { __typename login }",
		"} } }"
	].join("\n"),
	variables: Object.fromEntries(commits.map(({ oid }, at) => [`c${at}`, oid]))
});
async function ask$2(place, { document, variables }) {
	const { client, owner, name } = place;
	const answer = await client.graphql({
		document,
		variables: {
			owner,
			name,
			...variables
		}
	});
	if (answer.kind === "lost") return answer;
	const [problem] = answer.problems.filter((problem) => !isAbsence(problem) && !isUnreadable(problem));
	if (problem !== void 0) return answer.data !== void 0 && passageOf(problem, "read") === "ask-again" ? lost(problem.message, { overloaded: false }) : refuse(problem, readingOf(place));
	const repository = answer.data?.repository;
	const forbidden = answer.problems.filter(isUnreadable).map(({ path = [] }) => path);
	if (repository) return {
		...answer,
		data: {
			...repository,
			viewer: answer.data?.viewer?.login,
			forbidden
		}
	};
	return refuse(forbidden.length > 0 ? FORBIDDEN : NOT_FOUND, readingOf(place));
}
const NOT_FOUND = {
	type: "NOT_FOUND",
	message: "Could not resolve to a Repository"
};
const FORBIDDEN = {
	type: "FORBIDDEN",
	message: "Resource not accessible"
};
function isForbidden({ forbidden = [] }, field) {
	return forbidden.some((path) => path.at(-1) !== "requestedReviewer" && path.some((step) => field.test(String(step))));
}
const isAbsence = (problem) => problem.type === "NOT_FOUND" && isAbout(problem, /^f\d+$/);
const isUnreadable = (problem) => problem.type === "FORBIDDEN" && isAbout(problem, /^(?:[prc]\d+|rules|associatedPullRequests)$/);
const isAbout = ({ path = [] }, part) => path.some((step) => part.test(String(step)));

// src/adapters/github/files.ts
const PARALLEL = 4;
const ATTEMPTS$3 = 4;
const MOST$3 = 256e6;
function filesOf(place, commit) {
	const known = /* @__PURE__ */ new Map();
	const { sizeAfter, overloaded, most } = portions();
	let held = 0;
	const keep = async (parts, paths) => {
		const queue = paths.map((path, at) => ({
			path,
			at
		}));
		await each$1(() => queue.shift(), async ({ path, at }) => {
			const entry = await entryOf$1(parts[`f${at}`], path, (id) => loadBlob(place, id));
			held += entry.kind === "file" ? entry.text.length : 0;
			if (held > MOST$3) tooMuch();
			known.set(path, entry);
		});
	};
	const fetch = async (paths, attempt, riders) => {
		const histories = riders?.histories ?? [];
		const answer = await ask$2(place, commitQuery(commit, {
			paths,
			histories
		}));
		const parts = answer.kind === "answered" ? answer.data?.object : void 0;
		if (parts) {
			riders?.keep(parts, histories);
			return keep(parts, paths);
		}
		const reason = answer.kind === "lost" ? answer.reason : "the commit is not there";
		if (answer.kind === "lost" && answer.overloaded) overloaded(paths.length);
		if (attempt >= ATTEMPTS$3 && paths.length === 1) unavailable("files are read", reason);
		await pause(place.clock, attempt);
		const half = Math.ceil(paths.length / 2);
		await fetch(paths.slice(0, half), attempt + 1);
		if (half < paths.length) await fetch(paths.slice(half), 1);
	};
	const fetchAll = async (queue, riders) => {
		const first = queue.splice(0, Math.min(100, most()));
		const [start, before] = [place.clock.now().getTime(), held];
		await fetch(first, 1, riders);
		const milliseconds = place.clock.now().getTime() - start;
		const size = sizeAfter({
			paths: first.length,
			characters: held - before,
			milliseconds
		});
		await each$1(() => queue.length > 0 ? queue.splice(0, Math.min(size, most())) : void 0, (batch) => fetch(batch, 1));
	};
	return {
		keep,
		read: async (paths, riders) => {
			for (const path of paths) checkPath(path);
			const unknown = [...new Set(paths)].filter((path) => !known.has(path));
			if (unknown.length > 0) await fetchAll(unknown, riders);
			return paths.map((path) => known.get(path) ?? { kind: "absent" });
		}
	};
}
const RAW = { accept: "application/vnd.github.raw+json" };
const loadBlob = async ({ client, owner, name, clock }, id) => {
	for (let attempt = 1;; attempt++) {
		const answer = await client.bytes({
			ask: ({ rest }, options) => rest.git.getBlob({
				owner,
				repo: name,
				file_sha: id,
				...options,
				headers: {
					...options.headers,
					...RAW
				}
			}),
			repeat: true
		});
		if (answer.kind === "answered" && answer.data) return answer.data;
		const reason = answer.kind === "lost" ? answer.reason : answer.problems[0]?.message ?? "the blob is not there";
		if (attempt === ATTEMPTS$3) unavailable("a file is read", reason);
		await pause(clock, attempt);
	}
};
const each$1 = async (take, work) => {
	let failed = false;
	const worker = async () => {
		for (let item = take(); item !== void 0 && !failed; item = take()) await work(item).catch((error) => {
			failed = true;
			throw error;
		});
	};
	await Promise.all(Array.from({ length: PARALLEL }, worker));
};
const checkPath = (path) => {
	if (path === "") return;
	if (path.split("/").some((part) => part === "" || part === "." || part === "..")) throw new Error(`not a clean path: ${path}`);
};
const tooMuch = () => fail("manifest-too-large", "The files of this promotion have over 256 million characters together.", "Name fewer files in the setting files.");
const FIRST_PATHS = 100;
const MOST_PATHS$1 = 500;
const CHARACTERS = 2e6;
const MILLISECONDS = 4e3;
function portions() {
	let most = MOST_PATHS$1;
	return {
		sizeAfter: ({ paths, characters, milliseconds }) => {
			const share = Math.max(characters / CHARACTERS, milliseconds / MILLISECONDS);
			return Math.max(1, Math.floor(paths / share));
		},
		overloaded: (paths) => {
			most = Math.max(1, Math.min(most, Math.floor(paths / 2)));
		},
		most: () => most
	};
}
const LARGEST = 4194304;
const DIRECTORY = 16384;
const SYMLINK = 40960;
const SUBMODULE = 57344;
async function entryOf$1(raw, path, load) {
	if (raw === null || raw === void 0) return { kind: "absent" };
	if (!("mode" in raw)) return directory(raw);
	if (raw.mode === SYMLINK) return { kind: "symlink" };
	if (raw.mode === SUBMODULE) return { kind: "submodule" };
	const { object } = raw;
	if (object && "entries" in object) return directory(object);
	if (!object || !("oid" in object)) return unreadable(path);
	if (object.byteSize > LARGEST) return {
		kind: "too-large",
		size: object.byteSize
	};
	const text = isWhole$2(object) ? object.text : decode(await load(object.oid), object, path);
	if (text === void 0 || text.includes("\0")) return { kind: "binary" };
	return {
		kind: "file",
		text,
		executable: (raw.mode & 64) !== 0
	};
}
function blobId(bytes, length) {
	return createHash(length === 64 ? "sha256" : "sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
const isWhole$2 = (blob) => {
	if (blob.text === null || blob.isTruncated) return false;
	const bytes = Buffer.from(blob.text, "utf8");
	return bytes.length === blob.byteSize && blobId(bytes, blob.oid.length) === blob.oid;
};
const decode = (bytes, { oid }, path) => {
	if (blobId(bytes, oid.length) !== oid) return unreadable(path);
	try {
		return new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(bytes);
	} catch {
		return;
	}
};
const directory = ({ entries }) => ({
	kind: "directory",
	entries: (entries ?? []).map(({ name, mode }) => ({
		name,
		kind: kindOf(mode)
	}))
});
const kindOf = (mode) => {
	if (mode === DIRECTORY) return "directory";
	if (mode === SYMLINK) return "symlink";
	return mode === SUBMODULE ? "submodule" : "file";
};
const unreadable = (path) => fail("host-unexpected", `GitHub's answer for the file ${quote(path)} is not what the commit holds.`, "Run it again; if it stays so, report this message.", { path });

// src/adapters/github/people.ts
function teamsOf(client, repository) {
	const [org = ""] = repository.split("/");
	const known = /* @__PURE__ */ new Map();
	const ask = async (team, login) => memberOf(await client.rest({
		ask: ({ rest }, options) => rest.teams.getMembershipForUserInOrg({
			org,
			team_slug: team,
			username: login,
			...options
		}),
		repeat: true
	}));
	return { member: (team, login) => {
		const key = JSON.stringify([team, login]);
		const member = known.get(key) ?? ask(team, login);
		known.set(key, member);
		return member;
	} };
}
const memberOf = (answer) => {
	if (answer.kind === "lost") return {
		state: "unreadable",
		reason: `GitHub does not answer, ${quoteWords(answer.reason)}.`
	};
	if (answer.data !== void 0) return { state: answer.data.state === "active" ? "member" : "unseen" };
	const [problem] = answer.problems;
	if (problem?.status === 404) return { state: "unseen" };
	return {
		state: "unreadable",
		reason: `GitHub refuses, ${quoteWords(problem?.message ?? "an empty answer")}.`
	};
};
function serverName(repositoryUrl) {
	return repositoryUrl !== void 0 && URL.canParse(repositoryUrl) ? new URL(repositoryUrl).hostname : "github.com";
}
function actorLogin(actor) {
	if (!actor) return void 0;
	return actor.__typename === "Bot" ? `${plain(actor.login)}[bot]` : actor.login;
}
function ownLogins(login, kind) {
	const bot = `${plain(login)}[bot]`;
	if (login === "") return [];
	if (login === bot || kind === "installation") return [bot];
	return kind === "other" ? [login, bot] : [login];
}
const plain = (login) => login.replace(/\[bot\]$/, "");
function vouchedAuthor({ author, committer, signature }, host) {
	if (signature?.isValid !== true || !signature.wasSignedByGitHub) return void 0;
	if (!isOf(committer?.email, `noreply@${host}`) && !isOf(committer?.email, "noreply@github.com")) return void 0;
	if (author?.user) return author.user.login;
	const [, login, domain = ""] = /^(?:\d+\+)?([^@\s]+\[bot\])@users\.noreply\.(.+)$/i.exec(author?.email ?? "") ?? [];
	return [host, "github.com"].includes(domain.toLowerCase()) ? login : void 0;
}
const isOf = (email, own) => email?.toLowerCase() === own;

// src/adapters/github/histories.ts
const HISTORIES_TOGETHER = 20;
const MOST$2 = 500;
const HISTORY_ATTEMPTS = 8;
function historiesOf({ place, commit, host, logins }, wanted) {
	const known = /* @__PURE__ */ new Map();
	let ours = logins;
	const origins = originsOf(place, {
		host,
		ours: () => ours
	});
	const add = (path, page, size = 100) => {
		const history = known.get(path) ?? {
			commits: [],
			next: null,
			size
		};
		history.size = size;
		history.commits.push(...commitsIn$1(page));
		history.next = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
		known.set(path, history);
		return history;
	};
	const keep = (parts, paths) => {
		paths.forEach((path, at) => {
			const page = parts[`h${at}`];
			if (page) add(path, page);
		});
	};
	const request = async (document) => {
		const answer = await ask$2(place, document);
		if (answer.kind === "lost") return answer.reason;
		return answer.data?.object ?? "the commit is not there";
	};
	const turn = async (path, after) => {
		for (let attempt = 1, size = known.get(path)?.size ?? 100;; attempt++, size = Math.ceil(size / 2)) {
			const parts = await request(pageQuery(commit, {
				path,
				size,
				after
			}));
			if (typeof parts !== "string" && parts.h0) return add(path, parts.h0, size);
			if (attempt === HISTORY_ATTEMPTS) unavailable("the history is read", typeof parts === "string" ? parts : "no history");
			await pause(place.clock, attempt);
		}
	};
	const first = async (path) => {
		const pending = wanted.filter((other) => other !== path && !known.has(other));
		if (pending.length > 0 && wanted.includes(path)) {
			const together = [path, ...pending.slice(0, 19)];
			const parts = await request(commitQuery(commit, {
				paths: [],
				histories: together
			}));
			if (typeof parts !== "string") keep(parts, together);
		}
		return known.get(path) ?? turn(path, null);
	};
	const settled = ({ commits }) => {
		const found = [];
		for (const commit of commits.slice(0, MOST$2)) {
			const known = origins.of(commit);
			if (known === void 0) break;
			found.push(known);
		}
		return found;
	};
	const lookInto = (path) => {
		const others = [...known].filter(([other]) => other !== path).map(([, { commits }]) => commits);
		return origins.read([known.get(path)?.commits ?? [], ...others].flat());
	};
	const answerFrom = (history, enough) => {
		const commits = settled(history);
		if (commits.length === history.commits.length && history.next === null) return {
			commits,
			complete: true
		};
		return commits.length === MOST$2 || commits.length > 0 && enough(commits) ? {
			commits,
			complete: false
		} : void 0;
	};
	const read = async (path, enough = () => false) => {
		let history = known.get(path) ?? await first(path);
		for (;;) {
			const answer = answerFrom(history, enough);
			if (answer !== void 0) return answer;
			if (history.commits.some((commit) => origins.of(commit) === void 0)) await lookInto(path);
			else history = await turn(path, history.next);
		}
	};
	let last = Promise.resolve();
	return {
		keep,
		trust: (writers) => {
			ours = [...logins, ...writers];
		},
		unread: (paths) => [...new Set(paths)].filter((path) => !known.has(path)).slice(0, 20),
		read: (path, enough) => {
			const reading = last.then(() => read(path, enough));
			last = reading.catch(() => void 0);
			return reading;
		}
	};
}
const commitsIn$1 = ({ nodes }) => (nodes ?? []).map((node) => node ?? unavailable("the history is read", "a commit is missing in its answer"));
const COMMITS_TOGETHER = 50;
const ORIGIN_ATTEMPTS = 7;
const OWN = { kind: "own" };
function originsOf(place, { host, ours }) {
	const settled = /* @__PURE__ */ new Map();
	const settle = (commit, origin) => {
		const known = commitFrom(commit, origin);
		settled.set(commit.oid, known);
		return known;
	};
	const of = (commit) => {
		const known = settled.get(commit.oid);
		if (known !== void 0) return known;
		return isDoubtful(commit, {
			host,
			ours
		}) ? void 0 : plainOf$1(commit);
	};
	const read = async (commits) => {
		const batch = [...new Map(commits.filter((commit) => of(commit) === void 0).map((commit) => [commit.oid, commit])).values()].slice(0, COMMITS_TOGETHER);
		for (let attempt = 1, size = batch.length;; attempt++, size = Math.ceil(size / 2)) {
			const asked = batch.slice(0, size);
			const answer = await ask$2(place, originQuery(asked));
			if (answer.kind === "answered" && answer.data) {
				const { data } = answer;
				const origins = asked.map((commit, at) => {
					const forbidden = isForbidden(data, new RegExp(`^c${at}$`));
					return originIn(commit, forbidden ? void 0 : data[`c${at}`], ours());
				});
				const whole = await withVersions(place, origins, ours());
				asked.forEach((commit, at) => void settle(commit, whole[at] ?? OWN));
				return;
			}
			const reason = answer.kind === "lost" ? answer.reason : "an empty answer";
			if (attempt === ORIGIN_ATTEMPTS) unavailable("the pull requests behind commits are read", reason);
			await pause(place.clock, attempt);
		}
	};
	return {
		of,
		read
	};
}
const plainOf$1 = ({ oid, message, committedDate }) => ({
	id: oid,
	message,
	committedAt: committedDate
});
const tells = (commit) => stateTrailers(plainOf$1(commit)).length > 0;
const isDoubtful = (commit, { host, ours }) => {
	const { author, message } = commit;
	const isOurs = isOneOf(vouchedAuthor(commit, host), ours());
	if (tells(commit)) return !isOurs || /\(#\d+\)$/.test(message.split("\n", 1).join());
	const name = author?.user?.login ?? author?.name ?? "";
	return isOurs || isOneOf(name, ours()) || isOneOf(`${name}[bot]`, ours());
};
const commitFrom = (commit, origin) => {
	const plain = plainOf$1(commit);
	if (origin.kind === "own") return plain;
	return origin.kind === "other" ? {
		...plain,
		lines: origin.lines
	} : {
		...plain,
		lines: "",
		unreadable: true
	};
};
const originIn = (commit, raw, ours) => {
	const nodes = raw?.associatedPullRequests?.nodes;
	if (!nodes || nodes.includes(null)) return { kind: "unreadable" };
	const merged = nodes.filter((node) => node?.state === "MERGED");
	if (merged.length === 0) return OWN;
	const own = merged.find((node) => node?.headRefName.startsWith("promotion/") && !node.isCrossRepository && isOneOf(actorLogin(node.author), ours));
	if (!own) return {
		kind: "other",
		lines: ""
	};
	const isEdited = own.editor !== null && !isOneOf(actorLogin(own.editor), ours);
	if (tells(commit) && !(isEdited && own.mergeCommit?.oid === commit.oid)) return OWN;
	return isEdited ? {
		kind: "edited",
		number: own.number
	} : {
		kind: "other",
		lines: own.body
	};
};
const withVersions = async (place, origins, ours) => {
	const numbers = [...new Set(origins.flatMap((origin) => origin.kind === "edited" ? [origin.number] : []))];
	if (numbers.length === 0) return origins;
	const parts = numbers.map((_, at) => `p${at}: pullRequest(number: $p${at}) { ...Edits }`);
	const document = [
		`query Edits($owner: String!, $name: String!${numbers.map((_, at) => `, $p${at}: Int!`).join("")}) {`,
		`  repository(owner: $owner, name: $name) { ${parts.join(" ")} }`,
		"}",
		"fragment Edits on PullRequest { userContentEdits(first: 50) { nodes { editor { __typename login } diff } } }"
	].join("\n");
	const variables = Object.fromEntries(numbers.map((number, at) => [`p${at}`, number]));
	const { client, owner, name } = place;
	const answer = await client.graphql({
		document,
		variables: {
			owner,
			name,
			...variables
		},
		repeat: true
	});
	const data = answer.kind === "answered" ? answer.data?.repository : void 0;
	return origins.map((origin) => {
		if (origin.kind !== "edited") return origin;
		const version = (data?.[`p${numbers.indexOf(origin.number)}`]?.userContentEdits?.nodes ?? []).find((edit) => isOneOf(actorLogin(edit?.editor), ours) && isWhole$1(edit?.diff ?? ""));
		return version?.diff ? {
			kind: "other",
			lines: version.diff
		} : { kind: "unreadable" };
	});
};
const isWhole$1 = (text) => parseTrailers(text).some(({ kind }) => kind === "id");

// src/adapters/github/branch-history.ts
const ATTEMPTS$2 = 6;
const MOST_PAGES = 50;
function githubPast(base) {
	return {
		steps: (question) => readSteps(base, question),
		states: (questions) => readStates$1(base.place, questions)
	};
}
const readSteps = async (base, question) => {
	const { since, writers } = question;
	const merged = await readMerged(base, since);
	const histories = await readHistories(base, question);
	const ours = [...merged.logins, ...writers];
	const commits = [...new Map(histories.flatMap((one) => one.commits).map((commit) => [commit.oid, commit])).values()];
	const steps = merged.pulls === void 0 ? unjoined(commits) : await joined(base, commits, {
		...merged,
		ours,
		pulls: merged.pulls
	});
	const start = Date.parse(since);
	return {
		histories: histories.map(({ commits: own, complete }) => ({
			steps: own.flatMap(({ oid }) => steps.get(oid) ?? []).filter(({ at }) => Date.parse(at) >= start),
			complete
		})),
		problems: [...merged.problems, ...strangersNotice(merged.pulls ?? [], ours)]
	};
};
const readHistories = async ({ place, commit }, question) => {
	const { paths, since, onProgress } = question;
	const start = Date.parse(since);
	const found = [];
	for (let size = 20; found.length < paths.length;) {
		const some = paths.slice(found.length, found.length + size);
		const parts = await tryParts(place, commitQuery(commit, {
			paths: [],
			histories: some
		}), some.length > 1);
		if (parts === void 0) {
			size = Math.max(1, Math.floor(some.length / 2));
			continue;
		}
		for (const [at, path] of some.entries()) {
			const page = parts[`h${at}`] ?? unavailable("the history is read", "no history");
			found.push(await readOn({
				place,
				commit
			}, {
				path,
				page,
				start
			}));
		}
		onProgress(found.length, paths.length);
	}
	return found;
};
const readOn = async ({ place, commit }, { path, page, start }) => {
	const commits = commitsIn(page);
	let next = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
	let size = 100;
	for (let pages = 1; next !== null && !isBefore(commits, start);) {
		if (pages === MOST_PAGES) return {
			commits,
			complete: false
		};
		const parts = await tryParts(place, pageQuery(commit, {
			path,
			size,
			after: next
		}), size > 1);
		if (parts === void 0) {
			size = Math.ceil(size / 2);
			continue;
		}
		const more = parts.h0 ?? unavailable("the history is read", "no history");
		commits.push(...commitsIn(more));
		next = more.pageInfo.hasNextPage ? more.pageInfo.endCursor : null;
		pages += 1;
	}
	return {
		commits,
		complete: true
	};
};
const isBefore = (commits, start) => Date.parse(commits.at(-1)?.committedDate ?? "") < start;
const commitsIn = ({ nodes }) => (nodes ?? []).map((node) => node ?? unavailable("the history is read", "a commit is missing in its answer"));
const tryParts = async (place, document, isDivisible) => {
	for (let attempt = 1;; attempt++) {
		const answer = await ask$2(place, document);
		if (answer.kind === "answered" && answer.data?.object) return answer.data.object;
		const reason = answer.kind === "lost" ? answer.reason : "the commit is not there";
		if (answer.kind === "lost" && answer.overloaded && isDivisible) return void 0;
		if (attempt === ATTEMPTS$2) unavailable("the history is read", reason);
		await pause(place.clock, attempt);
	}
};
const MERGED = `query Merged($owner: String!, $name: String!, $base: String!, $size: Int!, $after: String) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    url
    pullRequests(states: MERGED, baseRefName: $base, first: $size, after: $after, orderBy: {field: UPDATED_AT, direction: DESC}) {
      nodes {
        number updatedAt headRefName headRefOid isCrossRepository body
        author { __typename login }
        editor { __typename login }
        mergeCommit { oid committedDate }
        commits(first: 50) { totalCount nodes { commit { oid messageHeadline } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
const readMerged = async (base, since) => {
	const { client } = base.place;
	const pulls = [];
	let after = null;
	for (;;) {
		const body = await mergedPage(base, after);
		const page = body.repository?.pullRequests;
		if (!page?.nodes) return unseen(body, client.tokenKind);
		const nodes = page.nodes.flatMap((node) => node ?? []);
		pulls.push(...nodes);
		const isDone = nodes.length === 0 || Date.parse(nodes.at(-1)?.updatedAt ?? "") < Date.parse(since);
		after = page.pageInfo.endCursor;
		if (!isDone && page.pageInfo.hasNextPage) continue;
		return {
			logins: ownLogins(body.viewer?.login ?? "", client.tokenKind),
			host: serverName(body.repository?.url),
			pulls,
			problems: []
		};
	}
};
const mergedPage = async ({ place, branch }, after) => {
	const { client, owner, name, clock } = place;
	for (let attempt = 1, size = 100;; attempt++, size = Math.max(1, Math.floor(size / 2))) {
		const variables = {
			owner,
			name,
			base: branch,
			size,
			after
		};
		const answer = await client.graphql({
			document: MERGED,
			variables,
			repeat: true
		});
		if (answer.kind === "answered") {
			const type = answer.problems[0]?.type;
			const isForbidden = type === "FORBIDDEN" || type === "INSUFFICIENT_SCOPES";
			if (answer.data?.repository?.pullRequests?.nodes || isForbidden) return answer.data ?? NOBODY;
		}
		const reason = answer.kind === "lost" ? answer.reason : answer.problems[0]?.message ?? "an empty answer";
		if (attempt === ATTEMPTS$2) unavailable("the merged pull requests are read", reason);
		await pause(clock, attempt);
	}
};
const NOBODY = {
	viewer: null,
	repository: null
};
const unseen = ({ viewer, repository }, kind) => ({
	logins: ownLogins(viewer?.login ?? "", kind),
	host: serverName(repository?.url),
	problems: [{
		message: "The token may not read pull requests: records in their descriptions are unknown, and numbers come from the messages of commits.",
		hint: "Give the job the permission pull-requests: read, or the App Pull requests: read."
	}]
});
const plainOf = ({ oid, message, committedDate, author }) => ({
	id: oid,
	message,
	committedAt: committedDate,
	author: author?.name ?? ""
});
const unjoined = (commits) => {
	const plain = commits.map(plainOf);
	return new Map(stepsByMessage(plain, promotersOf(plain)).map((step) => [step.commit, step]));
};
const REBASE_TIME = 6e4;
const isRebaseOf = ({ committedDate }, { mergeCommit, commits }) => commits.totalCount > 1 && Math.abs(Date.parse(mergeCommit?.committedDate ?? "") - Date.parse(committedDate)) <= REBASE_TIME;
const isIn = ({ oid }, { commits }) => (commits.nodes ?? []).some((node) => node?.commit.oid === oid);
const hasMessageIn = ({ message }, { commits }) => (commits.nodes ?? []).some((node) => {
	const headline = node?.commit.messageHeadline.replace(/(?:…|\.\.\.)$/, "");
	return headline !== void 0 && headline !== "" && message.startsWith(headline);
});
const bringersOf = (commits, pulls) => {
	const behind = /* @__PURE__ */ new Map();
	for (const pull of pulls) {
		const brought = (pull.commits.nodes ?? []).flatMap((node) => node?.commit.oid ?? []);
		for (const oid of [...brought, pull.headRefOid]) if (!behind.has(oid)) behind.set(oid, pull);
	}
	for (const pull of pulls) if (pull.mergeCommit) behind.set(pull.mergeCommit.oid, pull);
	for (const commit of commits) {
		if (behind.has(commit.oid)) continue;
		const pull = pulls.find((one) => isRebaseOf(commit, one) && hasMessageIn(commit, one));
		if (pull !== void 0) behind.set(commit.oid, pull);
	}
	return behind;
};
const joined = async ({ place }, commits, { pulls, ours, host }) => {
	const behind = bringersOf(commits, pulls);
	const isCut = ({ commits: { totalCount, nodes } }) => totalCount > (nodes?.length ?? 0);
	const cut = pulls.filter(isCut);
	const isAmbiguous = (commit) => !behind.has(commit.oid) && cut.some((pull) => isRebaseOf(commit, pull));
	const origins = originsOf(place, {
		host,
		ours: () => ours
	});
	for (const ambiguous = commits.filter(isAmbiguous); ambiguous.some((commit) => origins.of(commit) === void 0);) await origins.read(ambiguous);
	const versions = await versionsOf(place, [...new Set(behind.values())].filter((pull) => isEdited(pull, ours)), ours);
	return new Map(commits.map((commit) => {
		const pull = behind.get(commit.oid);
		const plain = plainOf(commit);
		const own = {
			commit: plain.id,
			landed: plain.id,
			at: plain.committedAt,
			author: plain.author
		};
		if (pull === void 0) {
			const origin = isAmbiguous(commit) ? origins.of(commit) : void 0;
			const lines = origin?.lines ?? plain.message;
			return [plain.id, {
				...own,
				lines,
				record: origin?.unreadable ? "hidden" : "readable"
			}];
		}
		const { mergeCommit, number } = pull;
		const isMerged = pull.headRefOid === commit.oid || isIn(commit, pull);
		const landing = mergeCommit && isMerged ? {
			landed: mergeCommit.oid,
			at: mergeCommit.committedDate
		} : {};
		const said = saidBy(commit, pull, {
			ours,
			versions
		});
		return [plain.id, {
			...own,
			...landing,
			...said,
			pullRequest: { number }
		}];
	}));
};
const NOTHING = {
	lines: "",
	record: "readable"
};
const HIDDEN = {
	lines: "",
	record: "hidden"
};
const saidBy = ({ oid, message }, pull, { ours, versions }) => {
	if (!isPromotion(pull)) return NOTHING;
	if (!isOneOf(actorLogin(pull.author), ours)) return HIDDEN;
	const wasEdited = isEdited(pull, ours);
	if (hasRecord(message) && !(wasEdited && pull.mergeCommit?.oid === oid)) return {
		lines: message,
		record: "readable"
	};
	const lines = wasEdited ? versions.get(pull.number) : pull.body;
	return lines === void 0 ? HIDDEN : {
		lines,
		record: "readable"
	};
};
const isPromotion = ({ headRefName, isCrossRepository }) => headRefName.startsWith("promotion/") && !isCrossRepository;
const isEdited = (pull, ours) => isPromotion(pull) && isOneOf(actorLogin(pull.author), ours) && pull.editor !== null && !isOneOf(actorLogin(pull.editor), ours);
const EDITS_TOGETHER = 20;
const versionsOf = async ({ client, owner, name }, pulls, ours) => {
	const versions = /* @__PURE__ */ new Map();
	for (let first = 0; first < pulls.length; first += EDITS_TOGETHER) {
		const some = pulls.slice(first, first + EDITS_TOGETHER);
		const document = [
			`query Versions($owner: String!, $name: String!${some.map((_, at) => `, $p${at}: Int!`).join("")}) {`,
			`  repository(owner: $owner, name: $name) { ${some.map((_, at) => `p${at}: pullRequest(number: $p${at}) { ...Versions }`).join(" ")} }`,
			"}",
			"fragment Versions on PullRequest { userContentEdits(first: 50) { nodes { editor { __typename login } diff } } }"
		].join("\n");
		const numbers = Object.fromEntries(some.map(({ number }, at) => [`p${at}`, number]));
		const answer = await client.graphql({
			document,
			variables: {
				owner,
				name,
				...numbers
			},
			repeat: true
		});
		const data = answer.kind === "answered" ? answer.data?.repository : void 0;
		for (const [at, { number }] of some.entries()) {
			const version = (data?.[`p${at}`]?.userContentEdits?.nodes ?? []).find((edit) => isOneOf(actorLogin(edit?.editor), ours) && isWhole(edit?.diff ?? ""));
			if (version?.diff) versions.set(number, version.diff);
		}
	}
	return versions;
};
const isWhole = (text) => parseTrailers(text).some(({ kind }) => kind === "id");
const strangersNotice = (pulls, ours) => {
	const strange = pulls.filter((pull) => isPromotion(pull) && !isOneOf(actorLogin(pull.author), ours));
	if (strange.length === 0) return [];
	const logins = [...new Set(strange.map(({ author }) => actorLogin(author) ?? "ghost"))];
	return [{
		message: `${counted(strange.length, "pull request")} from promotion/ ${strange.length === 1 ? "was" : "were"} opened by ${listed(logins)}, and not by the owner of the token: the records are unknown.`,
		hint: "List the login under `writers` in the configuration if its promotions are yours."
	}];
};
const STATES = 100;
const readStates$1 = async (place, questions) => {
	const entries = [];
	for (let size = STATES; entries.length < questions.length;) {
		const some = questions.slice(entries.length, entries.length + size);
		const found = await readSome$1(place, some);
		if (found === void 0) size = Math.max(1, Math.floor(some.length / 2));
		else entries.push(...found);
	}
	return entries;
};
const readSome$1 = async (place, questions) => {
	const declared = questions.map((_, at) => `$r${at}: String!, $p${at}: String!`).join(", ");
	const fields = questions.map((_, at) => `s${at}: object(expression: $r${at}) { ... on Commit { f0: file(path: $p${at}) { ...Entry } } }`);
	const document = [
		`query PastStates($owner: String!, $name: String!, ${declared}) {`,
		`  repository(owner: $owner, name: $name) { id nameWithOwner ${fields.join("\n    ")} }`,
		"}",
		ENTRY
	].join("\n");
	const variables = Object.fromEntries(questions.flatMap(({ revision, path }, at) => [[`r${at}`, revision], [`p${at}`, path]]));
	for (let attempt = 1;; attempt++) {
		const answer = await ask$2(place, {
			document,
			variables
		});
		if (answer.kind === "answered") {
			const states = answer.data ?? {};
			return Promise.all(questions.map(({ path }, at) => entryOf$1(states[`s${at}`]?.f0, path, (id) => loadBlob(place, id))));
		}
		if (answer.overloaded && questions.length > 1) return void 0;
		if (attempt === ATTEMPTS$2) unavailable("earlier states of manifests are read", answer.reason);
		await pause(place.clock, attempt);
	}
};
const STANDING = `query Standing($owner: String!, $name: String!, $branch: String!, $until: GitTimestamp!, $after: String) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $branch) {
      target {
        ... on Commit {
          history(first: 10, until: $until, after: $after) {
            nodes {
              oid
              committedDate
              associatedPullRequests(first: 5) { nodes { mergedAt baseRefName mergeCommit { oid } } }
            }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
}`;
async function standingAt(place, branch, moment) {
	let after = null;
	for (;;) {
		const history = await standingPage(place, {
			branch,
			moment,
			after
		});
		const found = (history?.nodes ?? []).find((node) => node !== null && wasThere(node, {
			branch,
			moment
		}));
		if (found || !history?.pageInfo.hasNextPage) return found?.oid;
		after = history.pageInfo.endCursor;
	}
}
const standingPage = async ({ client, owner, name, clock }, { branch, moment, after }) => {
	for (let attempt = 1;; attempt++) {
		const variables = {
			owner,
			name,
			branch: `refs/heads/${branch}`,
			until: moment,
			after
		};
		const answer = await client.graphql({
			document: STANDING,
			variables,
			repeat: true
		});
		const history = answer.kind === "answered" ? answer.data?.repository?.ref?.target?.history : void 0;
		if (history !== void 0) return history;
		if (answer.kind === "answered" && answer.problems.length === 0) return void 0;
		const reason = answer.kind === "lost" ? answer.reason : answer.problems[0]?.message ?? "an empty answer";
		if (attempt === ATTEMPTS$2) unavailable("the past of the branch is read", reason);
		await pause(clock, attempt);
	}
};
const wasThere = ({ oid, associatedPullRequests }, { branch, moment }) => {
	return (associatedPullRequests?.nodes ?? []).flatMap((node) => node ?? []).filter(({ baseRefName, mergedAt }) => baseRefName === branch && mergedAt !== null).every(({ mergedAt, mergeCommit }) => {
		return mergeCommit?.oid === oid || Date.parse(mergedAt ?? "") <= Date.parse(moment);
	});
};

// src/adapters/github/commit.ts
const ATTEMPTS$1 = 3;
async function commitFiles(base, request) {
	const paths = request.files.map(({ path }) => path);
	const attempted = {
		...readingOf(base.place),
		doing: "commit",
		branch: base.branch,
		paths
	};
	if (fitsMutation(request)) return write({
		base,
		request,
		attempted,
		write: mutationOf(base, request)
	});
	const made = await makeCommit(base, request, attempted);
	return made.kind === "branch-moved" ? made : write({
		base,
		request,
		attempted,
		write: moveOf(base, made)
	});
}
const write = async (writing) => {
	const outcome = await attempt(writing, { ages: true });
	if (outcome.kind === "lost") return settle$1(writing, outcome.reason, 1);
	if (outcome.kind === "refused") return judge$2(writing, outcome.problem);
	return outcome;
};
const settle$1 = async (writing, reason, tries) => {
	const { base, request, attempted } = writing;
	const fate = await findLanded(base, request.id);
	if (fate.kind === "committed") return fate;
	if (fate.kind === "moved") return { kind: "branch-moved" };
	if (fate.kind === "unknown" || tries === ATTEMPTS$1) return unavailable("the commit is made, and whether it was made is not known", reason);
	const outcome = await attempt(writing);
	if (outcome.kind === "lost") return settle$1(writing, outcome.reason, tries + 1);
	if (outcome.kind === "committed") return outcome;
	const late = await findLanded(base, request.id);
	if (late.kind === "committed") return late;
	if (late.kind === "moved" || outcome.kind === "branch-moved") return { kind: "branch-moved" };
	return refuse(outcome.problem, attempted);
};
const attempt = async ({ write: send }, sending) => {
	const answer = await send(sending);
	if (answer.kind === "lost") return answer;
	const { data, problems } = answer;
	if (data !== void 0) return {
		kind: "committed",
		...data
	};
	const limited = limitedIn(problems);
	if (limited !== void 0) return limited;
	const problem = problems[0] ?? { message: "an empty answer" };
	return passageOf(problem, "commit") === "start-over" ? { kind: "branch-moved" } : {
		kind: "refused",
		problem
	};
};
const judge$2 = async ({ base, request, attempted }, problem) => {
	if (isFinal(problem, attempted)) return refuse(problem, attempted);
	const fate = await look(base, request.id);
	if (fate.kind === "committed") return fate;
	return fate.kind === "moved" || fate.kind === "away" ? { kind: "branch-moved" } : refuse(problem, attempted);
};
const LOOKS = 4;
const PAGES = 5;
const LANDED_QUERY = `query Landed($owner: String!, $name: String!, $branch: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $branch) {
      target {
        ... on Commit {
          oid
          history(first: 100, after: $after) {
            nodes { oid message url parents(first: 1) { nodes { oid } } }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
}`;
async function findLanded(base, id) {
	let fate = {
		kind: "unknown",
		reason: ""
	};
	for (let attempt = 1; attempt <= LOOKS; attempt++) {
		if (attempt > 1) await pause(base.place.clock, attempt - 1);
		const seen = await look(base, id);
		if (seen.kind === "committed" || seen.kind === "moved") return seen;
		if (seen.kind !== "unknown" || fate.kind === "unknown") fate = seen;
	}
	return fate;
}
async function look(base, id) {
	let after = null;
	for (let page = 1; page <= PAGES; page++) {
		const target = await targetOf(base, after);
		if (typeof target === "string") return {
			kind: "unknown",
			reason: target
		};
		if (target?.oid === base.commit) return { kind: "unmoved" };
		const commits = (target?.history.nodes ?? []).flatMap((node) => node ?? []);
		const ours = commits.find((commit) => standsOn(commit, base) && carries(commit.message, id));
		if (ours !== void 0) return {
			kind: "committed",
			commit: ours.oid,
			url: ours.url
		};
		if (commits.some(({ oid }) => oid === base.commit)) return { kind: "moved" };
		after = target?.history.pageInfo.endCursor ?? null;
		if (!target?.history.pageInfo.hasNextPage) break;
	}
	return { kind: "away" };
}
const targetOf = async ({ place, branch }, after) => {
	const { client, owner, name } = place;
	const answer = await client.graphql({
		document: LANDED_QUERY,
		variables: {
			owner,
			name,
			branch: `refs/heads/${branch}`,
			after
		},
		repeat: true
	});
	if (answer.kind === "lost") return answer.reason;
	const [problem] = answer.problems;
	return problem?.message ?? answer.data?.repository?.ref?.target ?? void 0;
};
const standsOn = ({ parents }, { commit }) => parents.nodes?.[0]?.oid === commit;
const carries = (message, id) => message.split("\n").some((line) => line.trimEnd() === `Promotion-Id: ${id}`);
const COMMIT_MUTATION = `mutation Commit($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid url } }
}`;
const MOST_FILES = 200;
const MOST_BYTES = 5e6;
function fitsMutation({ files }) {
	const bytes = files.reduce((sum, { after }) => sum + Buffer.byteLength(after), 0);
	return files.length <= MOST_FILES && bytes <= MOST_BYTES && files.every(({ executable }) => !executable);
}
function commitInput(base, { message, files }) {
	return {
		branch: {
			repositoryNameWithOwner: base.nameWithOwner,
			branchName: base.branch
		},
		expectedHeadOid: base.commit,
		message: {
			headline: message.headline,
			body: message.body
		},
		fileChanges: { additions: files.map(({ path, after }) => ({
			path,
			contents: Buffer.from(after).toString("base64")
		})) }
	};
}
function mutationOf(base, request) {
	const input = commitInput(base, request);
	return async (sending) => {
		const answer = await base.place.client.graphql({
			document: COMMIT_MUTATION,
			variables: { input },
			...sending
		});
		if (answer.kind === "lost") return answer;
		const commit = answer.data?.createCommitOnBranch?.commit;
		return answered(commit ? {
			commit: commit.oid,
			url: commit.url
		} : void 0, answer.problems);
	};
}
const CHUNK = 2e6;
const CHUNK_FILES = 200;
const MOVE_MUTATION = "mutation Move($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";
async function makeCommit(base, { message, files }, attempted) {
	const { owner, name } = base.place;
	const repository = {
		owner,
		repo: name
	};
	let tree = base.tree;
	for (const chunk of chunks(files)) {
		const entries = [];
		for (const entry of await Promise.all(chunk.map((file) => entryOf(base, file, attempted)))) {
			if (entry.kind === "branch-moved") return entry;
			entries.push(entry);
		}
		const body = {
			...repository,
			base_tree: tree,
			tree: entries.map(({ kind: _, ...entry }) => entry)
		};
		const made = await make(base, ({ rest }, options) => rest.git.createTree({
			...body,
			...options
		}), attempted);
		if (made.kind === "branch-moved") return made;
		tree = made.data.sha;
	}
	const text = message.body === "" ? message.headline : `${message.headline}\n\n${message.body}`;
	const body = {
		...repository,
		message: text,
		tree,
		parents: [base.commit]
	};
	const commit = await make(base, ({ rest }, options) => rest.git.createCommit({
		...body,
		...options
	}), attempted);
	if (commit.kind === "branch-moved") return commit;
	return {
		kind: "made",
		commit: commit.data.sha,
		url: commit.data.html_url
	};
}
function moveOf({ place, branch, commit, repository }, { commit: made, url }) {
	const input = {
		repositoryId: repository,
		refUpdates: [{
			name: `refs/heads/${branch}`,
			beforeOid: commit,
			afterOid: made
		}]
	};
	return async (sending) => {
		const answer = await place.client.graphql({
			document: MOVE_MUTATION,
			variables: { input },
			...sending
		});
		if (answer.kind === "lost") return answer;
		return answered(answer.data?.updateRefs ? {
			commit: made,
			url
		} : void 0, answer.problems);
	};
}
const entryOf = async (base, { path, executable, after }, attempted) => {
	const entry = {
		kind: "entry",
		path,
		mode: executable ? "100755" : "100644",
		type: "blob"
	};
	if (!after.startsWith("﻿") && Buffer.byteLength(after) <= CHUNK) return {
		...entry,
		content: after
	};
	const { owner, name } = base.place;
	const body = {
		owner,
		repo: name,
		content: Buffer.from(after).toString("base64"),
		encoding: "base64"
	};
	const made = await make(base, ({ rest }, options) => rest.git.createBlob({
		...body,
		...options
	}), attempted);
	return made.kind === "branch-moved" ? made : {
		...entry,
		sha: made.data.sha
	};
};
const make = async ({ place }, ask, attempted) => {
	const answer = await place.client.rest({
		ask,
		repeat: true,
		ages: true
	});
	if (answer.kind === "lost") return unavailable("the commit is prepared", answer.reason);
	if (answer.data) return {
		kind: "object",
		data: answer.data
	};
	return limitedIn(answer.problems) ?? refuse(answer.problems[0] ?? { message: "an empty answer" }, attempted);
};
const chunks = (files) => {
	const found = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const file of files) {
		const size = Buffer.byteLength(file.after);
		const last = found.at(-1);
		if (last === void 0 || bytes + size > CHUNK || last.length >= CHUNK_FILES) {
			found.push([file]);
			bytes = size;
		} else {
			last.push(file);
			bytes += size;
		}
	}
	return found;
};

// src/adapters/github/pulls/examine.ts
const MOST_PATHS = 100;
const MOST_COMMITS = 20;
const ATTEMPTS = 5;
async function examine(place, questions) {
	const found = [];
	for (const group of groups(questions)) found.push(...await examineTogether(place, group));
	return found;
}
const groups = (questions) => {
	const all = [];
	let paths = Number.POSITIVE_INFINITY;
	for (const question of questions) {
		const last = all.at(-1);
		if (last === void 0 || last.length === MOST_COMMITS || paths + question.paths.length > MOST_PATHS) {
			all.push([question]);
			paths = question.paths.length;
		} else {
			last.push(question);
			paths += question.paths.length;
		}
	}
	return all;
};
const examineTogether = async (place, questions) => {
	const [pushers, body] = await Promise.all([Promise.all(questions.map(({ head, branch }) => head.signed ? void 0 : readPusher(place, branch, head.id))), readSides(place, questions)]);
	return Promise.all(questions.map(async (question, at) => {
		const [before, after] = [body[`b${at}`], body[`a${at}`]];
		return {
			broughtBy: broughtBy(question, after?.associatedPullRequests),
			pusher: pushers[at],
			before: await entriesOf(place, {
				id: question.parent,
				side: before,
				paths: question.paths
			}),
			after: await entriesOf(place, {
				id: question.head.id,
				side: after,
				paths: question.paths
			}),
			others: othersIn(question, before, after)
		};
	}));
};
const broughtBy = ({ head }, merged) => {
	const nodes = merged?.nodes;
	if (!nodes || nodes.includes(null)) return "unknown";
	return nodes.find((node) => node?.mergeCommit?.oid === head.id)?.number;
};
const readSides = async (place, questions) => {
	for (let attempt = 1;; attempt++) {
		const answer = await ask$2(place, documentFor$1(questions));
		if (answer.kind === "answered" && answer.data) return answer.data;
		const reason = answer.kind === "lost" ? answer.reason : "an empty answer";
		if (attempt === ATTEMPTS) unavailable("the commits of pull requests are looked at", reason);
		await pause(place.clock, attempt);
	}
};
const documentFor$1 = (questions) => {
	const variables = {};
	const declared = [];
	const declare = (name, type, value) => {
		variables[name] = value;
		declared.push(`$${name}: ${type}`);
		return `$${name}`;
	};
	const sides = questions.map(({ head, parent, paths }, at) => {
		const files = asked(paths).map((path, index) => {
			return `f${index}: file(path: ${declare(`f${at}_${index}`, "String!", path)}) { ...Entry }`;
		});
		const directories = directoriesOf(paths).map((path, index) => path === "" ? `d${index}: tree { entries { name mode oid } }` : `d${index}: file(path: ${declare(`d${at}_${index}`, "String!", path)}) { object { ... on Tree { entries { name mode oid } } } }`);
		const fields = [
			"__typename",
			...files,
			...directories
		].join("\n    ");
		return [`b${at}: object(oid: ${declare(`b${at}`, "GitObjectID!", parent)}) { ... on Commit { ${fields} } }`, `a${at}: object(oid: ${declare(`a${at}`, "GitObjectID!", head.id)}) { ... on Commit { ${fields} associatedPullRequests(first: 10) { nodes { number state mergeCommit { oid } } } } }`].join("\n  ");
	});
	return {
		document: [
			`query Examine(${[
				"$owner: String!",
				"$name: String!",
				...declared
			].join(", ")}) {`,
			`  repository(owner: $owner, name: $name) { id nameWithOwner`,
			`  ${sides.join("\n  ")} }`,
			"}",
			...questions.some(({ paths }) => paths.length > 0) ? [ENTRY] : []
		].join("\n"),
		variables
	};
};
const asked = (paths) => paths.slice(0, MOST_PATHS);
const entriesOf = async (place, { id, side, paths }) => {
	if (!side) return paths.map(() => ({ kind: "absent" }));
	const files = filesOf(place, id);
	await files.keep(side, asked(paths));
	return files.read(paths);
};
const directoriesOf = (paths) => [.../* @__PURE__ */ new Set(["", ...paths.flatMap((path) => parentsOf(path))])];
const parentsOf = (path) => path.split("/").slice(0, -1).map((_, at, parts) => parts.slice(0, at + 1).join("/"));
const othersIn = ({ paths }, before, after) => {
	const known = new Set(paths);
	const listed = /* @__PURE__ */ new Map();
	for (const [at, directory] of directoriesOf(paths).entries()) {
		const [former, latter] = [entriesIn(before, at), entriesIn(after, at)];
		if (former !== void 0 && latter !== void 0) listed.set(directory, {
			former,
			latter
		});
	}
	if (!listed.has("")) return ["."];
	return [...listed].flatMap(([directory, { former, latter }]) => [.../* @__PURE__ */ new Set([...former.keys(), ...latter.keys()])].flatMap((name) => {
		const path = directory === "" ? name : `${directory}/${name}`;
		const [one, other] = [former.get(name), latter.get(name)];
		const isLookedAt = known.has(path) || listed.has(path);
		return one?.mode === other?.mode && (one?.oid === other?.oid || isLookedAt) ? [] : [path];
	}));
};
const entriesIn = (side, at) => {
	const raw = side?.[`d${at}`];
	const tree = raw && "object" in raw ? raw.object : raw;
	return tree?.entries ? new Map(tree.entries.map((entry) => [entry.name, entry])) : void 0;
};
async function readPusher(place, branch, commit) {
	const { client, owner, name } = place;
	const answer = await client.rest({
		ask: ({ rest }, options) => rest.repos.listActivities({
			owner,
			repo: name,
			ref: `refs/heads/${branch}`,
			per_page: 10,
			...options
		}),
		repeat: true
	});
	if (answer.kind === "lost" || !Array.isArray(answer.data)) return void 0;
	const [newest] = answer.data;
	return newest?.after === commit ? newest.actor?.login : void 0;
}

// src/adapters/github/pulls/read.ts
async function readProposals(base, repository, products) {
	const raw = await readBranches(base.place, products, repository);
	if (raw === void 0 || raw.some(({ open, latest }) => hasHole(open) || hasHole(latest))) return void 0;
	const head = repository.ref ?? repository.defaultBranchRef ?? {};
	const { url = "", nameWithOwner, viewer = "" } = repository;
	const server = url.slice(0, -nameWithOwner.length - 1);
	const host = serverName(url);
	const list = await Promise.all(raw.map((proposal) => proposalOf(base, proposal, {
		head,
		host
	})));
	return {
		self: viewer,
		logins: ownLogins(viewer, base.place.client.tokenKind),
		server,
		repository: nameWithOwner,
		list: list.filter((proposal) => proposal !== void 0),
		examine: (questions) => examine(base.place, questions)
	};
}
const hasHole = (connection) => connection === null || connection.nodes === null || connection.nodes.includes(null);
const proposalOf = async (base, raw, { head, host }) => {
	const { target, prefix, name } = raw;
	if (target === null) return void 0;
	const branch = `${prefix}${name}`.replace(/^refs\/heads\//, "");
	const parent = listOf(target.parents)[0]?.oid;
	const open = listOf(raw.open).filter(isOwn);
	const pullRequest = open.find(({ baseRefName }) => baseRefName === base.branch) ?? open[0];
	const told = pullRequest ?? listOf(raw.latest).find((each) => isOwn(each) && each.headRefOid === target.oid);
	return {
		branch,
		head: {
			id: target.oid,
			message: target.message,
			author: loginIn(target.author),
			vouched: vouchedAuthor(target, host),
			signed: target.signature?.wasSignedByGitHub === true,
			committedAt: target.committedDate,
			parents: listOf(target.parents).map(({ oid }) => oid)
		},
		commits: told === void 0 ? await countCommits(base, {
			id: target.oid,
			parent
		}) : commitsOf(told),
		pullRequest: pullRequest && pullRequestOf(pullRequest, head),
		declined: told?.state === "CLOSED"
	};
};
const isOwn = ({ isCrossRepository }) => !isCrossRepository;
const loginIn = (person) => person?.user?.login ?? person?.name ?? "";
const commitsOf = ({ state, commits }) => state === "MERGED" ? 0 : commits.totalCount;
const countCommits = async ({ place, commit }, head) => {
	if (head.id === commit) return 0;
	if (head.parent === commit) return 1;
	const { client, owner, name } = place;
	const answer = await client.rest({
		ask: ({ rest }, options) => rest.repos.compareCommitsWithBasehead({
			owner,
			repo: name,
			basehead: `${commit}...${head.id}`,
			per_page: 1,
			...options
		}),
		repeat: true
	});
	return answer.kind === "answered" ? answer.data?.ahead_by ?? Number.POSITIVE_INFINITY : Number.POSITIVE_INFINITY;
};
function pullRequestOf(raw, base = {}) {
	const reviews = listOf(raw.latestOpinionatedReviews);
	const approvers = reviews.flatMap(({ state, author }) => state === "APPROVED" && author ? [author.login] : []);
	return {
		key: raw.id,
		number: raw.number,
		url: raw.url,
		title: raw.title,
		description: raw.body,
		author: actorLogin(raw.author),
		editor: actorLogin(raw.editor),
		base: raw.baseRefName,
		waits: raw.isInMergeQueue ? "queued" : raw.autoMergeRequest === null ? "idle" : "armed",
		armedWith: raw.autoMergeRequest?.commitBody ?? void 0,
		draft: raw.isDraft,
		merges: mergesOf(raw),
		approved: raw.reviewDecision === "APPROVED" || approvers.length > 0,
		approvers,
		labels: listOf(raw.labels).map(({ name }) => name),
		assignees: listOf(raw.assignees).map(({ login }) => login),
		reviewers: [...listOf(raw.reviewRequests).flatMap(({ requestedReviewer }) => requestedReviewer?.login ?? []), ...reviews.flatMap(({ author }) => author?.login ?? [])],
		asksTeams: listOf(raw.reviewRequests).some(({ requestedReviewer }) => requestedReviewer?.login === void 0),
		queue: raw.isMergeQueueEnabled,
		methods: {
			settings: settingsOf(raw),
			rules: rulesOf(raw.baseRef ?? base)
		}
	};
}
const mergesOf = ({ mergeable, mergeStateStatus }) => {
	if (mergeable === "MERGEABLE") return mergeStateStatus === "BEHIND" ? "behind" : "clean";
	return mergeable === "CONFLICTING" ? "conflicting" : "unknown";
};
const settingsOf = ({ repository }) => {
	const { mergeCommitAllowed, squashMergeAllowed, rebaseMergeAllowed } = repository;
	return METHODS.filter((method) => ({
		merge: mergeCommitAllowed,
		squash: squashMergeAllowed,
		rebase: rebaseMergeAllowed
	})[method]);
};
const METHODS = [
	"merge",
	"squash",
	"rebase"
];
const rulesOf = ({ rules }) => {
	if (rules === void 0 || hasHole(rules)) return void 0;
	return listOf(rules).reduce((methods, rule) => methods.filter((method) => allows(rule, method)), [...METHODS]);
};
const allows = ({ type, parameters }, method) => {
	if (type === "REQUIRED_LINEAR_HISTORY" && method === "merge") return false;
	const allowed = parameters?.allowedMergeMethods;
	return !allowed || allowed.some((name) => name.toLowerCase() === method);
};
const STATE_QUERY = `query State($id: ID!) {
  node(id: $id) {
    ... on PullRequest {
      state headRefOid mergeable mergeCommit { oid } autoMergeRequest { enabledAt } isInMergeQueue
      baseRef { target { oid } }
    }
  }
}`;
const UNREAD = lost("the pull request cannot be read", { overloaded: false });
async function readState({ place }, key) {
	const answer = await place.client.graphql({
		document: STATE_QUERY,
		variables: { id: key },
		repeat: true
	});
	return answer.kind === "answered" ? answer.data?.node ?? void 0 : void 0;
}
const BRANCH_QUERY = `query Look($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid } } }
}`;
async function readBranch({ client, owner, name }, branch) {
	const variables = {
		owner,
		name,
		ref: `refs/heads/${branch}`
	};
	const answer = await client.graphql({
		document: BRANCH_QUERY,
		variables,
		repeat: true
	});
	return answer.kind === "answered" ? answer.data?.repository?.ref?.target?.oid : void 0;
}
const LIST_ATTEMPTS = 8;
const UNREADABLE = "unreadable";
async function readBranches(place, products, first) {
	if (isForbidden(first, /^p\d+$/)) return void 0;
	const listed = listedFor(products);
	const inline = isInline(listed) ? wholeIn(first.p0) : [];
	if (inline === UNREADABLE) return void 0;
	const names = [];
	for (const [at, product] of listed.entries()) {
		const list = await readNames(place, product, first[`p${at}`]);
		if (list === UNREADABLE) return void 0;
		names.push(...list);
	}
	const prefixes = new Set(products.map(prefixOf));
	const isWanted = (name) => products.includes("") || prefixes.has(name.slice(0, name.lastIndexOf("/") + 1));
	const known = new Set(inline.map(branchName));
	const more = await readByName(place, names.filter((name) => !known.has(name) && isWanted(name)));
	return more === UNREADABLE ? void 0 : [...inline, ...more];
}
const branchName = ({ prefix, name }) => `${prefix}${name}`;
const wholeIn = (page) => {
	const found = [];
	for (const node of page?.nodes ?? []) {
		if (node === null || !("target" in node)) return UNREADABLE;
		found.push(node);
	}
	return found;
};
const readNames = async (place, product, first) => {
	const prefix = prefixOf(product);
	const names = [];
	for (let page = first ?? await readPage(place, {
		product,
		prefix,
		after: null
	});;) {
		if (page === UNREADABLE || page.nodes?.includes(null)) return UNREADABLE;
		names.push(...(page.nodes ?? []).flatMap((node) => node === null || isLeft(node) ? [] : [branchName(node)]));
		if (!page.pageInfo?.hasNextPage) return names;
		page = await readPage(place, {
			product,
			prefix,
			after: page.pageInfo.endCursor
		});
	}
};
const isLeft = ({ open }) => open != null && "totalCount" in open && open.totalCount === 0;
const readPage = async (place, { product, ...variables }) => {
	const answer = await insist(place, () => ({
		document: moreNames(product),
		variables
	}));
	return (isForbidden(answer, /^p0$/) ? void 0 : answer.p0) ?? UNREADABLE;
};
const readByName = async (place, names) => {
	const found = [];
	for (let at = 0, size = 50; at < names.length; at += size) {
		const answer = await insist(place, (attempt) => {
			size = Math.ceil(50 / 2 ** (attempt - 1));
			const batch = names.slice(at, at + size);
			return {
				document: branchesQuery(batch),
				variables: Object.fromEntries(batch.map((name, each) => [`r${each}`, name]))
			};
		});
		if (isForbidden(answer, /^r\d+$/)) return UNREADABLE;
		for (let each = 0; each < size; each++) found.push(...[answer[`r${each}`] ?? []].flat());
	}
	return found;
};
const insist = async (place, question) => {
	for (let attempt = 1;; attempt++) {
		const answer = await ask$2(place, question(attempt));
		if (answer.kind === "answered" && answer.data) return answer.data;
		const reason = answer.kind === "lost" ? answer.reason : "an empty answer";
		if (attempt === LIST_ATTEMPTS) unavailable("the branches of pull requests are read", reason);
		await pause(place.clock, attempt);
	}
};

// src/adapters/github/pulls/close.ts
const DELETE = `mutation Delete($refs: UpdateRefsInput!) {
  updateRefs(input: $refs) { clientMutationId }
}`;
const DELETE_AND_SAY = `mutation Close($refs: UpdateRefsInput!, $comment: AddCommentInput!) {
  updateRefs(input: $refs) { clientMutationId }
  addComment(input: $comment) { commentEdge { node { id } } subject { ... on PullRequest { state } } }
}`;
const CLOSE = `mutation Shut($closed: ClosePullRequestInput!) {
  closePullRequest(input: $closed) { clientMutationId }
}`;
const RETRACT = `mutation Retract($comment: DeleteIssueCommentInput!) {
  deleteIssueComment(input: $comment) { clientMutationId }
}`;
async function closeProposal(base, proposal, comment) {
	try {
		return await close({
			base,
			proposal,
			comment
		});
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return unfinished(proposal, error.violations.map(({ message }) => message));
	}
}
const close = async ({ base, proposal, comment }) => {
	const { branch, head, pullRequest } = proposal;
	const gone = {
		name: `refs/heads/${branch}`,
		beforeOid: head.id,
		afterOid: "0".repeat(head.id.length)
	};
	const refs = {
		repositoryId: base.repository,
		refUpdates: [gone]
	};
	const { client } = base.place;
	if (pullRequest === void 0) {
		const answer = await client.graphql({
			document: DELETE,
			variables: { refs }
		});
		return unfinished(proposal, problemsOf$1(answer));
	}
	const said = {
		subjectId: pullRequest.key,
		body: comment
	};
	const answer = await client.graphql({
		document: DELETE_AND_SAY,
		variables: {
			refs,
			comment: said
		}
	});
	const problems = problemsOf$1(answer);
	if (answer.kind === "lost") return unfinished(proposal, problems);
	const { updateRefs, addComment } = answer.data ?? {};
	if (!(updateRefs || problems.length === 0) && await readBranch(base.place, branch) !== head.id) {
		const id = addComment?.commentEdge?.node?.id;
		if (id !== void 0) await client.graphql({
			document: RETRACT,
			variables: { comment: { id } }
		});
		return overtaken(pullRequest);
	}
	if (addComment?.subject?.state !== "OPEN") return unfinished(proposal, problems);
	const closed = { pullRequestId: pullRequest.key };
	const shut = await client.graphql({
		document: CLOSE,
		variables: { closed }
	});
	return unfinished(proposal, [...problems, ...problemsOf$1(shut)]);
};
const problemsOf$1 = (answer) => {
	return (answer.kind === "lost" ? [{ message: answer.reason }] : answer.problems).filter((problem) => passageOf(problem, "close") !== "done").map(({ message }) => message);
};
const unfinished = ({ branch, pullRequest }, problems) => {
	if (problems.length === 0) return [];
	return [{
		message: `${pullRequest === void 0 ? `The branch ${quote(branch)}` : `Pull request ${pullRequest.number}`} has nothing left to propose, but closing it and deleting its branch went wrong: ${listed(problems.map(quoteWords))}.`,
		hint: "Close it and delete its branch by hand, or run this again."
	}];
};
const overtaken = ({ number }) => [{
	message: `Pull request ${number} had nothing left to propose, but somebody has changed its branch meanwhile, and so it is left alone.`,
	hint: "Look at what it carries now."
}];

// src/adapters/github/pulls/decorate.ts
async function decoratePullRequest(place, { key, number, asksTeams }, { labels, reviewers: wanted, assignees }) {
	const teams = asksTeams && wanted.some(isTeam) ? await teamsAsked(place, key) : /* @__PURE__ */ new Set();
	const reviewers = wanted.filter((name) => !teams.has(name));
	const { client, owner, name: repo } = place;
	const issue = {
		owner,
		repo,
		issue_number: number
	};
	const pull = {
		owner,
		repo,
		pull_number: number
	};
	return [
		...await each("label", labels, (names) => post(client, ({ rest }, options) => rest.issues.addLabels({
			...issue,
			labels: [...names],
			...options
		}))),
		...await each("reviewer", reviewers, (names) => post(client, ({ rest }, options) => rest.pulls.requestReviewers({
			...pull,
			...reviewBody(names),
			...options
		}))),
		...await each("assignee", assignees, (names) => post(client, ({ rest }, options) => rest.issues.addAssignees({
			...issue,
			assignees: [...names],
			...options
		})))
	];
}
const TEAMS = `query Teams($id: ID!) {
  node(id: $id) {
    ... on PullRequest { reviewRequests(first: 100) { nodes { requestedReviewer { ... on Team { slug } } } } }
  }
}`;
const teamsAsked = async ({ client }, key) => {
	try {
		const answer = await client.graphql({
			document: TEAMS,
			variables: { id: key },
			repeat: true
		});
		const nodes = answer.kind === "answered" ? answer.data?.node?.reviewRequests?.nodes ?? [] : [];
		return new Set(nodes.map((node) => `team:${node?.requestedReviewer?.slug}`));
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return /* @__PURE__ */ new Set();
	}
};
const reviewBody = (names) => ({
	reviewers: names.filter((name) => !isTeam(name)),
	team_reviewers: names.filter(isTeam).map((name) => name.slice(5))
});
const isTeam = (name) => name.startsWith("team:");
const each = async (kind, names, add) => {
	if (names.length === 0) return [];
	const { problem, body } = await add(names);
	if (problem === void 0) return unassigned(kind, names, body);
	if (names.length === 1) return [notice(kind, names[0] ?? "", problem)];
	const notices = [];
	for (const name of names) {
		const alone = await add([name]);
		if (alone.problem !== void 0) notices.push(notice(kind, name, alone.problem));
		else notices.push(...unassigned(kind, [name], alone.body));
	}
	return notices;
};
const post = async (client, ask) => {
	try {
		const answer = await client.rest({
			ask,
			repeat: true
		});
		if (answer.kind === "lost") return { problem: { message: answer.reason } };
		return answer.data === void 0 ? { problem: answer.problems[0] ?? { message: "an empty answer" } } : { body: answer.data };
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return { problem: error };
	}
};
const unassigned = (kind, names, body) => {
	if (kind !== "assignee") return [];
	const { assignees } = body ?? {};
	if (!assignees) return [];
	const there = new Set(assignees.map(({ login }) => login.toLowerCase()));
	return names.filter((name) => !there.has(name.toLowerCase())).map((name) => notice(kind, name, {
		message: "GitHub has left the login out",
		status: 422
	}));
};
const notice = (kind, name, { message, status }) => ({
	message: `The ${kind} ${quote(name)} could not be added: ${quoteWords(message)}.`,
	hint: status === 422 ? conditions[kind] : status === 403 || status === 404 ? rights[kind] : void 0
});
const PULL_REQUESTS = "Give the token Pull requests: write (for the workflow's own token \"permissions: pull-requests: write\").";
const rights = {
	label: "GitHub creates a label that does not exist yet only for a token with Issues: write (\"permissions: issues: write\" for the workflow's own token): give it that, or create the label once.",
	reviewer: PULL_REQUESTS,
	assignee: PULL_REQUESTS
};
const conditions = {
	label: "The name of a label has at most 50 characters.",
	reviewer: "Reviewers must have access to the repository and cannot be who opened it; a team is written team:slug.",
	assignee: "Assignees must have write access to the repository."
};

// src/adapters/github/pulls/merge.ts
const ARM = `mutation Arm($input: EnablePullRequestAutoMergeInput!) {
  enablePullRequestAutoMerge(input: $input) { clientMutationId }
}`;
const ENQUEUE = `mutation Enqueue($input: EnqueuePullRequestInput!) {
  enqueuePullRequest(input: $input) { clientMutationId }
}`;
const ARM_ATTEMPTS = 5;
async function armPullRequest(merging) {
	const { pullRequest, landing } = merging;
	if (pullRequest.queue) {
		const input = {
			pullRequestId: pullRequest.key,
			expectedHeadOid: landing.head
		};
		const outcome = await ask$1(merging, ENQUEUE, input);
		if (outcome.kind !== "problem") return outcome;
		return arm(merging, input);
	}
	return arm(merging, {
		pullRequestId: pullRequest.key,
		expectedHeadOid: landing.head,
		mergeMethod: landing.method.toUpperCase(),
		...landing.method === "rebase" ? {} : {
			commitHeadline: landing.message.headline,
			commitBody: landing.message.body
		}
	});
}
const arm = async (merging, input) => {
	for (let attempt = 1;; attempt++) {
		const outcome = await ask$1(merging, ARM, input);
		if (outcome.kind !== "problem") return outcome;
		const { problem } = outcome;
		const passage = passageOf(problem, "arm");
		if (passage === "merge-now") return mergePullRequest({
			...merging,
			attempted: {
				...merging.attempted,
				doing: "merge"
			}
		});
		if (passage !== "ask-again") return settle(merging, problem);
		if (attempt === ARM_ATTEMPTS) return { kind: "branch-moved" };
		await pause(merging.base.place.clock, attempt);
	}
};
const ask$1 = async (merging, document, input) => {
	const { base, pullRequest, landing, losses } = merging;
	const answer = await base.place.client.graphql({
		document,
		variables: { input }
	});
	if (answer.kind === "answered") {
		if (Object.values(answer.data ?? {}).some((value) => value !== null)) return { kind: "armed" };
		return {
			kind: "problem",
			problem: answer.problems[0] ?? { message: "an empty answer" }
		};
	}
	const state = await readState(base, pullRequest.key);
	const isArmed = state?.headRefOid === landing.head && (state.autoMergeRequest !== null || state.isInMergeQueue);
	return landedIn(state, landing) ?? (isArmed ? { kind: "armed" } : losses("a pull request is armed", answer));
};
const settle = async (merging, problem) => {
	const { base, pullRequest, landing, attempted, losses } = merging;
	const state = await readState(base, pullRequest.key);
	const landed = landedIn(state, landing);
	if (landed !== void 0) return landed;
	if (state === void 0) return losses("a pull request is armed", UNREAD);
	if (state.state !== "OPEN" || state.headRefOid !== landing.head) return { kind: "branch-moved" };
	return {
		kind: "refused",
		violation: explainRefusal(problem, attempted)
	};
};
const MERGE_ATTEMPTS = 5;
async function mergePullRequest(merging) {
	for (let attempt = 1;; attempt++) {
		const outcome = await tryOnce(merging);
		if (outcome.kind !== "computing") return outcome;
		if (attempt === MERGE_ATTEMPTS) return { kind: "branch-moved" };
		await pause(merging.base.place.clock, attempt);
	}
}
const tryOnce = async (merging) => {
	const { base, pullRequest, landing, losses, attempted } = merging;
	const { client, owner, name } = base.place;
	const { head, method, message } = landing;
	const texts = method === "rebase" ? {} : {
		commit_title: message.headline,
		commit_message: message.body
	};
	const answer = await client.rest({ ask: ({ rest }, options) => rest.pulls.merge({
		owner,
		repo: name,
		pull_number: pullRequest.number,
		sha: head,
		merge_method: method,
		...texts,
		...options
	}) });
	if (answer.kind === "answered" && answer.data?.sha) return {
		kind: "merged",
		commit: answer.data.sha
	};
	if (answer.kind === "lost" || answer.data) {
		const state = await readState(base, pullRequest.key);
		const loss = answer.kind === "lost" ? answer : lost("the answer names no commit", { overloaded: false });
		return landedIn(state, landing) ?? losses("a pull request is merged", loss);
	}
	const problem = answer.problems[0] ?? { message: "an empty answer" };
	return await judge$1(problem, merging) ?? {
		kind: "refused",
		violation: explainRefusal(problem, attempted)
	};
};
const judge$1 = async (problem, { base, pullRequest, landing, losses }) => {
	const passage = passageOf(problem, "merge");
	if (passage === void 0) return void 0;
	if (passage === "start-over") return { kind: "branch-moved" };
	const state = await readState(base, pullRequest.key);
	const landed = landedIn(state, landing);
	if (landed !== void 0) return landed;
	if (state === void 0) return losses("a pull request is merged", UNREAD);
	if (state.state === "CLOSED" || state.headRefOid !== landing.head) return { kind: "branch-moved" };
	const isBehind = state.baseRef?.target?.oid !== base.commit;
	if (passage === "look-behind") return isBehind ? { kind: "branch-moved" } : void 0;
	if (state.mergeable === "UNKNOWN") return { kind: "computing" };
	return state.mergeable === "CONFLICTING" && isBehind ? { kind: "branch-moved" } : void 0;
};
const landedIn = (state, { head }) => state?.state === "MERGED" && state.headRefOid === head && state.mergeCommit !== null ? {
	kind: "merged",
	commit: state.mergeCommit.oid
} : void 0;

// src/adapters/github/pulls/write.ts
const UPDATE = "mutation Update($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";
async function writeBranch(base, draft, losses) {
	const writing = {
		base,
		draft,
		attempted: {
			...readingOf(base.place),
			doing: "branch",
			branch: draft.branch,
			base: base.branch
		},
		losses
	};
	if (!fitsMutation(draft.commit)) return moveToMade(writing);
	return draft.standing === void 0 ? create(writing) : replace(writing);
}
const CREATE = "mutation Create($input: CreateRefInput!) { createRef(input: $input) { clientMutationId } }";
const create = async (writing) => {
	const { base, draft, losses } = writing;
	const input = {
		repositoryId: base.repository,
		name: nameOf(draft.branch),
		oid: base.commit
	};
	const answer = await base.place.client.graphql({
		document: CREATE,
		variables: { input },
		ages: true
	});
	if (answer.kind === "lost") return losses("a branch is made", answer);
	if (!answer.data?.createRef) return limitedIn(answer.problems) ?? judge(writing, answer.problems[0]);
	return commitFiles({
		...base,
		branch: draft.branch
	}, draft.commit).catch(goneIsMoved);
};
const goneIsMoved = (error) => {
	if (error instanceof PromotionError && error.violations.every(({ code }) => code === "branch-missing")) return { kind: "branch-moved" };
	throw error;
};
const CREATE_AND_COMMIT = `mutation Create($ref: CreateRefInput!, $prefix: String!, $input: CreateCommitOnBranchInput!) {
  createRef(input: $ref) {
    ref { repository { refs(refPrefix: $prefix, first: 20) {
      nodes { name prefix target { oid ... on Commit { message committedDate } } }
    } } }
  }
  createCommitOnBranch(input: $input) { commit { oid url } }
}`;
const replace = async (writing) => {
	const { base, draft } = writing;
	const workbench = workbenchOf(draft.commit.id);
	const begun = await begin(writing, workbench);
	if (begun.kind === "branch-moved") return begun;
	const { leftOver } = begun;
	const made = begun.made ?? await commitFiles({
		...base,
		branch: workbench
	}, draft.commit).catch(async (error) => {
		await discard(base, workbench, base.commit);
		return goneIsMoved(error);
	});
	if (made.kind === "branch-moved") return made;
	const cleared = {
		name: nameOf(workbench),
		beforeOid: made.commit,
		afterOid: nothing(base)
	};
	const moved = await move(writing, {
		made,
		along: [cleared],
		leftOver
	});
	if (moved.kind !== "refused") return moved;
	await discard(base, workbench, made.commit);
	return judge(writing, moved.problem);
};
const begin = async (writing, workbench) => {
	const { base, draft, losses } = writing;
	const ref = {
		repositoryId: base.repository,
		name: nameOf(workbench),
		oid: base.commit
	};
	const input = commitInput({
		...base,
		branch: workbench
	}, draft.commit);
	const answer = await base.place.client.graphql({
		document: CREATE_AND_COMMIT,
		variables: {
			ref,
			prefix: nameOf(WORKBENCHES),
			input
		},
		ages: true
	});
	if (answer.kind === "lost") return losses("a commit is made", answer);
	if (!answer.data?.createRef) return limitedIn(answer.problems) ?? beginAgain(writing, workbench, answer.problems[0]);
	const leftOver = leftOverAmong(listOf(answer.data.createRef.ref?.repository.refs), writing, workbench);
	const commit = answer.data.createCommitOnBranch?.commit;
	return {
		kind: "begun",
		made: commit ? {
			kind: "committed",
			commit: commit.oid,
			url: commit.url
		} : void 0,
		leftOver
	};
};
const beginAgain = async (writing, workbench, problem) => {
	const { base, losses } = writing;
	const at = await readBranch(base.place, workbench);
	if (at === void 0) return judge(writing, problem);
	const reset = {
		name: nameOf(workbench),
		beforeOid: at,
		afterOid: base.commit,
		force: true
	};
	const answer = await updateRefs(base, [reset]);
	if (answer.kind === "lost") return losses("a branch is made", answer);
	return answer.data?.updateRefs ? {
		kind: "begun",
		leftOver: []
	} : { kind: "branch-moved" };
};
const leftOverAmong = (refs, { base }, own) => refs.flatMap(({ name, prefix, target }) => {
	const branch = `${prefix}${name}`.replace(/^refs\/heads\//, "");
	if (branch === own || target === null) return [];
	const { oid, message = "", committedDate = "" } = target;
	if (!isLeftOver({
		branch,
		message,
		committedAt: committedDate
	}, base.place.clock.now())) return [];
	return [{
		name: nameOf(branch),
		beforeOid: oid,
		afterOid: nothing(base)
	}];
});
const discard = async (base, workbench, at) => {
	await updateRefs(base, [{
		name: nameOf(workbench),
		beforeOid: at,
		afterOid: nothing(base)
	}]);
};
const updateRefs = (base, refUpdates) => base.place.client.graphql({
	document: UPDATE,
	variables: { input: {
		repositoryId: base.repository,
		refUpdates
	} },
	ages: true
});
const moveToMade = async (writing) => {
	const { base, draft } = writing;
	const attempted = {
		...readingOf(base.place),
		doing: "commit",
		branch: draft.branch
	};
	const made = await makeCommit(base, draft.commit, attempted);
	if (made.kind === "branch-moved") return made;
	const moved = await move(writing, {
		made: {
			...made,
			kind: "committed"
		},
		along: [],
		leftOver: []
	});
	return moved.kind === "refused" ? judge(writing, moved.problem) : moved;
};
const move = async ({ base, draft, losses }, { made, along, leftOver }) => {
	const beforeOid = draft.standing?.head.id ?? nothing(base);
	const update = {
		name: nameOf(draft.branch),
		beforeOid,
		afterOid: made.commit,
		force: true
	};
	const answer = await base.place.client.graphql({
		document: documentFor(draft, leftOver),
		variables: {
			input: {
				repositoryId: base.repository,
				refUpdates: [update, ...along]
			},
			...armedOf(draft),
			...leftOver.length === 0 ? {} : { leftOver: {
				repositoryId: base.repository,
				refUpdates: leftOver
			} }
		},
		ages: true
	});
	if (answer.kind === "lost") return losses("a branch is moved", answer);
	if (answer.data?.updateRefs) return made;
	const limited = limitedIn(answer.problems);
	if (limited !== void 0) return limited;
	return {
		kind: "refused",
		problem: answer.problems.find(({ path }) => path?.[0] === "updateRefs") ?? answer.problems[0]
	};
};
const documentFor = ({ standing }, leftOver) => {
	const disarm = {
		idle: void 0,
		armed: ["DisablePullRequestAutoMergeInput", "disablePullRequestAutoMerge"],
		queued: ["DequeuePullRequestInput", "dequeuePullRequest"]
	}[standing?.pullRequest?.waits ?? "idle"];
	return [
		`mutation Move(${[
			"$input: UpdateRefsInput!",
			...disarm === void 0 ? [] : [`$armed: ${disarm[0]}!`],
			...leftOver.length === 0 ? [] : ["$leftOver: UpdateRefsInput!"]
		].join(", ")}) {`,
		...disarm === void 0 ? [] : [`  ${disarm[1]}(input: $armed) { clientMutationId }`],
		"  updateRefs(input: $input) { clientMutationId }",
		...leftOver.length === 0 ? [] : ["  swept: updateRefs(input: $leftOver) { clientMutationId }"],
		"}"
	].join("\n");
};
const armedOf = ({ standing }) => {
	const { waits, key } = standing?.pullRequest ?? {
		waits: "idle",
		key: ""
	};
	if (waits === "idle") return {};
	return { armed: waits === "armed" ? { pullRequestId: key } : { id: key } };
};
const judge = async ({ base, draft, attempted }, problem = { message: "an empty answer" }) => {
	return await readBranch(base.place, draft.branch) === draft.standing?.head.id && passageOf(problem, "branch") !== "start-over" ? refuse(problem, attempted) : { kind: "branch-moved" };
};
const nameOf = (branch) => `refs/heads/${branch}`;
const nothing = ({ commit }) => "0".repeat(commit.length);
const MOST$1 = 4;
function countLosses() {
	let count = 0;
	return (doing, { reason }) => {
		count += 1;
		return count > MOST$1 ? unavailable(doing, reason) : {
			kind: "branch-moved",
			unsure: true
		};
	};
}
const OPEN = `mutation Open($input: CreatePullRequestInput!) {
  createPullRequest(input: $input) { ${ANNOUNCED} }
}
${PULL_REQUEST}`;
const EDIT = `mutation Edit($input: UpdatePullRequestInput!) {
  updatePullRequest(input: $input) { ${ANNOUNCED} }
}
${PULL_REQUEST}`;
const EDIT_AND_SAY = `mutation Edit($input: UpdatePullRequestInput!, $comment: AddCommentInput!) {
  updatePullRequest(input: $input) { ${ANNOUNCED} }
  addComment(input: $comment) { clientMutationId }
}
${PULL_REQUEST}`;
async function announcePullRequest(base, announcement, losses) {
	const { branch, standing } = announcement;
	const doing = standing === void 0 ? "open" : "update";
	const attempted = {
		...readingOf(base.place),
		doing,
		branch,
		base: base.branch,
		number: standing?.pullRequest.number
	};
	return standing === void 0 ? open$1({
		base,
		announcement,
		attempted,
		losses
	}) : edit({
		base,
		announcement,
		attempted,
		losses
	}, standing);
}
const open$1 = async (announcing) => {
	const { base, announcement, attempted, losses } = announcing;
	const { branch, title, description, draft } = announcement;
	const input = {
		repositoryId: base.repository,
		headRefName: branch,
		baseRefName: base.branch,
		title,
		body: description,
		draft
	};
	const answer = await base.place.client.graphql({
		document: OPEN,
		variables: { input },
		ages: true
	});
	if (answer.kind === "lost") return losses("a pull request is opened", answer);
	const pullRequest = answer.data?.createPullRequest?.pullRequest;
	if (pullRequest && pullRequest.headRefOid !== announcement.commit) return { kind: "branch-moved" };
	if (pullRequest) return {
		kind: "announced",
		pullRequest: pullRequestOf(pullRequest),
		notices: []
	};
	const limited = limitedIn(answer.problems);
	if (limited !== void 0) return limited;
	const problem = answer.problems[0] ?? { message: "an empty answer" };
	if (draft && /draft/i.test(problem.message)) {
		const opened = await open$1({
			...announcing,
			announcement: {
				...announcement,
				draft: false
			}
		});
		return opened.kind === "announced" ? {
			...opened,
			notices: [...opened.notices, notADraft(problem)]
		} : opened;
	}
	return passageOf(problem, "open") === "start-over" ? { kind: "branch-moved" } : refuse(problem, attempted);
};
const notADraft = ({ message }) => ({
	message: `The pull request is no draft: GitHub says ${JSON.stringify(message)}.`,
	hint: "Private repositories have drafts in some plans only; remove `draft`."
});
const edit = async ({ base, announcement, attempted, losses }, { pullRequest: former, head }) => {
	const { title, description, comment, commit } = announcement;
	const { key } = former;
	const answer = await base.place.client.graphql({
		document: comment === void 0 ? EDIT : EDIT_AND_SAY,
		variables: {
			input: {
				pullRequestId: key,
				title,
				body: description
			},
			...comment === void 0 ? {} : { comment: {
				subjectId: key,
				body: comment
			} }
		},
		ages: true
	});
	if (answer.kind === "lost") return losses("a pull request is updated", answer);
	const pullRequest = answer.data?.updatePullRequest?.pullRequest;
	if (!pullRequest) return limitedIn(answer.problems) ?? refuse(answer.problems[0] ?? { message: "an empty answer" }, attempted);
	const at = pullRequest.headRef?.target?.oid;
	if (pullRequest.state === "OPEN" && (at === void 0 || at === commit || at === head)) return {
		kind: "announced",
		pullRequest: pullRequestOf(pullRequest),
		notices: []
	};
	if (pullRequest.state !== "OPEN" && pullRequest.headRefOid !== commit) await restore(base, former);
	return { kind: "branch-moved" };
};
const restore = async ({ place }, { key, title, description }) => {
	const input = {
		pullRequestId: key,
		title,
		body: description
	};
	await place.client.graphql({
		document: EDIT,
		variables: { input }
	});
};

// src/adapters/github/snapshot.ts
const HEAD_ATTEMPTS = 9;
async function readSnapshot(place, branch, wanted) {
	const { paths, histories } = {
		paths: [...new Set(wanted.paths)],
		histories: [...new Set(wanted.histories)]
	};
	const products = wanted.products === "all" ? [""] : [...new Set(wanted.products)];
	const { base, parts, selected, repository } = await readHead(place, branch, {
		paths,
		histories,
		products: listedFor(products)
	});
	if (wanted.at !== void 0) return readPast({
		base,
		repository,
		wanted
	}, wanted.at);
	const files = filesOf(place, base.commit);
	const logins = ownLogins(repository.viewer ?? "", place.client.tokenKind);
	const past = historiesOf({
		place,
		commit: base.commit,
		host: serverName(repository.url),
		logins
	}, histories);
	await files.keep(parts, selected.paths);
	past.keep(parts, selected.histories);
	await files.read(paths);
	const proposals = await readProposals(base, repository, products);
	return {
		base,
		snapshot: {
			commit: base.commit,
			branch: base.branch,
			defaultBranch: repository.defaultBranchRef?.name,
			repository: base.nameWithOwner,
			proposals,
			read: (asked, along = []) => files.read(asked, {
				histories: past.unread(along),
				keep: past.keep
			}),
			history: (path, enough) => past.read(path, enough),
			trust: (writers) => past.trust(writers),
			readAt: (revision, asked) => readRevision(place, revision, asked),
			statesOf: (path, commits) => readStates(place, path, commits)
		}
	};
}
const readPast = async ({ base: head, repository, wanted }, moment) => {
	const { place, branch } = head;
	const commit = await standingAt(place, branch, moment) ?? refuseMoment(moment);
	const base = {
		...head,
		commit
	};
	const files = filesOf(place, commit);
	const logins = ownLogins(repository.viewer ?? "", place.client.tokenKind);
	const past = historiesOf({
		place,
		commit,
		host: serverName(repository.url),
		logins
	}, wanted.histories);
	return {
		base,
		snapshot: {
			commit,
			branch,
			defaultBranch: repository.defaultBranchRef?.name,
			repository: base.nameWithOwner,
			read: (asked, along = []) => files.read(asked, {
				histories: past.unread(along),
				keep: past.keep
			}),
			history: (path, enough) => past.read(path, enough),
			trust: (writers) => past.trust(writers),
			readAt: (revision, asked) => readRevision(place, revision, asked),
			statesOf: (path, commits) => readStates(place, path, commits)
		}
	};
};
const readHead = async (place, branch, wanted) => {
	let selected = {
		...wanted,
		paths: wanted.paths.slice(0, 100),
		histories: wanted.histories.slice(0, 20)
	};
	for (let attempt = 1;; attempt++) {
		const answer = await ask$2(place, headQuery(selected, branch));
		if (answer.kind === "answered" && answer.data) {
			const { base, parts } = headOf(place, branch, answer.data);
			return {
				base,
				parts,
				selected,
				repository: answer.data
			};
		}
		const { reason, overloaded } = answer.kind === "lost" ? answer : {
			reason: "an empty answer",
			overloaded: false
		};
		if (attempt === HEAD_ATTEMPTS) unavailable(`the branch of ${quote(fullName(place))} is read`, reason);
		if (overloaded) selected = less(selected);
		await pause(place.clock, attempt);
	}
};
const less = ({ paths, histories }) => ({
	paths: histories.length > 0 ? paths : paths.slice(0, Math.ceil(paths.length / 2)),
	histories: []
});
const headOf = (place, branch, repository) => {
	const head = branch === void 0 ? repository.defaultBranchRef : repository.ref;
	if (!head?.target) return missing(place, branch, repository.defaultBranchRef);
	const { target } = head;
	return {
		base: {
			place,
			repository: repository.id,
			nameWithOwner: repository.nameWithOwner,
			branch: branch ?? head.name,
			commit: target.oid,
			tree: target.tree.oid
		},
		parts: target
	};
};
const missing = (place, branch, ordinary) => {
	const repository = quote(fullName(place));
	if (branch === void 0 || !ordinary) fail("branch-missing", `The repository ${repository} has no commit yet.`, "Commit the manifests to it first.");
	fail("branch-missing", `The repository ${repository} has no branch ${quote(branch)}.`, `Check the input \`branch\`; without it, the default branch ${quote(ordinary.name)} is used.`);
};
const REVISION_ATTEMPTS = 5;
async function readRevision(place, revision, paths) {
	for (let attempt = 1, size = 100;; attempt++, size = Math.ceil(size / 2)) {
		const first = paths.slice(0, size);
		const answer = await ask$2(place, revisionQuery(revision, {
			paths: first,
			histories: []
		}));
		if (answer.kind === "answered") {
			const { object } = answer.data ?? {};
			if (!object?.oid || !isMeant(revision, object.oid)) return void 0;
			const files = filesOf(place, object.oid);
			await files.keep(object, first);
			return files.read(paths);
		}
		if (attempt === REVISION_ATTEMPTS) unavailable("an earlier commit is read", answer.reason);
		await pause(place.clock, attempt);
	}
}
const REVISIONS_TOGETHER = 25;
async function readStates(place, path, commits) {
	const entries = [];
	for (let size = REVISIONS_TOGETHER; entries.length < commits.length;) {
		const some = commits.slice(entries.length, entries.length + size);
		const found = await readSome(place, path, some);
		if (found !== void 0) entries.push(...found);
		else size = Math.max(1, Math.floor(some.length / 2));
	}
	return entries;
}
const readSome = async (place, path, commits) => {
	for (let attempt = 1;; attempt++) {
		const answer = await ask$2(place, statesQuery(path, commits));
		if (answer.kind === "answered") {
			const states = answer.data ?? {};
			return Promise.all(commits.map((_, at) => entryOf$1(states[`s${at}`]?.f0, path, (id) => loadBlob(place, id))));
		}
		if (answer.overloaded && commits.length > 1) return void 0;
		if (attempt === REVISION_ATTEMPTS) unavailable("earlier states of a manifest are read", answer.reason);
		await pause(place.clock, attempt);
	}
};
const isMeant = (revision, oid) => revision.endsWith("^") || oid.startsWith(revision);

// src/adapters/github/host.ts
function githubHost({ client, clock, repository, branch }) {
	const place = placeOf(client, clock, repository);
	const bases = /* @__PURE__ */ new WeakMap();
	const baseOf = (snapshot) => {
		const base = bases.get(snapshot);
		if (base === void 0) throw new Error("the snapshot is of another host");
		return base;
	};
	return {
		snapshot: async (wanted) => {
			const { snapshot, base } = await readSnapshot(place, branch, wanted);
			bases.set(snapshot, base);
			return snapshot;
		},
		commit: async (snapshot, request) => commitFiles(baseOf(snapshot), request),
		pullRequests: githubPullRequests(place, baseOf),
		past: (snapshot) => githubPast(baseOf(snapshot))
	};
}
function githubPullRequests(place, baseOf) {
	const losses = countLosses();
	return {
		write: (snapshot, draft) => writeBranch(baseOf(snapshot), draft, losses),
		announce: (snapshot, announcement) => announcePullRequest(baseOf(snapshot), announcement, losses),
		decorate: (pullRequest, attributes) => decoratePullRequest(place, pullRequest, attributes),
		land: (snapshot, pullRequest, landing) => {
			const base = baseOf(snapshot);
			const { number } = pullRequest;
			const merging = {
				base,
				pullRequest,
				landing,
				attempted: {
					...readingOf(place),
					doing: landing.how,
					branch: `#${number}`,
					base: base.branch,
					number
				},
				losses
			};
			return landing.how === "arm" ? armPullRequest(merging) : mergePullRequest(merging);
		},
		disarm: (pullRequest) => disarm(place, pullRequest, losses),
		close: (snapshot, proposal, comment) => closeProposal(baseOf(snapshot), proposal, comment)
	};
}
const DISARM = `mutation Disarm($input: DisablePullRequestAutoMergeInput!) {
  disablePullRequestAutoMerge(input: $input) { clientMutationId }
}`;
const DEQUEUE = `mutation Dequeue($input: DequeuePullRequestInput!) {
  dequeuePullRequest(input: $input) { clientMutationId }
}`;
const disarm = async (place, { key, waits, number, base }, losses) => {
	const [document, input] = waits === "queued" ? [DEQUEUE, { id: key }] : [DISARM, { pullRequestId: key }];
	const answer = await place.client.graphql({
		document,
		variables: { input }
	});
	if (answer.kind === "lost") return losses("a pull request is disarmed", answer);
	if (Object.values(answer.data ?? {}).some((value) => value !== null)) return { kind: "disarmed" };
	const problem = answer.problems[0] ?? { message: "an empty answer" };
	if (passageOf(problem, "disarm") === "start-over") return { kind: "branch-moved" };
	return refuse(problem, {
		...readingOf(place),
		doing: "update",
		branch: `#${number}`,
		base,
		number
	});
};

// node_modules/@actions/github/lib/context.js
var Context = class {
	constructor() {
		var _a, _b, _c;
		this.payload = {};
		if (process.env.GITHUB_EVENT_PATH) {
			if (existsSync$1(process.env.GITHUB_EVENT_PATH)) this.payload = JSON.parse(readFileSync$1(process.env.GITHUB_EVENT_PATH, { encoding: "utf8" }));
			else {
				const path = process.env.GITHUB_EVENT_PATH;
				process.stdout.write(`GITHUB_EVENT_PATH ${path} does not exist${EOL}`);
			}
		}
		this.eventName = process.env.GITHUB_EVENT_NAME;
		this.sha = process.env.GITHUB_SHA;
		this.ref = process.env.GITHUB_REF;
		this.workflow = process.env.GITHUB_WORKFLOW;
		this.action = process.env.GITHUB_ACTION;
		this.actor = process.env.GITHUB_ACTOR;
		this.job = process.env.GITHUB_JOB;
		this.runAttempt = parseInt(process.env.GITHUB_RUN_ATTEMPT, 10);
		this.runNumber = parseInt(process.env.GITHUB_RUN_NUMBER, 10);
		this.runId = parseInt(process.env.GITHUB_RUN_ID, 10);
		this.apiUrl = (_a = process.env.GITHUB_API_URL) !== null && _a !== void 0 ? _a : `https://api.github.com`;
		this.serverUrl = (_b = process.env.GITHUB_SERVER_URL) !== null && _b !== void 0 ? _b : `https://github.com`;
		this.graphqlUrl = (_c = process.env.GITHUB_GRAPHQL_URL) !== null && _c !== void 0 ? _c : `https://api.github.com/graphql`;
	}
	get issue() {
		const payload = this.payload;
		return Object.assign(Object.assign({}, this.repo), { number: (payload.issue || payload.pull_request || payload).number });
	}
	get repo() {
		if (process.env.GITHUB_REPOSITORY) {
			const [owner, repo] = process.env.GITHUB_REPOSITORY.split("/");
			return {
				owner,
				repo
			};
		}
		if (this.payload.repository) return {
			owner: this.payload.repository.owner.login,
			repo: this.payload.repository.name
		};
		throw new Error("context.repo requires a GITHUB_REPOSITORY environment variable like 'owner/repo'");
	}
};

// src/domain/report/annotations.ts
const MOST = 10;
const LONGEST = 4e3;
function annotationsOf({ violations, notices }, places) {
	return [violations.map(({ code, message, hint, path, line }) => ({
		level: "error",
		title: code,
		message: `${message} ${hint}`,
		path,
		line
	})), notices.map(({ message, hint, path, line }) => ({
		level: "warning",
		title: "image-promotion",
		message: hint === void 0 ? message : `${message} ${hint}`,
		path,
		line
	}))].flatMap((annotations) => {
		const placed = places === "here" ? annotations : annotations.map(unplaced);
		return gathered(placed).map(bounded);
	});
}
const unplaced = ({ path, line, ...rest }) => path === void 0 ? rest : {
	...rest,
	message: `${rest.message} (${printPlace({
		path,
		line
	})})`
};
const gathered = (annotations) => {
	if (annotations.length <= MOST) return annotations;
	const rest = annotations.slice(9);
	const level = rest[0]?.level ?? "error";
	const counts = /* @__PURE__ */ new Map();
	for (const { title } of rest) counts.set(title, (counts.get(title) ?? 0) + 1);
	const heading = `The summary of this job shows all of them. Here: ${listed([...counts].map(([title, number]) => `${number} × ${title}`))}.`;
	const messages = rest.map((annotation) => unplaced(annotation).message);
	return [...annotations.slice(0, 9), {
		level,
		title: `${rest.length} more`,
		message: [heading, ...messages].join("\n")
	}];
};
const bounded = (annotation) => {
	const { message } = annotation;
	return message.length <= LONGEST ? annotation : {
		...annotation,
		message: `${message.slice(0, LONGEST)}…`
	};
};

// src/domain/report/summary.ts
const LARGEST_SUMMARY = 1e6;
function renderSummary(report, options) {
	const links = linksOf(report, options.server);
	const sections = [
		heading(report, links, options),
		violations$1(report, links),
		changesTable(report, links),
		syncsTable(report, links),
		leftOutTable(report),
		images(report),
		...options.sections ?? [],
		notices(report, links),
		difference(options.diff)
	];
	return assemble(sections.filter((section) => section !== void 0), LARGEST_SUMMARY);
}
const signs = {
	good: "✅",
	waiting: "⏳",
	quiet: "➖",
	bad: "❌"
};
const signOf = (report) => {
	const mood = moodOf(report);
	if (report.outcome === "refused") return "⛔";
	return mood !== "bad" && report.violations.length > 0 ? "⚠️" : signs[mood];
};
const heading = (report, links, { access }) => {
	const { repository, branch, commit, reason } = report;
	const facts = [
		repository === void 0 ? void 0 : fact("Manifests", [link(code(repository), links.repository), branch && code(branch)]),
		commit === void 0 ? void 0 : fact("Commit", [link(code(commit.slice(0, 7)), links.commit)]),
		source(report, links),
		reason === void 0 ? void 0 : fact("Reason", [prose(clip(reason))]),
		report["dry-run"] ? fact("Dry run", ["nothing was changed"]) : void 0,
		access === "unrestricted" ? "- Every holder of the dispatch token may promote every listed image: the manifest repository has no configuration file that limits it." : void 0
	];
	const pullRequests = report["pull-request-number"].map((number) => fact("Pull request", [link(prose(`#${number}`), links.pullRequest(number))]));
	return {
		lead: [`## ${signOf(report)} ${prose(headlineOf(report))}`, ""],
		rows: [...facts.filter((line) => line !== void 0), ...pullRequests]
	};
};
const fact = (name, parts) => `- **${name}:** ${parts.filter((part) => part !== void 0).join(" ")}`;
const source = ({ source }, links) => {
	if (source === void 0 || Object.keys(source).length === 0) return void 0;
	const run = [source.workflow, source.run_number && `#${source.run_number}`].filter(Boolean).join(" ");
	return fact("Source", [
		source.repository && code(source.repository),
		source.sha && link(code(source.sha.slice(0, 7)), links.sourceCommit),
		source.ref && code(source.ref),
		run === "" ? void 0 : `by ${link(prose(run), links.sourceRun)}`
	]);
};
const violations$1 = ({ violations }, links) => table("Problems", [
	"What",
	"What to do",
	"Where"
], violations.map(({ message, hint, path, line }) => [
	prose(clip(message)),
	prose(clip(hint)),
	placeCell({
		path,
		line
	}, links)
]));
const images = (report) => table("Images", [
	"Image",
	report.command === "retag" ? "Tag" : "Verdict",
	"Digest"
], report.images.map((image) => [
	code(image.image),
	verdictWord(image, report),
	image.digest === void 0 ? "" : code(image.digest)
]));
const notices = (report, links) => table("Notices", [
	"What",
	"What to do",
	"Where"
], otherNotices(report).map(({ message, hint, path, line }) => [
	prose(clip(message)),
	prose(clip(hint ?? "")),
	placeCell({
		path,
		line
	}, links)
]));
const difference = (diff) => {
	if (diff === void 0 || diff === "") return void 0;
	const lines = shownDiff(diff).replace(/\n$/, "").split("\n").map(clip);
	const block = fence("diff", lines);
	return {
		lead: [
			"### Diff",
			"",
			...block.slice(0, 1)
		],
		rows: lines,
		tail: block.slice(-1)
	};
};
function changesTable(report, links) {
	const header = [
		"Product",
		"Environment",
		"Outcome",
		"Image",
		"From",
		"To",
		"Where"
	];
	const rows = report.environments.flatMap((environment) => {
		const { product, name, changes } = environment;
		const start = [
			prose(product),
			prose(name),
			outcomeCell(environment, report, links)
		];
		if (changes.length === 0) return [start];
		return changes.map((change) => [
			...start,
			code(change.image),
			change.from === change.image ? "" : code(shortReference(change.from, change.image)),
			compared(code(shortReference(change.to, change.image)), links.compare(change)),
			shortPlaceCell(change, links)
		]);
	});
	return table("Environments", header, rows);
}
const compared = (reference, comparison) => comparison === void 0 ? reference : `${reference} (${link("compare", comparison)})`;
const outcomeCell = (environment, report, links) => {
	const word = outcomeWord(environment, report);
	const number = environment["pull-request-number"];
	if (number !== void 0) return `${word} ${link(prose(`#${number}`), links.pullRequest(number))}`;
	const isUndone = environment.outcome === "failed" || environment.outcome === "refused";
	if (report.commit === void 0 || environment.changes.length === 0 || isUndone) return word;
	return `${word} ${link(code(report.commit.slice(0, 7)), links.commit)}`;
};
function leftOutTable({ environments }) {
	const rows = environments.flatMap(({ product, name, superseded }) => superseded.map((item) => [
		prose(product),
		prose(name),
		code(item.image),
		code(shortReference(item.requested, item.image)),
		code(shortReference(item.current, item.image)),
		`**${item.reason}:** ${prose(clip(reasonFor(item)))}`
	]));
	return table("Left out", [
		"Product",
		"Environment",
		"Image",
		"Asked for",
		"Stays",
		"Why"
	], rows);
}
function syncsTable({ environments }, links) {
	const rows = environments.flatMap(({ product, name, applications = [] }) => applications.map((application) => [
		prose(product),
		prose(name),
		link(code(application.name), application.url ?? links.file(application.file)),
		application.sync === "automatic" ? "by itself" : "**when a person syncs it**"
	]));
	return table("Argo CD", [
		"Product",
		"Environment",
		"Application",
		"Syncs"
	], rows);
}

// src/adapters/runner/outputs.ts
function writeOutputs(outputs) {
	const file = process.env.GITHUB_OUTPUT;
	if (!file) return;
	written(file, () => {
		for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
	});
}
function writeSummary(markdown) {
	const file = process.env.GITHUB_STEP_SUMMARY;
	if (!file) return;
	written(file, () => {
		if (before?.file === file) truncateSync(file, before.size);
		else before = {
			file,
			size: statSync(file, { throwIfNoEntry: false })?.size ?? 0
		};
		appendFileSync(file, `${markdown}\n`);
	});
}
let before;
function reportFile() {
	const folder = process.env.RUNNER_TEMP;
	return folder ? join(folder, "promotion-report.json") : void 0;
}
function writeReport(json) {
	const file = reportFile();
	if (file !== void 0) written(file, () => writeFileSync(file, json));
}
const written = (file, write) => {
	try {
		write();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		fail("file-unwritable", `The runner's file ${quote(file)} cannot be written: ${quote(reason)}.`, "Check the disk of the runner and what sets the variable of that file. The log of this step says what was done.");
	}
};
function present({ result, diff, access, sections, lines }, { log, server, repository }) {
	const report = buildReport(result);
	const places = report.repository === repository ? "here" : "elsewhere";
	log.info(lines?.join("\n") ?? renderText(report).trimEnd());
	const marked = printResultLine(report);
	if (marked !== void 0) log.info(marked);
	if (diff) log.info(diff.trimEnd());
	writeAnnotations(annotationsOf(report, places));
	const { outputs, whole } = outputsOf(report, reportFile());
	const unwritten = [
		() => writeSummary(renderSummary(report, {
			server,
			diff,
			access,
			sections
		})),
		() => writeOutputs(outputs),
		() => writeReport(whole ?? outputs.report)
	].flatMap(problemsOf);
	writeAnnotations(annotationsOf({
		violations: unwritten,
		notices: []
	}, places));
	return {
		report,
		unwritten
	};
}
function preview({ result, sections }, { server }) {
	problemsOf(() => writeSummary(renderSummary(buildReport(result), {
		server,
		sections
	})));
}
const problemsOf = (write) => {
	try {
		write();
		return [];
	} catch (error) {
		return violationsOf(error);
	}
};

// src/adapters/runner/inputs.ts
function readStep({ INPUTS }) {
	const value = parsed(INPUTS ?? "");
	if (typeof value !== "object" || value === null || Array.isArray(value)) return fail("input-missing", "The variable INPUTS does not hold the inputs of a step.", "Run this as the step of a workflow that uses the action; on a machine of your own, run dist/cli.js.");
	return Object.fromEntries(Object.entries(value).map(([name, input]) => [name, String(input ?? "")]));
}
const parsed = (text) => {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
};
function readRunner() {
	const { context, isBroken } = openContext();
	const { env } = process;
	const run = {
		repository: env.GITHUB_REPOSITORY ? `${context.repo.owner}/${context.repo.repo}` : void 0,
		repositoryId: env.GITHUB_REPOSITORY_ID || void 0,
		ref: context.ref || void 0,
		sha: context.sha || void 0,
		workflowRef: env.GITHUB_WORKFLOW_REF || void 0,
		runId: integer(context.runId),
		runNumber: integer(context.runNumber),
		runAttempt: integer(context.runAttempt),
		actor: context.actor || void 0,
		triggeringActor: env.GITHUB_TRIGGERING_ACTOR || void 0,
		serverUrl: context.serverUrl || void 0,
		apiUrl: context.apiUrl || void 0,
		graphqlUrl: env.GITHUB_GRAPHQL_URL ? context.graphqlUrl : void 0
	};
	const event = () => isBroken ? failEvent() : {
		name: context.eventName ?? "",
		payload: context.payload
	};
	return {
		run,
		event
	};
}
const openContext = () => {
	const { GITHUB_EVENT_PATH: path } = process.env;
	if (!path || existsSync(path)) try {
		return {
			context: new Context(),
			isBroken: false
		};
	} catch {}
	delete process.env.GITHUB_EVENT_PATH;
	try {
		return {
			context: new Context(),
			isBroken: true
		};
	} finally {
		process.env.GITHUB_EVENT_PATH = path;
	}
};
const integer = (value) => Number.isSafeInteger(value) ? value : void 0;
const failEvent = () => fail("payload-invalid", `The event of this run (${quote(process.env.GITHUB_EVENT_PATH ?? "")}) is not JSON.`, "Check GITHUB_EVENT_PATH, which the runner sets to the file with the event.");
async function readReport(given) {
	if (given?.startsWith("{")) return given;
	const file = given ?? reportFile();
	try {
		if (file === void 0) throw new Error("RUNNER_TEMP is not set");
		return await readFile(file, "utf8");
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return fail("report-invalid", `The report of the promotion cannot be read: ${quote(reason)}.`, "In another job, make the output `report` of the step that promoted an output of its job, and pass it in `report`.");
	}
}

// src/action.ts
const environment = process.env;
const start = systemClock.now().toISOString();
const { run, event: readEvent } = readRunner();
const server = run.serverUrl ?? "https://github.com";
const log = runnerLog();
const clients = /* @__PURE__ */ new Map();
const signals = listenForSignals();
const perform = async (known) => {
	const event = readEvent();
	const step = readStep(environment);
	known.command = commandOf(step.command) ?? "promote";
	if (step["argocd-token"]) mask(step["argocd-token"]);
	const { inputs, warnings } = readInputs(step, event);
	known.dryRun = inputs["dry-run"];
	known.repository = inputs.repository ?? run.repository;
	known.branch = inputs.branch;
	known.notices = warnings;
	const tell = (further) => {
		known.notices = [...known.notices, ...further];
	};
	const read = async () => {
		const pending = readRequest({
			inputs,
			event,
			run
		}, tell);
		const { promotion, settings } = pending.request;
		known.delivery = settings.delivery;
		if (promotion.proof !== void 0 && hasTokenShape(promotion.proof)) mask(promotion.proof);
		known.promotion = promotion;
		const request = withCommit(pending, await ask(pending.question, known));
		known.promotion = request.promotion;
		return request;
	};
	const asking = {
		asker: run,
		payload: payloadOf(event),
		strayRef: strayRefFor({
			event,
			run
		}, known.repository)
	};
	const isHere = known.repository?.toLowerCase() === run.repository?.toLowerCase();
	const proposed = () => isHere ? proposedCommit({
		event,
		run
	}) : void 0;
	return startCommand({
		inputs,
		read,
		asking,
		proposed,
		dependencies: dependenciesFor(inputs),
		run,
		known
	});
};
const strayRefFor = (occasion, repository) => repository?.toLowerCase() === run.repository?.toLowerCase() ? (branch) => strayRef(occasion, branch) : void 0;
const open = (token) => {
	const opened = clients.get(token);
	if (opened !== void 0) return opened;
	const apiUrl = run.apiUrl ?? "https://api.github.com";
	const client = openClient({
		token,
		apiUrl,
		graphqlUrl: run.graphqlUrl ?? `${apiUrl}/graphql`,
		clock: systemClock
	});
	clients.set(token, client);
	return client;
};
const ask = async (question, known) => {
	if (question === void 0) return void 0;
	try {
		return await resolveCommit(open(environment.SOURCE_TOKEN ?? ""), question.repository, question.revision);
	} catch (error) {
		if (question.required || !(error instanceof PromotionError)) throw error;
		const message = `The date of the commit is not known, so the order of builds goes by run numbers alone. ${error.violations.map(({ message }) => message).join(" ")}`;
		known.notices = [...known.notices, { message }];
		return;
	}
};
const dependenciesFor = (inputs) => ({
	host: (repository = repositoryOf(inputs)) => {
		return githubHost({
			client: open(inputs.token ?? ""),
			clock: systemClock,
			repository,
			branch: inputs.branch
		});
	},
	registry: async () => {
		const { createRegistry } = await import("./chunks/adapters/registry/registry.js");
		return createRegistry({
			clock: systemClock,
			log,
			environment
		});
	},
	attestations: async () => {
		const { createAttestations } = await import("./chunks/adapters/provenance/attestations.js");
		return createAttestations({
			clock: systemClock,
			log,
			environment
		});
	},
	dispatches: async () => {
		const { githubDispatches } = await import("./chunks/adapters/github/dispatch.js");
		return githubDispatches(open(inputs.token ?? ""), systemClock, repositoryOf(inputs));
	},
	prover: openProver,
	argocd: async () => {
		const { "argocd-server": server = "", "argocd-token": token = "" } = inputs;
		const { argocdServer } = await import("./chunks/adapters/argocd/argocd.js");
		return argocdServer({
			server,
			token
		});
	},
	commits: async (repository) => {
		const { githubCommits } = await import("./chunks/adapters/github/runs.js");
		return githubCommits(open(inputs.token ?? ""), repository);
	},
	report: () => readReport(inputs.report),
	creation,
	teams: () => teamsOf(open(inputs.token ?? ""), repositoryOf(inputs)),
	proofs: () => proofs ??= openProofs(inputs),
	savePage: writePage,
	log,
	clock: systemClock,
	id: newId,
	start,
	server,
	width: 120,
	stopped: signals.stopped,
	preview: ({ result, sections }) => preview({
		result,
		sections
	}, {
		log,
		server,
		repository: run.repository
	})
});
const repositoryOf = (inputs) => inputs.repository ?? run.repository ?? fail("repository-missing", "No manifest repository is given.", "Set the input `repository` to owner/name.");
const openProver = async () => {
	const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = environment;
	if (!url) return void 0;
	const { proofAudience } = await import("./chunks/adapters/oidc/id-token.js");
	const { requestIdToken } = await import("./chunks/adapters/oidc/id-token.js");
	return {
		audience: proofAudience,
		token: async (audience) => {
			const proof = await requestIdToken({
				url,
				token,
				clock: systemClock
			}, audience);
			mask(proof);
			return proof;
		}
	};
};
let created;
const creation = () => {
	const { repository = "", runId = 0 } = run;
	created ??= askCreation(repository, runId);
	return created;
};
const askCreation = async (repository, runId) => {
	try {
		return await runCreation(open(environment.SOURCE_TOKEN ?? ""), repository, runId);
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return {
			kind: "unknown",
			reason: error.message
		};
	}
};
let proofs;
const openProofs = async (inputs) => {
	const { createProofs } = await import("./chunks/adapters/oidc/verify-proof.js");
	return createProofs({
		repository: repositoryOf(inputs),
		issuer: issuerOf(server),
		creation,
		clock: systemClock
	});
};
const tellRequests = () => {
	const metered = [...clients.values()].map((client) => client.requests());
	for (const { request, status, milliseconds } of metered.flatMap(({ calls }) => calls)) log.debug(`${request} → ${status ?? "no answer"} in ${milliseconds} ms`);
	for (const { resource, remaining, limit } of metered.flatMap(({ limits }) => limits)) log.debug(`Rate limit ${resource}: ${remaining} of ${limit} remain`);
	return metered.reduce((sum, { count }) => sum + count, 0);
};
const known = {
	command: "promote",
	notices: []
};
const GRACE = 1e3;
const stoppedAtLast = signals.stopped.catch(async (error) => {
	await systemClock.sleep(GRACE);
	throw error;
});
const ended = await Promise.race([perform(known), stoppedAtLast]).catch((error) => concludeFailure(error, known));
const result = {
	...ended.result,
	requests: tellRequests()
};
const { report, unwritten } = present({
	...ended,
	result
}, {
	log,
	server,
	repository: run.repository
});
const violations = [...result.violations ?? [], ...unwritten];
await exit(actionExitCode({
	outcome: report.outcome,
	violations
}));
if (signals.received()) process.exit();

export {  };