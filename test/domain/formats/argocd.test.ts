import { describe, expect, test } from 'vitest';
import { changedLines, filledIn, refusal, rewriting } from './rewriting.ts';

const A = `sha256:${'a'.repeat(64)}`;
const B = `sha256:${'b'.repeat(64)}`;

const indent = (text: string, blanks: number): string => text.replace(/^(?=.)/gm, ' '.repeat(blanks));
const application = (source: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: web, annotations: {argocd-image-updater.argoproj.io/image-list: "web=web:v0"}}\nspec:\n  source:\n    targetRevision: v0\n${indent(source, 4)}`;

type Case = readonly [title: string, before: string, images: string | readonly string[], after: string];

const check = (cases: readonly Case[]): void => {
  test.each(cases)('%s', (_title, before, images, after) => {
    expect(rewriting(application(before), images)).toMatchObject({
      text: application(after),
      format: 'argocd application',
    });
  });
};

describe('kustomize images', () => {
  check([
    [
      'by the left side first',
      'kustomize:\n  images:\n  - web=r.example/web:v0\n  - r.example/web:v0\n',
      'web:v1',
      'kustomize:\n  images:\n  - web=r.example/web:v1\n  - r.example/web:v0\n',
    ],
    [
      'a rename writes the left side',
      'kustomize: {images: [web:v0, "web:v0"]}\n',
      'web=r.example/web:v1',
      'kustomize: {images: [web=r.example/web:v1, "web=r.example/web:v1"]}\n',
    ],
    [
      'a rename keeps the left side',
      'kustomize: {images: [web=a/web:v0]}\n',
      'web=b/web:v1',
      'kustomize: {images: [web=b/web:v1]}\n',
    ],
    ['a new name that is the name', 'kustomize: {images: [web:v0]}\n', 'web=web:v1', 'kustomize: {images: [web:v1]}\n'],
    [
      'a digest is cut',
      `kustomize:\n  images:\n  - 'web=a/web:v0@${A}'\n`,
      'web:v1',
      "kustomize:\n  images:\n  - 'web=a/web:v1'\n",
    ],
    [
      'a digest is set',
      'kustomize:\n  images:\n  - web=a/web:v0\n',
      `a/web@${B}`,
      `kustomize:\n  images:\n  - web=a/web@${B}\n`,
    ],
    ['a name alone', 'kustomize:\n  images:\n  - web=a/web\n', 'web:v1', 'kustomize:\n  images:\n  - web=a/web:v1\n'],
    [
      'templates of other images stay',
      'kustomize:\n  images:\n  - "{{ .registry }}/web:v0"\n  - "worker:{{ .tag }}"\n  - web:v0\n',
      'web:v1',
      'kustomize:\n  images:\n  - "{{ .registry }}/web:v0"\n  - "worker:{{ .tag }}"\n  - web:v1\n',
    ],
  ]);

  test.each([
    ['"web:{{ .tag }}"', 'web:v1'],
    ['"web=r.example/web:{{ .tag }}"', 'web:v1'],
    ['"web=r.example/web:{{ .tag }}"', 'r.example/web:v1'],
    ['"web:v0-{{ eq .x = .y }}"', 'web:v1'],
    ['web@<path:secret/web#digest>', 'web:v1'],
    ['web:$ARGOCD_APP_REVISION', 'web:v1'],
  ])('a version with a placeholder is unchanged, next to a plain one too: %s', (text, image) => {
    const source = `kustomize:\n  images:\n  - web:v0\n  - ${text}\n`;
    expect(filledIn(application(source), image)).toEqual([10]);
    expect(rewriting(application(source), image).text).toBe(
      application(image === 'web:v1' ? source.replace('web:v0', 'web:v1') : source),
    );
  });
});

const parameters = (items: string): string => `helm:\n  parameters:\n${indent(items, 2)}`;

describe('helm parameters', () => {
  check([
    [
      'with a registry and a digest',
      parameters(
        `- {name: image.registry, value: r.example}\n- {name: image.repository, value: web}\n- {name: image.tag, value: v0}\n- {name: image.digest, value: "${A}"}\n`,
      ),
      'r.example/web:v1',
      parameters(
        '- {name: image.registry, value: r.example}\n- {name: image.repository, value: web}\n- {name: image.tag, value: v1}\n- {name: image.digest, value: ""}\n',
      ),
    ],
    [
      'several images',
      parameters(
        '- name: a.image.tag\n  value: v0\n- name: a.image.repository\n  value: web\n- name: b.image.tag\n  value: v0\n- name: b.image.repository\n  value: other\n',
      ),
      'web:v1',
      parameters(
        '- name: a.image.tag\n  value: v1\n- name: a.image.repository\n  value: web\n- name: b.image.tag\n  value: v0\n- name: b.image.repository\n  value: other\n',
      ),
    ],
    [
      'a missing tag',
      parameters('- name: image.repository\n  value: web # x\n- name: x\n  value: y\n'),
      'web:1.0',
      parameters(
        '- name: image.repository\n  value: web # x\n- name: image.tag\n  value: "1.0"\n- name: x\n  value: y\n',
      ),
    ],
    [
      'a whole reference',
      parameters("- name: web.image\n  value: 'web:v0'\n"),
      'web:v1',
      parameters("- name: web.image\n  value: 'web:v1'\n"),
    ],
    [
      'an image with its tag beside',
      parameters('- {name: image, value: shop/web}\n- {name: image.tag, value: v0}\n'),
      'shop/web:v1',
      parameters('- {name: image, value: shop/web}\n- {name: image.tag, value: v1}\n'),
    ],
    [
      'a short name of the repository',
      parameters('- {name: web.image.repo, value: shop/web}\n- {name: web.image.tag, value: v0}\n'),
      'shop/web:v1',
      parameters('- {name: web.image.repo, value: shop/web}\n- {name: web.image.tag, value: v1}\n'),
    ],
    [
      'not of sources',
      parameters(
        '- {name: git.repo, value: shop/web}\n- {name: git.tag, value: v0}\n- {name: image, value: shop/web:v0}\n',
      ),
      'shop/web:v1',
      parameters(
        '- {name: git.repo, value: shop/web}\n- {name: git.tag, value: v0}\n- {name: image, value: shop/web:v1}\n',
      ),
    ],
    [
      'in capitals',
      parameters('- {name: imageRepository, value: web}\n- {name: imageTag, value: v0}\n'),
      'web:v1',
      parameters('- {name: imageRepository, value: web}\n- {name: imageTag, value: v1}\n'),
    ],
    [
      'a name and a tag',
      parameters('- {name: image.name, value: web}\n- {name: image.tag, value: v0}\n'),
      'web:v1',
      parameters('- {name: image.name, value: web}\n- {name: image.tag, value: v1}\n'),
    ],
    [
      'a tag that overrides that of the values',
      `helm:\n  valuesObject:\n    image: {repository: web, tag: v0}\n  parameters:\n  - {name: image.tag, value: v9}\n`,
      'web:v1',
      `helm:\n  valuesObject:\n    image: {repository: web, tag: v1}\n  parameters:\n  - {name: image.tag, value: v1}\n`,
    ],
    [
      'a tag that is given twice',
      'helm:\n  parameters:\n  - {name: image.repository, value: web}\n  - {name: image.tag, value: v8}\n  - {name: image.tag, value: v9}\n',
      'web:v1',
      'helm:\n  parameters:\n  - {name: image.repository, value: web}\n  - {name: image.tag, value: v1}\n  - {name: image.tag, value: v1}\n',
    ],
    [
      'a whole image that is given twice',
      'helm:\n  parameters: [{name: image, value: web:v8}, {name: image, value: web:v9}]\n',
      'web:v1',
      'helm:\n  parameters: [{name: image, value: web:v1}, {name: image, value: web:v1}]\n',
    ],
    [
      'a repository that is given twice, of which the last counts',
      'helm:\n  parameters: [{name: repository, value: a}, {name: repository, value: web}, {name: tag, value: v0}]\n',
      ['a:v7', 'web:v1'],
      'helm:\n  parameters: [{name: repository, value: a}, {name: repository, value: web}, {name: tag, value: v1}]\n',
    ],
    [
      'a tag whose repository is in the values',
      `helm:\n  values: |\n    image:\n      repository: web\n  parameters:\n  - {name: image.tag, value: v0}\n`,
      'web:v1',
      `helm:\n  values: |\n    image:\n      repository: web\n  parameters:\n  - {name: image.tag, value: v1}\n`,
    ],
    [
      'in JSON quotes',
      parameters('- {"name":"image.repository","value":"web"}\n'),
      'web:v1',
      parameters('- {"name":"image.repository","value":"web"}\n- {"name":"image.tag","value":"v1"}\n'),
    ],
  ]);

  test('without a repository are reported and unchanged', () => {
    const text = application(parameters('- {name: a.image.tag, value: v0}\n- {name: b.image.tag, value: v0}\n'));
    expect(rewriting(text, 'web:v1')).toMatchObject({ text, found: [], unbound: [{ line: 9 }, { line: 10 }] });
  });
});

describe('helm values as text', () => {
  const literal =
    'helm:\n  values: |\n    # head\n    image:\n      repository: web # x\n\n    other: {image: {repository: web, tag: v0}}\n  releaseName: web\n';
  check([
    [
      'a literal that gets a line',
      literal,
      'web:1.0',
      literal
        .replace('web # x\n', 'web # x\n          tag: "1.0"\n'.replace('          ', '      '))
        .replace('v0', '"1.0"'),
    ],
    [
      'a literal without a final newline',
      'helm:\n  values: |-\n    image:\n      repository: web',
      'web:v1',
      'helm:\n  values: |-\n    image:\n      repository: web\n      tag: v1',
    ],
    [
      'a literal with an indentation of its own',
      'helm:\n  values: |2\n      image:\n       repository: web\n       tag: v0\n',
      'web:v1',
      'helm:\n  values: |2\n      image:\n       repository: web\n       tag: v1\n',
    ],
    [
      'a literal with blank lines kept',
      'helm:\n  values: |+\n    image: web:v0\n\n\n  x: y\n',
      'web:v1',
      'helm:\n  values: |+\n    image: web:v1\n\n\n  x: y\n',
    ],
    [
      'folded text',
      'helm:\n  values: >\n    image:\n      repository: web\n      tag: v0\n\n    other: x\n',
      'web:v1',
      'helm:\n  values: >\n    image:\n      repository: web\n      tag: v1\n\n    other: x\n',
    ],
    [
      'folded text that gets a line',
      'helm:\n  values: >-\n    image:\n      repository: web\n      x: y\n',
      'web:v1',
      'helm:\n  values: >-\n    image:\n      repository: web\n      tag: v1\n      x: y\n',
    ],
    [
      'double quotes',
      'helm:\n  values: "image:\\n  repository: web\\n  tag: v0\\n"\n',
      'web:1.0',
      'helm:\n  values: "image:\\n  repository: web\\n  tag: \\"1.0\\"\\n"\n',
    ],
    [
      'double quotes that get a line',
      'helm:\n  values: "image:\\n  repository: \\"web\\" # \\u00e9\\n"\n',
      'web:v1',
      'helm:\n  values: "image:\\n  repository: \\"web\\" # \\u00e9\\n  tag: v1\\n"\n',
    ],
    [
      'double quotes over several lines',
      'helm:\n  values: "{image: {repository: web,\n    tag: v0},   \n\n    x: y,\\\n    z: z}"\n',
      'web:v1',
      'helm:\n  values: "{image: {repository: web,\n    tag: v1},   \n\n    x: y,\\\n    z: z}"\n',
    ],
    [
      'single quotes',
      "helm:\n  values: '{image: {repository: ''web'', tag: ''v0''}}'\n",
      'web:v1',
      "helm:\n  values: '{image: {repository: ''web'', tag: ''v1''}}'\n",
    ],
    [
      'single quotes that get a key',
      "helm:\n  values: '{image: {repository: web}}'\n",
      'web:1.0',
      'helm:\n  values: \'{image: {repository: web, tag: "1.0"}}\'\n',
    ],
    [
      'JSON in quotes',
      'helm:\n  values: \'{"image":{"repository":"web"}}\'\n',
      'web:v1',
      'helm:\n  values: \'{"image":{"repository":"web","tag":"v1"}}\'\n',
    ],
    [
      'an anchor within',
      'helm:\n  values: |\n    a: &a {repository: web, tag: v0}\n    b: *a\n',
      'web:v1',
      'helm:\n  values: |\n    a: &a {repository: web, tag: v1}\n    b: *a\n',
    ],
  ]);

  test('with CRLF', () => {
    const text = application('helm:\n  values: |\n    image:\n      repository: web\n    x: y\n').replaceAll(
      '\n',
      '\r\n',
    );
    expect(rewriting(text, 'web:v1').text).toBe(
      text.replace('repository: web\r\n', 'repository: web\r\n          tag: v1\r\n'),
    );
  });

  test('has its lines counted in the file', () => {
    expect(rewriting(application(literal), 'web:v1')).toMatchObject({
      found: [{ line: 12 }, { line: 14 }],
      listed: [{ line: 11 }, { line: 13 }],
    });
  });

  test('folded text that needs a line at its left edge is refused', () => {
    expect(refusal(application('helm:\n  values: >\n    repository: web\n\n    x: y\n'), 'web:v1')).toEqual([
      { code: 'image-ambiguous', line: 9 },
    ]);
  });

  test('text that is no YAML is reported, and searched for no image', () => {
    const text = application(
      'helm:\n  values: |\n    {{- if .x }}\n    image: {repository: web, tag: v0}\n    {{- end }}\n  parameters:\n  - {name: image, value: web:v0}\n',
    );
    expect(changedLines(text, rewriting(text, 'web:v1').text)).toEqual([
      '-      - {name: image, value: web:v0}',
      '+      - {name: image, value: web:v1}',
    ]);
    expect(rewriting(text, 'web:v1').unbound).toMatchObject([{ line: 8 }]);
  });
});

describe('sets', () => {
  const set = (generators: string, template: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: web}\nspec:\n  goTemplate: true\n  generators:\n${indent(generators, 2)}  template:\n    metadata: {name: "{{ .cluster }}"}\n    spec:\n${indent(template, 6)}`;

  test.each([
    [
      'in their template',
      set('- list: {elements: [{cluster: a}]}\n', 'sources:\n- kustomize: {images: [web:v0]}\n- ref: v0x\n'),
    ],
    [
      'in a template of a generator',
      set(
        '- git:\n    template:\n      spec: {source: {helm: {valuesObject: {image: {repository: web, tag: v0}}}}}\n',
        'project: x\n',
      ),
    ],
    [
      'in an element, in parts',
      set(
        '- list:\n    elements:\n    - cluster: dev\n      url: https://10.0.0.1:6443\n      image: {repository: web, tag: v0}\n',
        'project: x\n',
      ),
    ],
    [
      'in an element, flat',
      set(
        '- list:\n    elements:\n    - {cluster: dev, repository: web, tag: v0}\n    - {cluster: stg, repository: other, tag: v0x}\n',
        'project: x\n',
      ),
    ],
    [
      'in an element, under a key for images',
      set('- list:\n    elements:\n    - cluster: dev\n      image: "web:v0"\n', 'project: x\n'),
    ],
    [
      'in nested generators',
      set(
        '- matrix:\n    generators:\n    - clusters: {values: {webImage: web:v0}}\n    - list: {elements: [{cluster: a}]}\n',
        'project: x\n',
      ),
    ],
  ])('%s', (_title, text) => {
    expect(rewriting(text, 'web:v1').text).toBe(text.replace(/\bv0\b/, 'v1'));
  });

  test('in an element, under any key with a whole reference', () => {
    const text = set('- list:\n    elements:\n    - {cluster: dev, web: "r.example/web:v0"}\n', 'project: x\n');
    expect(rewriting(text, 'r.example/web:v1').text).toBe(text.replace('v0', 'v1'));
  });
});

