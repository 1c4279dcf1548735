import { n as readAwaited, t as applicationsOf } from "../../targets.js";

export { readAwaited };