// src/domain/errors.ts
const dispositions = {
	"input-unknown": "usage",
	"input-invalid": "usage",
	"input-missing": "usage",
	"inputs-conflict": "usage",
	"payload-invalid": "refused",
	"event-unsupported": "refused",
	"product-missing": "refused",
	"product-invalid": "refused",
	"product-unknown": "refused",
	"environment-missing": "refused",
	"environment-invalid": "refused",
	"environment-unknown": "refused",
	"image-missing": "refused",
	"image-invalid": "refused",
	"tag-missing": "refused",
	"tag-invalid": "refused",
	"digest-invalid": "refused",
	"images-disagree": "refused",
	"placeholder-unknown": "refused",
	"placeholder-unset": "refused",
	"source-invalid": "refused",
	"payload-too-large": "refused",
	"workflow-missing": "failed",
	"workflow-unfit": "failed",
	"wait-impossible": "failed",
	"run-unsuccessful": "failed",
	"config-missing": "refused",
	"config-misplaced": "refused",
	"config-invalid": "refused",
	"config-unsupported": "refused",
	"path-escapes": "refused",
	"manifest-missing": "refused",
	"manifest-ambiguous": "refused",
	"manifest-too-many": "refused",
	"manifest-symlink": "refused",
	"manifest-submodule": "refused",
	"manifest-lfs": "refused",
	"manifest-binary": "refused",
	"manifest-too-large": "refused",
	"manifest-invalid": "refused",
	"manifest-format": "refused",
	"image-not-listed": "refused",
	"image-ambiguous": "refused",
	"image-shared": "refused",
	"image-not-allowed": "refused",
	"image-patched": "refused",
	"too-many-changes": "refused",
	"readback-differs": "failed",
	"rename-not-allowed": "refused",
	"tag-not-allowed": "refused",
	"requirement-unmet": "refused",
	"source-not-allowed": "refused",
	"proof-missing": "refused",
	"proof-rejected": "refused",
	"issuer-unavailable": "failed",
	"actor-not-allowed": "refused",
	frozen: "refused",
	"rollback-impossible": "refused",
	"foreign-commit": "refused",
	"branch-taken": "failed",
	"pull-request-refused": "failed",
	"not-merged": "failed",
	"token-missing": "failed",
	"token-invalid": "failed",
	"permission-missing": "failed",
	"repository-missing": "failed",
	"branch-missing": "failed",
	"branch-protected": "failed",
	"branch-contended": "failed",
	"rate-limited": "failed",
	"host-unavailable": "failed",
	"host-unexpected": "failed",
	"not-a-checkout": "failed",
	"file-unwritable": "failed",
	"manifest-uncommitted": "refused",
	"image-absent": "refused",
	"tag-taken": "refused",
	"registry-unknown": "failed",
	"credentials-invalid": "failed",
	internal: "failed"
};
var PromotionError = class extends Error {
	violations;
	constructor(violations, options) {
		super(violations.map((violation) => violation.message).join("\n"), options);
		this.name = "PromotionError";
		this.violations = violations;
	}
};
function fail(code, message, hint, place = {}) {
	throw new PromotionError([{
		code,
		message,
		hint,
		...place
	}]);
}
function dispositionOf(violations) {
	const found = new Set(violations.map((violation) => dispositions[violation.code]));
	return [
		"failed",
		"usage",
		"refused"
	].find((disposition) => found.has(disposition)) ?? "failed";
}
function gather() {
	const violations = [];
	return {
		attempt: (check) => {
			try {
				return check();
			} catch (error) {
				if (!(error instanceof PromotionError)) throw error;
				violations.push(...error.violations);
				return;
			}
		},
		finish: () => {
			if (violations.length > 0) throw new PromotionError(violations);
		}
	};
}
function collect(checks) {
	const { attempt, finish } = gather();
	const results = checks.map((check) => attempt(check));
	finish();
	return results;
}
async function alongWith(known, work) {
	const result = await work().catch((error) => {
		if (!(error instanceof PromotionError)) throw error;
		throw new PromotionError([...known, ...error.violations]);
	});
	if (known.length > 0) throw new PromotionError(known);
	return result;
}

export { fail as a, dispositionOf as i, alongWith as n, gather as o, collect as r, PromotionError as t };