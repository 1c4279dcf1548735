import { afterEach, describe, expect, it } from 'vitest';
import { type Received, type Respond, type RunningServer, respondJson, startServer } from '../../registry/server.ts';
import { basicAuth, prepareMachine, watchRegistry } from '../../registry/setup.ts';

const servers: RunningServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const serve = async (respond: Respond): Promise<RunningServer> => {
  const server = await startServer(respond);
  servers.push(server);
  return server;
};

const digest = `sha256:${'a'.repeat(64)}`;
const found = { 'docker-content-digest': digest };
const ada = basicAuth('ada', 'love lace');
const loginAt = (host: string) => prepareMachine({ auths: { [host]: { auth: ada } } });
const sent = ({ received }: { received: Received[] }) =>
  received.map(({ method, authorization }) => [method, authorization]);

/** A registry that wants a token, which the token server gives as it is told. */
const behind = async (respond: Respond, challenge = 'service="r",scope="repository:acme/web:pull"') => {
  const tokens = await serve(respond);
  const registry = await serve(({ authorization }, response) => {
    if (authorization === 'Bearer good') response.writeHead(200, found).end();
    else
      response.writeHead(401, { 'www-authenticate': `Bearer realm="http://${tokens.host}/token",${challenge}` }).end();
  });
  return { tokens, registry, reference: { repository: `${registry.host}/acme/web`, tag: 'v1' } };
};

describe('a challenge', () => {
  it('for a name and a password is answered, and the answer is reused for all repositories', async () => {
    const server = await serve(({ authorization }, response) => {
      if (authorization === undefined) response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
      else response.writeHead(200, found).end();
    });
    const { registry } = watchRegistry(loginAt(server.host));
    await registry.inspect({ repository: `${server.host}/acme/web`, tag: 'v1' });
    await registry.inspect({ repository: `${server.host}/acme/api`, tag: 'v1' });
    expect(sent(server)).toEqual([
      ['HEAD', undefined],
      ['HEAD', `Basic ${ada}`],
      ['HEAD', `Basic ${ada}`],
    ]);
  });

  it('for a token is answered by the token server, which alone gets the password', async () => {
    const { tokens, registry, reference } = await behind((_, response) =>
      respondJson(response, 200, { token: 'good' }),
    );
    const watched = watchRegistry(loginAt(registry.host));
    expect(await watched.registry.inspect(reference)).toEqual({ verdict: 'present', digest });
    expect(tokens.received).toMatchObject([
      { method: 'GET', path: '/token?service=r&scope=repository%3Aacme%2Fweb%3Apull', authorization: `Basic ${ada}` },
    ]);
    expect(sent(registry)).toEqual([
      ['HEAD', undefined],
      ['HEAD', 'Bearer good'],
    ]);
  });

  it('keeps the query of its address, and requests the repository if it names no scope', async () => {
    const tokens = await serve((_, response) => respondJson(response, 200, { token: 'good' }));
    const registry = await serve(({ authorization }, response) => {
      if (authorization !== undefined) response.writeHead(200, found).end();
      else response.writeHead(401, { 'www-authenticate': `Bearer realm="http://${tokens.host}/t?a=b"` }).end();
    });
    await watchRegistry().registry.inspect({ repository: `${registry.host}/acme/web`, tag: 'v1' });
    expect(tokens.received[0]?.path).toBe('/t?a=b&scope=repository%3Aacme%2Fweb%3Apull');
  });

  it('is answered once more when a token has expired', async () => {
    let given = 0;
    let valid = 'Bearer 1';
    const tokens = await serve((_, response) => respondJson(response, 200, { token: String(++given) }));
    const registry = await serve(({ authorization }, response) => {
      if (authorization === valid) response.writeHead(200, found).end();
      else response.writeHead(401, { 'www-authenticate': `Bearer realm="http://${tokens.host}/"` }).end();
    });
    const watched = watchRegistry();
    const reference = { repository: `${registry.host}/acme/web`, tag: 'v1' };
    expect(await watched.registry.inspect(reference)).toEqual({ verdict: 'present', digest });
    valid = 'Bearer 2';
    expect(await watched.registry.inspect(reference)).toEqual({ verdict: 'present', digest });
    valid = 'none';
    expect(await watched.registry.inspect(reference)).toMatchObject({ status: 401, cause: 'not-logged-in' });
    expect(tokens.received).toHaveLength(3);
  });

  it.each([
    ['', 'answers 401 and asks for a login without saying how'],
    ['Negotiate', 'answers 401 and asks for a login in a way that is not understood'],
    ['Bearer realm="http://127.0.0.1', 'answers 401 and asks for a login in a way that is not understood'],
    ['Bearer realm="token"', 'answers 401 and asks for a token without a proper address to get it from'],
    ['Bearer realm="http://auth.example.com/"', 'answers 401 and asks for a token from an address that is not https'],
  ])('of %s cannot be answered', async (challenge, detail) => {
    const server = await serve((_, response) =>
      response.writeHead(401, challenge === '' ? {} : { 'www-authenticate': challenge }).end(),
    );
    const watched = watchRegistry(loginAt(server.host));
    expect(await watched.registry.inspect({ repository: `${server.host}/web`, tag: 'v1' })).toMatchObject({
      verdict: 'unknown',
      status: 401,
      cause: 'unexpected',
      detail,
    });
    expect(sent(server)).toEqual([['HEAD', undefined]]);
  });
});

