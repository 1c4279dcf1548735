import { describe, expect, test } from 'vitest';
import { differsAsPlanned } from '../../../src/domain/yaml/compare.ts';
import type { Edit } from '../../../src/domain/yaml/edit.ts';
import { isMapping, type Mapping, type Node, parseTrees, type Text, type Tree } from '../../../src/domain/yaml/tree.ts';

const treeOf = (text: string): Tree => {
  const [tree] = parseTrees(text, () => ({})).trees ?? [];
  if (tree === undefined) throw new Error('The text of the test does not parse.');
  return tree;
};

describe('invalid YAML', () => {
  test.each([
    ['a key twice', 'a: 1\nb:\n  c: 1\n  "c": 2\n', 'repeats the key "c"', 17],
    ['a merge key twice', 'a: &a {}\nb: {<<: *a, <<: *a}\n', 'repeats the key "<<"', 21],
    ['an alias before its anchor', 'a: *x\nb: &x 1\n', 'has an alias without an anchor before it', 3],
    ['an alias of another document', 'a: &x 1\n---\nb: *x\n', 'has an alias without an anchor before it', 15],
    [
      'a merge conflict',
      '<<<<<<< ours\na: 1\n=======\na: 2\n>>>>>>> theirs\n',
      'holds the markers of a merge conflict',
      0,
    ],
    [
      'brackets without an end',
      'a: [b\n',
      expect.stringMatching(/^does not parse as YAML \(.*\)$/),
      expect.any(Number),
    ],
    ['half of a line break at the end', 'a: 1\r\nb: 2\r', 'ends in a carriage return, half of a line break', 10],
    ['a depth that no reader bears', `a: ${'{a: '.repeat(20_000)}`, 'nests too deep', expect.any(Number)],
  ])('%s', (_title, text, message, offset) => {
    expect(parseTrees(text, () => ({})).problem).toEqual({ message, offset });
  });
});

test('aliases are never expanded', () => {
  const levels = Array.from({ length: 30 }, (_, level) => `l${level}: &l${level} [${`*l${level - 1},`.repeat(9)}]`);
  const tree = treeOf(`l-1: &l-1 x\n${levels.join('\n')}\n`);
  expect(tree.links.size).toBe(30);
});

test('JSON differs from YAML flow style', () => {
  expect(
    ['{"a": 1}', '\uFEFF{\n\t"a": 1}', '{a: 1}', '{"a": 1} # x', 'a: {"a": 1}'].map((text) => treeOf(text).isJson),
  ).toEqual([true, true, false, false, false]);
});

describe('reading back', () => {
  const before = treeOf('a: v0 # x\nb: &b [1, {c: "d"}]\n');
  const value = (tree: Tree, key: string): Node | null =>
    isMapping(tree.root) ? (tree.root.items.find((entry) => (entry.key as Text).value === key)?.value ?? null) : null;
  const edit: Edit = { kind: 'set', node: value(before, 'a') as Text, text: 'v1' };

  test('confirms the planned changes', () => {
    expect(differsAsPlanned(before, treeOf('a: v1 # x\nb: &b [1, {c: "d"}]\n'), [edit])).toBe(true);
    expect(differsAsPlanned(before, treeOf('a: "v1" # x\nb: &b [1, {c: "d"}]\n'), [edit])).toBe(true);
    expect(differsAsPlanned(before, before, [])).toBe(true);
  });

  test.each([
    ['a change that was not made', 'a: v0\nb: &b [1, {c: "d"}]\n'],
    ['a number instead of text', 'a: 1.10\nb: &b [1, {c: "d"}]\n'],
    ['another value', 'a: v1\nb: &b [2, {c: "d"}]\n'],
    ['another key', 'a: v1\nb: &b [1, {e: "d"}]\n'],
    ['other quotes', "a: v1\nb: &b [1, {c: 'd'}]\n"],
    ['other brackets', 'a: v1\nb: &b\n- 1\n- {c: "d"}\n'],
    ['another anchor', 'a: v1\nb: &c [1, {c: "d"}]\n'],
    ['another type', 'a: v1\nb: &b !!set [1, {c: "d"}]\n'],
    ['an item more', 'a: v1\nb: &b [1, {c: "d"}, 2]\n'],
    ['an item fewer', 'a: v1\nb: &b [1]\n'],
    ['a key more', 'a: v1\nb: &b [1, {c: "d"}]\nc: d\n'],
    ['a key fewer', 'a: v1\n'],
    ['another order', 'b: &b [1, {c: "d"}]\na: v1\n'],
  ])('detects %s', (_title, text) => {
    expect(differsAsPlanned(before, treeOf(text), [edit])).toBe(false);
  });

  test('confirms keys that come, go and change places', () => {
    const tree = treeOf('name: web\ndigest: x\nother: y\n');
    const mapping = tree.root as Mapping;
    const [name, digest, other] = mapping.items;
    if (name === undefined || digest === undefined || other === undefined) throw new Error('The test has three keys.');
    const edits: Edit[] = [
      { kind: 'insert', mapping, after: name, fields: [{ key: 'newName', text: 'b' }] },
      { kind: 'swap', entry: digest, key: 'newTag', text: '1.0' },
      { kind: 'remove', mapping, entry: other },
    ];
    expect(differsAsPlanned(tree, treeOf('name: web\nnewName: b\nnewTag: "1.0"\n'), edits)).toBe(true);
    expect(differsAsPlanned(tree, treeOf('name: web\nnewName: b\nnewTag: 1.0\n'), edits)).toBe(false);
    expect(differsAsPlanned(tree, treeOf('name: web\nnewTag: "1.0"\nnewName: b\n'), edits)).toBe(false);
    expect(differsAsPlanned(tree, treeOf('name: web\nnewName: b\nnewTag: "1.0"\nother: y\n'), edits)).toBe(false);
  });
});
