import { r as __toESM, t as __commonJSMin } from "./rolldown-runtime.js";
import { Cn as PromotionError, Dn as fail, J as ownValue, K as isObject, L as shortPath, P as printPlace, Sn as visible, Y as ownValueAt, bn as quote, fn as isLoopback, it as BRANCHES, ln as splitReference, ot as branchesOf, q as open, un as require_builtin_esm_external_require_util, vn as listed, xn as quoteWords } from "./common.js";
import * as net from "net";
import * as tls from "tls";
import assert from "assert";
import * as m$1 from "tty";
import * as m from "os";
import * as http from "http";
import { Agent as Agent$1 } from "https";
import { URL as URL$1 } from "url";
import { createHash } from "node:crypto";

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
function parse$1(options) {
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
	return gather(octokit, [], iterator(octokit, route, parameters)[Symbol.asyncIterator](), mapFn);
}
function gather(octokit, results, iterator2, mapFn) {
	return iterator2.next().then((result) => {
		if (result.done) return results;
		let earlyExit = false;
		function done() {
			earlyExit = true;
		}
		results = results.concat(mapFn ? mapFn(result.value, done) : result.value.data);
		if (earlyExit) return results;
		return gather(octokit, results, iterator2, mapFn);
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
	const words = listed((rules.length > 0 ? rules : linesOf(message)).slice(0, MOST_LINES).map(quoteWords));
	return documentation === void 0 ? words : `${words}, see ${documentation}`;
}
function violatedRules(message) {
	const [heading = "", ...rules] = linesOf(message);
	return /rule violations? found/i.test(heading) ? rules : [];
}
const linesOf = (message) => message.split(/[\r\n]+/).map((line) => line.trim().replace(/^- /, "").replace(/\.$/, "")).filter((line) => line !== "");
const MOST_LINES = 20;

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
const debug$1 = (0, import_src.default)("https-proxy-agent:parse-proxy-response");
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
			debug$1("onend");
			reject(/* @__PURE__ */ new Error("Proxy connection ended before receiving CONNECT response"));
		}
		function onerror(err) {
			cleanup();
			debug$1("onerror %o", err);
			reject(err);
		}
		function ondata(b) {
			buffers.push(b);
			buffersLength += b.length;
			const buffered = Buffer.concat(buffers, buffersLength);
			const endOfHeaders = buffered.indexOf("\r\n\r\n");
			if (endOfHeaders === -1) {
				debug$1("have not received end of HTTP headers yet...");
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
			debug$1("got proxy server response: %o %o", firstLine, headers);
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
const debug = (0, import_src.default)("https-proxy-agent");
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
		debug("Creating new HttpsProxyAgent instance: %o", this.proxy.href);
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
			debug("Creating `tls.Socket`: %o", this.connectOpts);
			socket = tls.connect(setServernameFromNonIpHost(this.connectOpts));
		} else {
			debug("Creating `net.Socket`: %o", this.connectOpts);
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
				debug("Upgrading socket connection to TLS");
				return tls.connect({
					...omit(setServernameFromNonIpHost(opts), "host", "path", "port"),
					socket
				});
			}
			return socket;
		}
		if (connect.statusCode === 407 && this.onProxyAuth) {
			debug("Got 407 response, invoking onProxyAuth callback");
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
			debug("Replaying proxy buffer for failed request");
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
				debug("Upgrading socket connection to TLS");
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
		const to = target(message.url, reply.headers.location);
		const following = to === void 0 ? "a redirect without a proper address" : next(message, {
			status,
			to
		});
		if (typeof following === "string") return refuse$1(`answers ${status}, ${following}`, status);
		message = following;
	}
	return refuse$1(`redirects more than ${MOST_REDIRECTS} times`);
}
const target = (from, location = "") => location !== "" && URL.canParse(location, from.href) ? new URL(location, from) : void 0;
const refuse$1 = (words, status) => {
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
			const { response, error } = await outcomeOf(async () => send(request));
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
const outcomeOf = async (send) => {
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
function placeOf(client, clock, repository) {
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

// src/adapters/github/pulls/proposal-queries.ts
const INLINE = 8;
const NAMES = 100;
const EVERY = "";
const MANY = "*";
const MOST_PRODUCTS = 50;
const listedFor = (products) => products.length > MOST_PRODUCTS ? [MANY] : products;
const prefixOf = (product) => `refs/heads/${product === "" || product === MANY ? BRANCHES : branchesOf(product)}`;
const PULL_REQUEST$1 = `fragment Proposed on PullRequest {
  id number url title body author { __typename login } editor { __typename login } lastEditedAt state isDraft isCrossRepository headRefOid
  baseRefName
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
const listOf = (connection) => (connection?.nodes ?? []).flatMap((node) => node === null ? [] : [node]);

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
function refuse(problem, refused) {
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
	const end = `${quote(repository)}: ${words}${kindOf$1(problem, refused)}.`;
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
const kindOf$1 = ({ type, status }, { doing }) => {
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
      author { __typename login } editor { __typename login } lastEditedAt
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
	if (problem !== void 0) return answer.data !== void 0 && reactionTo(problem, "read") === "ask-again" ? lostAnswer(problem.message, { overloaded: false }) : refuse(problem, readingOf(place));
	const repository = answer.data?.repository;
	const forbidden = answer.problems.filter(isUnreadable).map(({ path = [] }) => path);
	if (repository) {
		const whole = forbidden.filter((path) => path[0] === "repository").reduce(withoutPart, repository);
		return {
			...answer,
			data: {
				...whole,
				viewer: answer.data?.viewer?.login,
				forbidden
			}
		};
	}
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
const withoutPart = (repository, [, ...path]) => {
	const at = path.indexOf("associatedPullRequests");
	return at < 0 ? repository : withNull(repository, path.slice(0, at + 1));
};
const withNull = (value, [step, ...rest]) => {
	if (typeof value !== "object" || value === null || step === void 0) return value;
	const copy = Array.isArray(value) ? [...value] : { ...value };
	copy[step] = rest.length === 0 ? null : withNull(copy[step], rest);
	return copy;
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
			if (held > MOST) tooMuch();
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
const tooMuch = () => fail("manifest-too-large", "The files of this promotion have over 256 million characters together.", "Name fewer files in the setting files.");
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
	const text = isWhole(object) ? object.text : decode(await load(object.oid), object, path);
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
function editorLogin({ editor, lastEditedAt }) {
	return actorLogin(editor) ?? (lastEditedAt ? "ghost" : void 0);
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
	if (outcome.kind === "lost") return settle(writing, outcome.reason, 1);
	if (outcome.kind === "refused") return judge(writing, outcome.problem);
	return outcome;
};
const settle = async (writing, reason, tries) => {
	const { base, request, attempted } = writing;
	const fate = await findLanded(base, request.id);
	if (fate.kind === "committed") return fate;
	if (fate.kind === "moved") return { kind: "branch-moved" };
	if (fate.kind === "unknown" || tries === ATTEMPTS$1) return unavailable("the commit is made, and whether it was made is not known", reason);
	const outcome = await attempt(writing);
	if (outcome.kind === "lost") return settle(writing, outcome.reason, tries + 1);
	if (outcome.kind === "committed") return outcome;
	const late = await findLanded(base, request.id);
	if (late.kind === "committed") return late;
	if (late.kind === "moved" || outcome.kind === "branch-moved") return { kind: "branch-moved" };
	return refuse(outcome.problem, attempted);
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
	if (isFinal(problem, attempted)) return refuse(problem, attempted);
	const fate = await look(base, request.id);
	if (fate.kind === "committed") return fate;
	return fate.kind === "moved" || fate.kind === "away" ? { kind: "branch-moved" } : refuse(problem, attempted);
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
	return limitedIn(answer.problems) ?? refuse(answer.problems[0] ?? { message: "an empty answer" }, attempted);
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
	const reviews = listOf(raw.latestOpinionatedReviews);
	const approvers = reviews.flatMap(({ state, author }) => state === "APPROVED" && author ? [author.login] : []);
	return {
		key: raw.id,
		number: raw.number,
		url: raw.url,
		title: raw.title,
		description: raw.body,
		author: actorLogin(raw.author),
		editor: editorLogin(raw),
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
	return refuse(problem, {
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
			if (problem !== void 0) return refuse(problem, {
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
	return textOf(id) ?? (Number.isSafeInteger(id) ? String(id) : void 0);
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
		proven: ({ repository }) => textOf(repository)?.toLowerCase()
	},
	{
		claim: "ref",
		key: "ref",
		sent: ({ ref }) => ref,
		proven: ({ ref }) => textOf(ref)
	},
	{
		claim: "run_number",
		key: "run_number",
		sent: ({ runNumber }) => runNumber?.toString(),
		proven: ({ run_number: number }) => textOf(number) ?? (typeof number === "number" ? String(number) : void 0)
	},
	{
		claim: "workflow_ref",
		key: "workflow",
		sent: ({ workflow }) => workflow,
		proven: ({ workflow_ref: ref }) => textOf(ref)?.split("@")[0]?.split("/").at(-1)
	}
];
const judgeSource = (claims, source) => comparisons.flatMap(({ claim, key, sent, proven }) => {
	const [theirs, ours] = [proven(claims), sent(source)];
	if (ours === void 0) return [rejection(`cannot be compared: the source of the request has no ${key}`, `Send ${key} with the source.`)];
	if (ours === theirs) return [];
	return [rejection(theirs === void 0 ? `has no ${claim}` : `is of the ${key} ${quote(theirs)}, the request says ${quote(ours)}`, "Send the source of the run that asks for the token.")];
});
const judgeWorkflow = ({ workflow_ref: ref, repository }) => {
	const [, owner] = /^([^/]+\/[^/]+)\/\.github\/workflows\/[^/@]+@/.exec(textOf(ref) ?? "") ?? [];
	if (owner === void 0) return rejection(`has the workflow_ref ${shown(ref)}, which is no file in .github/workflows`, issued);
	if (owner.toLowerCase() === textOf(repository)?.toLowerCase()) return void 0;
	return rejection(`comes from the repository ${shown(repository)} with a workflow of ${quote(owner)}`, issued);
};
const issued = "Send the token as GitHub issued it to a workflow of the repository that asks.";
const judgeEvent = ({ event_name: event }) => typeof event === "string" && event !== "" && !event.toLowerCase().startsWith("pull_request") ? void 0 : rejection(`comes from a run whose event is ${shown(event)}`, merged);
const judgeRef = ({ ref }) => textOf(ref)?.startsWith("refs/pull/") ? rejection(`comes from a pull request, at ${shown(ref)}`, merged) : void 0;
const merged = "Promote from a run on push, release or the like, after the pull request has been merged.";
const textOf = (value) => typeof value === "string" && value !== "" ? value : void 0;
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

export { ask as $, resolveCommit as A, findLanded as B, shortPlaceCell as C, follow as Ct, parseResultLines as D, unavailable as Dt, outputsOf as E, lostAnswer as Et, readProposals as F, ownLogins as G, makeCommit as H, readState as I, vouchedAuthor as J, serverName as K, commitFiles as L, UNREAD as M, pullRequestOf as N, printResultLine as O, unseen$1 as Ot, readBranch as P, ENTRY as Q, commitIn as R, row as S, connectionFailure as St, bytesOf as T, limitedIn as Tt, actorLogin as U, fitsMutation as V, editorLogin as W, filesOf as X, entryOf$1 as Y, loadBlob as Z, link as _, openClient as _t, isTrustworthy as a, revisionQuery as at, prose as b, REDIRECTED as bt, judgeTimes as c, reactionTo as ct, validityOf as d, refuseRunRead as dt, commitQuery as et, address as f, ANNOUNCED as ft, fence as g, fullName as gt, code as h, listedFor as ht, isExpired as i, pageQuery as it, runCreation as j, githubCommits as k, rejection as l, readingOf as lt, clip as m, listOf as mt, boundText as n, lineQuery as nt, issuerOf as o, statesQuery as ot, assemble as p, PULL_REQUEST$1 as pt, teamsOf as q, hasTokenShape as r, originQuery as rt, judgeClaims as s, explainRefusal as st, AUDIENCE as t, headQuery as tt, repositoryIdOf as u, refuse as ut, linksOf as v, placeOf as vt, table as w, send as wt, rangeOf as x, TOO_LARGE as xt, placeCell as y, waitBeforeRetry as yt, commitInput as z };