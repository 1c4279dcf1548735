import { $ as printResultLine, A as concludeFailure, An as quote, B as reasonFor, Bn as end, Cn as unavailable, En as isLoopback, F as headlineOf, G as table, H as clip, J as fence, L as shownDiff, Ln as fail, M as renderText, N as linksOf, Nn as PromotionError, Nt as isOneOf, O as issuerOf, On as listed, R as otherNotices, Rt as parseTrailers, Sn as lost, St as isLeftOver, Tn as send, U as placeCell, V as verdictWord, Vn as systemClock, W as shortPlaceCell, X as prose, Y as link, _ as payloadOf, _n as REDIRECTED, _t as stateTrailers, an as readingOf, b as strayRef, bn as graphqlAnswer, cn as saysMoved, ct as bytesOf, dn as pause, dt as shortReference, fn as placeOf, ft as inertLines, gn as tokenKind, hn as troubleOf, in as isFinal, it as actionExitCode, jn as quoteWords, k as startCommand, l as commandOf, ln as fullName, lt as outputsOf, mn as isUnsent, mt as resolveCommit, n as withCommit, nt as buildReport, on as refuse, pt as newId, q as code, rn as explainRefusal, rt as violationsOf, st as moodOf, t as readRequest, u as readInputs, un as isAbout, ut as printPlace, v as proposedCommit, vn as follow, vt as BRANCHES, wn as TOO_LARGE, wt as workbenchOf, xn as limitedIn, xt as branchesOf, y as readRun, yn as answered, yt as WORKBENCHES, z as outcomeWord } from "./chunks/common.js";
import { createHash } from "node:crypto";
import * as os from "os";
import * as crypto from "crypto";
import * as fs from "fs";
import { readFile } from "node:fs/promises";
import { appendFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// node_modules/universal-user-agent/index.js
function getUserAgent() {
	if (typeof navigator === "object" && "userAgent" in navigator) return navigator.userAgent;
	if (typeof process === "object" && process.version !== void 0) return `Node.js/${process.version.substr(1)} (${process.platform}; ${process.arch})`;
	return "<environment undetectable>";
}

// node_modules/before-after-hook/lib/register.js
function register(state, name, method, options) {
	if (typeof method !== "function") throw new Error("method for before hook must be a function");
	if (!options) options = {};
	if (Array.isArray(name)) return name.reverse().reduce((callback, name) => {
		return register.bind(null, state, name, callback, options);
	}, method)();
	return Promise.resolve().then(() => {
		if (!state.registry[name]) return method(options);
		return state.registry[name].reduce((method, registered) => {
			return registered.hook.bind(null, method, options);
		}, method)();
	});
}

// node_modules/before-after-hook/lib/add.js
function addHook(state, kind, name, hook) {
	const orig = hook;
	if (!state.registry[name]) state.registry[name] = [];
	if (kind === "before") hook = (method, options) => {
		return Promise.resolve().then(orig.bind(null, options)).then(method.bind(null, options));
	};
	if (kind === "after") hook = (method, options) => {
		let result;
		return Promise.resolve().then(method.bind(null, options)).then((result_) => {
			result = result_;
			return orig(result, options);
		}).then(() => {
			return result;
		});
	};
	if (kind === "error") hook = (method, options) => {
		return Promise.resolve().then(method.bind(null, options)).catch((error) => {
			return orig(error, options);
		});
	};
	state.registry[name].push({
		hook,
		orig
	});
}

// node_modules/before-after-hook/lib/remove.js
function removeHook(state, name, method) {
	if (!state.registry[name]) return;
	const index = state.registry[name].map((registered) => {
		return registered.orig;
	}).indexOf(method);
	if (index === -1) return;
	state.registry[name].splice(index, 1);
}

// node_modules/before-after-hook/index.js
const bind = Function.bind;
const bindable = bind.bind(bind);
function bindApi(hook, state, name) {
	const removeHookRef = bindable(removeHook, null).apply(null, name ? [state, name] : [state]);
	hook.api = { remove: removeHookRef };
	hook.remove = removeHookRef;
	[
		"before",
		"error",
		"after",
		"wrap"
	].forEach((kind) => {
		const args = name ? [
			state,
			kind,
			name
		] : [state, kind];
		hook[kind] = hook.api[kind] = bindable(addHook, null).apply(null, args);
	});
}
function Singular() {
	const singularHookName = Symbol("Singular");
	const singularHookState = { registry: {} };
	const singularHook = register.bind(null, singularHookState, singularHookName);
	bindApi(singularHook, singularHookState, singularHookName);
	return singularHook;
}
function Collection() {
	const state = { registry: {} };
	const hook = register.bind(null, state);
	bindApi(hook, state);
	return hook;
}
var before_after_hook_default = {
	Singular,
	Collection
};

// node_modules/@octokit/endpoint/dist-bundle/index.js
var DEFAULTS = {
	method: "GET",
	baseUrl: "https://api.github.com",
	headers: {
		accept: "application/vnd.github.v3+json",
		"user-agent": `octokit-endpoint.js/0.0.0-development ${getUserAgent()}`
	},
	mediaType: { format: "" }
};
function lowercaseKeys(object) {
	if (!object) return {};
	return Object.keys(object).reduce((newObj, key) => {
		newObj[key.toLowerCase()] = object[key];
		return newObj;
	}, {});
}
function isPlainObject$1(value) {
	if (typeof value !== "object" || value === null) return false;
	if (Object.prototype.toString.call(value) !== "[object Object]") return false;
	const proto = Object.getPrototypeOf(value);
	if (proto === null) return true;
	const Ctor = Object.prototype.hasOwnProperty.call(proto, "constructor") && proto.constructor;
	return typeof Ctor === "function" && Ctor instanceof Ctor && Function.prototype.call(Ctor) === Function.prototype.call(value);
}
function mergeDeep(defaults, options) {
	const result = Object.assign({}, defaults);
	Object.keys(options).forEach((key) => {
		if (isPlainObject$1(options[key])) {
			if (!(key in defaults)) Object.assign(result, { [key]: options[key] });
			else result[key] = mergeDeep(defaults[key], options[key]);
		} else Object.assign(result, { [key]: options[key] });
	});
	return result;
}
function removeUndefinedProperties(obj) {
	for (const key in obj) if (obj[key] === void 0) delete obj[key];
	return obj;
}
function merge(defaults, route, options) {
	if (typeof route === "string") {
		let [method, url] = route.split(" ");
		options = Object.assign(url ? {
			method,
			url
		} : { url: method }, options);
	} else options = Object.assign({}, route);
	options.headers = lowercaseKeys(options.headers);
	removeUndefinedProperties(options);
	removeUndefinedProperties(options.headers);
	const mergedOptions = mergeDeep(defaults || {}, options);
	if (options.url === "/graphql") {
		if (defaults && defaults.mediaType.previews?.length) mergedOptions.mediaType.previews = defaults.mediaType.previews.filter((preview) => !mergedOptions.mediaType.previews.includes(preview)).concat(mergedOptions.mediaType.previews);
		mergedOptions.mediaType.previews = (mergedOptions.mediaType.previews || []).map((preview) => preview.replace(/-preview/, ""));
	}
	return mergedOptions;
}
function addQueryParameters(url, parameters) {
	const separator = /\?/.test(url) ? "&" : "?";
	const names = Object.keys(parameters);
	if (names.length === 0) return url;
	return url + separator + names.map((name) => {
		if (name === "q") return "q=" + parameters.q.split("+").map(encodeURIComponent).join("+");
		return `${name}=${encodeURIComponent(parameters[name])}`;
	}).join("&");
}
var urlVariableRegex = /\{[^{}}]+\}/g;
function removeNonChars(variableName) {
	return variableName.replace(/(?:^\W+)|(?:(?<!\W)\W+$)/g, "").split(/,/);
}
function extractUrlVariableNames(url) {
	const matches = url.match(urlVariableRegex);
	if (!matches) return [];
	return matches.map(removeNonChars).reduce((a, b) => a.concat(b), []);
}
function omit(object, keysToOmit) {
	const result = { __proto__: null };
	for (const key of Object.keys(object)) if (keysToOmit.indexOf(key) === -1) result[key] = object[key];
	return result;
}
function encodeReserved(str) {
	return str.split(/(%[0-9A-Fa-f]{2})/g).map(function(part) {
		if (!/%[0-9A-Fa-f]/.test(part)) part = encodeURI(part).replace(/%5B/g, "[").replace(/%5D/g, "]");
		return part;
	}).join("");
}
function encodeUnreserved(str) {
	return encodeURIComponent(str).replace(/[!'()*]/g, function(c) {
		return "%" + c.charCodeAt(0).toString(16).toUpperCase();
	});
}
function encodeValue(operator, value, key) {
	value = operator === "+" || operator === "#" ? encodeReserved(value) : encodeUnreserved(value);
	if (key) return encodeUnreserved(key) + "=" + value;
	else return value;
}
function isDefined(value) {
	return value !== void 0 && value !== null;
}
function isKeyOperator(operator) {
	return operator === ";" || operator === "&" || operator === "?";
}
function getValues(context, operator, key, modifier) {
	var value = context[key], result = [];
	if (isDefined(value) && value !== "") {
		if (typeof value === "string" || typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
			value = value.toString();
			if (modifier && modifier !== "*") value = value.substring(0, parseInt(modifier, 10));
			result.push(encodeValue(operator, value, isKeyOperator(operator) ? key : ""));
		} else if (modifier === "*") {
			if (Array.isArray(value)) value.filter(isDefined).forEach(function(value2) {
				result.push(encodeValue(operator, value2, isKeyOperator(operator) ? key : ""));
			});
			else Object.keys(value).forEach(function(k) {
				if (isDefined(value[k])) result.push(encodeValue(operator, value[k], k));
			});
		} else {
			const tmp = [];
			if (Array.isArray(value)) value.filter(isDefined).forEach(function(value2) {
				tmp.push(encodeValue(operator, value2));
			});
			else Object.keys(value).forEach(function(k) {
				if (isDefined(value[k])) {
					tmp.push(encodeUnreserved(k));
					tmp.push(encodeValue(operator, value[k].toString()));
				}
			});
			if (isKeyOperator(operator)) result.push(encodeUnreserved(key) + "=" + tmp.join(","));
			else if (tmp.length !== 0) result.push(tmp.join(","));
		}
	} else if (operator === ";") {
		if (isDefined(value)) result.push(encodeUnreserved(key));
	} else if (value === "" && (operator === "&" || operator === "?")) result.push(encodeUnreserved(key) + "=");
	else if (value === "") result.push("");
	return result;
}
function parseUrl(template) {
	return { expand: expand.bind(null, template) };
}
function expand(template, context) {
	var operators = [
		"+",
		"#",
		".",
		"/",
		";",
		"?",
		"&"
	];
	template = template.replace(/\{([^\{\}]+)\}|([^\{\}]+)/g, function(_, expression, literal) {
		if (expression) {
			let operator = "";
			const values = [];
			if (operators.indexOf(expression.charAt(0)) !== -1) {
				operator = expression.charAt(0);
				expression = expression.substr(1);
			}
			expression.split(/,/g).forEach(function(variable) {
				var tmp = /([^:\*]*)(?::(\d+)|(\*))?/.exec(variable);
				values.push(getValues(context, operator, tmp[1], tmp[2] || tmp[3]));
			});
			if (operator && operator !== "+") {
				var separator = ",";
				if (operator === "?") separator = "&";
				else if (operator !== "#") separator = operator;
				return (values.length !== 0 ? operator : "") + values.join(separator);
			} else return values.join(",");
		} else return encodeReserved(literal);
	});
	if (template === "/") return template;
	else return template.replace(/\/$/, "");
}
function parse$1(options) {
	let method = options.method.toUpperCase();
	let url = (options.url || "/").replace(/:([a-z]\w+)/g, "{$1}");
	let headers = Object.assign({}, options.headers);
	let body;
	let parameters = omit(options, [
		"method",
		"baseUrl",
		"url",
		"headers",
		"request",
		"mediaType"
	]);
	const urlVariableNames = extractUrlVariableNames(url);
	url = parseUrl(url).expand(parameters);
	if (!/^http/.test(url)) url = options.baseUrl + url;
	const remainingParameters = omit(parameters, Object.keys(options).filter((option) => urlVariableNames.includes(option)).concat("baseUrl"));
	if (!/application\/octet-stream/i.test(headers.accept)) {
		if (options.mediaType.format) headers.accept = headers.accept.split(/,/).map((format) => format.replace(/application\/vnd(\.\w+)(\.v3)?(\.\w+)?(\+json)?$/, `application/vnd$1$2.${options.mediaType.format}`)).join(",");
		if (url.endsWith("/graphql")) {
			if (options.mediaType.previews?.length) headers.accept = (headers.accept.match(/(?<![\w-])[\w-]+(?=-preview)/g) || []).concat(options.mediaType.previews).map((preview) => {
				return `application/vnd.github.${preview}-preview${options.mediaType.format ? `.${options.mediaType.format}` : "+json"}`;
			}).join(",");
		}
	}
	if (["GET", "HEAD"].includes(method)) url = addQueryParameters(url, remainingParameters);
	else if ("data" in remainingParameters) body = remainingParameters.data;
	else if (Object.keys(remainingParameters).length) body = remainingParameters;
	if (!headers["content-type"] && typeof body !== "undefined") headers["content-type"] = "application/json; charset=utf-8";
	if (["PATCH", "PUT"].includes(method) && typeof body === "undefined") body = "";
	return Object.assign({
		method,
		url,
		headers
	}, typeof body !== "undefined" ? { body } : null, options.request ? { request: options.request } : null);
}
function endpointWithDefaults(defaults, route, options) {
	return parse$1(merge(defaults, route, options));
}
function withDefaults$2(oldDefaults, newDefaults) {
	const DEFAULTS2 = merge(oldDefaults, newDefaults);
	const endpoint2 = endpointWithDefaults.bind(null, DEFAULTS2);
	return Object.assign(endpoint2, {
		DEFAULTS: DEFAULTS2,
		defaults: withDefaults$2.bind(null, DEFAULTS2),
		merge: merge.bind(null, DEFAULTS2),
		parse: parse$1
	});
}
var endpoint = withDefaults$2(null, DEFAULTS);

// node_modules/content-type/dist/index.js
/*!
* content-type
* Copyright(c) 2015 Douglas Christopher Wilson
* MIT Licensed
*/
const SP = 32;
const HTAB = 9;
const SEMI = 59;
const EQ = 61;
const DQUOTE = 34;
const BSLASH = 92;
const COMMA = 44;
const LOWER_CASE = 1;
const OWS = 2;
const SEMI_FLAG = 4;
const COMMA_FLAG = 8;
const TOKEN_FLAG = 16;
const NON_ASCII = 65280;
const CASE_FLAGS = 65281;
const CHAR_MAP = /* @__PURE__ */ new Uint8Array(256);
CHAR_MAP[HTAB] |= OWS;
CHAR_MAP[SP] |= OWS;
CHAR_MAP[SEMI] |= SEMI_FLAG;
CHAR_MAP[COMMA] |= COMMA_FLAG;
for (let code = 128; code <= 255; code++) CHAR_MAP[code] |= LOWER_CASE;
for (const char of "!#$%&'*+-.^_`|~") CHAR_MAP[char.charCodeAt(0)] |= TOKEN_FLAG;
for (let code = 48; code <= 57; code++) CHAR_MAP[code] |= TOKEN_FLAG;
for (let code = 65; code <= 90; code++) CHAR_MAP[code] |= 17;
for (let code = 97; code <= 122; code++) CHAR_MAP[code] |= TOKEN_FLAG;
const NullObject = /* @__PURE__ */ (() => {
	const C = function() {};
	C.prototype = Object.create(null);
	return C;
})();
function parse(header, options) {
	const stopFlags = SEMI_FLAG | (options?.comma === true ? COMMA_FLAG : 0);
	const len = header.length;
	let valueStart = options?.start ?? 0;
	while ((CHAR_MAP[header.charCodeAt(valueStart)] & OWS) !== 0) valueStart++;
	let index = valueStart;
	let typeFlags = 0;
	let whitespace = -1;
	let stop = options?.parameters === false ? COMMA_FLAG : 0;
	while (index < len) {
		const code = header.charCodeAt(index);
		const flags = CHAR_MAP[code];
		if ((flags & stopFlags) !== 0) {
			stop |= flags & COMMA_FLAG;
			break;
		}
		if ((flags & OWS) !== 0) {
			if (whitespace === -1) whitespace = index;
		} else whitespace = -1;
		typeFlags |= code & NON_ASCII | flags;
		index++;
	}
	const valueEnd = whitespace === -1 ? index : whitespace;
	const value = header.slice(valueStart, valueEnd);
	const type = (typeFlags & CASE_FLAGS) === 0 ? value : value.toLowerCase();
	if (index === len || stop !== 0) return {
		type,
		index,
		parameters: new NullObject()
	};
	return parseParameters(header, type, index, len, stopFlags);
}
function parseParameters(header, type, index, len, stopFlags) {
	const parameters = new NullObject();
	parameter: while (index < len) {
		index++;
		while ((CHAR_MAP[header.charCodeAt(index)] & OWS) !== 0) index++;
		const keyStart = index;
		let keyFlags = 0;
		let keyWhitespace = -1;
		while (index < len) {
			const code = header.charCodeAt(index);
			const flags = CHAR_MAP[code];
			if ((flags & stopFlags) !== 0) {
				if ((flags & COMMA_FLAG) !== 0) break parameter;
				continue parameter;
			}
			if (code === EQ) {
				const keyEnd = keyWhitespace === -1 ? index : keyWhitespace;
				const value = header.slice(keyStart, keyEnd);
				const key = (keyFlags & CASE_FLAGS) === 0 ? value : value.toLowerCase();
				index++;
				while ((CHAR_MAP[header.charCodeAt(index)] & OWS) !== 0) index++;
				if (index < len && header.charCodeAt(index) === DQUOTE) {
					const quotedStart = ++index;
					let escaped = false;
					while (index < len) {
						const code = header.charCodeAt(index);
						if (code === DQUOTE) {
							if (parameters[key] === void 0) parameters[key] = escaped ? unescapeQuotedPairs(header, quotedStart, index) : header.slice(quotedStart, index);
							index++;
							let stop = 0;
							while (index < len) {
								const code = header.charCodeAt(index);
								const flags = CHAR_MAP[code];
								if ((flags & stopFlags) !== 0) {
									stop = flags & COMMA_FLAG;
									break;
								}
								index++;
							}
							if (stop !== 0) break parameter;
							continue parameter;
						}
						if (code === BSLASH && index + 1 < len) {
							escaped = true;
							index += 2;
							continue;
						}
						index++;
					}
					continue parameter;
				}
				const valueStart = index;
				let stop = 0;
				let valueWhitespace = -1;
				while (index < len) {
					const code = header.charCodeAt(index);
					const flags = CHAR_MAP[code];
					if ((flags & stopFlags) !== 0) {
						stop = flags & COMMA_FLAG;
						break;
					}
					if ((flags & OWS) !== 0) {
						if (valueWhitespace === -1) valueWhitespace = index;
					} else valueWhitespace = -1;
					index++;
				}
				if (parameters[key] === void 0) {
					const valueEnd = valueWhitespace === -1 ? index : valueWhitespace;
					parameters[key] = header.slice(valueStart, valueEnd);
				}
				if (stop !== 0) break parameter;
				continue parameter;
			}
			if ((flags & OWS) !== 0) {
				if (keyWhitespace === -1) keyWhitespace = index;
			} else keyWhitespace = -1;
			keyFlags |= code & NON_ASCII | flags;
			index++;
		}
	}
	return {
		type,
		index,
		parameters
	};
}
function unescapeQuotedPairs(str, start, end) {
	let result = "";
	for (let index = start; index < end; index++) if (str.charCodeAt(index) === BSLASH) {
		result += str.slice(start, index);
		start = ++index;
	}
	return result + str.slice(start, end);
}

