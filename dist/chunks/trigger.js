import { V as shortReference, q as runTrailer, z as printPlace } from "./tell.js";
import { a as fail, i as dispositionOf, o as gather, r as collect, t as PromotionError } from "./errors.js";
import { i as visible, n as nearest, r as quote, t as listed } from "./text.js";
import { d as violationsOf, n as promote } from "./promote.js";
import { i as parseImage, r as checkTag, s as printReference } from "./image.js";
import { a as prose, i as link, n as code, o as row, r as fence, t as address } from "./markdown.js";
import { c as fullRef, d as relativePath, f as reviewer, i as commitId, l as label, m as shortName, n as checkEnvironment, o as eventType, p as workflowFile, r as checkProduct, s as fullName, t as branch, u as login } from "./grammar.js";
import { n as dig } from "./json.js";
import { a as settleImages, i as isUnpinned, o as keepLegal, r as readPayload, s as moment, t as checkPinned } from "./payload.js";
import { setTimeout as setTimeout$1 } from "node:timers/promises";

// src/adapters/clock.ts
const systemClock = {
	now: () => /* @__PURE__ */ new Date(),
	sleep: async (milliseconds) => {
		await setTimeout$1(milliseconds);
	},
	random: Math.random
};

// src/adapters/runner/lines.ts
function inertLines(text) {
	return text.split(/\r\n|\n|\r/).map((line) => {
		return line.split("	").map(visible).join("	").replace(/^(\s*:)(?=:)/, "$1 ").replaceAll("##[", "# #[");
	});
}

// node_modules/diff/libesm/diff/base.js
var Diff = class {
	diff(oldStr, newStr, options = {}) {
		let callback;
		if (typeof options === "function") {
			callback = options;
			options = {};
		} else if ("callback" in options) callback = options.callback;
		const oldString = this.castInput(oldStr, options);
		const newString = this.castInput(newStr, options);
		const oldTokens = this.removeEmpty(this.tokenize(oldString, options));
		const newTokens = this.removeEmpty(this.tokenize(newString, options));
		return this.diffWithOptionsObj(oldTokens, newTokens, options, callback);
	}
	diffWithOptionsObj(oldTokens, newTokens, options, callback) {
		var _a;
		const done = (value) => {
			value = this.postProcess(value, options);
			if (callback) {
				setTimeout(function() {
					callback(value);
				}, 0);
				return;
			} else return value;
		};
		const newLen = newTokens.length, oldLen = oldTokens.length;
		let editLength = 1;
		let maxEditLength = newLen + oldLen;
		if (options.maxEditLength != null) maxEditLength = Math.min(maxEditLength, options.maxEditLength);
		const maxExecutionTime = (_a = options.timeout) !== null && _a !== void 0 ? _a : 1e400;
		const abortAfterTimestamp = Date.now() + maxExecutionTime;
		const bestPath = [{
			oldPos: -1,
			lastComponent: void 0
		}];
		let newPos = this.extractCommon(bestPath[0], newTokens, oldTokens, 0, options);
		if (bestPath[0].oldPos + 1 >= oldLen && newPos + 1 >= newLen) return done(this.buildValues(bestPath[0].lastComponent, newTokens, oldTokens));
		let minDiagonalToConsider = -1e400, maxDiagonalToConsider = 1e400;
		const execEditLength = () => {
			for (let diagonalPath = Math.max(minDiagonalToConsider, -editLength); diagonalPath <= Math.min(maxDiagonalToConsider, editLength); diagonalPath += 2) {
				let basePath;
				const removePath = bestPath[diagonalPath - 1], addPath = bestPath[diagonalPath + 1];
				if (removePath) bestPath[diagonalPath - 1] = void 0;
				let canAdd = false;
				if (addPath) {
					const addPathNewPos = addPath.oldPos - diagonalPath;
					canAdd = addPath && 0 <= addPathNewPos && addPathNewPos < newLen;
				}
				const canRemove = removePath && removePath.oldPos + 1 < oldLen;
				if (!canAdd && !canRemove) {
					bestPath[diagonalPath] = void 0;
					continue;
				}
				if (!canRemove || canAdd && removePath.oldPos < addPath.oldPos) basePath = this.addToPath(addPath, true, false, 0, options);
				else basePath = this.addToPath(removePath, false, true, 1, options);
				newPos = this.extractCommon(basePath, newTokens, oldTokens, diagonalPath, options);
				if (basePath.oldPos + 1 >= oldLen && newPos + 1 >= newLen) return done(this.buildValues(basePath.lastComponent, newTokens, oldTokens)) || true;
				else {
					bestPath[diagonalPath] = basePath;
					if (basePath.oldPos + 1 >= oldLen) maxDiagonalToConsider = Math.min(maxDiagonalToConsider, diagonalPath - 1);
					if (newPos + 1 >= newLen) minDiagonalToConsider = Math.max(minDiagonalToConsider, diagonalPath + 1);
				}
			}
			editLength++;
		};
		if (callback) (function exec() {
			setTimeout(function() {
				if (editLength > maxEditLength || Date.now() > abortAfterTimestamp) return callback(void 0);
				if (!execEditLength()) exec();
			}, 0);
		})();
		else while (editLength <= maxEditLength && Date.now() <= abortAfterTimestamp) {
			const ret = execEditLength();
			if (ret) return ret;
		}
	}
	addToPath(path, added, removed, oldPosInc, options) {
		const last = path.lastComponent;
		if (last && !options.oneChangePerToken && last.added === added && last.removed === removed) return {
			oldPos: path.oldPos + oldPosInc,
			lastComponent: {
				count: last.count + 1,
				added,
				removed,
				previousComponent: last.previousComponent
			}
		};
		else return {
			oldPos: path.oldPos + oldPosInc,
			lastComponent: {
				count: 1,
				added,
				removed,
				previousComponent: last
			}
		};
	}
	extractCommon(basePath, newTokens, oldTokens, diagonalPath, options) {
		const newLen = newTokens.length, oldLen = oldTokens.length;
		let oldPos = basePath.oldPos, newPos = oldPos - diagonalPath, commonCount = 0;
		while (newPos + 1 < newLen && oldPos + 1 < oldLen && this.equals(oldTokens[oldPos + 1], newTokens[newPos + 1], options)) {
			newPos++;
			oldPos++;
			commonCount++;
			if (options.oneChangePerToken) basePath.lastComponent = {
				count: 1,
				previousComponent: basePath.lastComponent,
				added: false,
				removed: false
			};
		}
		if (commonCount && !options.oneChangePerToken) basePath.lastComponent = {
			count: commonCount,
			previousComponent: basePath.lastComponent,
			added: false,
			removed: false
		};
		basePath.oldPos = oldPos;
		return newPos;
	}
	equals(left, right, options) {
		if (options.comparator) return options.comparator(left, right);
		else return left === right || !!options.ignoreCase && left.toLowerCase() === right.toLowerCase();
	}
	removeEmpty(array) {
		const ret = [];
		for (let i = 0; i < array.length; i++) if (array[i]) ret.push(array[i]);
		return ret;
	}
	castInput(value, options) {
		return value;
	}
	tokenize(value, options) {
		return Array.from(value);
	}
	join(chars) {
		return chars.join("");
	}
	postProcess(changeObjects, options) {
		return changeObjects;
	}
	get useLongestToken() {
		return false;
	}
	buildValues(lastComponent, newTokens, oldTokens) {
		const components = [];
		let nextComponent;
		while (lastComponent) {
			components.push(lastComponent);
			nextComponent = lastComponent.previousComponent;
			delete lastComponent.previousComponent;
			lastComponent = nextComponent;
		}
		components.reverse();
		const componentLen = components.length;
		let componentPos = 0, newPos = 0, oldPos = 0;
		for (; componentPos < componentLen; componentPos++) {
			const component = components[componentPos];
			if (!component.removed) {
				if (!component.added && this.useLongestToken) {
					let value = newTokens.slice(newPos, newPos + component.count);
					value = value.map(function(value, i) {
						const oldValue = oldTokens[oldPos + i];
						return oldValue.length > value.length ? oldValue : value;
					});
					component.value = this.join(value);
				} else component.value = this.join(newTokens.slice(newPos, newPos + component.count));
				newPos += component.count;
				if (!component.added) oldPos += component.count;
			} else {
				component.value = this.join(oldTokens.slice(oldPos, oldPos + component.count));
				oldPos += component.count;
			}
		}
		return components;
	}
};

