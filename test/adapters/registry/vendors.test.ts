/** Recorded answers of common registries. */
import { afterEach, describe, expect, it } from 'vitest';
import { check } from '../../../src/commands/check.ts';
import { retag } from '../../../src/commands/retag.ts';
import { answerWith, type MemoryRegistry, startMemoryRegistry } from '../../registry/memory.ts';
import { type Respond, type RunningServer, respondJson, startServer } from '../../registry/server.ts';
import { basicAuth, prepareMachine, watchRegistry } from '../../registry/setup.ts';

const closing: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const server of closing.splice(0)) await server.close();
});
const kept = async <T extends MemoryRegistry | RunningServer>(started: Promise<T>): Promise<T> => {
  const server = await started;
  closing.push(server);
  return server;
};

/** The result of a new tag at a registry with this answer to a push. */
const push = async (refuse: Respond) => {
  const memory = await kept(startMemoryRegistry());
  memory.put('acme/web', 'v1');
  memory.spoil(
    'acme/web',
    (received, response) => {
      if (received.method === 'PUT') refuse(received, response);
      else respondJson(response, 404, { errors: [{ code: 'MANIFEST_UNKNOWN' }] });
    },
    'v2',
  );
  const { registry, log } = watchRegistry();
  const images = [{ name: `${memory.host}/acme/web`, tag: 'v1' }];
  const result = await retag({ images, tags: ['v2'], dryRun: false, registry, log });
  return { ...result, host: memory.host };
};
const json =
  (status: number, code: string, message: string): Respond =>
  (_, response) =>
    respondJson(response, status, { errors: [{ code, message }] });

const immutable =
  "The image tag 'v2' already exists in the 'web' repository and cannot be overwritten because the tag is immutable.";
const quota =
  'adding 25.3 MiB of storage resource, which when updated to current usage of 4.9 GiB will exceed the configured upper limit of 5.0 GiB, quota exceeded';

describe('a push that the rules of a registry refuse', () => {
  it.each([
    [
      'ECR, immutable',
      json(400, 'TAG_INVALID', immutable),
      `TAG_INVALID: ${immutable}`,
      'Choose a tag that was never used',
    ],
    [
      'Harbor, immutable',
      json(412, 'PRECONDITION', "Failed to process request due to 'web:v2' configured as immutable."),
      'configured as immutable',
      'Choose a tag that was never used',
    ],
    [
      'Harbor, locked',
      json(405, 'METHOD_NOT_ALLOWED', 'the repository is locked'),
      'the repository is locked',
      'unlock',
    ],
    ['Harbor, quota', json(403, 'DENIED', quota), `DENIED: ${quota}`, 'raise the quota'],
  ])('is final, with the reason and the way out: %s', async (_, refuse, words, hint) => {
    const { outcome, violations } = await push(refuse);
    expect(outcome).toBe('refused');
    expect(violations).toMatchObject([
      { code: 'registry-refused', message: expect.stringContaining(`It says: `), hint: expect.stringContaining(hint) },
    ]);
    expect(violations[0]?.message).toContain(words);
  });

  it('is a success if another run set the same tag to the same image', async () => {
    const memory = await kept(startMemoryRegistry());
    const digest = memory.put('acme/web', 'v1');
    let looks = 0;
    memory.spoil(
      'acme/web',
      ({ method }, response) => {
        if (method === 'PUT') respondJson(response, 400, { errors: [{ code: 'TAG_INVALID', message: immutable }] });
        else if (looks++ === 0) respondJson(response, 404, { errors: [{ code: 'MANIFEST_UNKNOWN' }] });
        else response.writeHead(200, { 'docker-content-digest': digest }).end();
      },
      'v2',
    );
    const { registry, log } = watchRegistry();
    const images = [{ name: `${memory.host}/acme/web`, tag: 'v1' }];
    expect(await retag({ images, tags: ['v2'], dryRun: false, registry, log })).toMatchObject({ outcome: 'tagged' });
  });
});