// node_modules/json-with-bigint/json-with-bigint.js
const intRegex = /^-?\d+$/;
const noiseValue = /^-?\d+n+$/;
const originalStringify = JSON.stringify;
const originalParse = JSON.parse;
const customFormat = /^-?\d+n$/;
const bigIntsStringify = /([\[:])?"(-?\d+)n"($|\s*[,\}\]])/g;
const noiseStringify = /([\[:])?("-?\d+n+)n("$|"\s*[,\}\]])/g;
const isUnstringifiable = (val) => val === void 0 || typeof val === "function" || typeof val === "symbol";
const isRawJSON = (val) => val !== null && typeof val === "object" && val.constructor && val.constructor.name === "RawJSON";
const stringifyIteratively = (rootValue, replacer, spaceParam) => {
	let space = "";
	if (typeof spaceParam === "number") space = " ".repeat(Math.min(10, Math.max(0, Math.floor(spaceParam))));
	else if (typeof spaceParam === "string") space = spaceParam.slice(0, 10);
	const isFunctionReplacer = typeof replacer === "function";
	const propertyList = Array.isArray(replacer) ? new Set(replacer.map(String)) : null;
	const prepareVal = (parent, key, val) => {
		if (val !== null && typeof val === "object" && typeof val.toJSON === "function") val = val.toJSON(key);
		if (typeof val === "string" && noiseValue.test(val)) return val + "n";
		if (typeof val === "bigint") {
			if ("rawJSON" in JSON) return JSON.rawJSON(val.toString());
			return val.toString() + "n";
		}
		if (isFunctionReplacer) val = replacer.call(parent, key, val);
		if (val !== null && typeof val === "object") {
			if (val instanceof Number || val instanceof String || val instanceof Boolean) val = val.valueOf();
		}
		return val;
	};
	const rootProcessed = prepareVal({ "": rootValue }, "", rootValue);
	if (isUnstringifiable(rootProcessed)) return;
	const isRootPrimitive = rootProcessed === null || typeof rootProcessed !== "object";
	const isRootNativeRawJSON = isRawJSON(rootProcessed);
	if (isRootPrimitive || isRootNativeRawJSON) return originalStringify(rootProcessed);
	const chunks = [];
	let level = 0;
	const stack = [{
		parent: { "": rootProcessed },
		key: "",
		val: rootProcessed,
		isArray: Array.isArray(rootProcessed),
		keys: Array.isArray(rootProcessed) ? null : Object.keys(rootProcessed),
		index: 0,
		first: true
	}];
	const visited = new WeakSet([rootProcessed]);
	while (stack.length > 0) {
		const node = stack[stack.length - 1];
		if (node.index === 0) {
			chunks.push(node.isArray ? "[" : "{");
			level++;
		}
		let isDone = false;
		if (node.isArray) {
			if (node.index < node.val.length) {
				if (!node.first) chunks.push(",");
				if (space) chunks.push("\n" + space.repeat(level));
				const childRaw = node.val[node.index];
				const childVal = prepareVal(node.val, String(node.index), childRaw);
				if (isUnstringifiable(childVal)) {
					chunks.push("null");
					node.first = false;
					node.index++;
				} else {
					const isComplexObject = childVal !== null && typeof childVal === "object";
					const isNativeRaw = isRawJSON(childVal);
					if (isComplexObject && !isNativeRaw) {
						if (visited.has(childVal)) throw new TypeError("Converting circular structure to JSON");
						visited.add(childVal);
						stack.push({
							parent: node.val,
							key: String(node.index),
							val: childVal,
							isArray: Array.isArray(childVal),
							keys: Array.isArray(childVal) ? null : Object.keys(childVal),
							index: 0,
							first: true
						});
						node.first = false;
						node.index++;
					} else {
						chunks.push(originalStringify(childVal));
						node.first = false;
						node.index++;
					}
				}
			} else isDone = true;
		} else {
			while (node.index < node.keys.length) {
				const k = node.keys[node.index++];
				if (propertyList && !propertyList.has(k)) continue;
				const childRaw = node.val[k];
				const childVal = prepareVal(node.val, k, childRaw);
				if (isUnstringifiable(childVal)) continue;
				if (!node.first) chunks.push(",");
				if (space) chunks.push("\n" + space.repeat(level) + originalStringify(k) + ": ");
				else chunks.push(originalStringify(k) + ":");
				const isComplexObject = childVal !== null && typeof childVal === "object";
				const isNativeRaw = isRawJSON(childVal);
				if (isComplexObject && !isNativeRaw) {
					if (visited.has(childVal)) throw new TypeError("Converting circular structure to JSON");
					visited.add(childVal);
					stack.push({
						parent: node.val,
						key: k,
						val: childVal,
						isArray: Array.isArray(childVal),
						keys: Array.isArray(childVal) ? null : Object.keys(childVal),
						index: 0,
						first: true
					});
					node.first = false;
					break;
				} else {
					chunks.push(originalStringify(childVal));
					node.first = false;
				}
			}
			if (node.index >= node.keys.length && stack[stack.length - 1] === node) isDone = true;
		}
		if (isDone) {
			level--;
			if (!node.first && space) chunks.push("\n" + space.repeat(level));
			chunks.push(node.isArray ? "]" : "}");
			visited.delete(node.val);
			stack.pop();
		}
	}
	return chunks.join("");
};
const JSONStringify = (value, replacer, space) => {
	try {
		if ("rawJSON" in JSON) return originalStringify(value, (key, val) => {
			if (typeof val === "bigint") return JSON.rawJSON(val.toString());
			if (typeof replacer === "function") return replacer(key, val);
			if (Array.isArray(replacer) && replacer.includes(key)) return val;
			return val;
		}, space);
		if (!value) return originalStringify(value, replacer, space);
		return originalStringify(value, (key, val) => {
			if (typeof val === "string" && noiseValue.test(val)) return val.toString() + "n";
			if (typeof val === "bigint") return val.toString() + "n";
			if (typeof replacer === "function") return replacer(key, val);
			if (Array.isArray(replacer) && replacer.includes(key)) return val;
			return val;
		}, space).replace(bigIntsStringify, "$1$2$3").replace(noiseStringify, "$1$2$3");
	} catch (error) {
		if (error instanceof RangeError) {
			const convertedJSON = stringifyIteratively(value, replacer, space);
			if (convertedJSON === void 0) return void 0;
			if ("rawJSON" in JSON) return convertedJSON;
			return convertedJSON.replace(bigIntsStringify, "$1$2$3").replace(noiseStringify, "$1$2$3");
		}
		throw error;
	}
};
const featureCache = /* @__PURE__ */ new Map();
const isContextSourceSupported = () => {
	const parseFingerprint = JSON.parse.toString();
	if (featureCache.has(parseFingerprint)) return featureCache.get(parseFingerprint);
	try {
		const result = JSON.parse("1", (_, __, context) => !!context?.source && context.source === "1");
		featureCache.set(parseFingerprint, result);
		return result;
	} catch {
		featureCache.set(parseFingerprint, false);
		return false;
	}
};
const convertMarkedBigIntsReviver = (key, value, context, userReviver) => {
	if (typeof value === "string" && customFormat.test(value)) return BigInt(value.slice(0, -1));
	if (typeof value === "string" && noiseValue.test(value)) return value.slice(0, -1);
	if (!(typeof userReviver === "function")) return value;
	return userReviver(key, value, context);
};
const JSONParseV2 = (text, reviver) => {
	return JSON.parse(text, (key, value, context) => {
		const isBigNumber = typeof value === "number" && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER);
		const isInt = context && intRegex.test(context.source);
		if (isBigNumber && isInt) return BigInt(context.source);
		if (!(typeof reviver === "function")) return value;
		return reviver(key, value, context);
	});
};
const MAX_INT = Number.MAX_SAFE_INTEGER.toString();
const MAX_DIGITS = MAX_INT.length;
const stringsOrLargeNumbers = /"(?:[^"\\]|\\.)*"|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/g;
const noiseValueWithQuotes = /^"-?\d+n+"$/;
const applyReviverIteratively = (parsed, userReviver) => {
	const rootHolder = { "": parsed };
	const stack = [{
		parent: rootHolder,
		key: "",
		visited: false
	}];
	while (stack.length > 0) {
		const node = stack[stack.length - 1];
		if (!node.visited) {
			node.visited = true;
			const value = node.parent[node.key];
			if (value !== null && typeof value === "object") {
				const keys = Object.keys(value);
				for (let i = keys.length - 1; i >= 0; i--) stack.push({
					parent: value,
					key: keys[i],
					visited: false
				});
			}
		} else {
			const { parent, key } = node;
			let value = parent[key];
			if (typeof value === "string") {
				if (customFormat.test(value)) value = BigInt(value.slice(0, -1));
				else if (noiseValue.test(value)) value = value.slice(0, -1);
			}
			if (typeof userReviver === "function") value = userReviver.call(parent, key, value);
			if (value === void 0) delete parent[key];
			else parent[key] = value;
			stack.pop();
		}
	}
	return rootHolder[""];
};
const serializeBigInts = (text) => {
	return text.replace(stringsOrLargeNumbers, (match, digits, fractional, exponential) => {
		const isString = match[0] === "\"";
		if (isString && noiseValueWithQuotes.test(match)) return match.substring(0, match.length - 1) + "n\"";
		const hasFractionalOrExponential = fractional || exponential;
		const isLessThanMaxSafeInt = digits && (digits.length < MAX_DIGITS || digits.length === MAX_DIGITS && digits <= MAX_INT);
		if (isString || hasFractionalOrExponential || isLessThanMaxSafeInt) return match;
		return "\"" + match + "n\"";
	});
};
const JSONParse = (text, reviver) => {
	if (!text) return originalParse(text, reviver);
	try {
		if (isContextSourceSupported()) return JSONParseV2(text, reviver);
		const serializedData = serializeBigInts(text);
		return originalParse(serializedData, (key, value, context) => convertMarkedBigIntsReviver(key, value, context, reviver));
	} catch (error) {
		if (error instanceof RangeError) {
			const serializedData = serializeBigInts(text);
			const parsed = originalParse(serializedData);
			return applyReviverIteratively(parsed, reviver);
		}
		throw error;
	}
};

// node_modules/@octokit/request-error/dist-src/index.js
var RequestError = class extends Error {
	name;
	status;
	request;
	response;
	constructor(message, statusCode, options) {
		super(message, { cause: options.cause });
		this.name = "HttpError";
		this.status = Number.parseInt(statusCode);
		if (Number.isNaN(this.status)) this.status = 0;
		/* v8 ignore else -- @preserve -- Bug with vitest coverage where it sees an else branch that doesn't exist */
		if ("response" in options) this.response = options.response;
		const requestCopy = Object.assign({}, options.request);
		if (options.request.headers.authorization) requestCopy.headers = Object.assign({}, options.request.headers, { authorization: options.request.headers.authorization.replace(/(?<! ) .*$/, " [REDACTED]") });
		requestCopy.url = requestCopy.url.replace(/\bclient_secret=\w+/g, "client_secret=[REDACTED]").replace(/\baccess_token=\w+/g, "access_token=[REDACTED]");
		this.request = requestCopy;
	}
};

// node_modules/@octokit/request/dist-bundle/index.js
var defaults_default = { headers: { "user-agent": `octokit-request.js/10.0.16 ${getUserAgent()}` } };
function isPlainObject(value) {
	if (typeof value !== "object" || value === null) return false;
	if (Object.prototype.toString.call(value) !== "[object Object]") return false;
	const proto = Object.getPrototypeOf(value);
	if (proto === null) return true;
	const Ctor = Object.prototype.hasOwnProperty.call(proto, "constructor") && proto.constructor;
	return typeof Ctor === "function" && Ctor instanceof Ctor && Function.prototype.call(Ctor) === Function.prototype.call(value);
}
var noop$1 = () => "";
async function fetchWrapper(requestOptions) {
	const fetch = requestOptions.request?.fetch || globalThis.fetch;
	if (!fetch) throw new Error("fetch is not set. Please pass a fetch implementation as new Octokit({ request: { fetch }}). Learn more at https://github.com/octokit/octokit.js/#fetch-missing");
	const log = requestOptions.request?.log || console;
	const parseSuccessResponseBody = requestOptions.request?.parseSuccessResponseBody !== false;
	const body = isPlainObject(requestOptions.body) || Array.isArray(requestOptions.body) ? JSONStringify(requestOptions.body) : requestOptions.body;
	const requestHeaders = Object.fromEntries(Object.entries(requestOptions.headers).map(([name, value]) => [name, String(value)]));
	let fetchResponse;
	try {
		fetchResponse = await fetch(requestOptions.url, {
			method: requestOptions.method,
			body,
			redirect: requestOptions.request?.redirect,
			headers: requestHeaders,
			signal: requestOptions.request?.signal,
			...requestOptions.body && { duplex: "half" }
		});
	} catch (error) {
		let message = "Unknown Error";
		if (error instanceof Error) {
			if (error.name === "AbortError") {
				error.status = 500;
				throw error;
			}
			message = error.message;
			if (error.name === "TypeError" && "cause" in error) {
				if (error.cause instanceof Error) message = error.cause.message;
				else if (typeof error.cause === "string") message = error.cause;
			}
		}
		const requestError = new RequestError(message, 500, { request: requestOptions });
		requestError.cause = error;
		throw requestError;
	}
	const status = fetchResponse.status;
	const url = fetchResponse.url;
	const responseHeaders = {};
	for (const [key, value] of fetchResponse.headers) responseHeaders[key] = value;
	const octokitResponse = {
		url,
		status,
		headers: responseHeaders,
		data: ""
	};
	if ("deprecation" in responseHeaders) {
		const matches = responseHeaders.link && responseHeaders.link.match(/<([^<>]+)>; rel="deprecation"/);
		const deprecationLink = matches && matches.pop();
		log.warn(`[@octokit/request] "${requestOptions.method} ${requestOptions.url}" is deprecated. It is scheduled to be removed on ${responseHeaders.sunset}${deprecationLink ? `. See ${deprecationLink}` : ""}`);
	}
	if (status === 204 || status === 205) return octokitResponse;
	if (requestOptions.method === "HEAD") {
		if (status < 400) return octokitResponse;
		throw new RequestError(fetchResponse.statusText, status, {
			response: octokitResponse,
			request: requestOptions
		});
	}
	if (status === 304) {
		octokitResponse.data = await getResponseData(fetchResponse);
		throw new RequestError("Not modified", status, {
			response: octokitResponse,
			request: requestOptions
		});
	}
	if (status >= 400) {
		octokitResponse.data = await getResponseData(fetchResponse);
		throw new RequestError(toErrorMessage(octokitResponse.data), status, {
			response: octokitResponse,
			request: requestOptions
		});
	}
	octokitResponse.data = parseSuccessResponseBody ? await getResponseData(fetchResponse) : fetchResponse.body;
	return octokitResponse;
}
async function getResponseData(response) {
	const contentType = response.headers.get("content-type");
	if (!contentType) return response.text().catch(noop$1);
	const mimetype = parse(contentType);
	if (isJSONResponse(mimetype)) {
		let text = "";
		try {
			text = await response.text();
			return JSONParse(text);
		} catch (err) {
			return text;
		}
	} else if (mimetype.type.startsWith("text/") || mimetype.parameters.charset?.toLowerCase() === "utf-8" && mimetype.type !== "application/octet-stream") return response.text().catch(noop$1);
	else return response.arrayBuffer().catch(
		/* v8 ignore next -- @preserve */
		() => /* @__PURE__ */ new ArrayBuffer(0)
	);
}
function isJSONResponse(mimetype) {
	return mimetype.type === "application/json" || mimetype.type === "application/scim+json";
}
function toErrorMessage(data) {
	if (typeof data === "string") return data;
	if (data instanceof ArrayBuffer) return "Unknown error";
	if (typeof data === "object" && data !== null && "message" in data) {
		const objectData = data;
		const suffix = "documentation_url" in objectData ? ` - ${objectData.documentation_url}` : "";
		return Array.isArray(objectData.errors) ? `${objectData.message}: ${objectData.errors.map((v) => JSON.stringify(v)).join(", ")}${suffix}` : `${objectData.message}${suffix}`;
	}
	return `Unknown error: ${JSON.stringify(data)}`;
}
function withDefaults$1(oldEndpoint, newDefaults) {
	const endpoint2 = oldEndpoint.defaults(newDefaults);
	const newApi = function(route, parameters) {
		const endpointOptions = endpoint2.merge(route, parameters);
		if (!endpointOptions.request || !endpointOptions.request.hook) return fetchWrapper(endpoint2.parse(endpointOptions));
		const request2 = (route2, parameters2) => {
			return fetchWrapper(endpoint2.parse(endpoint2.merge(route2, parameters2)));
		};
		Object.assign(request2, {
			endpoint: endpoint2,
			defaults: withDefaults$1.bind(null, endpoint2)
		});
		return endpointOptions.request.hook(request2, endpointOptions);
	};
	return Object.assign(newApi, {
		endpoint: endpoint2,
		defaults: withDefaults$1.bind(null, endpoint2)
	});
}
var request = withDefaults$1(endpoint, defaults_default);
/* v8 ignore next -- @preserve */
/* v8 ignore else -- @preserve */

// node_modules/@octokit/graphql/dist-bundle/index.js
var VERSION$1 = "0.0.0-development";
function _buildMessageForResponseErrors(data) {
	return `Request failed due to following response errors:
` + data.errors.map((e) => ` - ${e.message}`).join("\n");
}
var GraphqlResponseError = class extends Error {
	constructor(request2, headers, response) {
		super(_buildMessageForResponseErrors(response));
		this.request = request2;
		this.headers = headers;
		this.response = response;
		this.errors = response.errors;
		this.data = response.data;
		if (Error.captureStackTrace) Error.captureStackTrace(this, this.constructor);
	}
	request;
	headers;
	response;
	name = "GraphqlResponseError";
	errors;
	data;
};
var NON_VARIABLE_OPTIONS = [
	"method",
	"baseUrl",
	"url",
	"headers",
	"request",
	"query",
	"mediaType",
	"operationName"
];
var FORBIDDEN_VARIABLE_OPTIONS = [
	"query",
	"method",
	"url"
];
var GHES_V3_SUFFIX_REGEX = /\/api\/v3\/?$/;
function graphql(request2, query, options) {
	if (options) {
		if (typeof query === "string" && "query" in options) return Promise.reject(/* @__PURE__ */ new Error(`[@octokit/graphql] "query" cannot be used as variable name`));
		for (const key in options) {
			if (!FORBIDDEN_VARIABLE_OPTIONS.includes(key)) continue;
			return Promise.reject(/* @__PURE__ */ new Error(`[@octokit/graphql] "${key}" cannot be used as variable name`));
		}
	}
	const parsedOptions = typeof query === "string" ? Object.assign({ query }, options) : query;
	const requestOptions = Object.keys(parsedOptions).reduce((result, key) => {
		if (NON_VARIABLE_OPTIONS.includes(key)) {
			result[key] = parsedOptions[key];
			return result;
		}
		if (!result.variables) result.variables = {};
		result.variables[key] = parsedOptions[key];
		return result;
	}, {});
	const baseUrl = parsedOptions.baseUrl || request2.endpoint.DEFAULTS.baseUrl;
	if (GHES_V3_SUFFIX_REGEX.test(baseUrl)) requestOptions.url = baseUrl.replace(GHES_V3_SUFFIX_REGEX, "/api/graphql");
	return request2(requestOptions).then((response) => {
		if (response.data.errors) {
			const headers = {};
			for (const key of Object.keys(response.headers)) headers[key] = response.headers[key];
			throw new GraphqlResponseError(requestOptions, headers, response.data);
		}
		return response.data.data;
	});
}
function withDefaults(request2, newDefaults) {
	const newRequest = request2.defaults(newDefaults);
	const newApi = (query, options) => {
		return graphql(newRequest, query, options);
	};
	return Object.assign(newApi, {
		defaults: withDefaults.bind(null, newRequest),
		endpoint: newRequest.endpoint
	});
}
var graphql2 = withDefaults(request, {
	headers: { "user-agent": `octokit-graphql.js/${VERSION$1} ${getUserAgent()}` },
	method: "POST",
	url: "/graphql"
});
function withCustomRequest(customRequest) {
	return withDefaults(customRequest, {
		method: "POST",
		url: "/graphql"
	});
}
/* v8 ignore if -- @preserve */

// node_modules/@octokit/auth-token/dist-bundle/index.js
var b64url = "(?:[a-zA-Z0-9_-]+)";
var sep = "\\.";
var jwtRE = new RegExp(`^${b64url}${sep}${b64url}${sep}${b64url}$`);
var isJWT = jwtRE.test.bind(jwtRE);
async function auth(token) {
	const isApp = isJWT(token);
	const isInstallation = token.startsWith("v1.") || token.startsWith("ghs_");
	const isUserToServer = token.startsWith("ghu_");
	return {
		type: "token",
		token,
		tokenType: isApp ? "app" : isInstallation ? "installation" : isUserToServer ? "user-to-server" : "oauth"
	};
}
function withAuthorizationPrefix(token) {
	if (token.split(/\./).length === 3) return `bearer ${token}`;
	return `token ${token}`;
}
async function hook(token, request, route, parameters) {
	const endpoint = request.endpoint.merge(route, parameters);
	endpoint.headers.authorization = withAuthorizationPrefix(token);
	return request(endpoint);
}
var createTokenAuth = function createTokenAuth2(token) {
	if (!token) throw new Error("[@octokit/auth-token] No token passed to createTokenAuth");
	if (typeof token !== "string") throw new Error("[@octokit/auth-token] Token passed to createTokenAuth is not a string");
	token = token.replace(/^(token|bearer) +/i, "");
	return Object.assign(auth.bind(null, token), { hook: hook.bind(null, token) });
};

// node_modules/@octokit/core/dist-src/version.js
const VERSION = "7.0.8";

