import { a as startPromotion, i as promoteRequestOf, n as concludePromotion, r as promote, t as actorOf } from "../promotion.js";

export { startPromotion };