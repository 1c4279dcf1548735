import { describe, expect, test } from 'vitest';
import { parseImage } from '../../../src/domain/image.ts';
import { rewrite } from '../../../src/domain/rewrite.ts';
import { changedLines, refusal, rewriting } from './rewriting.ts';

const A = `sha256:${'a'.repeat(64)}`;
const B = `sha256:${'b'.repeat(64)}`;
const head = 'kind: Kustomization\n';

type Case = readonly [title: string, before: string, images: string | readonly string[], after: string];

const check = (cases: readonly Case[], options: Parameters<typeof rewriting>[2] = {}): void => {
  test.each(cases)('%s', (_title, before, images, after) => {
    expect(rewriting(before, images, options).text).toBe(after);
  });
};

describe('a new key is added right after the name', () => {
  check([
    [
      'with the blanks of its siblings and past the comment',
      `${head}images:\n  -   name: web # storefront\n      # a note\n`,
      'web:v1',
      `${head}images:\n  -   name: web # storefront\n      newTag: v1\n      # a note\n`,
    ],
    [
      'in a file without a final newline',
      `${head}images:\n- name: web`,
      'web:v1',
      `${head}images:\n- name: web\n  newTag: v1`,
    ],
    [
      'with CRLF',
      `${head}images:\r\n- name: web\r\n`.replace(head, 'kind: Kustomization\r\n'),
      'web:v1',
      'kind: Kustomization\r\nimages:\r\n- name: web\r\n  newTag: v1\r\n',
    ],
    [
      'before other keys',
      `${head}images:\n- name: web\n  newName: b\n`,
      'web:v1',
      `${head}images:\n- name: web\n  newName: b\n  newTag: v1\n`,
    ],
    [
      'tag before digest, if both are new',
      `${head}images:\n- name: web\n`,
      `web:v1@${A}`,
      `${head}images:\n- name: web\n  newTag: v1\n  digest: ${A}\n`,
    ],
    [
      'the digest alone, if the tag is there',
      `${head}images:\n- name: web\n  newTag: v0\n`,
      `web:v1@${A}`,
      `${head}images:\n- name: web\n  digest: ${A}\n  newTag: v1\n`,
    ],
    [
      'the tag alone, if the digest is there',
      `${head}images:\n- name: web\n  digest: ${B}\n`,
      `web:v1@${A}`,
      `${head}images:\n- name: web\n  newTag: v1\n  digest: ${A}\n`,
    ],
    [
      'in the quotes of its neighbour',
      `${head}images:\n- "name": web\n`,
      'web:1.10',
      `${head}images:\n- "name": web\n  "newTag": "1.10"\n`,
    ],
    [
      'in flow, after a comma',
      `${head}images:\n- {name: web}\n- { name: web }\n- {name: web, newName: b}\n`,
      'web:v1',
      `${head}images:\n- {name: web, newTag: v1}\n- { name: web, newTag: v1 }\n- {name: web, newName: b, newTag: v1}\n`,
    ],
    [
      'in flow over several lines, with comments',
      `${head}images:\n- {\n    name: web, # storefront\n    newName: b # mirror\n  }\n`,
      'web:v1',
      `${head}images:\n- {\n    name: web, # storefront\n    newName: b,\n    newTag: v1 # mirror\n  }\n`,
    ],
    [
      'in compact JSON',
      '{"kind":"Kustomization","images":[{"name":"web"},{"name":"x","newTag":"1"}]}',
      'web:v1',
      '{"kind":"Kustomization","images":[{"name":"web","newTag":"v1"},{"name":"x","newTag":"1"}]}',
    ],
    [
      'in pretty JSON with tabs',
      '{\n\t"kind": "Kustomization",\n\t"images": [\n\t\t{\n\t\t\t"name": "web"\n\t\t}\n\t]\n}\n',
      'web:v1',
      '{\n\t"kind": "Kustomization",\n\t"images": [\n\t\t{\n\t\t\t"name": "web",\n\t\t\t"newTag": "v1"\n\t\t}\n\t]\n}\n',
    ],
    [
      'after a name in a block',
      `${head}images:\n- name: |-\n    web\n  newName: x\n- name: >-\n    web\n`,
      'web:v1',
      `${head}images:\n- name: |-\n    web\n  newName: x\n  newTag: v1\n- name: >-\n    web\n  newTag: v1\n`,
    ],
  ]);
});

