import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PromotionError } from '../../../src/domain/errors.ts';
import { explainUnknown, explainUnset } from '../../../src/domain/registry/explain.ts';
import { type Respond, respondJson, startServer } from '../../registry/server.ts';
import { basicAuth, prepareMachine, watchRegistry } from '../../registry/setup.ts';

/** The answers of a server that repeats secrets in any place. */
const indiscretions: Readonly<Record<string, (secret: string) => Respond>> = {
  'a page': (secret) => (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end(secret),
  'a reason': (secret) => (_, response) => response.writeHead(403, secret, { 'content-type': secret }).end(secret),
  'an error': (secret) => (_, response) => respondJson(response, 401, { errors: [{ code: secret, message: secret }] }),
  'a challenge': (secret) => (_, response) =>
    response.writeHead(401, { 'www-authenticate': `${secret} realm="https://${secret}/",scope="${secret}"` }).end(),
  'another realm': (secret) => (_, response) =>
    response
      .writeHead(401, { 'www-authenticate': `Bearer realm="https://${secret}.invalid/",service="${secret}"` })
      .end(),
  'a redirect': (secret) => (_, response) =>
    response.writeHead(307, { location: `http://${secret}.example.com/` }).end(),
  'a far redirect': (secret) => (_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:1/${secret}?${secret}` }).end(),
  'a digest': (secret) => (_, response) => response.writeHead(200, { 'docker-content-digest': secret }).end(secret),
  'a manifest': (secret) => (_, response) => respondJson(response, 200, { mediaType: `x/${secret}`, schemaVersion: 2 }),
  'a wait': (secret) => (_, response) => response.writeHead(429, { 'retry-after': secret }).end(secret),
  'a hang-up': () => (_, response) => response.destroy(),
};

const secret = fc.stringMatching(/^[A-Za-z0-9]{16,24}$/);
const situation = fc.record({
  username: secret,
  password: secret,
  token: secret,
  kind: fc.constantFrom('basic', 'bearer', 'identity', 'helper'),
  place: fc.constantFrom('registry', 'token server', 'later'),
  indiscretion: fc.constantFrom(...Object.keys(indiscretions)),
});
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

/** All visible output: the log, the verdicts, the explanations and the errors. */
const shown = async ({ username, password, token, kind, place, indiscretion }: Situation): Promise<string> => {
  const tell = (text: string) => indiscretions[indiscretion]?.(text) ?? (() => {});
  const tokens = await startServer((received, response) => {
    if (place === 'token server') tell(`${received.authorization}`.split(' ').at(-1) ?? password)(received, response);
    else respondJson(response, 200, { token });
  });
  let asked = 0;
  const server = await startServer((received, response) => {
    const challenge =
      kind === 'bearer' || kind === 'identity' ? `Bearer realm="http://${tokens.host}/"` : 'Basic realm="r"';
    const [, told] = received.authorization?.split(' ') ?? [];
    asked += told === undefined ? 0 : 1;
    if (told === undefined) response.writeHead(401, { 'www-authenticate': challenge }).end();
    else if (place === 'later' && asked === 1)
      response.writeHead(200, { 'docker-content-digest': `sha256:${'a'.repeat(64)}` }).end();
    else tell(told)(received, response);
  });
  const auth = { auth: basicAuth(username, password) };
  const entry = { basic: auth, bearer: auth, identity: { identitytoken: password }, helper: {} }[kind];
  const machine = prepareMachine(
    { auths: { [server.host]: entry }, ...(kind === 'helper' ? { credsStore: 'test' } : {}) },
    { test: `cat > /dev/null; echo '{"Username":"${username}","Secret":"${password}"}'` },
  );
  const { registry, lines } = watchRegistry(machine);
  const reference = { repository: `${server.host}/acme/web`, tag: 'v1' };
  const results: unknown[] = [];
  const bytes = new Uint8Array();
  const manifest = { digest: '', mediaType: 'x/y', bytes };
  for (const act of [
    () => registry.inspect(reference),
    () => registry.inspect(reference),
    async () => {
      const found = await registry.read(reference);
      return found.verdict === 'present' ? found.manifest.digest : found;
    },
    () => registry.tag({ repository: reference.repository, tag: 'v2', manifest }),
  ]) {
    try {
      const verdict = await act();
      results.push(verdict);
      if (typeof verdict === 'object' && verdict.verdict === 'unknown') {
        results.push(explainUnknown(reference, verdict), explainUnset(reference, verdict));
      }
    } catch (error) {
      results.push(error instanceof PromotionError ? error.violations : String(error));
    }
  }
  await server.close();
  await tokens.close();
  return JSON.stringify([lines, results]);
};

it('credentials and tokens are in no log, verdict or message, for any answer of a server', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (one) => {
      const text = await shown(one);
      for (const word of [one.username, one.password, one.token, basicAuth(one.username, one.password)]) {
        expect(text.toLowerCase()).not.toContain(word.toLowerCase());
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
});
