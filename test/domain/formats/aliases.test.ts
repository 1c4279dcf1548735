import { expect, test } from 'vitest';
import { PromotionError } from '../../../src/domain/errors.ts';
import { readersOf } from '../readers.ts';
import { rewriting } from './rewriting.ts';

const A = `sha256:${'a'.repeat(64)}`;
const kustomization = (rest: string): string => `kind: Kustomization\n${rest}`;
const pod = (rest: string): string => `apiVersion: v1\nkind: Pod\nspec:\n${rest}`;
const sources = (rest: string): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  sources:\n${rest}`;
const source = (rest: string): string => sources(`  - helm:\n${rest.replace(/^(?=.)/gm, '      ')}`);

const leaves = (value: unknown, path: readonly string[] = []): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => leaves(child, [...path, key]))
    : [[path.slice(1).join('.'), value]];

/** The values that change for parsers of YAML 1.1, which know merge keys, by their places; undefined for removed ones. */
const seen = (before: string, after: string): Record<string, unknown> => {
  const { 'a reader of YAML 1.1': read = () => [], ...others } = readersOf(before, after);
  for (const other of Object.values(others)) expect(() => other(after)).not.toThrow();
  const old = new Map(leaves(read(before)));
  const now = new Map(leaves(read(after)));
  const places = [...new Set([...old.keys(), ...now.keys()])];
  return Object.fromEntries(
    places.filter((place) => old.get(place) !== now.get(place)).map((place) => [place, now.get(place)]),
  );
};

type Seen = readonly [
  title: string,
  text: string,
  images: string | readonly string[],
  changes: Record<string, unknown>,
];

const image = '{repository: web, tag: v0}';

test.each<Seen>([
  [
    'a mapping below another key',
    `a: &i ${image}\nb: {image: *i}\nc: *i\n`,
    'web:v1',
    {
      'a.tag': 'v1',
      'b.image.tag': 'v1',
      'c.tag': 'v1',
    },
  ],
  [
    'a list of images',
    'images: &l [web:v0]\nsub: {images: *l}\n',
    'web:v1',
    { 'images.0': 'web:v1', 'sub.images.0': 'web:v1' },
  ],
  [
    'a name under the key image',
    'image: &i {name: web, tag: v0}\nsub: {image: *i}\n',
    'web:v1',
    {
      'image.tag': 'v1',
      'sub.image.tag': 'v1',
    },
  ],
  [
    'containers',
    pod('  initContainers: &c [{image: web:v0}]\n  containers: *c\n'),
    'web:v1',
    {
      'spec.initContainers.0.image': 'web:v1',
      'spec.containers.0.image': 'web:v1',
    },
  ],
  [
    'an object of a list',
    'apiVersion: v1\nkind: List\nitems:\n- &p {apiVersion: v1, kind: Pod, spec: {image: web:v0}}\n- *p\n',
    'web:v1',
    {
      'items.0.spec.image': 'web:v1',
      'items.1.spec.image': 'web:v1',
    },
  ],
  [
    'an entry',
    kustomization('images:\n- &e {name: web, newTag: v0}\n- *e\n'),
    'web:v1',
    {
      'images.0.newTag': 'v1',
      'images.1.newTag': 'v1',
    },
  ],
  [
    'an entry that gets a tag',
    kustomization('images:\n- &e {name: web}\n- *e\n'),
    'web:v1',
    {
      'images.0.newTag': 'v1',
      'images.1.newTag': 'v1',
    },
  ],
  [
    'an entry that loses its digest',
    kustomization(`images:\n- &e {name: web, newTag: v0, digest: "${A}"}\n- *e\n`),
    'web:v1',
    {
      'images.0.newTag': 'v1',
      'images.0.digest': undefined,
      'images.1.newTag': 'v1',
      'images.1.digest': undefined,
    },
  ],
  [
    'values as text',
    sources(`  - helm:\n      values: &v |\n        image: ${image}\n  - helm: {values: *v}\n`),
    'web:v1',
    {
      'spec.sources.0.helm.values': 'image: {repository: web, tag: v1}\n',
      'spec.sources.1.helm.values': 'image: {repository: web, tag: v1}\n',
    },
  ],
  [
    'parameters',
    sources('  - helm:\n      parameters: &p\n      - {name: repository, value: web}\n  - helm: {parameters: *p}\n'),
    'web:v1',
    {
      'spec.sources.0.helm.parameters.1.name': 'tag',
      'spec.sources.0.helm.parameters.1.value': 'v1',
      'spec.sources.1.helm.parameters.1.name': 'tag',
      'spec.sources.1.helm.parameters.1.value': 'v1',
    },
  ],
  [
    'a parameter of two images',
    sources(
      '  - helm:\n      parameters: [{name: repository, value: a}, &t {name: tag, value: v0}]\n  - helm:\n      parameters: [{name: repository, value: b}, *t ]\n',
    ),
    ['a:v1', 'b:v1'],
    {
      'spec.sources.0.helm.parameters.1.value': 'v1',
      'spec.sources.1.helm.parameters.1.value': 'v1',
    },
  ],
  [
    'a mapping that is merged deep below',
    `a: &a {image: ${image}}\nb: {<<: *a, n: 1}\nlabels: {<<: *a, image: own}\n`,
    'web:v1',
    {
      'a.image.tag': 'v1',
      'b.image.tag': 'v1',
    },
  ],
  [
    'a merge of a merge',
    `a: &a ${image}\nb: &b {<<: *a}\nc: {<<: *b, repository: other, tag: v9}\n`,
    'web:v1',
    {
      'a.tag': 'v1',
      'b.tag': 'v1',
    },
  ],
  [
    'a tag that is a label elsewhere, by a text of its own',
    'labels: {v: &t v0}\nimage: {repository: web, tag: *t }\n',
    'web:v1',
    {
      'image.tag': 'v1',
    },
  ],
  [
    'a tag of two images that get different tags',
    'a: {repository: web, tag: &t v0}\nb: &b {repository: other, tag: *t }\nc: *b\n',
    ['web:v1', 'other:v2'],
    {
      'a.tag': 'v1',
      'b.tag': 'v2',
      'c.tag': 'v2',
    },
  ],
  [
    'a base that is merged only, left alone',
    'x: &x {repository: web}\na: {<<: *x, tag: v0}\nb: {<<: *x, tag: v0}\n',
    'web:v1',
    {
      'a.tag': 'v1',
      'b.tag': 'v1',
    },
  ],
  [
    'a base that is merged without a tag',
    'x: &x {repository: web}\na: {<<: *x, n: 1}\nb: {<<: *x}\n',
    'web:v1',
    {
      'x.tag': 'v1',
      'a.tag': 'v1',
      'b.tag': 'v1',
    },
  ],
  [
    'a base that is an image, too',
    'x: &x {repository: web}\na: {<<: *x, tag: v0}\nb: {image: *x}\n',
    'web:v1',
    {
      'x.tag': 'v1',
      'a.tag': 'v1',
      'b.image.tag': 'v1',
    },
  ],
  [
    'a repository and a tag from two bases',
    'r: &r {repository: web}\nt: &t {tag: v0}\na: {<<: [*r, *t]}\nb: {<<: *t, repository: other}\n',
    'web:v1',
    {
      'a.tag': 'v1',
    },
  ],
  ['a key that is an alias', 'k: &k tag\nimage: {repository: web, *k : v0}\n', 'web:v1', { 'image.tag': 'v1' }],
  [
    'a list of merges in which the mapping merged twice is weakest',
    `a: &a {tag: v8}\nb: &b ${image}\nc: {<<: [*b, *a, *b]}\n`,
    'web:v1',
    {
      'b.tag': 'v1',
      'c.tag': 'v1',
    },
  ],
  [
    'a merged entry that loses its digest',
    kustomization(`images:\n- &e\n  name: web\n  digest: ${A}\n- <<: *e\n  newName: mirror\n`),
    'web:v1',
    {
      'images.0.newTag': 'v1',
      'images.0.digest': undefined,
      'images.1.newTag': 'v1',
      'images.1.digest': undefined,
    },
  ],
])('parsers see the requested change and no other: %s', (_title, text, images, changes) => {
  expect(seen(text, rewriting(text, images).text)).toEqual(changes);
});

const refusedFor = (text: string, images: string | readonly string[]): string[] => {
  try {
    rewriting(text, images);
  } catch (error) {
    if (error instanceof PromotionError)
      return error.violations.map(({ code, line, message }) => `${code} ${line} ${/line \d+/.exec(message)?.[0]}`);
    throw error;
  }
  return [];
};

test.each<readonly [title: string, text: string, refusal: string]>([
  ['values as text', source(`values: &v |\n  image: ${image}\nfoo: *v\n`), 'image-shared 6 line 8'],
  ['an entry', kustomization('images:\n- &e {name: web, newTag: v0}\nfoo: *e\n'), 'image-shared 3 line 4'],
  ['an entry that gets a tag', kustomization('images:\n- &e {name: web}\nfoo: *e\n'), 'image-shared 3 line 4'],
  [
    'an entry that gets a tag, merged',
    kustomization('images:\n- &e {name: web}\nfoo: {<<: *e}\n'),
    'image-shared 3 line 4',
  ],
  [
    'an entry that loses its digest',
    kustomization(`images:\n- &e\n  name: web\n  digest: ${A}\nfoo: [*e]\n`),
    'image-shared 5 line 6',
  ],
  ['the list of entries', kustomization('images: &l\n- {name: web, newTag: v0}\nfoo: *l\n'), 'image-shared 3 line 4'],
  ['labels', `a: &i ${image}\nlabels: *i\n`, 'image-shared 1 line 2'],
  ['labels, deep', `a: &i {b: ${image}}\nc: {podLabels: {x: *i}}\n`, 'image-shared 1 line 2'],
  ['labels, by another alias', `b: &b ${image}\nx: &a {p: *b}\nlabels: *a\n`, 'image-shared 1 line 3'],
  [
    'labels, by an alias of the tag',
    't: {repository: web, tag: &t v0}\nx: &x {repository: web, tag: *t }\nlabels: *x\n',
    'image-shared 1 line 3',
  ],
  ['labels, merged', `a: &a {image: ${image}}\nlabels: {<<: *a, x: y}\n`, 'image-shared 1 line 2'],
  ['labels, by a name set anew later', `a: &a ${image}\nlabels: *a\nb: &a ${image}\nc: *a\n`, 'image-shared 1 line 2'],
  ['a list under a key that is not for images', 'images: &l [web:v0]\nfoo: *l\n', 'image-shared 1 line 2'],
  ['a name without image above', 'image: &i {name: web, tag: v0}\nfoo: *i\n', 'image-shared 1 line 2'],
  ['arguments', pod('  containers: &c [{image: web:v0}]\n  args: *c\n'), 'image-shared 4 line 5'],
  [
    'a ConfigMap',
    'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  spec: &s {image: web:v0}\n- {apiVersion: v1, kind: ConfigMap, data: *s }\n',
    'image-shared 6 line 7',
  ],
  [
    'a parameter of another image',
    sources(
      '  - helm:\n      parameters: [{name: repository, value: web}, &t {name: tag, value: v0}]\n  - helm:\n      parameters: [{name: repository, value: b}, *t ]\n',
    ),
    'image-shared 6 line 8',
  ],
  [
    'parameters that are none elsewhere',
    source('parameters: &p\n- {name: repository, value: web}\nfoo: *p\n'),
    'image-shared 7 line 8',
  ],
  ['values inside of values as text', source(`values: |\n  a: &a ${image}\n  labels: *a\n`), 'image-shared 7 line 8'],
  [
    'another image that merges a mapping with a new tag',
    'x: &x {repository: web}\na: {<<: *x, repository: other}\nb: {<<: *x}\n',
    'image-shared 1 line 2',
  ],
  [
    'labels that merge a mapping whose new tag overrides a merged one',
    'd: &d {tag: v0}\na: &a {<<: *d, repository: web}\nlabels: {<<: *a, x: y}\n',
    'image-shared 2 line 3',
  ],
  [
    'aliases that multiply',
    `a0: &a0 {image: web:v0}\n${Array.from({ length: 20 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}*a${at}]\n`).join('')}`,
    'image-shared 2 undefined',
  ],
])('a change that would reach more values is refused: %s', (_title, text, refusal) => {
  expect(refusedFor(text, 'web:v1')).toEqual([refusal]);
});

