import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CERTIFICATE, secured } from '../adapters/http/secure.ts';
import { runAction } from '../load/action.ts';
import { MANIFESTS, manifestsOnGitHub } from './job.ts';

const payload = { product: 'shop', environment: 'dev', image: 'registry.example.com/shop/web:v2' };

/** A run against a GitHub whose certificate nobody vouches for. */
const run = async (more: Readonly<Record<string, string>> = {}) => {
  await using github = await manifestsOnGitHub();
  await using server = await secured(github.url);
  const environment = Object.fromEntries(
    Object.entries(github.environment).map(([name, value]) => [name, value.replace(/http:\/\/[^/]+/, server.url)]),
  );
  return await (
    await runAction({ environment: { ...github.environment, ...environment, ...more } }, MANIFESTS, { payload })
  ).ended;
};

describe('a server with a certificate of a private authority', () => {
  it('gets no request, and the step names NODE_EXTRA_CA_CERTS', async () => {
    const { code, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout).toMatch(/::error title=host-unavailable::.*DEPTH_ZERO_SELF_SIGNED_CERT.*NODE_EXTRA_CA_CERTS/);
  });

  it('is trusted if NODE_EXTRA_CA_CERTS has the certificate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
    const file = join(folder, 'authority.pem');
    await writeFile(file, CERTIFICATE);
    const { code, outputs } = await run({ NODE_EXTRA_CA_CERTS: file });
    expect({ code, outcome: outputs.outcome }).toEqual({ code: 0, outcome: 'promoted' });
    await rm(folder, { recursive: true });
  });
});
