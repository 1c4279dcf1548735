/** The findings that fail so far, by kind. A listed one that passes fails the test, so that the list only shrinks. */
const byKind: Readonly<Record<string, readonly string[]>> = {};

export const knownFailures: ReadonlySet<string> = new Set(Object.values(byKind).flat());
