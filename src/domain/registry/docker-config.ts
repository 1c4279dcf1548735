/** Credentials in the configuration file of docker. */

import { fail } from '../errors.ts';
import { quote } from '../text.ts';

/** Credentials for a registry or its token server. */
export type Credentials =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  | { readonly kind: 'identity-token'; readonly token: string };

type Fields = Readonly<Record<string, unknown>>;

/** The docker configuration (`config.json`) as far as it is about logging in. */
export type DockerConfig = {
  /** Where it was read, for messages. */
  readonly path: string;
  readonly auths: Fields;
  readonly credHelpers: Fields;
  readonly credsStore?: unknown;
};

/** @throws PromotionError `credentials-invalid`; the message never shows the content of the file. */
export function parseDockerConfig(text: string, path: string): DockerConfig {
  const config = fieldsOf(parseJson(text.replace(/^\uFEFF/, '')));
  if (config === undefined) return broken(path, 'is not a JSON object');
  const { auths = {}, credHelpers = {}, credsStore } = config;
  const [entries, helpers] = [fieldsOf(auths ?? {}), fieldsOf(credHelpers ?? {})];
  if (entries === undefined) return broken(path, 'has "auths" that are not an object');
  if (helpers === undefined) return broken(path, 'has "credHelpers" that are not an object');
  return { path, auths: entries, credHelpers: helpers, credsStore };
}

/** The repository and registry to find credentials for; the registry by its key in the docker configuration. */
export type CredentialQuery = { readonly key: string; readonly name: string };

/** The name of the credential helper to ask about a registry: one of its own, else the store for all.
 * @throws PromotionError `credentials-invalid` for a name that is none. */
export function findHelper({ path, credHelpers, credsStore }: DockerConfig, key: string): string | undefined {
  const own = Object.entries(credHelpers).find(([written]) => sameKey(written, key))?.[1];
  const helper = own ?? credsStore ?? '';
  if (helper === '') return undefined;
  if (typeof helper === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(helper)) return helper;
  return broken(path, `names a credential helper for ${quote(key)} in a way that is not understood`);
}

/** The key of the file's entry for a repository: podman and others write entries for a repository or a part of its path beside
 * those for the whole registry, and the longest that fits counts. Undefined where none fits. */
export function findEntry({ auths }: DockerConfig, { key, name }: CredentialQuery): string | undefined {
  const subject = `${bare(key)}/${name}`;
  const fits = (written: string): boolean => `${subject}/`.startsWith(`${bare(written)}/`);
  const found = Object.keys(auths).filter((written) => bare(written) !== '' && fits(written));
  const exact = found.indexOf(key);
  if (exact > 0) found.unshift(...found.splice(exact, 1));
  return found.reduce<string | undefined>(
    (longest, written) => (lengthOf(written) > lengthOf(longest) ? written : longest),
    undefined,
  );
}

/** The number of path parts of a repository's address that the key of an entry names. */
export function lengthOf(key: string | undefined): number {
  return key === undefined ? 0 : bare(key).split('/').length;
}

/** The credentials of an entry of the file.
 * @throws PromotionError `credentials-invalid`; the message never shows the content of the entry. */
export function readCredentials({ path, auths }: DockerConfig, key: string): Credentials | undefined {
  const entry = fieldsOf(auths[key]);
  if (entry === undefined) return broken(path, `has an entry for ${quote(key)} that is not an object`);
  const { identitytoken, auth, username, password } = entry;
  if (isText(identitytoken)) return { kind: 'identity-token', token: identitytoken };
  if (isText(auth)) return decode(auth) ?? broken(path, `has an entry for ${quote(key)} whose "auth" cannot be read`);
  if (isText(username) && isText(password)) return { kind: 'password', username, password };
  return undefined;
}

/** Reads the output of a credential helper: user name and secret, the user name `<token>` for an identity token. */
export function parseHelperAnswer(text: string): Credentials | undefined {
  const { Username: username, Secret: secret } = fieldsOf(parseJson(text)) ?? {};
  if (typeof username !== 'string' || !isText(secret)) return undefined;
  return username === '<token>'
    ? { kind: 'identity-token', token: secret }
    : { kind: 'password', username, password: secret };
}

// docker login writes the bare host; older versions and people write a URL with or without the version's path, and Docker Hub
// goes by several names.
const sameKey = (written: string, key: string): boolean => bare(written) === bare(key);
const bare = (key: string): string =>
  key
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^([^/]+)\/(?:v[12]\/?)?$/, '$1')
    .replace(/\/+$/, '')
    .replace(/^(?:registry-1\.)?docker\.io(?=\/|$)/, 'index.docker.io');

const decode = (auth: string): Credentials | undefined => {
  try {
    const bytes = Uint8Array.from(atob(auth), (character) => character.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\0+$/, '');
    const colon = text.indexOf(':');
    if (colon <= 0) return undefined;
    return { kind: 'password', username: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const broken = (path: string, problem: string): never =>
  fail(
    'credentials-invalid',
    `The docker configuration ${quote(path)} ${problem}.`,
    'Let docker/login-action or docker login write it.',
  );
