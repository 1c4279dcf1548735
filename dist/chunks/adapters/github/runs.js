import { Bt as githubCommits, Ht as runCreation, Vt as resolveCommit } from "../../common.js";

export { githubCommits };