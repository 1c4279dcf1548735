import { Ht as githubCommits, Ut as resolveCommit, Wt as runCreation } from "../../common.js";

export { githubCommits };