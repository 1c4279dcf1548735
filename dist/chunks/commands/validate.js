import { $ as readManifests, Gt as resolve, H as isAt, Ht as isMapping, Kt as textOf, L as commonPlace, M as listedIn, Mt as learn, Nt as passedOverHint, Q as readConfig, Ut as isSequence, Wt as parseTrees, bt as inOrder, c as logStep, ct as planPromotion, dt as ownershipIn, f as presentName, gt as environmentsOf, j as isReference, jt as join, kt as KUSTOMIZATIONS, pt as shares, st as layeringHint, tt as spotsOf, u as snapshotLines, ut as unboundIn } from "../promotion.js";
import { Cn as PromotionError, Dn as fail, bn as quote, in as printReference, qt as canonicalRepository, sn as sameRepository, vn as listed } from "../common.js";
import { d as validationSections, f as nothingFound, n as findPairs, o as readLeniently, p as ordered, r as listingsOf, u as statusWanted } from "../status.js";

// src/domain/manifests/includes.ts
const LISTS = [
	"resources",
	"components",
	"bases",
	"configurations",
	"generators",
	"transformers"
];
const VALUES = ["valuesFile", "additionalValuesFiles"];
const MOST_FILES = 1e3;
function includedBy(paths, look) {
	const seen = /* @__PURE__ */ new Map();
	const queue = paths.filter(isKustomization);
	for (let at = 0; at < queue.length && seen.size < MOST_FILES; at++) {
		const by = queue[at] ?? "";
		const entry = look(by);
		if (entry?.kind !== "file") continue;
		for (const path of namedIn(by, entry.text)) {
			const file = fileAt(path, look);
			if (file === void 0 || seen.has(file) || paths.includes(file)) continue;
			seen.set(file, {
				path: file,
				by
			});
			if (isKustomization(file)) queue.push(file);
		}
	}
	return [...seen.values()];
}
const isKustomization = (path) => KUSTOMIZATIONS.includes(path.slice(path.lastIndexOf("/") + 1));
const fileAt = (path, look) => {
	if (/\.(?:ya?ml|json)$/.test(path)) return path;
	const entry = look(path);
	if (entry?.kind !== "directory") return void 0;
	const name = KUSTOMIZATIONS.find((one) => entry.entries.some((each) => each.name === one && each.kind === "file"));
	return name === void 0 ? void 0 : join(path, name);
};
const namedIn = (path, text) => {
	const { trees = [] } = parseTrees(text, () => ({ path }));
	const directory = path.split("/").slice(0, -1);
	return trees.flatMap((tree) => [...LISTS.flatMap((key) => textsAt(tree, tree.root, key)), ...itemsAt(tree, tree.root, "helmCharts").flatMap((chart) => VALUES.flatMap((key) => textsAt(tree, chart, key)))]).flatMap((name) => pathFrom(directory, name) ?? []);
};
const itemsAt = (tree, node, key) => {
	const mapping = resolve(tree, node);
	const entry = isMapping(mapping) ? mapping.items.find((one) => textOf(tree, one.key) === key) : void 0;
	const value = resolve(tree, entry?.value ?? null);
	if (value === null) return [];
	return isSequence(value) ? value.items : [value];
};
const textsAt = (tree, node, key) => itemsAt(tree, node, key).flatMap((item) => textOf(tree, item) ?? []);
const pathFrom = (directory, name) => {
	if (/:\/\/|^git@|\?ref=|^\//.test(name) || name.includes("\n")) return void 0;
	const path = [...directory];
	for (const part of name.split("/")) {
		if (part === ".." && path.pop() === void 0) return void 0;
		if (part !== "" && part !== "." && part !== "..") path.push(part);
	}
	return path.join("/");
};

// src/commands/validate.ts
async function validate(request, { host, log }) {
	const snapshot = await logStep(log, "Read the manifest repository", {
		step: async () => at(await host.snapshot(statusWanted(request)), request.commit),
		lines: snapshotLines
	});
	const { config } = await readConfig(request.config, snapshot);
	if (request.environments !== void 0) inOrder(config, request.environments);
	const there = await log.group("Find the products", () => findPairs(request, config, snapshot));
	const listed = Object.keys(config.value.products ?? {}).filter((name) => request.products?.includes(name) ?? true);
	const environments = request.environments ?? environmentsOf(config) ?? [];
	const spots = spotsAt(config, there);
	const { found, problems } = await log.group("Find the manifests", () => readLeniently(snapshot, spots, []));
	const lacking = listed.flatMap((product) => environments.filter((environment) => !found.some((spot) => spot.product === product && spot.environment === environment)).map((environment) => ({
		product,
		environment
	})));
	const absent = (await Promise.all(spotsAt(config, lacking).map((spot) => absence(snapshot, spot)))).flat();
	const listings = listingsOf(found);
	const unread = listings.flatMap((listing) => listing.problems);
	const nowhere = nothingFound(config, request, found);
	const nothing = found.length > 0 ? [] : nowhere.map(({ hint = "", ...notice }) => ({
		...notice,
		hint,
		code: NOTHING
	}));
	const idle = listings.flatMap(({ spot, images, problems: own }) => images.length + own.length > 0 ? [] : [spot]);
	const built = await log.group("Find what environments build from", () => followBases(config, {
		found,
		idle
	}, snapshot));
	const violations = [
		...nothing,
		...absent,
		...problems,
		...unread,
		...built.violations
	];
	const planned = listings.map((listing) => ({
		listing,
		refusals: refusalsOf(listing)
	}));
	return {
		repository: snapshot.repository,
		branch: snapshot.branch,
		found: ordered(config, [...environments, ...found.map(({ environment }) => environment)]).flatMap((environment) => imagesIn(found, environment)),
		violations: [...new Map(violations.map((violation) => [violation.message, violation])).values()],
		notices: [
			...found.length > 0 ? nowhere : [],
			...idle.map((spot) => empty(spot, built.bases.get(spot))),
			...distinct(planned.flatMap(({ refusals }) => refusals)),
			...commonPlaces(planned.flatMap(({ listing, refusals }) => refusals.length > 0 ? [] : [listing]))
		]
	};
}
const NOTHING = "manifest-missing";
const spotsAt = (config, pairs) => pairs.flatMap(({ product, environment }) => spotsOf(config, {
	products: [product],
	environments: [environment]
}));
const followBases = async (config, { found, idle }, snapshot) => {
	const environments = [...new Set(found.map(({ environment }) => environment))];
	const { ownersOf } = ownershipIn(config, {
		products: [...new Set(found.map(({ product }) => product))],
		environments
	});
	let known = new Map(found.flatMap(({ files }) => files.map(({ path, ...file }) => [path, {
		kind: "file",
		...file
	}])));
	for (;;) {
		const wanted = /* @__PURE__ */ new Set();
		const look = (path) => {
			if (!known.has(path)) wanted.add(path);
			return known.get(path);
		};
		const followed = (config.path === "" ? idle : found).map((spot) => ({
			spot,
			included: includedBy(spot.files.map(({ path }) => path), look)
		}));
		const violations = followed.flatMap(({ spot, included }) => config.path === "" ? [] : included.flatMap((one) => borrowedFrom(spot, one, {
			look,
			owners: ownersOf(one.path)
		})));
		const bases = followed.flatMap(({ spot, included }) => {
			const [base] = idle.includes(spot) ? included.flatMap(({ path }) => baseAt(path, look)) : [];
			return base === void 0 ? [] : [[spot, base]];
		});
		if (wanted.size === 0) return {
			violations,
			bases: new Map(bases)
		};
		const paths = [...wanted].sort();
		known = learn(known, paths, await snapshot.read(paths));
	}
};
const baseAt = (path, look) => {
	const entry = look(path);
	if (entry?.kind !== "file") return [];
	const images = leniently(() => listedIn([{
		path,
		text: entry.text,
		executable: false
	}]));
	return images.length === 0 ? [] : [{
		path,
		images: [...new Set(images.map(({ image }) => image.repository))]
	}];
};
const borrowedFrom = (spot, { path, by }, { look, owners }) => {
	const { product, environment, files } = spot;
	const lenders = owners.filter((owner) => owner.environment !== environment);
	if (lenders.length === 0 || owners.some(isAt({
		product,
		environment
	}))) return [];
	const entry = look(path);
	if (entry?.kind !== "file") return [];
	const own = leniently(() => listedIn(files)).flatMap(({ names, image }) => [...names, image.repository]);
	const lent = leniently(() => listedIn([{
		path,
		text: entry.text,
		executable: false
	}])).filter(({ image }) => !own.some((name) => sameRepository(name, image.repository)));
	if (lent.length === 0) return [];
	const images = listed([...new Set(lent.map(({ image }) => quote(image.repository)))]);
	const theirs = listed([...new Set(lenders.map((one) => one.environment))]);
	return [{
		code: "file-shared",
		message: `${environment} of ${product} builds ${images} from ${quote(path)}, which belongs to ${theirs}: a promotion to ${theirs} changes what ${environment} runs, and none of its rules is asked.`,
		hint: `List ${images} under \`images\` of the kustomization of ${environment}, or name ${quote(path)} in \`files\` for ${environment} as well.`,
		path: by
	}];
};
const leniently = (read) => {
	try {
		return read();
	} catch (error) {
		if (error instanceof PromotionError) return [];
		throw error;
	}
};
const absence = async (snapshot, spot) => {
	try {
		await readManifests(snapshot, [spot]);
		return [];
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return error.violations;
	}
};
const imagesIn = (found, environment) => listingsOf(found.filter((spot) => spot.environment === environment)).flatMap(({ spot, images }) => images.map(({ path, line, image }) => ({
	product: spot.product,
	environment,
	path,
	line,
	image: printReference(image)
})));
const empty = ({ product, environment, files, passedOver, settings }, base) => {
	const kustomizations = files.filter(({ path }) => KUSTOMIZATIONS.includes(path.slice(path.lastIndexOf("/") + 1)));
	const isAddedTo = settings.addImages && kustomizations.length === 1;
	const listing = base === void 0 ? "List the images in the manifest" : `It builds from ${quote(base.path)}, which lists ${listed(base.images.map(quote))}: list ${base.images.length === 1 ? "it" : "them"} under \`images\` here as well`;
	const addition = kustomizations.length === 0 || settings.addImages ? "" : ", or set `add-images: true`";
	return {
		message: `No image is listed for ${product} in ${environment}.`,
		hint: [
			isAddedTo ? "A promotion adds each image that it asks for." : "A promotion would refuse every image there.",
			...passedOver.length > 0 ? [passedOverHint(passedOver)] : [],
			...reasonsOf(files),
			...isAddedTo ? [] : [`${listing}${addition}.`]
		].join(" "),
		path: files[0]?.path
	};
};
const refusalsOf = ({ spot: { product, environment, files }, images }) => {
	const present = images.flatMap(({ image }) => isReference(image) ? [image] : []);
	const requests = [...new Map(present.map((image) => [canonicalRepository(image.repository), image])).values()].map(({ repository: name, tag, digest }) => ({
		name,
		tag,
		digest
	}));
	if (requests.length === 0) return [];
	try {
		planPromotion([{
			product,
			environment,
			files,
			images: requests,
			additions: "refused"
		}]);
		return [];
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return error.violations.map(({ code: _, ...notice }) => notice);
	}
};
const distinct = (notices) => [...new Map(notices.map((notice) => [notice.message, notice])).values()];
const commonPlaces = (listings) => {
	const notices = listings.flatMap(({ spot, images }) => images.flatMap(({ path, line, image: { repository }, environment }) => {
		const { owners = [] } = spot.files.find((file) => file.path === path) ?? {};
		const sharing = environment === void 0 ? owners.filter((one) => shares(one, spot.product, [repository])) : [];
		return commonPlace({
			path,
			line,
			image: repository
		}, sharing);
	}));
	return [...new Map(notices.map((notice) => [`${notice.path} ${notice.line}`, notice])).values()];
};
const reasonsOf = (files) => {
	const read = files.map((file) => ({
		file,
		unbound: leniently(() => unboundIn(file))
	}));
	const [first] = read.flatMap(({ unbound }) => unbound);
	const [layering] = read.flatMap(({ file, unbound }) => layeringHint(file, unbound));
	return [first?.message, layering].filter((reason) => reason !== void 0);
};
const at = (snapshot, commit) => {
	if (commit === void 0 || commit === snapshot.commit) return snapshot;
	return {
		...snapshot,
		commit,
		read: async (paths) => await snapshot.readAt(commit, paths) ?? fail("branch-missing", `The commit ${commit} is not in the repository any more.`, "Run the check again on the newest commit of the pull request.")
	};
};
async function startValidation({ inputs, proposed, dependencies, known }) {
	const { product: products, environments, config } = inputs;
	const request = {
		products,
		environments,
		config,
		commit: proposed?.()
	};
	return concludeValidation(await validate(request, {
		...dependencies,
		host: dependencies.host()
	}), known, dependencies.server);
}
const concludeValidation = (validated, known, server) => {
	const { branch, found, violations, notices } = validated;
	const { repository, renamed } = presentName(validated, known);
	return {
		result: {
			command: "validate",
			outcome: violations.length > 0 ? "refused" : "valid",
			repository,
			branch,
			found,
			violations,
			notices: [
				...known.notices,
				...renamed,
				...notices
			]
		},
		sections: validationSections(found, {
			server,
			repository,
			branch
		})
	};
};

export { startValidation };