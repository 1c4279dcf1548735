import { gt as unifiedDiff, ht as shownDiff, mt as diffLines } from "../../common.js";

export { unifiedDiff };