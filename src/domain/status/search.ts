import type { Config } from '../config/parse.ts';
import { eachPattern, environmentsOf, filesOf, patternsOf } from '../config/settings.ts';
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

/** In the order of the configuration, else in that of the reference layout, and what is in neither by its name. */
export function ordered(config: Config, environments: readonly string[]): string[] {
  const order = environmentsOf(config) ?? USUAL;
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...new Set(environments)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