test('a file of parameter overrides is known by its name', () => {
  const text =
    'helm:\n  parameters:\n  - name: image.repository\n    value: web\n  - name: image.tag\n    value: v0\n    forcestring: true\nkustomize:\n  images:\n  - web:v0\n';
  expect(rewriting(text, 'web:v1', { path: 'apps/.argocd-source-web.yaml' })).toMatchObject({
    text: text.replaceAll('v0', 'v1'),
    format: 'argocd application',
  });
});

test('the status of an exported Application is unchanged', () => {
  const text = `${application('kustomize: {images: [web:v0]}\n')}status:\n  summary: {images: [web:v0]}\n  sync: {comparedTo: {source: {kustomize: {images: [web:v0]}}}}\noperation: {sync: {source: {kustomize: {images: [web:v0]}}}}\n`;
  expect(changedLines(text, rewriting(text, 'web:v1').text)).toEqual([
    '-    kustomize: {images: [web:v0]}',
    '+    kustomize: {images: [web:v1]}',
  ]);
});

test('text that two sources share through an alias is edited once', () => {
  const text = `apiVersion: argoproj.io/v1alpha1
kind: Application
spec:
  sources:
  - helm:
      values: &values |
        image: {repository: web, tag: v0}
  - helm:
      values: *values
`;
  expect(rewriting(text, 'web:v1').text).toBe(text.replace('v0', 'v1'));
});

