/** The check of pull requests of the manifest repository, as a process. */
import { describe, expect, it } from 'vitest';
import { MANIFESTS, manifestsOnGitHub, start } from './job.ts';

const reader = {
  login: 'github-actions[bot]',
  kind: 'actions',
  permissions: { [MANIFESTS]: { contents: 'read' } },
} as const;
const begin = () => manifestsOnGitHub({}, { tokens: { token: { ...reader, permissions: { ...reader.permissions } } } });

const check = (github: Awaited<ReturnType<typeof begin>>, name: string, sha: string, payload: unknown = {}) =>
  start(github, { event: { name, payload }, with: { command: 'validate' }, github: { sha, ref: 'refs/pull/1/merge' } });

describe('validate as a step', () => {
  it('reads the merge commit of a pull request with a token that may only read', async () => {
    await using github = await begin();
    const manifests = github.repository(MANIFESTS);
    const overlay = 'applications/shop/overlays/dev/kustomization.yaml';
    const sha = await manifests.commit('topic', { [overlay]: 'images: broken\n' });
    const { code, outputs, summary, stdout } = await check(github, 'pull_request', sha);
    expect(code).toBe(1);
    expect(outputs.outcome).toBe('refused');
    expect(JSON.parse(outputs.report ?? '{}').violations).toMatchObject([{ code: 'manifest-invalid', path: overlay }]);
    expect(summary).toContain('What a promotion would find');
    expect(stdout).toContain('::error');
    expect((await check(github, 'push', sha)).outputs.outcome).toBe('valid');
    expect(github.requests.every(({ method, kind }) => method !== 'PUT' && kind !== 'mutation')).toBe(true);
  });

  it('reads the head of a merge group', async () => {
    await using github = await begin();
    const sha = await github.repository(MANIFESTS).commit('queue', { '.github/promotion.yml': 'delivery: push\n' });
    const { code, outputs } = await check(github, 'merge_group', 'b'.repeat(40), { merge_group: { head_sha: sha } });
    expect(code).toBe(1);
    expect(JSON.parse(outputs.report ?? '{}').violations).toMatchObject([{ code: 'config-invalid', line: 1 }]);
  });

  it('refuses pull_request_target', async () => {
    await using github = await begin();
    const { code, outputs } = await check(github, 'pull_request_target', 'b'.repeat(40));
    expect(code).toBe(1);
    expect(JSON.parse(outputs.report ?? '{}').violations).toMatchObject([{ code: 'event-unsupported' }]);
    expect(github.requests).toEqual([]);
  });
});
