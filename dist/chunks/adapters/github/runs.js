import { _n as githubCommits, vn as resolveCommit, yn as runCreation } from "../../common.js";

export { githubCommits };