import { Cn as PromotionError, at as TEMPORARY_BRANCHES, bn as quote, ct as isLeftOver, ft as temporaryBranch, vn as listed, xn as quoteWords } from "../../../common.js";
import { B as findLanded, Dt as unavailable, Et as lostAnswer, H as makeCommit, I as readState, L as commitFiles, M as UNREAD, N as pullRequestOf, Ot as unseen, P as readBranch, R as commitIn, Tt as limitedIn, V as fitsMutation, ct as reactionTo, ft as ANNOUNCED, lt as readingOf, mt as listOf, pt as PULL_REQUEST, st as explainRefusal, ut as refuse, yt as waitBeforeRetry, z as commitInput } from "../../../action.js";

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
		const outcome = await ask(merging, ENQUEUE, input);
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
		const outcome = await ask(merging, ARM, input);
		if (outcome.kind !== "problem") return outcome;
		const { problem } = outcome;
		const passage = reactionTo(problem, "arm");
		if (passage === "merge-now") return mergePullRequest({
			...merging,
			attempted: {
				...merging.attempted,
				doing: "merge"
			}
		});
		if (passage !== "ask-again") return settle(merging, problem);
		if (attempt === ARM_ATTEMPTS) return { kind: "branch-moved" };
		await waitBeforeRetry(merging.base.place.clock, attempt);
	}
};
const ask = async (merging, document, input) => {
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
		await waitBeforeRetry(merging.base.place.clock, attempt);
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
		const loss = answer.kind === "lost" ? answer : lostAnswer("the answer names no commit", { overloaded: false });
		return landedIn(state, landing) ?? losses("a pull request is merged", loss);
	}
	const problem = answer.problems[0] ?? { message: "an empty answer" };
	return await judge$1(problem, merging) ?? {
		kind: "refused",
		violation: explainRefusal(problem, attempted)
	};
};
const judge$1 = async (problem, { base, pullRequest, landing, losses }) => {
	const passage = reactionTo(problem, "merge");
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
	}, draft.commit).catch(async (error) => {
		await discard(base, draft.branch, base.commit);
		return goneIsMoved(error);
	});
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
	const workbench = temporaryBranch(draft.commit.id);
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
			prefix: nameOf(TEMPORARY_BRANCHES),
			input
		},
		ages: true
	});
	if (answer.kind === "lost") return losses("a commit is made", answer);
	if (!answer.data?.createRef) return limitedIn(answer.problems) ?? beginAgain(writing, workbench, answer.problems[0]);
	const leftOver = leftOverAmong(listOf(answer.data.createRef.ref?.repository.refs), writing, workbench);
	const made = commitIn(answer.data.createCommitOnBranch, answer.problems);
	if (made.kind === "answered") return {
		kind: "begun",
		made: made.data && {
			kind: "committed",
			...made.data
		},
		leftOver
	};
	const fate = await findLanded({
		...base,
		branch: workbench
	}, draft.commit.id);
	return fate.kind === "committed" ? {
		kind: "begun",
		made: fate,
		leftOver
	} : losses("a commit is made", made);
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
const discard = async (base, branch, at) => {
	await updateRefs(base, [{
		name: nameOf(branch),
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
	return await readBranch(base.place, draft.branch) === draft.standing?.head.id && reactionTo(problem, "branch") !== "start-over" ? refuse(problem, attempted) : { kind: "branch-moved" };
};
const nameOf = (branch) => `refs/heads/${branch}`;
const nothing = ({ commit }) => "0".repeat(commit.length);
const MOST = 4;
function countLostAnswers() {
	let count = 0;
	return (doing, { reason }) => {
		count += 1;
		return count > MOST ? unavailable(doing, reason) : {
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
	return standing === void 0 ? open({
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
const open = async (announcing) => {
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
	if (pullRequest === null) return losses("a pull request is opened", unseen(answer.problems));
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
		const opened = await open({
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
	return reactionTo(problem, "open") === "start-over" ? { kind: "branch-moved" } : refuse(problem, attempted);
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
	if (pullRequest === null) return losses("a pull request is updated", unseen(answer.problems));
	if (!pullRequest) return limitedIn(answer.problems) ?? refuse(answer.problems[0] ?? { message: "an empty answer" }, attempted);
	const at = pullRequest.headRef?.target?.oid;
	if (pullRequest.state === "OPEN" && (at === void 0 || at === commit || at === head)) {
		const notices = answer.problems.filter(({ path }) => path?.[0] === "addComment").map((one) => unsaid(former, one));
		return {
			kind: "announced",
			pullRequest: pullRequestOf(pullRequest),
			notices
		};
	}
	if (pullRequest.state !== "OPEN" && pullRequest.headRefOid !== commit) await restore(base, former);
	return { kind: "branch-moved" };
};
const unsaid = ({ number }, { message }) => ({ message: `Pull request ${number} has changed, and the comment that says so could not be added: ${quoteWords(message)}.` });
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

// src/adapters/github/pulls/pull-requests.ts
function githubPullRequests(place, baseOf) {
	const losses = countLostAnswers();
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
	if (reactionTo(problem, "disarm") === "start-over") return { kind: "branch-moved" };
	return refuse(problem, {
		...readingOf(place),
		doing: "update",
		branch: `#${number}`,
		base,
		number
	});
};
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
		return unfinished(proposal, problemsOf(answer));
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
	const problems = problemsOf(answer);
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
	return unfinished(proposal, [...problems, ...problemsOf(shut)]);
};
const problemsOf = (answer) => {
	return (answer.kind === "lost" ? [{ message: answer.reason }] : answer.problems).filter((problem) => reactionTo(problem, "close") !== "done").map(({ message }) => message);
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

export { githubPullRequests };