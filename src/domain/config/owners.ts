import { KUSTOMIZATIONS } from '../files/paths.ts';
import { isGlob, matcher } from './glob.ts';
import { imageAllowed } from './images.ts';
import type { Config } from './parse.ts';
import { environmentsOf, filesAt, type Settings, settingsOf } from './settings.ts';

/** A product in an environment whose `files` name a manifest. */
export type Owner = { readonly product: string; readonly environment: string; readonly settings: Settings };

type Named = { readonly products: readonly string[]; readonly environments: readonly string[] };

/** Whose a manifest is. */
export type Ownership = {
  /** All that the manifest belongs to, whether or not the request names them. Nothing is read: a glob owns all that it could match. */
  readonly ownersOf: (path: string) => readonly Owner[];
  /** The environments that there are. */
  readonly environments: readonly string[];
};

/** Whose the manifests are, by the products and environments of the configuration and those that are `named`. */
export function ownershipIn(config: Config, named: Named): Ownership {
  const { products = {}, environments: listed } = config.value;
  const scoped = Object.values(products ?? {}).flatMap((product) => Object.keys(product?.environments ?? {}));
  const environments = environmentsOf(config) ?? [...new Set([...named.environments, ...scoped])];
  const names = [...new Set([...Object.keys(products ?? {}), ...named.products])];
  let index: Index | undefined;
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

type Pair = { readonly product: string; readonly environment: string };
type Index = {
  readonly literal: ReadonlyMap<string, readonly Pair[]>;
  readonly globs: readonly { readonly fits: (path: string) => boolean; readonly pairs: readonly Pair[] }[];
};

const indexOf = (config: Config, { products, environments }: Named): Index => {
  const patterns = new Map<string, Pair[]>();
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
const lookUp = ({ literal, globs }: Index, path: string): Pair[] => {
  const slash = path.lastIndexOf('/');
  const paths = KUSTOMIZATIONS.includes(path.slice(slash + 1)) ? [path, path.slice(0, Math.max(slash, 0))] : [path];
  const found = [
    ...paths.flatMap((one) => literal.get(one) ?? []),
    ...globs.flatMap(({ fits, pairs }) => (paths.some(fits) ? pairs : [])),
  ];
  return [...new Map(found.map((pair) => [`${pair.product} ${pair.environment}`, pair])).values()];
};
