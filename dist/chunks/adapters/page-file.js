import { t as writePage } from "../common.js";

export { writePage };