import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Destination, pushArtifact, pushDockerImage, pushImage, pushIndex } from '../../registry/images.ts';
import { type RunningRegistry, startRegistry } from '../../registry/process.ts';
import { basicAuth, prepareMachine, watchRegistry } from '../../registry/setup.ts';
import { startTokenServer, type TokenServer } from '../../registry/tokens.ts';
import { describeWithRegistry } from '../../registry/tools.ts';

const pushes = { pushImage, pushDockerImage, pushArtifact, pushIndex } as const;
const kinds = Object.keys(pushes) as (keyof typeof pushes)[];
const ada = basicAuth('ada', 'love lace');

describeWithRegistry('an open registry', () => {
  let running: RunningRegistry;
  let to: Destination;
  beforeAll(async () => {
    running = await startRegistry('open');
    to = { host: running.host, repository: 'acme/web' };
  });
  afterAll(() => running.close());

  it.each(kinds)('has the digest of an image pushed by %s, in one request', async (kind) => {
    const pushed = await pushes[kind](to, kind);
    const { registry, lines } = watchRegistry();
    const repository = `${to.host}/acme/web`;
    expect(await registry.inspect({ repository, tag: kind })).toEqual({ verdict: 'present', digest: pushed.digest });
    expect(lines).toHaveLength(1);
    const byDigest = { repository, tag: 'whatever', digest: pushed.digest };
    expect(await registry.inspect(byDigest)).toEqual({ verdict: 'present', digest: pushed.digest });
  });

  it.each(kinds)('returns the bytes of an image pushed by %s, and accepts them under another tag', async (kind) => {
    const pushed = await pushes[kind](to, `${kind}-source`);
    const { registry } = watchRegistry();
    const repository = `${to.host}/acme/web`;
    const found = await registry.read({ repository, tag: `${kind}-source` });
    if (found.verdict !== 'present') throw new Error(found.verdict);
    expect(Buffer.from(found.manifest.bytes).toString()).toBe(pushed.text);
    expect(found.manifest).toMatchObject({ digest: pushed.digest, mediaType: pushed.mediaType });
    expect(await registry.tag({ repository, tag: `${kind}-copy`, manifest: found.manifest })).toEqual({
      verdict: 'tagged',
    });
    expect(await registry.inspect({ repository, tag: `${kind}-copy` })).toEqual({
      verdict: 'present',
      digest: pushed.digest,
    });
  });

  it('has the same digests as skopeo', async () => {
    await pushIndex(to, 'seen');
    const { registry } = watchRegistry();
    const repository = `${to.host}/acme/web`;
    const seen = spawnSync('skopeo', ['inspect', '--raw', '--tls-verify=false', `docker://${repository}:seen`]);
    const found = await registry.read({ repository, tag: 'seen' });
    expect(found.verdict === 'present' && Buffer.from(found.manifest.bytes).toString()).toBe(seen.stdout.toString());
  });

  it('has no tag, digest or repository that was never pushed', async () => {
    const { registry } = watchRegistry();
    const repository = `${to.host}/acme/web`;
    const absent = { verdict: 'absent' };
    expect(await registry.inspect({ repository, tag: 'never' })).toEqual(absent);
    expect(await registry.inspect({ repository, digest: `sha256:${'0'.repeat(64)}` })).toEqual(absent);
    expect(await registry.inspect({ repository: `${to.host}/acme/never`, tag: 'v1' })).toEqual(absent);
    expect(await registry.read({ repository, tag: 'never' })).toEqual(absent);
  });

  it('gets no credentials without a challenge', async () => {
    await pushImage(to, 'free');
    const machine = prepareMachine('this is not JSON');
    const { registry } = watchRegistry(machine);
    expect(await registry.inspect({ repository: `${to.host}/acme/web`, tag: 'free' })).toMatchObject({
      verdict: 'present',
    });
  });
});

describeWithRegistry('a registry behind name and password', () => {
  let running: RunningRegistry;
  let digest: string;
  beforeAll(async () => {
    running = await startRegistry({ username: 'ada', password: 'love lace' });
    const to = { host: running.host, repository: 'acme/web', authorization: `Basic ${ada}` };
    ({ digest } = await pushImage(to, 'v1'));
  });
  afterAll(() => running.close());
  const v1 = () => ({ repository: `${running.host}/acme/web`, tag: 'v1' });

  it('accepts a login, after one challenge', async () => {
    const { registry, lines } = watchRegistry(prepareMachine({ auths: { [running.host]: { auth: ada } } }));
    expect(await registry.inspect(v1())).toEqual({ verdict: 'present', digest });
    expect(lines).toHaveLength(2);
    expect(await registry.inspect({ repository: `${running.host}/acme/other`, tag: 'v1' })).toEqual({
      verdict: 'absent',
    });
    expect(lines).toHaveLength(3);
  });

  it('accepts the login of skopeo', async () => {
    const machine = prepareMachine({});
    const login = ['login', '--tls-verify=false', '-u', 'ada', '-p', 'love lace', running.host];
    const authfile = join(machine.directory, 'config.json');
    expect(spawnSync('skopeo', [...login, '--authfile', authfile]).status).toBe(0);
    expect(await watchRegistry(machine).registry.inspect(v1())).toEqual({ verdict: 'present', digest });
  });

  it('accepts the credentials of a helper', async () => {
    const script = `read -r host; [ "$host" = "${running.host}" ] && echo '{"Username":"ada","Secret":"love lace"}'`;
    const machine = prepareMachine({ credHelpers: { [running.host]: 'test' } }, { test: script });
    expect(await watchRegistry(machine).registry.inspect(v1())).toEqual({ verdict: 'present', digest });
  });

  it.each([
    ['an anonymous client', {}, 'not-logged-in'],
    ['a client with a login for another registry', { '127.0.0.1:1': { auth: ada } }, 'not-logged-in'],
    ['a wrong password', { HOST: { auth: basicAuth('ada', 'byron') } }, 'no-permission'],
    ['an identity token', { HOST: { identitytoken: 'refresh' } }, 'unexpected'],
  ])('refuses %s', async (_, auths, cause) => {
    const config = JSON.stringify({ auths }).replace('HOST', running.host);
    const { registry } = watchRegistry(prepareMachine(config));
    expect(await registry.inspect(v1())).toMatchObject({
      verdict: 'unknown',
      registry: running.host,
      status: 401,
      cause,
    });
  });
});

