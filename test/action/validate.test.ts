/** The check of pull requests of the manifest repository, as a step. */
import { describe, expect, it } from 'vitest';
import { MANIFESTS, manifestsOnGitHub, type Run, start } from './job.ts';

const reader = {
  login: 'github-actions[bot]',
  kind: 'actions',
  permissions: { [MANIFESTS]: { contents: 'read' } },
} as const;
const begin = () => manifestsOnGitHub({}, { tokens: { token: { ...reader, permissions: { ...reader.permissions } } } });

type Triggered = { readonly name: string; readonly sha: string; readonly payload?: unknown; readonly as?: Run['as'] };

const check = (github: Awaited<ReturnType<typeof begin>>, { name, sha, payload = {}, ...more }: Triggered) =>
  start(github, {
    ...more,
    event: { name, payload },
    with: { command: 'validate' },
    github: { sha, ref: 'refs/pull/1/merge' },
  });

describe('the command validate as a step', () => {
  it('reads the merge commit of a pull request with a read-only token', async () => {
    await using github = await begin();
    const manifests = github.repository(MANIFESTS);
    const overlay = 'applications/shop/overlays/dev/kustomization.yaml';
    const sha = await manifests.commit('topic', { [overlay]: 'images: broken\n' });
    const { code, outputs, summary, stdout } = await check(github, { name: 'pull_request', sha, as: 'process' });
    expect(code).toBe(1);
    expect(outputs.outcome).toBe('refused');
    expect(JSON.parse(outputs.report ?? '{}').violations).toMatchObject([{ code: 'manifest-invalid', path: overlay }]);
    expect(summary).toContain('What a promotion would find');
    expect(stdout).toContain('::error');
    expect((await check(github, { name: 'push', sha })).outputs.outcome).toBe('valid');
    expect(github.requests.every(({ method, kind }) => method !== 'PUT' && kind !== 'mutation')).toBe(true);
  });

  it('reads the head of a merge group', async () => {
    await using github = await begin();
    const sha = await github.repository(MANIFESTS).commit('queue', { '.github/promotion.yml': 'delivery: push\n' });
    const { code, outputs } = await check(github, {
      name: 'merge_group',
      sha: 'b'.repeat(40),
      payload: { merge_group: { head_sha: sha } },
    });
    expect(code).toBe(1);
    expect(JSON.parse(outputs.report ?? '{}').violations).toMatchObject([{ code: 'config-invalid', line: 1 }]);
  });

  it('refuses pull_request_target', async () => {
    await using github = await begin();
    const { code, outputs } = await check(github, { name: 'pull_request_target', sha: 'b'.repeat(40) });
    expect(code).toBe(1);
    expect(JSON.parse(outputs.report ?? '{}').violations).toMatchObject([{ code: 'event-unsupported' }]);
    expect(github.requests).toEqual([]);
  });
});
