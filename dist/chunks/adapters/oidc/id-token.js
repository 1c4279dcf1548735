import { n as proofAudience, r as requestIdToken, t as getJson } from "../../id-token.js";

export { proofAudience, requestIdToken };