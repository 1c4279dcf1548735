import { createHash } from "node:crypto";
import { in as printReference } from "../../common.js";
import { n as locate } from "../../location.js";
import { a as isObject, c as judgeStatus, i as isDigest, l as unexpected, n as createCredentials, o as judgeHead, r as createAuthorizer, s as judgeNotFound, t as createExchange } from "../../exchange.js";

// src/adapters/registry/registry.ts
const TIMEOUT = 2e4;
const LOOK_AGAIN = 1e3;
const accept = [
	"application/vnd.oci.image.index.v1+json",
	"application/vnd.docker.distribution.manifest.list.v2+json",
	"application/vnd.oci.image.manifest.v1+json",
	"application/vnd.docker.distribution.manifest.v2+json"
].join(", ");
function createRegistry({ clock, log, environment, timeout = TIMEOUT }) {
	const exchange = createExchange({
		clock,
		log,
		timeout
	});
	const { send, conceal } = createAuthorizer(exchange, createCredentials({
		environment,
		timeout
	}));
	const discreet = (verdict) => "words" in verdict && typeof verdict.words === "string" ? {
		...verdict,
		words: conceal(verdict.words)
	} : verdict;
	return {
		inspect: async (reference, patience = 0) => {
			const end = clock.now().getTime() + patience;
			for (;;) {
				const verdict = discreet(await inspect(reference, send));
				if (verdict.verdict !== "absent" || clock.now().getTime() + LOOK_AGAIN > end) return verdict;
				log.debug(`${printReference(reference)} is not there yet`);
				await clock.sleep(LOOK_AGAIN);
			}
		},
		read: async (reference) => discreet(await read(reference, send)),
		tag: async ({ repository, tag, manifest }) => {
			const location = locate(repository);
			const headers = { "content-type": manifest.mediaType };
			const request = {
				method: "PUT",
				url: manifestUrl(location, tag),
				headers,
				body: manifest.bytes
			};
			const received = receivedFrom(await send(request, location, "pull,push"), location);
			if ("verdict" in received) return discreet(received);
			const { status, body } = received.answer;
			if (status >= 200 && status < 300) return { verdict: "tagged" };
			return discreet(judgeStatus(status, received.asked, new TextDecoder().decode(body)));
		}
	};
}
const manifestUrl = ({ origin, name }, at) => new URL(`${origin}/v2/${name}/manifests/${at ?? "latest"}`);
const receivedFrom = (sent, { registry }) => {
	if ("verdict" in sent) return sent;
	const { answer, loggedIn } = sent;
	if (answer.kind === "answer") return {
		answer,
		asked: {
			registry,
			loggedIn
		}
	};
	const { status, cause, detail, remedy } = answer;
	return {
		verdict: "unknown",
		registry,
		status,
		cause,
		detail,
		remedy
	};
};
const request = async (method, reference, send) => {
	const location = locate(reference.repository);
	const url = manifestUrl(location, reference.digest ?? reference.tag);
	return receivedFrom(await send({
		method,
		url,
		headers: { accept }
	}, location, "pull"), location);
};
const inspect = async (reference, send) => {
	const received = await request("HEAD", reference, send);
	if ("verdict" in received) return received;
	const { status, headers } = received.answer;
	const digest = headers["docker-content-digest"];
	const marked = isRegistry(headers);
	const verdict = judgeHead({
		status,
		digest,
		marked
	}, received.asked, reference.digest);
	if (verdict !== "read") return verdict;
	const found = await read(reference, send);
	return found.verdict === "present" ? {
		verdict: "present",
		digest: found.manifest.digest
	} : found;
};
const isRegistry = (headers) => {
	const type = headers["content-type"] ?? "";
	return /\bjson\b/.test(type) || type === "" && "docker-distribution-api-version" in headers;
};
const read = async (reference, send) => {
	const received = await request("GET", reference, send);
	if ("verdict" in received) return received;
	const { answer, asked } = received;
	const text = new TextDecoder().decode(answer.body);
	if (answer.status === 404) return judgeNotFound(text, asked);
	if (answer.status !== 200) return judgeStatus(answer.status, asked, text);
	if (!isObject(text)) return unexpected(asked.registry, "answers with something that is not a manifest", 200);
	const manifest = manifestOf(answer, text, reference.digest);
	if (manifest !== void 0) return {
		verdict: "present",
		manifest
	};
	return unexpected(asked.registry, "answers with a manifest that does not have its digest", 200);
};
const manifestOf = ({ headers, body }, text, wanted) => {
	const claims = [wanted, headers["docker-content-digest"]].filter(isDigest);
	if (claims.some((claim) => digestOf(body, claim.split(":")[0]) !== claim)) return void 0;
	return {
		digest: claims[0] ?? digestOf(body, "sha256"),
		mediaType: mediaTypeOf(headers, text),
		bytes: body
	};
};
const digestOf = (bytes, algorithm = "sha256") => `${algorithm}:${createHash(algorithm).update(bytes).digest("hex")}`;
const mediaTypeOf = (headers, text) => {
	const { mediaType } = JSON.parse(text);
	if (typeof mediaType === "string" && /^[\w.+-]+\/[\w.+-]+$/.test(mediaType)) return mediaType;
	return headers["content-type"] ?? "application/vnd.oci.image.manifest.v1+json";
};

export { createRegistry };