import { A as resolveCommit, j as runCreation, k as githubCommits } from "../../action.js";

export { githubCommits };