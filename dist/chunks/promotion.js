import { r as __toESM, t as __commonJSMin } from "./rolldown-runtime.js";
import { $t as isRepository, A as violationsOf$1, An as onceEach, Bt as isName, Cn as PromotionError, Dn as fail, En as dispositionOf, Et as commitMessage, Gt as runTrailer, Kt as canonicalReference, On as gather$1, P as printPlace, Qt as isDigest, R as shortReference, Rt as actorTrailer, S as MOST_FILES, Sn as visible, Tn as collect, Tt as toldChanges, U as firstOf$1, an as registryOf, b as LONGEST_CONTENTION, bn as quote, bt as claimOf, c as USUAL_CONFIG, cn as spellingsOf$2, en as isTag, hn as relativePath, in as printReference, it as BRANCHES, jn as orStopped, kn as isInterruption, ln as splitReference, lt as partsOf$3, nn as parseReference, nt as entriesOf$2, on as sameReference, ot as branchesOf, pt as carriedBy, qt as canonicalRepository, rn as printImage, sn as sameRepository, tn as keepsVersion, tt as buildsIn, ut as productOf, v as moment, vn as listed, wn as alongWith, wt as requestsFor, x as MOST_BYTES, xt as explainForeign, y as LARGEST_MANIFEST, yn as nearest } from "./common.js";

// node_modules/yaml/browser/dist/nodes/identity.js
const ALIAS = Symbol.for("yaml.alias");
const DOC = Symbol.for("yaml.document");
const MAP = Symbol.for("yaml.map");
const PAIR = Symbol.for("yaml.pair");
const SCALAR$1 = Symbol.for("yaml.scalar");
const SEQ = Symbol.for("yaml.seq");
const NODE_TYPE = Symbol.for("yaml.node.type");
const isAlias = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === ALIAS;
const isDocument = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === DOC;
const isMap = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === MAP;
const isPair = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === PAIR;
const isScalar = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === SCALAR$1;
const isSeq = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === SEQ;
function isCollection(node) {
	if (node && typeof node === "object") switch (node[NODE_TYPE]) {
		case MAP:
		case SEQ: return true;
	}
	return false;
}
function isNode(node) {
	if (node && typeof node === "object") switch (node[NODE_TYPE]) {
		case ALIAS:
		case MAP:
		case SCALAR$1:
		case SEQ: return true;
	}
	return false;
}
const hasAnchor = (node) => (isScalar(node) || isCollection(node)) && !!node.anchor;

// node_modules/yaml/browser/dist/visit.js
const BREAK = Symbol("break visit");
const SKIP = Symbol("skip children");
const REMOVE = Symbol("remove node");
function visit$3(node, visitor) {
	const visitor_ = initVisitor(visitor);
	if (isDocument(node)) {
		if (visit_(null, node.contents, visitor_, Object.freeze([node])) === REMOVE) node.contents = null;
	} else visit_(null, node, visitor_, Object.freeze([]));
}
visit$3.BREAK = BREAK;
visit$3.SKIP = SKIP;
visit$3.REMOVE = REMOVE;
function visit_(key, node, visitor, path) {
	const ctrl = callVisitor(key, node, visitor, path);
	if (isNode(ctrl) || isPair(ctrl)) {
		replaceNode(key, path, ctrl);
		return visit_(key, ctrl, visitor, path);
	}
	if (typeof ctrl !== "symbol") {
		if (isCollection(node)) {
			path = Object.freeze(path.concat(node));
			for (let i = 0; i < node.items.length; ++i) {
				const ci = visit_(i, node.items[i], visitor, path);
				if (typeof ci === "number") i = ci - 1;
				else if (ci === BREAK) return BREAK;
				else if (ci === REMOVE) {
					node.items.splice(i, 1);
					i -= 1;
				}
			}
		} else if (isPair(node)) {
			path = Object.freeze(path.concat(node));
			const ck = visit_("key", node.key, visitor, path);
			if (ck === BREAK) return BREAK;
			else if (ck === REMOVE) node.key = null;
			const cv = visit_("value", node.value, visitor, path);
			if (cv === BREAK) return BREAK;
			else if (cv === REMOVE) node.value = null;
		}
	}
	return ctrl;
}
async function visitAsync(node, visitor) {
	const visitor_ = initVisitor(visitor);
	if (isDocument(node)) {
		if (await visitAsync_(null, node.contents, visitor_, Object.freeze([node])) === REMOVE) node.contents = null;
	} else await visitAsync_(null, node, visitor_, Object.freeze([]));
}
visitAsync.BREAK = BREAK;
visitAsync.SKIP = SKIP;
visitAsync.REMOVE = REMOVE;
async function visitAsync_(key, node, visitor, path) {
	const ctrl = await callVisitor(key, node, visitor, path);
	if (isNode(ctrl) || isPair(ctrl)) {
		replaceNode(key, path, ctrl);
		return visitAsync_(key, ctrl, visitor, path);
	}
	if (typeof ctrl !== "symbol") {
		if (isCollection(node)) {
			path = Object.freeze(path.concat(node));
			for (let i = 0; i < node.items.length; ++i) {
				const ci = await visitAsync_(i, node.items[i], visitor, path);
				if (typeof ci === "number") i = ci - 1;
				else if (ci === BREAK) return BREAK;
				else if (ci === REMOVE) {
					node.items.splice(i, 1);
					i -= 1;
				}
			}
		} else if (isPair(node)) {
			path = Object.freeze(path.concat(node));
			const ck = await visitAsync_("key", node.key, visitor, path);
			if (ck === BREAK) return BREAK;
			else if (ck === REMOVE) node.key = null;
			const cv = await visitAsync_("value", node.value, visitor, path);
			if (cv === BREAK) return BREAK;
			else if (cv === REMOVE) node.value = null;
		}
	}
	return ctrl;
}
function initVisitor(visitor) {
	if (typeof visitor === "object" && (visitor.Collection || visitor.Node || visitor.Value)) return Object.assign({
		Alias: visitor.Node,
		Map: visitor.Node,
		Scalar: visitor.Node,
		Seq: visitor.Node
	}, visitor.Value && {
		Map: visitor.Value,
		Scalar: visitor.Value,
		Seq: visitor.Value
	}, visitor.Collection && {
		Map: visitor.Collection,
		Seq: visitor.Collection
	}, visitor);
	return visitor;
}
function callVisitor(key, node, visitor, path) {
	if (typeof visitor === "function") return visitor(key, node, path);
	if (isMap(node)) return visitor.Map?.(key, node, path);
	if (isSeq(node)) return visitor.Seq?.(key, node, path);
	if (isPair(node)) return visitor.Pair?.(key, node, path);
	if (isScalar(node)) return visitor.Scalar?.(key, node, path);
	if (isAlias(node)) return visitor.Alias?.(key, node, path);
}
function replaceNode(key, path, node) {
	const parent = path[path.length - 1];
	if (isCollection(parent)) parent.items[key] = node;
	else if (isPair(parent)) {
		if (key === "key") parent.key = node;
		else parent.value = node;
	} else if (isDocument(parent)) parent.contents = node;
	else {
		const pt = isAlias(parent) ? "alias" : "scalar";
		throw new Error(`Cannot replace node with ${pt} parent`);
	}
}

// node_modules/yaml/browser/dist/doc/directives.js
const escapeChars = {
	"!": "%21",
	",": "%2C",
	"[": "%5B",
	"]": "%5D",
	"{": "%7B",
	"}": "%7D"
};
const escapeTagName = (tn) => tn.replace(/[!,[\]{}]/g, (ch) => escapeChars[ch]);
var Directives = class Directives {
	constructor(yaml, tags) {
		this.docStart = null;
		this.docEnd = false;
		this.yaml = Object.assign({}, Directives.defaultYaml, yaml);
		this.tags = Object.assign({}, Directives.defaultTags, tags);
	}
	clone() {
		const copy = new Directives(this.yaml, this.tags);
		copy.docStart = this.docStart;
		return copy;
	}
	atDocument() {
		const res = new Directives(this.yaml, this.tags);
		switch (this.yaml.version) {
			case "1.1":
				this.atNextDocument = true;
				break;
			case "1.2":
				this.atNextDocument = false;
				this.yaml = {
					explicit: Directives.defaultYaml.explicit,
					version: "1.2"
				};
				this.tags = Object.assign({}, Directives.defaultTags);
		}
		return res;
	}
	add(line, onError) {
		if (this.atNextDocument) {
			this.yaml = {
				explicit: Directives.defaultYaml.explicit,
				version: "1.1"
			};
			this.tags = Object.assign({}, Directives.defaultTags);
			this.atNextDocument = false;
		}
		const parts = line.trim().split(/[ \t]+/);
		const name = parts.shift();
		switch (name) {
			case "%TAG": {
				if (parts.length !== 2) {
					onError(0, "%TAG directive should contain exactly two parts");
					if (parts.length < 2) return false;
				}
				const [handle, prefix] = parts;
				this.tags[handle] = prefix;
				return true;
			}
			case "%YAML": {
				this.yaml.explicit = true;
				if (parts.length !== 1) {
					onError(0, "%YAML directive should contain exactly one part");
					return false;
				}
				const [version] = parts;
				if (version === "1.1" || version === "1.2") {
					this.yaml.version = version;
					return true;
				} else {
					const isValid = /^\d+\.\d+$/.test(version);
					onError(6, `Unsupported YAML version ${version}`, isValid);
					return false;
				}
			}
			default:
				onError(0, `Unknown directive ${name}`, true);
				return false;
		}
	}
	tagName(source, onError) {
		if (source === "!") return "!";
		if (source[0] !== "!") {
			onError(`Not a valid tag: ${source}`);
			return null;
		}
		if (source[1] === "<") {
			const verbatim = source.slice(2, -1);
			if (verbatim === "!" || verbatim === "!!") {
				onError(`Verbatim tags aren't resolved, so ${source} is invalid.`);
				return null;
			}
			if (source[source.length - 1] !== ">") onError("Verbatim tags must end with a >");
			return verbatim;
		}
		const [, handle, suffix] = source.match(/^(.*!)([^!]*)$/s);
		if (!suffix) onError(`The ${source} tag has no suffix`);
		const prefix = this.tags[handle];
		if (prefix) try {
			return prefix + decodeURIComponent(suffix);
		} catch (error) {
			onError(String(error));
			return null;
		}
		if (handle === "!") return source;
		onError(`Could not resolve tag: ${source}`);
		return null;
	}
	tagString(tag) {
		for (const [handle, prefix] of Object.entries(this.tags)) if (tag.startsWith(prefix)) return handle + escapeTagName(tag.substring(prefix.length));
		return tag[0] === "!" ? tag : `!<${tag}>`;
	}
	toString(doc) {
		const lines = this.yaml.explicit ? [`%YAML ${this.yaml.version || "1.2"}`] : [];
		const tagEntries = Object.entries(this.tags);
		let tagNames;
		if (doc && tagEntries.length > 0 && isNode(doc.contents)) {
			const tags = {};
			visit$3(doc.contents, (_key, node) => {
				if (isNode(node) && node.tag) tags[node.tag] = true;
			});
			tagNames = Object.keys(tags);
		} else tagNames = [];
		for (const [handle, prefix] of tagEntries) {
			if (handle === "!!" && prefix === "tag:yaml.org,2002:") continue;
			if (!doc || tagNames.some((tn) => tn.startsWith(prefix))) lines.push(`%TAG ${handle} ${prefix}`);
		}
		return lines.join("\n");
	}
};
Directives.defaultYaml = {
	explicit: false,
	version: "1.2"
};
Directives.defaultTags = { "!!": "tag:yaml.org,2002:" };

// node_modules/yaml/browser/dist/doc/anchors.js
function anchorIsValid(anchor) {
	if (/[\x00-\x19\s,[\]{}]/.test(anchor)) {
		const msg = `Anchor must not contain whitespace or control characters: ${JSON.stringify(anchor)}`;
		throw new Error(msg);
	}
	return true;
}
function anchorNames(root) {
	const anchors = /* @__PURE__ */ new Set();
	visit$3(root, { Value(_key, node) {
		if (node.anchor) anchors.add(node.anchor);
	} });
	return anchors;
}
function findNewAnchor(prefix, exclude) {
	for (let i = 1;; ++i) {
		const name = `${prefix}${i}`;
		if (!exclude.has(name)) return name;
	}
}
function createNodeAnchors(doc, prefix) {
	const aliasObjects = [];
	const sourceObjects = /* @__PURE__ */ new Map();
	let prevAnchors = null;
	return {
		onAnchor: (source) => {
			aliasObjects.push(source);
			prevAnchors ?? (prevAnchors = anchorNames(doc));
			const anchor = findNewAnchor(prefix, prevAnchors);
			prevAnchors.add(anchor);
			return anchor;
		},
		setAnchors: () => {
			for (const source of aliasObjects) {
				const ref = sourceObjects.get(source);
				if (typeof ref === "object" && ref.anchor && (isScalar(ref.node) || isCollection(ref.node))) ref.node.anchor = ref.anchor;
				else {
					const error = /* @__PURE__ */ new Error("Failed to resolve repeated object (this should not happen)");
					error.source = source;
					throw error;
				}
			}
		},
		sourceObjects
	};
}

// node_modules/yaml/browser/dist/doc/applyReviver.js
function applyReviver(reviver, obj, key, val) {
	if (val && typeof val === "object") {
		if (Array.isArray(val)) for (let i = 0, len = val.length; i < len; ++i) {
			const v0 = val[i];
			const v1 = applyReviver(reviver, val, String(i), v0);
			if (v1 === void 0) delete val[i];
			else if (v1 !== v0) val[i] = v1;
		}
		else if (val instanceof Map) for (const k of Array.from(val.keys())) {
			const v0 = val.get(k);
			const v1 = applyReviver(reviver, val, k, v0);
			if (v1 === void 0) val.delete(k);
			else if (v1 !== v0) val.set(k, v1);
		}
		else if (val instanceof Set) for (const v0 of Array.from(val)) {
			const v1 = applyReviver(reviver, val, v0, v0);
			if (v1 === void 0) val.delete(v0);
			else if (v1 !== v0) {
				val.delete(v0);
				val.add(v1);
			}
		}
		else for (const [k, v0] of Object.entries(val)) {
			const v1 = applyReviver(reviver, val, k, v0);
			if (v1 === void 0) delete val[k];
			else if (v1 !== v0) val[k] = v1;
		}
	}
	return reviver.call(obj, key, val);
}

// node_modules/yaml/browser/dist/nodes/toJS.js
function toJS(value, arg, ctx) {
	if (Array.isArray(value)) return value.map((v, i) => toJS(v, String(i), ctx));
	if (value && typeof value.toJSON === "function") {
		if (!ctx || !hasAnchor(value)) return value.toJSON(arg, ctx);
		const data = {
			aliasCount: 0,
			count: 1,
			res: void 0
		};
		ctx.anchors.set(value, data);
		ctx.onCreate = (res) => {
			data.res = res;
			delete ctx.onCreate;
		};
		const res = value.toJSON(arg, ctx);
		if (ctx.onCreate) ctx.onCreate(res);
		return res;
	}
	if (typeof value === "bigint" && !ctx?.keep) return Number(value);
	return value;
}

// node_modules/yaml/browser/dist/nodes/Node.js
var NodeBase = class {
	constructor(type) {
		Object.defineProperty(this, NODE_TYPE, { value: type });
	}
	clone() {
		const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
		if (this.range) copy.range = this.range.slice();
		return copy;
	}
	toJS(doc, { mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
		if (!isDocument(doc)) throw new TypeError("A document argument is required");
		const ctx = {
			anchors: /* @__PURE__ */ new Map(),
			doc,
			keep: true,
			mapAsMap: mapAsMap === true,
			mapKeyWarned: false,
			maxAliasCount: typeof maxAliasCount === "number" ? maxAliasCount : 100
		};
		const res = toJS(this, "", ctx);
		if (typeof onAnchor === "function") for (const { count, res } of ctx.anchors.values()) onAnchor(res, count);
		return typeof reviver === "function" ? applyReviver(reviver, { "": res }, "", res) : res;
	}
};

// node_modules/yaml/browser/dist/nodes/Alias.js
var Alias = class extends NodeBase {
	constructor(source) {
		super(ALIAS);
		this.source = source;
		Object.defineProperty(this, "tag", { set() {
			throw new Error("Alias nodes cannot have tags");
		} });
	}
	resolve(doc, ctx) {
		if (ctx?.maxAliasCount === 0) throw new ReferenceError("Alias resolution is disabled");
		let nodes;
		if (ctx?.aliasResolveCache) nodes = ctx.aliasResolveCache;
		else {
			nodes = [];
			visit$3(doc, { Node: (_key, node) => {
				if (isAlias(node) || hasAnchor(node)) nodes.push(node);
			} });
			if (ctx) ctx.aliasResolveCache = nodes;
		}
		let found = void 0;
		for (const node of nodes) {
			if (node === this) break;
			if (node.anchor === this.source) found = node;
		}
		if (found && ctx) {
			const { anchors, doc, maxAliasCount } = ctx;
			let data = anchors.get(found);
			if (!data) {
				toJS(found, null, ctx);
				data = anchors.get(found);
			}
			/* istanbul ignore if */
			if (data?.res === void 0) throw new ReferenceError("This should not happen: Alias anchor was not resolved?");
			if (maxAliasCount >= 0) {
				data.count += 1;
				if (data.aliasCount === 0) data.aliasCount = getAliasCount(doc, found, anchors);
				if (data.count * data.aliasCount > maxAliasCount) throw new ReferenceError("Excessive alias count indicates a resource exhaustion attack");
			}
		}
		return found;
	}
	toJSON(_arg, ctx) {
		if (!ctx) return { source: this.source };
		const source = this.resolve(ctx.doc, ctx);
		if (!source) {
			const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
			throw new ReferenceError(msg);
		}
		return ctx.anchors.get(source).res;
	}
	toString(ctx, _onComment, _onChompKeep) {
		const src = `*${this.source}`;
		if (ctx) {
			anchorIsValid(this.source);
			if (ctx.options.verifyAliasOrder && !ctx.anchors.has(this.source)) {
				const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
				throw new Error(msg);
			}
			if (ctx.implicitKey) return `${src} `;
		}
		return src;
	}
};
function getAliasCount(doc, node, anchors) {
	if (isAlias(node)) {
		const source = node.resolve(doc);
		const anchor = anchors && source && anchors.get(source);
		return anchor ? anchor.count * anchor.aliasCount : 0;
	} else if (isCollection(node)) {
		let count = 0;
		for (const item of node.items) {
			const c = getAliasCount(doc, item, anchors);
			if (c > count) count = c;
		}
		return count;
	} else if (isPair(node)) {
		const kc = getAliasCount(doc, node.key, anchors);
		const vc = getAliasCount(doc, node.value, anchors);
		return Math.max(kc, vc);
	}
	return 1;
}

// node_modules/yaml/browser/dist/nodes/Scalar.js
const isScalarValue = (value) => !value || typeof value !== "function" && typeof value !== "object";
var Scalar = class extends NodeBase {
	constructor(value) {
		super(SCALAR$1);
		this.value = value;
	}
	toJSON(arg, ctx) {
		return ctx?.keep ? this.value : toJS(this.value, arg, ctx);
	}
	toString() {
		return String(this.value);
	}
};
Scalar.BLOCK_FOLDED = "BLOCK_FOLDED";
Scalar.BLOCK_LITERAL = "BLOCK_LITERAL";
Scalar.PLAIN = "PLAIN";
Scalar.QUOTE_DOUBLE = "QUOTE_DOUBLE";
Scalar.QUOTE_SINGLE = "QUOTE_SINGLE";

// node_modules/yaml/browser/dist/doc/createNode.js
const defaultTagPrefix = "tag:yaml.org,2002:";
function findTagObject(value, tagName, tags) {
	if (tagName) {
		const match = tags.filter((t) => t.tag === tagName);
		const tagObj = match.find((t) => !t.format) ?? match[0];
		if (!tagObj) throw new Error(`Tag ${tagName} not found`);
		return tagObj;
	}
	return tags.find((t) => t.identify?.(value) && !t.format);
}
function createNode(value, tagName, ctx) {
	if (isDocument(value)) value = value.contents;
	if (isNode(value)) return value;
	if (isPair(value)) {
		const map = ctx.schema[MAP].createNode?.(ctx.schema, null, ctx);
		map.items.push(value);
		return map;
	}
	if (value instanceof String || value instanceof Number || value instanceof Boolean || typeof BigInt !== "undefined" && value instanceof BigInt) value = value.valueOf();
	const { aliasDuplicateObjects, onAnchor, onTagObj, schema, sourceObjects } = ctx;
	let ref = void 0;
	if (aliasDuplicateObjects && value && typeof value === "object") {
		ref = sourceObjects.get(value);
		if (ref) {
			ref.anchor ?? (ref.anchor = onAnchor(value));
			return new Alias(ref.anchor);
		} else {
			ref = {
				anchor: null,
				node: null
			};
			sourceObjects.set(value, ref);
		}
	}
	if (tagName?.startsWith("!!")) tagName = defaultTagPrefix + tagName.slice(2);
	let tagObj = findTagObject(value, tagName, schema.tags);
	if (!tagObj) {
		if (value && typeof value.toJSON === "function") value = value.toJSON();
		if (!value || typeof value !== "object") {
			const node = new Scalar(value);
			if (ref) ref.node = node;
			return node;
		}
		tagObj = value instanceof Map ? schema[MAP] : Symbol.iterator in Object(value) ? schema[SEQ] : schema[MAP];
	}
	if (onTagObj) {
		onTagObj(tagObj);
		delete ctx.onTagObj;
	}
	const node = tagObj?.createNode ? tagObj.createNode(ctx.schema, value, ctx) : typeof tagObj?.nodeClass?.from === "function" ? tagObj.nodeClass.from(ctx.schema, value, ctx) : new Scalar(value);
	if (tagName) node.tag = tagName;
	else if (!tagObj.default) node.tag = tagObj.tag;
	if (ref) ref.node = node;
	return node;
}

// node_modules/yaml/browser/dist/nodes/Collection.js
function collectionFromPath(schema, path, value) {
	let v = value;
	for (let i = path.length - 1; i >= 0; --i) {
		const k = path[i];
		if (typeof k === "number" && Number.isInteger(k) && k >= 0) {
			const a = [];
			a[k] = v;
			v = a;
		} else v = /* @__PURE__ */ new Map([[k, v]]);
	}
	return createNode(v, void 0, {
		aliasDuplicateObjects: false,
		keepUndefined: false,
		onAnchor: () => {
			throw new Error("This should not happen, please report a bug.");
		},
		schema,
		sourceObjects: /* @__PURE__ */ new Map()
	});
}
const isEmptyPath = (path) => path == null || typeof path === "object" && !!path[Symbol.iterator]().next().done;
var Collection = class extends NodeBase {
	constructor(type, schema) {
		super(type);
		Object.defineProperty(this, "schema", {
			value: schema,
			configurable: true,
			enumerable: false,
			writable: true
		});
	}
	clone(schema) {
		const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
		if (schema) copy.schema = schema;
		copy.items = copy.items.map((it) => isNode(it) || isPair(it) ? it.clone(schema) : it);
		if (this.range) copy.range = this.range.slice();
		return copy;
	}
	addIn(path, value) {
		if (isEmptyPath(path)) this.add(value);
		else {
			const [key, ...rest] = path;
			const node = this.get(key, true);
			if (isCollection(node)) node.addIn(rest, value);
			else if (node === void 0 && this.schema) this.set(key, collectionFromPath(this.schema, rest, value));
			else throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
		}
	}
	deleteIn(path) {
		const [key, ...rest] = path;
		if (rest.length === 0) return this.delete(key);
		const node = this.get(key, true);
		if (isCollection(node)) return node.deleteIn(rest);
		else throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
	}
	getIn(path, keepScalar) {
		const [key, ...rest] = path;
		const node = this.get(key, true);
		if (rest.length === 0) return !keepScalar && isScalar(node) ? node.value : node;
		else return isCollection(node) ? node.getIn(rest, keepScalar) : void 0;
	}
	hasAllNullValues(allowScalar) {
		return this.items.every((node) => {
			if (!isPair(node)) return false;
			const n = node.value;
			return n == null || allowScalar && isScalar(n) && n.value == null && !n.commentBefore && !n.comment && !n.tag;
		});
	}
	hasIn(path) {
		const [key, ...rest] = path;
		if (rest.length === 0) return this.has(key);
		const node = this.get(key, true);
		return isCollection(node) ? node.hasIn(rest) : false;
	}
	setIn(path, value) {
		const [key, ...rest] = path;
		if (rest.length === 0) this.set(key, value);
		else {
			const node = this.get(key, true);
			if (isCollection(node)) node.setIn(rest, value);
			else if (node === void 0 && this.schema) this.set(key, collectionFromPath(this.schema, rest, value));
			else throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
		}
	}
};

// node_modules/yaml/browser/dist/stringify/stringifyComment.js
const stringifyComment = (str) => str.replace(/^(?!$)(?: $)?/gm, "#");
function indentComment(comment, indent) {
	if (/^\n+$/.test(comment)) return comment.substring(1);
	return indent ? comment.replace(/^(?! *$)/gm, indent) : comment;
}
const lineComment = (str, indent, comment) => str.endsWith("\n") ? indentComment(comment, indent) : comment.includes("\n") ? "\n" + indentComment(comment, indent) : (str.endsWith(" ") ? "" : " ") + comment;

// node_modules/yaml/browser/dist/stringify/foldFlowLines.js
const FOLD_FLOW = "flow";
const FOLD_BLOCK = "block";
const FOLD_QUOTED = "quoted";
function foldFlowLines(text, indent, mode = "flow", { indentAtStart, lineWidth = 80, minContentWidth = 20, onFold, onOverflow } = {}) {
	if (!lineWidth || lineWidth < 0) return text;
	if (lineWidth < minContentWidth) minContentWidth = 0;
	const endStep = Math.max(1 + minContentWidth, 1 + lineWidth - indent.length);
	if (text.length <= endStep) return text;
	const folds = [];
	const escapedFolds = {};
	let end = lineWidth - indent.length;
	if (typeof indentAtStart === "number") {
		if (indentAtStart > lineWidth - Math.max(2, minContentWidth)) folds.push(0);
		else end = lineWidth - indentAtStart;
	}
	let split = void 0;
	let prev = void 0;
	let overflow = false;
	let i = -1;
	let escStart = -1;
	let escEnd = -1;
	if (mode === "block") {
		i = consumeMoreIndentedLines(text, i, indent.length);
		if (i !== -1) end = i + endStep;
	}
	for (let ch; ch = text[i += 1];) {
		if (mode === "quoted" && ch === "\\") {
			escStart = i;
			switch (text[i + 1]) {
				case "x":
					i += 3;
					break;
				case "u":
					i += 5;
					break;
				case "U":
					i += 9;
					break;
				default: i += 1;
			}
			escEnd = i;
		}
		if (ch === "\n") {
			if (mode === "block") i = consumeMoreIndentedLines(text, i, indent.length);
			end = i + indent.length + endStep;
			split = void 0;
		} else {
			if (ch === " " && prev && prev !== " " && prev !== "\n" && prev !== "	") {
				const next = text[i + 1];
				if (next && next !== " " && next !== "\n" && next !== "	") split = i;
			}
			if (i >= end) {
				if (split) {
					folds.push(split);
					end = split + endStep;
					split = void 0;
				} else if (mode === "quoted") {
					while (prev === " " || prev === "	") {
						prev = ch;
						ch = text[i += 1];
						overflow = true;
					}
					const j = i > escEnd + 1 ? i - 2 : escStart - 1;
					if (escapedFolds[j]) return text;
					folds.push(j);
					escapedFolds[j] = true;
					end = j + endStep;
					split = void 0;
				} else overflow = true;
			}
		}
		prev = ch;
	}
	if (overflow && onOverflow) onOverflow();
	if (folds.length === 0) return text;
	if (onFold) onFold();
	let res = text.slice(0, folds[0]);
	for (let i = 0; i < folds.length; ++i) {
		const fold = folds[i];
		const end = folds[i + 1] || text.length;
		if (fold === 0) res = `\n${indent}${text.slice(0, end)}`;
		else {
			if (mode === "quoted" && escapedFolds[fold]) res += `${text[fold]}\\`;
			res += `\n${indent}${text.slice(fold + 1, end)}`;
		}
	}
	return res;
}
function consumeMoreIndentedLines(text, i, indent) {
	let end = i;
	let start = i + 1;
	let ch = text[start];
	while (ch === " " || ch === "	") if (i < start + indent) ch = text[++i];
	else {
		do
			ch = text[++i];
		while (ch && ch !== "\n");
		end = i;
		start = i + 1;
		ch = text[start];
	}
	return end;
}

// node_modules/yaml/browser/dist/stringify/stringifyString.js
const getFoldOptions = (ctx, isBlock) => ({
	indentAtStart: isBlock ? ctx.indent.length : ctx.indentAtStart,
	lineWidth: ctx.options.lineWidth,
	minContentWidth: ctx.options.minContentWidth
});
const containsDocumentMarker = (str) => /^(%|---|\.\.\.)/m.test(str);
function lineLengthOverLimit(str, lineWidth, indentLength) {
	if (!lineWidth || lineWidth < 0) return false;
	const limit = lineWidth - indentLength;
	const strLen = str.length;
	if (strLen <= limit) return false;
	for (let i = 0, start = 0; i < strLen; ++i) if (str[i] === "\n") {
		if (i - start > limit) return true;
		start = i + 1;
		if (strLen - start <= limit) return false;
	}
	return true;
}
function doubleQuotedString(value, ctx) {
	const json = JSON.stringify(value);
	if (ctx.options.doubleQuotedAsJSON) return json;
	const { implicitKey } = ctx;
	const minMultiLineLength = ctx.options.doubleQuotedMinMultiLineLength;
	const indent = ctx.indent || (containsDocumentMarker(value) ? "  " : "");
	let str = "";
	let start = 0;
	for (let i = 0, ch = json[i]; ch; ch = json[++i]) {
		if (ch === " " && json[i + 1] === "\\" && json[i + 2] === "n") {
			str += json.slice(start, i) + "\\ ";
			i += 1;
			start = i;
			ch = "\\";
		}
		if (ch === "\\") switch (json[i + 1]) {
			case "u":
				{
					str += json.slice(start, i);
					const code = json.substr(i + 2, 4);
					switch (code) {
						case "0000":
							str += "\\0";
							break;
						case "0007":
							str += "\\a";
							break;
						case "000b":
							str += "\\v";
							break;
						case "001b":
							str += "\\e";
							break;
						case "0085":
							str += "\\N";
							break;
						case "00a0":
							str += "\\_";
							break;
						case "2028":
							str += "\\L";
							break;
						case "2029":
							str += "\\P";
							break;
						default: if (code.substr(0, 2) === "00") str += "\\x" + code.substr(2);
						else str += json.substr(i, 6);
					}
					i += 5;
					start = i + 1;
				}
				break;
			case "n":
				if (implicitKey || json[i + 2] === "\"" || json.length < minMultiLineLength) i += 1;
				else {
					str += json.slice(start, i) + "\n\n";
					while (json[i + 2] === "\\" && json[i + 3] === "n" && json[i + 4] !== "\"") {
						str += "\n";
						i += 2;
					}
					str += indent;
					if (json[i + 2] === " ") str += "\\";
					i += 1;
					start = i + 1;
				}
				break;
			default: i += 1;
		}
	}
	str = start ? str + json.slice(start) : json;
	return implicitKey ? str : foldFlowLines(str, indent, FOLD_QUOTED, getFoldOptions(ctx, false));
}
function singleQuotedString(value, ctx) {
	if (ctx.options.singleQuote === false || ctx.implicitKey && value.includes("\n") || /[ \t]\n|\n[ \t]/.test(value)) return doubleQuotedString(value, ctx);
	const indent = ctx.indent || (containsDocumentMarker(value) ? "  " : "");
	const res = "'" + value.replace(/'/g, "''").replace(/\n+/g, `$&\n${indent}`) + "'";
	return ctx.implicitKey ? res : foldFlowLines(res, indent, FOLD_FLOW, getFoldOptions(ctx, false));
}
function quotedString(value, ctx) {
	const { singleQuote } = ctx.options;
	let qs;
	if (singleQuote === false) qs = doubleQuotedString;
	else {
		const hasDouble = value.includes("\"");
		const hasSingle = value.includes("'");
		if (hasDouble && !hasSingle) qs = singleQuotedString;
		else if (hasSingle && !hasDouble) qs = doubleQuotedString;
		else qs = singleQuote ? singleQuotedString : doubleQuotedString;
	}
	return qs(value, ctx);
}
let blockEndNewlines;
try {
	blockEndNewlines = new RegExp("(^|(?<!\n))\n+(?!\n|$)", "g");
} catch {
	blockEndNewlines = /\n+(?!\n|$)/g;
}
function blockString({ comment, type, value }, ctx, onComment, onChompKeep) {
	const { blockQuote, commentString, lineWidth } = ctx.options;
	if (!blockQuote || /\n[\t ]+$/.test(value)) return quotedString(value, ctx);
	const indent = ctx.indent || (ctx.forceBlockIndent || containsDocumentMarker(value) ? "  " : "");
	const literal = blockQuote === "literal" ? true : blockQuote === "folded" || type === Scalar.BLOCK_FOLDED ? false : type === Scalar.BLOCK_LITERAL ? true : !lineLengthOverLimit(value, lineWidth, indent.length);
	if (!value) return literal ? "|\n" : ">\n";
	let chomp;
	let endStart;
	for (endStart = value.length; endStart > 0; --endStart) {
		const ch = value[endStart - 1];
		if (ch !== "\n" && ch !== "	" && ch !== " ") break;
	}
	let end = value.substring(endStart);
	const endNlPos = end.indexOf("\n");
	if (endNlPos === -1) chomp = "-";
	else if (value === end || endNlPos !== end.length - 1) {
		chomp = "+";
		if (onChompKeep) onChompKeep();
	} else chomp = "";
	if (end) {
		value = value.slice(0, -end.length);
		if (end[end.length - 1] === "\n") end = end.slice(0, -1);
		end = end.replace(blockEndNewlines, `$&${indent}`);
	}
	let startWithSpace = false;
	let startEnd;
	let startNlPos = -1;
	for (startEnd = 0; startEnd < value.length; ++startEnd) {
		const ch = value[startEnd];
		if (ch === " ") startWithSpace = true;
		else if (ch === "\n") startNlPos = startEnd;
		else break;
	}
	let start = value.substring(0, startNlPos < startEnd ? startNlPos + 1 : startEnd);
	if (start) {
		value = value.substring(start.length);
		start = start.replace(/\n+/g, `$&${indent}`);
	}
	let header = (startWithSpace ? indent ? "2" : "1" : "") + chomp;
	if (comment) {
		header += " " + commentString(comment.replace(/ ?[\r\n]+/g, " "));
		if (onComment) onComment();
	}
	if (!literal) {
		const foldedValue = value.replace(/\n+/g, "\n$&").replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g, "$1$2").replace(/\n+/g, `$&${indent}`);
		let literalFallback = false;
		const foldOptions = getFoldOptions(ctx, true);
		if (blockQuote !== "folded" && type !== Scalar.BLOCK_FOLDED) foldOptions.onOverflow = () => {
			literalFallback = true;
		};
		const body = foldFlowLines(`${start}${foldedValue}${end}`, indent, FOLD_BLOCK, foldOptions);
		if (!literalFallback) return `>${header}\n${indent}${body}`;
	}
	value = value.replace(/\n+/g, `$&${indent}`);
	return `|${header}\n${indent}${start}${value}${end}`;
}
function plainString(item, ctx, onComment, onChompKeep) {
	const { type, value } = item;
	const { actualString, implicitKey, indent, indentStep, inFlow } = ctx;
	if (implicitKey && value.includes("\n") || inFlow && /[[\]{},]/.test(value)) return quotedString(value, ctx);
	if (/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(value)) return implicitKey || inFlow || !value.includes("\n") ? quotedString(value, ctx) : blockString(item, ctx, onComment, onChompKeep);
	if (!implicitKey && !inFlow && type !== Scalar.PLAIN && value.includes("\n")) return blockString(item, ctx, onComment, onChompKeep);
	if (containsDocumentMarker(value)) {
		if (indent === "") {
			ctx.forceBlockIndent = true;
			return blockString(item, ctx, onComment, onChompKeep);
		} else if (implicitKey && indent === indentStep) return quotedString(value, ctx);
	}
	const str = value.replace(/\n+/g, `$&\n${indent}`);
	if (actualString) {
		const test = (tag) => tag.default && tag.tag !== "tag:yaml.org,2002:str" && tag.test?.test(str);
		const { compat, tags } = ctx.doc.schema;
		if (tags.some(test) || compat?.some(test)) return quotedString(value, ctx);
	}
	return implicitKey ? str : foldFlowLines(str, indent, FOLD_FLOW, getFoldOptions(ctx, false));
}
function stringifyString(item, ctx, onComment, onChompKeep) {
	const { implicitKey, inFlow } = ctx;
	const ss = typeof item.value === "string" ? item : Object.assign({}, item, { value: String(item.value) });
	let { type } = item;
	if (type !== Scalar.QUOTE_DOUBLE) {
		if (/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(ss.value)) type = Scalar.QUOTE_DOUBLE;
	}
	const _stringify = (_type) => {
		switch (_type) {
			case Scalar.BLOCK_FOLDED:
			case Scalar.BLOCK_LITERAL: return implicitKey || inFlow ? quotedString(ss.value, ctx) : blockString(ss, ctx, onComment, onChompKeep);
			case Scalar.QUOTE_DOUBLE: return doubleQuotedString(ss.value, ctx);
			case Scalar.QUOTE_SINGLE: return singleQuotedString(ss.value, ctx);
			case Scalar.PLAIN: return plainString(ss, ctx, onComment, onChompKeep);
			default: return null;
		}
	};
	let res = _stringify(type);
	if (res === null) {
		const { defaultKeyType, defaultStringType } = ctx.options;
		const t = implicitKey && defaultKeyType || defaultStringType;
		res = _stringify(t);
		if (res === null) throw new Error(`Unsupported default string type ${t}`);
	}
	return res;
}

// node_modules/yaml/browser/dist/stringify/stringify.js
function createStringifyContext(doc, options) {
	const opt = Object.assign({
		blockQuote: true,
		commentString: stringifyComment,
		defaultKeyType: null,
		defaultStringType: "PLAIN",
		directives: null,
		doubleQuotedAsJSON: false,
		doubleQuotedMinMultiLineLength: 40,
		falseStr: "false",
		flowCollectionPadding: true,
		indentSeq: true,
		lineWidth: 80,
		minContentWidth: 20,
		nullStr: "null",
		simpleKeys: false,
		singleQuote: null,
		trailingComma: false,
		trueStr: "true",
		verifyAliasOrder: true
	}, doc.schema.toStringOptions, options);
	let inFlow;
	switch (opt.collectionStyle) {
		case "block":
			inFlow = false;
			break;
		case "flow":
			inFlow = true;
			break;
		default: inFlow = null;
	}
	return {
		anchors: /* @__PURE__ */ new Set(),
		doc,
		flowCollectionPadding: opt.flowCollectionPadding ? " " : "",
		indent: "",
		indentStep: typeof opt.indent === "number" ? " ".repeat(opt.indent) : "  ",
		inFlow,
		options: opt
	};
}
function getTagObject(tags, item) {
	if (item.tag) {
		const match = tags.filter((t) => t.tag === item.tag);
		if (match.length > 0) return match.find((t) => t.format === item.format) ?? match[0];
	}
	let tagObj = void 0;
	let obj;
	if (isScalar(item)) {
		obj = item.value;
		let match = tags.filter((t) => t.identify?.(obj));
		if (match.length > 1) {
			const testMatch = match.filter((t) => t.test);
			if (testMatch.length > 0) match = testMatch;
		}
		tagObj = match.find((t) => t.format === item.format) ?? match.find((t) => !t.format);
	} else {
		obj = item;
		tagObj = tags.find((t) => t.nodeClass && obj instanceof t.nodeClass);
	}
	if (!tagObj) {
		const name = obj?.constructor?.name ?? (obj === null ? "null" : typeof obj);
		throw new Error(`Tag not resolved for ${name} value`);
	}
	return tagObj;
}
function stringifyProps(node, tagObj, { anchors, doc }) {
	if (!doc.directives) return "";
	const props = [];
	const anchor = (isScalar(node) || isCollection(node)) && node.anchor;
	if (anchor && anchorIsValid(anchor)) {
		anchors.add(anchor);
		props.push(`&${anchor}`);
	}
	const tag = node.tag ?? (tagObj.default ? null : tagObj.tag);
	if (tag) props.push(doc.directives.tagString(tag));
	return props.join(" ");
}
function stringify(item, ctx, onComment, onChompKeep) {
	if (isPair(item)) return item.toString(ctx, onComment, onChompKeep);
	if (isAlias(item)) {
		if (ctx.doc.directives) return item.toString(ctx);
		if (ctx.resolvedAliases?.has(item)) throw new TypeError(`Cannot stringify circular structure without alias nodes`);
		else {
			if (ctx.resolvedAliases) ctx.resolvedAliases.add(item);
			else ctx.resolvedAliases = /* @__PURE__ */ new Set([item]);
			item = item.resolve(ctx.doc);
		}
	}
	let tagObj = void 0;
	const node = isNode(item) ? item : ctx.doc.createNode(item, { onTagObj: (o) => tagObj = o });
	tagObj ?? (tagObj = getTagObject(ctx.doc.schema.tags, node));
	const props = stringifyProps(node, tagObj, ctx);
	if (props.length > 0) ctx.indentAtStart = (ctx.indentAtStart ?? 0) + props.length + 1;
	const str = typeof tagObj.stringify === "function" ? tagObj.stringify(node, ctx, onComment, onChompKeep) : isScalar(node) ? stringifyString(node, ctx, onComment, onChompKeep) : node.toString(ctx, onComment, onChompKeep);
	if (!props) return str;
	return isScalar(node) || str[0] === "{" || str[0] === "[" ? `${props} ${str}` : `${props}\n${ctx.indent}${str}`;
}

// node_modules/yaml/browser/dist/stringify/stringifyPair.js
function stringifyPair({ key, value }, ctx, onComment, onChompKeep) {
	const { allNullValues, doc, indent, indentStep, options: { commentString, indentSeq, simpleKeys } } = ctx;
	let keyComment = isNode(key) && key.comment || null;
	if (simpleKeys) {
		if (keyComment) throw new Error("With simple keys, key nodes cannot have comments");
		if (isCollection(key) || !isNode(key) && typeof key === "object") throw new Error("With simple keys, collection cannot be used as a key value");
	}
	let explicitKey = !simpleKeys && (!key || keyComment && value == null && !ctx.inFlow || isCollection(key) || (isScalar(key) ? key.type === Scalar.BLOCK_FOLDED || key.type === Scalar.BLOCK_LITERAL : typeof key === "object"));
	ctx = Object.assign({}, ctx, {
		allNullValues: false,
		implicitKey: !explicitKey && (simpleKeys || !allNullValues),
		indent: indent + indentStep
	});
	let keyCommentDone = false;
	let chompKeep = false;
	let str = stringify(key, ctx, () => keyCommentDone = true, () => chompKeep = true);
	if (!explicitKey && !ctx.inFlow && str.length > 1024) {
		if (simpleKeys) throw new Error("With simple keys, single line scalar must not span more than 1024 characters");
		explicitKey = true;
	}
	if (ctx.inFlow) {
		if (allNullValues || value == null) {
			if (keyCommentDone && onComment) onComment();
			return str === "" ? "?" : explicitKey ? `? ${str}` : str;
		}
	} else if (allNullValues && !simpleKeys || value == null && explicitKey) {
		str = `? ${str}`;
		if (keyComment && !keyCommentDone) str += lineComment(str, ctx.indent, commentString(keyComment));
		else if (chompKeep && onChompKeep) onChompKeep();
		return str;
	}
	if (keyCommentDone) keyComment = null;
	if (explicitKey) {
		if (keyComment) str += lineComment(str, ctx.indent, commentString(keyComment));
		str = `? ${str}\n${indent}:`;
	} else {
		str = `${str}:`;
		if (keyComment) str += lineComment(str, ctx.indent, commentString(keyComment));
	}
	let vsb, vcb, valueComment;
	if (isNode(value)) {
		vsb = !!value.spaceBefore;
		vcb = value.commentBefore;
		valueComment = value.comment;
	} else {
		vsb = false;
		vcb = null;
		valueComment = null;
		if (value && typeof value === "object") value = doc.createNode(value);
	}
	ctx.implicitKey = false;
	if (!explicitKey && !keyComment && isScalar(value)) ctx.indentAtStart = str.length + 1;
	chompKeep = false;
	if (!indentSeq && indentStep.length >= 2 && !ctx.inFlow && !explicitKey && isSeq(value) && !value.flow && !value.tag && !value.anchor) ctx.indent = ctx.indent.substring(2);
	let valueCommentDone = false;
	const valueStr = stringify(value, ctx, () => valueCommentDone = true, () => chompKeep = true);
	let ws = " ";
	if (keyComment || vsb || vcb) {
		ws = vsb ? "\n" : "";
		if (vcb) {
			const cs = commentString(vcb);
			ws += `\n${indentComment(cs, ctx.indent)}`;
		}
		if (valueStr === "" && !ctx.inFlow) {
			if (ws === "\n" && valueComment) ws = "\n\n";
		} else ws += `\n${ctx.indent}`;
	} else if (!explicitKey && isCollection(value)) {
		const vs0 = valueStr[0];
		const nl0 = valueStr.indexOf("\n");
		const hasNewline = nl0 !== -1;
		const flow = ctx.inFlow ?? value.flow ?? value.items.length === 0;
		if (hasNewline || !flow) {
			let hasPropsLine = false;
			if (hasNewline && (vs0 === "&" || vs0 === "!")) {
				let sp0 = valueStr.indexOf(" ");
				if (vs0 === "&" && sp0 !== -1 && sp0 < nl0 && valueStr[sp0 + 1] === "!") sp0 = valueStr.indexOf(" ", sp0 + 1);
				if (sp0 === -1 || nl0 < sp0) hasPropsLine = true;
			}
			if (!hasPropsLine) ws = `\n${ctx.indent}`;
		}
	} else if (valueStr === "" || valueStr[0] === "\n") ws = "";
	str += ws + valueStr;
	if (ctx.inFlow) {
		if (valueCommentDone && onComment) onComment();
	} else if (valueComment && !valueCommentDone) str += lineComment(str, ctx.indent, commentString(valueComment));
	else if (chompKeep && onChompKeep) onChompKeep();
	return str;
}

// node_modules/yaml/browser/dist/log.js
function warn(logLevel, warning) {
	if (logLevel === "debug" || logLevel === "warn") console.warn(warning);
}

// node_modules/yaml/browser/dist/schema/yaml-1.1/merge.js
const MERGE_KEY = "<<";
const merge$1 = {
	identify: (value) => value === MERGE_KEY || typeof value === "symbol" && value.description === MERGE_KEY,
	default: "key",
	tag: "tag:yaml.org,2002:merge",
	test: /^<<$/,
	resolve: () => Object.assign(new Scalar(Symbol(MERGE_KEY)), { addToJSMap: addMergeToJSMap }),
	stringify: () => MERGE_KEY
};
const isMergeKey = (ctx, key) => (merge$1.identify(key) || isScalar(key) && (!key.type || key.type === Scalar.PLAIN) && merge$1.identify(key.value)) && ctx?.doc.schema.tags.some((tag) => tag.tag === merge$1.tag && tag.default);
function addMergeToJSMap(ctx, map, value) {
	const source = resolveAliasValue(ctx, value);
	if (isSeq(source)) for (const it of source.items) mergeValue(ctx, map, it);
	else if (Array.isArray(source)) for (const it of source) mergeValue(ctx, map, it);
	else mergeValue(ctx, map, source);
}
function mergeValue(ctx, map, value) {
	const source = resolveAliasValue(ctx, value);
	if (!isMap(source)) throw new Error("Merge sources must be maps or map aliases");
	const srcMap = source.toJSON(null, ctx, Map);
	for (const [key, value] of srcMap) if (map instanceof Map) {
		if (!map.has(key)) map.set(key, value);
	} else if (map instanceof Set) map.add(key);
	else if (!Object.prototype.hasOwnProperty.call(map, key)) Object.defineProperty(map, key, {
		value,
		writable: true,
		enumerable: true,
		configurable: true
	});
	return map;
}
function resolveAliasValue(ctx, value) {
	return ctx && isAlias(value) ? value.resolve(ctx.doc, ctx) : value;
}

// node_modules/yaml/browser/dist/nodes/addPairToJSMap.js
function addPairToJSMap(ctx, map, { key, value }) {
	if (isNode(key) && key.addToJSMap) key.addToJSMap(ctx, map, value);
	else if (isMergeKey(ctx, key)) addMergeToJSMap(ctx, map, value);
	else {
		const jsKey = toJS(key, "", ctx);
		if (map instanceof Map) map.set(jsKey, toJS(value, jsKey, ctx));
		else if (map instanceof Set) map.add(jsKey);
		else {
			const stringKey = stringifyKey(key, jsKey, ctx);
			const jsValue = toJS(value, stringKey, ctx);
			if (stringKey in map) Object.defineProperty(map, stringKey, {
				value: jsValue,
				writable: true,
				enumerable: true,
				configurable: true
			});
			else map[stringKey] = jsValue;
		}
	}
	return map;
}
function stringifyKey(key, jsKey, ctx) {
	if (jsKey === null) return "";
	if (typeof jsKey !== "object") return String(jsKey);
	if (isNode(key) && ctx?.doc) {
		const strCtx = createStringifyContext(ctx.doc, {});
		strCtx.anchors = /* @__PURE__ */ new Set();
		for (const node of ctx.anchors.keys()) strCtx.anchors.add(node.anchor);
		strCtx.inFlow = true;
		strCtx.inStringifyKey = true;
		const strKey = key.toString(strCtx);
		if (!ctx.mapKeyWarned) {
			let jsonStr = JSON.stringify(strKey);
			if (jsonStr.length > 40) jsonStr = jsonStr.substring(0, 36) + "...\"";
			warn(ctx.doc.options.logLevel, `Keys with collection values will be stringified due to JS Object restrictions: ${jsonStr}. Set mapAsMap: true to use object keys.`);
			ctx.mapKeyWarned = true;
		}
		return strKey;
	}
	return JSON.stringify(jsKey);
}

// node_modules/yaml/browser/dist/nodes/Pair.js
function createPair(key, value, ctx) {
	const k = createNode(key, void 0, ctx);
	const v = createNode(value, void 0, ctx);
	return new Pair(k, v);
}
var Pair = class Pair {
	constructor(key, value = null) {
		Object.defineProperty(this, NODE_TYPE, { value: PAIR });
		this.key = key;
		this.value = value;
	}
	clone(schema) {
		let { key, value } = this;
		if (isNode(key)) key = key.clone(schema);
		if (isNode(value)) value = value.clone(schema);
		return new Pair(key, value);
	}
	toJSON(_, ctx) {
		const pair = ctx?.mapAsMap ? /* @__PURE__ */ new Map() : {};
		return addPairToJSMap(ctx, pair, this);
	}
	toString(ctx, onComment, onChompKeep) {
		return ctx?.doc ? stringifyPair(this, ctx, onComment, onChompKeep) : JSON.stringify(this);
	}
};

// node_modules/yaml/browser/dist/stringify/stringifyCollection.js
function stringifyCollection(collection, ctx, options) {
	return (ctx.inFlow ?? collection.flow ? stringifyFlowCollection : stringifyBlockCollection)(collection, ctx, options);
}
function stringifyBlockCollection({ comment, items }, ctx, { blockItemPrefix, flowChars, itemIndent, onChompKeep, onComment }) {
	const { indent, options: { commentString } } = ctx;
	const itemCtx = Object.assign({}, ctx, {
		indent: itemIndent,
		type: null
	});
	let chompKeep = false;
	const lines = [];
	for (let i = 0; i < items.length; ++i) {
		const item = items[i];
		let comment = null;
		if (isNode(item)) {
			if (!chompKeep && item.spaceBefore) lines.push("");
			addCommentBefore(ctx, lines, item.commentBefore, chompKeep);
			if (item.comment) comment = item.comment;
		} else if (isPair(item)) {
			const ik = isNode(item.key) ? item.key : null;
			if (ik) {
				if (!chompKeep && ik.spaceBefore) lines.push("");
				addCommentBefore(ctx, lines, ik.commentBefore, chompKeep);
			}
		}
		chompKeep = false;
		let str = stringify(item, itemCtx, () => comment = null, () => chompKeep = true);
		if (comment) str += lineComment(str, itemIndent, commentString(comment));
		if (chompKeep && comment) chompKeep = false;
		lines.push(blockItemPrefix + str);
	}
	let str;
	if (lines.length === 0) str = flowChars.start + flowChars.end;
	else {
		str = lines[0];
		for (let i = 1; i < lines.length; ++i) {
			const line = lines[i];
			str += line ? `\n${indent}${line}` : "\n";
		}
	}
	if (comment) {
		str += "\n" + indentComment(commentString(comment), indent);
		if (onComment) onComment();
	} else if (chompKeep && onChompKeep) onChompKeep();
	return str;
}
function stringifyFlowCollection({ items }, ctx, { flowChars, itemIndent }) {
	const { indent, indentStep, flowCollectionPadding: fcPadding, options: { commentString } } = ctx;
	itemIndent += indentStep;
	const itemCtx = Object.assign({}, ctx, {
		indent: itemIndent,
		inFlow: true,
		type: null
	});
	let reqNewline = false;
	let linesAtValue = 0;
	const lines = [];
	for (let i = 0; i < items.length; ++i) {
		const item = items[i];
		let comment = null;
		if (isNode(item)) {
			if (item.spaceBefore) lines.push("");
			addCommentBefore(ctx, lines, item.commentBefore, false);
			if (item.comment) comment = item.comment;
		} else if (isPair(item)) {
			const ik = isNode(item.key) ? item.key : null;
			if (ik) {
				if (ik.spaceBefore) lines.push("");
				addCommentBefore(ctx, lines, ik.commentBefore, false);
				if (ik.comment) reqNewline = true;
			}
			const iv = isNode(item.value) ? item.value : null;
			if (iv) {
				if (iv.comment) comment = iv.comment;
				if (iv.commentBefore) reqNewline = true;
			} else if (item.value == null && ik?.comment) comment = ik.comment;
		}
		if (comment) reqNewline = true;
		let str = stringify(item, itemCtx, () => comment = null);
		reqNewline || (reqNewline = lines.length > linesAtValue || str.includes("\n"));
		if (i < items.length - 1) str += ",";
		else if (ctx.options.trailingComma) {
			if (ctx.options.lineWidth > 0) reqNewline || (reqNewline = lines.reduce((sum, line) => sum + line.length + 2, 2) + (str.length + 2) > ctx.options.lineWidth);
			if (reqNewline) str += ",";
		}
		if (comment) str += lineComment(str, itemIndent, commentString(comment));
		lines.push(str);
		linesAtValue = lines.length;
	}
	const { start, end } = flowChars;
	if (lines.length === 0) return start + end;
	else {
		if (!reqNewline) {
			const len = lines.reduce((sum, line) => sum + line.length + 2, 2);
			reqNewline = ctx.options.lineWidth > 0 && len > ctx.options.lineWidth;
		}
		if (reqNewline) {
			let str = start;
			for (const line of lines) str += line ? `\n${indentStep}${indent}${line}` : "\n";
			return `${str}\n${indent}${end}`;
		} else return `${start}${fcPadding}${lines.join(" ")}${fcPadding}${end}`;
	}
}
function addCommentBefore({ indent, options: { commentString } }, lines, comment, chompKeep) {
	if (comment && chompKeep) comment = comment.replace(/^\n+/, "");
	if (comment) {
		const ic = indentComment(commentString(comment), indent);
		lines.push(ic.trimStart());
	}
}

// node_modules/yaml/browser/dist/nodes/YAMLMap.js
function findPair(items, key) {
	const k = isScalar(key) ? key.value : key;
	for (const it of items) if (isPair(it)) {
		if (it.key === key || it.key === k) return it;
		if (isScalar(it.key) && it.key.value === k) return it;
	}
}
var YAMLMap = class extends Collection {
	static get tagName() {
		return "tag:yaml.org,2002:map";
	}
	constructor(schema) {
		super(MAP, schema);
		this.items = [];
	}
	static from(schema, obj, ctx) {
		const { keepUndefined, replacer } = ctx;
		const map = new this(schema);
		const add = (key, value) => {
			if (typeof replacer === "function") value = replacer.call(obj, key, value);
			else if (Array.isArray(replacer) && !replacer.includes(key)) return;
			if (value !== void 0 || keepUndefined) map.items.push(createPair(key, value, ctx));
		};
		if (obj instanceof Map) for (const [key, value] of obj) add(key, value);
		else if (obj && typeof obj === "object") for (const key of Object.keys(obj)) add(key, obj[key]);
		if (typeof schema.sortMapEntries === "function") map.items.sort(schema.sortMapEntries);
		return map;
	}
	add(pair, overwrite) {
		let _pair;
		if (isPair(pair)) _pair = pair;
		else if (!pair || typeof pair !== "object" || !("key" in pair)) _pair = new Pair(pair, pair?.value);
		else _pair = new Pair(pair.key, pair.value);
		const prev = findPair(this.items, _pair.key);
		const sortEntries = this.schema?.sortMapEntries;
		if (prev) {
			if (!overwrite) throw new Error(`Key ${_pair.key} already set`);
			if (isScalar(prev.value) && isScalarValue(_pair.value)) prev.value.value = _pair.value;
			else prev.value = _pair.value;
		} else if (sortEntries) {
			const i = this.items.findIndex((item) => sortEntries(_pair, item) < 0);
			if (i === -1) this.items.push(_pair);
			else this.items.splice(i, 0, _pair);
		} else this.items.push(_pair);
	}
	delete(key) {
		const it = findPair(this.items, key);
		if (!it) return false;
		return this.items.splice(this.items.indexOf(it), 1).length > 0;
	}
	get(key, keepScalar) {
		const node = findPair(this.items, key)?.value;
		return (!keepScalar && isScalar(node) ? node.value : node) ?? void 0;
	}
	has(key) {
		return !!findPair(this.items, key);
	}
	set(key, value) {
		this.add(new Pair(key, value), true);
	}
	toJSON(_, ctx, Type) {
		const map = Type ? new Type() : ctx?.mapAsMap ? /* @__PURE__ */ new Map() : {};
		if (ctx?.onCreate) ctx.onCreate(map);
		for (const item of this.items) addPairToJSMap(ctx, map, item);
		return map;
	}
	toString(ctx, onComment, onChompKeep) {
		if (!ctx) return JSON.stringify(this);
		for (const item of this.items) if (!isPair(item)) throw new Error(`Map items must all be pairs; found ${JSON.stringify(item)} instead`);
		if (!ctx.allNullValues && this.hasAllNullValues(false)) ctx = Object.assign({}, ctx, { allNullValues: true });
		return stringifyCollection(this, ctx, {
			blockItemPrefix: "",
			flowChars: {
				start: "{",
				end: "}"
			},
			itemIndent: ctx.indent || "",
			onChompKeep,
			onComment
		});
	}
};

// node_modules/yaml/browser/dist/schema/common/map.js
const map = {
	collection: "map",
	default: true,
	nodeClass: YAMLMap,
	tag: "tag:yaml.org,2002:map",
	resolve(map, onError) {
		if (!isMap(map)) onError("Expected a mapping for this tag");
		return map;
	},
	createNode: (schema, obj, ctx) => YAMLMap.from(schema, obj, ctx)
};

// node_modules/yaml/browser/dist/nodes/YAMLSeq.js
var YAMLSeq = class extends Collection {
	static get tagName() {
		return "tag:yaml.org,2002:seq";
	}
	constructor(schema) {
		super(SEQ, schema);
		this.items = [];
	}
	add(value) {
		this.items.push(value);
	}
	delete(key) {
		const idx = asItemIndex(key);
		if (typeof idx !== "number") return false;
		return this.items.splice(idx, 1).length > 0;
	}
	get(key, keepScalar) {
		const idx = asItemIndex(key);
		if (typeof idx !== "number") return void 0;
		const it = this.items[idx];
		return !keepScalar && isScalar(it) ? it.value : it;
	}
	has(key) {
		const idx = asItemIndex(key);
		return typeof idx === "number" && idx < this.items.length;
	}
	set(key, value) {
		const idx = asItemIndex(key);
		if (typeof idx !== "number") throw new Error(`Expected a valid index, not ${key}.`);
		const prev = this.items[idx];
		if (isScalar(prev) && isScalarValue(value)) prev.value = value;
		else this.items[idx] = value;
	}
	toJSON(_, ctx) {
		const seq = [];
		if (ctx?.onCreate) ctx.onCreate(seq);
		let i = 0;
		for (const item of this.items) seq.push(toJS(item, String(i++), ctx));
		return seq;
	}
	toString(ctx, onComment, onChompKeep) {
		if (!ctx) return JSON.stringify(this);
		return stringifyCollection(this, ctx, {
			blockItemPrefix: "- ",
			flowChars: {
				start: "[",
				end: "]"
			},
			itemIndent: (ctx.indent || "") + "  ",
			onChompKeep,
			onComment
		});
	}
	static from(schema, obj, ctx) {
		const { replacer } = ctx;
		const seq = new this(schema);
		if (obj && Symbol.iterator in Object(obj)) {
			let i = 0;
			for (let it of obj) {
				if (typeof replacer === "function") {
					const key = obj instanceof Set ? it : String(i++);
					it = replacer.call(obj, key, it);
				}
				seq.items.push(createNode(it, void 0, ctx));
			}
		}
		return seq;
	}
};
function asItemIndex(key) {
	let idx = isScalar(key) ? key.value : key;
	if (idx && typeof idx === "string") idx = Number(idx);
	return typeof idx === "number" && Number.isInteger(idx) && idx >= 0 ? idx : null;
}

// node_modules/yaml/browser/dist/schema/common/seq.js
const seq = {
	collection: "seq",
	default: true,
	nodeClass: YAMLSeq,
	tag: "tag:yaml.org,2002:seq",
	resolve(seq, onError) {
		if (!isSeq(seq)) onError("Expected a sequence for this tag");
		return seq;
	},
	createNode: (schema, obj, ctx) => YAMLSeq.from(schema, obj, ctx)
};

// node_modules/yaml/browser/dist/schema/common/string.js
const string = {
	identify: (value) => typeof value === "string",
	default: true,
	tag: "tag:yaml.org,2002:str",
	resolve: (str) => str,
	stringify(item, ctx, onComment, onChompKeep) {
		ctx = Object.assign({ actualString: true }, ctx);
		return stringifyString(item, ctx, onComment, onChompKeep);
	}
};

// node_modules/yaml/browser/dist/schema/common/null.js
const nullTag = {
	identify: (value) => value == null,
	createNode: () => new Scalar(null),
	default: true,
	tag: "tag:yaml.org,2002:null",
	test: /^(?:~|[Nn]ull|NULL)?$/,
	resolve: () => new Scalar(null),
	stringify: ({ source }, ctx) => typeof source === "string" && nullTag.test.test(source) ? source : ctx.options.nullStr
};

// node_modules/yaml/browser/dist/schema/core/bool.js
const boolTag = {
	identify: (value) => typeof value === "boolean",
	default: true,
	tag: "tag:yaml.org,2002:bool",
	test: /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,
	resolve: (str) => new Scalar(str[0] === "t" || str[0] === "T"),
	stringify({ source, value }, ctx) {
		if (source && boolTag.test.test(source)) {
			if (value === (source[0] === "t" || source[0] === "T")) return source;
		}
		return value ? ctx.options.trueStr : ctx.options.falseStr;
	}
};

// node_modules/yaml/browser/dist/stringify/stringifyNumber.js
function stringifyNumber({ format, minFractionDigits, tag, value }) {
	if (typeof value === "bigint") return String(value);
	const num = typeof value === "number" ? value : Number(value);
	if (!isFinite(num)) return isNaN(num) ? ".nan" : num < 0 ? "-.inf" : ".inf";
	let n = Object.is(value, -0) ? "-0" : JSON.stringify(value);
	if (!format && minFractionDigits && (!tag || tag === "tag:yaml.org,2002:float") && /^-?\d/.test(n) && !n.includes("e")) {
		let i = n.indexOf(".");
		if (i < 0) {
			i = n.length;
			n += ".";
		}
		let d = minFractionDigits - (n.length - i - 1);
		while (d-- > 0) n += "0";
	}
	return n;
}

// node_modules/yaml/browser/dist/schema/core/float.js
const floatNaN$1 = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
	resolve: (str) => str.slice(-3).toLowerCase() === "nan" ? NaN : str[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
	stringify: stringifyNumber
};
const floatExp$1 = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	format: "EXP",
	test: /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,
	resolve: (str) => parseFloat(str),
	stringify(node) {
		const num = Number(node.value);
		return isFinite(num) ? num.toExponential() : stringifyNumber(node);
	}
};
const float$1 = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	test: /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
	resolve(str) {
		const node = new Scalar(parseFloat(str));
		const dot = str.indexOf(".");
		if (dot !== -1 && str[str.length - 1] === "0") node.minFractionDigits = str.length - dot - 1;
		return node;
	},
	stringify: stringifyNumber
};

// node_modules/yaml/browser/dist/schema/core/int.js
const intIdentify$2 = (value) => typeof value === "bigint" || Number.isInteger(value);
const intResolve$1 = (str, offset, radix, { intAsBigInt }) => intAsBigInt ? BigInt(str) : parseInt(str.substring(offset), radix);
function intStringify$1(node, radix, prefix) {
	const { value } = node;
	if (intIdentify$2(value) && value >= 0) return prefix + value.toString(radix);
	return stringifyNumber(node);
}
const intOct$1 = {
	identify: (value) => intIdentify$2(value) && value >= 0,
	default: true,
	tag: "tag:yaml.org,2002:int",
	format: "OCT",
	test: /^0o[0-7]+$/,
	resolve: (str, _onError, opt) => intResolve$1(str, 2, 8, opt),
	stringify: (node) => intStringify$1(node, 8, "0o")
};
const int$1 = {
	identify: intIdentify$2,
	default: true,
	tag: "tag:yaml.org,2002:int",
	test: /^[-+]?[0-9]+$/,
	resolve: (str, _onError, opt) => intResolve$1(str, 0, 10, opt),
	stringify: stringifyNumber
};
const intHex$1 = {
	identify: (value) => intIdentify$2(value) && value >= 0,
	default: true,
	tag: "tag:yaml.org,2002:int",
	format: "HEX",
	test: /^0x[0-9a-fA-F]+$/,
	resolve: (str, _onError, opt) => intResolve$1(str, 2, 16, opt),
	stringify: (node) => intStringify$1(node, 16, "0x")
};

// node_modules/yaml/browser/dist/schema/core/schema.js
const schema$2 = [
	map,
	seq,
	string,
	nullTag,
	boolTag,
	intOct$1,
	int$1,
	intHex$1,
	floatNaN$1,
	floatExp$1,
	float$1
];

// node_modules/yaml/browser/dist/schema/json/schema.js
function intIdentify$1(value) {
	return typeof value === "bigint" || Number.isInteger(value);
}
const stringifyJSON = ({ value }) => JSON.stringify(value);
const jsonScalars = [
	{
		identify: (value) => typeof value === "string",
		default: true,
		tag: "tag:yaml.org,2002:str",
		resolve: (str) => str,
		stringify: stringifyJSON
	},
	{
		identify: (value) => value == null,
		createNode: () => new Scalar(null),
		default: true,
		tag: "tag:yaml.org,2002:null",
		test: /^null$/,
		resolve: () => null,
		stringify: stringifyJSON
	},
	{
		identify: (value) => typeof value === "boolean",
		default: true,
		tag: "tag:yaml.org,2002:bool",
		test: /^true$|^false$/,
		resolve: (str) => str === "true",
		stringify: stringifyJSON
	},
	{
		identify: intIdentify$1,
		default: true,
		tag: "tag:yaml.org,2002:int",
		test: /^-?(?:0|[1-9][0-9]*)$/,
		resolve: (str, _onError, { intAsBigInt }) => intAsBigInt ? BigInt(str) : parseInt(str, 10),
		stringify: ({ value }) => intIdentify$1(value) ? value.toString() : JSON.stringify(value)
	},
	{
		identify: (value) => typeof value === "number",
		default: true,
		tag: "tag:yaml.org,2002:float",
		test: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
		resolve: (str) => parseFloat(str),
		stringify: stringifyJSON
	}
];
const schema$1 = [map, seq].concat(jsonScalars, {
	default: true,
	tag: "",
	test: /^/,
	resolve(str, onError) {
		onError(`Unresolved plain scalar ${JSON.stringify(str)}`);
		return str;
	}
});

// node_modules/yaml/browser/dist/schema/yaml-1.1/binary.js
const binary = {
	identify: (value) => value instanceof Uint8Array,
	default: false,
	tag: "tag:yaml.org,2002:binary",
	resolve(src, onError) {
		if (typeof atob === "function") {
			const str = atob(src.replace(/[\n\r]/g, ""));
			const buffer = new Uint8Array(str.length);
			for (let i = 0; i < str.length; ++i) buffer[i] = str.charCodeAt(i);
			return buffer;
		} else {
			onError("This environment does not support reading binary tags; either Buffer or atob is required");
			return src;
		}
	},
	stringify({ comment, type, value }, ctx, onComment, onChompKeep) {
		if (!value) return "";
		const buf = value;
		let str;
		if (typeof btoa === "function") {
			let s = "";
			for (let i = 0; i < buf.length; ++i) s += String.fromCharCode(buf[i]);
			str = btoa(s);
		} else throw new Error("This environment does not support writing binary tags; either Buffer or btoa is required");
		type ?? (type = Scalar.BLOCK_LITERAL);
		if (type !== Scalar.QUOTE_DOUBLE) {
			const lineWidth = Math.max(ctx.options.lineWidth - ctx.indent.length, ctx.options.minContentWidth);
			const n = Math.ceil(str.length / lineWidth);
			const lines = new Array(n);
			for (let i = 0, o = 0; i < n; ++i, o += lineWidth) lines[i] = str.substr(o, lineWidth);
			str = lines.join(type === Scalar.BLOCK_LITERAL ? "\n" : " ");
		}
		return stringifyString({
			comment,
			type,
			value: str
		}, ctx, onComment, onChompKeep);
	}
};

// node_modules/yaml/browser/dist/schema/yaml-1.1/pairs.js
function resolvePairs(seq, onError) {
	if (isSeq(seq)) for (let i = 0; i < seq.items.length; ++i) {
		let item = seq.items[i];
		if (isPair(item)) continue;
		else if (isMap(item)) {
			if (item.items.length > 1) onError("Each pair must have its own sequence indicator");
			const pair = item.items[0] || new Pair(new Scalar(null));
			if (item.commentBefore) pair.key.commentBefore = pair.key.commentBefore ? `${item.commentBefore}\n${pair.key.commentBefore}` : item.commentBefore;
			if (item.comment) {
				const cn = pair.value ?? pair.key;
				cn.comment = cn.comment ? `${item.comment}\n${cn.comment}` : item.comment;
			}
			item = pair;
		}
		seq.items[i] = isPair(item) ? item : new Pair(item);
	}
	else onError("Expected a sequence for this tag");
	return seq;
}
function createPairs(schema, iterable, ctx) {
	const { replacer } = ctx;
	const pairs = new YAMLSeq(schema);
	pairs.tag = "tag:yaml.org,2002:pairs";
	let i = 0;
	if (iterable && Symbol.iterator in Object(iterable)) for (let it of iterable) {
		if (typeof replacer === "function") it = replacer.call(iterable, String(i++), it);
		let key, value;
		if (Array.isArray(it)) {
			if (it.length === 2) {
				key = it[0];
				value = it[1];
			} else throw new TypeError(`Expected [key, value] tuple: ${it}`);
		} else if (it && it instanceof Object) {
			const keys = Object.keys(it);
			if (keys.length === 1) {
				key = keys[0];
				value = it[key];
			} else throw new TypeError(`Expected tuple with one key, not ${keys.length} keys`);
		} else key = it;
		pairs.items.push(createPair(key, value, ctx));
	}
	return pairs;
}
const pairs = {
	collection: "seq",
	default: false,
	tag: "tag:yaml.org,2002:pairs",
	resolve: resolvePairs,
	createNode: createPairs
};

// node_modules/yaml/browser/dist/schema/yaml-1.1/omap.js
var YAMLOMap = class YAMLOMap extends YAMLSeq {
	constructor() {
		super();
		this.add = YAMLMap.prototype.add.bind(this);
		this.delete = YAMLMap.prototype.delete.bind(this);
		this.get = YAMLMap.prototype.get.bind(this);
		this.has = YAMLMap.prototype.has.bind(this);
		this.set = YAMLMap.prototype.set.bind(this);
		this.tag = YAMLOMap.tag;
	}
	toJSON(_, ctx) {
		if (!ctx) return super.toJSON(_);
		const map = /* @__PURE__ */ new Map();
		if (ctx?.onCreate) ctx.onCreate(map);
		for (const pair of this.items) {
			let key, value;
			if (isPair(pair)) {
				key = toJS(pair.key, "", ctx);
				value = toJS(pair.value, key, ctx);
			} else key = toJS(pair, "", ctx);
			if (map.has(key)) throw new Error("Ordered maps must not include duplicate keys");
			map.set(key, value);
		}
		return map;
	}
	static from(schema, iterable, ctx) {
		const pairs = createPairs(schema, iterable, ctx);
		const omap = new this();
		omap.items = pairs.items;
		return omap;
	}
};
YAMLOMap.tag = "tag:yaml.org,2002:omap";
const omap = {
	collection: "seq",
	identify: (value) => value instanceof Map,
	nodeClass: YAMLOMap,
	default: false,
	tag: "tag:yaml.org,2002:omap",
	resolve(seq, onError) {
		const pairs = resolvePairs(seq, onError);
		const seenKeys = [];
		for (const { key } of pairs.items) if (isScalar(key)) {
			if (seenKeys.includes(key.value)) onError(`Ordered maps must not include duplicate keys: ${key.value}`);
			else seenKeys.push(key.value);
		}
		return Object.assign(new YAMLOMap(), pairs);
	},
	createNode: (schema, iterable, ctx) => YAMLOMap.from(schema, iterable, ctx)
};

// node_modules/yaml/browser/dist/schema/yaml-1.1/bool.js
function boolStringify({ value, source }, ctx) {
	if (source && (value ? trueTag : falseTag).test.test(source)) return source;
	return value ? ctx.options.trueStr : ctx.options.falseStr;
}
const trueTag = {
	identify: (value) => value === true,
	default: true,
	tag: "tag:yaml.org,2002:bool",
	test: /^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,
	resolve: () => new Scalar(true),
	stringify: boolStringify
};
const falseTag = {
	identify: (value) => value === false,
	default: true,
	tag: "tag:yaml.org,2002:bool",
	test: /^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,
	resolve: () => new Scalar(false),
	stringify: boolStringify
};

// node_modules/yaml/browser/dist/schema/yaml-1.1/float.js
const floatNaN = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
	resolve: (str) => str.slice(-3).toLowerCase() === "nan" ? NaN : str[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
	stringify: stringifyNumber
};
const floatExp = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	format: "EXP",
	test: /^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,
	resolve: (str) => parseFloat(str.replace(/_/g, "")),
	stringify(node) {
		const num = Number(node.value);
		return isFinite(num) ? num.toExponential() : stringifyNumber(node);
	}
};
const float = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	test: /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,
	resolve(str) {
		const node = new Scalar(parseFloat(str.replace(/_/g, "")));
		const dot = str.indexOf(".");
		if (dot !== -1) {
			const f = str.substring(dot + 1).replace(/_/g, "");
			if (f[f.length - 1] === "0") node.minFractionDigits = f.length;
		}
		return node;
	},
	stringify: stringifyNumber
};

// node_modules/yaml/browser/dist/schema/yaml-1.1/int.js
const intIdentify = (value) => typeof value === "bigint" || Number.isInteger(value);
function intResolve(str, offset, radix, { intAsBigInt }) {
	const sign = str[0];
	if (sign === "-" || sign === "+") offset += 1;
	str = str.substring(offset).replace(/_/g, "");
	if (intAsBigInt) {
		switch (radix) {
			case 2:
				str = `0b${str}`;
				break;
			case 8:
				str = `0o${str}`;
				break;
			case 16: str = `0x${str}`;
		}
		const n = BigInt(str);
		return sign === "-" ? BigInt(-1) * n : n;
	}
	const n = parseInt(str, radix);
	return sign === "-" ? -1 * n : n;
}
function intStringify(node, radix, prefix) {
	const { value } = node;
	if (intIdentify(value)) {
		const str = value.toString(radix);
		return value < 0 ? "-" + prefix + str.substr(1) : prefix + str;
	}
	return stringifyNumber(node);
}
const intBin = {
	identify: intIdentify,
	default: true,
	tag: "tag:yaml.org,2002:int",
	format: "BIN",
	test: /^[-+]?0b[0-1_]+$/,
	resolve: (str, _onError, opt) => intResolve(str, 2, 2, opt),
	stringify: (node) => intStringify(node, 2, "0b")
};
const intOct = {
	identify: intIdentify,
	default: true,
	tag: "tag:yaml.org,2002:int",
	format: "OCT",
	test: /^[-+]?0[0-7_]+$/,
	resolve: (str, _onError, opt) => intResolve(str, 1, 8, opt),
	stringify: (node) => intStringify(node, 8, "0")
};
const int = {
	identify: intIdentify,
	default: true,
	tag: "tag:yaml.org,2002:int",
	test: /^[-+]?[0-9][0-9_]*$/,
	resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
	stringify: stringifyNumber
};
const intHex = {
	identify: intIdentify,
	default: true,
	tag: "tag:yaml.org,2002:int",
	format: "HEX",
	test: /^[-+]?0x[0-9a-fA-F_]+$/,
	resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
	stringify: (node) => intStringify(node, 16, "0x")
};

// node_modules/yaml/browser/dist/schema/yaml-1.1/set.js
var YAMLSet = class YAMLSet extends YAMLMap {
	constructor(schema) {
		super(schema);
		this.tag = YAMLSet.tag;
	}
	add(key) {
		let pair;
		if (isPair(key)) pair = key;
		else if (key && typeof key === "object" && "key" in key && "value" in key && key.value === null) pair = new Pair(key.key, null);
		else pair = new Pair(key, null);
		if (!findPair(this.items, pair.key)) this.items.push(pair);
	}
	get(key, keepPair) {
		const pair = findPair(this.items, key);
		return !keepPair && isPair(pair) ? isScalar(pair.key) ? pair.key.value : pair.key : pair;
	}
	set(key, value) {
		if (typeof value !== "boolean") throw new Error(`Expected boolean value for set(key, value) in a YAML set, not ${typeof value}`);
		const prev = findPair(this.items, key);
		if (prev && !value) this.items.splice(this.items.indexOf(prev), 1);
		else if (!prev && value) this.items.push(new Pair(key));
	}
	toJSON(_, ctx) {
		return super.toJSON(_, ctx, Set);
	}
	toString(ctx, onComment, onChompKeep) {
		if (!ctx) return JSON.stringify(this);
		if (this.hasAllNullValues(true)) return super.toString(Object.assign({}, ctx, { allNullValues: true }), onComment, onChompKeep);
		else throw new Error("Set items must all have null values");
	}
	static from(schema, iterable, ctx) {
		const { replacer } = ctx;
		const set = new this(schema);
		if (iterable && Symbol.iterator in Object(iterable)) for (let value of iterable) {
			if (typeof replacer === "function") value = replacer.call(iterable, value, value);
			set.items.push(createPair(value, null, ctx));
		}
		return set;
	}
};
YAMLSet.tag = "tag:yaml.org,2002:set";
const set = {
	collection: "map",
	identify: (value) => value instanceof Set,
	nodeClass: YAMLSet,
	default: false,
	tag: "tag:yaml.org,2002:set",
	createNode: (schema, iterable, ctx) => YAMLSet.from(schema, iterable, ctx),
	resolve(map, onError) {
		if (isMap(map)) {
			if (map.hasAllNullValues(true)) return Object.assign(new YAMLSet(), map);
			else onError("Set items must all have null values");
		} else onError("Expected a mapping for this tag");
		return map;
	}
};

// node_modules/yaml/browser/dist/schema/yaml-1.1/timestamp.js
function parseSexagesimal(str, asBigInt) {
	const sign = str[0];
	const parts = sign === "-" || sign === "+" ? str.substring(1) : str;
	const num = (n) => asBigInt ? BigInt(n) : Number(n);
	const res = parts.replace(/_/g, "").split(":").reduce((res, p) => res * num(60) + num(p), num(0));
	return sign === "-" ? num(-1) * res : res;
}
function stringifySexagesimal(node) {
	let { value } = node;
	let num = (n) => n;
	if (typeof value === "bigint") num = (n) => BigInt(n);
	else if (isNaN(value) || !isFinite(value)) return stringifyNumber(node);
	let sign = "";
	if (value < 0) {
		sign = "-";
		value *= num(-1);
	}
	const _60 = num(60);
	const parts = [value % _60];
	if (value < 60) parts.unshift(0);
	else {
		value = (value - parts[0]) / _60;
		parts.unshift(value % _60);
		if (value >= 60) {
			value = (value - parts[0]) / _60;
			parts.unshift(value);
		}
	}
	return sign + parts.map((n) => String(n).padStart(2, "0")).join(":").replace(/000000\d*$/, "");
}
const intTime = {
	identify: (value) => typeof value === "bigint" || Number.isInteger(value),
	default: true,
	tag: "tag:yaml.org,2002:int",
	format: "TIME",
	test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,
	resolve: (str, _onError, { intAsBigInt }) => parseSexagesimal(str, intAsBigInt),
	stringify: stringifySexagesimal
};
const floatTime = {
	identify: (value) => typeof value === "number",
	default: true,
	tag: "tag:yaml.org,2002:float",
	format: "TIME",
	test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,
	resolve: (str) => parseSexagesimal(str, false),
	stringify: stringifySexagesimal
};
const timestamp = {
	identify: (value) => value instanceof Date,
	default: true,
	tag: "tag:yaml.org,2002:timestamp",
	test: RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),
	resolve(str) {
		const match = str.match(timestamp.test);
		if (!match) throw new Error("!!timestamp expects a date, starting with yyyy-mm-dd");
		const [, year, month, day, hour, minute, second] = match.map(Number);
		const millisec = match[7] ? Number((match[7] + "00").substr(1, 3)) : 0;
		let date = Date.UTC(year, month - 1, day, hour || 0, minute || 0, second || 0, millisec);
		const tz = match[8];
		if (tz && tz !== "Z") {
			let d = parseSexagesimal(tz, false);
			if (Math.abs(d) < 30) d *= 60;
			date -= 6e4 * d;
		}
		return new Date(date);
	},
	stringify: ({ value }) => value?.toISOString().replace(/(T00:00:00)?\.000Z$/, "") ?? ""
};

// node_modules/yaml/browser/dist/schema/yaml-1.1/schema.js
const schema = [
	map,
	seq,
	string,
	nullTag,
	trueTag,
	falseTag,
	intBin,
	intOct,
	int,
	intHex,
	floatNaN,
	floatExp,
	float,
	binary,
	merge$1,
	omap,
	pairs,
	set,
	intTime,
	floatTime,
	timestamp
];

// node_modules/yaml/browser/dist/schema/tags.js
const schemas = /* @__PURE__ */ new Map([
	["core", schema$2],
	["failsafe", [
		map,
		seq,
		string
	]],
	["json", schema$1],
	["yaml11", schema],
	["yaml-1.1", schema]
]);
const tagsByName = {
	binary,
	bool: boolTag,
	float: float$1,
	floatExp: floatExp$1,
	floatNaN: floatNaN$1,
	floatTime,
	int: int$1,
	intHex: intHex$1,
	intOct: intOct$1,
	intTime,
	map,
	merge: merge$1,
	null: nullTag,
	omap,
	pairs,
	seq,
	set,
	timestamp
};
const coreKnownTags = {
	"tag:yaml.org,2002:binary": binary,
	"tag:yaml.org,2002:merge": merge$1,
	"tag:yaml.org,2002:omap": omap,
	"tag:yaml.org,2002:pairs": pairs,
	"tag:yaml.org,2002:set": set,
	"tag:yaml.org,2002:timestamp": timestamp
};
function getTags(customTags, schemaName, addMergeTag) {
	const schemaTags = schemas.get(schemaName);
	if (schemaTags && !customTags) return addMergeTag && !schemaTags.includes(merge$1) ? schemaTags.concat(merge$1) : schemaTags.slice();
	let tags = schemaTags;
	if (!tags) {
		if (Array.isArray(customTags)) tags = [];
		else {
			const keys = Array.from(schemas.keys()).filter((key) => key !== "yaml11").map((key) => JSON.stringify(key)).join(", ");
			throw new Error(`Unknown schema "${schemaName}"; use one of ${keys} or define customTags array`);
		}
	}
	if (Array.isArray(customTags)) for (const tag of customTags) tags = tags.concat(tag);
	else if (typeof customTags === "function") tags = customTags(tags.slice());
	if (addMergeTag) tags = tags.concat(merge$1);
	return tags.reduce((tags, tag) => {
		const tagObj = typeof tag === "string" ? tagsByName[tag] : tag;
		if (!tagObj) {
			const tagName = JSON.stringify(tag);
			const keys = Object.keys(tagsByName).map((key) => JSON.stringify(key)).join(", ");
			throw new Error(`Unknown custom tag ${tagName}; use one of ${keys}`);
		}
		if (!tags.includes(tagObj)) tags.push(tagObj);
		return tags;
	}, []);
}

// node_modules/yaml/browser/dist/schema/Schema.js
const sortMapEntriesByKey = (a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
var Schema = class Schema {
	constructor({ compat, customTags, merge, resolveKnownTags, schema, sortMapEntries, toStringDefaults }) {
		this.compat = Array.isArray(compat) ? getTags(compat, "compat") : compat ? getTags(null, compat) : null;
		this.name = typeof schema === "string" && schema || "core";
		this.knownTags = resolveKnownTags ? coreKnownTags : {};
		this.tags = getTags(customTags, this.name, merge);
		this.toStringOptions = toStringDefaults ?? null;
		Object.defineProperty(this, MAP, { value: map });
		Object.defineProperty(this, SCALAR$1, { value: string });
		Object.defineProperty(this, SEQ, { value: seq });
		this.sortMapEntries = typeof sortMapEntries === "function" ? sortMapEntries : sortMapEntries === true ? sortMapEntriesByKey : null;
	}
	clone() {
		const copy = Object.create(Schema.prototype, Object.getOwnPropertyDescriptors(this));
		copy.tags = this.tags.slice();
		return copy;
	}
};

// node_modules/yaml/browser/dist/stringify/stringifyDocument.js
function stringifyDocument(doc, options) {
	const lines = [];
	let hasDirectives = options.directives === true;
	if (options.directives !== false && doc.directives) {
		const dir = doc.directives.toString(doc);
		if (dir) {
			lines.push(dir);
			hasDirectives = true;
		} else if (doc.directives.docStart) hasDirectives = true;
	}
	if (hasDirectives) lines.push("---");
	const ctx = createStringifyContext(doc, options);
	const { commentString } = ctx.options;
	if (doc.commentBefore) {
		if (lines.length !== 1) lines.unshift("");
		const cs = commentString(doc.commentBefore);
		lines.unshift(indentComment(cs, ""));
	}
	let chompKeep = false;
	let contentComment = null;
	if (doc.contents) {
		if (isNode(doc.contents)) {
			if (doc.contents.spaceBefore && hasDirectives) lines.push("");
			if (doc.contents.commentBefore) {
				const cs = commentString(doc.contents.commentBefore);
				lines.push(indentComment(cs, ""));
			}
			ctx.forceBlockIndent = !!doc.comment;
			contentComment = doc.contents.comment;
		}
		const onChompKeep = contentComment ? void 0 : () => chompKeep = true;
		let body = stringify(doc.contents, ctx, () => contentComment = null, onChompKeep);
		if (contentComment) body += lineComment(body, "", commentString(contentComment));
		if ((body[0] === "|" || body[0] === ">") && lines[lines.length - 1] === "---") lines[lines.length - 1] = `--- ${body}`;
		else lines.push(body);
	} else lines.push(stringify(doc.contents, ctx));
	if (doc.directives?.docEnd) {
		if (doc.comment) {
			const cs = commentString(doc.comment);
			if (cs.includes("\n")) {
				lines.push("...");
				lines.push(indentComment(cs, ""));
			} else lines.push(`... ${cs}`);
		} else lines.push("...");
	} else {
		let dc = doc.comment;
		if (dc && chompKeep) dc = dc.replace(/^\n+/, "");
		if (dc) {
			if ((!chompKeep || contentComment) && lines[lines.length - 1] !== "") lines.push("");
			lines.push(indentComment(commentString(dc), ""));
		}
	}
	return lines.join("\n") + "\n";
}

// node_modules/yaml/browser/dist/doc/Document.js
var Document = class Document {
	constructor(value, replacer, options) {
		this.commentBefore = null;
		this.comment = null;
		this.errors = [];
		this.warnings = [];
		Object.defineProperty(this, NODE_TYPE, { value: DOC });
		let _replacer = null;
		if (typeof replacer === "function" || Array.isArray(replacer)) _replacer = replacer;
		else if (options === void 0 && replacer) {
			options = replacer;
			replacer = void 0;
		}
		const opt = Object.assign({
			intAsBigInt: false,
			keepSourceTokens: false,
			logLevel: "warn",
			prettyErrors: true,
			strict: true,
			stringKeys: false,
			uniqueKeys: true,
			version: "1.2"
		}, options);
		this.options = opt;
		let { version } = opt;
		if (options?._directives) {
			this.directives = options._directives.atDocument();
			if (this.directives.yaml.explicit) version = this.directives.yaml.version;
		} else this.directives = new Directives({ version });
		this.setSchema(version, options);
		this.contents = value === void 0 ? null : this.createNode(value, _replacer, options);
	}
	clone() {
		const copy = Object.create(Document.prototype, { [NODE_TYPE]: { value: DOC } });
		copy.commentBefore = this.commentBefore;
		copy.comment = this.comment;
		copy.errors = this.errors.slice();
		copy.warnings = this.warnings.slice();
		copy.options = Object.assign({}, this.options);
		if (this.directives) copy.directives = this.directives.clone();
		copy.schema = this.schema.clone();
		copy.contents = isNode(this.contents) ? this.contents.clone(copy.schema) : this.contents;
		if (this.range) copy.range = this.range.slice();
		return copy;
	}
	add(value) {
		if (assertCollection(this.contents)) this.contents.add(value);
	}
	addIn(path, value) {
		if (assertCollection(this.contents)) this.contents.addIn(path, value);
	}
	createAlias(node, name) {
		if (!node.anchor) {
			const prev = anchorNames(this);
			node.anchor = !name || prev.has(name) ? findNewAnchor(name || "a", prev) : name;
		}
		return new Alias(node.anchor);
	}
	createNode(value, replacer, options) {
		let _replacer = void 0;
		if (typeof replacer === "function") {
			value = replacer.call({ "": value }, "", value);
			_replacer = replacer;
		} else if (Array.isArray(replacer)) {
			const keyToStr = (v) => typeof v === "number" || v instanceof String || v instanceof Number;
			const asStr = replacer.filter(keyToStr).map(String);
			if (asStr.length > 0) replacer = replacer.concat(asStr);
			_replacer = replacer;
		} else if (options === void 0 && replacer) {
			options = replacer;
			replacer = void 0;
		}
		const { aliasDuplicateObjects, anchorPrefix, flow, keepUndefined, onTagObj, tag } = options ?? {};
		const { onAnchor, setAnchors, sourceObjects } = createNodeAnchors(this, anchorPrefix || "a");
		const ctx = {
			aliasDuplicateObjects: aliasDuplicateObjects ?? true,
			keepUndefined: keepUndefined ?? false,
			onAnchor,
			onTagObj,
			replacer: _replacer,
			schema: this.schema,
			sourceObjects
		};
		const node = createNode(value, tag, ctx);
		if (flow && isCollection(node)) node.flow = true;
		setAnchors();
		return node;
	}
	createPair(key, value, options = {}) {
		const k = this.createNode(key, null, options);
		const v = this.createNode(value, null, options);
		return new Pair(k, v);
	}
	delete(key) {
		return assertCollection(this.contents) ? this.contents.delete(key) : false;
	}
	deleteIn(path) {
		if (isEmptyPath(path)) {
			if (this.contents == null) return false;
			this.contents = null;
			return true;
		}
		return assertCollection(this.contents) ? this.contents.deleteIn(path) : false;
	}
	get(key, keepScalar) {
		return isCollection(this.contents) ? this.contents.get(key, keepScalar) : void 0;
	}
	getIn(path, keepScalar) {
		if (isEmptyPath(path)) return !keepScalar && isScalar(this.contents) ? this.contents.value : this.contents;
		return isCollection(this.contents) ? this.contents.getIn(path, keepScalar) : void 0;
	}
	has(key) {
		return isCollection(this.contents) ? this.contents.has(key) : false;
	}
	hasIn(path) {
		if (isEmptyPath(path)) return this.contents !== void 0;
		return isCollection(this.contents) ? this.contents.hasIn(path) : false;
	}
	set(key, value) {
		if (this.contents == null) this.contents = collectionFromPath(this.schema, [key], value);
		else if (assertCollection(this.contents)) this.contents.set(key, value);
	}
	setIn(path, value) {
		if (isEmptyPath(path)) this.contents = value;
		else if (this.contents == null) this.contents = collectionFromPath(this.schema, Array.from(path), value);
		else if (assertCollection(this.contents)) this.contents.setIn(path, value);
	}
	setSchema(version, options = {}) {
		if (typeof version === "number") version = String(version);
		let opt;
		switch (version) {
			case "1.1":
				if (this.directives) this.directives.yaml.version = "1.1";
				else this.directives = new Directives({ version: "1.1" });
				opt = {
					resolveKnownTags: false,
					schema: "yaml-1.1"
				};
				break;
			case "1.2":
			case "next":
				if (this.directives) this.directives.yaml.version = version;
				else this.directives = new Directives({ version });
				opt = {
					resolveKnownTags: true,
					schema: "core"
				};
				break;
			case null:
				if (this.directives) delete this.directives;
				opt = null;
				break;
			default: {
				const sv = JSON.stringify(version);
				throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${sv}`);
			}
		}
		if (options.schema instanceof Object) this.schema = options.schema;
		else if (opt) this.schema = new Schema(Object.assign(opt, options));
		else throw new Error(`With a null YAML version, the { schema: Schema } option is required`);
	}
	toJS({ json, jsonArg, mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
		const ctx = {
			anchors: /* @__PURE__ */ new Map(),
			doc: this,
			keep: !json,
			mapAsMap: mapAsMap === true,
			mapKeyWarned: false,
			maxAliasCount: typeof maxAliasCount === "number" ? maxAliasCount : 100
		};
		const res = toJS(this.contents, jsonArg ?? "", ctx);
		if (typeof onAnchor === "function") for (const { count, res } of ctx.anchors.values()) onAnchor(res, count);
		return typeof reviver === "function" ? applyReviver(reviver, { "": res }, "", res) : res;
	}
	toJSON(jsonArg, onAnchor) {
		return this.toJS({
			json: true,
			jsonArg,
			mapAsMap: false,
			onAnchor
		});
	}
	toString(options = {}) {
		if (this.errors.length > 0) throw new Error("Document with errors cannot be stringified");
		if ("indent" in options && (!Number.isInteger(options.indent) || Number(options.indent) <= 0)) {
			const s = JSON.stringify(options.indent);
			throw new Error(`"indent" option must be a positive integer, not ${s}`);
		}
		return stringifyDocument(this, options);
	}
};
function assertCollection(contents) {
	if (isCollection(contents)) return true;
	throw new Error("Expected a YAML collection as document contents");
}

// node_modules/yaml/browser/dist/errors.js
var YAMLError = class extends Error {
	constructor(name, pos, code, message) {
		super();
		this.name = name;
		this.code = code;
		this.message = message;
		this.pos = pos;
	}
};
var YAMLParseError = class extends YAMLError {
	constructor(pos, code, message) {
		super("YAMLParseError", pos, code, message);
	}
};
var YAMLWarning = class extends YAMLError {
	constructor(pos, code, message) {
		super("YAMLWarning", pos, code, message);
	}
};

// node_modules/yaml/browser/dist/compose/resolve-props.js
function resolveProps(tokens, { flow, indicator, next, offset, onError, parentIndent, startOnNewline }) {
	let spaceBefore = false;
	let atNewline = startOnNewline;
	let hasSpace = startOnNewline;
	let comment = "";
	let commentSep = "";
	let hasNewline = false;
	let reqSpace = false;
	let tab = null;
	let anchor = null;
	let tag = null;
	let newlineAfterProp = null;
	let comma = null;
	let found = null;
	let start = null;
	for (const token of tokens) {
		if (reqSpace) {
			if (token.type !== "space" && token.type !== "newline" && token.type !== "comma") onError(token.offset, "MISSING_CHAR", "Tags and anchors must be separated from the next token by white space");
			reqSpace = false;
		}
		if (tab) {
			if (atNewline && token.type !== "comment" && token.type !== "newline") onError(tab, "TAB_AS_INDENT", "Tabs are not allowed as indentation");
			tab = null;
		}
		switch (token.type) {
			case "space":
				if (!flow && (indicator !== "doc-start" || next?.type !== "flow-collection") && token.source.includes("	")) tab = token;
				hasSpace = true;
				break;
			case "comment": {
				if (!hasSpace) onError(token, "MISSING_CHAR", "Comments must be separated from other tokens by white space characters");
				const cb = token.source.substring(1) || " ";
				if (!comment) comment = cb;
				else comment += commentSep + cb;
				commentSep = "";
				atNewline = false;
				break;
			}
			case "newline":
				if (atNewline) {
					if (comment) comment += token.source;
					else if (!found || indicator !== "seq-item-ind") spaceBefore = true;
				} else commentSep += token.source;
				atNewline = true;
				hasNewline = true;
				if (anchor || tag) newlineAfterProp = token;
				hasSpace = true;
				break;
			case "anchor":
				if (anchor) onError(token, "MULTIPLE_ANCHORS", "A node can have at most one anchor");
				if (token.source.endsWith(":")) onError(token.offset + token.source.length - 1, "BAD_ALIAS", "Anchor ending in : is ambiguous", true);
				anchor = token;
				start ?? (start = token.offset);
				atNewline = false;
				hasSpace = false;
				reqSpace = true;
				break;
			case "tag":
				if (tag) onError(token, "MULTIPLE_TAGS", "A node can have at most one tag");
				tag = token;
				start ?? (start = token.offset);
				atNewline = false;
				hasSpace = false;
				reqSpace = true;
				break;
			case indicator:
				if (anchor || tag) onError(token, "BAD_PROP_ORDER", `Anchors and tags must be after the ${token.source} indicator`);
				if (found) onError(token, "UNEXPECTED_TOKEN", `Unexpected ${token.source} in ${flow ?? "collection"}`);
				found = token;
				atNewline = indicator === "seq-item-ind" || indicator === "explicit-key-ind";
				hasSpace = false;
				break;
			case "comma": if (flow) {
				if (comma) onError(token, "UNEXPECTED_TOKEN", `Unexpected , in ${flow}`);
				comma = token;
				atNewline = false;
				hasSpace = false;
				break;
			}
			default:
				onError(token, "UNEXPECTED_TOKEN", `Unexpected ${token.type} token`);
				atNewline = false;
				hasSpace = false;
		}
	}
	const last = tokens[tokens.length - 1];
	const end = last ? last.offset + last.source.length : offset;
	if (reqSpace && next && next.type !== "space" && next.type !== "newline" && next.type !== "comma" && (next.type !== "scalar" || next.source !== "")) onError(next.offset, "MISSING_CHAR", "Tags and anchors must be separated from the next token by white space");
	if (tab && (atNewline && tab.indent <= parentIndent || next?.type === "block-map" || next?.type === "block-seq")) onError(tab, "TAB_AS_INDENT", "Tabs are not allowed as indentation");
	return {
		comma,
		found,
		spaceBefore,
		comment,
		hasNewline,
		anchor,
		tag,
		newlineAfterProp,
		end,
		start: start ?? end
	};
}

// node_modules/yaml/browser/dist/compose/util-contains-newline.js
function containsNewline(key) {
	if (!key) return null;
	switch (key.type) {
		case "alias":
		case "scalar":
		case "double-quoted-scalar":
		case "single-quoted-scalar":
			if (key.source.includes("\n")) return true;
			if (key.end) {
				for (const st of key.end) if (st.type === "newline") return true;
			}
			return false;
		case "flow-collection":
			for (const it of key.items) {
				for (const st of it.start) if (st.type === "newline") return true;
				if (it.sep) {
					for (const st of it.sep) if (st.type === "newline") return true;
				}
				if (containsNewline(it.key) || containsNewline(it.value)) return true;
			}
			return false;
		default: return true;
	}
}

// node_modules/yaml/browser/dist/compose/util-flow-indent-check.js
function flowIndentCheck(indent, fc, onError) {
	if (fc?.type === "flow-collection") {
		const end = fc.end[0];
		if (end.indent === indent && (end.source === "]" || end.source === "}") && containsNewline(fc)) onError(end, "BAD_INDENT", "Flow end indicator should be more indented than parent", true);
	}
}

// node_modules/yaml/browser/dist/compose/util-map-includes.js
function mapIncludes(ctx, items, search) {
	const { uniqueKeys } = ctx.options;
	if (uniqueKeys === false) return false;
	const isEqual = typeof uniqueKeys === "function" ? uniqueKeys : (a, b) => a === b || isScalar(a) && isScalar(b) && a.value === b.value;
	return items.some((pair) => isEqual(pair.key, search));
}

// node_modules/yaml/browser/dist/compose/resolve-block-map.js
const startColMsg = "All mapping items must start at the same column";
function resolveBlockMap({ composeNode, composeEmptyNode }, ctx, bm, onError, tag) {
	const map = new ((tag?.nodeClass) ?? YAMLMap)(ctx.schema);
	if (ctx.atRoot) ctx.atRoot = false;
	let offset = bm.offset;
	let commentEnd = null;
	for (const collItem of bm.items) {
		const { start, key, sep, value } = collItem;
		const keyProps = resolveProps(start, {
			indicator: "explicit-key-ind",
			next: key ?? sep?.[0],
			offset,
			onError,
			parentIndent: bm.indent,
			startOnNewline: true
		});
		const implicitKey = !keyProps.found;
		if (implicitKey) {
			if (key) {
				if (key.type === "block-seq") onError(offset, "BLOCK_AS_IMPLICIT_KEY", "A block sequence may not be used as an implicit map key");
				else if ("indent" in key && key.indent !== bm.indent) onError(offset, "BAD_INDENT", startColMsg);
			}
			if (!keyProps.anchor && !keyProps.tag && !sep) {
				commentEnd = keyProps.end;
				if (keyProps.comment) {
					if (map.comment) map.comment += "\n" + keyProps.comment;
					else map.comment = keyProps.comment;
				}
				continue;
			}
			if (keyProps.newlineAfterProp || containsNewline(key)) onError(key ?? start[start.length - 1], "MULTILINE_IMPLICIT_KEY", "Implicit keys need to be on a single line");
		} else if (keyProps.found?.indent !== bm.indent) onError(offset, "BAD_INDENT", startColMsg);
		ctx.atKey = true;
		const keyStart = keyProps.end;
		const keyNode = key ? composeNode(ctx, key, keyProps, onError) : composeEmptyNode(ctx, keyStart, start, null, keyProps, onError);
		if (ctx.schema.compat) flowIndentCheck(bm.indent, key, onError);
		ctx.atKey = false;
		if (mapIncludes(ctx, map.items, keyNode)) onError(keyStart, "DUPLICATE_KEY", "Map keys must be unique");
		const valueProps = resolveProps(sep ?? [], {
			indicator: "map-value-ind",
			next: value,
			offset: keyNode.range[2],
			onError,
			parentIndent: bm.indent,
			startOnNewline: !key || key.type === "block-scalar"
		});
		offset = valueProps.end;
		if (valueProps.found) {
			if (implicitKey) {
				if (value?.type === "block-map" && !valueProps.hasNewline) onError(offset, "BLOCK_AS_IMPLICIT_KEY", "Nested mappings are not allowed in compact mappings");
				if (ctx.options.strict && keyProps.start < valueProps.found.offset - 1024) onError(keyNode.range, "KEY_OVER_1024_CHARS", "The : indicator must be at most 1024 chars after the start of an implicit block mapping key");
			}
			const valueNode = value ? composeNode(ctx, value, valueProps, onError) : composeEmptyNode(ctx, offset, sep, null, valueProps, onError);
			if (ctx.schema.compat) flowIndentCheck(bm.indent, value, onError);
			offset = valueNode.range[2];
			const pair = new Pair(keyNode, valueNode);
			if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
			map.items.push(pair);
		} else {
			if (implicitKey) onError(keyNode.range, "MISSING_CHAR", "Implicit map keys need to be followed by map values");
			if (valueProps.comment) {
				if (keyNode.comment) keyNode.comment += "\n" + valueProps.comment;
				else keyNode.comment = valueProps.comment;
			}
			const pair = new Pair(keyNode);
			if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
			map.items.push(pair);
		}
	}
	if (commentEnd && commentEnd < offset) onError(commentEnd, "IMPOSSIBLE", "Map comment with trailing content");
	map.range = [
		bm.offset,
		offset,
		commentEnd ?? offset
	];
	return map;
}

// node_modules/yaml/browser/dist/compose/resolve-block-seq.js
function resolveBlockSeq({ composeNode, composeEmptyNode }, ctx, bs, onError, tag) {
	const seq = new ((tag?.nodeClass) ?? YAMLSeq)(ctx.schema);
	if (ctx.atRoot) ctx.atRoot = false;
	if (ctx.atKey) ctx.atKey = false;
	let offset = bs.offset;
	let commentEnd = null;
	for (const { start, value } of bs.items) {
		const props = resolveProps(start, {
			indicator: "seq-item-ind",
			next: value,
			offset,
			onError,
			parentIndent: bs.indent,
			startOnNewline: true
		});
		if (!props.found) {
			if (props.anchor || props.tag || value) {
				if (value?.type === "block-seq") onError(props.end, "BAD_INDENT", "All sequence items must start at the same column");
				else onError(offset, "MISSING_CHAR", "Sequence item without - indicator");
			} else {
				commentEnd = props.end;
				if (props.comment) seq.comment = props.comment;
				continue;
			}
		}
		const node = value ? composeNode(ctx, value, props, onError) : composeEmptyNode(ctx, props.end, start, null, props, onError);
		if (ctx.schema.compat) flowIndentCheck(bs.indent, value, onError);
		offset = node.range[2];
		seq.items.push(node);
	}
	seq.range = [
		bs.offset,
		offset,
		commentEnd ?? offset
	];
	return seq;
}

// node_modules/yaml/browser/dist/compose/resolve-end.js
function resolveEnd(end, offset, reqSpace, onError) {
	let comment = "";
	if (end) {
		let hasSpace = false;
		let sep = "";
		for (const token of end) {
			const { source, type } = token;
			switch (type) {
				case "space":
					hasSpace = true;
					break;
				case "comment": {
					if (reqSpace && !hasSpace) onError(token, "MISSING_CHAR", "Comments must be separated from other tokens by white space characters");
					const cb = source.substring(1) || " ";
					if (!comment) comment = cb;
					else comment += sep + cb;
					sep = "";
					break;
				}
				case "newline":
					if (comment) sep += source;
					hasSpace = true;
					break;
				default: onError(token, "UNEXPECTED_TOKEN", `Unexpected ${type} at node end`);
			}
			offset += source.length;
		}
	}
	return {
		comment,
		offset
	};
}

// node_modules/yaml/browser/dist/compose/resolve-flow-collection.js
const blockMsg = "Block collections are not allowed within flow collections";
const isBlock$1 = (token) => token && (token.type === "block-map" || token.type === "block-seq");
function resolveFlowCollection({ composeNode, composeEmptyNode }, ctx, fc, onError, tag) {
	const isMap = fc.start.source === "{";
	const fcName = isMap ? "flow map" : "flow sequence";
	const coll = new ((tag?.nodeClass) ?? (isMap ? YAMLMap : YAMLSeq))(ctx.schema);
	coll.flow = true;
	const atRoot = ctx.atRoot;
	if (atRoot) ctx.atRoot = false;
	if (ctx.atKey) ctx.atKey = false;
	let offset = fc.offset + fc.start.source.length;
	for (let i = 0; i < fc.items.length; ++i) {
		const collItem = fc.items[i];
		const { start, key, sep, value } = collItem;
		const props = resolveProps(start, {
			flow: fcName,
			indicator: "explicit-key-ind",
			next: key ?? sep?.[0],
			offset,
			onError,
			parentIndent: fc.indent,
			startOnNewline: false
		});
		if (!props.found) {
			if (!props.anchor && !props.tag && !sep && !value) {
				if (i === 0 && props.comma) onError(props.comma, "UNEXPECTED_TOKEN", `Unexpected , in ${fcName}`);
				else if (i < fc.items.length - 1) onError(props.start, "UNEXPECTED_TOKEN", `Unexpected empty item in ${fcName}`);
				if (props.comment) {
					if (coll.comment) coll.comment += "\n" + props.comment;
					else coll.comment = props.comment;
				}
				offset = props.end;
				continue;
			}
			if (!isMap && ctx.options.strict && containsNewline(key)) onError(key, "MULTILINE_IMPLICIT_KEY", "Implicit keys of flow sequence pairs need to be on a single line");
		}
		if (i === 0) {
			if (props.comma) onError(props.comma, "UNEXPECTED_TOKEN", `Unexpected , in ${fcName}`);
		} else {
			if (!props.comma) onError(props.start, "MISSING_CHAR", `Missing , between ${fcName} items`);
			if (props.comment) {
				let prevItemComment = "";
				loop: for (const st of start) switch (st.type) {
					case "comma":
					case "space": break;
					case "comment":
						prevItemComment = st.source.substring(1);
						break loop;
					default: break loop;
				}
				if (prevItemComment) {
					let prev = coll.items[coll.items.length - 1];
					if (isPair(prev)) prev = prev.value ?? prev.key;
					if (prev.comment) prev.comment += "\n" + prevItemComment;
					else prev.comment = prevItemComment;
					props.comment = props.comment.substring(prevItemComment.length + 1);
				}
			}
		}
		if (!isMap && !sep && !props.found) {
			const valueNode = value ? composeNode(ctx, value, props, onError) : composeEmptyNode(ctx, props.end, sep, null, props, onError);
			coll.items.push(valueNode);
			offset = valueNode.range[2];
			if (isBlock$1(value)) onError(valueNode.range, "BLOCK_IN_FLOW", blockMsg);
		} else {
			ctx.atKey = true;
			const keyStart = props.end;
			const keyNode = key ? composeNode(ctx, key, props, onError) : composeEmptyNode(ctx, keyStart, start, null, props, onError);
			if (isBlock$1(key)) onError(keyNode.range, "BLOCK_IN_FLOW", blockMsg);
			ctx.atKey = false;
			const valueProps = resolveProps(sep ?? [], {
				flow: fcName,
				indicator: "map-value-ind",
				next: value,
				offset: keyNode.range[2],
				onError,
				parentIndent: fc.indent,
				startOnNewline: false
			});
			if (valueProps.found) {
				if (!isMap && !props.found && ctx.options.strict) {
					if (sep) for (const st of sep) {
						if (st === valueProps.found) break;
						if (st.type === "newline") {
							onError(st, "MULTILINE_IMPLICIT_KEY", "Implicit keys of flow sequence pairs need to be on a single line");
							break;
						}
					}
					if (props.start < valueProps.found.offset - 1024) onError(valueProps.found, "KEY_OVER_1024_CHARS", "The : indicator must be at most 1024 chars after the start of an implicit flow sequence key");
				}
			} else if (value) {
				if ("source" in value && value.source?.[0] === ":") onError(value, "MISSING_CHAR", `Missing space after : in ${fcName}`);
				else onError(valueProps.start, "MISSING_CHAR", `Missing , or : between ${fcName} items`);
			}
			const valueNode = value ? composeNode(ctx, value, valueProps, onError) : valueProps.found ? composeEmptyNode(ctx, valueProps.end, sep, null, valueProps, onError) : null;
			if (valueNode) {
				if (isBlock$1(value)) onError(valueNode.range, "BLOCK_IN_FLOW", blockMsg);
			} else if (valueProps.comment) {
				if (keyNode.comment) keyNode.comment += "\n" + valueProps.comment;
				else keyNode.comment = valueProps.comment;
			}
			const pair = new Pair(keyNode, valueNode);
			if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
			if (isMap) {
				const map = coll;
				if (mapIncludes(ctx, map.items, keyNode)) onError(keyStart, "DUPLICATE_KEY", "Map keys must be unique");
				map.items.push(pair);
			} else {
				const map = new YAMLMap(ctx.schema);
				map.flow = true;
				map.items.push(pair);
				const endRange = (valueNode ?? keyNode).range;
				map.range = [
					keyNode.range[0],
					endRange[1],
					endRange[2]
				];
				coll.items.push(map);
			}
			offset = valueNode ? valueNode.range[2] : valueProps.end;
		}
	}
	const expectedEnd = isMap ? "}" : "]";
	const [ce, ...ee] = fc.end;
	let cePos = offset;
	if (ce?.source === expectedEnd) cePos = ce.offset + ce.source.length;
	else {
		const name = fcName[0].toUpperCase() + fcName.substring(1);
		const msg = atRoot ? `${name} must end with a ${expectedEnd}` : `${name} in block collection must be sufficiently indented and end with a ${expectedEnd}`;
		onError(offset, atRoot ? "MISSING_CHAR" : "BAD_INDENT", msg);
		if (ce && ce.source.length !== 1) ee.unshift(ce);
	}
	if (ee.length > 0) {
		const end = resolveEnd(ee, cePos, ctx.options.strict, onError);
		if (end.comment) {
			if (coll.comment) coll.comment += "\n" + end.comment;
			else coll.comment = end.comment;
		}
		coll.range = [
			fc.offset,
			cePos,
			end.offset
		];
	} else coll.range = [
		fc.offset,
		cePos,
		cePos
	];
	return coll;
}

// node_modules/yaml/browser/dist/compose/compose-collection.js
function resolveCollection(CN, ctx, token, onError, tagName, tag) {
	const coll = token.type === "block-map" ? resolveBlockMap(CN, ctx, token, onError, tag) : token.type === "block-seq" ? resolveBlockSeq(CN, ctx, token, onError, tag) : resolveFlowCollection(CN, ctx, token, onError, tag);
	const Coll = coll.constructor;
	if (tagName === "!" || tagName === Coll.tagName) {
		coll.tag = Coll.tagName;
		return coll;
	}
	if (tagName) coll.tag = tagName;
	return coll;
}
function composeCollection(CN, ctx, token, props, onError) {
	const tagToken = props.tag;
	const tagName = !tagToken ? null : ctx.directives.tagName(tagToken.source, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg));
	if (token.type === "block-seq") {
		const { anchor, newlineAfterProp: nl } = props;
		const lastProp = anchor && tagToken ? anchor.offset > tagToken.offset ? anchor : tagToken : anchor ?? tagToken;
		if (lastProp && (!nl || nl.offset < lastProp.offset)) onError(lastProp, "MISSING_CHAR", "Missing newline after block sequence props");
	}
	const expType = token.type === "block-map" ? "map" : token.type === "block-seq" ? "seq" : token.start.source === "{" ? "map" : "seq";
	if (!tagToken || !tagName || tagName === "!" || tagName === YAMLMap.tagName && expType === "map" || tagName === YAMLSeq.tagName && expType === "seq") return resolveCollection(CN, ctx, token, onError, tagName);
	let tag = ctx.schema.tags.find((t) => t.tag === tagName && t.collection === expType);
	if (!tag) {
		const kt = ctx.schema.knownTags[tagName];
		if (kt?.collection === expType) {
			ctx.schema.tags.push(Object.assign({}, kt, { default: false }));
			tag = kt;
		} else {
			if (kt) onError(tagToken, "BAD_COLLECTION_TYPE", `${kt.tag} used for ${expType} collection, but expects ${kt.collection ?? "scalar"}`, true);
			else onError(tagToken, "TAG_RESOLVE_FAILED", `Unresolved tag: ${tagName}`, true);
			return resolveCollection(CN, ctx, token, onError, tagName);
		}
	}
	const coll = resolveCollection(CN, ctx, token, onError, tagName, tag);
	const res = tag.resolve?.(coll, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg), ctx.options) ?? coll;
	const node = isNode(res) ? res : new Scalar(res);
	node.range = coll.range;
	node.tag = tagName;
	if (tag?.format) node.format = tag.format;
	return node;
}

// node_modules/yaml/browser/dist/compose/resolve-block-scalar.js
function resolveBlockScalar(ctx, scalar, onError) {
	const start = scalar.offset;
	const header = parseBlockScalarHeader(scalar, ctx.options.strict, onError);
	if (!header) return {
		value: "",
		type: null,
		comment: "",
		range: [
			start,
			start,
			start
		]
	};
	const type = header.mode === ">" ? Scalar.BLOCK_FOLDED : Scalar.BLOCK_LITERAL;
	const lines = scalar.source ? splitLines(scalar.source) : [];
	let chompStart = lines.length;
	for (let i = lines.length - 1; i >= 0; --i) {
		const content = lines[i][1];
		if (content === "" || content === "\r") chompStart = i;
		else break;
	}
	if (chompStart === 0) {
		const value = header.chomp === "+" && lines.length > 0 ? "\n".repeat(Math.max(1, lines.length - 1)) : "";
		let end = start + header.length;
		if (scalar.source) end += scalar.source.length;
		return {
			value,
			type,
			comment: header.comment,
			range: [
				start,
				end,
				end
			]
		};
	}
	let trimIndent = scalar.indent + header.indent;
	let offset = scalar.offset + header.length;
	let contentStart = 0;
	for (let i = 0; i < chompStart; ++i) {
		const [indent, content] = lines[i];
		if (content === "" || content === "\r") {
			if (header.indent === 0 && indent.length > trimIndent) trimIndent = indent.length;
		} else {
			if (indent.length < trimIndent) onError(offset + indent.length, "MISSING_CHAR", "Block scalars with more-indented leading empty lines must use an explicit indentation indicator");
			if (header.indent === 0) trimIndent = indent.length;
			contentStart = i;
			if (trimIndent === 0 && !ctx.atRoot) onError(offset, "BAD_INDENT", "Block scalar values in collections must be indented");
			break;
		}
		offset += indent.length + content.length + 1;
	}
	for (let i = lines.length - 1; i >= chompStart; --i) if (lines[i][0].length > trimIndent) chompStart = i + 1;
	let value = "";
	let sep = "";
	let prevMoreIndented = false;
	for (let i = 0; i < contentStart; ++i) value += lines[i][0].slice(trimIndent) + "\n";
	for (let i = contentStart; i < chompStart; ++i) {
		let [indent, content] = lines[i];
		offset += indent.length + content.length + 1;
		const crlf = content[content.length - 1] === "\r";
		if (crlf) content = content.slice(0, -1);
		/* istanbul ignore if already caught in lexer */
		if (content && indent.length < trimIndent) {
			const message = `Block scalar lines must not be less indented than their ${header.indent ? "explicit indentation indicator" : "first line"}`;
			onError(offset - content.length - (crlf ? 2 : 1), "BAD_INDENT", message);
			indent = "";
		}
		if (type === Scalar.BLOCK_LITERAL) {
			value += sep + indent.slice(trimIndent) + content;
			sep = "\n";
		} else if (indent.length > trimIndent || content[0] === "	") {
			if (sep === " ") sep = "\n";
			else if (!prevMoreIndented && sep === "\n") sep = "\n\n";
			value += sep + indent.slice(trimIndent) + content;
			sep = "\n";
			prevMoreIndented = true;
		} else if (content === "") {
			if (sep === "\n") value += "\n";
			else sep = "\n";
		} else {
			value += sep + content;
			sep = " ";
			prevMoreIndented = false;
		}
	}
	switch (header.chomp) {
		case "-": break;
		case "+":
			for (let i = chompStart; i < lines.length; ++i) value += "\n" + lines[i][0].slice(trimIndent);
			if (value[value.length - 1] !== "\n") value += "\n";
			break;
		default: value += "\n";
	}
	const end = start + header.length + scalar.source.length;
	return {
		value,
		type,
		comment: header.comment,
		range: [
			start,
			end,
			end
		]
	};
}
function parseBlockScalarHeader({ offset, props }, strict, onError) {
	/* istanbul ignore if should not happen */
	if (props[0].type !== "block-scalar-header") {
		onError(props[0], "IMPOSSIBLE", "Block scalar header not found");
		return null;
	}
	const { source } = props[0];
	const mode = source[0];
	let indent = 0;
	let chomp = "";
	let error = -1;
	for (let i = 1; i < source.length; ++i) {
		const ch = source[i];
		if (!chomp && (ch === "-" || ch === "+")) chomp = ch;
		else {
			const n = Number(ch);
			if (!indent && n) indent = n;
			else if (error === -1) error = offset + i;
		}
	}
	if (error !== -1) onError(error, "UNEXPECTED_TOKEN", `Block scalar header includes extra characters: ${source}`);
	let hasSpace = false;
	let comment = "";
	let length = source.length;
	for (let i = 1; i < props.length; ++i) {
		const token = props[i];
		switch (token.type) {
			case "space": hasSpace = true;
			case "newline":
				length += token.source.length;
				break;
			case "comment":
				if (strict && !hasSpace) onError(token, "MISSING_CHAR", "Comments must be separated from other tokens by white space characters");
				length += token.source.length;
				comment = token.source.substring(1);
				break;
			case "error":
				onError(token, "UNEXPECTED_TOKEN", token.message);
				length += token.source.length;
				break;
			/* istanbul ignore next should not happen */
			default: {
				onError(token, "UNEXPECTED_TOKEN", `Unexpected token in block scalar header: ${token.type}`);
				const ts = token.source;
				if (ts && typeof ts === "string") length += ts.length;
			}
		}
	}
	return {
		mode,
		indent,
		chomp,
		comment,
		length
	};
}
function splitLines(source) {
	const split = source.split(/\n( *)/);
	const first = split[0];
	const m = first.match(/^( *)/);
	const lines = [m?.[1] ? [m[1], first.slice(m[1].length)] : ["", first]];
	for (let i = 1; i < split.length; i += 2) lines.push([split[i], split[i + 1]]);
	return lines;
}

// node_modules/yaml/browser/dist/compose/resolve-flow-scalar.js
function resolveFlowScalar(scalar, strict, onError) {
	const { offset, type, source, end } = scalar;
	let _type;
	let value;
	const _onError = (rel, code, msg) => onError(offset + rel, code, msg);
	switch (type) {
		case "scalar":
			_type = Scalar.PLAIN;
			value = plainValue(source, _onError);
			break;
		case "single-quoted-scalar":
			_type = Scalar.QUOTE_SINGLE;
			value = singleQuotedValue(source, _onError);
			break;
		case "double-quoted-scalar":
			_type = Scalar.QUOTE_DOUBLE;
			value = doubleQuotedValue(source, _onError);
			break;
		/* istanbul ignore next should not happen */
		default:
			onError(scalar, "UNEXPECTED_TOKEN", `Expected a flow scalar value, but found: ${type}`);
			return {
				value: "",
				type: null,
				comment: "",
				range: [
					offset,
					offset + source.length,
					offset + source.length
				]
			};
	}
	const valueEnd = offset + source.length;
	const re = resolveEnd(end, valueEnd, strict, onError);
	return {
		value,
		type: _type,
		comment: re.comment,
		range: [
			offset,
			valueEnd,
			re.offset
		]
	};
}
function plainValue(source, onError) {
	let badChar = "";
	switch (source[0]) {
		/* istanbul ignore next should not happen */
		case "	":
			badChar = "a tab character";
			break;
		case ",":
			badChar = "flow indicator character ,";
			break;
		case "%":
			badChar = "directive indicator character %";
			break;
		case "|":
		case ">":
			badChar = `block scalar indicator ${source[0]}`;
			break;
		case "@":
		case "`": badChar = `reserved character ${source[0]}`;
	}
	if (badChar) onError(0, "BAD_SCALAR_START", `Plain value cannot start with ${badChar}`);
	return unfoldLines(source);
}
function singleQuotedValue(source, onError) {
	if (source[source.length - 1] !== "'" || source.length === 1) onError(source.length, "MISSING_CHAR", "Missing closing 'quote");
	return unfoldLines(source.slice(1, -1)).replace(/''/g, "'");
}
function unfoldLines(source) {
	const line = /(.*?)\r?\n/sy;
	let match = line.exec(source);
	if (!match) return source;
	let trimEnd, trimBoth;
	try {
		trimEnd = new RegExp("(?<![ 	])[ 	]+$");
		trimBoth = new RegExp("^[ 	]+|(?<![ 	])[ 	]+$", "g");
	} catch {
		trimEnd = /[ \t]+$/;
		trimBoth = /^[ \t]+|[ \t]+$/g;
	}
	let res = match[1].replace(trimEnd, "");
	let sep = " ";
	let pos = line.lastIndex;
	while (match = line.exec(source)) {
		const lm = match[1].replace(trimBoth, "");
		if (lm === "") {
			if (sep === "\n") res += sep;
			else sep = "\n";
		} else {
			res += sep + lm;
			sep = " ";
		}
		pos = line.lastIndex;
	}
	const last = /[ \t]*(.*)/sy;
	last.lastIndex = pos;
	match = last.exec(source);
	return res + sep + (match?.[1] ?? "");
}
function doubleQuotedValue(source, onError) {
	let res = "";
	for (let i = 1; i < source.length - 1; ++i) {
		const ch = source[i];
		if (ch === "\r" && source[i + 1] === "\n") continue;
		if (ch === "\n") {
			const { fold, offset } = foldNewline(source, i);
			res += fold;
			i = offset;
		} else if (ch === "\\") {
			let next = source[++i];
			const cc = escapeCodes[next];
			if (cc) res += cc;
			else if (next === "\n") {
				next = source[i + 1];
				while (next === " " || next === "	") next = source[++i + 1];
			} else if (next === "\r" && source[i + 1] === "\n") {
				next = source[++i + 1];
				while (next === " " || next === "	") next = source[++i + 1];
			} else if (next === "x" || next === "u" || next === "U") {
				const length = next === "x" ? 2 : next === "u" ? 4 : 8;
				res += parseCharCode(source, i + 1, length, onError);
				i += length;
			} else {
				const raw = source.substr(i - 1, 2);
				onError(i - 1, "BAD_DQ_ESCAPE", `Invalid escape sequence ${raw}`);
				res += raw;
			}
		} else if (ch === " " || ch === "	") {
			const wsStart = i;
			let next = source[i + 1];
			while (next === " " || next === "	") next = source[++i + 1];
			if (next !== "\n" && !(next === "\r" && source[i + 2] === "\n")) res += i > wsStart ? source.slice(wsStart, i + 1) : ch;
		} else res += ch;
	}
	if (source[source.length - 1] !== "\"" || source.length === 1) onError(source.length, "MISSING_CHAR", "Missing closing \"quote");
	return res;
}
function foldNewline(source, offset) {
	let fold = "";
	let ch = source[offset + 1];
	while (ch === " " || ch === "	" || ch === "\n" || ch === "\r") {
		if (ch === "\r" && source[offset + 2] !== "\n") break;
		if (ch === "\n") fold += "\n";
		offset += 1;
		ch = source[offset + 1];
	}
	if (!fold) fold = " ";
	return {
		fold,
		offset
	};
}
const escapeCodes = {
	"0": "\0",
	a: "\x07",
	b: "\b",
	e: "\x1B",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "	",
	v: "\v",
	N: "",
	_: "\xA0",
	L: "\u2028",
	P: "\u2029",
	" ": " ",
	"\"": "\"",
	"/": "/",
	"\\": "\\",
	"	": "	"
};
function parseCharCode(source, offset, length, onError) {
	const cc = source.substr(offset, length);
	const code = cc.length === length && /^[0-9a-fA-F]+$/.test(cc) ? parseInt(cc, 16) : NaN;
	try {
		return String.fromCodePoint(code);
	} catch {
		const raw = source.substr(offset - 2, length + 2);
		onError(offset - 2, "BAD_DQ_ESCAPE", `Invalid escape sequence ${raw}`);
		return raw;
	}
}

// node_modules/yaml/browser/dist/compose/compose-scalar.js
function composeScalar(ctx, token, tagToken, onError) {
	const { value, type, comment, range } = token.type === "block-scalar" ? resolveBlockScalar(ctx, token, onError) : resolveFlowScalar(token, ctx.options.strict, onError);
	const tagName = tagToken ? ctx.directives.tagName(tagToken.source, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg)) : null;
	let tag;
	if (ctx.options.stringKeys && ctx.atKey) tag = ctx.schema[SCALAR$1];
	else if (tagName) tag = findScalarTagByName(ctx.schema, value, tagName, tagToken, onError);
	else if (token.type === "scalar") tag = findScalarTagByTest(ctx, value, token, onError);
	else tag = ctx.schema[SCALAR$1];
	let scalar;
	try {
		const res = tag.resolve(value, (msg) => onError(tagToken ?? token, "TAG_RESOLVE_FAILED", msg), ctx.options);
		scalar = isScalar(res) ? res : new Scalar(res);
	} catch (error) {
		const msg = error instanceof Error ? error.message : String(error);
		onError(tagToken ?? token, "TAG_RESOLVE_FAILED", msg);
		scalar = new Scalar(value);
	}
	scalar.range = range;
	scalar.source = value;
	if (type) scalar.type = type;
	if (tagName) scalar.tag = tagName;
	if (tag.format) scalar.format = tag.format;
	if (comment) scalar.comment = comment;
	return scalar;
}
function findScalarTagByName(schema, value, tagName, tagToken, onError) {
	if (tagName === "!") return schema[SCALAR$1];
	const matchWithTest = [];
	for (const tag of schema.tags) if (!tag.collection && tag.tag === tagName) {
		if (tag.default && tag.test) matchWithTest.push(tag);
		else return tag;
	}
	for (const tag of matchWithTest) if (tag.test?.test(value)) return tag;
	const kt = schema.knownTags[tagName];
	if (kt && !kt.collection) {
		schema.tags.push(Object.assign({}, kt, {
			default: false,
			test: void 0
		}));
		return kt;
	}
	onError(tagToken, "TAG_RESOLVE_FAILED", `Unresolved tag: ${tagName}`, tagName !== "tag:yaml.org,2002:str");
	return schema[SCALAR$1];
}
function findScalarTagByTest({ atKey, directives, schema }, value, token, onError) {
	const tag = schema.tags.find((tag) => (tag.default === true || atKey && tag.default === "key") && tag.test?.test(value)) || schema[SCALAR$1];
	if (schema.compat) {
		const compat = schema.compat.find((tag) => tag.default && tag.test?.test(value)) ?? schema[SCALAR$1];
		if (tag.tag !== compat.tag) onError(token, "TAG_RESOLVE_FAILED", `Value may be parsed as either ${directives.tagString(tag.tag)} or ${directives.tagString(compat.tag)}`, true);
	}
	return tag;
}

// node_modules/yaml/browser/dist/compose/util-empty-scalar-position.js
function emptyScalarPosition(offset, before, pos) {
	if (before) {
		pos ?? (pos = before.length);
		for (let i = pos - 1; i >= 0; --i) {
			let st = before[i];
			switch (st.type) {
				case "space":
				case "comment":
				case "newline":
					offset -= st.source.length;
					continue;
			}
			st = before[++i];
			while (st?.type === "space") {
				offset += st.source.length;
				st = before[++i];
			}
			break;
		}
	}
	return offset;
}

// node_modules/yaml/browser/dist/compose/compose-node.js
const CN = {
	composeNode,
	composeEmptyNode
};
function composeNode(ctx, token, props, onError) {
	const atKey = ctx.atKey;
	const { spaceBefore, comment, anchor, tag } = props;
	let node;
	let isSrcToken = true;
	switch (token.type) {
		case "alias":
			node = composeAlias(ctx, token, onError);
			if (anchor || tag) onError(token, "ALIAS_PROPS", "An alias node must not specify any properties");
			break;
		case "scalar":
		case "single-quoted-scalar":
		case "double-quoted-scalar":
		case "block-scalar":
			node = composeScalar(ctx, token, tag, onError);
			if (anchor) node.anchor = anchor.source.substring(1);
			break;
		case "block-map":
		case "block-seq":
		case "flow-collection":
			try {
				node = composeCollection(CN, ctx, token, props, onError);
				if (anchor) node.anchor = anchor.source.substring(1);
			} catch (error) {
				onError(token, "RESOURCE_EXHAUSTION", error instanceof Error ? error.message : String(error));
			}
			break;
		default:
			onError(token, "UNEXPECTED_TOKEN", token.type === "error" ? token.message : `Unsupported token (type: ${token.type})`);
			isSrcToken = false;
	}
	node ?? (node = composeEmptyNode(ctx, token.offset, void 0, null, props, onError));
	if (anchor && node.anchor === "") onError(anchor, "BAD_ALIAS", "Anchor cannot be an empty string");
	if (atKey && ctx.options.stringKeys && (!isScalar(node) || typeof node.value !== "string" || node.tag && node.tag !== "tag:yaml.org,2002:str")) onError(tag ?? token, "NON_STRING_KEY", "With stringKeys, all keys must be strings");
	if (spaceBefore) node.spaceBefore = true;
	if (comment) {
		if (token.type === "scalar" && token.source === "") node.comment = comment;
		else node.commentBefore = comment;
	}
	if (ctx.options.keepSourceTokens && isSrcToken) node.srcToken = token;
	return node;
}
function composeEmptyNode(ctx, offset, before, pos, { spaceBefore, comment, anchor, tag, end }, onError) {
	const token = {
		type: "scalar",
		offset: emptyScalarPosition(offset, before, pos),
		indent: -1,
		source: ""
	};
	const node = composeScalar(ctx, token, tag, onError);
	if (anchor) {
		node.anchor = anchor.source.substring(1);
		if (node.anchor === "") onError(anchor, "BAD_ALIAS", "Anchor cannot be an empty string");
	}
	if (spaceBefore) node.spaceBefore = true;
	if (comment) {
		node.comment = comment;
		node.range[2] = end;
	}
	return node;
}
function composeAlias({ options }, { offset, source, end }, onError) {
	const alias = new Alias(source.substring(1));
	if (alias.source === "") onError(offset, "BAD_ALIAS", "Alias cannot be an empty string");
	if (alias.source.endsWith(":")) onError(offset + source.length - 1, "BAD_ALIAS", "Alias ending in : is ambiguous", true);
	const valueEnd = offset + source.length;
	const re = resolveEnd(end, valueEnd, options.strict, onError);
	alias.range = [
		offset,
		valueEnd,
		re.offset
	];
	if (re.comment) alias.comment = re.comment;
	return alias;
}

// node_modules/yaml/browser/dist/compose/compose-doc.js
function composeDoc(options, directives, { offset, start, value, end }, onError) {
	const opts = Object.assign({ _directives: directives }, options);
	const doc = new Document(void 0, opts);
	const ctx = {
		atKey: false,
		atRoot: true,
		directives: doc.directives,
		options: doc.options,
		schema: doc.schema
	};
	const props = resolveProps(start, {
		indicator: "doc-start",
		next: value ?? end?.[0],
		offset,
		onError,
		parentIndent: 0,
		startOnNewline: true
	});
	if (props.found) {
		doc.directives.docStart = true;
		if (value && (value.type === "block-map" || value.type === "block-seq") && !props.hasNewline) onError(props.end, "MISSING_CHAR", "Block collection cannot start on same line with directives-end marker");
	}
	doc.contents = value ? composeNode(ctx, value, props, onError) : composeEmptyNode(ctx, props.end, start, null, props, onError);
	const contentEnd = doc.contents.range[2];
	const re = resolveEnd(end, contentEnd, false, onError);
	if (re.comment) doc.comment = re.comment;
	doc.range = [
		offset,
		contentEnd,
		re.offset
	];
	return doc;
}

// node_modules/yaml/browser/dist/compose/composer.js
function getErrorPos(src) {
	if (typeof src === "number") return [src, src + 1];
	if (Array.isArray(src)) return src.length === 2 ? src : [src[0], src[1]];
	const { offset, source } = src;
	return [offset, offset + (typeof source === "string" ? source.length : 1)];
}
function parsePrelude(prelude) {
	let comment = "";
	let atComment = false;
	let afterEmptyLine = false;
	for (let i = 0; i < prelude.length; ++i) {
		const source = prelude[i];
		switch (source[0]) {
			case "#":
				comment += (comment === "" ? "" : afterEmptyLine ? "\n\n" : "\n") + (source.substring(1) || " ");
				atComment = true;
				afterEmptyLine = false;
				break;
			case "%":
				if (prelude[i + 1]?.[0] !== "#") i += 1;
				atComment = false;
				break;
			default:
				if (!atComment) afterEmptyLine = true;
				atComment = false;
		}
	}
	return {
		comment,
		afterEmptyLine
	};
}
var Composer = class {
	constructor(options = {}) {
		this.doc = null;
		this.atDirectives = false;
		this.prelude = [];
		this.errors = [];
		this.warnings = [];
		this.onError = (source, code, message, warning) => {
			const pos = getErrorPos(source);
			if (warning) this.warnings.push(new YAMLWarning(pos, code, message));
			else this.errors.push(new YAMLParseError(pos, code, message));
		};
		this.directives = new Directives({ version: options.version || "1.2" });
		this.options = options;
	}
	decorate(doc, afterDoc) {
		const { comment, afterEmptyLine } = parsePrelude(this.prelude);
		if (comment) {
			const dc = doc.contents;
			if (afterDoc) doc.comment = doc.comment ? `${doc.comment}\n${comment}` : comment;
			else if (afterEmptyLine || doc.directives.docStart || !dc) doc.commentBefore = comment;
			else if (isCollection(dc) && !dc.flow && dc.items.length > 0) {
				let it = dc.items[0];
				if (isPair(it)) it = it.key;
				const cb = it.commentBefore;
				it.commentBefore = cb ? `${comment}\n${cb}` : comment;
			} else {
				const cb = dc.commentBefore;
				dc.commentBefore = cb ? `${comment}\n${cb}` : comment;
			}
		}
		if (afterDoc) {
			for (let i = 0; i < this.errors.length; ++i) doc.errors.push(this.errors[i]);
			for (let i = 0; i < this.warnings.length; ++i) doc.warnings.push(this.warnings[i]);
		} else {
			doc.errors = this.errors;
			doc.warnings = this.warnings;
		}
		this.prelude = [];
		this.errors = [];
		this.warnings = [];
	}
	streamInfo() {
		return {
			comment: parsePrelude(this.prelude).comment,
			directives: this.directives,
			errors: this.errors,
			warnings: this.warnings
		};
	}
	*compose(tokens, forceDoc = false, endOffset = -1) {
		for (const token of tokens) yield* this.next(token);
		yield* this.end(forceDoc, endOffset);
	}
	*next(token) {
		switch (token.type) {
			case "directive":
				this.directives.add(token.source, (offset, message, warning) => {
					const pos = getErrorPos(token);
					pos[0] += offset;
					this.onError(pos, "BAD_DIRECTIVE", message, warning);
				});
				this.prelude.push(token.source);
				this.atDirectives = true;
				break;
			case "document": {
				const doc = composeDoc(this.options, this.directives, token, this.onError);
				if (this.atDirectives && !doc.directives.docStart) this.onError(token, "MISSING_CHAR", "Missing directives-end/doc-start indicator line");
				this.decorate(doc, false);
				if (this.doc) yield this.doc;
				this.doc = doc;
				this.atDirectives = false;
				break;
			}
			case "byte-order-mark":
			case "space": break;
			case "comment":
			case "newline":
				this.prelude.push(token.source);
				break;
			case "error": {
				const msg = token.source ? `${token.message}: ${JSON.stringify(token.source)}` : token.message;
				const error = new YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", msg);
				if (this.atDirectives || !this.doc) this.errors.push(error);
				else this.doc.errors.push(error);
				break;
			}
			case "doc-end": {
				if (!this.doc) {
					this.errors.push(new YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", "Unexpected doc-end without preceding document"));
					break;
				}
				this.doc.directives.docEnd = true;
				const end = resolveEnd(token.end, token.offset + token.source.length, this.doc.options.strict, this.onError);
				this.decorate(this.doc, true);
				if (end.comment) {
					const dc = this.doc.comment;
					this.doc.comment = dc ? `${dc}\n${end.comment}` : end.comment;
				}
				this.doc.range[2] = end.offset;
				break;
			}
			default: this.errors.push(new YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", `Unsupported token ${token.type}`));
		}
	}
	*end(forceDoc = false, endOffset = -1) {
		if (this.doc) {
			this.decorate(this.doc, true);
			yield this.doc;
			this.doc = null;
		} else if (forceDoc) {
			const opts = Object.assign({ _directives: this.directives }, this.options);
			const doc = new Document(void 0, opts);
			if (this.atDirectives) this.onError(endOffset, "MISSING_CHAR", "Missing directives-end indicator line");
			doc.range = [
				0,
				endOffset,
				endOffset
			];
			this.decorate(doc, false);
			yield doc;
		}
	}
};

// node_modules/yaml/browser/dist/parse/cst.js
const BOM = "﻿";
const DOCUMENT = "";
const FLOW_END = "";
const SCALAR = "";
function tokenType(source) {
	switch (source) {
		case "﻿": return "byte-order-mark";
		case "": return "doc-mode";
		case "": return "flow-error-end";
		case "": return "scalar";
		case "---": return "doc-start";
		case "...": return "doc-end";
		case "":
		case "\n":
		case "\r\n": return "newline";
		case "-": return "seq-item-ind";
		case "?": return "explicit-key-ind";
		case ":": return "map-value-ind";
		case "{": return "flow-map-start";
		case "}": return "flow-map-end";
		case "[": return "flow-seq-start";
		case "]": return "flow-seq-end";
		case ",": return "comma";
	}
	switch (source[0]) {
		case " ":
		case "	": return "space";
		case "#": return "comment";
		case "%": return "directive-line";
		case "*": return "alias";
		case "&": return "anchor";
		case "!": return "tag";
		case "'": return "single-quoted-scalar";
		case "\"": return "double-quoted-scalar";
		case "|":
		case ">": return "block-scalar-header";
	}
	return null;
}

// node_modules/yaml/browser/dist/parse/lexer.js
function isEmpty$1(ch) {
	switch (ch) {
		case void 0:
		case " ":
		case "\n":
		case "\r":
		case "	": return true;
		default: return false;
	}
}
const hexDigits = /* @__PURE__ */ new Set("0123456789ABCDEFabcdef");
const tagChars = /* @__PURE__ */ new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-#;/?:@&=+$_.!~*'()");
const flowIndicatorChars = /* @__PURE__ */ new Set(",[]{}");
const invalidAnchorChars = /* @__PURE__ */ new Set(" ,[]{}\n\r	");
const isNotAnchorChar = (ch) => !ch || invalidAnchorChars.has(ch);
var Lexer = class {
	constructor() {
		this.atEnd = false;
		this.blockScalarIndent = -1;
		this.blockScalarKeep = false;
		this.buffer = "";
		this.flowKey = false;
		this.flowLevel = 0;
		this.indentNext = 0;
		this.indentValue = 0;
		this.lineEndPos = null;
		this.next = null;
		this.pos = 0;
	}
	*lex(source, incomplete = false) {
		if (source) {
			if (typeof source !== "string") throw TypeError("source is not a string");
			this.buffer = this.buffer ? this.buffer + source : source;
			this.lineEndPos = null;
		}
		this.atEnd = !incomplete;
		let next = this.next ?? "stream";
		while (next && (incomplete || this.hasChars(1))) next = yield* this.parseNext(next);
	}
	atLineEnd() {
		let i = this.pos;
		let ch = this.buffer[i];
		while (ch === " " || ch === "	") ch = this.buffer[++i];
		if (!ch || ch === "#" || ch === "\n") return true;
		if (ch === "\r") return this.buffer[i + 1] === "\n";
		return false;
	}
	charAt(n) {
		return this.buffer[this.pos + n];
	}
	continueScalar(offset) {
		let ch = this.buffer[offset];
		if (this.indentNext > 0) {
			let indent = 0;
			while (ch === " ") ch = this.buffer[++indent + offset];
			if (ch === "\r") {
				const next = this.buffer[indent + offset + 1];
				if (next === "\n" || !next && !this.atEnd) return offset + indent + 1;
			}
			return ch === "\n" || indent >= this.indentNext || !ch && !this.atEnd ? offset + indent : -1;
		}
		if (ch === "-" || ch === ".") {
			const dt = this.buffer.substr(offset, 3);
			if ((dt === "---" || dt === "...") && isEmpty$1(this.buffer[offset + 3])) return -1;
		}
		return offset;
	}
	getLine() {
		let end = this.lineEndPos;
		if (typeof end !== "number" || end !== -1 && end < this.pos) {
			end = this.buffer.indexOf("\n", this.pos);
			this.lineEndPos = end;
		}
		if (end === -1) return this.atEnd ? this.buffer.substring(this.pos) : null;
		if (this.buffer[end - 1] === "\r") end -= 1;
		return this.buffer.substring(this.pos, end);
	}
	hasChars(n) {
		return this.pos + n <= this.buffer.length;
	}
	setNext(state) {
		this.buffer = this.buffer.substring(this.pos);
		this.pos = 0;
		this.lineEndPos = null;
		this.next = state;
		return null;
	}
	peek(n) {
		return this.buffer.substr(this.pos, n);
	}
	*parseNext(next) {
		switch (next) {
			case "stream": return yield* this.parseStream();
			case "line-start": return yield* this.parseLineStart();
			case "block-start": return yield* this.parseBlockStart();
			case "doc": return yield* this.parseDocument();
			case "flow": return yield* this.parseFlowCollection();
			case "quoted-scalar": return yield* this.parseQuotedScalar();
			case "block-scalar": return yield* this.parseBlockScalar();
			case "plain-scalar": return yield* this.parsePlainScalar();
		}
	}
	*parseStream() {
		let line = this.getLine();
		if (line === null) return this.setNext("stream");
		if (line[0] === "﻿") {
			yield* this.pushCount(1);
			line = line.substring(1);
		}
		if (line[0] === "%") {
			let dirEnd = line.length;
			let cs = line.indexOf("#");
			while (cs !== -1) {
				const ch = line[cs - 1];
				if (ch === " " || ch === "	") {
					dirEnd = cs - 1;
					break;
				} else cs = line.indexOf("#", cs + 1);
			}
			while (true) {
				const ch = line[dirEnd - 1];
				if (ch === " " || ch === "	") dirEnd -= 1;
				else break;
			}
			const n = (yield* this.pushCount(dirEnd)) + (yield* this.pushSpaces(true));
			yield* this.pushCount(line.length - n);
			this.pushNewline();
			return "stream";
		}
		if (this.atLineEnd()) {
			const sp = yield* this.pushSpaces(true);
			yield* this.pushCount(line.length - sp);
			yield* this.pushNewline();
			return "stream";
		}
		yield "";
		return yield* this.parseLineStart();
	}
	*parseLineStart() {
		const ch = this.charAt(0);
		if (!ch && !this.atEnd) return this.setNext("line-start");
		if (ch === "-" || ch === ".") {
			if (!this.atEnd && !this.hasChars(4)) return this.setNext("line-start");
			const s = this.peek(3);
			if ((s === "---" || s === "...") && isEmpty$1(this.charAt(3))) {
				yield* this.pushCount(3);
				this.indentValue = 0;
				this.indentNext = 0;
				return s === "---" ? "doc" : "stream";
			}
		}
		this.indentValue = yield* this.pushSpaces(false);
		if (this.indentNext > this.indentValue && !isEmpty$1(this.charAt(1))) this.indentNext = this.indentValue;
		return yield* this.parseBlockStart();
	}
	*parseBlockStart() {
		const [ch0, ch1] = this.peek(2);
		if (!ch1 && !this.atEnd) return this.setNext("block-start");
		if ((ch0 === "-" || ch0 === "?" || ch0 === ":") && isEmpty$1(ch1)) {
			const n = (yield* this.pushCount(1)) + (yield* this.pushSpaces(true));
			this.indentNext = this.indentValue + 1;
			this.indentValue += n;
			return "block-start";
		}
		return "doc";
	}
	*parseDocument() {
		yield* this.pushSpaces(true);
		const line = this.getLine();
		if (line === null) return this.setNext("doc");
		let n = yield* this.pushIndicators();
		switch (line[n]) {
			case "#": yield* this.pushCount(line.length - n);
			case void 0:
				yield* this.pushNewline();
				return yield* this.parseLineStart();
			case "{":
			case "[":
				yield* this.pushCount(1);
				this.flowKey = false;
				this.flowLevel = 1;
				return "flow";
			case "}":
			case "]":
				yield* this.pushCount(1);
				return "doc";
			case "*":
				yield* this.pushUntil(isNotAnchorChar);
				return "doc";
			case "\"":
			case "'": return yield* this.parseQuotedScalar();
			case "|":
			case ">":
				n += yield* this.parseBlockScalarHeader();
				n += yield* this.pushSpaces(true);
				yield* this.pushCount(line.length - n);
				yield* this.pushNewline();
				return yield* this.parseBlockScalar();
			default: return yield* this.parsePlainScalar();
		}
	}
	*parseFlowCollection() {
		let nl, sp;
		let indent = -1;
		do {
			nl = yield* this.pushNewline();
			if (nl > 0) {
				sp = yield* this.pushSpaces(false);
				this.indentValue = indent = sp;
			} else sp = 0;
			sp += yield* this.pushSpaces(true);
		} while (nl + sp > 0);
		const line = this.getLine();
		if (line === null) return this.setNext("flow");
		if (indent !== -1 && indent < this.indentNext && line[0] !== "#" || indent === 0 && (line.startsWith("---") || line.startsWith("...")) && isEmpty$1(line[3])) {
			if (!(indent === this.indentNext - 1 && this.flowLevel === 1 && (line[0] === "]" || line[0] === "}"))) {
				this.flowLevel = 0;
				yield "";
				return yield* this.parseLineStart();
			}
		}
		let n = 0;
		while (line[n] === ",") {
			n += yield* this.pushCount(1);
			n += yield* this.pushSpaces(true);
			this.flowKey = false;
		}
		n += yield* this.pushIndicators();
		switch (line[n]) {
			case void 0: return "flow";
			case "#":
				yield* this.pushCount(line.length - n);
				return "flow";
			case "{":
			case "[":
				yield* this.pushCount(1);
				this.flowKey = false;
				this.flowLevel += 1;
				return "flow";
			case "}":
			case "]":
				yield* this.pushCount(1);
				this.flowKey = true;
				this.flowLevel -= 1;
				return this.flowLevel ? "flow" : "doc";
			case "*":
				yield* this.pushUntil(isNotAnchorChar);
				return "flow";
			case "\"":
			case "'":
				this.flowKey = true;
				return yield* this.parseQuotedScalar();
			case ":": {
				const next = this.charAt(1);
				if (this.flowKey || isEmpty$1(next) || next === ",") {
					this.flowKey = false;
					yield* this.pushCount(1);
					yield* this.pushSpaces(true);
					return "flow";
				}
			}
			default:
				this.flowKey = false;
				return yield* this.parsePlainScalar();
		}
	}
	*parseQuotedScalar() {
		const quote = this.charAt(0);
		let end = this.buffer.indexOf(quote, this.pos + 1);
		if (quote === "'") while (end !== -1 && this.buffer[end + 1] === "'") end = this.buffer.indexOf("'", end + 2);
		else while (end !== -1) {
			let n = 0;
			while (this.buffer[end - 1 - n] === "\\") n += 1;
			if (n % 2 === 0) break;
			end = this.buffer.indexOf("\"", end + 1);
		}
		const qb = this.buffer.substring(0, end);
		let nl = qb.indexOf("\n", this.pos);
		if (nl !== -1) {
			while (nl !== -1) {
				const cs = this.continueScalar(nl + 1);
				if (cs === -1) break;
				nl = qb.indexOf("\n", cs);
			}
			if (nl !== -1) end = nl - (qb[nl - 1] === "\r" ? 2 : 1);
		}
		if (end === -1) {
			if (!this.atEnd) return this.setNext("quoted-scalar");
			end = this.buffer.length;
		}
		yield* this.pushToIndex(end + 1, false);
		return this.flowLevel ? "flow" : "doc";
	}
	*parseBlockScalarHeader() {
		this.blockScalarIndent = -1;
		this.blockScalarKeep = false;
		let i = this.pos;
		while (true) {
			const ch = this.buffer[++i];
			if (ch === "+") this.blockScalarKeep = true;
			else if (ch > "0" && ch <= "9") this.blockScalarIndent = Number(ch) - 1;
			else if (ch !== "-") break;
		}
		return yield* this.pushUntil((ch) => isEmpty$1(ch) || ch === "#");
	}
	*parseBlockScalar() {
		let nl = this.pos - 1;
		let indent = 0;
		let ch;
		loop: for (let i = this.pos; ch = this.buffer[i]; ++i) switch (ch) {
			case " ":
				indent += 1;
				break;
			case "\n":
				nl = i;
				indent = 0;
				break;
			case "\r": {
				const next = this.buffer[i + 1];
				if (!next && !this.atEnd) return this.setNext("block-scalar");
				if (next === "\n") break;
			}
			default: break loop;
		}
		if (!ch && !this.atEnd) return this.setNext("block-scalar");
		if (indent >= this.indentNext) {
			if (this.blockScalarIndent === -1) this.indentNext = indent;
			else this.indentNext = this.blockScalarIndent + (this.indentNext === 0 ? 1 : this.indentNext);
			do {
				const cs = this.continueScalar(nl + 1);
				if (cs === -1) break;
				nl = this.buffer.indexOf("\n", cs);
			} while (nl !== -1);
			if (nl === -1) {
				if (!this.atEnd) return this.setNext("block-scalar");
				nl = this.buffer.length;
			}
		}
		let i = nl + 1;
		ch = this.buffer[i];
		while (ch === " ") ch = this.buffer[++i];
		if (ch === "	") {
			while (ch === "	" || ch === " " || ch === "\r" || ch === "\n") ch = this.buffer[++i];
			nl = i - 1;
		} else if (!this.blockScalarKeep) do {
			let i = nl - 1;
			let ch = this.buffer[i];
			if (ch === "\r") ch = this.buffer[--i];
			const lastChar = i;
			while (ch === " ") ch = this.buffer[--i];
			if (ch === "\n" && i >= this.pos && i + 1 + indent > lastChar) nl = i;
			else break;
		} while (true);
		yield "";
		yield* this.pushToIndex(nl + 1, true);
		return yield* this.parseLineStart();
	}
	*parsePlainScalar() {
		const inFlow = this.flowLevel > 0;
		let end = this.pos - 1;
		let i = this.pos - 1;
		let ch;
		while (ch = this.buffer[++i]) if (ch === ":") {
			const next = this.buffer[i + 1];
			if (isEmpty$1(next) || inFlow && flowIndicatorChars.has(next)) break;
			end = i;
		} else if (isEmpty$1(ch)) {
			let next = this.buffer[i + 1];
			if (ch === "\r") {
				if (next === "\n") {
					i += 1;
					ch = "\n";
					next = this.buffer[i + 1];
				} else end = i;
			}
			if (next === "#" || inFlow && flowIndicatorChars.has(next)) break;
			if (ch === "\n") {
				const cs = this.continueScalar(i + 1);
				if (cs === -1) break;
				i = Math.max(i, cs - 2);
			}
		} else {
			if (inFlow && flowIndicatorChars.has(ch)) break;
			end = i;
		}
		if (!ch && !this.atEnd) return this.setNext("plain-scalar");
		yield "";
		yield* this.pushToIndex(end + 1, true);
		return inFlow ? "flow" : "doc";
	}
	*pushCount(n) {
		if (n > 0) {
			yield this.buffer.substr(this.pos, n);
			this.pos += n;
			return n;
		}
		return 0;
	}
	*pushToIndex(i, allowEmpty) {
		const s = this.buffer.slice(this.pos, i);
		if (s) {
			yield s;
			this.pos += s.length;
			return s.length;
		} else if (allowEmpty) yield "";
		return 0;
	}
	*pushIndicators() {
		let n = 0;
		loop: while (true) {
			switch (this.charAt(0)) {
				case "!":
					n += yield* this.pushTag();
					n += yield* this.pushSpaces(true);
					continue loop;
				case "&":
					n += yield* this.pushUntil(isNotAnchorChar);
					n += yield* this.pushSpaces(true);
					continue loop;
				case "-":
				case "?":
				case ":": {
					const inFlow = this.flowLevel > 0;
					const ch1 = this.charAt(1);
					if (isEmpty$1(ch1) || inFlow && flowIndicatorChars.has(ch1)) {
						if (!inFlow) this.indentNext = this.indentValue + 1;
						else if (this.flowKey) this.flowKey = false;
						n += yield* this.pushCount(1);
						n += yield* this.pushSpaces(true);
						continue loop;
					}
				}
			}
			break loop;
		}
		return n;
	}
	*pushTag() {
		if (this.charAt(1) === "<") {
			let i = this.pos + 2;
			let ch = this.buffer[i];
			while (!isEmpty$1(ch) && ch !== ">") ch = this.buffer[++i];
			return yield* this.pushToIndex(ch === ">" ? i + 1 : i, false);
		} else {
			let i = this.pos + 1;
			let ch = this.buffer[i];
			while (ch) if (tagChars.has(ch)) ch = this.buffer[++i];
			else if (ch === "%" && hexDigits.has(this.buffer[i + 1]) && hexDigits.has(this.buffer[i + 2])) ch = this.buffer[i += 3];
			else break;
			return yield* this.pushToIndex(i, false);
		}
	}
	*pushNewline() {
		const ch = this.buffer[this.pos];
		if (ch === "\n") return yield* this.pushCount(1);
		else if (ch === "\r" && this.charAt(1) === "\n") return yield* this.pushCount(2);
		else return 0;
	}
	*pushSpaces(allowTabs) {
		let i = this.pos - 1;
		let ch;
		do
			ch = this.buffer[++i];
		while (ch === " " || allowTabs && ch === "	");
		const n = i - this.pos;
		if (n > 0) {
			yield this.buffer.substr(this.pos, n);
			this.pos = i;
		}
		return n;
	}
	*pushUntil(test) {
		let i = this.pos;
		let ch = this.buffer[i];
		while (!test(ch)) ch = this.buffer[++i];
		return yield* this.pushToIndex(i, false);
	}
};

// node_modules/yaml/browser/dist/parse/line-counter.js
var LineCounter = class {
	constructor() {
		this.lineStarts = [];
		this.addNewLine = (offset) => this.lineStarts.push(offset);
		this.linePos = (offset) => {
			let low = 0;
			let high = this.lineStarts.length;
			while (low < high) {
				const mid = low + high >> 1;
				if (this.lineStarts[mid] < offset) low = mid + 1;
				else high = mid;
			}
			if (this.lineStarts[low] === offset) return {
				line: low + 1,
				col: 1
			};
			if (low === 0) return {
				line: 0,
				col: offset
			};
			const start = this.lineStarts[low - 1];
			return {
				line: low,
				col: offset - start + 1
			};
		};
	}
};

// node_modules/yaml/browser/dist/parse/parser.js
function includesToken(list, type) {
	for (let i = 0; i < list.length; ++i) if (list[i].type === type) return true;
	return false;
}
function findNonEmptyIndex(list) {
	for (let i = 0; i < list.length; ++i) switch (list[i].type) {
		case "space":
		case "comment":
		case "newline": break;
		default: return i;
	}
	return -1;
}
function isFlowToken(token) {
	switch (token?.type) {
		case "alias":
		case "scalar":
		case "single-quoted-scalar":
		case "double-quoted-scalar":
		case "flow-collection": return true;
		default: return false;
	}
}
function getPrevProps(parent) {
	switch (parent.type) {
		case "document": return parent.start;
		case "block-map": {
			const it = parent.items[parent.items.length - 1];
			return it.sep ?? it.start;
		}
		case "block-seq": return parent.items[parent.items.length - 1].start;
		/* istanbul ignore next should not happen */
		default: return [];
	}
}
function getFirstKeyStartProps(prev) {
	if (prev.length === 0) return [];
	let i = prev.length;
	loop: while (--i >= 0) switch (prev[i].type) {
		case "doc-start":
		case "explicit-key-ind":
		case "map-value-ind":
		case "seq-item-ind":
		case "newline": break loop;
	}
	while (prev[++i]?.type === "space");
	return prev.splice(i, prev.length);
}
function arrayPushArray(target, source) {
	if (source.length < 1e5) Array.prototype.push.apply(target, source);
	else for (let i = 0; i < source.length; ++i) target.push(source[i]);
}
function fixFlowSeqItems(fc) {
	if (fc.start.type === "flow-seq-start") {
		for (const it of fc.items) if (it.sep && !it.value && !includesToken(it.start, "explicit-key-ind") && !includesToken(it.sep, "map-value-ind")) {
			if (it.key) it.value = it.key;
			delete it.key;
			if (isFlowToken(it.value)) {
				if (it.value.end) arrayPushArray(it.value.end, it.sep);
				else it.value.end = it.sep;
			} else arrayPushArray(it.start, it.sep);
			delete it.sep;
		}
	}
}
var Parser = class {
	constructor(onNewLine) {
		this.atNewLine = true;
		this.atScalar = false;
		this.indent = 0;
		this.offset = 0;
		this.onKeyLine = false;
		this.stack = [];
		this.source = "";
		this.type = "";
		this.lexer = new Lexer();
		this.onNewLine = onNewLine;
	}
	*parse(source, incomplete = false) {
		if (this.onNewLine && this.offset === 0) this.onNewLine(0);
		for (const lexeme of this.lexer.lex(source, incomplete)) yield* this.next(lexeme);
		if (!incomplete) yield* this.end();
	}
	*next(source) {
		this.source = source;
		if (this.atScalar) {
			this.atScalar = false;
			yield* this.step();
			this.offset += source.length;
			return;
		}
		const type = tokenType(source);
		if (!type) {
			const message = `Not a YAML token: ${source}`;
			yield* this.pop({
				type: "error",
				offset: this.offset,
				message,
				source
			});
			this.offset += source.length;
		} else if (type === "scalar") {
			this.atNewLine = false;
			this.atScalar = true;
			this.type = "scalar";
		} else {
			this.type = type;
			yield* this.step();
			switch (type) {
				case "newline":
					this.atNewLine = true;
					this.indent = 0;
					if (this.onNewLine) this.onNewLine(this.offset + source.length);
					break;
				case "space":
					if (this.atNewLine && source[0] === " ") this.indent += source.length;
					break;
				case "explicit-key-ind":
				case "map-value-ind":
				case "seq-item-ind":
					if (this.atNewLine) this.indent += source.length;
					break;
				case "doc-mode":
				case "flow-error-end": return;
				default: this.atNewLine = false;
			}
			this.offset += source.length;
		}
	}
	*end() {
		while (this.stack.length > 0) yield* this.pop();
	}
	get sourceToken() {
		return {
			type: this.type,
			offset: this.offset,
			indent: this.indent,
			source: this.source
		};
	}
	*step() {
		const top = this.peek(1);
		if (this.type === "doc-end" && top?.type !== "doc-end") {
			while (this.stack.length > 0) yield* this.pop();
			this.stack.push({
				type: "doc-end",
				offset: this.offset,
				source: this.source
			});
			return;
		}
		if (!top) return yield* this.stream();
		switch (top.type) {
			case "document": return yield* this.document(top);
			case "alias":
			case "scalar":
			case "single-quoted-scalar":
			case "double-quoted-scalar": return yield* this.scalar(top);
			case "block-scalar": return yield* this.blockScalar(top);
			case "block-map": return yield* this.blockMap(top);
			case "block-seq": return yield* this.blockSequence(top);
			case "flow-collection": return yield* this.flowCollection(top);
			case "doc-end": return yield* this.documentEnd(top);
		}
		/* istanbul ignore next should not happen */
		yield* this.pop();
	}
	peek(n) {
		return this.stack[this.stack.length - n];
	}
	*pop(error) {
		const token = error ?? this.stack.pop();
		/* istanbul ignore if should not happen */
		if (!token) yield {
			type: "error",
			offset: this.offset,
			source: "",
			message: "Tried to pop an empty stack"
		};
		else if (this.stack.length === 0) yield token;
		else {
			const top = this.peek(1);
			if (token.type === "block-scalar") token.indent = "indent" in top ? top.indent : 0;
			else if (token.type === "flow-collection" && top.type === "document") token.indent = 0;
			if (token.type === "flow-collection") fixFlowSeqItems(token);
			switch (top.type) {
				case "document":
					top.value = token;
					break;
				case "block-scalar":
					top.props.push(token);
					break;
				case "block-map": {
					const it = top.items[top.items.length - 1];
					if (it.value) {
						top.items.push({
							start: [],
							key: token,
							sep: []
						});
						this.onKeyLine = true;
						return;
					} else if (it.sep) it.value = token;
					else {
						Object.assign(it, {
							key: token,
							sep: []
						});
						this.onKeyLine = !it.explicitKey;
						return;
					}
					break;
				}
				case "block-seq": {
					const it = top.items[top.items.length - 1];
					if (it.value) top.items.push({
						start: [],
						value: token
					});
					else it.value = token;
					break;
				}
				case "flow-collection": {
					const it = top.items[top.items.length - 1];
					if (!it || it.value) top.items.push({
						start: [],
						key: token,
						sep: []
					});
					else if (it.sep) it.value = token;
					else Object.assign(it, {
						key: token,
						sep: []
					});
					return;
				}
				/* istanbul ignore next should not happen */
				default:
					yield* this.pop();
					yield* this.pop(token);
			}
			if ((top.type === "document" || top.type === "block-map" || top.type === "block-seq") && (token.type === "block-map" || token.type === "block-seq")) {
				const last = token.items[token.items.length - 1];
				if (last && !last.sep && !last.value && last.start.length > 0 && findNonEmptyIndex(last.start) === -1 && (token.indent === 0 || last.start.every((st) => st.type !== "comment" || st.indent < token.indent))) {
					if (top.type === "document") top.end = last.start;
					else top.items.push({ start: last.start });
					token.items.splice(-1, 1);
				}
			}
		}
	}
	*stream() {
		switch (this.type) {
			case "directive-line":
				yield {
					type: "directive",
					offset: this.offset,
					source: this.source
				};
				return;
			case "byte-order-mark":
			case "space":
			case "comment":
			case "newline":
				yield this.sourceToken;
				return;
			case "doc-mode":
			case "doc-start": {
				const doc = {
					type: "document",
					offset: this.offset,
					start: []
				};
				if (this.type === "doc-start") doc.start.push(this.sourceToken);
				this.stack.push(doc);
				return;
			}
		}
		yield {
			type: "error",
			offset: this.offset,
			message: `Unexpected ${this.type} token in YAML stream`,
			source: this.source
		};
	}
	*document(doc) {
		if (doc.value) return yield* this.lineEnd(doc);
		switch (this.type) {
			case "doc-start":
				if (findNonEmptyIndex(doc.start) !== -1) {
					yield* this.pop();
					yield* this.step();
				} else doc.start.push(this.sourceToken);
				return;
			case "anchor":
			case "tag":
			case "space":
			case "comment":
			case "newline":
				doc.start.push(this.sourceToken);
				return;
		}
		const bv = this.startBlockValue(doc);
		if (bv) this.stack.push(bv);
		else yield {
			type: "error",
			offset: this.offset,
			message: `Unexpected ${this.type} token in YAML document`,
			source: this.source
		};
	}
	*scalar(scalar) {
		if (this.type === "map-value-ind") {
			const start = getFirstKeyStartProps(getPrevProps(this.peek(2)));
			let sep;
			if (scalar.end) {
				sep = scalar.end;
				sep.push(this.sourceToken);
				delete scalar.end;
			} else sep = [this.sourceToken];
			const map = {
				type: "block-map",
				offset: scalar.offset,
				indent: scalar.indent,
				items: [{
					start,
					key: scalar,
					sep
				}]
			};
			this.onKeyLine = true;
			this.stack[this.stack.length - 1] = map;
		} else yield* this.lineEnd(scalar);
	}
	*blockScalar(scalar) {
		switch (this.type) {
			case "space":
			case "comment":
			case "newline":
				scalar.props.push(this.sourceToken);
				return;
			case "scalar":
				scalar.source = this.source;
				this.atNewLine = true;
				this.indent = 0;
				if (this.onNewLine) {
					let nl = this.source.indexOf("\n") + 1;
					while (nl !== 0) {
						this.onNewLine(this.offset + nl);
						nl = this.source.indexOf("\n", nl) + 1;
					}
				}
				yield* this.pop();
				break;
			/* istanbul ignore next should not happen */
			default:
				yield* this.pop();
				yield* this.step();
		}
	}
	*blockMap(map) {
		const it = map.items[map.items.length - 1];
		switch (this.type) {
			case "newline":
				this.onKeyLine = false;
				if (it.value) {
					const end = "end" in it.value ? it.value.end : void 0;
					if ((Array.isArray(end) ? end[end.length - 1] : void 0)?.type === "comment") end?.push(this.sourceToken);
					else map.items.push({ start: [this.sourceToken] });
				} else if (it.sep) it.sep.push(this.sourceToken);
				else it.start.push(this.sourceToken);
				return;
			case "space":
			case "comment":
				if (it.value) map.items.push({ start: [this.sourceToken] });
				else if (it.sep) it.sep.push(this.sourceToken);
				else {
					if (this.atIndentedComment(it.start, map.indent)) {
						const end = map.items[map.items.length - 2]?.value?.end;
						if (Array.isArray(end)) {
							arrayPushArray(end, it.start);
							end.push(this.sourceToken);
							map.items.pop();
							return;
						}
					}
					it.start.push(this.sourceToken);
				}
				return;
		}
		if (this.indent >= map.indent) {
			const atMapIndent = !this.onKeyLine && this.indent === map.indent;
			const atNextItem = atMapIndent && (it.sep || it.explicitKey) && this.type !== "seq-item-ind";
			let start = [];
			if (atNextItem && it.sep && !it.value) {
				const nl = [];
				for (let i = 0; i < it.sep.length; ++i) {
					const st = it.sep[i];
					switch (st.type) {
						case "newline":
							nl.push(i);
							break;
						case "space": break;
						case "comment":
							if (st.indent > map.indent) nl.length = 0;
							break;
						default: nl.length = 0;
					}
				}
				if (nl.length >= 2) start = it.sep.splice(nl[1]);
			}
			switch (this.type) {
				case "anchor":
				case "tag":
					if (atNextItem || it.value) {
						start.push(this.sourceToken);
						map.items.push({ start });
						this.onKeyLine = true;
					} else if (it.sep) it.sep.push(this.sourceToken);
					else it.start.push(this.sourceToken);
					return;
				case "explicit-key-ind":
					if (!it.sep && !it.explicitKey) {
						it.start.push(this.sourceToken);
						it.explicitKey = true;
					} else if (atNextItem || it.value) {
						start.push(this.sourceToken);
						map.items.push({
							start,
							explicitKey: true
						});
					} else this.stack.push({
						type: "block-map",
						offset: this.offset,
						indent: this.indent,
						items: [{
							start: [this.sourceToken],
							explicitKey: true
						}]
					});
					this.onKeyLine = true;
					return;
				case "map-value-ind":
					if (it.explicitKey) {
						if (!it.sep) {
							if (includesToken(it.start, "newline")) Object.assign(it, {
								key: null,
								sep: [this.sourceToken]
							});
							else {
								const start = getFirstKeyStartProps(it.start);
								this.stack.push({
									type: "block-map",
									offset: this.offset,
									indent: this.indent,
									items: [{
										start,
										key: null,
										sep: [this.sourceToken]
									}]
								});
							}
						} else if (it.value) map.items.push({
							start: [],
							key: null,
							sep: [this.sourceToken]
						});
						else if (includesToken(it.sep, "map-value-ind")) this.stack.push({
							type: "block-map",
							offset: this.offset,
							indent: this.indent,
							items: [{
								start,
								key: null,
								sep: [this.sourceToken]
							}]
						});
						else if (isFlowToken(it.key) && !includesToken(it.sep, "newline")) {
							const start = getFirstKeyStartProps(it.start);
							const key = it.key;
							const sep = it.sep;
							sep.push(this.sourceToken);
							delete it.key;
							delete it.sep;
							this.stack.push({
								type: "block-map",
								offset: this.offset,
								indent: this.indent,
								items: [{
									start,
									key,
									sep
								}]
							});
						} else if (start.length > 0) it.sep = it.sep.concat(start, this.sourceToken);
						else it.sep.push(this.sourceToken);
					} else if (!it.sep) Object.assign(it, {
						key: null,
						sep: [this.sourceToken]
					});
					else if (it.value || atNextItem) map.items.push({
						start,
						key: null,
						sep: [this.sourceToken]
					});
					else if (includesToken(it.sep, "map-value-ind")) this.stack.push({
						type: "block-map",
						offset: this.offset,
						indent: this.indent,
						items: [{
							start: [],
							key: null,
							sep: [this.sourceToken]
						}]
					});
					else it.sep.push(this.sourceToken);
					this.onKeyLine = true;
					return;
				case "alias":
				case "scalar":
				case "single-quoted-scalar":
				case "double-quoted-scalar": {
					const fs = this.flowScalar(this.type);
					if (atNextItem || it.value) {
						map.items.push({
							start,
							key: fs,
							sep: []
						});
						this.onKeyLine = true;
					} else if (it.sep) this.stack.push(fs);
					else {
						Object.assign(it, {
							key: fs,
							sep: []
						});
						this.onKeyLine = true;
					}
					return;
				}
				default: {
					const bv = this.startBlockValue(map);
					if (bv) {
						if (bv.type === "block-seq") {
							if (!it.explicitKey && it.sep && !includesToken(it.sep, "newline")) {
								yield* this.pop({
									type: "error",
									offset: this.offset,
									message: "Unexpected block-seq-ind on same line with key",
									source: this.source
								});
								return;
							}
						} else if (atMapIndent) map.items.push({ start });
						this.stack.push(bv);
						return;
					}
				}
			}
		}
		yield* this.pop();
		yield* this.step();
	}
	*blockSequence(seq) {
		const it = seq.items[seq.items.length - 1];
		switch (this.type) {
			case "newline":
				if (it.value) {
					const end = "end" in it.value ? it.value.end : void 0;
					if ((Array.isArray(end) ? end[end.length - 1] : void 0)?.type === "comment") end?.push(this.sourceToken);
					else seq.items.push({ start: [this.sourceToken] });
				} else it.start.push(this.sourceToken);
				return;
			case "space":
			case "comment":
				if (it.value) seq.items.push({ start: [this.sourceToken] });
				else {
					if (this.atIndentedComment(it.start, seq.indent)) {
						const end = seq.items[seq.items.length - 2]?.value?.end;
						if (Array.isArray(end)) {
							arrayPushArray(end, it.start);
							end.push(this.sourceToken);
							seq.items.pop();
							return;
						}
					}
					it.start.push(this.sourceToken);
				}
				return;
			case "anchor":
			case "tag":
				if (it.value || this.indent <= seq.indent) break;
				it.start.push(this.sourceToken);
				return;
			case "seq-item-ind":
				if (this.indent !== seq.indent) break;
				if (it.value || includesToken(it.start, "seq-item-ind")) seq.items.push({ start: [this.sourceToken] });
				else it.start.push(this.sourceToken);
				return;
		}
		if (this.indent > seq.indent) {
			const bv = this.startBlockValue(seq);
			if (bv) {
				this.stack.push(bv);
				return;
			}
		}
		yield* this.pop();
		yield* this.step();
	}
	*flowCollection(fc) {
		const it = fc.items[fc.items.length - 1];
		if (this.type === "flow-error-end") {
			let top;
			do {
				yield* this.pop();
				top = this.peek(1);
			} while (top?.type === "flow-collection");
		} else if (fc.end.length === 0) {
			switch (this.type) {
				case "comma":
				case "explicit-key-ind":
					if (!it || it.sep) fc.items.push({ start: [this.sourceToken] });
					else it.start.push(this.sourceToken);
					return;
				case "map-value-ind":
					if (!it || it.value) fc.items.push({
						start: [],
						key: null,
						sep: [this.sourceToken]
					});
					else if (it.sep) it.sep.push(this.sourceToken);
					else Object.assign(it, {
						key: null,
						sep: [this.sourceToken]
					});
					return;
				case "space":
				case "comment":
				case "newline":
				case "anchor":
				case "tag":
					if (!it || it.value) fc.items.push({ start: [this.sourceToken] });
					else if (it.sep) it.sep.push(this.sourceToken);
					else it.start.push(this.sourceToken);
					return;
				case "alias":
				case "scalar":
				case "single-quoted-scalar":
				case "double-quoted-scalar": {
					const fs = this.flowScalar(this.type);
					if (!it || it.value) fc.items.push({
						start: [],
						key: fs,
						sep: []
					});
					else if (it.sep) this.stack.push(fs);
					else Object.assign(it, {
						key: fs,
						sep: []
					});
					return;
				}
				case "flow-map-end":
				case "flow-seq-end":
					fc.end.push(this.sourceToken);
					return;
			}
			const bv = this.startBlockValue(fc);
			/* istanbul ignore else should not happen */
			if (bv) this.stack.push(bv);
			else {
				yield* this.pop();
				yield* this.step();
			}
		} else {
			const parent = this.peek(2);
			if (parent.type === "block-map" && (this.type === "map-value-ind" && parent.indent === fc.indent || this.type === "newline" && !parent.items[parent.items.length - 1].sep)) {
				yield* this.pop();
				yield* this.step();
			} else if (this.type === "map-value-ind" && parent.type !== "flow-collection") {
				const start = getFirstKeyStartProps(getPrevProps(parent));
				fixFlowSeqItems(fc);
				const sep = fc.end.splice(1, fc.end.length);
				sep.push(this.sourceToken);
				const map = {
					type: "block-map",
					offset: fc.offset,
					indent: fc.indent,
					items: [{
						start,
						key: fc,
						sep
					}]
				};
				this.onKeyLine = true;
				this.stack[this.stack.length - 1] = map;
			} else yield* this.lineEnd(fc);
		}
	}
	flowScalar(type) {
		if (this.onNewLine) {
			let nl = this.source.indexOf("\n") + 1;
			while (nl !== 0) {
				this.onNewLine(this.offset + nl);
				nl = this.source.indexOf("\n", nl) + 1;
			}
		}
		return {
			type,
			offset: this.offset,
			indent: this.indent,
			source: this.source
		};
	}
	startBlockValue(parent) {
		switch (this.type) {
			case "alias":
			case "scalar":
			case "single-quoted-scalar":
			case "double-quoted-scalar": return this.flowScalar(this.type);
			case "block-scalar-header": return {
				type: "block-scalar",
				offset: this.offset,
				indent: this.indent,
				props: [this.sourceToken],
				source: ""
			};
			case "flow-map-start":
			case "flow-seq-start": return {
				type: "flow-collection",
				offset: this.offset,
				indent: this.indent,
				start: this.sourceToken,
				items: [],
				end: []
			};
			case "seq-item-ind": return {
				type: "block-seq",
				offset: this.offset,
				indent: this.indent,
				items: [{ start: [this.sourceToken] }]
			};
			case "explicit-key-ind": {
				this.onKeyLine = true;
				const start = getFirstKeyStartProps(getPrevProps(parent));
				start.push(this.sourceToken);
				return {
					type: "block-map",
					offset: this.offset,
					indent: this.indent,
					items: [{
						start,
						explicitKey: true
					}]
				};
			}
			case "map-value-ind": {
				this.onKeyLine = true;
				const start = getFirstKeyStartProps(getPrevProps(parent));
				return {
					type: "block-map",
					offset: this.offset,
					indent: this.indent,
					items: [{
						start,
						key: null,
						sep: [this.sourceToken]
					}]
				};
			}
		}
		return null;
	}
	atIndentedComment(start, indent) {
		if (this.type !== "comment") return false;
		if (this.indent <= indent) return false;
		return start.every((st) => st.type === "newline" || st.type === "space");
	}
	*documentEnd(docEnd) {
		if (this.type !== "doc-mode") {
			if (docEnd.end) docEnd.end.push(this.sourceToken);
			else docEnd.end = [this.sourceToken];
			if (this.type === "newline") yield* this.pop();
		}
	}
	*lineEnd(token) {
		switch (this.type) {
			case "comma":
			case "doc-start":
			case "doc-end":
			case "flow-seq-end":
			case "flow-map-end":
			case "map-value-ind":
				yield* this.pop();
				yield* this.step();
				break;
			case "newline": this.onKeyLine = false;
			default:
				if (token.end) token.end.push(this.sourceToken);
				else token.end = [this.sourceToken];
				if (this.type === "newline") yield* this.pop();
		}
	}
};

// src/domain/yaml/tree.ts
function isText(node) {
	return isScalar(node);
}
function isLink(node) {
	return isAlias(node);
}
function isMapping(node) {
	return isMap(node);
}
function isSequence(node) {
	return isSeq(node);
}
function keyOf$2(entry) {
	return isText(entry.key) ? String(entry.key.value) : void 0;
}
function cloneOf(node) {
	return Object.create(Object.getPrototypeOf(node), Object.getOwnPropertyDescriptors(node));
}
const nulls = /* @__PURE__ */ new Set([
	"",
	"~",
	"null",
	"Null",
	"NULL"
]);
function isNull(node) {
	return node.type === "PLAIN" && (node.tag === void 0 || node.tag.endsWith(":null")) && nulls.has(node.source);
}
const HALF = "ends in a carriage return, half of a line break";
function parseTrees(text, place, outer) {
	if (outer === void 0 && text.endsWith("\r")) return { problem: {
		message: HALF,
		offset: text.length - 1
	} };
	try {
		const { documents, tokens } = compose(text, options);
		const broken = documents.flatMap((document) => document.errors)[0];
		if (broken !== void 0) return { problem: {
			message: messageOf(text, broken.message),
			offset: broken.pos[0]
		} };
		const isJson = documents.length === 1 && /^\uFEFF?\s*\{/.test(text) && isJsonText(text);
		const indexed = documents.map((document) => ({
			document,
			index: indexOf$3(rootOf(document))
		}));
		const problem = indexed.find(({ index }) => index.problem !== void 0)?.index.problem;
		if (problem !== void 0) return { problem };
		return {
			tokens,
			trees: indexed.map(({ document, index }, position) => ({
				text,
				index: position,
				place,
				outer,
				root: rootOf(document),
				end: document.range?.[1] ?? text.length,
				isJson,
				targets: index.targets,
				links: index.links,
				heirs: index.heirs
			}))
		};
	} catch (error) {
		if (error instanceof RangeError) return { problem: {
			message: boundOf(error),
			offset: 0
		} };
		throw error;
	}
}
const options = {
	schema: "failsafe",
	uniqueKeys: false,
	prettyErrors: false,
	logLevel: "silent"
};
const boundOf = ({ message }) => message.startsWith("holds") ? message : "nests too deep";
const messageOf = (text, message) => {
	if (message.startsWith("Maximum call stack")) return "nests too deep";
	return /^<{7}(?: |\r?$)/m.test(text) && /^>{7}(?: |\r?$)/m.test(text) ? "holds the markers of a merge conflict" : `does not parse as YAML (${message.replace(/\.$/, "").replace(/\p{C}/gu, visible)})`;
};
const isJsonText = (text) => {
	try {
		JSON.parse(text.replace(/^\uFEFF/, ""));
		return true;
	} catch {
		return false;
	}
};
const rootOf = (document) => document.contents ?? null;
function resolve(tree, node) {
	return isLink(node) ? tree.targets.get(node) ?? null : node;
}
function nameOf$1(tree, { key }) {
	const text = resolve(tree, key);
	return isText(text) ? String(text.value) : void 0;
}
function indexOf$3(root) {
	const index = {
		anchors: /* @__PURE__ */ new Map(),
		targets: /* @__PURE__ */ new Map(),
		links: /* @__PURE__ */ new Map(),
		heirs: /* @__PURE__ */ new Map(),
		problem: void 0
	};
	visit$2(root, index);
	return index;
}
const visit$2 = (node, index) => {
	if (node === null || index.problem !== void 0) return;
	if (isLink(node)) {
		visitLink(node, index);
		return;
	}
	if (node.anchor !== void 0) index.anchors.set(node.anchor, node);
	if (isMapping(node)) visitMapping$1(node, index);
	if (isSequence(node)) for (const item of node.items) visit$2(item, index);
};
const visitLink = (link, index) => {
	const target = index.anchors.get(link.source);
	if (target === void 0) {
		index.problem = {
			message: "has an alias without an anchor before it",
			offset: link.range[0]
		};
		return;
	}
	index.targets.set(link, target);
	push(index.links, target, link);
};
const visitMapping$1 = (mapping, index) => {
	const keys = /* @__PURE__ */ new Set();
	for (const { key, value } of mapping.items) {
		visit$2(key, index);
		const name = follow(key, index.targets);
		if (isText(name)) {
			const text = String(name.value);
			if (keys.has(text)) index.problem ??= {
				message: `repeats the key ${JSON.stringify(text)}`,
				offset: key.range[0]
			};
			keys.add(text);
		}
		visit$2(value, index);
	}
	for (const source of mergedBy(mapping, index.targets)) push(index.heirs, source, mapping);
};
const push = (map, key, value) => {
	const values = map.get(key);
	if (values === void 0) map.set(key, [value]);
	else values.push(value);
};
function mergedBy(mapping, targets) {
	const merge = mapping.items.find(isMerge);
	if (merge === void 0) return [];
	const value = follow(merge.value, targets);
	return (isSequence(value) ? value.items.map((item) => follow(item, targets)) : [value]).filter((source) => isMapping(source));
}
const isMerge = ({ key }) => isText(key) && key.value === "<<" && key.type === "PLAIN" && (key.tag === void 0 || key.tag === "tag:yaml.org,2002:merge");
const follow = (node, targets) => isLink(node) ? targets.get(node) ?? null : node;
function textOf(tree, node) {
	const value = resolve(tree, node ?? null);
	return isText(value) && !isNull(value) ? String(value.value) : void 0;
}
const DEEPEST$2 = 500;
const MOST_DOCUMENTS = 1e4;
function compose(text, { lineCounter, ...options }) {
	const strict = composeWith(lexStrictly, text, {
		options,
		lineCounter
	});
	if (isRead(strict) && !strict.tokens.words.includes(CUT_OFF)) return strict;
	const lenient = composeWith(lexLeniently, text, { options });
	return isRead(strict) || isRead(lenient) ? lenient : strict;
}
const isRead = ({ documents }) => documents.every(({ errors }) => errors.length === 0);
const lexStrictly = (text) => [...new Lexer().lex(text)];
const composeWith = (lexer, text, { options, lineCounter }) => {
	const words = lexer(text);
	lineCounter?.addNewLine(0);
	const parser = new Parser(lineCounter?.addNewLine);
	const composer = new Composer(options);
	const documents = [];
	const take = (composed) => {
		documents.push(...composed);
		if (documents.length > MOST_DOCUMENTS) throw new RangeError(`holds more than ${MOST_DOCUMENTS} documents`);
	};
	for (const word of words) {
		for (const node of parser.next(word)) take(composer.next(node));
		if (parser.stack.length > DEEPEST$2) throw new RangeError("nests too deep");
	}
	for (const node of parser.end()) take(composer.next(node));
	take(composer.end());
	return {
		documents,
		tokens: {
			words,
			lex: lexer
		}
	};
};
const anyIndent = (method, isFree) => function* read() {
	const indent = this.indentNext;
	if (isFree(this)) this.indentNext = 0;
	const next = yield* method.call(this);
	this.indentNext = indent;
	return next;
};
const { parseFlowCollection, parsePlainScalar, parseQuotedScalar } = Lexer.prototype;
const readings = {
	parseFlowCollection: anyIndent(parseFlowCollection, () => true),
	parsePlainScalar: anyIndent(parsePlainScalar, ({ flowLevel }) => flowLevel > 0),
	parseQuotedScalar: anyIndent(parseQuotedScalar, () => true)
};
const lexLeniently = (text) => [...Object.assign(new Lexer(), readings).lex(text)];
const PLAIN = "";
const CUT_OFF = "";
const WITHOUT_LENGTH = /* @__PURE__ */ new Set([
	"",
	"",
	CUT_OFF
]);
const lengthOf = (word) => {
	if (word.length === 1 && WITHOUT_LENGTH.has(word)) return 0;
	return word.length - (word.startsWith("") ? 1 : 0);
};
function* commentsIn$1(text) {
	let offset = 0;
	let previous = "";
	for (const token of lexLeniently(text)) {
		if (token.startsWith("#") && previous !== "") yield offset;
		offset += lengthOf(token);
		previous = token;
	}
}

// node_modules/picomatch/lib/constants.js
var require_constants = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const WIN_SLASH = "\\\\/";
	const WIN_NO_SLASH = `[^${WIN_SLASH}]`;
	const DEFAULT_MAX_EXTGLOB_RECURSION = 0;
	const DOT_LITERAL = "\\.";
	const PLUS_LITERAL = "\\+";
	const QMARK_LITERAL = "\\?";
	const SLASH_LITERAL = "\\/";
	const ONE_CHAR = "(?=.)";
	const QMARK = "[^/]";
	const END_ANCHOR = `(?:${SLASH_LITERAL}|$)`;
	const START_ANCHOR = `(?:^|${SLASH_LITERAL})`;
	const DOTS_SLASH = `${DOT_LITERAL}{1,2}${END_ANCHOR}`;
	const POSIX_CHARS = {
		DOT_LITERAL,
		PLUS_LITERAL,
		QMARK_LITERAL,
		SLASH_LITERAL,
		ONE_CHAR,
		QMARK,
		END_ANCHOR,
		DOTS_SLASH,
		NO_DOT: `(?!${DOT_LITERAL})`,
		NO_DOTS: `(?!${START_ANCHOR}${DOTS_SLASH})`,
		NO_DOT_SLASH: `(?!${DOT_LITERAL}{0,1}${END_ANCHOR})`,
		NO_DOTS_SLASH: `(?!${DOTS_SLASH})`,
		QMARK_NO_DOT: `[^.${SLASH_LITERAL}]`,
		STAR: `${QMARK}*?`,
		START_ANCHOR,
		SEP: "/"
	};
	const WINDOWS_CHARS = {
		...POSIX_CHARS,
		SLASH_LITERAL: `[${WIN_SLASH}]`,
		QMARK: WIN_NO_SLASH,
		STAR: `${WIN_NO_SLASH}*?`,
		DOTS_SLASH: `${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$)`,
		NO_DOT: `(?!${DOT_LITERAL})`,
		NO_DOTS: `(?!(?:^|[${WIN_SLASH}])${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$))`,
		NO_DOT_SLASH: `(?!${DOT_LITERAL}{0,1}(?:[${WIN_SLASH}]|$))`,
		NO_DOTS_SLASH: `(?!${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$))`,
		QMARK_NO_DOT: `[^.${WIN_SLASH}]`,
		START_ANCHOR: `(?:^|[${WIN_SLASH}])`,
		END_ANCHOR: `(?:[${WIN_SLASH}]|$)`,
		SEP: "\\"
	};
	const POSIX_REGEX_SOURCE = {
		__proto__: null,
		alnum: "a-zA-Z0-9",
		alpha: "a-zA-Z",
		ascii: "\\x00-\\x7F",
		blank: " \\t",
		cntrl: "\\x00-\\x1F\\x7F",
		digit: "0-9",
		graph: "\\x21-\\x7E",
		lower: "a-z",
		print: "\\x20-\\x7E ",
		punct: "\\-!\"#$%&'()\\*+,./:;<=>?@[\\]^_`{|}~",
		space: " \\t\\r\\n\\v\\f",
		upper: "A-Z",
		word: "A-Za-z0-9_",
		xdigit: "A-Fa-f0-9"
	};
	module.exports = {
		DEFAULT_MAX_EXTGLOB_RECURSION,
		MAX_LENGTH: 65536,
		POSIX_REGEX_SOURCE,
		REGEX_BACKSLASH: /\\(?![*+?^${}(|)[\]])/g,
		REGEX_NON_SPECIAL_CHARS: /^[^@![\].,$*+?^{}()|\\/]+/,
		REGEX_SPECIAL_CHARS: /[-*+?.^${}(|)[\]]/,
		REGEX_SPECIAL_CHARS_BACKREF: /(\\?)((\W)(\3*))/g,
		REGEX_SPECIAL_CHARS_GLOBAL: /([-*+?.^${}(|)[\]])/g,
		REGEX_REMOVE_BACKSLASH: /(?:\[.*?[^\\]\]|\\(?=.))/g,
		REPLACEMENTS: {
			__proto__: null,
			"***": "*",
			"**/**": "**",
			"**/**/**": "**"
		},
		CHAR_0: 48,
		CHAR_9: 57,
		CHAR_UPPERCASE_A: 65,
		CHAR_LOWERCASE_A: 97,
		CHAR_UPPERCASE_Z: 90,
		CHAR_LOWERCASE_Z: 122,
		CHAR_LEFT_PARENTHESES: 40,
		CHAR_RIGHT_PARENTHESES: 41,
		CHAR_ASTERISK: 42,
		CHAR_AMPERSAND: 38,
		CHAR_AT: 64,
		CHAR_BACKWARD_SLASH: 92,
		CHAR_CARRIAGE_RETURN: 13,
		CHAR_CIRCUMFLEX_ACCENT: 94,
		CHAR_COLON: 58,
		CHAR_COMMA: 44,
		CHAR_DOT: 46,
		CHAR_DOUBLE_QUOTE: 34,
		CHAR_EQUAL: 61,
		CHAR_EXCLAMATION_MARK: 33,
		CHAR_FORM_FEED: 12,
		CHAR_FORWARD_SLASH: 47,
		CHAR_GRAVE_ACCENT: 96,
		CHAR_HASH: 35,
		CHAR_HYPHEN_MINUS: 45,
		CHAR_LEFT_ANGLE_BRACKET: 60,
		CHAR_LEFT_CURLY_BRACE: 123,
		CHAR_LEFT_SQUARE_BRACKET: 91,
		CHAR_LINE_FEED: 10,
		CHAR_NO_BREAK_SPACE: 160,
		CHAR_PERCENT: 37,
		CHAR_PLUS: 43,
		CHAR_QUESTION_MARK: 63,
		CHAR_RIGHT_ANGLE_BRACKET: 62,
		CHAR_RIGHT_CURLY_BRACE: 125,
		CHAR_RIGHT_SQUARE_BRACKET: 93,
		CHAR_SEMICOLON: 59,
		CHAR_SINGLE_QUOTE: 39,
		CHAR_SPACE: 32,
		CHAR_TAB: 9,
		CHAR_UNDERSCORE: 95,
		CHAR_VERTICAL_LINE: 124,
		CHAR_ZERO_WIDTH_NOBREAK_SPACE: 65279,
		extglobChars(chars) {
			return {
				"!": {
					type: "negate",
					open: "(?:(?!(?:",
					close: `))${chars.STAR})`
				},
				"?": {
					type: "qmark",
					open: "(?:",
					close: ")?"
				},
				"+": {
					type: "plus",
					open: "(?:",
					close: ")+"
				},
				"*": {
					type: "star",
					open: "(?:",
					close: ")*"
				},
				"@": {
					type: "at",
					open: "(?:",
					close: ")"
				}
			};
		},
		globChars(win32) {
			return win32 === true ? WINDOWS_CHARS : POSIX_CHARS;
		}
	};
}));

// node_modules/picomatch/lib/utils.js
var require_utils = /* @__PURE__ */ __commonJSMin(((exports) => {
	const { REGEX_BACKSLASH, REGEX_REMOVE_BACKSLASH, REGEX_SPECIAL_CHARS, REGEX_SPECIAL_CHARS_GLOBAL } = require_constants();
	exports.isObject = (val) => val !== null && typeof val === "object" && !Array.isArray(val);
	exports.hasRegexChars = (str) => REGEX_SPECIAL_CHARS.test(str);
	exports.isRegexChar = (str) => str.length === 1 && exports.hasRegexChars(str);
	exports.escapeRegex = (str) => str.replace(REGEX_SPECIAL_CHARS_GLOBAL, "\\$1");
	exports.toPosixSlashes = (str) => str.replace(REGEX_BACKSLASH, "/");
	exports.isWindows = () => {
		if (typeof navigator !== "undefined" && navigator.platform) {
			const platform = navigator.platform.toLowerCase();
			return platform === "win32" || platform === "windows";
		}
		if (typeof process !== "undefined" && process.platform) return process.platform === "win32";
		return false;
	};
	exports.removeBackslashes = (str) => {
		return str.replace(REGEX_REMOVE_BACKSLASH, (match) => {
			return match === "\\" ? "" : match;
		});
	};
	exports.escapeLast = (input, char, lastIdx) => {
		const idx = input.lastIndexOf(char, lastIdx);
		if (idx === -1) return input;
		if (input[idx - 1] === "\\") return exports.escapeLast(input, char, idx - 1);
		return `${input.slice(0, idx)}\\${input.slice(idx)}`;
	};
	exports.removePrefix = (input, state = {}) => {
		let output = input;
		if (output.startsWith("./")) {
			output = output.slice(2);
			state.prefix = "./";
		}
		return output;
	};
	exports.wrapOutput = (input, state = {}, options = {}) => {
		let output = `${options.contains ? "" : "^"}(?:${input})${options.contains ? "" : "$"}`;
		if (state.negated === true) output = `(?:^(?!${output}).*$)`;
		return output;
	};
	exports.basename = (path, { windows } = {}) => {
		const segs = path.split(windows ? /[\\/]/ : "/");
		const last = segs[segs.length - 1];
		if (last === "") return segs[segs.length - 2];
		return last;
	};
}));

// node_modules/picomatch/lib/scan.js
var require_scan = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const utils = require_utils();
	const { CHAR_ASTERISK, CHAR_AT, CHAR_BACKWARD_SLASH, CHAR_COMMA, CHAR_DOT, CHAR_EXCLAMATION_MARK, CHAR_FORWARD_SLASH, CHAR_LEFT_CURLY_BRACE, CHAR_LEFT_PARENTHESES, CHAR_LEFT_SQUARE_BRACKET, CHAR_PLUS, CHAR_QUESTION_MARK, CHAR_RIGHT_CURLY_BRACE, CHAR_RIGHT_PARENTHESES, CHAR_RIGHT_SQUARE_BRACKET } = require_constants();
	const isPathSeparator = (code) => {
		return code === CHAR_FORWARD_SLASH || code === CHAR_BACKWARD_SLASH;
	};
	const depth = (token) => {
		if (token.isPrefix !== true) token.depth = token.isGlobstar ? 1e400 : 1;
	};
	const scan = (input, options) => {
		const opts = options || {};
		const length = input.length - 1;
		const scanToEnd = opts.parts === true || opts.tokens === true || opts.scanToEnd === true;
		const slashes = [];
		const tokens = [];
		const parts = [];
		let str = input;
		let index = -1;
		let start = 0;
		let lastIndex = 0;
		let isBrace = false;
		let isBracket = false;
		let isGlob = false;
		let isExtglob = false;
		let isGlobstar = false;
		let braceEscaped = false;
		let backslashes = false;
		let negated = false;
		let negatedExtglob = false;
		let finished = false;
		let braces = 0;
		let prev;
		let code;
		let token = {
			value: "",
			depth: 0,
			isGlob: false
		};
		const eos = () => index >= length;
		const peek = () => str.charCodeAt(index + 1);
		const advance = () => {
			prev = code;
			return str.charCodeAt(++index);
		};
		while (index < length) {
			code = advance();
			let next;
			if (code === CHAR_BACKWARD_SLASH) {
				backslashes = token.backslashes = true;
				code = advance();
				if (code === CHAR_LEFT_CURLY_BRACE) braceEscaped = true;
				continue;
			}
			if (braceEscaped === true || code === CHAR_LEFT_CURLY_BRACE) {
				braces++;
				while (eos() !== true && (code = advance())) {
					if (code === CHAR_BACKWARD_SLASH) {
						backslashes = token.backslashes = true;
						advance();
						continue;
					}
					if (code === CHAR_LEFT_CURLY_BRACE) {
						braces++;
						continue;
					}
					if (braceEscaped !== true && code === CHAR_DOT && (code = advance()) === CHAR_DOT) {
						isBrace = token.isBrace = true;
						isGlob = token.isGlob = true;
						finished = true;
						if (scanToEnd === true) continue;
						break;
					}
					if (braceEscaped !== true && code === CHAR_COMMA) {
						isBrace = token.isBrace = true;
						isGlob = token.isGlob = true;
						finished = true;
						if (scanToEnd === true) continue;
						break;
					}
					if (code === CHAR_RIGHT_CURLY_BRACE) {
						braces--;
						if (braces === 0) {
							braceEscaped = false;
							isBrace = token.isBrace = true;
							finished = true;
							break;
						}
					}
				}
				if (scanToEnd === true) continue;
				break;
			}
			if (code === CHAR_FORWARD_SLASH) {
				slashes.push(index);
				tokens.push(token);
				token = {
					value: "",
					depth: 0,
					isGlob: false
				};
				if (finished === true) continue;
				if (prev === CHAR_DOT && index === start + 1) {
					start += 2;
					continue;
				}
				lastIndex = index + 1;
				continue;
			}
			if (opts.noext !== true) {
				if ((code === CHAR_PLUS || code === CHAR_AT || code === CHAR_ASTERISK || code === CHAR_QUESTION_MARK || code === CHAR_EXCLAMATION_MARK) === true && peek() === CHAR_LEFT_PARENTHESES) {
					isGlob = token.isGlob = true;
					isExtglob = token.isExtglob = true;
					finished = true;
					if (code === CHAR_EXCLAMATION_MARK && index === start) negatedExtglob = true;
					if (scanToEnd === true) {
						let parens = 0;
						while (eos() !== true && (code = advance())) {
							if (code === CHAR_BACKWARD_SLASH) {
								backslashes = token.backslashes = true;
								advance();
								continue;
							}
							if (code === CHAR_LEFT_PARENTHESES) {
								parens++;
								continue;
							}
							if (code === CHAR_RIGHT_PARENTHESES && --parens === 0) {
								finished = true;
								break;
							}
						}
						continue;
					}
					break;
				}
			}
			if (code === CHAR_ASTERISK) {
				if (prev === CHAR_ASTERISK) isGlobstar = token.isGlobstar = true;
				isGlob = token.isGlob = true;
				finished = true;
				if (scanToEnd === true) continue;
				break;
			}
			if (code === CHAR_QUESTION_MARK) {
				isGlob = token.isGlob = true;
				finished = true;
				if (scanToEnd === true) continue;
				break;
			}
			if (code === CHAR_LEFT_SQUARE_BRACKET) {
				while (eos() !== true && (next = advance())) {
					if (next === CHAR_BACKWARD_SLASH) {
						backslashes = token.backslashes = true;
						advance();
						continue;
					}
					if (next === CHAR_RIGHT_SQUARE_BRACKET) {
						isBracket = token.isBracket = true;
						isGlob = token.isGlob = true;
						finished = true;
						break;
					}
				}
				if (scanToEnd === true) continue;
				break;
			}
			if (opts.nonegate !== true && code === CHAR_EXCLAMATION_MARK && index === start) {
				negated = token.negated = true;
				start++;
				continue;
			}
			if (opts.noparen !== true && code === CHAR_LEFT_PARENTHESES) {
				isGlob = token.isGlob = true;
				if (scanToEnd === true) {
					let parens = 1;
					while (eos() !== true && (code = advance())) {
						if (code === CHAR_BACKWARD_SLASH) {
							backslashes = token.backslashes = true;
							advance();
							continue;
						}
						if (code === CHAR_LEFT_PARENTHESES) {
							parens++;
							continue;
						}
						if (code === CHAR_RIGHT_PARENTHESES && --parens === 0) {
							finished = true;
							break;
						}
					}
					continue;
				}
				break;
			}
			if (isGlob === true) {
				finished = true;
				if (scanToEnd === true) continue;
				break;
			}
		}
		if (opts.noext === true) {
			isExtglob = false;
			isGlob = false;
		}
		let base = str;
		let prefix = "";
		let glob = "";
		if (start > 0) {
			prefix = str.slice(0, start);
			str = str.slice(start);
			lastIndex -= start;
		}
		if (base && isGlob === true && lastIndex > 0) {
			base = str.slice(0, lastIndex);
			glob = str.slice(lastIndex);
		} else if (isGlob === true) {
			base = "";
			glob = str;
		} else base = str;
		if (base && base !== "" && base !== "/" && base !== str) {
			if (isPathSeparator(base.charCodeAt(base.length - 1))) base = base.slice(0, -1);
		}
		if (opts.unescape === true) {
			if (glob) glob = utils.removeBackslashes(glob);
			if (base && backslashes === true) base = utils.removeBackslashes(base);
		}
		const state = {
			prefix,
			input,
			start,
			base,
			glob,
			isBrace,
			isBracket,
			isGlob,
			isExtglob,
			isGlobstar,
			negated,
			negatedExtglob
		};
		if (opts.tokens === true) {
			state.maxDepth = 0;
			if (!isPathSeparator(code)) tokens.push(token);
			state.tokens = tokens;
		}
		if (opts.parts === true || opts.tokens === true) {
			let prevIndex;
			for (let idx = 0; idx < slashes.length; idx++) {
				const n = prevIndex !== void 0 ? prevIndex + 1 : start;
				const i = slashes[idx];
				const value = input.slice(n, i);
				if (opts.tokens) {
					if (idx === 0 && start !== 0) {
						tokens[idx].isPrefix = true;
						tokens[idx].value = prefix;
					} else tokens[idx].value = value;
					depth(tokens[idx]);
					state.maxDepth += tokens[idx].depth;
				}
				if (i >= start) {
					parts.push(value);
					prevIndex = i;
				}
			}
			const n = prevIndex !== void 0 ? prevIndex + 1 : start;
			const value = input.slice(n);
			parts.push(value);
			if (opts.tokens && prevIndex && prevIndex + 1 < input.length) {
				tokens[tokens.length - 1].value = value;
				depth(tokens[tokens.length - 1]);
				state.maxDepth += tokens[tokens.length - 1].depth;
			}
			state.slashes = slashes;
			state.parts = parts;
		}
		return state;
	};
	module.exports = scan;
}));

// node_modules/picomatch/lib/parse.js
var require_parse = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const constants = require_constants();
	const utils = require_utils();
	const { MAX_LENGTH, POSIX_REGEX_SOURCE, REGEX_NON_SPECIAL_CHARS, REGEX_SPECIAL_CHARS_BACKREF, REPLACEMENTS } = constants;
	const expandRange = (args, options) => {
		if (typeof options.expandRange === "function") return options.expandRange(...args, options);
		args.sort();
		const value = `[${args.join("-")}]`;
		try {
			new RegExp(value);
		} catch (ex) {
			return args.map((v) => utils.escapeRegex(v)).join("..");
		}
		return value;
	};
	const syntaxError = (type, char) => {
		return `Missing ${type}: "${char}" - use "\\\\${char}" to match literal characters`;
	};
	const splitTopLevel = (input) => {
		const parts = [];
		let bracket = 0;
		let paren = 0;
		let quote = 0;
		let value = "";
		let escaped = false;
		for (const ch of input) {
			if (escaped === true) {
				value += ch;
				escaped = false;
				continue;
			}
			if (ch === "\\") {
				value += ch;
				escaped = true;
				continue;
			}
			if (ch === "\"") {
				quote = quote === 1 ? 0 : 1;
				value += ch;
				continue;
			}
			if (quote === 0) {
				if (ch === "[") bracket++;
				else if (ch === "]" && bracket > 0) bracket--;
				else if (bracket === 0) {
					if (ch === "(") paren++;
					else if (ch === ")" && paren > 0) paren--;
					else if (ch === "|" && paren === 0) {
						parts.push(value);
						value = "";
						continue;
					}
				}
			}
			value += ch;
		}
		parts.push(value);
		return parts;
	};
	const isPlainBranch = (branch) => {
		let escaped = false;
		for (const ch of branch) {
			if (escaped === true) {
				escaped = false;
				continue;
			}
			if (ch === "\\") {
				escaped = true;
				continue;
			}
			if (/[?*+@!()[\]{}]/.test(ch)) return false;
		}
		return true;
	};
	const normalizeSimpleBranch = (branch) => {
		let value = branch.trim();
		let changed = true;
		while (changed === true) {
			changed = false;
			if (/^@\([^\\()[\]{}|]+\)$/.test(value)) {
				value = value.slice(2, -1);
				changed = true;
			}
		}
		if (!isPlainBranch(value)) return;
		return value.replace(/\\(.)/g, "$1");
	};
	const hasRepeatedCharPrefixOverlap = (branches) => {
		const values = branches.map(normalizeSimpleBranch).filter(Boolean);
		for (let i = 0; i < values.length; i++) for (let j = i + 1; j < values.length; j++) {
			const a = values[i];
			const b = values[j];
			const char = a[0];
			if (!char || a !== char.repeat(a.length) || b !== char.repeat(b.length)) continue;
			if (a === b || a.startsWith(b) || b.startsWith(a)) return true;
		}
		return false;
	};
	const parseRepeatedExtglob = (pattern, requireEnd = true) => {
		if (pattern[0] !== "+" && pattern[0] !== "*" || pattern[1] !== "(") return;
		let bracket = 0;
		let paren = 0;
		let quote = 0;
		let escaped = false;
		for (let i = 1; i < pattern.length; i++) {
			const ch = pattern[i];
			if (escaped === true) {
				escaped = false;
				continue;
			}
			if (ch === "\\") {
				escaped = true;
				continue;
			}
			if (ch === "\"") {
				quote = quote === 1 ? 0 : 1;
				continue;
			}
			if (quote === 1) continue;
			if (ch === "[") {
				bracket++;
				continue;
			}
			if (ch === "]" && bracket > 0) {
				bracket--;
				continue;
			}
			if (bracket > 0) continue;
			if (ch === "(") {
				paren++;
				continue;
			}
			if (ch === ")") {
				paren--;
				if (paren === 0) {
					if (requireEnd === true && i !== pattern.length - 1) return;
					return {
						type: pattern[0],
						body: pattern.slice(2, i),
						end: i
					};
				}
			}
		}
	};
	const buildCharClassStar = (chars) => {
		return `${chars.length === 1 ? utils.escapeRegex(chars[0]) : `[${chars.map((ch) => utils.escapeRegex(ch)).join("")}]`}*`;
	};
	const getStarExtglobSequenceChars = (pattern) => {
		let index = 0;
		const chars = [];
		while (index < pattern.length) {
			const match = parseRepeatedExtglob(pattern.slice(index), false);
			if (!match || match.type !== "*") return;
			const branches = splitTopLevel(match.body).map((branch) => branch.trim());
			if (branches.length !== 1) return;
			const branch = normalizeSimpleBranch(branches[0]);
			if (!branch || branch.length !== 1) return;
			chars.push(branch);
			index += match.end + 1;
		}
		if (chars.length < 1) return;
		return chars;
	};
	const repeatedExtglobRecursion = (pattern) => {
		let depth = 0;
		let value = pattern.trim();
		let match = parseRepeatedExtglob(value);
		while (match) {
			depth++;
			value = match.body.trim();
			match = parseRepeatedExtglob(value);
		}
		return depth;
	};
	const analyzeRepeatedExtglob = (body, options) => {
		if (options.maxExtglobRecursion === false) return { risky: false };
		const max = typeof options.maxExtglobRecursion === "number" ? options.maxExtglobRecursion : constants.DEFAULT_MAX_EXTGLOB_RECURSION;
		const branches = splitTopLevel(body).map((branch) => branch.trim());
		if (branches.length > 1) {
			if (branches.some((branch) => branch === "") || branches.some((branch) => /^[*?]+$/.test(branch)) || hasRepeatedCharPrefixOverlap(branches)) return { risky: true };
		}
		const safeChars = [];
		let sawStarSequence = false;
		let combinable = true;
		for (const branch of branches) {
			const chars = getStarExtglobSequenceChars(branch);
			if (chars) {
				sawStarSequence = true;
				safeChars.push(...chars);
				continue;
			}
			const literal = normalizeSimpleBranch(branch);
			if (literal && literal.length === 1) {
				safeChars.push(literal);
				continue;
			}
			combinable = false;
			if (repeatedExtglobRecursion(branch) > max) return { risky: true };
		}
		if (sawStarSequence) return combinable ? {
			risky: true,
			safeOutput: buildCharClassStar([...new Set(safeChars)])
		} : { risky: true };
		return { risky: false };
	};
	const parse = (input, options) => {
		if (typeof input !== "string") throw new TypeError("Expected a string");
		input = REPLACEMENTS[input] || input;
		const opts = { ...options };
		const max = typeof opts.maxLength === "number" ? Math.min(MAX_LENGTH, opts.maxLength) : MAX_LENGTH;
		let len = input.length;
		if (len > max) throw new SyntaxError(`Input length: ${len}, exceeds maximum allowed length: ${max}`);
		const bos = {
			type: "bos",
			value: "",
			output: opts.prepend || ""
		};
		const tokens = [bos];
		const capture = opts.capture ? "" : "?:";
		const PLATFORM_CHARS = constants.globChars(opts.windows);
		const EXTGLOB_CHARS = constants.extglobChars(PLATFORM_CHARS);
		const { DOT_LITERAL, PLUS_LITERAL, SLASH_LITERAL, ONE_CHAR, DOTS_SLASH, NO_DOT, NO_DOT_SLASH, NO_DOTS_SLASH, QMARK, QMARK_NO_DOT, STAR, START_ANCHOR } = PLATFORM_CHARS;
		const globstar = (opts) => {
			return `(${capture}(?:(?!${START_ANCHOR}${opts.dot ? DOTS_SLASH : DOT_LITERAL}).)*?)`;
		};
		const nodot = opts.dot ? "" : NO_DOT;
		const qmarkNoDot = opts.dot ? QMARK : QMARK_NO_DOT;
		let star = opts.bash === true ? globstar(opts) : STAR;
		if (opts.capture) star = `(${star})`;
		if (typeof opts.noext === "boolean") opts.noextglob = opts.noext;
		const state = {
			input,
			index: -1,
			start: 0,
			dot: opts.dot === true,
			consumed: "",
			output: "",
			prefix: "",
			backtrack: false,
			negated: false,
			brackets: 0,
			braces: 0,
			parens: 0,
			quotes: 0,
			globstar: false,
			tokens
		};
		input = utils.removePrefix(input, state);
		len = input.length;
		const extglobs = [];
		const braces = [];
		const stack = [];
		let prev = bos;
		let value;
		const eos = () => state.index === len - 1;
		const peek = state.peek = (n = 1) => input[state.index + n];
		const advance = state.advance = () => input[++state.index] || "";
		const remaining = () => input.slice(state.index + 1);
		const consume = (value = "", num = 0) => {
			state.consumed += value;
			state.index += num;
		};
		const append = (token) => {
			state.output += token.output != null ? token.output : token.value;
			consume(token.value);
		};
		const negate = () => {
			let count = 1;
			while (peek() === "!" && (peek(2) !== "(" || peek(3) === "?")) {
				advance();
				state.start++;
				count++;
			}
			if (count % 2 === 0) return false;
			state.negated = true;
			state.start++;
			return true;
		};
		const increment = (type) => {
			state[type]++;
			stack.push(type);
		};
		const decrement = (type) => {
			state[type]--;
			stack.pop();
		};
		const push = (tok) => {
			if (prev.type === "globstar") {
				const isBrace = state.braces > 0 && (tok.type === "comma" || tok.type === "brace");
				const isExtglob = tok.extglob === true || extglobs.length && (tok.type === "pipe" || tok.type === "paren");
				if (tok.type !== "slash" && tok.type !== "paren" && !isBrace && !isExtglob) {
					state.output = state.output.slice(0, -prev.output.length);
					prev.type = "star";
					prev.value = "*";
					prev.output = star;
					state.output += prev.output;
				}
			}
			if (extglobs.length && tok.type !== "paren") extglobs[extglobs.length - 1].inner += tok.value;
			if (tok.value || tok.output) append(tok);
			if (prev && prev.type === "text" && tok.type === "text") {
				prev.output = (prev.output || prev.value) + tok.value;
				prev.value += tok.value;
				return;
			}
			tok.prev = prev;
			tokens.push(tok);
			prev = tok;
		};
		const extglobOpen = (type, value) => {
			const token = {
				...EXTGLOB_CHARS[value],
				conditions: 1,
				inner: ""
			};
			token.prev = prev;
			token.parens = state.parens;
			token.output = state.output;
			token.startIndex = state.index;
			token.tokensIndex = tokens.length;
			const output = (opts.capture ? "(" : "") + token.open;
			increment("parens");
			push({
				type,
				value,
				output: state.output ? "" : ONE_CHAR
			});
			push({
				type: "paren",
				extglob: true,
				value: advance(),
				output
			});
			extglobs.push(token);
		};
		const extglobClose = (token) => {
			const literal = input.slice(token.startIndex, state.index + 1);
			const body = input.slice(token.startIndex + 2, state.index);
			const analysis = analyzeRepeatedExtglob(body, opts);
			if ((token.type === "plus" || token.type === "star") && analysis.risky) {
				const safeOutput = analysis.safeOutput ? (token.output ? "" : ONE_CHAR) + (opts.capture ? `(${analysis.safeOutput})` : analysis.safeOutput) : void 0;
				const open = tokens[token.tokensIndex];
				open.type = "text";
				open.value = literal;
				open.output = safeOutput || utils.escapeRegex(literal);
				for (let i = token.tokensIndex + 1; i < tokens.length; i++) {
					tokens[i].value = "";
					tokens[i].output = "";
					delete tokens[i].suffix;
				}
				state.output = token.output + open.output;
				state.backtrack = true;
				push({
					type: "paren",
					extglob: true,
					value,
					output: ""
				});
				decrement("parens");
				return;
			}
			let output = token.close + (opts.capture ? ")" : "");
			let rest;
			if (token.type === "negate") {
				let extglobStar = star;
				if (token.inner && token.inner.length > 1 && token.inner.includes("/")) extglobStar = globstar(opts);
				if (extglobStar !== star || eos() || /^\)+$/.test(remaining())) output = token.close = `)$))${extglobStar}`;
				if (token.inner.includes("*") && (rest = remaining()) && /^\.[^\\/.]+$/.test(rest)) output = token.close = `)${parse(rest, {
					...options,
					fastpaths: false
				}).output})${extglobStar})`;
				if (token.prev.type === "bos") state.negatedExtglob = true;
			}
			push({
				type: "paren",
				extglob: true,
				value,
				output
			});
			decrement("parens");
		};
		if (opts.fastpaths !== false && !/(^[*!]|[/()[\]{}"])/.test(input)) {
			let backslashes = false;
			let output = input.replace(REGEX_SPECIAL_CHARS_BACKREF, (m, esc, chars, first, rest, index) => {
				if (first === "\\") {
					backslashes = true;
					return m;
				}
				if (first === "?") {
					if (esc) return esc + first + (rest ? QMARK.repeat(rest.length) : "");
					if (index === 0) return qmarkNoDot + (rest ? QMARK.repeat(rest.length) : "");
					return QMARK.repeat(chars.length);
				}
				if (first === ".") return DOT_LITERAL.repeat(chars.length);
				if (first === "*") {
					if (esc) return esc + first + (rest ? star : "");
					return star;
				}
				return esc ? m : `\\${m}`;
			});
			if (backslashes === true) {
				if (opts.unescape === true) output = output.replace(/\\/g, "");
				else output = output.replace(/\\+/g, (m) => {
					return m.length % 2 === 0 ? "\\\\" : m ? "\\" : "";
				});
			}
			if (output === input && opts.contains === true) {
				state.output = input;
				return state;
			}
			state.output = utils.wrapOutput(output, state, options);
			return state;
		}
		while (!eos()) {
			value = advance();
			if (value === "\0") continue;
			if (value === "\\") {
				const next = peek();
				if (next === "/" && opts.bash !== true) continue;
				if (next === "." || next === ";") continue;
				if (!next) {
					value += "\\";
					push({
						type: "text",
						value
					});
					continue;
				}
				const match = /^\\+/.exec(remaining());
				let slashes = 0;
				if (match && match[0].length > 2) {
					slashes = match[0].length;
					state.index += slashes;
					if (slashes % 2 !== 0) value += "\\";
				}
				if (opts.unescape === true) value = advance();
				else value += advance();
				if (state.brackets === 0) {
					push({
						type: "text",
						value
					});
					continue;
				}
			}
			if (state.brackets > 0 && (value !== "]" || prev.value === "[" || prev.value === "[^")) {
				if (opts.posix !== false && value === ":") {
					const inner = prev.value.slice(1);
					if (inner.includes("[")) {
						prev.posix = true;
						if (inner.includes(":")) {
							const idx = prev.value.lastIndexOf("[");
							const pre = prev.value.slice(0, idx);
							const rest = prev.value.slice(idx + 2);
							const posix = POSIX_REGEX_SOURCE[rest];
							if (posix) {
								prev.value = pre + posix;
								state.backtrack = true;
								advance();
								if (!bos.output && tokens.indexOf(prev) === 1) bos.output = ONE_CHAR;
								continue;
							}
						}
					}
				}
				if (value === "[" && peek() !== ":" || value === "-" && peek() === "]") value = `\\${value}`;
				if (value === "]" && (prev.value === "[" || prev.value === "[^")) value = `\\${value}`;
				if (opts.posix === true && value === "!" && prev.value === "[") value = "^";
				prev.value += value;
				append({ value });
				continue;
			}
			if (state.quotes === 1 && value !== "\"") {
				value = utils.escapeRegex(value);
				prev.value += value;
				append({ value });
				continue;
			}
			if (value === "\"") {
				state.quotes = state.quotes === 1 ? 0 : 1;
				if (opts.keepQuotes === true) push({
					type: "text",
					value
				});
				continue;
			}
			if (value === "(") {
				increment("parens");
				push({
					type: "paren",
					value
				});
				continue;
			}
			if (value === ")") {
				if (state.parens === 0 && opts.strictBrackets === true) throw new SyntaxError(syntaxError("opening", "("));
				const extglob = extglobs[extglobs.length - 1];
				if (extglob && state.parens === extglob.parens + 1) {
					extglobClose(extglobs.pop());
					continue;
				}
				push({
					type: "paren",
					value,
					output: state.parens ? ")" : "\\)"
				});
				decrement("parens");
				continue;
			}
			if (value === "[") {
				if (opts.nobracket === true || !remaining().includes("]")) {
					if (opts.nobracket !== true && opts.strictBrackets === true) throw new SyntaxError(syntaxError("closing", "]"));
					value = `\\${value}`;
				} else increment("brackets");
				push({
					type: "bracket",
					value
				});
				continue;
			}
			if (value === "]") {
				if (opts.nobracket === true || prev && prev.type === "bracket" && prev.value.length === 1) {
					push({
						type: "text",
						value,
						output: `\\${value}`
					});
					continue;
				}
				if (state.brackets === 0) {
					if (opts.strictBrackets === true) throw new SyntaxError(syntaxError("opening", "["));
					push({
						type: "text",
						value,
						output: `\\${value}`
					});
					continue;
				}
				decrement("brackets");
				const prevValue = prev.value.slice(1);
				if (prev.posix !== true && prevValue[0] === "^" && !prevValue.includes("/")) value = `/${value}`;
				prev.value += value;
				append({ value });
				if (opts.literalBrackets === false || utils.hasRegexChars(prevValue)) continue;
				const escaped = utils.escapeRegex(prev.value);
				state.output = state.output.slice(0, -prev.value.length);
				if (opts.literalBrackets === true) {
					state.output += escaped;
					prev.value = escaped;
					continue;
				}
				prev.value = `(${capture}${escaped}|${prev.value})`;
				state.output += prev.value;
				continue;
			}
			if (value === "{" && opts.nobrace !== true) {
				increment("braces");
				const open = {
					type: "brace",
					value,
					output: "(",
					outputIndex: state.output.length,
					tokensIndex: state.tokens.length
				};
				braces.push(open);
				push(open);
				continue;
			}
			if (value === "}") {
				const brace = braces[braces.length - 1];
				if (opts.nobrace === true || !brace) {
					push({
						type: "text",
						value,
						output: value
					});
					continue;
				}
				let output = ")";
				if (brace.dots === true) {
					const arr = tokens.slice();
					const range = [];
					for (let i = arr.length - 1; i >= 0; i--) {
						tokens.pop();
						if (arr[i].type === "brace") break;
						if (arr[i].type !== "dots") range.unshift(arr[i].value);
					}
					output = expandRange(range, opts);
					state.backtrack = true;
				}
				if (brace.comma !== true && brace.dots !== true) {
					const out = state.output.slice(0, brace.outputIndex);
					const toks = state.tokens.slice(brace.tokensIndex);
					brace.value = brace.output = "\\{";
					value = output = "\\}";
					state.output = out;
					for (const t of toks) state.output += t.output || t.value;
				}
				push({
					type: "brace",
					value,
					output
				});
				decrement("braces");
				braces.pop();
				continue;
			}
			if (value === "|") {
				if (extglobs.length > 0) extglobs[extglobs.length - 1].conditions++;
				push({
					type: "text",
					value
				});
				continue;
			}
			if (value === ",") {
				let output = value;
				const brace = braces[braces.length - 1];
				if (brace && stack[stack.length - 1] === "braces") {
					brace.comma = true;
					output = "|";
				}
				push({
					type: "comma",
					value,
					output
				});
				continue;
			}
			if (value === "/") {
				if (prev.type === "dot" && state.index === state.start + 1) {
					state.start = state.index + 1;
					state.consumed = "";
					state.output = "";
					tokens.pop();
					prev = bos;
					continue;
				}
				push({
					type: "slash",
					value,
					output: SLASH_LITERAL
				});
				continue;
			}
			if (value === ".") {
				if (state.braces > 0 && prev.type === "dot") {
					if (prev.value === ".") prev.output = DOT_LITERAL;
					const brace = braces[braces.length - 1];
					prev.type = "dots";
					prev.output += value;
					prev.value += value;
					brace.dots = true;
					continue;
				}
				if (state.braces + state.parens === 0 && prev.type !== "bos" && prev.type !== "slash") {
					push({
						type: "text",
						value,
						output: DOT_LITERAL
					});
					continue;
				}
				push({
					type: "dot",
					value,
					output: DOT_LITERAL
				});
				continue;
			}
			if (value === "?") {
				if (!(prev && prev.value === "(") && opts.noextglob !== true && peek() === "(" && peek(2) !== "?") {
					extglobOpen("qmark", value);
					continue;
				}
				if (prev && prev.type === "paren") {
					const next = peek();
					let output = value;
					if (prev.value === "(" && !/[!=<:]/.test(next) || next === "<" && !/<([!=]|\w+>)/.test(remaining())) output = `\\${value}`;
					push({
						type: "text",
						value,
						output
					});
					continue;
				}
				if (opts.dot !== true && (prev.type === "slash" || prev.type === "bos")) {
					push({
						type: "qmark",
						value,
						output: QMARK_NO_DOT
					});
					continue;
				}
				push({
					type: "qmark",
					value,
					output: QMARK
				});
				continue;
			}
			if (value === "!") {
				if (opts.noextglob !== true && peek() === "(") {
					if (peek(2) !== "?" || !/[!=<:]/.test(peek(3))) {
						extglobOpen("negate", value);
						continue;
					}
				}
				if (opts.nonegate !== true && state.index === 0) {
					negate();
					continue;
				}
			}
			if (value === "+") {
				if (opts.noextglob !== true && peek() === "(" && peek(2) !== "?") {
					extglobOpen("plus", value);
					continue;
				}
				if (prev && prev.value === "(" || opts.regex === false) {
					push({
						type: "plus",
						value,
						output: PLUS_LITERAL
					});
					continue;
				}
				if (prev && (prev.type === "bracket" || prev.type === "paren" || prev.type === "brace") || state.parens > 0) {
					push({
						type: "plus",
						value
					});
					continue;
				}
				push({
					type: "plus",
					value: PLUS_LITERAL
				});
				continue;
			}
			if (value === "@") {
				if (opts.noextglob !== true && peek() === "(" && peek(2) !== "?") {
					push({
						type: "at",
						extglob: true,
						value,
						output: ""
					});
					continue;
				}
				push({
					type: "text",
					value
				});
				continue;
			}
			if (value !== "*") {
				if (value === "$" || value === "^") value = `\\${value}`;
				const match = REGEX_NON_SPECIAL_CHARS.exec(remaining());
				if (match) {
					value += match[0];
					state.index += match[0].length;
				}
				push({
					type: "text",
					value
				});
				continue;
			}
			if (prev && (prev.type === "globstar" || prev.star === true)) {
				prev.type = "star";
				prev.star = true;
				prev.value += value;
				prev.output = star;
				state.backtrack = true;
				state.globstar = true;
				consume(value);
				continue;
			}
			let rest = remaining();
			if (opts.noextglob !== true && /^\([^?]/.test(rest)) {
				extglobOpen("star", value);
				continue;
			}
			if (prev.type === "star") {
				if (opts.noglobstar === true) {
					consume(value);
					continue;
				}
				const prior = prev.prev;
				const before = prior.prev;
				const isStart = prior.type === "slash" || prior.type === "bos";
				const afterStar = before && (before.type === "star" || before.type === "globstar");
				if (opts.bash === true && (!isStart || rest[0] && rest[0] !== "/")) {
					push({
						type: "star",
						value,
						output: ""
					});
					continue;
				}
				const isBrace = state.braces > 0 && (prior.type === "comma" || prior.type === "brace");
				const isExtglob = extglobs.length && (prior.type === "pipe" || prior.type === "paren");
				if (!isStart && prior.type !== "paren" && !isBrace && !isExtglob) {
					push({
						type: "star",
						value,
						output: ""
					});
					continue;
				}
				while (rest.slice(0, 3) === "/**") {
					const after = input[state.index + 4];
					if (after && after !== "/") break;
					rest = rest.slice(3);
					consume("/**", 3);
				}
				const isEnd = eos() || state.parens > 0 && rest === ")".repeat(state.parens) && !extglobs.some((extglob) => extglob.type === "negate");
				if (prior.type === "bos" && eos()) {
					prev.type = "globstar";
					prev.value += value;
					prev.output = globstar(opts);
					state.output = prev.output;
					state.globstar = true;
					consume(value);
					continue;
				}
				if (prior.type === "slash" && prior.prev.type !== "bos" && !afterStar && isEnd) {
					state.output = state.output.slice(0, -(prior.output + prev.output).length);
					prior.output = `(?:${prior.output}`;
					prev.type = "globstar";
					prev.output = globstar(opts) + (opts.strictSlashes ? ")" : "|$)");
					prev.value += value;
					state.globstar = true;
					state.output += prior.output + prev.output;
					consume(value);
					continue;
				}
				if (prior.type === "slash" && prior.prev.type !== "bos" && rest[0] === "/") {
					const end = rest[1] !== void 0 ? "|$" : "";
					state.output = state.output.slice(0, -(prior.output + prev.output).length);
					prior.output = `(?:${prior.output}`;
					prev.type = "globstar";
					prev.output = `${globstar(opts)}${SLASH_LITERAL}|${SLASH_LITERAL}${end})`;
					prev.value += value;
					state.output += prior.output + prev.output;
					state.globstar = true;
					consume(value + advance());
					push({
						type: "slash",
						value: "/",
						output: ""
					});
					continue;
				}
				if (prior.type === "bos" && rest[0] === "/") {
					prev.type = "globstar";
					prev.value += value;
					prev.output = `(?:^|${SLASH_LITERAL}|${globstar(opts)}${SLASH_LITERAL})`;
					state.output = prev.output;
					state.globstar = true;
					consume(value + advance());
					push({
						type: "slash",
						value: "/",
						output: ""
					});
					continue;
				}
				state.output = state.output.slice(0, -prev.output.length);
				prev.type = "globstar";
				prev.output = globstar(opts);
				prev.value += value;
				state.output += prev.output;
				state.globstar = true;
				consume(value);
				continue;
			}
			const token = {
				type: "star",
				value,
				output: star
			};
			if (opts.bash === true) {
				token.output = ".*?";
				if (prev.type === "bos" || prev.type === "slash") token.output = nodot + token.output;
				push(token);
				continue;
			}
			if (prev && (prev.type === "bracket" || prev.type === "paren") && opts.regex === true) {
				token.output = value;
				push(token);
				continue;
			}
			if (state.index === state.start || prev.type === "slash" || prev.type === "dot") {
				if (prev.type === "dot") {
					state.output += NO_DOT_SLASH;
					prev.output += NO_DOT_SLASH;
				} else if (opts.dot === true) {
					state.output += NO_DOTS_SLASH;
					prev.output += NO_DOTS_SLASH;
				} else {
					state.output += nodot;
					prev.output += nodot;
				}
				if (peek() !== "*") {
					state.output += ONE_CHAR;
					prev.output += ONE_CHAR;
				}
			}
			push(token);
		}
		while (state.brackets > 0) {
			if (opts.strictBrackets === true) throw new SyntaxError(syntaxError("closing", "]"));
			state.output = utils.escapeLast(state.output, "[");
			decrement("brackets");
		}
		while (state.parens > 0) {
			if (opts.strictBrackets === true) throw new SyntaxError(syntaxError("closing", ")"));
			state.output = utils.escapeLast(state.output, "(");
			decrement("parens");
		}
		while (state.braces > 0) {
			if (opts.strictBrackets === true) throw new SyntaxError(syntaxError("closing", "}"));
			state.output = utils.escapeLast(state.output, "{");
			decrement("braces");
		}
		if (opts.strictSlashes !== true && (prev.type === "star" || prev.type === "bracket")) push({
			type: "maybe_slash",
			value: "",
			output: `${SLASH_LITERAL}?`
		});
		if (state.backtrack === true) {
			state.output = "";
			for (const token of state.tokens) {
				state.output += token.output != null ? token.output : token.value;
				if (token.suffix) state.output += token.suffix;
			}
		}
		return state;
	};
	parse.fastpaths = (input, options) => {
		const opts = { ...options };
		const max = typeof opts.maxLength === "number" ? Math.min(MAX_LENGTH, opts.maxLength) : MAX_LENGTH;
		const len = input.length;
		if (len > max) throw new SyntaxError(`Input length: ${len}, exceeds maximum allowed length: ${max}`);
		input = REPLACEMENTS[input] || input;
		const { DOT_LITERAL, SLASH_LITERAL, ONE_CHAR, DOTS_SLASH, NO_DOT, NO_DOTS, NO_DOTS_SLASH, STAR, START_ANCHOR } = constants.globChars(opts.windows);
		const nodot = opts.dot ? NO_DOTS : NO_DOT;
		const slashDot = opts.dot ? NO_DOTS_SLASH : NO_DOT;
		const capture = opts.capture ? "" : "?:";
		const state = {
			negated: false,
			prefix: ""
		};
		let star = opts.bash === true ? ".*?" : STAR;
		if (opts.capture) star = `(${star})`;
		const globstar = (opts) => {
			if (opts.noglobstar === true) return star;
			return `(${capture}(?:(?!${START_ANCHOR}${opts.dot ? DOTS_SLASH : DOT_LITERAL}).)*?)`;
		};
		const create = (str) => {
			switch (str) {
				case "*": return `${nodot}${ONE_CHAR}${star}`;
				case ".*": return `${DOT_LITERAL}${ONE_CHAR}${star}`;
				case "*.*": return `${nodot}${star}${DOT_LITERAL}${ONE_CHAR}${star}`;
				case "*/*": return `${nodot}${star}${SLASH_LITERAL}${ONE_CHAR}${slashDot}${star}`;
				case "**": return nodot + globstar(opts);
				case "**/*": return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${slashDot}${ONE_CHAR}${star}`;
				case "**/*.*": return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${slashDot}${star}${DOT_LITERAL}${ONE_CHAR}${star}`;
				case "**/.*": return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${DOT_LITERAL}${ONE_CHAR}${star}`;
				default: {
					const match = /^(.*?)\.(\w+)$/.exec(str);
					if (!match) return;
					const source = create(match[1]);
					if (!source) return;
					return source + DOT_LITERAL + match[2];
				}
			}
		};
		let source = create(utils.removePrefix(input, state));
		if (source && opts.strictSlashes !== true) source += `${SLASH_LITERAL}?`;
		return source;
	};
	module.exports = parse;
}));

// node_modules/picomatch/lib/picomatch.js
var require_picomatch$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const scan = require_scan();
	const parse = require_parse();
	const utils = require_utils();
	const constants = require_constants();
	const isObject = (val) => val && typeof val === "object" && !Array.isArray(val);
	const picomatch = (glob, options, returnState = false) => {
		if (Array.isArray(glob)) {
			const fns = glob.map((input) => picomatch(input, options, returnState));
			const arrayMatcher = (str) => {
				for (const isMatch of fns) {
					const state = isMatch(str);
					if (state) return state;
				}
				return false;
			};
			return arrayMatcher;
		}
		const isState = isObject(glob) && glob.tokens && glob.input;
		if (glob === "" || typeof glob !== "string" && !isState) throw new TypeError("Expected pattern to be a non-empty string");
		const opts = options || {};
		const posix = opts.windows;
		const regex = isState ? picomatch.compileRe(glob, options) : picomatch.makeRe(glob, options, false, true);
		const state = regex.state;
		delete regex.state;
		let isIgnored = () => false;
		if (opts.ignore) {
			const ignoreOpts = {
				...options,
				ignore: null,
				onMatch: null,
				onResult: null
			};
			isIgnored = picomatch(opts.ignore, ignoreOpts, returnState);
		}
		const matcher = (input, returnObject = false) => {
			const { isMatch, match, output } = picomatch.test(input, regex, options, {
				glob,
				posix
			});
			const result = {
				glob,
				state,
				regex,
				posix,
				input,
				output,
				match,
				isMatch
			};
			if (typeof opts.onResult === "function") opts.onResult(result);
			if (isMatch === false) {
				result.isMatch = false;
				return returnObject ? result : false;
			}
			if (isIgnored(input)) {
				if (typeof opts.onIgnore === "function") opts.onIgnore(result);
				result.isMatch = false;
				return returnObject ? result : false;
			}
			if (typeof opts.onMatch === "function") opts.onMatch(result);
			return returnObject ? result : true;
		};
		if (returnState) matcher.state = state;
		return matcher;
	};
	picomatch.test = (input, regex, options, { glob, posix } = {}) => {
		if (typeof input !== "string") throw new TypeError("Expected input to be a string");
		if (input === "") return {
			isMatch: false,
			output: ""
		};
		const opts = options || {};
		const format = opts.format || (posix ? utils.toPosixSlashes : null);
		let match = input === glob;
		let output = match && format ? format(input) : input;
		if (match === false) {
			output = format ? format(input) : input;
			match = output === glob;
		}
		if (match === false || opts.capture === true) {
			if (opts.matchBase === true || opts.basename === true) match = picomatch.matchBase(input, regex, options, posix);
			else match = regex.exec(output);
		}
		return {
			isMatch: Boolean(match),
			match,
			output
		};
	};
	picomatch.matchBase = (input, glob, options, posix = options && options.windows) => {
		return (glob instanceof RegExp ? glob : picomatch.makeRe(glob, options)).test(utils.basename(input, { windows: posix }));
	};
	picomatch.isMatch = (str, patterns, options) => picomatch(patterns, options)(str);
	picomatch.parse = (pattern, options) => {
		if (Array.isArray(pattern)) return pattern.map((p) => picomatch.parse(p, options));
		return parse(pattern, {
			...options,
			fastpaths: false
		});
	};
	picomatch.scan = (input, options) => scan(input, options);
	picomatch.compileRe = (state, options, returnOutput = false, returnState = false) => {
		if (returnOutput === true) return state.output;
		const opts = options || {};
		const prepend = opts.contains ? "" : "^";
		const append = opts.contains ? "" : "$";
		let source = `${prepend}(?:${state.output})${append}`;
		if (state && state.negated === true) source = `^(?!${source}).*$`;
		const regex = picomatch.toRegex(source, options);
		if (returnState === true) regex.state = state;
		return regex;
	};
	picomatch.makeRe = (input, options = {}, returnOutput = false, returnState = false) => {
		if (!input || typeof input !== "string") throw new TypeError("Expected a non-empty string");
		let parsed = {
			negated: false,
			fastpaths: true
		};
		if (options.fastpaths !== false && (input[0] === "." || input[0] === "*")) parsed.output = parse.fastpaths(input, options);
		if (!parsed.output) parsed = parse(input, options);
		return picomatch.compileRe(parsed, options, returnOutput, returnState);
	};
	picomatch.toRegex = (source, options) => {
		try {
			const opts = options || {};
			return new RegExp(source, opts.flags || (opts.nocase ? "i" : ""));
		} catch (err) {
			if (options && options.debug === true) throw err;
			return /$^/;
		}
	};
	picomatch.constants = constants;
	module.exports = picomatch;
}));

// node_modules/picomatch/index.js
var require_picomatch = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const pico = require_picomatch$1();
	const utils = require_utils();
	function picomatch(glob, options, returnState = false) {
		if (options && (options.windows === null || options.windows === void 0)) options = {
			...options,
			windows: utils.isWindows()
		};
		return pico(glob, options, returnState);
	}
	Object.assign(picomatch, pico);
	module.exports = picomatch;
}));

// src/domain/config/glob.ts
var import_picomatch = /* @__PURE__ */ __toESM(require_picomatch(), 1);
const LONGEST = 1e3;
const MOST_WILDCARDS = 8;
const GLOB_OPTIONS = {
	posix: true,
	nonegate: true,
	noextglob: true,
	regex: false,
	strictBrackets: true,
	strictSlashes: true,
	windows: false,
	debug: true
};
function isGlob(text) {
	return /[*?[\]{}]/.test(text);
}
const wildcardsIn = (pattern) => pattern.match(/\*+|[?[{]/g)?.length ?? 0;
function matches(pattern, text) {
	return matcher(pattern)(text);
}
function matcher(pattern) {
	if (!isGlob(pattern)) return (text) => text === pattern;
	const known = matchers.get(pattern);
	if (known !== void 0) return known;
	const compiled = compile(pattern);
	const [oldest] = matchers.size < MOST_MATCHERS ? [] : matchers.keys();
	if (oldest !== void 0) matchers.delete(oldest);
	matchers.set(pattern, compiled);
	return compiled;
}
function matchesAny(patterns, text) {
	const known = lists.get(patterns) ?? listOf(patterns);
	lists.set(patterns, known);
	return known.literals.has(text) || known.globs.some((fits) => fits(text));
}
const lists = /* @__PURE__ */ new WeakMap();
const listOf = (patterns) => ({
	literals: new Set(patterns),
	globs: patterns.filter(isGlob).map(matcher)
});
const matchers = /* @__PURE__ */ new Map();
const MOST_MATCHERS = 1e4;
const compile = (pattern) => {
	const expression = import_picomatch.default.makeRe(pattern, GLOB_OPTIONS);
	const fits = wildcardsIn(pattern) > 2 ? linearMatcher(expression.source) : (text) => expression.test(text);
	return (text) => text === pattern || fits(text);
};
function globProblem(pattern) {
	if (pattern === "") return {
		what: "is empty",
		hint: "Write a glob, such as v*."
	};
	if (pattern.length > LONGEST) return {
		what: `is longer than ${LONGEST} characters`,
		hint: "Write a shorter glob."
	};
	if (/[\p{C}\p{Z}]/u.test(pattern)) return {
		what: `has a blank or a control character: ${quote(pattern)}`,
		hint: "Remove it."
	};
	if (pattern.startsWith("!")) return {
		what: `excludes instead of allowing: ${quote(pattern)}`,
		hint: "List what is allowed; there is no negation."
	};
	if (/[\\()|]/.test(pattern)) return {
		what: `reads like a regular expression: ${quote(pattern)}`,
		hint: "Write a glob: * and ** for anything, ? for one character, [a-z] for a range, {a,b} for alternatives."
	};
	const wildcards = wildcardsIn(pattern);
	if (wildcards > MOST_WILDCARDS) return {
		what: `has ${wildcards} wildcards, and ${MOST_WILDCARDS} are the most: ${quote(pattern)}`,
		hint: "Write a simpler glob, or several."
	};
	return compileProblem(pattern);
}
const compileProblem = (pattern) => {
	try {
		compile(pattern);
		return;
	} catch {
		return {
			what: `is not a glob: ${quote(pattern)}`,
			hint: "Close every [ and {, and write ranges upwards."
		};
	}
};
function linearMatcher(source) {
	const reader = {
		source,
		at: 0
	};
	const step = alternatives(reader);
	if (reader.at < source.length) throw new SyntaxError(`unexpected ${source.slice(reader.at)}`);
	return (text) => step(text, /* @__PURE__ */ new Set([0])).has(text.length);
}
const take = (reader, token) => {
	if (!reader.source.startsWith(token, reader.at)) return false;
	reader.at += token.length;
	return true;
};
const alternatives = (reader) => {
	const steps = [sequence(reader)];
	while (take(reader, "|")) steps.push(sequence(reader));
	return (text, from) => new Set(steps.flatMap((step) => [...step(text, from)]));
};
const sequence = (reader) => {
	const steps = [];
	while (reader.at < reader.source.length && !/[|)]/.test(reader.source.charAt(reader.at))) steps.push(repeated(reader));
	return (text, from) => steps.reduce((positions, step) => positions.size === 0 ? positions : step(text, positions), from);
};
const repeated = (reader) => {
	const step = atom(reader);
	const sign = [
		"*",
		"+",
		"?",
		"{0,1}"
	].find((candidate) => take(reader, candidate));
	if (sign === void 0) return step;
	take(reader, "?");
	if (sign === "?" || sign === "{0,1}") return (text, from) => /* @__PURE__ */ new Set([...from, ...step(text, from)]);
	return (text, from) => closure(text, {
		from: sign === "*" ? from : step(text, from),
		step
	});
};
const closure = (text, { from, step }) => {
	const reached = new Set(from);
	for (let fresh = from; fresh.size > 0;) {
		fresh = new Set([...step(text, fresh)].filter((position) => !reached.has(position)));
		for (const position of fresh) reached.add(position);
	}
	return reached;
};
const atom = (reader) => {
	if (take(reader, "(?!")) return ahead(group(reader), "absent");
	if (take(reader, "(?=")) return ahead(group(reader), "present");
	if (take(reader, "(?:") || take(reader, "(")) return group(reader);
	if (take(reader, "^")) return where((position) => position === 0);
	if (take(reader, "$")) return where((position, text) => position === text.length);
	const [single] = /^(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|[^\\()|[\]*+?{}])/s.exec(reader.source.slice(reader.at)) ?? [];
	if (single === void 0) throw new SyntaxError(`unexpected ${reader.source.slice(reader.at)}`);
	reader.at += single.length;
	const character = new RegExp(`^${single}$`);
	return (text, from) => new Set([...from].filter((at) => at < text.length && character.test(text.charAt(at))).map((at) => at + 1));
};
const group = (reader) => {
	const step = alternatives(reader);
	if (!take(reader, ")")) throw new SyntaxError("a group does not end");
	return step;
};
const ahead = (step, wanted) => where((position, text) => step(text, /* @__PURE__ */ new Set([position])).size > 0 === (wanted === "present"));
const where = (holds) => (text, from) => new Set([...from].filter((position) => holds(position, text)));

// src/domain/yaml/scalar.ts
function isUnsafe(text) {
	return isMistaken(text) || date.test(text);
}
function isMistaken(text) {
	return words.has(text.toLowerCase()) || otherBases.test(text) || number.test(text) || sexagesimal.test(text);
}
function printScalar(text, style) {
	if (style === "single") return `'${text.replaceAll("'", "''")}'`;
	if (style === "double") return JSON.stringify(text);
	return plainStart.test(text) && (style === "typed" || !isUnsafe(text)) ? text : JSON.stringify(text);
}
function readsAs(tree, node, text) {
	const value = resolve(tree, node);
	if (!isText(value) || String(value.value) !== text) return false;
	if (value.tag !== void 0) return isTypedText(value);
	return value.type !== "PLAIN" || !isMistaken(text);
}
function setValue(tree, node, text) {
	const start = node.range[0];
	const end = node.range[1];
	if (isLink(node)) return {
		start,
		end,
		text: printScalar(text, tree.isJson ? "double" : "plain")
	};
	if (node.tag !== void 0 && !isTypedText(node)) refuseValue(tree, node, `has the YAML tag ${quote(node.tag)}`);
	if (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED") return setBlock(tree, node, text);
	if (tree.text.slice(start, end).includes("\n")) refuseValue(tree, node, "spans several lines");
	const spelled = printScalar(text, styleOf(tree, node));
	if (start < end) return {
		start,
		end,
		text: spelled
	};
	const at = tree.text.slice(0, start).trimEnd().length;
	return {
		start: at,
		end: at,
		text: ` ${spelled}`
	};
}
const words = /* @__PURE__ */ new Set([
	"null",
	"~",
	"",
	"true",
	"false",
	"yes",
	"no",
	"on",
	"off",
	"y",
	"n"
]);
const otherBases = /^0[xob]/i;
const number = /^[0-9][0-9_]*(?:\.[0-9_]*)?(?:e[+-]?[0-9_]+)?$/i;
const date = /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}/;
const sexagesimal = /^[0-9][0-9_]*(?::[0-5]?[0-9])+$/;
const plainStart = /^[A-Za-z0-9_./]/;
const isTypedText = (value) => value.tag === "!" || value.tag === "tag:yaml.org,2002:str";
const styleOf = (tree, node) => {
	if (node.type === "QUOTE_DOUBLE" || tree.isJson) return "double";
	if (node.type === "QUOTE_SINGLE") return "single";
	return node.tag === void 0 ? "plain" : "typed";
};
const setBlock = (tree, node, text) => {
	const value = String(node.value);
	const content = tree.text.indexOf("\n", node.range[0]);
	const start = tree.text.indexOf(value, content);
	if (value === "" || value.includes("\n") || start < 0 || start >= node.range[1]) refuseValue(tree, node, "is not a single line of text");
	return {
		start,
		end: start + value.length,
		text
	};
};
const refuseValue = (tree, node, problem) => fail("image-ambiguous", `The value ${quote(String(node.value))} ${problem}.`, "Write the value on one line, as plain or quoted text, and promote again.", tree.place(node.range[0]));

// src/domain/formats/site.ts
function markerHint(name) {
	return `Put the comment "# image-promotion: ${name}" at the end of the line of its version, or write its tag beside its repository.`;
}
function markersHint(name) {
	return `Put the comment "# image-promotion: ${name}" at the end of the line of its version and "# image-promotion: ${name} digest" at that of its digest, or write its tag beside its repository.`;
}
function nodesOf(shape) {
	if (shape.kind === "reference") return [shape.node];
	return Object.values(shape.kind === "marked" ? shape.spots : shape.cells).map(({ node }) => node);
}
function spotEntries({ spots }) {
	return Object.entries(spots);
}
const reference = /^[A-Za-z0-9[][A-Za-z0-9._:/@+[\]-]*$/;
const placeholder = /#?[{}<>$%()~]|\[\[|@\w+@|__[A-Z][A-Z0-9_]*__/;
function isTemplated(text) {
	return placeholder.test(text);
}
function looksLikeReference(text) {
	return reference.test(text) && !isMistaken(text) && !/\/\/|^[0-9a-f]{64}(?:[:@]|$)/.test(text);
}
function referenceSite(tree, node, group) {
	const text = textOf(tree, node) ?? "";
	const isWhole = looksLikeReference(text) && !isTemplated(text);
	const image = isWhole ? splitReference(text) : filledInImage(text);
	if (image === void 0) return void 0;
	return {
		tree,
		group,
		first: [image.repository],
		second: [],
		image,
		isFilledIn: !isWhole,
		offset: node.range[0],
		shape: {
			kind: "reference",
			node,
			renames: "whole"
		}
	};
}
function filledInImage(text) {
	const start = text.search(placeholder);
	const known = `${text.slice(0, start)}x`;
	const { repository, tag, digest } = splitReference(known);
	if (start < 0 || !looksLikeReference(known) || (tag ?? digest) === void 0) return void 0;
	return {
		repository,
		tag: text.slice(repository.length + 1)
	};
}
function overrideSite(tree, node, group) {
	const text = textOf(tree, node) ?? "";
	const equals = text.split(placeholder, 1)[0]?.indexOf("=") ?? -1;
	const right = text.slice(equals + 1);
	const isWhole = looksLikeReference(right) && !isTemplated(right);
	const image = isWhole ? splitReference(right) : filledInImage(right);
	if (image === void 0) return void 0;
	const matcher = equals < 0 ? void 0 : text.slice(0, equals);
	return {
		tree,
		group,
		first: [matcher ?? image.repository],
		second: matcher === void 0 ? [] : [image.repository],
		image,
		isFilledIn: !isWhole,
		offset: node.range[0],
		shape: {
			kind: "reference",
			node,
			matcher,
			renames: "beside"
		}
	};
}

// src/domain/formats/markers.ts
function mayHaveMarkers(text) {
	return text.includes("image-promotion:");
}
function markerComments(text, lines, comments) {
	const below = contentBelow(text, lines);
	const found = [];
	let index = 0;
	for (const offset of comments) {
		while (index + 1 < lines.length && lines[index + 1].start <= offset) index++;
		const { start, end } = lines[index] ?? {
			start: 0,
			end: 0
		};
		const markers = markersOf(text.slice(offset, end));
		if (markers.length === 0) continue;
		const isAlone = text.slice(start, offset).replace("﻿", "").trim() === "";
		found.push(isAlone ? {
			markers,
			offset,
			position: "above",
			line: below[index]
		} : {
			markers,
			offset,
			position: "end-of-line",
			line: {
				start,
				end: offset
			}
		});
	}
	return found;
}
function* looseComments(text, lines) {
	for (const { start, end } of lines) {
		const line = text.slice(start, end);
		const at = mayHaveMarkers(line) ? line.search(beginning$1) : -1;
		if (at === 0 || at > 0 && /[\s\uFEFF]/.test(line[at - 1] ?? "")) yield start + at;
	}
}
const beginning$1 = /#[ \t]*image-promotion:/;
const markersOf = (comment) => [...comment.matchAll(/#[ \t]*image-promotion:([^#]*)/g)].map(([, body = ""]) => markerOf(body.trim()));
const markerOf = (body) => {
	if (body === "ignore") return { kind: "ignore" };
	const [name = "", part = "tag", ...rest] = body.split(/\s+/);
	return isRepository(name) && (part === "digest" || body === name) && rest.length === 0 ? {
		kind: "image",
		name,
		part: part === "digest" ? "digest" : "tag"
	} : {
		kind: "broken",
		name: splitReference(name).repository
	};
};
const contentBelow = (text, lines) => {
	const below = [];
	let next;
	for (let index = lines.length - 1; index >= 0; index--) {
		below[index] = next;
		const line = lines[index];
		const content = text.slice(line.start, line.end).trim();
		if (content === "") next = void 0;
		else if (!content.startsWith("#")) next = line;
	}
	return below;
};
const filledInVersion = "has a version that something else fills in";
function holdingsOf(text, { name, part }) {
	const { references, isFilledIn } = referencesIn(text, name);
	if (references.length > 0) return references;
	if (isFilledIn || isTemplated(text)) return { reason: filledInVersion };
	if (text === name) return [{
		start: 0,
		end: text.length,
		part: "reference",
		version: {}
	}];
	const whole = part === "digest" ? digestIn(text) : tagIn$1(text);
	if (whole !== void 0) return [{
		start: 0,
		end: text.length,
		...whole
	}];
	return { reason: `is ${quote(text)}, which is neither a reference to ${quote(name)} nor a ${part}` };
}
const digestIn = (text) => text === "" || isDigest(text) ? {
	part: "digest",
	version: { digest: text || void 0 }
} : void 0;
const tagIn$1 = (text) => {
	if (text === "" || isTag(text)) return {
		part: "tag",
		version: { tag: text || void 0 }
	};
	const at = text.indexOf("@");
	const apart = {
		tag: text.slice(0, at),
		digest: text.slice(at + 1)
	};
	return at > 0 && isTag(apart.tag) && isDigest(apart.digest) ? {
		part: "version",
		version: apart
	} : void 0;
};
function holdingsInLine(line, asked) {
	const key = /^\s*(?:"[^"]*"|'[^']*')?[^=:]*/.exec(line)?.[0].length ?? 0;
	const separator = key < line.length ? key : -1;
	const { references } = referencesIn(line, asked.name);
	const own = references.filter(({ end }) => end > separator);
	if (own.length > 0) return own;
	const value = valueIn(line, separator);
	const holdings = holdingsOf(line.slice(value.start, value.end), asked);
	if ("reason" in holdings) return holdings;
	return holdings.map((one) => ({
		...one,
		start: value.start + one.start,
		end: value.start + one.end
	}));
}
const valueIn = (line, separator) => {
	const dash = separator < 0 ? /^\s*-\s/.exec(line)?.[0].length ?? 0 : 0;
	const rest = line.slice(Math.max(separator + 1, dash)).trimStart();
	const start = line.length - rest.length;
	const quoted = /^(["'])(.*?)\1[ \t]*(?:[,;][ \t]*)?(?:#.*)?$/.exec(rest.trimEnd());
	if (quoted !== null) return {
		start: start + 1,
		end: start + 1 + (quoted[2] ?? "").length
	};
	return {
		start,
		end: start + rest.replace(/(?:^|\s)#.*$/, "").trimEnd().length
	};
};
const FARTHEST$1 = 512;
const version$1 = /^(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@([a-z][a-z0-9+._-]*:[0-9A-Fa-f]{32,}))?/;
const ofName = /[A-Za-z0-9._/@%+~$}\])>-]/;
const ofVersion$1 = /[A-Za-z0-9_/:@$%{<[(]/;
const referencesIn = (text, name) => {
	const all = spellingsOf$2(name).map((spelling) => referencesBy(text, spelling));
	return {
		references: all.flatMap((one) => one.references).sort((a, b) => a.start - b.start),
		isFilledIn: all.some((one) => one.isFilledIn)
	};
};
const referencesBy = (text, repository) => {
	const references = [];
	let isFilledIn = false;
	for (let at = text.indexOf(repository); at >= 0; at = text.indexOf(repository, at + repository.length)) {
		const end = at + repository.length;
		const rest = text.slice(end, end + FARTHEST$1);
		if (!/^[:@]/.test(rest) || !mayBegin(text, at)) continue;
		const [whole = "", tag, digest] = version$1.exec(rest) ?? [];
		const dots = digest === void 0 ? /\.+$/.exec(whole)?.[0].length ?? 0 : 0;
		const length = whole.length - dots;
		if (length === 0 || ofVersion$1.test(rest[whole.length] ?? "")) {
			isFilledIn ||= /^[:@]?[\w.-]*[<[{$(]/.test(rest);
			continue;
		}
		const found = {
			tag: tag?.slice(0, tag.length - dots),
			digest
		};
		references.push({
			start: at,
			end: end + length,
			part: "reference",
			repository,
			version: found
		});
	}
	return {
		references,
		isFilledIn
	};
};
const mayBegin = (text, at) => {
	const before = text[at - 1] ?? "";
	return !ofName.test(before) || text.slice(Math.max(0, at - 3), at) === "://";
};
const texts$1 = /(?:^|\/)\.env(?:\.[^/]*)?$|\.(?:env|properties|tfvars|toml|ini|conf|cfg|hcl|tf|txt|sh)$/i;
const dockerfiles = /(?:^|\/)(?:(?:Docker|Container)file(?:[.-][^/]*)?|[^/]*\.(?:docker|container)file)$/i;
function isTextName(path) {
	return texts$1.test(path);
}
function isTextFile(path) {
	if (!dockerfiles.test(path)) return isTextName(path);
	return fail("manifest-format", `The manifest ${quote(path)} is a Dockerfile, in which nothing is promoted.`, "Name the manifest or the values that say which image runs.", {
		path,
		line: 1
	});
}
function textTree(text, place) {
	const root = new Scalar(text);
	root.range = [
		0,
		text.length,
		text.length
	];
	const nothing = {
		targets: /* @__PURE__ */ new Map(),
		links: /* @__PURE__ */ new Map(),
		heirs: /* @__PURE__ */ new Map()
	};
	return {
		text,
		index: 0,
		place,
		root,
		end: text.length,
		isJson: false,
		...nothing
	};
}
function isWholeText({ root }) {
	return isText(root) && root.type === void 0;
}

// src/domain/manifests/find-manifests.ts
function probablePaths(files) {
	return [...new Set(files.flatMap(probable))];
}
function isManifestOf(files, path) {
	const directory = KUSTOMIZATIONS.some((name) => path.endsWith(`/${name}`)) ? path.slice(0, path.lastIndexOf("/")) : path;
	return files.some((pattern) => isGlob(pattern) ? matches(pattern, path) || matches(pattern, directory) : probable(pattern).includes(path));
}
function findManifests(targets, known) {
	const wanted = /* @__PURE__ */ new Set();
	const look = (path) => {
		const entry = known.get(path);
		if (entry === void 0) wanted.add(path);
		return entry;
	};
	const { attempt, finish } = gather$1();
	const found = targets.map((target) => attempt(() => manifestsOf(target, look)));
	if (wanted.size > 0) return {
		kind: "more",
		paths: [...wanted].sort()
	};
	onceEach(finish);
	return {
		kind: "done",
		found: found.filter((one) => one !== void 0)
	};
}
function learn(known, paths, entries) {
	return new Map([...known, ...paths.map((path, index) => [path, entries[index] ?? { kind: "absent" }])]);
}
const probable = (pattern) => {
	if (isGlob(pattern)) return [baseOf$1(pattern)];
	if (/\.(?:ya?ml|json)$/.test(pattern) || isTextName(pattern)) return [pattern];
	return [pattern, ...KUSTOMIZATIONS.map((name) => `${pattern}/${name}`)];
};
const manifestsOf = (target, look) => {
	const { attempt, finish } = gather$1();
	for (const path of probablePaths(target.files)) look(path);
	const resolved = target.files.map((pattern) => attempt(() => resolvePattern(pattern, {
		target,
		look
	})));
	const paths = unique(resolved.flatMap((one) => one?.paths ?? []));
	const manifests = paths.map((path) => attempt(() => readable(path, look(path))));
	finish();
	const passedOver = unique(resolved.flatMap((one) => one?.passedOver ?? [])).filter((path) => !paths.includes(path));
	if (paths.length === 0) foundNothing(target, {
		look,
		passedOver
	});
	return {
		...target,
		manifests: manifests.filter((manifest) => manifest !== void 0),
		passedOver
	};
};
const unique = (paths) => [...new Set(paths)].sort();
const MOST_DIRECTORIES = 1e3;
const MOST_BESIDES = 100;
const DEEPEST$1 = 30;
function resolvePattern(pattern, { target, look }) {
	return isGlob(pattern) ? globbed(pattern, look) : named$2(pattern, {
		target,
		look
	});
}
const named$2 = (path, { target, look }) => {
	const entry = look(path);
	if (entry === void 0) return {
		paths: [],
		passedOver: []
	};
	if (entry.kind === "absent") return {
		paths: missing$1(path, {
			target,
			look
		}),
		passedOver: []
	};
	if (entry.kind !== "directory") return {
		paths: [path],
		passedOver: []
	};
	const kustomization = kustomizationOf(path, entry.entries);
	if (kustomization === void 0) return withoutKustomization(path, entry.entries);
	look(kustomization);
	return {
		paths: [kustomization],
		passedOver: besideKustomization(path, entry.entries)
	};
};
const besideKustomization = (path, entries) => entries.filter(({ name, kind }) => kind === "file" && !KUSTOMIZATIONS.includes(name) && distance(name) < LEAST_LIKE).map(({ name }) => join$2(path, name));
const kustomizationOf = (path, entries) => {
	const names = KUSTOMIZATIONS.filter((name) => entries.some((entry) => entry.name === name && entry.kind !== "directory"));
	if (names.length > 1) return ambiguous(path, names);
	return names[0] === void 0 ? void 0 : join$2(path, names[0]);
};
const globbed = (pattern, look) => {
	const paths = /* @__PURE__ */ new Set();
	const passedOver = /* @__PURE__ */ new Set();
	const visited = /* @__PURE__ */ new Set();
	const directories = /* @__PURE__ */ new Set();
	const besides = /* @__PURE__ */ new Set();
	const list = (path) => {
		const entry = look(path);
		if (entry?.kind === "symlink" || entry?.kind === "submodule") passedOver.add(path);
		if (entry?.kind !== "directory") return [];
		directories.add(path);
		if (directories.size > MOST_DIRECTORIES || path.split("/").length > DEEPEST$1) tooWide(pattern);
		return entry.entries;
	};
	const below = (path, segments) => {
		const [segment, ...rest] = segments;
		const step = `${segments.join("/")} ${path}`;
		if (visited.has(step)) return;
		visited.add(step);
		if (segment === void 0) take(path);
		else if (segment === "**") anywhere(path, rest.length === 0 ? ["*"] : rest);
		else if (isGlob(segment)) matching(path, segment, rest);
		else {
			if (rest.length === 0) passBeside(path, segment);
			below(join$2(path, segment), rest);
		}
	};
	const passBeside = (path, segment) => {
		if (besides.add(path).size > MOST_BESIDES) return;
		const entry = look(path);
		if (entry?.kind !== "directory") return;
		const isPassed = isPassedBy({
			segment,
			isLast: true,
			isDeep: false
		});
		for (const { name } of entry.entries.filter(isPassed)) passedOver.add(join$2(path, name));
	};
	const anywhere = (path, rest) => {
		const entries = list(path);
		const [next = "*"] = rest;
		if (isGlob(next) || entries.some(({ name }) => name === next)) below(path, rest);
		passBy(path, {
			segment: next,
			isLast: rest.length === 1,
			isDeep: true
		});
		for (const { name, kind } of entries.filter((entry) => !entry.name.startsWith("."))) if (kind === "directory") below(join$2(path, name), ["**", ...rest]);
		else if (kind !== "file") passedOver.add(join$2(path, name));
	};
	const passBy = (path, wanted) => {
		for (const entry of list(path).filter(isPassedBy(wanted))) passedOver.add(entry.kind === "directory" ? `${join$2(path, entry.name)}/` : join$2(path, entry.name));
	};
	const matching = (path, segment, rest) => {
		const last = rest.length === 0;
		const fits = matcher(segment);
		passBy(path, {
			segment,
			isLast: last,
			isDeep: /^[*?]/.test(segment)
		});
		for (const { name, kind } of list(path).filter((entry) => fits(entry.name))) if (kind === "directory" || last && isManifestName(segment, name)) below(join$2(path, name), rest);
		else if (kind !== "file") passedOver.add(join$2(path, name));
	};
	const take = (path) => {
		const entry = look(path);
		if (entry === void 0 || entry.kind === "absent") return;
		const file = entry.kind === "directory" ? kustomizationOf(path, entry.entries) : path;
		if (entry.kind === "directory") for (const other of besideKustomization(path, entry.entries)) passedOver.add(other);
		if (file === void 0) return;
		look(file);
		paths.add(file);
	};
	below("", pattern.split("/"));
	return {
		paths: [...paths],
		passedOver: [...passedOver]
	};
};
const stemOf$1 = (name) => {
	const stem = name.replace(/^\./, "").split(".")[0] ?? "";
	return /\{[^}]*$|\[[^\]]*$/.test(stem) ? "*" : stem;
};
const isPassedBy = ({ segment, isLast, isDeep }) => {
	const fits = matcher(stemOf$1(segment));
	return ({ name, kind }) => {
		if (kind === "directory") return isDeep && name.startsWith(".") && !/^\.git(?:hub)?$/.test(name);
		return isLast && kind === "file" && fits(stemOf$1(name)) && !isManual.test(name);
	};
};
const isManual = /\.(?:md|adoc|rst|png|svg)$|^(?:licen[cs]e|codeowners|owners|makefile|\.git\w+|\.editorconfig|\.helmignore)$/i;
const LEAST_LIKE = 3;
const distance = (name) => {
	if (/^\.?kustomization\b/i.test(name)) return 0;
	if (/\.(?:ya?ml|json)$/i.test(name)) return 1;
	return /\.(?:ya?ml|json)\b/i.test(name) ? 2 : LEAST_LIKE;
};
function passedOverHint(paths) {
	if (paths.length === 0) return "";
	const nameOf = (path) => path.slice(path.lastIndexOf("/", path.length - 2) + 1);
	const ranked = [...paths].sort((a, b) => distance(nameOf(a)) - distance(nameOf(b)));
	const shown = ranked.slice(0, MOST_NAMES$1);
	const rest = ranked.length - shown.length;
	return `Passed over: ${listed(rest > 0 ? [...shown, `${rest} more`] : shown)}. A glob takes no name with a dot in front, and with a \`*\` at its end only .yaml, .yml and .json; a directory stands for its kustomization.yaml, kustomization.yml or Kustomization.`;
}
const isManifestName = (segment, name) => !segment.endsWith("*") || /\.(?:ya?ml|json)$/.test(name) || KUSTOMIZATIONS.includes(name);
const tooWide = (pattern) => fail("manifest-too-many", `The glob ${quote(pattern)} leads through more than ${MOST_DIRECTORIES} directories or deeper than ${DEEPEST$1}.`, "Let files begin nearer to the manifests, with fewer wildcards.");
const KUSTOMIZATIONS = [
	"kustomization.yaml",
	"kustomization.yml",
	"Kustomization"
];
function baseOf$1(pattern) {
	const segments = pattern.split("/");
	const wild = segments.findIndex(isGlob);
	return segments.slice(0, wild < 0 ? segments.length : wild).join("/");
}
function join$2(path, name) {
	return path === "" ? name : `${path}/${name}`;
}
const LFS_POINTER = "version https://git-lfs";
const MOST_NAMES$1 = 10;
function readable(path, entry) {
	if (entry === void 0) return void 0;
	if (entry.kind !== "file") return refused$1(path, entry);
	if (!entry.text.startsWith(LFS_POINTER)) return {
		path,
		text: entry.text,
		executable: entry.executable
	};
	return fail("manifest-lfs", `${quote(path)} is a pointer of Git LFS.`, "Keep manifests out of Git LFS: remove the pattern from .gitattributes and commit the file itself.", { path });
}
const reasons = {
	symlink: [
		"manifest-symlink",
		"is a symbolic link",
		"Let files name what the link leads to."
	],
	submodule: [
		"manifest-submodule",
		"is a submodule",
		"Promote in the repository of the submodule."
	],
	binary: [
		"manifest-binary",
		"is not UTF-8 text",
		"Save it as UTF-8."
	],
	"too-large": [
		"manifest-too-large",
		`is larger than ${LARGEST_MANIFEST / 1024 ** 2} MiB`,
		"Split it."
	],
	directory: [
		"manifest-missing",
		"is a directory",
		"Let files name the file in it."
	],
	absent: [
		"manifest-missing",
		"does not exist",
		"Correct files in the configuration."
	]
};
function refused$1(path, entry) {
	const [code, what, hint] = reasons[entry.kind];
	return fail(code, `${quote(path)} ${what}.`, hint, { path });
}
function ambiguous(path, names) {
	const message = `The directory ${quote(path)} has ${listed(names)}, of which kustomize takes only one.`;
	return fail("manifest-ambiguous", message, "Keep one of them.", { path: `${path}/${names[0]}` });
}
function withoutKustomization(path, entries) {
	const misspelt = entries.find(({ name, kind }) => kind === "file" && distance(name) === 0);
	const way = misspelt === void 0 ? "Let files name a file, or add a kustomization.yaml." : `Rename ${quote(misspelt.name)} to kustomization.yaml: kustomize reads no other spelling.`;
	const hint = `${contents(path, entries)} ${way}`;
	return fail("manifest-missing", `The directory ${quote(path)} has no kustomization file.`, hint, { path });
}
function missing$1(path, { target, look }) {
	const segments = path.split("/");
	const above = segments.map((_, index) => segments.slice(0, index).join("/"));
	const entries = above.map((directory) => look(directory));
	if (entries.includes(void 0)) return [];
	const last = entries.findLastIndex((entry) => entry?.kind !== "absent");
	const entry = entries[last];
	const there = above[last] ?? "";
	const name = segments[last] ?? path;
	if (entry?.kind === "symlink" || entry?.kind === "submodule") return refused$1(there, entry);
	const siblings = entry?.kind === "directory" ? entry.entries : [];
	const { hint, elsewhere } = explainMissing(name, {
		target,
		there,
		entry,
		siblings
	});
	const gone = segments.slice(0, last + 1).join("/");
	const absent = `there is no ${quote(gone)}`;
	if (name === target.product) return fail("product-unknown", `The product ${quote(name)} is unknown: ${absent}.`, hint, { path: gone });
	const whose = `The manifests of ${quote(target.product)} in ${quote(target.environment)} are missing`;
	return fail("manifest-missing", `${whose}: ${absent}.`, `${hint}${elsewhere}`, { path });
}
const explainMissing = (name, { target, there, entry, siblings }) => {
	const meant = nearest(name, siblings.map((sibling) => sibling.name));
	const isProductMeant = isStranger(target) && (name === target.product || meant.length === 0);
	const guess = meant.length > 0 ? `Did you mean ${meant.map(quote).join(" or ")}? ` : "";
	const lead = isProductMeant ? strangerHint(target) : guess;
	const found = entry?.kind === "directory" ? contents(there, siblings) : `${quote(there)} is a file.`;
	const isNameWrong = meant.length > 0 || isProductMeant;
	const each = target.files.length > 1 && !isNameWrong ? " Each entry of `files` must be there for each product and environment; set `files` under a product that has others." : "";
	if (name === target.product) return {
		hint: `${lead}${found}${each}`,
		elsewhere: ""
	};
	const elsewhere = isNameWrong || name === target.environment ? "" : each || " Let `files` in the configuration say where they are.";
	return {
		hint: `${lead}${found}`,
		elsewhere
	};
};
const isStranger = ({ product, products = [] }) => products.length > 0 && !products.includes(product);
const strangerHint = (target) => isStranger(target) ? `${meantProduct(target.product, target.products ?? [])} ` : "";
function meantProduct(product, products) {
	const meant = nearest(product, products);
	const rest = products.length - MOST_NAMES$1;
	const names = rest > 0 ? [...products.slice(0, MOST_NAMES$1), `${rest} more`] : products;
	return `${meant.length > 0 ? `Did you mean ${meant.map(quote).join(" or ")}? ` : ""}The configuration lists ${listed(names)}.`;
}
function foundNothing(target, { look, passedOver }) {
	const base = baseOf$1(target.files[0] ?? "");
	const entry = look(base);
	if (entry === void 0) return;
	if (entry.kind === "symlink" || entry.kind === "submodule") refused$1(base, entry);
	if (entry.kind === "absent") missing$1(base, {
		target,
		look
	});
	else {
		const message = `The manifests of ${`${quote(target.product)} in ${quote(target.environment)}`} are missing: no file matches ${listed(target.files.map(quote))}.`;
		const hint = entry.kind === "directory" ? contents(base, entry.entries) : `${quote(base)} is no directory.`;
		fail("manifest-missing", message, `${strangerHint(target)}${passedOverHint(passedOver) || hint}`);
	}
}
const contents = (path, entries) => {
	const where = path === "" ? "The repository" : quote(path);
	if (entries.length === 0) return `${where} is empty.`;
	const names = entries.slice(0, MOST_NAMES$1).map(({ name }) => quote(name));
	const rest = entries.length - names.length;
	return `${where} has ${listed(rest > 0 ? [...names, `${rest} more`] : names)}.`;
};

// src/domain/config/config-tree.ts
function treeAt(tree, path) {
	const [step, ...rest] = path;
	if (tree === void 0 || step === void 0) return tree;
	return treeAt(childOf$1(tree, step), rest);
}
function lineAt(tree, path) {
	const [step, ...rest] = path;
	if (tree === void 0 || step === void 0) return tree?.line ?? 1;
	const next = childOf$1(tree, step);
	return next === void 0 ? tree.line : lineAt(next, rest);
}
function keysOf$1(tree) {
	return tree?.kind === "map" ? [...tree.entries.keys()] : [];
}
function plain$1(tree) {
	if (tree === void 0) return {};
	if (tree.kind === "scalar") return tree.value;
	if (tree.kind === "list") return tree.items.map(plain$1);
	return Object.fromEntries([...tree.entries].map(([key, value]) => [key, plain$1(value)]));
}
const childOf$1 = (tree, step) => {
	if (tree.kind === "map") return tree.entries.get(String(step));
	return tree.kind === "list" ? tree.items[Number(step)] : void 0;
};
const MOST_VALUES = 1e5;
const MOST_ALIASES = 1e3;
const DEEPEST = 50;
const unusable = /* @__PURE__ */ new Set([
	"__proto__",
	"prototype",
	"constructor"
]);
function readTree({ path, text }) {
	const lines = new LineCounter();
	const violations = [];
	const report = (line, { what, hint }) => {
		violations.push({
			code: "config-invalid",
			message: `${what}.`,
			hint,
			path,
			line
		});
	};
	const lineOf = (place) => lines.linePos(place?.range?.[0] ?? 0).line || 1;
	const documents = documentsOf(text, lines);
	if (documents === void 0) {
		report(1, {
			what: "The file is nested too deeply to be read",
			hint: "A configuration is a few levels deep."
		});
		return {
			tree: void 0,
			violations
		};
	}
	const [first] = documents.flatMap(problemsOf$1).sort((one, other) => one.pos[0] - other.pos[0]);
	if (first !== void 0) {
		const { line } = lines.linePos(first.pos[0]);
		const hint = syntaxHint(text.split("\n")[line - 1] ?? "");
		report(line, {
			what: `The file is not valid YAML: ${quote(first.message)}`,
			hint
		});
	}
	const [document, second] = documents;
	if (second !== void 0) report(lineOf(second), {
		what: "The file holds more than one YAML document",
		hint: "Keep one document only."
	});
	if (document === void 0 || document.contents === null || violations.length > 0) return {
		tree: void 0,
		violations
	};
	const tree = treeOf$1(document, {
		lineOf,
		report
	});
	return {
		tree: tree.kind === "scalar" && tree.value === null ? void 0 : tree,
		violations
	};
}
const syntaxHint = (line) => {
	if (/[:-] \{(?:product|environment)\}/.test(line)) return "Quote a text that begins with a brace: \"{environment}/…\".";
	if (unquotedInList.test(line)) return "Quote a path with a placeholder inside [ ]: \"helm/{product}/values.yaml\".";
	return "Correct the syntax.";
};
const unquotedInList = /\[(?:[^"']|"[^"]*"|'[^']*')*\{(?:product|environment)\}/;
const treeOf$1 = (document, { lineOf, report }) => {
	const open = /* @__PURE__ */ new Set();
	let values = 0;
	let aliases = 0;
	const target = (node) => {
		if (!isAlias(node) || ++aliases > MOST_ALIASES) return node;
		const value = node.resolve(document);
		const what = `The alias ${quote(node.source)} stands for nothing`;
		if (value === void 0) report(lineOf(node), {
			what,
			hint: "Set its anchor before it."
		});
		return value;
	};
	const read = (node, line) => {
		const value = target(node);
		if (isScalar(value) && ++values <= MOST_VALUES) return {
			kind: "scalar",
			value: scalarOf(value),
			line
		};
		if (!isSeq(value) && !isMap(value)) return {
			kind: "scalar",
			value: null,
			line
		};
		if (++values > MOST_VALUES) return {
			kind: "scalar",
			value: null,
			line
		};
		if (open.has(value) || open.size >= DEEPEST) {
			report(line, {
				what: "A value holds itself or is nested too deeply",
				hint: "Write the value out."
			});
			return {
				kind: "scalar",
				value: null,
				line
			};
		}
		open.add(value);
		const content = isSeq(value) ? listOf(value.items) : mapOf(value.items);
		open.delete(value);
		return {
			...content,
			line
		};
	};
	const listOf = (items) => ({
		kind: "list",
		items: items.map((item) => read(item, lineOf(item)))
	});
	const mapOf = (pairs) => {
		const entries = /* @__PURE__ */ new Map();
		for (const { key, value } of pairs) {
			const line = lineOf(key);
			const name = nameOf(target(key));
			const problem = keyProblem(name, entries);
			if (problem !== void 0) report(line, problem);
			else if (name !== void 0) entries.set(name, read(value, line));
		}
		return {
			kind: "map",
			entries
		};
	};
	const tree = read(document.contents, lineOf(document.contents));
	if (values > MOST_VALUES || aliases > MOST_ALIASES) report(1, {
		what: `The file holds more than ${`${MOST_VALUES} values or ${MOST_ALIASES} aliases`}, with aliases written out`,
		hint: "Use fewer aliases."
	});
	return tree;
};
const documentsOf = (text, lineCounter) => {
	try {
		return compose(text, {
			lineCounter,
			schema: "core",
			merge: false,
			resolveKnownTags: false,
			uniqueKeys: false,
			prettyErrors: false,
			logLevel: "silent"
		}).documents;
	} catch (error) {
		if (error instanceof RangeError) return void 0;
		throw error;
	}
};
const problemsOf$1 = ({ errors, warnings }) => [...errors, ...warnings];
const scalarOf = ({ value, source }) => {
	if (typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null) return value;
	return source ?? String(value);
};
const nameOf = (key) => isScalar(key) ? key.source ?? String(key.value ?? "") : void 0;
const keyProblem = (name, entries) => {
	if (name === void 0) return {
		what: "A key is a list, a mapping or missing",
		hint: "Use plain text as the key."
	};
	const first = entries.get(name);
	if (first !== void 0) return {
		what: `The key ${quote(name)} is there twice, first on line ${first.line}`,
		hint: "Keep one of them."
	};
	if (name === "<<") return {
		what: "The merge key \"<<\" is no part of YAML 1.2",
		hint: "Write the settings out, or alias a whole value."
	};
	if (unusable.has(name)) return {
		what: `The name ${quote(name)} cannot be configured`,
		hint: "Use another name."
	};
};
function scopesOf(tree) {
	const environments = (scope) => keysOf$1(treeAt(tree, [...scope, "environments"])).map((name) => [
		...scope,
		"environments",
		name
	]);
	const products = keysOf$1(treeAt(tree, ["products"])).map((name) => ["products", name]);
	return [
		[],
		...environments([]),
		...products.flatMap((product) => [product, ...environments(product)])
	];
}

// src/domain/config/settings.ts
const unconfigured = {
	path: "",
	value: {},
	tree: void 0
};
const REFERENCE_LAYOUT = "applications/{product}/overlays/{environment}";
function settingsOf(config, product, environment) {
	const ofConfig = settingsByTarget.get(config) ?? /* @__PURE__ */ new Map();
	settingsByTarget.set(config, ofConfig);
	const target = JSON.stringify([product, environment]);
	const known = ofConfig.get(target) ?? settingsFor$1(config, product, environment);
	ofConfig.set(target, known);
	return known;
}
const settingsByTarget = /* @__PURE__ */ new WeakMap();
const settingsFor$1 = (config, product, environment) => {
	const { found, origin } = lookUp$1(config, product, environment);
	const filled = (text) => filledIn(text, product, environment);
	const files = filesOf(found);
	return {
		files: eachPattern(files).map(filled),
		layers: files.flatMap((entry) => typeof entry === "string" ? [] : [entry.map(filled)]),
		delivery: found.delivery ?? "commit",
		mergeMethod: found["merge-method"],
		labels: found.labels,
		reviewers: found.reviewers,
		assignees: found.assignees,
		draft: found.draft,
		commitMessage: found["commit-message"],
		images: found.images?.map(filled),
		addImages: found["add-images"] ?? false,
		requires: found.requires,
		order: found.order ?? "newer",
		sources: found.sources?.map(({ repository, id, refs }) => ({
			repository: filled(repository),
			id,
			refs: refs?.map(filled)
		})),
		proof: found.proof ?? (found.sources === void 0 ? void 0 : "required"),
		actors: found.actors,
		tags: found.tags,
		verify: found.provenance === void 0 ? found.verify ?? false : "digest",
		provenance: found.provenance && {
			trustedRoot: found.provenance["trusted-root"],
			workflow: found.provenance.workflow,
			refs: found.provenance.refs
		},
		freeze: found.freeze ?? [],
		origin
	};
};
function patternsOf(config, environment) {
	return eachPattern(filesOf(lookUp$1(config, "", environment).found));
}
function filesAt(config, product, environment) {
	return eachPattern(filesOf(scopesFor(config, product, environment).find(({ settings }) => settings.files !== void 0)?.settings ?? {})).map((text) => filledIn(text, product, environment));
}
const filledIn = (text, product, environment) => text.replaceAll("{product}", () => product).replaceAll("{environment}", () => environment);
function eachPattern(files) {
	return [...new Set(files.flat())];
}
function filesOf({ files = REFERENCE_LAYOUT }) {
	return typeof files === "string" ? [files] : files;
}
function headlineFor(config, targets) {
	const [first, ...others] = new Set(targets.map(({ settings }) => settings.commitMessage));
	return others.length === 0 ? first : config.value["commit-message"];
}
function environmentsOf$1({ tree }) {
	const list = treeAt(tree, ["environments"]);
	return list === void 0 ? void 0 : keysOf$1(list);
}
function inOrder(config, environments, trigger = "by-hand") {
	const list = environmentsOf$1(config);
	const unique = [...new Set(environments)];
	if (list === void 0) return unique;
	const place = trigger === "automatic" ? {
		path: config.path,
		line: lineAt(config.tree, ["environments"])
	} : void 0;
	collect(unique.filter((name) => !list.includes(name)).map((name) => () => unknownEnvironment(name, list, place)));
	return list.filter((name) => unique.includes(name));
}
const unknownEnvironment = (name, list, place) => {
	const meant = nearest(name, list);
	const chosen = place === void 0 ? "" : " If dispatch chose the name, set environments in its step.";
	const named = `There are ${listed(list)}.${chosen}`;
	const hint = meant.length > 0 ? `Did you mean ${meant.join(" or ")}? ${named}` : named;
	return fail("environment-unknown", `The configuration lists no environment ${quote(name)}.`, hint, place);
};
const lookUp$1 = (config, product, environment) => {
	const found = {};
	const origin = {};
	for (const { path, settings } of scopesFor(config, product, environment).toReversed()) for (const name of Object.keys(settings)) {
		if (settings[name] === void 0) continue;
		found[name] = settings[name];
		origin[name] = {
			path: config.path,
			line: lineAt(config.tree, [...path, name])
		};
	}
	return {
		found,
		origin
	};
};
const scopesFor = ({ value }, product, environment) => {
	const { environments, products, issuer, argocd, writers, ...everywhere } = value;
	const { environments: ofEnvironments, ...throughout } = own(products, product) ?? {};
	return [
		{
			path: [
				"products",
				product,
				"environments",
				environment
			],
			settings: own(ofEnvironments, environment) ?? {}
		},
		{
			path: ["environments", environment],
			settings: own(environments, environment) ?? {}
		},
		{
			path: ["products", product],
			settings: throughout
		},
		{
			path: [],
			settings: everywhere
		}
	];
};
const own = (record, name) => record && Object.hasOwn(record, name) ? record[name] : void 0;
function imageAllowed({ images }, image) {
	return images === void 0 || spellingsOf$2(image).some((name) => matchesAny(images, name));
}
function literalImages({ images }) {
	return [...new Set((images ?? []).filter((pattern) => !isGlob(pattern)))];
}
const MISPLACED = [
	".github/promotion.yaml",
	"promotion.yml",
	"promotion.yaml"
];
function configPaths(given) {
	if (given === void 0) return [USUAL_CONFIG, ...MISPLACED];
	const problem = relativePath.problem(given);
	if (problem === void 0) return [given];
	return fail("path-escapes", `The path of the configuration ${problem}: ${quote(given)}.`, "Write a path from the root of the repository.");
}
function locateConfig(given, entries) {
	const path = given ?? ".github/promotion.yml";
	const entry = entries[0] ?? { kind: "absent" };
	if (entry.kind === "file") return {
		path,
		text: entry.text
	};
	if (entry.kind !== "absent") {
		const what = `The configuration ${quote(path)} is ${kinds[entry.kind]}.`;
		return fail("config-invalid", what, "Put a file of YAML text there.", { path });
	}
	if (given !== void 0) return fail("config-missing", `There is no configuration at ${quote(given)}.`, "Correct the input `config`, or leave it out to use .github/promotion.yml.", { path: given });
	const misplaced = MISPLACED.find((_, index) => (entries[index + 1]?.kind ?? "absent") !== "absent");
	if (misplaced === void 0) return void 0;
	const hint = `Rename it to ${USUAL_CONFIG}, or name it with the input \`config\`.`;
	return fail("config-misplaced", `There is a configuration at ${misplaced}, where it is not looked for.`, hint, { path: misplaced });
}
const kinds = {
	directory: "a directory",
	symlink: "a symbolic link",
	submodule: "a submodule",
	binary: "not UTF-8 text",
	"too-large": "too large"
};

// src/domain/config/owners.ts
function ownershipIn(config, named) {
	const { products = {}, environments: listed } = config.value;
	const scoped = Object.values(products ?? {}).flatMap((product) => Object.keys(product?.environments ?? {}));
	const environments = environmentsOf$1(config) ?? [.../* @__PURE__ */ new Set([...named.environments, ...scoped])];
	const names = [.../* @__PURE__ */ new Set([...Object.keys(products ?? {}), ...named.products])];
	let index;
	const known = /* @__PURE__ */ new Map();
	const find = (path) => {
		index ??= indexOf$2(config, {
			products: names,
			environments: listed === void 0 ? environments : Object.keys(listed)
		});
		return lookUp(index, path).map(({ product, environment }) => ({
			product,
			environment,
			settings: settingsOf(config, product, environment)
		}));
	};
	return {
		environments,
		products: Object.keys(products ?? {}),
		ownersOf: (path) => {
			const owners = known.get(path) ?? find(path);
			known.set(path, owners);
			return owners;
		}
	};
}
function shares(owner, product, repositories) {
	return owner.product === product || repositories.some((repository) => imageAllowed(owner.settings, repository));
}
const indexOf$2 = (config, { products, environments }) => {
	const patterns = /* @__PURE__ */ new Map();
	for (const product of products) for (const environment of environments) for (const pattern of filesAt(config, product, environment)) {
		const others = patterns.get(pattern);
		if (others === void 0) patterns.set(pattern, [{
			product,
			environment
		}]);
		else others.push({
			product,
			environment
		});
	}
	return {
		literal: patterns,
		globs: [...patterns].filter(([pattern]) => isGlob(pattern)).map(([pattern, pairs]) => ({
			fits: matcher(pattern),
			pairs
		}))
	};
};
const namesOf$3 = (path) => {
	const slash = path.lastIndexOf("/");
	return KUSTOMIZATIONS.includes(path.slice(slash + 1)) ? [path, path.slice(0, Math.max(slash, 0))] : [path];
};
const lookUp = ({ literal, globs }, path) => {
	const paths = namesOf$3(path);
	const found = [...paths.flatMap((one) => literal.get(one) ?? []), ...globs.flatMap(({ fits, pairs }) => paths.some(fits) ? pairs : [])];
	return [...new Map(found.map((pair) => [`${pair.product} ${pair.environment}`, pair])).values()];
};
function closedProducts(config, { products, environments }) {
	const names = keysOf$1(treeAt(config.tree, ["products"]));
	if (names.length === 0) return products;
	const place = {
		path: config.path,
		line: lineAt(config.tree, ["products"])
	};
	const strangers = products.filter((product) => !names.includes(product));
	if (strangers.length === 0) return products;
	const [pattern] = environments.flatMap((environment) => patternsOf(config, environment).filter((pattern) => !separates(pattern)));
	if (pattern === void 0) return products;
	return collect(strangers.map((product) => () => refuseUnlisted$1(product, {
		names,
		pattern,
		place
	})));
}
function refuseForeignManifests(config, spots) {
	const names = keysOf$1(treeAt(config.tree, ["products"]));
	const strangers = spots.filter(({ product, paths }) => paths.length > 0 && !names.includes(product));
	if (strangers.length === 0) return;
	if (names.length > 0) refuseListed(config, {
		names,
		spots,
		strangers
	});
	const readings = (environmentsOf$1(config) ?? []).flatMap((environment) => readingsIn(config, environment));
	collect(strangers.map((stranger) => () => refuseOtherReading(config, stranger, readings)));
}
const refuseListed = (config, { names, spots, strangers }) => {
	const known = environmentsOf$1(config) ?? [...new Set(spots.map(({ environment }) => environment))];
	const patterns = new Map(names.flatMap((product) => known.flatMap((environment) => [settingsOf(config, product, environment).files].flat(2).map((pattern) => [pattern, product]))));
	const globs = [...patterns].filter(([pattern]) => isGlob(pattern));
	const ownerOf = (path) => patterns.get(path) ?? patterns.get(path.slice(0, Math.max(0, path.lastIndexOf("/")))) ?? globs.find(([pattern]) => matches(pattern, path) || matches(pattern, path.slice(0, path.lastIndexOf("/"))))?.[1];
	const place = {
		path: config.path,
		line: lineAt(config.tree, ["products"])
	};
	const taken = strangers.flatMap(({ product, paths }) => paths.flatMap((path) => {
		const owner = ownerOf(path);
		return owner === void 0 ? [] : [[product, {
			path,
			owner
		}]];
	}));
	collect([...new Map(taken)].map(([product, { path, owner }]) => () => refuseOwned(product, {
		path,
		owner,
		place
	})));
};
const refuseOtherReading = (config, { product, environment, paths }, readings) => {
	for (const path of paths) {
		const names = namesOf$3(path);
		const fitting = readings.filter(({ fits }) => names.some(fits));
		const own = fitting.filter((reading) => reading.environment === environment).map(({ fixed }) => fixed);
		const other = fitting.find((reading) => reading.environment !== environment && reading.fixed >= Math.min(...own) && !filesAt(config, product, reading.environment).some((pattern) => names.some(matcher(pattern))));
		if (other === void 0) continue;
		fail("product-unknown", `The configuration does not list the product ${quote(product)}, and ${quote(path)} may be the manifest of another product in ${quote(other.environment)} as well.`, "List the product under `products`, or write {product} and {environment} as separate parts of each path in `files`.", {
			path: config.path,
			line: lineAt(config.tree, ["environments", other.environment])
		});
	}
};
const readingsIn = (config, environment) => patternsOf(config, environment).flatMap((pattern) => {
	const parts = pattern.replaceAll("{environment}", () => environment).split("{product}");
	const fixed = parts.join("").length;
	if (parts.length === 1) return [];
	if (!isGlob(parts.join(""))) return [{
		environment,
		fits: (path) => isFilledIn(parts, path),
		fixed
	}];
	return parts.length === 2 ? [{
		environment,
		fits: matcher(parts.join("*")),
		fixed
	}] : [];
});
const isFilledIn = (parts, path) => {
	const [{ length: start } = ""] = parts;
	const length = (path.length - parts.join("").length) / (parts.length - 1);
	const name = path.slice(start, start + length);
	return length > 0 && !name.includes("/") && parts.join(name) === path;
};
const refuseOwned = (product, { path, owner, place }) => fail("product-unknown", `The configuration does not list the product ${quote(product)}, and ${quote(path)} belongs to ${quote(owner)}, which it lists.`, `Ask for ${quote(owner)}, or list the product under \`products\`.`, place);
const refuseUnlisted$1 = (product, { names, pattern, place }) => {
	return fail("product-unknown", `The configuration lists products, and ${quote(product)} is not among them, while ${quote(pattern)} in \`files\` holds the manifests of several products.`, `${meantProduct(product, names)} List the product under \`products\`, or write {product} as a whole part of each path in \`files\`.`, place);
};
const separates = (pattern) => pattern.split("/").some((part) => {
	const plain = part.replaceAll("{product}", "\0").replaceAll("{environment}", "x");
	return !/[*?[\]{}]/.test(plain) && /(?:^|[-_.])\0(?=[-_.]|$)/.test(plain);
});

// src/domain/yaml/lines.ts
function lineFinder(text) {
	let starts;
	return (offset) => {
		starts ??= lineStarts(text);
		let low = 0;
		let high = starts.length;
		while (high - low > 1) {
			const middle = low + high >> 1;
			if ((starts[middle] ?? 0) <= offset) low = middle;
			else high = middle;
		}
		return low + 1;
	};
}
function linesOf$1(text) {
	return lineStarts(text).map((start) => ({
		start,
		end: lineEnd(text, start)
	}));
}
const lineStarts = (text) => {
	const starts = [0];
	for (let feed = text.indexOf("\n"); feed >= 0; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
	return starts;
};
function lineStart(text, offset) {
	return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}
function lineEnd(text, offset) {
	const feed = text.indexOf("\n", offset);
	if (feed < 0) return text.length;
	return feed > offset && text[feed - 1] === "\r" ? feed - 1 : feed;
}
function lineBreakOf(text) {
	const feed = text.indexOf("\n");
	return feed > 0 && text[feed - 1] === "\r" ? "\r\n" : "\n";
}
function applySplices(text, splices) {
	const pieces = [];
	let position = 0;
	for (const splice of ordered(splices)) {
		if (splice.start < position) return void 0;
		pieces.push(text.slice(position, splice.start), splice.text);
		position = splice.end;
	}
	pieces.push(text.slice(position));
	return pieces.join("");
}
const ordered = (splices) => [...splices].sort((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start));

// src/domain/yaml/layout.ts
const indicator = /(?:^|[\n{,[]|[-?:][ \t])[ \t]*\?(?:\s+(?:[&!]\S*|#[^\n]*(?=\n)))*\s+$/;
const FARTHEST = 1e3;
function checkImplicit(tree, entry) {
	const start = entry.key.range[0];
	if (!indicator.test(tree.text.slice(Math.max(0, start - FARTHEST), start))) return;
	refuseKey(tree, entry, {
		problem: "is written with \"?\"",
		hint: "Write the entry without \"?\", and promote again."
	});
}
function checkRemovable(tree, entry) {
	checkImplicit(tree, entry);
	if (entry.key.anchor === void 0) return;
	refuseKey(tree, entry, {
		problem: "has an anchor",
		hint: "Write the key without an anchor, and promote again."
	});
}
const refuseKey = (tree, { key }, { problem, hint }) => {
	const [start, end] = key.range;
	return fail("image-ambiguous", `The key ${quote(tree.text.slice(start, end))} ${problem}.`, hint, tree.place(start));
};
function endOf$1(tree, node) {
	if (isMapping(node) && node.flow !== true) return endOfEntry(tree, node.items.at(-1));
	if (isSequence(node) && node.flow !== true) return endOf$1(tree, node.items.at(-1) ?? null);
	let end = node?.range[1] ?? 0;
	while (end > 0 && /\s/.test(tree.text[end - 1] ?? "")) end--;
	return end;
}
function endOfEntry(tree, entry) {
	if (entry === void 0) return 0;
	const key = entry.key.range[1];
	return entry.value === null ? key : Math.max(key, endOf$1(tree, entry.value));
}
function spellKey(key, neighbour) {
	const type = neighbour.type;
	if (type === "QUOTE_DOUBLE") return printScalar(key, "double");
	return type === "QUOTE_SINGLE" ? printScalar(key, "single") : key;
}
function insertAfter(tree, mapping, entry, fields) {
	checkImplicit(tree, entry);
	return mapping.flow === true ? insertInFlow(tree, mapping, entry, fields) : insertLines(tree, mapping, entry, fields);
}
const insertLines = (tree, mapping, entry, fields) => {
	const at = lineEnd(tree.text, endOfEntry(tree, entry));
	const indent = indentOf$1(tree, mapping);
	return {
		start: at,
		end: at,
		text: fields.map(({ key, text }) => `${indent}${spellKey(key, entry.key)}: ${printScalar(text, "plain")}`).map((line) => `${lineBreakAt(tree.text, at)}${line}`).join("")
	};
};
function lineBreakAt(text, end) {
	if (text.startsWith("\r\n", end)) return "\r\n";
	return text[end] === "\n" ? "\n" : lineBreakOf(text);
}
function indentOf$1(tree, mapping) {
	const own = mapping.items.map((entry) => leading(tree.text, entry.key.range[0])).find((blanks) => blanks !== void 0);
	const first = startOf(mapping);
	return own ?? " ".repeat(columnOf(tree.text, first));
}
const startOf = (node) => {
	const first = isMapping(node) && node.flow !== true ? node.items[0] : void 0;
	return first === void 0 ? node.range[0] : startOf(first.key);
};
const columnOf = (text, key) => text.slice(lineStart(text, key), key).replace(/^\uFEFF/, "").replace(/(?:(?:\?|[&!]\S*)\s+)+$|\?$/, "").length;
function leading(text, offset) {
	const before = text.slice(lineStart(text, offset), offset).replace(/^\uFEFF/, "");
	return /^[ \t]*$/.test(before) ? before : void 0;
}
const insertInFlow = (tree, mapping, entry, fields) => {
	const style = flowStyleOf(tree, mapping, entry);
	const pairs = fields.map(({ key, text }) => spellPair(style, key, text));
	const next = mapping.items[mapping.items.indexOf(entry) + 1];
	const end = endOfEntry(tree, entry);
	const gap = next === void 0 ? "" : tree.text.slice(end, next.key.range[0]);
	if (next !== void 0 && gap.includes("#")) {
		const at = next.key.range[0];
		return {
			start: at,
			end: at,
			text: pairs.map((pair) => `${pair},${style.gap}`).join("")
		};
	}
	return {
		start: end,
		end,
		text: pairs.map((pair) => `,${style.gap}${pair}`).join("")
	};
};
function flowStyleOf(tree, mapping, entry) {
	const index = mapping.items.indexOf(entry);
	const key = entry.key;
	const between = entry.value === null ? ": " : tree.text.slice(key.range[1], entry.value.range[0]);
	const colon = /^[ \t]*:[ \t]*$/.test(between) ? between : ": ";
	const quoted = tree.isJson || key.type === "QUOTE_DOUBLE";
	return {
		gap: gapOf(tree, mapping, index) ?? (colon === ":" ? "" : " "),
		colon,
		quoted,
		key
	};
}
const gapOf = (tree, mapping, index) => {
	const next = mapping.items[index + 1];
	const before = mapping.items[index - 1];
	const own = mapping.items[index]?.key.range[0] ?? 0;
	if (before !== void 0) return lastBlanks(tree.text.slice(endOfEntry(tree, before), own));
	if (next !== void 0) return lastBlanks(tree.text.slice(endOfEntry(tree, mapping.items[index]), next.key.range[0]));
	const opening = lastBlanks(tree.text.slice(mapping.range[0] + 1, own));
	return opening.includes("\n") ? opening : void 0;
};
const lastBlanks = (text) => /(?:\r?\n)?[ \t]*$/.exec(text)?.[0] ?? "";
function spellPair(style, key, text) {
	return `${spellKey(key, style.key)}${style.colon}${printScalar(text, style.quoted ? "double" : "plain")}`;
}
function removeEntry(tree, mapping, entry) {
	checkRemovable(tree, entry);
	if (mapping.flow === true) return removeFromFlow(tree, mapping, entry);
	const key = entry.key.range[0];
	const end = lineEnd(tree.text, endOfEntry(tree, entry));
	const start = lineStart(tree.text, key);
	if (leading(tree.text, key) === void 0) return {
		start: key,
		end: end + (/^\s*/.exec(tree.text.slice(end))?.[0].length ?? 0),
		text: ""
	};
	if (start > 0) return {
		start: start - (tree.text[start - 2] === "\r" ? 2 : 1),
		end,
		text: ""
	};
	return {
		start,
		end: end + lineBreakAt(tree.text, end).length,
		text: ""
	};
}
const removeFromFlow = (tree, mapping, entry) => {
	const index = mapping.items.indexOf(entry);
	const next = mapping.items[index + 1];
	const before = mapping.items[index - 1];
	const end = endOfEntry(tree, entry);
	if (next !== void 0) return (commaEnd(tree, end) > end ? ownLine(tree, entry) : void 0) ?? {
		start: entry.key.range[0],
		end: next.key.range[0],
		text: ""
	};
	if (before === void 0) return {
		start: entry.key.range[0],
		end,
		text: ""
	};
	const start = endOfEntry(tree, before);
	if (!tree.text.slice(start, entry.key.range[0]).includes("#")) return {
		start,
		end,
		text: ""
	};
	return ownLine(tree, entry) ?? {
		start: entry.key.range[0],
		end: commaEnd(tree, end),
		text: ""
	};
};
const commaEnd = (tree, offset) => offset + (/^\s*,/.exec(tree.text.slice(offset))?.[0].length ?? 0);
const ownLine = (tree, entry) => {
	const start = lineStart(tree.text, entry.key.range[0]);
	const comma = commaEnd(tree, endOfEntry(tree, entry));
	const end = lineEnd(tree.text, comma);
	if (!(start > 0 && leading(tree.text, entry.key.range[0]) !== void 0) || !/^[ \t]*(?:#.*)?$/.test(tree.text.slice(comma, end))) return void 0;
	return {
		start: start - (tree.text[start - 2] === "\r" ? 2 : 1),
		end,
		text: ""
	};
};
function appendAfter(tree, sequence, index, items) {
	const neighbour = sequence.items[index];
	const end = endOf$1(tree, neighbour);
	if (sequence.flow === true) {
		const gap = itemGapOf(tree, sequence, index);
		return {
			start: end,
			end,
			text: items.map((item) => `,${gap}${flowItem(tree, neighbour, item)}`).join("")
		};
	}
	const at = lineEnd(tree.text, end);
	const style = {
		...dashStyleOf(tree, sequence),
		lineBreak: lineBreakAt(tree.text, at)
	};
	return {
		start: at,
		end: at,
		text: items.map((item) => `${style.lineBreak}${blockItem(tree, neighbour, style, item)}`).join("")
	};
}
const dashStyleOf = (tree, sequence) => {
	const dash = sequence.range[0];
	const blanks = tree.text.slice(dash + 1, sequence.items[0]?.range[0] ?? dash + 1);
	return {
		indent: leading(tree.text, dash) ?? " ".repeat(dash - lineStart(tree.text, dash)),
		blanks: /^ +$/.test(blanks) ? blanks : " "
	};
};
const blockItem = (tree, neighbour, style, item) => {
	if (isMapping(neighbour) && neighbour.flow === true) return `${style.indent}-${style.blanks}${flowItem(tree, neighbour, item)}`;
	const key = isMapping(neighbour) ? neighbour.items[0]?.key : void 0;
	const pairs = item.map((field) => `${key ? spellKey(field.key, key) : field.key}: ${printScalar(field.text, "plain")}`);
	return `${style.indent}-${style.blanks}${pairs.join(`${style.lineBreak}${style.indent} ${style.blanks}`)}`;
};
const flowItem = (tree, neighbour, item) => {
	const first = isMapping(neighbour) && neighbour.flow === true ? neighbour.items[0] : void 0;
	if (!isMapping(neighbour) || first === void 0) return flowMapping(defaultStyle(tree), item, ["", ""]);
	const inside = tree.text.slice(endOfEntry(tree, neighbour.items.at(-1)), neighbour.range[1] - 1);
	const opening = /^\s*/.exec(tree.text.slice(neighbour.range[0] + 1, first.key.range[0]))?.[0] ?? "";
	return flowMapping(flowStyleOf(tree, neighbour, first), item, [opening, /\s*$/.exec(inside)?.[0] ?? ""]);
};
const defaultStyle = (tree) => ({
	gap: " ",
	colon: ": ",
	quoted: tree.isJson
});
const flowMapping = (style, item, [opening, closing]) => {
	return `{${opening}${item.map(({ key, text }) => {
		if (style.key !== void 0) return spellPair({
			...style,
			key: style.key
		}, key, text);
		return `${style.quoted ? JSON.stringify(key) : key}${style.colon}${printScalar(text, style.quoted ? "double" : "plain")}`;
	}).join(`,${style.gap}`)}${closing}}`;
};
const itemGapOf = (tree, sequence, index) => {
	const items = sequence.items;
	const own = items[index]?.range[0] ?? 0;
	const before = items[index - 1];
	const start = before === void 0 ? sequence.range[0] + 1 : endOf$1(tree, before);
	const blanks = /(?:\r?\n)?[ \t]*$/.exec(tree.text.slice(start, own))?.[0] ?? "";
	if (before !== void 0 || blanks.includes("\n")) return blanks;
	return /^\{\s*"[^"]*":\S/.test(tree.text.slice(own)) ? "" : " ";
};
function addSection(tree, root, { key, items }) {
	const entry = root.items.find((candidate) => keyOf$2(candidate) === key);
	if (root.flow === true) return [flowSection(tree, root, {
		key,
		items,
		entry
	})];
	if (entry !== void 0) return fillSection(tree, root, {
		entry,
		items
	});
	const at = endOfDocument(tree);
	const lineBreak = lineBreakOf(tree.text);
	const lines = [`${marginOf(tree, root)}${rootKey(root, key)}:`, ...sectionLines(tree, root, items)].join(lineBreak);
	return [{
		start: at,
		end: at,
		text: at === 0 || tree.text[at - 1] === "\n" ? `${lines}${lineBreak}` : `${lineBreak}${lines}`
	}];
}
const rootKey = (root, key) => root.items[0] === void 0 ? key : spellKey(key, root.items[0].key);
const fillSection = (tree, root, { entry, items }) => {
	if (entry.value === null) checkImplicit(tree, entry);
	const value = entry.value?.range ?? entry.key.range;
	const colon = tree.text.indexOf(":", entry.key.range[1]) + 1;
	const at = lineEnd(tree.text, value[1]);
	const lineBreak = lineBreakAt(tree.text, at);
	const lines = sectionLines(tree, root, items).map((line) => `${lineBreak}${line}`);
	return [...value[0] === value[1] ? [] : [{
		start: colon,
		end: value[1],
		text: ""
	}], {
		start: at,
		end: at,
		text: lines.join("")
	}];
};
const sectionLines = (tree, root, items) => {
	const style = {
		indent: `${marginOf(tree, root)}${firstDashIndent(tree, root) ?? ""}`,
		blanks: " ",
		lineBreak: lineBreakOf(tree.text)
	};
	return items.map((item) => blockItem(tree, void 0, style, item));
};
const marginOf = (tree, root) => root.items.length === 0 ? "" : indentOf$1(tree, root);
const firstDashIndent = (tree, node) => {
	if (isSequence(node)) return firstOf(node.items, (item) => firstDashIndent(tree, item));
	if (!isMapping(node)) return void 0;
	return firstOf(node.items, ({ key, value }) => {
		if (!(isSequence(value) && value.flow !== true && value.items.length > 0)) return firstDashIndent(tree, value);
		return " ".repeat(Math.max(0, columnIn(tree, value.range[0]) - columnIn(tree, key.range[0])));
	});
};
const columnIn = (tree, offset) => offset - lineStart(tree.text, offset);
const firstOf = (values, ask) => {
	for (const value of values) {
		const answer = ask(value);
		if (answer !== void 0) return answer;
	}
};
const endOfDocument = (tree) => {
	const marker = /^(?:---|\.\.\.)(?=\s|$)/m.exec(tree.text.slice(tree.end));
	return marker === null ? tree.text.length : tree.end + marker.index;
};
const flowSection = (tree, root, { key, items, entry }) => {
	const last = root.items.at(-1);
	const style = last === void 0 ? {
		...defaultStyle(tree),
		gap: ""
	} : flowStyleOf(tree, root, entry ?? last);
	const list = flowList(style, items);
	if (entry?.value) return {
		start: entry.value.range[0],
		end: entry.value.range[1],
		text: list
	};
	if (entry !== void 0) return {
		start: entry.key.range[1],
		end: entry.key.range[1],
		text: `${style.colon}${list}`
	};
	const end = last === void 0 ? root.range[0] + 1 : endOfEntry(tree, last);
	const name = last === void 0 || style.quoted ? JSON.stringify(key) : rootKey(root, key);
	return {
		start: end,
		end,
		text: `${last === void 0 ? "" : `,${style.gap}`}${name}${style.colon}${list}`
	};
};
const flowList = (style, items) => {
	if (!style.gap.includes("\n")) return `[${items.map((item) => flowMapping(style, item, ["", ""])).join(`,${style.gap}`)}]`;
	const unit = style.gap.replace(/^\r?\n/, "");
	const outer = `${style.gap}${unit}`;
	const inner = `${outer}${unit}`;
	return `[${items.map((item) => flowMapping({
		...style,
		gap: inner
	}, item, [inner, outer])).map((entry) => `${outer}${entry}`).join(",")}${style.gap}]`;
};

// src/domain/yaml/edit.ts
function splicesOf(tree, edit) {
	switch (edit.kind) {
		case "set": return [setValue(tree, edit.node, edit.text)];
		case "swap": return swap(tree, edit);
		case "remove": return [removeEntry(tree, edit.mapping, edit.entry)];
		case "insert": return [insertAfter(tree, edit.mapping, edit.after, edit.fields)];
		case "append": return [appendAfter(tree, edit.sequence, edit.after, edit.items)];
		case "nested": return [...edit.splices];
		case "section": return addSection(tree, edit.mapping, edit);
	}
}
const swap = (tree, { entry, key, text }) => {
	checkRemovable(tree, entry);
	const [start, end] = entry.key.range;
	const renamed = {
		start,
		end,
		text: spellKey(key, entry.key)
	};
	return isText(entry.value) || isLink(entry.value) ? [renamed, setValue(tree, entry.value, text)] : [renamed];
};
function nestedTrees(tree, node) {
	const source = node.type === "PLAIN" ? void 0 : sourceOf$1(tree, node);
	if (source === void 0) return void 0;
	const place = (offset) => tree.place(source.offsetOf(offset) ?? node.range[0]);
	return parseTrees(String(node.value), place, {
		tree,
		node,
		toOuter: (splice) => outerSplice(splice, source)
	}).trees?.filter(({ root }) => root !== null && !isText(root));
}
function outerSplice({ start, end, text }, { offsetOf, encode, newLine }) {
	const [first = "", ...rest] = text.split("\n");
	const lines = rest.map(newLine);
	const outerStart = offsetOf(start);
	const outerEnd = offsetOf(end);
	if (outerStart === void 0 || outerEnd === void 0 || lines.includes(void 0)) return void 0;
	return {
		start: outerStart,
		end: outerEnd,
		text: `${encode(first)}${lines.join("")}`
	};
}
function sourceOf$1(tree, node) {
	if (node.type === void 0) return {
		offsetOf: (index) => index,
		encode: (text) => text,
		newLine: (line) => `\n${line}`
	};
	if (isBlock(node)) return blockSource(tree, node);
	if (node.type === "QUOTE_DOUBLE") return doubleSource(tree, node);
	return node.type === "QUOTE_SINGLE" ? singleSource(tree, node) : plainSource(tree, node);
}
function isBlock({ type }) {
	return type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED";
}
const blockSource = (tree, node) => {
	const value = String(node.value);
	const start = tree.text.indexOf("\n", node.range[0]) + 1;
	const lines = linesOf(tree.text, start, node.range[1]);
	const indent = indentOf(lines, value);
	if (indent === void 0) return void 0;
	const offsets = [];
	let end = start;
	for (const line of lines) {
		const content = line.text.slice(indent);
		if (content === "") continue;
		const at = positionOf(value, offsets.length, content);
		if (at === void 0) return void 0;
		while (offsets.length < at) offsets.push(end);
		end = line.start + indent;
		for (let index = 0; index < content.length; index++) offsets.push(end++);
	}
	while (offsets.length <= value.length) offsets.push(end);
	const prefix = `${lineBreakOf(tree.text)}${" ".repeat(indent)}`;
	const isKept = (line) => node.type === "BLOCK_LITERAL" || line.startsWith(" ");
	const newLine = (line) => isKept(line) ? prefix + line : void 0;
	return {
		offsetOf: (index) => offsets[index],
		encode: (text) => text,
		newLine
	};
};
const linesOf = (text, start, end) => {
	const lines = [];
	for (let at = start; at < end;) {
		const feed = text.indexOf("\n", at);
		const next = feed < 0 || feed >= end ? end : feed + 1;
		lines.push({
			start: at,
			text: text.slice(at, next).replace(/\r?\n$/, "")
		});
		at = next;
	}
	return lines;
};
const indentOf = (lines, value) => {
	const outer = lines.find(({ text }) => text.trim() !== "")?.text;
	const inner = value.split("\n").find((line) => line.trim() !== "");
	if (outer === void 0 || inner === void 0) return void 0;
	return outer.length - outer.trimStart().length - (inner.length - inner.trimStart().length);
};
const positionOf = (value, from, content) => {
	let at = from;
	while (value[at] === "\n") at++;
	if (value.startsWith(content, at)) return at;
	return value[from] === " " && value.startsWith(content, from + 1) ? from + 1 : void 0;
};
const doubleSource = (tree, node) => {
	const pieceAt = (at) => {
		const [whole = "", code = ""] = /^\\(x..|u.{4}|U.{8}|\r?\n[ \t]*|.)/s.exec(tree.text.slice(at, at + 200)) ?? [];
		if (/^\r?\n/.test(code)) return {
			length: whole.length,
			text: ""
		};
		const point = /^[xuU]/.test(code) ? Number.parseInt(code.slice(1), 16) : void 0;
		return {
			length: whole.length,
			text: point === void 0 ? escapes[code] ?? code : String.fromCodePoint(point)
		};
	};
	const offsets = quotedOffsets(tree, node, (at) => tree.text[at] === "\\" ? pieceAt(at) : void 0);
	const encode = (text) => JSON.stringify(text).slice(1, -1);
	return offsets && {
		offsetOf: (index) => offsets[index],
		encode,
		newLine: (line) => `\\n${encode(line)}`
	};
};
const escapes = {
	0: "\0",
	a: "\x07",
	b: "\b",
	t: "	",
	n: "\n",
	v: "\v",
	f: "\f",
	r: "\r",
	e: "\x1B",
	N: "",
	_: "\xA0",
	L: "\u2028",
	P: "\u2029"
};
const singleSource = (tree, node) => {
	const offsets = quotedOffsets(tree, node, (at) => tree.text.startsWith("''", at) ? {
		length: 2,
		text: "'"
	} : void 0);
	const encode = (text) => text.replaceAll("'", "''");
	return offsets && {
		offsetOf: (index) => offsets[index],
		encode,
		newLine: () => void 0
	};
};
const plainSource = (tree, node) => {
	const offsets = foldedOffsets(tree, node, {
		start: node.range[0],
		end: node.range[1],
		special: () => void 0
	});
	return offsets && {
		offsetOf: (index) => offsets[index],
		encode: (text) => text,
		newLine: () => void 0
	};
};
const quotedOffsets = (tree, node, special) => foldedOffsets(tree, node, {
	start: node.range[0] + 1,
	end: node.range[1] - 1,
	special
});
const foldedOffsets = (tree, node, { start, end, special }) => {
	const offsets = [];
	let read = "";
	for (let at = start; at < end;) {
		const piece = special(at) ?? folded(tree.text, at) ?? {
			length: 1,
			text: tree.text[at] ?? ""
		};
		for (let index = 0; index < piece.text.length; index++) offsets.push(at);
		read += piece.text;
		at += piece.length;
	}
	offsets.push(end);
	return read === node.value ? offsets : void 0;
};
const folded = (text, at) => {
	if (!/[ \t\r\n]/.test(text[at] ?? "")) return void 0;
	const [whole = ""] = /^[ \t]*(?:\r?\n[ \t]*)+/.exec(text.slice(at, at + 4e3)) ?? [];
	if (whole === "") return void 0;
	const breaks = whole.split("\n").length - 1;
	return {
		length: whole.length,
		text: breaks === 1 ? " " : "\n".repeat(breaks - 1)
	};
};

// src/domain/formats/image-parts.ts
function effective(tree, mapping, key) {
	for (const entry of mapping.items) if (nameOf$1(tree, entry) === key) return {
		entry,
		mapping
	};
	if (tree.heirs.size === 0) return void 0;
	for (const layer of mergeChain(tree, mapping).slice(1)) {
		const entry = layer.items.find((item) => nameOf$1(tree, item) === key);
		if (entry !== void 0) return {
			entry,
			mapping: layer
		};
	}
}
function childOf(tree, node, key) {
	return isMapping(node) ? resolve(tree, effective(tree, node, key)?.entry.value ?? null) : null;
}
function effectiveEntries(tree, mapping) {
	const entries = /* @__PURE__ */ new Map();
	for (const layer of mergeChain(tree, mapping)) for (const entry of layer.items) {
		const key = nameOf$1(tree, entry);
		if (key !== void 0 && !entries.has(key)) entries.set(key, {
			entry,
			mapping: layer
		});
	}
	return entries;
}
function mergeChain(tree, mapping) {
	const layers = [mapping];
	if (tree.heirs.size === 0) return layers;
	for (let next = 0; next < layers.length; next++) {
		const before = layers.slice(0, next + 1);
		const merged = [...new Set(mergedBy(layers[next], tree.targets))].filter((source) => !before.includes(source));
		if (merged.length === 0) continue;
		layers.splice(next + 1, layers.length, .../* @__PURE__ */ new Set([...merged, ...layers.slice(next + 1)]));
		if (layers.length > MOST_MERGES + 1) tooManyMerges(tree, mapping);
	}
	return layers;
}
const MOST_MERGES = 100;
const tooManyMerges = (tree, mapping) => fail("manifest-invalid", `A mapping merges more than ${MOST_MERGES} others.`, "Write the merged keys out, and promote again.", tree.place(mapping.range[0]));
function cellsOf(tree, keys, find) {
	const cells = {};
	for (const [part, key] of Object.entries(keys)) {
		const cell = cellOf(tree, find(key));
		if (cell !== void 0) cells[part] = cell;
	}
	return cells;
}
function cellOf(tree, found) {
	const node = found?.entry.value;
	if (found === void 0 || !(isText(node) || isLink(node)) || !isText(resolve(tree, node))) return void 0;
	return {
		node,
		...found
	};
}
const bareDigest = "sha";
const versionOf = (keys, tag, digest) => {
	const at = tag.indexOf("@");
	if (digest === "" && at >= 0) return {
		tag: tag.slice(0, at) || void 0,
		digest: tag.slice(at + 1)
	};
	const isBare = digest !== "" && keys.digest === "sha";
	return {
		tag: tag || void 0,
		digest: isBare ? `sha256:${digest}` : digest || void 0
	};
};
function helmSite(tree, group, { problem, ...parts }) {
	const { cells, keys } = parts;
	const text = (part) => textOf(tree, cells[part]?.node) ?? "";
	const registry = isTemplated(text("registry")) ? "" : text("registry").replace(/\/+$/, "");
	const repository = registry === "" ? text("repository") : text("repository").replace(/^\/+/, "");
	if (repository.includes("://")) return void 0;
	const split = looksLikeReference(repository) && !isTemplated(repository) ? splitReference(repository) : filledInImage(repository);
	if (split === void 0) return void 0;
	const whole = registry === "" ? split.repository : `${registry}/${split.repository}`;
	const isWhole = split.tag === void 0 && split.digest === void 0;
	return {
		tree,
		group,
		first: [whole],
		second: registry === "" ? [] : [split.repository],
		image: {
			repository: whole,
			...versionOf(keys, text("tag"), text("digest"))
		},
		offset: cells.repository?.node.range[0] ?? 0,
		problem: problem ?? (isWhole ? void 0 : "has its tag inside of its repository"),
		isFilledIn: [
			split.tag,
			split.digest,
			text("tag"),
			text("digest")
		].some((version) => isTemplated(version ?? "")),
		shape: {
			kind: "parts",
			naming: "helm",
			clearing: "empty",
			...parts
		}
	};
}
const entryKeys = {
	name: "name",
	newName: "newName",
	tag: "newTag",
	digest: "digest"
};
function entrySite(tree, group, { mapping, entries }) {
	const read = (key) => textOf(tree, entries.get(key)?.entry.value) || void 0;
	const name = read(entryKeys.name);
	const newName = read(entryKeys.newName);
	if (name === void 0) return void 0;
	const cells = cellsOf(tree, entryKeys, (key) => entries.get(key));
	return {
		tree,
		group,
		first: [name],
		second: newName === void 0 ? [] : [.../* @__PURE__ */ new Set([newName, splitReference(newName).repository])],
		image: {
			repository: newName ?? name,
			tag: read(entryKeys.tag),
			digest: read(entryKeys.digest)
		},
		offset: cells.name?.entry.key.range[0] ?? mapping.range[0],
		problem: entryProblem(tree, entries),
		isFilledIn: entryVersions(tree, entries).some(isTemplated),
		shape: {
			kind: "parts",
			cells,
			keys: entryKeys,
			naming: "kustomize",
			clearing: "line",
			place: { mapping }
		}
	};
}
const entryVersions = (tree, entries) => {
	const read = (key) => textOf(tree, entries.get(key)?.entry.value) ?? "";
	const { tag = "", digest = "" } = splitReference(read(entryKeys.newName));
	return [
		read(entryKeys.tag),
		read(entryKeys.digest),
		tag,
		digest
	];
};
const entryProblem = (tree, entries) => {
	const read = (key) => textOf(tree, entries.get(key)?.entry.value) ?? "";
	if (Object.values(entryKeys).some((key) => entries.get(key)?.entry.value === null)) return "has a key without a colon in its entry";
	if (read("tagSuffix") !== "") return "has a \"tagSuffix\", so that another tag would run";
	const { tag, digest } = splitReference(read(entryKeys.newName));
	return tag === void 0 && digest === void 0 ? void 0 : "has its tag or digest within its \"newName\"";
};
const ownKeys = [entryKeys.tag, entryKeys.newName];
function mayHoldEntries({ text }) {
	if (searchedText.text !== text) searchedText = {
		text,
		holds: [...ownKeys, entryKeys.digest].some((key) => text.includes(key))
	};
	return searchedText.holds;
}
let searchedText = {
	text: "",
	holds: false
};
function entriesOf$1(tree, list) {
	const all = list.items.flatMap((item) => {
		const mapping = resolve(tree, item);
		return isMapping(mapping) ? [{
			item,
			mapping,
			entries: effectiveEntries(tree, mapping)
		}] : [];
	});
	const isOfKustomize = all.some(({ entries }) => isEntry(tree, entries));
	return all.flatMap(({ item, mapping, entries }) => {
		const site = entrySite(tree, list, {
			mapping,
			entries
		});
		if (site === void 0 || !(isOfKustomize || isDigestAlone(tree, entries))) return [];
		return [{
			item,
			site: isOfKustomize ? site : {
				...site,
				shape: {
					...site.shape,
					keys: keysWithoutTag
				}
			}
		}];
	});
}
const keysWithoutTag = {
	name: entryKeys.name,
	digest: entryKeys.digest
};
const isDigestAlone = (tree, entries) => /^sha(?:256|512):[0-9a-f]+$/.test(textOf(tree, entries.get(entryKeys.digest)?.entry.value) ?? "") && ![
	"tag",
	"repository",
	"registry",
	"image",
	"repo"
].some((key) => entries.has(key));
function isEntry(tree, entries) {
	return textOf(tree, entries.get(entryKeys.name)?.entry.value) !== void 0 && ownKeys.some((key) => entries.has(key));
}

// src/domain/formats/chart-keys.ts
const singleImage = /(?:^i|(?<!^x)[-_]i|I)mage$/;
const listOfImages = /(?:^i|(?<!^x)[-_]i|I)mages$/;
function mayHoldReference(key, place) {
	if (/^[A-Z0-9_]*$|^(?:value|default|args?|arguments|command|repo)$|epository$/.test(key)) return false;
	if (aside$1.test(key)) return false;
	for (let above = place; above !== void 0; above = above.around) if (aside$1.test(above.key)) return false;
	return true;
}
function mayListReferences({ key, around }) {
	return key !== "" && !/(?:args?|arguments?|commands?|cmd|entrypoint|options?|flags?)$/i.test(key) && around !== void 0 && mayHoldReference(key, around);
}
const aside$1 = /^x-|^(?:docs?|documentation|examples?|notes?|comments?|descriptions?)$/i;
const noNames = /pull[-_]?(?:policy|secrets?)$|^(?:registry|repository|tag|digest)$/i;
const referring = /(?:^i|(?<!^x)[-_]i|I)mage[-_]?(?:name|ref|reference|uri|url)$/i;
const further = /^image[A-Z]/;
const withinImage = /^(?:ref|uri|url)$/;
const ofMachines = /(?:^|[-_])(?:vms?|(?:virtual[-_]?)?machine|instance|stemcell|kernel|rootfs|runner|os|ami|disk|boot|iso|host|cloud|hero|background|logo|cover|banner|preview)[-_]?[iI]mage$|(?:Vm|VM|Runner|Os|OS|Ami|AMI|Machine|Instance|Kernel|Rootfs|Disk|Boot)Image$/;
function namingOf(key, { key: above, around }) {
	if (ofMachines.test(key)) return "versioned";
	if (singleImage.test(key) || key === "reference" && above === "image") return "whole";
	if (listOfImages.test(above) || above === "tags" && listOfImages.test(around?.key ?? "")) return noNames.test(key) ? "none" : "whole";
	if (referring.test(key) || withinImage.test(key) && singleImage.test(above)) return "versioned";
	return further.test(key) ? "located" : "none";
}
const repositoryKey = /epository$|[rR]epo$|(?:^i|[-_]i|I)mage(?:[-_]?[nN]ame)?$/;
function mayNameRepository(key) {
	return key === "<<" || key === "name" || repositoryKey.test(key);
}
function namesRepository([key, { entry }]) {
	return /[rR]epo(?:sitory)?$/.test(key) || singleImage.test(key) && isText(entry.value);
}
const sources$1 = /^(?:git(?:hub|lab)?[-_]?(?:repo(?:sitory)?)?|scm|vcs)$/i;
const originsOfCharts = /^(?:sources?|charts?|helm)$/i;
function isSources(key, entries) {
	const isVersioned = ["digest", ...versionKeys].some((name) => entries.has(name));
	if (originsOfCharts.test(key)) return !(entries.has("tag") || entries.has("digest")) || entries.has("ref");
	const isRevised = [
		"branch",
		"revision",
		"targetRevision"
	].some((name) => entries.has(name));
	if (sources$1.test(key) || isRevised || entries.has("ref") && !singleImage.test(key)) return !(entries.has("registry") || isVersioned && !/repo(?:sitory)?$/i.test(key));
	return false;
}
function keysOf(tree, { key: above, around }, entries) {
	const all = [...entries.keys()].flatMap((key) => keysBy(tree, key, entries));
	if (all.length > 0) return all;
	const isImage = singleImage.test(above) || listOfImages.test(around?.key ?? "");
	const tag = tagIn(entries);
	const isVersioned = () => entries.has("digest") || otherVersion(tree, entries, "") !== void 0;
	const repository = (isImage && (tag !== void 0 || isVersioned()) ? ["repo", "name"] : []).find((key) => entries.has(key));
	return repository === void 0 ? [] : [plainly(repository, tag ?? "tag")];
}
const keysBy = (tree, key, entries) => {
	if (key === "repository") {
		const plain = plainly(key, tagIn(entries) ?? "tag");
		return [{
			...isPathOfImage(tree, entries) ? {
				...plain,
				registry: "repository",
				repository: "image"
			} : plain,
			digest: isBareDigest(tree, entries) ? "sha" : "digest"
		}];
	}
	if (key.endsWith("epository")) return ofBeginning$1(key, entries);
	if (singleImage.test(key)) return besideTag(tree, entries, key);
	const short = /(?:^i|[-_]i|I)mage[-_]?([rR]epo|[nN]ame)$/.exec(key)?.[1];
	const keys = short === void 0 ? void 0 : beginning(key, short.length, entries);
	return keys !== void 0 && entries.has(keys.tag ?? "") ? [keys] : [];
};
const isPathOfImage = (tree, entries) => {
	const path = textOf(tree, entries.get("repository")?.entry.value) ?? "";
	const name = textOf(tree, entries.get("image")?.entry.value) ?? "";
	return (registryOf(path) !== void 0 || registryOf(`${path}/x`) !== void 0) && !entries.has("registry") && /^[a-z0-9][a-z0-9._-]*$/.test(name) && !path.endsWith(`/${name}`);
};
const ofBeginning$1 = (key, entries) => {
	const owner = key.replace(/[-_]?[rR]epository$/, "");
	const keys = beginning(key, 10, entries);
	if ((sources$1.test(owner) || originsOfCharts.test(owner)) && !entries.has(keys.registry ?? "")) return [];
	return singleImage.test(owner) || entries.has(keys.tag ?? "") || entries.has(keys.digest ?? "") ? [keys] : [];
};
const plainly = (repository, tag) => ({
	registry: "registry",
	repository,
	tag,
	digest: "digest"
});
const spellingsOf$1 = (first, last) => [
	`${first}${last.charAt(0).toUpperCase()}${last.slice(1)}`,
	`${first}_${last}`,
	`${first}-${last}`
];
const versionKeys = [
	"tag",
	...spellingsOf$1("image", "tag"),
	...spellingsOf$1("image", "version"),
	...spellingsOf$1("default", "tag"),
	...spellingsOf$1("docker", "tag"),
	...spellingsOf$1("container", "tag")
];
function tagIn(entries) {
	return versionKeys.find((name) => entries.has(name) && !isTaken(name, entries, ""));
}
const isTaken = (version, entries, owner) => {
	const [, stem = ""] = /^(.+?)[-_]?(?:tag|version)$/i.exec(version) ?? [];
	if (stem === "") return false;
	return [...[
		...spellingsOf$1(stem, "repository"),
		...spellingsOf$1(stem, "repo"),
		...spellingsOf$1(stem, "image")
	], ...stem === "image" ? [stem] : []].some((name) => name !== owner && entries.has(name));
};
const versionWord = /(?:^|[-_])(?:tags?|version|ver)(?:$|[-_])|(?:Tags?|Version|Ver)(?:$|[A-Z])|^(?:tag|version)[A-Z]|^(?:image|docker|container|default|app|build|release)(?:tag|version)$/;
const upperVersionWord = /(?:^|_)(?:TAG|VERSION)(?:$|_)/;
const buildWord = /(?:^|[-_])(?:build|release|rel|revision|rev|commit|sha|hash)(?:$|[-_A-Z])|(?:Build|Release|Revision|Commit|Sha|SHA|Hash)(?:$|[-_A-Z])/;
const ofOthers$1 = /^(?:api|kube|k8s|chart|schema|helm|min|max)|(?:policy|pattern|prefix|strategy|checksum)$/i;
const version = /^(?:v?\d+\.\d+\.\d+(?!\.\d+$)(?:[-+.][\w.+-]*)?|v\d[\w.-]*|(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7,40})$/;
const appVersion = /^(?:(?:chart|helm)[-_]?)?app(?:lication)?[-_]?version$/i;
const isVersion$2 = (key, text) => {
	if (ofOthers$1.test(key) && !appVersion.test(key)) return false;
	if (versionWord.test(key) || upperVersionWord.test(key)) return true;
	return buildWord.test(key) ? /\d/.test(text) : version.test(text);
};
function otherVersion(tree, entries, owner) {
	for (const [key, found] of entries) {
		const text = textOf(tree, found.entry.value);
		if (text === void 0 || key === owner || !isVersion$2(key, text)) continue;
		if (!isTaken(key, entries, owner)) return {
			key,
			found
		};
	}
}
const sharedTag = /^(?:(?:image|default|docker|container|app|release|build)[-_]?)?tag$|^image[-_]?version$/i;
function mayBeSharedTag(key) {
	return sharedTag.test(key);
}
const sharedVersion = /^(?:release|build|default)[-_]?version$/i;
const plainVersion$1 = /^(?:version|release|build|revision|commit(?:[-_]?(?:sha|id))?)$/i;
function mayBeSharedVersion(key, text, distance) {
	if (appVersion.test(key) || sharedVersion.test(key)) return true;
	if (distance === "around" && /^version$/i.test(key)) return true;
	return plainVersion$1.test(key) && version.test(text);
}
const beginning = (key, length, entries) => {
	const stem = key.slice(0, -length);
	const isLower = /^[a-z]/.test(key.slice(stem.length));
	const part = (name) => `${stem}${isLower ? name : `${name.charAt(0).toUpperCase()}${name.slice(1)}`}`;
	const tag = part(/[iI]mage[-_]?$/.test(stem) && !entries.has(part("tag")) && entries.has(part("version")) ? "version" : "tag");
	const own = {
		registry: part("registry"),
		repository: key,
		tag,
		digest: part("digest")
	};
	return /^image[-_]?$/.test(stem) && !entries.has(own.tag) && entries.has("tag") && !entries.has("repository") ? {
		...own,
		tag: "tag",
		digest: "digest"
	} : own;
};
const isBareDigest = (tree, entries) => {
	const found = entries.get("sha");
	const text = textOf(tree, found?.entry.value) ?? "";
	return found !== void 0 && !entries.has("digest") && (text === "" || hexadecimal.test(text));
};
const hexadecimal = /^[0-9a-f]{64}$/;
const besideTag = (tree, entries, key) => {
	const text = textOf(tree, entries.get(key)?.entry.value);
	if (text === void 0) return [];
	const { tag, digest } = splitReference(text);
	if (tag !== void 0 || digest !== void 0) return [];
	const isAlone = key === "image" && !entries.has("repository");
	const stem = key.replace(/[iI]mage$/, "");
	const own = [
		`${key}Tag`,
		`${key}_tag`,
		`${key}-tag`,
		...spellingsOf$1(key, "version"),
		...stem === "" ? [] : [`${stem}Tag`, `${stem}tag`]
	].find((candidate) => entries.has(candidate));
	const beside = own ?? (isAlone ? tagIn(entries) : void 0);
	if (beside === void 0) return [];
	return [{
		registry: registriesOf(key).find((name) => entries.has(name)) ?? "registry",
		repository: key,
		tag: beside,
		digest: own === void 0 ? "digest" : digestBeside(own)
	}];
};
const digestBeside = (tag) => tag.replace(/(?:Tag|Version)$/, "Digest").replace(/(?:tag|version)$/, "digest");
function registriesOf(key) {
	if (!singleImage.test(key)) return [];
	const stem = key.replace(/[-_]?[iI]mage$/, "");
	return [
		...stem === "" ? [] : spellingsOf$1(stem, "registry"),
		...spellingsOf$1(key, "registry"),
		"registry"
	];
}

// src/domain/formats/helm.ts
function findValues(tree, node, { searched, alsoSkipped, values }) {
	const sites = [];
	const all = alsoSkipped === void 0 ? skipped$2 : new RegExp(`${skipped$2.source}|${alsoSkipped.source}`, "i");
	walk$1({
		tree,
		sites,
		skipped: all,
		isOfChart: alsoSkipped === void 0,
		values,
		near: /* @__PURE__ */ new Map(),
		searched
	}, node, {
		key: "",
		around: void 0
	});
	return sites;
}
function searchedNothing() {
	return {
		collections: {
			image: /* @__PURE__ */ new Set(),
			part: /* @__PURE__ */ new Set(),
			list: /* @__PURE__ */ new Set(),
			other: /* @__PURE__ */ new Set()
		},
		images: /* @__PURE__ */ new Set(),
		unbound: []
	};
}
const skipped$2 = /(?:annotations|labels|(?:env|environment)[-_]?var(?:iable)?s)$|^(?:envs?|envfrom|extraenv.*)$/i;
const walk$1 = (search, node, context) => {
	if (isLink(node)) {
		walk$1({
			...search,
			user: search.user ?? node
		}, resolve(search.tree, node), context);
		return;
	}
	if (!(isMapping(node) || isSequence(node)) || !startSearch(search.tree, search.searched, {
		node,
		key: context.key
	})) return;
	if (isSequence(node)) walkList(search, node, context);
	else walkMapping(node === search.values ? {
		...search,
		skipped: skipped$2,
		isOfChart: true
	} : search, {
		...context,
		mapping: node
	});
};
const walkList = (search, list, context) => {
	if (search.searched.images.has(list)) return;
	const found = mayHoldEntries(search.tree) ? entriesOf$1(search.tree, list) : [];
	for (const { item, site } of found) addSite(search, resolve(search.tree, item) ?? item, site);
	const entries = new Set(found.map(({ item }) => item));
	for (const item of list.items) if (!entries.has(item)) walkItem(search, item, context);
};
const walkMapping = (search, place) => {
	const used = addEntry(search, place) ?? addParts(search, place);
	for (const entry of place.mapping.items) if (!isMerge(entry)) walkEntry(search, entry, {
		place,
		used
	});
	const merge = place.mapping.items.find(isMerge);
	if (merge === void 0) return;
	const merging = {
		...search,
		user: search.user ?? merge.key
	};
	for (const { entry, mapping } of effectiveEntries(search.tree, place.mapping).values()) if (!(mapping === place.mapping || isSearched(search.searched, mapping, place.key))) walkEntry(merging, entry, {
		place,
		used
	});
};
const walkEntry = (search, entry, { place, used }) => {
	const key = nameOf$1(search.tree, entry) ?? "";
	if (search.skipped.test(key)) return;
	const naming = used.has(entry) || !mayBeText(entry.value) ? "none" : namingFor(search, key, place);
	if (naming !== "none") addReference(search, entry.value, {
		naming,
		place,
		key
	});
	walk$1(search, entry.value, {
		key,
		around: place
	});
};
const namingFor = ({ isOfChart }, key, place) => {
	const naming = namingOf(key, place);
	return naming === "none" && isOfChart && mayHoldReference(key, place) ? "exact" : naming;
};
const addSite = ({ tree, sites, searched, user }, node, site) => {
	if (tree.links.size > 0) searched.images.add(node);
	if (user === void 0) sites.push(site);
	else sites.push({
		...site,
		offset: user.range[0],
		problem: byAlias
	});
};
const walkItem = (search, item, context) => {
	const isImage = listOfImages.test(context.key);
	if (isImage) addReference(search, item, {
		naming: "whole",
		place: context.around
	});
	else if (search.isOfChart && mayListReferences(context)) addReference(search, item, {
		naming: "exact",
		place: void 0
	});
	walk$1(search, item, {
		...context,
		key: isImage ? "image" : ""
	});
};
const mayBeText = (node) => isText(node) || isLink(node);
const addReference = (search, node, { naming, place, key = "" }) => {
	const { tree, searched } = search;
	if (!(isText(node) || isLink(node)) || !isText(resolve(tree, node)) || searched.images.has(node)) return;
	const site = besideRegistry(search, referenceSite(tree, node, tree), {
		key,
		place
	});
	if (site === void 0) return;
	const isWhole = site.image.tag !== void 0 || site.image.digest !== void 0;
	if (!isNamed$1(site, {
		naming,
		isWhole
	})) return;
	const problem = isWhole || place === void 0 ? void 0 : missing(search, place, {
		entries: effectiveEntries(tree, place.mapping),
		owner: key
	});
	addSite(search, node, problem === void 0 ? site : {
		...site,
		problem,
		way: byMarker
	});
};
const isNamed$1 = (site, { naming, isWhole }) => {
	const { repository } = site.image;
	if (naming === "whole") return isWhole || !machine.test(repository);
	if (!isWhole || naming === "versioned") return isWhole;
	return repository.includes("/") && (naming === "located" || isExact(site));
};
const machine = /^(?:ubuntu|windows|macos)-[\w.-]+$/i;
const isExact = ({ image: { repository, tag, digest }, isFilledIn }) => {
	if (isFilledIn === true || !isRepository(repository)) return false;
	if (digest !== void 0) return isDigest(digest) && (tag === void 0 || isTag(tag));
	return isTag(tag ?? "") && (registryOf(repository) !== void 0 || /\d/.test(tag ?? ""));
};
const besideRegistry = ({ tree }, site, { key, place }) => {
	if (site === void 0 || place === void 0 || key === void 0) return site;
	if (site.shape.kind !== "reference" || registryOf(site.image.repository) !== void 0) return site;
	const registry = registriesOf(key).map((name) => textOf(tree, effective(tree, place.mapping, name)?.entry.value)).find((name) => name !== void 0 && name !== "")?.replace(/\/+$/, "");
	if (registry === void 0 || isTemplated(registry)) return site;
	const { repository } = site.image;
	const whole = `${registry}/${repository}`;
	const image = {
		...site.image,
		repository: whole
	};
	return {
		...site,
		first: [whole],
		second: [repository],
		image,
		shape: {
			...site.shape,
			registry
		}
	};
};
const explainTags = ({ tree, searched, isOfChart }, place) => {
	for (const entry of place.mapping.items) {
		const key = nameOf$1(tree, entry) ?? "";
		if (!loneVersion.test(key) || textOf(tree, entry.value) === void 0) continue;
		const isWeak = (plainVersion.test(key) || !versionKey.test(key)) && !singleImage.test(place.key);
		if (isWeak && (!isOfChart || /^(?:version|digest)$/i.test(key))) continue;
		const line = tree.place(entry.key.range[0]).line ?? 1;
		const part = partOf(key);
		const message = `The ${part} on line ${line} has no repository beside it, so that its image is not known.`;
		searched.unbound.push({
			line,
			message,
			part,
			keys: keysOfPlace(place),
			key,
			isWeak
		});
	}
};
const partOf = (key) => {
	if (/tag$/i.test(key)) return "tag";
	return /digest$/i.test(key) ? "digest" : "version";
};
const versionKey = /^(?:image[-_]?)?(?:tag|digest|version)$|^(?:docker|default|container)[-_]?tag$/i;
const loneVersion = /^(?:(?:image|app)[-_]?)?(?:tag|digest|version)$|^(?:docker|default|container)[-_]?tag$|[a-z][-_]?tag$/i;
const plainVersion = /^(?:tag|digest|version)$/i;
const keysOfPlace = ({ key, around }) => {
	if (around === void 0) return key === "" ? [] : [key];
	const before = key === "" ? void 0 : keysOfPlace(around);
	return before && [...before, key];
};
const addEntry = (search, { mapping }) => {
	const { tree, searched } = search;
	if (!mayHoldEntries(tree) || searched.images.has(mapping)) return void 0;
	const entries = effectiveEntries(tree, mapping);
	const site = isEntry(tree, entries) ? entrySite(tree, mapping, {
		mapping,
		entries
	}) : void 0;
	if (site === void 0) return void 0;
	addSite(search, mapping, site);
	return new Set(mapping.items);
};
const addParts = (search, place) => {
	const { tree, searched } = search;
	const used = /* @__PURE__ */ new Set();
	if (searched.images.has(place.mapping)) return new Set(place.mapping.items);
	if (!place.mapping.items.some((entry) => mayNameRepository(nameOf$1(tree, entry) ?? ""))) {
		explainTags(search, place);
		return used;
	}
	const entries = effectiveEntries(tree, place.mapping);
	if (isSources(place.key, entries)) return used;
	for (const { keys, cells } of partsOf$2(search, place, entries)) {
		if (cells.repository === void 0) continue;
		const isMerged = !hasVersion$2(cells) && isOnlyMerged(tree, place.mapping, keys);
		const site = isMerged ? void 0 : partsSite(search, place, {
			entries,
			keys,
			cells
		});
		if (site !== void 0) addSite(search, place.mapping, site);
		if (site !== void 0 || isMerged) used.add(cells.repository.entry);
	}
	return used;
};
const partsOf$2 = (search, place, entries) => {
	const all = keysOf(search.tree, place, entries);
	if (all.length === 0 && ![...entries].some(namesRepository)) explainTags(search, place);
	return all.map((keys) => ({
		keys,
		cells: cellsOf(search.tree, keys, (key) => entries.get(key))
	}));
};
const partsSite = (search, place, { entries, keys, cells }) => {
	const { tree } = search;
	const owner = keys.repository ?? "";
	const apart = hasVersion$2(cells) ? void 0 : missing(search, place, {
		entries,
		owner
	});
	const problem = unreadable$1(keys, cells, entries) ?? apart;
	const withoutTag = problem === void 0 && cells.tag === void 0 && cells.digest !== void 0 ? elsewhereUnder(tree, entries, owner) : void 0;
	const site = helmSite(tree, tree, {
		cells,
		keys,
		place: { mapping: place.mapping },
		problem,
		withoutTag
	});
	return site !== void 0 && problem !== void 0 && problem === apart ? {
		...site,
		way: byMarker
	} : site;
};
const byMarker = ({ name }) => markerHint(name);
const isOnlyMerged = (tree, mapping, keys) => {
	const heirs = tree.heirs.get(mapping) ?? [];
	if (heirs.length === 0 || (tree.links.get(mapping)?.length ?? 0) > heirs.length) return false;
	const all = heirs.map((heir) => effectiveEntries(tree, heir));
	const inherits = (entries) => entries.get(keys.repository ?? "")?.mapping === mapping;
	return all.some(inherits) && all.every((entries) => entries.has(keys.tag ?? "") || entries.has(keys.digest ?? ""));
};
const unreadable$1 = (keys, cells, entries) => ["tag", "digest"].some((part) => cells[part] === void 0 && entries.has(keys[part] ?? "")) ? "has a tag or digest that is not text" : void 0;
const missing = (search, place, { entries, owner }) => elsewhereUnder(search.tree, entries, owner) ?? elsewhere(search, place);
function elsewhereUnder(tree, entries, owner) {
	const version = otherVersion(tree, entries, owner);
	if (version === void 0) return void 0;
	return `has its version under ${quote(version.key)} on ${lineText(tree, version.found.entry)}, where no chart is known to read a tag`;
}
const lineText = (tree, { key, value }) => tree.lineOf?.(value ?? key) ?? `line ${tree.place(key.range[0]).line}`;
const hasVersion$2 = (cells) => cells.tag !== void 0 || cells.digest !== void 0;
const elsewhere = (search, { mapping, around }) => {
	const { tree, near } = search;
	let loose = looseTag(tree, childrenOf$2(mapping));
	for (let place = around; place !== void 0 && loose === void 0; place = place.around) {
		const found = near.get(place.mapping) ?? versionsNear(tree, place.mapping);
		near.set(place.mapping, found);
		loose = found.tag ?? (place === around ? found.around : found.above);
	}
	if (loose === void 0) return void 0;
	return `has its ${partOf(nameOf$1(tree, loose) ?? "")} elsewhere, on ${lineText(tree, loose)}, not beside its repository`;
};
const versionsNear = (tree, mapping) => {
	const shared = mapping.items.flatMap((entry) => /^(?:globals?|common)$/i.test(nameOf$1(tree, entry) ?? "") && isMapping(entry.value) ? [entry.value] : []);
	const inShared = shared.reduce((found, node) => found ?? looseVersion(tree, node, "around"), void 0);
	return {
		tag: looseTag(tree, [
			mapping,
			...childrenOf$2(mapping),
			...shared.flatMap(childrenOf$2)
		]),
		around: looseVersion(tree, mapping, "around") ?? inShared,
		above: looseVersion(tree, mapping, "above") ?? inShared
	};
};
const childrenOf$2 = (mapping) => mapping.items.map((entry) => entry.value).filter((value) => isMapping(value));
const looseTag = (tree, nodes) => nodes.reduce((found, node) => found ?? looseIn(tree, node, mayBeSharedTag), void 0);
const looseVersion = (tree, node, distance) => distance === "above" && node.items.some((entry) => nameOf$1(tree, entry) === "chart") ? void 0 : looseIn(tree, node, (key, text) => mayBeSharedVersion(key, text, distance));
const looseIn = (tree, node, isVersion) => {
	const loose = node.items.find((entry) => {
		const text = textOf(tree, entry.value);
		return text !== void 0 && isVersion(nameOf$1(tree, entry) ?? "", text);
	});
	return loose === void 0 || [...effectiveEntries(tree, node)].some(namesRepository) ? void 0 : loose;
};
const byAlias = "stands here by an alias alone, whose anchor is no place for images";
const roleOf = (key) => {
	if (key === "image") return "image";
	if (singleImage.test(key)) return "part";
	return listOfImages.test(key) ? "list" : "other";
};
function isSearched({ collections }, node, key) {
	return collections[roleOf(key)].has(node);
}
function startSearch(tree, searched, { node, key }) {
	if (tree.links.size === 0) return true;
	if (isSearched(searched, node, key)) return false;
	searched.collections[roleOf(key)].add(node);
	return true;
}

// src/domain/formats/kustomization.ts
function imagesOf$1(tree, root) {
	const value = resolve(tree, effective(tree, root, "images")?.entry.value ?? null);
	if (value === null || isText(value) && isNull(value)) return void 0;
	if (!isSequence(value)) invalid(tree, value, "The section \"images\" is not a list.");
	return value.items.length === 0 ? void 0 : value;
}
function findEntries(tree, images) {
	return images.items.map((item) => siteOf$1(tree, images, item));
}
function findCharts(tree, root) {
	const charts = resolve(tree, effective(tree, root, "helmCharts")?.entry.value ?? null);
	if (!isSequence(charts)) return [];
	const searched = searchedNothing();
	return charts.items.flatMap((item) => {
		const chart = resolve(tree, item);
		const values = isMapping(chart) ? effective(tree, chart, "valuesInline")?.entry.value : void 0;
		return findValues(tree, resolve(tree, values ?? null), { searched });
	});
}
const siteOf$1 = (tree, group, item) => {
	const mapping = resolve(tree, item);
	if (!isMapping(mapping)) return invalid(tree, item, "An entry of \"images\" is not a mapping.");
	const entries = effectiveEntries(tree, mapping);
	for (const key of Object.values(entryKeys)) checkText(tree, entries.get(key)?.entry);
	return entrySite(tree, group, {
		mapping,
		entries
	}) ?? invalid(tree, item, "An entry of \"images\" has no name.");
};
const checkText = (tree, entry) => {
	const text = resolve(tree, entry?.value ?? null);
	if (entry !== void 0 && text !== null && !isText(text)) invalid(tree, text, `The value of ${JSON.stringify(nameOf$1(tree, entry))} is not text.`);
};
const invalid = (tree, node, message) => fail("manifest-invalid", message, "Write \"images\" as a list of entries, each with a name.", tree.place(node.range[0]));
function findPins(tree, root, entries) {
	const items = (key) => {
		const list = resolve(tree, effective(tree, root, key)?.entry.value ?? null);
		return isSequence(list) ? list.items.map((item) => resolve(tree, item) ?? item) : [];
	};
	const texts = [...[...items("patches"), ...items("patchesJson6902")].map((item) => isMapping(item) ? resolve(tree, effective(tree, item, "patch")?.entry.value ?? null) : null), ...items("patchesStrategicMerge")].filter((node) => isText(node));
	const names = new Set(entries.flatMap(({ first }) => first));
	return texts.flatMap((text) => imagesIn(tree, text).filter(({ repository, isOfContainer }) => !(isOfContainer && names.has(repository))).map(({ repository }) => ({
		repository,
		place: tree.place(text.range[0])
	})));
}
const imagesIn = (tree, text) => {
	const source = String(text.value);
	if (!/[:{[]/.test(source)) return [];
	const { trees = [] } = parseTrees(source, () => tree.place(text.range[0]));
	return trees.flatMap((patch) => patchedIn(patch, patch.root, ""));
};
const patchedIn = (tree, node, path) => {
	if (isSequence(node)) return node.items.flatMap((item) => patchedIn(tree, item, path));
	if (!isMapping(node)) return [];
	const operated = textOf(tree, effective(tree, node, "path")?.entry.value) ?? "";
	const isOperation = operated.startsWith("/");
	const imageKey = isOperation && operated.endsWith("/image") ? "value" : "image";
	return node.items.flatMap((entry) => {
		const key = keyOf$2(entry);
		const here = isOperation ? operated : `${path}/${key}`;
		const text = key === imageKey ? textOf(tree, entry.value) : void 0;
		if (text === void 0 || !looksLikeReference(text)) return patchedIn(tree, entry.value, here);
		return [{
			repository: splitReference(text).repository,
			isOfContainer: ofContainer.test(here)
		}];
	});
};
const ofContainer = /\/(?:containers|initContainers)(?:\/(?:[0-9]+|-))?(?:\/image)?$/;

// src/domain/formats/argocd-application.ts
function findApplication(tree, node) {
	const found = {
		sites: [],
		pins: [],
		unbound: []
	};
	walk(tree, node, {
		...found,
		seen: /* @__PURE__ */ new Set(),
		searched: searchedNothing(),
		bases: []
	});
	return found;
}
const skipped$1 = /^(?:metadata|status|operation|.*annotations|.*labels)$/i;
const walk = (tree, node, found) => {
	if (isSequence(node)) for (const item of node.items) visit$1(tree, {
		key: "",
		value: item
	}, found);
	if (!isMapping(node)) return;
	for (const entry of node.items) {
		const key = nameOf$1(tree, entry) ?? "";
		if (!skipped$1.test(key)) visit$1(tree, {
			key,
			value: entry.value
		}, found);
	}
};
const visit$1 = (tree, { key, value }, found) => {
	const target = resolve(tree, value);
	if (target === null || found.seen.has(target)) return;
	found.seen.add(target);
	if (key === "kustomize" && isMapping(target)) addOverrides(tree, target, found);
	else if (key === "helm" && isMapping(target)) addHelm(tree, target, found);
	else if (key === "elements" || key === "values") addElements(tree, target, found);
	else walk(tree, target, found);
};
const addOverrides = (tree, kustomize, { sites, pins, searched }) => {
	const images = resolve(tree, effective(tree, kustomize, "images")?.entry.value ?? null);
	const overrides = isSequence(images) ? overridesOf(tree, images) : [];
	for (const { item } of overrides) searched.images.add(item);
	const own = overrides.map(({ site }) => site);
	sites.push(...own);
	pins.push(...findPins(tree, kustomize, own));
};
const overridesOf = (tree, images) => images.items.flatMap((item) => {
	const site = isText(item) || isLink(item) ? overrideSite(tree, item, images) : void 0;
	return site === void 0 ? [] : [{
		item,
		site
	}];
});
const addHelm = (tree, helm, found) => {
	const get = (key) => effective(tree, helm, key)?.entry.value ?? null;
	const values = [...textValues(tree, get("values"), found), {
		tree,
		root: resolve(tree, get("valuesObject"))
	}];
	const sites = values.flatMap((layer) => findValues(layer.tree, layer.root, found).map(stated(layer)));
	found.bases.push(...sites);
	const parameters = resolve(tree, get("parameters"));
	const { sites: own, loose } = isSequence(parameters) ? findParameters(tree, parameters) : {
		sites: [],
		loose: []
	};
	const bound = loose.map((group) => ({
		group,
		base: baseOf(values, found.bases, group)
	}));
	const overridden = new Set(bound.map(({ base }) => base).filter((base) => base !== void 0 && !hasVersion$1(base)));
	found.sites.push(...sites.filter((site) => !overridden.has(site)), ...own);
	for (const { group, base } of bound) if (base === void 0) found.unbound.push(unboundOf$1(tree, group));
	else found.sites.push(override(tree, group, base));
};
const stated = ({ user }) => (site) => user === void 0 ? site : {
	...site,
	problem: byAlias
};
const textValues = (tree, node, { unbound, seen }) => {
	const values = resolve(tree, node);
	if (!isText(values) || seen.has(values)) return [];
	seen.add(values);
	const user = isLink(node) ? node : void 0;
	const trees = nestedTrees(tree, values);
	if (trees !== void 0) return trees.map((inner) => ({
		tree: inner,
		root: inner.root,
		user
	}));
	const line = tree.place(values.range[0]).line ?? 1;
	unbound.push({
		line,
		message: "The text under \"values\" does not parse as YAML, so that no image is looked for in it."
	});
	return [];
};
const baseOf = (layers, sites, { path }) => {
	for (const { tree, root } of layers) {
		const node = path === "" ? root : path.split(".").reduce((at, key) => childOf(tree, at, key), root);
		const base = sites.find(({ shape }) => shape.kind === "parts" && "mapping" in shape.place && shape.place.mapping === node && shape.keys.tag === "tag");
		if (base !== void 0) return base;
	}
};
const hasVersion$1 = ({ shape }) => shape.kind === "parts" && (shape.cells.tag ?? shape.cells.digest) !== void 0;
const override = (tree, { keys, cells, place }, base) => ({
	tree,
	group: base.group,
	first: base.first,
	second: base.second,
	image: {
		repository: base.image.repository,
		tag: textOf(tree, cells.tag?.node) || void 0,
		digest: textOf(tree, cells.digest?.node) || void 0
	},
	offset: (cells.tag ?? cells.digest)?.node.range[0] ?? 0,
	isFilledIn: [cells.tag, cells.digest].some((cell) => isTemplated(textOf(tree, cell?.node) ?? "")),
	shape: {
		kind: "parts",
		cells,
		keys,
		naming: "helm",
		clearing: "empty",
		place
	}
});
const unboundOf$1 = (tree, { keys, cells }) => {
	const [cell, key] = cells.tag === void 0 ? [cells.digest, keys.digest] : [cells.tag, keys.tag];
	return {
		line: tree.place(cell?.node.range[0] ?? 0).line ?? 1,
		message: `The parameter ${quote(key ?? "")} has no parameter with a repository beside it, so that its image is not known.`
	};
};
const addElements = (tree, node, { sites, searched }) => {
	const own = findValues(tree, node, { searched });
	const known = new Set(own.flatMap(({ shape }) => shape.kind === "reference" ? [shape.node] : []));
	const others = (isSequence(node) ? node.items : [node]).flatMap((element) => isMapping(element) ? element.items.map((entry) => entry.value) : []).filter((value) => (isText(value) || isLink(value)) && !known.has(value));
	sites.push(...own, ...others.flatMap((value) => elementSite(tree, value) ?? []));
};
const elementSite = (tree, value) => {
	const site = referenceSite(tree, value, tree);
	return (site?.image.tag !== void 0 || site?.image.digest !== void 0) && site?.image.repository.includes("/") === true ? site : void 0;
};
function findParameters(tree, list) {
	const names = namesOf$2(tree, list);
	const stems = new Set([...names.keys()].flatMap(stemOf));
	const paths = pathsOf$2(names);
	const groups = [...stems].flatMap((stem) => groupsOf(tree, {
		names,
		paths
	}, stem));
	const place = { parameters: list };
	const loose = groups.filter(({ cells }) => cells.repository === void 0 && (cells.tag ?? cells.digest) !== void 0);
	const tags = looseTags(loose);
	const inParts = groups.flatMap(({ stem, keys, cells }) => {
		const withoutTag = cells.tag === void 0 ? versionApart(tree, paths, keys.repository ?? "") : void 0;
		const site = helmSite(tree, list, {
			cells,
			keys,
			place,
			withoutTag
		});
		return site === void 0 ? [] : apart(site, () => looseNear(tree, tags, stem));
	});
	const used = new Set(groups.map(({ keys, cells }) => cells.repository && keys.repository));
	const whole = [...names].flatMap(([name, cells]) => wholeImage.test(name) && !used.has(name) ? cells.flatMap(({ node }) => {
		const site = referenceSite(tree, node, list);
		return site === void 0 ? [] : apart(site, () => versionApart(tree, paths, name));
	}) : []);
	return {
		sites: [...inParts, ...whole],
		loose: loose.map(({ stem, keys, cells }) => ({
			path: stem.replace(/\.$/, ""),
			keys,
			cells,
			place
		}))
	};
}
const apart = (site, reason) => {
	const { image, shape } = site;
	if (image.tag !== void 0 || image.digest !== void 0 || shape.kind === "parts" && shape.cells.tag) return site;
	const problem = site.problem ?? (shape.kind === "parts" ? shape.withoutTag : void 0) ?? reason();
	return problem === void 0 ? site : {
		...site,
		problem,
		way: ({ name }) => markerHint(name)
	};
};
const pathsOf$2 = (names) => {
	const paths = /* @__PURE__ */ new Map();
	for (const [name, cells] of names) {
		const { path, last } = splitName(name);
		const cell = cells.at(-1);
		const others = paths.get(path) ?? /* @__PURE__ */ new Map();
		if (cell !== void 0) paths.set(path, others.set(last, cell));
	}
	return paths;
};
const splitName = (name) => {
	const dot = name.lastIndexOf(".");
	return {
		path: name.slice(0, Math.max(dot, 0)),
		last: name.slice(dot + 1)
	};
};
const versionApart = (tree, paths, name) => {
	const { path, last } = splitName(name);
	let found = elsewhereUnder(tree, paths.get(path) ?? /* @__PURE__ */ new Map(), last) ?? sharedUnder(tree, paths.get("global"), "around");
	for (let above = path; above !== "" && found === void 0;) {
		above = splitName(above).path;
		found = sharedUnder(tree, paths.get(above), above === splitName(path).path ? "around" : "above");
	}
	return found;
};
const sharedUnder = (tree, cells = /* @__PURE__ */ new Map(), distance) => {
	const shared = [...cells].filter(([key, { node }]) => mayBeSharedVersion(key, textOf(tree, node) ?? "", distance));
	return elsewhereUnder(tree, new Map(shared), "");
};
const looseTags = (loose) => new Map(loose.flatMap(({ stem, cells: { tag } }) => tag === void 0 ? [] : [[GLOBAL.test(stem) ? "global." : stem, tag]]));
const GLOBAL = /^global\./;
const looseNear = (tree, tags, stem) => {
	let cell = tags.get("global.") ?? tags.get("");
	for (let dot = stem.indexOf("."); dot >= 0 && cell === void 0; dot = stem.indexOf(".", dot + 1)) cell = tags.get(stem.slice(0, dot + 1));
	if (cell === void 0) return void 0;
	return `has its tag elsewhere, on line ${tree.place(cell.node.range[0]).line}, not beside its repository`;
};
const wholeImage = /(?:^|\.)image$|Image$/;
const partName = /^(|.*\.)(?:registry|repository|tag|digest)$|^(.*[^.])(?:Registry|Repository|Tag|Digest)$/;
const stemOf = (name) => {
	const match = partName.exec(name);
	return match === null ? [] : [match[1] ?? match[2] ?? ""];
};
const namesOf$2 = (tree, list) => {
	const names = /* @__PURE__ */ new Map();
	for (const item of list.items) {
		const parameter = resolve(tree, item);
		if (!isMapping(parameter)) continue;
		const name = textOf(tree, effective(tree, parameter, "name")?.entry.value);
		const cell = cellOf(tree, effective(tree, parameter, "value"));
		if (name === void 0 || cell === void 0) continue;
		const others = names.get(name);
		if (others === void 0) names.set(name, [cell]);
		else others.push(cell);
	}
	return names;
};
const groupsOf = (tree, { names, paths }, stem) => {
	const isCapital = stem !== "" && !stem.endsWith(".");
	const nameOf = (part) => `${stem}${isCapital ? part.charAt(0).toUpperCase() + part.slice(1) : part}`;
	const repository = [nameOf("repository"), ...namesWithoutTag(tree, names, stem)].find((name) => names.has(name));
	const keys = {
		registry: nameOf("registry"),
		repository: repository ?? nameOf("repository"),
		tag: tagName({
			names,
			paths
		}, stem) ?? nameOf("tag"),
		digest: nameOf("digest")
	};
	const all = Object.entries(keys).map(([part, name]) => [part, names.get(name) ?? []]);
	const most = Math.max(...all.map(([, cells]) => cells.length));
	return Array.from({ length: most }, (_, index) => {
		const chosen = all.flatMap(([part, cells]) => {
			const cell = cells[cells.length - most + index];
			const last = cells.at(-1);
			const found = part === "tag" || part === "digest" || textOf(tree, cell?.node) === textOf(tree, last?.node) ? cell ?? last : last;
			return found === void 0 ? [] : [[part, found]];
		});
		return {
			stem,
			keys,
			cells: Object.fromEntries(chosen)
		};
	});
};
const tagName = ({ names, paths }, stem) => {
	if (stem === "" || stem.endsWith(".")) {
		const known = tagIn(paths.get(stem.slice(0, -1)) ?? /* @__PURE__ */ new Map());
		return known && `${stem}${known}`;
	}
	const version = `${stem}Version`;
	return singleImage.test(stem) && names.has(version) && !names.has(`${stem}Tag`) ? version : void 0;
};
const namesWithoutTag = (tree, names, stem) => {
	const path = stem.replace(/\.$/, "");
	const short = singleImage.test(path.slice(path.lastIndexOf(".") + 1)) ? [
		`${stem}repo`,
		`${stem}Repo`,
		`${stem}Name`
	] : [];
	return [
		`${stem}name`,
		...short,
		path,
		`${stem}image`
	].filter((name) => {
		const { tag, digest } = splitReference(textOf(tree, names.get(name)?.at(-1)?.node) ?? "");
		return tag === void 0 && digest === void 0;
	});
};

// src/domain/formats/applicationset.ts
function findSet(tree, root) {
	const own = findApplication(tree, root);
	const spec = childOf(tree, root, "spec");
	if (!isMapping(spec) || !/\{\{|templatePatch/.test(tree.text)) return own;
	const patch = childOf(tree, spec, "templatePatch");
	const { traces, origins } = traceAll(tree, spec);
	const followed = traces.filter(({ fields }) => fields.length > 0);
	const ways = new Set(followed.flatMap(({ fields }) => fields.map(({ origin }) => origin.node)));
	const others = origins.filter(({ node }) => !ways.has(node)).map(({ template }) => template);
	const busy = new Set([...others, isText(patch) ? String(patch.value) : ""].flatMap(expressionsOf));
	const lost = [...traces.filter(({ fields, origin }) => fields.length === 0 && !ways.has(origin.node))];
	const blocks = origins.flatMap((origin) => tracesInText(tree, origin, own.sites));
	const known = [...lost, ...blocks].filter(isKnown$1);
	const sites = [
		...own.sites.filter((site) => !isTraced(tree, site)),
		...checked(unlisted$1(followed, own.sites), busy),
		...uniqueBy(known, ({ origin, site }) => [origin.node, site.image.repository]).map(({ site }) => site)
	];
	const places = new Set(known.map(({ origin }) => origin.node));
	const unknown = uniqueBy(lost, ({ origin }) => [origin.node, ""]).filter(({ origin }) => !places.has(origin.node));
	return {
		sites,
		pins: [...own.pins, ...findTemplatePins(tree, patch, sites)],
		unbound: [...own.unbound, ...unknown.map((trace) => unboundOf(tree, trace))]
	};
}
const traceAll = (tree, spec) => {
	const generators = childOf(tree, spec, "generators");
	const elements = [
		...under(tree, generators, "elements").filter((list) => isSequence(list)).flatMap((list) => list.items.map((item) => resolve(tree, item))).filter((item) => isMapping(item)),
		...valuesOf$5(tree, generators),
		void 0
	];
	const renderings = [childOf(tree, spec, "template"), ...under(tree, generators, "template")].filter((node) => node !== null).flatMap((template) => elements.map((element) => render(tree, template, element)));
	return {
		traces: renderings.flatMap((rendering) => findApplication(tree, rendering.root).sites.flatMap((site) => site.tree === tree ? traceOf(tree, site, rendering) ?? [] : [])),
		origins: renderings.filter(({ element }) => element === void 0).flatMap((rendering) => [...rendering.origins.values()])
	};
};
const valuesOf$5 = (tree, node) => {
	if (isSequence(node)) return node.items.flatMap((item) => valuesOf$5(tree, resolve(tree, item)));
	if (!isMapping(node)) return [];
	return node.items.flatMap((entry) => {
		const key = nameOf$1(tree, entry) ?? "";
		if (notHandedOn.test(key)) return [];
		if (key !== "values") return valuesOf$5(tree, resolve(tree, entry.value));
		const alone = cloneOf(node);
		alone.items = [entry];
		return [alone];
	});
};
const notHandedOn = /^(?:elements|template|selector)$/;
const under = (tree, node, key) => {
	if (isSequence(node)) return node.items.flatMap((item) => under(tree, item, key));
	if (!isMapping(node)) return [];
	return node.items.flatMap((entry) => {
		const value = resolve(tree, entry.value);
		if (nameOf$1(tree, entry) !== key) return under(tree, entry.value, key);
		return value === null ? [] : [value];
	});
};
const isKnown$1 = ({ site }) => !site.image.repository.includes(UNKNOWN);
const isTraced = (tree, { tree: other, shape, isFilledIn }) => other === tree && isFilledIn === true && nodesOf(shape).some((node) => (textOf(tree, node) ?? "").includes("{{"));
const tracesInText = (tree, origin, listed) => {
	const text = resolve(tree, origin.node);
	if (!isText(text) || !origin.template.includes("\n")) return [];
	const place = () => tree.place(text.range[0]);
	const isParsed = parseTrees(origin.template, place).problem === void 0;
	const inside = parseTrees(renderBlind(origin.template), place).trees ?? [];
	const seen = new Set(listed.filter((site) => isIn$1(site, text) && (site.problem ?? site.isFilledIn)).map(({ image }) => image.repository));
	return inside.flatMap((inner) => findValues(inner, inner.root, { searched: searchedNothing() })).filter(({ image }) => !seen.has(image.repository) && (!isParsed || `${image.tag} ${image.digest}`.includes("0unknown0value0"))).map((site) => stuck({
		...site,
		tree
	}, origin));
};
const isIn$1 = ({ tree }, text) => tree.outer?.node === text;
const unlisted$1 = (traces, listed) => {
	const known = new Set(listed.flatMap(({ shape }) => nodesOf(shape)));
	const news = traces.filter(({ fields }) => !fields.some(({ cell }) => known.has(cell.node)));
	return uniqueBy(news, ({ fields, site }) => [fields[0]?.cell.node, `${site.first[0]} ${site.image.repository}`]);
};
const uniqueBy = (values, keyOf) => {
	const seen = /* @__PURE__ */ new Map();
	return values.filter((value) => {
		const [node, name] = keyOf(value);
		const names = seen.get(node) ?? /* @__PURE__ */ new Set();
		seen.set(node, names);
		return !names.has(name) && names.add(name);
	});
};
const checked = (traces, busy) => {
	const versions = /* @__PURE__ */ new Map();
	for (const { origin, site } of traces) {
		const images = versions.get(origin.node) ?? /* @__PURE__ */ new Map();
		const { repository, tag, digest } = site.image;
		versions.set(origin.node, images.set(repository, (images.get(repository) ?? /* @__PURE__ */ new Set()).add(`${tag}@${digest}`)));
	}
	return traces.map(({ site, origin, fields }) => {
		const field = fields.find(({ name }) => busy.has(name));
		if (field !== void 0) return {
			...site,
			problem: `has its version in a field ("${field.name}") that the template uses for something else, too`
		};
		return versions.get(origin.node)?.get(site.image.repository)?.size === 1 ? site : {
			...site,
			problem: "has different versions in the elements that fill in its template"
		};
	});
};
const unboundOf = (tree, { origin }) => ({
	line: tree.place(origin.node.range[0]).line ?? 1,
	message: "A template fills in the name of an image, so that it is not known which one it is."
});
const mentionsVersion = /(?:tag|digest|images?)\b/i;
function findTemplatePins(tree, patch, sites) {
	if (!isText(patch)) return [];
	const source = renderBlind(String(patch.value)).replace(/(?:^|\s)#.*$/gm, "");
	if (!mentionsVersion.test(source)) return [];
	const { trees = [] } = parseTrees(source, () => tree.place(patch.range[0]));
	const found = trees.map((inner) => findApplication(inner, inner.root));
	const stated = found.flatMap((application) => application.sites.map(({ image }) => image.repository));
	return (stated.length > 0 && found.every(({ unbound }) => unbound.length === 0) ? stated : [...stated, ...sites.map(({ image }) => image.repository)]).map((repository) => ({
		repository,
		place: tree.place(patch.range[0])
	}));
}
const UNKNOWN = "0unknown0value0";
const expressions = /\{\{-?\s*([^{}]*?)\s*-?\}\}/g;
const noImages = /(?:annotations|labels)$/i;
function render(tree, root, element) {
	const origins = /* @__PURE__ */ new Map();
	return {
		root: renderNode({
			tree,
			element,
			origins
		}, root),
		element,
		origins
	};
}
const renderNode = (context, node) => {
	if (isSequence(node)) {
		const copy = cloneOf(node);
		copy.items = node.items.map((item) => renderNode(context, item));
		return copy;
	}
	if (!isMapping(node)) return renderText(context, node);
	const copy = cloneOf(node);
	copy.items = node.items.map((entry) => {
		const pair = cloneOf(entry);
		pair.value = entry.value === null || noImages.test(nameOf$1(context.tree, entry) ?? "") ? entry.value : renderNode(context, entry.value);
		return pair;
	});
	return copy;
};
const renderText = ({ tree, element, origins }, node) => {
	const text = resolve(tree, node);
	const template = isText(text) ? String(text.value) : "";
	if (!isText(text) || !template.includes("{{")) return node;
	const copy = cloneOf(text);
	origins.set(copy, {
		node,
		template
	});
	if (!template.includes("\n")) copy.value = template.replace(expressions, (_, inside) => fieldText(tree, element, inside) ?? "0unknown0value0");
	return copy;
};
const fieldText = (tree, element, inside) => textOf(tree, fieldOf(tree, element, inside)?.node);
const field = /^\.?((?:[A-Za-z_][\w-]*\.)*[A-Za-z_][\w-]*)$/;
function fieldOf(tree, element, name) {
	const keys = field.exec(name)?.[1]?.split(".") ?? [];
	let at = element ?? null;
	for (const key of keys.slice(0, -1)) at = isMapping(at) ? resolve(tree, effective(tree, at, key)?.entry.value ?? null) : null;
	const cell = isMapping(at) ? cellOf(tree, effective(tree, at, keys.at(-1) ?? "")) : void 0;
	return isTemplated(textOf(tree, cell?.node) ?? "") ? void 0 : cell;
}
function lastExpression(template) {
	const match = /^(?:([^:{}]*=)?|(.*):)\{\{-?\s*([^{}]*?)\s*-?\}\}$/.exec(template);
	return match === null ? void 0 : {
		name: plain(match[3] ?? ""),
		isWhole: match[2] === void 0
	};
}
function expressionsOf(template) {
	return [...template.matchAll(expressions)].flatMap(([, inside = ""]) => inside.split(/[^\w.-]+/).map(plain));
}
const plain = (inside) => inside.replace(/^\./, "");
function renderBlind(text) {
	return text.replace(/^[ \t]*(?:\{\{[^{}]*\}\}[ \t]*)+$/gm, "").replace(expressions, UNKNOWN);
}
function traceOf(tree, site, rendering) {
	const { shape } = site;
	if (shape.kind === "marked") return void 0;
	return shape.kind === "reference" ? traceReference(tree, {
		site,
		shape,
		rendering
	}) : traceParts(tree, {
		site,
		shape,
		rendering
	});
}
const traceReference = (tree, { site, shape, rendering }) => {
	const origin = rendering.origins.get(shape.node);
	if (origin === void 0) return void 0;
	const last = lastExpression(origin.template);
	const cell = fieldOf(tree, rendering.element, last?.name ?? "");
	if (last === void 0 || cell === void 0) return stuck(site, origin);
	const fields = [{
		cell,
		name: last.name,
		origin
	}];
	const traced = {
		...site,
		offset: cell.node.range[0]
	};
	if (last.isWhole) return {
		origin,
		fields,
		site: {
			...traced,
			shape: {
				...shape,
				node: cell.node
			}
		}
	};
	if (site.image.digest !== void 0 || textOf(tree, cell.node) !== site.image.tag) return stuck(site, origin);
	return {
		origin,
		fields,
		site: {
			...traced,
			shape: partsOf$1(rendering, { tag: cell }, { tag: last.name })
		}
	};
};
const partsOf$1 = ({ element }, cells, keys) => ({
	kind: "parts",
	cells,
	keys,
	naming: "helm",
	clearing: "empty",
	place: { element }
});
const traceParts = (tree, { site, shape, rendering }) => {
	const filled = Object.entries(shape.cells).flatMap(([part, { node }]) => {
		const origin = rendering.origins.get(node);
		return origin === void 0 ? [] : [{
			part,
			origin,
			field: fieldIn(tree, rendering, origin)
		}];
	});
	const versions = filled.filter(({ part }) => isVersion$1(part));
	const [first = filled[0]] = versions;
	if (first === void 0) return void 0;
	const fields = versions.flatMap(({ field }) => field ?? []);
	if (versions.length === 0 || fields.length < versions.length) return stuck(site, first.origin);
	const found = new Map(filled.map(({ part, field }) => [part, field?.cell]));
	const isNamed = filled.every(({ field }) => field !== void 0);
	const cells = Object.entries(shape.cells).filter(([part]) => isNamed || isVersion$1(part)).map(([part, cell]) => [part, found.get(part) ?? cell]);
	const offset = fields[0]?.cell.node.range[0] ?? site.offset;
	const parts = partsOf$1(rendering, Object.fromEntries(cells), shape.keys);
	return {
		origin: first.origin,
		fields,
		site: {
			...site,
			offset,
			shape: parts
		}
	};
};
const isVersion$1 = (part) => part === "tag" || part === "digest";
const fieldIn = (tree, { element }, origin) => {
	const last = lastExpression(origin.template);
	const cell = last?.isWhole === true ? fieldOf(tree, element, last.name) : void 0;
	return last === void 0 || cell === void 0 ? void 0 : {
		cell,
		name: last.name,
		origin
	};
};
function stuck(site, origin) {
	const image = {
		repository: withoutUnknown(site.image.repository),
		tag: /\{\{.*\}\}/.exec(origin.template)?.[0]
	};
	const names = {
		first: site.first.map(withoutUnknown),
		second: site.second.map(withoutUnknown)
	};
	return {
		origin,
		fields: [],
		site: {
			...site,
			...names,
			image,
			offset: origin.node.range[0],
			isFilledIn: true
		}
	};
}
const withoutUnknown = (name) => name.startsWith(`${"0unknown0value0"}/`) ? name.slice(16) : name;

// src/domain/formats/kubernetes.ts
function headOf(tree, mapping) {
	const read = (key) => textOf(tree, effective(tree, mapping, key)?.entry.value);
	const apiVersion = read("apiVersion");
	return {
		kind: read("kind"),
		apiVersion,
		group: apiVersion?.includes("/") ? apiVersion.split("/")[0] : apiVersion && ""
	};
}
function findObject(tree, node, searched) {
	if (!isMapping(node)) return [];
	const head = headOf(tree, node);
	if (texts.has(head.kind ?? "") || isWithoutContainers(head)) return [];
	return findValues(tree, node, {
		searched,
		alsoSkipped: skipped,
		values: valuesOf$4(tree, node, head)
	});
}
const valuesOf$4 = (tree, root, { kind, group }) => {
	const spec = kind === "HelmRelease" || kind === "Release" ? childOf(tree, root, "spec") : null;
	if (kind === "HelmRelease" && /^helm\.(?:toolkit\.)?fluxcd\.io$/.test(group ?? "")) return childOf(tree, spec, "values") ?? void 0;
	return group === "helm.crossplane.io" ? childOf(tree, childOf(tree, spec, "forProvider"), "values") ?? void 0 : void 0;
};
function findArtifacts(tree, root, { kind, group }) {
	const spec = childOf(tree, root, "spec");
	if (!isMapping(spec)) return [];
	if (group === "source.toolkit.fluxcd.io" && kind === "OCIRepository") return artifactOf(tree, spec);
	if (group !== "pkg.crossplane.io") return [];
	const node = effective(tree, spec, "package")?.entry.value ?? null;
	if (!(isText(node) || isLink(node))) return [];
	const site = referenceSite(tree, node, tree);
	return site === void 0 ? [] : [site];
}
function isWithoutContainers({ kind = "", group = "" }) {
	return withoutImages.has(kind) || withoutContainers.test(group);
}
const texts = /* @__PURE__ */ new Set(["ConfigMap", "Secret"]);
const withoutImages = /* @__PURE__ */ new Set([
	"CustomResourceDefinition",
	"ImageRepository",
	"ImagePolicy",
	"ClusterImagePolicy",
	"ImageUpdateAutomation"
]);
const withoutContainers = /^(?:.*\.)?(?:kyverno\.io|gatekeeper\.sh|sigstore\.dev|shipwright\.io|aquasecurity\.github\.io|eraser\.sh|kargo\.akuity\.io|argocd-image-updater\.argoproj\.io)$/;
const skipped = /^(?:metadata|status|data|stringdata|binarydata|openapiv3schema|selector|args|command)$/i;
const artifactKeys = {
	tag: "tag",
	digest: "digest"
};
const artifactOf = (tree, spec) => {
	const url = effective(tree, spec, "url");
	const [, name = ""] = /^oci:\/\/(.+?)\/*$/.exec(textOf(tree, url?.entry.value) ?? "") ?? [];
	if (!looksLikeReference(name) || url === void 0) return [];
	const ref = childOf(tree, spec, "ref");
	const mapping = isMapping(ref) ? ref : spec;
	const entries = isMapping(ref) ? effectiveEntries(tree, ref) : /* @__PURE__ */ new Map();
	const read = (key) => textOf(tree, entries.get(key)?.entry.value) || void 0;
	const { repository, tag, digest } = splitReference(name);
	return [{
		tree,
		group: tree,
		first: [repository],
		second: [],
		image: {
			repository,
			tag: read(artifactKeys.tag) ?? tag,
			digest: read(artifactKeys.digest) ?? digest
		},
		offset: (url.entry.value ?? url.entry.key).range[0],
		isFilledIn: [read(artifactKeys.tag), read(artifactKeys.digest)].some((text) => isTemplated(text ?? "")),
		problem: artifactProblem(ref, [...entries.keys()], tag ?? digest),
		shape: {
			kind: "parts",
			cells: {
				...cellsOf(tree, artifactKeys, (key) => entries.get(key)),
				name: cellOf(tree, url)
			},
			keys: artifactKeys,
			naming: "kustomize",
			clearing: "line",
			place: { mapping }
		}
	}];
};
const artifactProblem = (ref, names, within) => {
	if (within !== void 0) return "has its tag or digest within its \"url\", where none is read";
	if (!isMapping(ref) || ref.items.length === 0) return "has no \"ref\" with a tag or a digest";
	if (names.includes("semver")) return "follows a range (\"semver\"), which is stronger than a tag";
	return names.includes("tag") || names.includes("digest") ? void 0 : "has no tag and no digest in its \"ref\"";
};

// src/domain/formats/shared-manifests.ts
const NAMING = [
	"env",
	"environment",
	"stage",
	"cluster",
	"namespace",
	"name"
];
function environmentOf(site, environments) {
	const names = new Set(environments);
	let at = {
		tree: site.tree,
		node: anchorOf(site)
	};
	while (at !== void 0) {
		const { tree, node } = at;
		const around = parentsOf(tree).get(node);
		const named = around === void 0 ? [] : namesAt(at, around, names);
		if (named.length > 0) return named.length === 1 ? named[0] : void 0;
		at = around === void 0 ? tree.outer : {
			tree,
			node: around.parent
		};
	}
}
const namesAt = ({ tree, node }, { key }, names) => {
	if (key === void 0) return namedBy(tree, node, names);
	return names.has(key) ? [key] : [];
};
function seenBy(sites, scope) {
	if (scope === void 0) return sites;
	return sites.filter((site) => [void 0, scope.environment].includes(environmentOf(site, scope.environments)));
}
function keysTo(tree, node) {
	if (node === tree.root) return [];
	const around = parentsOf(tree).get(node);
	if (around === void 0) return void 0;
	const key = around.key ?? String(isSequence(around.parent) ? around.parent.items.indexOf(node) : "");
	return [...keysTo(tree, around.parent) ?? [], key];
}
function holdsNode(tree, node) {
	return node === tree.root || parentsOf(tree).has(node);
}
function anchorOf({ tree, shape }) {
	if (shape.kind !== "parts") return nodesOf(shape)[0];
	const { place } = shape;
	const own = "mapping" in place ? place.mapping : "element" in place ? place.element : place.parameters;
	return holdsNode(tree, own) ? own : nodesOf(shape).find((node) => holdsNode(tree, node)) ?? own;
}
const namedBy = (tree, element, names) => {
	if (!isMapping(element)) return [];
	const values = NAMING.map((key) => textOf(tree, effective(tree, element, key)?.entry.value) ?? "");
	return [...new Set(values.filter((value) => names.has(value)))];
};
const known$1 = /* @__PURE__ */ new WeakMap();
const parentsOf = (tree) => {
	if (tree.root === null) return /* @__PURE__ */ new Map();
	const parents = known$1.get(tree.root) ?? enterParents$1(tree, tree.root);
	known$1.set(tree.root, parents);
	return parents;
};
const enterParents$1 = (tree, root) => {
	const parents = /* @__PURE__ */ new Map();
	const queue = [root];
	for (let parent = queue.pop(); parent !== void 0; parent = queue.pop()) for (const [node, key] of childrenOf$1(tree, parent)) {
		parents.set(node, {
			parent,
			key
		});
		queue.push(node);
	}
	return parents;
};
const childrenOf$1 = (tree, node) => {
	if (isSequence(node)) return node.items.map((item) => [item, void 0]);
	return isMapping(node) ? membersOf(tree, node) : [];
};
const membersOf = (tree, mapping) => mapping.items.flatMap((entry) => entry.value === null ? [] : [[entry.value, nameOf$1(tree, entry) ?? ""]]);

// src/domain/formats/layered.ts
function findLayered(path, trees, { below, above }) {
	const layers = [
		...below.map(parse),
		layerOf(path, trees),
		...above.map(parse)
	];
	const own = below.length;
	const merged = mergeAll(layers);
	const searched = searchedNothing();
	const sites = findValues(merged.tree, merged.tree.root, { searched }).map((site) => settle$2(site, {
		layers,
		merged
	}));
	const alone = searchedNothing();
	findValues(treeOf(layers, own), layers[own]?.root ?? null, { searched: alone });
	const isLoose = searched.unbound.some(({ repository, isWeak }) => repository === void 0 && isWeak !== true);
	return {
		formats: ["helm values"],
		sites: withoutMerged(sites).flatMap(({ site, layer }) => layer === own ? [site] : []),
		pins: [],
		unbound: alone.unbound.filter(({ repository }) => repository !== void 0 || isLoose)
	};
}
const withoutMerged = (settled) => {
	const merged = new Set(settled.flatMap(({ name, isSet }) => isSet ? [name] : []));
	return settled.filter(({ name, isSet }) => isSet || !merged.has(name));
};
const parse = ({ path, text }) => {
	const lineOf = lineFinder(text);
	const parsed = parseTrees(text, (offset) => ({
		path,
		line: lineOf(offset)
	}));
	if (parsed.problem !== void 0) {
		const { message, offset } = parsed.problem;
		return fail("manifest-invalid", `The manifest ${quote(path)} ${message}.`, "Repair the file, and promote again.", {
			path,
			line: lineOf(offset)
		});
	}
	return layerOf(path, parsed.trees);
};
const layerOf = (path, trees) => {
	const [tree, ...others] = trees.filter(({ root }) => !(root === null || isText(root) && isNull(root)));
	if (tree === void 0) return {
		path,
		tree: trees[0],
		root: void 0
	};
	const { root } = tree;
	const head = isMapping(root) ? headOf(tree, root) : void 0;
	const isObject = head?.kind !== void 0 && head.apiVersion !== void 0;
	if (others.length === 0 && isMapping(root) && !isObject && !/kustomization/i.test(path.split("/").at(-1) ?? "")) return {
		path,
		tree,
		root
	};
	return fail("manifest-format", `${quote(path)} is a layer of helm values by the setting "files", and holds something else.`, "List other manifests outside of the list of layers.", {
		path,
		line: tree.place(0).line
	});
};
const mergeAll = (layers) => {
	const trees = layers.flatMap(({ tree }) => tree ?? []);
	const made = /* @__PURE__ */ new Map();
	const roots = layers.map(({ root }) => root);
	return {
		tree: {
			text: "",
			index: 0,
			place: () => ({}),
			lineOf: (node) => lineIn(layers[originOf(layers, node)], node),
			root: merge(layers, {
				from: roots,
				keys: []
			}, made),
			end: 0,
			isJson: false,
			targets: new Map(trees.flatMap(({ targets }) => [...targets])),
			links: new Map(trees.flatMap(({ links }) => [...links])),
			heirs: new Map(trees.flatMap(({ heirs }) => [...heirs]))
		},
		made
	};
};
const merge = (layers, made, all) => {
	const present = made.from.filter((mapping) => mapping !== void 0);
	const [first] = present;
	if (first === void 0 || present.length === 1 && made.keys.length > 0) return first ?? null;
	const merged = cloneOf(first);
	all.set(merged, made);
	merged.items = [...valuesOf$3(layers, made.from)].map(([key, { entry, mappings }]) => {
		if (mappings === void 0 || mappings.filter((mapping) => mapping !== void 0).length < 2) return entry;
		const pair = cloneOf(entry);
		pair.value = merge(layers, {
			from: mappings,
			keys: [...made.keys, key]
		}, all);
		return pair;
	});
	return merged;
};
const valuesOf$3 = (layers, from) => {
	const values = /* @__PURE__ */ new Map();
	for (const [index, mapping] of from.entries()) for (const [key, entry, value] of entriesOf(layers[index]?.tree, mapping)) {
		const mappings = isMapping(value) ? values.get(key)?.mappings ?? layers.map(() => void 0) : void 0;
		if (mappings !== void 0 && isMapping(value)) mappings[index] = value;
		values.set(key, {
			entry,
			mappings
		});
	}
	return values;
};
const entriesOf = (tree, mapping) => {
	if (tree === void 0 || mapping === void 0) return [];
	return [...effectiveEntries(tree, mapping)].filter(([key]) => key !== "<<").map(([key, { entry }]) => [
		key,
		entry,
		resolve(tree, entry.value)
	]);
};
const treeOf = (layers, layer) => layers[layer]?.tree ?? NOTHING;
const NOTHING = {
	text: "",
	index: 0,
	place: () => ({ line: 1 }),
	root: null,
	end: 0,
	isJson: false,
	targets: /* @__PURE__ */ new Map(),
	links: /* @__PURE__ */ new Map(),
	heirs: /* @__PURE__ */ new Map()
};
const originOf = (layers, node) => layers.findIndex(({ tree }) => tree !== void 0 && holdsNode(tree, node));
const settle$2 = (site, reading) => {
	const { layers } = reading;
	if (site.shape.kind === "parts") return settleParts(site, site.shape, reading);
	const name = anchorOf(site);
	const layer = originOf(layers, name);
	const isVersioned = site.image.tag !== void 0 || site.image.digest !== void 0;
	const own = {
		...site,
		tree: treeOf(layers, layer)
	};
	if (!isVersioned && site.problem === void 0) return unset(site, reading, void 0);
	return {
		site: own,
		layer,
		name,
		isSet: true
	};
};
const settleParts = (site, shape, reading) => {
	const { layers, merged } = reading;
	const { cells, keys } = shape;
	const mapping = anchorOf(site);
	const from = merged.made.get(mapping)?.from ?? contributionsOf(layers, mapping);
	const origins = Object.entries(cells).map(([part, cell]) => [part, originOf(layers, cell.node)]);
	const layer = Math.max(-1, ...origins.flatMap(([part, origin]) => isVersion(part) ? [origin] : []));
	if (layer < 0) return unset(site, reading, shape);
	const tree = treeOf(layers, layer);
	const own = from[layer];
	const name = cells.repository?.node;
	if (own === void 0) return {
		site: {
			...site,
			tree
		},
		layer,
		name,
		isSet: true
	};
	const entries = effectiveEntries(tree, own);
	const here = origins.flatMap(([part, origin]) => {
		const cell = origin === layer ? cellOf(tree, entries.get(keys[part] ?? "")) : void 0;
		return cell === void 0 ? [] : [[part, cell]];
	});
	const elsewhere = origins.flatMap(([part, origin]) => {
		const node = cells[part]?.node;
		if (origin === layer || node === void 0 || !textOf(merged.tree, node)) return [];
		return [[part, placeOf$1(layers[origin], node)]];
	});
	const ownCells = Object.fromEntries(here);
	return {
		layer,
		name,
		isSet: true,
		site: {
			...site,
			tree,
			offset: (ownCells.tag ?? ownCells.digest)?.node.range[0] ?? own.range[0],
			shape: {
				...shape,
				cells: ownCells,
				place: { mapping: own },
				elsewhere: Object.fromEntries(elsewhere)
			}
		}
	};
};
const isVersion = (part) => part === "tag" || part === "digest";
const contributionsOf = (layers, mapping) => {
	const layer = originOf(layers, mapping);
	return layers.map((_, index) => index === layer ? mapping : void 0);
};
const placeOf$1 = (layer, node) => {
	const line = layer?.tree?.place(node.range[0]).line;
	return `${quote(layer?.path ?? "")}${line === void 0 ? "" : `, line ${line}`}`;
};
const lineIn = (layer, node) => `line ${layer?.tree?.place(node.range[0]).line ?? 1} of ${quote(layer?.path ?? "")}`;
const unset = (site, { layers, merged }, shape) => {
	const last = layers.length - 1;
	const { path = "", tree, root } = layers[last] ?? {};
	const anchor = anchorOf(site);
	const made = merged.made.get(anchor);
	const origin = originOf(layers, anchor);
	const keys = made?.keys ?? keysTo(treeOf(layers, origin), anchor) ?? [];
	const there = made?.from[last];
	const version = (request) => {
		if (shape === void 0) return line(keys.at(-1) ?? "image", `${site.image.repository}:${request.tag ?? ""}`);
		return request.tag === void 0 ? line(shape.keys.digest ?? "digest", request.digest ?? "") : line(shape.keys.tag ?? "tag", request.tag);
	};
	const above = shape === void 0 ? keys.slice(0, -1) : keys;
	const where = above.length === 0 ? "" : ` under ${quote(above.join("."))}`;
	const known = there === void 0 ? "" : `, line ${tree?.place(there.range[0]).line ?? 1}`;
	return {
		layer: last,
		name: shape?.cells.repository?.node,
		isSet: false,
		site: {
			...site,
			tree: tree === void 0 ? NOTHING : tree,
			offset: there?.range[0] ?? root?.range[0] ?? 0,
			problem: site.problem ?? `has no tag or digest in ${listed(layers.map((layer) => quote(layer.path)))}`,
			way: (request) => `Add \`${version(request)}\`${where} to ${quote(path)}${known}, the last of the layers.`
		}
	};
};
const line = (key, text) => `${key}: ${printScalar(text, "plain")}`;
function withoutOverridden(found, { above }) {
	if (!found.sites.some(({ shape }) => shape.kind === "marked")) return found;
	const layers = above.map(parse);
	const sites = found.sites.map((site) => {
		const place = site.shape.kind === "marked" ? overridingPlace(site, layers) : void 0;
		if (place === void 0) return site;
		const way = () => "Move the marker to the value of that layer, or take the value out there.";
		return {
			...site,
			problem: `has a marked value that a later layer overrides (${place})`,
			way
		};
	});
	return {
		...found,
		sites
	};
}
const overridingPlace = ({ tree, shape }, layers) => {
	const paths = nodesOf(shape).map((node) => mappingKeysTo(tree, tree.outer?.node ?? node));
	return layers.flatMap((layer) => paths.flatMap((keys) => setBy(layer, keys) ?? [])).at(-1);
};
const setBy = (layer, keys) => {
	let node = layer.root ?? null;
	if (layer.tree === void 0 || keys.length === 0) return void 0;
	for (const key of keys) {
		if (!isMapping(node)) break;
		const entry = effectiveEntries(layer.tree, node).get(key)?.entry;
		if (entry === void 0) return void 0;
		node = resolve(layer.tree, entry.value) ?? entry.key;
	}
	return node === null ? void 0 : placeOf$1(layer, node);
};
const mappingKeysTo = (tree, sought) => {
	const search = (node, keys) => {
		if (node === null) return void 0;
		if (node === sought) return keys;
		if (isMapping(node)) return node.items.map((entry) => search(entry.value, [...keys, nameOf$1(tree, entry) ?? ""])).find((one) => one !== void 0);
		if (isSequence(node)) return node.items.some((item) => search(item, keys) !== void 0) ? keys : void 0;
	};
	return search(tree.root, []) ?? [];
};

// src/domain/formats/marked.ts
function withMarkers(trees, find) {
	if (!mayHaveMarkers(trees[0]?.text ?? "")) return find();
	const found = attempt$2(find);
	const marks = {
		live: [],
		dead: [],
		ignored: []
	};
	const nested = "problem" in found ? [] : found.sites.map(({ tree }) => tree).filter(({ outer }) => outer !== void 0);
	readText(trees, {
		marks,
		nested: new Set(nested)
	});
	if (!("problem" in found)) return join$1(found, marks);
	if (marks.live.length + marks.dead.length === 0) throw found.problem;
	return join$1({
		formats: ["text"],
		sites: [],
		pins: [],
		unbound: []
	}, marks);
}
const attempt$2 = (find) => {
	try {
		return find();
	} catch (error) {
		if (error instanceof PromotionError && error.violations.every(({ code }) => code === "manifest-format")) return { problem: error };
		throw error;
	}
};
const top = {
	key: "",
	above: "",
	mapping: void 0,
	line: 0
};
const readText = (trees, reading) => {
	const [first] = trees;
	if (first === void 0) return;
	const index = {
		values: /* @__PURE__ */ new Map(),
		blocks: /* @__PURE__ */ new Map(),
		lineOf: lineFinder(first.text)
	};
	for (const tree of trees) visit(tree.root, top, {
		tree,
		index,
		reading
	});
	const lines = linesOf$1(first.text);
	if (isWholeText(first)) return;
	for (const comment of markerComments(first.text, lines, commentsIn$1(first.text))) for (const marker of comment.markers) readMarker({
		comment,
		marker
	}, {
		tree: first,
		index,
		reading
	});
};
const visit = (node, around, visiting) => {
	if (isMapping(node)) visitMapping(node, around, visiting);
	else if (isSequence(node)) visitSequence(node, around, visiting);
	else if (isText(resolve(visiting.tree, node))) visitValue(node, around, visiting);
};
const visitMapping = (mapping, { key: above }, visiting) => {
	for (const entry of mapping.items) {
		const line = visiting.index.lineOf(entry.key.range[0]);
		const key = nameOf$1(visiting.tree, entry) ?? "";
		addBlock(visiting, line, {
			node: entry.value,
			isItem: false
		});
		visit(entry.value, {
			key,
			above,
			mapping,
			line
		}, visiting);
	}
};
const visitSequence = ({ items }, around, visiting) => {
	for (const node of items) {
		const line = visiting.index.lineOf(node.range[0]);
		addBlock(visiting, line, {
			node,
			isItem: true
		});
		visit(node, {
			...around,
			mapping: void 0,
			line
		}, visiting);
	}
};
const addBlock = ({ index: { blocks } }, line, { node, isItem }) => {
	if (node !== null && !blocks.has(line)) blocks.set(line, {
		node,
		isItem
	});
};
const visitValue = (node, around, { tree, index, reading }) => {
	const value = {
		tree,
		node,
		key: around.key,
		mapping: around.mapping
	};
	const [start, end] = node.range;
	for (const line of /* @__PURE__ */ new Set([
		around.line,
		index.lineOf(start),
		index.lineOf(Math.max(start, end - 1))
	])) {
		const others = index.values.get(line);
		if (others === void 0) index.values.set(line, [value]);
		else others.push(value);
	}
	if (!isText(node) || node.type === "PLAIN" || !mayHaveMarkers(String(node.value))) return;
	const nested = around.key === "values" && around.above === "helm" ? nestedIn(tree, node, reading) : void 0;
	if (nested !== void 0) readText(nested, reading);
	else if (node.type === void 0 || isBlock(node)) readLines(tree, node, reading);
};
const nestedIn = (tree, node, { nested }) => nestedTrees(tree, node)?.map((own) => [...nested].find(({ outer, index }) => outer?.node === node && index === own.index) ?? own);
const readMarker = ({ comment, marker }, { tree, index, reading: { marks } }) => {
	const line = comment.line === void 0 ? void 0 : index.lineOf(comment.line.start);
	const values = (line === void 0 ? void 0 : index.values.get(line)) ?? [];
	if (marker.kind === "ignore") {
		if (line !== void 0) marks.ignored.push(ignoredFrom(line, {
			tree,
			values,
			comment,
			index
		}));
		return;
	}
	const place = tree.place(comment.offset);
	const said = {
		name: marker.name,
		place
	};
	if (marker.kind === "broken") marks.dead.push(brokenMarker(said));
	else settle$1(marks, said, choose(values.map((value) => marksIn(value, {
		marker,
		said
	}))));
};
const ignoredFrom = (line, { tree, values, comment, index }) => {
	const block = index.blocks.get(line);
	const isWhole = block !== void 0 && (values.length === 0 || block.isItem && comment.position === "above");
	const ends = [...values.map((value) => value.node), ...isWhole && block.node !== null ? [block.node] : []].map(({ range: [start, end] }) => tree.place(Math.max(start, end - 1)).line ?? 0);
	const first = tree.place(comment.line?.start ?? comment.offset).line ?? 0;
	return {
		first,
		last: Math.max(first, ...ends)
	};
};
const brokenMarker = ({ name, place }) => ({
	name,
	place,
	message: `The marker on line ${place.line} cannot be read: after "image-promotion:" stands the name of an image, without tag or digest, and "digest" or nothing.`
});
const deadMarker = ({ name, place }, reason) => ({
	name,
	place,
	message: `The marker for ${quote(name)} on line ${place.line} leads to no value: ${reason}.`
});
const settle$1 = (marks, said, chosen) => {
	if ("reason" in chosen) marks.dead.push(deadMarker(said, chosen.reason));
	else marks.live.push(...chosen);
};
const choose = (all) => {
	const live = all.filter((one) => !("reason" in one));
	const references = live.filter(([first]) => first?.part === "reference" && hasVersion(first));
	if (references.length > 0) return references.flat();
	const versions = live.filter(([first]) => first?.part !== "reference");
	const [only, ...others] = versions.length > 0 ? versions : live;
	if (others.length > 0) return { reason: "the line has several values, of which none refers to the image" };
	const reason = all.find((one) => "reason" in one);
	return only ?? { reason: reason === void 0 ? "there is no value" : `the value ${reason.reason}` };
};
const marksIn = (value, { marker, said }) => {
	const { tree, node, key, mapping } = value;
	const text = textOf(tree, node) ?? "";
	const holdings = holdingsOf(text, marker);
	if ("reason" in holdings) return holdings;
	if (/^(?:name|key|id)$/i.test(key) && (mapping?.items.length ?? 0) > 1 && holdings[0]?.part !== "reference") return { reason: `is ${quote(text)}, the name of what stands beside it` };
	const isPart = holdings.some(({ start, end }) => start > 0 || end < text.length);
	const source = isPart && isText(node) ? sourceOf$1(tree, node) : void 0;
	if (isPart && isText(node) && source === void 0) return { reason: "cannot be followed from character to character" };
	return holdings.map((holding) => ({
		...holding,
		name: marker.name,
		marker: said,
		tree,
		scope: mapping ?? node,
		spot: {
			node,
			passage: isPart ? {
				start: holding.start,
				end: holding.end
			} : void 0,
			offset: source?.offsetOf(holding.start) ?? node.range[0]
		}
	}));
};
const readLines = (tree, node, { marks }) => {
	const text = String(node.value);
	const source = sourceOf$1(tree, node);
	if (source === void 0) return;
	const lines = node.type === "BLOCK_FOLDED" ? foldedLines(tree, text, source) : linesOf$1(text);
	for (const comment of markerComments(text, lines, looseComments(text, lines))) for (const marker of comment.markers) readLine({
		tree,
		node,
		source
	}, {
		comment,
		marker
	}, marks);
};
const readLine = (lined, { comment: { offset, position, line }, marker }, marks) => {
	const { tree, node, source } = lined;
	const place = (at) => tree.place(source.offsetOf(at) ?? node.range[0]);
	if (marker.kind === "ignore") {
		const only = place(line?.start ?? offset).line ?? 0;
		if (line !== void 0) marks.ignored.push({
			first: only,
			last: only
		});
		return;
	}
	const said = {
		name: marker.name,
		place: place(offset)
	};
	if (marker.kind === "broken") marks.dead.push(brokenMarker(said));
	else if (line === void 0) settle$1(marks, said, { reason: "no line of text stands right below it" });
	else if (node.type === void 0 && position === "end-of-line") settle$1(marks, said, endOfLine);
	else settle$1(marks, said, marksInLine({
		...lined,
		line
	}, {
		marker,
		said
	}));
};
const endOfLine = { reason: "in such a file it stands on a line of its own, above that of the value" };
const foldedLines = (tree, text, source) => {
	const lines = [];
	let start = 0;
	for (let at = 0; at <= text.length; at++) {
		const character = text[at];
		const isFolded = character === " " && /[\r\n]/.test(tree.text[source.offsetOf(at) ?? 0] ?? "");
		if (character !== void 0 && character !== "\n" && !isFolded) continue;
		lines.push({
			start,
			end: at
		});
		start = at + 1;
	}
	return lines;
};
const marksInLine = ({ tree, node, source, line }, { marker, said }) => {
	const holdings = holdingsInLine(String(node.value).slice(line.start, line.end), marker);
	if ("reason" in holdings) return { reason: `the value ${holdings.reason}` };
	return holdings.map((holding) => {
		const passage = {
			start: line.start + holding.start,
			end: line.start + holding.end
		};
		const offset = source.offsetOf(passage.start) ?? node.range[0];
		return {
			...holding,
			name: marker.name,
			marker: said,
			tree,
			scope: node,
			spot: {
				node,
				passage,
				offset
			}
		};
	});
};
const join$1 = (found, { live, dead, ignored }) => {
	const isQuiet = (line) => line !== void 0 && ignored.some(({ first, last }) => first <= line && line <= last);
	const isIgnored = (site) => [site.offset, ...nodesOf(site.shape).map(({ range }) => range[0])].some((at) => isQuiet(site.tree.place(at).line));
	const sites = found.sites.filter((site) => !isIgnored(site));
	const byNode = sitesByNode(sites);
	const agreed = live.filter(({ name, spot }) => isAgreed(name, byNode.get(spot.node) ?? []));
	const known = new Map(agreed.map(({ name, spot }) => [spot.node, name]));
	const own = live.filter(({ name, spot }) => known.get(spot.node) !== name);
	const { paired, lost } = pair(own);
	const taken = new Map(paired.flatMap((marks) => marks.map(({ spot, name }) => [spot.node, name])));
	const names = new Set(paired.flatMap((marks) => marks.map(({ name }) => canonicalRepository(name))));
	const lines = new Set(live.map(({ tree, spot }) => tree.place(spot.offset).line));
	return {
		...found,
		sites: [...sites.flatMap((site) => withoutTaken(site, {
			taken,
			names
		})).map(named$1(known)), ...paired.map(siteOf)],
		pins: found.pins.filter(({ place: { line } }) => !lines.has(line) && !isQuiet(line)),
		unbound: found.unbound.filter(({ line }) => !lines.has(line) && !isQuiet(line)),
		ignored,
		deadMarkers: [...dead, ...lost.map(({ marker }) => deadMarker(marker, "the value is empty"))]
	};
};
const sitesByNode = (sites) => {
	const byNode = /* @__PURE__ */ new Map();
	for (const site of sites) for (const node of nodesOf(site.shape)) {
		const others = byNode.get(node);
		if (others === void 0) byNode.set(node, [site]);
		else others.push(site);
	}
	return byNode;
};
const namesOf$1 = ({ first, second, image }) => [
	...first,
	...second,
	image.repository
].map(canonicalRepository);
const isAgreed = (name, sites) => sites.length > 0 && sites.every((site) => isChangeable(site) && namesOf$1(site).includes(canonicalRepository(name)));
const isChangeable = ({ problem, shape }) => problem === void 0 && (shape.kind !== "parts" || shape.withoutTag === void 0);
const named$1 = (known) => (site) => {
	const markedAs = nodesOf(site.shape).map((node) => known.get(node)).find((name) => name !== void 0);
	return markedAs === void 0 ? site : {
		...site,
		markedAs
	};
};
const withoutTaken = (site, { taken, names }) => {
	const { shape, image } = site;
	const other = nodesOf(shape).map((node) => taken.get(node)).find((name) => name !== void 0);
	const isOwn = namesOf$1(site).some((name) => other === void 0 ? names.has(name) : name === canonicalRepository(other));
	if (shape.kind === "parts" && other !== void 0 && !isOwn) {
		const problem = `has its version marked as that of ${quote(other)}`;
		return [{
			...site,
			image: { repository: image.repository },
			problem
		}];
	}
	if (other !== void 0) return [];
	const isVersioned = (image.tag ?? image.digest) !== void 0 || shape.kind === "parts" && shape.naming === "kustomize";
	const hasCell = shape.kind === "parts" && (shape.cells.tag ?? shape.cells.digest) !== void 0;
	return isOwn && !isVersioned && !hasCell ? [] : [site];
};
const pair = (marks) => {
	const partners = /* @__PURE__ */ new Map();
	const apart = marks.filter(({ part }) => part === "tag" || part === "digest");
	for (const group of grouped$1(apart, ({ scope }) => scope)) pairNearest(group, partners);
	const alone = apart.filter((mark) => !partners.has(mark));
	for (const group of grouped$1(alone, ({ tree }) => tree)) if (group.length === 2) pairNearest(group, partners);
	const lost = apart.filter((mark) => !partners.has(mark) && !hasVersion(mark));
	const gone = new Set(lost);
	return {
		paired: marks.flatMap((mark) => {
			const partner = partners.get(mark);
			if (gone.has(mark) || partner !== void 0 && mark.part === "digest") return [];
			return [partner === void 0 ? [mark] : [mark, partner]];
		}),
		lost
	};
};
const grouped$1 = (marks, by) => {
	const groups = /* @__PURE__ */ new Map();
	for (const mark of marks) {
		const names = groups.get(by(mark)) ?? /* @__PURE__ */ new Map();
		groups.set(by(mark), names);
		const others = names.get(mark.name);
		if (others === void 0) names.set(mark.name, [mark]);
		else others.push(mark);
	}
	return [...groups.values()].flatMap((names) => [...names.values()]);
};
const pairNearest = (marks, partners) => {
	const waiting = [];
	for (const mark of marks) {
		const other = waiting.at(-1);
		if (other === void 0 || other.part === mark.part) waiting.push(mark);
		else {
			waiting.pop();
			partners.set(mark, other).set(other, mark);
		}
	}
};
const hasVersion = ({ version }) => (version.tag ?? version.digest) !== void 0;
const siteOf = (marks) => {
	const [{ tree, name, scope, spot, repository }] = marks;
	const version = Object.assign({}, ...marks.map((mark) => defined(mark.version)));
	return {
		tree,
		group: scope,
		first: [name],
		second: [],
		image: {
			repository: repository ?? name,
			...version
		},
		offset: spot.offset,
		shape: {
			kind: "marked",
			spots: Object.fromEntries(marks.map((mark) => [mark.part, mark.spot]))
		}
	};
};
const defined = ({ tag, digest }) => ({
	...tag === void 0 ? {} : { tag },
	...digest === void 0 ? {} : { digest }
});

// src/domain/formats/find-images.ts
function findIn(path, trees, { stacks = [] }) {
	const [first, ...others] = stacks.map((stack) => withoutOverridden(withMarkers(trees, () => findLayered(path, trees, stack)), stack));
	if (first === void 0) return find(path, trees);
	return others.length === 0 ? first : others.reduce(union, first);
}
function stackKey({ stacks = [] }) {
	return JSON.stringify(stacks.map(({ below, above }) => [below.map(({ path }) => path), above.map(({ path }) => path)]));
}
function fileKey({ path, view }) {
	return view === void 0 ? path : `${path} ${view.scope?.environment ?? ""} ${stackKey(view)}`;
}
const union = (one, other) => ({
	...one,
	sites: [...one.sites, ...other.sites.filter((site) => !one.sites.some((known) => isSame$1(known, site)))],
	unbound: [...one.unbound, ...other.unbound]
});
const isSame$1 = (a, b) => anchorOf(a) === anchorOf(b) && a.image.repository === b.image.repository;
function find(path, trees) {
	return withMarkers(trees, () => findByFormat(path, trees));
}
const findByFormat = (path, trees) => {
	const name = path.slice(path.lastIndexOf("/") + 1);
	const [first] = trees;
	if (first !== void 0 && isWholeText(first)) return {
		formats: ["text"],
		sites: [],
		pins: [],
		unbound: []
	};
	if (first !== void 0 && isMapping(first.root) && isKustomization(headOf(first, first.root), name)) return findKustomization(first, first.root);
	const documents = trees.filter(({ root }) => !isEmpty(root));
	if (documents.length === 0) return unknown$1(path, "holds nothing", 1);
	const searched = searchedNothing();
	const found = join(documents.flatMap((tree) => findDocument(tree, {
		path,
		name,
		node: tree.root,
		searched
	})));
	return {
		...found,
		unbound: [...found.unbound, ...searched.unbound]
	};
};
const fileNames = /* @__PURE__ */ new Set([
	"kustomization.yaml",
	"kustomization.yml",
	"Kustomization"
]);
const isKustomization = ({ kind, apiVersion, group }, name) => {
	if (kind === void 0) return fileNames.has(name);
	return (apiVersion === void 0 || group === "kustomize.config.k8s.io") && (kind === "Kustomization" || kind === "Component");
};
const findKustomization = (tree, root) => {
	const images = imagesOf$1(tree, root);
	const entries = images === void 0 ? [] : findEntries(tree, images);
	return {
		formats: ["kustomization"],
		sites: [...entries, ...findCharts(tree, root)],
		pins: findPins(tree, root, entries),
		unbound: [],
		additions: {
			tree,
			root,
			images
		}
	};
};
const findDocument = (tree, document) => {
	const { path, name, node, searched } = document;
	const root = resolve(tree, node);
	if (!isMapping(root)) return notMapping(tree, root, {
		path,
		line: tree.place(node?.range[0] ?? 0).line
	});
	const head = headOf(tree, root);
	if (head.group === "argoproj.io" && /^Application(?:Set)?$/.test(head.kind ?? "") || /^\.argocd-source.*\.ya?ml$/.test(name)) return [{
		format: "argocd application",
		...head.kind === "ApplicationSet" ? findSet(tree, root) : findApplication(tree, root)
	}];
	if (head.kind === void 0 || head.apiVersion === void 0) return [{
		format: "helm values",
		sites: findValues(tree, root, { searched }),
		pins: [],
		unbound: []
	}];
	const items = head.kind === "List" ? childOf(tree, root, "items") : null;
	if (isSequence(items)) return items.items.flatMap((item) => findDocument(tree, {
		...document,
		node: item
	}));
	const artifacts = findArtifacts(tree, root, head);
	for (const { shape } of artifacts) for (const node of nodesOf(shape)) searched.images.add(node);
	const { sites, pins } = findFlux(tree, root, {
		head,
		searched
	});
	return [{
		format: "kubernetes manifest",
		sites: [
			...artifacts,
			...sites,
			...findObject(tree, root, searched)
		],
		pins,
		unbound: []
	}];
};
const notMapping = (tree, root, { path, line }) => isPatch(tree, root) ? fail("manifest-format", `The manifest ${quote(path)} is a JSON patch, whose operations kustomize applies to another file.`, "Leave patches out of `files`, and set the image in the list of images of the kustomization.", {
	path,
	line
}) : unknown$1(path, "holds something else than a mapping", line);
const isPatch = (tree, root) => isSequence(root) && root.items.length > 0 && root.items.every((item) => ["op", "path"].every((key) => isText(childOf(tree, resolve(tree, item), key))));
const findFlux = (tree, root, { head: { group }, searched }) => {
	if (group === void 0 || !/^(?:kustomize|helm)\.toolkit\.fluxcd\.io$/.test(group)) return {
		sites: [],
		pins: []
	};
	const spec = childOf(tree, root, "spec");
	const renderers = childOf(tree, spec, "postRenderers");
	const after = isSequence(renderers) ? renderers.items.map((item) => childOf(tree, resolve(tree, item), "kustomize")) : [];
	const found = [group.startsWith("kustomize") ? spec : null, ...after].filter((node) => isMapping(node)).map((kustomization) => {
		const images = imagesOf$1(tree, kustomization);
		const sites = images === void 0 ? [] : findEntries(tree, images);
		if (images !== void 0) searched.images.add(images);
		return {
			sites,
			pins: findPins(tree, kustomization, sites)
		};
	});
	return {
		sites: found.flatMap(({ sites }) => sites),
		pins: found.flatMap(({ pins }) => pins)
	};
};
const join = (parts) => ({
	formats: [...new Set(parts.map(({ format }) => format))],
	sites: parts.flatMap(({ sites }) => sites),
	pins: parts.flatMap(({ pins }) => pins),
	unbound: parts.flatMap(({ unbound }) => unbound)
});
const isEmpty = (root) => root === null || isText(root) && isNull(root);
const unknown$1 = (path, problem, line) => fail("manifest-format", `The manifest ${quote(path)} fits no format: it ${problem}.`, "Name a kustomization, helm values, a Kubernetes manifest or an Argo CD application in \"files\".", {
	path,
	line
});

// src/domain/formats/mentions.ts
function mentionFinder(searching) {
	const [first] = searching.trees;
	if (first === void 0) return () => [];
	let known;
	let isListed;
	return (repository) => {
		const offsets = [];
		for (const offset of occurrences(first.text, repository)) {
			isListed ??= listedAt(searching.sites);
			if (!isListed(offset) && isWhole(first.text, offset, repository)) offsets.push(offset);
		}
		if (offsets.length === 0) return [];
		known ??= {
			values: searching.trees.flatMap(valuesOf$2),
			...coveredBy(searching.sites)
		};
		const { values, nodes, lines, owners } = known;
		const isComment = commentsIn(first.text);
		return offsets.flatMap((offset) => {
			const line = first.place(offset).line ?? 1;
			const value = valueAt(values, offset);
			if (value !== void 0 && (nodes.has(value.node) || lines.has(line)) || searching.reading === "layered" && isAlone(value, repository)) return [];
			if (value === void 0 || value.isAside || isComment(offset)) return [{
				line,
				kind: "aside"
			}];
			return mentionIn(value, {
				line,
				repository,
				owners
			});
		});
	};
}
const listedAt = (sites) => {
	const ranges = /* @__PURE__ */ new Map();
	for (const { tree, shape } of sites) {
		if (tree.outer !== void 0 || shape.kind === "marked") continue;
		for (const { range } of nodesOf(shape)) ranges.set(range[0], range[1]);
	}
	const starts = [...ranges.keys()].sort((a, b) => a - b);
	return (offset) => {
		let low = 0;
		let high = starts.length;
		while (low < high) {
			const middle = low + high >>> 1;
			if ((starts[middle] ?? 0) <= offset) low = middle + 1;
			else high = middle;
		}
		const end = ranges.get(starts[low - 1] ?? -1);
		return end !== void 0 && offset < end;
	};
};
const isAlone = (value, repository) => {
	const text = String(value?.node.value ?? "");
	return text === repository || text.startsWith(repository) && /^[:@]\S+$/.test(text.slice(repository.length));
};
const occurrences = (text, name) => {
	const found = [];
	for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) found.push(at);
	return found;
};
const LONGEST_VERSION = 300;
const isWhole = (text, at, name) => {
	const before = text.slice(Math.max(0, at - 3), at);
	const after = text.slice(at + name.length, at + name.length + LONGEST_VERSION);
	if (!(!/[\w.@/-]$/.test(before) || before === "://" || /\\[nrt]$/.test(before)) || /^(?:[\w/]|[.-]+\w)/.test(after)) return false;
	return name.includes("/") || before !== "://" && /^(?::(?!\d{1,5}(?![\w.-]))[\w{$<[]|@sha)/.test(after);
};
const mentionIn = ({ node, owner }, { line, repository, owners }) => {
	if (owner === void 0 || node.value !== repository) return [{
		line,
		kind: "unmarked"
	}];
	return owners.has(owner.mapping) ? [] : [{
		line,
		kind: "named",
		versionLine: versionLine(owner)
	}];
};
const versionLine = ({ tree, mapping, key }) => {
	const version = otherVersion(tree, effectiveEntries(tree, mapping), key);
	return version && tree.place(version.found.entry.key.range[0]).line;
};
const coveredBy = (sites) => {
	const nodes = sites.flatMap(({ shape }) => shape.kind === "marked" ? [] : nodesOf(shape));
	const lines = sites.flatMap(({ tree, shape }) => {
		const isInner = shape.kind !== "marked" && tree.outer !== void 0;
		const marked = shape.kind === "marked" ? Object.values(shape.spots).map(({ offset }) => offset) : [];
		return (isInner ? nodesOf(shape).map(({ range }) => range[0]) : marked).map((offset) => tree.place(offset).line ?? 0);
	});
	const owners = sites.flatMap(({ shape, group }) => shape.kind === "marked" ? [group] : []);
	return {
		nodes: new Set(nodes),
		lines: new Set(lines),
		owners: new Set(owners)
	};
};
const valuesOf$2 = (tree) => {
	const values = [];
	addValues(tree, tree.root, {
		values,
		isAside: runsNothing(tree),
		owner: void 0
	});
	return values;
};
const addValues = (tree, node, { values, isAside, owner }) => {
	if (isText(node)) values.push({
		node,
		isAside,
		owner
	});
	if (isSequence(node)) for (const item of node.items) addValues(tree, item, {
		values,
		isAside,
		owner: void 0
	});
	if (!isMapping(node)) return;
	for (const entry of node.items) {
		const key = nameOf$1(tree, entry) ?? "";
		const own = key === "value" ? void 0 : {
			tree,
			mapping: node,
			key
		};
		addValues(tree, entry.value, {
			values,
			isAside: isAside || aside.test(key),
			owner: own
		});
	}
};
const valueAt = (values, offset) => {
	let low = 0;
	let high = values.length;
	while (low < high) {
		const middle = low + high >>> 1;
		if ((values[middle]?.node.range[0] ?? 0) <= offset) low = middle + 1;
		else high = middle;
	}
	const value = values[low - 1];
	return value !== void 0 && offset < value.node.range[1] ? value : void 0;
};
const aside = /^(?:metadata|status|openapiv3schema|.*annotations|.*labels|description)$/i;
const runsNothing = (tree) => isMapping(tree.root) && isWithoutContainers(headOf(tree, tree.root));
const commentsIn = (text) => {
	let line = {
		end: -1,
		isComment: false
	};
	return (offset) => {
		if (offset > line.end) {
			const start = text.lastIndexOf("\n", offset - 1) + 1;
			const end = text.indexOf("\n", offset);
			line = {
				end: end < 0 ? text.length : end,
				isComment: /^\s*#/.test(text.slice(start, offset))
			};
		}
		return line.isComment;
	};
};
function partIndex(files) {
	const values = /* @__PURE__ */ new Map();
	const versions = /* @__PURE__ */ new Map();
	for (const file of new Map(files.map((one) => [one.path, one])).values()) for (const value of keyedValues(file)) {
		const text = value.text.replace(/^\/+|(?<!\/)\/+$/g, "");
		for (const each of /* @__PURE__ */ new Set([text, splitReference(text).repository])) enter$3(values, each, value);
		if (ofVersion.test(value.key)) enter$3(versions, file.path, value);
	}
	return {
		values,
		versions
	};
}
const enter$3 = (map, key, value) => {
	const others = map.get(key);
	if (others === void 0) map.set(key, [value]);
	else others.push(value);
};
const ofVersion = /^(?!.*(?:api|chart|kube|schema)[-_]?version$).*(?:tag|version)$/i;
const keyed = /(?<![\w.-])([\w.-]+)["']?[ \t]*[:=][ \t]*["']?([^\s"',{}[\]#]+)/g;
function* keyedValues({ path, text }) {
	let name = "";
	for (const [index, content] of text.split("\n").entries()) {
		if (/^\s*#/.test(content)) continue;
		for (const [, key = "", value = ""] of content.matchAll(keyed)) {
			yield {
				path,
				line: index + 1,
				key: key === "value" ? name : key,
				text: value
			};
			if (key === "name") name = value;
		}
	}
}
const ofBeginning = /(?:registry|hub|host|domain|server|project|org|organi[sz]ation|owner|group|team|account|tenant|[a-z][-_]?namespace|path|prefix|repo|repository|base)$/i;
const ofImage = /image|repo/i;
const ofAddress = /^(?!.*registry).*(?:url|server)$/i;
const ofOthers = /^(?:kind|apiVersion|namespace|app|environment|env|stage|cluster)$/;
const ofNames = /image|repo|registry|hub|organi[sz]ation|prefix|namespace/i;
const NEAR = 10;
function findParts({ values }, repository, paths) {
	const named = (text) => (values.get(text) ?? []).filter(({ path }) => paths.has(path));
	for (const spelling of spellingsOf$2(repository)) {
		const found = split(named, spelling.split("/"), []);
		if (found !== void 0) return found;
	}
}
const MOST_PARTS = 4;
const split = (named, components, before) => {
	const previous = before.at(-1);
	const isNear = ({ path }) => previous?.path === path;
	const mayFollow = (part) => previous === void 0 || ofNames.test(part.key) || isNear(part) && Math.abs(part.line - previous.line) <= NEAR;
	const rank = (part) => (ofImage.test(part.key) ? 2 : 0) + (isNear(part) ? 1 : 0);
	if (before.length > 0) {
		const end = named(components.join("/")).filter((one) => !ofOthers.test(one.key) && mayFollow(one)).reduce((best, one) => best !== void 0 && rank(best) >= rank(one) ? best : one, void 0);
		if (end !== void 0) return [...before, end];
	}
	if (before.length + 1 === MOST_PARTS) return void 0;
	for (let length = components.length - 1; length > 0; length--) {
		const text = components.slice(0, length).join("/");
		const isHost = before.length === 0 && registryOf(`${text}/x`) !== void 0;
		const isPart = (key) => ofBeginning.test(key) || isHost && !ofAddress.test(key);
		const all = named(text).filter((one) => isPart(one.key) && mayFollow(one));
		const part = all.find(isNear) ?? all[0];
		const found = part && split(named, components.slice(length), [...before, part]);
		if (found !== void 0) return found;
	}
};
function versionNear({ versions }, parts) {
	return parts.flatMap(({ path, line }) => (versions.get(path) ?? []).map((value) => ({
		value,
		distance: Math.abs(value.line - line)
	}))).reduce((best, one) => one.distance < (best?.distance ?? FAR) ? one : best, void 0)?.value;
}
const FAR = 30;

// src/domain/formats/match.ts
function match(questions) {
	const found = questions.map(({ sites, images }) => {
		const index = indexOf$1(sites);
		return images.flatMap((request) => hitsOf(index, request)).filter(({ site }) => site.isFilledIn !== true);
	});
	const [only = []] = found;
	const hits = found.length === 1 ? only : distinctHits(found.flat());
	const sites = questions.length === 1 ? questions[0]?.sites ?? [] : questions.flatMap((question) => question.sites);
	const violations = [
		...problemsOf(hits),
		...limitsOf(found),
		...disagreementsOf(hits),
		...strangersOf(sites, hits)
	];
	if (violations.length > 0) throw new PromotionError(violations);
	return found;
}
function distinctHits(hits) {
	const seen = /* @__PURE__ */ new Map();
	return hits.filter(({ site, request }) => {
		const requests = seen.get(site) ?? /* @__PURE__ */ new Set();
		seen.set(site, requests);
		const key = printImage(request);
		return requests.has(key) ? false : requests.add(key);
	});
}
function filledInHits(sites, requests) {
	if (!sites.some(({ isFilledIn }) => isFilledIn)) return [];
	const index = indexOf$1(sites);
	return requests.flatMap((request) => hitsOf(index, request)).filter(({ site }) => site.isFilledIn === true);
}
const indexOf$1 = (sites) => {
	let running;
	return {
		first: namesOf(sites, "first"),
		second: namesOf(sites, "second"),
		running: () => {
			running ??= runningIn(sites);
			return running;
		}
	};
};
const namesOf = (sites, names) => {
	const literal = /* @__PURE__ */ new Map();
	const spelt = /* @__PURE__ */ new Map();
	for (const site of sites) {
		const isSpelt = names === "second" || !isLiteral(site);
		for (const name of site[names]) {
			enter$2(literal, name, site);
			if (isSpelt && sameRepository(name, site.image.repository)) enter$2(spelt, canonicalRepository(name), site);
		}
	}
	return {
		literal,
		spelt
	};
};
const runningIn = (sites) => {
	const found = /* @__PURE__ */ new Map();
	for (const site of sites) enter$2(found, canonicalRepository(site.image.repository), site);
	return found;
};
const enter$2 = (map, name, site) => {
	const named = map.get(name);
	if (named === void 0) map.set(name, [site]);
	else if (named.at(-1) !== site) named.push(site);
};
const isLiteral = ({ shape }) => shape.kind === "reference" ? shape.renames === "beside" : shape.kind === "parts" && shape.keys.name !== void 0;
const named = ({ literal, spelt }, name) => {
	const byLetter = literal.get(name) ?? [];
	const bySpelling = spelt.size === 0 ? void 0 : spelt.get(canonicalRepository(name));
	return bySpelling === void 0 ? byLetter : [.../* @__PURE__ */ new Set([...byLetter, ...bySpelling])];
};
const hitsOf = (index, request) => {
	if (request.tag === void 0 && request.digest === void 0) fail("tag-missing", `The image ${quote(request.name)} is requested without a tag or a digest.`, "Add a tag or a digest to the image.");
	const first = named(index.first, request.name);
	const second = named(index.second, request.name);
	const hidden = second.length === 0 ? void 0 : new Set(first.map((site) => site.group));
	const sites = hidden === void 0 ? first : [...first, ...second.filter((site) => !hidden.has(site.group))];
	return (sites.length > 0 ? sites : renamed$1(index, request)).map((site) => {
		const { tag, digest } = heldOf(site, request);
		return {
			request,
			site,
			wanted: {
				repository: request.newName ?? site.image.repository,
				tag,
				digest
			}
		};
	});
};
const heldOf = ({ shape, image }, request) => {
	const tag = request.tag === "*" ? image.tag : request.tag;
	const digest = request.digest === "*" ? image.digest : request.digest;
	if (shape.kind !== "marked" || shape.spots.reference !== void 0 || shape.spots.version !== void 0) return {
		tag,
		digest
	};
	return {
		tag: shape.spots.tag && tag,
		digest: shape.spots.digest && digest
	};
};
const renamed$1 = (index, { newName, tag, digest }) => {
	if (newName === void 0) return [];
	const wanted = {
		repository: newName,
		tag,
		digest
	};
	return (index.running().get(canonicalRepository(newName)) ?? []).filter((site) => sameReference(site.image, {
		...wanted,
		...keepsVersion(wanted) ? heldOf(site, {
			name: newName,
			tag,
			digest
		}) : {}
	}));
};
const problemsOf = (hits) => hits.flatMap(({ request, site }) => {
	const lacking = keepsVersion(request) ? lackingOf(site, request) : void 0;
	const problem = lacking === void 0 ? site.problem : `has no ${lacking} here that could stay as it is`;
	if (problem === void 0) return [];
	const way = lacking === void 0 ? site.way?.(request) : `Request a ${lacking} in place of the asterisk.`;
	return [{
		code: "image-ambiguous",
		message: `The image ${quote(request.name)} ${problem}.`,
		hint: way ?? "Write its tag and digest as plain values beside its repository, or promote it by hand.",
		...site.tree.place(site.offset)
	}];
});
const lackingOf = ({ image }, { tag, digest }) => {
	if (tag === "*" && image.tag === void 0) return "tag";
	return digest === "*" && image.digest === void 0 ? "digest" : void 0;
};
const limitsOf = (found) => {
	const all = found.flatMap(limitsFor);
	return [...new Map(all.map((violation) => [violation.message, violation])).values()];
};
const limitsFor = (hits) => {
	if (!hits.some(({ site }) => site.shape.kind === "marked" || site.markedAs !== void 0)) return [];
	const held = /* @__PURE__ */ new Map();
	for (const { request, wanted } of hits) {
		const before = held.get(request);
		const now = {
			tag: wanted.tag === request.tag || request.tag === "*",
			digest: wanted.digest === request.digest || request.digest === "*"
		};
		held.set(request, {
			tag: now.tag || before?.tag === true,
			digest: now.digest || before?.digest === true
		});
	}
	return hits.flatMap((hit) => {
		const reason = limitOf(hit, held.get(hit.request) ?? {
			tag: true,
			digest: true
		});
		if (reason === void 0) return [];
		const place = hit.site.tree.place(hit.site.offset);
		const [problem, hint] = reason;
		return [{
			code: "image-ambiguous",
			message: `The marker for ${quote(hit.request.name)} on the value of line ${place.line} ${problem}.`,
			hint,
			...place
		}];
	});
};
const limitOf = ({ request: { name }, site, wanted }, held) => {
	const { shape, image } = site;
	if (wanted.repository !== image.repository && outlives(site)) return ["says which image it is, so that it cannot be renamed", "Change the name by hand, there and in the marker."];
	if (shape.kind !== "marked") return void 0;
	if (!held.digest) return ["has a place for the tag alone, and a digest is requested", `Mark the value of the digest with "# image-promotion: ${name} digest", too, or request the tag alone.`];
	if (!held.tag) return ["has a place for the digest alone, and a tag is requested", `Mark the value of the tag with "# image-promotion: ${name}", too, or request the digest alone.`];
	return shape.spots.version !== void 0 && wanted.tag === void 0 ? ["has its digest behind a tag, and a digest alone is requested", "Request the tag along with the digest."] : void 0;
};
const outlives = ({ shape, markedAs, first }) => {
	const isEntry = shape.kind === "parts" && shape.naming === "kustomize";
	return shape.kind === "marked" || markedAs !== void 0 && !(isEntry && first.includes(markedAs));
};
const disagreementsOf = (hits) => {
	const chosen = /* @__PURE__ */ new Map();
	return hits.flatMap((hit) => {
		const other = chosen.get(hit.site);
		chosen.set(hit.site, other ?? hit);
		return other === void 0 || sameReference(other.wanted, hit.wanted) ? [] : [disagreement(other, hit)];
	});
};
const disagreement = (one, other) => ({
	code: "images-disagree",
	message: `${quote(printImage(one.request))} and ${quote(printImage(other.request))} are both requested for ${quote(printReference(one.site.image))}.`,
	hint: "Request one tag or digest for each image.",
	...one.site.tree.place(one.site.offset)
});
const strangersOf = (sites, hits) => {
	const asked = new Set(hits.map(({ site }) => site));
	const fields = new Map(hits.flatMap(({ site }) => sharedPlaces(site).map((place) => [place, site])));
	if (fields.size === 0) return [];
	return sites.flatMap((other) => {
		const site = sharedPlaces(other).map((place) => fields.get(place)).find((found) => found !== void 0);
		return site === void 0 || asked.has(other) ? [] : [stranger(site, other)];
	});
};
const sharedPlaces = ({ shape, tree }) => {
	if (shape.kind === "marked") return spotEntries(shape).filter(([part]) => part !== "reference").map(([, { offset }]) => [tree.outer?.node.range[0] ?? "", offset].join(" "));
	if (shape.kind !== "parts" || !("element" in shape.place)) return [];
	return [shape.cells.tag, shape.cells.digest].flatMap((cell) => cell === void 0 ? [] : [cell.node]);
};
const stranger = (site, other) => ({
	code: "image-shared",
	message: `The version of ${quote(site.image.repository)} is also that of ${quote(other.image.repository)}, which the request does not name.`,
	hint: "Request both images, or give each of them a field of its own.",
	...site.tree.place(site.offset)
});
function referenceWanted(shape, { site, wanted }) {
	const reference = printReference({
		...wanted,
		repository: withoutRegistry(shape, {
			site,
			wanted
		})
	});
	if (shape.matcher !== void 0) return `${shape.matcher}=${reference}`;
	return shape.renames === "beside" && wanted.repository !== site.image.repository ? `${site.image.repository}=${reference}` : reference;
}
function spotWanted(part, wanted) {
	if (part === "reference") return printReference(wanted);
	if (part === "version") return printReference({
		...wanted,
		repository: ""
	}).replace(/^:/, "");
	return wanted[part] ?? "";
}
const withoutRegistry = ({ registry }, { site, wanted }) => {
	if (registry === void 0) return wanted.repository;
	if (wanted.repository.startsWith(`${registry}/`)) return wanted.repository.slice(registry.length + 1);
	return fail("image-ambiguous", `The image ${quote(site.image.repository)} has its registry beside it, and the new name ${quote(wanted.repository)} has another.`, "Change the registry and the name by hand.", site.tree.place(site.offset));
};
function partsWanted(shape, { site, wanted }) {
	const wants = versionWanted(shape, {
		site,
		wanted
	});
	if (wanted.repository === site.image.repository) return wants;
	return {
		...shape.naming === "kustomize" ? { newName: wanted.repository } : helmName(shape, site, wanted),
		...wants
	};
}
const versionWanted = (shape, { site, wanted }) => {
	const { tag, digest } = wanted;
	refuseUncovered(shape, {
		site,
		wanted
	});
	if (digest === void 0 && isDigestUsed(shape, site)) return refuseEmptied(site);
	if (digest === void 0) return {
		tag,
		digest
	};
	const present = textOf(site.tree, shape.cells.tag?.node) ?? "";
	if (present.includes("@") && shape.cells.digest === void 0) return inTag(present, {
		site,
		wanted
	});
	if (shape.keys.digest !== "sha") return {
		tag,
		digest
	};
	if (digest.startsWith("sha256:")) return {
		tag,
		digest: digest.slice(7)
	};
	return fail("image-ambiguous", `The image ${quote(site.image.repository)} has its digest under "${"sha"}", which stands for SHA-256, and another is requested.`, "Request a digest that begins with \"sha256:\".", site.tree.place(site.offset));
};
const isDigestUsed = ({ cells, place }, { tree }) => {
	if (!("mapping" in place) || (textOf(tree, cells.digest?.node) ?? "") === "") return false;
	return textOf(tree, effective(tree, place.mapping, "useDigest")?.entry.value) === "true";
};
const refuseUncovered = ({ elsewhere = {} }, { site, wanted }) => {
	for (const part of ["tag", "digest"]) {
		const place = elsewhere[part];
		if (place === void 0 || wanted[part] !== void 0) continue;
		const other = part === "tag" ? "digest" : "tag";
		fail("image-ambiguous", `The image ${quote(site.image.repository)} has its ${part} in another layer (${place}), where a ${other} alone would leave it.`, `Request the ${part} along with the ${other}, or take the ${part} out of that layer.`, site.tree.place(site.offset));
	}
};
const refuseEmptied = ({ tree, image, offset }) => fail("image-ambiguous", `The image ${quote(image.repository)} has "useDigest" beside its digest, which a tag alone would empty.`, "Request the digest along with the tag, or set \"useDigest\" to false.", tree.place(offset));
const inTag = (present, { site, wanted: { tag, digest } }) => {
	if (tag !== void 0 || present.startsWith("@")) return {
		tag: `${tag ?? ""}@${digest}`,
		digest: void 0
	};
	return fail("image-ambiguous", `The image ${quote(site.image.repository)} has its digest within its tag, and a digest alone is requested.`, "Request the tag along with the digest.", site.tree.place(site.offset));
};
const pathAndName = (site, repository) => {
	const at = repository.lastIndexOf("/");
	const [path, name] = [repository.slice(0, Math.max(at, 0)), repository.slice(at + 1)];
	if (registryOf(repository) !== void 0 && !path.endsWith(`/${name}`)) return {
		registry: path,
		repository: name
	};
	return fail("image-ambiguous", `The new name ${quote(repository)} cannot be told apart as the path under "repository" and the name under "image".`, "Change both by hand.", site.tree.place(site.offset));
};
const helmName = (shape, site, { repository }) => {
	const cell = shape.cells.registry;
	const written = cell === void 0 ? void 0 : textOf(site.tree, cell.node);
	const registry = written?.replace(/\/+$/, "");
	const slash = written?.endsWith("/") ? "/" : "";
	if (shape.cells.repository === void 0 || shape.elsewhere?.registry !== void 0) {
		const place = shape.elsewhere?.repository ?? shape.elsewhere?.registry;
		return fail("image-ambiguous", place === void 0 ? `The image ${quote(site.image.repository)} has its tag in a parameter and its repository elsewhere, so that it cannot be renamed.` : `The image ${quote(site.image.repository)} has its name in another layer than its version (${place}), so that it cannot be renamed.`, place === void 0 ? "Change the repository by hand, or give it as a parameter, too." : "Change the name by hand, or write it beside the version, too.", site.tree.place(site.offset));
	}
	if (registry === void 0 || registry === "") return { repository };
	if (shape.keys.registry === "repository") return pathAndName(site, repository);
	const lead = textOf(site.tree, shape.cells.repository.node)?.startsWith("/") ? "/" : "";
	if (repository.startsWith(`${registry}/`)) return { repository: `${lead}${repository.slice(registry.length + 1)}` };
	const host = registryOf(repository);
	if (host !== void 0) return {
		registry: `${host}${slash}`,
		repository: `${lead}${repository.slice(host.length + 1)}`
	};
	return fail("image-ambiguous", `The new name ${quote(repository)} has no registry, but the image has one beside its repository.`, `Give the new name with its registry, such as ${quote(`${registry}/${repository}`)}.`, site.tree.place(site.offset));
};

// src/domain/formats/plan-edits.ts
function planOf$2(hits) {
	const plan = {
		wants: /* @__PURE__ */ new Map(),
		insertions: /* @__PURE__ */ new Map(),
		followers: /* @__PURE__ */ new Map()
	};
	const parts = hits.flatMap(partsHit);
	const bases = basesOf(parts);
	for (const hit of hits) planOwn(plan, hit);
	for (const one of parts) planParts(plan, one, bases);
	for (const one of parts) planMerged(plan, one);
	planPassages(plan, hits);
	return plan;
}
const partsHit = (hit) => {
	const { shape } = hit.site;
	return shape.kind === "parts" ? [{
		hit,
		shape,
		wants: partsWanted(shape, hit)
	}] : [];
};
const basesOf = (parts) => new Map(parts.flatMap((one) => "mapping" in one.shape.place ? [[one.shape.place.mapping, one]] : []));
const isInherited = (bases, { site, shape, part, text }) => {
	if (!("mapping" in shape.place)) return false;
	const base = mergeChain(site.tree, shape.place.mapping).slice(1).map((layer) => bases.get(layer)).find((found) => found?.wants[part] !== void 0);
	return base !== void 0 && base.wants[part] === text && base.shape.keys[part] === shape.keys[part];
};
const planOwn = (plan, hit) => {
	const { tree, shape } = hit.site;
	if (shape.kind === "reference") {
		want(plan, shape.node, {
			tree,
			text: referenceWanted(shape, hit)
		});
		return;
	}
	for (const { node, passage, text } of spotsOf$1(hit)) if (passage === void 0) want(plan, node, {
		tree,
		text
	});
};
const planParts = (plan, { hit, shape, wants }, bases) => {
	const { tree } = hit.site;
	const swapped = planSwap(plan, {
		shape,
		wants,
		tree
	});
	for (const [part, text] of Object.entries(wants)) {
		const cell = shape.cells[part];
		if (swapped.includes(part)) continue;
		const added = {
			site: hit.site,
			shape,
			part,
			text
		};
		if (cell === void 0 && isInherited(bases, added)) continue;
		if (cell === void 0) insert(plan, added);
		else if (isOwn(shape, cell)) wantCell(plan, {
			tree,
			shape,
			cell,
			text
		});
	}
};
const planSwap = (plan, { shape, wants, tree }) => {
	const [goes, comes] = wants.tag === void 0 ? ["tag", "digest"] : ["digest", "tag"];
	const cell = shape.cells[goes];
	const text = wants[comes];
	const key = shape.keys[comes];
	if (shape.clearing !== "line" || wants[goes] !== void 0 || text === void 0 || key === void 0) return [];
	if (cell === void 0 || shape.cells[comes] !== void 0) return [];
	if (!isOwn(shape, cell) || isBlank(tree, cell)) return [];
	want(plan, cell.node, {
		tree,
		text: void 0,
		cell,
		swap: {
			key,
			text
		}
	});
	return [goes, comes];
};
const spotsOf$1 = ({ site: { shape }, wanted }) => shape.kind === "marked" ? spotEntries(shape).map(([part, spot]) => ({
	...spot,
	text: spotWanted(part, wanted)
})) : [];
const planPassages = (plan, hits) => {
	const all = /* @__PURE__ */ new Map();
	for (const hit of hits) for (const { node, passage, text } of spotsOf$1(hit)) {
		if (passage === void 0) continue;
		const { tree } = hit.site;
		const { splices } = all.get(node) ?? { splices: /* @__PURE__ */ new Map() };
		if ((splices.get(passage.start)?.text ?? text) !== text) disagreeing(tree, node);
		all.set(node, {
			tree,
			splices: splices.set(passage.start, {
				...passage,
				text
			})
		});
	}
	for (const [node, { tree, splices }] of all) {
		const passages = [...splices.values()];
		want(plan, node, {
			tree,
			text: applySplices(textOf(tree, node) ?? "", passages) ?? "",
			passages
		});
	}
};
const wantCell = (plan, { tree, shape, cell, text }) => {
	if (text === void 0 && isBlank(tree, cell)) return;
	want(plan, cell.node, {
		tree,
		cell,
		text: text ?? clearedText(shape)
	});
};
const clearedText = (shape) => shape.clearing === "empty" ? "" : void 0;
const isBlank = (tree, cell) => (textOf(tree, cell.node) ?? "") === "";
const isOwn = ({ place }, cell) => !("mapping" in place) || place.mapping === cell.mapping;
const want = (plan, node, wanted) => {
	const other = plan.wants.get(node);
	if (other !== void 0 && (other.text !== wanted.text || other.swap?.text !== wanted.swap?.text)) disagreeing(wanted.tree, node);
	plan.wants.set(node, wanted);
};
const disagreeing = (tree, node) => fail("images-disagree", `Two requests want different texts for the value ${quote(textOf(tree, node) ?? "")}.`, "Request one tag or digest for each image.", tree.place(node.range[0]));
const planMerged = (plan, { hit, shape, wants }) => {
	const { tree } = hit.site;
	if (!("mapping" in shape.place)) return;
	const { mapping } = shape.place;
	for (const [part, text] of Object.entries(wants)) {
		const cell = shape.cells[part];
		if (cell === void 0 || isOwn(shape, cell)) continue;
		if (isFollowed(plan, {
			tree,
			shape,
			cell,
			text
		})) plan.followers.set(cell.entry, (plan.followers.get(cell.entry) ?? /* @__PURE__ */ new Set()).add(mapping));
		else if (!isMergedAlready(plan, {
			tree,
			shape,
			cell,
			text
		})) insert(plan, {
			site: hit.site,
			shape,
			part,
			text: text ?? ""
		});
	}
};
const isFollowed = (plan, { shape, cell, text }) => {
	const direct = plan.wants.get(cell.node);
	const isSame = direct?.swap === void 0 || text === void 0;
	return direct !== void 0 && isSame && direct.text === (text ?? clearedText(shape));
};
const isMergedAlready = (plan, { tree, cell, text }) => {
	if (plan.wants.has(cell.node)) return false;
	return text === void 0 ? isBlank(tree, cell) : readsAs(tree, cell.node, text);
};
const insert = (plan, { site, shape, part, text }) => {
	if (text === void 0) return;
	if ("element" in shape.place) fail("image-ambiguous", `The template that fills in the image ${quote(site.image.repository)} has no place for its ${part}.`, `Give the template a place for the ${part}, or promote the image without it.`, site.tree.place(site.offset));
	if (part === "tag" && shape.withoutTag !== void 0) fail("image-ambiguous", `The image ${quote(site.image.repository)} ${shape.withoutTag}.`, markersHint(site.image.repository), site.tree.place(site.offset));
	if (shape.keys[part] === void 0) fail("image-ambiguous", `The image ${quote(site.image.repository)} has no key for its ${part === "tag" ? "tag" : "new name"} beside its name.`, "Write its tag beside its name by hand, under the key that its reader expects, and promote again.", site.tree.place(site.offset));
	const owner = "mapping" in shape.place ? shape.place.mapping : neighbourOf(shape)?.entry;
	if (owner === void 0) return;
	const texts = plan.insertions.get(owner)?.texts ?? {};
	plan.insertions.set(owner, {
		site,
		shape,
		texts: {
			...texts,
			[part]: text
		}
	});
};
function neighbourOf({ cells }) {
	return cells.repository ?? cells.tag ?? cells.digest;
}
const order = [
	"registry",
	"repository",
	"newName",
	"tag",
	"digest"
];
function fieldsOf({ shape, texts }) {
	return order.flatMap((part) => {
		const text = texts[part];
		const key = shape.keys[part];
		return text === void 0 || key === void 0 ? [] : [{
			key,
			text
		}];
	});
}
function editsOf(hits) {
	const plan = planOf$2(hits);
	const edits = /* @__PURE__ */ new Map();
	const add = (tree, edit) => {
		const others = edits.get(tree);
		if (others === void 0) edits.set(tree, [edit]);
		else others.push(edit);
	};
	for (const [node, want] of plan.wants) for (const edit of editsFor(plan, node, want)) add(want.tree, edit);
	for (const insertion of plan.insertions.values()) for (const edit of insertionsFor(insertion)) add(insertion.site.tree, edit);
	return edits;
}
const editsFor = (plan, node, want) => {
	const isChanged = want.text === void 0 || !readsAs(want.tree, node, want.text);
	if (isChanged) checkHeirs(plan, want);
	if (isLink(node)) return isFollowing(plan, node, want) || !mustDiffer(plan, node, want) ? [] : [editOf(node, want)];
	if (!isChanged) return [];
	for (const link of want.tree.links.get(node) ?? []) if (!plan.wants.has(link)) shared$2(want.tree, node, link);
	return [editOf(node, want)];
};
const editOf = (node, { tree, cell, text, swap, passages }) => {
	if (passages !== void 0 && text !== void 0 && isText(node)) return passagesEdit(tree, node, {
		passages,
		text
	});
	if (text !== void 0 || cell === void 0) return {
		kind: "set",
		node,
		text: text ?? ""
	};
	if (swap !== void 0) return {
		kind: "swap",
		entry: cell.entry,
		...swap
	};
	return {
		kind: "remove",
		mapping: cell.mapping,
		entry: cell.entry
	};
};
const passagesEdit = (tree, node, { passages, text }) => {
	const source = sourceOf$1(tree, node);
	return {
		kind: "nested",
		node,
		text,
		splices: passages.flatMap((passage) => (source && outerSplice(passage, source)) ?? [])
	};
};
const isFollowing = (plan, link, want) => {
	const anchor = plan.wants.get(resolve(want.tree, link));
	return anchor !== void 0 && want.text !== void 0 && anchor.text === want.text;
};
const mustDiffer = (plan, link, want) => {
	if (want.text === void 0 || !readsAs(want.tree, link, want.text)) return true;
	return plan.wants.has(resolve(want.tree, link));
};
const checkHeirs = (plan, { tree, cell }) => {
	if (cell === void 0) return;
	for (const heir of heirsOf(tree, cell.mapping)) {
		const key = nameOf$1(tree, cell.entry) ?? "";
		const inherits = effective(tree, heir, key)?.entry === cell.entry;
		const isPlanned = plan.followers.get(cell.entry)?.has(heir) === true || getsOwn(plan, heir, key);
		if (inherits && !isPlanned) shared$2(tree, cell.node, heir);
	}
};
const getsOwn = (plan, heir, key) => {
	const insertion = plan.insertions.get(heir);
	return insertion !== void 0 && fieldsOf(insertion).some((field) => field.key === key);
};
const heirsOf = (tree, mapping) => {
	const heirs = /* @__PURE__ */ new Set();
	const queue = [mapping];
	for (let next = queue.pop(); next !== void 0; next = queue.pop()) for (const heir of tree.heirs.get(next) ?? []) {
		if (heir !== mapping && !heirs.has(heir)) queue.push(heir);
		if (heir !== mapping) heirs.add(heir);
	}
	return heirs;
};
const shared$2 = (tree, node, user) => fail("image-shared", `The value ${quote(tree.text.slice(node.range[0], node.range[1]))} is also used on line ${tree.place(user.range[0]).line}, which the request does not name.`, "Request all images that share the value, or write the value out where it is used.", tree.place(node.range[0]));
const insertionsFor = (insertion) => {
	const { shape, site } = insertion;
	const fields = fieldsOf(insertion);
	if ("mapping" in shape.place) {
		const { mapping } = shape.place;
		const after = lastNameOf(shape, mapping);
		return after === void 0 ? [] : [{
			kind: "insert",
			mapping,
			after,
			fields
		}];
	}
	if (!("parameters" in shape.place)) return [];
	const sequence = shape.place.parameters;
	const owner = neighbourOf(shape)?.mapping;
	return [{
		kind: "append",
		sequence,
		after: sequence.items.findIndex((item) => resolve(site.tree, item) === owner),
		items: fields.map(({ key, text }) => [{
			key: "name",
			text: key
		}, {
			key: "value",
			text
		}])
	}];
};
const lastNameOf = (shape, mapping) => {
	return [
		"newName",
		"name",
		"repository",
		"registry"
	].map((part) => shape.cells[part]).find((cell) => cell?.mapping === mapping)?.entry ?? mapping.items.at(-1);
};
function additionOf({ tree, root, images }, requests) {
	const entries = /* @__PURE__ */ new Map();
	for (const request of requests) {
		const fields = entryFields(request);
		const other = entries.get(request.name);
		if (other !== void 0 && JSON.stringify(other) !== JSON.stringify(fields)) fail("images-disagree", `The image ${quote(request.name)} is requested twice, with different values.`, "Request one tag or digest for each image.");
		entries.set(request.name, fields);
	}
	if (entries.size === 0) return void 0;
	const items = [...entries.values()];
	if (images === void 0) return {
		kind: "section",
		mapping: root,
		key: "images",
		items
	};
	const [link] = tree.links.get(images) ?? [];
	if (link !== void 0) fail("image-shared", "The list \"images\" is also used elsewhere in the file.", "Write the list out where it is used, or add the entry by hand.", tree.place(link.range[0]));
	return {
		kind: "append",
		sequence: images,
		after: images.items.length - 1,
		items
	};
}
const entryFields = ({ name, newName, tag, digest }) => [
	{
		key: "name",
		text: name
	},
	...newName === void 0 || newName === name ? [] : [{
		key: "newName",
		text: newName
	}],
	...tag === void 0 ? [] : [{
		key: "newTag",
		text: tag
	}],
	...digest === void 0 ? [] : [{
		key: "digest",
		text: digest
	}]
];

// src/domain/formats/aliases.ts
function checkShared(change) {
	const edits = [...change.layers.outer, ...change.layers.inner];
	const gone = new Set(edits.flatMap(([, own]) => own.flatMap(replacedBy)));
	for (const [tree, own] of edits) {
		if (tree.links.size === 0) continue;
		const links = linksTo(tree, own.map(changedBy), gone);
		if (links.size > 0) checkTree(change, {
			tree,
			edits: own,
			links
		});
	}
}
const replacedBy = (edit) => {
	if (edit.kind === "set") return [edit.node];
	return (edit.kind === "swap" || edit.kind === "remove") && edit.entry.value !== null ? [edit.entry.value] : [];
};
const changedBy = (edit) => {
	switch (edit.kind) {
		case "set":
		case "nested": return edit.node;
		case "swap": return edit.entry.value ?? edit.entry.key;
		case "append": return edit.sequence;
		default: return edit.mapping;
	}
};
const checkTree = (change, { tree, edits, links }) => {
	const view = expand(tree, links);
	const there = planThere(change, tree, view);
	for (const edit of edits) {
		const node = edit.kind === "remove" ? edit.entry.value ?? edit.mapping : changedBy(edit);
		const stray = (view.copies.get(node) ?? []).find((copy) => !isNamed(edit, copy, {
			change,
			there
		}));
		if (stray !== void 0) shared$1(tree, node, stray.user);
	}
};
const planThere = ({ trees, asks }, tree, view) => {
	const there = trees.map((other) => other === tree ? view.tree : other);
	const founds = asks.map(({ find, see }) => {
		if (tree.outer === void 0) return find(there);
		return { sites: see(findValues(view.tree, view.tree.root, { searched: searchedNothing() })) };
	});
	const hits = match(asks.map(({ images }, index) => ({
		images,
		sites: founds[index]?.sites ?? []
	}))).flat();
	const plan = planOf$2(hits);
	return {
		tree: view.tree,
		plan,
		hits,
		inParts: partsOf(hits),
		grown: grownBy(plan, founds[0]?.additions)
	};
};
const partsOf = (hits) => {
	const all = /* @__PURE__ */ new Map();
	for (const hit of hits) {
		const { shape } = hit.site;
		if (shape.kind !== "parts" || !("mapping" in shape.place)) continue;
		const others = all.get(shape.place.mapping);
		if (others === void 0) all.set(shape.place.mapping, [{
			hit,
			shape
		}]);
		else others.push({
			hit,
			shape
		});
	}
	return all;
};
const grownBy = ({ insertions }, additions) => {
	const lists = [...insertions.values()].flatMap(({ shape: { place } }) => "parameters" in place ? [place.parameters] : []);
	return new Set(additions?.images === void 0 ? lists : [...lists, additions.images]);
};
const isNamed = (edit, copy, { change, there }) => {
	const { node, isMerged } = copy;
	const want = there.plan.wants.get(node);
	switch (edit.kind) {
		case "set": return want !== void 0 && (isMerged || (want.text ?? "") === edit.text);
		case "swap": return want !== void 0 && (isMerged || want.swap?.text === edit.text);
		case "remove": return want !== void 0 && (isMerged || want.text === void 0);
		case "insert": return edit.fields.every((field) => isInserted(field, copy, there));
		case "append": return there.grown.has(node);
		case "nested": return hitsIn(there.hits, node) === hitsIn(change.hits, edit.node);
		case "section": return true;
	}
};
const isInserted = ({ key, text }, copy, { tree, inParts }) => {
	const { node, isMerged, stronger = [] } = copy;
	if (stronger.some((layer) => layer.items.some((entry) => nameOf$1(tree, entry) === key))) return true;
	return (inParts.get(node) ?? []).some(({ hit, shape }) => {
		return Object.entries(partsWanted(shape, hit)).some(([part, wanted]) => shape.keys[part] === key && (isMerged || (wanted ?? "") === text));
	});
};
const hitsIn = (hits, node) => hits.filter(({ site }) => site.tree.outer?.node === node).length;
const shared$1 = (tree, node, user) => fail("image-shared", `What is to change here is also used on line ${tree.place(user.range[0]).line}, which the request does not name.`, "Request all images that share it, or write it out where it is used.", tree.place(node.range[0]));
const MOST_COPIES = 1e5;
function linksTo(tree, nodes, gone) {
	const parents = /* @__PURE__ */ new Map();
	if (tree.root !== null) enterParents(tree.root, parents);
	const links = /* @__PURE__ */ new Set();
	const seen = /* @__PURE__ */ new Set();
	const queue = [...nodes];
	for (let next = queue.pop(); next !== void 0; next = queue.pop()) {
		if (seen.has(next)) continue;
		seen.add(next);
		const users = (tree.links.get(next) ?? []).filter((link) => !gone.has(link));
		for (const link of users) links.add(link);
		const parent = parents.get(next);
		queue.push(...users, ...parent === void 0 ? [] : [parent]);
	}
	return links;
}
const enterParents = (node, parents) => {
	for (const child of childrenOf(node)) {
		parents.set(child, node);
		enterParents(child, parents);
	}
};
const childrenOf = (node) => {
	if (isSequence(node)) return node.items;
	return isMapping(node) ? node.items.flatMap(({ value }) => value === null ? [] : [value]) : [];
};
const here = {
	user: void 0,
	isMerged: false
};
function expand(tree, links) {
	const copies = /* @__PURE__ */ new Map();
	const targets = new Map(tree.targets);
	const users = new Map(tree.links);
	const heirs = new Map(tree.heirs);
	const expansion = {
		tree,
		links,
		copies,
		targets,
		stays: /* @__PURE__ */ new Map(),
		users,
		heirs,
		open: /* @__PURE__ */ new Set(),
		count: 0
	};
	const root = tree.root === null ? null : copy(expansion, tree.root, here);
	return {
		tree: {
			...tree,
			root,
			targets,
			links: users,
			heirs
		},
		copies
	};
}
const copy = (expansion, node, way) => {
	if (isLink(node)) return copyLink(expansion, node, way);
	if (isText(node) && way.user === void 0) return node;
	const copied = cloneOf(node);
	if (way.user === void 0) expansion.stays.set(node, copied);
	record(expansion, node, {
		copied,
		way
	});
	const links = expansion.tree.links.get(node);
	if (links !== void 0) expansion.users.set(copied, links);
	const inside = {
		...way,
		isMerged: false
	};
	if (isMapping(node)) copyEntries(expansion, {
		from: node,
		to: copied,
		way: inside
	});
	if (isSequence(node)) copied.items = node.items.map((item) => copy(expansion, item, inside));
	return copied;
};
const copyLink = (expansion, link, way) => {
	const target = expansion.tree.targets.get(link);
	if (target !== void 0 && expansion.links.has(link) && !expansion.open.has(target)) {
		expansion.open.add(target);
		const copied = copy(expansion, target, {
			...way,
			user: way.user ?? link
		});
		expansion.open.delete(target);
		return copied;
	}
	if (target === void 0) return link;
	const copied = way.user === void 0 ? link : cloneOf(link);
	expansion.targets.set(copied, expansion.stays.get(target) ?? target);
	record(expansion, link, {
		copied,
		way
	});
	return copied;
};
const copyEntries = (expansion, { from, to, way }) => {
	const { tree, links, heirs } = expansion;
	const mergedInto = tree.heirs.get(from);
	if (mergedInto !== void 0) heirs.set(to, mergedInto);
	const merge = mergeLinksOf(from).find((link) => links.has(link));
	if (merge === void 0) {
		to.items = from.items.map((entry) => copyEntry(expansion, entry, way));
		return;
	}
	const merged = {
		user: way.user ?? merge,
		isMerged: true
	};
	to.items = [...effectiveEntries(tree, from)].filter(([key]) => key !== "<<").map(([, { entry, mapping }]) => copyEntry(expansion, entry, mapping === from ? way : merged));
	const layers = mergeChain(tree, from);
	for (const [index, layer] of layers.entries()) {
		const stronger = layers.slice(0, index);
		if (index > 0) record(expansion, layer, {
			copied: to,
			way: {
				...merged,
				stronger
			}
		});
	}
};
const mergeLinksOf = (mapping) => {
	const value = mapping.items.find(isMerge)?.value ?? null;
	return (isSequence(value) ? value.items : [value]).filter((node) => isLink(node));
};
const copyEntry = (expansion, entry, way) => {
	const copied = cloneOf(entry);
	copied.value = entry.value === null ? null : copy(expansion, entry.value, way);
	return copied;
};
const record = (expansion, node, { copied, way }) => {
	const { user, isMerged, stronger } = way;
	if (user === void 0) return;
	const others = expansion.copies.get(node);
	if (others === void 0) expansion.copies.set(node, [{
		node: copied,
		user,
		isMerged,
		stronger
	}]);
	else others.push({
		node: copied,
		user,
		isMerged,
		stronger
	});
	if (++expansion.count <= MOST_COPIES) return;
	fail("image-shared", "The image stands in a mapping or list whose aliases multiply beyond what can be followed.", "Write the image out where it is used, and promote again.", expansion.tree.place(node.range[0]));
};

// src/domain/yaml/compare.ts
function differsAsPlanned(before, after, edits) {
	return sameNode(before.root, after.root, planOf$1(after, edits));
}
function holdsTokens(tokens, after, edits) {
	const values = valuesOf$1(edits);
	if (values === void 0) return void 0;
	return isPlanned(tokens.words, tokens.lex(after), values);
}
const planOf$1 = (after, edits) => {
	const plan = {
		after,
		texts: /* @__PURE__ */ new Map(),
		nested: /* @__PURE__ */ new Map(),
		swaps: /* @__PURE__ */ new Map(),
		removed: /* @__PURE__ */ new Set(),
		inserted: /* @__PURE__ */ new Map(),
		appended: /* @__PURE__ */ new Map(),
		sections: /* @__PURE__ */ new Map()
	};
	for (const edit of edits) enter$1(plan, edit);
	return plan;
};
const enter$1 = (plan, edit) => {
	switch (edit.kind) {
		case "set":
			plan.texts.set(edit.node, edit.text);
			return;
		case "nested":
			plan.nested.set(edit.node, edit.text);
			return;
		case "swap":
			plan.swaps.set(edit.entry, edit);
			return;
		case "remove":
			plan.removed.add(edit.entry);
			return;
		case "insert":
			plan.inserted.set(edit.after, [...plan.inserted.get(edit.after) ?? [], ...edit.fields]);
			return;
		case "append":
			plan.appended.set(edit.sequence, [...plan.appended.get(edit.sequence) ?? [], edit]);
			return;
		case "section": plan.sections.set(edit.mapping, edit);
	}
};
const sameNode = (before, after, plan) => {
	if (before === null || after === null) return before === after;
	const text = plan.texts.get(before);
	if (text !== void 0) return isSet(before, after, {
		text,
		plan
	});
	if (isLink(before)) return isLink(after) && before.source === after.source;
	if (isLink(after) || before.anchor !== after.anchor || before.tag !== after.tag) return false;
	if (isText(before)) return isText(after) && before.type === after.type && (plan.nested.get(before) ?? before.value) === after.value;
	if (isMapping(before)) return isMapping(after) && sameMapping(before, after, plan);
	return isSequence(after) && sameSequence(before, after, plan);
};
const isSet = (before, after, { text, plan }) => {
	if (!isText(after) || !readsAs(plan.after, after, text)) return false;
	if (isLink(before)) return after.anchor === void 0 && after.tag === void 0;
	return before.anchor === after.anchor && before.tag === after.tag && sameQuotes(before, after);
};
const sameQuotes = (before, after) => before.type === after.type || before.type === "PLAIN" && after.type === "QUOTE_DOUBLE";
const sameMapping = (before, after, plan) => {
	let position = 0;
	const next = () => after.items[position++];
	const section = plan.sections.get(before);
	const isNew = section !== void 0 && !before.items.some((entry) => keyOf$2(entry) === section.key);
	const isHeld = (entry) => section !== void 0 && keyOf$2(entry) === section.key ? isSection(next(), section, plan) : sameEntry(entry, next, plan) && insertedAfter(entry, next, plan);
	return before.flow === after.flow && before.items.every(isHeld) && (!isNew || isSection(next(), section, plan)) && position === after.items.length;
};
const insertedAfter = (entry, next, plan) => (plan.inserted.get(entry) ?? []).every((field) => isField(next(), field, plan));
const sameEntry = (entry, next, plan) => {
	if (plan.removed.has(entry)) return true;
	const after = next();
	if (after === void 0) return false;
	const swap = plan.swaps.get(entry);
	if (swap !== void 0) return isField(after, swap, plan);
	return sameNode(entry.key, after.key, plan) && sameNode(entry.value, after.value, plan);
};
const isField = (entry, { key, text }, plan) => entry !== void 0 && keyOf$2(entry) === key && isText(entry.value) && readsAs(plan.after, entry.value, text);
const isSection = (entry, { key, items }, plan) => entry !== void 0 && keyOf$2(entry) === key && isSequence(entry.value) && entry.value.items.length === items.length && items.every((item, index) => isItem(entry.value.items[index], item, plan));
const isItem = (node, fields, plan) => isMapping(node) && node.items.length === fields.length && fields.every((field, index) => isField(node.items[index], field, plan));
const sameSequence = (before, after, plan) => {
	if (before.flow !== after.flow) return false;
	const appended = plan.appended.get(before) ?? [];
	let position = 0;
	for (const [index, item] of before.items.entries()) {
		if (!sameNode(item, after.items[position++] ?? null, plan)) return false;
		if (!appended.filter((edit) => edit.after === index).flatMap((edit) => edit.items).every((fields) => isItem(after.items[position++], fields, plan))) return false;
	}
	return position === after.items.length;
};
const isPlanned = (old, now, values) => {
	let offset = 0;
	let at = 0;
	let found = 0;
	for (let index = 0; index < old.length;) {
		const token = old[index] ?? "";
		const value = values.get(offset);
		const word = value === void 0 ? "" : wordAt(old, index);
		if (value === void 0 || lengthOf(word) === 0) {
			if (now[at++] !== token) return false;
			offset += lengthOf(token);
			index++;
			continue;
		}
		const other = wordAt(now, at);
		offset += lengthOf(word);
		if (offset !== value.end || !value.spellings.includes(other)) return false;
		index += tokensIn(word);
		at += tokensIn(other);
		found++;
	}
	return at === now.length && found === values.size;
};
const wordAt = (tokens, index) => {
	const token = tokens[index] ?? "";
	return token === "" ? `${""}${tokens[index + 1] ?? ""}` : token;
};
const tokensIn = (word) => word.startsWith("") ? 2 : 1;
const valuesOf$1 = (edits) => {
	const values = /* @__PURE__ */ new Map();
	for (const edit of [...edits.values()].flat()) {
		if (edit.kind !== "set" || !isText(edit.node) || !/^[\w.:@/+=-]+$/.test(edit.text)) return void 0;
		const spellings = spellingsOf(edit.node, edit.text);
		const [start, end] = edit.node.range;
		if (spellings.length === 0 || start === end || edit.node.tag !== void 0) return void 0;
		values.set(start, {
			end,
			spellings
		});
	}
	return values;
};
const spellingsOf = (node, text) => {
	if (node.type === "QUOTE_SINGLE") return [`'${text}'`];
	if (node.type === "QUOTE_DOUBLE") return [`"${text}"`];
	if (node.type !== "PLAIN") return [];
	return isUnsafe(text) ? [`"${text}"`] : [`"${text}"`, `${""}${text}`];
};
function layersOf(edits) {
	const outer = /* @__PURE__ */ new Map();
	const inner = /* @__PURE__ */ new Map();
	const nested = /* @__PURE__ */ new Map();
	const add = (tree, added) => {
		const others = outer.get(tree);
		if (others === void 0) outer.set(tree, [...added]);
		else others.push(...added);
	};
	for (const [tree, own] of edits) {
		if (tree.outer === void 0) {
			add(tree, own);
			continue;
		}
		inner.set(tree, own);
		const gathered = nested.get(tree.outer.node) ?? {
			tree,
			splices: []
		};
		gathered.splices.push(...own.flatMap((edit) => splicesOf(tree, edit)));
		nested.set(tree.outer.node, gathered);
	}
	for (const { tree, splices } of nested.values()) if (tree.outer !== void 0) add(tree.outer.tree, [nestedEdit(tree, splices)]);
	return {
		outer,
		inner
	};
}
const nestedEdit = (tree, splices) => {
	const text = applySplices(tree.text, splices);
	const outward = splices.map((splice) => tree.outer?.toOuter(splice));
	if (tree.outer === void 0 || text === void 0 || outward.includes(void 0)) return fail("image-ambiguous", "The change needs a new line in text that is folded or quoted.", "Write the text as a literal block (\"|\"), and promote again.", tree.place(0));
	return {
		kind: "nested",
		node: tree.outer.node,
		text,
		splices: outward.filter((splice) => splice !== void 0)
	};
};
function holdsTrees(before, after, { outer, inner }) {
	const isOuter = after.length === before.length && before.every((tree, index) => holds$1(tree, after[index], outer.get(tree)));
	const nested = [...outer.values()].flat().filter((edit) => edit.kind === "nested");
	const layers = layersByValue(inner);
	return isOuter && nested.every(({ node, text }) => holdsNested(layers.get(node) ?? [], text));
}
const layersByValue = (inner) => {
	const layers = /* @__PURE__ */ new Map();
	for (const layer of inner) {
		const value = layer[0].outer?.node;
		const others = layers.get(value);
		if (others === void 0) layers.set(value, [layer]);
		else others.push(layer);
	}
	return layers;
};
const holds$1 = (before, after, edits = []) => after !== void 0 && differsAsPlanned(before, after, edits);
const holdsNested = (layers, text) => {
	const { trees = [] } = parseTrees(text, () => ({}));
	return layers.every(([tree, edits]) => holds$1(tree, trees[tree.index], edits));
};

// src/domain/rewrite.ts
function inspect(manifest) {
	const { view = {} } = manifest;
	return listedOf(seen(read(manifest, [view]), view), view);
}
function deadMarkersIn(manifest) {
	if (!mayHaveMarkers(manifest.text)) return [];
	const { view = {} } = manifest;
	return violationsOf(seen(read(manifest, [view]), view).deadMarkers ?? []);
}
function unboundIn(manifest) {
	const { view = {} } = manifest;
	return seen(read(manifest, [view]), view).unbound;
}
function whereListed(manifest) {
	const { view = {} } = manifest;
	return seen(read(manifest, [view]), view).sites.map((site) => {
		const keys = keysTo(site.tree, anchorOf(site)) ?? [];
		if (site.shape.kind !== "parts") return {
			image: site.image,
			keys: keys.slice(0, -1),
			versions: []
		};
		const { tag, digest } = site.shape.keys;
		return {
			image: site.image,
			keys,
			versions: [tag, digest].flatMap((key) => key ?? [])
		};
	});
}
function rewriteFor(manifest, asks, additions) {
	const { path } = manifest;
	const views = asks.map(({ view = {} }) => view);
	const before = read(manifest, views);
	const readers = asks.map(({ images }, index) => ({
		images,
		found: seen(before, views[index] ?? {})
	}));
	for (const { images, found } of readers) checkMarkers(found, images);
	const matched = match(readers.map(({ images, found }) => ({
		images,
		sites: found.sites
	})));
	for (const [index, { images, found }] of readers.entries()) checkPins(found, images, matched[index] ?? []);
	const all = matched.map((hits, index) => ({
		hits,
		added: missingFrom(readers[index], hits, additions)
	}));
	const hits = asks.length === 1 ? matched[0] ?? [] : distinctHits(matched.flat());
	const added = distinctRequests(all.flatMap((one) => one.added));
	const layers = layersOf(allEdits(readers[0]?.found, hits, added));
	checkShared({
		trees: before.trees,
		hits,
		layers,
		asks: asks.map(({ images, view = {} }) => ({
			images,
			find: (trees) => seenIn(findIn(path, trees, view), view),
			see: (sites) => seenBy(sites, view.scope)
		}))
	});
	const text = print(manifest, layers);
	const written = readBack({
		manifest,
		text,
		before,
		hits,
		added,
		layers
	});
	return readers.map(({ images, found }, index) => {
		const { hits, added } = all[index];
		const view = views[index] ?? {};
		return {
			text,
			found: foundOf(written, {
				hits,
				added,
				layers,
				scope: view.scope
			}),
			listed: listedOf(found, view),
			unbound: found.unbound,
			deadMarkers: found.deadMarkers ?? [],
			leftAlone: leftAlone(before, {
				view,
				images,
				hits,
				shown: found
			}),
			format: found.formats.join(" and ")
		};
	});
}
const seenIn = (found, { scope }) => scope === void 0 ? found : {
	...found,
	sites: seenBy(found.sites, scope)
};
const seen = ({ found }, view) => {
	const all = found.get(stackKey(view));
	if (all === void 0) throw new Error("a view was not read");
	return seenIn(all, view);
};
const read = ({ path, text }, views) => {
	const lineOf = lineFinder(text);
	const place = (offset) => ({
		path,
		line: lineOf(offset)
	});
	const parsed = isTextFile(path) ? { trees: [textTree(text, place)] } : parseTrees(text, place);
	if (parsed.problem !== void 0) {
		const { message, offset } = parsed.problem;
		const [why, hint] = unparsed(text, message);
		return fail("manifest-invalid", `The manifest ${quote(path)} ${why}.`, hint, {
			path,
			line: lineOf(offset)
		});
	}
	const distinct = new Map(views.map((view) => [stackKey(view), view]));
	return {
		views,
		trees: parsed.trees,
		tokens: parsed.tokens,
		found: new Map([...distinct].map(([key, view]) => [key, findIn(path, parsed.trees, view)]))
	};
};
const unparsed = (text, message) => {
	if (/^[ \t]*\{\{-?[ \t]*(?:if|range|with|include|template|define|end|else|toYaml|\/\*|\$|\.)/m.test(text)) return ["is a template of a Helm chart, not a manifest", "Leave templates out of `files`: name the values of the chart."];
	return [message, "Repair the file, and promote again."];
};
const readAgain = (manifest, views) => {
	try {
		return read(manifest, views);
	} catch (error) {
		if (error instanceof PromotionError) return differs(manifest.path);
		throw error;
	}
};
const listedOf = ({ sites }, { scope } = {}) => sites.map((site) => ({
	image: site.image,
	names: site.second.length === 0 ? site.first : [.../* @__PURE__ */ new Set([...site.first, ...site.second])],
	line: lineOf(site, site.image),
	environment: scope && environmentOf(site, scope.environments)
}));
const leftAlone = (before, { view, images, hits, shown }) => {
	const { trees } = before;
	const reading = (view.stacks ?? []).length > 0 ? "layered" : "alone";
	const filledIn = filledInHits(shown.sites, images);
	const { sites = [], ignored = [] } = before.found.get(stackKey(view)) ?? {};
	const isIgnored = ({ line }) => ignored.some(({ first, last }) => first <= line && line <= last);
	const mentionsOf = mentionFinder({
		trees,
		sites,
		reading
	});
	const repositories = /* @__PURE__ */ new Map();
	for (const { request, site } of hits) {
		const own = repositories.get(request);
		if (own === void 0) repositories.set(request, [site.image.repository]);
		else own.push(site.image.repository);
	}
	const unmarked = images.flatMap((request) => {
		const own = repositories.get(request) ?? [];
		return [.../* @__PURE__ */ new Set([...own.length === 0 ? spellingsOf$2(request.name) : [request.name], ...own])].flatMap((name) => mentionsOf(name)).map(({ kind, ...mention }) => ({
			request,
			reason: kind,
			...mention
		}));
	});
	return [...filledIn.map(({ request, site }) => ({
		request,
		line: siteLine(site),
		reason: "filled-in"
	})), ...unmarked].filter((one) => !isIgnored(one)).sort((one, other) => one.line - other.line);
};
const siteLine = ({ shape, tree, offset }) => {
	const node = shape.kind === "parts" ? (shape.cells.tag ?? shape.cells.digest)?.node : nodesOf(shape)[0];
	return tree.place(node?.range[0] ?? offset).line ?? tree.place(offset).line ?? 1;
};
const checkMarkers = ({ deadMarkers = [] }, images) => {
	if (deadMarkers.length === 0) return;
	const requested = new Set(images.map(({ name }) => canonicalRepository(name)));
	const violations = violationsOf(deadMarkers.filter(({ name }) => requested.has(canonicalRepository(name))));
	if (violations.length > 0) throw new PromotionError(violations);
};
const violationsOf = (deadMarkers) => deadMarkers.map(({ message, place }) => ({
	code: "marker-invalid",
	message,
	hint: MARKER_HINT,
	...place
}));
const MARKER_HINT = "Put the marker at the end of the line of a reference to the image, of its tag or of its digest, or on a line of its own above it; or remove it.";
const checkPins = ({ pins }, images, hits) => {
	if (pins.length === 0) return;
	const requested = /* @__PURE__ */ new Set([...images.flatMap(({ name, newName }) => [name, newName]), ...hits.flatMap(({ site, wanted }) => [wanted.repository, site.image.repository])]);
	const violations = pins.filter(({ repository }) => requested.has(repository)).map(({ repository, place }) => ({
		code: "image-patched",
		message: `An inline patch sets the image ${quote(repository)}.`,
		hint: "Take the image out of the patch, so that the list of images decides alone.",
		...place
	}));
	if (violations.length > 0) throw new PromotionError(violations);
};
const missingFrom = (reader, hits, allowed) => {
	if (allowed === "refused" || reader?.found.additions === void 0) return [];
	const filledIn = filledInHits(reader.found.sites, reader.images);
	const found = new Set([...hits, ...filledIn].map(({ request }) => request));
	return reader.images.filter((request) => !found.has(request) && !keepsVersion(request));
};
const distinctRequests = (requests) => [...new Map(requests.map((request) => [printImage(request), request])).values()];
const allEdits = ({ additions } = {}, hits, added) => {
	const edits = editsOf(hits);
	const addition = additions === void 0 ? void 0 : additionOf(additions, added);
	if (additions !== void 0 && addition !== void 0) edits.set(additions.tree, [...edits.get(additions.tree) ?? [], addition]);
	return edits;
};
const print = ({ path, text }, { outer }) => {
	const splices = [...outer].flatMap(([tree, edits]) => edits.flatMap((edit) => splicesOf(tree, edit)));
	return applySplices(text, splices) ?? differs(path);
};
const readBack = ({ manifest: { path, text: old }, text, before, hits, added, layers }) => {
	const unmoved = {
		now: /* @__PURE__ */ new Map(),
		news: /* @__PURE__ */ new Map()
	};
	if (text === old) return unmoved;
	const tokens = hits.every(({ site, wanted }) => site.image.repository === wanted.repository) && added.length === 0 ? before.tokens : void 0;
	const verdict = tokens && holdsTokens(tokens, text, layers.outer);
	if (verdict !== void 0) return verdict ? unmoved : differs(path);
	return pairAll({
		before,
		after: readAgain({
			path,
			text
		}, before.views),
		hits,
		added,
		layers
	}) ?? differs(path);
};
const pairAll = ({ before, after, hits, added, layers }) => {
	const now = /* @__PURE__ */ new Map();
	const news = /* @__PURE__ */ new Map();
	const names = new Map(added.map((request) => [request.name, imageOf(request)]));
	for (const [key, { sites }] of before.found) {
		const pairs = pairSites(expectedOf(sites, hits), after.found.get(key)?.sites ?? [], [...names.values()]);
		if (pairs === void 0) return void 0;
		for (const [index, site] of sites.entries()) now.set(site, pairs.paired[index] ?? site);
		for (const [index, name] of [...names.keys()].entries()) news.set(name, pairs.added[index]);
	}
	return holdsTrees(before.trees, after.trees, layers) ? {
		now,
		news
	} : void 0;
};
function pairSites(before, after, added) {
	const paired = [];
	const extra = [];
	for (const site of after) {
		const next = before[paired.length];
		if (next !== void 0 && printReference(next.wanted) === printReference(site.image)) paired.push(site);
		else if (printReference(added[extra.length] ?? { repository: "" }) === printReference(site.image)) extra.push(site);
		else return void 0;
	}
	return paired.length === before.length && extra.length === added.length ? {
		paired,
		added: extra
	} : void 0;
}
const expectedOf = (sites, hits) => {
	const own = new Map(hits.map((hit) => [hit.site, hit.wanted]));
	const others = new Map(hits.map((hit) => [placeOf(hit.site), hit.wanted]));
	return sites.map((site) => ({
		site,
		wanted: own.get(site) ?? others.get(placeOf(site)) ?? site.image
	}));
};
const foundOf = ({ now, news }, { hits, added, layers, scope }) => {
	const changed = changedNodes(layers);
	return [...hits.map(({ request, site, wanted: to }) => ({
		request,
		place: placeOf(site),
		environment: scope && environmentOf(site, scope.environments),
		line: lineOf(now.get(site) ?? site, request),
		from: site.image,
		to,
		changed: !sameReference(site.image, to) || valuesOf(site).some((node) => changed.has(node)),
		newKeys: newKeysOf(site, now.get(site))
	})), ...added.map((request) => ({
		request,
		place: `added ${request.name}`,
		line: lineOf(news.get(request.name), request),
		from: { repository: request.name },
		to: imageOf(request),
		changed: true,
		added: true
	}))];
};
const newKeysOf = ({ shape: before }, now) => {
	if (now === void 0 || before.kind !== "parts" || before.naming !== "helm" || now.shape.kind !== "parts") return [];
	const { cells, keys } = now.shape;
	return ["tag", "digest"].flatMap((part) => {
		const cell = cells[part];
		const isNew = before.cells[part] === void 0 && before.elsewhere?.[part] === void 0;
		if (cell === void 0 || !isNew) return [];
		return [{
			key: keys[part] ?? part,
			line: now.tree.place(cell.node.range[0]).line ?? 1
		}];
	});
};
const placeOf = ({ tree, offset, image }) => [
	tree.outer?.node.range[0] ?? "",
	tree.index,
	offset,
	image.repository
].join(" ");
const imageOf = ({ name, newName, tag, digest }) => ({
	repository: newName ?? name,
	tag,
	digest
});
const lineOf = (site, { tag }) => {
	if (site === void 0) return 1;
	const { shape, tree } = site;
	const version = tag === void 0 ? "digest" : "tag";
	if (shape.kind === "marked") return tree.place(shape.spots[version]?.offset ?? site.offset).line ?? 1;
	const node = shape.kind === "reference" ? shape.node : shape.cells[version]?.node;
	return tree.place(node?.range[0] ?? site.offset).line ?? 1;
};
const changedNodes = ({ outer, inner }) => {
	const edits = [...outer.values(), ...inner.values()].flat();
	return new Set(edits.flatMap((edit) => edit.kind === "set" ? [edit.node] : []));
};
const valuesOf = ({ shape, tree }) => nodesOf(shape).flatMap((node) => [node, resolve(tree, node) ?? node]);
const differs = (path) => fail("readback-differs", `The manifest ${quote(path)} would not read as planned after the change, so that nothing was written.`, "This is a defect of image-promotion: report it with the file and the request.", { path });

// src/domain/plan/plan-promotion.ts
function planPromotion(targets) {
	const files = new Map(targets.flatMap((target) => target.files.map((file) => [fileKey(file), file])));
	const { rewritten: listing, foreign } = rewriteFiles(files, imagesByFile(targets), "refused");
	const additions = additionsFor(missingImages(targets, listing), listing);
	const added = rewriteFiles(files, withOthers(additions, {
		files,
		listing
	}), "allowed");
	const rewritten = new Map([...listing, ...added.rewritten]);
	refuseMissing(missingImages(targets, rewritten), rewritten, foreign);
	refuseOverridden(targets, rewritten);
	const changed = changedFiles(files, rewritten);
	refuseTooMuch(changed);
	return {
		items: targets.flatMap((target) => itemsOf(target, rewritten)),
		files: changed,
		notices: distinctNotices([
			...targets.flatMap((target) => noticesOf(target, {
				rewritten,
				foreign
			})),
			...foreignNotices(foreign),
			...markerNotices(rewritten),
			...newKeyNotices(files, rewritten)
		]),
		leftOut: []
	};
}
function changeOf({ product, environment, path, line, image, from, to }) {
	return {
		product,
		environment,
		path,
		line,
		image,
		from,
		to
	};
}
const printedBy = (images) => {
	const known = printed.get(images) ?? new Map(images.map((image) => [printImage(image), image]));
	printed.set(images, known);
	return known;
};
const printed = /* @__PURE__ */ new WeakMap();
const imagesByFile = (targets) => {
	const byFile = /* @__PURE__ */ new Map();
	for (const { files, images } of targets) for (const file of files) {
		const key = fileKey(file);
		const asked = byFile.get(key) ?? /* @__PURE__ */ new Map();
		for (const [printed, image] of printedBy(images)) asked.set(printed, image);
		byFile.set(key, asked);
	}
	return new Map([...byFile].map(([key, asked]) => [key, [...asked.values()]]));
};
const withOthers = (additions, { files, listing }) => {
	if (additions.size === 0) return additions;
	const paths = new Set([...additions.keys()].map((key) => files.get(key)?.path));
	const kin = [...files].filter(([, { path }]) => paths.has(path));
	return new Map(kin.map(([key]) => [key, additions.get(key) ?? listing.get(key)?.found.map(({ request }) => request) ?? []]));
};
const foreignNotices = (foreign) => {
	const groups = /* @__PURE__ */ new Map();
	for (const one of foreign) {
		const others = groups.get(one.hint);
		if (others === void 0) groups.set(one.hint, [one]);
		else others.push(one);
	}
	return [...groups.values()].flatMap(([first, ...others]) => {
		if (first === void 0) return [];
		const { message, hint, path, line } = first;
		return [{
			message: `${message}${others.length === 0 ? "" : ` The same holds for ${others.length} more of the files.`}`,
			hint,
			path,
			line
		}];
	});
};
const rewriteFiles = (files, imagesOf, additions) => {
	const foreign = [];
	const rewritten = /* @__PURE__ */ new Map();
	const { attempt, finish } = gather$1();
	for (const readers of byPath(files, imagesOf)) {
		const [{ file }] = readers;
		attempt(() => {
			try {
				const asks = readers.map(({ key, file: { view } }) => ({
					images: imagesOf.get(key) ?? [],
					view
				}));
				const results = rewriteFor(file, asks, additions);
				for (const [index, result] of results.entries()) rewritten.set(readers[index]?.key ?? "", result);
			} catch (error) {
				if (readers.some((reader) => reader.file.match !== "glob") || !isForeign(error)) throw error;
				foreign.push(...error.violations);
			}
		});
	}
	onceEach(finish);
	return {
		rewritten,
		foreign
	};
};
const byPath = (files, imagesOf) => {
	const found = /* @__PURE__ */ new Map();
	for (const key of imagesOf.keys()) {
		const file = files.get(key);
		if (file === void 0) continue;
		const others = found.get(file.path);
		if (others === void 0) found.set(file.path, [{
			key,
			file
		}]);
		else others.push({
			key,
			file
		});
	}
	return [...found.values()];
};
const isForeign = (error) => error instanceof PromotionError && error.violations.every(({ code }) => code === "manifest-format");
const changedFiles = (files, rewritten) => {
	const changes = [...files].flatMap(([key, { path, executable, text: before }]) => {
		const after = rewritten.get(key)?.text ?? before;
		return after === before ? [] : [{
			path,
			executable,
			before,
			after
		}];
	});
	return [...new Map(changes.map((change) => [change.path, change])).values()];
};
const refuseTooMuch = (files) => {
	const bytes = files.reduce((sum, file) => sum + byteLength(file.after), 0);
	if (files.length <= 5e3 && bytes <= 20971520) return;
	fail("too-many-changes", `The promotion changes ${files.length} files of ${bytes} bytes together; one commit may change ${MOST_FILES} files of ${MOST_BYTES} bytes.`, "Promote fewer products, environments or images at once.");
};
const byteLength = (text) => new TextEncoder().encode(text).length;
const itemsOf = ({ product, environment, images, files }, rewritten) => {
	const asked = printedBy(images);
	return files.flatMap((file) => (rewritten.get(fileKey(file))?.found ?? []).filter(({ request }) => asked.has(printImage(request))).map(({ request, line, from, to, place, environment: own, changed, added }) => ({
		product,
		environment,
		request,
		image: to.repository,
		path: file.path,
		line,
		from,
		to,
		place,
		owners: file.owners?.filter((owner) => (own === void 0 || owner.environment === own) && !(owner.product === product && owner.environment === environment) && shares(owner, product, [from.repository, to.repository])),
		state: changed ? "changed" : "unchanged",
		added
	})));
};
const markerNotices = (rewritten) => {
	const notices = [...rewritten.values()].flatMap(({ deadMarkers }) => deadMarkers).map(({ message, place }) => ({
		message,
		...place
	}));
	return [...new Map(notices.map((notice) => [`${notice.path} ${notice.message}`, notice])).values()];
};
const newKeyNotices = (files, rewritten) => [...rewritten].flatMap(([file, { found }]) => found.flatMap(({ to, newKeys = [] }) => newKeys.map(({ key, line }) => ({
	message: `${to.repository} gets the key ${quote(key)} on line ${line} of ${files.get(file)?.path}, which was not there before.`,
	hint: "Make sure that the chart or controller reads this key: if it does not, it runs its default version.",
	path: files.get(file)?.path,
	line
}))));
const chartTemplate = /\{\{-?[ \t]*(?:include|template|toYaml|if|range|with|define|\.(?:Values|Release|Chart)\b)/;
const noticesOf = ({ product, environment, images, files }, { rewritten, foreign }) => {
	const strange = new Set(foreign.map(({ path }) => path));
	const asked = printedBy(images);
	const found = foundIn(files, rewritten);
	const isText = (file) => rewritten.get(fileKey(file))?.format === "text";
	const without = [...asked].flatMap(([key, image]) => {
		const holding = found.get(key) ?? [];
		if (holding.every(isText)) return [];
		const known = new Set(holding.flatMap((file) => [file.path, ...layersBeside(file)]));
		const lacking = files.filter((file) => !known.has(file.path) && !strange.has(file.path) && !isText(file));
		const templates = lacking.filter(({ text }) => chartTemplate.test(text)).map(({ path }) => path);
		return lacking.length > 0 ? [{
			image,
			paths: lacking.map(({ path }) => path),
			templates
		}] : [];
	});
	const left = new Set(files.flatMap((file) => rewritten.get(fileKey(file))?.leftAlone ?? []).map(({ request }) => printImage(request)));
	const idle = images.length > 0 && files.every((file) => (rewritten.get(fileKey(file))?.found.length ?? 0) === 0);
	return [
		...[...asked].flatMap(([key, image]) => left.has(key) ? leftNotices(leftIn(files, {
			image,
			rewritten
		})) : []),
		...without.map(({ image, paths, templates }) => ({
			message: `${image.name} is not listed by ${listed(paths)}, which the files of ${product} in ${environment} include.`,
			hint: templates.length > 0 ? `Leave the templates of a Helm chart out of \`files\` of ${product} in ${environment}: ${listed(templates)}.` : `List it there as well, or let \`files\` of ${product} in ${environment} leave out what does not run it.`,
			path: paths[0]
		})),
		...idle ? [{ message: `${product} lists none of the requested images in ${environment}; it stays as it is.` }] : []
	];
};
const foundIn = (files, rewritten) => {
	const found = /* @__PURE__ */ new Map();
	for (const file of files) {
		const keys = (rewritten.get(fileKey(file))?.found ?? []).map(({ request }) => printImage(request));
		for (const key of new Set(keys)) {
			const others = found.get(key);
			if (others === void 0) found.set(key, [file]);
			else others.push(file);
		}
	}
	return found;
};
const layersBeside = ({ view }) => (view?.stacks ?? []).flatMap(({ below, above }) => [...below, ...above].map(({ path }) => path));
const MOST_LINES = 5;
const leftMessages = {
	"filled-in": (name, where) => `${name} on ${where} stays as it is: something else fills in its version.`,
	unmarked: (name, where) => `${name} also stands on ${where}, in text that never changes without a marker.`,
	named: (name, where) => `${name} also stands on ${where}, without a version that is known to be its own.`
};
const leftNotices = (left) => {
	const groups = /* @__PURE__ */ new Map();
	for (const one of left) {
		const key = `${one.path} ${one.reason}`;
		const others = groups.get(key);
		if (others === void 0) groups.set(key, [one]);
		else others.push(one);
	}
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		if (first === void 0 || first.reason === "aside") return [];
		const lines = [...new Set(group.map(({ line }) => line))];
		const rest = lines.length > MOST_LINES ? [`${lines.length - MOST_LINES} more`] : [];
		const where = `${lines.length === 1 ? "line" : "lines"} ${listed([...lines.slice(0, MOST_LINES).map(String), ...rest])}`;
		return [{
			message: leftMessages[first.reason](first.request.name, `${where} of ${first.path}`),
			path: first.path,
			line: first.line
		}];
	});
};
const distinctNotices = (notices) => [...new Map(notices.map((notice) => [notice.message, notice])).values()];
const MOST_PATHS = 10;
const MOST_REASONS = 3;
function missingImages(targets, rewritten) {
	const found = new Set(targets.flatMap(({ environment, images, files }) => {
		const asked = printedBy(images);
		return [...foundIn(files, rewritten).keys()].filter((key) => asked.has(key)).map((key) => `${environment} ${key}`);
	}));
	const missing = /* @__PURE__ */ new Map();
	for (const target of targets) {
		const { environment } = target;
		for (const [printed, image] of printedBy(target.images)) {
			const key = `${environment} ${printed}`;
			if (found.has(key)) continue;
			const others = missing.get(key);
			if (others === void 0) missing.set(key, {
				environment,
				image,
				targets: [target]
			});
			else others.targets.push(target);
		}
	}
	return [...missing.values()];
}
function additionsFor(missing, listing) {
	const additions = /* @__PURE__ */ new Map();
	for (const { image, targets } of missing) {
		const [target, ...others] = targets;
		if (target === void 0 || others.length > 0 || target.additions === "refused") continue;
		if (leftIn(target.files, {
			image,
			rewritten: listing
		}).some(({ reason }) => reason === "filled-in")) continue;
		const [file, ...further] = target.files.map(fileKey).filter((key) => listing.get(key)?.format === "kustomization");
		if (file === void 0 || further.length > 0) continue;
		const listedThere = listing.get(file)?.found.map(({ request }) => request) ?? [];
		additions.set(file, [...additions.get(file) ?? listedThere, image]);
	}
	return additions;
}
function leftIn(files, { image, rewritten }) {
	return files.flatMap((file) => (rewritten.get(fileKey(file))?.leftAlone ?? []).filter(({ request }) => printImage(request) === printImage(image)).map((left) => ({
		...left,
		path: file.path
	})));
}
function refuseMissing(missing, rewritten, foreign = []) {
	if (missing.length === 0) return;
	const files = missing.flatMap(({ targets }) => targets.flatMap((target) => target.files));
	const searching = {
		rewritten,
		parts: partIndex(files)
	};
	throw new PromotionError([...missing.map((image) => missingViolation(image, searching)), ...foreign]);
}
const missingViolation = ({ environment, image, targets }, searching) => {
	const { rewritten } = searching;
	const files = targets.flatMap((target) => target.files);
	const paths = [...new Set(files.map(({ path }) => path))];
	const left = leftIn(files, {
		image,
		rewritten
	});
	const known = leftViolation(image, environment, left);
	if (known !== void 0) return known;
	const inParts = partsViolation(image, {
		environment,
		files,
		...searching
	});
	if (inParts !== void 0) return inParts;
	const aside = left.map(({ path, line }) => `${path}:${line}`);
	const searched = paths.length > MOST_PATHS ? [...paths.slice(0, MOST_PATHS), `${paths.length - MOST_PATHS} more`] : paths;
	const products = listed([...new Set(targets.map(({ product }) => product))]);
	return {
		code: "image-not-listed",
		message: `The image ${quote(image.name)} is listed by no manifest of ${products} in ${environment}; searched: ${listed(searched)}.`,
		hint: hintOf$1(image, {
			files,
			rewritten,
			aside,
			passedOver: [...new Set(targets.flatMap((target) => target.passedOver ?? []))],
			additions: targets.some(({ additions }) => additions === "allowed") ? "allowed" : "refused"
		}),
		path: paths[0]
	};
};
const partsViolation = ({ name }, { environment, files, rewritten, parts: index }) => {
	const parts = findParts(index, name, new Set(files.map(({ path }) => path))) ?? [];
	const [first] = parts;
	if (first === void 0) return void 0;
	const places = [...new Set(parts.map(({ path, line }) => `${path}:${line}`))];
	return {
		code: "image-not-listed",
		message: `The image ${quote(name)} of ${environment} has its name in parts that nothing ties together: ${listed(places)}.`,
		hint: partsHint(name, parts, {
			files,
			rewritten,
			index
		}),
		path: first.path,
		line: first.line
	};
};
const partsHint = (name, parts, { files, rewritten, index }) => {
	const { path = "", text = "" } = parts.at(-1) ?? {};
	const last = splitReference(text);
	const entry = files.flatMap((file) => file.path === path ? rewritten.get(fileKey(file))?.listed ?? [] : []).find(({ image }) => image.repository === last.repository && (image.tag ?? image.digest));
	const request = `Request it as ${quote(last.repository)}`;
	if (entry !== void 0 && (last.tag ?? last.digest) !== void 0) return `${request}, since no marker fits a whole reference to another name.`;
	const version = entry === void 0 ? versionNear(index, parts) : {
		path,
		line: entry.line
	};
	const isOneFile = parts.every((part) => part.path === version?.path);
	const marker = `the comment "# image-promotion: ${name}" at the end of the line of its version${(version && `, such as ${isOneFile ? "line " : `${version.path}:`}${version.line}`) ?? ""}, or on a line of its own above that.`;
	return entry === void 0 ? `Put ${marker}` : `${request}, or put ${marker}`;
};
const leftViolation = (image, environment, left) => {
	const reason = leftReasons.find((each) => left.some((one) => one.reason === each));
	const places = left.filter((one) => one.reason === reason);
	const [first] = places;
	if (reason === void 0 || first === void 0) return void 0;
	const { code, problem, hint } = refusals[reason](image.name, {
		isText: isTextName(first.path),
		versionLine: first.versionLine
	});
	const where = listed(places.slice(0, MOST_PATHS).map(({ path, line }) => `${path}:${line}`));
	return {
		code,
		message: `The image ${quote(image.name)} of ${environment} ${problem}: ${where}.`,
		hint,
		path: first.path,
		line: first.line
	};
};
const leftReasons = [
	"filled-in",
	"unmarked",
	"named"
];
const refusals = {
	"filled-in": () => ({
		code: "image-ambiguous",
		problem: "has a version that something else fills in, wherever it stands",
		hint: "Promote it where that version comes from, or write the version out in the manifest."
	}),
	named: (name, { versionLine }) => ({
		code: "image-not-listed",
		problem: "is named without a tag or digest that is known to be its own",
		hint: `Put the comment "# image-promotion: ${name}" at the end of the line of its version${versionLine === void 0 ? "" : `, such as line ${versionLine}`}, or on a line of its own above that.`
	}),
	unmarked: (name, { isText }) => ({
		code: "image-not-listed",
		problem: "stands only in text, environment values or arguments, which never change without a marker",
		hint: `Put the comment "# image-promotion: ${name}" ${isText ? "" : "at the end of the line, or "}on a line of its own above it.`
	})
};
const hintOf$1 = (image, { files, rewritten, aside, passedOver, additions }) => {
	const read = files.map((file) => ({
		file,
		...rewritten.get(fileKey(file))
	}));
	const names = read.flatMap(({ listed: entries = [] }) => entries.flatMap((entry) => entry.names));
	const near = nearest(image.name, names);
	const loose = read.flatMap(({ unbound = [] }) => unbound);
	const own = loose.filter(({ repository }) => repository !== void 0 && sameRepository(repository, image.name));
	const any = loose.filter(({ repository }) => repository === void 0);
	const weak = any.filter(({ isWeak }) => isWeak === true);
	const reasons = [
		...own,
		...any.filter(({ isWeak }) => isWeak !== true),
		...weak
	].map(({ message }) => message);
	const way = additions === "refused" ? "Correct the name, list the image in the manifest, or set `add-images: true` where a kustomization may gain entries." : "Correct the name, or list the image in the manifest: `add-images` adds it only where one product with one kustomization is asked.";
	if (near.length > 0 && own.length === 0 && aside.length === 0) return [
		`Did you mean ${near.map(quote).join(" or ")}?`,
		passedOverHint(passedOver),
		way
	].filter(Boolean).join(" ");
	const all = [...new Set(names)].slice(0, MOST_PATHS);
	return [
		...aside.length > 0 ? [`Its name stands at ${listed(aside.slice(0, MOST_PATHS))}, where no image is read from.`] : [],
		...reasons.slice(0, MOST_REASONS),
		...read.flatMap(({ file, unbound = [] }) => layeringHint(file, unbound)).slice(0, 1),
		all.length > 0 ? `Listed there: ${listed(all.map(quote))}.` : "No image is listed there.",
		...passedOver.length > 0 ? [passedOverHint(passedOver)] : [],
		way
	].join(" ");
};
function layeringHint({ path, view }, unbound) {
	if (!unbound.some(({ keys, part, isWeak }) => keys !== void 0 && part !== "version" && isWeak !== true) || view?.stacks !== void 0) return [];
	return [`If the repository is in a base file, layer the two: files: [["base.yaml", ${JSON.stringify(path)}]].`];
}
function refuseOverridden(targets, rewritten) {
	const violations = targets.flatMap((target) => overridingViolations(target, rewritten));
	if (violations.length > 0) throw new PromotionError([...new Map(violations.map((one) => [one.message, one])).values()]);
}
const overridingViolations = ({ files, images }, rewritten) => {
	const single = files.filter(({ view }) => view?.stacks === void 0);
	const loose = single.flatMap((file) => (rewritten.get(fileKey(file))?.unbound ?? []).flatMap(({ keys, key, line, part, isWeak }) => {
		if (keys === void 0 || key === void 0) return [];
		return [{
			file,
			at: [[...keys, key], ...isWeak ? [] : [[...keys, ""]]].map((one) => JSON.stringify(one)),
			keys,
			line,
			part
		}];
	}));
	if (loose.length === 0 || single.length < 2) return [];
	const asked = new Set(images.map(printImage));
	return single.filter((file) => rewritten.get(fileKey(file))?.found.some(({ request }) => asked.has(printImage(request)))).flatMap((base) => {
		const places = namedPlaces(base, {
			asked,
			rewritten
		});
		return loose.flatMap(({ file, at, keys, line, part }) => {
			const image = file.path === base.path ? void 0 : at.map((one) => places.get(one)).find(Boolean);
			return image === void 0 ? [] : [overridingViolation({
				base,
				file,
				image,
				keys,
				line,
				part
			})];
		});
	});
};
const namedPlaces = (base, { asked, rewritten }) => {
	const found = rewritten.get(fileKey(base))?.found ?? [];
	const repositories = new Set(found.filter(({ request }) => asked.has(printImage(request))).map(({ from }) => from.repository));
	return new Map(whereListed(base).flatMap(({ keys, versions, image: { repository } }) => repositories.has(repository) ? [...versions, ""].map((version) => [JSON.stringify([...keys, version]), repository]) : []));
};
const overridingViolation = ({ base, file, image, keys, line, part = "tag" }) => {
	const where = keys.length === 0 ? "" : ` under ${quote(keys.join("."))}`;
	return {
		code: "image-ambiguous",
		message: `${quote(file.path)} has a ${part}${where} without a repository, which would override that of ${quote(image)} in ${quote(base.path)}.`,
		hint: `If the files are layered, write them as a nested list, base first: files: [[${base.path}, ${file.path}]]. Otherwise take the ${part} out.`,
		path: file.path,
		line
	};
};
function viewedBy({ environment, settings, ownership }, manifests) {
	return layered(settings, manifests).map((manifest) => {
		const owners = ownership?.ownersOf(manifest.path) ?? [];
		if (owners.length < 2) return manifest;
		const isShared = owners.some((owner) => owner.environment !== environment);
		const environments = [.../* @__PURE__ */ new Set([...ownership?.environments ?? [], ...owners.map((owner) => owner.environment)])];
		const scope = isShared ? {
			environment,
			environments
		} : void 0;
		return {
			...manifest,
			owners,
			view: scope === void 0 ? manifest.view : {
				...manifest.view,
				scope
			}
		};
	});
}
const layered = ({ layers, origin }, manifests) => {
	if (layers.length === 0) return [...manifests];
	const byPath = new Map(manifests.map((manifest) => [manifest.path, manifest]));
	const lists = layers.map((paths) => paths.map((path) => byPath.get(path) ?? noFile(path, origin.files)));
	return manifests.map((manifest) => {
		const stacks = lists.flatMap((list) => {
			const at = list.indexOf(manifest);
			return at < 0 ? [] : [{
				below: list.slice(0, at),
				above: list.slice(at + 1)
			}];
		});
		return stacks.length === 0 ? manifest : {
			...manifest,
			view: { stacks }
		};
	});
};
const noFile = (path, place) => fail("manifest-format", `The layer ${quote(path)} is a directory, and layers are files of helm values.`, "Name a file in the list of layers, or list the directory outside of it.", place);

// src/domain/records/record.ts
function recordOf(place) {
	const entries = entriesOf$2(place);
	const index = entries.findIndex(({ trailer }) => sameReference(trailer.reference, place.current));
	const entry = entries[index];
	const builds = buildsIn(entries);
	return {
		set: entry && {
			commit: entry.commit.id,
			at: entry.commit.committedAt,
			build: builds(place.current, index),
			...entry.trailer.kind === "rollback" ? { replaced: builds(entry.trailer.instead, index) } : {}
		},
		holds: [...rollbackHolds(entries, place.current, builds), ...removalHolds(entries, place.current)],
		notice: unreadable(place, entry) ?? (entry === void 0 && !place.history.complete ? unread(place) : void 0)
	};
}
function promotedSource(record) {
	return record.set?.build?.source;
}
const rollbackHolds = (entries, current, builds) => {
	const holds = /* @__PURE__ */ new Map();
	const since = promotionsSince();
	for (const { trailer, commit } of entries) {
		if (trailer.kind === "promotion") {
			since.add(trailer);
			continue;
		}
		const { instead: reference } = trailer;
		const { id, message } = commit;
		const hold = {
			reference,
			because: "rollback",
			build: builds(reference),
			commit: id,
			message
		};
		if (sameReference(reference, current) || since.end(hold)) continue;
		holds.set(printReference(reference), hold);
	}
	return [...holds.values()];
};
const promotionsSince = () => {
	let byPerson = false;
	const references = /* @__PURE__ */ new Set();
	const [numbers, dates, datesOfNumbered] = [
		tally(),
		tally(),
		tally()
	];
	const add = ({ reference, source }) => {
		if (Object.keys(source).length === 0) byPerson = true;
		references.add(canonicalReference(reference));
		const [workflow, date] = [numberedWorkflow(source), branchDate(source)];
		if (workflow !== void 0) numbers.add(workflow, source.runNumber);
		if (date === void 0) return;
		dates.add("", date);
		if (workflow !== void 0) datesOfNumbered.add(workflow, date);
	};
	const end = ({ reference, build }) => {
		if (byPerson || references.has(canonicalReference(reference))) return true;
		if (build === void 0) return false;
		const [workflow, date] = [numberedWorkflow(build.source), branchDate(build.source)];
		if (workflow !== void 0 && numbers.others(workflow, build.source.runNumber) > 0) return true;
		return date !== void 0 && dates.others("", date) > (workflow === void 0 ? 0 : datesOfNumbered.others(workflow, date));
	};
	return {
		add,
		end
	};
};
const tally = () => {
	const groups = /* @__PURE__ */ new Map();
	return {
		add: (group, value) => {
			const known = groups.get(group) ?? {
				all: 0,
				of: /* @__PURE__ */ new Map()
			};
			known.all++;
			known.of.set(value, (known.of.get(value) ?? 0) + 1);
			groups.set(group, known);
		},
		others: (group, value) => {
			const known = groups.get(group);
			return known === void 0 ? 0 : known.all - (known.of.get(value) ?? 0);
		}
	};
};
const numberedWorkflow = ({ repository, workflow, runNumber }) => isKnown(repository) && isKnown(workflow) && isKnown(runNumber) ? `${repository.toLowerCase()} ${workflow}` : void 0;
const branchDate = (source) => {
	const date = Date.parse(source.committedAt ?? "");
	return isBranch(source) && !Number.isNaN(date) ? date : void 0;
};
const removalHolds = (entries, current) => {
	const last = entries.filter(({ position }) => position === entries[0]?.position);
	if (last.some(({ trailer }) => sameReference(trailer.reference, current))) return [];
	return last.map(({ trailer, commit }) => ({
		reference: trailer.reference,
		because: "removal",
		commit: commit.id
	}));
};
const unreadable = ({ environment, image, path, history }, entry) => {
	const commit = history.commits.slice(0, entry?.position).find((each) => each.unreadable);
	return commit && {
		message: `The pull request behind commit ${commit.id.slice(0, 7)} cannot be read, so it is not known whether it set ${image} in ${environment}; the request passes as if it had not.`,
		hint: "Give the token Pull requests: read (for the workflow's own token \"permissions: pull-requests: read\").",
		path
	};
};
const unread = ({ environment, image, path, history }) => ({
	message: `The last ${history.commits.length} commits of the manifest do not tell what set ${image} in ${environment}; older ones are not read, and the request passes.`,
	path
});
function decide$1(question) {
	const { trigger, order, requested, current, record } = question;
	if (trigger === "by-hand" || sameReference(requested, current)) return { kind: "pass" };
	const hold = record.holds.find((candidate) => holds(candidate, question));
	if (hold !== void 0) return superseded(question, "held", heldMessage(question, hold));
	const { set } = record;
	if (order === "any" || set === void 0) return { kind: "pass" };
	const { build } = set;
	if (build !== void 0 && isOlder({
		...question,
		build
	})) return superseded(question, "older", olderMessage(question, build));
	return isRepeated(question, set) ? superseded(question, "repeated", repeatedMessage(question, set)) : { kind: "pass" };
}
function explainEndedHold({ holds: held }, { environment, requested }) {
	const hold = held.find(({ because, reference }) => because === "rollback" && isSameImage(reference, requested));
	if (hold === void 0) return void 0;
	const reason = /^Reason: (.+)$/m.exec(hold.message ?? "")?.[1];
	const why = reason === void 0 ? "" : ` (${quote(reason)})`;
	return `${printReference(requested)} was rolled back in ${environment} in commit ${hold.commit.slice(0, 7)}${why}, and this promotion ends its hold.`;
}
const isRepeated = (question, { at, build, replaced }) => {
	const { createdAt } = question;
	if (createdAt === void 0 || at === void 0 || !(Date.parse(createdAt) < Date.parse(at))) return false;
	if (replaced !== void 0 && isSameRun(question.source, replaced.source)) return true;
	if (build !== void 0 && isSameRun(question.source, build.source)) return false;
	return ![build, replaced].filter(isKnown).some((other) => isNewer({
		...question,
		start: createdAt,
		build: other
	}));
};
function isOlder(compared) {
	return difference(compared) < 0;
}
function isNewer(compared) {
	return difference(compared) > 0;
}
const difference = ({ source, build, start }) => {
	if (source === void 0) return NaN;
	if (haveSameWorkflow(source, build.source) && isKnown(source.runNumber) && isKnown(build.source.runNumber)) return source.runNumber - build.source.runNumber;
	if (!isBranch(source) || !isBranch(build.source) || source.event === "workflow_dispatch") return NaN;
	return committed(source, start, start) - committed(build.source, build.recordedAt ?? start, start);
};
const committed = ({ committedAt }, madeAt, start) => {
	const date = Date.parse(committedAt ?? "");
	return date > Date.parse(start) ? Math.min(Date.parse(madeAt), Date.parse(start)) : date;
};
const haveSameWorkflow = (a, b) => isKnown(a.repository) && isKnown(a.workflow) && a.repository.toLowerCase() === b.repository?.toLowerCase() && a.workflow === b.workflow;
const isSameRun = (source, build) => source?.runNumber !== void 0 && source.runNumber === build.runNumber && haveSameWorkflow(source, build);
const isBranch = ({ ref }) => ref?.startsWith("refs/heads/") ?? false;
const isKnown = (value) => value !== void 0;
const holds = ({ reference, because, build }, question) => {
	if (isSameImage(reference, question.requested)) return true;
	return because === "rollback" && build !== void 0 && isOlder({
		...question,
		build
	});
};
const isSameImage = (a, b) => {
	if (a.repository !== b.repository) return false;
	return isKnown(a.digest) && isKnown(b.digest) ? a.digest === b.digest : isKnown(a.tag) && a.tag === b.tag;
};
const superseded = (question, reason, message) => {
	const { image, requested, current, source } = question;
	const isRelease = source?.event === "release" || (source?.ref?.startsWith("refs/tags/") ?? false);
	return {
		kind: "superseded",
		superseded: {
			image,
			requested,
			current,
			reason,
			message
		},
		severity: isRelease ? "warning" : "notice"
	};
};
const olderMessage = ({ environment, requested, current, source }, build) => `${printReference(requested)}${origin(source)} is older than ${printReference(current)}${origin(build.source)}, which ${environment} runs; it is left out.`;
const repeatedMessage = ({ environment, requested, current, source, createdAt }, { commit, build }) => `${printReference(requested)}${origin(source)} comes from a run that was created at ${createdAt} and started again, and ${printReference(current)}${origin(build?.source)}, which ${environment} runs, came later, in commit ${commit.slice(0, 7)}. It is left out; a new run passes, and a person may promote it.`;
const heldMessage = ({ environment, requested }, { reference, because, build, commit }) => {
	const what = `${printReference(requested)} is held in ${environment}`;
	const where = `commit ${commit.slice(0, 7)}`;
	if (because === "removal") return `${what}: ${where} set it and somebody has taken it out by hand. Another build passes, and a person may promote it.`;
	return `${what}: ${isSameImage(reference, requested) ? "it was rolled back" : `it is older than ${printReference(reference)}${origin(build?.source)}, which was rolled back`} in ${where}. A newer build passes, and a person may promote it.`;
};
const origin = (source) => {
	const parts = [(source?.workflow === void 0 || source.runNumber === void 0 ? void 0 : `${source.workflow}#${source.runNumber}`) ?? source?.committedAt, source?.repository].filter(isKnown);
	return parts.length === 0 ? "" : ` (${parts.join(" of ")})`;
};

// src/commands/promotion/read-manifests.ts
async function readConfig(given, snapshot) {
	const located = locateConfig(given, await snapshot.read(configPaths(given)));
	if (located === void 0) return {
		config: unconfigured,
		configuration: "absent"
	};
	const { parseConfig } = await import("./domain/config/parse.js");
	const config = parseConfig(located);
	snapshot.trust(config.value.writers ?? []);
	return {
		config,
		configuration: "present"
	};
}
function spotsOf(config, { products, environments }) {
	const ownership = ownershipIn(config, {
		products,
		environments
	});
	return products.flatMap((product) => environments.map((environment) => ({
		product,
		environment,
		settings: settingsOf(config, product, environment),
		ownership
	})));
}
function likelyReads(spots) {
	return {
		paths: [...new Set(spots.flatMap(({ settings }) => probablePaths(settings.files)))],
		histories: [...new Set(spots.flatMap(({ settings }) => historiesOf(settings)))]
	};
}
async function readManifests(snapshot, spots, along = []) {
	let known = /* @__PURE__ */ new Map();
	const { histories } = likelyReads([...spots, ...along]);
	for (;;) {
		const step = findManifests(spots.map(whereOf), known);
		const paths = [.../* @__PURE__ */ new Set([...step.kind === "more" ? step.paths : [], ...along.flatMap(missingIn(known))])];
		if (paths.length > 0) {
			known = learn(known, paths, await snapshot.read(paths, histories));
			continue;
		}
		const found = step.kind === "done" ? step.found : [];
		return collect(spots.map((spot, index) => () => foundSpot(spot, found[index]?.manifests ?? [], found[index]?.passedOver ?? [])));
	}
}
function foundSpot(spot, manifests, passedOver) {
	const files = viewedBy(spot, manifests);
	return {
		...spot,
		files,
		passedOver
	};
}
const whereOf = ({ product, environment, settings: { files }, ownership }) => ({
	product,
	environment,
	files,
	products: ownership?.products
});
const missingIn = (known) => (spot) => {
	try {
		const step = findManifests([whereOf(spot)], known);
		return step.kind === "more" ? step.paths : [];
	} catch (error) {
		if (error instanceof PromotionError) return [];
		throw error;
	}
};
function targetOf(spot, images) {
	const files = spot.files.map((file) => ({
		...file,
		match: matchOf(spot.settings, file.path)
	}));
	return {
		...spot,
		files,
		images,
		additions: spot.settings.addImages ? "allowed" : "refused"
	};
}
function historyPathOf(settings, manifest) {
	return namedFor(settings, manifest) ?? manifest;
}
const matchOf = (settings, manifest) => namedFor(settings, manifest) === void 0 ? "glob" : "named";
const namedFor = (settings, manifest) => historiesOf(settings).find((path) => path === manifest || manifest.startsWith(`${path}/`));
const historiesOf = ({ files }) => files.filter((pattern) => !isGlob(pattern));
async function readRecord(item, settings, snapshot) {
	const history = await snapshot.history(historyPathOf(settings, item.path), (commits) => suffices(item, commits));
	return recordOf({
		...item,
		history
	});
}
const suffices = (item, commits) => {
	const [newest] = entriesOf$2({
		...item,
		history: {
			commits,
			complete: false
		}
	});
	return newest?.trailer.kind === "promotion" && sameReference(newest.trailer.reference, item.current);
};

// src/domain/registry/explain.ts
function explainUnknown(reference, unknown) {
	return explain$1(`Whether ${quote(printReference(reference))} exists is unknown`, unknown);
}
function explainUnset(reference, unknown) {
	return explain$1(`The tag ${quote(printReference(reference))} cannot be set`, unknown);
}
function explainUnattested(reference, unknown) {
	return explain$1(`Whether ${quote(printReference(reference))} has a build provenance is unknown`, unknown);
}
const explain$1 = (what, { registry, detail, cause, remedy, words }) => ({
	code: final.has(cause) ? "registry-refused" : "registry-unknown",
	message: `${what}: the registry ${registry} ${detail}${likely[cause]}.${words === void 0 ? "" : ` It says: ${words}`}`,
	hint: remedy ?? (cause === "not-logged-in" || cause === "no-permission" ? neverPushed(registry) : "") + hints[cause](registry)
});
const final = /* @__PURE__ */ new Set([
	"immutable",
	"locked",
	"quota"
]);
const neverPushed = (registry) => registry === "ghcr.io" ? "A package that was never pushed is refused in the same way: if this is its first build, push it. " : "";
const likely = {
	"not-logged-in": ", and this job is not logged in to it",
	"no-permission": ", although this job is logged in to it: the account lacks the permission or its login has expired",
	"rate-limit": ": too many requests, a rate limit",
	unavailable: ": it has a problem of its own",
	unreachable: "",
	timeout: "",
	"login-expired": ": the login of this job has expired",
	immutable: ": its tags are immutable",
	locked: ": the tag or its repository is locked",
	quota: ": its quota is used up",
	refused: "",
	unexpected: ""
};
const hints = {
	"not-logged-in": (registry) => `Log in to ${registry} with docker/login-action in a step before this one. Registries answer alike for repositories that are private and for those that do not exist.`,
	"no-permission": (registry) => `Give the account access to this repository at ${registry}, or log in again. Registries answer alike for repositories that are private and for those that do not exist.`,
	"rate-limit": (registry) => `Log in to ${registry}, so that the limit of an account counts and not that of the runner’s address, or run the job again later.`,
	unavailable: (registry) => `Run the job again; if it stays, see whether ${registry} is in order.`,
	unreachable: (registry) => `See whether ${registry} is the right name, and whether the runner may reach it.`,
	timeout: (registry) => `Run the job again; if it stays, see whether ${registry} is in order and the runner may reach it.`,
	"login-expired": (registry) => `Log in to ${registry} again, in a step shortly before this one.`,
	immutable: () => "Choose a tag that was never used, or change the rule of the repository that makes tags immutable.",
	locked: () => "Choose another tag, or unlock the tag or the repository at the registry.",
	quota: (registry) => `Delete images that nobody needs from ${registry}, or let its administrators raise the quota.`,
	refused: (registry) => `Change what ${registry} says; running the job again will not help.`,
	unexpected: (registry) => `See whether ${registry} is the right name and really a registry, and not a proxy or a web page.`
};
function explainAbsent(reference) {
	return {
		code: "image-absent",
		message: `The image ${quote(printReference(reference))} is not in its registry.`,
		hint: "Push the image first, or name a tag or digest that was pushed."
	};
}
function explainMisplaced(reference, digest, found) {
	const instead = found.verdict === "present" ? `names ${found.digest}` : "is absent";
	return {
		code: "readback-differs",
		message: `The tag ${quote(printReference(reference))} ${instead} after it was set to ${digest}.`,
		hint: "See whether somebody else sets the same tag, and run the job again."
	};
}

// src/domain/policy/facts.ts
function isAt({ product, environment }) {
	return (other) => other.product === product && other.environment === environment;
}
const indexes = /* @__PURE__ */ new WeakMap();
function allAt(things, place) {
	const index = indexes.get(things) ?? indexed(things);
	indexes.set(things, index);
	return index.get(keyOf$1(place)) ?? [];
}
const indexed = (things) => {
	const index = /* @__PURE__ */ new Map();
	for (const thing of things) {
		const others = index.get(keyOf$1(thing));
		if (others === void 0) index.set(keyOf$1(thing), [thing]);
		else others.push(thing);
	}
	return index;
};
const keyOf$1 = ({ product, environment }) => `${environment}/${product}`;
function grouped(spots, ruleOf) {
	const groups = /* @__PURE__ */ new Map();
	for (const spot of spots) {
		const key = JSON.stringify(ruleOf(spot.settings)) ?? "";
		const others = groups.get(key);
		if (others === void 0) groups.set(key, [spot]);
		else others.push(spot);
	}
	return [...groups.values()].flatMap((members) => {
		const [first] = members;
		return first === void 0 ? [] : [{
			settings: first.settings,
			where: placesOf(members)
		}];
	});
}
const MOST_PRODUCTS = 5;
function placesOf(places) {
	const products = [...new Set(places.map(({ product }) => product))];
	const shown = products.slice(0, MOST_PRODUCTS).map((product) => {
		const environments = places.filter((place) => place.product === product).map(({ environment }) => environment);
		return `${listed([...new Set(environments)])} of ${product}`;
	});
	const rest = products.length - shown.length;
	return listed(rest > 0 ? [...shown, `${rest} more products`] : shown);
}
function requirementKey({ product, environment, image, request, to }) {
	return JSON.stringify([
		product,
		environment,
		image,
		printImage(request),
		printReference(to)
	]);
}
function isAbout(image, called) {
	return ({ current, names }) => sameRepository(current.repository, image) || called.some((name) => names.includes(name));
}
function requirementProof({ environment, path, current, history }, asked) {
	if (isSame(current, asked.to)) return { kind: "runs" };
	if (history === void 0) return { kind: "unknown" };
	const entries = entriesOf$2({
		environment,
		path,
		current,
		history,
		image: asked.image
	});
	const builds = buildsIn(entries);
	if (cameFrom(builds(current), asked)) return { kind: "runs" };
	const matchesAt = (reference, index) => isSame(reference, asked.to) || cameFrom(builds(reference, index), asked);
	for (const [index, { trailer, commit }] of entries.entries()) {
		if (trailer.kind === "rollback" && matchesAt(trailer.instead, index)) return {
			kind: "rolled-back",
			commit: commit.id
		};
		if (matchesAt(trailer.reference, index)) return {
			kind: "has-run",
			commit: commit.id
		};
	}
	return { kind: "unknown" };
}
function bringsSame(a, b) {
	return !keepsVersion(a.request) && printImage(a.request) === printImage(b.request) || isSame(a.to, b.to);
}
const isSame = (a, b) => {
	if (a.digest !== void 0 && b.digest !== void 0) return a.digest === b.digest;
	return a.tag !== void 0 && sameReference({
		...a,
		digest: void 0
	}, {
		...b,
		digest: void 0
	});
};
const cameFrom = (record, { source }) => {
	const build = record?.built ?? record?.source;
	const repositories = [source?.repository, build?.repository].flatMap((name) => name?.toLowerCase() ?? []);
	return source?.sha !== void 0 && build?.sha === source.sha && new Set(repositories).size < 2;
};

// src/domain/policy/images.ts
const images = ({ items, spots }) => {
	const violations = items.flatMap((item) => {
		const settings = allAt(spots, item)[0]?.settings;
		if (settings === void 0 || imageAllowed(settings, item.image)) return [];
		const { product, environment, image, path, line } = item;
		return [{
			code: "image-not-allowed",
			message: `The configuration does not let ${quote(image)} be promoted to ${environment} for ${product} (${path}, line ${line}).`,
			hint: `Add it to \`images\`, which has ${listed((settings.images ?? []).map(quote)) || "no entry"}, or correct the request.`,
			...settings.origin.images
		}];
	});
	return [...new Map(violations.map((violation) => [violation.message, violation])).values()];
};
const tags = ({ items, spots }) => {
	const broken = items.flatMap((item) => {
		const [spot] = allAt(spots, item);
		return spot?.settings.tags === void 0 || isTagAllowed(item, spot.settings.tags) ? [] : [{
			item,
			spot
		}];
	});
	const groups = /* @__PURE__ */ new Map();
	for (const one of broken) {
		const key = JSON.stringify([
			one.item.request,
			tagOf(one.item),
			one.spot.settings.tags,
			one.spot.settings.origin.tags
		]);
		const others = groups.get(key);
		if (others === void 0) groups.set(key, [one]);
		else others.push(one);
	}
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		return first === void 0 ? [] : [tagViolation(first.item, first.spot, placesOf(group.map(({ item }) => item)))];
	});
};
const isTagAllowed = (item, globs) => {
	const tag = tagOf(item);
	return tag !== void 0 && matchesAny(globs, tag);
};
const tagOf = ({ request, to }) => request.tag === "*" ? to.tag : request.tag;
const tagViolation = (item, { settings }, where) => {
	const { image } = item;
	const tag = tagOf(item);
	const globs = listed((settings.tags ?? []).map(quote)) || "no entry";
	return {
		code: "tag-not-allowed",
		message: tag === void 0 ? `${quote(image)} is asked for by its digest alone, and the configuration limits the tags for ${where}.` : `The configuration does not let the tag ${quote(tag)} of ${quote(image)} be promoted to ${where}.`,
		hint: tag === void 0 ? `Give the tag with the digest; \`tags\` has ${globs}.` : `Promote a tag that matches \`tags\`, which has ${globs}, or add one there.`,
		...settings.origin.tags
	};
};
const renames = ({ items, spots, promotion: { trigger } }) => items.flatMap((item) => {
	const settings = allAt(spots, item)[0]?.settings;
	if (settings === void 0 || !isFree(settings, trigger)) return [];
	if (isRename(item)) return [renamed(item)];
	return item.added === true && settings.verify !== false ? [addedUnseen(item, settings)] : [];
});
function isListed(item, settings, trigger) {
	return imageAllowed(settings, item.image) && !(isFree(settings, trigger) && (isRename(item) || item.added === true));
}
const isFree = ({ images }, trigger) => trigger === "automatic" && images === void 0;
const isRename = ({ from, image }) => !sameRepository(from.repository, image);
const renamed = ({ product, environment, image, from, path, line }) => ({
	code: "rename-not-allowed",
	message: `An automatic request changes ${quote(from.repository)} to ${quote(image)} in ${environment} of ${product}, and the configuration lists no images.`,
	hint: "List the new name under `images` of the configuration, or let a person promote it once.",
	path,
	line
});
const addedUnseen = ({ product, environment, image }, { origin }) => ({
	code: "image-not-allowed",
	message: `An automatic request adds ${quote(image)} to ${environment} of ${product}, where images are verified, and the configuration lists no images.`,
	hint: "List it under `images` of the configuration, so that its registry may be asked, or let a person promote it once.",
	...origin.verify
});

// src/domain/policy/shared-places.ts
const shared = (facts) => {
	const violations = facts.items.flatMap((item) => item.state === "changed" && (item.owners ?? []).length > 0 ? judge$3(item, facts) : []);
	return [...new Map(violations.toReversed().map((violation) => [`${violation.path} ${violation.line}`, violation])).values()].toReversed();
};
const judge$3 = (item, facts) => {
	const owners = item.owners ?? [];
	const environments = [...new Set([item, ...owners].map(({ environment }) => environment))];
	const missing = environments.filter((environment) => !facts.promotion.environments.includes(environment));
	const place = {
		code: "file-shared",
		path: item.path,
		line: item.line
	};
	const what = `The place of ${quote(item.image)} in ${quote(item.path)}`;
	const own = allAt(facts.spots, item);
	if (missing.length > 0) return [{
		...place,
		message: `${what} is common to ${listed(environments)}, and the request does not name ${listed(missing)}.`,
		hint: separationHint(item.path, [...own, ...owners], facts.delivery)
	}];
	const deliveries = byDelivery([...own, ...owners], facts.delivery);
	if (deliveries.length < 2) return [];
	const shown = deliveries.map(({ delivery, places }) => `${delivery} for ${placesOf(places)}`);
	return [{
		...place,
		message: `${what} is shared, and cannot change in two ways: ${listed(shown)}.`,
		hint: "Give all of them the same `delivery`, or each a file, a list element or a key of its own."
	}];
};
const byDelivery = (owners, given) => {
	const ways = /* @__PURE__ */ new Map();
	for (const { product, environment, settings } of owners) {
		const delivery = given ?? settings.delivery;
		const others = ways.get(delivery);
		if (others === void 0) ways.set(delivery, [{
			product,
			environment
		}]);
		else others.push({
			product,
			environment
		});
	}
	return [...ways].map(([delivery, places]) => ({
		delivery,
		places
	}));
};
function separationHint(path, owners, delivery) {
	const environments = listed([...new Set(owners.map(({ environment }) => environment))]);
	const together = byDelivery(owners, delivery).length < 2 ? `Name ${environments} in one request` : `Give ${environments} the same \`delivery\` and name them in one request`;
	const layers = owners.flatMap(({ settings }) => settings.layers.find((one) => one.includes(path))?.at(-1) ?? []);
	const last = [...new Set(layers)].filter((layer) => layer !== path).map(quote);
	return `${together}, or ${last.length > 1 ? `set its version in the last layer of each: ${listed(last)}` : "give each environment a file, a list element or a key of its own"}.`;
}
function commonPlace({ path, line, image }, owners) {
	const environments = [...new Set(owners.map(({ environment }) => environment))];
	if (environments.length < 2) return [];
	return [{
		message: `The place of ${quote(image)} in ${quote(path)} is common to ${listed(environments)}: a promotion that does not name all of them is refused.`,
		hint: separationHint(path, owners),
		path,
		line
	}];
}
function otherOwners(items, targets, environments) {
	const known = new Set(targets.map(keyOf));
	const owners = items.flatMap((item) => (item.owners ?? []).map((owner) => [keyOf(owner), owner]));
	return [...new Map(owners).values()].filter((owner) => environments.includes(owner.environment) && !known.has(keyOf(owner)));
}
function withOtherOwners(items, silent) {
	if (silent.length === 0) return [...items];
	return items.flatMap((item) => [item, ...silent.filter((spot) => isOwnedBy(item, spot)).map(({ product, environment }) => ({
		...item,
		product,
		environment,
		owners: void 0
	}))]);
}
function isOwnedBy(item, place) {
	return isAt(place)(item) || (item.owners?.some(isAt(place)) ?? false);
}
const keyOf = ({ product, environment }) => `${product} ${environment}`;

// src/commands/promotion/verify.ts
async function verify({ kind, trigger, gathered, decided }, open) {
	const modeOf = (item) => {
		const settings = allAt(gathered.targets, item)[0]?.settings;
		if (settings === void 0 || kind === "promotion" && !isListed(item, settings, trigger)) return false;
		const modes = [settings, ...(item.owners ?? []).map((owner) => owner.settings)].map((one) => one.verify);
		return modes.find((mode) => mode === "digest") ?? modes.includes(true);
	};
	const isFrozen = (item) => decided.frozen?.some((spot) => isOwnedBy(item, spot)) ?? false;
	const mayChange = (item) => item.state === "changed" || !isFrozen(item);
	const pinned = (item) => kind === "promotion" && modeOf(item) === "digest" && mayChange(item);
	const asked = decided.items.filter((item) => pinned(item) || modeOf(item) !== false && item.state === "changed");
	if (asked.length === 0) return {
		decided,
		violations: [],
		notices: []
	};
	if (open === void 0) throw new Error("no registry can be asked");
	const references = asked.map(({ to }) => to);
	const looking = verifyImages(await open(), references);
	const { digests, violations } = await (kind === "rollback" ? looking.catch(withoutDigests) : looking);
	const fatal = violations.filter(({ code }) => kind === "promotion" || code === "image-absent");
	const rest = violations.filter((violation) => !fatal.includes(violation));
	return {
		decided: pin(decided, {
			items: asked.filter(pinned),
			digests,
			targets: gathered.targets
		}),
		violations: fatal,
		notices: rest.map(({ message, hint }) => ({
			message,
			hint
		}))
	};
}
const withoutDigests = (error) => {
	if (!(error instanceof PromotionError)) throw error;
	return {
		digests: /* @__PURE__ */ new Map(),
		violations: error.violations
	};
};
const pin = (decided, { items, digests, targets }) => {
	if (items.length === 0) return decided;
	const again = targets.map((target) => {
		const own = allAt(decided.items, target);
		const asked = new Set(own.map(({ request }) => printImage(request)));
		const images = target.images.filter((image) => asked.has(printImage(image)));
		return {
			...target,
			images: images.map((image) => pinned(image, items.filter(concerns$1(own)), digests))
		};
	});
	const { items: planned, files } = planPromotion(again);
	return {
		...decided,
		items: planned,
		files
	};
};
const concerns$1 = (own) => (item) => own.some((other) => isAt(other)(item) || other.path === item.path && other.place === item.place);
const pinned = (image, items, digests) => {
	const references = items.filter(({ request }) => printImage(request) === printImage(image)).map(({ to }) => printReference(to));
	const [digest, ...others] = new Set(references.flatMap((reference) => digests.get(reference) ?? []));
	if (others.length > 0) fail("image-ambiguous", `${quote(image.name)} stands for ${listed([...new Set(references)].map(quote))}, which have different digests.`, "Name each of them by its own repository.");
	return {
		...image,
		digest: image.digest ?? digest
	};
};
const PATIENCE = 3e3;
async function verifyImages(registry, references) {
	const inspected = await inspectAll(registry, [...new Map(references.map((reference) => [printReference(reference), reference])).values()], PATIENCE);
	return {
		digests: new Map(inspected.flatMap(({ reference, verdict }) => verdict.verdict === "present" ? [[printReference(reference), verdict.digest]] : [])),
		violations: inspected.flatMap(explain)
	};
}
const explain = ({ reference, verdict }) => {
	if (verdict.verdict === "present") return [];
	return [verdict.verdict === "absent" ? explainAbsent(reference) : explainUnknown(reference, verdict)];
};
const AT_ONCE = 8;
async function inspectAll(registry, references, patience = 0) {
	return sideBySide(references, async (reference) => ({
		reference,
		verdict: await registry.inspect(reference, patience)
	}));
}
async function sideBySide(items, work) {
	const results = [];
	const violations = [];
	const waiting = items.entries();
	const worker = async () => {
		for (const [index, item] of waiting) try {
			results[index] = await work(item);
		} catch (error) {
			if (!(error instanceof PromotionError)) throw error;
			violations.push(...error.violations);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	if (violations.length > 0) throw new PromotionError(eachOnce(violations));
	return results;
}
async function sideBySideUntil(stopped, items, work) {
	let stops = [];
	return {
		results: await sideBySide(items, async (item) => {
			if (stops.length > 0) return void 0;
			try {
				return await orStopped(work(item), stopped);
			} catch (error) {
				if (!isInterruption(error)) throw error;
				stops = error.violations;
				return;
			}
		}),
		stopped: stops
	};
}
const eachOnce = (violations) => [...new Map(violations.map((violation) => [violation.message, violation])).values()];

// src/domain/plan/carry.ts
function carriedImages(crossing) {
	const { there, names } = crossing;
	const wanted = names.length === 0 ? there : imagesNamed(there, names);
	const here = indexOf(crossing.here);
	const groups = [...indexOf(wanted).byRepository.values()].map((images) => ({
		images,
		reason: names.length > 0 ? void 0 : obstacle(images, crossing, here)
	}));
	const going = groups.filter(({ reason }) => reason === void 0);
	return {
		carried: collect(going.map(({ images }) => () => carriedOf(images, crossing, here))).flat(),
		notices: groups.flatMap(({ images, reason }) => reason === void 0 ? [] : noticeOf$1(images, reason))
	};
}
const indexOf = (images) => {
	const byRepository = /* @__PURE__ */ new Map();
	const byName = /* @__PURE__ */ new Map();
	for (const image of images) {
		enter(byRepository, canonicalRepository(image.image.repository), image);
		for (const name of image.names) enter(byName, name, image);
	}
	return {
		byRepository,
		byName
	};
};
const enter = (map, key, image) => {
	const others = map.get(key);
	if (others === void 0) map.set(key, [image]);
	else others.push(image);
};
const obstacle = (images, { to, product, allowed }, here) => {
	if (!images.some((image) => isIn(image, here))) return `no manifest of ${product} in ${to} lists it`;
	if (images.every(({ image }) => !isReference(image))) return "it has no tag or digest that can be promoted";
	return images.every(({ image }) => allowed(image.repository)) ? void 0 : `the configuration does not let it be promoted to ${to}`;
};
const noticeOf$1 = ([image], reason) => image === void 0 ? [] : [{
	message: `${quote(image.image.repository)} is left out: ${reason}.`,
	path: image.path,
	line: image.line
}];
const isIn = ({ image: { repository }, names }, { byRepository, byName }) => byRepository.has(canonicalRepository(repository)) || [...names, repository].some((name) => byName.has(name));
const carriedOf = (images, crossing, here) => {
	const { from, product } = crossing;
	const reference = onlyReference(images, `${product} in ${from}`, "Promote it with its tag, or let the manifests agree.");
	const [origin] = images;
	if (reference === void 0 || origin === void 0) return [];
	checkReference(reference, origin, crossing);
	const candidates = [...new Set(images.flatMap(({ names }) => names)), reference.repository];
	const known = candidates.filter((name) => here.byName.has(name));
	return (known.length > 0 ? known.slice(0, 1) : candidates.slice(0, 1)).map((name) => ({
		request: requestOf(name, reference, here),
		origin
	}));
};
const requestOf = (name, reference, { byName }) => {
	const { repository, tag, digest } = reference;
	const targets = byName.get(name) ?? [];
	return {
		name,
		newName: (targets.length === 0 ? [name] : targets.map(({ image }) => image.repository)).every((other) => sameRepository(other, repository)) ? void 0 : repository,
		tag,
		digest
	};
};
const checkReference = (reference, { path, line }, { from, product }) => {
	if (reference.tag === void 0 && reference.digest === void 0) fail("tag-missing", `${product} in ${from} lists ${quote(reference.repository)} without a tag or a digest.`, "Promote it with its tag.", {
		path,
		line
	});
	parseReference(printReference(reference));
};
const MOST_NAMES = 10;
function listedIn(files) {
	return files.flatMap((file) => inspect(file).map((image) => ({
		...image,
		path: file.path,
		view: file.view
	})));
}
function imagesNamed(images, names) {
	const literal = new Set(names);
	const repositories = new Set(names.map(canonicalRepository));
	return images.filter((one) => repositories.has(canonicalRepository(one.image.repository)) || one.names.some((name) => literal.has(name)));
}
function isReference(reference) {
	if (reference.tag === void 0 && reference.digest === void 0) return false;
	try {
		parseReference(printReference(reference));
		return true;
	} catch (error) {
		if (error instanceof PromotionError) return false;
		throw error;
	}
}
function refuseUnlisted(names, images, environment) {
	const { byRepository, byName } = indexOf(images);
	const known = [...byName.keys()];
	const violations = names.filter((name) => !byRepository.has(canonicalRepository(name)) && !byName.has(name)).map((name) => unlisted(name, known, environment));
	if (violations.length > 0) throw new PromotionError(violations);
}
const unlisted = (name, known, environment) => {
	const meant = nearest(name, known);
	const guess = meant.length > 0 ? `Did you mean ${listed(meant.map(quote))}? ` : "";
	const there = known.slice(0, MOST_NAMES).map(quote);
	return {
		code: "image-not-listed",
		message: `The image ${quote(name)} is listed by no manifest of ${environment}.`,
		hint: `${guess}${there.length > 0 ? `Listed there: ${listed(there)}.` : "No image is listed there."}`
	};
};
function onlyReference(images, environment, hint) {
	const [first] = images;
	const references = new Map(images.map(({ image }) => [printReference(image), image]));
	if (first === void 0 || references.size === 1) return first?.image;
	const code = "image-ambiguous";
	const shown = listed([...references.keys()].slice(0, MOST_NAMES).map(quote));
	return fail(code, `${environment} runs one image at several references: ${shown}.`, hint, {
		path: first.path,
		line: first.line
	});
}
function replanItem({ trailer }, targets) {
	const { reference, environment } = trailer;
	const target = targets.find((candidate) => candidate.environment === environment);
	if (target === void 0) return {
		kind: "dropped",
		why: `${environment} is not asked for any more`
	};
	const problem = problemOf(target, trailer);
	if (problem !== void 0) return {
		kind: "dropped",
		why: problem
	};
	const request = {
		name: reference.repository,
		tag: reference.tag,
		digest: reference.digest
	};
	const items = attempt$1({
		...target,
		images: [request]
	});
	if (typeof items === "string") return {
		kind: "dropped",
		why: items
	};
	const item = items.find(({ state }) => state === "changed");
	if (item === void 0) return { kind: "settled" };
	const [why] = (item.owners ?? []).map((owner) => problemOf(owner, trailer)).filter((one) => one !== void 0);
	if (why !== void 0) return {
		kind: "dropped",
		why
	};
	return trailer.kind === "rollback" && !sameReference(item.from, trailer.instead) ? {
		kind: "dropped",
		why: `${environment} runs ${printReference(item.from)} by now`
	} : {
		kind: "changes",
		request,
		item
	};
}
const problemOf = ({ settings: { images, tags }, environment }, trailer) => {
	const { reference, kind } = trailer;
	const { tag } = reference;
	if (!imageAllowed({ images }, reference.repository)) return `the configuration does not allow it in ${environment}`;
	if (kind === "rollback" || tags === void 0) return void 0;
	return tag !== void 0 && tags.some((pattern) => matches(pattern, tag)) ? void 0 : `the configuration does not allow its tag in ${environment}`;
};
const attempt$1 = (target) => {
	try {
		return planPromotion([target]).items;
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return error.message.replace(/\.$/, "").replace(/^./, (first) => first.toLowerCase());
	}
};

// src/commands/promotion/ownership.ts
function oursIn({ snapshot, config }) {
	return [...snapshot.proposals?.logins ?? [], ...config.value.writers ?? []];
}
const known = /* @__PURE__ */ new WeakMap();
function knownOwnership(proposal) {
	return known.get(proposal) ?? { kind: "foreign" };
}
async function examineOwnership(proposals, gathered) {
	const ours = oursIn(gathered);
	const questions = [];
	for (const proposal of proposals) {
		if (known.has(proposal)) continue;
		const claim = claimOf(proposal, ours);
		if (claim === "claimed") questions.push(questionOf(proposal, gathered));
		else known.set(proposal, { kind: claim });
	}
	if (questions.length === 0 || gathered.snapshot.proposals === void 0) return;
	const evidence = await gathered.snapshot.proposals.examine(questions);
	questions.forEach((question, at) => {
		known.set(question.proposal, judge$2(question, evidence[at], gathered));
	});
}
async function oursAmong(proposals, gathered) {
	await examineOwnership(proposals, gathered);
	return proposals.filter((proposal) => knownOwnership(proposal).kind === "ours");
}
const questionOf = (proposal, gathered) => {
	const { branch, head } = proposal;
	const told = toldChanges(head.message);
	const usual = environmentsIn(proposal).flatMap((environment) => {
		return gathered.targets.find((one) => one.product === productOf(branch) && one.environment === environment)?.files.map(({ path }) => path) ?? probablePaths(settingsFor(proposal, environment, gathered).files);
	});
	const paths = [.../* @__PURE__ */ new Set([...told.map(({ path }) => path), ...usual])];
	return {
		proposal,
		told,
		branch,
		head,
		parent: head.parents[0] ?? "",
		paths: paths.filter(isClean)
	};
};
const isClean = (path) => !path.split("/").some((part) => part === "" || part === "." || part === "..");
const environmentsIn = ({ branch }) => branch.slice(branchesOf(productOf(branch)).length).split("+").filter(isName);
const settingsFor = ({ branch }, environment, { config }) => settingsOf(config, productOf(branch), environment);
const judge$2 = (question, evidence, gathered) => {
	if (evidence === void 0) return { kind: "foreign" };
	const examined = {
		...evidence,
		paths: question.paths
	};
	const plan = () => planOn(question, evidence.before, gathered);
	const why = explainForeign(question.head, examined, {
		ours: oursIn(gathered),
		plan
	});
	return why === void 0 ? { kind: "ours" } : {
		kind: "foreign",
		why
	};
};
const planOn = ({ proposal, paths, told }, before, gathered) => {
	const product = productOf(proposal.branch);
	const environments = environmentsIn(proposal);
	const trailers = new Map(environments.map((environment) => [environment, []]));
	for (const { trailer } of carriedBy(proposal, [])) {
		const here = trailers.get(trailer.environment);
		if (here === void 0) return `its branch is not for ${trailer.environment}`;
		here.push(trailer);
	}
	const carrying = environments.filter((environment) => (trailers.get(environment) ?? []).length > 0);
	const targetIn = (environment) => {
		const settings = settingsFor(proposal, environment, gathered);
		const files = paths.flatMap((path, at) => {
			const entry = before[at];
			if (entry?.kind !== "file" || !isManifestOf(settings.files, path)) return [];
			return [{
				path,
				text: entry.text,
				executable: entry.executable
			}];
		});
		const held = new Set(files.map(({ path }) => path));
		const images = requestsFor(trailers.get(environment) ?? [], told.filter(({ path }) => held.has(path)));
		return spotsOf(gathered.config, {
			products: [product],
			environments
		}).filter(isAt({
			product,
			environment
		})).map((spot) => targetOf(foundSpot(spot, files, []), images));
	};
	try {
		return planPromotion(carrying.flatMap(targetIn)).files;
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return error.message.replace(/\.$/, "");
	}
};

// src/domain/policy/freeze-windows.ts
const DAY = 864e5;
const DAYS = [
	"sun",
	"mon",
	"tue",
	"wed",
	"thu",
	"fri",
	"sat"
];
const MOST_IN_A_ROW = 100;
function frozenAt({ freeze }, now) {
	const first = freeze.filter((window) => endOf(window, now.getTime()) !== void 0);
	if (first.length === 0) return void 0;
	const reason = first.find((window) => window.reason !== void 0)?.reason;
	let until = now.getTime();
	for (let row = 0; row < MOST_IN_A_ROW; row++) {
		const ends = freeze.flatMap((window) => endOf(window, until) ?? []);
		if (ends.length === 0) return {
			until: printInstant(until),
			reason
		};
		until = Math.max(...ends);
	}
	return { reason };
}
function printFrozen({ until, reason }) {
	const end = until === void 0 ? "without an end in sight" : `until ${until}`;
	return reason === void 0 ? end : `${end} (${reason})`;
}
const endOf = (window, now) => {
	if ("days" in window) return weeklyEnd(window, now);
	const until = instantOf(window.until);
	return instantOf(window.from) <= now && now < until ? until : void 0;
};
const weeklyEnd = ({ days, from, until, timezone }, now) => {
	const zone = zoneOf(timezone);
	const today = Math.floor(zone.wallAt(now) / DAY) * DAY;
	const ends = [
		today - DAY,
		today,
		today + DAY
	].filter((date) => days.some((day) => day === DAYS[new Date(date).getUTCDay()])).map((date) => ({
		start: zone.instantsOf(date + millisecondsOf(from)).first,
		end: zone.instantsOf(date + millisecondsOf(until) + (until <= from ? DAY : 0)).last
	})).filter(({ start, end }) => start <= now && now < end).map(({ end }) => end);
	return ends.length === 0 ? void 0 : Math.max(...ends);
};
const millisecondsOf = (time) => {
	const [hours = 0, minutes = 0] = time.split(":").map(Number);
	return (hours * 60 + minutes) * 6e4;
};
const instantOf = (text) => Date.parse(text.toUpperCase());
const printInstant = (instant) => new Date(instant).toISOString().replace(/\.\d+Z$/, "Z");
const SECOND = 1e3;
const HOUR = 3600 * SECOND;
function zoneOf(name) {
	const format = new Intl.DateTimeFormat("en-US", {
		timeZone: name,
		hourCycle: "h23",
		year: "numeric",
		month: "numeric",
		day: "numeric",
		hour: "numeric",
		minute: "numeric",
		second: "numeric"
	});
	const wallAt = (instant) => {
		const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
		const part = (type) => parts.get(type) ?? 0;
		return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
	};
	const offsetAt = (instant) => wallAt(instant) - Math.floor(instant / SECOND) * SECOND;
	const jumpOver = (wall, earliest, latest) => {
		let [before, after] = [earliest, latest];
		while (after - before > SECOND) {
			const middle = Math.floor((before + after) / 2 / SECOND) * SECOND;
			if (wallAt(middle) < wall) before = middle;
			else after = middle;
		}
		return after;
	};
	return {
		wallAt,
		instantsOf: (wall) => {
			const candidates = [offsetAt(wall - 36 * HOUR), offsetAt(wall + 36 * HOUR)].map((offset) => wall - offset);
			const found = candidates.filter((instant) => wallAt(instant) === wall);
			if (found.length > 0) return {
				first: Math.min(...found),
				last: Math.max(...found)
			};
			const jump = jumpOver(wall, Math.min(...candidates), Math.max(...candidates));
			return {
				first: jump,
				last: jump
			};
		}
	};
}

// src/commands/promotion/supersede.ts
async function supersede(plan, { promotion, start, settings, creation }, gathered) {
	if (promotion.trigger === "by-hand") return {
		...plan,
		notices: [...plan.notices, ...await endedHolds(plan.items, gathered)]
	};
	const { createdAt, notices: undated } = await repetitionOf(promotion, creation);
	const own = new Set(partsOf$3(gathered.targets, settings.delivery).map(({ key }) => key));
	const concerned = concernedProposals(plan.items, gathered.snapshot.proposals, own);
	const proposals = await oursAmong(concerned, gathered);
	const silent = otherOwners(plan.items, gathered.targets, promotion.environments);
	const spots = new Map([...silent, ...gathered.targets].map((spot) => [ownerKey(spot), spot]));
	const judged = await Promise.all(plan.items.flatMap((item) => withOtherOwners([item], silent).map(async (one) => {
		const judgement = await judge$1({
			promotion,
			start,
			createdAt,
			item: one,
			proposals,
			spots
		}, gathered.snapshot);
		const { superseded } = judgement;
		return {
			...judgement,
			superseded: superseded && {
				...superseded,
				item
			}
		};
	})));
	return {
		...leaveOut(plan, judged.flatMap(({ superseded }) => superseded === void 0 ? [] : [superseded]), gathered.targets),
		notices: [
			...plan.notices,
			...undated,
			...judged.flatMap(({ notices }) => notices)
		]
	};
}
const endedHolds = async (items, { targets, snapshot }) => {
	const byOwner = new Map(targets.map((target) => [ownerKey(target), target]));
	return (await Promise.all(items.map(async (item) => {
		const target = byOwner.get(ownerKey(item));
		if (target === void 0 || item.state === "unchanged") return [];
		const { environment, image, path, line, from: current, to: requested } = item;
		const record = await readRecord({
			environment,
			image,
			path,
			current
		}, target.settings, snapshot);
		const message = explainEndedHold(record, {
			environment,
			requested
		});
		return message === void 0 ? [] : [{
			message,
			path,
			line
		}];
	}))).flat();
};
const repetitionOf = async ({ source }, creation) => {
	const sent = (source?.runAttempt ?? 1) > 1 ? source?.createdAt : void 0;
	const received = await creation?.();
	const [createdAt] = [sent, received?.kind === "known" ? moment(received.at.toISOString()) : void 0].filter((one) => one !== void 0).sort();
	return {
		createdAt,
		notices: received?.kind === "unknown" ? [undatedRun(received.reason)] : []
	};
};
const undatedRun = (reason) => ({
	message: `This run was started again, and when it was created cannot be read: ${reason}. Whether it reverts something that came in since is not looked at.`,
	hint: "Give the workflow the permission actions: read."
});
function leaveOut(decided, out, targets) {
	if (out.length === 0) return decided;
	const causes = causesOf(decided.items, out);
	const direct = new Set(out.map(({ item }) => item));
	const along = decided.items.filter((item) => item.state === "changed" && !direct.has(item)).flatMap((item) => {
		const superseded = causes.get(item)?.superseded;
		return superseded === void 0 ? [] : [{
			item,
			superseded
		}];
	});
	const remaining = decided.items.filter((item) => !causes.has(item));
	const { items, files } = planPromotion(targets.map((target) => only(remaining, target)));
	const distinct = [...new Map(out.map((one) => [one.item, one])).values()];
	return {
		...decided,
		items,
		files,
		leftOut: [
			...decided.leftOut,
			...distinct,
			...along
		]
	};
}
const causesOf = (items, out) => {
	const kin = kinOf(items);
	const causes = new Map(out.map((one) => [one.item, one]));
	for (const [item, cause] of causes) for (const key of kinKeys(item)) {
		for (const other of kin.get(key) ?? []) if (!causes.has(other)) causes.set(other, cause);
		kin.delete(key);
	}
	return causes;
};
const kinOf = (items) => {
	const kin = /* @__PURE__ */ new Map();
	for (const item of items) for (const key of kinKeys(item)) {
		const others = kin.get(key);
		if (others === void 0) kin.set(key, [item]);
		else others.push(item);
	}
	return kin;
};
const kinKeys = ({ product, environment, image, path, place }) => {
	const repository = canonicalRepository(image);
	return [JSON.stringify([
		product,
		environment,
		repository
	]), JSON.stringify([
		path,
		place,
		repository
	])];
};
const judge$1 = async ({ promotion, start, createdAt, item, proposals, spots }, snapshot) => {
	const target = spots.get(ownerKey(item));
	if (target === void 0) return { notices: [] };
	const { environment, image, path, from: current, to: requested, product } = item;
	const { order } = target.settings;
	const question = {
		trigger: promotion.trigger,
		order,
		source: promotion.source,
		environment,
		image,
		requested,
		start,
		createdAt
	};
	const pending = decidePending(question, {
		product,
		proposals
	});
	if (pending.kind === "superseded") return leave(item, pending);
	if (item.state === "unchanged") return { notices: [] };
	const record = await readRecord({
		environment,
		image,
		path,
		current
	}, target.settings, snapshot);
	const decision = decide$1({
		...question,
		current,
		record
	});
	const notices = record.notice === void 0 ? [] : [record.notice];
	if (decision.kind === "pass") return { notices };
	const left = leave(item, decision);
	return {
		...left,
		notices: [...notices, ...left.notices]
	};
};
const leave = (item, { superseded, severity }) => ({
	superseded: {
		item,
		superseded
	},
	notices: severity === "warning" ? [{
		message: superseded.message,
		path: item.path,
		line: item.line
	}] : []
});
const ownerKey = ({ product, environment }) => JSON.stringify([product, environment]);
const belongsTo = ({ product, environment }) => (target) => target.product === product && target.environment === environment;
const only = (items, target) => {
	const asked = new Set(items.filter(belongsTo(target)).map(({ request }) => printImage(request)));
	return {
		...target,
		images: target.images.filter((image) => asked.has(printImage(image)))
	};
};
function concernedProposals(items, proposals, own) {
	return (proposals?.list ?? []).filter((proposal) => {
		const { branch, pullRequest, declined } = proposal;
		if (pullRequest === void 0 && (!own.has(branch) || declined)) return false;
		return carriedBy(proposal, []).some(({ trailer: { environment, reference } }) => items.some((item) => branch.startsWith(branchesOf(item.product)) && item.environment === environment && sameRepository(item.image, reference.repository)));
	});
}
function decidePending(question, { product, proposals }) {
	const pending = proposals.filter(({ branch }) => branch.startsWith(branchesOf(product))).flatMap((proposal) => carriedBy(proposal, []).map((carried) => ({
		proposal,
		carried
	})));
	for (const { proposal, carried } of pending) {
		const { environment, reference } = carried.trailer;
		if (environment !== question.environment || !sameRepository(reference.repository, question.image)) continue;
		const decision = decide$1({
			...question,
			current: reference,
			record: carriedRecord(carried, proposal)
		});
		if (decision.kind === "superseded") return told(decision, proposal);
	}
	return { kind: "pass" };
}
const carriedRecord = ({ trailer }, { head }) => trailer.kind === "promotion" ? {
	set: {
		commit: head.id,
		at: head.committedAt,
		build: {
			source: trailer.source,
			recordedAt: head.committedAt
		}
	},
	holds: []
} : { holds: [{
	reference: trailer.instead,
	because: "rollback",
	commit: head.id
}] };
const told = (decision, { branch, pullRequest }) => {
	const { superseded } = decision;
	const where = pullRequest === void 0 ? quote(branch) : `pull request ${pullRequest.number}`;
	const message = superseded.reason === "older" ? superseded.message.replace(/, which \S+ runs; /, `, which waits in ${where}; `) : superseded.reason === "repeated" ? superseded.message.replace(/, which \S+ runs, came later/, `, which waits in ${where}, came later`) : `${superseded.message.replace(/\.$/, "")} (in ${where}, which is open).`;
	return {
		...decision,
		superseded: {
			...superseded,
			message
		}
	};
};

// src/commands/promotion/freeze.ts
function freeze(decided, { promotion, gathered, delivery, now }) {
	const silent = otherOwners(decided.items, gathered.targets, promotion.environments);
	const frozen = [...gathered.targets, ...silent].flatMap((spot) => frozenSpot(spot, now) ?? []);
	if (promotion.override === "freeze" && promotion.trigger === "by-hand") return {
		...decided,
		overrides: frozen.map(overrideOf)
	};
	const closed = frozen.filter((spot) => decided.items.some((item) => isOwnedBy(item, spot) && item.state === "changed")).filter((spot) => (delivery ?? spot.settings.delivery) === "commit");
	const leftOut = decided.items.flatMap((item) => leftOutOf(item, closed) ?? []);
	return {
		...leaveOut(decided, leftOut, gathered.targets),
		frozen,
		violations: closed.map(violationOf$2)
	};
}
function overridesIn({ overrides = [] }, changed) {
	return overrides.filter((override) => changed.some((item) => isOwnedBy(item, override))).map(({ text }) => text);
}
const frozenSpot = ({ product, environment, settings }, now) => {
	const frozen = frozenAt(settings, now);
	return frozen && {
		product,
		environment,
		frozen,
		settings
	};
};
const leftOutOf = (item, closed) => {
	const spot = closed.find((one) => isOwnedBy(item, one));
	if (spot === void 0 || item.state === "unchanged") return void 0;
	const { image, environment, to: requested, from: current } = item;
	const whose = isAt(spot)(item) ? environment : `${spot.environment} of ${spot.product}, which shares its place,`;
	return {
		item,
		superseded: {
			image,
			requested,
			current,
			reason: "frozen",
			message: `${printReference(requested)} is left out: ${whose} is frozen ${printFrozen(spot.frozen)}.`
		}
	};
};
const violationOf$2 = ({ product, environment, frozen, settings }) => ({
	code: "frozen",
	message: `${quote(environment)} of ${quote(product)} is frozen ${printFrozen(frozen)}.`,
	hint: "Run it again after that, propose it with `delivery: pull-request`, or let a person promote it with the input `override: freeze` and the input `reason`.",
	...settings.origin.freeze
});
const overrideOf = ({ product, environment, frozen }) => ({
	product,
	environment,
	text: `freeze of ${environment} for ${product} ${printFrozen(frozen)}`
});

// src/domain/policy/requires.ts
const requires = (facts) => {
	const unmetOf = unmetFinder(facts);
	return facts.remaining.filter(({ state }) => state === "changed").flatMap((item) => unmetOf(item) ?? []);
};
function unmetFinder(facts) {
	const known = /* @__PURE__ */ new Map();
	return (item) => {
		const key = requirementKey(item);
		if (!known.has(key)) known.set(key, unmet(item, facts));
		return known.get(key);
	};
}
const unmet = (item, facts) => {
	const settings = allAt(facts.spots, item)[0]?.settings;
	if (settings?.requires === void 0) return void 0;
	const lack = lackOf(item, settings.requires, facts);
	return lack && {
		...violationOf$1(item, settings.requires, lack),
		...settings.origin.requires
	};
};
const lackOf = (item, required, facts) => {
	const there = isAt({
		product: item.product,
		environment: required
	});
	const together = (other) => there(other) && bringsSame(other, item);
	if (facts.remaining.some(together)) return void 0;
	const testimonies = testimoniesFor(item, facts.testimonies);
	if (testimonies.some(({ testimony: { kind } }) => kind === "runs" || kind === "has-run")) return void 0;
	return {
		testimonies,
		leftOut: facts.items.filter(together)
	};
};
const testimoniesFor = (item, all) => {
	const byKey = testimoniesByKey.get(all) ?? /* @__PURE__ */ new Map();
	if (!testimoniesByKey.has(all)) {
		testimoniesByKey.set(all, byKey);
		for (const one of all) {
			const key = requirementKey(one.item);
			const others = byKey.get(key);
			if (others === void 0) byKey.set(key, [one]);
			else others.push(one);
		}
	}
	return byKey.get(requirementKey(item)) ?? [];
};
const testimoniesByKey = /* @__PURE__ */ new WeakMap();
const violationOf$1 = (item, required, lack) => {
	return {
		code: "requirement-unmet",
		message: `${`${item.environment} requires ${required} to run ${quote(printReference(item.to))} first`}; ${reasonOf(item, required, lack)}.`,
		hint: hintOf(item, required, lack)
	};
};
const reasonOf = ({ product }, required, { testimonies, leftOut }) => {
	if (leftOut.length > 0) return `the same request asks for it in ${required}, where it is left out`;
	const back = testimonies.flatMap(({ testimony }) => testimony.kind === "rolled-back" ? [testimony.commit] : [])[0];
	if (back !== void 0) return `it was rolled back there in commit ${back.slice(0, 7)}`;
	const running = testimonies.map(({ standing: { current, path, line } }) => `${quote(printReference(current))} (${path}, line ${line})`);
	if (running.length === 0) return `the manifests of ${product} in ${required} list no such image`;
	const unread = testimonies.some(({ standing }) => standing.history?.complete === false);
	return `${required} runs ${listed([...new Set(running)])}${unread ? ", and older records are not read" : ""}`;
};
const hintOf = ({ product, environment }, required, { testimonies, leftOut }) => {
	if (leftOut.length > 0) return `Promote it to ${environment} when ${required} runs it.`;
	if (testimonies.length === 0) return `List the image in the manifests of ${product} in ${required}, and promote it there first.`;
	return `Promote it to ${required} first, or name ${required} and ${environment} in one request.`;
};

// src/domain/policy/actors.ts
const TEAM = "team:";
const SCHEDULE = "event:schedule";
const actors = (facts) => {
	if (!concerns(facts)) return [];
	return grouped(facts.spots, ({ actors: list, origin }) => [list, origin.actors]).flatMap(({ settings, where }) => {
		if (settings.actors === void 0) return [];
		if (facts.promotion.scheduled) return settings.actors.includes(SCHEDULE) ? [] : [unscheduled(settings, where)];
		const logins = loginsOf(facts.asker);
		if (logins.length === 0) return [unknown(settings, where)];
		return logins.filter((login) => !isAmong(login, settings.actors ?? [], facts.memberships)).map((login) => refused({
			login,
			settings,
			where
		}, facts));
	});
};
function openMemberships(asking, spots) {
	if (!concerns(asking) || asking.promotion.scheduled) return [];
	const open = spots.flatMap(({ settings: { actors: list = [] } }) => loginsOf(asking.asker).filter((login) => !isAmong(login, list, [])).flatMap((login) => teamsOf(list).map((team) => ({
		team,
		login
	}))));
	return [...new Map(open.map((pair) => [JSON.stringify(pair), pair])).values()];
}
const concerns = ({ kind, promotion }) => kind === "rollback" || promotion.trigger === "by-hand" || promotion.scheduled === true;
const loginsOf = ({ actor, triggeringActor }) => {
	const logins = [actor, triggeringActor].filter((login) => login !== void 0);
	return [...new Map(logins.map((login) => [login.toLowerCase(), login])).values()];
};
const teamsOf = (list) => list.filter((entry) => entry.startsWith(TEAM)).map((entry) => entry.slice(5));
const isAmong = (login, list, memberships) => list.some((entry) => entry.toLowerCase() === login.toLowerCase()) || teamsOf(list).some((team) => memberships.some((one) => one.team === team && one.login === login && one.answer.state === "member"));
const unknown = ({ origin }, where) => ({
	code: "actor-not-allowed",
	message: `Nobody says who asks, and the configuration limits who may ask for ${where}.`,
	hint: "Promote by a run of the workflow, which GitHub tells the actor of.",
	...origin.actors
});
const unscheduled = ({ actors = [], origin }, where) => ({
	code: "actor-not-allowed",
	message: `The configuration does not let a schedule ask for ${where}.`,
	hint: `Add ${SCHEDULE} to \`actors\`, which has ${listed(actors.map(quote)) || "no entry"}, or let somebody of it promote by hand.`,
	...origin.actors
});
const refused = ({ login, settings, where }, { asker, memberships, kind }) => {
	const list = settings.actors ?? [];
	const role = asker.actor?.toLowerCase() === login.toLowerCase() ? "" : ", who runs it again,";
	return {
		code: "actor-not-allowed",
		message: `The configuration does not let ${quote(login)}${role} ${kind === "rollback" ? "roll back" : "ask for"} ${where}.`,
		hint: [`Let somebody of \`actors\` do it, which has ${listed(list.map(quote)) || "no entry"}.`, ...doubts(login, memberships)].join(" "),
		...settings.origin.actors
	};
};
const doubts = (login, memberships) => {
	const own = memberships.filter((one) => one.login === login);
	const unseen = own.filter(({ answer }) => answer.state === "unseen").map(({ team }) => team);
	const reasons = own.flatMap(({ team, answer }) => answer.state === "unreadable" ? [`The team ${team} cannot be read: ${answer.reason}`] : []);
	if (unseen.length === 0) return reasons;
	return [`GitHub shows no membership of ${listed(unseen)}; if there is one, the token may not read it: a GitHub App with Members: read can, the workflow's own token cannot.`, ...reasons];
};

// src/domain/policy/sources.ts
const sources = (facts) => {
	const { promotion, spots } = facts;
	if (promotion.trigger === "by-hand" || promotion.scheduled) return [];
	return grouped(spots, ({ sources: rules, proof, origin }) => [
		rules,
		proof,
		origin.sources
	]).flatMap(({ settings, where }) => {
		const rules = settings.sources;
		if (rules === void 0) return [];
		const named = rules.filter((rule) => admits(rule, promotion.source));
		if (named.length === 0) return [violationOf(settings, promotion.source, where)];
		const known = idOf(facts, settings);
		return named.some(({ id }) => id === void 0 || known === "unjudged" || String(id) === known) ? [] : [otherId({
			settings,
			known,
			where
		}, promotion.source)];
	});
};
const admits = ({ repository, refs }, source = {}) => {
	if (source.repository === void 0) return false;
	if (!matches(repository.toLowerCase(), source.repository.toLowerCase())) return false;
	const { ref } = source;
	return refs === void 0 || ref !== void 0 && refs.some((glob) => matches(glob, ref));
};
const idOf = ({ promotion, asker, proof }, settings) => {
	if (promotion.trigger === "direct") return asker.repositoryId;
	if (settings.proof !== "required") return void 0;
	return proof?.kind === "accepted" ? proof.repositoryId : "unjudged";
};
const otherId = ({ settings, known, where }, { repository = "" } = {}) => ({
	code: "source-not-allowed",
	message: known === void 0 ? `Nothing proves which number the repository ${quote(repository)} has, and the configuration gives one for ${where}.` : `The repository ${quote(repository)} has the number ${quote(known)}, another one than the configuration gives for ${where}: the name was given up and taken again.`,
	hint: known === void 0 ? "Require a proof, which carries the number, or remove `id` from `sources`." : "Do not trust this repository before you know whose it is; if it is yours, correct `id` in `sources`.",
	...settings.origin.sources
});
const violationOf = ({ sources: rules = [], origin }, source = {}, where) => {
	const { repository, ref } = source;
	const allowed = listed(rules.map(printRule)) || "nobody";
	return {
		code: "source-not-allowed",
		message: repository === void 0 ? `The request does not say which repository asks, and the configuration limits who may ask for ${where}.` : `The configuration does not let ${quote(repository)}${ref === void 0 ? " without a ref" : ` at ${quote(ref)}`} ask for ${where}.`,
		hint: `Ask from what \`sources\` lists, which is ${allowed}, or add it there.`,
		...origin.sources
	};
};
const printRule = ({ repository, id, refs }) => {
	const name = id === void 0 ? quote(repository) : `${quote(repository)} (number ${id})`;
	return refs === void 0 ? name : `${name} at ${listed(refs.map(quote)) || "no ref"}`;
};
const proof = (facts) => provable(facts).flatMap((group) => judge(group, facts));
function needsProof(facts) {
	return provable(facts).length > 0;
}
function unprovenNotices({ promotion, spots }) {
	if (promotion.trigger !== "automatic") return [];
	const open = spots.filter(({ settings }) => settings.proof === "none");
	return grouped(open, ({ origin }) => origin.proof).map(({ settings, where }) => ({
		message: `For ${where} the source of the request is believed without a proof: every holder of the dispatch token may claim any.`,
		hint: "Set `proof: required`, and give the sending workflows the permission `id-token: write`.",
		...settings.origin.proof
	}));
}
const provable = ({ promotion, spots }) => {
	if (promotion.trigger !== "automatic") return [];
	const demanding = spots.filter(({ settings }) => settings.proof === "required");
	return grouped(demanding, ({ origin }) => [origin.proof, origin.sources]);
};
const judge = ({ settings, where }, { promotion, proof: verdict }) => {
	const place = settings.origin.proof ?? settings.origin.sources;
	if (promotion.proof === void 0) return [{
		code: "proof-missing",
		message: `The request proves no source, and the configuration requires it for ${where}.`,
		hint: "Send it with the command `dispatch` from a job with the permission `id-token: write`, or set `proof: none` to believe every holder of the dispatch token.",
		...place
	}];
	if (verdict === void 0) return [{
		code: "proof-rejected",
		message: `The proof of the request has not been verified, and the configuration requires it for ${where}.`,
		hint: "Promote in a workflow of the manifest repository, where proofs are verified.",
		...place
	}];
	return verdict.kind === "accepted" ? [] : verdict.rejections.map((rejection) => ({
		...rejection,
		...place
	}));
};

// src/domain/policy/enforce.ts
const policies = {
	shared,
	images,
	renames,
	tags,
	requires,
	actors
};
const admissions = {
	sources,
	proof
};
const judging = {
	promotion: [
		"shared",
		"images",
		"renames",
		"tags",
		"requires",
		"actors"
	],
	rollback: [
		"shared",
		"images",
		"actors"
	]
};
function admit(facts, reported = []) {
	if (facts.kind === "rollback" && facts.promotion.trigger !== "automatic") return [];
	const judged = ["sources", "proof"].map((name) => ({
		name,
		violations: admissions[name](facts)
	}));
	return [...conclude(judged, reported), ...unprovenNotices(facts)];
}
function enforce(facts, reported = []) {
	return conclude(judging[facts.kind].map((name) => ({
		name,
		violations: policies[name](facts)
	})), reported);
}
const conclude = (judged, reported) => {
	const violations = judged.filter(({ name }) => !reported.includes(name)).flatMap((one) => one.violations);
	if (violations.length > 0) throw new PromotionError(violations);
	return judged.flatMap((one) => one.violations.map(noticeOf));
};
const noticeOf = ({ message, hint, path, line }) => ({
	message: `Not enforced here: ${message}`,
	hint,
	path,
	line
});

// src/commands/promotion/admission.ts
async function admitRequest(applicant, snapshot, authorities) {
	const { promotion } = applicant;
	const { config, configuration } = await readConfig(applicant.config, snapshot);
	const [environments = []] = collect([
		() => inOrder(config, promotion.environments, promotion.trigger),
		() => refuseStray(applicant, snapshot),
		() => closedProducts(config, promotion)
	]);
	const spots = spotsOf(config, {
		products: promotion.products,
		environments
	});
	return {
		config,
		configuration,
		spots,
		notices: await admitTo(applicant, {
			config,
			spots,
			repository: snapshot.repository
		}, authorities)
	};
}
async function admitTo(applicant, { config, spots, repository }, authorities) {
	const { kind, promotion, asker = {}, reported = [] } = applicant;
	const facts = {
		kind,
		promotion,
		spots,
		asker
	};
	const judged = !reported.includes("proof") && needsProof(facts);
	const question = {
		issuer: config.value.issuer,
		repository
	};
	const proof = judged ? await verifyProof(applicant, question, authorities) : void 0;
	return admit({
		...facts,
		proof
	}, reported);
}
async function preflight(applicant, host, authorities) {
	const { promotion, config } = applicant;
	if (promotion.trigger !== "automatic" || promotion.products.length <= 50) return;
	await admitRequest(applicant, await host.snapshot({
		paths: configPaths(config),
		histories: []
	}), authorities);
}
function readsBeforeAdmission(promotion, wanted) {
	if (promotion.trigger !== "automatic") return wanted;
	return {
		...wanted,
		paths: wanted.paths.slice(0, 100)
	};
}
const refuseStray = ({ strayRef }, { defaultBranch }) => {
	const violation = defaultBranch === void 0 ? void 0 : strayRef?.(defaultBranch);
	if (violation !== void 0) throw new PromotionError([violation]);
	return [];
};
const verifyProof = async ({ promotion, payload }, question, { proofs }) => {
	const { proof: token, source = {} } = promotion;
	if (token === void 0 || proofs === void 0) return void 0;
	try {
		return await (await proofs()).verify({
			...question,
			token,
			payload,
			source
		});
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return {
			kind: "rejected",
			rejections: error.violations
		};
	}
};

// src/commands/promotion/from.ts
async function carry({ promotion, from, snapshot }, spots, origins) {
	const names = promotion.images.map(({ name }) => name);
	const there = new Map(collect(origins.map(({ product, files }) => () => [product, listedIn(files)])));
	refuseUnlisted(names, [...there.values()].flat(), from);
	const crossings = collect(spots.map((spot) => () => {
		const { product, environment: to, settings, files } = spot;
		const allowed = (image) => imageAllowed(settings, image);
		const here = listedIn(files);
		return {
			spot,
			...carriedImages({
				product,
				from,
				to,
				there: there.get(product) ?? [],
				here,
				names,
				allowed
			})
		};
	}));
	if (crossings.every(({ carried }) => carried.length === 0)) refuseNothing(from, promotion);
	const targets = crossings.map(async ({ spot, carried }) => {
		const origin = origins.find(({ product }) => product === spot.product);
		const sources = origin === void 0 ? void 0 : await sourcesOf(carried, origin, snapshot);
		return {
			...targetOf(spot, carried.map(({ request }) => request)),
			sources
		};
	});
	return {
		targets: await Promise.all(targets),
		notices: crossings.flatMap(({ notices }) => notices)
	};
}
function sourceOf({ product, environment, request }, { from, source = {} }, { targets }) {
	if (from === void 0) return source;
	return targets.find((candidate) => candidate.product === product && candidate.environment === environment)?.sources?.get(request.name) ?? {};
}
const sourcesOf = async (carried, { environment, settings }, snapshot) => {
	const sources = carried.map(async ({ request, origin: { image, path } }) => {
		const item = {
			environment,
			image: image.repository,
			path,
			current: image
		};
		return [request.name, promotedSource(await readRecord(item, settings, snapshot)) ?? {}];
	});
	return new Map(await Promise.all(sources));
};
const refuseNothing = (from, { products, environments }) => fail("image-missing", `${from} runs no image of ${products.map(quote).join(", ")} that ${environments.join(", ")} could take over.`, "List the images in the manifests of both environments, or name an environment that runs some.");

// src/commands/promotion/policies.ts
async function enforcePolicies(matter, authorities) {
	const { kind, asking, gathered, delivery } = matter;
	const { promotion, asker = {}, reported = [] } = asking;
	const silent = otherOwners(matter.items, gathered.targets, promotion.environments);
	const [items, remaining] = [withOtherOwners(matter.items, silent), withOtherOwners(matter.remaining, silent)];
	const spots = [...gathered.targets, ...silent];
	const facts = {
		kind,
		promotion,
		spots,
		items,
		remaining,
		asker,
		delivery
	};
	const enforced = (name) => !reported.includes(name);
	const { config, snapshot } = gathered;
	const [memberships, testimonies, admitted] = await Promise.all([
		enforced("actors") ? askMemberships(openMemberships(facts, spots), authorities) : [],
		kind === "promotion" ? readRequirements(remaining, {
			config,
			snapshot,
			targets: spots
		}, identityIn(matter)) : [],
		silent.length === 0 ? [] : admitTo({
			...asking,
			kind
		}, {
			spots: silent,
			config,
			repository: snapshot.repository
		}, authorities)
	]);
	return [...admitted, ...enforce({
		...facts,
		memberships,
		testimonies
	}, reported)];
}
const identityIn = ({ asking: { promotion }, gathered, builtOf }) => (item) => ({
	source: builtOf?.(item) ?? sourceOf(item, promotion, gathered),
	names: [item.request.name]
});
const askMemberships = async (pairs, { teams }) => {
	const asked = pairs.length === 0 ? void 0 : teams?.();
	const nobody = {
		state: "unreadable",
		reason: "nobody can be asked here."
	};
	return Promise.all(pairs.map(async ({ team, login }) => ({
		team,
		login,
		answer: await asked?.member(team, login) ?? nobody
	})));
};
function requiredSpots(config, spots) {
	const others = spots.flatMap(({ product, settings: { requires } }) => requires === void 0 ? [] : spotsOf(config, {
		products: [product],
		environments: [requires]
	})).filter((spot) => !spots.some(isAt(spot)));
	return [...new Map(others.map((spot) => [`${spot.product} ${spot.environment}`, spot])).values()];
}
async function readRequirements(remaining, gathered, identityOf) {
	const questions = requirementsOf(remaining, gathered).map(async ({ spot, items }) => {
		const standings = distinct$1(await standingsIn(spot, gathered.snapshot), standingKey);
		return distinct$1(items, requirementKey).flatMap((item) => {
			const { source, names } = identityOf(item);
			return standings.filter(isAbout(item.image, names)).map((standing) => ({
				item,
				standing,
				spot,
				source
			}));
		});
	});
	const asked = (await Promise.all(questions)).flat();
	return Promise.all(asked.map((question) => testify(question, gathered.snapshot)));
}
const distinct$1 = (all, keyOf) => {
	const found = /* @__PURE__ */ new Map();
	for (const one of all) {
		const key = keyOf(one);
		if (!found.has(key)) found.set(key, one);
	}
	return [...found.values()];
};
const standingKey = ({ path, names, current }) => JSON.stringify([
	path,
	names,
	printReference(current)
]);
const requirementsOf = (remaining, { config, targets }) => {
	const changed = remaining.filter(({ state }) => state === "changed");
	return targets.flatMap((target) => {
		const { requires } = target.settings;
		if (requires === void 0) return [];
		const items = changed.filter(isAt(target));
		if (items.length === 0) return [];
		return spotsOf(config, {
			products: [target.product],
			environments: [requires]
		}).map((spot) => ({
			spot,
			items
		}));
	});
};
const standingsIn = async (spot, snapshot) => {
	try {
		const [found] = await readManifests(snapshot, [spot]);
		const { product, environment } = spot;
		return listedIn(found?.files ?? []).map(({ image: current, names, path, line }) => ({
			product,
			environment,
			path,
			line,
			names,
			current
		}));
	} catch (error) {
		if (error instanceof PromotionError) return [];
		throw error;
	}
};
const testify = async ({ item, standing, spot, source }, snapshot) => {
	const { to, image } = item;
	const judge = (history) => requirementProof({
		...standing,
		history
	}, {
		to,
		image,
		source
	});
	if (judge().kind !== "unknown") return {
		item,
		standing,
		testimony: judge()
	};
	const tells = (commits) => judge({
		commits,
		complete: false
	}).kind !== "unknown";
	const history = await snapshot.history(historyPathOf(spot.settings, standing.path), tells);
	return {
		item,
		standing: {
			...standing,
			history
		},
		testimony: judge(history)
	};
};

// src/commands/deliver/context.ts
function closingTrailers({ run, asker, id }) {
	return [
		run,
		actorTrailer(asker),
		{
			kind: "id",
			id
		}
	].filter((trailer) => trailer !== void 0);
}
function givenDelivery({ delivery }, { pullRequests }) {
	return pullRequests === void 0 ? "commit" : delivery;
}
function planOf(targets, { decided, gathered }, additional = /* @__PURE__ */ new Map()) {
	if (additional.size === 0 && targets.length === gathered.targets.length) return decided;
	const asked = targets.map((target) => {
		const { product, environment } = target;
		const own = decided.items.filter((item) => item.product === product && item.environment === environment);
		const requests = new Map(own.map(({ request }) => [printImage(request), request]));
		return {
			...target,
			images: [...requests.values(), ...additional.get(environment) ?? []]
		};
	});
	return planPromotion(asked.filter(({ images }) => images.length > 0));
}
function targetsOf$1(targets, items) {
	return targets.filter((target) => allAt(items, target).length > 0);
}

// src/commands/job.ts
function worldOf({ dependencies, known }) {
	return {
		...dependencies,
		host: dependencies.host(),
		onTargetsKnown: (concerned) => {
			known.concerned = concerned;
		}
	};
}
function presentName({ repository: present }, known) {
	return {
		repository: present ?? known.repository,
		renamed: present && known.repository ? explainRenamed(known.repository, present) : []
	};
}
function explainRenamed(given, present) {
	if (given.toLowerCase() === present.toLowerCase()) return [];
	return [{
		message: `The manifest repository ${quote(given)} is called ${quote(present)} now, and this run uses that name.`,
		hint: `Set the input \`repository\` to ${present}: GitHub forgets the old name when somebody makes another repository of it.`
	}];
}

// src/commands/deliver/deliver.ts
const WRITES = {
	commit: 1,
	proposal: 4
};
async function deliver(context, deliveredParts) {
	const { shipment, gathered, host } = context;
	const parts = partsOf$3(gathered.targets, givenDelivery(shipment.settings, host));
	const pending = parts.filter(({ key }) => !deliveredParts.has(key));
	const standing = new Set(pending.map(({ key }) => key));
	await examineOwnership((gathered.snapshot.proposals?.list ?? []).filter(({ branch }) => standing.has(branch)), gathered);
	const drafts = await all(pending.map(async (part) => part.kind === "commit" ? planCommit(part, context) : draftProposal(part, context)));
	for (const [index, draft] of drafts.entries()) {
		const result = draft.kind === "commit" ? await commitPart(draft, context) : await proposePart(draft, context);
		if (result.kind === "branch-moved") return {
			...result,
			writes: WRITES[draft.kind]
		};
		deliveredParts.set(draft.part.key, {
			...result,
			leftOut: context.decided.leftOut
		});
		context.unfinished.delete(draft.part.key);
		if (result.outcome === "promoted" && shipment.mode === "deliver" && index < drafts.length - 1) return { kind: "underway" };
	}
	return {
		kind: "delivered",
		notices: shipment.mode === "deliver" && (gathered.snapshot.proposals?.list.length ?? 0) > 0 ? await settle(parts, context, deliveredParts) : []
	};
}
const draftProposal = async (...asked) => (await import("./commands/deliver/draft.js")).planProposal(...asked);
const proposePart = async (...asked) => (await import("./commands/deliver/propose.js")).propose(...asked);
const settle = async (...asked) => (await import("./commands/deliver/close-settled.js")).closeSettled(...asked);
const all = async (pending) => {
	const settled = await Promise.allSettled(pending);
	return collect(settled.map((one) => () => {
		if (one.status === "rejected") throw one.reason;
		return one.value;
	}));
};
function planCommit(part, context) {
	return {
		kind: "commit",
		part,
		plan: planOf(part.targets, context)
	};
}
async function commitPart({ part, plan }, { shipment, gathered, decided, host, log }) {
	const { files, items } = plan;
	const { targets } = part;
	const result = {
		kind: "delivered",
		delivery: "commit",
		targets,
		items,
		files,
		notices: [],
		violations: []
	};
	if (files.length === 0) {
		const notices = uncommittedNotices(await host.uncommitted?.(pathsOf$1(items)) ?? []);
		return {
			...result,
			outcome: "unchanged",
			changed: false,
			notices
		};
	}
	const changed = items.filter(({ state }) => state === "changed");
	const passed = passedNotices(targetsOf$1(targets, changed), {
		shipment,
		host
	});
	if (shipment.mode === "dry-run") return {
		...result,
		outcome: "promoted",
		changed: false,
		notices: passed
	};
	const { kind, reason, id, trailerOf } = shipment;
	const trailers = [...changed.map(trailerOf), ...closingTrailers(shipment)];
	const overrides = overridesIn(decided, changed);
	const headline = headlineFor(gathered.config, targetsOf$1(targets, changed));
	const message = commitMessage({
		kind,
		changes: changed.map(changeOf),
		reason,
		overrides,
		trailers,
		headline
	});
	const written = await host.commit(gathered.snapshot, {
		id,
		message,
		files
	});
	if (written.kind === "branch-moved") return written;
	if (written.kind === "written") {
		log.info(`Changed ${files.length} files.`);
		return {
			...result,
			outcome: "promoted",
			changed: true
		};
	}
	log.info(`Committed ${written.commit}.`);
	const notices = [
		...passed,
		...foundNotices(written.found ?? []),
		...written.notices ?? []
	];
	return {
		...result,
		outcome: "promoted",
		changed: true,
		commit: written.commit,
		notices
	};
}
const passedNotices = (targets, { shipment: { settings }, host }) => {
	if (host.pullRequests !== void 0 || settings.delivery !== "commit") return [];
	return targets.flatMap(({ product, environment, settings: { delivery, origin } }) => delivery === "commit" ? [] : [{
		message: `The configuration delivers ${environment} of ${product} by ${delivery}, and --delivery commit commits to the checkout instead.`,
		hint: `Before you push it to the branch that Argo CD follows: promote in a workflow, or push the commit on a branch under ${BRANCHES} and open a pull request.`,
		...origin.delivery
	}]);
};
const pathsOf$1 = (items) => [...new Set(items.map(({ path }) => path))];
const uncommittedNotices = (paths) => paths.map((path) => ({
	message: `${quote(path)} has what was asked for, and changes that are not committed.`,
	hint: "Add --delivery commit to commit what this promotion changes.",
	path
}));
const foundNotices = (paths) => paths.map((path) => ({
	message: `${quote(path)} had the change already, and now it is committed.`,
	path
}));
function totalsOf({ results, unfinished }, { decided, notices, violations }) {
	const landed = results.filter(({ outcome }) => outcome === "promoted");
	const refusals = [...violations, ...decided.violations ?? []];
	const unmerged = results.flatMap((result) => result.violations);
	return {
		changed: unfinished.length > 0 || results.some(({ changed }) => changed),
		commit: [
			...landed.toReversed(),
			...results.toReversed(),
			...unfinished
		].find(({ commit }) => commit !== void 0)?.commit,
		pullRequests: [...results, ...unfinished].flatMap(({ pullRequest }) => pullRequest ?? []),
		files: distinct(results.length === 0 ? decided.files : results.flatMap(({ files }) => files)),
		notices: [...notices, ...results.flatMap((result) => result.notices)],
		violations: [...refusals, ...unmerged],
		outcome: refusals.length === 0 && unmerged.length > 0 ? "proposed" : void 0
	};
}
const distinct = (files) => [...new Map(files.map((file) => [JSON.stringify([file.path, file.after]), file])).values()];
function environmentsOf({ gathered, decided, given }, { results, unfinished }, violations) {
	return gathered.targets.map((target) => {
		const { product, environment } = target;
		const isHere = ({ targets }) => allAt(targets, target).length > 0;
		const result = results.find(isHere);
		const begun = result ?? unfinished.find(isHere);
		const items = allAt(result?.items ?? decided.items, target);
		const changes = items.filter(({ state }) => state === "changed").map(changeOf);
		const superseded = (result?.leftOut ?? decided.leftOut).flatMap((left) => isAt(target)(left.item) ? left.superseded : []);
		const ended = result === void 0 && violations.length > 0 ? undelivered(violations) : void 0;
		const outcome = changes.length > 0 && result?.outcome || "unchanged";
		return {
			name: environment,
			product,
			delivery: begun?.delivery ?? given ?? target.settings.delivery,
			outcome: ended ?? firstOf$1([outcome, ...superseded.length > 0 ? [leftOutcome(superseded)] : []]),
			pullRequest: changes.length > 0 ? begun?.pullRequest?.number : void 0,
			changes,
			...standing({
				outcome: ended ?? outcome,
				items,
				commit: result?.commit,
				read: gathered.snapshot.commit
			}),
			superseded
		};
	});
}
const standing = ({ outcome, items, commit, read }) => {
	if (outcome !== "promoted" && outcome !== "unchanged") return {};
	const unchanged = items.filter(({ state }) => state === "unchanged").map(({ to }) => to);
	return {
		...unchanged.length > 0 ? { unchanged } : {},
		commit: outcome === "promoted" ? commit : read
	};
};
const leftOutcome = (superseded) => superseded.some(({ reason }) => reason === "frozen") ? "refused" : "superseded";
const undelivered = (violations) => dispositionOf(violations) === "refused" ? "refused" : "failed";

// src/commands/promotion/run-promotion.ts
async function runPromotion(steps, world) {
	const deliveredParts = /* @__PURE__ */ new Map();
	const unfinished = /* @__PURE__ */ new Map();
	const last = {};
	const memory = {
		deliveredParts,
		unfinished,
		last
	};
	const { notices, violations } = await orStopped(startOver(world, () => attempt(steps, world, memory), memory), world.stopped).catch((error) => {
		if (deliveredParts.size === 0 && unfinished.size === 0) throw error;
		return {
			notices: [],
			violations: violationsOf$1(error)
		};
	});
	const { gathered, decided } = last;
	if (gathered === void 0 || decided === void 0) throw new Error("nothing has been decided");
	const parts = {
		results: [...deliveredParts.values()],
		unfinished: violations.length > 0 ? [...unfinished.values()] : []
	};
	const given = givenDelivery(steps.settings, world.host);
	const environments = environmentsOf({
		gathered,
		decided,
		given
	}, parts, violations);
	const changed = environments.flatMap(({ changes }) => changes);
	const { syncs, notices: unread } = await syncsOf(changed, gathered);
	return {
		...totalsOf(parts, {
			decided,
			notices: [
				...gathered.notices,
				...decided.notices,
				...notices,
				...unread
			],
			violations
		}),
		repository: gathered.snapshot.repository,
		branch: gathered.snapshot.branch,
		configuration: gathered.configuration,
		environments: environments.map((environment) => withSyncs(environment, syncs))
	};
}
const syncsOf = async (changed, gathered) => {
	if (gathered.config.value.argocd === void 0) return {
		syncs: [],
		notices: []
	};
	const { findSyncs } = await import("./commands/promotion/applications.js");
	return findSyncs(changed, gathered);
};
const withSyncs = (environment, syncs) => {
	const own = syncs.filter((sync) => sync.product === environment.product && sync.environment === environment.name);
	return own.length === 0 ? environment : {
		...environment,
		applications: own
	};
};
const knownTargets = ({ targets }, given) => targets.map(({ product, environment, settings }) => ({
	product,
	name: environment,
	delivery: given ?? settings.delivery
}));
const attempt = async (steps, { host, log, clock, onTargetsKnown }, { deliveredParts, unfinished, last }) => {
	for (;;) {
		const snapshot = await logStep(log, "Read the manifest repository", {
			step: () => host.snapshot(steps.wanted(last.gathered)),
			lines: snapshotLines
		});
		const gathered = await logStep(log, "Find the manifests", {
			step: () => steps.gather(snapshot, last.first),
			lines: gatheredLines
		});
		onTargetsKnown?.(knownTargets(gathered, givenDelivery(steps.settings, host)));
		const decided = await logStep(log, "Plan the changes", {
			step: () => steps.decide(gathered),
			lines: decidedLines
		});
		Object.assign(last, {
			first: last.first ?? gathered,
			gathered,
			decided
		});
		const context = {
			shipment: steps.ship(gathered, decided),
			gathered,
			decided,
			host,
			log,
			clock,
			unfinished
		};
		const delivered = await log.group("Deliver", () => deliver(context, deliveredParts));
		if (delivered.kind === "branch-moved") return delivered;
		if (delivered.kind === "delivered") return {
			kind: "ended",
			notices: delivered.notices,
			violations: []
		};
	}
};
const FIRST = 4;
const GROWTH = 2;
const WIDEST = 6e4;
const WIDTH_OF_LIMIT = 6e4;
const SHORTEST_ATTEMPT = 250;
const LONGEST_ATTEMPT = 5e3;
async function startOver({ clock, log }, attempt, progress = {
	deliveredParts: { size: 0 },
	unfinished: /* @__PURE__ */ new Map()
}) {
	const deadline = clock.now().getTime() + LONGEST_CONTENTION;
	let losses = 0;
	let limits = 0;
	for (let attempts = 1;; attempts++) {
		const began = clock.now().getTime();
		const answer = await attempt();
		if (answer.kind !== "branch-moved") return answer;
		const ended = clock.now().getTime();
		const { wait, writes = 1, unsure } = answer;
		const length = ended - began;
		const width = wait === void 0 ? widthAfter(++losses, length) : WIDTH_OF_LIMIT * Math.min(2 ** ++limits, writes);
		const rest = deadline - length - ended - (wait ?? 0);
		if (rest <= 0) return giveUp(attempts, remains(progress, unsure));
		const pause = (wait ?? 0) + clock.random() * Math.min(width, rest);
		log.info(sentence(attempts, pause, wait));
		await clock.sleep(pause);
	}
}
const widthAfter = (losses, length) => {
	return Math.min(Math.min(Math.max(length, SHORTEST_ATTEMPT), LONGEST_ATTEMPT) * FIRST * GROWTH ** (losses - 1), WIDEST);
};
const sentence = (attempts, pause, wait) => {
	return `${wait === void 0 ? "The branch moved" : "GitHub limited the writing"} while attempt ${attempts} was under way; starting over from a fresh read in about ${Math.max(1, Math.round(pause / 1e3))} s.`;
};
const giveUp = (attempts, remaining) => fail("branch-contended", `The branch moved, or a rate limit kept it from being moved, during each of ${attempts} attempts in ten minutes; ${remaining}.`, "Run the step again, and give its workflow a concurrency group with queue: max, so that promotions wait for each other.");
const remains = ({ deliveredParts, unfinished }, unsure) => {
	const [left] = unfinished.values();
	if (left !== void 0) return `the branch of the pull request was brought to ${left.commit}, but not its description, or not all that was asked for after it`;
	if (unsure) return "an answer was lost last, so whether anything has been written is not known";
	return deliveredParts.size > 0 ? "beyond what is told as delivered nothing has been written" : "nothing has been written";
};
function logStep(log, heading, { step, lines }) {
	return log.group(heading, async () => {
		const result = await step();
		for (const line of lines(result)) log.info(line);
		return result;
	});
}
function snapshotLines({ branch, commit }) {
	return [`${branch} is at ${commit}.`];
}
function gatheredLines({ config, configuration, targets }) {
	return [configuration === "absent" ? "There is no configuration." : `The configuration is ${config.path}.`, ...targets.flatMap(({ product, environment, files }) => files.map(({ path }) => `${environment} of ${product} has ${path}.`))];
}
function decidedLines({ items, leftOut }) {
	const out = new Map(leftOut.map(({ item, superseded }) => [item, superseded.message]));
	return [...items.filter((item) => !out.has(item)).map(plannedLine), ...leftOut.map(({ superseded }) => superseded.message)];
}
const plannedLine = (item) => {
	const shown = (reference) => shortReference(printReference(reference), item.to.repository);
	const change = item.state === "changed" ? `${shown(item.from)} → ${shown(item.to)}` : `${shown(item.to)} is there`;
	return `${printPlace(item)}: ${item.to.repository} ${change}`;
};

// src/commands/promotion/read-repository.ts
function wantedFor({ promotion, config: given }, earlier) {
	const config = earlier?.config ?? unconfigured;
	const spots = spotsOf(config, promotion);
	const asked = likelyReads(spots);
	const required = likelyReads(earlier === void 0 ? usuallyRequired(promotion) : requiredSpots(config, spots));
	const origin = likelyReads(originSpots(config, promotion));
	const manifests = earlier?.targets.flatMap((target) => target.files.map((file) => file.path)) ?? [];
	const wanted = {
		paths: [.../* @__PURE__ */ new Set([
			...configPaths(given),
			...asked.paths,
			...origin.paths,
			...required.paths,
			...manifests
		])],
		histories: [.../* @__PURE__ */ new Set([
			...asked.histories,
			...origin.histories,
			...required.histories
		])],
		products: promotion.products
	};
	return earlier === void 0 ? readsBeforeAdmission(promotion, wanted) : wanted;
}
async function gather(asked, snapshot, authorities) {
	const { promotion } = asked;
	const { from } = promotion;
	const admitted = await admitRequest({
		...asked,
		kind: "promotion"
	}, snapshot, authorities);
	const { config, configuration, spots } = admitted;
	if (from !== void 0) inOrder(config, [from]);
	const along = requiredSpots(config, spots);
	const found = await readManifests(snapshot, [...spots, ...originSpots(config, promotion)], along);
	const targets = found.slice(0, spots.length);
	refuseForeignManifests(config, targets.map(pathsOf));
	if (from === void 0) {
		const { notices } = admitted;
		return {
			snapshot,
			config,
			configuration,
			targets: targetsOf(promotion, targets),
			notices
		};
	}
	const carried = await carry({
		promotion,
		from,
		snapshot
	}, targets, found.slice(spots.length));
	const notices = [...admitted.notices, ...carried.notices];
	return {
		snapshot,
		config,
		configuration,
		...carried,
		notices
	};
}
function pathsOf({ product, environment, files }) {
	return {
		product,
		environment,
		paths: files.map(({ path }) => path)
	};
}
const usuallyRequired = ({ products, environments }) => {
	const others = environments.flatMap((environment) => USUAL_ORDER[USUAL_ORDER.indexOf(environment) - 1] ?? []).filter((environment) => !environments.includes(environment));
	return spotsOf(unconfigured, {
		products,
		environments: [...new Set(others)]
	});
};
const USUAL_ORDER = [
	"dev",
	"stg",
	"prod"
];
const originSpots = (config, { products, from }) => from === void 0 ? [] : spotsOf(config, {
	products,
	environments: [from]
});
const targetsOf = (promotion, spots) => {
	const { attempt, finish } = gather$1();
	const targets = spots.map((spot) => attempt(() => targetOf(spot, imagesOf(promotion, spot))));
	finish();
	return targets.filter((target) => target !== void 0);
};
const imagesOf = ({ images, tag, digest }, { product, environment, settings }) => {
	if (images.length > 0) return images;
	const names = literalImages(settings);
	if (names.length > 0) return names.map((name) => ({
		name,
		tag,
		digest
	}));
	return fail("image-missing", `No image is requested, and the configuration names none for ${quote(product)} in ${quote(environment)}.`, "Name them in the payload or in the input `images`, or list them under `images` in the configuration, without wildcards.", settings.origin.images);
};

// src/commands/promote.ts
async function promote(request, world) {
	await preflight({
		...request,
		kind: "promotion"
	}, world.host, world);
	return runPromotion({
		wanted: (earlier) => wantedFor(request, earlier),
		gather: (snapshot) => gather(request, snapshot, world),
		decide: (gathered) => decide(request, gathered, world),
		settings: request.settings,
		ship: (gathered, decided) => shipmentOf(request, gathered, decided)
	}, world);
}
const decide = async (request, gathered, world) => {
	const plan = planPromotion(gathered.targets);
	const current = await supersede(plan, request, gathered);
	const { promotion, settings } = request;
	const delivery = givenDelivery(settings, world.host);
	const thawed = freeze(current, {
		promotion,
		gathered,
		delivery,
		now: world.clock.now()
	});
	const verified = await verify({
		kind: "promotion",
		trigger: promotion.trigger,
		gathered,
		decided: thawed
	}, world.registry);
	const { decided } = verified;
	const { environments, trigger } = promotion;
	const { config, snapshot, targets } = gathered;
	const builds = await buildsOf({
		items: decided.items,
		targets,
		environments,
		trigger,
		config,
		snapshot
	}, world);
	const matter = {
		kind: "promotion",
		asking: request,
		gathered,
		items: plan.items,
		remaining: decided.items,
		delivery,
		builtOf: builds?.builtOf
	};
	const violations = [...verified.violations, ...builds?.violations ?? []];
	const notices = await alongWith(violations, () => enforcePolicies(matter, world));
	builds?.refuseUnattested();
	const all = [
		...decided.notices,
		...verified.notices,
		...builds?.notices ?? [],
		...notices
	];
	return {
		...decided,
		notices: all,
		builtOf: builds?.builtOf
	};
};
const buildsOf = async (matter, world) => {
	if ([...matter.targets, ...matter.items.flatMap(({ owners = [] }) => owners)].map((one) => one.settings).every(({ provenance }) => provenance === void 0)) return void 0;
	const { examineBuilds } = await import("./commands/promotion/provenance.js");
	return examineBuilds(matter, world);
};
const shipmentOf = (request, gathered, { builtOf }) => {
	const { promotion, settings, mode, id, run } = request;
	const trailerOf = (item) => ({
		kind: "promotion",
		environment: item.environment,
		reference: item.to,
		source: sourceOf(item, promotion, gathered),
		built: builtOf?.(item)
	});
	return {
		kind: "promotion",
		settings,
		mode,
		reason: promotion.reason,
		id,
		run,
		trailerOf,
		asker: actorOf(request)
	};
};
function actorOf({ promotion, asker }) {
	if (promotion.trigger !== "by-hand") return promotion.source?.actor;
	return asker?.triggeringActor ?? asker?.actor;
}
async function startPromotion(job) {
	return concludePromotion(await promote(await promotionRunOf(job, await job.read()), worldOf(job)), job.known);
}
async function promotionRunOf({ inputs, asking, dependencies, run }, { promotion, settings, dryRun }) {
	return {
		...asking,
		promotion,
		settings,
		config: inputs.config,
		mode: dryRun ? "dry-run" : "deliver",
		id: dryRun ? NO_ID : await dependencies.id(),
		run: promotion.source === void 0 ? void 0 : runTrailer(dependencies.server, promotion.source),
		start: dependencies.start,
		creation: (run.runAttempt ?? 1) > 1 ? dependencies.creation : void 0
	};
}
const NO_ID = "00000000-0000-0000-0000-000000000000";
async function concludePromotion(promoted, known) {
	const { configuration, files, notices, environments, ...facts } = promoted;
	const { command, promotion, dryRun } = known;
	const { repository, renamed } = presentName(promoted, known);
	return {
		result: {
			...facts,
			command,
			dryRun,
			repository,
			environments: dryRun ? environments.map(untouched) : environments,
			notices: [
				...known.notices,
				...renamed,
				...notices
			],
			reason: promotion?.reason,
			source: promotion?.source
		},
		diff: dryRun && files.length > 0 ? await diffOf(files) : void 0,
		access: configuration === "absent" && promotion?.trigger === "automatic" ? "unrestricted" : void 0
	};
}
const diffOf = async (files) => {
	const { unifiedDiff } = await import("./domain/report/diff.js");
	return unifiedDiff(files);
};
const untouched = (environment) => [
	"promoted",
	"proposed",
	"armed"
].includes(environment.outcome) ? {
	...environment,
	outcome: "unchanged"
} : environment;

export { readManifests as $, imagesNamed as A, findManifests as At, isListed as B, matchesAny as Bt, overridesIn as C, keysOf$1 as Ct, knownOwnership as D, scopesOf as Dt, examineOwnership as E, readTree as Et, sideBySideUntil as F, isTextName as Ft, explainMisplaced as G, resolve as Gt, isAt as H, isMapping as Ht, verify as I, globProblem as It, explainUnset as J, explainUnattested as K, textOf as Kt, commonPlace as L, isGlob as Lt, listedIn as M, learn as Mt, refuseUnlisted as N, passedOverHint as Nt, oursAmong as O, treeAt as Ot, replanItem as P, resolvePattern as Pt, readConfig as Q, isOwnedBy as R, matcher as Rt, unmetFinder as S, unconfigured as St, printFrozen as T, plain$1 as Tt, placesOf as U, isSequence as Ut, allAt as V, compose as Vt, explainAbsent as W, parseTrees as Wt, historyPathOf as X, foundSpot as Y, likelyReads as Z, targetsOf$1 as _, filesOf as _t, startPromotion as a, recordOf as at, admitRequest as b, inOrder as bt, logStep as c, planPromotion as ct, explainRenamed as d, ownershipIn as dt, readRecord as et, presentName as f, refuseForeignManifests as ft, planOf as g, environmentsOf$1 as gt, givenDelivery as h, eachPattern as ht, promotionRunOf as i, promotedSource as it, isReference as j, join$2 as jt, oursIn as k, KUSTOMIZATIONS as kt, runPromotion as l, deadMarkersIn as lt, closingTrailers as m, configPaths as mt, concludePromotion as n, targetOf as nt, pathsOf as o, changeOf as ot, worldOf as p, shares as pt, explainUnknown as q, promote as r, decide$1 as rt, wantedFor as s, layeringHint as st, actorOf as t, spotsOf as tt, snapshotLines as u, unboundIn as ut, enforcePolicies as v, headlineFor as vt, frozenAt as w, lineAt as wt, preflight as x, patternsOf as xt, readRequirements as y, imageAllowed as yt, otherOwners as z, matches as zt };