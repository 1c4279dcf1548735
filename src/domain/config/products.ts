import { collect, fail, type Place } from '../errors.ts';
import { nearest, quote } from '../text.ts';
import type { Config } from './parse.ts';
import { patternsOf } from './settings.ts';
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
