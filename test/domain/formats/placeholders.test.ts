/** Placeholders of other tools: in every notation and place they are unchanged and reported. */
import { describe, expect, it } from 'vitest';
import { filledIn, rewriting } from './rewriting.ts';

const web = 'registry.example.com/shop/web';
const digest = `sha256:${'a'.repeat(64)}`;

const notations = [
  '<path:kv/data/shop#webTag>',
  '{{ .webTag }}',
  '{{webTag}}',
  `{{ .Values.tag | default "v1" }}`,
  `\${WEB_TAG}`,
  `\${WEB_TAG:=v1}`,
  '$(WEB_TAG)',
  '$WEB_TAG',
  '<< inputs.webTag >>',
  '<<inputs.webTag>>',
  '[[ webTag ]]',
  '[[webTag]]',
  '{WEB_TAG}',
  'v1-{{ .suffix }}',
  '%WEB_TAG%',
  '#{WEB_TAG}#',
  '@WEB_TAG@',
  '((webTag))',
  '~WEB_TAG~',
  '__WEB_TAG__',
];

/** A place takes a version in quotes, and one that is written out. */
const places: Readonly<Record<string, (version: string) => string>> = {
  'newTag of a kustomization': (version) => `kind: Kustomization\nimages:\n  - name: ${web}\n    newTag: ${version}\n`,
  'newTag beside newName': (version) =>
    `kind: Kustomization\nimages:\n  - {name: web, newName: ${web}, newTag: ${version}}\n`,
  'digest of a kustomization': (version) => `kind: Kustomization\nimages:\n  - name: ${web}\n    digest: ${version}\n`,
  'newTag of Flux': (version) =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec:\n  images: [{name: ${web}, newTag: ${version}}]\n`,
  'tag of values': (version) => `image:\n  repository: ${web}\n  tag: ${version}\n`,
  'tag beside a registry': (version) =>
    `image: {registry: registry.example.com, repository: shop/web, tag: ${version}}\n`,
  'imageTag of values': (version) => `repository: ${web}\nimageTag: ${version}\n`,
  'webTag of values': (version) => `webRepository: ${web}\nwebTag: ${version}\n`,
  'tag beside an image': (version) => `image: ${web}\ntag: ${version}\n`,
  'valuesObject of an Application': (version) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n      valuesObject: {image: {repository: ${web}, tag: ${version}}}\n`,
  'values of an Application': (version) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n      values: |\n        image:\n          repository: ${web}\n          tag: ${version}\n`,
  'parameters of an Application': (version) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n      parameters:\n        - {name: image.repository, value: ${web}}\n        - {name: image.tag, value: ${version}}\n`,
  'values of a HelmRelease': (version) =>
    `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  values: {image: {repository: ${web}, tag: ${version}}}\n`,
};

const references: Readonly<Record<string, (reference: string) => string>> = {
  'a container': (reference) =>
    `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: web\n      image: ${reference}\n`,
  'a value': (reference) => `web:\n  image: ${reference}\n`,
  'a list of images': (reference) => `images:\n  - ${reference}\n`,
  'kustomize images of an Application': (reference) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    kustomize:\n      images:\n        - ${reference}\n`,
  'a parameter': (reference) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n      parameters: [{name: image, value: ${reference}}]\n`,
  'a repository with its tag': (reference) => `image:\n  repository: ${reference}\n`,
};

const pathOf = (text: string): string => (text.startsWith('kind: Kustomization') ? 'kustomization.yaml' : 'app.yaml');

describe.each(notations)('%s', (notation) => {
  const texts = [
    ...Object.entries(places).map(([place, write]) => [place, write(JSON.stringify(notation))] as const),
    ...Object.entries(references).flatMap(([place, write]) => [
      [`${place} behind a colon`, write(JSON.stringify(`${web}:${notation}`))] as const,
      [`${place} behind an @`, write(JSON.stringify(`${web}@${notation}`))] as const,
    ]),
  ];

  it.each(texts)('is unchanged in %s', (_, text) => {
    for (const image of [`${web}:v2`, `${web}@${digest}`, `${web}:v2@${digest}`]) {
      const path = pathOf(text);
      expect(rewriting(text, image, { path, additions: 'allowed' }).text).toBe(text);
      expect(filledIn(text, image, { path })).toHaveLength(1);
    }
  });
});

it('plain versions are changed, and placeholders are reported', () => {
  const text = (version: string): string =>
    `a: {image: {repository: ${web}, tag: ${version}}}\nb: {image: {repository: ${web}, tag: "\${TAG}"}}\nc: {image: "${web}:{TAG}"}\n`;
  expect(rewriting(text('v1'), `${web}:v2`).text).toBe(text('v2'));
  expect(filledIn(text('v1'), `${web}:v2`)).toEqual([2, 3]);
});

it('the brackets of an IPv6 registry are no placeholder', () => {
  expect(rewriting('image: "[2001:db8::1]:5000/web:v1"\n', '[2001:db8::1]:5000/web:v2').text).toContain('/web:v2');
});
