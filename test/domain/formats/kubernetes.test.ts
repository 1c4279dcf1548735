import { describe, expect, test } from 'vitest';
import { changedLines, refusal, rewriting } from './rewriting.ts';

const pod = '      containers:\n      - name: web\n        image: web:v0\n';
const workload = (apiVersion: string, kind: string, body: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: web\n${body}`;

describe('changes images of', () => {
  test.each([
    ['DaemonSet', workload('apps/v1', 'DaemonSet', `spec:\n  template:\n    spec:\n${pod}`)],
    [
      'CronJob',
      workload(
        'batch/v1',
        'CronJob',
        `spec:\n  jobTemplate:\n    spec:\n      template:\n        spec:\n          containers:\n          - {name: web, image: web:v0}\n`,
      ),
    ],
    [
      'a list',
      'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  data: {image: web:v0x}\n- apiVersion: v1\n  kind: Pod\n  spec:\n    containers:\n    - image: web:v0\n',
    ],
    [
      'an image volume',
      workload('v1', 'Pod', 'spec:\n  volumes:\n  - name: model\n    image:\n      reference: web:v0\n'),
    ],
    [
      'a custom resource in parts',
      workload('example.com/v1', 'Runner', 'spec:\n  image:\n    repository: web\n    tag: v0\n'),
    ],
    [
      'a custom resource with a registry',
      workload('example.com/v1', 'Runner', 'spec:\n  sidecar: {image: {registry: "", repository: web, tag: v0}}\n'),
    ],
    [
      'a HelmRelease',
      workload(
        'helm.toolkit.fluxcd.io/v2',
        'HelmRelease',
        'spec:\n  chart: {spec: {chart: web, version: v0x}}\n  values:\n    image: {repository: web, tag: v0}\n',
      ),
    ],
    [
      'the post-renderers of a HelmRelease',
      workload(
        'helm.toolkit.fluxcd.io/v2',
        'HelmRelease',
        'spec:\n  postRenderers:\n  - kustomize:\n      images:\n      - name: web\n        newTag: v0\n',
      ),
    ],
    ['JSON', '{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"image": "web:v0"}]}}\n'],
    [
      'init containers',
      workload('apps/v1', 'Deployment', 'spec: {template: {spec: {initContainers: [{image: web:v0, name: a}]}}}\n'),
    ],
    [
      'a patch without a name of the container',
      workload('apps/v1', 'Deployment', `spec:\n  template:\n    spec:\n${pod}`),
    ],
  ])('%s', (_title, text) => {
    const { text: after, format } = rewriting(text, 'web:v1');
    expect(after).toBe(text.replace(/\bv0\b/, 'v1'));
    expect(format).toBe('kubernetes manifest');
  });
});

describe('keeps values that are no images', () => {
  const deployment = workload('apps/v1', 'Deployment', `spec:\n  template:\n    spec:\n${pod}`);
  test.each([
    ['secrets', workload('v1', 'Secret', 'stringData:\n  image: web:v0\n')],
    ['binary data', workload('v1', 'ConfigMap', 'binaryData:\n  image: web:v0\n')],
    [
      'annotations of the pod template',
      workload('apps/v1', 'Deployment', 'spec: {template: {metadata: {annotations: {image: web:v0}}}}\n'),
    ],
    [
      'environment values',
      workload(
        'v1',
        'Pod',
        'spec: {containers: [{name: x, env: [{name: IMAGE, value: web:v0}, {name: image, image: web:v0}]}]}\n',
      ),
    ],
    [
      'arguments',
      workload('v1', 'Pod', 'spec:\n  containers:\n  - args: ["--image=web:v0"]\n    command:\n    - image: web:v0\n'),
    ],
    ['the status', workload('v1', 'Pod', 'status: {containerStatuses: [{image: web:v0}]}\n')],
    ['schemas', workload('example.com/v1', 'Api', 'spec: {openAPIV3Schema: {image: web:v0}}\n')],
    [
      'names that begin or end so',
      workload('v1', 'Pod', 'spec: {containers: [{image: web-a:v0}, {image: a/web:v0}, {image: "web/a:v0"}]}\n'),
    ],
    ['images that Flux watches', workload('image.toolkit.fluxcd.io/v1', 'ImageRepository', 'spec: {image: web}\n')],
    ['images that other tools watch', workload('example.com/v1', 'ImageRepository', 'spec: {image: web}\n')],
    [
      'the rules that choose versions',
      workload('image.toolkit.fluxcd.io/v1', 'ImagePolicy', 'spec: {image: web:v0}\n'),
    ],
    [
      'images of policies',
      workload('kyverno.io/v1', 'ClusterPolicy', 'spec: {rules: [{validate: {pattern: {image: web:v0}}}]}\n'),
    ],
    ['the target of a build', workload('shipwright.io/v1beta1', 'Build', 'spec: {output: {image: web:v0}}\n')],
    ['images to remove', workload('eraser.sh/v1', 'ImageList', 'spec: {images: [web:v0]}\n')],
    [
      'images that other tools promote',
      workload('kargo.akuity.io/v1alpha1', 'Stage', 'spec: {images: [{image: web, tag: v0}]}\n'),
    ],
    [
      'images that other tools follow',
      workload('argocd-image-updater.argoproj.io/v1alpha1', 'ImageUpdater', 'spec: {images: [{imageName: web:v0}]}\n'),
    ],
    ['templates', workload('v1', 'Pod', 'spec: {containers: [{image: "web:{{ .tag }}"}]}\n')],
  ])('%s', (_title, text) => {
    const both = `${deployment}---\n${text}`;
    expect(changedLines(both, rewriting(both, 'web:v1').text)).toEqual([
      '-        image: web:v0',
      '+        image: web:v1',
    ]);
  });
});

test('empty documents between others have no effect', () => {
  const text = `---\n# nothing\n---\n${workload('v1', 'Pod', 'spec: {containers: [{image: web:v0}]}\n')}---\n`;
  expect(rewriting(text, 'web:v1').text).toBe(text.replace('v0', 'v1'));
});

test('applications and objects may share a file', () => {
  const application =
    'apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {source: {kustomize: {images: [web:v0]}}}\n';
  const text = `${application}---\n${workload('v1', 'Pod', 'spec: {containers: [{image: web:v0}]}\n')}`;
  expect(rewriting(text, 'web:v1')).toMatchObject({
    text: text.replaceAll('v0', 'v1'),
    format: 'argocd application and kubernetes manifest',
  });
});

test.each([
  ['an object of Flux', 'kustomize.toolkit.fluxcd.io/v1', 'Kustomization', ''],
  ['a HelmRelease', 'helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'postRenderers: [kustomize: '],
])('a patch of %s that sets the image is refused', (_title, apiVersion, kind, before) => {
  const kustomization = 'images: [{name: web, newTag: v0}], patches: [{patch: "spec: {image: web:v0}"}]';
  const spec = before === '' ? kustomization : `${before}{${kustomization}}]`;
  expect(refusal(workload(apiVersion, kind, `spec: {${spec}}\n`), 'web:v1')).toEqual([
    { code: 'image-patched', line: 5 },
  ]);
});
