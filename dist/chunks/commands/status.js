import { a as readPast, i as readLeniently, n as listingsOf, o as status, r as readAhead, s as statusWanted, t as findPairs } from "../status.js";

export { status };