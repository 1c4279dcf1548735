/** Credentials of a registry that gives them back, in everything that a step and the command line leave behind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../cli/commandline.ts';
import { type RunningServer, startServer } from '../registry/server.ts';
import { basicAuth, prepareMachine } from '../registry/setup.ts';
import { dispatched, manifestsOnGitHub, start } from './job.ts';

const password = 'correct-horse-battery';
const encoded = basicAuth('ada', password);

/** Asks for a login, and repeats the credentials in its answers. */
let server: RunningServer;
beforeAll(async () => {
  server = await startServer(({ authorization }, response) => {
    if (authorization === undefined) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="here"' }).end();
      return;
    }
    const plain = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
    const message = `${authorization} is ${plain}`;
    const headers = {
      'www-authenticate': `Basic realm="${message}"`,
      'docker-content-digest': message,
      warning: message,
    };
    response.writeHead(403, headers).end(JSON.stringify({ errors: [{ code: 'DENIED', message }] }));
  });
});
afterAll(() => server.close());

const image = () => `${server.host}/shop/web`;
const environment = () => {
  const { DOCKER_CONFIG = '' } = prepareMachine({ auths: { [server.host]: { auth: encoded } } }).environment;
  return { DOCKER_CONFIG, RUNNER_DEBUG: '1' };
};

const expectSilence = (left: unknown): void => {
  const text = JSON.stringify(left);
  expect(text).toContain(server.host);
  expect(text).not.toContain(password);
  expect(text).not.toContain(encoded);
};

describe('the credentials of a registry', () => {
  it.each<[string, Record<string, string>]>([
    ['check', {}],
    ['retag', { tags: 'v2' }],
  ])('appear in no output of %s', async (command, inputs) => {
    await using github = await manifestsOnGitHub();
    const event = { name: 'push', payload: {} };
    const step = { command, images: `${image()}:v1`, ...inputs };
    const run = await start(github, { as: 'process', event, with: step, environment: environment() });
    expect(run.outputs.outcome).toBe('failed');
    expectSilence(run);
    const words = [command, '--images', `${image()}:v1`, ...(command === 'retag' ? ['--tags', 'v2'] : []), '--json'];
    const local = await commandLine(words, { environment: environment() });
    expect(local.code).toBe(1);
    expectSilence(local);
  });

  it('appear in no output of a promotion', async () => {
    const path = 'applications/shop/overlays/prod/kustomization.yaml';
    const files = {
      [path]: `images:\n  - name: ${image()}\n    newTag: v1\n`,
      '.github/promotion.yml': 'verify: true\n',
    };
    await using github = await manifestsOnGitHub(files);
    const payload = { product: 'shop', environment: 'prod', image: `${image()}:v2` };
    const run = await dispatched(github, payload, { environment: environment() });
    expect(run.outputs.outcome).toBe('failed');
    expectSilence(run);
    expect(server.received.some(({ authorization }) => authorization === `Basic ${encoded}`)).toBe(true);
  });
});
