import { Ft as runCreation, Nt as githubCommits, Pt as resolveCommit } from "../../common.js";

export { githubCommits };