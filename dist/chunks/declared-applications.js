import { Vt as compose } from "./promotion.js";

// src/domain/argocd/declared-applications.ts
const MOST_ALIASES = 1e3;
function applicationsIn({ path, text }) {
	return valuesIn(text).flatMap((value) => applicationOf(value, path) ?? []);
}
const valuesIn = (text) => {
	try {
		const { documents } = compose(text, {
			schema: "core",
			logLevel: "silent",
			uniqueKeys: false
		});
		return documents.flatMap((document) => document.errors.length > 0 ? [] : [document.toJS({ maxAliasCount: MOST_ALIASES })]);
	} catch {
		return [];
	}
};
const applicationOf = (value, file) => {
	const kind = textAt(value, "kind");
	const name = textAt(value, "metadata", "name");
	if (!textAt(value, "apiVersion")?.startsWith("argoproj.io/") || name === void 0) return void 0;
	const namespace = textAt(value, "metadata", "namespace");
	const spec = at(value, "spec");
	if (kind === "Application") return {
		kind,
		name,
		namespace,
		project: textAt(spec, "project"),
		file,
		sources: sourcesOf(spec),
		sync: syncOf(spec),
		generators: []
	};
	if (kind !== "ApplicationSet") return void 0;
	const template = at(spec, "template", "spec");
	const patch = textAt(spec, "templatePatch") ?? "";
	return {
		kind,
		name: textAt(spec, "template", "metadata", "name") ?? name,
		namespace: textAt(spec, "template", "metadata", "namespace") ?? namespace,
		project: textAt(template, "project"),
		applicationSet: name,
		rollingSync: textAt(spec, "strategy", "type") === "RollingSync" ? true : void 0,
		file,
		sources: sourcesOf(template),
		sync: /\bautomated\b/.test(patch) ? "automatic" : syncOf(template),
		generators: listAt(spec, "generators")
	};
};
const syncOf = (spec) => {
	const automated = at(spec, "syncPolicy", "automated");
	if (automated === void 0 || automated === null) return "manual";
	return at(automated, "enabled") === false ? "manual" : "automatic";
};
const sourcesOf = (spec) => {
	const several = listAt(spec, "sources");
	const one = at(spec, "source");
	return (several.length > 0 ? several : one === void 0 ? [] : [one]).map((source) => ({
		repository: textAt(source, "repoURL"),
		revision: textAt(source, "targetRevision"),
		path: textAt(source, "path"),
		values: listAt(source, "helm", "valueFiles").filter((file) => typeof file === "string")
	}));
};
function at(value, ...keys) {
	return keys.reduce((inner, key) => typeof inner === "object" && inner !== null && Object.hasOwn(inner, key) ? inner[key] : void 0, value);
}
function listAt(value, ...keys) {
	const list = at(value, ...keys);
	return Array.isArray(list) ? list : [];
}
function textAt(value, ...keys) {
	const text = at(value, ...keys);
	return typeof text === "string" && text !== "" ? text : void 0;
}

export { textAt as i, at as n, listAt as r, applicationsIn as t };