// node_modules/diff/libesm/diff/character.js
var CharacterDiff = class extends Diff {};
const characterDiff = new CharacterDiff();

// node_modules/diff/libesm/util/string.js
function longestCommonPrefix(str1, str2) {
	let i = 0;
	for (; i < str1.length && i < str2.length; i++) if (str1[i] != str2[i]) return str1.slice(0, i);
	return str1.slice(0, i);
}
function longestCommonSuffix(str1, str2) {
	let i;
	if (!str1 || !str2 || str1[str1.length - 1] != str2[str2.length - 1]) return "";
	for (i = 0; i < str1.length && i < str2.length; i++) if (str1[str1.length - (i + 1)] != str2[str2.length - (i + 1)]) return str1.slice(-i);
	return str1.slice(-i);
}
function replacePrefix(string, oldPrefix, newPrefix) {
	if (string.slice(0, oldPrefix.length) != oldPrefix) throw Error(`string ${JSON.stringify(string)} doesn't start with prefix ${JSON.stringify(oldPrefix)}; this is a bug`);
	return newPrefix + string.slice(oldPrefix.length);
}
function replaceSuffix(string, oldSuffix, newSuffix) {
	if (!oldSuffix) return string + newSuffix;
	if (string.slice(-oldSuffix.length) != oldSuffix) throw Error(`string ${JSON.stringify(string)} doesn't end with suffix ${JSON.stringify(oldSuffix)}; this is a bug`);
	return string.slice(0, -oldSuffix.length) + newSuffix;
}
function removePrefix(string, oldPrefix) {
	return replacePrefix(string, oldPrefix, "");
}
function removeSuffix(string, oldSuffix) {
	return replaceSuffix(string, oldSuffix, "");
}
function maximumOverlap(string1, string2) {
	return string2.slice(0, overlapCount(string1, string2));
}
function overlapCount(a, b) {
	let startA = 0;
	if (a.length > b.length) startA = a.length - b.length;
	let endB = b.length;
	if (a.length < b.length) endB = a.length;
	const map = Array(endB);
	let k = 0;
	map[0] = 0;
	for (let j = 1; j < endB; j++) {
		if (b[j] == b[k]) map[j] = map[k];
		else map[j] = k;
		while (k > 0 && b[j] != b[k]) k = map[k];
		if (b[j] == b[k]) k++;
	}
	k = 0;
	for (let i = startA; i < a.length; i++) {
		while (k > 0 && a[i] != b[k]) k = map[k];
		if (a[i] == b[k]) k++;
	}
	return k;
}
function segment(string, segmenter) {
	const parts = [];
	for (const segmentObj of Array.from(segmenter.segment(string))) {
		const segment = segmentObj.segment;
		if (parts.length && /\s/.test(parts[parts.length - 1]) && /\s/.test(segment)) parts[parts.length - 1] += segment;
		else parts.push(segment);
	}
	return parts;
}
function trailingWs(string, segmenter) {
	if (segmenter) return leadingAndTrailingWs(string, segmenter)[1];
	let i;
	for (i = string.length - 1; i >= 0; i--) if (!string[i].match(/\s/)) break;
	return string.substring(i + 1);
}
function leadingWs(string, segmenter) {
	if (segmenter) return leadingAndTrailingWs(string, segmenter)[0];
	const match = string.match(/^\s*/);
	return match ? match[0] : "";
}
function leadingAndTrailingWs(string, segmenter) {
	if (!segmenter) return [leadingWs(string), trailingWs(string)];
	if (segmenter.resolvedOptions().granularity != "word") throw new Error("The segmenter passed must have a granularity of \"word\"");
	const segments = segment(string, segmenter);
	const firstSeg = segments[0];
	const lastSeg = segments[segments.length - 1];
	return [/\s/.test(firstSeg) ? firstSeg : "", /\s/.test(lastSeg) ? lastSeg : ""];
}

// node_modules/diff/libesm/diff/word.js
const extendedWordChars = "a-zA-Z0-9_\\u{AD}\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2C6}\\u{2C8}-\\u{2D7}\\u{2DE}-\\u{2FF}\\u{1E00}-\\u{1EFF}";
const tokenizeIncludingWhitespace = new RegExp(`[${extendedWordChars}]+|\\s+|[^${extendedWordChars}]`, "ug");
var WordDiff = class extends Diff {
	equals(left, right, options) {
		if (options.ignoreCase) {
			left = left.toLowerCase();
			right = right.toLowerCase();
		}
		return left.trim() === right.trim();
	}
	tokenize(value, options = {}) {
		let parts;
		if (options.intlSegmenter) {
			const segmenter = options.intlSegmenter;
			if (segmenter.resolvedOptions().granularity != "word") throw new Error("The segmenter passed must have a granularity of \"word\"");
			parts = segment(value, segmenter);
		} else parts = value.match(tokenizeIncludingWhitespace) || [];
		const tokens = [];
		let prevPart = null;
		parts.forEach((part) => {
			if (/\s/.test(part)) {
				if (prevPart == null) tokens.push(part);
				else tokens.push(tokens.pop() + part);
			} else if (prevPart != null && /\s/.test(prevPart)) {
				if (tokens[tokens.length - 1] == prevPart) tokens.push(tokens.pop() + part);
				else tokens.push(prevPart + part);
			} else tokens.push(part);
			prevPart = part;
		});
		return tokens;
	}
	join(tokens) {
		return tokens.map((token, i) => {
			if (i == 0) return token;
			else return token.replace(/^\s+/, "");
		}).join("");
	}
	postProcess(changes, options) {
		if (!changes || options.oneChangePerToken) return changes;
		let lastKeep = null;
		let insertion = null;
		let deletion = null;
		changes.forEach((change) => {
			if (change.added) insertion = change;
			else if (change.removed) deletion = change;
			else {
				if (insertion || deletion) dedupeWhitespaceInChangeObjects(lastKeep, deletion, insertion, change, options.intlSegmenter);
				lastKeep = change;
				insertion = null;
				deletion = null;
			}
		});
		if (insertion || deletion) dedupeWhitespaceInChangeObjects(lastKeep, deletion, insertion, null, options.intlSegmenter);
		return changes;
	}
};
const wordDiff = new WordDiff();
function dedupeWhitespaceInChangeObjects(startKeep, deletion, insertion, endKeep, segmenter) {
	if (deletion && insertion) {
		const [oldWsPrefix, oldWsSuffix] = leadingAndTrailingWs(deletion.value, segmenter);
		const [newWsPrefix, newWsSuffix] = leadingAndTrailingWs(insertion.value, segmenter);
		if (startKeep) {
			const commonWsPrefix = longestCommonPrefix(oldWsPrefix, newWsPrefix);
			startKeep.value = replaceSuffix(startKeep.value, newWsPrefix, commonWsPrefix);
			deletion.value = removePrefix(deletion.value, commonWsPrefix);
			insertion.value = removePrefix(insertion.value, commonWsPrefix);
		}
		if (endKeep) {
			const commonWsSuffix = longestCommonSuffix(oldWsSuffix, newWsSuffix);
			endKeep.value = replacePrefix(endKeep.value, newWsSuffix, commonWsSuffix);
			deletion.value = removeSuffix(deletion.value, commonWsSuffix);
			insertion.value = removeSuffix(insertion.value, commonWsSuffix);
		}
	} else if (insertion) {
		if (startKeep) {
			const ws = leadingWs(insertion.value, segmenter);
			insertion.value = insertion.value.substring(ws.length);
		}
		if (endKeep) {
			const ws = leadingWs(endKeep.value, segmenter);
			endKeep.value = endKeep.value.substring(ws.length);
		}
	} else if (startKeep && endKeep) {
		const newWsFull = leadingWs(endKeep.value, segmenter), [delWsStart, delWsEnd] = leadingAndTrailingWs(deletion.value, segmenter);
		const newWsStart = longestCommonPrefix(newWsFull, delWsStart);
		deletion.value = removePrefix(deletion.value, newWsStart);
		const newWsEnd = longestCommonSuffix(removePrefix(newWsFull, newWsStart), delWsEnd);
		deletion.value = removeSuffix(deletion.value, newWsEnd);
		endKeep.value = replacePrefix(endKeep.value, newWsFull, newWsEnd);
		startKeep.value = replaceSuffix(startKeep.value, newWsFull, newWsFull.slice(0, newWsFull.length - newWsEnd.length));
	} else if (endKeep) {
		const endKeepWsPrefix = leadingWs(endKeep.value, segmenter);
		const deletionWsSuffix = trailingWs(deletion.value, segmenter);
		const overlap = maximumOverlap(deletionWsSuffix, endKeepWsPrefix);
		deletion.value = removeSuffix(deletion.value, overlap);
	} else if (startKeep) {
		const startKeepWsSuffix = trailingWs(startKeep.value, segmenter);
		const deletionWsPrefix = leadingWs(deletion.value, segmenter);
		const overlap = maximumOverlap(startKeepWsSuffix, deletionWsPrefix);
		deletion.value = removePrefix(deletion.value, overlap);
	}
}
var WordsWithSpaceDiff = class extends Diff {
	tokenize(value) {
		const regex = new RegExp(`(\\r?\\n)|[${extendedWordChars}]+|[^\\S\\n\\r]+|[^${extendedWordChars}]`, "ug");
		return value.match(regex) || [];
	}
};
const wordsWithSpaceDiff = new WordsWithSpaceDiff();

