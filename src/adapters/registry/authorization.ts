/** Logs in to registries where they ask for it. */

import type { CredentialQuery, Credentials } from '../../domain/registry/docker-config.ts';
import type { Location } from '../../domain/registry/location.ts';
import { type Access, chooseLogin, type Login, readToken, tokenParameters } from '../../domain/registry/login.ts';
import { judgeStatus, type Unknown, unexpected } from '../../domain/registry/verdict.ts';
import type { FindCredentials } from './credentials.ts';
import type { Exchange, RegistryAnswer, RegistryFailure, RegistryRequest } from './exchange.ts';

/** An answer of the registry, and whether it was asked with credentials of our own. */
export type Authorized = { readonly answer: RegistryAnswer | RegistryFailure; readonly loggedIn: boolean };

/** Sends a request to a registry, logging in where it asks for that. */
export type SendAuthorized = (
  request: RegistryRequest,
  location: Location,
  access: Access,
) => Promise<Authorized | Unknown>;

export type Authorizer = {
  readonly send: SendAuthorized;
  /** The text without secrets: a server may repeat them in an error. */
  readonly conceal: (text: string) => string;
};

type Authorization = { readonly header: string; readonly loggedIn: boolean };
type Remembered = { readonly login: Login; readonly authorization: Authorization };
type Bearer = Extract<Login, { kind: 'bearer' }>;

/** Asks without credentials first: some registries refuse a bad login without a challenge, and most images need none. The result
 * of a challenge is kept for the run: a token per realm, service and scope, and that a registry wants a password. */
export function createAuthorizer(exchange: Exchange, find: FindCredentials): Authorizer {
  const confidences = new Set<string>();
  const findCredentials: FindCredentials = async (query) => {
    const found = await find(query);
    for (const secret of found === undefined ? [] : secretsOf(found)) confidences.add(secret);
    return found;
  };
  const tokens = new Map<string, Promise<Authorization | Unknown>>();
  const remembered = new Map<string, Remembered>();
  const passwordOrigins = new Set<string>();

  const requestOnce = (key: string, request: () => Promise<Authorization | Unknown>) => {
    const token = tokens.get(key) ?? request();
    tokens.set(key, token);
    return token;
  };

  const authorize = async (login: Login, location: Location, stale: Authorization | undefined) => {
    if (login.kind === 'unusable') return unexpected(location.registry, login.detail, 401);
    if (login.kind === 'basic') return basic(await findCredentials(queryOf(location)), location);
    const key = `${location.credentialKey} ${login.realm.href} ${JSON.stringify(tokenParameters(login))}`;
    if (stale !== undefined && (await tokens.get(key)) === stale) tokens.delete(key);
    return requestOnce(key, async () =>
      requestToken(login, { exchange, location, credentials: await findCredentials(queryOf(location)) }),
    );
  };

  /** A registry that wants a name and a password wants them for all its repositories, though not for all the same. */
  const withPassword = async (location: Location): Promise<Remembered | undefined> => {
    if (!passwordOrigins.has(location.origin)) return undefined;
    const credentials = await findCredentials(queryOf(location));
    const authorization = basic(credentials, location);
    return 'verdict' in authorization ? undefined : { login: { kind: 'basic' }, authorization };
  };

  const send: SendAuthorized = async (request, location, access) => {
    const repository = `${location.origin}/${location.name}`;
    const keys = { basic: repository, bearer: `${repository} ${access}`, unusable: '' };
    const known = remembered.get(keys.bearer) ?? remembered.get(keys.basic) ?? (await withPassword(location));
    const answer = await exchange({ ...request, authorization: known?.authorization.header });
    const first: Authorized = { answer, loggedIn: known?.authorization.loggedIn ?? false };
    // A challenge of another origin, where a redirect led to, is not ours to answer.
    if (answer.kind === 'failure' || answer.status !== 401 || !answer.own) return first;
    // A token that has run out is asked for as before: an answer to our credentials may repeat them.
    const login = known?.login ?? chooseLogin(answer.headers['www-authenticate'], location, access);
    if (login.kind === 'basic' && known !== undefined) return first;
    const authorization = await authorize(login, location, known?.authorization);
    if ('verdict' in authorization) return authorization;
    remembered.set(keys[login.kind], { login, authorization });
    if (login.kind === 'basic') passwordOrigins.add(location.origin);
    const { header, loggedIn } = authorization;
    confidences.add(header.replace(/^\w+ /, ''));
    return { answer: await exchange({ ...request, authorization: header }), loggedIn };
  };
  return { send, conceal: (text) => [...confidences].reduce(hide, text) };
}

const hide = (text: string, secret: string): string =>
  text.replace(new RegExp(secret.replace(/[^A-Za-z0-9]/g, '\\$&'), 'gi'), '***');

/** A short user name such as AWS is no secret, and is part of many words. */
const secretsOf = (credentials: Credentials): string[] => {
  if (credentials.kind === 'identity-token') return [credentials.token];
  const { username, password } = credentials;
  return [basicHeader(credentials).replace(/^Basic /, ''), password, ...(username.length > 5 ? [username] : [])];
};

const queryOf = ({ credentialKey, name }: Location): CredentialQuery => ({ key: credentialKey, name });

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
    const judged = judgeStatus(answer.status, { registry, loggedIn }, new TextDecoder().decode(answer.body));
    return { ...judged, detail: `${server} ${judged.detail}` };
  }
  const token = readToken(new TextDecoder().decode(answer.body));
  if (token === undefined) return unexpected(registry, `${server} answers without a token`, 200);
  return { header: `Bearer ${token}`, loggedIn };
};

/** By the token specification: GET, with name and password where there are any; an identity token is exchanged by POST. */
const tokenRequest = (login: Bearer, credentials: Credentials | undefined): RegistryRequest => {
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