// node_modules/@octokit/core/dist-src/index.js
const noop = () => {};
const consoleWarn = console.warn.bind(console);
const consoleError = console.error.bind(console);
function createLogger(logger = {}) {
	if (typeof logger.debug !== "function") logger.debug = noop;
	if (typeof logger.info !== "function") logger.info = noop;
	if (typeof logger.warn !== "function") logger.warn = consoleWarn;
	if (typeof logger.error !== "function") logger.error = consoleError;
	return logger;
}
const userAgentTrail = `octokit-core.js/${VERSION} ${getUserAgent()}`;
var Octokit = class {
	static VERSION = VERSION;
	static defaults(defaults) {
		const OctokitWithDefaults = class extends this {
			constructor(...args) {
				const options = args[0] || {};
				if (typeof defaults === "function") {
					super(defaults(options));
					return;
				}
				super(Object.assign({}, defaults, options, options.userAgent && defaults.userAgent ? { userAgent: `${options.userAgent} ${defaults.userAgent}` } : null));
			}
		};
		return OctokitWithDefaults;
	}
	static plugins = [];
	static plugin(...newPlugins) {
		const currentPlugins = this.plugins;
		const NewOctokit = class extends this {
			static plugins = currentPlugins.concat(newPlugins.filter((plugin) => !currentPlugins.includes(plugin)));
		};
		return NewOctokit;
	}
	constructor(options = {}) {
		const hook = new before_after_hook_default.Collection();
		const requestDefaults = {
			baseUrl: request.endpoint.DEFAULTS.baseUrl,
			headers: {},
			request: Object.assign({}, options.request, { hook: hook.bind(null, "request") }),
			mediaType: {
				previews: [],
				format: ""
			}
		};
		requestDefaults.headers["user-agent"] = options.userAgent ? `${options.userAgent} ${userAgentTrail}` : userAgentTrail;
		if (options.baseUrl) requestDefaults.baseUrl = options.baseUrl;
		if (options.previews) requestDefaults.mediaType.previews = options.previews;
		if (options.timeZone) requestDefaults.headers["time-zone"] = options.timeZone;
		this.request = request.defaults(requestDefaults);
		this.graphql = withCustomRequest(this.request).defaults(requestDefaults);
		this.log = createLogger(options.log);
		this.hook = hook;
		if (!options.authStrategy) {
			if (!options.auth) this.auth = async () => ({ type: "unauthenticated" });
			else {
				const auth = createTokenAuth(options.auth);
				hook.wrap("request", auth.hook);
				this.auth = auth;
			}
		} else {
			const { authStrategy, ...otherOptions } = options;
			const auth = authStrategy(Object.assign({
				request: this.request,
				log: this.log,
				octokit: this,
				octokitOptions: otherOptions
			}, options.auth));
			hook.wrap("request", auth.hook);
			this.auth = auth;
		}
		const classConstructor = this.constructor;
		for (let i = 0; i < classConstructor.plugins.length; ++i) Object.assign(this, classConstructor.plugins[i](this, options));
	}
	request;
	graphql;
	log;
	hook;
	auth;
};

// src/adapters/github/limits.ts
const MINUTE$1 = 60;
function rateLimitOf(headers) {
	const remaining = number(headers["x-ratelimit-remaining"]);
	const reset = number(headers["x-ratelimit-reset"]);
	if (remaining === void 0 || reset === void 0) return void 0;
	return {
		resource: String(headers["x-ratelimit-resource"] ?? "core"),
		limit: number(headers["x-ratelimit-limit"]) ?? remaining,
		remaining,
		resetsAt: /* @__PURE__ */ new Date(reset * 1e3)
	};
}
function limitedBy(response, now, attempt) {
	if (!isLimited(response)) return void 0;
	const seconds = Math.max(1, secondsOf(response.headers, now) ?? MINUTE$1 * 2 ** attempt);
	return {
		seconds,
		until: new Date(now.getTime() + seconds * 1e3)
	};
}
const secondsOf = (headers, now) => {
	const after = number(headers["retry-after"]);
	if (after !== void 0) return after;
	const limit = rateLimitOf(headers);
	if (limit?.remaining !== 0) return void 0;
	return Math.ceil((limit.resetsAt.getTime() - now.getTime()) / 1e3) + 1;
};
const isLimited = ({ status, headers, data }) => {
	if (status === 429) return true;
	if (status === 403) return "retry-after" in headers || headers["x-ratelimit-remaining"] === "0" || speaksOfLimit(messageOf(data));
	return status === 200 && errorsOf(data).some((error) => error.type === "RATE_LIMITED" || speaksOfLimit(error.message));
};
const speaksOfLimit = (text) => typeof text === "string" && /secondary rate limit|rate limit exceeded|abuse detection/i.test(text);
const messageOf = (data) => typeof data === "object" && data !== null && "message" in data ? data.message : void 0;
const errorsOf = (data) => typeof data === "object" && data !== null && "errors" in data && Array.isArray(data.errors) ? data.errors : [];
const MOST$6 = 1e11;
const number = (header) => {
	const value = header === void 0 || header === "" ? NaN : Number(header);
	return Math.abs(value) < MOST$6 ? value : void 0;
};

// src/adapters/github/meter.ts
function meter(octokit, options) {
	const { now, timeout } = options.meter;
	const limits = /* @__PURE__ */ new Map();
	const waits = /* @__PURE__ */ new WeakMap();
	const calls = [];
	const refuse = (response, request) => {
		const attempt = waits.get(request) ?? 0;
		const limited = limitedBy(response, now(), attempt);
		if (limited === void 0) return;
		waits.set(request, attempt + 1);
		throw Object.assign(/* @__PURE__ */ new Error("rate limit"), { limited });
	};
	octokit.hook.wrap("request", async (send, request) => {
		const started = now().getTime();
		request.request.signal = AbortSignal.timeout(timeout);
		const { response, error } = await outcomeOf(async () => send(request));
		const milliseconds = now().getTime() - started;
		calls.push({
			request: nameOf$1(request),
			status: response?.status,
			milliseconds
		});
		const limit = rateLimitOf(response?.headers ?? {});
		if (limit !== void 0) limits.set(limit.resource, limit);
		if (response !== void 0) refuse(response, request);
		if (response === void 0 || error !== void 0) throw error;
		return response;
	});
	return { metered: () => ({
		count: calls.length,
		calls: [...calls],
		limits: [...limits.values()]
	}) };
}
const nameOf$1 = ({ method, url, query }) => {
	const [, kind, field] = /^\s*(query|mutation)\b[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/.exec(String(query ?? "")) ?? [];
	return [
		method,
		url,
		kind,
		field
	].filter((part) => part !== void 0).join(" ");
};
function limitBehind(error) {
	return typeof error === "object" && error !== null && "limited" in error ? error.limited : void 0;
}
const outcomeOf = async (send) => {
	try {
		return { response: await send() };
	} catch (error) {
		const { response, cause } = error;
		return {
			response,
			error: cause?.name === "TimeoutError" ? Object.assign(error, { status: 504 }) : error
		};
	}
};

// src/adapters/github/again.ts
const RETRIES = 2;
const MOST$5 = 10;
function again(octokit, options) {
	const { clock, isWorth } = options.again;
	const inTurn = atMost(MOST$5);
	octokit.hook.wrap("request", async (send, request) => {
		const { retries = RETRIES } = request.request;
		const tries = {
			waits: 0,
			failures: 0
		};
		const pauseAfter = ({ response, error }) => {
			const limit = limitBehind(error);
			if (limit !== void 0) return isWorth(request, limit.seconds, tries.waits++) ? limit.seconds : void 0;
			return hasFailed(response, error) && tries.failures < retries ? ++tries.failures ** 2 : void 0;
		};
		for (;;) {
			const settled = await inTurn(() => settle$2(async () => send(request)));
			const seconds = pauseAfter(settled);
			if (seconds !== void 0) await clock.sleep(seconds * 1e3);
			else if (settled.response === void 0) throw settled.error;
			else return settled.response;
		}
	});
}
async function settle$2(work) {
	try {
		return { response: await work() };
	} catch (error) {
		return { error };
	}
}
const hasFailed = (response, error) => {
	if (response === void 0) return Number(error.status) >= 500 && !isTooLarge(error);
	const { errors } = response.data ?? {};
	return /something went wrong while executing your query/i.test(String(errors?.[0]?.message));
};
function isTooLarge(error) {
	return error.cause?.code === TOO_LARGE;
}
const atMost = (most) => {
	let free = most;
	const waiting = [];
	return async (work) => {
		if (free > 0) free--;
		else await new Promise((resolve) => waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next === void 0) free++;
			else next();
		}
	};
};

// src/adapters/github/fetch.ts
const LARGEST_ANSWER = 0x8000000;
async function fetchGitHub(address, { signal, ...asked }) {
	const { message, reply } = await follow({
		...asked,
		url: new URL(address)
	}, {
		ask: (asked) => send(asked, {
			signal,
			most: LARGEST_ANSWER
		}),
		next: redirected
	});
	return answeredBy(message.url, reply);
}
const redirected = (message, { status, to }) => {
	if (isLog(message) && to.origin !== message.url.origin) return withoutToken(message, to);
	if (to.origin !== message.url.origin) return "a redirect to another server";
	return status >= 307 || message.method === "GET" || message.method === "HEAD" ? {
		...message,
		url: to
	} : "a redirect that drops what was sent";
};
const isLog = ({ method, url }) => method === "GET" && /\/actions\/jobs\/\d+\/logs$/.test(url.pathname);
const withoutToken = ({ method, headers }, to) => {
	if (to.protocol !== "https:" && !isLoopback(to.hostname)) return "a redirect to an address without https";
	const kept = Object.entries(headers).filter(([name]) => !/^(authorization|cookie)$/i.test(name));
	return {
		method,
		url: to,
		headers: Object.fromEntries(kept)
	};
};
const answeredBy = ({ href }, { status, headers, body }) => ({
	status,
	url: href,
	headers: new Map(Object.entries(headers)),
	body,
	text: async () => new TextDecoder().decode(body),
	arrayBuffer: async () => body
});

// src/adapters/github/way.ts
const ADDRESS = "The runner names the API in GITHUB_API_URL and GITHUB_GRAPHQL_URL: see whether the workflow sets them to anything else, and whether a proxy or a page to log in answers in GitHub's place.";
function way(octokit) {
	const open = /* @__PURE__ */ new Set();
	let inDoubt = false;
	octokit.hook.wrap("request", async (send, request) => {
		const asked = request;
		const settled = await settle$2(async () => send(request));
		const obstacle = obstacleIn(settled, asked);
		const harmless = isHarmless(settled, asked);
		if (obstacle !== void 0 && harmless && !open.has(asked.baseUrl) && !inDoubt) stop(obstacle);
		if (obstacle === void 0 && isAnswered(settled)) open.add(asked.baseUrl);
		else inDoubt ||= !harmless;
		if (settled.response === void 0) throw settled.error;
		return settled.response;
	});
}
function checkAddress(url) {
	if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
	fail("host-unavailable", `The API of GitHub has no proper address: ${quote(url)}.`, ADDRESS);
}
const stop = ({ where, detail, remedy }) => fail("host-unavailable", `GitHub cannot be asked: ${quote(where)} ${detail}.`, remedy);
const obstacleIn = (settled, asked) => {
	if (limitBehind(settled.error) !== void 0) return void 0;
	const answer = answerIn(settled);
	if (answer !== void 0) return foreign(answer, asked);
	const cause = causeOf(settled);
	const { detail, remedy } = troubleOf(cause);
	const where = new URL(asked.baseUrl).host;
	if (cause?.code === "ERR_REDIRECT") return {
		where,
		detail: cause.message,
		remedy: ADDRESS
	};
	return remedy === void 0 ? void 0 : {
		where,
		detail,
		remedy
	};
};
const foreign = ({ url, status, headers, data }, asked) => {
	if (status >= 500) return void 0;
	const isPage = /^text\/html\b/i.test(String(headers["content-type"]));
	const isMissing = status === 404 && (isGraphql(asked) || typeof data === "string");
	if (!isPage && !isMissing) return void 0;
	return {
		where: url,
		detail: `answers ${status}${isPage ? " with a web page" : ""}`,
		remedy: ADDRESS
	};
};
const answerIn = ({ response, error }) => response ?? error?.response;
const causeOf = ({ error }) => error?.cause;
const isHarmless = (settled, asked) => {
	const { status } = answerIn(settled) ?? {};
	return isRead(asked) || isUnsent(causeOf(settled)) || status !== void 0 && status >= 400 && status < 500;
};
const isAnswered = (settled) => limitBehind(settled.error) !== void 0 || (answerIn(settled)?.status ?? 500) < 500;
const isGraphql = ({ url }) => url === "/graphql";
const isRead = (asked) => isGraphql(asked) ? !/^\s*mutation\b/.test(String(asked.query)) : asked.method === "GET" || asked.method === "HEAD";