test('a rename of an image with two forms is refused if an alias shares them', () => {
  const text = sources('  - kustomize: {images: &l [web:v0]}\n    helm: {valuesObject: {images: *l }}\n');
  expect(refusedFor(text, 'web=mirror:v1')).toEqual(['image-shared 5 line 6']);
  expect(refusedFor(text, 'web:v1')).toEqual([]);
});

test('an alias within its own anchor is followed once', () => {
  expect(rewriting(`a: &a\n  image: ${image}\n  me: *a\n`, 'web:v1').text).toContain('tag: v1');
});

test('a key that an alias repeats is refused', () => {
  expect(refusedFor('k: &k tag\nimage: {repository: web, tag: v0, *k : v0}\n', 'web:v1')).toEqual([
    'manifest-invalid 2 undefined',
  ]);
});

// The reader of YAML 1.1 takes no anchor twice.
test('an alias refers to the last anchor before it', () => {
  const text = `a: &a {x: y}\nlabels: *a\nb: &a ${image}\nc: *a\n`;
  expect(rewriting(text, 'web:v1').text).toBe(text.replace('v0', 'v1'));
});

test.each<[title: string, text: string, refusal: string]>([
  ['in labels', `labels: {i: &i ${image}}\na: {image: *i}\nb: {image: web:v0}\n`, 'image-ambiguous 2 undefined'],
  ['under a key of another meaning', 'x: &i {name: web, tag: v0}\nimage: *i\n', 'image-ambiguous 2 undefined'],
  ['a list under such a key', 'x: &l [web:v0]\nimages: *l\n', 'image-ambiguous 2 undefined'],
  ['in an environment', pod('  x: {env: &c [{image: web:v0}]}\n  containers: *c\n'), 'image-ambiguous 5 undefined'],
  [
    'in a mapping of labels that is merged',
    `labels: &l {image: ${image}}\na: {<<: *l}\n`,
    'image-ambiguous 2 undefined',
  ],
  [
    'in a label as text of values',
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  labels:\n    v: &v |\n      image: ${image}\nspec: {source: {helm: {values: *v}}}\n`,
    'image-ambiguous 6 undefined',
  ],
])('an image at an anchor outside of the image keys is refused if an alias uses it: %s', (_title, text, refusal) => {
  expect(refusedFor(text, 'web:v1')).toEqual([refusal]);
  expect(refusedFor(text, 'other:v1')).toEqual([]);
});

test.each([
  ['a reference', 'labels: {a: &r web:v0}\nimage: *r\n', 'labels: {a: &r web:v0}\nimage: web:v1\n'],
  [
    'a tag',
    'labels: {a: &t v0}\nimage: {repository: web, tag: *t }\n',
    'labels: {a: &t v0}\nimage: {repository: web, tag: v1 }\n',
  ],
  ['a merged mapping', `labels: &l ${image}\nimage: {<<: *l}\n`, `labels: &l ${image}\nimage: {<<: *l, tag: v1}\n`],
  [
    'a key that hides a merged one',
    `labels: &l {image: ${image}}\na: {<<: *l, image: web:v0}\n`,
    `labels: &l {image: ${image}}\na: {<<: *l, image: web:v1}\n`,
  ],
])('an anchor in labels is unchanged, and its alias becomes a literal: %s', (_title, before, after) => {
  expect(rewriting(before, 'web:v1').text).toBe(after);
});

test('aliases of unchanged images have no effect', () => {
  const other = `a: &a {image: {repository: other, tag: v0}}\nb: *a\n`;
  const text = `${other}c: &c {image: ${image}}\nd: *c\n`;
  expect(rewriting(text, ['web:v1', 'other:v0']).text).toBe(
    `${other}c: &c {image: {repository: web, tag: v1}}\nd: *c\n`,
  );
});

test('parameters override the values that another source has through an alias', () => {
  const text = sources(
    '  - helm: {valuesObject: &v {image: {repository: web}}, parameters: [{name: image.tag, value: v0}]}\n  - helm: {valuesObject: *v, parameters: [{name: image.tag, value: v0}]}\n',
  );
  expect(rewriting(text, 'web:v1').text).toBe(text.replaceAll('v0', 'v1'));
});
