import { describe, expect, it } from 'vitest';
import { before, drop, serverError } from '../github/faults.ts';
import { transcript } from '../github/requests.ts';
import { byHand, dispatched, MANIFESTS, manifestsOnGitHub, start } from './job.ts';

const release = {
  product: 'shop',
  environments: ['stg', 'prod'],
  images: ['registry.example.com/shop/web:v1.5.0', 'registry.example.com/shop/worker:v1.5.0'],
  source: {
    repository: 'acme/shop',
    sha: '3f2c7d0a9b1e4c5d6f708192a3b4c5d6e7f80912',
    ref: 'refs/tags/v1.5.0',
    committed_at: '2026-11-30T09:00:00Z',
    event: 'push',
    workflow: 'release.yml',
    run_id: 7001,
    run_number: 42,
    run_attempt: 1,
    actor: 'octocat',
  },
};
const build = { product: 'shop', environment: 'dev', image: 'registry.example.com/shop/web:0362525' };
const overlay = (environment: string): string => `applications/shop/overlays/${environment}/kustomization.yaml`;

describe('a dispatch from an application', () => {
  it('promotes to stg and prod in one verified commit, with two requests', async () => {
    await using github = await manifestsOnGitHub();
    const manifests = github.repository(MANIFESTS);
    const [stg = '', prod = ''] = [await manifests.read(overlay('stg')), await manifests.read(overlay('prod'))];
    const run = await dispatched(github, release, { as: 'process' });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(transcript(github.requests)).toEqual([
      'POST /graphql query viewer repository → 200',
      'POST /graphql mutation createCommitOnBranch → 200',
    ]);
    expect(await manifests.read(overlay('stg'))).toBe(stg.replaceAll('v1.4.0', 'v1.5.0'));
    expect(await manifests.read(overlay('prod'))).toBe(prod.replace('v1.3.0', 'v1.5.0').replace('v1.3.2', 'v1.5.0'));
    const [commit, ...older] = await manifests.log('main');
    expect(older).toHaveLength(1);
    expect(commit).toMatchObject({ oid: run.outputs.commit, verified: true });
    expect(run.outputs).toMatchObject({ outcome: 'promoted', changed: 'true', 'pull-request-number': '' });
    expect(await manifests.fsck()).toBe('');
  });

  it('writes a commit message that lists the changes, with the record in trailers', async () => {
    await using github = await manifestsOnGitHub();
    await dispatched(github, release);
    const [commit] = await github.repository(MANIFESTS).log('main');
    const message = commit?.message.replace(/Promotion-Id: [0-9a-f-]{36}/, 'Promotion-Id: <id>');
    expect(message?.replaceAll(github.serverUrl, 'https://github.com')).toMatchInlineSnapshot(`
      "Promote shop to stg, prod: web, worker v1.5.0

      - applications/shop/overlays/stg/kustomization.yaml: registry.example.com/shop/web:v1.4.0 → registry.example.com/shop/web:v1.5.0
      - applications/shop/overlays/stg/kustomization.yaml: registry.example.com/shop/worker:v1.4.0 → registry.example.com/shop/worker:v1.5.0
      - applications/shop/overlays/prod/kustomization.yaml: registry.example.com/shop/web:v1.3.0 → registry.example.com/shop/web:v1.5.0
      - applications/shop/overlays/prod/kustomization.yaml: registry.example.com/shop/worker:v1.3.2 → registry.example.com/shop/worker:v1.5.0

      Promotion: stg registry.example.com/shop/web:v1.5.0 from acme/shop@3f2c7d0a9b1e4c5d6f708192a3b4c5d6e7f80912 refs/tags/v1.5.0 committed 2026-11-30T09:00:00Z by release.yml#42
      Promotion: stg registry.example.com/shop/worker:v1.5.0 from acme/shop@3f2c7d0a9b1e4c5d6f708192a3b4c5d6e7f80912 refs/tags/v1.5.0 committed 2026-11-30T09:00:00Z by release.yml#42
      Promotion: prod registry.example.com/shop/web:v1.5.0 from acme/shop@3f2c7d0a9b1e4c5d6f708192a3b4c5d6e7f80912 refs/tags/v1.5.0 committed 2026-11-30T09:00:00Z by release.yml#42
      Promotion: prod registry.example.com/shop/worker:v1.5.0 from acme/shop@3f2c7d0a9b1e4c5d6f708192a3b4c5d6e7f80912 refs/tags/v1.5.0 committed 2026-11-30T09:00:00Z by release.yml#42
      Promotion-Run: https://github.com/acme/shop/actions/runs/7001
      Promotion-Actor: octocat
      Promotion-Id: <id>"
    `);
  });

  it('reports every change with its line, in JSON for later steps and as a table for people', async () => {
    await using github = await manifestsOnGitHub();
    const run = await dispatched(github, release);
    const report = JSON.parse(run.outputs.report ?? '');
    expect(report).toMatchObject({ outcome: 'promoted', requests: 2, commit: run.outputs.commit, violations: [] });
    const [, prod] = report.environments;
    expect(prod).toMatchObject({ name: 'prod', product: 'shop', delivery: 'commit', outcome: 'promoted' });
    expect(prod.changes[0]).toEqual({
      path: overlay('prod'),
      line: 11,
      image: 'registry.example.com/shop/web',
      from: 'registry.example.com/shop/web:v1.3.0',
      to: 'registry.example.com/shop/web:v1.5.0',
    });
    expect(run.summary).toContain('| shop | prod |');
    expect(run.summary).toContain('Every holder of the dispatch token may promote every listed image');
  });

  it('quotes a commit id that YAML readers would take for a number', async () => {
    await using github = await manifestsOnGitHub({ [overlay('dev')]: 'images:\n- name: web\n  newTag: abc\n' });
    await dispatched(github, { ...build, image: 'web:0362525' });
    expect(await github.repository(MANIFESTS).read(overlay('dev'))).toBe('images:\n- name: web\n  newTag: "0362525"\n');
  });

  it('changes nothing if the images run already, with one request', async () => {
    await using github = await manifestsOnGitHub();
    const run = await dispatched(github, build);
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'unchanged', changed: 'false', commit: '' } });
    expect(github.requests).toHaveLength(1);
    expect(await github.repository(MANIFESTS).log('main')).toHaveLength(1);
  });

  it('accepts the payload of a workflow_dispatch', async () => {
    await using github = await manifestsOnGitHub();
    const run = await byHand(github, { payload: JSON.stringify(release) });
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
  });

  it('writes nothing in a dry run', async () => {
    await using github = await manifestsOnGitHub();
    const run = await dispatched(github, release, { with: { 'dry-run': 'true' } });
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'unchanged', changed: 'false', commit: '' } });
    expect(run.stdout).toContain('+    newTag: v1.5.0 # the storefront');
    expect(github.requests).toHaveLength(1);
  });
});