describe('a tag alone removes the digest, and a digest alone the tag', () => {
  check([
    [
      'the digest line becomes the tag line and keeps its comment and quotes',
      `${head}images:\n- name: web\n  'digest':   '${A}'  # pinned\n`,
      'web:v1',
      `${head}images:\n- name: web\n  'newTag':   'v1'  # pinned\n`,
    ],
    [
      'the line goes with its comment, notes above it stay',
      `${head}images:\n- name: web\n  # note\n  digest: ${A} # pinned\n  newTag: v0\n`,
      'web:v1',
      `${head}images:\n- name: web\n  # note\n  newTag: v1\n`,
    ],
    [
      'as the last line without a newline',
      `${head}images:\n- name: web\n  newTag: v0\n  digest: ${A}`,
      'web:v1',
      `${head}images:\n- name: web\n  newTag: v1`,
    ],
    [
      'as the first key of an entry, whose dash stays',
      `${head}images:\n  - digest: ${A} # pinned\n    name: web\n    newTag: v0\n`,
      'web:v1',
      `${head}images:\n  - name: web\n    newTag: v1\n`,
    ],
    [
      'as the first key, with a comment after it',
      `${head}images:\n- newTag: v0\n  # note\n  name: web\n  digest: ${B}\n`,
      `web@${A}`,
      `${head}images:\n- # note\n  name: web\n  digest: ${A}\n`,
    ],
    [
      'with CRLF',
      `kind: Kustomization\r\nimages:\r\n- name: web\r\n  digest: ${A}\r\n  newTag: v0\r\n`,
      'web:v1',
      'kind: Kustomization\r\nimages:\r\n- name: web\r\n  newTag: v1\r\n',
    ],
    [
      'in flow style, at any position',
      `${head}images:\n- {digest: ${A}, name: web, newTag: v0}\n- {name: web, digest: ${A}, newTag: v0}\n- {name: web, newTag: v0, digest: ${A} }\n`,
      'web:v1',
      `${head}images:\n- {name: web, newTag: v1}\n- {name: web, newTag: v1}\n- {name: web, newTag: v1 }\n`,
    ],
    [
      'in flow with comments, the last key with its comma',
      `${head}images: [\n  {\n    name: web,\n    newTag: v0, # tag\n    digest: ${A}, # digest\n  },\n]\n`,
      'web:v1',
      `${head}images: [\n  {\n    name: web,\n    newTag: v1, # tag\n  },\n]\n`,
    ],
    [
      'in flow with comments on lines of their own',
      `${head}images: [\n  {\n    name: web,\n    digest: ${A}, # digest\n    # tag\n    newTag: v0\n  },\n]\n`,
      'web:v1',
      `${head}images: [\n  {\n    name: web,\n    # tag\n    newTag: v1\n  },\n]\n`,
    ],
    [
      'in flow with commas at the beginning of lines',
      `${head}images: [\n  { name: web # name\n  , digest: ${A} # digest\n  , newTag: v0 },\n]\n`,
      'web:v1',
      `${head}images: [\n  { name: web # name\n  , newTag: v1 },\n]\n`,
    ],
    [
      'in pretty JSON',
      `{\n  "kind": "Kustomization",\n  "images": [\n    {\n      "name": "web",\n      "newTag": "v0",\n      "digest": "${A}"\n    }\n  ]\n}\n`,
      'web:v1',
      '{\n  "kind": "Kustomization",\n  "images": [\n    {\n      "name": "web",\n      "newTag": "v1"\n    }\n  ]\n}\n',
    ],
    [
      'in compact JSON, as a swap',
      `{"kind":"Kustomization","images":[{"name":"web","digest":"${A}"}]}`,
      'web:1.0',
      '{"kind":"Kustomization","images":[{"name":"web","newTag":"1.0"}]}',
    ],
    [
      'a digest swaps an unquoted number for itself',
      `${head}images:\n- name: web\n  newTag: 1.10 # old\n`,
      `web@${A}`,
      `${head}images:\n- name: web\n  digest: ${A} # old\n`,
    ],
    [
      'an empty digest is none',
      `${head}images:\n- name: web\n  newTag: v1\n  digest: ""\n`,
      'web:v1',
      `${head}images:\n- name: web\n  newTag: v1\n  digest: ""\n`,
    ],
  ]);
});

