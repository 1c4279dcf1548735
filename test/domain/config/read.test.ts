import { describe, expect, it } from 'vitest';
import { keysOf, lineAt, plain, readTree, treeAt } from '../../../src/domain/config/config-tree.ts';
import { PATH, problemsOf, violationsOf } from './support.ts';

const read = (text: string): unknown => plain(readTree({ path: PATH, text }).tree);

describe('the YAML of a configuration', () => {
  it.each([
    ['nothing', ''],
    ['blanks', '\n\n  \n'],
    ['a comment', '# nothing yet\n'],
    ['a document without content', '---\n'],
    ['null', 'null\n'],
    ['an empty map', '{}\n'],
    ['a byte-order mark', '\ufeff'],
  ])('%s configures nothing', (_, text) => {
    expect(violationsOf(text)).toEqual([]);
    expect(read(text)).toEqual({});
  });

  it('reads Windows line ends and a byte-order mark', () => {
    const text = '\ufefffiles: a\r\nproducts:\r\n  shop:\r\n    images: [b]\r\n';
    expect(read(text)).toEqual({ files: 'a', products: { shop: { images: ['b'] } } });
    expect(lineAt(readTree({ path: PATH, text }).tree, ['products', 'shop', 'images'])).toBe(4);
  });

  it.each([
    ['yes', 'yes'],
    ['on', 'on'],
    ['True', true],
    ['true', true],
    ['017', 17],
    ['0o17', 15],
    ['17:00', '17:00'],
    ['2026-12-24T00:00+09:00', '2026-12-24T00:00+09:00'],
    ['2026-12-24', '2026-12-24'],
    ['~', null],
  ])('reads %s by the core schema of YAML 1.2', (written, value) => {
    expect(read(`a: ${written}`)).toEqual({ a: value });
    expect(read(`%YAML 1.1\n---\na: ${written}`)).toEqual({ a: value });
  });

  it('keeps keys as they are written, in their order', () => {
    const { tree } = readTree({ path: PATH, text: 'environments: { 10: , 007: , 1.0: , "true": , 2: }' });
    expect(keysOf(treeAt(tree, ['environments']))).toEqual(['10', '007', '1.0', 'true', '2']);
  });

  it('follows aliases, and gives the line of the alias', () => {
    const text = 'images: &all\n  - a\n  - b\nproducts:\n  shop:\n    images: *all\n';
    const { tree } = readTree({ path: PATH, text });
    expect(plain(treeAt(tree, ['products', 'shop', 'images']))).toEqual(['a', 'b']);
    expect(lineAt(tree, ['products', 'shop', 'images'])).toBe(6);
  });

  it.each([
    ['a second document', 'files: a\n---\nfiles: b\n', ['2: The file holds more than one YAML document.']],
    ['a key twice', 'files: a\nadd-images: true\nfiles: b\n', ['3: The key "files" is there twice, first on line 1.']],
    [
      'a key twice, once in quotes',
      'environments:\n  1:\n  "1":\n',
      ['3: The key "1" is there twice, first on line 2.'],
    ],
    [
      'a merge key',
      'x: &x {}\nproducts:\n  shop:\n    <<: *x\n',
      ['1: The setting "x" is unknown.', '4: The merge key "<<" is no part of YAML 1.2.'],
    ],
    ['a list as a key', '? [a]\n: b\n', ['1: A key is a list, a mapping or missing.']],
    [
      'a name that objects have',
      'products:\n  constructor: {}\n  __proto__: {}\n',
      ['2: The name "constructor" cannot be configured.', '3: The name "__proto__" cannot be configured.'],
    ],
    [
      'a list that holds itself',
      'images: &a\n  - *a\n',
      ['2: A value holds itself or is nested too deeply.', '2: images[0] is empty, not text.'],
    ],
    [
      'an alias of nothing',
      'files: a\nimages: [*all]',
      ['2: The alias "all" stands for nothing.', '2: images[0] is empty, not text.'],
    ],
    ['text instead of a mapping', 'commit', ['1: The configuration is the text "commit", not a mapping.']],
    ['a list instead of a mapping', '- files: a', ['1: The configuration is a list, not a mapping.']],
  ])('refuses %s', (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it.each([
    ['an open bracket', 'files: [a\nimages: []', 1],
    ['a tab as indentation', 'products:\n\tshop:\n', 2],
    ['a tag', 'files: !secret a', 1],
    ['a stray colon', 'a: b: c', 1],
  ])('refuses %s with its line', (_, text, line) => {
    const [first] = violationsOf(text);
    expect(first?.message).toMatch(/^The file is not valid YAML: ".+"\.$/);
    expect(first?.line).toBeGreaterThanOrEqual(line);
    expect(first?.line).toBeLessThanOrEqual(line + 1);
  });

  it('reports only the first error, since the parser misreads the lines behind it', () => {
    const text =
      'environments:\n  dev:\n    files: [helm/{product}/values.yaml, helm/{product}/dev.yaml]\n  prod: { requires: dev }\nproducts:\n  shop:\n';
    expect(violationsOf(text)).toMatchObject([{ line: 3 }]);
  });

  it('keeps control characters of the file out of its messages', () => {
    const messages = violationsOf('files: *a\u001b[31m\n"\u0007::error::": 1\n').map(({ message }) => message);
    expect(messages.join('')).not.toMatch(/[\u0000-\u001f]/);
  });

  it('refuses aliases that multiply', () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) =>
        `  a${level}: &a${level} [${'*a'
          .concat(String(level - 1))
          .concat(', ')
          .repeat(level === 0 ? 0 : 9)}]`,
    );
    expect(problemsOf(`products:\n${levels.join('\n')}\n`)).toContain(
      '1: The file holds more than 100000 values or 1000 aliases, with aliases written out.',
    );
  });

  it.each([
    ['brackets', `files: ${'['.repeat(50_000)}`],
    ['closed brackets', `files: ${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['maps', Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('refuses %s that nests too deeply', (_, text) => {
    expect(violationsOf(text).length).toBeGreaterThan(0);
  });
});
