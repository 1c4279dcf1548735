import { describe, expect, it } from 'vitest';
import { overlay } from '../commands/test-repository.ts';
import { byHand, dispatched, MANIFESTS, manifestsOnGitHub } from './job.ts';

const promotionOf = (tag: string) => ({
  product: 'shop',
  environments: ['prod'],
  images: [`registry.example.com/shop/web:${tag}`],
});
const inputs = { product: 'shop', environment: 'prod', reason: 'pages are blank' };

describe('a rollback whose run is executed twice', () => {
  it('goes back one step in all', async () => {
    await using github = await manifestsOnGitHub();
    for (const tag of ['v9.0.0', 'v9.1.0', 'v9.2.0']) await dispatched(github, promotionOf(tag));
    const step = { with: { command: 'rollback' } };
    const first = await byHand(github, inputs, { ...step, as: 'process' });
    expect(first.outputs).toMatchObject({ outcome: 'promoted' });
    const manifests = github.repository(MANIFESTS);
    expect((await manifests.log())[0]?.message).toContain(`${github.serverUrl}/${MANIFESTS}/actions/runs/9001`);
    const again = await byHand(github, inputs, { ...step, github: { run_attempt: '2' } });
    expect(again).toMatchObject({ code: 0, outputs: { outcome: 'unchanged', changed: 'false' } });
    expect(await manifests.read(overlay('prod'))).toContain('v9.1.0');
    const another = await byHand(github, inputs, { ...step, github: { run_id: '9002' } });
    expect(another.outputs).toMatchObject({ outcome: 'promoted' });
    expect(await manifests.read(overlay('prod'))).toContain('v9.0.0');
  });
});
