import { t as proofAudience } from "../../audience.js";

export { proofAudience };