import type { Config } from '../config/parse.ts';
import { eachPattern, environmentsOf, filesOf, patternsOf } from '../config/settings.ts';
import { lineAt } from '../config/tree.ts';
import type { Notice } from '../model.ts';
import { listed, quote } from '../text.ts';
import type { Pair, Search } from './discover.ts';

/** The environments of the reference layout, in the order of promotion: how these names are meant wherever nobody says. */
const USUAL = ['dev', 'stg', 'prod'];

export type Asked = {
  readonly products?: readonly string[] | undefined;
  readonly environments?: readonly string[] | undefined;
};

/** Where to look for what is asked about: by the configuration's own patterns, for the names that are given and, of the
 * environments, those that the configuration lists. */
export function searchesOf(config: Config, { products, environments }: Asked): Search[] {
  const { value } = config;
  const listed = environmentsOf(config);
  const names = environments ?? listed;
  const own = names?.filter((name) => value.environments?.[name]?.files !== undefined) ?? [];
  const rest = names?.filter((name) => !own.includes(name));
  const general = { patterns: eachPattern(filesOf(value)), products, environments: rest };
  return [
    ...(rest?.length === 0 ? [] : [general]),
    ...own.map((name) => ({
      patterns: eachPattern(filesOf(value.environments?.[name] ?? {})),
      products,
      environments: [name],
    })),
  ];
}

/** Products that have a layout of their own are not found by that of the others, nor those whose name stands in no path. */
export function configuredPairs(config: Config, { products, environments }: Asked): Pair[] {
  const configured = Object.entries(config.value.products ?? {}).filter(
    ([product]) => products?.includes(product) ?? true,
  );
  return configured.flatMap(([product, own]) => {
    const names = environments ?? environmentsOf(config) ?? Object.keys(own?.environments ?? {});
    const isOwn =
      own?.files !== undefined || Object.values(own?.environments ?? {}).some((scope) => scope?.files !== undefined);
    const isHidden = (environment: string): boolean =>
      !patternsOf(config, environment).some((pattern) => pattern.includes('{product}'));
    return names.flatMap((environment) => (isOwn || isHidden(environment) ? [{ product, environment }] : []));
  });
}

/** Says where nothing was found: in the whole repository, or for an environment that the configuration lists. */
export function nothingFound(config: Config, asked: Asked, found: readonly Pair[]): Notice[] {
  const names = asked.environments ?? environmentsOf(config) ?? [];
  const empty = names.filter((name) => !found.some(({ environment }) => environment === name));
  if (found.length > 0) return empty.map((name) => nothingIn(config, asked, name));
  const patterns = searchesOf(config, asked).flatMap((search) => search.patterns);
  return [
    {
      message: `No manifest was found. Looked for ${listed([...new Set(patterns)].map(quote))}${asked.products === undefined ? '' : `, with the product ${listed(asked.products)}`}.`,
      hint: config.path === '' ? `${where} There is no configuration.` : where,
      ...placeOf(config),
    },
  ];
}

const where =
  'Say under `files` of .github/promotion.yml where the manifests are, such as deploy/{environment}/{product}.yaml.';

const nothingIn = (config: Config, asked: Asked, environment: string): Notice => {
  const patterns = searchesOf(config, { ...asked, environments: [environment] }).flatMap((search) => search.patterns);
  const filled = patterns.map((pattern) => quote(pattern.replaceAll('{environment}', () => environment)));
  return {
    message: `No manifest was found for ${environment}. Looked for ${listed([...new Set(filled)])}.`,
    hint: 'Correct `files`, or take the environment out of the list.',
    ...placeOf(config),
  };
};

const placeOf = ({ path, tree }: Config) => (path === '' ? {} : { path, line: lineAt(tree, ['files']) });

/** In the order of the configuration, else in that of the reference layout, and what is in neither by its name. */
export function ordered(config: Config, environments: readonly string[]): string[] {
  const order = environmentsOf(config) ?? USUAL;
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...new Set(environments)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
