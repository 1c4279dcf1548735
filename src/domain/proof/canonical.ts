/** The JSON Canonicalization Scheme, RFC 8785, of a value that came out of a JSON parser. Numbers and texts are what JSON.stringify
 * makes of them, by which the RFC defines them; keys are sorted by UTF-16 code units. A lone surrogate, at which the RFC gives up,
 * stays an escape: no two values share a text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
