import { Cn as unavailable, Nn as PromotionError, mt as resolveCommit, on as refuse } from "../../common.js";

// src/adapters/github/commits.ts
const relations = {
	identical: "same",
	ahead: "later",
	behind: "earlier",
	diverged: "unrelated"
};
function githubCommits(client, repository) {
	const [owner = "", repo = ""] = repository.split("/");
	return {
		compare: async (commit, revision) => {
			const answer = await client.rest({
				route: `GET /repos/{owner}/{repo}/compare/${commit}...${revision}`,
				parameters: {
					owner,
					repo
				},
				repeat: true
			});
			if (answer.kind === "lost") return {
				kind: "unknown",
				reason: answer.reason
			};
			const [problem] = answer.problems;
			if (problem?.status === 404) return {
				kind: "known",
				relation: "unrelated",
				messages: []
			};
			if (problem !== void 0) return refuse(problem, {
				repository,
				doing: "read",
				tokenKind: client.tokenKind
			});
			const { status = "", commits = [] } = answer.data ?? {};
			const relation = Object.hasOwn(relations, status) ? relations[status] : void 0;
			if (relation === void 0) return unavailable("two commits are compared", "its answer names no relation");
			return {
				kind: "known",
				relation,
				messages: commits.map(({ commit: { message } }) => message)
			};
		},
		date: async (commit) => {
			try {
				return new Date((await resolveCommit(client, repository, commit)).committedAt);
			} catch (error) {
				if (error instanceof PromotionError) return void 0;
				throw error;
			}
		}
	};
}

export { githubCommits };