// src/adapters/github/client.ts
const CHECK_TOKEN = "Check the input `token`: it is mistyped, expired or revoked, or belongs to another server; an App token lasts an hour.";
const TOO_MUCH = `the answer is larger than ${LARGEST_ANSWER / 1024 ** 2} MiB`;
const MINUTE = 6e4;
const MOST_WAITS = 8;
const Client = Octokit.plugin(meter, way, again);
function openClient(connection) {
	const { token, clock, patience = 10 * MINUTE } = connection;
	if (token === "") fail("token-missing", "There is no GitHub token.", "Set the input `token`.");
	if (/[^ -~]/.test(token)) fail("token-invalid", "The GitHub token holds characters that no token has.", CHECK_TOKEN);
	for (const url of [connection.apiUrl, connection.graphqlUrl]) checkAddress(url);
	const deadline = clock.now().getTime() + patience;
	const isInTime = (seconds) => clock.now().getTime() + seconds * 1e3 <= deadline;
	const isWorth = (options, seconds, waits) => waits < MOST_WAITS && isInTime(seconds) && !ages(options);
	const octokit = new Client({
		auth: token,
		baseUrl: connection.apiUrl.replace(/\/+$/, ""),
		userAgent: "image-promotion",
		log: silent,
		request: {
			log: silent,
			fetch: fetchGitHub
		},
		meter: {
			now: () => clock.now(),
			timeout: connection.timeout ?? MINUTE
		},
		again: {
			clock,
			isWorth
		}
	});
	const send = async (call, request = {}) => octokit.request(call.route, {
		...call.parameters,
		headers: {
			"x-github-api-version": "2022-11-28",
			...call.parameters.headers
		},
		request: {
			...request,
			ages: call.ages,
			...call.repeat ? {} : { retries: 0 }
		}
	});
	const graphql = graphqlRoute(connection.graphqlUrl);
	return {
		tokenKind: tokenKind(token),
		graphql: (call) => attempt$1(async () => {
			const { document: query, variables, ...sending } = call;
			const parameters = {
				baseUrl: graphql.baseUrl,
				query,
				variables
			};
			const response = await send({
				...sending,
				route: graphql.route,
				parameters
			});
			return graphqlAnswer(response.data);
		}, call.ages && isInTime),
		rest: (call) => attempt$1(async () => {
			const { data, status } = await send(call);
			if (status === 204) return answered(void 0);
			return typeof data === "object" ? answered(data) : lost("the answer is not JSON", { overloaded: false });
		}, call.ages && isInTime),
		bytes: (call) => attempt$1(async () => {
			const response = await send(call, { parseSuccessResponseBody: false });
			return answered(response.data);
		}),
		requests: () => octokit.metered()
	};
}
const ignore = () => void 0;
const silent = {
	debug: ignore,
	info: ignore,
	warn: ignore,
	error: ignore
};
const graphqlRoute = (url) => ({
	route: "POST /graphql",
	baseUrl: url.replace(/\/graphql\/*$/, "")
});
const ages = (options) => options.request.ages === true;
const attempt$1 = async (request, isBearable) => {
	try {
		return await request();
	} catch (error) {
		return judge$3(error, isBearable);
	}
};
const judge$3 = (error, isBearable) => {
	if (error instanceof PromotionError) throw error;
	const limit = limitBehind(error);
	if (limit !== void 0) {
		const { seconds } = limit;
		return isBearable?.(seconds) ? answered(void 0, [{
			message: "rate limit",
			seconds
		}]) : limited(limit);
	}
	const { message, status, response } = error;
	if (isTooLarge(error)) return lost(TOO_MUCH, { overloaded: true });
	const text = wordsOf(response?.data) ?? message ?? String(error);
	if (status === void 0 || response === void 0) return lost(text, { overloaded: true });
	if (status >= 500) return lost(`${status} ${text}`, { overloaded: status !== 503 });
	if (status === 401) unauthorized(text);
	return answered(void 0, [{
		message: text,
		status,
		documentation: documentationIn(response.data)
	}]);
};
const wordsOf = (data) => {
	if (typeof data !== "object" || data === null || !("message" in data)) return void 0;
	const words = ("errors" in data && Array.isArray(data.errors) ? data.errors : []).map((detail) => typeof detail === "string" ? detail : detail?.message).filter(Boolean);
	return [data.message, ...words].join(" ");
};
const documentationIn = (data) => {
	const { documentation_url: url } = data ?? {};
	return typeof url === "string" && /^https:\/\/[\w.-]+\/[^/\s]+\/\S+$/.test(url) ? url.slice(0, 200) : void 0;
};
const unauthorized = (text) => fail("token-invalid", `GitHub does not accept the token: ${quoteWords(text)}.`, CHECK_TOKEN);
const limited = ({ until }) => fail("rate-limited", `GitHub limits the requests of this token until ${until.toISOString().replace(/\.\d+Z$/, "Z")}.`, "Run it again after that time; a token of a GitHub App has a limit of its own, apart from the other workflows.");

// src/adapters/github/landed.ts
const LOOKS = 4;
const PAGES = 5;
const DOCUMENT$3 = `query Landed($owner: String!, $name: String!, $branch: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $branch) {
      target {
        ... on Commit {
          oid
          history(first: 100, after: $after) {
            nodes { oid message url parents(first: 1) { nodes { oid } } }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
}`;
async function findLanded(base, id) {
	let landing = {
		kind: "unknown",
		reason: ""
	};
	for (let attempt = 1; attempt <= LOOKS; attempt++) {
		if (attempt > 1) await pause(base.place.clock, attempt - 1);
		const seen = await look(base, id);
		if (seen.kind === "committed" || seen.kind === "moved") return seen;
		if (seen.kind !== "unknown" || landing.kind === "unknown") landing = seen;
	}
	return landing;
}
async function look(base, id) {
	let after = null;
	for (let page = 1; page <= PAGES; page++) {
		const target = await targetOf(base, after);
		if (typeof target === "string") return {
			kind: "unknown",
			reason: target
		};
		if (target?.oid === base.commit) return { kind: "unmoved" };
		const commits = (target?.history.nodes ?? []).flatMap((node) => node ?? []);
		const ours = commits.find((commit) => standsOn(commit, base) && carries(commit.message, id));
		if (ours !== void 0) return {
			kind: "committed",
			commit: ours.oid,
			url: ours.url
		};
		if (commits.some(({ oid }) => oid === base.commit)) return { kind: "moved" };
		after = target?.history.pageInfo.endCursor ?? null;
		if (!target?.history.pageInfo.hasNextPage) break;
	}
	return { kind: "away" };
}
const targetOf = async ({ place, branch }, after) => {
	const { client, owner, name } = place;
	const answer = await client.graphql({
		document: DOCUMENT$3,
		variables: {
			owner,
			name,
			branch: `refs/heads/${branch}`,
			after
		},
		repeat: true
	});
	if (answer.kind === "lost") return answer.reason;
	const [problem] = answer.problems;
	return problem?.message ?? answer.data?.repository?.ref?.target ?? void 0;
};
const standsOn = ({ parents }, { commit }) => parents.nodes?.[0]?.oid === commit;
const carries = (message, id) => message.split("\n").some((line) => line.trimEnd() === `Promotion-Id: ${id}`);

// src/adapters/github/mutation.ts
const DOCUMENT$2 = `mutation Commit($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid url } }
}`;
const MOST_FILES = 200;
const MOST_BYTES = 5e6;
function fitsMutation({ files }) {
	const bytes = files.reduce((sum, { after }) => sum + Buffer.byteLength(after), 0);
	return files.length <= MOST_FILES && bytes <= MOST_BYTES && files.every(({ executable }) => !executable);
}
function commitInput(base, { message, files }) {
	return {
		branch: {
			repositoryNameWithOwner: base.nameWithOwner,
			branchName: base.branch
		},
		expectedHeadOid: base.commit,
		message: {
			headline: message.headline,
			body: message.body
		},
		fileChanges: { additions: files.map(({ path, after }) => ({
			path,
			contents: Buffer.from(after).toString("base64")
		})) }
	};
}
function mutationOf(base, request) {
	const input = commitInput(base, request);
	return async (sending) => {
		const answer = await base.place.client.graphql({
			document: DOCUMENT$2,
			variables: { input },
			...sending
		});
		if (answer.kind === "lost") return answer;
		const commit = answer.data?.createCommitOnBranch?.commit;
		return answered(commit ? {
			commit: commit.oid,
			url: commit.url
		} : void 0, answer.problems);
	};
}

// src/adapters/github/tree.ts
const CHUNK = 2e6;
const CHUNK_FILES = 200;
const UPDATE$1 = "mutation Move($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";
async function makeCommit(base, { message, files }, scene) {
	let tree = base.tree;
	for (const chunk of chunks(files)) {
		const entries = [];
		for (const entry of await Promise.all(chunk.map((file) => entryOf$1(base, file, scene)))) {
			if (entry.kind === "branch-moved") return entry;
			entries.push(entry);
		}
		const body = {
			base_tree: tree,
			tree: entries.map(({ kind: _, ...entry }) => entry)
		};
		const made = await make(base, {
			what: "trees",
			body
		}, scene);
		if (made.kind === "branch-moved") return made;
		tree = made.data.sha;
	}
	const body = {
		message: message.body === "" ? message.headline : `${message.headline}\n\n${message.body}`,
		tree,
		parents: [base.commit]
	};
	const commit = await make(base, {
		what: "commits",
		body
	}, scene);
	if (commit.kind === "branch-moved") return commit;
	return {
		kind: "made",
		commit: commit.data.sha,
		url: commit.data.html_url
	};
}
function moveOf({ place, branch, commit, repository }, { commit: made, url }) {
	const input = {
		repositoryId: repository,
		refUpdates: [{
			name: `refs/heads/${branch}`,
			beforeOid: commit,
			afterOid: made
		}]
	};
	return async (sending) => {
		const answer = await place.client.graphql({
			document: UPDATE$1,
			variables: { input },
			...sending
		});
		if (answer.kind === "lost") return answer;
		return answered(answer.data?.updateRefs ? {
			commit: made,
			url
		} : void 0, answer.problems);
	};
}
const entryOf$1 = async (base, { path, executable, after }, scene) => {
	const entry = {
		kind: "entry",
		path,
		mode: executable ? "100755" : "100644",
		type: "blob"
	};
	if (!after.startsWith("﻿") && Buffer.byteLength(after) <= CHUNK) return {
		...entry,
		content: after
	};
	const body = {
		content: Buffer.from(after).toString("base64"),
		encoding: "base64"
	};
	const made = await make(base, {
		what: "blobs",
		body
	}, scene);
	return made.kind === "branch-moved" ? made : {
		...entry,
		sha: made.data.sha
	};
};
const make = async ({ place }, made, scene) => {
	const { client, owner, name } = place;
	const answer = await client.rest({
		route: `POST /repos/{owner}/{repo}/git/${made.what}`,
		parameters: {
			owner,
			repo: name,
			...made.body
		},
		repeat: true,
		ages: true
	});
	if (answer.kind === "lost") return unavailable("the commit is prepared", answer.reason);
	if (answer.data) return {
		kind: "object",
		data: answer.data
	};
	return limitedIn(answer.problems) ?? refuse(answer.problems[0] ?? { message: "an empty answer" }, scene);
};
const chunks = (files) => {
	const found = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const file of files) {
		const size = Buffer.byteLength(file.after);
		const last = found.at(-1);
		if (last === void 0 || bytes + size > CHUNK || last.length >= CHUNK_FILES) {
			found.push([file]);
			bytes = size;
		} else {
			last.push(file);
			bytes += size;
		}
	}
	return found;
};

// src/adapters/github/commit.ts
const ATTEMPTS$7 = 3;
async function commitFiles(base, request) {
	const paths = request.files.map(({ path }) => path);
	const scene = {
		...readingOf(base.place),
		doing: "commit",
		branch: base.branch,
		paths
	};
	if (fitsMutation(request)) return write({
		base,
		request,
		scene,
		write: mutationOf(base, request)
	});
	const made = await makeCommit(base, request, scene);
	return made.kind === "branch-moved" ? made : write({
		base,
		request,
		scene,
		write: moveOf(base, made)
	});
}
const write = async (writing) => {
	const outcome = await attempt(writing, { ages: true });
	if (outcome.kind === "lost") return settle$1(writing, outcome.reason, 1);
	if (outcome.kind === "refused") return judge$2(writing, outcome.problem);
	return outcome;
};
const settle$1 = async (writing, reason, tries) => {
	const { base, request, scene } = writing;
	const landing = await findLanded(base, request.id);
	if (landing.kind === "committed") return landing;
	if (landing.kind === "moved") return { kind: "branch-moved" };
	if (landing.kind === "unknown" || tries === ATTEMPTS$7) return unavailable("the commit is made, and whether it was made is not known", reason);
	const outcome = await attempt(writing);
	if (outcome.kind === "lost") return settle$1(writing, outcome.reason, tries + 1);
	if (outcome.kind === "committed") return outcome;
	const late = await findLanded(base, request.id);
	if (late.kind === "committed") return late;
	if (late.kind === "moved" || outcome.kind === "branch-moved") return { kind: "branch-moved" };
	return refuse(outcome.problem, scene);
};
const attempt = async ({ write: send, scene }, sending) => {
	const answer = await send(sending);
	if (answer.kind === "lost") return answer;
	const { data, problems } = answer;
	if (data !== void 0) return {
		kind: "committed",
		...data
	};
	const limited = limitedIn(problems);
	if (limited !== void 0) return limited;
	const problem = problems[0] ?? { message: "an empty answer" };
	return saysMoved(problem) && !isFinal(problem, scene) ? { kind: "branch-moved" } : {
		kind: "refused",
		problem
	};
};
const judge$2 = async ({ base, request, scene }, problem) => {
	if (isFinal(problem, scene)) return refuse(problem, scene);
	const landing = await look(base, request.id);
	if (landing.kind === "committed") return landing;
	return landing.kind === "moved" || landing.kind === "away" ? { kind: "branch-moved" } : refuse(problem, scene);
};

// src/adapters/github/pulls/fields.ts
const INLINE = 8;
const NAMES = 100;
const EVERY = "";
const MANY = "*";
const MOST_PRODUCTS = 50;
const listedFor = (products) => products.length > MOST_PRODUCTS ? [MANY] : products;
const prefixOf = (product) => `refs/heads/${product === "" || product === MANY ? BRANCHES : branchesOf(product)}`;
const PULL_REQUEST = `fragment Proposed on PullRequest {
  id number url title body author { __typename login } editor { __typename login } state isDraft isCrossRepository headRefOid baseRefName
  headRef { target { oid } }
  mergeable mergeStateStatus reviewDecision isInMergeQueue isMergeQueueEnabled
  autoMergeRequest { commitBody }
  commits { totalCount }
  labels(first: 100) { nodes { name } }
  assignees(first: 20) { nodes { login } }
  reviewRequests(first: 50) { nodes { requestedReviewer { __typename ... on User { login } ... on Bot { login } } } }
  latestOpinionatedReviews(first: 50) { nodes { state author { login } } }
  repository { mergeCommitAllowed squashMergeAllowed rebaseMergeAllowed }
}`;
const BRANCH_RULES = "rules(first: 100) { nodes { type parameters { ... on PullRequestParameters { allowedMergeMethods } } } }";
const ANNOUNCED = `pullRequest { ...Proposed baseRef { ${BRANCH_RULES} } }`;
const PROPOSAL = `fragment Proposal on Ref {
  name prefix
  target {
    ... on Commit { oid message committedDate author { name email user { login } } committer { name email user { login } }
      signature { isValid wasSignedByGitHub } parents(first: 2) { nodes { oid } } }
  }
  open: associatedPullRequests(first: 2, states: OPEN, orderBy: { field: CREATED_AT, direction: DESC }) {
    nodes { ...Proposed }
  }
  latest: associatedPullRequests(first: 1, orderBy: { field: CREATED_AT, direction: DESC }) {
    nodes { state isCrossRepository headRefOid commits { totalCount } }
  }
}
${PULL_REQUEST}`;
const PAGE_INFO = "pageInfo { hasNextPage endCursor }";
const OPEN_ONES = "open: associatedPullRequests(first: 1, states: OPEN) { totalCount }";
const namesOf = (product) => `{ nodes { name prefix ${product === "" ? OPEN_ONES : ""} } ${PAGE_INFO} }`;
const isInline = ([first, ...others]) => others.length === 0 && first !== void 0 && first !== "" && first !== MANY;
function proposalFields(products = []) {
	if (products.length === 0) return "";
	if (isInline(products)) return `url p0: refs(refPrefix: $p0, first: ${INLINE}) { nodes { ...Proposal } ${PAGE_INFO} }`;
	return products.map((product, at) => `p${at}: refs(refPrefix: $p${at}, first: ${NAMES}) ${namesOf(product)}`).join("\n  ");
}
const proposalFragments = (products) => isInline(products) ? [PROPOSAL] : [];
const moreNames = (product) => `query Names(
  $owner: String!, $name: String!, $prefix: String!, $after: String
) {
  repository(owner: $owner, name: $name) {
    id nameWithOwner
    p0: refs(refPrefix: $prefix, first: ${NAMES}, after: $after) ${namesOf(product)}
  }
}`;
const branchesQuery = (branches) => [
	`query Proposals($owner: String!, $name: String!, ${branches.map((_, at) => `$r${at}: String!`).join(", ")}) {`,
	"  repository(owner: $owner, name: $name) {",
	"    id nameWithOwner",
	...branches.map((_, at) => `    r${at}: ref(qualifiedName: $r${at}) { ...Proposal }`),
	"  }",
	"}",
	PROPOSAL
].join("\n");

// src/adapters/github/logins.ts
function serverName(repositoryUrl) {
	return repositoryUrl !== void 0 && URL.canParse(repositoryUrl) ? new URL(repositoryUrl).hostname : "github.com";
}
function actorLogin(actor) {
	if (!actor) return void 0;
	return actor.__typename === "Bot" ? `${plain(actor.login)}[bot]` : actor.login;
}
function ownLogins(login, kind) {
	const bot = `${plain(login)}[bot]`;
	if (login === "") return [];
	if (login === bot || kind === "installation") return [bot];
	return kind === "other" ? [login, bot] : [login];
}
const plain = (login) => login.replace(/\[bot\]$/, "");
function vouchedAuthor({ author, committer, signature }, host) {
	if (signature?.isValid !== true || !signature.wasSignedByGitHub) return void 0;
	if (!isOf(committer?.email, `noreply@${host}`) && !isOf(committer?.email, "noreply@github.com")) return void 0;
	if (author?.user) return author.user.login;
	const [, login, domain = ""] = /^(?:\d+\+)?([^@\s]+\[bot\])@users\.noreply\.(.+)$/i.exec(author?.email ?? "") ?? [];
	return [host, "github.com"].includes(domain.toLowerCase()) ? login : void 0;
}
const isOf = (email, own) => email?.toLowerCase() === own;

// src/adapters/github/reading.ts
async function ask$2(place, { document, variables }) {
	const { client, owner, name } = place;
	const answer = await client.graphql({
		document,
		variables: {
			owner,
			name,
			...variables
		}
	});
	if (answer.kind === "lost") return answer;
	const [problem] = answer.problems.filter((problem) => !isAbsence(problem) && !isUnreadable(problem));
	if (problem !== void 0) return answer.data !== void 0 && isPassing(problem) ? lost(problem.message, { overloaded: false }) : refuse(problem, readingOf(place));
	const repository = answer.data?.repository;
	const forbidden = answer.problems.filter(isUnreadable).map(({ path = [] }) => path);
	if (repository) return {
		...answer,
		data: {
			...repository,
			viewer: answer.data?.viewer?.login,
			forbidden
		}
	};
	return refuse(forbidden.length > 0 ? FORBIDDEN : NOT_FOUND, readingOf(place));
}
const NOT_FOUND = {
	type: "NOT_FOUND",
	message: "Could not resolve to a Repository"
};
const FORBIDDEN = {
	type: "FORBIDDEN",
	message: "Resource not accessible"
};
function isForbidden({ forbidden = [] }, field) {
	return forbidden.some((path) => path.at(-1) !== "requestedReviewer" && path.some((step) => field.test(String(step))));
}
const isAbsence = (problem) => problem.type === "NOT_FOUND" && isAbout(problem, /^f\d+$/);
const isUnreadable = (problem) => problem.type === "FORBIDDEN" && isAbout(problem, /^(?:[prc]\d+|rules|associatedPullRequests)$/);
const isPassing = ({ type, path }) => type === void 0 && path !== void 0 || type === "INTERNAL" || type === "SERVICE_UNAVAILABLE";

// src/adapters/github/pulls/branches.ts
const ATTEMPTS$6 = 8;
const UNREADABLE = "unreadable";
async function readBranches(place, products, first) {
	if (isForbidden(first, /^p\d+$/)) return void 0;
	const listed = listedFor(products);
	const inline = isInline(listed) ? wholeIn(first.p0) : [];
	if (inline === UNREADABLE) return void 0;
	const names = [];
	for (const [at, product] of listed.entries()) {
		const list = await readNames(place, product, first[`p${at}`]);
		if (list === UNREADABLE) return void 0;
		names.push(...list);
	}
	const prefixes = new Set(products.map(prefixOf));
	const isWanted = (name) => products.includes("") || prefixes.has(name.slice(0, name.lastIndexOf("/") + 1));
	const known = new Set(inline.map(branchName));
	const more = await readByName(place, names.filter((name) => !known.has(name) && isWanted(name)));
	return more === UNREADABLE ? void 0 : [...inline, ...more];
}
const branchName = ({ prefix, name }) => `${prefix}${name}`;
const wholeIn = (page) => {
	const found = [];
	for (const node of page?.nodes ?? []) {
		if (node === null || !("target" in node)) return UNREADABLE;
		found.push(node);
	}
	return found;
};
const readNames = async (place, product, first) => {
	const prefix = prefixOf(product);
	const names = [];
	for (let page = first ?? await readPage(place, {
		product,
		prefix,
		after: null
	});;) {
		if (page === UNREADABLE || page.nodes?.includes(null)) return UNREADABLE;
		names.push(...(page.nodes ?? []).flatMap((node) => node === null || isLeft(node) ? [] : [branchName(node)]));
		if (!page.pageInfo?.hasNextPage) return names;
		page = await readPage(place, {
			product,
			prefix,
			after: page.pageInfo.endCursor
		});
	}
};
const isLeft = ({ open }) => open != null && "totalCount" in open && open.totalCount === 0;
const readPage = async (place, { product, ...variables }) => {
	const answer = await insist(place, () => ({
		document: moreNames(product),
		variables
	}));
	return (isForbidden(answer, /^p0$/) ? void 0 : answer.p0) ?? UNREADABLE;
};
const readByName = async (place, names) => {
	const found = [];
	for (let at = 0, size = 50; at < names.length; at += size) {
		const answer = await insist(place, (attempt) => {
			size = Math.ceil(50 / 2 ** (attempt - 1));
			const batch = names.slice(at, at + size);
			return {
				document: branchesQuery(batch),
				variables: Object.fromEntries(batch.map((name, each) => [`r${each}`, name]))
			};
		});
		if (isForbidden(answer, /^r\d+$/)) return UNREADABLE;
		for (let each = 0; each < size; each++) found.push(...[answer[`r${each}`] ?? []].flat());
	}
	return found;
};
const insist = async (place, question) => {
	for (let attempt = 1;; attempt++) {
		const answer = await ask$2(place, question(attempt));
		if (answer.kind === "answered" && answer.data) return answer.data;
		const reason = answer.kind === "lost" ? answer.reason : "an empty answer";
		if (attempt === ATTEMPTS$6) unavailable("the branches of pull requests are read", reason);
		await pause(place.clock, attempt);
	}
};

// src/adapters/github/entries.ts
const LARGEST = 4194304;
const DIRECTORY = 16384;
const SYMLINK = 40960;
const SUBMODULE = 57344;
async function entryOf(raw, path, load) {
	if (raw === null || raw === void 0) return { kind: "absent" };
	if (!("mode" in raw)) return directory(raw);
	if (raw.mode === SYMLINK) return { kind: "symlink" };
	if (raw.mode === SUBMODULE) return { kind: "submodule" };
	const { object } = raw;
	if (object && "entries" in object) return directory(object);
	if (!object || !("oid" in object)) return unreadable(path);
	if (object.byteSize > LARGEST) return {
		kind: "too-large",
		size: object.byteSize
	};
	const text = isWhole$1(object) ? object.text : decode(await load(object.oid), object, path);
	if (text === void 0 || text.includes("\0")) return { kind: "binary" };
	return {
		kind: "file",
		text,
		executable: (raw.mode & 64) !== 0
	};
}
function blobId(bytes, length) {
	return createHash(length === 64 ? "sha256" : "sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
const isWhole$1 = (blob) => {
	if (blob.text === null || blob.isTruncated) return false;
	const bytes = Buffer.from(blob.text, "utf8");
	return bytes.length === blob.byteSize && blobId(bytes, blob.oid.length) === blob.oid;
};
const decode = (bytes, { oid }, path) => {
	if (blobId(bytes, oid.length) !== oid) return unreadable(path);
	try {
		return new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(bytes);
	} catch {
		return;
	}
};
const directory = ({ entries }) => ({
	kind: "directory",
	entries: (entries ?? []).map(({ name, mode }) => ({
		name,
		kind: kindOf(mode)
	}))
});
const kindOf = (mode) => {
	if (mode === DIRECTORY) return "directory";
	if (mode === SYMLINK) return "symlink";
	return mode === SUBMODULE ? "submodule" : "file";
};
const unreadable = (path) => fail("host-unexpected", `GitHub's answer for the file ${quote(path)} is not what the commit holds.`, "Run it again; if it stays so, report this message.", { path });

// src/adapters/github/portions.ts
const MOST$4 = 500;
const CHARACTERS = 2e6;
const MILLISECONDS = 4e3;
function portions() {
	let most = MOST$4;
	return {
		sizeAfter: ({ paths, characters, milliseconds }) => {
			const share = Math.max(characters / CHARACTERS, milliseconds / MILLISECONDS);
			return Math.max(1, Math.floor(paths / share));
		},
		overloaded: (paths) => {
			most = Math.max(1, Math.min(most, Math.floor(paths / 2)));
		},
		most: () => most
	};
}

// src/adapters/github/queries.ts
const ENTRY = `fragment Entry on TreeEntry {
  mode
  object { ... on Blob { oid byteSize isTruncated text } ... on Tree { entries { name mode } } }
}`;
const HISTORY = `fragment History on CommitHistoryConnection {
  nodes {
    oid message committedDate committedViaWeb
    author { name email user { login } } committer { name email user { login } }
    signature { isValid wasSignedByGitHub }
  }
  pageInfo { hasNextPage endCursor }
}`;
const PAGE = 100;
function headQuery(wish, branch) {
	const head = `name ${wish.products?.length ? BRANCH_RULES : ""} target { ... on Commit { oid tree { oid } ${fields(wish)} } }`;
	if (branch === void 0) {
		const selection = `id nameWithOwner url defaultBranchRef { ${head} } ${proposalFields(wish.products)}`;
		return {
			document: query(declarations(wish), selection, wish),
			variables: variables(wish)
		};
	}
	const selection = `id nameWithOwner url defaultBranchRef { name } ref(qualifiedName: $branch) { ${head} } ${proposalFields(wish.products)}`;
	return {
		document: query(["$branch: String!", ...declarations(wish)], selection, wish),
		variables: {
			branch: `refs/heads/${branch}`,
			...variables(wish)
		}
	};
}
function commitQuery(commit, wish) {
	return {
		document: query(["$commit: GitObjectID!", ...declarations(wish)], `object(oid: $commit) { ... on Commit { ${fields(wish)} } }`, wish),
		variables: {
			commit,
			...variables(wish)
		}
	};
}
function revisionQuery(revision, wish) {
	return {
		document: query(["$revision: String!", ...declarations(wish)], `object(expression: $revision) { ... on Commit { oid ${fields(wish)} } }`, wish),
		variables: {
			revision,
			...variables(wish)
		}
	};
}
function statesQuery(path, commits) {
	const states = commits.map((_, at) => `s${at}: object(oid: $s${at}) { ... on Commit { f0: file(path: $path) { ...Entry } } }`);
	return {
		document: [
			`query States($owner: String!, $name: String!, $path: String!, ${commits.map((_, at) => `$s${at}: GitObjectID!`).join(", ")}) {`,
			`  repository(owner: $owner, name: $name) { id nameWithOwner ${states.join(" ")} }`,
			"}",
			ENTRY
		].join("\n"),
		variables: {
			path,
			...Object.fromEntries(commits.map((commit, at) => [`s${at}`, commit]))
		}
	};
}
function pageQuery(commit, { path, size, after }) {
	const [declared, argument] = path === "" ? ["", ""] : ["$path: String!, ", ", path: $path"];
	return {
		document: `query History($owner: String!, $name: String!, $commit: GitObjectID!, ${declared}$size: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    object(oid: $commit) { ... on Commit { h0: history(first: $size, after: $after${argument}) { ...History } } }
  }
}
${HISTORY}`,
		variables: {
			commit,
			size,
			after,
			...path === "" ? {} : { path }
		}
	};
}
const query = (declared, selection, { paths, histories, products = [] }) => [
	`query Snapshot(${[
		"$owner: String!",
		"$name: String!",
		...declared
	].join(", ")}) {`,
	...products.length > 0 || histories.length > 0 && isHead(selection) ? ["  viewer { login }"] : [],
	`  repository(owner: $owner, name: $name) { ${selection} }`,
	"}",
	...proposalFragments(products),
	...paths.some((path) => path !== "") ? [ENTRY] : [],
	...histories.length > 0 ? [HISTORY] : []
].join("\n");
const isHead = (selection) => selection.startsWith("id nameWithOwner url ");
const fields = ({ paths, histories }) => [
	"__typename",
	...paths.map((path, at) => path === "" ? `f${at}: tree { entries { name mode } }` : `f${at}: file(path: $f${at}) { ...Entry }`),
	...histories.map((path, at) => `h${at}: history(first: ${100}${path === "" ? "" : `, path: $h${at}`}) { ...History }`)
].join("\n    ");
const declarations = ({ paths, histories, products = [] }) => [
	...products.map((_, at) => `$p${at}: String!`),
	...paths.flatMap((path, at) => path === "" ? [] : [`$f${at}: String!`]),
	...histories.flatMap((path, at) => path === "" ? [] : [`$h${at}: String!`])
];
const variables = ({ paths, histories, products = [] }) => Object.fromEntries([
	...products.map((product, at) => [`p${at}`, prefixOf(product)]),
	...paths.flatMap((path, at) => path === "" ? [] : [[`f${at}`, path]]),
	...histories.flatMap((path, at) => path === "" ? [] : [[`h${at}`, path]])
]);
const originQuery = (commits) => ({
	document: [
		`query Origins($owner: String!, $name: String!, ${commits.map((_, at) => `$c${at}: GitObjectID!`).join(", ")}) {`,
		"  repository(owner: $owner, name: $name) {",
		"    id nameWithOwner",
		...commits.map((_, at) => `    c${at}: object(oid: $c${at}) { ...Origin }`),
		"  }",
		"}",
		"fragment Origin on Commit { associatedPullRequests(first: 5) { nodes {",
		"  number state headRefName isCrossRepository body mergeCommit { oid }",
		"  author { __typename login } editor { __typename login }",
		"} } }"
	].join("\n"),
	variables: Object.fromEntries(commits.map(({ oid }, at) => [`c${at}`, oid]))
});

// src/adapters/github/files.ts
const PARALLEL = 4;
const ATTEMPTS$5 = 4;
const MOST$3 = 256e6;
function filesOf(place, commit) {
	const known = /* @__PURE__ */ new Map();
	const { sizeAfter, overloaded, most } = portions();
	let held = 0;
	const keep = async (parts, paths) => {
		const queue = paths.map((path, at) => ({
			path,
			at
		}));
		await each$1(() => queue.shift(), async ({ path, at }) => {
			const entry = await entryOf(parts[`f${at}`], path, (id) => loadBlob(place, id));
			held += entry.kind === "file" ? entry.text.length : 0;
			if (held > MOST$3) tooMuch();
			known.set(path, entry);
		});
	};
	const fetch = async (paths, attempt, riders) => {
		const histories = riders?.histories ?? [];
		const answer = await ask$2(place, commitQuery(commit, {
			paths,
			histories
		}));
		const parts = answer.kind === "answered" ? answer.data?.object : void 0;
		if (parts) {
			riders?.keep(parts, histories);
			return keep(parts, paths);
		}
		const reason = answer.kind === "lost" ? answer.reason : "the commit is not there";
		if (answer.kind === "lost" && answer.overloaded) overloaded(paths.length);
		if (attempt >= ATTEMPTS$5 && paths.length === 1) unavailable("files are read", reason);
		await pause(place.clock, attempt);
		const half = Math.ceil(paths.length / 2);
		await fetch(paths.slice(0, half), attempt + 1);
		if (half < paths.length) await fetch(paths.slice(half), 1);
	};
	const fetchAll = async (queue, riders) => {
		const first = queue.splice(0, Math.min(100, most()));
		const [start, before] = [place.clock.now().getTime(), held];
		await fetch(first, 1, riders);
		const milliseconds = place.clock.now().getTime() - start;
		const size = sizeAfter({
			paths: first.length,
			characters: held - before,
			milliseconds
		});
		await each$1(() => queue.length > 0 ? queue.splice(0, Math.min(size, most())) : void 0, (batch) => fetch(batch, 1));
	};
	return {
		keep,
		read: async (paths, riders) => {
			for (const path of paths) checkPath(path);
			const unknown = [...new Set(paths)].filter((path) => !known.has(path));
			if (unknown.length > 0) await fetchAll(unknown, riders);
			return paths.map((path) => known.get(path) ?? { kind: "absent" });
		}
	};
}
const loadBlob = async ({ client, owner, name, clock }, id) => {
	for (let attempt = 1;; attempt++) {
		const answer = await client.bytes({
			route: "GET /repos/{owner}/{repo}/git/blobs/{id}",
			parameters: {
				owner,
				repo: name,
				id,
				headers: { accept: "application/vnd.github.raw+json" }
			},
			repeat: true
		});
		if (answer.kind === "answered" && answer.data) return answer.data;
		const reason = answer.kind === "lost" ? answer.reason : answer.problems[0]?.message ?? "the blob is not there";
		if (attempt === ATTEMPTS$5) unavailable("a file is read", reason);
		await pause(clock, attempt);
	}
};
const each$1 = async (take, work) => {
	let failed = false;
	const worker = async () => {
		for (let item = take(); item !== void 0 && !failed; item = take()) await work(item).catch((error) => {
			failed = true;
			throw error;
		});
	};
	await Promise.all(Array.from({ length: PARALLEL }, worker));
};
const checkPath = (path) => {
	if (path === "") return;
	if (path.split("/").some((part) => part === "" || part === "." || part === "..")) throw new Error(`not a clean path: ${path}`);
};
const tooMuch = () => fail("manifest-too-large", "The files of this promotion have over 256 million characters together.", "Name fewer files in the setting files.");

// src/adapters/github/pulls/activity.ts
async function readPusher(place, branch, commit) {
	const { client, owner, name } = place;
	const answer = await client.rest({
		route: "GET /repos/{owner}/{repo}/activity",
		parameters: {
			owner,
			repo: name,
			ref: `refs/heads/${branch}`,
			per_page: 10
		},
		repeat: true
	});
	if (answer.kind === "lost" || !Array.isArray(answer.data)) return void 0;
	const [newest] = answer.data;
	return newest?.after === commit ? newest.actor?.login : void 0;
}

// src/adapters/github/pulls/examine.ts
const MOST_PATHS = 100;
const MOST_COMMITS = 20;
const ATTEMPTS$4 = 5;
async function examine(place, questions) {
	const found = [];
	for (const group of groups(questions)) found.push(...await examineTogether(place, group));
	return found;
}
const groups = (questions) => {
	const all = [];
	let paths = Number.POSITIVE_INFINITY;
	for (const question of questions) {
		const last = all.at(-1);
		if (last === void 0 || last.length === MOST_COMMITS || paths + question.paths.length > MOST_PATHS) {
			all.push([question]);
			paths = question.paths.length;
		} else {
			last.push(question);
			paths += question.paths.length;
		}
	}
	return all;
};
const examineTogether = async (place, questions) => {
	const [pushers, body] = await Promise.all([Promise.all(questions.map(({ head, branch }) => head.signed ? void 0 : readPusher(place, branch, head.id))), readSides(place, questions)]);
	return Promise.all(questions.map(async (question, at) => {
		const [before, after] = [body[`b${at}`], body[`a${at}`]];
		return {
			broughtBy: broughtBy(question, after?.associatedPullRequests),
			pusher: pushers[at],
			before: await entriesOf(place, {
				id: question.parent,
				side: before,
				paths: question.paths
			}),
			after: await entriesOf(place, {
				id: question.head.id,
				side: after,
				paths: question.paths
			}),
			others: othersIn(question, before, after)
		};
	}));
};
const broughtBy = ({ head }, merged) => {
	const nodes = merged?.nodes;
	if (!nodes || nodes.includes(null)) return "unknown";
	return nodes.find((node) => node?.mergeCommit?.oid === head.id)?.number;
};
const readSides = async (place, questions) => {
	for (let attempt = 1;; attempt++) {
		const answer = await ask$2(place, documentFor$1(questions));
		if (answer.kind === "answered" && answer.data) return answer.data;
		const reason = answer.kind === "lost" ? answer.reason : "an empty answer";
		if (attempt === ATTEMPTS$4) unavailable("the commits of pull requests are looked at", reason);
		await pause(place.clock, attempt);
	}
};
const documentFor$1 = (questions) => {
	const variables = {};
	const declared = [];
	const declare = (name, type, value) => {
		variables[name] = value;
		declared.push(`$${name}: ${type}`);
		return `$${name}`;
	};
	const sides = questions.map(({ head, parent, paths }, at) => {
		const files = asked(paths).map((path, index) => {
			return `f${index}: file(path: ${declare(`f${at}_${index}`, "String!", path)}) { ...Entry }`;
		});
		const directories = directoriesOf(paths).map((path, index) => path === "" ? `d${index}: tree { entries { name mode oid } }` : `d${index}: file(path: ${declare(`d${at}_${index}`, "String!", path)}) { object { ... on Tree { entries { name mode oid } } } }`);
		const fields = [
			"__typename",
			...files,
			...directories
		].join("\n    ");
		return [`b${at}: object(oid: ${declare(`b${at}`, "GitObjectID!", parent)}) { ... on Commit { ${fields} } }`, `a${at}: object(oid: ${declare(`a${at}`, "GitObjectID!", head.id)}) { ... on Commit { ${fields} associatedPullRequests(first: 10) { nodes { number state mergeCommit { oid } } } } }`].join("\n  ");
	});
	return {
		document: [
			`query Examine(${[
				"$owner: String!",
				"$name: String!",
				...declared
			].join(", ")}) {`,
			`  repository(owner: $owner, name: $name) { id nameWithOwner`,
			`  ${sides.join("\n  ")} }`,
			"}",
			...questions.some(({ paths }) => paths.length > 0) ? [ENTRY] : []
		].join("\n"),
		variables
	};
};
const asked = (paths) => paths.slice(0, MOST_PATHS);
const entriesOf = async (place, { id, side, paths }) => {
	if (!side) return paths.map(() => ({ kind: "absent" }));
	const files = filesOf(place, id);
	await files.keep(side, asked(paths));
	return files.read(paths);
};
const directoriesOf = (paths) => [.../* @__PURE__ */ new Set(["", ...paths.flatMap((path) => parentsOf(path))])];
const parentsOf = (path) => path.split("/").slice(0, -1).map((_, at, parts) => parts.slice(0, at + 1).join("/"));
const othersIn = ({ paths }, before, after) => {
	const known = new Set(paths);
	const listed = /* @__PURE__ */ new Map();
	for (const [at, directory] of directoriesOf(paths).entries()) {
		const [former, latter] = [entriesIn(before, at), entriesIn(after, at)];
		if (former !== void 0 && latter !== void 0) listed.set(directory, {
			former,
			latter
		});
	}
	if (!listed.has("")) return ["."];
	return [...listed].flatMap(([directory, { former, latter }]) => [.../* @__PURE__ */ new Set([...former.keys(), ...latter.keys()])].flatMap((name) => {
		const path = directory === "" ? name : `${directory}/${name}`;
		const [one, other] = [former.get(name), latter.get(name)];
		const isLookedAt = known.has(path) || listed.has(path);
		return one?.mode === other?.mode && (one?.oid === other?.oid || isLookedAt) ? [] : [path];
	}));
};
const entriesIn = (side, at) => {
	const raw = side?.[`d${at}`];
	const tree = raw && "object" in raw ? raw.object : raw;
	return tree?.entries ? new Map(tree.entries.map((entry) => [entry.name, entry])) : void 0;
};

// src/adapters/github/pulls/read.ts
async function readProposals(base, repository, products) {
	const raw = await readBranches(base.place, products, repository);
	if (raw === void 0 || raw.some(({ open, latest }) => hasHole(open) || hasHole(latest))) return void 0;
	const head = repository.ref ?? repository.defaultBranchRef ?? {};
	const { url = "", nameWithOwner, viewer = "" } = repository;
	const server = url.slice(0, -nameWithOwner.length - 1);
	const host = serverName(url);
	const list = await Promise.all(raw.map((proposal) => proposalOf(base, proposal, {
		head,
		host
	})));
	return {
		self: viewer,
		logins: ownLogins(viewer, base.place.client.tokenKind),
		server,
		repository: nameWithOwner,
		list: list.filter((proposal) => proposal !== void 0),
		examine: (questions) => examine(base.place, questions)
	};
}
const hasHole = (connection) => connection === null || connection.nodes === null || connection.nodes.includes(null);
const proposalOf = async (base, raw, { head, host }) => {
	const { target, prefix, name } = raw;
	if (target === null) return void 0;
	const branch = `${prefix}${name}`.replace(/^refs\/heads\//, "");
	const parent = listOf(target.parents)[0]?.oid;
	const open = listOf(raw.open).filter(isOwn);
	const pullRequest = open.find(({ baseRefName }) => baseRefName === base.branch) ?? open[0];
	const told = pullRequest ?? listOf(raw.latest).find((each) => isOwn(each) && each.headRefOid === target.oid);
	return {
		branch,
		head: {
			id: target.oid,
			message: target.message,
			author: loginIn(target.author),
			vouched: vouchedAuthor(target, host),
			signed: target.signature?.wasSignedByGitHub === true,
			committedAt: target.committedDate,
			parents: listOf(target.parents).map(({ oid }) => oid)
		},
		commits: told === void 0 ? await countCommits(base, {
			id: target.oid,
			parent
		}) : commitsOf(told),
		pullRequest: pullRequest && pullRequestOf(pullRequest, head),
		declined: told?.state === "CLOSED"
	};
};
const isOwn = ({ isCrossRepository }) => !isCrossRepository;
const loginIn = (person) => person?.user?.login ?? person?.name ?? "";
const commitsOf = ({ state, commits }) => state === "MERGED" ? 0 : commits.totalCount;
const countCommits = async ({ place, commit }, head) => {
	if (head.id === commit) return 0;
	if (head.parent === commit) return 1;
	const { client, owner, name } = place;
	const answer = await client.rest({
		route: `GET /repos/{owner}/{repo}/compare/${commit}...${head.id}`,
		parameters: {
			owner,
			repo: name,
			per_page: 1
		},
		repeat: true
	});
	return answer.kind === "answered" ? answer.data?.ahead_by ?? Number.POSITIVE_INFINITY : Number.POSITIVE_INFINITY;
};
function pullRequestOf(raw, base = {}) {
	const reviews = listOf(raw.latestOpinionatedReviews);
	const approvers = reviews.flatMap(({ state, author }) => state === "APPROVED" && author ? [author.login] : []);
	return {
		key: raw.id,
		number: raw.number,
		url: raw.url,
		title: raw.title,
		description: raw.body,
		author: actorLogin(raw.author),
		editor: actorLogin(raw.editor),
		base: raw.baseRefName,
		waits: raw.isInMergeQueue ? "queued" : raw.autoMergeRequest === null ? "idle" : "armed",
		armedWith: raw.autoMergeRequest?.commitBody ?? void 0,
		draft: raw.isDraft,
		merges: mergesOf(raw),
		approved: raw.reviewDecision === "APPROVED" || approvers.length > 0,
		approvers,
		labels: listOf(raw.labels).map(({ name }) => name),
		assignees: listOf(raw.assignees).map(({ login }) => login),
		reviewers: [...listOf(raw.reviewRequests).flatMap(({ requestedReviewer }) => requestedReviewer?.login ?? []), ...reviews.flatMap(({ author }) => author?.login ?? [])],
		asksTeams: listOf(raw.reviewRequests).some(({ requestedReviewer }) => requestedReviewer?.login === void 0),
		queue: raw.isMergeQueueEnabled,
		methods: {
			settings: settingsOf(raw),
			rules: rulesOf(raw.baseRef ?? base)
		}
	};
}
const mergesOf = ({ mergeable, mergeStateStatus }) => {
	if (mergeable === "MERGEABLE") return mergeStateStatus === "BEHIND" ? "behind" : "clean";
	return mergeable === "CONFLICTING" ? "conflicting" : "unknown";
};
const settingsOf = ({ repository }) => {
	const { mergeCommitAllowed, squashMergeAllowed, rebaseMergeAllowed } = repository;
	return METHODS.filter((method) => ({
		merge: mergeCommitAllowed,
		squash: squashMergeAllowed,
		rebase: rebaseMergeAllowed
	})[method]);
};
const METHODS = [
	"merge",
	"squash",
	"rebase"
];
const rulesOf = ({ rules }) => {
	if (rules === void 0 || hasHole(rules)) return void 0;
	return listOf(rules).reduce((methods, rule) => methods.filter((method) => allows(rule, method)), [...METHODS]);
};
const allows = ({ type, parameters }, method) => {
	if (type === "REQUIRED_LINEAR_HISTORY" && method === "merge") return false;
	const allowed = parameters?.allowedMergeMethods;
	return !allowed || allowed.some((name) => name.toLowerCase() === method);
};
const listOf = (connection) => (connection?.nodes ?? []).flatMap((node) => node === null ? [] : [node]);

// src/adapters/github/pulls/announce.ts
const OPEN = `mutation Open($input: CreatePullRequestInput!) {
  createPullRequest(input: $input) { ${ANNOUNCED} }
}
${PULL_REQUEST}`;
const EDIT = `mutation Edit($input: UpdatePullRequestInput!) {
  updatePullRequest(input: $input) { ${ANNOUNCED} }
}
${PULL_REQUEST}`;
const EDIT_AND_SAY = `mutation Edit($input: UpdatePullRequestInput!, $comment: AddCommentInput!) {
  updatePullRequest(input: $input) { ${ANNOUNCED} }
  addComment(input: $comment) { clientMutationId }
}
${PULL_REQUEST}`;
async function announcePullRequest(base, announcement, losses) {
	const { branch, standing } = announcement;
	const doing = standing === void 0 ? "open" : "update";
	const attempted = {
		...readingOf(base.place),
		doing,
		branch,
		base: base.branch,
		number: standing?.pullRequest.number
	};
	return standing === void 0 ? open$1({
		base,
		announcement,
		attempted,
		losses
	}) : edit({
		base,
		announcement,
		attempted,
		losses
	}, standing);
}
const open$1 = async (announcing) => {
	const { base, announcement, attempted, losses } = announcing;
	const { branch, title, description, draft } = announcement;
	const input = {
		repositoryId: base.repository,
		headRefName: branch,
		baseRefName: base.branch,
		title,
		body: description,
		draft
	};
	const answer = await base.place.client.graphql({
		document: OPEN,
		variables: { input },
		ages: true
	});
	if (answer.kind === "lost") return losses("a pull request is opened", answer);
	const pullRequest = answer.data?.createPullRequest?.pullRequest;
	if (pullRequest && pullRequest.headRefOid !== announcement.commit) return { kind: "branch-moved" };
	if (pullRequest) return {
		kind: "announced",
		pullRequest: pullRequestOf(pullRequest),
		notices: []
	};
	const limited = limitedIn(answer.problems);
	if (limited !== void 0) return limited;
	const problem = answer.problems[0] ?? { message: "an empty answer" };
	if (draft && /draft/i.test(problem.message)) {
		const opened = await open$1({
			...announcing,
			announcement: {
				...announcement,
				draft: false
			}
		});
		return opened.kind === "announced" ? {
			...opened,
			notices: [...opened.notices, notADraft(problem)]
		} : opened;
	}
	return hasChanged(problem) ? { kind: "branch-moved" } : refuse(problem, attempted);
};
const hasChanged = ({ message }) => /already exists for|no commits between|head sha can't be blank|head ref must be a branch/i.test(message);
const notADraft = ({ message }) => ({
	message: `The pull request is no draft: GitHub says ${JSON.stringify(message)}.`,
	hint: "Private repositories have drafts in some plans only; remove `draft`."
});
const edit = async ({ base, announcement, attempted, losses }, { pullRequest: former, head }) => {
	const { title, description, comment, commit } = announcement;
	const { key } = former;
	const answer = await base.place.client.graphql({
		document: comment === void 0 ? EDIT : EDIT_AND_SAY,
		variables: {
			input: {
				pullRequestId: key,
				title,
				body: description
			},
			...comment === void 0 ? {} : { comment: {
				subjectId: key,
				body: comment
			} }
		},
		ages: true
	});
	if (answer.kind === "lost") return losses("a pull request is updated", answer);
	const pullRequest = answer.data?.updatePullRequest?.pullRequest;
	if (!pullRequest) return limitedIn(answer.problems) ?? refuse(answer.problems[0] ?? { message: "an empty answer" }, attempted);
	const at = pullRequest.headRef?.target?.oid;
	if (pullRequest.state === "OPEN" && (at === void 0 || at === commit || at === head)) return {
		kind: "announced",
		pullRequest: pullRequestOf(pullRequest),
		notices: []
	};
	if (pullRequest.state !== "OPEN" && pullRequest.headRefOid !== commit) await restore(base, former);
	return { kind: "branch-moved" };
};
const restore = async ({ place }, { key, title, description }) => {
	const input = {
		pullRequestId: key,
		title,
		body: description
	};
	await place.client.graphql({
		document: EDIT,
		variables: { input }
	});
};

// src/adapters/github/pulls/state.ts
const DOCUMENT$1 = `query State($id: ID!) {
  node(id: $id) {
    ... on PullRequest {
      state headRefOid mergeable mergeCommit { oid } autoMergeRequest { enabledAt } isInMergeQueue
      baseRef { target { oid } }
    }
  }
}`;
const UNREAD = lost("the pull request cannot be read", { overloaded: false });
async function readState({ place }, key) {
	const answer = await place.client.graphql({
		document: DOCUMENT$1,
		variables: { id: key },
		repeat: true
	});
	return answer.kind === "answered" ? answer.data?.node ?? void 0 : void 0;
}

// src/adapters/github/pulls/merge.ts
const PATIENCE$1 = 5;
async function mergePullRequest(merging) {
	for (let attempt = 1;; attempt++) {
		const outcome = await tryOnce(merging);
		if (outcome.kind !== "computing") return outcome;
		if (attempt === PATIENCE$1) return { kind: "branch-moved" };
		await pause(merging.base.place.clock, attempt);
	}
}
const tryOnce = async (merging) => {
	const { base, pullRequest, landing, losses, attempted } = merging;
	const { client, owner, name } = base.place;
	const { head, method, message } = landing;
	const texts = method === "rebase" ? {} : {
		commit_title: message.headline,
		commit_message: message.body
	};
	const answer = await client.rest({
		route: `PUT /repos/{owner}/{repo}/pulls/${pullRequest.number}/merge`,
		parameters: {
			owner,
			repo: name,
			sha: head,
			merge_method: method,
			...texts
		}
	});
	if (answer.kind === "answered" && answer.data?.sha) return {
		kind: "merged",
		commit: answer.data.sha
	};
	if (answer.kind === "lost" || answer.data) {
		const state = await readState(base, pullRequest.key);
		const loss = answer.kind === "lost" ? answer : lost("the answer names no commit", { overloaded: false });
		return landedIn(state, landing) ?? losses("a pull request is merged", loss);
	}
	const problem = answer.problems[0] ?? { message: "an empty answer" };
	return await judge$1(problem, merging) ?? {
		kind: "refused",
		violation: explainRefusal(problem, attempted)
	};
};
const judge$1 = async ({ message, status }, { base, pullRequest, landing, losses }) => {
	if (/base branch was modified/i.test(message) || status === 409) return { kind: "branch-moved" };
	if (!/is not mergeable|not up to date|out of date/i.test(message)) return void 0;
	const state = await readState(base, pullRequest.key);
	const landed = landedIn(state, landing);
	if (landed !== void 0) return landed;
	if (state === void 0) return losses("a pull request is merged", UNREAD);
	if (state.state === "CLOSED" || state.headRefOid !== landing.head) return { kind: "branch-moved" };
	const isBehind = state.baseRef?.target?.oid !== base.commit;
	if (!/is not mergeable/i.test(message)) return isBehind ? { kind: "branch-moved" } : void 0;
	if (state.mergeable === "UNKNOWN") return { kind: "computing" };
	return state.mergeable === "CONFLICTING" && isBehind ? { kind: "branch-moved" } : void 0;
};
const landedIn = (state, { head }) => state?.state === "MERGED" && state.headRefOid === head && state.mergeCommit !== null ? {
	kind: "merged",
	commit: state.mergeCommit.oid
} : void 0;

// src/adapters/github/pulls/arm.ts
const ARM = `mutation Arm($input: EnablePullRequestAutoMergeInput!) {
  enablePullRequestAutoMerge(input: $input) { clientMutationId }
}`;
const ENQUEUE = `mutation Enqueue($input: EnqueuePullRequestInput!) {
  enqueuePullRequest(input: $input) { clientMutationId }
}`;
const PATIENCE = 5;
async function armPullRequest(merging) {
	const { pullRequest, landing } = merging;
	if (pullRequest.queue) {
		const input = {
			pullRequestId: pullRequest.key,
			expectedHeadOid: landing.head
		};
		const outcome = await ask$1(merging, ENQUEUE, input);
		if (outcome.kind !== "problem") return outcome;
		return arm(merging, input);
	}
	return arm(merging, {
		pullRequestId: pullRequest.key,
		expectedHeadOid: landing.head,
		mergeMethod: landing.method.toUpperCase(),
		...landing.method === "rebase" ? {} : {
			commitHeadline: landing.message.headline,
			commitBody: landing.message.body
		}
	});
}
const arm = async (merging, input) => {
	for (let attempt = 1;; attempt++) {
		const outcome = await ask$1(merging, ARM, input);
		if (outcome.kind !== "problem") return outcome;
		const { problem } = outcome;
		if (/in (?:clean|has_hooks) status/i.test(problem.message)) return mergePullRequest({
			...merging,
			attempted: {
				...merging.attempted,
				doing: "merge"
			}
		});
		if (!/in unknown status/i.test(problem.message)) return settle(merging, problem);
		if (attempt === PATIENCE) return { kind: "branch-moved" };
		await pause(merging.base.place.clock, attempt);
	}
};
const ask$1 = async (merging, document, input) => {
	const { base, pullRequest, landing, losses } = merging;
	const answer = await base.place.client.graphql({
		document,
		variables: { input }
	});
	if (answer.kind === "answered") {
		if (Object.values(answer.data ?? {}).some((value) => value !== null)) return { kind: "armed" };
		return {
			kind: "problem",
			problem: answer.problems[0] ?? { message: "an empty answer" }
		};
	}
	const state = await readState(base, pullRequest.key);
	const isArmed = state?.headRefOid === landing.head && (state.autoMergeRequest !== null || state.isInMergeQueue);
	return landedIn(state, landing) ?? (isArmed ? { kind: "armed" } : losses("a pull request is armed", answer));
};
const settle = async (merging, problem) => {
	const { base, pullRequest, landing, attempted, losses } = merging;
	const state = await readState(base, pullRequest.key);
	const landed = landedIn(state, landing);
	if (landed !== void 0) return landed;
	if (state === void 0) return losses("a pull request is armed", UNREAD);
	if (state.state !== "OPEN" || state.headRefOid !== landing.head) return { kind: "branch-moved" };
	return {
		kind: "refused",
		violation: explainRefusal(problem, attempted)
	};
};

// src/adapters/github/pulls/head.ts
const DOCUMENT = `query Look($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid } } }
}`;
async function readBranch({ client, owner, name }, branch) {
	const variables = {
		owner,
		name,
		ref: `refs/heads/${branch}`
	};
	const answer = await client.graphql({
		document: DOCUMENT,
		variables,
		repeat: true
	});
	return answer.kind === "answered" ? answer.data?.repository?.ref?.target?.oid : void 0;
}

// src/adapters/github/pulls/close.ts
const DELETE = `mutation Delete($refs: UpdateRefsInput!) {
  updateRefs(input: $refs) { clientMutationId }
}`;
const DELETE_AND_SAY = `mutation Close($refs: UpdateRefsInput!, $comment: AddCommentInput!) {
  updateRefs(input: $refs) { clientMutationId }
  addComment(input: $comment) { commentEdge { node { id } } subject { ... on PullRequest { state } } }
}`;
const CLOSE = `mutation Shut($closed: ClosePullRequestInput!) {
  closePullRequest(input: $closed) { clientMutationId }
}`;
const RETRACT = `mutation Retract($comment: DeleteIssueCommentInput!) {
  deleteIssueComment(input: $comment) { clientMutationId }
}`;
async function closeProposal(base, proposal, comment) {
	try {
		return await close({
			base,
			proposal,
			comment
		});
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return unfinished(proposal, error.violations.map(({ message }) => message));
	}
}
const close = async ({ base, proposal, comment }) => {
	const { branch, head, pullRequest } = proposal;
	const gone = {
		name: `refs/heads/${branch}`,
		beforeOid: head.id,
		afterOid: "0".repeat(head.id.length)
	};
	const refs = {
		repositoryId: base.repository,
		refUpdates: [gone]
	};
	const { client } = base.place;
	if (pullRequest === void 0) {
		const answer = await client.graphql({
			document: DELETE,
			variables: { refs }
		});
		return unfinished(proposal, problemsOf$1(answer));
	}
	const said = {
		subjectId: pullRequest.key,
		body: comment
	};
	const answer = await client.graphql({
		document: DELETE_AND_SAY,
		variables: {
			refs,
			comment: said
		}
	});
	const problems = problemsOf$1(answer);
	if (answer.kind === "lost") return unfinished(proposal, problems);
	const { updateRefs, addComment } = answer.data ?? {};
	if (!(updateRefs || problems.length === 0) && await readBranch(base.place, branch) !== head.id) {
		const id = addComment?.commentEdge?.node?.id;
		if (id !== void 0) await client.graphql({
			document: RETRACT,
			variables: { comment: { id } }
		});
		return overtaken(pullRequest);
	}
	if (addComment?.subject?.state !== "OPEN") return unfinished(proposal, problems);
	const closed = { pullRequestId: pullRequest.key };
	const shut = await client.graphql({
		document: CLOSE,
		variables: { closed }
	});
	return unfinished(proposal, [...problems, ...problemsOf$1(shut)]);
};
const problemsOf$1 = (answer) => {
	return (answer.kind === "lost" ? [answer.reason] : answer.problems.map(({ message }) => message)).filter((message) => !/reference does not exist/i.test(message));
};
const unfinished = ({ branch, pullRequest }, problems) => {
	if (problems.length === 0) return [];
	return [{
		message: `${pullRequest === void 0 ? `The branch ${quote(branch)}` : `Pull request ${pullRequest.number}`} has nothing left to propose, but closing it and deleting its branch went wrong: ${listed(problems.map(quote))}.`,
		hint: "Close it and delete its branch by hand, or run this again."
	}];
};
const overtaken = ({ number }) => [{
	message: `Pull request ${number} had nothing left to propose, but somebody has changed its branch meanwhile, and so it is left alone.`,
	hint: "Look at what it carries now."
}];

// src/adapters/github/pulls/dress.ts
async function dressPullRequest(place, { key, number, asksTeams }, { labels, reviewers: wanted, assignees }) {
	const teams = asksTeams && wanted.some(isTeam) ? await teamsAsked(place, key) : /* @__PURE__ */ new Set();
	const reviewers = wanted.filter((name) => !teams.has(name));
	const add = (path, bodyOf) => async (names) => post(place, `POST /repos/{owner}/{repo}/${path}`, bodyOf(names));
	return [
		...await each("label", labels, add(`issues/${number}/labels`, (names) => ({ labels: names }))),
		...await each("reviewer", reviewers, add(`pulls/${number}/requested_reviewers`, reviewBody)),
		...await each("assignee", assignees, add(`issues/${number}/assignees`, (names) => ({ assignees: names })))
	];
}
const TEAMS = `query Teams($id: ID!) {
  node(id: $id) {
    ... on PullRequest { reviewRequests(first: 100) { nodes { requestedReviewer { ... on Team { slug } } } } }
  }
}`;
const teamsAsked = async ({ client }, key) => {
	try {
		const answer = await client.graphql({
			document: TEAMS,
			variables: { id: key },
			repeat: true
		});
		const nodes = answer.kind === "answered" ? answer.data?.node?.reviewRequests?.nodes ?? [] : [];
		return new Set(nodes.map((node) => `team:${node?.requestedReviewer?.slug}`));
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return /* @__PURE__ */ new Set();
	}
};
const reviewBody = (names) => ({
	reviewers: names.filter((name) => !isTeam(name)),
	team_reviewers: names.filter(isTeam).map((name) => name.slice(5))
});
const isTeam = (name) => name.startsWith("team:");
const each = async (kind, names, add) => {
	if (names.length === 0) return [];
	const { problem, body } = await add(names);
	if (problem === void 0) return unassigned(kind, names, body);
	if (names.length === 1) return [notice(kind, names[0] ?? "", problem)];
	const notices = [];
	for (const name of names) {
		const alone = await add([name]);
		if (alone.problem !== void 0) notices.push(notice(kind, name, alone.problem));
		else notices.push(...unassigned(kind, [name], alone.body));
	}
	return notices;
};
const post = async ({ client, owner, name }, route, body) => {
	const parameters = {
		owner,
		repo: name,
		...body
	};
	try {
		const answer = await client.rest({
			route,
			parameters,
			repeat: true
		});
		if (answer.kind === "lost") return { problem: answer.reason };
		return answer.data === void 0 ? { problem: answer.problems[0]?.message ?? "an empty answer" } : { body: answer.data };
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return { problem: error.message };
	}
};
const unassigned = (kind, names, body) => {
	if (kind !== "assignee") return [];
	const { assignees } = body ?? {};
	if (!assignees) return [];
	const there = new Set(assignees.map(({ login }) => login.toLowerCase()));
	return names.filter((name) => !there.has(name.toLowerCase())).map((name) => notice(kind, name, "GitHub has left the login out"));
};
const notice = (kind, name, problem) => ({
	message: `The ${kind} ${quote(name)} could not be added: ${quote(problem)}.`,
	hint: {
		label: "GitHub creates a label that does not exist yet only for a token with Issues: write (\"permissions: issues: write\" for the workflow's own token): give it that, or create the label once.",
		reviewer: "Reviewers must have access to the repository and cannot be who opened it; a team is written team:slug.",
		assignee: "Assignees must have write access to the repository."
	}[kind]
});

// src/adapters/github/pulls/lost.ts
const MOST$2 = 4;
function countLosses() {
	let count = 0;
	return (doing, { reason }) => {
		count += 1;
		return count > MOST$2 ? unavailable(doing, reason) : {
			kind: "branch-moved",
			unsure: true
		};
	};
}

// src/adapters/github/pulls/write.ts
const UPDATE = "mutation Update($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";
async function writeBranch(base, draft, losses) {
	const writing = {
		base,
		draft,
		attempted: {
			...readingOf(base.place),
			doing: "branch",
			branch: draft.branch,
			base: base.branch
		},
		losses
	};
	if (!fitsMutation(draft.commit)) return moveToMade(writing);
	return draft.standing === void 0 ? create(writing) : replace(writing);
}
const CREATE = "mutation Create($input: CreateRefInput!) { createRef(input: $input) { clientMutationId } }";
const create = async (writing) => {
	const { base, draft, losses } = writing;
	const input = {
		repositoryId: base.repository,
		name: nameOf(draft.branch),
		oid: base.commit
	};
	const answer = await base.place.client.graphql({
		document: CREATE,
		variables: { input },
		ages: true
	});
	if (answer.kind === "lost") return losses("a branch is made", answer);
	if (!answer.data?.createRef) return limitedIn(answer.problems) ?? judge(writing, answer.problems[0]);
	return commitFiles({
		...base,
		branch: draft.branch
	}, draft.commit).catch(goneIsMoved);
};
const goneIsMoved = (error) => {
	if (error instanceof PromotionError && error.violations.every(({ code }) => code === "branch-missing")) return { kind: "branch-moved" };
	throw error;
};
const CREATE_AND_COMMIT = `mutation Create($ref: CreateRefInput!, $prefix: String!, $input: CreateCommitOnBranchInput!) {
  createRef(input: $ref) {
    ref { repository { refs(refPrefix: $prefix, first: 20) {
      nodes { name prefix target { oid ... on Commit { message committedDate } } }
    } } }
  }
  createCommitOnBranch(input: $input) { commit { oid url } }
}`;
const replace = async (writing) => {
	const { base, draft } = writing;
	const workbench = workbenchOf(draft.commit.id);
	const begun = await begin(writing, workbench);
	if (begun.kind === "branch-moved") return begun;
	const { leftOver } = begun;
	const made = begun.made ?? await commitFiles({
		...base,
		branch: workbench
	}, draft.commit).catch(async (error) => {
		await discard(base, workbench, base.commit);
		return goneIsMoved(error);
	});
	if (made.kind === "branch-moved") return made;
	const cleared = {
		name: nameOf(workbench),
		beforeOid: made.commit,
		afterOid: nothing(base)
	};
	const moved = await move(writing, {
		made,
		along: [cleared],
		leftOver
	});
	if (moved.kind !== "refused") return moved;
	await discard(base, workbench, made.commit);
	return judge(writing, moved.problem);
};
const begin = async (writing, workbench) => {
	const { base, draft, losses } = writing;
	const ref = {
		repositoryId: base.repository,
		name: nameOf(workbench),
		oid: base.commit
	};
	const input = commitInput({
		...base,
		branch: workbench
	}, draft.commit);
	const answer = await base.place.client.graphql({
		document: CREATE_AND_COMMIT,
		variables: {
			ref,
			prefix: nameOf(WORKBENCHES),
			input
		},
		ages: true
	});
	if (answer.kind === "lost") return losses("a commit is made", answer);
	if (!answer.data?.createRef) return limitedIn(answer.problems) ?? beginAgain(writing, workbench, answer.problems[0]);
	const leftOver = leftOverAmong(listOf(answer.data.createRef.ref?.repository.refs), writing, workbench);
	const commit = answer.data.createCommitOnBranch?.commit;
	return {
		kind: "begun",
		made: commit ? {
			kind: "committed",
			commit: commit.oid,
			url: commit.url
		} : void 0,
		leftOver
	};
};
const beginAgain = async (writing, workbench, problem) => {
	const { base, losses } = writing;
	const at = await readBranch(base.place, workbench);
	if (at === void 0) return judge(writing, problem);
	const reset = {
		name: nameOf(workbench),
		beforeOid: at,
		afterOid: base.commit,
		force: true
	};
	const answer = await updateRefs(base, [reset]);
	if (answer.kind === "lost") return losses("a branch is made", answer);
	return answer.data?.updateRefs ? {
		kind: "begun",
		leftOver: []
	} : { kind: "branch-moved" };
};
const leftOverAmong = (refs, { base }, own) => refs.flatMap(({ name, prefix, target }) => {
	const branch = `${prefix}${name}`.replace(/^refs\/heads\//, "");
	if (branch === own || target === null) return [];
	const { oid, message = "", committedDate = "" } = target;
	if (!isLeftOver({
		branch,
		message,
		committedAt: committedDate
	}, base.place.clock.now())) return [];
	return [{
		name: nameOf(branch),
		beforeOid: oid,
		afterOid: nothing(base)
	}];
});
const discard = async (base, workbench, at) => {
	await updateRefs(base, [{
		name: nameOf(workbench),
		beforeOid: at,
		afterOid: nothing(base)
	}]);
};
const updateRefs = (base, refUpdates) => base.place.client.graphql({
	document: UPDATE,
	variables: { input: {
		repositoryId: base.repository,
		refUpdates
	} },
	ages: true
});
const moveToMade = async (writing) => {
	const { base, draft } = writing;
	const scene = {
		...readingOf(base.place),
		doing: "commit",
		branch: draft.branch
	};
	const made = await makeCommit(base, draft.commit, scene);
	if (made.kind === "branch-moved") return made;
	const moved = await move(writing, {
		made: {
			...made,
			kind: "committed"
		},
		along: [],
		leftOver: []
	});
	return moved.kind === "refused" ? judge(writing, moved.problem) : moved;
};
const move = async ({ base, draft, losses }, { made, along, leftOver }) => {
	const beforeOid = draft.standing?.head.id ?? nothing(base);
	const update = {
		name: nameOf(draft.branch),
		beforeOid,
		afterOid: made.commit,
		force: true
	};
	const answer = await base.place.client.graphql({
		document: documentFor(draft, leftOver),
		variables: {
			input: {
				repositoryId: base.repository,
				refUpdates: [update, ...along]
			},
			...armedOf(draft),
			...leftOver.length === 0 ? {} : { leftOver: {
				repositoryId: base.repository,
				refUpdates: leftOver
			} }
		},
		ages: true
	});
	if (answer.kind === "lost") return losses("a branch is moved", answer);
	if (answer.data?.updateRefs) return made;
	const limited = limitedIn(answer.problems);
	if (limited !== void 0) return limited;
	return {
		kind: "refused",
		problem: answer.problems.find(({ path }) => path?.[0] === "updateRefs") ?? answer.problems[0]
	};
};
const documentFor = ({ standing }, leftOver) => {
	const disarm = {
		idle: void 0,
		armed: ["DisablePullRequestAutoMergeInput", "disablePullRequestAutoMerge"],
		queued: ["DequeuePullRequestInput", "dequeuePullRequest"]
	}[standing?.pullRequest?.waits ?? "idle"];
	return [
		`mutation Move(${[
			"$input: UpdateRefsInput!",
			...disarm === void 0 ? [] : [`$armed: ${disarm[0]}!`],
			...leftOver.length === 0 ? [] : ["$leftOver: UpdateRefsInput!"]
		].join(", ")}) {`,
		...disarm === void 0 ? [] : [`  ${disarm[1]}(input: $armed) { clientMutationId }`],
		"  updateRefs(input: $input) { clientMutationId }",
		...leftOver.length === 0 ? [] : ["  swept: updateRefs(input: $leftOver) { clientMutationId }"],
		"}"
	].join("\n");
};
const armedOf = ({ standing }) => {
	const { waits, key } = standing?.pullRequest ?? {
		waits: "idle",
		key: ""
	};
	if (waits === "idle") return {};
	return { armed: waits === "armed" ? { pullRequestId: key } : { id: key } };
};
const judge = async ({ base, draft, attempted }, problem = { message: "an empty answer" }) => {
	return await readBranch(base.place, draft.branch) === draft.standing?.head.id && !saysMoved(problem) ? refuse(problem, attempted) : { kind: "branch-moved" };
};
const nameOf = (branch) => `refs/heads/${branch}`;
const nothing = ({ commit }) => "0".repeat(commit.length);

// src/adapters/github/pulls/pulls.ts
function githubPullRequests(place, baseOf) {
	const losses = countLosses();
	return {
		write: (snapshot, draft) => writeBranch(baseOf(snapshot), draft, losses),
		announce: (snapshot, announcement) => announcePullRequest(baseOf(snapshot), announcement, losses),
		dress: (pullRequest, attributes) => dressPullRequest(place, pullRequest, attributes),
		land: (snapshot, pullRequest, landing) => {
			const base = baseOf(snapshot);
			const { number } = pullRequest;
			const merging = {
				base,
				pullRequest,
				landing,
				attempted: {
					...readingOf(place),
					doing: landing.how,
					branch: `#${number}`,
					base: base.branch,
					number
				},
				losses
			};
			return landing.how === "arm" ? armPullRequest(merging) : mergePullRequest(merging);
		},
		disarm: (pullRequest) => disarm(place, pullRequest, losses),
		close: (snapshot, proposal, comment) => closeProposal(baseOf(snapshot), proposal, comment)
	};
}
const DISARM = `mutation Disarm($input: DisablePullRequestAutoMergeInput!) {
  disablePullRequestAutoMerge(input: $input) { clientMutationId }
}`;
const DEQUEUE = `mutation Dequeue($input: DequeuePullRequestInput!) {
  dequeuePullRequest(input: $input) { clientMutationId }
}`;
const disarm = async (place, { key, waits, number, base }, losses) => {
	const [document, input] = waits === "queued" ? [DEQUEUE, { id: key }] : [DISARM, { pullRequestId: key }];
	const answer = await place.client.graphql({
		document,
		variables: { input }
	});
	if (answer.kind === "lost") return losses("a pull request is disarmed", answer);
	if (Object.values(answer.data ?? {}).some((value) => value !== null)) return { kind: "disarmed" };
	const problem = answer.problems[0] ?? { message: "an empty answer" };
	if (/can't disable|not in clean|not enabled|is not open/i.test(problem.message)) return { kind: "branch-moved" };
	return refuse(problem, {
		...readingOf(place),
		doing: "update",
		branch: `#${number}`,
		base,
		number
	});
};

// src/adapters/github/origins.ts
const TOGETHER$2 = 50;
const ATTEMPTS$3 = 7;
const OWN = { kind: "own" };
function originsOf(place, { host, ours }) {
	const settled = /* @__PURE__ */ new Map();
	const settle = (commit, origin) => {
		const known = commitFrom(commit, origin);
		settled.set(commit.oid, known);
		return known;
	};
	const of = (commit) => {
		const known = settled.get(commit.oid);
		if (known !== void 0) return known;
		return isDoubtful(commit, {
			host,
			ours
		}) ? void 0 : plainOf(commit);
	};
	const read = async (commits) => {
		const batch = [...new Map(commits.filter((commit) => of(commit) === void 0).map((commit) => [commit.oid, commit])).values()].slice(0, TOGETHER$2);
		for (let attempt = 1, size = batch.length;; attempt++, size = Math.ceil(size / 2)) {
			const asked = batch.slice(0, size);
			const answer = await ask$2(place, originQuery(asked));
			if (answer.kind === "answered" && answer.data) {
				const { data } = answer;
				const origins = asked.map((commit, at) => {
					const forbidden = isForbidden(data, new RegExp(`^c${at}$`));
					return originIn(commit, forbidden ? void 0 : data[`c${at}`], ours());
				});
				const whole = await withVersions(place, origins, ours());
				asked.forEach((commit, at) => void settle(commit, whole[at] ?? OWN));
				return;
			}
			const reason = answer.kind === "lost" ? answer.reason : "an empty answer";
			if (attempt === ATTEMPTS$3) unavailable("the pull requests behind commits are read", reason);
			await pause(place.clock, attempt);
		}
	};
	return {
		of,
		read
	};
}
const plainOf = ({ oid, message, committedDate }) => ({
	id: oid,
	message,
	committedAt: committedDate
});
const tells = (commit) => stateTrailers(plainOf(commit)).length > 0;
const isDoubtful = (commit, { host, ours }) => {
	const { author, message } = commit;
	const isOurs = isOneOf(vouchedAuthor(commit, host), ours());
	if (tells(commit)) return !isOurs || /\(#\d+\)$/.test(message.split("\n", 1).join());
	const name = author?.user?.login ?? author?.name ?? "";
	return isOurs || isOneOf(name, ours()) || isOneOf(`${name}[bot]`, ours());
};
const commitFrom = (commit, origin) => {
	const plain = plainOf(commit);
	if (origin.kind === "own") return plain;
	return origin.kind === "other" ? {
		...plain,
		lines: origin.lines
	} : {
		...plain,
		lines: "",
		unreadable: true
	};
};
const originIn = (commit, raw, ours) => {
	const nodes = raw?.associatedPullRequests?.nodes;
	if (!nodes || nodes.includes(null)) return { kind: "unreadable" };
	const merged = nodes.filter((node) => node?.state === "MERGED");
	if (merged.length === 0) return OWN;
	const own = merged.find((node) => node?.headRefName.startsWith("promotion/") && !node.isCrossRepository && isOneOf(actorLogin(node.author), ours));
	if (!own) return {
		kind: "other",
		lines: ""
	};
	const isEdited = own.editor !== null && !isOneOf(actorLogin(own.editor), ours);
	if (tells(commit) && !(isEdited && own.mergeCommit?.oid === commit.oid)) return OWN;
	return isEdited ? {
		kind: "edited",
		number: own.number
	} : {
		kind: "other",
		lines: own.body
	};
};
const withVersions = async (place, origins, ours) => {
	const numbers = [...new Set(origins.flatMap((origin) => origin.kind === "edited" ? [origin.number] : []))];
	if (numbers.length === 0) return origins;
	const parts = numbers.map((_, at) => `p${at}: pullRequest(number: $p${at}) { ...Edits }`);
	const document = [
		`query Edits($owner: String!, $name: String!${numbers.map((_, at) => `, $p${at}: Int!`).join("")}) {`,
		`  repository(owner: $owner, name: $name) { ${parts.join(" ")} }`,
		"}",
		"fragment Edits on PullRequest { userContentEdits(first: 50) { nodes { editor { __typename login } diff } } }"
	].join("\n");
	const variables = Object.fromEntries(numbers.map((number, at) => [`p${at}`, number]));
	const { client, owner, name } = place;
	const answer = await client.graphql({
		document,
		variables: {
			owner,
			name,
			...variables
		},
		repeat: true
	});
	const data = answer.kind === "answered" ? answer.data?.repository : void 0;
	return origins.map((origin) => {
		if (origin.kind !== "edited") return origin;
		const version = (data?.[`p${numbers.indexOf(origin.number)}`]?.userContentEdits?.nodes ?? []).find((edit) => isOneOf(actorLogin(edit?.editor), ours) && isWhole(edit?.diff ?? ""));
		return version?.diff ? {
			kind: "other",
			lines: version.diff
		} : { kind: "unreadable" };
	});
};
const isWhole = (text) => parseTrailers(text).some(({ kind }) => kind === "id");

// src/adapters/github/histories.ts
const TOGETHER$1 = 20;
const MOST$1 = 500;
const ATTEMPTS$2 = 8;
function historiesOf({ place, commit, host, logins }, wanted) {
	const known = /* @__PURE__ */ new Map();
	let ours = logins;
	const origins = originsOf(place, {
		host,
		ours: () => ours
	});
	const add = (path, page, size = 100) => {
		const history = known.get(path) ?? {
			commits: [],
			next: null,
			size
		};
		history.size = size;
		history.commits.push(...commitsIn(page));
		history.next = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
		known.set(path, history);
		return history;
	};
	const keep = (parts, paths) => {
		paths.forEach((path, at) => {
			const page = parts[`h${at}`];
			if (page) add(path, page);
		});
	};
	const request = async (document) => {
		const answer = await ask$2(place, document);
		if (answer.kind === "lost") return answer.reason;
		return answer.data?.object ?? "the commit is not there";
	};
	const turn = async (path, after) => {
		for (let attempt = 1, size = known.get(path)?.size ?? 100;; attempt++, size = Math.ceil(size / 2)) {
			const parts = await request(pageQuery(commit, {
				path,
				size,
				after
			}));
			if (typeof parts !== "string" && parts.h0) return add(path, parts.h0, size);
			if (attempt === ATTEMPTS$2) unavailable("the history is read", typeof parts === "string" ? parts : "no history");
			await pause(place.clock, attempt);
		}
	};
	const first = async (path) => {
		const pending = wanted.filter((other) => other !== path && !known.has(other));
		if (pending.length > 0 && wanted.includes(path)) {
			const together = [path, ...pending.slice(0, 19)];
			const parts = await request(commitQuery(commit, {
				paths: [],
				histories: together
			}));
			if (typeof parts !== "string") keep(parts, together);
		}
		return known.get(path) ?? turn(path, null);
	};
	const settled = ({ commits }) => {
		const found = [];
		for (const commit of commits.slice(0, MOST$1)) {
			const known = origins.of(commit);
			if (known === void 0) break;
			found.push(known);
		}
		return found;
	};
	const lookInto = (path) => {
		const others = [...known].filter(([other]) => other !== path).map(([, { commits }]) => commits);
		return origins.read([known.get(path)?.commits ?? [], ...others].flat());
	};
	const answerFrom = (history, enough) => {
		const commits = settled(history);
		if (commits.length === history.commits.length && history.next === null) return {
			commits,
			complete: true
		};
		return commits.length === MOST$1 || commits.length > 0 && enough(commits) ? {
			commits,
			complete: false
		} : void 0;
	};
	const read = async (path, enough = () => false) => {
		let history = known.get(path) ?? await first(path);
		for (;;) {
			const answer = answerFrom(history, enough);
			if (answer !== void 0) return answer;
			if (history.commits.some((commit) => origins.of(commit) === void 0)) await lookInto(path);
			else history = await turn(path, history.next);
		}
	};
	let last = Promise.resolve();
	return {
		keep,
		trust: (writers) => {
			ours = [...logins, ...writers];
		},
		unread: (paths) => [...new Set(paths)].filter((path) => !known.has(path)).slice(0, 20),
		read: (path, enough) => {
			const reading = last.then(() => read(path, enough));
			last = reading.catch(() => void 0);
			return reading;
		}
	};
}
const commitsIn = ({ nodes }) => (nodes ?? []).map((node) => node ?? unavailable("the history is read", "a commit is missing in its answer"));

// src/adapters/github/revisions.ts
const ATTEMPTS$1 = 5;
async function readRevision(place, revision, paths) {
	for (let attempt = 1, size = 100;; attempt++, size = Math.ceil(size / 2)) {
		const first = paths.slice(0, size);
		const answer = await ask$2(place, revisionQuery(revision, {
			paths: first,
			histories: []
		}));
		if (answer.kind === "answered") {
			const { object } = answer.data ?? {};
			if (!object?.oid || !isMeant(revision, object.oid)) return void 0;
			const files = filesOf(place, object.oid);
			await files.keep(object, first);
			return files.read(paths);
		}
		if (attempt === ATTEMPTS$1) unavailable("an earlier commit is read", answer.reason);
		await pause(place.clock, attempt);
	}
}
const TOGETHER = 25;
async function readStates(place, path, commits) {
	const entries = [];
	for (let size = TOGETHER; entries.length < commits.length;) {
		const some = commits.slice(entries.length, entries.length + size);
		const found = await readSome(place, path, some);
		if (found !== void 0) entries.push(...found);
		else size = Math.max(1, Math.floor(some.length / 2));
	}
	return entries;
}
const readSome = async (place, path, commits) => {
	for (let attempt = 1;; attempt++) {
		const answer = await ask$2(place, statesQuery(path, commits));
		if (answer.kind === "answered") {
			const states = answer.data ?? {};
			return Promise.all(commits.map((_, at) => entryOf(states[`s${at}`]?.f0, path, (id) => loadBlob(place, id))));
		}
		if (answer.overloaded && commits.length > 1) return void 0;
		if (attempt === ATTEMPTS$1) unavailable("earlier states of a manifest are read", answer.reason);
		await pause(place.clock, attempt);
	}
};
const isMeant = (revision, oid) => revision.endsWith("^") || oid.startsWith(revision);

// src/adapters/github/snapshot.ts
const ATTEMPTS = 9;
async function readSnapshot(place, branch, wanted) {
	const { paths, histories } = {
		paths: [...new Set(wanted.paths)],
		histories: [...new Set(wanted.histories)]
	};
	const products = wanted.products === "all" ? [""] : [...new Set(wanted.products)];
	const { base, parts, wish, repository } = await readHead(place, branch, {
		paths,
		histories,
		products: listedFor(products)
	});
	const files = filesOf(place, base.commit);
	const logins = ownLogins(repository.viewer ?? "", place.client.tokenKind);
	const past = historiesOf({
		place,
		commit: base.commit,
		host: serverName(repository.url),
		logins
	}, histories);
	await files.keep(parts, wish.paths);
	past.keep(parts, wish.histories);
	await files.read(paths);
	const proposals = await readProposals(base, repository, products);
	return {
		base,
		snapshot: {
			commit: base.commit,
			branch: base.branch,
			defaultBranch: repository.defaultBranchRef?.name,
			repository: base.nameWithOwner,
			proposals,
			read: (asked, along = []) => files.read(asked, {
				histories: past.unread(along),
				keep: past.keep
			}),
			history: (path, enough) => past.read(path, enough),
			trust: (writers) => past.trust(writers),
			readAt: (revision, asked) => readRevision(place, revision, asked),
			statesOf: (path, commits) => readStates(place, path, commits)
		}
	};
}
const readHead = async (place, branch, wanted) => {
	let wish = {
		...wanted,
		paths: wanted.paths.slice(0, 100),
		histories: wanted.histories.slice(0, 20)
	};
	for (let attempt = 1;; attempt++) {
		const answer = await ask$2(place, headQuery(wish, branch));
		if (answer.kind === "answered" && answer.data) {
			const { base, parts } = headOf(place, branch, answer.data);
			return {
				base,
				parts,
				wish,
				repository: answer.data
			};
		}
		const { reason, overloaded } = answer.kind === "lost" ? answer : {
			reason: "an empty answer",
			overloaded: false
		};
		if (attempt === ATTEMPTS) unavailable(`the branch of ${quote(fullName(place))} is read`, reason);
		if (overloaded) wish = less(wish);
		await pause(place.clock, attempt);
	}
};
const less = ({ paths, histories }) => ({
	paths: histories.length > 0 ? paths : paths.slice(0, Math.ceil(paths.length / 2)),
	histories: []
});
const headOf = (place, branch, repository) => {
	const head = branch === void 0 ? repository.defaultBranchRef : repository.ref;
	if (!head?.target) return missing(place, branch, repository.defaultBranchRef);
	const { target } = head;
	return {
		base: {
			place,
			repository: repository.id,
			nameWithOwner: repository.nameWithOwner,
			branch: branch ?? head.name,
			commit: target.oid,
			tree: target.tree.oid
		},
		parts: target
	};
};
const missing = (place, branch, ordinary) => {
	const repository = quote(fullName(place));
	if (branch === void 0 || !ordinary) fail("branch-missing", `The repository ${repository} has no commit yet.`, "Commit the manifests to it first.");
	fail("branch-missing", `The repository ${repository} has no branch ${quote(branch)}.`, `Check the input \`branch\`; without it, the default branch ${quote(ordinary.name)} is used.`);
};

// src/adapters/github/host.ts
function githubHost({ client, clock, repository, branch }) {
	const place = placeOf(client, clock, repository);
	const bases = /* @__PURE__ */ new WeakMap();
	const baseOf = (snapshot) => {
		const base = bases.get(snapshot);
		if (base === void 0) throw new Error("the snapshot is of another host");
		return base;
	};
	return {
		snapshot: async (wanted) => {
			const { snapshot, base } = await readSnapshot(place, branch, wanted);
			bases.set(snapshot, base);
			return snapshot;
		},
		commit: async (snapshot, request) => commitFiles(baseOf(snapshot), request),
		pullRequests: githubPullRequests(place, baseOf)
	};
}

// src/adapters/github/runs.ts
async function runCreation(client, repository, run) {
	const [owner = "", repo = ""] = repository.split("/");
	const answer = await client.rest({
		route: "GET /repos/{owner}/{repo}/actions/runs/{run}",
		parameters: {
			owner,
			repo,
			run
		},
		repeat: true
	});
	if (answer.kind === "lost") return {
		kind: "unknown",
		reason: "GitHub does not answer"
	};
	const at = new Date(String(answer.data?.created_at));
	if (!Number.isNaN(at.getTime())) return {
		kind: "known",
		at
	};
	const status = answer.problems[0]?.status;
	return {
		kind: "unknown",
		reason: status === void 0 ? "the answer holds no date" : `GitHub answers with status ${status}`
	};
}

// src/adapters/github/teams.ts
function teamsOf(client, repository) {
	const [org = ""] = repository.split("/");
	const known = /* @__PURE__ */ new Map();
	const ask = async (team, login) => memberOf(await client.rest({
		route: "GET /orgs/{org}/teams/{team}/memberships/{login}",
		parameters: {
			org,
			team,
			login
		},
		repeat: true
	}));
	return { member: (team, login) => {
		const key = JSON.stringify([team, login]);
		const member = known.get(key) ?? ask(team, login);
		known.set(key, member);
		return member;
	} };
}
const memberOf = (answer) => {
	if (answer.kind === "lost") return {
		state: "unreadable",
		reason: `GitHub does not answer, ${quote(answer.reason)}.`
	};
	if (answer.data !== void 0) return { state: answer.data.state === "active" ? "member" : "unseen" };
	const [problem] = answer.problems;
	if (problem?.status === 404) return { state: "unseen" };
	return {
		state: "unreadable",
		reason: `GitHub refuses, ${quote(problem?.message ?? "an empty answer")}.`
	};
};

// node_modules/@actions/core/lib/utils.js
function toCommandValue(input) {
	if (input === null || input === void 0) return "";
	else if (typeof input === "string" || input instanceof String) return input;
	return JSON.stringify(input);
}
function toCommandProperties(annotationProperties) {
	if (!Object.keys(annotationProperties).length) return {};
	return {
		title: annotationProperties.title,
		file: annotationProperties.file,
		line: annotationProperties.startLine,
		endLine: annotationProperties.endLine,
		col: annotationProperties.startColumn,
		endColumn: annotationProperties.endColumn
	};
}

// node_modules/@actions/core/lib/command.js
function issueCommand(command, properties, message) {
	const cmd = new Command(command, properties, message);
	process.stdout.write(cmd.toString() + os.EOL);
}
function issue(name, message = "") {
	issueCommand(name, {}, message);
}
const CMD_STRING = "::";
var Command = class {
	constructor(command, properties, message) {
		if (!command) command = "missing.command";
		this.command = command;
		this.properties = properties;
		this.message = message;
	}
	toString() {
		let cmdStr = CMD_STRING + this.command;
		if (this.properties && Object.keys(this.properties).length > 0) {
			cmdStr += " ";
			let first = true;
			for (const key in this.properties) if (this.properties.hasOwnProperty(key)) {
				const val = this.properties[key];
				if (val) {
					if (first) first = false;
					else cmdStr += ",";
					cmdStr += `${key}=${escapeProperty(val)}`;
				}
			}
		}
		cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
		return cmdStr;
	}
};
function escapeData(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}
function escapeProperty(s) {
	return toCommandValue(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
}

// node_modules/@actions/core/lib/file-command.js
function issueFileCommand(command, message) {
	const filePath = process.env[`GITHUB_${command}`];
	if (!filePath) throw new Error(`Unable to find environment variable for file command ${command}`);
	if (!fs.existsSync(filePath)) throw new Error(`Missing file at path: ${filePath}`);
	fs.appendFileSync(filePath, `${toCommandValue(message)}${os.EOL}`, { encoding: "utf8" });
}
function prepareKeyValueMessage(key, value) {
	const delimiter = `ghadelimiter_${crypto.randomUUID()}`;
	const convertedValue = toCommandValue(value);
	if (key.includes(delimiter)) throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
	if (convertedValue.includes(delimiter)) throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
	return `${key}<<${delimiter}${os.EOL}${convertedValue}${os.EOL}${delimiter}`;
}

// node_modules/@actions/core/lib/core.js
var __awaiter = void 0 && (void 0).__awaiter || function(thisArg, _arguments, P, generator) {
	function adopt(value) {
		return value instanceof P ? value : new P(function(resolve) {
			resolve(value);
		});
	}
	return new (P || (P = Promise))(function(resolve, reject) {
		function fulfilled(value) {
			try {
				step(generator.next(value));
			} catch (e) {
				reject(e);
			}
		}
		function rejected(value) {
			try {
				step(generator["throw"](value));
			} catch (e) {
				reject(e);
			}
		}
		function step(result) {
			result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
		}
		step((generator = generator.apply(thisArg, _arguments || [])).next());
	});
};
var ExitCode;
(function(ExitCode) {
	ExitCode[ExitCode["Success"] = 0] = "Success";
	ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
function setSecret(secret) {
	issueCommand("add-mask", {}, secret);
}
function setOutput(name, value) {
	if (process.env["GITHUB_OUTPUT"] || "") return issueFileCommand("OUTPUT", prepareKeyValueMessage(name, value));
	process.stdout.write(os.EOL);
	issueCommand("set-output", { name }, toCommandValue(value));
}
function isDebug() {
	return process.env["RUNNER_DEBUG"] === "1";
}
function debug(message) {
	issueCommand("debug", {}, message);
}
function error(message, properties = {}) {
	issueCommand("error", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function warning(message, properties = {}) {
	issueCommand("warning", toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
function startGroup(name) {
	issue("group", name);
}
function endGroup() {
	issue("endgroup");
}

// src/adapters/runner/annotate.ts
function writeAnnotations(annotations) {
	for (const { level, title, message, path, line } of annotations) (level === "error" ? error : warning)(message, {
		title,
		...path === void 0 ? {} : { file: path },
		...line === void 0 ? {} : { startLine: line }
	});
}
function mask(value) {
	const lines = value.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
	for (const secret of new Set(lines.length > 1 ? [value, ...lines] : lines)) setSecret(secret);
}

// src/adapters/runner/files.ts
function writeOutputs(outputs) {
	const file = process.env.GITHUB_OUTPUT;
	if (!file) return;
	written(file, () => {
		for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
	});
}
function writeSummary(markdown) {
	const file = process.env.GITHUB_STEP_SUMMARY;
	if (!file) return;
	written(file, () => {
		if (before?.file === file) truncateSync(file, before.size);
		else before = {
			file,
			size: statSync(file, { throwIfNoEntry: false })?.size ?? 0
		};
		appendFileSync(file, `${markdown}\n`);
	});
}
let before;
function reportFile() {
	const folder = process.env.RUNNER_TEMP;
	return folder ? join(folder, "promotion-report.json") : void 0;
}
function writeReport(json) {
	const file = reportFile();
	if (file !== void 0) written(file, () => writeFileSync(file, json));
}
const written = (file, write) => {
	try {
		write();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		fail("file-unwritable", `The runner's file ${quote(file)} cannot be written: ${quote(reason)}.`, "Check the disk of the runner and what sets the variable of that file. The log of this step says what was done.");
	}
};

// src/adapters/runner/given.ts
function readStep({ INPUTS }) {
	const value = parsed(INPUTS ?? "");
	if (typeof value !== "object" || value === null || Array.isArray(value)) return fail("input-missing", "The variable INPUTS does not hold the inputs of a step.", "Run this as the step of a workflow that uses the action; on a machine of your own, run dist/cli.js.");
	return Object.fromEntries(Object.entries(value).map(([name, input]) => [name, String(input ?? "")]));
}
const parsed = (text) => {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
};
async function readEvent({ GITHUB_EVENT_NAME, GITHUB_EVENT_PATH }) {
	const name = GITHUB_EVENT_NAME ?? "";
	if (!GITHUB_EVENT_PATH) return {
		name,
		payload: {}
	};
	const text = await readFile(GITHUB_EVENT_PATH, "utf8").catch(() => "");
	const payload = parsed(text);
	if (payload !== void 0) return {
		name,
		payload
	};
	return fail("payload-invalid", `The event of this run (${quote(GITHUB_EVENT_PATH)}) is not JSON.`, "Check GITHUB_EVENT_PATH, which the runner sets to the file with the event.");
}
async function readReport(given) {
	if (given?.startsWith("{")) return given;
	const file = given ?? reportFile();
	try {
		if (file === void 0) throw new Error("RUNNER_TEMP is not set");
		return await readFile(file, "utf8");
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return fail("report-invalid", `The report of the promotion cannot be read: ${quote(reason)}.`, "In another job, make the output `report` of the step that promoted an output of its job, and pass it in `report`.");
	}
}

// src/adapters/runner/log.ts
function runnerLog() {
	return {
		info: (message) => {
			for (const line of inertLines(message)) process.stdout.write(`${line}\n`);
		},
		debug: (message) => {
			if (isDebug()) for (const line of inertLines(message)) debug(line);
		},
		group: async (heading, step) => {
			startGroup(inertLines(heading).join(" "));
			try {
				return await step();
			} finally {
				endGroup();
			}
		}
	};
}

// src/domain/report/annotations.ts
const MOST = 10;
const LONGEST = 4e3;
function annotationsOf({ violations, notices }, places) {
	return [violations.map(({ code, message, hint, path, line }) => ({
		level: "error",
		title: code,
		message: `${message} ${hint}`,
		path,
		line
	})), notices.map(({ message, hint, path, line }) => ({
		level: "warning",
		title: "image-promotion",
		message: hint === void 0 ? message : `${message} ${hint}`,
		path,
		line
	}))].flatMap((annotations) => {
		const placed = places === "here" ? annotations : annotations.map(unplaced);
		return gathered(placed).map(bounded);
	});
}
const unplaced = ({ path, line, ...rest }) => path === void 0 ? rest : {
	...rest,
	message: `${rest.message} (${printPlace({
		path,
		line
	})})`
};
const gathered = (annotations) => {
	if (annotations.length <= MOST) return annotations;
	const rest = annotations.slice(9);
	const level = rest[0]?.level ?? "error";
	const counts = /* @__PURE__ */ new Map();
	for (const { title } of rest) counts.set(title, (counts.get(title) ?? 0) + 1);
	const heading = `The summary of this job shows all of them. Here: ${listed([...counts].map(([title, number]) => `${number} × ${title}`))}.`;
	const messages = rest.map((annotation) => unplaced(annotation).message);
	return [...annotations.slice(0, 9), {
		level,
		title: `${rest.length} more`,
		message: [heading, ...messages].join("\n")
	}];
};
const bounded = (annotation) => {
	const { message } = annotation;
	return message.length <= LONGEST ? annotation : {
		...annotation,
		message: `${message.slice(0, LONGEST)}…`
	};
};

// src/domain/report/changes.ts
function changesTable(report, links) {
	const header = [
		"Product",
		"Environment",
		"Outcome",
		"Image",
		"From",
		"To",
		"Where"
	];
	const rows = report.environments.flatMap((environment) => {
		const { product, name, changes } = environment;
		const start = [
			prose(product),
			prose(name),
			outcomeCell(environment, report, links)
		];
		if (changes.length === 0) return [start];
		return changes.map((change) => [
			...start,
			code(change.image),
			code(shortReference(change.from, change.image)),
			compared(code(shortReference(change.to, change.image)), links.compare(change)),
			shortPlaceCell(change, links)
		]);
	});
	return table("Environments", header, rows);
}
const compared = (reference, comparison) => comparison === void 0 ? reference : `${reference} (${link("compare", comparison)})`;
const outcomeCell = (environment, report, links) => {
	const word = outcomeWord(environment, report);
	const number = environment["pull-request-number"];
	if (number !== void 0) return `${word} ${link(prose(`#${number}`), links.pullRequest(number))}`;
	const isUndone = environment.outcome === "failed" || environment.outcome === "refused";
	if (report.commit === void 0 || environment.changes.length === 0 || isUndone) return word;
	return `${word} ${link(code(report.commit.slice(0, 7)), links.commit)}`;
};
function leftOutTable({ environments }) {
	const rows = environments.flatMap(({ product, name, superseded }) => superseded.map((item) => [
		prose(product),
		prose(name),
		code(item.image),
		code(shortReference(item.requested, item.image)),
		code(shortReference(item.current, item.image)),
		`**${item.reason}:** ${prose(clip(reasonFor(item)))}`
	]));
	return table("Left out", [
		"Product",
		"Environment",
		"Image",
		"Asked for",
		"Stays",
		"Why"
	], rows);
}
function syncsTable({ environments }, links) {
	const rows = environments.flatMap(({ product, name, applications = [] }) => applications.map((application) => [
		prose(product),
		prose(name),
		link(code(application.name), application.url ?? links.file(application.file)),
		application.sync === "automatic" ? "by itself" : "**when a person syncs it**"
	]));
	return table("Argo CD", [
		"Product",
		"Environment",
		"Application",
		"Syncs"
	], rows);
}

// src/domain/report/sections.ts
const NOTE = 100;
function assemble(sections, budget) {
	let left = budget;
	return sections.map((section, index) => {
		const allowance = index === sections.length - 1 ? left : Math.floor(left / 2);
		const text = fitted(section, allowance);
		left -= bytesOf(text);
		return text;
	}).join("");
}
const fitted = ({ lead, rows, tail = [] }, allowance) => {
	let left = allowance - NOTE - bytesOf([...lead, ...tail].join("\n")) - 3;
	const kept = [];
	for (const row of rows) {
		left -= bytesOf(row) + 1;
		if (left < 0) break;
		kept.push(row);
	}
	const missing = rows.length - kept.length;
	const note = missing === 0 ? [] : ["", `${missing} more of ${rows.length} are not shown here; the report has them all.`];
	return `${[
		...lead,
		...kept,
		...tail,
		...note
	].join("\n")}\n\n`;
};

// src/domain/report/summary.ts
const LARGEST_SUMMARY = 1e6;
function renderSummary(report, options) {
	const links = linksOf(report, options.server);
	const sections = [
		heading(report, links, options),
		violations$1(report, links),
		changesTable(report, links),
		syncsTable(report, links),
		leftOutTable(report),
		images(report),
		...options.sections ?? [],
		notices(report, links),
		difference(options.diff)
	];
	return assemble(sections.filter((section) => section !== void 0), LARGEST_SUMMARY);
}
const signs = {
	good: "✅",
	waiting: "⏳",
	quiet: "➖",
	bad: "❌"
};
const signOf = (report) => {
	const mood = moodOf(report);
	if (report.outcome === "refused") return "⛔";
	return mood !== "bad" && report.violations.length > 0 ? "⚠️" : signs[mood];
};
const heading = (report, links, { access }) => {
	const { repository, branch, commit, reason } = report;
	const facts = [
		repository === void 0 ? void 0 : fact("Manifests", [link(code(repository), links.repository), branch && code(branch)]),
		commit === void 0 ? void 0 : fact("Commit", [link(code(commit.slice(0, 7)), links.commit)]),
		source(report, links),
		reason === void 0 ? void 0 : fact("Reason", [prose(clip(reason))]),
		report["dry-run"] ? fact("Dry run", ["nothing was changed"]) : void 0,
		access === "unrestricted" ? "- Every holder of the dispatch token may promote every listed image: the manifest repository has no configuration file that limits it." : void 0
	];
	const pullRequests = report["pull-request-number"].map((number) => fact("Pull request", [link(prose(`#${number}`), links.pullRequest(number))]));
	return {
		lead: [`## ${signOf(report)} ${prose(headlineOf(report))}`, ""],
		rows: [...facts.filter((line) => line !== void 0), ...pullRequests]
	};
};
const fact = (name, parts) => `- **${name}:** ${parts.filter((part) => part !== void 0).join(" ")}`;
const source = ({ source }, links) => {
	if (source === void 0 || Object.keys(source).length === 0) return void 0;
	const run = [source.workflow, source.run_number && `#${source.run_number}`].filter(Boolean).join(" ");
	return fact("Source", [
		source.repository && code(source.repository),
		source.sha && link(code(source.sha.slice(0, 7)), links.sourceCommit),
		source.ref && code(source.ref),
		run === "" ? void 0 : `by ${link(prose(run), links.sourceRun)}`
	]);
};
const violations$1 = ({ violations }, links) => table("Problems", [
	"What",
	"What to do",
	"Where"
], violations.map(({ message, hint, path, line }) => [
	prose(clip(message)),
	prose(clip(hint)),
	placeCell({
		path,
		line
	}, links)
]));
const images = (report) => table("Images", [
	"Image",
	report.command === "retag" ? "Tag" : "Verdict",
	"Digest"
], report.images.map((image) => [
	code(image.image),
	verdictWord(image, report),
	image.digest === void 0 ? "" : code(image.digest)
]));
const notices = (report, links) => table("Notices", [
	"What",
	"What to do",
	"Where"
], otherNotices(report).map(({ message, hint, path, line }) => [
	prose(clip(message)),
	prose(clip(hint ?? "")),
	placeCell({
		path,
		line
	}, links)
]));
const difference = (diff) => {
	if (diff === void 0 || diff === "") return void 0;
	const lines = shownDiff(diff).replace(/\n$/, "").split("\n").map(clip);
	const block = fence("diff", lines);
	return {
		lead: [
			"### Diff",
			"",
			...block.slice(0, 1)
		],
		rows: lines,
		tail: block.slice(-1)
	};
};

// src/adapters/runner/present.ts
function present({ result, diff, access, sections, lines }, { log, server, repository }) {
	const report = buildReport(result);
	const places = report.repository === repository ? "here" : "elsewhere";
	log.info(lines?.join("\n") ?? renderText(report).trimEnd());
	const marked = printResultLine(report);
	if (marked !== void 0) log.info(marked);
	if (diff) log.info(diff.trimEnd());
	writeAnnotations(annotationsOf(report, places));
	const { outputs, whole } = outputsOf(report, reportFile());
	const unwritten = [
		() => writeSummary(renderSummary(report, {
			server,
			diff,
			access,
			sections
		})),
		() => writeOutputs(outputs),
		() => writeReport(whole ?? outputs.report)
	].flatMap(problemsOf);
	writeAnnotations(annotationsOf({
		violations: unwritten,
		notices: []
	}, places));
	return {
		report,
		unwritten
	};
}
function preview({ result, sections }, { server }) {
	problemsOf(() => writeSummary(renderSummary(buildReport(result), {
		server,
		sections
	})));
}
const problemsOf = (write) => {
	try {
		write();
		return [];
	} catch (error) {
		return violationsOf(error);
	}
};

// src/domain/interruption.ts
function interruption(signal) {
	return new PromotionError([{
		code: "interrupted",
		message: `The run was stopped (${signal}) before it had ended. A request that was under way may still take effect.`,
		hint: "Run it again: what has reached its place already is found there and changes nothing."
	}]);
}

// src/adapters/runner/signals.ts
function listenForSignals() {
	let received = false;
	const stopped = new Promise((_, reject) => {
		for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {
			received = true;
			reject(interruption(signal));
		});
	});
	stopped.catch(() => {});
	return {
		stopped,
		received: () => received
	};
}

// src/domain/proof/token.ts
function hasTokenShape(text) {
	return /^eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}$/.test(text);
}

// src/action.ts
const environment = process.env;
const start = systemClock.now().toISOString();
const run = readRun(environment);
const server = run.serverUrl ?? "https://github.com";
const log = runnerLog();
const clients = /* @__PURE__ */ new Map();
const signals = listenForSignals();
const perform = async (known) => {
	const event = await readEvent(environment);
	const step = readStep(environment);
	known.command = commandOf(step.command) ?? "promote";
	if (step["argocd-token"]) mask(step["argocd-token"]);
	const { inputs, warnings } = readInputs(step, event);
	known.dryRun = inputs["dry-run"];
	known.repository = inputs.repository ?? run.repository;
	known.branch = inputs.branch;
	known.notices = warnings;
	const tell = (further) => {
		known.notices = [...known.notices, ...further];
	};
	const read = async () => {
		const pending = readRequest({
			inputs,
			event,
			run
		}, tell);
		const { promotion, settings } = pending.request;
		known.delivery = settings.delivery;
		if (promotion.proof !== void 0 && hasTokenShape(promotion.proof)) mask(promotion.proof);
		known.promotion = promotion;
		const request = withCommit(pending, await ask(pending.question, known));
		known.promotion = request.promotion;
		return request;
	};
	const asking = {
		asker: run,
		payload: payloadOf(event),
		strayRef: strayRefFor({
			event,
			run
		}, known.repository)
	};
	const isHere = known.repository?.toLowerCase() === run.repository?.toLowerCase();
	const proposed = () => isHere ? proposedCommit({
		event,
		run
	}) : void 0;
	return startCommand({
		inputs,
		read,
		asking,
		proposed,
		doors: doorsFor(inputs),
		run,
		known
	});
};
const strayRefFor = (occasion, repository) => repository?.toLowerCase() === run.repository?.toLowerCase() ? (branch) => strayRef(occasion, branch) : void 0;
const open = (token) => {
	const opened = clients.get(token);
	if (opened !== void 0) return opened;
	const apiUrl = run.apiUrl ?? "https://api.github.com";
	const client = openClient({
		token,
		apiUrl,
		graphqlUrl: run.graphqlUrl ?? `${apiUrl}/graphql`,
		clock: systemClock
	});
	clients.set(token, client);
	return client;
};
const ask = async (question, known) => {
	if (question === void 0) return void 0;
	try {
		return await resolveCommit(open(environment.SOURCE_TOKEN ?? ""), question.repository, question.revision);
	} catch (error) {
		if (question.required || !(error instanceof PromotionError)) throw error;
		const message = `The date of the commit is not known, so the order of builds goes by run numbers alone. ${error.violations.map(({ message }) => message).join(" ")}`;
		known.notices = [...known.notices, { message }];
		return;
	}
};
const doorsFor = (inputs) => ({
	host: (repository = repositoryOf(inputs)) => {
		return githubHost({
			client: open(inputs.token ?? ""),
			clock: systemClock,
			repository,
			branch: inputs.branch
		});
	},
	registry: async () => {
		const { createRegistry } = await import("./chunks/adapters/registry/registry.js");
		return createRegistry({
			clock: systemClock,
			log,
			environment
		});
	},
	dispatches: async () => {
		const { githubDispatches } = await import("./chunks/adapters/github/dispatch.js");
		return githubDispatches(open(inputs.token ?? ""), systemClock, repositoryOf(inputs));
	},
	prover: openProver,
	argocd: async () => {
		const { "argocd-server": server = "", "argocd-token": token = "" } = inputs;
		const { argocdServer } = await import("./chunks/adapters/argocd/argocd.js");
		return argocdServer({
			server,
			token
		});
	},
	commits: async (repository) => {
		const { githubCommits } = await import("./chunks/adapters/github/commits.js");
		return githubCommits(open(inputs.token ?? ""), repository);
	},
	report: () => readReport(inputs.report),
	creation,
	teams: () => teamsOf(open(inputs.token ?? ""), repositoryOf(inputs)),
	proofs: () => proofs ??= openProofs(inputs),
	log,
	clock: systemClock,
	id: newId,
	start,
	server,
	width: 120,
	stopped: signals.stopped,
	preview: ({ result, sections }) => preview({
		result,
		sections
	}, {
		log,
		server,
		repository: run.repository
	})
});
const repositoryOf = (inputs) => inputs.repository ?? run.repository ?? fail("repository-missing", "No manifest repository is given.", "Set the input `repository` to owner/name.");
const openProver = async () => {
	const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = environment;
	if (!url) return void 0;
	const { proofAudience } = await import("./chunks/adapters/oidc/audience.js");
	const { requestIdToken } = await import("./chunks/adapters/oidc/token.js");
	return {
		audience: proofAudience,
		token: async (audience) => {
			const proof = await requestIdToken({
				url,
				token,
				clock: systemClock
			}, audience);
			mask(proof);
			return proof;
		}
	};
};
let created;
const creation = () => {
	const { repository = "", runId = 0 } = run;
	created ??= askCreation(repository, runId);
	return created;
};
const askCreation = async (repository, runId) => {
	try {
		return await runCreation(open(environment.SOURCE_TOKEN ?? ""), repository, runId);
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return {
			kind: "unknown",
			reason: error.message
		};
	}
};
let proofs;
const openProofs = async (inputs) => {
	const { createProofs } = await import("./chunks/adapters/oidc/proofs.js");
	return createProofs({
		repository: repositoryOf(inputs),
		issuer: issuerOf(server),
		creation,
		clock: systemClock
	});
};
const tellRequests = () => {
	const metered = [...clients.values()].map((client) => client.requests());
	for (const { request, status, milliseconds } of metered.flatMap(({ calls }) => calls)) log.debug(`${request} → ${status ?? "no answer"} in ${milliseconds} ms`);
	for (const { resource, remaining, limit } of metered.flatMap(({ limits }) => limits)) log.debug(`Rate limit ${resource}: ${remaining} of ${limit} remain`);
	return metered.reduce((sum, { count }) => sum + count, 0);
};
const known = {
	command: "promote",
	notices: []
};
const GRACE = 1e3;
const stoppedAtLast = signals.stopped.catch(async (error) => {
	await systemClock.sleep(GRACE);
	throw error;
});
const ended = await Promise.race([perform(known), stoppedAtLast]).catch((error) => concludeFailure(error, known));
const result = {
	...ended.result,
	requests: tellRequests()
};
const { report, unwritten } = present({
	...ended,
	result
}, {
	log,
	server,
	repository: run.repository
});
const violations = [...result.violations ?? [], ...unwritten];
await end(actionExitCode({
	outcome: report.outcome,
	violations
}));
if (signals.received()) process.exit();

export {  };