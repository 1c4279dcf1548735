import { describe, expect, it } from 'vitest';
import { applicationsIn } from '../../../src/domain/argocd/declared-applications.ts';
import { type Argocd, syncsOf } from '../../../src/domain/argocd/synced-by.ts';

const overlay = 'applications/shop/overlays/prod';
const changed = [{ product: 'shop', environment: 'prod', path: `${overlay}/kustomization.yaml` }];

const application = (source: string, more = '') => `
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop-prod, namespace: argocd }
spec:
  source: ${source}
${more}
`;

const set = (generators: string, source: string, name = "'{{path.basename}}'") => `
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: all }
spec:
  generators: ${generators}
  template:
    metadata: { name: ${name} }
    spec:
      source: ${source}
      syncPolicy: { automated: {} }
`;

/** `name sync` of each Application that syncs the overlay. */
const syncing = (text: string, argocd: Partial<Argocd> = {}, path?: string): string[] => {
  const applications = applicationsIn({ path: 'app.yaml', text });
  const where = path === undefined ? changed : [{ product: 'shop', environment: 'prod', path }];
  return syncsOf(where, { applications, branch: 'main', ...argocd }).map(({ name, sync }) => `${name} ${sync}`);
};

describe('an Application', () => {
  it('syncs its source by hand, unless it is automated', () => {
    expect(syncing(application(`{ path: ${overlay} }`))).toEqual(['shop-prod manual']);
    const policy = (automated: string) => `  syncPolicy: { automated: ${automated} }`;
    expect(syncing(application(`{ path: ${overlay} }`, policy('{}')))).toEqual(['shop-prod automatic']);
    expect(syncing(application(`{ path: ${overlay} }`, policy('{ prune: true }')))).toEqual(['shop-prod automatic']);
    expect(syncing(application(`{ path: ${overlay} }`, policy('{ enabled: false }')))).toEqual(['shop-prod manual']);
    expect(syncing(application(`{ path: ${overlay} }`, policy('null')))).toEqual(['shop-prod manual']);
  });

  it.each([
    ['written in another way', `{ path: ./${overlay}/ }`],
    ['with the branch by its name', `{ path: ${overlay}, targetRevision: main }`],
    ['with the whole ref', `{ path: ${overlay}, targetRevision: refs/heads/main }`],
    ['with the address of https', `{ path: ${overlay}, repoURL: "https://github.com/Acme/manifests.git" }`],
    ['with the address of ssh', `{ path: ${overlay}, repoURL: "git@github.com:acme/manifests.git" }`],
    ['above the overlay', '{ path: applications/shop }'],
  ])('may have its source %s', (_, source) => {
    expect(syncing(application(source), { repository: 'acme/manifests' })).toEqual(['shop-prod manual']);
  });

  it.each([
    ['of another directory', '{ path: applications/shop/overlays/stg }'],
    ['of a directory that begins alike', '{ path: applications/shop/overlays/pro }'],
    ['of another repository', `{ path: ${overlay}, repoURL: "https://github.com/acme/other" }`],
    ['at a tag', `{ path: ${overlay}, targetRevision: v1 }`],
    ['without a path', '{ chart: redis, repoURL: https://charts.example.com }'],
  ])('does not sync for a source %s', (_, source) => {
    expect(syncing(application(source), { repository: 'acme/manifests' })).toEqual([]);
  });

  it('of a chart that several environments have syncs the values file that it names, and the own values of the chart', () => {
    const of = (environment: string): string =>
      application(`{ path: charts/shop, helm: { valueFiles: [values-${environment}.yaml] } }`).replace(
        'shop-prod',
        `shop-${environment}`,
      );
    const applications = ['dev', 'prod'].map(of).join('---');
    expect(syncing(applications, {}, 'charts/shop/values-prod.yaml')).toEqual(['shop-prod manual']);
    const both = ['shop-dev manual', 'shop-prod manual'];
    expect(syncing(applications, {}, 'charts/shop/values.yaml')).toEqual(both);
    expect(syncing(applications, {}, 'charts/shop/templates/web.yaml')).toEqual(both);
  });

  it('may take a manifest as a values file, relative to its chart or to another source', () => {
    const values = 'envs/prod/values.yaml';
    expect(
      syncing(application('{ path: charts/shop, helm: { valueFiles: [../../envs/prod/values.yaml] } }'), {}, values),
    ).toEqual(['shop-prod manual']);
    const several = application(
      '{ path: elsewhere }',
      `  sources:\n    - { chart: shop, helm: { valueFiles: ["$values/${values}"] } }\n    - { ref: values }\n`,
    );
    expect(syncing(several, {}, values)).toEqual(['shop-prod manual']);
    expect(syncing(several, {}, 'elsewhere/kustomization.yaml')).toEqual([]);
  });

  it('counts if its source is nearest, with all others at that distance', () => {
    const texts = [`{ path: ${overlay} }`, `{ path: ${overlay} }`, '{ path: applications }'].map((source, index) =>
      application(source).replace('shop-prod', `app-${index}`),
    );
    expect(syncing(texts.join('---'))).toEqual(['app-0 manual', 'app-1 manual']);
  });

  it('has an address in the user interface', () => {
    const urlOf = (text: string, url?: string) =>
      syncsOf(changed, { applications: applicationsIn({ path: 'a.yaml', text }), branch: 'main', url })[0]?.url;
    const text = application(`{ path: ${overlay} }`);
    expect(urlOf(text, 'https://argocd.example.com')).toBe('https://argocd.example.com/applications/argocd/shop-prod');
    expect(urlOf(text, 'https://example.com/argo(cd)/')).toBe(
      'https://example.com/argo%28cd%29/applications/argocd/shop-prod',
    );
    expect(urlOf(text.replace(', namespace: argocd', ''), 'https://a.example.com')).toBe(
      'https://a.example.com/applications/shop-prod',
    );
    expect(urlOf(text.replace('shop-prod', '"a)](x"'), 'https://a.example.com')).toBeUndefined();
    expect(urlOf(text)).toBeUndefined();
  });
});

