import * as v from 'valibot';
import type { Violation } from '../errors.ts';
import { listed } from '../text.ts';
import { type Configuration, settings } from './schema.ts';
import { keysOf, lineAt, type Path, plain, type Tree, treeAt } from './tree.ts';

/** What is built, by setting: `all`, or the only values. What is missing here is refused and never ignored. */
const supported: Readonly<Partial<Record<keyof Configuration, 'all' | readonly string[]>>> = {
  environments: 'all',
  products: 'all',
  files: 'all',
  delivery: 'all',
  'merge-method': 'all',
  labels: 'all',
  reviewers: 'all',
  assignees: 'all',
  draft: 'all',
  'commit-message': 'all',
  images: 'all',
  order: 'all',
  'add-images': 'all',
  requires: 'all',
  sources: 'all',
  proof: 'all',
  issuer: 'all',
  actors: 'all',
  tags: 'all',
  freeze: 'all',
  argocd: 'all',
  verify: 'all',
  writers: 'all',
};

type Leaf = keyof typeof settings;

const leaves = Object.keys(settings) as Leaf[];

/** Every setting of the file that is known but not built yet. */
export function unsupported(path: string, tree: Tree | undefined): Violation[] {
  return scopesOf(tree).flatMap((scope) =>
    [...leaves, ...(scope.length === 0 ? (['issuer', 'argocd', 'writers'] as const) : [])].flatMap((name) => {
      const value = treeAt(tree, [...scope, name]);
      const what = value === undefined ? undefined : missingOf(name, value);
      if (what === undefined) return [];
      const hint = 'Remove it from the configuration until it is.';
      const line = lineAt(tree, [...scope, name]);
      return [{ code: 'config-unsupported' as const, message: `${what} is not supported yet.`, hint, path, line }];
    }),
  );
}

const missingOf = (name: Leaf | 'issuer' | 'argocd' | 'writers', value: Tree): string | undefined => {
  const values = supported[name];
  if (values === undefined) return `The setting ${name}`;
  if (values === 'all' || name === 'issuer' || name === 'argocd' || name === 'writers') return undefined;
  // What is no legal value at all is told as such.
  if (!v.is(settings[name], plain(value)) || values.includes(String(plain(value)))) return undefined;
  return `A ${name} other than ${listed(values)}`;
};

/** The maps of the file that hold settings: the top, each environment, each product, each environment of a product. */
export function scopesOf(tree: Tree | undefined): Path[] {
  const environments = (scope: Path): Path[] =>
    keysOf(treeAt(tree, [...scope, 'environments'])).map((name) => [...scope, 'environments', name]);
  const products = keysOf(treeAt(tree, ['products'])).map((name): Path => ['products', name]);
  return [[], ...environments([]), ...products.flatMap((product) => [product, ...environments(product)])];
}
