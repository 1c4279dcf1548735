import { t as history } from "../history.js";

export { history };