import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPKCS8, SignJWT } from 'jose';
import { type Received, respondJson, startServer } from './server.ts';

export type Account = {
  readonly password: string;
  readonly identityToken?: string;
  /** Its rights in every repository. */
  readonly actions: readonly string[];
};

export type TokenServer = {
  readonly issuer: string;
  /** The `auth` section of the configuration of a registry that believes this server. */
  readonly registryAuth: unknown;
  readonly received: Received[];
  /** A token for the account, without asking the server. */
  readonly give: (account: string, scope: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

const service = 'test registry';

/** A token server by the specification of the distribution project: GET with name and password or without, POST with an identity
 * token. It gives what the account may have of what is asked for; nobody in particular may have `anonymous`. */
export async function startTokenServer(
  accounts: Readonly<Record<string, Account>>,
  anonymous: readonly string[] = [],
): Promise<TokenServer> {
  const directory = await mkdtemp(join(tmpdir(), 'tokens-'));
  const [keyPath, certificatePath] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=tokens'],
    ...['-keyout', keyPath, '-out', certificatePath],
  ]);
  const key = await importPKCS8(await readFile(keyPath, 'utf8'), 'RS256');
  const kid = keyId(await readFile(certificatePath, 'utf8'));
  const issuer = 'token server of the tests';

  const sign = (scopes: readonly string[], allowed: readonly string[]) =>
    new SignJWT({ access: scopes.map((scope) => accessOf(scope, allowed)) })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
      .setIssuer(issuer)
      .setSubject('somebody')
      .setAudience(service)
      .setIssuedAt()
      .setNotBefore('-10s')
      .setExpirationTime('5m')
      .setJti(String(Math.random()))
      .sign(key);

  const server = await startServer(async (received, response) => {
    const form = received.method === 'POST' ? received.body : received.path.split('?')[1];
    const asked = new URLSearchParams(form);
    const allowed = allowedFor(received, asked, { accounts, anonymous });
    if (allowed === undefined) {
      respondJson(response, 401, { errors: [{ code: 'UNAUTHORIZED', message: 'incorrect username or password' }] });
      return;
    }
    const scopes = asked.getAll('scope').flatMap((scope) => scope.split(' '));
    const token = await sign(scopes, allowed);
    respondJson(response, 200, received.method === 'POST' ? { access_token: token } : { token });
  });

  return {
    issuer,
    received: server.received,
    give: (account, scope) => sign([scope], accounts[account]?.actions ?? []),
    registryAuth: {
      token: { realm: `http://${server.host}/token`, service, issuer, rootcertbundle: certificatePath },
    },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

type Books = { readonly accounts: Readonly<Record<string, Account>>; readonly anonymous: readonly string[] };

/** The actions of the account; undefined for wrong credentials. */
const allowedFor = (
  { authorization, method }: Received,
  asked: URLSearchParams,
  { accounts, anonymous }: Books,
): readonly string[] | undefined => {
  if (method === 'POST') {
    const token = asked.get('refresh_token');
    return Object.values(accounts).find(({ identityToken }) => identityToken !== undefined && identityToken === token)
      ?.actions;
  }
  if (authorization === undefined) return anonymous;
  const [name = '', password] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
  const account = accounts[name];
  return account?.password === password ? account?.actions : undefined;
};

const accessOf = (scope: string, allowed: readonly string[]) => {
  const [type, name, actions = ''] = scope.split(':');
  return { type, name, actions: actions.split(',').filter((action) => allowed.includes(action)) };
};

/** The key's id as the registry computes it from its certificate: 240 bits of SHA-256 in base32, in groups of four. */
const keyId = (certificate: string): string => {
  const publicKey = createPublicKey(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }));
  const hash = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 30);
  const bits = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{5}/g)?.map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]);
  return letters?.join('').match(/.{4}/g)?.join(':') ?? '';
};
