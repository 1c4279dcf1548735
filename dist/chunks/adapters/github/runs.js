import { Gt as resolveCommit, Kt as runCreation, Wt as githubCommits } from "../../common.js";

export { githubCommits };