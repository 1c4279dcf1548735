import { Cn as PromotionError, Dn as fail, Vt as isOwned, _n as counted, an as registryOf, bn as quote, in as printReference, sn as sameRepository, vn as listed, xn as quoteWords, zt as isCommit } from "../../common.js";
import { B as isListed, Bt as matchesAny, H as isAt, K as explainUnattested, U as placesOf, V as allAt, z as otherOwners, zt as matches } from "../../promotion.js";
import { o as referrersTag } from "../../attestation.js";
import { o as issuerOf } from "../../action.js";

// src/domain/provenance/judge-bundle.ts
const PREDICATE = "https://slsa.dev/provenance/v1";
function judgeBundle(examined, demand) {
	if (examined.kind === "unusable") return {
		kind: "fails",
		problem: examined.problem
	};
	const { statement, certificate } = examined;
	const { predicateType, digests } = statement;
	if (predicateType !== PREDICATE) return fails(`states ${quoteWords(predicateType)} and no build provenance (${PREDICATE})`);
	if (!digests.includes(demand.digest)) return fails(`is about ${listedUpTo(digests) || "nothing"} and not about this image (${demand.digest})`);
	return judgeBuilder(certificate, demand);
}
const fails = (problem) => ({
	kind: "fails",
	problem
});
const MOST_NAMED = 3;
const listedUpTo = (texts) => {
	const named = texts.slice(0, MOST_NAMED).map(quoteWords);
	return listed(texts.length > MOST_NAMED ? [...named, `${texts.length - MOST_NAMED} more`] : named);
};
const judgeBuilder = (certificate, demand) => {
	const { issuer, sourceRepository = "", sourceCommit = "" } = certificate;
	if (issuer !== demand.issuer) return fails(`is signed for ${shown(issuer)} and not for a workflow of ${quoteWords(demand.issuer)}`);
	const repository = repositoryAt(sourceRepository, demand.server);
	const rules = demand.sources.filter((rule) => matches(rule.repository.toLowerCase(), repository?.toLowerCase() ?? ""));
	if (repository === void 0 || rules.length === 0) {
		const wanted = listed(demand.sources.map((rule) => quoteWords(`${demand.server}/${rule.repository}`))) || "nobody";
		return fails(`says that ${shown(sourceRepository)} has built the image, and \`sources\` lists ${wanted}`);
	}
	const problem = idProblem(certificate, rules) ?? refProblem(certificate, demand.rule) ?? workflowProblem(certificate, {
		repository,
		...demand
	});
	if (problem !== void 0) return fails(problem);
	if (!isCommit(sourceCommit)) return fails(`does not say from which commit of ${quoteWords(repository)} the image was built`);
	return {
		kind: "holds",
		built: {
			repository,
			sha: sourceCommit
		}
	};
};
const shown = (text) => text === void 0 || text === "" ? "nobody" : quoteWords(text);
const repositoryAt = (address, server) => {
	const start = `${server.replace(/\/$/, "")}/`;
	const name = address.slice(start.length);
	return address.toLowerCase().startsWith(start.toLowerCase()) && isOwned(name) ? name : void 0;
};
const idProblem = ({ sourceRepositoryId }, rules) => {
	if (rules.some(({ id }) => id === void 0 || String(id) === sourceRepositoryId)) return void 0;
	const wanted = listed(rules.map(({ id }) => String(id)));
	return `is of the repository with the number ${shown(sourceRepositoryId)}, and \`sources\` gives ${wanted}`;
};
const refProblem = ({ sourceRef = "" }, { refs }) => {
	if (refs === void 0 || sourceRef !== "" && matchesAny(refs, sourceRef)) return void 0;
	return `says that the image was built at ${shown(sourceRef)}, and \`provenance.refs\` lists ${listedUpTo(refs) || "no ref"}`;
};
const workflowProblem = ({ buildConfig, buildSigner }, { rule: { workflow }, server, repository }) => {
	if (workflow === void 0) return void 0;
	const isFile = !workflow.includes("/");
	const wanted = `${server.replace(/\/$/, "")}/${isFile ? `${repository}/.github/workflows/${workflow}` : workflow}`;
	const found = isFile ? buildConfig : buildSigner;
	if (found !== void 0 && isWorkflowAt(found, wanted)) return void 0;
	return `says that the image was ${isFile ? "built by the workflow" : "signed by the workflow"} ${shown(found)}, and \`provenance.workflow\` wants ${quoteWords(wanted)}`;
};
const isWorkflowAt = (found, wanted) => {
	const [one, other] = [splitWorkflow(found), splitWorkflow(wanted)];
	if (one === void 0 || other === void 0) return false;
	return one.repository === other.repository && one.file === other.file && one.ref !== "" && (other.ref === "" || one.ref === other.ref);
};
const workflowAddress = /^(?<repository>.+?)\/\.github\/workflows\/(?<file>[^/]+?)(?:@(?<ref>refs\/.+|[0-9a-f]{40}|[0-9a-f]{64}))?$/;
const splitWorkflow = (address) => {
	const { repository, file, ref = "" } = workflowAddress.exec(address)?.groups ?? {};
	return repository === void 0 || file === void 0 ? void 0 : {
		repository: repository.toLowerCase(),
		file,
		ref
	};
};

