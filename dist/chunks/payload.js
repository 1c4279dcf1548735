import { a as fail, o as gather } from "./errors.js";
import { i as parseImage, n as checkRepository, o as printImage, r as checkTag, t as checkDigest } from "./image.js";
import { n as nearest, r as quote, t as listed } from "./text.js";
import { a as eventName, c as fullRef, i as commitId, n as checkEnvironment, p as workflowFile, r as checkProduct, s as fullName, u as login } from "./grammar.js";
import { a as own, i as kindOf, o as parseJson, r as isObject, t as checkBounds } from "./json.js";

// src/domain/request/time.ts
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

// src/domain/request/unknown.ts
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
function findUnknown(object, { keys, where }) {
	const unknown = Object.keys(object).filter((key) => !keys.includes(key));
	const named = unknown.slice(0, MOST_NAMED).map((key) => describe(key, {
		keys,
		where
	}));
	const rest = unknown.length - named.length;
	return rest === 0 ? named : [...named, { message: `${rest} more keys of ${where} are not known and are ignored.` }];
}
const describe = (key, { keys, where }) => {
	if (decidedHere.has(key)) return {
		message: `The key ${quote(key)} of ${where} is ignored.`,
		hint: "A payload says what is promoted and where; how it is done stands in the configuration or on the step."
	};
	const near = nearest(key, keys)[0];
	return {
		message: `The key ${quote(key)} of ${where} is not known and is ignored.`,
		hint: near === void 0 ? "Leave it out." : `Did you mean ${near}? Otherwise leave it out.`
	};
};

// src/domain/request/source.ts
const texts = {
	repository: fullName,
	sha: commitId,
	ref: fullRef,
	committed_at: {
		problem: (text) => moment(text) === void 0 ? "is no moment of RFC 3339" : void 0,
		hint: ""
	},
	event: eventName,
	workflow: workflowFile,
	actor: login
};
const keys$2 = [
	...Object.keys(texts),
	"run_id",
	"run_number",
	"run_attempt"
];
function readSource(value) {
	if (!isObject(value)) return fail("source-invalid", `The payload's source is ${kindOf(value)}.`, "Send an object, or leave it out.");
	const { attempt, finish } = gather();
	const text = (key) => attempt(() => checkText(value, key));
	const count = (key) => attempt(() => checkCount(value, key));
	const committedAt = text("committed_at");
	const source = {
		repository: text("repository"),
		sha: text("sha"),
		ref: text("ref"),
		committedAt: committedAt === void 0 ? void 0 : moment(committedAt),
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
			keys: keys$2,
			where: "the payload's source"
		})
	};
}
function keepLegal(value) {
	const legal = keys$2.filter((key) => isLegal(value, key));
	return readSource(Object.fromEntries(legal.map((key) => [key, own(value, key)]))).source;
}
const isLegal = (value, key) => {
	try {
		readSource({ [key]: own(value, key) });
		return true;
	} catch {
		return false;
	}
};
const checkText = (source, key) => {
	const value = own(source, key);
	if (value === void 0) return void 0;
	const grammar = texts[key];
	const hint = key === "committed_at" ? "Write it as git prints %cI, such as 2026-11-30T09:00:00Z." : grammar.hint;
	if (typeof value !== "string") return fail("source-invalid", `${key} of the payload's source is ${kindOf(value)}.`, `Send a text. ${hint}`);
	const problem = grammar.problem(value);
	if (problem === void 0) return value;
	return fail("source-invalid", `${key} of the payload's source, ${quote(value)}, ${problem}.`, hint);
};
const checkCount = (source, key) => {
	const value = own(source, key);
	if (value === void 0) return void 0;
	if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
	const shown = typeof value === "number" ? quote(String(value)) : kindOf(value);
	return fail("source-invalid", `${key} of the payload's source is ${shown}, not a whole number.`, "Send the number that github has, without quotes.");
};