describe('a promotion by hand', () => {
  it('takes the inputs of the workflow', async () => {
    await using github = await manifestsOnGitHub();
    const inputs = {
      product: 'billing',
      environment: 'stg',
      image: 'registry.example.com/billing/api:v2.1.0',
      reason: 'hotfix',
    };
    const run = await byHand(github, inputs, { as: 'process' });
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
    const [commit] = await github.repository(MANIFESTS).log('main');
    expect(commit?.message).toContain('Reason: hotfix');
  });
});

describe("an application's own workflow", () => {
  it('promotes the commit of a push, and records its date', async () => {
    await using github = await manifestsOnGitHub({}, { repositories: { 'acme/shop': { files: { README: 'shop' } } } });
    const sha = (await github.repository('acme/shop').head('main')) ?? '';
    const run = await start(github, {
      event: { name: 'push', payload: { ref: 'refs/heads/main', head_commit: { id: sha } } },
      with: {
        repository: MANIFESTS,
        product: 'shop',
        environments: 'dev',
        images: 'registry.example.com/shop/web',
        tag: '{sha}',
      },
      github: { repository: 'acme/shop', sha, workflow_ref: 'acme/shop/.github/workflows/ci.yml@refs/heads/main' },
    });
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
    const [commit] = await github.repository(MANIFESTS).log('main');
    expect(commit?.message).toMatch(
      new RegExp(
        `Promotion: dev registry.example.com/shop/web:${sha} from acme/shop@${sha} refs/heads/main committed \\S+Z by ci.yml#17`,
      ),
    );
  });
});

describe('a promotion that meets a failure', () => {
  it('starts over from a fresh read if the branch moves, and keeps the changes of others', async () => {
    await using github = await manifestsOnGitHub();
    const manifests = github.repository(MANIFESTS);
    github.faults.next(
      { field: 'createCommitOnBranch' },
      before(() => manifests.commit('main', { 'NOTES.md': 'somebody else was here' })),
    );
    const run = await dispatched(github, release);
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
    expect(await manifests.read('NOTES.md')).toBe('somebody else was here');
    expect(github.requests).toHaveLength(4);
  });

  it.each([
    ['the connection drops', drop('after')],
    ['the gateway times out', serverError(504, 'after')],
  ])('never commits twice: %s after the commit has landed', async (_, fault) => {
    await using github = await manifestsOnGitHub();
    github.faults.next({ field: 'createCommitOnBranch' }, fault);
    const run = await dispatched(github, release);
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
    const commits = await github.repository(MANIFESTS).log('main');
    expect(commits).toHaveLength(2);
    expect(run.outputs.commit).toBe(commits[0]?.oid);
  });

  it('commits if the first try was lost before GitHub executed it', async () => {
    await using github = await manifestsOnGitHub();
    github.faults.next({ field: 'createCommitOnBranch' }, drop('before'));
    const run = await dispatched(github, release);
    expect(run).toMatchObject({ code: 0, outputs: { outcome: 'promoted' } });
    expect(await github.repository(MANIFESTS).log('main')).toHaveLength(2);
  });
});