describe('the old value decides the quotes', () => {
  check([
    [
      'nothing after the colon',
      `${head}images:\n- name: web\n  newTag:\n`,
      'web:v1',
      `${head}images:\n- name: web\n  newTag: v1\n`,
    ],
    [
      'nothing but a comment',
      `${head}images:\n- name: web\n  newTag:   # later\n`,
      'web:1.0',
      `${head}images:\n- name: web\n  newTag: "1.0"   # later\n`,
    ],
    [
      'a tilde',
      `${head}images:\n- name: web\n  newTag: ~ # later\n`,
      'web:v1',
      `${head}images:\n- name: web\n  newTag: v1 # later\n`,
    ],
    [
      'null in flow',
      `${head}images: [{name: web, newTag: }, {name: web, newTag: null}]\n`,
      'web:v1',
      `${head}images: [{name: web, newTag: v1 }, {name: web, newTag: v1}]\n`,
    ],
    [
      'null in JSON',
      '{"kind": "Kustomization", "images": [{"name": "web", "newTag": null}]}',
      'web:v1',
      '{"kind": "Kustomization", "images": [{"name": "web", "newTag": "v1"}]}',
    ],
    [
      'a number equal to the request is repaired',
      `${head}images:\n- name: web\n  newTag: 1.10\n`,
      'web:1.10',
      `${head}images:\n- name: web\n  newTag: "1.10"\n`,
    ],
    [
      'a boolean equal to the request is repaired',
      `${head}images:\n- name: web\n  newTag: off\n`,
      'web:off',
      `${head}images:\n- name: web\n  newTag: "off"\n`,
    ],
    [
      'a date equal to the request is text',
      `${head}images:\n- name: web\n  newTag: 2024-01-01\n`,
      'web:2024-01-01',
      `${head}images:\n- name: web\n  newTag: 2024-01-01\n`,
    ],
    [
      'an explicit tag keeps any value plain',
      `${head}images:\n- name: web\n  newTag: !!str 1.10\n`,
      'web:null',
      `${head}images:\n- name: web\n  newTag: !!str null\n`,
    ],
    [
      'quotes need no tag',
      `${head}images:\n- name: web\n  newTag: !!str "1.10"\n`,
      'web:v1',
      `${head}images:\n- name: web\n  newTag: !!str "v1"\n`,
    ],
    [
      'a literal of one line',
      `${head}images:\n- name: web\n  newTag: |-  # why\n    v0\n  newName: x\n`,
      'web:1.0',
      `${head}images:\n- name: web\n  newTag: |-  # why\n    1.0\n  newName: x\n`,
    ],
    [
      'a folded one',
      `${head}images:\n- name: web\n  newTag: >-\n    v0\n`,
      'web:v1',
      `${head}images:\n- name: web\n  newTag: >-\n    v1\n`,
    ],
    [
      'quotes with escapes',
      `${head}images:\n- name: web\n  newTag: "v\\x30"\n`,
      'web:v1',
      `${head}images:\n- name: web\n  newTag: "v1"\n`,
    ],
  ]);

  test.each([
    ['a literal with a line break', `${head}images:\n- name: web\n  newTag: |\n    v0\n`],
    ['quotes over two lines', `${head}images:\n- name: web\n  newTag: "v\n    0"\n`],
    ['a key without a colon', `${head}images:\n\n- {name: web, newTag}\n`],
    ['another YAML tag', `${head}images:\n- name: web\n  newTag: !!int 5\n`],
  ])('%s is refused with its line', (_title, text) => {
    expect(refusal(text, 'web:v1')).toEqual([{ code: 'image-ambiguous', line: 4 }]);
  });
});

describe('names', () => {
  check([
    [
      'the name counts before the new name',
      `${head}images:\n- name: b\n- name: a\n  newName: b\n`,
      'b:v1',
      `${head}images:\n- name: b\n  newTag: v1\n- name: a\n  newName: b\n`,
    ],
    [
      'without such a name, the new name',
      `${head}images:\n- name: a\n  newName: b\n`,
      'b:v1',
      `${head}images:\n- name: a\n  newName: b\n  newTag: v1\n`,
    ],
    [
      'a rename goes right after the name',
      `${head}images:\n- name: a\n  newTag: v0\n`,
      'a=b:v1',
      `${head}images:\n- name: a\n  newName: b\n  newTag: v1\n`,
    ],
    [
      'with a new tag after it',
      `${head}images:\n- newTag: v0 # x\n  name: a\n`,
      'a=b:v1',
      `${head}images:\n- newTag: v1 # x\n  name: a\n  newName: b\n`,
    ],
    [
      'both',
      `${head}images:\n- name: a # x\n- {name: a}\n`,
      'a=b:1',
      `${head}images:\n- name: a # x\n  newName: b\n  newTag: "1"\n- {name: a, newName: b, newTag: "1"}\n`,
    ],
    [
      'a rename changes the new name in place',
      `${head}images:\n- name: a\n  newName: 'c'\n  newTag: v0\n`,
      'a=b:v1',
      `${head}images:\n- name: a\n  newName: 'b'\n  newTag: v1\n`,
    ],
    [
      'back to its own name',
      `${head}images:\n- name: a\n  newName: c\n  newTag: v0\n`,
      'a=a:v1',
      `${head}images:\n- name: a\n  newName: a\n  newTag: v1\n`,
    ],
    [
      'an empty new name is none',
      `${head}images:\n- name: a\n  newName: ""\n  newTag: v0\n`,
      'a=b:v1',
      `${head}images:\n- name: a\n  newName: "b"\n  newTag: v1\n`,
    ],
    [
      'a rename that is done is found',
      `${head}images:\n- name: b\n  newTag: v1\n`,
      'a=b:v1',
      `${head}images:\n- name: b\n  newTag: v1\n`,
    ],
  ]);

  test('the old name of a renamed entry is unknown for another tag', () => {
    expect(rewriting(`${head}images:\n- name: b\n  newTag: v0\n`, 'a=b:v1').found).toEqual([]);
  });

  test('found images have the running name and the line in the new text', () => {
    const { found, listed, format } = rewriting(`${head}images:\n- name: a\n  digest: ${A}\n`, 'a=b:v1');
    expect(found).toMatchObject([
      { line: 5, from: { repository: 'a', digest: A }, to: { repository: 'b', tag: 'v1' }, changed: true },
    ]);
    expect(listed).toEqual([{ image: { repository: 'a', tag: undefined, digest: A }, names: ['a'], line: 4 }]);
    expect(format).toBe('kustomization');
  });

  test('two requests that disagree about one entry are refused', () => {
    const text = `${head}images:\n- name: a\n  newName: b\n  newTag: v0\n`;
    expect(refusal(text, ['a:v1', 'b:v2'])).toEqual([{ code: 'images-disagree', line: 3 }]);
    expect(refusal(text, ['a:v1', 'b:v1'])).toEqual([]);
  });
});

