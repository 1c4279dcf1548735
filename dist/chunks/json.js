import { a as fail } from "./errors.js";

// src/domain/request/json.ts
const LONGEST_TEXT = 1048576;
const DEEPEST = 16;
const MOST_VALUES = 1e5;
function parseJson(text, what) {
	if (text.length > LONGEST_TEXT) fail("payload-invalid", `${what} is longer than ${LONGEST_TEXT} characters.`, "Send fewer images in one request.");
	const value = decode(text, what);
	checkBounds(value);
	return value;
}
const decode = (text, what) => {
	try {
		return JSON.parse(text);
	} catch (error) {
		return fail("payload-invalid", `${what} is not JSON${placeOf(text, error)}.`, "Print it with a JSON tool, such as jq or toJSON(), instead of putting it together as text.");
	}
};
const placeOf = (text, error) => {
	const position = error instanceof Error ? / at position (\d+)/.exec(error.message)?.[1] : void 0;
	if (position === void 0) return "";
	const lines = text.slice(0, Number(position)).split("\n");
	return `: line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
};
function checkBounds(value) {
	let level = [value];
	let seen = 0;
	for (let depth = 0; level.length > 0; depth++) {
		seen += level.length;
		if (depth > DEEPEST) fail("payload-invalid", `The payload is nested deeper than ${DEEPEST} levels.`, tooMuch);
		if (seen > MOST_VALUES) fail("payload-invalid", `The payload has more than ${MOST_VALUES} values.`, tooMuch);
		level = level.flatMap((entry) => typeof entry === "object" && entry !== null ? Object.values(entry) : []);
	}
}
const tooMuch = "Send the keys that the documentation of the payload lists, and nothing else.";
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function own(object, key) {
	const value = Object.hasOwn(object, key) ? object[key] : void 0;
	return value === null || value === "" ? void 0 : value;
}
function dig(value, ...keys) {
	return keys.reduce((found, key) => isObject(found) ? own(found, key) : void 0, value);
}
function kindOf(value) {
	if (Array.isArray(value)) return "a list";
	if (value === null) return "null";
	if (value === void 0) return "missing";
	if (value === void 0) return "empty";
	if (typeof value === "object") return "an object";
	return typeof value === "string" ? "a text" : `a ${typeof value}`;
}

export { own as a, kindOf as i, dig as n, parseJson as o, isObject as r, checkBounds as t };