/** The history, and the status at a moment, as a process. */
import { describe, expect, it } from 'vitest';
import { MANIFESTS, manifestsOnGitHub, start } from './job.ts';

describe('the command history as a step', () => {
  it('writes figures and entries to the summary with a read-only token', async () => {
    await using github = await manifestsOnGitHub(
      {},
      {
        tokens: {
          token: {
            login: 'github-actions[bot]',
            kind: 'actions',
            permissions: { [MANIFESTS]: { contents: 'read', pull_requests: 'read' } },
          },
        },
      },
    );
    const path = 'applications/shop/overlays/dev/kustomization.yaml';
    const manifests = github.repository(MANIFESTS);
    const text = (await manifests.read(path)) ?? '';
    const record = 'Promotion: dev registry.example.com/shop/web:v2\nPromotion-Actor: octocat';
    await manifests.commit('main', { [path]: text.replace('0362525', 'v2') }, { message: `Promote\n\n${record}` });
    const event = { name: 'workflow_dispatch', payload: {} };
    const { code, outputs, summary } = await start(github, {
      as: 'process',
      event,
      with: { command: 'history', since: '2020-01-01' },
    });
    expect(code).toBe(0);
    expect(outputs.outcome).toBe('reported');
    expect(JSON.parse(outputs.report ?? '{}').history.entries).toMatchObject([
      { kind: 'promotion', environment: 'dev', to: 'registry.example.com/shop/web:v2', actor: 'octocat' },
    ]);
    expect(summary).toContain('### Figures since 2020-01-01 00&#58;00Z');
    expect(summary).toContain('octocat');
    expect(github.requests.every(({ method, kind }) => method !== 'PUT' && kind !== 'mutation')).toBe(true);
  });
});
