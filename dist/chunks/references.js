import { An as quote, Fn as collect, Ln as fail, Ut as checkTag, Vt as checkDigest, Yt as printImage } from "./common.js";
import { n as locate } from "./location.js";

// src/domain/registry/references.ts
function referencesOf(images) {
	if (images.length === 0) fail("image-missing", "No image is named.", "Set the input `images`.");
	const references = collect(images.map((image) => () => referenceOf(image)));
	return [...new Map(references.map((reference) => [JSON.stringify(reference), reference])).values()];
}
const referenceOf = (image) => {
	const { name, newName, tag, digest } = image;
	const repository = newName ?? name;
	locate(repository);
	if (tag !== void 0) checkTag(tag);
	if (digest !== void 0) checkDigest(digest);
	if (tag === void 0 && digest === void 0) fail("tag-missing", `The image ${quote(printImage(image))} has no tag.`, "Write it as NAME:TAG, or set the input `tag`.");
	return {
		repository,
		tag,
		digest
	};
};

export { referencesOf as t };