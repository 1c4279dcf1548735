import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differsAsPlanned, holdsTokens } from '../../../src/domain/yaml/compare.ts';
import { type Edit, splicesOf } from '../../../src/domain/yaml/edit.ts';
import { applySplices } from '../../../src/domain/yaml/lines.ts';
import {
  isMapping,
  isSequence,
  keyOf,
  lexLeniently,
  type Node,
  parseTrees,
  type Text,
  type Tokens,
  type Tree,
} from '../../../src/domain/yaml/tree.ts';
import { choices, chooser, tags, type Value, write } from '../manifests.ts';

type Parsed = { readonly tree: Tree; readonly tokens: Tokens };

const parse = (text: string): Parsed | undefined => {
  const parsed = parseTrees(text, () => ({}));
  if (parsed.problem !== undefined) return undefined;
  const [tree, ...others] = parsed.trees;
  const { tokens } = parsed;
  return tree === undefined || tokens === undefined || others.length > 0 ? undefined : { tree, tokens };
};

/** Every value under a key `tag`. */
const tagsOf = (node: Node | null): Text[] => {
  if (isSequence(node)) return (node.items as Node[]).flatMap(tagsOf);
  if (!isMapping(node)) return [];
  return node.items.flatMap((entry) => (keyOf(entry) === 'tag' ? [entry.value as Text] : tagsOf(entry.value)));
};

const change = (text: string, tag: string): Parsed & { readonly edits: Edit[]; readonly after: string } => {
  const parsed = parse(text);
  if (parsed === undefined) throw new Error('The text of the test does not parse.');
  const edits = tagsOf(parsed.tree.root).map((node): Edit => ({ kind: 'set', node, text: tag }));
  const after = applySplices(
    text,
    edits.flatMap((edit) => splicesOf(parsed.tree, edit)),
  );
  return { ...parsed, edits, after: after ?? '' };
};

const holds = ({ tokens, tree, edits }: ReturnType<typeof change>, after: string): boolean | undefined =>
  holdsTokens(tokens, after, new Map([[tree, edits]]));

const value: Value = { image: { tag: 'v0', digest: '' }, list: [{ tag: '1.10' }, { x: 'a b' }], notes: 'tag' };

describe('the tokens of a new text', () => {
  test('match the plan only if the trees do', () => {
    fc.assert(
      fc.property(
        choices,
        tags,
        fc.nat(),
        fc.constantFrom('', ' ', '"', "'", ':', '#', '-', ',', '\n', '[', '&a ', 'x'),
        (numbers, tag, at, piece) => {
          const result = change(write(value, chooser(numbers)), tag);
          expect(holds(result, result.after)).toBe(true);
          const position = at % result.after.length;
          for (const width of [0, 1]) {
            const broken = `${result.after.slice(0, position)}${piece}${result.after.slice(position + width)}`;
            const parsed = parse(broken);
            const isPlanned = parsed !== undefined && differsAsPlanned(result.tree, parsed.tree, result.edits);
            // Tokens are stricter: they see blanks and comments, too.
            if (holds(result, broken) === true) expect(isPlanned).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ['a number', 'tag: v0\n', '1.10', 'tag: 1.10\n'],
    ['other quotes', "tag: 'v0'\n", 'v1', 'tag: "v1"\n'],
    ['another value', 'tag: v0\n', 'v1', 'tag: v2\n'],
    ['a value that was not changed', 'tag: v0\n', 'v1', 'tag: v0\n'],
    ['a comment fewer', 'tag: v0 # x\n', 'v1', 'tag: v1\n'],
    ['another value beside it', 'tag: v0\na: b\n', 'v1', 'tag: v1\na: c\n'],
  ])('do not match the plan with %s', (_title, text, tag, after) => {
    expect(holds(change(text, tag), after)).toBe(false);
  });

  test.each([
    ['a block', 'tag: |-\n  v0\n'],
    ['nothing before', 'tag:\n'],
    ['a tag of YAML', 'tag: !!str v0\n'],
  ])('are not compared for %s', (_title, text) => {
    const result = change(text, 'v1');
    expect(holds(result, result.after)).toBeUndefined();
  });
});

test('both ways to read a text make the same tokens where the stricter one succeeds', () => {
  const pieces = [
    'a',
    ': ',
    '- ',
    '{',
    '}',
    '[',
    ']',
    ', ',
    '"',
    "'",
    '\n',
    '\n  ',
    '\n    ',
    '# x',
    '|',
    '>',
    '&a ',
    '*a',
    '!t ',
    '? ',
    '---\n',
    '\t',
    '\r\n',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (some) => {
      const text = some.join('');
      const parsed = parseTrees(text, () => ({}));
      fc.pre(parsed.problem === undefined && parsed.tokens !== undefined && parsed.tokens.lex !== lexLeniently);
      expect(parsed.tokens?.words).toEqual(lexLeniently(text));
    }),
    { numRuns: 500 },
  );
});
