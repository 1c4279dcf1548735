import { describe, expect, test } from 'vitest';
import { changedLines, refusal, rewriting } from './rewriting.ts';

const A = `sha256:${'a'.repeat(64)}`;
const B = `sha256:${'b'.repeat(64)}`;

type Case = readonly [title: string, before: string, images: string | readonly string[], after: string];

const check = (cases: readonly Case[]): void => {
  test.each(cases)('%s', (_title, before, images, after) => {
    expect(rewriting(before, images)).toMatchObject({ text: after, format: 'helm values' });
  });
};

describe('repository, tag and digest', () => {
  check([
    [
      'in a registry of their own key',
      'image:\n  registry: r.example\n  repository: web\n  tag: v0\n',
      'r.example/web:v1',
      'image:\n  registry: r.example\n  repository: web\n  tag: v1\n',
    ],
    [
      'by the repository alone',
      'image:\n  registry: r.example\n  repository: web\n  tag: v0\n',
      'web:v1',
      'image:\n  registry: r.example\n  repository: web\n  tag: v1\n',
    ],
    [
      'by the repository alone only where nothing has the whole name',
      'a: {registry: r.example, repository: web, tag: v0}\nb: {repository: web, tag: v0}\n',
      'web:v1',
      'a: {registry: r.example, repository: web, tag: v0}\nb: {repository: web, tag: v1}\n',
    ],
    [
      'an empty registry is none',
      'image: {registry: "", repository: web, tag: v0}\n',
      'web:v1',
      'image: {registry: "", repository: web, tag: v1}\n',
    ],
    [
      'a missing tag in flow',
      'image: {repository: web, pullPolicy: Always}\n',
      'web:1.0',
      'image: {repository: web, tag: "1.0", pullPolicy: Always}\n',
    ],
    [
      'a missing tag at the end of a file',
      'image:\n    repository: web',
      'web:v1',
      'image:\n    repository: web\n    tag: v1',
    ],
    [
      'a missing tag before a comment of its own line',
      'image:\n  repository: web # x\n  # y\n  pullPolicy: Always\n',
      'web:v1',
      'image:\n  repository: web # x\n  tag: v1\n  # y\n  pullPolicy: Always\n',
    ],
    [
      'tag: ~',
      'image:\n  repository: web\n  tag: ~ # chart\n',
      'web:v1',
      'image:\n  repository: web\n  tag: v1 # chart\n',
    ],
    ['tag without a value', 'image:\n  repository: web\n  tag:\n', 'web:v1', 'image:\n  repository: web\n  tag: v1\n'],
    [
      'an empty text in single quotes',
      "image: {repository: web, tag: ''}\n",
      'web:v1',
      "image: {repository: web, tag: 'v1'}\n",
    ],
    [
      'a digest alone empties the tag',
      `image:\n  repository: web\n  tag: v0 # x\n  digest: '${A}'\n`,
      `web@${B}`,
      `image:\n  repository: web\n  tag: "" # x\n  digest: '${B}'\n`,
    ],
    [
      'a digest without a key',
      'image:\n  repository: web\n  tag: v0\n',
      `web:v1@${B}`,
      `image:\n  repository: web\n  digest: ${B}\n  tag: v1\n`,
    ],
    [
      'neither has a key',
      'image:\n  repository: web\n',
      `web:v1@${B}`,
      `image:\n  repository: web\n  tag: v1\n  digest: ${B}\n`,
    ],
    [
      'an empty digest stays',
      'image: {repository: web, tag: v0, digest: ""}\n',
      'web:v1',
      'image: {repository: web, tag: v1, digest: ""}\n',
    ],
    ['at the top', 'repository: web\ntag: v0\n', 'web:v1', 'repository: web\ntag: v1\n'],
    [
      'in lists and subcharts',
      'sub:\n  containers:\n  - name: web\n    image: {repository: web, tag: v0}\n  - name: web2\n    image: {repository: web2, tag: v0}\n',
      'web:v1',
      'sub:\n  containers:\n  - name: web\n    image: {repository: web, tag: v1}\n  - name: web2\n    image: {repository: web2, tag: v0}\n',
    ],
    [
      'in global',
      'global:\n  image:\n    repository: web\n    tag: v0\n',
      'web:v1',
      'global:\n  image:\n    repository: web\n    tag: v1\n',
    ],
    [
      'with a prefix in one mapping',
      'web:\n  imageRepository: web\n  imageTag: v0\n  jobRepository: job\n  jobTag: v0\n',
      'web:v1',
      'web:\n  imageRepository: web\n  imageTag: v1\n  jobRepository: job\n  jobTag: v0\n',
    ],
    ['as image and tag', 'web:\n  image: shop/web\n  tag: v0\n', 'shop/web:v1', 'web:\n  image: shop/web\n  tag: v1\n'],
    ['as image and imageTag', 'image: shop/web\nimageTag: 1.0\n', 'shop/web:1.0', 'image: shop/web\nimageTag: "1.0"\n'],
    [
      'as name and tag of an image',
      'image:\n  name: shop/web\n  tag: v0\n',
      'shop/web:v1',
      'image:\n  name: shop/web\n  tag: v1\n',
    ],
    [
      'chart versions with the same text stay',
      'version: v0\nappVersion: v0\nimage: {repository: web, tag: v0}\ndependencies:\n- {name: web, repository: "https://charts.example", version: v0}\n',
      'web:v1',
      'version: v0\nappVersion: v0\nimage: {repository: web, tag: v1}\ndependencies:\n- {name: web, repository: "https://charts.example", version: v0}\n',
    ],
    [
      'as JSON',
      '{"image":{"repository":"web","tag":null},"x":{"repository":"web"}}',
      'web:v1',
      '{"image":{"repository":"web","tag":"v1"},"x":{"repository":"web","tag":"v1"}}',
    ],
    [
      'with markers of Flux and Renovate',
      '# renovate: image=web\nimage:\n  repository: web # {"$imagepolicy": "a:b:name"}\n  tag: v0 # {"$imagepolicy": "a:b:tag"}\n',
      'web:v1',
      '# renovate: image=web\nimage:\n  repository: web # {"$imagepolicy": "a:b:name"}\n  tag: v1 # {"$imagepolicy": "a:b:tag"}\n',
    ],
  ]);
});

