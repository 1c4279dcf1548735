import { en as githubCommits, nn as runCreation, tn as resolveCommit } from "../../common.js";

export { githubCommits };