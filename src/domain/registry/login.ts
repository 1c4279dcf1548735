import { parseChallenges } from './challenge.ts';
import { isSafe, type Location } from './location.ts';

/** What is to be done in a repository, in the words of a token's scope. */
export type Access = 'pull' | 'pull,push';

/** How a registry wants to be logged in to, or the reason why it cannot be done, to be read after its name. */
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

/** What the token is asked for with, in the order of the token specification. */
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
