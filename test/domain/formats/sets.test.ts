import { describe, expect, test } from 'vitest';
import { PromotionError } from '../../../src/domain/errors.ts';
import { rewriting } from './rewriting.ts';

const A = `sha256:${'a'.repeat(64)}`;
const WEB = 'r.example/web';

const indent = (text: string, blanks: number): string => text.replace(/^(?=.)/gm, ' '.repeat(blanks));
const set = (generators: string, source: string, more = ''): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nspec:\n  generators:\n${indent(generators, 2)}  template:\n    metadata: {name: "web-{{cluster}}", labels: {version: "{{tag}}"}}\n    spec:\n      source:\n${indent(source, 8)}${more}`;
const list = (...elements: readonly string[]): string =>
  `- list:\n    elements:\n${elements.map((element) => `    - ${element}\n`).join('')}`;
const parameters = (tag: string, repository = WEB): string =>
  `helm:\n  parameters:\n  - {name: image.repository, value: ${repository}}\n  - {name: image.tag, value: ${tag}}\n`;
const images = (...texts: readonly string[]): string => `kustomize: {images: [${texts.join(', ')}]}\n`;
const v0 = list('{cluster: dev, tag: v0}');

describe('a version that the template takes from an element is changed there', () => {
  test.each<[title: string, text: string, image?: string | readonly string[]]>([
    ['in a parameter', set(v0, parameters('"{{tag}}"'))],
    ['in the language of Go', set(v0, parameters("'{{ .tag }}'"))],
    ['below another field', set(list('{cluster: dev, image: {tag: v0}}'), parameters("'{{.image.tag}}'"))],
    ['in an image of kustomize', set(v0, images(`"${WEB}:{{tag}}"`))],
    ['in a renamed one', set(v0, images(`"web=${WEB}:{{tag}}"`)), 'web:v1'],
    ['in values', set(v0, `helm: {valuesObject: {image: {repository: ${WEB}, tag: "{{ .tag }}"}}}\n`)],
    ['in a reference', set(v0, `helm: {valuesObject: {image: "${WEB}:{{ .tag }}"}}\n`)],
    ['as the whole', set(list('{img: "web:v0"}'), 'helm: {valuesObject: {image: "{{img}}"}}\n'), 'web:v1'],
    [
      'beside values',
      set(v0, `helm:\n  values: 'image: {repository: ${WEB}}'\n  parameters: [{name: image.tag, value: "{{tag}}"}]\n`),
    ],
    [
      'with another registry in front',
      set(v0, 'helm: {valuesObject: {image: {registry: "{{r}}", repository: web, tag: "{{tag}}"}}}\n'),
      'web:v1',
    ],
    [
      'of a matrix',
      set(
        '- matrix: {generators: [list: {elements: [{cluster: a}]}, list: {elements: [{tag: v0}]}]}\n',
        parameters('"{{tag}}"'),
      ),
    ],
    [
      'of all clusters',
      set(
        '- clusters:\n    selector: {matchLabels: {tag: x}}\n    values: {tag: v0}\n',
        images(`"${WEB}:{{values.tag}}"`),
      ),
    ],
    [
      'of clusters within a matrix',
      set(
        '- matrix:\n    generators:\n    - clusters: {values: {web: {tag: v0}}}\n    - list: {elements: [{cluster: a}]}\n',
        parameters("'{{ .values.web.tag }}'"),
      ),
    ],
    [
      'of directories',
      set('- git: {directories: [{path: apps/*}], values: {tag: v0}}\n', images(`"${WEB}:{{values.tag}}"`)),
    ],
    [
      'of two kinds of clusters',
      set('- clusters: {values: {tag: v0}}\n- clusters: {values: {tag: v0}}\n', images(`"${WEB}:{{values.tag}}"`)),
    ],
    [
      'along with the name',
      set(list(`{repo: ${WEB}, tag: v0}`, '{repo: r.example/other, tag: v7}'), parameters('"{{tag}}"', '"{{repo}}"')),
    ],
    ['in all elements', set(list('{cluster: a, tag: v0}', '{cluster: b, tag: v0}'), images(`"${WEB}:{{tag}}"`))],
    ['by an alias', set(list('{cluster: a, tag: &t v0}', '{cluster: b, tag: *t }'), images(`"${WEB}:{{tag}}"`))],
    [
      'for two images',
      set(v0, images(`"${WEB}:{{tag}}"`, '"r.example/worker:{{tag}}"')),
      [`${WEB}:v1`, 'r.example/worker:v1'],
    ],
  ])('%s', (_title, text, image = `${WEB}:v1`) => {
    expect(rewriting(text, image).text).toBe(text.replaceAll('v0', 'v1'));
  });

  test('with quotes if a YAML parser would read a number', () => {
    const text = set(v0, parameters('"{{tag}}"'));
    expect(rewriting(text, `${WEB}:0362525`).text).toBe(text.replace('v0', '"0362525"'));
  });

  test('with a new name in the template', () => {
    const text = set(v0, parameters('"{{tag}}"'));
    expect(rewriting(text, `${WEB}=mirror/web:v1`).text).toBe(text.replace('v0', 'v1').replace(WEB, 'mirror/web'));
  });
});

const refused = (text: string, image: string): readonly [string, string][] => {
  try {
    rewriting(text, image);
  } catch (error) {
    if (!(error instanceof PromotionError)) throw error;
    return error.violations.map(({ code, message }) => [code, message]);
  }
  return [];
};

const patch = (lines: string): string => `  templatePatch: |\n${indent(lines, 4)}`;

test.each([
  ['a parameter of no element', set('- git: {files: [{path: x}]}\n', images(`"${WEB}:{{tag}}"`))],
  ['more than a field', set(v0, parameters('"v{{tag}}"'))],
  ['a default', set(v0, parameters(`'{{ .tag | default "v9" }}'`))],
  ['values as text', set(v0, `helm:\n  values: |\n    image: ${WEB}:{{tag}}\n`)],
  [
    'values as text with conditions',
    set(v0, `helm:\n  values: |\n    {{- if .x }}\n    image: ${WEB}:v0\n    {{- end }}\n`),
  ],
  [
    'values of clusters that are filled in',
    set('- clusters: {values: {tag: "{{metadata.labels.tag}}"}}\n', images(`"${WEB}:{{values.tag}}"`)),
  ],
  [
    'a parameter next to such values',
    set('- git: {revision: v0, values: {tag: v0}}\n', images(`"${WEB}:{{revision}}"`)),
  ],
])('an image with a placeholder is unchanged: %s', (_title, text) => {
  const { text: after, found, leftAlone } = rewriting(text, `${WEB}:v1`);
  expect({ after, found }).toEqual({ after: text, found: [] });
  expect(leftAlone.some(({ reason }) => reason === 'filled-in')).toBe(true);
});

test.each([
  [
    'elements that are apart',
    set(list('{cluster: a, tag: v0}', '{cluster: b, tag: v5}'), images(`"${WEB}:{{tag}}"`)),
    'different versions',
  ],
  [
    'clusters that are apart',
    set('- clusters: {values: {tag: v0}}\n- clusters: {values: {tag: v5}}\n', images(`"${WEB}:{{values.tag}}"`)),
    'different versions',
  ],
  [
    'a field that is a revision, too',
    set(v0, `targetRevision: "{{tag}}"\n${parameters('"{{tag}}"')}`),
    'for something else, too',
  ],
  [
    'a field that is the version of another image, too',
    set(v0, images(`"${WEB}:{{tag}}"`, '"r.example/worker:{{tag}}"')),
    '"r.example/worker"',
  ],
  [
    'a tag in a patch',
    set(v0, parameters('v0'), patch('spec: {source: {helm: {parameters: [{name: image.tag, value: v5}]}}}\n')),
    'patch',
  ],
  [
    'a tag in values of a patch',
    set(v0, parameters('v0'), patch('spec: {source: {helm: {valuesObject: {image: {tag: v5}}}}}\n')),
    'patch',
  ],
  [
    'an image in a patch with conditions',
    set(
      v0,
      parameters('v0'),
      patch(`{{- if .x }}\nspec: {source: {kustomize: {images: ["${WEB}:v5"]}}}\n{{- end }}\n`),
    ),
    'patch',
  ],
])('an ambiguous version is refused: %s', (_title, text, reason) => {
  const [violation, ...others] = refused(text, `${WEB}:v1`);
  expect(violation?.[1]).toContain(reason);
  expect(violation?.[1]).toContain(WEB);
  expect(others.every(([, message]) => message.includes(reason))).toBe(true);
  expect(refused(text, 'r.example/elsewhere:v1')).toEqual([]);
});

test('a digest needs a key in the template', () => {
  expect(refused(set(v0, images(`"${WEB}:{{tag}}"`)), `${WEB}@${A}`)).toEqual([
    ['image-ambiguous', 'The template that fills in the image "r.example/web" has no place for its digest.'],
  ]);
});

test.each([
  [
    'says nothing of images',
    patch('{{- if .auto }}\nspec: {syncPolicy: {automated: {prune: {{ .prune }}}}}\n{{- end }}\n'),
  ],
  ['says which other image it sets', patch('spec: {source: {kustomize: {images: ["r.example/other:v5"]}}}\n')],
])('a patch of the template does not matter if it %s', (_title, more) => {
  const text = set(v0, parameters('v0x'), more);
  expect(rewriting(text, `${WEB}:v1`).text).toBe(text.replace('v0x', 'v1'));
});

test('a tag among parameters with placeholders is unchanged in an Application', () => {
  const text = `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {source: {helm: {valuesObject: {image: {repository: web}}, parameters: [{name: image.tag, value: "{{tag}}"}]}}}\n`;
  expect(rewriting(text, 'web:v1')).toMatchObject({ text, found: [], leftAlone: [{ line: 3, reason: 'filled-in' }] });
});

test('an image whose name has a placeholder is reported', () => {
  const text = set('- git: {files: [{path: x}]}\n', images('"{{repository}}:{{tag}}"'));
  expect(rewriting(text, `${WEB}:v1`)).toMatchObject({ text, found: [], unbound: [{ line: 10 }] });
});
