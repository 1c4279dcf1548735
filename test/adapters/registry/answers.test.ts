import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Respond, type RunningServer, respondJson, startServer } from '../../registry/server.ts';
import { watchRegistry } from '../../registry/setup.ts';
import { tunnelProxy } from '../http/proxy.ts';

const servers: RunningServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const serve = async (respond: Respond): Promise<RunningServer> => {
  const server = await startServer(respond);
  servers.push(server);
  return server;
};

/** Inspects an image of a registry that answers like this. */
const inspect = async (respond: Respond, options: { timeout?: number; patience?: number; digest?: string } = {}) => {
  const server = await serve(respond);
  const watched = watchRegistry(undefined, options.timeout);
  const reference = { repository: `${server.host}/acme/web`, tag: 'v1', digest: options.digest };
  const verdict = await watched.registry.inspect(reference, options.patience);
  return { ...watched, verdict, methods: server.received.map(({ method }) => method), server };
};

const manifest = JSON.stringify({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.index.v1+json' });
const digest = `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
const other = `sha256:${'b'.repeat(64)}`;
const present: Respond = (_, response) => response.writeHead(200, { 'docker-content-digest': digest }).end(manifest);
const html = { 'content-type': 'text/html' };

/** Answers by the list, the last for good. */
const inTurn = (...responds: Respond[]): Respond => {
  let turn = 0;
  return (received, response) => responds[Math.min(turn++, responds.length - 1)]?.(received, response);
};
const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (_, response) =>
    response.writeHead(code, headers).end();

describe('the request', () => {
  it('is a HEAD for the manifest with all four types, and without credentials', async () => {
    const { server } = await inspect(present);
    expect(server.received).toEqual([
      {
        method: 'HEAD',
        path: '/v2/acme/web/manifests/v1',
        authorization: undefined,
        accept: [
          'application/vnd.oci.image.index.v1+json',
          'application/vnd.docker.distribution.manifest.list.v2+json',
          'application/vnd.oci.image.manifest.v1+json',
          'application/vnd.docker.distribution.manifest.v2+json',
        ].join(', '),
        body: '',
      },
    ]);
  });

  it('asks for latest without tag and digest, as container runtimes do', async () => {
    const server = await serve(present);
    await watchRegistry().registry.inspect({ repository: `${server.host}/web` });
    expect(server.received[0]?.path).toBe('/v2/web/manifests/latest');
  });
});

describe('an inconclusive status', () => {
  it.each([
    [400, 'unexpected', 1],
    [401, 'unexpected', 1],
    [403, 'not-logged-in', 1],
    [410, 'unexpected', 1],
    [418, 'unexpected', 1],
    [429, 'rate-limit', 3],
    [500, 'unavailable', 3],
    [502, 'unavailable', 3],
    [503, 'unavailable', 3],
  ])('%i leaves the image unknown, with the likely reason %s, after %i attempts', async (code, cause, attempts) => {
    const { verdict, server } = await inspect(status(code));
    expect(verdict).toMatchObject({ verdict: 'unknown', registry: server.host, status: code, cause });
    expect(server.received).toHaveLength(attempts);
  });

  it('is ignored if a retry succeeds', async () => {
    const { verdict, waits } = await inspect(inTurn(status(503), status(500), present));
    expect(verdict).toEqual({ verdict: 'present', digest });
    expect(waits).toEqual([500, 1000]);
  });
});

describe('Retry-After', () => {
  it.each([
    ['7', [7000]],
    ['0', [500]],
    ['Mon, 30 Nov 2026 09:00:09 GMT', [9000]],
    ['soon', [500]],
    ['-5', [500]],
  ])('of %s is waited for', async (header, expected) => {
    const { verdict, waits } = await inspect(inTurn(status(429, { 'retry-after': header }), present));
    expect(verdict).toEqual({ verdict: 'present', digest });
    expect(waits).toEqual(expected);
  });

  it.each(['31', '3600', 'Mon, 30 Nov 2026 10:00:00 GMT'])('of %s is longer than the allowed wait', async (header) => {
    const { verdict, waits } = await inspect(status(429, { 'retry-after': header }));
    expect(verdict).toMatchObject({ cause: 'rate-limit', status: 429 });
    expect(waits).toEqual([]);
  });
});

describe('a 404', () => {
  const notFound =
    (body: string, headers: Record<string, string>): Respond =>
    (_, response) =>
      response.writeHead(404, headers).end(body);

  it.each([
    ['an unknown manifest', '{"errors":[{"code":"MANIFEST_UNKNOWN"}]}', { 'content-type': 'application/json' }, 1],
    [
      'an unknown name',
      '{"errors":[{"code":"NAME_UNKNOWN"}]}',
      { 'content-type': 'application/json; charset=utf-8' },
      1,
    ],
    ['a bare answer of a registry', '', { 'docker-distribution-api-version': 'registry/2.0' }, 1],
    ['a bare answer', '', {}, 2],
    ['an error without its type', '{"errors":[]}', {}, 2],
    ['an error as text/plain', '{"errors":[]}', { 'content-type': 'text/plain' }, 2],
  ])('of %s means that the image is absent', async (_, body, headers, requests) => {
    const { verdict, methods } = await inspect(notFound(body, headers));
    expect(verdict).toEqual({ verdict: 'absent' });
    expect(methods).toEqual(['HEAD', 'GET'].slice(0, requests));
  });

  it.each([
    ['a web page', '<html><body>Not found</body></html>', html],
    ['a proxy', 'default backend - 404', { 'content-type': 'text/plain' }],
    [
      'a path that the registry does not serve',
      '404 page not found\n',
      { 'docker-distribution-api-version': 'registry/2.0', 'content-type': 'text/plain' },
    ],
  ])('of %s leaves the image unknown', async (_, body, headers) => {
    const { verdict } = await inspect(notFound(body, headers));
    expect(verdict).toMatchObject({
      verdict: 'unknown',
      status: 404,
      cause: 'unexpected',
      detail: 'answers 404 with a page that is not a registry’s',
    });
  });

  it('is retried within the allowed wait', async () => {
    const absent = status(404, { 'content-type': 'application/json' });
    expect(await inspect(inTurn(absent, absent, present), { patience: 3000 })).toMatchObject({
      verdict: { verdict: 'present' },
      waits: [1000, 1000],
    });
    expect(await inspect(absent, { patience: 2500 })).toMatchObject({
      verdict: { verdict: 'absent' },
      waits: [1000, 1000],
    });
    expect(await inspect(absent)).toMatchObject({ verdict: { verdict: 'absent' }, waits: [] });
  });

  it('is retried, but not a 410', async () => {
    expect((await inspect(status(410), { patience: 3000 })).waits).toEqual([]);
  });
});

describe('a digest', () => {
  it.each([{}, { 'docker-content-digest': 'sha256:none' }])(
    'that is absent from the headers %j is computed from the bytes',
    async (headers) => {
      const { verdict, methods } = await inspect((_, response) => response.writeHead(200, headers).end(manifest));
      expect(verdict).toEqual({ verdict: 'present', digest });
      expect(methods).toEqual(['HEAD', 'GET']);
    },
  );

  it('of another algorithm is computed with that', async () => {
    const sha512 = `sha512:${createHash('sha512').update(manifest).digest('hex')}`;
    const server = await serve((_, response) =>
      response.writeHead(200, { 'docker-content-digest': sha512 }).end(manifest),
    );
    const found = await watchRegistry().registry.read({ repository: `${server.host}/web`, tag: 'v1' });
    expect(found).toMatchObject({ verdict: 'present', manifest: { digest: sha512 } });
  });

  it('that contradicts the bytes leaves the image unknown', async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'docker-content-digest': other }).end(manifest),
    );
    const found = await watchRegistry().registry.read({ repository: `${server.host}/web`, tag: 'v1' });
    expect(found).toMatchObject({
      verdict: 'unknown',
      cause: 'unexpected',
      detail: 'answers with a manifest that does not have its digest',
    });
  });

  it('other than the requested one leaves the image unknown', async () => {
    expect((await inspect(present, { digest: other })).verdict).toMatchObject({
      verdict: 'unknown',
      cause: 'unexpected',
    });
    const withoutHeader = await inspect((_, response) => response.writeHead(200).end(manifest), { digest: other });
    expect(withoutHeader.verdict).toMatchObject({ verdict: 'unknown', cause: 'unexpected' });
  });

  it('is found if HEAD is not supported', async () => {
    const { verdict } = await inspect((received, response) =>
      received.method === 'HEAD' ? response.writeHead(405).end() : present(received, response),
    );
    expect(verdict).toEqual({ verdict: 'present', digest });
  });
});

describe('a 200 without a manifest', () => {
  it.each(['<html>Please log in</html>', '', '[]', 'null'])('with %s leaves the image unknown', async (body) => {
    const { verdict } = await inspect((_, response) => response.writeHead(200, html).end(body));
    expect(verdict).toMatchObject({
      verdict: 'unknown',
      status: 200,
      detail: 'answers with something that is not a manifest',
    });
  });

  it('with more than 4 MiB is not read to its end', async () => {
    const { verdict } = await inspect((received, response) => {
      response.writeHead(200);
      if (received.method === 'HEAD') response.end();
      else response.end(Buffer.alloc(5 * 1024 * 1024, ' '));
    });
    expect(verdict).toMatchObject({ verdict: 'unknown', detail: 'answers with more than 4 MiB' });
  });
});

describe('a server that does not answer', () => {
  it('is given up, once', async () => {
    const { verdict, methods } = await inspect(() => {}, { timeout: 1500 });
    expect(verdict).toMatchObject({
      verdict: 'unknown',
      cause: 'timeout',
      detail: 'does not answer within 1.5 seconds',
    });
    expect(methods).toEqual(['HEAD']);
  });

  it('before the end of its body is given up', async () => {
    const { verdict } = await inspect(
      (received, response) => {
        response.writeHead(200);
        if (received.method === 'HEAD') response.end();
        else response.write('{');
      },
      { timeout: 1500 },
    );
    expect(verdict).toMatchObject({ verdict: 'unknown', cause: 'timeout' });
  });

  it('before it closes the connection is asked three times', async () => {
    const { verdict, methods } = await inspect((_, response) => response.destroy());
    expect(verdict).toMatchObject({ verdict: 'unknown', cause: 'unreachable' });
    expect(methods).toHaveLength(3);
  });

  it('is named with the reason if it does not exist', async () => {
    const server = await startServer(present);
    await server.close();
    const verdict = await watchRegistry().registry.inspect({ repository: `${server.host}/web`, tag: 'v1' });
    expect(verdict).toEqual({
      verdict: 'unknown',
      registry: server.host,
      cause: 'unreachable',
      detail: 'cannot be reached (ECONNREFUSED)',
    });
  });
});

describe('a permanent failure', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is named if it is a proxy, and its answer is not taken for the registry’s', async () => {
    await using proxy = await tunnelProxy('runner:secret');
    vi.stubEnv('HTTPS_PROXY', `http://${proxy.address}`);
    const { registry, waits } = watchRegistry();
    expect(await registry.inspect({ repository: 'registry.invalid/acme/web', tag: 'v1' })).toMatchObject({
      verdict: 'unknown',
      detail: 'cannot be reached, since the proxy of the environment answers 407',
      remedy: expect.stringContaining('HTTPS_PROXY'),
    });
    expect([proxy.tunnels, waits]).toEqual([['registry.invalid:443'], []]);
  });

  it('is named if the registry does not speak TLS', async () => {
    const server = await serve(present);
    await using proxy = await tunnelProxy();
    vi.stubEnv('HTTPS_PROXY', `http://${proxy.address}`);
    const { registry, waits } = watchRegistry();
    const [, port] = server.host.split(':');
    expect(await registry.inspect({ repository: `registry.invalid:${port}/web`, tag: 'v1' })).toMatchObject({
      cause: 'unreachable',
      detail: expect.stringMatching(/^speaks no TLS/),
      remedy: expect.stringContaining('take https'),
    });
    expect([proxy.tunnels.length, waits]).toEqual([1, []]);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('with %i is followed, to another server as well', async (code) => {
    const elsewhere = await serve(present);
    const { verdict } = await inspect(status(code, { location: `http://${elsewhere.host}/manifest` }));
    expect(verdict).toEqual({ verdict: 'present', digest });
    expect(elsewhere.received).toMatchObject([{ method: 'HEAD', path: '/manifest' }]);
  });

  it('may be relative', async () => {
    const { verdict } = await inspect((received, response) =>
      received.path === '/here' ? present(received, response) : response.writeHead(307, { location: '/here' }).end(),
    );
    expect(verdict).toEqual({ verdict: 'present', digest });
  });

  it.each([
    [{}, 'answers 307, a redirect without a proper address'],
    [{ location: 'https://' }, 'answers 307, a redirect without a proper address'],
    [{ location: 'http://registry.example.com/' }, 'answers 307, a redirect to an address that is not https'],
    [{ location: 'file:///etc/passwd' }, 'answers 307, a redirect to an address that is not https'],
    [
      { location: 'https://name:word@registry.example.com/' },
      'answers 307, a redirect to an address that is not https',
    ],
    [{ location: '/again' }, 'redirects more than 5 times'],
  ])('to %j is not followed', async (headers, detail) => {
    const { verdict } = await inspect(status(307, headers));
    expect(verdict).toMatchObject({ verdict: 'unknown', cause: 'unexpected', detail });
  });

  it('of a push is not followed', async () => {
    const elsewhere = await serve(status(201));
    const server = await serve(status(307, { location: `http://${elsewhere.host}/` }));
    const tagging = { digest, mediaType: 'application/json', bytes: Buffer.from(manifest) };
    const repository = `${server.host}/acme/web`;
    expect(await watchRegistry().registry.tag({ repository, tag: 'v1', manifest: tagging })).toMatchObject({
      verdict: 'unknown',
      detail: 'answers 307, a redirect, to something that is sent to it alone',
    });
    expect(elsewhere.received).toEqual([]);
  });

  it('to a 404 of another server leaves the image unknown', async () => {
    const store = await serve((_, response) =>
      response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>'),
    );
    const { verdict } = await inspect(status(307, { location: `http://${store.host}/blob` }));
    expect(verdict).toMatchObject({ verdict: 'unknown', status: 404 });
  });
});

describe('a request that sets a tag', () => {
  it.each([
    [400, 'refused'],
    [409, 'refused'],
    [403, 'not-logged-in'],
    [404, 'refused'],
    [500, 'unavailable'],
  ])('may be answered with %i', async (code, cause) => {
    const server = await serve((_, response) => respondJson(response, code, { errors: [{ code: 'DENIED' }] }));
    const tagging = { digest, mediaType: 'application/json', bytes: Buffer.from(manifest) };
    expect(
      await watchRegistry().registry.tag({ repository: `${server.host}/web`, tag: 'v1', manifest: tagging }),
    ).toMatchObject({ verdict: 'unknown', status: code, cause });
    expect(server.received[0]).toMatchObject({ method: 'PUT', path: '/v2/web/manifests/v1', body: manifest });
  });
});
