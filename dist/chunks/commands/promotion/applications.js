import { n as findSyncs, t as completeApplications } from "../../applications.js";

export { findSyncs };