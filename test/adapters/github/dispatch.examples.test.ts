/** The examples of docs/payload.md, executed as they stand: each block is a program. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { proofAudience } from '../../../src/adapters/oidc/id-token.ts';
import { parsePayload } from '../../../src/domain/request/payload.ts';
import { fakeGitHub } from '../../github/server.ts';
import { describeWithPrograms } from '../../programs.ts';

const page = await readFile(new URL('../../../docs/payload.md', import.meta.url), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, text = '']) =>
    kind === language ? [text] : [],
  );
const [write = '', prove = '', ...sends] = blocks('sh');
const [proveInJavaScript = ''] = blocks('js');

const clean = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

/** An issuer of tokens, as a runner offers it, that remembers the audiences. */
const issuer = async () => {
  const audiences: (string | null)[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    if (request.headers.authorization !== 'Bearer runner') return void response.writeHead(401).end();
    audiences.push(url.searchParams.get('audience'));
    response.end(JSON.stringify({ value: 'a.b.c' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { audiences, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token?api-version=2` };
};

const start = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'payload-'));
  const socket = join(directory, 'github.sock');
  await writeFile(join(directory, 'config.yml'), `http_unix_socket: ${socket}\n`);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, env: clean, encoding: 'utf8' }).trim();
  git('init', '-q');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '--allow-empty', '-m', 'One');
  const files = { '.github/workflows/promote.yml': 'on: [workflow_dispatch]\n' };
  const github = await fakeGitHub({ socket, repositories: { 'acme/manifests': { files } } });
  const tokens = await issuer();
  const env = {
    ...clean,
    HOME: directory,
    GH_CONFIG_DIR: directory,
    GH_HOST: 'github.localhost',
    GITHUB_API_URL: github.url,
    DISPATCH_TOKEN: 'token',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SHA: git('rev-parse', 'HEAD'),
    GITHUB_REF: 'refs/heads/main',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_WORKFLOW_REF: 'acme/shop/.github/workflows/build.yml@refs/heads/main',
    GITHUB_RUN_ID: '7001',
    GITHUB_RUN_NUMBER: '42',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_ACTOR: 'octocat',
    ACTIONS_ID_TOKEN_REQUEST_URL: tokens.url,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner',
  };
  const execute = (program: string, args: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, { cwd: directory, env });
      let said = '';
      child.stdout.on('data', (chunk) => {
        said += chunk;
      });
      child.stderr.on('data', (chunk) => {
        said += chunk;
      });
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve(said) : reject(new Error(`${program} ends with ${code}: ${said}`)),
      );
    });
  return {
    github,
    audiences: tokens.audiences,
    repository: github.repository('acme/manifests'),
    shell: (script: string) => execute('bash', ['--noprofile', '--norc', '-euo', 'pipefail', '-c', script]),
    node: (script: string) => execute(process.execPath, ['--input-type=module', '--eval', script]),
    payload: async () => JSON.parse(await readFile(join(directory, 'payload.json'), 'utf8')),
    sha: env.GITHUB_SHA,
    [Symbol.asyncDispose]: async () => {
      tokens.server.closeAllConnections();
      await new Promise((closed) => tokens.server.close(closed));
      await github.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

it('the payload of the page is read without a warning', () => {
  const [shown = ''] = blocks('json');
  expect(parsePayload(JSON.parse(shown))).toMatchObject({
    products: ['shop'],
    images: [{ tag: 'v1.5.0' }, { name: 'worker' }],
    warnings: [],
  });
});

describeWithPrograms('the programs on the page', ['jq', 'curl', 'gh', 'git', 'sha256sum'], () => {
  it('the examples write a payload with a whole source', async () => {
    await using sender = await start();
    await sender.shell(write);
    const { warnings, source, images } = parsePayload(await sender.payload());
    expect(warnings).toEqual([]);
    expect(images).toMatchObject([{ name: 'registry.example.com/shop/web', tag: sender.sha }]);
    expect(source).toEqual({
      repository: 'acme/shop',
      sha: sender.sha,
      ref: 'refs/heads/main',
      committedAt: expect.stringMatching(/Z$/),
      event: 'push',
      workflow: 'build.yml',
      runId: 7001,
      runNumber: 42,
      runAttempt: 1,
      actor: 'octocat',
    });
  });

  it('the examples prove it, in both languages with one audience', async () => {
    await using sender = await start();
    await sender.shell(write);
    const bare = await sender.payload();
    expect(await sender.shell(prove)).toBe('::add-mask::a.b.c\n');
    expect(await sender.payload()).toEqual({ ...bare, proof: 'a.b.c' });
    await sender.node(proveInJavaScript);
    expect(await sender.payload()).toEqual({ ...bare, proof: 'a.b.c' });
    const audience = proofAudience('Acme/Manifests', bare);
    expect(sender.audiences).toEqual([audience, audience]);
  });

  it('the examples send it, as an event and as a workflow run, with curl and with gh', async () => {
    await using sender = await start();
    await sender.shell(write);
    const payload = await sender.payload();
    const said: string[] = [];
    for (const send of sends) said.push(await sender.shell(send));
    expect(said).toHaveLength(4);
    const event = { eventType: 'promote', clientPayload: payload };
    expect(sender.repository.dispatches).toMatchObject([event, event]);
    expect(sender.repository.workflowDispatches.map(({ inputs }) => JSON.parse(String(inputs.payload)))).toEqual([
      payload,
      payload,
    ]);
    expect(said.slice(0, 2)).toEqual(['', '']);
    expect(JSON.parse(said[2] ?? '')).toMatchObject({ workflow_run_id: 7000 });
    expect(said[3]).toBe(`${sender.github.serverUrl}/acme/manifests/actions/runs/7001\n`);
  });
});
