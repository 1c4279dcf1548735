/** Which products and environments a manifest belongs to, and which products may be requested at all. */

import { collect, type ErrorPlace, fail } from '../errors.ts';
import { KUSTOMIZATIONS, meantProduct } from '../manifests/find-manifests.ts';
import { quote } from '../text.ts';
import { keysOf, lineAt, treeAt } from './config-tree.ts';
import { isGlob, matcher, matches } from './glob.ts';
import {
  type Config,
  environmentsOf,
  filesAt,
  imageAllowed,
  patternsOf,
  type Settings,
  settingsOf,
} from './settings.ts';

/** A product in an environment whose `files` name a manifest. */
export type Owner = { readonly product: string; readonly environment: string; readonly settings: Settings };

type NamedTargets = { readonly products: readonly string[]; readonly environments: readonly string[] };

/** The owners of a manifest. */
export type ManifestOwnership = {
  /** All owners of the manifest, even if the request does not name them. Nothing is read: a glob owns every file that it could
   * match. */
  readonly ownersOf: (path: string) => readonly Owner[];
  /** All environments. */
  readonly environments: readonly string[];
  /** The products that the configuration lists. */
  readonly products: readonly string[];
};

/** The owners of the manifests, by the products and environments of the configuration and those that are `named`. */
export function ownershipIn(config: Config, named: NamedTargets): ManifestOwnership {
  const { products = {}, environments: listed } = config.value;
  const scoped = Object.values(products ?? {}).flatMap((product) => Object.keys(product?.environments ?? {}));
  const environments = environmentsOf(config) ?? [...new Set([...named.environments, ...scoped])];
  const names = [...new Set([...Object.keys(products ?? {}), ...named.products])];
  let index: OwnerIndex | undefined;
  const known = new Map<string, readonly Owner[]>();
  const find = (path: string): readonly Owner[] => {
    index ??= indexOf(config, {
      products: names,
      environments: listed === undefined ? environments : Object.keys(listed),
    });
    return lookUp(index, path).map(({ product, environment }) => ({
      product,
      environment,
      settings: settingsOf(config, product, environment),
    }));
  };
  return {
    environments,
    products: Object.keys(products ?? {}),
    ownersOf: (path) => {
      const owners = known.get(path) ?? find(path);
      known.set(path, owners);
      return owners;
    },
  };
}

/** Whether the place of an image, by any of the repositories that it has before and after the change, is the owner's as well as the
 * product's. Every environment of the product itself has a say. */
export function shares(owner: Owner, product: string, repositories: readonly string[]): boolean {
  return owner.product === product || repositories.some((repository) => imageAllowed(owner.settings, repository));
}

type OwnerName = { readonly product: string; readonly environment: string };
type OwnerIndex = {
  readonly literal: ReadonlyMap<string, readonly OwnerName[]>;
  readonly globs: readonly { readonly fits: (path: string) => boolean; readonly pairs: readonly OwnerName[] }[];
};

const indexOf = (config: Config, { products, environments }: NamedTargets): OwnerIndex => {
  const patterns = new Map<string, OwnerName[]>();
  for (const product of products) {
    for (const environment of environments) {
      for (const pattern of filesAt(config, product, environment)) {
        const others = patterns.get(pattern);
        if (others === undefined) patterns.set(pattern, [{ product, environment }]);
        else others.push({ product, environment });
      }
    }
  }
  const globs = [...patterns].filter(([pattern]) => isGlob(pattern));
  return { literal: patterns, globs: globs.map(([pattern, pairs]) => ({ fits: matcher(pattern), pairs })) };
};

/** A pattern may lead to a directory, which means its kustomization. */
const namesOf = (path: string): readonly string[] => {
  const slash = path.lastIndexOf('/');
  return KUSTOMIZATIONS.includes(path.slice(slash + 1)) ? [path, path.slice(0, Math.max(slash, 0))] : [path];
};

const lookUp = ({ literal, globs }: OwnerIndex, path: string): OwnerName[] => {
  const paths = namesOf(path);
  const found = [
    ...paths.flatMap((one) => literal.get(one) ?? []),
    ...globs.flatMap(({ fits, pairs }) => (paths.some(fits) ? pairs : [])),
  ];
  return [...new Map(found.map((pair) => [`${pair.product} ${pair.environment}`, pair])).values()];
};

/** The products that may be requested. Once the configuration lists products, no other name may avoid their rules: a product that
 * is not listed passes only where `files` gives each name its own manifests.
 * @throws PromotionError `product-unknown` for each product that is kept out. */
