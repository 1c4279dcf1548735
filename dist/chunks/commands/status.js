import { a as readLeniently, c as status, i as readAhead, l as statusAsked, n as findPairs, o as readPast, r as listingsOf, s as startStatus, t as concludeStatus, u as statusWanted } from "../status.js";

export { startStatus };