// src/domain/policy/provenance.ts
function provenanceQuestions(items, spots, signing) {
	const questions = /* @__PURE__ */ new Map();
	for (const item of items.filter(({ state }) => state === "changed")) for (const spot of spotsOf(item, spots)) {
		const { digest } = item.to;
		const { provenance: rule, sources } = spot.settings;
		if (rule === void 0 || sources === void 0 || digest === void 0) continue;
		const demand = {
			...signing,
			digest,
			rule,
			sources
		};
		const key = JSON.stringify([item.to.repository, demand]);
		const known = questions.get(key);
		questions.set(key, {
			reference: {
				...item.to,
				digest
			},
			demand,
			items: [...known?.items ?? [], item],
			spots: known === void 0 ? [spot] : [...known.spots, spot]
		});
	}
	return [...questions.values()];
}
function unnamedBuilders(items, spots) {
	const open = items.flatMap((item) => spotsOf(item, spots)).filter(isOpen);
	return [...new Set(open)].map(nobodyNamed);
}
const isOpen = ({ settings: { provenance, sources } }) => provenance !== void 0 && sources === void 0;
function unattested(items, spots, attested) {
	return items.find((item) => item.state === "changed" && spotsOf(item, spots).some((spot) => spot.settings.provenance !== void 0 && !attested.some((one) => one.items.includes(item) && one.spots.includes(spot) && builtFrom(one) !== void 0)));
}
const spotsOf = (item, spots) => spots.filter(({ product, environment }) => [item, ...item.owners ?? []].some((one) => one.product === product && one.environment === environment));
const nobodyNamed = (spot) => ({
	code: "config-invalid",
	message: `The configuration demands a build provenance for ${placesOf([spot])} and names no \`sources\`, which say whose builds count.`,
	hint: "List the repositories that build the images under `sources`.",
	...spot.settings.origin.provenance
});
function builtFrom({ demand, answer }) {
	if (answer.verdict !== "examined") return void 0;
	return answer.examined.flatMap((one) => {
		const judgement = judgeBundle(one, demand);
		return judgement.kind === "holds" ? [judgement.built] : [];
	})[0];
}
function judgeProvenance(attested) {
	const { reference, spots, demand, answer } = attested;
	if (answer.verdict === "unknown") return {
		...explainUnattested(reference, answer),
		...placeOf(attested)
	};
	if (builtFrom(attested) !== void 0) return void 0;
	const wanted = `${placesOf(spots)} ${new Set(spots.map(({ environment }) => environment)).size > 1 ? "demand" : "demands"} a build provenance`;
	const image = quoteWords(printReference(reference));
	if (answer.examined.length === 0) return {
		...missing(attested, answer),
		...placeOf(attested)
	};
	return {
		code: "provenance-rejected",
		message: `${wanted}, and no attestation of ${image} holds: ${problemsOf(answer, demand)}.`,
		hint: hintFor(demand),
		...placeOf(attested)
	};
}
const placeOf = ({ spots: [{ settings }] }) => settings.origin.provenance;
const missing = ({ reference, spots }, { listing }) => {
	const image = quoteWords(printReference(reference));
	const where = `the tag ${referrersTag(reference.digest)}`;
	const registry = registryOf(reference.repository) ?? "docker.io";
	const looked = listing === "api" ? `the registry lists no Sigstore bundle that refers to it, and has none under ${where}` : `the registry ${registry} does not serve the referrers API, and has no Sigstore bundle under ${where} either`;
	return {
		code: "provenance-missing",
		message: `${placesOf(spots)} demands a build provenance, and ${image} has no attestation: ${looked}.`,
		hint: `Add two lines to the job that pushes the image, after the push: \`- uses: actions/attest-build-provenance@v3\` and \`  with: { subject-name: ${reference.repository}, subject-digest: "\${{ steps.build.outputs.digest }}", push-to-registry: true }\`, and give that job the permissions id-token: write and attestations: write. An image that was built before has to be built again.`
	};
};
const MOST_PROBLEMS = 5;
const problemsOf = ({ examined, unread }, demand) => {
	const faults = /* @__PURE__ */ new Map();
	for (const one of examined) {
		const judgement = judgeBundle(one, demand);
		if (judgement.kind === "fails") faults.set(judgement.problem, [...faults.get(judgement.problem) ?? [], one.attestation]);
	}
	const told = [...faults].slice(0, MOST_PROBLEMS).map(([problem, [first = "", ...others]]) => {
		const more = others.length === 0 ? "" : ` (as ${counted(others.length, "other")})`;
		return `${first.slice(0, 19)} ${problem}${more}`;
	});
	const rest = faults.size - told.length;
	return [
		...told,
		...rest > 0 ? [`${rest} more fail for other reasons`] : [],
		...unread > 0 ? [`${unread} more were not read, because there are too many`] : []
	].join("; ");
};
const hintFor = ({ sources, server, rule: { workflow, refs, trustedRoot } }) => {
	const from = sources.map(({ repository }) => repository).join(", ") || "nobody";
	return `Promote an image that was built${workflow === void 0 ? "" : ` by ${workflow}`} in ${from} on ${server}${refs === void 0 ? "" : ` at ${refs.join(", ") || "no ref"}`} and attested with actions/attest-build-provenance. If this build is right, correct \`sources\` or \`provenance\`; if its signer is, renew ${trustedRoot} with \`gh attestation trusted-root\`. An attestation that nobody can explain is a reason to look who pushes to the registry.`;
};
function ignoredBundles({ reference, demand, answer }) {
	if (answer.verdict !== "examined") return void 0;
	const failing = answer.examined.filter((one) => judgeBundle(one, demand).kind === "fails");
	if (failing.length === 0) return void 0;
	return `${counted(failing.length, "attestation")} of ${quoteWords(printReference(reference))} did not hold before one that does: ${problemsOf({
		...answer,
		examined: failing
	}, demand)}.`;
}

