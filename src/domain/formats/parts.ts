import { type Entry, isLink, isText, keyOf, type Mapping } from '../yaml/nodes.ts';
import { mergedBy, resolve, type Tree } from '../yaml/tree.ts';
import type { Cell } from './site.ts';

const MOST_MERGES = 100;

/** The entry that gives a key its value: the mapping's own, or that of the first mapping merged into it.
 * Merges beyond the hundredth are not looked at, so that no text can make the search long. */
export function effective(tree: Tree, mapping: Mapping, key: string): { entry: Entry; mapping: Mapping } | undefined {
  const queue = [mapping];
  for (let next = 0; next < queue.length && next < MOST_MERGES; next++) {
    const candidate = queue[next] as Mapping;
    const entry = candidate.items.find((item) => keyOf(item) === key);
    if (entry !== undefined) return { entry, mapping: candidate };
    // Depth first: what a mapping merges is stronger than its later siblings.
    const merged = mergedBy(candidate, tree.targets).filter((source) => !queue.includes(source));
    queue.splice(next + 1, 0, ...merged);
  }
  return undefined;
}

/** The value of a key as a cell, own or merged; undefined where it is missing or a collection. */
export function cellOf(tree: Tree, mapping: Mapping, key: string): Cell | undefined {
  const found = effective(tree, mapping, key);
  const node = found?.entry.value;
  if (found === undefined || !(isText(node) || isLink(node)) || !isText(resolve(tree, node))) return undefined;
  return { node, entry: found.entry, mapping: found.mapping };
}
