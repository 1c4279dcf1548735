/** A step that is cancelled, as a process: what people and later steps learn. */
import { describe, expect, it } from 'vitest';
import { hang } from '../github/faults.ts';
import { byHand, dispatched, MANIFESTS, manifestsOnGitHub, start } from './job.ts';

const workflow = { '.github/workflows/promote.yml': 'on: workflow_dispatch\n' };

const waiting = async (signal: NodeJS.Signals) => {
  await using github = await manifestsOnGitHub(workflow);
  const result = await start(github, {
    event: { name: 'push', payload: { head_commit: { id: 'a'.repeat(40) } } },
    with: {
      command: 'dispatch',
      repository: MANIFESTS,
      product: 'shop',
      environments: 'dev',
      images: 'registry.example.com/shop/web:v2',
      workflow: 'promote.yml',
      wait: '600',
    },
    github: { repository: 'acme/shop' },
    ending: { signal, at: 'Wait for the end of the run' },
  });
  return { ...result, run: `${github.serverUrl}/${MANIFESTS}/actions/runs/7000` };
};

describe('a dispatch that waits', () => {
  it('links the run before the waiting begins, in log and summary', async () => {
    const { code, stdout, summary, run } = await waiting('SIGKILL');
    expect(code).not.toBe(0);
    expect(stdout).toContain(`It started the run ${run}`);
    expect(summary).toContain(run);
  });

  it('ends at a signal with all that is known, once', async () => {
    const { code, outputs, summary, run, stdout } = await waiting('SIGTERM');
    expect(code).toBe(1);
    expect(outputs.outcome).toBe('dispatched');
    expect(summary.split(run)).toHaveLength(2);
    expect(summary).toContain('The run was stopped');
    expect(JSON.parse(outputs.report ?? '{}').violations).toMatchObject([{ code: 'interrupted' }]);
    expect(stdout).toContain('::error');
  });
});

describe('a promotion that is cancelled', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('by %s tells what it knows', async (signal) => {
    await using github = await manifestsOnGitHub();
    github.faults.always({}, hang());
    const { code, outputs, summary } = await byHand(
      github,
      { product: 'shop', environments: 'dev', images: 'registry.example.com/shop/web:v2' },
      { ending: { signal, at: 'Read the manifest repository' } },
    );
    expect(code).toBe(1);
    expect(outputs.outcome).toBe('failed');
    expect(summary).toContain('The run was stopped');
    expect(JSON.parse(outputs.report ?? '{}').environments).toMatchObject([{ name: 'dev', product: 'shop' }]);
  });

  it('tells what it has delivered by then', async () => {
    await using github = await manifestsOnGitHub({
      '.github/promotion.yml': 'environments:\n  dev:\n  stg: { delivery: pull-request }\n',
    });
    github.faults.next({ name: 'createRef' }, hang());
    const payload = { product: 'shop', environments: ['dev', 'stg'], images: ['registry.example.com/shop/web:v2'] };
    const { code, outputs } = await dispatched(github, payload, { ending: { signal: 'SIGTERM', at: 'Committed ' } });
    expect(code).toBe(1);
    const { environments, violations } = JSON.parse(outputs.report ?? '{}');
    expect(violations).toMatchObject([{ code: 'interrupted' }]);
    expect(environments).toMatchObject([
      { name: 'dev', outcome: 'promoted' },
      { name: 'stg', outcome: 'failed' },
    ]);
    expect(outputs.commit).toBe(await github.repository(MANIFESTS).head());
  });
});
