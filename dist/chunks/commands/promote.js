import { a as startPromotion, i as promotionRunOf, n as concludePromotion, r as promote, t as actorOf } from "../promotion.js";

export { startPromotion };