export function closedProducts(config: Config, { products, environments }: NamedTargets): readonly string[] {
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
  return collect(strangers.map((product) => () => refuseUnlisted(product, { names, pattern, place })));
}

type Borrower = { readonly product: string; readonly environment: string; readonly paths: readonly string[] };

/** A product that is not listed may still meet the manifests of one that is, such as where `files` of a listed product has the
 * name of another in its path, or those of another environment: the policies of these manifests would be avoided.
 * @throws PromotionError `product-unknown` for each product that would change manifests of another. */
export function refuseForeignManifests(config: Config, spots: readonly Borrower[]): void {
  const names = keysOf(treeAt(config.tree, ['products']));
  const strangers = spots.filter(({ product, paths }) => paths.length > 0 && !names.includes(product));
  if (strangers.length === 0) return;
  if (names.length > 0) refuseListed(config, { names, spots, strangers });
  const readings = (environmentsOf(config) ?? []).flatMap((environment) => readingsIn(config, environment));
  collect(strangers.map((stranger) => () => refuseOtherReading(config, stranger, readings)));
}

type Borrowing = {
  /** Of the products that the configuration lists. */
  readonly names: readonly string[];
  readonly spots: readonly Borrower[];
  readonly strangers: readonly Borrower[];
};

const refuseListed = (config: Config, { names, spots, strangers }: Borrowing): void => {
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
};

/** With `{product}-{environment}`, "shop-eu" in "prod" has the manifest of "shop" in "eu-prod". The name of a product is free, so
 * the reading counts that leaves less to it. A manifest of the same product in both environments is a shared one. */
const refuseOtherReading = (
  config: Config,
  { product, environment, paths }: Borrower,
  readings: readonly Reading[],
): void => {
  for (const path of paths) {
    const names = namesOf(path);
    const fitting = readings.filter(({ fits }) => names.some(fits));
    const own = fitting.filter((reading) => reading.environment === environment).map(({ fixed }) => fixed);
    const other = fitting.find(
      (reading) =>
        reading.environment !== environment &&
        reading.fixed >= Math.min(...own) &&
        !filesAt(config, product, reading.environment).some((pattern) => names.some(matcher(pattern))),
    );
    if (other === undefined) continue;
    fail(
      'product-unknown',
      `The configuration does not list the product ${quote(product)}, and ${quote(path)} may be the manifest of another product in ${quote(other.environment)} as well.`,
      'List the product under `products`, or write {product} and {environment} as separate parts of each path in `files`.',
      { path: config.path, line: lineAt(config.tree, ['environments', other.environment]) },
    );
  }
};

/** A path or glob of an environment, for any product. */
type Reading = {
  readonly environment: string;
  readonly fits: (path: string) => boolean;
  /** The length of what is not the name of the product. */
  readonly fixed: number;
};

const readingsIn = (config: Config, environment: string): readonly Reading[] =>
  patternsOf(config, environment).flatMap((pattern) => {
    const parts = pattern.replaceAll('{environment}', () => environment).split('{product}');
    const fixed = parts.join('').length;
    if (parts.length === 1) return [];
    if (!isGlob(parts.join(''))) return [{ environment, fits: (path) => isFilledIn(parts, path), fixed }];
    return parts.length === 2 ? [{ environment, fits: matcher(parts.join('*')), fixed }] : [];
  });

/** Whether one name between the parts gives the path. */
const isFilledIn = (parts: readonly string[], path: string): boolean => {
  const [{ length: start } = ''] = parts;
  const length = (path.length - parts.join('').length) / (parts.length - 1);
  const name = path.slice(start, start + length);
  return length > 0 && !name.includes('/') && parts.join(name) === path;
};

type OwnedManifest = { readonly path: string; readonly owner: string; readonly place: ErrorPlace };

const refuseOwned = (product: string, { path, owner, place }: OwnedManifest): never =>
  fail(
    'product-unknown',
    `The configuration does not list the product ${quote(product)}, and ${quote(path)} belongs to ${quote(owner)}, which it lists.`,
    `Ask for ${quote(owner)}, or list the product under \`products\`.`,
    place,
  );

type ListedProducts = { readonly names: readonly string[]; readonly pattern: string; readonly place: ErrorPlace };

const refuseUnlisted = (product: string, { names, pattern, place }: ListedProducts): never => {
  return fail(
    'product-unknown',
    `The configuration lists products, and ${quote(product)} is not among them, while ${quote(pattern)} in \`files\` holds the manifests of several products.`,
    `${meantProduct(product, names)} List the product under \`products\`, or write {product} as a whole part of each path in \`files\`.`,
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
