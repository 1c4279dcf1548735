import { $ as ask$1, A as resolveCommit, C as shortPlaceCell, Dt as unavailable, E as outputsOf, F as readProposals, G as ownLogins, J as vouchedAuthor, K as serverName, L as commitFiles, O as printResultLine, Q as ENTRY, U as actorLogin, W as editorLogin, X as filesOf, Y as entryOf, Z as loadBlob, _ as link, _t as openClient, at as revisionQuery, b as prose, et as commitQuery, g as fence, gt as fullName, h as code, ht as listedFor, it as pageQuery, j as runCreation, m as clip, nt as lineQuery, o as issuerOf, ot as statesQuery, p as assemble, q as teamsOf, r as hasTokenShape, rt as originQuery, tt as headQuery, v as linksOf, vt as placeOf, w as table, y as placeCell, yt as waitBeforeRetry } from "./chunks/action.js";
import { $ as newId, A as violationsOf, At as hasRecord, B as verdictWord, C as concludeFailure, Cn as PromotionError, D as runnerLog, Dn as fail, Dt as hasOwnForm, E as mask, F as reasonFor, Ft as refuseMoment, G as outcomeSign, I as renderText, Lt as stepsByMessage, M as otherNotices, N as outcomeWord, Nt as lineOf, O as writeAnnotations, P as printPlace, Pt as promotersOf, Q as listenForSignals, R as shortReference, St as isOneOf, Ut as parseTrailers, V as actionExitCode, W as headlineOf, X as setOutput, Z as exit, _ as strayRef, _n as counted, bn as quote, et as systemClock, g as proposedCommit, h as payloadOf, i as commandOf, jt as landingCommits, k as buildReport, r as withCommit, rt as stateTrailers, s as readInputs, t as readRequest, vn as listed, w as startCommand, z as shownDiff } from "./chunks/common.js";
import { appendFileSync, existsSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { existsSync as existsSync$1, readFileSync as readFileSync$1 } from "fs";
import { EOL } from "os";
import { join } from "node:path";

// src/adapters/github/histories.ts
const HISTORIES_TOGETHER = 20;
const MOST$1 = 500;
const HISTORY_ATTEMPTS = 8;
function historiesOf({ place, branch, commit, host, logins }, wanted) {
	const known = /* @__PURE__ */ new Map();
	let ours = logins;
	const origins = originsOf(place, {
		branch,
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
			origins.keep(parts[`n${at}`]?.nodes ?? []);
		});
	};
	const request = async (document) => {
		const answer = await ask$1(place, document);
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
			await waitBeforeRetry(place.clock, attempt);
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
		for (const commit of commits.slice(0, MOST$1)) {
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
		return commits.length === MOST$1 || commits.length > 0 && enough(commits) ? {
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
function originsOf(place, { branch, host, ours }) {
	const settled = /* @__PURE__ */ new Map();
	const known = /* @__PURE__ */ new Map();
	const keep = (newest) => {
		for (const commit of newest) if (commit && (commit.associatedPullRequests || !known.has(commit.oid))) known.set(commit.oid, commit);
	};
	const settle = (commit, origin) => {
		const known = commitFrom(commit, origin);
		settled.set(commit.oid, known);
		return known;
	};
	const of = (commit) => {
		const before = settled.get(commit.oid);
		if (before !== void 0) return before;
		if (!isDoubtful(commit, {
			host,
			ours
		})) return plainOf$1(commit);
		const raw = known.get(commit.oid);
		const origin = raw && originIn(commit, raw, {
			branch,
			ours: ours()
		});
		return origin === void 0 || origin.kind === "edited" ? void 0 : settle(commit, origin);
	};
	const read = async (commits) => {
		const batch = [...new Map(commits.filter((commit) => of(commit) === void 0).map((commit) => [commit.oid, commit])).values()].slice(0, COMMITS_TOGETHER);
		for (let attempt = 1, size = batch.length;; attempt++, size = Math.ceil(size / 2)) {
			const asked = batch.slice(0, size);
			const answer = await ask$1(place, originQuery(asked));
			if (answer.kind === "answered" && answer.data) {
				const { data } = answer;
				const origins = asked.map((commit, at) => originIn(commit, data[`c${at}`], {
					branch,
					ours: ours()
				}));
				const whole = await withVersions(place, origins, ours());
				asked.forEach((commit, at) => void settle(commit, whole[at] ?? OWN));
				return;
			}
			const reason = answer.kind === "lost" ? answer.reason : "an empty answer";
			if (attempt === ORIGIN_ATTEMPTS) unavailable("the pull requests behind commits are read", reason);
			await waitBeforeRetry(place.clock, attempt);
		}
	};
	return {
		keep,
		of,
		read
	};
}
const plainOf$1 = (commit) => {
	const { oid, message, committedDate } = commit;
	const plain = plainCommits.get(commit) ?? {
		id: oid,
		message,
		committedAt: committedDate
	};
	plainCommits.set(commit, plain);
	return plain;
};
const plainCommits = /* @__PURE__ */ new WeakMap();
const tells = (commit) => stateTrailers(plainOf$1(commit)).length > 0;
const isDoubtful = (commit, { host, ours }) => {
	const { author, message } = commit;
	const isOurs = isOneOf(vouchedAuthor(commit, host), ours());
	if (tells(commit)) return !isOurs || /\(#\d+\)$/.test(message.split("\n", 1).join()) || !hasOwnForm(message);
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
const originIn = (commit, raw, { branch, ours }) => {
	const { nodes, totalCount = 0 } = raw?.associatedPullRequests ?? {};
	if (!nodes || nodes.includes(null)) return { kind: "unreadable" };
	const isFromHere = (node) => node.headRefName === branch && !node.isCrossRepository;
	const merged = nodes.filter((node) => node?.state === "MERGED" && !isFromHere(node));
	if (merged.length === 0) return totalCount > nodes.length ? { kind: "unreadable" } : OWN;
	const own = merged.find((node) => node?.headRefName.startsWith("promotion/") && !node.isCrossRepository && node.baseRefName === branch && isOneOf(actorLogin(node.author), ours));
	if (!own) return {
		kind: "other",
		lines: ""
	};
	if (tells(commit) && !describes(own, commit.oid, ours)) return OWN;
	return isEdited(own, ours) ? {
		kind: "edited",
		number: own.number
	} : {
		kind: "other",
		lines: own.body
	};
};
function isEdited(pull, ours) {
	const editor = editorLogin(pull);
	return editor !== void 0 && !isOneOf(editor, ours);
}
function describes(pull, commit, ours) {
	const { mergeCommit, body } = pull;
	return (mergeCommit === null || mergeCommit.oid === commit) && (isEdited(pull, ours) || isWhole$1(body));
}
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
const ATTEMPTS = 6;
const MOST_PAGES = 50;
function githubHistory(base) {
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
		const answer = await ask$1(place, document);
		if (answer.kind === "answered" && answer.data?.object) return answer.data.object;
		const reason = answer.kind === "lost" ? answer.reason : "the commit is not there";
		if (answer.kind === "lost" && answer.overloaded && isDivisible) return void 0;
		if (attempt === ATTEMPTS) unavailable("the history is read", reason);
		await waitBeforeRetry(place.clock, attempt);
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
        lastEditedAt
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
		if (attempt === ATTEMPTS) unavailable("the merged pull requests are read", reason);
		await waitBeforeRetry(clock, attempt);
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
const joined = async ({ place, branch }, commits, { pulls, ours, host }) => {
	const behind = bringersOf(commits, pulls);
	const isCut = ({ commits: { totalCount, nodes } }) => totalCount > (nodes?.length ?? 0);
	const cut = pulls.filter(isCut);
	const isAmbiguous = (commit) => !behind.has(commit.oid) && cut.some((pull) => isRebaseOf(commit, pull));
	const origins = originsOf(place, {
		branch,
		host,
		ours: () => ours
	});
	for (const ambiguous = commits.filter(isAmbiguous); ambiguous.some((commit) => origins.of(commit) === void 0);) await origins.read(ambiguous);
	const versions = await versionsOf(place, [...new Set(behind.values())].filter((pull) => needsVersions(pull, ours)), ours);
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
	if (hasRecord(message) && !describes(pull, oid, ours)) return {
		lines: message,
		record: "readable"
	};
	const lines = isEdited(pull, ours) ? versions.get(pull.number) : pull.body;
	return lines === void 0 ? HIDDEN : {
		lines,
		record: "readable"
	};
};
const isPromotion = ({ headRefName, isCrossRepository }) => headRefName.startsWith("promotion/") && !isCrossRepository;
const needsVersions = (pull, ours) => isPromotion(pull) && isOneOf(actorLogin(pull.author), ours) && isEdited(pull, ours);
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
		const answer = await ask$1(place, {
			document,
			variables
		});
		if (answer.kind === "answered") {
			const states = answer.data ?? {};
			return Promise.all(questions.map(({ path }, at) => entryOf(states[`s${at}`]?.f0, path, (id) => loadBlob(place, id))));
		}
		if (answer.overloaded && questions.length > 1) return void 0;
		if (attempt === ATTEMPTS) unavailable("earlier states of manifests are read", answer.reason);
		await waitBeforeRetry(place.clock, attempt);
	}
};
const MOST_LINE_PAGES = 50;
function landingsOn({ place, commit }) {
	const graph = /* @__PURE__ */ new Map();
	let page = { after: null };
	let pages = 0;
	const readUntil = async (ids) => {
		while (page !== void 0 && pages < MOST_LINE_PAGES && ids.some((id) => !graph.has(id))) {
			const { nodes, pageInfo } = await linePage(place, commit, page.after);
			for (const node of nodes ?? []) {
				if (node === null) unavailable("the branch is read", "a commit is missing in its answer");
				const parents = (node.parents?.nodes ?? []).flatMap((parent) => parent?.oid ?? []);
				graph.set(node.oid, {
					id: node.oid,
					parents
				});
			}
			page = pageInfo.hasNextPage ? { after: pageInfo.endCursor } : void 0;
			pages++;
		}
	};
	let last = Promise.resolve();
	return async (ids) => {
		const reading = last.then(() => readUntil(ids));
		last = reading.catch(() => void 0);
		await reading;
		const landings = landingCommits(graph, lineOf(graph));
		return ids.map((id) => graph.has(id) ? landings.get(id)?.id : void 0);
	};
}
const linePage = async (place, commit, after) => {
	for (let attempt = 1, size = 100;; attempt++, size = Math.ceil(size / 2)) {
		const answer = await ask$1(place, lineQuery(commit, {
			size,
			after
		}));
		const line = answer.kind === "answered" ? answer.data?.object?.line : void 0;
		if (line) return line;
		if (attempt === ATTEMPTS) unavailable("the branch is read", answer.kind === "lost" ? answer.reason : "an empty answer");
		await waitBeforeRetry(place.clock, attempt);
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
async function headAt(place, branch, moment) {
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
		if (attempt === ATTEMPTS) unavailable("the past of the branch is read", reason);
		await waitBeforeRetry(clock, attempt);
	}
};
const wasThere = ({ oid, associatedPullRequests }, { branch, moment }) => {
	return (associatedPullRequests?.nodes ?? []).flatMap((node) => node ?? []).filter(({ baseRefName, mergedAt }) => baseRefName === branch && mergedAt !== null).every(({ mergedAt, mergeCommit }) => {
		return mergeCommit?.oid === oid || Date.parse(mergedAt ?? "") <= Date.parse(moment);
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
		branch: base.branch,
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
			statesOf: statesOn(base)
		}
	};
}
const readPast = async ({ base: head, repository, wanted }, moment) => {
	const { place, branch } = head;
	const commit = await headAt(place, branch, moment) ?? refuseMoment(moment);
	const base = {
		...head,
		commit
	};
	const files = filesOf(place, commit);
	const logins = ownLogins(repository.viewer ?? "", place.client.tokenKind);
	const past = historiesOf({
		place,
		branch,
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
			statesOf: statesOn(base)
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
		const answer = await ask$1(place, headQuery(selected, branch));
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
		await waitBeforeRetry(place.clock, attempt);
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
		const answer = await ask$1(place, revisionQuery(revision, {
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
		await waitBeforeRetry(place.clock, attempt);
	}
}
const REVISIONS_TOGETHER = 25;
const statesOn = (base) => {
	const landingsOf = landingsOn(base);
	const read = async (path, commits) => {
		const landings = await landingsOf(commits);
		const known = [...new Set(landings.flatMap((landing) => landing ?? []))];
		return {
			entries: await readStates(base.place, path, known),
			complete: !landings.includes(void 0)
		};
	};
	const known = /* @__PURE__ */ new Map();
	return (path, commits) => {
		const key = `${commits.length} ${path}`;
		const answer = known.get(key) ?? read(path, commits);
		known.set(key, answer);
		return answer;
	};
};
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
		const answer = await ask$1(place, statesQuery(path, commits));
		if (answer.kind === "answered") {
			const states = answer.data ?? {};
			return Promise.all(commits.map((_, at) => entryOf(states[`s${at}`]?.f0, path, (id) => loadBlob(place, id))));
		}
		if (answer.overloaded && commits.length > 1) return void 0;
		if (attempt === REVISION_ATTEMPTS) unavailable("earlier states of a manifest are read", answer.reason);
		await waitBeforeRetry(place.clock, attempt);
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
		pullRequests: pullRequestsOf(place, baseOf),
		past: (snapshot) => githubHistory(baseOf(snapshot))
	};
}
const pullRequestsOf = (place, baseOf) => {
	let opened;
	const open = () => {
		opened ??= import("./chunks/adapters/github/pulls/pull-requests.js").then((pulls) => pulls.githubPullRequests(place, baseOf));
		return opened;
	};
	return {
		write: async (...asked) => (await open()).write(...asked),
		announce: async (...asked) => (await open()).announce(...asked),
		decorate: async (...asked) => (await open()).decorate(...asked),
		land: async (...asked) => (await open()).land(...asked),
		disarm: async (...asked) => (await open()).disarm(...asked),
		close: async (...asked) => (await open()).close(...asked)
	};
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
	const mood = outcomeSign(report);
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
	savePage: async (...page) => {
		const { writePage } = await import("./chunks/adapters/page-file.js");
		return writePage(...page);
	},
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