describe('anchors', () => {
  const two = `${head}images:\n- name: a\n  newTag: &t v0 # x\n- name: b\n  newTag: *t # y\n`;
  check([
    ['change in place if all of their aliases are requested alike', two, ['a:v1', 'b:v1'], two.replace('v0', 'v1')],
    ['an alias alone becomes a literal', two, 'b:1.0', two.replace('*t', '"1.0"')],
    ['both, with different values', two, ['a:v1', 'b:v2'], two.replace('v0', 'v1').replace('*t', 'v2')],
    ['an alias that asks for the old value', two, ['a:v1', 'b:v0'], two.replace('v0', 'v1').replace('*t', 'v0')],
    ['an anchor that says it already is left alone', two, 'a:v0', two],
    [
      'in flow, an alias with a blank after it',
      `${head}images: [{name: a, newTag: &t v0}, {name: b, newTag: *t }]\n`,
      'b:v1',
      `${head}images: [{name: a, newTag: &t v0}, {name: b, newTag: v1 }]\n`,
    ],
    [
      'an anchor without aliases',
      `${head}images:\n- name: a\n  newTag: &t v0\n`,
      'a:1.0',
      `${head}images:\n- name: a\n  newTag: &t "1.0"\n`,
    ],
    [
      'an anchor of nothing',
      `${head}images:\n- name: a\n  newTag: &t\n`,
      'a:v1',
      `${head}images:\n- name: a\n  newTag: &t v1\n`,
    ],
    [
      'a redefined anchor applies only to later aliases',
      `${head}images:\n- name: a\n  newTag: &t v0\n- name: b\n  newTag: *t\n- name: c\n  newTag: &t v5\n- name: d\n  newTag: *t\n`,
      ['c:v6', 'd:v6'],
      `${head}images:\n- name: a\n  newTag: &t v0\n- name: b\n  newTag: *t\n- name: c\n  newTag: &t v6\n- name: d\n  newTag: *t\n`,
    ],
    [
      'a digest alias goes with its line',
      `${head}images:\n- name: a\n  digest: &d ${A}\n- name: b\n  newTag: v0\n  digest: *d\n`,
      'b:v1',
      `${head}images:\n- name: a\n  digest: &d ${A}\n- name: b\n  newTag: v1\n`,
    ],
    [
      'a digest whose line becomes the tag line keeps its anchor',
      `${head}images:\n- name: a\n  digest: &d ${A}\n- name: b\n  digest: *d\n`,
      ['a:v1', 'b:v1'],
      `${head}images:\n- name: a\n  newTag: &d v1\n- name: b\n  newTag: v1\n`,
    ],
    [
      'a whole entry by alias',
      `${head}x: &e\n  name: a\n  newTag: v0\nimages:\n- *e\n`,
      'a:v1',
      `${head}x: &e\n  name: a\n  newTag: v1\nimages:\n- *e\n`,
    ],
  ]);

  test.each([
    ['an alias of another image', two, 'a:v1', 4],
    [
      'an alias that is no image',
      `${head}images:\n- name: a\n  newTag: &t v0\nlabels: [{pairs: {version: *t}}]\n`,
      'a:v1',
      4,
    ],
    ['a digest that goes', `${head}images:\n- name: a\n  digest: &d ${A}\n- name: b\n  digest: *d\n`, 'a:v1', 4],
  ])('are refused with %s', (_title, text, images, line) => {
    expect(refusal(text, images)).toEqual([{ code: 'image-shared', line }]);
  });
});