describe('an ApplicationSet', () => {
  it.each([
    [
      'a list',
      '[{ list: { elements: [{ env: dev }, { env: prod }] } }]',
      '"applications/shop/overlays/{{env}}"',
      "'shop-{{env}}'",
      ['shop-prod automatic'],
    ],
    [
      'a list with Go templates',
      '[{ list: { elements: [{ values: { env: prod } }] } }]',
      '"applications/shop/overlays/{{ .values.env }}"',
      "'shop-{{.values.env}}'",
      ['shop-prod automatic'],
    ],
    [
      'directories',
      '[{ git: { directories: [{ path: "applications/*/overlays/*" }] } }]',
      '"{{path}}"',
      "'{{path[1]}}-{{path.basename}}'",
      ['shop-prod automatic'],
    ],
    [
      'directories with Go templates',
      '[{ git: { directories: [{ path: "applications/*/overlays/*" }] } }]',
      '"{{.path.path}}"',
      "'{{index .path.segments 1}}-{{.path.basename}}'",
      ['shop-prod automatic'],
    ],
    [
      'directories without this one',
      '[{ git: { directories: [{ path: "applications/*/overlays/*" }, { path: "*/*/*/prod", exclude: true }] } }]',
      '"{{path}}"',
      "'{{path.basename}}'",
      [],
    ],
    [
      'a matrix',
      '[{ matrix: { generators: [{ list: { elements: [{ app: shop }, { app: blog }] } }, { list: { elements: [{ env: dev }, { env: prod }] } }] } }]',
      '"applications/{{app}}/overlays/{{env}}"',
      "'{{app}}-{{env}}'",
      ['shop-prod automatic'],
    ],
    [
      'parameters that only the cluster knows',
      '[{ clusters: {} }]',
      '"applications/shop/overlays/{{name}}"',
      "'shop-{{name}}'",
      ['shop-{{name}} automatic'],
    ],
  ])('makes its Applications from %s', (_, generators, path, name, expected) => {
    expect(syncing(set(generators, `{ path: ${path} }`, name))).toEqual(expected);
  });
});

describe('other manifests', () => {
  it.each([
    '',
    'a: [',
    'just text',
    'kind: Application',
    '[]',
    '- a\n- b',
    'a: &a [*a, *a]',
    'kind: Application\napiVersion: app.k8s.io/v1\nmetadata: { name: x }',
  ])('declare no Application: %j', (text) => {
    expect(applicationsIn({ path: 'a.yaml', text })).toEqual([]);
  });

  it('do not hide Applications in the same file', () => {
    const text = `kind: AppProject\napiVersion: argoproj.io/v1alpha1\n---\n${application(`{ path: ${overlay} }`)}`;
    expect(syncing(text)).toEqual(['shop-prod manual']);
  });
});
