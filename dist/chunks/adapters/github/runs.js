import { cn as resolveCommit, ln as runCreation, sn as githubCommits } from "../../common.js";

export { githubCommits };