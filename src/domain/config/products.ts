import { collect, fail, type Place } from '../errors.ts';
import { nearest, quote } from '../text.ts';
import { isGlob, matches } from './glob.ts';
import type { Config } from './parse.ts';
import { environmentsOf, patternsOf, settingsOf } from './settings.ts';
import { keysOf, lineAt, treeAt } from './tree.ts';

type Named = { readonly products: readonly string[]; readonly environments: readonly string[] };

/** The products that may be asked for. Once the configuration lists products, another name must not be a way around what it says of them: a product that it does not
 * list is only let in where `files` gives each name manifests of its own.
 * @throws PromotionError `product-unknown` for each product that is kept out. */
export function closedProducts(config: Config, { products, environments }: Named): readonly string[] {
  const names = keysOf(treeAt(config.tree, ['products']));
  if (names.length === 0) return products;
  const place = { path: config.path, line: lineAt(config.tree, ['products']) };
  const strangers = products.filter((product) => !names.includes(product));
  if (strangers.length === 0) return products;
  const shared = environments.flatMap((environment) =>
    patternsOf(config, environment).filter((pattern) => !separates(pattern)),
  );
  const [pattern] = shared;
  if (pattern === undefined) return products;
  return collect(strangers.map((product) => () => refuse(product, { names, pattern, place })));
}

type Borrower = { readonly product: string; readonly environment: string; readonly paths: readonly string[] };

/** A product that is not listed may still meet the manifests of one that is, such as where `files` of a listed product has the name of
 * another in its path: what the configuration says of these manifests would be avoided.
 * @throws PromotionError `product-unknown` for each product that would change manifests of a listed one. */
export function refuseBorrowed(config: Config, spots: readonly Borrower[]): void {
  const names = keysOf(treeAt(config.tree, ['products']));
  const strangers = spots.filter(({ product, paths }) => paths.length > 0 && !names.includes(product));
  if (names.length === 0 || strangers.length === 0) return;
  const known = environmentsOf(config) ?? [...new Set(spots.map(({ environment }) => environment))];
  const patterns = new Map(
    names.flatMap((product) =>
      known.flatMap((environment) =>
        [settingsOf(config, product, environment).files].flat(2).map((pattern) => [pattern, product] as const),
      ),
    ),
  );
  const globs = [...patterns].filter(([pattern]) => isGlob(pattern));
  const ownerOf = (path: string): string | undefined =>
    patterns.get(path) ??
    patterns.get(path.slice(0, Math.max(0, path.lastIndexOf('/')))) ??
    globs.find(([pattern]) => matches(pattern, path) || matches(pattern, path.slice(0, path.lastIndexOf('/'))))?.[1];
  const place = { path: config.path, line: lineAt(config.tree, ['products']) };
  const taken = strangers.flatMap(({ product, paths }) =>
    paths.flatMap((path) => {
      const owner = ownerOf(path);
      return owner === undefined ? [] : [[product, { path, owner }] as const];
    }),
  );
  collect(
    [...new Map(taken)].map(
      ([product, { path, owner }]) =>
        () =>
          refuseOwned(product, { path, owner, place }),
    ),
  );
}

type Owned = { readonly path: string; readonly owner: string; readonly place: Place };

const refuseOwned = (product: string, { path, owner, place }: Owned): never =>
  fail(
    'product-unknown',
    `The configuration does not list the product ${quote(product)}, and ${quote(path)} belongs to ${quote(owner)}, which it lists.`,
    `Ask for ${quote(owner)}, or list the product under \`products\`.`,
    place,
  );

type Kept = { readonly names: readonly string[]; readonly pattern: string; readonly place: Place };

const refuse = (product: string, { names, pattern, place }: Kept): never => {
  const [meant] = nearest(product, names);
  return fail(
    'product-unknown',
    `The configuration lists products, and ${quote(product)} is not among them, while ${quote(pattern)} in \`files\` holds the manifests of several products.`,
    `${meant === undefined ? '' : `Did you mean ${quote(meant)}? `}List the product under \`products\`, or write {product} as a whole part of each path in \`files\`.`,
    place,
  );
};

/** Whether a path or glob gives each product manifests of its own: one of its parts is `{product}` alone, or has it between `-`, `_`,
 * `.` and its ends, with no wildcard that could stand for the rest of another name. */
const separates = (pattern: string): boolean =>
  pattern.split('/').some((part) => {
    const plain = part.replaceAll('{product}', '\0').replaceAll('{environment}', 'x');
    return !/[*?[\]{}]/.test(plain) && /(?:^|[-_.])\0(?=[-_.]|$)/.test(plain);
  });
