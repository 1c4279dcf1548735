import { Mt as resolveCommit, Nt as runCreation, jt as githubCommits } from "../../common.js";

export { githubCommits };