import { $ as spotsOf, Et as passedOverHint, X as readConfig, Z as readManifests, c as logStep, f as presentName, mt as inOrder, u as snapshotLines, ut as environmentsOf } from "../promotion.js";
import { Br as PromotionError, Wr as fail, mr as printReference } from "../common.js";
import { a as readLeniently, d as validationSections, f as nothingFound, n as findPairs, p as ordered, r as listingsOf, u as statusWanted } from "../status.js";

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
	const violations = [
		...found.length > 0 ? [] : nowhere.map(({ hint = "", ...notice }) => ({
			...notice,
			hint,
			code: NOTHING
		})),
		...absent,
		...problems,
		...unread
	];
	return {
		repository: snapshot.repository,
		branch: snapshot.branch,
		found: ordered(config, [...environments, ...found.map(({ environment }) => environment)]).flatMap((environment) => imagesIn(found, environment)),
		violations: [...new Map(violations.map((violation) => [violation.message, violation])).values()],
		notices: [...found.length > 0 ? nowhere : [], ...listings.flatMap(({ spot, images, problems: own }) => images.length + own.length > 0 ? [] : [empty(spot)])]
	};
}
const NOTHING = "manifest-missing";
const spotsAt = (config, pairs) => pairs.flatMap(({ product, environment }) => spotsOf(config, {
	products: [product],
	environments: [environment]
}));
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
const empty = ({ product, environment, files, passedOver }) => ({
	message: `No image is listed for ${product} in ${environment}.`,
	hint: [
		"A promotion would refuse every image there.",
		...passedOver.length > 0 ? [passedOverHint(passedOver)] : [],
		"List the images in the manifest, or set `add-images: true`."
	].join(" "),
	path: files[0]?.path
});
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