import { describe, expect, it } from 'vitest';
import { parseImage } from '../../../src/domain/image.ts';
import { rewrite } from '../../../src/domain/rewrite.ts';
import { compose } from '../../../src/domain/yaml/tree.ts';
import { readers } from '../readers.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it('parses some hundred levels', () => {
  expect(compose(nested(400), {}).documents).toHaveLength(1);
});

it.each([nested(600), '['.repeat(100_000), '- '.repeat(600), '{a: '.repeat(600)])('refuses deeper levels', (text) => {
  expect(() => compose(text, {})).toThrow(new RangeError('nests too deep'));
});

it('refuses more documents than a manifest can have', () => {
  expect(() => compose('---\n'.repeat(10_002), {})).toThrow(new RangeError('holds more than 10000 documents'));
});

it('shows no control character of a broken text', () => {
  const broken = { path: 'kustomization.yaml', text: 'images: |\u0000-\n' };
  expect(() => rewrite(broken, { images: [], additions: 'refused' })).toThrow('|\\u{0}-');
});

it('adds a list to a text that is indented as a whole', () => {
  const text = '  resources:\n    - base\n';
  const asked = { images: [parseImage('web:v1')], additions: 'allowed' } as const;
  expect(rewrite({ path: 'kustomization.yaml', text }, asked).text).toBe(
    `${text}  images:\n    - name: web\n      newTag: v1\n`,
  );
});

const web = 'registry.example.com/shop/web';

/** Texts whose quoted text and flow collections go on at the column of their key, or left of it. */
const leftward: Readonly<Record<string, (reference: string) => string>> = {
  'quoted text that closes at the column of its key': (image) => `a:\n  args: ["\n    one\n  "]\n  image: ${image}\n`,
  'quoted text that goes on at the column of its key': (image) => `a:\n  b: 'one\n  two'\n  image: ${image}\n`,
  'quoted text that goes on left of its key': (image) => `a:\n  b: "one\n\n two\n" # three\n  image: ${image}\n`,
  'quoted text at the left margin': (image) => `b: "one\ntwo"\nimage: ${image}\n`,
  'quoted text in an item': (image) => `- b: "one\n  two"\n  image: ${image}\n`,
  'quoted text with a hash sign': (image) => `b: "one\n# two: three\n"\nimage: ${image}\n`,
  'quoted text with CRLF': (image) => `b: "one\r\ntwo"\r\nimage: ${image}\r\n`,
  'quoted text with an anchor': (image) => `b: &b "one\ntwo"\nc: *b\nimage: ${image}\n`,
  'the image itself on the next line': (image) => `a: {\n  "image":\n"${image}"\n}\n`,
  'mappings in a list on one margin': (image) => `list: [{\n  "b": "one"\n}, {\n  "image": "${image}"\n}]\n`,
  'a list in an item': (image) => `- [\n  one,\n  {image: "${image}"}\n  ]\n- two\n`,
  'plain text in a list': (image) => `b: [one\ntwo, # three\nfour\n]\nimage: ${image}\n`,
};

describe.each(Object.entries(leftward))('a text with %s', (_, write) => {
  const text = write(`${web}:v1`);

  it('is read like a port of PyYAML', () => {
    const read = compose(text, {}).documents.map((document) => document.toJS() as unknown);
    expect(read).toEqual(readers['a reader of YAML 1.1']?.(text));
  });

  it('changes only in the version', () => {
    const manifest = { path: 'values.yaml', text: text.startsWith('-') ? `list:\n${text}` : text };
    const { text: after } = rewrite(manifest, { images: [parseImage(`${web}:v2`)], additions: 'refused' });
    expect(after).toBe(manifest.text.replace(':v1', ':v2'));
  });
});

it.each([
  ['a quote that is never closed', `a: "one\nimage: ${web}:v1\n`],
  ['a quote that the next quote closes', `a: "one\nimage: "${web}:v1"\n`],
  ['a list that is never closed', `a: [one,\nimage: ${web}:v1\n`],
  ['plain text that goes on left of its key', `a:\n  b: one\n two\n  image: ${web}:v1\n`],
  ['a marker of documents within quotes', `a: "one\n---\ntwo"\nimage: ${web}:v1\n`],
  ['an item of a list within a flow list', `a: [one,\n- two]\nimage: ${web}:v1\n`],
])('refuses %s with the line where it begins', (_, text) => {
  const { documents } = compose(text, {});
  const [error] = documents.flatMap(({ errors }) => errors);
  expect(text.slice(0, error?.pos[0]).split('\n').length).toBeLessThanOrEqual(3);
  expect(() => rewrite({ path: 'values.yaml', text }, { images: [], additions: 'refused' })).toThrow('does not parse');
});