// src/commands/promotion/provenance.ts
async function examineBuilds(matter, world) {
	const { items, targets, environments, config } = matter;
	const demanding = [...targets, ...otherOwners(items, targets, environments)].filter(({ settings }) => settings.provenance !== void 0);
	const { server = "https://github.com" } = world;
	const signing = {
		server,
		issuer: config.value.issuer ?? issuerOf(server)
	};
	const questions = provenanceQuestions(askable(matter), demanding, signing);
	const answers = await askAll(questions, matter.snapshot, world);
	const attested = answers.flatMap(({ attested }) => attested ?? []);
	const faults = [...answers.flatMap((one) => one.violations), ...attested.flatMap((one) => judgeProvenance(one) ?? [])];
	return {
		violations: [...unnamedBuilders(items, demanding), ...faults],
		notices: attested.flatMap(noticesOf),
		builtOf: (item) => attested.filter(isAbout(item)).flatMap((one) => builtFrom(one) ?? [])[0],
		refuseUnattested: () => refuse(unattested(items, demanding, attested))
	};
}
const isAbout = ({ product, environment, to }) => ({ reference, spots }) => to.digest === reference.digest && sameRepository(to.repository, reference.repository) && spots.some(isAt({
	product,
	environment
}));
const askable = ({ items, targets, trigger }) => items.filter((item) => {
	const settings = allAt(targets, item)[0]?.settings;
	return settings !== void 0 && isListed(item, settings, trigger);
});
const askAll = async (questions, snapshot, { attestations }) => {
	if (questions.length === 0) return [];
	if (attestations === void 0) throw new Error("no attestations can be read");
	const paths = [...new Set(questions.map(({ demand }) => demand.rule.trustedRoot))];
	const entries = await snapshot.read(paths);
	const roots = new Map(paths.flatMap((path, at) => {
		const entry = entries[at];
		return entry?.kind === "file" ? [[path, {
			path,
			text: entry.text
		}]] : [];
	}));
	const opened = await attestations();
	const answered = [];
	for (const question of questions) {
		const root = roots.get(question.demand.rule.trustedRoot);
		answered.push(root === void 0 ? rootless(question) : await ask(question, root, opened));
	}
	return answered;
};
const ask = async (question, trustedRoot, attestations) => {
	const { reference, demand } = question;
	try {
		const answer = await attestations.examine({
			reference,
			trustedRoot,
			enough: (examined) => judgeBundle(examined, demand).kind === "holds"
		});
		return {
			attested: {
				...question,
				answer
			},
			violations: []
		};
	} catch (error) {
		if (!(error instanceof PromotionError)) throw error;
		return { violations: error.violations };
	}
};
const rootless = ({ demand: { rule }, spots: [{ settings }] }) => ({ violations: [{
	code: "trusted-root-invalid",
	message: `The manifest repository has no file ${quote(rule.trustedRoot)}, which says whose signatures count.`,
	hint: `Write it with \`gh attestation trusted-root > ${rule.trustedRoot}\`, and commit it.`,
	...settings.origin.provenance
}] });
const noticesOf = (attested) => {
	const message = builtFrom(attested) === void 0 ? void 0 : ignoredBundles(attested);
	return message === void 0 ? [] : [{ message }];
};
const refuse = (item) => {
	if (item === void 0) return;
	fail("provenance-missing", `Nobody has looked who has built ${quote(printReference(item.to))}, although ${item.environment} of ${item.product} demands a build provenance.`, "Report this as a defect of image-promotion.");
};

export { examineBuilds };