describe('a new name', () => {
  const split = 'image:\n  registry: r.example\n  repository: web\n  tag: v0\n';
  check([
    [
      'of the same registry changes the repository',
      split,
      'r.example/web=r.example/shop/web:v1',
      'image:\n  registry: r.example\n  repository: shop/web\n  tag: v1\n',
    ],
    [
      'of another registry changes both',
      split,
      'r.example/web=q.example:5000/shop/web:v1',
      'image:\n  registry: q.example:5000\n  repository: shop/web\n  tag: v1\n',
    ],
    [
      'with an empty registry changes the repository',
      'image: {registry: "", repository: web, tag: v0}\n',
      'web=q.example/web:v1',
      'image: {registry: "", repository: q.example/web, tag: v1}\n',
    ],
    ['that is there already', split.replace('v0', 'v1'), 'old=r.example/web:v1', split.replace('v0', 'v1')],
    ['of a reference', 'image: "old:v0"\n', 'old=r.example/web:v1', 'image: "r.example/web:v1"\n'],
  ]);

  test('without a registry is refused next to a registry', () => {
    expect(refusal(split, 'r.example/web=shop/web:v1')).toEqual([{ code: 'image-ambiguous', line: 3 }]);
  });
});

describe('references', () => {
  check([
    [
      'under keys that end so',
      `webImage: web:v0\nworker: {initImage: "web:v0@${A}"}\n`,
      'web:v1',
      'webImage: web:v1\nworker: {initImage: "web:v1"}\n',
    ],
    [
      'in lists and mappings of images',
      "images:\n- web:v0\n- 'web:v0'\nother:\n  images: {a: web:v0, b: web2:v0}\n",
      'web:v1',
      "images:\n- web:v1\n- 'web:v1'\nother:\n  images: {a: web:v1, b: web2:v0}\n",
    ],
    ['with a digest', `image: web:v0\n`, `web:v1@${A}`, `image: web:v1@${A}\n`],
    ['with a digest alone', `image: web:v0@${B} # x\n`, `web@${A}`, `image: web@${A} # x\n`],
    [
      'with a port',
      'image: localhost:5000/web\nb: {image: localhost:5001/web:v0}\n',
      'localhost:5000/web:v1',
      'image: localhost:5000/web:v1\nb: {image: localhost:5001/web:v0}\n',
    ],
    ['in a literal', 'image: |-\n  web:v0\n', 'web:v1', 'image: |-\n  web:v1\n'],
    [
      'not in annotations, labels and environment values',
      'image: web:v0\npodAnnotations: {image: web:v0}\nlabels: {image: web:v0}\nenv: {image: web:v0}\nextraEnvVars: [{image: web:v0}]\n',
      'web:v1',
      'image: web:v1\npodAnnotations: {image: web:v0}\nlabels: {image: web:v0}\nenv: {image: web:v0}\nextraEnvVars: [{image: web:v0}]\n',
    ],
    [
      'templates and secrets stay',
      'image: web:v0\na: {image: "{{ .web }}"}\nb: {image: <path:x/web#tag>}\nc: {repository: "{{ .x }}", tag: v0}\n',
      'web:v1',
      'image: web:v1\na: {image: "{{ .web }}"}\nb: {image: <path:x/web#tag>}\nc: {repository: "{{ .x }}", tag: v0}\n',
    ],
  ]);
});