describeWithRegistry('a registry behind a token server', () => {
  let tokens: TokenServer;
  let running: RunningRegistry;
  let digest: string;
  beforeAll(async () => {
    tokens = await startTokenServer({
      ada: { password: 'love lace', identityToken: 'refresh', actions: ['pull', 'push'] },
      bob: { password: 'reads', actions: ['pull'] },
      eve: { password: 'waits', actions: [] },
    });
    running = await startRegistry(tokens);
    const authorization = `Bearer ${await tokens.give('ada', 'repository:acme/web:pull,push')}`;
    ({ digest } = await pushIndex({ host: running.host, repository: 'acme/web', authorization }, 'v1'));
  });
  afterAll(async () => {
    await running.close();
    await tokens.close();
  });
  const v1 = () => ({ repository: `${running.host}/acme/web`, tag: 'v1' });
  const loginAs = (auth: unknown) => watchRegistry(prepareMachine({ auths: { [running.host]: auth } }));

  it('answers in three requests, then in one', async () => {
    const { registry, lines } = loginAs({ auth: ada });
    expect(await registry.inspect(v1())).toEqual({ verdict: 'present', digest });
    expect(lines).toHaveLength(3);
    expect(await registry.inspect({ ...v1(), tag: 'v2' })).toEqual({ verdict: 'absent' });
    expect(lines).toHaveLength(4);
  });

  it('issues one token for many concurrent requests', async () => {
    const { registry } = loginAs({ auth: ada });
    const before = tokens.received.length;
    await Promise.all(Array.from({ length: 20 }, (_, index) => registry.inspect({ ...v1(), tag: `t${index}` })));
    expect(tokens.received.length - before).toBe(1);
  });

  it('accepts an identity token, which is sent in the body of a POST', async () => {
    const before = tokens.received.length;
    expect(await loginAs({ identitytoken: 'refresh' }).registry.inspect(v1())).toEqual({ verdict: 'present', digest });
    const asked = tokens.received.slice(before);
    expect(asked.map(({ method, path, authorization }) => [method, path, authorization])).toEqual([
      ['POST', '/token', undefined],
    ]);
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
      grant_type: 'refresh_token',
      client_id: 'image-promotion',
      service: 'test registry',
      scope: 'repository:acme/web:pull',
      refresh_token: 'refresh',
    });
  });

  it.each([
    ['an anonymous client', undefined, 'not-logged-in'],
    ['an account without rights', { auth: basicAuth('eve', 'waits') }, 'no-permission'],
    ['a wrong password', { auth: basicAuth('ada', 'byron') }, 'no-permission'],
    ['an identity token that has ended', { identitytoken: 'old' }, 'no-permission'],
  ])('refuses %s', async (_, auth, cause) => {
    expect(await loginAs(auth).registry.inspect(v1())).toMatchObject({ verdict: 'unknown', status: 401, cause });
  });

  it('accepts a tag only from an account that may push', async () => {
    const found = await loginAs({ auth: ada }).registry.read(v1());
    if (found.verdict !== 'present') throw new Error(found.verdict);
    const tagging = { repository: v1().repository, tag: 'v1.0', manifest: found.manifest };
    expect(await loginAs({ auth: basicAuth('bob', 'reads') }).registry.tag(tagging)).toMatchObject({
      verdict: 'unknown',
      cause: 'no-permission',
    });
    const { registry } = loginAs({ auth: ada });
    expect(await registry.inspect({ ...v1(), tag: 'v1.0' })).toEqual({ verdict: 'absent' });
    expect(await registry.tag(tagging)).toEqual({ verdict: 'tagged' });
    expect(await registry.inspect({ ...v1(), tag: 'v1.0' })).toEqual({ verdict: 'present', digest });
  });
});

describeWithRegistry('a public repository behind a token server', () => {
  it('is read with an anonymous token', async () => {
    const tokens = await startTokenServer({}, ['pull', 'push']);
    const running = await startRegistry(tokens);
    try {
      const { registry } = watchRegistry();
      expect(await registry.inspect({ repository: `${running.host}/acme/web`, tag: 'v1' })).toEqual({
        verdict: 'absent',
      });
    } finally {
      await running.close();
      await tokens.close();
    }
  });
});