// node_modules/diff/libesm/diff/line.js
var LineDiff = class extends Diff {
	constructor() {
		super(...arguments);
		this.tokenize = tokenize;
	}
	equals(left, right, options) {
		if (options.ignoreWhitespace) {
			if (!options.newlineIsToken || !left.includes("\n")) left = left.trim();
			if (!options.newlineIsToken || !right.includes("\n")) right = right.trim();
		} else if (options.ignoreNewlineAtEof && !options.newlineIsToken) {
			if (left.endsWith("\n")) left = left.slice(0, -1);
			if (right.endsWith("\n")) right = right.slice(0, -1);
		}
		return super.equals(left, right, options);
	}
};
const lineDiff = new LineDiff();
function diffLines$1(oldStr, newStr, options) {
	return lineDiff.diff(oldStr, newStr, options);
}
function tokenize(value, options) {
	if (options.stripTrailingCr) value = value.replace(/\r\n/g, "\n");
	const retLines = [], linesAndNewlines = value.split(/(\n|\r\n)/);
	if (!linesAndNewlines[linesAndNewlines.length - 1]) linesAndNewlines.pop();
	for (let i = 0; i < linesAndNewlines.length; i++) {
		const line = linesAndNewlines[i];
		if (i % 2 && !options.newlineIsToken) retLines[retLines.length - 1] += line;
		else retLines.push(line);
	}
	return retLines;
}

// node_modules/diff/libesm/diff/sentence.js
function isSentenceEndPunct(char) {
	return char == "." || char == "!" || char == "?";
}
var SentenceDiff = class extends Diff {
	tokenize(value) {
		var _a;
		const result = [];
		let tokenStartI = 0;
		for (let i = 0; i < value.length; i++) {
			if (i == value.length - 1) {
				result.push(value.slice(tokenStartI));
				break;
			}
			if (isSentenceEndPunct(value[i]) && value[i + 1].match(/\s/)) {
				result.push(value.slice(tokenStartI, i + 1));
				i = tokenStartI = i + 1;
				while ((_a = value[i + 1]) === null || _a === void 0 ? void 0 : _a.match(/\s/)) i++;
				result.push(value.slice(tokenStartI, i + 1));
				tokenStartI = i + 1;
			}
		}
		return result;
	}
};
const sentenceDiff = new SentenceDiff();

// node_modules/diff/libesm/diff/css.js
var CssDiff = class extends Diff {
	tokenize(value) {
		return value.split(/([{}:;,]|\s+)/);
	}
};
const cssDiff = new CssDiff();

// node_modules/diff/libesm/diff/json.js
var JsonDiff = class extends Diff {
	constructor() {
		super(...arguments);
		this.tokenize = tokenize;
	}
	get useLongestToken() {
		return true;
	}
	castInput(value, options) {
		const { undefinedReplacement, stringifyReplacer = (k, v) => typeof v === "undefined" ? undefinedReplacement : v } = options;
		return typeof value === "string" ? value : JSON.stringify(canonicalize(value, null, null, stringifyReplacer), null, "  ");
	}
	equals(left, right, options) {
		return super.equals(left.replace(/,([\r\n])/g, "$1"), right.replace(/,([\r\n])/g, "$1"), options);
	}
};
const jsonDiff = new JsonDiff();
function canonicalize(obj, stack, replacementStack, replacer, key) {
	stack = stack || [];
	replacementStack = replacementStack || [];
	if (replacer) obj = replacer(key === void 0 ? "" : key, obj);
	let i = 0;
	for (; i < stack.length; i += 1) if (stack[i] === obj) return replacementStack[i];
	let canonicalizedObj;
	if ("[object Array]" === Object.prototype.toString.call(obj)) {
		stack.push(obj);
		canonicalizedObj = new Array(obj.length);
		replacementStack.push(canonicalizedObj);
		for (i = 0; i < obj.length; i += 1) canonicalizedObj[i] = canonicalize(obj[i], stack, replacementStack, replacer, String(i));
		stack.pop();
		replacementStack.pop();
		return canonicalizedObj;
	}
	if (obj && obj.toJSON) obj = obj.toJSON();
	if (typeof obj === "object" && obj !== null) {
		stack.push(obj);
		canonicalizedObj = {};
		replacementStack.push(canonicalizedObj);
		const sortedKeys = [];
		let key;
		for (key in obj)
 /* istanbul ignore else */
		if (Object.prototype.hasOwnProperty.call(obj, key)) sortedKeys.push(key);
		sortedKeys.sort();
		for (i = 0; i < sortedKeys.length; i += 1) {
			key = sortedKeys[i];
			canonicalizedObj[key] = canonicalize(obj[key], stack, replacementStack, replacer, key);
		}
		stack.pop();
		replacementStack.pop();
	} else canonicalizedObj = obj;
	return canonicalizedObj;
}

// node_modules/diff/libesm/diff/array.js
var ArrayDiff = class extends Diff {
	tokenize(value) {
		return value.slice();
	}
	join(value) {
		return value;
	}
	removeEmpty(value) {
		return value;
	}
};
const arrayDiff = new ArrayDiff();

