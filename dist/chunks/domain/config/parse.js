import { Cn as PromotionError, Yt as checkRepository, bn as quote, dn as actor$1, fn as isLoopback, gn as reviewer, hn as relativePath, mn as login$1, pn as label$1, vn as listed, yn as nearest } from "../../common.js";
import { Ct as keysOf, Dt as scopesOf, Et as readTree, It as globProblem, Lt as isGlob, Ot as treeAt, Tt as plain, wt as lineAt } from "../../promotion.js";

// node_modules/valibot/dist/index.mjs
let store$4;
const DEFAULT_CONFIG = {
	lang: void 0,
	message: void 0,
	abortEarly: void 0,
	abortPipeEarly: void 0
};
/* @__NO_SIDE_EFFECTS__ */
function getGlobalConfig(config$1) {
	if (!config$1 && !store$4) return DEFAULT_CONFIG;
	return {
		lang: config$1?.lang ?? store$4?.lang,
		message: config$1?.message,
		abortEarly: config$1?.abortEarly ?? store$4?.abortEarly,
		abortPipeEarly: config$1?.abortPipeEarly ?? store$4?.abortPipeEarly
	};
}
let store$3;
/* @__NO_SIDE_EFFECTS__ */
function getGlobalMessage(lang) {
	return store$3?.get(lang);
}
let store$2;
/* @__NO_SIDE_EFFECTS__ */
function getSchemaMessage(lang) {
	return store$2?.get(lang);
}
let store$1;
/* @__NO_SIDE_EFFECTS__ */
function getSpecificMessage(reference, lang) {
	return store$1?.get(reference)?.get(lang);
}
/* @__NO_SIDE_EFFECTS__ */
function _stringify(input) {
	const type = typeof input;
	if (type === "string") return `"${input}"`;
	if (type === "number" || type === "bigint" || type === "boolean") return `${input}`;
	if (type === "object" || type === "function") return (input && Object.getPrototypeOf(input)?.constructor?.name) ?? "null";
	return type;
}
function _addIssue(context, label, dataset, config$1, other) {
	const input = other && "input" in other ? other.input : dataset.value;
	const expected = other?.expected ?? context.expects ?? null;
	const received = other?.received ?? /* @__PURE__ */ _stringify(input);
	const issue = {
		kind: context.kind,
		type: context.type,
		input,
		expected,
		received,
		message: `Invalid ${label}: ${expected ? `Expected ${expected} but r` : "R"}eceived ${received}`,
		requirement: context.requirement,
		path: other?.path,
		issues: other?.issues,
		lang: config$1.lang,
		abortEarly: config$1.abortEarly,
		abortPipeEarly: config$1.abortPipeEarly
	};
	const isSchema = context.kind === "schema";
	const message$1 = other?.message ?? context.message ?? /* @__PURE__ */ getSpecificMessage(context.reference, issue.lang) ?? (isSchema ? /* @__PURE__ */ getSchemaMessage(issue.lang) : null) ?? config$1.message ?? /* @__PURE__ */ getGlobalMessage(issue.lang);
	if (message$1 !== void 0) issue.message = typeof message$1 === "function" ? message$1(issue) : message$1;
	if (isSchema) dataset.typed = false;
	if (dataset.issues) dataset.issues.push(issue);
	else dataset.issues = [issue];
}
/* @__NO_SIDE_EFFECTS__ */
function _isSameValueZero(value1, value2) {
	return value1 === value2 || Number.isNaN(value1) && Number.isNaN(value2);
}
/* @__NO_SIDE_EFFECTS__ */
function _isValidObjectKey(object$1, key) {
	return Object.prototype.hasOwnProperty.call(object$1, key) && key !== "__proto__" && key !== "prototype" && key !== "constructor";
}
/* @__NO_SIDE_EFFECTS__ */
function _joinExpects(values$1, separator) {
	const list = [...new Set(values$1)];
	if (list.length > 1) return `(${list.join(` ${separator} `)})`;
	return list[0] ?? "never";
}
function _standardSchema(schema) {
	schema["~standard"] = {
		version: 1,
		vendor: "valibot",
		validate: (value$1) => schema["~run"]({ value: value$1 }, /* @__PURE__ */ getGlobalConfig())
	};
	return schema;
}
/* @__NO_SIDE_EFFECTS__ */
function check(requirement, message$1) {
	return {
		kind: "validation",
		type: "check",
		reference: check,
		async: false,
		expects: null,
		requirement,
		message: message$1,
		"~run"(dataset, config$1) {
			if (dataset.typed && !this.requirement(dataset.value)) _addIssue(this, "input", dataset, config$1);
			return dataset;
		}
	};
}
/* @__NO_SIDE_EFFECTS__ */
function description(description_) {
	return {
		kind: "metadata",
		type: "description",
		reference: description,
		description: description_
	};
}
/* @__NO_SIDE_EFFECTS__ */
function minEntries(requirement, message$1) {
	return {
		kind: "validation",
		type: "min_entries",
		reference: minEntries,
		async: false,
		expects: `>=${requirement}`,
		requirement,
		message: message$1,
		"~run"(dataset, config$1) {
			if (!dataset.typed) return dataset;
			const count = Object.keys(dataset.value).length;
			if (dataset.typed && count < this.requirement) _addIssue(this, "entries", dataset, config$1, { received: `${count}` });
			return dataset;
		}
	};
}
/* @__NO_SIDE_EFFECTS__ */
function minLength(requirement, message$1) {
	return {
		kind: "validation",
		type: "min_length",
		reference: minLength,
		async: false,
		expects: `>=${requirement}`,
		requirement,
		message: message$1,
		"~run"(dataset, config$1) {
			if (dataset.typed && dataset.value.length < this.requirement) _addIssue(this, "length", dataset, config$1, { received: `${dataset.value.length}` });
			return dataset;
		}
	};
}
/* @__NO_SIDE_EFFECTS__ */
function regex(requirement, message$1) {
	return {
		kind: "validation",
		type: "regex",
		reference: regex,
		async: false,
		expects: `${requirement}`,
		requirement,
		message: message$1,
		"~run"(dataset, config$1) {
			if (dataset.typed && !this.requirement.test(dataset.value)) _addIssue(this, "format", dataset, config$1);
			return dataset;
		}
	};
}
/* @__NO_SIDE_EFFECTS__ */
function title(title_) {
	return {
		kind: "metadata",
		type: "title",
		reference: title,
		title: title_
	};
}
const ABORT_EARLY_CONFIG = { abortEarly: true };
/* @__NO_SIDE_EFFECTS__ */
function getFallback(schema, dataset, config$1) {
	return typeof schema.fallback === "function" ? schema.fallback(dataset, config$1) : schema.fallback;
}
/* @__NO_SIDE_EFFECTS__ */
function forward(action, path) {
	return {
		...action,
		"~run"(dataset, config$1) {
			const prevIssues = dataset.issues && [...dataset.issues];
			dataset = action["~run"](dataset, config$1);
			if (dataset.issues) {
				for (const issue of dataset.issues) if (!prevIssues?.includes(issue)) {
					let pathInput = dataset.value;
					for (const key of path) {
						const pathValue = pathInput[key];
						const pathItem = {
							type: "unknown",
							origin: "value",
							input: pathInput,
							key,
							value: pathValue
						};
						if (issue.path) issue.path.push(pathItem);
						else issue.path = [pathItem];
						if (!pathValue) break;
						pathInput = pathValue;
					}
				}
			}
			return dataset;
		}
	};
}
/* @__NO_SIDE_EFFECTS__ */
function getDefault(schema, dataset, config$1) {
	return typeof schema.default === "function" ? schema.default(dataset, config$1) : schema.default;
}
/* @__NO_SIDE_EFFECTS__ */
function is(schema, input) {
	return !schema["~run"]({ value: input }, ABORT_EARLY_CONFIG).issues;
}
/* @__NO_SIDE_EFFECTS__ */
function array(item, message$1) {
	return _standardSchema({
		kind: "schema",
		type: "array",
		reference: array,
		expects: "Array",
		async: false,
		item,
		message: message$1,
		"~run"(dataset, config$1) {
			const input = dataset.value;
			if (Array.isArray(input)) {
				dataset.typed = true;
				dataset.value = [];
				for (let key = 0; key < input.length; key++) {
					const value$1 = input[key];
					const itemDataset = this.item["~run"]({ value: value$1 }, config$1);
					if (itemDataset.issues) {
						const pathItem = {
							type: "array",
							origin: "value",
							input,
							key,
							value: value$1
						};
						for (const issue of itemDataset.issues) {
							if (issue.path) issue.path.unshift(pathItem);
							else issue.path = [pathItem];
							dataset.issues?.push(issue);
						}
						if (!dataset.issues) dataset.issues = itemDataset.issues;
						if (config$1.abortEarly) {
							dataset.typed = false;
							break;
						}
					}
					if (!itemDataset.typed) dataset.typed = false;
					dataset.value.push(itemDataset.value);
				}
			} else _addIssue(this, "type", dataset, config$1);
			return dataset;
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function boolean(message$1) {
	return _standardSchema({
		kind: "schema",
		type: "boolean",
		reference: boolean,
		expects: "boolean",
		async: false,
		message: message$1,
		"~run"(dataset, config$1) {
			if (typeof dataset.value === "boolean") dataset.typed = true;
			else _addIssue(this, "type", dataset, config$1);
			return dataset;
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function literal(literal_, message$1) {
	return _standardSchema({
		kind: "schema",
		type: "literal",
		reference: literal,
		expects: /* @__PURE__ */ _stringify(literal_),
		async: false,
		literal: literal_,
		message: message$1,
		"~run"(dataset, config$1) {
			if (/* @__PURE__ */ _isSameValueZero(dataset.value, this.literal)) dataset.typed = true;
			else _addIssue(this, "type", dataset, config$1);
			return dataset;
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function nullable(wrapped, default_) {
	return _standardSchema({
		kind: "schema",
		type: "nullable",
		reference: nullable,
		expects: `(${wrapped.expects} | null)`,
		async: false,
		wrapped,
		default: default_,
		"~run"(dataset, config$1) {
			if (dataset.value === null) {
				if (this.default !== void 0) dataset.value = /* @__PURE__ */ getDefault(this, dataset, config$1);
				if (dataset.value === null) {
					dataset.typed = true;
					return dataset;
				}
			}
			return this.wrapped["~run"](dataset, config$1);
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function number(message$1) {
	return _standardSchema({
		kind: "schema",
		type: "number",
		reference: number,
		expects: "number",
		async: false,
		message: message$1,
		"~run"(dataset, config$1) {
			if (typeof dataset.value === "number" && !isNaN(dataset.value)) dataset.typed = true;
			else _addIssue(this, "type", dataset, config$1);
			return dataset;
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function optional(wrapped, default_) {
	return _standardSchema({
		kind: "schema",
		type: "optional",
		reference: optional,
		expects: `(${wrapped.expects} | undefined)`,
		async: false,
		wrapped,
		default: default_,
		"~run"(dataset, config$1) {
			if (dataset.value === void 0) {
				if (this.default !== void 0) dataset.value = /* @__PURE__ */ getDefault(this, dataset, config$1);
				if (dataset.value === void 0) {
					dataset.typed = true;
					return dataset;
				}
			}
			return this.wrapped["~run"](dataset, config$1);
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function picklist(options, message$1) {
	return _standardSchema({
		kind: "schema",
		type: "picklist",
		reference: picklist,
		expects: /* @__PURE__ */ _joinExpects(options.map(_stringify), "|"),
		async: false,
		options,
		message: message$1,
		"~run"(dataset, config$1) {
			if (this.options.includes(dataset.value)) dataset.typed = true;
			else _addIssue(this, "type", dataset, config$1);
			return dataset;
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function record(key, value$1, message$1) {
	return _standardSchema({
		kind: "schema",
		type: "record",
		reference: record,
		expects: "Object",
		async: false,
		key,
		value: value$1,
		message: message$1,
		"~run"(dataset, config$1) {
			const input = dataset.value;
			if (input && typeof input === "object") {
				dataset.typed = true;
				dataset.value = {};
				for (const entryKey in input) if (/* @__PURE__ */ _isValidObjectKey(input, entryKey)) {
					const entryValue = input[entryKey];
					const keyDataset = this.key["~run"]({ value: entryKey }, config$1);
					if (keyDataset.issues) {
						const pathItem = {
							type: "object",
							origin: "key",
							input,
							key: entryKey,
							value: entryValue
						};
						for (const issue of keyDataset.issues) {
							issue.path = [pathItem];
							dataset.issues?.push(issue);
						}
						if (!dataset.issues) dataset.issues = keyDataset.issues;
						if (config$1.abortEarly) {
							dataset.typed = false;
							break;
						}
					}
					const valueDataset = this.value["~run"]({ value: entryValue }, config$1);
					if (valueDataset.issues) {
						const pathItem = {
							type: "object",
							origin: "value",
							input,
							key: entryKey,
							value: entryValue
						};
						for (const issue of valueDataset.issues) {
							if (issue.path) issue.path.unshift(pathItem);
							else issue.path = [pathItem];
							dataset.issues?.push(issue);
						}
						if (!dataset.issues) dataset.issues = valueDataset.issues;
						if (config$1.abortEarly) {
							dataset.typed = false;
							break;
						}
					}
					if (!keyDataset.typed || !valueDataset.typed) dataset.typed = false;
					if (keyDataset.typed) dataset.value[keyDataset.value] = valueDataset.value;
				}
			} else _addIssue(this, "type", dataset, config$1);
			return dataset;
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function strictObject(entries$1, message$1) {
	return _standardSchema({
		kind: "schema",
		type: "strict_object",
		reference: strictObject,
		expects: "Object",
		async: false,
		entries: entries$1,
		message: message$1,
		"~run"(dataset, config$1) {
			const input = dataset.value;
			if (input && typeof input === "object") {
				dataset.typed = true;
				dataset.value = {};
				for (const key in this.entries) {
					const valueSchema = this.entries[key];
					if (key in input || (valueSchema.type === "exact_optional" || valueSchema.type === "optional" || valueSchema.type === "nullish") && valueSchema.default !== void 0) {
						const value$1 = key in input ? input[key] : /* @__PURE__ */ getDefault(valueSchema);
						const valueDataset = valueSchema["~run"]({ value: value$1 }, config$1);
						if (valueDataset.issues) {
							const pathItem = {
								type: "object",
								origin: "value",
								input,
								key,
								value: value$1
							};
							for (const issue of valueDataset.issues) {
								if (issue.path) issue.path.unshift(pathItem);
								else issue.path = [pathItem];
								dataset.issues?.push(issue);
							}
							if (!dataset.issues) dataset.issues = valueDataset.issues;
							if (config$1.abortEarly) {
								dataset.typed = false;
								break;
							}
						}
						if (!valueDataset.typed) dataset.typed = false;
						dataset.value[key] = valueDataset.value;
					} else if (valueSchema.fallback !== void 0) dataset.value[key] = /* @__PURE__ */ getFallback(valueSchema);
					else if (valueSchema.type !== "exact_optional" && valueSchema.type !== "optional" && valueSchema.type !== "nullish") {
						_addIssue(this, "key", dataset, config$1, {
							input: void 0,
							expected: `"${key}"`,
							path: [{
								type: "object",
								origin: "key",
								input,
								key,
								value: input[key]
							}]
						});
						if (config$1.abortEarly) break;
					}
				}
				if (!dataset.issues || !config$1.abortEarly) {
					for (const key in input) if (!Object.prototype.hasOwnProperty.call(this.entries, key)) {
						_addIssue(this, "key", dataset, config$1, {
							input: key,
							expected: "never",
							path: [{
								type: "object",
								origin: "key",
								input,
								key,
								value: input[key]
							}]
						});
						break;
					}
				}
			} else _addIssue(this, "type", dataset, config$1);
			return dataset;
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function string(message$1) {
	return _standardSchema({
		kind: "schema",
		type: "string",
		reference: string,
		expects: "string",
		async: false,
		message: message$1,
		"~run"(dataset, config$1) {
			if (typeof dataset.value === "string") dataset.typed = true;
			else _addIssue(this, "type", dataset, config$1);
			return dataset;
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function _subIssues(datasets) {
	let issues;
	if (datasets) for (const dataset of datasets) if (issues) for (const issue of dataset.issues) issues.push(issue);
	else issues = dataset.issues;
	return issues;
}
/* @__NO_SIDE_EFFECTS__ */
function union(options, message$1) {
	return _standardSchema({
		kind: "schema",
		type: "union",
		reference: union,
		expects: /* @__PURE__ */ _joinExpects(options.map((option) => option.expects), "|"),
		async: false,
		options,
		message: message$1,
		"~run"(dataset, config$1) {
			let validDataset;
			let typedDatasets;
			let untypedDatasets;
			for (const schema of this.options) {
				const optionDataset = schema["~run"]({ value: dataset.value }, config$1);
				if (optionDataset.typed) if (optionDataset.issues) if (typedDatasets) typedDatasets.push(optionDataset);
				else typedDatasets = [optionDataset];
				else {
					validDataset = optionDataset;
					break;
				}
				else if (untypedDatasets) untypedDatasets.push(optionDataset);
				else untypedDatasets = [optionDataset];
			}
			if (validDataset) return validDataset;
			if (typedDatasets) {
				if (typedDatasets.length === 1) return typedDatasets[0];
				_addIssue(this, "type", dataset, config$1, { issues: /* @__PURE__ */ _subIssues(typedDatasets) });
				dataset.typed = true;
			} else if (untypedDatasets?.length === 1) return untypedDatasets[0];
			else _addIssue(this, "type", dataset, config$1, { issues: /* @__PURE__ */ _subIssues(untypedDatasets) });
			return dataset;
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function pipe(...pipe$1) {
	return _standardSchema({
		...pipe$1[0],
		pipe: pipe$1,
		"~run"(dataset, config$1) {
			for (const item of pipe$1) if (item.kind !== "metadata") {
				if (dataset.issues && (item.kind === "schema" || item.kind === "transformation")) {
					dataset.typed = false;
					break;
				}
				if (!dataset.issues || !config$1.abortEarly && !config$1.abortPipeEarly) dataset = item["~run"](dataset, config$1);
			}
			return dataset;
		}
	});
}
/* @__NO_SIDE_EFFECTS__ */
function safeParse(schema, input, config$1) {
	const dataset = schema["~run"]({ value: input }, /* @__PURE__ */ getGlobalConfig(config$1));
	return {
		typed: dataset.typed,
		success: !dataset.issues,
		output: dataset.value,
		issues: dataset.issues
	};
}

// src/domain/config/values.ts
function encodeProblem({ what, hint }) {
	return `${what}\n${hint}`;
}
function decodeProblem(message) {
	const [what = "", hint = ""] = message.split("\n", 2);
	return {
		what,
		hint
	};
}
function rule(find) {
	return check((text) => find(text) === void 0, (issue) => encodeProblem(find(issue.input) ?? {
		what: "is invalid",
		hint: "Correct it."
	}));
}
const NAME = /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const LINE = /^[^\n\r]{1,300}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const END_TIME = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;
const textMatching = (pattern, problem) => pipe(string(), regex(pattern, encodeProblem(problem)));
const spelled = ({ problem, hint }) => pipe(string(), rule((text) => {
	const what = problem(text);
	return what === void 0 ? void 0 : {
		what,
		hint
	};
}));
const name = textMatching(NAME, {
	what: "is not a name of a product or environment",
	hint: "Use letters, digits, \".\", \"_\" and \"-\", at most 63, first and last a letter or digit, without \"..\" and not ending in \".lock\"."
});
const login = spelled(login$1);
const actor = spelled(actor$1);
const loginOrTeam = spelled(reviewer);
const label = spelled(label$1);
const line = textMatching(LINE, {
	what: "is not one line of 1 to 300 characters",
	hint: "Shorten it."
});
const LONGEST_TEMPLATE = 200;
const headlineTemplate = pipe(string(), rule((text) => headlineProblem(text)));
const instant = pipe(textMatching(INSTANT, {
	what: "is not a date and time with its zone",
	hint: "Write it like 2026-12-24T00:00+09:00."
}), rule((text) => !INSTANT.test(text) || isRealInstant(text) ? void 0 : {
	what: "is no date of the calendar",
	hint: "Correct the month, the day or the time."
}));
const repositoryId = pipe(number(), check((number) => Number.isSafeInteger(number) && number > 0, encodeProblem({
	what: "is not the number of a repository",
	hint: "Write a whole number above 0, without quotes."
})));
const time = textMatching(TIME, {
	what: "is not a time of day",
	hint: "Write hours and minutes like 17:00, from 00:00 to 23:59."
});
const endTime = textMatching(END_TIME, {
	what: "is not a time of day",
	hint: "Write hours and minutes like 17:00, up to 24:00."
});
const timezone = pipe(string(), rule((text) => isTimezone(text) ? void 0 : {
	what: "is not a time zone",
	hint: "Use a name of the IANA database such as Asia/Tokyo."
}));
const builder = textMatching(/^(?:[A-Za-z0-9_][A-Za-z0-9_.+-]*\.ya?ml|[A-Za-z0-9][A-Za-z0-9_-]*\/[A-Za-z0-9._-]+\/\.github\/workflows\/[A-Za-z0-9_][A-Za-z0-9_.+-]*\.ya?ml(?:@(?:refs\/\S+|[0-9a-f]{40}|[0-9a-f]{64}))?)$/, {
	what: "is not a workflow",
	hint: "Write a file name such as release.yml, or acme/workflows/.github/workflows/build.yml@refs/heads/main for a reusable workflow."
});
const address = pipe(string(), rule((text) => addressProblem(text)));
const isRealInstant = (text) => {
	const wall = `${text.slice(0, 16).toUpperCase()}Z`;
	const parsed = new Date(wall);
	return !Number.isNaN(Date.parse(text)) && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(wall.slice(0, 16));
};
const headlineProblem = (text) => {
	if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text) || text.trim() !== text) return {
		what: "is not one line without blanks around it",
		hint: "Write one line, such as \"chore(deploy): {summary}\"."
	};
	if (text.length > LONGEST_TEMPLATE) return {
		what: `is longer than ${LONGEST_TEMPLATE} characters`,
		hint: "Shorten it."
	};
	const placeholders = [...text.matchAll(/\{[^{}]*\}/g)].map(([placeholder]) => placeholder);
	const unknown = placeholders.find((placeholder) => !isHeadlinePlaceholder(placeholder));
	if (unknown !== void 0) return {
		what: `has an unknown placeholder ${quote(unknown)}`,
		hint: "There are {summary}, {product} and {environments}."
	};
	if (placeholders.filter((placeholder) => placeholder === "{summary}").length === 1) return void 0;
	return {
		what: "does not have {summary} exactly once",
		hint: "Write it where the usual line belongs, such as \"chore(deploy): {summary}\"."
	};
};
const isHeadlinePlaceholder = (text) => [
	"{summary}",
	"{product}",
	"{environments}"
].includes(text);
const isTimezone = (text) => {
	if (!/^[A-Za-z]/.test(text)) return false;
	try {
		return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
	} catch {
		return false;
	}
};
const addressProblem = (text) => {
	const hint = "Write it like https://argocd.example.com, without user, query or fragment.";
	if (!URL.canParse(text) || /[\p{C}\p{Z}]/u.test(text)) return {
		what: "is not an address",
		hint
	};
	const { protocol, hostname, username, password, search, hash } = new URL(text);
	if (username !== "" || password !== "" || search !== "" || hash !== "") return {
		what: "is more than an address",
		hint
	};
	return protocol === "https:" || protocol === "http:" && isLoopback(hostname) ? void 0 : {
		what: "is not an https address",
		hint
	};
};
const PLACEHOLDERS = ["product", "environment"];
const files = pipe(string(), rule((text) => placeholderProblem(text) ?? filesProblem(filledIn(text))));
const layer = pipe(string(), rule((text) => placeholderProblem(text) ?? layerProblem(filledIn(text))));
const pathGlob = pipe(string(), rule((text) => filesProblem(text)));
const literalPath = pipe(string(), rule((text) => isGlob(text) ? {
	what: "has a wildcard",
	hint: "Name one file."
} : filesProblem(text)));
const tagGlob = pipe(string(), rule(globProblem));
const imageGlob = pipe(string(), rule((text) => placeholderProblem(text) ?? globProblem(filledIn(text)) ?? imageProblem(filledIn(text))));
const repositoryGlob = pipe(string(), rule((text) => placeholderProblem(text) ?? globProblem(filledIn(text)) ?? repositoryProblem(filledIn(text))));
const refGlob = pipe(string(), rule((text) => placeholderProblem(text) ?? globProblem(filledIn(text)) ?? refProblem(filledIn(text))));
const filledIn = (text) => text.replace(/\{(?:product|environment)\}/g, "x");
const placeholderProblem = (text) => {
	const wrong = [...text.matchAll(/\{([^{},]*)\}/g)].map(([, inner = ""]) => inner).filter((inner) => !inner.includes("..")).find((inner) => !PLACEHOLDERS.includes(inner));
	if (wrong === void 0) return void 0;
	const meant = nearest(wrong, PLACEHOLDERS)[0];
	return {
		what: `has an unknown placeholder ${quote(`{${wrong}}`)}`,
		hint: meant === void 0 ? "There are {product} and {environment}." : `Did you mean {${meant}}?`
	};
};
const filesProblem = (text) => {
	const problem = relativePath.problem(text);
	if (problem !== void 0) return {
		what: problem,
		hint: "Write a path from the root of the repository, such as applications/shop."
	};
	if (!isGlob(text)) return void 0;
	if (/\{[^}]*\/[^{]*\}/.test(text)) return {
		what: "has a slash between braces",
		hint: "List the paths one by one."
	};
	return globProblem(text);
};
const layerProblem = (text) => isGlob(text) ? {
	what: "has a wildcard in a list of layers",
	hint: "Name each layer, the base first: [charts/shop/values.yaml, \"charts/shop/values-{environment}.yaml\"]."
} : filesProblem(text);
const imageProblem = (text) => {
	if (text.includes("@")) return {
		what: "carries a digest",
		hint: "Name repositories only."
	};
	if (isGlob(text)) return void 0;
	try {
		checkRepository(text);
		return;
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		return {
			what: "is not the repository of an image",
			hint: `${error.message} Name the repository without tag and digest.`
		};
	}
};
const repositoryProblem = (text) => text === "**" || /^[^/]+\/[^/]+$/.test(text) ? void 0 : {
	what: "is not a repository",
	hint: "Write owner/name; globs such as acme/* are fine."
};
const refProblem = (text) => /^(?:refs\/.|\*)/.test(text) ? void 0 : {
	what: "is not a full ref",
	hint: `Write ${listed([`refs/heads/${text}`, `refs/tags/${text}`].map(quote))} or one of them.`
};

// src/domain/config/schema.ts
function oneOf(words) {
	return picklist(words, ({ input }) => {
		const meant = typeof input === "string" ? nearest(input, words)[0] : void 0;
		return encodeProblem({
			what: `is not ${words.length > 1 ? "one of " : ""}${listed(words)}`,
			hint: meant === void 0 ? `Write ${words[0]}, for example.` : `Did you mean ${meant}?`
		});
	});
}
function section(entries) {
	const schema = strictObject(entries);
	const known = Object.keys(entries);
	const run = (dataset, config) => {
		const input = dataset.value;
		if (!isMap(input)) return refused(schema, input);
		const kept = Object.fromEntries(Object.entries(input).filter(([key]) => known.includes(key)));
		const result = schema["~run"]({ value: kept }, config);
		const unknown = Object.keys(input).filter((key) => !known.includes(key));
		if (unknown.length === 0) return result;
		const issues = unknown.map((key) => unknownKey$1(input, key, known));
		return {
			...result,
			issues: [...result.issues ?? [], ...issues]
		};
	};
	return {
		...schema,
		"~run": run
	};
}
function named(key, value) {
	const schema = record(key, value);
	const run = (dataset, config) => isMap(dataset.value) ? schema["~run"](dataset, config) : refused(schema, dataset.value);
	return {
		...schema,
		"~run": run
	};
}
function either([first, second], isFirst) {
	const schema = union([first, second]);
	const run = (dataset, config) => (isFirst(dataset.value) ? first : second)["~run"](dataset, config);
	return {
		...schema,
		"~run": run
	};
}
const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const issueOf = (type, input) => ({
	kind: "schema",
	type,
	input,
	expected: null,
	received: "",
	message: ""
});
const refused = (schema, input) => ({
	typed: false,
	value: input,
	issues: [issueOf(schema.type, input)]
});
const unknownKey$1 = (input, key, known) => ({
	...issueOf("strict_object", input[key]),
	expected: "never",
	message: known.join(" "),
	path: [{
		type: "object",
		origin: "key",
		input,
		key,
		value: input[key]
	}]
});
const setting = (schema, description$1) => optional(pipe(schema, description(description$1)));
const some = (item) => pipe(array(item), minLength(1, encodeProblem({
	what: "is an empty list",
	hint: "List at least one, or remove the setting."
})));
const dates = pipe(section({
	from: pipe(instant, description("Start, included: RFC 3339 with its zone; seconds are optional.")),
	until: pipe(instant, description("End, excluded: RFC 3339 with its zone; seconds are optional.")),
	reason: setting(line, "Why, for people.")
}), forward(check(({ from, until }) => !(Date.parse(until) <= Date.parse(from)), encodeProblem({
	what: "is not after from",
	hint: "Let the window end after it begins."
})), ["until"]));
const DAYS = [
	"mon",
	"tue",
	"wed",
	"thu",
	"fri",
	"sat",
	"sun"
];
const weekly = pipe(section({
	days: optional(pipe(some(oneOf(DAYS)), description("Days of the week on which the window begins.")), [...DAYS]),
	from: optional(pipe(time, description("Start, included, as HH:MM.")), "00:00"),
	until: optional(pipe(endTime, description("End, excluded, as HH:MM up to 24:00; earlier than from, it lies on the next day.")), "24:00"),
	timezone: optional(pipe(timezone, description("Time zone of days and times, by its IANA name.")), "UTC"),
	reason: setting(line, "Why, for people.")
}), forward(check(({ from, until }) => from !== until || from === "24:00", encodeProblem({
	what: "is the same as from",
	hint: "For whole days leave out both."
})), ["until"]));
const isDates = (value) => {
	const window = { ...value };
	const isTime = (key) => /^\d{1,2}:/.test(String(window[key]));
	return window.days === void 0 && window.timezone === void 0 && !isTime("from") && !isTime("until");
};
const source = pipe(section({
	repository: pipe(repositoryGlob, description("Application repository, owner/name or a glob. Takes {product} and {environment}.")),
	id: setting(repositoryId, "Its number (`gh api repos/OWNER/NAME --jq .id`), beside a literal name: others may take a name that is given up."),
	refs: setting(array(refGlob), "Globs over full refs such as refs/heads/main or refs/tags/v*. Takes {product} and {environment}. Default: every ref.")
}), forward(check(({ repository, id }) => id === void 0 || !isGlob(repository), encodeProblem({
	what: "stands beside a pattern, and a number is of one repository",
	hint: "Write the repository out, without wildcards and placeholders."
})), ["id"]));
const provenance = section({
	"trusted-root": pipe(literalPath, description("File of the manifest repository that names whose signatures count, as `gh attestation trusted-root` prints it.")),
	workflow: setting(builder, "The workflow that must have built the image: a file name such as release.yml in the repository of the source, or owner/name/.github/workflows/file.yml of a reusable workflow, optionally with @refs/heads/main. Default: any."),
	refs: setting(array(refGlob), "Globs over full refs such as refs/heads/main at which the image must have been built. Default: any.")
});
const settings = {
	files: setting(either([files, some(either([files, some(layer)], (value) => !Array.isArray(value)))], (value) => !Array.isArray(value)), "A file, a directory (its kustomization file), a glob, or a list of these. A list within it: layers of Helm values, base first, without wildcards. Takes {product} and {environment}. Default: applications/{product}/overlays/{environment}."),
	delivery: setting(oneOf([
		"commit",
		"pull-request",
		"auto-merge",
		"merge"
	]), "How changes reach the branch. Default: commit."),
	"merge-method": setting(oneOf([
		"merge",
		"squash",
		"rebase"
	]), "How pull requests are merged. Default: what the repository allows."),
	labels: setting(array(label), "Labels of pull requests."),
	reviewers: setting(array(loginOrTeam), "Logins, and teams as team:slug."),
	assignees: setting(array(login), "Logins."),
	draft: setting(boolean(), "Opens drafts. Default: false."),
	"commit-message": setting(headlineTemplate, "First line of the commit and title of the pull request. {summary}, the usual line, is required; {product} and {environments} are optional. If the items of one commit differ, the top-level setting counts. Default: \"{summary}\"."),
	images: setting(array(imageGlob), "Globs over repositories of images; an empty list allows none. A request with a tag alone means all entries without wildcards. Takes {product} and {environment}. Default: every image that the manifests list."),
	"add-images": setting(boolean(), "Lets a request add an image that the kustomization does not list. Default: false."),
	requires: setting(name, "An environment that runs the image, has run it, or gets it in the same promotion. Default: none."),
	order: setting(oneOf(["newer", "any"]), "any lets an older build replace a newer one. Default: newer."),
	sources: setting(array(source), "Repositories and refs that may ask automatically or directly; an empty list allows none. Default: all."),
	proof: setting(oneOf(["required", "none"]), "Whether automatic requests prove their source by an OpenID Connect token. Default: required wherever sources applies."),
	actors: setting(array(actor), "Who may ask by hand or roll back: logins, team:slug, and event:schedule for scheduled runs; an empty list allows nobody. Default: everybody who may start the workflow."),
	tags: setting(array(tagGlob), "Globs for tags; an empty list allows none. Default: every tag."),
	verify: setting(union([boolean(), literal("digest")]), "true: the image must exist in its registry. digest: its digest is written, too. Default: false."),
	provenance: setting(provenance, "Requires a signed build provenance from `sources`, and writes the digest, too. Default: none."),
	freeze: setting(array(either([dates, weekly], isDates)), "Windows without changes: between two moments, or weekly. Default: none.")
};
const environment = nullable(section(settings));
const product = nullable(section({
	...settings,
	environments: setting(named(name, environment), "Settings of single environments of this product; they win over all others.")
}));
const configuration = pipe(section({
	...settings,
	environments: setting(pipe(named(name, environment), minEntries(1, encodeProblem({
		what: "lists no environment",
		hint: "List the environments in the order of promotion, or remove the key."
	}))), "The closed list of environments in the order of promotion, each with its settings, if any."),
	products: setting(nullable(named(name, product)), "Settings of single products; others can be promoted, too."),
	issuer: setting(address, "OpenID Connect issuer of the proof. Default: derived from the server."),
	writers: setting(array(login), "Further logins whose commits and promotion/ pull requests are ours, such as of an earlier token; an App ends in [bot]. Default: none."),
	argocd: setting(section({
		applications: setting(pathGlob, "Glob over the Argo CD Application manifests, such as argocd/overlays/*/*/*.yaml."),
		url: setting(address, "Address of the Argo CD user interface, for links.")
	}), "Lets the summary say which Application syncs each overlay; await needs it.")
}), title("Configuration of image-promotion"), description("What may be promoted, by whom, where and how. A setting is looked up in this order: product and environment, environment, product, top level; the first found is taken whole."));
const definitions = {
	...Object.fromEntries(Object.entries(settings).map(([key, { wrapped }]) => [key, wrapped])),
	environment
};

// src/domain/config/parse.ts
function parseConfig({ path, text }) {
	const { tree, violations: unreadable } = readTree({
		path,
		text
	});
	const result = safeParse(configuration, plain(tree));
	const violations = [
		...unreadable,
		...(result.issues ?? []).map((issue) => explain(issue, {
			path,
			tree
		})),
		...unresolved(path, tree),
		...unsupported(path, tree)
	];
	if (violations.length > 0) throw new PromotionError(sorted(violations));
	if (!result.success) throw new Error("valibot refused the configuration without a reason");
	return {
		path,
		value: result.output,
		tree
	};
}
const sorted = (violations) => [...new Map([...violations].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)).map((violation) => [`${violation.line} ${violation.message}`, violation])).values()];
const supported = {
	environments: "all",
	products: "all",
	files: "all",
	delivery: "all",
	"merge-method": "all",
	labels: "all",
	reviewers: "all",
	assignees: "all",
	draft: "all",
	"commit-message": "all",
	images: "all",
	order: "all",
	"add-images": "all",
	requires: "all",
	sources: "all",
	proof: "all",
	issuer: "all",
	actors: "all",
	tags: "all",
	freeze: "all",
	argocd: "all",
	verify: "all",
	provenance: "all",
	writers: "all"
};
const leaves = Object.keys(settings);
function unsupported(path, tree) {
	return scopesOf(tree).flatMap((scope) => [...leaves, ...scope.length === 0 ? [
		"issuer",
		"argocd",
		"writers"
	] : []].flatMap((name) => {
		const value = treeAt(tree, [...scope, name]);
		const what = value === void 0 ? void 0 : missingOf(name, value);
		if (what === void 0) return [];
		const hint = "Remove it from the configuration until it is.";
		const line = lineAt(tree, [...scope, name]);
		return [{
			code: "config-unsupported",
			message: `${what} is not supported yet.`,
			hint,
			path,
			line
		}];
	}));
}
const missingOf = (name, value) => {
	const values = supported[name];
	if (values === void 0) return `The setting ${name}`;
	if (values === "all" || name === "issuer" || name === "argocd" || name === "writers") return void 0;
	if (!is(settings[name], plain(value)) || values.includes(String(plain(value)))) return void 0;
	return `A ${name} other than ${listed(values)}`;
};
function explain(issue, { path, tree }) {
	const steps = (issue.path ?? []).map(({ key }) => typeof key === "number" ? key : String(key));
	const place = {
		code: "config-invalid",
		path,
		line: lineAt(tree, steps)
	};
	if (issue.type === "strict_object" && issue.expected === "never") {
		const { what, hint } = unknownKey(steps, issue.message.split(" "));
		return {
			...place,
			message: `${what}.`,
			hint
		};
	}
	const { what, hint } = problemOf(issue);
	return {
		...place,
		message: `${settingAt(steps)} ${what}.`,
		hint
	};
}
const unknownKey = (steps, known) => {
	const key = String(steps.at(-1));
	const where = steps.length > 1 ? ` in ${settingAt(steps.slice(0, -1))}` : "";
	const meant = nearest(key, known);
	return {
		what: `The setting ${quote(key)}${where} is unknown`,
		hint: meant.length > 0 ? `Did you mean ${meant.join(" or ")}?` : `There are ${listed(known)}.`
	};
};
const settingAt = (steps) => {
	if (steps.length === 0) return "The configuration";
	return steps.map((step) => {
		if (typeof step === "number") return `[${step}]`;
		return /^[\w.-]{1,80}$/.test(step) ? `.${step}` : `.${quote(step)}`;
	}).join("").replace(/^\./, "");
};
const valueKinds = {
	string: "text",
	number: "a number",
	boolean: "true or false",
	array: "a list",
	strict_object: "a mapping",
	record: "a mapping",
	union: "true, false or digest"
};
const problemOf = (issue) => {
	const kind = valueKinds[issue.type];
	if (kind === void 0) return withInput(decodeProblem(issue.message), issue.input);
	if (issue.input === void 0) return {
		what: "is missing",
		hint: "Add it."
	};
	return {
		what: `is ${shownInput(issue.input)}, not ${kind}`,
		hint: hintFor(issue, kind)
	};
};
const withInput = ({ what, hint }, input) => {
	if (input === null) return {
		what: `is empty and so ${what}`,
		hint
	};
	return {
		what: typeof input === "string" && !what.includes("\"") ? `${what}: ${quote(input)}` : what,
		hint
	};
};
const shownInput = (input) => {
	if (input === null) return "empty";
	if (Array.isArray(input)) return "a list";
	if (typeof input === "object") return "a mapping";
	return typeof input === "string" ? `the text ${quote(input)}` : `the ${typeof input} ${String(input)}`;
};
const hintFor = ({ type, input, path }, kind) => {
	if (input === null) return "Give it a value, or remove the setting.";
	if (type === "string" && typeof input !== "object") return "Put the value in quotes.";
	if (type === "array" && typeof input === "string") return `Write it as a list: [${/^[\w./:-]{1,80}$/.test(input) ? input : "…"}].`;
	if (isPlaceholder(input)) return "Quote a text that begins with a brace: \"{environment}\".";
	const [key, ...below] = (path ?? []).map((item) => item.key);
	if (kind === "a mapping" && below.length === 0 && Array.isArray(input) && isName(key)) return `Write a mapping, each name with a colon: ${key}: { ${input.filter(isName).map((name) => `${name}: {}`).join(", ")} }.`;
	return `Write ${kind}.`;
};
const isName = (value) => typeof value === "string" && /^[\w.-]{1,63}$/.test(value);
const isPlaceholder = (input) => typeof input === "object" && input !== null && Object.entries(input).some(([key, value]) => value === null && ["product", "environment"].includes(key));
function unresolved(path, tree) {
	const closed = treeAt(tree, ["environments"]);
	const names = keysOf(closed);
	const report = (place, message, hint) => ({
		code: "config-invalid",
		message,
		hint,
		path,
		line: lineAt(tree, place)
	});
	return [
		...(closed?.kind === "map" ? namedEnvironments(tree).filter(({ name }) => !names.includes(name)) : []).map(({ name, place }) => {
			const meant = nearest(name, names);
			const hint = `Add it to \`environments\`${meant.length > 0 ? `, or use ${listed(meant)}` : ""}.`;
			return report(place, `The environment ${quote(name)} is not in the list of environments.`, hint);
		}),
		...withoutSources(tree).map((place) => report(place, "A build provenance is demanded where no `sources` say whose builds count.", "List the repositories that build the images under `sources`.")),
		...circles(tree).map(({ names: circle, place }) => report(place, `An environment requires itself: ${circle.join(" → ")}.`, "Let `requires` lead to an earlier environment."))
	];
}
const namedEnvironments = (tree) => scopesOf(tree).flatMap((scope) => {
	const required = requiredAt(tree, scope);
	const own = scope.length === 4 ? [{
		name: String(scope[3]),
		place: scope
	}] : [];
	return required === void 0 ? own : [...own, required];
});
const requiredAt = (tree, scope) => {
	const place = [...scope, "requires"];
	const value = treeAt(tree, place);
	return value?.kind === "scalar" && typeof value.value === "string" ? {
		name: value.value,
		place
	} : void 0;
};
const withoutSources = (tree) => {
	const listedProducts = keysOf(treeAt(tree, ["products"]));
	const products = listedProducts.length > 0 ? listedProducts : [void 0];
	const names = environmentNames(tree);
	const environments = names.length > 0 ? names : [void 0];
	const places = products.flatMap((product) => environments.flatMap((environment) => {
		const find = (name) => scopesAt(product, environment).map((scope) => [...scope, name]).find((place) => treeAt(tree, place) !== void 0);
		const demand = find("provenance");
		return demand === void 0 || find("sources") !== void 0 ? [] : [demand];
	}));
	return [...new Map(places.map((place) => [place.join(" "), place])).values()];
};
const environmentNames = (tree) => [...new Set(scopesOf(tree).flatMap((scope) => scope.at(-2) === "environments" ? [String(scope.at(-1))] : []))];
const scopesAt = (product, environment) => [
	...product === void 0 || environment === void 0 ? [] : [[
		"products",
		product,
		"environments",
		environment
	]],
	...environment === void 0 ? [] : [["environments", environment]],
	...product === void 0 ? [] : [["products", product]],
	[]
];
const circles = (tree) => {
	const environments = environmentNames(tree);
	const found = [void 0, ...keysOf(treeAt(tree, ["products"]))].flatMap((product) => environments.flatMap((environment) => circleFrom(tree, product, environment) ?? []));
	const seen = /* @__PURE__ */ new Set();
	return found.filter(({ names }) => {
		const members = [...new Set(names)].sort().join(" ");
		return seen.has(members) ? false : seen.add(members);
	});
};
const circleFrom = (tree, product, start) => {
	const names = [start];
	const first = requirementOf(tree, product, start);
	for (let next = first; first !== void 0 && next !== void 0;) {
		if (next.name === start) return {
			names: [...names, start],
			place: first.place
		};
		if (names.includes(next.name)) return void 0;
		names.push(next.name);
		next = requirementOf(tree, product, next.name);
	}
};
const requirementOf = (tree, product, environment) => {
	return scopesAt(product, environment).map((scope) => requiredAt(tree, scope)).find((required) => required !== void 0);
};

export { parseConfig };