describe('a token server', () => {
  it.each([
    ['refuses', 401, '', 'not-logged-in', 'answers 401'],
    ['denies', 403, '', 'not-logged-in', 'answers 403'],
    ['limits', 429, '', 'rate-limit', 'answers 429'],
    ['is broken', 500, '', 'unavailable', 'answers 500'],
    ['knows nothing', 404, '', 'unexpected', 'answers 404'],
    ['answers with a page', 200, '<html>', 'unexpected', 'answers without a token'],
    ['answers with nothing', 200, '{}', 'unexpected', 'answers without a token'],
    ['redirects to nowhere safe', 302, '', 'unexpected', 'answers 302, a redirect without a proper address'],
  ])('that %s leaves the image unknown', async (_, status, body, cause, said) => {
    const { tokens, registry, reference } = await behind((_, response) => response.writeHead(status).end(body));
    expect(await watchRegistry().registry.inspect(reference)).toEqual({
      verdict: 'unknown',
      registry: registry.host,
      status,
      cause,
      detail: `uses the token server ${tokens.host}, which ${said}`,
    });
  });

  it('that hangs leaves the image unknown', async () => {
    const { reference } = await behind(() => {});
    expect(await watchRegistry(undefined, 1500).registry.inspect(reference)).toMatchObject({ cause: 'timeout' });
  });
});

describe('credentials', () => {
  it('are not sent along a redirect to another server, nor to answer its challenge', async () => {
    const elsewhere = await serve((_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Basic realm="here"' }).end(),
    );
    const server = await serve(({ authorization }, response) => {
      if (authorization === undefined) response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
      else response.writeHead(307, { location: `http://${elsewhere.host}/` }).end();
    });
    const machine = prepareMachine({ auths: { [server.host]: { auth: ada }, [elsewhere.host]: { auth: ada } } });
    const { registry } = watchRegistry(machine);
    expect(await registry.inspect({ repository: `${server.host}/web`, tag: 'v1' })).toMatchObject({ status: 401 });
    expect(sent(elsewhere)).toEqual([['HEAD', undefined]]);
  });

  it('are not sent again on a redirect back from another server', async () => {
    const elsewhere = await serve((_, response) =>
      response.writeHead(307, { location: `http://${server.host}/back` }).end(),
    );
    const server = await serve(({ authorization, path }, response) => {
      if (path === '/back') response.writeHead(200, found).end();
      else if (authorization === undefined) response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
      else response.writeHead(307, { location: `http://${elsewhere.host}/` }).end();
    });
    await watchRegistry(loginAt(server.host)).registry.inspect({ repository: `${server.host}/web`, tag: 'v1' });
    expect(server.received.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/v2/web/manifests/v1', undefined],
      ['/v2/web/manifests/v1', `Basic ${ada}`],
      ['/back', undefined],
    ]);
  });

  it('are not sent along a redirect of the token server', async () => {
    const elsewhere = await serve((_, response) => respondJson(response, 200, { token: 'good' }));
    const { registry, reference } = await behind((_, response) =>
      response.writeHead(307, { location: `http://${elsewhere.host}/` }).end(),
    );
    await watchRegistry(loginAt(registry.host)).registry.inspect(reference);
    expect(sent(elsewhere)).toEqual([['GET', undefined]]);
  });

  it('of one registry are not sent to another at the same address', async () => {
    const { tokens, registry, reference } = await behind((_, response) =>
      respondJson(response, 200, { token: 'good' }),
    );
    await watchRegistry(loginAt('127.0.0.1')).registry.inspect(reference);
    await watchRegistry(loginAt(tokens.host)).registry.inspect(reference);
    expect(tokens.received.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
    expect(registry.received).toHaveLength(4);
  });
});