// node_modules/diff/libesm/patch/create.js
function needsQuoting(s) {
	for (let i = 0; i < s.length; i++) if (s[i] < " " || s[i] > "~" || s[i] === "\"" || s[i] === "\\") return true;
	return false;
}
function quoteFileNameIfNeeded(s) {
	if (!needsQuoting(s)) return s;
	let result = "\"";
	const bytes = new TextEncoder().encode(s);
	let i = 0;
	while (i < bytes.length) {
		const b = bytes[i];
		if (b === 7) result += "\\a";
		else if (b === 8) result += "\\b";
		else if (b === 9) result += "\\t";
		else if (b === 10) result += "\\n";
		else if (b === 11) result += "\\v";
		else if (b === 12) result += "\\f";
		else if (b === 13) result += "\\r";
		else if (b === 34) result += "\\\"";
		else if (b === 92) result += "\\\\";
		else if (b >= 32 && b <= 126) result += String.fromCharCode(b);
		else result += "\\" + b.toString(8).padStart(3, "0");
		i++;
	}
	result += "\"";
	return result;
}
const INCLUDE_HEADERS = {
	includeIndex: true,
	includeUnderline: true,
	includeFileHeaders: true
};
const FILE_HEADERS_ONLY = {
	includeIndex: false,
	includeUnderline: false,
	includeFileHeaders: true
};
function structuredPatch(oldFileName, newFileName, oldStr, newStr, oldHeader, newHeader, options) {
	let optionsObj;
	if (!options) optionsObj = {};
	else if (typeof options === "function") optionsObj = { callback: options };
	else optionsObj = options;
	if (typeof optionsObj.context === "undefined") optionsObj.context = 4;
	const context = optionsObj.context;
	if (optionsObj.newlineIsToken) throw new Error("newlineIsToken may not be used with patch-generation functions, only with diffing functions");
	if (!optionsObj.callback) return diffLinesResultToPatch(diffLines$1(oldStr, newStr, optionsObj));
	else {
		const { callback } = optionsObj;
		diffLines$1(oldStr, newStr, Object.assign(Object.assign({}, optionsObj), { callback: (diff) => {
			const patch = diffLinesResultToPatch(diff);
			callback(patch);
		} }));
	}
	function diffLinesResultToPatch(diff) {
		if (!diff) return;
		diff.push({
			value: "",
			lines: []
		});
		function contextLines(lines) {
			return lines.map(function(entry) {
				return " " + entry;
			});
		}
		const hunks = [];
		let oldRangeStart = 0, newRangeStart = 0, curRange = [], oldLine = 1, newLine = 1;
		for (let i = 0; i < diff.length; i++) {
			const current = diff[i], lines = current.lines || splitLines(current.value);
			current.lines = lines;
			if (current.added || current.removed) {
				if (!oldRangeStart) {
					const prev = diff[i - 1];
					oldRangeStart = oldLine;
					newRangeStart = newLine;
					if (prev) {
						curRange = context > 0 ? contextLines(prev.lines.slice(-context)) : [];
						oldRangeStart -= curRange.length;
						newRangeStart -= curRange.length;
					}
				}
				for (const line of lines) curRange.push((current.added ? "+" : "-") + line);
				if (current.added) newLine += lines.length;
				else oldLine += lines.length;
			} else {
				if (oldRangeStart) {
					if (lines.length <= context * 2 && i < diff.length - 2) for (const line of contextLines(lines)) curRange.push(line);
					else {
						const contextSize = Math.min(lines.length, context);
						for (const line of contextLines(lines.slice(0, contextSize))) curRange.push(line);
						const hunk = {
							oldStart: oldRangeStart,
							oldLines: oldLine - oldRangeStart + contextSize,
							newStart: newRangeStart,
							newLines: newLine - newRangeStart + contextSize,
							lines: curRange
						};
						hunks.push(hunk);
						oldRangeStart = 0;
						newRangeStart = 0;
						curRange = [];
					}
				}
				oldLine += lines.length;
				newLine += lines.length;
			}
		}
		for (const hunk of hunks) for (let i = 0; i < hunk.lines.length; i++) if (hunk.lines[i].endsWith("\n")) hunk.lines[i] = hunk.lines[i].slice(0, -1);
		else {
			hunk.lines.splice(i + 1, 0, "\\ No newline at end of file");
			i++;
		}
		return {
			oldFileName,
			newFileName,
			oldHeader,
			newHeader,
			hunks
		};
	}
}
function formatPatch(patch, headerOptions) {
	var _a, _b, _c, _d, _e, _f;
	if (!headerOptions) headerOptions = INCLUDE_HEADERS;
	if (Array.isArray(patch)) {
		if (patch.length > 1 && !headerOptions.includeFileHeaders && !patch.every((p) => p.isGit)) throw new Error("Cannot omit file headers on a multi-file patch. (The result would be unparseable; how would a tool trying to apply the patch know which changes are to which file?)");
		return patch.map((p) => formatPatch(p, headerOptions)).join("\n");
	}
	const ret = [];
	if (patch.isGit) {
		headerOptions = INCLUDE_HEADERS;
		if (!patch.oldFileName) throw new Error("oldFileName must be specified for Git patches");
		if (!patch.newFileName) throw new Error("newFileName must be specified for Git patches");
		let gitOldName = patch.oldFileName;
		let gitNewName = patch.newFileName;
		if (patch.isCreate && gitOldName === "/dev/null") gitOldName = gitNewName.replace(/^b\//, "a/");
		else if (patch.isDelete && gitNewName === "/dev/null") gitNewName = gitOldName.replace(/^a\//, "b/");
		ret.push("diff --git " + quoteFileNameIfNeeded(gitOldName) + " " + quoteFileNameIfNeeded(gitNewName));
		if (patch.isDelete) ret.push("deleted file mode " + ((_a = patch.oldMode) !== null && _a !== void 0 ? _a : "100644"));
		if (patch.isCreate) ret.push("new file mode " + ((_b = patch.newMode) !== null && _b !== void 0 ? _b : "100644"));
		if (patch.oldMode && patch.newMode && !patch.isDelete && !patch.isCreate) {
			ret.push("old mode " + patch.oldMode);
			ret.push("new mode " + patch.newMode);
		}
		if (patch.isRename) {
			ret.push("rename from " + quoteFileNameIfNeeded(((_c = patch.oldFileName) !== null && _c !== void 0 ? _c : "").replace(/^a\//, "")));
			ret.push("rename to " + quoteFileNameIfNeeded(((_d = patch.newFileName) !== null && _d !== void 0 ? _d : "").replace(/^b\//, "")));
		}
		if (patch.isCopy) {
			ret.push("copy from " + quoteFileNameIfNeeded(((_e = patch.oldFileName) !== null && _e !== void 0 ? _e : "").replace(/^a\//, "")));
			ret.push("copy to " + quoteFileNameIfNeeded(((_f = patch.newFileName) !== null && _f !== void 0 ? _f : "").replace(/^b\//, "")));
		}
	} else {
		if (headerOptions.includeIndex && patch.oldFileName == patch.newFileName && patch.oldFileName !== void 0) ret.push("Index: " + patch.oldFileName);
		if (headerOptions.includeUnderline) ret.push("===================================================================");
	}
	const hasHunks = patch.hunks.length > 0;
	if (headerOptions.includeFileHeaders && patch.oldFileName !== void 0 && patch.newFileName !== void 0 && (!patch.isGit || hasHunks)) {
		ret.push("--- " + quoteFileNameIfNeeded(patch.oldFileName) + (patch.oldHeader ? "	" + patch.oldHeader : ""));
		ret.push("+++ " + quoteFileNameIfNeeded(patch.newFileName) + (patch.newHeader ? "	" + patch.newHeader : ""));
	}
	for (let i = 0; i < patch.hunks.length; i++) {
		const hunk = patch.hunks[i];
		const oldStart = hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart;
		const newStart = hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart;
		ret.push("@@ -" + oldStart + "," + hunk.oldLines + " +" + newStart + "," + hunk.newLines + " @@");
		for (const line of hunk.lines) ret.push(line);
	}
	return ret.join("\n") + "\n";
}
function splitLines(text) {
	const hasTrailingNl = text.endsWith("\n");
	const result = text.split("\n").map((line) => line + "\n");
	if (hasTrailingNl) result.pop();
	else result.push(result.pop().slice(0, -1));
	return result;
}

// src/domain/report/diff.ts
function unifiedDiff(files) {
	return files.filter(({ before, after }) => before !== after).map(({ path, before, after }) => {
		const patch = structuredPatch(`a/${path}`, `b/${path}`, before, after, void 0, void 0, { context: 3 });
		return formatPatch(patch, FILE_HEADERS_ONLY);
	}).join("");
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

// src/domain/report/words.ts
function outcomeWord({ outcome, changes }, report) {
	return report["dry-run"] && changes.length > 0 ? "would change" : outcome;
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

// src/domain/report/headline.ts
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
	status: "status"
};
const sentenceOf = (report) => {
	const { command, outcome } = report;
	if (command === "promote" || command === "rollback") return ofEnvironments(report)[outcome];
	if (command === "check") return ofCheck(report)[outcome];
	if (command === "retag") return ofTags(report)[outcome];
	return command === "dispatch" ? ofDispatch(outcome) : ofStatus[outcome];
};
const ofEnvironments = (report) => {
	const noun = nouns[report.command];
	const place = placeOf(report);
	const what = place === "" ? noun : `${noun} of ${place}`;
	return {
		promoted: `${report.command === "rollback" ? "Rolled back" : "Promoted"} ${place}`.trimEnd(),
		proposed: `Proposed the ${what} in a pull request`,
		armed: `The ${what} merges when its requirements are met`,
		unchanged: `Nothing to change for the ${what}`,
		superseded: `Left out the ${what}`,
		refused: `Refused the ${what}`,
		failed: `The ${what} failed`
	};
};
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
const ofStatus = {
	reported: "What runs where",
	refused: "Refused to say what runs where",
	failed: "What runs where could not be found out"
};
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
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

// src/domain/report/text.ts
function renderText(report) {
	return [
		headlineOf(report),
		...environmentLines(report),
		...imageLines(report),
		...deliveryLines(report),
		...problemLines$1("error", report.violations),
		...problemLines$1("warning", otherNotices(report))
	].map((line) => `${visible(line)}\n`).join("");
}
const environmentLines = (report) => report.environments.flatMap((each) => linesOf(each, report));
const linesOf = (environment, report) => {
	const { name, product, changes, superseded, applications = [] } = environment;
	return [
		`  ${product} ${name}: ${outcomeWord(environment, report)}`,
		...changes.flatMap((change) => [`    ${change.image} ${shortReference(change.from, change.image)} → ${shortReference(change.to, change.image)}`, `      ${printPlace(change)}`]),
		...superseded.flatMap((item) => [`    ${item.image} ${shortReference(item.requested, item.image)} left out: ${item.reason}`, `      ${reasonFor(item)}`]),
		...applications.map(({ name: application, sync, url }) => {
			return `    Application ${application} ${sync === "automatic" ? "syncs by itself" : "waits for a person to sync it"}${url === void 0 ? "" : `: ${url}`}`;
		})
	];
};
const imageLines = (report) => report.images.map((image) => [
	` `,
	image.image,
	verdictWord(image, report),
	image.digest
].filter((part) => part !== void 0).join(" "));
const deliveryLines = ({ commit, "pull-request-url": urls }) => [...commit === void 0 ? [] : [`  commit ${commit}`], ...urls.map((url) => `  pull request ${url}`)];
const problemLines$1 = (level, problems) => problems.flatMap(({ code, message, hint, path, line }) => [
	`${level}: ${message}${code === void 0 ? "" : ` [${code}]`}`,
	...path === void 0 ? [] : [`  at ${printPlace({
		path,
		line
	})}`],
	...hint === void 0 ? [] : hint.split("\n").map((text) => `  ${text}`)
]);

// src/domain/dispatch/sections.ts
function dispatchSections({ request, run }) {
	const started = run === void 0 ? [] : [{
		lead: [
			"### Run",
			"",
			link(prose(`Run ${run.id}`), run.url)
		],
		rows: []
	}];
	const block = fence("", request.split("\n"));
	const sent = {
		lead: [
			"### Request",
			"",
			...block.slice(0, 1)
		],
		rows: block.slice(1, -1),
		tail: block.slice(-1)
	};
	return [...started, sent];
}

// src/domain/status/print.ts
const MINUTE = 6e4;
const steps = [
	{
		unit: "y",
		size: 525600 * MINUTE
	},
	{
		unit: "d",
		size: 1440 * MINUTE
	},
	{
		unit: "h",
		size: 60 * MINUTE
	},
	{
		unit: "m",
		size: MINUTE
	}
];
function age(at, now) {
	const passed = now.getTime() - Date.parse(at ?? "");
	if (Number.isNaN(passed)) return "";
	const step = steps.find(({ size }) => passed >= size);
	return step === void 0 ? "now" : `${Math.floor(passed / step.size)}${step.unit}`;
}
function version({ tag, digest, repository }) {
	if (tag !== void 0) return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tag) ? tag.slice(0, 7) : tag;
	return digest === void 0 ? `${repository} without a tag` : digest.slice(0, digest.indexOf(":") + 8);
}
function sourceCommit({ set, reference }) {
	const sha = set?.source.sha;
	if (sha === void 0 || reference.tag !== void 0 && sha.startsWith(reference.tag)) return void 0;
	return sha.slice(0, 7);
}
function marksOf({ runs, relations }, environment) {
	const all = runs.get(environment) ?? [];
	const relation = relations.get(environment) ?? "same";
	return [
		...relation === "same" ? [] : [relation],
		...new Set(all.map(({ reference }) => printReference(reference))).size > 1 ? ["several"] : [],
		...all.some(({ record }) => record === "edited") ? ["edited"] : [],
		...all.some(({ held }) => held.length > 0) ? ["held"] : []
	];
}
const meanings = {
	behind: {
		sign: "↓",
		word: "older",
		text: "older than in the environment before"
	},
	ahead: {
		sign: "↑",
		word: "newer",
		text: "newer than in the environment before"
	},
	different: {
		sign: "≠",
		word: "differs",
		text: "not the same as in the environment before"
	},
	several: {
		sign: "+",
		word: "more",
		text: "other manifests run another reference"
	},
	edited: {
		sign: "✎",
		word: "by hand",
		text: "changed by hand, and not by a promotion"
	},
	held: {
		sign: "!",
		word: "held",
		text: "automation leaves something out, see what is held"
	}
};
function usedMarks({ rows, environments }) {
	const used = new Set(rows.flatMap((row) => environments.flatMap((environment) => marksOf(row, environment))));
	return Object.keys(meanings).filter((mark) => used.has(mark));
}
function shortImages(images) {
	const last = (image) => image.slice(image.lastIndexOf("/") + 1);
	const unique = [...new Set(images)];
	return (image) => unique.filter((other) => last(other) === last(image)).length === 1 ? last(image) : image;
}

// src/domain/status/table.ts
const GAP = "  ";
const NARROWEST = 6;
const details = [
	3,
	2,
	1
];
function statusLines(status, { width, now }) {
	if (status.rows.length === 0) return ["No image is listed by any manifest.", ...problemLines(status)];
	const tables = details.map((detail) => tableOf(status, detail, now));
	const fitting = tables.find((table) => widthOf(columnsOf(table)) <= width) ?? tables.at(-1) ?? [];
	return [
		...printTable(fitting, width),
		...legendOf$1(status),
		...heldLines(status),
		...frozenLines(status.freezes),
		...status.proposals.map(({ number, branch, url }) => `open: #${number} ${branch} ${url}`),
		...problemLines(status)
	].map((line) => visible(line).trimEnd());
}
const tableOf = ({ environments, rows }, detail, now) => {
	const header = [
		"PRODUCT",
		"IMAGE",
		...environments
	];
	let product;
	const byProduct = /* @__PURE__ */ new Map();
	for (const row of rows) byProduct.set(row.product, [...byProduct.get(row.product) ?? [], row.image]);
	return [header, ...rows.map((row) => {
		const name = row.product === product ? "" : row.product;
		product = row.product;
		return [
			name,
			shortImages(byProduct.get(row.product) ?? [])(row.image),
			...environments.map((environment) => cell$1(row, environment, {
				detail,
				now
			}))
		];
	})].map((line) => line.map(visible));
};
const cell$1 = (row, environment, { detail, now }) => {
	const [running] = row.runs.get(environment) ?? [];
	if (running === void 0) return "-";
	const signs = marksOf(row, environment).map((mark) => meanings[mark].sign);
	return [...[
		version(running.reference),
		age(running.set?.at, now),
		sourceCommit(running) ?? ""
	].slice(0, detail), signs.join("")].filter((part) => part !== "").join(" ");
};
const columnsOf = (table) => (table[0] ?? []).map((_, column) => Math.max(...table.map((line) => lengthOf(line[column] ?? ""))));
const widthOf = (columns) => columns.reduce((sum, column) => sum + column, 0) + 2 * (columns.length - 1);
const printTable = (table, width) => {
	const columns = narrowed(columnsOf(table), width);
	return table.map((line) => line.map((text, column) => fitted(text, columns[column] ?? 0)).join(GAP));
};
const narrowed = (columns, width) => {
	const left = [...columns];
	while (widthOf(left) > width) {
		const widest = Math.max(...left);
		if (widest <= NARROWEST) break;
		left[left.indexOf(widest)] = widest - 1;
	}
	return left;
};
const lengthOf = (text) => [...text].length;
const fitted = (text, size) => {
	const characters = [...text];
	if (characters.length <= size) return text + " ".repeat(size - characters.length);
	return `${characters.slice(0, size - 1).join("")}…`;
};
const legendOf$1 = (status) => {
	const used = usedMarks(status).map((mark) => `${meanings[mark].sign} ${meanings[mark].text}`);
	return used.length === 0 ? [] : ["", ...used];
};
const heldLines = ({ rows }) => rows.flatMap(({ product, runs }) => [...runs.values()].flat().flatMap(({ environment, held }) => held.map((reference) => `held: ${product} ${environment}: ${reference}`)));
const frozenLines = (freezes) => groupFreezes(freezes).map(({ where, frozen }) => `frozen: ${where} ${frozen}`);
function groupFreezes(freezes) {
	const groups = /* @__PURE__ */ new Map();
	for (const { product, environment, frozen } of freezes) {
		const group = groups.get(`${environment} ${frozen}`) ?? {
			environment,
			frozen,
			products: []
		};
		group.products.push(product);
		groups.set(`${environment} ${frozen}`, group);
	}
	return [...groups.values()].map(({ environment, frozen, products }) => {
		return {
			where: `${environment} of ${products.length > 3 ? `${products.length} products` : products.join(", ")}`,
			frozen
		};
	});
}
const problemLines = ({ problems }) => problems.flatMap(({ message, hint }) => [`warning: ${message}`, ...hint === void 0 ? [] : [`  ${hint}`]]);

// src/domain/status/sections.ts
function statusSections(status, options) {
	const { environments, rows, freezes, proposals } = status;
	const header = [
		"Product",
		"Image",
		...environments.map(prose)
	];
	const lines = rows.map((line) => {
		const cells = environments.map((environment) => cell(line, environment, options));
		return row([
			prose(line.product),
			code(line.image),
			...cells
		]);
	});
	return [
		{
			lead: [
				"### Products and environments",
				"",
				row(header),
				row(header.map(() => "---"))
			],
			rows: lines.length > 0 ? lines : [row(["nothing is listed", ...header.slice(1).map(() => "")])],
			tail: legendOf(status)
		},
		...list("Held", heldOf(rows)),
		...list("Frozen", groupFreezes(freezes).map(({ where, frozen }) => prose(`${where} ${frozen}`))),
		...list("Open promotions", proposals.map(({ number, branch }) => {
			const { server, repository } = options;
			const url = repository === void 0 ? void 0 : address(server, [
				repository,
				"pull",
				String(number)
			]);
			return `${link(prose(`#${number}`), url)} ${code(branch)}`;
		}))
	];
}
const legendOf = (status) => {
	const used = usedMarks(status).map((mark) => `${signed(mark)}: ${meanings[mark].text}`);
	return used.length === 0 ? [] : ["", used.join("<br>")];
};
const signed = (mark) => `${meanings[mark].sign} ${meanings[mark].word}`;
const list = (title, items) => items.length === 0 ? [] : [{
	lead: [`### ${title}`, ""],
	rows: items.map((item) => `- ${item}`)
}];
const heldOf = (rows) => rows.flatMap(({ product, runs }) => [...runs.values()].flat().flatMap(({ environment, held }) => held.map((reference) => `${code(reference)} in ${prose(environment)} of ${prose(product)}`)));
const cell = (line, environment, options) => {
	const all = line.runs.get(environment) ?? [];
	const marks = marksOf(line, environment).map(signed);
	return [...all.map((running) => told(running, options)), ...marks].join("<br>");
};
const told = (running, { server, repository, branch, now }) => {
	const { reference, path, line, set } = running;
	const file = repository === void 0 ? void 0 : address(server, [
		repository,
		"blob",
		branch,
		path
	]);
	const since = age(set?.at, now);
	const commit = set && repository !== void 0 ? address(server, [
		repository,
		"commit",
		set.commit
	]) : void 0;
	return [
		link(code(version(reference)), file === void 0 ? void 0 : `${file}#L${line}`),
		since === "" ? "" : link(since === "now" ? "just now" : `${since} ago`, commit),
		builtFrom(running, server)
	].filter((part) => part !== "").join(" ");
};
const builtFrom = (running, server) => {
	const { repository, sha } = running.set?.source ?? {};
	const short = sourceCommit(running) ?? sha?.slice(0, 7);
	if (short === void 0 || sha === void 0) return "";
	return `from ${link(code(short), repository === void 0 ? void 0 : address(server, [
		repository,
		"commit",
		sha
	]))}`;
};

// src/commands/conclude.ts
function concludePromotion(promoted, known) {
	const { configuration, files, notices, environments, ...facts } = promoted;
	const { command, promotion, repository, dryRun } = known;
	return {
		result: {
			...facts,
			command,
			dryRun,
			repository,
			environments: dryRun ? environments.map(untouched) : environments,
			notices: [...known.notices, ...notices],
			reason: promotion?.reason,
			source: promotion?.source
		},
		files,
		access: configuration === "absent" && promotion?.trigger === "automatic" ? "unrestricted" : void 0
	};
}
const untouched = (environment) => [
	"promoted",
	"proposed",
	"armed"
].includes(environment.outcome) ? {
	...environment,
	outcome: "unchanged"
} : environment;
function concludeStatus({ branch, status }, known, { server, now, width }) {
	const { repository, notices } = known;
	return {
		result: {
			command: "status",
			outcome: "reported",
			repository,
			branch,
			status,
			notices: [...notices, ...status.problems]
		},
		files: [],
		sections: statusSections(status, {
			server,
			repository,
			branch,
			now
		}),
		lines: statusLines(status, {
			width,
			now
		})
	};
}
function concludeCheck(checked, known) {
	const { outcome, built, missing, digest, images, violations, notices } = checked;
	return {
		result: {
			command: "check",
			outcome,
			built,
			missing,
			digest,
			images: images.map(({ reference, verdict }) => ({
				image: printReference(reference),
				verdict: verdict.verdict,
				digest: verdict.verdict === "present" ? verdict.digest : void 0
			})),
			violations,
			notices: [...known.notices, ...notices]
		},
		files: []
	};
}
function concludeRetag({ outcome, digest, tags, violations }, known) {
	const images = tags.map((tag) => ({
		image: printReference(tag.reference),
		verdict: tag.outcome,
		digest: tag.digest
	}));
	return {
		result: {
			command: "retag",
			dryRun: known.dryRun,
			outcome,
			digest,
			images,
			violations,
			notices: known.notices
		},
		files: []
	};
}
function concludeDispatch(dispatched, known) {
	const { outcome, request, run, violations, notices } = dispatched;
	const { dryRun, repository, promotion } = known;
	return {
		result: {
			command: "dispatch",
			dryRun,
			outcome: dryRun ? "unchanged" : outcome,
			violations,
			notices: [...known.notices, ...notices],
			repository,
			source: promotion?.source
		},
		files: [],
		sections: dispatchSections({
			request,
			run
		})
	};
}
function concludeFailure(error, known) {
	const violations = violationsOf(error);
	const { command, promotion, repository, branch, dryRun, notices } = known;
	const outcome = dispositionOf(violations) === "refused" ? "refused" : "failed";
	return {
		result: {
			command,
			dryRun,
			environments: (promotion?.products ?? []).flatMap((product) => (promotion?.environments ?? []).map((name) => ({
				product,
				name,
				delivery: "commit",
				outcome,
				changes: [],
				superseded: []
			}))),
			violations,
			notices,
			repository,
			branch,
			reason: promotion?.reason,
			source: promotion?.source
		},
		files: []
	};
}

// src/commands/start.ts
function startCommand(job) {
	return starters[job.inputs.command](job);
}
const startPromotion = async (job) => {
	const request = await job.read();
	return concludePromotion(await promote(askedOf(job, request), worldOf(job)), job.known);
};
const startRollback = async (job) => {
	const request = await job.read();
	const { rollback } = await import("./rollback.js");
	return concludePromotion(await rollback({
		...askedOf(job, request),
		to: request.to
	}, worldOf(job)), job.known);
};
const askedOf = ({ inputs, asking, doors }, { promotion, settings, dryRun }) => ({
	...asking,
	promotion,
	settings,
	config: inputs.config,
	mode: dryRun ? "dry-run" : "deliver",
	id: doors.id,
	run: promotion.source === void 0 ? void 0 : runTrailer(doors.server, promotion.source),
	start: doors.start
});
const worldOf = ({ doors }) => ({
	...doors,
	host: doors.host()
});
const startStatus = async (job) => {
	const { status } = await import("./status.js");
	const { product: products, environments, config } = job.inputs;
	const { server, clock, width } = job.doors;
	const reported = await status({
		products,
		environments,
		config
	}, worldOf(job));
	return concludeStatus(reported, job.known, {
		server,
		width,
		now: clock.now()
	});
};
const startCheck = async ({ inputs, read, doors, known }) => {
	const { check } = await import("./check.js");
	const { images } = (await read()).promotion;
	const onUnknown = inputs["on-unknown"] ?? "fail";
	return concludeCheck(await check({
		images,
		onUnknown,
		registry: await doors.registry(),
		log: doors.log
	}), known);
};
const startRetag = async ({ read, doors, known }) => {
	const { retag } = await import("./retag.js");
	const { promotion, tags, dryRun } = await read();
	const registry = await doors.registry();
	return concludeRetag(await retag({
		images: promotion.images,
		tags,
		dryRun,
		registry,
		log: doors.log
	}), known);
};
const startDispatch = async ({ inputs, read, doors, known }) => {
	const { dispatch } = await import("./dispatch2.js");
	const { promotion, dryRun } = await read();
	const { workflow, wait, repository = "" } = inputs;
	const { dispatches, prover, server, clock, log } = doors;
	const asked = {
		promotion,
		repository,
		workflow,
		eventType: inputs["event-type"],
		wait,
		dryRun
	};
	const means = {
		dispatches: await dispatches(),
		prover: await prover()
	};
	return concludeDispatch(await dispatch({
		...asked,
		...means,
		server,
		clock,
		log
	}), known);
};
const starters = {
	promote: startPromotion,
	check: startCheck,
	retag: startRetag,
	dispatch: startDispatch,
	rollback: startRollback,
	status: startStatus
};

// src/domain/request/event.ts
function readRun(environment) {
	const text = (name) => environment[name] || void 0;
	const number = (name) => {
		const value = Number(text(name));
		return Number.isSafeInteger(value) ? value : void 0;
	};
	return {
		repository: text("GITHUB_REPOSITORY"),
		ref: text("GITHUB_REF"),
		sha: text("GITHUB_SHA"),
		workflowRef: text("GITHUB_WORKFLOW_REF"),
		runId: number("GITHUB_RUN_ID"),
		runNumber: number("GITHUB_RUN_NUMBER"),
		runAttempt: number("GITHUB_RUN_ATTEMPT"),
		actor: text("GITHUB_ACTOR"),
		triggeringActor: text("GITHUB_TRIGGERING_ACTOR"),
		serverUrl: text("GITHUB_SERVER_URL"),
		apiUrl: text("GITHUB_API_URL"),
		graphqlUrl: text("GITHUB_GRAPHQL_URL")
	};
}
function triggerOf(event) {
	if (event.name === "repository_dispatch" || payloadOf(event) !== void 0) return "automatic";
	return event.name === "workflow_dispatch" || event.name === "command-line" ? "by-hand" : "direct";
}
function payloadOf({ name, payload }) {
	if (name === "workflow_dispatch") return dig(payload, "inputs", "payload");
	return name === "repository_dispatch" || name === "command-line" ? dig(payload, "client_payload") : void 0;
}
function revisionOf({ event, run }) {
	if (event.name === "push") return ofPush({
		event,
		run
	});
	if (event.name === "release") return ofTag(dig(event.payload, "release", "tag_name"));
	if (event.name === "workflow_run") return ofWorkflowRun({
		event,
		run
	});
	if (event.name.startsWith("pull_request")) return ofPullRequest(event);
	return ofRun(run);
}
const ofPush = ({ event, run }) => {
	if (dig(event.payload, "deleted") === true) return none("The push deletes a branch or tag, and so has no commit.", "Leave out runs of deletions by an if:.");
	const head = dig(event.payload, "head_commit", "id");
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
	const head = dig(event.payload, "workflow_run", "head_repository", "full_name");
	const here = run.repository ?? dig(event.payload, "repository", "full_name");
	if (typeof head !== "string" || typeof here !== "string" || head.toLowerCase() !== here.toLowerCase()) return none(`The workflow run is of ${typeof head === "string" ? quote(head) : "a repository that is gone"}, not of this repository.`, "Promote only what this repository has built: leave out runs of forks by an if:.");
	return ofCommit(dig(event.payload, "workflow_run", "head_sha"), "The head commit of the workflow run");
};
const ofPullRequest = ({ name, payload }) => {
	if (!(dig(payload, "action") === "closed" && dig(payload, "pull_request", "merged") === true)) return none(`The event ${quote(name)} is not of a pull request that was merged, and so has no commit of its own.`, "Run it on push, or on a pull request that is closed and merged, or name the tag.");
	return ofCommit(dig(payload, "pull_request", "merge_commit_sha"), "The merge commit of the pull request");
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
function refOf({ event, run }) {
	if (event.name === "release") return prefixed("refs/tags/", dig(event.payload, "release", "tag_name"));
	if (event.name === "workflow_run") return prefixed("refs/heads/", dig(event.payload, "workflow_run", "head_branch"));
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
	if (name === "release" && dig(payload, "action") === "published") {
		const tag = dig(payload, "release", "tag_name");
		return dig(payload, "release", "prerelease") === true || isPreRelease(tag) ? ["stg"] : ["stg", "prod"];
	}
	const pushed = name === "push" && run.ref !== void 0 ? shortName(run.ref) : void 0;
	if (pushed === void 0 || dig(payload, "deleted") === true) return [];
	if (pushed.kind === "tag") return isPreRelease(pushed.name) ? ["stg"] : ["stg", "prod"];
	return pushed.name === dig(payload, "repository", "default_branch") ? ["dev"] : [];
}
const isPreRelease = (tag) => typeof tag === "string" && /(?:^|[^0-9.])\d+\.\d+\.\d+-[0-9A-Za-z.-]+(?:\+[0-9A-Za-z.-]+)?$/.test(tag);

// src/domain/request/tags.ts
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

// src/domain/request/kinds.ts
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
	return fail("tag-invalid", `The image ${quote(entry)} has a placeholder in its tag.`, "Name the image alone, and give the placeholder as `tag`.");
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

// src/domain/request/table.ts
const commands = [
	"promote",
	"check",
	"retag",
	"dispatch",
	"rollback",
	"status"
];
const localCommands = [
	"promote",
	"rollback",
	"status",
	"check",
	"retag"
];
const define = (definition) => definition;
const writers = ["promote", "rollback"];
const readers = [
	"promote",
	"rollback",
	"status"
];
const action = ["action"];
const configuration = "the configuration";
const event = "the event";
const inputTable = {
	command: define({
		commands,
		kind: choice(...commands),
		description: "What to do: promote, check, retag, dispatch, rollback or status.",
		fallback: "`promote`",
		edges: action
	}),
	token: define({
		commands: [
			"promote",
			"dispatch",
			"rollback",
			"status"
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
			"status"
		],
		kind: textOf(fullName),
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
		fallback: "`.github/promotion.yml`, which may be absent"
	}),
	product: define({
		commands: [
			"promote",
			"dispatch",
			"rollback",
			"status"
		],
		kind: listOf(checkProduct),
		description: "The product, or a list of them: each image goes to the products whose files list it.",
		fallback: event
	}),
	environments: define({
		commands: [
			"promote",
			"dispatch",
			"rollback",
			"status"
		],
		kind: listOf(checkEnvironment),
		description: "List of environments.",
		fallback: `${event}; dispatch: dev on a push to the default branch, stg and prod on a tag or release`
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
		description: "By hand: the environment whose present images are promoted, all listed ones or those of `images`.",
		fallback: "none"
	}),
	delivery: define({
		commands: writers,
		kind: choice("commit", "pull-request", "auto-merge", "merge"),
		description: "How the change is delivered: commit, pull-request, auto-merge or merge.",
		fallback: `${configuration}, else \`commit\``
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
		kind: listWritten(login),
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
		description: "By hand: freeze passes a freeze window; needs `reason`.",
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
	})
};
const inputNames = Object.keys(inputTable);
function shownInput(name, edge) {
	return edge === "cli" ? `--${name}` : `\`${name}\``;
}

// src/domain/request/conflicts.ts
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
		message: "{delivery} is not commit, and a checkout has no pull requests.",
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

// src/domain/request/inputs.ts
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

// src/domain/request/byhand.ts
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
const findInputs = ({ payload }, spellings) => spellings.map((spelling) => dig(payload, "inputs", spelling)).filter((value) => typeof value === "string" || typeof value === "boolean" || typeof value === "number").map(String).filter(isSet);
const warnUnused = (name, command) => {
	if (command !== "promote" && command !== "rollback") return [];
	return [{
		message: `The workflow's input \`${name}\` is filled in, and the command ${command} does not use it.`,
		hint: "Leave it empty."
	}];
};
const failSpeltTwice = (spellings) => fail("inputs-conflict", `The workflow's inputs ${spellings.map((spelling) => `\`${spelling}\``).join(" and ")} are both filled in.`, "Fill in one of them.");

// src/domain/request/wish.ts
function mergeWish(asked, payload) {
	const { inputs } = asked;
	const images = inputs.images ?? payload.images;
	const open = inputs.from === void 0 && (images.length === 0 || images.some(isUnpinned));
	return {
		products: inputs.product ?? payload.products,
		environments: inputs.environments ?? (inputs.command === "dispatch" ? defaultEnvironments(asked) : payload.environments),
		images,
		tag: open ? tagOf(inputs, payload) : void 0,
		digest: open && inputs.tag === void 0 ? payload.digest : void 0,
		tags: inputs.tags ?? []
	};
}
const tagOf = ({ command, tag }, payload) => {
	if (tag !== void 0) return tag;
	if (payload.tag !== void 0) return literalTemplate(payload.tag);
	return command === "check" || command === "dispatch" ? parseTemplate("{sha}") : void 0;
};
function checkWish({ asked, payload, wish, revision, ref }) {
	const { attempt, finish } = gather();
	attempt(() => checkByHand(asked, "from"));
	attempt(() => checkByHand(asked, "override"));
	attempt(() => checkPlaces(asked, wish));
	attempt(() => checkNamed(asked, wish));
	attempt(() => checkRollback(asked, payload));
	const templates = [...wish.tag === void 0 ? [] : [wish.tag], ...wish.tags];
	if (revision.kind === "none" && templates.some(needsCommit)) attempt(() => {
		throw new PromotionError([revision.violation]);
	});
	const [tag] = templates.map((template) => attempt(() => expandTemplate(template, {
		sha: anyCommit,
		ref
	})));
	if (wish.tag === void 0 || tag !== void 0 && !needsCommit(wish.tag)) attempt(() => settleImages(wish.images, {
		tag: wish.tag && tag,
		digest: wish.digest
	}));
	finish();
}
const anyCommit = "a".repeat(40);
const checkByHand = (asked, name) => {
	if (asked.inputs[name] === void 0 || triggerOf(asked.event) === "by-hand") return;
	const shown = shownInput(name, edgeOf(asked));
	fail("inputs-conflict", `${shown} is for promotions by hand, and this one was started by ${startedBy(asked)}.`, `Leave out ${shown}, or start the promotion by hand.`);
};
const startedBy = ({ event }) => event.name === "command-line" ? "a payload" : `the event ${quote(event.name)}`;
const checkPlaces = (asked, wish) => {
	const { attempt, finish } = gather();
	if (![
		"promote",
		"dispatch",
		"rollback"
	].includes(asked.inputs.command)) return;
	if (wish.products.length === 0) attempt(() => fail("product-missing", "The request names no product.", wayIn(asked, "product")));
	if (wish.environments.length === 0) attempt(() => fail("environment-missing", "The request names no environment.", wayIn(asked, "environments")));
	finish();
};
const checkNamed = (asked, { images, tag, digest }) => {
	const { inputs } = asked;
	if (inputs.from !== void 0 || inputs.command === "rollback") return;
	if (tag !== void 0 || digest !== void 0) return;
	checkPinned(images, `Give the image a tag or digest. ${wayIn(asked, "tag")}`);
	if (images.length === 0) fail("image-missing", "The request names no image and no tag.", wayIn(asked, "images"));
};
const checkRollback = ({ inputs }, { images, tag, digest }) => {
	if (inputs.command !== "rollback") return;
	if (tag === void 0 && digest === void 0 && images.every(isUnpinned)) return;
	fail("payload-invalid", "The payload names tags or digests, and rollback finds what to go back to by itself.", "Name the images alone, and set the input `to` on the step if it must be a certain tag.");
};
const wayIn = (asked, name) => {
	const { event } = asked;
	const edge = edgeOf(asked);
	const give = edge === "cli" ? `give ${shownInput(name, edge)}` : `set the input ${shownInput(name, edge)} on the step`;
	if ((asked.inputs.command === "promote" || asked.inputs.command === "rollback") && (event.name === "repository_dispatch" || payloadOf(event) !== void 0)) return `Add \`${name}\` to the payload, or ${give}.`;
	if (event.name === "workflow_dispatch") return `Fill in the workflow's input \`${name}\`, or ${give}.`;
	return `${give.charAt(0).toUpperCase()}${give.slice(1)}.`;
};
const edgeOf = ({ event }) => event.name === "command-line" ? "cli" : "action";

// src/domain/request/trigger.ts
const nothing = {
	products: [],
	environments: [],
	images: [],
	warnings: []
};
function readRequest(asked, tell = () => void 0) {
	const { inputs, event } = asked;
	const trigger = triggerOf(event);
	const payload = (inputs.command === "promote" || inputs.command === "rollback") && trigger === "automatic" ? readPayload(payloadOf(event)) : nothing;
	tell(payload.warnings);
	const wish = mergeWish(asked, payload);
	const revision = revisionOf(asked);
	const ref = refOf(asked);
	checkWish({
		asked,
		payload,
		wish,
		revision,
		ref
	});
	const { tag, tags, ...named } = wish;
	return {
		request: {
			promotion: {
				trigger,
				...named,
				from: inputs.from,
				override: inputs.override,
				reason: inputs.reason,
				source: isOwn(asked) ? sourceOf(asked) : payload.source,
				proof: payload.proof
			},
			tags: [],
			settings: settingsOf(inputs),
			dryRun: inputs["dry-run"] ?? false,
			to: inputs.to,
			warnings: payload.warnings
		},
		question: questionOf(asked, {
			revision,
			needed: [...tags, ...tag === void 0 ? [] : [tag]].some(needsCommit)
		}),
		open: {
			tag,
			tags,
			placeholders: {
				sha: revision.kind === "commit" ? revision.sha : void 0,
				ref
			}
		}
	};
}
const isOwn = ({ inputs, event, run }) => {
	if (inputs.command === "dispatch") return true;
	if (inputs.command !== "promote") return false;
	const trigger = triggerOf(event);
	if (trigger !== "by-hand") return trigger === "direct";
	return inputs.repository !== void 0 && inputs.repository.toLowerCase() !== run.repository?.toLowerCase();
};
const questionOf = (asked, { revision, needed }) => {
	const { repository } = asked.run;
	if (repository === void 0 || revision.kind === "none") return void 0;
	if (revision.kind === "ref" && (needed || isOwn(asked))) return {
		repository,
		revision: revision.ref,
		required: needed
	};
	if (revision.kind === "commit" && isOwn(asked)) return {
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
			images: settleImages(images, {
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

export { unifiedDiff as C, shownDiff as S, systemClock as T, otherNotices as _, inputsOf as a, verdictWord as b, inputTable as c, payloadOf as d, readRun as f, headlineOf as g, renderText as h, readInputs as i, localCommands as l, concludeFailure as m, withCommit as n, parseInputs as o, startCommand as p, commandOf as r, inputNames as s, readRequest as t, boolean as u, outcomeWord as v, inertLines as w, diffLines as x, reasonFor as y };