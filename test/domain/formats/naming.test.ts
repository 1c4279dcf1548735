import { describe, expect, test } from 'vitest';
import { refusal, rewriting } from './rewriting.ts';

const A = `sha256:${'a'.repeat(64)}`;

/** `v0` is the version of the image that is asked for, any other stays. */
const changes = (text: string, image = 'shop/web:v1'): void => {
  expect(rewriting(text, image).text).toBe(text.replaceAll(/\bv0\b/g, 'v1'));
};

describe('an image in several values is found', () => {
  test.each([
    [
      'by a short name of its repository',
      'image: {repo: shop/web, tag: v0}\nother: {image: {repo: shop/web2, tag: v9}}\n',
    ],
    ['by a short name beside a registry', 'image:\n  registry: r.example\n  repo: shop/web\n  tag: v0\n'],
    ['in a list of images', 'images:\n- {name: shop/web, tag: v0}\n- {name: shop/web2, tag: v9}\n'],
    ['in a mapping of images', 'images:\n  web: {name: shop/web, tag: v0}\n  db: {name: db, tag: v9}\n'],
    [
      'with underscores',
      'web_image: {repository: shop/web, tag: v0}\njob:\n  image_repository: shop/web\n  image_tag: v0\n',
    ],
    ['with dashes', 'web-image: {repository: shop/web, tag: v0}\njob: {image-repository: shop/web, image-tag: v0}\n'],
    ['as imageName and imageTag', 'imageName: shop/web\nimageTag: v0\n'],
    ['as imageName and tag', 'web: {imageName: shop/web, tag: v0}\n'],
    ['as imageRepo and imageTag', 'web: {imageRepo: shop/web, imageTag: v0}\n'],
    ['as imageRepository and tag', 'web: {imageRepository: shop/web, tag: v0}\n'],
    ['as repository and imageTag', 'web: {repository: shop/web, imageTag: v0}\n'],
    ['as webImage and webTag', 'webImage: shop/web\nwebTag: v0\n'],
    ['as webImage and webImageVersion', 'webImage: shop/web\nwebImageVersion: v0\n'],
  ])('%s', (_title, text) => changes(text));

  test('with its digest beside', () => {
    const text = `webImage: shop/web\nwebImageVersion: v0\nwebImageDigest: ${A}\n`;
    expect(rewriting(text, 'shop/web:v1').text).toBe('webImage: shop/web\nwebImageVersion: v1\nwebImageDigest: ""\n');
  });
});

describe('a whole reference is found', () => {
  test.each([
    ['under imageName', 'apiVersion: postgresql.cnpg.io/v1\nkind: Cluster\nspec: {imageName: "shop/web:v0"}\n'],
    ['under imageRef', 'imageRef: shop/web:v0\n'],
    ['under a name with underscores', 'web_image: shop/web:v0\nproxy-image: shop/web:v0\nimage_uri: shop/web:v0\n'],
    ['under a key within an image', 'image: {uri: "shop/web:v0"}\nsidecar: {image: {ref: "shop/web:v0"}}\n'],
    ['under a name that goes on', 'global:\n  imageK8S: shop/web:v0\n  imageEnvoy: shop/envoy:v9\n'],
    ['among the tags of images', 'images:\n  tags: {web: "shop/web:v0", db: "db:v9"}\n  pull_policy: Always\n'],
  ])('%s', (_title, text) => changes(text));

  test('but not in a pull policy', () => {
    const text =
      'images: {web: "shop/web:v0", pull_policy: Always, pullSecrets: x, tag: latest, registry: r.example}\n';
    const { listed } = rewriting(text, 'shop/web:v1');
    expect(listed.map(({ names }) => names)).toEqual([['shop/web']]);
  });
});

test('an alias of a value with another meaning becomes a literal', () => {
  const text = 'x-image: &web shop/web:v1.4.0\nweb:\n  image: *web # runs\n';
  expect(rewriting(text, 'shop/web:v1').text).toBe(text.replace('*web', 'shop/web:v1'));
});

describe('other values of the same name are unchanged', () => {
  test.each([
    ['a repository of sources', 'git: {repo: shop/web, tag: v9}\nchart: {repo: shop/web, tag: v9}\n'],
    ['a repository with a ref', 'source: {repository: shop/web, ref: main, tag: v9}\n'],
    [
      'with a beginning of its own',
      'gitRepo: shop/web\ngitTag: v9\ngitRepository: shop/web\ngit_repository: shop/web\n',
    ],
    ['with a beginning, but without a version', 'web: {repository: shop/other, sourceRepository: shop/web}\n'],
    ['a repository of GitHub', 'github: {repository: shop/web}\ngithubRepo: {repository: shop/web, tag: v9}\n'],
    [
      'where a chart comes from',
      'chart: {repository: shop/web, version: 1.0.0}\nsource: {repository: shop/web, path: x}\n',
    ],
    ['a name', 'web: {name: shop/web, tag: v9}\nimageRef: shop/web\n'],
    [
      'environment values of any name',
      'envs: [{image: "shop/web:v9"}]\nenv_vars: {image: "shop/web:v9"}\nenvironmentVariables: {image: "shop/web:v9"}\n',
    ],
    ['text in a sentence', 'imageNotes: see shop/web:v9\ndocs: {ref: "shop/web:v9", uri: "shop/web:v9"}\n'],
  ])('%s', (_title, text) => changes(`image: shop/web:v0\n${text}`));

  test('such as the address of a service', () => {
    changes('imageProxy: web:80\nimageRegistry: web:5000\nimage: web:v0\n', 'web:v1');
  });
});

describe('requests that are refused', () => {
  test('a version next to a reference without one', () => {
    const text = 'apiVersion: argoproj.io/v1beta1\nkind: ArgoCD\nspec:\n  version: v0\n  image: shop/web\n';
    expect(refusal(text, 'shop/web:v1')).toEqual([{ code: 'image-ambiguous', line: 5 }]);
  });

  const used = `image:\n  repository: shop/web\n  tag: v0\n  digest: ${A}\n  useDigest: true\n`;

  test('a tag alone if the chart requires a digest', () => {
    expect(refusal(used, 'shop/web:v1')).toEqual([{ code: 'image-ambiguous', line: 2 }]);
    expect(refusal(used, 'shop/other:v1')).toEqual([]);
  });

  test('except with a digest, or if the file has none', () => {
    changes(used, `shop/web:v1@${A}`);
    changes(used.replace('true', 'false').replace(A, '""'));
  });
});
