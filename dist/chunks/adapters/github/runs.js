import { Dt as resolveCommit, Et as githubCommits, Ot as runCreation } from "../../common.js";

export { githubCommits };