describe('anchors and merge keys', () => {
  const merged = 'a: &a\n  repository: web\n  tag: v0\nb:\n  <<: *a\n';
  const other = `${merged}  repository: other\n`;
  check([
    ['a mapping that merges all follows', merged, 'web:v1', merged.replace('v0', 'v1')],
    [
      'an alias of a mapping follows',
      'a: &a {repository: web, tag: v0}\nb: {image: *a}\n',
      'web:v1',
      'a: &a {repository: web, tag: v1}\nb: {image: *a}\n',
    ],
    ['a repository of its own gets a tag of its own', other, 'other:v1', `${other}  tag: v1\n`],
    ['both alike: the merged tag follows', other, ['web:v1', 'other:v1'], other.replace('v0', 'v1')],
    ['both with different tags', other, ['web:v1', 'other:v2'], `${other.replace('v0', 'v1')}  tag: v2\n`],
    [
      'a merged tag without a repository of its own stays',
      'd: &d {tag: v0}\na: {<<: *d, repository: web}\nb: {<<: *d, repository: other}\n',
      'web:v1',
      'd: &d {tag: v0}\na: {<<: *d, repository: web, tag: v1}\nb: {<<: *d, repository: other}\n',
    ],
    [
      'a merged digest is emptied where it counts',
      `d: &d {digest: "${A}"}\na:\n  <<: *d\n  repository: web\n  tag: v0\n`,
      'web:v1',
      `d: &d {digest: "${A}"}\na:\n  <<: *d\n  repository: web\n  digest: ""\n  tag: v1\n`,
    ],
    [
      'of a list of merges the first counts',
      'x: &x {tag: v0}\ny: &y {repository: web, tag: v5}\na:\n  <<: [*x, *y]\n',
      'web:v0',
      'x: &x {tag: v0}\ny: &y {repository: web, tag: v0}\na:\n  <<: [*x, *y]\n',
    ],
    [
      'an anchored tag',
      'a: {repository: web, tag: &t v0}\nb: {repository: web, tag: *t }\n',
      'web:v1',
      'a: {repository: web, tag: &t v1}\nb: {repository: web, tag: *t }\n',
    ],
    [
      'an anchored repository',
      'a: {repository: &r web, tag: v0}\nb: {repository: *r , tag: v0}\n',
      'web=q.example/web:v1',
      'a: {repository: &r q.example/web, tag: v1}\nb: {repository: *r , tag: v1}\n',
    ],
    [
      'a reference by alias',
      'a: {image: &i web:v0}\nb: {image: *i }\n',
      'web:v1',
      'a: {image: &i web:v1}\nb: {image: *i }\n',
    ],
  ]);

  check([
    [
      'a merge within a merged mapping overrides a later merge',
      'b: &b {tag: v1}\na: &a {<<: *b}\nc: &c {repository: web, tag: v0}\nd: {<<: [*a, *c, *b]}\n',
      'web:v1',
      'b: &b {tag: v1}\na: &a {<<: *b}\nc: &c {repository: web, tag: v1}\nd: {<<: [*a, *c, *b]}\n',
    ],
  ]);

  test('too many merges are refused', () => {
    const chain = Array.from({ length: 102 }, (_, at) => `m${at + 1}: &m${at + 1} {<<: *m${at}}\n`).join('');
    const text = `m0: &m0 {repository: web, tag: v0}\n${chain}`;
    expect(refusal(text, 'web:v1')).toEqual([{ code: 'manifest-invalid', line: 102 }]);
  });

  test('a tag that another image merges is shared', () => {
    expect(refusal(other, 'web:v1')).toEqual([{ code: 'image-shared', line: 3 }]);
  });

  test('a tag that is also a label is shared', () => {
    expect(refusal('a: {repository: web, tag: &t v0}\nlabels: {version: *t }\n', 'web:v1')).toEqual([
      { code: 'image-shared', line: 1 },
    ]);
  });

  test('mappings that merge each other in a circle are followed once', () => {
    expect(rewriting('a: &a\n  repository: web\n  tag: v0\n  <<: *a\n', 'web:v1').text).toContain('tag: v1');
  });
});