// src/domain/request/images.ts
function readImages(value) {
	const { attempt, finish } = gather();
	const warnings = [];
	const images = entriesOf(value).map((entry, index) => attempt(() => {
		if (typeof entry === "string") return parseImage(entry);
		if (!isObject(entry)) return fail("image-invalid", `Image ${index + 1} of the payload is ${kindOf(entry)}.`, "Write each image as a text such as NAME:TAG, or as an object with name, newName, tag and digest.");
		warnings.push(...findUnknown(entry, {
			keys: keys$1,
			where: `image ${index + 1} of the payload`
		}));
		return readImage(entry, index);
	}));
	finish();
	return {
		images: images.filter((image) => image !== void 0),
		warnings
	};
}
const keys$1 = [
	"name",
	"newName",
	"tag",
	"digest"
];
const entriesOf = (value) => {
	if (Array.isArray(value)) return value;
	if (isObject(value)) return [value];
	if (typeof value !== "string") return fail("payload-invalid", `The payload's images are ${kindOf(value)}.`, "Send a list of images.");
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
	const text = (key) => textOf(image, {
		key,
		where: `image ${index + 1} of the payload`
	});
	const name = attempt(() => checkRepository(text("name") ?? failNameless(index)));
	const newName = attempt(() => given(text("newName"), checkRepository));
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
const failNameless = (index) => fail("image-invalid", `Image ${index + 1} of the payload has no name.`, "Give the name that stands in the manifest as \"name\".");
const given = (text, check) => text === void 0 ? void 0 : check(text);
function textOf(object, { key, where }) {
	const value = own(object, key);
	if (value === void 0 || typeof value === "string") return value;
	return fail("payload-invalid", `The key ${quote(key)} of ${where} is ${kindOf(value)}.`, "Send a text, in quotes.");
}
function isUnpinned({ tag, digest }) {
	return tag === void 0 && digest === void 0;
}
function settleImages(images, pin) {
	const settled = images.map((image) => isUnpinned(image) ? {
		...image,
		tag: pin.tag,
		digest: pin.digest
	} : image);
	const distinct = [...new Map(settled.map((image) => [printImage(image), image])).values()];
	const { attempt, finish } = gather();
	for (const [name, requests] of groupByName(distinct)) if (requests.length > 1) attempt(() => failDisagreeing(name, requests));
	finish();
	return distinct;
}
const groupByName = (images) => {
	const groups = /* @__PURE__ */ new Map();
	for (const image of images) groups.set(image.name, [...groups.get(image.name) ?? [], image]);
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
	const tag = attempt(() => given(textOf(content, {
		key: "tag",
		where
	}), checkTag));
	const digest = attempt(() => given(textOf(content, {
		key: "digest",
		where
	}), checkDigest));
	const sent = attempt(() => {
		const source = own(content, "source");
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
	const inner = own(outer, "promotion");
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
function open(value, what) {
	let opened = value;
	for (let times = 0; times < 2 && typeof opened === "string"; times++) opened = parseJson(opened, what);
	if (isObject(opened)) return opened;
	return fail("payload-invalid", `${what} is ${kindOf(opened)}, not an object.`, "Send an object with product, environments and images.");
}
const either = (content, one, many) => {
	const [single, several] = [own(content, one), own(content, many)];
	if (single === void 0 || several === void 0) return single ?? several;
	return fail("payload-invalid", `The payload has both ${one} and ${many}.`, `Send ${many} alone.`);
};
const readNames = (content, { one, many, check }) => {
	const value = either(content, one, many);
	if (value === void 0) return [];
	if (typeof value !== "string" && !Array.isArray(value)) return fail("payload-invalid", `The payload's ${many} are ${kindOf(value)}.`, "Send a list of names.");
	const entries = typeof value === "string" ? splitText(value) : value;
	const { attempt, finish } = gather();
	const names = entries.map((entry) => attempt(() => {
		if (typeof entry === "string") return check(entry);
		return fail("payload-invalid", `The payload's ${many} hold ${kindOf(entry)}.`, "Send each name as a text.");
	}));
	finish();
	return [...new Set(names.filter((name) => name !== void 0))];
};
const readProof = (content) => {
	const proof = textOf(content, {
		key: "proof",
		where: "the payload"
	});
	if (proof === void 0 || proof.length <= LONGEST_PROOF && /^[\x21-\x7e]+$/.test(proof)) return proof;
	return fail("payload-invalid", "The proof of the payload is no token.", "Send the token as GitHub issued it.");
};

export { settleImages as a, isUnpinned as i, open as n, keepLegal as o, readPayload as r, moment as s, checkPinned as t };