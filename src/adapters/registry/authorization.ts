import type { Credentials } from '../../domain/registry/dockerconfig.ts';
import type { Location } from '../../domain/registry/location.ts';
import { type Access, chooseLogin, type Login, readToken, tokenParameters } from '../../domain/registry/login.ts';
import { judgeStatus, type Unknown, unexpected } from '../../domain/registry/verdict.ts';
import type { FindCredentials } from './credentials.ts';
import type { Answer, Exchange, Failure, Request } from './http.ts';

/** An answer of the registry, and whether it was asked with credentials of our own. */
export type Authorized = { readonly answer: Answer | Failure; readonly loggedIn: boolean };

/** Sends a request to a registry, logging in where it asks for that. */
export type SendAuthorized = (request: Request, location: Location, access: Access) => Promise<Authorized | Unknown>;

type Authorization = { readonly header: string; readonly loggedIn: boolean };
type Remembered = { readonly login: Login; readonly authorization: Authorization };
type Bearer = Extract<Login, { kind: 'bearer' }>;

/** Asks without credentials first: some registries refuse a bad login without a challenge, and most images need none. What a
 * challenge led to is remembered for the run: a token per realm, service and scope, a password per registry. */
export function createAuthorizer(exchange: Exchange, findCredentials: FindCredentials): SendAuthorized {
  const tokens = new Map<string, Promise<Authorization | Unknown>>();
  const remembered = new Map<string, Remembered>();

  const requestOnce = (key: string, request: () => Promise<Authorization | Unknown>) => {
    const token = tokens.get(key) ?? request();
    tokens.set(key, token);
    return token;
  };

  const authorize = async (login: Login, location: Location, stale: Authorization | undefined) => {
    if (login.kind === 'unusable') return unexpected(location.registry, login.detail, 401);
    if (login.kind === 'basic') return basic(await findCredentials(location.credentialKey), location);
    const key = `${location.credentialKey} ${login.realm.href} ${JSON.stringify(tokenParameters(login))}`;
    if (stale !== undefined && (await tokens.get(key)) === stale) tokens.delete(key);
    return requestOnce(key, async () =>
      requestToken(login, { exchange, location, credentials: await findCredentials(location.credentialKey) }),
    );
  };

  return async (request, location, access) => {
    const keys = { basic: location.origin, bearer: `${location.origin}/${location.name} ${access}`, unusable: '' };
    const known = remembered.get(keys.bearer) ?? remembered.get(keys.basic);
    const answer = await exchange({ ...request, authorization: known?.authorization.header });
    const first: Authorized = { answer, loggedIn: known?.authorization.loggedIn ?? false };
    // A challenge of another origin, where a redirect led to, is not ours to answer.
    if (answer.kind === 'failure' || answer.status !== 401 || !answer.own) return first;
    // A token that has run out is asked for as before: what follows our credentials may repeat them.
    const login = known?.login ?? chooseLogin(answer.headers['www-authenticate'], location, access);
    if (login.kind === 'basic' && known !== undefined) return first;
    const authorization = await authorize(login, location, known?.authorization);
    if ('verdict' in authorization) return authorization;
    remembered.set(keys[login.kind], { login, authorization });
    const { header, loggedIn } = authorization;
    return { answer: await exchange({ ...request, authorization: header }), loggedIn };
  };
}

const basic = (credentials: Credentials | undefined, { registry }: Location): Authorization | Unknown => {
  if (credentials === undefined) return judgeStatus(401, { registry, loggedIn: false });
  if (credentials.kind === 'password') {
    return { header: basicHeader(credentials), loggedIn: true };
  }
  const detail = 'asks for a name and a password, where the docker configuration has an identity token';
  return unexpected(registry, detail, 401);
};

const basicHeader = ({ username, password }: { username: string; password: string }): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

type TokenContext = {
  readonly exchange: Exchange;
  readonly location: Location;
  readonly credentials: Credentials | undefined;
};

const requestToken = async (login: Bearer, context: TokenContext): Promise<Authorization | Unknown> => {
  const { registry } = context.location;
  const loggedIn = context.credentials !== undefined;
  const server = `uses the token server ${login.realm.host}, which`;
  const answer = await context.exchange(tokenRequest(login, context.credentials));
  if (answer.kind === 'failure') {
    return {
      verdict: 'unknown',
      registry,
      status: answer.status,
      cause: answer.cause,
      detail: `${server} ${answer.detail}`,
      remedy: answer.remedy,
    };
  }
  if (answer.status !== 200) {
    const judged = judgeStatus(answer.status, { registry, loggedIn });
    return { ...judged, detail: `${server} ${judged.detail}` };
  }
  const token = readToken(new TextDecoder().decode(answer.body));
  if (token === undefined) return unexpected(registry, `${server} answers without a token`, 200);
  return { header: `Bearer ${token}`, loggedIn };
};

/** By the token specification: GET, with name and password where there are any; an identity token is exchanged by POST. */
const tokenRequest = (login: Bearer, credentials: Credentials | undefined): Request => {
  const parameters = tokenParameters(login);
  if (credentials?.kind === 'identity-token') {
    const scope = login.scopes.join(' ');
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'image-promotion',
      service: login.service ?? '',
      scope,
      refresh_token: credentials.token,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    return { method: 'POST', url: login.realm, headers, body: form.toString() };
  }
  const url = new URL(login.realm);
  for (const [name, value] of parameters) url.searchParams.append(name, value);
  const authorization = credentials === undefined ? undefined : basicHeader(credentials);
  return { method: 'GET', url, headers: { accept: 'application/json' }, authorization };
};
