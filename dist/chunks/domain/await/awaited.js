import { a as readAwaited, i as namesRepository, n as childrenOf, r as isOpenName, t as applicationsOf } from "../../awaited.js";

export { readAwaited };