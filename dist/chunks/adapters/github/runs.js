import { At as resolveCommit, jt as runCreation, kt as githubCommits } from "../../common.js";

export { githubCommits };