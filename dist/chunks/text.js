// src/domain/text.ts
const LONGEST = 80;
function quote(text) {
	const characters = [...text];
	const shown = characters.slice(0, LONGEST).join("").replace(/[\p{C}\p{Z}"\\]/gu, escaped);
	return characters.length > LONGEST ? `"${shown}…" (${characters.length} characters)` : `"${shown}"`;
}
function visible(text) {
	return text.replace(/[\p{C}\p{Z}]/gu, escaped);
}
const escaped = (character) => {
	if (character === " ") return character;
	if (character === "\"" || character === "\\") return `\\${character}`;
	if (character === "\n") return "\\n";
	if (character === "\r") return "\\r";
	if (character === "	") return "\\t";
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
};
function nearest(meant, candidates) {
	const allowed = Math.max(2, Math.floor(meant.length / 3));
	return [...new Set(candidates)].map((candidate) => ({
		candidate,
		distance: distanceOf(meant.toLowerCase(), candidate.toLowerCase())
	})).filter(({ candidate, distance }) => distance <= allowed || related(meant, candidate)).sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1)).slice(0, 3).map(({ candidate }) => candidate);
}
const related = (meant, candidate) => meant !== "" && (candidate.endsWith(`/${meant}`) || meant.endsWith(`/${candidate}`));
const distanceOf = (from, to) => {
	if (from.length > 255 || to.length > 255) return Number.POSITIVE_INFINITY;
	let row = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (let i = 1; i <= from.length; i++) {
		const next = [i];
		for (let j = 1; j <= to.length; j++) {
			const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[to.length] ?? 0;
};
function listed(words) {
	if (words.length < 2) return words.join("");
	return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export { visible as i, nearest as n, quote as r, listed as t };