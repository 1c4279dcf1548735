import { describe, expect, it } from 'vitest';
import { build, inCheckout, kustomization, NAME, onGitHub, overlay } from './test-repository.ts';

const application = (product: string, environment: string, policy = '') => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${product}-${environment}, namespace: argocd }
spec:
  source: { path: applications/${product}/overlays/${environment} }
${policy}`;

const file = (environment: string, product = 'shop') => `argocd/overlays/${environment}/store/app-${product}.yaml`;
const files = {
  '.github/promotion.yml':
    'argocd: { applications: "argocd/overlays/*/*/*.yaml", url: "https://argocd.example.com" }\n',
  [overlay('stg')]: kustomization(`${NAME}:v0`),
  [overlay('prod')]: kustomization(`${NAME}:v0`),
  [file('stg')]: application('shop', 'stg', '  syncPolicy: { automated: {} }\n'),
  [file('prod')]: application('shop', 'prod'),
  'argocd/overlays/prod/store/kustomization.yaml': 'resources: [app-shop.yaml]\n',
};
const asking = { environments: ['stg', 'prod'], images: [`${NAME}:v1`], source: build(1) };

describe('the Applications that sync a promotion', () => {
  it('are reported for each environment: the Application, whether it syncs by itself, and its manifest', async () => {
    await using stage = await inCheckout(files);
    const { environments } = await stage.promote(asking);
    const url = 'https://argocd.example.com/applications/argocd';
    expect(environments.map(({ name, applications }) => ({ name, applications }))).toMatchObject([
      {
        name: 'stg',
        applications: [{ name: 'shop-stg', sync: 'automatic', file: file('stg'), url: `${url}/shop-stg` }],
      },
      { name: 'prod', applications: [{ name: 'shop-prod', sync: 'manual', url: `${url}/shop-prod` }] },
    ]);
  });

  it('cost a request for each level of directories, after the delivery, and none if nothing changed', async () => {
    await using stage = await onGitHub(files);
    await stage.promote(asking);
    const kinds = stage.fake.requests.map(({ kind }) => kind);
    expect(kinds).toEqual(['query', 'mutation', 'query', 'query', 'query', 'query']);
    stage.fake.resetRequests();
    await stage.promote(asking);
    expect(stage.fake.requests).toHaveLength(1);
  });

  it('are searched in the directories of the product if there are very many files', async () => {
    const others = Array.from({ length: 150 }, (_, at) => [
      file('stg', `other-${at}`),
      application(`other-${at}`, 'stg'),
    ]);
    await using stage = await onGitHub({ ...files, ...Object.fromEntries(others) });
    const { environments } = await stage.promote(asking);
    expect(environments).toMatchObject([{ applications: [{ name: 'shop-stg' }] }, { applications: [{}] }]);
    expect(stage.fake.requests).toHaveLength(6);
  });

  it('do not block a promotion if they cannot be read', async () => {
    await using stage = await inCheckout({
      ...files,
      '.github/promotion.yml': 'argocd: { applications: nowhere.yaml }\n',
    });
    const { environments, notices, changed } = await stage.promote(asking);
    expect(environments).toMatchObject([{ outcome: 'promoted' }, { outcome: 'promoted' }]);
    expect(changed).toBe(true);
    expect(notices).toMatchObject([{ message: expect.stringContaining('The Argo CD Applications cannot be read') }]);
  });
});
