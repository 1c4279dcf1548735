import { t as writePage } from "../page-file.js";

export { writePage };