test.each(['web:v0', 'web=r.example/web:v0'])('a patch within kustomize changes its image %s', (item) => {
  const patches = 'patches:\n  - patch: |\n      kind: Pod\n      spec: {containers: [{image: web:v9}]}\n';
  const text = application(`kustomize:\n  images: [${item}]\n  ${patches}`);
  expect(rewriting(text, 'web:v1').text).toBe(text.replace(`[${item}]`, `[${item.replace('v0', 'v1')}]`));
});

test('a patch within kustomize that its list of images does not reach is refused', () => {
  const patches = 'patches:\n  - patch: |\n      kind: Pod\n      spec: {containers: [{image: r.example/web:v9}]}\n';
  const text = application(`kustomize:\n  images: [web=r.example/web:v0]\n  ${patches}`);
  expect(refusal(text, 'web:v1')).toEqual([{ code: 'image-patched', line: 10 }]);
});

describe('helm parameters with a version under another name', () => {
  const given = (...parameters: readonly (readonly [name: string, value: string])[]): string =>
    application(
      `helm:\n  parameters:\n${parameters.map(([name, value]) => `  - {name: ${name}, value: ${value}}\n`).join('')}`,
    );

  test.each([
    [['image.repository', 'r.example/web'], 'image.imageVersion'],
    [['image.repository', 'r.example/web'], 'image.imageTag'],
    [['imageRepository', 'r.example/web'], 'imageVersion'],
    [['web.repository', 'r.example/web'], 'web.dockerTag'],
  ] as const)('%s is set by %s', (repository, name) => {
    const text = (version: string): string => given(repository, [name, version]);
    expect(rewriting(text('v1'), 'r.example/web:v2').text).toBe(text('v2'));
  });

  test.each([
    ['image.repository', 'image.version', 'under "version" on line 10'],
    ['image.repository', 'image.release', 'under "release" on line 10'],
    ['image', 'version', 'under "version" on line 10'],
    ['web.image', 'web.appVersion', 'under "appVersion" on line 10'],
    ['web.image.repository', 'web.appVersion', 'under "appVersion" on line 10'],
    ['image.repository', 'global.tag', 'elsewhere, on line 10'],
    ['web.image.repository', 'global.version', 'under "version" on line 10'],
    ['web.image', 'global.appVersion', 'under "appVersion" on line 10'],
    ['a.web.image.repository', 'appVersion', 'under "appVersion" on line 10'],
    ['a.web.image.repository', 'a.version', 'under "version" on line 10'],
    ['image.repository', 'image.chartAppVersion', 'under "chartAppVersion" on line 10'],
    ['web.image.repository', 'web.tag', 'elsewhere, on line 10'],
    ['image.repository', 'tag', 'elsewhere, on line 10'],
  ])('%s is refused with %s', (repository, version, message) => {
    const text = given([repository, 'r.example/web'], [version, 'v1']);
    expect(() => rewriting(text, 'r.example/web:v2')).toThrow(message);
  });

  test('a digest alone gets no tag beside a version', () => {
    const text = (digest: string): string =>
      given(['image.repository', 'r.example/web'], ['image.version', 'v1'], ['image.digest', `"${digest}"`]);
    expect(() => rewriting(text(A), 'r.example/web:v2')).toThrow('under "version" on line 10');
    expect(rewriting(text(A), `r.example/web@${B}`).text).toBe(text(B));
  });

  test('other parameters do not prevent a new tag', () => {
    const text = given(['image.repository', 'r.example/web'], ['proxy.tag', 'v1'], ['image.pullPolicy', 'Always']);
    expect(rewriting(text, 'r.example/web:v2').text).toContain('name: image.tag');
  });
});