describe('keys that cannot be added or removed', () => {
  test.each([
    ['an insertion after a question mark', `${head}images:\n- ? name\n  : web\n`, 3],
    ['an insertion after one in flow', `${head}images: [{? name : web}]\n`, 2],
    ['an insertion after one with an anchor', `${head}images:\n-\n  ? &k\n    name\n  : web\n`, 5],
    ['a removal', `${head}images:\n- name: web\n  newTag: v0\n  ? digest\n  : ${A}\n`, 5],
    ['another key', `${head}images:\n- name: web\n  ? digest\n  : ${A}\n`, 4],
    ['a removal of an anchor', `${head}images:\n- {name: web, newTag: v0, &k digest: ${A}}\nx: *k\n`, 3],
  ])('are refused: %s', (_title, text, line) => {
    expect(refusal(text, 'web:v1')).toEqual([{ code: 'image-ambiguous', line }]);
  });

  test('are refused: an addition below one with a question mark and no value', () => {
    expect(refusal(`${head}? images\n`, 'web:v1', { additions: 'allowed' })).toMatchObject([
      { code: 'image-ambiguous' },
    ]);
  });

  test.each(['?\n', '? a: b\n  c: d\n', '? - a: b\n'])('%j can have a key after it', (before) => {
    const request = { images: [parseImage('web:v1')], additions: 'allowed' } as const;
    const { text } = rewrite({ path: 'kustomization.yaml', text: before }, request);
    expect(text).toBe(`${before}images:\n- name: web\n  newTag: v1\n`);
  });

  test('a value after a question mark is changed', () => {
    const text = `${head}images:\n- name: web\n  ? newTag\n  : v0\n`;
    expect(rewriting(text, 'web:v1').text).toBe(text.replace('v0', 'v1'));
  });

  test('a question mark at the end of the line before is plain text', () => {
    const text = `${head}x: what ?\nimages:\n- x: why?\n  name: web\n`;
    expect(rewriting(text, 'web:v1').text).toBe(`${text}  newTag: v1\n`);
  });
});

