/** Which other files a kustomization builds from. */
import { isMapping, isSequence, type Node, parseTrees, resolve, type Tree, textOf } from '../yaml/tree.ts';
import { join, KUSTOMIZATIONS, type Look } from './find-manifests.ts';

/** A file that something is built from, and the kustomization that names it. */
export type Inclusion = { readonly path: string; readonly by: string };

const LISTS = ['resources', 'components', 'bases', 'configurations', 'generators', 'transformers'];

/** Of a chart's values. */
const VALUES = ['valuesFile', 'additionalValuesFiles'];

const MOST_FILES = 1_000;

/** Everything that the kustomizations lead to, a level at a time: paths that must be read for it are undefined to `look`. Remote
 * addresses, symbolic links and other tools are not followed. */
export function includedBy(paths: readonly string[], look: Look): readonly Inclusion[] {
  const seen = new Map<string, Inclusion>();
  const queue = paths.filter(isKustomization);
  for (let at = 0; at < queue.length && seen.size < MOST_FILES; at++) {
    const by = queue[at] ?? '';
    const entry = look(by);
    if (entry?.kind !== 'file') continue;
    for (const path of namedIn(by, entry.text)) {
      const file = fileAt(path, look);
      if (file === undefined || seen.has(file) || paths.includes(file)) continue;
      seen.set(file, { path: file, by });
      if (isKustomization(file)) queue.push(file);
    }
  }
  return [...seen.values()];
}

const isKustomization = (path: string): boolean => KUSTOMIZATIONS.includes(path.slice(path.lastIndexOf('/') + 1));

/** Only directories are looked at: of a file it is enough to know its name. */
const fileAt = (path: string, look: Look): string | undefined => {
  if (/\.(?:ya?ml|json)$/.test(path)) return path;
  const entry = look(path);
  if (entry?.kind !== 'directory') return undefined;
  const name = KUSTOMIZATIONS.find((one) => entry.entries.some((each) => each.name === one && each.kind === 'file'));
  return name === undefined ? undefined : join(path, name);
};

const namedIn = (path: string, text: string): string[] => {
  const { trees = [] } = parseTrees(text, () => ({ path }));
  const directory = path.split('/').slice(0, -1);
  return trees
    .flatMap((tree) => [
      ...LISTS.flatMap((key) => textsAt(tree, tree.root, key)),
      ...itemsAt(tree, tree.root, 'helmCharts').flatMap((chart) => VALUES.flatMap((key) => textsAt(tree, chart, key))),
    ])
    .flatMap((name) => pathFrom(directory, name) ?? []);
};

const itemsAt = (tree: Tree, node: Node | null, key: string): Node[] => {
  const mapping = resolve(tree, node);
  const entry = isMapping(mapping) ? mapping.items.find((one) => textOf(tree, one.key as Node) === key) : undefined;
  const value = resolve(tree, entry?.value ?? null);
  if (value === null) return [];
  return isSequence(value) ? (value.items as Node[]) : [value as Node];
};

const textsAt = (tree: Tree, node: Node | null, key: string): string[] =>
  itemsAt(tree, node, key).flatMap((item) => textOf(tree, item) ?? []);

/** Undefined for an address, and for a path that leaves the repository. */
const pathFrom = (directory: readonly string[], name: string): string | undefined => {
  if (/:\/\/|^git@|\?ref=|^\//.test(name) || name.includes('\n')) return undefined;
  const path = [...directory];
  for (const part of name.split('/')) {
    if (part === '..' && path.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') path.push(part);
  }
  return path.join('/');
};
