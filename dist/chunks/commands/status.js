import { a as readBranchHistories, c as status, i as prefetchHistories, l as statusAsked, n as findPairs, o as readLeniently, r as listingsOf, s as startStatus, t as concludeStatus, u as statusWanted } from "../status.js";

export { startStatus };