import { i as statusWanted, n as listingsOf, r as status, t as findPairs } from "../status.js";

export { status };