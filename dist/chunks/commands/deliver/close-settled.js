import { n as closeSettled, t as closeOwn } from "../../close-settled.js";

export { closeSettled };