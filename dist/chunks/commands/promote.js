import { a as startPromotion, i as promote, n as askedOf, r as concludePromotion, t as askedBy } from "../promotion.js";

export { startPromotion };