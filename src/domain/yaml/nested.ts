import { isText, type Text } from './nodes.ts';
import { type Source, sourceOf } from './sources.ts';
import type { Splice } from './splice.ts';
import { parseTrees, type Tree } from './tree.ts';

/** The documents in a value that holds YAML as text, for edits in place. Undefined where it holds none or cannot be followed. */
export function nestedTrees(tree: Tree, node: Text): readonly Tree[] | undefined {
  const source = node.type === 'PLAIN' ? undefined : sourceOf(tree, node);
  if (source === undefined) return undefined;
  const place: Tree['place'] = (offset) => tree.place(source.offsetOf(offset) ?? node.range[0]);
  const parsed = parseTrees(String(node.value), place, { tree, node, toOuter: (splice) => outward(splice, source) });
  return parsed.trees?.filter(({ root }) => root !== null && !isText(root));
}

/** How a splice of the value looks outside; undefined where the value's style cannot express it. */
export function outward({ start, end, text }: Splice, { offsetOf, encode, newLine }: Source): Splice | undefined {
  const [first = '', ...rest] = text.split('\n');
  const lines = rest.map(newLine);
  const outerStart = offsetOf(start);
  const outerEnd = offsetOf(end);
  if (outerStart === undefined || outerEnd === undefined || lines.includes(undefined)) return undefined;
  return { start: outerStart, end: outerEnd, text: `${encode(first)}${lines.join('')}` };
}
