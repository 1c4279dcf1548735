import { n as promote, t as askedBy } from "../promotion.js";

export { promote };