describe('requests that are refused, although the file is valid', () => {
  test.each([
    ['a tag around the repository', 'tag: v0\nimage:\n  repository: web\n', 3],
    ['an imageTag around the repository', 'web:\n  imageTag: v0\n  image:\n    repository: web\n', 4],
    ['a tag in a mapping beside that of the repository', 'web:\n  repository: web\ndeploy:\n  tag: v0\n', 2],
    ['a tag below the repository', 'web:\n  repository: web\n  image: {tag: v0}\n', 2],
    ['a tag in global', 'global: {imageTag: v0}\nweb:\n  image:\n    repository: web\n', 4],
    ['a tag in the image of global', 'global: {image: {tag: v0}}\nweb:\n  image:\n    repository: web\n', 4],
    ['a tag inside of the repository', 'image:\n  repository: web:v0\n', 2],
    ['a tag around a reference without one', 'global: {imageTag: v0}\nweb:\n  image: web\n', 3],
    ['a tag below a reference without one', 'web:\n  image: web\n  settings: {tag: v0}\n', 2],
    ['a version beside the repository', 'image:\n  repository: web\n  version: v0\n', 2],
    ['a tag that is a mapping', 'image:\n  repository: web\n  tag: {a: b}\n', 2],
  ])('%s', (_title, text, line) => {
    expect(refusal(text, 'web:v1')).toEqual([{ code: 'image-ambiguous', line }]);
    expect(refusal(text, 'other:v1')).toEqual([]);
  });
});

test.each([
  ['a template', 'image:\n  repository: web\n  tag: "{{ .Chart.AppVersion }}"\n'],
  ['a vault', 'image:\n  repository: web\n  tag: <path:secret#tag>\n'],
])('keeps a tag from %s', (_title, text) => {
  expect(rewriting(text, 'web:v1')).toMatchObject({ text, found: [], leftAlone: [{ line: 3, reason: 'filled-in' }] });
});

test('ignores a tag of another application around the image', () => {
  const text =
    'git: {repository: "https://git.example/web.git", tag: v0}\nredis: {image: {tag: v0}}\nimage: {repository: web}\n';
  expect(changedLines(text, rewriting(text, 'web:v1').text)).toEqual([
    '-image: {repository: web}',
    '+image: {repository: web, tag: v1}',
  ]);
});

test('lists all images with the names that a request can use', () => {
  const text = 'a: {registry: r.example, repository: web, tag: v0}\nb:\n  image: x:v1\n';
  expect(rewriting(text, 'none:v1').listed).toEqual([
    { image: { repository: 'r.example/web', tag: 'v0', digest: undefined }, names: ['r.example/web', 'web'], line: 1 },
    { image: { repository: 'x', tag: 'v1', digest: undefined }, names: ['x'], line: 3 },
  ]);
});

describe('digests', () => {
  const A = 'a'.repeat(64);
  const B = 'b'.repeat(64);

  test.each([
    ['a tag clears the one without algorithm', 'web:v1', `tag: v0\nsha: "${A}"\n`, 'tag: v1\nsha: ""\n'],
    ['one without algorithm stays so', `web:v1@sha256:${B}`, `tag: v0\nsha: ${A}\n`, `tag: v1\nsha: ${B}\n`],
    ['one takes the place without algorithm', `web@sha256:${B}`, 'tag: v0\nsha:\n', `tag: ""\nsha: ${B}\n`],
    ['the id of a commit is none', 'web:v1', 'tag: v0\nsha: 0123abc\n', 'tag: v1\nsha: 0123abc\n'],
    ['a tag replaces the one within the tag', 'web:v1', `tag: v0@sha256:${A}\n`, 'tag: v1\n'],
    ['both replace both within the tag', `web:v1@sha256:${B}`, `tag: v0@sha256:${A}\n`, `tag: v1@sha256:${B}\n`],
    ['one replaces the one that is the tag', `web@sha256:${B}`, `tag: "@sha256:${A}"\n`, `tag: "@sha256:${B}"\n`],
  ])('%s', (_title, image, before, after) => {
    expect(rewriting(`repository: web\n${before}`, image).text).toBe(`repository: web\n${after}`);
  });

  test.each([
    ['one of another algorithm has no place', `web:v1@sha512:${A}${A}`, 'tag: v0\nsha: ""\n'],
    ['one alone has no place within a tag', `web@sha256:${B}`, `tag: v0@sha256:${A}\n`],
  ])('%s', (_title, image, text) => {
    expect(refusal(`repository: web\n${text}`, image)).toEqual([{ code: 'image-ambiguous', line: 1 }]);
  });
});

test.each(['imageTag', 'image_tag', 'image-tag', 'tag'])('a tag next to an image can be named %s', (key) => {
  expect(rewriting(`image: web\n${key}: v0\n`, 'web:v1').text).toBe(`image: web\n${key}: v1\n`);
});

test.each([
  'git: {repository: web, branch: v0}',
  'gitRepository: {repository: web, tag: v0}',
  'source: {repository: web, branch: v0}',
  'app: {repository: web, revision: v0}',
])('the repository of source code is no image: %s', (line) => {
  const text = `${line}\nimage: {repository: web, tag: v0x}\n`;
  expect(rewriting(text, 'web:v1').text).toBe(text.replace('v0x', 'v1'));
});

test('an image whose name begins like a source repository is an image', () => {
  expect(rewriting('images: {gitSync: {repository: web, tag: v0}}\n', 'web:v1').text).toContain('tag: v1');
});
