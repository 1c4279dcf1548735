import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkout, commandLine } from '../cli/commandline.ts';
import { startAttestingRegistry } from './registry.ts';
import { SHA, startSigstore, statementOf, workflowOf } from './sigstore.ts';

it('the command line verifies the build provenance as well, since that needs no run', async () => {
  await using place = await checkout('git');
  const sigstore = await startSigstore('github');
  const registry = await startAttestingRegistry('tag');
  const image = `${registry.host}/shop/web`;
  const overlay = 'applications/shop/overlays/prod/kustomization.yaml';
  await writeFile(join(place.directory, overlay), `images:\n  - name: ${image}\n    newTag: v1\n`);
  await writeFile(join(place.directory, 'roots.jsonl'), sigstore.trustedRoot());
  const config = 'sources: [{ repository: acme/shop }]\nprovenance: { trusted-root: roots.jsonl }\n';
  await writeFile(join(place.directory, 'provenance.yml'), config);
  const digest = registry.image('shop/web', 'v2');
  const words = ['promote', '--product', 'shop', '--environments', 'prod', '--images', `${image}:v2`];
  const promote = () => commandLine([...words, '--config', 'provenance.yml', '--delivery', 'commit'], place);
  try {
    place.git('add', '--all');
    place.git('commit', '--quiet', '--message=Demand a provenance');
    const refused = await promote();
    expect(refused.stdout + refused.stderr).toContain('actions/attest-build-provenance');
    expect(refused.code).toBe(3);
    const builder = workflowOf('acme/shop');
    registry.attach('shop/web', digest, await sigstore.attest({ builder, statement: statementOf(digest) }));
    const passed = await promote();
    expect(passed.stderr).toBe('');
    expect(passed.code).toBe(0);
    expect(await place.read(overlay)).toContain(`digest: ${digest}`);
    expect(place.git('log', '-1', '--format=%B')).toContain(`Built: prod ${image}:v2@${digest} from acme/shop@${SHA}`);
  } finally {
    await registry.close();
  }
});
