/** Keys whose entries cannot come, go or have a new neighbour, the way they are written. */
import { fail } from '../errors.ts';
import { quote } from '../text.ts';
import type { Entry } from './nodes.ts';
import type { Tree } from './tree.ts';

/** A `?` that begins an entry, with what may stand between it and the key: blanks, comments, an anchor or a YAML tag. */
const indicator = /(?:^|[\n{,[]|[-?:][ \t])[ \t]*\?(?:\s+(?:[&!]\S*|#[^\n]*(?=\n)))*\s+$/;
const FARTHEST = 1_000;

/** @throws PromotionError `image-ambiguous` for a key that is written with `?`. */
export function checkImplicit(tree: Tree, entry: Entry): void {
  const start = entry.key.range[0];
  if (!indicator.test(tree.text.slice(Math.max(0, start - FARTHEST), start))) return;
  refuse(tree, entry, { problem: 'is written with "?"', hint: 'Write the entry without "?", and promote again.' });
}

/** @throws PromotionError `image-ambiguous` for a key that is written with `?` or that an alias may stand for. */
export function checkRemovable(tree: Tree, entry: Entry): void {
  checkImplicit(tree, entry);
  if (entry.key.anchor === undefined) return;
  refuse(tree, entry, { problem: 'has an anchor', hint: 'Write the key without an anchor, and promote again.' });
}

const refuse = (tree: Tree, { key }: Entry, { problem, hint }: { problem: string; hint: string }): never => {
  const [start, end] = key.range;
  return fail('image-ambiguous', `The key ${quote(tree.text.slice(start, end))} ${problem}.`, hint, tree.place(start));
};
