import { cn as githubCommits, ln as resolveCommit, un as runCreation } from "../../common.js";

export { githubCommits };