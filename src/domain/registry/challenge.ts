/** One challenge of a WWW-Authenticate header: the scheme and the parameters' names in lower case. */
export type Challenge = { readonly scheme: string; readonly parameters: ReadonlyMap<string, string> };

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const schemeStart = new RegExp(`^[\\s,]*(${token})(?=[\\s,]|$)`);
const parameterStart = new RegExp(
  `^[\\s,]*(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,"=][^\\s,"]*))(?=[\\s,]|$)`,
);
const token68 = /^\s+[A-Za-z0-9._~+/-]+=*(?=\s*(?:,|$))/;

/** Reads the challenges of a WWW-Authenticate header (RFC 9110, 11.6.1), several of them joined by commas as `fetch` does.
 * Reading ends where the grammar is broken; challenges that were complete by then count. */
export function parseChallenges(header: string): Challenge[] {
  const challenges: Challenge[] = [];
  let rest = header;
  for (let scheme = schemeStart.exec(rest); scheme !== null; scheme = schemeStart.exec(rest)) {
    const read = readParameters(rest.slice(scheme[0].length));
    rest = read.parameters.size === 0 ? read.rest.replace(token68, '') : read.rest;
    if (!/^\s*(?:,|$)/.test(rest)) break;
    challenges.push({ scheme: (scheme[1] ?? '').toLowerCase(), parameters: read.parameters });
  }
  return challenges;
}

const readParameters = (text: string): { parameters: Map<string, string>; rest: string } => {
  const parameters = new Map<string, string>();
  let rest = text;
  for (let match = parameterStart.exec(rest); match !== null; match = parameterStart.exec(rest)) {
    const [whole, name = '', quoted, plain = ''] = match;
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1'));
    rest = rest.slice(whole.length);
  }
  return { parameters, rest };
};