describe('additions', () => {
  const add = { additions: 'allowed' } as const;
  check(
    [
      [
        'go last, one after the other',
        `${head}images:\n- name: a\n  newTag: v0 # x\n# end\nnamespace: n\n`,
        ['b:v1', 'c=d:1.0'],
        `${head}images:\n- name: a\n  newTag: v0 # x\n- name: b\n  newTag: v1\n- name: c\n  newName: d\n  newTag: "1.0"\n# end\nnamespace: n\n`,
      ],
      [
        'where the first key has a YAML tag',
        '!!str kind: Kustomization\n',
        ['b:v1'],
        '!!str kind: Kustomization\nimages:\n- name: b\n  newTag: v1\n',
      ],
      [
        'where the first key has an anchor, behind a byte-order mark',
        '\uFEFF&k kind: Kustomization\n',
        ['b:v1'],
        '\uFEFF&k kind: Kustomization\nimages:\n- name: b\n  newTag: v1\n',
      ],
      [
        'where the first key has a question mark',
        '? kind\n: Kustomization\n',
        ['b:v1'],
        '? kind\n: Kustomization\nimages:\n- name: b\n  newTag: v1\n',
      ],
      [
        'as the value of a key in flow that has none',
        '{kind: Kustomization, images}\n',
        ['b:v1'],
        '{kind: Kustomization, images: [{name: b, newTag: v1}]}\n',
      ],
      [
        'beside an entry that gets its first tag behind a key with a YAML tag',
        `${head}images:\n- !!str name: a\n`,
        ['a:v1'],
        `${head}images:\n- !!str name: a\n  newTag: v1\n`,
      ],
      [
        'beside a change',
        `${head}images:\n- name: a\n  newTag: v0\n`,
        ['b:v1', 'a:v1'],
        `${head}images:\n- name: a\n  newTag: v1\n- name: b\n  newTag: v1\n`,
      ],
      [
        'after an entry without a tag, which gets one',
        `${head}images:\n- name: a`,
        ['b:v1', 'a:v1'],
        `${head}images:\n- name: a\n  newTag: v1\n- name: b\n  newTag: v1`,
      ],
      [
        'in flow entries',
        `${head}images:\n- { name: a, newTag: v0 }\n`,
        'b:v1',
        `${head}images:\n- { name: a, newTag: v0 }\n- { name: b, newTag: v1 }\n`,
      ],
      [
        'in a flow list',
        `${head}images: [{name: a, newTag: v0}]\n`,
        `b:v1@${A}`,
        `${head}images: [{name: a, newTag: v0}, {name: b, newTag: v1, digest: "${A}"}]\n`.replaceAll('"', ''),
      ],
      [
        'in compact JSON',
        '{"kind":"Kustomization","images":[{"name":"a","newTag":"v0"}]}',
        'b:v1',
        '{"kind":"Kustomization","images":[{"name":"a","newTag":"v0"},{"name":"b","newTag":"v1"}]}',
      ],
      [
        'in pretty JSON',
        '{\n  "kind": "Kustomization",\n  "images": [\n    {\n      "name": "a",\n      "newTag": "v0"\n    }\n  ]\n}\n',
        'b:v1',
        '{\n  "kind": "Kustomization",\n  "images": [\n    {\n      "name": "a",\n      "newTag": "v0"\n    },\n    {\n      "name": "b",\n      "newTag": "v1"\n    }\n  ]\n}\n',
      ],
      [
        'a section in pretty JSON',
        '{\n  "kind": "Kustomization",\n  "resources": ["../../base"]\n}\n',
        'b:v1',
        '{\n  "kind": "Kustomization",\n  "resources": ["../../base"],\n  "images": [\n    {\n      "name": "b",\n      "newTag": "v1"\n    }\n  ]\n}\n',
      ],
      [
        'a section in compact JSON',
        '{"kind":"Kustomization","images":[]}',
        'b:v1',
        '{"kind":"Kustomization","images":[{"name":"b","newTag":"v1"}]}',
      ],
      [
        'a section at the end, without a final newline',
        `${head}resources:\n  - a`,
        'b:v1',
        `${head}resources:\n  - a\nimages:\n  - name: b\n    newTag: v1`,
      ],
      [
        'with CRLF',
        'kind: Kustomization\r\nresources:\r\n- a\r\n',
        'b:v1',
        'kind: Kustomization\r\nresources:\r\n- a\r\nimages:\r\n- name: b\r\n  newTag: v1\r\n',
      ],
      [
        'before the next document',
        `${head}# tail\n---\nkind: Other\n`,
        'b:v1',
        `${head}# tail\nimages:\n- name: b\n  newTag: v1\n---\nkind: Other\n`,
      ],
      ['before the end marker', `---\n${head}...\n`, 'b:v1', `---\n${head}images:\n- name: b\n  newTag: v1\n...\n`],
      [
        'in place of an empty section',
        `${head}images: # none yet\nnamespace: n\n`,
        'b:v1',
        `${head}images: # none yet\n- name: b\n  newTag: v1\nnamespace: n\n`,
      ],
      ['in place of null', `${head}images: null\n`, 'b:v1', `${head}images:\n- name: b\n  newTag: v1\n`],
      [
        'in place of an empty list with a comment',
        `${head}images: []  # none yet`,
        'b:v1',
        `${head}images:  # none yet\n- name: b\n  newTag: v1`,
      ],
      [
        'a name once, although asked for twice',
        `${head}`,
        ['b:v1', 'b:v1'],
        `${head}images:\n- name: b\n  newTag: v1\n`,
      ],
      [
        'with quoted keys',
        `"kind": Kustomization\n"images":\n- "name": a\n`,
        'b:v1',
        `"kind": Kustomization\n"images":\n- "name": a\n- "name": b\n  "newTag": v1\n`,
      ],
      [
        'not where a rename is done',
        `${head}images:\n- name: b\n  newTag: v1\n`,
        'a=b:v1',
        `${head}images:\n- name: b\n  newTag: v1\n`,
      ],
    ],
    add,
  );

  test('use the name, which other manifests may use', () => {
    const { found } = rewriting(head, 'b=c:v1', add);
    expect(found).toMatchObject([
      { line: 5, from: { repository: 'b' }, added: true, to: { repository: 'c', tag: 'v1' }, changed: true },
    ]);
  });

  test('are refused where two requests disagree', () => {
    expect(refusal(head, ['b:v1', 'b:v2'], add)).toMatchObject([{ code: 'images-disagree' }]);
  });

  test('are for kustomizations only', () => {
    expect(rewriting('image: a:v1\n', 'b:v1', add)).toMatchObject({ text: 'image: a:v1\n', found: [] });
  });
});