describe('the error message of a registry', () => {
  it.each([400, 409, 410, 422])('is never taken from a web page: %i', async (status) => {
    const { violations } = await push(json(status, 'MANIFEST_INVALID', 'manifest invalid'));
    expect(violations).toMatchObject([
      { message: expect.stringContaining('It says: MANIFEST_INVALID: manifest invalid') },
    ]);
    expect(violations[0]?.hint).not.toMatch(/really a registry/);
  });

  it('is shown whole, up to 1,000 characters and on one line', async () => {
    const long = 'x'.repeat(1_500);
    const { violations } = await push((_, response) =>
      respondJson(response, 400, {
        errors: [
          { code: 'A', message: 'first\n::error::' },
          { code: 'B', message: long },
        ],
      }),
    );
    const [, said = ''] = violations[0]?.message.split('It says: ') ?? [];
    expect(said).toMatch(/^A: first\\n::error::; B: x+…$/);
    expect([...said]).toHaveLength(1_001);
  });

  it('is fetched if a HEAD request brings none', async () => {
    const memory = await kept(startMemoryRegistry());
    memory.spoil('acme/web', (_, response) =>
      respondJson(response, 403, {
        errors: [{ code: 'DENIED', message: 'Your authorization token has expired. Reauthenticate and try again.' }],
      }),
    );
    const { registry, log } = watchRegistry();
    const images = [{ name: `${memory.host}/acme/web`, tag: 'v1' }];
    const { violations } = await check({ images, onUnknown: 'fail', registry, log });
    expect(violations[0]?.message).toContain('It says: DENIED: Your authorization token has expired.');
    expect(memory.received.map(({ method }) => method)).toEqual(['HEAD', 'GET']);
  });

  it('of ECR about an expired login asks for a new login', async () => {
    const server = await kept(
      startServer(({ authorization }, response) => {
        if (authorization === undefined) response.writeHead(401, { 'www-authenticate': 'Basic realm="ecr"' }).end();
        else
          respondJson(response, 400, {
            errors: [{ code: 'DENIED', message: 'Your authorization token has expired.' }],
          });
      }),
    );
    const machine = prepareMachine({ auths: { [server.host]: { auth: basicAuth('AWS', 'old') } } });
    const { registry, log } = watchRegistry(machine);
    const images = [{ name: `${server.host}/acme/web`, tag: 'v1' }];
    const { violations } = await check({ images, onUnknown: 'fail', registry, log });
    expect(violations[0]?.hint).toContain('again, in a step shortly before this one');
  });

  it('is not searched for in a page', async () => {
    const { violations } = await push(answerWith(400));
    expect(violations).toMatchObject([
      { code: 'registry-unknown', hint: expect.stringContaining('really a registry') },
    ]);
  });
});

describe('a challenge of GitHub’s registry', () => {
  it('names only pull for a push, and the token is requested with push as well', async () => {
    const memory = await kept(startMemoryRegistry());
    const tokens = await kept(
      startServer(({ path }, response) =>
        respondJson(response, 200, { token: new URL(path, 'http://h').searchParams.getAll('scope').join('+') }),
      ),
    );
    const front = await kept(
      startServer(async ({ method, path, authorization, body, accept }, response) => {
        const may = authorization?.includes(method === 'PUT' ? 'push' : 'pull') === true;
        if (!may) {
          const scope = 'repository:acme/web:pull';
          const challenge = `Bearer realm="http://${tokens.host}/token",service="ghcr.io",scope="${scope}"`;
          response.writeHead(401, { 'www-authenticate': challenge }).end();
          return;
        }
        const headers = accept === undefined ? {} : { accept };
        const answer = await fetch(`http://${memory.host}${path}`, { method, headers, ...(body && { body }) });
        const text = Buffer.from(await answer.arrayBuffer());
        response
          .writeHead(answer.status, {
            'content-type': 'application/json',
            'docker-content-digest': answer.headers.get('docker-content-digest') ?? '',
          })
          .end(text);
      }),
    );
    memory.put('acme/web', 'v1');
    const { registry, log } = watchRegistry();
    const images = [{ name: `${front.host}/acme/web`, tag: 'v1' }];
    const result = await retag({ images, tags: ['v2'], dryRun: false, registry, log });
    expect(result).toMatchObject({ outcome: 'tagged', violations: [] });
  });
});
