// src/domain/report/outputs.ts
const LARGEST_REPORT = 512e3;
function outputsOf(report, file) {
	const json = JSON.stringify(report);
	const fits = bytesOf(json) <= LARGEST_REPORT;
	const promotes = report.command === "promote" || report.command === "rollback";
	return {
		outputs: {
			outcome: report.outcome,
			changed: promotes ? String(report.changed) : "",
			commit: report.commit ?? "",
			"pull-request-number": report["pull-request-number"].join("\n"),
			"pull-request-url": report["pull-request-url"].join("\n"),
			built: report.built === void 0 ? "" : String(report.built),
			missing: report.missing.join("\n"),
			digest: report.digest ?? "",
			report: fits ? json : JSON.stringify(cutReport(report, file))
		},
		whole: fits ? void 0 : json
	};
}
function cutReport(report, file) {
	const { environments, violations, notices, images, missing, status } = report;
	const sum = (list) => environments.reduce((total, each) => total + each[list].length, 0);
	return {
		...report,
		environments: [],
		violations: [],
		notices: [],
		images: [],
		missing: [],
		...status === void 0 ? {} : { status: {
			...status,
			images: [],
			frozen: []
		} },
		cut: {
			environments: environments.length,
			changes: sum("changes"),
			superseded: sum("superseded"),
			violations: violations.length,
			notices: notices.length,
			images: images.length,
			missing: missing.length,
			...status === void 0 ? {} : { status: status.images.length },
			...file === void 0 ? {} : { file }
		}
	};
}
function bytesOf(text) {
	return new TextEncoder().encode(text).length;
}

export { outputsOf as n, bytesOf as t };