describe('the detection of a kustomization', () => {
  test.each([
    ['by its kind, under any name', 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n', 'x.yaml'],
    ['by its name, without a kind', 'resources: []\n', 'a/kustomization.yml'],
    ['by its name, without an extension', 'resources: []\n', 'Kustomization'],
  ])('%s', (_title, text, path) => {
    expect(rewriting(`${text}images:\n- name: web\n`, 'web:v1', { path })).toMatchObject({
      format: 'kustomization',
      text: `${text}images:\n- name: web\n  newTag: v1\n`,
    });
  });

  test('uses only its first document', () => {
    const text = `${head}images:\n- name: web\n  newTag: v0\n---\n${head}images:\n- name: web\n  newTag: v0\n`;
    expect(changedLines(text, rewriting(text, 'web:v1').text)).toEqual(['-  newTag: v0', '+  newTag: v1']);
  });

  test('takes an object of Flux with such a list as a Kubernetes manifest', () => {
    const text =
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec:\n  images:\n  - name: web\n    newTag: v0\n';
    expect(rewriting(text, 'web:v1')).toMatchObject({ format: 'kubernetes manifest', text: text.replace('v0', 'v1') });
  });
});

describe('other parts of a kustomization', () => {
  test('the values of charts are helm values', () => {
    const text = `${head}helmCharts:\n- name: web\n  version: v0\n  valuesInline:\n    image:\n      repository: shop/web\n      tag: v0\n`;
    expect(changedLines(text, rewriting(text, 'shop/web:v1').text)).toEqual(['-      tag: v0', '+      tag: v1']);
  });

  test.each([
    [
      'a strategic patch',
      'patches:\n- patch: |\n    kind: Deployment\n    spec: {template: {spec: {containers: [{name: web, image: "shop/web:v9"}]}}}\n',
    ],
    [
      'a patch of operations',
      'patches:\n- patch: |-\n    - op: replace\n      path: /spec/template/spec/initContainers/0/image\n      value: shop/web:v9\n',
    ],
    [
      'the older list of patches',
      'patchesStrategicMerge:\n- |-\n  kind: Deployment\n  spec:\n    containers:\n    - image: shop/web\n',
    ],
    [
      'a container that an operation adds',
      'patches:\n- patch: |-\n    - op: add\n      path: /spec/containers/-\n      value: {name: x, image: shop/web:v9}\n',
    ],
    [
      'containers that an operation adds',
      'patches:\n- patch: |-\n    - {op: add, path: /spec/template, value: {spec: {containers: [{image: shop/web:v9}]}}}\n',
    ],
  ])('%s changes its image', (_title, patches) => {
    const images = `${head}images:\n- name: shop/web\n  newTag: v0\n- name: other\n`;
    const text = `${images}${patches}`;
    expect(rewriting(text, 'shop/web:v1').text).toBe(text.replace('v0', 'v1'));
    const renamed = text.replace('- name: shop/web', '- name: web\n  newName: shop/web');
    for (const beside of [renamed, `${head}${patches}`]) {
      expect(refusal(beside, 'shop/web:v1').map(({ code }) => code)).toEqual(['image-patched']);
      expect(refusal(beside, 'elsewhere:v1')).toEqual([]);
    }
  });

  test.each([
    [
      'a list of operations',
      'patchesJson6902:\n- target: {kind: Runner}\n  patch: \'[{"op": "replace", "path": "/spec/image", "value": "shop/web:v0"}]\'\n',
    ],
    ['a strategic patch', 'patches:\n- patch: |\n    kind: Runner\n    spec: {image: "shop/web:v0"}\n'],
    [
      'a patch of containers that come to life later',
      'patches:\n- patch: |\n    kind: Pod\n    spec: {ephemeralContainers: [{name: x, image: "shop/web:v0"}]}\n',
    ],
  ])('%s that the list of images does not reach is refused', (_title, patches) => {
    const images = `${head}images:\n- name: shop/web\n  newTag: v0\n- name: other\n`;
    expect(refusal(`${images}${patches}`, 'shop/web:v1').map(({ code }) => code)).toEqual(['image-patched']);
    expect(refusal(`${images}${patches}`, 'other:v1')).toEqual([]);
  });

  test('a patch in a file or a comment has no effect', () => {
    const text = `${head}images:\n- name: web\n  newTag: v0\npatches:\n- path: web.yaml\npatchesStrategicMerge:\n- web.yaml\n- |-\n  kind: Deployment # image: web\n`;
    expect(rewriting(text, 'web:v1').text).toBe(text.replace('v0', 'v1'));
  });
});

describe('invalid kustomizations', () => {
  test.each([
    ['a list of another type', `${head}images:\n  web: v1\n`, 'manifest-invalid', 3],
    ['a list that is text', `${head}images: web\n`, 'manifest-invalid', 2],
    ['an entry that is text', `${head}images:\n- web\n`, 'manifest-invalid', 3],
    ['an entry without a name', `${head}images:\n- newTag: v1\n`, 'manifest-invalid', 3],
    ['an entry with an empty name', `${head}images:\n- name:\n`, 'manifest-invalid', 3],
    ['a tag that is a list', `${head}images:\n- name: web\n  newTag: [v0]\n`, 'manifest-invalid', 4],
    ['a key twice', `${head}images:\n- name: web\n  name: web\n`, 'manifest-invalid', 4],
    [
      'a key twice in a part that does not matter',
      `${head}images:\n- name: web\nlabels:\n- {pairs: {a: b, "a": c}}\n`,
      'manifest-invalid',
      5,
    ],
    ['an alias of nothing', `${head}images:\n- name: web\n  newTag: *t\n`, 'manifest-invalid', 4],
    ['a tab for indentation', `${head}images:\n\t- name: web\n`, 'manifest-invalid', 3],
    ['a list at the top', '- a\n', 'manifest-format', 1],
    ['nothing', '# empty\n', 'manifest-format', 1],
    ['text', 'hello\n', 'manifest-format', 1],
  ])('%s', (_title, text, code, line) => {
    expect(refusal(text, 'web:v1')).toEqual([{ code, line }]);
  });

  test('aliases that multiply', () => {
    const levels = Array.from({ length: 40 }, (_, level) => `l${level}: &l${level} [${`*l${level - 1}, `.repeat(10)}]`);
    const text = `${head}l-1: &l-1 x\n${levels.join('\n')}\nimages:\n- name: web\n`;
    expect(rewriting(text, 'web:v1').found).toHaveLength(1);
  });

  test('a file that nests too deep', () => {
    expect(refusal(`${head}x: ${'['.repeat(50_000)}`, 'web:v1')).toMatchObject([{ code: 'manifest-invalid' }]);
  });
});

test('a tag that gets a suffix is refused', () => {
  const text = 'kind: Kustomization\nimages:\n- name: web\n  newTag: v0\n  tagSuffix: -arm64\n';
  expect(refusal(text, 'web:v1')).toEqual([{ code: 'image-ambiguous', line: 3 }]);
  expect(rewriting(text.replace('-arm64', '""'), 'web:v1').text).toContain('newTag: v1');
});

describe('an asterisk keeps a part of the image', () => {
  const entry = (...lines: readonly string[]): string =>
    `${head}images:\n- name: web\n${lines.map((line) => `  ${line}\n`).join('')}`;
  const old = 'newName: a.example/w';
  const renamed = 'newName: b.example/w';

  check([
    ['the tag', entry(old, 'newTag: v1'), 'web=b.example/w:*', entry(renamed, 'newTag: v1')],
    ['the tag alone', entry(old, 'newTag: v1', `digest: ${A}`), 'web=b.example/w:*', entry(renamed, 'newTag: v1')],
    ['the digest', entry(old, `digest: ${A}`), 'web=b.example/w@*', entry(renamed, `digest: ${A}`)],
    [
      'both',
      entry(old, 'newTag: v1', `digest: ${A}`),
      'web=b.example/w:*@*',
      entry(renamed, 'newTag: v1', `digest: ${A}`),
    ],
    [
      'the tag beside a new digest',
      entry('newTag: v1', `digest: ${A}`),
      `web:*@${B}`,
      entry('newTag: v1', `digest: ${B}`),
    ],
    ['everything', entry(old, 'newTag: v1'), 'web=*:*', entry(old, 'newTag: v1')],
    [
      'the tag of each entry',
      `${entry('newTag: v1')}- name: web\n  newTag: v7\n`,
      'web=b.example/w:*',
      `${entry(renamed, 'newTag: v1')}- name: web\n  ${renamed}\n  newTag: v7\n`,
    ],
  ]);

  test.each([
    ['tag', entry(old), 'web=b.example/w:*'],
    ['digest', entry('newTag: v1'), 'web=b.example/w:*@*'],
  ])('except a missing %s', (_, text, image) => {
    expect(refusal(text, image)).toEqual([{ code: 'image-ambiguous', line: 3 }]);
  });

  test('and adds no entry', () => {
    expect(rewriting(`${head}images: []\n`, 'web=b.example/w:*', { additions: 'allowed' }).found).toEqual([]);
  });

  test('in every format', () => {
    const text = `image: {repository: web, tag: v1}\nb: {image: "web:v7"}\n`;
    expect(rewriting(text, 'web=b.example/w:*').text).toBe(text.replaceAll('web', 'b.example/w'));
  });
});
