import { Ht as resolveCommit, Ut as runCreation, Vt as githubCommits } from "../../common.js";

export { githubCommits };