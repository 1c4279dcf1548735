/** A value of the file with the line that it stands on, counted from 1; a setting stands where its key does. */
export type Tree = { readonly line: number } & Content;

export type Content =
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Tree> }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'scalar'; readonly value: string | number | boolean | null };

/** Steps from the top of the file: keys of maps, places in lists. */
export type Path = readonly (string | number)[];

/** The value at the path, where there is one. */
export function treeAt(tree: Tree | undefined, path: Path): Tree | undefined {
  const [step, ...rest] = path;
  if (tree === undefined || step === undefined) return tree;
  return treeAt(childOf(tree, step), rest);
}

/** The line of the value at the path, or of the nearest value around it. */
export function lineAt(tree: Tree | undefined, path: Path): number {
  const [step, ...rest] = path;
  if (tree === undefined || step === undefined) return tree?.line ?? 1;
  const next = childOf(tree, step);
  return next === undefined ? tree.line : lineAt(next, rest);
}

/** The names of a map in the order of the file; none for anything else. */
export function keysOf(tree: Tree | undefined): string[] {
  return tree?.kind === 'map' ? [...tree.entries.keys()] : [];
}

/** The plain value, for a validator. */
export function plain(tree: Tree | undefined): unknown {
  if (tree === undefined) return {};
  if (tree.kind === 'scalar') return tree.value;
  if (tree.kind === 'list') return tree.items.map(plain);
  return Object.fromEntries([...tree.entries].map(([key, value]) => [key, plain(value)]));
}

const childOf = (tree: Tree, step: string | number): Tree | undefined => {
  if (tree.kind === 'map') return tree.entries.get(String(step));
  return tree.kind === 'list' ? tree.items[Number(step)] : undefined;
};
