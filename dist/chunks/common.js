import { r as __toESM, t as __commonJSMin } from "./rolldown-runtime.js";
import * as net from "net";
import * as tls from "tls";
import assert from "assert";
import * as m$2 from "tty";
import * as m$1 from "util";
import * as m from "os";
import * as http from "http";
import { Agent as Agent$1 } from "https";
import { URL as URL$1 } from "url";
import { createHash } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { mkdir, writeFile } from "node:fs/promises";
import * as fs from "fs";
import { dirname } from "node:path";
import * as crypto from "crypto";

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
function omit$1(object, keysToOmit) {
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
function parseUrl$1(template) {
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
function parse$2(options) {
	let method = options.method.toUpperCase();
	let url = (options.url || "/").replace(/:([a-z]\w+)/g, "{$1}");
	let headers = Object.assign({}, options.headers);
	let body;
	let parameters = omit$1(options, [
		"method",
		"baseUrl",
		"url",
		"headers",
		"request",
		"mediaType"
	]);
	const urlVariableNames = extractUrlVariableNames(url);
	url = parseUrl$1(url).expand(parameters);
	if (!/^http/.test(url)) url = options.baseUrl + url;
	const remainingParameters = omit$1(parameters, Object.keys(options).filter((option) => urlVariableNames.includes(option)).concat("baseUrl"));
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
	return parse$2(merge(defaults, route, options));
}
function withDefaults$2(oldDefaults, newDefaults) {
	const DEFAULTS2 = merge(oldDefaults, newDefaults);
	const endpoint2 = endpointWithDefaults.bind(null, DEFAULTS2);
	return Object.assign(endpoint2, {
		DEFAULTS: DEFAULTS2,
		defaults: withDefaults$2.bind(null, DEFAULTS2),
		merge: merge.bind(null, DEFAULTS2),
		parse: parse$2
	});
}
var endpoint = withDefaults$2(null, DEFAULTS);

// node_modules/content-type/dist/index.js
var require_dist = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	* content-type
	* Copyright(c) 2015 Douglas Christopher Wilson
	* MIT Licensed
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.parse = parse;
	const NullObject = /* @__PURE__ */ (() => {
		const C = function() {};
		C.prototype = Object.create(null);
		return C;
	})();
	function parse(header, options) {
		const stopChar = options?.comma === true ? COMMA : 65536;
		const len = header.length;
		let index = skipOWS(header, options?.start ?? 0, len);
		const valueStart = index;
		index = skipValue(header, index, len, stopChar);
		const valueEnd = trailingOWS(header, valueStart, index);
		const type = header.slice(valueStart, valueEnd).toLowerCase();
		if (options?.parameters === false) return {
			type,
			index,
			parameters: new NullObject()
		};
		return parseParameters(header, type, index, len, stopChar);
	}
	const SP = 32;
	const HTAB = 9;
	const SEMI = 59;
	const EQ = 61;
	const DQUOTE = 34;
	const BSLASH = 92;
	const COMMA = 44;
	function parseParameters(header, type, index, len, stopChar) {
		const parameters = new NullObject();
		parameter: while (index < len) {
			if (header.charCodeAt(index) === stopChar) break;
			index = skipOWS(header, index + 1, len);
			const keyStart = index;
			while (index < len) {
				const code = header.charCodeAt(index);
				if (code === stopChar) break parameter;
				if (code === SEMI) continue parameter;
				if (code === EQ) {
					const keyEnd = trailingOWS(header, keyStart, index);
					const key = header.slice(keyStart, keyEnd).toLowerCase();
					index = skipOWS(header, index + 1, len);
					if (index < len && header.charCodeAt(index) === DQUOTE) {
						index++;
						let value = "";
						while (index < len) {
							const code = header.charCodeAt(index++);
							if (code === DQUOTE) {
								index = skipValue(header, index, len, stopChar);
								if (parameters[key] === void 0) parameters[key] = value;
								break;
							}
							if (code === BSLASH && index < len) {
								value += header[index++];
								continue;
							}
							value += String.fromCharCode(code);
						}
						continue parameter;
					}
					const valueStart = index;
					index = skipValue(header, index, len, stopChar);
					if (parameters[key] === void 0) {
						const valueEnd = trailingOWS(header, valueStart, index);
						parameters[key] = header.slice(valueStart, valueEnd);
					}
					continue parameter;
				}
				index++;
			}
		}
		return {
			type,
			index,
			parameters
		};
	}
	function skipValue(str, index, len, stopChar) {
		while (index < len) {
			const code = str.charCodeAt(index);
			if (code === SEMI || code === stopChar) break;
			index++;
		}
		return index;
	}
	function skipOWS(header, index, len) {
		while (index < len) {
			const char = header.charCodeAt(index);
			if (char !== SP && char !== HTAB) break;
			index++;
		}
		return index;
	}
	function trailingOWS(header, start, end) {
		while (end > start) {
			const char = header.charCodeAt(end - 1);
			if (char !== SP && char !== HTAB) break;
			end--;
		}
		return end;
	}
}));

// node_modules/json-with-bigint/json-with-bigint.js
var import_dist = require_dist();
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
	const mimetype = (0, import_dist.parse)(contentType);
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
var VERSION$5 = "0.0.0-development";
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
	headers: { "user-agent": `octokit-graphql.js/${VERSION$5} ${getUserAgent()}` },
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
const VERSION$4 = "7.0.8";

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
const userAgentTrail = `octokit-core.js/${VERSION$4} ${getUserAgent()}`;
var Octokit$1 = class {
	static VERSION = VERSION$4;
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

// node_modules/@octokit/plugin-request-log/dist-src/version.js
const VERSION$3 = "6.0.0";

// node_modules/@octokit/plugin-request-log/dist-src/index.js
function requestLog(octokit) {
	octokit.hook.wrap("request", (request, options) => {
		octokit.log.debug("request", options);
		const start = Date.now();
		const requestOptions = octokit.request.endpoint.parse(options);
		const path = requestOptions.url.replace(options.baseUrl, "");
		return request(options).then((response) => {
			const requestId = response.headers["x-github-request-id"];
			octokit.log.info(`${requestOptions.method} ${path} - ${response.status} with id ${requestId} in ${Date.now() - start}ms`);
			return response;
		}).catch((error) => {
			const requestId = error.response?.headers["x-github-request-id"] || "UNKNOWN";
			octokit.log.error(`${requestOptions.method} ${path} - ${error.status} with id ${requestId} in ${Date.now() - start}ms`);
			throw error;
		});
	});
}
requestLog.VERSION = VERSION$3;

// node_modules/@octokit/plugin-paginate-rest/dist-bundle/index.js
var VERSION$2 = "0.0.0-development";
function normalizePaginatedListResponse(response) {
	if (!response.data) return {
		...response,
		data: []
	};
	if (!(("total_count" in response.data || "total_commits" in response.data) && !("url" in response.data))) return response;
	const incompleteResults = response.data.incomplete_results;
	const repositorySelection = response.data.repository_selection;
	const totalCount = response.data.total_count;
	const totalCommits = response.data.total_commits;
	delete response.data.incomplete_results;
	delete response.data.repository_selection;
	delete response.data.total_count;
	delete response.data.total_commits;
	const namespaceKey = Object.keys(response.data)[0];
	response.data = response.data[namespaceKey];
	if (typeof incompleteResults !== "undefined") response.data.incomplete_results = incompleteResults;
	if (typeof repositorySelection !== "undefined") response.data.repository_selection = repositorySelection;
	response.data.total_count = totalCount;
	response.data.total_commits = totalCommits;
	return response;
}
function iterator(octokit, route, parameters) {
	const options = typeof route === "function" ? route.endpoint(parameters) : octokit.request.endpoint(route, parameters);
	const requestMethod = typeof route === "function" ? route : octokit.request;
	const method = options.method;
	const headers = options.headers;
	let url = options.url;
	return { [Symbol.asyncIterator]: () => ({ async next() {
		if (!url) return { done: true };
		try {
			const normalizedResponse = normalizePaginatedListResponse(await requestMethod({
				method,
				url,
				headers
			}));
			url = ((normalizedResponse.headers.link || "").match(/<([^<>]+)>;\s*rel="next"/) || [])[1];
			if (!url && "total_commits" in normalizedResponse.data) {
				const parsedUrl = new URL(normalizedResponse.url);
				const params = parsedUrl.searchParams;
				const page = parseInt(params.get("page") || "1", 10);
				if (page * parseInt(params.get("per_page") || "250", 10) < normalizedResponse.data.total_commits) {
					params.set("page", String(page + 1));
					url = parsedUrl.toString();
				}
			}
			return { value: normalizedResponse };
		} catch (error) {
			if (error.status !== 409) throw error;
			url = "";
			return { value: {
				status: 200,
				headers: {},
				data: []
			} };
		}
	} }) };
}
function paginate(octokit, route, parameters, mapFn) {
	if (typeof parameters === "function") {
		mapFn = parameters;
		parameters = void 0;
	}
	return gather$1(octokit, [], iterator(octokit, route, parameters)[Symbol.asyncIterator](), mapFn);
}
function gather$1(octokit, results, iterator2, mapFn) {
	return iterator2.next().then((result) => {
		if (result.done) return results;
		let earlyExit = false;
		function done() {
			earlyExit = true;
		}
		results = results.concat(mapFn ? mapFn(result.value, done) : result.value.data);
		if (earlyExit) return results;
		return gather$1(octokit, results, iterator2, mapFn);
	});
}
var composePaginateRest = Object.assign(paginate, { iterator });
function paginateRest(octokit) {
	return { paginate: Object.assign(paginate.bind(null, octokit), { iterator: iterator.bind(null, octokit) }) };
}
paginateRest.VERSION = VERSION$2;

// node_modules/@octokit/plugin-rest-endpoint-methods/dist-src/version.js
const VERSION$1 = "17.0.0";

// node_modules/@octokit/plugin-rest-endpoint-methods/dist-src/generated/endpoints.js
var endpoints_default = {
	actions: {
		addCustomLabelsToSelfHostedRunnerForOrg: ["POST /orgs/{org}/actions/runners/{runner_id}/labels"],
		addCustomLabelsToSelfHostedRunnerForRepo: ["POST /repos/{owner}/{repo}/actions/runners/{runner_id}/labels"],
		addRepoAccessToSelfHostedRunnerGroupInOrg: ["PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories/{repository_id}"],
		addSelectedRepoToOrgSecret: ["PUT /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id}"],
		addSelectedRepoToOrgVariable: ["PUT /orgs/{org}/actions/variables/{name}/repositories/{repository_id}"],
		approveWorkflowRun: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/approve"],
		cancelWorkflowRun: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel"],
		createEnvironmentVariable: ["POST /repos/{owner}/{repo}/environments/{environment_name}/variables"],
		createHostedRunnerForOrg: ["POST /orgs/{org}/actions/hosted-runners"],
		createOrUpdateEnvironmentSecret: ["PUT /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}"],
		createOrUpdateOrgSecret: ["PUT /orgs/{org}/actions/secrets/{secret_name}"],
		createOrUpdateRepoSecret: ["PUT /repos/{owner}/{repo}/actions/secrets/{secret_name}"],
		createOrgVariable: ["POST /orgs/{org}/actions/variables"],
		createRegistrationTokenForOrg: ["POST /orgs/{org}/actions/runners/registration-token"],
		createRegistrationTokenForRepo: ["POST /repos/{owner}/{repo}/actions/runners/registration-token"],
		createRemoveTokenForOrg: ["POST /orgs/{org}/actions/runners/remove-token"],
		createRemoveTokenForRepo: ["POST /repos/{owner}/{repo}/actions/runners/remove-token"],
		createRepoVariable: ["POST /repos/{owner}/{repo}/actions/variables"],
		createWorkflowDispatch: ["POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches"],
		deleteActionsCacheById: ["DELETE /repos/{owner}/{repo}/actions/caches/{cache_id}"],
		deleteActionsCacheByKey: ["DELETE /repos/{owner}/{repo}/actions/caches{?key,ref}"],
		deleteArtifact: ["DELETE /repos/{owner}/{repo}/actions/artifacts/{artifact_id}"],
		deleteCustomImageFromOrg: ["DELETE /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}"],
		deleteCustomImageVersionFromOrg: ["DELETE /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}/versions/{version}"],
		deleteEnvironmentSecret: ["DELETE /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}"],
		deleteEnvironmentVariable: ["DELETE /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}"],
		deleteHostedRunnerForOrg: ["DELETE /orgs/{org}/actions/hosted-runners/{hosted_runner_id}"],
		deleteOrgSecret: ["DELETE /orgs/{org}/actions/secrets/{secret_name}"],
		deleteOrgVariable: ["DELETE /orgs/{org}/actions/variables/{name}"],
		deleteRepoSecret: ["DELETE /repos/{owner}/{repo}/actions/secrets/{secret_name}"],
		deleteRepoVariable: ["DELETE /repos/{owner}/{repo}/actions/variables/{name}"],
		deleteSelfHostedRunnerFromOrg: ["DELETE /orgs/{org}/actions/runners/{runner_id}"],
		deleteSelfHostedRunnerFromRepo: ["DELETE /repos/{owner}/{repo}/actions/runners/{runner_id}"],
		deleteWorkflowRun: ["DELETE /repos/{owner}/{repo}/actions/runs/{run_id}"],
		deleteWorkflowRunLogs: ["DELETE /repos/{owner}/{repo}/actions/runs/{run_id}/logs"],
		disableSelectedRepositoryGithubActionsOrganization: ["DELETE /orgs/{org}/actions/permissions/repositories/{repository_id}"],
		disableWorkflow: ["PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/disable"],
		downloadArtifact: ["GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}"],
		downloadJobLogsForWorkflowRun: ["GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs"],
		downloadWorkflowRunAttemptLogs: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/logs"],
		downloadWorkflowRunLogs: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs"],
		enableSelectedRepositoryGithubActionsOrganization: ["PUT /orgs/{org}/actions/permissions/repositories/{repository_id}"],
		enableWorkflow: ["PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable"],
		forceCancelWorkflowRun: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/force-cancel"],
		generateRunnerJitconfigForOrg: ["POST /orgs/{org}/actions/runners/generate-jitconfig"],
		generateRunnerJitconfigForRepo: ["POST /repos/{owner}/{repo}/actions/runners/generate-jitconfig"],
		getActionsCacheList: ["GET /repos/{owner}/{repo}/actions/caches"],
		getActionsCacheUsage: ["GET /repos/{owner}/{repo}/actions/cache/usage"],
		getActionsCacheUsageByRepoForOrg: ["GET /orgs/{org}/actions/cache/usage-by-repository"],
		getActionsCacheUsageForOrg: ["GET /orgs/{org}/actions/cache/usage"],
		getAllowedActionsOrganization: ["GET /orgs/{org}/actions/permissions/selected-actions"],
		getAllowedActionsRepository: ["GET /repos/{owner}/{repo}/actions/permissions/selected-actions"],
		getArtifact: ["GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}"],
		getCustomImageForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}"],
		getCustomImageVersionForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}/versions/{version}"],
		getCustomOidcSubClaimForRepo: ["GET /repos/{owner}/{repo}/actions/oidc/customization/sub"],
		getEnvironmentPublicKey: ["GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/public-key"],
		getEnvironmentSecret: ["GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}"],
		getEnvironmentVariable: ["GET /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}"],
		getGithubActionsDefaultWorkflowPermissionsOrganization: ["GET /orgs/{org}/actions/permissions/workflow"],
		getGithubActionsDefaultWorkflowPermissionsRepository: ["GET /repos/{owner}/{repo}/actions/permissions/workflow"],
		getGithubActionsPermissionsOrganization: ["GET /orgs/{org}/actions/permissions"],
		getGithubActionsPermissionsRepository: ["GET /repos/{owner}/{repo}/actions/permissions"],
		getHostedRunnerForOrg: ["GET /orgs/{org}/actions/hosted-runners/{hosted_runner_id}"],
		getHostedRunnersGithubOwnedImagesForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/github-owned"],
		getHostedRunnersLimitsForOrg: ["GET /orgs/{org}/actions/hosted-runners/limits"],
		getHostedRunnersMachineSpecsForOrg: ["GET /orgs/{org}/actions/hosted-runners/machine-sizes"],
		getHostedRunnersPartnerImagesForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/partner"],
		getHostedRunnersPlatformsForOrg: ["GET /orgs/{org}/actions/hosted-runners/platforms"],
		getJobForWorkflowRun: ["GET /repos/{owner}/{repo}/actions/jobs/{job_id}"],
		getOrgPublicKey: ["GET /orgs/{org}/actions/secrets/public-key"],
		getOrgSecret: ["GET /orgs/{org}/actions/secrets/{secret_name}"],
		getOrgVariable: ["GET /orgs/{org}/actions/variables/{name}"],
		getPendingDeploymentsForRun: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments"],
		getRepoPermissions: [
			"GET /repos/{owner}/{repo}/actions/permissions",
			{},
			{ renamed: ["actions", "getGithubActionsPermissionsRepository"] }
		],
		getRepoPublicKey: ["GET /repos/{owner}/{repo}/actions/secrets/public-key"],
		getRepoSecret: ["GET /repos/{owner}/{repo}/actions/secrets/{secret_name}"],
		getRepoVariable: ["GET /repos/{owner}/{repo}/actions/variables/{name}"],
		getReviewsForRun: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/approvals"],
		getSelfHostedRunnerForOrg: ["GET /orgs/{org}/actions/runners/{runner_id}"],
		getSelfHostedRunnerForRepo: ["GET /repos/{owner}/{repo}/actions/runners/{runner_id}"],
		getWorkflow: ["GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}"],
		getWorkflowAccessToRepository: ["GET /repos/{owner}/{repo}/actions/permissions/access"],
		getWorkflowRun: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}"],
		getWorkflowRunAttempt: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}"],
		getWorkflowRunUsage: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/timing"],
		getWorkflowUsage: ["GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/timing"],
		listArtifactsForRepo: ["GET /repos/{owner}/{repo}/actions/artifacts"],
		listCustomImageVersionsForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}/versions"],
		listCustomImagesForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/custom"],
		listEnvironmentSecrets: ["GET /repos/{owner}/{repo}/environments/{environment_name}/secrets"],
		listEnvironmentVariables: ["GET /repos/{owner}/{repo}/environments/{environment_name}/variables"],
		listGithubHostedRunnersInGroupForOrg: ["GET /orgs/{org}/actions/runner-groups/{runner_group_id}/hosted-runners"],
		listHostedRunnersForOrg: ["GET /orgs/{org}/actions/hosted-runners"],
		listJobsForWorkflowRun: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs"],
		listJobsForWorkflowRunAttempt: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs"],
		listLabelsForSelfHostedRunnerForOrg: ["GET /orgs/{org}/actions/runners/{runner_id}/labels"],
		listLabelsForSelfHostedRunnerForRepo: ["GET /repos/{owner}/{repo}/actions/runners/{runner_id}/labels"],
		listOrgSecrets: ["GET /orgs/{org}/actions/secrets"],
		listOrgVariables: ["GET /orgs/{org}/actions/variables"],
		listRepoOrganizationSecrets: ["GET /repos/{owner}/{repo}/actions/organization-secrets"],
		listRepoOrganizationVariables: ["GET /repos/{owner}/{repo}/actions/organization-variables"],
		listRepoSecrets: ["GET /repos/{owner}/{repo}/actions/secrets"],
		listRepoVariables: ["GET /repos/{owner}/{repo}/actions/variables"],
		listRepoWorkflows: ["GET /repos/{owner}/{repo}/actions/workflows"],
		listRunnerApplicationsForOrg: ["GET /orgs/{org}/actions/runners/downloads"],
		listRunnerApplicationsForRepo: ["GET /repos/{owner}/{repo}/actions/runners/downloads"],
		listSelectedReposForOrgSecret: ["GET /orgs/{org}/actions/secrets/{secret_name}/repositories"],
		listSelectedReposForOrgVariable: ["GET /orgs/{org}/actions/variables/{name}/repositories"],
		listSelectedRepositoriesEnabledGithubActionsOrganization: ["GET /orgs/{org}/actions/permissions/repositories"],
		listSelfHostedRunnersForOrg: ["GET /orgs/{org}/actions/runners"],
		listSelfHostedRunnersForRepo: ["GET /repos/{owner}/{repo}/actions/runners"],
		listWorkflowRunArtifacts: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts"],
		listWorkflowRuns: ["GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs"],
		listWorkflowRunsForRepo: ["GET /repos/{owner}/{repo}/actions/runs"],
		reRunJobForWorkflowRun: ["POST /repos/{owner}/{repo}/actions/jobs/{job_id}/rerun"],
		reRunWorkflow: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun"],
		reRunWorkflowFailedJobs: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs"],
		removeAllCustomLabelsFromSelfHostedRunnerForOrg: ["DELETE /orgs/{org}/actions/runners/{runner_id}/labels"],
		removeAllCustomLabelsFromSelfHostedRunnerForRepo: ["DELETE /repos/{owner}/{repo}/actions/runners/{runner_id}/labels"],
		removeCustomLabelFromSelfHostedRunnerForOrg: ["DELETE /orgs/{org}/actions/runners/{runner_id}/labels/{name}"],
		removeCustomLabelFromSelfHostedRunnerForRepo: ["DELETE /repos/{owner}/{repo}/actions/runners/{runner_id}/labels/{name}"],
		removeSelectedRepoFromOrgSecret: ["DELETE /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id}"],
		removeSelectedRepoFromOrgVariable: ["DELETE /orgs/{org}/actions/variables/{name}/repositories/{repository_id}"],
		reviewCustomGatesForRun: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/deployment_protection_rule"],
		reviewPendingDeploymentsForRun: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments"],
		setAllowedActionsOrganization: ["PUT /orgs/{org}/actions/permissions/selected-actions"],
		setAllowedActionsRepository: ["PUT /repos/{owner}/{repo}/actions/permissions/selected-actions"],
		setCustomLabelsForSelfHostedRunnerForOrg: ["PUT /orgs/{org}/actions/runners/{runner_id}/labels"],
		setCustomLabelsForSelfHostedRunnerForRepo: ["PUT /repos/{owner}/{repo}/actions/runners/{runner_id}/labels"],
		setCustomOidcSubClaimForRepo: ["PUT /repos/{owner}/{repo}/actions/oidc/customization/sub"],
		setGithubActionsDefaultWorkflowPermissionsOrganization: ["PUT /orgs/{org}/actions/permissions/workflow"],
		setGithubActionsDefaultWorkflowPermissionsRepository: ["PUT /repos/{owner}/{repo}/actions/permissions/workflow"],
		setGithubActionsPermissionsOrganization: ["PUT /orgs/{org}/actions/permissions"],
		setGithubActionsPermissionsRepository: ["PUT /repos/{owner}/{repo}/actions/permissions"],
		setSelectedReposForOrgSecret: ["PUT /orgs/{org}/actions/secrets/{secret_name}/repositories"],
		setSelectedReposForOrgVariable: ["PUT /orgs/{org}/actions/variables/{name}/repositories"],
		setSelectedRepositoriesEnabledGithubActionsOrganization: ["PUT /orgs/{org}/actions/permissions/repositories"],
		setWorkflowAccessToRepository: ["PUT /repos/{owner}/{repo}/actions/permissions/access"],
		updateEnvironmentVariable: ["PATCH /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}"],
		updateHostedRunnerForOrg: ["PATCH /orgs/{org}/actions/hosted-runners/{hosted_runner_id}"],
		updateOrgVariable: ["PATCH /orgs/{org}/actions/variables/{name}"],
		updateRepoVariable: ["PATCH /repos/{owner}/{repo}/actions/variables/{name}"]
	},
	activity: {
		checkRepoIsStarredByAuthenticatedUser: ["GET /user/starred/{owner}/{repo}"],
		deleteRepoSubscription: ["DELETE /repos/{owner}/{repo}/subscription"],
		deleteThreadSubscription: ["DELETE /notifications/threads/{thread_id}/subscription"],
		getFeeds: ["GET /feeds"],
		getRepoSubscription: ["GET /repos/{owner}/{repo}/subscription"],
		getThread: ["GET /notifications/threads/{thread_id}"],
		getThreadSubscriptionForAuthenticatedUser: ["GET /notifications/threads/{thread_id}/subscription"],
		listEventsForAuthenticatedUser: ["GET /users/{username}/events"],
		listNotificationsForAuthenticatedUser: ["GET /notifications"],
		listOrgEventsForAuthenticatedUser: ["GET /users/{username}/events/orgs/{org}"],
		listPublicEvents: ["GET /events"],
		listPublicEventsForRepoNetwork: ["GET /networks/{owner}/{repo}/events"],
		listPublicEventsForUser: ["GET /users/{username}/events/public"],
		listPublicOrgEvents: ["GET /orgs/{org}/events"],
		listReceivedEventsForUser: ["GET /users/{username}/received_events"],
		listReceivedPublicEventsForUser: ["GET /users/{username}/received_events/public"],
		listRepoEvents: ["GET /repos/{owner}/{repo}/events"],
		listRepoNotificationsForAuthenticatedUser: ["GET /repos/{owner}/{repo}/notifications"],
		listReposStarredByAuthenticatedUser: ["GET /user/starred"],
		listReposStarredByUser: ["GET /users/{username}/starred"],
		listReposWatchedByUser: ["GET /users/{username}/subscriptions"],
		listStargazersForRepo: ["GET /repos/{owner}/{repo}/stargazers"],
		listWatchedReposForAuthenticatedUser: ["GET /user/subscriptions"],
		listWatchersForRepo: ["GET /repos/{owner}/{repo}/subscribers"],
		markNotificationsAsRead: ["PUT /notifications"],
		markRepoNotificationsAsRead: ["PUT /repos/{owner}/{repo}/notifications"],
		markThreadAsDone: ["DELETE /notifications/threads/{thread_id}"],
		markThreadAsRead: ["PATCH /notifications/threads/{thread_id}"],
		setRepoSubscription: ["PUT /repos/{owner}/{repo}/subscription"],
		setThreadSubscription: ["PUT /notifications/threads/{thread_id}/subscription"],
		starRepoForAuthenticatedUser: ["PUT /user/starred/{owner}/{repo}"],
		unstarRepoForAuthenticatedUser: ["DELETE /user/starred/{owner}/{repo}"]
	},
	apps: {
		addRepoToInstallation: [
			"PUT /user/installations/{installation_id}/repositories/{repository_id}",
			{},
			{ renamed: ["apps", "addRepoToInstallationForAuthenticatedUser"] }
		],
		addRepoToInstallationForAuthenticatedUser: ["PUT /user/installations/{installation_id}/repositories/{repository_id}"],
		checkToken: ["POST /applications/{client_id}/token"],
		createFromManifest: ["POST /app-manifests/{code}/conversions"],
		createInstallationAccessToken: ["POST /app/installations/{installation_id}/access_tokens"],
		deleteAuthorization: ["DELETE /applications/{client_id}/grant"],
		deleteInstallation: ["DELETE /app/installations/{installation_id}"],
		deleteToken: ["DELETE /applications/{client_id}/token"],
		getAuthenticated: ["GET /app"],
		getBySlug: ["GET /apps/{app_slug}"],
		getInstallation: ["GET /app/installations/{installation_id}"],
		getOrgInstallation: ["GET /orgs/{org}/installation"],
		getRepoInstallation: ["GET /repos/{owner}/{repo}/installation"],
		getSubscriptionPlanForAccount: ["GET /marketplace_listing/accounts/{account_id}"],
		getSubscriptionPlanForAccountStubbed: ["GET /marketplace_listing/stubbed/accounts/{account_id}"],
		getUserInstallation: ["GET /users/{username}/installation"],
		getWebhookConfigForApp: ["GET /app/hook/config"],
		getWebhookDelivery: ["GET /app/hook/deliveries/{delivery_id}"],
		listAccountsForPlan: ["GET /marketplace_listing/plans/{plan_id}/accounts"],
		listAccountsForPlanStubbed: ["GET /marketplace_listing/stubbed/plans/{plan_id}/accounts"],
		listInstallationReposForAuthenticatedUser: ["GET /user/installations/{installation_id}/repositories"],
		listInstallationRequestsForAuthenticatedApp: ["GET /app/installation-requests"],
		listInstallations: ["GET /app/installations"],
		listInstallationsForAuthenticatedUser: ["GET /user/installations"],
		listPlans: ["GET /marketplace_listing/plans"],
		listPlansStubbed: ["GET /marketplace_listing/stubbed/plans"],
		listReposAccessibleToInstallation: ["GET /installation/repositories"],
		listSubscriptionsForAuthenticatedUser: ["GET /user/marketplace_purchases"],
		listSubscriptionsForAuthenticatedUserStubbed: ["GET /user/marketplace_purchases/stubbed"],
		listWebhookDeliveries: ["GET /app/hook/deliveries"],
		redeliverWebhookDelivery: ["POST /app/hook/deliveries/{delivery_id}/attempts"],
		removeRepoFromInstallation: [
			"DELETE /user/installations/{installation_id}/repositories/{repository_id}",
			{},
			{ renamed: ["apps", "removeRepoFromInstallationForAuthenticatedUser"] }
		],
		removeRepoFromInstallationForAuthenticatedUser: ["DELETE /user/installations/{installation_id}/repositories/{repository_id}"],
		resetToken: ["PATCH /applications/{client_id}/token"],
		revokeInstallationAccessToken: ["DELETE /installation/token"],
		scopeToken: ["POST /applications/{client_id}/token/scoped"],
		suspendInstallation: ["PUT /app/installations/{installation_id}/suspended"],
		unsuspendInstallation: ["DELETE /app/installations/{installation_id}/suspended"],
		updateWebhookConfigForApp: ["PATCH /app/hook/config"]
	},
	billing: {
		getGithubActionsBillingOrg: ["GET /orgs/{org}/settings/billing/actions"],
		getGithubActionsBillingUser: ["GET /users/{username}/settings/billing/actions"],
		getGithubBillingPremiumRequestUsageReportOrg: ["GET /organizations/{org}/settings/billing/premium_request/usage"],
		getGithubBillingPremiumRequestUsageReportUser: ["GET /users/{username}/settings/billing/premium_request/usage"],
		getGithubBillingUsageReportOrg: ["GET /organizations/{org}/settings/billing/usage"],
		getGithubBillingUsageReportUser: ["GET /users/{username}/settings/billing/usage"],
		getGithubPackagesBillingOrg: ["GET /orgs/{org}/settings/billing/packages"],
		getGithubPackagesBillingUser: ["GET /users/{username}/settings/billing/packages"],
		getSharedStorageBillingOrg: ["GET /orgs/{org}/settings/billing/shared-storage"],
		getSharedStorageBillingUser: ["GET /users/{username}/settings/billing/shared-storage"]
	},
	campaigns: {
		createCampaign: ["POST /orgs/{org}/campaigns"],
		deleteCampaign: ["DELETE /orgs/{org}/campaigns/{campaign_number}"],
		getCampaignSummary: ["GET /orgs/{org}/campaigns/{campaign_number}"],
		listOrgCampaigns: ["GET /orgs/{org}/campaigns"],
		updateCampaign: ["PATCH /orgs/{org}/campaigns/{campaign_number}"]
	},
	checks: {
		create: ["POST /repos/{owner}/{repo}/check-runs"],
		createSuite: ["POST /repos/{owner}/{repo}/check-suites"],
		get: ["GET /repos/{owner}/{repo}/check-runs/{check_run_id}"],
		getSuite: ["GET /repos/{owner}/{repo}/check-suites/{check_suite_id}"],
		listAnnotations: ["GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations"],
		listForRef: ["GET /repos/{owner}/{repo}/commits/{ref}/check-runs"],
		listForSuite: ["GET /repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs"],
		listSuitesForRef: ["GET /repos/{owner}/{repo}/commits/{ref}/check-suites"],
		rerequestRun: ["POST /repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest"],
		rerequestSuite: ["POST /repos/{owner}/{repo}/check-suites/{check_suite_id}/rerequest"],
		setSuitesPreferences: ["PATCH /repos/{owner}/{repo}/check-suites/preferences"],
		update: ["PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}"]
	},
	codeScanning: {
		commitAutofix: ["POST /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}/autofix/commits"],
		createAutofix: ["POST /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}/autofix"],
		createVariantAnalysis: ["POST /repos/{owner}/{repo}/code-scanning/codeql/variant-analyses"],
		deleteAnalysis: ["DELETE /repos/{owner}/{repo}/code-scanning/analyses/{analysis_id}{?confirm_delete}"],
		deleteCodeqlDatabase: ["DELETE /repos/{owner}/{repo}/code-scanning/codeql/databases/{language}"],
		getAlert: [
			"GET /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}",
			{},
			{ renamedParameters: { alert_id: "alert_number" } }
		],
		getAnalysis: ["GET /repos/{owner}/{repo}/code-scanning/analyses/{analysis_id}"],
		getAutofix: ["GET /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}/autofix"],
		getCodeqlDatabase: ["GET /repos/{owner}/{repo}/code-scanning/codeql/databases/{language}"],
		getDefaultSetup: ["GET /repos/{owner}/{repo}/code-scanning/default-setup"],
		getSarif: ["GET /repos/{owner}/{repo}/code-scanning/sarifs/{sarif_id}"],
		getVariantAnalysis: ["GET /repos/{owner}/{repo}/code-scanning/codeql/variant-analyses/{codeql_variant_analysis_id}"],
		getVariantAnalysisRepoTask: ["GET /repos/{owner}/{repo}/code-scanning/codeql/variant-analyses/{codeql_variant_analysis_id}/repos/{repo_owner}/{repo_name}"],
		listAlertInstances: ["GET /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}/instances"],
		listAlertsForOrg: ["GET /orgs/{org}/code-scanning/alerts"],
		listAlertsForRepo: ["GET /repos/{owner}/{repo}/code-scanning/alerts"],
		listAlertsInstances: [
			"GET /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}/instances",
			{},
			{ renamed: ["codeScanning", "listAlertInstances"] }
		],
		listCodeqlDatabases: ["GET /repos/{owner}/{repo}/code-scanning/codeql/databases"],
		listRecentAnalyses: ["GET /repos/{owner}/{repo}/code-scanning/analyses"],
		updateAlert: ["PATCH /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}"],
		updateDefaultSetup: ["PATCH /repos/{owner}/{repo}/code-scanning/default-setup"],
		uploadSarif: ["POST /repos/{owner}/{repo}/code-scanning/sarifs"]
	},
	codeSecurity: {
		attachConfiguration: ["POST /orgs/{org}/code-security/configurations/{configuration_id}/attach"],
		attachEnterpriseConfiguration: ["POST /enterprises/{enterprise}/code-security/configurations/{configuration_id}/attach"],
		createConfiguration: ["POST /orgs/{org}/code-security/configurations"],
		createConfigurationForEnterprise: ["POST /enterprises/{enterprise}/code-security/configurations"],
		deleteConfiguration: ["DELETE /orgs/{org}/code-security/configurations/{configuration_id}"],
		deleteConfigurationForEnterprise: ["DELETE /enterprises/{enterprise}/code-security/configurations/{configuration_id}"],
		detachConfiguration: ["DELETE /orgs/{org}/code-security/configurations/detach"],
		getConfiguration: ["GET /orgs/{org}/code-security/configurations/{configuration_id}"],
		getConfigurationForRepository: ["GET /repos/{owner}/{repo}/code-security-configuration"],
		getConfigurationsForEnterprise: ["GET /enterprises/{enterprise}/code-security/configurations"],
		getConfigurationsForOrg: ["GET /orgs/{org}/code-security/configurations"],
		getDefaultConfigurations: ["GET /orgs/{org}/code-security/configurations/defaults"],
		getDefaultConfigurationsForEnterprise: ["GET /enterprises/{enterprise}/code-security/configurations/defaults"],
		getRepositoriesForConfiguration: ["GET /orgs/{org}/code-security/configurations/{configuration_id}/repositories"],
		getRepositoriesForEnterpriseConfiguration: ["GET /enterprises/{enterprise}/code-security/configurations/{configuration_id}/repositories"],
		getSingleConfigurationForEnterprise: ["GET /enterprises/{enterprise}/code-security/configurations/{configuration_id}"],
		setConfigurationAsDefault: ["PUT /orgs/{org}/code-security/configurations/{configuration_id}/defaults"],
		setConfigurationAsDefaultForEnterprise: ["PUT /enterprises/{enterprise}/code-security/configurations/{configuration_id}/defaults"],
		updateConfiguration: ["PATCH /orgs/{org}/code-security/configurations/{configuration_id}"],
		updateEnterpriseConfiguration: ["PATCH /enterprises/{enterprise}/code-security/configurations/{configuration_id}"]
	},
	codesOfConduct: {
		getAllCodesOfConduct: ["GET /codes_of_conduct"],
		getConductCode: ["GET /codes_of_conduct/{key}"]
	},
	codespaces: {
		addRepositoryForSecretForAuthenticatedUser: ["PUT /user/codespaces/secrets/{secret_name}/repositories/{repository_id}"],
		addSelectedRepoToOrgSecret: ["PUT /orgs/{org}/codespaces/secrets/{secret_name}/repositories/{repository_id}"],
		checkPermissionsForDevcontainer: ["GET /repos/{owner}/{repo}/codespaces/permissions_check"],
		codespaceMachinesForAuthenticatedUser: ["GET /user/codespaces/{codespace_name}/machines"],
		createForAuthenticatedUser: ["POST /user/codespaces"],
		createOrUpdateOrgSecret: ["PUT /orgs/{org}/codespaces/secrets/{secret_name}"],
		createOrUpdateRepoSecret: ["PUT /repos/{owner}/{repo}/codespaces/secrets/{secret_name}"],
		createOrUpdateSecretForAuthenticatedUser: ["PUT /user/codespaces/secrets/{secret_name}"],
		createWithPrForAuthenticatedUser: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/codespaces"],
		createWithRepoForAuthenticatedUser: ["POST /repos/{owner}/{repo}/codespaces"],
		deleteForAuthenticatedUser: ["DELETE /user/codespaces/{codespace_name}"],
		deleteFromOrganization: ["DELETE /orgs/{org}/members/{username}/codespaces/{codespace_name}"],
		deleteOrgSecret: ["DELETE /orgs/{org}/codespaces/secrets/{secret_name}"],
		deleteRepoSecret: ["DELETE /repos/{owner}/{repo}/codespaces/secrets/{secret_name}"],
		deleteSecretForAuthenticatedUser: ["DELETE /user/codespaces/secrets/{secret_name}"],
		exportForAuthenticatedUser: ["POST /user/codespaces/{codespace_name}/exports"],
		getCodespacesForUserInOrg: ["GET /orgs/{org}/members/{username}/codespaces"],
		getExportDetailsForAuthenticatedUser: ["GET /user/codespaces/{codespace_name}/exports/{export_id}"],
		getForAuthenticatedUser: ["GET /user/codespaces/{codespace_name}"],
		getOrgPublicKey: ["GET /orgs/{org}/codespaces/secrets/public-key"],
		getOrgSecret: ["GET /orgs/{org}/codespaces/secrets/{secret_name}"],
		getPublicKeyForAuthenticatedUser: ["GET /user/codespaces/secrets/public-key"],
		getRepoPublicKey: ["GET /repos/{owner}/{repo}/codespaces/secrets/public-key"],
		getRepoSecret: ["GET /repos/{owner}/{repo}/codespaces/secrets/{secret_name}"],
		getSecretForAuthenticatedUser: ["GET /user/codespaces/secrets/{secret_name}"],
		listDevcontainersInRepositoryForAuthenticatedUser: ["GET /repos/{owner}/{repo}/codespaces/devcontainers"],
		listForAuthenticatedUser: ["GET /user/codespaces"],
		listInOrganization: [
			"GET /orgs/{org}/codespaces",
			{},
			{ renamedParameters: { org_id: "org" } }
		],
		listInRepositoryForAuthenticatedUser: ["GET /repos/{owner}/{repo}/codespaces"],
		listOrgSecrets: ["GET /orgs/{org}/codespaces/secrets"],
		listRepoSecrets: ["GET /repos/{owner}/{repo}/codespaces/secrets"],
		listRepositoriesForSecretForAuthenticatedUser: ["GET /user/codespaces/secrets/{secret_name}/repositories"],
		listSecretsForAuthenticatedUser: ["GET /user/codespaces/secrets"],
		listSelectedReposForOrgSecret: ["GET /orgs/{org}/codespaces/secrets/{secret_name}/repositories"],
		preFlightWithRepoForAuthenticatedUser: ["GET /repos/{owner}/{repo}/codespaces/new"],
		publishForAuthenticatedUser: ["POST /user/codespaces/{codespace_name}/publish"],
		removeRepositoryForSecretForAuthenticatedUser: ["DELETE /user/codespaces/secrets/{secret_name}/repositories/{repository_id}"],
		removeSelectedRepoFromOrgSecret: ["DELETE /orgs/{org}/codespaces/secrets/{secret_name}/repositories/{repository_id}"],
		repoMachinesForAuthenticatedUser: ["GET /repos/{owner}/{repo}/codespaces/machines"],
		setRepositoriesForSecretForAuthenticatedUser: ["PUT /user/codespaces/secrets/{secret_name}/repositories"],
		setSelectedReposForOrgSecret: ["PUT /orgs/{org}/codespaces/secrets/{secret_name}/repositories"],
		startForAuthenticatedUser: ["POST /user/codespaces/{codespace_name}/start"],
		stopForAuthenticatedUser: ["POST /user/codespaces/{codespace_name}/stop"],
		stopInOrganization: ["POST /orgs/{org}/members/{username}/codespaces/{codespace_name}/stop"],
		updateForAuthenticatedUser: ["PATCH /user/codespaces/{codespace_name}"]
	},
	copilot: {
		addCopilotSeatsForTeams: ["POST /orgs/{org}/copilot/billing/selected_teams"],
		addCopilotSeatsForUsers: ["POST /orgs/{org}/copilot/billing/selected_users"],
		cancelCopilotSeatAssignmentForTeams: ["DELETE /orgs/{org}/copilot/billing/selected_teams"],
		cancelCopilotSeatAssignmentForUsers: ["DELETE /orgs/{org}/copilot/billing/selected_users"],
		copilotMetricsForOrganization: ["GET /orgs/{org}/copilot/metrics"],
		copilotMetricsForTeam: ["GET /orgs/{org}/team/{team_slug}/copilot/metrics"],
		getCopilotOrganizationDetails: ["GET /orgs/{org}/copilot/billing"],
		getCopilotSeatDetailsForUser: ["GET /orgs/{org}/members/{username}/copilot"],
		listCopilotSeats: ["GET /orgs/{org}/copilot/billing/seats"]
	},
	credentials: { revoke: ["POST /credentials/revoke"] },
	dependabot: {
		addSelectedRepoToOrgSecret: ["PUT /orgs/{org}/dependabot/secrets/{secret_name}/repositories/{repository_id}"],
		createOrUpdateOrgSecret: ["PUT /orgs/{org}/dependabot/secrets/{secret_name}"],
		createOrUpdateRepoSecret: ["PUT /repos/{owner}/{repo}/dependabot/secrets/{secret_name}"],
		deleteOrgSecret: ["DELETE /orgs/{org}/dependabot/secrets/{secret_name}"],
		deleteRepoSecret: ["DELETE /repos/{owner}/{repo}/dependabot/secrets/{secret_name}"],
		getAlert: ["GET /repos/{owner}/{repo}/dependabot/alerts/{alert_number}"],
		getOrgPublicKey: ["GET /orgs/{org}/dependabot/secrets/public-key"],
		getOrgSecret: ["GET /orgs/{org}/dependabot/secrets/{secret_name}"],
		getRepoPublicKey: ["GET /repos/{owner}/{repo}/dependabot/secrets/public-key"],
		getRepoSecret: ["GET /repos/{owner}/{repo}/dependabot/secrets/{secret_name}"],
		listAlertsForEnterprise: ["GET /enterprises/{enterprise}/dependabot/alerts"],
		listAlertsForOrg: ["GET /orgs/{org}/dependabot/alerts"],
		listAlertsForRepo: ["GET /repos/{owner}/{repo}/dependabot/alerts"],
		listOrgSecrets: ["GET /orgs/{org}/dependabot/secrets"],
		listRepoSecrets: ["GET /repos/{owner}/{repo}/dependabot/secrets"],
		listSelectedReposForOrgSecret: ["GET /orgs/{org}/dependabot/secrets/{secret_name}/repositories"],
		removeSelectedRepoFromOrgSecret: ["DELETE /orgs/{org}/dependabot/secrets/{secret_name}/repositories/{repository_id}"],
		repositoryAccessForOrg: ["GET /organizations/{org}/dependabot/repository-access"],
		setRepositoryAccessDefaultLevel: ["PUT /organizations/{org}/dependabot/repository-access/default-level"],
		setSelectedReposForOrgSecret: ["PUT /orgs/{org}/dependabot/secrets/{secret_name}/repositories"],
		updateAlert: ["PATCH /repos/{owner}/{repo}/dependabot/alerts/{alert_number}"],
		updateRepositoryAccessForOrg: ["PATCH /organizations/{org}/dependabot/repository-access"]
	},
	dependencyGraph: {
		createRepositorySnapshot: ["POST /repos/{owner}/{repo}/dependency-graph/snapshots"],
		diffRange: ["GET /repos/{owner}/{repo}/dependency-graph/compare/{basehead}"],
		exportSbom: ["GET /repos/{owner}/{repo}/dependency-graph/sbom"]
	},
	emojis: { get: ["GET /emojis"] },
	enterpriseTeamMemberships: {
		add: ["PUT /enterprises/{enterprise}/teams/{enterprise-team}/memberships/{username}"],
		bulkAdd: ["POST /enterprises/{enterprise}/teams/{enterprise-team}/memberships/add"],
		bulkRemove: ["POST /enterprises/{enterprise}/teams/{enterprise-team}/memberships/remove"],
		get: ["GET /enterprises/{enterprise}/teams/{enterprise-team}/memberships/{username}"],
		list: ["GET /enterprises/{enterprise}/teams/{enterprise-team}/memberships"],
		remove: ["DELETE /enterprises/{enterprise}/teams/{enterprise-team}/memberships/{username}"]
	},
	enterpriseTeamOrganizations: {
		add: ["PUT /enterprises/{enterprise}/teams/{enterprise-team}/organizations/{org}"],
		bulkAdd: ["POST /enterprises/{enterprise}/teams/{enterprise-team}/organizations/add"],
		bulkRemove: ["POST /enterprises/{enterprise}/teams/{enterprise-team}/organizations/remove"],
		delete: ["DELETE /enterprises/{enterprise}/teams/{enterprise-team}/organizations/{org}"],
		getAssignment: ["GET /enterprises/{enterprise}/teams/{enterprise-team}/organizations/{org}"],
		getAssignments: ["GET /enterprises/{enterprise}/teams/{enterprise-team}/organizations"]
	},
	enterpriseTeams: {
		create: ["POST /enterprises/{enterprise}/teams"],
		delete: ["DELETE /enterprises/{enterprise}/teams/{team_slug}"],
		get: ["GET /enterprises/{enterprise}/teams/{team_slug}"],
		list: ["GET /enterprises/{enterprise}/teams"],
		update: ["PATCH /enterprises/{enterprise}/teams/{team_slug}"]
	},
	gists: {
		checkIsStarred: ["GET /gists/{gist_id}/star"],
		create: ["POST /gists"],
		createComment: ["POST /gists/{gist_id}/comments"],
		delete: ["DELETE /gists/{gist_id}"],
		deleteComment: ["DELETE /gists/{gist_id}/comments/{comment_id}"],
		fork: ["POST /gists/{gist_id}/forks"],
		get: ["GET /gists/{gist_id}"],
		getComment: ["GET /gists/{gist_id}/comments/{comment_id}"],
		getRevision: ["GET /gists/{gist_id}/{sha}"],
		list: ["GET /gists"],
		listComments: ["GET /gists/{gist_id}/comments"],
		listCommits: ["GET /gists/{gist_id}/commits"],
		listForUser: ["GET /users/{username}/gists"],
		listForks: ["GET /gists/{gist_id}/forks"],
		listPublic: ["GET /gists/public"],
		listStarred: ["GET /gists/starred"],
		star: ["PUT /gists/{gist_id}/star"],
		unstar: ["DELETE /gists/{gist_id}/star"],
		update: ["PATCH /gists/{gist_id}"],
		updateComment: ["PATCH /gists/{gist_id}/comments/{comment_id}"]
	},
	git: {
		createBlob: ["POST /repos/{owner}/{repo}/git/blobs"],
		createCommit: ["POST /repos/{owner}/{repo}/git/commits"],
		createRef: ["POST /repos/{owner}/{repo}/git/refs"],
		createTag: ["POST /repos/{owner}/{repo}/git/tags"],
		createTree: ["POST /repos/{owner}/{repo}/git/trees"],
		deleteRef: ["DELETE /repos/{owner}/{repo}/git/refs/{ref}"],
		getBlob: ["GET /repos/{owner}/{repo}/git/blobs/{file_sha}"],
		getCommit: ["GET /repos/{owner}/{repo}/git/commits/{commit_sha}"],
		getRef: ["GET /repos/{owner}/{repo}/git/ref/{ref}"],
		getTag: ["GET /repos/{owner}/{repo}/git/tags/{tag_sha}"],
		getTree: ["GET /repos/{owner}/{repo}/git/trees/{tree_sha}"],
		listMatchingRefs: ["GET /repos/{owner}/{repo}/git/matching-refs/{ref}"],
		updateRef: ["PATCH /repos/{owner}/{repo}/git/refs/{ref}"]
	},
	gitignore: {
		getAllTemplates: ["GET /gitignore/templates"],
		getTemplate: ["GET /gitignore/templates/{name}"]
	},
	hostedCompute: {
		createNetworkConfigurationForOrg: ["POST /orgs/{org}/settings/network-configurations"],
		deleteNetworkConfigurationFromOrg: ["DELETE /orgs/{org}/settings/network-configurations/{network_configuration_id}"],
		getNetworkConfigurationForOrg: ["GET /orgs/{org}/settings/network-configurations/{network_configuration_id}"],
		getNetworkSettingsForOrg: ["GET /orgs/{org}/settings/network-settings/{network_settings_id}"],
		listNetworkConfigurationsForOrg: ["GET /orgs/{org}/settings/network-configurations"],
		updateNetworkConfigurationForOrg: ["PATCH /orgs/{org}/settings/network-configurations/{network_configuration_id}"]
	},
	interactions: {
		getRestrictionsForAuthenticatedUser: ["GET /user/interaction-limits"],
		getRestrictionsForOrg: ["GET /orgs/{org}/interaction-limits"],
		getRestrictionsForRepo: ["GET /repos/{owner}/{repo}/interaction-limits"],
		getRestrictionsForYourPublicRepos: [
			"GET /user/interaction-limits",
			{},
			{ renamed: ["interactions", "getRestrictionsForAuthenticatedUser"] }
		],
		removeRestrictionsForAuthenticatedUser: ["DELETE /user/interaction-limits"],
		removeRestrictionsForOrg: ["DELETE /orgs/{org}/interaction-limits"],
		removeRestrictionsForRepo: ["DELETE /repos/{owner}/{repo}/interaction-limits"],
		removeRestrictionsForYourPublicRepos: [
			"DELETE /user/interaction-limits",
			{},
			{ renamed: ["interactions", "removeRestrictionsForAuthenticatedUser"] }
		],
		setRestrictionsForAuthenticatedUser: ["PUT /user/interaction-limits"],
		setRestrictionsForOrg: ["PUT /orgs/{org}/interaction-limits"],
		setRestrictionsForRepo: ["PUT /repos/{owner}/{repo}/interaction-limits"],
		setRestrictionsForYourPublicRepos: [
			"PUT /user/interaction-limits",
			{},
			{ renamed: ["interactions", "setRestrictionsForAuthenticatedUser"] }
		]
	},
	issues: {
		addAssignees: ["POST /repos/{owner}/{repo}/issues/{issue_number}/assignees"],
		addBlockedByDependency: ["POST /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by"],
		addLabels: ["POST /repos/{owner}/{repo}/issues/{issue_number}/labels"],
		addSubIssue: ["POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues"],
		checkUserCanBeAssigned: ["GET /repos/{owner}/{repo}/assignees/{assignee}"],
		checkUserCanBeAssignedToIssue: ["GET /repos/{owner}/{repo}/issues/{issue_number}/assignees/{assignee}"],
		create: ["POST /repos/{owner}/{repo}/issues"],
		createComment: ["POST /repos/{owner}/{repo}/issues/{issue_number}/comments"],
		createLabel: ["POST /repos/{owner}/{repo}/labels"],
		createMilestone: ["POST /repos/{owner}/{repo}/milestones"],
		deleteComment: ["DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}"],
		deleteLabel: ["DELETE /repos/{owner}/{repo}/labels/{name}"],
		deleteMilestone: ["DELETE /repos/{owner}/{repo}/milestones/{milestone_number}"],
		get: ["GET /repos/{owner}/{repo}/issues/{issue_number}"],
		getComment: ["GET /repos/{owner}/{repo}/issues/comments/{comment_id}"],
		getEvent: ["GET /repos/{owner}/{repo}/issues/events/{event_id}"],
		getLabel: ["GET /repos/{owner}/{repo}/labels/{name}"],
		getMilestone: ["GET /repos/{owner}/{repo}/milestones/{milestone_number}"],
		getParent: ["GET /repos/{owner}/{repo}/issues/{issue_number}/parent"],
		list: ["GET /issues"],
		listAssignees: ["GET /repos/{owner}/{repo}/assignees"],
		listComments: ["GET /repos/{owner}/{repo}/issues/{issue_number}/comments"],
		listCommentsForRepo: ["GET /repos/{owner}/{repo}/issues/comments"],
		listDependenciesBlockedBy: ["GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by"],
		listDependenciesBlocking: ["GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocking"],
		listEvents: ["GET /repos/{owner}/{repo}/issues/{issue_number}/events"],
		listEventsForRepo: ["GET /repos/{owner}/{repo}/issues/events"],
		listEventsForTimeline: ["GET /repos/{owner}/{repo}/issues/{issue_number}/timeline"],
		listForAuthenticatedUser: ["GET /user/issues"],
		listForOrg: ["GET /orgs/{org}/issues"],
		listForRepo: ["GET /repos/{owner}/{repo}/issues"],
		listLabelsForMilestone: ["GET /repos/{owner}/{repo}/milestones/{milestone_number}/labels"],
		listLabelsForRepo: ["GET /repos/{owner}/{repo}/labels"],
		listLabelsOnIssue: ["GET /repos/{owner}/{repo}/issues/{issue_number}/labels"],
		listMilestones: ["GET /repos/{owner}/{repo}/milestones"],
		listSubIssues: ["GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues"],
		lock: ["PUT /repos/{owner}/{repo}/issues/{issue_number}/lock"],
		removeAllLabels: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels"],
		removeAssignees: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees"],
		removeDependencyBlockedBy: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by/{issue_id}"],
		removeLabel: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}"],
		removeSubIssue: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/sub_issue"],
		reprioritizeSubIssue: ["PATCH /repos/{owner}/{repo}/issues/{issue_number}/sub_issues/priority"],
		setLabels: ["PUT /repos/{owner}/{repo}/issues/{issue_number}/labels"],
		unlock: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock"],
		update: ["PATCH /repos/{owner}/{repo}/issues/{issue_number}"],
		updateComment: ["PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}"],
		updateLabel: ["PATCH /repos/{owner}/{repo}/labels/{name}"],
		updateMilestone: ["PATCH /repos/{owner}/{repo}/milestones/{milestone_number}"]
	},
	licenses: {
		get: ["GET /licenses/{license}"],
		getAllCommonlyUsed: ["GET /licenses"],
		getForRepo: ["GET /repos/{owner}/{repo}/license"]
	},
	markdown: {
		render: ["POST /markdown"],
		renderRaw: ["POST /markdown/raw", { headers: { "content-type": "text/plain; charset=utf-8" } }]
	},
	meta: {
		get: ["GET /meta"],
		getAllVersions: ["GET /versions"],
		getOctocat: ["GET /octocat"],
		getZen: ["GET /zen"],
		root: ["GET /"]
	},
	migrations: {
		deleteArchiveForAuthenticatedUser: ["DELETE /user/migrations/{migration_id}/archive"],
		deleteArchiveForOrg: ["DELETE /orgs/{org}/migrations/{migration_id}/archive"],
		downloadArchiveForOrg: ["GET /orgs/{org}/migrations/{migration_id}/archive"],
		getArchiveForAuthenticatedUser: ["GET /user/migrations/{migration_id}/archive"],
		getStatusForAuthenticatedUser: ["GET /user/migrations/{migration_id}"],
		getStatusForOrg: ["GET /orgs/{org}/migrations/{migration_id}"],
		listForAuthenticatedUser: ["GET /user/migrations"],
		listForOrg: ["GET /orgs/{org}/migrations"],
		listReposForAuthenticatedUser: ["GET /user/migrations/{migration_id}/repositories"],
		listReposForOrg: ["GET /orgs/{org}/migrations/{migration_id}/repositories"],
		listReposForUser: [
			"GET /user/migrations/{migration_id}/repositories",
			{},
			{ renamed: ["migrations", "listReposForAuthenticatedUser"] }
		],
		startForAuthenticatedUser: ["POST /user/migrations"],
		startForOrg: ["POST /orgs/{org}/migrations"],
		unlockRepoForAuthenticatedUser: ["DELETE /user/migrations/{migration_id}/repos/{repo_name}/lock"],
		unlockRepoForOrg: ["DELETE /orgs/{org}/migrations/{migration_id}/repos/{repo_name}/lock"]
	},
	oidc: {
		getOidcCustomSubTemplateForOrg: ["GET /orgs/{org}/actions/oidc/customization/sub"],
		updateOidcCustomSubTemplateForOrg: ["PUT /orgs/{org}/actions/oidc/customization/sub"]
	},
	orgs: {
		addSecurityManagerTeam: [
			"PUT /orgs/{org}/security-managers/teams/{team_slug}",
			{},
			{ deprecated: "octokit.rest.orgs.addSecurityManagerTeam() is deprecated, see https://docs.github.com/rest/orgs/security-managers#add-a-security-manager-team" }
		],
		assignTeamToOrgRole: ["PUT /orgs/{org}/organization-roles/teams/{team_slug}/{role_id}"],
		assignUserToOrgRole: ["PUT /orgs/{org}/organization-roles/users/{username}/{role_id}"],
		blockUser: ["PUT /orgs/{org}/blocks/{username}"],
		cancelInvitation: ["DELETE /orgs/{org}/invitations/{invitation_id}"],
		checkBlockedUser: ["GET /orgs/{org}/blocks/{username}"],
		checkMembershipForUser: ["GET /orgs/{org}/members/{username}"],
		checkPublicMembershipForUser: ["GET /orgs/{org}/public_members/{username}"],
		convertMemberToOutsideCollaborator: ["PUT /orgs/{org}/outside_collaborators/{username}"],
		createArtifactStorageRecord: ["POST /orgs/{org}/artifacts/metadata/storage-record"],
		createInvitation: ["POST /orgs/{org}/invitations"],
		createIssueType: ["POST /orgs/{org}/issue-types"],
		createWebhook: ["POST /orgs/{org}/hooks"],
		customPropertiesForOrgsCreateOrUpdateOrganizationValues: ["PATCH /organizations/{org}/org-properties/values"],
		customPropertiesForOrgsGetOrganizationValues: ["GET /organizations/{org}/org-properties/values"],
		customPropertiesForReposCreateOrUpdateOrganizationDefinition: ["PUT /orgs/{org}/properties/schema/{custom_property_name}"],
		customPropertiesForReposCreateOrUpdateOrganizationDefinitions: ["PATCH /orgs/{org}/properties/schema"],
		customPropertiesForReposCreateOrUpdateOrganizationValues: ["PATCH /orgs/{org}/properties/values"],
		customPropertiesForReposDeleteOrganizationDefinition: ["DELETE /orgs/{org}/properties/schema/{custom_property_name}"],
		customPropertiesForReposGetOrganizationDefinition: ["GET /orgs/{org}/properties/schema/{custom_property_name}"],
		customPropertiesForReposGetOrganizationDefinitions: ["GET /orgs/{org}/properties/schema"],
		customPropertiesForReposGetOrganizationValues: ["GET /orgs/{org}/properties/values"],
		delete: ["DELETE /orgs/{org}"],
		deleteAttestationsBulk: ["POST /orgs/{org}/attestations/delete-request"],
		deleteAttestationsById: ["DELETE /orgs/{org}/attestations/{attestation_id}"],
		deleteAttestationsBySubjectDigest: ["DELETE /orgs/{org}/attestations/digest/{subject_digest}"],
		deleteIssueType: ["DELETE /orgs/{org}/issue-types/{issue_type_id}"],
		deleteWebhook: ["DELETE /orgs/{org}/hooks/{hook_id}"],
		disableSelectedRepositoryImmutableReleasesOrganization: ["DELETE /orgs/{org}/settings/immutable-releases/repositories/{repository_id}"],
		enableSelectedRepositoryImmutableReleasesOrganization: ["PUT /orgs/{org}/settings/immutable-releases/repositories/{repository_id}"],
		get: ["GET /orgs/{org}"],
		getImmutableReleasesSettings: ["GET /orgs/{org}/settings/immutable-releases"],
		getImmutableReleasesSettingsRepositories: ["GET /orgs/{org}/settings/immutable-releases/repositories"],
		getMembershipForAuthenticatedUser: ["GET /user/memberships/orgs/{org}"],
		getMembershipForUser: ["GET /orgs/{org}/memberships/{username}"],
		getOrgRole: ["GET /orgs/{org}/organization-roles/{role_id}"],
		getOrgRulesetHistory: ["GET /orgs/{org}/rulesets/{ruleset_id}/history"],
		getOrgRulesetVersion: ["GET /orgs/{org}/rulesets/{ruleset_id}/history/{version_id}"],
		getWebhook: ["GET /orgs/{org}/hooks/{hook_id}"],
		getWebhookConfigForOrg: ["GET /orgs/{org}/hooks/{hook_id}/config"],
		getWebhookDelivery: ["GET /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}"],
		list: ["GET /organizations"],
		listAppInstallations: ["GET /orgs/{org}/installations"],
		listArtifactStorageRecords: ["GET /orgs/{org}/artifacts/{subject_digest}/metadata/storage-records"],
		listAttestationRepositories: ["GET /orgs/{org}/attestations/repositories"],
		listAttestations: ["GET /orgs/{org}/attestations/{subject_digest}"],
		listAttestationsBulk: ["POST /orgs/{org}/attestations/bulk-list{?per_page,before,after}"],
		listBlockedUsers: ["GET /orgs/{org}/blocks"],
		listFailedInvitations: ["GET /orgs/{org}/failed_invitations"],
		listForAuthenticatedUser: ["GET /user/orgs"],
		listForUser: ["GET /users/{username}/orgs"],
		listInvitationTeams: ["GET /orgs/{org}/invitations/{invitation_id}/teams"],
		listIssueTypes: ["GET /orgs/{org}/issue-types"],
		listMembers: ["GET /orgs/{org}/members"],
		listMembershipsForAuthenticatedUser: ["GET /user/memberships/orgs"],
		listOrgRoleTeams: ["GET /orgs/{org}/organization-roles/{role_id}/teams"],
		listOrgRoleUsers: ["GET /orgs/{org}/organization-roles/{role_id}/users"],
		listOrgRoles: ["GET /orgs/{org}/organization-roles"],
		listOrganizationFineGrainedPermissions: ["GET /orgs/{org}/organization-fine-grained-permissions"],
		listOutsideCollaborators: ["GET /orgs/{org}/outside_collaborators"],
		listPatGrantRepositories: ["GET /orgs/{org}/personal-access-tokens/{pat_id}/repositories"],
		listPatGrantRequestRepositories: ["GET /orgs/{org}/personal-access-token-requests/{pat_request_id}/repositories"],
		listPatGrantRequests: ["GET /orgs/{org}/personal-access-token-requests"],
		listPatGrants: ["GET /orgs/{org}/personal-access-tokens"],
		listPendingInvitations: ["GET /orgs/{org}/invitations"],
		listPublicMembers: ["GET /orgs/{org}/public_members"],
		listSecurityManagerTeams: [
			"GET /orgs/{org}/security-managers",
			{},
			{ deprecated: "octokit.rest.orgs.listSecurityManagerTeams() is deprecated, see https://docs.github.com/rest/orgs/security-managers#list-security-manager-teams" }
		],
		listWebhookDeliveries: ["GET /orgs/{org}/hooks/{hook_id}/deliveries"],
		listWebhooks: ["GET /orgs/{org}/hooks"],
		pingWebhook: ["POST /orgs/{org}/hooks/{hook_id}/pings"],
		redeliverWebhookDelivery: ["POST /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}/attempts"],
		removeMember: ["DELETE /orgs/{org}/members/{username}"],
		removeMembershipForUser: ["DELETE /orgs/{org}/memberships/{username}"],
		removeOutsideCollaborator: ["DELETE /orgs/{org}/outside_collaborators/{username}"],
		removePublicMembershipForAuthenticatedUser: ["DELETE /orgs/{org}/public_members/{username}"],
		removeSecurityManagerTeam: [
			"DELETE /orgs/{org}/security-managers/teams/{team_slug}",
			{},
			{ deprecated: "octokit.rest.orgs.removeSecurityManagerTeam() is deprecated, see https://docs.github.com/rest/orgs/security-managers#remove-a-security-manager-team" }
		],
		reviewPatGrantRequest: ["POST /orgs/{org}/personal-access-token-requests/{pat_request_id}"],
		reviewPatGrantRequestsInBulk: ["POST /orgs/{org}/personal-access-token-requests"],
		revokeAllOrgRolesTeam: ["DELETE /orgs/{org}/organization-roles/teams/{team_slug}"],
		revokeAllOrgRolesUser: ["DELETE /orgs/{org}/organization-roles/users/{username}"],
		revokeOrgRoleTeam: ["DELETE /orgs/{org}/organization-roles/teams/{team_slug}/{role_id}"],
		revokeOrgRoleUser: ["DELETE /orgs/{org}/organization-roles/users/{username}/{role_id}"],
		setImmutableReleasesSettings: ["PUT /orgs/{org}/settings/immutable-releases"],
		setImmutableReleasesSettingsRepositories: ["PUT /orgs/{org}/settings/immutable-releases/repositories"],
		setMembershipForUser: ["PUT /orgs/{org}/memberships/{username}"],
		setPublicMembershipForAuthenticatedUser: ["PUT /orgs/{org}/public_members/{username}"],
		unblockUser: ["DELETE /orgs/{org}/blocks/{username}"],
		update: ["PATCH /orgs/{org}"],
		updateIssueType: ["PUT /orgs/{org}/issue-types/{issue_type_id}"],
		updateMembershipForAuthenticatedUser: ["PATCH /user/memberships/orgs/{org}"],
		updatePatAccess: ["POST /orgs/{org}/personal-access-tokens/{pat_id}"],
		updatePatAccesses: ["POST /orgs/{org}/personal-access-tokens"],
		updateWebhook: ["PATCH /orgs/{org}/hooks/{hook_id}"],
		updateWebhookConfigForOrg: ["PATCH /orgs/{org}/hooks/{hook_id}/config"]
	},
	packages: {
		deletePackageForAuthenticatedUser: ["DELETE /user/packages/{package_type}/{package_name}"],
		deletePackageForOrg: ["DELETE /orgs/{org}/packages/{package_type}/{package_name}"],
		deletePackageForUser: ["DELETE /users/{username}/packages/{package_type}/{package_name}"],
		deletePackageVersionForAuthenticatedUser: ["DELETE /user/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		deletePackageVersionForOrg: ["DELETE /orgs/{org}/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		deletePackageVersionForUser: ["DELETE /users/{username}/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		getAllPackageVersionsForAPackageOwnedByAnOrg: [
			"GET /orgs/{org}/packages/{package_type}/{package_name}/versions",
			{},
			{ renamed: ["packages", "getAllPackageVersionsForPackageOwnedByOrg"] }
		],
		getAllPackageVersionsForAPackageOwnedByTheAuthenticatedUser: [
			"GET /user/packages/{package_type}/{package_name}/versions",
			{},
			{ renamed: ["packages", "getAllPackageVersionsForPackageOwnedByAuthenticatedUser"] }
		],
		getAllPackageVersionsForPackageOwnedByAuthenticatedUser: ["GET /user/packages/{package_type}/{package_name}/versions"],
		getAllPackageVersionsForPackageOwnedByOrg: ["GET /orgs/{org}/packages/{package_type}/{package_name}/versions"],
		getAllPackageVersionsForPackageOwnedByUser: ["GET /users/{username}/packages/{package_type}/{package_name}/versions"],
		getPackageForAuthenticatedUser: ["GET /user/packages/{package_type}/{package_name}"],
		getPackageForOrganization: ["GET /orgs/{org}/packages/{package_type}/{package_name}"],
		getPackageForUser: ["GET /users/{username}/packages/{package_type}/{package_name}"],
		getPackageVersionForAuthenticatedUser: ["GET /user/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		getPackageVersionForOrganization: ["GET /orgs/{org}/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		getPackageVersionForUser: ["GET /users/{username}/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		listDockerMigrationConflictingPackagesForAuthenticatedUser: ["GET /user/docker/conflicts"],
		listDockerMigrationConflictingPackagesForOrganization: ["GET /orgs/{org}/docker/conflicts"],
		listDockerMigrationConflictingPackagesForUser: ["GET /users/{username}/docker/conflicts"],
		listPackagesForAuthenticatedUser: ["GET /user/packages"],
		listPackagesForOrganization: ["GET /orgs/{org}/packages"],
		listPackagesForUser: ["GET /users/{username}/packages"],
		restorePackageForAuthenticatedUser: ["POST /user/packages/{package_type}/{package_name}/restore{?token}"],
		restorePackageForOrg: ["POST /orgs/{org}/packages/{package_type}/{package_name}/restore{?token}"],
		restorePackageForUser: ["POST /users/{username}/packages/{package_type}/{package_name}/restore{?token}"],
		restorePackageVersionForAuthenticatedUser: ["POST /user/packages/{package_type}/{package_name}/versions/{package_version_id}/restore"],
		restorePackageVersionForOrg: ["POST /orgs/{org}/packages/{package_type}/{package_name}/versions/{package_version_id}/restore"],
		restorePackageVersionForUser: ["POST /users/{username}/packages/{package_type}/{package_name}/versions/{package_version_id}/restore"]
	},
	privateRegistries: {
		createOrgPrivateRegistry: ["POST /orgs/{org}/private-registries"],
		deleteOrgPrivateRegistry: ["DELETE /orgs/{org}/private-registries/{secret_name}"],
		getOrgPrivateRegistry: ["GET /orgs/{org}/private-registries/{secret_name}"],
		getOrgPublicKey: ["GET /orgs/{org}/private-registries/public-key"],
		listOrgPrivateRegistries: ["GET /orgs/{org}/private-registries"],
		updateOrgPrivateRegistry: ["PATCH /orgs/{org}/private-registries/{secret_name}"]
	},
	projects: {
		addItemForOrg: ["POST /orgs/{org}/projectsV2/{project_number}/items"],
		addItemForUser: ["POST /users/{username}/projectsV2/{project_number}/items"],
		deleteItemForOrg: ["DELETE /orgs/{org}/projectsV2/{project_number}/items/{item_id}"],
		deleteItemForUser: ["DELETE /users/{username}/projectsV2/{project_number}/items/{item_id}"],
		getFieldForOrg: ["GET /orgs/{org}/projectsV2/{project_number}/fields/{field_id}"],
		getFieldForUser: ["GET /users/{username}/projectsV2/{project_number}/fields/{field_id}"],
		getForOrg: ["GET /orgs/{org}/projectsV2/{project_number}"],
		getForUser: ["GET /users/{username}/projectsV2/{project_number}"],
		getOrgItem: ["GET /orgs/{org}/projectsV2/{project_number}/items/{item_id}"],
		getUserItem: ["GET /users/{username}/projectsV2/{project_number}/items/{item_id}"],
		listFieldsForOrg: ["GET /orgs/{org}/projectsV2/{project_number}/fields"],
		listFieldsForUser: ["GET /users/{username}/projectsV2/{project_number}/fields"],
		listForOrg: ["GET /orgs/{org}/projectsV2"],
		listForUser: ["GET /users/{username}/projectsV2"],
		listItemsForOrg: ["GET /orgs/{org}/projectsV2/{project_number}/items"],
		listItemsForUser: ["GET /users/{username}/projectsV2/{project_number}/items"],
		updateItemForOrg: ["PATCH /orgs/{org}/projectsV2/{project_number}/items/{item_id}"],
		updateItemForUser: ["PATCH /users/{username}/projectsV2/{project_number}/items/{item_id}"]
	},
	pulls: {
		checkIfMerged: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/merge"],
		create: ["POST /repos/{owner}/{repo}/pulls"],
		createReplyForReviewComment: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies"],
		createReview: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews"],
		createReviewComment: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/comments"],
		deletePendingReview: ["DELETE /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}"],
		deleteReviewComment: ["DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}"],
		dismissReview: ["PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals"],
		get: ["GET /repos/{owner}/{repo}/pulls/{pull_number}"],
		getReview: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}"],
		getReviewComment: ["GET /repos/{owner}/{repo}/pulls/comments/{comment_id}"],
		list: ["GET /repos/{owner}/{repo}/pulls"],
		listCommentsForReview: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments"],
		listCommits: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/commits"],
		listFiles: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/files"],
		listRequestedReviewers: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers"],
		listReviewComments: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/comments"],
		listReviewCommentsForRepo: ["GET /repos/{owner}/{repo}/pulls/comments"],
		listReviews: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews"],
		merge: ["PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge"],
		removeRequestedReviewers: ["DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers"],
		requestReviewers: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers"],
		submitReview: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/events"],
		update: ["PATCH /repos/{owner}/{repo}/pulls/{pull_number}"],
		updateBranch: ["PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch"],
		updateReview: ["PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}"],
		updateReviewComment: ["PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}"]
	},
	rateLimit: { get: ["GET /rate_limit"] },
	reactions: {
		createForCommitComment: ["POST /repos/{owner}/{repo}/comments/{comment_id}/reactions"],
		createForIssue: ["POST /repos/{owner}/{repo}/issues/{issue_number}/reactions"],
		createForIssueComment: ["POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions"],
		createForPullRequestReviewComment: ["POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions"],
		createForRelease: ["POST /repos/{owner}/{repo}/releases/{release_id}/reactions"],
		createForTeamDiscussionCommentInOrg: ["POST /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}/reactions"],
		createForTeamDiscussionInOrg: ["POST /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/reactions"],
		deleteForCommitComment: ["DELETE /repos/{owner}/{repo}/comments/{comment_id}/reactions/{reaction_id}"],
		deleteForIssue: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/reactions/{reaction_id}"],
		deleteForIssueComment: ["DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions/{reaction_id}"],
		deleteForPullRequestComment: ["DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions/{reaction_id}"],
		deleteForRelease: ["DELETE /repos/{owner}/{repo}/releases/{release_id}/reactions/{reaction_id}"],
		deleteForTeamDiscussion: ["DELETE /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/reactions/{reaction_id}"],
		deleteForTeamDiscussionComment: ["DELETE /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}/reactions/{reaction_id}"],
		listForCommitComment: ["GET /repos/{owner}/{repo}/comments/{comment_id}/reactions"],
		listForIssue: ["GET /repos/{owner}/{repo}/issues/{issue_number}/reactions"],
		listForIssueComment: ["GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions"],
		listForPullRequestReviewComment: ["GET /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions"],
		listForRelease: ["GET /repos/{owner}/{repo}/releases/{release_id}/reactions"],
		listForTeamDiscussionCommentInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}/reactions"],
		listForTeamDiscussionInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/reactions"]
	},
	repos: {
		acceptInvitation: [
			"PATCH /user/repository_invitations/{invitation_id}",
			{},
			{ renamed: ["repos", "acceptInvitationForAuthenticatedUser"] }
		],
		acceptInvitationForAuthenticatedUser: ["PATCH /user/repository_invitations/{invitation_id}"],
		addAppAccessRestrictions: [
			"POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps",
			{},
			{ mapToData: "apps" }
		],
		addCollaborator: ["PUT /repos/{owner}/{repo}/collaborators/{username}"],
		addStatusCheckContexts: [
			"POST /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts",
			{},
			{ mapToData: "contexts" }
		],
		addTeamAccessRestrictions: [
			"POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams",
			{},
			{ mapToData: "teams" }
		],
		addUserAccessRestrictions: [
			"POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users",
			{},
			{ mapToData: "users" }
		],
		cancelPagesDeployment: ["POST /repos/{owner}/{repo}/pages/deployments/{pages_deployment_id}/cancel"],
		checkAutomatedSecurityFixes: ["GET /repos/{owner}/{repo}/automated-security-fixes"],
		checkCollaborator: ["GET /repos/{owner}/{repo}/collaborators/{username}"],
		checkImmutableReleases: ["GET /repos/{owner}/{repo}/immutable-releases"],
		checkPrivateVulnerabilityReporting: ["GET /repos/{owner}/{repo}/private-vulnerability-reporting"],
		checkVulnerabilityAlerts: ["GET /repos/{owner}/{repo}/vulnerability-alerts"],
		codeownersErrors: ["GET /repos/{owner}/{repo}/codeowners/errors"],
		compareCommits: ["GET /repos/{owner}/{repo}/compare/{base}...{head}"],
		compareCommitsWithBasehead: ["GET /repos/{owner}/{repo}/compare/{basehead}"],
		createAttestation: ["POST /repos/{owner}/{repo}/attestations"],
		createAutolink: ["POST /repos/{owner}/{repo}/autolinks"],
		createCommitComment: ["POST /repos/{owner}/{repo}/commits/{commit_sha}/comments"],
		createCommitSignatureProtection: ["POST /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures"],
		createCommitStatus: ["POST /repos/{owner}/{repo}/statuses/{sha}"],
		createDeployKey: ["POST /repos/{owner}/{repo}/keys"],
		createDeployment: ["POST /repos/{owner}/{repo}/deployments"],
		createDeploymentBranchPolicy: ["POST /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies"],
		createDeploymentProtectionRule: ["POST /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules"],
		createDeploymentStatus: ["POST /repos/{owner}/{repo}/deployments/{deployment_id}/statuses"],
		createDispatchEvent: ["POST /repos/{owner}/{repo}/dispatches"],
		createForAuthenticatedUser: ["POST /user/repos"],
		createFork: ["POST /repos/{owner}/{repo}/forks"],
		createInOrg: ["POST /orgs/{org}/repos"],
		createOrUpdateEnvironment: ["PUT /repos/{owner}/{repo}/environments/{environment_name}"],
		createOrUpdateFileContents: ["PUT /repos/{owner}/{repo}/contents/{path}"],
		createOrgRuleset: ["POST /orgs/{org}/rulesets"],
		createPagesDeployment: ["POST /repos/{owner}/{repo}/pages/deployments"],
		createPagesSite: ["POST /repos/{owner}/{repo}/pages"],
		createRelease: ["POST /repos/{owner}/{repo}/releases"],
		createRepoRuleset: ["POST /repos/{owner}/{repo}/rulesets"],
		createUsingTemplate: ["POST /repos/{template_owner}/{template_repo}/generate"],
		createWebhook: ["POST /repos/{owner}/{repo}/hooks"],
		customPropertiesForReposCreateOrUpdateRepositoryValues: ["PATCH /repos/{owner}/{repo}/properties/values"],
		customPropertiesForReposGetRepositoryValues: ["GET /repos/{owner}/{repo}/properties/values"],
		declineInvitation: [
			"DELETE /user/repository_invitations/{invitation_id}",
			{},
			{ renamed: ["repos", "declineInvitationForAuthenticatedUser"] }
		],
		declineInvitationForAuthenticatedUser: ["DELETE /user/repository_invitations/{invitation_id}"],
		delete: ["DELETE /repos/{owner}/{repo}"],
		deleteAccessRestrictions: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions"],
		deleteAdminBranchProtection: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins"],
		deleteAnEnvironment: ["DELETE /repos/{owner}/{repo}/environments/{environment_name}"],
		deleteAutolink: ["DELETE /repos/{owner}/{repo}/autolinks/{autolink_id}"],
		deleteBranchProtection: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection"],
		deleteCommitComment: ["DELETE /repos/{owner}/{repo}/comments/{comment_id}"],
		deleteCommitSignatureProtection: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures"],
		deleteDeployKey: ["DELETE /repos/{owner}/{repo}/keys/{key_id}"],
		deleteDeployment: ["DELETE /repos/{owner}/{repo}/deployments/{deployment_id}"],
		deleteDeploymentBranchPolicy: ["DELETE /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id}"],
		deleteFile: ["DELETE /repos/{owner}/{repo}/contents/{path}"],
		deleteInvitation: ["DELETE /repos/{owner}/{repo}/invitations/{invitation_id}"],
		deleteOrgRuleset: ["DELETE /orgs/{org}/rulesets/{ruleset_id}"],
		deletePagesSite: ["DELETE /repos/{owner}/{repo}/pages"],
		deletePullRequestReviewProtection: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews"],
		deleteRelease: ["DELETE /repos/{owner}/{repo}/releases/{release_id}"],
		deleteReleaseAsset: ["DELETE /repos/{owner}/{repo}/releases/assets/{asset_id}"],
		deleteRepoRuleset: ["DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}"],
		deleteWebhook: ["DELETE /repos/{owner}/{repo}/hooks/{hook_id}"],
		disableAutomatedSecurityFixes: ["DELETE /repos/{owner}/{repo}/automated-security-fixes"],
		disableDeploymentProtectionRule: ["DELETE /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/{protection_rule_id}"],
		disableImmutableReleases: ["DELETE /repos/{owner}/{repo}/immutable-releases"],
		disablePrivateVulnerabilityReporting: ["DELETE /repos/{owner}/{repo}/private-vulnerability-reporting"],
		disableVulnerabilityAlerts: ["DELETE /repos/{owner}/{repo}/vulnerability-alerts"],
		downloadArchive: [
			"GET /repos/{owner}/{repo}/zipball/{ref}",
			{},
			{ renamed: ["repos", "downloadZipballArchive"] }
		],
		downloadTarballArchive: ["GET /repos/{owner}/{repo}/tarball/{ref}"],
		downloadZipballArchive: ["GET /repos/{owner}/{repo}/zipball/{ref}"],
		enableAutomatedSecurityFixes: ["PUT /repos/{owner}/{repo}/automated-security-fixes"],
		enableImmutableReleases: ["PUT /repos/{owner}/{repo}/immutable-releases"],
		enablePrivateVulnerabilityReporting: ["PUT /repos/{owner}/{repo}/private-vulnerability-reporting"],
		enableVulnerabilityAlerts: ["PUT /repos/{owner}/{repo}/vulnerability-alerts"],
		generateReleaseNotes: ["POST /repos/{owner}/{repo}/releases/generate-notes"],
		get: ["GET /repos/{owner}/{repo}"],
		getAccessRestrictions: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions"],
		getAdminBranchProtection: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins"],
		getAllDeploymentProtectionRules: ["GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules"],
		getAllEnvironments: ["GET /repos/{owner}/{repo}/environments"],
		getAllStatusCheckContexts: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts"],
		getAllTopics: ["GET /repos/{owner}/{repo}/topics"],
		getAppsWithAccessToProtectedBranch: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps"],
		getAutolink: ["GET /repos/{owner}/{repo}/autolinks/{autolink_id}"],
		getBranch: ["GET /repos/{owner}/{repo}/branches/{branch}"],
		getBranchProtection: ["GET /repos/{owner}/{repo}/branches/{branch}/protection"],
		getBranchRules: ["GET /repos/{owner}/{repo}/rules/branches/{branch}"],
		getClones: ["GET /repos/{owner}/{repo}/traffic/clones"],
		getCodeFrequencyStats: ["GET /repos/{owner}/{repo}/stats/code_frequency"],
		getCollaboratorPermissionLevel: ["GET /repos/{owner}/{repo}/collaborators/{username}/permission"],
		getCombinedStatusForRef: ["GET /repos/{owner}/{repo}/commits/{ref}/status"],
		getCommit: ["GET /repos/{owner}/{repo}/commits/{ref}"],
		getCommitActivityStats: ["GET /repos/{owner}/{repo}/stats/commit_activity"],
		getCommitComment: ["GET /repos/{owner}/{repo}/comments/{comment_id}"],
		getCommitSignatureProtection: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures"],
		getCommunityProfileMetrics: ["GET /repos/{owner}/{repo}/community/profile"],
		getContent: ["GET /repos/{owner}/{repo}/contents/{path}"],
		getContributorsStats: ["GET /repos/{owner}/{repo}/stats/contributors"],
		getCustomDeploymentProtectionRule: ["GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/{protection_rule_id}"],
		getDeployKey: ["GET /repos/{owner}/{repo}/keys/{key_id}"],
		getDeployment: ["GET /repos/{owner}/{repo}/deployments/{deployment_id}"],
		getDeploymentBranchPolicy: ["GET /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id}"],
		getDeploymentStatus: ["GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses/{status_id}"],
		getEnvironment: ["GET /repos/{owner}/{repo}/environments/{environment_name}"],
		getLatestPagesBuild: ["GET /repos/{owner}/{repo}/pages/builds/latest"],
		getLatestRelease: ["GET /repos/{owner}/{repo}/releases/latest"],
		getOrgRuleSuite: ["GET /orgs/{org}/rulesets/rule-suites/{rule_suite_id}"],
		getOrgRuleSuites: ["GET /orgs/{org}/rulesets/rule-suites"],
		getOrgRuleset: ["GET /orgs/{org}/rulesets/{ruleset_id}"],
		getOrgRulesets: ["GET /orgs/{org}/rulesets"],
		getPages: ["GET /repos/{owner}/{repo}/pages"],
		getPagesBuild: ["GET /repos/{owner}/{repo}/pages/builds/{build_id}"],
		getPagesDeployment: ["GET /repos/{owner}/{repo}/pages/deployments/{pages_deployment_id}"],
		getPagesHealthCheck: ["GET /repos/{owner}/{repo}/pages/health"],
		getParticipationStats: ["GET /repos/{owner}/{repo}/stats/participation"],
		getPullRequestReviewProtection: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews"],
		getPunchCardStats: ["GET /repos/{owner}/{repo}/stats/punch_card"],
		getReadme: ["GET /repos/{owner}/{repo}/readme"],
		getReadmeInDirectory: ["GET /repos/{owner}/{repo}/readme/{dir}"],
		getRelease: ["GET /repos/{owner}/{repo}/releases/{release_id}"],
		getReleaseAsset: ["GET /repos/{owner}/{repo}/releases/assets/{asset_id}"],
		getReleaseByTag: ["GET /repos/{owner}/{repo}/releases/tags/{tag}"],
		getRepoRuleSuite: ["GET /repos/{owner}/{repo}/rulesets/rule-suites/{rule_suite_id}"],
		getRepoRuleSuites: ["GET /repos/{owner}/{repo}/rulesets/rule-suites"],
		getRepoRuleset: ["GET /repos/{owner}/{repo}/rulesets/{ruleset_id}"],
		getRepoRulesetHistory: ["GET /repos/{owner}/{repo}/rulesets/{ruleset_id}/history"],
		getRepoRulesetVersion: ["GET /repos/{owner}/{repo}/rulesets/{ruleset_id}/history/{version_id}"],
		getRepoRulesets: ["GET /repos/{owner}/{repo}/rulesets"],
		getStatusChecksProtection: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks"],
		getTeamsWithAccessToProtectedBranch: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams"],
		getTopPaths: ["GET /repos/{owner}/{repo}/traffic/popular/paths"],
		getTopReferrers: ["GET /repos/{owner}/{repo}/traffic/popular/referrers"],
		getUsersWithAccessToProtectedBranch: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users"],
		getViews: ["GET /repos/{owner}/{repo}/traffic/views"],
		getWebhook: ["GET /repos/{owner}/{repo}/hooks/{hook_id}"],
		getWebhookConfigForRepo: ["GET /repos/{owner}/{repo}/hooks/{hook_id}/config"],
		getWebhookDelivery: ["GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}"],
		listActivities: ["GET /repos/{owner}/{repo}/activity"],
		listAttestations: ["GET /repos/{owner}/{repo}/attestations/{subject_digest}"],
		listAutolinks: ["GET /repos/{owner}/{repo}/autolinks"],
		listBranches: ["GET /repos/{owner}/{repo}/branches"],
		listBranchesForHeadCommit: ["GET /repos/{owner}/{repo}/commits/{commit_sha}/branches-where-head"],
		listCollaborators: ["GET /repos/{owner}/{repo}/collaborators"],
		listCommentsForCommit: ["GET /repos/{owner}/{repo}/commits/{commit_sha}/comments"],
		listCommitCommentsForRepo: ["GET /repos/{owner}/{repo}/comments"],
		listCommitStatusesForRef: ["GET /repos/{owner}/{repo}/commits/{ref}/statuses"],
		listCommits: ["GET /repos/{owner}/{repo}/commits"],
		listContributors: ["GET /repos/{owner}/{repo}/contributors"],
		listCustomDeploymentRuleIntegrations: ["GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/apps"],
		listDeployKeys: ["GET /repos/{owner}/{repo}/keys"],
		listDeploymentBranchPolicies: ["GET /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies"],
		listDeploymentStatuses: ["GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses"],
		listDeployments: ["GET /repos/{owner}/{repo}/deployments"],
		listForAuthenticatedUser: ["GET /user/repos"],
		listForOrg: ["GET /orgs/{org}/repos"],
		listForUser: ["GET /users/{username}/repos"],
		listForks: ["GET /repos/{owner}/{repo}/forks"],
		listInvitations: ["GET /repos/{owner}/{repo}/invitations"],
		listInvitationsForAuthenticatedUser: ["GET /user/repository_invitations"],
		listLanguages: ["GET /repos/{owner}/{repo}/languages"],
		listPagesBuilds: ["GET /repos/{owner}/{repo}/pages/builds"],
		listPublic: ["GET /repositories"],
		listPullRequestsAssociatedWithCommit: ["GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls"],
		listReleaseAssets: ["GET /repos/{owner}/{repo}/releases/{release_id}/assets"],
		listReleases: ["GET /repos/{owner}/{repo}/releases"],
		listTags: ["GET /repos/{owner}/{repo}/tags"],
		listTeams: ["GET /repos/{owner}/{repo}/teams"],
		listWebhookDeliveries: ["GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries"],
		listWebhooks: ["GET /repos/{owner}/{repo}/hooks"],
		merge: ["POST /repos/{owner}/{repo}/merges"],
		mergeUpstream: ["POST /repos/{owner}/{repo}/merge-upstream"],
		pingWebhook: ["POST /repos/{owner}/{repo}/hooks/{hook_id}/pings"],
		redeliverWebhookDelivery: ["POST /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}/attempts"],
		removeAppAccessRestrictions: [
			"DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps",
			{},
			{ mapToData: "apps" }
		],
		removeCollaborator: ["DELETE /repos/{owner}/{repo}/collaborators/{username}"],
		removeStatusCheckContexts: [
			"DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts",
			{},
			{ mapToData: "contexts" }
		],
		removeStatusCheckProtection: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks"],
		removeTeamAccessRestrictions: [
			"DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams",
			{},
			{ mapToData: "teams" }
		],
		removeUserAccessRestrictions: [
			"DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users",
			{},
			{ mapToData: "users" }
		],
		renameBranch: ["POST /repos/{owner}/{repo}/branches/{branch}/rename"],
		replaceAllTopics: ["PUT /repos/{owner}/{repo}/topics"],
		requestPagesBuild: ["POST /repos/{owner}/{repo}/pages/builds"],
		setAdminBranchProtection: ["POST /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins"],
		setAppAccessRestrictions: [
			"PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps",
			{},
			{ mapToData: "apps" }
		],
		setStatusCheckContexts: [
			"PUT /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts",
			{},
			{ mapToData: "contexts" }
		],
		setTeamAccessRestrictions: [
			"PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams",
			{},
			{ mapToData: "teams" }
		],
		setUserAccessRestrictions: [
			"PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users",
			{},
			{ mapToData: "users" }
		],
		testPushWebhook: ["POST /repos/{owner}/{repo}/hooks/{hook_id}/tests"],
		transfer: ["POST /repos/{owner}/{repo}/transfer"],
		update: ["PATCH /repos/{owner}/{repo}"],
		updateBranchProtection: ["PUT /repos/{owner}/{repo}/branches/{branch}/protection"],
		updateCommitComment: ["PATCH /repos/{owner}/{repo}/comments/{comment_id}"],
		updateDeploymentBranchPolicy: ["PUT /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id}"],
		updateInformationAboutPagesSite: ["PUT /repos/{owner}/{repo}/pages"],
		updateInvitation: ["PATCH /repos/{owner}/{repo}/invitations/{invitation_id}"],
		updateOrgRuleset: ["PUT /orgs/{org}/rulesets/{ruleset_id}"],
		updatePullRequestReviewProtection: ["PATCH /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews"],
		updateRelease: ["PATCH /repos/{owner}/{repo}/releases/{release_id}"],
		updateReleaseAsset: ["PATCH /repos/{owner}/{repo}/releases/assets/{asset_id}"],
		updateRepoRuleset: ["PUT /repos/{owner}/{repo}/rulesets/{ruleset_id}"],
		updateStatusCheckPotection: [
			"PATCH /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks",
			{},
			{ renamed: ["repos", "updateStatusCheckProtection"] }
		],
		updateStatusCheckProtection: ["PATCH /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks"],
		updateWebhook: ["PATCH /repos/{owner}/{repo}/hooks/{hook_id}"],
		updateWebhookConfigForRepo: ["PATCH /repos/{owner}/{repo}/hooks/{hook_id}/config"],
		uploadReleaseAsset: ["POST /repos/{owner}/{repo}/releases/{release_id}/assets{?name,label}", { baseUrl: "https://uploads.github.com" }]
	},
	search: {
		code: ["GET /search/code"],
		commits: ["GET /search/commits"],
		issuesAndPullRequests: ["GET /search/issues"],
		labels: ["GET /search/labels"],
		repos: ["GET /search/repositories"],
		topics: ["GET /search/topics"],
		users: ["GET /search/users"]
	},
	secretScanning: {
		createPushProtectionBypass: ["POST /repos/{owner}/{repo}/secret-scanning/push-protection-bypasses"],
		getAlert: ["GET /repos/{owner}/{repo}/secret-scanning/alerts/{alert_number}"],
		getScanHistory: ["GET /repos/{owner}/{repo}/secret-scanning/scan-history"],
		listAlertsForOrg: ["GET /orgs/{org}/secret-scanning/alerts"],
		listAlertsForRepo: ["GET /repos/{owner}/{repo}/secret-scanning/alerts"],
		listLocationsForAlert: ["GET /repos/{owner}/{repo}/secret-scanning/alerts/{alert_number}/locations"],
		listOrgPatternConfigs: ["GET /orgs/{org}/secret-scanning/pattern-configurations"],
		updateAlert: ["PATCH /repos/{owner}/{repo}/secret-scanning/alerts/{alert_number}"],
		updateOrgPatternConfigs: ["PATCH /orgs/{org}/secret-scanning/pattern-configurations"]
	},
	securityAdvisories: {
		createFork: ["POST /repos/{owner}/{repo}/security-advisories/{ghsa_id}/forks"],
		createPrivateVulnerabilityReport: ["POST /repos/{owner}/{repo}/security-advisories/reports"],
		createRepositoryAdvisory: ["POST /repos/{owner}/{repo}/security-advisories"],
		createRepositoryAdvisoryCveRequest: ["POST /repos/{owner}/{repo}/security-advisories/{ghsa_id}/cve"],
		getGlobalAdvisory: ["GET /advisories/{ghsa_id}"],
		getRepositoryAdvisory: ["GET /repos/{owner}/{repo}/security-advisories/{ghsa_id}"],
		listGlobalAdvisories: ["GET /advisories"],
		listOrgRepositoryAdvisories: ["GET /orgs/{org}/security-advisories"],
		listRepositoryAdvisories: ["GET /repos/{owner}/{repo}/security-advisories"],
		updateRepositoryAdvisory: ["PATCH /repos/{owner}/{repo}/security-advisories/{ghsa_id}"]
	},
	teams: {
		addOrUpdateMembershipForUserInOrg: ["PUT /orgs/{org}/teams/{team_slug}/memberships/{username}"],
		addOrUpdateRepoPermissionsInOrg: ["PUT /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}"],
		checkPermissionsForRepoInOrg: ["GET /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}"],
		create: ["POST /orgs/{org}/teams"],
		createDiscussionCommentInOrg: ["POST /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments"],
		createDiscussionInOrg: ["POST /orgs/{org}/teams/{team_slug}/discussions"],
		deleteDiscussionCommentInOrg: ["DELETE /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}"],
		deleteDiscussionInOrg: ["DELETE /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}"],
		deleteInOrg: ["DELETE /orgs/{org}/teams/{team_slug}"],
		getByName: ["GET /orgs/{org}/teams/{team_slug}"],
		getDiscussionCommentInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}"],
		getDiscussionInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}"],
		getMembershipForUserInOrg: ["GET /orgs/{org}/teams/{team_slug}/memberships/{username}"],
		list: ["GET /orgs/{org}/teams"],
		listChildInOrg: ["GET /orgs/{org}/teams/{team_slug}/teams"],
		listDiscussionCommentsInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments"],
		listDiscussionsInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions"],
		listForAuthenticatedUser: ["GET /user/teams"],
		listMembersInOrg: ["GET /orgs/{org}/teams/{team_slug}/members"],
		listPendingInvitationsInOrg: ["GET /orgs/{org}/teams/{team_slug}/invitations"],
		listReposInOrg: ["GET /orgs/{org}/teams/{team_slug}/repos"],
		removeMembershipForUserInOrg: ["DELETE /orgs/{org}/teams/{team_slug}/memberships/{username}"],
		removeRepoInOrg: ["DELETE /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}"],
		updateDiscussionCommentInOrg: ["PATCH /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}"],
		updateDiscussionInOrg: ["PATCH /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}"],
		updateInOrg: ["PATCH /orgs/{org}/teams/{team_slug}"]
	},
	users: {
		addEmailForAuthenticated: [
			"POST /user/emails",
			{},
			{ renamed: ["users", "addEmailForAuthenticatedUser"] }
		],
		addEmailForAuthenticatedUser: ["POST /user/emails"],
		addSocialAccountForAuthenticatedUser: ["POST /user/social_accounts"],
		block: ["PUT /user/blocks/{username}"],
		checkBlocked: ["GET /user/blocks/{username}"],
		checkFollowingForUser: ["GET /users/{username}/following/{target_user}"],
		checkPersonIsFollowedByAuthenticated: ["GET /user/following/{username}"],
		createGpgKeyForAuthenticated: [
			"POST /user/gpg_keys",
			{},
			{ renamed: ["users", "createGpgKeyForAuthenticatedUser"] }
		],
		createGpgKeyForAuthenticatedUser: ["POST /user/gpg_keys"],
		createPublicSshKeyForAuthenticated: [
			"POST /user/keys",
			{},
			{ renamed: ["users", "createPublicSshKeyForAuthenticatedUser"] }
		],
		createPublicSshKeyForAuthenticatedUser: ["POST /user/keys"],
		createSshSigningKeyForAuthenticatedUser: ["POST /user/ssh_signing_keys"],
		deleteAttestationsBulk: ["POST /users/{username}/attestations/delete-request"],
		deleteAttestationsById: ["DELETE /users/{username}/attestations/{attestation_id}"],
		deleteAttestationsBySubjectDigest: ["DELETE /users/{username}/attestations/digest/{subject_digest}"],
		deleteEmailForAuthenticated: [
			"DELETE /user/emails",
			{},
			{ renamed: ["users", "deleteEmailForAuthenticatedUser"] }
		],
		deleteEmailForAuthenticatedUser: ["DELETE /user/emails"],
		deleteGpgKeyForAuthenticated: [
			"DELETE /user/gpg_keys/{gpg_key_id}",
			{},
			{ renamed: ["users", "deleteGpgKeyForAuthenticatedUser"] }
		],
		deleteGpgKeyForAuthenticatedUser: ["DELETE /user/gpg_keys/{gpg_key_id}"],
		deletePublicSshKeyForAuthenticated: [
			"DELETE /user/keys/{key_id}",
			{},
			{ renamed: ["users", "deletePublicSshKeyForAuthenticatedUser"] }
		],
		deletePublicSshKeyForAuthenticatedUser: ["DELETE /user/keys/{key_id}"],
		deleteSocialAccountForAuthenticatedUser: ["DELETE /user/social_accounts"],
		deleteSshSigningKeyForAuthenticatedUser: ["DELETE /user/ssh_signing_keys/{ssh_signing_key_id}"],
		follow: ["PUT /user/following/{username}"],
		getAuthenticated: ["GET /user"],
		getById: ["GET /user/{account_id}"],
		getByUsername: ["GET /users/{username}"],
		getContextForUser: ["GET /users/{username}/hovercard"],
		getGpgKeyForAuthenticated: [
			"GET /user/gpg_keys/{gpg_key_id}",
			{},
			{ renamed: ["users", "getGpgKeyForAuthenticatedUser"] }
		],
		getGpgKeyForAuthenticatedUser: ["GET /user/gpg_keys/{gpg_key_id}"],
		getPublicSshKeyForAuthenticated: [
			"GET /user/keys/{key_id}",
			{},
			{ renamed: ["users", "getPublicSshKeyForAuthenticatedUser"] }
		],
		getPublicSshKeyForAuthenticatedUser: ["GET /user/keys/{key_id}"],
		getSshSigningKeyForAuthenticatedUser: ["GET /user/ssh_signing_keys/{ssh_signing_key_id}"],
		list: ["GET /users"],
		listAttestations: ["GET /users/{username}/attestations/{subject_digest}"],
		listAttestationsBulk: ["POST /users/{username}/attestations/bulk-list{?per_page,before,after}"],
		listBlockedByAuthenticated: [
			"GET /user/blocks",
			{},
			{ renamed: ["users", "listBlockedByAuthenticatedUser"] }
		],
		listBlockedByAuthenticatedUser: ["GET /user/blocks"],
		listEmailsForAuthenticated: [
			"GET /user/emails",
			{},
			{ renamed: ["users", "listEmailsForAuthenticatedUser"] }
		],
		listEmailsForAuthenticatedUser: ["GET /user/emails"],
		listFollowedByAuthenticated: [
			"GET /user/following",
			{},
			{ renamed: ["users", "listFollowedByAuthenticatedUser"] }
		],
		listFollowedByAuthenticatedUser: ["GET /user/following"],
		listFollowersForAuthenticatedUser: ["GET /user/followers"],
		listFollowersForUser: ["GET /users/{username}/followers"],
		listFollowingForUser: ["GET /users/{username}/following"],
		listGpgKeysForAuthenticated: [
			"GET /user/gpg_keys",
			{},
			{ renamed: ["users", "listGpgKeysForAuthenticatedUser"] }
		],
		listGpgKeysForAuthenticatedUser: ["GET /user/gpg_keys"],
		listGpgKeysForUser: ["GET /users/{username}/gpg_keys"],
		listPublicEmailsForAuthenticated: [
			"GET /user/public_emails",
			{},
			{ renamed: ["users", "listPublicEmailsForAuthenticatedUser"] }
		],
		listPublicEmailsForAuthenticatedUser: ["GET /user/public_emails"],
		listPublicKeysForUser: ["GET /users/{username}/keys"],
		listPublicSshKeysForAuthenticated: [
			"GET /user/keys",
			{},
			{ renamed: ["users", "listPublicSshKeysForAuthenticatedUser"] }
		],
		listPublicSshKeysForAuthenticatedUser: ["GET /user/keys"],
		listSocialAccountsForAuthenticatedUser: ["GET /user/social_accounts"],
		listSocialAccountsForUser: ["GET /users/{username}/social_accounts"],
		listSshSigningKeysForAuthenticatedUser: ["GET /user/ssh_signing_keys"],
		listSshSigningKeysForUser: ["GET /users/{username}/ssh_signing_keys"],
		setPrimaryEmailVisibilityForAuthenticated: [
			"PATCH /user/email/visibility",
			{},
			{ renamed: ["users", "setPrimaryEmailVisibilityForAuthenticatedUser"] }
		],
		setPrimaryEmailVisibilityForAuthenticatedUser: ["PATCH /user/email/visibility"],
		unblock: ["DELETE /user/blocks/{username}"],
		unfollow: ["DELETE /user/following/{username}"],
		updateAuthenticated: ["PATCH /user"]
	}
};

// node_modules/@octokit/plugin-rest-endpoint-methods/dist-src/endpoints-to-methods.js
const endpointMethodsMap = /* @__PURE__ */ new Map();
for (const [scope, endpoints] of Object.entries(endpoints_default)) for (const [methodName, endpoint] of Object.entries(endpoints)) {
	const [route, defaults, decorations] = endpoint;
	const [method, url] = route.split(/ /);
	const endpointDefaults = Object.assign({
		method,
		url
	}, defaults);
	if (!endpointMethodsMap.has(scope)) endpointMethodsMap.set(scope, /* @__PURE__ */ new Map());
	endpointMethodsMap.get(scope).set(methodName, {
		scope,
		methodName,
		endpointDefaults,
		decorations
	});
}
const handler = {
	has({ scope }, methodName) {
		return endpointMethodsMap.get(scope).has(methodName);
	},
	getOwnPropertyDescriptor(target, methodName) {
		return {
			value: this.get(target, methodName),
			configurable: true,
			writable: true,
			enumerable: true
		};
	},
	defineProperty(target, methodName, descriptor) {
		Object.defineProperty(target.cache, methodName, descriptor);
		return true;
	},
	deleteProperty(target, methodName) {
		delete target.cache[methodName];
		return true;
	},
	ownKeys({ scope }) {
		return [...endpointMethodsMap.get(scope).keys()];
	},
	set(target, methodName, value) {
		return target.cache[methodName] = value;
	},
	get({ octokit, scope, cache }, methodName) {
		if (cache[methodName]) return cache[methodName];
		const method = endpointMethodsMap.get(scope).get(methodName);
		if (!method) return;
		const { endpointDefaults, decorations } = method;
		if (decorations) cache[methodName] = decorate(octokit, scope, methodName, endpointDefaults, decorations);
		else cache[methodName] = octokit.request.defaults(endpointDefaults);
		return cache[methodName];
	}
};
function endpointsToMethods(octokit) {
	const newMethods = {};
	for (const scope of endpointMethodsMap.keys()) newMethods[scope] = new Proxy({
		octokit,
		scope,
		cache: {}
	}, handler);
	return newMethods;
}
function decorate(octokit, scope, methodName, defaults, decorations) {
	const requestWithDefaults = octokit.request.defaults(defaults);
	function withDecorations(...args) {
		let options = requestWithDefaults.endpoint.merge(...args);
		if (decorations.mapToData) {
			options = Object.assign({}, options, {
				data: options[decorations.mapToData],
				[decorations.mapToData]: void 0
			});
			return requestWithDefaults(options);
		}
		if (decorations.renamed) {
			const [newScope, newMethodName] = decorations.renamed;
			octokit.log.warn(`octokit.${scope}.${methodName}() has been renamed to octokit.${newScope}.${newMethodName}()`);
		}
		if (decorations.deprecated) octokit.log.warn(decorations.deprecated);
		if (decorations.renamedParameters) {
			const options2 = requestWithDefaults.endpoint.merge(...args);
			for (const [name, alias] of Object.entries(decorations.renamedParameters)) if (name in options2) {
				octokit.log.warn(`"${name}" parameter is deprecated for "octokit.${scope}.${methodName}()". Use "${alias}" instead`);
				if (!(alias in options2)) options2[alias] = options2[name];
				delete options2[name];
			}
			return requestWithDefaults(options2);
		}
		return requestWithDefaults(...args);
	}
	return Object.assign(withDecorations, requestWithDefaults);
}

// node_modules/@octokit/plugin-rest-endpoint-methods/dist-src/index.js
function restEndpointMethods(octokit) {
	return { rest: endpointsToMethods(octokit) };
}
restEndpointMethods.VERSION = VERSION$1;
function legacyRestEndpointMethods(octokit) {
	const api = endpointsToMethods(octokit);
	return {
		...api,
		rest: api
	};
}
legacyRestEndpointMethods.VERSION = VERSION$1;

// node_modules/@octokit/rest/dist-src/version.js
const VERSION = "22.0.1";

// node_modules/@octokit/rest/dist-src/index.js
const Octokit = Octokit$1.plugin(requestLog, legacyRestEndpointMethods, paginateRest).defaults({ userAgent: `octokit-rest.js/${VERSION}` });

// src/domain/errors.ts
const dispositions = {
	"input-unknown": "usage",
	"input-invalid": "usage",
	"input-missing": "usage",
	"inputs-conflict": "usage",
	"payload-invalid": "refused",
	"event-unsupported": "refused",
	"product-missing": "refused",
	"product-invalid": "refused",
	"product-unknown": "refused",
	"environment-missing": "refused",
	"environment-invalid": "refused",
	"environment-unknown": "refused",
	"image-missing": "refused",
	"image-invalid": "refused",
	"tag-missing": "refused",
	"tag-invalid": "refused",
	"digest-invalid": "refused",
	"images-disagree": "refused",
	"placeholder-unknown": "refused",
	"placeholder-unset": "refused",
	"source-invalid": "refused",
	"payload-too-large": "refused",
	"workflow-missing": "failed",
	"workflow-unfit": "failed",
	"wait-impossible": "failed",
	"run-unsuccessful": "failed",
	"config-missing": "refused",
	"config-misplaced": "refused",
	"config-invalid": "refused",
	"config-unsupported": "refused",
	"path-escapes": "refused",
	"manifest-missing": "refused",
	"manifest-ambiguous": "refused",
	"manifest-too-many": "refused",
	"manifest-symlink": "refused",
	"manifest-submodule": "refused",
	"manifest-lfs": "refused",
	"manifest-binary": "refused",
	"manifest-too-large": "refused",
	"manifest-invalid": "refused",
	"manifest-format": "refused",
	"image-not-listed": "refused",
	"image-ambiguous": "refused",
	"image-shared": "refused",
	"file-shared": "refused",
	"image-not-allowed": "refused",
	"image-patched": "refused",
	"marker-invalid": "refused",
	"too-many-changes": "refused",
	"readback-differs": "failed",
	"rename-not-allowed": "refused",
	"tag-not-allowed": "refused",
	"requirement-unmet": "refused",
	"source-not-allowed": "refused",
	"proof-missing": "refused",
	"proof-rejected": "refused",
	"provenance-missing": "refused",
	"provenance-rejected": "refused",
	"trusted-root-invalid": "refused",
	"issuer-unavailable": "failed",
	"actor-not-allowed": "refused",
	frozen: "refused",
	"rollback-impossible": "refused",
	"rollback-overtaken": "refused",
	"foreign-commit": "refused",
	"branch-taken": "failed",
	"pull-request-refused": "failed",
	"not-merged": "failed",
	"token-missing": "failed",
	"token-invalid": "failed",
	"permission-missing": "failed",
	"repository-missing": "failed",
	"branch-missing": "failed",
	"branch-protected": "failed",
	"branch-contended": "failed",
	"rate-limited": "failed",
	"host-unavailable": "failed",
	"host-unexpected": "failed",
	"not-a-checkout": "failed",
	"file-unwritable": "failed",
	"manifest-uncommitted": "refused",
	"report-invalid": "usage",
	"application-missing": "failed",
	"application-degraded": "failed",
	"application-timed-out": "failed",
	"argocd-refused": "failed",
	"argocd-unavailable": "failed",
	"image-absent": "refused",
	"tag-taken": "refused",
	"registry-unknown": "failed",
	"registry-refused": "refused",
	"credentials-invalid": "failed",
	interrupted: "failed",
	internal: "failed"
};
var PromotionError = class extends Error {
	violations;
	constructor(violations, options) {
		super(violations.map((violation) => violation.message).join("\n"), options);
		this.name = "PromotionError";
		this.violations = violations;
	}
};
function fail(code, message, hint, place = {}) {
	throw new PromotionError([{
		code,
		message,
		hint,
		...place
	}]);
}
function dispositionOf(violations) {
	const found = new Set(violations.map((violation) => dispositions[violation.code]));
	return [
		"failed",
		"usage",
		"refused"
	].find((disposition) => found.has(disposition)) ?? "failed";
}
function gather() {
	const violations = [];
	return {
		attempt: (check) => {
			try {
				return check();
			} catch (error) {
				if (!(error instanceof PromotionError)) throw error;
				violations.push(...error.violations);
				return;
			}
		},
		finish: () => {
			if (violations.length > 0) throw new PromotionError(violations);
		}
	};
}
function onceEach(work) {
	try {
		return work();
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		const different = new Map(error.violations.map((one) => [`${one.code} ${one.path} ${one.message}`, one]));
		throw new PromotionError([...different.values()]);
	}
}
function collect(checks) {
	const { attempt, finish } = gather();
	const results = checks.map((check) => attempt(check));
	finish();
	return results;
}
async function alongWith(known, work) {
	const result = await work().catch((error) => {
		if (!(error instanceof PromotionError)) throw error;
		throw new PromotionError([...known, ...error.violations]);
	});
	if (known.length > 0) throw new PromotionError(known);
	return result;
}
function interruption(signal) {
	return new PromotionError([{
		code: "interrupted",
		message: `The run was stopped (${signal}) before it had ended. A request that was under way may still take effect.`,
		hint: "Run it again: what has reached its place already is found there and changes nothing."
	}]);
}
function isInterruption(error) {
	return error instanceof PromotionError && error.violations.some(({ code }) => code === "interrupted");
}
function orStopped(work, stopped) {
	return stopped === void 0 ? work : Promise.race([work, stopped]);
}

// src/domain/text.ts
const LONGEST$1 = 80;
const LONGEST_WORDS = 1e3;
function quote(text) {
	return quoteUpTo(text, LONGEST$1);
}
function quoteWords(text) {
	return quoteUpTo(text, LONGEST_WORDS);
}
const quoteUpTo = (text, longest) => {
	const characters = [...text];
	const shown = characters.slice(0, longest).join("").replace(/[\p{C}\p{Z}"\\]/gu, escaped);
	return characters.length > longest ? `"${shown}…" (${characters.length} characters)` : `"${shown}"`;
};
function visible(text) {
	return text.replace(/[\p{C}\p{Z}]/gu, escaped);
}
const escaped = (character) => {
	if (character === " ") return character;
	if (character === "\"" || character === "\\") return `\\${character}`;
	if (character === "\n") return "\\n";
	if (character === "\r") return "\\r";
	if (character === "	") return "\\t";
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
};
function nearest(meant, candidates) {
	const allowed = Math.max(2, Math.floor(meant.length / 3));
	return [...new Set(candidates)].map((candidate) => ({
		candidate,
		distance: distanceOf(meant.toLowerCase(), candidate.toLowerCase())
	})).filter(({ candidate, distance }) => distance <= allowed || related(meant, candidate)).sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1)).slice(0, 3).map(({ candidate }) => candidate);
}
const related = (meant, candidate) => meant !== "" && (candidate.endsWith(`/${meant}`) || meant.endsWith(`/${candidate}`)) || meant.length >= 3 && candidate.toLowerCase().startsWith(meant.toLowerCase());
const distanceOf = (from, to) => {
	if (from.length > 255 || to.length > 255) return Number.POSITIVE_INFINITY;
	let row = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (let i = 1; i <= from.length; i++) {
		const next = [i];
		for (let j = 1; j <= to.length; j++) {
			const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[to.length] ?? 0;
};
function listed(words) {
	if (words.length < 2) return words.join("");
	return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
function counted(number, noun) {
	return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

// src/adapters/github/answers.ts
function answered(data, problems = []) {
	return {
		kind: "answered",
		data,
		problems
	};
}
function lostAnswer(reason, { overloaded }) {
	return {
		kind: "lost",
		reason,
		overloaded
	};
}
function limitedIn(problems) {
	const seconds = problems.find((problem) => problem.seconds !== void 0)?.seconds;
	return seconds === void 0 ? void 0 : {
		kind: "branch-moved",
		wait: seconds * 1e3
	};
}
function graphqlAnswer(body) {
	if (typeof body !== "object" || body === null) return lostAnswer("the answer is not JSON", { overloaded: false });
	const { data, errors } = body;
	if (data === void 0 && errors === void 0) return lostAnswer("the answer is empty", { overloaded: false });
	const problems = (errors ?? []).map(({ message, type, path }) => ({
		message: String(message),
		type,
		path
	}));
	const exhausted = problems.find(isExhausted);
	if (exhausted !== void 0) return lostAnswer(exhausted.message, { overloaded: true });
	return answered(data ?? void 0, problems);
}
function mutationAnswer(answer) {
	if (answer.kind === "lost" || answer.problems.length > 0) return answer;
	return Object.values(answer.data ?? {}).every((made) => made !== null) ? answer : unseen$1(answer.problems);
}
function unseen$1([problem]) {
	return lostAnswer(problem?.message ?? "an empty answer", { overloaded: false });
}
const isExhausted = ({ type, message }) => type === "RESOURCE_LIMITS_EXCEEDED" || type === void 0 && /something went wrong while executing your query|timeout|timed out/i.test(message);
function unavailable(doing, reason) {
	fail("host-unavailable", `GitHub does not answer while ${doing}: ${quoteWords(reason)}.`, "Run it again; see https://www.githubstatus.com, or the network between the runner and GitHub.");
}
function githubMessage({ message, documentation }) {
	const rules = violatedRules(message);
	const words = listed((rules.length > 0 ? rules : linesOf$1(message)).slice(0, MOST_LINES$1).map(quoteWords));
	return documentation === void 0 ? words : `${words}, see ${documentation}`;
}
function violatedRules(message) {
	const [heading = "", ...rules] = linesOf$1(message);
	return /rule violations? found/i.test(heading) ? rules : [];
}
const linesOf$1 = (message) => message.split(/[\r\n]+/).map((line) => line.trim().replace(/^- /, "").replace(/\.$/, "")).filter((line) => line !== "");
const MOST_LINES$1 = 20;

// src/domain/request/grammar.ts
const matching = (pattern, problem, hint) => ({
	problem: (text) => pattern.test(text) ? void 0 : problem,
	hint
});
const fullName$1 = matching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\/(?!\.{1,2}$)(?!.*\.git$)[A-Za-z0-9._-]{1,100}$/, "is not owner/name", "Name the repository as acme/manifests, without a server and without \".git\".");
const login$1 = matching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?$/, "is not a login", "Write the login alone, such as octocat or shop-builds[bot].");
const reviewer = matching(/^(?:team:[A-Za-z0-9][A-Za-z0-9_.-]{0,99}|[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?)$/, "is neither a login nor a team", "Write a login, or a team as team:slug, without its organization.");
const actor = matching(/^(?:event:schedule|team:[A-Za-z0-9][A-Za-z0-9_.-]{0,99}|[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?)$/, "is neither a login nor a team nor event:schedule", "Write a login, a team as team:slug without its organization, or event:schedule.");
const label = matching(/^[^\p{C}\p{Zl}\p{Zp}]{1,50}$/u, "is not one line of at most 50 characters", "Use the label as it is named in the manifest repository.");
const eventName = matching(/^[a-z][a-z_]{0,49}$/, "is not the name of an event", "Use a name such as push.");
const eventType = matching(/^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u, "is not one line of at most 100 characters", "Use a type that the manifest repository listens to, such as promote.");
const workflowFile = matching(/^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,249}\.ya?ml$/, "is not a workflow's file name", "Use the name of the file alone, such as release.yml, without .github/workflows/.");
const commitId = {
	problem: (text) => {
		if (/^0+$/.test(text)) return "stands for no commit";
		if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)) return void 0;
		if (/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(text)) return "has upper-case digits";
		return "is not 40 or 64 hexadecimal digits";
	},
	hint: "Use the whole commit id in lower case, as git rev-parse prints it."
};
const fullRef = {
	problem: refProblem,
	hint: "Use the full name, such as refs/heads/main or refs/tags/v1.4.0."
};
const branch = {
	problem: branchProblem,
	hint: "Use the name of the branch alone, such as main."
};
const relativePath = {
	problem: (text) => {
		if (text === "") return "is empty";
		if (text.length > 1024) return "is longer than 1024 characters";
		if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return "has a control or invisible character";
		if (text.includes("\\")) return "has a backslash";
		if (text.startsWith("/")) return "is absolute";
		if (text.split("/").some((part) => /^(?:|\.|\.\.|\.git)$/i.test(part))) return "has a part that is empty, \".\", \"..\" or \".git\"";
	},
	hint: "Use a path from the root of the manifest repository, such as .github/promotion.yml."
};
const name$1 = {
	problem: (text) => {
		if (text === "") return "is empty";
		if (text.length > 63) return "is longer than 63 characters";
		if (!/^[A-Za-z0-9._-]+$/.test(text)) return "has characters other than letters, digits, \".\", \"_\" and \"-\"";
		if (!/^[A-Za-z0-9](?:.*[A-Za-z0-9])?$/.test(text)) return "does not start and end with a letter or digit";
		if (text.includes("..")) return "has two dots in a row";
		if (text.endsWith(".lock")) return "ends in \".lock\", which no git reference may";
	},
	hint: "Use at most 63 letters, digits, \".\", \"_\" and \"-\"."
};
function checkProduct(text) {
	const problem = name$1.problem(text);
	return problem === void 0 ? text : fail("product-invalid", `The product ${quote(text)} ${problem}.`, name$1.hint);
}
function checkEnvironment(text) {
	const problem = name$1.problem(text);
	if (problem === void 0) return text;
	return fail("environment-invalid", `The environment ${quote(text)} ${problem}.`, name$1.hint);
}
const refRules = [
	{
		broken: /[\p{C}\p{Z}]/u,
		problem: "has a blank, a control or an invisible character"
	},
	{
		broken: /[~^:?*[\\]/,
		problem: "has one of the characters ~ ^ : ? * [ \\"
	},
	{
		broken: /(?:^|\/)(?:\/|$)/,
		problem: "has an empty part between slashes"
	},
	{
		broken: /(?:^|\/)\./,
		problem: "has a part that starts with a dot"
	},
	{
		broken: /\.\./,
		problem: "has two dots in a row"
	},
	{
		broken: /\.lock(?:\/|$)/,
		problem: "has a part that ends in \".lock\""
	},
	{
		broken: /\.$/,
		problem: "ends in a dot"
	},
	{
		broken: /@\{/,
		problem: "has \"@{\""
	}
];
const LONGEST_REF = 255;
function refProblem(text) {
	if (!text.startsWith("refs/")) return "does not start with refs/";
	if (text.split("/").length < 3) return "names no branch or tag";
	if (text.length > LONGEST_REF) return `is longer than ${LONGEST_REF} characters`;
	return refRules.find(({ broken }) => broken.test(text))?.problem;
}
function branchProblem(text) {
	if (text === "") return "is empty";
	if (text.startsWith("refs/")) return "is a full reference";
	if (text.startsWith("-")) return "starts with a dash";
	if (text === "HEAD" || text === "@") return "is a name that git keeps for itself";
	return refProblem(`refs/heads/${text}`);
}
function shortName(ref) {
	if (ref.startsWith("refs/heads/")) return {
		kind: "branch",
		name: ref.slice(11)
	};
	if (ref.startsWith("refs/tags/")) return {
		kind: "tag",
		name: ref.slice(10)
	};
}
function isLoopback(host) {
	return host === "localhost" || host === "[::1]" || /^127(?:\.(?:0|[1-9][0-9]{0,2})){3}$/.test(host);
}

// node_modules/ms/index.js
var require_ms = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var s = 1e3;
	var m = s * 60;
	var h = m * 60;
	var d = h * 24;
	var w = d * 7;
	var y = d * 365.25;
	module.exports = function(val, options) {
		options = options || {};
		var type = typeof val;
		if (type === "string" && val.length > 0) return parse(val);
		else if (type === "number" && isFinite(val)) return options.long ? fmtLong(val) : fmtShort(val);
		throw new Error("val is not a non-empty string or a valid number. val=" + JSON.stringify(val));
	};
	function parse(str) {
		str = String(str);
		if (str.length > 100) return;
		var match = /^(-?(?:\d+)?\.?\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i.exec(str);
		if (!match) return;
		var n = parseFloat(match[1]);
		switch ((match[2] || "ms").toLowerCase()) {
			case "years":
			case "year":
			case "yrs":
			case "yr":
			case "y": return n * y;
			case "weeks":
			case "week":
			case "w": return n * w;
			case "days":
			case "day":
			case "d": return n * d;
			case "hours":
			case "hour":
			case "hrs":
			case "hr":
			case "h": return n * h;
			case "minutes":
			case "minute":
			case "mins":
			case "min":
			case "m": return n * m;
			case "seconds":
			case "second":
			case "secs":
			case "sec":
			case "s": return n * s;
			case "milliseconds":
			case "millisecond":
			case "msecs":
			case "msec":
			case "ms": return n;
			default: return;
		}
	}
	function fmtShort(ms) {
		var msAbs = Math.abs(ms);
		if (msAbs >= d) return Math.round(ms / d) + "d";
		if (msAbs >= h) return Math.round(ms / h) + "h";
		if (msAbs >= m) return Math.round(ms / m) + "m";
		if (msAbs >= s) return Math.round(ms / s) + "s";
		return ms + "ms";
	}
	function fmtLong(ms) {
		var msAbs = Math.abs(ms);
		if (msAbs >= d) return plural(ms, msAbs, d, "day");
		if (msAbs >= h) return plural(ms, msAbs, h, "hour");
		if (msAbs >= m) return plural(ms, msAbs, m, "minute");
		if (msAbs >= s) return plural(ms, msAbs, s, "second");
		return ms + " ms";
	}
	function plural(ms, msAbs, n, name) {
		var isPlural = msAbs >= n * 1.5;
		return Math.round(ms / n) + " " + name + (isPlural ? "s" : "");
	}
}));

// node_modules/debug/src/common.js
var require_common = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	function setup(env) {
		createDebug.debug = createDebug;
		createDebug.default = createDebug;
		createDebug.coerce = coerce;
		createDebug.disable = disable;
		createDebug.enable = enable;
		createDebug.enabled = enabled;
		createDebug.humanize = require_ms();
		createDebug.destroy = destroy;
		Object.keys(env).forEach((key) => {
			createDebug[key] = env[key];
		});
		createDebug.names = [];
		createDebug.skips = [];
		createDebug.formatters = {};
		function selectColor(namespace) {
			let hash = 0;
			for (let i = 0; i < namespace.length; i++) {
				hash = (hash << 5) - hash + namespace.charCodeAt(i);
				hash |= 0;
			}
			return createDebug.colors[Math.abs(hash) % createDebug.colors.length];
		}
		createDebug.selectColor = selectColor;
		function createDebug(namespace) {
			let prevTime;
			let enableOverride = null;
			let namespacesCache;
			let enabledCache;
			function debug(...args) {
				if (!debug.enabled) return;
				const self = debug;
				const curr = Number(/* @__PURE__ */ new Date());
				self.diff = curr - (prevTime || curr);
				self.prev = prevTime;
				self.curr = curr;
				prevTime = curr;
				args[0] = createDebug.coerce(args[0]);
				if (typeof args[0] !== "string") args.unshift("%O");
				let index = 0;
				args[0] = args[0].replace(/%([a-zA-Z%])/g, (match, format) => {
					if (match === "%%") return "%";
					index++;
					const formatter = createDebug.formatters[format];
					if (typeof formatter === "function") {
						const val = args[index];
						match = formatter.call(self, val);
						args.splice(index, 1);
						index--;
					}
					return match;
				});
				createDebug.formatArgs.call(self, args);
				(self.log || createDebug.log).apply(self, args);
			}
			debug.namespace = namespace;
			debug.useColors = createDebug.useColors();
			debug.color = createDebug.selectColor(namespace);
			debug.extend = extend;
			debug.destroy = createDebug.destroy;
			Object.defineProperty(debug, "enabled", {
				enumerable: true,
				configurable: false,
				get: () => {
					if (enableOverride !== null) return enableOverride;
					if (namespacesCache !== createDebug.namespaces) {
						namespacesCache = createDebug.namespaces;
						enabledCache = createDebug.enabled(namespace);
					}
					return enabledCache;
				},
				set: (v) => {
					enableOverride = v;
				}
			});
			if (typeof createDebug.init === "function") createDebug.init(debug);
			return debug;
		}
		function extend(namespace, delimiter) {
			const newDebug = createDebug(this.namespace + (typeof delimiter === "undefined" ? ":" : delimiter) + namespace);
			newDebug.log = this.log;
			return newDebug;
		}
		function enable(namespaces) {
			createDebug.save(namespaces);
			createDebug.namespaces = namespaces;
			createDebug.names = [];
			createDebug.skips = [];
			const split = (typeof namespaces === "string" ? namespaces : "").trim().replace(/\s+/g, ",").split(",").filter(Boolean);
			for (const ns of split) if (ns[0] === "-") createDebug.skips.push(ns.slice(1));
			else createDebug.names.push(ns);
		}
		function matchesTemplate(search, template) {
			let searchIndex = 0;
			let templateIndex = 0;
			let starIndex = -1;
			let matchIndex = 0;
			while (searchIndex < search.length) if (templateIndex < template.length && (template[templateIndex] === search[searchIndex] || template[templateIndex] === "*")) {
				if (template[templateIndex] === "*") {
					starIndex = templateIndex;
					matchIndex = searchIndex;
					templateIndex++;
				} else {
					searchIndex++;
					templateIndex++;
				}
			} else if (starIndex !== -1) {
				templateIndex = starIndex + 1;
				matchIndex++;
				searchIndex = matchIndex;
			} else return false;
			while (templateIndex < template.length && template[templateIndex] === "*") templateIndex++;
			return templateIndex === template.length;
		}
		function disable() {
			const namespaces = [...createDebug.names, ...createDebug.skips.map((namespace) => "-" + namespace)].join(",");
			createDebug.enable("");
			return namespaces;
		}
		function enabled(name) {
			for (const skip of createDebug.skips) if (matchesTemplate(name, skip)) return false;
			for (const ns of createDebug.names) if (matchesTemplate(name, ns)) return true;
			return false;
		}
		function coerce(val) {
			if (val instanceof Error) return val.stack || val.message;
			return val;
		}
		function destroy() {
			console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.");
		}
		createDebug.enable(createDebug.load());
		return createDebug;
	}
	module.exports = setup;
}));

// node_modules/debug/src/browser.js
var require_browser = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	exports.formatArgs = formatArgs;
	exports.save = save;
	exports.load = load;
	exports.useColors = useColors;
	exports.storage = localstorage();
	exports.destroy = (() => {
		let warned = false;
		return () => {
			if (!warned) {
				warned = true;
				console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.");
			}
		};
	})();
	exports.colors = [
		"#0000CC",
		"#0000FF",
		"#0033CC",
		"#0033FF",
		"#0066CC",
		"#0066FF",
		"#0099CC",
		"#0099FF",
		"#00CC00",
		"#00CC33",
		"#00CC66",
		"#00CC99",
		"#00CCCC",
		"#00CCFF",
		"#3300CC",
		"#3300FF",
		"#3333CC",
		"#3333FF",
		"#3366CC",
		"#3366FF",
		"#3399CC",
		"#3399FF",
		"#33CC00",
		"#33CC33",
		"#33CC66",
		"#33CC99",
		"#33CCCC",
		"#33CCFF",
		"#6600CC",
		"#6600FF",
		"#6633CC",
		"#6633FF",
		"#66CC00",
		"#66CC33",
		"#9900CC",
		"#9900FF",
		"#9933CC",
		"#9933FF",
		"#99CC00",
		"#99CC33",
		"#CC0000",
		"#CC0033",
		"#CC0066",
		"#CC0099",
		"#CC00CC",
		"#CC00FF",
		"#CC3300",
		"#CC3333",
		"#CC3366",
		"#CC3399",
		"#CC33CC",
		"#CC33FF",
		"#CC6600",
		"#CC6633",
		"#CC9900",
		"#CC9933",
		"#CCCC00",
		"#CCCC33",
		"#FF0000",
		"#FF0033",
		"#FF0066",
		"#FF0099",
		"#FF00CC",
		"#FF00FF",
		"#FF3300",
		"#FF3333",
		"#FF3366",
		"#FF3399",
		"#FF33CC",
		"#FF33FF",
		"#FF6600",
		"#FF6633",
		"#FF9900",
		"#FF9933",
		"#FFCC00",
		"#FFCC33"
	];
	function useColors() {
		if (typeof window !== "undefined" && window.process && (window.process.type === "renderer" || window.process.__nwjs)) return true;
		if (typeof navigator !== "undefined" && navigator.userAgent && navigator.userAgent.toLowerCase().match(/(edge|trident)\/(\d+)/)) return false;
		let m;
		return typeof document !== "undefined" && document.documentElement && document.documentElement.style && document.documentElement.style.WebkitAppearance || typeof window !== "undefined" && window.console && (window.console.firebug || window.console.exception && window.console.table) || typeof navigator !== "undefined" && navigator.userAgent && (m = navigator.userAgent.toLowerCase().match(/firefox\/(\d+)/)) && parseInt(m[1], 10) >= 31 || typeof navigator !== "undefined" && navigator.userAgent && navigator.userAgent.toLowerCase().match(/applewebkit\/(\d+)/);
	}
	function formatArgs(args) {
		args[0] = (this.useColors ? "%c" : "") + this.namespace + (this.useColors ? " %c" : " ") + args[0] + (this.useColors ? "%c " : " ") + "+" + module.exports.humanize(this.diff);
		if (!this.useColors) return;
		const c = "color: " + this.color;
		args.splice(1, 0, c, "color: inherit");
		let index = 0;
		let lastC = 0;
		args[0].replace(/%[a-zA-Z%]/g, (match) => {
			if (match === "%%") return;
			index++;
			if (match === "%c") lastC = index;
		});
		args.splice(lastC, 0, c);
	}
	exports.log = console.debug || console.log || (() => {});
	function save(namespaces) {
		try {
			if (namespaces) exports.storage.setItem("debug", namespaces);
			else exports.storage.removeItem("debug");
		} catch (error) {}
	}
	function load() {
		let r;
		try {
			r = exports.storage.getItem("debug") || exports.storage.getItem("DEBUG");
		} catch (error) {}
		if (!r && typeof process !== "undefined" && "env" in process) r = process.env.DEBUG;
		return r;
	}
	function localstorage() {
		try {
			return localStorage;
		} catch (error) {}
	}
	module.exports = require_common()(exports);
	const { formatters } = module.exports;
	formatters.j = function(v) {
		try {
			return JSON.stringify(v);
		} catch (error) {
			return "[UnexpectedJSONParseError]: " + error.message;
		}
	};
}));

// builtin:esm-external-require-tty
var require_builtin_esm_external_require_tty = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = m$2.default;
}));

// builtin:esm-external-require-util
var require_builtin_esm_external_require_util = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = m$1.default;
}));

// builtin:esm-external-require-os
var require_builtin_esm_external_require_os = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = m.default;
}));

// node_modules/has-flag/index.js
var require_has_flag = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = (flag, argv = process.argv) => {
		const prefix = flag.startsWith("-") ? "" : flag.length === 1 ? "-" : "--";
		const position = argv.indexOf(prefix + flag);
		const terminatorPosition = argv.indexOf("--");
		return position !== -1 && (terminatorPosition === -1 || position < terminatorPosition);
	};
}));

// node_modules/supports-color/index.js
var require_supports_color = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const os = require_builtin_esm_external_require_os();
	const tty = require_builtin_esm_external_require_tty();
	const hasFlag = require_has_flag();
	const { env } = process;
	let forceColor;
	if (hasFlag("no-color") || hasFlag("no-colors") || hasFlag("color=false") || hasFlag("color=never")) forceColor = 0;
	else if (hasFlag("color") || hasFlag("colors") || hasFlag("color=true") || hasFlag("color=always")) forceColor = 1;
	if ("FORCE_COLOR" in env) {
		if (env.FORCE_COLOR === "true") forceColor = 1;
		else if (env.FORCE_COLOR === "false") forceColor = 0;
		else forceColor = env.FORCE_COLOR.length === 0 ? 1 : Math.min(parseInt(env.FORCE_COLOR, 10), 3);
	}
	function translateLevel(level) {
		if (level === 0) return false;
		return {
			level,
			hasBasic: true,
			has256: level >= 2,
			has16m: level >= 3
		};
	}
	function supportsColor(haveStream, streamIsTTY) {
		if (forceColor === 0) return 0;
		if (hasFlag("color=16m") || hasFlag("color=full") || hasFlag("color=truecolor")) return 3;
		if (hasFlag("color=256")) return 2;
		if (haveStream && !streamIsTTY && forceColor === void 0) return 0;
		const min = forceColor || 0;
		if (env.TERM === "dumb") return min;
		if (process.platform === "win32") {
			const osRelease = os.release().split(".");
			if (Number(osRelease[0]) >= 10 && Number(osRelease[2]) >= 10586) return Number(osRelease[2]) >= 14931 ? 3 : 2;
			return 1;
		}
		if ("CI" in env) {
			if ([
				"TRAVIS",
				"CIRCLECI",
				"APPVEYOR",
				"GITLAB_CI",
				"GITHUB_ACTIONS",
				"BUILDKITE"
			].some((sign) => sign in env) || env.CI_NAME === "codeship") return 1;
			return min;
		}
		if ("TEAMCITY_VERSION" in env) return /^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/.test(env.TEAMCITY_VERSION) ? 1 : 0;
		if (env.COLORTERM === "truecolor") return 3;
		if ("TERM_PROGRAM" in env) {
			const version = parseInt((env.TERM_PROGRAM_VERSION || "").split(".")[0], 10);
			switch (env.TERM_PROGRAM) {
				case "iTerm.app": return version >= 3 ? 3 : 2;
				case "Apple_Terminal": return 2;
			}
		}
		if (/-256(color)?$/i.test(env.TERM)) return 2;
		if (/^screen|^xterm|^vt100|^vt220|^rxvt|color|ansi|cygwin|linux/i.test(env.TERM)) return 1;
		if ("COLORTERM" in env) return 1;
		return min;
	}
	function getSupportLevel(stream) {
		return translateLevel(supportsColor(stream, stream && stream.isTTY));
	}
	module.exports = {
		supportsColor: getSupportLevel,
		stdout: translateLevel(supportsColor(true, tty.isatty(1))),
		stderr: translateLevel(supportsColor(true, tty.isatty(2)))
	};
}));

// node_modules/debug/src/node.js
var require_node = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const tty = require_builtin_esm_external_require_tty();
	const util = require_builtin_esm_external_require_util();
	exports.init = init;
	exports.log = log;
	exports.formatArgs = formatArgs;
	exports.save = save;
	exports.load = load;
	exports.useColors = useColors;
	exports.destroy = util.deprecate(() => {}, "Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.");
	exports.colors = [
		6,
		2,
		3,
		4,
		5,
		1
	];
	try {
		const supportsColor = require_supports_color();
		if (supportsColor && (supportsColor.stderr || supportsColor).level >= 2) exports.colors = [
			20,
			21,
			26,
			27,
			32,
			33,
			38,
			39,
			40,
			41,
			42,
			43,
			44,
			45,
			56,
			57,
			62,
			63,
			68,
			69,
			74,
			75,
			76,
			77,
			78,
			79,
			80,
			81,
			92,
			93,
			98,
			99,
			112,
			113,
			128,
			129,
			134,
			135,
			148,
			149,
			160,
			161,
			162,
			163,
			164,
			165,
			166,
			167,
			168,
			169,
			170,
			171,
			172,
			173,
			178,
			179,
			184,
			185,
			196,
			197,
			198,
			199,
			200,
			201,
			202,
			203,
			204,
			205,
			206,
			207,
			208,
			209,
			214,
			215,
			220,
			221
		];
	} catch (error) {}
	exports.inspectOpts = Object.keys(process.env).filter((key) => {
		return /^debug_/i.test(key);
	}).reduce((obj, key) => {
		const prop = key.substring(6).toLowerCase().replace(/_([a-z])/g, (_, k) => {
			return k.toUpperCase();
		});
		let val = process.env[key];
		if (/^(yes|on|true|enabled)$/i.test(val)) val = true;
		else if (/^(no|off|false|disabled)$/i.test(val)) val = false;
		else if (val === "null") val = null;
		else val = Number(val);
		obj[prop] = val;
		return obj;
	}, {});
	function useColors() {
		return "colors" in exports.inspectOpts ? Boolean(exports.inspectOpts.colors) : tty.isatty(process.stderr.fd);
	}
	function formatArgs(args) {
		const { namespace: name, useColors } = this;
		if (useColors) {
			const c = this.color;
			const colorCode = "\x1B[3" + (c < 8 ? c : "8;5;" + c);
			const prefix = `  ${colorCode};1m${name} \u001B[0m`;
			args[0] = prefix + args[0].split("\n").join("\n" + prefix);
			args.push(colorCode + "m+" + module.exports.humanize(this.diff) + "\x1B[0m");
		} else args[0] = getDate() + name + " " + args[0];
	}
	function getDate() {
		if (exports.inspectOpts.hideDate) return "";
		return (/* @__PURE__ */ new Date()).toISOString() + " ";
	}
	function log(...args) {
		return process.stderr.write(util.formatWithOptions(exports.inspectOpts, ...args) + "\n");
	}
	function save(namespaces) {
		if (namespaces) process.env.DEBUG = namespaces;
		else delete process.env.DEBUG;
	}
	function load() {
		return process.env.DEBUG;
	}
	function init(debug) {
		debug.inspectOpts = {};
		const keys = Object.keys(exports.inspectOpts);
		for (let i = 0; i < keys.length; i++) debug.inspectOpts[keys[i]] = exports.inspectOpts[keys[i]];
	}
	module.exports = require_common()(exports);
	const { formatters } = module.exports;
	formatters.o = function(v) {
		this.inspectOpts.colors = this.useColors;
		return util.inspect(v, this.inspectOpts).split("\n").map((str) => str.trim()).join(" ");
	};
	formatters.O = function(v) {
		this.inspectOpts.colors = this.useColors;
		return util.inspect(v, this.inspectOpts);
	};
}));

// node_modules/debug/src/index.js
var require_src = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	if (typeof process === "undefined" || process.type === "renderer" || process.browser === true || process.__nwjs) module.exports = require_browser();
	else module.exports = require_node();
}));

// node_modules/agent-base/dist/index.js
var import_src = /* @__PURE__ */ __toESM(require_src(), 1);
const INTERNAL = Symbol("AgentBaseInternalState");
var Agent = class extends http.Agent {
	constructor(opts) {
		super(opts);
		this[INTERNAL] = {};
	}
	isSecureEndpoint(options) {
		if (options) {
			if (typeof options.secureEndpoint === "boolean") return options.secureEndpoint;
			if (typeof options.protocol === "string") return options.protocol === "https:";
		}
		const { stack } = /* @__PURE__ */ new Error();
		if (typeof stack !== "string") return false;
		return stack.split("\n").some((l) => l.indexOf("(https.js:") !== -1 || l.indexOf("node:https:") !== -1);
	}
	incrementSockets(name) {
		if (this.maxSockets === 1e400 && this.maxTotalSockets === 1e400) return null;
		if (!this.sockets[name]) this.sockets[name] = [];
		const fakeSocket = new net.Socket({ writable: false });
		this.sockets[name].push(fakeSocket);
		this.totalSocketCount++;
		return fakeSocket;
	}
	decrementSockets(name, socket) {
		if (!this.sockets[name] || socket === null) return;
		const sockets = this.sockets[name];
		const index = sockets.indexOf(socket);
		if (index !== -1) {
			sockets.splice(index, 1);
			this.totalSocketCount--;
			if (sockets.length === 0) delete this.sockets[name];
		}
	}
	getName(options) {
		if (this.isSecureEndpoint(options)) return Agent$1.prototype.getName.call(this, options);
		return super.getName(options);
	}
	createSocket(req, options, cb) {
		const connectOpts = {
			...options,
			secureEndpoint: this.isSecureEndpoint(options)
		};
		const name = this.getName(connectOpts);
		const fakeSocket = this.incrementSockets(name);
		Promise.resolve().then(() => this.connect(req, connectOpts)).then((socket) => {
			this.decrementSockets(name, fakeSocket);
			if (typeof socket.addRequest === "function") try {
				return socket.addRequest(req, connectOpts);
			} catch (err) {
				return cb(err);
			}
			this[INTERNAL].currentSocket = socket;
			super.createSocket(req, options, cb);
		}, (err) => {
			this.decrementSockets(name, fakeSocket);
			cb(err);
		});
	}
	createConnection() {
		const socket = this[INTERNAL].currentSocket;
		this[INTERNAL].currentSocket = void 0;
		if (!socket) throw new Error("No socket was returned in the `connect()` function");
		return socket;
	}
	get defaultPort() {
		return this[INTERNAL].defaultPort ?? (this.protocol === "https:" ? 443 : 80);
	}
	set defaultPort(v) {
		if (this[INTERNAL]) this[INTERNAL].defaultPort = v;
	}
	get protocol() {
		return this[INTERNAL].protocol ?? (this.isSecureEndpoint() ? "https:" : "http:");
	}
	set protocol(v) {
		if (this[INTERNAL]) this[INTERNAL].protocol = v;
	}
};

// node_modules/https-proxy-agent/dist/parse-proxy-response.js
const debug$2 = (0, import_src.default)("https-proxy-agent:parse-proxy-response");
function parseProxyResponse(socket) {
	return new Promise((resolve, reject) => {
		let buffersLength = 0;
		const buffers = [];
		function read() {
			const b = socket.read();
			if (b) ondata(b);
			else socket.once("readable", read);
		}
		function cleanup() {
			socket.removeListener("end", onend);
			socket.removeListener("error", onerror);
			socket.removeListener("readable", read);
		}
		function onend() {
			cleanup();
			debug$2("onend");
			reject(/* @__PURE__ */ new Error("Proxy connection ended before receiving CONNECT response"));
		}
		function onerror(err) {
			cleanup();
			debug$2("onerror %o", err);
			reject(err);
		}
		function ondata(b) {
			buffers.push(b);
			buffersLength += b.length;
			const buffered = Buffer.concat(buffers, buffersLength);
			const endOfHeaders = buffered.indexOf("\r\n\r\n");
			if (endOfHeaders === -1) {
				debug$2("have not received end of HTTP headers yet...");
				read();
				return;
			}
			const headerParts = buffered.slice(0, endOfHeaders).toString("ascii").split("\r\n");
			const firstLine = headerParts.shift();
			if (!firstLine) {
				socket.destroy();
				return reject(/* @__PURE__ */ new Error("No header received from proxy CONNECT response"));
			}
			const firstLineParts = firstLine.split(" ");
			const statusCode = +firstLineParts[1];
			const statusText = firstLineParts.slice(2).join(" ");
			const headers = {};
			for (const header of headerParts) {
				if (!header) continue;
				const firstColon = header.indexOf(":");
				if (firstColon === -1) {
					socket.destroy();
					return reject(/* @__PURE__ */ new Error(`Invalid header from proxy CONNECT response: "${header}"`));
				}
				const key = header.slice(0, firstColon).toLowerCase();
				const value = header.slice(firstColon + 1).trimStart();
				const current = headers[key];
				if (typeof current === "string") headers[key] = [current, value];
				else if (Array.isArray(current)) current.push(value);
				else headers[key] = value;
			}
			debug$2("got proxy server response: %o %o", firstLine, headers);
			cleanup();
			resolve({
				connect: {
					statusCode,
					statusText,
					headers
				},
				buffered
			});
		}
		socket.on("error", onerror);
		socket.on("end", onend);
		read();
	});
}

// node_modules/proxy-agent-negotiate/dist/index.js
function createNegotiateAuth() {
	return async ({ response, scheme }) => {
		if (scheme.toLowerCase() !== "negotiate") throw new Error(`Expected Negotiate scheme but got "${scheme}"`);
		let kerberos;
		try {
			kerberos = await import("kerberos");
		} catch {
			throw new Error("The \"kerberos\" package is required for Negotiate proxy authentication. Install it with: npm install kerberos");
		}
		const proxyAuthenticate = response.headers["proxy-authenticate"] || "";
		const challengeHeader = Array.isArray(proxyAuthenticate) ? proxyAuthenticate[0] : proxyAuthenticate;
		const serverToken = typeof challengeHeader === "string" && challengeHeader.includes(" ") ? challengeHeader.split(" ").slice(1).join(" ") : void 0;
		const token = await (await kerberos.initializeClient("HTTP@proxy", { mechOID: kerberos.GSS_MECH_OID_SPNEGO })).step(serverToken || "");
		if (!token) throw new Error("Kerberos client.step() returned no token");
		return { headers: { "Proxy-Authorization": `Negotiate ${token}` } };
	};
}

// node_modules/https-proxy-agent/dist/index.js
const debug$1 = (0, import_src.default)("https-proxy-agent");
const setServernameFromNonIpHost = (options) => {
	if (options.servername === void 0 && options.host && !net.isIP(options.host)) return {
		...options,
		servername: options.host
	};
	return options;
};
var HttpsProxyAgent = class extends Agent {
	constructor(proxy, opts) {
		super(opts);
		this.options = { path: void 0 };
		this.proxy = typeof proxy === "string" ? new URL$1(proxy) : proxy;
		this.proxyHeaders = opts?.headers ?? {};
		debug$1("Creating new HttpsProxyAgent instance: %o", this.proxy.href);
		if (opts?.negotiate) this.onProxyAuth = createNegotiateAuth();
		else if (opts?.onProxyAuth) this.onProxyAuth = opts.onProxyAuth;
		const host = (this.proxy.hostname || this.proxy.host).replace(/^\[|\]$/g, "");
		const port = this.proxy.port ? parseInt(this.proxy.port, 10) : this.proxy.protocol === "https:" ? 443 : 80;
		this.connectOpts = {
			ALPNProtocols: ["http/1.1"],
			...opts ? omit(opts, "headers", "onProxyAuth", "negotiate") : null,
			host,
			port
		};
	}
	async connect(req, opts) {
		const { proxy } = this;
		if (!opts.host) throw new TypeError("No \"host\" provided");
		let socket;
		if (proxy.protocol === "https:") {
			debug$1("Creating `tls.Socket`: %o", this.connectOpts);
			socket = tls.connect(setServernameFromNonIpHost(this.connectOpts));
		} else {
			debug$1("Creating `net.Socket`: %o", this.connectOpts);
			socket = net.connect(this.connectOpts);
		}
		const headers = typeof this.proxyHeaders === "function" ? this.proxyHeaders() : { ...this.proxyHeaders };
		const host = net.isIPv6(opts.host) ? `[${opts.host}]` : opts.host;
		let payload = `CONNECT ${host}:${opts.port} HTTP/1.1\r\n`;
		if (proxy.username || proxy.password) {
			const auth = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
			headers["Proxy-Authorization"] = `Basic ${Buffer.from(auth).toString("base64")}`;
		}
		headers.Host = `${host}:${opts.port}`;
		if (!headers["Proxy-Connection"]) headers["Proxy-Connection"] = this.keepAlive ? "Keep-Alive" : "close";
		for (const name of Object.keys(headers)) payload += `${name}: ${headers[name]}\r\n`;
		const proxyResponsePromise = parseProxyResponse(socket);
		socket.write(`${payload}\r\n`);
		const { connect, buffered } = await proxyResponsePromise;
		req.emit("proxyConnect", connect);
		this.emit("proxyConnect", connect, req);
		req.emit("proxy", {
			proxy: this.proxy.href,
			socket
		});
		if (connect.statusCode === 200) {
			req.once("socket", resume);
			if (opts.secureEndpoint) {
				debug$1("Upgrading socket connection to TLS");
				return tls.connect({
					...omit(setServernameFromNonIpHost(opts), "host", "path", "port"),
					socket
				});
			}
			return socket;
		}
		if (connect.statusCode === 407 && this.onProxyAuth) {
			debug$1("Got 407 response, invoking onProxyAuth callback");
			socket.destroy();
			const proxyAuthenticate = connect.headers["proxy-authenticate"] || "";
			const scheme = Array.isArray(proxyAuthenticate) ? proxyAuthenticate[0].split(/\s/)[0] : proxyAuthenticate.split(/\s/)[0];
			const authResponse = await this.onProxyAuth({
				response: connect,
				scheme
			});
			return this._connectWithAuth(req, opts, authResponse.headers);
		}
		socket.destroy();
		const fakeSocket = new net.Socket({ writable: false });
		fakeSocket.readable = true;
		req.once("socket", (s) => {
			debug$1("Replaying proxy buffer for failed request");
			assert(s.listenerCount("data") > 0);
			s.push(buffered);
			s.push(null);
		});
		return fakeSocket;
	}
	async _connectWithAuth(req, opts, authHeaders) {
		const { proxy } = this;
		let socket;
		if (proxy.protocol === "https:") socket = tls.connect(setServernameFromNonIpHost(this.connectOpts));
		else socket = net.connect(this.connectOpts);
		const headers = typeof this.proxyHeaders === "function" ? this.proxyHeaders() : { ...this.proxyHeaders };
		const host = net.isIPv6(opts.host) ? `[${opts.host}]` : opts.host;
		let payload = `CONNECT ${host}:${opts.port} HTTP/1.1\r\n`;
		if (proxy.username || proxy.password) {
			const auth = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
			headers["Proxy-Authorization"] = `Basic ${Buffer.from(auth).toString("base64")}`;
		}
		Object.assign(headers, authHeaders);
		headers.Host = `${host}:${opts.port}`;
		if (!headers["Proxy-Connection"]) headers["Proxy-Connection"] = this.keepAlive ? "Keep-Alive" : "close";
		for (const name of Object.keys(headers)) payload += `${name}: ${headers[name]}\r\n`;
		const proxyResponsePromise = parseProxyResponse(socket);
		socket.write(`${payload}\r\n`);
		const { connect } = await proxyResponsePromise;
		req.emit("proxyConnect", connect);
		this.emit("proxyConnect", connect, req);
		if (connect.statusCode === 200) {
			req.once("socket", resume);
			if (opts.secureEndpoint) {
				debug$1("Upgrading socket connection to TLS");
				return tls.connect({
					...omit(setServernameFromNonIpHost(opts), "host", "path", "port"),
					socket
				});
			}
			return socket;
		}
		socket.destroy();
		throw new Error(`Proxy authentication failed with status ${connect.statusCode} after retry`);
	}
};
HttpsProxyAgent.protocols = ["http", "https"];
function resume(socket) {
	setImmediate(() => {
		socket.resume();
	});
}
function omit(obj, ...keys) {
	const ret = {};
	let key;
	for (key in obj) if (!keys.includes(key)) ret[key] = obj[key];
	return ret;
}

// node_modules/proxy-from-env/index.js
var DEFAULT_PORTS = {
	ftp: 21,
	gopher: 70,
	http: 80,
	https: 443,
	ws: 80,
	wss: 443
};
function parseUrl(urlString) {
	try {
		return new URL(urlString);
	} catch {
		return null;
	}
}
function getProxyForUrl(url) {
	var parsedUrl = (typeof url === "string" ? parseUrl(url) : url) || {};
	var proto = parsedUrl.protocol;
	var hostname = parsedUrl.host;
	var port = parsedUrl.port;
	if (typeof hostname !== "string" || !hostname || typeof proto !== "string") return "";
	proto = proto.split(":", 1)[0];
	hostname = hostname.replace(/:\d*$/, "");
	port = parseInt(port) || DEFAULT_PORTS[proto] || 0;
	if (!shouldProxy(hostname, port)) return "";
	var proxy = getEnv(proto + "_proxy") || getEnv("all_proxy");
	if (proxy && proxy.indexOf("://") === -1) proxy = proto + "://" + proxy;
	return proxy;
}
function shouldProxy(hostname, port) {
	var NO_PROXY = getEnv("no_proxy").toLowerCase();
	if (!NO_PROXY) return true;
	if (NO_PROXY === "*") return false;
	return NO_PROXY.split(/[,\s]/).every(function(proxy) {
		if (!proxy) return true;
		var parsedProxy = proxy.match(/^(.+):(\d+)$/);
		var parsedProxyHostname = parsedProxy ? parsedProxy[1] : proxy;
		var parsedProxyPort = parsedProxy ? parseInt(parsedProxy[2]) : 0;
		if (parsedProxyPort && parsedProxyPort !== port) return true;
		if (!/^[.*]/.test(parsedProxyHostname)) return hostname !== parsedProxyHostname;
		if (parsedProxyHostname.charAt(0) === "*") parsedProxyHostname = parsedProxyHostname.slice(1);
		return !hostname.endsWith(parsedProxyHostname);
	});
}
function getEnv(key) {
	return process.env[key.toLowerCase()] || process.env[key.toUpperCase()] || "";
}

// src/adapters/http/http.ts
const TOO_LARGE = "ERR_BODY_TOO_LARGE";
async function send(message, { signal, most = Number.POSITIVE_INFINITY }) {
	try {
		const response = await respond(message, signal);
		const { statusCode: status = 0 } = response;
		const packed = await read(response, most);
		const body = packed && await unpacked(packed, response.headers["content-encoding"], most);
		if (body === void 0) throw Object.assign(/* @__PURE__ */ new Error("the answer is too large"), {
			code: TOO_LARGE,
			status
		});
		return {
			status,
			headers: headersOf(response),
			body
		};
	} catch (error) {
		throw signal.aborted ? signal.reason : error;
	}
}
let keepAlive = true;
const respond = async ({ method, url, headers, body }, signal) => {
	const tunnel = proxyAgentFor(url, { keepAlive });
	const agent = tunnel ?? (keepAlive ? void 0 : false);
	const { request: start } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
	await arrived();
	return new Promise((resolve, reject) => {
		let unsent = true;
		let atProxy = tunnel !== void 0;
		const request = start(url, {
			method,
			headers: {
				"accept-encoding": "gzip",
				...headers
			},
			agent,
			signal
		});
		const give = () => {
			unsent = false;
			request.end(body);
		};
		request.on("response", resolve).on("error", (error) => {
			if (request.reusedSocket) keepAlive = false;
			reject(Object.assign(error, {
				unsent,
				atProxy
			}));
		});
		request.on("close", () => reject(unanswered()));
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		request.on("proxyConnect", ({ statusCode }) => {
			atProxy = statusCode !== 200;
			if (!atProxy) return;
			reject(refusedBy(statusCode));
			request.destroy();
		});
		request.on("socket", (socket) => {
			if (request.reusedSocket) atProxy = false;
			if (url.protocol === "https:" && !request.reusedSocket) socket.once("secureConnect", give);
			else if (!request.destroyed) give();
		});
	});
};
const arrived = async () => {
	for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
};
const unanswered = () => Object.assign(/* @__PURE__ */ new Error("the connection ends without an answer"), { code: "ECONNRESET" });
const refusedBy = (status) => Object.assign(/* @__PURE__ */ new Error(`the proxy of the environment answers ${status}`), {
	code: `PROXY_${status}`,
	unsent: true
});
const read = async (response, most) => {
	const chunks = [];
	let size = 0;
	for await (const chunk of response) {
		size += chunk.length;
		if (size > most) return void 0;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
};
const unpacked = async (body, encoding, most) => {
	if (body.length === 0 || !/^(x-)?gzip$/i.test(encoding ?? "")) return body;
	const { gunzip } = await import("node:zlib");
	return new Promise((resolve, reject) => {
		gunzip(body, Number.isFinite(most) ? { maxOutputLength: most } : {}, (error, result) => {
			if (error === null) resolve(result);
			else if (error.code === "ERR_BUFFER_TOO_LARGE") resolve(void 0);
			else reject(error);
		});
	});
};
const headersOf = ({ headers }) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
const agents = /* @__PURE__ */ new Map();
const proxyAgentFor = (url, { keepAlive }) => {
	if (!isProxied(process.env) || isLoopback(url.hostname)) return void 0;
	const proxy = getProxyForUrl(url.href);
	if (proxy === "") return void 0;
	const key = `${keepAlive} ${proxy}`;
	const known = agents.get(key);
	if (known !== void 0) return known;
	if (!isAddress(proxy)) throw Object.assign(/* @__PURE__ */ new Error("the address of the proxy in the environment is not one of http or https, with its login percent-encoded"), {
		code: PROXY_ADDRESS,
		unsent: true
	});
	const agent = new HttpsProxyAgent(proxy, { keepAlive });
	agents.set(key, agent);
	return agent;
};
const isProxied = (environment) => Object.keys(environment).some((name) => /^(https?|all)_proxy$/i.test(name));
const isAddress = (proxy) => {
	try {
		const { protocol, username, password } = new URL(proxy);
		decodeURIComponent(`${username}:${password}`);
		return protocol === "http:" || protocol === "https:";
	} catch {
		return false;
	}
};
const MOST_REDIRECTS = 5;
const REDIRECTED = "ERR_REDIRECT";
async function follow(first, { ask, next }) {
	let message = first;
	for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
		const reply = await ask(message);
		const { status } = reply;
		if (![
			301,
			302,
			303,
			307,
			308
		].includes(status)) return {
			message,
			reply
		};
		const to = target$1(message.url, reply.headers.location);
		const following = to === void 0 ? "a redirect without a proper address" : next(message, {
			status,
			to
		});
		if (typeof following === "string") return refuse$2(`answers ${status}, ${following}`, status);
		message = following;
	}
	return refuse$2(`redirects more than ${MOST_REDIRECTS} times`);
}
const target$1 = (from, location = "") => location !== "" && URL.canParse(location, from.href) ? new URL(location, from) : void 0;
const refuse$2 = (words, status) => {
	throw Object.assign(new Error(words), {
		code: REDIRECTED,
		status
	});
};
const PROXY_ADDRESS = "PROXY_ADDRESS";
const lasting = [
	{
		code: /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/,
		detail: "has a certificate of an authority that is not known here",
		remedy: "Set NODE_EXTRA_CA_CERTS, in the env of the step or of the runner, to a PEM file with the certificate of the authority that signed it: a private one, or that of a proxy which looks into TLS. A server that leaves out certificates in between has to send its whole chain."
	},
	{
		code: /^(CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|ERR_TLS_CERT_ALTNAME_INVALID$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/,
		detail: "has a certificate that does not verify",
		remedy: "Look at it with \"openssl s_client -connect HOST:PORT\" on the runner, and renew it or correct the host."
	},
	{
		code: /^(EPROTO$|ERR_SSL_)/,
		words: /wrong version number|packet length too long|http request|unknown protocol|handshake failure|unsupported protocol|alert protocol version|unrecognized name/i,
		detail: "speaks no TLS that this runner speaks",
		remedy: "See whether host and port are right and take https, and which versions of TLS the server takes. The address of a proxy that speaks plain http begins with http://, in HTTPS_PROXY as well."
	},
	{
		code: /^PROXY_(ADDRESS|4(?!08|25|29)\d\d)$/,
		remedy: "Write the proxy into HTTPS_PROXY as http://NAME:PASSWORD@HOST:PORT, percent-encoded, and let it through to this host. Hosts that need no proxy belong into NO_PROXY."
	}
];
function connectionFailure(error) {
	const { code, message, atProxy } = error;
	const shown = typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : "";
	const known = lasting.find((one) => one.code.test(shown) && (one.words?.test(String(message)) ?? true));
	const [ofProxy, status] = /^PROXY_(\d+)?/.exec(shown) ?? [];
	return {
		detail: `${ofProxy || atProxy ? "cannot be reached, since the proxy of the environment " : ""}${known?.detail ?? describe(shown, status)}${shown === "" || ofProxy ? "" : ` (${shown})`}`,
		remedy: known?.remedy
	};
}
const describe = (code, status) => {
	if (code === "PROXY_ADDRESS") return "has no proper address";
	return status === void 0 ? "cannot be reached" : `answers ${status}`;
};
function isUnsent(error) {
	return error?.unsent === true;
}

// src/adapters/github/rate-limits.ts
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
	if (status === 422) return isTooQuick(messageOf(data)) || errorsOf(data).some((error) => isTooQuick(wordsOf$1(error)));
	return status === 200 && errorsOf(data).some((error) => /^RATE_LIMIT(?:ED)?$/.test(String(error.type)) || speaksOfLimit(error.message) || isTooQuick(error.message) && !hasEffect(data));
};
const speaksOfLimit = (text) => typeof text === "string" && /secondary rate limit|rate limit exceeded|abuse detection/i.test(text);
const isTooQuick = (text) => typeof text === "string" && /submitted too quickly/i.test(text);
const hasEffect = (data) => {
	const fields = data.data ?? {};
	return Object.values(fields).some((field) => field !== null);
};
const wordsOf$1 = (error) => typeof error === "string" ? error : messageOf(error);
const messageOf = (data) => typeof data === "object" && data !== null && "message" in data ? data.message : void 0;
const errorsOf = (data) => typeof data === "object" && data !== null && "errors" in data && Array.isArray(data.errors) ? data.errors : [];
const LARGEST_NUMBER = 1e11;
const number = (header) => {
	const value = header === void 0 || header === "" ? NaN : Number(header);
	return Math.abs(value) < LARGEST_NUMBER ? value : void 0;
};

// src/adapters/github/transport.ts
const RETRIES = 2;
const MOST_AT_ONCE = 10;
function transport(octokit, options) {
	const { clock, timeout, isWorth } = options.transport;
	const inTurn = atMost(MOST_AT_ONCE);
	const stopAtObstacle = reachability();
	const limits = /* @__PURE__ */ new Map();
	const calls = [];
	const record = (request, response, started) => {
		const milliseconds = clock.now().getTime() - started;
		calls.push({
			request: nameOf(request),
			status: response?.status,
			milliseconds
		});
		const limit = rateLimitOf(response?.headers ?? {});
		if (limit !== void 0) limits.set(limit.resource, limit);
	};
	octokit.hook.wrap("request", async (send, request) => {
		const { retries = RETRIES } = request.request;
		const tries = {
			waits: 0,
			failures: 0
		};
		const sendOnce = async () => {
			const started = clock.now().getTime();
			request.request.signal = AbortSignal.timeout(timeout);
			const { response, error } = await outcomeOf$1(async () => send(request));
			record(request, response, started);
			return {
				response,
				error,
				limited: response && limitedBy(response, clock.now(), tries.waits)
			};
		};
		const pauseAfter = (attempt) => {
			const { limited } = attempt;
			if (limited !== void 0) return isWorth(request, limited.seconds, tries.waits++) ? limited.seconds : void 0;
			return hasFailed(attempt) && tries.failures < retries ? ++tries.failures ** 2 : void 0;
		};
		for (;;) {
			const attempt = await inTurn(sendOnce);
			stopAtObstacle(attempt, request);
			const seconds = pauseAfter(attempt);
			if (seconds === void 0) return responseOf(attempt);
			await clock.sleep(seconds * 1e3);
		}
	});
	return { requestLog: () => ({
		count: calls.length,
		calls: [...calls],
		limits: [...limits.values()]
	}) };
}
const outcomeOf$1 = async (send) => {
	try {
		return { response: await send() };
	} catch (thrown) {
		const error = thrown;
		const isLate = error.cause?.name === "TimeoutError";
		return {
			response: error.response,
			error: isLate ? Object.assign(error, { status: 504 }) : error
		};
	}
};
const responseOf = ({ response, error, limited }) => {
	if (limited !== void 0) throw Object.assign(/* @__PURE__ */ new Error("rate limit"), { limited });
	if (response === void 0 || error !== void 0) throw error;
	return response;
};
function limitBehind(error) {
	return typeof error === "object" && error !== null && "limited" in error ? error.limited : void 0;
}
const hasFailed = ({ response, error }) => {
	if (response === void 0 || error !== void 0) return Number(error?.status) >= 500 && !isTooLarge(error);
	const { errors } = response.data ?? {};
	return /something went wrong while executing your query/i.test(String(errors?.[0]?.message));
};
function isTooLarge(error) {
	return error.cause?.code === TOO_LARGE;
}
const nameOf = ({ method, url, query }) => {
	const [, kind, field] = /^\s*(query|mutation)\b[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/.exec(String(query ?? "")) ?? [];
	return [
		method,
		url,
		kind,
		field
	].filter((part) => part !== void 0).join(" ");
};
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
const ADDRESS = "The runner names the API in GITHUB_API_URL and GITHUB_GRAPHQL_URL: see whether the workflow sets them to anything else, and whether a proxy or a page to log in answers in GitHub's place.";
function checkAddress(url) {
	if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
	fail("host-unavailable", `The API of GitHub has no proper address: ${quote(url)}.`, ADDRESS);
}
const reachability = () => {
	const open = /* @__PURE__ */ new Set();
	let inDoubt = false;
	return (attempt, request) => {
		const obstacle = obstacleIn(attempt, request);
		const harmless = isHarmless(attempt, request);
		if (obstacle !== void 0 && harmless && !open.has(request.baseUrl) && !inDoubt) stop(obstacle);
		if (obstacle === void 0 && isAnswered(attempt)) open.add(request.baseUrl);
		else inDoubt ||= !harmless;
	};
};
const stop = ({ where, detail, remedy }) => fail("host-unavailable", `GitHub cannot be asked: ${quote(where)} ${detail}.`, remedy);
const obstacleIn = ({ response, error, limited }, request) => {
	if (limited !== void 0) return void 0;
	if (response !== void 0) return foreign(response, request);
	const { detail, remedy } = connectionFailure(error?.cause);
	const where = new URL(request.baseUrl).host;
	if (error?.cause?.code === "ERR_REDIRECT") return {
		where,
		detail: error.cause.message,
		remedy: ADDRESS
	};
	return remedy === void 0 ? void 0 : {
		where,
		detail,
		remedy
	};
};
const foreign = ({ url, status, headers, data }, request) => {
	if (status >= 500) return void 0;
	const isPage = /^text\/html\b/i.test(String(headers["content-type"]));
	const isMissing = status === 404 && (isGraphql(request) || typeof data === "string");
	if (!isPage && !isMissing) return void 0;
	return {
		where: url,
		detail: `answers ${status}${isPage ? " with a web page" : ""}`,
		remedy: ADDRESS
	};
};
const isHarmless = ({ response, error }, request) => {
	const status = response?.status;
	return isRead(request) || isUnsent(error?.cause) || status !== void 0 && status >= 400 && status < 500;
};
const isAnswered = ({ response, limited }) => limited !== void 0 || (response?.status ?? 500) < 500;
const isGraphql = ({ url }) => url === "/graphql";
const isRead = (request) => isGraphql(request) ? !/^\s*mutation\b/.test(String(request.query)) : request.method === "GET" || request.method === "HEAD";
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

// src/adapters/github/client.ts
const CHECK_TOKEN = "Check the input `token`: it is mistyped, expired or revoked, or belongs to another server; an App token lasts an hour.";
const TOO_MUCH = `the answer is larger than ${LARGEST_ANSWER / 1024 ** 2} MiB`;
const MINUTE = 6e4;
const MOST_WAITS = 8;
const Client = Octokit.plugin(transport);
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
		transport: {
			clock,
			timeout: connection.timeout ?? MINUTE,
			isWorth
		}
	});
	const optionsOf = ({ ages, repeat }, request = {}) => ({
		headers: { "x-github-api-version": "2022-11-28" },
		request: {
			...request,
			ages,
			...repeat ? {} : { retries: 0 }
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
			const response = await octokit.request(graphql.route, {
				...parameters,
				...optionsOf(sending)
			});
			const answer = graphqlAnswer(response.data);
			return /^\s*mutation\b/.test(query) ? mutationAnswer(answer) : answer;
		}, call.ages && isInTime),
		rest: (call) => attempt$1(async () => {
			const { data, status } = await call.ask(octokit, optionsOf(call));
			if (status === 204) return answered(void 0);
			return typeof data === "object" ? answered(data) : lostAnswer("the answer is not JSON", { overloaded: false });
		}, call.ages && isInTime),
		bytes: (call) => attempt$1(async () => {
			const { data } = await call.ask(octokit, optionsOf(call, { parseSuccessResponseBody: false }));
			return answered(data);
		}),
		requests: () => octokit.requestLog()
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
		return judge$1(error, isBearable);
	}
};
const judge$1 = (error, isBearable) => {
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
	if (isTooLarge(error)) return lostAnswer(TOO_MUCH, { overloaded: true });
	const text = wordsOf(response?.data) ?? message ?? String(error);
	if (status === void 0 || response === void 0) return lostAnswer(text, { overloaded: true });
	if (status >= 500) return lostAnswer(`${status} ${text}`, { overloaded: status !== 503 });
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
function tokenKind(token) {
	if (token.startsWith("ghs_")) return "installation";
	if (token.startsWith("github_pat_")) return "fine-grained";
	if (token.startsWith("ghp_")) return "classic";
	return "other";
}
function placeOf$2(client, clock, repository) {
	const [owner = "", name = ""] = repository.split("/");
	return {
		client,
		clock,
		owner,
		name
	};
}
function fullName({ owner, name }) {
	return `${owner}/${name}`;
}
function waitBeforeRetry(clock, attempt) {
	return clock.sleep(Math.min(8e3, 1e3 * 2 ** (attempt - 1)));
}

// src/domain/image.ts
const LONGEST_REPOSITORY = 255;
const LONGEST_TAG = 128;
const hostLabel = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const host = new RegExp(`^(?:${hostLabel}(?:\\.${hostLabel})*|\\[[0-9A-Fa-f:]+\\])(?::[0-9]{1,5})?$`);
const component = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const tagGrammar = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const digestGrammar = /^[a-z][a-z0-9]*(?:[-_+.][a-z][a-z0-9]*)*:[0-9A-Fa-f]{32,}$/;
const digestLengths = {
	sha256: 64,
	sha384: 96,
	sha512: 128
};
function registryOf(repository) {
	const [first = "", ...rest] = repository.split("/");
	return rest.length > 0 && (/[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase()) && host.test(first) ? first : void 0;
}
function checkRepository(repository) {
	const problem = repositoryProblem(repository);
	if (problem === void 0) return repository;
	return fail("image-invalid", `The image name ${quote(repository)} ${problem}.`, repositoryHint(repository));
}
const repositoryProblem = (repository) => {
	if (repository === "") return "is empty";
	if (repository.length > LONGEST_REPOSITORY) return `is longer than ${LONGEST_REPOSITORY} characters`;
	if (/[^\x21-\x7e]/.test(repository)) return "has a blank, a control character or a character outside ASCII";
	if (repository.includes("@")) return "carries a digest";
	if (/^[0-9a-f]{64}$/.test(repository)) return "is 64 hexadecimal digits, which tools read as the id of an image";
	const path = repository.split("/").slice(registryOf(repository) === void 0 ? 0 : 1);
	if (path.some((part) => part === "")) return "has an empty part between slashes";
	if (path.at(-1)?.includes(":")) return "carries a tag";
	if (carriesBranch(repository)) return "carries a tag with a slash in it, which no tag may have";
	if (path.some((part) => /[A-Z]/.test(part))) return "has upper-case letters, which a repository may not have";
	if (path.some((part) => !component.test(part))) return "has a part that is not lower-case letters and digits, separated by one of \".\", \"_\", \"__\" or dashes";
};
const carriesBranch = (repository) => repository.split("/").slice(1, -1).some((part) => part.includes(":"));
const repositoryHint = (repository) => {
	if (carriesBranch(repository)) return "Give the tag under which the image was pushed.";
	if (/^[A-Z][A-Z0-9_]*$/.test(repository)) return "It looks like a placeholder of a kustomization: give its entry a name in lower case, or promote by its `newName`.";
	if (/^[\x21-\x7e]+$/.test(repository) && repository !== repository.toLowerCase()) return `Write it in lower case: ${quote(repository.toLowerCase())}.`;
	return "Name the repository alone, such as registry.example.com/shop/web, and give tag and digest apart from it.";
};
function isRepository(text) {
	return repositoryProblem(text) === void 0;
}
function isTag(text) {
	return tagProblem(text) === void 0;
}
function isDigest(text) {
	return digestProblem(text) === void 0;
}
function checkTag(tag) {
	const problem = tagProblem(tag);
	if (problem === void 0) return tag;
	return fail("tag-invalid", `The tag ${quote(tag)} ${problem}.`, "Use the tag under which the image was pushed.");
}
const tagProblem = (tag) => {
	if (tag === "") return "is empty";
	if (tag.length > LONGEST_TAG) return `is longer than ${LONGEST_TAG} characters`;
	if (/^[.-]/.test(tag)) return "starts with a dot or a dash";
	if (!tagGrammar.test(tag)) return "has characters other than letters, digits, \"_\", \".\" and \"-\"";
};
function checkDigest(digest) {
	const problem = digestProblem(digest);
	if (problem === void 0) return digest;
	return fail("digest-invalid", `The digest ${quote(digest)} ${problem}.`, "Use the whole digest: sha256: and 64 hexadecimal digits.");
}
const digestProblem = (digest) => {
	if (!digestGrammar.test(digest)) return "is not an algorithm in lower case, a colon and at least 32 hexadecimal digits";
	const [algorithm = "", encoded = ""] = digest.split(":");
	const length = digestLengths[algorithm];
	if (length === void 0) return void 0;
	if (encoded.length !== length) return `has ${encoded.length} digits where ${algorithm} has ${length}`;
	if (encoded !== encoded.toLowerCase()) return "has upper-case digits";
};
function splitReference(text) {
	const at = text.indexOf("@");
	const named = at < 0 ? text : text.slice(0, at);
	const digest = at < 0 ? void 0 : text.slice(at + 1);
	const colon = named.indexOf(":", named.lastIndexOf("/") + 1);
	if (colon < 0) return {
		repository: named,
		digest
	};
	return {
		repository: named.slice(0, colon),
		tag: named.slice(colon + 1),
		digest
	};
}
function parseReference(text) {
	const { repository, tag, digest } = splitReference(text);
	checkRepository(repository);
	if (tag !== void 0) checkTag(tag);
	if (digest !== void 0) checkDigest(digest);
	return {
		repository,
		tag,
		digest
	};
}
function printReference({ repository, tag, digest }) {
	return `${repository}${tag === void 0 ? "" : `:${tag}`}${digest === void 0 ? "" : `@${digest}`}`;
}
const hubHosts = /* @__PURE__ */ new Set([
	"docker.io",
	"index.docker.io",
	"registry-1.docker.io"
]);
function dockerHubPath(repository) {
	const host = registryOf(repository);
	if (host !== void 0 && !hubHosts.has(host.toLowerCase())) return void 0;
	const path = host === void 0 ? repository : repository.slice(host.length + 1);
	return path.includes("/") ? path : `library/${path}`;
}
function canonicalRepository(repository) {
	const path = dockerHubPath(repository);
	return path === void 0 ? repository : `docker.io/${path}`;
}
function spellingsOf(repository) {
	const path = dockerHubPath(repository);
	if (path === void 0) return [repository];
	const short = path.replace(/^library\/(?=[^/]+$)/, "");
	const hosts = [
		"docker.io/",
		"index.docker.io/",
		""
	];
	return [.../* @__PURE__ */ new Set([repository, ...[path, short].flatMap((name) => hosts.map((host) => `${host}${name}`))])];
}
function sameRepository(a, b) {
	return a === b || canonicalRepository(a) === canonicalRepository(b);
}
function sameReference(a, b) {
	return a.tag === b.tag && a.digest === b.digest && sameRepository(a.repository, b.repository);
}
function canonicalReference(reference) {
	return printReference({
		...reference,
		repository: canonicalRepository(reference.repository)
	});
}
const AS_IS = "*";
function keepsVersion({ tag, digest }) {
	return tag === "*" || digest === "*";
}
function parseImage(text) {
	const equals = text.indexOf("=");
	const { repository, tag, digest } = splitReference(text.slice(equals + 1));
	const isSameName = repository === "*" && equals > 0;
	if (!isSameName) checkRepository(repository);
	if (tag !== void 0 && tag !== "*") checkTag(tag);
	if (digest !== void 0 && digest !== "*") checkDigest(digest);
	if (equals < 0) return {
		name: repository,
		tag,
		digest
	};
	return {
		name: checkRepository(text.slice(0, equals)),
		newName: isSameName ? void 0 : repository,
		tag,
		digest
	};
}
function printImage({ name, newName, tag, digest }) {
	const reference = printReference({
		repository: newName ?? name,
		tag,
		digest
	});
	return newName === void 0 ? reference : `${name}=${reference}`;
}

// src/domain/records/trailer.ts
function isStateTrailer(trailer) {
	return trailer.kind === "promotion" || trailer.kind === "rollback";
}
function printTrailer(trailer) {
	const line = printed$1(trailer);
	const [parsed] = parseTrailers(line);
	if (parsed !== void 0 && printed$1(parsed) === line) return line;
	return fail("internal", `A trailer cannot hold ${quote(line)}.`, "Report this as a defect of image-promotion.");
}
function printTrailerLines(trailer) {
	const line = printTrailer(trailer);
	if (trailer.kind !== "promotion" || trailer.built === void 0) return [line];
	const { environment, reference, built } = trailer;
	const second = `Built: ${environment} ${printReference(reference)} from ${built.repository}@${built.sha}`;
	return parseBuilt(second) === void 0 ? [line] : [line, second];
}
const printed$1 = (trailer) => {
	switch (trailer.kind) {
		case "promotion": {
			const { environment, reference, source } = trailer;
			return [
				"Promotion:",
				environment,
				printReference(reference),
				...sourceParts(source)
			].join(" ");
		}
		case "rollback": {
			const { environment, reference, instead } = trailer;
			return `Rollback: ${environment} ${printReference(reference)} instead of ${printReference(instead)}`;
		}
		case "run": return `Promotion-Run: ${trailer.address}`;
		case "actor": return `Promotion-Actor: ${trailer.login}`;
		case "id": return `Promotion-Id: ${trailer.id}`;
	}
};
const sourceParts = (source) => {
	const { repository, sha, ref, committedAt, workflow, runNumber } = fitting(source);
	const from = `${repository ?? ""}${sha === void 0 ? "" : `@${sha}`}`;
	const by = `${workflow ?? ""}${runNumber === void 0 ? "" : `#${runNumber}`}`;
	return [
		...from === "" ? [] : ["from", from],
		...ref === void 0 ? [] : [printRef(ref)],
		...committedAt === void 0 ? [] : ["committed", committedAt],
		...by === "" ? [] : ["by", by]
	];
};
function runTrailer(server, { repository, runId }) {
	const address = `${server.replace(/\/$/, "")}/${repository}/actions/runs/${runId}`;
	return repository !== void 0 && isRun(address) ? {
		kind: "run",
		address
	} : void 0;
}
function actorTrailer(login) {
	return login !== void 0 && isLogin(login) ? {
		kind: "actor",
		login
	} : void 0;
}
const fitting = (source) => {
	const { repository, sha, ref, committedAt, workflow, runNumber } = source;
	return {
		...repository !== void 0 && isOwned(repository) ? { repository } : {},
		...sha !== void 0 && isCommit(sha) ? { sha } : {},
		...ref !== void 0 && isRef(ref) ? { ref } : {},
		...committedAt !== void 0 && isTime(committedAt) ? { committedAt } : {},
		...workflow !== void 0 && isWorkflow(workflow) ? { workflow } : {},
		...runNumber !== void 0 && isCount(runNumber) ? { runNumber } : {}
	};
};
function parseTrailers(text) {
	const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
	const builds = new Map(lines.flatMap((line) => parseBuilt(line) ?? []));
	return lines.flatMap((line) => {
		const trailer = parseLine(line);
		if (trailer === void 0) return [];
		const built = trailer.kind === "promotion" ? builds.get(buildKey(trailer)) : void 0;
		return [built === void 0 ? trailer : {
			...trailer,
			built
		}];
	});
}
const buildKey = ({ environment, reference }) => `${environment} ${printReference(reference)}`;
const parseBuilt = (line) => {
	const [, environment = "", image, repository = "", sha = ""] = /^Built: (\S+) (\S+) from ([^\s@]+)@(\S+)$/.exec(line) ?? [];
	const reference = referenceIn$1(image);
	if (reference === void 0 || !isName(environment)) return void 0;
	if (!isOwned(repository) || !isCommit(sha)) return void 0;
	return [[buildKey({
		environment,
		reference
	}), {
		repository,
		sha
	}]];
};
const parseLine = (line) => {
	const colon = line.indexOf(": ");
	const value = line.slice(colon + 2);
	switch (line.slice(0, Math.max(0, colon))) {
		case "Promotion": return parsePromotion(value);
		case "Rollback": return parseRollback(value);
		case "Promotion-Run": return isRun(value) ? {
			kind: "run",
			address: value
		} : void 0;
		case "Promotion-Actor": return isLogin(value) ? {
			kind: "actor",
			login: value
		} : void 0;
		case "Promotion-Id": return isUuid(value) ? {
			kind: "id",
			id: value
		} : void 0;
		default: return;
	}
};
const promotion = /^(?<environment>\S+) (?<image>\S+)(?: from (?<repository>[^\s@]*)(?:@(?<sha>\S+))?)?(?: (?<ref>refs\/\S+))?(?: committed (?<committedAt>\S+))?(?: by (?<workflow>[^\s#]*)(?:#(?<runNumber>[1-9]\d*))?)?$/;
const parsePromotion = (value) => {
	const parts = promotion.exec(value)?.groups;
	const reference = referenceIn$1(parts?.image);
	const environment = parts?.environment ?? "";
	if (parts === void 0 || reference === void 0 || !isName(environment)) return void 0;
	const { repository, sha, committedAt, workflow } = parts;
	const ref = parts.ref === void 0 ? void 0 : parseRef(parts.ref);
	const runNumber = parts.runNumber === void 0 ? void 0 : Number(parts.runNumber);
	const trailer = {
		kind: "promotion",
		environment,
		reference,
		source: fitting({
			repository,
			sha,
			ref,
			committedAt,
			workflow,
			runNumber
		})
	};
	return printed$1(trailer) === `Promotion: ${value}` ? trailer : void 0;
};
const parseRollback = (value) => {
	const [, environment = "", to, from] = /^(\S+) (\S+) instead of (\S+)$/.exec(value) ?? [];
	const [reference, instead] = [referenceIn$1(to), legalReference(from)];
	if (reference === void 0 || instead === void 0 || !isName(environment)) return void 0;
	return {
		kind: "rollback",
		environment,
		reference,
		instead
	};
};
const referenceIn$1 = (text) => {
	const reference = legalReference(text);
	return reference?.tag === void 0 && reference?.digest === void 0 ? void 0 : reference;
};
const legalReference = (text) => {
	if (text === void 0) return void 0;
	try {
		return parseReference(text);
	} catch (error) {
		if (error instanceof PromotionError) return void 0;
		throw error;
	}
};
const name = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const owned = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?\/[A-Za-z0-9._-]{1,100}$/;
const commit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const workflow = /^[A-Za-z0-9_][A-Za-z0-9_.+-]*\.ya?ml$/;
const run = /^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/([^/\s]+\/[^/\s]+)\/actions\/runs\/[1-9]\d{0,15}$/;
const login = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?(?:\[bot\])?$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
function isName(text) {
	return text.length <= 63 && name.test(text) && !text.includes("..") && !text.endsWith(".lock");
}
function isOwned(text) {
	return owned.test(text) && !/\/\.{1,2}$/.test(text);
}
function isCommit(text) {
	return commit.test(text);
}
function isTime(text) {
	const milliseconds = time.test(text) ? Date.parse(text) : NaN;
	return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().replace(".000Z", "Z") === text;
}
function isWorkflow(text) {
	return workflow.test(text);
}
function isCount(number) {
	return Number.isSafeInteger(number) && number > 0;
}
function isRun(text) {
	return isOwned(run.exec(text)?.[1] ?? "");
}
function isLogin(text) {
	return login.test(text);
}
function isUuid(text) {
	return uuid.test(text);
}
function isRef(text) {
	if (text.length > 255 || /[\p{C}\p{Z}~^:?*[\\]|\.\.|@\{/u.test(text)) return false;
	const [first, ...parts] = text.split("/");
	return first === "refs" && parts.length > 1 && parts.every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock")) && !text.endsWith(".");
}
function printRef(ref) {
	return ref.replace(/[@#%]/g, encodeURIComponent);
}
function parseRef(text) {
	if (/[@#]|%(?!40|23|25)/.test(text)) return void 0;
	const ref = text.replace(/%(?:40|23|25)/g, decodeURIComponent);
	return isRef(ref) ? ref : void 0;
}

// src/domain/history/steps.ts
function landingsOf(steps) {
	const groups = /* @__PURE__ */ new Map();
	for (const step of steps) {
		const group = groups.get(step.landed);
		if (group === void 0) groups.set(step.landed, [step]);
		else group.push(step);
	}
	return [...groups.values()].map(together).map((step, index) => ({
		step,
		index
	})).sort((a, b) => Date.parse(b.step.at) - Date.parse(a.step.at) || a.index - b.index).map(({ step }) => step);
}
const together = (group) => {
	const leading = group.find((step) => trailersOf(step).some(isState)) ?? group[0];
	if (leading === void 0) throw new Error("a group has a step");
	if (group.length === 1) return leading;
	const lines = [...group].reverse().map((step) => step.lines);
	const isHidden = group.every(({ record }) => record === "hidden");
	return {
		...leading,
		lines: lines.join("\n"),
		record: isHidden ? "hidden" : "readable"
	};
};
function lineOf(commits, parentOf = ({ parents }) => parents[0]) {
	const line = [];
	let commit = commits.values().next().value;
	while (commit !== void 0) {
		line.push(commit);
		commit = commits.get(parentOf(commit) ?? "");
	}
	return line;
}
function landingCommits(commits, line) {
	const landings = /* @__PURE__ */ new Map();
	for (const commit of [...line].reverse()) {
		landings.set(commit.id, commit);
		const waiting = [...commit.parents];
		for (let next = waiting.pop(); next !== void 0; next = waiting.pop()) {
			if (landings.has(next)) continue;
			landings.set(next, commit);
			waiting.push(...commits.get(next)?.parents ?? []);
		}
	}
	return landings;
}
function setBy(step, environment) {
	return trailersOf(step).filter(isState).filter((trailer) => trailer.environment === environment);
}
function askedIn(step) {
	const found = askings.get(step) ?? findAsking(step);
	askings.set(step, found);
	return found;
}
const askings = /* @__PURE__ */ new WeakMap();
const findAsking = (step) => {
	const trailers = trailersOf(step);
	return {
		run: trailers.findLast((trailer) => trailer.kind === "run")?.address,
		actor: trailers.findLast((trailer) => trailer.kind === "actor")?.login,
		reason: reasonIn$1(step.lines)
	};
};
const reasonIn$1 = (lines) => {
	const plain = /^[ \t]*Reason: (.+?)[ \t\r]*$/m.exec(lines)?.[1];
	if (plain !== void 0) return plain;
	return (/^- \*\*Reason:\*\* (.+?)\r?$/m.exec(lines)?.[1])?.replace(/&#8203;/g, "").replace(/<\/?code>|`/g, "").replace(/&#(\d{1,7});/g, (entity, number) => Number(number) <= 1114111 ? String.fromCodePoint(Number(number)) : entity);
};
const trailersOf = (step) => {
	const found = known$1.get(step) ?? parseTrailers(step.lines);
	known$1.set(step, found);
	return found;
};
const known$1 = /* @__PURE__ */ new WeakMap();
const isState = (trailer) => trailer.kind === "promotion" || trailer.kind === "rollback";
function stepsByMessage(commits, promoters) {
	return commits.map((commit) => {
		const { id, committedAt, author, message, merge = {
			id,
			committedAt
		} } = commit;
		const brought = broughtBy$1(commit);
		const isForeign = brought?.branch !== void 0 && !brought.branch.startsWith("promotion/");
		const mayHaveLost = brought !== void 0 && (brought.branch !== void 0 || isPromotion(commit, promoters));
		return {
			commit: id,
			landed: merge.id,
			at: merge.committedAt,
			author,
			lines: isForeign ? "" : message,
			record: mayHaveLost && !isForeign && !hasRecord(message) ? "hidden" : "readable",
			pullRequest: brought && { number: brought.number }
		};
	});
}
const broughtBy$1 = ({ message, merge }) => {
	const [, number, branch] = /^Merge pull request #(\d{1,15}) from [^/\s]+\/(\S+)/.exec(merge?.message ?? "") ?? [];
	if (number !== void 0) return {
		number: Number(number),
		branch
	};
	const squashed = /\(#(\d{1,15})\)$/.exec(headlineOf$2(message))?.[1];
	return squashed === void 0 ? void 0 : { number: Number(squashed) };
};
function promotersOf(commits) {
	return new Set(commits.filter(({ message }) => hasRecord(message)).map(({ author }) => author));
}
function hasRecord(text) {
	return parseTrailers(text).some(isState);
}
const headlineOf$2 = (message) => message.split("\n", 1).join().trimEnd();
const isPromotion = ({ author, message }, promoters) => promoters.has(author) || author.endsWith("[bot]") || /\b(?:Promote|Roll back) /.test(headlineOf$2(message));
function refuseMoment(moment) {
	return fail("input-invalid", `The branch had no commit yet at ${moment}.`, "Give a later moment in the input `at`; a clone of limited depth lacks the older commits.");
}

// src/domain/message.ts
const LONGEST_HEADLINE = 72;
const MOST_LINES = 500;
function commitMessage(parts) {
	const { changes, reason, overrides = [], trailers } = parts;
	const passed = overrides.map((override) => `Override: ${inert$1(override)}`);
	const paragraphs = [
		changeLines(changes),
		[...reasonLines(reason), ...passed],
		trailerLines(trailers)
	];
	return {
		headline: filledIn(parts),
		body: paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")
	};
}
const filledIn = ({ headline = "{summary}", ...parts }) => {
	const values = {
		summary: headlineOf$1(parts),
		product: distinct(parts.changes.map(({ product }) => product)).join(", "),
		environments: distinct(parts.changes.map(({ environment }) => environment)).join(", ")
	};
	return headline.replace(/\{(summary|product|environments)\}/g, (_, name) => values[name] ?? "");
};
function headlineOf$1({ kind, changes }) {
	const products = distinct(changes.map(({ product }) => product));
	const environments = distinct(changes.map(({ environment }) => environment));
	const images = distinct(changes.map(({ image }) => image));
	const [verb, to] = kind === "promotion" ? ["Promote", "to"] : ["Roll back", "in"];
	const where = `${verb} ${products.join(", ")} ${to} ${environments.join(", ")}`;
	const countedImages = counted(images.length, "image");
	const candidates = [
		`${where}: ${steps(changes, "whole")}`,
		`${where}: ${steps(changes, "target")}`,
		`${where}: ${images.map(shortNameAmong(images)).join(", ")}`,
		`${where}: ${countedImages}`,
		`${verb} ${counted(products.length, "product")} ${to} ${environments.join(", ")}: ${countedImages}`
	];
	const last = `${verb} ${counted(products.length, "product")} ${to} ${counted(environments.length, "environment")}: ${countedImages}`;
	return candidates.find((headline) => [...headline].length <= LONGEST_HEADLINE) ?? last;
}
function changeLines(changes) {
	const lines = distinct(changes.map(({ path, from, to }) => `- ${inert$1(path)}: ${inertReference(from)} → ${inertReference(to)}`));
	const rest = lines.length - 500;
	return rest > 0 ? [...lines.slice(0, 500), `- and ${rest} more`] : lines;
}
function reasonLines(reason) {
	const text = inert$1(reason ?? "");
	return text === "" ? [] : [`Reason: ${text}`];
}
function trailerLines(trailers) {
	return distinct(trailers.flatMap(printTrailerLines));
}
function hasOwnForm(message) {
	const [headline = "", ...lines] = message.split("\n");
	return /\b(?:Promote .+ to|Roll back .+ in) .+: /.test(headline) && lines.every(isOwnLine);
}
const isOwnLine = (line) => /^(?:- .*→.*|- and \d+ more|(?:Reason|Override|Built|Delivery): .*|[A-Z][a-z]+(?:-[a-z]+)*-by: .+|)$/.test(line) || parseTrailers(line).length > 0;
function inert$1(text) {
	const calmed = calm(text);
	return calmed === text ? text : inert$1(calmed);
}
const calm = (text) => text.replace(/\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}/gu, "").replace(/\[/g, "(").replace(/\]/g, ")").replace(/\*{2,}/g, "*").replace(/skip-checks/gi, (words) => words.replace("-", " ")).replace(/[a-z][a-z0-9+.-]*:\/\//gi, "").replace(/:\/\//g, ": //").replace(/www\.(?=\S)/gi, "$& ").replace(/(?:mailto|xmpp):(?=\S)/gi, "$& ").replace(/[@#](?=\S)/g, "$& ").replace(/(?<![A-Z0-9])GH-(?=\d)/gi, "$& ").replace(/[\p{C}\p{Z}]+/gu, " ").trim();
const inertReference = (reference) => {
	const text = printReference(reference);
	return /^[\w./:-]+(?<=\w)(?:@[\w.:+-]+)?$/.test(text) && !text.includes("://") ? text : inert$1(text);
};
const steps = (changes, detail) => {
	const images = distinct(changes.map(({ image }) => image));
	const nameOf = shortNameAmong(images);
	const each = images.map((image) => {
		const own = changes.filter((change) => change.image === image);
		return {
			name: nameOf(image),
			step: stepOf$1(own, detail)
		};
	});
	return distinct(each.map(({ step }) => step)).map((step) => {
		return `${each.filter((candidate) => candidate.step === step).map(({ name }) => name).join(", ")} ${step}`.trimEnd();
	}).join(", ");
};
const stepOf$1 = (changes, detail) => {
	const spelling = changes.some(({ from, to }) => from.tag === to.tag) ? "digest" : "tag";
	const before = distinct(changes.map(({ from }) => shortVersion(from, spelling)));
	const after = distinct(changes.map(({ to }) => shortVersion(to, spelling))).join(", ");
	const [only = ""] = before;
	return detail === "target" || before.length > 1 || only === "" ? after : `${only} → ${after}`;
};
const shortVersion = ({ tag, digest }, spelling) => {
	if (digest !== void 0 && (tag === void 0 || spelling === "digest")) return inert$1(shortDigest(digest));
	return tag === void 0 ? "" : inert$1(shortTag(tag));
};
const shortTag = (tag) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tag) ? tag.slice(0, 7) : tag;
const shortDigest = (digest) => digest.slice(0, digest.indexOf(":") + 8);
const shortNameAmong = (images) => (image) => {
	const parts = image.split("/");
	const unique = parts.map((_, index) => index + 1).find((length) => {
		const suffix = parts.slice(-length).join("/");
		return images.every((other) => other === image || !`/${other}`.endsWith(`/${suffix}`));
	});
	return inert$1(parts.slice(-(unique ?? parts.length)).join("/"));
};
const distinct = (texts) => [...new Set(texts)];

// src/domain/proposal/branch-claim.ts
function isOneOf(login, logins) {
	return login !== void 0 && logins.some((one) => one.toLowerCase() === login.toLowerCase());
}
function plainLogin(login) {
	return login.toLowerCase().replace(/\[bot\]$/, "");
}
function claimOf({ head, commits }, ours) {
	if (commits === 0) return "spent";
	const { message, author, vouched, signed, parents } = head;
	const kinds = parseTrailers(message).map(({ kind }) => kind);
	const tells = kinds.includes("id") && (kinds.includes("promotion") || kinds.includes("rollback"));
	const names = signed ? [vouched] : [author, `${author}[bot]`];
	return commits === 1 && parents.length === 1 && tells && names.some((name) => isOneOf(name, ours)) ? "claimed" : "foreign";
}
function explainForeign({ vouched, signed }, { broughtBy, pusher, paths, before, after, others }, { ours, plan }) {
	if (broughtBy === "unknown") return "not all pull requests that it belongs to can be seen";
	if (broughtBy !== void 0) return `it was made by merging pull request ${broughtBy}`;
	if (!signed && pusher === void 0) return "it is not signed, and the server does not tell who has pushed it";
	if (!signed && !isOneOf(pusher, ours)) return `it is not signed, and ${quote(pusher ?? "")} has pushed it`;
	if (signed && !isOneOf(vouched, ours)) return "GitHub names another author";
	const planned = plan();
	if (typeof planned === "string") return `its lines and its files do not belong together (${planned})`;
	const wanted = new Map(planned.map((file) => [file.path, file]));
	const unexpected = [...paths.filter((path, at) => !isAsPlanned(wanted.get(path), before[at], after[at])), ...others];
	if (unexpected.length === 0) return void 0;
	return `it does not change ${listed(unexpected.slice(0, 3).map(quote))} as its lines say`;
}
const isAsPlanned = (change, before, after) => {
	if (before?.kind !== "file") return before?.kind === after?.kind && change === void 0;
	const text = change?.after ?? before.text;
	return after?.kind === "file" && after.executable === before.executable && after.text === text;
};
function toldChanges(message) {
	const told = [];
	for (const line of message.split("\n")) {
		const [, path, from = "", to = ""] = /^- (.+): (\S*) → (\S+)$/.exec(line) ?? [];
		const reference = referenceIn(to);
		if (path === void 0 || reference === void 0) continue;
		told.push({
			path,
			from: referenceIn(from),
			to: reference
		});
		if (told.length === 500) break;
	}
	return told;
}
function requestsFor(trailers, told) {
	const names = /* @__PURE__ */ new Map();
	for (const { from, to } of told) {
		const key = printReference(to);
		names.set(key, (names.get(key) ?? /* @__PURE__ */ new Set()).add(from?.repository ?? to.repository));
	}
	return trailers.flatMap(({ reference }) => {
		const { repository, tag, digest } = reference;
		return [...names.get(printReference(reference)) ?? [repository]].map((name) => name === repository ? {
			name,
			tag,
			digest
		} : {
			name,
			newName: repository,
			tag,
			digest
		});
	});
}
const referenceIn = (text) => {
	try {
		return parseReference(text);
	} catch (error) {
		if (error instanceof PromotionError) return void 0;
		throw error;
	}
};

// src/domain/proposal/carried.ts
function carriedBy({ head, pullRequest }, ours) {
	const { message } = head;
	const { description = "", author, editor = author } = pullRequest ?? {};
	const isCurrent = idIn(message) !== void 0 && idIn(description) === idIn(message);
	const isOurs = isOneOf(author, ours) && isOneOf(editor, ours);
	const own = deliveriesIn(message);
	const told = isCurrent ? deliveriesIn(description) : own;
	const deliveries = new Map([...told].filter(([key, delivery]) => !isCurrent || isOurs || own.get(key) === delivery));
	const byItem = /* @__PURE__ */ new Map();
	for (const trailer of parseTrailers(message)) {
		if (!isStateTrailer(trailer)) continue;
		const key = itemKey(trailer.environment, trailer.reference.repository);
		byItem.set(key, {
			trailer,
			delivery: deliveries.get(key) ?? "pull-request"
		});
	}
	return [...byItem.values()];
}
function itemKey(environment, image) {
	return `${environment} ${canonicalRepository(image)}`;
}
function deliveryLines$1(carried) {
	const lines = carried.filter(({ delivery }) => delivery !== "pull-request").map(({ trailer, delivery }) => `Delivery: ${delivery} ${trailer.environment} ${trailer.reference.repository}`);
	return [...new Set(lines)];
}
const deliveriesIn = (text) => new Map(text.split(/\r?\n/).flatMap(parseDelivery));
const parseDelivery = (line) => {
	const [, delivery, environment = "", image = ""] = /^Delivery: (auto-merge|merge) (\S+) (\S+)$/.exec(line) ?? [];
	if (!isName(environment)) return [];
	return [[itemKey(environment, image), delivery === "merge" ? "merge" : "auto-merge"]];
};
function sameCarried(one, other) {
	return same(one, other, ({ trailer }) => printTrailerLines(trailer).join("\n"));
}
function sameDeliveries(one, other) {
	return same(one, other, (carried) => deliveryLines$1([carried]).join(""));
}
const same = (one, other, print) => {
	const [some, more] = [one, other].map((carried) => [...new Set(carried.map(print))].sort().join("\n"));
	return some === more;
};
function idIn(text) {
	return parseTrailers(text).find((trailer) => trailer.kind === "id")?.id;
}
function reasonIn(message) {
	return /^Reason: (.+)$/m.exec(message)?.[1];
}

// src/domain/proposal/delivery-parts.ts
const BRANCHES = "promotion/";
function branchesOf(product) {
	return `${BRANCHES}${product}/`;
}
function productOf(branch) {
	return branch.slice(10).split("/", 1).join();
}
function branchOf(product, environments) {
	return `${branchesOf(product)}${environments.join("+")}`;
}
const TEMPORARY_BRANCHES = `${BRANCHES}_/`;
function temporaryBranch(id) {
	return `${TEMPORARY_BRANCHES}${id}`;
}
const HOUR = 36e5;
function isLeftOver({ branch, message, committedAt }, now) {
	const id = branch.startsWith("promotion/_/") ? branch.slice(TEMPORARY_BRANCHES.length) : "";
	const made = idIn(message) === id ? Date.parse(committedAt) : timeIn(id);
	return isUuid(id) && now.getTime() - made > HOUR;
}
const timeIn = (id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 13).replace("-", ""), 16) : NaN;
const preferred = [
	"squash",
	"merge",
	"rebase"
];
function chooseMethod(wanted, { settings, rules }) {
	const allowed = preferred.filter((method) => settings.includes(method) && (rules?.includes(method) ?? true));
	const method = wanted ?? allowed[0];
	if (method !== void 0 && allowed.includes(method)) return {
		kind: "chosen",
		method
	};
	return {
		kind: "refused",
		by: (wanted === void 0 ? settings.length === 0 : !settings.includes(wanted)) ? "settings" : "rules",
		allowed
	};
}
function partsOf(targets, given) {
	const deliveryOf = ({ settings }) => given ?? settings.delivery ?? "commit";
	const committed = targets.filter((target) => deliveryOf(target) === "commit");
	const groups = /* @__PURE__ */ new Map();
	for (const target of targets) {
		const key = `${target.product} ${deliveryOf(target)}`;
		if (deliveryOf(target) !== "commit") groups.set(key, [...groups.get(key) ?? [], target]);
	}
	return [...committed.length > 0 ? [{
		kind: "commit",
		key: "commit",
		targets: committed
	}] : [], ...[...groups.values()].flatMap((members) => proposalOf$1(members, deliveryOf))];
}
const proposalOf$1 = (targets, deliveryOf) => {
	const [first] = targets;
	const delivery = first === void 0 ? "commit" : deliveryOf(first);
	if (first === void 0 || delivery === "commit") return [];
	const { product } = first;
	const environments = targets.map(({ environment }) => environment);
	return [{
		kind: "proposal",
		key: branchOf(product, environments),
		product,
		environments,
		delivery,
		targets
	}];
};
function pullRequestOptionsOf({ targets }, given) {
	const all = targets.map(({ settings }) => settings);
	const united = (name) => [...new Set(given[name] ?? all.flatMap((settings) => settings[name] ?? []))];
	return {
		labels: united("labels"),
		reviewers: united("reviewers"),
		assignees: united("assignees"),
		draft: given.draft ?? all.some(({ draft }) => draft === true),
		mergeMethod: given.mergeMethod ?? all.find(({ mergeMethod }) => mergeMethod !== void 0)?.mergeMethod
	};
}

// src/adapters/github/pulls/proposal-queries.ts
const INLINE = 8;
const NAMES = 100;
const EVERY = "";
const MANY = "*";
const MOST_PRODUCTS = 50;
const listedFor = (products) => products.length > MOST_PRODUCTS ? [MANY] : products;
const prefixOf = (product) => `refs/heads/${product === "" || product === MANY ? BRANCHES : branchesOf(product)}`;
const PULL_REQUEST$1 = `fragment Proposed on PullRequest {
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
${PULL_REQUEST$1}`;
const PAGE_INFO = "pageInfo { hasNextPage endCursor }";
const OPEN_ONES = "open: associatedPullRequests(first: 1, states: OPEN) { totalCount }";
const namesOf$1 = (product) => `{ nodes { name prefix ${product === "" ? OPEN_ONES : ""} } ${PAGE_INFO} }`;
const isInline = ([first, ...others]) => others.length === 0 && first !== void 0 && first !== "" && first !== MANY;
function proposalFields(products = []) {
	if (products.length === 0) return "";
	if (isInline(products)) return `url p0: refs(refPrefix: $p0, first: ${INLINE}) { nodes { ...Proposal } ${PAGE_INFO} }`;
	return products.map((product, at) => `p${at}: refs(refPrefix: $p${at}, first: ${NAMES}) ${namesOf$1(product)}`).join("\n  ");
}
const proposalFragments = (products) => isInline(products) ? [PROPOSAL] : [];
const moreNames = (product) => `query Names(
  $owner: String!, $name: String!, $prefix: String!, $after: String
) {
  repository(owner: $owner, name: $name) {
    id nameWithOwner
    p0: refs(refPrefix: $prefix, first: ${NAMES}, after: $after) ${namesOf$1(product)}
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
const listOf$1 = (connection) => (connection?.nodes ?? []).flatMap((node) => node === null ? [] : [node]);

// src/adapters/github/refusals.ts
const wordsIn = (message) => message.replace(/^\["(.*)"\]$/s, "$1").replace(/"[^"\n]*"/g, "\"\"");
const says = (pattern) => ({ message }) => pattern.test(wordsIn(message));
const UNSIGNED = /verified signature|requires? signed commits|must be signed/i;
const READING = ["read", "commit"];
const COMMIT$1 = ["commit"];
const DISPATCH = ["event", "start"];
const PULL_REQUEST = [
	"branch",
	"open",
	"update",
	"arm",
	"merge"
];
const passing = [
	{
		doing: ["read"],
		applies: ({ type, path }) => type === void 0 && path !== void 0 || type === "INTERNAL" || type === "SERVICE_UNAVAILABLE",
		passage: "ask-again"
	},
	{
		doing: ["commit", "branch"],
		applies: ({ type, message }) => type === "STALE_DATA" || /expected branch to point to|is at [0-9a-f]{40,64} but expected|no commit exists with specified expectedHeadOid/i.test(message),
		passage: "start-over"
	},
	{
		doing: ["open"],
		applies: says(/already exists for|no commits between|head sha can't be blank|head ref must be a branch/i),
		passage: "start-over"
	},
	{
		doing: ["merge"],
		applies: (problem) => problem.status === 409 || says(/base branch was modified|merge already in progress/i)(problem),
		passage: "start-over"
	},
	{
		doing: ["merge"],
		applies: says(/is not mergeable|merge conflict/i),
		passage: "look-mergeable"
	},
	{
		doing: ["merge"],
		applies: says(/not up[ -]to[ -]date|out[ -]of[ -]date/i),
		passage: "look-behind"
	},
	{
		doing: ["arm"],
		applies: says(/in (?:clean|has_hooks) status/i),
		passage: "merge-now"
	},
	{
		doing: ["arm"],
		applies: says(/in unknown status/i),
		passage: "ask-again"
	},
	{
		doing: ["disarm"],
		applies: says(/can't disable|not in clean|not enabled|is not open/i),
		passage: "start-over"
	},
	{
		doing: ["close"],
		applies: says(/reference does not exist/i),
		passage: "done"
	}
];
function reactionTo(problem, doing) {
	return passing.find((row) => row.doing.includes(doing) && row.applies(problem))?.passage;
}
const table$1 = [
	{
		kind: "passing",
		code: "branch-contended",
		doing: ["commit", "branch"],
		applies: (problem, { doing }) => reactionTo(problem, doing) === "start-over",
		why: ({ branch = "" }) => `the branch ${quote(branch)} has moved meanwhile`,
		hint: () => "Run it again."
	},
	{
		kind: "rule",
		code: "permission-missing",
		applies: says(/\bSAML\b|single sign-on/i),
		why: ({ repository }) => `the organization of ${quote(repository)} has not authorized the token`,
		hint: () => "Authorize the personal access token for single sign-on of the organization (its settings, Configure SSO)."
	},
	{
		kind: "rule",
		code: "permission-missing",
		applies: says(/IP allow ?list/i),
		why: ({ repository }) => `the organization of ${quote(repository)} does not let this runner in`,
		hint: () => "Run the job on a runner whose address is on the IP allow list of the organization or its enterprise."
	},
	{
		kind: "rule",
		code: "permission-missing",
		applies: says(/lifetime/i),
		why: ({ repository }) => `the owner of ${quote(repository)} forbids tokens that live so long`,
		hint: () => "Shorten the lifetime of the personal access token to what is allowed, or set the input `token` to that of a GitHub App."
	},
	{
		kind: "rule",
		code: "permission-missing",
		applies: says(/forbids access via a (?:personal access tokens? \(classic\)|fine-grained)/i),
		why: ({ repository }) => `the owner of ${quote(repository)} forbids this kind of token`,
		hint: () => "Set the input `token` to that of a GitHub App, or to a personal access token of the kind that is allowed."
	},
	{
		kind: "rule",
		code: "permission-missing",
		applies: says(/OAuth App access restrictions/i),
		why: ({ repository }) => `the organization of ${quote(repository)} has not approved the app that made the token`,
		hint: () => "Set the input `token` to that of a GitHub App or to a personal access token."
	},
	{
		kind: "rule",
		code: "permission-missing",
		applies: says(/fine[ -]grained access do(?:es)? not support the GraphQL API/i),
		why: () => "this server does not take a fine-grained token for GraphQL",
		hint: () => "Set the input `token` to that of a GitHub App or to a classic personal access token."
	},
	{
		kind: "rule",
		code: "permission-missing",
		applies: says(/installation (?:has been|is|was) suspended/i),
		why: ({ repository }) => `the installation of the GitHub App at ${quote(repository)} is suspended`,
		hint: () => "Unsuspend it in the settings of the organization (GitHub Apps, Configure)."
	},
	{
		kind: "rule",
		code: "permission-missing",
		applies: says(/account (?:has been|is|was) suspended/i),
		why: () => "the account that owns the token is suspended",
		hint: () => "Set the input `token` to that of a GitHub App or of another account."
	},
	{
		kind: "rule",
		code: "permission-missing",
		applies: says(/(?:was|is|has been) archived/i),
		why: ({ repository }) => `the repository ${quote(repository)} is read-only`,
		hint: () => "Unarchive the repository in its settings, or name another one in the input `repository`."
	},
	{
		kind: "right",
		code: "permission-missing",
		applies: (problem) => problem.type === "INSUFFICIENT_SCOPES" || says(/has not been granted the required scopes/i)(problem),
		why: ({ repository }) => `the classic token lacks a scope for ${quote(repository)}`,
		hint: () => "Give the classic personal access token the scope that GitHub names, or use the token of a GitHub App."
	},
	{
		kind: "right",
		code: "workflow-missing",
		doing: ["start"],
		applies: ({ status }, { ref }) => status === 404 && ref !== void 0,
		why: ({ repository, workflow = "", ref = "" }) => `the repository ${quote(repository)} has no workflow ${quote(workflow)} on its default branch ${quote(ref)}`,
		hint: (refused) => `Check the input \`workflow\`: it is the name of a file in .github/workflows of ${refused.repository}, which must be on the default branch. If it is there, the token may not start it. ${grantDispatch(refused)}`,
		bare: true
	},
	{
		kind: "right",
		code: "repository-missing",
		doing: DISPATCH,
		applies: ({ status }) => status === 404,
		why: ({ repository }) => `GitHub shows this token no repository ${quote(repository)} to send anything to`,
		hint: (refused) => `Check the spelling of the input \`repository\`. If the repository exists, the token has no access to it. ${grantDispatch(refused)}`,
		bare: true
	},
	{
		kind: "final",
		code: "workflow-unfit",
		doing: DISPATCH,
		applies: says(/does not have 'workflow_dispatch' trigger/i),
		why: (refused) => `the workflow ${workflowOf(refused)} cannot be started`,
		hint: () => "Add \"on: workflow_dispatch\" with the input payload to the workflow on the default branch; the documentation of the set-up shows it whole."
	},
	{
		kind: "final",
		code: "workflow-unfit",
		doing: DISPATCH,
		applies: says(/unexpected inputs? provided/i),
		why: (refused) => `the workflow ${workflowOf(refused)} has no input payload`,
		hint: () => "Add an input named payload, of type string and not required, below \"on: workflow_dispatch: inputs:\" on the default branch."
	},
	{
		kind: "final",
		code: "workflow-unfit",
		doing: DISPATCH,
		applies: says(/required input .*not provided/i),
		why: (refused) => `the workflow ${workflowOf(refused)} demands more than the input payload`,
		hint: () => "Take \"required: true\" off the other inputs of the workflow: a dispatch fills in payload alone."
	},
	{
		kind: "final",
		code: "workflow-unfit",
		doing: DISPATCH,
		applies: says(/disabled workflow|workflow is disabled/i),
		why: (refused) => `the workflow ${workflowOf(refused)} is switched off`,
		hint: ({ repository }) => `Enable it under Actions of ${repository}.`
	},
	{
		kind: "final",
		code: "payload-too-large",
		doing: DISPATCH,
		applies: ({ status, message }) => status === 413 || /too large|too long|no more than \d+ properties/i.test(message),
		why: () => "GitHub does not take a payload of this size",
		hint: () => "Dispatch fewer images or products in one step."
	},
	{
		kind: "right",
		code: "permission-missing",
		doing: DISPATCH,
		applies: isMissingRight,
		why: ({ doing, repository }) => doing === "start" ? `the token may not start workflows of ${quote(repository)}` : `the token may not send events to ${quote(repository)}`,
		hint: (refused) => grantDispatch(refused)
	},
	{
		kind: "final",
		code: "repository-missing",
		applies: says(/could not resolve to a repository/i),
		why: ({ repository }) => `GitHub shows this token no repository ${quote(repository)}`,
		hint: (refused) => `Check the spelling of the input \`repository\`. If the repository exists, the token has no access to it: ${uncapitalized(grantContents(refused))}`,
		bare: true
	},
	{
		kind: "final",
		code: "branch-missing",
		doing: READING,
		applies: says(/^branch not found|reference does not exist/i),
		why: ({ repository, branch = "" }) => `the repository ${quote(repository)} has no branch ${quote(branch)}`,
		hint: () => "Check the input `branch`; a promotion never creates the branch that it commits to.",
		bare: true
	},
	{
		kind: "right",
		code: "permission-missing",
		doing: ["commit", "branch"],
		applies: (problem, refused) => /without .?workflows?. (permission|scope)/i.test(problem.message) || isMissingRight(problem, refused) && touchesWorkflows(refused),
		why: ({ repository }) => `the token may not change workflow files of ${quote(repository)}`,
		hint: () => "A change below .github/workflows needs a GitHub App with Workflows: write or a personal access token with the workflow scope, never the workflow's own token; better, keep manifests out of that folder."
	},
	{
		kind: "rule",
		code: "branch-protected",
		doing: COMMIT$1,
		applies: says(/commit message/i),
		why: refusedCommit,
		hint: () => "Set `commit-message` in the configuration so that the first line of the commit fits the pattern."
	},
	{
		kind: "rule",
		code: "branch-protected",
		doing: ["commit", "branch"],
		applies: says(UNSIGNED),
		why: (refused) => refused.doing === "commit" ? refusedCommit(refused) : refusedBranch(refused),
		hint: ({ tokenKind }) => tokenKind === "installation" ? "Put the App on the bypass list of this rule (Settings, Rules). A GitHub Enterprise Server signs commits only where that is switched on." : "Use the token of a GitHub App, whose commits GitHub signs, or put the owner of the token on the bypass list of this rule (Settings, Rules)."
	},
	{
		kind: "rule",
		code: "branch-protected",
		doing: COMMIT$1,
		applies: (problem) => problem.type === "BRANCH_PROTECTION_RULE_VIOLATION" || says(/rule violations?|protected[ -](?:branch|ref)|not authorized to push|through a pull request|through the merge queue/i)(problem),
		why: refusedCommit,
		hint: () => "Let a GitHub App commit that is on the bypass list of this rule (Settings, Rules), or set `delivery: pull-request`."
	},
	{
		kind: "right",
		code: "permission-missing",
		doing: READING,
		applies: isMissingRight,
		why: ({ doing, repository }) => `the token may not ${doing === "read" ? "read" : "write"} the contents of ${quote(repository)}`,
		hint: (refused) => grantContents(refused)
	},
	{
		kind: "rule",
		code: "permission-missing",
		doing: PULL_REQUEST,
		applies: says(/not permitted to create or approve pull requests/i),
		why: () => "the repository does not let the workflow's own token open pull requests",
		hint: () => "Tick \"Allow GitHub Actions to create and approve pull requests\" under Settings, Actions, General (an organization may forbid it), or use the token of a GitHub App in the input `token`."
	},
	{
		kind: "final",
		code: "branch-taken",
		doing: ["branch"],
		applies: says(/reference update failed|ref cannot be created|cannot lock ref/i),
		why: ({ branch = "" }) => `another branch is in the way of the name ${quote(branch)}`,
		hint: ({ branch = "" }) => `Delete or rename branches such as ${listed([...parentsOf$1(branch), `${branch}/…`].map((name) => quote(name)))}: git cannot have a branch and a folder of one name.`
	},
	{
		kind: "rule",
		code: "branch-protected",
		doing: ["branch"],
		applies: says(/through a pull request/i),
		why: ({ branch = "" }) => `the rules want a pull request for ${quote(branch)}, which is the branch of one`,
		hint: () => "Leave promotion/** out of the branches that this rule is about, or put the GitHub App of the input `token` on its bypass list (Settings, Rules)."
	},
	{
		kind: "rule",
		code: "branch-protected",
		doing: ["branch"],
		applies: says(/commit message/i),
		why: ({ branch = "" }) => `the rules of ${quote(branch)} want another commit message`,
		hint: () => "Set `commit-message` in the configuration so that the first line of the commit fits the pattern."
	},
	{
		kind: "rule",
		code: "branch-protected",
		doing: ["branch"],
		applies: says(/rule violations?|protected[ -](?:branch|ref)|not authorized to push|cannot (?:force-push|create ref|delete)/i),
		why: refusedBranch,
		hint: () => "Put the GitHub App of the input `token` on the bypass list of the ruleset for promotion/** (Settings, Rules)."
	},
	{
		kind: "right",
		code: "permission-missing",
		doing: ["branch"],
		applies: isMissingRight,
		why: mayNot,
		hint: () => "Give the token Contents: write (for the workflow's own token \"permissions: contents: write\")."
	},
	{
		kind: "right",
		code: "permission-missing",
		doing: ["open", "update"],
		applies: isMissingRight,
		why: mayNot,
		hint: () => "Give the token Pull requests: write (for the workflow's own token \"permissions: pull-requests: write\")."
	},
	{
		kind: "right",
		code: "permission-missing",
		doing: ["arm", "merge"],
		applies: isMissingRight,
		why: mayNot,
		hint: ({ doing }) => `${doing === "arm" ? "Auto-merge takes Contents: write and Pull requests: write" : "Merging takes Contents: write"}, and Workflows: write where the base has changed a workflow meanwhile: use the token of a GitHub App, or merge by hand.`
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: ["merge", "arm"],
		applies: says(/cannot be automatically signed/i),
		why: () => "the base wants signed commits, and GitHub cannot sign those of a rebase",
		hint: () => "Set `merge-method` to squash or merge: GitHub signs these itself."
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: ["merge", "arm"],
		applies: says(UNSIGNED),
		why: ({ base = "" }) => `the rules of ${quote(base)} want signed commits, and one of its commits is not signed`,
		hint: () => "Set `merge-method` to squash: GitHub signs the one commit that this makes."
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: ["merge", "arm"],
		applies: says(/must not contain merge commits|linear history/i),
		why: ({ base = "" }) => `the rules of ${quote(base)} want a linear history`,
		hint: () => "Set `merge-method` to squash or rebase."
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: ["merge", "arm"],
		applies: says(/not (?:authorized|allowed) to (?:push|merge)/i),
		why: ({ base = "" }) => `the owner of the token is not among those who may push to ${quote(base)}`,
		hint: ({ base = "" }) => `Add it to those who may push to ${quote(base)} in the protection of the branch (Settings, Branches, or Rules), or merge by hand.`
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: ["merge", "arm"],
		applies: says(/commit message/i),
		why: ({ base = "" }) => `the rules of ${quote(base)} want another commit message`,
		hint: () => "Set `commit-message` in the configuration so that the first line of the commit fits the pattern."
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: PULL_REQUEST,
		applies: says(/auto.?merge is not allowed/i),
		why: () => "the repository does not allow auto-merge",
		hint: () => "Tick \"Allow auto-merge\" under Settings, General, Pull Requests, or set `delivery: merge`."
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: PULL_REQUEST,
		applies: says(/correct state to enable auto-merge|can't enable auto-merge/i),
		why: () => "GitHub arms nothing that it could merge at once, that is a draft or that is closed",
		hint: () => "Look at the pull request; if it can be merged now, set `delivery: merge`."
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: PULL_REQUEST,
		applies: says(/in unstable status/i),
		why: () => "its checks have not succeeded, and none of them is required, so that there is nothing for auto-merge to wait for",
		hint: ({ base = "" }) => `Require the checks in the rules of ${quote(base)} (Settings, Rules), or set \`delivery: merge\` to merge whatever the checks say.`
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: PULL_REQUEST,
		applies: says(/rules not configured/i),
		why: ({ base = "" }) => `no rules protect ${quote(base)}, so that there is nothing for auto-merge to wait for`,
		hint: ({ base = "" }) => `Require reviews or checks in the rules of ${quote(base)} (Settings, Rules), or set \`delivery: merge\`.`
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: PULL_REQUEST,
		applies: says(/merges? (?:commits )?are not allowed|merge method/i),
		why: () => "the repository or the rules of the branch do not allow this merge method",
		hint: () => "Allow it under Settings, General, Pull Requests, and in the rulesets of the branch, or set `merge-method` to one that is allowed."
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: ["merge"],
		applies: says(/merge queue/i),
		why: ({ base = "" }) => `a merge queue stands before ${quote(base)}`,
		hint: () => "Set `delivery: auto-merge`, which adds it to the queue."
	},
	{
		kind: "final",
		code: "not-merged",
		doing: PULL_REQUEST,
		applies: says(/still a draft|in draft (?:status|state)|draft pull request|is a draft/i),
		why: () => "it is a draft",
		hint: () => "Mark it as ready for review, or do not set `draft`."
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: ["merge"],
		applies: says(/status check|required (?:deployment|workflow)|code (?:scanning|quality)/i),
		why: ({ base = "" }) => `the rules of ${quote(base)} require checks that have not succeeded`,
		hint: () => "Set `delivery: auto-merge`, which waits for them. Checks of what the workflow's own token has pushed wait until somebody approves them: use the token of a GitHub App."
	},
	{
		kind: "rule",
		code: "not-merged",
		doing: ["merge"],
		applies: says(/rule violations?|review|protected[ -]branch|required|must be resolved|up[ -]to[ -]date|out[ -]of[ -]date/i),
		why: ({ base = "" }) => `the rules of ${quote(base)} are not met`,
		hint: () => "Set `delivery: auto-merge`, which waits until they are, or put the GitHub App of the input `token` on their bypass list (Settings, Rules)."
	}
];
const rowFor = (problem, refused) => table$1.find(({ doing, applies }) => (doing === void 0 || doing.includes(refused.doing)) && applies(problem, refused));
const rowsFor = (problem, refused) => {
	const rules = violatedRules(problem.message).map((rule) => `Repository rule violations found\n${rule}`);
	const rows = (rules.length === 0 ? [problem.message] : rules).map((message) => rowFor({
		...problem,
		message
	}, refused));
	return [...new Set(rows)].filter((row) => row !== void 0);
};
function readingOf(place) {
	return {
		doing: "read",
		repository: fullName(place),
		tokenKind: place.client.tokenKind
	};
}
function isFinal(problem, refused) {
	const row = rowFor(problem, refused);
	return row === void 0 ? isForbidden$1(problem) : row.kind !== "passing";
}
function explainRefusal(problem, refused) {
	const rows = rowsFor(problem, refused);
	const [row] = rows;
	const words = githubMessage(problem);
	if (row === void 0) return unexplained(problem, refused);
	const why = row.why(refused);
	const undone = undoneOf(refused);
	const end = row.bare ? "." : `: ${words}.`;
	const message = undone === void 0 ? `${capitalized(why)}${end}` : `${undone}, since ${why}${end}`;
	return {
		code: row.code,
		message,
		hint: rows.map(({ hint }) => hint(refused)).join(" ")
	};
}
function refuse$1(problem, refused) {
	throw new PromotionError([explainRefusal(problem, refused)]);
}
function refuseRunRead(problem, place) {
	fail("permission-missing", `The run was started, but the token may not look at runs of ${quote(fullName(place))}: ${githubMessage(problem)}.`, "Give the token Actions: read, or leave out `wait`.");
}
const NO_GUESS = "These are the words of GitHub. Apart from the rights of the token, rules of the repository, its organization or its enterprise can say no.";
const unexplained = (problem, refused) => {
	const { code, message, hint } = unknownWhile(problem, refused);
	return isForbidden$1(problem) ? {
		code: "permission-missing",
		message,
		hint: NO_GUESS
	} : {
		code,
		message,
		hint
	};
};
const unknownWhile = (problem, refused) => {
	const { doing, repository } = refused;
	const words = githubMessage(problem);
	const undone = undoneOf(refused);
	if (undone !== void 0) return {
		code: doing === "arm" || doing === "merge" ? "not-merged" : "pull-request-refused",
		message: `${undone}: ${words}.`,
		hint: "Run it again; if it stays so, look at the pull request or report this message."
	};
	const end = `${quote(repository)}: ${words}${kindOf$3(problem, refused)}.`;
	if (DISPATCH.includes(doing)) return {
		code: "host-unexpected",
		message: `GitHub refuses the ${doing === "start" ? "workflow_dispatch" : "repository_dispatch"} to ${end}`,
		hint: "Nothing was started. If the words do not tell what to change, report this message."
	};
	return {
		code: "host-unexpected",
		message: `GitHub refuses to ${doing === "read" ? "read" : "change"} ${end}`,
		hint: "Run it again; if it stays so, report this message."
	};
};
const undoneOf = ({ doing, number, branch = "" }) => {
	const what = number === void 0 ? `The pull request of ${quote(branch)}` : `Pull request ${number}`;
	return {
		branch: `The branch ${quote(branch)} cannot be written`,
		open: `${what} cannot be opened, although its branch is there`,
		update: `${what} cannot be updated`,
		arm: `${what} stays open and is not armed`,
		merge: `${what} stays open and is not merged`
	}[doing];
};
const kindOf$3 = ({ type, status }, { doing }) => {
	const kind = type ?? status ?? (DISPATCH.includes(doing) ? "no status" : void 0);
	return kind === void 0 ? "" : ` (${kind})`;
};
function refusedCommit({ repository, branch = "" }) {
	return `the rules of branch ${quote(branch)} in ${quote(repository)} refuse the commit`;
}
function refusedBranch({ branch = "" }) {
	return `the rules of ${quote(branch)} do not let the token write it`;
}
function mayNot({ repository }) {
	return `the token may not do that in ${quote(repository)}`;
}
const isForbidden$1 = ({ type, status }) => type === "FORBIDDEN" || status === 403;
function isMissingRight({ status, message }, { doing }) {
	return status === 404 && doing !== "read" || /resource not accessible|must have \w+ (?:access|rights)|must be a collaborator|does not have the correct permissions|(?<!reviewers? with )write access/i.test(wordsIn(message));
}
const touchesWorkflows = ({ paths = [] }) => paths.some((path) => path.startsWith(".github/workflows/"));
const grantContents = ({ tokenKind, doing, repository }) => grantHint(tokenKind, {
	access: doing === "read" ? "read" : "write",
	repository
});
const workflowOf = ({ workflow = "", repository }) => `${quote(workflow)} of ${quote(repository)}`;
function grantHint(kind, { access, repository }) {
	const workflow = `the workflow's own token needs "permissions: contents: ${access}" in the workflow and reaches its own repository only`;
	const app = `a GitHub App needs Contents: ${access}, accepted by the installation, which must include ${quote(repository)}`;
	const fineGrained = `a fine-grained personal access token needs Contents: ${access} for ${quote(repository)}`;
	const classic = `a classic personal access token needs ${SCOPE}, and its owner the role ${access === "read" ? "Read" : "Write"}`;
	return sentence({
		installation: [workflow, app],
		"fine-grained": [fineGrained],
		classic: [classic],
		other: [
			workflow,
			app,
			fineGrained
		]
	}[kind].join("; "));
}
const SCOPE = "the scope repo (public_repo is enough for a public repository)";
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const grantDispatch = ({ doing, repository, tokenKind }) => {
	const permission = doing === "start" ? "Actions: write" : "Contents: write";
	const app = `Set the input \`token\` to that of a GitHub App with ${permission} whose installation includes ${repository}, made by actions/create-github-app-token with owner and repositories; the workflow's own token reaches its own repository alone.`;
	if (tokenKind === "fine-grained") return `Give the fine-grained personal access token ${permission} for ${repository}.`;
	if (tokenKind === "classic") return `Give the classic personal access token ${SCOPE}, and its owner the role Write in ${repository}.`;
	return app;
};
const parentsOf$1 = (branch) => branch.split("/").slice(0, -1).map((_, at, parts) => parts.slice(0, at + 1).join("/"));
const capitalized = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const uncapitalized = (text) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

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
const ORIGIN = `fragment Origin on Commit {
  associatedPullRequests(first: 20) {
    totalCount
    nodes {
      number state headRefName baseRefName isCrossRepository body mergeCommit { oid }
      author { __typename login } editor { __typename login }
    }
  }
}`;
const PAGE = 100;
const ORIGINS_ALONG = 5;
function headQuery(selected, branch) {
	const head = `name ${selected.products?.length ? BRANCH_RULES : ""} target { ... on Commit { oid tree { oid } ${fields(selected)} } }`;
	if (branch === void 0) {
		const selection = `id nameWithOwner url defaultBranchRef { ${head} } ${proposalFields(selected.products)}`;
		return {
			document: query(declarations(selected), selection, selected),
			variables: variables(selected)
		};
	}
	const selection = `id nameWithOwner url defaultBranchRef { name } ref(qualifiedName: $branch) { ${head} } ${proposalFields(selected.products)}`;
	return {
		document: query(["$branch: String!", ...declarations(selected)], selection, selected),
		variables: {
			branch: `refs/heads/${branch}`,
			...variables(selected)
		}
	};
}
function commitQuery(commit, selected) {
	return {
		document: query(["$commit: GitObjectID!", ...declarations(selected)], `object(oid: $commit) { ... on Commit { ${fields(selected)} } }`, selected),
		variables: {
			commit,
			...variables(selected)
		}
	};
}
function revisionQuery(revision, selected) {
	return {
		document: query(["$revision: String!", ...declarations(selected)], `object(expression: $revision) { ... on Commit { oid ${fields(selected)} } }`, selected),
		variables: {
			revision,
			...variables(selected)
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
function lineQuery(commit, { size, after }) {
	return {
		document: `query Line($owner: String!, $name: String!, $commit: GitObjectID!, $size: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    id
    nameWithOwner
    object(oid: $commit) {
      ... on Commit {
        line: history(first: $size, after: $after) {
          nodes { oid parents(first: 10) { nodes { oid } } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }
}`,
		variables: {
			commit,
			size,
			after
		}
	};
}
const query = (declared, selection, { paths, histories, products = [] }) => [
	`query Snapshot(${[
		"$owner: String!",
		"$name: String!",
		...declared
	].join(", ")}) {`,
	...products.length > 0 || isHead(selection) ? ["  viewer { login }"] : [],
	`  repository(owner: $owner, name: $name) { ${selection} }`,
	"}",
	...proposalFragments(products),
	...paths.some((path) => path !== "") ? [ENTRY] : [],
	...histories.length > 0 ? [HISTORY, ORIGIN] : []
].join("\n");
const isHead = (selection) => selection.startsWith("id nameWithOwner url ");
const fields = ({ paths, histories }) => [
	"__typename",
	...paths.map((path, at) => path === "" ? `f${at}: tree { entries { name mode } }` : `f${at}: file(path: $f${at}) { ...Entry }`),
	...histories.map((path, at) => `h${at}: history(first: ${100}${path === "" ? "" : `, path: $h${at}`}) { ...History }`),
	...histories.slice(0, ORIGINS_ALONG).map((path, at) => path === "" ? `n${at}: history(first: ${ORIGINS_ALONG}) { nodes { oid ...Origin } }` : `n${at}: history(first: 1, path: $h${at}) { nodes { oid ...Origin } }`)
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
		ORIGIN
	].join("\n"),
	variables: Object.fromEntries(commits.map(({ oid }, at) => [`c${at}`, oid]))
});
async function ask(place, { document, variables }) {
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
	if (problem !== void 0) return answer.data !== void 0 && reactionTo(problem, "read") === "ask-again" ? lostAnswer(problem.message, { overloaded: false }) : refuse$1(problem, readingOf(place));
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
	return refuse$1(forbidden.length > 0 ? FORBIDDEN : NOT_FOUND, readingOf(place));
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
const isAbout = ({ path = [] }, part) => path.some((step) => part.test(String(step)));

// src/adapters/github/files.ts
const PARALLEL = 4;
const ATTEMPTS$2 = 4;
const MOST = 256e6;
function filesOf(place, commit) {
	const known = /* @__PURE__ */ new Map();
	const { sizeAfter, overloaded, most } = portions();
	let held = 0;
	const keep = async (parts, paths) => {
		const queue = paths.map((path, at) => ({
			path,
			at
		}));
		await each(() => queue.shift(), async ({ path, at }) => {
			const entry = await entryOf$1(parts[`f${at}`], path, (id) => loadBlob(place, id));
			held += entry.kind === "file" ? entry.text.length : 0;
			if (held > MOST) tooMuch$1();
			known.set(path, entry);
		});
	};
	const fetch = async (paths, attempt, riders) => {
		const histories = riders?.histories ?? [];
		const answer = await ask(place, commitQuery(commit, {
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
		if (attempt >= ATTEMPTS$2 && paths.length === 1) unavailable("files are read", reason);
		await waitBeforeRetry(place.clock, attempt);
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
		await each(() => queue.length > 0 ? queue.splice(0, Math.min(size, most())) : void 0, (batch) => fetch(batch, 1));
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
const RAW = { accept: "application/vnd.github.raw+json" };
const loadBlob = async ({ client, owner, name, clock }, id) => {
	for (let attempt = 1;; attempt++) {
		const answer = await client.bytes({
			ask: ({ rest }, options) => rest.git.getBlob({
				owner,
				repo: name,
				file_sha: id,
				...options,
				headers: {
					...options.headers,
					...RAW
				}
			}),
			repeat: true
		});
		if (answer.kind === "answered" && answer.data) return answer.data;
		const reason = answer.kind === "lost" ? answer.reason : answer.problems[0]?.message ?? "the blob is not there";
		if (attempt === ATTEMPTS$2) unavailable("a file is read", reason);
		await waitBeforeRetry(clock, attempt);
	}
};
const each = async (take, work) => {
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
const tooMuch$1 = () => fail("manifest-too-large", "The files of this promotion have over 256 million characters together.", "Name fewer files in the setting files.");
const FIRST_PATHS = 100;
const MOST_PATHS$1 = 500;
const CHARACTERS = 2e6;
const MILLISECONDS = 4e3;
function portions() {
	let most = MOST_PATHS$1;
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
const LARGEST = 4194304;
const DIRECTORY = 16384;
const SYMLINK = 40960;
const SUBMODULE = 57344;
async function entryOf$1(raw, path, load) {
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
	const text = isWhole(object) ? object.text : decode$1(await load(object.oid), object, path);
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
const isWhole = (blob) => {
	if (blob.text === null || blob.isTruncated) return false;
	const bytes = Buffer.from(blob.text, "utf8");
	return bytes.length === blob.byteSize && blobId(bytes, blob.oid.length) === blob.oid;
};
const decode$1 = (bytes, { oid }, path) => {
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
		kind: kindOf$2(mode)
	}))
});
const kindOf$2 = (mode) => {
	if (mode === DIRECTORY) return "directory";
	if (mode === SYMLINK) return "symlink";
	return mode === SUBMODULE ? "submodule" : "file";
};
const unreadable = (path) => fail("host-unexpected", `GitHub's answer for the file ${quote(path)} is not what the commit holds.`, "Run it again; if it stays so, report this message.", { path });

// src/domain/records/history.ts
function stateTrailers(commit) {
	const known = parsed$1.get(commit) ?? parse(commit);
	parsed$1.set(commit, known);
	return known;
}
const parsed$1 = /* @__PURE__ */ new WeakMap();
const parse = ({ message, description, lines }) => {
	if (lines !== void 0) return parseTrailers(lines).filter(isStateTrailer);
	const own = parseTrailers(message).filter(isStateTrailer);
	return own.length > 0 ? own : parseTrailers(description ?? "").filter(isStateTrailer);
};
function entriesOf$2({ environment, image, current, history }) {
	const repositories = [...new Set([image, current.repository].map(canonicalRepository))];
	return history.commits.flatMap((commit, position) => {
		const about = trailersByItem(commit);
		return [...new Set(repositories.flatMap((repository) => about.get(`${environment} ${repository}`) ?? []))].sort((a, b) => a.index - b.index).map(({ trailer }) => ({
			trailer,
			commit,
			position
		})).reverse();
	});
}
const trailersByItem = (commit) => {
	const known = byItem.get(commit);
	if (known !== void 0) return known;
	const found = /* @__PURE__ */ new Map();
	for (const [index, trailer] of stateTrailers(commit).entries()) {
		const repositories = [trailer.reference, ...trailer.kind === "rollback" ? [trailer.instead] : []];
		for (const key of new Set(repositories.map(({ repository }) => canonicalRepository(repository)))) {
			const item = `${trailer.environment} ${key}`;
			const others = found.get(item);
			if (others === void 0) found.set(item, [{
				index,
				trailer
			}]);
			else others.push({
				index,
				trailer
			});
		}
	}
	byItem.set(commit, found);
	return found;
};
const byItem = /* @__PURE__ */ new WeakMap();
function buildsIn(entries) {
	const promotions = /* @__PURE__ */ new Map();
	for (const [index, { trailer, commit }] of entries.entries()) {
		if (trailer.kind !== "promotion") continue;
		const { source, built } = trailer;
		const build = {
			source,
			...built === void 0 ? {} : { built },
			recordedAt: commit.committedAt
		};
		const key = canonicalReference(trailer.reference);
		const others = promotions.get(key);
		if (others === void 0) promotions.set(key, [{
			index,
			build
		}]);
		else others.push({
			index,
			build
		});
	}
	return (reference, from = 0) => {
		const all = promotions.get(canonicalReference(reference)) ?? [];
		let [low, high] = [0, all.length];
		while (low < high) {
			const middle = low + high >> 1;
			if ((all[middle]?.index ?? 0) < from) low = middle + 1;
			else high = middle;
		}
		return all[low]?.build;
	};
}

// src/adapters/github/people.ts
function teamsOf(client, repository) {
	const [org = ""] = repository.split("/");
	const known = /* @__PURE__ */ new Map();
	const ask = async (team, login) => memberOf(await client.rest({
		ask: ({ rest }, options) => rest.teams.getMembershipForUserInOrg({
			org,
			team_slug: team,
			username: login,
			...options
		}),
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
		reason: `GitHub does not answer, ${quoteWords(answer.reason)}.`
	};
	if (answer.data !== void 0) return { state: answer.data.state === "active" ? "member" : "unseen" };
	const [problem] = answer.problems;
	if (problem?.status === 404) return { state: "unseen" };
	return {
		state: "unreadable",
		reason: `GitHub refuses, ${quoteWords(problem?.message ?? "an empty answer")}.`
	};
};
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

// src/adapters/github/commit.ts
const ATTEMPTS$1 = 3;
async function commitFiles(base, request) {
	const paths = request.files.map(({ path }) => path);
	const attempted = {
		...readingOf(base.place),
		doing: "commit",
		branch: base.branch,
		paths
	};
	if (fitsMutation(request)) return write({
		base,
		request,
		attempted,
		write: mutationOf(base, request)
	});
	const made = await makeCommit(base, request, attempted);
	return made.kind === "branch-moved" ? made : write({
		base,
		request,
		attempted,
		write: moveOf(base, made)
	});
}
const write = async (writing) => {
	const outcome = await attempt(writing, { ages: true });
	if (outcome.kind === "lost") return settle$1(writing, outcome.reason, 1);
	if (outcome.kind === "refused") return judge(writing, outcome.problem);
	return outcome;
};
const settle$1 = async (writing, reason, tries) => {
	const { base, request, attempted } = writing;
	const fate = await findLanded(base, request.id);
	if (fate.kind === "committed") return fate;
	if (fate.kind === "moved") return { kind: "branch-moved" };
	if (fate.kind === "unknown" || tries === ATTEMPTS$1) return unavailable("the commit is made, and whether it was made is not known", reason);
	const outcome = await attempt(writing);
	if (outcome.kind === "lost") return settle$1(writing, outcome.reason, tries + 1);
	if (outcome.kind === "committed") return outcome;
	const late = await findLanded(base, request.id);
	if (late.kind === "committed") return late;
	if (late.kind === "moved" || outcome.kind === "branch-moved") return { kind: "branch-moved" };
	return refuse$1(outcome.problem, attempted);
};
const attempt = async ({ write: send }, sending) => {
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
	return reactionTo(problem, "commit") === "start-over" ? { kind: "branch-moved" } : {
		kind: "refused",
		problem
	};
};
const judge = async ({ base, request, attempted }, problem) => {
	if (isFinal(problem, attempted)) return refuse$1(problem, attempted);
	const fate = await look(base, request.id);
	if (fate.kind === "committed") return fate;
	return fate.kind === "moved" || fate.kind === "away" ? { kind: "branch-moved" } : refuse$1(problem, attempted);
};
const LOOKS = 4;
const PAGES = 5;
const LANDED_QUERY = `query Landed($owner: String!, $name: String!, $branch: String!, $after: String) {
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
	let fate = {
		kind: "unknown",
		reason: ""
	};
	for (let attempt = 1; attempt <= LOOKS; attempt++) {
		if (attempt > 1) await waitBeforeRetry(base.place.clock, attempt - 1);
		const seen = await look(base, id);
		if (seen.kind === "committed" || seen.kind === "moved") return seen;
		if (seen.kind !== "unknown" || fate.kind === "unknown") fate = seen;
	}
	return fate;
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
		document: LANDED_QUERY,
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
const COMMIT_MUTATION = `mutation Commit($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid url } }
}`;
function commitIn(made, problems) {
	if (!made) return answered(void 0, problems);
	const { commit } = made;
	if (commit === null) return unseen$1(problems);
	return answered({
		commit: commit.oid,
		url: commit.url
	}, problems);
}
const MOST_FILES$1 = 200;
const MOST_BYTES$1 = 5e6;
function fitsMutation({ files }) {
	const bytes = files.reduce((sum, { after }) => sum + Buffer.byteLength(after), 0);
	return files.length <= MOST_FILES$1 && bytes <= MOST_BYTES$1 && files.every(({ executable }) => !executable);
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
			document: COMMIT_MUTATION,
			variables: { input },
			...sending
		});
		if (answer.kind === "lost") return answer;
		return commitIn(answer.data?.createCommitOnBranch, answer.problems);
	};
}
const CHUNK = 2e6;
const CHUNK_FILES = 200;
const MOVE_MUTATION = "mutation Move($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";
async function makeCommit(base, { message, files }, attempted) {
	const { owner, name } = base.place;
	const repository = {
		owner,
		repo: name
	};
	let tree = base.tree;
	for (const chunk of chunks(files)) {
		const entries = [];
		for (const entry of await Promise.all(chunk.map((file) => entryOf(base, file, attempted)))) {
			if (entry.kind === "branch-moved") return entry;
			entries.push(entry);
		}
		const body = {
			...repository,
			base_tree: tree,
			tree: entries.map(({ kind: _, ...entry }) => entry)
		};
		const made = await make(base, ({ rest }, options) => rest.git.createTree({
			...body,
			...options
		}), attempted);
		if (made.kind === "branch-moved") return made;
		tree = made.data.sha;
	}
	const text = message.body === "" ? message.headline : `${message.headline}\n\n${message.body}`;
	const body = {
		...repository,
		message: text,
		tree,
		parents: [base.commit]
	};
	const commit = await make(base, ({ rest }, options) => rest.git.createCommit({
		...body,
		...options
	}), attempted);
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
			document: MOVE_MUTATION,
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
const entryOf = async (base, { path, executable, after }, attempted) => {
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
	const { owner, name } = base.place;
	const body = {
		owner,
		repo: name,
		content: Buffer.from(after).toString("base64"),
		encoding: "base64"
	};
	const made = await make(base, ({ rest }, options) => rest.git.createBlob({
		...body,
		...options
	}), attempted);
	return made.kind === "branch-moved" ? made : {
		...entry,
		sha: made.data.sha
	};
};
const make = async ({ place }, ask, attempted) => {
	const answer = await place.client.rest({
		ask,
		repeat: true,
		ages: true
	});
	if (answer.kind === "lost") return unavailable("the commit is prepared", answer.reason);
	if (answer.data) return {
		kind: "object",
		data: answer.data
	};
	return limitedIn(answer.problems) ?? refuse$1(answer.problems[0] ?? { message: "an empty answer" }, attempted);
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

// src/adapters/github/pulls/examine.ts
const MOST_PATHS = 100;
const MOST_COMMITS = 20;
const ATTEMPTS = 5;
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
			before: await entriesOf$1(place, {
				id: question.parent,
				side: before,
				paths: question.paths
			}),
			after: await entriesOf$1(place, {
				id: question.head.id,
				side: after,
				paths: question.paths
			}),
			others: othersIn(question, before, after)
		};
	}));
};
const broughtBy = ({ head }, merged) => {
	const { nodes, totalCount = 0 } = merged ?? {};
	if (!nodes || nodes.includes(null)) return "unknown";
	return nodes.find((node) => node?.mergeCommit?.oid === head.id)?.number ?? (totalCount > nodes.length ? "unknown" : void 0);
};
const readSides = async (place, questions) => {
	for (let attempt = 1;; attempt++) {
		const answer = await ask(place, documentFor(questions));
		if (answer.kind === "answered" && answer.data) return answer.data;
		const reason = answer.kind === "lost" ? answer.reason : "an empty answer";
		if (attempt === ATTEMPTS) unavailable("the commits of pull requests are looked at", reason);
		await waitBeforeRetry(place.clock, attempt);
	}
};
const documentFor = (questions) => {
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
		return [`b${at}: object(oid: ${declare(`b${at}`, "GitObjectID!", parent)}) { ... on Commit { ${fields} } }`, `a${at}: object(oid: ${declare(`a${at}`, "GitObjectID!", head.id)}) { ... on Commit { ${fields} associatedPullRequests(first: 10) { totalCount nodes { number state mergeCommit { oid } } } } }`].join("\n  ");
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
const entriesOf$1 = async (place, { id, side, paths }) => {
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
async function readPusher(place, branch, commit) {
	const { client, owner, name } = place;
	const answer = await client.rest({
		ask: ({ rest }, options) => rest.repos.listActivities({
			owner,
			repo: name,
			ref: `refs/heads/${branch}`,
			per_page: 10,
			...options
		}),
		repeat: true
	});
	if (answer.kind === "lost" || !Array.isArray(answer.data)) return void 0;
	const [newest] = answer.data;
	return newest?.after === commit ? newest.actor?.login : void 0;
}

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
	const parent = listOf$1(target.parents)[0]?.oid;
	const open = listOf$1(raw.open).filter(isOwn$1);
	const pullRequest = open.find(({ baseRefName }) => baseRefName === base.branch) ?? open[0];
	const told = pullRequest ?? listOf$1(raw.latest).find((each) => isOwn$1(each) && each.headRefOid === target.oid);
	return {
		branch,
		head: {
			id: target.oid,
			message: target.message,
			author: loginIn(target.author),
			vouched: vouchedAuthor(target, host),
			signed: target.signature?.wasSignedByGitHub === true,
			committedAt: target.committedDate,
			parents: listOf$1(target.parents).map(({ oid }) => oid)
		},
		commits: told === void 0 ? await countCommits(base, {
			id: target.oid,
			parent
		}) : commitsOf(told),
		pullRequest: pullRequest && pullRequestOf(pullRequest, head),
		declined: told?.state === "CLOSED"
	};
};
const isOwn$1 = ({ isCrossRepository }) => !isCrossRepository;
const loginIn = (person) => person?.user?.login ?? person?.name ?? "";
const commitsOf = ({ state, commits }) => state === "MERGED" ? 0 : commits.totalCount;
const countCommits = async ({ place, commit }, head) => {
	if (head.id === commit) return 0;
	if (head.parent === commit) return 1;
	const { client, owner, name } = place;
	const answer = await client.rest({
		ask: ({ rest }, options) => rest.repos.compareCommitsWithBasehead({
			owner,
			repo: name,
			basehead: `${commit}...${head.id}`,
			per_page: 1,
			...options
		}),
		repeat: true
	});
	return answer.kind === "answered" ? answer.data?.ahead_by ?? Number.POSITIVE_INFINITY : Number.POSITIVE_INFINITY;
};
function pullRequestOf(raw, base = {}) {
	const reviews = listOf$1(raw.latestOpinionatedReviews);
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
		labels: listOf$1(raw.labels).map(({ name }) => name),
		assignees: listOf$1(raw.assignees).map(({ login }) => login),
		reviewers: [...listOf$1(raw.reviewRequests).flatMap(({ requestedReviewer }) => requestedReviewer?.login ?? []), ...reviews.flatMap(({ author }) => author?.login ?? [])],
		asksTeams: listOf$1(raw.reviewRequests).some(({ requestedReviewer }) => requestedReviewer?.login === void 0),
		queue: raw.isMergeQueueEnabled,
		methods: {
			settings: settingsOf$1(raw),
			rules: rulesOf(raw.baseRef ?? base)
		}
	};
}
const mergesOf = ({ mergeable, mergeStateStatus }) => {
	if (mergeable === "MERGEABLE") return mergeStateStatus === "BEHIND" ? "behind" : "clean";
	return mergeable === "CONFLICTING" ? "conflicting" : "unknown";
};
const settingsOf$1 = ({ repository }) => {
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
	return listOf$1(rules).reduce((methods, rule) => methods.filter((method) => allows(rule, method)), [...METHODS]);
};
const allows = ({ type, parameters }, method) => {
	if (type === "REQUIRED_LINEAR_HISTORY" && method === "merge") return false;
	const allowed = parameters?.allowedMergeMethods;
	return !allowed || allowed.some((name) => name.toLowerCase() === method);
};
const STATE_QUERY = `query State($id: ID!) {
  node(id: $id) {
    ... on PullRequest {
      state headRefOid mergeable mergeCommit { oid } autoMergeRequest { enabledAt } isInMergeQueue
      baseRef { target { oid } }
    }
  }
}`;
const UNREAD = lostAnswer("the pull request cannot be read", { overloaded: false });
async function readState({ place }, key) {
	const answer = await place.client.graphql({
		document: STATE_QUERY,
		variables: { id: key },
		repeat: true
	});
	return answer.kind === "answered" ? answer.data?.node ?? void 0 : void 0;
}
const BRANCH_QUERY = `query Look($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid } } }
}`;
async function readBranch({ client, owner, name }, branch) {
	const variables = {
		owner,
		name,
		ref: `refs/heads/${branch}`
	};
	const answer = await client.graphql({
		document: BRANCH_QUERY,
		variables,
		repeat: true
	});
	return answer.kind === "answered" ? answer.data?.repository?.ref?.target?.oid : void 0;
}
const LIST_ATTEMPTS = 8;
const UNREADABLE = "unreadable";
async function readBranches(place, products, first) {
	if (isForbidden(first, /^p\d+$/)) return void 0;
	const listed = listedFor(products);
	const inline = isInline(listed) ? wholeIn(first.p0) : [];
	if (inline === UNREADABLE) return void 0;
	const names = [];
	for (const [at, product] of listed.entries()) {
		const list = await readNames$1(place, product, first[`p${at}`]);
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
const readNames$1 = async (place, product, first) => {
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
		const answer = await ask(place, question(attempt));
		if (answer.kind === "answered" && answer.data) return answer.data;
		const reason = answer.kind === "lost" ? answer.reason : "an empty answer";
		if (attempt === LIST_ATTEMPTS) unavailable("the branches of pull requests are read", reason);
		await waitBeforeRetry(place.clock, attempt);
	}
};

// src/adapters/github/runs.ts
async function runCreation(client, repository, run) {
	const [owner = "", repo = ""] = repository.split("/");
	const answer = await client.rest({
		ask: ({ rest }, options) => rest.actions.getWorkflowRun({
			owner,
			repo,
			run_id: run,
			...options
		}),
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
const COMMIT = "/repos/{owner}/{repo}/commits/{+ref}";
async function resolveCommit(client, repository, ref) {
	const [owner = "", repo = ""] = repository.split("/");
	const path = ref.replace(/^refs\//, "").split("/").map(encodeURIComponent).join("/");
	const answer = await client.rest({
		ask: ({ rest }, options) => rest.repos.getCommit({
			owner,
			repo,
			ref: path,
			url: COMMIT,
			...options
		}),
		repeat: true
	});
	if (answer.kind === "lost") return unavailable(`the commit ${quote(ref)} is looked up`, answer.reason);
	const { data } = answer;
	if (data?.commit.committer?.date) return {
		sha: data.sha,
		committedAt: data.commit.committer.date
	};
	const problem = answer.problems[0] ?? { message: "an empty answer" };
	if (isUnknown(problem)) return unknown(repository, ref);
	if (problem.status === 404) return unseen(client, repository, ref);
	return refuse$1(problem, {
		repository,
		doing: "read",
		tokenKind: client.tokenKind
	});
}
const isUnknown = ({ status, message }) => status === 422 || status === 409 || /no commit found/i.test(message);
const unknown = (repository, ref) => fail("source-invalid", `The repository ${quote(repository)} has no commit ${quote(ref)}.`, "Check the branch, tag or commit: it has been deleted, or was never pushed.");
const unseen = ({ tokenKind }, repository, ref) => fail("repository-missing", `GitHub shows this token no commit ${quote(ref)} in a repository ${quote(repository)}.`, `Check the name of the repository. If it exists, the token has no access to it. ${grantContents({
	doing: "read",
	repository,
	tokenKind
})}`);
const relations = {
	identical: "same",
	ahead: "later",
	behind: "earlier",
	diverged: "unrelated"
};
const UNRELATED = {
	kind: "known",
	relation: "unrelated",
	messages: []
};
const unrelatedTo = async (client, repository, commit) => {
	try {
		await resolveCommit(client, repository, commit);
	} catch (error) {
		if (!(error instanceof PromotionError) || error.violations.some(({ code }) => code !== "source-invalid")) throw error;
	}
	return UNRELATED;
};
function githubCommits(client, repository) {
	const [owner = "", repo = ""] = repository.split("/");
	return {
		compare: async (commit, revision) => {
			const answer = await client.rest({
				ask: ({ rest }, options) => rest.repos.compareCommitsWithBasehead({
					owner,
					repo,
					basehead: `${commit}...${revision}`,
					...options
				}),
				repeat: true
			});
			if (answer.kind === "lost") return {
				kind: "unknown",
				reason: answer.reason
			};
			const [problem] = answer.problems;
			if (problem?.status === 404) return unrelatedTo(client, repository, commit);
			if (problem !== void 0) return refuse$1(problem, {
				repository,
				doing: "read",
				tokenKind: client.tokenKind
			});
			const { status = "", commits = [] } = answer.data ?? {};
			const relation = Object.hasOwn(relations, status) ? relations[status] : void 0;
			if (relation === void 0) return unavailable("two commits are compared", "its answer names no relation");
			return {
				kind: "known",
				relation,
				messages: commits.map(({ commit: { message } }) => message)
			};
		},
		date: async (commit) => {
			try {
				return new Date((await resolveCommit(client, repository, commit)).committedAt);
			} catch (error) {
				if (error instanceof PromotionError) return void 0;
				throw error;
			}
		}
	};
}

// src/adapters/process.ts
const systemClock = {
	now: () => /* @__PURE__ */ new Date(),
	sleep: async (milliseconds) => {
		await setTimeout$1(milliseconds);
	},
	random: Math.random
};
async function exit(code) {
	process.exitCode = code;
	await Promise.all([process.stdout, process.stderr].map(flushed));
	setTimeout(() => process.exit(), 1e3).unref();
}
const flushed = async (stream) => {
	if (stream.writableLength > 0) await new Promise((done) => void stream.write("", () => done()));
};
async function newId() {
	const { randomUUID } = await import("node:crypto");
	const time = Date.now().toString(16).padStart(12, "0");
	return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
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
	process.stdout.write(cmd.toString() + m.EOL);
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
	fs.appendFileSync(filePath, `${toCommandValue(message)}${m.EOL}`, { encoding: "utf8" });
}
function prepareKeyValueMessage(key, value) {
	const delimiter = `ghadelimiter_${crypto.randomUUID()}`;
	const convertedValue = toCommandValue(value);
	if (key.includes(delimiter)) throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
	if (convertedValue.includes(delimiter)) throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
	return `${key}<<${delimiter}${m.EOL}${convertedValue}${m.EOL}${delimiter}`;
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
	process.stdout.write(m.EOL);
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
		return fail("payload-invalid", `${what} is not JSON${placeOf$1(text, error)}.`, "Print it with a JSON tool, such as jq or toJSON(), instead of putting it together as text.");
	}
};
const placeOf$1 = (text, error) => {
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
function ownValue(object, key) {
	const value = Object.hasOwn(object, key) ? object[key] : void 0;
	return value === null || value === "" ? void 0 : value;
}
function ownValueAt(value, ...keys) {
	return keys.reduce((found, key) => isObject(found) ? ownValue(found, key) : void 0, value);
}
function kindOf$1(value) {
	if (Array.isArray(value)) return "a list";
	if (value === null) return "null";
	if (value === void 0) return "missing";
	if (typeof value === "object") return "an object";
	return typeof value === "string" ? "a text" : `a ${typeof value}`;
}
const MOST_NAMED = 10;
const decidedHere = /* @__PURE__ */ new Set([...[
	"delivery",
	"config",
	"branch",
	"command",
	"token",
	"repository",
	"labels",
	"reviewers",
	"assignees",
	"draft",
	"override"
], ...[
	"merge-method",
	"merge_method",
	"mergeMethod",
	"dry-run",
	"dry_run",
	"dryRun",
	"reason",
	"from",
	"to"
]]);
function findUnknown(object, known) {
	const { keys, where } = known;
	const unknown = Object.keys(object).filter((key) => !keys.includes(key));
	const named = unknown.slice(0, MOST_NAMED).map((key) => describeUnknown(key, known));
	const rest = unknown.length - named.length;
	return rest === 0 ? named : [...named, { message: `${rest} more keys of ${where} are not known and are ignored.` }];
}
const describeUnknown = (key, { keys, where, synonyms = {} }) => {
	const synonym = Object.hasOwn(synonyms, key) ? synonyms[key] : void 0;
	if (synonym === void 0 && decidedHere.has(key)) return {
		message: `The key ${quote(key)} of ${where} is ignored.`,
		hint: "A payload says what is promoted and where; how it is done stands in the configuration or on the step."
	};
	const near = synonym ?? nearest(key, keys)[0];
	return {
		message: `The key ${quote(key)} of ${where} is not known and is ignored.`,
		hint: near === void 0 ? "Leave it out." : `Did you mean ${near}? Otherwise leave it out.`
	};
};
function open(value, what) {
	let opened = value;
	for (let times = 0; times < 2 && typeof opened === "string"; times++) opened = parseJson(opened, what);
	if (isObject(opened)) return opened;
	return fail("payload-invalid", `${what} is ${kindOf$1(opened)}, not an object.`, "Send an object with product, environments and images.");
}

// src/domain/report/action-outputs.ts
const LARGEST_REPORT = 512e3;
function outputsOf(report, file) {
	const json = JSON.stringify(report);
	const fits = bytesOf(json) <= LARGEST_REPORT;
	const promotes = report.command === "promote" || report.command === "rollback";
	return {
		outputs: {
			outcome: report.outcome,
			changed: promotes ? String(report.changed) : "",
			commit: report.commit ?? "",
			"pull-request-number": report["pull-request-number"].join("\n"),
			"pull-request-url": report["pull-request-url"].join("\n"),
			built: report.built === void 0 ? "" : String(report.built),
			missing: report.missing.join("\n"),
			digest: report.digest ?? "",
			report: fits ? json : JSON.stringify(cutReport(report, file))
		},
		whole: fits ? void 0 : json
	};
}
function cutReport(report, file) {
	const { environments, violations, notices, images, missing, status, history } = report;
	const sum = (list) => environments.reduce((total, each) => total + each[list].length, 0);
	return {
		...report,
		environments: [],
		violations: [],
		notices: [],
		images: [],
		missing: [],
		...status === void 0 ? {} : { status: {
			...status,
			images: [],
			frozen: []
		} },
		...history === void 0 ? {} : { history: {
			...history,
			entries: []
		} },
		cut: {
			environments: environments.length,
			changes: sum("changes"),
			superseded: sum("superseded"),
			violations: violations.length,
			notices: notices.length,
			images: images.length,
			missing: missing.length,
			...status === void 0 ? {} : { status: status.images.length },
			...history === void 0 ? {} : { history: history.entries.length },
			...file === void 0 ? {} : { file }
		}
	};
}
function bytesOf(text) {
	return new TextEncoder().encode(text).length;
}
const MARK = "image-promotion-result: ";
const LONGEST = 6e4;
const MOST_ENVIRONMENTS = 200;
function printResultLine(report) {
	const { command, outcome } = report;
	if (command !== "promote" && command !== "rollback" && command !== "await") return void 0;
	const line = (environments) => `${MARK}${JSON.stringify({
		command,
		outcome,
		environments
	})}`;
	const whole = line(environmentsOf(report));
	return whole.length <= LONGEST ? whole : line([]);
}
const environmentsOf = ({ command, environments, awaited = [] }) => command === "await" ? awaited.map(({ product, environment, state }) => ({
	product,
	name: environment,
	outcome: state
})) : environments.map(({ product, name, outcome }) => ({
	product,
	name,
	outcome
}));
function parseResultLines(log) {
	return log.split(/\r?\n/).flatMap((line) => {
		const [, json] = /^(?:\ufeff?\d{4}-\d\d-\d\dT[\d:.]+Z )?image-promotion-result: (\{.*\})$/.exec(line) ?? [];
		return json === void 0 || json.length > LONGEST ? [] : resultIn(json) ?? [];
	});
}
const resultIn = (json) => {
	const value = parsed(json);
	const [command, outcome, list] = [
		ownValueAt(value, "command"),
		ownValueAt(value, "outcome"),
		ownValueAt(value, "environments")
	];
	if (typeof command !== "string" || typeof outcome !== "string" || !Array.isArray(list)) return void 0;
	return {
		command,
		outcome,
		environments: list.filter(isObject).map(({ product, name, outcome: own }) => ({
			product: String(product),
			name: String(name),
			outcome: String(own)
		})).slice(0, MOST_ENVIRONMENTS)
	};
};
const parsed = (json) => {
	try {
		return JSON.parse(json);
	} catch {
		return;
	}
};

// src/domain/report/outcome.ts
const precedence = [
	"failed",
	"refused",
	"proposed",
	"armed",
	"superseded",
	"promoted",
	"unchanged"
];
function outcomeOf(environments, violations) {
	const found = environments.map(({ outcome }) => outcome);
	if (violations.length === 0) return firstOf(found);
	return firstOf([...found, dispositionOf(violations) === "refused" ? "refused" : "failed"]);
}
function firstOf(outcomes) {
	return precedence.find((outcome) => outcomes.includes(outcome)) ?? "unchanged";
}
function actionExitCode({ outcome, violations }) {
	return violations.length > 0 || unsuccessful.has(outcome) ? 1 : 0;
}
function commandLineExitCode({ outcome, violations }) {
	if (violations.length > 0) return {
		failed: 1,
		usage: 2,
		refused: 3
	}[dispositionOf(violations)];
	if (outcome === "refused") return 3;
	return unsuccessful.has(outcome) ? 1 : 0;
}
const unsuccessful = /* @__PURE__ */ new Set([
	"failed",
	"refused",
	"failure",
	"cancelled",
	"timed_out",
	"action_required",
	"stale",
	"startup_failure",
	"degraded",
	"timed-out"
]);
function outcomeSign({ outcome }) {
	if (unsuccessful.has(outcome)) return "bad";
	if ([
		"proposed",
		"armed",
		"dispatched",
		"missing",
		"waiting"
	].includes(outcome)) return "waiting";
	return [
		"unchanged",
		"superseded",
		"skipped",
		"overtaken"
	].includes(outcome) ? "quiet" : "good";
}
const MOST_NAMES = 5;
function headlineOf(report) {
	const foreseen = report["dry-run"] ? prospectOf(report) : void 0;
	if (foreseen !== void 0) return `Dry run: ${foreseen}`;
	const { command, outcome } = report;
	return sentenceOf(report) ?? `The ${nouns[command]} ended as ${outcome.replaceAll("_", " ")}`;
}
const prospectOf = ({ command, outcome, environments, images }) => {
	if (outcome === "failed" || outcome === "refused") return void 0;
	if (command === "dispatch") return "the promotion would be dispatched";
	if (command === "retag") {
		const free = images.filter(({ verdict }) => verdict === "tagged");
		return free.length === 0 ? "nothing to change, the tags are there" : `${counted(free.length, "tag")} would be set`;
	}
	const changing = environments.filter(({ changes }) => changes.length > 0);
	return changing.length === 0 ? `nothing to change for the ${nouns[command]}` : `${namesOf(changing)} would change`;
};
const nouns = {
	promote: "promotion",
	rollback: "rollback",
	check: "check",
	retag: "retag",
	dispatch: "dispatch",
	status: "status",
	history: "history",
	validate: "validation",
	await: "wait"
};
const sentenceOf = (report) => {
	const { command, outcome } = report;
	if (command === "promote" || command === "rollback") return ofEnvironments(report)[outcome];
	if (command === "check") return ofCheck(report)[outcome];
	if (command === "retag") return ofTags(report)[outcome];
	if (command === "validate") return ofValidation(report)[outcome];
	if (command === "await") return ofAwait(report)[outcome];
	if (command === "history") return ofHistory(report)[outcome];
	return command === "dispatch" ? ofDispatch(outcome) : ofStatus[outcome];
};
const ofEnvironments = (report) => {
	const noun = nouns[report.command];
	const place = placeOf(report);
	const files = uncommittedFiles(report);
	const what = place === "" ? noun : `${noun} of ${place}`;
	return {
		promoted: files > 0 ? `${counted(files, "file")} changed, nothing committed` : `${report.command === "rollback" ? "Rolled back" : "Promoted"} ${place}`.trimEnd(),
		proposed: `Proposed the ${what} in a pull request`,
		armed: `The ${what} merges when its requirements are met`,
		unchanged: `Nothing to change for the ${what}`,
		superseded: `Left out the ${what}`,
		refused: `Refused the ${what}`,
		failed: `The ${what} failed`
	};
};
const uncommittedFiles = (report) => isUncommitted(report) ? new Set(report.environments.flatMap(({ changes }) => changes.map(({ path }) => path))).size : 0;
const ofCheck = ({ images, missing }) => ({
	built: `Found ${counted(images.length, "image")} in the registry`,
	missing: `Missing: ${missing.length} of ${counted(images.length, "image")}`,
	refused: "Refused the check",
	failed: "The check failed"
});
const ofTags = ({ images }) => ({
	tagged: `Set ${counted(images.filter(({ verdict }) => verdict === "tagged").length, "tag")}`,
	unchanged: `Nothing to change: ${images.length === 1 ? "the tag is" : "the tags are"} there`,
	refused: "Refused to set the tags",
	failed: "Setting the tags failed"
});
const ofDispatch = (outcome) => {
	return {
		dispatched: "Dispatched the promotion",
		success: "Dispatched the promotion, and its run succeeded",
		failure: "Dispatched the promotion, and its run failed",
		cancelled: "Dispatched the promotion, and its run was cancelled",
		refused: "Refused to dispatch the promotion",
		failed: "Dispatching the promotion failed"
	}[outcome] ?? `Dispatched the promotion, and its run ended as ${outcome.replaceAll("_", " ")}`;
};
const ofAwait = ({ awaited = [] }) => {
	const places = awaited.map(({ product, environment }) => ({
		product,
		name: environment
	}));
	const what = places.length === 0 ? "The promotion" : `The promotion of ${namesOf(places)}`;
	const of = (state) => counted(awaited.filter((one) => one.state === state).length, "Application");
	return {
		running: `${what} runs`,
		unchanged: "Nothing to wait for",
		waiting: `${what} waits for a person: ${of("waiting")}`,
		overtaken: `${what} was overtaken by a newer one`,
		degraded: `${what} does not run: ${of("degraded")} degraded`,
		"timed-out": `${what} did not run in time: ${of("timed-out")} left`,
		refused: "Refused to wait for the promotion",
		failed: "Waiting for the promotion failed"
	};
};
const ofValidation = ({ found = [], violations }) => ({
	valid: found.length === 0 ? "Nothing is wrong, and no image is listed" : `Valid: ${counted(distinctOf(found.map(repositoryIn)), "image")} in ${counted(distinctOf(found.map(({ environment }) => environment)), "environment")} can be promoted`,
	refused: `Found ${counted(violations.length, "problem")}`,
	failed: "The manifests could not be validated"
});
const distinctOf = (names) => new Set(names).size;
const repositoryIn = ({ product, image }) => `${product} ${image.replace(/@.*$/, "").replace(/:[^:/]*$/, "")}`;
const ofHistory = ({ history }) => ({
	reported: `${counted(history?.entries.length ?? 0, "change")} since ${history?.since.slice(0, 10) ?? "then"}`,
	refused: "Refused to read the history",
	failed: "The history could not be read"
});
const ofStatus = {
	reported: "What runs where",
	refused: "Refused to say what runs where",
	failed: "What runs where could not be found out"
};
const placeOf = ({ environments, outcome }) => {
	const causes = environments.filter((environment) => environment.outcome === outcome);
	const named = causes.length === 0 ? environments : causes;
	return named.length === 0 ? "" : namesOf(named);
};
const namesOf = (environments) => `${enumerated(environments.map(({ product }) => product))} in ${enumerated(environments.map(({ name }) => name))}`;
const enumerated = (words) => {
	const unique = [...new Set(words)];
	if (unique.length <= MOST_NAMES) return listed(unique);
	return listed([...unique.slice(0, MOST_NAMES), `${unique.length - MOST_NAMES} more`]);
};
function isUncommitted({ repository, commit, changed }) {
	return repository === void 0 && commit === void 0 && changed;
}

// src/domain/report/plain-text.ts
function renderText(report) {
	return [
		headlineOf(report),
		...environmentLines(report),
		...imageLines(report),
		...foundLines(report),
		...deliveryLines(report),
		...problemLines("error", report.violations),
		...problemLines("warning", otherNotices(report))
	].map((line) => `${visible(line)}\n`).join("");
}
const environmentLines = (report) => report.environments.flatMap((each) => linesOf(each, report));
const linesOf = (environment, report) => {
	const { name, product, changes, superseded, applications = [] } = environment;
	return [
		`  ${product} ${name}: ${outcomeWord(environment, report)}`,
		...changes.flatMap((change) => [`    ${change.image} ${stepOf(change)}`, `      ${printPlace(change)}`]),
		...superseded.flatMap((item) => [`    ${item.image} ${shortReference(item.requested, item.image)} left out: ${item.reason}`, `      ${reasonFor(item)}`]),
		...applications.map(({ name: application, sync, url }) => {
			return `    Application ${application} ${sync === "automatic" ? "syncs by itself" : "waits for a person to sync it"}${url === void 0 ? "" : `: ${url}`}`;
		})
	];
};
const stepOf = ({ from, to, image }) => `${from === image ? "" : `${shortReference(from, image)} `}→ ${shortReference(to, image)}`;
const imageLines = (report) => report.images.map((image) => [
	` `,
	image.image,
	verdictWord(image, report),
	image.digest
].filter((part) => part !== void 0).join(" "));
const foundLines = ({ found = [] }) => found.map(({ product, environment, image, ...place }) => `  ${product} ${environment}: ${image} (${printPlace(place)})`);
const deliveryLines = ({ repository, commit, "pull-request-url": urls }) => [...commit === void 0 ? [] : [`  commit ${commit}${repository === void 0 ? ", not pushed" : ""}`], ...urls.map((url) => `  pull request ${url}`)];
const problemLines = (level, problems) => problems.flatMap(({ code, message, hint, path, line }) => [
	`${level}: ${message}${code === void 0 ? "" : ` [${code}]`}`,
	...path === void 0 ? [] : [`  at ${printPlace({
		path,
		line
	})}`],
	...hint === void 0 ? [] : hint.split("\n").map((text) => `  ${text}`)
]);
function outcomeWord({ outcome, changes }, report) {
	if (report["dry-run"] && changes.length > 0) return "would change";
	if (outcome === "promoted" && isUncommitted(report)) return "changed";
	return report.command === "rollback" && outcome === "promoted" ? "rolled back" : outcome;
}
function verdictWord({ verdict }, report) {
	return report["dry-run"] && verdict === "tagged" ? "would be set" : verdict;
}
function reasonFor({ image, message }) {
	return image === "" ? message : message.replaceAll(`${image}:`, "").replaceAll(`${image}@`, "@");
}
function otherNotices({ environments, notices }) {
	const told = new Set(environments.flatMap(({ superseded }) => superseded.map(({ message }) => message)));
	return notices.filter(({ message }) => !told.has(message));
}
function printPlace({ path, line }) {
	if (path === void 0) return "";
	return line === void 0 ? path : `${path}:${line}`;
}
function shortReference(reference, image) {
	return (reference.startsWith(image) && /^[:@]/.test(reference.slice(image.length)) ? reference.slice(image.length).replace(/^:/, "") : reference).replace(/(@[a-z0-9]+:[0-9a-f]{12})[0-9a-f]+$/i, "$1…");
}
const LONGEST_PATH = 20;
function shortPath(path) {
	if (path.length <= LONGEST_PATH) return path;
	const parts = path.split("/");
	let shown = parts.at(-1) ?? "";
	for (const part of parts.slice(0, -1).reverse()) {
		if (shown.length + part.length + 1 > LONGEST_PATH) break;
		shown = `${part}/${shown}`;
	}
	return shown === path ? path : `…/${shown}`;
}
function shownDiff(diff) {
	return diff.split("\n").map(shownLine).join("\n");
}
const shownLine = (line) => {
	const text = line.endsWith("\r") ? line.slice(0, -1) : line;
	const shown = text.split("	").map(visible).join("	");
	return text === line ? shown : `${shown}␍`;
};
function diffLines(diff) {
	let left = 0;
	return diff.split("\n").map((text) => {
		if (left === 0) {
			left = announced(text);
			return {
				kind: left === 0 ? "header" : "hunk",
				text
			};
		}
		if (text.startsWith("\\")) return {
			kind: "same",
			text
		};
		left -= text.startsWith(" ") ? 2 : 1;
		return {
			kind: kindOf(text),
			text
		};
	});
}
const announced = (text) => {
	const [, before = "0", after = "0"] = /^@@ -\d+,(\d+) \+\d+,(\d+) @@$/.exec(text) ?? [];
	return Number(before) + Number(after);
};
const kindOf = (text) => {
	if (text.startsWith("+")) return "added";
	return text.startsWith("-") ? "removed" : "same";
};

// src/domain/report/report.ts
function violationsOf(error) {
	if (error instanceof PromotionError) return error.violations;
	const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
	return [{
		code: "internal",
		message: `The run ended unexpectedly: ${quote(said)}.`,
		hint: "This is a defect of image-promotion. Run the job again with debug logging and report what the log says."
	}];
}
function buildReport(result) {
	const { environments = [], violations = [], notices = [], images = [], pullRequests = [] } = result;
	return given$1({
		command: result.command,
		outcome: result.outcome ?? outcomeOf(environments, violations),
		changed: result.changed ?? result.commit !== void 0,
		"dry-run": result.dryRun ?? false,
		repository: result.repository,
		branch: result.branch,
		reason: result.reason,
		source: result.source === void 0 ? void 0 : sourceOf$1(result.source),
		commit: result.commit,
		"pull-request-number": pullRequests.map(({ number }) => number),
		"pull-request-url": pullRequests.map(({ url }) => url),
		built: result.command === "check" ? result.built ?? false : void 0,
		missing: [...result.missing ?? []],
		digest: result.digest,
		images: images.map(given$1),
		environments: environments.map(environmentOf),
		awaited: result.awaited?.map(given$1),
		found: result.found === void 0 ? void 0 : [...result.found],
		status: result.status === void 0 ? void 0 : statusReportOf(result.status),
		history: result.history === void 0 ? void 0 : historyReportOf(result.history),
		violations: violations.map(({ code, message, hint, path, line }) => given$1({
			code,
			message,
			hint,
			path,
			line
		})),
		notices: notices.map(({ message, hint, path, line }) => given$1({
			message,
			hint,
			path,
			line
		})),
		requests: result.requests ?? 0
	});
}
const environmentOf = (environment) => given$1({
	name: environment.name,
	product: environment.product,
	delivery: environment.delivery,
	outcome: environment.outcome,
	"pull-request-number": environment.pullRequest,
	changes: environment.changes.map(({ path, line, image, from, to }) => ({
		path,
		line,
		image,
		from: printReference(from),
		to: printReference(to)
	})),
	superseded: environment.superseded.map(({ image, requested, current, reason, message }) => ({
		image,
		requested: printReference(requested),
		current: printReference(current),
		reason,
		message
	})),
	images: environment.unchanged?.map(printReference),
	commit: environment.commit,
	applications: environment.applications?.map(({ name, file, sync, url, ...more }) => given$1({
		name,
		file,
		sync,
		url,
		namespace: more.namespace,
		project: more.project,
		"application-set": more.applicationSet,
		"rolling-sync": more.rollingSync
	}))
});
const sourceOf$1 = (source) => given$1({
	repository: source.repository,
	sha: source.sha,
	ref: source.ref,
	committed_at: source.committedAt,
	event: source.event,
	workflow: source.workflow,
	run_id: source.runId,
	run_number: source.runNumber,
	run_attempt: source.runAttempt,
	actor: source.actor
});
const given$1 = (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== void 0));
function statusReportOf({ environments, rows, freezes, proposals }) {
	return {
		environments: [...environments],
		images: rows.flatMap(({ product, runs, relations }) => [...runs.values()].flat().map((running) => given$1({
			product,
			environment: running.environment,
			image: running.reference.repository,
			reference: printReference(running.reference),
			path: running.path,
			line: running.line,
			record: running.record,
			by: running.set?.by,
			commit: running.set?.commit,
			since: running.set && utc(running.set.at),
			source: sourceOfRunning(running),
			built: running.set?.built && { ...running.set.built },
			relation: relations.get(running.environment),
			held: [...running.held]
		}))),
		frozen: freezes.map((freeze) => ({ ...freeze })),
		"pull-requests": proposals.map(({ number, url, branch }) => ({
			number,
			url,
			branch
		}))
	};
}
const utc = (time) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
const sourceOfRunning = ({ set }) => {
	const { repository, sha, ref, committedAt, workflow, runNumber } = set?.source ?? {};
	const source = given$1({
		repository,
		sha,
		ref,
		committed_at: committedAt,
		workflow,
		run_number: runNumber
	});
	return Object.keys(source).length === 0 ? void 0 : source;
};
function historyReportOf({ since, until, entries, figures }) {
	return {
		since,
		until,
		unknown: entries.filter(({ kind }) => kind === "unknown").length,
		entries: entries.map(entryRow),
		figures: figures.map(figureRow)
	};
}
const entryRow = (entry) => present({
	at: entry.at,
	product: entry.product,
	environment: entry.environment,
	image: entry.image,
	path: entry.path,
	from: entry.from && printReference(entry.from),
	to: entry.to && printReference(entry.to),
	kind: entry.kind,
	commit: entry.commit,
	"commit-url": entry.url,
	author: entry.author,
	source: entry.source && sourceRow(entry.source),
	built: entry.built && present({ ...entry.built }),
	run: entry.run,
	actor: entry.actor,
	reason: entry.reason,
	"pull-request-number": entry.pullRequest?.number,
	"pull-request-url": entry.pullRequest?.url,
	"lead-time-seconds": entry.leadTime
});
const sourceRow = (source) => {
	const { repository, sha, ref, committedAt, workflow, runNumber, url } = source;
	return present({
		repository,
		sha,
		ref,
		committed_at: committedAt,
		workflow,
		run_number: runNumber,
		url
	});
};
const figureRow = (figures) => present({
	product: figures.product,
	environment: figures.environment,
	promotions: figures.promotions,
	rollbacks: figures.rollbacks,
	"by-hand": figures.byHand,
	unknown: figures.unknown,
	"promotions-per-week": rounded(figures.promotionsPerWeek),
	"share-rolled-back": figures.shareRolledBack === void 0 ? void 0 : rounded(figures.shareRolledBack),
	"lead-time": durationsRow(figures.leadTime),
	"time-to-rollback": durationsRow(figures.timeToRollback)
});
const durationsRow = ({ median, percentile90, known, unknown }) => present({
	"median-seconds": median,
	"percentile-90-seconds": percentile90,
	known,
	unknown
});
const rounded = (number) => Math.round(number * 1e3) / 1e3;
const present = (facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== void 0));

// src/domain/report/markdown.ts
const GAP = "&#8203;";
function code(text) {
	const shown = visible(text);
	if (/^[^\s`|\\]([^`|\\]*[^\s`|\\])?$/.test(shown)) return `\`${shown}\``;
	return `<code>${[...shown].map(entity).join("").replaceAll("&#64;", `&#64;${GAP}`)}</code>`;
}
function prose(text) {
	return text.split(/("(?:[^"\\\r\n]|\\.)*"|`[^`"\r\n]+`)/).map((part, index) => index % 2 === 1 && part.length > 2 ? code(unquoted(part)) : inert(part)).join("");
}
const unquoted = (part) => part.startsWith("\"") ? part.slice(1, -1).replace(/\\(["\\])/g, "$1") : part.slice(1, -1);
const inert = (text) => visible(text.replace(/\r?\n/g, " ")).replace(/[^\p{L}\p{N} .,;'"()=+-]/gu, entity).replace(/www\./gi, (match) => match.replace(".", "&#46;")).replace(/&#(?:64|35|36);/g, `$&${GAP}`);
const entity = (character) => /^[\p{L}\p{N}]$/u.test(character) ? character : `&#${character.codePointAt(0)};`;
function link(label, address) {
	return address === void 0 ? label : `[${label}](${address})`;
}
function address(server, parts) {
	if (!/^https?:\/\/[A-Za-z0-9.-]+(:\d+)?\/?$/.test(server)) return void 0;
	return [server.replace(/\/$/, ""), ...parts.flatMap((part) => part.split("/")).map(escapedPart)].join("/");
}
const escapedPart = (part) => encodeURIComponent(part.replace(/\p{Cs}/gu, "�")).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
function row(cells) {
	return `| ${cells.join(" | ")} |`;
}
function fence(language, lines) {
	const longest = lines.reduce((most, line) => Math.max(most, ...(line.match(/`+/g) ?? []).map(lengthOf)), 2);
	const ticks = "`".repeat(longest + 1);
	return [
		ticks + language,
		...lines,
		ticks
	];
}
const lengthOf = ({ length }) => length;
function linksOf({ repository, branch, commit, source }, server) {
	const to = (owned, ...parts) => {
		const known = [owned, ...parts].filter((part) => part !== void 0);
		return known.length < parts.length + 1 ? void 0 : address(server, known);
	};
	return {
		repository: to(repository),
		commit: to(repository, "commit", commit),
		pullRequest: (number) => to(repository, "pull", String(number)),
		file: (path, line) => {
			const found = to(repository, "blob", commit ?? branch ?? "HEAD", path);
			return found === void 0 || line === void 0 ? found : `${found}#L${line}`;
		},
		sourceCommit: to(source?.repository, "commit", source?.sha),
		sourceRun: to(source?.repository, "actions/runs", source?.run_id?.toString()),
		compare: (change) => to(source?.repository, "compare", rangeOf(change, source))
	};
}
const rangeOf = (change, source) => {
	const { tag: before } = splitReference(change.from);
	const { tag: after } = splitReference(change.to);
	if (before === void 0 || after === void 0 || before === after) return void 0;
	const commit = /^[0-9a-f]{7,64}$/;
	if (commit.test(before) && commit.test(after)) return source?.sha?.startsWith(after) ? `${before}...${after}` : void 0;
	const tag = source?.ref?.startsWith("refs/tags/") ? source.ref.slice(10) : void 0;
	if (tag === void 0 || commit.test(before)) return void 0;
	if (tag === after) return `${before}...${tag}`;
	return tag === `v${after}` ? `v${before}...${tag}` : void 0;
};
const LONGEST_CELL = 2e3;
function table(title, header, rows) {
	if (rows.length === 0) return void 0;
	const used = header.map((_, column) => column).filter((column) => rows.some((cells) => (cells[column] ?? "") !== ""));
	const cut = (cells) => row(used.map((column) => cells[column] ?? ""));
	return {
		lead: [
			`### ${title}`,
			"",
			cut(header),
			row(used.map(() => "---"))
		],
		rows: rows.map(cut)
	};
}
function clip(text) {
	return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
}
function placeCell({ path, line }, links) {
	return path === void 0 ? "" : link(code(printPlace({
		path,
		line
	})), links.file(path, line));
}
function shortPlaceCell({ path, line }, links) {
	const address = path === void 0 ? void 0 : links.file(path, line);
	if (path === void 0 || address === void 0) return placeCell({
		path,
		line
	}, links);
	return link(code(printPlace({
		path: shortPath(path),
		line
	})), address);
}
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

// src/adapters/runner/log.ts
function runnerLog() {
	return {
		info: (message) => {
			process.stdout.write(inertLines(message).map((line) => `${line}\n`).join(""));
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
function inertLines(text) {
	return text.split(/\r\n|\n|\r/).map((line) => {
		return line.split("	").map(visible).join("	").replace(/^(\s*:)(?=:)/, "$1 ").replaceAll("##[", "# #[");
	});
}

// src/commands/start-command.ts
function startCommand(job) {
	return starters[job.inputs.command](job);
}
const starters = {
	promote: async (job) => (await import("./commands/promote.js")).startPromotion(job),
	check: async (job) => (await import("./commands/check.js")).startCheck(job),
	retag: async (job) => (await import("./commands/retag.js")).startRetag(job),
	dispatch: async (job) => (await import("./commands/dispatch.js")).startDispatch(job),
	rollback: async (job) => (await import("./commands/rollback.js")).startRollback(job),
	status: async (job) => job.inputs.page === void 0 ? (await import("./commands/status.js")).startStatus(job) : (await import("./commands/history.js")).startStatusPage(job),
	history: async (job) => (await import("./commands/history.js")).startHistory(job),
	validate: async (job) => (await import("./commands/validate.js")).startValidation(job),
	await: async (job) => (await import("./commands/await.js")).startAwait(job)
};
function concludeFailure(error, known) {
	const violations = violationsOf(error);
	const { command, promotion, repository, branch, dryRun, notices, concerned = [] } = known;
	const outcome = dispositionOf(violations) === "refused" ? "refused" : "failed";
	return { result: {
		command,
		dryRun,
		environments: (promotion?.products ?? []).flatMap((product) => (promotion?.environments ?? []).map((name) => {
			return {
				product,
				name,
				delivery: concerned.find((one) => one.product === product && one.name === name)?.delivery ?? known.delivery ?? "commit",
				outcome,
				changes: [],
				superseded: []
			};
		})),
		violations,
		notices,
		repository,
		branch,
		reason: promotion?.reason,
		source: promotion?.source
	} };
}

// src/domain/proof/token-claims.ts
function hasTokenShape(text) {
	return /^eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}$/.test(text);
}
const GRACE = 6e5;
function validityOf({ nbf, iat, exp }) {
	const from = typeof nbf === "number" ? nbf : iat;
	return typeof from === "number" && typeof exp === "number" ? {
		from: from * 1e3,
		until: exp * 1e3
	} : void 0;
}
function isExpired({ until }, now) {
	return now.getTime() > until + GRACE;
}
function judgeTimes({ from, until }, created) {
	const moment = created.getTime();
	if (moment > until + GRACE) return rejection(`had expired at ${printed(until)}, before this run was created at ${printed(moment)}`, "Dispatch again: a token lasts five minutes, and each request needs one of its own.");
	if (moment < from - GRACE) return rejection(`is valid from ${printed(from)}, after this run was created at ${printed(moment)}`, "Dispatch again; if it stays so, correct the clock of the runner.");
}
const printed = (moment) => {
	const date = new Date(moment);
	return Number.isNaN(date.getTime()) ? "a date out of range" : date.toISOString().replace(/\.\d+Z$/, "Z");
};
function judgeClaims(claims, expected) {
	const source = judgeSource(claims, expected.source);
	return [
		judgeIssuer(claims, expected),
		judgeAudience(claims, expected),
		...source,
		source.length === 0 ? judgeWorkflow(claims) : void 0,
		judgeEvent(claims),
		judgeRef(claims)
	].flatMap((rejection) => rejection ?? []);
}
function repositoryIdOf({ repository_id: id }) {
	return textOf$2(id) ?? (Number.isSafeInteger(id) ? String(id) : void 0);
}
function rejection(what, hint) {
	return {
		code: "proof-rejected",
		message: `The proof of the request ${what}.`,
		hint
	};
}
const judgeIssuer = ({ iss }, { issuer }) => {
	if (iss === issuer) return void 0;
	return rejection(`has the issuer ${shown(iss)} instead of ${quote(issuer)}`, "Send a token of the GitHub server on which the manifest repository is, or set `issuer` where the enterprise has its own.");
};
const judgeAudience = ({ aud }, { audience }) => {
	const audiences = Array.isArray(aud) ? aud : [aud];
	if (audiences.length > 1) return rejection("has several audiences", "Ask for a token with the one audience that the request needs.");
	const [only] = audiences;
	if (only === audience) return void 0;
	if (typeof only === "string" && only.startsWith("image-promotion:")) return rejection("belongs to another request or to another manifest repository", "Send each request with the token that was made for it; change nothing in the payload afterwards.");
	return rejection(`has the audience ${shown(only)}`, `Ask for a token with the audience ${AUDIENCE} and the hash of repository and payload, as the command \`dispatch\` does.`);
};
const comparisons = [
	{
		claim: "repository",
		key: "repository",
		sent: ({ repository }) => repository?.toLowerCase(),
		proven: ({ repository }) => textOf$2(repository)?.toLowerCase()
	},
	{
		claim: "ref",
		key: "ref",
		sent: ({ ref }) => ref,
		proven: ({ ref }) => textOf$2(ref)
	},
	{
		claim: "run_number",
		key: "run_number",
		sent: ({ runNumber }) => runNumber?.toString(),
		proven: ({ run_number: number }) => textOf$2(number) ?? (typeof number === "number" ? String(number) : void 0)
	},
	{
		claim: "workflow_ref",
		key: "workflow",
		sent: ({ workflow }) => workflow,
		proven: ({ workflow_ref: ref }) => textOf$2(ref)?.split("@")[0]?.split("/").at(-1)
	}
];
const judgeSource = (claims, source) => comparisons.flatMap(({ claim, key, sent, proven }) => {
	const [theirs, ours] = [proven(claims), sent(source)];
	if (ours === void 0) return [rejection(`cannot be compared: the source of the request has no ${key}`, `Send ${key} with the source.`)];
	if (ours === theirs) return [];
	return [rejection(theirs === void 0 ? `has no ${claim}` : `is of the ${key} ${quote(theirs)}, the request says ${quote(ours)}`, "Send the source of the run that asks for the token.")];
});
const judgeWorkflow = ({ workflow_ref: ref, repository }) => {
	const [, owner] = /^([^/]+\/[^/]+)\/\.github\/workflows\/[^/@]+@/.exec(textOf$2(ref) ?? "") ?? [];
	if (owner === void 0) return rejection(`has the workflow_ref ${shown(ref)}, which is no file in .github/workflows`, issued);
	if (owner.toLowerCase() === textOf$2(repository)?.toLowerCase()) return void 0;
	return rejection(`comes from the repository ${shown(repository)} with a workflow of ${quote(owner)}`, issued);
};
const issued = "Send the token as GitHub issued it to a workflow of the repository that asks.";
const judgeEvent = ({ event_name: event }) => typeof event === "string" && event !== "" && !event.toLowerCase().startsWith("pull_request") ? void 0 : rejection(`comes from a run whose event is ${shown(event)}`, merged);
const judgeRef = ({ ref }) => textOf$2(ref)?.startsWith("refs/pull/") ? rejection(`comes from a pull request, at ${shown(ref)}`, merged) : void 0;
const merged = "Promote from a run on push, release or the like, after the pull request has been merged.";
const textOf$2 = (value) => typeof value === "string" && value !== "" ? value : void 0;
const shown = (value) => typeof value === "string" ? quote(value) : "none that can be read";
function canonicalJson(value) {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
	return `{${Object.entries(value).filter(([, member]) => member !== void 0).sort(([a], [b]) => a < b ? -1 : 1).map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(",")}}`;
}
const AUDIENCE = "image-promotion:";
function boundText(repository, payload) {
	const outer = open(payload, "The payload");
	const inner = ownValue(outer, "promotion");
	const holder = inner === void 0 ? outer : open(inner, "The key \"promotion\" of the payload");
	const request = Object.fromEntries(Object.entries(holder).filter(([key]) => key !== "proof"));
	return `${repository.toLowerCase()}\n${canonicalJson(request)}`;
}
function issuerOf(server) {
	const { hostname, origin } = new URL(server);
	if (hostname === "github.com") return "https://token.actions.githubusercontent.com";
	if (hostname.endsWith(".ghe.com")) return `https://token.actions.${hostname}`;
	return `${origin}/_services/token`;
}
function isTrustworthy(address) {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname } = new URL(address);
	return protocol === "https:" || protocol === "http:" && isLoopback(hostname);
}

// src/domain/limits.ts
const LARGEST_MANIFEST = 4194304;
const MOST_FILES = 5e3;
const MOST_BYTES = 20971520;
const LONGEST_CONTENTION = 6e5;
const MOST_IMAGES = 1e3;
const MOST_PLACES = 1e3;

// src/domain/request/requested-images.ts
function readImages(value) {
	const { attempt, finish } = gather();
	const warnings = [];
	const images = distinctEntries(value).map((entry, index) => attempt(() => {
		if (typeof entry === "string") return parseImage(entry);
		if (!isObject(entry)) return fail("image-invalid", `Image ${index + 1} of the payload is ${kindOf$1(entry)}.`, "Write each image as a text such as NAME:TAG, or as an object with name, newName, tag and digest.");
		warnings.push(...findUnknown(entry, {
			keys: keys$1,
			where: `image ${index + 1} of the payload`,
			synonyms
		}));
		return readImage(entry, index);
	}));
	finish();
	return {
		images: images.filter((image) => image !== void 0),
		warnings
	};
}
const distinctEntries = (value) => {
	const distinct = new Map(entriesOf(value).map((entry) => [JSON.stringify(entry), entry]));
	checkCount(distinct.size, {
		most: MOST_IMAGES,
		what: "images"
	});
	return [...distinct.values()];
};
function checkCount(count, { most, what }) {
	if (count <= most) return;
	fail("payload-too-large", `The request names ${count} ${what}, and one request may name ${most}.`, "Split it into several requests.");
}
const keys$1 = [
	"name",
	"newName",
	"tag",
	"digest"
];
const synonyms = {
	image: "name",
	repository: "name",
	newTag: "tag",
	tags: "tag",
	version: "tag",
	sha256: "digest"
};
const entriesOf = (value) => {
	if (Array.isArray(value)) return value;
	if (isObject(value)) return [value];
	if (typeof value !== "string") return fail("payload-invalid", `The payload's images are ${kindOf$1(value)}.`, "Send a list of images.");
	if (/^\s*[[{"]/.test(value)) {
		const parsed = parseJson(value, "The text of the payload's images");
		if (typeof parsed === "string") return splitText(parsed);
		return entriesOf(parsed);
	}
	return splitText(value);
};
function splitText(text) {
	return text.split(",").map((entry) => entry.replace(/^[ \t]+|[ \t\r\n]+$/g, "")).filter((entry) => entry !== "");
}
const readImage = (image, index) => {
	const { attempt, finish } = gather();
	const text = (key) => textOf$1(image, {
		key,
		where: `image ${index + 1} of the payload`
	});
	const name = attempt(() => checkRepository(text("name") ?? failNameless(image, index)));
	const renaming = text("newName");
	const newName = renaming === "*" ? void 0 : attempt(() => given(renaming, checkRepository));
	const tag = attempt(() => given(text("tag"), checkTag));
	const digest = attempt(() => given(text("digest"), checkDigest));
	finish();
	return {
		name: name ?? "",
		newName,
		tag,
		digest
	};
};
const MOST_KEYS = 5;
const failNameless = (image, index) => {
	const others = Object.keys(image).slice(0, MOST_KEYS).map(quote);
	return fail("image-invalid", `Image ${index + 1} of the payload has no name.`, `Give the name that stands in the manifest as "name"${others.length === 0 ? "" : `; there is ${listed(others)}`}.`);
};
const given = (text, check) => text === void 0 ? void 0 : check(text);
function textOf$1(object, { key, where }) {
	const value = ownValue(object, key);
	if (value === void 0 || typeof value === "string") return value;
	return fail("payload-invalid", `The key ${quote(key)} of ${where} is ${kindOf$1(value)}.`, "Send a text, in quotes.");
}
function isUnpinned({ tag, digest }) {
	return tag === void 0 && digest === void 0;
}
function pinImages(images, pin) {
	const settled = images.map((image) => isUnpinned(image) ? {
		...image,
		tag: pin.tag,
		digest: pin.digest
	} : image);
	return [...new Map(settled.map((image) => [printImage(image), image])).values()];
}
function settleImages(images, pin) {
	const distinct = pinImages(images, pin);
	const { attempt, finish } = gather();
	for (const [name, requests] of groupByName(distinct)) if (requests.length > 1) attempt(() => failDisagreeing(name, requests));
	finish();
	return distinct;
}
const groupByName = (images) => {
	const groups = /* @__PURE__ */ new Map();
	for (const image of images) {
		const group = groups.get(image.name);
		if (group === void 0) groups.set(image.name, [image]);
		else group.push(image);
	}
	return groups;
};
const failDisagreeing = (name, requests) => fail("images-disagree", `The image ${quote(name)} is asked for as ${listed(requests.slice(0, 3).map((image) => quote(printImage(image))))}.`, "Ask for each image once.");

// src/domain/request/payload.ts
const keys = [
	"product",
	"products",
	"environment",
	"environments",
	"image",
	"images",
	"tag",
	"digest",
	"source",
	"proof"
];
const LONGEST_PROOF = 16384;
function checkPinned(images, hint) {
	const names = images.filter(isUnpinned).map(({ name }) => quote(name));
	if (names.length === 0) return;
	const shown = names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
	fail("tag-missing", `No tag or digest is given for ${listed(shown)}.`, hint);
}
function readPayload(value) {
	checkBounds(value);
	const { content, beside } = unwrap(value);
	const { attempt, finish } = gather();
	const products = attempt(() => readNames(content, {
		one: "product",
		many: "products",
		check: checkProduct
	}));
	const environments = attempt(() => readNames(content, {
		one: "environment",
		many: "environments",
		check: checkEnvironment
	}));
	const read = attempt(() => {
		const images = either(content, "image", "images");
		return images === void 0 ? void 0 : readImages(images);
	});
	const where = "the payload";
	const tag = attempt(() => given(textOf$1(content, {
		key: "tag",
		where
	}), checkTag));
	const digest = attempt(() => given(textOf$1(content, {
		key: "digest",
		where
	}), checkDigest));
	const sent = attempt(() => {
		const source = ownValue(content, "source");
		return source === void 0 ? void 0 : readSource(source);
	});
	const proof = attempt(() => readProof(content));
	finish();
	return {
		products: products ?? [],
		environments: environments ?? [],
		images: read?.images ?? [],
		tag,
		digest,
		source: sent?.source,
		proof,
		warnings: [
			...beside,
			...findUnknown(content, {
				keys,
				where
			}),
			...read?.warnings ?? [],
			...sent?.warnings ?? []
		]
	};
}
const unwrap = (value) => {
	const outer = open(value, "The payload");
	const inner = ownValue(outer, "promotion");
	if (inner === void 0) return {
		content: Object.fromEntries(Object.entries(outer).filter(([key]) => key !== "promotion")),
		beside: []
	};
	const beside = Object.keys(outer).filter((key) => key !== "promotion").slice(0, 10).map((key) => ({
		message: `The key ${quote(key)} stands beside "promotion" in the payload and is ignored.`,
		hint: "Move it into promotion, or leave it out."
	}));
	return {
		content: open(inner, "The key \"promotion\" of the payload"),
		beside
	};
};
const either = (content, one, many) => {
	const [single, several] = [ownValue(content, one), ownValue(content, many)];
	if (single === void 0 || several === void 0) return single ?? several;
	return fail("payload-invalid", `The payload has both ${one} and ${many}.`, `Send ${many} alone.`);
};
const readNames = (content, { one, many, check }) => {
	const value = either(content, one, many);
	if (value === void 0) return [];
	if (typeof value !== "string" && !Array.isArray(value)) return fail("payload-invalid", `The payload's ${many} are ${kindOf$1(value)}.`, "Send a list of names.");
	const entries = [...new Set(typeof value === "string" ? splitText(value) : value)];
	checkCount(entries.length, {
		most: MOST_PLACES,
		what: many
	});
	const { attempt, finish } = gather();
	const names = entries.map((entry) => attempt(() => {
		if (typeof entry === "string") return check(entry);
		return fail("payload-invalid", `The payload's ${many} hold ${kindOf$1(entry)}.`, "Send each name as a text.");
	}));
	finish();
	return [...new Set(names.filter((name) => name !== void 0))];
};
const readProof = (content) => {
	const proof = textOf$1(content, {
		key: "proof",
		where: "the payload"
	});
	if (proof === void 0 || proof.length <= LONGEST_PROOF && /^[\x21-\x7e]+$/.test(proof)) return proof;
	return fail("payload-invalid", "The proof of the payload is no token.", "Send the token as GitHub issued it.");
};
const grammar = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
function moment(text) {
	const found = grammar.exec(text);
	if (found === null) return void 0;
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
	const [offsetHour = 0, offsetMinute = 0] = found.slice(8, 10).map((part) => Number(part ?? 0));
	if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return void 0;
	if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return void 0;
	const local = /* @__PURE__ */ new Date(0);
	local.setUTCFullYear(year, month - 1, day);
	local.setUTCHours(hour, minute, Math.min(second, 59), 0);
	const offset = (found[7] === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 6e4;
	const printed = new Date(local.getTime() - offset).toISOString();
	return /^\d{4}-/.test(printed) ? printed.replace(".000Z", "Z") : void 0;
}
const daysOf = (year, month) => {
	const last = /* @__PURE__ */ new Date(0);
	last.setUTCFullYear(year, month, 0);
	return last.getUTCDate();
};
const instant = (hint) => ({
	problem: (text) => moment(text) === void 0 ? "is no moment of RFC 3339" : void 0,
	hint
});
const texts = {
	repository: fullName$1,
	sha: commitId,
	ref: fullRef,
	committed_at: instant("Write it as git prints %cI, such as 2026-11-30T09:00:00Z."),
	created_at: instant("Write it as GitHub prints created_at of the run, such as 2026-11-30T09:05:00Z."),
	event: eventName,
	workflow: workflowFile,
	actor: login$1
};
const sourceKeys = [
	...Object.keys(texts),
	"run_id",
	"run_number",
	"run_attempt"
];
function readSource(value) {
	if (!isObject(value)) return fail("source-invalid", `The payload's source is ${kindOf$1(value)}.`, "Send an object, or leave it out.");
	const { attempt, finish } = gather();
	const text = (key) => attempt(() => checkText(value, key));
	const count = (key) => attempt(() => checkInteger(value, key));
	const date = (key) => {
		const value = text(key);
		return value === void 0 ? void 0 : moment(value);
	};
	const source = {
		repository: text("repository"),
		sha: text("sha"),
		ref: text("ref"),
		committedAt: date("committed_at"),
		createdAt: date("created_at"),
		event: text("event"),
		workflow: text("workflow"),
		runId: count("run_id"),
		runNumber: count("run_number"),
		runAttempt: count("run_attempt"),
		actor: text("actor")
	};
	finish();
	return {
		source,
		warnings: findUnknown(value, {
			keys: sourceKeys,
			where: "the payload's source"
		})
	};
}
function keepLegal(value) {
	const legal = sourceKeys.filter((key) => isLegal(value, key));
	return readSource(Object.fromEntries(legal.map((key) => [key, ownValue(value, key)]))).source;
}
const isLegal = (value, key) => {
	try {
		readSource({ [key]: ownValue(value, key) });
		return true;
	} catch {
		return false;
	}
};
const checkText = (source, key) => {
	const value = ownValue(source, key);
	if (value === void 0) return void 0;
	const grammar = texts[key];
	const { hint } = grammar;
	if (typeof value !== "string") return fail("source-invalid", `${key} of the payload's source is ${kindOf$1(value)}.`, `Send a text. ${hint}`);
	const problem = grammar.problem(value);
	if (problem === void 0) return value;
	return fail("source-invalid", `${key} of the payload's source, ${quote(value)}, ${problem}.`, hint);
};
const checkInteger = (source, key) => {
	const value = ownValue(source, key);
	if (value === void 0) return void 0;
	if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
	const shown = typeof value === "number" ? quote(String(value)) : kindOf$1(value);
	return fail("source-invalid", `${key} of the payload's source is ${shown}, not a whole number.`, "Send the number that github has, without quotes.");
};

// src/domain/request/event.ts
function triggerOf(event) {
	if (event.name === "repository_dispatch" || payloadOf(event) !== void 0) return "automatic";
	return event.name === "workflow_dispatch" || event.name === "command-line" ? "by-hand" : "direct";
}
function payloadOf({ name, payload }) {
	if (name === "workflow_dispatch") return ownValueAt(payload, "inputs", "payload");
	return name === "repository_dispatch" || name === "command-line" ? ownValueAt(payload, "client_payload") : void 0;
}
function revisionOf({ event, run }) {
	if (event.name === "push") return ofPush({
		event,
		run
	});
	if (event.name === "release") return ofTag(ownValueAt(event.payload, "release", "tag_name"));
	if (event.name === "workflow_run") return ofWorkflowRun({
		event,
		run
	});
	if (event.name.startsWith("pull_request")) return ofPullRequest(event);
	return ofRun(run);
}
const ofPush = ({ event, run }) => {
	if (ownValueAt(event.payload, "deleted") === true) return none("The push deletes a branch or tag, and so has no commit.", "Leave out runs of deletions by an if:.");
	const head = ownValueAt(event.payload, "head_commit", "id");
	return head === void 0 ? ofRun(run) : ofCommit(head, "The head commit of the push");
};
const ofTag = (name) => {
	const ref = `refs/tags/${typeof name === "string" ? name : ""}`;
	const problem = fullRef.problem(ref);
	if (problem === void 0) return {
		kind: "ref",
		ref
	};
	return none(`The tag of the release, ${quote(ref)}, ${problem}.`, "Start the run from a release that has a tag.");
};
const ofWorkflowRun = ({ event, run }) => {
	const foreign = foreignRun({
		event,
		run
	});
	if (foreign !== void 0) return {
		kind: "none",
		violation: foreign
	};
	return ofCommit(ownValueAt(event.payload, "workflow_run", "head_sha"), "The head commit of the workflow run");
};
function foreignRun({ event, run }) {
	if (event.name !== "workflow_run") return void 0;
	const head = ownValueAt(event.payload, "workflow_run", "head_repository", "full_name");
	const here = run.repository ?? ownValueAt(event.payload, "repository", "full_name");
	if (typeof head === "string" && typeof here === "string" && head.toLowerCase() === here.toLowerCase()) return;
	return {
		code: "event-unsupported",
		message: `The workflow run is of ${typeof head === "string" ? quote(head) : "a repository that is gone"}, not of this repository.`,
		hint: "Promote only what this repository has built: leave out runs of forks by an if:."
	};
}
function strayRef({ event, run }, branch) {
	if (event.name !== "workflow_dispatch" || payloadOf(event) === void 0) return void 0;
	const named = ownValueAt(event.payload, "repository", "default_branch");
	const expected = typeof named === "string" ? named : branch;
	if (expected === void 0 || run.ref === `refs/heads/${expected}`) return void 0;
	return {
		code: "event-unsupported",
		message: `The payload arrived in a run at ${run.ref === void 0 ? "an unknown ref" : quote(run.ref)}, not at the default branch ${quote(expected)}.`,
		hint: `Start the workflow at ${quote(expected)}: a sender may not choose other rules by choosing another ref.`
	};
}
const ofPullRequest = ({ name, payload }) => {
	if (!(ownValueAt(payload, "action") === "closed" && ownValueAt(payload, "pull_request", "merged") === true)) return none(`The event ${quote(name)} is not of a pull request that was merged, and so has no commit of its own.`, "Run it on push, or on a pull request that is closed and merged, or name the tag.");
	return ofCommit(ownValueAt(payload, "pull_request", "merge_commit_sha"), "The merge commit of the pull request");
};
const ofRun = ({ repository, ref, sha }) => {
	if (repository !== void 0 && ref?.startsWith("refs/tags/")) return ofTag(ref.slice(10));
	return ofCommit(sha, "The commit of the run");
};
const ofCommit = (sha, what) => {
	if (typeof sha !== "string") return none(`${what} is not known.`, "Name the tag instead of using {sha}.");
	const problem = commitId.problem(sha);
	return problem === void 0 ? {
		kind: "commit",
		sha
	} : none(`${what}, ${quote(sha)}, ${problem}.`, commitId.hint);
};
const none = (message, hint) => ({
	kind: "none",
	violation: {
		code: "event-unsupported",
		message,
		hint
	}
});
function proposedCommit({ event, run }) {
	if (event.name === "pull_request_target") fail("event-unsupported", "The event pull_request_target runs with the rights of the base and on its commit, so it checks nothing of the pull request.", "Run the check on pull_request: it needs no right but reading, in pull requests of forks as well.");
	const proposed = event.name === "merge_group" ? ownValueAt(event.payload, "merge_group", "head_sha") ?? run.sha : run.sha;
	if (event.name !== "merge_group" && event.name !== "pull_request") return void 0;
	return typeof proposed === "string" && commitId.problem(proposed) === void 0 ? proposed : void 0;
}
function refOf({ event, run }) {
	if (event.name === "release") return prefixed("refs/tags/", ownValueAt(event.payload, "release", "tag_name"));
	if (event.name === "workflow_run") return prefixed("refs/heads/", ownValueAt(event.payload, "workflow_run", "head_branch"));
	return run.ref;
}
const prefixed = (prefix, name) => typeof name === "string" ? `${prefix}${name}` : void 0;
function sourceOf({ event, run }) {
	const revision = revisionOf({
		event,
		run
	});
	return keepLegal({
		repository: run.repository,
		sha: revision.kind === "commit" ? revision.sha : void 0,
		ref: run.ref,
		event: event.name,
		workflow: run.workflowRef?.split("@")[0]?.split("/").at(-1),
		run_id: run.runId,
		run_number: run.runNumber,
		run_attempt: run.runAttempt,
		actor: run.actor
	});
}
function defaultEnvironments({ event, run }) {
	const { name, payload } = event;
	const released = preReleaseOf({
		event,
		run
	}) === void 0 ? ["stg", "prod"] : ["stg"];
	if (name === "release" && ownValueAt(payload, "action") === "published") return released;
	const pushed = name === "push" && run.ref !== void 0 ? shortName(run.ref) : void 0;
	if (pushed === void 0 || ownValueAt(payload, "deleted") === true) return [];
	if (pushed.kind === "tag") return released;
	return pushed.name === ownValueAt(payload, "repository", "default_branch") ? ["dev"] : [];
}
function preReleaseOf({ event, run }) {
	const ref = refOf({
		event,
		run
	});
	const tag = ref?.startsWith("refs/tags/") ? ref.slice(10) : "";
	if (isPreRelease(tag)) return {
		tag,
		by: "tag"
	};
	return event.name === "release" && ownValueAt(event.payload, "release", "prerelease") === true ? {
		tag,
		by: "flag"
	} : void 0;
}
function explainPreRelease(occasion, environments = []) {
	const found = preReleaseOf(occasion);
	const [first = ""] = environments;
	if (found === void 0 || environments.length < 2 && !/^(?:prod|live)/i.test(first)) return [];
	const condition = found.by === "tag" ? "contains(github.ref_name, '-')" : "github.event.release.prerelease";
	return [{
		message: `${quote(found.tag)} is a pre-release, and this step sends it to ${listed(environments)}.`,
		hint: environments.length < 2 ? `If ${first} is not meant to get it, give the step an \`if:\` with !${condition}.` : `If only ${first} is meant to get it, write environments: \${{ ${condition} && '${first}' || '${environments.join(", ")}' }}.`
	}];
}
const isPreRelease = (tag) => /(?:^|[^0-9.])\d+\.\d+\.\d+-[0-9A-Za-z.-]+(?:\+[0-9A-Za-z.-]+)?$/.test(tag);

// src/domain/request/placeholders.ts
const known = "The placeholders are {sha}, {sha:N} with N from 4 to 64, {ref} and {version}.";
function parseTemplate(text) {
	const parts = text.split(/(\{[^{}]*\})/).filter((part) => part !== "").map((part) => parsePart(part));
	checkTag(parts.map((part) => part.kind === "literal" ? part.text : "x").join(""));
	return {
		text,
		parts
	};
}
const parsePart = (text) => {
	if (!text.startsWith("{") || !text.endsWith("}")) return {
		kind: "literal",
		text
	};
	if (text === "{sha}" || text === "{ref}" || text === "{version}") return { kind: text.slice(1, -1) };
	const length = Number(/^\{sha:([1-9][0-9]?)\}$/.exec(text)?.[1]);
	if (length >= 4 && length <= 64) return {
		kind: "sha",
		length
	};
	return fail("placeholder-unknown", `The placeholder ${quote(text)} is not known.`, known);
};
function literalTemplate(text) {
	return {
		text,
		parts: [{
			kind: "literal",
			text
		}]
	};
}
function isLiteral(template) {
	return template.parts.every((part) => part.kind === "literal");
}
function needsCommit(template) {
	return template.parts.some((part) => part.kind === "sha");
}
function expandTemplate(template, placeholders) {
	const tag = template.parts.map((part) => resolve(part, placeholders)).join("");
	try {
		return checkTag(tag);
	} catch (error) {
		if (!(error instanceof PromotionError) || placeholders.ref === void 0) throw error;
		const [violation] = error.violations;
		return fail("tag-invalid", `${violation?.message.replace(/\.$/, "")}: ${quote(template.text)} stands for it at ${quote(placeholders.ref)}.`, "Use {sha}, or write the tag out under which the image was pushed.");
	}
}
const resolve = (part, { sha, ref }) => {
	if (part.kind === "literal") return part.text;
	if (part.kind === "sha") return sha?.slice(0, part.length) ?? unset("{sha}", "the commit of this run is not known");
	const found = ref === void 0 ? void 0 : shortName(ref);
	const where = ref === void 0 ? "this run has no branch or tag" : `the run is at ${quote(ref)}`;
	if (part.kind === "ref") return found?.name ?? unset("{ref}", where);
	return found?.kind === "tag" ? found.name.replace(/^v(?=[0-9])/, "") : unset("{version}", where);
};
const unset = (placeholder, why) => fail("placeholder-unset", `The placeholder ${placeholder} has no value: ${why}.`, placeholder === "{version}" ? "Use {version} in runs of a tag or a release only, or name another tag." : "Name another tag, or start the run from a push, a tag or a release.");

// src/domain/request/input-table.ts
const USUAL_CONFIG = ".github/promotion.yml";
const anyText = {
	form: "text",
	read: (text) => text
};
const environment = {
	form: "text",
	read: (text) => checkEnvironment(text)
};
const template = {
	form: "text",
	read: (text) => parseTemplate(text)
};
function textOf(grammar) {
	return {
		form: "text",
		read: (text, shown) => written(text, {
			grammar,
			shown
		})
	};
}
function listOf(read) {
	return {
		form: "list",
		read: (text, shown) => collect(splitList(text).map((entry) => () => read(entry, shown)))
	};
}
function listWritten(grammar) {
	return listOf((entry, shown) => written(entry, {
		grammar,
		shown
	}));
}
const written = (text, { grammar, shown }) => {
	const problem = grammar.problem(text);
	return problem === void 0 ? text : fail("input-invalid", `The value ${quote(text)} of ${shown} ${problem}.`, grammar.hint);
};
function splitList(text) {
	const entries = text.split(/[\n,]/).map((entry) => entry.trim());
	return [...new Set(entries)].filter((entry) => entry !== "");
}
const LONGEST_LINE = 300;
const line = {
	form: "text",
	read: (text, shown) => {
		if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) fail("input-invalid", `The value of ${shown} has a line break or a control character.`, "Write one line.");
		const { length } = [...text];
		if (length <= LONGEST_LINE) return text;
		return fail("input-invalid", `The value of ${shown} has ${length} characters.`, `Write at most ${LONGEST_LINE} characters.`);
	}
};
const boolean = {
	form: "boolean",
	read: (text, shown) => {
		if (/^(?:true|True|TRUE)$/.test(text)) return true;
		if (/^(?:false|False|FALSE)$/.test(text)) return false;
		return fail("input-invalid", `The value ${quote(text)} of ${shown} is no boolean.`, "Write true or false.");
	}
};
const LONGEST_WAIT = 432e3;
const seconds = {
	form: "seconds",
	read: (text, shown) => {
		const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : NaN;
		if (value <= LONGEST_WAIT) return value;
		return fail("input-invalid", `The value ${quote(text)} of ${shown} is no number of seconds.`, `Write a whole number from 0 to ${LONGEST_WAIT}.`);
	}
};
const LONGEST_SPAN = 3660;
const since = {
	form: "text",
	read: (text, shown) => {
		const [, count, unit] = /^(\d{1,4})([dw])$/.exec(text) ?? [];
		const days = Number(count) * (unit === "w" ? 7 : 1);
		if (days >= 1 && days <= LONGEST_SPAN) return { days };
		const found = count === void 0 ? dayOrMoment(text) : void 0;
		if (found !== void 0) return { moment: found };
		return fail("input-invalid", `The value ${quote(text)} of ${shown} is no span of time.`, "Write days such as 90d, weeks such as 12w, or a date such as 2026-11-30.");
	}
};
const pointInTime = {
	form: "text",
	read: (text, shown) => dayOrMoment(text) ?? fail("input-invalid", `The value ${quote(text)} of ${shown} is no moment.`, "Write it as RFC 3339 has it, such as 2026-11-30T09:00:00Z.")
};
const dayOrMoment = (text) => {
	if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return moment(`${text}T00:00:00Z`);
	return moment(text.replace(/^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2})(?=[Zz+-])/, "$1:00"));
};
function choice(...choices) {
	return {
		form: "choice",
		choices,
		read: (text, shown) => {
			const found = choices.find((candidate) => candidate === text);
			if (found !== void 0) return found;
			const [near] = nearest(text, choices);
			return fail("input-invalid", `The value ${quote(text)} of ${shown} is not known.`, `${near === void 0 ? "" : `Did you mean ${near}? `}It is one of ${listed(choices)}.`);
		}
	};
}
const images = listOf((entry) => {
	if (!/\{[^{}]*\}/.test(entry)) return parseImage(entry);
	return fail("tag-invalid", `The image ${quote(entry)} has a placeholder in its tag.`, "Name the image alone, and give the placeholder in the input `tag`.");
});
const target = {
	form: "text",
	read: (text, shown) => {
		if (!text.startsWith("commit:")) return {
			kind: "tag",
			tag: parseTag(text, shown)
		};
		const id = text.slice(7);
		if (/^[0-9a-f]{7,64}$/.test(id)) return {
			kind: "commit",
			id
		};
		return fail("input-invalid", `The value ${quote(text)} of ${shown} names no commit.`, "Write commit: and 7 to 64 hexadecimal digits in lower case.");
	}
};
const parseTag = (text, shown) => {
	const { parts } = parseTemplate(text);
	if (parts.every((part) => part.kind === "literal")) return text;
	return fail("input-invalid", `The value ${quote(text)} of ${shown} has a placeholder.`, "Write out the tag to go back to, or commit: and the id of a commit of the manifest repository.");
};
const commands = [
	"promote",
	"check",
	"retag",
	"dispatch",
	"rollback",
	"status",
	"history",
	"validate",
	"await"
];
const localCommands = [
	"promote",
	"rollback",
	"status",
	"history",
	"validate",
	"check",
	"retag"
];
const define = (definition) => definition;
const writers = ["promote", "rollback"];
const readers = [
	"promote",
	"rollback",
	"status",
	"history",
	"validate"
];
const action = ["action"];
const configuration = "the configuration";
const event = "the event";
const inputTable = {
	command: define({
		commands,
		kind: choice(...commands),
		description: "What to do: promote, check, retag, dispatch, rollback, status, history, validate or await.",
		fallback: "`promote`",
		edges: action
	}),
	token: define({
		commands: [
			"promote",
			"dispatch",
			"rollback",
			"status",
			"history",
			"validate",
			"await"
		],
		kind: anyText,
		description: "GitHub token for the manifest repository.",
		fallback: "the token of the run, `github.token`",
		edges: action
	}),
	repository: define({
		commands: [
			"promote",
			"dispatch",
			"rollback",
			"status",
			"history",
			"validate"
		],
		kind: textOf(fullName$1),
		description: "The manifest repository, owner/name; dispatch needs it.",
		fallback: "the current repository",
		edges: action
	}),
	branch: define({
		commands: readers,
		kind: textOf(branch),
		description: "The branch of the manifest repository that Argo CD follows.",
		fallback: "the default branch",
		edges: action
	}),
	config: define({
		commands: readers,
		kind: textOf(relativePath),
		description: "Path of the configuration file in the manifest repository; a path that is given must exist.",
		fallback: `\`${USUAL_CONFIG}\`, which may be absent`
	}),
	product: define({
		commands: [
			"promote",
			"dispatch",
			"rollback",
			"status",
			"history",
			"validate"
		],
		kind: listOf(checkProduct),
		description: "The product, or a list of them: each image goes to the products whose files list it.",
		fallback: `${event}; status, history and validate: all`
	}),
	environments: define({
		commands: [
			"promote",
			"dispatch",
			"rollback",
			"status",
			"history",
			"validate",
			"await"
		],
		kind: listOf(checkEnvironment),
		description: "List of environments.",
		fallback: `${event}; dispatch: dev on a push to the default branch, stg and prod on a tag or release; status, history and validate: all; await: all of the report`
	}),
	images: define({
		commands: [
			"promote",
			"check",
			"retag",
			"dispatch",
			"rollback"
		],
		kind: images,
		description: "List of images, one per line or comma: NAME, NAME:TAG, NAME@DIGEST, NAME:TAG@DIGEST or NAME=NEWNAME:TAG.",
		fallback: event
	}),
	tag: define({
		commands: [
			"promote",
			"check",
			"retag",
			"dispatch"
		],
		kind: template,
		description: "Tag for each image that names none, with the placeholders {sha}, {sha:N}, {ref} and {version}.",
		fallback: `${event}; check and dispatch: \`{sha}\``
	}),
	from: define({
		commands: ["promote"],
		kind: environment,
		description: "By hand or on `schedule`: the environment whose present images are promoted, all listed ones or those of `images`.",
		fallback: "none"
	}),
	delivery: define({
		commands: writers,
		kind: choice("commit", "pull-request", "auto-merge", "merge"),
		description: "How the change is delivered: commit, pull-request, auto-merge or merge; to a checkout only commit.",
		fallback: `${configuration}, else \`commit\`; a checkout: nothing is committed, the files change`
	}),
	"merge-method": define({
		commands: writers,
		kind: choice("merge", "squash", "rebase"),
		description: "How pull requests are merged: merge, squash or rebase.",
		fallback: configuration,
		edges: action
	}),
	labels: define({
		commands: writers,
		kind: listWritten(label),
		description: "List of labels of pull requests.",
		fallback: configuration,
		edges: action
	}),
	reviewers: define({
		commands: writers,
		kind: listWritten(reviewer),
		description: "List of logins, and of teams as team:slug, that are asked to review pull requests.",
		fallback: configuration,
		edges: action
	}),
	assignees: define({
		commands: writers,
		kind: listWritten(login$1),
		description: "List of logins that pull requests are assigned to.",
		fallback: configuration,
		edges: action
	}),
	draft: define({
		commands: writers,
		kind: boolean,
		description: "Whether pull requests are opened as drafts.",
		fallback: configuration,
		edges: action
	}),
	override: define({
		commands: ["promote"],
		kind: choice("freeze"),
		description: "By hand: freeze promotes during a freeze window; needs `reason`.",
		fallback: "none"
	}),
	reason: define({
		commands: writers,
		kind: line,
		description: "One line of at most 300 characters for the commit and the pull request.",
		fallback: "none"
	}),
	"dry-run": define({
		commands: [
			"promote",
			"rollback",
			"retag",
			"dispatch"
		],
		kind: boolean,
		description: "Show the diff or the request and change nothing.",
		fallback: "`false`"
	}),
	"on-unknown": define({
		commands: ["check"],
		kind: choice("fail", "missing"),
		description: "What a registry answer that proves nothing means: fail or missing.",
		fallback: "`fail`"
	}),
	tags: define({
		commands: ["retag"],
		kind: listOf((entry) => parseTemplate(entry)),
		description: "List of new tags for the image, with the placeholders of `tag`.",
		fallback: "none; retag needs it"
	}),
	workflow: define({
		commands: ["dispatch"],
		kind: textOf(workflowFile),
		description: "File name of a workflow of the manifest repository, which is started by workflow_dispatch.",
		fallback: "a repository_dispatch",
		edges: action
	}),
	"event-type": define({
		commands: ["dispatch"],
		kind: textOf(eventType),
		description: "Type of the repository_dispatch.",
		fallback: "`promote`",
		edges: action
	}),
	wait: define({
		commands: ["dispatch"],
		kind: seconds,
		description: "With `workflow`: seconds to wait for the end of the run that it starts.",
		fallback: "`0`, none",
		edges: action
	}),
	to: define({
		commands: ["rollback"],
		kind: target,
		description: "What to go back to: an image tag, or commit:ID of the manifest repository.",
		fallback: "what stood before the last promotion"
	}),
	since: define({
		commands: ["history", "status"],
		kind: since,
		description: "How far back history and the page of status look: days such as 90d, weeks such as 12w, or a date.",
		fallback: "`90d`"
	}),
	at: define({
		commands: ["status"],
		kind: pointInTime,
		description: "A moment, RFC 3339: shows what ran then.",
		fallback: "now"
	}),
	page: define({
		commands: ["status"],
		kind: anyText,
		description: "Path of an HTML file to write: a page of what runs where, with its history.",
		fallback: "none is written"
	}),
	report: define({
		commands: ["await"],
		kind: anyText,
		description: "The report of the promotion that is awaited, as JSON or as the path of a file.",
		fallback: "`promotion-report.json` in `RUNNER_TEMP`, which a step before in the same job has written",
		edges: action
	}),
	"argocd-server": define({
		commands: ["await"],
		kind: anyText,
		description: "Address of the API of Argo CD.",
		fallback: "none; await needs it",
		edges: action
	}),
	"argocd-token": define({
		commands: ["await"],
		kind: anyText,
		description: "Token of an account of Argo CD that may read the Applications.",
		fallback: "none; await needs it",
		edges: action
	}),
	timeout: define({
		commands: ["await"],
		kind: seconds,
		description: "Seconds to wait until everything runs.",
		fallback: "`600`",
		edges: action
	})
};
const inputNames = Object.keys(inputTable);
function shownInput(name, edge) {
	return edge === "cli" ? `--${name}` : `\`${name}\``;
}
function inFlags(text) {
	return text.replace(/\b[Tt]he input `([a-z-]+)(?:: ([^`]+))?`/g, (_, name, value) => value === void 0 ? `--${name}` : `--${name} ${value}`);
}

// src/domain/request/parse-inputs.ts
function parseInputs(raw, edge) {
	const { attempt, finish } = gather();
	const given = Object.entries(raw).map(([name, text]) => ({
		name,
		text: text.trim()
	})).filter(({ text }) => text !== "");
	const command = attempt(() => parseCommand(given.find(({ name }) => name === "command")?.text, edge));
	const names = /* @__PURE__ */ new Set();
	const values = {};
	for (const { name, text } of given.filter((entry) => entry.name !== "command")) attempt(() => {
		const known = checkUse(name, {
			command,
			edge
		});
		names.add(known);
		values[known] = inputTable[known].kind.read(text, shownInput(known, edge));
	});
	const inputs = {
		...values,
		command: command ?? "promote"
	};
	attempt(() => {
		const conflicts = command === void 0 ? [] : findConflicts({
			inputs,
			names,
			edge
		});
		if (conflicts.length > 0) throw new PromotionError(conflicts);
	});
	finish();
	return inputs;
}
const parseCommand = (text, edge) => {
	const offered = edge === "cli" ? localCommands : commands;
	const found = offered.find((command) => command === (text ?? "promote"));
	if (found !== void 0) return found;
	const near = nearest(text ?? "", offered)[0];
	const offer = near === void 0 ? "" : `Did you mean ${near}? `;
	return fail("input-invalid", `The command ${quote(text ?? "")} is not known.`, `${offer}The commands are ${listed(offered)}.`);
};
const checkUse = (name, { command, edge }) => {
	const known = inputNames.find((candidate) => candidate === name);
	if (known === void 0) return failUnknown(name, {
		command,
		edge
	});
	if (!isOffered(known, edge)) return fail("inputs-conflict", `${shownInput(known, edge)} is for workflows, and the command line works on a checkout.`, `Leave out ${shownInput(known, edge)}, or run the command as a step of a workflow.`);
	const users = inputTable[known].commands;
	if (command === void 0 || known === "token" || users.includes(command)) return known;
	return fail("inputs-conflict", `${shownInput(known, edge)} is given, and the command ${command} does not use it.`, `Leave out ${shownInput(known, edge)}, or use a command that takes it: ${listed(users)}.`);
};
const failUnknown = (name, { command, edge }) => {
	const offered = command === void 0 ? inputNames : inputsOf(command, edge);
	const near = nearest(name, offered)[0];
	return fail("input-unknown", `The input ${quote(name)} is not known.`, near === void 0 ? `The inputs are ${listed(offered)}.` : `Did you mean ${shownInput(near, edge)}? Otherwise leave it out.`);
};
const isOffered = (name, edge) => {
	const edges = inputTable[name].edges;
	return edges === void 0 || edges.includes(edge);
};
function inputsOf(command, edge) {
	return inputNames.filter((name) => {
		const users = inputTable[name].commands;
		return isOffered(name, edge) && users.includes(command);
	});
}
const both = (one, other) => ({ names }) => names.has(one) && names.has(other);
const without = (one, other) => ({ names }) => names.has(one) && !names.has(other);
const needs = (command, name, hint) => ({
	applies: ({ inputs, names }) => inputs.command === command && !names.has(name),
	code: "input-missing",
	message: `The command ${command} needs {${name}}.`,
	hint
});
const rules = [
	{
		applies: both("from", "tag"),
		message: "{from} takes the tags that another environment runs, and {tag} names one.",
		hint: "Leave out {tag} to promote what that environment runs, or {from} to promote that tag."
	},
	{
		applies: ({ inputs }) => inputs.from !== void 0 && (inputs.images ?? []).some(isPinned),
		message: "{from} takes the tags that another environment runs, and {images} names tags, digests or new names.",
		hint: "Name the images alone in {images}, or leave out {from}."
	},
	{
		applies: ({ inputs }) => inputs.from !== void 0 && (inputs.environments ?? []).includes(inputs.from),
		message: "{from} names an environment that is also in {environments}.",
		hint: "Take it out of {environments}, or name another one in {from}."
	},
	{
		applies: without("override", "reason"),
		message: "{override} is given without {reason}.",
		hint: "Give {reason}, which the commit records, or leave out {override}."
	},
	{
		applies: both("workflow", "event-type"),
		message: "{workflow} sends a workflow_dispatch, and {event-type} is for a repository_dispatch.",
		hint: "Leave out {event-type} to start the workflow, or {workflow} to send the event."
	},
	{
		applies: without("wait", "workflow"),
		message: "{wait} is given without {workflow}: a repository_dispatch does not tell which run it starts.",
		hint: "Give {workflow}, or leave out {wait}."
	},
	{
		applies: ({ inputs, names }) => inputs.command === "status" && names.has("since") && !names.has("page"),
		message: "{since} says how far back the page of status looks, and {page} is not given.",
		hint: "Give the file to write in {page}, leave out {since}, or use the command history."
	},
	...[
		"merge-method",
		"labels",
		"reviewers",
		"assignees",
		"draft"
	].map((name) => ({
		applies: ({ inputs, names }) => inputs.delivery === "commit" && names.has(name),
		message: `{${name}} is for pull requests, and {delivery} is commit.`,
		hint: `Leave out {${name}}, or deliver by pull-request, auto-merge or merge.`
	})),
	{
		applies: ({ inputs: { draft, delivery } }) => draft === true && (delivery === "auto-merge" || delivery === "merge"),
		message: "{draft} opens a pull request that cannot be merged, and {delivery} wants it merged.",
		hint: "Leave out {draft}, or deliver by pull-request."
	},
	{
		applies: ({ inputs, edge }) => edge === "cli" && inputs.delivery !== void 0 && inputs.delivery !== "commit",
		message: "On a checkout {delivery} takes commit alone: there are no pull requests.",
		hint: "Use {delivery} commit to make the commit, or leave it out to change the working tree alone."
	},
	{
		applies: ({ inputs }) => inputs.command === "rollback" && (inputs.images ?? []).some(isPinned),
		message: "{images} names tags, digests or new names, and rollback finds what to go back to by itself.",
		hint: "Name the images alone in {images}, and give the tag in {to} if it must be a certain one."
	},
	needs("dispatch", "repository", "Give the manifest repository, owner/name, in {repository}."),
	needs("check", "images", "Name the images to look for in {images}."),
	needs("retag", "images", "Name the image that is there already in {images}."),
	needs("await", "argocd-server", "Give the address of Argo CD in {argocd-server}: a report never says where the token goes."),
	needs("await", "argocd-token", "Give a token of an account that may read the Applications in {argocd-token}."),
	needs("retag", "tags", "Name the new tags of the image in {tags}.")
];
const isPinned = ({ newName, tag, digest }) => newName !== void 0 || tag !== void 0 || digest !== void 0;
function findConflicts(given) {
	const name = (text) => text.replace(/\{([a-z-]+)\}/g, (_, input) => shownInput(input, given.edge));
	return rules.filter((rule) => rule.applies(given)).map(({ code = "inputs-conflict", message, hint }) => ({
		code,
		message: name(message),
		hint: name(hint)
	}));
}
const readable = [
	{
		name: "product",
		spellings: ["product"]
	},
	{
		name: "environments",
		spellings: ["environments", "environment"]
	},
	{
		name: "images",
		spellings: ["images", "image"]
	},
	{
		name: "tag",
		spellings: ["tag"]
	},
	{
		name: "from",
		spellings: ["from"]
	},
	{
		name: "to",
		spellings: ["to"]
	},
	{
		name: "reason",
		spellings: ["reason"]
	},
	{
		name: "dry-run",
		spellings: ["dry-run"]
	}
];
function readInputs(step, event) {
	const byHand = event.name === "workflow_dispatch" && triggerOf(event) === "by-hand";
	const command = commandOf(step.command);
	const found = (byHand && command !== void 0 ? readable.filter(({ name }) => !isSet(step[name])) : []).map(({ name, spellings }) => ({
		name,
		spellings,
		texts: findInputs(event, spellings)
	})).filter(({ texts }) => texts.length > 0);
	const used = found.filter(({ name }) => command !== void 0 && isUsed(name, command));
	const { attempt, finish } = gather();
	for (const { spellings, texts } of used) if (texts.length > 1) attempt(() => failSpeltTwice(spellings));
	const raw = Object.fromEntries(used.map(({ name, texts }) => [name, texts[0] ?? ""]));
	const inputs = attempt(() => parseInputs({
		...step,
		...raw
	}, "action"));
	finish();
	return {
		inputs,
		warnings: found.filter((entry) => !used.includes(entry)).flatMap(({ name }) => warnUnused(name, command))
	};
}
function commandOf(text) {
	return commands.find((candidate) => candidate === (text?.trim() || "promote"));
}
const isSet = (text) => text !== void 0 && text.trim() !== "";
const isUsed = (name, command) => {
	return inputTable[name].commands.includes(command);
};
const findInputs = ({ payload }, spellings) => spellings.map((spelling) => ownValueAt(payload, "inputs", spelling)).filter((value) => typeof value === "string" || typeof value === "boolean" || typeof value === "number").map(String).filter(isSet);
const warnUnused = (name, command) => {
	if (command !== "promote" && command !== "rollback") return [];
	return [{
		message: `The workflow's input \`${name}\` is filled in, and the command ${command} does not use it.`,
		hint: "Leave it empty."
	}];
};
const failSpeltTwice = (spellings) => fail("inputs-conflict", `The workflow's inputs ${spellings.map((spelling) => `\`${spelling}\``).join(" and ")} are both filled in.`, "Fill in one of them.");

// src/domain/request/request.ts
function mergeRequested(input, payload) {
	const { inputs } = input;
	const images = inputs.images ?? payload.images;
	const open = inputs.from === void 0 && (images.length === 0 || images.some(isUnpinned));
	return {
		products: inputs.product ?? payload.products,
		environments: inputs.environments ?? (inputs.command === "dispatch" ? defaultEnvironments(input) : payload.environments),
		images,
		tag: open ? tagOf(inputs, payload) : void 0,
		digest: open && inputs.tag === void 0 ? payload.digest : void 0,
		tags: inputs.tags ?? []
	};
}
function usesRun(inputs) {
	return [tagOf(inputs), ...inputs.tags ?? []].some((tag) => tag !== void 0 && !isLiteral(tag));
}
const tagOf = ({ command, tag }, payload) => {
	if (tag !== void 0) return tag;
	if (payload?.tag !== void 0) return literalTemplate(payload.tag);
	return command === "check" || command === "dispatch" ? parseTemplate("{sha}") : void 0;
};
function checkRequested({ input, payload, requested, revision, ref }) {
	const { attempt, finish } = gather();
	attempt(() => checkByHand(input, "from"));
	attempt(() => checkByHand(input, "override"));
	attempt(() => checkPlaces(input, requested));
	attempt(() => checkSize(requested));
	attempt(() => checkNamed(input, requested));
	attempt(() => checkRollback(input, payload));
	const templates = [...requested.tag === void 0 ? [] : [requested.tag], ...requested.tags];
	const untold = revision.kind === "none" && templates.some(needsCommit) ? revision.violation : void 0;
	attempt(() => refuse(untrusted(input) ?? untold));
	const [tag] = templates.map((template) => attempt(() => expandTemplate(template, {
		sha: anyCommit,
		ref
	})));
	if (requested.tag === void 0 || tag !== void 0 && !needsCommit(requested.tag)) attempt(() => settle(input.inputs)(requested.images, {
		tag: requested.tag && tag,
		digest: requested.digest
	}));
	finish();
}
function settle({ command }) {
	return command === "check" ? pinImages : settleImages;
}
const refuse = (violation) => {
	if (violation !== void 0) throw new PromotionError([violation]);
};
const untrusted = (input) => {
	const { command } = input.inputs;
	if (command === "promote" || command === "rollback") return strayRef(input) ?? (triggerOf(input.event) === "direct" ? foreignRun(input) : void 0);
	return command === "dispatch" || command === "retag" ? foreignRun(input) : void 0;
};
const anyCommit = "a".repeat(40);
function isScheduled({ event, inputs, run }) {
	if (event.name !== "schedule" || inputs.command !== "promote") return false;
	return inputs.repository === void 0 || inputs.repository.toLowerCase() === run.repository?.toLowerCase();
}
const checkByHand = (input, name) => {
	if (input.inputs[name] === void 0 || triggerOf(input.event) === "by-hand") return;
	if (name === "from" && isScheduled(input)) return;
	const shown = shownInput(name, edgeOf(input));
	fail("inputs-conflict", `${shown} is for promotions by hand${name === "from" ? " or on a schedule of the manifest repository" : ""}, and this one was started by ${startedBy(input)}.`, `Leave out ${shown}, or start the promotion by hand.`);
};
const startedBy = ({ event }) => event.name === "command-line" ? "a payload" : `the event ${quote(event.name)}`;
const checkPlaces = (input, requested) => {
	const { attempt, finish } = gather();
	if (![
		"promote",
		"dispatch",
		"rollback"
	].includes(input.inputs.command)) return;
	if (requested.products.length === 0) attempt(() => fail(missing(input, "product-missing"), "The request names no product.", wayIn(input, "product")));
	if (requested.environments.length === 0) {
		const hint = wayIn(input, "environments");
		attempt(() => fail(missing(input, "environment-missing"), "The request names no environment.", hint));
	}
	finish();
};
const checkSize = ({ products, environments, images }) => {
	const { attempt, finish } = gather();
	const places = new Set(products).size * new Set(environments).size;
	attempt(() => checkCount(places, {
		most: MOST_PLACES,
		what: "products × environments"
	}));
	attempt(() => checkCount(images.length, {
		most: MOST_IMAGES,
		what: "images"
	}));
	finish();
};
const checkNamed = (input, { images, tag, digest }) => {
	const { inputs } = input;
	if (inputs.from !== void 0 || inputs.command === "rollback") return;
	if (tag !== void 0 || digest !== void 0) return;
	const hint = wayIn(input, "tag");
	checkPinned(images, `Write NAME:TAG, or ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`);
	if (images.length > 0) return;
	fail(missing(input, "image-missing"), "The request names no image and no tag.", wayIn(input, "images"));
};
const missing = ({ event }, code) => event.name === "command-line" && payloadOf(event) === void 0 ? "input-missing" : code;
const checkRollback = ({ inputs }, { images, tag, digest }) => {
	if (inputs.command !== "rollback") return;
	if (tag === void 0 && digest === void 0 && images.every(isUnpinned)) return;
	fail("payload-invalid", "The payload names tags or digests, and rollback finds what to go back to by itself.", "Name the images alone, and give the tag in the input `to` if it must be a certain one.");
};
const wayIn = (input, name) => {
	const { event } = input;
	const edge = edgeOf(input);
	const give = edge === "cli" ? `give ${shownInput(name, edge)}` : `set the input ${shownInput(name, edge)} on the step`;
	if ((input.inputs.command === "promote" || input.inputs.command === "rollback") && (event.name === "repository_dispatch" || payloadOf(event) !== void 0)) return `Add \`${name}\` to the payload, or ${give}.`;
	if (event.name === "workflow_dispatch") return `Fill in the workflow's input \`${name}\`, or ${give}.`;
	return `${give.charAt(0).toUpperCase()}${give.slice(1)}.`;
};
const edgeOf = ({ event }) => event.name === "command-line" ? "cli" : "action";
const nothing = {
	products: [],
	environments: [],
	images: [],
	warnings: []
};
function readRequest(input, tell = () => void 0) {
	const { inputs, event } = input;
	const trigger = triggerOf(event);
	const payload = (inputs.command === "promote" || inputs.command === "rollback") && trigger === "automatic" ? readPayload(payloadOf(event)) : nothing;
	const early = inputs.command === "dispatch" ? explainPreRelease(input, inputs.environments) : [];
	const warnings = [...payload.warnings, ...early];
	tell(warnings);
	const requested = mergeRequested(input, payload);
	const revision = revisionOf(input);
	const ref = refOf(input);
	checkRequested({
		input,
		payload,
		requested,
		revision,
		ref
	});
	const { tag, tags, ...named } = requested;
	const placeholders = {
		sha: revision.kind === "commit" ? revision.sha : void 0,
		ref
	};
	return {
		request: {
			promotion: {
				trigger,
				...named,
				from: inputs.from,
				...isScheduled(input) ? { scheduled: true } : {},
				override: inputs.override,
				reason: inputs.reason,
				source: isOwn(input) ? sourceOf(input) : payload.source,
				proof: payload.proof
			},
			tags: [],
			settings: settingsOf(inputs),
			dryRun: inputs["dry-run"] ?? false,
			to: inputs.to,
			warnings
		},
		question: questionOf(input, {
			revision,
			needed: [...tags, ...tag === void 0 ? [] : [tag]].some(needsCommit)
		}),
		open: {
			tag,
			tags,
			placeholders,
			settle: settle(inputs)
		}
	};
}
const isOwn = (input) => {
	const { inputs, event, run } = input;
	if (inputs.command === "dispatch") return true;
	if (inputs.command !== "promote" || isScheduled(input)) return false;
	const trigger = triggerOf(event);
	if (trigger !== "by-hand") return trigger === "direct";
	return inputs.repository !== void 0 && inputs.repository.toLowerCase() !== run.repository?.toLowerCase();
};
const questionOf = (input, { revision, needed }) => {
	const { repository } = input.run;
	if (repository === void 0 || revision.kind === "none") return void 0;
	if (revision.kind === "ref" && (needed || isOwn(input))) return {
		repository,
		revision: revision.ref,
		required: needed
	};
	if (revision.kind === "commit" && isOwn(input)) return {
		repository,
		revision: revision.sha,
		required: false
	};
};
const settingsOf = (inputs) => ({
	delivery: inputs.delivery,
	mergeMethod: inputs["merge-method"],
	labels: inputs.labels,
	reviewers: inputs.reviewers,
	assignees: inputs.assignees,
	draft: inputs.draft
});
function withCommit({ request, open }, commit) {
	const answer = commit === void 0 ? void 0 : checkAnswer(commit);
	const placeholders = {
		...open.placeholders,
		sha: answer?.sha ?? open.placeholders.sha
	};
	const { attempt, finish } = gather();
	const tag = attempt(() => open.tag === void 0 ? void 0 : expandTemplate(open.tag, placeholders));
	const tags = open.tags.map((template) => attempt(() => expandTemplate(template, placeholders)));
	finish();
	const { promotion } = request;
	const { digest, images, source } = promotion;
	const alone = images.length === 0;
	return {
		...request,
		tags: [...new Set(tags.filter((entry) => entry !== void 0))],
		promotion: {
			...promotion,
			images: open.settle(images, {
				tag,
				digest
			}),
			tag: alone ? tag : void 0,
			digest: alone ? digest : void 0,
			source: promotion.trigger === "automatic" || answer === void 0 ? source : complete(source, answer)
		}
	};
}
const complete = (source, { sha, committedAt }) => source === void 0 ? void 0 : {
	...source,
	sha,
	committedAt
};
const checkAnswer = ({ sha, committedAt }) => {
	const problem = commitId.problem(sha);
	if (problem !== void 0) fail("source-invalid", `The commit ${quote(sha)} ${problem}.`, commitId.hint);
	return {
		sha,
		committedAt: committedAt === void 0 ? void 0 : moment(committedAt)
	};
};

// src/adapters/page-file.ts
async function writePage(path, html) {
	try {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, html);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		fail("file-unwritable", `The page cannot be written to ${quote(path)}: ${quote(reason)}.`, "Name a file in a folder that may be written to.");
	}
}

export { table as $, isOwned as $n, gather as $r, commitQuery as $t, judgeClaims as A, sameCarried as An, send as Ar, pullRequestOf as At, writeAnnotations as B, inert$1 as Bn, unavailable as Br, actorLogin as Bt, MOST_FILES as C, pullRequestOptionsOf as Cn, openClient as Cr, listenForSignals as Ct, isExpired as D, idIn as Dn, TOO_LARGE as Dr, resolveCommit as Dt, hasTokenShape as E, deliveryLines$1 as En, REDIRECTED as Er, githubCommits as Et, concludeFailure as F, plainLogin as Fn, login$1 as Fr, commitIn as Ft, fence as G, lineOf as Gn, quote as Gr, buildsIn as Gt, assemble as H, hasRecord as Hn, counted as Hr, serverName as Ht, startCommand as I, requestsFor as In, relativePath as Ir, commitInput as It, placeCell as J, setBy as Jn, PromotionError as Jr, entryOf$1 as Jt, link as K, promotersOf as Kn, quoteWords as Kr, entriesOf$2 as Kt, inertLines as L, toldChanges as Ln, reviewer as Lr, findLanded as Lt, rejection as M, claimOf as Mn, actor as Mr, readProposals as Mt, repositoryIdOf as N, explainForeign as Nn, isLoopback as Nr, readState as Nt, isTrustworthy as O, itemKey as On, connectionFailure as Or, runCreation as Ot, validityOf as P, isOneOf as Pn, label as Pr, commitFiles as Pt, shortPlaceCell as Q, isName as Qn, fail as Qr, ask as Qt, mask as R, commitMessage as Rn, limitedIn as Rr, fitsMutation as Rt, MOST_BYTES as S, productOf as Sn, fullName as Sr, exit as St, boundText as T, carriedBy as Tn, waitBeforeRetry as Tr, systemClock as Tt, clip as U, landingCommits as Un, listed as Ur, teamsOf as Ut, address as V, askedIn as Vn, unseen$1 as Vr, ownLogins as Vt, code as W, landingsOf as Wn, nearest as Wr, vouchedAuthor as Wt, rangeOf as X, actorTrailer as Xn, collect as Xr, loadBlob as Xt, prose as Y, stepsByMessage as Yn, alongWith as Yr, filesOf as Yt, row as Z, isCommit as Zn, dispositionOf as Zr, ENTRY as Zt, proposedCommit as _, TEMPORARY_BRANCHES as _n, registryOf as _r, outputsOf as _t, commandOf as a, revisionQuery as an, canonicalRepository as ar, printPlace as at, LARGEST_MANIFEST as b, isLeftOver as bn, spellingsOf as br, isObject as bt, readInputs as c, reactionTo as cn, checkTag as cr, shortReference as ct, commands as d, refuseRunRead as dn, isRepository as dr, actionExitCode as dt, isInterruption as ei, headQuery as en, isStateTrailer as er, buildReport as et, inFlags as f, ANNOUNCED as fn, isTag as fr, commandLineExitCode as ft, payloadOf as g, BRANCHES as gn, printReference as gr, bytesOf as gt, localCommands as h, listedFor as hn, printImage as hr, outcomeSign as ht, withCommit as i, pageQuery as in, canonicalReference as ir, outcomeWord as it, judgeTimes as j, sameDeliveries as jn, require_builtin_esm_external_require_util as jr, readBranch as jt, issuerOf as k, reasonIn as kn, follow as kr, UNREAD as kt, USUAL_CONFIG as l, readingOf as ln, dockerHubPath as lr, shownDiff as lt, inputTable as m, listOf$1 as mn, parseReference as mr, headlineOf as mt, readRequest as n, orStopped as ni, lineQuery as nn, printTrailerLines as nr, diffLines as nt, inputsOf as o, statesQuery as on, checkDigest as or, reasonFor as ot, inputNames as p, PULL_REQUEST$1 as pn, keepsVersion as pr, firstOf as pt, linksOf as q, refuseMoment as qn, visible as qr, stateTrailers as qt, usesRun as r, originQuery as rn, runTrailer as rr, otherNotices as rt, parseInputs as s, explainRefusal as sn, checkRepository as sr, renderText as st, writePage as t, onceEach as ti, isForbidden as tn, parseTrailers as tr, violationsOf as tt, boolean as u, refuse$1 as un, isDigest as ur, verdictWord as ut, strayRef as v, branchesOf as vn, sameReference as vr, parseResultLines as vt, AUDIENCE as w, temporaryBranch as wn, placeOf$2 as wr, newId as wt, LONGEST_CONTENTION as x, partsOf as xn, splitReference as xr, setOutput as xt, moment as y, chooseMethod as yn, sameRepository as yr, printResultLine as yt, runnerLog as z, hasOwnForm as zn, lostAnswer as zr, makeCommit as zt };