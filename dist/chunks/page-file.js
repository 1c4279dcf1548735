import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Dn as fail, bn as quote } from "./common.js";

// src/adapters/page-file.ts
async function writePage(path, html) {
	try {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, html);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		fail("file-unwritable", `The page cannot be written to ${quote(path)}: ${quote(reason)}.`, "Name a file in a folder that may be written to.");
	}
}

export { writePage as t };