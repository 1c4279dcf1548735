import { W as proofAudience } from "../../promotion.js";

export { proofAudience };