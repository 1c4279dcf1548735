/** Promote, then wait until it runs: the action as it ships, against a fake GitHub and a fake Argo CD. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { application, fakeArgoCD } from '../argocd/server.ts';
import { byHand, dispatched, MANIFESTS, manifestsOnGitHub, start } from './job.ts';

const web = 'registry.example.com/shop/web';
const overlay = 'applications/shop/overlays/prod/kustomization.yaml';
const declared = (name: string) => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  project: store
  source: { repoURL: 'https://github.com/${MANIFESTS}.git', path: applications/shop/overlays/prod }
  syncPolicy: { automated: {} }
`;
const files = {
  '.github/promotion.yml': 'argocd: { applications: "argocd/*.yaml", url: "https://argocd.example.com" }\n',
  [overlay]: `images:\n  - name: ${web}\n    newTag: v1\n`,
  'argocd/shop-blue.yaml': declared('shop-blue'),
  'argocd/shop-green.yaml': declared('shop-green'),
};
const payload = (tag: string) => ({ product: 'shop', environment: 'prod', image: `${web}:${tag}` });
const event = { name: 'push', payload: {} };
const TOKEN = 'argocd-secret-token';

describe('await in a job after the promotion', () => {
  it('ends green when every cluster runs the images', async () => {
    await using github = await manifestsOnGitHub(files);
    const promoted = await dispatched(github, payload('v2'));
    expect(promoted.outputs.outcome).toBe('promoted');
    const { commit = '', report = '' } = promoted.outputs;
    const now = new Date(Date.now() + 60_000).toISOString();
    const state = (name: string) => (count: number) =>
      application({
        name,
        cluster: name,
        revision: count > 1 ? commit : '0'.repeat(40),
        images: [count > 1 ? `${web}:v2` : `${web}:v1`],
        reconciledAt: now,
      });
    await using argo = await fakeArgoCD({
      token: TOKEN,
      applications: { 'shop-blue': state('shop-blue'), 'shop-green': state('shop-green') },
    });
    const inputs = { command: 'await', report, 'argocd-server': argo.url, 'argocd-token': TOKEN, timeout: '30' };
    const awaited = await start(github, { as: 'process', event, with: inputs });
    expect(awaited.stdout).toContain('shop-blue runs what was promoted.');
    expect([awaited.code, awaited.outputs.outcome]).toEqual([0, 'running']);
    expect(awaited.summary).toMatch(/## ✅ The promotion of shop in prod runs/);
    expect(awaited.summary).toMatch(
      /\[`shop-green`\]\(https:\/\/argocd\.example\.com\/applications\/argocd\/shop-green\)/,
    );
    expect(argo.requests.every((request) => request.startsWith('GET '))).toBe(true);
    expect(awaited.stdout.match(new RegExp(TOKEN, 'g'))).toHaveLength(1);
    expect(awaited.stdout).toContain(`::add-mask::${TOKEN}`);
  });

  it('finds the Applications of unchanged images, which the promotion did not look up', async () => {
    await using github = await manifestsOnGitHub(files);
    const unchanged = await dispatched(github, payload('v1'));
    expect(unchanged.outputs.outcome).toBe('unchanged');
    const head = (await github.repository(MANIFESTS).head('main')) ?? '';
    const state = (name: string) => () => application({ name, revision: head, images: [`${web}:v1`] });
    await using argo = await fakeArgoCD({
      applications: { 'shop-blue': state('shop-blue'), 'shop-green': state('shop-green') },
    });
    const folder = await mkdtemp(join(tmpdir(), 'report-'));
    try {
      const report = join(folder, 'report.json');
      await writeFile(report, unchanged.outputs.report ?? '');
      const inputs = { command: 'await', report, 'argocd-server': argo.url, 'argocd-token': 'argocd-secret' };
      const awaited = await start(github, { event, with: inputs });
      expect([awaited.outputs.outcome, awaited.code]).toEqual(['running', 0]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('fails with the message of Argo CD, and says where to pass the report', async () => {
    await using github = await manifestsOnGitHub(files);
    const inputs = { command: 'await', 'argocd-server': 'http://argocd.example.com', 'argocd-token': TOKEN };
    const without = await start(github, { event, with: inputs });
    expect([without.code, without.outputs.outcome]).toEqual([1, 'failed']);
    expect(without.stdout).toMatch(/The report of the promotion cannot be read/);
    const promoted = await dispatched(github, payload('v3'));
    const plain = await start(github, { event, with: { ...inputs, report: promoted.outputs.report ?? '' } });
    expect(plain.stdout).toMatch(/The address of Argo CD is not https/);
  });

  it('reports a missing address and a missing token together', async () => {
    await using github = await manifestsOnGitHub(files);
    const bare = await byHand(github, {}, { with: { command: 'await' } });
    expect(bare.stdout).toMatch(/needs `argocd-server`/);
    expect(bare.stdout).toMatch(/needs `argocd-token`/);
  });
});
