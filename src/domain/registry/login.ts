/** The login that a registry asks for in its WWW-Authenticate header. */

import { isSafe, type Location } from './location.ts';

/** One challenge of a WWW-Authenticate header: the scheme and the parameters' names in lower case. */
type Challenge = { readonly scheme: string; readonly parameters: ReadonlyMap<string, string> };

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

/** The access to a repository, in the words of a token's scope. */
export type Access = 'pull' | 'pull,push';

/** The login that a registry asks for, or the reason why it is impossible, which follows the name of the registry. */
export type Login =
  | { readonly kind: 'basic' }
  | {
      readonly kind: 'bearer';
      readonly realm: URL;
      readonly service?: string | undefined;
      readonly scopes: readonly string[];
    }
  | { readonly kind: 'unusable'; readonly detail: string };

/** Chooses among the challenges of a 401: Bearer before Basic, others are not spoken. */
export function chooseLogin(header: string | undefined, location: Location, access: Access): Login {
  const challenges = parseChallenges(header ?? '');
  const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
  if (bearer !== undefined) return readBearer(bearer.parameters, location, access);
  if (challenges.some(({ scheme }) => scheme === 'basic')) return { kind: 'basic' };
  const how = header === undefined || header.trim() === '' ? 'without saying how' : 'in a way that is not understood';
  return { kind: 'unusable', detail: `answers 401 and asks for a login ${how}` };
}

const readBearer = (parameters: ReadonlyMap<string, string>, location: Location, access: Access): Login => {
  const text = parameters.get('realm') ?? '';
  if (!URL.canParse(text)) {
    return { kind: 'unusable', detail: 'answers 401 and asks for a token without a proper address to get it from' };
  }
  const realm = new URL(text);
  if (!isSafe(realm, location.origin)) {
    return { kind: 'unusable', detail: 'answers 401 and asks for a token from an address that is not https' };
  }
  const asked = (parameters.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const scopes = union([...asked, `repository:${location.name}:${access}`]);
  return { kind: 'bearer', realm, service: parameters.get('service'), scopes };
};

/** Every resource once, with all its actions. GitHub's registry names `pull` in the challenge to a push, and others name a
 * repository behind the one that was asked for: a token for the challenge alone would not do, nor one for ours alone. */
const union = (scopes: readonly string[]): string[] => {
  const resources = new Map<string, Set<string>>();
  for (const scope of scopes) {
    const [, resource = scope, actions] = /^(.+):([^:]*)$/.exec(scope) ?? [];
    const known = resources.get(resource) ?? new Set();
    for (const action of actions?.split(',') ?? []) known.add(action);
    resources.set(resource, known);
  }
  return [...resources].map(([resource, actions]) => [resource, [...actions].join(',')].filter(Boolean).join(':'));
};

/** The parameters of a request for a token, in the order of the token specification. */
export function tokenParameters({ service, scopes }: Extract<Login, { kind: 'bearer' }>): [string, string][] {
  const parameters: [string, string][] = service === undefined ? [] : [['service', service]];
  return [...parameters, ...scopes.map((scope): [string, string] => ['scope', scope])];
}

/** The token in a token server's answer, which calls it `token` or `access_token`; undefined where it is none. */
export function readToken(body: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null) return undefined;
    const fields = answer as Record<string, unknown>;
    return [fields.token, fields.access_token].find(isToken);
  } catch {
    return undefined;
  }
}

const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
